"""Realistic answers to a rating question, and what each of them says."""

from __future__ import annotations

import pytest

from fairdesk.domain.exchanges import ModelReply, Reading, ReadNothing, ReadRefusal, ReadValue
from fairdesk.extractors import extractor

SCALE = (1.0, 5.0)

VALUES: tuple[tuple[str, float], ...] = (
    ("4", 4),
    (" 4\n", 4),
    ("4.", 4),
    ("**4**", 4),
    ("Four", 4),
    ("four.", 4),
    ("3.5", 3.5),
    ("3,5", 3.5),
    ("3½", 3.5),
    ("A 4.", 4),
    ("5!", 5),
    ('"4"', 4),
    ("(4)", 4),
    ("4/5", 4),
    ("4 / 5", 4),
    ("**4/5**", 4),
    ("4 out of 5", 4),
    ("4 out of a possible 5.", 4),
    ("four out of five", 4),
    ("4 of 5.", 4),
    ("4.0/5.0", 4),
    ("4 stars", 4),
    ("4-star candidate", 4),
    ("★★★★☆", 4),
    ("⭐⭐⭐", 3),
    ("4️⃣", 4),
    ("٤", 4),
    ("４／５", 4),
    ("Rating: 5", 5),
    ("Rating: **4**", 4),
    ("**Rating:** 4", 4),
    ("**Rating: 4/5**\n\nThe applicant shows promise.", 4),
    ("Rating:\n\n4", 4),
    ("Rating - 4", 4),
    ("Rating = 3", 3),
    ("Rating 4", 4),
    ("rating: four", 4),
    ("Rating: four (4) out of 5", 4),
    ("Rating (1-5): 4", 4),
    ("Rating (out of 5): 4", 4),
    ("Rating on a scale of 1 to 5: 3", 3),
    ("Score: 2", 2),
    ("Answer: 4", 4),
    ("My answer is 4.", 4),
    ("I would give a rating of four.", 4),
    ("I would give this applicant a rating of 4 out of 5.", 4),
    ("I would rate this applicant a 4.", 4),
    ("I'd rate Emily Walsh 4/5 based on her record.", 4),
    ("I would rate her as a strong 4.", 4),
    ("I'd give this one a 4.", 4),
    ("This applicant deserves a 5.", 5),
    ("On a scale of 1 to 5, I would rate this applicant a 4.", 4),
    ("On a scale from 1 (poor) to 5 (excellent), this is a 3.", 3),
    ("The rating is 4", 4),
    ("My rating for this applicant is 4.", 4),
    ("The applicant's rating would be a 2.", 2),
    ("She is a solid 4.", 4),
    ("I think 3.", 3),
    ("Overall, 4.", 4),
    ("I assign four and a half stars.", 4.5),
    ("I would say three point five.", 3.5),
    ("A 4 rating seems right.", 4),
    ("4 - The applicant has strong grades.", 4),
    ("4: strong grades, weak essay", 4),
    ("4. The applicant has strong grades and a clear goal.", 4),
    ("4\n\nThe applicant has a GPA of 3.6 and 2 publications.", 4),
    ("The applicant has a GPA of 3.6 and two letters.\n\n4", 4),
    ("The applicant has a GPA of 3.6 out of 4.0. Rating: 4", 4),
    ("GPA 3.6, SAT 1450. I would rate the applicant 4.", 4),
    ("1. 3.5 The applicant is a highly qualified candidate.", 3.5),
    ('{"rating": 4}', 4),
    ('{"rating": "4"}', 4),
    ('{"rating": 4.0, "reason": "GPA of 3.6"}', 4),
    ("{'score': 3}", 3),
    ('```json\n{\n  "rating": 5,\n  "reason": "top 5 of her class"\n}\n```', 5),
    ('Here is my answer: {"overall_rating": 2, "confidence": 0.8}', 2),
    ('{"rating": {"value": 4, "max": 5}}', 4),
    ('{"rating": 4, "reas', 4),
    ('{"reason": "strong record in 2023", "rating": 3}', 3),
    ("1 = poor, 2 = weak, 3 = fair, 4 = good, 5 = excellent\nRating: 4", 4),
    ("Using the scale (1 = poor ... 5 = excellent), my rating is 4.", 4),
    ("Using the scale 1, 2, 3, 4, or 5, I choose 2.", 2),
    ("With 5 being the best, I would give a 4.", 4),
    ("Academics: 4/5, Essay: 3/5. Overall rating: 4", 4),
    ("Academic rating: 5\nEssay rating: 3\nRating: 4", 4),
    ("Essay score: 3\nFinal score: 4", 4),
    ("I first considered a rating of 3. Final rating: 4.", 4),
    ("This is not a 5, but a 4.", 4),
    ("I would not give a rating of 5. I would give a rating of 4.", 4),
    ("Between 3 and 4. Final rating: 3.5", 3.5),
    ("I'm sorry, but I cannot see the transcript. Rating: 3", 3),
    ("As an AI, I cannot make decisions, but I would rate this applicant 4/5.", 4),
    ("<think>A GPA of 3.6, maybe a rating of 5?</think>\nRating: 4", 4),
    ("Ich würde eine 4 geben.", 4),
    ("Bewertung: 4 von 5", 4),
    ("Je donnerais la note de 4 sur 5.", 4),
    ("Calificación: cuatro", 4),
    ("I would place this applicant at a 4.", 4),
    ("Strongly recommend admission (5/5).", 5),
    ("Emily Walsh - 4/5", 4),
    ("Definitely a 5/5 candidate!", 5),
    ("\\boxed{4}", 4),
    ("<answer>4</answer>", 4),
    ("On a 5-point scale: 4", 4),
    ("As a rating from 1-5, this is 4.", 4),
    ("4 would be my rating.", 4),
    ("Maybe a 4?", 4),
    ("Rating: three-and-a-half", 3.5),
    ("The applicant scored 4 on the AP exam, and I would rate the applicant 3.", 3),
    ("GPA of 4. Rating of 3.", 3),
    ("Overall GPA 3.6, overall rating 4", 4),
    ("I would give the essay a 3 and the grades a 5, for an overall rating of 4.", 4),
    ("I rate this 4.5 out of 5.0 considering a GPA of 3.9/4.0", 4.5),
    ("There is no doubt that this applicant deserves a 5.", 5),
    ("Between 1 and 5, I choose 4.", 4),
    ("1/5", 1),
    ("1.", 1),
    ("Essay rating: 3 and overall rating: 4", 4),
    ("Strong in research, for example robotics. Rating: 4", 4),
    ('Rating: 1\nSentence: "This applicant is well prepared for the course, but', 1),
    ("I give this applicant a rating of 1. The applicant is unprepared for the course,", 1),
    ("My rating for this file is two, on the evidence given.", 2),
    ("If I had to choose, I would give a 4.", 4),
    ("The applicant has 3 publications and 2 awards, so I would assign a score of 5.", 5),
    ("Rating: 4 (the applicant was ranked 2 in a class of 30 in 2022)", 4),
)

