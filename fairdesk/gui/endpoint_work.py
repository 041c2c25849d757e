"""Work of the page Endpoints that takes more than one audit function; runs in the worker and knows no Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from fairdesk.audit.endpoint_terms import keep_terms
from fairdesk.audit.endpoints import change_endpoint, delete_endpoint, list_endpoints
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.audited_system import EndpointSettings
from fairdesk.domain.endpoint_terms import EndpointTerms

Change = tuple[str, EndpointSettings]
"""The name that an endpoint was kept under (empty for a new one), and its settings now."""

NO_TERMS: Mapping[str, EndpointTerms] = MappingProxyType({})


def keep_changes(
    spec: WorkspaceSpec, changes: Sequence[Change], terms: Mapping[str, EndpointTerms] = NO_TERMS
) -> tuple[EndpointSettings, ...]:
    """Keep what was typed about endpoints; answers with the whole list.

    Args:
        terms: By the name that the endpoint was kept under before.
    """
    for former_name, endpoint in changes:
        change_endpoint(spec, former_name, endpoint)
    names = {former_name: endpoint.name for former_name, endpoint in changes}
    for name, one in terms.items():
        keep_terms(spec, names.get(name, name), one)
    return list_endpoints(spec)


def take_away(spec: WorkspaceSpec, name: str) -> tuple[EndpointSettings, ...]:
    """Delete an endpoint and its terms; answers with the list that is left."""
    delete_endpoint(spec, name)
    return list_endpoints(spec)
