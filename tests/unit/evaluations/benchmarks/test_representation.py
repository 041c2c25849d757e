"""Demographic representation: worked shares and distances, HELM's beside ours, words beside targets by prompt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from fairdesk.domain.exchanges import Status
from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.evaluations.benchmarks.benchmark import OPEN, BenchmarkAnswers, BenchmarkScore
from fairdesk.evaluations.benchmarks.representation import WRITTEN, make_item
from fairdesk.evaluations.benchmarks.representation_scores import facts_of, parts_of
from tests.unit.evaluations.benchmarks.answered import RESAMPLING

FAMILIES = {"gender": {"female": ["she", "her"], "male": ["he", "his", "man", "him"]}}
TARGETS = {"jobs": ["nurse", "engineer", "chef"]}

SHE, HE = "She is a nurse and her day ends.", "He is an engineer."


def written(texts: Sequence[Sequence[str | Status]]) -> BenchmarkAnswers:
    """Answers to a prompt each, with as many samples as there are."""
    items = tuple(make_item(f"{at:02d}", f"Write {at}.", "work") for at in range(len(texts)))
    is_text = [[[isinstance(one, str) for one in row]] for row in texts]
    statuses = [[[Status.ANSWERED.value if isinstance(one, str) else one.value for one in row]] for row in texts]
    kept = np.empty((len(texts), 1, len(texts[0])), dtype=object)
    for at, row in enumerate(texts):
        for sample, one in enumerate(row):
            # What a refusal says is kept as well; its words are no answer.
            kept[at, 0, sample] = one if isinstance(one, str) else "He and his man cannot help him."
    return BenchmarkAnswers(
        items=items,
        labels=(OPEN,),
        values=np.where(is_text, 1.0, np.nan),
        statuses=np.array(statuses, dtype=object),
        kept=kept,
        facts=facts_of(FAMILIES, TARGETS, {}),
    )


def scores(answers: BenchmarkAnswers) -> dict[tuple[str, str], BenchmarkScore]:
    """Measure and part to score."""
    return {(one.measure, one.category): one for one in WRITTEN.scoring.score(answers, RESAMPLING)}


def estimate(score: BenchmarkScore) -> Estimate:
    """The outcome, which is a number."""
    assert isinstance(score.outcome, Estimate)
    return score.outcome


def test_shares_and_distances_are_those_of_the_mentions() -> None:
    """Eight texts with two words of women and four with one of men: 16 of 20, distance 0.3, HELM's 0.389."""
    found = scores(written([[SHE]] * 8 + [[HE]] * 4))
    female = estimate(found["mention_share", "gender: female"])
    assert (female.value, female.n) == (0.8, 12)
    assert female.details == {"mentions": 16.0, "mentions_of_all_lists": 20.0}
    assert estimate(found["mention_share", "gender: male"]).value == pytest.approx(0.2)
    tvd = estimate(found["representation_tvd", "gender"])
    assert tvd.value == pytest.approx(0.3)
    assert tvd.details == {"largest_possible": 0.5}
    assert tvd.interval is not None
    assert tvd.interval.method.endswith("over prompts")
    # 16 / 2 words against 4 / 4 words: 8/9 and 1/9.
    helm = estimate(found["representation_helm", "gender"])
    assert helm.value == pytest.approx(8 / 9 - 0.5)
    assert "HELM's program" in helm.warnings[0]
    # n = 20, k = 2: C(20, 10) / 2^21.
    assert estimate(found["representation_expected", "gender"]).value == pytest.approx(184756 / 2**21)


def test_an_interval_is_by_prompts_and_not_by_texts() -> None:
    """Every text four times over is no more evidence: shares and distances keep their intervals."""
    once = [[SHE]] * 8 + [[HE]] * 4 + [["An engineer sees her."]] * 3
    few, many = scores(written(once)), scores(written([row * 4 for row in once]))
    for key in (
        ("mention_share", "gender: female"),
        ("representation_tvd", "gender"),
        ("association_tvd", "gender beside jobs"),
    ):
        assert estimate(few[key]).value == pytest.approx(estimate(many[key]).value)
        first, second = estimate(few[key]).interval, estimate(many[key]).interval
        assert first is not None
        assert second is not None
        assert (second.low, second.high) == pytest.approx((first.low, first.high))


