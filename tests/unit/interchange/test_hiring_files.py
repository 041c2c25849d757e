"""Files of a ranking audit: jobs and names in the published layout, told apart by what they hold."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fairdesk.audit.benchmark_sources.hiring_rank_audit import FEW_CARDS, FEW_NAMES, SOURCE
from fairdesk.domain.errors import ImportProblem
from fairdesk.interchange.hiring_files import read_hiring_files
from fairdesk.settings.paths import resources_dir

SHARED = resources_dir().parent.parent / "shared" / "benchmarks"
JOBS = {"clerk": {"resumes": ["{name} counts.", "{name} adds."], "jd": "An office."}}
NAMES = {"A_M": ["Al Ix"], "B_M": ["Bo Ux"]}


def files(jobs: Any = JOBS, names: Any = NAMES) -> list[tuple[str, bytes]]:
    """Both files as bytes."""
    return [("jobs.json", json.dumps(jobs).encode()), ("names.json", json.dumps(names).encode())]


def test_jobs_and_names_are_read() -> None:
    """Texts, descriptions and names by group; rows are jobs and groups."""
    found = read_hiring_files(files())
    assert [(job.job, job.description, job.cards) for job in found.jobs] == [
        ("clerk", "An office.", ("{name} counts.", "{name} adds."))
    ]
    assert found.names == {"A_M": ("Al Ix",), "B_M": ("Bo Ux",)}
    assert found.rows == {"jobs.json": 1, "names.json": 2}


def test_published_lists_tell_the_gender_by_their_name() -> None:
    """Names in capitals are shown as names, and it is said; the file's name completes the group."""
    found = read_hiring_files(
        [
            files()[0],
            ("top_mens_names.json", b'{"W": ["AL IX"]}'),
            ("top_womens_names.json", b'{"W": ["BEA OX"]}'),
        ]
    )
    assert found.names == {"W_M": ("Al Ix",), "W_W": ("Bea Ox",)}
    assert len(found.notes) == 2


@pytest.mark.parametrize(
    ("jobs", "names", "words"),
    [
        ({"clerk": {"jd": "x"}}, NAMES, "'resumes' is missing"),
        ({"clerk": {"resumes": []}}, NAMES, "no candidate has a text"),
        ({"clerk": {"resumes": [" "]}}, NAMES, "the text of a candidate was expected"),
        (JOBS, {"A": ["Al"], "B": []}, "the group has no name"),
        (JOBS, {"A": ["Al"], "B": [3]}, "a name was expected"),
        (JOBS, {"A": ["Al"]}, "names of 1 groups"),
        (JOBS, {"A": ["Al", "Bo"], "B": ["bo"]}, "the name 'bo' stands in the groups 'A' and 'B'"),
    ],
)
def test_damaged_files_import_nothing(jobs: Any, names: Any, words: str) -> None:
    """Cause and file are named."""
    with pytest.raises(ImportProblem, match=words) as problem:
        read_hiring_files(files(jobs, names))
    assert ".json" in str(problem.value)


def test_what_is_missing_is_taken_from_our_own_suite(tmp_path: Any) -> None:
    """Jobs alone are asked with our names, names alone with our jobs; notes say where names or texts repeat."""
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(JOBS), encoding="utf-8")
    found = sorted((one.name, one.body) for one in SOURCE.files(path))
    assert [name for name, _ in found] == ["mine.json", "names.json"]
    read = SOURCE.read(found)
    assert FEW_CARDS in read.notes
    assert FEW_NAMES not in read.notes
    path.write_text(json.dumps(NAMES), encoding="utf-8")
    found = sorted((one.name, one.body) for one in SOURCE.files(path))
    assert [name for name, _ in found] == ["jobs.json", "mine.json"]
    assert FEW_NAMES in SOURCE.read(found).notes


@pytest.mark.skipif(not SHARED.is_dir(), reason="the published files are not beside the project")
def test_the_published_audit_can_be_asked_again() -> None:
    """Four jobs with eight texts and the published names: 32 sets, every candidate in each of eight places."""
    paths = (
        "hiring_rank_audit/resumes_to_rank.json",
        "names/hiring_top_mens_names.json",
        "names/hiring_top_womens_names.json",
    )
    read = SOURCE.read([(path.rpartition("/")[2], (SHARED / path).read_bytes()) for path in paths])
    assert len(read.items) == len({item.cluster for item in read.items}) == 32
    assert {len(item.texts) for item in read.items} == {8}
    assert len(read.parts["selection_interaction"]) == 6
    assert not any("{name}" in text for item in read.items for text in item.texts.values())
    assert FEW_NAMES not in read.notes
