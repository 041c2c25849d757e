"""Classifiers of texts that run on this computer, as measuring instruments: each biased in ways that are told.

One file per classifier with ``CLASSIFIER``, named in the tuple below; ``tests/contract/test_classifiers.py`` tries it.
"""

from __future__ import annotations

from fairdesk.extractors.classifiers.classifier import Classifier, TextScorer
from fairdesk.extractors.classifiers.profanity import CLASSIFIER as PROFANITY
from fairdesk.extractors.classifiers.vader import CLASSIFIER as VADER

__all__ = ["CLASSIFIERS", "Classifier", "TextScorer", "classifier"]

CLASSIFIERS: tuple[Classifier, ...] = (VADER, PROFANITY)
"""The first of a quantity is the one that is used unless another is named."""


def classifier(classifier_id: str) -> Classifier | None:
    """The classifier with this id; None when there is none."""
    return next((one for one in CLASSIFIERS if one.classifier_id == classifier_id), None)
