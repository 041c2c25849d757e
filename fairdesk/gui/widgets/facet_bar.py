"""Facets over the rows of a table: choices with counts that combine, and a line that says what is shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QLocale, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QGridLayout, QPushButton, QVBoxLayout, QWidget

from fairdesk.gui.tables import Row
from fairdesk.gui.widgets.forms import ChoiceBox, FieldText, describe
from fairdesk.gui.widgets.labels import PlainLabel

SHOWN_VALUES = 500
"""More values than this are not listed; the box says how many there are."""

FIELD_CHARACTERS = 23


@dataclass(frozen=True, slots=True, kw_only=True)
class Facet:
    """One way to group rows; ``value`` gives the group's name in words."""

    title: str
    value: Callable[[Row], str]


class FacetBar(QWidget):
    """Looks at rows and never changes them; ``chosen`` is emitted when other rows are to be shown."""

    chosen = Signal()

    def __init__(self, facets: Sequence[Facet], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._facets: tuple[Facet, ...] = ()
        self._rows: tuple[Row, ...] = ()
        self._wanted: dict[str, str] = {}
        self._narrowing: tuple[str, Callable[[Row], bool]] | None = None
        self.boxes: dict[str, ChoiceBox] = {}
        self._field_of: dict[str, QWidget] = {}
        self._fields: list[QWidget] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self.invert_button = QPushButton(self.tr("Show the other rows"), self)
        self.invert_button.setCheckable(True)
        self.invert_button.setToolTip(f"<p>{self.tr('Turns the choices round: rows that do not fit all of them.')}</p>")
        self.invert_button.clicked.connect(self._on_invert_clicked)
        self.reset_button = QPushButton(self.tr("Show all rows"), self)
        self.reset_button.clicked.connect(self.reset)
        # Columns and fields; the same again changes nothing.
        self._arranged = (0, 0)
        self.set_facets(facets)

    def set_facets(self, facets: Sequence[Facet]) -> None:
        """Group rows in other ways; choices of ways that are kept stay. Call ``set_rows`` next."""
        if [facet.title for facet in facets] != [facet.title for facet in self._facets]:
            for field in self._fields:
                self._grid.removeWidget(field)
                if field not in (self.invert_button, self.reset_button):
                    field.hide()
                    field.deleteLater()
            self.boxes, self._field_of, self._fields = {}, {}, []
            for facet in facets:
                self._add_field(facet)
            self._fields += [self.invert_button, self.reset_button]
            self._arranged = (0, 0)
            self._arrange()
        self._facets = tuple(facets)
        self._wanted = {title: value for title, value in self._wanted.items() if title in self.boxes}

    def set_rows(self, rows: Sequence[Row]) -> None:
        """Look at other rows; choices that still exist are kept."""
        self._rows = tuple(rows)
        for facet in self._facets:
            if self._wanted.get(facet.title) not in {facet.value(row) for row in self._rows}:
                self._wanted.pop(facet.title, None)
        self._fill()

    def narrow(self, words: str, fits: Callable[[Row], bool] | None) -> None:
        """Show only rows that fit, whatever the facets say; None takes that back."""
        self._narrowing = (words, fits) if fits is not None else None
        self._fill()
        self.chosen.emit()

    def shown(self) -> tuple[Row, ...]:
        """The rows that fit every choice."""
        wanted = not self.invert_button.isChecked()
        return tuple(row for row in self._rows if self._fits(row) == wanted)

    def words(self) -> str:
        """What is shown, for the line above the table and for every copy."""
        locale = QLocale()
        n_shown, n_all = locale.toString(len(self.shown())), locale.toString(len(self._rows))
        chosen = [f"{title} = {value}" for title, value in self._wanted.items()]
        if self._narrowing is not None:
            chosen.insert(0, self._narrowing[0])
        if not chosen:
            return self.tr("All {count} rows").format(count=n_all)
        words = ", ".join(chosen)
        if self.invert_button.isChecked():
            words = self.tr("not ({filter})").format(filter=words)
        return self.tr("{shown} of {count} rows: {filter}").format(shown=n_shown, count=n_all, filter=words)

    def reset(self) -> None:
        """Show all rows again."""
        self._wanted.clear()
        self._narrowing = None
        self.invert_button.setChecked(False)
        self._fill()
        self.chosen.emit()

    def minimumSizeHint(self) -> QSize:
        """One field below the other: more stand side by side where there is room."""
        return QSize(self.fontMetrics().averageCharWidth() * FIELD_CHARACTERS, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._arrange()

    def _add_field(self, facet: Facet) -> None:
        box = ChoiceBox()
        # The box keeps its width when its longest value changes; the open list shows every value whole.
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(12)
        describe(box, FieldText(label=facet.title, help=self.tr("Shows only the rows of one value, with their count.")))
        box.activated.connect(lambda _number: self._on_activated(facet.title, box))
        self.boxes[facet.title] = box
        field = QWidget(self)
        column = QVBoxLayout(field)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        label = PlainLabel(facet.title, parent=field)
        label.setBuddy(box)
        column.addWidget(label)
        column.addWidget(box)
        self._field_of[facet.title] = field
        self._fields.append(field)

    def _arrange(self) -> None:
        """As many fields side by side as there is room for."""
        fields = [field for field in self._fields if not field.isHidden()]
        one = self.fontMetrics().averageCharWidth() * FIELD_CHARACTERS
        n_columns = max(1, min(len(fields), self.width() // max(one, 1)))
        if (n_columns, len(fields)) == self._arranged:
            return
        self._arranged = (n_columns, len(fields))
        for field in self._fields:
            self._grid.removeWidget(field)
        for number, field in enumerate(fields):
            self._grid.addWidget(field, number // n_columns, number % n_columns, Qt.AlignmentFlag.AlignBottom)

    def _fill(self) -> None:
        locale = QLocale()
        for facet in self._facets:
            fitting = Counter(facet.value(row) for row in self._rows if self._fits(row, but=facet.title))
            values = list(dict.fromkeys(facet.value(row) for row in self._rows))
            box = self.boxes[facet.title]
            # One value parts nothing.
            field = self._field_of[facet.title]
            if field.isHidden() != (len(values) < 2):
                field.setVisible(len(values) > 1)
                self._arranged = (0, 0)
            box.clear()
            box.addItem(self.tr("all ({count})").format(count=locale.toString(fitting.total())), None)
            for value in values[:SHOWN_VALUES]:
                box.addItem(f"{value} ({locale.toString(fitting[value])})", value)
            if len(values) > SHOWN_VALUES:
                box.addItem(self.tr("{count} more values are not listed").format(count=len(values) - SHOWN_VALUES))
                box.setItemData(box.count() - 1, False, Qt.ItemDataRole.UserRole - 1)
            box.setCurrentIndex(max(0, box.findData(self._wanted.get(facet.title))) if self._wanted else 0)
        self._arrange()
        has_choice = bool(self._wanted) or self._narrowing is not None
        self.reset_button.setEnabled(has_choice)
        self.invert_button.setEnabled(has_choice)
        if not has_choice:
            self.invert_button.setChecked(False)

    def _fits(self, row: Row, but: str = "") -> bool:
        if self._narrowing is not None and not self._narrowing[1](row):
            return False
        return all(
            facet.value(row) == self._wanted[facet.title]
            for facet in self._facets
            if facet.title in self._wanted and facet.title != but
        )

    def _on_invert_clicked(self) -> None:
        self.chosen.emit()

    def _on_activated(self, title: str, box: ChoiceBox) -> None:
        value: str | None = box.currentData()
        if value is None:
            self._wanted.pop(title, None)
        else:
            self._wanted[title] = value
        self._fill()
        self.chosen.emit()
