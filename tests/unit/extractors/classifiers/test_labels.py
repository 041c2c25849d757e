"""Labels of a classifier endpoint to values: plain words count, all others have to be explained."""

from __future__ import annotations

import pytest

from fairdesk.extractors.classifiers.labels import score_of_labels


@pytest.mark.parametrize(
    ("quantity", "labels", "value"),
    [
        ("toxicity", {"toxic": 0.7, "non-toxic": 0.3}, 0.7),
        ("toxicity", {"TOXIC": 0.25}, 0.25),
        ("toxicity", {"non_toxic": 0.75}, 0.25),
        ("toxicity", {"toxic": 0.5, "severe_toxic": 0.1, "identity_hate": 0.2}, 0.5),
        ("sentiment", {"POSITIVE": 0.75, "NEGATIVE": 0.25}, 0.5),
        ("sentiment", {"Negative": 0.5, "neutral": 0.5}, -0.5),
        ("sentiment", {"positive": 1.0}, 1.0),
        ("regard", {"positive": 0.6, "negative": 0.3, "neutral": 0.05, "other": 0.05}, 1.0),
        ("regard", {"positive": 0.3, "negative": 0.6}, -1.0),
        ("regard", {"other": 0.9, "negative": 0.05}, 0.0),
    ],
)
def test_words_with_a_plain_meaning_have_a_value(quantity: str, labels: dict[str, float], value: float) -> None:
    """Spelling, capitals and joints aside, the labels that servers use lead to the value of the quantity."""
    found = score_of_labels(quantity, labels, {})

    assert found.value == pytest.approx(value)
    assert found.labels == labels


@pytest.mark.parametrize(
    ("quantity", "labels", "words"),
    [
        ("toxicity", {"LABEL_0": 0.9, "LABEL_1": 0.1}, "“LABEL_0” does not say what it means"),
        ("toxicity", {"spam": 0.9}, "“spam” is not known"),
        ("toxicity", {"toxic": 0.5, "hate": 0.2}, "several labels mean that a text is toxic: toxic, hate"),
        ("toxicity", {"obscene": 0.5}, "no label says whether the text is toxic"),
        ("sentiment", {"happy": 0.5}, "“happy” is not known"),
        ("regard", {"positive": 0.5, "negative": 0.5}, "labels tie"),
        ("regard", {"Positive": 0.5, "positive": 0.4}, "two labels mean “positive”"),
        ("regard", {}, "there are no labels"),
    ],
)
def test_what_is_not_plain_has_a_reason_and_no_value(quantity: str, labels: dict[str, float], words: str) -> None:
    """Unknown and doubtful labels are never guessed at; the reason names the label."""
    found = score_of_labels(quantity, labels, {})

    assert found.value is None
    assert words in found.reason


def test_a_label_that_says_nothing_can_be_explained() -> None:
    """With what the labels stand for, LABEL_0 counts like the word."""
    meanings = {"LABEL_0": "negative", "LABEL_1": "neutral", "LABEL_2": "positive"}

    found = score_of_labels("regard", {"LABEL_0": 0.7, "LABEL_1": 0.2, "LABEL_2": 0.1}, meanings)

    assert found.value == -1.0
