"""Discrimination scores: the two-stage estimate, and a mixed model whose bad answers are caught."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from statsmodels.regression.linear_model import OLS
from statsmodels.regression.mixed_linear_model import MixedLM

from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.measures.discrimination import Contrast, ScenarioAnswers, discrimination_score, slope_score
from fairdesk.measures.mixed_model import MixedScores, NoScores, mixed_scores

FEMALE = Contrast(attribute="gender", level="female", baseline="male")


def balanced(n_scenarios: int, effect: float = 0.4, seed: int = 3) -> ScenarioAnswers:
    """Two genders and two races in every scenario, once each."""
    rng = np.random.default_rng(seed)
    profiles = [(gender, race) for gender in ("male", "female") for race in ("white", "black")]
    logit = [
        level + effect * (gender == "female") + rng.normal(scale=0.3)
        for level in rng.normal(size=n_scenarios)
        for gender, _ in profiles
    ]
    return ScenarioAnswers(
        scenario=np.repeat(np.arange(n_scenarios), 4).tolist(),
        logit=np.array(logit),
        attributes={
            "gender": [gender for gender, _ in profiles] * n_scenarios,
            "race": [race for _, race in profiles] * n_scenarios,
        },
    )


def test_both_ways_agree_when_every_scenario_holds_every_profile() -> None:
    """Balanced data: the two-stage mean is the mixed model's effect, and the least-squares effect."""
    rows = balanced(12)
    score = discrimination_score(rows, FEMALE)
    mixed = mixed_scores(rows, {"gender": "male", "race": "white"})

    assert isinstance(score, Estimate)
    assert isinstance(mixed, MixedScores)
    assert mixed.note == ""
    assert mixed.effects["female"].value == pytest.approx(score.value, abs=1e-6)
    assert mixed.least_squares["female"].value == pytest.approx(score.value, abs=1e-9)
    assert any("standard errors are too small" in words for words in mixed.warnings)


def lost_effects() -> tuple[ScenarioAnswers, np.ndarray[tuple[int, int], np.dtype[np.float64]]]:
    """Rows without variance between scenarios and a number that is constant within each."""
    rng = np.random.default_rng(0)
    n, k, scale = int(rng.integers(4, 40)), int(rng.integers(2, 9)), 10 ** rng.uniform(-2, 2)
    scenario = np.repeat(np.arange(n), k)
    z, c = np.repeat(rng.normal(size=n), k), rng.normal(size=n * k)
    y = 1 + 2 * z + 0.5 * c + rng.normal(size=n * k) * scale
    rows = ScenarioAnswers(scenario=scenario.tolist(), logit=y, attributes={}, covariates={"z": z, "c": c})
    return rows, np.column_stack([np.ones(n * k), z, c])


def test_effects_that_the_library_silently_returns_as_zero_are_caught() -> None:
    """Where the library answers 0.0 for an effect of 2 and calls it converged, least squares stand, with a note."""
    rows, design = lost_effects()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        silent = MixedLM(rows.logit, design, groups=np.array(rows.scenario)).fit(reml=True, method="lbfgs")
    assert silent.converged
    assert abs(silent.fe_params[:2]).max() < 1e-12

    found = mixed_scores(rows, {}, ("z", "c"))

    assert isinstance(found, MixedScores)
    assert found.note.startswith("mixed model singular")
    assert (found.var_scenario, found.var_residual) == (None, None)
    plain = OLS(rows.logit, design).fit(cov_type="cluster", cov_kwds={"groups": np.array(rows.scenario)})
    assert [one.value for one in found.effects.values()] == pytest.approx(plain.params.tolist(), abs=1e-9)
    assert [one.se for one in found.effects.values()] == pytest.approx(plain.bse.tolist(), rel=1e-9)
    assert found.effects["z"].value == pytest.approx(2, abs=0.1)


