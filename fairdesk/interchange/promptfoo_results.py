"""Results of promptfoo: the JSON export, its line-by-line form, and the CSV export."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from fairdesk.domain.foreign_numbers import Better, ForeignNumber
from fairdesk.interchange.foreign_json import LARGEST_JSON, Found, scalars
from fairdesk.interchange.foreign_tables import (
    Facts,
    ForeignFormat,
    ForeignRow,
    Peek,
    document,
    json_line_objects,
    score_cell,
    version_notes,
)
from fairdesk.interchange.raw_tables import Opened, Progress, refuse

TOOL = "promptfoo"
KNOWN_VERSIONS = ("0.123.1",)
KNOWN_FORMATS = (3,)
"""Values of ``results.version``."""

ERROR = 2
"""Value of ``failureReason`` for a call that gave no answer; 1 is an answer that failed an assertion."""

CSV_GROUP = ("Status", "Score")
"""Headings that follow the answer of each provider in the CSV export."""


def _is_json(peek: Peek) -> bool:
    return peek.shape == "object" and "results" in peek.keys and bool({"evalId", "shareableUrl"} & peek.keys)


def _is_lines(peek: Peek) -> bool:
    return peek.shape == "object" and {"promptIdx", "testIdx", "vars", "provider"} <= peek.keys


def _is_csv(peek: Peek) -> bool:
    return not peek.shape and bool(_groups(_csv_headings(peek.head)))


def _json_facts(opened: Opened) -> Facts:
    export = document(opened)
    version = export.get("metadata").get("promptfooVersion").text()
    notes = [*version_notes(TOOL, version, KNOWN_VERSIONS)]
    format_version = export.need("results").get("version").whole(0)
    if format_version not in KNOWN_FORMATS:
        known = ", ".join(map(str, KNOWN_FORMATS))
        notes.append(f"The export's format is version {format_version}; known here is {known}. Check the first rows.")
    return Facts(notes=tuple(notes))


def _unversioned_facts(_opened: Opened) -> Facts:
    return Facts(notes=version_notes(TOOL, "", KNOWN_VERSIONS))


def _json_rows(opened: Opened, progress: Progress | None = None) -> Iterator[ForeignRow]:
    results = list(enumerate(document(opened).need("results").need("results").each(), 1))
    yield from _rows(results, _has_prompts(iter(results)))
    if progress is not None:
        progress(opened.n_bytes, opened.n_bytes)


def _line_rows(opened: Opened, progress: Progress | None = None) -> Iterator[ForeignRow]:
    has_prompts = _has_prompts(json_line_objects(opened))
    yield from _rows(json_line_objects(opened, progress), has_prompts)


def _has_prompts(results: Iterator[tuple[int, Found]]) -> bool:
    """Whether there are more pairs of provider and prompt than providers, so that the prompt is part of the system."""
    pairs: set[str] = set()
    providers: set[str] = set()
    for _, result in results:
        pairs.add(result.get("promptIdx").text())
        providers.add(_provider(result))
    return len(pairs) > len(providers)


def _rows(results: Iterable[tuple[int, Found]], has_prompts: bool) -> Iterator[ForeignRow]:
    """A test that is repeated gets a new number each time; equal variables tell that it is the same item."""
    item_of: dict[str, str] = {}
    asked: Counter[tuple[str, str]] = Counter()
    for line, result in results:
        variables = json.dumps(result.get("vars").value, sort_keys=True, default=str)
        item = item_of.setdefault(variables, f"test {result.need('testIdx').whole(0)}")
        system = _provider(result)
        if has_prompts:
            system = f"{system}, {result.get('prompt').get('label').text()}"
        asked[item, system] += 1
        failure = _failure(result)
        yield ForeignRow(
            item=item,
            sample=asked[item, system],
            system=system,
            text="" if failure else result.get("response").get("output").text(),
            attributes={**scalars(result.get("testCase").get("metadata")), **scalars(result.get("vars"))},
            scores={} if failure else _scores(result),
            failure=failure,
            line=line,
        )


def _provider(result: Found) -> str:
    provider = result.get("provider")
    if isinstance(provider.value, dict):
        return provider.get("label").text() or provider.get("id").text()
    return provider.text()


def _failure(result: Found) -> str:
    """Why a call gave no answer. ``error`` alone does not tell: a failed assertion writes its reason there too."""
    response = result.get("response")
    error = response.get("error").text() or result.get("error").text()
    if result.get("failureReason").value == ERROR or "error" in response or "output" not in response:
        return error or "the file holds no answer"
    return ""


def _scores(result: Found) -> Mapping[str, str | float]:
    named = {name: score_cell(score.value) for name, score in result.get("namedScores").items()}
    return {"score": score_cell(result.get("score").value), **named}


def _json_numbers(opened: Opened) -> tuple[ForeignNumber, ...]:
    export = document(opened)
    version = export.get("metadata").get("promptfooVersion").text()
    found: list[ForeignNumber] = []
    for prompt in export.need("results").get("prompts").each():
        metrics = prompt.get("metrics")
        n_tests = sum(metrics.get(f"test{word}Count").whole(0) for word in ("Pass", "Fail", "Error"))
        scope = prompt.get("provider").text()
        named = [("score", metrics.get("score")), *metrics.get("namedScores").items()]
        for name, score in named:
            found.append(
                ForeignNumber(
                    tool=TOOL,
                    tool_version=version,
                    name=name,
                    value=score.number(),
                    scope=scope,
                    how=f"Sum of the scores of {n_tests} tests; a test whose call failed counts 0.",
                    better=Better.HIGHER,
                    given={},
                    why_different="FairDesk counts calls that failed as missing, never as the score 0, and reports "
                    "means of files with intervals instead of sums.",
                    place=score.path,
                )
            )
    return tuple(found)


def _no_numbers(_opened: Opened) -> tuple[ForeignNumber, ...]:
    return ()


def _csv_headings(head: bytes) -> list[str]:
    text = head.decode("utf-8-sig", "replace")
    try:
        return next(csv.reader(io.StringIO(text), strict=True), [])
    except csv.Error:
        return []


def _groups(headings: list[str]) -> list[int]:
    """Places of the answers: each stands before ``Status`` and ``Score``."""
    return [
        place
        for place in range(len(headings) - 2)
        if tuple(headings[place + 1 : place + 3]) == CSV_GROUP and headings[place].startswith("[")
    ]


def _csv_rows(opened: Opened, progress: Progress | None = None) -> Iterator[ForeignRow]:
    if opened.n_bytes > LARGEST_JSON:
        refuse(opened.name, None, "the export is too large to be read as one CSV file", "Export JSON lines instead.")
    opened.file.seek(0)
    try:
        text = opened.file.read().decode("utf-8-sig")
        table = list(_csv_lines(text))
    except (UnicodeDecodeError, csv.Error) as error:
        refuse(opened.name, None, f"the CSV export is damaged ({error})", "Export the results again from promptfoo.")
    headings = table[0][1]
    groups = _groups(headings)
    asked: Counter[tuple[str, str]] = Counter()
    item_of: dict[tuple[str, ...], str] = {}
    for line, cells in table[1:]:
        if len(cells) != len(headings):
            cause = f"the row has {len(cells)} cells and the headings are {len(headings)}"
            refuse(opened.name, line, cause, "Export the results again from promptfoo.")
        variables = tuple(cells[: groups[0]])
        item = item_of.setdefault(variables, f"test {len(item_of)}")
        for place in groups:
            system = _system(headings[place], [headings[other] for other in groups])
            asked[item, system] += 1
            yield _csv_row(cells, (headings, place, line), (item, asked[item, system], system))
    if progress is not None:
        progress(opened.n_bytes, opened.n_bytes)


def _csv_lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """Rows with the line on which each begins."""
    csv.field_size_limit(LARGEST_JSON)
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    line = 1
    for cells in reader:
        if cells:
            yield line, cells
        line = reader.line_num + 1


def _csv_row(cells: list[str], where: tuple[list[str], int, int], key: tuple[str, int, str]) -> ForeignRow:
    headings, place, line = where
    item, sample, system = key
    status, text = cells[place + 1], cells[place]
    failure = "the export says ERROR" if status == "ERROR" else ""
    first = _groups(headings)[0]
    return ForeignRow(
        item=item,
        sample=sample,
        system=system,
        text="" if failure else text,
        attributes=dict(zip(headings[:first], cells[:first], strict=True)),
        scores={} if failure else {"score": _csv_score(cells[place + 2])},
        failure=failure,
        line=line,
    )


def _csv_score(cell: str) -> str | float:
    try:
        return score_cell(float(cell))
    except ValueError:
        return cell


def _system(heading: str, headings: list[str]) -> str:
    """``[provider] prompt``: the provider alone where it tells the columns apart."""
    provider = heading[1:].partition("] ")[0]
    same = sum(other[1:].partition("] ")[0] == provider for other in headings)
    return provider if same == 1 else heading


def _format(format_id: str, title: str, **parts: Any) -> ForeignFormat:
    return ForeignFormat(format_id=format_id, title=title, known_versions=KNOWN_VERSIONS, **parts)


FORMATS = (
    _format(
        "promptfoo-json",
        "promptfoo, JSON export",
        recognises=_is_json,
        facts=_json_facts,
        rows=_json_rows,
        numbers=_json_numbers,
    ),
    _format(
        "promptfoo-lines",
        "promptfoo, JSON lines export",
        recognises=_is_lines,
        facts=_unversioned_facts,
        rows=_line_rows,
        numbers=_no_numbers,
    ),
    _format(
        "promptfoo-csv",
        "promptfoo, CSV export",
        recognises=_is_csv,
        facts=_unversioned_facts,
        rows=_csv_rows,
        numbers=_no_numbers,
    ),
)
