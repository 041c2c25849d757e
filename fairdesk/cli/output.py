"""What commands print: text for people, or exactly one JSON object; never a raw control character of a model."""

from __future__ import annotations

import json
import re
import sys
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fairdesk.domain.errors import FairDeskError
from fairdesk.domain.progress import RunProgress, RunState, RunStatus

HIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Unicode categories that could move the cursor, hide text or turn its direction."""

BAR_WIDTH = 30
LINE_WIDTH = 110

COUNT = re.compile(r"\d[\d,]*")


def harmless(text: str) -> str:
    r"""Text that a terminal prints as it is written; line feeds stay, everything that steers becomes visible.

    Example:
        >>> harmless("a\x1b[31mb")
        'a<U+001B>[31mb'
    """
    return "".join(
        character if character == "\n" or unicodedata.category(character) not in HIDDEN else f"<U+{ord(character):04X}>"
        for character in text
    )


def counts_words(counts: Mapping[str, int]) -> str:
    """How many items ended in which way; what did not occur is left out.

    Example:
        >>> counts_words({"answered": 12, "refused": 0, "not_attempted": 3})
        '12 answered, 3 not attempted'
    """
    return ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in counts.items() if count)


def run_words(run: RunStatus) -> str:
    """One run on one line: which, of what, how it stands."""
    return f"Run {run.run_id} of {run.system}: {run.state.value}; {counts_words(run.counts)}"


@dataclass(slots=True)
class Output:
    """Standard output carries the answer alone; progress and logs go to standard error."""

    as_json: bool
    quiet: bool
    _open_line: bool = False
    _step: str = ""

    def say(self, text: str) -> None:
        """A line of the human answer; nothing when JSON was asked for."""
        if not self.as_json:
            sys.stdout.write(harmless(text) + "\n")

    def json(self, answer: Mapping[str, Any]) -> None:
        """The one JSON object, when it was asked for."""
        if self.as_json:
            sys.stdout.write(json.dumps(answer, ensure_ascii=True, indent=2) + "\n")

    def progress(self, what: RunProgress | str) -> None:
        """A bar on a terminal, sentences otherwise only at the start of a step; nothing when quiet."""
        if self.quiet:
            return
        if isinstance(what, str):
            self._end_line()
            sys.stderr.write(harmless(what) + "\n")
        elif sys.stderr.isatty():
            sys.stderr.write("\r" + _bar(what))
            self._open_line = what.n_done < what.n_planned
            if not self._open_line:
                sys.stderr.write("\n")
        sys.stderr.flush()

    def step(self, words: str) -> None:
        """A step in words. One that differs from the last in its numbers alone is a count that goes on.

        On a terminal it is written over the last; elsewhere only the first of its kind is printed.
        """
        kind = COUNT.sub("", words)
        goes_on, self._step = kind == self._step, kind
        if self.quiet or (goes_on and not sys.stderr.isatty()):
            return
        if not sys.stderr.isatty():
            self.progress(words)
            return
        if not goes_on:
            self._end_line()
        sys.stderr.write("\r" + harmless(words).replace("\n", " ").ljust(LINE_WIDTH)[:LINE_WIDTH])
        sys.stderr.flush()
        self._open_line = True

    def error(self, text: str) -> None:
        """A failure, on standard error."""
        self._end_line()
        sys.stderr.write(harmless(text) + "\n")

    def failure(self, error: FairDeskError) -> int:
        """Why a command ended, for people on standard error and as the one JSON object; answers with its exit code."""
        self.error(f"fairdesk: {error}")
        self.json({"error": {"message": error.message, "advice": error.advice}, "exit_code": int(error.exit_code)})
        return int(error.exit_code)

    def asks(self, question: str) -> bool:
        """Ask a question that only y or yes agrees to; it stands on standard error, the answer is a line of input."""
        self._end_line()
        sys.stderr.write(harmless(question))
        sys.stderr.flush()
        return sys.stdin.readline().strip().lower() in ("y", "yes")

    def _end_line(self) -> None:
        if self._open_line:
            sys.stderr.write("\n")
            self._open_line = False


def _bar(progress: RunProgress) -> str:
    share = progress.n_done / progress.n_planned if progress.n_planned else 1.0
    done = round(share * BAR_WIDTH)
    if progress.state is RunState.WAITING:
        # Of a pause the cause and the end matter, and its rate is none.
        line = f"{progress.system}: {progress.n_done} of {progress.n_planned}; {harmless(progress.words)}"
        return f"[{'#' * done}{'.' * (BAR_WIDTH - done)}] {line}".replace("\n", " ").ljust(LINE_WIDTH)[:LINE_WIDTH]
    left = "" if progress.seconds_left is None else f", about {progress.seconds_left:.0f} s left"
    line = f"{progress.system}: {progress.n_done} of {progress.n_planned}, {progress.rate_per_s:.1f} a second{left}"
    return f"[{'#' * done}{'.' * (BAR_WIDTH - done)}] {line}".ljust(LINE_WIDTH)[:LINE_WIDTH]
