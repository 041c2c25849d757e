"""Groups of texts that classifiers scored: the worked examples come out, and what has no score is never a number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairdesk.domain.benchmarks import BenchmarkItem
from fairdesk.domain.exchanges import Status
from fairdesk.domain.results import NotMeasured
from fairdesk.evaluations.benchmarks.benchmark import BenchmarkAnswers, BenchmarkScore
from fairdesk.evaluations.benchmarks.bold import SCORING, make_item
from tests.unit.evaluations.benchmarks.answered import RESAMPLING
from tests.unit.evaluations.benchmarks.classified import NAN, by_name, estimate, planned, reason, scored

FIRST = (0.02, 0.05, 0.11, 0.3, 0.08, 0.61, 0.04)
SECOND = (0.01, 0.03, 0.02, 0.12, 0.05, 0.06)
"""Worked example M21-P1 of methods.md."""

A, B = "d: a", "d: b"


def items(*sizes: int, same_words: bool = False) -> list[BenchmarkItem]:
    """Beginnings of the groups a, b, c of the domain d; of the same words in each group where that is said."""
    found = []
    for group, size in zip("abc", sizes, strict=False):
        for n in range(size):
            at = f"{group}{n}"
            found.append(make_item(at, f"{at} ", ("d", group, at), group if same_words else at))
    return found


def score(answers: BenchmarkAnswers) -> dict[tuple[str, str], BenchmarkScore]:
    return by_name(SCORING.score(answers, RESAMPLING))


def rows(*groups: Sequence[float]) -> list[list[float]]:
    """One text each."""
    return [[value] for group in groups for value in group]


def test_the_worked_example_of_two_groups_comes_out() -> None:
    """Means, difference with Welch's interval and test, superiority with its test and distance are those of M21-P1."""
    found = score(scored(items(7, 6), {"toxicity": rows(FIRST, SECOND)}))
    gap = estimate(found[A, "toxicity_gap"])
    assert gap.value == pytest.approx(0.1245238, abs=1e-6)
    assert gap.interval is not None
    assert (gap.interval.low, gap.interval.high) == pytest.approx((-0.07418314, 0.3232308), abs=1e-6)
    tests = {name: found[A, f"toxicity_{name}"].test for name in ("gap", "superiority")}
    assert tests["gap"] is not None
    assert tests["superiority"] is not None
    assert tests["gap"].p_value == pytest.approx(0.1790767, abs=1e-6)
    assert tests["superiority"].p_value == pytest.approx(0.1866232, abs=1e-6)
    assert estimate(found[A, "toxicity_superiority"]).value == pytest.approx(0.7142857, abs=1e-6)
    assert estimate(found[A, "toxicity_distance"]).value == pytest.approx(0.1245238, abs=1e-6)
    assert estimate(found[A, "toxicity_mean"]).value == pytest.approx(sum(FIRST) / 7)
    assert estimate(found[B, "toxicity_gap"]).value == pytest.approx(-gap.value)
    assert estimate(found["", "toxicity_mean"]).value == pytest.approx((sum(FIRST) + sum(SECOND)) / 13)
    assert estimate(found[A, "toxicity_share"]).value == pytest.approx(1 / 7)


def test_the_worked_example_of_regard_comes_out() -> None:
    """Scores, their gap and its interval are those of M21-P3, from labels +1, -1 and 0."""
    labels = {"a": (30, 45, 25), "b": (50, 25, 25)}
    of = [[1.0] * up + [-1.0] * down + [0.0] * rest for up, down, rest in labels.values()]
    found = score(scored(items(100, 100), {"regard": rows(*of)}))
    assert estimate(found[A, "regard_score"]).value == pytest.approx(-0.15)
    assert estimate(found[B, "regard_score"]).value == pytest.approx(0.25)
    gap = estimate(found[A, "regard_gap"])
    assert gap.value == pytest.approx(-0.4)
    assert gap.interval is not None
    assert (gap.interval.low, gap.interval.high) == pytest.approx((-0.6331451, -0.1668549), abs=1e-6)


def test_without_a_classifier_nothing_is_measured() -> None:
    """TOX-01: no classifier of a quantity, or one without a single score, gives reasons and never 0."""
    of = items(7, 6)
    none = score(scored(of, {"toxicity": rows(FIRST, SECOND)}, classifiers=()))
    assert all(isinstance(one.outcome, NotMeasured) for one in none.values())
    assert reason(none[A, "toxicity_mean"]) == "no classifier of toxicity was planned"
    assert "nothing is put in its place" in none[A, "toxicity_mean"].sentence
    empty = score(scored(of, {"toxicity": rows([NAN] * 7, [NAN] * 6)}))
    assert reason(empty[A, "toxicity_gap"]) == "the classifier A scale, 1 has scored no text"
    test = empty[A, "toxicity_gap"].test
    assert test is not None
    assert test.p_value is None
    assert test.reason == "the classifier A scale, 1 has scored no text"
    assert empty[A, "toxicity_mean"].counts["without_score"] == 7


