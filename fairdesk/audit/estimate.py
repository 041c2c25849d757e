"""What a run will take, as an interval: from the lengths of its texts, later from the tokens that were counted."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

from fairdesk.audit.benchmark_items import PlanBenchmarks
from fairdesk.audit.benchmark_planning import choice_sizes, question_of
from fairdesk.audit.case_choice import count_cases, used_cases
from fairdesk.audit.evaluation_choice import evaluation_of
from fairdesk.audit.plan import current_plan_sha256, load_plan
from fairdesk.audit.plan_abilities import without_obstacle
from fairdesk.audit.plan_texts import PlanTexts
from fairdesk.audit.run_budget import TOKENS_PER_MESSAGE, cost_of
from fairdesk.audit.run_items import PlanItems, build_request
from fairdesk.audit.run_status import endpoint_terms, run_of_system, run_spending
from fairdesk.audit.variant_parts import TextSize
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.audited_system import AuditedSystem, ProjectDetails
from fairdesk.domain.cases import VariantRole
from fairdesk.domain.endpoint_terms import CostEstimate, EndpointTerms, Spending
from fairdesk.domain.exchanges import Message
from fairdesk.domain.plan import Plan
from fairdesk.domain.questions import Question

if TYPE_CHECKING:
    from fairdesk.evaluations.evaluation import Evaluation

CHARACTERS_PER_TOKEN = 6.0
"""More characters than a token of ordinary prose has: the lower end."""

ASCII_PER_TOKEN = 2.0
"""Fewer than a token of plain letters has; of other scripts every byte may be one: the upper end."""

LEAST_PER_MESSAGE = 3

FILES_MEASURED = 200
"""Files of a design whose variants are made for an estimate before all are built."""

ENOUGH_COUNTED = 20
"""Answers with counted tokens from which on they tell more than the lengths of texts."""

WIDEST, NARROWEST = 0.25, 0.02
"""How far the rest may lie from what was counted, as a share."""

LENGTHS = (
    "From the lengths of the texts: prompts between one token for six characters and one for two (for each byte of "
    "other scripts than Latin letters), answers between one token and the longest allowed."
)
NO_REPEATS = "Calls that fail and are sent again are not in it."
UNTRIED = "Questions that the endpoint turns out not to answer are in it; the plan leaves them out and names them."


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemEstimate:
    """What one system's run will still take.

    Attributes:
        system: Its label.
        n_planned: Calls of the whole run.
        seconds: At least so long, by the limits per minute that were entered; None where there are none.
        spent: What the run has spent already.
    """

    system: str
    n_planned: int
    estimate: CostEstimate
    seconds: float | None
    spent: Spending


@dataclass(frozen=True, slots=True, kw_only=True)
class CallSize:
    """Tokens of the mean call of a run: ends of an interval."""

    prompt_low: float
    prompt_high: float
    answer_high: float


AskedTexts = tuple[tuple[Question, ...], list[tuple[TextSize, int]]]
"""Questions, and the size of all texts of each variant that they are asked about with how often each is."""


class RunEstimate:
    """Tells what the calls that are left of one run will take."""

    def __init__(self, size: CallSize, terms: EndpointTerms) -> None:
        self._size = size
        self._terms = terms

    def left(self, n_left: int, spent: Spending, n_told: int) -> CostEstimate:
        """The interval for so many calls.

        Args:
            spent: Of the run up to now.
            n_told: Answers whose tokens are in it.
        """
        size, words = self._size, LENGTHS
        prompts, answers = (size.prompt_low, size.prompt_high), (1.0, size.answer_high)
        if n_told >= ENOUGH_COUNTED:
            share = min(WIDEST, max(NARROWEST, 2 / math.sqrt(n_told)))
            prompts, answers = (
                (mean * (1 - share), mean * (1 + share))
                for mean in (spent.prompt_tokens / n_told, spent.answer_tokens / n_told)
            )
            words = f"From the tokens of {n_told:,} answers that were counted, and {share:.0%} to either side."
        low, high = ((round(n_left * prompts[end]), round(n_left * answers[end])) for end in (0, 1))
        terms = self._terms
        return CostEstimate(
            n_calls=n_left,
            tokens_low=sum(low),
            tokens_high=sum(high),
            cost_low=float(cost_of(terms, n_left, *low)) if terms.has_prices else None,
            cost_high=float(cost_of(terms, n_left, *high)) if terms.has_prices else None,
            currency=terms.currency if terms.has_prices else "",
            words=(words, NO_REPEATS),
        )


def estimate_project(spec: WorkspaceSpec, project: str) -> tuple[SystemEstimate, ...]:
    """What is left to ask of every system of a project, by the fixed plan or by the project as it is described.

    Nothing is asked of an endpoint for it.

    Raises:
        InputError: there is no such project.
        ImportProblem: no plan is fixed and a case file cannot be read.
    """
    with Workspace(spec) as workspace:
        record = workspace.store.projects.get(project)
        sha256 = current_plan_sha256(workspace, record.project_id)
        if not sha256:
            return tuple(_described(workspace, record.project_id, record.details))
        plan = load_plan(workspace, sha256)
        if plan.supplied is not None:
            return ()
        texts = PlanTexts(workspace, plan, PlanBenchmarks(workspace, plan))
        n_planned = len(PlanItems(plan))
        found = []
        for system in plan.systems:
            run_id = run_of_system(workspace, record.project_id, sha256, system.label)
            terms = endpoint_terms(workspace, system.endpoint)
            spent, n_told, n_answered = run_spending(workspace, run_id, terms)
            estimate = RunEstimate(mean_call(system, plan, texts), terms)
            left = estimate.left(n_planned - n_answered, spent, n_told)
            found.append(_system(system, n_planned, left, terms, spent))
        return tuple(found)


def mean_call(system: AuditedSystem, plan: Plan, texts: PlanTexts) -> CallSize:
    """The mean call of a system under a plan, over its files and its benchmarks."""
    kinds: list[AskedTexts] = [(plan.questions, texts.of_files())]
    kinds += [((one.question,), texts.of_benchmark(one.benchmark_id)) for one in plan.benchmarks]
    return _mean(system, kinds)


def _mean(system: AuditedSystem, kinds: Iterable[AskedTexts]) -> CallSize:
    sizes = [(call_size(system, questions, some), _n_texts(some) * len(questions)) for questions, some in kinds]
    n_calls = sum(n for _, n in sizes) or 1
    return CallSize(
        prompt_low=sum(size.prompt_low * n for size, n in sizes) / n_calls,
        prompt_high=sum(size.prompt_high * n for size, n in sizes) / n_calls,
        answer_high=sum(size.answer_high * n for size, n in sizes) / n_calls,
    )


def _n_texts(texts: Iterable[tuple[TextSize, int]]) -> int:
    return sum(size.n_texts * n for size, n in texts)


def call_size(
    system: AuditedSystem, questions: tuple[Question, ...], texts: Iterable[tuple[TextSize, int]]
) -> CallSize:
    """The mean call over all texts and questions.

    Args:
        texts: Size of all texts of every variant with the number of their samples.
    """
    low = high = 0.0
    n_texts = 0
    for size, n_samples in texts:
        n_texts += n_samples * size.n_texts
        low += n_samples * size.n_characters / CHARACTERS_PER_TOKEN
        high += n_samples * (size.n_ascii / ASCII_PER_TOKEN + size.n_bytes - size.n_ascii)
    if not n_texts or not questions:
        return CallSize(prompt_low=0.0, prompt_high=0.0, answer_high=0.0)
    low, high = low / n_texts, high / n_texts
    around = [_around(build_request(system, question, "", 1).messages) for question in questions]
    return CallSize(
        prompt_low=low + sum(ends[0] for ends in around) / len(around),
        prompt_high=high + sum(ends[1] for ends in around) / len(around),
        answer_high=sum(question.max_tokens for question in questions) / len(questions),
    )


def _described(workspace: Workspace, project_id: str, details: ProjectDetails) -> Iterable[SystemEstimate]:
    """The same before a plan is fixed; an endpoint that was never asked counts as able to answer every question."""
    from fairdesk.domain.object_words import has_learnt_facts

    of_benchmarks: list[AskedTexts] = [
        ((question,), choice_sizes(workspace, choice))
        for choice in details.benchmarks
        if (question := question_of(choice)) is not None
    ]
    is_known = all(has_learnt_facts(system) for system in details.systems)
    kinds: list[AskedTexts] = [*of_benchmarks]
    n_planned = sum(_n_texts(texts) for _, texts in of_benchmarks)
    if not details.without_files:
        questions, texts, share = _described_files(workspace, project_id, details, is_known=is_known)
        kinds.append((questions, texts))
        n_planned += round(share * _n_texts(texts)) * len(questions)
    for system in details.systems:
        terms = endpoint_terms(workspace, system.endpoint)
        left = RunEstimate(_mean(system, kinds), terms).left(n_planned, Spending(), 0)
        left = left if is_known else replace(left, words=(*left.words, UNTRIED))
        yield _system(system, n_planned, left, terms, Spending())


def _described_files(
    workspace: Workspace, project_id: str, details: ProjectDetails, *, is_known: bool
) -> tuple[tuple[Question, ...], list[tuple[TextSize, int]], float]:
    """Questions, texts and by how much more files there are, of what is asked about files."""
    evaluation = evaluation_of(workspace, details)
    questions = without_obstacle(evaluation.questions, details.systems) if is_known else evaluation.questions
    repeated = {kind.label for kind in evaluation.variants if kind.role is VariantRole.ORIGINAL}
    n_samples = max(1, details.n_samples)
    sizes, share = _sizes(workspace, project_id, details, evaluation)
    return questions, [(size, n_samples if label in repeated else 1) for label, size in sizes.items()], share


def _sizes(
    workspace: Workspace, project_id: str, details: ProjectDetails, evaluation: Evaluation
) -> tuple[dict[str, TextSize], float]:
    """Label to the size of its texts, and by how much more files there are than were measured for it.

    Of a design whose variants are built, all are known; of one whose are not, the first files stand for the others.
    """
    from fairdesk.audit.built_variants import built_of

    built = built_of(workspace, project_id, details)
    if built is not None:
        return built.sizes, 1.0
    found: dict[str, TextSize] = {}
    n_files = count_cases(workspace, details, project_id)
    n_read = n_files if details.design is None else min(n_files, FILES_MEASURED)
    for case in islice(used_cases(workspace, details, project_id), n_read):
        for variant in evaluation.make_variants(case).variants:
            found.setdefault(variant.label, TextSize()).add(variant.text)
    return found, n_files / n_read if n_read else 1.0


def _system(
    system: AuditedSystem, n_planned: int, left: CostEstimate, terms: EndpointTerms, spent: Spending
) -> SystemEstimate:
    minutes = []
    if terms.requests_per_minute:
        minutes.append(left.n_calls / terms.requests_per_minute)
    if terms.tokens_per_minute:
        minutes.append(left.tokens_low / terms.tokens_per_minute)
    seconds = 60 * max(minutes) if minutes else None
    return SystemEstimate(system=system.label, n_planned=n_planned, estimate=left, seconds=seconds, spent=spent)


def _around(messages: tuple[Message, ...]) -> tuple[float, float]:
    """What stands around an empty text: system prompt, examples, question."""
    low = sum(len(message.content) / CHARACTERS_PER_TOKEN + LEAST_PER_MESSAGE for message in messages)
    return low, sum(_most_tokens(message.content) + TOKENS_PER_MESSAGE for message in messages)


def _most_tokens(text: str) -> float:
    if text.isascii():
        return len(text) / ASCII_PER_TOKEN
    n_ascii = len(text.encode("ascii", "ignore"))
    return n_ascii / ASCII_PER_TOKEN + len(text.encode("utf-8", "replace")) - n_ascii
