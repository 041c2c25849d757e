"""Where an auditor works: store, secrets, shipped data and clock. The only thing that is handed in from outside."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fairdesk.settings.paths import Paths
    from fairdesk.settings.secrets import Secrets
    from fairdesk.store.store import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkspaceSpec:
    """Names a workspace so that another process can open it; picklable.

    Attributes:
        data_dir: Folder of the profile; holds the store, backups and logs.
        session_keys: Keys that are kept for this session only; they travel through pipes, never through arguments,
            the environment or a file, and do not show in ``repr``.
    """

    data_dir: Path
    session_keys: Mapping[str, str] = field(default_factory=dict, repr=False)


def default_spec() -> WorkspaceSpec:
    """The user's own profile in the platform's folder for data."""
    from fairdesk.settings.paths import default_data_dir

    return WorkspaceSpec(data_dir=default_data_dir())


def utc_now() -> datetime:
    """The present, in UTC."""
    return datetime.now(UTC)


def utc_text(moment: datetime) -> str:
    """ISO 8601 in UTC to the second, with Z.

    Example:
        >>> utc_text(datetime(2026, 11, 29, 12, 0, tzinfo=UTC))
        '2026-11-29T12:00:00Z'
    """
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class Workspace:
    """An open workspace; store and key store are opened when first used. Use as a context manager."""

    def __init__(self, spec: WorkspaceSpec, clock: Callable[[], datetime] = utc_now) -> None:
        self.spec = spec
        self.clock = clock

    @cached_property
    def paths(self) -> Paths:
        """Files and folders of this profile."""
        from fairdesk.settings.paths import Paths

        return Paths(data_dir=self.spec.data_dir)

    @cached_property
    def store(self) -> Store:
        """The store, opened (and migrated, after a backup) on first use."""
        from fairdesk.store.store import Store

        return Store.open(self.paths.store_file, self.clock)

    @cached_property
    def secrets(self) -> Secrets:
        """Keys of endpoints."""
        from fairdesk.settings.secrets import Secrets

        return Secrets(self.spec.session_keys)

    @cached_property
    def resources(self) -> Path:
        """Folder of the data that FairDesk ships."""
        from fairdesk.settings.paths import resources_dir

        return resources_dir()

    def now_text(self) -> str:
        """The clock's time as text."""
        return utc_text(self.clock())

    def close(self) -> None:
        """Close the store if it was opened."""
        store = self.__dict__.pop("store", None)
        if store is not None:
            store.close()

    def __enter__(self) -> Workspace:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
