"""The child's side of a built-in endpoint: options come over standard input, the port goes out over standard output.

The child lives as long as its standard input is open. The system closes it when the parent ends in whatever way,
also by kill -9, so that no model server is left behind.
"""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Mapping
from typing import Any

from fairdesk.domain.audited_system import EndpointFacts
from fairdesk.domain.codec import to_plain
from fairdesk.domain.errors import FairDeskError


def read_options() -> dict[str, Any]:
    """The first line of standard input, one JSON object.

    An interrupt from the keyboard reaches every process of a terminal; it is the parent's to decide what ends.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    options = json.loads(sys.stdin.buffer.readline())
    if not isinstance(options, dict):
        raise ValueError("the options are no JSON object")
    return options


def announce(port: int, facts: EndpointFacts) -> None:
    """Tells the parent that the server is up."""
    _say({"port": port, "facts": to_plain(facts)})


def announce_failure(error: FairDeskError) -> None:
    """Tells the parent in the user's words why there is no server."""
    _say({"message": error.message, "advice": error.advice})


def wait_for_the_end() -> None:
    """Returns when the parent closes our standard input or is gone."""
    while sys.stdin.buffer.read(65536):
        pass


def _say(line: Mapping[str, Any]) -> None:
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()
