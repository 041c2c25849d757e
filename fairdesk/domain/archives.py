"""What an archive of one project holds, and what became of it when it was taken into a store."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

ARCHIVE_FORMAT = "fairdesk-project-archive"
"""The first word of every archive's manifest."""

ARCHIVE_VERSION = 1
"""Raised when the file is laid out otherwise; the schema of the store inside has a number of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivedChain:
    """One chain of an archive: how many entries it has, and the link of its last one."""

    name: str
    n_entries: int
    head: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveManifest:
    """What an archive says of itself; everything in it is checked against the bytes before anything is taken.

    Attributes:
        format: Always ``ARCHIVE_FORMAT``.
        schema_revision: Of the store inside; an older one is migrated, a newer one refused.
        fairdesk: Version that wrote the archive.
        exported_at: UTC, ISO 8601 with Z.
        exported_by: The auditor as the project names them; may be empty.
        exported_on: Name of the computer.
        chains: All chains, sorted by name.
        store_sha256: Of the bytes of the store inside.
        store_bytes: How many they are.
    """

    format: str
    format_version: int
    schema_revision: str
    fairdesk: str
    project_id: str
    project_name: str
    exported_at: str
    exported_by: str
    exported_on: str
    chains: tuple[ArchivedChain, ...]
    n_documents: int
    n_reports: int
    store_sha256: str
    store_bytes: int

    @property
    def n_entries(self) -> int:
        """Entries of all chains."""
        return sum(chain.n_entries for chain in self.chains)

    @property
    def origin(self) -> str:
        """Who wrote the archive, where and when, in words."""
        who = f"{self.exported_by} on {self.exported_on}" if self.exported_by else self.exported_on
        return f"{who}, {self.exported_at}, FairDesk {self.fairdesk}"


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenChain:
    """What an import did with one chain: entries that were there, were added, and that only this store has."""

    name: str
    n_before: int
    n_added: int
    n_only_here: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenProject:
    """What an import did.

    Attributes:
        is_new: The store had no project with this id before.
        origin: Who wrote the archive, in words.
        n_documents: Documents that were added; so ``n_reports``.
        kept: Details and texts that were changed on both sides and were left as they are here, a sentence each.
        kept_endpoints: Endpoints that differ; they belong to all projects and are always left.
        replaced: What the archive's replaced, because it went on there alone or because that was asked for.
        backup: The copy of the store that was made before anything was replaced; empty when nothing was.
    """

    project_id: str
    name: str
    is_new: bool
    origin: str
    chains: tuple[TakenChain, ...]
    n_documents: int
    n_reports: int
    kept: tuple[str, ...] = ()
    kept_endpoints: tuple[str, ...] = ()
    replaced: tuple[str, ...] = ()
    backup: str = field(default="")

    @property
    def n_added(self) -> int:
        """Entries that were added to all chains together."""
        return sum(chain.n_added for chain in self.chains)

    @property
    def n_only_here(self) -> int:
        """Entries that this store has and the archive does not."""
        return sum(chain.n_only_here for chain in self.chains)


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveOrder:
    """Which archive is to be taken, and how.

    Attributes:
        name: Under which name a new project is kept; empty for its own.
        take_texts: Where details or drafts differ, take the archive's in place of those here; endpoints always stay.
    """

    archive: Path
    name: str = ""
    take_texts: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveWish:
    """How an archive is to be written.

    Attributes:
        overwrite: A file that is there is replaced.
        without_restricted: Files of benchmarks that may not be handed on, or of which that is not known, stay here with
            the items made of them: scores cannot be checked from the archive alone then.
    """

    overwrite: bool = False
    without_restricted: bool = False


WHOLE_ARCHIVE = ArchiveWish()
"""Everything, into a file that is not there yet."""
