"""fairdesk calc: one method on one input object, or many at once as JSON lines, for whoever recomputes by hand."""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, BinaryIO

from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.cli.output import Output
from fairdesk.domain.errors import ExitCode, FairDeskError, InputError

STANDARD_INPUT = "-"


def add_parsers(commands: Any, shared: argparse.ArgumentParser) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "calc",
        parents=[shared],
        help="one method on one input object, as JSON; --list says which",
        description="One method on one JSON object (METHOD FILE), or many at once as JSON lines (--lines FILE). "
        "The answer is always JSON; what cannot be computed is null with its reason. The input {} makes a method say "
        "what it takes.",
    )
    parser.add_argument(
        "method", nargs="?", metavar="METHOD", help="for example M06; with --lines the FILE stands here"
    )
    parser.add_argument("file", nargs="?", metavar="FILE", help="the input; - or nothing for standard input")
    kinds = parser.add_mutually_exclusive_group()
    kinds.add_argument("--lines", action="store_true", help='a {"id", "method", "in"} a line, answered in this order')
    kinds.add_argument("--list", action="store_true", help="ids and titles of all methods")
    parser.set_defaults(run=run)


def run(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """Answer one input, every line, or with the list."""
    if arguments.list:
        return _list(output)
    output.as_json = True
    if arguments.lines:
        if arguments.file is not None:
            raise InputError("--lines takes one file.", "Each line names its own method.")
        return _lines(spec, arguments.method or STANDARD_INPUT, output)
    if arguments.method is None:
        raise InputError(
            "Which method?", "'fairdesk calc --list' names all, for example 'fairdesk calc M05 input.json'."
        )
    from fairdesk.audit.calc import calculation

    asked = calculation(arguments.method)
    name = arguments.file or STANDARD_INPUT
    with _opened(name) as source:
        given = _parsed(source.read(), _shown(name))
    if not isinstance(given, dict):
        raise InputError(f"{_shown(name)} holds no JSON object.", "Write the input as {...}.")
    output.json(asked.answer(given))
    return ExitCode.DONE


def _list(output: Output) -> ExitCode:
    from fairdesk.audit.calc import CALCULATIONS

    output.json({"methods": [{"method": one.method, "title": one.title} for one in CALCULATIONS]})
    for one in CALCULATIONS:
        output.say(f"{one.method:4} {one.title}")
    return ExitCode.DONE


def _lines(spec: WorkspaceSpec, name: str, output: Output) -> ExitCode:
    n_lines = n_refused = 0
    with _opened(name) as source:
        for number, line in enumerate(source, start=1):
            if not line.strip():
                continue
            answer = _answered(spec, line, number)
            sys.stdout.write(json.dumps(answer, ensure_ascii=True, allow_nan=False) + "\n")
            sys.stdout.flush()
            n_lines, n_refused = n_lines + 1, n_refused + ("error" in answer)
    if n_refused:
        output.progress(f"{n_refused} of {n_lines} inputs could not be taken; each says why.")
    return ExitCode.DONE


def _answered(spec: WorkspaceSpec, line: bytes, number: int) -> dict[str, Any]:
    """The answer to one line, or its error; never an exception, so that the other lines go on."""
    from fairdesk.audit.calc import calculation

    about: dict[str, Any] = {"id": None}
    try:
        asked = _parsed(line, f"line {number}")
        if not isinstance(asked, dict):
            raise InputError(f"line {number} holds no JSON object.", 'Write {"id": ..., "method": ..., "in": {...}}.')
        about = {"id": _name(asked.get("id")), "method": _name(asked.get("method"))}
        if not isinstance(about["method"], str) or not isinstance(asked.get("in"), dict):
            raise InputError(f'line {number} needs a "method" (a text) and an "in" (an object).')
        answer = about | {"out": calculation(about["method"]).answer(asked["in"])}
        json.dumps(answer, allow_nan=False)
    except FairDeskError as error:
        return about | {"line": number, "error": str(error)}
    except Exception as error:  # a fault of ours in one input must not take the others along
        words = f"This is our fault, not yours ({type(error).__name__})."
        return about | {"line": number, "error": f"{words} {_kept(spec, error)}"}
    return answer


def _name(given: Any) -> Any:
    """What names a line or its method, or None for what JSON has no form for: an id may be a NaN."""
    try:
        json.dumps(given, allow_nan=False)
    except ValueError:
        return None
    return given


def _kept(spec: WorkspaceSpec, fault: Exception) -> str:
    from fairdesk.audit.faults import fault_details, keep_fault

    try:
        return f"Details: {keep_fault(spec, fault_details(fault))}"
    except OSError as error:
        return f"Details could not be written ({error.strerror})."


def _parsed(content: bytes, where: str) -> Any:
    try:
        return json.loads(content)
    except UnicodeDecodeError:
        raise InputError(f"{where} is not text in UTF-8.", "Save it as UTF-8.") from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}" if b"\n" in content.strip() else f"column {error.colno}"
        raise InputError(f"{where} is not JSON: {error.msg} at {place}.", "Write the input as {...}.") from None
    except (ValueError, RecursionError):
        raise InputError(f"{where} is not JSON that can be read: a number or a nesting is too long.") from None


def _shown(name: str) -> str:
    return "The standard input" if name == STANDARD_INPUT else name


def _opened(name: str) -> AbstractContextManager[BinaryIO]:
    if name == STANDARD_INPUT:
        if sys.stdin is None:  # a program without a terminal may have none
            raise InputError("There is no standard input.", "Name the FILE to read.")
        return nullcontext(sys.stdin.buffer)
    try:
        return Path(name).open("rb")
    except (OSError, ValueError) as error:
        words = error.strerror if isinstance(error, OSError) else "no file has such a name"
        raise InputError(f"{name} cannot be read ({words}).", "Check the path.") from None
