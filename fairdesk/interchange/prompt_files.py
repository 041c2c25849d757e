"""A file of one's own prompts: one JSON object a line, ``{"id", "prompt"}`` or ``{"id", "messages"}``.

Texts stay in the file and are read when they are asked; what is kept is a name, a place and a check of every line.
"""

from __future__ import annotations

import hashlib
import json
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

from fairdesk.domain.errors import ImportProblem
from fairdesk.domain.exchanges import Message
from fairdesk.interchange.distinct_keys import KeyTwiceError, distinct

LONGEST_LINE = 16 * 2**20
"""Bytes of one line; no model reads more."""

LONGEST_ID = 200

ROLES = ("system", "user", "assistant")

_CHECK_BYTES = 8

_FORM = 'Write one JSON object a line: {"id": "p1", "prompt": "…"} or {"id": "p1", "messages": [{"role", "content"}]}.'


@dataclass(frozen=True, slots=True, kw_only=True)
class _Problem:
    cause: str
    cure: str = _FORM


class PromptFile:
    """The prompts of one file, in its order; use it in a ``with`` block.

    Attributes:
        sha256: Of the whole file.
        ids: Id to place, from 0, in the order of the file.
    """

    def __init__(self, path: Path) -> None:
        """Reads the whole file once.

        Raises:
            ImportProblem: it cannot be read, holds no prompt, or a line is no prompt; the first is named with its line,
                cause and cure, and nothing may be asked.
        """
        self.name = path.name.encode("utf-8", "replace").decode()
        self.ids: dict[str, int] = {}
        self._offsets = array("q")
        self._lines = array("q")
        self._checks = bytearray()
        try:
            self._file: BinaryIO = path.open("rb")
            try:
                self.sha256 = self._survey()
            except BaseException:
                self._file.close()
                raise
        except OSError as error:
            raise ImportProblem(
                f"{self.name} cannot be read: {error.strerror or error}.",
                "Check that it exists and that you may read it.",
            ) from error

    def __len__(self) -> int:
        return len(self._offsets)

    def messages(self, place: int) -> tuple[Message, ...]:
        """What is asked for the prompt at a place.

        Raises:
            ImportProblem: the file was changed since it was opened.
        """
        self._file.seek(self._offsets[place])
        written = self._file.readline(LONGEST_LINE + 2)
        if _check(written) != self._checks[place * _CHECK_BYTES : (place + 1) * _CHECK_BYTES]:
            raise ImportProblem(
                f"{self.name} was changed while it was asked.",
                "Every answer that came is kept. Give the file as it was, or the changed one as another collection.",
            )
        found = _prompt(written)
        assert not isinstance(found, _Problem)  # the same bytes were a prompt before
        return found[1]

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _survey(self) -> str:
        digest = hashlib.sha256()
        first: tuple[int, _Problem] | None = None
        n_bad = offset = 0
        for line, written in self._written_lines():
            digest.update(written)
            if written.strip() and (problem := self._add(line, offset, written)) is not None:
                first = first or (line, problem)
                n_bad += 1
            offset += len(written)
        if first is not None:
            line, problem = first
            more = "" if n_bad == 1 else f" {n_bad} lines have problems."
            raise ImportProblem(f"{self.name}, line {line}: {problem.cause}.{more} Nothing was asked.", problem.cure)
        if not self.ids:
            raise ImportProblem(f"{self.name} holds no prompt. Nothing was asked.", _FORM)
        return digest.hexdigest()

    def _written_lines(self) -> Iterator[tuple[int, bytes]]:
        line = 0
        while written := self._file.readline(LONGEST_LINE + 2):
            line += 1
            if len(written) > LONGEST_LINE + 1:
                raise ImportProblem(
                    f"{self.name}, line {line}: it is longer than {LONGEST_LINE >> 20} MB. Nothing was asked.", _FORM
                )
            yield line, written

    def _add(self, line: int, offset: int, written: bytes) -> _Problem | None:
        found = _prompt(written)
        if isinstance(found, _Problem):
            return found
        name = found[0]
        if name in self.ids:
            first = self._lines[self.ids[name]]
            return _Problem(
                cause=f"the id {name!r} stands in line {first} already", cure="Give every prompt an id of its own."
            )
        self.ids[name] = len(self._offsets)
        self._offsets.append(offset)
        self._lines.append(line)
        self._checks += _check(written)
        return None


def _check(written: bytes) -> bytes:
    return hashlib.blake2b(written, digest_size=_CHECK_BYTES).digest()


def _prompt(written: bytes) -> tuple[str, tuple[Message, ...]] | _Problem:
    """Id and messages of a line, or why it has none."""
    try:
        found = json.loads(written.decode("utf-8-sig"), object_pairs_hook=distinct)
    except UnicodeDecodeError:
        return _Problem(cause="it is not UTF-8 text", cure="Write the file as UTF-8.")
    except KeyTwiceError as error:
        return _Problem(cause=f"the key {str(error)!r} stands twice in one object")
    except (ValueError, RecursionError):
        return _Problem(cause="it is not valid JSON")
    if not isinstance(found, dict):
        return _Problem(cause="it is not a JSON object")
    name = _id(found.get("id"))
    if isinstance(name, _Problem):
        return name
    if ("prompt" in found) == ("messages" in found):
        both = "prompt" in found
        return _Problem(cause="it has both prompt and messages" if both else "it has neither prompt nor messages")
    messages = _messages(found["messages"]) if "messages" in found else _text_prompt(found["prompt"])
    return messages if isinstance(messages, _Problem) else (name, messages)


def _id(value: Any) -> str | _Problem:
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str) or not value.strip():
        return _Problem(cause="it has no id")
    if len(value) > LONGEST_ID:
        return _Problem(cause=f"its id is longer than {LONGEST_ID} characters", cure="Give it a shorter id.")
    return value if _is_storable(value) else _Problem(cause="its id holds half a character")


def _text_prompt(value: Any) -> tuple[Message, ...] | _Problem:
    problem = _text_problem(value, "its prompt")
    return problem or (Message(role="user", content=value),)


def _messages(value: Any) -> tuple[Message, ...] | _Problem:
    if not isinstance(value, list) or not value:
        return _Problem(cause="its messages are not a list with at least one message")
    messages = []
    for number, message in enumerate(value, 1):
        if not isinstance(message, dict):
            return _Problem(cause=f"its message {number} is not an object")
        role = message.get("role")
        content: Any = message.get("content")
        if role not in ROLES:
            return _Problem(cause=f"its message {number} has no role of {', '.join(ROLES)}")
        if problem := _text_problem(content, f"the content of its message {number}"):
            return problem
        messages.append(Message(role=role, content=content))
    return tuple(messages)


def _text_problem(value: Any, what: str) -> _Problem | None:
    if not isinstance(value, str):
        return _Problem(cause=f"{what} is not a text")
    if not value.strip():
        return _Problem(cause=f"{what} is empty")
    return None if _is_storable(value) else _Problem(cause=f"{what} holds half a character")


def _is_storable(text: str) -> bool:
    return text.isascii() or text.encode("utf-8", "ignore").decode() == text
