"""Tables of nouns: order, copy, search, export, and a million rows over the store."""

from __future__ import annotations

from array import array
from dataclasses import dataclass

import pytest
from PySide6.QtCore import QByteArray, QLocale, Qt
from PySide6.QtGui import QGuiApplication, QImage, QKeySequence
from PySide6.QtWidgets import QWidget
from shiboken6 import delete, isValid

from fairdesk.audit.preferences import Theme
from fairdesk.gui.remembered import Remembered
from fairdesk.gui.store_rows import BLOCK_ROWS, FIRST_IDS, KEPT_BLOCKS, WAITING_TEXT, IdsWanted, StoreRowsModel
from fairdesk.gui.tables import SHOWN_CHARACTERS, Column, RowsModel, TableView, copied_text
from fairdesk.gui.widgets.forms import ChoiceBox
from fairdesk.gui.widgets.table_panel import TablePanel


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """A row for tests: a name and a number that may be missing."""

    name: str
    value: float | None


COLUMNS = (
    Column(title="Name", text=lambda row: row.name),
    Column(
        title="Value",
        text=lambda row: "not measured" if row.value is None else f"{row.value:.2f}",
        sort_key=lambda row: row.value,
        exact=lambda row: row.value,
        align=Qt.AlignmentFlag.AlignTrailing,
    ),
)

ROWS = (
    Measured(name="b", value=10.0),
    Measured(name="a", value=None),
    Measured(name="c", value=9.1234567890123),
    Measured(name="d", value=-0.5),
)


def make_model() -> RowsModel:
    model = RowsModel(COLUMNS)
    model.set_rows(ROWS)
    return model


def names(model: RowsModel) -> list[str]:
    return [model.row(number).name for number in range(model.rowCount())]


def test_the_models_keep_qts_rules(qtmodeltester) -> None:
    """Qt's own checks find nothing, in memory and over the store, sorted or not."""
    model = make_model()
    qtmodeltester.check(model, force_py=True)
    model.sort(1, Qt.SortOrder.DescendingOrder)
    qtmodeltester.check(model, force_py=True)


def test_the_model_over_the_store_keeps_qts_rules(qtmodeltester) -> None:
    """Also while blocks are read."""
    model = store_model(300)[0]
    qtmodeltester.check(model, force_py=True)


def test_numbers_are_sorted_as_numbers_and_what_is_missing_stands_last() -> None:
    """10 comes after 9, and a row without a number is never at the top, in neither direction."""
    model = make_model()
    model.sort(1, Qt.SortOrder.AscendingOrder)
    assert names(model) == ["d", "c", "b", "a"]
    model.sort(1, Qt.SortOrder.DescendingOrder)
    assert names(model) == ["b", "c", "d", "a"]


def test_new_rows_keep_the_order_that_was_chosen() -> None:
    """A refresh does not undo a sort."""
    model = make_model()
    model.sort(0, Qt.SortOrder.DescendingOrder)
    model.set_rows((*ROWS, Measured(name="e", value=1.0)))

    assert names(model) == ["e", "d", "c", "b", "a"]


def test_a_selection_stays_on_its_row_when_the_table_is_sorted(qtbot) -> None:
    """What was chosen stays chosen."""
    panel = TablePanel(make_model(), "Values")
    qtbot.addWidget(panel)
    panel.view.setSortingEnabled(True)
    panel.view.selectRow(2)
    chosen = panel.view.model().row(panel.view.currentIndex())
    panel.view.sortByColumn(1, Qt.SortOrder.AscendingOrder)

    assert panel.view.model().row(panel.view.selectionModel().selectedRows()[0]) == chosen


def test_a_copy_has_headings_full_precision_and_the_locales_decimal_sign() -> None:
    """What is pasted into a German spreadsheet reads back as the same numbers; missing is empty, not 0."""
    german = QLocale(QLocale.Language.German, QLocale.Country.Germany)

    assert copied_text(COLUMNS, ROWS, german).splitlines() == [
        "Name\tValue",
        "b\t10,0",
        "a\t",
        "c\t9,1234567890123",
        "d\t-0,5",
    ]


def test_rows_that_arrive_after_their_table_is_gone_are_dropped(qtbot) -> None:
    """The evidence drawer replaces its panel while a worker still reads for it: the late answer is nobody's fault."""
    arrivals: list = []
    owner = QWidget()
    model = StoreRowsModel(
        COLUMNS,
        lambda _order, arrived: arrivals.append(lambda: arrived(array("q", range(3)))),
        lambda some, arrived: arrivals.append(lambda: arrived([Measured(name="late", value=1.0) for _ in some])),
        owner,
    )
    model.refresh()
    arrivals[0]()
    model.data(model.index(0, 0))
    model.grow()
    assert len(arrivals) == 3
    delete(owner)
    for arrive in arrivals[1:]:
        arrive()

    assert not isValid(model)


