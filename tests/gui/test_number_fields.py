"""Number fields of forms that follow what is typed: what stands under the cursor is not written anew."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from fairdesk.domain.endpoint_terms import Budget
from fairdesk.gui.widgets.budget_form import BudgetForm
from fairdesk.gui.widgets.sample_line import SampleLine


def type_over(qtbot, box, text: str, seen: list[str]) -> None:
    """Type a number key by key, and note what the field shows after each."""
    box.setFocus()
    box.selectAll()
    for letter in text:
        qtbot.keyClicks(box.lineEdit(), letter)
        seen.append(box.lineEdit().text())


@pytest.mark.parametrize("text", ["12.50", "7.05", "0.3"])
def test_a_cost_can_be_typed_while_the_budget_is_shown_back(qtbot, text: str) -> None:
    """After each key the details come back to the form, as on the page Run; the digits stay as they were typed."""
    form, seen = BudgetForm(), []
    qtbot.addWidget(form)
    form.edited.connect(lambda _name, budget: form.show_budget(budget))
    form.show()
    type_over(qtbot, form.cost_box, text, seen)

    assert seen == [text[:n] for n in range(1, len(text) + 1)]
    assert form.cost_box.value() == float(text)


def test_a_digit_can_be_put_into_the_middle_of_a_limit(qtbot) -> None:
    """The cursor stays where it is, also where thousands are written apart."""
    form = BudgetForm()
    qtbot.addWidget(form)
    form.edited.connect(lambda _name, budget: form.show_budget(budget))
    form.show_budget(Budget(max_calls=15))
    form.show()
    line = form.calls_box.lineEdit()
    line.setFocus()
    line.setCursorPosition(1)
    qtbot.keyClicks(line, "234")

    assert form.calls_box.value() == 12345
    assert line.cursorPosition() == 4
    qtbot.keyClick(line, Qt.Key.Key_Backspace)
    assert form.calls_box.value() == 1235


def test_what_arrives_meanwhile_leaves_a_half_typed_sample_size_alone(qtbot) -> None:
    """The number counts when it is finished; the design is shown again before that, because something was saved."""
    form = SampleLine()
    qtbot.addWidget(form)
    form.show_numbers(15, 7)
    form.show()
    line = form.number_box.lineEdit()
    line.setFocus()
    line.setCursorPosition(1)
    qtbot.keyClicks(line, "2")
    form.show_numbers(15, 7)
    assert (line.text(), line.cursorPosition()) == ("125", 2)
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert form.number_box.value() == 125
