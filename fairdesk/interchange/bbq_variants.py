"""Relatives of BBQ in other languages and forms, told by how their files begin -> the same columns as BBQ's.

Which option agrees with the stereotype stands in the files of KoBBQ, EsBBQ, CaBBQ and GG-BBQ. The files of MBBQ, CBBQ
and BIG-bench do not say it (MBBQ's groups are not in the language of its options, CBBQ names the targeted group in
other words and in another place in every category): their accuracy can be measured, their bias cannot.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from fairdesk.domain.bbq_columns import BbqColumns
from fairdesk.interchange.bbq_files import DATA_FOLDER, bbq_of_files, bbq_official_files, is_metadata, joined
from fairdesk.interchange.bbq_variant_layouts import LANGUAGE, MBBQ, VARIANTS, Variant, columns_of
from fairdesk.interchange.bbq_variant_rows import VariantRow, VariantTable, texts_of
from fairdesk.interchange.official_files import OfficialFile, official_files, refuse_file

HEAD = 4096


def read_bbq_or_variant(path: Path) -> BbqColumns:
    """Items of BBQ, or of the relative that the files at a place are of.

    Raises:
        ImportProblem: nothing of the kind stands there, files are of several benchmarks, or bias cannot be scored.
    """
    return bbq_or_variant_of_files([(one.name, one.body) for one in bbq_or_variant_files(path)])


def bbq_or_variant_files(path: Path) -> tuple[OfficialFile, ...]:
    """The files at a place that belong together: BBQ's data with its metadata, or those of one relative.

    Raises:
        ImportProblem: nothing of the kind stands there, or it cannot be read.
    """
    if path.is_dir() and (path / DATA_FOLDER).is_dir():
        return bbq_official_files(path)
    files = tuple(one for one in official_files(path) if not is_metadata(one.name) and not _is_aside(one.name))
    if any(_variant(one) is not None for one in files):
        return files
    return bbq_official_files(path)


def bbq_or_variant_of_files(files: Sequence[tuple[str, bytes]]) -> BbqColumns:
    """The items from names and bytes, as they are stored.

    Raises:
        ImportProblem: see ``read_bbq_or_variant``.
    """
    found = [_variant(OfficialFile(name=name, body=body)) for name, body in files]
    kinds = {variant.benchmark: variant for variant in found if variant is not None}
    if not kinds:
        return bbq_of_files(files)
    names = [name for name, _ in files]
    if len(kinds) > 1 or None in found:
        there = ", ".join(sorted(kinds))
        cause = f"it does not belong to the same benchmark as the other files ({there})"
        refuse_file(
            names[found.index(None) if None in found else -1], None, cause, "Choose the files of one benchmark."
        )
    (variant,) = kinds.values()
    parts = [variant.read(name, body) for name, body in files]
    languages = dict.fromkeys(part.language for part in parts)
    if len(languages) > 1:
        cause = f"files in several languages stand there ({', '.join(languages)})"
        refuse_file(", ".join(names[:3]), None, cause, "Choose those in one language.")
    return joined(parts, names)


def read_variant(name: str, body: bytes) -> BbqColumns:
    """The items of one file of a relative.

    Raises:
        ImportProblem: it is none that is known, it is damaged, or it is one whose bias cannot be scored.
    """
    variant = _variant(OfficialFile(name=name, body=body))
    if variant is None:
        cure = "KoBBQ, GG-BBQ, CBBQ, MBBQ, EsBBQ, CaBBQ and bbq_lite of BIG-bench can be read."
        refuse_file(name, None, "the layout is that of no known relative of BBQ", cure)
    return variant.read(name, body)


def variant_title(name: str, body: bytes) -> str:
    """What the relative is called as whose file one is laid out; empty for every other file."""
    variant = _variant(OfficialFile(name=name, body=body))
    return "" if variant is None else variant.benchmark


def read_implicit(name: str, body: bytes, official: BbqColumns) -> BbqColumns:
    """The items of a file of ImplicitBBQ: its texts, with everything else from BBQ by category and id.

    Args:
        name: Of the file; its category stands in it.
        body: JSON lines with context, question, answers, label and example_id.
        official: Items of BBQ's data files with their bias-consistent options.

    Raises:
        ImportProblem: it is damaged, or an item or its correct option is not that of BBQ.
    """
    table = VariantTable.of(name, body, ("context", "question", "answers", "label", "example_id"))
    category = PurePosixPath(name).name.split(".")[0]
    places = {key: at for at, key in enumerate(zip(official.category, official.item_id, strict=True))}
    rows = []
    for row in table.rows:
        at = places.get((category, table.text(row, "example_id")))
        options = texts_of(table, row, "answers")
        if at is None or table.whole(row, "label") != official.label[at]:
            table.refuse(row, "example_id", f"BBQ has no item of {category!r} with this id and this correct option")
        rows.append(
            VariantRow(
                category=category,
                item_id=official.item_id[at],
                template=official.template[at],
                negative=official.negative[at],
                ambiguous=official.ambiguous[at],
                context=table.text(row, "context"),
                question=table.text(row, "question"),
                options=options,
                unknown=official.unknown[at],
                label=official.label[at],
                biased=official.biased[at],
                kind=official.kind[at],
            )
        )
    return columns_of("ImplicitBBQ", "en", rows, official.notes)


def _variant(file: OfficialFile) -> Variant | None:
    head = file.body[:HEAD].decode("utf-8", "replace")
    for variant in VARIANTS:
        if all(mark in head for mark in variant.marks):
            return variant
    if '"answer_info"' in head and LANGUAGE.search(PurePosixPath(file.name).name):
        return MBBQ
    return None


def _is_aside(name: str) -> bool:
    return PurePosixPath(name).suffix.casefold() in (".md", ".txt", ".py", "")
