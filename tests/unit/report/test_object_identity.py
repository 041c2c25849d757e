"""Section 1 names what the answers came with, and nobody can overlook that the object changed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fairdesk.audit import issue
from fairdesk.audit.plan import fix_plan
from fairdesk.audit.projects import create_project, starting_details, with_endpoint
from fairdesk.audit.run import run_project
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.audited_system import Decoding, EndpointSettings
from fairdesk.domain.exchanges import Message
from fairdesk.domain.identity import AcceptedChange, ProviderEcho
from fairdesk.domain.progress import RunOptions, RunState
from fairdesk.domain.reports import ReportInput
from fairdesk.report.blocks import BulletList, Facts, Notice, Verbatim
from fairdesk.report.sections.limits import SECTION as LIMITS
from fairdesk.report.sections.object_evaluated import SECTION
from fairdesk.report.sections.section import SectionInput
from fairdesk.report.sections.tests_used import SECTION as TESTS_USED
from tests.e2e.report_input import rates_by_length, report_input
from tests.e2e.scripted_server import chat_reply, scripted_server, user_text


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> ReportInput:
    return report_input(tmp_path_factory.mktemp("identity"), rates_by_length, n_cases=2)


def echo(model: str, fingerprint: str, count: int) -> ProviderEcho:
    return ProviderEcho(run_id="r-1", system="baseline", model=model, fingerprint=fingerprint, count=count)


def written(report: ReportInput, **analysis: Any) -> tuple[str, str, str]:
    """Facts, notices and texts of the section, each as one text."""
    changed = replace(report, analysis=replace(report.analysis, **analysis))
    blocks = SECTION.write(SectionInput(report=changed, evidence_sha256="0" * 64, is_draft=True))
    facts = [f"{name}: {value}" for block in blocks if isinstance(block, Facts) for name, value in block.rows]
    notices = [block.text for block in blocks if isinstance(block, Notice)]
    texts = [f"{block.caption}\n{block.text}" for block in blocks if isinstance(block, Verbatim)]
    return "\n".join(facts), "\n".join(notices), "\n".join(texts)


def test_what_answers_came_with_is_counted_in_a_real_run(report: ReportInput) -> None:
    """The run of a server that names one model: one pair, with every answer of the run; no change."""
    of_baseline = [found for found in report.analysis.echoes if found.system == "baseline"]
    answers = next(run for run in report.analysis.runs if run.system == "baseline")
    assert [found.model for found in of_baseline] == ["scripted-1"]
    assert of_baseline[0].count == sum(answers.counts[word] for word in ("answered", "refused", "unreadable"))
    facts, notices, _ = written(report)
    assert f"scripted-1, no fingerprint: {of_baseline[0].count} answers" in facts
    assert "The supplier can change this model without notice." in facts
    assert "changed during the test" not in notices


def test_a_changed_object_is_a_visible_line(report: ReportInput) -> None:
    """Two models in one run: a warning, the identity becomes weak, and without a reason that is said."""
    facts, notices, _ = written(report, echoes=(echo("m-1", "fp_1", 38), echo("m-2", "fp_2", 1)))
    assert "m-1, fingerprint fp_1: 38 answers; m-2, fingerprint fp_2: 1 answer" in facts
    assert "weak: more than one model string or fingerprint" in facts
    assert "Object changed during the test" in notices
    assert "No reason for going on was recorded." in notices


def test_the_accepted_reason_stands_beside_the_change(report: ReportInput) -> None:
    """Who accepted it, when, and why, as it stands in the chain."""
    accepted = AcceptedChange(
        run_id="r-1",
        system="baseline",
        at="2026-11-30T08:00:00Z",
        by="Zoe",
        reason="The supplier announced it.",
        words="before m-1, now m-2",
    )
    _, notices, _ = written(report, echoes=(echo("m-1", "", 38), echo("m-2", "", 9)), accepted_changes=(accepted,))
    assert (
        "Accepted on 2026-11-30 08:00:00 UTC by Zoe (before m-1, now m-2), reason: The supplier announced it."
        in notices
    )


def test_a_changed_object_is_among_the_limits(report: ReportInput) -> None:
    """The limits say of which configuration the numbers are of more than one model; without a change they do not."""

    def limits(*echoes: ProviderEcho) -> str:
        changed = replace(report, analysis=replace(report.analysis, echoes=echoes))
        blocks = LIMITS.write(SectionInput(report=changed, evidence_sha256="0" * 64, is_draft=True))
        return "\n".join(item for block in blocks if isinstance(block, BulletList) for item in block.items)

    assert "the numbers of baseline are of more than one model" in limits(echo("m-1", "", 38), echo("m-2", "", 1))
    assert "object changed" not in limits(echo("m-1", "", 39))


def test_examples_schema_and_grammar_are_printed(report: ReportInput) -> None:
    """Count and digest among the facts, the texts as they were sent; a configuration without examples says none."""
    first, *others = report.plan.systems
    pair = (Message(role="user", content="A file of ours."), Message(role="assistant", content="Rating: 4"))
    held = replace(first, examples=pair, decoding=Decoding(json_schema='{"type":"object"}'))
    changed = replace(report, plan=replace(report.plan, systems=(held, *others)))
    facts, _, texts = written(changed)
    assert "Few-shot examples: 1, SHA-256 " in facts
    assert "Few-shot examples: none" in facts
    assert "user: A file of ours.\n\nassistant: Rating: 4" in texts
    assert '{"type":"object"}' in texts


def test_a_change_in_a_real_run_stops_it_and_the_reason_for_going_on_is_printed(tmp_path: Path) -> None:
    """A server whose model changes its name half way: the run stops, goes on with a reason, and the report says so."""
    n_asked = 0

    def changing(body: dict[str, Any]) -> tuple[int, dict[str, str], bytes]:
        nonlocal n_asked
        is_case = "applicant" in user_text(body)
        n_asked += is_case
        return chat_reply("Rating: 3. A reason.", model="m-2" if is_case and n_asked > 5 else "m-1")

    spec = WorkspaceSpec(data_dir=tmp_path / "profile")
    with scripted_server(changing) as server:
        endpoint = EndpointSettings(name="S", kind="openai_chat", base_url=server.base_url, model="m", options={})
        details = with_endpoint(starting_details(), endpoint)
        create_project(spec, "P", replace(details, systems=details.systems[:1], n_cases=2))
        fix_plan(spec, "P")
        (stopped,) = run_project(spec, "P", lambda progress: None)
        options = RunOptions(accepted_change="The supplier announced it.", accepted_by="Zoe")
        (ended,) = run_project(spec, "P", lambda progress: None, options=options)
    with Workspace(spec) as workspace:
        report = issue._report_input(workspace, "P", None)
    facts, notices, _ = written(report)
    assert (stopped.state, ended.state) == (RunState.STOPPED, RunState.COMPLETE)
    assert {found.model for found in report.analysis.echoes} == {"m-1", "m-2"}
    assert "weak: more than one model string" in facts
    assert "Object changed during the test" in notices
    assert "by Zoe" in notices
    assert "reason: The supplier announced it." in notices


def test_answers_of_earlier_runs_are_told_beside_the_order(report: ReportInput) -> None:
    """A run that took answers over names how many, and that their time and order are those of the earlier runs."""
    first, *others = report.analysis.runs
    n_asked = first.n_planned - first.counts["not_attempted"]
    analysis = replace(report.analysis, runs=(replace(first, n_reused=3), *others))
    given = SectionInput(report=replace(report, analysis=analysis), evidence_sha256="0" * 64, is_draft=True)
    rows = dict(row for block in TESTS_USED.write(given) if isinstance(block, Facts) for row in block.rows)
    said = {name: value for name, value in rows.items() if name.startswith("Answers of earlier runs")}
    assert list(said) == [f"Answers of earlier runs, {first.system}"]
    assert f"3 of {n_asked} outcomes were not asked in this run" in next(iter(said.values()))
