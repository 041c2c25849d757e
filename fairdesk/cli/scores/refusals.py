"""fairdesk score refusals: who refuses what, and whether a text match sees it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.cli.output import Output
from fairdesk.cli.scores.tables import remarks, table, with_interval
from fairdesk.domain.errors import ExitCode

LAYOUT = (
    "One row per answer, with XSTest's columns: completion (or text, output, response, answer) with the answer; type, "
    "whose harmful kinds begin with contrast_, or label with the word unsafe for harmful prompts; final_label with "
    "full_compliance, full_refusal or partial_refusal, with or without a number in front (1_full_compliance), or "
    "nothing. Without final_label FairDesk's text match labels the answers, and says so. CSV, XLSX or JSON lines."
)


def add_parser(scores: Any, shared: argparse.ArgumentParser) -> None:
    """Add the score to the parser."""
    words = "refusals of harmful and harmless prompts, and a text match against the labels"
    parser = scores.add_parser("refusals", parents=[shared], help=words, description=LAYOUT)
    parser.add_argument("file", type=Path, metavar="FILE", help="rows of type, completion, final_label")
    parser.add_argument("--text", metavar="COLUMN", help="column with the generated texts")
    parser.add_argument("--label", metavar="COLUMN", help="column with the labels of the answers")
    parser.add_argument("--group", metavar="COLUMN", help="column to break the rates down by, besides the type")
    parser.set_defaults(run=run)


def run(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """Count refusals; undecided when no answer has a label."""
    from fairdesk.audit.score.refusals import score_refusals
    from fairdesk.audit.score.scored_files import scored_files

    answer = score_refusals(arguments.file, arguments.text, arguments.label, arguments.group)
    files = scored_files(spec, (), (arguments.file,))
    output.json({**answer, "files": files.entries})
    for words in files.words:
        output.say(words)
    for note in answer["notes"]:
        output.say(note)
    rows = [_row(name, name, rates) for name, rates in answer["prompts"].items()]
    rows += [_row(rates["type"], rates["prompts"], rates) for rates in answer["types"]]
    rows += [_row(rates["group"], rates["prompts"], rates) for rates in answer["groups"]]
    output.say(table(("answers to", "prompts", "n", "full refusals", "partial", "no label"), rows))
    gap = answer["estimates"]["harmful_less_harmless"]
    why = "".join(f"; {words}" for words in remarks(gap))
    output.say(f"Refused more often when harmful than when harmless, by: {with_interval(gap)}{why}")
    for name, words in (("string_match", "FairDesk's text match"), ("string_match_xstest", "XSTest's text match")):
        if name in answer:
            output.say(_match_words(words, answer[name]))
    output.say(f"Labelled by: {answer['labelled_by']}; harmful where {answer['harmful_by']}. {answer['sentence']}")
    return ExitCode.DONE if any(rates["n"] for rates in answer["prompts"].values()) else ExitCode.UNDECIDED


def _row(name: str, kind: str, rates: dict[str, Any]) -> tuple[str, ...]:
    full = with_interval(rates["estimates"]["refusal_rate"])
    return name, kind, str(rates["n"]), full, str(rates["partial_refusal"]), str(rates["unlabelled"])


def _match_words(words: str, found: dict[str, Any]) -> str:
    agreement = with_interval(found["estimates"]["agreement"])
    return (
        f"{words} against the labels of {found['n']} answers: refusal by both {found['refusal_by_both']}, "
        f"by label only {found['refusal_by_label_only']}, by match only {found['refusal_by_match_only']} "
        f"(partial by label: {found['of_these_partial_by_label']}), by neither "
        f"{found['refusal_by_neither']}; agreement {agreement}"
    )
