"""What every command keeps: it is listed, explained, takes the global options anywhere, and starts without weight."""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from fairdesk.cli import commands
from fairdesk.cli.commands import COMMANDS, build_parser
from tests.gui.test_startup import HEAVY


def leaves(
    parser: argparse.ArgumentParser, path: tuple[str, ...] = ()
) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Every command that can be typed, with its parser; argparse has no public way to list them."""
    below = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    for action in below:
        for name, inner in action.choices.items():
            yield from leaves(inner, (*path, name))
    if not below:
        yield " ".join(path), parser


def words_for_help(parser: argparse.ArgumentParser) -> dict[str, str | None]:
    """Every command and action with the sentence that help lists it by."""
    below = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    found = {choice.dest: choice.help for action in below for choice in action._choices_actions}
    for action in below:
        for inner in action.choices.values():
            found |= words_for_help(inner)
    return found


LEAVES = dict(leaves(build_parser()))
every = pytest.mark.parametrize("name", LEAVES)


def test_every_file_of_commands_is_listed() -> None:
    """A file with a command that stands in no tuple would be a command that nobody can type."""
    files = {path.stem for path in Path(commands.__file__).parent.glob("*_command*.py")}

    assert {module.__name__.rpartition(".")[2] for module in COMMANDS} == files


def test_every_command_is_explained() -> None:
    """Help lists no command without a sentence."""
    assert [name for name, words in words_for_help(build_parser()).items() if not words] == []


@every
def test_it_can_be_run(name: str) -> None:
    """A command knows the function that does it; one that does not would end in a fault of ours."""
    assert callable(LEAVES[name].get_default("run"))


@every
def test_it_takes_the_global_options(name: str) -> None:
    """The folder of the profile, JSON and quiet may stand behind every command."""
    assert {"--data-dir", "--json", "--quiet"} <= set(LEAVES[name]._option_string_actions)


@every
def test_it_asks_for_no_secret(name: str) -> None:
    """No option takes a key or a password: other users of a computer can read command lines."""
    options = {option for option in LEAVES[name]._option_string_actions if not option.endswith("-variable")}

    assert [option for option in options if any(word in option for word in ("password", "key", "secret"))] == []


def test_the_commands_are_listed_without_heavy_libraries() -> None:
    """Help and wrong use answer at once: a command imports what it needs when it runs."""
    program = "import sys; from fairdesk.cli.commands import build_parser; build_parser(); print(*sys.modules)"
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert set(HEAVY) & set(answer.stdout.split()) == set()
