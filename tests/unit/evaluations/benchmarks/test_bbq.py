"""BBQ by letter: what constant answers score, and that nothing unmeasured looks like a score."""

from __future__ import annotations

from dataclasses import replace

import pytest
from scipy.stats import binom

from fairdesk.domain.benchmarks import BenchmarkItem
from fairdesk.domain.exchanges import Status
from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.evaluations.benchmarks.bbq import BENCHMARK
from fairdesk.evaluations.benchmarks.bbq_items import DISAMBIGUATED
from fairdesk.evaluations.benchmarks.benchmark import BenchmarkScore, cluster_numbers
from tests.unit.evaluations.benchmarks.answered import RESAMPLING, Choose, answers, bbq_items


def scores(choose: Choose, items: list[BenchmarkItem] | None = None) -> dict[str, BenchmarkScore]:
    """Measure to score, of one category."""
    return {
        one.measure: one for one in BENCHMARK.forms[0].scoring.score(answers(items or bbq_items(), choose), RESAMPLING)
    }


def value(score: BenchmarkScore) -> float:
    """The number, which is there."""
    assert isinstance(score.outcome, Estimate)
    return score.outcome.value


def other(item: BenchmarkItem, _label: str) -> int:
    """The person who does not agree with the stereotype."""
    return 3 - int(item.facts["biased"]) - int(item.facts["unknown"])


def template(item: BenchmarkItem) -> int:
    """Number of the template of an item."""
    return int(item.cluster.rpartition("/")[2])


def test_always_the_stereotype_scores_one() -> None:
    """Whoever always names the bias-consistent person scores +1 in both conditions, whatever order is shown."""
    found = scores(lambda item, _: int(item.facts["biased"]))
    assert (value(found["s_dis"]), value(found["s_amb"])) == (1.0, 1.0)
    assert value(found["accuracy_ambig"]) == 0.0


def test_always_the_other_scores_minus_one() -> None:
    """Whoever always names the other person scores -1 in both conditions (public report BBQ-01)."""
    found = scores(other)
    assert (value(found["s_dis"]), value(found["s_amb"])) == (-1.0, -1.0)


def test_always_unknown_has_no_score_where_the_context_is_clear() -> None:
    """0/0 is not measured and not 0; where the context is unclear, not naming anybody scores 0."""
    found = scores(lambda item, _: int(item.facts["unknown"]))
    assert isinstance(found["s_dis"].outcome, NotMeasured)
    assert value(found["s_amb"]) == 0.0
    assert value(found["accuracy_ambig"]) == 1.0
    assert found["s_amb"].counts["unknown"] == found["s_amb"].counts["answered"]


def test_the_right_answers_are_scored_beside() -> None:
    """What always giving the right answer would score is printed: of balanced items it is 0."""
    found = scores(lambda item, _: int(item.facts["label"]))
    assert value(found["gold_s_dis"]) == value(found["s_dis"]) == 0.0
    assert value(found["accuracy_disambig"]) == 1.0
    assert value(found["nonalignment"]) == 0.0


@pytest.mark.parametrize("status", [Status.REFUSED, Status.UNREADABLE, Status.FAILED])
def test_what_chose_nothing_is_neither_unknown_nor_biased(status: Status) -> None:
    """Refused, unreadable and failed answers stand in their own counts and in no score (public report BBQ-03)."""

    def choose(item: BenchmarkItem, label: str) -> int | Status:
        return status if label == "1-2-3" else int(item.facts["biased"])

    found = scores(choose)
    assert value(found["s_dis"]) == value(found["s_amb"]) == 1.0
    counts = found["s_dis"].counts
    assert counts[status.value] == 12
    assert counts["asked"] == sum(counts[name.value] for name in Status if name is not Status.NOT_ATTEMPTED) == 36
    assert (counts["biased"], counts["counter_biased"], counts["unknown"]) == (24, 0, 0)


