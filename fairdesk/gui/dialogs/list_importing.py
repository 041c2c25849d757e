"""Import of word lists from a file: what was found in it, and which list becomes the words of which level."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from fairdesk.domain.design import Cue
from fairdesk.domain.word_lists import FoundList, FoundLists
from fairdesk.gui.tables import Column, RowsModel, shortened
from fairdesk.gui.widgets.fields import CheckBox
from fairdesk.gui.widgets.foreign_text import made_visible
from fairdesk.gui.widgets.forms import ChoiceBox, FieldText, Form
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle
from fairdesk.gui.widgets.page_layout import kept_narrow
from fairdesk.gui.widgets.short_table import ShortTable
from fairdesk.gui.widgets.words_view import WordsView

WIDE, HIGH = 820, 680
MOST_ROWS = 7
FIRST_WORDS = 6
NAME_CHARACTERS = 60
MOST_WORDS = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenLists:
    """Level to the list that becomes its words, in place of those that are there or behind them."""

    by_level: Mapping[str, FoundList]
    adds: bool


class ListImportDialog(QDialog):
    """Nothing of the design changes before Import is pressed; ``chosen`` holds the decision then."""

    def __init__(self, path: Path, found: FoundLists, cue: Cue, wanted_level: str, parent: QWidget | None = None):
        super().__init__(parent)
        self._found = found
        self._levels = [one.level for one in cue.lists]
        self.setWindowTitle(self.tr("Import word lists"))
        self.model = RowsModel(self._columns(), self)
        self.table = ShortTable(self.model, self.tr("Lists in the file"), MOST_ROWS, self)
        self.words_view = WordsView(self.tr("Words of the chosen list"))
        self.boxes: dict[str, ChoiceBox] = {}
        self.add_check = CheckBox(self.tr("Keep the words that are there, and add those of the file"))
        self.missing_label = PlainLabel("", TextStyle.STRONG).wrapping()
        self.import_button = QPushButton(self.tr("Import"))
        self.cancel_button = QPushButton(self.tr("Cancel"))
        for button in (self.import_button, self.cancel_button):
            button.setAutoDefault(False)
        self._lay_out(path)
        self.model.set_rows(found.lists)
        self.table.view.fit_columns(240)
        self.table.view.selectionModel().currentRowChanged.connect(self._on_row_changed)
        self.import_button.clicked.connect(self.accept)
        self.cancel_button.clicked.connect(self.reject)
        self._guess(wanted_level)
        if found.lists:
            self.table.view.selectRow(0)
        self._show_missing()
        self._fit_screen()

    def chosen(self) -> ChosenLists:
        """What is to become of the design."""
        by_level = {
            level: self._found.lists[box.currentData()] for level, box in self.boxes.items() if box.currentData() >= 0
        }
        return ChosenLists(by_level=by_level, adds=self.add_check.isChecked())

    def _lay_out(self, path: Path) -> None:
        content = QWidget()
        layout = QVBoxLayout(content)
        layout.setContentsMargins(0, 0, 8, 0)
        notes = "\n".join(self._found.notes)
        for words, style in (
            (made_visible(path.name), TextStyle.HEADING),
            (self.tr("Read as: {layout}").format(layout=self._found.layout), TextStyle.BODY),
            (notes, TextStyle.BODY),
        ):
            if words:
                layout.addWidget(PlainLabel(words, style).wrapping())
        layout.addWidget(self.table)
        self.words_view.setMinimumHeight(self.fontMetrics().height() * 7)
        layout.addWidget(self.words_view, 1)
        form = Form()
        for level in self._levels:
            box = ChoiceBox()
            box.addItem(self.tr("stays as it is"), -1)
            for number, one in enumerate(self._found.lists):
                box.addItem(shortened(made_visible(one.name), NAME_CHARACTERS), number)
            box.activated.connect(self._show_missing)
            form.add_field(FieldText(label=self.tr("Words of “{level}”").format(level=level)), box)
            self.boxes[level] = box
        form.add_widget(self.add_check)
        layout.addLayout(kept_narrow(form))
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setAccessibleName(self.tr("Lists and levels"))
        area.setWidget(content)
        outer = QVBoxLayout(self)
        outer.addWidget(area, 1)
        buttons = QHBoxLayout()
        buttons.addWidget(self.missing_label, 1)
        buttons.addWidget(self.import_button)
        buttons.addWidget(self.cancel_button)
        outer.addLayout(buttons)

    def _columns(self) -> tuple[Column, ...]:
        return (
            Column(title=self.tr("List"), text=lambda one: made_visible(one.name)),
            Column(
                title=self.tr("Entries"),
                text=lambda one: self.locale().toString(len(one.words)),
                sort_key=lambda one: len(one.words),
                align=Qt.AlignmentFlag.AlignTrailing,
            ),
            Column(
                title=self.tr("Not taken"),
                text=lambda one: self.locale().toString(one.n_left_out),
                tooltip=lambda _one: self.tr("Entries that are no word, or stood there before."),
                align=Qt.AlignmentFlag.AlignTrailing,
            ),
            Column(title=self.tr("First words"), text=lambda one: made_visible(", ".join(one.words[:FIRST_WORDS]))),
        )

    def _guess(self, wanted_level: str) -> None:
        """A list whose name holds the level is offered for it; of a file with one list, the level that asked."""
        names = [one.name.casefold() for one in self._found.lists]
        for level, box in self.boxes.items():
            fitting = [number for number, name in enumerate(names) if level.casefold() in _parts(name)]
            if len(fitting) == 1:
                box.setCurrentIndex(box.findData(fitting[0]))
        if len(names) == 1 and wanted_level in self.boxes and not self.chosen().by_level:
            self.boxes[wanted_level].setCurrentIndex(1)

    def _show_missing(self) -> None:
        is_open = not self.chosen().by_level
        self.missing_label.setText(self.tr("Missing: a list for at least one level.") if is_open else "")
        self.import_button.setEnabled(not is_open)

    def _on_row_changed(self) -> None:
        index = self.table.view.currentIndex()
        if index.isValid():
            one: FoundList = self.model.row(index)
            words = made_visible("\n".join(one.words[:MOST_WORDS]))
            self.words_view.show_parts([(made_visible(one.name), words), (made_visible(one.provenance), "")])

    def _fit_screen(self) -> None:
        line = self.fontMetrics().height()
        room = (self.screen() or QGuiApplication.primaryScreen()).availableSize()
        self.resize(min(WIDE * line // 16, room.width() - 40), min(HIGH * line // 16, room.height() - 60))


def _parts(name: str) -> list[str]:
    return [part.strip(" .,;:()[]\"'") for part in name.replace("/", " ").replace("_", " ").split()]


def ask_about_lists(path: Path, found: FoundLists, cue: Cue, wanted_level: str, parent: QWidget) -> ChosenLists | None:
    """Which lists are to be taken; None when the import was cancelled."""
    dialog = ListImportDialog(path, found, cue, wanted_level, parent)
    is_accepted = dialog.exec() == QDialog.DialogCode.Accepted
    chosen = dialog.chosen() if is_accepted else None
    dialog.deleteLater()
    return chosen
