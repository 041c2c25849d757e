"""Draws a block of the coverage grid: each cell has a shape and a word, so that colour carries nothing alone."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QBrush, QFont, QFontMetricsF, QPainter, QPalette, QPen

from fairdesk.gui.widgets.grid_shape import NOT_TESTED, TESTED, TOO_SMALL, WITHOUT_REASON, GridBlock

PADDING = 6.0
GAP = 2.0
WIDEST_NAME = 22
"""Characters of a level's name beside or above the cells; the whole stands below the picture and in the tip."""

STATE_WORDS = {
    TESTED: str(QT_TRANSLATE_NOOP("CoverageState", "tested")),
    TOO_SMALL: str(QT_TRANSLATE_NOOP("CoverageState", "too small")),
    NOT_TESTED: str(QT_TRANSLATE_NOOP("CoverageState", "not tested")),
    WITHOUT_REASON: str(QT_TRANSLATE_NOOP("CoverageState", "no reason yet")),
}


def state_words(state: str) -> str:
    """The word of a state in the language of the window."""
    return QCoreApplication.translate("CoverageState", STATE_WORDS.get(state, state))


@dataclass(frozen=True, slots=True, kw_only=True)
class GridMetrics:
    """Sizes in pixels; ``n_rows`` and ``n_slabs`` say how lines fall into slabs."""

    line_height: float
    cell_width: float
    names_width: float
    title_height: float
    n_rows: int
    n_slabs: int
    n_columns: int

    @classmethod
    def of(cls, block: GridBlock, font: QFontMetricsF) -> GridMetrics:
        """Sizes for a block in a font."""
        widest = font.averageCharWidth() * WIDEST_NAME
        words = max(font.horizontalAdvance(state_words(state)) for state in STATE_WORDS)
        names = [*block.rows, block.titles[-2] if len(block.titles) > 1 else ""]
        columns = [min(font.horizontalAdvance(name), widest) for name in block.columns]
        return cls(
            line_height=round(font.height() * 1.9),
            cell_width=max([words + font.height() + 4 * PADDING, *(width + 2 * PADDING for width in columns)]),
            names_width=min(max(font.horizontalAdvance(name) for name in names), widest) + 2 * PADDING,
            title_height=round(font.height() * 1.9) if len(block.levels) > 2 else 0.0,
            n_rows=len(block.rows),
            n_slabs=len(block.slabs) if block.levels else 0,
            n_columns=len(block.columns),
        )

    @property
    def slab_height(self) -> float:
        """Title, names of the columns, rows and a gap."""
        return self.title_height + self.line_height * (self.n_rows + 2)

    def size(self) -> QSizeF:
        """The least size in which nothing is cut."""
        return QSizeF(
            self.names_width + self.cell_width * self.n_columns + 2 * PADDING,
            max(self.line_height * 2, self.slab_height * self.n_slabs - self.line_height / 2),
        )

    def top(self, line: int) -> float:
        """Upper edge of a line of cells."""
        slab, row = divmod(line, self.n_rows)
        return slab * self.slab_height + self.title_height + self.line_height * (row + 1)

    def left(self, column: int, width: float, is_turned: bool) -> float:
        """Left edge of a column."""
        offset = PADDING + self.names_width + self.cell_width * column
        return width - offset - self.cell_width if is_turned else offset

    def cell(self, place: tuple[int, int], width: float, is_turned: bool) -> QRectF:
        """Where the cell of a line and a column stands."""
        return QRectF(
            self.left(place[1], width, is_turned), self.top(place[0]), self.cell_width, self.line_height
        ).adjusted(GAP, GAP, -GAP, -GAP)

    def place_at(self, point: QPointF, width: float, is_turned: bool) -> tuple[int, int] | None:
        """Line and column under a point; None between the cells."""
        x = width - point.x() if is_turned else point.x()
        column = int((x - PADDING - self.names_width) // self.cell_width)
        slab = int(point.y() // self.slab_height)
        row = int((point.y() - slab * self.slab_height - self.title_height - self.line_height) // self.line_height)
        is_inside = 0 <= column < self.n_columns and 0 <= row < self.n_rows and 0 <= slab < self.n_slabs
        return (slab * self.n_rows + row, column) if is_inside else None


@dataclass(frozen=True, slots=True, kw_only=True)
class GridPainter:
    """Draws with one painter."""

    painter: QPainter
    palette: QPalette
    metrics: GridMetrics
    is_right_to_left: bool

    def draw(self, block: GridBlock, seen: QRectF, width: float) -> None:
        """Draw what lies inside ``seen``."""
        if not block.levels:
            return
        sizes = self.metrics
        first = max(0, int(seen.top() // sizes.slab_height))
        last = min(sizes.n_slabs - 1, int(seen.bottom() // sizes.slab_height))
        for slab in range(first, last + 1):
            self._draw_names(block, slab, width)
            for row in range(sizes.n_rows):
                for column in range(sizes.n_columns):
                    place = (slab * sizes.n_rows + row, column)
                    box = sizes.cell(place, width, self.is_right_to_left)
                    face = block.faces.get(block.key_at(*place)) if box.intersects(seen) else None
                    if face is not None:
                        self._draw_cell(box, face.state)

    def mark_selected(self, box: QRectF) -> None:
        """A thick frame around a chosen cell."""
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        self.painter.setPen(QPen(self.palette.color(QPalette.ColorRole.Accent), 3.0))
        self.painter.drawRect(box)

    def mark_current(self, box: QRectF) -> None:
        """A dotted frame where the keyboard is."""
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        self.painter.setPen(QPen(self.palette.color(QPalette.ColorRole.Text), 1.0, Qt.PenStyle.DotLine))
        self.painter.drawRect(box.adjusted(-GAP, -GAP, GAP, GAP))

    def _draw_names(self, block: GridBlock, slab: int, width: float) -> None:
        sizes = self.metrics
        top = slab * sizes.slab_height
        if sizes.title_height:
            self._write(
                QRectF(PADDING, top, width - 2 * PADDING, sizes.title_height), block.slab_words(slab), is_bold=True
            )
        heading = top + sizes.title_height
        names_left = width - PADDING - sizes.names_width if self.is_right_to_left else PADDING
        if len(block.titles) > 1:
            box = QRectF(names_left, heading, sizes.names_width - PADDING, sizes.line_height)
            self._write(box, f"{block.titles[-2]}", is_bold=True)
        for column, name in enumerate(block.columns):
            left = sizes.left(column, width, self.is_right_to_left)
            self._write(QRectF(left, heading, sizes.cell_width - GAP, sizes.line_height), name, is_centred=True)
        for row, name in enumerate(block.rows):
            box = QRectF(
                names_left, sizes.top(slab * sizes.n_rows + row), sizes.names_width - PADDING, sizes.line_height
            )
            self._write(box, name)

    def _draw_cell(self, box: QRectF, state: str) -> None:
        painter, palette = self.painter, self.palette
        ink = palette.color(QPalette.ColorRole.Text)
        painter.setPen(
            QPen(palette.color(QPalette.ColorRole.PlaceholderText), 1.0, _FRAMES.get(state, Qt.PenStyle.SolidLine))
        )
        painter.setBrush(palette.base())
        painter.drawRect(box)
        side = box.height() * 0.42
        left = box.right() - PADDING - side if self.is_right_to_left else box.left() + PADDING
        sign = QRectF(left, box.center().y() - side / 2, side, side)
        painter.setPen(QPen(ink, 1.2))
        if state == TESTED:
            painter.setBrush(palette.color(QPalette.ColorRole.Accent))
            painter.drawRect(sign)
        elif state == TOO_SMALL:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(sign)
            painter.fillRect(sign.adjusted(0, side / 2, 0, 0), palette.color(QPalette.ColorRole.Accent))
        elif state == NOT_TESTED:
            painter.setBrush(QBrush(ink, Qt.BrushStyle.BDiagPattern))
            painter.drawRect(sign)
        else:
            painter.drawText(sign.adjusted(-2, -4, 2, 4), Qt.AlignmentFlag.AlignCenter, "?")
        offset = side + 2 * PADDING
        words = box.adjusted(PADDING, 0, -offset, 0) if self.is_right_to_left else box.adjusted(offset, 0, -PADDING, 0)
        self._write(words, state_words(state))

    def _write(self, box: QRectF, text: str, *, is_bold: bool = False, is_centred: bool = False) -> None:
        painter = self.painter
        painter.setPen(self.palette.color(QPalette.ColorRole.Text))
        font = QFont(painter.font())
        font.setBold(is_bold)
        painter.setFont(font)
        shown = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, box.width())
        side = Qt.AlignmentFlag.AlignRight if self.is_right_to_left else Qt.AlignmentFlag.AlignLeft
        across = Qt.AlignmentFlag.AlignHCenter if is_centred else side
        flags = across | Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute
        painter.drawText(box, flags | Qt.TextFlag.TextSingleLine, shown)


_FRAMES = {WITHOUT_REASON: Qt.PenStyle.DashLine}
