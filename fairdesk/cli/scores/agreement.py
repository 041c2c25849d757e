"""fairdesk score agreement: whether the raters of a file agree beyond chance."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.cli.option_types import seed
from fairdesk.cli.output import Output
from fairdesk.cli.scores.tables import remarks, table, with_interval
from fairdesk.domain.errors import ExitCode

MOST_NAMED = 20
"""Raters that are named; a crowd has thousands."""

NAMES = {
    "percent_agreement": "percent agreement",
    "alpha_nominal": "Krippendorff's alpha, nominal",
    "alpha_ordinal": "Krippendorff's alpha, ordinal",
    "alpha_interval": "Krippendorff's alpha, interval",
    "kappa": "Cohen's kappa",
    "kappa_quadratic": "Cohen's kappa, quadratic weights",
    "fleiss_kappa": "Fleiss' kappa",
}

LAYOUT = (
    "Long form: one row per rating, with the columns unit (or item, id), rater (or annotator, coder, judge) and value "
    "(or rating, label, score, code). Wide form: one row per unit and one column per rater; a column unit, item or id "
    "names the units, every other column is a rater unless --raters names them. CSV, XLSX or JSON lines; an empty "
    "cell is no rating."
)


def add_parser(scores: Any, shared: argparse.ArgumentParser) -> None:
    """Add the score to the parser."""
    words = "agreement of raters: percent, Krippendorff's alpha, kappa"
    parser = scores.add_parser("agreement", parents=[shared], help=words, description=LAYOUT)
    ratings = "rows of unit, rater, value, or a column per rater"
    parser.add_argument("file", type=Path, metavar="FILE", help=ratings)
    levels = ("nominal", "ordinal", "interval")
    parser.add_argument("--level", choices=levels, default="", help="level of measurement that was declared")
    parser.add_argument(
        "--order", nargs="+", action="extend", default=[], metavar="WORD", help="categories from lowest to highest"
    )
    parser.add_argument(
        "--missing", nargs="+", action="extend", default=[], metavar="WORD", help="words that stand for no rating"
    )
    parser.add_argument("--unit", default="", metavar="COLUMN", help="column that names the units of a wide table")
    parser.add_argument(
        "--raters", nargs="+", action="extend", default=[], metavar="COLUMN", help="columns of the raters"
    )
    blind = "whether raters could not see the group signal"
    parser.add_argument("--blind", choices=("yes", "no"), default="not stated", help=blind)
    parser.add_argument("--seed", type=seed, metavar="N", default=1, help="of the resampling of units")
    parser.set_defaults(run=run)


def run(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """Measure agreement; undecided when no two raters rated one unit."""
    from fairdesk.audit.score.agreement import AgreementOptions, score_agreement

    options = AgreementOptions(
        level=arguments.level,
        order=tuple(arguments.order),
        missing=tuple(arguments.missing),
        blind=arguments.blind,
        unit=arguments.unit,
        raters=tuple(arguments.raters),
        seed=arguments.seed,
    )
    answer = score_agreement(arguments.file, options)
    output.json(answer)
    raters = answer["raters"]
    more = f" and {len(raters) - MOST_NAMED} more" if len(raters) > MOST_NAMED else ""
    output.say(f"Read in {answer['form']} form; raters: {', '.join(raters[:MOST_NAMED])}{more}.")
    output.say(
        f"{answer['n_raters']} raters, {answer['n_units']} units, {answer['pairable_units']} of them with two or more "
        f"ratings; {answer['n_missing']} ratings missing."
    )
    if answer["duplicates_dropped"]:
        output.say(
            f"Left out: {answer['duplicates_dropped']} rows that rate a unit again by the same rater, of which the "
            f"first counts; {answer['conflicting_duplicates']} of them say something else than it."
        )
    estimates = answer["estimates"]
    shown = {key: name for key, name in NAMES.items() if key in estimates}
    rows = [(name, with_interval(estimates[key]), str(estimates[key]["n"])) for key, name in shown.items()]
    output.say(table(("measure", "value (95 % interval)", "units"), rows))
    for key, name in shown.items():
        for words in remarks(estimates[key]):
            output.say(f"{name}: {words}.")
    for note in answer["notes"]:
        output.say(note)
    output.say(answer["sentence"])
    return ExitCode.DONE if answer["percent_agreement"] is not None else ExitCode.UNDECIDED
