"""Recorded answers to benchmarks: what has to be asked is written, and what came back is scored as a run's answers."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from fairdesk.audit.analyse import analyse_project
from fairdesk.audit.benchmark_import import BenchmarkRequest, add_benchmark
from fairdesk.audit.plan import fix_plan
from fairdesk.audit.projects import create_project, starting_details, with_endpoint
from fairdesk.audit.run import run_project
from fairdesk.audit.score.recorded import score_recorded, write_prompts
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.audited_system import EndpointSettings
from fairdesk.domain.codec import from_plain
from fairdesk.domain.errors import ImportProblem, InputError
from fairdesk.domain.exchanges import Exchange, ModelReply
from fairdesk.domain.results import Estimate
from fairdesk.evaluations.benchmarks import BENCHMARKS

Row = dict[str, Any]

FORMS = [(one.benchmark_id, form.form_id) for one in BENCHMARKS for form in one.forms]


@pytest.fixture
def spec(tmp_path: Path) -> WorkspaceSpec:
    return WorkspaceSpec(data_dir=tmp_path / "profile")


def prompts(spec: WorkspaceSpec, folder: Path, request: BenchmarkRequest) -> list[Row]:
    """What ``--prompts`` writes, line by line."""
    path = folder / "prompts.jsonl"
    n_lines = write_prompts(spec, request, path)
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert len(rows) == n_lines
    return rows


def written(folder: Path, rows: Sequence[Mapping[str, Any]]) -> Path:
    path = folder / "answers.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def scored(spec: WorkspaceSpec, folder: Path, rows: Sequence[Row], of: str = "gest", form: str = "") -> Row:
    request = BenchmarkRequest(benchmark_id=of, path=None, form=form)
    return score_recorded(spec, request, written(folder, rows), seed=3)


@pytest.mark.parametrize(("benchmark_id", "form"), FORMS)
def test_every_form_can_be_scored_from_a_file(
    spec: WorkspaceSpec, tmp_path: Path, benchmark_id: str, form: str
) -> None:
    """The prompts of a suite come back as answers: every status is counted, and all declared scores are there."""
    asked = prompts(spec, tmp_path, BenchmarkRequest(benchmark_id=benchmark_id, path=None, form=form))
    ways: tuple[Row, ...] = (
        {"answer": "A"},
        {"answer": "I cannot assist with that."},
        {"answer": ""},
        {"answer": None},
    )
    rows = [{"item": one["item"], "label": one["label"], **ways[place % 4]} for place, one in enumerate(asked[:-1])]
    found = scored(spec, tmp_path, rows, benchmark_id, form)
    declared = next(one.form(form) for one in BENCHMARKS if one.benchmark_id == benchmark_id)
    assert declared is not None
    assert list(dict.fromkeys(one["measure"] for one in found["scores"])) == list(declared.scoring.measures)
    counts = found["counts"]
    assert counts["not_attempted"] == 1
    assert counts["failed"] > 0
    assert counts["asked"] == sum(counts[name] for name in ("answered", "refused", "unreadable", "failed"))
    assert all((one["value"] is None) == bool(one["reason"]) for one in found["scores"])


@pytest.mark.slow
def test_recorded_answers_score_as_the_run_they_were_taken_from(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """The stored answers of a run, written into a file, give the values and intervals' methods that the run gave."""
    endpoint = EndpointSettings(name="Rehearsal", kind="rehearsal", model="fairdesk-rehearsal", options={})
    project = create_project(spec, "Recorded", with_endpoint(starting_details(), endpoint)).project_id
    add_benchmark(spec, project, BenchmarkRequest(benchmark_id="winobias", path=None, without_files=True))
    fix_plan(spec, project)
    run_project(spec, project, lambda progress: None)
    _, analysis = analyse_project(spec, project)
    (run,) = [one for one in analysis.runs if one.system == "baseline"]
    rows: list[Row] = []
    with Workspace(spec) as workspace:
        for entry in workspace.store.ledger.entries(f"run:{run.run_id}", "exchange"):
            exchange = from_plain(Exchange, json.loads(entry.body))
            assert isinstance(exchange.outcome, ModelReply)
            item = exchange.key.case_id.partition(":")[2]
            rows.append({"item": item, "label": exchange.key.variant, "answer": exchange.outcome.text})
    found = {(one["measure"], one["category"] or ""): one for one in scored(spec, tmp_path, rows, "winobias")["scores"]}
    live = [one for one in analysis.results if one.system == "baseline" and one.role == "benchmark"]
    assert len(live) == len(found)
    for row in live:
        recorded = found[row.measure, row.variant]
        assert recorded["value"] == (row.outcome.value if isinstance(row.outcome, Estimate) else None)
        assert recorded["n"] == row.outcome.n


