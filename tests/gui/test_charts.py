"""Charts on the screen: words beside every mark, the summary, and the table one key away."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QAccessible, QColor, QFontMetricsF, QImage, QPainter, QPalette

from fairdesk.audit.preferences import Theme
from fairdesk.domain.charts import ChangeBars, CoverageGrid, ForestPlot, ScreenChart
from fairdesk.gui.palettes import build_palette
from fairdesk.gui.widgets.chart_canvas import Canvas, Scale
from fairdesk.gui.widgets.chart_drawing import draw_chart, wanted_size
from fairdesk.gui.widgets.chart_view import ChartView, chart_table
from tests.gui.sample_charts import BARS, COVERAGE, FOREST, INTERACTION


@pytest.mark.parametrize("chart", [FOREST, BARS, INTERACTION, COVERAGE])
def test_a_chart_has_its_summary_in_words(qtbot, chart: ScreenChart) -> None:
    """The summary stands below the picture and is its accessible description; the title is its name."""
    view = ChartView()
    qtbot.addWidget(view)
    view.set_chart(chart)
    view.show()
    part = QAccessible.queryAccessibleInterface(view.canvas)

    assert view.summary_label.text() == chart.summary
    assert part.text(QAccessible.Text.Name) == chart.title
    assert part.text(QAccessible.Text.Description) == chart.summary
    assert part.state().focusable


@pytest.mark.parametrize("chart", [FOREST, BARS, INTERACTION, COVERAGE])
def test_the_table_is_one_key_away(qtbot, chart: ScreenChart) -> None:
    """T shows the table with the focus in it, T again the picture; the button does the same."""
    view = ChartView()
    qtbot.addWidget(view)
    view.set_chart(chart)
    view.show()
    with qtbot.waitActive(view):
        view.activateWindow()
    view.canvas.setFocus()
    qtbot.keyClick(view.canvas, Qt.Key.Key_T)
    assert view.shows_table()
    assert view.table is not None
    assert view.table.view.isVisible()
    qtbot.keyClick(view.table.view, Qt.Key.Key_T)
    assert not view.shows_table()
    qtbot.mouseClick(view.table_button, Qt.MouseButton.LeftButton)

    assert view.shows_table()


def test_the_table_of_a_forest_plot_says_what_was_not_measured() -> None:
    """A missing number is a reason in words, never an empty cell or a 0."""
    columns, rows = chart_table(FOREST)

    assert [column.text(rows[0]) for column in columns] == ["female", "−0.045 [−0.090, 0.000]"]
    assert [column.text(rows[2]) for column in columns] == ["female+international", "not measured: no valid pair"]


def test_the_table_of_bars_has_every_count() -> None:
    """One row per variant, one column per step."""
    columns, rows = chart_table(BARS)

    assert [column.title for column in columns] == ["Variant", "−2", "−1", "0", "+1", "+2"]
    assert [column.text(rows[1]) for column in columns] == ["international", "5", "50", "330", "13", "2"]


def test_the_table_of_an_interaction_has_the_expectation_beside_the_means() -> None:
    """Four means, the sum of the single changes, and the interaction with its interval; or the reason in each row."""
    columns, rows = chart_table(INTERACTION)
    absent = chart_table(replace(INTERACTION, neither=None, reason="no file"))[1]

    assert [[column.text(row) for column in columns] for row in rows[3:]] == [
        ["both", "−0.235"],
        ["sum of the single changes", "−0.145"],
        ["interaction", "−0.090 (−0.140 to −0.040)"],
    ]
    assert columns[1].text(absent[0]) == "not measured: no file"


def test_the_table_of_coverage_names_every_combination_that_can_be() -> None:
    """Tested, too few and not tested with the reason; two levels of one attribute are no combination."""
    columns, rows = chart_table(COVERAGE)

    assert [column.text(rows[1]) for column in columns] == [
        "gender: other",
        "alone",
        "tested, too few to conclude",
        "6",
        "",
    ]
    assert [column.text(rows[3]) for column in columns][2:] == ["not tested", "none", "no variant signals it"]
    assert len(rows) == 5


@pytest.mark.parametrize(
    "numbers", [[0.0, -0.045, -0.09], [0.0], [5.0], [-3.0, 4_000.0], [0.0, 1e-6], [-0.235, 0.0, 0.1]]
)
def test_every_number_lies_on_the_axis_and_its_ticks_are_few(numbers: list[float]) -> None:
    """Also for one single number, very small and very large ones."""
    scale = Scale.around(numbers, QRectF(0, 0, 100, 10))

    assert all(0 <= scale.x(number) <= 100 for number in numbers)
    assert 2 <= len(scale.ticks()) <= 8
    assert all(0 <= scale.x(tick) <= 100 for tick in scale.ticks())


@pytest.mark.parametrize("theme", [Theme.LIGHT, Theme.DARK, Theme.HIGH_CONTRAST])
@pytest.mark.parametrize("chart", [FOREST, BARS, INTERACTION, COVERAGE])
@pytest.mark.parametrize("is_right_to_left", [False, True])
def test_charts_are_drawn_in_every_theme_and_direction(
    qapp, chart: ScreenChart, theme: Theme, is_right_to_left: bool
) -> None:
    """Something is drawn, and nothing outside the box."""
    palette = build_palette(theme)
    size = wanted_size(chart, QFontMetricsF(qapp.font())).toSize().expandedTo(QSize(660, 220))
    image = QImage(size.width() + 40, size.height() + 40, QImage.Format.Format_RGB32)
    image.fill(QColor("magenta"))
    painter = QPainter(image)
    painter.setFont(qapp.font())
    box = QRectF(20, 20, size.width(), size.height())
    draw_chart(Canvas(painter=painter, rect=box, palette=palette, is_right_to_left=is_right_to_left), chart)
    painter.end()
    width, height = image.width(), image.height()
    inside = {image.pixelColor(x, y).name() for x in range(20, width - 20, 3) for y in range(20, height - 20, 3)}
    edge = {image.pixelColor(x, y).name() for x in range(width) for y in (5, 15, height - 15, height - 5)}

    assert edge == {QColor("magenta").name()}
    assert palette.color(QPalette.ColorRole.Base).name() in inside
    assert palette.color(QPalette.ColorRole.Text).name() in inside


def test_a_chart_without_rows_is_drawn(qapp) -> None:
    """No variant at all is no crash."""
    image = QImage(300, 100, QImage.Format.Format_RGB32)
    for chart in (
        ForestPlot(title="x", unit="", reference=0.0, left_words="", right_words="", lines=(), summary="nothing"),
        ChangeBars(title="x", steps=("0",), counts={}, summary="nothing"),
        ChangeBars(title="x", steps=("−1", "0", "+1"), counts={"a": (0, 0, 0)}, summary="nothing"),
        CoverageGrid(title="x", groups=(), cells=(), summary="nothing"),
        replace(INTERACTION, neither=None, reason="no file has all four answers"),
        replace(INTERACTION, only_first=0.0, only_second=0.0, both=0.0, expected=0.0),
    ):
        painter = QPainter(image)
        palette = build_palette(Theme.LIGHT)
        draw_chart(Canvas(painter=painter, rect=QRectF(image.rect()), palette=palette, is_right_to_left=False), chart)
        painter.end()


@pytest.mark.parametrize("is_right_to_left", [False, True])
def test_an_axis_runs_from_left_to_right_in_every_language(qapp, is_right_to_left: bool) -> None:
    """A painter of a mirrored window must not put the words of the axis on the wrong sides."""
    drawn: list[QImage] = []
    for left_words, right_words in (("rated lower", ""), ("", "rated higher")):
        image = QImage(600, 200, QImage.Format.Format_RGB32)
        painter = QPainter(image)
        painter.setLayoutDirection(
            Qt.LayoutDirection.RightToLeft if is_right_to_left else Qt.LayoutDirection.LeftToRight
        )
        chart = ForestPlot(
            title="", unit="", reference=0.0, left_words=left_words, right_words=right_words, lines=(), summary="x"
        )
        palette = build_palette(Theme.LIGHT)
        canvas = Canvas(painter=painter, rect=QRectF(image.rect()), palette=palette, is_right_to_left=is_right_to_left)
        draw_chart(canvas, chart)
        painter.end()
        drawn.append(image)
    differing = [x for x in range(600) for y in range(0, 200, 2) if drawn[0].pixel(x, y) != drawn[1].pixel(x, y)]
    n_ink_left = sum(drawn[0].pixelColor(x, y).lightness() < 128 for x in set(differing) if x < 300 for y in range(200))
    n_ink_right = sum(
        drawn[0].pixelColor(x, y).lightness() < 128 for x in set(differing) if x > 300 for y in range(200)
    )

    assert n_ink_left > n_ink_right
