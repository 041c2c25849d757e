"""Which evaluation a project uses: its own design, or the admissions test that FairDesk ships."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from fairdesk.audit.workspace import Workspace
from fairdesk.domain.audited_system import ProjectDetails
from fairdesk.domain.design import CueKind, Design

if TYPE_CHECKING:
    from fairdesk.evaluations.counterfactual import Texts
    from fairdesk.evaluations.evaluation import Evaluation

SEED = 20261129
"""Seed of order, names and resampling where no design has its own, printed in every report; any number would do."""


def evaluation_of(workspace: Workspace, details: ProjectDetails) -> Evaluation:
    """The evaluation by which a project's variants, questions and plan are made.

    What a design leaves out is counted when its plan is made; it is not in the answer.

    Raises:
        ImportProblem: the shipped cue lists cannot be read.
        PlanError: the design asks for more combinations than can be built.
        StoreError: the rewritten texts of a cue are not in the store.
    """
    if details.design is not None:
        from fairdesk.evaluations.counterfactual import designed_evaluation

        return designed_evaluation(details.design, (), rewritten_texts(workspace, details.design))
    from fairdesk.evaluations.admissions import admissions_evaluation
    from fairdesk.interchange.case_files import read_cues

    return admissions_evaluation(read_cues(workspace.resources / "admissions" / "cues.toml"), SEED)


def rewritten_texts(workspace: Workspace, design: Design) -> Texts:
    """The supplied texts of every REWRITTEN cue: cue id to case id to level to text."""
    return {
        cue.cue_id: json.loads(workspace.store.documents.get(cue.texts_sha256))
        for cue in design.cues
        if cue.kind is CueKind.REWRITTEN and cue.texts_sha256
    }
