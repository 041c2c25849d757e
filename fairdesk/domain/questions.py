"""What is asked of every variant, and the targets that its answers are held against."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from fairdesk.domain.codec import ABSENT_BY_DEFAULT


class QuantityKind(Enum):
    """Discrete quantities have consistency and a sign test; continuous ones have shift, gap and tolerance."""

    DISCRETE = "discrete"
    CONTINUOUS = "continuous"


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One quantity that is asked of every variant.

    Attributes:
        question_id: ``rating``, ``rating_digit``, ``admit_log_odds``.
        prompt: Follows the case text in the user's message.
        answer_prefix: Begins the answer as a message of the assistant; empty for none.
        extractor: Id and version of the extractor, for example ``rating/1``.
        scale: Lowest and highest value; empty when the quantity has no ends (log-odds).
        unit: Printed behind numbers: ``points``, ``log-odds``.
        tolerance: For continuous quantities (methods.md M04); None for discrete ones.
        minimum_mass: Answer mass below which a value is unusable (methods.md M14); None where there is none.
        scores_prompt: Nothing is answered: the text is sent alone and its own log-probability is read (M16, M17).
    """

    question_id: str
    title: str
    prompt: str
    answer_prefix: str = ""
    extractor: str
    kind: QuantityKind
    scale: tuple[float, ...]
    unit: str
    max_tokens: int
    top_logprobs: int = 0
    tolerance: float | None = None
    tolerance_reason: str = ""
    minimum_mass: float | None = None
    scores_prompt: bool = field(default=False, metadata=ABSENT_BY_DEFAULT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """An internal target and its rule (methods.md M10); ``direction`` is at_least or at_most.

    Attributes:
        cell: The variant that it is about, ``attribute=level`` each, in the order of the attributes; empty for every
            cue and every intersection that has no target of its own.
        selected_from: Value from which a file counts as selected, for a disparity of selection rates (methods.md M08);
            None where nobody said, and for other measures.
    """

    target_id: str
    measure: str
    question_id: str
    threshold: float
    direction: str
    justification: str
    cell: tuple[str, ...] = field(default=(), metadata=ABSENT_BY_DEFAULT)
    selected_from: float | None = field(default=None, metadata=ABSENT_BY_DEFAULT)

    def is_about(self, attributes: Mapping[str, str]) -> bool:
        """Whether the target names exactly the variant with these levels."""
        return bool(self.cell) and set(self.cell) == {f"{name}={level}" for name, level in attributes.items()}
