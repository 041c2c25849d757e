"""Limits per minute, judged by times alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.endpoints.minute_window import MinuteWindow

requests = st.lists(st.tuples(st.floats(0, 30), st.integers(1, 40), st.integers(0, 60)), min_size=1, max_size=80)


@given(limit=st.integers(1, 60), asked=requests, is_spread=st.booleans())
def test_no_minute_holds_more(limit: int, asked: list[tuple[float, int, int]], is_spread: bool) -> None:
    """Whatever is asked whenever, what was taken within any minute is within the limit, or a single large call."""
    window, now, taken = MinuteWindow(limit, is_spread=is_spread), 0.0, []
    for pause, units, _ in asked:
        now += pause
        for _ in range(1000):
            free_at = window.free_at(now, units)
            if free_at <= now:
                break
            now = free_at
        else:
            pytest.fail("it never becomes free")
        taken.append((now, units))
        window.take(now, units)
    for at, _ in taken:
        within = [units for other, units in taken if at - 60 < other <= at]
        assert sum(within) <= limit or len(within) == 1


@given(asked=requests)
def test_corrections_count(asked: list[tuple[float, int, int]]) -> None:
    """What a call took in truth replaces what was set aside, as long as its minute lasts."""
    window, now, taken = MinuteWindow(10_000, is_spread=False), 0.0, []
    for pause, units, true in asked:
        now += pause
        window.free_at(now, 1)
        one = window.take(now, units)
        window.correct(one, true)
        taken.append((now, true))
    used = sum(units for at, units in taken if at + 60.5 > now)
    assert window.free_at(now, 10_000 - used) <= now
    if used:
        assert window.free_at(now, 10_001 - used) > now


def test_without_a_limit_everything_is_free() -> None:
    """A limit of 0 is none, and nothing is kept for it."""
    window = MinuteWindow(0, is_spread=True)
    for _ in range(1000):
        window.take(5.0, 1.0)
    assert window.free_at(5.0, 1e9) == 5.0


def test_requests_are_spread() -> None:
    """Of 600 a minute about ten go at once, not six hundred."""
    window, n = MinuteWindow(600, is_spread=True), 0
    while window.free_at(0.0, 1.0) <= 0.0:
        window.take(0.0, 1.0)
        n += 1
    assert 5 <= n <= 12
