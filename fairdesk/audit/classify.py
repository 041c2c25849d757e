"""Answers in open words to the classifiers that the plan names; what they say goes onto the chain of the run.

Nothing that has a score is scored again, so that whoever is interrupted goes on where it stopped.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field

from fairdesk.audit.benchmark_items import PlanBenchmarks
from fairdesk.audit.classified import ClassifiedScores, classified_entry
from fairdesk.audit.classifier_instruments import Instrument, opened_instrument
from fairdesk.audit.holding import LongHold, holding
from fairdesk.audit.plan import current_plan_sha256, load_plan
from fairdesk.audit.plan_texts import AnswerReader
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.benchmarks import PlannedBenchmark
from fairdesk.domain.classified import Classified, ClassifiedCall
from fairdesk.domain.classifiers import PlannedClassifier
from fairdesk.domain.codec import from_plain
from fairdesk.domain.errors import FairDeskError, InputError
from fairdesk.domain.exchanges import CallFailure, Exchange, ItemKey, Status, status_of
from fairdesk.domain.plan import Plan
from fairdesk.domain.progress import TellStep
from fairdesk.extractors.classifiers.identity_terms import identity_scores
from fairdesk.extractors.written import written_words

GIVEN_UP_AFTER = 3
"""Groups of which no text got a score, in a row; then it is not the texts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassifyWanted:
    """What is to be scored.

    Attributes:
        run_id: Only this run, of whichever plan; empty for the latest of every system under the fixed plan.
        again: Also answers that a classifier failed on before.
    """

    run_id: str = ""
    again: bool = False


