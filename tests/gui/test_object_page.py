"""The page Object as the auditor uses it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from fairdesk.audit.endpoints import change_endpoint
from fairdesk.audit.plan import fix_plan
from fairdesk.audit.projects import save_details, two_systems
from fairdesk.domain.audited_system import Ability, AbilityState, EndpointFacts, EndpointSettings
from fairdesk.gui.widgets.fields import TextArea
from fairdesk.gui.widgets.identity_panel import IdentityPanel
from tests.gui.acting import click, go_to, open_new_project, stored, type_into, wait_until_saved
from tests.gui.driving import PATIENCE_MS, nameless_controls

OWN = EndpointSettings(
    name="Office model", kind="openai_chat", base_url="http://127.0.0.1:9/v1", model="office-1", options={}
)


@pytest.fixture
def page(qtbot, window, context):
    open_new_project(qtbot, context)
    return go_to(qtbot, window, context, "object")


def field(page, name: str):
    return page._line_edits[name]


def test_what_is_typed_is_on_disk_by_itself(qtbot, page, context) -> None:
    """Texts in any script reach the store letter by letter as typed, without a button."""
    type_into(qtbot, field(page, "workflow"), "职员先读评分。\nثم يقرر شخص.\N{NO-BREAK SPACE}x")
    type_into(qtbot, field(page, "client"), "Uniwersytet Łódzki")
    wait_until_saved(qtbot, context)

    details = stored(context).details
    assert details.workflow == "职员先读评分。\nثم يقرر شخص.\N{NO-BREAK SPACE}x"
    assert details.client == "Uniwersytet Łódzki"
    assert context.project.details == details


def test_ctrl_s_saves_at_once(qtbot, page, window, context) -> None:
    """The top line says that it is saved and when."""
    type_into(qtbot, field(page, "purpose"), "Decide on admission")
    context.save_requested.emit()
    wait_until_saved(qtbot, context)

    assert window.top_line.saved_label.text().startswith("Saved ")
    assert stored(context).details.purpose == "Decide on admission"


def test_undo_names_its_step_and_takes_it_back(qtbot, page, context) -> None:
    """The button says what it will undo; the store follows; redo brings it again."""
    form = page._system_forms[0]
    form.temperature_box.setFocus()
    qtbot.keyClick(form.temperature_box, Qt.Key.Key_Up)
    assert page.undo_bar.undo_button.text() == "Undo: decoding of “baseline”"
    assert context.details.details.systems[1].decoding.temperature == 0.75
    click(qtbot, page.undo_bar.undo_button)
    wait_until_saved(qtbot, context)
    assert form.temperature_box.value() == 0.7
    assert [system.decoding.temperature for system in stored(context).details.systems] == [0.7, 0.7]
    assert not page.undo_bar.undo_button.isEnabled()
    click(qtbot, page.undo_bar.redo_button)

    assert form.temperature_box.value() == 0.75


def test_one_difference_is_told_from_a_combined_change(qtbot, page, context) -> None:
    """A second changed part is named, and what that means for the comparison."""
    assert "exactly one difference: layers" in page.difference_label.text()
    form = page._system_forms[1]
    assert not form.prompt_area.isVisible()
    form.same_prompt_check.setFocus()
    qtbot.keyClick(form.same_prompt_check, Qt.Key.Key_Space)
    type_into(qtbot, form.prompt_area, "Another prompt.")
    wait_until_saved(qtbot, context)

    assert "a combined change: system prompt, layers" in page.difference_label.text()
    assert "cannot be told" in page.difference_label.text()
    assert stored(context).details.systems[1].system_prompt == "Another prompt."
    assert stored(context).details.systems[0].system_prompt != "Another prompt."


def test_the_reference_takes_its_followers_along(qtbot, page, context) -> None:
    """While the second system has the same prompt, editing the first changes both and no second difference arises."""
    type_into(qtbot, page._system_forms[0].prompt_area, "أنت تساعد مكتب القبول.")
    wait_until_saved(qtbot, context)

    assert {system.system_prompt for system in stored(context).details.systems} == {"أنت تساعد مكتب القبول."}
    assert "exactly one difference: layers" in page.difference_label.text()


def test_the_layers_text_can_be_changed_and_taken_away(qtbot, page, context) -> None:
    """Without the layer the two systems are one and the same, and the page says so."""
    form = page._system_forms[1]
    type_into(qtbot, form.layer_area, "Judge the file only.")
    wait_until_saved(qtbot, context)
    assert stored(context).details.systems[1].layers[0].text == "Judge the file only."
    form.layer_check.setFocus()
    qtbot.keyClick(form.layer_check, Qt.Key.Key_Space)
    wait_until_saved(qtbot, context)

    assert stored(context).details.systems[1].layers == ()
    assert "one and the same" in page.difference_label.text()


def test_another_endpoint_forgets_what_was_learnt(qtbot, page, window, context) -> None:
    """All systems are asked there, with the decoding that suits it; the identity is unknown again."""
    change_endpoint(context.spec, "", OWN)
    go_to(qtbot, window, context, "settings")
    go_to(qtbot, window, context, "object")
    page.endpoint_box.setFocus()
    qtbot.keyClicks(page.endpoint_box, "Office")
    page.endpoint_box.activated.emit(page.endpoint_box.currentIndex())
    wait_until_saved(qtbot, context)

    systems = stored(context).details.systems
    assert {system.endpoint.name for system in systems} == {"Office model"}
    assert {system.decoding.temperature for system in systems} == {0.0}
    assert "not known yet" in page.identity_panel.identity_label.text()


def test_changed_settings_of_the_endpoint_are_offered(qtbot, page, window, context) -> None:
    """The project keeps its copy until the auditor takes the new settings over; nothing changes in silence."""
    change_endpoint(context.spec, "", OWN)
    go_to(qtbot, window, context, "settings")
    go_to(qtbot, window, context, "object")
    page.endpoint_box.setCurrentIndex(page.endpoint_box.findText("Office model"))
    page.endpoint_box.activated.emit(page.endpoint_box.currentIndex())
    wait_until_saved(qtbot, context)
    change_endpoint(context.spec, OWN.name, replace(OWN, model="office-2"))
    go_to(qtbot, window, context, "settings")
    go_to(qtbot, window, context, "object")
    assert "were changed since" in page.endpoint_note.text()
    click(qtbot, page.renew_button)
    wait_until_saved(qtbot, context)

    assert stored(context).details.systems[0].endpoint.model == "office-2"
    assert not page.renew_button.isVisible()


def test_a_fixed_plan_says_what_it_was_fixed_for(qtbot, page, window, context) -> None:
    """After the plan, a change says outdated and what changed, on the page and in the list; undoing it ends that."""
    fix_plan(context.spec, context.project.summary.project_id)
    context.read_project_again()
    wait_until_saved(qtbot, context)
    assert not page.outdated_note.isVisible()
    page._system_forms[0].tokens_box.setFocus()
    qtbot.keyClick(page._system_forms[0].tokens_box, Qt.Key.Key_Down)
    wait_until_saved(qtbot, context)

    assert page.outdated_note.badge.text().startswith("outdated")
    assert "at most 120 tokens" in page.outdated_note.words_label.text()
    assert "now it is temperature 0.7, seed 1000 and 119" in page.outdated_note.words_label.text()
    assert context.project.plan_changes
    click(qtbot, page.undo_bar.undo_button)
    wait_until_saved(qtbot, context)
    assert not page.outdated_note.isVisible()


def test_a_second_window_is_never_overwritten_in_silence(qtbot, page, context) -> None:
    """The later writer is told who was first and in what, keeps the text, and saves it over only when asked to."""
    seen = stored(context)
    save_details(context.spec, seen.summary.project_id, replace(seen.details, purpose="theirs", client="theirs"))
    type_into(qtbot, field(page, "purpose"), "mine")
    qtbot.waitUntil(page.saving_bar.mine_button.isVisible, timeout=PATIENCE_MS)

    assert stored(context).details.purpose == "theirs"
    assert field(page, "purpose").words() == "mine"
    assert "another window" in page.saving_bar.messages.message_label.text()
    assert "Changed there: client, purpose of the audit. Changed here: purpose of the audit." in (
        page.saving_bar.messages.advice_label.text()
    )
    assert context.unsaved
    click(qtbot, page.saving_bar.mine_button)
    wait_until_saved(qtbot, context)
    assert (stored(context).details.purpose, stored(context).details.client) == ("mine", "theirs")
    assert field(page, "client").text() == "theirs"
    assert not page.saving_bar.isVisible()


def test_the_other_windows_text_can_be_taken(qtbot, page, context) -> None:
    """Dropping one's own text shows the other's, and typing on works."""
    seen = stored(context)
    save_details(context.spec, seen.summary.project_id, replace(seen.details, purpose="theirs"))
    type_into(qtbot, field(page, "purpose"), "mine")
    qtbot.waitUntil(page.saving_bar.other_button.isVisible, timeout=PATIENCE_MS)
    click(qtbot, page.saving_bar.other_button)
    wait_until_saved(qtbot, context)
    assert field(page, "purpose").words() == "theirs"
    type_into(qtbot, field(page, "purpose"), "both")
    wait_until_saved(qtbot, context)

    assert stored(context).details.purpose == "both"


def test_facts_that_a_run_noted_are_no_conflict(qtbot, page, context) -> None:
    """A run writes what it learnt of the endpoint beside the auditor's typing; both are kept without a question."""
    seen = stored(context)
    facts = EndpointFacts(model_echo="office-1", facts={"engine": "x"})
    systems = tuple(replace(system, facts=facts) for system in seen.details.systems)
    save_details(context.spec, seen.summary.project_id, replace(seen.details, systems=systems))
    type_into(qtbot, field(page, "purpose"), "mine")
    wait_until_saved(qtbot, context)

    assert stored(context).details.purpose == "mine"
    assert stored(context).details.systems[0].facts == facts
    assert not page.saving_bar.isVisible()


