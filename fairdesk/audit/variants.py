"""The variants of a project's own design, as an auditor looks at them: built, listed in windows, one file at a time."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fairdesk.audit.built_variants import Built, VariantsBuilt, built_of
from fairdesk.audit.case_choice import case_of
from fairdesk.audit.cases import ComparedVariant
from fairdesk.audit.evaluation_choice import evaluation_of
from fairdesk.audit.review_states import ReviewsNow, State, reviews_now
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.edits import Left
from fairdesk.domain.errors import InputError, PlanError
from fairdesk.domain.progress import TellStep

if TYPE_CHECKING:
    from fairdesk.audit.variant_parts import StoredCase

__all__ = ["VariantsBuilt", "build_variants", "built_variants"]

MOST_WORDS = 200
"""Characters of changed words that a line shows."""

AROUND = 40
"""Characters of the text on either side of words that were left alone."""

MISSING_WORDS = {
    "no difference": "The file holds no place for one of the cues of this variant: it is not tested here.",
    "no text": "There is no rewritten text of this file: the variant is not tested here.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class VariantsWanted:
    """Which variants of a list.

    Attributes:
        label: Of the variant; empty for any.
        cue_id: Only variants of files in which the cue has a place; empty for any.
        state: A word of ``review_states.State``; empty for any.
        only_left: Only of files in which something was left alone.
        only_sample: Only those of the random sample for review.
    """

    label: str = ""
    cue_id: str = ""
    state: str = ""
    only_left: bool = False
    only_sample: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class VariantLine:
    """A variant of one file in a list.

    Attributes:
        row: Its number among all variants of the design; stays while files and design stay.
        changed_words: What stands in its text instead of the original's words, the first ones.
        n_places: Places in which it differs.
        n_left: Places of its file that were left alone.
        state: What was decided about it.
    """

    row: int
    case_id: str
    label: str
    role: str
    changed_words: str
    n_places: int
    n_left: int
    state: str
    is_sampled: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftLine:
    """Words that were left alone, with the text around them."""

    case_id: str
    around: str
    left: Left


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseVariants:
    """Every variant of one file.

    Attributes:
        compared: The original first; an edited variant with the text that a person gave it.
        left: What was left alone; offsets are those of the file as it was imported.
        states: Label to what was decided; the original has none.
        missing: Label to a sentence why the file has no such variant.
        is_unaware: Nothing in the file stands for a group.
        text: The file as it was imported.
    """

    case_id: str
    text: str
    compared: tuple[ComparedVariant, ...]
    left: tuple[Left, ...]
    states: Mapping[str, str]
    missing: Mapping[str, str]
    is_unaware: bool


def build_variants(spec: WorkspaceSpec, project: str, tell: TellStep = lambda words: None) -> VariantsBuilt:
    """Make, check and keep every variant of every file; at once when nothing changed since they were built.

    Raises:
        InputError: there is no such project.
        PlanError: it has no design, no files, or a design that cannot be built.
        StoreError: the disk took nothing.
    """
    from fairdesk.audit.variant_building import build

    with Workspace(spec) as workspace:
        record = workspace.store.projects.get(project)
        return build(workspace, record.project_id, record.details, tell).summary


def built_variants(spec: WorkspaceSpec, project: str) -> VariantsBuilt | None:
    """What was built for the design and the files as they are now; None while nothing was.

    Raises:
        InputError: there is no such project.
    """
    with Workspace(spec) as workspace:
        record = workspace.store.projects.get(project)
        built = built_of(workspace, record.project_id, record.details)
        return None if built is None else built.summary


def variants_of_case(spec: WorkspaceSpec, project: str, case_id: str) -> CaseVariants:
    """Every variant of one file beside its original, made anew where they were not built.

    Raises:
        InputError: there is no such project or file.
        PlanError: the project has no design, or one that cannot be built.
    """
    from fairdesk.evaluations.substitution import check_difference

    with Workspace(spec) as workspace:
        record = workspace.store.projects.get(project)
        details = record.details
        if details.design is None:
            raise PlanError("The project has no design of its own.", "Begin one on the page Cues.")
        evaluation = evaluation_of(workspace, details)
        case = case_of(workspace, details, record.project_id, case_id)
        made = evaluation.make_variants(case)
        now = reviews_now(workspace, record.project_id, [case_id])
        original, *others = made.variants
        texts = {variant.label: now.reviewed(original, variant) for variant in others}
        kinds = {kind.label: kind for kind in evaluation.variants}
        return CaseVariants(
            case_id=case_id,
            text=case.text,
            compared=tuple(
                ComparedVariant(
                    variant=variant,
                    description=kinds[variant.label].description,
                    changes=check_difference(original, variant),
                )
                for variant in (original, *texts.values())
            ),
            left=made.left,
            states={variant.label: now.state(original, variant).value for variant in others},
            missing={label: MISSING_WORDS[reason.value] for label, reason in made.missing.items()},
            is_unaware=made.is_unaware,
        )


def variant_count(spec: WorkspaceSpec, project: str, wanted: VariantsWanted = VariantsWanted()) -> int:
    """How many variants a list has; 0 while they are not built.

    Raises:
        InputError: there is no such project.
    """
    with Workspace(spec) as workspace:
        found = _listed(workspace, project, wanted)
        return 0 if found is None else len(found.rows)


def variant_lines(
    spec: WorkspaceSpec, project: str, first: int, count: int, wanted: VariantsWanted = VariantsWanted()
) -> tuple[VariantLine, ...]:
    """A window of a list, file by file and within it in the order of the design.

    Args:
        first: Place in the list, from 0.

    Raises:
        InputError: there is no such project.
    """
    with Workspace(spec) as workspace:
        found = _listed(workspace, project, wanted)
        if found is None:
            return ()
        rows = found.rows[first : first + count]
        # Of all decisions, which may be as many as there are variants, only those about the window are read.
        case_ids = sorted({found.built.case(row // len(found.built.labels)).case_id for row in rows})
        now = reviews_now(workspace, found.project_id, case_ids)
        return tuple(found.line(row, now) for row in rows)


def left_count(spec: WorkspaceSpec, project: str) -> int:
    """How many places were left alone in all files; 0 while nothing is built.

    Raises:
        InputError: there is no such project.
    """
    built = built_variants(spec, project)
    return 0 if built is None else built.n_left


def left_lines(spec: WorkspaceSpec, project: str, first: int, count: int) -> tuple[LeftLine, ...]:
    """A window of all that was left alone, file by file.

    Raises:
        InputError: there is no such project.
    """
    from bisect import bisect_right

    with Workspace(spec) as workspace:
        record = workspace.store.projects.get(project)
        built = built_of(workspace, record.project_id, record.details)
        found: list[LeftLine] = []
        if built is None or first >= built.left_before[-1]:
            return ()
        position = bisect_right(built.left_before, first) - 1
        skipped = first - built.left_before[position]
        while len(found) < count + skipped and position < built.n_cases:
            if built.n_left[position]:
                case_id, text = built.case(position).case_id, built.source(position)
                found += [
                    LeftLine(case_id=case_id, around=_around(text, one), left=one) for one in built.left(position)
                ]
            position += 1
        return tuple(found[skipped : skipped + count])


def _around(text: str, left: Left) -> str:
    start, end = max(0, left.start - AROUND), min(len(text), left.end + AROUND)
    before = "…" if start else ""
    return before + " ".join(text[start:end].split()) + ("…" if end < len(text) else "")


@dataclass(slots=True)
class _Listed:
    project_id: str
    built: Built
    rows: Sequence[int]
    sampled: frozenset[int]

    def line(self, row: int, now: ReviewsNow) -> VariantLine:
        position, place = divmod(row, len(self.built.labels))
        label, case = self.built.labels[place], self.built.case(position)
        return VariantLine(
            row=row,
            case_id=case.case_id,
            label=label,
            role=self.built.roles[place],
            changed_words=_changed_words(case, label),
            n_places=case.n_edits(label),
            n_left=self.built.n_left[position],
            state=now.state_of(case, label).value,
            is_sampled=row in self.sampled,
        )


def _changed_words(case: StoredCase, label: str) -> str:
    parts: list[str] = []
    size = 0
    text = case.original.text
    for edit in case.edits(label):
        part = f"{' '.join(text[edit.start : edit.end].split())} → {' '.join(edit.words.split())}"
        parts.append(part)
        size += len(part)
        if size > MOST_WORDS:
            break
    words = "; ".join(parts)
    return words if len(words) <= MOST_WORDS else words[: MOST_WORDS - 1] + "…"


def _listed(workspace: Workspace, project: str, wanted: VariantsWanted) -> _Listed | None:
    """The rows of a list; without a filter they are those of the build, and nothing is gone through."""
    from fairdesk.audit.variant_review import sampled_rows

    record = workspace.store.projects.get(project)
    built = built_of(workspace, record.project_id, record.details)
    if built is None or record.details.design is None:
        return None
    sampled = sampled_rows(built, record.details.design)
    rows: Sequence[int] = sorted(sampled) if wanted.only_sample else built.rows
    n_kinds = len(built.labels)
    if wanted.label:
        if wanted.label not in built.labels:
            raise InputError(f"The design has no variant {wanted.label}.", "Choose another one.")
        place = built.labels.index(wanted.label)
        rows = array("q", (row for row in rows if row % n_kinds == place))
    if wanted.cue_id:
        if wanted.cue_id not in built.cue_ids:
            raise InputError(f"The design has no cue {wanted.cue_id}.", "Choose another one.")
        bit = 1 << built.cue_ids.index(wanted.cue_id)
        rows = array("q", (row for row in rows if built.cue_masks[row // n_kinds] & bit))
    if wanted.only_left:
        rows = array("q", (row for row in rows if built.n_left[row // n_kinds]))
    if wanted.state:
        rows = _in_state(built, reviews_now(workspace, record.project_id), rows, State(wanted.state))
    return _Listed(record.project_id, built, rows, sampled)


def _in_state(built: Built, now: ReviewsNow, rows: Sequence[int], state: State) -> array[int]:
    """Only variants that somebody decided about are looked at one by one; all others are not reviewed."""
    decided = now.by_row(built)
    if state is State.NOT_REVIEWED:
        return array("q", (row for row in rows if row not in decided))
    return array("q", (row for row in rows if row in decided and decided[row].state is state))
