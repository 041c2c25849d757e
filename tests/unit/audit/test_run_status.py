"""How a run stands, read while another process writes it."""

from __future__ import annotations

import threading
from collections import Counter
from pathlib import Path

from fairdesk.audit.run_bytes import exchange_entry
from fairdesk.audit.run_status import unmended_failures
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.exchanges import CallFailure, Exchange, ItemKey, Status

N_FAILURES = 400


def failed(number: int) -> Exchange:
    key = ItemKey(case_id=f"c-{number:04d}", variant="original", question="rating", sample=1)
    failure = CallFailure(cause="server_error", message="The server failed.", advice="Try later.")
    return Exchange(key=key, request_sha256="0" * 64, outcome=failure, sent_at="2026-11-30T09:00:00Z", elapsed_ms=1)


def test_failures_that_arrive_while_they_are_read_raise_nothing(data_dir: Path) -> None:
    """A window looks at a run whose calls are failing: what came after the look is left for the next one."""
    spec = WorkspaceSpec(data_dir=data_dir)
    with Workspace(spec) as workspace:
        workspace.store.ledger.append("run:r-1", [exchange_entry(failed(0), Status.FAILED)])

    def fail_on() -> None:
        with Workspace(spec) as other:
            for number in range(1, N_FAILURES):
                other.store.ledger.append("run:r-1", [exchange_entry(failed(number), Status.FAILED)])

    writer = threading.Thread(target=fail_on)
    writer.start()
    n_seen: list[int] = []
    with Workspace(spec) as workspace:
        while writer.is_alive():
            n_seen.append(len(unmended_failures(workspace, "r-1")))
        writer.join()
        causes = Counter(unmended_failures(workspace, "r-1").values())
    assert n_seen == sorted(n_seen)
    assert causes == {"server_error": N_FAILURES}
