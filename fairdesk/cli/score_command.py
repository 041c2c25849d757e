"""fairdesk score: measures of a file of recorded answers, without a project."""

from __future__ import annotations

import argparse
from typing import Any

from fairdesk.cli.scores import SCORES


def add_parsers(commands: Any, shared: argparse.ArgumentParser) -> None:
    """Add the command with one subcommand per score."""
    parser = commands.add_parser("score", help="measures of a file of recorded answers, without a project")
    scores = parser.add_subparsers(dest="score", metavar="SCORE", required=True)
    for score in SCORES:
        score.add_parser(scores, shared)
