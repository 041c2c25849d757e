"""The page Endpoints as the auditor uses it, against real servers on loopback."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QLineEdit

from fairdesk.audit.endpoint_terms import read_terms
from fairdesk.audit.endpoints import key_state, list_endpoints
from fairdesk.domain.endpoint_terms import EndpointTerms
from fairdesk.gui.dialogs.deleting import DeleteEndpointQuestion
from tests.e2e.scripted_server import chat_reply, scripted_server
from tests.gui.acting import (
    click,
    clipboard_text,
    go_to,
    open_new_project,
    stored,
    type_into,
    wait_until_idle,
    wait_until_saved,
)
from tests.gui.driving import PATIENCE_MS, answer_dialog, nameless_controls

KEY = "sk-planted-key-0123456789"

N_BUILT_IN = 3


@pytest.fixture
def page(qtbot, window, context):
    page = go_to(qtbot, window, context, "endpoints")
    qtbot.waitUntil(lambda: page.model.rowCount() == N_BUILT_IN, timeout=PATIENCE_MS)
    return page


def choose(qtbot, page, context, name: str) -> None:
    rows = [number for number in range(page.model.rowCount()) if page.model.row(number).name == name]
    page.table.view.selectRow(rows[0])
    wait_until_idle(qtbot, context)


def add(qtbot, page, context, name: str, address: str) -> None:
    """Press Add and type name and address."""
    click(qtbot, page.add_button)
    qtbot.waitUntil(lambda: page.heading.text().startswith("New endpoint"), timeout=PATIENCE_MS)
    type_into(qtbot, page.own_form.name_edit, name)
    type_into(qtbot, page.own_form.address_edit, address)
    wait_until_saved(qtbot, context)


@contextmanager
def key_taking_server() -> Iterator[tuple[str, list[str]]]:
    """A chat server on loopback that notes what stands in the header Authorization."""
    seen: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            seen.append(self.headers["Authorization"] or "")
            status, headers, data = chat_reply("Hello")
            self.send_response(status)
            for name, value in {**headers, "Content-Length": str(len(data))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:
            """Nothing is written between the test's own lines."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/v1", seen
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def kept(context) -> dict[str, object]:
    return {endpoint.name: endpoint for endpoint in list_endpoints(context.spec)}


def test_the_built_in_ones_come_first_and_say_what_they_are(page) -> None:
    """The rehearsal model is labelled not evidence, the embedded one never a judge."""
    cells = [[page.model.data(page.model.index(row, column)) for column in range(2)] for row in range(N_BUILT_IN)]

    assert [cell[0] for cell in cells] == [
        "Embedded model (built in)",
        "Rehearsal model (built in)",
        "Rehearsal of likelihoods (built in)",
    ]
    assert "never a judge" in cells[0][1]
    assert "rehearsal, not evidence" in cells[1][1]
    assert "rehearsal of likelihoods, not evidence" in cells[2][1]
    assert not page.delete_button.isEnabled()


def test_an_endpoint_is_added_renamed_and_saved_as_it_is_typed(qtbot, page, context) -> None:
    """No button saves: name, address, model and key name are in the store, and no other entry is left behind."""
    add(qtbot, page, context, "Büro-Modell 办公室", "https://host.example/v1")
    type_into(qtbot, page.own_form.model_edit, "office-1")
    type_into(qtbot, page.own_form.key_name_edit, "office")
    wait_until_saved(qtbot, context)

    endpoint = kept(context)["Büro-Modell 办公室"]
    assert (endpoint.base_url, endpoint.model, endpoint.key_name) == ("https://host.example/v1", "office-1", "office")
    assert len(kept(context)) == N_BUILT_IN + 1
    assert page.heading.text() == "Büro-Modell 办公室"


def test_a_bad_address_is_told_beside_its_field(qtbot, page, context) -> None:
    """The sentence stands under the address and goes when it is mended; no test is started meanwhile."""
    add(qtbot, page, context, "Office", "host.example")
    click(qtbot, page.connection_panel.test_button)
    assert page.own_form.address_note.text().startswith("Problem: The endpoint's address is not a web address.")
    assert page.own_form.address_note.isVisible()
    assert not page.connection_panel.cancel_button.isVisible()
    type_into(qtbot, page.own_form.address_edit, "https://host.example/v1")

    assert not page.own_form.address_note.isVisible()


