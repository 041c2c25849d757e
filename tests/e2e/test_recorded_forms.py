"""Recorded answers to every benchmark in every form become part of a project and count as in the file alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fairdesk.audit.analyse import analyse_project
from fairdesk.audit.benchmark_import import BenchmarkRequest, add_benchmark
from fairdesk.audit.classify import classify_project
from fairdesk.audit.projects import create_project, show_project, starting_details, with_endpoint
from fairdesk.audit.recorded_import import RecordedOrder, import_recorded
from fairdesk.audit.score.recorded import score_recorded
from fairdesk.audit.supplied import SuppliedBy
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.abilities import needs_of_question
from fairdesk.domain.errors import PlanError
from fairdesk.domain.results import Estimate
from fairdesk.evaluations.benchmarks import BENCHMARKS
from tests.unit.audit.recorded_answers import VENDOR, written
from tests.unit.audit.score.test_recorded import prompts

FORMS = [(one.benchmark_id, form) for one in BENCHMARKS for form in one.forms]
NAMES = [f"{benchmark_id}-{form.form_id}" for benchmark_id, form in FORMS]


@pytest.mark.slow
@pytest.mark.parametrize(("benchmark_id", "form"), FORMS, ids=NAMES)
def test_recorded_answers_count_in_a_project_as_alone(tmp_path: Path, benchmark_id: str, form: Any) -> None:
    """The same scores and counts, those of classifiers too; forms that need probabilities are refused with the cure."""
    spec = WorkspaceSpec(data_dir=tmp_path / "profile")
    details = with_endpoint(starting_details(), VENDOR)
    project = create_project(spec, "Recorded", details).project_id
    added = BenchmarkRequest(benchmark_id=benchmark_id, path=None, form=form.form_id, without_files=True)
    add_benchmark(spec, project, added)
    request = BenchmarkRequest(benchmark_id=benchmark_id, path=None, form=form.form_id)
    ways: tuple[dict[str, Any], ...] = (
        {"answer": "A"},
        {"answer": "I cannot assist with that."},
        {"answer": ""},
        {"answer": None},
        {"answer": "It is a wonderful story about somebody who works."},
    )
    rows = [
        {"item": one["item"], "label": one["label"], **ways[place % len(ways)]}
        for place, one in enumerate(prompts(spec, tmp_path, request)[:-1])
    ]
    path = written(tmp_path / "answers.jsonl", rows)
    order = RecordedOrder(path=path, benchmark_id=benchmark_id, system="baseline", supply=SuppliedBy(who="Vendor Ltd"))
    if needs_of_question(form.question):
        with pytest.raises(PlanError) as problem:
            import_recorded(spec, project, order)
        assert f"fairdesk score benchmark {benchmark_id} --answers FILE --form {form.form_id}" in problem.value.advice
        assert (show_project(spec, project).plan_sha256, show_project(spec, project).runs) == ("", ())
        return
    done = import_recorded(spec, project, order)
    assert done.n_lacking == 1
    classify_project(spec, project)
    _, analysis = analyse_project(spec, project)
    alone = score_recorded(spec, request, path, seed=3)
    in_project = {
        (row.measure, row.variant): row.outcome.value if isinstance(row.outcome, Estimate) else None
        for row in analysis.results
        if (row.role, row.system) == ("benchmark", "baseline")
    }
    in_file = {(one["measure"], one["category"] or ""): one["value"] for one in alone["scores"]}
    assert in_project == pytest.approx(in_file)
    (run,) = analysis.runs
    assert all(run.counts[name] == alone["counts"][name] for name in run.counts)
