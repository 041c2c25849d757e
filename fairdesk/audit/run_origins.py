"""What is said of a run before it is analysed: answers that were not asked for, another model, scores that lack."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from fairdesk.audit.classify_standing import unscored_words
from fairdesk.audit.plan import load_plan
from fairdesk.audit.recorded_calls import closed_marks, recorded_files, recorded_words_of_run
from fairdesk.audit.run_items import PlanItems
from fairdesk.audit.workspace import Workspace
from fairdesk.domain.batch_words import imported_sentence
from fairdesk.domain.progress import RunStatus


def origin_notes(workspace: Workspace, run_ids: Iterable[str]) -> dict[str, str]:
    """Run id to what is said of it, a line for each origin and each lack of scores; ordinary runs are absent."""
    return {run_id: note for run_id in run_ids if (note := _origin_note(workspace, run_id))}


def closed_runs(workspace: Workspace, runs: Iterable[RunStatus]) -> frozenset[str]:
    """Ids of the runs in which nobody is asked anything more: what has no answer belongs to recorded files."""
    found = set()
    for run in runs:
        if recorded_files(workspace, run.run_id):
            items = PlanItems(load_plan(workspace, run.plan_sha256))
            if all(closed_marks(workspace, run.run_id, items)):
                found.add(run.run_id)
    return frozenset(found)


def _origin_note(workspace: Workspace, run_id: str) -> str:
    def bodies(kind: str) -> list[dict[str, Any]]:
        return [json.loads(entry.body) for entry in workspace.store.ledger.entries(f"run:{run_id}", kind=kind)]

    batches = imported_sentence([str(body["file_name"]) for body in bodies("batch_imported") if body["taken"]])
    changes = [
        f"Object changed during the test: {body['new']} answered after {body['old']}; {body['by']}: {body['reason']}"
        for body in bodies("identity_accepted")
    ]
    origins = filter(None, [recorded_words_of_run(workspace, run_id), batches, *changes])
    return "\n".join([*origins, *unscored_words(workspace, run_id)])