def test_intervals_end_where_the_scale_ends() -> None:
    """Few texts give no interval beyond the scale: means are cut at its ends, differences at its width, and told."""
    found = score(scored(items(2, 2), {"sentiment": rows([-0.9, 0.9], [0.9, -0.8])}))
    mean, gap = (estimate(found[A, f"sentiment_{kind}"]).interval for kind in ("mean", "gap"))
    assert mean is not None
    assert gap is not None
    assert (mean.low, mean.high, mean.method) == (-1.0, 1.0, "t, cut to -1 to 1")
    assert (gap.low, gap.high, gap.method) == (-2.0, 2.0, "Welch t, cut to -2 to 2")
    toxic = score(scored(items(7, 6), {"toxicity": rows(FIRST, SECOND)}))
    inside = estimate(toxic[A, "toxicity_gap"]).interval
    assert inside is not None
    assert inside.method == "Welch t"


def test_a_missing_score_is_counted_and_left_out() -> None:
    """A text without a score lowers no mean; row and counts say how many, and the ends are told from 2 percent on."""
    values = [0.4, NAN, 0.6, 0.5]
    found = score(scored(items(4, 6), {"toxicity": rows(values, SECOND)}))
    row = found[A, "toxicity_mean"]
    assert estimate(row).value == pytest.approx(0.5)
    assert estimate(row).missing == {"texts without a score": 1}
    assert row.counts["without_score"] == 1
    assert row.counts["answered"] == 4
    assert "between 0.375 and 0.625" in estimate(row).warnings[-1]
    assert estimate(found[A, "toxicity_gap"]).missing == {"prompts of this group": 1, "prompts of the others": 0}
    assert found["", "toxicity_mean"].counts["without_score"] == 1


def test_a_refusal_is_no_text_that_is_scored() -> None:
    """What was refused, failed or could not be read enters no mean, even where somebody scored its words."""
    statuses = {(0, 0): Status.REFUSED, (1, 0): Status.UNREADABLE, (2, 0): Status.FAILED}
    found = score(scored(items(7, 6), {"toxicity": rows(FIRST, SECOND)}, statuses=statuses))
    row = found[A, "toxicity_mean"]
    assert estimate(row).value == pytest.approx(sum(FIRST[3:]) / 4)
    counts = row.counts
    assert (counts["refused"], counts["unreadable"], counts["failed"], counts["answered"]) == (1, 1, 1, 4)
    assert counts["asked"] == 7
    assert counts["without_score"] == 0


def test_repeats_and_equal_words_are_one_unit() -> None:
    """Several texts of one prompt, and prompts of the same words, come to one mean each."""
    twice = score(scored(items(7, 6), {"toxicity": [[value, value] for value in (*FIRST, *SECOND)]}))
    once = score(scored(items(7, 6), {"toxicity": rows(FIRST, SECOND)}))
    assert estimate(twice[A, "toxicity_gap"]) == estimate(once[A, "toxicity_gap"])
    assert twice[A, "toxicity_gap"].test == once[A, "toxicity_gap"].test
    same = score(scored(items(7, 6, same_words=True), {"toxicity": rows(FIRST, SECOND)}))
    assert estimate(same[A, "toxicity_mean"]).n == 1
    assert estimate(same[A, "toxicity_mean"]).interval is None
    test = same[A, "toxicity_gap"].test
    assert test is not None
    assert test.p_value is None


def test_a_share_of_none_has_the_interval_of_its_prompts() -> None:
    """Where no text of several per prompt is toxic the prompts are counted, so that 0 does not look certain."""
    twice = score(scored(items(7, 6), {"toxicity": [[0.1, 0.2]] * 13}))
    once = score(scored(items(7, 6), {"toxicity": [[0.1]] * 13}))
    share = estimate(twice[A, "toxicity_share"])
    assert (share.value, share.n) == (0.0, 14)
    assert share.interval is not None
    assert share.interval == estimate(once[A, "toxicity_share"]).interval


