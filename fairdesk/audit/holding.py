"""One process at a time: a name in the store that is held while work goes on, with words that say who holds it."""

from __future__ import annotations

import getpass
import os
import platform
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from fairdesk.audit.workspace import Workspace

LEASE_S = 60.0
"""How long a name stays held when its process neither renews nor releases it."""

RENEW_LEASE_EVERY_S = 10.0
"""How often work that takes long renews what it holds."""


def owner() -> str:
    """Who works here: shown to whoever is refused."""
    try:
        user = getpass.getuser()
    except (OSError, KeyError):
        user = "unknown user"
    return f"{user} on {platform.node()}, process {os.getpid()}"


@contextmanager
def holding(workspace: Workspace, name: str) -> Iterator[None]:
    """Hold a name for the time of the block; work that takes longer than ``LEASE_S`` renews it.

    Raises:
        StoreBusy: another process holds it; it is named.
    """
    workspace.store.leases.acquire(name, owner(), LEASE_S)
    try:
        yield
    finally:
        workspace.store.leases.release(name, owner())


class LongHold:
    """Renews names that are held already, while a long work goes on."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._renewed = time.monotonic()

    def keep(self, names: Sequence[str]) -> None:
        """Renew them when it is time.

        Raises:
            StoreBusy: a name was lost and another process holds it.
        """
        if time.monotonic() - self._renewed >= RENEW_LEASE_EVERY_S:
            for name in names:
                self._workspace.store.leases.renew(name, owner(), LEASE_S)
            self._renewed = time.monotonic()
