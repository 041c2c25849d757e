"""A person looks at variants: accepts, edits or rejects them, and the rate of a random sample is recorded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fairdesk.audit.built_variants import Built, built_of
from fairdesk.audit.review_states import Decided, State, proposal_sha256, reviews_now
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.canonical import sha256_hex
from fairdesk.domain.cases import Variant
from fairdesk.domain.design import CueKind, Design, ReviewSummary
from fairdesk.domain.edits import BY_HAND, Edit
from fairdesk.domain.errors import InputError, PlanError

if TYPE_CHECKING:
    from fairdesk.store.variant_reviews import VariantReview

AT_ONCE = 5_000
"""Decisions that are kept in one transaction."""

LONGEST_TEXT = 2_000_000
"""Characters of a text that a person gives a variant."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What a person decides about a variant.

    Attributes:
        verdict: ``accepted``, ``edited``, ``rejected``, or ``not reviewed`` to take a decision back.
        new_text: Of an edited one, whole; None for the others.
        reviewer: Their name.
    """

    verdict: str
    new_text: str | None = None
    reviewer: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewView:
    """How the review stands.

    Attributes:
        n_reviewed: Of the sample: accepted, edited and rejected.
        acceptance: Share of the reviewed ones of the sample that were accepted as proposed, 0 to 1; None for none.
        low, high: Wilson interval of the share (methods.md B1); None for none.
        n_rewritten_left: Variants of rewritten texts that nobody has looked at; all of them must be before a lock.
        words: The same in a sentence.
    """

    summary: ReviewSummary
    n_reviewed: int
    acceptance: float | None
    low: float | None
    high: float | None
    n_rewritten_left: int
    words: str


def sample_to_review(spec: WorkspaceSpec, project: str) -> tuple[tuple[str, str], ...]:
    """File and label of every variant of the random sample, in the order of the list.

    Raises:
        InputError: there is no such project.
        PlanError: the variants were not built for the design as it is.
    """
    with Workspace(spec) as workspace:
        _, design, built = _built(workspace, project)
        n_kinds = len(built.labels)
        rows = sorted(sampled_rows(built, design))
        return tuple((built.case(row // n_kinds).case_id, built.labels[row % n_kinds]) for row in rows)


def sampled_rows(built: Built, design: Design) -> frozenset[int]:
    """The rows of the random sample: drawn from the design's review seed, and from nothing else than their number."""
    total, wanted = len(built.rows), min(design.n_reviewed, len(built.rows))
    chosen: set[int] = set()
    number = 0
    while len(chosen) < wanted:
        chosen.add(int(sha256_hex(f"{design.review_seed}\nreview\n{number}".encode()), 16) % total)
        number += 1
    return frozenset(built.rows[place] for place in chosen)


def record_review(spec: WorkspaceSpec, project: str, variant: tuple[str, str], decision: Decision) -> str:
    """Keep what a person decided about one variant; answers with its state.

    Args:
        variant: File and label.

    Raises:
        InputError: there is no such project, file or variant, or the text cannot be taken.
        PlanError: the variants were not built for the design as it is.
    """
    with Workspace(spec) as workspace:
        project_id, _, built = _built(workspace, project)
        case_id, label = variant
        if decision.verdict == State.NOT_REVIEWED.value:
            workspace.store.variant_reviews.remove(project_id, case_id, label)
            return decision.verdict
        position = built.position(case_id)
        if position is None or label not in built.case(position).labels[1:]:
            raise InputError(f"There is no variant {label} of the file {case_id}.", "Choose another one in the list.")
        case = built.case(position)
        review = _review(case.original, case.variant(label), decision)
        workspace.store.variant_reviews.put_many(project_id, [review])
        return review.verdict


def record_many(spec: WorkspaceSpec, project: str, variants: Sequence[tuple[str, str]], decision: Decision) -> int:
    """Accept or reject many variants at once; answers with how many exist and were decided about.

    Raises:
        InputError: there is no such project, or the verdict is neither of the two.
        PlanError: the variants were not built for the design as it is.
    """
    if decision.verdict not in (State.ACCEPTED.value, State.REJECTED.value):
        raise InputError("Many variants can be accepted or rejected, not edited.", "Edit them one by one.")
    with Workspace(spec) as workspace:
        project_id, _, built = _built(workspace, project)
        return sum(
            workspace.store.variant_reviews.put_many(
                project_id, _reviews(built, variants[first : first + AT_ONCE], decision)
            )
            for first in range(0, len(variants), AT_ONCE)
        )


def review_view(spec: WorkspaceSpec, project: str) -> ReviewView:
    """How the review stands, with the acceptance rate of the sample.

    Raises:
        InputError: there is no such project.
        PlanError: the variants were not built for the design as it is.
    """
    from fairdesk.measures.intervals import wilson

    with Workspace(spec) as workspace:
        project_id, design, built = _built(workspace, project)
        decided = reviews_now(workspace, project_id).by_row(built)
        summary = summarise(built, design, decided)
        n_rewritten_left = rewritten_left(built, design, decided)
    n_reviewed = summary.n_accepted + summary.n_edited + summary.n_rejected
    interval = wilson(summary.n_accepted, n_reviewed)
    return ReviewView(
        summary=summary,
        n_reviewed=n_reviewed,
        acceptance=summary.n_accepted / n_reviewed if n_reviewed else None,
        low=interval.low if interval else None,
        high=interval.high if interval else None,
        n_rewritten_left=n_rewritten_left,
        words=review_words(summary),
    )


