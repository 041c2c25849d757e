"""The comparison of two canary runs: exact, seldom wrong about an unchanged model, and honest where it cannot tell."""

from __future__ import annotations

import itertools
import math
import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.audit.canary_comparison import ALPHA, answers_p_value, compare_runs, first_tokens_p_value
from fairdesk.domain.canary import CanaryAnswer, CanaryResult, CanaryRun
from fairdesk.domain.canonical import sha256_hex
from fairdesk.domain.exchanges import TokenChance

N_PROMPTS = 12


def run_of(texts: list[list[str]], chances: list[list[tuple[TokenChance, ...]]] | None = None) -> CanaryRun:
    """A canary run with these answers, prompt by prompt."""
    answers = tuple(
        CanaryAnswer(
            prompt_id=f"p{number:02}",
            sample=sample,
            text_sha256=sha256_hex(text.encode()),
            compared=text,
            first_tokens=chances[number][sample - 1] if chances else (),
        )
        for number, some in enumerate(texts)
        for sample, text in enumerate(some, 1)
    )
    return CanaryRun(
        canary_run="k-1",
        system="baseline",
        at="2026-11-30T07:00:00Z",
        configuration_sha256="c",
        prompts_sha256="p",
        n_repeats=3,
        n_prompts=len(texts),
        answers=answers,
        failures={},
        model_echoes=("m",),
    )


def same(answer: str, n_prompts: int = N_PROMPTS) -> list[list[str]]:
    return [[answer] * 3 for _ in range(n_prompts)]


def drawn(dice: random.Random, spread: list[list[str]]) -> list[list[str]]:
    """Three answers to each prompt, drawn from its own possible answers."""
    return [[dice.choice(possible) for _ in range(3)] for possible in spread]


def tokens(dice: random.Random, level: float, noise: float) -> tuple[TokenChance, ...]:
    chance = min(0.99, max(0.01, level + dice.gauss(0, noise)))
    return TokenChance(token="4", logprob=math.log(chance)), TokenChance(token="3", logprob=math.log(1 - chance))


def test_p_values_by_hand() -> None:
    """One prompt with aaa and bbb: 2 of its 20 splits separate as well; two such prompts: 1 in 100; none: 1."""
    wholly = (["a"] * 3, ["b"] * 3)
    assert answers_p_value([wholly]) == pytest.approx(0.1)
    assert answers_p_value([wholly, wholly]) == pytest.approx(0.01)
    assert answers_p_value([(["a"] * 3, ["a"] * 3)]) == 1
    # {a,a,b} against {c,c,d}: the four splits that keep both pairs together on two sides do as well.
    assert answers_p_value([(["a", "a", "b"], ["c", "c", "d"])]) == pytest.approx(4 / 20)


three = st.lists(st.sampled_from("abc"), min_size=3, max_size=3)


@given(st.lists(st.tuples(three, three), min_size=1, max_size=2))
def test_the_convolution_equals_a_count_over_all_splits(prompts: list[tuple[list[str], list[str]]]) -> None:
    """The exact p-value is the share of all joint splits that separate the runs as well or better."""

    def score(one: list[str], two: list[str]) -> float:
        within = [a == b for side in (one, two) for a, b in itertools.combinations(side, 2)]
        between = [a == b for a in one for b in two]
        return sum(within) / len(within) - sum(between) / len(between)

    splits = []
    for one, two in prompts:
        pooled = one + two
        splits.append(
            [
                score([pooled[i] for i in chosen], [pooled[i] for i in range(6) if i not in chosen])
                for chosen in itertools.combinations(range(6), 3)
            ]
        )
    observed = sum(score(one, two) for one, two in prompts)
    every = [sum(some) for some in itertools.product(*splits)]
    expected = sum(value >= observed - 1e-9 for value in every) / len(every)
    assert answers_p_value(prompts) == pytest.approx(expected)


def test_an_unchanged_model_that_repeats_itself_holds() -> None:
    """Every answer is the same as before: consistent with no change, never called unchanged."""
    found = compare_runs(run_of(same("4")), run_of(same("4")))
    assert (found.result, found.word) == (CanaryResult.HOLDS, "consistent with no change")
    assert (found.agreement_within, found.agreement_between) == (1, 1)


def test_two_prompts_that_are_wholly_other_are_a_change() -> None:
    """With answers that agree within each run, two of twelve prompts suffice, and they are named."""
    later = [["3"] * 3, ["2"] * 3, *same("4", 10)]
    found = compare_runs(run_of(same("4")), run_of(later))
    assert (found.result, found.word) == (CanaryResult.MET, "changed")
    assert found.changed_prompts == ("p00", "p01")
    assert found.p_answers == pytest.approx(0.01)


def test_one_prompt_that_is_other_is_neither_a_change_nor_none() -> None:
    """One of twelve may come by chance in 1 of 10 cases: cannot tell, which never counts as holding."""
    found = compare_runs(run_of(same("4")), run_of([["3"] * 3, *same("4", 11)]))
    assert (found.result, found.word) == (CanaryResult.CANNOT_CHECK, "cannot tell")


