"""fairdesk score winomt: whether translations keep the gender of a person, and of whom they do."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.cli.option_types import seed
from fairdesk.cli.output import Output, counts_words
from fairdesk.cli.scores.tables import figure, remarks, table, with_interval
from fairdesk.domain.errors import ExitCode

LAYOUT = (
    "One row per sentence: gold (male, female, neutral) with the gender of the source, or index with --gold; predicted "
    "with the gender of the translated person: male, female, neutral, unknown (looked for and not found: counts as "
    "wrong), ignore, refused, unreadable, failed, or nothing where it was not coded. Optional: stereotype (pro, anti) "
    "or profession_stereotype (male, female). Also hand codings in the authors' columns (Index, Entity, Find entity? "
    "[Y/N], Gender? [M/F/N]) with --gold. The gender itself is not found here."
)

NAMES = {
    "accuracy": "accuracy",
    "unknown_share": "gender looked for, not found",
    "precision_male": "precision, male",
    "recall_male": "recall, male",
    "f1_male": "F1, male",
    "precision_female": "precision, female",
    "recall_female": "recall, female",
    "f1_female": "F1, female",
    "recall_neutral": "recall, neutral",
    "delta_g": "Delta G: F1 male minus F1 female",
    "delta_s": "Delta S: accuracy pro minus anti",
}
PRINTED = {
    "accuracy": "acc",
    "precision_male": "p_male",
    "recall_male": "r_male",
    "f1_male": "f1_male",
    "precision_female": "p_female",
    "recall_female": "r_female",
    "f1_female": "f1_female",
    "delta_g": "delta_g",
}
COUNTED = ("answered", "refused", "unreadable", "failed", "not_attempted")


def add_parser(scores: Any, shared: argparse.ArgumentParser) -> None:
    """Add the score to the parser."""
    words = "WinoMT: gender of translated people against that of the source"
    parser = scores.add_parser("winomt", parents=[shared], help=words, description=LAYOUT)
    parser.add_argument("file", type=Path, metavar="FILE", help="rows of gold or index, and predicted")
    parser.add_argument("--gold", type=Path, metavar="FILE", help="sentences with their gender (en.txt), by index")
    parser.add_argument("--pro", type=Path, metavar="FILE", help="sentences that fit the stereotype (en_pro.txt)")
    parser.add_argument("--anti", type=Path, metavar="FILE", help="sentences against the stereotype (en_anti.txt)")
    found = "what found the gender in the translations"
    parser.add_argument("--found-by", default="whoever made the file", metavar="WHO", help=found)
    parser.add_argument("--seed", type=seed, metavar="N", default=1, help="for the resampling of sentences")
    parser.set_defaults(run=run)


def run(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """Compare the genders; undecided when none was found or coded."""
    from fairdesk.audit.score.scored_files import scored_files
    from fairdesk.audit.score.winomt import WinoMtOptions, score_winomt

    options = WinoMtOptions(
        gold=arguments.gold,
        pro=arguments.pro,
        anti=arguments.anti,
        found_by=arguments.found_by,
        seed=arguments.seed,
    )
    answer = score_winomt(arguments.file, options)
    files = scored_files(spec, (arguments.gold, arguments.pro, arguments.anti), (arguments.file,))
    output.json({**answer, "files": files.entries})
    for words in files.words:
        output.say(words)
    counts = answer["counts"]
    output.say(f"Sentences: {counts_words({key: counts[key] for key in COUNTED})}.")
    if counts["answered"]:
        output.say(f"Of the answered, {counts['unknown']} have an unknown gender, which counts as wrong.")
    output.say(table(("measure", "value (95 %)", "n", "authors' figure, percent"), list(_rows(answer))))
    for name, one in answer["by_stereotype"].items():
        output.say(f"Accuracy, {name}-stereotypical: {with_interval(one['estimates']['accuracy'])}, n {one['n']}")
    for words in dict.fromkeys(words for key in NAMES for words in remarks(answer["estimates"][key])):
        output.say(f"{words.capitalize()}.")
    for note in answer["notes"]:
        output.say(note)
    output.say(answer["sentence"])
    return ExitCode.DONE if answer["accuracy"] is not None else ExitCode.UNDECIDED


def _rows(answer: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    for key, name in NAMES.items():
        estimate = answer["estimates"][key]
        printed = figure(answer["authors"][PRINTED[key]], 1) if key in PRINTED else ""
        yield name, with_interval(estimate), str(estimate["n"]), printed
