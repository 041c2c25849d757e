"""The tables of one question: every variant under every configuration, a row each."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from fairdesk.domain.lock_words import OUTSIDE, is_outside_lock
from fairdesk.domain.plan import FamilyKind
from fairdesk.domain.printing import print_number, print_p
from fairdesk.domain.questions import QuantityKind, Question
from fairdesk.domain.result_words import STATUSES, shows_no_direction
from fairdesk.domain.results import Estimate, ResultRow, Verdict
from fairdesk.report.blocks import Block, Column, Paragraph, TableBlock
from fairdesk.report.sections.cells import between, enumerated, p_cell, unbroken, value_cell, value_line


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionResults:
    """The results of one question, by system, variant and measure; ``variants`` of every system in the plan's order."""

    question: Question
    found: Mapping[tuple[str, str, str], ResultRow]
    variants: Mapping[str, tuple[str, ...]]

    @property
    def is_discrete(self) -> bool:
        """Discrete quantities have consistency, direction and change counts."""
        return self.question.kind is QuantityKind.DISCRETE

    @property
    def n_files(self) -> int:
        """Files of the plan; 0 without results."""
        return max((row.counts.get("pairs", 0) for row in self.found.values()), default=0)

    def pairs(self) -> list[tuple[str, str]]:
        """Variant and system, the systems of a variant one after the other."""
        order = dict.fromkeys(variant for variants in self.variants.values() for variant in variants)
        return [(variant, system) for variant in order for system in self.variants if variant in self.variants[system]]

    def head(self, row: ResultRow) -> str:
        """How a row of a table is headed: the variant, and below it the configuration and the number of files."""
        n = unbroken(f"n = {row.outcome.n}") + corrected_words(row)
        return f"{row.variant}\n{row.system}, {n}" if len(self.variants) > 1 else f"{row.variant}\n{n}"

    def name(self, row: ResultRow) -> str:
        """The same in a sentence."""
        return f"{row.variant} under {row.system}" if len(self.variants) > 1 else row.variant


def corrected_words(row: ResultRow) -> str:
    """How many readings behind a number were corrected by hand; empty where none was."""
    n_corrected = row.counts.get("corrected", 0)
    return f", {n_corrected} corrected by hand" if n_corrected else ""


def consistency_table(results: QuestionResults) -> TableBlock:
    """Consistency with the verdict on its target, and the direction with its test; never one without the other."""
    rows = []
    for variant, system in results.pairs():
        consistency = results.found[system, variant, "consistency"]
        direction = results.found[system, variant, "direction"]
        rows.append(
            (
                results.head(direction),
                value_cell(consistency.outcome),
                verdict_word(consistency),
                _moves_with_share(direction),
                p_cell(direction.test),
                _direction_word(direction),
            )
        )
    return TableBlock(
        caption=f"Consistency with its direction; n of {results.n_files} files have a value on both sides; in brackets "
        "below the counts: interval of the share that is lower among the changed files",
        columns=(
            Column(title="Variant", weight=1.5),
            Column(title="Consistency (interval)", align="right", weight=1.2),
            Column(title="Against the target", weight=1.2),
            Column(title="Lower / same / higher, share lower", align="right", weight=1.2),
            Column(title="Sign test p (adjusted)", align="right", weight=1.0),
            Column(title="Direction", weight=4),
        ),
        rows=tuple(rows),
        has_row_headers=True,
    )


def shift_table(results: QuestionResults) -> TableBlock:
    """How far values moved and to which side, and what this number of files could show."""
    columns = [Column(title="Variant", weight=1.5), Column(title="Mean shift (interval)", align="right", weight=1.2)]
    if results.is_discrete:
        columns.append(Column(title="Net direction (interval)", align="right", weight=1.2))
        columns.append(Column(title="Originals at lowest / highest value", align="right", weight=1.0))
    else:
        columns.append(Column(title="Lower / same / higher", align="right", weight=1.0))
        columns.append(Column(title="Sign-flip p (adjusted)", align="right", weight=1.0))
        columns.append(Column(title="Direction", weight=1.8))
    columns.append(Column(title="Smallest shift found", align="right", weight=0.8))
    exploratory = "; exploratory" if not results.is_discrete and _are_exploratory(results) else ""
    return TableBlock(
        caption=f"Direction and size of the change in {results.question.unit}; n of {results.n_files} files have a "
        f"value on both sides; smallest shift that n files find with power 0.80 before adjustment{exploratory}",
        columns=tuple(columns),
        rows=tuple(_shift_row(results, variant, system) for variant, system in results.pairs()),
        has_row_headers=True,
    )


def _are_exploratory(results: QuestionResults) -> bool:
    """Whether the plan, or a deviation from it, made every test of a mean shift exploratory."""
    rows = (results.found[system, variant, "mean_shift"] for variant, system in results.pairs())
    families = {row.test.family_id for row in rows if row.test is not None and row.test.family_id}
    return bool(families) and all(
        family.rpartition("/")[2] == FamilyKind.EXPLORATORY.value or family.endswith(OUTSIDE) for family in families
    )


