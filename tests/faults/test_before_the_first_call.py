"""What is said before a run's first call: that no key was sent, and which questions the endpoint cannot be asked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fairdesk.audit.workspace import WorkspaceSpec
from tests.e2e.command_line import fairdesk
from tests.faults.faulty_server import Reply, faulty_server, said
from tests.faults.run_driving import make_project, write_cases

pytestmark = pytest.mark.slow


def rates(_number: int, _body: dict[str, Any]) -> Reply:
    """A server without log-probabilities."""
    return said("Rating: 4")


def test_a_missing_key_is_not_called_a_refused_one_alone(data_dir: Path, tmp_path: Path) -> None:
    """Where the variable holds no key, the refusal names it; with a wrong key it does not."""
    cases = write_cases(tmp_path / "cases", 1)
    with faulty_server(rates) as server:
        server.wanted_key = "right"
        make_project(WorkspaceSpec(data_dir=data_dir), cases, server.base_url, variable="FAIRDESK_TEST_KEY")
        without = fairdesk(data_dir, "run", "Faults")
        assert without.code == 4
        assert "No key was sent: the environment variable FAIRDESK_TEST_KEY holds none" in without.err
        wrong = fairdesk(data_dir, "run", "Faults", variables={"FAIRDESK_TEST_KEY": "wrong"})
        assert wrong.code == 4
        assert "No key was sent" not in wrong.err


def test_questions_that_are_left_out_are_named_when_the_plan_is_fixed(data_dir: Path, tmp_path: Path) -> None:
    """What the dry run counted and the endpoint cannot answer does not leave the plan in silence."""
    cases = write_cases(tmp_path / "cases", 1)
    with faulty_server(rates) as server:
        make_project(WorkspaceSpec(data_dir=data_dir), cases, server.base_url)
        assert "turns out not to answer are in it" in fairdesk(data_dir, "run", "Faults", "--dry-run").out
        done = fairdesk(data_dir, "run", "Faults")
        assert done.code == 0
        assert "Not asked, question: " in done.err
        assert "Not asked, question: " in fairdesk(data_dir, "project", "show", "Faults").out
        assert "turns out not to answer" not in fairdesk(data_dir, "run", "Faults", "--dry-run").out


@pytest.mark.parametrize(
    ("said_wrongly", "words"),
    [(("--max-cost", "1"), "prices"), (("--accept-change", " "), "reason"), (("--system", "nobody"), "nobody")],
)
def test_a_run_that_cannot_be_is_refused_before_the_plan_is_fixed(
    data_dir: Path, tmp_path: Path, said_wrongly: tuple[str, str], words: str
) -> None:
    """A limit in money without prices, a change without a reason and an unknown system cost no probe and no plan."""
    cases = write_cases(tmp_path / "cases", 1)
    with faulty_server(rates) as server:
        make_project(WorkspaceSpec(data_dir=data_dir), cases, server.base_url)
        refused = fairdesk(data_dir, "run", "Faults", *said_wrongly).without_traceback()
        assert refused.code == 2
        assert words in refused.err
        assert (server.n_asked, server.keys) == (0, set())
    assert "not fixed yet" in fairdesk(data_dir, "project", "show", "Faults").out
