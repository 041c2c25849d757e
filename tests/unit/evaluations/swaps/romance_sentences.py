"""What the tests of French and of Spanish have in common: sentence files, both exchanges, and other environments."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from fairdesk.domain.edits import Edit, Scan, apply_edits
from fairdesk.evaluations.swaps import french, spanish
from fairdesk.evaluations.swaps.language import FEMALE, MALE

HERE = Path(__file__).parent
DIGEST = "from tests.unit.evaluations.swaps.romance_sentences import digest; print(digest({language!r}))"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentences:
    """The hand-written sentences of one language and the rules that read them.

    Attributes:
        language: The first part of the files' names.
        without_stop: Words that end with a blank and no full stop.
        line: A line of a list, and how it comes out.
        own_pair: A text with two words that no list knows, the pair that adds them, and the female words then.
        mixed: Words and signs from which texts are mixed.
    """

    language: str
    scan: Callable[[str, Sequence[str]], Scan]
    without_stop: str
    line: tuple[str, str]
    own_pair: tuple[str, str, tuple[str, ...]]
    mixed: tuple[str, ...]

    def lines(self, kind: str) -> list[str]:
        """The sentences of a file, without remarks."""
        text = (HERE / f"{self.language}_{kind}.txt").read_text(encoding="utf-8")
        return [line for line in text.splitlines() if line and not line.startswith("#")]

    def pairs(self) -> Iterator[tuple[str, str]]:
        """Every sentence with its counterpart; pairs that hold both ways in both directions."""
        for line in (*self.lines("pairs"), *self.lines("read")):
            first, both_ways, second = line.partition(" => ")
            if both_ways:
                yield first, second
                yield second, first
            else:
                one, _, other = line.partition(" -> ")
                yield one, other

    def one_to_one(self) -> list[str]:
        """The sentences whose counterpart leads back to them."""
        lines = (line.partition(" => ") for line in (*self.lines("pairs"), *self.lines("read")))
        return [one for first, both_ways, second in lines if both_ways for one in (first, second)]

    def left(self) -> list[str]:
        """Sentences that stay, with the words that are listed behind a stroke."""
        return [*self.lines("left"), *self.lines("read_left")]

    def letters(self) -> list[tuple[str, str]]:
        """Whole letters, each as it was written and as an editor accepted it."""
        text = (HERE / f"{self.language}_letters.txt").read_text(encoding="utf-8")
        found = []
        for letter in text.split("\n=====\n")[1:]:
            first, _, second = letter.rstrip("\n").partition("\n-----\n")
            found.append((first, second))
        return found

    def exchanged(self, text: str) -> tuple[str, Scan]:
        """A text with every place at the opposite of what stands there, as a swap renders it."""
        scan = self.scan(text, ())
        edits = [
            Edit(start=one.start, end=one.end, words=one.words[FEMALE if one.own == MALE else MALE], cue_id="gender")
            for one in scan.places
        ]
        return apply_edits(text, edits), scan

    def seconds(self, n_words: int, sentence: str) -> float:
        """The shortest of three times for reading a text without a full stop, in seconds."""
        text = sentence * (n_words // len(sentence.split()))
        times = []
        for turn in range(3):
            begun = time.process_time()
            self.scan(f"{text}{turn}", ())
            times.append(time.process_time() - begun)
        return min(times)


SCRIPTS = ("Анна", "مرحبا", "नमस्ते", "你好", "{name}", "\u200b", "é")

FRENCH = Sentences(
    language="french",
    scan=french.scan_gender,
    without_stop="le candidat est appliqué et l'étudiante est admise ",
    line=("C'est la première lauréate du concours\n", "C'est le premier lauréat du concours\n"),
    own_pair=(
        "Le vielleur chante ; la vielleuse joue.", "vielleur|vielleuse", ("La", "vielleuse", "la", "vielleuse")
    ),
    mixed=(
        *" \n,.;?'’-", "la", "le", "l'", "du", "étudiante", "étudiant", "est", "appliquée", "il", "Elle", "si",
        "Monsieur", "lui", "M.", "ÉTUDIANTE", "ETUDIANTE", "était", "à", "de", "seule", "s'", "vous", "êtes", *SCRIPTS,
    ),
)  # fmt: skip

SPANISH = Sentences(
    language="spanish",
    scan=spanish.scan_gender,
    without_stop="el alumno es aplicado y la alumna fue admitida ",
    line=("Fue la primera alumna del centro\n", "Fue el primer alumno del centro\n"),
    own_pair=(
        "El charanguista llegó; la charanguera cantó.", "charanguista|charanguera",
        ("La", "charanguera", "la", "charanguera"),
    ),
    mixed=(
        *" \n,.;¿?", "la", "el", "del", "alumna", "alumno", "es", "aplicada", "él", "Ella", "señor", "lo",
        "recomiendo", "D.", "D.ª", "Dª", "MEDICO", "sola", "usted", "que", "ALUMNA", "está", "a", "de", *SCRIPTS,
    ),
)  # fmt: skip

ROMANCE = (FRENCH, SPANISH)


def assert_order(scan: Scan, text: str) -> None:
    """Places lie in order, never overlap, and say what stands there."""
    read_to = 0
    for place in scan.places:
        assert read_to <= place.start < place.end <= len(text)
        assert place.own in (MALE, FEMALE)
        assert text[place.start : place.end] == place.words[place.own]
        read_to = place.end


def digest(language: str) -> str:
    """A hash of everything that the rules find in all sentences and letters of a language."""
    known = next(one for one in ROMANCE if one.language == language)
    texts = [one for pair in (*known.pairs(), *known.letters()) for one in pair]
    found = hashlib.sha256()
    for text in (*texts, *(line.partition(" | ")[0] for line in known.left())):
        for place in known.scan(text, ()).places:
            found.update(f"{place.start} {place.end} {place.slot} {sorted(place.words.items())}".encode())
        for one in known.scan(text, ()).left:
            found.update(f"{one.start} {one.words} {one.reason.value}".encode())
    return found.hexdigest()


def digest_elsewhere(language: str, hash_seed: str, locale: str) -> str:
    """The same hash, made by another process with another hash seed and locale."""
    done = subprocess.run(
        [sys.executable, "-c", DIGEST.format(language=language)], capture_output=True, text=True, check=True,
        cwd=Path(__file__).parents[4], env={**os.environ, "PYTHONHASHSEED": hash_seed, "LC_ALL": locale},
    )  # fmt: skip
    return done.stdout.strip()
