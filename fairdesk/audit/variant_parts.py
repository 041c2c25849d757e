"""The variants of a design as they are stored: the original's text of every file, and the edits of each variant.

A part holds the files of ``PART_FILES`` cases as canonical JSON; edits that variants share are written once:

    {"cases": [{"case_id": "c-1", "edits": [[0, 2, "She", "gender"]], "text": "He came.",
                "original": "original", "variants": {"female": "0"}}], "format": 1}

A variant's edits are named by their places in the list, as ranges (``0-3,7``).

A manifest names the parts, so that whoever walks the documents of a plan finds all of them.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fairdesk.audit.workspace import Workspace
from fairdesk.domain.canonical import canonical_bytes
from fairdesk.domain.cases import Variant
from fairdesk.domain.codec import from_plain
from fairdesk.domain.edits import Edit, apply_edits
from fairdesk.domain.plan import Plan, read_positions, written_positions

MANIFEST = "variant_parts"
"""Kind of the document that names the parts; its hash is the plan's ``variants_sha256``."""

PART = "variants_part"
"""Kind of a part: its texts are foreign, so that nothing in it names another document."""

FORMAT = 1

PART_FILES = 100
"""Files of a part: large enough that parts are few, small enough that one is read in milliseconds."""

KEPT_PARTS = 8


@dataclass(slots=True)
class TextSize:
    """Of all texts of one variant: what an estimate of tokens needs."""

    n_texts: int = 0
    n_characters: int = 0
    n_ascii: int = 0
    n_bytes: int = 0

    def add(self, text: str) -> None:
        """Count one more text."""
        self._count(text, 1)

    def remove(self, text: str) -> None:
        """Take one that was counted out again."""
        self._count(text, -1)

    def merge(self, other: TextSize) -> None:
        """Count all texts that another one counted."""
        self.n_texts += other.n_texts
        self.n_characters += other.n_characters
        self.n_ascii += other.n_ascii
        self.n_bytes += other.n_bytes

    def _count(self, text: str, times: int) -> None:
        self.n_texts += times
        self.n_characters += times * len(text)
        is_plain = text.isascii()
        self.n_ascii += times * (len(text) if is_plain else len(text.encode("ascii", "ignore")))
        self.n_bytes += times * (len(text) if is_plain else len(text.encode("utf-8", "replace")))


def encode_part(cases: Sequence[Mapping[str, Any]]) -> bytes:
    """A part of some files.

    Args:
        cases: Each file as ``encode_case`` wrote it.
    """
    return canonical_bytes({"cases": cases, "format": FORMAT})


def encode_case(variants: Sequence[Variant]) -> dict[str, Any]:
    """One file of a part as plain data.

    Args:
        variants: The original first; the others with edits.
    """
    original, *others = variants
    numbers: dict[tuple[int, int, str, str], int] = {}
    written: dict[str, str] = {}
    for variant in others:
        places = [
            numbers.setdefault((edit.start, edit.end, edit.words, edit.cue_id), len(numbers))
            for edit in variant.edits or ()
        ]
        written[variant.label] = written_positions(sorted(places))
    return {
        "case_id": original.case_id,
        "edits": [list(edit) for edit in numbers],
        "original": original.label,
        "text": original.text,
        "variants": written,
    }


