"""Power and sample size (methods.md M34)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from fairdesk.measures import power
from fairdesk.measures.counterfactual import sign_test
from fairdesk.measures.planned_power import target_chances


def test_the_power_is_that_of_counting_every_outcome() -> None:
    """For few files, every number of changed files and every split is added up by hand."""
    n, discordance, share = 25, 0.6, 0.8
    total = 0.0
    for changed in range(n + 1):
        for down in range(changed + 1):
            p_value = sign_test(down, changed - down).p_value
            if p_value is not None and p_value <= 0.05:
                total += stats.binom.pmf(changed, n, discordance) * stats.binom.pmf(down, changed, share)

    assert power.sign_test_power(n, discordance, share) == pytest.approx(total, abs=1e-9)


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 600), st.floats(0.02, 1.0), st.floats(0.5, 1.0))
def test_power_lies_between_nothing_and_certainty_and_is_symmetric(n: int, discordance: float, share: float) -> None:
    """A direction up is as visible as a direction down; no direction is claimed at most at alpha."""
    found = power.sign_test_power(n, discordance, share)

    assert 0 <= found <= 1
    assert power.sign_test_power(n, discordance, 1 - share) == pytest.approx(found, abs=1e-9)
    assert power.sign_test_power(n, discordance, 0.5) <= 0.05 + 1e-9


@pytest.mark.parametrize(("discordance", "share"), [(0.2, 0.7), (0.13, 0.65), (0.05, 0.9), (0.5, 0.6), (1.0, 0.99)])
def test_the_sample_size_for_a_direction_stays_enough(discordance: float, share: float) -> None:
    """One file fewer than the first is too few, and from the second number on the power never falls below."""
    found = power.sign_test_sample_size(discordance, share)

    assert found is not None
    assert power.sign_test_power(found.n_first_reaching, discordance, share) >= 0.8
    assert power.sign_test_power(found.n_first_reaching - 1, discordance, share) < 0.8
    assert all(
        power.sign_test_power(n, discordance, share) >= 0.8
        for n in range(found.n_stays_above, found.n_stays_above + 200)
    )


@pytest.mark.parametrize(("discordance", "share"), [(0.0, 0.9), (0.2, 0.5), (1e-6, 0.9), (0.1, 0.5005)])
def test_what_no_number_of_files_shows_has_no_sample_size(discordance: float, share: float) -> None:
    """No change, no direction, or too little of both."""
    assert power.sign_test_sample_size(discordance, share) is None


@pytest.mark.parametrize(("n", "discordance"), [(40, 0.2), (400, 0.13), (1000, 0.03)])
def test_the_smallest_detectable_direction_has_the_wanted_power(n: int, discordance: float) -> None:
    """Just that imbalance is found with 0.80, a smaller one less often."""
    found = power.smallest_detectable_direction(n, discordance)

    assert found is not None
    assert power.sign_test_power(n, discordance, found.share_one_way) == pytest.approx(0.8, abs=1e-3)
    assert found.net_direction == pytest.approx(discordance * (2 * found.share_one_way - 1))


def test_too_few_files_can_detect_nothing() -> None:
    """Five files, or hardly a change: not even one-way changes would be found."""
    assert power.smallest_detectable_direction(5, 0.9) is None
    assert power.smallest_detectable_direction(40, 0.02) is None
    assert power.smallest_detectable_direction(0, 0.5) is None


@pytest.mark.parametrize(("truth", "target"), [(0.95, 0.9), (0.85, 0.9), (0.99, 0.95), (0.2, 0.1), (0.02, 0.1)])
def test_the_sample_size_for_a_target_stays_enough(truth: float, target: float) -> None:
    """From that n on the exact one-sided test shows on which side of the target the share lies."""
    found = power.consistency_sample_size(truth, target)

    assert found is not None
    for n in (*range(found.n_stays_above, found.n_stays_above + 300), found.n_first_reaching):
        assert _target_power(n, truth, target) >= 0.8
    assert _target_power(found.n_stays_above - 1, truth, target) < 0.8 or found.n_stays_above == found.n_first_reaching


def _target_power(n: int, truth: float, target: float) -> float:
    k = np.arange(n + 1)
    tail = stats.binom.sf(k - 1, n, target) if truth > target else stats.binom.cdf(k, n, target)
    return float(stats.binom.pmf(k[tail < 0.05], n, truth).sum())


def test_a_share_at_its_target_can_never_be_shown_beyond_it() -> None:
    """There is no sample size, and impossible shares are faults of the caller."""
    assert power.consistency_sample_size(0.9, 0.9) is None
    assert power.consistency_sample_size(0.9001, 0.9) is None
    with pytest.raises(ValueError, match="target"):
        power.consistency_sample_size(0.9, 1.0)


@pytest.mark.parametrize("n", [2, 3, 12, 40, 400, 100_000])
def test_the_smallest_detectable_shift_has_the_wanted_power(n: int) -> None:
    """The noncentral t distribution gives 0.80 at just that shift."""
    shift = power.smallest_detectable_shift(n, 2.0)

    assert shift is not None
    centre = shift / 2.0 * np.sqrt(n)
    critical = stats.t.isf(0.025, n - 1)
    reached = stats.nct.sf(critical, n - 1, centre) + stats.nct.cdf(-critical, n - 1, centre)
    assert reached == pytest.approx(0.8, abs=1e-4)


def test_without_spread_or_files_there_is_no_detectable_shift() -> None:
    """No t test, no power."""
    assert power.smallest_detectable_shift(1, 1.0) is None
    assert power.smallest_detectable_shift(40, 0.0) is None


def test_no_failure_in_n_shows_little_when_n_is_small() -> None:
    """59 attempts for 5 percent; rates of 0 and 1 have no such number."""
    assert power.files_without_failure(0.05) == 59
    assert power.files_without_failure(0.0) is None
    assert power.files_without_failure(1.0) is None


def test_two_rates_need_the_pooled_number_of_cases() -> None:
    """0.05 against 0.10 needs 435 per group; equal rates can be shown to differ by no number."""
    found = power.two_rates_sample_size(0.05, 0.1)

    assert found == pytest.approx(434.432, abs=1e-3)
    assert power.two_rates_sample_size(0.1, 0.05) == pytest.approx(found)
    assert power.two_rates_sample_size(0.2, 0.2) is None
    assert power.two_rates_sample_size(0.0, 1.0) is not None


def test_a_bias_score_needs_answers_that_are_not_unknown() -> None:
    """A score of 0.2 either way needs 210 of them; a score of 0 cannot be shown."""
    for score in (0.2, -0.2):
        found = power.bias_score_sample_size(score)
        assert found is not None
        assert found.n_stays_above == 210
    assert power.bias_score_sample_size(0.0) is None


def test_clusters_multiply_what_is_needed() -> None:
    """Independent cases and clusters of one need nothing more; copies count once."""
    assert power.design_effect(1, 0.7) == power.design_effect(9, 0.0) == 1
    assert power.design_effect(4, 1.0) == 4
    with pytest.raises(ValueError, match="cluster"):
        power.design_effect(0.5, 0.1)


def test_a_target_far_below_the_truth_needs_a_handful_of_files() -> None:
    """One file is not enough where its chance under the target is just the level."""
    found = power.consistency_sample_size(0.95, 0.05)

    assert found is not None
    assert found.n_first_reaching == 2
    far = power.consistency_sample_size(1.0, 0.01)
    assert far is not None
    assert far.n_first_reaching == far.n_stays_above == 1


@settings(max_examples=4)
@given(
    st.sampled_from([1.0, 1.0, 0.9, 0.3, 0.13]),
    st.sampled_from([0.3, 0.6, 0.65, 0.7, 0.8, 1.0]),
    st.sampled_from([0.05, 0.0125]),
)
def test_the_window_around_the_answer_holds_every_tooth(discordance: float, share: float, alpha: float) -> None:
    """Sizes from a window are those of looking at every number of files from 1 on."""
    found = power.sign_test_sample_size(discordance, share, 0.8, alpha)
    assert found is not None
    above = [power.sign_test_power(n, discordance, share, alpha) >= 0.8 for n in range(1, found.n_stays_above + 120)]
    assert above.index(True) + 1 == found.n_first_reaching
    assert len(above) - above[::-1].index(False) + 1 == found.n_stays_above


@settings(max_examples=6)
@given(
    st.sampled_from([0.05, 0.5, 0.8, 0.9, 0.95]),
    st.sampled_from([-0.2, -0.05, 0.04, 0.3]),
    st.sampled_from([0.05, 0.0125]),
)
def test_sizes_against_a_target_are_those_of_looking_at_every_number(target: float, gap: float, alpha: float) -> None:
    """The same for shares on either side of a target."""
    truth = min(1.0, max(0.0, target + gap))
    if truth == target:
        return
    found = power.consistency_sample_size(truth, target, 0.8, alpha)
    assert found is not None
    above = []
    for n in range(1, found.n_stays_above + 150):
        chances = target_chances(n, truth, target, alpha)
        above.append((chances.above if truth > target else chances.below) >= 0.8)
    assert above.index(True) + 1 == found.n_first_reaching
    assert len(above) - above[::-1].index(False) + 1 == found.n_stays_above or not all(above)


def test_the_values_of_the_report_contents() -> None:
    """report-contents.md S6: against 0.90, one-sided: 270 files find 0.85, 403 find 0.86, 701 find 0.87."""
    sizes = [power.consistency_sample_size(truth, 0.9) for truth in (0.85, 0.86, 0.87)]
    assert [size.n_first_reaching for size in sizes if size] == [270, 403, 701]
    # 72 changed pairs for a 2:1 direction, all of them changed.
    two_to_one = power.sign_test_sample_size(1.0, 2 / 3)
    assert two_to_one is not None
    assert two_to_one.n_first_reaching == 72
