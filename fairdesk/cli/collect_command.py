"""fairdesk collect PROMPTS.jsonl: one's own prompts asked of one endpoint; the same command again resumes."""

from __future__ import annotations

import argparse
import signal
import threading
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.cli.endpoint_options import add_endpoint_options, endpoint_of
from fairdesk.cli.option_types import finite, positive, seed
from fairdesk.cli.output import Output, counts_words
from fairdesk.domain.audited_system import EndpointSettings
from fairdesk.domain.errors import ExitCode

ORDER = ("asked", "answered", "refused", "unreadable", "failed", "not_attempted")


def add_parsers(commands: Any, shared: argparse.ArgumentParser) -> None:
    """Add the command to the parser."""
    words = "ask a file of your own prompts; the same command again asks only what is missing"
    parser = commands.add_parser("collect", parents=[shared], help=words)
    parser.add_argument(
        "prompts", type=Path, metavar="PROMPTS.jsonl", help='{"id","prompt"} or {"id","messages"} on every line'
    )
    add_endpoint_options(parser)
    parser.add_argument("--concurrency", type=positive, default=0, metavar="N", help="calls under way at once at most")
    parser.add_argument("--samples", type=positive, default=1, metavar="N", help="answers to every prompt")
    parser.add_argument("--temperature", type=finite, metavar="X", help="not sent without this option")
    parser.add_argument("--top-p", type=finite, metavar="X", help="not sent without this option")
    parser.add_argument("--max-tokens", type=positive, default=1024, metavar="N", help="of one answer; 1024 by default")
    parser.add_argument("--seed", type=seed, metavar="N", help="of the first sample, counted up; not sent without")
    parser.add_argument("--stop", action="append", default=[], metavar="WORDS", help="where an answer ends")
    parser.add_argument("--project", default="", metavar="NAME", help="made if absent; without it called like the file")
    parser.add_argument("--out", type=Path, metavar="ANSWERS.jsonl", help="the answers in the order of the prompts")
    parser.set_defaults(run=_collect)


def _collect(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
    from fairdesk.audit.collect import CollectionWanted, Parameters, collect

    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda _number, _frame: stop.set())
    wanted = CollectionWanted(
        prompts=arguments.prompts,
        endpoint=_endpoint(arguments),
        parameters=Parameters(
            temperature=arguments.temperature,
            top_p=arguments.top_p,
            max_tokens=arguments.max_tokens,
            seed=arguments.seed,
            stop=tuple(arguments.stop),
        ),
        n_samples=arguments.samples,
        project=arguments.project,
        concurrency=arguments.concurrency,
        out=arguments.out,
    )
    found = collect(spec, wanted, output.progress, stop.is_set)
    counts = {"asked": found.n_asked, **found.counts}
    output.json({**{name: counts[name] for name in ORDER}, "seconds": found.seconds})
    output.say(f"{counts_words(counts)}; in the store as {found.collection_id} of the project {found.project}.")
    if arguments.out is not None:
        output.say(f"Answers: {arguments.out}")
    if found.stop_words:
        output.error(f"fairdesk: {found.stop_words} What was answered is kept; the same command goes on from there.")
    if stop.is_set():
        return ExitCode.CANCELLED
    return ExitCode.ENDPOINT if counts["failed"] or found.stop_words else ExitCode.DONE


def _endpoint(arguments: argparse.Namespace) -> EndpointSettings:
    """The endpoint as it is kept in the store; the key itself is nowhere in it."""
    try:
        host = urlsplit(arguments.base_url.strip()).hostname or ""
    except ValueError:
        host = ""
    return endpoint_of(arguments, f"collect {host}")
