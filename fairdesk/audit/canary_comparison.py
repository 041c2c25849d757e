"""Do two canary runs differ by more than the repeats within them do? Exact permutation tests, nothing assumed.

If nothing changed, the answers to one prompt are exchangeable between the two runs. For every prompt all ways of
splitting its answers into two runs are therefore equally likely, and the sum over the prompts of (agreement within the
runs minus agreement between them) has a distribution that is computed exactly by convolution. Where log-probabilities
are offered, a prompt counts as told apart when no other split separates the distributions of its first token as well;
by exchange alone that happens with at most 2 in C(2k, k), so the count is judged by the binomial tail. The two tests
share the level by Bonferroni.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from fairdesk.domain.canary import CanaryAnswer, CanaryComparison, CanaryResult, CanaryRun
from fairdesk.domain.exchanges import TokenChance

ALPHA = 0.01
"""How often an unchanged model is taken for a changed one, at most."""

DOUBTFUL = 0.10
"""Up to this p-value a difference that is not beyond the noise is not called consistent with no change either."""

WHOLE = 10_000
"""Probabilities are counted in ten-thousandths: whole numbers make equal differences exactly equal."""

SMALLEST_SHIFT = WHOLE // 100
"""Distributions of the first token that differ by less (total variation) count as equal: engines round differently."""

LEAST_SHARE = 0.75
"""Share of the prompts that need two answers in both runs."""

Distribution = dict[Fraction, Fraction]


def compare_runs(reference: CanaryRun, later: CanaryRun) -> CanaryComparison:
    """Compare two canary runs of one system; the result is a value of report-contents.md S19 with its words."""
    obstacle = _obstacle(reference, later)
    if obstacle:
        return _without_numbers(reference, later, obstacle)
    renamed = _renamed_words(reference, later)
    pairs = _pairs(reference, later)
    if len(pairs) < LEAST_SHARE * reference.n_prompts:
        few = f"Only {len(pairs)} of {reference.n_prompts} prompts have two or more answers in both runs."
        without = _without_numbers(reference, later, few)
        return replace(without, result=CanaryResult.MET, word="changed", words=(renamed, few)) if renamed else without
    texts = {name: ([a.compared for a in one], [b.compared for b in two]) for name, (one, two) in pairs.items()}
    p_answers = answers_p_value(list(texts.values()))
    tokens = {
        name: ([a.first_tokens for a in one], [b.first_tokens for b in two])
        for name, (one, two) in pairs.items()
        if all(answer.first_tokens for answer in (*one, *two))
    }
    p_tokens = first_tokens_p_value(list(tokens.values())) if tokens else None
    within, between = _agreements(list(texts.values()))
    apart = tuple(name for name, (a, b) in texts.items() if len({*a}) == 1 == len({*b}) and a[0] != b[0])
    result, word, words = _judged(reference, pairs, (p_answers, p_tokens), texts, len(tokens))
    if renamed:
        # The last sentence judged the answers alone.
        words = (renamed, *(words if result is CanaryResult.MET else words[:-1]))
        result, word = CanaryResult.MET, "changed"
    return CanaryComparison(
        system=reference.system,
        reference_run=reference.canary_run,
        later_run=later.canary_run,
        result=result,
        word=word,
        words=(
            f"Answers to one prompt agreed in {float(within):.0%} of the pairs within a run, which is the noise floor, "
            f"and in {float(between):.0%} of the pairs between the two runs.",
            *words,
        ),
        n_prompts=len(pairs),
        agreement_within=float(within),
        agreement_between=float(between),
        p_answers=p_answers,
        p_first_tokens=p_tokens,
        changed_prompts=apart,
    )


def answers_p_value(prompts: Sequence[tuple[Sequence[str], Sequence[str]]]) -> float:
    """Exact p-value of the answers: one sided, for less agreement between the runs than within them.

    Args:
        prompts: Per prompt the compared answers of the one run and of the other, two or more each.
    """
    observed = sum((_score(one, two) for one, two in prompts), Fraction(0))
    total: Distribution = {Fraction(0): Fraction(1)}
    for one, two in prompts:
        total = _convolved(total, _scores_of_splits(one, two))
    return float(sum(chance for score, chance in total.items() if score >= observed))


def first_tokens_p_value(
    prompts: Sequence[tuple[Sequence[Sequence[TokenChance]], Sequence[Sequence[TokenChance]]]],
) -> float:
    """Exact upper bound of the p-value of the first tokens' distributions, from how many prompts are told apart."""
    chances: list[float] = []
    n_apart = 0
    for one, two in prompts:
        pooled = [_distribution(listed) for listed in (*one, *two)]
        distances = [[_distance(a, b) for b in pooled] for a in pooled]
        splits = list(itertools.combinations(range(len(pooled)), len(one)))
        scores = [_separation(distances, split) for split in splits]
        at_least = sum(score >= scores[0] for score in scores) / len(splits)
        smallest = (2 if len(one) == len(two) else 1) / len(splits)
        n_apart += at_least <= smallest and scores[0] > 0
        chances.append(smallest)
    largest, n = max(chances), len(chances)
    return min(1.0, math.fsum(math.comb(n, x) * largest**x * (1 - largest) ** (n - x) for x in range(n_apart, n + 1)))


