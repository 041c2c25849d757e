"""Winogender's sentences as they belong together: each sentence with three pronouns, and the share of women at work."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from fairdesk.interchange.official_files import OfficialFile, lines_of, official_files, refuse_file
from fairdesk.interchange.winogender_files import (
    GENDERS,
    SENTENCES_HEAD,
    SHARES_HEAD,
    WinogenderSentences,
    read_winogender,
    read_women_shares,
)

NOT_ALL = "the sentence does not stand there with each of the three pronouns"
NO_PRONOUN = "not exactly one pronoun of its gender stands in the sentence"
CURE = "Choose the folder of the benchmark, or its file all_sentences.tsv."

SHARES_FILE = "occupations-stats.tsv"

_PRONOUNS = {
    "male": re.compile(r"\b(?:he|him|his|himself)\b", re.IGNORECASE),
    "female": re.compile(r"\b(?:she|her|hers|herself)\b", re.IGNORECASE),
    "neutral": re.compile(r"\b(?:they|them|their|theirs|themselves|themself)\b", re.IGNORECASE),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class WinogenderSet:
    """One sentence with each pronoun.

    Attributes:
        participant: The other person, or ``someone``.
        is_participant: Whether the pronoun means the participant.
        sentences, pronouns: By gender: the sentence, and its pronoun as written.
        in_work: Percent of women in the occupation by labour statistics; None where the files do not say it.
    """

    occupation: str
    participant: str
    is_participant: bool
    sentences: Mapping[str, str]
    pronouns: Mapping[str, str]
    in_work: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class WinogenderSets:
    """All sets of some files; ``left_out`` counts sentences, ``rows`` is by file."""

    sets: tuple[WinogenderSet, ...]
    left_out: Mapping[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    rows: Mapping[str, int] = field(default_factory=dict)


def winogender_official_files(path: Path) -> tuple[OfficialFile, ...]:
    """The file of sentences at a path, and the labour statistics there or beside it.

    Raises:
        ImportProblem: nothing of the kind stands there, or it cannot be read.
    """
    found = official_files(path)
    if len(found) == 1 and not path.is_dir():
        beside = [path.parent / name for name in (SHARES_FILE, f"{SHARES_FILE}.gz")]
        found = (*found, *(inner for one in beside if one.is_file() and one != path for inner in official_files(one)))
    kept = tuple(one for one in found if _head(one.name, one.body) in (SENTENCES_HEAD, SHARES_HEAD))
    if not any(_head(one.name, one.body) == SENTENCES_HEAD for one in kept):
        refuse_file(path.name, None, "no sentences of Winogender stand in it", CURE)
    return kept


def winogender_sets(files: Sequence[tuple[str, bytes]]) -> WinogenderSets:
    """The sets of some files, in the order of the sentences.

    Raises:
        ImportProblem: a file is damaged, or none holds sentences.
    """
    women: dict[str, float] = {}
    sentences: list[tuple[str, WinogenderSentences]] = []
    rows: dict[str, int] = {}
    for name, body in files:
        if _head(name, body) == SHARES_HEAD:
            shares = read_women_shares(name, body)
            women |= dict(zip(shares.occupation, shares.in_work, strict=True))
            rows[name] = len(shares.occupation)
        else:
            sentences.append((name, read_winogender(name, body)))
            rows[name] = len(sentences[-1][1].sentence)
    if not sentences:
        refuse_file(files[0][0], None, "no sentences of Winogender stand in it", CURE)
    found: list[WinogenderSet] = []
    left_out = dict.fromkeys((NOT_ALL, NO_PRONOUN), 0)
    for _, one in sentences:
        for key, by_gender in _by_set(one).items():
            built = _set(key, by_gender, women)
            if isinstance(built, str):
                left_out[built] += len(by_gender)
            else:
                found.append(built)
    if not found:
        refuse_file(sentences[0][0], None, "no sentence stands there with each of the three pronouns", CURE)
    unknown = len({one.occupation for one in found if one.in_work is None})
    notes = (f"Occupations without a share of women in these files: {unknown}.",) if unknown else ()
    return WinogenderSets(
        sets=tuple(found), left_out={reason: n for reason, n in left_out.items() if n}, notes=notes, rows=rows
    )


_Key = tuple[str, str, bool]


def _by_set(one: WinogenderSentences) -> dict[_Key, dict[str, str]]:
    found: dict[_Key, dict[str, str]] = {}
    for at, sentence in enumerate(one.sentence):
        key = (one.occupation[at], one.participant[at], one.is_participant[at])
        found.setdefault(key, {})[one.gender[at]] = sentence
    return found


def _set(key: _Key, by_gender: Mapping[str, str], women: Mapping[str, float]) -> WinogenderSet | str:
    """The set, or why it is none."""
    if set(by_gender) != set(GENDERS):
        return NOT_ALL
    pronouns = {}
    for gender, sentence in by_gender.items():
        words = _PRONOUNS[gender].findall(sentence)
        if len(words) != 1:
            return NO_PRONOUN
        pronouns[gender] = str(words[0])
    return WinogenderSet(
        occupation=key[0],
        participant=key[1],
        is_participant=key[2],
        sentences=dict(by_gender),
        pronouns=pronouns,
        in_work=women.get(key[0]),
    )


def _head(name: str, body: bytes) -> tuple[str, ...]:
    _, first = next(lines_of(name, body))
    return tuple(part.strip() for part in first.split("\t"))
