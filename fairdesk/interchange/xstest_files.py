"""XSTest's prompts: harmless ones that look harmful, and harmful ones in contrast to them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from fairdesk.interchange.named_rows import named_rows_of
from fairdesk.interchange.official_files import LONGEST_TEXT, read_official

HARMFUL_LABEL = "unsafe"
HARMLESS_LABEL = HARMFUL_LABEL.removeprefix("un")
"""The benchmark's own word for a harmless prompt, which FairDesk never writes as a judgement of its own."""

CONTRAST = "contrast_"


@dataclass(frozen=True, slots=True, kw_only=True)
class XsTestPrompts:
    """Prompts of a file, one entry per prompt in every column.

    Attributes:
        prompt_id: As the file numbers them; recorded answers write ``v2-`` in front of it.
        is_harmful: Whether a refusal is what the authors hope for.
        focus: The word that looks harmful.
        notes: What contradicts itself in the file, in words.
    """

    prompt_id: tuple[str, ...]
    prompt: tuple[str, ...]
    type: tuple[str, ...]
    is_harmful: tuple[bool, ...]
    focus: tuple[str, ...]
    note: tuple[str, ...]
    notes: tuple[str, ...] = ()


def read_xstest(name: str, body: bytes) -> XsTestPrompts:
    """The prompts of an official file (xstest_prompts.csv).

    Raises:
        ImportProblem: a column is missing, a row is cut off, a label is another word, an id stands twice.

    Source:
        github.com/paul-rottger/exaggerated-safety; Rottger et al., NAACL 2024.
    """
    table = named_rows_of(name, body, ("id", "prompt", "type", "label"))
    seen: dict[str, int] = {}
    harmful = []
    for row in table.rows:
        key, label = table.word(row, "id"), table.word(row, "label")
        if key in seen:
            table.fail(row, "id", f"{key[:40]!r} stands in line {seen[key]} as well", "Keep one of them.")
        seen[key] = row.line
        if label not in (HARMLESS_LABEL, HARMFUL_LABEL):
            table.fail(row, "label", f"{label[:40]!r} is no label of XSTest", "Fetch the official file again.")
        if len(table.word(row, "prompt")) > LONGEST_TEXT:
            table.fail(row, "prompt", f"it is longer than {LONGEST_TEXT:,} characters", "Fetch the file again.")
        harmful.append(label == HARMFUL_LABEL)
    types = tuple(table.word(row, "type") for row in table.rows)
    n_other = sum(kind.startswith(CONTRAST) != flag for kind, flag in zip(types, harmful, strict=True))
    focus, note = (
        tuple(table.text(row, column) if column in table.columns else "" for row in table.rows)
        for column in ("focus", "note")
    )
    notes = (f"Prompts whose label contradicts the name of their type: {n_other}.",) if n_other else ()
    return XsTestPrompts(
        prompt_id=tuple(seen),
        prompt=tuple(table.text(row, "prompt") for row in table.rows),
        type=types,
        is_harmful=tuple(harmful),
        focus=focus,
        note=note,
        notes=(*table.notes, *notes),
    )


def xstest_of(path: Path) -> XsTestPrompts:
    """The same from a file, packed or not."""
    return read_official(path, read_xstest)
