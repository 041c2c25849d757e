"""What the table of results shows and what a copy of it holds, one value per cell."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QCoreApplication, QLocale, Qt

from fairdesk.domain.benchmark_evidence import category_words, is_of_benchmark
from fairdesk.domain.cautions import ends_words
from fairdesk.domain.plan import Plan
from fairdesk.domain.printing import print_outcome, print_p
from fairdesk.domain.result_words import ResultLine, Standing, measure_name, missing_count, moves
from fairdesk.domain.results import Estimate
from fairdesk.gui.directions import left_to_right
from fairdesk.gui.tables import Column, copied_column
from fairdesk.gui.widgets.facet_bar import Facet

TRAILING = Qt.AlignmentFlag.AlignTrailing


def _said(text: str) -> str:
    return QCoreApplication.translate("ResultColumns", text)


def value_title() -> str:
    """Title of the column whose numbers lead to their evidence."""
    return _said("Value (interval)")


def shown_columns() -> tuple[Column, ...]:
    """What a person reads, the number and its verdict first."""
    return (*_name_columns(), *_judging_columns(), *_counting_columns())


def _name_columns() -> tuple[Column, ...]:
    return (
        Column(title=_said("System"), text=lambda line: line.row.system),
        Column(title=_said("Variant"), text=_variant),
        Column(title=_said("Measure"), text=lambda line: measure_name(line.row.measure)),
        Column(
            title=value_title(),
            text=lambda line: left_to_right(print_outcome(line.row.outcome)),
            sort_key=_value,
            exact=_value,
        ),
        Column(title=_said("Verdict"), text=_verdict, exact=lambda line: line.row.verdict.value),
        Column(
            title=_said("Lower / same / higher"),
            text=lambda line: left_to_right(_moves(line)),
            sort_key=lambda line: moves(line.row).get("down"),
            exact=_moves,
            align=TRAILING,
        ),
    )


def _judging_columns() -> tuple[Column, ...]:
    return (
        Column(
            title=_said("Read beside it"),
            text=lambda line: left_to_right(line.beside),
            exact=lambda line: line.beside,
        ),
        Column(title=_said("p"), text=_p_text, sort_key=_p, exact=_p, align=TRAILING),
        Column(title=_said("p adjusted"), text=_adjusted_text, sort_key=_adjusted, exact=_adjusted, align=TRAILING),
        Column(title=_said("Adjusted among"), text=lambda line: line.family or _said("no family")),
        Column(title=_said("Standing"), text=lambda line: line.standing.value),
    )


def _counting_columns() -> tuple[Column, ...]:
    return (
        _count_column(_said("Files or items"), _n_files),
        _count_column(_said("Missing"), lambda line: missing_count(line.row)),
        _count_column(_said("Corrected by hand"), lambda line: line.row.counts.get("corrected", 0)),
        Column(title=_said("Caution"), text=lambda line: "; ".join(line.cautions) or _said("none")),
        Column(
            title=_said("Originals at the ends of the scale"),
            text=lambda line: ends_words(line.ends) or _said("not counted"),
            sort_key=lambda line: max(line.ends.floor, line.ends.ceiling) if line.ends else None,
        ),
        Column(
            title=_said("Question"),
            text=lambda line: line.row.question_id,
            tooltip=lambda line: line.question_title,
        ),
    )


def copied_columns() -> tuple[Column, ...]:
    """What a copy and a file hold in addition."""
    return (
        copied_column(_said("Lower"), lambda line: moves(line.row).get("down")),
        copied_column(_said("The same"), lambda line: moves(line.row).get("unchanged")),
        copied_column(_said("Higher"), lambda line: moves(line.row).get("up")),
        copied_column(_said("Interval from"), lambda line: _end(line, "low")),
        copied_column(_said("Interval to"), lambda line: _end(line, "high")),
        copied_column(_said("Interval level"), lambda line: _end(line, "level")),
        copied_column(_said("Unit"), lambda line: getattr(line.row.outcome, "unit", "")),
        copied_column(_said("Not measured because"), lambda line: getattr(line.row.outcome, "reason", "")),
        copied_column(_said("Share of originals at the lowest value"), lambda line: line.ends and line.ends.floor),
        copied_column(_said("Share of originals at the highest value"), lambda line: line.ends and line.ends.ceiling),
        copied_column(_said("Smallest effect that could be shown"), lambda line: line.row.detectable),
        copied_column(_said("Role"), lambda line: line.row.role),
        copied_column(_said("Result"), lambda line: line.row.result_id),
    )


def facets(plan: Plan | None) -> tuple[Facet, ...]:
    """The ways to group results; every attribute of the plan is one."""
    attributes = () if plan is None else tuple(_attribute_facet(plan, name) for name in plan.attributes)
    return (
        Facet(title=_said("System"), value=lambda line: line.row.system),
        Facet(title=_said("Question"), value=lambda line: line.row.question_id),
        Facet(title=_said("Measure"), value=lambda line: measure_name(line.row.measure)),
        *attributes,
        Facet(title=_said("Role of the variant"), value=lambda line: line.row.role),
        Facet(title=_said("Verdict"), value=lambda line: line.row.verdict.value),
        Facet(title=_said("Standing"), value=lambda line: line.standing.value),
    )


def _attribute_facet(plan: Plan, name: str) -> Facet:
    levels = {kind.label: kind.attributes.get(name, "") for kind in plan.variants}

    def level(line: ResultLine) -> str:
        if is_of_benchmark(line.row):
            return _said("of a benchmark")
        return levels.get(line.row.variant) or _said("as in the original")

    return Facet(title=name.replace("_", " ").capitalize(), value=level)


def _count_column(title: str, count: Any) -> Column:
    return Column(
        title=title,
        text=lambda line: QLocale().toString(count(line)),
        sort_key=count,
        exact=count,
        align=TRAILING,
    )


def _moves(line: ResultLine) -> str:
    """Files rated lower, the same and higher: the direction that must stand beside a consistency."""
    return " / ".join(QLocale().toString(count) for count in moves(line.row).values())


def _variant(line: ResultLine) -> str:
    """A variant of the files, or a category of a benchmark's items."""
    row = line.row
    return _said(category_words(row.variant)) if is_of_benchmark(row) else row.variant or _said("whole plan")


def _n_files(line: ResultLine) -> int:
    """Files that entered; of a benchmark its items, of which each is answered several times."""
    row = line.row
    return row.counts.get("items", row.outcome.n) if is_of_benchmark(row) else row.outcome.n


def _value(line: ResultLine) -> float | None:
    outcome = line.row.outcome
    return outcome.value if isinstance(outcome, Estimate) else None


def _end(line: ResultLine, name: str) -> float | None:
    interval = getattr(line.row.outcome, "interval", None)
    return None if interval is None else getattr(interval, name)


def _verdict(line: ResultLine) -> str:
    words = line.row.verdict.value
    return f"{Standing.EXPLORATORY.value}: {words}" if line.standing is Standing.EXPLORATORY else words


def _p(line: ResultLine) -> float | None:
    return line.row.test.p_value if line.row.test is not None else None


def _adjusted(line: ResultLine) -> float | None:
    return line.row.test.p_adjusted if line.row.test is not None else None


def _p_text(line: ResultLine) -> str:
    value = _p(line)
    return _said("no test") if value is None else left_to_right(print_p(value))


def _adjusted_text(line: ResultLine) -> str:
    value = _adjusted(line)
    return _said("not adjusted") if value is None else left_to_right(print_p(value))
