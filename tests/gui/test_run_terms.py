"""What a run costs, may spend and stops at, as the page Run shows it: real servers, real processes."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from fairdesk.audit.endpoint_terms import keep_terms
from fairdesk.audit.projects import show_project
from fairdesk.audit.workspace import Workspace
from fairdesk.domain.endpoint_terms import Budget, EndpointTerms, Spending
from fairdesk.gui.run_words import spending_words
from tests.e2e.scripted_server import chat_reply, scripted_server, user_text
from tests.gui.acting import type_into, wait_until_idle, wait_until_saved
from tests.gui.driving import PATIENCE_MS, nameless_controls
from tests.gui.test_run_page import badges, details_at, open_run_page, press, wait_for_end

PRICED = EndpointTerms(price_prompt=2.0, price_answer=8.0, currency="EUR", prices_as_of="a price list of the test")


def test_what_a_run_will_take_is_shown_before_it_starts(qtbot, window) -> None:
    """Calls, tokens and cost as intervals where prices are entered; else that the cost is not known, never 0."""
    with scripted_server(lambda body: chat_reply("4/5")) as server:
        page = open_run_page(qtbot, window, details_at(server.base_url))
        context = page._context
        label = page.terms.estimate_label
        qtbot.waitUntil(lambda: " calls, " in label.text(), timeout=PATIENCE_MS)
        assert "cost not known: no prices are entered" in label.text()
        page.terms.budget_form.cost_box.setValue(3.0)
        wait_until_saved(qtbot, context)
        qtbot.waitUntil(page.terms.budget_form.cost_note.isVisible, timeout=PATIENCE_MS)
        keep_terms(context.spec, "Scripted server", PRICED)
        context.read_project_again()
        qtbot.waitUntil(lambda: " EUR" in label.text(), timeout=PATIENCE_MS)

        assert " to " in label.text()
        assert "tokens" in label.text()
        assert not page.terms.budget_form.cost_note.isVisible()
        assert nameless_controls(window) == []


def test_a_budget_is_saved_as_it_is_typed_and_can_be_taken_back(qtbot, window) -> None:
    """It is in the store without a button; undo brings back that there was no limit."""
    with scripted_server(lambda body: chat_reply("4/5")) as server:
        page = open_run_page(qtbot, window, details_at(server.base_url))
        context = page._context
        project_id = context.project.summary.project_id
        page.terms.budget_form.calls_box.setValue(10)
        wait_until_saved(qtbot, context)
        assert show_project(context.spec, project_id).details.budget == Budget(max_calls=10)
        press(qtbot, page.terms.undo_bar.undo_button)
        wait_until_saved(qtbot, context)

        assert show_project(context.spec, project_id).details.budget == Budget()
        assert page.terms.budget_form.calls_box.text() == "no limit"


@pytest.mark.slow
def test_a_budget_stops_a_run_and_a_higher_one_lets_it_go_on(qtbot, window) -> None:
    """Stopped with the reason and the way to the fields; after raising it nothing that was answered is asked again."""
    with scripted_server(lambda body: chat_reply("I give a rating of 4.")) as server:
        details = replace(details_at(server.base_url), budget=Budget(max_calls=10))
        page = open_run_page(qtbot, window, details)
        press(qtbot, page.start_button)
        qtbot.waitUntil(page.stop_button.isVisible, timeout=PATIENCE_MS * 3)
        wait_for_end(qtbot, page)
        qtbot.waitUntil(page.failures.isVisible, timeout=PATIENCE_MS)
        assert "Stopped: the budget does not allow another call" in page.failures.words()
        assert badges(page)["baseline"] == "Stopped at 10 of 21"
        page.failures.page_requested.emit("run")
        page.terms.budget_form.calls_box.setValue(0)
        press(qtbot, page.start_button)
        qtbot.waitUntil(page.stop_button.isVisible, timeout=PATIENCE_MS)
        wait_for_end(qtbot, page)

        assert badges(page) == {"baseline": "Complete", "mitigated": "Complete"}
        n_asked = sum(n for body, n in server.asked.items() if "prepared for the course" in body)
        assert n_asked == 42


@pytest.mark.slow
def test_another_model_stops_the_run_with_a_choice(qtbot, window) -> None:
    """The page names both models; without a reason nothing starts; with one the run goes on and the chain keeps it."""
    n_answered: list[int] = []

    def answer(body: dict[str, Any]) -> tuple[int, dict[str, str], bytes]:
        if "prepared for the course" in user_text(body):
            n_answered.append(1)
        return chat_reply("I give a rating of 4.", model="new-2" if len(n_answered) > 12 else "old-1")

    with scripted_server(answer) as server:
        page = open_run_page(qtbot, window, details_at(server.base_url))
        press(qtbot, page.start_button)
        qtbot.waitUntil(page.stop_button.isVisible, timeout=PATIENCE_MS * 3)
        wait_for_end(qtbot, page)
        choice = page.change_choice
        qtbot.waitUntil(choice.isVisible, timeout=PATIENCE_MS)
        assert "new-2" in choice.words_label.text()
        assert "old-1" in choice.words_label.text()
        press(qtbot, choice.accept_button)
        assert choice.note.isVisible()
        assert not page._context.run.is_running()
        type_into(qtbot, choice.reason_edit, "-- The supplier renamed it; same weights, see letter 7.")
        press(qtbot, choice.accept_button)
        qtbot.waitUntil(page.stop_button.isVisible, timeout=PATIENCE_MS)
        wait_for_end(qtbot, page)

        assert badges(page) == {"baseline": "Complete", "mitigated": "Complete"}
        assert not choice.isVisible()
        reasons = []
        with Workspace(page._context.spec) as workspace:
            for run in page._context.project.runs:
                for entry in workspace.store.ledger.entries(f"run:{run.run_id}", kind="identity_accepted"):
                    reasons.append(json.loads(entry.body))
        assert reasons
        assert {one["reason"] for one in reasons} == {"-- The supplier renamed it; same weights, see letter 7."}
        assert {one["by"] for one in reasons} == {"A. Tester"}


def test_tokens_that_nobody_counted_are_not_shown_as_none() -> None:
    """An endpoint that tells no counts costs an unknown amount, not 0.00."""
    untold = Spending(n_calls=12, n_untold=12, cost=0.0, currency="EUR")
    part = Spending(n_calls=12, n_untold=2, prompt_tokens=900, answer_tokens=100, cost=0.5, currency="EUR")

    assert "cost not known" in spending_words(untold, Budget())
    assert "tokens not known" in spending_words(untold, Budget())
    assert "at least 1000 tokens" in spending_words(part, Budget())
    assert "at least 0.5000 EUR of at most 2.00 EUR" in spending_words(part, Budget(max_cost=2.0))
    cut_off = Spending(n_calls=12, n_unsure=1, prompt_tokens=900, answer_tokens=100, cost=0.5, currency="EUR")
    assert "at least 1000 tokens, at least 0.5000 EUR" in spending_words(cut_off, Budget())


def test_the_page_is_idle_again_after_its_estimate(qtbot, window) -> None:
    """Nothing is read over and over: once shown, the workers have nothing to do."""
    with scripted_server(lambda body: chat_reply("4/5")) as server:
        page = open_run_page(qtbot, window, details_at(server.base_url))
        wait_until_idle(qtbot, page._context)

        assert page.terms.estimate_label.text()
