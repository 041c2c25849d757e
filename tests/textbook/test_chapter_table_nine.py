"""The textbook chapter's worked example (its tables 9 and 10): 400 files, three variants, change counts only."""

from __future__ import annotations

import numpy as np
import pytest

from fairdesk.domain.results import Estimate, NotMeasured, Verdict
from fairdesk.measures import counterfactual, intersections, multiple_tests, power, targets
from fairdesk.measures.pairs import Floats, FourRatings
from fairdesk.measures.resampling import Resampling

STEPS = (-2, -1, 0, 1, 2)
COUNTS = {"female": (4, 30, 348, 16, 2), "international": (8, 44, 330, 16, 2), "both": (22, 70, 290, 16, 2)}
N_FILES = 400
RESAMPLING = Resampling(seed=9)

TABLE = {
    "female": {"consistency": 0.870, "shift": -0.045, "gap": 0.145, "down": 34, "up": 18, "p": 0.0364834},
    "international": {"consistency": 0.825, "shift": -0.100, "gap": 0.200, "down": 52, "up": 18, "p": 5.850e-05},
    "both": {"consistency": 0.725, "shift": -0.235, "gap": 0.335, "down": 92, "up": 18, "p": 3.796578e-13},
}
INTERVALS = {
    "female": {"wilson": (0.8334922, 0.8994687), "t": (-0.08593292, -0.004067085)},
    "international": {"wilson": (0.785, 0.859), "t": (-0.148, -0.052)},
    "both": {"wilson": (0.679, 0.766), "t": (-0.2972284, -0.1727716)},
}


def ratings(variant: str) -> tuple[Floats, Floats]:
    """Ratings of the originals and of a variant with the chapter's change counts."""
    base = np.full(N_FILES, 3.0)
    return base, base + np.repeat(STEPS, COUNTS[variant])


def measured(outcome: Estimate | NotMeasured) -> Estimate:
    assert isinstance(outcome, Estimate)
    return outcome


@pytest.mark.parametrize("variant", sorted(TABLE))
def test_every_printed_number_of_the_table_is_reproduced(variant: str) -> None:
    """CF-17: consistency, shift, gap, counts and the exact sign test are those of the chapter."""
    base, other = ratings(variant)
    row = TABLE[variant]

    shift = measured(counterfactual.mean_shift(base, other, {}, "points"))
    down, up = int(shift.details["down"]), int(shift.details["up"])

    assert measured(counterfactual.consistency(base, other, {})).value == pytest.approx(row["consistency"])
    assert shift.value == pytest.approx(row["shift"])
    assert measured(counterfactual.cf_gap(base, other, {}, "points", RESAMPLING)).value == pytest.approx(row["gap"])
    assert (down, up) == (row["down"], row["up"])
    assert counterfactual.sign_test(down, up).p_value == pytest.approx(row["p"], rel=1e-3)
    assert counterfactual.change_counts(base, other) == dict(zip(STEPS, COUNTS[variant], strict=True))


@pytest.mark.parametrize("variant", sorted(INTERVALS))
def test_the_recomputed_intervals_are_reproduced(variant: str) -> None:
    """Wilson interval of the consistency and t interval of the shift."""
    base, other = ratings(variant)

    share = measured(counterfactual.consistency(base, other, {})).interval
    shift = measured(counterfactual.mean_shift(base, other, {}, "points")).interval

    assert share is not None
    assert shift is not None
    assert (share.low, share.high) == pytest.approx(INTERVALS[variant]["wilson"], abs=6e-4)
    assert (shift.low, shift.high) == pytest.approx(INTERVALS[variant]["t"], abs=6e-4)


@pytest.mark.parametrize("variant", sorted(TABLE))
def test_no_variant_meets_the_target(variant: str) -> None:
    """All three consistencies are below 0.90 by the one-sided bound; for the female-coded one it is 0.8968."""
    decision = targets.share_target(COUNTS[variant][2], N_FILES, 0.90, "at_least")

    assert decision.verdict is Verdict.TARGET_NOT_MET
    assert "upper bound" in decision.decided_by
    if variant == "female":
        assert decision.upper == pytest.approx(0.8967989, abs=1e-6)


def test_holm_leaves_all_three_below_five_percent() -> None:
    """The family of the three variants."""
    adjusted = multiple_tests.holm([row["p"] for row in TABLE.values()])

    assert all(p_value is not None and p_value < 0.05 for p_value in adjusted)


def test_the_interaction_has_a_point_and_no_interval() -> None:
    """CF-17: -0.090 is identified from the counts; its standard error only lies between 0.0143 and 0.0694."""
    found = measured(
        intersections.interaction_from_counts(STEPS, COUNTS["female"], COUNTS["international"], COUNTS["both"])
    )

    assert found.value == pytest.approx(-0.090)
    assert found.interval is None
    assert found.details["se_low"] == pytest.approx(0.01432701, abs=1e-6)
    assert found.details["se_high"] == pytest.approx(0.06940311, abs=1e-6)
    assert any("no interval is identified" in warning for warning in found.warnings)


def joint_table(together: bool) -> FourRatings:
    """Four ratings of 400 files with the chapter's change counts: both cues move the same files as one, or others."""
    base = np.full(N_FILES, 3.0)
    first, second, both = (base + np.repeat(STEPS, COUNTS[name]) for name in ("female", "international", "both"))
    return FourRatings(neither=base, first=first, second=second, both=both if together else both[::-1])


def test_the_same_margins_have_different_interaction_tests() -> None:
    """400 files with the chapter's margins: -0.090 in every joint table, and p on both sides of any usual line."""
    found = {
        together: intersections.interaction(joint_table(together), {}, "points", RESAMPLING)
        for together in (True, False)
    }

    for outcome, _ in found.values():
        assert measured(outcome).value == pytest.approx(-0.090)
    aligned, apart = (measured(found[together][0]).details for together in (True, False))
    assert 0.01432701 - 1e-7 <= aligned["se"] < apart["se"] <= 0.06940311 + 1e-7
    assert aligned["p_t"] < 0.001
    assert apart["p_t"] > 0.05
    exact = [found[together][1].p_value for together in (True, False)]
    assert exact == [pytest.approx(0.0, abs=0.001), pytest.approx(0.2, abs=0.15)]


def test_the_chapter_had_little_power_for_its_smallest_effect() -> None:
    """0.56 for the female-coded name; a power of 0.80 needs about 700 files."""
    assert power.sign_test_power(400, 0.13, 34 / 52) == pytest.approx(0.5594679, abs=1e-6)
    needed = power.sign_test_sample_size(0.13, 34 / 52)
    assert needed is not None
    assert 650 <= needed.n_stays_above <= 720
