"""fairdesk score bbq: which way recorded answers to BBQ lean."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.cli.output import Output
from fairdesk.cli.scores.tables import figure, remarks, table, with_interval
from fairdesk.domain.errors import ExitCode, InputError

LAYOUT = (
    "--data: the official folder, an archive of it or one of its files, packed or not, with additional_metadata.csv "
    "in it or beside it. --predictions: JSON lines or a table with category and example_id and a column of answers: "
    "an option's text, a letter (A is ans0), a place (0 to 2), or a sentence. Without a column 'category' the name of "
    "the file says it, or --category. Of the authors' UnifiedQA files all three columns are scored. Files of KoBBQ, "
    "GG-BBQ, EsBBQ, CaBBQ, MBBQ, CBBQ and bbq_lite can take the place of BBQ's; where they do not say which answers "
    "agree with a stereotype, accuracy alone is measured."
)
HEADINGS = ("category", "accuracy amb.", "accuracy dis.", "s_AMB (95 %)", "s_DIS (95 %)", "s_DIS if all right")
COUNTS = ("category", "ambiguous", "disambiguated", "answered", "of these unknown", "refused", "unreadable", "failed")


def add_parser(scores: Any, shared: argparse.ArgumentParser) -> None:
    """Add the score to the parser."""
    words = "BBQ: bias scores of recorded answers, by category, with the authors' rules beside"
    parser = scores.add_parser("bbq", parents=[shared], help=words, description=LAYOUT)
    parser.add_argument("--data", type=Path, required=True, metavar="DIR", help="official data files, or their folder")
    parser.add_argument("--predictions", type=Path, required=True, metavar="FILE", help="recorded answers")
    parser.add_argument("--field", metavar="NAME", help="column with the answers")
    parser.add_argument("--category", metavar="NAME", help="score this category alone; also of rows that name none")
    parser.add_argument(
        "--implicit", type=Path, metavar="FILE", help="file of ImplicitBBQ, whose texts take the place of BBQ's"
    )
    parser.add_argument("--seed", type=int, metavar="N", help="of the intervals by template")
    parser.set_defaults(run=run)


def run(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """Score every category; undecided when no item was answered."""
    from fairdesk.audit.score.bbq import SEED, BbqOptions, score_bbq
    from fairdesk.audit.score.scored_files import scored_bbq_files

    seed = SEED if arguments.seed is None else arguments.seed
    if seed < 0:
        raise InputError(f"--seed {seed} is below 0.", "Give a whole number from 0 up.")
    options = BbqOptions(field=arguments.field, category=arguments.category, implicit=arguments.implicit, seed=seed)
    answer = score_bbq(arguments.data, arguments.predictions, options)
    files = scored_bbq_files(spec, arguments.data, arguments.implicit, arguments.predictions)
    output.json({**answer, "files": files.entries})
    for note in (*files.words, *answer["notes"]):
        output.say(note)
    for name in answer["fields"]:
        _say(name, [entry for entry in answer["categories"] if entry["field"] == name], output)
    output.say(f"{answer['readings']['top']}\nIntervals are by template: items of one template are near copies.")
    output.say(answer["sentence"])
    return ExitCode.DONE if any(entry["answered"] for entry in answer["categories"]) else ExitCode.UNDECIDED


def _say(name: str, entries: list[dict[str, Any]], output: Output) -> None:
    output.say(f"Answers: {name}")
    output.say(table(HEADINGS, [_row(entry) for entry in entries]))
    output.say(table(COUNTS, [_counts(entry) for entry in entries]))
    for entry in entries:
        for words in (*entry["notes"], *entry["warnings"], *_why(entry), *_otherwise(entry)):
            output.say(f"{entry['category']}: {words}")
    output.say("")


def _row(entry: dict[str, Any]) -> tuple[str, ...]:
    by_template = [with_interval(entry["estimates"][f"{name}_by_template"]) for name in ("s_amb", "s_dis")]
    return (
        entry["category"],
        figure(entry["accuracy_ambig"]),
        figure(entry["accuracy_disambig"]),
        *by_template,
        figure(entry["gold_baseline_s_dis"]),
    )


def _counts(entry: dict[str, Any]) -> tuple[str, ...]:
    names = ("n_ambig", "n_disambig", "answered", "answered_unknown", "refused", "unreadable", "failed")
    return (entry["category"], *(str(entry[name]) for name in names))


def _why(entry: dict[str, Any]) -> list[str]:
    estimates = entry["estimates"]
    found = [
        f"{name}: {words}." for name in ("s_amb_by_template", "s_dis_by_template") for words in remarks(estimates[name])
    ]
    cost = estimates["accuracy_cost_of_nonalignment"]
    if cost["value"] is not None:
        found.append(f"accuracy where the truth agrees with the stereotype less where not: {with_interval(cost)}.")
    if entry["without_target"]:
        found.append(f"{entry['without_target']} items name no bias-consistent answer and count nowhere.")
    if entry["not_attempted"]:
        found.append(f"{entry['not_attempted']} items have no row: this is a part of the category.")
    return found


def _otherwise(entry: dict[str, Any]) -> list[str]:
    """What other programs print, where it is something else."""
    authors, helm = entry["authors"], entry["helm"]["s_amb_accuracy_of_both_contexts"]
    found = []
    names = ("accuracy_ambig", "accuracy_disambig", "s_amb", "s_dis")
    if any(figure(authors[name], 4) != figure(entry[name], 4) for name in names):
        values = ", ".join(f"{name} {figure(authors[name])}" for name in names)
        found.append(
            f"by the script of BBQ's authors {values}; it drops {authors['dropped_unread']} answers as not read."
        )
    if helm is not None:
        found.append(f"HELM's s_AMB (accuracy of both contexts together) is {figure(helm)}.")
    return found
