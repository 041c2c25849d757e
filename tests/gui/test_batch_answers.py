"""Answers from batch files on the page Run: the card and every answer say that FairDesk did not ask."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt

from fairdesk.audit.batch_export import ExportWanted, export_batch
from fairdesk.audit.batch_import import import_batch
from fairdesk.audit.projects import create_project, starting_details, with_endpoint
from fairdesk.domain.audited_system import EndpointSettings
from tests.gui.driving import PATIENCE_MS


def test_the_card_and_the_answer_say_where_it_came_from(qtbot, window, tmp_path: Path) -> None:
    """A run of batch answers names the file on its card; an answer says that its time is that of the import."""
    context = window._context
    settings = {"name": "Cluster", "kind": "openai_chat", "base_url": "http://127.0.0.1:9/v1", "model": "big-1"}
    details = with_endpoint(starting_details(), EndpointSettings(**settings, options={}))
    project = create_project(context.spec, "Batch", replace(details, auditor="A", n_cases=1)).project_id
    export_batch(context.spec, project, tmp_path / "out", ExportWanted(is_offline=True))
    body = {"model": "big-1", "choices": [{"message": {"role": "assistant", "content": "I give a rating of 4."}}]}
    lines = [
        json.dumps({"custom_id": json.loads(line)["custom_id"], "response": {"status_code": 200, "body": body}})
        for path in sorted((tmp_path / "out").glob("*.jsonl"))
        for line in path.read_text("utf-8").splitlines()
    ]
    (tmp_path / "results.jsonl").write_text("\n".join(lines), "utf-8")
    (found,) = import_batch(context.spec, project, [tmp_path / "results.jsonl"])
    assert found.n_taken == len(lines)

    context.open_project(project)
    qtbot.waitUntil(lambda: window.top_line.project_label.text() == "Batch", timeout=PATIENCE_MS)
    window.show_page("run")
    page = window.stack.currentWidget().widget()
    qtbot.waitUntil(page.tabs.isVisible, timeout=PATIENCE_MS)
    for card in page._cards.values():
        qtbot.waitUntil(card.origin_label.isVisible, timeout=PATIENCE_MS)
        assert "results.jsonl" in card.origin_label.text()
        assert "did not ask for these answers itself" in card.origin_label.text()
        assert card.state_badge.text() == "Complete"
    page.tabs.setCurrentIndex(1)
    answers = page.answers
    qtbot.waitUntil(lambda: answers.model.rowCount() > 0, timeout=PATIENCE_MS)
    answers.view.setFocus()
    qtbot.keyClick(answers.view, Qt.Key.Key_Down)
    qtbot.waitUntil(answers.answer.answer_text.isVisible, timeout=PATIENCE_MS)
    assert f"From the batch file results.jsonl, SHA-256 {found.sha256}" in answers.answer.request_label.text()
    assert "Sent" not in answers.answer.request_label.text()
    assert answers.answer._request_heading.text() == "Request as the batch file held it"
