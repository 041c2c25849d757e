"""Issued reports: the signed bytes and what they rest on. Append-only."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from sqlalchemy import Row, select
from sqlalchemy.exc import IntegrityError

from fairdesk.domain.canonical import canonical_bytes, sha256_hex
from fairdesk.domain.errors import InputError, StoreError
from fairdesk.store import schema
from fairdesk.store.database import Database

report = schema.report


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportRecord:
    """One issued report.

    Attributes:
        analysis_sha256: Key of the document that holds the analysis.
        evidence_sha256: SHA-256 of the attached evidence file.
        heads: Chain to the link up to which the report rests on it.
        pdf: The signed file.
        signer: As the certificate names them.
        issued_at: UTC, ISO 8601 with Z.
    """

    report_id: str
    project_id: str
    analysis_sha256: str
    evidence_sha256: str
    heads: Mapping[str, str]
    pdf: bytes
    pdf_sha256: str
    signer: str
    issued_at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportLine:
    """One line of the register of reports: what is known of one without reading its file."""

    report_id: str
    project_id: str
    evidence_sha256: str
    pdf_sha256: str
    signer: str
    issued_at: str


LINE_COLUMNS = tuple(report.c[line_field.name] for line_field in fields(ReportLine))


class Reports:
    """All issued reports. They stay when their project is deleted."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, record: ReportRecord) -> None:
        """Keep an issued report; on disk when this returns.

        Raises:
            StoreError: a report with this id is there already; it was not touched.
            ValueError: ``pdf_sha256`` is not the hash of ``pdf`` (a bug in the caller).
        """
        if sha256_hex(record.pdf) != record.pdf_sha256:
            raise ValueError("pdf_sha256 is not the hash of pdf")
        row = {column.name: getattr(record, column.name) for column in report.columns}
        row["heads"] = canonical_bytes(dict(record.heads))
        try:
            with self._database.writing() as connection:
                connection.execute(report.insert(), row)
        except IntegrityError as error:
            raise StoreError(
                f"A report {record.report_id!r} is in the store already.", "Issue the report under another number."
            ) from error

    def all(self, project_id: str) -> tuple[ReportRecord, ...]:
        """The reports of a project in the order in which they were issued.

        Raises:
            StoreError: the stored bytes of one do not have its hash.
        """
        query = select(report).where(report.c.project_id == project_id).order_by(report.c.issued_at, report.c.report_id)
        with self._database.reading() as connection:
            return tuple(_record(row) for row in connection.execute(query))

    def lines(self, project_id: str) -> tuple[ReportLine, ...]:
        """The register of a project's reports in the order in which they were issued; no file is read."""
        query = (
            select(*LINE_COLUMNS)
            .where(report.c.project_id == project_id)
            .order_by(report.c.issued_at, report.c.report_id)
        )
        with self._database.reading() as connection:
            return tuple(ReportLine(**row._mapping) for row in connection.execute(query))

    def ids(self) -> tuple[str, ...]:
        """The ids of all reports of the store, sorted."""
        with self._database.reading() as connection:
            return tuple(connection.execute(select(report.c.report_id).order_by(report.c.report_id)).scalars())

    def get(self, report_id: str) -> ReportRecord:
        """One report, its bytes hashed again while reading.

        Raises:
            InputError: there is none with this id.
            StoreError: the stored bytes do not have the stored hash.
        """
        with self._database.reading() as connection:
            row = connection.execute(select(report).where(report.c.report_id == report_id)).first()
        if row is None:
            raise InputError(f"There is no report {report_id!r} in this store.", "Open the store it was issued from.")
        return _record(row)


def _record(row: Row[Any]) -> ReportRecord:
    if not isinstance(row.pdf, bytes) or sha256_hex(row.pdf) != row.pdf_sha256:
        raise StoreError(
            f"The stored file of report {row.report_id!r} was changed after it was issued.", "Restore a backup."
        )
    return ReportRecord(**{**row._mapping, "heads": json.loads(row.heads)})
