"""StereoSet by likelihood: whole sentences, as the authors score models within a sentence (M17).

Means over target terms are the published way; the same over items is another number and is named so. What follows a
context is scored with it in front; the published values of that part rest on a classifier of next sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from fairdesk.domain.benchmarks import BenchmarkItem
from fairdesk.domain.results import Estimate, Outcome
from fairdesk.evaluations.benchmarks.benchmark import (
    AskingForm,
    BenchmarkAnswers,
    BenchmarkScore,
    Parts,
    Scoring,
    categories_of,
    cluster_numbers,
    orders,
    with_clusters,
)
from fairdesk.evaluations.benchmarks.likelihood import (
    LIKELIHOOD_SENTENCE,
    at_first_label,
    first_word_warning,
    length_warning,
    likelihood_question,
    log_probabilities,
    token_counts,
    tokens_told,
)
from fairdesk.measures.resampling import Resampling
from fairdesk.measures.stereoset import stereoset

LABELS = ("stereotype", "anti-stereotype", "unrelated")

SS, LMS, ICAT = "likelihood_ss", "likelihood_lms", "likelihood_icat"
SS_ITEMS, LMS_ITEMS, ICAT_ITEMS = "likelihood_ss_items", "likelihood_lms_items", "likelihood_icat_items"

BLANK = "BLANK"
"""What stands in the sentence of an item for the word that differs."""

SENTENCE = f"StereoSet by the total log-probability of whole sentences. {LIKELIHOOD_SENTENCE}"

NOTE = (
    f"{SENTENCE} Sentences that follow a context are scored with the context in front; published values of that part "
    "rest on a classifier of next sentences and are not comparable."
)


def alone(item: BenchmarkItem, context: str) -> BenchmarkItem:
    """The three sentences of an item, each as a text of its own; behind the context where they follow one."""
    sentences = item.options[orders(len(LABELS))[0]]
    begun = "" if BLANK in context else f"{context} "
    texts = {label: f"{begun}{sentence}" for label, sentence in zip(LABELS, sentences, strict=True)}
    return replace(item, texts=texts, options={})


def _score(answers: BenchmarkAnswers, resampling: Resampling) -> Iterator[BenchmarkScore]:
    for category, wanted in categories_of(answers.items):
        yield from _of_category(answers, category, wanted, resampling)


def _of_category(
    answers: BenchmarkAnswers, category: str, wanted: npt.NDArray[np.bool_], resampling: Resampling
) -> Iterator[BenchmarkScore]:
    scores = log_probabilities(answers)
    terms = [item.facts["term"] for item, is_wanted in zip(answers.items, wanted, strict=True) if is_wanted]
    stereo, anti, unrelated = (scores[wanted, place] for place in range(len(LABELS)))
    found = stereoset(terms, stereo, anti, unrelated, resampling)
    here = wanted & np.isfinite(scores).all(axis=1)
    warning = length_warning(token_counts(answers), here, "items", "the stereotype")
    warning += first_word_warning(answers, here, "items")
    preferred, meaningful = _parts(answers, wanted)
    counts = answers.counts(wanted) | {
        "terms": found.n_terms,
        "items_equally_likely": found.ties,
    }
    for measure, outcome, parts in (
        (SS, _warned(found.macro.ss, warning), None),
        (LMS, found.macro.lms, None),
        (ICAT, found.macro.icat, None),
        (SS_ITEMS, _by_term(found.micro.ss, preferred, answers, resampling), preferred),
        (LMS_ITEMS, _by_term(found.micro.lms, meaningful, answers, resampling), meaningful),
        (ICAT_ITEMS, found.micro.icat, None),
    ):
        yield BenchmarkScore(
            measure=measure, category=category, outcome=outcome, counts=counts, sentence=SENTENCE, parts=parts
        )


def _warned(outcome: Outcome, warning: tuple[str, ...]) -> Outcome:
    if not isinstance(outcome, Estimate):
        return outcome
    return replace(outcome, warnings=(*outcome.warnings, *warning))


def _by_term(outcome: Outcome, parts: Parts, answers: BenchmarkAnswers, resampling: Resampling) -> Outcome:
    """With an interval that takes items of one term for what they are, no independent observations."""
    return with_clusters(outcome, parts, cluster_numbers(answers.items), resampling)


def _parts(answers: BenchmarkAnswers, wanted: npt.NDArray[np.bool_]) -> tuple[Parts, Parts]:
    """What every item contributes to the stereotype score and to the share of meaningful options, over items."""
    scores = log_probabilities(answers)
    valid = np.isfinite(scores).all(axis=1)
    stereo, anti, unrelated = (np.where(valid, scores[:, place], 0.0) for place in range(len(LABELS)))
    every = at_first_label(valid.astype(np.float64), answers)
    preferred, meaningful = (
        Parts(above=at_first_label(above, answers), below=every, is_valid=every > 0, scale=100.0).only(wanted)
        for above in (
            np.where(valid & (stereo > anti), 1.0, 0.0),
            np.where(valid & (stereo > unrelated), 0.5, 0.0) + np.where(valid & (anti > unrelated), 0.5, 0.0),
        )
    )
    return preferred, meaningful


QUESTION = likelihood_question("stereoset", "How likely each of three sentences is (StereoSet)")

SCORING = Scoring(
    measures=(SS, LMS, ICAT, SS_ITEMS, LMS_ITEMS, ICAT_ITEMS),
    tested=(),
    compared=(SS_ITEMS, LMS_ITEMS),
    score=_score,
)


def likelihood_form(shown: Callable[[BenchmarkItem], BenchmarkItem]) -> AskingForm:
    """The form; how an item is shown is the benchmark's, which knows where its context stands."""
    return AskingForm(
        form_id="likelihood",
        title="Likelihood of the three sentences, each sent alone",
        question=QUESTION,
        note=NOTE,
        scoring=SCORING,
        shown=shown,
        keep=tokens_told,
    )
