"""The page Verify, used by whoever received a report: a real signed one, whole, changed, and far from its store."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent

from fairdesk.audit.demo import run_demo
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.reports import CheckVerdict, NumberDifference, Recomputation, Verification
from fairdesk.gui.widgets.verification_view import VerificationView
from tests.gui.acting import click, clipboard_text, go_to, type_into
from tests.gui.driving import PATIENCE_MS, nameless_controls

LONG_MS = PATIENCE_MS * 3


@dataclass(frozen=True)
class Issued:
    """A report with the profile that it was issued from."""

    spec: WorkspaceSpec
    report: Path
    certificate: Path


@pytest.fixture(scope="module")
def issued(tmp_path_factory: pytest.TempPathFactory) -> Issued:
    """The smallest demonstration: two files, the rehearsal model, a throw-away identity."""
    folder = tmp_path_factory.mktemp("issued")
    spec = WorkspaceSpec(data_dir=folder / "profile")
    demo = run_demo(spec, folder / "out", "rehearsal", 2, lambda words: None)
    return Issued(spec=spec, report=folder / "out" / "report.pdf", certificate=demo.certificate)


@pytest.fixture
def page(qtbot, window, context):
    return go_to(qtbot, window, context, "verify")


def drop(page, *paths: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    page.dropEvent(
        QDropEvent(
            QPointF(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        )
    )


def wait_for_result(qtbot, page) -> str:
    qtbot.waitUntil(page.view.isVisible, timeout=LONG_MS)
    return page.view.verdict_mark.word_label.text()


def check_results(page) -> dict[str, tuple[str, str]]:
    model = page.view.checks.model
    return {model.row(n).what: (model.row(n).result, model.row(n).words) for n in range(model.rowCount())}


def test_without_a_report_the_page_says_what_belongs_here(page) -> None:
    """One button, no project needed."""
    assert page.empty.action_button.isVisible()
    assert page.empty.action_button.text() == "Choose a report…"
    assert not page.check_button.isVisible()
    assert nameless_controls(page) == []


@pytest.mark.slow
def test_a_genuine_report_passes_where_its_evidence_is(qtbot, page, context, issued) -> None:
    """Report and certificate dropped together: the word passed, each signature and check in a row, all copied."""
    context.spec = issued.spec
    drop(page, issued.report, issued.certificate)
    assert page.cancel_button.isVisible()
    assert wait_for_result(qtbot, page) == "passed"
    assert "demonstration only" in page.view.identity_label.text()
    assert page.view.signatures.model.rowCount() == 1
    assert {result for result, _ in check_results(page).values()} == {"holds"}
    assert not page.view.differences.isVisible()
    assert not page.view.problems.isVisible()
    assert "valid until" in page.view.renewal.label.text()
    assert "Rehearsal, not evidence" in page.view.notes.label.text()
    assert nameless_controls(page) == []
    click(qtbot, page.view.copy_button)

    assert "Verdict: passed. Everything could be checked, and nothing was found." in clipboard_text()
    assert "Numbers computed again: holds." in clipboard_text()
    assert "Signature " in clipboard_text()
    assert "Renewal: the day: holds" in clipboard_text()


@pytest.mark.slow
def test_without_a_trusted_certificate_an_intact_report_is_indeterminate(qtbot, page, context, issued) -> None:
    """Who signed is then not known; choosing the certificate and Check decides it."""
    context.spec = issued.spec
    drop(page, issued.report)
    assert wait_for_result(qtbot, page) == "indeterminate"
    type_into(qtbot, page.trust_edit, str(issued.certificate))
    click(qtbot, page.check_button)
    assert not page.view.isVisible()

    assert wait_for_result(qtbot, page) == "passed"


@pytest.mark.slow
def test_far_from_its_store_the_page_says_what_it_could_not_check(qtbot, page, issued) -> None:
    """Signature and hashes are checked; ledger and numbers are not, with the reason; never shown as holding."""
    drop(page, issued.report, issued.certificate)
    assert wait_for_result(qtbot, page) == "indeterminate"

    results = check_results(page)
    assert results["Ledger of answers"][0] == results["Numbers computed again"][0] == "not checked"
    assert "not at hand" in results["Ledger of answers"][1]
    assert results["Evidence file"][0] == "holds"


@pytest.mark.slow
def test_a_changed_byte_fails_and_is_named(qtbot, page, context, issued, tmp_path) -> None:
    """The problem stands above everything else, as a sentence."""
    data = bytearray(issued.report.read_bytes())
    data[len(data) // 2] ^= 1
    changed = tmp_path / "changed.pdf"
    changed.write_bytes(data)
    context.spec = issued.spec
    drop(page, changed, issued.certificate)

    assert wait_for_result(qtbot, page) == "failed"
    assert page.view.problems.isVisible()
    assert page.view.problems.label.text()
    assert page.result_heading.text() == "Result for changed.pdf"


def test_a_file_that_is_not_there_is_told(qtbot, page, tmp_path) -> None:
    """The user's mistake, beside the fields, without a fault of ours."""
    drop(page, tmp_path / "absent.pdf")
    qtbot.waitUntil(page.messages.isVisible, timeout=LONG_MS)

    assert page.messages.message_label.text().startswith("Problem: ")
    assert not page.messages.copy_button.isVisible()
    assert not page.view.isVisible()


def test_other_files_are_refused_with_what_can_be_dropped(page, tmp_path) -> None:
    """Two reports, or a picture, start nothing."""
    for paths in ((tmp_path / "a.pdf", tmp_path / "b.pdf"), (tmp_path / "a.png",)):
        drop(page, *paths)
        assert "cannot be checked together" in page.messages.message_label.text()
        assert "Drop one report (.pdf)" in page.messages.advice_label.text()
        assert not page.cancel_button.isVisible()


def test_a_check_can_be_cancelled(qtbot, page, issued) -> None:
    """Cancel ends it and nothing is decided."""
    drop(page, issued.report)
    click(qtbot, page.cancel_button)
    qtbot.waitUntil(lambda: not page.cancel_button.isVisible(), timeout=LONG_MS)

    assert "was stopped" in page.messages.message_label.text()
    assert not page.view.isVisible()


def test_every_difference_is_listed_and_copied(qtbot) -> None:
    """Numbers that the evidence does not give stand in a table of their own, whole, and none is lost in the copy."""
    different = tuple(NumberDifference(path=f"measured/{n}", in_report="0.9", from_evidence="0.8") for n in range(30))
    view = VerificationView()
    qtbot.addWidget(view)
    view.show_found(
        Verification(
            report="/r.pdf",
            verdict=CheckVerdict.FAILED,
            identity="محمد (جامعة)",
            signatures=(),
            covers_whole_file=None,
            evidence_sha256="",
            evidence_matches=None,
            manifest=None,
            ledger=None,
            ledger_reason="not at hand",
            recomputed=Recomputation(checked=40, equal=10, different=different),
            recomputed_reason="",
            renewal=(),
            problems=("30 of 40 values are not what the evidence gives.",),
            notes=(),
        )
    )
    view.show()
    assert view.differences.isVisible()
    assert view.differences.heading.text() == "Values that the evidence does not give (30)"
    click(qtbot, view.copy_button)

    assert clipboard_text().count("Difference at measured/") == 30
    assert "Whole file covered by the signatures: not checked." in clipboard_text()