def _shift_row(results: QuestionResults, variant: str, system: str) -> tuple[str, ...]:
    shift = results.found[system, variant, "mean_shift"]
    cells = [results.head(shift), value_cell(shift.outcome)]
    if results.is_discrete:
        cells.append(value_cell(results.found[system, variant, "direction"].outcome))
        cells.append(_at_the_ends(shift))
    else:
        cells += [moves(shift), p_cell(shift.test), _direction_word(shift)]
    return (*cells, _smallest(shift))


SIZES = {
    "cf_gap": "CF gap (interval)",
    "excess_gap": "Gap beyond the noise (interval)",
    "tolerance": "Outside the tolerance (interval)",
}
"""Measures without a direction and the heads of their columns; a measure that no row has gets no column."""


def gap_table(results: QuestionResults) -> TableBlock:
    """How far values moved whatever the side, beside the part that is not noise and the share beyond the tolerance."""
    measures = [measure for measure in SIZES if any(of == measure for _, _, of in results.found)]
    rows = []
    for variant, system in results.pairs():
        found = [results.found[system, variant, measure] for measure in measures]
        head = f"{variant}, {system}" if len(results.variants) > 1 else variant
        rows.append((head, *(value_line(row.outcome) for row in found)))
    return TableBlock(
        caption=f"Size of the change without its direction, in {results.question.unit}, on the same n files",
        columns=(
            Column(title="Variant", weight=2),
            *(Column(title=SIZES[measure], align="right", weight=1.2) for measure in measures),
        ),
        rows=tuple(rows),
        has_row_headers=True,
    )


def equivalence_table(results: QuestionResults) -> list[Block]:
    """The mean change against the margin that the plan declares; nothing where it declares none."""
    rows = []
    for variant, system in results.pairs():
        row = results.found.get((system, variant, "equivalence"))
        if row is not None:
            margin = row.outcome.details.get("margin") if isinstance(row.outcome, Estimate) else None
            shown = "not computable" if margin is None else f"+/- {margin:g}"
            rows.append((results.head(row), _deciding(row), shown, _equivalence_p(row), _equivalence_word(row)))
    if not rows:
        return []
    table = TableBlock(
        caption=f"Mean change against the margin, in {results.question.unit}, with the interval that decides whether "
        "it stays within; two one-sided t tests, before adjustment",
        columns=(
            Column(title="Variant", weight=1.5),
            Column(title="Mean change (interval)", align="right", weight=1.2),
            Column(title="Margin", align="right", weight=0.8),
            Column(title="p of equivalence", align="right", weight=0.9),
            Column(title="What was shown", weight=3),
        ),
        rows=tuple(rows),
        has_row_headers=True,
    )
    return [table]


def _deciding(row: ResultRow) -> str:
    """The mean change with the interval that must lie inside the margin."""
    details = row.outcome.details if isinstance(row.outcome, Estimate) else {}
    if not isinstance(row.outcome, Estimate) or "equivalence_low" not in details:
        return value_cell(row.outcome)
    return f"{print_number(row.outcome.value)}\n({between(details['equivalence_low'], details['equivalence_high'])})"


def _equivalence_p(row: ResultRow) -> str:
    details = row.outcome.details if isinstance(row.outcome, Estimate) else {}
    return print_p(details["p_equivalence"]) if "p_equivalence" in details else "no test"


def _equivalence_word(row: ResultRow) -> str:
    """What was shown, called exploratory where the locked plan did not hold the margin."""
    return f"exploratory: {_shown_of_margin(row)}" if is_outside_lock(row) else _shown_of_margin(row)


def _shown_of_margin(row: ResultRow) -> str:
    """The verdict with the size of the margin, the side, or what this number of files could show."""
    outcome = row.outcome
    if not isinstance(outcome, Estimate):
        return row.verdict.value
    words = str(row.verdict.value)
    if row.verdict is Verdict.EQUIVALENT:
        return f"equivalent within +/- {outcome.details['margin']:g}"
    if row.verdict in (Verdict.DIFFERENCE_DETECTED, Verdict.SMALL_DIFFERENCE):
        return f"{words}: {outcome.direction}"
    if row.verdict is Verdict.NO_DIFFERENCE_SHOWN:
        return f"{words} (n = {outcome.n}, smallest shift found {_smallest(row)})"
    return words


