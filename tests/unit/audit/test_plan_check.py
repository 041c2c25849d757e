"""What a project lacks before its plan can be locked, with the page that mends it; the shipped test needs no design."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from fairdesk.audit.plan_check import plan_gate
from fairdesk.audit.projects import create_project, save_details, show_project
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.errors import InputError
from fairdesk.evaluations.admissions import QUESTIONS
from tests.unit.audit.designs import complete_design


@pytest.fixture
def spec(data_dir: Path) -> WorkspaceSpec:
    return WorkspaceSpec(data_dir=data_dir)


@pytest.fixture
def project(spec: WorkspaceSpec) -> str:
    """A project of the shipped test for which nothing is missing."""
    project_id = create_project(spec, "P").project_id
    said = {"client": "C", "purpose": "W", "auditor": "A. Weiss", "workflow": "People read it.", "n_cases": 2}
    change(spec, project_id, **said)
    return project_id


def change(spec: WorkspaceSpec, project: str, **values: object) -> None:
    details = show_project(spec, project).details
    save_details(spec, project, replace(details, **values))  # type: ignore[arg-type]


def found(spec: WorkspaceSpec, project: str) -> dict[str, tuple[str, bool]]:
    return {one.words: (one.page_id, one.is_blocking) for one in plan_gate(spec, project)}


def blocking(spec: WorkspaceSpec, project: str) -> list[str]:
    return [one.words for one in plan_gate(spec, project) if one.is_blocking]


def test_the_shipped_test_can_be_locked(spec: WorkspaceSpec, project: str) -> None:
    """Nothing blocks; its default reason and the rehearsal model are said."""
    assert blocking(spec, project) == []
    words = " ".join(found(spec, project))
    assert "the text that it came with" in words
    assert "rehearsal model" in words


@pytest.mark.parametrize(
    ("values", "words", "page"),
    [
        ({"auditor": " "}, "who audits", "object"),
        ({"object_name": ""}, "The object has no name.", "object"),
        ({"object_purpose": ""}, "what the object is used for", "object"),
        ({"systems": ()}, "No system is described.", "object"),
        ({"case_folder": "/nowhere/at/all"}, "cannot be read", "cases"),
        ({"uses_imported_cases": True}, "There are no files.", "cases"),
    ],
)
def test_what_blocks_names_its_page(
    spec: WorkspaceSpec, project: str, values: dict[str, object], words: str, page: str
) -> None:
    """Each missing part of the project is one blocking sentence."""
    change(spec, project, **values)
    fitting = [place for said, place in found(spec, project).items() if words in said]
    assert fitting == [(page, True)]


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"client": ""}, "who asked for the audit"),
        ({"purpose": ""}, "purpose of the audit"),
        ({"workflow": ""}, "What people do with the output"),
        ({"n_samples": 1}, "noise floor not measured"),
    ],
)
def test_what_only_has_to_be_known_does_not_block(
    spec: WorkspaceSpec, project: str, values: dict[str, object], words: str
) -> None:
    """It is said and the plan can be locked all the same."""
    change(spec, project, **values)
    assert blocking(spec, project) == []
    assert any(words in said for said in found(spec, project))


def test_two_systems_of_one_name_block(spec: WorkspaceSpec, project: str) -> None:
    """Results could not be told apart."""
    first, second = show_project(spec, project).details.systems
    change(spec, project, systems=(first, replace(second, label=first.label)))
    assert any("Two systems" in words for words in blocking(spec, project))


def test_a_design_needs_its_variants_built_and_looked_at(spec: WorkspaceSpec, project: str) -> None:
    """A complete design without files: files and variants are asked for, blocking sentences first."""
    change(spec, project, design=complete_design(), uses_imported_cases=True)
    sentences = plan_gate(spec, project)
    assert [one.is_blocking for one in sentences] == sorted((one.is_blocking for one in sentences), reverse=True)
    words = blocking(spec, project)
    assert "There are no files." in words
    assert any("variants" in said for said in words)


def test_an_unknown_project_is_named(spec: WorkspaceSpec) -> None:
    """As everywhere."""
    with pytest.raises(InputError):
        plan_gate(spec, "nobody")


def test_no_run_is_read_at_any_time_without_a_rating(spec: WorkspaceSpec, project: str) -> None:
    """The test that allows it is a sign test: where the primary question gives no rating the rule blocks."""
    words = "a sign test of ratings, and “admit_log_odds” gives none"
    design = replace(complete_design(), questions=QUESTIONS, stopping_rule="anytime", stopping_reason="Calls are dear.")
    change(spec, project, design=design, primary_question="admit_log_odds")
    assert any(words in one for one in blocking(spec, project))
    change(spec, project, primary_question="rating")
    assert not any(words in one for one in blocking(spec, project))


def test_benchmarks_alone_lack_no_files(spec: WorkspaceSpec, project: str) -> None:
    """Where benchmarks alone are asked, files that are gone block nothing; no target or repeat is named."""
    from fairdesk.audit.benchmark_import import BenchmarkRequest, add_benchmark

    change(spec, project, case_folder="/nowhere/at/all", n_samples=1)
    add_benchmark(spec, project, BenchmarkRequest(benchmark_id="crows_pairs", path=None, without_files=True))
    assert blocking(spec, project) == []
    words = " ".join(found(spec, project))
    assert "the text that it came with" not in words
    assert "noise floor" not in words


def test_neither_files_nor_a_benchmark_blocks(spec: WorkspaceSpec, project: str) -> None:
    """A project that asks nothing cannot be locked."""
    change(spec, project, without_files=True)
    assert any("neither files nor a benchmark" in one for one in blocking(spec, project))
