"""Repeated samples and the noise floor (methods.md M38)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.measures import counterfactual, label_exchange, repeats
from fairdesk.measures.label_exchange import effect_test
from fairdesk.measures.pairs import Floats
from fairdesk.measures.resampling import Resampling

QUICK = Resampling(seed=5, n_resamples=199, n_flips=999)


def measured(outcome: Estimate | NotMeasured) -> Estimate:
    assert isinstance(outcome, Estimate), outcome
    return outcome


def runs(*rows: tuple[float, ...]) -> list[Floats]:
    return [np.array(row, dtype=np.float64) for row in rows]


def test_without_two_samples_of_a_prompt_the_noise_floor_is_not_measured() -> None:
    """One sample per prompt says nothing about noise; it is not a floor of 0 or an agreement of 1."""
    single = runs((3,), (4,), ())

    floor = repeats.noise_floor(single, {"original": 1}, "points", QUICK)
    excess = repeats.excess(single, single, {}, "points", QUICK)

    for outcome in (floor.agreement, floor.gap, excess.inconsistency, excess.gap):
        assert isinstance(outcome, NotMeasured)
        assert "no file has two valid samples" in outcome.reason
    assert floor.n_pairs == 0
    assert repeats.components(single, single) is None
    assert effect_test(single, single, QUICK).p_value is None


def test_a_model_that_repeats_itself_has_agreement_one_and_gap_zero() -> None:
    """Every pair of samples is equal; the pairs are counted."""
    floor = repeats.noise_floor(runs((3, 3, 3), (4, 4), (2,)), {}, "points", QUICK)

    assert measured(floor.agreement).value == 1.0
    assert measured(floor.gap).value == 0.0
    assert floor.n_pairs == 4
    assert measured(floor.agreement).n == 2
    assert measured(floor.gap).interval is None


def test_two_samples_per_file_give_the_agreement_a_wilson_interval() -> None:
    """Each file is one trial."""
    floor = repeats.noise_floor(runs((3, 3), (4, 3), (2, 2), (5, 5)), {}, "points", QUICK)

    agreement = measured(floor.agreement)
    assert agreement.value == 0.75
    assert agreement.interval is not None
    assert agreement.interval.method == "Wilson"


def test_no_effect_has_no_excess_on_average() -> None:
    """Both arms drawn alike: excess near 0 and no small p-value."""
    rng = np.random.default_rng(8)
    original = [rng.integers(2, 5, size=3).astype(float) for _ in range(80)]
    variant = [rng.integers(2, 5, size=3).astype(float) for _ in range(80)]

    excess = repeats.excess(original, variant, {}, "points", QUICK)

    assert abs(measured(excess.inconsistency).value) < 0.1
    assert abs(measured(excess.gap).value) < 0.15
    p_value = effect_test(original, variant, QUICK).p_value
    assert p_value is not None
    assert p_value > 0.01


def test_effects_up_and_down_are_found_without_any_direction() -> None:
    """Heterogeneous effects: mean shift 0, excess above the floor, a small permutation p-value."""
    signs = np.tile([1.0, -1.0], 20)
    original = [np.array([3.0, 3.0, 3.0])] * 40
    variant = [np.array([3.0, 3.0, 3.0]) + sign for sign in signs]

    excess = repeats.excess(original, variant, {}, "points", QUICK)
    parts = repeats.components(original, variant)

    assert measured(excess.gap).value == 1.0
    assert measured(excess.inconsistency).value == 1.0
    assert effect_test(original, variant, QUICK).p_value == pytest.approx(1 / 1000)
    assert parts is not None
    assert parts.heterogeneity > 0.9
    assert parts.noise_se == 0.0


def test_repeats_of_the_originals_alone_are_enough_and_the_loan_is_stated() -> None:
    """The usual plan repeats only the originals; the variants' noise is borrowed from them."""
    original = runs((3, 4), (2, 2), (5, 4))
    variant = runs((3,), (2,), (4,))

    parts = repeats.components(original, variant)

    assert parts is not None
    assert parts.borrowed
    assert parts.n_repeated == 3
    mean_variance = (0.5 + 0 + 0.5) / 3
    assert parts.noise_variance == pytest.approx(mean_variance / 2 + mean_variance)
    assert measured(repeats.excess(original, variant, {}, "points", QUICK).gap).n == 3


def test_cross_agreement_of_single_samples_is_consistency() -> None:
    """With one sample each the two definitions of consistency are one."""
    base, variant = np.array([3.0, 4.0, 2.0, 5.0]), np.array([3.0, 3.0, 2.0, 5.0])

    cross = repeats.cross_agreement(
        [base[i : i + 1] for i in range(4)], [variant[i : i + 1] for i in range(4)], {}, QUICK
    )

    assert measured(cross).value == measured(counterfactual.consistency(base, variant, {})).value
    assert isinstance(repeats.cross_agreement([], [], {}, QUICK), NotMeasured)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.lists(st.integers(1, 5), min_size=2, max_size=4), min_size=1, max_size=12), st.integers(0, 9))
