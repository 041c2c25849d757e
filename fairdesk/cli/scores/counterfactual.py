"""fairdesk score counterfactual: every variant of a file of records against its original."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.cli.option_types import alpha, seed
from fairdesk.cli.output import Output, counts_words
from fairdesk.cli.record_options import RECORDS_LAYOUT, add_record_options, layout_choices
from fairdesk.cli.scores.tables import figure, p_figure, remarks, table, with_interval
from fairdesk.domain.errors import ExitCode

_DECISIONS = (
    "1 is yes",
    *("yes to no", "no to yes", "exact p", "adjusted p", "mid p"),
    *("rate original", "rate variant", "difference", "ratio"),
)


def add_parser(scores: Any, shared: argparse.ArgumentParser) -> None:
    """Add the score to the parser."""
    words = "consistency, shift, gap, direction and interaction of counterfactual records"
    parser = scores.add_parser("counterfactual", parents=[shared], help=words, description=RECORDS_LAYOUT)
    parser.add_argument("file", type=Path, metavar="FILE", help="CSV, TSV, XLSX, JSON lines, Parquet; long or wide")
    parser.add_argument(
        "--family-alpha", type=alpha, metavar="LEVEL", default=0.05, help="level of every family of tests"
    )
    parser.add_argument("--seed", type=seed, metavar="N", default=20261129, help="of all resampling")
    add_record_options(parser)
    parser.set_defaults(run=run)


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
    for words in (*_decision_words(answer["variants"]), *_pooled_words(answer.get("pooled", []))):
        output.say(words)
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
    for words in (*_row_words(answer["records"]), *_arm_words(answer["arms"]), *_notes(answer["variants"])):
        output.say(words)
    return ExitCode.DONE if any(one["pairs"] for one in answer["variants"]) else ExitCode.UNDECIDED


def _decision_words(variants: list[dict[str, Any]]) -> Iterator[str]:
    """A second table where the values are decisions, with what must be read beside it once."""
    rows = [(_name(one), one["decisions"]) for one in variants if "decisions" in one]
    if not rows:
        return
    yield table(_DECISIONS, [(name, *_changes(found)) for name, found in rows])
    yield rows[0][1]["sentences"][0]
    for name, found in rows:
        yield f"{name}: {found['sentences'][1]}"
        if reason := found["reasons"].get("compatible_with_no_difference"):
            yield f"{name}: {reason}."


def _changes(found: dict[str, Any]) -> tuple[str, ...]:
    counts = (str(found[key]) if found["pairs"] else "not measured" for key in ("yes_to_no", "no_to_yes"))
    tests = (p_figure(found[key]) for key in ("p_exact", "p_exact_adjusted", "p_mid"))
    rates = (figure(found[key]) for key in ("rate_original", "rate_variant"))
    compared = (with_interval(found["estimates"][key]) for key in ("rate_difference", "ratio"))
    return (*counts, *tests, *rates, *compared)


def _pooled_words(pools: list[dict[str, Any]]) -> Iterator[str]:
    """What the variants with a cue show together, named by them."""
    for one in pools:
        system = f" ({one['system']})" if one["system"] != "supplied" else ""
        found = one["estimates"]
        yield (
            f"Pooled over {', '.join(one['variants'])}{system}: {one['pairs']} of {one['pairs_planned']} pairs, "
            f"of {one['files']} of {one['files_planned']} files; "
            f"consistency {with_interval(found['consistency'])}, mean shift {with_interval(found['mean_shift'])}, "
            f"CF gap {with_interval(found['cf_gap'])}."
        )
        for words in dict.fromkeys(words for estimate in found.values() for words in remarks(estimate)):
            yield f"Pooled{system}: {words}."
    if pools:
        yield pools[0]["sentence"]


def _row_words(records: dict[str, Any]) -> Iterator[str]:
    """How the file was read, and which of its rows are in no number."""
    yield f"{records['rows']} rows about {records['items']} files entered, compared with {records['reference']!r}."
    yield from records["notes"]
    if records["left_out"]:
        yield f"Left out: {records['left_out']} rows that could not be placed; without --take-good-rows one is named."
    if records["duplicates"]:
        yield (
            f"Left out: {records['duplicates']} rows that repeat the file, variant and sample of an earlier row, which "
            f"counts; {records['conflicting']} of them say something else than it."
        )


def _arm_words(arms: list[dict[str, Any]]) -> Iterator[str]:
    """Which files are without a value, in each variant by itself."""
    lacking = [one for one in arms if one["answered"] < one["files"]]
    for one in lacking:
        counts = counts_words({name: one[name] for name in ("refused", "unreadable", "failed", "not_attempted")})
        yield f"Without a value in {_name(one)}: {counts}, of {one['files']} files."
    if not lacking:
        yield "Every file has a value in every variant."


def _notes(variants: list[dict[str, Any]]) -> Iterator[str]:
    """Each caution once, with the variants that it belongs to; and why a variant has no number."""
    found: dict[str, list[str]] = {}
    for one in variants:
        for words in one["warnings"]:
            found.setdefault(words, []).append(_name(one))
        if reason := one["estimates"]["consistency"]["reason"]:
            yield f"{_name(one)}: consistency not measured: {reason}."
    for words, names in found.items():
        yield f"Note: {words} ({', '.join(names)})."


def _name(one: dict[str, Any]) -> str:
    return f"{one['variant']} ({one['system']})" if one["system"] != "supplied" else str(one["variant"])


def _noise_words(one: dict[str, Any]) -> str:
    what = "Gap" if one["measure"] == "noise_gap" else "Agreement"
    reason = f" ({one['reason']})" if one["reason"] else ""
    return f"{what} between repeats of {_name(one)}: {with_interval(one)}, {one['n']} files{reason}"


def _row(one: dict[str, Any]) -> tuple[str, ...]:
    found = one["estimates"]
    consistency = with_interval(found["consistency"])
    moved = f"{one['down']}/{one['same']}/{one['up']}" if one["pairs"] else "not measured"
    return (
        _name(one),
        str(one["pairs"]),
        consistency,
        with_interval(found["mean_shift"]),
        with_interval(found["cf_gap"]),
        moved,
        p_figure(one["sign_p"]),
        p_figure(one["sign_p_adjusted"]),
    )
