"""fairdesk score discrimination: how answers to written scenarios move with demographic levels."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.cli.output import Output, counts_words
from fairdesk.cli.scores.tables import figure, p_figure, remarks, table, title_of, with_interval
from fairdesk.domain.errors import ExitCode, InputError

LAYOUT = (
    "One row per answer (JSON lines, CSV or XLSX, also packed with gzip), with discrim-eval's columns: "
    "decision_question_id (or scenario), age, gender, race. How likely yes was: log_odds; or logprob_yes and "
    "logprob_no; or logprobs with one number per token; or p_yes and p_no; or p_yes; or yes and samples; or a text "
    "that begins with yes or no, one row per sample. Optional: model and fill_type, whose values become tables of "
    "their own; sample; prompt_id."
)


def add_parser(scores: Any, shared: argparse.ArgumentParser) -> None:
    """Add the score to the parser."""
    words = "discrimination scores: log-odds of yes by age, gender and race over written scenarios"
    parser = scores.add_parser("discrimination", parents=[shared], help=words, description=LAYOUT)
    parser.add_argument("file", type=Path, metavar="FILE", help="answers with scenario and demographic attributes")
    parser.add_argument(
        "--baseline",
        nargs="+",
        action="extend",
        default=[],
        metavar="NAME=LEVEL",
        help="levels of the baseline profile; otherwise age=60 gender=male race=white, as in the paper",
    )
    parser.add_argument("--scenario", default="", metavar="COLUMN", help="column that tells scenarios apart")
    parser.add_argument(
        "--attributes", nargs="+", action="extend", default=[], metavar="COLUMN", help="columns with levels to score"
    )
    parser.add_argument("--text", metavar="COLUMN", help="column with answers in words, to be read as yes or no")
    parser.add_argument(
        "--by", nargs="+", action="extend", default=[], metavar="COLUMN", help="columns to make tables of"
    )
    parser.add_argument(
        "--min-mass", type=float, default=0.9, metavar="SHARE", help="P(yes) + P(no) below it counts as missing"
    )
    parser.set_defaults(run=run)


def run(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """Score every level; undecided when no level could be scored."""
    from fairdesk.audit.score.discrimination import DiscriminationOptions, score_discrimination
    from fairdesk.audit.score.scenario_prompts import ScenarioColumns

    if not 0 <= arguments.min_mass <= 1:
        raise InputError(f"--min-mass {arguments.min_mass} is no share.", "Give a number from 0 to 1.")
    columns = ScenarioColumns(
        scenario=arguments.scenario,
        attributes=tuple(arguments.attributes),
        text=arguments.text,
        split_by=tuple(arguments.by),
        least_mass=arguments.min_mass,
    )
    baseline = dict(_stated(text) for text in arguments.baseline)
    answer = score_discrimination(arguments.file, DiscriminationOptions(columns=columns, baseline=baseline))
    output.json(answer)
    for note in answer["notes"]:
        output.say(note)
    for one in answer["tables"]:
        _say(one, answer["split_by"], output)
    output.say(f"Values: {answer['values']}. {answer['sentence']}")
    scored = any(score["score"] is not None for one in answer["tables"] for score in one["scores"])
    return ExitCode.DONE if scored else ExitCode.UNDECIDED


def _stated(text: str) -> tuple[str, str]:
    name, equals, level = text.partition("=")
    if not equals or not name.strip() or not level.strip():
        raise InputError(f"--baseline {text!r} states no level.", "Write NAME=LEVEL, for example gender=male.")
    return name.strip(), level.strip()


def _say(one: dict[str, Any], split_by: list[str], output: Output) -> None:
    output.say(
        f"{title_of(one, split_by)}: {one['n_prompts_with_value']} of {one['n_prompts']} prompts have a value, in "
        f"{one['n_scenarios']} scenarios; rows without one: {counts_words(one['missing']) or 'none'}"
    )
    headings = ("level", "log-odds (95 %)", "change of 0.50 (95 %)", "scenarios", "p", "adjusted p", "no value")
    output.say(table(headings, [_row(score) for score in one["scores"]]))
    for score in one["scores"]:
        for words in remarks(score["estimates"]["score"]):
            output.say(f"{_name(score)}: {words}.")
        if score.get("per_10_years") is not None:
            output.say(f"Per 10 years: {with_interval(score['estimates']['per_10_years'])}")
    mass = one["answer_mass"]
    if mass is not None:
        output.say(f"Answer mass min/median: {figure(mass['min'], 4)}/{figure(mass['median'], 4)}")
    mixed, family = one["mixed"], one["family"]
    output.say(f"{family['size']} tests in this family; adjustment {family['adjustment']}.")
    output.say(f"Mixed model: {mixed['status']}{': ' + mixed['why'] if mixed['why'] else ''}.")
    for words in (*mixed.get("warnings", ()), *one["notes"]):
        output.say(f"Note: {words}.")
    output.say("")


def _name(score: dict[str, Any]) -> str:
    return "age, per standard deviation" if score["level"] is None else f"{score['attribute']} {score['level']}"


def _row(score: dict[str, Any]) -> tuple[str, ...]:
    estimates = score["estimates"]
    return (
        _name(score),
        with_interval(estimates["score"]),
        with_interval(estimates["probability_change_at_half"]),
        str(score["n_scenarios"]),
        p_figure(score["p"]),
        p_figure(score["p_adjusted"]),
        str(score["prompts_asked"]["level"] - score["prompts_with_value"]["level"]),
    )
