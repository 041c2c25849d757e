"""How long to wait: what the server asked for, if it can be read."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.endpoints.waiting import LONGEST_OWN_WAIT, NO_HINTS, ServerHints, asked_wait, own_wait, server_hints

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


def hints(*headers: tuple[str, str]) -> ServerHints:
    return server_hints([(name.encode(), value.encode()) for name, value in headers], NOW)


@pytest.mark.parametrize(
    ("reset", "seconds"),
    [
        ("1s", 1.0),
        ("6m0s", 360.0),
        ("120ms", 0.12),
        ("1h2m3.5s", 3723.5),
        ("1m30s250ms", 90.25),
        ("2d", 172_800.0),
        ("42", 42.0),
        ("1792567680", 60.0),
        ("1792567680000", 60.0),
        ("2026-10-21T07:28:00Z", 60.0),
        ("2026-10-21T07:00:00Z", 0.0),
        ("", None),
        ("soon", None),
        ("-3", None),
        ("1e9", None),
        ("m", None),
        ("5 s", None),
    ],
)
def test_resets_in_every_writing(reset: str, seconds: float | None) -> None:
    """Durations, plain seconds, moments since 1970 and dates are read; nonsense is no reset."""
    found = hints(("X-RateLimit-Remaining-Requests", "0"), ("X-RateLimit-Reset-Requests", reset))
    assert found == ServerHints(requests_left=0, requests_reset_s=seconds)


def test_rate_headers_of_several_providers() -> None:
    """OpenAI's, Anthropic's and the plain names are read; of several kinds of tokens the scarcest counts."""
    assert hints(
        ("x-ratelimit-remaining-requests", "59"),
        ("x-ratelimit-reset-requests", "1s"),
        ("x-ratelimit-remaining-tokens", "149984"),
        ("x-ratelimit-reset-tokens", "6m0s"),
    ) == ServerHints(requests_left=59, requests_reset_s=1.0, tokens_left=149_984, tokens_reset_s=360.0)
    assert hints(
        ("anthropic-ratelimit-requests-remaining", "4"),
        ("anthropic-ratelimit-requests-reset", "2026-10-21T07:27:30Z"),
        ("anthropic-ratelimit-input-tokens-remaining", "9000"),
        ("anthropic-ratelimit-input-tokens-reset", "2026-10-21T07:27:10Z"),
        ("anthropic-ratelimit-output-tokens-remaining", "80"),
        ("anthropic-ratelimit-output-tokens-reset", "2026-10-21T07:27:20Z"),
    ) == ServerHints(requests_left=4, requests_reset_s=30.0, tokens_left=80, tokens_reset_s=20.0)
    assert hints(("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", "1792567680000")) == ServerHints(
        requests_left=0, requests_reset_s=60.0
    )
    assert hints(("content-type", "application/json")) is NO_HINTS


def test_dates_are_read_by_the_servers_clock() -> None:
    """A computer whose clock is two hours wrong waits as long as the server meant."""
    found = hints(("Date", "Wed, 21 Oct 2026 05:27:00 GMT"), ("Retry-After", "Wed, 21 Oct 2026 05:27:40 GMT"))
    assert found.retry_after_s == 40.0


NAMES = ("retry-after", "retry-after-ms", "date", "x-ratelimit-remaining-tokens", "x-ratelimit-reset-tokens")


@given(st.lists(st.tuples(st.sampled_from(NAMES), st.binary(max_size=40)), max_size=6))
def test_no_hint_raises(headers: list[tuple[str, bytes]]) -> None:
    """Whatever bytes stand in the headers, every hint is None or not negative."""
    found = server_hints([(name.encode(), value) for name, value in headers], NOW)
    values = (found.retry_after_s, found.tokens_left, found.tokens_reset_s, found.requests_left, found.requests_reset_s)
    assert all(value is None or value >= 0 for value in values)