def test_a_name_that_is_taken_overwrites_nothing(qtbot, page, context) -> None:
    """The problem stands beside the name; the other endpoint and the old name stay, the other fields are saved."""
    add(qtbot, page, context, "First", "https://first.example/v1")
    add(qtbot, page, context, "Second", "https://second.example/v1")
    type_into(qtbot, page.own_form.name_edit, "First")
    type_into(qtbot, page.own_form.model_edit, "m2")
    wait_until_saved(qtbot, context)

    assert "of this name already" in page.own_form.name_note.text()
    assert kept(context)["First"].base_url == "https://first.example/v1"
    assert kept(context)["Second"].model == "m2"


def test_a_test_says_what_came_back_and_notes_it_in_the_project(qtbot, page, window, context) -> None:
    """Sentences, delay and abilities are shown and can be copied; the project that uses it learns the facts."""
    open_new_project(qtbot, context)
    with scripted_server(lambda body: chat_reply("Hello <b>there</b>", model="office-2027")) as server:
        add(qtbot, page, context, "Office", server.base_url)
        go_to(qtbot, window, context, "object")
        box = window.stack.currentWidget().widget().endpoint_box
        box.setCurrentIndex(box.findText("Office"))
        box.activated.emit(box.currentIndex())
        go_to(qtbot, window, context, "endpoints")
        click(qtbot, page.connection_panel.test_button)
        qtbot.waitUntil(page.connection_panel.copy_button.isVisible, timeout=PATIENCE_MS)
    wait_until_saved(qtbot, context)
    click(qtbot, page.connection_panel.copy_button)

    assert page.connection_panel.result_heading.text().startswith("It answers. The first answer took ")
    assert "It answered: “Hello <b>there</b>”" in clipboard_text()
    assert "the model “office-2027” answered" in clipboard_text()
    assert "left out of a plan" in clipboard_text()
    assert "noted in the project" in page.noted_label.text()
    assert {system.facts.model_echo for system in stored(context).details.systems} == {"office-2027"}


def test_a_server_that_refuses_is_told_in_words(qtbot, page, context) -> None:
    """No usable answer is a result, not a crash; nothing is noted."""
    refusal = json.dumps({"error": {"message": "no such key"}}).encode()
    with scripted_server(lambda body: (401, {"Content-Type": "application/json"}, refusal)) as server:
        add(qtbot, page, context, "Office", server.base_url)
        click(qtbot, page.connection_panel.test_button)
        qtbot.waitUntil(page.connection_panel.copy_button.isVisible, timeout=PATIENCE_MS)

    assert page.connection_panel.result_heading.text().startswith("There is no usable answer.")
    assert "no such key" in page.connection_panel.result_label.text()
    assert page.noted_label.text() == ""


def test_a_test_can_be_cancelled(qtbot, page, context) -> None:
    """A server that never answers is left alone when Cancel is pressed, and typing goes on being saved meanwhile."""
    release = threading.Event()

    def answer(body: dict[str, object]) -> tuple[int, dict[str, str], bytes]:
        release.wait(60)
        return chat_reply("late")

    with scripted_server(answer) as server:
        add(qtbot, page, context, "Slow", server.base_url)
        click(qtbot, page.connection_panel.test_button)
        qtbot.waitUntil(lambda: bool(server.asked), timeout=PATIENCE_MS)
        type_into(qtbot, page.own_form.model_edit, "m")
        wait_until_saved(qtbot, context)
        assert kept(context)["Slow"].model == "m"
        click(qtbot, page.connection_panel.cancel_button)
        qtbot.waitUntil(lambda: not page.connection_panel.cancel_button.isVisible(), timeout=PATIENCE_MS)
        release.set()

    assert "was stopped" in page.connection_panel.messages.message_label.text()
    assert page.connection_panel.test_button.isEnabled()


def test_a_key_without_a_key_store_lives_for_the_session_and_reaches_the_server(qtbot, page, context) -> None:
    """The screen says where it is; later calls send it; it is in no file, and the field is empty again."""
    with key_taking_server() as (base_url, seen):
        add(qtbot, page, context, "Office", base_url)
        assert page.own_form.key_edit.echoMode() == QLineEdit.EchoMode.Password
        type_into(qtbot, page.own_form.key_edit, KEY)
        click(qtbot, page.own_form.keep_button)
        qtbot.waitUntil(lambda: "is at hand" in page.own_form.key_label.text(), timeout=PATIENCE_MS)
        wait_until_saved(qtbot, context)
        where = page.own_form.key_label.text()
        click(qtbot, page.connection_panel.test_button)
        qtbot.waitUntil(page.connection_panel.copy_button.isVisible, timeout=PATIENCE_MS)

    assert set(seen) == {f"Bearer {KEY}"}
    assert "until FairDesk is closed" in where
    assert KEY not in page.connection_panel.result_label.text()
    assert page.own_form.key_edit.text() == ""
    assert kept(context)["Office"].key_name == "Office"
    assert context.spec.session_keys == {"Office": KEY}
    assert key_state(context.spec, kept(context)["Office"]).present
    files = [path for path in Path(context.spec.data_dir).rglob("*") if path.is_file()]
    assert files
    assert all(KEY.encode() not in path.read_bytes() for path in files)


