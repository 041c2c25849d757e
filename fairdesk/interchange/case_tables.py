"""Tables whose rows are cases: which column holds the texts, which the ids, and one case after the other."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fairdesk.domain.case_imports import CaseImportOptions, CaseProblem
from fairdesk.domain.errors import ImportProblem
from fairdesk.domain.records import FileReading, LayoutChoices, RowProblem
from fairdesk.interchange import delimited, json_lines, workbooks
from fairdesk.interchange.case_parts import CaseFileFacts, ReadCase
from fairdesk.interchange.raw_tables import Opened, Progress, Survey, TableFormat, refuse, shown
from fairdesk.interchange.text_encoding import encoding_of, known_encoding

FORMATS: dict[str, TableFormat] = {
    "CSV": delimited.FORMAT,
    "TSV": delimited.FORMAT,
    "XLSX": workbooks.FORMAT,
    "JSON lines": json_lines.FORMAT,
}

TEXT_NAMES = (
    *("text", "case text", "case", "body", "content", "document", "essay", "statement", "personal statement"),
    *("letter", "cover letter", "application", "cv", "resume", "prompt", "input", "vignette", "description", "message"),
    *("texte", "contenu", "lettre", "dossier", "texto", "contenido", "carta", "expediente", "falltext", "fall"),
    *("inhalt", "schreiben", "brief", "lebenslauf", "motivationsschreiben", "beschreibung", "essay text"),
)
"""Headings of columns with texts; the first of them that a table has is taken."""

ID_NAMES = (
    *("id", "case id", "item", "item id", "key", "uuid", "number", "no", "nr", "record id", "row id", "doc id"),
    *("document id", "applicant id", "file", "fall nr", "fall id", "fallnummer", "nummer", "kennung", "numéro"),
    *("identifiant", "número", "identificador"),
)

COLUMNS_SHOWN = 30

_LINE = re.compile(r"[^\r\n]*")


def survey_table(opened: Opened, kind: str, options: CaseImportOptions) -> CaseFileFacts:
    """How a table is laid out, and which of its columns are taken.

    Raises:
        ImportProblem: it is no table, or has no column of a name that was chosen; the message names the columns.
    """
    found = _survey(opened, kind, options)
    names = found.headings
    problems = [
        CaseProblem(file=opened.name, place="", cause=note.rstrip("."), cure="", is_blocking=False)
        for note in found.reading.notes
    ]
    text_column = _chosen(opened.name, names, options.text_column, "--text-column")
    id_column = _chosen(opened.name, names, options.id_column, "--id-column")
    text_column = text_column or _known(names, TEXT_NAMES) or (names[0] if len(names) == 1 else "")
    if not text_column:
        problems.append(
            CaseProblem(
                file=opened.name,
                place="",
                cause=f"no heading says which column holds the texts; its columns are: {_listed(names)}",
                cure="Name the column (--text-column).",
            )
        )
    return CaseFileFacts(
        name=opened.name,
        kind=kind,
        n_bytes=opened.n_bytes,
        encoding=found.reading.encoding,
        columns=names,
        text_column=text_column,
        id_column=id_column or _known(tuple(name for name in names if name != text_column), ID_NAMES),
        problems=tuple(problems),
        reading=found.reading,
    )


def table_cases(
    opened: Opened, facts: CaseFileFacts, progress: Progress | None = None
) -> Iterator[ReadCase | CaseProblem]:
    """Every row as a case, or why it is none; memory does not grow with the table.

    Raises:
        ImportProblem: the file cannot be read to its end.
    """
    if facts.reading is None or not facts.text_column:
        return
    place = facts.columns.index(facts.text_column)
    id_place = facts.columns.index(facts.id_column) if facts.id_column else None
    for batch in FORMATS[facts.kind].batches(opened, facts.reading, facts.columns, progress):
        texts = batch.columns[place].to_pylist()
        ids = batch.columns[id_place].to_pylist() if id_place is not None else [""] * len(texts)
        yield from (_problem(facts.name, problem) for problem in batch.problems)
        for row, (text, given, line) in enumerate(zip(texts, ids, batch.lines.tolist(), strict=True)):
            if text.strip():
                yield ReadCase(text=text, place=f"line {line}", given_id=given.strip())
            elif any(column[row].as_py().strip() for column in batch.columns):
                yield CaseProblem(
                    file=facts.name,
                    place=f"line {line}",
                    cause=f"the column {shown(facts.text_column)!r} is empty",
                    cure="Write the text, or leave the row out.",
                )


def _survey(opened: Opened, kind: str, options: CaseImportOptions) -> Survey:
    choices = LayoutChoices(encoding=options.encoding, sheet=options.sheet, separator="tab" if kind == "TSV" else "")
    try:
        return FORMATS[kind].survey(opened, choices)
    except ImportProblem as problem:
        single = _one_column(opened, kind, options)
        if single is None:
            raise problem
        (heading,) = single.headings
        if _plain(heading) not in TEXT_NAMES and heading != options.text_column:
            # It may be the first of the texts: nothing is lost by a guess.
            cause = f"it has one column, and its first line {shown(heading)!r} is not known as a heading"
            cure = "If it is one, name it (--text-column); else write a heading such as 'text' above the texts."
            refuse(opened.name, single.reading.header_line, cause, cure)
        return single


def _one_column(opened: Opened, kind: str, options: CaseImportOptions) -> Survey | None:
    """A table of one column; in one that is text no separator can be seen. None where it has more, or is damaged."""
    if kind == "XLSX":
        return workbooks.survey_one_column(opened, options.sheet)
    if kind not in ("CSV", "TSV"):
        return None
    encoding = known_encoding(options.encoding, opened) if options.encoding else encoding_of(opened)[0]
    opened.file.seek(0)
    head = opened.file.read(4096).decode(encoding, "replace")
    first = _LINE.match(head.lstrip("\ufeff"))
    heading = first[0].strip().strip('"') if first else ""
    separator = "\t" if kind == "TSV" else ","
    is_known = _plain(heading) in TEXT_NAMES or heading == options.text_column
    if not heading or (not is_known and any(sign in heading for sign in ",;\t|")):
        return None
    reading = FileReading(
        format=kind.lower(), encoding=encoding, separator=separator, quote='"', header_line=1, header_lines=1
    )
    return Survey(reading=reading, headings=(heading,))


def _chosen(file: str, names: tuple[str, ...], wanted: str, option: str) -> str:
    if not wanted:
        return ""
    for name in names:
        if name == wanted:
            return name
    for name in names:
        if _plain(name) == _plain(wanted):
            return name
    refuse(
        file, None, f"it has no column {wanted!r}", f"Its columns are: {_listed(names)}. Name one of them ({option})."
    )


def _listed(names: tuple[str, ...]) -> str:
    more = f" and {len(names) - COLUMNS_SHOWN} more" if len(names) > COLUMNS_SHOWN else ""
    return ", ".join(repr(shown(name)) for name in names[:COLUMNS_SHOWN]) + more


def _known(names: tuple[str, ...], wanted: tuple[str, ...]) -> str:
    by_plain = {_plain(name): name for name in reversed(names)}
    return next((by_plain[name] for name in wanted if name in by_plain), "")


def _plain(name: str) -> str:
    return " ".join(re.sub(r"[_\-.]+", " ", name).casefold().split())


def _problem(file: str, problem: RowProblem) -> CaseProblem:
    return CaseProblem(
        file=file,
        place=f"line {problem.line}",
        cause=problem.cause if not problem.column else f"column {shown(problem.column)!r}: {problem.cause}",
        cure=problem.cure,
    )
