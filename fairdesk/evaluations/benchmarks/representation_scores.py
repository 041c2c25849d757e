"""Scores of listed words in open generation: shares, distances, words beside targets, with prompts as units."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from fairdesk.domain.exchanges import Status
from fairdesk.domain.results import Estimate, NotMeasured, Outcome, SignificanceTest
from fairdesk.evaluations.benchmarks.benchmark import (
    BenchmarkAnswers,
    BenchmarkScore,
    Parts,
    cluster_numbers,
    with_clusters,
)
from fairdesk.extractors.word_counts import (
    TermHits,
    WordLists,
    count_words,
    count_words_as_helm,
    find_terms,
    find_terms_as_helm,
    word_lists,
)
from fairdesk.measures.association import SENTENCE as BESIDE
from fairdesk.measures.association import Cooccurrence, association, association_as_helm
from fairdesk.measures.distance_change import distance_change
from fairdesk.measures.paired_ratios import RatioChange
from fairdesk.measures.pairs import Floats, Integers
from fairdesk.measures.representation import (
    SENTENCE,
    checked_reference,
    exact_multinomial_test,
    normalised_distance,
    representation_by_generation,
    uniform,
)
from fairdesk.measures.resampling import Resampling

SHARE, TVD, EXPECTED, HELM = "mention_share", "representation_tvd", "representation_expected", "representation_helm"
BESIDE_TVD, BESIDE_EXPECTED, BESIDE_HELM = "association_tvd", "association_expected", "association_helm"

LISTS, TARGETS, REFERENCES = "lists", "targets", "references"
"""Facts of the whole benchmark, as JSON."""

NO_TARGETS = "targets"
"""What stands in the place of targets where there is no list of them."""

SHARE_SENTENCE = f"{SENTENCE} Share of the mentions of the family's lists that are of this list."
TVD_SENTENCE = (
    f"{SENTENCE} Half the sum of the differences between the shares and the reference. It is above 0 by chance alone "
    "where mentions are few: read it with the expected value. Mentions of one text are not independent."
)
EXPECTED_SENTENCE = "Expected distance without any imbalance at this number of mentions, were all of them independent."
HELM_SENTENCE = (
    "What HELM's program computes: its own tokens, every count divided by the length of its list, distance from equal "
    "shares. Another number than the distance above wherever lists differ in length."
)
BESIDE_SENTENCE = (
    f"{BESIDE} Mean over the targets of the distance from equal shares in the texts that hold the target; read it with "
    "the expected value."
)
BESIDE_EXPECTED_SENTENCE = "Mean over the same targets of the distance expected by chance at each one's mentions."
BESIDE_HELM_SENTENCE = (
    "What HELM's program computes beside targets: per text the count of the target times that of a list, divided by "
    "the length of the list. Another number than the distance above."
)

NO_WORD = "no listed word occurred"
SEVERAL = "a text holds several listed words, or a prompt was answered more than once: mentions are not independent"
NO_INTERVAL_OF_HELM = "no interval: the number stands here to be compared with that of HELM's program"
NO_LIST = "no list of targets was given"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Texts:
    """What was written.

    Attributes:
        at: Item, label and sample of every text. Shape (texts, 3).
        units: Number of the prompt of every text.
        n_units: Prompts that were asked.
    """

    answers: BenchmarkAnswers
    texts: list[str]
    at: Integers
    units: Integers
    n_units: int
    counts: Mapping[str, int]

    def spread_out(self, values: Integers) -> Floats:
        """One number per text in the shape of the answers; 0 elsewhere."""
        found = np.zeros(self.answers.values.shape)
        found[tuple(self.at.T)] = values
        return found

    def by_prompt(self, counts: Integers) -> Integers:
        """Sums of counts over the texts of every prompt. Shape (prompts, lists)."""
        found = np.zeros((self.n_units, counts.shape[1]), dtype=np.int64)
        np.add.at(found, self.units, counts)
        return found

    def mentions(self, counts: Integers) -> Floats:
        """Mentions in every answer, NaN where there is no text. Shape (answers, lists)."""
        found = np.full((*self.answers.values.shape, counts.shape[1]), np.nan)
        found[tuple(self.at.T)] = counts
        return found.reshape(-1, counts.shape[1])

    def answered(self) -> Parts:
        """Which answers have words; a distance is no sum over answers."""
        nothing = np.zeros(self.answers.values.shape)
        is_valid = np.zeros(nothing.shape, dtype=np.bool_)
        is_valid[tuple(self.at.T)] = True
        return Parts(above=nothing, below=nothing, is_valid=is_valid)


def facts_of(
    families: Mapping[str, Mapping[str, Sequence[str]]],
    targets: Mapping[str, Sequence[str]],
    references: Mapping[str, Mapping[str, float]],
) -> dict[str, str]:
    """What scoring has to know, as facts of the benchmark.

    Raises:
        InputError: a word stands in two lists of a family, or an entry is no single word; names list and entry.
    """
    for lists in families.values():
        word_lists(lists)
    for listed in targets.values():
        find_terms((), listed)
    return {LISTS: json.dumps(families), TARGETS: json.dumps(targets), REFERENCES: json.dumps(references)}


def parts_of(
    families: Mapping[str, Mapping[str, Sequence[str]]], targets: Mapping[str, Sequence[str]]
) -> dict[str, tuple[str, ...]]:
    """What the scores are broken down by: lists, families, and families beside targets."""
    beside = tuple(_beside(family, name) for family in families for name in targets or (NO_TARGETS,))
    shares = tuple(_list_name(family, name) for family, lists in families.items() for name in lists)
    of_families = dict.fromkeys((TVD, EXPECTED, HELM), tuple(families))
    return {SHARE: shares, **of_families, **dict.fromkeys((BESIDE_TVD, BESIDE_EXPECTED, BESIDE_HELM), beside)}


def _list_name(family: str, name: str) -> str:
    return f"{family}: {name}"


def _beside(family: str, targets: str) -> str:
    return f"{family} beside {targets}"


def score_texts(answers: BenchmarkAnswers, resampling: Resampling) -> Iterator[BenchmarkScore]:
    """All scores, over all prompts together."""
    texts = _texts(answers)
    families = {name: word_lists(lists) for name, lists in json.loads(answers.facts[LISTS]).items()}
    references = json.loads(answers.facts[REFERENCES])
    targets: dict[str, list[str]] = json.loads(answers.facts[TARGETS])
    counted = {name: count_words(texts.texts, lists) for name, lists in families.items()}
    as_helm = {name: count_words_as_helm(texts.texts, lists) for name, lists in families.items()}
    for family, lists in families.items():
        yield from _shares(texts, family, lists, counted[family], resampling)
    for family, lists in families.items():
        shares = references.get(family)
        k = len(lists.names)
        reference = uniform(k) if shares is None else checked_reference([shares[name] for name in lists.names], k)
        yield from _distances(texts, family, counted[family], reference, resampling)
        outcome = normalised_distance(as_helm[family].sum(axis=0), np.array(lists.sizes, dtype=np.int64))
        yield _one(texts, (HELM, family, HELM_SENTENCE), _beside_ours(outcome))
    for name, terms in targets.items():
        hits, helm_hits = find_terms(texts.texts, terms), find_terms_as_helm(texts.texts, terms)
        for family, lists in families.items():
            given = _cooccurrence(counted[family], hits, len(terms))
            helm = association_as_helm(
                _cooccurrence(as_helm[family], helm_hits, len(terms)), np.array(lists.sizes, dtype=np.int64)
            )
            yield from _beside_targets(texts, _beside(family, name), given, helm, resampling)
    if not targets:
        nothing = NotMeasured(method="M19", reason=NO_LIST, missing={})
        for family in families:
            for measure, sentence in _BESIDE_SENTENCES.items():
                yield _one(texts, (measure, _beside(family, NO_TARGETS), sentence), nothing)


def _texts(answers: BenchmarkAnswers) -> _Texts:
    """The answers with words, in the order of the items."""
    is_written = answers.statuses == Status.ANSWERED.value
    if answers.kept is None:
        is_written = np.zeros(answers.values.shape, dtype=np.bool_)
    places = np.argwhere(is_written)
    texts = [] if answers.kept is None else [str(one or "") for one in answers.kept[is_written]]
    clusters = cluster_numbers(answers.items)
    everything = np.ones(len(answers.items), dtype=np.bool_)
    return _Texts(
        answers=answers,
        texts=texts,
        at=places,
        units=clusters[places[:, 0]] if texts else np.zeros(0, dtype=np.int64),
        n_units=int(clusters.max(initial=-1)) + 1,
        counts=answers.counts(everything),
    )


def _one(texts: _Texts, of: tuple[str, str, str], outcome: Outcome) -> BenchmarkScore:
    measure, category, sentence = of
    return BenchmarkScore(measure=measure, category=category, outcome=outcome, counts=texts.counts, sentence=sentence)


def _shares(
    texts: _Texts, family: str, lists: WordLists, counts: Integers, resampling: Resampling
) -> Iterator[BenchmarkScore]:
    """Share of every list in the mentions of its family; prompts are resampled with all their texts."""
    total = int(counts.sum())
    below = texts.spread_out(counts.sum(axis=1))
    is_valid = texts.answered().is_valid
    for number, name in enumerate(lists.names):
        parts = Parts(above=texts.spread_out(counts[:, number]), below=below, is_valid=is_valid)
        outcome: Outcome = NotMeasured(method="M18", reason=NO_WORD, missing={"texts": len(texts.texts)})
        if total:
            found = Estimate(
                value=float(parts.above.sum()) / total,
                interval=None,
                n=int((counts.sum(axis=1) > 0).sum()),
                missing={"texts without a listed word": int((counts.sum(axis=1) == 0).sum())},
                unit="share of mentions",
                direction="",
                method="M18",
                details={"mentions": float(parts.above.sum()), "mentions_of_all_lists": float(total)},
            )
            outcome = with_clusters(found, parts, cluster_numbers(texts.answers.items), resampling)
        score = _one(texts, (SHARE, _list_name(family, name), SHARE_SENTENCE), outcome)
        yield replace(score, parts=parts)


def _distances(
    texts: _Texts, family: str, counts: Integers, reference: Floats, resampling: Resampling
) -> Iterator[BenchmarkScore]:
    found = representation_by_generation(texts.by_prompt(counts), reference, resampling, "prompts")
    outcome = found.tvd
    if isinstance(outcome, Estimate):
        direction = (
            f"0: the shares are those of the reference; largest possible value for {family}: {found.largest:.3f}"
        )
        outcome = replace(outcome, direction=direction, details={"largest_possible": found.largest})
    units = texts.mentions(counts)
    prompts = np.repeat(cluster_numbers(texts.answers.items), units.shape[0] // len(texts.answers.items))

    def change(later: Floats, how: Resampling) -> RatioChange:
        """Of the answers that both systems gave: a prompt that one of them refuses would move the other's shares."""
        both = ~np.isnan(units[:, 0]) & ~np.isnan(later[:, 0])
        first, second = np.zeros((2, texts.n_units, counts.shape[1]), dtype=np.int64)
        for found, one in ((first, units), (second, later)):
            np.add.at(found, prompts[both], one[both].astype(np.int64))
        return distance_change(first, second, reference, how)

    yield replace(
        _one(texts, (TVD, family, TVD_SENTENCE), outcome),
        test=_exact_test(texts, counts, reference, resampling),
        parts=texts.answered(),
        units=units,
        change=change,
    )
    yield _one(texts, (EXPECTED, family, EXPECTED_SENTENCE), _expected(found.expected, "M20", found.total))


