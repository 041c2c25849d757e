"""The requests of one run by their numbers: the very bytes that the run would send, and their hashes."""

from __future__ import annotations

from fairdesk.audit.benchmark_items import PlanBenchmarks
from fairdesk.audit.plan import load_plan
from fairdesk.audit.plan_texts import AnswerReader, PlanTexts
from fairdesk.audit.run_items import PlanItems, build_request
from fairdesk.audit.workspace import Workspace
from fairdesk.domain.errors import InputError
from fairdesk.endpoints.formats import wire_format
from fairdesk.endpoints.wire_format import CannotBeSentError, request_bytes, sha256_of_body


class PlannedRequests:
    """What a system is asked under a plan; a request is built when it is needed."""

    def __init__(self, workspace: Workspace, plan_sha256: str, label: str) -> None:
        """Reads the plan.

        Raises:
            InputError: the plan has no such system, or its endpoint's kind has no wire format.
        """
        self.plan_sha256 = plan_sha256
        self.plan = load_plan(workspace, plan_sha256)
        found = next((system for system in self.plan.systems if system.label == label), None)
        if found is None:
            raise InputError(f"The plan has no system {label}.", "See: fairdesk project show")
        self.system = found
        self.wire = wire_format(found.endpoint.kind)
        self.items = PlanItems(self.plan)
        benchmarks = PlanBenchmarks(workspace, self.plan, whole=True)
        self.reader = AnswerReader(self.plan, benchmarks)
        self._texts = PlanTexts(workspace, self.plan, benchmarks)

    def request(self, number: int) -> tuple[bytes, str]:
        """Body and hash of the request with this number of ``items``.

        Raises:
            InputError: the endpoint's format has no words for it.
        """
        key, endpoint = self.items.key(number), self.system.endpoint
        request = build_request(self.system, self.reader.questions[key.question], self._texts.text(key), key.sample)
        try:
            body = request_bytes(self.wire, request, endpoint.options)
        except CannotBeSentError as error:
            raise InputError(f"The requests of {self.system.label} cannot be written: {error}.", "") from error
        return body, sha256_of_body(self.wire, request.model, endpoint.options, body)
