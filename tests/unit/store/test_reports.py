"""Issued reports are kept byte for byte."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fairdesk.domain.canonical import sha256_hex
from fairdesk.domain.errors import InputError, StoreError
from fairdesk.store.reports import ReportRecord
from fairdesk.store.store import Store

RECORD = ReportRecord(
    report_id="R-2026-1",
    project_id="p",
    analysis_sha256="a" * 64,
    evidence_sha256="b" * 64,
    heads={"run:2": "d" * 64, "run:1": "c" * 64},
    pdf=b"%PDF-1.7 \x00\xff",
    pdf_sha256=sha256_hex(b"%PDF-1.7 \x00\xff"),
    signer="Zoë Auditor",
    issued_at="2026-01-02T03:04:05.000Z",
)


def test_a_report_comes_back_whole(store: Store) -> None:
    """The record read is the record added, alone and in the list of its project, in the order of issue."""
    earlier = replace(RECORD, report_id="R-2026-2", issued_at="2026-01-01T00:00:00.000Z")
    store.reports.add(RECORD)
    store.reports.add(earlier)

    assert store.reports.get("R-2026-1") == RECORD
    assert store.reports.all("p") == (earlier, RECORD)
    assert store.reports.all("q") == ()


def test_a_report_is_added_once(store: Store) -> None:
    """A second report of the same id is refused and the first stays; an unknown id is named."""
    store.reports.add(RECORD)
    with pytest.raises(StoreError, match="R-2026-1"):
        store.reports.add(replace(RECORD, signer="other"))

    assert store.reports.get("R-2026-1").signer == "Zoë Auditor"
    with pytest.raises(InputError, match="R-9"):
        store.reports.get("R-9")


def test_a_wrong_hash_is_a_fault(store: Store) -> None:
    """A report whose hash does not fit its bytes never enters the store."""
    with pytest.raises(ValueError, match="hash"):
        store.reports.add(replace(RECORD, pdf=b"other"))
    assert store.reports.ids() == ()


def test_the_register_is_read_without_the_files(store: Store) -> None:
    """A line says what is known of a report, in the order of issue; other projects are left out."""
    earlier = replace(RECORD, report_id="R-2026-2", issued_at="2026-01-01T00:00:00.000Z")
    for record in (RECORD, earlier, replace(RECORD, report_id="R-2026-3", project_id="q")):
        store.reports.add(record)
    lines = store.reports.lines("p")

    assert [line.report_id for line in lines] == ["R-2026-2", "R-2026-1"]
    assert lines[1].signer == "Zoë Auditor"
    assert lines[1].pdf_sha256 == RECORD.pdf_sha256
    assert not hasattr(lines[1], "pdf")
