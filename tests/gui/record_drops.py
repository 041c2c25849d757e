"""Files of records, and how they come into the window: by drag and drop."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path

import openpyxl
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget


def drop(page: QWidget, *paths: Path) -> bool:
    """Drag files over a page and let go, as the system tells it; answers whether the page took them."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    action, button, key = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    entering = QDragEnterEvent(QPoint(20, 20), action, data, button, key)
    entering.ignore()
    QApplication.sendEvent(page, entering)
    if not entering.isAccepted():
        return False
    QApplication.sendEvent(page, QDropEvent(QPointF(20, 20), action, data, button, key))
    return True


def text_of(headings: Sequence[str], rows: Iterable[Sequence[object]], separator: str = ",") -> str:
    """A table as text, quoted where it must be."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=separator, lineterminator="\r\n")
    writer.writerow(headings)
    writer.writerows(rows)
    return out.getvalue()


def plain_file(folder: Path) -> Path:
    """Nothing about it can be read in two ways."""
    rows = ((f"f{n:02d}", label, 3 + (label != "original" and n % 3 == 0)) for n in range(30) for label in LABELS)
    path = folder / "plain.csv"
    path.write_text(text_of(("file_id", "variant", "rating"), rows), encoding="utf-8")
    return path


LABELS = ("original", "female", "international", "female+international")
HOSTILE = "<img src=x onerror=alert(1)> =cmd|' /C calc'!A0 \u202egnitar"


def utf16(folder: Path) -> Path:
    """UTF-16 with tabs, as a spreadsheet saves "Unicode text"; names in several scripts, leading zeros."""
    rows = ((f"{n:05d}", label, name, 3 + n % 2) for n, name in enumerate(NAMES) for label in LABELS)
    path = folder / "Export Unicode.txt"
    path.write_bytes(text_of(("Fallnummer", "Variante", "Name", "Bewertung"), rows, "\t").encode("utf-16"))
    return path


NAMES = ("Zoë Nguyễn", "أمينة", "王小明", "Łukasz Żółw", "Ólafur", "Ελένη", "Ирина", "José") * 3


def windows_1252(folder: Path) -> Path:
    """Semicolons, decimal commas, umlauts in Windows-1252, a note below."""
    rows = [
        (f"Müller-{n}", label, f"{3 + n % 4 * 0.25:.2f}".replace(".", ",")) for n in range(12) for label in LABELS[:2]
    ]
    text = text_of(("Bewerber", "Fassung", "Punktzahl"), rows, ";") + "Stand: März 2027, vorläufig;;\r\n"
    path = folder / "Bewertungen März.csv"
    path.write_bytes(text.encode("cp1252"))
    return path


def merged_workbook(folder: Path) -> Path:
    """A title, merged headings in two rows, two sheets, notes below."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Ratings"
    sheet.append(["Pilot of the admissions assistant, spring term"])
    sheet.append([])
    sheet.append(["applicant", "ratings", None, None])
    sheet.append([None, "original", "female", "international"])
    sheet.merge_cells("B3:D3")
    for n in range(15):
        sheet.append([f"A-{n:03d}", 3 + n % 2, 3, 4 if n % 5 else None])
    sheet.append(["n = 15; missing cells: the assistant did not answer"])
    other = book.create_sheet("Key")
    other.append(["column", "meaning"])
    other.append(["A-", "applicant"])
    path = folder / "pilot.xlsx"
    book.save(path)
    return path


def duplicates(folder: Path) -> Path:
    """Rows that stand twice; some of them say something else the second time."""
    rows = [(n, label, 3 + n % 2) for n in range(10) for label in LABELS[:2]]
    rows += [rows[0], rows[1], (4, "female", 5)]
    path = folder / "pasted-twice.csv"
    path.write_text(text_of(("id", "variant", "score"), rows), encoding="utf-8")
    return path


def mixed(folder: Path) -> Path:
    """Numbers, words, NA, nan, errors of a spreadsheet, dates with two readings, rows with too few cells."""
    cells = (4, "NA", "nan", "3", "#DIV/0!", "n/a", 5, "refused", "four", "2", "None", "-")
    rows = [(f"c{n}", label, cells[n], f"0{1 + n % 9}/04/2027") for n in range(12) for label in LABELS[:2]]
    text = (
        text_of(("case", "variant", "score", "attribute.interview"), rows) + "c99,original\r\n,female,3,01/04/2027\r\n"
    )
    path = folder / "mixed.csv"
    path.write_text(text, encoding="utf-8")
    return path


