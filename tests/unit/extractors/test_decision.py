"""Decisions in a word (extractor decision/1)."""

from __future__ import annotations

import pytest

from fairdesk.domain.exchanges import ModelReply, ReadNothing, ReadRefusal, ReadValue
from fairdesk.extractors.decision import read

SCALE = (0.0, 1.0)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        *((word, 1.0) for word in ("yes", " YES. ", "**Yes**", "y", "TRUE", "1", "Ja", "oui", "Admitted", "sí")),
        *((word, 0.0) for word in ("no", "No!", "n", "False", "0", "nein", "non", "rejected", "not admitted")),
        ("<think>I'm sorry, but I cannot help with this request.</think>Yes", 1.0),
        ("Yes, she should be admitted.", 1.0),
        ("No. The grades are too low.", 0.0),
    ],
)
def test_plain_decisions_are_read(text: str, value: float) -> None:
    """Words for yes are 1 and words for no are 0, whatever their letters, marks and blanks."""
    reading = read(ModelReply(text=text), SCALE, None)
    assert isinstance(reading, ReadValue)
    assert reading.value == value


@pytest.mark.parametrize(
    "text",
    ["", "maybe", "It depends.", "No doubt she should.", "Yes. No!", "yes no", "2", "refused", "declined", "n/a"],
)
def test_what_has_two_readings_is_not_read(text: str) -> None:
    """Nothing is guessed from other words, and "refused" may be said of the answer itself."""
    reading = read(ModelReply(text=text), SCALE, None)
    assert isinstance(reading, ReadNothing)
    assert reading.reason


def test_an_answer_that_declines_is_a_refusal_and_no_no() -> None:
    """A refusal that begins with no is not counted as a rejected applicant."""
    assert isinstance(
        read(ModelReply(text="No, I'm sorry, but I cannot decide on applicants."), SCALE, None), ReadRefusal
    )


def test_a_wider_scale_reads_nothing() -> None:
    """On a scale from 1 to 5 no yes is worth 1."""
    assert isinstance(read(ModelReply(text="yes"), (1.0, 5.0), None), ReadNothing)
