"""The calls of a plan: which there are, in which order, and what is sent for each."""

from __future__ import annotations

import itertools
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from fairdesk.domain.audited_system import AuditedSystem
from fairdesk.domain.benchmarks import PlannedBenchmark
from fairdesk.domain.canonical import sha256_hex
from fairdesk.domain.cases import Variant
from fairdesk.domain.exchanges import ItemKey, Message, ModelRequest
from fairdesk.domain.plan import FILES_IN_BLOCKS, Plan
from fairdesk.domain.questions import Question
from fairdesk.layers.requests import build_messages


class PlanItems:
    """The calls of one system under a plan, each with a number from 0; they are made when they are needed.

    Those about files come first, then those of the benchmarks in the order of the plan. A million calls take a byte
    each in the caller's marks, and no objects here.
    """

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._parts = [_Part.of_files(plan), *map(_Part.of_benchmark, plan.benchmarks)]
        self._begins = list(itertools.accumulate((len(part) for part in self._parts), initial=0))
        self._by_question = {question: place for place, part in enumerate(self._parts) for question in part.questions}

    def __len__(self) -> int:
        return self._begins[-1]

    def number(self, key: ItemKey) -> int | None:
        """The number of a call; None for one that the plan does not have."""
        place = self._by_question.get(key.question)
        number = None if place is None else self._parts[place].number(key)
        return None if place is None or number is None else self._begins[place] + number

    def key(self, number: int) -> ItemKey:
        """The call with this number, the inverse of ``number``.

        Raises:
            IndexError: the plan has no such number.
        """
        if not 0 <= number < len(self):
            raise IndexError(number)
        place = bisect_right(self._begins, number) - 1
        return self._parts[place].key(number - self._begins[place])

    def keys(self) -> Iterator[ItemKey]:
        """Every call in the order of the numbers, which is not the one in which they are asked."""
        for part in self._parts:
            for case_id in part.cases:
                for case, variant, sample in part.texts(case_id):
                    for question in part.questions:
                        yield ItemKey(case_id=case, variant=variant, question=question, sample=sample)

    def blocks(self, done: bytearray | None = None) -> Iterator[list[ItemKey]]:
        """The calls in the seeded random order in which they are asked, block by block.

        A block is a file with all its variants and repeats, so that complete pairs finish first and a drift of the
        endpoint meets both sides of a pair; or an item of a benchmark with all its forms. The order is the same for
        every system (methods.md D7). The questions about one text stay together: a server that keeps what it has read
        reads the text once.

        Args:
            done: A byte per call; calls whose byte is not 0 are left out, which may leave a block empty. None leaves
                out nothing.
        """
        for part in self._parts:
            for texts in self._texts_in_order(part):
                yield self._keys(part, texts, done)

    def _texts_in_order(self, part: _Part) -> Iterator[list[tuple[str, str, int]]]:
        if self._plan.asking_order != FILES_IN_BLOCKS:
            yield [text for case in part.cases for text in part.texts(case)]
            return
        for case in sorted(part.cases, key=lambda case: _rank(self._plan.order_seed, (case,))):
            yield part.texts(case)

    def _keys(self, part: _Part, texts: list[tuple[str, str, int]], done: bytearray | None) -> list[ItemKey]:
        seed = self._plan.order_seed
        keys = [
            ItemKey(case_id=case_id, variant=variant, question=question, sample=sample)
            for case_id, variant, sample in sorted(texts, key=lambda text: _rank(seed, text))
            for question in part.questions
        ]
        return keys if done is None else [key for key in keys if not done[self.number(key) or 0]]


