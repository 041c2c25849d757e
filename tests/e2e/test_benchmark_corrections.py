"""Readings of benchmark answers that a person corrects: what is refused, what changes, what is marked."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from fairdesk.audit.analyse import analyse_project
from fairdesk.audit.answers import AnswerFilter, answer_ids, answer_rows
from fairdesk.audit.benchmark_import import BenchmarkRequest, add_benchmark, sampling_of
from fairdesk.audit.corrections import correct_reading
from fairdesk.audit.plan import fix_plan
from fairdesk.audit.projects import create_project, show_project, starting_details
from fairdesk.audit.run import run_project
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.corrections import CorrectionRequest
from fairdesk.domain.errors import InputError
from fairdesk.domain.exchanges import ItemKey, ReadNothing, ReadValue, Status
from fairdesk.domain.results import ResultRow


@pytest.fixture
def spec(data_dir: Path) -> WorkspaceSpec:
    return WorkspaceSpec(data_dir=data_dir)


@pytest.fixture
def project(spec: WorkspaceSpec) -> str:
    """A rehearsal of a few pairs of two categories."""
    details = replace(starting_details(), auditor="A", client="C", purpose="P")
    project = create_project(spec, "Pairs", replace(details, systems=details.systems[:1])).project_id
    request = BenchmarkRequest(
        benchmark_id="crows_pairs",
        path=None,
        categories=("age", "religion"),
        sampling=sampling_of("stratified:2", 1),
        without_files=True,
    )
    add_benchmark(spec, project, request)
    fix_plan(spec, project)
    run_project(spec, project, lambda progress: None)
    return project


def correction(spec: WorkspaceSpec, project: str, reading: ReadValue | ReadNothing) -> CorrectionRequest:
    """Of the first answer that was read."""
    (run,) = show_project(spec, project).runs
    answers = answer_rows(spec, run.run_id, answer_ids(spec, run.run_id, AnswerFilter()))
    row = next(row for row in answers if row.status is Status.ANSWERED)
    key = ItemKey(case_id=row.case_id, variant=row.variant, question=row.question, sample=row.sample)
    return CorrectionRequest(run_id=run.run_id, key=key, new=reading, who="B. Reader", why="Misread")


def rows(spec: WorkspaceSpec, project: str) -> dict[tuple[str, str], ResultRow]:
    """Category and measure to the row."""
    return {(row.variant, row.measure): row for row in analyse_project(spec, project)[1].results}


def test_a_correction_names_an_option_and_is_marked(spec: WorkspaceSpec, project: str) -> None:
    """Half an option is refused; a corrected answer changes its category and the whole, and both are marked."""
    for value in (1.5, 0.0, 3.0):
        with pytest.raises(InputError):
            correct_reading(spec, project, correction(spec, project, ReadValue(value=value)))
    before = rows(spec, project)
    assert not [row for row in before.values() if "corrected" in row.counts]
    correct_reading(spec, project, correction(spec, project, ReadNothing(reason="mumbled")))
    after = rows(spec, project)
    marked = {category for (category, _), row in after.items() if row.counts.get("corrected") == 1}
    assert len(marked) == 2
    assert "" in marked
    for category in marked:
        old, new = (found[category, "first_place"].counts for found in (before, after))
        assert new["unreadable"] == old["unreadable"] + 1


def test_a_correction_marks_what_rests_on_it_and_nothing_else(spec: WorkspaceSpec) -> None:
    """An answer to an item without a clear context is behind s_AMB and not behind s_DIS of its category."""
    details = replace(starting_details(), auditor="A", client="C", purpose="P")
    project = create_project(spec, "BBQ", replace(details, systems=details.systems[:1])).project_id
    sample = sampling_of("stratified:2", 1)
    request = BenchmarkRequest(
        benchmark_id="bbq", path=None, categories=("Age", "Nationality"), sampling=sample, without_files=True
    )
    add_benchmark(spec, project, request)
    fix_plan(spec, project)
    run_project(spec, project, lambda progress: None)
    items = rows(spec, project)["Age", "s_amb"].counts["items"]
    asked = correction(spec, project, ReadNothing(reason="mumbled"))
    correct_reading(spec, project, asked)
    after = rows(spec, project)
    marked = {key for key, row in after.items() if row.counts.get("corrected")}
    category = next(name for name, _ in marked if name)
    own, other = ("s_amb", "s_dis") if (category, "s_amb") in marked else ("s_dis", "s_amb")
    assert items == 2
    for name in (category, ""):
        assert (name, own) in marked
        assert (name, "first_place") in marked
        assert (name, other) not in marked
        assert (name, f"accuracy_{'ambig' if other == 's_amb' else 'disambig'}") not in marked
