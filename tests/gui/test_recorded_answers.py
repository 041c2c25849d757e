"""Recorded answers to a benchmark in the window: its pages say whose they are, and offer nothing to ask."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt

from tests.gui.driving import PATIENCE_MS
from tests.unit.audit.recorded_answers import answered, asking, taken, written


def test_the_run_page_says_whose_answers_they_are_and_asks_nobody(qtbot, window, tmp_path: Path) -> None:
    """The card names file, supplier and what is unknown; no button asks; an answer claims no request and no time."""
    context = window._context
    project = asking(context.spec, "Recorded")
    rows = answered(context.spec, tmp_path)
    rows[0] = {key: rows[0][key] for key in ("item", "label")} | {"answer": None}
    done = taken(context.spec, project, written(tmp_path / "answers.jsonl", rows[:-2]))

    context.open_project(project)
    qtbot.waitUntil(lambda: window.top_line.project_label.text() == "Recorded", timeout=PATIENCE_MS)
    window.show_page("run")
    page = window.stack.currentWidget().widget()
    qtbot.waitUntil(page.tabs.isVisible, timeout=PATIENCE_MS)
    (card,) = page._cards.values()
    qtbot.waitUntil(card.origin_label.isVisible, timeout=PATIENCE_MS)
    assert "a recorded file supplied by Vendor Ltd: answers.jsonl" in card.origin_label.text()
    assert "neither asked for these answers nor saw the calls" in card.origin_label.text()
    assert "whether any was chosen or changed is not known" in card.origin_label.text()
    assert not page.start_button.isVisible()
    assert "FairDesk asks for none beside them" in page.words_label.text()
    page.tabs.setCurrentIndex(1)
    answers = page.answers
    qtbot.waitUntil(lambda: answers.model.rowCount() == 94, timeout=PATIENCE_MS)
    answers.view.setFocus()
    qtbot.keyClick(answers.view, Qt.Key.Key_Down)
    qtbot.waitUntil(answers.answer.answer_text.isVisible, timeout=PATIENCE_MS)
    told = answers.answer.request_label.text()
    assert f"From the recorded file answers.jsonl, SHA-256 {done.file.sha256}" in told
    assert "What was sent for it is not known" in told
    assert "Sent" not in told
    assert "hash" not in told
    assert answers.answer._request_heading.text() == "Request of the plan; what was sent is not known"


def test_results_carry_the_words_wherever_they_go(qtbot, window, tmp_path: Path) -> None:
    """The page Results says above its numbers whose answers they are; the report's gate says it too."""
    context = window._context
    project = asking(context.spec, "Recorded")
    taken(context.spec, project, written(tmp_path / "answers.jsonl", answered(context.spec, tmp_path)))
    context.open_project(project)
    qtbot.waitUntil(lambda: window.top_line.project_label.text() == "Recorded", timeout=PATIENCE_MS)
    window.show_page("report")
    page = window.stack.currentWidget().widget()
    qtbot.waitUntil(lambda: "supplied by Vendor Ltd" in words_of(page), timeout=PATIENCE_MS)


def words_of(page) -> str:
    """All that labels of a page say."""
    from PySide6.QtWidgets import QLabel

    return "\n".join(label.text() for label in page.findChildren(QLabel) if not label.isHidden())