def stars(folder: Path) -> Path:
    """Ratings as stars and in words."""
    cells = ("★★★★☆", "★★★", "4 out of 5 stars", "I am sorry, I cannot rate applicants.", "*****")
    rows = [(f"s{n}", label, cells[(n + place) % 5]) for n in range(10) for place, label in enumerate(LABELS[:2])]
    path = folder / "stars.csv"
    path.write_text(text_of(("item", "variant", "rating"), rows), encoding="utf-8")
    return path


def percents(folder: Path) -> Path:
    """Percent signs: 80 or 0.8?"""
    rows = [(f"p{n}", label, f"{50 + n * 3} %") for n in range(10) for label in LABELS[:2]]
    path = folder / "likelihoods.csv"
    path.write_text(text_of(("item", "variant", "score"), rows), encoding="utf-8")
    return path


def quoted_breaks(folder: Path) -> Path:
    """Answers with line breaks, quotation marks and separators inside."""
    rows = [
        (f"q{n}", label, f'Thank you.\n"Strong" file, says the reader;\n\nRating: {3 + n % 3}')
        for n in range(10)
        for label in LABELS[:2]
    ]
    path = folder / "answers.csv"
    path.write_text(text_of(("item", "variant", "answer"), rows), encoding="utf-8")
    return path


def broken_utf8(folder: Path) -> Path:
    """UTF-8 but for two bytes in the middle."""
    rows = [(f"Zoë-{n}", label, 3 + n % 2) for n in range(10) for label in LABELS[:2]]
    data = text_of(("item", "variant", "score"), rows).encode()
    path = folder / "broken.csv"
    path.write_bytes(data.replace("Zoë-4".encode(), b"Zo\xeb\xff-4"))
    return path


def ambiguous(folder: Path) -> Path:
    """1.286 and 2.435: thousands or decimals?"""
    rows = [(f"k{n}", label, f"{1 + n % 3}.{286 + n}") for n in range(10) for label in LABELS[:2]]
    path = folder / "logits.csv"
    path.write_text(text_of(("item", "variant", "value"), rows, ";"), encoding="utf-8")
    return path


def huge_cells(folder: Path) -> Path:
    """Answers of 60,000 characters, and many columns."""
    more = [f"token {n}" for n in range(140)]
    rows = [(f"h{n}", label, "lorem ipsum " * 5_000 + "Rating: 4", *more) for n in range(6) for label in LABELS[:2]]
    path = folder / "huge.csv"
    path.write_text(text_of(("item", "variant", "answer", *(f"extra {n}" for n in range(140))), rows), encoding="utf-8")
    return path


def hostile_headings(folder: Path) -> Path:
    """Headings and labels that look like markup and formulas, turn the line, and go on and on."""
    rows = [(f"<b>{n}</b>", label, 3, HOSTILE) for n in range(8) for label in ("original", "<i>female</i>\u202e=1+1")]
    headings = ("item", "variant", "score", f"attribute.{HOSTILE}", "x" * 300)
    path = folder / "hostile <script>.csv"
    path.write_text(text_of(headings, [(*row, "y" * 400) for row in rows]), encoding="utf-8")
    return path


def empty(folder: Path) -> Path:
    """Nothing at all."""
    path = folder / "empty.csv"
    path.write_bytes(b"")
    return path


def renamed_pdf(folder: Path) -> Path:
    """A PDF whose name says CSV."""
    path = folder / "scores.csv"
    path.write_bytes(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< /Type /Catalog >>\nendobj\n")
    return path


AWKWARD = (
    utf16,
    windows_1252,
    merged_workbook,
    duplicates,
    mixed,
    stars,
    percents,
    quoted_breaks,
    broken_utf8,
    ambiguous,
    huge_cells,
    hostile_headings,
)
"""Files that can be imported when what they ask is answered."""

UNUSABLE = (empty, renamed_pdf)