def test_an_empty_key_is_told_beside_its_field(qtbot, page, context) -> None:
    """Pressing the button without a key says so there."""
    add(qtbot, page, context, "Office", "https://host.example/v1")
    click(qtbot, page.own_form.keep_button)

    assert page.own_form.key_note.text().startswith("Problem: There is no key to keep.")


def test_planted_numbers_are_set_and_taken_back(qtbot, page, context) -> None:
    """A changed effect plants all shown ones; the button goes back to the built-in numbers."""
    choose(qtbot, page, context, "Rehearsal model (built in)")
    box = page.rehearsal_form.boxes["effect.female"]
    assert box.value() == -0.15
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Down)
    wait_until_saved(qtbot, context)
    options = kept(context)["Rehearsal model (built in)"].options
    assert options["effect.female"] == "-0.2"
    assert options["effect.international"] == "-0.3"
    click(qtbot, page.rehearsal_form.reset_button)
    wait_until_saved(qtbot, context)

    assert kept(context)["Rehearsal model (built in)"].options == {}
    assert box.value() == -0.15
    assert len(kept(context)) == N_BUILT_IN


def test_the_rehearsal_model_answers_with_its_label(qtbot, page, context) -> None:
    """Its test starts the real server on loopback and says that nothing of it is evidence."""
    choose(qtbot, page, context, "Rehearsal model (built in)")
    click(qtbot, page.connection_panel.test_button)
    qtbot.waitUntil(page.connection_panel.copy_button.isVisible, timeout=PATIENCE_MS * 2)

    assert "Rehearsal, not evidence" in page.connection_panel.result_label.text()
    assert "All questions of the test can be asked here." in page.connection_panel.result_label.text()
    assert "effect.female: -0.15" in page.connection_panel.result_label.text()


def test_a_missing_model_file_is_said_with_advice(qtbot, page, context, tmp_path) -> None:
    """The embedded model with a path that leads nowhere: message and advice stand beside the button."""
    choose(qtbot, page, context, "Embedded model (built in)")
    type_into(qtbot, page.embedded_form.file_edit, str(tmp_path / "absent.gguf"))
    wait_until_saved(qtbot, context)
    assert kept(context)["Embedded model (built in)"].model == str(tmp_path / "absent.gguf")
    click(qtbot, page.connection_panel.test_button)
    qtbot.waitUntil(page.connection_panel.messages.isVisible, timeout=PATIENCE_MS * 2)

    assert page.connection_panel.messages.message_label.text().startswith("Problem: ")
    assert page.connection_panel.messages.advice_label.text()


def test_deleting_asks_and_says_what_stays(qtbot, page, context) -> None:
    """Keep keeps it; Delete takes it off the list and says so."""
    add(qtbot, page, context, "Office", "https://host.example/v1")
    answer_dialog(lambda dialog: qtbot.mouseClick(dialog.keep_button, Qt.MouseButton.LeftButton))
    click(qtbot, page.delete_button)
    assert "Office" in kept(context)
    texts: list[str] = []

    def delete(dialog: DeleteEndpointQuestion) -> None:
        texts.append(dialog.informativeText())
        qtbot.mouseClick(dialog.delete_button, Qt.MouseButton.LeftButton)

    answer_dialog(delete)
    click(qtbot, page.delete_button)
    qtbot.waitUntil(page.messages.isVisible, timeout=PATIENCE_MS)

    assert "keep their own copy" in texts[0]
    assert "Office" not in kept(context)
    assert len(kept(context)) == N_BUILT_IN


def test_every_control_of_every_kind_has_a_name(qtbot, page, context) -> None:
    """Own, embedded and rehearsal forms."""
    assert nameless_controls(page) == []
    choose(qtbot, page, context, "Rehearsal model (built in)")
    assert nameless_controls(page) == []
    add(qtbot, page, context, "Office", "https://host.example/v1")
    assert nameless_controls(page) == []


