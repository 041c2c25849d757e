"""Chances, smallest effects and sizes of a plan, against counting every outcome and against each other."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from fairdesk.domain.results import Verdict
from fairdesk.measures import planned_power, power
from fairdesk.measures.targets import share_target

SHARES = st.sampled_from([0.0, 0.05, 0.3, 0.5, 0.85, 0.87, 0.9, 0.95, 1.0])


@given(st.integers(0, 120), SHARES, st.sampled_from([0.1, 0.5, 0.8, 0.9, 0.95]))
def test_chances_are_those_of_counting_every_outcome(n: int, truth: float, target: float) -> None:
    """Every count is decided as results are decided; its chances add up to the three chances."""
    found = planned_power.target_chances(n, truth, target)
    counted = dict.fromkeys(Verdict, 0.0)
    for count in range(n + 1):
        decided = share_target(count, n, target, "at_least").verdict
        counted[decided] += float(stats.binom.pmf(count, n, truth))
    assert found.above == pytest.approx(counted[Verdict.TARGET_MET], abs=1e-9)
    assert found.below == pytest.approx(counted[Verdict.TARGET_NOT_MET], abs=1e-9)
    assert found.above + found.below + found.undecided == pytest.approx(1)


@given(st.integers(1, 5_000), st.sampled_from([0.5, 0.8, 0.9, 0.95]), st.sampled_from([0.05, 0.0125]))
def test_the_smallest_gap_has_the_wanted_chance(n: int, target: float, alpha: float) -> None:
    """At the share that is given the chance is the wanted one; nearer to the target it is smaller."""
    found = planned_power.detectable_share(n, target, 0.8, alpha)
    if found.below is not None:
        assert planned_power.target_chances(n, found.below, target, alpha).below == pytest.approx(0.8, abs=1e-6)
        assert found.below < target
    if found.above is not None:
        assert planned_power.target_chances(n, found.above, target, alpha).above == pytest.approx(0.8, abs=1e-6)
        assert found.above > target


def test_no_files_decide_nothing() -> None:
    """Without a file every verdict is open, and no share is told apart from its target."""
    assert planned_power.target_chances(0, 0.5, 0.9) == planned_power.VerdictChances(above=0, below=0, undecided=1)
    assert planned_power.detectable_share(0, 0.9) == planned_power.DetectableShare(below=None, above=None)
    assert planned_power.detectable_share(10, 0.9).above is None


def test_too_wide_a_number_is_refused() -> None:
    """A target on an end and a share outside 0 to 1 are faults of the caller."""
    for call in (
        lambda: planned_power.target_chances(10, 1.2, 0.9),
        lambda: planned_power.detectable_share(10, 1.0),
        lambda: planned_power.two_rates_power(10, -0.1, 0.5),
        lambda: planned_power.bias_score_power(10, 2.0),
        lambda: planned_power.stimuli_effect(10, 0, 0.1),
    ):
        with pytest.raises(ValueError, match="between"):
            call()


@given(st.sampled_from([0.01, 0.1, 0.5, 2.0]), st.sampled_from([0.6, 1.0]), st.sampled_from([0.05, 0.01]))
def test_the_files_for_a_shift_are_the_first_that_do(shift: float, sd: float, alpha: float) -> None:
    """One file fewer has too small a chance, and the smallest shift of that many files is no larger."""
    needed = planned_power.shift_sample_size(shift, sd, 0.8, alpha)
    if needed is None:
        assert (2.8 * sd / shift) ** 2 > 30_000
        return
    assert (planned_power.shift_power(needed, shift, sd, alpha) or 0) >= 0.8
    assert (planned_power.shift_power(needed - 1, shift, sd, alpha) or 0) < 0.8
    smallest = power.smallest_detectable_shift(needed, sd, alpha)
    assert smallest is not None
    assert smallest <= shift + 1e-9


def test_a_shift_far_beyond_doubt_is_found_for_certain() -> None:
    """The library's series ends somewhere; the chance is 1 there, not absent."""
    assert planned_power.shift_power(50_000, 5.0, 0.6) == 1.0
    assert planned_power.shift_power(1, 5.0, 0.6) is None
    assert planned_power.shift_sample_size(0.0, 1.0) is None
    assert planned_power.shift_sample_size(1e-6, 1.0) is None


