"""Scores of classifiers as they stand in the chain of a run: which count, which are missing and why."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from fairdesk.domain.benchmarks import PlannedBenchmark
from fairdesk.domain.canonical import canonical_bytes
from fairdesk.domain.classified import (
    NOT_CLASSIFIED,
    Classified,
    ClassifierSummary,
    IdentityScore,
    TextScore,
    identity_words,
    same_instrument,
    told_reasons,
)
from fairdesk.domain.classifiers import QUANTITY_SCALES, PlannedClassifier
from fairdesk.domain.codec import from_plain, to_plain
from fairdesk.domain.errors import StoreError
from fairdesk.domain.exchanges import ItemKey, Status
from fairdesk.store.entries import CLASSIFIED, LedgerEntry, NewEntry

if TYPE_CHECKING:
    import pandas as pd

    from fairdesk.audit.system_table import SystemTable

Place = tuple[str, str]
"""Question and quantity."""


class ClassifiedScores:
    """What the entries of a chain say so far, for the classifiers that a plan names.

    The first score of an answer counts, and what failed before or later does not take it away. Scores of another
    classifier, or of another version, are counted and not used.
    """

    def __init__(self, benchmarks: Sequence[PlannedBenchmark] = ()) -> None:
        self._planned: dict[Place, PlannedClassifier] = {
            (one.question.question_id, classifier.quantity): classifier
            for one in benchmarks
            for classifier in one.choice.classifiers
        }
        self._values: dict[Place, dict[ItemKey, float]] = {place: {} for place in self._planned}
        self._reasons: dict[Place, dict[ItemKey, str]] = {place: {} for place in self._planned}
        self._others: Counter[Place] = Counter()
        self._identity: dict[Place, tuple[IdentityScore, ...]] = {}

    def take(self, entry: LedgerEntry) -> None:
        """Read one more entry.

        Raises:
            StoreError: it is filed under another question than its body holds, or holds a score that is none.
        """
        plain = json.loads(entry.body)
        question, used = str(plain["question"]), from_plain(PlannedClassifier, plain["classifier"])
        if entry.question != question:
            raise StoreError(
                f"Entry {entry.seq} of {entry.chain} is filed under another question than its body holds.",
                "The store was changed from outside; work on a backup.",
            )
        place = (question, used.quantity)
        planned = self._planned.get(place)
        if planned is None or not same_instrument(planned, used):
            self._others[place] += sum(call["score"]["value"] is not None for call in plain["calls"])
            return
        values, reasons = self._values[place], self._reasons[place]
        for call in plain["calls"]:
            key = ItemKey(case_id=call["case_id"], variant=call["variant"], question=question, sample=call["sample"])
            score = call["score"]
            if score["value"] is not None:
                values.setdefault(key, _checked(entry, used.quantity, score["value"]))
            else:
                reasons[key] = str(score["reason"])
        identity = tuple(from_plain(IdentityScore, one) for one in plain.get("identity", ()))
        if identity and not identity_words(self._identity.get(place, ())):
            self._identity[place] = identity

    def scored(self) -> set[ItemKey]:
        """Every call with a score that counts."""
        return {key for values in self._values.values() for key in values}

    def values(self, question: str, quantity: str) -> Mapping[ItemKey, float]:
        """The scores of the answers to a question; an answer without one is absent."""
        return self._values.get((question, quantity), {})

    def identity(self, question: str, quantity: str) -> tuple[IdentityScore, ...]:
        """The first identity-term check that the planned classifier made; empty where it made none."""
        return self._identity.get((question, quantity), ())

    def words(self, question: str, quantity: str) -> str:
        """The identity-term check in a sentence; empty where it was not made."""
        return identity_words(self.identity(question, quantity))

    def is_scored(self, key: ItemKey, quantity: str) -> bool:
        """Whether a call has a score that counts."""
        return key in self._values.get((key.question, quantity), ())

    def was_tried(self, key: ItemKey, quantity: str) -> bool:
        """Whether the planned classifier has seen an answer, with a score or without."""
        return self.is_scored(key, quantity) or key in self._reasons.get((key.question, quantity), ())

    def n_scored(self, question: str, quantity: str) -> int:
        """Answers with a score that counts."""
        return len(self.values(question, quantity))

    def summary(self, table: SystemTable, planned: PlannedBenchmark, quantity: str) -> ClassifierSummary:
        """How the answers of a system to a benchmark stand with the classifier of one quantity."""
        question = planned.question.question_id
        place = (question, quantity)
        answered = _answered(table.rows, question)
        missing = Counter(
            self._reasons[place].get(key, NOT_CLASSIFIED) for key in answered if key not in self._values[place]
        )
        return ClassifierSummary(
            system=table.system.label,
            question_id=question,
            quantity=quantity,
            n_answered=len(answered),
            n_scored=len(answered) - missing.total(),
            missing=told_reasons(missing),
            n_other=self._others[place],
            identity=self.identity(question, quantity),
        )


def _checked(entry: LedgerEntry, quantity: str, value: object) -> float:
    low, high = QUANTITY_SCALES[quantity]
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not low <= value <= high:
        raise StoreError(
            f"Entry {entry.seq} of {entry.chain} holds no value on the scale of {quantity}.",
            "The store was changed from outside; work on a backup.",
        )
    return float(value)


def _answered(rows: pd.DataFrame, question: str) -> list[ItemKey]:
    """The calls of a question with an answer that can be scored."""
    chosen = rows[(rows["question"] == question) & (rows["status"] == Status.ANSWERED.value)]
    columns = (chosen["case_id"], chosen["variant"], chosen["sample"])
    return [
        ItemKey(case_id=str(case_id), variant=str(variant), question=question, sample=int(sample))
        for case_id, variant, sample in zip(*columns, strict=True)
    ]


def score_array(
    scores: Mapping[ItemKey, float],
    places: tuple[Mapping[str, int], Mapping[str, int]],
    statuses: npt.NDArray[np.object_],
) -> npt.NDArray[np.float64]:
    """Scores in the shape of the statuses; NaN where there is none, and where a person read no answer in the words.

    Args:
        places: Case to its place and label to its place.
        statuses: Shape (items, labels, samples).
    """
    found = np.full(statuses.shape, np.nan)
    cases, labels = places
    for key, value in scores.items():
        found[cases[key.case_id], labels[key.variant], key.sample - 1] = value
    return np.where(statuses == Status.ANSWERED.value, found, np.nan)


def classified_entry(body: Classified) -> NewEntry:
    """The ledger's entry of some scores; its bytes are those of ``canonical_bytes(to_plain(body))``, made faster."""
    plain: dict[str, Any] = {
        "at": body.at,
        "calls": [
            {
                "case_id": call.case_id,
                "sample": call.sample,
                "score": _plain_score(call.score),
                "variant": call.variant,
            }
            for call in body.calls
        ],
        "classifier": to_plain(body.classifier),
        "question": body.question,
    }
    if body.identity:
        plain["identity"] = [to_plain(one) for one in body.identity]
    return NewEntry(kind=CLASSIFIED, body=canonical_bytes(plain), question=body.question)


def _plain_score(score: TextScore) -> dict[str, Any]:
    plain: dict[str, Any] = {"labels": dict(score.labels), "value": score.value}
    if score.reason:
        plain["reason"] = score.reason
    return plain