class _Part:
    """Calls that ask the same questions; their numbers begin at 0.

    Attributes:
        cases: Id to its place.
        questions: Id to its place.
    """

    def __init__(self, cases: Iterable[str], questions: Iterable[str]) -> None:
        self.cases = {case: place for place, case in enumerate(cases)}
        self.questions = {question: place for place, question in enumerate(questions)}
        self._by_place = (tuple(self.cases), tuple(self.questions))
        self._of_case: list[dict[tuple[str, int], int]] = []
        self._first = array("q", [0])

    @classmethod
    def of_files(cls, plan: Plan) -> _Part:
        """The calls about files; files that lack the same variants share one list of their texts."""
        part = cls((case.case_id for case in plan.cases), (question.question_id for question in plan.questions))
        texts = [
            (kind.label, sample)
            for kind in plan.variants
            for sample in range(1, (plan.n_samples if kind.label in plan.repeated else 1) + 1)
        ]
        lacking: dict[int, set[str]] = {}
        for one in plan.omitted:
            for place in one.positions():
                lacking.setdefault(place, set()).add(one.label)
        shared: dict[frozenset[str], dict[tuple[str, int], int]] = {}
        for place in range(len(part.cases)):
            labels = frozenset(lacking.get(place, ()))
            if labels not in shared:
                left = [text for text in texts if text[0] not in labels]
                shared[labels] = {text: number for number, text in enumerate(left)}
            part._add(shared[labels])
        return part

    @classmethod
    def of_benchmark(cls, planned: PlannedBenchmark) -> _Part:
        """The calls of a benchmark: every item in every form."""
        part = cls(planned.cases, (planned.question.question_id,))
        samples = range(1, planned.choice.n_samples + 1)
        texts = {text: number for number, text in enumerate(itertools.product(planned.labels, samples))}
        for _ in part.cases:
            part._add(texts)
        return part

    def _add(self, texts: dict[tuple[str, int], int]) -> None:
        self._of_case.append(texts)
        self._first.append(self._first[-1] + len(texts))

    def __len__(self) -> int:
        return self._first[-1] * len(self.questions)

    def texts(self, case: str) -> list[tuple[str, str, int]]:
        """Case, variant and sample of every text of a case."""
        return [(case, *text) for text in self._of_case[self.cases[case]]]

    def number(self, key: ItemKey) -> int | None:
        """The place of a call among these; None for one that is not here."""
        case, question = self.cases.get(key.case_id), self.questions.get(key.question)
        text = None if case is None else self._of_case[case].get((key.variant, key.sample))
        if case is None or text is None or question is None:
            return None
        return (self._first[case] + text) * len(self.questions) + question

    def key(self, number: int) -> ItemKey:
        """The call at a place."""
        rest, question = divmod(number, len(self.questions))
        case = bisect_right(self._first, rest) - 1
        variant, sample = next(islice(self._of_case[case], rest - self._first[case], None))
        case_id, question_id = self._by_place[0][case], self._by_place[1][question]
        return ItemKey(case_id=case_id, variant=variant, question=question_id, sample=sample)


def files_in_order(plan: Plan) -> tuple[str, ...]:
    """Ids of the files in the random order in which they are asked, the same for every system; it was fixed before."""
    return tuple(sorted((case.case_id for case in plan.cases), key=lambda case: _rank(plan.order_seed, (case,))))


def planned_items(plan: Plan) -> tuple[ItemKey, ...]:
    """Every call of one system, in the order in which it is asked; for large plans see ``PlanItems``."""
    return tuple(key for block in PlanItems(plan).blocks() for key in block)


def _rank(seed: int, text: tuple[str | int, ...]) -> str:
    return sha256_hex(f"{seed}|{'|'.join(map(str, text))}".encode())


def variant_texts(variants: Iterable[Variant]) -> Mapping[tuple[str, str], str]:
    """Case id and variant label to the text that is sent, of plans that are small enough to be held."""
    return {(variant.case_id, variant.label): variant.text for variant in variants}


def build_request(system: AuditedSystem, question: Question, text: str, sample: int) -> ModelRequest:
    """The request for one item: system prompt with its layers, the case text with the question, the begun answer.

    Repeats differ in nothing but the seed, which counts up from the system's seed where it has one. A sentence whose
    own log-probability is asked for is sent alone: nothing of the application, and nothing that decides how an answer
    is drawn, takes part in it.
    """
    if question.scores_prompt:
        return _scoring_request(system, question, text)
    messages = build_messages(system.system_prompt, system.layers, text, question, system.examples)
    decoding = system.decoding
    return ModelRequest(
        messages=messages,
        model=system.endpoint.model,
        temperature=decoding.temperature,
        top_p=decoding.top_p,
        max_tokens=question.max_tokens,
        seed=None if decoding.seed is None else decoding.seed + sample - 1,
        stop=decoding.stop,
        top_logprobs=question.top_logprobs,
        json_schema=decoding.json_schema,
        grammar=decoding.grammar,
    )


def _scoring_request(system: AuditedSystem, question: Question, text: str) -> ModelRequest:
    return ModelRequest(
        messages=(Message(role="user", content=text),),
        model=system.endpoint.model,
        # Some models reject a temperature; for the others it is the same for every system.
        temperature=None if system.decoding.temperature is None else 0.0,
        max_tokens=question.max_tokens,
        scores_prompt=True,
    )
