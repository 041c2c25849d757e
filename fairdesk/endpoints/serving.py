"""Starts and stops the built-in endpoints, each as a process of its own on loopback."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import IO, Any

import fairdesk
from fairdesk.domain.audited_system import REHEARSAL_KINDS, EndpointFacts, EndpointSettings
from fairdesk.domain.codec import from_plain
from fairdesk.domain.errors import EndpointError
from fairdesk.domain.object_words import NOTHING_LEARNT

CHILD_MODULES = {
    **dict.fromkeys(REHEARSAL_KINDS, "fairdesk.endpoints.rehearsal_server"),
    "embedded": "fairdesk.endpoints.embedded_server",
}
START_SECONDS = {**dict.fromkeys(REHEARSAL_KINDS, 60.0), "embedded": 180.0}
STOP_SECONDS = 5.0
N_LAST_LINES = 8


class RunningEndpoint:
    """An endpoint that can be asked; ``stop`` ends what was started for it. Use as a context manager.

    Attributes:
        base_url: For the client.
        facts: What the server declared of itself; empty for a server that was not started here.
    """

    def __init__(self, base_url: str, facts: EndpointFacts, process: subprocess.Popen[bytes] | None) -> None:
        self.base_url = base_url
        self.facts = facts
        self._process = process

    def stop(self) -> None:
        """Ends the child by closing its standard input; a second call does nothing."""
        process, self._process = self._process, None
        if process is not None:
            _end(process)

    def __enter__(self) -> RunningEndpoint:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def start_endpoint(settings: EndpointSettings, resources: Path) -> RunningEndpoint:
    """Makes an endpoint ready to be asked. For a server elsewhere nothing is started and nothing is sent.

    Args:
        settings: Of any kind.
        resources: The shipped data.

    Raises:
        EndpointError: the built-in endpoint did not come up; the message says why.
    """
    module = CHILD_MODULES.get(settings.kind)
    if module is None:
        return RunningEndpoint(settings.base_url, NOTHING_LEARNT, None)
    pipe = subprocess.PIPE
    try:
        process = subprocess.Popen(_command(module), stdin=pipe, stdout=pipe, stderr=pipe, env=_environment())
    except OSError as error:
        problem = f"The {settings.kind} endpoint could not be started: {error.strerror or error}."
        raise EndpointError(problem, "Close other programs and try again.") from error
    try:
        ready = _first_words(process, settings, resources)
        return RunningEndpoint(
            f"http://127.0.0.1:{ready['port']}/v1", from_plain(EndpointFacts, ready["facts"]), process
        )
    except BaseException:
        _end(process)
        raise


def _command(module: str) -> list[str]:
    """How a module of FairDesk is run as a program. A frozen application has no ``-m``: change it here alone."""
    return [sys.executable, "-P", "-m", module]


def _environment() -> dict[str, str]:
    """The child finds the same FairDesk; OpenMP must sleep, not spin, or two threads on a busy machine crawl."""
    package_home = str(Path(fairdesk.__file__).parent.parent)
    paths = [package_home, *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "OMP_WAIT_POLICY": "passive"}


def _first_words(process: subprocess.Popen[bytes], settings: EndpointSettings, resources: Path) -> Mapping[str, Any]:
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    options = {
        "resources": str(resources),
        "kind": settings.kind,
        "model": settings.model,
        "options": dict(settings.options),
    }
    heard: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    complaints: deque[bytes] = deque(maxlen=N_LAST_LINES)
    # Both pipes are emptied as long as the child lives: a full pipe would stop it.
    threading.Thread(target=_hear, args=(process.stdout, heard), daemon=True).start()
    listener = threading.Thread(target=_collect, args=(process.stderr, complaints), daemon=True)
    listener.start()
    try:
        process.stdin.write(json.dumps(options).encode() + b"\n")
        process.stdin.flush()
        line = heard.get(timeout=START_SECONDS[settings.kind])
        ready: dict[str, Any] = json.loads(line)
    except queue.Empty:
        problem = f"The {settings.kind} endpoint did not come up within {START_SECONDS[settings.kind]:g} seconds."
        raise EndpointError(problem, "Close other programs and try again.") from None
    except (OSError, ValueError):
        listener.join(timeout=STOP_SECONDS)
        said = b"\n".join(complaints).decode("utf-8", "replace").strip()
        problem = f"The {settings.kind} endpoint ended while it started."
        last = said.splitlines()[-1] if said else ""
        raise EndpointError(problem, f"Its last words: {last}" if last else "It said nothing.") from None
    if "message" in ready:
        raise EndpointError(ready["message"], ready["advice"])
    return ready


def _hear(pipe: IO[bytes], heard: queue.SimpleQueue[bytes]) -> None:
    """Passes on the first line that is a JSON object, or an empty one when there is none; drops the rest."""
    was_heard = False
    with pipe:
        for line in pipe:
            if not was_heard and line.startswith(b"{"):
                heard.put(line)
                was_heard = True
    if not was_heard:
        heard.put(b"")


def _collect(pipe: IO[bytes], lines: deque[bytes]) -> None:
    with pipe:
        lines.extend(pipe)


def _end(process: subprocess.Popen[bytes]) -> None:
    assert process.stdin is not None
    with contextlib.suppress(OSError):  # it may be gone already
        process.stdin.close()
    try:
        process.wait(timeout=STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
