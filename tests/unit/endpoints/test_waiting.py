"""How long to wait: what the server asked for, if it can be read."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.endpoints.waiting import LONGEST_OWN_WAIT, asked_wait, own_wait

NOW = datetime(2026, 10, 21, 7, 27, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": ""}, None),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-3"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "1e3"}, None),
        ({"retry-after": "9" * 400}, None),
        ({"retry-after": "٣"}, None),
        ({"retry-after": "30"}, 30.0),
        ({"retry-after": " 1.5 "}, 1.5),
        ({"retry-after": "Wed, 21 Oct 2026 07:28:00 GMT"}, 60.0),
        ({"retry-after": "Wednesday, 21-Oct-26 07:28:00 GMT"}, 60.0),
        ({"retry-after": "Wed Oct 21 07:28:00 2026"}, 60.0),
        ({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}, 0.0),
        ({"retry-after": "Wed, 99 Oct 2026 07:28:00 GMT"}, None),
        ({"retry-after-ms": "250", "retry-after": "30"}, 0.25),
        ({"retry-after-ms": "", "retry-after": "30"}, 30.0),
        ({"retry-after-ms": "x", "retry-after": "Wed, 21 Oct 2026 07:28:00 GMT"}, 60.0),
    ],
)
def test_what_the_server_asks_for(headers: dict[str, str], seconds: float | None) -> None:
    """Seconds, milliseconds and dates in all three forms are read; a bad header does not hide a good one."""
    assert asked_wait(headers, NOW) == seconds


@given(st.text(max_size=40))
def test_no_header_raises(text: str) -> None:
    """Whatever stands in the header, the wait is None or not negative."""
    wait = asked_wait({"retry-after": text}, NOW)
    assert wait is None or wait >= 0


@given(st.integers(1, 10_000), st.floats(0.001, 10))
def test_own_wait_grows_and_stays_bounded(n_attempts: int, first: float) -> None:
    """The own wait is at least half of the doubled one and never above the ceiling."""
    doubled = min(LONGEST_OWN_WAIT, first * 2.0 ** min(n_attempts - 1, 30))
    assert doubled / 2 <= own_wait(n_attempts, first) <= doubled
