"""From hostile text to runs of one font, script and direction, with everything unseen made visible first.

Steps: ``sanitise`` (controls and direction overrides), ``FontPicker.show_missing`` (characters without a picture),
``FontPicker.runs`` (Unicode bidirectional algorithm by ICU, one font per grapheme cluster).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import icu
from fontTools import unicodedata as font_unicode

from fairdesk.report.fonts import Face, FontChain

DIRECTION_CONTROLS = frozenset({*range(0x202A, 0x202F), *range(0x2066, 0x206A)})
"""Embeddings, overrides and isolates: they can make printed text differ from its logical order (Trojan source)."""

INVISIBLE = frozenset({0xFEFF, *range(0xE0000, 0xE0080)})
"""Characters that carry hidden text or none at all: the byte order mark and the tag characters."""

SHOWN_WITH_LETTERS = frozenset(
    {0x00AD, 0x034F, 0x061C, 0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0x2060, *range(0xFE00, 0xFE10)}
)
"""Joiners, marks and variation selectors: no picture of their own is needed."""

MOST_MARKS = 6
"""Marks drawn on one letter; more would be piled over the neighbouring lines and hide them."""

SKIN_TONES = range(0x1F3FB, 0x1F400)
NO_SCRIPT = frozenset({"Zyyy", "Zinh", "Zzzz"})
REPLACEMENT = "\ufffd"


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A stretch ``start:end`` of one line of text with one font, script and embedding level (odd: right to left)."""

    start: int
    end: int
    level: int
    face: Face
    script: str

    def clipped(self, start: int, end: int) -> Run:
        """The same run, narrowed to ``start:end``."""
        return Run(start=start, end=end, level=self.level, face=self.face, script=self.script)


def sanitise(text: str) -> str:
    r"""Make every character that would act unseen visible; leave the rest as it is.

    Direction controls, tag characters and the byte order mark become ⟦U+202E⟧ and the like; other controls, lone
    surrogates and non-characters become U+FFFD. All kinds of line ends become a line feed, a tab four spaces.

    Example:
        >>> sanitise("a\u202eb\x07\r\nc")
        'a⟦U+202E⟧b�\nc'
    """
    if text.isascii() and text.isprintable():
        return text
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n").replace("\u2029", "\n")
    return "".join(map(_shown, text.replace("\t", "    ")))


def _shown(character: str) -> str:
    code = ord(character)
    if character == "\n":
        return character
    if code in DIRECTION_CONTROLS or code in INVISIBLE:
        return f"⟦U+{code:04X}⟧"
    if unicodedata.category(character) in ("Cc", "Cs") or code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF:
        return REPLACEMENT
    return character


class Boundaries:
    """ICU's places where a line may break and where a reader's character ends, as indices into a Python string."""

    def __init__(self) -> None:
        root = icu.Locale.getRoot()
        self._line = icu.BreakIterator.createLineInstance(root)
        self._cluster = icu.BreakIterator.createCharacterInstance(root)

    def of_lines(self, text: str) -> list[int]:
        """Ends of the parts that stay together on a line, rising; the last is ``len(text)``."""
        return self._ends(self._line, text)

    def of_clusters(self, text: str) -> list[int]:
        """Ends of grapheme clusters, rising; the last is ``len(text)``."""
        return list(range(1, len(text) + 1)) if text.isascii() else self._ends(self._cluster, text)

    @staticmethod
    def _ends(iterator: icu.BreakIterator, text: str) -> list[int]:
        iterator.setText(text)
        if not text or max(text) <= "\uffff":
            return list(iterator)
        index = utf16_index(text)
        return [index[place] for place in iterator]


def utf16_index(text: str) -> dict[int, int]:
    """ICU counts UTF-16 units: from such a count to the index in a Python string."""
    index, units = {}, 0
    for place, character in enumerate(text):
        index[units] = place
        units += 2 if character > "\uffff" else 1
    index[units] = len(text)
    return index


@lru_cache(maxsize=20_000)
def _script(character: str) -> str:
    return str(font_unicode.script(character))


def _is_emoji(cluster: str) -> bool:
    return "\ufe0f" in cluster or any(0x1F1E6 <= ord(character) <= 0x1FAFF for character in cluster)


