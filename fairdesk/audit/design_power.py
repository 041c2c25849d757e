"""What the planned number of files can find out for every target and every test of a design (methods.md M34, D6).

Nothing here reads the store: the window asks again as the auditor types, and most answers are kept by their arguments.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations, islice

from fairdesk.audit.power_rows import DesignPower, PowerRow
from fairdesk.audit.power_words import (
    Contrast,
    PowerNumbers,
    about_target,
    direction_words,
    disparity_words,
    equivalence_words,
    interaction_words,
    shift_words,
    stimuli_words,
    target_power_words,
)
from fairdesk.domain.design import CueKind, Design
from fairdesk.domain.plan_words import (
    ANYTIME,
    DISPARITIES,
    LEAST_ALPHA,
    LEAST_POWER,
    MOST_ALPHA,
    MOST_POWER,
    NOT_VALIDATED,
    target_words,
    undecided_because,
)
from fairdesk.domain.questions import QuantityKind, Question

__all__ = ["DesignPower", "PowerRow", "design_power"]

MOST_FILES = 50_000
"""Numbers of files above this one are computed like this one."""

TARGET_ALPHA = 0.05
"""One-sided level at which a target is decided (methods.md M10); targets are decided one by one, without adjustment."""


OUT_OF_RANGE = (
    f"Numbers are computed for a level from {LEAST_ALPHA:g} to {MOST_ALPHA:g} and a chance from {LEAST_POWER:g} to "
    f"{MOST_POWER:g}."
)


def design_power(design: Design, n_files: int, primary_question: str = "", most_rows: int | None = None) -> DesignPower:
    """Smallest effects, chances and needed numbers of files for a design.

    Args:
        n_files: Files that every variant is asked about.
        primary_question: Its tests are confirmatory; without it, or if the design lacks it, the first question's.
        most_rows: Tests of one kind that get a row each; the others, which have the same numbers, share one. None: all.

    Raises:
        PlanError: the design has more combinations than can be built.
    """
    from fairdesk.measures.grid import tested_cells

    n_files = max(0, min(n_files, MOST_FILES))
    if not (LEAST_ALPHA <= design.alpha <= MOST_ALPHA and LEAST_POWER <= design.assumptions.power <= MOST_POWER):
        return DesignPower(rows=(), notes=(OUT_OF_RANGE,), n_confirmatory=0, n_interactions=0)
    cells = tested_cells(design)
    crossed, triples = _with_singles(cells), _with_all_parts(cells)
    n_interactions = len(crossed) + len(triples)
    questions = _primary_first(design.questions, primary_question)
    rows = [*_targets(design, n_files)]
    for question in questions[:1]:
        rows += _cut(_cells(design, question, cells, n_files), len(cells), most_rows)
        rows += _cut(_interactions(design, question, crossed, n_files, (2, n_interactions)), len(crossed), most_rows)
        rows += _cut(_interactions(design, question, triples, n_files, (3, n_interactions)), len(triples), most_rows)
        if question.kind is QuantityKind.DISCRETE:
            rows.append(_any_shift(design, question, n_files))
    rows += _margins(design, n_files)
    rows += _stimuli(design, n_files)
    return DesignPower(
        rows=tuple(rows),
        notes=(*_notes(questions, len(cells), len(crossed)), *_anytime_notes(design)),
        n_confirmatory=len(cells),
        n_interactions=n_interactions,
    )


def _primary_first(questions: tuple[Question, ...], primary: str) -> tuple[Question, ...]:
    return tuple(sorted(questions, key=lambda question: question.question_id != primary))


def _with_singles(cells: tuple[Mapping[str, str], ...]) -> tuple[Mapping[str, str], ...]:
    """Pairs whose interaction is identified: both single variants are asked too (methods.md D4)."""
    known = {frozenset(cell.items()) for cell in cells if len(cell) == 1}
    return tuple(c for c in cells if len(c) == 2 and all(frozenset([part]) in known for part in c.items()))


def _with_all_parts(cells: tuple[Mapping[str, str], ...]) -> tuple[Mapping[str, str], ...]:
    """Triples whose contrast is identified: all its single variants and pairs are asked too (methods.md M12)."""
    known = {frozenset(cell.items()) for cell in cells if len(cell) < 3}
    return tuple(
        c
        for c in cells
        if len(c) == 3 and all(frozenset(p) in known for n in (1, 2) for p in combinations(c.items(), n))
    )


def _targets(design: Design, n_files: int) -> Iterator[PowerRow]:
    for planned in design.targets:
        target = planned.target
        because = undecided_because(target, design.questions)
        if because:
            numbers = about_target(target, because, design.assumptions.power)
        elif target.measure in DISPARITIES:
            numbers = disparity_words(target, design.assumptions, n_files, TARGET_ALPHA)
        else:
            numbers = target_power_words(target, planned.assumed_truth, n_files, design.assumptions.power, TARGET_ALPHA)
        row = PowerRow(
            row_id=f"target/{target.target_id}",
            kind="target",
            what=f"{target_words(target)}{'' if planned.is_adopted else f' (offered: {NOT_VALIDATED.lower()[:-1]})'}",
            question_id=target.question_id,
            levels=dict(name.split("=", 1) for name in target.cell if "=" in name),
            is_offered=not planned.is_adopted,
            n_planned=n_files,
            alpha=TARGET_ALPHA,
            sentence="",
        )
        yield _filled(row, numbers)


def _cells(
    design: Design, question: Question, cells: tuple[Mapping[str, str], ...], n_files: int
) -> Iterator[PowerRow]:
    """The primary question's test of every variant; equal files and equal assumptions give equal numbers."""
    is_discrete = question.kind is QuantityKind.DISCRETE
    kind = "direction" if is_discrete else "shift"
    alpha = design.alpha / max(1, len(cells))
    if is_discrete:
        is_anytime = design.stopping_rule == ANYTIME
        numbers = direction_words(design.assumptions, n_files, alpha, is_anytime=is_anytime)
    else:
        numbers = shift_words(design.assumptions, n_files, alpha, Contrast(unit=question.unit))
    row = PowerRow(
        row_id="",
        kind=kind,
        what="",
        question_id=question.question_id,
        levels={},
        n_planned=n_files,
        alpha=alpha,
        sentence=_level_words(design.alpha, len(cells), "variants"),
    )
    filled = _filled(row, numbers)
    for cell in cells:
        name = "+".join(cell.values())
        what = f"{'direction' if is_discrete else 'mean shift'} of {name}: {question.question_id}"
        yield replace(filled, row_id=f"{kind}/{question.question_id}/{_key(cell)}", what=what, levels=cell)