def test_no_variance_between_scenarios_is_not_a_mixed_fit() -> None:
    """Group means without any variance of their own, a number constant within groups: least squares and a note."""
    rng = np.random.default_rng(4)
    scenario = np.repeat(np.arange(20), 5)
    noise = rng.normal(size=100)
    noise -= np.bincount(scenario, weights=noise)[scenario] / 5
    z, c = np.repeat(rng.normal(size=20), 5), rng.normal(size=100)
    rows = ScenarioAnswers(
        scenario=scenario.tolist(), logit=1 + 2 * z + 0.5 * c + noise, attributes={}, covariates={"z": z, "c": c}
    )
    found = mixed_scores(rows, {}, ("z", "c"))

    assert isinstance(found, MixedScores)
    assert "below 1e-06" in found.note
    plain = np.linalg.lstsq(np.column_stack([np.ones(100), z, c]), rows.logit, rcond=None)[0]
    assert [one.value for one in found.effects.values()] == pytest.approx(plain.tolist(), abs=1e-9)


def test_scenarios_without_both_levels_do_not_enter() -> None:
    """One scenario with both levels: a score without interval; none with both: no score, and why."""
    rows = ScenarioAnswers(
        scenario=["a", "a", "b", "c"],
        logit=np.array([0.1, 0.6, 3.0, -2.0]),
        attributes={"gender": ["male", "female", "male", "female"]},
    )
    score = discrimination_score(rows, FEMALE)
    assert isinstance(score, Estimate)
    assert (score.value, score.interval, score.n) == (0.5, None, 1)
    assert score.missing == {"scenarios": 2}

    nothing = discrimination_score(rows, Contrast(attribute="gender", level="non-binary", baseline="male"))
    assert isinstance(nothing, NotMeasured)
    assert "non-binary" in nothing.reason


def test_levels_that_always_go_together_are_not_told_apart() -> None:
    """Every woman is black and every man white: two effects cannot be separated."""
    rows = ScenarioAnswers(
        scenario=[1, 1, 2, 2, 3, 3],
        logit=np.array([0.1, 0.6, 3.0, 2.0, 0.3, 0.2]),
        attributes={"gender": ["m", "f"] * 3, "race": ["white", "black"] * 3},
    )
    assert isinstance(mixed_scores(rows, {"gender": "m", "race": "white"}), NoScores)


def test_equal_answers_are_no_fit() -> None:
    """All values equal: the two-stage score is 0 without an interval, the mixed model has none."""
    rows = ScenarioAnswers(scenario=[1, 1, 2, 2], logit=np.ones(4), attributes={"gender": ["male", "female"] * 2})
    score = discrimination_score(rows, FEMALE)
    assert isinstance(score, Estimate)
    assert (score.value, score.interval) == (0.0, None)
    found = mixed_scores(rows, {"gender": "male"})
    assert isinstance(found, MixedScores)
    assert "all values are equal" in found.note
    assert found.effects["female"].p_value is None


def test_age_is_standardised_and_told_per_ten_years() -> None:
    """A slope of 0.02 a year is 0.2 per ten years whatever the spread of ages; constant ages have none."""
    age = np.array([20.0, 40.0, 60.0, 20.0, 40.0, 60.0, 30.0])
    rows = ScenarioAnswers(
        scenario=[1, 1, 1, 2, 2, 2, 3],
        logit=0.02 * age + np.array([0, 0, 0, 5, 5, 5, 9]),
        attributes={},
        covariates={"age": age},
    )
    found = slope_score(rows, "age")
    assert isinstance(found, Estimate)
    assert found.details["per_10"] == pytest.approx(0.2)
    assert found.missing == {"scenarios": 1}
    same = ScenarioAnswers(
        scenario=[1, 1], logit=np.array([0.0, 1.0]), attributes={}, covariates={"age": age[:1].repeat(2)}
    )
    assert isinstance(slope_score(same, "age"), NotMeasured)
