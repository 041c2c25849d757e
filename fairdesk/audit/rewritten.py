"""Rewritten texts come in: kept as a document, and named by the cue that they belong to."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from fairdesk.audit.case_choice import case_keys
from fairdesk.audit.variant_problems import files_words
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.canonical import canonical_bytes
from fairdesk.domain.design import CueKind, Design
from fairdesk.domain.errors import ImportProblem, InputError

KIND = "rewritten_texts"
"""Kind of the documents that hold them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RewrittenTaken:
    """What a file of rewritten texts gave.

    Attributes:
        sha256: Of the document that holds the texts; the cue's ``texts_sha256`` is to be set to it.
        n_texts: Texts of files that the project uses.
        problems: Levels that files lack, and files that the project does not have, a sentence each.
    """

    sha256: str
    n_texts: int
    problems: tuple[str, ...]


def take_rewritten(spec: WorkspaceSpec, project: str, design: Design, cue_id: str, path: Path) -> RewrittenTaken:
    """Read a file of rewritten texts for a cue and keep it; the design itself is changed by the caller.

    Args:
        design: As it is edited now, with the cue in it.

    Raises:
        InputError: there is no such project, or the design has no REWRITTEN cue of this id.
        ImportProblem: the file cannot be taken, or none of its texts belongs to the project.
    """
    from fairdesk.interchange.rewritten_texts import read_rewritten

    cue = next((cue for cue in design.cues if cue.cue_id == cue_id and cue.kind is CueKind.REWRITTEN), None)
    if cue is None:
        raise InputError(f"The design has no cue {cue_id} of rewritten texts.", "Add it on the page Cues first.")
    levels = next((one.levels for one in design.attributes if one.attribute_id == cue.attribute_id), ())
    found = read_rewritten(path)
    with Workspace(spec) as workspace:
        record = workspace.store.projects.get(project)
        known = [one.case_id for one in case_keys(workspace, record.details, record.project_id)]
        kept = {case_id: of for case_id in known if (of := _of_levels(found.get(case_id, {}), levels[1:]))}
        if not kept:
            raise ImportProblem(
                f"No text of {path.name} belongs to a file of the project and a level of the attribute.",
                f"Levels are: {', '.join(levels[1:]) or 'none yet'}. Ids are those of the Cases page.",
            )
        sha256 = workspace.store.documents.put(KIND, canonical_bytes(kept))
    problems = []
    for level in levels[1:]:
        n_lacking = sum(level not in kept.get(case_id, {}) for case_id in known)
        if n_lacking:
            problems.append(
                f"No text of the level {level}, and not tested there: {files_words(n_lacking)} of {len(known):,}."
            )
    n_foreign = len(set(found) - set(known))
    if n_foreign:
        problems.append(f"Texts of files that are not in the project were left out: {files_words(n_foreign)}.")
    n_texts = sum(len(of) for of in kept.values())
    return RewrittenTaken(sha256=sha256, n_texts=n_texts, problems=tuple(problems))


def _of_levels(texts: dict[str, str], levels: tuple[str, ...]) -> dict[str, str]:
    return {level: text for level, text in texts.items() if level in levels}


def with_texts(design: Design, cue_id: str, sha256: str) -> Design:
    """The design with these texts in the place of the cue's earlier ones."""
    cues = tuple(replace(cue, texts_sha256=sha256) if cue.cue_id == cue_id else cue for cue in design.cues)
    return replace(design, cues=cues)
