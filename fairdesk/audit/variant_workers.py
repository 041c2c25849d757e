"""Processes that make parts of the variants side by side, and hand them back in the order of the files.

Each has a pipe of its own and is asked for one part at a time, so that neither side ever waits for the other to read:
a process that works is written to by nobody. When the pipe ends, whoever is at its other end is gone; so a process
whose builder was killed ends by itself, which those of a pool of the standard library do not.

Messages to a process:    first the design and its rewritten texts, then the files of one part after the other
Messages from a process:  a ``MadePart``, a FairDeskError, or the traceback of a fault of ours, as text
"""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import os
import signal
import traceback
from collections.abc import Iterator, Sequence
from multiprocessing.connection import wait
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from fairdesk.domain.errors import FairDeskError, PlanError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

    from fairdesk.audit.variant_making import MadePart
    from fairdesk.domain.cases import Case
    from fairdesk.domain.design import Design
    from fairdesk.evaluations.counterfactual import Texts

MOST_PROCESSES = 8
"""The one that reads the files and writes the parts keeps no more than these busy."""

PARTS_AHEAD = 3
"""Per process, parts that are under way or wait for a slower one before them: what bounds the memory."""

END_S = 2.0
"""How long a process may take to end before it is killed."""


def usable_processors() -> int:
    """Processors that this process may use, up to ``MOST_PROCESSES``."""
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(MOST_PROCESSES, allowed)


class PartWorkers:
    """Processes that make parts by one design, from ``with`` to its end."""

    def __init__(self, design: Design, texts: Texts, n_processes: int) -> None:
        """Starts the processes.

        Raises:
            OSError: the computer starts no more processes.
        """
        self._processes: dict[Connection, SpawnProcess] = {}
        own = multiprocessing.current_process()
        if own.daemon:
            # The window's worker, which would be refused processes of its own; they end with their pipes all the same.
            own.daemon = False
        context = multiprocessing.get_context("spawn")
        try:
            for number in range(n_processes):
                ours, theirs = context.Pipe()
                process = context.Process(
                    target=serve, args=(theirs,), daemon=True, name=f"fairdesk-variants-{number + 1}"
                )
                self._processes[ours] = process
                process.start()
                theirs.close()
            for connection in self._processes:
                self._send(connection, (design, texts))
        except BaseException:
            self._end()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    def parts(self, chunks: Iterator[Sequence[Case]]) -> Iterator[MadePart]:
        """The part of every chunk of files, in their order; a chunk is read when a process is free for it.

        Raises:
            PlanError: a process is gone.
            FairDeskError: whatever making a part raised.
        """
        waiting = enumerate(chunks)
        upcoming = next(waiting, None)
        idle = list(self._processes)
        busy: dict[Connection, int] = {}
        made: dict[int, MadePart] = {}
        wanted = 0
        while upcoming is not None or busy or made:
            while idle and upcoming is not None and upcoming[0] < wanted + PARTS_AHEAD * len(self._processes):
                connection = idle.pop()
                self._send(connection, upcoming[1])
                busy[connection] = upcoming[0]
                upcoming = next(waiting, None)
            ready = wait(list(busy), 0 if wanted in made else None) if busy else ()
            for connection in [one for one in busy if one in ready]:
                made[busy.pop(connection)] = self._received(connection)
                idle.append(connection)
            if wanted in made:
                yield made.pop(wanted)
                wanted += 1

    def _send(self, connection: Connection, message: object) -> None:
        try:
            connection.send(message)
        except OSError:
            raise self._gone(connection) from None

    def _received(self, connection: Connection) -> MadePart:
        try:
            answer: MadePart | FairDeskError | str = connection.recv()
        except (EOFError, OSError):
            raise self._gone(connection) from None
        if isinstance(answer, FairDeskError):
            raise answer
        if isinstance(answer, str):
            raise RuntimeError(f"a process that builds variants failed:\n{answer}")
        return answer

    def _gone(self, connection: Connection) -> PlanError:
        process = self._processes[connection]
        process.join(END_S)
        code = process.exitcode
        how = f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"
        return PlanError(
            f"A process that builds variants ended unexpectedly ({how}); nothing of this build was kept.",
            "Close other programs, so that there is memory, and build the variants again.",
        )

    def _end(self) -> None:
        for connection, process in self._processes.items():
            connection.close()
            if process.pid is not None:
                process.terminate()
        for process in self._processes.values():
            if process.pid is None:
                continue
            process.join(END_S)
            if process.exitcode is None:
                process.kill()
                process.join(END_S)
        self._processes.clear()


def serve(connection: Connection) -> None:
    """Make one part after the other until the other end of the pipe is closed."""
    # Ctrl+C in a terminal reaches the whole group; the process that builds decides what is stopped.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.disable()  # none of what is made refers to itself, and looking for such circles takes a quarter of the time
    with contextlib.suppress(EOFError, OSError):
        maker: Any = None
        while True:
            message = connection.recv()
            try:
                if maker is None:
                    maker = _maker(*message)
                    continue
                answer: object = maker.part(message)
            except FairDeskError as error:
                answer = error
            except Exception:
                answer = traceback.format_exc()
            connection.send(answer)


def _maker(design: Design, texts: Texts) -> Any:
    from fairdesk.audit.variant_making import PartMaker

    return PartMaker(design, texts)
