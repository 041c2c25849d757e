"""From benchmarks' scores to the answers behind them and back, beside files and alone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from fairdesk.audit.benchmark_behind import item_place, other_choices
from fairdesk.audit.benchmark_import import BenchmarkRequest, add_benchmark, sampling_of
from fairdesk.audit.benchmark_sources import SOURCES
from fairdesk.audit.evidence import EvidenceFilter, answer_of, evidence_ids, evidence_rows, export_evidence
from fairdesk.audit.gathering import show_gathering
from fairdesk.audit.plan import fix_plan
from fairdesk.audit.projects import create_project, starting_details
from fairdesk.audit.results_view import ResultsView, read_results
from fairdesk.audit.run import run_project
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.benchmark_evidence import is_of_benchmark
from fairdesk.domain.evidence import Behind, Moved, Side, evidence_words, rests_on, result_title, sides_behind
from fairdesk.domain.exchanges import ItemKey
from fairdesk.domain.result_words import ResultLine, described, missing_count
from fairdesk.evaluations.benchmarks.xstest import make_item as make_prompt

WANTED = ("bbq", "crows_pairs", "stereoset")


def asked(spec: WorkspaceSpec, name: str, *, without_files: bool) -> str:
    """A project that was run with a sample of the suites; the BBQ one twice."""
    details = replace(starting_details(), n_cases=2, auditor="A. Tester", without_files=without_files)
    project = create_project(spec, name, details).project_id
    for source in SOURCES:
        if source.benchmark_id in WANTED:
            n_samples = 2 if source.benchmark_id == "bbq" else 1
            sampling = sampling_of("stratified:2", 5)
            add_benchmark(
                spec,
                project,
                BenchmarkRequest(benchmark_id=source.benchmark_id, path=None, sampling=sampling, n_samples=n_samples),
            )
    fix_plan(spec, project)
    run_project(spec, project, lambda progress: None)
    return project


@pytest.fixture(scope="module")
def spec(tmp_path_factory: pytest.TempPathFactory) -> WorkspaceSpec:
    return WorkspaceSpec(data_dir=tmp_path_factory.mktemp("benchmarks"))


@pytest.fixture(scope="module", params=["alone", "beside files"])
def project(request: pytest.FixtureRequest, spec: WorkspaceSpec) -> str:
    return asked(spec, request.param, without_files=request.param == "alone")


@pytest.fixture(scope="module")
def view(spec: WorkspaceSpec, project: str) -> ResultsView:
    return read_results(spec, project)


def behind(view: ResultsView, line: ResultLine) -> Behind:
    row = line.row
    run = next(run for run in view.analysis.runs if run.system == row.system)
    return Behind(
        run_id=run.run_id, head=run.head, question_id=row.question_id, variant=row.variant, measure=row.measure
    )


def of_benchmarks(view: ResultsView) -> list[ResultLine]:
    return [line for line in view.lines if is_of_benchmark(line.row)]


def test_every_score_has_words_and_rows(spec: WorkspaceSpec, view: ResultsView) -> None:
    """Each score names its answers, its rows are the items it counts, and no sentence speaks of files."""
    lines = of_benchmarks(view)
    assert lines
    for line in lines:
        words = dict(evidence_words(view.plan, view.analysis, line))
        assert "of each file" not in words["How it came"]
        assert "It rests on the answers to" in words["How it came"]
        assert " of :" not in result_title(line.row)
        parts = dict(described(line, "option"))
        assert "Files in and out" not in parts
        assert "files" not in parts["Value"]
        ids = evidence_ids(spec, behind(view, line), EvidenceFilter())
        if "items" in line.row.counts and line.row.role == "benchmark":
            assert len(ids) == line.row.counts["items"], line.row.result_id
        for row in evidence_rows(spec, behind(view, line), ids[:2]):
            assert ":" in row.case_id
            assert len(row.sides) == len(sides_behind(view.plan, behind(view, line)))


def test_scores_of_one_condition_rest_on_its_items_alone(spec: WorkspaceSpec, view: ResultsView) -> None:
    """An answer to an unclear context is in s_AMB and not in s_DIS; both know its category and all items."""
    line = next(line for line in of_benchmarks(view) if line.row.measure == "s_amb" and line.row.variant == "Age")
    (first, *_) = evidence_rows(spec, behind(view, line), evidence_ids(spec, behind(view, line), EvidenceFilter())[:1])
    side = first.sides[0].side
    key = ItemKey(case_id=first.case_id, variant=side.variant, question=line.row.question_id, sample=side.sample)
    answer = answer_of(spec, behind(view, line).run_id, key)
    assert "BBQ" in answer.resting
    resting = {
        (one.row.measure, one.row.variant)
        for one in view.lines
        if rests_on(view.plan, one.row, line.row.system, key, answer.item)
    }
    assert {("s_amb", "Age"), ("s_amb", ""), ("first_place", "Age")} <= resting
    assert not any(measure in ("s_dis", "change_s_dis") for measure, _ in resting)
    assert not any(category not in ("Age", "") for _, category in resting)


def test_files_and_items_are_never_mixed(spec: WorkspaceSpec, view: ResultsView) -> None:
    """Behind a number about files stand files alone; an answer about a file is in no benchmark's score."""
    about_files = [line for line in view.lines if not is_of_benchmark(line.row)]
    assert bool(about_files) == view.plan.asks_files
    for line in about_files[:6]:
        rows = evidence_rows(spec, behind(view, line), evidence_ids(spec, behind(view, line), EvidenceFilter()))
        assert {row.case_id for row in rows} <= {case.case_id for case in view.plan.cases}
        key = ItemKey(case_id=rows[0].case_id, variant="original", question=line.row.question_id, sample=1)
        assert not any(rests_on(view.plan, one.row, line.row.system, key) for one in of_benchmarks(view))


