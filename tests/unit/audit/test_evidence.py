"""The rows behind a number give the number, and the answer behind a row is the one that was read."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fairdesk.audit.evidence import (
    EvidenceFilter,
    answer_of,
    evidence_ids,
    evidence_rows,
    export_evidence,
)
from fairdesk.audit.results_view import ResultsView, read_results
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.errors import InputError
from fairdesk.domain.evidence import Behind, EvidenceRow, Moved, evidence_words, rests_on, sides_of
from fairdesk.domain.exchanges import ItemKey, ModelReply, ReadValue
from fairdesk.domain.results import Estimate, ResultRow
from tests.e2e.scripted_server import chat_reply, user_text
from tests.gui.sample_results import ask

pytestmark = pytest.mark.slow


def moody(body: dict[str, Any]) -> Any:
    """Rates by the letters of the text; refuses some files and mumbles about others, so that every state occurs."""
    mark = sum(map(ord, re.sub(r"\W", "", user_text(body)))) % 11
    if mark == 0:
        return chat_reply("I'm sorry, but I cannot rate applicants.")
    if mark == 1:
        return chat_reply("Hard to say.")
    return chat_reply(f"I give a rating of {1 + mark % 5}.")


@pytest.fixture(scope="module")
def spec(tmp_path_factory: pytest.TempPathFactory) -> WorkspaceSpec:
    spec = WorkspaceSpec(data_dir=tmp_path_factory.mktemp("evidence"))
    ask(spec, "Moody", moody, n_cases=12)
    return spec


@pytest.fixture(scope="module")
def view(spec: WorkspaceSpec) -> ResultsView:
    return read_results(spec, "Moody")


def behind(view: ResultsView, row: ResultRow) -> Behind:
    run = next(run for run in view.analysis.runs if run.system == row.system)
    return Behind(
        run_id=run.run_id, head=run.head, question_id=row.question_id, variant=row.variant, measure=row.measure
    )


def all_rows(spec: WorkspaceSpec, view: ResultsView, row: ResultRow) -> tuple[EvidenceRow, ...]:
    whose = behind(view, row)
    return evidence_rows(spec, whose, evidence_ids(spec, whose, EvidenceFilter()))


FORMULAS = {
    "consistency": lambda change: np.mean(change == 0),
    "direction": lambda change: np.mean(np.sign(change)),
    "mean_shift": np.mean,
    "cf_gap": lambda change: np.mean(np.abs(change)),
    "interaction": np.mean,
}


@pytest.mark.parametrize("measure", FORMULAS)
def test_the_rows_behind_a_number_give_the_number(spec: WorkspaceSpec, view: ResultsView, measure: str) -> None:
    """Whoever computes the measure from the rows that are shown gets the value and the number of files shown."""
    rows = [row for row in view.analysis.results if row.measure == measure and isinstance(row.outcome, Estimate)]
    assert rows
    for row in rows:
        shown = all_rows(spec, view, row)
        change = np.array([one.change for one in shown if one.change is not None])
        assert isinstance(row.outcome, Estimate)

        assert len(shown) == row.counts["pairs"]
        assert len(change) == row.outcome.n
        assert FORMULAS[measure](change) == pytest.approx(row.outcome.value, abs=1e-12)


def test_filters_part_the_rows_and_missing_stands_last(spec: WorkspaceSpec, view: ResultsView) -> None:
    """Lower, the same, higher and missing are all rows, each once; sorted, files without a change are last."""
    row = next(row for row in view.analysis.results if row.measure == "mean_shift")
    whose = behind(view, row)
    parts = (Moved.LOWER, Moved.SAME, Moved.HIGHER, Moved.MISSING)
    found = [evidence_ids(spec, whose, EvidenceFilter(moved=part)) for part in parts]
    everything = evidence_ids(spec, whose, EvidenceFilter())
    changed = evidence_ids(spec, whose, EvidenceFilter(moved=Moved.CHANGED))

    assert sorted(place for part in found for place in part) == list(everything)
    assert sorted(changed) == sorted([*found[0], *found[2]])
    assert len(found[3]) == row.counts["pairs"] - row.counts["valid"]
    for descending in (False, True):
        wanted = EvidenceFilter(order=3, descending=descending)
        changes = [one.change for one in evidence_rows(spec, whose, evidence_ids(spec, whose, wanted))]
        numbers = [change for change in changes if change is not None]
        assert numbers == sorted(numbers, reverse=descending)
        assert changes == [*numbers, *([None] * (len(changes) - len(numbers)))]


def test_every_missing_value_has_its_reason(spec: WorkspaceSpec, view: ResultsView) -> None:
    """A row without a value says why in words, and a row with one does not."""
    row = next(row for row in view.analysis.results if row.measure == "mean_shift")
    sides = [side for one in all_rows(spec, view, row) for side in one.sides]

    assert any(side.value is None for side in sides)
    assert all((side.value is None) == bool(side.reason) for side in sides)


def test_an_answer_opens_from_its_row_and_leads_back_to_its_results(spec: WorkspaceSpec, view: ResultsView) -> None:
    """The answer behind a value holds the value; an answer for the original carries every variant, its own only one."""
    row = next(row for row in view.analysis.results if row.measure == "mean_shift" and row.variant == "female")
    one = next(one for one in all_rows(spec, view, row) if one.change is not None)
    original, female = (
        ItemKey(case_id=one.case_id, variant=side.side.variant, question=row.question_id, sample=side.side.sample)
        for side in one.sides
    )
    answer = answer_of(spec, behind(view, row).run_id, female)
    resting = [
        {found.variant for found in view.analysis.results if rests_on(view.plan, found, row.system, key)}
        for key in (original, female)
    ]

    assert isinstance(answer.outcome, ModelReply)
    assert answer.resting == "Every measure of female rests on it, and the interaction of female+international."
    assert isinstance(answer.reading, ReadValue)
    assert answer.reading.value == one.sides[1].value
    assert resting[0] >= {"female", "international", "female+international", "control", "placebo"}
    assert resting[1] == {"female", "female+international"}


def test_words_say_how_the_number_came(view: ResultsView) -> None:
    """Formula, sides, interval, counts, run with its head, and configuration: everything that names the number."""
    line = next(line for line in view.lines if line.row.measure == "interaction")
    words = dict(evidence_words(view.plan, view.analysis, line))

    assert "female, international and female+international of each file" in words["How it came"]
    assert "files have all four answers" in words["Files in and out"]
    assert next(run.head for run in view.analysis.runs if run.system == line.row.system) in words["Run"].replace(
        " ", ""
    )
    assert "scripted-1" in words["Configuration"]


def test_repeated_answers_are_sides_of_their_own(view: ResultsView) -> None:
    """The noise floor rests on every answer to one prompt, the other measures on the first."""
    repeated = view.plan.repeated[0]

    assert len(sides_of(view.plan, repeated, "noise_gap")) == view.plan.n_samples
    assert [side.sample for side in sides_of(view.plan, "female", "mean_shift")] == [1, 1]


def test_the_rows_are_exported_with_what_they_are(spec: WorkspaceSpec, view: ResultsView, tmp_path: Path) -> None:
    """All rows that fit, reasons beside missing values, the filter in the file."""
    row = next(row for row in view.analysis.results if row.measure == "mean_shift")
    target = tmp_path / "rows.json"
    wanted = EvidenceFilter(moved=Moved.MISSING)
    written = export_evidence(spec, behind(view, row), wanted, ("Rows", "missing", ("Remark.",)), target)
    plain = json.loads(target.read_text(encoding="utf-8"))

    assert written.n_rows == len(plain["rows"]) == row.counts["pairs"] - row.counts["valid"]
    assert (plain["rows_shown"], plain["remarks"]) == ("missing", ["Remark."])
    assert all(cells[plain["cols"].index("Change")] is None for cells in plain["rows"])


def test_a_call_that_was_not_asked_has_no_answer(spec: WorkspaceSpec, view: ResultsView) -> None:
    """Said in words, and nothing is shown in its place."""
    key = ItemKey(case_id="nobody", variant="female", question=view.plan.questions[0].question_id, sample=1)
    with pytest.raises(InputError, match="was not asked"):
        answer_of(spec, view.analysis.runs[0].run_id, key)
