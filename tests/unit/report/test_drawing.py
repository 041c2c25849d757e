"""Charts: every value in words, nothing unmeasured that looks like a number, axes that cover the values."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.domain.charts import ChangeBars, ForestLine
from fairdesk.report.blocks import Figure
from fairdesk.report.pictures import axis_steps
from tests.pdf_tools.reading import elements, spoken_text
from tests.unit.report.documents import bars, forest, rendered


@given(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6))
def test_an_axis_covers_its_values_in_round_steps(one: float, two: float) -> None:
    """Steps rise, there are few of them, and both ends lie inside."""
    low, high = min(one, two), max(one, two)

    steps = axis_steps(low, high)

    slack = 1e-6 * (steps[-1] - steps[0])
    assert steps == sorted(set(steps))
    assert 2 <= len(steps) <= 9
    assert steps[0] - slack <= low <= high <= steps[-1] + slack


def test_an_axis_of_the_textbook_numbers() -> None:
    """Shifts from -0.30 to 0.10 get tenths."""
    assert axis_steps(-0.30, 0.10) == [-0.3, -0.2, -0.1, 0.0, 0.1]


def test_a_forest_plot_prints_every_line_and_says_what_was_not_measured() -> None:
    """Labels, values and the reason of an unmeasured cell are text; the summary is the text alternative."""
    data = rendered(Figure(chart=forest(), caption="Shifts")).data

    text = spoken_text(data)
    assert "Figure 1. Shifts" in text
    for words in ("Female-coded name", "−0.045 [−0.090, −0.001]", "محمد 0", "not measured", "rated lower", "−0.1"):
        assert words in text
    assert "all answers were refusals" in text.replace("\n", " ")
    assert elements(data, "Figure")[0]["alt"] == forest().summary
    assert text.count("The shift was −0.045") == 1


def test_a_long_forest_plot_goes_on_in_further_pictures() -> None:
    """60 lines are all drawn, each picture with its alternative text and the same axis."""
    plot = replace(forest(), lines=forest(60).lines)

    data = rendered(Figure(chart=plot, caption="Many")).data

    text = spoken_text(data)
    figures = elements(data, "Figure")
    assert all(f"محمد {number}\n" in text for number in range(58))
    assert len(figures) == 5
    assert str(figures[1]["alt"]).endswith("(picture 2 of 5)")


@pytest.mark.parametrize(
    "line",
    [
        ForestLine(label="x", value=0.0, low=-math.inf, high=math.inf, printed="0 (no bounds)"),
        ForestLine(label="x", value=0.0, low=0.0, high=0.0, printed="0"),
        ForestLine(label="x", value=1e9, low=1e8, high=1e10, printed="large"),
        ForestLine(label="very long label " * 20, value=0.1, low=None, high=None, printed="printed " * 30),
    ],
)
def test_odd_numbers_and_long_words_do_not_stop_a_plot(line: ForestLine) -> None:
    """Unbounded, empty and huge intervals, and words longer than their room, are drawn."""
    assert rendered(Figure(chart=replace(forest(), lines=(line,)), caption="Odd")).n_pages == 1


def test_a_plot_without_lines_is_drawn_empty() -> None:
    """No line: the axis and the summary remain."""
    assert "The shift was" in spoken_text(rendered(Figure(chart=replace(forest(), lines=()), caption="None")).data)


def test_change_bars_print_their_counts() -> None:
    """Every count stands above its bar, a zero too, and the steps are named."""
    lines = spoken_text(rendered(Figure(chart=bars(), caption="Changes")).data).split("\n")

    assert [lines.count(count) for count in ("4", "30", "348", "16", "2", "400")] == [1] * 6
    assert lines.count("0") == 5  # four empty bars and the name of the middle step
    assert "张伟" in lines


def test_change_bars_need_one_count_per_step() -> None:
    """A chart with counts left out is a fault of the section."""
    chart = ChangeBars(title="t", steps=("a", "b"), counts={"x": (1,)}, summary="s")

    with pytest.raises(ValueError, match="one count per step"):
        rendered(Figure(chart=chart, caption="c"))
