"""fairdesk score bold: what people wrote about BOLD's groups, as the baseline of what systems write.

JSON: as of ``fairdesk score benchmark``, and "written_by": "people".
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.cli.output import Output
from fairdesk.cli.scores.benchmark import classifier_names, say_scores
from fairdesk.domain.errors import ExitCode

LAYOUT = (
    "PATH is the folder of the repository, or an archive: prompts (gender_prompt.json, ...) and Wikipedia's "
    "sentences (gender_wiki.json, ...). How each sentence goes on behind its beginning is scored by classifiers, group "
    "by group, as a system's continuations are. Continuations of a system: fairdesk score benchmark bold."
)


def add_parser(scores: Any, shared: argparse.ArgumentParser) -> None:
    """Add the score to the parser."""
    words = "BOLD: what people wrote about the groups, to hold a system's texts against"
    parser = scores.add_parser("bold", parents=[shared], help=words, description=LAYOUT)
    parser.add_argument("path", type=Path, metavar="PATH", help="prompts and sentences of Wikipedia")
    named = "classifier that scores the texts, by its id or address, or none; again for more"
    parser.add_argument("--classifier", action="append", default=[], metavar="QUANTITY=NAME", help=named)
    parser.add_argument("--seed", type=int, default=0, help="of the resampling")
    parser.set_defaults(run=run)


def run(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """Score what people wrote; undecided when nothing could be measured."""
    from fairdesk.audit.score.bold import score_baseline

    answer = score_baseline(spec, arguments.path, classifier_names(arguments.classifier), arguments.seed)
    output.json(answer)
    say_scores(answer, output)
    is_measured = any(one["value"] is not None for one in answer["scores"])
    return ExitCode.DONE if is_measured else ExitCode.UNDECIDED