def missing_blocks(results: QuestionResults) -> list[Block]:
    """What is missing on each side and how far it could move the numbers; a sentence where nothing is."""
    whole: list[str] = []
    leaves_out = False
    rows = []
    for variant, system in results.pairs():
        row, shift = (results.found[system, variant, measure] for measure in ("missing", "mean_shift"))
        if row.counts["valid"] == row.counts["pairs"]:
            whole.append(results.name(row))
            leaves_out |= row.counts["pairs"] < results.n_files
            continue
        sides = [_gaps(row.counts, arm) for arm in ("original", "variant")]
        cells = [results.head(shift), *sides, value_cell(row.outcome), p_cell(row.test)]
        if results.is_discrete:
            cells.append(_bounds(results.found[system, variant, "consistency"], "bounds_low", "bounds_high"))
        cells.append(_bounds(row, "shift_low", "shift_high"))
        rows.append(tuple(cells))
    blocks: list[Block] = []
    if rows:
        blocks.append(_missing_table(results, rows))
    if whole:
        names = f"for {enumerated(whole)}" if rows else "in any variant"
        asked = "every file that was asked about in these variants" if leaves_out else "every file"
        blocks.append(Paragraph(text=f"Nothing is missing {names}: {asked} has a value on both sides."))
    return blocks


def _missing_table(results: QuestionResults, rows: list[tuple[str, ...]]) -> TableBlock:
    columns = [
        Column(title="Variant", weight=1.5),
        Column(title="Missing: original", weight=1.2),
        Column(title="Missing: variant", weight=1.2),
        Column(title="One-sided answers (interval)", align="right", weight=1.0),
        Column(title="McNemar p", align="right", weight=0.6),
    ]
    if results.is_discrete:
        columns.append(Column(title="Consistency lies between", align="right", weight=1.0))
    columns.append(Column(title="Mean shift lies between", align="right", weight=1.0))
    return TableBlock(
        caption=f"What is missing out of {results.n_files} files, and the bounds whatever it would have been",
        columns=tuple(columns),
        rows=tuple(rows),
        has_row_headers=True,
    )


def decided(note: str) -> str:
    """The note of a verdict with the bound that decided it, or with why none did, as a sentence.

    Example:
        >>> decided("Decided by 0.9 lies between the one-sided 95% bounds 0.3413 and 0.9466.")
        'Not decided: 0.9 lies between the one-sided 95% bounds 0.3413 and 0.9466.'
        >>> decided("Decided by one-sided 95% upper bound 0.8889 below 0.9.")
        'Decided by the one-sided 95% upper bound 0.8889, which lies below 0.9.'
        >>> decided("Decided by no valid file.")
        'Not decided: no valid file.'
    """
    note = re.sub(r"Decided by (\S+ lies between|no )", r"Not decided: \1", note)
    return re.sub(r"Decided by (one-sided \S+ \w+ bound \S+) (above|below)", r"Decided by the \1, which lies \2", note)


def verdict_word(row: ResultRow) -> str:
    """The verdict's first words; what they mean stands at the head of the section."""
    words = row.verdict.value.partition(":")[0]
    return f"exploratory: {words}" if is_outside_lock(row) else words


def _direction_word(row: ResultRow) -> str:
    """The verdict of a test with the side, or with what this number of changed files could show, be it nothing."""
    outcome = row.outcome
    if not isinstance(outcome, Estimate):
        return verdict_word(row)
    if row.verdict is Verdict.DIFFERENCE_DETECTED:
        return f"{verdict_word(row)}: {outcome.direction}"
    share = outcome.details.get("smallest_share_one_way")
    if share is not None:
        return f"{verdict_word(row)} [{print_number(share)}]"
    return f"{verdict_word(row)} [none]" if shows_no_direction(row) else verdict_word(row)


def _at_the_ends(row: ResultRow) -> str:
    """Originals that cannot move further, of the files with a value on both sides."""
    if not row.counts["valid"]:
        return "not measured"
    return f"{row.counts['originals_at_floor']} / {row.counts['originals_at_ceiling']}"


def moves(row: ResultRow) -> str:
    """How many files went down, stayed and went up."""
    counts = row.counts
    if not counts["valid"]:
        return "not measured"
    return f"{counts['down']}/{counts['unchanged']}/{counts['up']}"


def _moves_with_share(row: ResultRow) -> str:
    """The counts, and below them the interval of the share that went down among the changed files (M05)."""
    details = row.outcome.details if isinstance(row.outcome, Estimate) else {}
    if "share_down_low" not in details:
        return moves(row)
    return f"{moves(row)}\n({between(details['share_down_low'], details['share_down_high'])})"


def _smallest(row: ResultRow) -> str:
    """The smallest shift that this number of files could show (M34)."""
    if isinstance(row.outcome, Estimate) and "smallest_shift" in row.outcome.details:
        return print_number(row.outcome.details["smallest_shift"])
    return "not computable"


def _bounds(row: ResultRow, low: str, high: str) -> str:
    outcome = row.outcome
    if not isinstance(outcome, Estimate):
        return "not measured"
    if low not in outcome.details:
        return "no bounds: the scale is open"
    return between(outcome.details[low], outcome.details[high])


def _gaps(counts: Mapping[str, int], arm: str) -> str:
    """What is missing on one side, by status; "nothing" when nothing is."""
    found = [
        unbroken(f"{counts[f'{arm}_{name}']} {name.replace('_', ' ')}") for name in STATUSES if counts[f"{arm}_{name}"]
    ]
    return ", ".join(found) or "nothing"
