"""What was decided about variants, held against the proposals as they are now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

from fairdesk.audit.variant_parts import StoredCase
from fairdesk.audit.workspace import Workspace
from fairdesk.domain.canonical import sha256_hex
from fairdesk.domain.cases import Variant
from fairdesk.domain.edits import apply_edits

if TYPE_CHECKING:
    from fairdesk.audit.built_variants import Built
    from fairdesk.store.variant_reviews import VariantReview


class State(Enum):
    """What a person decided about a variant."""

    NOT_REVIEWED = "not reviewed"
    ACCEPTED = "accepted"
    EDITED = "edited"
    REJECTED = "rejected"
    OUTDATED = "outdated"
    """The proposal changed since it was decided about: it counts as not reviewed, and the decision is kept."""


def proposal_sha256(original: str, text: str) -> str:
    """Names a proposal by both texts that a reviewer sees."""
    return sha256_hex(f"{len(original)}\n{original}{text}".encode("utf-8", "surrogatepass"))


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision about a variant, and what holds of the proposal now."""

    state: State
    review: VariantReview


class ReviewsNow:
    """The decisions about some or all files of a project."""

    def __init__(self, reviews: Sequence[VariantReview]) -> None:
        self.reviews = {(one.case_id, one.label): one for one in reviews}
        self.case_ids = sorted({one.case_id for one in reviews})

    def current(self, original: Variant, variant: Variant) -> VariantReview | None:
        """The decision about a proposal; None when there is none, or the proposal changed since."""
        review = self.reviews.get((variant.case_id, variant.label))
        if review is None or review.proposal_sha256 != proposal_sha256(original.text, variant.text):
            return None
        return review

    def state(self, original: Variant, variant: Variant) -> State:
        """What holds of a proposal now."""
        if (variant.case_id, variant.label) not in self.reviews:
            return State.NOT_REVIEWED
        review = self.current(original, variant)
        return State.OUTDATED if review is None else State(review.verdict)

    def state_of(self, case: StoredCase, label: str) -> State:
        """The same of a stored file; its texts are made only where there is a decision."""
        if (case.case_id, label) not in self.reviews:
            return State.NOT_REVIEWED
        return self.state(case.original, case.variant(label))

    def reviewed(self, original: Variant, variant: Variant) -> Variant:
        """The variant as it would be asked: with a person's edits where there are current ones."""
        review = self.current(original, variant)
        if review is None or review.verdict != State.EDITED.value:
            return variant
        return replace(variant, text=apply_edits(original.text, review.edits), edits=review.edits)

    def by_row(self, built: Built) -> dict[int, Decided]:
        """Row of every variant that exists and that somebody decided about, to the decision and what holds of it now.

        Every file with a decision is read for it, so that whoever needs more of them than one thing asks once.
        """
        found: dict[int, Decided] = {}
        places = {label: place for place, label in enumerate(built.labels)}
        by_case: dict[str, list[VariantReview]] = {}
        for review in self.reviews.values():
            by_case.setdefault(review.case_id, []).append(review)
        for case_id in self.case_ids:
            position = built.position(case_id)
            if position is None:
                continue
            case = built.case(position)
            known = set(case.labels)
            for review in by_case[case_id]:
                if review.label in known and review.label in places:
                    row = position * len(places) + places[review.label]
                    found[row] = Decided(self.state_of(case, review.label), review)
        return found


def reviews_now(workspace: Workspace, project_id: str, case_ids: Sequence[str] | None = None) -> ReviewsNow:
    """The decisions of a project, or those about some files."""
    return ReviewsNow(workspace.store.variant_reviews.all(project_id, case_ids))