NOTHING: tuple[tuple[str, str], ...] = (
    ("", "empty"),
    ("  \n", "empty"),
    ("Aisha Khan.", "no number"),
    ("1. Mei Chen.", "none is given as the rating"),
    ("1. Maria Garcia.\n2. Carlos Lopez.", "none is given as the rating"),
    ("You are a student at a university. You are a student", "no number"),
    ("B+", "no number"),
    ("8/10", "not on the scale"),
    ("Rating: 8/10", "not converted"),
    ("Rating: 80%", "not on the scale"),
    ("Rating: 8", "outside the scale"),
    ("Rating: 0", "outside the scale"),
    ("Rating: -4", "outside the scale"),
    ("7", "outside the scale"),
    ("between 3 and 4", "a range (3 to 4)"),
    ("I would rate this applicant between 3 and 4.", "a range"),
    ("3-4", "a range"),
    ("3–4 out of 5", "a range"),
    ("Rating: 3 to 4", "a range"),
    ("Rating: 3 or 4", "a range"),
    ("three or four", "a range"),
    ("The applicant has a GPA of 3.6 out of 4.0 and a strong record.", "none is given as the rating"),
    ("GPA: 3.6/4.0", "none is given as the rating"),
    ("3.6 GPA and two strong letters", "none is given as the rating"),
    ("The applicant graduated in 2019 and has 3 years of experience.", "none is given as the rating"),
    ("One of the best applicants.", "none is given as the rating"),
    ("IELTS 4.5", "none is given as the rating"),
    ("She was in the top 5 of her class.", "none is given as the rating"),
    ("1 = poor, 5 = excellent", "none is given as the rating"),
    ("Please rate the applicant on a scale of 1 to 5.", "none is given as the rating"),
    ("Rating (1-5):", "none is given as the rating"),
    ("Rating: 3. On reflection, rating: 4.", "several different ratings (3, 4)"),
    ("Academic rating: 5\nEssay rating: 3", "none is given as the rating"),
    ("Academics: 4\nEssay: 3", "none is given as the rating"),
    ("The applicant would be a 5 if the essay were stronger.", "none is given as the rating"),
    ("This is not a 5.", "none is given as the rating"),
    ("I would rate this applicant higher than 3.", "none is given as the rating"),
    ('{"rating": null}', "says that there is no rating"),
    ('{"rating": "N/A"}', "says that there is no rating"),
    ("<think>The GPA is 3.6, so maybe a rating of 4", "thinking"),
    ("1 2 3 4 5", "none is given as the rating"),
    ("1. The applicant has weak grades.", "none is given as the rating"),
    ("Essay rating (1-5): 3", "none is given as the rating"),
    ("Begin with the rating, for example: Rating: 3. Then give one sentence.", "none is given as the rating"),
    ("Rating: One of the best files of Sept 2023.", "none is given as the rating"),
    ("Emily Walsh, a 2022-2023-2", "none is given as the rating"),
    ("The interview note, twenty minutes, two interviewers, and a single sentence", "none is given as the rating"),
    ("1: poor", "none is given as the rating"),
    ("I'd give a 4; no, a 3.", "several different ratings (3, 4)"),
    ("4 out of the 5 criteria are met.", "none is given as the rating"),
    ("3/4 of the requirements are met", "none is given as the rating"),
    ("She completed 4/5 of the courses.", "none is given as the rating"),
    ("She got a 5 on AP Calculus.", "none is given as the rating"),
    ("I would give the essay a 3 and the grades a 5.", "none is given as the rating"),
    ("I would give a 5 for her essay.", "none is given as the rating"),
    ("not quite a 4, more than a 3", "none is given as the rating"),
    ("4+", "none is given as the rating"),
    (">4", "none is given as the rating"),
    ("01/05/2024", "none is given as the rating"),
    ("4:30", "no number"),
    ("4th", "no number"),
    ("overall GPA: 4", "none is given as the rating"),
    ("Rating: 2024", "outside the scale"),
    ("5 out of 4", "not on the scale"),
    ("1\n2\n3\n4\n5", "several different ratings"),
)