def test_rows_that_are_added_leave_selection_and_known_rows_alone(qtbot) -> None:
    """A run goes on: new rows stand behind the known ones, which are not read again; another filter reads all anew."""
    ids = array("q", range(50))
    read: list[int] = []

    def fetch_rows(some, arrived) -> None:
        read.append(len(some))
        arrived([Measured(name=f"row {number}", value=1.0) for number in some])

    model = StoreRowsModel(
        COLUMNS, lambda wanted, arrived: arrived(ids[wanted.after + 1 if wanted.after else 0 :]), fetch_rows
    )
    view = TableView("Rows")
    qtbot.addWidget(view)
    view.setModel(model)
    model.refresh()
    assert [model.data(model.index(7, 0)) for _ in range(2)] == [WAITING_TEXT, "row 7"]
    view.selectRow(7)
    ids.extend(range(50, 300))
    model.grow()
    assert model.rowCount() == 300
    assert view.currentIndex().row() == 7
    assert [model.data(model.index(7, 0)) for _ in range(2)] == [WAITING_TEXT, "row 7"]
    assert [model.data(model.index(299, 0)) for _ in range(2)] == [WAITING_TEXT, "row 299"]
    assert model.place_of(250) == 250
    assert model.place_of(-1) is None
    model.refresh()

    assert not view.currentIndex().isValid()
    # The first block was incomplete when rows were added, so it is read again; the last is read for the first time.
    assert read == [50, 64, 44]


def test_a_cell_cannot_break_out_of_its_place_in_a_copy() -> None:
    """Tabs and line ends of an answer become blanks: one value per cell."""
    row = Measured(name="one\ttwo\nthree\r\nfour", value=1.0)

    assert copied_text(COLUMNS, (row,), QLocale.c()) == "Name\tValue\none two three four\t1.0"


def test_the_platforms_copy_keys_copy_the_selection(qtbot) -> None:
    """Ctrl+C in a table takes the chosen rows."""
    panel = TablePanel(make_model(), "Values")
    panel.view.setLocale(QLocale.c())
    qtbot.addWidget(panel)
    panel.view.selectRow(3)
    qtbot.keySequence(panel.view, QKeySequence(QKeySequence.StandardKey.Copy))

    assert QGuiApplication.clipboard().text() == "Name\tValue\nd\t-0.5"


def test_find_goes_from_match_to_match(qtbot) -> None:
    """Ctrl+F opens the line; typing goes to the first row that fits, Return on to the next, Escape back."""
    model = RowsModel(COLUMNS)
    model.set_rows(tuple(Measured(name=name, value=1.0) for name in ("Anna", "Bo", "anneke", "Cy")))
    panel = TablePanel(model, "Values")
    qtbot.addWidget(panel)
    panel.show()
    panel.view.setFocus()
    qtbot.keySequence(panel.view, QKeySequence(QKeySequence.StandardKey.Find))
    qtbot.keyClicks(panel.find_edit, "ANN")
    assert panel.view.currentIndex().row() == 0
    assert panel.found_label.text() == "1 of 2"
    qtbot.keyClick(panel.find_edit, Qt.Key.Key_Return)
    assert panel.view.currentIndex().row() == 2
    qtbot.keyClicks(panel.find_edit, "x")
    assert panel.found_label.text() == "not found"
    qtbot.keyClick(panel.find_edit, Qt.Key.Key_Escape)
    assert not panel.find_edit.isVisible()


def test_a_long_cell_is_shortened_and_its_tip_shows_markup_as_text() -> None:
    """Answers are hostile: 50,000 characters do not hold up the table, and <img> is words."""
    model = make_model()
    model.set_rows((Measured(name="<img src=x> & " + "y" * 50_000, value=1.0),))
    index = model.index(0, 0)

    assert len(model.data(index)) == SHOWN_CHARACTERS + 1
    assert model.data(index).endswith("…")
    assert "&lt;img src=x&gt; &amp; y" in model.data(index, Qt.ItemDataRole.ToolTipRole)
    assert len(model.data(index, Qt.ItemDataRole.ToolTipRole)) < 3_000


def test_a_cell_is_read_with_its_heading() -> None:
    """Assistive technology hears which column a number belongs to."""
    model = make_model()

    assert model.data(model.index(1, 1), Qt.ItemDataRole.AccessibleTextRole) == "Value: not measured"


class AnsweringStore:
    """Stands where the store is: numbers as rows, and a list of what was asked; answers at once or when told."""

    def __init__(self, n_rows: int) -> None:
        self.n_rows = n_rows
        self.waits = False
        self.asked: list[list[int]] = []
        self.waiting: list = []

    def fetch_ids(self, wanted: IdsWanted, arrived) -> None:
        ids = array("q", range(self.n_rows))
        arrived((ids[::-1] if wanted.order.descending else ids)[: wanted.limit])

    def fetch_rows(self, ids, arrived) -> None:
        self.asked.append(list(ids))
        rows = [Measured(name=f"row {number}", value=float(number)) for number in ids]
        if self.waits:
            self.waiting.append(lambda: arrived(rows))
        else:
            arrived(rows)


