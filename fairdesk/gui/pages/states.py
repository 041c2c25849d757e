"""How far each page is, in words, computed from the open project; apart from the pages, which are loaded later."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fairdesk.audit.projects import ProjectView


def object_state(project: ProjectView | None) -> str:
    """Done when everything is described without which no report is issued; outdated when it no longer fits the plan."""
    if project is None:
        return ""
    if project.plan_changes:
        return "outdated"
    details = project.details
    needed = (
        details.client,
        details.purpose,
        details.auditor,
        details.object_name,
        details.object_purpose,
    )
    return "done" if details.systems and all(text.strip() for text in needed) else "in work"


def plan_state(project: ProjectView | None) -> str:
    """Done when it is locked; outdated when the project differs from what was fixed; from the design otherwise."""
    if project is None:
        return ""
    if project.plan_changes:
        return "outdated"
    if project.is_locked:
        return "done"
    is_begun = project.plan_sha256 or project.details.design is not None or project.details.without_files
    return "in work" if is_begun else "not started"


def cases_state(project: ProjectView | None) -> str:
    """Not needed where benchmarks alone are asked; outdated when they no longer fit the plan; else whose they are."""
    if project is None:
        return ""
    if project.details.without_files:
        return "not needed"
    if project.plan_changes:
        return "outdated"
    return "imported files" if project.details.uses_imported_cases else ""


def cues_state(project: ProjectView | None) -> str:
    """Done when every cue is decided about and the position is approved; the shipped test needs neither."""
    if project is None:
        return ""
    if project.details.without_files:
        return "not needed"
    design = project.details.design
    if design is None:
        return "not started"
    if project.plan_changes:
        return "outdated"
    is_decided = all(cue.decision.verdict.value != "undecided" for cue in design.cues)
    has_position = bool(design.position.view.value and design.position.approver.strip())
    return "done" if design.cues and is_decided and has_position else "in work"


def tests_state(project: ProjectView | None) -> str:
    """What is asked beside the files of the project; outdated when that no longer fits the plan."""
    if project is None or not project.details.benchmarks:
        return ""
    if project.plan_changes:
        return "outdated"
    return "benchmarks alone" if project.details.without_files else "beside the files"


def run_state(project: ProjectView | None) -> str:
    """From the runs of the plan that is in force."""
    from fairdesk.domain.progress import RunState

    if project is None:
        return ""
    runs = {run.system: run for run in project.runs if run.plan_sha256 == project.plan_sha256}
    if any(run.state in (RunState.RUNNING, RunState.WAITING) for run in runs.values()):
        return "in work"
    if project.plan_changes:
        return "outdated"
    if not runs:
        return "not started"
    ended = (RunState.COMPLETE, RunState.COMPLETE_WITH_GAPS)
    is_done = len(runs) >= len(project.details.systems) and all(run.state in ended for run in runs.values())
    return "done" if is_done else "in work"


def results_state(project: ProjectView | None) -> str:
    """What Results and Compare wait for, or that their plan no longer fits; empty when there is nothing to say."""
    from fairdesk.domain.progress import RunState

    if project is None or not project.plan_sha256:
        return ""
    runs = [run for run in project.runs if run.plan_sha256 == project.plan_sha256]
    if any(run.state is RunState.RUNNING for run in runs):
        return "waiting for the run"
    return "outdated" if project.plan_changes and runs else ""


def report_state(project: ProjectView | None) -> str:
    """Done when a report was issued; blocked while the runs that it rests on are not over."""
    if project is None:
        return ""
    if project.summary.last_report:
        return "done"
    return "not started" if run_state(project) == "done" else "blocked"
