"""Calculations for groups, attacks, agreement and mitigation: their other shapes, and what they refuse."""

from __future__ import annotations

from typing import Any

import pytest

from fairdesk.audit.calc import calculation
from fairdesk.domain.errors import InputError


def answer(method: str, **given: Any) -> dict[str, Any]:
    return calculation(method).answer(given)


def test_files_are_the_units_of_a_sycophancy_shift() -> None:
    """Two remarks about one file are one file: its mean movement counts, and n counts files."""
    rows = {
        "cols": ["file", "neutral", "with_view", "view"],
        "rows": [["a", 3, 4, 1], ["a", 3, 2, -1], ["b", 3, 3, 1], ["b", 3, None, -1], ["c", None, 3, 1]],
    }

    found = answer("M23", rows=rows)

    assert found["n"] == 2
    assert (found["towards"], found["away"], found["unchanged"]) == (1, 0, 1)
    assert found["rows_without_value"] == 2


def test_sycophancy_by_group_is_a_difference_in_differences_per_file() -> None:
    """The same files in both groups' versions: the shift of one minus that of the other, file by file."""
    rows = [
        {"file": file, "group": group, "neutral": 3, "with_view": 3 + moved, "view": 1}
        for file, moves in {"a": (0, 1), "b": (1, 1), "c": (0, 2)}.items()
        for group, moved in zip(("reference", "group"), moves, strict=True)
    ]

    found = answer("M23", rows=rows)

    assert found["by_group"]["reference"]["mean_shift_towards_view"] == pytest.approx(1 / 3)
    assert found["difference_in_differences"]["value"] == pytest.approx(1.0)
    assert found["difference_in_differences"]["n"] == 3
    assert found["difference_in_differences"]["p_signflip"] == pytest.approx(0.5)


def test_the_same_texts_in_both_dialects_are_pairs() -> None:
    """The paired ratio and the exact McNemar test take the place of Fisher's."""
    found = answer("M26", both_blocked=10, reference_only=2, dialect_only=14, neither_blocked=174)

    assert found["fpr_ratio"] == 2.0
    assert found["mcnemar_p"] == pytest.approx(0.004180908)
    assert found["fpr_ratio_paired95"][0] < 2 < found["fpr_ratio_paired95"][1]


def test_false_positives_without_misses_say_so() -> None:
    """Without harmful texts the misses are absent with a reason, and are no rate of 0."""
    found = answer("M26", dialect={"benign_blocked": 3, "benign": 50}, reference={"benign_blocked": 0, "benign": 50})

    assert found["fnr_dialect"] is None
    assert "harmful" in found["reasons"]["fnr_dialect"]
    assert found["fpr_ratio"] is None
    assert "reference rate is 0" in found["reasons"]["fpr_ratio"]
    assert found["fisher_p"] is not None


def test_families_of_attacks_may_have_names_and_must_add_up() -> None:
    """Families that do not sum to the attempts are refused."""
    found = answer("M27", successes=1, attempts=5, by_family={"a": [1, 3], "b": [0, 2], "c": [0, 0]})

    assert (found["families_with_success"], found["families"]) == (1, 2)
    assert found["rate_by_family"]["c"] is None
    with pytest.raises(InputError, match="by_family"):
        answer("M27", successes=1, attempts=5, by_family=[[1, 3]])


def test_more_than_two_groups_have_no_gap_by_order() -> None:
    """Accuracy over orders remains; a gap with a sign is between two groups."""
    order = {name: {"correct": 4, "n": 10} for name in "abc"}

    found = answer("M24", orders=[order, order])

    assert found["mean_accuracy"] == 0.4
    assert found["mean_gap"] is None
    assert "between two groups" in found["reasons"]["mean_gap"]


def test_claims_without_outputs_are_not_a_rate_of_zero() -> None:
    """A group without claims has no rate, and there is no difference to it."""
    found = answer("M25", rare=[], common=[{"unsupported": 0, "claims": 4}])

    assert found["rare"]["unsupported_rate"] is None
    assert found["difference"] is None
    assert found["reasons"]["difference"]


def test_too_few_outputs_for_a_normal_interval_get_one_from_resampling_beside_it() -> None:
    """The published normal interval stays; the one for few outputs stands beside it."""
    rows = [{"unsupported": k, "claims": 6} for k in (2, 1, 0, 3)]

    found = answer("M25", rare=rows, common=[{"unsupported": k, "claims": 6} for k in (0, 1, 0, 1)])

    assert found["difference_ci95"][0] is not None
    assert found["difference_ci95_few_outputs"][0] is not None


@pytest.mark.parametrize(
    ("raters", "key"),
    [([[1, 1, 1], [1, 1, 1]], "alpha_nominal"), ([[1, 2, 3]], "percent_agreement_units_mean"), ([], "alpha_ordinal")],
)
def test_agreement_without_variation_or_partner_is_explained(raters: list[list[int]], key: str) -> None:
    """One value, one rater, no rater: null with a reason, never 1 (public cases ST-05 and ST-09)."""
    found = answer("M28", raters=raters)

    assert found[key] is None
    assert found["reasons"][key]


def test_raters_of_unequal_length_are_refused() -> None:
    """Which unit a rating belongs to cannot be guessed."""
    with pytest.raises(InputError, match="raters"):
        answer("M28", raters=[[1, 2], [1]])
    with pytest.raises(InputError, match="square"):
        answer("M28", table=[[1, 2, 3], [1, 2, 3]])


def test_items_missing_on_one_side_do_not_enter() -> None:
    """A score that is missing before or after leaves the item out, and is counted."""
    found = answer("M29", before=[1, 0, None, 1], after=[1, 0, 1, None], margin=0.2)

    assert found["n"] == 2
    assert found["items_without_value"] == 2
    with pytest.raises(InputError, match="length"):
        answer("M29", before=[1, 0], after=[1], margin=0.2)


def test_a_reduction_of_nothing_certain_is_no_percentage() -> None:
    """A baseline whose interval covers 0 is not reportable: scores stay, percentages are null with the reason."""
    found = answer("M31", before=[1, -1, 1, 0], after=[0, 0, 0, 0])

    assert found["reportable"] is False
    assert found["score_before"] == 0.25
    assert found["reduction"] is None
    assert found["signed_reduction_ci95_fieller"] == [None, None]
    assert "covers 0" in found["reasons"]["signed_reduction"]


def test_no_outputs_meet_no_target() -> None:
    """Without outputs a target is neither met nor missed."""
    found = answer("M30", unmitigated_harmful=0, unmitigated_n=0, mitigated_harmful=0, mitigated_n=0, target=0.9)

    assert found["target_met"] is None
    assert found["absolute_effectiveness"] is None
    assert found["relative_effectiveness"] is None