class FontPicker:
    """Chooses the font of each cluster and remembers the characters that no font covers."""

    def __init__(self, fonts: FontChain, boundaries: Boundaries) -> None:
        self._fonts = fonts
        self._boundaries = boundaries
        self._picked: dict[tuple[str, tuple[bool, bool]], Face | None] = {}
        self.missing: set[str] = set()

    def show_missing(self, text: str) -> str:
        """Replace clusters that no font can draw by their code, ⟨U+12000⟩, and note them in ``missing``.

        The emoji font has one drawing for all skin tones: the tone's code is printed after such an emoji. Of a pile
        of marks on one letter the first few are drawn, the rest is printed as codes.
        """
        if text.isascii():
            return text
        shown: list[str] = []
        for cluster in self._clusters(text):
            marks = [place for place, c in enumerate(cluster) if unicodedata.category(c) in ("Mn", "Me")]
            cut = marks[MOST_MARKS] if len(marks) > MOST_MARKS else len(cluster)
            drawn = cluster[:cut]
            if drawn.isspace() or self._pick(drawn, (False, False)) is not None:
                shown.append(drawn)
            else:
                shown.extend(map(self._shown_by_character, drawn))
            shown.extend(_code(c) for c in cluster if ord(c) in SKIN_TONES)
            shown.extend(_code(c) for c in cluster[cut:])
        return "".join(shown)

    def runs(self, text: str, style: tuple[bool, bool]) -> tuple[tuple[Run, ...], int]:
        """Cut one line (no line feed in it) into runs in reading order.

        Args:
            text: What ``show_missing`` returned.
            style: Bold, italic.

        Returns:
            The runs, and the line's own level: 0 left to right, 1 right to left, by its first strong letter.
        """
        first = self._fonts.faces(bold=style[0], italic=style[1])[0]
        if text.isascii():
            return (Run(start=0, end=len(text), level=0, face=first, script="Latn"),), 0
        levels, line_level = _levels(text)
        runs: list[Run] = []
        start, script, carried = 0, "Latn", first
        for cluster in self._clusters(text):
            end = start + len(cluster)
            own = next((found for found in map(_script, cluster) if found not in NO_SCRIPT), "")
            if own:
                face = carried = self._pick(cluster, style) or first
            elif len(cluster) == 1 and ord(cluster) in carried.coverage:
                face = carried
            else:
                face = self._pick(cluster, style) or first
            script = own or script
            last = runs[-1] if runs else None
            if last and last.level == levels[start] and last.face is face and last.script == script:
                runs[-1] = last.clipped(last.start, end)
            else:
                runs.append(Run(start=start, end=end, level=levels[start], face=face, script=script))
            start = end
        return tuple(runs), line_level

    def _clusters(self, text: str) -> Iterator[str]:
        start = 0
        for end in self._boundaries.of_clusters(text):
            yield text[start:end]
            start = end

    def _shown_by_character(self, character: str) -> str:
        if self._pick(character, (False, False)) is not None:
            return character
        self.missing.add(character)
        return _code(character)

    def _pick(self, cluster: str, style: tuple[bool, bool]) -> Face | None:
        key = cluster, style
        if key not in self._picked:
            self._picked[key] = self._find(cluster, style)
        return self._picked[key]

    def _find(self, cluster: str, style: tuple[bool, bool]) -> Face | None:
        faces = self._fonts.faces(bold=style[0], italic=style[1])
        order = (self._fonts.emoji, *faces) if _is_emoji(cluster) else faces
        # HarfBuzz composes where the font has only the composed letter, so either spelling may be covered.
        for spelling in (cluster, unicodedata.normalize("NFC", cluster)):
            needed = {ord(character) for character in spelling} - SHOWN_WITH_LETTERS
            if any(0xE000 <= code <= 0xF8FF or code >= 0xF0000 for code in needed):
                return None  # private use: what it means is not known, whatever a font draws
            for face in order:
                if needed <= face.coverage:
                    return face
        return None


def _code(character: str) -> str:
    return f"⟨U+{ord(character):04X}⟩"


def _levels(text: str) -> tuple[list[int], int]:
    paragraph = icu.Bidi()
    units = icu.UnicodeString(text)  # must outlive the call: ICU keeps a pointer to it
    paragraph.setPara(units, icu.Bidi.DEFAULT_LTR)
    levels = list(paragraph.getLevels())
    if len(levels) != len(text):
        levels = [levels[unit] for unit, place in utf16_index(text).items() if place < len(text)]
    return levels, int(paragraph.getParaLevel())