def review_words(summary: ReviewSummary) -> str:
    """The acceptance rate of the sample in words.

    Example:
        >>> review_words(ReviewSummary(n_variants=9, n_sampled=3, n_accepted=0, n_edited=0, n_rejected=0,
        ...                            n_edited_in_all=0, n_rejected_in_all=0, seed=1))
        'None of the 3 variants of the random sample was looked at yet; the acceptance rate is not measured.'
    """
    from fairdesk.measures.intervals import wilson

    n_reviewed = summary.n_accepted + summary.n_edited + summary.n_rejected
    interval = wilson(summary.n_accepted, n_reviewed)
    if interval is None:
        return (
            f"None of the {summary.n_sampled} variants of the random sample was looked at yet; the acceptance rate is "
            "not measured."
        )
    share, n_sampled = f"{summary.n_accepted / n_reviewed:.0%}", summary.n_sampled
    ends = f"{interval.low or 0.0:.0%} to {interval.high or 0.0:.0%}"
    looked_at = "1 variant that was looked at" if n_reviewed == 1 else f"{n_reviewed} variants that were looked at"
    accepted = "1 was" if summary.n_accepted == 1 else f"{summary.n_accepted} were"
    return (
        f"Of {looked_at}, of a random sample of {n_sampled}, {accepted} accepted as proposed: {share}, "
        f"95 % Wilson interval {ends}."
    )


def summarise(built: Built, design: Design, decided: Mapping[int, Decided]) -> ReviewSummary:
    """The same for variants that are at hand.

    Args:
        decided: As ``ReviewsNow.by_row``.
    """
    sample = sampled_rows(built, design)
    in_sample = Counter(one.state for row, one in decided.items() if row in sample)
    in_all = Counter(one.state for one in decided.values())
    reviewers = {one.review.reviewer for one in decided.values() if one.state is not State.OUTDATED} - {""}
    return ReviewSummary(
        n_variants=len(built.rows),
        n_sampled=len(sample),
        n_accepted=in_sample[State.ACCEPTED],
        n_edited=in_sample[State.EDITED],
        n_rejected=in_sample[State.REJECTED],
        n_edited_in_all=in_all[State.EDITED],
        n_rejected_in_all=in_all[State.REJECTED],
        seed=design.review_seed,
        reviewers=tuple(sorted(reviewers)),
        n_left=built.summary.n_left,
    )


def rewritten_left(built: Built, design: Design, decided: Mapping[int, Decided]) -> int:
    """Variants with a rewritten text that nobody decided about as it is now."""
    from fairdesk.evaluations.counterfactual import variant_kinds

    attributes = {cue.attribute_id for cue in design.cues if cue.kind is CueKind.REWRITTEN}
    if not attributes:
        return 0
    labels = {kind.label for kind in variant_kinds(design) if attributes & set(kind.attributes)}
    places = {place for place, label in enumerate(built.labels) if label in labels}
    n_kinds = len(built.labels)
    done = {row for row, one in decided.items() if one.state is not State.OUTDATED}
    return sum(1 for row in built.rows if row % n_kinds in places and row not in done)


def _reviews(built: Built, variants: Sequence[tuple[str, str]], decision: Decision) -> Iterator[VariantReview]:
    for case_id, label in variants:
        position = built.position(case_id)
        if position is not None and label in (case := built.case(position)).labels[1:]:
            yield _review(case.original, case.variant(label), decision)


def _review(original: Variant, variant: Variant, decision: Decision) -> VariantReview:
    from fairdesk.store.variant_reviews import VariantReview

    edits: tuple[Edit, ...] = ()
    text, verdict = variant.text, decision.verdict
    if verdict == State.EDITED.value:
        text = _taken(decision.new_text, original)
        if text == variant.text:
            verdict = State.ACCEPTED.value
        else:
            edits = edits_by_hand(original, variant, text)
    elif verdict not in (State.ACCEPTED.value, State.REJECTED.value):
        raise InputError(f"A variant cannot be {verdict!r:.40}.", "Accept it, edit it or reject it.")
    return VariantReview(
        case_id=variant.case_id,
        label=variant.label,
        proposal_sha256=proposal_sha256(original.text, variant.text),
        verdict=verdict,
        edits=edits,
        text_sha256="" if verdict == State.REJECTED.value else sha256_hex(text.encode()),
        reviewer=decision.reviewer,
        reason=decision.reason,
    )


def edits_by_hand(original: Variant, variant: Variant, text: str) -> tuple[Edit, ...]:
    """Edits that make a person's text of the original; those that the proposal had too keep their cue."""
    from fairdesk.evaluations.swaps.rewriting import edits_between

    proposed = {(edit.start, edit.end, edit.words): edit for edit in variant.edits or ()}
    found = edits_between(original.text, text, BY_HAND)
    return tuple(proposed.get((edit.start, edit.end, edit.words), edit) for edit in found)


def _taken(text: str | None, original: Variant) -> str:
    if text is None or not text.strip():
        raise InputError("An edited variant needs a text.", "Write one, or reject the variant.")
    if len(text) > LONGEST_TEXT:
        raise InputError(f"The text has {len(text):,} characters.", f"Up to {LONGEST_TEXT:,} can be kept.")
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise InputError("The text holds half a character, which no file can hold.", "Write it anew.") from error
    if text == original.text:
        raise InputError("The edited variant is the original.", "Change it, or reject the variant.")
    return text


def _built(workspace: Workspace, project: str) -> tuple[str, Design, Built]:
    record = workspace.store.projects.get(project)
    built = built_of(workspace, record.project_id, record.details)
    if built is None or record.details.design is None:
        raise PlanError("The variants were not built for this design and these files.", "Build them on the page Cues.")
    return record.project_id, record.details.design, built
