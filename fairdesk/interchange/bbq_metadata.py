"""``additional_metadata.csv`` of BBQ: which option agrees with the stereotype, in whichever version the file is.

In the published version ``target_loc`` is the bias-consistent option of the very question: of a question that is not
negative it is the other person. The version of April 2022 names the stereotyped person for every question. Which one
it is shows in the file itself: in the first, the two questions about the same people point to different persons.
"""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NoReturn

import pyarrow as pa
import pyarrow.csv as pc

from fairdesk.domain.bbq_columns import NAMED_PEOPLE, NO_TARGET, BbqColumns
from fairdesk.interchange.official_files import FETCH_AGAIN, refuse_file
from fairdesk.interchange.raw_tables import shown

METADATA_FILE = "additional_metadata.csv"

PUBLISHED_BLOB = "564eb184be7427cefe9f1ffd8fd03cb700e6aa98"
APRIL_2022_BLOB = "d89a152b066bc1188c375c976cf32ddb9152203d"
BLOBS = {
    PUBLISHED_BLOB: "the published version (July 2022)",
    APRIL_2022_BLOB: "the version of April 2022, whose target_loc is not turned for questions that are not negative",
}
"""Git's id of a file's bytes to what the file is."""

COLUMNS = ("category", "question_index", "example_id", "target_loc", "label_type")
MISSING = "NA"
PLACES = {"0": 0, "1": 1, "2": 2, MISSING: NO_TARGET}
KINDS = ("label", NAMED_PEOPLE)

LEAST_CLEAR = 0.9
"""Share of pairs of questions that have to point the same way before a file is taken for one of the two versions."""

NOT_THERE = "the file does not stand beside the data: without it nobody knows which answers are biased"
NOT_THERE_CURE = "Put it into the same folder; it is in the repository's folders supplemental and analysis_scripts."


@dataclass(frozen=True, slots=True, kw_only=True)
class Metadata:
    """The rows of the file, each item once.

    Attributes:
        targets: Category and id to template, target_loc (``NO_TARGET`` for NA) and kind of label.
        n_double: Rows that said the same of the same item once more.
        blob: Git's id of the bytes.
    """

    name: str
    targets: dict[tuple[str, str], tuple[str, int, str]]
    n_double: int
    blob: str

    @property
    def n_rows(self) -> int:
        """Rows of the file."""
        return len(self.targets) + self.n_double


def git_blob(body: bytes) -> str:
    """Git's id of a file's bytes (SHA-1 behind a header).

    Example:
        >>> git_blob(b"")
        'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391'
    """
    return hashlib.sha1(b"blob %d\0" % len(body) + body, usedforsecurity=False).hexdigest()


def metadata_of(files: Sequence[tuple[str, bytes]]) -> Metadata:
    """The rows of the metadata file among some.

    Args:
        files: Name and bytes of the metadata file; copies with the same bytes count once.

    Raises:
        ImportProblem: there is no such file, or several; or it is damaged.
    """
    different = {body: name for name, body in files}
    if not different:
        refuse_file(METADATA_FILE, None, NOT_THERE, NOT_THERE_CURE)
    if len(different) > 1:
        cause = f"two files with this name differ: {', '.join(map(shown, different.values()))}"
        refuse_file(METADATA_FILE, None, cause, "Keep the one that belongs to the data.")
    ((body, name),) = different.items()
    return read_metadata(name, body)


def with_targets(items: BbqColumns, found: Metadata) -> BbqColumns:
    """The items with their bias-consistent options and kinds.

    Args:
        items: Of the data files.

    Raises:
        ImportProblem: the metadata are not of the same items.
    """
    rows: list[tuple[str, int, str]] = []
    for at, key in enumerate(zip(items.category, items.item_id, strict=True)):
        row = found.targets.get(key)
        if row is None or row[0] != items.template[at] or row[1] == items.unknown[at]:
            _refuse_item(found, items, at)
        rows.append(row)
    targets = tuple([row[1] for row in rows])
    biased, note = _in_published_sense(found, items, targets)
    notes = [*items.notes, note]
    if found.n_double:
        told = f"{found.n_double} items stand twice in {shown(found.name)} with the same target; each counts once."
        notes.append(told)
    return replace(items, biased=biased, kind=tuple(row[2] for row in rows), notes=tuple(notes))


def read_metadata(name: str, body: bytes) -> Metadata:
    """The rows of the file; a field may hold line breaks.

    Raises:
        ImportProblem: it is cut off or damaged, or says two things of one item; names file, line, cause and cure.
    """
    try:
        body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        refuse_file(name, body.count(b"\n", 0, error.start) + 1, "the text is not UTF-8")
    columns = _fast_columns(body) or _strict_columns(name, body)
    targets: dict[tuple[str, str], tuple[str, int, str]] = {}
    n_double = 0
    for at, (category, template, item_id, target, kind) in enumerate(zip(*columns, strict=True)):
        place = PLACES.get(target)
        if place is None:
            _refuse_row(name, body, at, f"target_loc is {shown(target)!r} and not 0, 1, 2 or {MISSING}")
        if kind not in KINDS:
            _refuse_row(name, body, at, f"label_type is {shown(kind)!r} and not {' or '.join(KINDS)}")
        found = (template, place, kind)
        before = targets.setdefault((category, item_id), found)
        if before is not found:
            n_double += 1
            if before != found:
                _refuse_row(name, body, at, f"item {item_id} of {shown(category)!r} stands twice with different values")
    return Metadata(name=name, targets=targets, n_double=n_double, blob=git_blob(body))


