"""Official files are told by their bytes: what is printed of them, which are refused, which stay aside."""

from __future__ import annotations

import gzip
import json
import shutil
import zipfile
from pathlib import Path

import pytest

from fairdesk.audit.benchmark_import import BenchmarkAdded, BenchmarkRequest, add_benchmark
from fairdesk.audit.benchmark_recognition import official_benchmark
from fairdesk.audit.plan import fix_plan, load_plan
from fairdesk.audit.projects import create_project, starting_details, with_endpoint
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.audited_system import EndpointSettings
from fairdesk.domain.benchmark_files import Packaging
from fairdesk.domain.errors import ImportProblem, InputError
from fairdesk.report.blocks import BulletList, Facts, TableBlock
from fairdesk.report.sections.benchmark_parts import benchmark_methods
from fairdesk.settings.paths import resources_dir
from tests.e2e.benchmark_files import write_bbq

SUITES = resources_dir() / "benchmarks"
SHARED = resources_dir().parent.parent / "shared" / "benchmarks"
PAIRS = SUITES / "crows_pairs" / "pairs.csv"

needs_files = pytest.mark.skipif(not SHARED.is_dir(), reason="the official files are not beside the project")


@pytest.fixture
def spec(tmp_path: Path) -> WorkspaceSpec:
    return WorkspaceSpec(data_dir=tmp_path / "profile")


def added(spec: WorkspaceSpec, benchmark_id: str, path: Path | None) -> BenchmarkAdded:
    """What a new project asks."""
    with Workspace(spec) as workspace:
        name = f"Project {len(workspace.store.projects.all())}"
    project = create_project(spec, name, starting_details()).project_id
    return add_benchmark(spec, project, BenchmarkRequest(benchmark_id=benchmark_id, path=path, without_files=True))


def edited_pairs(folder: Path) -> Path:
    """The shipped pairs with one word changed."""
    path = folder / "pairs.csv"
    path.write_text(PAIRS.read_text(encoding="utf-8").replace("quiet", "silent", 1), encoding="utf-8")
    return path


@pytest.mark.parametrize("benchmark_id", ["bbq", "kobbq", "gg_bbq", "esbbq", "cabbq", "crows_pairs", "stereoset"])
def test_a_shipped_suite_is_known_with_all_its_rows(spec: WorkspaceSpec, benchmark_id: str) -> None:
    """Version, licence and rows of every file are filled, and no warning is given."""
    done = added(spec, benchmark_id, None)
    for file in done.choice.files:
        assert (file.version, file.licence, file.packaging) == ("FairDesk's own suite", "Apache 2.0", Packaging.FREELY)
        assert file.n_rows > 0
    assert set(done.defects) == {"FairDesk's own suite"}
    assert not any("knows" in note for note in done.notes)


@pytest.mark.parametrize("packing", ["plain", "gzip", "zip"])
def test_packing_changes_nothing(spec: WorkspaceSpec, tmp_path: Path, packing: str) -> None:
    """The hash is of the bytes inside: packed files are recognised as plain ones are."""
    path = tmp_path / "pairs.csv"
    if packing == "plain":
        shutil.copy(PAIRS, path)
    elif packing == "gzip":
        path = tmp_path / "pairs.csv.gz"
        path.write_bytes(gzip.compress(PAIRS.read_bytes()))
    else:
        path = tmp_path / "pairs.zip"
        with zipfile.ZipFile(path, "w") as archive:
            archive.write(PAIRS, "data/pairs.csv")
    assert [file.version for file in added(spec, "crows_pairs", path).choice.files] == ["FairDesk's own suite"]