def gest_rows(change: Callable[[list[Row]], object]) -> Callable[[list[Row]], list[Row]]:
    def rows(asked: list[Row]) -> list[Row]:
        found = [{"item": one["item"], "label": one["label"], "answer": "A"} for one in asked]
        change(found)
        return found

    return rows


def damaged_rows(asked: list[Row], change: Callable[[list[Row]], object]) -> list[Row]:
    """Rows that answer everything, changed; all have a sample where one has."""
    rows = gest_rows(change)(asked)
    return [{"sample": 1} | row for row in rows] if any("sample" in row for row in rows) else rows


DAMAGED: list[tuple[Callable[[list[Row]], object], tuple[str, ...]]] = [
    (lambda rows: rows[2].update(label="3-2-1"), ("line 3", "'label'", "3-2-1", "1-2-3")),
    (lambda rows: rows[2].pop("label"), ("line 3", "'label'")),
    (lambda rows: rows.append(dict(rows[0])), ("given twice, first in line 1",)),
    (lambda rows: rows[1].update(item=" "), ("line 2", "'item'", "nothing stands there")),
    (lambda rows: rows[1].update(sample=0), ("line 2", "'sample'")),
    (lambda rows: rows[1].update(sample=1.5), ("line 2", "'sample'")),
    (lambda rows: rows[1].update(value=4), ("line 2", "'value'", "1 to 3")),
    (lambda rows: rows[1].update(value=1.5), ("line 2", "'value'", "1.5")),
    (lambda rows: rows[1].update(first_tokens={"A": 0.5}), ("line 2", "above 0")),
    (lambda rows: rows[1].update(first_tokens="A"), ("line 2", "'first_tokens'")),
    (lambda rows: rows[1].update(first_tokens={"A": -1e999}), ("line 2", "no number")),
    (lambda rows: rows[1].update(answer="\ud800"), ("line 2", "'answer'", "in half")),
    (lambda rows: [row.update(item="x" + row["item"]) for row in rows], ("none of its 96 rows", "GEST")),
    (lambda rows: [row.pop("answer") for row in rows], ("answer or value",)),
    (lambda rows: rows[3].update(question="xstest_open"), ("line 4", "'question'", "xstest_open", "gest_letter")),
]
"""What is done to the rows of a good file, and what the refusal says then."""


@pytest.mark.parametrize(("change", "words"), DAMAGED)
def test_a_damaged_file_is_refused_with_its_place(
    spec: WorkspaceSpec, tmp_path: Path, change: Callable[[list[Row]], object], words: tuple[str, ...]
) -> None:
    """What cannot be what it claims to be names file, line, column and cause, and nothing is scored."""
    asked = prompts(spec, tmp_path, BenchmarkRequest(benchmark_id="gest", path=None))
    rows = damaged_rows(asked, change)
    with pytest.raises(ImportProblem) as problem:
        scored(spec, tmp_path, rows)
    told = f"{problem.value.message} {problem.value.advice}"
    assert "answers.jsonl" in told
    assert all(word in told for word in words), told


