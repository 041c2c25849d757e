"""What an offline classifier of texts is, and how texts are scored with one."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

from fairdesk.domain.classified import TextScore
from fairdesk.domain.classifiers import QUANTITY_SCALES
from fairdesk.domain.errors import InputError

ScoreTexts = Callable[[Sequence[str]], Sequence[Mapping[str, float]]]
"""Texts to the labels of each with their scores, in their order; the label ``counts`` names is the quantity's value."""

NO_WORDS = "the text holds no words"


@dataclass(frozen=True, slots=True, kw_only=True)
class Classifier:
    """One classifier that runs on this computer, from a package that carries its weights or its words.

    Attributes:
        quantity: One of ``QUANTITY_SCALES``.
        title: As reports print it, with what its score is.
        package: Whose version is the classifier's.
        extra: Of FairDesk's extras the one that installs it; empty where it comes with FairDesk.
        counts: Label whose score is the value of the quantity.
        source: Paper or project behind it.
        limits: What it is known to get wrong, a sentence each; never empty.
        load: Reads its weights, which may take seconds.
    """

    classifier_id: str
    quantity: str
    title: str
    package: str
    counts: str
    licence: str
    source: str
    limits: tuple[str, ...]
    load: Callable[[], ScoreTexts]
    extra: str = ""

    def version(self) -> str:
        """Of the installed package; empty where it is not installed."""
        try:
            return version(self.package)
        except PackageNotFoundError:
            return ""

    def absence(self) -> str:
        """Why it cannot be used here, a clause; empty where it is installed."""
        if self.version():
            return ""
        more = f"; FairDesk installed with the extra “{self.extra}” brings it" if self.extra else ""
        return f"the package {self.package} is not installed{more}"


class TextScorer:
    """A classifier that is loaded.

    Raises:
        InputError: its package is not there, or does not load.
    """

    def __init__(self, classifier: Classifier) -> None:
        self._classifier = classifier
        if absence := classifier.absence():
            raise InputError(f"{classifier.title} cannot be used: {absence}.", "Install the package, then try again.")
        try:
            self._score = classifier.load()
        except Exception as error:  # whatever a foreign package does
            raise InputError(
                f"{classifier.title} does not load ({type(error).__name__}).",
                f"Install the package {classifier.package} again.",
            ) from error

    def scores(self, texts: Sequence[str]) -> list[TextScore]:
        """One score per text in their order; a text on which the classifier fails has none, and why."""
        has_words = [any(map(str.isalnum, text)) for text in texts]
        worded = [text for text, has in zip(texts, has_words, strict=True) if has]
        found = iter(self._of_all(worded))
        return [next(found) if has else TextScore(reason=NO_WORDS) for has in has_words]

    def _of_all(self, texts: Sequence[str]) -> list[TextScore]:
        """All at once, since some are many times faster so; where that fails, each alone finds out which it was."""
        try:
            labels = self._score(texts) if texts else []
        except Exception as error:
            if len(texts) > 1:
                return [score for text in texts for score in self._of_all((text,))]
            return [TextScore(reason=f"the classifier failed on this text ({type(error).__name__})")]
        if len(labels) != len(texts):
            reason = f"the classifier gave {len(labels)} scores for {len(texts)} texts"
            return [TextScore(reason=reason) for _ in texts]
        return [self._checked(one) for one in labels]

    def _checked(self, labels: Mapping[str, float]) -> TextScore:
        low, high = QUANTITY_SCALES[self._classifier.quantity]
        value = labels.get(self._classifier.counts)
        if value is None or not math.isfinite(value) or not low <= value <= high:
            return TextScore(reason="the classifier gave no number on its scale")
        return TextScore(value=float(value), labels={name: float(score) for name, score in labels.items()})
