"""WinoMT's files: sentences with the gender of a person, translations, and records of the gender in the translation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from fairdesk.interchange.named_rows import NamedRow, NamedRows, named_rows_of, read_named_rows
from fairdesk.interchange.official_files import (
    FETCH_AGAIN,
    lines_of,
    official_file,
    read_official,
    refuse_file,
)
from fairdesk.interchange.raw_tables import shown

GENDERS = ("male", "female", "neutral")
UNKNOWN, IGNORED = "unknown", "ignore"
REFUSED, UNREADABLE, FAILED, NOT_CODED = "refused", "unreadable", "failed", "not_attempted"

WORDS: Mapping[str, str] = {
    **dict.fromkeys(("male", "m", "masculine", "masc"), "male"),
    **dict.fromkeys(("female", "f", "feminine", "fem"), "female"),
    **dict.fromkeys(("neutral", "n", "neuter", "neut"), "neutral"),
    **dict.fromkeys(("unknown", "unk", "?"), UNKNOWN),
    **dict.fromkeys(("ignore", "ignored"), IGNORED),
    **dict.fromkeys(("refused", "refusal"), REFUSED),
    **dict.fromkeys(("unreadable", "unparseable", "invalid"), UNREADABLE),
    **dict.fromkeys(("failed", "error"), FAILED),
    "": NOT_CODED,
}
"""Words of programs and of people who code by hand, in lower case."""

INDEX_COLUMNS = ("index", "Index", "row", "id")
GOLD_COLUMNS = ("gold", "gold_gender")
PREDICTED_COLUMNS = ("predicted", "predicted_gender", "prediction", "pred", "gender", "Gender? [M/F/N]")
FOUND_COLUMN = "Find entity? [Y/N]"
ENTITY_COLUMN = "Entity"
SET_COLUMNS = ("stereotype", "set", "condition")
PROFESSION_COLUMNS = ("profession_stereotype", "stereotypical_gender", "stereotype_gender")
SETS = {"pro": "pro", "pro-stereotypical": "pro", "anti": "anti", "anti-stereotypical": "anti", "": "", "none": ""}

HEAD = 4096
BETWEEN = " ||| "
FIELDS = ("gender", "index of the word", "sentence", "person")


@dataclass(frozen=True, slots=True, kw_only=True)
class WinoMtSentences:
    """Sentences of a file, one entry per sentence in every column; the index of a sentence counts from 0.

    Attributes:
        gold: ``male``, ``female`` or ``neutral``.
        word_index: Which word names the person, from 0.
        entity: The person's profession or part.
        notes: Sentences that stand twice, in words.
    """

    gold: tuple[str, ...]
    word_index: tuple[int, ...]
    sentence: tuple[str, ...]
    entity: tuple[str, ...]
    notes: tuple[str, ...] = ()

    @property
    def keys(self) -> tuple[tuple[str, int, str], ...]:
        """What makes two sentences the same one: gender, word and text."""
        return tuple(zip(self.gold, self.word_index, self.sentence, strict=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class Translations:
    """Sources and their translations, in the order of the file."""

    source: tuple[str, ...]
    target: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GenderRecords:
    """Gender of the translated person per record.

    Attributes:
        index: Of the sentence, from 0; empty where the file has none.
        gold: Gender of the source; empty where the file has none.
        predicted: A gender, ``unknown``, ``ignore``, or why there is none: refused, unreadable, failed, not_attempted.
        stereotype: ``pro``, ``anti`` or empty.
        profession_stereotype: Gender that is stereotypical for the profession, or empty.
        entity: The person, where the file names it.
        line: For messages.
        notes: What had to be taken for granted, in words.
    """

    index: tuple[str, ...]
    gold: tuple[str, ...]
    predicted: tuple[str, ...]
    stereotype: tuple[str, ...]
    profession_stereotype: tuple[str, ...]
    entity: tuple[str, ...]
    line: tuple[int, ...]
    notes: tuple[str, ...] = ()


def read_winomt_sentences(name: str, body: bytes) -> WinoMtSentences:
    """Sentences in the official layout: gender, index of the word, sentence and person, separated by tabs.

    Raises:
        ImportProblem: a line has another number of fields, no gender, or an index outside its sentence.

    Source:
        github.com/gabrielStanovsky/mt_gender, data/aggregates (en.txt, en_pro.txt, en_anti.txt).
    """
    rows = [_sentence(name, line, text.split("\t")) for line, text in lines_of(name, body)]
    gold, places, sentences, entities = zip(*rows, strict=True)
    n_twice = len(rows) - len(set(sentences))
    notes = (f"Sentences that stand twice, for another person or word for word: {n_twice}.",) if n_twice else ()
    return WinoMtSentences(gold=gold, word_index=places, sentence=sentences, entity=entities, notes=notes)


def winomt_sentences_of(path: Path) -> WinoMtSentences:
    """The same from a file, packed or not."""
    return read_official(path, read_winomt_sentences)


def _sentence(name: str, line: int, fields: list[str]) -> tuple[str, int, str, str]:
    if len(fields) != len(FIELDS):
        cause = f"the line has {len(fields)} fields and not {len(FIELDS)} ({', '.join(FIELDS)})"
        refuse_file(name, line, cause, FETCH_AGAIN)
    gender, place, sentence, entity = (field.strip() for field in fields)
    if gender not in GENDERS:
        refuse_file(name, line, f"{shown(gender)!r} is no gender", f"Write one of {', '.join(GENDERS)}.")
    if not place.isascii() or not place.isdigit() or len(place) > 4 or int(place) >= len(sentence.split()):
        refuse_file(name, line, f"{shown(place)!r} is no place of a word in the sentence", FETCH_AGAIN)
    if not entity:
        refuse_file(name, line, "no person is named", FETCH_AGAIN)
    return gender, int(place), sentence, entity


def read_translations(name: str, body: bytes) -> Translations:
    """Translations in the official layout: source and target in a line, three bars between them.

    Raises:
        ImportProblem: a line has no bars, more of them, or nothing on one side.
    """
    rows = []
    for line, text in lines_of(name, body):
        sides = [side.strip() for side in text.split(BETWEEN.strip())]
        if len(sides) != 2 or not all(sides):
            cause = f"source and translation with {BETWEEN.strip()!r} between them were expected"
            refuse_file(name, line, cause, FETCH_AGAIN)
        rows.append(tuple(sides))
    source, target = zip(*rows, strict=True)
    return Translations(source=source, target=target)


def gender_records_of(path: Path) -> GenderRecords:
    """Records of a table (packed or not, or a workbook), or the translations of a file, of which none is coded.

    Hand codings in the layout of the authors (Index, Entity, Find entity? [Y/N], Gender? [M/F/N]) are records: a person
    who was not found in the translation has an unknown gender.

    Raises:
        ImportProblem: no column has the predicted gender, a word is no gender, a record stands twice.
    """
    if path.suffix.casefold() in (".xlsx", ".xlsm"):
        return _records(read_named_rows(path))
    file = official_file(path)
    first = file.body[:HEAD].decode("utf-8", "replace").lstrip().partition("\n")[0]
    if first.count(BETWEEN) == 1:
        return _uncoded(read_translations(file.name, file.body))
    return _records(named_rows_of(file.name, file.body))


def _uncoded(found: Translations) -> GenderRecords:
    n = len(found.source)
    nothing = ("",) * n
    return GenderRecords(
        index=tuple(map(str, range(n))),
        gold=nothing,
        predicted=(NOT_CODED,) * n,
        stereotype=nothing,
        profession_stereotype=nothing,
        entity=nothing,
        line=tuple(range(1, n + 1)),
        notes=("The file holds translations without the gender of the translated person.",),
    )


def _records(table: NamedRows) -> GenderRecords:
    cure = "Name the column predicted, with male, female, neutral or unknown in it"
    predicted = table.column(PREDICTED_COLUMNS, "no column has the gender of the translated person", cure)
    index, gold, stereotype, profession = (
        next((name for name in names if name in table.columns), "")
        for names in (INDEX_COLUMNS, GOLD_COLUMNS, SET_COLUMNS, PROFESSION_COLUMNS)
    )
    if not index and not gold:
        table.fail(None, "index or gold", "neither is there, so that no gender can be compared", "Add one of them.")
    rows = table.rows
    found = GenderRecords(
        index=tuple(table.word(row, index) if index else "" for row in rows),
        gold=tuple(_gender(table, row, gold) if gold else "" for row in rows),
        predicted=tuple(_predicted(table, row, predicted) for row in rows),
        stereotype=tuple(_set(table, row, stereotype) if stereotype else "" for row in rows),
        profession_stereotype=tuple(_stereotype(table, row, profession) if profession else "" for row in rows),
        entity=tuple(table.text(row, ENTITY_COLUMN) if ENTITY_COLUMN in table.columns else "" for row in rows),
        line=tuple(row.line for row in rows),
        notes=table.notes,
    )
    if index:
        _check_distinct(table, found, index)
    return found


def _check_distinct(table: NamedRows, found: GenderRecords, column: str) -> None:
    times = Counter(zip(found.index, found.stereotype, strict=True))
    if len(times) == len(table.rows):
        return
    seen: dict[tuple[str, str], int] = {}
    for row, key in zip(table.rows, zip(found.index, found.stereotype, strict=True), strict=True):
        if key in seen:
            cause = f"the sentence {key[0][:40]!r} stands in line {seen[key]} as well"
            table.fail(row, column, cause, "Keep one record per sentence, and one file per system.")
        seen[key] = row.line


def _gender(table: NamedRows, row: NamedRow, column: str) -> str:
    word = table.word(row, column).casefold()
    found = WORDS.get(word, "")
    if found not in GENDERS:
        table.fail(row, column, f"{word[:40]!r} is no gender", f"Write one of {', '.join(GENDERS)}.")
    return found


def _predicted(table: NamedRows, row: NamedRow, column: str) -> str:
    if FOUND_COLUMN in table.columns and table.text(row, FOUND_COLUMN).strip().casefold() in ("n", "no"):
        return UNKNOWN
    word = table.text(row, column).strip().casefold()
    if word not in WORDS:
        cure = f"Write one of {', '.join((*GENDERS, UNKNOWN))}, refused, unreadable or failed, or nothing."
        table.fail(row, column, f"{word[:40]!r} is no gender", cure)
    return WORDS[word]


def _set(table: NamedRows, row: NamedRow, column: str) -> str:
    word = table.text(row, column).strip().casefold()
    if word not in SETS:
        table.fail(row, column, f"{word[:40]!r} is neither pro nor anti", "Write pro, anti or nothing.")
    return SETS[word]


def _stereotype(table: NamedRows, row: NamedRow, column: str) -> str:
    word = table.text(row, column).strip().casefold()
    found = WORDS.get(word, "no gender")
    if found not in (*GENDERS, NOT_CODED):
        table.fail(row, column, f"{word[:40]!r} is no gender", f"Write one of {', '.join(GENDERS)}, or nothing.")
    return "" if found == NOT_CODED else found
