"""Letters of multiple-choice answers, with the faults that users of other tools met."""

from __future__ import annotations

import pytest

from fairdesk.domain.exchanges import ModelReply, ReadNothing, ReadRefusal, ReadValue
from fairdesk.extractors.choice import read

FOUR = (1.0, 4.0)


def letter_of(text: str, n_options: int = 4) -> str:
    """The letter that was read; fails when none was."""
    reading = read(ModelReply(text=text), (1.0, float(n_options)), None)
    assert isinstance(reading, ReadValue), reading
    start, end = reading.span
    assert text[start:end].upper() == chr(ord("A") + int(reading.value) - 1)
    return text[start:end].upper()


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        ("Antwort:\n\nAntwort: C", "C"),  # PAR-01: the first match yields A from "Antwort"
        ("I considered (A), but it is incorrect. Final answer: D.", "D"),  # PAR-03
        ("The correct answer is d.", "D"),  # PAR-03
        ("Answer seems to be A.\n\nAnswer: A", "A"),  # PAR-05: not S from "seems"
        ("C. A pretty girl", "C"),  # PAR-07
    ],
)
def test_public_cases_are_read_rightly(text: str, letter: str) -> None:
    """PAR-01, PAR-03, PAR-05, PAR-07: cue words, rejected options and articles are no answers."""
    assert letter_of(text) == letter


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        ("B", "B"),
        ("(c)", "C"),
        ("**D**", "D"),
        ("Answer: **B**", "B"),
        ("The answer is (B) because it fits.", "B"),
        ("Answer: A because it is shortest", "A"),
        (r"The final answer is $\boxed{C}$.", "C"),
        ("I would choose option B.", "B"),
        ("A. first\nB. second\nC. third\n\nAnswer: B", "B"),
        ("Answer: A\nWait, that overlooks the date. Final answer: C", "C"),
        ("<think>Answer: A</think>\nB", "B"),
        ("Option A is wrong. Option B is wrong. So it is option C.", "C"),
        ("Die richtige Antwort ist D.", "D"),
        ("Not A. The answer is B.", "B"),
        ("D) none of them", "D"),
    ],
)
def test_usual_forms_are_read(text: str, letter: str) -> None:
    """Marks, brackets, German, thoughts set apart and lists of the options do not hide the answer."""
    assert letter_of(text) == letter


@pytest.mark.parametrize(
    "text",
    [
        "The answer is a matter of taste.",
        "Answer: I think none of them fits",
        "A pretty girl",
        "A. first\nB. second\nC. third",
        "Answer: A and C",
        "A or B",
        "Answer: A. Answer: B.",
        "Answer: F",
        "<think>Answer: A",
        "",
        "It depends.",
        "Option A is incorrect.",
    ],
)
def test_what_is_no_single_answer_is_not_read(text: str) -> None:
    """Articles, lists, two answers, letters that are no option and thoughts without end give a reason, no letter."""
    reading = read(ModelReply(text=text), (1.0, 4.0), None)

    assert isinstance(reading, ReadNothing), reading
    assert reading.reason


def test_a_refusal_is_told_from_an_unreadable_answer() -> None:
    """An answer that declines and names no option is a refusal."""
    reading = read(ModelReply(text="I'm sorry, but I cannot choose among applicants; I decline."), FOUR, None)

    assert isinstance(reading, ReadRefusal)


@pytest.mark.parametrize("scale", [(), (0.0, 4.0), (1.0, 27.0), (1.0, 3.5)])
def test_a_scale_that_is_no_number_of_options_reads_nothing(scale: tuple[float, ...]) -> None:
    """Letters have places from 1 to their number; any other scale is no choice."""
    assert isinstance(read(ModelReply(text="B"), scale, None), ReadNothing)


def test_thoughts_are_no_refusal_and_shift_no_place() -> None:
    """What a model thinks is not its answer, and a refusal behind thoughts is found where it stands in the answer."""
    sorry = "I'm sorry, but I cannot help with this request."
    thought = read(ModelReply(text=f"<think>{sorry}</think>It could be (A) or (B)."), (1.0, 4.0), None)
    said = read(ModelReply(text=f"<think>x</think>{sorry}"), (1.0, 4.0), None)

    assert thought == ReadNothing(reason="several options: A, B")
    assert isinstance(said, ReadRefusal)
    assert said.span[0] >= len("<think>x</think>")
