"""Which official file is this? The facts that FairDesk ships are asked by the SHA-256 of a file's bytes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from fairdesk.audit.benchmark_sources import SOURCES, benchmark_of
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.benchmark_files import ASKED_ROLES, Recognised
from fairdesk.domain.benchmarks import BenchmarkFile
from fairdesk.domain.canonical import sha256_hex
from fairdesk.domain.errors import ImportProblem, InputError

FACTS = "benchmarks/facts"
"""Folder of the facts, under the resources."""

NOT_KNOWN = (
    "{name} is not a file that FairDesk knows: its version, its licence and its defects are not known, and its numbers "
    "need not be comparable with published ones."
)

LOOKED_AT = (".json", ".jsonl", ".csv", ".tsv", ".txt", ".dev", ".test", ".gz", ".zip")
MOST_BYTES = 2**26
"""Of a file that is looked at without being named a benchmark's; an official file is smaller."""

BELOW = ("data", "prompts", "v1.1")
"""Folders of official repositories in which the items lie."""

MOST_LOOKED_AT = 200
"""Files of a folder."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FilesToAsk:
    """Files of a benchmark without those that hold no items.

    Attributes:
        files: Names and bytes in the order of the names.
        known: SHA-256 to what is known of it; files that are not known are missing.
        notes: What was left out, a sentence each.
    """

    files: tuple[tuple[str, bytes], ...]
    known: Mapping[str, Recognised]
    notes: tuple[str, ...]


def recognised(resources: Path, sha256: str) -> Recognised | None:
    """The official file with this hash of its bytes; None for a hash that FairDesk does not know."""
    from fairdesk.interchange.benchmark_facts import known_file

    return known_file(resources / FACTS, sha256)


def files_to_ask(resources: Path, benchmark: tuple[str, str], files: Sequence[tuple[str, bytes]]) -> FilesToAsk:
    """The files among some that can be asked, with what is known of them.

    Args:
        benchmark: Id and title of the one that was named.
        files: Names and bytes in the order of the names.

    Raises:
        ImportProblem: a file is an official one of another benchmark, or none of them holds items.
    """
    known = {sha256: one for _, body in files if (one := recognised(resources, sha256 := sha256_hex(body))) is not None}
    asked: list[tuple[str, bytes]] = []
    aside: list[Recognised] = []
    for name, body in files:
        found = known.get(sha256_hex(body))
        if found is not None and found.facts.benchmark_id != benchmark[0]:
            raise _of_another(name, found, benchmark[1])
        if found is None or found.file.role in ASKED_ROLES:
            asked.append((name, body))
        else:
            aside.append(found)
    if not asked and aside:
        raise _no_items(aside[0])
    return FilesToAsk(
        files=tuple(asked),
        known=known,
        notes=tuple(f"{one.called} was left out: it holds {one.file.role.value} and no items." for one in aside),
    )


def file_noun(name: str, sha256: str, n_rows: int, found: Recognised | None) -> BenchmarkFile:
    """What a project keeps of a file."""
    if found is None:
        return BenchmarkFile(name=name, sha256=sha256, version="", n_rows=n_rows)
    version = found.version
    return BenchmarkFile(
        name=name,
        sha256=sha256,
        version=version.name,
        n_rows=n_rows,
        licence=version.licence,
        packaging=version.packaging,
    )


def notes_on_unknown(files: Sequence[BenchmarkFile]) -> tuple[str, ...]:
    """A warning for every file whose hash FairDesk does not know."""
    return tuple(NOT_KNOWN.format(name=file.name) for file in files if not file.version)


def known_defects(resources: Path, files: Sequence[BenchmarkFile]) -> dict[str, tuple[str, ...]]:
    """Name of a version to what is known to be wrong in its files, for the versions that some files are of."""
    found = (recognised(resources, file.sha256) for file in files)
    return {one.version.name: one.version.defects for one in found if one is not None and one.version.defects}


def defects_by_benchmark(resources: Path) -> dict[str, dict[str, tuple[str, ...]]]:
    """Benchmark to the names of its versions to what is known to be wrong in their files; nothing where nothing is."""
    from fairdesk.interchange.benchmark_facts import known_files

    found: dict[str, dict[str, tuple[str, ...]]] = {}
    for one in known_files(resources / FACTS).values():
        if one.version.defects:
            found.setdefault(one.facts.benchmark_id, {})[one.version.name] = one.version.defects
    return found


def defects_as_sentences(resources: Path, files: Sequence[BenchmarkFile]) -> tuple[str, ...]:
    """The same as a list; the version stands before each where the files are of several."""
    defects = known_defects(resources, files)
    several = len({file.version for file in files}) > 1
    return tuple(f"{name}: {one}" if several else one for name, of_name in defects.items() for one in of_name)


def official_benchmark(spec: WorkspaceSpec, path: Path) -> tuple[str, Recognised] | None:
    """The benchmark that the official file at a path is of, for somebody who did not name one.

    Args:
        path: File, archive, or folder; of a folder its files and those of the folders ``BELOW`` it are looked at.

    Returns:
        Its id, and the first file that was recognised; None where nothing official stands there.

    Raises:
        InputError: it is an official file that no system can be asked.
    """
    asked = [source.benchmark_id for source in SOURCES]
    with Workspace(spec) as workspace:
        resources = workspace.resources
    first: Recognised | None = None
    for sha256 in _hashes(path):
        found = recognised(resources, sha256)
        if found is None:
            continue
        if found.facts.benchmark_id in asked and found.file.role in ASKED_ROLES:
            return found.facts.benchmark_id, found
        first = first or found
    if first is None:
        return None
    if first.facts.benchmark_id in asked:
        raise _no_items(first)
    raise InputError(
        f"{path.name}: this is {first.called}; FairDesk asks no system the items of {first.facts.title}.",
        f"It asks those of {', '.join(asked)}. Recorded answers are scored with fairdesk score.",
    )


def refuse_relative(path: Path) -> None:
    """Refuse an unknown file that is laid out as one of a relative of BBQ, for somebody who named no benchmark.

    Taken for records it would be asked for columns that nobody has to know.

    Raises:
        ImportProblem: it is damaged; names file, line and cause.
        InputError: it is whole, and its benchmark has to be named.
    """
    from fairdesk.interchange.bbq_variants import read_variant, variant_title
    from fairdesk.interchange.official_files import official_files

    try:
        is_small = path.is_file() and path.stat().st_size <= MOST_BYTES
        files = official_files(path) if is_small and path.suffix.casefold() in LOOKED_AT else ()
    except (ImportProblem, OSError):
        return
    titles = {benchmark_of(source.benchmark_id).card.title: source.benchmark_id for source in SOURCES}
    for file in files:
        if not variant_title(file.name, file.body):
            continue
        title = read_variant(file.name, file.body).benchmark
        if title in titles:
            raise InputError(
                f"{path.name} is laid out as {title} and is no file of it that FairDesk knows: it was edited, or is of "
                "another version.",
                f"Name it with --benchmark {titles[title]}; it is taken with a warning then.",
            )


def _of_another(name: str, found: Recognised, title: str) -> ImportProblem:
    is_asked = any(source.benchmark_id == found.facts.benchmark_id for source in SOURCES)
    other = f", or the benchmark {found.facts.benchmark_id}" if is_asked else ""
    return ImportProblem(
        f"{name}: this is {found.called}, not a file of {title}.", f"Choose the files of {title}{other}."
    )


def _no_items(found: Recognised) -> ImportProblem:
    return ImportProblem(
        f"This is {found.called}, which holds {found.file.role.value} and no items.",
        "Choose the files with the items. Recorded answers are scored with fairdesk score.",
    )


def _hashes(path: Path) -> Iterator[str]:
    """Of everything at a path that may be an official file; whatever cannot be read is no such file."""
    from fairdesk.interchange.official_files import official_files

    folders = (path, *(path / name for name in BELOW)) if path.is_dir() else ()
    try:
        members = [one for folder in folders if folder.is_dir() for one in sorted(folder.iterdir()) if one.is_file()]
    except OSError:
        return
    for one in members[:MOST_LOOKED_AT] if folders else [path]:
        try:
            if PurePosixPath(one.name).suffix.casefold() in LOOKED_AT and one.stat().st_size <= MOST_BYTES:
                yield from (sha256_hex(inner.body) for inner in official_files(one))
        except (ImportProblem, OSError):
            continue
