"""Which official files a score of recorded answers rests on: told by their SHA-256, warned of where not known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from fairdesk.audit.benchmark_recognition import LOOKED_AT, MOST_BYTES, NOT_KNOWN, recognised
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.benchmark_files import PACKAGING_WORDS, Recognised
from fairdesk.domain.canonical import sha256_hex
from fairdesk.domain.errors import ImportProblem
from fairdesk.interchange.bbq_variants import bbq_or_variant_files
from fairdesk.interchange.official_files import OfficialFile, official_files


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredFiles:
    """Files of a score.

    Attributes:
        entries: JSON of each: name, sha256, benchmark, version, licence, may_be_packaged, defects; where FairDesk does
            not know the hash all but the first two are empty, and may_be_packaged is null.
        words: The same for people: versions with their files and defects, then a warning of every unknown file.
    """

    entries: tuple[dict[str, Any], ...]
    words: tuple[str, ...]


def scored_files(spec: WorkspaceSpec, official: Iterable[Path | None], recorded: Iterable[Path] = ()) -> ScoredFiles:
    """What is known of the files of a score.

    Args:
        official: Files of the benchmark, read already; one that is not known is warned of. None where none was named.
        recorded: Files of answers: somebody's own are known to nobody, so that only published ones are told.
    """
    return _told(spec, [one for path in official if path is not None for one in official_files(path)], recorded)


def scored_bbq_files(spec: WorkspaceSpec, data: Path, implicit: Path | None, recorded: Path) -> ScoredFiles:
    """The same of BBQ or one of its relatives, whose metadata may stand beside the data.

    Args:
        data: Files of the items.
        implicit: File whose texts took the place of the items'; None for none.
    """
    more = () if implicit is None else official_files(implicit)
    return _told(spec, [*bbq_or_variant_files(data), *more], (recorded,))


def _told(spec: WorkspaceSpec, official: Iterable[OfficialFile], recorded: Iterable[Path]) -> ScoredFiles:
    with Workspace(spec) as workspace:
        resources = workspace.resources
    asked = map(_hashed, official)
    found = [(name, sha256, recognised(resources, sha256)) for name, sha256 in asked]
    given = [_hashed(one) for path in recorded for one in _looked_at(path)]
    known = ((name, sha256, recognised(resources, sha256)) for name, sha256 in given)
    found += [one for one in known if one[2] is not None]
    unknown = [NOT_KNOWN.format(name=name) for name, _, one in found if one is None]
    return ScoredFiles(entries=tuple(_entry(*one) for one in found), words=(*_version_words(found), *unknown))


def _hashed(file: OfficialFile) -> tuple[str, str]:
    return PurePosixPath(file.name).name, sha256_hex(file.body)


def _looked_at(path: Path) -> Sequence[OfficialFile]:
    """Of a file of answers: what cannot be one that was published is not read again."""
    try:
        is_small = path.is_file() and path.stat().st_size <= MOST_BYTES
        return official_files(path) if is_small and path.suffix.casefold() in LOOKED_AT else ()
    except (ImportProblem, OSError):
        return ()


def _entry(name: str, sha256: str, found: Recognised | None) -> dict[str, Any]:
    version = found.version if found else None
    return {
        "name": name,
        "sha256": sha256,
        "benchmark": found.facts.benchmark_id if found else "",
        "version": version.name if version else "",
        "licence": version.licence if version else "",
        "may_be_packaged": version.packaging.value if version else None,
        "defects": list(version.defects) if version else [],
    }


def _version_words(found: Iterable[tuple[str, str, Recognised | None]]) -> list[str]:
    names: dict[tuple[str, str], list[str]] = {}
    known: dict[tuple[str, str], Recognised] = {}
    for name, _, one in found:
        if one is not None:
            key = (one.facts.benchmark_id, one.version.name)
            names.setdefault(key, []).append(name)
            known.setdefault(key, one)
    words = []
    for key, one in known.items():
        version = one.version
        words.append(
            f"Recognised as {one.facts.title}, {version.name}: {', '.join(names[key])}. {version.licence}; "
            f"{'it' if len(names[key]) == 1 else 'they'} {PACKAGING_WORDS[version.packaging]}."
        )
        words += [f"Known of {version.name}: {defect}" for defect in version.defects]
    return words