def test_a_group_is_held_against_its_own_domain() -> None:
    """Prompts of another domain are not among the others; a group alone in its domain is not compared."""
    of = items(7, 6)
    alone = make_item("e", "e ", ("other", "z", "page"), "e")
    found = score(scored([*of, alone], {"toxicity": rows(FIRST, SECOND, [1.0])}))
    assert estimate(found[A, "toxicity_gap"]).value == pytest.approx(0.1245238, abs=1e-6)
    assert "no other group" in reason(found["other: z", "toxicity_gap"])
    test = found["other: z", "toxicity_gap"].test
    assert test is not None
    assert test.p_value is None
    labelled = score(scored([*of, alone], {"regard": rows([1.0] * 7, [0.0] * 6, [1.0])}))
    assert "no other group" in reason(labelled["other: z", "regard_gap"])


def test_small_groups_are_shown_and_not_ranked() -> None:
    """A group of fewer than 30 prompts says so; a larger one and the whole do not."""
    found = score(scored(items(30, 12), {"sentiment": rows([0.1] * 30, [0.2] * 12)}))
    assert found[A, "sentiment_mean"].note == ""
    assert found["", "sentiment_mean"].note == ""
    assert found[B, "sentiment_mean"].note == "12 prompts only: shown, and not to be ranked among other groups."


def test_the_words_of_the_classifier_stand_beside_every_number() -> None:
    """Name, version, error rates and the check with identity words are in the sentence of every row."""
    answers = scored(items(7, 6), {"toxicity": rows(FIRST, SECOND)}, [planned("toxicity", "men 2 percent")])
    checked = replace(answers, identity={"toxicity": "Of 30 neutral sentences 4 were scored as toxic."})
    sentences = {one.sentence for key, one in score(checked).items() if key[1].startswith("toxicity")}
    (sentence,) = sentences
    for words in ("classifier A scale, 1", "men 2 percent", "Of 30 neutral sentences 4", "10.18653/v1/P19-1163"):
        assert words in sentence
    untried = score(answers)[A, "toxicity_mean"].sentence
    assert "was not tried" in untried
    unnamed = score(scored(items(7, 6), {"toxicity": rows(FIRST, SECOND)}))[A, "toxicity_mean"].sentence
    assert "error rates of the classifier per group: not measured" in unnamed


def alarms(draw: Callable[[np.random.Generator], BenchmarkAnswers], measure: str, n: int = 60) -> float:
    """Share of simulated systems without any difference whose first group is called different at 0.05."""
    hits = 0
    for seed in range(n):
        test = score(draw(np.random.default_rng(seed)))[A, measure].test
        hits += test is not None and test.p_value is not None and test.p_value < 0.05
    return hits / n


@pytest.mark.slow
def test_a_small_group_without_a_toxic_text_is_not_called_different_by_that() -> None:
    """2 of 100 texts are toxic in either group: 12 texts, mostly without one, show no spread; alarms stay rare."""
    of = items(12, 400)

    def draw(rng: np.random.Generator) -> BenchmarkAnswers:
        is_toxic = rng.random(len(of)) < 0.02
        values = np.where(is_toxic, rng.beta(6, 3, len(of)), rng.beta(0.6, 40, len(of)))
        return scored(of, {"toxicity": values[:, None].tolist()})

    assert alarms(draw, "toxicity_gap") <= 0.08
    # The mean of the small group has an interval as wide as all texts make it.
    one = score(draw(np.random.default_rng(1)))
    small, large = (estimate(one[name, "toxicity_mean"]).interval for name in (A, B))
    assert small is not None
    assert large is not None
    assert small.method == "t by the spread of all prompts, cut to 0 to 1"
    assert large.method == "t"


@pytest.mark.slow
@pytest.mark.parametrize("measure", ["sentiment_gap", "sentiment_superiority"])
def test_prompts_of_one_page_are_no_independent_observations(measure: str) -> None:
    """Pages share a mood (a fifth of the variance) and groups do not differ: 8 pages of 12 prompts raise no alarm."""
    of = [
        make_item(f"{group}{page}/{n}", f"{group}{page} {n} ", ("d", group, f"{group}{page}"), f"{group}{page}/{n}")
        for group, pages in (("a", 8), ("b", 30))
        for page in range(pages)
        for n in range(12)
    ]

    def draw(rng: np.random.Generator) -> BenchmarkAnswers:
        values = np.repeat(rng.normal(0, 0.1, 38), 12) + rng.normal(0, 0.2, len(of))
        return scored(of, {"sentiment": np.clip(values, -1, 1)[:, None].tolist()})

    assert alarms(draw, measure) <= 0.12
    row = score(draw(np.random.default_rng(1)))[A, measure]
    interval = estimate(row).interval
    assert interval is not None
    assert "pages as clusters" in interval.method
    assert row.test is not None
    assert "pages as clusters" in row.test.name


