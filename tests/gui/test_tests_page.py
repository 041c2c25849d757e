"""The page Tests as the auditor uses it, with the shipped suites and files in official layouts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent

from fairdesk.audit.benchmark_sources import SOURCES
from fairdesk.audit.gathering import show_gathering
from fairdesk.domain.benchmarks import SamplingKind
from fairdesk.gui.pages import PAGES
from tests.e2e.benchmark_files import write_bbq
from tests.gui.acting import click, go_to, open_new_project, stored, wait_until_idle, wait_until_saved
from tests.gui.driving import nameless_controls


@pytest.fixture
def page(qtbot, window, context):
    open_new_project(qtbot, context)
    return go_to(qtbot, window, context, "tests")


def cells(page, column: int) -> list[str]:
    return [page.model.data(page.model.index(row, column)) for row in range(page.model.rowCount())]


def look_at_suite(qtbot, page, context, benchmark_id: str = "bbq") -> None:
    page.choose(benchmark_id)
    click(qtbot, page.panel.suite_button)
    wait_until_idle(qtbot, context)


def take(qtbot, page, context) -> None:
    click(qtbot, page.panel.take_button)
    wait_until_idle(qtbot, context)
    wait_until_saved(qtbot, context)


def drop(page, *paths: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    event = QDropEvent(
        QPointF(page.rect().center()),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    page.dropEvent(event)


def test_every_benchmark_is_listed_with_its_card(page) -> None:
    """One row per source; none is asked at first; the card holds construct, limits, criticism, contamination."""
    assert page.model.rowCount() == len(SOURCES)
    assert set(cells(page, 1)) == {"not asked"}
    assert all(cells(page, 4))
    assert all(cells(page, 5))
    for one in (page.model.row(number) for number in range(page.model.rowCount())):
        page.choose(one.benchmark_id)
        text = page.card_view.toPlainText()
        for words in (one.card.construct, *one.card.limits, *one.card.criticism, one.card.contamination):
            assert words in text
    assert nameless_controls(page) == []


def test_the_suite_is_looked_at_sampled_and_taken(qtbot, page, context) -> None:
    """Nothing is stored by looking; the sample says what it comes to, and exactly that is asked."""
    look_at_suite(qtbot, page, context)
    assert stored(context).details.benchmarks == ()
    form = page.panel.form
    assert form.categories.count() == 3
    form.sample_box.setCurrentIndex(form.sample_box.findData(SamplingKind.STRATIFIED.value))
    form.sample_box.activated.emit(form.sample_box.currentIndex())
    form.number_box.setValue(2)
    form.answers_box.setValue(3)
    wait_until_idle(qtbot, context)
    assert form.counts_label.text() == (
        "12 items in 3 orders of their options, 3 answers each: 108 calls per system, 216 for 2 systems."
    )
    take(qtbot, page, context)
    (choice,) = stored(context).details.benchmarks
    assert (choice.n_items, choice.n_orders, choice.n_samples, choice.sampling.n) == (12, 3, 3, 2)
    assert cells(page, 1)[0] == "12"
    assert not page.panel.form.isVisible()
    details = stored(context).summary.project_id
    with_files = show_gathering(context.spec, details).outline
    page.alone_check.click()
    wait_until_saved(qtbot, context)
    alone = show_gathering(context.spec, details).outline
    assert (alone.n_calls, alone.n_cases) == (108, 0)
    assert with_files.n_calls > 108


def test_licence_defects_and_power_stand_on_the_page(qtbot, page, context) -> None:
    """Before and after the files are taken: version, licence, packaging, defects; the sample says what it can show."""
    look_at_suite(qtbot, page, context)
    wait_until_idle(qtbot, context)
    form, known = page.panel.form, "Known defects: FairDesk's own suite\nWritten for FairDesk to try"
    for words in ("Files: FairDesk's own suite", "Licence: Apache 2.0; it may go into an evidence package.", known):
        assert words in page.panel.look_words.text()
    offered = page.chosen()
    assert form.note_label.text() == offered.forms[0].note
    form.form_box.setCurrentIndex(len(offered.forms) - 1)
    form.form_box.activated.emit(len(offered.forms) - 1)
    wait_until_idle(qtbot, context)
    assert form.note_label.text() == offered.forms[-1].note
    form.form_box.setCurrentIndex(0)
    form.form_box.activated.emit(0)
    wait_until_idle(qtbot, context)
    whole = page.panel.power_words.text()
    assert "Planned with chance 0.80" in whole
    assert "s_AMB: told apart from 0 from ±" in whole
    form.sample_box.setCurrentIndex(form.sample_box.findData(SamplingKind.STRATIFIED.value))
    form.sample_box.activated.emit(form.sample_box.currentIndex())
    form.number_box.setValue(2)
    wait_until_idle(qtbot, context)
    assert page.panel.power_words.text() != whole
    assert "6 items with an unclear context" in page.panel.power_words.text()
    take(qtbot, page, context)
    assert page.panel.file_words.isVisible()
    assert not page.panel.look_words.isVisible()
    assert known in page.panel.file_words.text()
    assert nameless_controls(page) == []


def test_one_category_is_asked_alone_and_none_is_refused(qtbot, page, context) -> None:
    """Marks choose categories; without one nothing can be taken, and the page says so."""
    look_at_suite(qtbot, page, context)
    form = page.panel.form
    click(qtbot, form.none_button)
    wait_until_idle(qtbot, context)
    assert not page.panel.take_button.isEnabled()
    assert form.counts_label.text() == "No category is marked, so nothing would be asked."
    form.categories.item(0).setCheckState(Qt.CheckState.Checked)
    wait_until_idle(qtbot, context)
    take(qtbot, page, context)
    (choice,) = stored(context).details.benchmarks
    assert choice.categories == ("Age",)


def test_what_is_asked_is_changed_taken_out_and_brought_back(qtbot, page, context) -> None:
    """A taken benchmark is read from its kept files; taking the last one out asks files again, and undo undoes it."""
    look_at_suite(qtbot, page, context, "crows_pairs")
    take(qtbot, page, context)
    page.alone_check.click()
    wait_until_saved(qtbot, context)
    click(qtbot, page.panel.change_button)
    wait_until_idle(qtbot, context)
    page.panel.form.answers_box.setValue(2)
    take(qtbot, page, context)
    (choice,) = stored(context).details.benchmarks
    assert choice.n_samples == 2
    click(qtbot, page.panel.remove_button)
    wait_until_saved(qtbot, context)
    assert (stored(context).details.benchmarks, stored(context).details.without_files) == ((), False)
    click(qtbot, page.undo_bar.undo_button)
    wait_until_saved(qtbot, context)
    assert stored(context).details.benchmarks == (choice,)
    assert stored(context).details.without_files


def test_official_files_are_dropped(qtbot, page, context, tmp_path: Path) -> None:
    """A folder in the official layout is recognised by what it holds, and its rows that are no items are counted."""
    page.choose("bbq")
    drop(page, write_bbq(tmp_path / "bbq"))
    wait_until_idle(qtbot, context)
    assert "16 items in 1 category" in page.panel.look_words.text()
    assert "Study.jsonl" in page.panel.look_words.text()


def test_a_damaged_file_is_named_with_its_line_and_nothing_is_taken(qtbot, page, context, tmp_path: Path) -> None:
    """A cut line: the message names file and line, and neither project nor page has anything of it."""
    folder = write_bbq(tmp_path / "bbq")
    file = folder / "data" / "Study.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines()
    lines[4] = lines[4][:40]
    file.write_text("\n".join(lines), encoding="utf-8")
    page.choose("bbq")
    page.take_path(folder)
    wait_until_idle(qtbot, context)
    assert page.messages.isVisible()
    assert "Study.jsonl" in page.messages.message_label.text()
    assert "line 5" in page.messages.message_label.text()
    assert page.panel.look is None
    assert stored(context).details.benchmarks == ()


def test_a_file_of_another_benchmark_is_refused(qtbot, page, context, tmp_path: Path) -> None:
    """A file of another layout is refused with cause and cure."""
    file = tmp_path / "pairs.csv"
    file.write_text(json.dumps({"what": "no pairs"}), encoding="utf-8")
    page.choose("crows_pairs")
    page.take_path(file)
    wait_until_idle(qtbot, context)
    assert page.messages.isVisible()
    assert page.messages.advice_label.text()
    assert page.panel.look is None


def test_what_is_typed_while_files_are_read_is_kept(qtbot, page, context) -> None:
    """Another page's words are saved while files are read; taking the benchmark loses nothing of them."""
    look_at_suite(qtbot, page, context)
    click(qtbot, page.panel.take_button)
    context.details.change("object", "purpose", purpose="Typed meanwhile")
    wait_until_idle(qtbot, context)
    wait_until_saved(qtbot, context)
    details = stored(context).details
    assert (details.purpose, len(details.benchmarks)) == ("Typed meanwhile", 1)


def test_reading_can_be_stopped(qtbot, page, context) -> None:
    """Stopping leaves the page as it was; nothing is looked at, nothing is said to be wrong."""
    page.choose("stereoset")
    click(qtbot, page.panel.suite_button)
    page.work.stop()
    wait_until_idle(qtbot, context)
    qtbot.waitUntil(lambda: not page.work.is_working())
    assert page.panel.look is None
    assert not page.messages.isVisible()
    assert page.panel.suite_button.isEnabled()


def test_pages_that_files_need_say_that_nothing_is_needed(qtbot, page, context) -> None:
    """With benchmarks alone the list of pages says that Cases and Cues are not needed."""
    look_at_suite(qtbot, page, context)
    take(qtbot, page, context)
    page.alone_check.click()
    wait_until_saved(qtbot, context)
    states = {one.page_id: one.state(stored(context)) for one in PAGES}
    assert (states["cases"], states["cues"], states["tests"]) == ("not needed", "not needed", "benchmarks alone")
