"""Which intersections were tested and, by name, which were not (report-contents.md S8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from fairdesk.domain.coverage_words import (
    NOT_TESTED,
    REFERENCE_WORDS,
    TESTED,
    TOO_SMALL,
    OrderCount,
    order_name,
    order_words,
)
from fairdesk.domain.design import Design
from fairdesk.domain.plan import NotTested, Plan
from fairdesk.domain.plan_words import REASON_CODES
from fairdesk.domain.results import Analysis, CoverageCell, coverage_scope
from fairdesk.report.blocks import Block, BulletList, Column, Heading, Paragraph, TableBlock
from fairdesk.report.sections.numbers import COVERAGE
from fairdesk.report.sections.section import Section, SectionInput, words_or

MOST_CELLS = 200
"""Tested cells that are listed one by one; beyond it as blocks of the attributes that they cross."""

OTHERS = ": all others"
"""Ends the name of a block that holds what nobody decided about."""

NONE_TESTED = Paragraph(text="Tested: no group and no intersection has a file with a value on both sides.")


def _write(given: SectionInput) -> tuple[Block, ...]:
    plan, analysis = given.report.plan, given.report.analysis
    title = Heading(level=1, text=f"{COVERAGE} Coverage")
    if not plan.asks_files:
        words = "No group and no combination of groups was varied: the plan asks benchmarks alone."
        return title, Paragraph(text=f"{words} Nothing in this report says how files of different groups are treated.")
    if plan.design is not None:
        return title, *_of_design(plan, plan.design, analysis)
    tested = [cell for cell in analysis.coverage if cell.state != NOT_TESTED]
    untested = [cell for cell in analysis.coverage if cell.state == NOT_TESTED]
    stakes = {block.scope: block.stakes_reason for block in plan.not_tested}
    priors = sorted({block.prior for block in plan.not_tested if block.prior})
    prior = f" Prior evidence: {'; '.join(priors) or 'not recorded'}." if untested else ""
    return (
        title,
        Paragraph(
            text=f"{_crossed(analysis.coverage_counts)} {_left_open(n_not_tested(analysis))}{prior}"
            + (" Attributes that the supplied records do not vary have no number here." if plan.supplied else "")
        ),
        _tested(tested),
        *([_untested(untested, stakes)] if untested else []),
    )


def n_not_tested(analysis: Analysis) -> int:
    """Groups and combinations that have no result: those that the plan lists, and of a design every possible one."""
    counts = analysis.coverage_counts
    highest = counts.get("highest_order")
    if highest is None:
        return sum(cell.count for cell in analysis.coverage if cell.state == NOT_TESTED)
    return sum(counts.get(f"order{order}_not_tested", 0) for order in range(1, highest + 1))


def _crossed(counts: Mapping[str, int]) -> str:
    """How many combinations of two attributes the plan asks about; a test of one attribute has none."""
    total = counts.get("order2_total", 0)
    if not total:
        return "No two attributes are combined within this test; the table says how many files answered."
    return (
        f"Within the attributes of this test the plan asks about {counts.get('order2_tested', 0)} of {total} "
        "combinations of two attributes, the original among them, with which the others are compared; the table says "
        "how many files answered."
    )


def _left_open(n_untested: int) -> str:
    """What no number of the report is about; what was never listed is not called tested."""
    if not n_untested:
        return (
            "Every group and combination that the plan lists has a value. Nothing in this report says anything about "
            "others."
        )
    count = "1 group or combination was" if n_untested == 1 else f"{n_untested:,} groups and combinations were"
    others = "it" if n_untested == 1 else "them"
    return f"In all, {count} not tested. Nothing in this report says anything about {others}."


def _untested(cells: list[CoverageCell], stakes: Mapping[str, str]) -> Block:
    return TableBlock(
        caption="Not tested",
        columns=(
            Column(title="Group or intersection", weight=2.4),
            Column(title="Cells", align="right", weight=0.6),
            Column(title="Not tested, because", weight=3.2),
            Column(title="Stakes, 1 to 5", weight=3),
        ),
        rows=tuple(
            (cell.scope, str(cell.count), cell.reason, _stakes(cell.stakes, stakes.get(cell.scope, "")))
            for cell in cells
        ),
        has_row_headers=True,
    )


def _tested(cells: list[CoverageCell]) -> Block:
    if not cells:
        return NONE_TESTED
    return TableBlock(
        caption="Tested",
        columns=(
            Column(title="Group or intersection", weight=3),
            Column(title="State", weight=2),
            Column(title="Files with a value on both sides", align="right", weight=1.4),
        ),
        rows=tuple((cell.scope, cell.state, str(cell.n_valid)) for cell in cells),
        has_row_headers=True,
    )


def _stakes(stakes: int, reason: str) -> str:
    return f"{stakes}. {reason}".strip() if stakes else "not rated"


def _of_design(plan: Plan, design: Design, analysis: Analysis) -> Iterator[Block]:
    """Counts of every order, then what was tested, what was too small, and block by block what was not tested."""
    orders = tuple(_orders(analysis.coverage_counts))
    highest = analysis.coverage_counts.get("highest_order", 0)
    listed = " ".join(order_words(one) for one in orders[:highest])
    yield Paragraph(text=f"{listed} {_left_open(n_not_tested(analysis))}".strip())
    if len(orders) > 1:
        yield Paragraph(text=REFERENCE_WORDS, emphasis="small")
    yield _order_table(orders, highest)
    yield _attributes(design)
    yield Paragraph(
        text=f"How cells were chosen: {words_or(design.prioritisation, 'no rule was recorded')}. Agreed by: "
        f"{words_or(design.prioritisation_agreed_by, 'nobody named')}.".replace("..", ".")
    )
    if covering := tuple(covering_words(design)):
        yield BulletList(items=covering)
    yield from _reached(plan, design, analysis)
    yield _blocks(plan.not_tested)


def _orders(counts: Mapping[str, int]) -> Iterator[OrderCount]:
    order = 1
    while f"order{order}_total" in counts:
        yield OrderCount(
            order=order,
            possible=counts[f"order{order}_total"],
            tested=counts[f"order{order}_tested"],
            too_small=counts[f"order{order}_too_small"],
            not_tested=counts[f"order{order}_not_tested"],
            crossed=counts[f"order{order}_crossed"],
            crossed_possible=counts[f"order{order}_crossed_total"],
        )
        order += 1


def _order_table(orders: Sequence[OrderCount], highest: int) -> Block:
    return TableBlock(
        caption="All combinations of the levels, by how many attributes they cross; the last three add up to the first",
        columns=(
            Column(title="Combinations", weight=2.6),
            Column(title="Possible", align="right"),
            Column(title="Tested", align="right"),
            Column(title="Too small to conclude", align="right"),
            Column(title="Not tested", align="right"),
        ),
        rows=tuple(
            (
                order_name(one.order).capitalize() + ("" if one.order <= highest else ", counted, not listed below"),
                *(f"{number:,}" for number in (one.possible, one.tested, one.too_small, one.not_tested)),
            )
            for one in orders
        ),
        has_row_headers=True,
    )


def _attributes(design: Design) -> Block:
    """Every ground with its state: which cue signals it, or that none does."""
    signals: dict[str, list[str]] = {}
    for cue in design.cues:
        signals.setdefault(cue.attribute_id, []).append(f"{cue.title.strip() or cue.cue_id} ({cue.language})")
    return TableBlock(
        caption="Attributes and their levels, the reference first",
        columns=(
            Column(title="Attribute", weight=1.2),
            Column(title="Ground of equality law", weight=1.4),
            Column(title="Levels", weight=2.4),
            Column(title="Signalled by", weight=2),
        ),
        rows=tuple(
            (
                one.title or one.attribute_id,
                one.ground or "none",
                ", ".join(one.levels),
                "; ".join(signals.get(one.attribute_id, ())) or "no cue: cannot be tested",
            )
            for one in design.attributes
        ),
        has_row_headers=True,
    )


def covering_words(design: Design) -> Iterator[str]:
    """What a covering design can and cannot show; nothing where the chosen cells were run."""
    from fairdesk.measures.grid import covering_of

    yield from covering_of(design)


def _reached(plan: Plan, design: Design, analysis: Analysis) -> Iterator[Block]:
    """Tested cells one by one, or as blocks where they are many."""
    attributes = {coverage_scope(kind.attributes): kind.attributes for kind in plan.variants if kind.attributes}
    cells = [cell for cell in analysis.coverage if cell.scope in attributes and cell.n_valid]
    if not cells:
        yield NONE_TESTED
        return
    languages: dict[str, dict[str, None]] = {}
    for cue in design.cues:
        languages.setdefault(cue.attribute_id, {})[cue.language] = None
    one_by_one = len(cells) <= MOST_CELLS
    groups: dict[object, list[CoverageCell]] = {}
    for cell in cells:
        groups.setdefault(cell.scope if one_by_one else tuple(attributes[cell.scope]), []).append(cell)
    rows = []
    for group in groups.values():
        first, names = group[0], tuple(attributes[group[0].scope])
        spoken = ", ".join(dict.fromkeys(language for name in names for language in languages.get(name, ())))
        scope = first.scope if one_by_one else f"{' x '.join(names)}: {len(group):,} combinations"
        rows.append((scope, _states(group), _range(group), _needed(first), spoken or "not known"))
    yield TableBlock(
        caption="Tested: levels that differ from the reference, each against the original; files of the question that "
        "has most of them, under the configuration that has fewest",
        columns=(
            Column(title="Group or intersection", weight=2.8),
            Column(title="State", weight=1.8),
            Column(title="Files with a value on both sides", align="right", weight=1.1),
            Column(title="Files needed", align="right", weight=0.9),
            Column(title="Languages", weight=0.9),
        ),
        rows=tuple(rows),
        has_row_headers=True,
    )
    missed = [cell.scope for cell in analysis.coverage if cell.scope in attributes and not cell.n_valid]
    if missed:
        named = "; ".join(missed[:MOST_CELLS])
        more = f" and {len(missed) - MOST_CELLS:,} more" if len(missed) > MOST_CELLS else ""
        yield Paragraph(text=f"Planned and without one readable pair, so not tested: {named}{more}.")


def _states(group: Sequence[CoverageCell]) -> str:
    if len(group) == 1:
        return group[0].state
    return "; ".join(
        f"{number:,} {state}" for state in (TESTED, TOO_SMALL) if (number := sum(cell.state == state for cell in group))
    )


def _range(group: Sequence[CoverageCell]) -> str:
    low, high = min(cell.n_valid for cell in group), max(cell.n_valid for cell in group)
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"


def _needed(cell: CoverageCell) -> str:
    return f"{cell.n_required:,}" if cell.n_required else "not known"


def _blocks(not_tested: Sequence[NotTested]) -> Block:
    if not not_tested:
        return Paragraph(text="Not tested: nothing; every combination up to the listed order was asked about.")
    return TableBlock(
        caption="Not tested by the plan: with what it asks about these cells add up to all possible ones",
        columns=(
            Column(title="Group or block", weight=2.2),
            Column(title="Cells", align="right", weight=0.8),
            Column(title="Not tested, because", weight=2.8),
            Column(title="Stakes, 1 to 5", weight=1.8),
            Column(title="Prior evidence", weight=1.4),
            Column(title="Planned; decided by", weight=1.5),
        ),
        rows=tuple(_block(block) for block in not_tested),
        has_row_headers=True,
    )


def _block(block: NotTested) -> tuple[str, ...]:
    code = REASON_CODES.get(block.reason_code, block.reason_code)
    reason = f"{code}. {block.reason_text}".strip() if code else words_or(block.reason_text, "no reason was given")
    planned = block.planned.strip() or "not planned"
    who = ", ".join(part for part in (block.decided_by.strip(), block.decided_on.strip()) if part)
    return (
        _scope(block),
        f"{block.count:,}",
        f"{reason[:1].upper()}{reason[1:]}",
        _stakes(block.stakes, block.stakes_reason),
        words_or(block.prior, "not searched"),
        f"{planned}; {who or 'follows from the design'}",
    )


def _scope(block: NotTested) -> str:
    """What a block holds; where no cue signals it, the reason beside it names the attributes already."""
    if block.reason_code == "no_cue_list" and block.scope.endswith(OTHERS):
        return f"{block.scope.partition(' with ')[0].capitalize()} that no cue signals"
    return block.scope[:1].upper() + block.scope[1:] if block.scope.endswith(OTHERS) else block.scope


SECTION = Section(section_id="coverage", write=_write)
