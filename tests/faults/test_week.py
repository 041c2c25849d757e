"""A run of a week in minutes: real engine, asker, pace, client and store in a simulated week of a simulated provider.

The provider has a limit a day and a limit a minute, is away every night, fails now and then, and cannot bear a few of
the questions. 20,000 calls by default; ``FAIRDESK_BENCHMARKS=1`` makes 200,000 of the same week.
"""

from __future__ import annotations

import gc
import os
import random
import re
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest

from fairdesk.audit import run_engine
from fairdesk.audit.benchmark_items import PlanBenchmarks
from fairdesk.audit.estimate import RunEstimate, call_size
from fairdesk.audit.plan_texts import AnswerReader
from fairdesk.audit.projects import starting_details
from fairdesk.audit.run_budget import BudgetWatch
from fairdesk.audit.run_engine import RunEngine
from fairdesk.audit.run_identity import IdentityWatch
from fairdesk.audit.run_items import PlanItems, build_request
from fairdesk.audit.run_lane import RunJob, RunLane
from fairdesk.audit.run_reading import StatusReader
from fairdesk.audit.run_standing import RunEnd
from fairdesk.audit.variant_parts import TextSize
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.endpoint_terms import Budget, CostEstimate, EndpointTerms
from fairdesk.domain.exchanges import ItemKey, ModelRequest, Status
from fairdesk.domain.progress import RunProgress, RunState
from fairdesk.endpoints.asker import Asker
from fairdesk.endpoints.client import EndpointClient, EndpointTarget
from fairdesk.endpoints.pace import Pace, PaceSettings
from tests.unit.audit.small_plan import small_plan
from tests.virtual_time import (
    START,
    Call,
    Said,
    SimulatedProvider,
    failing,
    run_virtually,
    virtual_clock,
    virtual_seconds,
)

IS_LARGE = os.environ.get("FAIRDESK_BENCHMARKS") == "1"
N_CALLS = 200_000 if IS_LARGE else 20_000
CALLS_PER_FILE = 7
TERMS = EndpointTerms(price_prompt=2.5, price_answer=10.0, currency="EUR")
DAY_S = 86_400
NIGHT_FROM, NIGHT_TO = 2 * 3600, 5 * 3600
SYSTEM = starting_details().systems[0]
QUESTION = next(one for one in small_plan(1).questions if not one.top_logprobs)
TEXTS = ("I give a rating of 3.", "I give a rating of 4.", "I cannot help with that request.", "Well, well.")


