"""A run that was left: the report waits for its end, unless the plan allows to read and stop it at any time."""

from __future__ import annotations

import pytest

from fairdesk.audit.report_gate import GateSentence, _may_stop, _runs
from fairdesk.domain.progress import RunState, RunStatus


def sentences(state: RunState) -> list[GateSentence]:
    """What is said of one run of ten calls, six of them asked."""
    counts = {"answered": 6, "refused": 0, "unreadable": 0, "failed": 0, "not_attempted": 4}
    run = RunStatus(
        run_id="r",
        plan_sha256="",
        system="s",
        state=state,
        n_planned=10,
        counts=counts,
        failures={},
        started_at="2026-11-30T10:00:00Z",
    )
    return list(_runs((("s", "System"),), (run,)))


def test_a_run_that_was_left_hides_its_results_under_a_fixed_number() -> None:
    """Nothing is read before the last answer."""
    (found,) = sentences(RunState.STOPPED)
    assert (found.is_blocking, found.hides_results) == (True, True)


def test_a_rule_that_allows_it_lets_the_report_be_issued() -> None:
    """The sentence says where it was left and what is not tested."""
    (found,) = map(_may_stop, sentences(RunState.STOPPED))
    assert (found.is_blocking, found.hides_results) == (False, False)
    assert found.words.startswith("The run of “System” was left at 6 of 10, which its stopping rule allows")


@pytest.mark.parametrize("state", [RunState.RUNNING, RunState.WAITING])
def test_a_run_that_goes_on_may_be_read_and_not_reported(state: RunState) -> None:
    """Results are shown while it goes on; a report waits until it was stopped."""
    (found,) = map(_may_stop, sentences(state))
    assert (found.is_blocking, found.hides_results) == (True, False)
