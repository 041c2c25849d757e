"""Official files of benchmarks as FairDesk knows them: by their SHA-256, with licence, defects and what was published.

Facts about files, never the files: nothing of a benchmark's data is here or anywhere else in what FairDesk ships.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum


class Packaging(Enum):
    """Whether the bytes of a file may go into an evidence package that is handed on."""

    FREELY = "yes"
    ATTRIBUTED = "with attribution"
    """Also under the same licence, where the licence asks for that."""
    INTERNAL = "no"
    """For checks inside the house alone: there is no licence, or one that forbids it."""


PACKAGING_WORDS: Mapping[Packaging, str] = {
    Packaging.FREELY: "may go into an evidence package",
    Packaging.ATTRIBUTED: "may go into an evidence package with attribution",
    Packaging.INTERNAL: "may not go into an evidence package that is handed on",
}


class FileRole(Enum):
    """What a file holds."""

    ITEMS = "items"
    METADATA = "metadata"
    """What scoring has to know of the items, in a file of its own."""
    TEMPLATES = "templates"
    """What the items, or prompts, are made from."""
    LISTS = "lists"
    """Words, occupations, names, and numbers about them."""
    BASELINE = "texts of people"
    """What people wrote, to compare with."""
    ANSWERS = "recorded answers"
    """Predictions, scores, translations or codes of models that were published."""


ASKED_ROLES = (FileRole.ITEMS, FileRole.METADATA)
"""Files that a project can ask a system."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownFile:
    """One file.

    Attributes:
        name: As its source calls it, without folders where that tells it.
        sha256: Of the bytes inside any packing; 64 hex digits, of no other known file.
        n_rows: Records that it holds, a header not counted; 1 or more.
    """

    name: str
    sha256: str
    n_rows: int
    role: FileRole


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchmarkVersion:
    """Files that were published together under one licence.

    Attributes:
        name: Short; printed beside every file of it.
        origin: Where it was published.
        commit: Of that repository; empty where there is none.
        licence: Name of the licence, or that there is none.
        defects: What is known to be wrong in these files, a sentence each.
    """

    name: str
    origin: str
    commit: str
    licence: str
    packaging: Packaging
    defects: tuple[str, ...]
    files: tuple[KnownFile, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchmarkFacts:
    """All that is known of the files of a benchmark.

    Attributes:
        benchmark_id: ``bbq``, ...; the name of its file of facts.
        source: The publication.
        criticism: What was published against it, a sentence each; never empty.
        contamination: Whether models may have seen it.
        versions: At least one.
    """

    benchmark_id: str
    title: str
    source: str
    criticism: tuple[str, ...]
    contamination: str
    versions: tuple[BenchmarkVersion, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Recognised:
    """A file whose SHA-256 is known."""

    facts: BenchmarkFacts
    version: BenchmarkVersion
    file: KnownFile

    @property
    def called(self) -> str:
        """Whose file it is and how that calls it, for example "StereoSet's dev.json"."""
        title = self.facts.title
        possessive = f"{title}'" if title.endswith("s") else f"{title}'s"
        return f"{possessive} {self.file.name}"
