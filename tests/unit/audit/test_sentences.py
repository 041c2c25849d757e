"""What is said of measures, whoever says it."""

from __future__ import annotations

from fairdesk.audit.sentences import SENTENCES
from fairdesk.domain.result_words import MEASURE_NAMES


def test_every_measure_has_a_sentence_and_a_name() -> None:
    """A measure that is computed is printed with the sentence that must stand beside it, under a name of its own."""
    assert set(SENTENCES) == set(MEASURE_NAMES)
    assert all(sentence.endswith(".") for sentence in SENTENCES.values())
