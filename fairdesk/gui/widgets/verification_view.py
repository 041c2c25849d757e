"""Everything that a check of a report found."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from fairdesk.domain.reports import CheckVerdict, Verification
from fairdesk.domain.verification_words import VERDICT_WORDS, check_rows, verification_text
from fairdesk.gui.tables import Column, Row, RowsModel
from fairdesk.gui.times import shown_time
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle
from fairdesk.gui.widgets.short_table import ShortTable
from fairdesk.gui.widgets.verdict_mark import VerdictMark

SHOWN_ROWS = 8


class VerificationView(QWidget):
    """The result in a word, then signatures, checks, differences, problems, renewal and notes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._found: Verification | None = None
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self.verdict_mark = VerdictMark()
        self.identity_label = _selectable()
        self.copy_button = QPushButton(self.tr("Copy everything as text"))
        self.copy_button.clicked.connect(self._on_copy_clicked)
        self._layout.addWidget(self.verdict_mark)
        self._layout.addWidget(self.identity_label)
        self._layout.addWidget(self.copy_button, 0, Qt.AlignmentFlag.AlignLeading)
        self.problems = _Sentences(self.tr("Problems"))
        self._layout.addWidget(self.problems)
        self.signatures = self._table(self.tr("Signatures"), self._signature_columns())
        self.checks = self._table(self.tr("What else was checked"), self._check_columns())
        self.differences = self._table(self.tr("Values that the evidence does not give"), self._difference_columns())
        self.renewal = _Sentences(self.tr("Conditions of renewal, today"))
        self.notes = _Sentences(self.tr("Notes"))
        self._layout.addWidget(self.renewal)
        self._layout.addWidget(self.notes)

    def show_found(self, found: Verification) -> None:
        """Show another result."""
        self._found = found
        word = {
            CheckVerdict.PASSED: self.tr("passed"),
            CheckVerdict.FAILED: self.tr("failed"),
            CheckVerdict.INDETERMINATE: self.tr("indeterminate"),
        }[found.verdict]
        self.verdict_mark.show_verdict(found.verdict, word, VERDICT_WORDS[found.verdict])
        self.identity_label.setText(self.tr("Identity of the signer: {words}").format(words=found.identity))
        self.problems.show_sentences(found.problems)
        self.signatures.show_rows(found.signatures)
        self.checks.show_rows(check_rows(found))
        self.differences.show_rows(found.recomputed.different if found.recomputed else ())
        self.renewal.show_sentences(found.renewal)
        self.notes.show_sentences(found.notes)

    def _table(self, heading: str, columns: Sequence[Column]) -> _HeadedTable:
        table = _HeadedTable(heading, columns)
        self._layout.addWidget(table)
        return table

    def _signature_columns(self) -> tuple[Column, ...]:
        return (
            Column(title=self.tr("Result"), text=lambda row: row.result.value),
            Column(title=self.tr("Signed by"), text=lambda row: row.signer),
            Column(title=self.tr("In words"), text=lambda row: row.words),
            Column(
                title=self.tr("Signed"), text=lambda row: shown_time(row.signed_at), exact=lambda row: row.signed_at
            ),
            Column(title=self.tr("Issuer"), text=lambda row: row.issuer),
            Column(
                title=self.tr("Certificate valid from"),
                text=lambda row: shown_time(row.valid_from),
                exact=lambda row: row.valid_from,
            ),
            Column(
                title=self.tr("Certificate valid until"),
                text=lambda row: shown_time(row.valid_until),
                exact=lambda row: row.valid_until,
            ),
            Column(title=self.tr("Place"), text=lambda row: row.field),
            Column(title=self.tr("Fingerprint of the certificate"), text=lambda row: row.fingerprint),
        )

    def _check_columns(self) -> tuple[Column, ...]:
        return (
            Column(title=self.tr("Check"), text=lambda row: row.what),
            Column(title=self.tr("Result"), text=lambda row: row.result),
            Column(title=self.tr("In words"), text=lambda row: row.words),
        )

    def _difference_columns(self) -> tuple[Column, ...]:
        return (
            Column(title=self.tr("Value"), text=lambda row: row.path),
            Column(title=self.tr("In the report"), text=lambda row: row.in_report),
            Column(title=self.tr("From the evidence"), text=lambda row: row.from_evidence),
        )

    def _on_copy_clicked(self) -> None:
        if self._found is not None:
            QGuiApplication.clipboard().setText(verification_text(self._found))


class _HeadedTable(QWidget):
    """A heading with the number of rows, and the table; hidden while it has none."""

    def __init__(self, heading: str, columns: Sequence[Column]) -> None:
        super().__init__()
        self._heading_words = heading
        self.model = RowsModel(columns, self)
        self.heading = PlainLabel(heading, TextStyle.HEADING).wrapping()
        self.table = ShortTable(self.model, heading, SHOWN_ROWS)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.heading)
        layout.addWidget(self.table)

    def show_rows(self, rows: Sequence[Row]) -> None:
        self.model.set_rows(rows)
        self.table.view.fit_columns()
        self.heading.setText(f"{self._heading_words} ({self.locale().toString(len(rows))})")
        self.setVisible(bool(rows))


class _Sentences(QWidget):
    """A heading and a sentence per line, which can be selected; hidden while there is none."""

    def __init__(self, heading: str) -> None:
        super().__init__()
        self.label = _selectable()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(PlainLabel(heading, TextStyle.HEADING).wrapping())
        layout.addWidget(self.label)

    def show_sentences(self, sentences: Sequence[str]) -> None:
        self.label.setText("\n".join(sentences))
        self.setVisible(bool(sentences))


def _selectable() -> PlainLabel:
    label = PlainLabel().wrapping()
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label
