"""Recorded answers that somebody supplied go from file to verified report, and say everywhere what they are."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pypdf
import pytest

from fairdesk.audit.analyse import analyse_project
from fairdesk.audit.backups import backup_store, restore_store
from fairdesk.audit.corrections import correct_reading, reading_standing
from fairdesk.audit.evidence import answer_of
from fairdesk.audit.issue import IssueRequest, issue_report
from fairdesk.audit.plan import fix_plan
from fairdesk.audit.projects import create_project, list_projects, show_project, starting_details
from fairdesk.audit.results_view import Readiness, read_results, results_standing, what_changed
from fairdesk.audit.run import run_project
from fairdesk.audit.stored_records import stored_table
from fairdesk.audit.supplied import ImportedRecords, RecordsRequest, SuppliedBy, import_records, record_file
from fairdesk.audit.verify import verify_report
from fairdesk.audit.workspace import Workspace, WorkspaceSpec, utc_now
from fairdesk.domain.cases import VariantRole
from fairdesk.domain.corrections import CorrectionRequest
from fairdesk.domain.errors import ImportProblem, InputError, PlanError, StoreBusy
from fairdesk.domain.exchanges import ItemKey, ReadValue, Status
from fairdesk.domain.questions import QuantityKind
from fairdesk.domain.records import PART_BYTES, LayoutChoices
from fairdesk.domain.reports import CheckVerdict, Verification
from fairdesk.domain.results import Analysis, Estimate
from fairdesk.report.identity import make_demo_identity
from tests.e2e.chapter_run import EXPECTED, INTERACTION
from tests.e2e.supplied_files import attribute_file, long_file, text_file, two_systems_file, wide_file, write_csv

WHO = "Vendor Ltd"
SCALE = LayoutChoices(scale=(1.0, 5.0))


@pytest.fixture
def spec(tmp_path: Path) -> WorkspaceSpec:
    return WorkspaceSpec(data_dir=tmp_path / "profile")


def a_project(spec: WorkspaceSpec) -> str:
    details = replace(starting_details(), client="C", purpose="P", auditor="A. Auditor")
    return create_project(spec, "Supplied", details).project_id


def taken(
    spec: WorkspaceSpec, path: Path, choices: LayoutChoices = SCALE, *, take_good_rows: bool = False
) -> tuple[str, ImportedRecords]:
    """A new project with the records of a file."""
    project = a_project(spec)
    request = RecordsRequest(
        files=(record_file(path, choices),),
        supply=SuppliedBy(who=WHO, on="2026-11-01"),
        take_good_rows=take_good_rows,
    )
    return project, import_records(spec, project, request)


def estimate(analysis: Analysis, variant: str, measure: str, system: str = "supplied") -> Estimate:
    row = next(row for row in analysis.results if (row.system, row.variant, row.measure) == (system, variant, measure))
    assert isinstance(row.outcome, Estimate), row.outcome
    return row.outcome


def issued(spec: WorkspaceSpec, project: str, folder: Path) -> tuple[Path, Path]:
    """A signed report and the certificate of its signer."""
    identity = make_demo_identity(folder / "id", "Tester", utc_now())
    target = folder / "report.pdf"
    issue_report(spec, project, IssueRequest(p12=identity.p12, password=identity.password, target=target))
    return target, identity.certificate


def by_force(spec: WorkspaceSpec, statement: str, *values: object) -> None:
    """Change the store as somebody with a database tool would."""
    with closing(sqlite3.connect(Workspace(spec).paths.store_file, isolation_level=None)) as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        assert connection.execute(statement, values).rowcount > 0


@pytest.mark.parametrize("write", [long_file, wide_file])
def test_the_values_of_the_chapter_come_of_a_file(spec: WorkspaceSpec, tmp_path: Path, write: Any) -> None:
    """Long and wide form give consistency, shift, gap, interaction and sign tests of table 9."""
    project, made = taken(spec, write(tmp_path / "records.csv"))
    _, analysis = analyse_project(spec, project)

    for variant, expected in EXPECTED.items():
        assert estimate(analysis, variant, "consistency").value == pytest.approx(expected["consistency"])
        assert estimate(analysis, variant, "mean_shift").value == pytest.approx(expected["shift"])
        assert estimate(analysis, variant, "cf_gap").value == pytest.approx(expected["gap"])
        test = next(r.test for r in analysis.results if (r.variant, r.measure) == (variant, "direction"))
        assert test is not None
        assert test.p_value == pytest.approx(expected["p"], rel=1e-3)
    assert estimate(analysis, "female+international", "interaction").value == pytest.approx(INTERACTION)
    assert made.plan.questions[0].kind is QuantityKind.DISCRETE
    assert made.plan.cases == ()
    assert made.plan.n_cases == 400


def test_attributes_of_columns_cross_whatever_the_labels_say(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """With labels that say nothing, mapped columns make cues and intersection, and the interaction is the chapter's."""
    path = attribute_file(tmp_path / "records.csv")
    project, made = taken(spec, path, replace(SCALE, reference="v0"))
    _, analysis = analyse_project(spec, project)

    assert {kind.label: dict(kind.attributes) for kind in made.plan.variants}["v3"] == {
        "gender": "female",
        "origin": "international",
    }
    assert made.plan.attributes == {"gender": ("male", "female"), "origin": ("domestic", "international")}
    assert estimate(analysis, "v3", "interaction").value == pytest.approx(INTERACTION)
    assert (analysis.coverage_counts["order2_tested"], analysis.coverage_counts["order2_total"]) == (4, 4)


