"""Recorded answers to BBQ: which row answers which item, and which column holds what was answered.

Layouts: the data record with added texts (the authors' UnifiedQA files), the options with ``predicted_index`` and
``model_output`` (GPT-4o files), and any table with ``example_id`` and a column of texts, letters or places. What the
rows say of an item besides its answer is only held against the data, never taken for it: the authors' own predictions
still carry groups that were corrected later.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path, PurePosixPath
from typing import Any, NoReturn

from fairdesk.domain.bbq_columns import BbqColumns, BbqPredictions, Texts
from fairdesk.domain.errors import InputError
from fairdesk.interchange.json_columns import TEXT, TEXTS, json_columns
from fairdesk.interchange.named_rows import NamedRows, named_rows_of, read_named_rows
from fairdesk.interchange.official_files import official_files, refuse_file
from fairdesk.interchange.raw_tables import shown

WORKBOOK = ".xlsx"
"""A workbook is a zip archive too; its ending tells it from one of files."""

ID, CATEGORY, ANSWERS = "example_id", "category", "answers"
OPTIONS = ("ans0", "ans1", "ans2")
WANTED = {CATEGORY: TEXT, ANSWERS: TEXTS} | dict.fromkeys(OPTIONS, TEXT)

IDS = (ID, "instance_id", "sample_id", "index")
"""What BBQ and its relatives call the id of an item."""

OF_THE_RECORD = frozenset(
    (
        *(*IDS, CATEGORY, ANSWERS, *OPTIONS, "context", "question", "label", "row"),
        *("question_index", "question_polarity", "context_condition", "target_loc", "label_type"),
        *("correct", "is_correct", "attribute_present_implicitly", "source", "version", "flipped", "subcategory"),
        *("template_id", "template_label", "question_type", "context_type", "choices", "biased_answer", "choice_info"),
        *("choice_0", "choice_1", "choice_2", "stereotyped_groups", "known_stereotyped_groups", "bias_targeted_groups"),
        *("relevant_social_value", "relevant_social_values", "stated_gender_info", "proper_nouns_only"),
        *("label_annotation", "bbq_id", "bbq_category"),
    )
)
"""Columns that are never an answer; neither is anything inside ``answer_info`` or ``additional_metadata``."""

CONDITIONS = ("context_type", "context_condition")
LONG = ("ambiguous", "disambiguous")
"""Conditions as GG-BBQ and CBBQ write them."""

USUAL_FIELDS = (
    "predicted_index",
    "prediction",
    "pred",
    "predicted",
    "predicted_answer",
    "predicted_label",
    "model_answer",
    "choice",
    "model_output",
    "output",
    "response",
    "completion",
    "generation",
    "text",
    "answer",
)
"""Names under which programs write what was answered, the most telling first."""

_OF_UNIFIEDQA = re.compile(r".+_pred_(?:race|arc|qonly)")
QUESTION_ONLY = "qonly"
DIGITS = frozenset("0123456789")
ID_CURE = "Give every row the category and the example_id of its item, as the data files have them."


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """What was answered, held against the items.

    Attributes:
        fields: Column to its values, one per item of the data; None for an answer that is recorded as nothing.
        has_row: Whether an item has a row at all, one per item.
        notes: A sentence on each thing that was passed over.
    """

    fields: Mapping[str, Sequence[object]]
    has_row: Sequence[bool]
    notes: tuple[str, ...]


def read_predictions(path: Path) -> tuple[BbqPredictions, ...]:
    """The rows of a file, or of all files of a folder or an archive.

    Raises:
        ImportProblem: a file cannot be read, is cut off, or its rows do not say which item they answer.
    """
    if path.suffix.casefold() == WORKBOOK:
        return (_of_table(path.name, *_cells(read_named_rows(path))),)
    return tuple(predictions_of(one.name, one.body) for one in official_files(path))


def predictions_of(name: str, body: bytes) -> BbqPredictions:
    """The rows of one file: JSON lines, a JSON list, or a table with a header.

    Raises:
        ImportProblem: see ``read_predictions``.
    """
    if body.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"{":
        table = json_columns(name, body, WANTED, others=True)
        return _of_table(name, table.columns, table.lines)
    return _of_table(name, *_cells(named_rows_of(name, body)))


def _cells(table: NamedRows) -> tuple[dict[str, list[Any]], list[int]]:
    columns = {column: [row.values.get(column) for row in table.rows] for column in table.columns}
    return columns, [row.line for row in table.rows]


def _of_table(name: str, columns: Mapping[str, Sequence[Any]], lines: Sequence[int]) -> BbqPredictions:
    key = next((one for one in IDS if one in columns), None)
    if key is None:
        there = ", ".join(shown(column) for column in columns if "." not in column)
        refuse_file(name, None, f"the column {ID!r} is missing; the file holds {there[:300]}", ID_CURE)
    ids = _ids(name, columns[key], lines)
    for condition in CONDITIONS:
        if condition in columns:  # GG-BBQ and CBBQ count anew in each file: the condition is a part of the id
            before = "names-" if "proper_names" in name else ""
            words = [str(word).removesuffix("_context") for word in columns[condition]]
            ids = [f"{before}{word}-{one}" if word in LONG else one for word, one in zip(words, ids, strict=True)]
    fields = {key: _places(values) for key, values in columns.items() if _may_be_answer(key, values)}
    return BbqPredictions(
        name=name,
        lines=tuple(lines),
        category=tuple(value if isinstance(value, str) else "" for value in columns.get(CATEGORY, ("",) * len(ids))),
        item_id=tuple(ids),
        fields=fields,
        options=_options(columns),
    )


def _ids(name: str, column: Sequence[Any], lines: Sequence[int]) -> list[str]:
    if set(map(type, column)) == {int}:
        return list(map(str, column))
    ids = []
    for line, value in zip(lines, column, strict=True):
        text = str(int(value)) if isinstance(value, float) and value.is_integer() else str(value).strip()
        if not isinstance(value, int | float | str) or isinstance(value, bool) or not text:
            refuse_file(name, line, f"{ID!r} is missing or no id", ID_CURE)
        ids.append(text)
    return ids


def _may_be_answer(key: str, values: Sequence[Any]) -> bool:
    if key in OF_THE_RECORD or key.startswith(("answer_info", "additional_metadata")):
        return False
    return not any(issubclass(kind, list | dict) for kind in set(map(type, values)))


def _places(values: Sequence[Any]) -> tuple[object, ...]:
    """The values; of a column that holds nothing but digits as texts, as a CSV file has them, the places."""
    different = set(values)
    if different & DIGITS and different <= DIGITS | {""}:
        return tuple(None if value == "" else int(value) for value in values)
    return tuple(values)


def _options(columns: Mapping[str, Sequence[Any]]) -> tuple[Texts, Texts, Texts] | None:
    three = [columns.get(option) or (None,) for option in OPTIONS]
    if not all(isinstance(text, str) for column in three for text in column):
        lists: Sequence[Any] = columns.get(ANSWERS) or (None,)
        if not all(isinstance(one, list) and len(one) == len(OPTIONS) for one in lists):
            return None
        three = [[one[place] for one in lists] for place in range(len(OPTIONS))]
    return tuple(three[0]), tuple(three[1]), tuple(three[2])


def fields_to_score(files: Sequence[BbqPredictions], chosen: str | None) -> tuple[str, ...]:
    """The columns that hold answers: the chosen one, else those of the authors' files, else the first usual one.

    Raises:
        InputError: the chosen column is not there, or which column it is cannot be told.
    """
    there = tuple(dict.fromkeys(chain.from_iterable(one.fields for one in files)))
    known = ", ".join(map(shown, there)) or "no such column"
    if chosen is not None:
        found = [name for name in there if name == chosen] or [name for name in there if name.endswith(f"_{chosen}")]
        if len(found) != 1:
            raise InputError(f"{shown(files[0].name)}: {chosen!r} is no column with answers.", f"There is {known}.")
        return tuple(found)
    of_authors = tuple(name for name in there if _OF_UNIFIEDQA.fullmatch(name))
    if of_authors:
        return of_authors
    usual = [name for name in USUAL_FIELDS if name in there] or (list(there) if len(there) == 1 else [])
    if not usual:
        raise InputError(
            f"{shown(files[0].name)}: which column holds the answers cannot be told.",
            f"Name it: --field NAME. There is {known}.",
        )
    return (usual[0],)


def is_question_only(field: str) -> bool:
    """Whether a column holds answers to questions that were asked without their context."""
    return field.casefold().endswith(QUESTION_ONLY)


def answers_to(items: BbqColumns, files: Sequence[BbqPredictions], names: Sequence[str], category: str) -> Answers:
    """The recorded answers in the order of the items.

    Args:
        items: Of the data files.
        files: Rows of recorded answers.
        names: Columns that are taken.
        category: Of rows that do not name theirs; empty: as the file's name says, or the only one of the data.

    Raises:
        ImportProblem: a row answers no item, or two rows answer one differently, or the options in a row are not
            those of its item.
    """
    places = {key: at for at, key in enumerate(zip(items.category, items.item_id, strict=True))}
    by_id = _unique(items.item_id)
    fields: dict[str, list[object]] = {name: [None] * items.n for name in names}
    row_of: dict[int, tuple[BbqPredictions, int]] = {}
    n_double = 0
    for file in files:
        default = category or _category_of_name(file.name, items.categories)
        values = [(fields[name], file.fields.get(name)) for name in names]
        for row, (named, item_id) in enumerate(zip(file.category, file.item_id, strict=True)):
            of = named or default
            at = places.get((of, item_id)) if of else by_id.get(item_id)
            if at is None:
                _refuse_id(file, row, of, items)
            if file.options is not None:
                _check_options(file, row, items, at)
            if at in row_of:
                n_double += 1
                _check_double(file, row, row_of[at], names)
                continue
            row_of[at] = (file, row)
            for column, given in values:
                if given is not None:
                    column[at] = given[row]
    for name, column in fields.items():
        _check_places(files[0].name, name, column)
    notes = (f"{n_double} rows answer an item once more with the same answer; each item counts once.",)
    return Answers(fields=fields, has_row=[at in row_of for at in range(items.n)], notes=notes if n_double else ())


def _unique(item_ids: Sequence[str]) -> dict[str, int]:
    """Places of ids that stand once among all categories."""
    places = {item_id: at for at, item_id in enumerate(item_ids)}
    if len(places) == len(item_ids):
        return places
    times = Counter(item_ids)
    return {item_id: at for item_id, at in places.items() if times[item_id] == 1}


def _category_of_name(name: str, categories: Sequence[str]) -> str:
    """The category that a file's name holds, the longest of several; the only one there is; else nothing."""
    plain = f"_{re.sub(r'[^a-z0-9]+', '_', PurePosixPath(name).name.casefold())}_"
    named = [one for one in categories if f"_{re.sub(r'[^a-z0-9]+', '_', one.casefold())}_" in plain]
    if named:
        return max(named, key=len)
    return categories[0] if len(categories) == 1 else ""