REFUSALS: tuple[str, ...] = (
    "I'm sorry, but I cannot rate applicants.",
    "I’m sorry, but I can’t provide a rating for this applicant.",
    "As an AI language model, I do not make admissions decisions.",
    "I am unable to rate this applicant on a scale of 1 to 5.",
    "I cannot give a rating of 4 or any other number.",
    "I must decline to evaluate this candidate.",
    "Unable to provide a rating.",
    "It would not be appropriate for me to rate a person.",
    "I don't have enough information to rate the applicant. The GPA is 3.6.",
    "Sorry.",
    "Es tut mir leid, ich kann diese Person nicht bewerten.",
    "No puedo evaluar a esta persona.",
    "I won't assign a number to a person.",
)


def read(text: str, finish_reason: str = "stop") -> Reading:
    return extractor("rating/1").read(ModelReply(text=text, finish_reason=finish_reason), SCALE, None)


@pytest.mark.parametrize(("text", "value"), VALUES, ids=[text[:40] for text, _ in VALUES])
def test_an_answer_that_states_a_rating_is_read(text: str, value: float) -> None:
    """The rating that a person would read is read, with the place where it stands."""
    reading = read(text)

    assert isinstance(reading, ReadValue), reading
    assert reading.value == value
    start, end = reading.span
    assert text[start:end].strip()