def _judged(
    reference: CanaryRun,
    pairs: Mapping[str, tuple[Sequence[CanaryAnswer], Sequence[CanaryAnswer]]],
    p_values: tuple[float, float | None],
    texts: Mapping[str, tuple[Sequence[str], Sequence[str]]],
    n_with_tokens: int,
) -> tuple[CanaryResult, str, tuple[str, ...]]:
    level = ALPHA if p_values[1] is None else ALPHA / 2
    others = sum({a.text_sha256 for a in one} != {b.text_sha256 for b in two} for one, two in pairs.values())
    if reference.repeats_itself and others:
        words = f"The object repeats itself by construction, and the answers to {others} prompts are others now."
        return CanaryResult.MET, "changed", (words,)
    said = [f"Exact permutation test of the answers: p = {_p_words(p_values[0])}."]
    if p_values[1] is not None:
        said.append(f"Of the first token's probabilities, at most: p = {_p_words(p_values[1])}.")
    smallest = min(p for p in p_values if p is not None)
    if smallest <= level:
        words = f"The runs differ by more than repeats within a run do (level {level:g}): the model changed."
        return CanaryResult.MET, "changed", (*said, words)
    if not _could_tell(list(texts.values()), n_with_tokens, level):
        words = "Answers vary so much between repeats that even another model would not stand out."
        return CanaryResult.CANNOT_CHECK, "cannot tell", (*said, words)
    if smallest <= DOUBTFUL:
        words = "There is a difference, but not beyond what repeats may bring. Run the canary again."
        return CanaryResult.CANNOT_CHECK, "cannot tell", (*said, words)
    words = "No difference beyond the noise floor: consistent with no change; a small change may go unseen."
    return CanaryResult.HOLDS, "consistent with no change", (*said, words)


def _could_tell(prompts: Sequence[tuple[Sequence[str], Sequence[str]]], n_with_tokens: int, level: float) -> bool:
    """Whether wholly other answers, as varied as those of the first run, would have been found."""
    others = [(one, [f"other {answer}" for answer in one]) for one, _ in prompts]
    if answers_p_value(others) <= level:
        return True
    # Three repeats on both sides tell one prompt apart with a chance of 1 in 10.
    return bool(n_with_tokens) and 0.1**n_with_tokens <= level


def _obstacle(reference: CanaryRun, later: CanaryRun) -> str:
    if reference.prompts_sha256 != later.prompts_sha256:
        return "The two runs asked other prompts."
    if reference.configuration_sha256 != later.configuration_sha256:
        return "The system was described otherwise in the two runs: endpoint, prompt, layers or settings differ."
    return ""


def _renamed_words(reference: CanaryRun, later: CanaryRun) -> str:
    """A model string that did not come before is a change that the provider told; no name at all tells nothing."""
    if not reference.model_echoes or not {*later.model_echoes} - {*reference.model_echoes}:
        return ""
    then, now = ("”, “".join(run.model_echoes) for run in (reference, later))
    return f"The answers came from “{then}” then and from “{now}” now: the model's name changed."


