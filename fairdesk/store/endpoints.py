"""Endpoints as the auditor set them up: addresses, the names of keys (never a key), and the terms of asking them."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Row, select
from sqlalchemy.dialects.sqlite import insert

from fairdesk.domain.audited_system import EndpointSettings
from fairdesk.domain.canonical import canonical_bytes
from fairdesk.domain.codec import from_plain, to_plain
from fairdesk.domain.endpoint_terms import EndpointTerms
from fairdesk.domain.errors import InputError, StoreError
from fairdesk.store import schema
from fairdesk.store.database import Database

endpoint = schema.endpoint
endpoint_terms = schema.endpoint_terms


class Endpoints:
    """Endpoint settings by name. Editable: what a run used is copied into its audited system."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> tuple[EndpointSettings, ...]:
        """All endpoints, sorted by name."""
        with self._database.reading() as connection:
            return tuple(_settings(row) for row in connection.execute(select(endpoint).order_by(endpoint.c.name)))

    def get(self, name: str) -> EndpointSettings:
        """The endpoint with exactly this name.

        Raises:
            InputError: there is none.
        """
        with self._database.reading() as connection:
            row = connection.execute(select(endpoint).where(endpoint.c.name == name)).first()
        if row is None:
            raise InputError(f"There is no endpoint {name!r} in this store.", "Add it on the page Endpoints.")
        return _settings(row)

    def save(self, settings: EndpointSettings) -> None:
        """Store an endpoint under its name, in place of one that has it already.

        Raises:
            InputError: the name is empty.
        """
        if not settings.name.strip():
            raise InputError("The endpoint has no name.", "Give it a name.")
        row = {
            "name": settings.name,
            "settings": canonical_bytes(to_plain(settings)),
            "changed_at": self._database.now(),
        }
        statement = insert(endpoint).values(row).on_conflict_do_update(index_elements=["name"], set_=row)
        with self._database.writing() as connection:
            connection.execute(statement)

    def delete(self, name: str) -> None:
        """Remove an endpoint and its terms; its key stays in the key store until it is forgotten there.

        Absent is no error.
        """
        with self._database.writing() as connection:
            connection.execute(endpoint.delete().where(endpoint.c.name == name))
            connection.execute(endpoint_terms.delete().where(endpoint_terms.c.name == name))

    def terms(self, name: str) -> EndpointTerms:
        """The terms kept under an endpoint's name, which may be that of a built-in one; the defaults when none are.

        Raises:
            StoreError: they cannot be read.
        """
        with self._database.reading() as connection:
            row = connection.execute(select(endpoint_terms).where(endpoint_terms.c.name == name)).first()
        if row is None:
            return EndpointTerms()
        try:
            return from_plain(EndpointTerms, json.loads(row.terms))
        except ValueError as error:
            raise StoreError(
                f"The terms of the endpoint {name!r} cannot be read ({error}).",
                "Enter them again on the page Endpoints.",
            ) from error

    def save_terms(self, name: str, terms: EndpointTerms) -> None:
        """Keep the terms of an endpoint under its name, in place of those that are there.

        Raises:
            InputError: the name is empty.
        """
        if not name.strip():
            raise InputError("The endpoint has no name.", "Give it a name.")
        row = {"name": name, "terms": canonical_bytes(to_plain(terms)), "changed_at": self._database.now()}
        statement = insert(endpoint_terms).values(row).on_conflict_do_update(index_elements=["name"], set_=row)
        with self._database.writing() as connection:
            connection.execute(statement)


def _settings(row: Row[Any]) -> EndpointSettings:
    try:
        return from_plain(EndpointSettings, json.loads(row.settings))
    except ValueError as error:
        raise StoreError(
            f"The settings of the endpoint {row.name!r} cannot be read ({error}).", "Delete it and enter it again."
        ) from error
