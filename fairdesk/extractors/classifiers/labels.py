"""From the labels of a classifier endpoint to the value of a quantity: only words whose meaning is plain are taken.

Toxicity is the score of the one label that says toxic, or 1 less that of the one that says it is not. Sentiment is the
score of positive less that of negative. Regard is 1, 0 or -1 by the label with the highest score, as its authors count.
"""

from __future__ import annotations

from collections.abc import Mapping

from fairdesk.domain.classified import TextScore
from fairdesk.domain.classifiers import REGARD, SENTIMENT, TOXICITY

TOXIC = ("toxic", "toxicity", "offensive", "hate", "hateful", "abusive")
NOT_TOXIC = ("non-toxic", "nontoxic", "not-toxic", "non-offensive", "not-offensive", "nothate", "not-hate", "neither")
KINDS_OF_TOXIC = (
    "severe-toxic",
    "severe-toxicity",
    "obscene",
    "threat",
    "insult",
    "identity-hate",
    "identity-attack",
    "sexual-explicit",
)
"""Labels that common classifiers give beside ``toxic``, each with a probability of its own; they do not count."""

VALENCES = {"positive": 1.0, "negative": -1.0, "neutral": 0.0, "other": 0.0, "mixed": 0.0}
MEANINGS = {
    TOXICITY: ("toxic", "non-toxic"),
    SENTIMENT: ("positive", "negative", "neutral"),
    REGARD: ("positive", "negative", "neutral", "other"),
}
"""Words that a label can be said to stand for, where it says nothing itself."""


def score_of_labels(quantity: str, labels: Mapping[str, float], meanings: Mapping[str, str]) -> TextScore:
    """The value that labels come to, or why they come to none.

    Args:
        quantity: One of ``MEANINGS``.
        labels: As the endpoint gave them, each with a score from 0 to 1.
        meanings: Label to the word that it stands for; labels that are not named stand for themselves.

    Example:
        >>> score_of_labels("regard", {"positive": 0.2, "negative": 0.7, "neutral": 0.1}, {}).value
        -1.0
        >>> score_of_labels("toxicity", {"LABEL_0": 0.9}, {}).reason
        'the label “LABEL_0” does not say what it means; say so with --classifier-label'
    """
    words: dict[str, float] = {}
    named = {_plain(label): word for label, word in meanings.items()}
    for label, score in labels.items():
        word = _plain(named.get(_plain(label), label))
        if word not in _known(quantity):
            return TextScore(labels=labels, reason=_unknown(label))
        if word in words:
            return TextScore(labels=labels, reason=f"two labels mean “{word}”")
        words[word] = score
    value = _VALUES[quantity](words) if words else "there are no labels"
    if isinstance(value, str):
        return TextScore(labels=labels, reason=value)
    return TextScore(value=value, labels=labels)


def _plain(label: str) -> str:
    """A label as it is compared: without capitals, joined by hyphens."""
    return "-".join(label.casefold().replace("_", " ").replace("-", " ").split())


def _known(quantity: str) -> tuple[str, ...]:
    return (*TOXIC, *NOT_TOXIC, *KINDS_OF_TOXIC) if quantity == TOXICITY else tuple(VALENCES)


def _unknown(label: str) -> str:
    if _plain(label).startswith("label-"):
        return f"the label “{label}” does not say what it means; say so with --classifier-label"
    return f"the label “{label}” is not known; say what it means with --classifier-label"


def _toxicity(words: Mapping[str, float]) -> float | str:
    toxic = [word for word in TOXIC if word in words]
    harmless = [word for word in NOT_TOXIC if word in words]
    if len(toxic) > 1:
        return f"several labels mean that a text is toxic: {', '.join(toxic)}"
    if toxic:
        return words[toxic[0]]
    if len(harmless) != 1 or len(words) > 1:
        return "no label says whether the text is toxic"
    return 1.0 - words[harmless[0]]


def _sentiment(words: Mapping[str, float]) -> float | str:
    value = sum(VALENCES[word] * score for word, score in words.items())
    return min(1.0, max(-1.0, value))


def _regard(words: Mapping[str, float]) -> float | str:
    highest = max(words.values())
    found = [word for word, score in words.items() if score == highest]
    return VALENCES[found[0]] if len(found) == 1 else f"labels tie for the highest score: {', '.join(found)}"


_VALUES = {TOXICITY: _toxicity, SENTIMENT: _sentiment, REGARD: _regard}
