"""WinoBias' sentences as they belong together: with and against the stereotype, and the two people that they name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from fairdesk.interchange.official_files import OfficialFile, official_files, refuse_file
from fairdesk.interchange.winobias_files import ANTI, PRO, WinoBiasSentences, read_occupations, read_winobias

BOTH_CURE = "Choose the folder with the files pro_stereotyped_... and anti_stereotyped_... of one type and part."

NOT_TWO = "not exactly two people whom the files know stand in both sentences"

_SENTENCES = re.compile(r"(pro|anti)_stereotyped_type[12]\.txt\.(dev|test)")
_OCCUPATIONS = re.compile(r"(fe)?male_occupations\.txt")
_ARTICLE = re.compile(r"^(?:the|an|a)\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class WinoBiasPair:
    """Two sentences about the same two people.

    Attributes:
        kind: 1 or 2.
        sentences, pronouns: ``pro`` and ``anti`` to the sentence and to its first pronoun as written.
        people: Without articles; the first is meant by the pronoun of the pro sentence.
        meant: Place in ``people`` of whom the pronoun means, by version.
    """

    kind: int
    split: str
    number: int
    sentences: Mapping[str, str]
    pronouns: Mapping[str, str]
    people: tuple[str, str]
    meant: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class WinoBiasPairs:
    """All pairs of some files, with what was left out and what is to be known; ``rows`` by file."""

    pairs: tuple[WinoBiasPair, ...]
    left_out: Mapping[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    rows: Mapping[str, int] = field(default_factory=dict)


def winobias_official_files(path: Path) -> tuple[OfficialFile, ...]:
    """The files of sentences at a path, and the lists of occupations; beside a single file its counterpart is sought.

    Raises:
        ImportProblem: nothing of the kind stands there, or it cannot be read.
    """
    found = official_files(path)
    if len(found) == 1 and not path.is_dir() and _SENTENCES.search(found[0].name):
        stem, rest = found[0].name.split("_", 1)
        other = ANTI if PurePosixPath(stem).name == PRO else PRO
        names = {f"{other}_{rest}", "male_occupations.txt", "female_occupations.txt"}
        beside = [one for one in path.parent.iterdir() if one.name.removesuffix(".gz") in names]
        found = (*found, *(inner for one in sorted(beside) for inner in official_files(one)))
    kept = tuple(one for one in found if _SENTENCES.search(one.name) or _OCCUPATIONS.search(one.name))
    if not kept:
        refuse_file(path.name, None, "no sentences of WinoBias stand in it, by the names of the files", BOTH_CURE)
    return kept


def winobias_pairs(files: Sequence[tuple[str, bytes]]) -> WinoBiasPairs:
    """The pairs of some files.

    The files mark whom a pronoun means and not the other person. The other one is found among all people that the
    files mark anywhere or list as occupations; a pair in which that does not give exactly two people is left out.

    Raises:
        ImportProblem: a file is damaged, or a file has no counterpart of the same length.
    """
    read = {name: read_winobias(name, body) for name, body in files if _SENTENCES.search(name)}
    lists = {name: read_occupations(name, body) for name, body in files if not _SENTENCES.search(name)}
    known = _known(read.values(), list(lists.values()))
    found: list[WinoBiasPair] = []
    left_out: Counter[str] = Counter()
    for pro_name, pro in read.items():
        if pro.stereotype != PRO:
            continue
        anti = _counterpart(pro_name, pro, read)
        for at in range(len(pro.number)):
            pair = _pair(pro, anti, at, known)
            if pair is None:
                left_out[NOT_TWO] += 1
            else:
                found.append(pair)
    for name, sentences in read.items():
        if sentences.stereotype == ANTI and not any(_belong(one, sentences) for one in read.values()):
            refuse_file(name, None, "the sentences that agree with the stereotype are missing", BOTH_CURE)
    if not found:
        refuse_file(files[0][0], None, "no pair of sentences stands in these files", BOTH_CURE)
    moved = sum(pair.meant[PRO] != pair.meant[ANTI] for pair in found)
    notes = (f"Pairs whose two sentences differ in the person and not in the pronoun: {moved}.",) if moved else ()
    rows = {name: len(one.number) for name, one in read.items()} | {name: len(one) for name, one in lists.items()}
    return WinoBiasPairs(pairs=tuple(found), left_out=dict(left_out), notes=notes, rows=rows)


def _belong(pro: WinoBiasSentences, anti: WinoBiasSentences) -> bool:
    return pro.stereotype == PRO and (pro.kind, pro.split) == (anti.kind, anti.split)


def _counterpart(name: str, pro: WinoBiasSentences, read: Mapping[str, WinoBiasSentences]) -> WinoBiasSentences:
    others = [one for one in read.values() if one.stereotype == ANTI and _belong(pro, one)]
    if not others:
        refuse_file(name, None, "the sentences that run against the stereotype are missing", BOTH_CURE)
    if len(others[0].number) != len(pro.number):
        cause = f"it has {len(pro.number)} sentences and its counterpart {len(others[0].number)}"
        refuse_file(name, None, cause)
    return others[0]


def _known(read: Iterable[WinoBiasSentences], lists: Iterable[tuple[str, ...]]) -> re.Pattern[str]:
    marked = {_name(person).casefold() for one in read for person in one.person}
    names = marked | {_name(word).casefold() for words in lists for word in words}
    longest_first = sorted(names, key=lambda name: (-len(name), name))
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(map(re.escape, longest_first))})(?![^\W_])", re.IGNORECASE)


def _name(person: str) -> str:
    return _ARTICLE.sub("", person.strip())


def _pair(pro: WinoBiasSentences, anti: WinoBiasSentences, at: int, known: re.Pattern[str]) -> WinoBiasPair | None:
    both = {PRO: pro, ANTI: anti}
    named = {
        version: {found[0].casefold(): found[0] for found in known.finditer(one.sentence[at])}
        for version, one in both.items()
    }
    if len(named[PRO]) != 2 or named[PRO].keys() != named[ANTI].keys():
        return None
    first = _name(pro.person[at]).casefold()
    if first not in named[PRO]:
        return None
    second = next(name for name in named[PRO] if name != first)
    people = tuple(_as_read(named[PRO][name]) for name in (first, second))
    return WinoBiasPair(
        kind=pro.kind,
        split=pro.split,
        number=pro.number[at],
        sentences={version: one.sentence[at] for version, one in both.items()},
        pronouns={version: one.sentence[at][slice(*one.pronoun_at[at])] for version, one in both.items()},
        people=(people[0], people[1]),
        meant={PRO: 0, ANTI: 0 if _name(anti.person[at]).casefold() == first else 1},
    )


def _as_read(name: str) -> str:
    """With a small letter, unless all of it is capitals (CEO)."""
    return name if name.isupper() else name[:1].lower() + name[1:]