def test_rows_are_filtered_and_written(spec: WorkspaceSpec, view: ResultsView, tmp_path: Path) -> None:
    """Items that were answered alike and otherwise add up to those with two answers; a file says items, not files."""
    line = next(line for line in of_benchmarks(view) if line.row.measure == "first_place")
    numbers = {
        moved: len(evidence_ids(spec, behind(view, line), EvidenceFilter(moved=moved)))
        for moved in (Moved.ALL, Moved.CHANGED, Moved.SAME, Moved.LOWER)
    }
    assert numbers[Moved.LOWER] == 0
    assert 0 < numbers[Moved.CHANGED] + numbers[Moved.SAME] <= numbers[Moved.ALL]
    target = tmp_path / "rows.csv"
    export_evidence(spec, behind(view, line), EvidenceFilter(), ("Rows", "all", ()), target)
    assert "Item" in target.read_text(encoding="utf-8-sig")


def test_missing_answers_are_counted(view: ResultsView) -> None:
    """Whatever has no usable answer is missing: refused, unreadable, failed, never asked."""
    for line in of_benchmarks(view):
        counts = line.row.counts
        if "asked" in counts:
            assert missing_count(line.row) == sum(counts.values()) - sum(
                counts.get(name, 0)
                for name in counts
                if name not in ("refused", "unreadable", "failed", "not_attempted")
            )


def test_the_outline_names_benchmarks(spec: WorkspaceSpec, project: str) -> None:
    """What a run asks names every benchmark with its items; the calls are the sum of everything."""
    outline = show_gathering(spec, project).outline
    assert [words.partition(":")[0] for words in outline.benchmarks] == ["BBQ", "CrowS-Pairs", "StereoSet"]
    assert outline.benchmarks[0] == "BBQ: 12 items, 3 texts each, 2 answers to each text"


def test_an_option_is_the_same_in_every_place() -> None:
    """Two orders that name one option have no other choice; with one answer alone nothing can be said."""
    nan = float("nan")
    import numpy as np

    sides = (Side(variant="1-2-3", sample=1), Side(variant="2-3-1", sample=1))
    found = other_choices(sides, np.array([[2.0, 1.0], [1.0, 1.0], [1.0, nan]]))
    assert found[:2].tolist() == [0.0, 1.0]
    assert np.isnan(found[2])


def test_rates_of_refusal_rest_on_prompts_of_their_kind() -> None:
    """Behind the rate of harmless prompts stand harmless prompts alone; the difference rests on both kinds."""
    harmless, harmful = (
        item_place(make_prompt(kind, "A prompt?", "homonyms", is_harmful=kind == "harmful"))
        for kind in ("harmless", "harmful")
    )
    assert "refusal_harmless" not in harmless.without
    assert "refusal_harmful" in harmless.without
    assert "refusal_harmless" in harmful.without
    assert "refusal_gap" not in (*harmless.without, *harmful.without)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("benchmark_id", "form"),
    [
        ("discrim_eval", "log_odds"),
        ("discrim_eval", "answer"),
        ("hiring_rank_audit", "ranking"),
        ("representation", ""),
    ],
)
def test_answers_that_are_no_choice_stand_behind_their_scores(tmp_path: Path, benchmark_id: str, form: str) -> None:
    """Scores of groups, levels and lists rest on all items; of log-odds and texts no other choices are counted."""
    spec = WorkspaceSpec(data_dir=tmp_path)
    details = replace(starting_details(), auditor="A. Tester", without_files=True)
    project = create_project(spec, "Groups", details).project_id
    sampling = sampling_of("stratified:1", 5)
    request = BenchmarkRequest(benchmark_id=benchmark_id, path=None, form=form, sampling=sampling, n_samples=2)
    add_benchmark(spec, project, request)
    fix_plan(spec, project)
    run_project(spec, project, lambda progress: None)
    view = read_results(spec, project)
    lines = of_benchmarks(view)
    assert {line.row.role for line in lines} == {"benchmark", "benchmark change"}
    for line in {line.row.measure: line for line in lines}.values():
        assert "It rests on the answers to all items" in dict(evidence_words(view.plan, view.analysis, line))[
            "How it came"
        ] or line.row.variant in ("", *view.plan.benchmarks[0].categories)
        ids = evidence_ids(spec, behind(view, line), EvidenceFilter())
        assert ids
        rows = evidence_rows(spec, behind(view, line), ids[:3])
        assert not evidence_ids(spec, behind(view, line), EvidenceFilter(moved=Moved.CHANGED))
        first = rows[0].sides[0].side
        key = ItemKey(
            case_id=rows[0].case_id, variant=first.variant, question=line.row.question_id, sample=first.sample
        )
        answer = answer_of(spec, behind(view, line).run_id, key)
        assert rests_on(view.plan, line.row, line.row.system, key, answer.item)