NEW_ONES = ClassifyWanted()
"""Whatever no classifier has seen yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassifyResult:
    """How the answers of one run to one benchmark stand with one classifier.

    Attributes:
        n_answered: Answers in open words.
        n_scored: Of those with a score, new ones among them.
        n_new: That got one now.
        n_failed: That were tried now and got none.
        stopped: Why the others were not tried, a sentence; empty when all were.
    """

    run_id: str
    system: str
    benchmark_id: str
    quantity: str
    title: str
    version: str
    n_answered: int
    n_scored: int
    n_new: int
    n_failed: int
    stopped: str

    @property
    def n_missing(self) -> int:
        """Answers without a score."""
        return self.n_answered - self.n_scored


@dataclass(slots=True, kw_only=True)
class _Work:
    """One classifier on the answers of one run to one benchmark."""

    planned: PlannedBenchmark
    classifier: PlannedClassifier
    waiting: list[tuple[ItemKey, str]] = field(default_factory=list)
    instrument: Instrument | None = None
    has_begun: bool = False
    n_answered: int = 0
    n_scored: int = 0
    n_new: int = 0
    n_failed: int = 0
    n_barren: int = 0
    stopped: str = ""


def classify_project(
    spec: WorkspaceSpec,
    project: str,
    tell: TellStep = lambda words: None,
    cancelled: Callable[[], bool] = lambda: False,
    wanted: ClassifyWanted = NEW_ONES,
) -> tuple[ClassifyResult, ...]:
    """Score the answers of a project's runs by the classifiers that its plan names.

    Returns:
        A row per run, benchmark and classifier; nothing for a plan without classifiers.

    Raises:
        InputError: the project has no such run.
        StoreBusy: another process works on the project; it is named.
    """
    with Workspace(spec) as workspace:
        project_id = workspace.store.projects.get(project).project_id
        runs = _runs(workspace, project_id, wanted.run_id)
        plans = {sha256: load_plan(workspace, sha256) for sha256 in set(runs.values())}
        runs = {run: sha256 for run, sha256 in runs.items() if _classifiers(plans[sha256])}
        found: list[ClassifyResult] = []
        if runs:
            with holding(workspace, f"project:{project_id}"):
                for run, sha256 in runs.items():
                    names = (f"project:{project_id}", f"run:{run}")
                    with holding(workspace, names[1]):
                        job = _Job(workspace, run, plans[sha256], names, tell)
                        found += job.classify(cancelled, again=wanted.again)
        return tuple(found)


def _classifiers(plan: Plan) -> list[tuple[PlannedBenchmark, PlannedClassifier]]:
    return [(one, classifier) for one in plan.benchmarks for classifier in one.choice.classifiers]


def _runs(workspace: Workspace, project_id: str, run_id: str) -> dict[str, str]:
    """Run to the hash of its plan.

    Raises:
        InputError: the project has no such run.
    """
    current, found = current_plan_sha256(workspace, project_id), dict[str, str]()
    latest: dict[str, str] = {}
    for entry in workspace.store.ledger.entries(f"project:{project_id}", kind="run_started"):
        body = json.loads(entry.body)
        found[str(body["run_id"])] = str(body["plan_sha256"])
        if body["plan_sha256"] == current:
            latest[str(body["system"])] = str(body["run_id"])
    if run_id:
        if run_id not in found:
            raise InputError(f"The project has no run {run_id!r}.", "See: fairdesk project show")
        return {run_id: found[run_id]}
    return dict.fromkeys(latest.values(), current)


class _Job:
    """One run whose answers are scored."""

    def __init__(self, workspace: Workspace, run_id: str, plan: Plan, names: tuple[str, ...], tell: TellStep) -> None:
        self._workspace, self._run_id, self._tell, self._names = workspace, run_id, tell, names
        self._chain, self._hold = f"run:{run_id}", LongHold(workspace)
        self._scores, self._corrected = ClassifiedScores(plan.benchmarks), dict[ItemKey, Status]()
        self._reader = AnswerReader(plan, PlanBenchmarks(workspace, plan, whole=True))
        self._works = [_Work(planned=one, classifier=classifier) for one, classifier in _classifiers(plan)]

    def classify(self, cancelled: Callable[[], bool], *, again: bool) -> Iterator[ClassifyResult]:
        """Score everything; the rows come when it is done."""
        from fairdesk.audit.frame import read_correction
        from fairdesk.store.entries import CLASSIFIED, CORRECTION

        ledger, system = self._workspace.store.ledger, ""
        for entry in ledger.entries(self._chain, kind=CLASSIFIED):
            self._scores.take(entry)
        for entry in ledger.entries(self._chain, kind=CORRECTION):
            correction = read_correction(entry)
            self._corrected[correction.key] = status_of(correction.new)
        for entry in ledger.entries(self._chain, kind="run_started"):
            system = str(json.loads(entry.body)["system"])
        with ExitStack() as opened:
            for key, text in self._answers():
                for work in self._works:
                    if work.planned.question.question_id == key.question:
                        self._take(work, (key, text), opened, again=again)
                if cancelled():  # the rest is counted alone: what stays without a score is told
                    self._stop("Stopped by the user.")
            for work in self._works:
                self._flush(work, opened)
        return (self._result(work, system) for work in self._works)

    def _answers(self) -> Iterator[tuple[ItemKey, str]]:
        """Every answer that is one in open words, and its words."""
        questions = {work.planned.question.question_id for work in self._works}
        for entry in self._workspace.store.ledger.entries(self._chain, kind="exchange"):
            if entry.question not in questions:
                continue
            exchange = from_plain(Exchange, json.loads(entry.body))
            # A recorded answer without words has nothing that could be scored.
            if isinstance(exchange.outcome, CallFailure) or exchange.outcome.is_bare:
                continue
            key = exchange.key
            status = self._corrected.get(key) or status_of(self._reader.read(key, exchange.outcome))
            if status is Status.ANSWERED:
                yield key, written_words(exchange.outcome)

    def _take(self, work: _Work, answer: tuple[ItemKey, str], opened: ExitStack, *, again: bool) -> None:
        work.n_answered += 1
        key = answer[0]
        if self._scores.is_scored(key, work.classifier.quantity):
            work.n_scored += 1
        elif not work.stopped and (again or not self._scores.was_tried(key, work.classifier.quantity)):
            work.waiting.append(answer)
            if len(work.waiting) >= (work.instrument.n_at_once if work.instrument else 1):
                self._flush(work, opened)

    def _flush(self, work: _Work, opened: ExitStack) -> None:
        """Score what waits, all in one entry; the first time the classifier is opened for it."""
        if not work.waiting or work.stopped:
            return
        if work.instrument is None:
            try:
                work.instrument = opened.enter_context(opened_instrument(self._workspace, work.classifier))
            except FairDeskError as error:
                work.stopped, work.waiting = f"{error.message} {error.advice}".strip(), []
                return
            if work.instrument.n_at_once > len(work.waiting):
                return  # the first answer opened it; more are waited for
        self._score(work, work.instrument)

    def _score(self, work: _Work, instrument: Instrument) -> None:
        identity = () if work.has_begun else identity_scores(lambda texts: instrument.scores(texts)[0])
        scores, stopped = instrument.scores([text for _, text in work.waiting])
        body = Classified(
            classifier=work.classifier,
            question=work.planned.question.question_id,
            at=self._workspace.now_text(),
            calls=tuple(
                ClassifiedCall(case_id=key.case_id, variant=key.variant, sample=key.sample, score=score)
                for (key, _), score in zip(work.waiting, scores, strict=True)
            ),
            identity=identity,
        )
        self._hold.keep(self._names)
        self._workspace.store.ledger.append(self._chain, [classified_entry(body)])
        n_new = sum(score.value is not None for score in scores)
        work.n_new, work.n_scored = work.n_new + n_new, work.n_scored + n_new
        work.n_failed += len(scores) - n_new
        work.n_barren = 0 if n_new else work.n_barren + 1
        work.has_begun, work.stopped, work.waiting = True, stopped, []
        if not stopped and work.n_barren >= GIVEN_UP_AFTER:
            work.stopped = f"The classifier gave no score for {GIVEN_UP_AFTER} groups of answers: {scores[-1].reason}."
        self._tell(f"{work.classifier.title}: {work.n_scored:,} answers of {self._run_id} have a score")

    def _stop(self, words: str) -> None:
        for work in self._works:
            work.stopped, work.waiting = work.stopped or words, []

    def _result(self, work: _Work, system: str) -> ClassifyResult:
        return ClassifyResult(
            run_id=self._run_id,
            system=system,
            benchmark_id=work.planned.benchmark_id,
            quantity=work.classifier.quantity,
            title=work.classifier.title,
            version=work.classifier.version,
            n_answered=work.n_answered,
            n_scored=work.n_scored,
            n_new=work.n_new,
            n_failed=work.n_failed,
            stopped=work.stopped,
        )


def result_words(one: ClassifyResult) -> str:
    """One row in a sentence."""
    words = (
        f"{one.quantity.capitalize()} of {one.benchmark_id}, {one.system}, by {one.title}, version {one.version}: "
        f"{one.n_scored:,} of {one.n_answered:,} answers have a score"
    )
    if one.n_missing:
        words += f", {one.n_missing:,} have none"
    words += f" ({one.n_new:,} new)." if one.n_new else "."
    return f"{words} {one.stopped}".strip()
