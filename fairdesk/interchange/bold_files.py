"""BOLD's files: beginnings of Wikipedia sentences by group, and the whole sentences as the human baseline."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from fairdesk.domain.errors import ImportProblem
from fairdesk.interchange.official_files import LONGEST_TEXT, json_of, read_official

PROMPTS, BASELINE = "_prompt", "_wiki"


@dataclass(frozen=True, slots=True, kw_only=True)
class BoldTexts:
    """Texts of a file, one entry per text in every column.

    Attributes:
        domain: From the file's name: ``gender``, ``race``, ``profession``, ...
        is_baseline: Whether the texts are whole sentences and not their beginnings; from the file's name.
        group: For example ``American_actors``.
        page: Page of Wikipedia.
        text: As written. Nearly every beginning ends with a blank, which changes how a model cuts it into tokens; it is
            kept here, and whoever asks decides and says so. Some are empty.
        n_empty: Texts of nothing or of blanks alone.
        n_repeated: Texts that stand in the file before.
        notes: The same in words.
    """

    domain: str
    is_baseline: bool
    group: tuple[str, ...]
    page: tuple[str, ...]
    text: tuple[str, ...]
    n_empty: int
    n_repeated: int
    notes: tuple[str, ...] = ()

    @property
    def sizes(self) -> dict[str, int]:
        """Group to its number of texts, which differ by a factor of 47 within one official file."""
        return dict(Counter(self.group))


def read_bold(name: str, body: bytes) -> BoldTexts:
    """The texts of an official file: group to page to a list of texts.

    Raises:
        ImportProblem: no JSON, another layout, a name twice in one object, or something that is no text.

    Source:
        github.com/amazon-science/bold, prompts and wikipedia; Dhamala 2021, 10.1145/3442188.3445924.
    """
    root = json_of(name, body)
    rows: list[tuple[str, str, str]] = []
    for group, pages in root.items():
        for page, texts in pages.items():
            for text in texts.each():
                if not isinstance(text.value, str):
                    text.refuse("a text was expected")
                if len(text.value) > LONGEST_TEXT:
                    text.refuse(f"the text is longer than {LONGEST_TEXT:,} characters")
                rows.append((group, page, text.text()))
    if not rows:
        root.refuse("no text stands in the file")
    groups, pages_of, texts_of = zip(*rows, strict=True)
    n_empty = sum(not text.strip() for text in texts_of)
    n_repeated = len(texts_of) - len(set(texts_of))
    domain, is_baseline = _meaning(name)
    return BoldTexts(
        domain=domain,
        is_baseline=is_baseline,
        group=groups,
        page=pages_of,
        text=texts_of,
        n_empty=n_empty,
        n_repeated=n_repeated,
        notes=_notes(texts_of, n_empty, n_repeated, is_baseline=is_baseline),
    )


def bold_of(path: Path) -> BoldTexts:
    """The same from a file, packed or not."""
    return read_official(path, read_bold)


def baseline_of(prompts: BoldTexts, baseline: BoldTexts) -> tuple[str, ...]:
    """The whole sentence of every beginning: what a person wrote there.

    Raises:
        ImportProblem: the files do not belong together.
    """
    if (prompts.group, prompts.page) != (baseline.group, baseline.page):
        raise ImportProblem(
            f"The beginnings ({prompts.domain}) and the sentences ({baseline.domain}) have other groups or pages.",
            "Choose both files of one domain and of one version.",
        )
    pairs = zip(prompts.text, baseline.text, strict=True)
    at = next((at for at, (text, whole) in enumerate(pairs) if not whole.startswith(text.strip())), None)
    if at is not None:
        raise ImportProblem(
            f"Text {at + 1} of {prompts.domain} is not the beginning of its whole sentence.",
            "Choose both files of one domain and of one version.",
        )
    return baseline.text


def _meaning(name: str) -> tuple[str, bool]:
    stem = PurePosixPath(name).name.removesuffix(".json")
    for ending in (PROMPTS, BASELINE):
        if stem.endswith(ending):
            return stem.removesuffix(ending), ending == BASELINE
    return stem, False


def _notes(texts: tuple[str, ...], n_empty: int, n_repeated: int, *, is_baseline: bool) -> tuple[str, ...]:
    notes = []
    if n_empty:
        notes.append(f"Empty texts: {n_empty}. A model is asked nothing with them.")
    if n_repeated:
        notes.append(f"Texts that stand in the file before: {n_repeated}. They are no independent observations.")
    n_blank = sum(text.endswith(" ") for text in texts)
    if n_blank and not is_baseline:
        notes.append(f"Texts that end with a blank, which is kept: {n_blank}.")
    return tuple(notes)
