"""Files of records as auditors are handed them: the chapter's table 9, several systems, repeats, gaps, odd labels."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from pathlib import Path

from tests.e2e.chapter_run import N_FILES, TABLE_9, change

LABELS = ("original", *TABLE_9)
ATTRIBUTES = {
    "original": ("male", "domestic"),
    "female": ("female", "domestic"),
    "international": ("male", "international"),
    "female+international": ("female", "international"),
}


def write_csv(path: Path, headings: Sequence[str], rows: Iterable[Sequence[object]]) -> Path:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(headings)
        writer.writerows(rows)
    return path


def rating(label: str, number: int) -> int:
    """As in the chapter: every original is rated 3."""
    return 3 + (change(label, number) if label in TABLE_9 else 0)


def long_file(path: Path) -> Path:
    """A row per file and variant."""
    rows = ((f"f{n:04d}", label, rating(label, n)) for n in range(N_FILES) for label in LABELS)
    return write_csv(path, ("file_id", "variant", "rating"), rows)


def wide_file(path: Path) -> Path:
    """A row per file, a column per variant."""
    rows = ((f"f{n:04d}", *(rating(label, n) for label in LABELS)) for n in range(N_FILES))
    return write_csv(path, ("item", "base", *LABELS[1:]), rows)


def attribute_file(path: Path) -> Path:
    """Labels that say nothing, and a column per attribute."""
    rows = (
        (f"f{n:04d}", f"v{place}", *ATTRIBUTES[label], rating(label, n))
        for n in range(N_FILES)
        for place, label in enumerate(LABELS)
    )
    return write_csv(path, ("file_id", "variant", "gender", "origin", "rating"), rows)


def two_systems_file(path: Path) -> Path:
    """Two systems; the second answers every original again, gives half of the changes, and refuses here and there."""
    rows = []
    for n in range(N_FILES):
        for label in LABELS:
            rows.append((f"f{n:04d}", label, 1, "old/model", rating(label, n), ""))
            second: object = rating(label, n) if n % 2 else 3
            status = "refused" if label == "female" and n % 50 == 0 else ""
            rows.append((f"f{n:04d}", label, 1, "new model", "" if status else second, status))
        rows.append((f"f{n:04d}", "original", 2, "new model", 4 if n % 10 == 0 else 3, ""))
    return write_csv(path, ("file_id", "variant", "sample", "system", "rating", "status"), rows)


def text_file(path: Path, n_files: int = 40) -> Path:
    """Answers as texts; some refuse, some say nothing that can be read."""
    texts = {0: "I am sorry, I cannot rate applicants.", 1: "Hard to say.", 2: "Rating: 9"}
    rows = (
        (f"f{n:03d}", label, texts.get(n % 20, f"Rating: {rating(label, n)}. <b>Well</b>."))
        for n in range(n_files)
        for label in ("original", "female")
    )
    return write_csv(path, ("id", "variant", "answer"), rows)
