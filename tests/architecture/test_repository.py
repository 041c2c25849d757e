"""What is committed: no trace of a machine, no foreign data, not too much."""

from __future__ import annotations

import hashlib
import re
import subprocess

import pytest

from tests.architecture.tree import ROOT, place, tracked_files

LARGEST_MIB = 60
BENCHMARKS = ROOT.parent / "shared" / "benchmarks"

# Written in pieces, so that this file does not hold what it looks for.
TRACES = re.compile(
    "|".join(
        (
            r"python" + r"hosted\.org",
            r"\bpypi" + r"\.org",
            r"\bnpmjs" + r"\.(org|com)",
            r"\b(deb|snapshot|security)\.debian" + r"\.org",
            r"--?(extra-)?index" + r"-url",
            r"\bfind" + r"-links\b",
            r"(?<![\w.\-])/(work|root|opt/py" + r"pi|opt/wheels|home/\w+)/",
        )
    )
)


def test_no_trace_of_a_machine_is_committed() -> None:
    """No registry host and no path of the machine on which something was written stands in a text file."""
    found = []
    for path in tracked_files():
        content = path.read_bytes()
        if b"\0" in content:
            continue
        for number, line in enumerate(content.decode("utf-8", errors="replace").splitlines(), 1):
            if match := TRACES.search(line):
                found.append(f"{place(path)}:{number}: {match.group()}")

    assert found == []


def test_the_repository_stays_small() -> None:
    """The files of a clone, and its whole history, stay under 60 MB each."""
    files = sum(path.stat().st_size for path in tracked_files())
    objects = subprocess.run(["git", "rev-list", "--objects", "--all"], cwd=ROOT, capture_output=True, check=True)
    sizes = subprocess.run(
        ["git", "cat-file", "--batch-check=%(objectsize:disk) %(rest)"],
        cwd=ROOT, input=objects.stdout, capture_output=True, check=True,
    )  # fmt: skip
    history = sum(int(line.split()[0]) for line in sizes.stdout.splitlines())

    assert files < LARGEST_MIB * 1e6
    assert history < LARGEST_MIB * 1e6


def test_no_foreign_benchmark_file_is_committed() -> None:
    """The benchmark files that tests may compare with stay outside: their licences are not ours to pass on."""
    if not BENCHMARKS.is_dir():
        pytest.skip("no benchmark files beside the project to compare with")
    foreign = {path.stat().st_size: path for path in BENCHMARKS.rglob("*") if path.is_file() and path.stat().st_size}
    hashes = {
        hashlib.sha256(path.read_bytes()).digest()
        for path in BENCHMARKS.rglob("*")
        if path.is_file() and path.stat().st_size
    }
    found = [
        place(path)
        for path in tracked_files()
        if path.stat().st_size in foreign and hashlib.sha256(path.read_bytes()).digest() in hashes
    ]

    assert found == []
