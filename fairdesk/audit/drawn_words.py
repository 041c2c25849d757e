"""Which word was drawn for a file: names and place-holders stand for a group, and are a second source of variation."""

from __future__ import annotations

import json
from collections.abc import Mapping

from fairdesk.audit.plan_families import drawn_cues
from fairdesk.audit.variant_parts import decode_part
from fairdesk.audit.workspace import Workspace
from fairdesk.domain.design import Cue
from fairdesk.domain.plan import Plan

DrawnWords = Mapping[str, Mapping[str, str]]
"""Label of a variant to file to the word that was drawn for it; files whose word is not known are absent."""


def drawn_words(workspace: Workspace, plan: Plan) -> DrawnWords:
    """The word that stands for the group in every file of the variants that draw one (methods.md M40).

    Of several persons in a file the first one's word is taken. A variant that a person edited there has none.
    """
    if plan.design is None or "names" not in plan.measures:
        return {}
    wanted = {kind.label: drawn_cues(plan.design, kind) for kind in plan.variants}
    of_cues = {
        label: {cue.cue_id: _by_beginning(cue, level) for cue, level in cues} for label, cues in wanted.items() if cues
    }
    found: dict[str, dict[str, str]] = {label: {} for label in of_cues}
    manifest = json.loads(workspace.store.documents.get(plan.variants_sha256)) if of_cues else []
    parts = manifest["parts"] if isinstance(manifest, dict) else []
    for part in parts:
        for case in decode_part(workspace.store.documents.get(str(part["sha256"]))):
            for label in case.labels[1:]:
                if label not in of_cues:
                    continue
                for edit in case.edits(label):
                    word = _word(edit.words, of_cues[label].get(edit.cue_id, ()))
                    if word:
                        found[label][case.case_id] = word
                        break
    return found


def _by_beginning(cue: Cue, level: str) -> tuple[str, ...]:
    """The words of a level, longer ones first: a word may begin another one."""
    return tuple(sorted(set(cue.words(level)), key=lambda word: (-len(word), word)))


def _word(stands: str, words: tuple[str, ...]) -> str:
    """The word of the list that an edit begins with; an ending for the possessive may follow it."""
    return next((word for word in words if word and stands.casefold().startswith(word.casefold())), "")
