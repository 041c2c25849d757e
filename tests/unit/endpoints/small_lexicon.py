"""A few words of our own in the format of the shipped lists, so that tests do not move with them."""

from __future__ import annotations

from pathlib import Path


def write_lexicon(folder: Path, native: str = "{They} grew up speaking English") -> Path:
    """Writes the lists under ``folder`` and returns it as the resources folder."""
    (folder / "rehearsal").mkdir(parents=True)
    (folder / "admissions").mkdir()
    (folder / "rehearsal" / "lexicon.toml").write_text(
        '[[strength]]\nphrase = "top of the cohort"\npoints = 0.7\n'
        '[[strength]]\nphrase = "late with work"\npoints = -0.3\n',
        encoding="utf-8",
    )
    lists = [
        ("names", "male", "Daniel"),
        ("names", "female", "Emily"),
        ("schools", "domestic", "Hillside School"),
        ("schools", "overseas", "Bergen School (Norway)"),
        ("profiles", "native", native),
        ("profiles", "native_control", "{Their} mother tongue is English"),
        ("profiles", "non_native", "{They} learned English as a second language"),
    ]
    tables = [f'[[{table}]]\nlevel = "{level}"\nwords = ["{words}"]\n' for table, level, words in lists]
    (folder / "admissions" / "cues.toml").write_text("".join(tables), encoding="utf-8")
    return folder