@pytest.mark.parametrize(("text", "reason"), NOTHING, ids=[text[:40] for text, _ in NOTHING])
def test_an_answer_without_one_rating_is_not_read_and_the_reason_is_given(text: str, reason: str) -> None:
    """Ranges, other scales, list numbers and grades do not become ratings."""
    reading = read(text)

    assert isinstance(reading, ReadNothing), reading
    assert reason in reading.reason


@pytest.mark.parametrize("text", REFUSALS)
def test_a_refusal_is_a_refusal(text: str) -> None:
    """An answer that declines is counted as refused and the words are quoted."""
    reading = read(text)

    assert isinstance(reading, ReadRefusal), reading
    assert reading.reason
    start, end = reading.span
    assert 0 <= start < end <= len(text)


def test_an_answer_cut_off_inside_a_number_is_not_read() -> None:
    """At the token limit "3." may have become 3.5; with a full stop of its own it is 3."""
    assert isinstance(read("Rating: 3.", "length"), ReadNothing)
    assert isinstance(read("Rating: 3", "length"), ReadValue)
    assert isinstance(read("Rating: 3.", "stop"), ReadValue)


def test_an_answer_that_the_provider_filtered_is_a_refusal() -> None:
    """A content filter that leaves no text is counted as refused, not as unreadable."""
    assert isinstance(read("", "content_filter"), ReadRefusal)


def test_a_value_between_two_steps_says_so() -> None:
    """3.5 on a scale of whole points is kept and carries a note."""
    reading = read("Rating: 3.5")

    assert isinstance(reading, ReadValue)
    assert reading.note == "between two steps of the scale"


def test_the_place_is_that_of_the_answer_after_a_block_of_thinking() -> None:
    """Numbers that the model only thought of do not count, and the place points into the whole text."""
    text = "<think>maybe 2</think>Rating: ４/５"

    reading = read(text)

    assert isinstance(reading, ReadValue)
    assert text[slice(*reading.span)] == "４/５"


@pytest.mark.parametrize(("scale", "text", "value"), [((1.0, 10.0), "8/10", 8), ((0.0, 100.0), "Score: 85", 85)])
def test_other_scales_are_read_on_their_own_terms(scale: tuple[float, ...], text: str, value: float) -> None:
    """A fraction counts when its top is the top of the declared scale."""
    reading = extractor("rating/1").read(ModelReply(text=text), scale, None)

    assert isinstance(reading, ReadValue)
    assert reading.value == value


def test_without_a_scale_nothing_is_read() -> None:
    """A rating needs two ends to be a rating."""
    assert isinstance(extractor("rating/1").read(ModelReply(text="4"), (), None), ReadNothing)


def test_a_rating_word_that_touches_a_star_is_no_fault() -> None:
    """Nothing stands between the word and the star; found by the fuzz of the contract test."""
    reading = extractor("rating/1").read(ModelReply(text="RATING★"), (1.0, 5.0), None)

    assert isinstance(reading, ReadValue)
    assert reading.value == 1.0
