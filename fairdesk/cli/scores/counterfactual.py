"""fairdesk score counterfactual: every variant of a file of records against its original."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.cli.output import Output
from fairdesk.cli.record_options import add_record_options, layout_choices
from fairdesk.cli.scores.tables import figure, p_figure, table, with_interval
from fairdesk.domain.errors import ExitCode


def add_parser(scores: Any, shared: argparse.ArgumentParser) -> None:
    """Add the score to the parser."""
    words = "consistency, shift, gap, direction and interaction of counterfactual records"
    parser = scores.add_parser("counterfactual", parents=[shared], help=words)
    parser.add_argument("file", type=Path, metavar="FILE", help="CSV, TSV, XLSX, JSON lines, Parquet; long or wide")
    parser.add_argument("--family-alpha", type=_alpha, default=0.05, help="level of every family of tests")
    parser.add_argument("--seed", type=int, default=20261129, help="of all resampling")
    add_record_options(parser)
    parser.set_defaults(run=run)


def _alpha(text: str) -> float:
    value = float(text)
    if not 0 < value < 1:
        raise argparse.ArgumentTypeError("alpha is a number between 0 and 1")
    return value


def run(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """Measure every variant; undecided when no variant has one file with a value on both sides."""
    from fairdesk.audit.score.counterfactual import CounterfactualOptions, score_counterfactual

    options = CounterfactualOptions(
        choices=layout_choices(arguments),
        alpha=arguments.family_alpha,
        seed=arguments.seed,
        take_good_rows=arguments.take_good_rows,
    )
    answer = score_counterfactual(arguments.file, options)
    output.json(answer)
    headings = ("variant", "pairs", "consistency", "mean shift", "CF gap", "lower/same/higher", "sign p", "adjusted p")
    output.say(table(headings, [_row(one) for one in answer["variants"]]))
    for one in answer["interactions"]:
        output.say(
            f"Interaction of {one['variant']}: together {figure(one['observed'])}, additive expectation "
            f"{figure(one['additive'])}, beyond it {with_interval(one['estimates']['interaction'])}, "
            f"p {p_figure(one['p'])}"
        )
    for one in answer["noise_floor"]:
        output.say(_noise_words(one))
    if not answer["noise_floor"]:
        output.say("Noise floor not measured: nothing was repeated.")
    for words in dict.fromkeys(text for one in answer["variants"] for text in one["warnings"]):
        output.say(f"Note: {words}.")
    return ExitCode.DONE if any(one["pairs"] for one in answer["variants"]) else ExitCode.UNDECIDED


def _noise_words(one: dict[str, Any]) -> str:
    what = "Gap" if one["measure"] == "noise_gap" else "Agreement"
    name = f"{one['variant']} ({one['system']})" if one["system"] != "supplied" else one["variant"]
    reason = f" ({one['reason']})" if one["reason"] else ""
    return f"{what} between repeats of {name}: {with_interval(one)}{reason}"


def _row(one: dict[str, Any]) -> tuple[str, ...]:
    found = one["estimates"]
    consistency = with_interval(found["consistency"])
    name = f"{one['variant']} ({one['system']})" if one["system"] != "supplied" else one["variant"]
    return (
        name,
        str(one["pairs"]),
        consistency,
        with_interval(found["mean_shift"]),
        with_interval(found["cf_gap"]),
        f"{one['down']}/{one['same']}/{one['up']}",
        p_figure(one["sign_p"]),
        p_figure(one["sign_p_adjusted"]),
    )
