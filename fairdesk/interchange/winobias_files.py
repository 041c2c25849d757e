"""WinoBias' files: sentences with a person and pronouns in square brackets, occupations, pairs of gendered words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from fairdesk.interchange.official_files import FETCH_AGAIN, lines_of, read_official, refuse_file
from fairdesk.interchange.raw_tables import shown

PRONOUNS = frozenset({"he", "him", "his", "himself", "she", "her", "hers", "herself"})
FEMALE = frozenset({"she", "her", "hers", "herself"})
PRO, ANTI = "pro", "anti"

LONGEST_WORD = 100
_NAME = re.compile(r"(?P<set>pro|anti)_stereotyped_type(?P<type>[12])\.txt\.(?P<split>dev|test)")
_LINE = re.compile(r"(?P<number>[0-9]{1,6}) (?P<marked>.*)", re.DOTALL)
_BRACKETS = re.compile(r"\[([^\[\]]*)\]")


@dataclass(frozen=True, slots=True, kw_only=True)
class WinoBiasSentences:
    """Sentences of a file, one entry per sentence in every column.

    Attributes:
        stereotype: ``pro`` or ``anti``, from the file's name; empty when the name does not say it.
        kind: 1 (needs knowledge of the world) or 2 (can be solved from syntax); 0 when the name does not say it.
        split: ``dev`` or ``test``, or empty.
        number: Running number of the line. Line n of the pro and of the anti file belong together, but not always:
            lines 382 and 384 of the official type 2 test files have the same gender and another person.
        sentence: Without brackets, for a model to read.
        person: Whom the pronoun means, as written, with its article: ``the developer``.
        person_at: Where the person stands in ``sentence``: first character and the one behind the last.
        pronouns: One or two, in lower case; they all mean the person.
        pronoun_at: Where the first pronoun stands.
    """

    stereotype: str
    kind: int
    split: str
    number: tuple[int, ...]
    sentence: tuple[str, ...]
    person: tuple[str, ...]
    person_at: tuple[tuple[int, int], ...]
    pronouns: tuple[tuple[str, ...], ...]
    pronoun_at: tuple[tuple[int, int], ...]

    @property
    def is_female(self) -> tuple[bool, ...]:
        """Whether the pronouns of a sentence are female."""
        return tuple(pronouns[0] in FEMALE for pronouns in self.pronouns)


@dataclass(frozen=True, slots=True, kw_only=True)
class WordPairs:
    """Words and what they are exchanged for, without the stray blanks of the file."""

    word: tuple[str, ...]
    other: tuple[str, ...]


def read_winobias(name: str, body: bytes) -> WinoBiasSentences:
    """Sentences of an official file: running number, blank, sentence with [person] and [pronoun].

    Raises:
        ImportProblem: a line without number, with brackets left open, without person or pronoun, or with pronouns of
            both genders; numbers that do not run from 1.

    Source:
        github.com/uclanlp/corefBias, WinoBias/wino/data.
    """
    rows = [_sentence(name, line, text, at) for at, (line, text) in enumerate(lines_of(name, body), 1)]
    columns = tuple(zip(*rows, strict=True))
    found = _NAME.search(PurePosixPath(name).name)
    return WinoBiasSentences(
        stereotype=found["set"] if found else "",
        kind=int(found["type"]) if found else 0,
        split=found["split"] if found else "",
        number=columns[0],
        sentence=columns[1],
        person=columns[2],
        person_at=columns[3],
        pronouns=columns[4],
        pronoun_at=columns[5],
    )


def winobias_of(path: Path) -> WinoBiasSentences:
    """The same from a file, packed or not."""
    return read_official(path, read_winobias)


def read_occupations(name: str, body: bytes) -> tuple[str, ...]:
    """A list of occupations, one a line.

    Raises:
        ImportProblem: an occupation stands twice, or is too long to be one.
    """
    words = [(line, _short(name, line, text)) for line, text in lines_of(name, body)]
    seen: set[str] = set()
    for line, word in words:
        if word in seen:
            refuse_file(name, line, f"{shown(word)!r} stands twice", FETCH_AGAIN)
        seen.add(word)
    return tuple(word for _, word in words)


def read_word_pairs(name: str, body: bytes) -> WordPairs:
    """Pairs of gendered words, separated by a tab; blanks around words are none of theirs.

    Raises:
        ImportProblem: a line has no two words.
    """
    rows = []
    for line, text in lines_of(name, body):
        sides = [_short(name, line, side) if side.strip() else "" for side in text.split("\t")]
        if len(sides) != 2 or not all(sides):
            refuse_file(name, line, "two words with a tab between them were expected", FETCH_AGAIN)
        rows.append((sides[0], sides[1]))
    return WordPairs(word=tuple(word for word, _ in rows), other=tuple(other for _, other in rows))


_Span = tuple[int, int]
_Row = tuple[int, str, str, _Span, tuple[str, ...], _Span]


def _sentence(name: str, line: int, text: str, expected: int) -> _Row:
    found = _LINE.fullmatch(text.strip())
    if found is None:
        refuse_file(name, line, "a running number, a blank and a sentence were expected", FETCH_AGAIN)
    if int(found["number"]) != expected:
        cause = f"the running number is {int(found['number'])} and {expected} was expected: lines are missing or twice"
        refuse_file(name, line, cause, FETCH_AGAIN)
    marked = found["marked"].strip()
    spans = list(_BRACKETS.finditer(marked))
    if marked.count("[") != len(spans) or marked.count("]") != len(spans):
        refuse_file(name, line, "a square bracket is not closed, or not opened", FETCH_AGAIN)
    words = [span[1].strip() for span in spans]
    pronouns = tuple(word.casefold() for word in words[1:])
    if not words or not words[0] or words[0].casefold() in PRONOUNS:
        refuse_file(name, line, "no person stands in the first brackets", FETCH_AGAIN)
    if not pronouns or not PRONOUNS.issuperset(pronouns):
        refuse_file(name, line, "no pronoun stands in the brackets behind the person", FETCH_AGAIN)
    if len({pronoun in FEMALE for pronoun in pronouns}) > 1:
        refuse_file(name, line, "pronouns of both genders stand in brackets", FETCH_AGAIN)
    sentence, places = _without_brackets(marked, spans)
    return expected, sentence, words[0], places[0], pronouns, places[1]


def _without_brackets(marked: str, spans: list[re.Match[str]]) -> tuple[str, list[_Span]]:
    """The sentence as a model reads it, and where the words of the brackets stand in it."""
    pieces: list[str] = []
    places: list[_Span] = []
    length = done = 0
    for span in spans:
        word = span[1].strip()
        pieces += [marked[done : span.start()], word]
        begin = length + span.start() - done
        places.append((begin, begin + len(word)))
        length, done = begin + len(word), span.end()
    return "".join(pieces) + marked[done:], places


def _short(name: str, line: int, text: str) -> str:
    word = text.strip()
    if len(word) > LONGEST_WORD:
        refuse_file(name, line, f"the word is longer than {LONGEST_WORD} characters", FETCH_AGAIN)
    return word
