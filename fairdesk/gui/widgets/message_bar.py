"""A message beside its cause: what happened, what to do, and details that can be copied."""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from fairdesk.domain.errors import FairDeskError
from fairdesk.gui.faults import Fault
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle


class MessageKind(Enum):
    """How a message is to be taken; shown as a word, never by colour alone."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


STRIPE_COLOURS = {MessageKind.ERROR: "#dc4650", MessageKind.WARNING: "#c77800", MessageKind.INFO: "#4a86d4"}
STRIPE_WIDTH = 6


class MessageBar(QFrame):
    """Hidden until there is something to say; stays until it is closed or replaced."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind = MessageKind.INFO
        self._details = ""
        # A bar asks for the height of its words, not for what is left of the page.
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(STRIPE_WIDTH + 10, 8, 10, 8)
        layout.setSpacing(12)
        words = QVBoxLayout()
        words.setSpacing(2)
        self.message_label = PlainLabel("", TextStyle.STRONG).wrapping()
        self.advice_label = PlainLabel().wrapping()
        for label in (self.message_label, self.advice_label):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            words.addWidget(label)
        layout.addLayout(words, 1)
        self.copy_button = QPushButton(self.tr("Copy details"), self)
        self.copy_button.clicked.connect(self._on_copy_clicked)
        self.close_button = QPushButton(self.tr("Close"), self)
        self.close_button.setAccessibleName(self.tr("Close this message"))
        self.close_button.clicked.connect(self.hide)
        layout.addWidget(self.copy_button, 0, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        self.hide()

    def show_message(self, kind: MessageKind, message: str, advice: str = "", details: str = "") -> None:
        """Show a message; ``details`` can be copied and hold neither keys nor case texts."""
        self._kind = kind
        self._details = details
        self.message_label.setText(f"{self._kind_words(kind)}: {message}")
        self.advice_label.setText(advice)
        self.advice_label.setVisible(bool(advice))
        self.copy_button.setVisible(bool(details))
        self.setAccessibleName(self.message_label.text())
        self.setAccessibleDescription(advice)
        self.show()
        self.update()

    def show_failure(self, failure: FairDeskError | Fault) -> None:
        """Show what a task failed with."""
        if isinstance(failure, Fault):
            self.show_message(MessageKind.ERROR, failure.message, failure.advice, failure.details)
        else:
            self.show_message(MessageKind.ERROR, failure.message, failure.advice)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QPen(self.palette().color(self.foregroundRole()), 1.0))
        painter.setBrush(self.palette().base())
        painter.drawRect(box)
        left = box.left() if self.layoutDirection() == Qt.LayoutDirection.LeftToRight else box.right() - STRIPE_WIDTH
        painter.fillRect(QRectF(left, box.top(), STRIPE_WIDTH, box.height()), QColor(STRIPE_COLOURS[self._kind]))

    def _kind_words(self, kind: MessageKind) -> str:
        return {
            MessageKind.ERROR: self.tr("Problem"),
            MessageKind.WARNING: self.tr("Please note"),
            MessageKind.INFO: self.tr("Note"),
        }[kind]

    def _on_copy_clicked(self) -> None:
        text = "\n\n".join((self.message_label.text(), self.advice_label.text(), self._details))
        QGuiApplication.clipboard().setText(text)
