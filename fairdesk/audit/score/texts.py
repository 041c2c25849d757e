"""Which column of a table holds the generated texts."""

from __future__ import annotations

from fairdesk.interchange.named_rows import NamedRows

TEXT_COLUMNS = ("text", "completion", "output", "response", "answer", "generation", "prediction")
"""Names under which programs write what was generated, the most telling first."""


def text_column(table: NamedRows, chosen: str | None) -> str:
    """The column that was chosen, else the first of the usual names that is there.

    Raises:
        ImportProblem: there is no such column.
    """
    wanted = TEXT_COLUMNS if chosen is None else (chosen,)
    return table.column(wanted, "no such column is there", "Name the column with the generated texts by --text")