class StoredCase:
    """One file of a part; texts are made when they are asked for."""

    __slots__ = ("_plain",)

    def __init__(self, plain: Mapping[str, Any]) -> None:
        self._plain = plain

    @property
    def case_id(self) -> str:
        """Of the file."""
        return str(self._plain["case_id"])

    @property
    def labels(self) -> tuple[str, ...]:
        """The original's, then those of the variants that the file has."""
        return (str(self._plain["original"]), *self._plain["variants"])

    @property
    def original(self) -> Variant:
        """The text that the others are edits of."""
        label, text = str(self._plain["original"]), str(self._plain["text"])
        return Variant(case_id=self.case_id, label=label, text=text, substitutions=(), edits=())

    def edits(self, label: str) -> tuple[Edit, ...]:
        """Of one variant, against the original's text.

        Raises:
            KeyError: the file has no such variant.
        """
        rows = self._plain["edits"]
        found = [rows[i] for i in read_positions(self._plain["variants"][label])]
        found.sort(key=lambda row: row[:2])
        return tuple(Edit(start=start, end=end, words=words, cue_id=cue_id) for start, end, words, cue_id in found)

    def n_edits(self, label: str) -> int:
        """Places in which a variant differs."""
        return sum(1 for _ in read_positions(self._plain["variants"][label]))

    def variant(self, label: str) -> Variant:
        """One variant with its text.

        Raises:
            KeyError: the file has no such variant.
        """
        if label == self._plain["original"]:
            return self.original
        edits = self.edits(label)
        text = apply_edits(self._plain["text"], edits)
        return Variant(case_id=self.case_id, label=label, text=text, substitutions=(), edits=edits)

    def variants(self) -> Iterator[Variant]:
        """All of them, the original first."""
        return (self.variant(label) for label in self.labels)


def decode_part(body: bytes) -> list[StoredCase]:
    """The files of a part, in the order of their ids."""
    return [StoredCase(plain) for plain in json.loads(body)["cases"]]


def manifest_body(parts: Sequence[tuple[str, str, int]], sizes: Mapping[str, TextSize]) -> bytes:
    """The manifest's bytes.

    Args:
        parts: Id of the first file, hash and number of files of every part, in order.
        sizes: Label to the size of all its texts.
    """
    return canonical_bytes(
        {
            "format": FORMAT,
            "parts": [{"first": first, "n_files": n_files, "sha256": sha256} for first, sha256, n_files in parts],
            "sizes": {
                label: [size.n_texts, size.n_characters, size.n_ascii, size.n_bytes] for label, size in sizes.items()
            },
        }
    )


class PlanVariants:
    """The texts of a plan's variants, read part by part; a few parts stay in memory."""

    def __init__(self, workspace: Workspace, plan: Plan) -> None:
        self._workspace = workspace
        plain = json.loads(workspace.store.documents.get(plan.variants_sha256))
        self._all: dict[tuple[str, str], Variant] | None = None
        self._parts: list[dict[str, Any]] = []
        if isinstance(plain, list):
            whole = (from_plain(Variant, item) for item in plain)
            self._all = {(variant.case_id, variant.label): variant for variant in whole}
        else:
            self._parts = plain["parts"]
            self._sizes = {label: TextSize(*of) for label, of in plain["sizes"].items()}
        self._firsts = [str(part["first"]) for part in self._parts]
        self._kept: OrderedDict[int, dict[str, StoredCase]] = OrderedDict()

    def __iter__(self) -> Iterator[Variant]:
        """Every variant, file by file; nothing of the files before is kept."""
        if self._all is not None:
            yield from self._all.values()
            return
        for part in self._parts:
            for case in decode_part(self._workspace.store.documents.get(str(part["sha256"]))):
                yield from case.variants()

    def text(self, case_id: str, label: str) -> str:
        """What is sent of one variant.

        Raises:
            KeyError: the plan has no such variant.
        """
        if self._all is not None:
            return self._all[case_id, label].text
        return self._case(case_id).variant(label).text

    def sizes(self) -> dict[str, TextSize]:
        """Label to the size of all its texts."""
        if self._all is None:
            return dict(self._sizes)
        found: dict[str, TextSize] = {}
        for variant in self._all.values():
            found.setdefault(variant.label, TextSize()).add(variant.text)
        return found

    def _case(self, case_id: str) -> StoredCase:
        number = bisect_right(self._firsts, case_id) - 1
        if number < 0:
            raise KeyError(case_id)
        if number not in self._kept:
            cases = decode_part(self._workspace.store.documents.get(str(self._parts[number]["sha256"])))
            self._kept[number] = {case.case_id: case for case in cases}
            if len(self._kept) > KEPT_PARTS:
                self._kept.popitem(last=False)
        self._kept.move_to_end(number)
        return self._kept[number][case_id]
