"""Leases: who works on what right now, so that no second run starts on the same thing."""

from __future__ import annotations

import os
import socket
from dataclasses import dataclass, replace
from datetime import timedelta

from sqlalchemy import Connection, select
from sqlalchemy.dialects.sqlite import insert

from fairdesk.domain.errors import StoreBusy
from fairdesk.store import schema
from fairdesk.store.database import Database, utc_milliseconds

lease = schema.lease


@dataclass(frozen=True, slots=True, kw_only=True)
class Lease:
    """Who holds a name, and until when if it is not renewed (UTC, ISO 8601 with Z)."""

    name: str
    owner: str
    host: str
    pid: int
    acquired_at: str
    expires_at: str


class Leases:
    """Names held by one owner in one process for a limited time.

    A lease ends by release, by its time, or at once when its process on this computer is gone (on Windows only by
    its time).
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def acquire(self, name: str, owner: str, seconds: float) -> Lease:
        """Take a name for some seconds, or take it again.

        Args:
            name: For example ``run:`` and the run's id.
            owner: Shown to whoever is refused.
            seconds: How long it lasts without being renewed.

        Raises:
            StoreBusy: a live other holds it; the message says who and since when.
        """
        with self._database.writing() as connection:
            held = self._live(connection, name)
            if held is not None and not _is_mine(held, owner):
                raise StoreBusy(
                    f"{held.owner} (process {held.pid} on {held.host}) has been working on {name} since "
                    f"{held.acquired_at}.",
                    "Wait until it is done, or stop it there.",
                )
            taken = self._lasting(name, owner, seconds)
            if held is not None:
                taken = replace(taken, acquired_at=held.acquired_at)
            row = {column.name: getattr(taken, column.name) for column in lease.columns}
            connection.execute(insert(lease).values(row).on_conflict_do_update(index_elements=["name"], set_=row))
        return taken

    def renew(self, name: str, owner: str, seconds: float) -> Lease:
        """Hold a name for some more seconds from now.

        Raises:
            StoreBusy: it was lost and another holds it now.
        """
        return self.acquire(name, owner, seconds)

    def release(self, name: str, owner: str) -> None:
        """Give a name back; nothing happens when another holds it or nobody does."""
        with self._database.writing() as connection:
            held = self._live(connection, name)
            if held is not None and _is_mine(held, owner):
                connection.execute(lease.delete().where(lease.c.name == name))

    def holder(self, name: str) -> Lease | None:
        """The live lease of a name, or None."""
        with self._database.reading() as connection:
            return self._live(connection, name)

    def all(self) -> tuple[Lease, ...]:
        """All live leases, sorted by name."""
        with self._database.reading() as connection:
            names = connection.execute(select(lease.c.name).order_by(lease.c.name)).scalars().all()
            return tuple(held for name in names if (held := self._live(connection, name)) is not None)

    def _live(self, connection: Connection, name: str) -> Lease | None:
        row = connection.execute(select(lease).where(lease.c.name == name)).first()
        if row is None:
            return None
        held = Lease(**row._mapping)
        is_over = held.expires_at <= self._database.now() or (held.host == socket.gethostname() and is_gone(held.pid))
        return None if is_over else held

    def _lasting(self, name: str, owner: str, seconds: float) -> Lease:
        now = self._database.moment()
        return Lease(
            name=name,
            owner=owner,
            host=socket.gethostname(),
            pid=os.getpid(),
            acquired_at=utc_milliseconds(now),
            expires_at=utc_milliseconds(now + timedelta(seconds=seconds)),
        )


def _is_mine(held: Lease, owner: str) -> bool:
    return (held.owner, held.host, held.pid) == (owner, socket.gethostname(), os.getpid())


def is_gone(pid: int) -> bool:
    """Whether no process of this computer has this number; never True on Windows, where it cannot be asked."""
    if os.name == "nt":
        return False  # os.kill ends the process there instead of asking
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False