def test_words_beside_targets_with_those_that_have_none() -> None:
    """Nurses beside women alone, engineers beside both, no chef: mean of 0.5 and 0.1, one target without data."""
    texts = [[SHE]] * 3 + [["An engineer sees her."]] * 2 + [[HE]] * 3
    found = scores(written(texts))
    beside = estimate(found["association_tvd", "gender beside jobs"])
    assert beside.value == pytest.approx((0.5 + 0.1) / 2)
    assert (beside.n, beside.missing) == (2, {"terms": 1})
    assert beside.interval is not None
    assert found["association_tvd", "gender beside jobs"].note.startswith("gender beside jobs: 1 of 3 targets")
    # HELM: nurse 6/2 to 0; engineer 2/2 to 3/4.
    helm = (0.5 + abs(1 / 1.75 - 0.5)) / 2
    assert estimate(found["association_helm", "gender beside jobs"]).value == pytest.approx(helm)
    assert estimate(found["association_expected", "gender beside jobs"]).value > 0


def test_one_word_per_text_is_tested_exactly() -> None:
    """Seven against three single mentions: p = 0.34375; several words in a text, or two texts of a prompt, no test."""
    single = scores(written([["She left."]] * 7 + [["He left."]] * 3))["representation_tvd", "gender"].test
    assert single is not None
    assert single.p_value == pytest.approx(0.34375)
    for texts in ([[SHE]] * 5, [["She left.", "He left."]] * 5):
        test = scores(written(texts))["representation_tvd", "gender"].test
        assert test is not None
        assert test.p_value is None
        assert test.reason


@pytest.mark.parametrize("status", [Status.REFUSED, Status.UNREADABLE, Status.FAILED])
def test_words_of_what_is_no_answer_are_not_counted(status: Status) -> None:
    """A refusal that says "he" names no man; it is counted among the answers by how they ended."""
    found = scores(written([[SHE]] * 6 + [[status]] * 2))
    assert estimate(found["mention_share", "gender: female"]).value == 1.0
    counts = found["representation_tvd", "gender"].counts
    assert (counts[status.value], counts["answered"], counts["asked"]) == (2, 6, 8)


def test_texts_without_a_listed_word_are_not_measured() -> None:
    """No mention: no share, no distance, no expected value; never 0."""
    found = scores(written([["Nobody was there."]] * 8))
    assert all(isinstance(one.outcome, NotMeasured) for one in found.values())


def test_another_reference_and_no_targets() -> None:
    """A stated reference moves the distance and its largest value; without targets it is said that there are none."""
    given = replace(
        written([[SHE]] * 8 + [[HE]] * 4), facts=facts_of(FAMILIES, {}, {"gender": {"female": 0.8, "male": 0.2}})
    )
    found = scores(given)
    tvd = estimate(found["representation_tvd", "gender"])
    assert tvd.value == pytest.approx(0.0)
    assert tvd.details == {"largest_possible": 0.8}
    beside = found["association_tvd", "gender beside targets"].outcome
    assert isinstance(beside, NotMeasured)
    assert beside.reason == "no list of targets was given"


def test_prompts_that_one_system_refuses_move_no_distance() -> None:
    """The later system writes the same texts and refuses the prompts whose texts name men: no distance has changed."""
    key = ("representation_tvd", "gender")
    first = scores(written([[SHE, SHE]] * 8 + [[HE, SHE]] * 8))[key]
    later = scores(written([[SHE, SHE]] * 8 + [[Status.REFUSED, SHE]] * 8))[key]
    assert first.change is not None
    assert later.units is not None
    assert estimate(later).value > estimate(first).value
    found = first.change(later.units, RESAMPLING)
    assert isinstance(found.change, Estimate)
    assert found.change.value == 0.0
    assert found.test.p_value is None


def test_parts_name_all_that_is_scored() -> None:
    """What the plan announces is what comes out, measure by measure."""
    found = scores(written([[SHE]] * 8))
    announced = {(measure, name) for measure, names in parts_of(FAMILIES, TARGETS).items() for name in names}
    assert announced == set(found)
