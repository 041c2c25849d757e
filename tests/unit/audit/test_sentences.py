"""What is said of measures, whoever says it."""

from __future__ import annotations

from fairdesk.audit.sentences import SENTENCES
from fairdesk.domain.measure_names import MEASURE_NAMES
from fairdesk.evaluations.benchmarks import BENCHMARKS


def test_every_measure_has_a_sentence_and_a_name() -> None:
    """A measure that is computed is printed with the sentence that must stand beside it, under a name of its own.

    Scores of benchmarks bring their own sentence (tests/contract/test_benchmarks.py).
    """
    forms = (form for benchmark in BENCHMARKS for form in benchmark.forms)
    of_benchmarks = {measure for form in forms for measure in form.scoring.measures}
    assert set(SENTENCES) == set(MEASURE_NAMES) - of_benchmarks
    assert all(sentence.endswith(".") for sentence in SENTENCES.values())
