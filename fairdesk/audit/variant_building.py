"""Every variant of every file: made, checked against its original, and kept until a plan takes them."""

from __future__ import annotations

import gc
import time
from array import array
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Any

from fairdesk.audit.built_variants import Built, VariantsBuilt, cache_of, files_sha256, read_built, variant_key
from fairdesk.audit.case_choice import case_keys, used_cases
from fairdesk.audit.evaluation_choice import rewritten_texts
from fairdesk.audit.variant_parts import PART_FILES, TextSize, encode_part
from fairdesk.audit.variant_problems import BuildCounts, problems_of
from fairdesk.audit.workspace import Workspace
from fairdesk.domain.audited_system import ProjectDetails
from fairdesk.domain.canonical import canonical_bytes
from fairdesk.domain.cases import Case
from fairdesk.domain.codec import to_plain
from fairdesk.domain.design import Design
from fairdesk.domain.errors import PlanError
from fairdesk.domain.plan import written_positions
from fairdesk.domain.progress import TellStep

if TYPE_CHECKING:
    from fairdesk.evaluations.counterfactual import VariantMaker
    from fairdesk.evaluations.evaluation import MadeVariants
    from fairdesk.store.variant_cache import CachedPart

MOST_CUES = 64
"""Cues whose places are marked per file with a bit each."""


def build(workspace: Workspace, project_id: str, details: ProjectDetails, tell: TellStep) -> Built:
    """The variants of a project's design, built now unless they were built for this design and these files before.

    Raises:
        PlanError: the project has no design, no files, or a design that cannot be built.
        StoreError: the disk took nothing.
    """
    from fairdesk.evaluations.counterfactual import VariantMaker

    design = details.design
    if design is None:
        raise PlanError("The project has no design of its own.", "Begin one on the page Cues.")
    refs = case_keys(workspace, details, project_id)
    key, cache = variant_key(design, files_sha256(refs)), cache_of(workspace, project_id)
    known = read_built(cache, key)
    if known is not None:
        return known
    if not refs:
        raise PlanError("There are no case files.", "Import files on the Cases page.")
    if len(design.cues) > MOST_CUES:
        raise PlanError(f"The design has {len(design.cues)} cues; up to {MOST_CUES} are built.", "Take some away.")
    building = _Building(VariantMaker(design, rewritten_texts(workspace, design)), len(refs), tell)
    cases = used_cases(workspace, details, project_id)
    with _uncollected():
        cache.write(
            _of_same_files(building.parts(cases), lambda: refs == case_keys(workspace, details, project_id)),
            building.meta(key),
        )
    found = read_built(cache, key)
    if found is None:
        raise PlanError("The variants were built for other files meanwhile.", "Build them again.")
    return found


def _of_same_files(parts: Iterator[CachedPart], is_same: Callable[[], bool]) -> Iterator[CachedPart]:
    """The parts, unless their files are other ones at the end: then nothing is kept under the name of the first."""
    yield from parts
    if not is_same():
        raise PlanError("The files were changed while their variants were built.", "Build the variants again.")


@contextmanager
def _uncollected() -> Iterator[None]:
    """Without looking for circles of objects meanwhile: none are made, and looking took a quarter of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class _Building:
    """Makes the parts one after the other and counts on the way."""

    def __init__(self, maker: VariantMaker, n_cases: int, tell: TellStep) -> None:
        self._maker, self._n_cases, self._tell = maker, n_cases, tell
        self._design: Design = maker.design
        self._labels = [one.kind.label for one in maker.kinds]
        self._places = {label: place for place, label in enumerate(self._labels)}
        self._bits = {cue.cue_id: 1 << place for place, cue in enumerate(self._design.cues)}
        self._sizes = {label: TextSize() for label in self._labels}
        self._counts = BuildCounts()
        self._began = time.monotonic()

    def parts(self, cases: Iterable[Case]) -> Iterator[CachedPart]:
        """The parts, each made when it is asked for."""
        from fairdesk.store.variant_cache import CachedPart

        waiting = iter(cases)
        while chunk := list(islice(waiting, PART_FILES)):
            self._counts.firsts.append(chunk[0].case_id)
            made = [self._one(case) for case in chunk]
            left = [
                {
                    "is_unaware": one.is_unaware,
                    "left": [to_plain(item) for item in one.left],
                    "missing": {label: reason.value for label, reason in one.missing.items()},
                    "text": case.text,
                }
                for case, one in zip(chunk, made, strict=True)
            ]
            yield CachedPart(body=encode_part([one.variants for one in made]), left=canonical_bytes(left))
            self._tell(f"Building variants: {len(self._counts.n_left)} of {self._n_cases} files")

    def _one(self, case: Case) -> MadeVariants:
        from fairdesk.evaluations.counterfactual import language_of
        from fairdesk.evaluations.substitution import check_edits

        made, counts = self._maker.make(case), self._counts
        original, *others = made.variants
        first = len(counts.n_left) * len(self._labels)
        self._sizes[original.label].add(original.text)
        for variant in others:
            check_edits(original, variant)
            self._sizes[variant.label].add(variant.text)
            counts.rows.append(first + self._places[variant.label])
        for label, reason in made.missing.items():
            counts.omitted.setdefault((label, reason.value), array("q")).append(len(counts.n_left))
        counts.n_left.append(len(made.left))
        counts.left_before.append(counts.left_before[-1] + len(made.left))
        counts.cue_masks.append(sum(self._bits[cue_id] for cue_id in made.cue_ids if cue_id in self._bits))
        counts.n_unaware += made.is_unaware
        counts.languages[language_of(case, self._design)[:2].lower()] += 1
        for one in made.left:
            counts.left_counts[one.cue_id, one.reason.value] += 1
            if one.reason.value in ("no value", "language not covered"):
                counts.left_words[one.reason.value, one.cue_id, one.words] += 1
        return made

    def meta(self, key: str) -> Iterator[tuple[str, bytes]]:
        """What was counted; read when all parts are made."""
        counts = self._counts
        cue_counts = {cue_id: sum(1 for mask in counts.cue_masks if mask & bit) for cue_id, bit in self._bits.items()}
        omitted = [
            [label, reason, written_positions(positions), len(positions)]
            for (label, reason), positions in sorted(counts.omitted.items())
        ]
        built = VariantsBuilt(
            n_cases=len(counts.n_left),
            n_variants=len(counts.rows),
            n_left=counts.left_before[-1],
            cue_counts=cue_counts,
            n_unaware=counts.n_unaware,
            problems=problems_of(self._design, cue_counts, counts),
            seconds=round(time.monotonic() - self._began, 3),
            labels=tuple(self._labels[1:]),
        )
        index: dict[str, Any] = {
            "built": to_plain(built),
            "cue_ids": list(self._bits),
            "firsts": counts.firsts,
            "labels": self._labels,
            "languages": sorted(counts.languages.items(), key=lambda one: (-one[1], one[0])),
            "left_counts": [[*key, number] for key, number in sorted(counts.left_counts.items())],
            "omitted": omitted,
            "roles": [one.kind.role.value for one in self._maker.kinds],
            "sizes": {
                label: {
                    "n_texts": size.n_texts,
                    "n_characters": size.n_characters,
                    "n_ascii": size.n_ascii,
                    "n_bytes": size.n_bytes,
                }
                for label, size in self._sizes.items()
            },
        }
        yield "key", key.encode()
        yield "index", canonical_bytes(index)
        yield "rows", counts.rows.tobytes()
        yield "n_left", counts.n_left.tobytes()
        yield "left_before", counts.left_before.tobytes()
        yield "cue_masks", counts.cue_masks.tobytes()
