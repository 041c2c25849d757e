"""fairdesk demo: the main job, whole."""

from __future__ import annotations

import argparse
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.cli.output import Output, counts_words
from fairdesk.cli.verify_command import EXIT_CODES, say_verification, verification_json
from fairdesk.domain.errors import ExitCode

if TYPE_CHECKING:
    from fairdesk.audit.demo import DemoResult
    from fairdesk.domain.progress import RunStatus


def add_parsers(commands: Any, shared: argparse.ArgumentParser) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser("demo", parents=[shared], help="the main job, from shipped files to a signed report")
    parser.add_argument("--out", type=Path, default=Path("fairdesk-demo"), metavar="DIR", help="where the files go")
    parser.add_argument("--endpoint", choices=("embedded", "rehearsal"), default="embedded")
    parser.add_argument("--cases", type=_positive, metavar="N", help="number of admissions files")
    parser.set_defaults(run=run)


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least one file is needed")
    return number


def run(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """Run the demonstration and say where everything is."""
    from fairdesk.audit.demo import run_demo

    result = run_demo(spec, arguments.out, arguments.endpoint, arguments.cases, output.progress)
    output.json(_json(result))
    _say(result, output)
    return EXIT_CODES[result.verification.verdict]


def _json(result: DemoResult) -> dict[str, Any]:
    return {
        "project": result.project,
        "report": str(result.issued.report),
        "evidence": str(result.issued.evidence),
        "certificate": str(result.certificate),
        "runs": [_run_json(run) for run in result.runs],
        "verification": verification_json(result.verification),
    }


def _run_json(run: RunStatus) -> dict[str, Any]:
    counts = run.counts
    return {
        "id": run.run_id,
        "label": run.system,
        "calls": run.n_planned - counts["not_attempted"],
        "answered": counts["answered"],
        "unreadable": counts["unreadable"],
        "refused": counts["refused"],
        "failed": counts["failed"],
        "not_attempted": counts["not_attempted"],
        "seconds": _seconds(run),
    }


def _seconds(run: RunStatus) -> float | None:
    if not run.finished_at:
        return None
    started, finished = (datetime.fromisoformat(text) for text in (run.started_at, run.finished_at))
    return (finished - started).total_seconds()


def _say(result: DemoResult, output: Output) -> None:
    for run in result.runs:
        output.say(f"Run {run.system}: {run.state.value}. {counts_words(run.counts)}")
    if any(run.is_rehearsal for run in result.runs):
        output.say("REHEARSAL, NOT EVIDENCE: the answers come from FairDesk's own calibration model.")
    output.say(f"Report:      {result.issued.report} ({result.issued.n_pages} pages)")
    output.say(f"Evidence:    {result.issued.evidence}")
    output.say(f"Certificate: {result.certificate} (throw-away; shows integrity, not identity)")
    say_verification(result.verification, output)
    check = f"fairdesk verify {result.issued.report} --trust {result.certificate}"
    output.say(f"Check it again at any time: {check}")