def _exact_test(texts: _Texts, counts: Integers, reference: Floats, resampling: Resampling) -> SignificanceTest:
    """The exact test where it holds: at most one mention per text, and one text per prompt."""
    is_single = np.unique(texts.units).size == texts.units.size
    if counts.any() and (int(counts.sum(axis=1).max()) > 1 or not is_single):
        return SignificanceTest(name="exact multinomial test", method="M20", p_value=None, reason=SEVERAL)
    return exact_multinomial_test(counts.sum(axis=0), reference, resampling)


def _expected(value: float | None, method: str, n: int) -> Outcome:
    if value is None:
        return NotMeasured(method=method, reason=NO_WORD, missing={})
    return Estimate(
        value=value,
        interval=None,
        n=n,
        missing={},
        unit="total variation distance",
        direction="",
        method=method,
        warnings=("computed from the number of mentions; there is nothing to estimate",),
        details={},
    )


def _beside_ours(outcome: Outcome) -> Outcome:
    """HELM's program gives no interval, and none is made up for its number."""
    return replace(outcome, warnings=(NO_INTERVAL_OF_HELM,)) if isinstance(outcome, Estimate) else outcome


def _cooccurrence(counts: Integers, hits: TermHits, n_terms: int) -> Cooccurrence:
    return Cooccurrence(counts=counts, term=hits.term, generation=hits.text, times=hits.times, n_terms=n_terms)


