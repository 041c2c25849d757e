"""The variants of a project's design as they were built last: which there are, and single files of them."""

from __future__ import annotations

import json
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from operator import attrgetter
from pathlib import Path
from typing import Any

import fairdesk
from fairdesk.audit.case_choice import case_keys
from fairdesk.audit.variant_parts import FORMAT, PART_FILES, StoredCase, TextSize, decode_part
from fairdesk.audit.workspace import Workspace
from fairdesk.domain.audited_system import ProjectDetails
from fairdesk.domain.canonical import canonical_bytes, sha256_hex
from fairdesk.domain.codec import from_plain, to_plain
from fairdesk.domain.design import CueDecision, Design, WordList
from fairdesk.domain.edits import Left
from fairdesk.domain.errors import PlanError
from fairdesk.domain.plan import CaseRef
from fairdesk.store.variant_cache import CachedPart, VariantCache

RULES = (
    "evaluations/**/*.py",
    "measures/grid*.py",
    "measures/covering*.py",
    "domain/edits.py",
    "audit/variant_*.py",
    "audit/built_variants.py",
)
"""Source that decides what is built; a file that does not belong to it costs a build, one that is missing a fault."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VariantsBuilt:
    """What was built, and what stands in the way of a plan.

    Every variant was proven to be its original with its edits in place, letter for letter; else nothing is built.

    Attributes:
        n_cases: Files.
        n_variants: Variants of all files without the originals; those that a file lacks are not counted.
        n_left: Places that rules left alone.
        cue_counts: Cue id to the number of files in which the cue has a place; every cue of the design is named.
        n_unaware: Files in which nothing stands for a group.
        problems: What is to be mended or known, a sentence each, with what to do.
        seconds: How long it took.
        labels: Of the variants, in the order of the design, without the original's.
    """

    n_cases: int
    n_variants: int
    n_left: int
    cue_counts: Mapping[str, int]
    n_unaware: int
    problems: tuple[str, ...]
    seconds: float
    labels: tuple[str, ...] = ()


@lru_cache(maxsize=4)
def rules_sha256(package: Path = Path(fairdesk.__file__).parent) -> str:
    """Hash of all source that variants are made by, so that a changed rule never shows what an earlier one built.

    Of a program that is shipped without its source, the hash of nothing: there the version tells.
    """
    files = {file for pattern in RULES for file in package.glob(pattern)}
    told = (f"{file.relative_to(package).as_posix()} {sha256_hex(file.read_bytes())}" for file in files)
    return sha256_hex("\n".join(sorted(told)).encode())


def variant_key(design: Design, files_sha256: str) -> str:
    """Names all that the variants depend on: words, cells and seed, every file, and the rules.

    What is said of words and cells besides (decisions, stakes, provenance) and all that is asked is not in it: whoever
    types it does not wait for variants.

    Raises:
        PlanError: the design has more combinations than can be built.
    """
    from fairdesk.measures.grid import tested_cells

    cues = tuple(replace(cue, lists=tuple(map(_bare_list, cue.lists)), **SAID_OF_CUES) for cue in design.cues)
    told = {
        "attributes": to_plain(design.attributes),
        "cells": [dict(cell) for cell in tested_cells(design)],
        "controls": [design.controls, design.placebos],
        "cues": to_plain(cues),
        "files": files_sha256,
        "format": FORMAT,
        "language": design.language,
        "rules": rules_sha256(),
        "seed": design.seed,
        "version": fairdesk.__version__,
    }
    return sha256_hex(canonical_bytes(told))


SAID_OF_CUES: Mapping[str, Any] = {"decision": CueDecision(), "signals_also": ""}


def _bare_list(one: WordList) -> WordList:
    return replace(one, provenance="", also_signals="")


def files_sha256(refs: Sequence[CaseRef]) -> str:
    """Names files and their order."""
    return sha256_hex("\n".join(f"{one.case_id}\t{one.document_sha256}" for one in refs).encode())


class Built:
    """Variants that were built; what is asked for is read when it is asked for.

    Attributes:
        key: What they were built for.
        labels: Of all kinds of the design, the original's first; a row's id is the place of its file times their
            number plus the place of its label.
        rows: Ids of the variants that exist, ascending, without the originals.
        n_left: Per file, how many places were left alone.
        cue_masks: Per file, a bit per cue of the design that has a place in it.
        cue_ids: The cues in the order of the bits.
        firsts: Id of the first file of every part.
        left_counts: Cue id, reason and number of the places that were left alone, over all files.
        languages: Two letters to files, the most frequent first.
    """

    def __init__(self, cache: VariantCache, key: str, index: Mapping[str, Any]) -> None:
        self._cache, self.key = cache, key
        self.summary = from_plain(VariantsBuilt, index["built"])
        self.labels: tuple[str, ...] = tuple(index["labels"])
        self.roles: tuple[str, ...] = tuple(index["roles"])
        self.cue_ids: tuple[str, ...] = tuple(index["cue_ids"])
        self.firsts: list[str] = index["firsts"]
        self.sizes = {label: TextSize(**of) for label, of in index["sizes"].items()}
        self.omitted: list[tuple[str, str, str, int]] = [tuple(one) for one in index["omitted"]]
        self.left_counts: tuple[tuple[str, str, int], ...] = tuple(tuple(one) for one in index["left_counts"])
        self.languages: tuple[tuple[str, int], ...] = tuple((one[0], one[1]) for one in index["languages"])
        self.rows = _array("q", cache.meta(key, "rows"))
        self.n_left = _array("I", cache.meta(key, "n_left"))
        self.cue_masks = _array("Q", cache.meta(key, "cue_masks"))
        self.left_before = _array("Q", cache.meta(key, "left_before"))
        self._part = lru_cache(maxsize=16)(self._read_part)

    @property
    def n_cases(self) -> int:
        """Files."""
        return len(self.n_left)

    def case(self, position: int) -> StoredCase:
        """One file with its proposals, by its place among all.

        Raises:
            PlanError: the file of built variants is gone.
        """
        return self._part(position // PART_FILES)[0][position % PART_FILES]

    def left(self, position: int) -> tuple[Left, ...]:
        """What was left alone in one file.

        Raises:
            PlanError: the file of built variants is gone.
        """
        plain = self._part(position // PART_FILES)[1][position % PART_FILES]
        return tuple(from_plain(Left, one) for one in plain["left"])

    def is_unaware(self, position: int) -> bool:
        """Whether nothing in the file stands for a group."""
        return bool(self._part(position // PART_FILES)[1][position % PART_FILES]["is_unaware"])

    def missing(self, position: int) -> dict[str, str]:
        """Label to the reason why the file has no such variant."""
        return dict(self._part(position // PART_FILES)[1][position % PART_FILES]["missing"])

    def source(self, position: int) -> str:
        """The file's text as it was imported, which the places that were left are offsets of."""
        return str(self._part(position // PART_FILES)[1][position % PART_FILES]["text"])

    def part_body(self, number: int) -> bytes:
        """The bytes of a part as a plan stores them.

        Raises:
            PlanError: the file of built variants is gone.
        """
        return self._stored(number).body

    def position(self, case_id: str) -> int | None:
        """The place of a file among all; None for one that was not built."""
        number = bisect_right(self.firsts, case_id) - 1
        if number < 0:
            return None
        cases = self._part(number)[0]
        place = bisect_left(cases, case_id, key=attrgetter("case_id"))
        is_there = place < len(cases) and cases[place].case_id == case_id
        return number * PART_FILES + place if is_there else None

    def _read_part(self, number: int) -> tuple[list[StoredCase], list[dict[str, Any]]]:
        part = self._stored(number)
        return decode_part(part.body), json.loads(part.left)

    def _stored(self, number: int) -> CachedPart:
        part = self._cache.part(self.key, number)
        if part is None:
            raise _gone()
        return part


_FILES: dict[Hashable, str] = {}
"""The last hash of files that was computed, with what it was computed of."""

_KEPT: dict[str, tuple[str, Built]] = {}
"""Path of a file of built variants to its key and what was read of it; one per project and process."""


def built_of(workspace: Workspace, project_id: str, details: ProjectDetails) -> Built | None:
    """The variants of a project's design as it is now; None when they were not built for it.

    The hash of many files takes a while to compute, so it is kept for as long as no file was changed.
    """
    if details.design is None:
        return None
    cache = cache_of(workspace, project_id)
    stamp: Hashable = None
    if details.uses_imported_cases:
        stamp = (str(cache.path), details.n_cases, *workspace.store.case_files.stamp(project_id))
    files = _FILES.get(stamp, "")
    if not files:
        files = files_sha256(case_keys(workspace, details, project_id))
        if stamp is not None:
            _FILES.clear()
            _FILES[stamp] = files
    try:
        return read_built(cache, variant_key(details.design, files))
    except PlanError:
        return None  # nothing can be built for it


def read_built(cache: VariantCache, key: str) -> Built | None:
    """What was built under a key; None for another key or no file."""
    index = cache.meta(key, "index")
    if index is None:
        return None
    known = _KEPT.get(str(cache.path))
    if known is not None and known[0] == key:
        return known[1]
    try:
        built = Built(cache, key, json.loads(index))
    except PlanError:
        return None  # another one took its place while it was read
    _KEPT[str(cache.path)] = (key, built)
    return built


def cache_of(workspace: Workspace, project_id: str) -> VariantCache:
    """The file of built variants of a project."""
    return VariantCache(workspace.store.path, project_id)


def _array(code: str, stored: bytes | None) -> array[int]:
    found = array(code)
    if stored is None:
        raise _gone()
    found.frombytes(stored)
    return found


def _gone() -> PlanError:
    return PlanError("The variants that were built are not there any more.", "Build them again on the page Cues.")
