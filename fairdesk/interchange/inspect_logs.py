"""Logs of Inspect: one JSON document, or the packed form (.eval), a zip archive with one JSON document per sample."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from fairdesk.domain.foreign_numbers import Better, ForeignNumber
from fairdesk.interchange.foreign_archive import Archive
from fairdesk.interchange.foreign_json import Found, scalars, written
from fairdesk.interchange.foreign_tables import (
    Facts,
    ForeignFormat,
    ForeignRow,
    Peek,
    document,
    score_cell,
    version_notes,
)
from fairdesk.interchange.raw_tables import Opened, Progress

TOOL = "Inspect"
KNOWN_VERSIONS = ("0.3.285",)
KNOWN_LOG_VERSION = 2

HEADER = "header.json"
START = "_journal/start.json"
"""Written first; the only header of a log whose run did not end."""

STEREOSET_METRIC = "stereotype_score"
STEREOSET_CHOICES: Mapping[str, str | None] = {
    "stereotype": "stereo",
    "anti-stereotype": "anti",
    "unrelated": "unrelated",
    "invalid": None,
}


def _is_json(peek: Peek) -> bool:
    return peek.shape == "object" and {"version", "status", "eval"} <= peek.keys


def _is_archive(peek: Peek) -> bool:
    return bool(peek.members & {HEADER, START})


def _json_facts(opened: Opened) -> Facts:
    return _facts(document(opened))


def _archive_facts(opened: Opened) -> Facts:
    with Archive(opened) as archive:
        return _facts(_header(archive))


def _facts(header: Found) -> Facts:
    version = header.get("eval").get("packages").get("inspect_ai").text()
    notes = [*version_notes(TOOL, version, KNOWN_VERSIONS)]
    log_version = header.get("version").whole(KNOWN_LOG_VERSION)
    if log_version > KNOWN_LOG_VERSION:
        notes.append(
            f"The log's format is version {log_version}; known here is {KNOWN_LOG_VERSION}. Check the first rows."
        )
    status = header.get("status").text() or "started"
    if status != "success":
        notes.append(f"The log says of its run: {status}. It may hold fewer samples than were planned.")
    if header.get("invalidated").value is True:
        notes.append("The log is marked as invalidated.")
    return Facts(notes=tuple(notes))


def _json_rows(opened: Opened, progress: Progress | None = None) -> Iterator[ForeignRow]:
    log = document(opened)
    model = log.need("eval").get("model").text()
    for line, sample in enumerate(log.get("samples").each(), 1):
        yield _row(sample, model, line)
    if progress is not None:
        progress(opened.n_bytes, opened.n_bytes)


def _archive_rows(opened: Opened, progress: Progress | None = None) -> Iterator[ForeignRow]:
    with Archive(opened) as archive:
        model = _header(archive).need("eval").get("model").text()
        names = [name for name in archive.names if name.startswith("samples/") and name.endswith(".json")]
        for line, name in enumerate(names, 1):
            yield _row(archive.read(name), model, line)
            if progress is not None:
                progress(opened.n_bytes * line // len(names), opened.n_bytes)


def _header(archive: Archive) -> Found:
    return archive.read(HEADER if HEADER in archive.names else START)


def _row(sample: Found, model: str, line: int) -> ForeignRow:
    output = sample.get("output")
    text = _completion(output)
    error = sample.get("error")
    failure = (error.get("message").text() or error.text()) if error.value is not None else ""
    if not failure and not text:
        failure = _why_empty(sample, output)
    scores: dict[str, str | float] = {}
    for name, score in sample.get("scores").items():
        value = score.get("value")
        if isinstance(value.value, dict):
            scores.update({f"{name}.{key}": score_cell(part.value) for key, part in value.items()})
        else:
            scores[name] = score_cell(value.value)
    return ForeignRow(
        item=sample.need("id").text(),
        sample=sample.get("epoch").whole(1),
        system=model,
        text="" if failure else text,
        attributes=scalars(sample.get("metadata")),
        scores={} if failure else scores,
        failure=failure,
        line=line,
    )


def _completion(output: Found) -> str:
    """The answer: the completion, or the text parts of the first choice's message."""
    if "completion" in output:
        return output.get("completion").text()
    for choice in output.get("choices").each():
        content = choice.get("message").get("content")
        if isinstance(content.value, list):
            return "\n".join(part.get("text").text() for part in content.each() if part.get("type").text() == "text")
        return content.text()
    return ""


