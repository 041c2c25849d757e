"""How an endpoint's settings and terms become a way of asking it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from fairdesk.audit.endpoints import change_endpoint, target_and_limits
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.audited_system import EndpointSettings
from fairdesk.domain.endpoint_terms import EndpointTerms
from fairdesk.endpoints.client import ClientLimits, EndpointTarget
from fairdesk.endpoints.pace import PaceSettings, Patience

BASE_URL = "https://models.example/v1"


def endpoint(kind: str = "openai_chat", **options: str) -> EndpointSettings:
    return EndpointSettings(
        name="e", kind=kind, base_url=BASE_URL, model="m", key_variable="FAIRDESK_TEST_KEY", options=options
    )


def asked_of(
    data_dir: Path, settings: EndpointSettings, terms: EndpointTerms | None = None
) -> tuple[EndpointTarget, ClientLimits, PaceSettings]:
    with Workspace(WorkspaceSpec(data_dir=data_dir)) as workspace:
        if terms is not None:
            workspace.store.endpoints.save_terms(settings.name, terms)
        return target_and_limits(workspace, settings, settings.base_url)


def test_terms_are_kept_to(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Time limits, limits per minute, calls at once and the certificate file that were entered reach the client."""
    monkeypatch.setenv("FAIRDESK_TEST_KEY", "sk-planted-0123456789")
    terms = EndpointTerms(
        ca_file="/etc/ours.pem",
        connect_seconds=3.0,
        first_byte_seconds=90.0,
        whole_seconds=120.0,
        max_in_flight=6,
        requests_per_minute=50,
        tokens_per_minute=40_000,
    )
    target, limits, pace = asked_of(data_dir, endpoint("azure_openai", api_version="2024-10-21"), terms)
    assert (target.base_url, target.kind, target.ca_file) == (BASE_URL, "azure_openai", "/etc/ours.pem")
    assert target.options == {"api_version": "2024-10-21"}
    assert (target.key, "planted" in repr(target)) == ("sk-planted-0123456789", False)
    assert (limits.connect_seconds, limits.silence_seconds, limits.whole_seconds) == (3.0, 90.0, 120.0)
    assert (pace.max_in_flight, pace.requests_per_minute, pace.tokens_per_minute) == (6, 50, 40_000)
    assert pace.slow_seconds <= 90.0 / 2


def test_without_terms_the_best_number_is_found_out(data_dir: Path) -> None:
    """An endpoint of which nothing was entered begins with few calls at once, may have many, and is waited for."""
    _, limits, pace = asked_of(data_dir, endpoint())
    assert limits == ClientLimits()
    assert 1 < pace.start_in_flight < 10 < pace.max_in_flight
    assert pace.patience == Patience()


def test_built_in_endpoints_are_asked_as_they_can_bear(data_dir: Path) -> None:
    """The embedded model answers one call at a time, whatever was entered, and its end is noticed within a minute."""
    _, _, pace = asked_of(data_dir, endpoint("embedded"), EndpointTerms(max_in_flight=32))
    assert pace.max_in_flight == pace.start_in_flight == 1
    assert pace.patience.later_seconds <= 60


def test_another_name_keeps_the_terms(data_dir: Path) -> None:
    """Limits and prices stand beside an endpoint under its name, and go with it when the name changes."""
    terms = EndpointTerms(max_in_flight=6, price_call=0.1)
    spec = WorkspaceSpec(data_dir=data_dir)
    change_endpoint(spec, "", endpoint())
    with Workspace(spec) as workspace:
        workspace.store.endpoints.save_terms("e", terms)
    change_endpoint(spec, "e", replace(endpoint(), name="f"))
    with Workspace(spec) as workspace:
        assert workspace.store.endpoints.terms("f") == terms
        assert workspace.store.endpoints.terms("e") == EndpointTerms()
