"""The coverage grid of a plan: counts above, blocks to choose, the picture or table of one, and what is decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from fairdesk.domain.design import CellChoice, Design
from fairdesk.domain.plan_words import REASON_CODES
from fairdesk.gui.counted import counted
from fairdesk.gui.plan_edits import ALWAYS, PlanEdits
from fairdesk.gui.tables import Column, RowsModel
from fairdesk.gui.widgets.cell_form import CellForm
from fairdesk.gui.widgets.empty_state import EmptyState
from fairdesk.gui.widgets.flow_row import ButtonRow
from fairdesk.gui.widgets.fold import Fold
from fairdesk.gui.widgets.grid_area import GridArea
from fairdesk.gui.widgets.grid_canvas import GridCanvas
from fairdesk.gui.widgets.grid_painting import state_words
from fairdesk.gui.widgets.grid_shape import CellFace, GridBlock
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle
from fairdesk.gui.widgets.short_table import ShortTable
from fairdesk.gui.widgets.side_by_side import SideBySide, kept_narrow

if TYPE_CHECKING:
    from fairdesk.audit.grid_rows import GridBlock as BlockCount
    from fairdesk.audit.grid_rows import GridView
    from fairdesk.audit.plan_numbers import BlockCells

EVERY_LEVEL = "*"


class GridPanel(QWidget):
    """``cells_wanted`` carries the attributes of a block whose cells are to be computed."""

    cells_wanted = Signal(object)

    def __init__(self, edits: PlanEdits, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._edits = edits
        self._design = Design()
        self._decided: dict[frozenset[tuple[str, str]], CellChoice] = {}
        self._chosen: tuple[tuple[str, ...], ...] = ()
        self._is_filling = False
        self._is_read_only = False
        self.counts_label = PlainLabel("", TextStyle.STRONG).wrapping()
        self.counts_label.setAccessibleName(self.tr("Counts of the grid"))
        self.more_label = PlainLabel().wrapping()
        self.problem_label = PlainLabel().wrapping()
        self.blocks = RowsModel(self._block_columns(), self)
        self.block_table = ShortTable(self.blocks, self.tr("Blocks of the grid"), most_rows=5)
        self.block_table.view.setSortingEnabled(True)
        self.block_table.view.sortByColumn(-1, Qt.SortOrder.AscendingOrder)
        self.block_heading = PlainLabel("", TextStyle.HEADING).wrapping()
        self.canvas = GridCanvas()
        self.area = GridArea(self.canvas)
        self.cell_rows = RowsModel(self._cell_columns(), self)
        self.cell_table = ShortTable(self.cell_rows, self.tr("Table of the block"), most_rows=12)
        self.current_label = PlainLabel().wrapping()
        self.current_label.setAccessibleName(self.tr("The cell at the keyboard"))
        self.view_button = QPushButton(self.tr("Show the table (T)"))
        self.view_button.setProperty(ALWAYS, True)
        self.form = CellForm()
        self.empty = EmptyState(
            self.tr("There is no attribute yet, so there is no grid"),
            self.tr("Attributes, their levels and the cues that signal them stand on the page Cues."),
            self.tr("Go to Cues"),
        )
        self.empty.hide()
        self._lay_out()
        self._connect()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._chosen:
            self.cells_wanted.emit(self._chosen[0])

    def forget(self) -> None:
        """Another project is open: cells that were chosen, and a reason typed for them, are not of this one."""
        self._chosen = ()
        self._is_filling = True
        self.blocks.set_rows(())
        self.cell_rows.set_rows(())
        self._is_filling = False
        self.canvas.show_block(GridBlock())
        self.canvas.choose(())
        self._show_target()

    def show_design(self, design: Design) -> None:
        """The decisions that stand in a design, for the form; the states come from the worker."""
        is_other = design.choices is not self._design.choices
        self._design = design
        if is_other:
            self._decided = {frozenset(one.levels.items()): one for one in design.choices}
            self.form.show_earlier(design.choices)
        self._show_target()

    def show_view(self, view: GridView) -> None:
        """Counts of all orders and blocks."""
        self.counts_label.setText("\n".join(view.words[: view.highest_order]))
        self.more_label.setText("\n".join(view.words[view.highest_order :]))
        self.problem_label.setText("\n".join(view.problems))
        self.problem_label.setVisible(bool(view.problems))
        self.empty.setVisible(not view.blocks)
        for part in (self.block_table, self.block_heading, self.work, self.hint_label):
            part.setVisible(bool(view.blocks))
        if not view.blocks:
            self._chosen = ()
            self.blocks.set_rows(())
            self.canvas.show_block(GridBlock())
            return
        held = {block.attributes for block in view.blocks}
        chosen = tuple(one for one in self._chosen if one in held) or tuple(
            block.attributes for block in _first_block(view.blocks)
        )
        self._is_filling = True
        is_first = not self.blocks.rowCount()
        self.blocks.set_rows(view.blocks)
        if is_first:
            self.block_table.view.fit_columns()
        self._select_rows(chosen)
        self._is_filling = False
        self._take_blocks(chosen)

    def show_cells(self, cells: BlockCells) -> None:
        """The cells of the block that is shown."""
        if not self._chosen or cells.attributes != self._chosen[0]:
            return
        block = GridBlock(
            attributes=cells.attributes,
            titles=cells.titles,
            levels=cells.levels,
            faces={
                tuple(cell.levels[name] for name in cells.attributes): CellFace(
                    state=cell.state.value, words=cell.words
                )
                for cell in cells.cells
            },
        )
        self.canvas.show_block(block)
        self.block_heading.setText(
            block.title
            if len(cells.cells) == cells.n_all
            else self.tr("{block}: the first {n} of {all} cells; give the others a decision by block").format(
                block=block.title, n=f"{len(cells.cells):,}", all=f"{cells.n_all:,}"
            )
        )
        self.area.fit()
        self._is_filling = True
        self.cell_rows.set_rows(cells.cells)
        self._is_filling = False
        self._show_target()

    def shows_table(self) -> bool:
        """True while the table stands in the picture's place."""
        return self.cell_table.isVisibleTo(self)

    def change_view(self) -> None:
        """From picture to table, or back; the focus goes along."""
        is_table = self.shows_table()
        self.area.setVisible(is_table)
        self.cell_table.setVisible(not is_table)
        if not is_table:
            self.cell_table.view.fit_columns(260)
        (self.canvas if is_table else self.cell_table.view).setFocus()
        self.view_button.setText(self.tr("Show the table (T)") if is_table else self.tr("Show the picture (T)"))

    def set_read_only(self, is_read_only: bool) -> None:
        """Decisions can be looked at only, or given as well."""
        self._is_read_only = is_read_only
        self._show_target()

    def _lay_out(self) -> None:
        picture = QWidget()
        column = QVBoxLayout(picture)
        column.setContentsMargins(0, 0, 0, 0)
        for part in (self.area, self.cell_table, self.current_label, ButtonRow([self.view_button])):
            column.addWidget(part)
        column.addStretch(1)
        self.cell_table.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        self.counting_fold = Fold(self.tr("How cells are counted"), kept_narrow(self.more_label))
        self.hint_label = PlainLabel(
            self.tr("Choose a block, or several; the first one is shown. A tested cell is a variant of every file.")
        ).wrapping()
        self.work = SideBySide(picture, self.form)
        for widget in (
            self.problem_label,
            self.empty,
            self.hint_label,
            self.block_table,
            self.block_heading,
            self.work,
            self.counting_fold,
        ):
            layout.addWidget(widget)
        # A shortcut and not a key event: tables take letters for their own search.
        key = QShortcut(QKeySequence(Qt.Key.Key_T), picture)
        key.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        key.activated.connect(self.change_view)

    def _connect(self) -> None:
        self.block_table.view.selectionModel().selectionChanged.connect(self._on_blocks_chosen)
        self.cell_table.view.selectionModel().selectionChanged.connect(self._on_rows_chosen)
        self.canvas.selection_changed.connect(self._show_target)
        self.canvas.edit_requested.connect(self.form.state_box.setFocus)
        self.cell_table.view.row_chosen.connect(lambda _index: self.form.state_box.setFocus())
        self.view_button.clicked.connect(self.change_view)
        self.form.given.connect(self._on_given)
        self.form.taken_back.connect(self._on_taken_back)

    def _block_columns(self) -> tuple[Column, ...]:
        end = Qt.AlignmentFlag.AlignTrailing

        def number(title: str, name: str) -> Column:
            return Column(
                title=title,
                text=lambda block: f"{getattr(block, name):,}",
                sort_key=lambda block: getattr(block, name),
                exact=lambda block: getattr(block, name),
                align=end,
            )

        return (
            Column(title=self.tr("Block"), text=lambda block: " × ".join(block.titles)),
            number(self.tr("Cells"), "possible"),
            number(self.tr("Tested"), "tested"),
            number(self.tr("Too small"), "too_small"),
            number(self.tr("Not tested"), "not_tested"),
            number(self.tr("No reason yet"), "without_reason"),
            Column(title=self.tr("In words"), text=lambda block: block.words),
        )

    def _cell_columns(self) -> tuple[Column, ...]:
        return (
            Column(title=self.tr("Cell"), text=lambda cell: ", ".join(f"{a}: {b}" for a, b in cell.levels.items())),
            Column(title=self.tr("State"), text=lambda cell: state_words(cell.state.value)),
            Column(title=self.tr("Kind of reason"), text=lambda cell: _reason_words(cell.choice)),
            Column(title=self.tr("Reason"), text=lambda cell: cell.choice.reason_text if cell.choice else ""),
            Column(
                title=self.tr("Stakes"),
                text=lambda cell: (
                    str(cell.choice.stakes) if cell.choice and cell.choice.stakes else self.tr("not rated")
                ),
            ),
            Column(title=self.tr("Evidence"), text=lambda cell: cell.choice.prior if cell.choice else ""),
            Column(title=self.tr("Planned for"), text=lambda cell: cell.choice.planned_for if cell.choice else ""),
            Column(title=self.tr("In words"), text=lambda cell: cell.words),
        )

    def _select_rows(self, chosen: Sequence[tuple[str, ...]]) -> None:
        view, wanted = self.block_table.view, set(chosen)
        view.clearSelection()
        model = view.selectionModel()
        for row in range(self.blocks.rowCount()):
            if self.blocks.row(row).attributes in wanted:
                index = self.blocks.index(row, 0)
                model.select(index, model.SelectionFlag.Select | model.SelectionFlag.Rows)
                if self.blocks.row(row).attributes not in self._chosen:
                    # Not at every new number: the list would jump under the hands of whoever looks through it.
                    view.scrollTo(index)
                if self.blocks.row(row).attributes == chosen[0]:
                    model.setCurrentIndex(index, model.SelectionFlag.NoUpdate)

    def _on_blocks_chosen(self) -> None:
        if self._is_filling:
            return
        rows = self.block_table.view.selectionModel().selectedRows()
        self._take_blocks(tuple(self.blocks.row(index).attributes for index in rows))

    def _take_blocks(self, chosen: tuple[tuple[str, ...], ...]) -> None:
        if chosen and chosen[:1] != self._chosen[:1]:
            # Cells of the block before are no cells of this one.
            self.canvas.choose(())
        self._chosen = chosen
        # While another part of the page is shown, its keys shall not wait for cells that nobody sees.
        if chosen and self.isVisible():
            self.cells_wanted.emit(chosen[0])
        self._show_target()

    def _on_rows_chosen(self) -> None:
        if self._is_filling or not self.shows_table():
            return
        rows = self.cell_table.view.selectionModel().selectedRows()
        names = self.canvas.block.attributes
        self.canvas.choose(tuple(self.cell_rows.row(index).levels[name] for name in names) for index in rows)

    def _targets(self) -> tuple[Mapping[str, str], ...]:
        """Cells that are chosen; without any, the blocks that are."""
        names = self.canvas.block.attributes
        if self.canvas.selected and self._chosen[:1] == (names,):
            ordered = (key for key in self.canvas.block.every_key() if key in self.canvas.selected)
            return tuple(dict(zip(names, key, strict=True)) for key in ordered)
        return tuple(dict.fromkeys(block, EVERY_LEVEL) for block in self._chosen)

    def _show_target(self) -> None:
        targets = self._targets()
        key = self.canvas.current_key()
        face = self.canvas.block.faces.get(key) if key is not None else None
        is_cells = bool(targets) and EVERY_LEVEL not in targets[0].values()
        self.current_label.setText(
            f"{self.canvas.block.cell_words(key)}. {face.words}"
            if key is not None and face is not None and len(self.canvas.selected) == 1
            else ""
        )
        n = len(targets)
        if not n:
            words, give = self.tr("No cell and no block is chosen."), self.tr("Give this")
        elif is_cells:
            words = (
                self.canvas.block.cell_words(next(iter(self.canvas.selected)))
                if n == 1
                else self.tr("{n} cells of {block}; fields left empty keep what each cell has").format(
                    n=n, block=self.canvas.block.title
                )
            )
            give = self.tr("Give this to the cell") if n == 1 else self.tr("Give this to {n} cells").format(n=n)
        else:
            names = "; ".join(self._attributes_words(tuple(one)) for one in targets[:3])
            more = self.tr(" and {n} more").format(n=n - 3) if n > 3 else ""
            words = self.tr("Whole block: {names}{more}; cells with a decision of their own keep it").format(
                names=names, more=more
            )
            give = self.tr("Give this to the whole block") if n == 1 else self.tr("Give this to {n} blocks").format(n=n)
        self.form.show_target(words, n, give, self._known(targets[0]) if n == 1 else None)
        self.form.set_read_only(self._is_read_only)

    def _attributes_words(self, attributes: tuple[str, ...]) -> str:
        named = {one.attribute_id: one.title for one in self._design.attributes}
        return " × ".join(named.get(name) or name for name in attributes)

    def _known(self, levels: Mapping[str, str]) -> CellChoice | None:
        return self._decided.get(frozenset(levels.items()))

    def _on_given(self, choice: CellChoice) -> None:
        from fairdesk.audit.plan_offers import fill_in, with_choices

        targets = self._targets()
        filled = replace(choice, decided_by=self._edits.who())
        given = []
        for levels in targets:
            before = self._known(levels)
            one = fill_in(filled, before) if len(targets) > 1 else filled
            given.append(replace(one, levels=dict(levels)))
        words = counted(
            len(targets), self.tr("decision about a cell or block"), self.tr("decision about {n} cells or blocks")
        )
        self._edits.change(words, choices=with_choices(self._design.choices, given))

    def _on_taken_back(self) -> None:
        from fairdesk.audit.plan_offers import without_choices

        choices = without_choices(self._design.choices, self._targets())
        self._edits.change(self.tr("decision taken back"), choices=choices)


def _first_block(blocks: Sequence[BlockCount]) -> Sequence[BlockCount]:
    """The first block of two attributes, else of one."""
    pairs = [block for block in blocks if len(block.attributes) == 2]
    return (pairs or list(blocks))[:1]


def _reason_words(choice: CellChoice | None) -> str:
    if choice is None or choice.is_tested:
        return ""
    return REASON_CODES.get(choice.reason_code, choice.reason_code)
