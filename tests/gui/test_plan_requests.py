"""A request to confirm a plan, answered on the page Verify by somebody who has the window and no project."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QFileDialog, QLineEdit

from fairdesk.audit.locking import prepare_lock
from fairdesk.audit.plan_requests import CHECK, content_sha256, plan_request, read_return
from fairdesk.audit.projects import create_project, starting_details
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.locks import ConfirmedBy
from fairdesk.report.identity import make_demo_identity
from tests.gui.acting import click, go_to, type_into
from tests.gui.driving import PATIENCE_MS, answer_dialog, nameless_controls

LONG_MS = PATIENCE_MS * 3
WORDS = "Ich habe diesen Plan gelesen und stimme zu."


@dataclass(frozen=True)
class Asked:
    """A project elsewhere whose plan waits for its second person."""

    spec: WorkspaceSpec
    project_id: str
    request: bytes


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Asked:
    """Written by the profile of whoever asks; the page under test has another, empty one."""
    folder = tmp_path_factory.mktemp("asked")
    spec = WorkspaceSpec(data_dir=folder / "profile")
    details = replace(starting_details(), client="Universität", purpose="p", auditor="Zoë Nguyễn", n_cases=2)
    project_id = create_project(spec, "Zulassung 2027", details).project_id
    prepare_lock(spec, project_id)
    plan_request(spec, project_id, folder / "request.json")
    return Asked(spec=spec, project_id=project_id, request=(folder / "request.json").read_bytes())


@pytest.fixture
def request_file(asked, tmp_path) -> Path:
    path = tmp_path / "request.json"
    path.write_bytes(asked.request)
    return path


@pytest.fixture
def page(qtbot, window, context):
    return go_to(qtbot, window, context, "verify")


def drop(page, path: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    page.dropEvent(
        QDropEvent(
            QPointF(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        )
    )


def show(qtbot, page, path: Path):
    drop(page, path)
    qtbot.waitUntil(page.request_panel.isVisible, timeout=LONG_MS)
    return page.request_panel


def choose_key(panel) -> None:
    panel.way_box.setCurrentIndex(1)
    panel.way_box.activated.emit(1)


def who(qtbot, panel) -> None:
    type_into(qtbot, panel.name_edit, "B. Klein")
    type_into(qtbot, panel.role_edit, "head of admissions")


def answer(qtbot, panel) -> None:
    click(qtbot, panel.answer_button)
    qtbot.waitUntil(panel.answer_button.isEnabled, timeout=LONG_MS)


def chosen(path: Path):
    def choose(dialog) -> None:
        assert isinstance(dialog, QFileDialog)
        dialog.selectFile(str(path))
        dialog.accept()

    return choose


def test_a_typed_statement_goes_back_and_is_taken(qtbot, page, asked, request_file, tmp_path) -> None:
    """Who asks and what would be locked stand in words; the answer is at a place of one's choice and fits the plan."""
    assert page.first_request_button.isVisible()
    panel = show(qtbot, page, request_file)
    assert not page.empty.isVisible()
    assert panel.who_label.text() == "Zoë Nguyễn asks you to confirm the plan of the audit “Zulassung 2027”."
    plain = json.loads(asked.request)
    assert plain["plan_sha256"] in panel.hash_label.text()
    assert all(words in panel.fixes_label.text() for words in plain["plan"])
    assert plain["sentence"] in panel.sentence_label.text()
    assert panel.target_edit.text() == str(tmp_path / "request-return.json")
    assert nameless_controls(page) == []
    who(qtbot, panel)
    click(qtbot, panel.answer_button)
    assert "statement is missing" in panel.note.text()
    type_into(qtbot, panel.statement_area, WORDS)
    assert not panel.note.isVisible()
    target = tmp_path / "antwort.json"
    type_into(qtbot, panel.target_edit, str(target))
    answer(qtbot, panel)
    assert not panel.note.isVisible(), panel.note.text()
    assert str(target) in panel.done_label.text()
    assert "Send this file to Zoë Nguyễn" in panel.done_label.text()

    given = read_return(asked.spec, asked.project_id, target)
    assert (given.kind, given.name, given.role) == (ConfirmedBy.DECLARED, "B. Klein", "head of admissions")
    assert given.statement.startswith(WORDS)


