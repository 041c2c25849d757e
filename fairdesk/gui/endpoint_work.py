"""Work of the page Endpoints that takes more than one audit function; runs in the worker and knows no Qt."""

from __future__ import annotations

from collections.abc import Sequence

from fairdesk.audit.endpoints import change_endpoint, delete_endpoint, list_endpoints
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.audited_system import EndpointSettings

Change = tuple[str, EndpointSettings]
"""The name that an endpoint was kept under (empty for a new one), and its settings now."""


def keep_changes(spec: WorkspaceSpec, changes: Sequence[Change]) -> tuple[EndpointSettings, ...]:
    """Keep what was typed about endpoints; answers with the whole list."""
    for former_name, endpoint in changes:
        change_endpoint(spec, former_name, endpoint)
    return list_endpoints(spec)


def take_away(spec: WorkspaceSpec, name: str) -> tuple[EndpointSettings, ...]:
    """Delete an endpoint; answers with the list that is left."""
    delete_endpoint(spec, name)
    return list_endpoints(spec)