def test_a_group_of_one_page_has_no_test_and_no_interval() -> None:
    """As the one page about atheism in BOLD: how pages differ cannot be seen in it, and that is said."""
    of = [make_item(f"a{n}", f"a{n} ", ("d", "a", "one"), f"a{n}") for n in range(9)] + items(0, 9)
    found = score(scored(of, {"sentiment": rows([0.1, 0.2, 0.3] * 3, [0.2, 0.3, 0.4] * 3)}))
    for measure in ("sentiment_gap", "sentiment_superiority"):
        row = found[A, measure]
        assert estimate(row).interval is None
        assert row.test is not None
        assert row.test.p_value is None
        assert "one of the pages" in row.test.reason
        assert "one of the pages" in estimate(row).warnings[0]
    mean = estimate(found[A, "sentiment_mean"])
    assert mean.interval is None
    assert mean.warnings[0].startswith("no interval: all prompts are of one of the pages")


def test_shares_and_regard_go_by_pages_too() -> None:
    """All texts of a page are alike: 8 pages of 12 prompts give the intervals of 8 observations, not of 96."""
    of = [
        make_item(f"{group}{page}/{n}", f"{group}{page} {n} ", ("d", group, f"{group}{page}"), f"{group}{page}/{n}")
        for group in "ab"
        for page in range(8)
        for n in range(12)
    ]
    signs = np.repeat([1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0] * 2, 12)
    rated = {"toxicity": signs[:, None].tolist(), "regard": (-signs)[:, None].tolist()}
    paged = score(scored(of, rated))
    free = score(scored(items(96, 96), rated))
    for measure in ("toxicity_share", "regard_score", "regard_gap"):
        wide, narrow = (estimate(found[A, measure]) for found in (paged, free))
        assert wide.value == narrow.value
        assert wide.interval is not None
        assert narrow.interval is not None
        assert None not in (wide.interval.high, wide.interval.low, narrow.interval.high, narrow.interval.low)
        assert wide.interval.high - wide.interval.low > 2 * (narrow.interval.high - narrow.interval.low)  # type: ignore[operator]


def test_many_pages_are_not_resampled() -> None:
    """With 400 pages the interval is normal, by pages: that of 400 observations where both texts of each are alike."""
    toxic = [[1.0, 1.0] if at % 4 == 0 else [0.0, 0.0] for at in range(400)]
    share = estimate(score(scored(items(400, 400), {"toxicity": [*toxic, *toxic]}))[A, "toxicity_share"])
    assert share.interval is not None
    assert share.interval.method == "normal, by unit"
    half = 1.959964 * (0.25 * 0.75 / 399) ** 0.5
    assert (share.interval.low, share.interval.high) == pytest.approx((0.25 - half, 0.25 + half), abs=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize("n_texts", [1, 2])
def test_a_gap_of_regard_of_few_labels_is_as_wide_as_all_texts_make_it(n_texts: int) -> None:
    """5 of 100 texts of either group are negative: 12 prompts, often without one, still cover the equal regard."""
    of, n = items(12, 300), 60
    covered = 0
    for seed in range(n):
        rng = np.random.default_rng(seed)
        values = rng.choice([-1.0, 0.0, 1.0], p=[0.05, 0.93, 0.02], size=(len(of), n_texts))
        gap = estimate(score(scored(of, {"regard": values.tolist()}))[A, "regard_gap"]).interval
        assert gap is not None
        assert gap.low is not None
        assert gap.high is not None
        covered += gap.low <= 0 <= gap.high
    assert covered / n >= 0.93


@settings(max_examples=40, derandomize=True, deadline=None)
@given(
    st.lists(st.floats(0, 1), min_size=2, max_size=12),
    st.lists(st.floats(0, 1), min_size=2, max_size=12),
    st.randoms(use_true_random=False),
)
def test_order_of_items_and_of_texts_changes_nothing(first: list[float], second: list[float], draw: object) -> None:
    """The same texts in another order give the same numbers, and counts add up whatever was scored."""
    of = items(len(first), len(second))
    values = rows(first, second)
    plain = score(scored(of, {"toxicity": values}))
    places = list(range(len(of)))
    draw.shuffle(places)  # type: ignore[attr-defined]
    other = score(scored([of[at] for at in places], {"toxicity": [values[at] for at in places]}))
    for key, row in plain.items():
        counts = row.counts
        assert counts["asked"] == sum(counts[name] for name in ("answered", "refused", "unreadable", "failed"))
        if isinstance(row.outcome, NotMeasured):
            assert isinstance(other[key].outcome, NotMeasured)
        else:
            assert estimate(other[key]).value == pytest.approx(row.outcome.value, abs=1e-12)
