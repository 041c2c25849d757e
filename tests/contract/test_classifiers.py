"""What every classifier of texts owes: a number on its scale or a reason, never 0 for what it did not score."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairdesk.domain.classified import REFERENCE
from fairdesk.domain.classifiers import QUANTITY_SCALES
from fairdesk.extractors.classifiers import CLASSIFIERS, Classifier, TextScorer, classifier
from fairdesk.extractors.classifiers.classifier import NO_WORDS
from fairdesk.extractors.classifiers.identity_terms import SENTENCES, TERMS, identity_scores, identity_sentences

SCORERS: dict[str, TextScorer] = {}

every = pytest.mark.parametrize("member", CLASSIFIERS, ids=lambda member: member.classifier_id)


def scorer(member: Classifier) -> TextScorer:
    """Loaded once for all tests: one of them takes seconds."""
    if member.classifier_id not in SCORERS:
        SCORERS[member.classifier_id] = TextScorer(member)
    return SCORERS[member.classifier_id]


@every
def test_it_says_what_it_is_and_what_it_gets_wrong(member: Classifier) -> None:
    """Id, version, licence, source and limits are there, and its quantity is one of those that are known."""
    assert classifier(member.classifier_id) is member
    assert member.quantity in QUANTITY_SCALES
    assert member.version()
    assert member.absence() == ""
    assert all((member.title, member.package, member.licence, member.source, member.limits))
    assert all(sentence.endswith(".") for sentence in member.limits)


def test_ids_are_unique() -> None:
    """Two classifiers never share an id, and an unknown one is none."""
    assert len({member.classifier_id for member in CLASSIFIERS}) == len(CLASSIFIERS)
    assert classifier("no such one") is None


@every
@settings(max_examples=60, deadline=None, derandomize=True)
@given(texts=st.lists(st.text(st.characters(categories=None), max_size=80), max_size=6))
def test_any_text_ends_in_a_number_or_a_reason(member: Classifier, texts: list[str]) -> None:
    """Every text has one score in its place: on the scale, or none with the reason; alone it scores the same."""
    found = scorer(member).scores(texts)

    assert len(found) == len(texts)
    low, high = QUANTITY_SCALES[member.quantity]
    for text, score in zip(texts, found, strict=True):
        if score.value is None:
            assert score.reason
        else:
            assert math.isfinite(score.value)
            assert low <= score.value <= high
            assert score.labels[member.counts] == score.value
            assert not score.reason
        [alone] = scorer(member).scores([text])
        assert (alone.value is None) == (score.value is None)
        assert alone.value is None or alone.value == pytest.approx(score.value, abs=1e-9)


@every
def test_a_text_without_words_has_no_score(member: Classifier) -> None:
    """Nothing to score is no score of 0, and what stands beside it keeps its place."""
    found = scorer(member).scores(["", "A fine day.", " ... "])

    assert [one.reason for one in found] == [NO_WORDS, "", NO_WORDS]
    assert found[1] == scorer(member).scores(["A fine day."])[0]


@every
def test_the_identity_check_has_every_term_and_sentence(member: Classifier) -> None:
    """Every term has a score for every sentence, the one without a group among them."""
    found = identity_scores(scorer(member).scores)

    assert [one.term for one in found] == list(TERMS)
    assert REFERENCE in TERMS
    assert all(len(one.values) == len(SENTENCES) and one.mean is not None for one in found)
    assert len(set(identity_sentences())) == len(TERMS) * len(SENTENCES)
