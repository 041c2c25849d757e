"""Case files with place-holders and their cue lists, both TOML: file -> nouns, or one problem that names its place."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from fairdesk.domain.cases import (
    PLACEHOLDERS,
    PRONOUN_PLACEHOLDERS,
    REQUIRED_PLACEHOLDERS,
    Case,
    CueList,
    CueSet,
)
from fairdesk.domain.errors import ImportProblem
from fairdesk.interchange.toml_files import line_of, refuse_file, toml_of_file

STRENGTHS = ("strong", "middling", "weak")
LEVELS_OF_KIND: Mapping[str, tuple[str, ...]] = {
    "names": ("male", "female"),
    "schools": ("domestic", "overseas"),
    "profiles": ("native", "native_control", "non_native"),
}

FACT_FIELDS = ("subject", "level", "country", "strength")
CASE_FIELDS = ("title", *FACT_FIELDS, "language", "origin", "text")
LIST_FIELDS = ("level", "country", "words", "provenance", "also_signals")
BRACES = re.compile(r"\{([^{}\n]*)\}")


def read_case_folder(folder: Path) -> tuple[Case, ...]:
    """Every ``*.toml`` file of a folder as a case; the file's name without its ending is the case's id.

    Args:
        folder: Only its own files are read, not those of folders inside it.

    Returns:
        At least one case, sorted by id.

    Raises:
        ImportProblem: the folder holds no case file, or a file is not UTF-8, not TOML, lacks a field, has one too
            many, or has an unknown or missing place-holder; names file, line where known, cause and cure.
    """
    try:
        files = sorted(path for path in folder.iterdir() if path.suffix.lower() == ".toml")
    except OSError as error:
        raise ImportProblem(
            f"The folder {folder} cannot be read: {error.strerror or error}.",
            "Choose a folder that exists and that you may read.",
        ) from error
    if not files:
        raise ImportProblem(
            f"The folder {folder} holds no case file.",
            "Choose a folder with case files whose names end in .toml; folders inside it are not searched.",
        )
    by_id: dict[str, Path] = {}
    for file in files:
        other = by_id.setdefault(file.stem.casefold(), file)
        if other is not file:
            raise ImportProblem(
                f"{file}: the id {file.stem!r} is taken by {other.name}.",
                "Rename one of the two files; capital and small letters count as the same.",
            )
    return tuple(sorted((_read_case(file) for file in files), key=lambda case: case.case_id))


def read_cues(file: Path) -> CueSet:
    """The cue lists of one TOML file with ``[surnames]``, ``[[names]]``, ``[[schools]]`` and ``[[profiles]]``.

    Returns:
        The lists in the order of the file. Every level of every kind is present, and words are distinct.

    Raises:
        ImportProblem: as for case files; also when a level is missing or unknown, or a word stands in two lists.
    """
    table, source = toml_of_file(file)
    _reject_unknown(table, ("surnames", *LEVELS_OF_KIND), file, source)
    surnames = table.get("surnames")
    if not isinstance(surnames, Mapping):
        refuse_file(file, None, "the table [surnames] is missing", "Add it, with words, provenance and also_signals.")
    lists: list[CueList] = []
    for kind, levels in LEVELS_OF_KIND.items():
        entries = table.get(kind, [])
        if not isinstance(entries, list):
            refuse_file(
                file, line_of(source, kind), f"{kind} is not a list of tables", f"Write [[{kind}]] above each list."
            )
        lists += [_read_list(kind, entry, file, source) for entry in entries]
        for level in levels:
            if not any(one.kind == kind and one.level == level for one in lists):
                refuse_file(file, None, f'no list in [[{kind}]] has the level "{level}"', "Add the list.")
    seen: dict[str, CueList] = {}
    for one in lists:
        for word in one.words:
            if seen.setdefault(word, one) is not one or one.words.count(word) > 1:
                refuse_file(
                    file, line_of(source, word), f"{word!r} stands there twice", "Remove it from one of the lists."
                )
    return CueSet(lists=tuple(lists), surnames=_read_list("surnames", surnames, file, source))


def _read_case(file: Path) -> Case:
    table, source = toml_of_file(file)
    _reject_unknown(table, CASE_FIELDS, file, source)
    values = {field: _text_field(table, field, file, source) for field in CASE_FIELDS}
    if values["strength"] not in STRENGTHS:
        refuse_file(
            file,
            line_of(source, values["strength"]),
            f"the strength {values['strength']!r} is unknown",
            f"Use one of: {', '.join(STRENGTHS)}.",
        )
    _check_placeholders(values["text"], PLACEHOLDERS, file, source)
    for name in REQUIRED_PLACEHOLDERS:
        if "{" + name + "}" not in values["text"]:
            refuse_file(
                file,
                None,
                f"the text has no place-holder {{{name}}}",
                "Put it where the cue shall stand; without it a variant would equal the original.",
            )
    return Case(
        case_id=file.stem,
        title=values["title"],
        text=values["text"].strip("\n"),
        language=values["language"],
        facts={field: values[field] for field in FACT_FIELDS},
        origin=values["origin"],
    )


def _read_list(kind: str, entry: object, file: Path, source: str) -> CueList:
    if not isinstance(entry, Mapping):
        refuse_file(file, line_of(source, kind), f"{kind} is not a table", f"Write [[{kind}]] above each list.")
    _reject_unknown(entry, LIST_FIELDS, file, source)
    level = "" if kind == "surnames" else _text_field(entry, "level", file, source)
    if kind != "surnames" and level not in LEVELS_OF_KIND[kind]:
        refuse_file(
            file,
            line_of(source, level),
            f'the level "{level}" of [[{kind}]] is unknown',
            f"Use one of: {', '.join(LEVELS_OF_KIND[kind])}.",
        )
    country = _text_field(entry, "country", file, source) if level == "domestic" else ""
    words = entry.get("words")
    if not isinstance(words, list) or not words or not all(isinstance(word, str) and word.strip() for word in words):
        refuse_file(
            file,
            line_of(source, f'level = "{level}"') if level else None,
            f"the words of {kind} {level}".rstrip() + " are missing or not a list of texts",
            'Write them as words = ["...", "..."].',
        )
    for word in words:
        _check_placeholders(word, PRONOUN_PLACEHOLDERS if kind == "profiles" else (), file, source)
    return CueList(
        kind=kind,
        level=level,
        country=country,
        words=tuple(words),
        provenance=_text_field(entry, "provenance", file, source),
        also_signals=_text_field(entry, "also_signals", file, source),
    )


def _reject_unknown(table: Mapping[str, object], known: tuple[str, ...], file: Path, source: str) -> None:
    for key in table:
        if key not in known:
            refuse_file(file, line_of(source, key), f"the field {key!r} is unknown", f"Use only: {', '.join(known)}.")


def _text_field(table: Mapping[str, object], field: str, file: Path, source: str) -> str:
    value = table.get(field)
    if value is None:
        refuse_file(file, None, f"the field {field!r} is missing", f'Add a line {field} = "...".')
    if not isinstance(value, str) or not value.strip():
        refuse_file(
            file,
            line_of(source, field),
            f"the field {field!r} is empty or not a text",
            "Write a text between quotation marks.",
        )
    return value


def _check_placeholders(text: str, known: tuple[str, ...], file: Path, source: str) -> None:
    allowed = ", ".join("{" + name + "}" for name in known) or "none here"
    for found in BRACES.finditer(text):
        if found[1] not in known:
            refuse_file(
                file,
                line_of(source, found[0]),
                f"the place-holder {found[0]} is unknown",
                f"Known place-holders: {allowed}.",
            )
    for line in text.splitlines():
        if {"{", "}"} & set(BRACES.sub("", line)):
            refuse_file(file, line_of(source, line), "a brace stands alone", f"Known place-holders: {allowed}.")