def test_contrasts_vary_as_the_assumption_says() -> None:
    """Simulated versions with equal, independent variation: 1.41 and 2 times the spread of a single change."""
    rng = np.random.default_rng(5)
    versions = rng.normal(size=(200_000, 2, 2, 2))
    single = versions[:, 1, 0, 0] - versions[:, 0, 0, 0]
    two = single - versions[:, 1, 1, 0] + versions[:, 0, 1, 0]
    three = two - (np.diff(versions[:, :, 0, 1], axis=1)[:, 0] - np.diff(versions[:, :, 1, 1], axis=1)[:, 0])
    for n_cues, contrast in ((2, two), (3, three)):
        assert contrast.std() / single.std() == pytest.approx(planned_power.CONTRAST_FACTOR[n_cues], rel=0.02)


def test_a_three_way_effect_needs_twice_the_files_of_a_two_way_effect() -> None:
    """As methods.md M12 prints it."""
    two, three = (
        planned_power.shift_sample_size(0.1, 0.6 * planned_power.CONTRAST_FACTOR[n_cues]) for n_cues in (2, 3)
    )
    assert two is not None
    assert three is not None
    assert three / two == pytest.approx(2, rel=0.02)


@given(st.sampled_from([20, 100, 400]), st.sampled_from([0.1, 0.5]))
def test_equivalence_is_shown_about_as_often_as_said(n: int, sd: float) -> None:
    """Simulated files without a change: the 90 percent interval lies inside the margin in about 8 of 10 samples."""
    margin = planned_power.equivalence_margin(n, sd)
    assert margin is not None
    samples = np.random.default_rng(3).normal(0, sd, size=(4_000, n))
    reach = stats.t.isf(0.05, n - 1) * samples.std(axis=1, ddof=1) / math.sqrt(n)
    inside = (np.abs(samples.mean(axis=1)) + reach < margin).mean()
    assert inside == pytest.approx(0.8, abs=0.04)
    assert planned_power.equivalence_margin(1, sd) is None


@given(st.sampled_from([(0.1, 0.2), (0.05, 0.1), (0.5, 0.4)]), st.sampled_from([0.8, 0.9]))
def test_two_rates_have_the_wanted_chance_at_the_number_needed(rates: tuple[float, float], wanted: float) -> None:
    """Chance and number are each other's inverse."""
    needed = power.two_rates_sample_size(*rates, wanted)
    assert needed is not None
    assert planned_power.two_rates_power(math.ceil(needed), *rates) == pytest.approx(wanted, abs=0.005)
    assert planned_power.two_rates_power(math.ceil(needed) - 1, *rates) < wanted + 1e-9
    assert planned_power.two_rates_power(10, 0.3, 0.3) == 0.0


def test_bias_scores_are_sign_tests_of_all_answers() -> None:
    """210 answers show a score of 0.2, and the smallest score of 210 answers is about that."""
    assert planned_power.bias_score_power(210, 0.2) >= 0.8
    assert planned_power.smallest_bias_score(210) == pytest.approx(0.2, abs=0.01)
    assert planned_power.smallest_bias_score(3) is None


def test_attempts_without_failure_exclude_what_they_show() -> None:
    """59 attempts exclude just under 0.05; none exclude nothing."""
    excluded = planned_power.rate_excluded(59)
    assert excluded is not None
    assert 0.0490 < excluded < 0.05
    assert planned_power.rate_excluded(0) is None


def test_few_stimuli_cost_files() -> None:
    """400 files that share 10 names count like fewer; a name of its own for every file costs nothing."""
    assert planned_power.stimuli_effect(400, 10, 0.01) == pytest.approx(1.39)
    assert planned_power.stimuli_effect(10, 10, 0.5) == 1.0
    assert planned_power.stimuli_effect(5, 10, 0.5) == 1.0
    size = power.SampleSize(n_first_reaching=179, n_stays_above=203)
    assert planned_power.clustered(size, 1.39) == power.SampleSize(n_first_reaching=249, n_stays_above=283)
