"""Refuses before the first paid call what an endpoint cannot answer, and names what is left out and the alternative."""

from __future__ import annotations

from collections.abc import Sequence

from fairdesk.audit.benchmark_sources import benchmark_of, form_of
from fairdesk.domain.abilities import (
    ABILITY_WORDS,
    lacking,
    malformed_parts,
    needs_of_question,
    needs_of_system,
    question_obstacle,
)
from fairdesk.domain.audited_system import AuditedSystem
from fairdesk.domain.benchmarks import BenchmarkChoice
from fairdesk.domain.canonical import canonical_bytes
from fairdesk.domain.codec import to_plain
from fairdesk.domain.errors import PlanError
from fairdesk.domain.plan import NotTested
from fairdesk.domain.questions import Question
from fairdesk.domain.supplied_words import is_supplied

QUESTION_SCOPE = "question: "
"""How the scope of a question that is not asked begins."""

WHERE_TO_ASK = {
    True: "an endpoint of kind completions that returns log-probabilities of prompts (vLLM does, llama.cpp does not; "
    "to try it out, the built-in rehearsal of likelihoods)",
    False: "an endpoint that can",
}
"""Whether sentences are scored by their likelihood, to where that can be done."""


def expressed_by(kind: str) -> frozenset[str]:
    """Names of the abilities that the wire format of this kind of endpoint has words for.

    Raises:
        InputError: no format has this kind.
    """
    from fairdesk.endpoints.formats import wire_format

    return wire_format(kind).expresses


def refuse_systems(systems: Sequence[AuditedSystem]) -> None:
    """Refuse a system that could not be asked as it is described.

    Raises:
        PlanError: it names the system, what the endpoint or its format lacks, and the alternative.
    """
    for system in systems:
        for problem, advice in malformed_parts(system):
            raise PlanError(f"“{system.label}”: {problem}", advice)
        expresses = expressed_by(system.endpoint.kind)
        for name in needs_of_system(system):
            if reason := lacking(system, name, expresses):
                words = f"“{system.label}” cannot be asked as it is described. {reason} Nothing was asked of the cases."
                raise PlanError(words, ABILITY_WORDS[name].instead)


def benchmark_obstacle(choice: BenchmarkChoice, systems: Sequence[AuditedSystem]) -> tuple[str, str]:
    """Why a benchmark cannot be asked in its form, and what can be done instead; two empty texts when it can.

    Another form is never put in its place: it would measure something else.

    Raises:
        InputError: the benchmark has no such form.
    """
    benchmark, form = benchmark_of(choice.benchmark_id), form_of(choice)
    for system in systems:
        expresses = expressed_by(system.endpoint.kind)
        reason, _ = question_obstacle(form.question, system, expresses)
        if not reason:
            continue
        what = f"{benchmark.card.title} cannot be asked of “{system.label}” in the form {form.form_id}. {reason}"
        lacks = any(lacking(system, name, expresses) for name in needs_of_question(form.question))
        cure = f"Choose {WHERE_TO_ASK[form.question.scores_prompt]}" if lacks else "Empty the schema and the grammar"
        others = [one.form_id for one in benchmark.forms if not question_obstacle(one.question, system, expresses)[0]]
        return what, f"{cure}{_instead(others)}."
    return "", ""


def _instead(forms: Sequence[str]) -> str:
    """The forms in which a benchmark can be asked, as the end of an advice."""
    if not forms:
        return ""
    *first, last = forms
    named = f"{', '.join(first)} or {last}" if first else last
    return f", or take its form {named}, which measures something else"


def refuse_benchmarks(choices: Sequence[BenchmarkChoice], systems: Sequence[AuditedSystem]) -> None:
    """Refuse a benchmark that could not be asked in its form.

    Raises:
        PlanError: it names benchmark, form and system, what lacks, and the alternative.
        InputError: a benchmark has no such form.
    """
    for choice in choices:
        obstacle, instead = benchmark_obstacle(choice, systems)
        if obstacle:
            raise PlanError(f"{obstacle} Nothing was asked.", instead)


def same_numbers_words(question: Question, systems: Sequence[AuditedSystem]) -> tuple[str, ...]:
    """Which systems differ only in what no scored sentence is sent with, a sentence for each group of them."""
    if not question.scores_prompt:
        return ()
    groups: dict[bytes, list[str]] = {}
    for system in systems:
        groups.setdefault(canonical_bytes(to_plain(system.endpoint)), []).append(system.label)
    return tuple(
        f"{', '.join(labels[:-1])} and {labels[-1]} ask the same model and differ only in the instructions of the "
        "application, which no sentence is sent with: their numbers cannot differ."
        for labels in groups.values()
        if len(labels) > 1
    )


def without_obstacle(questions: Sequence[Question], systems: Sequence[AuditedSystem]) -> tuple[Question, ...]:
    """The questions that every system can answer, as far as is known."""
    return tuple(question for question in questions if not _obstacle(question, systems)[0])


def askable(
    questions: Sequence[Question], systems: Sequence[AuditedSystem], primary: str
) -> tuple[tuple[Question, ...], tuple[NotTested, ...]]:
    """The questions that every system can answer, and a note for each that is left out.

    Args:
        primary: Id of the question whose tests are confirmatory; it is never left out in silence.

    Raises:
        PlanError: the primary question cannot be answered; it names what lacks and the alternative.
    """
    kept, left_out = [], []
    for question in questions:
        obstacle, instead = _obstacle(question, systems)
        if not obstacle:
            kept.append(question)
        elif question.question_id == primary:
            raise PlanError(
                f"The primary question, “{question.title}”, cannot be asked. {obstacle} Nothing was asked.",
                f"{instead} Choose another primary question, or another endpoint.",
            )
        else:
            left_out.append(_left_out(question, obstacle))
    if not kept:
        raise PlanError(
            f"None of the questions can be asked. {left_out[0].reason_text if left_out else ''}",
            "Choose another endpoint.",
        )
    return tuple(kept), tuple(left_out)


def _obstacle(question: Question, systems: Sequence[AuditedSystem]) -> tuple[str, str]:
    for system in systems:
        if is_supplied(system):
            return "Nobody can be asked: the answers were supplied.", "Look at the results."
        found = question_obstacle(question, system, expressed_by(system.endpoint.kind))
        if found[0]:
            return found
    return "", ""


def _left_out(question: Question, obstacle: str) -> NotTested:
    """A question that is not asked loses no group, so it counts no cell of the coverage."""
    return NotTested(
        scope=f"{QUESTION_SCOPE}{question.title}",
        count=0,
        stakes=0,
        stakes_reason="",
        prior="",
        reason_code="no_access",
        reason_text=obstacle,
    )