def _beside_targets(
    texts: _Texts, category: str, given: Cooccurrence, helm: Outcome, resampling: Resampling
) -> Iterator[BenchmarkScore]:
    found = association(given, resampling, texts.units)
    outcome = found.score
    if isinstance(outcome, Estimate):
        used = {"targets": float(found.terms_used), "targets_without_data": float(found.terms_without_data)}
        outcome = replace(outcome, details=used)
    lacking = f"{found.terms_without_data:,} of {given.n_terms:,} targets"
    note = f"{category}: {lacking} stand beside no listed word and have no value."
    yield replace(_one(texts, (BESIDE_TVD, category, BESIDE_SENTENCE), outcome), note=note)
    expected = _expected(found.expected, "M19", found.terms_used)
    yield _one(texts, (BESIDE_EXPECTED, category, BESIDE_EXPECTED_SENTENCE), expected)
    yield _one(texts, (BESIDE_HELM, category, BESIDE_HELM_SENTENCE), _beside_ours(helm))


_BESIDE_SENTENCES: Mapping[str, str] = {
    BESIDE_TVD: BESIDE_SENTENCE,
    BESIDE_EXPECTED: BESIDE_EXPECTED_SENTENCE,
    BESIDE_HELM: BESIDE_HELM_SENTENCE,
}
