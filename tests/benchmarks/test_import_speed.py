"""How fast records are read and checked, as a ratio to pandas reading the same file as plain text in the same run.

FAIRDESK_BENCHMARK_MEGABYTES=500 with ``-s`` prints the numbers of a large file; the default only keeps it working.
Asserts nothing about time; both count the same rows.
"""

from __future__ import annotations

import os
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest

from fairdesk.audit.record_readings import check
from fairdesk.interchange.record_files import guess_layout, read_records

N_MEGABYTES = int(os.environ.get("FAIRDESK_BENCHMARK_MEGABYTES", "4"))
VARIANTS = ("original", "female", "international", "female+international")
ANSWER = "The applicant has strong grades and a clear plan for study; the letters support it. " * 2


@pytest.fixture(scope="module", params=["one line each", "quoted line breaks"])
def records(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of records: four variants of many files, with their answers."""
    answer = ANSWER if request.param == "one line each" else '"' + ANSWER.replace(". ", '.\n\n""so"" ') + '"'
    path = tmp_path_factory.mktemp("import") / "records.csv"
    n_bytes = number = 0
    with path.open("w", encoding="utf-8", newline="") as file:
        file.write("item,variant,sample,value,system,status,country,answer\n")
        while n_bytes < N_MEGABYTES * 1_000_000:
            block = "".join(
                f"case-{row // 4:07d},{VARIANTS[row % 4]},1,{1 + row * 7 % 5},base,answered,"
                f"{('NA', 'DE', 'FR')[row % 3]},{answer}\n"
                for row in range(number, number + 4_000)
            )
            number += 4_000
            n_bytes += file.write(block)
    return path


def test_reading_and_checking_a_file_beside_pandas(records: Path) -> None:
    """The same rows come out of both; the ratio of the times is printed."""
    layout, _ = guess_layout(records)
    times: dict[str, float] = {}
    counts: dict[str, int] = {}
    works: dict[str, Callable[[], int]] = {
        "pandas, as text": lambda: len(pd.read_csv(records, dtype=str)),
        "read": lambda: sum(len(batch) for batch in read_records(records, layout)),
        "read and check": lambda: check(records, layout).n_rows,
    }
    for name, work in works.items():
        best = float("inf")
        for _ in range(2):
            begun = time.perf_counter()
            counts[name] = work()
            best = min(best, time.perf_counter() - begun)
        times[name] = best
    for name, seconds in times.items():
        print(f"{name}: {seconds:.2f} s, {seconds / times['pandas, as text']:.2f} times pandas")
    assert len(set(counts.values())) == 1


def test_memory_does_not_grow_with_the_file(records: Path) -> None:
    """What Python holds at its highest stays below one batch of this file, however long the file is."""
    layout, _ = guess_layout(records)
    tracemalloc.start()
    try:
        for _ in read_records(records, layout):
            pass
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    print(f"highest: {peak / 1e6:.0f} MB for {records.stat().st_size / 1e6:.0f} MB")
    assert peak < 200e6