def test_a_kind_of_interface_brings_its_own_address_and_options(qtbot, page, context) -> None:
    """Azure's version is a field, further fields must be a JSON object, and another kind forgets the version."""
    add(qtbot, page, context, "Azure", "https://office.example.com")
    form = page.own_form
    form.kind_box.setCurrentIndex(form.kind_box.findData("azure_openai"))
    form.kind_box.activated.emit(form.kind_box.currentIndex())
    assert form.address_edit.placeholderText()
    click(qtbot, form.options_fold.button)
    assert "api_version" in form.options_form.edits
    type_into(qtbot, form.options_form.edits["api_version"], "2027-01-01")
    type_into(qtbot, form.options_form.edits["body_fields"], "top_k = 1")
    assert form.options_form.body_note.isVisible()
    wait_until_saved(qtbot, context)
    endpoint = kept(context)["Azure"]
    assert (endpoint.kind, dict(endpoint.options)) == ("azure_openai", {"api_version": "2027-01-01"})
    form.kind_box.setCurrentIndex(form.kind_box.findData("openai_chat"))
    form.kind_box.activated.emit(form.kind_box.currentIndex())
    wait_until_saved(qtbot, context)

    assert dict(kept(context)["Azure"].options) == {}
    assert nameless_controls(page) == []


def test_terms_are_kept_under_the_name_and_go_with_it(qtbot, page, context) -> None:
    """Prices and limits are saved as typed, follow a new name, and a price that was not entered is none, not 0."""
    add(qtbot, page, context, "Office", "https://office.example.com/v1")
    click(qtbot, page.terms_fold.button)
    page.terms_form.prices["price_answer"].setValue(7.5)
    page.terms_form.counts["requests_per_minute"].setValue(60)
    type_into(qtbot, page.terms_form.currency_edit, "EUR")
    type_into(qtbot, page.own_form.name_edit, "Office 2")
    wait_until_saved(qtbot, context)
    choose(qtbot, page, context, "Rehearsal model (built in)")
    assert not page.terms_fold.isVisible()
    choose(qtbot, page, context, "Office 2")

    terms = read_terms(context.spec, "Office 2")
    assert (terms.price_answer, terms.price_prompt, terms.requests_per_minute) == (7.5, None, 60)
    assert page.terms_form.prices["price_prompt"].text() == "not entered"
    assert "7.50 EUR a million answer tokens" in page.terms_form.summary()
    assert read_terms(context.spec, "Office") == EndpointTerms()


def test_no_sentence_of_the_terms_is_cut(qtbot, page, context) -> None:
    """On a wide page the terms are as tall as their wrapped sentences need."""
    page.window().resize(1366, 768)
    add(qtbot, page, context, "Office", "https://office.example.com/v1")
    click(qtbot, page.terms_fold.button)
    qtbot.wait(50)

    labels = [label for label in page.terms_form.findChildren(QLabel) if label.isVisible() and label.wordWrap()]
    assert labels
    for label in labels:
        assert label.height() >= label.heightForWidth(label.width()) - 1, label.text()


@pytest.fixture
def proxied(monkeypatch: pytest.MonkeyPatch) -> None:
    """The system's settings name a proxy with a password; set before the window's workers start."""
    for name in ("HTTPS_PROXY", "https_proxy"):
        monkeypatch.setenv(name, "http://user:planted-secret@proxy.example:3128")
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)


def test_the_way_to_an_endpoint_is_said_without_the_proxys_password(proxied, qtbot, page, context) -> None:
    """A proxy of the system's settings is named; what it asks for to be used is not."""
    add(qtbot, page, context, "Office", "https://office.example.com/v1")
    label = page.own_form.route_label
    qtbot.waitUntil(lambda: "http://proxy.example:3128" in label.text(), timeout=PATIENCE_MS)
    assert "planted-secret" not in label.text()
    type_into(qtbot, page.own_form.address_edit, "http://127.0.0.1:9/v1")

    qtbot.waitUntil(lambda: label.text().startswith("On this computer: no proxy"), timeout=PATIENCE_MS)


def test_a_test_says_before_what_it_sends_and_after_what_each_ability_means(qtbot, page, context) -> None:
    """The number of calls stands there before; after, request, answer, identity and abilities in plain words."""
    with scripted_server(lambda body: chat_reply("Hello", model="office-2027")) as server:
        add(qtbot, page, context, "Office", server.base_url)
        panel = page.connection_panel
        assert f"up to {page.own_form.n_test_calls()} tiny questions" in panel.calls_label.text()
        click(qtbot, panel.test_button)
        qtbot.waitUntil(panel.copy_button.isVisible, timeout=PATIENCE_MS)
        n_calls = sum(server.asked.values())

    assert 0 < n_calls <= page.own_form.n_test_calls()
    assert "Identity of the model: weak" in panel.result_label.text()
    assert "Log-probabilities of the answer's words: no." in panel.abilities_label.text()
    assert "The rating as text can be read." in panel.abilities_label.text()
    click(qtbot, panel.wire_fold.button)
    assert "Say hello" in panel.request_text.toPlainText()
    assert panel.answer_text.toPlainText() == "Hello"
