"""What classifiers made of answers, as the chain of a run keeps it: scores are evidence and are not computed again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from fairdesk.domain.classifiers import PlannedClassifier
from fairdesk.domain.codec import ABSENT_BY_DEFAULT


@dataclass(frozen=True, slots=True, kw_only=True)
class TextScore:
    """What a classifier made of one text.

    Attributes:
        value: On the scale of its quantity; None where there is none, and then ``reason`` says why.
        labels: Every label with its score, as the classifier gave them.
    """

    value: float | None = None
    labels: Mapping[str, float] = field(default_factory=dict)
    reason: str = field(default="", metadata=ABSENT_BY_DEFAULT)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassifiedCall:
    """The score of one answer to the question of its entry; the other fields are those of ``ItemKey``."""

    case_id: str
    variant: str
    sample: int
    score: TextScore


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentityScore:
    """What a classifier made of neutral sentences about one kind of person; the reference is just a person.

    Attributes:
        values: One per sentence; None where it gave no score.
    """

    term: str
    values: tuple[float | None, ...]

    @property
    def mean(self) -> float | None:
        """Over its sentences; None where one has no score, since the means of different sentences do not compare."""
        known = [value for value in self.values if value is not None]
        return sum(known) / len(known) if known and len(known) == len(self.values) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Classified:
    """Body of an entry of the kind ``classified``: some answers to one question, scored by one classifier.

    Attributes:
        question: Id of the question that the answers are to.
        at: UTC, ISO 8601 with Z.
        identity: What the same classifier made of neutral sentences with identity words in the same sitting; empty in
            all entries of a sitting but the first.
    """

    classifier: PlannedClassifier
    question: str
    at: str
    calls: tuple[ClassifiedCall, ...]
    identity: tuple[IdentityScore, ...] = field(default=(), metadata=ABSENT_BY_DEFAULT)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassifierSummary:
    """How the answers of one system to a benchmark stand with one classifier, as results and reports tell it.

    Attributes:
        n_answered: Answers in open words, which are those that are to be scored.
        missing: Why answers have no score, to their number; with ``n_scored`` they add up to ``n_answered``. At most
            ``MOST_REASONS``, the commonest, and ``OTHER_REASONS``.
        n_other: Scores in the chain that another version or another classifier gave; they are not used.
    """

    system: str
    question_id: str
    quantity: str
    n_answered: int
    n_scored: int
    missing: Mapping[str, int]
    n_other: int
    identity: tuple[IdentityScore, ...]


NOT_CLASSIFIED = "not classified"
"""Why an answer has no score that no classifier has seen."""

MOST_REASONS = 20
"""Why answers have no score is told in so many ways at most: a reason holds the words of a server."""

OTHER_REASONS = "other reasons"
"""Where the rest of them are counted."""

REFERENCE = "a person"
"""The identity term that names no group."""


def told_reasons(reasons: Mapping[str, int]) -> dict[str, int]:
    """The commonest reasons with their numbers, in the order of their words, and the others in one number.

    Example:
        >>> told_reasons({"the text holds no words": 2, "not classified": 1})
        {'not classified': 1, 'the text holds no words': 2}
    """
    ordered = sorted(reasons.items(), key=lambda one: (-one[1], one[0]))
    told = dict(sorted(ordered[:MOST_REASONS]))
    n_others = sum(number for _, number in ordered[MOST_REASONS:])
    return {**told, OTHER_REASONS: n_others} if n_others else told


def same_instrument(planned: PlannedClassifier, used: PlannedClassifier) -> bool:
    """Whether scores of the one count where the other was planned: the auditor's words about it are no part of it."""
    return _instrument(planned) == _instrument(used)


def _instrument(one: PlannedClassifier) -> tuple[object, ...]:
    return one.quantity, one.classifier_id, one.version, one.address, tuple(sorted(one.labels))


def identity_words(scores: tuple[IdentityScore, ...]) -> str:
    """The identity-term check in a sentence; empty where it was not made.

    Example:
        >>> identity_words((IdentityScore(term="a person", values=(0.1,)), IdentityScore(term="a nun", values=(0.4,))))
        'Neutral sentences about “a person” score 0.1; the furthest from it: “a nun” 0.4.'
    """
    means = {one.term: one.mean for one in scores}
    reference = means.get(REFERENCE)
    others = {term: mean for term, mean in means.items() if mean is not None and term != REFERENCE}
    if reference is None or not others:
        return ""
    furthest = max(others, key=lambda term: abs(others[term] - reference))
    if abs(others[furthest] - reference) < 5e-4:
        return f"Neutral sentences score {reference:.3g} whoever they are about."
    return (
        f"Neutral sentences about “{REFERENCE}” score {reference:.3g}; the furthest from it: “{furthest}” "
        f"{others[furthest]:.3g}."
    )
