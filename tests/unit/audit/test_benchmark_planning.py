"""Which items a sample asks, and how their calls are numbered beside those about files."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairdesk.audit.benchmark_import import sampling_of
from fairdesk.audit.benchmark_planning import benchmark_families, drawn_items
from fairdesk.audit.run_items import PlanItems
from fairdesk.domain.benchmarks import BenchmarkChoice, PlannedBenchmark, Sampling, SamplingKind
from fairdesk.domain.errors import InputError
from fairdesk.evaluations.benchmarks.bbq import BENCHMARK
from tests.unit.audit.small_plan import small_plan
from tests.unit.audit.test_plan_abilities import SYSTEM
from tests.unit.evaluations.benchmarks.answered import bbq_items

ITEMS = [*bbq_items(7), *bbq_items(5, "Religion")]


def test_all_items_are_a_full_sample() -> None:
    """Without a sample nothing is left out."""
    assert drawn_items(ITEMS, Sampling()) == ITEMS


def test_a_stratified_sample_takes_as_many_of_every_condition() -> None:
    """Every category and condition gives the same number of items, and a small one all that it has."""
    found = drawn_items(ITEMS, Sampling(kind=SamplingKind.STRATIFIED, n=11, seed=1))
    assert Counter(item.stratum for item in found) == {
        "Age, ambig": 11,
        "Age, disambig": 11,
        "Religion, ambig": 10,
        "Religion, disambig": 10,
    }


def test_a_sample_of_templates_takes_them_whole() -> None:
    """Every category gives the same number of templates, each with all of its items."""
    found = drawn_items(ITEMS, Sampling(kind=SamplingKind.TEMPLATES, n=3, seed=1))
    sizes = Counter((item.category, item.cluster) for item in found)
    assert Counter(category for category, _ in sizes) == {"Age": 3, "Religion": 3}
    assert set(sizes.values()) == {4}


@settings(derandomize=True, deadline=None)
@given(st.permutations(ITEMS), st.sampled_from([SamplingKind.STRATIFIED, SamplingKind.TEMPLATES]), st.integers(1, 9))
def test_a_sample_depends_on_its_seed_alone(items: list[object], kind: SamplingKind, n: int) -> None:
    """The order of the items and what else is asked change nothing; another seed draws others."""
    wanted = Sampling(kind=kind, n=n, seed=4)
    plain = {item.item_id for item in drawn_items(ITEMS, wanted)}
    assert {item.item_id for item in drawn_items(items, wanted)} == plain  # type: ignore[arg-type]
    alone = [item for item in ITEMS if item.category == "Religion"]
    assert {item.item_id for item in drawn_items(alone, wanted)} == {one for one in plain if one.startswith("Rel")}


def test_another_seed_draws_another_sample() -> None:
    """Two seeds do not give the same items."""
    first, second = (drawn_items(ITEMS, Sampling(kind=SamplingKind.STRATIFIED, n=3, seed=seed)) for seed in (1, 2))
    assert first != second


@pytest.mark.parametrize("words", ["half", "stratified", "stratified:0", "templates:-1", "full:3", "stratified:²"])
def test_words_that_are_no_sample_are_refused(words: str) -> None:
    """What cannot be drawn is refused with what can be written."""
    with pytest.raises(InputError, match="is no sample"):
        sampling_of(words, 1)


def planned(benchmark_id: str, n_items: int, n_samples: int) -> PlannedBenchmark:
    """A benchmark in a plan, without a store."""
    return PlannedBenchmark(
        choice=BenchmarkChoice(benchmark_id=benchmark_id, files=(), form="letter", n_samples=n_samples),
        card=BENCHMARK.card,
        question=replace(BENCHMARK.forms[0].question, question_id=f"{benchmark_id}_letter"),
        labels=("1-2-3", "2-3-1", "3-1-2"),
        cases=tuple(f"{benchmark_id}:{n:03}" for n in range(n_items)),
        items_sha256="0" * 64,
        left_out={},
        categories=("Age",),
    )


@pytest.mark.parametrize("n_files", [0, 3])
def test_calls_of_files_and_benchmarks_are_numbered_once(n_files: int) -> None:
    """Every number is one call, every call has one number, and all blocks together hold each once."""
    plan = replace(small_plan(n_files), benchmarks=(planned("bbq", 5, 1), planned("other", 4, 2)))
    items = PlanItems(plan)
    n_of_files = len(PlanItems(small_plan(n_files)))
    assert len(items) == n_of_files + 5 * 3 + 4 * 3 * 2
    assert [items.number(items.key(number)) for number in range(len(items))] == [*range(len(items))]
    blocks = list(items.blocks())
    assert len(blocks) == n_files + 5 + 4
    assert len({key for block in blocks for key in block}) == sum(map(len, blocks)) == len(items)
    assert items.number(replace(items.key(len(items) - 1), question="rating")) is None


def test_every_system_is_adjusted_by_itself() -> None:
    """Two systems have a family of tests each, and the second one of its changes; no test stands in two."""
    systems = [replace(SYSTEM, label=label) for label in ("a", "b")]
    found = benchmark_families(systems, (planned("bbq", 5, 1),))
    assert [family.family_id for family in found] == ["a/bbq", "b/bbq", "b/changes of bbq"]
    members = [member for family in found for member in family.members]
    assert len(members) == len(set(members))
    assert all(member.startswith(f"{family.family_id[0]}/") for family in found for member in family.members)


def test_a_test_of_categories_against_each_other_is_planned_for_categories_alone() -> None:
    """All items have no others to be held against, so that no test of them stands in a family."""
    bold = planned("bold", 4, 1)
    of_groups = replace(bold, choice=replace(bold.choice, form="continued"), categories=("d: a", "d: b"))
    (family,) = benchmark_families([SYSTEM], (of_groups,))
    places = [(member.split("/")[2], member.split("/")[3]) for member in family.members]
    tested = [f"{quantity}_{kind}" for quantity in ("toxicity", "sentiment") for kind in ("gap", "superiority")]
    assert sorted(places) == sorted((group, name) for group in ("d: a", "d: b") for name in tested)
