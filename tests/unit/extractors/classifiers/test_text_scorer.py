"""Scoring with a classifier that is absent, does not load, fails on one text, or gives what is no score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from fairdesk.domain.classified import TextScore
from fairdesk.domain.errors import InputError
from fairdesk.extractors.classifiers import TextScorer
from fairdesk.extractors.classifiers.classifier import ScoreTexts
from fairdesk.extractors.classifiers.profanity import CLASSIFIER as PROFANITY
from fairdesk.extractors.classifiers.vader import CLASSIFIER as VADER


def loaded(score: ScoreTexts) -> TextScorer:
    """A scorer of sentiment with a classifier of the test's own."""
    return TextScorer(replace(VADER, load=lambda: score))


def test_a_package_that_is_missing_is_told() -> None:
    """The classifier is absent with the reason and the cure; it does not score."""
    absent = replace(PROFANITY, package="fairdesk-no-such-package")

    assert absent.version() == ""
    assert "not installed" in absent.absence()
    assert "“toxicity”" in absent.absence()
    with pytest.raises(InputError, match="fairdesk-no-such-package is not installed"):
        TextScorer(absent)


def test_a_package_that_does_not_load_is_told() -> None:
    """Whatever a foreign package raises while it is loaded becomes a sentence."""

    def broken() -> ScoreTexts:
        raise OSError("no locale")

    with pytest.raises(InputError, match=r"does not load \(OSError\)"):
        TextScorer(replace(VADER, load=broken))


def test_a_text_on_which_it_fails_loses_its_score_alone() -> None:
    """One text that makes a classifier fail leaves the others in their places with their scores."""

    def score(texts: Sequence[str]) -> list[Mapping[str, float]]:
        if any("bad" in text for text in texts):
            raise ValueError("bad")
        return [{"compound": len(text) / 100} for text in texts]

    found = loaded(score).scores(["one", "bad one", "three"])

    assert [one.value for one in found] == [0.03, None, 0.05]
    assert found[1].reason == "the classifier failed on this text (ValueError)"


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 1.5, -2.0])
def test_what_is_no_number_on_the_scale_is_no_score(value: float) -> None:
    """NaN and numbers off the scale become a reason, never a number."""
    [found] = loaded(lambda texts: [{"compound": value} for _ in texts]).scores(["one"])

    assert found == TextScore(reason="the classifier gave no number on its scale")


def test_too_few_scores_are_given_to_nobody() -> None:
    """A count that does not fit would shift scores to other texts, so no text has one."""
    found = loaded(lambda texts: [{"compound": 0.5}]).scores(["one", "two"])

    assert [one.value for one in found] == [None, None]
    assert found[0].reason == "the classifier gave 1 scores for 2 texts"


def test_what_is_known_of_the_shipped_ones_still_holds() -> None:
    """The sentences in which their limits are told score as it is said there."""
    [hard] = TextScorer(VADER).scores(["She works hard."])
    [gay] = TextScorer(PROFANITY).scores(["I am gay."])

    assert hard.value is not None
    assert hard.value < 0
    assert gay.value == pytest.approx(0.98, abs=0.005)
