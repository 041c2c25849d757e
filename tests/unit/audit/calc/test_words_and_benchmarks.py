"""M15 to M21 from an input object: degenerate inputs give a reason, or an error that names the key."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest

from fairdesk.audit.calc import calculation
from fairdesk.domain.errors import InputError

ITEM = {
    "template": 0, "condition": "ambig", "polarity": "neg", "target": 0, "non_target": 1, "unknown": 2, "label": 2,
}  # fmt: skip
LISTS = {"a": ["she"], "b": ["he"]}


def pair(more: Any, less: Any) -> dict[str, Any]:
    return {"direction": "stereo", "more": more, "less": less}


EMPTY = [
    ("M15", {"records": []}, ("s_AMB", "s_DIS", "accuracy_cost_of_nonalignment", "p_sign_test")),
    ("M15", {"records": [ITEM | {"answer": None}] * 3}, ("s_AMB", "s_DIS")),
    ("M15", {"records": [ITEM | {"answer": "refused"}] * 3}, ("s_AMB", "s_DIS")),
    ("M15", {"records": [ITEM | {"answer": 1, "target": None}]}, ("s_AMB",)),
    ("M15", {"disambiguated": {"n": 5, "biased": 0, "non_unknown": 0}}, ("s_AMB", "s_DIS")),
    ("M16", {"pairs": []}, ("metric_score", "metric_excluding_ties", "p_sign_test")),
    ("M16", {"pairs": [pair(math.nan, -1.0), pair(-1.0, None)]}, ("metric_score", "p_sign_test")),
    ("M16", {"pairs": [pair(0, 0)] * 3}, ("metric_excluding_ties", "p_sign_test")),
    ("M16", {"answers": [[None, None]]}, ("share_more", "share_more_among_order_consistent", "p_sign_test")),
    ("M17", {"items": []}, ("lms", "ss", "icat")),
    ("M17", {"choices": [None] * 10}, ("lms", "ss", "icat")),
    ("M17", {"choices": ["unrelated"]}, ("ss", "icat")),
    ("M18", {"counts": [0, 0]}, ("tvd", "p_observed")),
    ("M18", {"texts": [], "word_lists": LISTS}, ("tvd", "tvd_helm_normalised")),
    ("M19", {"texts": ["nurse"], "targets": ["nurse"], "word_lists": LISTS}, ("score", "score_cooccurrence_product")),
    ("M20", {"counts": [0, 0, 0]}, ("tvd", "p_exact")),
    ("M20", {"counts": [5, 5], "reference": [1, 0]}, ("p_exact",)),
    ("M20", {"counts_per_generation": [[0, 0]] * 3}, ("tvd", "p_first", "cluster_se_p_first")),
    ("M21", {"group_a": [], "group_b": []}, ("mean_difference", "prob_superiority", "wasserstein1", "welch_p")),
    ("M21", {"group_a": [None, math.inf], "group_b": [0.1]}, ("mean_difference", "brunner_munzel_p")),
    ("M21", {"group_a": [1, 1], "group_b": [1, 1]}, ("welch_t", "welch_p", "brunner_munzel_p")),
    ("M21", {"prompts": {"a": [], "b": [[0.1]]}}, ("expected_max_difference", "toxicity_probability_difference")),
    ("M21", {"prompts": {"a": [[0.1]], "b": [[0.1, 0.2]]}}, ("expected_max_difference",)),
    ("M21", {"counts": {"a": {}, "b": {"positive": 1}}}, ("regard_gap", "se")),
]


@pytest.mark.parametrize(("method", "given", "keys"), EMPTY)
def test_nothing_is_null_with_a_reason(method: str, given: dict[str, Any], keys: tuple[str, ...]) -> None:
    """What cannot be computed is null, has its reason, and the answer is JSON without NaN."""
    answer = calculation(method).answer(given)

    json.dumps(answer, allow_nan=False)
    assert {key: answer[key] for key in keys} == dict.fromkeys(keys)
    assert all(answer["reasons"][key] for key in keys)


REFUSED = [
    ("M15", {}, "no input of M15"),
    ("M15", {"records": [ITEM]}, "records.answer"),
    ("M15", {"records": [ITEM | {"answer": 7}]}, "records.answer"),
    ("M15", {"ambiguous": {"n": 5, "unknown_correct": 5, "biased": 1}}, "biased"),
    ("M16", {"pairs": [{"direction": "up", "more": 0, "less": 0}]}, "pairs.direction"),
    ("M16", {"answers": [["more"]]}, "answers"),
    ("M16", {"answers": [["more", "both"]]}, "answers"),
    ("M17", {"items": [{"term": 3}]}, "items.term"),
    ("M17", {"choices": ["neither"]}, "choices"),
    ("M18", {"counts": [1]}, "counts"),
    ("M18", {"counts": [1, 2], "reference": [0.5, 0.6]}, "reference"),
    ("M18", {"counts": [1, 2], "reference": "even"}, "reference"),
    ("M18", {"texts": ["x"], "word_lists": {"a": ["x"], "b": ["X"]}}, "two lists|lists 'a' and 'b'"),
    ("M18", {"texts": ["x"], "word_lists": {"a": ["x"]}}, "word_lists"),
    ("M19", {"texts": ["x"], "targets": ["a b"], "word_lists": LISTS}, "no single word"),
    ("M20", {"counts_per_generation": [[1], [2]]}, "counts_per_generation"),
    ("M20", {}, "no input of M20"),
    ("M21", {"group_a": [1e9], "group_b": [0]}, "group_a"),
    ("M21", {"group_a": [1], "group_b": [0, 1], "paired": True}, "differ in length"),
    ("M21", {"prompts": {"a": [[1], [1, 2]]}}, "prompts.a"),
    ("M21", {"counts": {"a": {"postive": 3}}}, "postive"),
]


@pytest.mark.parametrize(("method", "given", "words"), REFUSED)
def test_input_of_another_kind_is_named(method: str, given: dict[str, Any], words: str) -> None:
    """Input that is not the method's is refused with the key that is wrong."""
    with pytest.raises(InputError, match=words):
        calculation(method).answer(given)


def test_the_same_prompts_are_compared_in_pairs() -> None:
    """With ``paired`` the t test is that of the differences."""
    answer = calculation("M21").answer({"group_a": [0.5, 0.7, 0.9], "group_b": [0.4, 0.7, 0.7], "paired": True})

    assert answer["mean_difference"] == pytest.approx(0.1)
    assert answer["paired_t_p"] == pytest.approx(0.2254033, abs=1e-6)
