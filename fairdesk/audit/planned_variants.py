"""The variants that a plan asks about: as they were built, with what reviewers decided, stored as documents."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fairdesk.audit.review_states import ReviewsNow, State, reviews_now
from fairdesk.audit.variant_building import build
from fairdesk.audit.variant_parts import MANIFEST, PART, PART_FILES, TextSize, encode_case, encode_part, manifest_body
from fairdesk.audit.variant_review import summarise
from fairdesk.audit.workspace import Workspace
from fairdesk.domain.audited_system import ProjectDetails
from fairdesk.domain.design import ReviewSummary
from fairdesk.domain.plan import Omitted, written_positions
from fairdesk.domain.progress import TellStep

if TYPE_CHECKING:
    from fairdesk.audit.built_variants import Built

PARTS_AT_ONCE = 50
"""Parts that are stored in one transaction: some tens of megabytes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedVariants:
    """What a plan says of its variants.

    Attributes:
        manifest_sha256: Document that names the parts.
        built: What they were made of.
    """

    manifest_sha256: str
    omitted: tuple[Omitted, ...]
    review: ReviewSummary
    built: Built


def planned_variants(workspace: Workspace, project_id: str, details: ProjectDetails, tell: TellStep) -> PlannedVariants:
    """Build what is not built, put the reviews in, and store the parts.

    Raises:
        PlanError: the project has no design, no files, or a design that cannot be built.
        StoreError: the disk took nothing.
    """
    assert details.design is not None
    built = build(workspace, project_id, details, tell)
    now = reviews_now(workspace, project_id)
    decided = now.by_row(built)
    n_kinds = len(built.labels)
    changed = (State.EDITED, State.REJECTED)
    touched = {row // n_kinds // PART_FILES for row, one in decided.items() if one.state in changed}
    sizes = {label: replace(size) for label, size in built.sizes.items()}
    parts: list[tuple[str, str, int]] = []
    for first in range(0, len(built.firsts), PARTS_AT_ONCE):
        numbers = range(first, min(first + PARTS_AT_ONCE, len(built.firsts)))
        bodies = [
            _body(built, number, (now, sizes)) if number in touched else built.part_body(number) for number in numbers
        ]
        hashes = workspace.store.documents.put_many(PART, bodies)
        for number, sha256 in zip(numbers, hashes, strict=True):
            n_files = min(PART_FILES, built.n_cases - number * PART_FILES)
            parts.append((built.firsts[number], sha256, n_files))
        tell(f"Storing variants: {min(built.n_cases, len(parts) * PART_FILES)} of {built.n_cases} files")
    manifest = workspace.store.documents.put(MANIFEST, manifest_body(parts, sizes))
    rejected = sorted(row for row, one in decided.items() if one.state is State.REJECTED)
    return PlannedVariants(
        manifest_sha256=manifest,
        omitted=(*_omitted(built), *_rejected(built, rejected)),
        review=summarise(built, details.design, decided),
        built=built,
    )


def _body(built: Built, number: int, of: tuple[ReviewsNow, dict[str, TextSize]]) -> bytes:
    """A part with what was decided about its variants; their sizes are counted anew."""
    now, sizes = of
    cases = []
    first = number * PART_FILES
    for position in range(first, min(first + PART_FILES, built.n_cases)):
        case = built.case(position)
        original = case.original
        kept = [original]
        for label in case.labels[1:]:
            state = now.state_of(case, label)
            if state not in (State.EDITED, State.REJECTED):
                kept.append(case.variant(label))
                continue
            proposed = case.variant(label)
            sizes[label].remove(proposed.text)
            if state is State.EDITED:
                edited = now.reviewed(original, proposed)
                sizes[label].add(edited.text)
                kept.append(edited)
        cases.append(encode_case(kept))
    return encode_part(cases)


def _omitted(built: Built) -> Iterator[Omitted]:
    for label, reason, files, n_files in built.omitted:
        yield Omitted(label=label, reason=reason, files=files, n_files=n_files)


def _rejected(built: Built, rows: list[int]) -> Iterator[Omitted]:
    n_kinds = len(built.labels)
    found: dict[str, list[int]] = defaultdict(list)
    for row in rows:
        found[built.labels[row % n_kinds]].append(row // n_kinds)
    for label, positions in sorted(found.items()):
        yield Omitted(label=label, reason="rejected", files=written_positions(positions), n_files=len(positions))
