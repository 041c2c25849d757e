"""What users of other tools met with statistics, and what FairDesk answers there."""

from __future__ import annotations

import numpy as np
import pytest

from fairdesk.audit.calc import calculation
from fairdesk.domain.results import Estimate
from fairdesk.measures.counterfactual import share_down, sign_test
from fairdesk.measures.decisions import Selection, selection_rates
from fairdesk.measures.discrimination import ScenarioAnswers
from fairdesk.measures.mixed_model import MixedScores, mixed_scores


def test_an_effect_between_groups_is_never_lost_as_zero() -> None:
    """ST-01: no variance between groups: the effects are those of least squares, with a note, and none is 0.0."""
    rng = np.random.default_rng(7)
    scenario = np.repeat(np.arange(20), 12)
    group = np.where(scenario % 2 == 0, "a", "b")
    extra = rng.normal(size=scenario.size)
    logit = 1.5 + 2.0 * (group == "b") + 0.7 * extra + rng.normal(scale=0.5, size=scenario.size)
    # Nothing of the spread lies between scenarios: their means are moved onto the model.
    design = np.column_stack([np.ones(scenario.size), group == "b", extra]).astype(float)
    rest = logit - design @ np.linalg.lstsq(design, logit, rcond=None)[0]
    logit = logit - np.array([rest[scenario == one].mean() for one in range(20)])[scenario]
    wanted = np.linalg.lstsq(design, logit, rcond=None)[0]

    found = mixed_scores(
        ScenarioAnswers(
            scenario=scenario.tolist(), logit=logit, attributes={"group": group.tolist()}, covariates={"c": extra}
        ),
        {"group": "a"},
        ("c",),
    )

    assert isinstance(found, MixedScores)
    assert [found.effects[name].value for name in ("intercept", "b", "c")] == pytest.approx(wanted, abs=1e-6)
    assert found.note.startswith("mixed model singular")


def test_no_changed_pair_is_not_testable() -> None:
    """ST-03: 0 down and 0 up have no sign test, no share and a reason; the library raises."""
    test = sign_test(0, 0)
    answer = calculation("M05").answer({"down": 0, "up": 0, "unchanged": 30})

    assert test.p_value is None
    assert "no file changed" in test.reason
    assert not isinstance(share_down(0, 0), Estimate)
    assert answer["p_two_sided"] is None
    assert answer["share_down"] is None
    assert answer["reasons"]["p_two_sided"]


def test_a_group_too_small_to_be_compared_is_no_reference_either() -> None:
    """ST-11: A 50/100, B 48/100, C 1/1 with groups below 2 % excluded: C is no reference, nobody is flagged."""
    groups = {
        "A": Selection(selected=50, n=100),
        "B": Selection(selected=48, n=100),
        "C": Selection(selected=1, n=1),
    }

    found = selection_rates(groups, smallest_share=0.02)

    assert found.reference == "A"
    assert list(found.excluded) == ["C"]
    assert list(found.comparisons) == ["B"]
    ratio = found.comparisons["B"].ratio
    assert isinstance(ratio, Estimate)
    assert ratio.value == pytest.approx(0.96)
    assert found.comparisons["B"].below_four_fifths is False


def test_the_same_exclusion_by_hand() -> None:
    """ST-11: the calculation takes the exclusion and names the excluded group."""
    groups = {"A": {"selected": 50, "n": 100}, "B": {"selected": 48, "n": 100}, "C": {"selected": 1, "n": 1}}

    found = calculation("M08").answer({"groups": groups, "smallest_share": 0.02})

    assert found["reference"] == "A"
    assert found["ratios"]["B"]["ratio"] == pytest.approx(0.96)
    assert found["ratios"]["B"]["below_four_fifths"] is False
    assert "C" in found["excluded"]