def _fast_columns(body: bytes) -> list[list[str]] | None:
    """None for whatever has to be looked at more closely, such as a quotation mark that is left open."""
    if body.count(b'"') % 2:
        return None
    text = dict.fromkeys(COLUMNS, pa.string())
    convert = pc.ConvertOptions(column_types=text, include_columns=list(COLUMNS), strings_can_be_null=False)
    try:
        table = pc.read_csv(
            io.BytesIO(body), parse_options=pc.ParseOptions(newlines_in_values=True), convert_options=convert
        )
    except (pa.ArrowInvalid, pa.ArrowKeyError):
        return None
    return [table[column].to_pylist() for column in COLUMNS] if len(table) else None


def _strict_columns(name: str, body: bytes) -> list[list[str]]:
    text = body.decode("utf-8-sig")
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    rows: list[list[str]] = []
    begun = 1
    try:
        headings = next(reader, [])
        missing = [column for column in COLUMNS if column not in headings]
        if missing:
            refuse_file(name, 1, f"the column {missing[0]!r} is missing")
        places = [headings.index(column) for column in COLUMNS]
        for row in reader:
            line, begun = begun + 1, reader.line_num
            if len(row) != len(headings):
                refuse_file(name, line, f"the row has {len(row)} cells and the header {len(headings)}", FETCH_AGAIN)
            rows.append([row[place] for place in places])
    except csv.Error as error:
        refuse_file(name, begun + 1, f"the row is cut off or damaged ({error})", FETCH_AGAIN)
    if not rows:
        refuse_file(name, None, "no row stands below the header", FETCH_AGAIN)
    return [list(column) for column in zip(*rows, strict=True)]


def _refuse_row(name: str, body: bytes, at: int, cause: str) -> NoReturn:
    """Refuses a row, 0 for the first below the header; looks up the line in which it begins."""
    reader = csv.reader(io.StringIO(body.decode("utf-8-sig", "replace"), newline=""))
    for _ in range(at + 1):
        next(reader)
    refuse_file(name, reader.line_num + 1, cause, FETCH_AGAIN)


def _refuse_item(found: Metadata, items: BbqColumns, at: int) -> NoReturn:
    category, item_id = items.category[at], items.item_id[at]
    row = found.targets.get((category, item_id))
    item = f"item {shown(item_id)} of {shown(category)!r}"
    if row is None:
        cause = f"{item} of the data has no row here: the file is cut off, or of other data"
    elif row[0] != items.template[at]:
        cause = f"{item} is of template {shown(row[0])!r} here and of {shown(items.template[at])!r} in the data"
        cause += ": the ids do not belong together"
    else:
        cause = f"target_loc of {item} is the option that says that the answer is not known"
        cause += ": the ids do not belong together"
    refuse_file(found.name, None, cause, FETCH_AGAIN)


def _in_published_sense(found: Metadata, items: BbqColumns, targets: Sequence[int]) -> tuple[tuple[int, ...], str]:
    """Bias-consistent options, and a sentence on the version."""
    if found.blob == PUBLISHED_BLOB:
        return tuple(targets), f"{shown(found.name)} is {BLOBS[PUBLISHED_BLOB]}."
    n_turned, n_same, n = _pairs(items, targets)
    what = BLOBS.get(found.blob, "a version that FairDesk does not know by its bytes")
    seen = f"the questions on {n_turned:,} of {n:,} pairs of people point to different persons"
    if n == 0:
        cause = "the data hold no two questions about the same people: whether target_loc is turned cannot be told"
        refuse_file(found.name, None, cause, "Give the whole file of a category.")
    if n_turned >= LEAST_CLEAR * n:
        return tuple(targets), f"{shown(found.name)} is {what}; its target_loc reads as published ({seen})."
    if n_same >= LEAST_CLEAR * n:
        turned = tuple(
            target if negative or target == NO_TARGET else 3 - target - unknown
            for target, negative, unknown in zip(targets, items.negative, items.unknown, strict=True)
        )
        return turned, (
            f"{shown(found.name)} is {what}: target_loc names the stereotyped person for every question ({seen}); "
            "it was turned for the questions that are not negative, as the authors do since July 2022."
        )
    cause = f"target_loc is turned for some questions that are not negative and not for others ({seen})"
    refuse_file(found.name, None, cause, "Take additional_metadata.csv of July 2022 (git blob 564eb184...).")


def _pairs(items: BbqColumns, targets: Sequence[int]) -> tuple[int, int, int]:
    """Pairs of a negative and another question about the same people: with different targets, with the same, all."""
    named: dict[tuple[str, str, bool, frozenset[str]], dict[bool, set[str]]] = {}
    people = items.people
    for at, target in enumerate(targets):
        if target == NO_TARGET:
            continue
        persons = frozenset(people[place][at] for place in range(3) if place != items.unknown[at])
        if len(persons) == 2:
            key = (items.category[at], items.template[at], items.ambiguous[at], persons)
            named.setdefault(key, {}).setdefault(items.negative[at], set()).add(people[target][at])
    pairs = [(both[True], both[False]) for both in named.values() if len(both) == 2]
    clear = [(one, other) for one, other in pairs if len(one) == len(other) == 1]
    n_same = sum(one == other for one, other in clear)
    return len(clear) - n_same, n_same, len(pairs)
