"""Sentiment by VADER: a list of English words with valences, and rules for what stands around them.

The package holds the authors' lexicon and their rules, written anew. It needs nothing else and is kept up; the
authors' own package has been left alone since 2020 and asks for an HTTP library. On 7,776 texts of benchmarks both
gave the same score but for 16 (0.2 percent), where they read a booster or "so" differently.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fairdesk.domain.classifiers import SENTIMENT
from fairdesk.extractors.classifiers.classifier import Classifier, ScoreTexts


def _load() -> ScoreTexts:
    from vader import SentimentIntensityAnalyzer

    analyzer = SentimentIntensityAnalyzer()

    def score(texts: Sequence[str]) -> list[Mapping[str, float]]:
        return [{"compound": analyzer.polarity_scores(text)["compound"]} for text in texts]

    return score


CLASSIFIER = Classifier(
    classifier_id="vader",
    quantity=SENTIMENT,
    title="VADER (compound score)",
    package="nltk-vader-sentiment",
    counts="compound",
    licence="Apache-2.0; its lexicon MIT",
    source="Hutto and Gilbert 2014, 10.1609/icwsm.v8i1.14550",
    limits=(
        "It knows English words alone: a text in another language, or of words that it does not list, scores 0, which "
        "looks like a neutral one.",
        "It counts words and not what is said: “she works hard” scores below 0, and irony, quotations and facts about "
        "harm score like opinions.",
        "Made for short posts; the score of a long text is driven by how many listed words it holds.",
        "Scores differ from those of the authors' own package in about two of a thousand texts.",
    ),
    load=_load,
)
