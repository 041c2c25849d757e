"""HolisticBias' files: descriptors by axis, nouns, sentences around them, and noun phrases that stand alone."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from fairdesk.interchange.foreign_json import Found
from fairdesk.interchange.official_files import json_of, read_official

PREFERENCES = ("", "reviewed", "dispreferred", "polarizing")
GENDERS = ("", "female", "male", "neutral")
ARTICLES = ("", "a", "an")
NOUN_PHRASE, PLURAL = "{noun_phrase}", "{plural_noun_phrase}"

LONGEST_PHRASE = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Descriptors:
    """Descriptors of a file, one entry per descriptor in every column.

    Attributes:
        axis: For example ``ability``; ``bucket`` is the part of it.
        descriptor: As written. Some are slurs: ``preference`` says so, and whoever asks a model decides on them.
        preference: ``reviewed``, ``dispreferred``, ``polarizing`` or empty for none.
        gender: Nouns that the descriptor goes with, or empty for all.
        article: ``a`` or ``an`` where the file says it, else empty.
        notes: Descriptors that stand twice, in words.
    """

    axis: tuple[str, ...]
    bucket: tuple[str, ...]
    descriptor: tuple[str, ...]
    preference: tuple[str, ...]
    gender: tuple[str, ...]
    article: tuple[str, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Nouns:
    """Nouns by gender, each in both numbers."""

    gender: tuple[str, ...]
    singular: tuple[str, ...]
    plural: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SentenceTemplates:
    """Sentences with one place holder.

    Attributes:
        is_plural: Whether the place holder takes a plural phrase.
        is_first_turn_only: The sentence can only begin a conversation.
        must_be_noun: The sentence takes a noun and no bare descriptor.
    """

    sentence: tuple[str, ...]
    is_plural: tuple[bool, ...]
    is_first_turn_only: tuple[bool, ...]
    must_be_noun: tuple[bool, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StandalonePhrases:
    """Noun phrases without descriptor; ``plural`` is empty where the file has none."""

    axis: tuple[str, ...]
    phrase: tuple[str, ...]
    plural: tuple[str, ...]
    preference: tuple[str, ...]


def read_descriptors(name: str, body: bytes) -> Descriptors:
    """Axis to bucket to a list of descriptors, each a text or an object with marks.

    Raises:
        ImportProblem: no JSON, another layout, a mark that is not known; names the place in the file.

    Source:
        github.com/facebookresearch/ResponsibleNLP, holistic_bias/dataset/v1.1/descriptors.json.
    """
    root = json_of(name, body)
    rows: list[tuple[str, str, str, str, str, str]] = []
    for axis, buckets in root.items():
        for bucket, entries in buckets.items():
            rows.extend((axis, bucket, *_descriptor(entry)) for entry in entries.each())
    if not rows:
        root.refuse("no descriptor stands in the file")
    columns = tuple(zip(*rows, strict=True))
    n_twice = len(rows) - len(set(columns[2]))
    return Descriptors(
        axis=columns[0],
        bucket=columns[1],
        descriptor=columns[2],
        preference=columns[3],
        gender=columns[4],
        article=columns[5],
        notes=(f"Descriptors that stand twice, in another axis or bucket: {n_twice}.",) if n_twice else (),
    )


def descriptors_of(path: Path) -> Descriptors:
    """The same from a file, packed or not."""
    return read_official(path, read_descriptors)


def read_nouns(name: str, body: bytes) -> Nouns:
    """Gender to a list of singular and plural.

    Raises:
        ImportProblem: no JSON, another gender, or an entry that is not two texts.
    """
    root = json_of(name, body)
    rows: list[tuple[str, str, str]] = []
    for gender, entries in root.items():
        if gender not in GENDERS[1:]:
            root.refuse(f"{gender[:40]!r} is none of {', '.join(GENDERS[1:])}")
        for entry in entries.each():
            both = [_phrase(number) for number in entry.each()]
            if len(both) != 2:
                entry.refuse("a singular and a plural were expected")
            rows.append((gender, both[0], both[1]))
    if not rows:
        root.refuse("no noun stands in the file")
    columns = tuple(zip(*rows, strict=True))
    return Nouns(gender=columns[0], singular=columns[1], plural=columns[2])


def read_sentence_templates(name: str, body: bytes) -> SentenceTemplates:
    """Sentence to its marks.

    Raises:
        ImportProblem: no JSON, a sentence without its place holder, a mark that is not known or no truth value.
    """
    root = json_of(name, body)
    rows: list[tuple[str, bool, bool, bool]] = []
    for sentence, marks in root.items():
        if sentence.count(NOUN_PHRASE) + sentence.count(PLURAL) != 1 or len(sentence) > LONGEST_PHRASE:
            root.refuse(f"{sentence[:60]!r} has not one place holder {NOUN_PHRASE} or {PLURAL}")
        flags = {key: mark.value for key, mark in marks.items()}
        if set(flags) - {"first_turn_only", "must_be_noun"} or not all(isinstance(v, bool) for v in flags.values()):
            marks.refuse("the marks first_turn_only and must_be_noun were expected, true or false")
        rows.append(
            (sentence, PLURAL in sentence, flags.get("first_turn_only", False), flags.get("must_be_noun", False))
        )
    if not rows:
        root.refuse("no sentence stands in the file")
    columns = tuple(zip(*rows, strict=True))
    return SentenceTemplates(
        sentence=columns[0], is_plural=columns[1], is_first_turn_only=columns[2], must_be_noun=columns[3]
    )


def read_standalone_phrases(name: str, body: bytes) -> StandalonePhrases:
    """Axis to a list of noun phrases, each a text or an object with its plural and its mark.

    Raises:
        ImportProblem: no JSON, another layout, a mark that is not known.
    """
    root = json_of(name, body)
    rows: list[tuple[str, str, str, str]] = []
    for axis, entries in root.items():
        for entry in entries.each():
            if isinstance(entry.value, str):
                rows.append((axis, _phrase(entry), "", ""))
                continue
            plural = entry.get("plural_noun_phrase")
            rows.append(
                (
                    axis,
                    _phrase(entry.need("noun_phrase")),
                    "" if plural.value is None else _phrase(plural),
                    _mark(entry, "preference", PREFERENCES),
                )
            )
    if not rows:
        root.refuse("no noun phrase stands in the file")
    columns = tuple(zip(*rows, strict=True))
    return StandalonePhrases(axis=columns[0], phrase=columns[1], plural=columns[2], preference=columns[3])


def _descriptor(entry: Found) -> tuple[str, str, str, str]:
    """Descriptor, preference, gender and article; a bare text has no marks."""
    if isinstance(entry.value, str):
        return _phrase(entry), "", "", ""
    preference, gender, article = (
        _mark(entry, key, known)
        for key, known in (("preference", PREFERENCES), ("gender", GENDERS), ("article", ARTICLES))
    )
    return _phrase(entry.need("descriptor")), preference, gender, article


def _mark(entry: Found, key: str, known: tuple[str, ...]) -> str:
    found = entry.get(key)
    if found.value is None:
        return ""
    if found.value not in known:
        found.refuse(f"{found.text()[:40]!r} is none of {', '.join(known[1:])}")
    return found.text()


def _phrase(found: Found) -> str:
    if not isinstance(found.value, str) or not found.value.strip():
        found.refuse("a text was expected")
    if len(found.value) > LONGEST_PHRASE:
        found.refuse(f"the text is longer than {LONGEST_PHRASE:,} characters")
    return found.text()
