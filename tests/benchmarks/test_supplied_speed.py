"""Supplied records from file to results, beside pandas on the same file; the cost grows with the rows and no faster.

FAIRDESK_BENCHMARK_RECORDS=1000000 with ``-s`` prints the numbers of a large audit; the default only keeps it working.
Asserts nothing about time; the floor computes the same numbers, and that is asserted.
"""

from __future__ import annotations

import os
import resource
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import numpy as np
import pandas as pd
import pytest

from fairdesk.audit.analyse import analyse_project
from fairdesk.audit.projects import create_project, starting_details
from fairdesk.audit.supplied import RecordsRequest, SuppliedBy, import_records, record_file
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.records import LayoutChoices
from fairdesk.domain.results import Estimate

T = TypeVar("T")

N_RECORDS = int(os.environ.get("FAIRDESK_BENCHMARK_RECORDS", "8000"))
LABELS = ("original", "female", "international", "female+international")


def timed(work: Callable[[], T]) -> tuple[T, float]:
    begun = time.perf_counter()
    return work(), time.perf_counter() - begun


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A quarter as many files as records, four variants each, whole ratings."""
    rng = np.random.default_rng(0)
    rows = pd.DataFrame(
        {
            "file_id": np.repeat([f"file-{n:07d}" for n in range(N_RECORDS // 4)], 4),
            "variant": np.tile(LABELS, N_RECORDS // 4),
            "rating": rng.integers(1, 6, N_RECORDS // 4 * 4),
        }
    )
    rows.to_csv(tmp_path / "records.csv", index=False)
    return tmp_path / "records.csv"


def by_pandas(path: Path) -> float:
    """Consistency of one variant, nothing checked, nothing stored, no interval."""
    table = pd.read_csv(path, dtype={"file_id": str, "variant": str}).pivot(
        index="file_id", columns="variant", values="rating"
    )
    return float((table["original"] == table["female"]).mean())


@pytest.mark.slow
def test_from_file_to_results(path: Path, tmp_path: Path) -> None:
    """Import and analysis of every measure with intervals and tests, beside one number from pandas."""
    spec = WorkspaceSpec(data_dir=tmp_path / "profile")
    project = create_project(spec, "P", replace(starting_details(), auditor="A")).project_id
    file = record_file(path, LayoutChoices(scale=(1.0, 5.0)))
    request = RecordsRequest(files=(file,), supply=SuppliedBy(who="V"))

    floor, floor_s = timed(lambda: by_pandas(path))
    _, import_s = timed(lambda: import_records(spec, project, request))
    (_, analysis), analyse_s = timed(lambda: analyse_project(spec, project))

    found = next(row.outcome for row in analysis.results if (row.variant, row.measure) == ("female", "consistency"))
    assert isinstance(found, Estimate)
    assert found.value == pytest.approx(floor)
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"\n{N_RECORDS} records: pandas {floor_s:.2f} s; import {import_s:.2f} s ({import_s / floor_s:.1f} times); "
        f"reading back and all results {analyse_s:.2f} s ({analyse_s / floor_s:.1f} times); peak {peak_mb:.0f} MB"
    )