def test_values_and_statuses_count_as_they_are_given(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """A place instead of words, a stated refusal and a stated failure are taken; a value of nothing is unreadable."""
    asked = prompts(spec, tmp_path, BenchmarkRequest(benchmark_id="gest", path=None))
    rows: list[Row] = [{"item": one["item"], "label": one["label"], "value": 2, "status": ""} for one in asked]
    rows[0] |= {"status": "refused"}
    rows[1] |= {"status": "Failed"}
    rows[2] |= {"value": None}
    counts = scored(spec, tmp_path, rows)["counts"]
    assert (counts["answered"], counts["refused"], counts["failed"], counts["unreadable"]) == (93, 1, 1, 1)


def test_rows_of_other_items_are_counted_and_left_out(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """Answers to items that are not scored change no number, and the file's reader is told how many there were."""
    asked = prompts(spec, tmp_path, BenchmarkRequest(benchmark_id="gest", path=None))
    rows = [{"item": one["item"], "label": one["label"], "answer": "B"} for one in asked]
    alone = scored(spec, tmp_path, rows)
    more = scored(spec, tmp_path, [*rows, {"item": "of another file", "label": "1-2-3", "answer": "A"}])
    assert more["foreign_rows"] == 1
    assert any("1 row is about no item" in note for note in more["notes"])
    assert more["scores"] == alone["scores"]


def test_a_sheet_with_a_byte_order_mark_and_semicolons_is_read(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """What a spreadsheet saves is read like JSON lines."""
    asked = prompts(spec, tmp_path, BenchmarkRequest(benchmark_id="gest", path=None))
    out = io.StringIO()
    writer = csv.DictWriter(out, ["item", "label", "answer"], delimiter=";")
    writer.writeheader()
    writer.writerows({"item": one["item"], "label": one["label"], "answer": "C)\nNobody can tell"} for one in asked)
    path = tmp_path / "sheet.csv"
    path.write_text(out.getvalue(), encoding="utf-8-sig")
    found = score_recorded(spec, BenchmarkRequest(benchmark_id="gest", path=None), path, seed=3)
    assert found["counts"]["answered"] == 96
    assert next(one["value"] for one in found["scores"] if one["measure"] == "first_place") == 0.0


def test_a_form_or_category_that_is_not_there_is_named(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """A slip in a name says which names there are."""
    for request in (
        BenchmarkRequest(benchmark_id="gest", path=None, form="aloud"),
        BenchmarkRequest(benchmark_id="gest", path=None, categories=("17",)),
    ):
        with pytest.raises(InputError) as problem:
            write_prompts(spec, request, tmp_path / "out.jsonl")
        assert problem.value.advice.startswith(("It has", "They have"))
    with pytest.raises(ImportProblem, match="no benchmark 'gests'"):
        write_prompts(spec, BenchmarkRequest(benchmark_id="gests", path=None), tmp_path / "out.jsonl")


def bold_rows(spec: WorkspaceSpec, folder: Path, **columns: Any) -> list[Row]:
    """Two kinds of words about the groups of the suite, in turn, with further columns."""
    asked = prompts(spec, folder, BenchmarkRequest(benchmark_id="bold", path=None))
    ways = ("was a wonderful and kind person.", "failed badly, and everybody hated it.")
    return [{"item": one["item"], "answer": ways[place % 2]} | columns for place, one in enumerate(asked)]


def test_words_are_scored_where_no_column_gives_scores(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """The installed classifier scores the answers, its check with identity words is told; regard has no classifier."""
    found = scored(spec, tmp_path, bold_rows(spec, tmp_path), "bold")
    used = {one["quantity"]: one["title"] for one in found["classifiers"]}
    assert "VADER" in used["sentiment"]
    assert "regard" not in used
    values = {(one["measure"], one["category"]): one for one in found["scores"]}
    assert values["sentiment_mean", None]["value"] is not None
    regard = [one for one in found["scores"] if one["measure"].startswith("regard")]
    assert regard
    assert all(one["value"] is None and one["reason"] for one in regard)
    assert any(note.startswith("Regard is not measured") for note in found["notes"])


def test_a_column_of_scores_is_taken_under_the_name_that_is_given(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """Scores that came with the answers are used as they are, a missing one is missing, and no classifier is asked."""
    rows = bold_rows(spec, tmp_path, sentiment=0.5, toxicity=0.25, regard=1)
    rows[0] |= {"sentiment": None}
    names = {"toxicity": "Perspective, 2020"}
    request = BenchmarkRequest(benchmark_id="bold", path=None)
    found = score_recorded(spec, request, written(tmp_path, rows), seed=3, named=names)
    titles = {one["quantity"]: one["title"] for one in found["classifiers"]}
    assert titles == {
        "toxicity": "Perspective, 2020",
        "sentiment": "that was not named",
        "regard": "that was not named",
    }
    values = {one["measure"]: one for one in found["scores"] if one["category"] is None}
    assert values["toxicity_mean"]["value"] == pytest.approx(0.25)
    assert values["sentiment_mean"]["n"] == len(rows) - 1
    rows[1] |= {"sentiment": 1.5}
    with pytest.raises(ImportProblem, match=r"line 2, column .sentiment.: 1\.5 is no score"):
        score_recorded(spec, request, written(tmp_path, rows), seed=3, named=names)


def test_a_begun_answer_is_asked_for_as_it_is_begun(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """Two forms that send the same texts differ in what is written: the question, and how the answer begins."""
    begun = prompts(spec, tmp_path, BenchmarkRequest(benchmark_id="discrim_eval", path=None, form="log_odds"))
    plain = prompts(spec, tmp_path, BenchmarkRequest(benchmark_id="discrim_eval", path=None, form="log_odds_plain"))
    assert begun[0]["answer_begins"]
    assert "answer_begins" not in plain[0]
    assert begun[0]["question"] != plain[0]["question"]
    likely = prompts(spec, tmp_path, BenchmarkRequest(benchmark_id="crows_pairs", path=None, form="likelihood"))
    assert "log-probability" in likely[0]["wanted"]
