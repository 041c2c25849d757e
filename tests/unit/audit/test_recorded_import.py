"""Recorded answers to a benchmark as part of a project: what enters the chain, what is refused, what is never asked."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from fairdesk.audit.analyse import analyse_project
from fairdesk.audit.answers import AnswerFilter, answer_ids, answer_rows, one_answer
from fairdesk.audit.batch_export import ExportWanted, export_batch
from fairdesk.audit.batch_import import import_batch
from fairdesk.audit.benchmark_import import BenchmarkRequest, add_benchmark
from fairdesk.audit.corrections import correct_reading
from fairdesk.audit.gathering import show_gathering
from fairdesk.audit.plan import fix_plan
from fairdesk.audit.projects import create_project, rehearsal_endpoint, show_project, starting_details, with_endpoint
from fairdesk.audit.report_gate import report_gate
from fairdesk.audit.results_view import read_results
from fairdesk.audit.run import run_project
from fairdesk.audit.score.recorded import score_recorded
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.audited_system import EndpointSettings
from fairdesk.domain.codec import from_plain
from fairdesk.domain.corrections import CorrectionRequest
from fairdesk.domain.errors import ImportProblem, InputError, PlanError
from fairdesk.domain.evidence import evidence_words
from fairdesk.domain.exchanges import CallFailure, ModelReply, ReadValue
from fairdesk.domain.progress import RunOptions, RunState
from fairdesk.domain.recorded import RecordedFile
from fairdesk.domain.results import Estimate
from fairdesk.endpoints.serving import start_endpoint
from fairdesk.settings.paths import resources_dir
from tests.unit.audit.recorded_answers import (
    Row,
    answered,
    asking,
    chain,
    exchanges,
    prompts,
    taken,
    written,
)
from tests.unit.audit.score.test_recorded import DAMAGED, damaged_rows


@pytest.fixture
def spec(tmp_path: Path) -> WorkspaceSpec:
    return WorkspaceSpec(data_dir=tmp_path / "profile")


def test_every_row_becomes_an_outcome_that_says_where_it_came_from(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """Source and supplier are named before the first answer, no request is claimed, and the bytes are kept."""
    project = asking(spec, "Recorded")
    path = written(tmp_path / "out of house.jsonl", answered(spec, tmp_path))
    done = taken(spec, project, path)
    assert (done.file.n_taken, done.file.n_problems, done.n_lacking) == (96, 0, 0)
    kinds = [kind for kind, _ in chain(spec, done.run_id)]
    assert kinds == ["run_started", "recorded_file", *["exchange"] * 96, "run_finished"]
    for exchange in exchanges(spec, done.run_id):
        assert exchange.source == f"recorded out of house.jsonl {done.file.sha256}"
        assert (exchange.request_sha256, exchange.n_attempts, exchange.elapsed_ms) == ("", 0, 0)
    named = from_plain(RecordedFile, json.loads(chain(spec, done.run_id)[1][1]))
    assert (named.file.supplied_by, named.n_rows, named.question_id) == ("Vendor Ltd", 96, "gest_letter")
    with Workspace(spec) as workspace:
        assert b"".join(map(workspace.store.documents.get, named.parts)) == path.read_bytes()
        assert workspace.store.ledger.check(f"run:{done.run_id}").ok
        assert workspace.store.ledger.tokens_spent(f"run:{done.run_id}") == (0, 0, 0, 0, 0, 0)
    (run,) = show_project(spec, project).runs
    assert run.state is RunState.COMPLETE


def test_a_run_scores_as_the_file_alone_does(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """Words, bare places, stated refusals and failures count in a project as when the file is scored by itself."""
    rows: list[Row] = []
    for place, row in enumerate(answered(spec, tmp_path)):
        ways: tuple[Row, ...] = ({}, {"answer": None, "value": 1 + place % 3}, {"status": "refused"}, {"answer": None})
        rows.append(row | ways[min(place % 7, 3)] if place % 7 < 4 else row | {"answer": "ABC"[place % 3]})
    path = written(tmp_path / "answers.jsonl", rows)
    project = asking(spec, "Recorded")
    done = taken(spec, project, path)
    _, analysis = analyse_project(spec, project)
    alone = score_recorded(spec, BenchmarkRequest(benchmark_id="gest", path=None), path, seed=3)
    (run,) = analysis.runs
    assert {name: run.counts[name] for name in ("answered", "refused", "unreadable", "failed")} == {
        name: alone["counts"][name] for name in ("answered", "refused", "unreadable", "failed")
    }
    assert run.counts["failed"] == done.file.taken["failed"] > 0
    assert run.counts["refused"] > 0
    of_file = {(one["measure"], one["category"] or ""): one for one in alone["scores"]}
    live = [row for row in analysis.results if row.role == "benchmark"]
    assert len(live) == len(of_file)
    for score in live:
        one = of_file[score.measure, score.variant]
        assert one["value"] == (score.outcome.value if isinstance(score.outcome, Estimate) else None)
        assert one["n"] == score.outcome.n


@pytest.mark.parametrize("has_plan", [False, True])
@pytest.mark.parametrize(("change", "words"), DAMAGED)
def test_a_damaged_file_leaves_nothing(
    spec: WorkspaceSpec,
    tmp_path: Path,
    has_plan: bool,
    change: Callable[[list[Row]], object],
    words: tuple[str, ...],
) -> None:
    """Line and cause are named; no plan is fixed for it, no run begun, no byte of it kept."""
    project = asking(spec, "Recorded")
    asked = prompts(spec, tmp_path)
    if has_plan:
        fix_plan_unasked(spec, project)
    with Workspace(spec) as workspace:
        before = {name: len(list(workspace.store.ledger.entries(name))) for name in workspace.store.ledger.chains()}
    path = written(tmp_path / "answers.jsonl", damaged_rows(asked, change))
    with pytest.raises(ImportProblem) as problem:
        taken(spec, project, path)
    told = f"{problem.value.message} {problem.value.advice}"
    assert "answers.jsonl" in told
    assert all(word in told for word in words), told
    view = show_project(spec, project)
    assert (bool(view.plan_sha256), view.runs) == (has_plan, ())
    with Workspace(spec) as workspace:
        after = {name: len(list(workspace.store.ledger.entries(name))) for name in workspace.store.ledger.chains()}
        assert after == before
        assert not workspace.store.documents.has(hashed(path))


def hashed(path: Path) -> str:
    import hashlib

    return hashlib.sha256(path.read_bytes()).hexdigest()


def fix_plan_unasked(spec: WorkspaceSpec, project: str) -> None:
    from fairdesk.audit.unreached import note_unreached

    note_unreached(spec, project, "never asked from this computer")
    fix_plan(spec, project)


def test_the_same_file_again_changes_nothing(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """All rows are known, the chain stays byte for byte, and who supplied it first stays."""
    project = asking(spec, "Recorded")
    path = written(tmp_path / "answers.jsonl", [*answered(spec, tmp_path)[:-1], {"item": "1", "label": "1-2-3"}][:-1])
    first = taken(spec, project, path)
    before = chain(spec, first.run_id)
    again = taken(spec, project, path, who="Somebody else")
    assert (again.run_id, again.file.n_taken, again.file.n_known) == (first.run_id, 0, 95)
    assert chain(spec, first.run_id) == before
    assert again.supplied_by == "Vendor Ltd"
    assert any("taken before as supplied by Vendor Ltd" in note for note in again.file.notes)


def test_a_second_file_fills_what_the_first_lacks(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """The first answer to a call stays, another is listed with its line, and rows about nothing asked are too."""
    project = asking(spec, "Recorded")
    rows = answered(spec, tmp_path)
    first = taken(spec, project, written(tmp_path / "first.jsonl", [*rows[:40], rows[40] | {"answer": None}]))
    assert first.n_lacking == 55
    (run,) = show_project(spec, project).runs
    assert run.state is RunState.COMPLETE_WITH_GAPS
    others = [rows[0] | {"answer": "C"}, *rows[1:], {"item": "elsewhere", "label": "1-2-3", "answer": "A"}]
    others = [{"sample": 1} | row for row in (*others, rows[3])]
    others[-1]["sample"] = 2
    second = taken(spec, project, written(tmp_path / "second.jsonl", others), who="Lab")
    found = second.file
    assert (found.n_taken, found.n_known, found.n_conflicting, found.n_foreign) == (56, 39, 1, 2)
    assert [one.line for one in sorted(found.problems, key=lambda one: one.line)] == [1, 97, 98]
    assert second.n_lacking == 0
    (run,) = show_project(spec, project).runs
    assert run.state is RunState.COMPLETE
    (summary,) = analyse_project(spec, project)[1].runs
    assert [(one.file.supplied_by, one.n_calls) for one in summary.recorded] == [("Vendor Ltd", 40), ("Lab", 56)]
    note = show_gathering(spec, project).origin_notes[run.run_id]
    assert "recorded files supplied by Vendor Ltd and Lab" in note


def test_what_cannot_be_taken_is_refused_with_its_cure(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """A built-in system, one that is not there, and a benchmark that nobody asks: nothing is written."""
    path = written(tmp_path / "answers.jsonl", answered(spec, tmp_path))
    rehearsed = asking(spec, "Rehearsed", rehearsal_endpoint())
    with pytest.raises(InputError, match="built into FairDesk"):
        taken(spec, rehearsed, path)
    project = asking(spec, "Recorded")
    with pytest.raises(PlanError, match="no system 'other'"):
        taken(spec, project, path, system="other")
    details = with_endpoint(starting_details(), show_project(spec, project).details.systems[0].endpoint)
    files = create_project(spec, "Files", replace(details, n_cases=1)).project_id
    with pytest.raises(InputError, match="does not ask the benchmark 'gest'"):
        taken(spec, files, path)
    for one in (rehearsed, project, files):
        assert (show_project(spec, one).plan_sha256, show_project(spec, one).runs) == ("", ())


def test_nothing_is_asked_beside_recorded_answers(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """A run refuses to ask what the file lacks, batch files hold none of it, and results may be read all the same."""
    project = asking(spec, "Recorded")
    done = taken(spec, project, written(tmp_path / "answers.jsonl", answered(spec, tmp_path)[:90]))
    with pytest.raises(PlanError, match=r"6 of “baseline”.*recorded files"):
        run_project(spec, project, lambda progress: None)
    manifest = export_batch(spec, project, tmp_path / "out", ExportWanted(is_offline=True))
    assert [run.n_requests for run in manifest.runs] == [0]
    assert show_gathering(spec, project).closed == {"baseline"}
    assert show_project(spec, project).closed == (done.run_id,)
    assert not [one for one in report_gate(spec, project).sentences if one.is_blocking]
    assert any("Vendor Ltd" in one.words for one in report_gate(spec, project).sentences)


def test_every_place_says_that_nobody_here_asked(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """Card, results, evidence behind a number and single answers say whose file it is and what is unknown."""
    project = asking(spec, "Recorded")
    done = taken(spec, project, written(tmp_path / "answers.jsonl", answered(spec, tmp_path)))
    said = "neither asked for these answers nor saw the calls"
    unknown = "in which order, with which settings, and whether any was chosen or changed is not known"
    view = read_results(spec, project)
    (remark,) = view.remarks()
    drawer = dict(evidence_words(view.plan, view.analysis, view.lines[0]))["Run"]
    for words in (show_gathering(spec, project).origin_notes[done.run_id], remark, drawer):
        assert said in words
        assert unknown in words
        assert "Vendor Ltd" in words
    answer = one_answer(spec, done.run_id, answer_ids(spec, done.run_id, AnswerFilter())[0])
    assert f"answers.jsonl, SHA-256 {done.file.sha256}" in answer.source
    assert said in answer.source
    assert (answer.request_is_same, answer.is_asked_known) == (False, False)


def test_a_bare_place_is_read_as_stated_and_can_be_corrected(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """A number in place of words has no words, says so, and a correction by hand takes its place."""
    project = asking(spec, "Recorded")
    rows = [{key: row[key] for key in ("item", "label")} | {"value": 2} for row in answered(spec, tmp_path)]
    rows[1] |= {"status": "failed"}
    rows[2] |= {"value": None}
    done = taken(spec, project, written(tmp_path / "answers.jsonl", rows))
    assert dict(done.file.taken) == {"answered": 94, "failed": 1, "unreadable": 1}
    first, second, third = exchanges(spec, done.run_id)[:3]
    assert isinstance(first.outcome, ModelReply)
    assert first.outcome.is_bare
    assert isinstance(second.outcome, CallFailure)
    assert isinstance(third.outcome, ModelReply)
    (row, *_) = answer_rows(spec, done.run_id, answer_ids(spec, done.run_id, AnswerFilter(status="answered"))[:1])
    assert (row.value, row.reason) == (2.0, "a number in the recorded file, not read from words")
    request = CorrectionRequest(
        run_id=done.run_id, key=first.key, new=ReadValue(value=3.0), who="A. Auditor", why="Misread."
    )
    correct_reading(spec, project, request)
    (summary,) = analyse_project(spec, project)[1].runs
    assert summary.counts["answered"] == 94
    assert len(analyse_project(spec, project)[1].corrections) == 1


@pytest.mark.slow
def test_a_benchmark_beside_files_is_recorded_and_the_files_are_asked(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """The run stays open for the files alone; a live run asks them and no item, and nothing recorded is reused."""
    rows = answered(spec, tmp_path)
    rehearsal = rehearsal_endpoint()
    with start_endpoint(rehearsal, resources_dir()) as server:
        endpoint = EndpointSettings(
            name="Live", kind="openai_chat", base_url=server.base_url, model=rehearsal.model, options={}
        )
        project = asking(spec, "Both", endpoint, n_cases=2)
        done = taken(spec, project, written(tmp_path / "answers.jsonl", rows[:-2]))
        assert done.n_lacking == 2
        (run,) = show_project(spec, project).runs
        assert run.state is RunState.STOPPED
        run_project(spec, project, lambda progress: None)
        (run,) = show_project(spec, project).runs
        assert (run.state, run.counts["not_attempted"]) == (RunState.COMPLETE_WITH_GAPS, 2)
        of_items = [one for one in exchanges(spec, run.run_id) if one.key.question == "gest_letter"]
        assert len(of_items) == 94
        assert all(one.source for one in of_items)
        assert all(not one.source for one in exchanges(spec, run.run_id) if one not in of_items)
        (summary,) = analyse_project(spec, project)[1].runs
        assert (summary.state, summary.n_recorded, summary.is_recorded) == ("complete with gaps", 94, False)
        assert summary.model_echoes != ()

        add_benchmark(spec, project, BenchmarkRequest(benchmark_id="gest", path=None, categories=("01, about women",)))
        fix_plan(spec, project)
        run_project(spec, project, lambda progress: None, options=RunOptions(reuses=True))
        latest = show_project(spec, project).runs[-1]
        for one in exchanges(spec, latest.run_id):
            assert (one.key.question == "gest_letter") == (not one.source)
        with pytest.raises(PlanError, match="was asked GEST"):
            taken(spec, project, written(tmp_path / "late.jsonl", rows[:6]))


def test_batch_results_do_not_fill_what_recorded_files_have(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """Requests that were written before a recorded file came are answered in vain: nothing enters."""
    project = asking(spec, "Recorded")
    export_batch(spec, project, tmp_path / "out", ExportWanted(is_offline=True))
    (requests,) = (tmp_path / "out").glob("*.jsonl")
    body = {"choices": [{"message": {"role": "assistant", "content": "A"}}]}
    lines = [
        {"custom_id": json.loads(line)["custom_id"], "response": {"status_code": 200, "body": body}}
        for line in requests.read_text(encoding="utf-8").splitlines()
    ]
    done = taken(spec, project, written(tmp_path / "answers.jsonl", answered(spec, tmp_path)[:50]))
    (found,) = import_batch(spec, project, [written(tmp_path / "results.jsonl", lines)])
    assert found.n_taken == 0
    assert "recorded file" in found.refused
    assert len(exchanges(spec, done.run_id)) == 50
