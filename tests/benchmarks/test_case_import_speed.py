"""How long an import of cases takes, step by step, as a ratio to hashing the same texts in the same run.

FAIRDESK_BENCHMARK_CASES=50000 with ``-s`` prints the numbers of a large import; the default only keeps it working.
Asserts nothing about time; asserts that every step saw every case.
"""

from __future__ import annotations

import csv
import hashlib
import os
import random
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from fairdesk.audit.case_import import import_cases
from fairdesk.audit.projects import create_project
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.case_imports import CaseImportOptions
from fairdesk.interchange.case_parts import ReadCase
from fairdesk.interchange.case_texts import opened, read_case_file, survey_case_file
from fairdesk.interchange.languages import guess_language
from fairdesk.interchange.near_duplicates import Signatures, near_duplicates
from fairdesk.interchange.personal_data import find_hints

N_CASES = int(os.environ.get("FAIRDESK_BENCHMARK_CASES", "300"))

CLAUSES = (
    *("I have been interested in physics since my first experiment at school", "my marks in mathematics are good"),
    *("we built a small telescope and measured how bright the stars are", "I help younger pupils twice a week"),
    *("the summer course at the university taught me to write a report", "I play the violin in an orchestra"),
    *("my teacher suggested that I read about energy and how it is stored", "I worked in a laboratory in 2024"),
    *("a project about batteries won a prize at a national competition", "I would like to become an engineer"),
    *("reading about the history of science showed me how ideas change", "I learnt to program and wrote a game"),
    *("the group discussed its results every Friday afternoon", "I like to explain things to others"),
)


def text(number: int) -> str:
    """A letter of about 1,000 characters; every third has a name, every fourth an address."""
    draw = random.Random(number)
    sentences = [", and ".join(draw.sample(CLAUSES, 2)).capitalize() + "." for _ in range(9)]
    if number % 3 == 0:
        sentences.insert(0, f"Dear Professor Smith,\n\nMy name is Anna Schmidt-{number}.")
    if number % 4 == 0:
        sentences.append(f"\nCall 020 7946 0958 or write to a{number}@example.org. 12 Market Street, Leeds LS1 4AP")
    return f"{number}. " + " ".join(sentences)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table of letters."""
    path = tmp_path_factory.mktemp("cases") / "cases.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["id", "text"])
        writer.writerows([f"c-{number}", text(number)] for number in range(N_CASES))
    return path


def read(table: Path) -> list[str]:
    """The texts of the table."""
    with opened(table) as file:
        facts = survey_case_file(file, CaseImportOptions())
        return [case.text for case in read_case_file(file, facts, CaseImportOptions()) if isinstance(case, ReadCase)]


def test_importing_cases_step_by_step(table: Path, tmp_path: Path) -> None:
    """Every step takes every case; the seconds of each are printed beside those of hashing the texts."""
    spec = WorkspaceSpec(data_dir=tmp_path / "profile")
    create_project(spec, "Admissions")
    texts = read(table)
    guess_language(texts[0])  # the model is read once
    makes = Signatures()
    works: dict[str, Callable[[], int]] = {
        "floor: hash": lambda: len([hashlib.sha256(one.encode()).digest() for one in texts]),
        "read": lambda: len(read(table)),
        "language": lambda: len([guess_language(one) for one in texts]),
        "hints": lambda: len([find_hints(one, "en") for one in texts]),
        "near-duplicates": lambda: len(near_duplicates(np.array([makes.of(one) for one in texts]))),
        "import in all": lambda: (
            import_cases(spec, "Admissions", [table], CaseImportOptions(), lambda _: None).n_imported
        ),
    }
    times: dict[str, float] = {}
    for name, work in works.items():
        begun = time.process_time()
        assert work() == N_CASES
        times[name] = time.process_time() - begun
    floor = max(times["floor: hash"], 1e-9)
    print(f"\n{N_CASES} cases of {sum(map(len, texts)) / N_CASES:.0f} characters")
    for name, seconds in times.items():
        print(f"{name:16} {seconds:8.2f} s {seconds / floor:8.0f} x")
