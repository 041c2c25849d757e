"""Answers of earlier runs that may stand for a call of this one, because the whole request is the same."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

from fairdesk.audit.plan import load_plan
from fairdesk.audit.workspace import Workspace
from fairdesk.domain.audited_system import EndpointSettings
from fairdesk.domain.codec import from_plain
from fairdesk.domain.exchanges import Exchange, ItemKey, ModelRequest
from fairdesk.domain.reuse_words import REUSED, is_reused
from fairdesk.endpoints.formats import wire_format
from fairdesk.endpoints.wire_format import CannotBeSentError, request_sha256


class EarlierAnswers:
    """Finds answers to the same request of the same endpoint and the same sample number.

    Each serves one item of a run at most: two repeats, or two files with one text, are never given one answer. An
    answer that was itself taken over serves nobody, so the place that is named is where it was really given.

    Args:
        run_id: The run that will take answers over; its own are no candidates.
        endpoint: That the run asks.
    """

    def __init__(self, workspace: Workspace, project_id: str, run_id: str, endpoint: EndpointSettings) -> None:
        self._ledger = workspace.store.ledger
        self._endpoint = endpoint
        self._wire = wire_format(endpoint.kind)
        used = {exchange.source for _, exchange in self._exchanges(run_id) if is_reused(exchange.source)}
        self._found: dict[tuple[str, int], list[tuple[str, int]]] = {}
        for earlier in _runs_on(workspace, project_id, endpoint):
            if earlier == run_id:
                continue
            for seq, exchange in self._exchanges(earlier):
                if not exchange.source and _source(earlier, seq) not in used:
                    place = exchange.request_sha256, exchange.key.sample
                    self._found.setdefault(place, []).append((earlier, seq))

    def take(self, key: ItemKey, request: ModelRequest) -> Exchange | None:
        """The answer to a request, marked with where it comes from; it is not given again."""
        try:
            sha256 = request_sha256(self._wire, request, self._endpoint.options)
        except (CannotBeSentError, ValueError):
            return None
        places = self._found.get((sha256, key.sample))
        if not places:
            return None
        run_id, seq = places.pop(0)
        entry = self._ledger.at(f"run:{run_id}", (seq,))[0]
        earlier = from_plain(Exchange, json.loads(entry.body))
        return replace(earlier, key=key, n_attempts=0, source=_source(run_id, seq))

    def _exchanges(self, run_id: str) -> Iterator[tuple[int, Exchange]]:
        for entry in self._ledger.entries(f"run:{run_id}", kind="exchange"):
            yield entry.seq, from_plain(Exchange, json.loads(entry.body))


def _source(run_id: str, seq: int) -> str:
    return f"{REUSED}{run_id} {seq}"


def _runs_on(workspace: Workspace, project_id: str, endpoint: EndpointSettings) -> Iterator[str]:
    """The runs of a project that asked the same model at the same address in the same way."""
    for entry in workspace.store.ledger.entries(f"project:{project_id}", kind="run_started"):
        started = json.loads(entry.body)
        if "records_manifest" in started:
            continue
        plan = load_plan(workspace, str(started["plan_sha256"]))
        system = next((system for system in plan.systems if system.label == started["system"]), None)
        if system is not None and _where(system.endpoint) == _where(endpoint):
            yield str(started["run_id"])


def _where(endpoint: EndpointSettings) -> tuple[str, str, str, tuple[tuple[str, str], ...]]:
    return endpoint.kind, endpoint.base_url, endpoint.model, tuple(sorted(endpoint.options.items()))
