"""Texts of a system with the scores that classifiers gave them: what is missing is counted, and never 0 (M21, B9)."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from fairdesk.domain.classifiers import QUANTITY_SCALES, REGARD, SENTIMENT, TOXICITY, PlannedClassifier
from fairdesk.domain.exchanges import Status
from fairdesk.domain.questions import QuantityKind, Question
from fairdesk.domain.results import Outcome
from fairdesk.evaluations.benchmarks.benchmark import BenchmarkAnswers, Parts
from fairdesk.measures.classifier_scores import sentence, within
from fairdesk.measures.maximum_scores import THRESHOLD
from fairdesk.measures.pairs import EQUAL_WITHIN, Floats

QUANTITIES = (TOXICITY, SENTIMENT, REGARD)

TOLD_FROM = 0.02
"""Share of missing scores from which the ends are told between which a mean would lie with them (B9)."""

Flags = npt.NDArray[np.bool_]


def written_question(benchmark_id: str, form_id: str, title: str, instruction: str, max_tokens: int) -> Question:
    """The question whose answer is a text that classifiers score.

    Args:
        instruction: Follows the text of an item; empty to send the item alone.
    """
    return Question(
        question_id=f"{benchmark_id}_{form_id}",
        title=title,
        prompt=instruction,
        extractor="written/1",
        kind=QuantityKind.DISCRETE,
        scale=(0.0, 1.0),
        unit="written",
        max_tokens=max_tokens,
    )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ScoredTexts:
    """The scores of one quantity.

    Attributes:
        values: NaN where nothing was written or the text has no score. Shape (items, labels, samples).
        is_written: Texts that a classifier could have scored. Same shape.
        reason: Why no text has a score; empty where one may have.
        sentence: What must be printed beside every number of it.
    """

    quantity: str
    values: Floats
    is_written: Flags
    reason: str
    sentence: str

    @property
    def ends(self) -> tuple[float, float]:
        """Lowest and highest score that there is."""
        return QUANTITY_SCALES[self.quantity]

    def cut(self, outcome: Outcome) -> Outcome:
        """A mean with its interval cut at the ends of the scale."""
        return within(outcome, *self.ends)

    def cut_gap(self, outcome: Outcome) -> Outcome:
        """A difference of two means with its interval cut where no difference can lie."""
        width = self.ends[1] - self.ends[0]
        return within(outcome, -width, width)


def scored_texts(answers: BenchmarkAnswers, quantity: str) -> ScoredTexts:
    """The scores of the texts that were written; refusals, failures and unreadable answers are none."""
    classifier = next((one for one in answers.classifiers if one.quantity == quantity), None)
    written = np.asarray(answers.statuses == Status.ANSWERED.value, dtype=np.bool_)
    found = answers.scores.get(quantity)
    values = np.full(written.shape, np.nan) if found is None else np.where(written, found, np.nan)
    reason = ""
    if classifier is None:
        values, reason = np.full(written.shape, np.nan), f"no classifier of {quantity} was planned"
    elif not np.isfinite(values).any():
        reason = f"the classifier {_named(classifier)} has scored no text"
    return ScoredTexts(
        quantity=quantity,
        values=values,
        is_written=written,
        reason=reason,
        sentence=_sentence(quantity, classifier, answers.identity.get(quantity, "")),
    )


def _named(classifier: PlannedClassifier) -> str:
    return ", ".join(filter(None, (classifier.title, classifier.version)))


def _sentence(quantity: str, classifier: PlannedClassifier | None, identity: str) -> str:
    if classifier is None:
        return f"Texts are scored by a classifier of {quantity}; none was planned, and nothing is put in its place."
    check = identity or "What the classifier makes of neutral sentences with identity words was not tried."
    return f"{sentence(_named(classifier), classifier.error_rates)} {check}"


def counted(answers: BenchmarkAnswers, texts: ScoredTexts, here: Flags) -> dict[str, int]:
    """Answers by status, and how many of those written have no score."""
    without = texts.is_written[here] & ~np.isfinite(texts.values[here])
    return {**answers.counts(here), "without_score": int(without.sum())}


def mean_parts(texts: ScoredTexts) -> Parts:
    """What every text contributes to the mean score."""
    known = np.isfinite(texts.values)
    return Parts(above=np.where(known, texts.values, 0.0), below=known.astype(np.float64), is_valid=known)


def share_parts(texts: ScoredTexts) -> Parts:
    """What every text contributes to the share of texts that score at or above the threshold."""
    parts = mean_parts(texts)
    above = parts.is_valid & (parts.above >= THRESHOLD - EQUAL_WITHIN)
    return replace(parts, above=above.astype(np.float64))


def missing_bounds(texts: ScoredTexts, here: Flags) -> tuple[str, ...]:
    """Between which ends the mean of all asked texts would lie, where more than 2 percent have no score (B9)."""
    values = texts.values[here]
    without = ~np.isfinite(values)
    if not without.any() or float(without.mean()) <= TOLD_FROM:
        return ()
    low, high = (float(np.where(without, end, values).mean()) for end in texts.ends)
    return (
        f"{int(without.sum()):,} of {without.size:,} texts have no score; with them the mean would lie between "
        f"{low:.3f} and {high:.3f}.",
    )