def test_one_changed_word_makes_a_file_unknown(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """An unknown hash is taken with a warning that says what is not known, and without licence or defects."""
    done = added(spec, "crows_pairs", edited_pairs(tmp_path))
    (file,) = done.choice.files
    assert (file.version, file.licence, file.packaging, file.n_rows) == ("", "", None, 20)
    assert done.defects == {}
    assert [note for note in done.notes if note.startswith("pairs.csv is not a file that FairDesk knows: ")]


def test_plan_and_report_keep_warning_and_defects(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """What is said at the import stands in the plan, and is printed with version, licence and rows of every file."""
    endpoint = EndpointSettings(name="Rehearsal", kind="rehearsal", model="fairdesk-rehearsal", options={})
    details = with_endpoint(starting_details(), endpoint)
    project = create_project(spec, "Files", details).project_id
    unknown = BenchmarkRequest(benchmark_id="crows_pairs", path=edited_pairs(tmp_path), without_files=True)
    done = add_benchmark(spec, project, unknown)
    add_benchmark(spec, project, BenchmarkRequest(benchmark_id="stereoset", path=None, without_files=True))
    sha256 = fix_plan(spec, project)
    with Workspace(spec) as workspace:
        plan = load_plan(workspace, sha256)
    pairs, clusters = plan.benchmarks
    assert pairs.notes == done.notes
    assert pairs.defects == ()
    assert clusters.defects[0].startswith("Written for FairDesk")
    assert not any("knows" in note for note in clusters.notes)

    blocks = list(benchmark_methods(plan))
    tables = [block for block in blocks if isinstance(block, TableBlock)]
    cells = [cell for table in tables for row in table.rows for cell in row]
    wanted = ["not known to FairDesk", "not known", "FairDesk's own suite", "yes"]
    assert [cell for cell in cells if cell in wanted] == wanted
    licences = [
        words for block in blocks if isinstance(block, Facts) for name, words in block.rows if name == "Licence"
    ]
    assert licences[0].startswith("Of these files not known; of the official ones: CC BY-SA 4.0")
    assert licences[1] == "Apache 2.0; may go into an evidence package."
    bullets = [item for block in blocks if isinstance(block, BulletList) for item in block.items]
    assert {pairs.notes[-1], *clusters.defects} <= set(bullets)


def test_a_file_of_another_benchmark_is_refused_by_its_name(spec: WorkspaceSpec) -> None:
    """Whoever names the wrong benchmark is told which one the file is of, and nothing is kept."""
    with pytest.raises(ImportProblem) as caught:
        added(spec, "stereoset", PAIRS)
    assert "this is CrowS-Pairs' pairs.csv" in caught.value.message
    assert "crows_pairs" in caught.value.advice
    with Workspace(spec) as workspace:
        assert [record.details.benchmarks for record in workspace.store.projects.all()] == [()]


@pytest.mark.parametrize("benchmark_id", ["bbq", "crows_pairs", "stereoset"])
def test_the_benchmark_of_a_file_is_found_without_its_name(spec: WorkspaceSpec, benchmark_id: str) -> None:
    """A folder with official files is enough to know what is asked."""
    found = official_benchmark(spec, SUITES / benchmark_id)
    assert found is not None
    assert found[0] == benchmark_id


def test_whatever_is_not_known_is_left_to_others(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """Unknown, damaged and missing files are no official ones, and nothing is raised for them."""
    damaged = tmp_path / "damaged.csv.gz"
    damaged.write_bytes(gzip.compress(PAIRS.read_bytes())[:-9])
    records = tmp_path / "records.jsonl"
    records.write_text(json.dumps({"case_id": "1", "score": 2}) + "\n", encoding="utf-8")
    for path in (damaged, records, tmp_path / "missing.csv", edited_pairs(tmp_path), write_bbq(tmp_path / "bbq")):
        assert official_benchmark(spec, path) is None


@needs_files
def test_official_files_that_nobody_can_be_asked_are_named(spec: WorkspaceSpec) -> None:
    """Recorded answers, and benchmarks that no project asks, are named together with what to do."""
    with pytest.raises(InputError, match=r"preds_Age\.jsonl, which holds recorded answers"):
        official_benchmark(spec, SHARED / "bbq" / "predictions" / "UnifiedQA" / "preds_Age.jsonl.gz")
    with pytest.raises(InputError, match=r"this is Dialect prejudice's habitual\.txt; FairDesk asks no system"):
        official_benchmark(spec, SHARED / "dialect_prejudice" / "pairs_habitual.txt")


@needs_files
def test_a_relative_of_bbq_is_not_taken_for_it(spec: WorkspaceSpec) -> None:
    """The file is named; its own benchmark is advised where a project can ask that, and not where none can."""
    with pytest.raises(ImportProblem) as caught:
        added(spec, "bbq", SHARED / "bbq_variants" / "kobbq" / "KoBBQ_test_samples.tsv.gz")
    assert "this is KoBBQ's KoBBQ_test_samples.tsv, not a file of BBQ" in caught.value.message
    assert caught.value.advice == "Choose the files of BBQ, or the benchmark kobbq."
    with pytest.raises(ImportProblem) as caught:
        added(spec, "bbq", SHARED / "bbq_variants" / "cbbq" / "disease_ambiguous.json.gz")
    assert "not a file of BBQ" in caught.value.message
    assert caught.value.advice == "Choose the files of BBQ."


@needs_files
def test_the_official_bbq_is_known_with_all_rows(spec: WorkspaceSpec) -> None:
    """A category with its metadata: both files with version and rows, though each is read once."""
    done = added(spec, "bbq", SHARED / "bbq" / "data" / "Sexual_orientation.jsonl.gz")
    rows = {file.name: (file.n_rows, file.packaging) for file in done.choice.files}
    assert rows == {
        "Sexual_orientation.jsonl": (864, Packaging.ATTRIBUTED),
        "additional_metadata.csv": (58_556, Packaging.ATTRIBUTED),
    }
    assert any("64 items of Gender_identity" in defect for defect in done.defects["July 2022 (bea11bd)"])


@needs_files
def test_what_holds_no_items_stays_aside(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """Of files with items and with something else the items are taken, and it is said what was not."""
    part = SHARED / "stereoset" / "dev_intrasentence_gender_race_religion.json.gz"
    path = tmp_path / "stereoset.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.write(part, "items.json.gz")
        archive.write(next((SHARED / "stereoset" / "predictions").glob("*Sentiment*")), "scores.json.gz")
    done = added(spec, "stereoset", path)
    assert [(file.version, file.n_rows) for file in done.choice.files] == [
        ("part of the development set, rebuilt", 1296)
    ]
    left = "StereoSet's predictions_SentimentModel.json was left out: it holds recorded answers and no items."
    assert left in done.notes
    with pytest.raises(ImportProblem, match="holds templates and no items"):
        added(spec, "crows_pairs", SHARED / "crows_pairs" / "prompts.csv")
