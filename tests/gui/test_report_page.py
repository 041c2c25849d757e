"""The page Report, as an auditor uses it: a real run behind it, real keys, real files."""

from __future__ import annotations

import shutil
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QLineEdit, QWidget

from fairdesk.audit.plan import fix_plan
from fairdesk.audit.projects import create_project, starting_details
from fairdesk.audit.run import run_project
from fairdesk.audit.throw_away import ThrowAway, make_throw_away
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.gui.main_window import MainWindow
from fairdesk.report.identity import make_demo_identity
from tests.gui.driving import PATIENCE_MS, answer_dialog, nameless_controls

REPORT_MS = 90_000
"""Computing, laying out, signing and checking on a machine that does other things too."""

NAME = "Admissions 2027"


@pytest.fixture(scope="session")
def ready_profile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A profile with one project whose rehearsal is over; made once, copied by each test."""
    folder = tmp_path_factory.mktemp("ready") / "profile"
    folder.mkdir(mode=0o700)
    spec = WorkspaceSpec(data_dir=folder)
    details = replace(
        starting_details(), client="University", purpose="A test.", auditor="Zoë Nguyễn", n_cases=3, n_samples=2
    )
    project = create_project(spec, NAME, details)
    fix_plan(spec, project.project_id)
    run_project(spec, project.project_id, lambda _progress: None)
    return folder


@pytest.fixture
def data_dir(ready_profile: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(ready_profile, tmp_path / "profile"))


def open_report_page(qtbot, window: MainWindow) -> Any:
    from fairdesk.audit.projects import list_projects

    context = window._context
    project = next(project for project in list_projects(context.spec) if project.name == NAME)
    context.open_project(project.project_id)
    qtbot.waitUntil(lambda: window.top_line.project_label.text() == NAME, timeout=PATIENCE_MS)
    window.show_page("report")
    page = window.stack.currentWidget().widget()
    qtbot.waitUntil(lambda: bool(page.gate_list.heading.text()), timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: not context.tasks.is_busy(), timeout=PATIENCE_MS)
    return page


def press(qtbot, button: QWidget) -> None:
    assert button.isVisible(), button
    assert button.isEnabled(), button
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def fill(qtbot, page: Any, made: ThrowAway, password: str, target: Path) -> None:
    page.tabs.setCurrentIndex(1)
    page.form.key_edit.setText(str(made.p12))
    page.form.password_edit.setText(password)
    page.form.target_edit.setText(str(target))
    press(qtbot, page.form.look_button)


@pytest.fixture
def identity(spec: WorkspaceSpec, tmp_path: Path) -> ThrowAway:
    return make_throw_away(spec, tmp_path / "keys", "Zoë Nguyễn")


@pytest.mark.slow
def test_pages_are_shown_as_printed(qtbot, window) -> None:
    """Laid out when asked, one page at a time, by button and by list, in every zoom; the paper is light."""
    page = open_report_page(qtbot, window)
    preview = page.preview
    assert page.gate_list.heading.text() == "Nothing is missing: the report can be issued."
    assert page.rehearsal_badge.text().startswith("Rehearsal, not evidence")
    press(qtbot, preview.empty.action_button)
    qtbot.waitUntil(preview.cancel_button.isVisible, timeout=PATIENCE_MS)
    qtbot.waitUntil(preview.paper.has_picture, timeout=REPORT_MS)
    n_pages = preview.page_list.count()
    assert preview.page_label.text() == f"Page 1 of {n_pages}"
    assert not preview.earlier_button.isEnabled()
    press(qtbot, preview.later_button)
    name = f"Page 2 of {n_pages}"
    qtbot.waitUntil(lambda: preview.paper.accessibleName() == name, timeout=PATIENCE_MS)
    width = preview.paper.width()
    preview.zoom_box.setCurrentIndex(preview.zoom_box.count() - 1)
    preview.zoom_box.activated.emit(preview.zoom_box.currentIndex())
    qtbot.waitUntil(lambda: preview.paper.width() > width, timeout=PATIENCE_MS)
    assert preview.paper.grab().toImage().pixelColor(5, 5).lightness() > 250
    assert nameless_controls(window) == []


@pytest.mark.slow
def test_a_report_is_issued_checked_listed_and_handed_out_again(qtbot, window, identity, tmp_path: Path) -> None:
    """Who signs is shown first; the check stands there at once; the copy is byte for byte the same."""
    page = open_report_page(qtbot, window)
    target = tmp_path / "report.pdf"
    fill(qtbot, page, identity, identity.password, target)
    assert not page.issue_button.isEnabled()
    qtbot.waitUntil(page.issue_button.isEnabled, timeout=PATIENCE_MS)
    assert "Zoë Nguyễn" in page.form.signer_label.text()
    assert "nobody's identity" in page.form.signer_label.text()
    assert page.form.password_edit.echoMode() == QLineEdit.EchoMode.Password
    press(qtbot, page.issue_button)
    qtbot.waitUntil(page.cancel_button.isVisible, timeout=PATIENCE_MS)
    qtbot.waitUntil(page.verification.isVisible, timeout=REPORT_MS)

    assert target.exists()
    assert page.messages.message_label.text().startswith("Note: Report FD-")
    assert page.form.password_edit.text() == ""
    assert window.top_line.state_badge.text() == "issued"
    page.tabs.setCurrentIndex(2)
    issued = page.issued
    qtbot.waitUntil(lambda: issued.model.rowCount() == 1, timeout=PATIENCE_MS)
    line = issued.model.row(0)
    assert line.signer
    assert line.valid_until > "2026"
    copy = tmp_path / "copy.pdf"

    def save(dialog: QWidget) -> None:
        assert isinstance(dialog, QFileDialog)
        dialog.selectFile(str(copy))
        dialog.accept()

    answer_dialog(save)
    press(qtbot, issued.copy_button)
    qtbot.waitUntil(lambda: "byte for byte" in issued.messages.message_label.text(), timeout=PATIENCE_MS)
    assert copy.read_bytes() == target.read_bytes()
    press(qtbot, issued.check_button)
    qtbot.waitUntil(issued.verification.isVisible, timeout=REPORT_MS)


@pytest.mark.slow
def test_problems_stand_beside_their_fields_and_leave_nothing_behind(qtbot, window, identity, tmp_path: Path) -> None:
    """Wrong password, expired certificate, a file that is there, a folder that is not: said where it is mended."""
    page = open_report_page(qtbot, window)
    folder = tmp_path / "out"
    folder.mkdir()
    form = page.form
    fill(qtbot, page, identity, "wrong", folder / "report.pdf")
    qtbot.waitUntil(form.key_note.isVisible, timeout=PATIENCE_MS)
    assert "password does not open" in form.key_note.text()
    assert not page.issue_button.isEnabled()
    old = make_demo_identity(tmp_path / "old", "Old", datetime.now(UTC) - timedelta(days=60))
    made = ThrowAway(p12=old.p12, password=old.password, certificate=old.certificate)
    fill(qtbot, page, made, made.password, folder / "report.pdf")
    qtbot.waitUntil(lambda: "expired" in form.key_note.text(), timeout=PATIENCE_MS)
    (folder / "taken.pdf").write_bytes(b"mine")
    for name, words in (("taken.pdf", "there already"), ("missing/report.pdf", "does not exist")):
        fill(qtbot, page, identity, identity.password, folder / name)
        qtbot.waitUntil(page.issue_button.isEnabled, timeout=PATIENCE_MS)
        press(qtbot, page.issue_button)
        qtbot.waitUntil(lambda words=words: words in form.target_note.text(), timeout=PATIENCE_MS)

    assert [path.name for path in folder.iterdir()] == ["taken.pdf"]
    assert (folder / "taken.pdf").read_bytes() == b"mine"
    assert page.issued.model.rowCount() == 0


@pytest.mark.slow
def test_cancel_before_signing_leaves_nothing_behind(qtbot, window, identity, tmp_path: Path) -> None:
    """No file, no entry in the register; the form is as it was and can be used again."""
    page = open_report_page(qtbot, window)
    target = tmp_path / "out" / "report.pdf"
    target.parent.mkdir()
    fill(qtbot, page, identity, identity.password, target)
    qtbot.waitUntil(page.issue_button.isEnabled, timeout=PATIENCE_MS)
    press(qtbot, page.issue_button)
    press(qtbot, page.cancel_button)
    qtbot.waitUntil(
        lambda: "stopped before anything was signed" in page.messages.message_label.text(), timeout=REPORT_MS
    )

    assert list(target.parent.iterdir()) == []
    assert page.issue_button.isEnabled()
    qtbot.waitUntil(lambda: not page._context.tasks.is_busy(), timeout=PATIENCE_MS)
    assert page.issued.model.rowCount() == 0


@pytest.mark.slow
def test_a_throw_away_identity_is_made_and_labelled(qtbot, window, tmp_path: Path) -> None:
    """One button, a folder, and it is known who would sign: nobody."""
    page = open_report_page(qtbot, window)
    page.tabs.setCurrentIndex(1)

    def choose(dialog: QWidget) -> None:
        assert isinstance(dialog, QFileDialog)
        dialog.selectFile(str(tmp_path))
        dialog.accept()

    answer_dialog(choose)
    press(qtbot, page.form.throw_away_button)
    qtbot.waitUntil(lambda: page.form.signer is not None, timeout=PATIENCE_MS)

    assert page.form.signer.is_demonstration
    assert "nobody's identity" in page.form.signer_label.text()


@pytest.mark.slow
def test_what_is_missing_is_listed_and_leads_to_its_page(qtbot, window) -> None:
    """A project without plan and client: nothing is previewed or issued, each sentence has a button."""
    context = window._context
    project = create_project(context.spec, "Fresh", replace(starting_details(), auditor="A"))
    context.open_project(project.project_id)
    qtbot.waitUntil(lambda: window.top_line.project_label.text() == "Fresh", timeout=PATIENCE_MS)
    window.show_page("report")
    page = window.stack.currentWidget().widget()
    qtbot.waitUntil(lambda: bool(page.gate_list.sentences), timeout=PATIENCE_MS)

    assert "No plan is fixed yet." in page.gate_list.sentences
    assert "It is not said who asked for the audit." in page.gate_list.sentences
    assert not page.preview.empty.action_button.isEnabled()
    assert not page.issue_button.isEnabled()
    page.gate_list.page_requested.emit("run")
    assert window.current_page_id() == "run"
