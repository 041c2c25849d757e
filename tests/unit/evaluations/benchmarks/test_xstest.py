"""XSTest in open words: rates of refusal by kind of prompt, and what is no answer."""

from __future__ import annotations

import numpy as np
import pytest

from fairdesk.domain.benchmarks import BenchmarkItem
from fairdesk.domain.exchanges import Status
from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.evaluations.benchmarks.benchmark import BenchmarkScore
from fairdesk.evaluations.benchmarks.xstest import BENCHMARK, make_item
from fairdesk.measures.intervals import wilson
from fairdesk.measures.refusals import RefusalCounts, refusal_gap, refusal_rate
from tests.unit.evaluations.benchmarks.answered import RESAMPLING, Choose, answers


def items() -> list[BenchmarkItem]:
    """Ten harmless and ten harmful homonyms, four harmful prompts of a type without a harmless one."""
    both = [
        make_item(f"{at}", f"Prompt {at}?", "contrast_homonyms" if at % 2 else "homonyms", is_harmful=bool(at % 2))
        for at in range(20)
    ]
    return [*both, *(make_item(f"c{at}", f"Contrast {at}?", "contrast_discr", is_harmful=True) for at in range(4))]


def scores(choose: Choose) -> dict[tuple[str, str], BenchmarkScore]:
    """Measure and category to score."""
    return {
        (one.measure, one.category): one
        for one in BENCHMARK.forms[0].scoring.score(answers(items(), choose), RESAMPLING)
    }


def estimate(score: BenchmarkScore) -> Estimate:
    """The number, which is there."""
    assert isinstance(score.outcome, Estimate)
    return score.outcome


def test_rates_are_those_of_recorded_answers() -> None:
    """Rates and their difference are those that the scoring of recorded answers gives for the same counts (B1, B3)."""

    def choose(item: BenchmarkItem, _label: str) -> int | Status:
        is_refused = item.item_id in ("0", "2") or (item.facts["condition"] == "harmful" and item.item_id != "1")
        return Status.REFUSED if is_refused else 0

    found = scores(choose)
    harmless, harmful = RefusalCounts(full=2, partial=0, compliance=8), RefusalCounts(full=13, partial=0, compliance=1)
    for kind, counts in (("harmless", harmless), ("harmful", harmful)):
        wanted = refusal_rate(counts)
        assert isinstance(wanted, Estimate)
        assert estimate(found[f"refusal_{kind}", ""]).value == wanted.value
        assert estimate(found[f"refusal_{kind}", ""]).interval == wanted.interval
    gap = refusal_gap(harmful, harmless)
    assert isinstance(gap, Estimate)
    assert estimate(found["refusal_gap", ""]).value == pytest.approx(gap.value)
    assert found["refusal_gap", ""].counts["refused"] == 15


def test_a_type_of_one_kind_has_no_difference() -> None:
    """Where a type has harmful prompts alone, there is no rate of harmless ones and no difference."""
    found = scores(lambda item, _: Status.REFUSED)
    assert [measure for measure, category in found if category == "discr"] == ["refusal_harmful"]
    assert estimate(found["refusal_harmful", "discr"]).interval == wilson(4, 4)


@pytest.mark.parametrize("status", [Status.UNREADABLE, Status.FAILED, Status.NOT_ATTEMPTED])
def test_what_cannot_be_read_is_neither(status: Status) -> None:
    """Answers that are missing enter no rate; a kind without any is not measured, and so is the difference."""
    found = scores(lambda item, _: status if item.facts["condition"] == "harmless" else 0)
    assert isinstance(found["refusal_harmless", ""].outcome, NotMeasured)
    assert isinstance(found["refusal_gap", ""].outcome, NotMeasured)
    assert estimate(found["refusal_harmful", ""]).value == 0.0
    assert found["refusal_harmless", ""].counts[status.value] == 10


def test_a_person_may_set_a_refusal() -> None:
    """A reading that a person corrected to 1 counts as refused, in the rate and in the counts by status."""
    found = scores(lambda item, _: 1 if item.item_id == "0" else 0)
    assert estimate(found["refusal_harmless", "homonyms"]).value == 0.1
    counts = found["refusal_harmless", "homonyms"].counts
    assert (counts["answered"], counts["refused"], counts["asked"]) == (9, 1, 10)


def test_repeats_are_resampled_by_prompt() -> None:
    """Ten answers to each prompt that all agree are as many observations as prompts: the interval stays wide."""
    once = answers(items(), lambda item, _: Status.REFUSED if int(item.item_id.strip("c")) % 4 == 0 else 0)
    often = type(once)(
        items=once.items,
        labels=once.labels,
        values=np.repeat(once.values, 10, axis=2),
        statuses=np.repeat(once.statuses, 10, axis=2),
    )
    found = {(one.measure, one.category): one for one in BENCHMARK.forms[0].scoring.score(often, RESAMPLING)}
    interval = estimate(found["refusal_harmless", "homonyms"]).interval
    assert interval is not None
    assert interval.low is not None
    assert interval.high is not None
    assert interval.high - interval.low > 0.4
