"""The questions in four languages are complete, and answers as they ask for them are read."""

from __future__ import annotations

import pytest

from fairdesk.domain.exchanges import ModelReply, ReadValue
from fairdesk.evaluations.question_sets import LANGUAGES, questions_in
from fairdesk.extractors.rating import read

ANSWERS = {
    "en": "Rating: 4. The applicant has strong marks.",
    "de": "Bewertung: 4. Die Noten sind durchgehend gut.",
    "fr": "Évaluation : 4. Les notes sont bonnes.",
    "es": "Valoración: 4. Las notas son buenas.",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_answer_in_the_form_that_is_asked_for_is_read(language: str) -> None:
    """An answer that begins as the question of its language says gives its rating."""
    written = questions_in(language)[0]
    reading = read(ModelReply(text=ANSWERS[language]), written.scale, None)
    assert isinstance(reading, ReadValue)
    assert reading.value == 4.0


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_questions_of_a_language_are_its_own(language: str) -> None:
    """Every language asks for the same two quantities in words of its own, and no prompt is empty."""
    ids = [question.question_id for question in questions_in(language)]
    assert ids[:2] == ["rating", "rating_digit"]
    others = {question.prompt for other in LANGUAGES if other != language for question in questions_in(other)}
    assert all(question.prompt and question.prompt not in others for question in questions_in(language))


def test_a_language_without_questions_is_asked_in_english() -> None:
    """Where there is no set, the auditor begins with the English one."""
    assert questions_in("sw") == questions_in("en")
