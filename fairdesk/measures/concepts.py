"""Which concepts go with which identity in open generation (M42)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
from scipy import special, stats

from fairdesk.domain.results import Estimate, NotMeasured, SignificanceTest
from fairdesk.measures.intervals import wilson
from fairdesk.measures.multiple_tests import benjamini_hochberg, family_size
from fairdesk.measures.pairs import Floats
from fairdesk.measures.resampling import Resampling

LEAST_EXPECTED = 5.0
"""With a smaller expected count in any cell the exact test decides."""

MOST_TABLES = 2_000_000
"""Up to here every table with the observed margins is listed; beyond it tables are drawn."""

MOST_STORIES_DRAWN = 900_000_000
"""Beyond this many stories tables cannot be drawn."""

TIE = 1e-7
"""Log-probabilities this close are equal: rounding pulls tables of one probability apart."""

CHI2_NAME = "chi-square test without continuity correction"
EXACT_NAME = "exact Freeman-Halton test"


@dataclass(frozen=True, slots=True, kw_only=True)
class Occurrences:
    """Stories of one identity, and how many of them hold the concept (each story counts once)."""

    with_concept: int
    stories: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ConceptAssociation:
    """How a concept is spread over identities (M42).

    Attributes:
        frequency: Identity to the share of its stories with the concept, with its Wilson interval (B1).
        test: The one that decides: chi-square, or the exact test when the smallest expected count is under 5.
        chi2: Pearson's statistic without continuity correction; None where it does not exist.
        df: Its degrees of freedom, identities with stories less one; None where it does not exist.
        p_chi2: Of that statistic.
        p_exact: Freeman-Halton p-value, exact or from drawn tables; None where it does not exist.
        p_exact_error: Standard error of a drawn ``p_exact``; 0.0 when every table was counted.
        min_expected: Smallest expected count of the table; None without any story.
    """

    frequency: Mapping[str, Estimate | NotMeasured]
    test: SignificanceTest
    chi2: float | None = None
    df: int | None = None
    p_chi2: float | None = None
    p_exact: float | None = None
    p_exact_error: float | None = None
    min_expected: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Screening:
    """All concepts that were examined, adjusted as one family (M42).

    Attributes:
        associations: In the order of the concepts; ``test.p_adjusted`` is by Benjamini-Hochberg.
        kept: Concepts whose adjusted p-value is at most ``alpha``.
        n_examined: Concepts that came in, those without a test included.
        n_tested: Concepts with a p-value: the size of the family.
        kept_raw: How many a raw p-value at ``alpha`` would have kept; most of them can be chance.
    """

    associations: Mapping[str, ConceptAssociation]
    kept: tuple[str, ...]
    n_examined: int
    n_tested: int
    kept_raw: int


def concept_by_identity(counts: Mapping[str, Occurrences], resampling: Resampling) -> ConceptAssociation:
    """Whether a concept is as frequent in the stories of every identity (M42).

    Pearson's chi-square over the identities x (with, without) table, never with a continuity correction; where the
    smallest expected count is under 5 the exact conditional test takes its place: the sum of the probabilities of
    all tables with the same margins that are no more probable than the observed one.

    Args:
        counts: Identity to its stories; one row per story, so that a concept named twice in one counts once.
            Identities without stories are not measured and do not enter the test.
        resampling: Seed, and number of drawn tables (``n_flips``) where more than 2,000,000 would have to be counted.

    Returns:
        Frequencies with intervals and the test; without a p-value and with the reason when fewer than two identities
        have stories, or no story or every story holds the concept.

    Raises:
        ValueError: a count is negative or larger than its stories.

    Source:
        Bias Association Discovery Framework, arXiv:2508.01412; Freeman and Halton 1951, 10.1093/biomet/38.1-2.141.

    Example:
        >>> counts = {"a": Occurrences(with_concept=9, stories=100), "b": Occurrences(with_concept=1, stories=100)}
        >>> found = concept_by_identity(counts, Resampling(seed=1))
        >>> round(found.chi2, 6), found.df, round(found.p_chi2, 6)
        (6.736842, 1, 0.009444)
    """
    for count in counts.values():
        if not 0 <= count.with_concept <= count.stories:
            raise ValueError(f"{count.with_concept} of {count.stories} stories is not a share")
    frequency = {identity: _frequency(count) for identity, count in counts.items()}
    used = [count for count in counts.values() if count.stories > 0]
    held = np.array([count.with_concept for count in used], dtype=np.int64)
    stories = np.array([count.stories for count in used], dtype=np.int64)
    total, with_concept = int(stories.sum()), int(held.sum())
    share = with_concept / total if total else 0.0
    min_expected = float(stories.min()) * min(share, 1 - share) if total else None
    reason = _no_test(len(used), total, with_concept)
    if reason or min_expected is None:
        test = SignificanceTest(name=CHI2_NAME, method="M42", p_value=None, reason=reason)
        return ConceptAssociation(frequency=frequency, test=test, min_expected=min_expected)
    chi2 = float(((held - stories * share) ** 2 / (stories * share * (1 - share))).sum())
    p_chi2 = float(stats.chi2.sf(chi2, len(used) - 1))
    p_exact, error = _freeman_halton(held, stories, resampling)
    test = SignificanceTest(name=CHI2_NAME, method="M42", p_value=p_chi2)
    if min_expected < LEAST_EXPECTED and p_exact is not None:
        name = f"Freeman-Halton test, {resampling.n_flips:,} drawn tables" if error else EXACT_NAME
        test = SignificanceTest(name=name, method="M42", p_value=p_exact)
    return ConceptAssociation(
        frequency=frequency,
        test=test,
        chi2=chi2,
        df=len(used) - 1,
        p_chi2=p_chi2,
        p_exact=p_exact,
        p_exact_error=error,
        min_expected=min_expected,
    )


def screen_concepts(
    concepts: Mapping[str, Mapping[str, Occurrences]], resampling: Resampling, alpha: float = 0.05
) -> Screening:
    """Tests every concept and adjusts over all that were examined (M42, M32).

    Args:
        concepts: Concept to its occurrences by identity; all that were examined, not those that looked salient.
        resampling: As for ``concept_by_identity``.
        alpha: Expected share of chance finds among those kept.

    Example:
        >>> counts = {"a": Occurrences(with_concept=9, stories=100), "b": Occurrences(with_concept=1, stories=100)}
        >>> found = screen_concepts({"rain": counts, "sun": {}}, Resampling(seed=1))
        >>> found.kept, found.n_examined, found.n_tested
        (('rain',), 2, 1)
    """
    found = {concept: concept_by_identity(counts, resampling) for concept, counts in concepts.items()}
    raw = [association.test.p_value for association in found.values()]
    adjusted = benjamini_hochberg(raw)
    n_tested = family_size(raw)
    associations = {
        concept: replace(found[concept], test=replace(found[concept].test, p_adjusted=p, family_size=n_tested))
        for concept, p in zip(found, adjusted, strict=True)
    }
    return Screening(
        associations=associations,
        kept=tuple(concept for concept, p in zip(found, adjusted, strict=True) if p is not None and p <= alpha),
        n_examined=len(found),
        n_tested=n_tested,
        kept_raw=sum(p is not None and p <= alpha for p in raw),
    )


def screening_sentence(screening: Screening, extracted_by: str) -> str:
    """What must stand beside associations (M42).

    Example:
        >>> nothing = Screening(associations={}, kept=(), n_examined=0, n_tested=0, kept_raw=0)
        >>> screening_sentence(nothing, "a list of words")[:41]
        '0 concepts examined, 0 tested, 0 kept aft'
    """
    return (
        f"{screening.n_examined:,} concepts examined, {screening.n_tested:,} tested, {len(screening.kept):,} kept "
        f"after adjustment (Benjamini-Hochberg); association in generated stories of this prompt set, extracted by "
        f"{extracted_by}. Raw p-values would have kept {screening.kept_raw:,}, many of which can be chance."
    )


def _no_test(n_identities: int, total: int, with_concept: int) -> str:
    if total == 0:
        return "there is no story"
    if n_identities < 2:
        return "only one identity has stories, so there is nothing to compare"
    if with_concept == 0:
        return "no story holds the concept"
    return "every story holds the concept" if with_concept == total else ""


def _frequency(count: Occurrences) -> Estimate | NotMeasured:
    if count.stories == 0:
        return NotMeasured(method="M42", reason="this identity has no story", missing={})
    return Estimate(
        value=count.with_concept / count.stories,
        interval=wilson(count.with_concept, count.stories),
        n=count.stories,
        missing={},
        unit="share of stories",
        method="M42",
        details={"with_concept": float(count.with_concept)},
    )


def _freeman_halton(
    held: npt.NDArray[np.int64], stories: npt.NDArray[np.int64], resampling: Resampling
) -> tuple[float | None, float | None]:
    """The exact p-value of a 2 x K table and its standard error: 0 when every table was counted."""
    total, drawn = int(stories.sum()), int(held.sum())
    observed = float(_log_choose(stories, held).sum())
    if _most_tables(stories.tolist(), drawn) <= MOST_TABLES:
        logs = _all_tables(stories.tolist(), drawn)
        chances = np.exp(logs - float(_log_choose(np.array([total]), np.array([drawn]))[0]))
        # Dividing by their sum takes out what rounding of the large factorials has put in.
        return min(1.0, float(chances[logs <= observed + TIE].sum() / chances.sum())), 0.0
    if total > MOST_STORIES_DRAWN:
        return None, None
    rng = resampling.generator()
    at_once, hits = max(1, 4_000_000 // stories.size), 0
    for start in range(0, resampling.n_flips, at_once):
        size = min(at_once, resampling.n_flips - start)
        tables = rng.multivariate_hypergeometric(stories, drawn, size=size, method="marginals")
        hits += int(np.count_nonzero(_log_choose(stories, tables).sum(axis=1) <= observed + TIE))
    p_value = (1 + hits) / (1 + resampling.n_flips)
    return p_value, math.sqrt(p_value * (1 - p_value) / resampling.n_flips)


def _most_tables(stories: Sequence[int], drawn: int) -> int:
    """A number that is not smaller than that of the tables with these margins."""
    few = min(drawn, sum(stories) - drawn)
    sizes = sorted(min(size, few) + 1 for size in stories)[:-1]
    return min(math.prod(sizes), math.comb(few + len(stories) - 1, len(stories) - 1))


def _all_tables(stories: Sequence[int], drawn: int) -> Floats:
    """Sums of log C(stories, with concept) of every table with the margins, without the common denominator."""
    sums, logs = np.zeros(1, dtype=np.int64), np.zeros(1)
    left = sum(stories)
    for size in stories[:-1]:
        left -= size
        lowest = np.maximum(0, drawn - left - sums)
        n_choices = np.minimum(size, drawn - sums) - lowest + 1
        # Every partial table is repeated once for each count that can still be completed to the margins.
        first = np.repeat(np.cumsum(n_choices) - n_choices, n_choices)
        chosen = np.arange(int(n_choices.sum())) - first + np.repeat(lowest, n_choices)
        logs = np.repeat(logs, n_choices) + _log_choose(np.array([size]), chosen)
        sums = np.repeat(sums, n_choices) + chosen
    found: Floats = logs + _log_choose(np.array([stories[-1]]), drawn - sums)
    return found


def _log_choose(n: npt.NDArray[np.int64], k: npt.NDArray[np.int64]) -> Floats:
    found: Floats = special.gammaln(n + 1.0) - special.gammaln(k + 1.0) - special.gammaln(n - k + 1.0)
    return found
