"""Families, margins, plans, layers, repeats, tables, names and concepts by hand: shapes and inputs without examples."""

from __future__ import annotations

import math
from typing import Any

import pytest

from fairdesk.audit.calc import calculation
from fairdesk.domain.errors import InputError


def answer(method: str, **given: Any) -> dict[str, Any]:
    return calculation(method).answer(given)


def test_tests_without_a_p_value_do_not_count() -> None:
    """Null and NaN leave the family smaller; the reason stands beside each list with one."""
    found = answer("M32", p=[0.02, None, 0.03, math.nan])

    assert found["n_tests"] == 2
    assert found["holm"] == pytest.approx([0.04, None, 0.04, None])
    assert set(found["reasons"]) == {"holm", "benjamini_hochberg", "bonferroni"}
    assert answer("M32", p=[])["holm"] == []


def test_a_gate_behind_a_test_without_p_value_stays_closed() -> None:
    """The third claim has the smallest p-value and is not shown."""
    found = answer("M32", p_in_declared_order=[0.01, None, 0.0001])

    assert found["rejected"] == [0]
    assert found["adjusted"] == [0.01, None, None]


def test_equivalence_of_decisions_on_the_same_files() -> None:
    """Three of 400 decisions changed: equivalent within 5 points; none at all is no test of a difference."""
    found = answer("M33", n_pairs=400, yes_to_no=2, no_to_yes=1, margin=0.05)
    nothing = answer("M33", n_pairs=400, yes_to_no=0, no_to_yes=0, margin=0.05)

    assert found["verdict"] == "equivalent within margin"
    assert found["difference"] == -1 / 400
    assert nothing["p_difference"] is None
    assert nothing["reasons"]["p_difference"]


@pytest.mark.parametrize("differences", [[], [1.0], [0, 0, 0], [None, None]])
def test_equivalence_without_spread_is_not_computable(differences: list[float | None]) -> None:
    """Neither equivalent nor different: nothing, one file, equal files."""
    found = answer("M33", differences=differences, margin=0.5)

    assert found["verdict"] == "not computable"
    assert found["p_tost"] is found["p_difference"] is None
    assert found["reasons"]["p_tost"]


def test_plans_that_no_number_of_files_fulfils_say_so() -> None:
    """No direction, no difference, every answer unknown: null with the reason, never 0."""
    assert answer("M34", discordance=0.2, direction=0.5)["n_stays_above"] is None
    assert answer("M34", true=0.9, target=0.9)["n_first_reaching"] is None
    assert answer("M34", p1=0.2, p2=0.2)["n_per_group"] is None
    found = answer("M34", score=0.2, accuracy=1)
    assert (found["non_unknown_needed"], found["ambiguous_items_needed"]) == (210, None)
    assert "unknown" in found["reasons"]["ambiguous_items_needed"]
    assert answer("M34", rate=0)["n"] is None


def test_clusters_raise_the_number_of_cases() -> None:
    """Three variants per file with a correlation of 0.5 need twice as many."""
    assert answer("M34", n=100, cluster_size=3, icc=0.5) == {"design_effect": 2.0, "n_clustered": 200}


def test_no_change_is_no_anytime_test() -> None:
    """An empty sequence has no e-value; another letter is refused."""
    found = answer("M35", sequence="")

    assert (found["e_value"], found["anytime_p"]) == (None, None)
    with pytest.raises(InputError, match="sequence"):
        answer("M35", sequence="ddx")


def test_before_and_after_without_complete_files_is_not_measured() -> None:
    """A missing arm takes the file out; without any the status says so and every number is null."""
    order = ["original_before", "counterfactual_before", "original_after", "counterfactual_after"]
    found = answer("M36", order=order, rows=[[4, 3, None, 4]])

    assert (found["n_files"], found["n_complete"], found["status"]) == (1, 0, "not measured")
    for key in ("change", "change_p_t", "consistency_after", "became_consistent", "level_original_after"):
        assert found[key] is None
        assert found["reasons"][key]


def test_a_table_without_change_has_no_statistic() -> None:
    """Bowker and Stuart-Maxwell of a diagonal, and of nothing."""
    for table in ([[4, 0], [0, 3]], []):
        found = answer("M36", table=table)
        assert found["bowker_p"] is found["stuart_maxwell_chi2"] is None
        assert found["reasons"]["bowker_df"]


def test_layers_that_were_not_run_are_listed_and_not_zero() -> None:
    """Null and absent configurations alike."""
    found = answer("M37", layers=["a", "b"], value={"none": -0.2, "a": -0.1, "a+b": None})

    assert found["add_one"] == {"a": pytest.approx(0.1), "b": None}
    assert found["total"] is None
    assert found["not_run"] == ["b", "a+b"]
    assert found["reasons"]["add_one.b"] == "not run: b"