def test_a_system_without_a_name_is_not_mixed_with_one_called_like_it(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """Rows without a system and rows of "supplied" would be one: both are named, and nothing is imported."""
    rows = [
        (f"i{n}", label, system, value)
        for n in range(3)
        for label in ("original", "female")
        for system, value in (("", 1), ("supplied", 5))
    ]
    path = write_csv(tmp_path / "records.csv", ("item", "variant", "system", "value"), rows)
    with pytest.raises(ImportProblem, match="'' and 'supplied' would both be called 'supplied'"):
        taken(spec, path)


@pytest.mark.parametrize(("label", "role"), [("Kontrolle", VariantRole.CONTROL), ("control 2", VariantRole.CONTROL)])
def test_a_control_swap_is_no_cue_in_either_language(
    spec: WorkspaceSpec, tmp_path: Path, label: str, role: VariantRole
) -> None:
    """It signals no level of any attribute and joins no confirmatory family."""
    rows = [(f"i{n}", variant, 3) for n in range(3) for variant in ("original", "female", label)]
    _, made = taken(spec, write_csv(tmp_path / "records.csv", ("item", "variant", "value"), rows))

    assert {kind.label: kind.role for kind in made.plan.variants}[label] is role


def test_several_systems_are_compared_and_repeats_give_the_noise_floor(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """One run per system, a comparison between them, refusals as refusals, agreement of the repeated originals."""
    project, made = taken(spec, two_systems_file(tmp_path / "records.csv"))
    _, analysis = analyse_project(spec, project)

    assert [run.system for run in made.runs] == ["old_model", "new model"]
    assert made.runs[1].counts["refused"] == 8
    # The old system was not asked twice; what the records lack is no answer and no agreement.
    assert made.runs[0].counts["not_attempted"] == 0
    assert estimate(analysis, "original", "noise_floor", "new model").value == pytest.approx(0.9)
    female = next(row for row in analysis.comparisons if row.variant == "female")
    assert isinstance(female.change, Estimate)
    assert female.change.n == 392
    counts = next(
        r.counts for r in analysis.results if (r.system, r.variant, r.measure) == ("new model", "female", "mean_shift")
    )
    assert counts["variant_refused"] == 8


def test_texts_are_read_by_the_extractor(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """Refusals, unreadable texts and ratings off the scale are what they are; the report prints texts word for word."""
    project, made = taken(spec, text_file(tmp_path / "records.csv"))

    assert made.plan.questions[0].extractor == "rating/1"
    assert made.runs[0].counts == {"answered": 68, "refused": 4, "unreadable": 8, "failed": 0, "not_attempted": 0}
    view = answer_of(spec, made.runs[0].run_id, ItemKey(case_id="f003", variant="female", question="answer", sample=1))
    assert "Rating: " in getattr(view.outcome, "text", "")
    assert view.supplied.startswith(f"Answers supplied by {WHO}, run not observed by FairDesk. It stands in line ")
    assert project


def test_gaps_duplicates_and_control_swaps_are_told(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """A missing row is not attempted, a second row of a sample is counted and left, control and placebo have no cue."""
    rows: list[tuple[object, ...]] = [
        (f"f{n}", label, 3) for n in range(12) for label in ("orig", "female", "control", "placebo")
    ]
    rows = [row for row in rows if row[:2] != ("f5", "female")]
    rows += [("f0", "orig", 3), ("f1", "orig", 5)]
    path = write_csv(tmp_path / "records.csv", ("item", "variant", "score"), rows)
    project, made = taken(spec, path)

    assert made.runs[0].counts["not_attempted"] == 1
    assert made.plan.supplied is not None
    assert (made.plan.supplied.n_duplicates, made.plan.supplied.n_conflicting) == (2, 1)
    assert [kind.role.value for kind in made.plan.variants] == ["original", "cue", "control", "placebo"]
    _, analysis = analyse_project(spec, project)
    assert estimate(analysis, "female", "consistency").n == 11


def test_two_files_about_the_same_answers_are_two_systems_or_refused(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """Nothing is dropped in silence: without a word for it the import stops; said so, each file is a system."""
    paths = (long_file(tmp_path / "before.csv"), long_file(tmp_path / "after.csv"))
    files = tuple(record_file(path, SCALE) for path in paths)
    project = a_project(spec)
    with pytest.raises(ImportProblem, match="1600 answers of one file") as refused:
        import_records(spec, project, RecordsRequest(files=files, supply=SuppliedBy(who=WHO)))
    assert "--one-system-per-file" in refused.value.advice

    named = tuple(replace(file, system=file.path.stem) for file in files)
    made = import_records(spec, project, RecordsRequest(files=named, supply=SuppliedBy(who=WHO)))
    assert [run.system for run in made.runs] == ["before", "after"]
    _, analysis = analyse_project(spec, project)
    assert {row.status for row in analysis.comparisons} == {"no change detected"}
    assert estimate(analysis, "female", "consistency", "after").value == pytest.approx(0.87)


def test_a_name_that_is_no_text_is_taken_with_question_marks(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """File names of other systems hold bytes that are no letters; the bytes of the file are the evidence."""
    path = long_file(tmp_path / "caf\udce9.csv")
    project = a_project(spec)
    request = RecordsRequest(files=(record_file(path, SCALE),), supply=SuppliedBy(who="V\udce9ndor"))
    made = import_records(spec, project, request)
    assert made.plan.supplied is not None
    assert (made.plan.supplied.files[0].file_name, made.plan.supplied.supplied_by) == ("caf?.csv", "V?ndor")
    assert analyse_project(spec, project)[1].runs[0].supplied_by == "V?ndor"


def test_numbers_that_are_not_whole_are_a_continuous_quantity(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """Such a quantity has no consistency, and a tolerance that is declared as a starting value."""
    rows = [(f"f{n}", label, 1.5 + n / 10) for n in range(12) for label in ("original", "female")]
    path = write_csv(tmp_path / "records.csv", ("item", "variant", "score"), rows)
    _, made = taken(spec, path)

    question = made.plan.questions[0]
    assert question.kind is QuantityKind.CONTINUOUS
    assert question.tolerance == pytest.approx(0.2)
    assert "starting value" in question.tolerance_reason


def test_a_bad_row_imports_nothing_until_it_may_be_left_out(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """The first bad row is named with file, line, column and value; nothing is stored; on request the rest is taken."""
    rows = [("f1", "original", 3), ("f1", "female", 4), ("", "female", 4), ("f2", "original", 3), ("f2", "female", 3)]
    path = write_csv(tmp_path / "records.csv", ("item", "variant", "score"), rows)

    with pytest.raises(ImportProblem, match=r"records\.csv, line 4, column 'item'.*nothing was imported") as refused:
        taken(spec, path)
    assert "--take-good-rows" in refused.value.advice
    with Workspace(spec) as workspace:
        assert workspace.store.documents.hashes() == ()
        (left,) = workspace.store.projects.all()
        workspace.store.projects.delete(left.project_id)
    _, made = taken(spec, path, take_good_rows=True)
    assert made.plan.supplied is not None
    assert (made.plan.supplied.n_rows, made.plan.supplied.n_left_out) == (4, 1)


def test_what_cannot_be_compared_is_refused_in_words(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """Without an original, with one variant alone, without a supplier, or while a run goes on nothing is imported."""
    rows = [(f"f{n}", label, n % 5 + 1) for n in range(5) for label in ("a", "b")]
    path = write_csv(tmp_path / "records.csv", ("item", "variant", "score"), rows)
    with pytest.raises(ImportProblem, match="original"):
        taken(spec, path)
    project = a_project(WorkspaceSpec(data_dir=tmp_path / "other"))
    other = WorkspaceSpec(data_dir=tmp_path / "other")
    file = record_file(path, replace(SCALE, reference="a"))
    with pytest.raises(InputError, match="who supplied"):
        import_records(other, project, RecordsRequest(files=(file,), supply=SuppliedBy(who=" ")))
    with Workspace(other) as workspace:
        workspace.store.leases.acquire(f"project:{project}", "somebody", 60)
        with pytest.raises(StoreBusy, match="somebody"):
            import_records(other, project, RecordsRequest(files=(file,), supply=SuppliedBy(who=WHO)))


def test_a_supplied_project_asks_nothing(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """Neither a run nor a new plan is made of it; it is listed, and its results are ready."""
    project, _ = taken(spec, long_file(tmp_path / "records.csv"))
    with pytest.raises(PlanError, match="supplied"):
        run_project(spec, project, lambda progress: None)
    with pytest.raises(PlanError, match="supplied"):
        fix_plan(spec, project)
    (listed,) = list_projects(spec)
    assert listed.state == "plan fixed"
    assert show_project(spec, project).plan_changes == ()
    assert results_standing(spec, project).readiness is Readiness.ENDED
    view = read_results(spec, project)
    assert f"Answers supplied by {WHO}, run not observed by FairDesk." in view.remarks()
    assert view.charts
    assert {line.is_supplied for line in view.lines} == {True}


def test_a_supplied_reading_is_corrected_like_any_other(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """The correction stands on the run's chain, moves the number, and is told when results are older."""
    project, made = taken(spec, long_file(tmp_path / "records.csv"))
    run_id = made.runs[0].run_id
    key = ItemKey(case_id="f0399", variant="female", question="rating", sample=1)
    assert reading_standing(spec, run_id, key).read == ReadValue(value=5.0)
    _, before = analyse_project(spec, project)
    request = CorrectionRequest(run_id=run_id, key=key, new=ReadValue(value=3.0), who="B", why="Typing error")
    correct_reading(spec, project, request)
    _, after = analyse_project(spec, project)

    assert what_changed(before, results_standing(spec, project))
    shift = estimate(before, "female", "mean_shift").value - 2 / 400
    assert estimate(after, "female", "mean_shift").value == pytest.approx(shift)
    with pytest.raises(InputError, match="no answer"):
        correct_reading(spec, project, replace(request, key=replace(key, case_id="f9999")))


def test_the_stored_parts_are_the_file(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """A file longer than a part comes back byte for byte, and its records are those of the file."""
    n = 220_000
    rows = ((f"item-{i // 2:09d}", ("original", "female")[i % 2], i % 5 + 1) for i in range(n))
    path = write_csv(tmp_path / "records.csv", ("item", "variant", "score"), rows)
    assert path.stat().st_size > PART_BYTES
    _, made = taken(spec, path)
    with Workspace(spec) as workspace:
        manifest = json.loads(workspace.store.documents.get(made.manifest_sha256))
        (stored,) = manifest["files"]
        assert len(stored["parts"]) == 2
        assert b"".join(workspace.store.documents.get(part) for part in stored["parts"]) == path.read_bytes()
        table = stored_table(workspace, made.manifest_sha256)
    assert table.n_rows == n
    assert made.runs[0].counts[Status.ANSWERED.value] == n


@pytest.fixture(scope="module")
def reported(tmp_path_factory: pytest.TempPathFactory) -> tuple[WorkspaceSpec, ImportedRecords, Path, Path]:
    """A supplied project of two systems with a correction, and its signed report."""
    folder = Path(tmp_path_factory.mktemp("reported"))
    spec = WorkspaceSpec(data_dir=folder / "profile")
    project, made = taken(spec, two_systems_file(folder / "records.csv"))
    key = ItemKey(case_id="f0001", variant="female", question="rating", sample=1)
    request = CorrectionRequest(
        run_id=made.runs[0].run_id, key=key, new=ReadValue(value=4.0), who="B. Reader", why="Misread"
    )
    correct_reading(spec, project, request)
    report, certificate = issued(spec, project, folder)
    return spec, made, report, certificate


@pytest.mark.slow
def test_the_report_says_everywhere_who_supplied_the_answers(
    reported: tuple[WorkspaceSpec, ImportedRecords, Path, Path],
) -> None:
    """Cover, object, tests, results, comparison and limits carry the sentence; nothing speaks of a first call."""
    _, made, report, _ = reported
    pages = [re.sub(r"\s+", " ", page.extract_text()) for page in pypdf.PdfReader(report).pages]
    text = " ".join(pages)
    said = f"Answers supplied by {WHO}, run not observed by FairDesk"

    assert said in pages[0]
    assert text.count(said) >= 6
    assert made.manifest_sha256 in text.replace(" ", "")
    for wrong in ("before the first call", "I ran these tests", "temperature", "at most 120 tokens", "written for it"):
        assert wrong not in text
    assert "Readings corrected by hand" in text


@pytest.mark.slow
def test_the_report_is_verified_from_the_stored_parts(
    reported: tuple[WorkspaceSpec, ImportedRecords, Path, Path], tmp_path: Path
) -> None:
    """Every number is computed again and equal, here and in a store that was restored from a backup."""
    spec, _, report, certificate = reported
    found = verify_report(spec, report, certificate)
    assert found.verdict is CheckVerdict.PASSED, found.problems
    assert found.recomputed is not None
    assert found.recomputed.checked > 500
    backup_store(spec, tmp_path / "backup.db")
    other = WorkspaceSpec(data_dir=tmp_path / "restored")
    restore_store(other, tmp_path / "backup.db")
    assert verify_report(other, report, certificate).verdict is CheckVerdict.PASSED


FOREIGN = Path(__file__).parents[1] / "unit" / "interchange" / "foreign"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["inspect-admissions.eval", "promptfoo-results.json", "deepeval-4.3.1-evaluate.json"])
def test_a_log_of_another_tool_goes_the_same_way(spec: WorkspaceSpec, tmp_path: Path, name: str) -> None:
    """The real tool's file is imported, its own numbers are printed as that tool's, and the report is verified."""
    project, made = taken(spec, FOREIGN / name)
    assert made.plan.supplied is not None
    assert made.plan.variants[0].label == "original"
    numbers = made.plan.supplied.foreign
    assert all(number.given == {} for number in numbers)
    report, certificate = issued(spec, project, tmp_path)
    text = re.sub(r"\s+", " ", " ".join(page.extract_text() for page in pypdf.PdfReader(report).pages))

    assert ("Numbers of the tool that wrote the records" in text) is bool(numbers)
    found = verify_report(spec, report, certificate)
    assert found.verdict is CheckVerdict.PASSED, found.problems


def tampered(
    reported: tuple[WorkspaceSpec, ImportedRecords, Path, Path], folder: Path, statement: str, *values: object
) -> Verification:
    """The check of the report in a copy of the store that was changed by force."""
    spec, _, report, certificate = reported
    backup_store(spec, folder / "backup.db")
    other = WorkspaceSpec(data_dir=folder / "copy")
    restore_store(other, folder / "backup.db")
    by_force(other, statement, *values)
    return verify_report(other, report, certificate)


@pytest.mark.slow
@pytest.mark.parametrize("what", ["part", "part and its name", "part removed", "manifest", "run"])
def test_tampering_with_supplied_records_is_named(
    reported: tuple[WorkspaceSpec, ImportedRecords, Path, Path], tmp_path: Path, what: str
) -> None:
    """A changed or missing part, manifest or run fails the check, and the words say what it is."""
    spec, made, _, _ = reported
    with Workspace(spec) as workspace:
        manifest = json.loads(workspace.store.documents.get(made.manifest_sha256))
        part = manifest["files"][0]["parts"][0]
        body = workspace.store.documents.get(part)
    forged = body.replace(b"f0001,female,1,old/model,1", b"f0001,female,1,old/model,5")
    assert forged != body
    statements: dict[str, tuple[str, tuple[object, ...], str]] = {
        "part": ("UPDATE document SET body = ? WHERE sha256 = ?", (forged, part), "Part 1 of 1 of records.csv"),
        "part and its name": (
            "UPDATE document SET body = ?, sha256 = ? WHERE sha256 = ?",
            (forged, "0" * 64, part),
            "Part 1 of 1 of records.csv",
        ),
        "part removed": ("DELETE FROM document WHERE sha256 = ?", (part,), "Part 1 of 1 of records.csv"),
        "manifest": (
            "UPDATE document SET body = ? WHERE sha256 = ?",
            (b"{}", made.manifest_sha256),
            made.manifest_sha256,
        ),
        "run": (
            "UPDATE ledger SET body = ? WHERE chain = ? AND kind = 'run_started'",
            (b"{}", f"run:{made.runs[0].run_id}"),
            "entry 1",
        ),
    }
    statement, values, words = statements[what]
    found = tampered(reported, tmp_path, statement, *values)

    assert found.verdict is CheckVerdict.FAILED
    assert any(words in problem for problem in found.problems), found.problems


@pytest.mark.slow
def test_another_version_of_the_reader_is_no_sign_of_tampering(
    reported: tuple[WorkspaceSpec, ImportedRecords, Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reader that may read the same bytes differently leaves the check undecided, with the reason."""
    spec, _, report, certificate = reported
    monkeypatch.setattr("fairdesk.interchange.record_files.READER_VERSION", "a later one")
    found = verify_report(spec, report, certificate)

    assert found.verdict is CheckVerdict.INDETERMINATE
    assert found.problems == ()
    assert "a later one" in found.recomputed_reason
