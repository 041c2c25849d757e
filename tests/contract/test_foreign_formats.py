"""What every reader of other tools' result files keeps: golden files read, broken ones are refused with their place."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import numpy as np
import pytest

from fairdesk.domain.errors import ImportProblem
from fairdesk.domain.exchanges import Status
from fairdesk.interchange import pandas_json
from fairdesk.interchange.foreign import FOREIGN_FORMATS, foreign_format, foreign_numbers
from fairdesk.interchange.foreign_tables import ForeignFormat
from fairdesk.interchange.raw_tables import opened
from fairdesk.interchange.record_files import guess_layout, read_records

FOLDER = Path(__file__).parent.parent / "unit" / "interchange" / "foreign"
GOLDEN: dict[str, tuple[str, ...]] = {
    "inspect-eval": ("inspect-admissions.eval", "inspect-stereoset.eval"),
    "inspect-json": ("inspect-stereoset.json",),
    "lm-eval-samples": (
        "lm-eval/samples_admissions_2026-11-30T02-15-27.508527.jsonl",
        "lm-eval/samples_bbq_own_2026-11-30T02-15-27.508527.jsonl",
    ),
    "promptfoo-json": ("promptfoo-results.json",),
    "promptfoo-lines": ("promptfoo-results.jsonl",),
    "promptfoo-csv": ("promptfoo-results.csv",),
    "helm-scenario-state": ("helm/scenario_state.json",),
    "helm-instance-stats": ("helm/per_instance_stats.json",),
    "deepeval-json": (
        "deepeval-3.0.0-test-run.json",
        "deepeval-3.0.0-evaluate.json",
        "deepeval-4.3.1-test-run.json",
        "deepeval-4.3.1-evaluate.json",
    ),
    "langfair-json": (
        "langfair-generations.json",
        "langfair-counterfactual.json",
        "langfair-toxicity.json",
        "langfair-cfmetrics.json",
    ),
    pandas_json.NAME: (
        "pandas-records.json",
        "pandas-split.json",
        "pandas-table.json",
        "pandas-columns.json",
        "pandas-index.json",
    ),
}
EVERY = [(kind, name) for kind, names in GOLDEN.items() for name in names]
WHOLE_DOCUMENTS = [(kind, name) for kind, name in EVERY if not name.endswith((".jsonl", ".csv"))]
JSON_DOCUMENTS = [(kind, name) for kind, name in WHOLE_DOCUMENTS if not name.endswith(".eval")]
"""Parts of an archive are broken in ``tests/unit/interchange/test_foreign_archive.py``."""

SMALL = 4_000
"""Bytes of a file that the fast tests cut at every tenth byte; a larger one is cut at about as many places."""

every_golden = pytest.mark.parametrize(("kind", "name"), EVERY, ids=lambda value: value.rpartition("/")[2])


def golden(name: str) -> bytes:
    return (FOLDER / name).read_bytes()


def read(content: bytes | Path) -> int:
    """Rows of a file through the door, its own numbers read too."""
    source: BinaryIO | Path = content if isinstance(content, Path) else io.BytesIO(content)
    layout, _ = guess_layout(source)
    n_rows = 0
    for batch in read_records(source, layout):
        n_rows += len(batch) + len(batch.problems)
        assert not (np.isfinite(batch.value) & (batch.status != Status.ANSWERED.value)).any()
    foreign_numbers(source)
    return n_rows


def read_or_refused(content: bytes) -> int:
    """Rows of a file, 0 when it is refused as the user can mend it; any other exception is a fault."""
    try:
        return read(content)
    except ImportProblem as problem:
        if not problem.message or not problem.advice:
            raise AssertionError("a refusal names the cause and the cure") from problem
        return 0


@pytest.mark.parametrize("member", FOREIGN_FORMATS, ids=lambda member: member.format_id)
def test_every_format_has_a_golden_file_of_the_real_tool(member: ForeignFormat) -> None:
    """A reader without a file that the tool itself wrote is not offered."""
    assert member.format_id in GOLDEN
    assert GOLDEN[member.format_id]
    assert member.known_versions
    assert member.title


@every_golden
def test_a_golden_file_is_told_by_its_content(kind: str, name: str) -> None:
    """Without any name it is taken for what it is, and its rows are read."""
    layout, preview = guess_layout(io.BytesIO(golden(name)))

    assert layout.reading.format == kind
    assert layout.reading.notes
    assert preview.n_rows_seen == read(golden(name)) > 1


@every_golden
def test_one_file_gives_the_same_rows_wherever_it_lies(kind: str, name: str) -> None:
    """The files beside it add notes and numbers, never answers: what is stored reads as what was imported."""
    here, _ = guess_layout(FOLDER / name)
    stored, _ = guess_layout(io.BytesIO(golden(name)))

    assert here.columns == stored.columns
    assert read(FOLDER / name) == read(golden(name))


@every_golden
def test_no_other_reader_claims_a_golden_file(kind: str, name: str) -> None:
    """At most one format recognises a file, so that their order does not matter."""
    with opened(io.BytesIO(golden(name))) as file:
        found = foreign_format(file)
    assert (None if found is None else found.format_id) == (None if kind == pandas_json.NAME else kind)


@every_golden
def test_a_file_that_is_cut_off_is_refused_or_shorter_and_raises_nothing_else(kind: str, name: str) -> None:
    """Cut anywhere, a file is an import problem with a message and a cure, or has fewer rows where lines are whole."""
    content = golden(name)
    whole = read(content)
    for cut in cuts(len(content), max(10, 10 * len(content) // SMALL)):
        assert read_or_refused(content[:cut]) <= whole


@pytest.mark.slow
@pytest.mark.timeout(1800)
@every_golden
def test_a_file_cut_at_every_tenth_byte_raises_nothing_but_import_problems(kind: str, name: str) -> None:
    """The same at every tenth byte of the first and the last 6,000 bytes, and at 400 places between."""
    content = golden(name)
    ends = [*range(0, min(len(content), 6_000), 10), *range(max(len(content) - 6_000, 0), len(content), 10)]
    for cut in (*ends, *cuts(len(content), max(10, len(content) // 400))):
        read_or_refused(content[:cut])


@pytest.mark.parametrize(("kind", "name"), WHOLE_DOCUMENTS, ids=lambda value: value.rpartition("/")[2])
def test_a_file_that_lost_its_end_imports_nothing_and_names_file_and_cause(kind: str, name: str) -> None:
    """One document or archive without its last bytes is no shorter file: it is refused whole."""
    with pytest.raises(ImportProblem) as problem:
        read(golden(name)[:-20])

    assert "the file" in problem.value.message
    assert problem.value.advice


@pytest.mark.parametrize(("kind", "name"), JSON_DOCUMENTS, ids=lambda value: value.rpartition("/")[2])
def test_a_broken_json_file_names_the_line(kind: str, name: str) -> None:
    """A file that lost a bracket in its middle says on which line."""
    content = golden(name)
    place = content.rindex(b'":') + 2
    with pytest.raises(ImportProblem, match=r"line \d+"):
        read(content[:place] + b"}}" + content[place:])


@every_golden
def test_bytes_turned_at_random_raise_nothing_but_import_problems(kind: str, name: str) -> None:
    """A damaged copy is read or refused; a fixed seed turns one to four bytes, forty times."""
    content = golden(name)
    draw = np.random.default_rng(20261130)
    for _ in range(40):
        damaged = bytearray(content)
        for place in draw.integers(0, len(damaged), size=int(draw.integers(1, 5))):
            damaged[place] = int(draw.integers(0, 256))
        read_or_refused(bytes(damaged))


@pytest.mark.slow
@pytest.mark.parametrize("value", [None, True, 7, "text", [], {}, [[]], {"a": None}], ids=json.dumps)
def test_members_of_another_type_raise_nothing_but_import_problems(value: object) -> None:
    """Wherever a tool's document holds something else than expected, that is an import problem or an empty cell."""
    for _, name in JSON_DOCUMENTS:
        document = json.loads(golden(name))
        for changed in with_one_member_changed(document, value):
            read_or_refused(json.dumps(changed).encode())


def cuts(n_bytes: int, step: int) -> range:
    return range(0, n_bytes, step)


def with_one_member_changed(document: object, value: object, depth: int = 3) -> Iterator[object]:
    """The document with one member replaced, for every member of the first entries down to a depth."""
    if depth == 0:
        return
    if isinstance(document, dict):
        for key, inner in document.items():
            yield {**document, key: value}
            for changed in with_one_member_changed(inner, value, depth - 1):
                yield {**document, key: changed}
    elif isinstance(document, list) and document:
        yield [value, *document[1:]]
        for changed in with_one_member_changed(document[0], value, depth - 1):
            yield [changed, *document[1:]]
