"""A variant beside its original, with the changed words marked; the variant can be edited in its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QFont, QKeyEvent, QPalette, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QStackedWidget, QTextEdit, QWidget

from fairdesk.gui.text_changes import changed_stretches, condensed
from fairdesk.gui.widgets.fields import CheckBox, TextArea
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle
from fairdesk.gui.widgets.marked_text import MarkedText, Stretch

if TYPE_CHECKING:
    from fairdesk.audit.cases import ComparedVariant

TEXT_LINES = 12
MARK_PAUSE_MS = 150


class VariantEdit(TextArea):
    """The text of a variant to edit; what differs from the original is marked as it is typed.

    ``kept`` is emitted on Ctrl+Enter, ``given_up`` on Escape.
    """

    kept = Signal()
    given_up = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(TEXT_LINES, parent)
        self._original = ""
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(MARK_PAUSE_MS)
        self._timer.timeout.connect(self._mark)
        self.textChanged.connect(self._timer.start)
        self.setSizePolicy(self.sizePolicy().horizontalPolicy(), self.sizePolicy().Policy.Expanding)

    def edit(self, original: str, text: str) -> None:
        """Begin with a text."""
        self._original = original.replace("\r\n", "\n")
        self.show_text(text)
        self._mark()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.kept.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.given_up.emit()
        else:
            super().keyPressEvent(event)

    def _mark(self) -> None:
        look = QTextCharFormat()
        look.setFontWeight(QFont.Weight.Bold)
        look.setFontUnderline(True)
        look.setForeground(self.palette().color(QPalette.ColorRole.Link))
        text = self.words()
        selections = []
        for start, end in changed_stretches(self._original, text):
            cursor = QTextCursor(self.document())
            cursor.setPosition(_units(text[:start]))
            cursor.setPosition(_units(text[:end]), QTextCursor.MoveMode.KeepAnchor)
            selection = QTextEdit.ExtraSelection()
            selection.cursor, selection.format = cursor, look
            selections.append(selection)
        self.setExtraSelections(selections)


class ComparedTexts(QWidget):
    """Original and variant side by side; they scroll together."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._original: ComparedVariant | None = None
        self._variant: ComparedVariant | None = None
        self.only_check = CheckBox(self.tr("Only the differences"))
        self.original_text = MarkedText(self.tr("Original"))
        self.variant_text = MarkedText(self.tr("Variant"))
        self.edit = VariantEdit()
        self.edit.setAccessibleName(self.tr("Text of the variant, to be edited"))
        self.original_label = PlainLabel(self.tr("Original"), TextStyle.STRONG).wrapping()
        self.variant_label = PlainLabel("", TextStyle.STRONG).wrapping()
        self.changes_label = PlainLabel().wrapping()
        self.part_label = PlainLabel().wrapping()
        self._stack = QStackedWidget()
        self._stack.addWidget(self.variant_text)
        self._stack.addWidget(self.edit)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(4)
        above = QHBoxLayout()
        above.addWidget(self.variant_label, 1)
        above.addWidget(self.only_check)
        grid.addWidget(self.original_label, 0, 0)
        grid.addLayout(above, 0, 1)
        grid.addWidget(self.original_text, 1, 0)
        grid.addWidget(self._stack, 1, 1)
        grid.addWidget(self.changes_label, 2, 0, 1, 2)
        grid.addWidget(self.part_label, 3, 0, 1, 2)
        grid.setRowStretch(1, 1)
        for column in (0, 1):
            grid.setColumnStretch(column, 1)
        self._fit_height()
        self.only_check.toggled.connect(self._show)
        self.original_text.verticalScrollBar().valueChanged.connect(self.variant_text.verticalScrollBar().setValue)
        self.variant_text.verticalScrollBar().valueChanged.connect(self.original_text.verticalScrollBar().setValue)

    def show_pair(self, original: ComparedVariant, variant: ComparedVariant) -> None:
        """Show a variant beside its original; an edit that was not kept is given up."""
        self._original, self._variant = original, variant
        self.show_reading()
        self._show()

    def shown_key(self) -> tuple[str, str]:
        """File and label of the variant that is shown; both empty for none."""
        if self._variant is None:
            return "", ""
        return self._variant.variant.case_id, self._variant.variant.label

    def clear(self) -> None:
        """Show nothing."""
        self._original = self._variant = None
        self.show_reading()
        self.variant_label.setText("")
        self.part_label.hide()
        for text in (self.original_text, self.variant_text):
            text.show_marked("", ())

    def begin_edit(self) -> bool:
        """Make the variant's text editable; answers whether there is one."""
        if self._original is None or self._variant is None:
            return False
        self.only_check.setChecked(False)
        self.edit.edit(self._original.variant.text, self._variant.variant.text)
        self._stack.setCurrentWidget(self.edit)
        self.changes_label.setText(self.tr("What differs from the original is marked as you type."))
        self.edit.setFocus()
        return True

    def is_editing(self) -> bool:
        """Whether the variant's text is being edited."""
        return self._stack.currentWidget() is self.edit

    def edited_text(self) -> str:
        """What was typed, with the line ends of the original."""
        text = self.edit.words()
        original = self._original.variant.text if self._original is not None else ""
        return text.replace("\n", "\r\n") if "\r\n" in original else text

    def show_reading(self) -> None:
        """End the editing."""
        self._stack.setCurrentWidget(self.variant_text)
        self._show_changes()

    def _show(self) -> None:
        original, variant = self._original, self._variant
        if original is None or variant is None:
            return
        before: list[Stretch] = []
        after: list[Stretch] = []
        for change in variant.changes:
            before.append((change.original_start, change.original_start + len(change.original_words)))
            after.append((change.variant_start, change.variant_start + len(change.variant_words)))
        texts = (original.variant.text, variant.variant.text)
        shown = [(texts[0], tuple(before)), (texts[1], tuple(after))]
        if self.only_check.isChecked():
            shown = [condensed(text, stretches) for text, stretches in shown]
        for (text, stretches), widget in zip(shown, (self.original_text, self.variant_text), strict=True):
            widget.show_marked(text, stretches)
        if after and not self.only_check.isChecked():
            # The first difference is in sight, in the middle of what is around it.
            self.original_text.choose((before[0][0], before[0][0]))
            self.variant_text.choose((after[0][0], after[0][0]))
        self.variant_label.setText(variant.variant.label)
        self.variant_text.setAccessibleName(self.tr("Variant {label}").format(label=variant.variant.label))
        self._show_changes()
        part = self.variant_text.shown_part(texts[1]) if not self.only_check.isChecked() else ""
        self.part_label.setText(part)
        self.part_label.setVisible(bool(part))

    def _show_changes(self) -> None:
        n_changes = len(self._variant.changes) if self._variant is not None else 0
        self.changes_label.setText(
            ""
            if self._variant is None
            else self.tr("Nothing differs from the original.")
            if not n_changes
            else self.tr("1 place differs; nothing else does.")
            if n_changes == 1
            else self.tr("{n} places differ; nothing else does.").format(n=n_changes)
        )

    def _fit_height(self) -> None:
        for widget in (self.original_text, self._stack):
            widget.setMinimumHeight(self.fontMetrics().lineSpacing() * 7)


def _units(text: str) -> int:
    """Length in units of UTF-16, which Qt counts."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
