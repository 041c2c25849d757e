"""Which calls a plan has, and in which order they are asked."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import groupby

from fairdesk.audit.run_items import PlanItems, planned_items
from fairdesk.audit.run_lane import in_turn
from fairdesk.domain.plan import CaseRef, Plan
from tests.unit.audit.small_plan import small_plan


def test_every_call_has_its_number() -> None:
    """Numbers run from 0 without gaps, and a key that the plan does not have has none."""
    plan = small_plan(n_cases=5)
    items = PlanItems(plan)
    keys = planned_items(plan)
    assert sorted(items.number(key) or 0 for key in keys) == list(range(len(items)))
    assert all(items.key(items.number(key) or 0) == key for key in keys)
    assert items.number(replace(keys[0], case_id="unknown")) is None
    assert items.number(replace(keys[0], sample=9)) is None


def test_a_file_is_asked_whole_before_the_next() -> None:
    """In a new plan each file is one run of the order, files and texts are shuffled, questions stay together."""
    plan = small_plan(n_cases=8)
    keys = planned_items(plan)
    files = [case_id for case_id, _ in groupby(keys, key=lambda key: key.case_id)]
    assert len(files) == 8
    assert files != sorted(files)
    texts = [text for text, _ in groupby(keys, key=lambda key: (key.case_id, key.variant, key.sample))]
    assert len(texts) == len(set(texts)) == len(keys) // len(plan.questions)
    assert len({tuple(v for c, v, _ in texts if c == file) for file in files}) > 1, "each file has an order of its own"


def test_a_plan_of_an_earlier_version_keeps_its_order() -> None:
    """Without the new field all texts of all files are shuffled together, and the calls are the same."""
    new = small_plan(n_cases=8)
    old = replace(new, asking_order="")
    assert Counter(planned_items(old)) == Counter(planned_items(new))
    files = [case_id for case_id, _ in groupby(planned_items(old), key=lambda key: key.case_id)]
    assert len(files) > 16
    assert len(list(PlanItems(old).blocks())) == 1


def test_what_is_answered_is_left_out_and_keeps_its_block() -> None:
    """Marks take calls out; a file that is answered whole leaves an empty block, so that systems stay in step."""
    plan = small_plan(n_cases=3)
    items = PlanItems(plan)
    first, *_ = items.blocks()
    marks = bytearray(len(items))
    for key in first:
        marks[items.number(key) or 0] = 1
    blocks = list(items.blocks(marks))
    assert [len(block) for block in blocks] == [0, len(first), len(first)]


class Standing:
    """As much of a run's standing as the turns look at."""

    def __init__(self, plan: Plan, marks: bytearray | None = None) -> None:
        self.job = self
        self.blocks = PlanItems(plan).blocks(marks)
        self.is_stopped = False


def test_systems_take_turns_file_by_file() -> None:
    """After each turn every system has been asked the same files, and not always the same system begins."""
    plan = small_plan(n_cases=12)
    runs = [Standing(plan), Standing(plan)]
    asked = [(runs.index(run), key.case_id) for run, key in in_turn(tuple(runs), plan.order_seed)]  # type: ignore[arg-type]
    turns = [turn for turn, _ in groupby(asked)]
    pairs = list(zip(turns[::2], turns[1::2], strict=True))
    assert all(one[1] == other[1] and {one[0], other[0]} == {0, 1} for one, other in pairs)
    assert {one[0] for one, _ in pairs} == {0, 1}


def test_a_million_calls_take_a_byte_each() -> None:
    """The numbers of a large plan need no list: the length is worked out and the blocks come one by one."""
    cases = tuple(CaseRef(case_id=f"c-{n}", document_sha256="0" * 64) for n in range(100_000))
    plan = replace(small_plan(n_cases=1), cases=cases)
    items = PlanItems(plan)
    assert len(items) == 100_000 * len(planned_items(small_plan(n_cases=1)))
    assert next(items.blocks())
