"""fairdesk score ranking: hiring-style rankings of candidates by group."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.cli.option_types import seed
from fairdesk.cli.output import Output
from fairdesk.cli.scores.tables import figure, p_figure, remarks, table, title_of, with_interval
from fairdesk.domain.errors import ExitCode

LAYOUT = (
    "One row per answer (JSON lines or CSV, also packed with gzip). Columns: 'content' or 'text' with the answer; "
    "'shown' (or 'default_order') with the names in the order shown; 'groups' (or 'demo_order') with the group of "
    "each, in the same order; lists as [\"one\", \"two\"] or one|two. Optional: 'model' and 'job', whose values become "
    "tables of their own. A group's label may be made of two parts, as in B_W or black+woman: then their interaction "
    "is measured. An answer is read by the first place where each name stands in it."
)


def add_parser(scores: Any, shared: argparse.ArgumentParser) -> None:
    """Add the score to the parser."""
    words = "rankings of candidates: top rates, impact ratios, place effect, interaction of two attributes"
    parser = scores.add_parser("ranking", parents=[shared], help=words, description=LAYOUT)
    parser.add_argument("file", type=Path, metavar="FILE", help="answers with the names shown and their groups")
    parser.add_argument("--text", metavar="COLUMN", help="column with the answers")
    parser.add_argument(
        "--by", action="append", default=[], metavar="COLUMN", help="column to make tables of; may repeat"
    )
    parser.add_argument(
        "--attributes", nargs=2, default=(), metavar="NAME", help="names of the two parts of the groups' labels"
    )
    parser.add_argument(
        "--reference", default="", metavar="GROUP", help="compare with this group, not the highest rate"
    )
    parser.add_argument("--seed", type=seed, metavar="N", default=1, help="for tests that draw")
    parser.set_defaults(run=run)


def run(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """Rank by first mention and compare the groups; undecided when no answer ranks anybody."""
    from fairdesk.audit.score.ranking import RankingOptions, score_ranking

    options = RankingOptions(
        text=arguments.text,
        split_by=tuple(arguments.by),
        attributes=tuple(arguments.attributes),
        reference=arguments.reference,
        seed=arguments.seed,
    )
    answer = score_ranking(arguments.file, options)
    output.json(answer)
    for note in answer["notes"]:
        output.say(note)
    for one in answer["tables"]:
        _say(one, answer["split_by"], output)
    output.say(answer["sentence"])
    return ExitCode.DONE if any(one["n_runs"] for one in answer["tables"]) else ExitCode.UNDECIDED


def _say(one: dict[str, Any], split_by: list[str], output: Output) -> None:
    output.say(f"{title_of(one, split_by)}: {one['n_runs']} answers rank somebody")
    headings = ("group", "top", "shown first", "selection rate", "impact ratio", "below 0.8", "adjusted p", "not named")
    output.say(table(headings, [_row(group) for group in one["groups"]]))
    equal, places = one["equal_top_rates"], one["equal_places"]
    output.say(f"All groups first equally often: p {p_figure(equal['p'])}; all places: p {p_figure(places['p'])}")
    stays = with_interval(one["estimates"]["shown_first_stays_first"])
    output.say(f"The candidate shown first is ranked first in a share of {stays}")
    output.say(f"{one['omitting_names']} answers omit names, {one['naming_nobody']} name nobody")
    for found in one["interactions"]:
        pairs = ", ".join(f"{name} {pair[0]} to {pair[1]}" for name, pair in found["attributes"].items())
        p_value = p_figure(found["test"].get("p_adjusted"))
        estimate = found["estimates"]["interaction"]
        why = "".join(f"; {words}" for words in dict.fromkeys((*remarks(estimate), found["test"]["reason"])) if words)
        output.say(f"Interaction of {pairs}: {with_interval(estimate)}, adjusted p {p_value}{why}")
    if one["interactions_reason"]:
        output.say(f"Interaction not tested: {one['interactions_reason']}")
    output.say("")


def _row(group: dict[str, Any]) -> tuple[str, ...]:
    below = {True: "yes", False: "no", None: "not measured"}[group["below_four_fifths"]]
    if group["below_four_fifths"] and group["compatible_with_no_difference"]:
        below = "yes, compatible with no difference"
    estimates = group["estimates"]
    p_value = "reference" if group["test"] is None else p_figure(group["test"].get("p_adjusted"))
    ratio = estimates["impact_ratio"]
    shown = figure(ratio["value"]) if group["test"] is None else with_interval(ratio)
    counts = (str(group["top"]), str(group["shown_first"]))
    return (
        group["group"],
        *counts,
        with_interval(estimates["selection_rate"]),
        shown,
        below,
        p_value,
        str(group["not_named"]),
    )
