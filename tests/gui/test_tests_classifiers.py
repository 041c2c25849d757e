"""Classifiers on the page Tests: named in what is asked, and not lost when the sample is changed there."""

from __future__ import annotations

import pytest

from fairdesk.audit.benchmark_import import BenchmarkRequest, add_benchmark
from fairdesk.audit.classifier_choice import ClassifiersWanted
from fairdesk.domain.benchmarks import SamplingKind
from tests.gui.acting import click, go_to, open_new_project, stored, wait_until_idle, wait_until_saved

ADDRESS = "http://127.0.0.1:9/classify"


@pytest.fixture
def page(qtbot, window, context):
    """The page of a project to which BOLD and a classifier endpoint were added by command."""
    open_new_project(qtbot, context)
    wanted = ClassifiersWanted(named={"regard": ADDRESS, "toxicity": "none"})
    request = BenchmarkRequest(benchmark_id="bold", path=None, classifiers=wanted)
    add_benchmark(context.spec, stored(context).summary.project_id, request)
    context.open_project(stored(context).summary.project_id)
    wait_until_idle(qtbot, context)
    return go_to(qtbot, window, context, "tests")


def test_a_classifier_that_was_named_by_command_stays(qtbot, page, context) -> None:
    """The page says which classifiers score the answers; a smaller sample keeps them, endpoint and all."""
    page.choose("bold")
    wait_until_idle(qtbot, context)
    words = page.panel.asked_label.text()
    assert "sentiment scored by VADER (compound score), version 1.0.0" in words
    assert f"regard scored by 127.0.0.1, version not told, at {ADDRESS}" in words
    before = stored(context).details.benchmarks[0]
    click(qtbot, page.panel.change_button)
    wait_until_idle(qtbot, context)
    form = page.panel.form
    form.sample_box.setCurrentIndex(form.sample_box.findData(SamplingKind.STRATIFIED.value))
    form.sample_box.activated.emit(form.sample_box.currentIndex())
    form.number_box.setValue(1)
    wait_until_idle(qtbot, context)
    click(qtbot, page.panel.take_button)
    wait_until_idle(qtbot, context)
    wait_until_saved(qtbot, context)
    (after,) = stored(context).details.benchmarks
    assert after.n_items < before.n_items
    assert after.classifiers == before.classifiers
