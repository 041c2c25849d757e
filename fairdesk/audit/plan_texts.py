"""What the calls of a plan send, and what their answers say: of its files and of its benchmarks alike."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from fairdesk.audit.benchmark_items import PlanBenchmarks
from fairdesk.audit.benchmark_sources import form_of
from fairdesk.audit.variant_parts import PlanVariants, TextSize
from fairdesk.audit.workspace import Workspace
from fairdesk.domain.benchmarks import ASKED_FACT
from fairdesk.domain.exchanges import ItemKey, ModelReply, Reading
from fairdesk.domain.plan import Plan
from fairdesk.extractors import read_answer


class PlanTexts:
    """The texts that a plan sends, read as they are asked for."""

    def __init__(self, workspace: Workspace, plan: Plan, benchmarks: PlanBenchmarks) -> None:
        self._workspace, self._plan, self._benchmarks = workspace, plan, benchmarks
        self._of_items = {one.question.question_id for one in plan.benchmarks}

    @cached_property
    def _variants(self) -> PlanVariants:
        return PlanVariants(self._workspace, self._plan)

    def text(self, key: ItemKey) -> str:
        """What is sent of one variant of a file, or of one form of a benchmark's item.

        The question tells which: a file may have the name of an item.

        Raises:
            KeyError: the plan has no such file, item or variant.
        """
        if key.question not in self._of_items:
            return self._variants.text(key.case_id, key.variant)
        item = self._benchmarks.item(key.case_id)
        if item is None:
            raise KeyError(key.case_id)
        return item.texts[key.variant]

    def of_files(self) -> list[tuple[TextSize, int]]:
        """The size of all texts of each variant of the files, with how often each text is asked about."""
        if not self._plan.cases:
            return []
        sizes, plan = self._variants.sizes(), self._plan
        return [(size, plan.n_samples if label in plan.repeated else 1) for label, size in sizes.items()]

    def of_benchmark(self, benchmark_id: str) -> list[tuple[TextSize, int]]:
        """The same of each form of a benchmark's items."""
        planned = next(one for one in self._plan.benchmarks if one.benchmark_id == benchmark_id)
        return [(size, planned.choice.n_samples) for size in self._benchmarks.sizes(benchmark_id).values()]


class AnswerReader:
    """Reads the answers to all questions of a plan, by files and by benchmarks."""

    def __init__(self, plan: Plan, benchmarks: PlanBenchmarks) -> None:
        self.questions = {question.question_id: question for question in plan.all_questions}
        self._benchmarks = benchmarks
        self._has_options = {one.question.question_id for one in plan.benchmarks}
        self._keep = {one.question.question_id: form_of(one.choice).keep for one in plan.benchmarks}

    def options(self, key: ItemKey) -> tuple[str, ...]:
        """Words of the options in the order that was shown; empty where a call showed none."""
        if key.question not in self._has_options:
            return ()
        item = self._benchmarks.item(key.case_id)
        return () if item is None else item.options.get(key.variant, ())

    def keep(self, key: ItemKey) -> Callable[[ModelReply], object] | None:
        """What takes from an answer what scoring has to know beside its value; None where the value is enough."""
        return self._keep.get(key.question)

    def read(self, key: ItemKey, reply: ModelReply) -> Reading:
        """What an answer says to the question that a call asked.

        Raises:
            KeyError: the plan has no such question, or this version of FairDesk has no such extractor.
        """
        return read_answer(self.questions[key.question], reply, self.options(key), self.asked(key))

    def asked(self, key: ItemKey) -> str:
        """What an item asks, where its words bear on how an answer is read."""
        item = self._benchmarks.item(key.case_id) if key.question in self._has_options else None
        return "" if item is None else item.facts.get(ASKED_FACT, "")
