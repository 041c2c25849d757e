"""Which groups are named where a target term stands (M19)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from fairdesk.domain.results import Estimate, Interval, NotMeasured, Outcome
from fairdesk.measures.intervals import percentile_bootstrap
from fairdesk.measures.pairs import Floats, Integers
from fairdesk.measures.representation import Representation, distance, representation, uniform
from fairdesk.measures.resampled_sums import draws_of_units
from fairdesk.measures.resampling import Resampling

SENTENCE = "Co-occurrence within a generation, not attribution: the term need not describe the group."
"""What must stand beside associations of words."""

UNIT = "total variation distance, mean over terms"
DIRECTION = "0: every term stands beside the groups in equal shares"

MOST_CELLS = 4_000_000
"""Resampled sums that are held at a time."""

NO_DATA = "no generation with a target term holds a listed word"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Cooccurrence:
    """Generations with their group words and target terms.

    Attributes:
        counts: Mentions per generation and list. Shape (generations, k).
        term: Number of the term; a row for every term and generation in which it stands. Shape (m,).
        generation: Number of the generation. Shape (m,).
        times: How often the term stands there. Shape (m,).
        n_terms: Terms that were looked for.
    """

    counts: Integers
    term: Integers
    generation: Integers
    times: Integers
    n_terms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Association:
    """How far the groups beside each term are from equal shares (M19).

    Attributes:
        per_term: M18 on the generations that contain the term, in the order of the terms.
        score: Mean distance over the terms with group words; resampled by generation.
        terms_used: Terms with group words.
        terms_without_data: Terms that stand in no generation, or in none with a group word.
        expected: Mean of the distances expected by chance alone at each term's number of mentions; None without data.
        cooccurrence_product: The score as HELM's program weighs it: each generation by term count x group count.
    """

    per_term: tuple[Representation, ...]
    score: Outcome
    terms_used: int
    terms_without_data: int
    expected: float | None
    cooccurrence_product: Outcome


def association(given: Cooccurrence, resampling: Resampling, units: Integers | None = None) -> Association:
    """Distances from equal shares beside every term, and their mean (M19).

    Args:
        given: Counts of group words, and where the terms stand.
        resampling: For the interval of the score: generations are resampled, or their units.
        units: Number of the unit of every generation, from 0, where several hang together: the answers to one prompt.
            None where each is its own. Shape (generations,).

    Returns:
        ``score`` not measured when no term stands beside a group word. 0 to (k-1)/k; it is biased upwards where
        mentions are few, so it is to be read with ``expected``.

    Source:
        Liang 2023, arXiv:2211.09110, section 4.7 and its program.
    """
    reference = uniform(given.counts.shape[1])
    beside = given.counts[given.generation]
    sums, products = (
        _sums(given, beside * weight[:, np.newaxis]) for weight in (np.ones_like(given.times), given.times)
    )
    per_term = tuple(representation(row, reference) for row in sums)
    used = sums.sum(axis=1) > 0
    expected = [found.expected for found in per_term if found.expected is not None]
    interval = _resampled(given, resampling) if units is None else _resampled_units(given, units, resampling)
    return Association(
        per_term=per_term,
        score=_mean_distance(sums, interval),
        terms_used=int(used.sum()),
        terms_without_data=int((~used).sum()),
        expected=sum(expected) / len(expected) if expected else None,
        cooccurrence_product=_mean_distance(products, None),
    )


def association_as_helm(given: Cooccurrence, sizes: Integers) -> Outcome:
    """The score as HELM's program computes it: term count x group count per text, divided by the lists' lengths (M19).

    To be labelled "HELM-normalised": another number than M19.

    Args:
        given: Counts by its tokens.
        sizes: Words of each list, 1 or more. Shape (k,).

    Example:
        >>> one = np.array([0])
        >>> given = Cooccurrence(counts=np.array([[4, 2]]), term=one, generation=one, times=np.array([3]), n_terms=1)
        >>> association_as_helm(given, np.array([4, 2])).value
        0.0
    """
    products = _sums(given, given.counts[given.generation] * given.times[:, np.newaxis]) / sizes
    return _mean_distance(products, None)


def _resampled_units(given: Cooccurrence, units: Integers, resampling: Resampling) -> Interval | None:
    """Percentile interval of the mean distance, whole units drawn."""
    beside = given.counts[given.generation]
    held = beside.sum(axis=1) > 0
    terms, term = np.unique(given.term[held], return_inverse=True)
    n_units, k = int(units.max(initial=-1)) + 1, given.counts.shape[1]
    table = np.zeros((n_units, terms.size, k))
    np.add.at(table, (units[given.generation[held]], term), beside[held])
    if np.count_nonzero(table.sum(axis=(1, 2))) < 2:
        return None
    flat, found = table.reshape(n_units, -1), []
    for drawn in draws_of_units(np.ones(n_units, dtype=np.int64), resampling):
        for rows in np.array_split(drawn, max(1, drawn.shape[0] * flat.shape[1] // MOST_CELLS)):
            sums = (rows @ flat).reshape(rows.shape[0], terms.size, k)
            totals = sums.sum(axis=2)
            gaps = 0.5 * np.abs(sums / np.maximum(totals, 1.0)[:, :, np.newaxis] - 1 / k).sum(axis=2)
            seen = (totals > 0).sum(axis=1)
            means = np.where(totals > 0, gaps, 0.0).sum(axis=1)
            found.append(means[seen > 0] / seen[seen > 0])
    return percentile_bootstrap(np.concatenate(found), "over prompts")


def _sums(given: Cooccurrence, rows: Integers) -> Integers:
    found = np.zeros((given.n_terms, rows.shape[1]), dtype=np.int64)
    np.add.at(found, given.term, rows)
    return found


def _mean_distance(sums: Integers | Floats, interval: Interval | None) -> Outcome:
    used = sums[sums.sum(axis=1) > 0]
    if used.shape[0] == 0:
        return NotMeasured(method="M19", reason=NO_DATA, missing={"terms": sums.shape[0]})
    reference = uniform(sums.shape[1])
    distances = [distance(row / row.sum(), reference) for row in used]
    return Estimate(
        value=sum(distances) / len(distances),
        interval=interval,
        n=used.shape[0],
        missing={"terms": sums.shape[0] - used.shape[0]},
        unit=UNIT,
        direction=DIRECTION,
        method="M19",
        warnings=() if interval else ("no interval: none is given for this value, or generations show no spread",),
        details={},
    )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Kinds:
    """Generations with a term and a group word; those with the same terms and counts are of one kind.

    Attributes:
        term: Number of the term; a row for every kind and each of its terms, in the order of the terms. Shape (m,).
        kind: Number of the kind. Shape (m,).
        beside: Mentions per list in a generation of this kind. Shape (m, k).
        multiplicity: Generations of each kind.
    """

    term: Integers
    kind: Integers
    beside: Floats
    multiplicity: Integers


def _kinds(given: Cooccurrence) -> _Kinds:
    kept = (given.counts.sum(axis=1) > 0)[given.generation]
    order = np.lexsort((given.term[kept], given.generation[kept]))
    term, generation = given.term[kept][order], given.generation[kept][order]
    held, place, n_terms = np.unique(generation, return_inverse=True, return_counts=True)
    lists = given.counts.shape[1]
    table = np.full((held.size, int(n_terms.max(initial=0)) + lists), -1, dtype=np.int64)
    table[place, np.arange(term.size) - np.repeat(np.cumsum(n_terms) - n_terms, n_terms)] = term
    table[:, -lists:] = given.counts[held]
    kinds, multiplicity = np.unique(table, axis=0, return_counts=True)
    kind, column = np.nonzero(kinds[:, :-lists] >= 0)
    terms = kinds[kind, column]
    by_term = np.argsort(terms, kind="stable")
    kind = kind[by_term]
    return _Kinds(
        term=terms[by_term],
        kind=kind,
        beside=kinds[kind, -lists:].astype(np.float64),
        multiplicity=multiplicity.astype(np.int64),
    )


def _resampled(given: Cooccurrence, resampling: Resampling) -> Interval | None:
    """Percentile interval of the mean distance; generations without a term and a group word cannot move it."""
    kinds, n = _kinds(given), given.counts.shape[0]
    n_held = int(kinds.multiplicity.sum())
    if n_held < 2:
        return None
    starts = np.unique(kinds.term, return_index=True)[1]
    rows_of_term = np.split(np.arange(kinds.term.size), starts[1:])
    found: list[Floats] = []
    # The generations without a term and a group word are drawn as one more kind.
    for drawn in draws_of_units(np.append(kinds.multiplicity, n - n_held), resampling):
        times, size = drawn[:, :-1], drawn.shape[0]
        distances, seen = np.zeros(size), np.zeros(size)
        for rows in rows_of_term:
            sums = times[:, kinds.kind[rows]] @ kinds.beside[rows]
            totals = sums.sum(axis=1, keepdims=True)
            there = totals[:, 0] > 0
            gap = 0.5 * np.abs(sums / np.maximum(totals, 1.0) - 1 / sums.shape[1]).sum(axis=1)
            distances += np.where(there, gap, 0.0)
            seen += there
        found.append(distances[seen > 0] / seen[seen > 0])
    return percentile_bootstrap(np.concatenate(found), "over generations")
