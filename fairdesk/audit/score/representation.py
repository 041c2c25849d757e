"""Words of groups in generated texts: shares, distance from a reference, and which words stand beside targets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fairdesk.audit.score.estimates import described, numbers, significance
from fairdesk.audit.score.systems import compare_systems
from fairdesk.audit.score.texts import text_column
from fairdesk.domain.results import Outcome, SignificanceTest
from fairdesk.extractors.word_counts import WordLists, count_words, count_words_as_helm, find_terms, word_lists
from fairdesk.interchange.named_rows import read_named_rows
from fairdesk.interchange.word_files import read_reference, read_word_lists, read_words

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from fairdesk.measures.representation import Representation
    from fairdesk.measures.resampling import Resampling

    Integers = npt.NDArray[np.int64]

N_RESAMPLES = 1_999
"""Of generations; each counts all their words again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RepresentationFiles:
    """What is scored against what.

    Attributes:
        texts: Rows with a generated text each.
        text: Column of the texts; None for a usual name.
        lists: Lists of group words.
        family: Which set of lists, where the file holds several.
        reference: Shares to compare with; None for equal shares.
        targets: Words beside which groups are counted; None for none.
        target_list: Which list of targets, where the file holds several.
        systems: Column that names the two systems to compare; None for no comparison.
        prompt: Column that names what both systems were asked.
    """

    texts: Path
    text: str | None
    lists: Path
    family: str | None
    reference: Path | None
    targets: Path | None
    target_list: str | None
    systems: str | None
    prompt: str


def score_representation(files: RepresentationFiles, seed: int) -> dict[str, Any]:
    """Shares of listed words with generations as units, their distance, and what chance gives (M18 to M20).

    Raises:
        ImportProblem: a file has another layout.
        InputError: the lists cannot be counted: a word in two lists, an entry that is no single word.
    """
    from fairdesk.measures import representation as measures
    from fairdesk.measures.resampling import Resampling

    lists = word_lists(read_word_lists(files.lists, files.family))
    shares, reason = _reference(files, lists)
    targets = None if files.targets is None else read_words(files.targets, files.target_list)
    table = read_named_rows(files.texts, (files.systems, files.prompt) if files.systems else ())
    column = text_column(table, files.text)
    rows = [row for row in table.rows if table.text(row, column).strip()]
    texts = [table.text(row, column) for row in rows]
    counts, resampling = count_words(texts, lists), Resampling(seed=seed, n_resamples=N_RESAMPLES)
    reference = measures.checked_reference(shares, len(lists.names))
    found = measures.representation_by_generation(counts, reference, resampling)
    outcomes: dict[str, Outcome] = {"tvd": found.tvd}
    outcomes |= {f"share.{name}": measures.mention_share(counts, at) for at, name in enumerate(lists.names)}
    as_helm = count_words_as_helm(texts, lists)
    outcomes["tvd_helm_normalised"] = measures.normalised_distance(as_helm.sum(axis=0), _sizes(lists))
    answer: dict[str, Any] = {
        "texts": len(texts),
        "empty_texts": len(table.rows) - len(texts),
        "texts_with_listed_words": int((counts.sum(axis=1) > 0).sum()),
        "lists": dict(zip(lists.names, lists.sizes, strict=True)),
        "reference": dict(zip(lists.names, reference.tolist(), strict=True)),
        "reference_reason": reason,
        **_shares(lists, found),
        "counts_helm_tokens": dict(zip(lists.names, as_helm.sum(axis=0).tolist(), strict=True)),
        **numbers(outcomes),
        "exact_test": significance(_exact_test(counts, reference, resampling)),
        "seed": seed,
        "notes": list(table.notes),
        "sentences": _sentences(found),
    }
    if files.systems is not None:
        keys = [(table.word(row, files.systems), table.word(row, files.prompt)) for row in rows]
        if len({system for system, _ in keys}) != 2:
            cure = "Keep the rows of two systems, each asked the same prompts."
            table.fail(None, files.systems, "the column does not name exactly two systems", cure)
        answer["systems"] = compare_systems(keys, counts, reference, resampling)
    return answer | ({} if targets is None else {"association": _association(texts, counts, targets, resampling)})


def _reference(files: RepresentationFiles, lists: WordLists) -> tuple[tuple[float, ...], str]:
    if files.reference is None:
        k = len(lists.names)
        return (1 / k,) * k, "equal shares; no other reference was given"
    shares, reason = read_reference(files.reference, lists.names)
    return shares, reason or "not stated"


def _sizes(lists: WordLists) -> Integers:
    import numpy as np

    return np.array(lists.sizes, dtype=np.int64)


def _shares(lists: WordLists, found: Representation) -> dict[str, Any]:
    shares = found.p_observed or (None,) * len(lists.names)
    return {
        "counts": dict(zip(lists.names, found.counts, strict=True)),
        "total": found.total,
        "p_observed": dict(zip(lists.names, shares, strict=True)),
        "largest_possible_tvd": found.largest,
        "expected_tvd_under_reference": found.expected,
    }


def _exact_test(counts: Integers, reference: Any, resampling: Resampling) -> SignificanceTest:
    """The exact test where it holds: at most one mention per generation."""
    from fairdesk.measures.representation import exact_multinomial_test

    if counts.size and int(counts.sum(axis=1).max()) > 1:
        reason = "a generation holds several listed words, which are not independent"
        return SignificanceTest(name="exact multinomial test", method="M20", p_value=None, reason=reason)
    return exact_multinomial_test(counts.sum(axis=0), reference, resampling)


def _sentences(found: Representation) -> list[str]:
    from fairdesk.measures.representation import SENTENCE

    words = [f"{SENTENCE} k = {len(found.counts)}, largest possible value = {found.largest:.3f}."]
    if found.expected is not None:
        words.append(
            f"Expected value without any imbalance at this n, were all {found.total:,} mentions independent: "
            f"{found.expected:.4f}."
        )
    return words


def _association(texts: list[str], counts: Integers, targets: list[str], resampling: Resampling) -> dict[str, Any]:
    from fairdesk.measures.association import SENTENCE, Cooccurrence, association

    hits = find_terms(texts, targets)
    where = Cooccurrence(counts=counts, term=hits.term, generation=hits.text, times=hits.times, n_terms=len(targets))
    found = association(where, resampling)
    outcomes = {"score": found.score, "score_cooccurrence_product": found.cooccurrence_product}
    per_term: Mapping[str, Any] = {
        term: {"tvd": described(one.tvd)["value"], "counts": list(one.counts), "expected": one.expected}
        for term, one in zip(targets, found.per_term, strict=True)
        if one.total
    }
    return {
        **numbers(outcomes),
        "terms_used": found.terms_used,
        "terms_without_data": found.terms_without_data,
        "expected_score_under_reference": found.expected,
        "per_term": per_term,
        "sentence": SENTENCE,
    }
