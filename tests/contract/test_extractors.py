"""What every extractor keeps, whatever the model answers."""

from __future__ import annotations

import math
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairdesk.domain import codec
from fairdesk.domain.canonical import canonical_bytes
from fairdesk.domain.exchanges import ModelReply, ReadNothing, ReadRefusal, ReadValue, TokenChance
from fairdesk.extractors import EXTRACTORS, extractor
from fairdesk.extractors.extractor import Extractor

SCALES: tuple[tuple[float, ...], ...] = ((1.0, 5.0), (0.0, 10.0), (1.0, 100.0), ())

PIECES = (
    *("rating", "Rating:", "score", "overall", "final", "would give", "rate", "I", "cannot", "sorry", "As an AI", "if"),
    *("a", "of", "out of", "between", "and", "to", "not", "GPA", "four", "one", "<think>", "</think>", "\n", " ", "*"),
    *("/", "-", ":", "=", "(", ")", "{", '"', "%", "1", "3", "4", "5", "3.5", "3,5", "8", "10", "★", "½", "٤"),
    *("\ud800", "\x00", "\u202e"),
)
"""What ratings, scales and refusals are made of."""

texts = st.one_of(
    st.text(st.characters(categories=None), max_size=300),
    st.lists(st.sampled_from(PIECES), max_size=60).map("".join),
    st.lists(st.sampled_from(PIECES), max_size=60).map(" ".join),
)
chances = st.lists(
    st.builds(
        TokenChance,
        token=st.one_of(
            st.sampled_from(["4", " 4", "5", "yes", " No", "10", "", "A", " B", "(C"]), st.text(max_size=5)
        ),
        logprob=st.floats(allow_nan=True, allow_infinity=True),
    ),
    max_size=20,
).map(tuple)

replies = st.builds(
    ModelReply,
    text=texts,
    finish_reason=st.sampled_from(["stop", "length", "content_filter", "content_filter: SAFETY", ""]),
    first_tokens=chances,
    prompt_chances=chances,
    prompt_tokens=st.one_of(st.none(), st.integers(0, 21)),
)

WITHOUT_ENDS = ("yes_no_log_odds", "prompt_log_probability")
"""Extractors whose values are on no scale."""

HOSTILE: tuple[str, ...] = (
    "1" * 100_000,
    "4 " * 50_000,
    "rating " * 14_000,
    "rating: " * 12_000,
    "a" * 100_000,
    " " * 100_000,
    "\n" * 100_000,
    "(" * 100_000,
    "{" * 100_000,
    '{"a":' * 20_000,
    "<think>" * 14_000,
    "I I " * 25_000,
    "I cannot " * 11_000,
    "sorry " * 16_000,
    "I would rate " * 7_700 + "4",
    "4 out of " * 11_000,
    "1, " * 33_000,
    "1. " * 1_900 + " " * 90_000,
    "★" * 100_000,
    "½" * 100_000,
    "four and a " * 9_000,
    "ich kann " * 11_000,
    "-" * 100_000,
    "\ud800" * 100_000,
    "٤" * 100_000,
    "4" + " " * 99_998 + "5",
    "Rating:" + " " * 99_990 + "4",
    "4" + "." * 99_999,
    "I" + " " * 99_990 + "cannot rate",
    "between " * 12_000 + "4",
    "rating" + "(" * 50_000 + ":" * 49_000 + "4",
    "GPA " * 25_000,
    "\x00\x01\x02" * 33_000,
)


@pytest.mark.parametrize("member", EXTRACTORS, ids=lambda member: member.name)
def test_every_extractor_is_found_by_its_name(member: Extractor) -> None:
    """Id and version lead back to the extractor, and every one has a title."""
    assert extractor(member.name) is member
    assert member.title
    assert member.version.isdigit()


def test_names_are_unique_and_an_unknown_one_is_an_error() -> None:
    """A plan that names an extractor of another version is not read with this one."""
    assert len({member.name for member in EXTRACTORS}) == len(EXTRACTORS)
    with pytest.raises(KeyError):
        extractor("rating/0")


@pytest.mark.parametrize("member", EXTRACTORS, ids=lambda member: member.name)
@settings(max_examples=300, deadline=None)
@given(reply=replies, scale=st.sampled_from(SCALES), minimum=st.sampled_from([None, 0.0, 0.9]))
def test_any_answer_ends_in_a_value_or_a_reason(
    member: Extractor, reply: ModelReply, scale: tuple[float, ...], minimum: float | None
) -> None:
    """No text raises; values are finite and on the scale; everything else says why; readings can be stored."""
    reading = member.read(reply, scale, minimum)

    assert reading == member.read(reply, scale, minimum)
    match reading:
        case ReadValue():
            assert math.isfinite(reading.value)
            if member.extractor_id not in WITHOUT_ENDS:
                assert min(scale) <= reading.value <= max(scale)
            if reading.span:
                start, end = reading.span
                assert 0 <= start < end <= len(reply.text)
            if reading.mass is not None:
                assert (minimum or 0) <= reading.mass <= 1
        case ReadRefusal():
            assert reading.reason
            start, end = reading.span or (0, 0)
            assert 0 <= start <= end <= len(reply.text)
        case ReadNothing():
            assert reading.reason
    assert canonical_bytes(codec.to_plain(reading))


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: repr(text[:12]))
@pytest.mark.parametrize("member", EXTRACTORS, ids=lambda member: member.name)
def test_a_hundred_thousand_characters_are_read_in_linear_time(member: Extractor, text: str) -> None:
    """No text makes a pattern run away: a run-away one would take minutes, a linear one far less than a second."""
    begun = time.process_time()

    member.read(ModelReply(text=text), (1.0, 5.0), None)

    assert time.process_time() - begun < 10
