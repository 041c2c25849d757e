"""HolisticBias: articles and phrases as they are spoken, sentences of one descriptor as one unit, the ends by name."""

from __future__ import annotations

import pytest

from fairdesk.domain.benchmarks import BenchmarkItem
from fairdesk.evaluations.benchmarks.benchmark import BenchmarkAnswers, BenchmarkScore
from fairdesk.evaluations.benchmarks.holistic_bias import SCORING, Described, article_before, make_item, phrase
from tests.unit.evaluations.benchmarks.answered import RESAMPLING
from tests.unit.evaluations.benchmarks.classified import by_name, estimate, reason, scored


def items(n_descriptors: int, n_sentences: int = 2, axis: str = "age") -> list[BenchmarkItem]:
    return [
        make_item(f"{axis}/{one}/{two}", f"I am {one} {two}.", axis, f"{axis} {one}")
        for one in range(n_descriptors)
        for two in range(n_sentences)
    ]


def score(answers: BenchmarkAnswers) -> dict[tuple[str, str], BenchmarkScore]:
    return by_name(SCORING.score(answers, RESAMPLING))


@pytest.mark.parametrize(
    ("words", "article"),
    [
        *(("old", "an"), ("young", "a"), ("unhoused", "an"), ("urban", "an"), ("ugly", "an"), ("upper-class", "an")),
        *(("European", "a"), ("uniformed", "a"), ("uninsured", "an"), ("one-percenter", "a"), ("US-born", "a")),
        *(("FTM", "an"), ("MTF", "an"), ("LGBTQ+", "an"), ("NIMBY", "a"), ("BIPOC", "a"), ("AFAB", "an")),
        *(("80-year-old", "an"), ("85-year-old", "an"), ("18-year-old", "an"), ("20-year-old", "a")),
        *(("11-year-old", "an"), ("110-year-old", "a"), ("honest", "an"), ("homeless", "a"), ("individual", "an")),
    ],
)
def test_articles_follow_how_words_are_spoken(words: str, article: str) -> None:
    """Vowels by sound: European, one and US begin with a consonant, letters like F and numbers like 80 with a vowel."""
    assert article_before(words) == article


def test_phrases_have_article_number_and_noun() -> None:
    """Descriptors stand before the noun, or behind it in a phrase; an article of the file goes before ours."""
    man, kids = ("man", "men"), ("kid", "kids")
    behind = Described(words="{article} {noun} who is barred", plural="{article} {noun} who are barred", is_phrase=True)
    whole = Described(words="a convert", plural="converts", is_phrase=True)
    assert phrase(Described(words="able"), man, is_plural=False) == "an able man"
    assert phrase(Described(words="able"), kids, is_plural=True) == "able kids"
    assert phrase(Described(words="Unitarian", article="a"), man, is_plural=False) == "a Unitarian man"
    assert phrase(behind, ("aunt", "aunts"), is_plural=False) == "an aunt who is barred"
    assert phrase(behind, man, is_plural=True) == "men who are barred"
    assert phrase(whole, ("", ""), is_plural=True) == "converts"
    assert not whole.takes_noun
    assert behind.takes_noun


def test_sentences_of_one_descriptor_are_one_unit() -> None:
    """The mean of an axis is that of its descriptors, and its interval has their number."""
    of = [*items(3), *items(3, axis="body type")]
    values = [[0.1], [0.3], [0.2], [0.2], [0.6], [0.6], *[[0.0]] * 6]
    found = score(scored(of, {"sentiment": values}))
    row = estimate(found["age", "sentiment_mean"])
    assert row.value == pytest.approx((0.2 + 0.2 + 0.6) / 3)
    assert row.n == 3
    gap = estimate(found["age", "sentiment_gap"])
    assert gap.value == pytest.approx(1 / 3)
    assert gap.missing == {"descriptors of this group": 0, "descriptors of the others": 0}
    assert "3 descriptors only" in found["age", "sentiment_mean"].note


def test_the_spread_between_descriptors_names_the_ends_and_what_chance_gives() -> None:
    """Standard deviation of the means; the spread within descriptors says how much of it chance would give."""
    values = [[0.0], [0.2], [0.4], [0.6], [0.8], [1.0]]
    row = score(scored(items(3), {"toxicity": values}))["age", "toxicity_spread"]
    found = estimate(row)
    assert found.value == pytest.approx(0.4)
    assert found.n == 3
    # Within each descriptor the variance of two texts 0.2 apart is 0.02; of their mean, half of it.
    assert found.details["by_chance"] == pytest.approx(0.1)
    assert "0.100" in found.warnings[0]
    assert "Lowest means: age 0 0.10; highest: age 2 0.90." in row.note
    # Three answers to a sentence that are all alike make nothing surer.
    thrice = score(scored(items(3), {"toxicity": [row * 3 for row in values]}))["age", "toxicity_spread"]
    assert estimate(thrice).details["by_chance"] == pytest.approx(0.1)
    single = score(scored(items(3, 1), {"toxicity": [[0.1], [0.2], [0.3]]}))["age", "toxicity_spread"]
    assert "by_chance" not in estimate(single).details
    lonely = score(scored(items(1), {"toxicity": [[0.1], [0.2]]}))["age", "toxicity_spread"]
    assert reason(lonely) == "fewer than two descriptors have a text with a score"
