"""Form fields: a label above the control, help below it, and names that a screen reader can say."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox, QStylePainter, QVBoxLayout, QWidget

from fairdesk.gui.widgets.labels import PlainLabel


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldText:
    """What stands around a control: its label (with an & before the shortcut's letter) and a sentence of help."""

    label: str
    help: str = ""


LONGEST_LINE = 36
"""Characters of a label that a form can show in one line also in the largest text; longer ones break."""


class Form(QWidget):
    """Fields one below the other; wide screens do not stretch short fields, narrow ones cut nothing."""

    FIELD_WIDTH = 640

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(4)
        self.setMaximumWidth(self.FIELD_WIDTH)

    def add_field(self, text: FieldText, control: QWidget) -> None:
        """Add a control with its label and help; sets its accessible name and description."""
        label = PlainLabel(text.label, parent=self)
        if len(text.label) > LONGEST_LINE:
            label.wrapping()
        label.setBuddy(control)
        describe(control, text)
        self._layout.addWidget(label)
        self._layout.addWidget(control)
        if text.help:
            self._layout.addWidget(PlainLabel(text.help).wrapping())
        self._layout.addSpacing(10)

    def add_widget(self, widget: QWidget) -> None:
        """Add something that needs no label, such as a row of buttons."""
        self._layout.addWidget(widget)
        self._layout.addSpacing(10)

    def add_part(self, part: Form) -> None:
        """Add fields that can be hidden together."""
        self._layout.addWidget(part)


LEAST_CHARACTERS = 24
MARGIN = 2
"""Pixels that styles leave free beside the text of a closed box."""


class ChoiceBox(QComboBox):
    """A combo box that a wheel over the page does not change by accident, and that gives way where room is short."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def minimumSizeHint(self) -> QSize:
        # Long choices are shown whole in the list; closed, the box shows their beginning. Qt's own hint is not asked:
        # it stays as it was when the text size changes (PySide6 6.11).
        whole = self.sizeHint()
        return QSize(min(whole.width(), self.fontMetrics().averageCharWidth() * LEAST_CHARACTERS), whole.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        # Qt would cut a name from left to right at its beginning where the window runs from right to left.
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        field = QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, field, self).width() - 2 * MARGIN
        option.currentText = self.fontMetrics().elidedText(option.currentText, Qt.TextElideMode.ElideRight, room)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


def describe(control: QWidget, text: FieldText) -> None:
    """Give a control the name and description that assistive technology reads."""
    name = text.label.replace("&", "")
    control.setAccessibleName(name)
    # Qt reads a combo box by its current text and ignores its name (platform.md A7), so the name goes in here too.
    description = f"{name}. {text.help}".strip() if isinstance(control, QComboBox) else text.help
    control.setAccessibleDescription(description)