def _without_numbers(reference: CanaryRun, later: CanaryRun, words: str) -> CanaryComparison:
    return CanaryComparison(
        system=reference.system,
        reference_run=reference.canary_run,
        later_run=later.canary_run,
        result=CanaryResult.CANNOT_CHECK,
        word="cannot tell",
        words=(words,),
    )


def _pairs(
    reference: CanaryRun, later: CanaryRun
) -> dict[str, tuple[tuple[CanaryAnswer, ...], tuple[CanaryAnswer, ...]]]:
    """The answers of both runs by prompt, where each run has two or more."""
    found = {}
    for name in sorted({answer.prompt_id for answer in reference.answers}):
        one = tuple(answer for answer in reference.answers if answer.prompt_id == name)
        two = tuple(answer for answer in later.answers if answer.prompt_id == name)
        if len(one) > 1 and len(two) > 1:
            found[name] = (one, two)
    return found


def _agreements(prompts: Sequence[tuple[Sequence[str], Sequence[str]]]) -> tuple[Fraction, Fraction]:
    """Share of agreeing pairs within a run and between the runs, every prompt counting the same."""
    within = sum((_within(one, two) for one, two in prompts), Fraction(0))
    between = sum((_between(one, two) for one, two in prompts), Fraction(0))
    return within / len(prompts), between / len(prompts)


def _score(one: Sequence[str], two: Sequence[str]) -> Fraction:
    return _within(one, two) - _between(one, two)


def _within(one: Sequence[str], two: Sequence[str]) -> Fraction:
    equal = sum(math.comb(count, 2) for side in (one, two) for count in Counter(side).values())
    return Fraction(equal, math.comb(len(one), 2) + math.comb(len(two), 2))


def _between(one: Sequence[str], two: Sequence[str]) -> Fraction:
    counts = Counter(two)
    return Fraction(sum(counts[answer] for answer in one), len(one) * len(two))


def _scores_of_splits(one: Sequence[str], two: Sequence[str]) -> Distribution:
    pooled = [*one, *two]
    splits = list(itertools.combinations(range(len(pooled)), len(one)))
    found: Distribution = {}
    for split in splits:
        rest = [pooled[place] for place in range(len(pooled)) if place not in split]
        score = _score([pooled[place] for place in split], rest)
        found[score] = found.get(score, Fraction(0)) + Fraction(1, len(splits))
    return found


def _convolved(one: Distribution, two: Distribution) -> Distribution:
    found: Distribution = {}
    for (a, chance_a), (b, chance_b) in itertools.product(one.items(), two.items()):
        found[a + b] = found.get(a + b, Fraction(0)) + chance_a * chance_b
    return found


def _distribution(listed: Sequence[TokenChance]) -> dict[str, int]:
    """Probabilities of the listed tokens in ten-thousandths; what is not listed is one token more."""
    found = {chance.token: round(math.exp(chance.logprob) * WHOLE) for chance in listed}
    found[""] = max(0, WHOLE - sum(found.values()))
    return found


def _distance(one: Mapping[str, int], two: Mapping[str, int]) -> int:
    """Twice the total variation, 0 where it is smaller than engines may differ by."""
    shift = sum(abs(one.get(name, 0) - two.get(name, 0)) for name in {*one, *two})
    return shift if shift >= 2 * SMALLEST_SHIFT else 0


def _separation(distances: Sequence[Sequence[int]], split: Sequence[int]) -> int:
    """Mean distance between the two sides minus that within them, times a number that is the same for all splits."""
    rest = [place for place in range(len(distances)) if place not in split]
    between = [distances[a][b] for a in split for b in rest]
    within = [distances[a][b] for side in (split, rest) for a, b in itertools.combinations(side, 2)]
    return sum(between) * len(within) - sum(within) * len(between)


def _p_words(p_value: float) -> str:
    return f"{p_value:.2g}" if p_value >= 0.0001 else "below 0.0001"
