"""Endpoints from the command line: kept, listed, tested and used without a window."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.command_line import fairdesk
from tests.faults.faulty_server import Reply, faulty_server, said

WRONG = [
    (("--base-url", "no address"), "https://host/v1"),
    (("--base-url", "http://127.0.0.1:9/v1", "--kind", "telepathy"), "openai_chat"),
    (("--base-url", "http://127.0.0.1:9/v1", "--price-call", "-1"), "less than 0"),
]


def rates(_number: int, _body: dict[str, Any]) -> Reply:
    return said("I give a rating of 3.")


@pytest.mark.slow
def test_an_endpoint_is_kept_tested_and_asked_without_a_window(data_dir: Path) -> None:
    """Saved with its prices, listed, tested, and a project that uses it says what its run will cost."""
    with faulty_server(rates) as server:
        reach = ("--base-url", server.base_url, "--model", "faulty-1")
        kept = fairdesk(
            data_dir, "endpoint", "save", "Mine", *reach, "--price-prompt", "2", "--currency", "EUR", "--json"
        )
        assert kept.code == 0
        assert json.loads(kept.out)["terms"]["price_prompt"] == 2.0
        # What is not said again stays as it is kept.
        again = fairdesk(data_dir, "endpoint", "save", "Mine", *reach, "--price-answer", "8", "--json")
        assert json.loads(again.out)["terms"]["price_prompt"] == 2.0
        listed = json.loads(fairdesk(data_dir, "endpoint", "list", "--json").out)["endpoints"]
        assert listed[-1]["base_url"] == server.base_url
        assert fairdesk(data_dir, "endpoint", "test", "Mine").code == 0
        made = fairdesk(data_dir, "project", "new", "Audit", "--endpoint", "Mine", "--cases", "1")
        assert made.code == 0
        dry = fairdesk(data_dir, "run", "Audit", "--dry-run")
        assert "EUR" in dry.out
    assert fairdesk(data_dir, "endpoint", "test", "Mine").code == 4
    assert fairdesk(data_dir, "endpoint", "delete", "Mine").code == 0
    assert fairdesk(data_dir, "endpoint", "delete", "Mine").code == 2


@pytest.mark.parametrize(("options", "words"), WRONG)
def test_a_wrong_endpoint_is_refused_in_words(data_dir: Path, options: tuple[str, ...], words: str) -> None:
    """An address, a format or a price that cannot be is named with what may be given, and nothing is kept."""
    done = fairdesk(data_dir, "endpoint", "save", "Mine", "--model", "m", *options)
    assert done.code == 2
    assert words in done.err
    assert "Mine" not in fairdesk(data_dir, "endpoint", "list").out


def test_what_comes_with_fairdesk_is_not_called_forgotten(data_dir: Path) -> None:
    """A built-in endpoint can be neither replaced nor deleted, and nothing says that it was."""
    done = fairdesk(data_dir, "endpoint", "delete", "Rehearsal model (built in)")
    assert done.code == 2
    assert "comes with FairDesk" in done.err
