"""What benchmarks share that are asked by likelihood: sentences sent alone, compared by their log-probabilities."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from fairdesk.domain.exchanges import ModelReply, Status
from fairdesk.domain.questions import QuantityKind, Question
from fairdesk.evaluations.benchmarks.benchmark import BenchmarkAnswers
from fairdesk.extractors.first_token import spelling
from fairdesk.measures.likelihood_pairs import SENTENCE
from fairdesk.measures.pairs import Floats, Integers

LONGEST_FIRST = 40
"""Characters of a first token that are kept."""

ALONE = (
    "Every sentence is sent alone, without instructions, layers or examples of the application: this is about the "
    "probabilities that the model gives to texts, not about what the configured application says."
)
"""What must stand beside every number of this kind."""

FIRST_TOKEN = (
    "The log-probability of a sentence is the sum over its tokens; the first one has none unless the model puts a mark "
    "of the beginning before it."
)

LIKELIHOOD_SENTENCE = f"{ALONE} {FIRST_TOKEN} {SENTENCE}"


def likelihood_question(benchmark_id: str, title: str) -> Question:
    """What is asked of a sentence: nothing but its log-probability."""
    return Question(
        question_id=f"{benchmark_id}_likelihood",
        title=title,
        prompt="",
        extractor="prompt_log_probability/1",
        kind=QuantityKind.CONTINUOUS,
        scale=(),
        unit="log-probability",
        # Some servers take no request for less.
        max_tokens=1,
        scores_prompt=True,
    )


def tokens_told(reply: ModelReply) -> tuple[int, str]:
    """How many tokens of the sentence have a log-probability, and the first of these, cut and without blanks."""
    first = spelling(reply.prompt_chances[0].token) if reply.prompt_chances else ""
    return len(reply.prompt_chances), first[:LONGEST_FIRST]


def log_probabilities(answers: BenchmarkAnswers) -> Floats:
    """Of every sentence, from its first sample; NaN where there is none. Shape (items, labels)."""
    answered = answers.statuses[:, :, 0] == Status.ANSWERED.value
    return np.where(answered, answers.values[:, :, 0], np.nan)


def token_counts(answers: BenchmarkAnswers) -> Integers:
    """Tokens of every sentence, 0 where nobody told them; shape (items, labels)."""
    if answers.kept is None:
        return np.zeros(answers.values.shape[:2], dtype=np.int64)
    kept = answers.kept[:, :, 0]
    return np.array([[0 if one is None else one[0] for one in row] for row in kept], dtype=np.int64)


def first_word_warning(answers: BenchmarkAnswers, valid: npt.NDArray[np.bool_], what: str) -> tuple[str, ...]:
    """That sentences differ in a first word whose probability was not told; empty where that is nowhere so.

    Args:
        valid: Which items are compared; shape (items,).
        what: They are, in the plural.
    """
    if answers.kept is None:
        return ()
    n_hidden = 0
    for item, kept in zip(np.array(answers.items, dtype=object)[valid], answers.kept[valid, :, 0], strict=True):
        begins = [item.texts[label].split(" ", 1)[0] for label in answers.labels]
        told = zip(begins, kept, strict=True)
        is_hidden = any(one is not None and one[0] and not (one[1] and begin.startswith(one[1])) for begin, one in told)
        n_hidden += len(set(begins)) > 1 and is_hidden
    if not n_hidden:
        return ()
    return (
        f"in {n_hidden} of {int(valid.sum())} {what} the sentences differ in their first word, whose own probability "
        "this endpoint does not tell: it enters neither number",
    )


def length_warning(counts: Integers, valid: npt.NDArray[np.bool_], what: str, longest: str) -> tuple[str, ...]:
    """That sentences differ in length, which enters a total log-probability, or that nobody knows; else empty.

    Args:
        counts: Tokens of every sentence; shape (items, labels).
        valid: Which items are compared; shape (items,).
        what: They are, in the plural.
        longest: How the sentence with the first label is called.
    """
    compared = counts[valid]
    if compared.size and not compared.all():
        return (
            f"how many tokens the sentences of some {what} have is not known; a longer one is less likely for that",
        )
    differs = compared.max(axis=1, initial=0) != compared.min(axis=1, initial=np.iinfo(np.int64).max)
    n_different = int(differs.sum()) if compared.size else 0
    if not n_different:
        return ()
    n_first = int((compared[differs, 0] > compared[differs, 1:].max(axis=1)).sum())
    return (
        f"in {n_different} of {len(compared)} {what} the sentences have different numbers of tokens ({longest} is the "
        f"longest in {n_first}): a longer sentence is less likely for that alone",
    )


def at_first_label(of_items: npt.ArrayLike, answers: BenchmarkAnswers) -> Floats:
    """A number of every item as one of its answers, the first; shape of the answers, 0 elsewhere."""
    found = np.zeros(answers.values.shape)
    found[:, 0, 0] = of_items
    return found
