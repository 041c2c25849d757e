"""What every page has in common: a title, a sentence, and a place for messages above its content."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from fairdesk.gui.widgets.labels import PlainLabel, TextStyle
from fairdesk.gui.widgets.message_bar import MessageBar


def lay_out_page(page: QWidget, title: str, words: str) -> tuple[QVBoxLayout, MessageBar]:
    """Give a page its title and sentence; answers with the layout for the content and the page's message bar."""
    layout = QVBoxLayout(page)
    layout.setContentsMargins(20, 16, 20, 16)
    layout.setSpacing(10)
    heading = PlainLabel(title, TextStyle.TITLE).wrapping()
    layout.addWidget(heading)
    if words:
        layout.addWidget(PlainLabel(words).wrapping())
    messages = MessageBar(page)
    layout.addWidget(messages)
    return layout, messages


def kept_narrow(form: QWidget) -> QHBoxLayout:
    """A form that is not stretched with the page; its wrapped lines get the height that they need at its own width.

    In a column Qt would ask the form how tall it is at the width of the page, and cut its wrapped lines.
    """
    row = QHBoxLayout()
    row.addWidget(form, 100)
    row.addStretch(1)
    return row