def test_another_project_is_not_opened_over_unsaved_text(qtbot, page, context) -> None:
    """While saving fails, the typed text stays where it is."""
    from fairdesk.gui.project_work import NewProject, make_project

    other = make_project(context.spec, NewProject(name="Other", client="", auditor="B", auditor_role=""))
    seen = stored(context)
    save_details(context.spec, seen.summary.project_id, replace(seen.details, purpose="theirs"))
    type_into(qtbot, field(page, "purpose"), "mine")
    qtbot.waitUntil(page.saving_bar.mine_button.isVisible, timeout=PATIENCE_MS)
    failures: list[object] = []
    context.failed.connect(failures.append)
    context.open_project(other.project_id)
    qtbot.waitUntil(lambda: bool(failures), timeout=PATIENCE_MS)

    assert context.project.summary.name == "Admissions 2027"
    assert field(page, "purpose").words() == "mine"


def test_other_pages_hear_of_it_when_the_page_is_left(qtbot, page, window, context) -> None:
    """Leaving the page reads the project again, so that no page shows what was true before."""
    heard: list[object] = []
    type_into(qtbot, field(page, "object_name"), "Reader of files")
    context.project_changed.connect(lambda: heard.append(context.project.details.object_name))
    go_to(qtbot, window, context, "projects")
    qtbot.waitUntil(lambda: bool(heard), timeout=PATIENCE_MS)

    assert heard[-1] == "Reader of files"


