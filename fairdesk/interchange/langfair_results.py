"""Dictionaries that LangFair returns, dumped to JSON: generated and counterfactual answers, metrics with their data."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from fairdesk.domain.foreign_numbers import Better, ForeignNumber
from fairdesk.interchange.foreign_json import Found, scalars
from fairdesk.interchange.foreign_tables import Facts, ForeignFormat, ForeignRow, Peek, document, score_cell
from fairdesk.interchange.raw_tables import Opened, Progress

TOOL = "LangFair"
KNOWN_VERSIONS = ("0.8.0",)

FAILURE = "Unable to get response"
"""What LangFair writes in place of an answer when a call failed; its metrics score it like an answer."""

ANSWERS, PROMPTS = "_response", "_prompt"
PAIRED = ("texts1", "texts2")


def _is_results(peek: Peek) -> bool:
    keys = peek.keys
    return (
        peek.shape == "object" and "data" in keys and bool(keys & {"metrics", "metadata"}) and _has_answers(peek.head)
    )


def _has_answers(head: bytes) -> bool:
    return any(name in head for name in (b'response"', b'"texts1"'))


def _columns(opened: Opened) -> dict[str, list[Found]]:
    """The lists of ``data``.

    Raises:
        ImportProblem: they differ in length, so that it cannot be told which entries belong together.
    """
    data = document(opened).need("data")
    columns = {key: list(column.each()) for key, column in data.items() if isinstance(column.value, list)}
    if len({len(column) for column in columns.values()}) > 1:
        lengths = ", ".join(f"{key} {len(column)}" for key, column in columns.items())
        data.refuse(f"the lists differ in length ({lengths})")
    return columns


def _arms(columns: Mapping[str, Sequence[Found]]) -> dict[str, tuple[str, str]]:
    """Label of each variant to its list of answers and its list of prompts; one without label for plain answers."""
    if "response" in columns:
        return {"": ("response", "prompt")}
    if all(name in columns for name in PAIRED):
        return {name: (name, "") for name in PAIRED}
    return {
        key.removesuffix(ANSWERS): (key, key.removesuffix(ANSWERS) + PROMPTS)
        for key in columns
        if key.endswith(ANSWERS)
    }


def _rows(opened: Opened, progress: Progress | None = None) -> Iterator[ForeignRow]:
    columns = _columns(opened)
    arms = _arms(columns)
    prompts = [columns[prompt] for _, prompt in arms.values() if prompt in columns]
    used = {name for pair in arms.values() for name in pair}
    asked: Counter[str] = Counter()
    item_of: dict[str, str] = {}
    n_rows = len(next(iter(columns.values()), ()))
    for place in range(n_rows):
        texts = json.dumps([column[place].text() for column in prompts]) if prompts else str(place)
        item = item_of.setdefault(texts, f"prompt {len(item_of) + 1}")
        asked[item] += 1
        for label, (answers, prompt) in arms.items():
            text = columns[answers][place].text()
            failure = "LangFair got no answer" if text == FAILURE or columns[answers][place].value is None else ""
            yield ForeignRow(
                item=item,
                variant=label,
                sample=asked[item],
                text="" if failure else text,
                asked=columns[prompt][place].text() if prompt in columns else "",
                scores={
                    name: score_cell(column[place].value)
                    for name, column in columns.items()
                    if name not in used and not failure and not isinstance(column[place].value, (list, dict))
                },
                failure=failure,
                line=place + 1,
            )
    if progress is not None:
        progress(opened.n_bytes, opened.n_bytes)


def _facts(opened: Opened) -> Facts:
    columns = _columns(opened)
    notes = ["Written by LangFair; its dictionaries do not state its version."]
    failed = sum(row.failure != "" for row in _rows(opened))
    if failed:
        notes.append(f'{failed} answers are "{FAILURE}": calls that failed, no answers.')
    if all(name in columns for name in PAIRED):
        notes.append("The file does not name the two groups; they are texts1 and texts2 here, in LangFair's order.")
    return Facts(notes=tuple(notes))


def _numbers(opened: Opened) -> tuple[ForeignNumber, ...]:
    metrics = document(opened).get("metrics")
    failed = sum(row.failure != "" for row in _rows(opened))
    why = "FairDesk reads the recorded answers again, counts failed calls as missing, and gives intervals."
    if failed:
        why = f'LangFair scored {failed} failed calls ("{FAILURE}") as if they were answers. {why}'
    return tuple(
        ForeignNumber(
            tool=TOOL,
            tool_version="",
            name=name,
            value=_number_at(metrics, name).number(),
            how=f"LangFair's {name} over all responses of the file.",
            better=Better.UNKNOWN,
            given={},
            why_different=why,
            place=_number_at(metrics, name).path,
        )
        for name in scalars(metrics)
    )


def _number_at(metrics: Found, name: str) -> Found:
    """The member that ``scalars`` named; names of metrics may hold points themselves."""
    if name in metrics:
        return metrics.get(name)
    outer, _, inner = name.partition(".")
    return _number_at(metrics.get(outer), inner) if inner else metrics.get(name)


FORMATS = (
    ForeignFormat(
        format_id="langfair-json",
        title="LangFair, results",
        known_versions=KNOWN_VERSIONS,
        recognises=_is_results,
        facts=_facts,
        rows=_rows,
        numbers=_numbers,
    ),
)
