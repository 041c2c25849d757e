"""The variants of a test: what each one changes, which files lack it, and what a person said of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fairdesk.domain.cases import VariantKind
from fairdesk.domain.design import ReviewSummary
from fairdesk.domain.plan import Plan
from fairdesk.report.blocks import Block, Column, Facts, Heading, Paragraph, TableBlock
from fairdesk.report.sections.cells import enumerated

MOST_VARIANTS = 200
"""Variants that are listed one by one; beyond it as blocks of the attributes that they change."""

OMISSIONS = {
    "no difference": "the file holds no words of the cue, so that the variant would equal the original",
    "no text": "nobody wrote the text",
    "rejected": "a person rejected the variant",
}
"""Why a file is not asked about in a variant."""


def variants_part(plan: Plan) -> Iterator[Block]:
    """The variants, those that some files lack, and the review of a random sample."""
    yield Heading(level=2, text="Variants")
    yield TableBlock(
        caption="Every file in every variant" + (", except where the next table says so" if plan.omitted else ""),
        columns=(
            Column(title="Variant", weight=1.3),
            Column(title="Role"),
            Column(title="What differs from the original", weight=4),
        ),
        rows=tuple(_rows(plan.variants)),
        has_row_headers=True,
    )
    if plan.omitted:
        yield _omitted(plan)
    if plan.review is not None:
        yield from _review(plan.review)


def _rows(kinds: Sequence[VariantKind]) -> Iterator[tuple[str, str, str]]:
    if len(kinds) <= MOST_VARIANTS:
        yield from ((kind.label, kind.role.value, kind.description) for kind in kinds)
        return
    groups: dict[tuple[str, tuple[str, ...]], list[VariantKind]] = {}
    for kind in kinds:
        groups.setdefault((kind.role.value, tuple(kind.attributes)), []).append(kind)
    for (role, names), group in groups.items():
        if len(group) == 1:
            yield group[0].label, role, group[0].description
        else:
            first = f"For example {group[0].label}: {group[0].description}"
            yield f"{len(group):,} variants", role, f"{enumerated(names) or 'Nothing'} at other levels. {first}"


def _omitted(plan: Plan) -> Block:
    return TableBlock(
        caption="Files that a variant was not asked about; it is not tested there",
        columns=(
            Column(title="Variant", weight=1.6),
            Column(title="Files", align="right", weight=0.8),
            Column(title="Because", weight=4),
        ),
        rows=tuple(
            (one.label, f"{one.n_files:,} of {plan.n_cases:,}", OMISSIONS.get(one.reason, one.reason))
            for one in plan.omitted
        ),
        has_row_headers=True,
    )


def _not_looked_at(review: ReviewSummary, looked_at: int) -> str:
    """What the rate does not cover."""
    n_open, n_others = review.n_sampled - looked_at, review.n_variants - review.n_sampled
    words = f"{n_open:,} of the sample were not looked at, and the rate says nothing of them. " if n_open else ""
    if not n_others:
        return words or "These are all variants."
    return f"{words}The other {n_others:,} variants were not drawn; the interval is what the sample says of them."


def _review(review: ReviewSummary) -> Iterator[Block]:
    """What a person said of a random sample, with the interval of the share that was accepted (methods.md B1)."""
    from fairdesk.measures.intervals import wilson

    yield Heading(level=2, text="Review of the variants")
    looked_at = review.n_accepted + review.n_edited + review.n_rejected
    if not looked_at:
        yield Paragraph(text="No person looked at a variant: how many read naturally is not known.")
    else:
        interval = wilson(review.n_accepted, looked_at)
        ends = "" if interval is None else f" (95 percent interval {interval.low:.0%} to {interval.high:.0%})"
        yield Paragraph(
            text=f"Of {review.n_variants:,} variants {review.n_sampled:,} were drawn at random with seed {review.seed} "
            f"and {looked_at:,} of them looked at: {review.n_accepted:,} accepted as they were, {review.n_edited:,} "
            f"edited, {review.n_rejected:,} rejected. Accepted as they were: {review.n_accepted / looked_at:.0%}"
            f"{ends}. {_not_looked_at(review, looked_at)}"
        )
    yield Facts(
        rows=(
            ("Reviewed by", ", ".join(review.reviewers) or "nobody named"),
            ("Edited in all", f"{review.n_edited_in_all:,}"),
            ("Rejected in all", f"{review.n_rejected_in_all:,}; no model was asked about them"),
            (
                "Left alone by rules",
                f"{review.n_left:,} places in all files: words that look like a cue, left as written",
            ),
        )
    )