def test_each_paragraph_runs_in_its_own_direction(page) -> None:
    """An Arabic paragraph in a window from left to right begins at the right."""
    area = page._system_forms[0].prompt_area
    assert isinstance(area, TextArea)
    area.setPlainText("Read the file.\nاقرأ الملف.")
    first = area.document().begin()
    second = first.next()

    assert first.textDirection() == Qt.LayoutDirection.LeftToRight
    assert second.textDirection() == Qt.LayoutDirection.RightToLeft
    assert first.layout().lineAt(0).naturalTextRect().left() < 5
    assert second.layout().lineAt(0).naturalTextRect().left() > area.viewport().width() / 2


def test_every_control_has_a_name(page) -> None:
    """With all parts of the second system open."""
    page._system_forms[1].same_prompt_check.setChecked(False)
    page._system_forms[1].same_decoding_check.setChecked(False)

    assert nameless_controls(page) == []


def test_what_an_endpoint_lacks_is_said_with_what_it_means(qtbot) -> None:
    """Strength with its sentence, each ability as it was seen, and for a lacking one the alternative."""
    lacking = Ability(name="log_probabilities", state=AbilityState.NO, words="Log-probabilities are not returned.")
    facts = EndpointFacts(model_echo="office-1", facts={}, abilities=(lacking,))
    panel = IdentityPanel()
    qtbot.addWidget(panel)
    panel.show_system(replace(two_systems(OWN)[0], facts=facts))
    assert "weak: known by name only" in panel.identity_label.text()
    assert "The supplier can change this model without notice." in panel.identity_label.text()
    assert (
        "Log-probabilities are not returned. Expected ratings and log-odds cannot be read here. The rating as text can "
        "be read." in panel.facts_label.text()
    )
