"""Where files may stand on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from fairdesk.cli.commands import parse


@pytest.mark.parametrize(
    "words",
    [
        ["import", "P", "a.csv", "b.csv", "--benchmark", "bbq"],
        ["import", "P", "--benchmark", "bbq", "a.csv", "b.csv"],
        ["import", "--benchmark", "bbq", "P", "a.csv", "b.csv"],
    ],
)
def test_files_may_stand_before_and_behind_options(words: list[str]) -> None:
    """A list of files is the same wherever it stands."""
    arguments = parse(words)
    assert (arguments.project, arguments.benchmark) == ("P", "bbq")
    assert arguments.files == [Path("a.csv"), Path("b.csv")]


@pytest.mark.parametrize(
    "words",
    [
        ["import", "P", "--benchmark", "bbq", "a.csv", "--no-such-option"],
        ["import", "P", "a.csv", "--benchmark", "bbq", "b.csv"],
        ["classify", "P", "more"],
    ],
)
def test_what_nobody_asked_for_is_still_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Unknown options, a second list of files, and words of a command that takes none end with wrong use."""
    with pytest.raises(SystemExit) as ended:
        parse(words)
    assert ended.value.code == 2
    assert "unrecognized arguments" in capsys.readouterr().err
