"""Text classifiers as a plan names them: instruments that give the words of an answer a score (methods.md M21)."""

from __future__ import annotations

from dataclasses import dataclass, field

from fairdesk.domain.codec import ABSENT_BY_DEFAULT

TOXICITY, SENTIMENT, REGARD = "toxicity", "sentiment", "regard"

QUANTITY_SCALES = {TOXICITY: (0.0, 1.0), SENTIMENT: (-1.0, 1.0), REGARD: (-1.0, 1.0)}
"""What classifiers score: toxicity as a probability, sentiment from negative to positive, regard as -1, 0 or 1."""


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class LabelMeaning:
    """The word that a label stands for: ``LABEL_0`` for ``negative``."""

    label: str
    word: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedClassifier:
    """The one classifier that scores a quantity of a benchmark's answers.

    Attributes:
        quantity: One of ``QUANTITY_SCALES``.
        classifier_id: Of a classifier that runs offline, or ``endpoint`` for one behind an address.
        title: Name as it is printed.
        version: Of the package with its weights, or as the endpoint's owner calls it; scores of another version do not
            count.
        address: Of the classifier endpoint; empty for one that runs offline.
        error_rates: Its errors by group in the auditor's words; empty where they were not measured.
        labels: Of an endpoint, where they say nothing by themselves.
        licence: Of the classifier; empty where it is not known.
        limits: What it is known to get wrong, a sentence each.
    """

    quantity: str
    classifier_id: str
    title: str
    version: str
    address: str = ""
    error_rates: str = ""
    labels: tuple[LabelMeaning, ...] = field(default=(), metadata=ABSENT_BY_DEFAULT)
    licence: str = field(default="", metadata=ABSENT_BY_DEFAULT)
    limits: tuple[str, ...] = field(default=(), metadata=ABSENT_BY_DEFAULT)
