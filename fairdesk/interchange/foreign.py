"""Result files of other tools, told by their content.

To add one: a module with ``FORMATS`` (one ``ForeignFormat`` per kind of file) and its line here; a file that the real
tool wrote goes to ``tests/unit/interchange/foreign``, and ``tests/contract/test_foreign_formats.py`` reads it, breaks
it and cuts it off.
"""

from __future__ import annotations

from fairdesk.domain.errors import ImportProblem
from fairdesk.domain.foreign_numbers import ForeignNumber
from fairdesk.interchange import (
    deepeval_results,
    helm_runs,
    inspect_logs,
    langfair_results,
    lm_eval_samples,
    pandas_json,
    promptfoo_results,
)
from fairdesk.interchange.foreign_tables import ForeignFormat, Peek, peek
from fairdesk.interchange.raw_tables import Opened, Source, TableFormat, opened

FOREIGN_FORMATS: tuple[ForeignFormat, ...] = (
    *inspect_logs.FORMATS,
    *lm_eval_samples.FORMATS,
    *promptfoo_results.FORMATS,
    *helm_runs.FORMATS,
    *deepeval_results.FORMATS,
    *langfair_results.FORMATS,
)
"""Kinds of result files, in the order in which they are tried."""

AGGREGATES: tuple[tuple[str, frozenset[str], str, str], ...] = (
    (
        "object",
        frozenset({"results", "configs", "versions"}),
        "this is a file of aggregates of the lm-evaluation-harness, without answers",
        "Run the harness with --log_samples and choose a file samples_*.jsonl; its aggregates are read from beside it.",
    ),
    (
        "list",
        frozenset({"name", "count", "sum", "sum_squared"}),
        "this is HELM's file of aggregates, without answers",
        "Choose scenario_state.json of the same folder; the aggregates are read from beside it.",
    ),
)
"""Files that hold numbers and no answers: their shape and keys, what they are, and what to choose instead."""


def foreign_format(file: Opened) -> ForeignFormat | None:
    """The kind of result file that this is, or None; the file is at its beginning afterwards.

    Raises:
        ImportProblem: it is a tool's file that holds aggregates alone.
    """
    return _format_of(peek(file), file.name)


def foreign_table(file: Opened) -> TableFormat | None:
    """How a result file of another tool, or a table as one JSON document, is read as a table; None for all else.

    Raises:
        ImportProblem: it is a tool's file that holds aggregates alone.
    """
    found = peek(file)
    foreign = _format_of(found, file.name)
    if foreign is not None:
        return foreign.table
    return pandas_json.FORMAT if pandas_json.recognises(found) else None


def foreign_numbers(source: Source) -> tuple[ForeignNumber, ...]:
    """The numbers that the tool itself computed, from its file and, for a path, from those beside it.

    Returns:
        Empty for files of no known tool.

    Raises:
        ImportProblem: the file is damaged.
    """
    with opened(source) as file:
        foreign = foreign_format(file)
        return () if foreign is None else foreign.numbers(file)


def _format_of(found: Peek, name: str) -> ForeignFormat | None:
    for shape, keys, what, cure in AGGREGATES:
        if shape == found.shape and keys <= found.keys:
            raise ImportProblem(f"{name}: {what}.", cure)
    return next((foreign for foreign in FOREIGN_FORMATS if foreign.recognises(found)), None)