def test_an_object_that_repeats_itself_by_construction_changed_with_one_answer() -> None:
    """There is no noise to hide behind."""
    reference = replace(run_of(same("4")), repeats_itself=True)
    found = compare_runs(reference, run_of([["4", "4", "3"], *same("4", 11)]))
    assert found.result is CanaryResult.MET


def test_answers_that_are_never_alike_tell_nothing() -> None:
    """Where repeats never agree, no difference is no sign of no change."""
    fresh = (f"text {number}" for number in itertools.count())
    one, two = ([[next(fresh) for _ in range(3)] for _ in range(N_PROMPTS)] for _ in range(2))
    found = compare_runs(run_of(one), run_of(two))
    assert (found.result, found.word) == (CanaryResult.CANNOT_CHECK, "cannot tell")
    assert any("vary so much" in words for words in found.words)


def test_first_tokens_show_a_change_that_texts_hide() -> None:
    """All answers are the same words; the probabilities behind them moved by ten points: changed."""
    dice = random.Random(1)
    one = [[tokens(dice, 0.80, 0.005) for _ in range(3)] for _ in range(N_PROMPTS)]
    two = [[tokens(dice, 0.70, 0.005) for _ in range(3)] for _ in range(N_PROMPTS)]
    found = compare_runs(run_of(same("4"), one), run_of(same("4"), two))
    assert found.p_answers == 1
    assert found.p_first_tokens is not None
    assert found.p_first_tokens < ALPHA / 2
    assert found.result is CanaryResult.MET


def test_rounding_of_an_engine_is_no_change() -> None:
    """Probabilities that differ by less than a hundredth between two sessions are taken as equal."""
    one = [[tokens(random.Random(1), 0.800, 0)] * 3 for _ in range(N_PROMPTS)]
    two = [[tokens(random.Random(1), 0.806, 0)] * 3 for _ in range(N_PROMPTS)]
    assert first_tokens_p_value(list(zip(one, two, strict=True))) == 1
    assert compare_runs(run_of(same("4"), one), run_of(same("4"), two)).result is CanaryResult.HOLDS


def test_other_prompts_and_settings_are_not_compared() -> None:
    """Two runs that asked something else have no common measure."""
    one = run_of(same("4"))
    for other in (replace(one, prompts_sha256="q"), replace(one, configuration_sha256="d")):
        assert compare_runs(one, other).result is CanaryResult.CANNOT_CHECK


def test_too_few_answers_are_not_compared() -> None:
    """Half of the prompts without two answers: cannot tell, with the number."""
    half = [["4"] * 3] * 6 + [["4"]] * 6
    found = compare_runs(run_of(same("4")), run_of(half))
    assert found.result is CanaryResult.CANNOT_CHECK
    assert "6 of 12" in found.words[0]


@pytest.mark.slow
@pytest.mark.parametrize("n_possible", [1, 2, 3, 6])
def test_false_alarms_are_as_seldom_as_promised(n_possible: int) -> None:
    """Two runs of one noisy model, 600 times: called changed in at most about 1 of 100, with first tokens, too."""
    dice = random.Random(20261130 + n_possible)
    n_alarms = 0
    for number in range(600):
        spread = [[f"{letter}" for letter in "abcdef"[: dice.randint(1, n_possible)]] for _ in range(N_PROMPTS)]
        levels = [dice.uniform(0.1, 0.9) for _ in range(N_PROMPTS)]
        runs = [
            run_of(
                drawn(dice, spread),
                [[tokens(dice, level, 0.05) for _ in range(3)] for level in levels] if number % 2 else None,
            )
            for _ in range(2)
        ]
        n_alarms += compare_runs(*runs).result is CanaryResult.MET
    # 600 times 0.01 is 6; 14 or more would happen in 1 of 250 simulations of a rate of exactly 0.01.
    assert n_alarms < 14


@pytest.mark.slow
def test_a_changed_model_is_found_despite_noise() -> None:
    """Half of the prompts get other likely answers: found in most of 200 times; a small change often is not."""
    dice = random.Random(7)
    n_found = 0
    for _ in range(200):
        spread = [["a", "a", "a", "b"] for _ in range(N_PROMPTS)]
        moved = [["c", "c", "c", "d"] if number < 6 else possible for number, possible in enumerate(spread)]
        n_found += compare_runs(run_of(drawn(dice, spread)), run_of(drawn(dice, moved))).result is CanaryResult.MET
    assert n_found > 150


def test_another_name_of_the_model_is_a_change_whatever_it_answers() -> None:
    """Equal answers under a new model string are no unchanged model; a name that is missing says nothing."""
    before = run_of(same("a"))
    found = compare_runs(before, replace(before, model_echoes=("m", "n")))
    assert (found.result, found.word) == (CanaryResult.MET, "changed")
    assert any("“m”" in words and "“n”" in words for words in found.words)
    assert not any("consistent with no change" in words for words in found.words)
    few = compare_runs(before, replace(before, answers=before.answers[:3], model_echoes=("n",)))
    assert few.result is CanaryResult.MET
    unnamed = replace(before, model_echoes=())
    assert compare_runs(before, unnamed).result is CanaryResult.HOLDS
    assert compare_runs(unnamed, before).result is CanaryResult.HOLDS
    assert compare_runs(replace(before, model_echoes=("m", "n")), before).result is CanaryResult.HOLDS