def test_the_order_of_samples_and_files_changes_nothing(rows: list[list[int]], seed: int) -> None:
    """Noise has no order."""
    rng = np.random.default_rng(seed)
    samples = [np.array(row, dtype=np.float64) for row in rows]
    shuffled = [rng.permutation(samples[index]) for index in rng.permutation(len(samples))]

    first, second = (repeats.noise_floor(each, {}, "points", QUICK) for each in (samples, shuffled))

    assert measured(first.agreement).value == pytest.approx(measured(second.agreement).value)
    assert measured(first.gap).value == pytest.approx(measured(second.gap).value)
    assert 0 <= measured(first.agreement).value <= 1


def test_many_samples_per_file_are_exchanged_by_drawing() -> None:
    """Too many ways to exchange to list them all: drawn, with the same answer for a plain effect."""
    rng = np.random.default_rng(3)
    original = [rng.normal(3, 1, size=12) for _ in range(6)]
    variant = [rng.normal(5, 1, size=12) for _ in range(6)]

    p_value = effect_test(original, variant, QUICK).p_value

    assert p_value == pytest.approx(1 / 1000)
    assert effect_test(original, variant, QUICK).p_value == p_value


def test_arms_of_different_files_are_a_fault_of_the_caller() -> None:
    """Every file has its place in both arms."""
    with pytest.raises(ValueError, match="same files"):
        repeats.excess(runs((3, 3)), [], {}, "points", QUICK)


def test_files_with_the_same_samples_are_exchanged_together() -> None:
    """Forty copies of four files are drawn by counts; the answer is that of the exact distribution of the sum."""
    original = [np.array([3.0, 3.0, 4.0]), np.array([4.0, 4.0, 4.0]), np.array([2.0, 3.0, 2.0])] * 40
    variant = [np.array([3.0, 2.0, 3.0]), np.array([4.0, 3.0, 4.0]), np.array([2.0, 2.0, 2.0])] * 40

    together = effect_test(original, variant, Resampling(seed=1))
    # A difference in the twelfth decimal makes every file its own.
    jitter = [values + 1e-13 * index for index, values in enumerate(original)]
    apart = effect_test(jitter, variant, Resampling(seed=1, n_flips=9_999))

    assert together.p_value == pytest.approx(apart.p_value, abs=0.02)


def test_very_many_different_files_take_the_normal_limit() -> None:
    """25,000 files that all differ are answered in seconds, and the name says how."""
    rng = np.random.default_rng(3)
    original, variant = list(rng.normal(size=(25_000, 2))), list(rng.normal(size=(25_000, 2)))
    moved = [values + 0.5 for values in variant]

    null, effect = (effect_test(original, arm, Resampling(seed=1)) for arm in (variant, moved))

    assert "normal limit" in null.name
    assert null.p_value is not None
    assert effect.p_value is not None
    assert null.p_value > 0.001
    assert effect.p_value < 1e-10


def test_the_single_run_gap_holds_the_noise_that_means_take_out() -> None:
    """Samples that only swing have a gap between single runs, and none between their means."""
    swinging = [np.array([3.0, 4.0])] * 5

    found = repeats.cross_gap(swinging, swinging, {}, "points", Resampling(seed=1))

    assert isinstance(found, Estimate)
    assert found.value == 0.5
    assert isinstance(repeats.cross_gap([], [], {"original": 2}, "points", Resampling(seed=1)), NotMeasured)


def test_the_normal_limit_agrees_with_drawn_exchanges(monkeypatch: pytest.MonkeyPatch) -> None:
    """On 300 files that all differ both ways give about one p-value."""
    rng = np.random.default_rng(11)
    original, variant = list(rng.normal(size=(300, 3))), list(rng.normal(0.15, 1, size=(300, 2)))
    drawn = effect_test(original, variant, Resampling(seed=1)).p_value
    monkeypatch.setattr(label_exchange, "MOST_DRAWN", 10)

    limit = effect_test(original, variant, Resampling(seed=1)).p_value

    assert drawn is not None
    assert limit == pytest.approx(drawn, abs=0.02)


@pytest.mark.parametrize("n_files", [3, 2_100])
def test_an_exchange_that_can_change_nothing_is_no_p_value_of_one(n_files: int) -> None:
    """Answers that never vary within a file, cue or not, leave one value for every exchange: nothing is tested."""
    files = [np.full(3, float(at)) for at in range(n_files)]

    test = effect_test(files, files, QUICK)

    assert test.p_value is None
    assert "exchange" in test.reason