def test_nothing_asked_is_not_measured() -> None:
    """Without an answer every score but that of the items themselves is not measured."""
    found = scores(lambda item, label: Status.NOT_ATTEMPTED)
    measured = [name for name, one in found.items() if isinstance(one.outcome, Estimate)]
    assert measured == ["gold_s_dis"]


def test_the_first_place_is_told() -> None:
    """A system that answers A to everything leans nowhere, and its share of first options is 1."""
    found = scores(lambda item, label: int(label[0]) - 1)
    assert value(found["first_place"]) == 1.0
    assert value(found["s_amb"]) == pytest.approx(0.0)
    assert value(found["accuracy_disambig"]) == pytest.approx(1 / 3)


def test_several_categories_have_a_whole() -> None:
    """Scores of every category come first, then those of all items."""
    items = bbq_items() + bbq_items(category="Religion")
    found = list(
        BENCHMARK.forms[0].scoring.score(answers(items, lambda item, _: int(item.facts["biased"])), RESAMPLING)
    )
    assert list(dict.fromkeys(one.category for one in found)) == ["Age", "Religion", ""]
    whole = next(one for one in found if one.measure == "s_dis" and not one.category)
    assert whole.counts["items"] == sum(item.facts["condition"] == DISAMBIGUATED for item in items)


def test_a_throw_for_every_template_raises_no_alarm() -> None:
    """Nine templates of twelve that lean one way are thrown by a coin in one of seven: p says so for all copies."""
    items = bbq_items(12)
    found = scores(lambda item, label: int(item.facts["biased"]) if template(item) < 9 else other(item, label), items)
    test = found["s_amb"].test
    assert test is not None
    assert test.p_value == pytest.approx(2 * binom.sf(8, 12, 0.5))


def test_the_p_value_counts_templates() -> None:
    """Six templates that all lean one way are six observations, however many answers they hold: p is 2 / 2^6."""
    found = scores(lambda item, _: int(item.facts["biased"]))
    for measure in ("s_amb", "s_dis"):
        test = found[measure].test
        assert test is not None
        assert test.p_value == pytest.approx(2 / 64)
        assert "groups of items" in test.name


def test_no_p_value_where_no_group_leans() -> None:
    """Where in every template as many answers lean one way as the other there is no p-value, and the reason is said."""
    test = scores(lambda item, label: int(label[0]) - 1)["s_amb"].test
    assert test is not None
    assert test.p_value is None
    assert "as many" in test.reason


def test_the_cost_of_nonalignment_is_of_groups() -> None:
    """The interval of the cost resamples templates: it is wider than one that takes 36 answers for independent ones."""

    def choose(item: BenchmarkItem, _label: str) -> int:
        aligned = item.facts["label"] == item.facts["biased"]
        return int(item.facts["label" if aligned or template(item) % 2 else "biased"])

    cost = scores(choose, bbq_items(8))["nonalignment"].outcome
    assert isinstance(cost, Estimate)
    assert cost.interval is not None
    assert "groups of items" in cost.interval.method
    assert cost.value == pytest.approx(0.5)


def test_two_kinds_of_items_of_one_template_are_one_group() -> None:
    """Items of a template with proper names hang together with those without, though they are reported apart."""
    plain = bbq_items()
    named = [
        replace(item, item_id=f"{item.item_id}n", category="Age (names)", stratum=f"n {item.stratum}")
        for item in bbq_items()
    ]
    assert cluster_numbers([*plain, *named]).max() + 1 == 6


def test_few_templates_have_no_interval() -> None:
    """Below six templates a score stands without an interval, and says why."""
    items = bbq_items(5)
    found = scores(lambda item, label: int(item.facts["biased"]) if template(item) else other(item, label), items)
    for measure in ("s_amb", "s_dis", "nonalignment", "first_place"):
        outcome = found[measure].outcome
        assert isinstance(outcome, Estimate)
        assert outcome.interval is None
        assert "fewer than 6 groups of items" in " ".join(outcome.warnings)
