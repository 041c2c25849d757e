"""Refuses before the first paid call what an endpoint cannot answer, and names what is left out and the alternative."""

from __future__ import annotations

from collections.abc import Sequence

from fairdesk.domain.abilities import ABILITY_WORDS, lacking, malformed_parts, needs_of_system, question_obstacle
from fairdesk.domain.audited_system import AuditedSystem
from fairdesk.domain.errors import PlanError
from fairdesk.domain.plan import NotTested
from fairdesk.domain.questions import Question
from fairdesk.domain.supplied_words import is_supplied

QUESTION_SCOPE = "question: "
"""How the scope of a question that is not asked begins."""


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
