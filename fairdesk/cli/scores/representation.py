"""fairdesk score representation: words of groups in generated texts."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.cli.option_types import seed
from fairdesk.cli.output import Output
from fairdesk.cli.scores.tables import figure, p_figure, table, with_interval
from fairdesk.domain.errors import ExitCode

MOST_TERMS_SHOWN = 20

LAYOUT = (
    "One row per generated text, in the column text (or completion, output, response, answer, generation, prediction; "
    "else --text): CSV, XLSX or JSON lines. --lists is a JSON object with a list of words under every name: "
    '{"female": ["she", "her"], "male": ["he", "him"]}. --reference is a JSON object with a share for every name that '
    "sum to 1. --targets is a JSON list of words, or a text file with one word per line."
)


def add_parser(scores: Any, shared: argparse.ArgumentParser) -> None:
    """Add the score to the parser."""
    words = "words of groups in generated texts: shares, distance from a reference, words beside targets"
    parser = scores.add_parser("representation", parents=[shared], help=words, description=LAYOUT)
    parser.add_argument("file", type=Path, metavar="FILE", help="rows with a generated text each")
    parser.add_argument("--text", metavar="COLUMN", help="column with the generated texts")
    parser.add_argument("--lists", type=Path, metavar="FILE", required=True, help="JSON: words of each group by name")
    parser.add_argument("--family", metavar="NAME", help="which set of lists, where the file holds several")
    parser.add_argument("--reference", type=Path, metavar="FILE", help="JSON: shares by name; equal shares without it")
    parser.add_argument("--targets", type=Path, metavar="FILE", help="words beside which groups are counted")
    parser.add_argument("--target-list", metavar="NAME", help="which list of targets, where the file holds several")
    parser.add_argument("--systems", metavar="COLUMN", help="compare the two systems that this column names")
    parser.add_argument("--prompt", metavar="COLUMN", default="prompt", help="with --systems: what both were asked")
    parser.add_argument("--seed", type=seed, metavar="N", default=1, help="for the resampling of texts")
    parser.set_defaults(run=run)


def run(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """Count listed words; undecided when none occurred."""
    from fairdesk.audit.score.representation import RepresentationFiles, score_representation

    files = RepresentationFiles(
        texts=arguments.file,
        text=arguments.text,
        lists=arguments.lists,
        family=arguments.family,
        reference=arguments.reference,
        targets=arguments.targets,
        target_list=arguments.target_list,
        systems=arguments.systems,
        prompt=arguments.prompt,
    )
    answer = score_representation(files, arguments.seed)
    output.json(answer)
    for note in answer["notes"]:
        output.say(note)
    for line in _lines(answer):
        output.say(line)
    return ExitCode.DONE if answer["total"] else ExitCode.UNDECIDED


def _lines(answer: dict[str, Any]) -> list[str]:
    estimates = answer["estimates"]
    rows = [
        (name, str(size), str(answer["counts"][name]), with_interval(estimates[f"share.{name}"]),
         figure(answer["reference"][name]))
        for name, size in answer["lists"].items()
    ]  # fmt: skip
    test = answer["exact_test"]
    lines = [
        f"{answer['texts']} texts, of which {answer['texts_with_listed_words']} hold listed words; "
        f"{answer['empty_texts']} empty ones are left out",
        table(("list", "words", "mentions", "share of mentions", "reference"), rows),
        f"Total variation distance: {with_interval(estimates['tvd'])}; reference: {answer['reference_reason']}",
        f"Exact test: p {p_figure(test['p'])}" + (f" ({test['reason']})" if test["reason"] else ""),
        f"HELM-normalised (its tokens, counts divided by list length): {figure(answer['tvd_helm_normalised'])}",
        *answer["sentences"],
    ]
    lines += [_systems_line(answer["systems"])] if "systems" in answer else []
    return lines + (_association_lines(answer["association"]) if "association" in answer else [])


def _systems_line(found: dict[str, Any]) -> str:
    distances = ", ".join(f"{name} {with_interval(one)}" for name, one in found["estimates"].items())
    test = found["exchange_test"]
    words = f" ({test['reason']})" if test["reason"] else ""
    return (
        f"Distance by system on {found['prompts']} prompts of both ({found['prompts_of_one']} of one alone are left "
        f"out): {distances}; systems exchanged within prompts: p {p_figure(test['p'])}{words}"
    )


def _association_lines(found: dict[str, Any]) -> list[str]:
    furthest = sorted(found["per_term"].items(), key=lambda term: -term[1]["tvd"])[:MOST_TERMS_SHOWN]
    rows = [
        (term, " / ".join(map(str, one["counts"])), figure(one["tvd"]), figure(one["expected"]))
        for term, one in furthest
    ]
    used, product = found["terms_used"], figure(found["score_cooccurrence_product"])
    shown = [table(("target", "mentions by list", "distance", "by chance alone"), rows)] if rows else []
    return [
        *shown,
        f"Mean distance over {used} targets: {with_interval(found['estimates']['score'])}, "
        f"by chance alone {figure(found['expected_score_under_reference'])}; {found['terms_without_data']} targets "
        f"without data; HELM's value from products of counts: {product}",
        found["sentence"],
    ]
