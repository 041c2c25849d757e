"""What stands between a project and its report, a sentence each, with the place that mends it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from fairdesk.audit.plan import current_plan_sha256, load_plan
from fairdesk.audit.plan_changes import plan_changes
from fairdesk.audit.recorded_calls import recorded_words_of_run
from fairdesk.audit.run_status import current_runs
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.audited_system import ProjectDetails
from fairdesk.domain.progress import ENDED, RunState, RunStatus
from fairdesk.domain.supplied_words import plan_supplier_words

LEFT = "; go on with it first."
"""Ends the sentence about a run that was left before its end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GateSentence:
    """One thing to know before a report is issued.

    Attributes:
        page_id: The page of the window where it can be mended.
        field: Part of the page Plan: ``questions``, ``grid``, ``targets``, ``rules`` or ``lock``; empty elsewhere.
        is_blocking: No report can be issued before; otherwise it is only printed or said.
        hides_results: No measure may be looked at before, so there is no preview either.
    """

    words: str
    page_id: str
    is_blocking: bool = True
    hides_results: bool = False
    field: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportGate:
    """Everything that is missing, blocking sentences first; ``state`` changes whenever a draft would be different."""

    sentences: tuple[GateSentence, ...]
    state: str
    is_rehearsal: bool

    @property
    def may_preview(self) -> bool:
        """Whether the pages may be shown."""
        return not any(sentence.hides_results for sentence in self.sentences)

    @property
    def may_issue(self) -> bool:
        """Whether a report may be issued."""
        return not any(sentence.is_blocking for sentence in self.sentences)


def report_gate(spec: WorkspaceSpec, project: str) -> ReportGate:
    """Look at a project before its report is written.

    Raises:
        InputError: there is no such project.
    """
    with Workspace(spec) as workspace:
        record = workspace.store.projects.get(project)
        plan_sha256 = current_plan_sha256(workspace, record.project_id)
        runs = current_runs(workspace, record.project_id, plan_sha256) if plan_sha256 else ()
        plan = load_plan(workspace, plan_sha256) if plan_sha256 else None
        systems = plan.systems if plan else record.details.systems
        found = [*_details(record.details)]
        if plan is None:
            found.append(GateSentence(words="No plan is fixed yet.", page_id="run", hides_results=True))
        else:
            if plan.supplied is not None:
                found.append(GateSentence(words=plan_supplier_words(plan), page_id="results", is_blocking=False))
            for words in filter(None, (recorded_words_of_run(workspace, run.run_id) for run in runs)):
                found.append(GateSentence(words=words, page_id="run", is_blocking=False))
            sentences = _runs(tuple((system.label, system.title or system.label) for system in systems), runs)
            found += map(_may_stop, sentences) if plan.may_stop_early and any(map(_has_answers, runs)) else sentences
            if plan_changes(workspace, record.project_id, record.details):
                words = "The project was changed since the plan was fixed; the report describes what was fixed and run."
                found.append(GateSentence(words=words, page_id="run", is_blocking=False))
        heads = [workspace.store.ledger.head(f"run:{run.run_id}") for run in runs]
        return ReportGate(
            sentences=tuple(sorted(found, key=lambda sentence: not sentence.is_blocking)),
            state="|".join((plan_sha256, str(record.revision), *heads)),
            is_rehearsal=any(system.endpoint.is_rehearsal for system in systems),
        )


def _details(details: ProjectDetails) -> Iterator[GateSentence]:
    wanted = (
        (details.auditor, "It is not said who audits."),
        (details.client, "It is not said who asked for the audit."),
        (details.purpose, "The purpose of the audit is not described."),
        (details.object_name, "The object has no name."),
        (details.object_purpose, "It is not described what the object is used for."),
    )
    for text, words in wanted:
        if not text.strip():
            yield GateSentence(words=words, page_id="object")
    if not details.workflow.strip():
        words = "What people do with the output is not described; the report says so."
        yield GateSentence(words=words, page_id="object", is_blocking=False)


def _has_answers(run: RunStatus) -> bool:
    return run.counts["not_attempted"] < run.n_planned


def _may_stop(sentence: GateSentence) -> GateSentence:
    """What a run that may be read and stopped at any time allows (methods.md M35); one that goes on still blocks."""
    if not sentence.hides_results:
        return sentence
    if not sentence.words.endswith(LEFT):
        return replace(sentence, hides_results=False)
    words = (
        f"{sentence.words.removesuffix(LEFT)}, which its stopping rule allows: the sign tests decide, and what needs "
        "all files is not tested."
    )
    return replace(sentence, words=words, is_blocking=False, hides_results=False)


def _runs(systems: tuple[tuple[str, str], ...], runs: tuple[RunStatus, ...]) -> Iterator[GateSentence]:
    by_system = {run.system: run for run in runs}
    for label, title in systems:
        run = by_system.get(label)
        if run is None or run.state is RunState.NOT_STARTED:
            yield GateSentence(words=f"“{title}” was not run yet.", page_id="run", hides_results=True)
        elif run.state in (RunState.RUNNING, RunState.WAITING):
            yield GateSentence(words=f"The run of “{title}” is still going on.", page_id="run", hides_results=True)
        elif run.state not in ENDED:
            done = run.n_planned - run.counts["not_attempted"]
            words = f"The run of “{title}” was left at {done} of {run.n_planned}{LEFT}"
            yield GateSentence(words=words, page_id="run", hides_results=True)
        elif run.state is RunState.COMPLETE_WITH_GAPS:
            n_gaps = run.counts["failed"] + run.counts["not_attempted"]
            words = f"The run of “{title}” has {n_gaps} gaps; the report counts them as missing, never as agreement."
            yield GateSentence(words=words, page_id="run", is_blocking=False)