def _cut(rows: Iterator[PowerRow], n_rows: int, most_rows: int | None) -> Iterator[PowerRow]:
    """The first rows, and one that stands for the others, which differ from it in nothing but their levels."""
    if most_rows is None or n_rows <= most_rows + 1:
        yield from rows
        return
    yield from islice(rows, most_rows)
    for row in islice(rows, 1):
        yield replace(
            row,
            row_id=f"{row.kind}/{row.question_id}/others/{len(row.levels)}",
            what=f"{row.kind} of {n_rows - most_rows:,} more, each with the same numbers: {row.question_id}",
            levels={},
        )


def _any_shift(design: Design, question: Question, n_files: int) -> PowerRow:
    """The mean shift of a discrete question: printed with its interval; the test of the family is the sign test."""
    row = PowerRow(
        row_id=f"shift/{question.question_id}",
        kind="shift",
        what=f"mean shift of any variant: {question.question_id}",
        question_id=question.question_id,
        levels={},
        n_planned=n_files,
        alpha=design.alpha,
        sentence=f"Level {design.alpha:g}, two-sided; outside the family, whose test is that of the direction.",
    )
    return _filled(row, shift_words(design.assumptions, n_files, design.alpha, Contrast(unit=question.unit)))


def _interactions(
    design: Design, question: Question, crossed: tuple[Mapping[str, str], ...], n_files: int, of: tuple[int, int]
) -> Iterator[PowerRow]:
    """Rows of one order; ``of`` is the number of cues, and of all interactions that share the level of one family."""
    n_cues, n_tests = of
    alpha = design.alpha / max(1, n_tests)
    numbers = interaction_words(design.assumptions, n_files, alpha, unit=question.unit, n_cues=n_cues)
    row = PowerRow(
        row_id="",
        kind="interaction",
        what="",
        question_id=question.question_id,
        levels={},
        n_planned=n_files,
        alpha=alpha,
        sentence=_level_words(design.alpha, n_tests, "interactions of two or three cues"),
    )
    filled = _filled(row, numbers)
    for cell in crossed:
        what = f"interaction of {' and '.join(cell.values())}: {question.question_id}"
        yield replace(filled, row_id=f"interaction/{question.question_id}/{_key(cell)}", what=what, levels=cell)


