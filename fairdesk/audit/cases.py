"""The case files of a project as an auditor looks at them: which are used, and what a run would make of each."""

from __future__ import annotations

from dataclasses import dataclass, replace

from fairdesk.audit.case_choice import read_cases
from fairdesk.audit.evaluation_choice import evaluation_of
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.audited_system import ProjectDetails
from fairdesk.domain.canonical import canonical_bytes, sha256_hex
from fairdesk.domain.cases import Case, ChangedSpan, Variant
from fairdesk.domain.codec import to_plain

LANGUAGES_WITHOUT_SPACES = ("zh", "ja", "th", "lo", "km", "my", "bo")
"""Written without spaces between words, so that a count of words by spaces would be wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseRow:
    """One case file.

    Attributes:
        is_used: It is among the files that the project uses.
        n_words: Stretches between blanks; None for a language that is written without them.
        sha256: Of the case as a plan stores it.
    """

    case: Case
    is_used: bool
    n_words: int | None
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedVariant:
    """A variant with the places where it differs from the original, in the order of the text."""

    variant: Variant
    description: str
    changes: tuple[ChangedSpan, ...]


def browse_cases(spec: WorkspaceSpec, details: ProjectDetails) -> tuple[CaseRow, ...]:
    """All files of the project's folder, sorted by id.

    Raises:
        ImportProblem: a file cannot be taken; the message names file, line, cause and cure.
    """
    everything = read_cases(spec, replace(details, n_cases=0))
    used = {case.case_id for case in read_cases(spec, details)} if details.n_cases else None
    return tuple(
        CaseRow(
            case=case,
            is_used=used is None or case.case_id in used,
            n_words=count_words(case),
            sha256=sha256_hex(canonical_bytes(to_plain(case))),
        )
        for case in everything
    )


def count_words(case: Case) -> int | None:
    """Words of a case, place-holders included; None where blanks do not part words.

    Example:
        >>> count_words(Case(case_id="a", title="", text="{They} said so.", facts={}, origin=""))
        3
    """
    if case.language.split("-")[0].lower() in LANGUAGES_WITHOUT_SPACES:
        return None
    return len(case.text.split())


def compare_variants(spec: WorkspaceSpec, case: Case) -> tuple[ComparedVariant, ...]:
    """Every variant of a case by the shipped test beside its original, which comes first.

    Those of a design are read with what reviewers decided: ``variants.variants_of_case``.

    Raises:
        InputError: the cue lists lack what this case needs; the message names it.
    """
    from fairdesk.evaluations.substitution import check_difference

    with Workspace(spec) as workspace:
        evaluation = evaluation_of(workspace, ProjectDetails())
        original, *others = evaluation.make_variants(case).variants
    descriptions = {kind.label: kind.description for kind in evaluation.variants}
    return tuple(
        ComparedVariant(
            variant=variant,
            description=descriptions.get(variant.label, ""),
            changes=check_difference(original, variant),
        )
        for variant in (original, *others)
    )