def test_a_key_file_signs_and_its_password_is_kept_nowhere(qtbot, page, asked, request_file, tmp_path) -> None:
    """A wrong password and an expired certificate write nothing; the right one signs; no field holds the password."""
    panel = show(qtbot, page, request_file)
    who(qtbot, panel)
    choose_key(panel)
    made = make_demo_identity(tmp_path / "keys", "B. Klein", datetime.now(UTC))
    old = make_demo_identity(tmp_path / "old", "B. Klein", datetime.now(UTC) - timedelta(days=60))
    target = Path(panel.target_edit.text())
    assert panel.password_edit.echoMode() == QLineEdit.EchoMode.Password
    assert nameless_controls(page) == []
    for p12, password, words in (
        (tmp_path / "absent.p12", "x", "cannot be read"),
        (made.p12, "wrong", "password does not open"),
        (old.p12, old.password, "expired"),
    ):
        type_into(qtbot, panel.key_edit, str(p12))
        type_into(qtbot, panel.password_edit, password)
        answer(qtbot, panel)
        assert words in panel.note.text()
        assert not target.exists()
        assert panel.password_edit.text() == ""
    type_into(qtbot, panel.key_edit, str(made.p12))
    type_into(qtbot, panel.password_edit, made.password)
    answer(qtbot, panel)
    assert "Signed with the certificate of" in panel.done_label.text()

    assert read_return(asked.spec, asked.project_id, target).kind is ConfirmedBy.SIGNATURE
    assert panel.password_edit.text() == ""
    assert made.password.encode() not in target.read_bytes()


def test_a_return_file_never_replaces_another_file(qtbot, page, request_file, tmp_path) -> None:
    """A name that is taken and a folder that is missing are named; the file that was there stays."""
    panel = show(qtbot, page, request_file)
    who(qtbot, panel)
    type_into(qtbot, panel.statement_area, WORDS)
    taken = tmp_path / "taken.json"
    taken.write_text("mine", encoding="utf-8")
    for target, words in ((taken, "is there already"), (tmp_path / "none" / "r.json", "cannot be written")):
        type_into(qtbot, panel.target_edit, str(target))
        answer(qtbot, panel)
        assert words in panel.note.text()
        assert not panel.done_label.isVisible()

    assert taken.read_text(encoding="utf-8") == "mine"


def changed(body: bytes, **values: object) -> bytes:
    return json.dumps({**json.loads(body), **values}).encode()


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (lambda _: b"\xff\xd8 a picture", ("is no request", "Choose the file")),
        (lambda body: changed(body, version=2), ("newer FairDesk", "Update FairDesk")),
        (lambda body: changed(body, plan=["Files: 9."]), ("was changed", "Confirm nothing")),
        (lambda body: changed(body, kind="fairdesk plan return"), ("is no request", "page Plan")),
        (None, ("cannot be read", "Choose the file")),
    ],
)
def test_a_file_that_cannot_be_answered_is_named(qtbot, page, request_file, made, said) -> None:
    """No request, a newer version, a changed one, an answer, none at all: the cause and the cure, and no form."""
    if made is None:
        request_file.unlink()
    else:
        request_file.write_bytes(made(request_file.read_bytes()))
    drop(page, request_file)
    qtbot.waitUntil(page.messages.isVisible, timeout=LONG_MS)

    assert said[0] in page.messages.message_label.text()
    assert said[1] in page.messages.advice_label.text()
    assert not page.request_panel.isVisible()
    assert page.empty.isVisible()


def test_another_request_begins_anew_and_a_report_takes_its_place(qtbot, page, asked, request_file, tmp_path) -> None:
    """Nothing typed for one request stays for the next; hostile texts are shown as they are, and cut."""
    panel = show(qtbot, page, request_file)
    who(qtbot, panel)
    plain = {name: value for name, value in json.loads(asked.request).items() if name not in ("kind", "version", CHECK)}
    plain = {
        **plain,
        "asked_by": "<b>X</b> " * 200,
        "project": "\n\u202emoc.elpmaxe",
        "plan": ["<img src=x>" * 200] * 300,
    }
    other = tmp_path / "other.json"
    whole = {"kind": "fairdesk plan request", "version": 1, **plain, CHECK: content_sha256(plain)}
    other.write_text(json.dumps(whole), encoding="utf-8")
    answer_dialog(chosen(other))
    click(qtbot, page.other_request_button)
    qtbot.waitUntil(lambda: panel.who_label.text().startswith("<b>X</b>"), timeout=LONG_MS)
    assert panel.name_edit.text() == ""
    assert len(panel.who_label.text()) < 600
    assert panel.fixes_label.textFormat() == Qt.TextFormat.PlainText
    assert "And 100 more sentences" in panel.fixes_label.text()
    drop(page, tmp_path / "absent.pdf")
    qtbot.waitUntil(page.messages.isVisible, timeout=LONG_MS)
    assert not panel.isVisible()
    assert page.report_edit.isVisible()
    answer_dialog(chosen(request_file))
    click(qtbot, page.request_button)
    qtbot.waitUntil(panel.isVisible, timeout=LONG_MS)

    assert not page.report_edit.isVisible()
