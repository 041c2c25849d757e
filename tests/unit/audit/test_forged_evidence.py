"""Chains that fit together and whose evidence does not: files without bytes, answers of no file, answers of two."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from fairdesk.audit.analyse import analyse_project
from fairdesk.audit.archives import export_archive, import_archive
from fairdesk.audit.benchmark_import import BenchmarkRequest, add_benchmark
from fairdesk.audit.issue import IssueRequest, issue_report
from fairdesk.audit.recorded_calls import lost_bytes
from fairdesk.audit.recorded_import import RecordedOrder, import_recorded
from fairdesk.audit.run_bytes import exchange_entry
from fairdesk.audit.supplied import SuppliedBy
from fairdesk.audit.verify import verify_report
from fairdesk.audit.workspace import Workspace, WorkspaceSpec, utc_now
from fairdesk.domain.archives import ArchiveOrder
from fairdesk.domain.errors import InputError, StoreError
from fairdesk.domain.exchanges import Status
from fairdesk.domain.reports import CheckVerdict
from fairdesk.report.identity import make_demo_identity
from tests.unit.audit.recorded_answers import answered, asking, exchanges, prompts, taken, written


@pytest.fixture
def spec(tmp_path: Path) -> WorkspaceSpec:
    return WorkspaceSpec(data_dir=tmp_path / "profile")


@contextmanager
def opened(spec: WorkspaceSpec) -> Iterator[sqlite3.Connection]:
    """The store as somebody outside FairDesk changes it."""
    with closing(sqlite3.connect(Workspace(spec).paths.store_file)) as store, store:
        yield store


def without_bytes(spec: WorkspaceSpec) -> None:
    """Take the bytes of recorded files out of a store and leave all else as a store of FairDesk has it."""
    with opened(spec) as store:
        triggers = store.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            store.execute(f'DROP TRIGGER "{name}"')
        assert store.execute("DELETE FROM document WHERE kind = 'recorded_answers'").rowcount == 1
        for _, sql in triggers:
            store.execute(sql)


@pytest.mark.slow
def test_one_file_with_the_answers_to_two_benchmarks_counts_each_answer_once(
    spec: WorkspaceSpec, tmp_path: Path
) -> None:
    """A file that was taken for two benchmarks gives each its own calls, not each those of both."""
    project = asking(spec, "Two")
    add_benchmark(spec, project, BenchmarkRequest(benchmark_id="bold", path=None, without_files=True))
    of_bold = [
        {"item": one["item"], "label": one["label"], "answer": "It was a long day."}
        for one in prompts(spec, tmp_path, "bold")
    ]
    of_gest = answered(spec, tmp_path)
    path = written(tmp_path / "both.jsonl", of_gest + of_bold)
    taken(spec, project, path)
    order = RecordedOrder(path=path, benchmark_id="bold", system="baseline", supply=SuppliedBy(who="Vendor Ltd"))
    import_recorded(spec, project, order)
    (run,) = analyse_project(spec, project)[1].runs

    assert {one.benchmark_id: one.n_calls for one in run.recorded} == {"gest": len(of_gest), "bold": len(of_bold)}
    assert run.n_recorded == run.n_asked


def test_an_answer_of_a_recorded_file_that_nobody_named_is_no_evidence(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """Without the entry of its file nobody would be told that FairDesk did not ask for the answer."""
    project = asking(spec, "Unnamed")
    rows = answered(spec, tmp_path)
    done = taken(spec, project, written(tmp_path / "answers.jsonl", rows[:-1]))
    first = exchanges(spec, done.run_id)[0]
    row = rows[-1]
    case = f"gest:{row['item']}"
    key = replace(first.key, case_id=case, variant=row["label"])
    forged = replace(first, key=key, source=f"recorded other.jsonl {'0' * 64}")
    with Workspace(spec) as workspace:
        workspace.store.ledger.append(f"run:{done.run_id}", [exchange_entry(forged, Status.ANSWERED)])

    with pytest.raises(StoreError, match="recorded file that"):
        analyse_project(spec, project)


def test_changed_bytes_of_a_recorded_file_are_told_and_end_no_check(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """A document that is not what its hash says is one more finding beside the others."""
    project = asking(spec, "Changed")
    done = taken(spec, project, written(tmp_path / "answers.jsonl", answered(spec, tmp_path)))
    with opened(spec) as store:
        for (name,) in store.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            store.execute(f'DROP TRIGGER "{name}"')
        store.execute("UPDATE document SET body = x'00' WHERE kind = 'recorded_answers'")
    with Workspace(spec) as workspace:
        (words,) = lost_bytes(workspace, [done.run_id])

    assert "answers.jsonl" in words
    assert "not those that were taken" in words


@pytest.mark.slow
def test_a_recorded_file_without_its_bytes_fails_the_check_of_a_report(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """The answers stand in the chain, but what was supplied cannot be held against them any more."""
    project = asking(spec, "Bytes")
    taken(spec, project, written(tmp_path / "answers.jsonl", answered(spec, tmp_path)))
    identity = make_demo_identity(tmp_path / "identity", "Tester", utc_now())
    report = tmp_path / "report.pdf"
    issue_report(spec, project, IssueRequest(p12=identity.p12, password=identity.password, target=report))
    assert verify_report(spec, report, identity.certificate).problems == ()
    without_bytes(spec)
    found = verify_report(spec, report, identity.certificate)

    assert found.verdict is CheckVerdict.FAILED
    assert "answers.jsonl" in " ".join(found.problems)


def test_an_archive_without_the_bytes_of_a_recorded_file_is_refused(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """Its manifest and its chains fit, and still evidence is missing."""
    project = asking(spec, "Archive")
    taken(spec, project, written(tmp_path / "answers.jsonl", answered(spec, tmp_path)))
    without_bytes(spec)
    export_archive(spec, project, tmp_path / "a.fairdesk", lambda words: None)
    there = WorkspaceSpec(data_dir=tmp_path / "there")

    with pytest.raises(InputError, match="documents are missing"):
        import_archive(there, ArchiveOrder(archive=tmp_path / "a.fairdesk"), lambda words: None)
