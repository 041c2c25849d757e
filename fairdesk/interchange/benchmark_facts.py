"""Facts of official benchmark files, a TOML file a benchmark: file -> nouns, or one problem; looked up by SHA-256."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from fairdesk.domain.benchmark_files import (
    BenchmarkFacts,
    BenchmarkVersion,
    FileRole,
    KnownFile,
    Packaging,
    Recognised,
)
from fairdesk.domain.errors import ImportProblem
from fairdesk.interchange.toml_files import refuse_file, toml_of_file

FACTS_FIELDS = ("benchmark", "title", "source", "criticism", "contamination", "versions")
VERSION_FIELDS = ("name", "origin", "commit", "licence", "packaging", "defects", "files")
FILE_FIELDS = ("name", "rows", "holds", "sha256")

_HASH = re.compile(r"[0-9a-f]{64}")
_COMMIT = re.compile(r"(?:[0-9a-f]{40})?")

E = TypeVar("E", bound=Enum)


@lru_cache(maxsize=4)
def known_files(folder: Path) -> Mapping[str, Recognised]:
    """Every file that is known, by its SHA-256; read once.

    Args:
        folder: The folder of the TOML files.

    Raises:
        ImportProblem: a file of facts is damaged, a SHA-256 stands twice, or none is there.
    """
    found: dict[str, Recognised] = {}
    files = sorted(folder.glob("*.toml"))
    if not files:
        raise ImportProblem(f"{folder}: the facts of official benchmark files are missing.", "Install FairDesk again.")
    for file in files:
        for one in _recognised(read_benchmark_facts(file)):
            before = found.setdefault(one.file.sha256, one)
            if before is not one:
                cause = f"the SHA-256 of {one.file.name!r} is that of {before.called} as well"
                refuse_file(file, None, cause, "Keep it in one place.")
    return found


def known_file(folder: Path, sha256: str) -> Recognised | None:
    """The official file with this hash of its bytes; None for a hash that is not known.

    Raises:
        ImportProblem: see ``known_files``.
    """
    return known_files(folder).get(sha256)


def read_benchmark_facts(file: Path) -> BenchmarkFacts:
    """A file with the facts of a benchmark, its ``[[versions]]`` and their ``files``.

    Raises:
        ImportProblem: it is no such file; the message names file, place, cause and cure.
    """
    table, _ = toml_of_file(file)
    top = _Part(file=file, place="", table=table)
    top.only(FACTS_FIELDS)
    benchmark_id = top.text("benchmark")
    if benchmark_id != file.stem:
        top.refuse(f"'benchmark' is {benchmark_id!r} and the file is called {file.name}", "Give both the same name.")
    return BenchmarkFacts(
        benchmark_id=benchmark_id,
        title=top.text("title"),
        source=top.text("source"),
        criticism=top.sentences("criticism", least=1),
        contamination=top.sentence("contamination"),
        versions=tuple(map(_version, top.parts("versions"))),
    )


def _recognised(facts: BenchmarkFacts) -> Iterator[Recognised]:
    for version in facts.versions:
        for file in version.files:
            yield Recognised(facts=facts, version=version, file=file)


def _version(part: _Part) -> BenchmarkVersion:
    part.only(VERSION_FIELDS)
    return BenchmarkVersion(
        name=part.text("name"),
        origin=part.text("origin"),
        commit=part.matching("commit", _COMMIT, "the 40 hex digits of a commit, or empty"),
        licence=part.text("licence"),
        packaging=part.choice("packaging", Packaging),
        defects=part.sentences("defects", least=0),
        files=tuple(map(_file, part.parts("files"))),
    )


def _file(part: _Part) -> KnownFile:
    part.only(FILE_FIELDS)
    return KnownFile(
        name=part.text("name"),
        sha256=part.matching("sha256", _HASH, "64 hex digits in small letters"),
        n_rows=part.count("rows"),
        role=part.choice("holds", FileRole),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    """A table of the file, with its place in words."""

    file: Path
    place: str
    table: Mapping[str, Any]

    def refuse(self, cause: str, cure: str) -> NoReturn:
        where = f"{self.file}, {self.place}" if self.place else f"{self.file}"
        raise ImportProblem(f"{where}: {cause}.", cure)

    def only(self, names: tuple[str, ...]) -> None:
        for name in self.table:
            if name not in names:
                self.refuse(f"the field {name!r} is unknown", f"Use only: {', '.join(names)}.")

    def text(self, name: str) -> str:
        value = self.table.get(name)
        if not isinstance(value, str) or not value.strip():
            self.refuse(f"the field {name!r} is missing or no text", f'Write {name} = "...".')
        return value.strip()

    def sentence(self, name: str) -> str:
        value = self.text(name)
        if not value.endswith("."):
            self.refuse(f"the field {name!r} is no whole sentence: it does not end with a period", "Write one.")
        return value

    def sentences(self, name: str, *, least: int) -> tuple[str, ...]:
        value = self.table.get(name)
        if not isinstance(value, list) or len(value) < least:
            self.refuse(f"the field {name!r} is missing or no list of sentences", f'Write {name} = ["...", "..."].')
        for one in value:
            if not isinstance(one, str) or not one.strip().endswith("."):
                self.refuse(f"{name!r} holds what is no sentence that ends with a period", "Write whole sentences.")
        return tuple(one.strip() for one in value)

    def matching(self, name: str, pattern: re.Pattern[str], wanted: str) -> str:
        value = self.table.get(name)
        if not isinstance(value, str) or pattern.fullmatch(value) is None:
            self.refuse(f"the field {name!r} is missing or not {wanted}", "Take it from the source.")
        return value

    def count(self, name: str) -> int:
        value = self.table.get(name)
        if type(value) is not int or value < 1:
            self.refuse(f"the field {name!r} is missing or no whole number from 1", f"Write {name} = 1 or more.")
        return value

    def choice(self, name: str, kind: type[E]) -> E:
        value = self.text(name)
        try:
            return kind(value)
        except ValueError:
            self.refuse(f"{value!r} is unknown", f"Use one of: {', '.join(str(one.value) for one in kind)}.")

    def parts(self, name: str) -> list[_Part]:
        value = self.table.get(name)
        if not isinstance(value, list) or not value or not all(isinstance(one, dict) for one in value):
            self.refuse(f"the field {name!r} is missing or no list of tables", f"Write [[{name}]] above each entry.")
        inside = f"{self.place}, " if self.place else ""
        return [
            _Part(file=self.file, place=f"{inside}{name} {number}", table=one) for number, one in enumerate(value, 1)
        ]