def test_layer_effects_from_files_have_intervals() -> None:
    """The same files under all configurations, resampled together; a file that lacks a value leaves all."""
    none = [-1, -2, 0, -1, None, -1]
    found = answer("M37", layers=["a"], differences={"none": none, "a": [0, -1, 0, 0, 1, -1]})

    assert (found["n_files"], found["n_complete"]) == (6, 5)
    assert found["total"] == pytest.approx(0.6)
    low, high = found["total_ci95"]
    assert low < 0.6 < high
    size = answer("M37", layers=["a"], differences={"none": none, "a": [0, -1, 0, 0, 1, -1]}, on_size=True)
    assert size["total"] == pytest.approx(-0.6)


def test_one_sample_per_prompt_measures_no_noise() -> None:
    """The floor, the excess and the permutation test are null; the bias is there."""
    found = answer("M38", samples=[{"original": [3], "counterfactual": [2]}, {"original": [4], "counterfactual": [4]}])

    assert found["bias"] == -0.5
    for key in ("noise_floor", "excess_gap", "p_permutation", "noise_variance", "se_reported", "within_original"):
        assert found[key] is None
        assert found["reasons"][key]


def test_all_refused_leaves_counts_and_bounds() -> None:
    """No shift, no consistency; the shift may lie anywhere on the scale."""
    found = answer("M39", pairs=[["error", "error"], [None, "unparseable"]], scale=[1, 5])

    assert (found["complete"], found["both_missing"]) == (0, 2)
    assert found["mean_shift_complete"] is found["decision_consistency_with_refusal_as_category"] is None
    assert found["mean_shift_bounds"] == [-4, 4]


def test_names_without_differences_are_not_measured() -> None:
    """No row, one row, equal rows: a mean at most."""
    assert answer("M40", rows=[])["mean"] is None
    one = answer("M40", rows=[{"file": 1, "name": "Mei", "difference": -1}])
    assert (one["mean"], one["se_file"], one["p_reported"]) == (-1, None, None)
    assert one["reasons"]["p_reported"]


def test_conflicting_duplicates_are_counted() -> None:
    """A repeated call with another output, also when one of them is missing."""
    records = [{"file_hash": "a", "variant": "orig", "sample": 1, "output": output} for output in (4, None, 4, 5)]

    found = answer("M41", records=records)

    assert (found["unique"], found["duplicates_dropped"], found["conflicting_duplicates"]) == (1, 3, 2)


def test_concepts_are_adjusted_over_all_examined() -> None:
    """A concept that no story holds is examined and not tested."""
    table = {"a": {"with_concept": 9, "stories": 100}, "b": {"with_concept": 1, "stories": 100}}
    never = {"a": {"with_concept": 0, "stories": 100}, "b": {"with_concept": 0, "stories": 100}}

    found = answer("M42", concepts={"rain": table, "sun": never})

    assert (found["n_examined"], found["n_tested"], found["kept"]) == (2, 1, ["rain"])
    assert found["concepts"]["sun"]["p"] is None
    assert found["reasons"]["concepts.sun.p"] == "no story holds the concept"
    assert answer("M42", table={})["p"] is None


def test_a_table_whose_every_output_is_invalid_has_no_summary() -> None:
    """Variants are there with nulls and reasons."""
    records = [
        {"file_hash": "a", "variant": variant, "sample": 1, "output": output}
        for variant, output in (("orig", "refused"), ("fem", 9))
    ]

    found = answer("INT", records=records, scale=[1, 5])

    assert found["invalid_outputs"] == 2
    assert found["variants"]["fem"]["mean_shift"] is None
    assert found["reasons"]["variants.fem.mean_shift"]


@pytest.mark.parametrize(
    ("method", "given", "key"),
    [
        ("M32", {"p": [1.2]}, "p"),
        ("M32", {"families": {"reasons": [0.1]}}, "families"),
        ("M33", {"differences": [0, 1], "margin": 0}, "margin"),
        ("M33", {"k1": 3, "n1": 2, "k2": 1, "n2": 2, "margin": 0.1}, "k1"),
        ("M34", {"true": 0.95, "target": 0.9, "question": "violation"}, "question"),
        ("M34", {"nothing": 1}, "M34"),
        ("M35", {"looks": 0}, "looks"),
        ("M36", {"table": [[1, 2]]}, "table"),
        ("M37", {"layers": ["a", "a"], "value": {}}, "layers"),
        ("M37", {"layers": ["a"], "value": {"b": 1}}, "value"),
        ("M38", {"samples": [{"original": 3}]}, "samples.original"),
        ("M39", {"pairs": [[1, "maybe"]]}, "pairs"),
        ("M40", {"rows": [{"file": None, "name": "x", "difference": 1}]}, "rows.file"),
        ("M41", {"records": [{"file_hash": "a", "variant": "b", "sample": 1, "output": []}]}, "records.output"),
        ("M42", {"table": {"a": 3}}, "table.a"),
        ("INT", {"records": [], "scale": [5, 1]}, "scale"),
    ],
)
def test_input_that_is_not_the_methods_is_refused_by_its_key(method: str, given: dict[str, Any], key: str) -> None:
    """The message names the key, what stood there or what belongs there."""
    with pytest.raises(InputError, match=key):
        calculation(method).answer(given)
