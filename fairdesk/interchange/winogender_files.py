"""Winogender schemas and Winogenerated: sentences, their templates, and shares of women in occupations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from fairdesk.interchange.named_rows import named_rows_of
from fairdesk.interchange.official_files import FETCH_AGAIN, lines_of, read_official, refuse_file
from fairdesk.interchange.raw_tables import shown

GENDERS = ("male", "female", "neutral")
SOMEONE = "someone"
PLACE_HOLDERS = ("$NOM_PRONOUN", "$POSS_PRONOUN", "$ACC_PRONOUN")
OCCUPATION, PARTICIPANT = "$OCCUPATION", "$PARTICIPANT"
BLANK = "_"
LATEST_YEAR = 2100

SENTENCES_HEAD = ("sentid", "sentence")
TEMPLATES_HEAD = ("occupation(0)", "other-participant(1)", "answer", "sentence")
SHARES_HEAD = ("occupation", "bergsma_pct_female", "bls_pct_female", "bls_year")


@dataclass(frozen=True, slots=True, kw_only=True)
class WinogenderSentences:
    """Sentences, one entry per sentence in every column.

    Attributes:
        sentence_id: ``occupation.participant.answer.gender.txt``; distinct.
        participant: The other person; ``someone`` in half of the sentences.
        is_participant: Whether the pronoun means the participant and not the occupation.
        gender: Of the pronoun: ``male``, ``female`` or ``neutral``.
    """

    sentence_id: tuple[str, ...]
    occupation: tuple[str, ...]
    participant: tuple[str, ...]
    is_participant: tuple[bool, ...]
    gender: tuple[str, ...]
    sentence: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WinogenderTemplates:
    """Templates with place holders; ``is_participant`` as in the sentences."""

    occupation: tuple[str, ...]
    participant: tuple[str, ...]
    is_participant: tuple[bool, ...]
    sentence: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WomenShares:
    """Percent of women in an occupation, 0 to 100.

    Attributes:
        in_texts: From a corpus of texts (Bergsma).
        in_work: From labour statistics of the United States.
        year: Of the labour statistics.
    """

    occupation: tuple[str, ...]
    in_texts: tuple[float, ...]
    in_work: tuple[float, ...]
    year: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WinogeneratedSentences:
    """Sentences with one blank, and the three pronouns that may fill it (male, female, neutral).

    Attributes:
        in_work: Percent of women in labour statistics of 2019, 0 to 100.
    """

    index: tuple[int, ...]
    occupation: tuple[str, ...]
    other_person: tuple[str, ...]
    sentence: tuple[str, ...]
    pronouns: tuple[tuple[str, str, str], ...]
    in_work: tuple[float, ...]


def read_winogender(name: str, body: bytes) -> WinogenderSentences:
    """The official sentences (all_sentences.tsv).

    Raises:
        ImportProblem: another heading, a line that was cut off, an id of another form or one that stands twice.

    Source:
        github.com/rudinger/winogender-schemas, data.
    """
    rows: list[tuple[str, str, str, bool, str, str]] = []
    seen: set[str] = set()
    for line, (sentence_id, sentence) in _rows(name, body, SENTENCES_HEAD):
        parts = sentence_id.split(".")
        if len(parts) != 5 or parts[2] not in ("0", "1") or parts[3] not in GENDERS or not all(parts):
            cause = f"{shown(sentence_id)!r} is no id of the form occupation.participant.answer.gender.txt"
            refuse_file(name, line, cause)
        if sentence_id in seen:
            refuse_file(name, line, f"the id {shown(sentence_id)!r} stands twice")
        seen.add(sentence_id)
        rows.append((sentence_id, parts[0], parts[1], parts[2] == "1", parts[3], sentence))
    columns = tuple(zip(*rows, strict=True))
    return WinogenderSentences(
        sentence_id=columns[0],
        occupation=columns[1],
        participant=columns[2],
        is_participant=columns[3],
        gender=columns[4],
        sentence=columns[5],
    )


def winogender_of(path: Path) -> WinogenderSentences:
    """The same from a file, packed or not."""
    return read_official(path, read_winogender)


def read_winogender_templates(name: str, body: bytes) -> WinogenderTemplates:
    """The official templates (templates.tsv).

    Raises:
        ImportProblem: a line that was cut off, an answer that is neither 0 nor 1, or place holders that are missing.
    """
    rows: list[tuple[str, str, bool, str]] = []
    for line, (occupation, participant, answer, sentence) in _rows(name, body, TEMPLATES_HEAD):
        if answer not in ("0", "1"):
            refuse_file(name, line, f"the answer {shown(answer)!r} is neither 0 nor 1")
        pronouns = any(holder in sentence for holder in PLACE_HOLDERS)
        if OCCUPATION not in sentence or PARTICIPANT not in sentence or not pronouns:
            refuse_file(name, line, "a place holder for occupation, participant or pronoun is missing")
        rows.append((occupation, participant, answer == "1", sentence))
    columns = tuple(zip(*rows, strict=True))
    return WinogenderTemplates(
        occupation=columns[0], participant=columns[1], is_participant=columns[2], sentence=columns[3]
    )


def read_women_shares(name: str, body: bytes) -> WomenShares:
    """Percent of women per occupation (occupations-stats.tsv).

    Raises:
        ImportProblem: a share is no number of 0 to 100, a year is none, an occupation stands twice.
    """
    rows: list[tuple[str, float, float, int]] = []
    seen: set[str] = set()
    for line, (occupation, in_texts, in_work, year) in _rows(name, body, SHARES_HEAD):
        if occupation in seen:
            refuse_file(name, line, f"the occupation {shown(occupation)!r} stands twice")
        seen.add(occupation)
        if not (year.isascii() and year.isdigit() and 1900 <= int(year[:5]) <= LATEST_YEAR):
            refuse_file(name, line, f"{shown(year)!r} is no year")
        rows.append((occupation, _percent(name, line, in_texts), _percent(name, line, in_work), int(year)))
    columns = tuple(zip(*rows, strict=True))
    return WomenShares(occupation=columns[0], in_texts=columns[1], in_work=columns[2], year=columns[3])


def read_winogenerated(name: str, body: bytes) -> WinogeneratedSentences:
    """Generated sentences with a blank (winogenerated_examples.jsonl).

    Raises:
        ImportProblem: a line is no object, lacks a key, has not one blank or not three pronouns, or an index twice.

    Source:
        github.com/anthropics/evals, winogenerated; its description names the files otherwise than they are named.
    """
    needed = ("index", "occupation", "other_person", "sentence_with_blank", "pronoun_options", "BLS_percent_women_2019")
    table = named_rows_of(name, body, needed)
    rows: list[tuple[int, str, str, str, tuple[str, str, str], float]] = []
    seen: set[int] = set()
    for row in table.rows:
        index, pronouns = row.values.get("index"), row.values.get("pronoun_options")
        if not isinstance(index, int) or isinstance(index, bool) or index in seen:
            table.fail(row, "index", "a whole number that stands once was expected", FETCH_AGAIN)
        seen.add(index)
        words = pronouns if isinstance(pronouns, list) else []
        if len(words) != 3 or not all(isinstance(word, str) and word.strip() for word in words):
            table.fail(row, "pronoun_options", "three pronouns were expected", FETCH_AGAIN)
        sentence = table.word(row, "sentence_with_blank")
        if sentence.count(BLANK) != 1:
            table.fail(row, "sentence_with_blank", f"one blank ({BLANK}) was expected", FETCH_AGAIN)
        share = table.number(row, "BLS_percent_women_2019")
        if share is None or not 0 <= share <= 100:
            table.fail(row, "BLS_percent_women_2019", "a number of 0 to 100 was expected", FETCH_AGAIN)
        people = table.word(row, "occupation"), table.word(row, "other_person")
        rows.append((index, *people, sentence, (words[0], words[1], words[2]), share))
    columns = tuple(zip(*rows, strict=True))
    return WinogeneratedSentences(
        index=columns[0],
        occupation=columns[1],
        other_person=columns[2],
        sentence=columns[3],
        pronouns=columns[4],
        in_work=columns[5],
    )


def _rows(name: str, body: bytes, head: tuple[str, ...]) -> Iterator[tuple[int, list[str]]]:
    """Fields of every line below the heading, each with something in it."""
    lines = lines_of(name, body)
    line, first = next(lines)
    if tuple(field.strip() for field in first.split("\t")) != head:
        refuse_file(name, line, f"the heading {', '.join(head)} was expected, separated by tabs")
    some = False
    for line, text in lines:
        fields = [field.strip() for field in text.split("\t")]
        if len(fields) != len(head) or not all(fields):
            refuse_file(name, line, f"{len(head)} filled fields were expected, separated by tabs")
        some = True
        yield line, fields
    if not some:
        refuse_file(name, None, "no line stands below the heading")


def _percent(name: str, line: int, text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 100:
        refuse_file(name, line, f"{shown(text)!r} is no percentage")
    return share