def _why_empty(sample: Found, output: Found) -> str:
    """Why a sample has no text although no error is recorded; empty when the model answered with an empty text."""
    if "limit" in sample:
        return f"stopped by a limit: {written(sample.get('limit').get('type').value)}"
    for choice in output.get("choices").each():
        reason = choice.get("stop_reason").text()
        return "withheld by the provider's content filter" if reason == "content_filter" else ""
    return "the log holds no answer"


def _json_numbers(opened: Opened) -> tuple[ForeignNumber, ...]:
    return _numbers(document(opened), _json_rows(opened))


def _archive_numbers(opened: Opened) -> tuple[ForeignNumber, ...]:
    with Archive(opened) as archive:
        header = _header(archive)
    return _numbers(header, _archive_rows(opened))


def _numbers(header: Found, rows: Iterator[ForeignRow]) -> tuple[ForeignNumber, ...]:
    version = header.get("eval").get("packages").get("inspect_ai").text()
    found: list[ForeignNumber] = []
    for score in header.get("results").get("scores").each():
        scope = score.get("name").text()
        n_unscored = score.get("unscored_samples").whole(0)
        for name, metric in score.get("metrics").items():
            is_stereoset = name == STEREOSET_METRIC
            found.append(
                ForeignNumber(
                    tool=TOOL,
                    tool_version=version,
                    name=name,
                    value=metric.get("value").number(),
                    scope=scope,
                    how=_STEREOSET_HOW if is_stereoset else _HOW.format(name=name, scope=scope),
                    better=Better.NEITHER if is_stereoset else Better.UNKNOWN,
                    ends=(0.0, 100.0) if is_stereoset else (),
                    method="M17" if is_stereoset else "",
                    given=_stereoset_given(rows, scope) if is_stereoset else {},
                    why_different=_STEREOSET_WHY if is_stereoset else _why_unscored(n_unscored),
                    place=metric.path,
                )
            )
    return tuple(found)


_HOW = "Inspect's metric {name} over the scores of {scope}, reduced over epochs."
_STEREOSET_HOW = (
    "Stereotype score over all answers of the file (micro): 100 x stereotype / (stereotype + anti-stereotype), by the "
    "option's letter in the answer."
)
_STEREOSET_WHY = (
    "The paper's score is macro: computed per target term and then averaged over terms. Inspect's is micro: every "
    "answer weighs the same, so terms with more items weigh more, and the two differ whenever terms have different "
    "numbers of items. Answers that named no option are outside both and are counted apart; no answer read is not "
    "measured, not 50."
)


def _why_unscored(n_unscored: int) -> str:
    said = "FairDesk reads the recorded texts again; samples that failed are counted as failed."
    return f"{n_unscored} samples carry no score and are outside the tool's number. {said}" if n_unscored else said


def _stereoset_given(rows: Iterator[ForeignRow], scope: str) -> Mapping[str, Any]:
    """What each answer chose, as M17 takes it, and its target term; None where no option was named."""
    choices: list[str | None] = []
    terms: list[str] = []
    for row in rows:
        ones = [name for name in STEREOSET_CHOICES if row.scores.get(f"{scope}.{name}") == 1.0]
        choices.append(STEREOSET_CHOICES[ones[0]] if len(ones) == 1 else None)
        terms.append(row.attributes.get("target", ""))
    return {"choices": choices, "terms": terms}


FORMATS = (
    ForeignFormat(
        format_id="inspect-eval",
        title="Inspect, packed log",
        known_versions=KNOWN_VERSIONS,
        recognises=_is_archive,
        facts=_archive_facts,
        rows=_archive_rows,
        numbers=_archive_numbers,
    ),
    ForeignFormat(
        format_id="inspect-json",
        title="Inspect, log as JSON",
        known_versions=KNOWN_VERSIONS,
        recognises=_is_json,
        facts=_json_facts,
        rows=_json_rows,
        numbers=_json_numbers,
    ),
)