@dataclass
class Provider:
    """What a provider does in the course of a week, and what it has counted.

    Attributes:
        n_refused: Items that it never accepts (status 400).
        n_unbearable: Items at which it always fails (status 500).
    """

    n_items: int
    a_day: int
    a_minute: int
    n_refused: int = 5
    n_unbearable: int = 5
    n_seen: int = 0
    n_paid: int = 0
    prompt_tokens: int = 0
    answer_tokens: int = 0
    said: Counter[str] = field(default_factory=Counter)
    _days: Counter[int] = field(default_factory=Counter)
    _minute: tuple[int, int] = (-1, 0)
    _choose: random.Random = field(default_factory=lambda: random.Random(20261130))

    def __post_init__(self) -> None:
        self.answered = bytearray(self.n_items)
        bad = self._choose.sample(range(self.n_items), self.n_refused + self.n_unbearable)
        self.refused, self.unbearable = frozenset(bad[: self.n_refused]), frozenset(bad[self.n_refused :])
        self.transport = SimulatedProvider(self.answer)

    def answer(self, call: Call) -> Said:
        """What becomes of one call."""
        self.transport.calls.clear()
        self.n_seen += 1
        said = self._trouble(START + timedelta(seconds=call.at)) or self._answer(call.text)
        self.said["lost" if said.error else str(said.status)] += 1
        return said

    def _trouble(self, now: datetime) -> Said | None:
        second = now.hour * 3600 + now.minute * 60 + now.second
        if NIGHT_FROM <= second < NIGHT_TO - 1800:
            return Said(error=ConnectionRefusedError(), seconds=0.01)
        if NIGHT_FROM <= second < NIGHT_TO:
            return failing(503, "Starting")
        if self._days[now.toordinal()] >= self.a_day:
            midnight = (now + timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0)
            return failing(429, "Daily limit reached", Retry_After=format_datetime(midnight, usegmt=True))
        minute = int(now.timestamp() // 60)
        self._minute = (minute, self._minute[1] + 1 if self._minute[0] == minute else 1)
        if self._minute[1] > self.a_minute:
            return failing(429, "Too many requests", Retry_After=str(60 - now.second))
        chance = self._choose.random()
        if chance < 1 / 300:
            return failing(500, "Internal error", seconds=2.0)
        if chance < 1 / 300 + 1 / 3000:
            return Said(error=ConnectionResetError(), seconds=1.0)
        self._days[now.toordinal()] += 1
        return None

    def _answer(self, text: str) -> Said:
        found = re.search(r"\bNo\. (\d+)\b", text)
        assert found is not None
        number = int(found[1])
        if number in self.refused:
            return failing(400, "This text is not accepted")
        if number in self.unbearable:
            return failing(500, "Internal error")
        assert not self.answered[number], "a question that was answered was asked again"
        self.answered[number] = 1
        said = self._choose.choices(TEXTS, (60, 37, 1, 2))[0]
        prompt, answer = AROUND_TOKENS + len(text) // 4, self._choose.randrange(5, 25)
        self.n_paid += 1
        self.prompt_tokens += prompt
        self.answer_tokens += answer
        usage = {"prompt_tokens": prompt, "completion_tokens": answer}
        choice = {"message": {"content": said}, "finish_reason": "stop"}
        body = {"model": "m-1", "choices": [choice], "usage": usage}
        return Said(body=body, seconds=self._choose.uniform(0.5, 4.0))

    @property
    def cost(self) -> float:
        """What is on the bill."""
        return (self.prompt_tokens * 2.5 + self.answer_tokens * 10.0) / 1e6


def request_for(number: int, sample: int) -> ModelRequest:
    return build_request(SYSTEM, QUESTION, text_of(number), sample)


def text_of(number: int) -> str:
    """Between some twenty and some hundred words."""
    return f"No. {number} applies for a place to read history. " + "The school speaks well of them. " * (number % 17)


AROUND_TOKENS = sum(len(message.content) for message in request_for(0, 1).messages[:-1]) // 4
"""Of whatever stands before the text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Week:
    """What came of a run."""

    provider: Provider
    end: RunEnd
    told: list[RunProgress]
    before: CostEstimate
    days: float


def run_of(folder: Path, provider: Provider, budget: Budget | None = None) -> Week:
    """Ask everything; then look whether the store says the same as what was told."""
    plan = replace(small_plan(provider.n_items // CALLS_PER_FILE), questions=(QUESTION,))
    items = PlanItems(plan)
    assert len(items) == provider.n_items
    texts = TextSize()
    for number in range(len(items)):
        texts.add(text_of(number))
    size = call_size(SYSTEM, plan.questions, [(texts, 1)])
    estimate = RunEstimate(size, TERMS)
    watch = BudgetWatch(budget or Budget(), TERMS)
    before = estimate.left(len(items), watch.spending(), 0)
    told: list[RunProgress] = []

    def request_of(key: ItemKey) -> ModelRequest:
        number = items.number(key)
        assert number is not None
        return request_for(number, key.sample)

    def tell(progress: RunProgress) -> None:
        if not told or progress.n_done >= told[-1].n_done + len(items) // 100 or progress.state is not told[-1].state:
            told.append(progress)

    async def go() -> tuple[RunEnd, float]:
        settings = PaceSettings(max_in_flight=32, requests_per_minute=provider.a_minute * 6 // 5)
        target = EndpointTarget(base_url="http://127.0.0.1:9/v1")
        with Workspace(WorkspaceSpec(data_dir=folder), virtual_clock) as workspace:
            job = RunJob(
                run_id="r-week",
                title="week",
                blocks=items.blocks(),
                n_planned=len(items),
                request_of=request_of,
                status_of=StatusReader(AnswerReader(plan, PlanBenchmarks(workspace, plan))).status,
                leases=("run:r-week",),
                budget=watch,
                identity=IdentityWatch(SYSTEM.facts),
                estimate=estimate,
            )
            async with EndpointClient(target, transport=provider.transport, clock=virtual_clock) as client:
                lane = RunLane(asker=Asker(client, Pace(settings, virtual_clock)), jobs=(job,))
                ends = await RunEngine(workspace, (lane,), tell, lambda: False).ask()
            balances(workspace, ends["r-week"], told[-1], items)
            return ends["r-week"], virtual_seconds() / DAY_S

    end, days = run_virtually(go)
    return Week(provider=provider, end=end, told=told, before=before, days=days)


def balances(workspace: Workspace, end: RunEnd, last: RunProgress, items: PlanItems) -> None:
    """Planned = asked + not attempted, asked = answered + refused + unreadable + failed, in the entries as in words."""
    ledger, chain = workspace.store.ledger, "run:r-week"
    assert ledger.check(chain).ok
    answered = list(ledger.answered_keys(chain))
    failed = ledger.failed_keys(chain)
    assert len(answered) == len(set(answered)) == ledger.count(chain, "exchange")
    assert not set(answered) & set(failed)
    assert all(items.number(key) is not None for key in (*answered, *failed))
    counts = ledger.counts_by_status(chain)
    assert sum(counts.values()) == len(answered)
    told = {word: count for word, count in last.counts.items() if count}
    assert told == {word: count for word, count in {**counts, Status.FAILED.value: len(failed)}.items() if count}
    assert last.n_done == len(answered) + len(failed)
    assert last.n_planned - last.n_done == len(items) - len({*answered, *failed})
    spent = ledger.tokens_spent(chain)
    assert (spent.prompt, spent.answer) == (last.spending.prompt_tokens, last.spending.answer_tokens)
    assert (spent.n_attempts, spent.n_untold) == (last.spending.n_calls, 0)
    assert end.state is last.state


@pytest.fixture
def quick_folder(tmp_path: Path) -> Iterator[Path]:
    """In memory where there is such a place: what a week of looking after a lease costs a disk is not the question."""
    memory = Path("/dev/shm")
    is_there = memory.is_dir() and os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > 2_000_000_000
    folder = Path(tempfile.mkdtemp(prefix="week-", dir=memory if is_there else tmp_path))
    yield folder
    shutil.rmtree(folder)


def resident_mb() -> float:
    """Memory of this process; 0 where the system does not tell."""
    status = Path("/proc/self/status")
    found = re.search(r"VmRSS:\s+(\d+) kB", status.read_text()) if status.exists() else None
    return int(found[1]) / 1e3 if found else 0.0


@pytest.fixture
def nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stop by the user is looked for every 20 seconds of a wait and not every second: here nobody stops anything."""
    monkeypatch.setattr(run_engine, "LOOK_UP_S", (0.05, 20.0))


@pytest.mark.slow
@pytest.mark.usefixtures("nobody_looks")
def test_a_week_of_nights_and_limits(quick_folder: Path) -> None:
    """Everything is answered but what the provider cannot bear; the books balance; the cost lies where it was said."""
    n_items = N_CALLS // CALLS_PER_FILE * CALLS_PER_FILE
    provider = Provider(n_items=n_items, a_day=n_items // 8, a_minute=n_items // 1000)
    gc.collect()
    memory, began = resident_mb(), time.perf_counter()
    week = run_of(quick_folder, provider)
    last = week.told[-1]
    print(
        f"\n{n_items:,} items in {week.days:.1f} virtual days and {time.perf_counter() - began:.0f} real seconds; "
        f"memory grew by {resident_mb() - memory:.0f} MB; calls {provider.n_seen:,}: {dict(provider.said)}; cost "
        f"{provider.cost:.2f}, said before {week.before.cost_low:.2f} to {week.before.cost_high:.2f} EUR"
    )
    assert 6 < week.days < 8
    assert week.end.state is RunState.COMPLETE_WITH_GAPS
    assert last.failures == {"bad_request": provider.n_refused, "server_error": provider.n_unbearable}
    assert last.n_done == n_items
    assert provider.n_paid == n_items - last.counts[Status.FAILED.value] == provider.answered.count(1)
    assert last.spending.n_calls == provider.n_seen
    assert last.spending.cost == pytest.approx(provider.cost, abs=1e-9)
    assert week.before.cost_low is not None
    assert week.before.cost_high is not None
    assert 0.99 * week.before.cost_low <= provider.cost <= 1.01 * week.before.cost_high
    # What was said on the way holds too, and is much narrower.
    for progress in week.told:
        if progress.n_done > n_items // 20 and progress.estimate is not None:
            low, high = progress.estimate.cost_low, progress.estimate.cost_high
            spent = progress.spending.cost
            assert spent is not None
            assert low is not None
            assert high is not None
            assert 0.99 * (spent + low) <= provider.cost <= 1.01 * (spent + high)
    assert any(progress.state is RunState.WAITING and progress.waits_until for progress in week.told)


@pytest.mark.slow
@pytest.mark.usefixtures("nobody_looks")
@pytest.mark.parametrize("budget", [Budget(max_calls=1000), Budget(max_cost=0.5), Budget(max_tokens=300_000)])
def test_a_budget_stops_the_week_to_the_call(quick_folder: Path, budget: Budget) -> None:
    """Failed calls included, not one call more is sent than the budget holds, and none less than it surely holds."""
    provider = Provider(n_items=7 * 400, a_day=700, a_minute=60)
    week = run_of(quick_folder, provider, budget)
    last = week.told[-1]
    assert (week.end.state, week.end.cause) == (RunState.STOPPED, "budget")
    assert last.n_done < provider.n_items
    assert last.spending.n_calls == provider.n_seen
    longest = max((request_for(number, 1) for number in range(17)), key=lambda request: len(str(request.messages)))
    most_prompt = sum(len(message.content.encode()) + 16 for message in longest.messages)
    n_tokens = provider.prompt_tokens + provider.answer_tokens
    if budget.max_calls is not None:
        assert provider.n_seen == budget.max_calls
    if budget.max_tokens is not None:
        assert n_tokens <= budget.max_tokens
        assert n_tokens + most_prompt + longest.max_tokens > 0.95 * budget.max_tokens
    if budget.max_cost is not None:
        assert provider.cost <= budget.max_cost
        assert provider.cost + (most_prompt * 2.5 + longest.max_tokens * 10) / 1e6 > 0.95 * budget.max_cost