def _margins(design: Design, n_files: int) -> Iterator[PowerRow]:
    units = {question.question_id: question.unit for question in design.questions}
    for margin in design.margins:
        unit = units.get(margin.question_id, "points")
        row = PowerRow(
            row_id=f"equivalence/{margin.question_id}",
            kind="equivalence",
            what=f"no change beyond {margin.points:g} {unit}: {margin.question_id}",
            question_id=margin.question_id,
            levels={},
            n_planned=n_files,
            alpha=design.alpha,
            sentence="",
        )
        yield _filled(row, equivalence_words(design.assumptions, n_files, margin.points, unit, design.alpha))


def _stimuli(design: Design, n_files: int) -> Iterator[PowerRow]:
    for cue in design.cues:
        counts = [(len(set(one.words)), one.level) for one in cue.lists if one.words]
        if cue.kind not in (CueKind.NAMES, CueKind.PLACE_HOLDER) or not cue.attribute_id or not counts or not n_files:
            continue
        n_words, level = min(counts)
        row = PowerRow(
            row_id=f"stimuli/{cue.cue_id}",
            kind="stimuli",
            what=f"words drawn for {cue.title or cue.cue_id}",
            question_id="",
            levels={},
            n_planned=n_files,
            alpha=design.alpha,
            sentence="",
        )
        yield _filled(row, stimuli_words(n_files, n_words, level, design.assumptions.stimulus_icc))


def _filled(row: PowerRow, numbers: PowerNumbers) -> PowerRow:
    return replace(
        row,
        smallest=numbers.smallest,
        smallest_words=numbers.smallest_words,
        n_first=numbers.n_first,
        n_stays=numbers.n_stays,
        chance=numbers.chance,
        sentence=f"{numbers.sentence} {row.sentence}".strip(),
    )


def _key(cell: Mapping[str, str]) -> str:
    return "+".join(f"{name}={level}" for name, level in cell.items())


def _level_words(alpha: float, n_tests: int, what: str) -> str:
    if n_tests < 2:
        return f"Level {alpha:g}, two-sided."
    return f"Level {alpha / n_tests:.2g}, two-sided: {alpha:g} shared by {n_tests} {what}."


def _anytime_notes(design: Design) -> Iterator[str]:
    if design.stopping_rule == ANYTIME:
        yield (
            "The test that may be read at any time needs more files than one that is read once: numbers for a "
            "direction are its own. Interactions and comparisons of systems are exploratory under this rule, and a "
            "target or a margin is decided only when all files are in."
        )


def _notes(questions: tuple[Question, ...], n_cells: int, n_crossed: int) -> Iterator[str]:
    from fairdesk.measures.planned_power import CONTRAST_ASSUMPTION

    if not questions:
        yield "No question is asked yet, so there is no test to size."
    if not n_cells:
        yield "No variant is tested yet, so there is no test to size."
    yield (
        "The level of every test is that of Holm's first step, the family's level divided by its number of tests: the "
        "most cautious one. Later steps are easier, so that the chance to find an effect is never smaller than said."
    )
    if n_crossed:
        yield CONTRAST_ASSUMPTION
    if len(questions) > 1:
        others = ", ".join(question.question_id for question in questions[1:])
        yield f"Sized for {questions[0].question_id}; what is found for {others} is exploratory."
    yield "Shares that change and standard deviations are assumed, not measured; a pilot can mend them."
