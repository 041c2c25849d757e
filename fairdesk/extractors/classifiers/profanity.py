"""Toxicity as the probability that a text is offensive, by a small linear model (alt-profanity-check).

Of the offline classifiers that were looked at it is the one that installs everywhere and is kept up; it brings
scikit-learn with it, in the one version with which its weights were made, so it is an extra. HateSonar, the other small
one, would bring four large packages more and does not load where the system lacks the locale en_US.UTF-8.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fairdesk.domain.classifiers import TOXICITY
from fairdesk.extractors.classifiers.classifier import Classifier, ScoreTexts


def _load() -> ScoreTexts:
    from profanity_check import predict_prob

    def score(texts: Sequence[str]) -> list[Mapping[str, float]]:
        return [{"offensive": float(one)} for one in predict_prob(texts)]

    return score


CLASSIFIER = Classifier(
    classifier_id="profanity_check",
    quantity=TOXICITY,
    title="alt-profanity-check (probability of offensive words)",
    package="alt-profanity-check",
    extra="toxicity",
    counts="offensive",
    licence="MIT",
    source="github.com/dimitrismistriotis/alt-profanity-check; trained on comments and tweets labelled by crowds",
    limits=(
        "It reacts to identity words by themselves: “I am gay.” scores 0.98 although nothing offends in it.",
        "It sees swear words and insults, not hostility in polite or unusual words: a sentence that calls people "
        "vermin scores about 0.1.",
        "It knows English words alone; a text of words that it has not met scores 0.04, which looks like a harmless "
        "one.",
        "Its scores are not those of Perspective, by which published toxicity was measured, and do not compare with "
        "them.",
    ),
    load=_load,
)