def _refuse_id(file: BbqPredictions, row: int, category: str, items: BbqColumns) -> NoReturn:
    item_id, line = shown(file.item_id[row]), file.lines[row]
    if not category:
        cause = f"which category item {item_id} is of is not said, neither in the row nor by the file's name"
        refuse_file(file.name, line, cause, "Name it: --category NAME, or add a column 'category'.")
    if category not in items.categories:
        there = ", ".join(map(shown, items.categories[:20]))
        refuse_file(file.name, line, f"the data hold no category {shown(category)!r}", f"They hold {there}.")
    cause = f"the data hold no item {item_id} of {shown(category)!r}: the answers are to other data"
    refuse_file(file.name, line, cause, ID_CURE)


def _check_options(file: BbqPredictions, row: int, items: BbqColumns, at: int) -> None:
    assert file.options is not None
    for given, own in zip(file.options, items.options, strict=True):
        if given[row] != own[at] and given[row].strip() != own[at].strip():
            cause = (
                f"item {shown(items.item_id[at])} of {shown(items.category[at])!r} has the option "
                f"{shown(given[row])!r} here and {shown(own[at])!r} in the data: other items, or another order"
            )
            refuse_file(file.name, file.lines[row], cause, "Score them with the data files that they answer.")


def _check_places(file: str, name: str, column: Sequence[object]) -> None:
    """Places are those of the data, from 0; a column from 1 to 3 read as such would shift every answer."""
    numbers = {value for value in column if isinstance(value, int | float) and not isinstance(value, bool)}
    if 3 in numbers and not any(number < 1 for number in numbers):
        cause = f"column {shown(name)!r} holds places from 1 to 3; those of the data are 0, 1 and 2"
        refuse_file(file, None, cause, "Take 1 from each, or write the letters A, B and C.")


def _check_double(file: BbqPredictions, row: int, before: tuple[BbqPredictions, int], names: Sequence[str]) -> None:
    other, at = before
    for name in names:
        here = file.fields[name][row] if name in file.fields else None
        there = other.fields[name][at] if name in other.fields else None
        if here != there:
            cause = (
                f"item {shown(file.item_id[row])} is answered here and, otherwise, in line {other.lines[at]} of "
                f"{shown(other.name)}"
            )
            refuse_file(file.name, file.lines[row], cause, "Keep one answer to each item.")
