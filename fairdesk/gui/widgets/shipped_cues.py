"""Cues that FairDesk brings for a language, to be added to a design with their attribute and words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QPushButton, QWidget

from fairdesk.domain.design import Attribute, Cue, Design
from fairdesk.gui.design_words import cue_words
from fairdesk.gui.task_worker import plainly
from fairdesk.gui.widgets.forms import ChoiceBox, FieldText, describe
from fairdesk.gui.widgets.labels import PlainLabel

if TYPE_CHECKING:
    from fairdesk.gui.page_context import PageContext


class ShippedCues(QWidget):
    """``added`` carries the design with the chosen cue, and the id of that cue."""

    added = Signal(object, str)
    failed = Signal(object)

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._design = Design()
        self._language = ""
        self._attributes: tuple[Attribute, ...] = ()
        self._cues: tuple[Cue, ...] = ()
        self.box = ChoiceBox()
        self.box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.add_button = QPushButton(self.tr("Add the shipped cue"))
        text = FieldText(
            label=self.tr("Cue that FairDesk brings"),
            help=self.tr("With its attribute and words; all of it can be changed."),
        )
        label = PlainLabel(text.label)
        label.setBuddy(self.box)
        describe(self.box, text)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.addWidget(label, 0, 0)
        grid.addWidget(self.box, 1, 0)
        grid.addWidget(self.add_button, 1, 1)
        grid.setColumnStretch(2, 1)
        self.add_button.clicked.connect(self._on_add_clicked)
        self.hide()

    def show_design(self, design: Design) -> None:
        """Offer the cues of the design's language that it does not have."""
        from fairdesk.audit.cue_lists import shipped_cues

        self._design = design
        if design.language != self._language:
            self._language = design.language
            self._context.tasks.start(
                work=plainly(shipped_cues, self._context.spec, design.language),
                done=self._on_read,
                failed=self.failed.emit,
            )
        self._offer()

    def _on_read(self, found: tuple[tuple[Attribute, ...], tuple[Cue, ...]]) -> None:
        self._attributes, self._cues = found
        self._offer()

    def _offer(self) -> None:
        present = {cue.cue_id for cue in self._design.cues}
        offered = [cue for cue in self._cues if cue.cue_id not in present]
        if [cue.cue_id for cue in offered] != _ids(self.box):
            self.box.clear()
            for cue in offered:
                self.box.addItem(cue_words(cue), cue.cue_id)
        self.setVisible(bool(offered))

    def _on_add_clicked(self) -> None:
        wanted = self.box.currentData()
        cue = next((one for one in self._cues if one.cue_id == wanted), None)
        if cue is not None:
            self.added.emit(with_shipped(self._design, cue, self._attributes), cue.cue_id)


def with_shipped(design: Design, cue: Cue, attributes: Sequence[Attribute]) -> Design:
    """A design with a shipped cue; its attribute comes with it where the design has none of that id."""
    known = {one.attribute_id for one in design.attributes}
    needed = tuple(one for one in attributes if one.attribute_id == cue.attribute_id and cue.attribute_id not in known)
    return replace(design, attributes=(*design.attributes, *needed), cues=(*design.cues, cue))


def _ids(box: QComboBox) -> list[str]:
    return [box.itemData(number) for number in range(box.count())]
