"""fairdesk import PROJECT FILE --rewritten CUE: texts that somebody rewrote, for a cue of the project's design.

JSON: {"project", "cue", "texts", "sha256", "problems": [sentence]}; ``sha256`` is the key of the document with them.
"""

from __future__ import annotations

import argparse
from dataclasses import replace

from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.cli.output import Output
from fairdesk.domain.errors import ExitCode, InputError

REWRITTEN_LAYOUT = (
    "With --rewritten the file holds rewritten texts of the project's files: columns case_id, level and text (CSV), or "
    "one object a line with these names (JSON lines). JSON of such an import: project, cue, texts, sha256, problems."
)


def add_rewritten_option(parser: argparse.ArgumentParser) -> None:
    """Add the option."""
    parser.add_argument(
        "--rewritten",
        default="",
        metavar="CUE",
        help="the file holds texts that somebody rewrote, for the cue of this id in the project's design",
    )


def import_rewritten(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """Keep the texts of the file and name them in the design; what is locked stays as it was locked."""
    from fairdesk.audit.projects import save_details, show_project
    from fairdesk.audit.rewritten import take_rewritten, with_texts

    if len(arguments.files) != 1 or arguments.cases:
        raise InputError(
            "--rewritten takes one file with all texts of one cue, and no cases beside it.",
            "Put the texts into one file, and import cases by a command of their own.",
        )
    view = show_project(spec, arguments.project)
    if view.details.design is None:
        raise InputError(
            "The project has no design of its own, so no cue that texts could belong to.",
            "Begin a design on the page Cues, with a cue of the kind rewritten text.",
        )
    taken = take_rewritten(spec, arguments.project, view.details.design, arguments.rewritten, arguments.files[0])
    design = with_texts(view.details.design, arguments.rewritten, taken.sha256)
    save_details(spec, arguments.project, replace(view.details, design=design), view.revision)
    output.json(
        {
            "project": arguments.project,
            "cue": arguments.rewritten,
            "texts": taken.n_texts,
            "sha256": taken.sha256,
            "problems": list(taken.problems),
        }
    )
    output.say(f"Rewritten texts taken for the cue {arguments.rewritten}: {taken.n_texts}.")
    for words in taken.problems:
        output.say(words)
    return ExitCode.DONE
