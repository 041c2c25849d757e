"""Terms of endpoints are kept under a name, beside the endpoints."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from fairdesk.domain.audited_system import EndpointSettings
from fairdesk.domain.endpoint_terms import EndpointTerms
from fairdesk.domain.errors import InputError, StoreError
from fairdesk.store.store import Store

TERMS = EndpointTerms(ca_file="/etc/own.pem", whole_seconds=12.5, tokens_per_minute=90_000, price_answer=0.6)


def test_terms_come_back_as_they_were_saved(store: Store) -> None:
    """Also under the name of an endpoint that is not saved itself; before that they are the defaults."""
    assert store.endpoints.terms("Embedded model (built in)") == EndpointTerms()
    store.endpoints.save_terms("Embedded model (built in)", TERMS)
    store.endpoints.save_terms("other", EndpointTerms())
    assert store.endpoints.terms("Embedded model (built in)") == TERMS

    store.endpoints.save_terms("Embedded model (built in)", EndpointTerms(price_call=0.0))
    assert store.endpoints.terms("Embedded model (built in)").price_call == 0.0
    assert store.endpoints.all() == ()


def test_terms_go_with_their_endpoint(store: Store) -> None:
    """An endpoint that is deleted and entered again begins with the defaults."""
    settings = EndpointSettings(name="e", kind="openai_chat", model="m", options={})
    store.endpoints.save(settings)
    store.endpoints.save_terms("e", TERMS)
    store.endpoints.delete("e")
    store.endpoints.save(settings)

    assert store.endpoints.terms("e") == EndpointTerms()


def test_terms_need_a_name(store: Store) -> None:
    """Nothing is kept under an empty name."""
    with pytest.raises(InputError, match="no name"):
        store.endpoints.save_terms(" ", TERMS)


def test_terms_that_cannot_be_read_say_so(store: Store) -> None:
    """A changed file gives words and advice, never a limit or a price that nobody entered."""
    with store.database.writing() as connection:
        connection.execute(text("INSERT INTO endpoint_terms VALUES ('e', '{\"whole_seconds\": \"long\"}', 't')"))
    with pytest.raises(StoreError, match="'e' cannot be read"):
        store.endpoints.terms("e")
