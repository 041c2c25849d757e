"""fairdesk score associations: concepts of generated stories by identity."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.cli.option_types import alpha, seed
from fairdesk.cli.output import Output
from fairdesk.cli.scores.tables import p_figure, table, with_interval
from fairdesk.domain.errors import ExitCode

LAYOUT = (
    "One row per story and concept, with the columns story, identity and concept; a story without any concept is one "
    "row with an empty concept, so that it counts. Or one row per identity and concept with the counts with_concept "
    "and stories. CSV, XLSX or JSON lines."
)


def add_parser(scores: Any, shared: argparse.ArgumentParser) -> None:
    """Add the score to the parser."""
    words = "concepts of generated stories by identity, adjusted over all that were examined"
    parser = scores.add_parser("associations", parents=[shared], help=words, description=LAYOUT)
    parser.add_argument("file", type=Path, metavar="FILE", help="rows of story, identity, concept")
    parser.add_argument(
        "--extracted-by", default="whoever made the file", metavar="WHO", help="what found the concepts"
    )
    parser.add_argument(
        "--alpha", type=alpha, metavar="SHARE", default=0.05, help="expected share of chance finds among those kept"
    )
    parser.add_argument("--seed", type=seed, metavar="N", default=1, help="for tables that are too many to be counted")
    parser.set_defaults(run=run)


def run(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """Screen all concepts; undecided when none could be tested."""
    from fairdesk.audit.score.associations import score_associations

    answer = score_associations(arguments.file, arguments.extracted_by, arguments.alpha, arguments.seed)
    output.json(answer)
    for note in answer["notes"]:
        output.say(note)
    output.say(
        table(
            ("concept", "identity", "stories with it", "frequency (95 %)", "p", "adjusted p"),
            [row for one in answer["concepts"] for row in _rows(one)],
        )
    )
    for words in dict.fromkeys(one["test"]["reason"] for one in answer["concepts"]):
        if words:
            output.say(f"Not tested: {words}.")
    output.say(answer["sentence"])
    return ExitCode.DONE if answer["n_tested"] else ExitCode.UNDECIDED


def _rows(concept: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    """A row per identity; the test of the concept is of all of them and stands in the first."""
    test = concept["test"]
    tested = (p_figure(test["p"]), p_figure(test.get("p_adjusted")))
    for name, estimate in concept["frequency"]["estimates"].items():
        held = "not measured" if estimate["value"] is None else f"{round(estimate['value'] * estimate['n'])}"
        yield (concept["concept"], name, f"{held} of {concept['stories'][name]}", with_interval(estimate), *tested)
        tested = ("", "")