def store_model(n_rows: int) -> tuple[StoreRowsModel, AnsweringStore]:
    store = AnsweringStore(n_rows)
    model = StoreRowsModel(COLUMNS, store.fetch_ids, store.fetch_rows)
    model.refresh()
    return model, store


def shown(model: StoreRowsModel, row: int) -> str:
    # The first look asks for the block, the second finds it.
    model.data(model.index(row, 0))
    return model.data(model.index(row, 0))


def test_a_million_rows_are_read_where_one_looks() -> None:
    """The first rows come before the other ids, a jump to the end reads one block, what was seen long ago is let go."""
    model, store = store_model(1_000_000)
    assert model.rowCount() == FIRST_IDS
    assert shown(model, 0) == "row 0"
    assert model.rowCount() == 1_000_000
    assert shown(model, 999_999) == "row 999999"
    assert [len(ids) for ids in store.asked] == [BLOCK_ROWS, 1_000_000 % BLOCK_ROWS or BLOCK_ROWS]
    for block in range(KEPT_BLOCKS + 1):
        assert shown(model, block * BLOCK_ROWS) == f"row {block * BLOCK_ROWS}"
    n_asked = len(store.asked)
    shown(model, 999_999)

    assert len(store.asked) == n_asked + 1


def test_sorting_is_done_by_the_store() -> None:
    """The table asks for the ids in another order and reads again only what is seen."""
    model, _ = store_model(1_000)
    model.sort(1, Qt.SortOrder.DescendingOrder)

    assert shown(model, 0) == "row 999"


def test_while_a_block_is_read_its_cells_say_so() -> None:
    """The window does not wait: an ellipsis first, the row when it arrives, and late rows of an old order never."""
    model, store = store_model(1_000)
    store.waits = True
    assert shown(model, 0) == WAITING_TEXT
    assert len(store.asked) == 1
    late = store.waiting.pop()
    model.sort(1, Qt.SortOrder.DescendingOrder)
    late()
    assert shown(model, 0) == WAITING_TEXT
    store.waiting.pop()()

    assert shown(model, 0) == "row 999"


def test_narrow_columns_come_back_from_large_text_as_they_were(qtbot, appearance) -> None:
    """200 % and back: every column has the width that it had, and the last one never pushes itself out of sight."""
    view = TableView("Rows")
    qtbot.addWidget(view)
    model = RowsModel(COLUMNS)
    model.set_rows([Measured(name="a", value=1.0)])
    view.setModel(model)
    view.resize(900, 200)
    view.show()
    qtbot.waitExposed(view)
    view.fit_columns()
    view.setColumnWidth(0, 40)
    appearance.apply(Theme.LIGHT, 2.0)
    appearance.apply(Theme.LIGHT, 1.0)

    assert abs(view.columnWidth(0) - 40) <= 2
    qtbot.waitUntil(lambda: view.horizontalHeader().length() <= view.viewport().width())


def test_widths_that_the_user_set_are_there_at_the_next_start(qtbot, spec) -> None:
    """They are kept under the table's name with the window's place, and read by another start."""
    for is_second in (False, True):
        remembered = Remembered(spec)
        view = TableView("Rows")
        qtbot.addWidget(view)
        model = RowsModel(COLUMNS)
        model.set_rows([Measured(name="a", value=1.0)])
        view.setModel(model)
        view.remember_as("rows", remembered)
        view.show()
        qtbot.waitExposed(view)
        view.fit_columns()
        if not is_second:
            view.horizontalHeader().resizeSection(0, 217)
            assert remembered.set_place("projects", "", QByteArray()) == ""

    assert abs(view.columnWidth(0) - 217) <= 1


@pytest.mark.parametrize("direction", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft])
def test_a_row_is_chosen_in_a_mirrored_table_too(qtbot, direction: Qt.LayoutDirection) -> None:
    """Whatever side the columns begin at, the row is selected whole and is the current one."""
    view = TableView("Rows")
    qtbot.addWidget(view)
    view.setLayoutDirection(direction)
    model = RowsModel(COLUMNS)
    model.set_rows([Measured(name=name, value=1.0) for name in "abc"])
    view.setModel(model)
    view.resize(900, 200)
    view.show()
    qtbot.waitExposed(view)
    view.selectRow(1)

    assert view.currentIndex().row() == 1
    assert [index.row() for index in view.selectionModel().selectedRows()] == [1]


def test_a_closed_choice_shows_the_beginning_of_a_long_name_also_from_right_to_left(qtbot) -> None:
    """Names that differ at their end alone look alike, names that differ at their beginning do not."""

    def drawn(name: str) -> QImage:
        box = ChoiceBox()
        qtbot.addWidget(box)
        box.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        box.addItem(name)
        box.resize(160, 30)
        return box.grab().toImage()

    middle = "a very long name of a system, " * 5

    assert drawn("first" + middle + "one") == drawn("first" + middle + "two")
    assert drawn("first" + middle + "one") != drawn("other" + middle + "one")
