"""The books of a project's runs: counted from the entries themselves, beside what the command says of them."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass

from fairdesk.audit.run_status import run_statuses
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.codec import from_plain, to_plain
from fairdesk.domain.exchanges import Exchange, ItemKey, ModelReply, Status
from fairdesk.domain.progress import RunStatus
from fairdesk.store.ledger import Ledger
from tests.e2e.command_line import Done

GIVEN = (Status.ANSWERED.value, Status.REFUSED.value, Status.UNREADABLE.value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Accounts:
    """All runs of a project together.

    Attributes:
        counts: Status word to items; every planned item is in one of them.
        sent: SHA-256 of a request's body to how often it was sent, by what the entries say.
        answers: SHA-256 of the request's body and text of every answer.
    """

    runs: tuple[RunStatus, ...]
    n_planned: int
    counts: Counter[str]
    sent: Counter[str]
    answers: tuple[tuple[str, str], ...]

    @property
    def n_answers(self) -> int:
        """Whatever came back as an answer, whether or not it can be read."""
        return sum(self.counts[word] for word in GIVEN)

    @property
    def n_failed(self) -> int:
        """Items whose last outcome is a failure."""
        return self.counts[Status.FAILED.value]


def balanced(spec: WorkspaceSpec, project: str, done: Done | None = None) -> Accounts:
    """Walk every chain, count every entry, and compare with how the runs are said to stand.

    Args:
        done: A command that printed the runs as JSON, to be compared too.

    Returns:
        What was counted, from the entries alone.
    """
    counts: Counter[str] = Counter()
    sent: Counter[str] = Counter()
    answers: list[tuple[str, str]] = []
    with Workspace(spec) as workspace:
        ledger = workspace.store.ledger
        assert [chain for chain in ledger.chains() if not ledger.check(chain).ok] == []
        runs = run_statuses(workspace, project)
        for run in runs:
            ended, exchanges = _outcomes(ledger, f"run:{run.run_id}")
            asked = Counter(ended.values())
            assert len(ended) <= run.n_planned
            asked[Status.NOT_ATTEMPTED.value] = run.n_planned - len(ended)
            assert {word: asked[word] for word in run.counts} == dict(run.counts)
            assert set(asked) <= set(run.counts)
            counts += asked
            for exchange in exchanges:
                sent[exchange.request_sha256] += exchange.n_attempts
                if isinstance(exchange.outcome, ModelReply):
                    answers.append((exchange.request_sha256, exchange.outcome.text))
    if done is not None:
        assert done.json["runs"] == json.loads(json.dumps([to_plain(run) for run in runs]))
    n_planned = sum(run.n_planned for run in runs)
    assert n_planned == sum(counts.values())
    return Accounts(runs=runs, n_planned=n_planned, counts=counts, sent=sent, answers=tuple(answers))


def _outcomes(ledger: Ledger, chain: str) -> tuple[dict[ItemKey, str], list[Exchange]]:
    """How every item that was asked stands, and all that was said; an item with two answers is an error."""
    ended: dict[ItemKey, str] = {}
    exchanges = []
    for kind in ("failure", "exchange"):
        for entry in ledger.entries(chain, kind=kind):
            exchange = from_plain(Exchange, json.loads(entry.body))
            assert exchange.key == entry.key
            assert isinstance(exchange.outcome, ModelReply) == (kind == "exchange")
            assert ended.get(exchange.key) not in GIVEN, f"{exchange.key} was answered twice"
            ended[exchange.key] = entry.status
            exchanges.append(exchange)
    return ended, exchanges
