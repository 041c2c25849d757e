"""How the parts of the page Plan read and change the design of the open project."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from typing import Any

from PySide6.QtWidgets import QAbstractSpinBox, QCheckBox, QComboBox, QLineEdit, QPushButton, QTextEdit, QWidget

from fairdesk.domain.audited_system import ProjectDetails
from fairdesk.domain.design import Design
from fairdesk.gui.page_context import PageContext

PAGE_ID = "plan"

EVERY_LEVEL = "*"
MOST_CELLS = 500
"""Variants that a target can be chosen for in a list."""

ALWAYS = "usable while read only"
"""Property of a button that only looks and changes nothing."""


class PlanEdits:
    """The details as typed, through the one saver of the window; a project without a design is never changed here."""

    def __init__(self, context: PageContext) -> None:
        self._saver = context.details

    @property
    def details(self) -> ProjectDetails:
        """What stands in the form now, saved or not."""
        return self._saver.details

    @property
    def design(self) -> Design | None:
        """The project's own design; None for the shipped test."""
        return self._saver.details.design

    def change(self, words: str, **values: Any) -> None:
        """Take over values of the design; ``words`` names the step for undo."""
        design = self.design
        if design is not None:
            self._saver.change(PAGE_ID, words, design=replace(design, **values))

    def change_details(self, words: str, **values: Any) -> None:
        """Take over values of the project that stand on this page."""
        self._saver.change(PAGE_ID, words, **values)

    def who(self) -> str:
        """Who works here, for what is decided now; empty while nobody is named."""
        return self.details.auditor.strip()


def today() -> str:
    """The day of a decision, ISO 8601, by the clock on the wall."""
    return date.today().isoformat()


def make_read_only(part: QWidget, is_read_only: bool) -> None:
    """Texts and numbers can still be read with the keyboard and copied; choices and buttons are switched off."""
    for line in part.findChildren(QLineEdit):
        line.setReadOnly(is_read_only)
    for area in part.findChildren(QTextEdit):
        area.setReadOnly(is_read_only)
    for box in part.findChildren(QAbstractSpinBox):
        box.setReadOnly(is_read_only)
    kinds: Iterable[type[QWidget]] = (QComboBox, QCheckBox, QPushButton)
    for kind in kinds:
        for control in part.findChildren(kind):
            if not control.property(ALWAYS):
                control.setEnabled(not is_read_only)


def chosen_cells(design: Design) -> tuple[tuple[tuple[str, ...], str], ...]:
    """The variants that a target can be about: the cells that the auditor chose one by one, in words."""
    titles = {one.attribute_id: one.title or one.attribute_id for one in design.attributes}
    found: dict[tuple[str, ...], str] = {}
    for choice in design.choices:
        if choice.is_tested and EVERY_LEVEL not in choice.levels.values():
            names = [one.attribute_id for one in design.attributes if one.attribute_id in choice.levels]
            key = tuple(f"{name}={choice.levels[name]}" for name in names)
            found[key] = ", ".join(f"{titles[name]}: {choice.levels[name]}" for name in names)
    return tuple(list(found.items())[:MOST_CELLS])
