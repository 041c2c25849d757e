"""How many calls at once are found to be best, judged by times alone."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from fairdesk.endpoints.concurrency import ConcurrencyLimit


def serve(limit: ConcurrencyLimit, seconds_of: dict[str, float], n_answers: int) -> None:
    """Answer in groups of as many calls as are allowed, each group after ``fixed`` + ``each`` times the calls."""
    now, n_done = 0.0, 0
    while n_done < n_answers:
        n_now, sent_at = limit.limit, now
        now += seconds_of["fixed"] + seconds_of["each"] * n_now
        for _ in range(n_now):
            limit.answered(now, sent_at, is_full=True)
        n_done += n_now


def test_grows_to_the_ceiling_where_it_helps() -> None:
    """Answers that take as long however many are asked: the ceiling is reached soon."""
    limit = ConcurrencyLimit(4, 100, 60.0)
    serve(limit, {"fixed": 2.0, "each": 0.0}, 600)
    assert limit.limit == 100


def test_stays_small_where_it_does_not() -> None:
    """A server that works on one call at a time, for a second each, is asked a handful at once."""
    limit = ConcurrencyLimit(4, 128, 60.0)
    serve(limit, {"fixed": 0.0, "each": 1.0}, 5000)
    assert limit.limit <= 6


def test_quick_answers_need_no_gain() -> None:
    """While answers take milliseconds the number grows even if they come no faster: it costs nothing."""
    limit = ConcurrencyLimit(4, 64, 60.0)
    serve(limit, {"fixed": 0.0, "each": 0.0005}, 20_000)
    assert limit.limit == 64


def test_slow_answers_halve_it() -> None:
    """A mean answer above the limit for slow ones halves the number, whatever the rate."""
    limit = ConcurrencyLimit(64, 64, 20.0)
    serve(limit, {"fixed": 30.0, "each": 0.0}, 400)
    assert limit.limit <= 32


def test_one_shrink_for_what_was_under_way() -> None:
    """Fifty refusals of calls that were sent together halve the number once."""
    limit = ConcurrencyLimit(64, 64, 60.0)
    for _ in range(50):
        limit.shrink(10.0, 9.0)
    assert limit.limit == 32
    limit.shrink(12.0, 11.0)
    assert limit.limit == 16


def test_rising_failure_shrinks_it() -> None:
    """A few failures among many answers do nothing; every second call failing halves the number."""
    limit = ConcurrencyLimit(32, 32, 60.0)
    for n in range(200):
        if n % 50 == 0:
            limit.failed(n + 1.0, float(n))
        else:
            limit.answered(n + 1.0, float(n), is_full=True)
    assert limit.limit == 32
    for n in range(200, 260):
        if n % 2:
            limit.failed(n + 1.0, float(n))
        else:
            limit.answered(n + 1.0, float(n), is_full=True)
    assert limit.limit < 32


def test_unused_calls_do_not_raise_it() -> None:
    """Where fewer calls are asked than allowed nothing is learnt, and the number stays."""
    limit = ConcurrencyLimit(4, 100, 60.0)
    for n in range(500):
        limit.answered(n + 1.0, float(n), is_full=False)
    assert limit.limit == 4


steps = st.lists(
    st.tuples(st.sampled_from(["answer", "fail", "shrink", "pause", "restart"]), st.floats(0, 100), st.booleans()),
    max_size=300,
)


@given(start=st.integers(1, 50), ceiling=st.integers(1, 200), steps=steps)
def test_stays_within_its_bounds(start: int, ceiling: int, steps: list[tuple[str, float, bool]]) -> None:
    """Whatever happens in whatever order, the number is at least 1 and at most the ceiling."""
    limit, now = ConcurrencyLimit(start, ceiling, 30.0), 0.0
    for what, seconds, is_full in steps:
        sent_at, now = now, now + seconds
        match what:
            case "answer":
                limit.answered(now, sent_at, is_full=is_full)
            case "fail":
                limit.failed(now, sent_at)
            case "shrink":
                limit.shrink(now, sent_at)
            case "pause":
                limit.pause()
            case _:
                limit.restart()
        assert 1 <= limit.limit <= ceiling
