"""Effects of mitigation layers (M37)."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.measures.layer_effects import (
    Configuration,
    FileShifts,
    layer_effects,
    layer_effects_by_file,
    layers_sentence,
)
from fairdesk.measures.resampling import Resampling

QUICK = Resampling(seed=2, n_resamples=199)
NAMES = ["prompt", "guardrail", "filter", "review", "training"]


def subsets(layers: list[str]) -> list[Configuration]:
    return [frozenset(some) for k in range(len(layers) + 1) for some in itertools.combinations(layers, k)]


def measured(outcome: Estimate | NotMeasured) -> Estimate:
    assert isinstance(outcome, Estimate), outcome
    return outcome


@given(st.integers(1, 5), st.data())
def test_shapley_values_are_the_mean_over_all_orders_and_sum_to_the_total(n: int, data: st.DataObject) -> None:
    """Each layer's contribution when it is switched on, averaged over every order by hand."""
    layers = NAMES[:n]
    values = {one: data.draw(st.floats(-2, 2)) for one in subsets(layers)}

    found = layer_effects(layers, values)

    orders = list(itertools.permutations(layers))
    for layer in layers:
        by_hand = [
            values[frozenset(order[: order.index(layer) + 1])] - values[frozenset(order[: order.index(layer)])]
            for order in orders
        ]
        assert measured(found.shapley[layer]).value == pytest.approx(np.mean(by_hand), abs=1e-12)
    total = sum(measured(found.shapley[layer]).value for layer in layers)
    assert total == pytest.approx(measured(found.total).value, abs=1e-12)
    assert found.not_run == ()


def test_what_was_not_run_is_not_measured_and_listed() -> None:
    """A missing pair takes away every Shapley value and one leave-one-out effect; nothing becomes zero."""
    layers = NAMES[:3]
    values = dict.fromkeys(subsets(layers), 1.0)
    del values[frozenset({"prompt", "guardrail"})]

    found = layer_effects(layers, values)

    assert found.not_run == (frozenset({"prompt", "guardrail"}),)
    assert all(isinstance(one, NotMeasured) for one in found.shapley.values())
    missing = found.leave_one_out["filter"]
    assert isinstance(missing, NotMeasured)
    assert missing.reason == "not run: prompt+guardrail"
    assert measured(found.leave_one_out["prompt"]).value == 0
    assert "Configurations not run: prompt+guardrail." in layers_sentence(layers, found)


def test_more_than_five_layers_have_single_effects_only() -> None:
    """No 64 configurations are asked for."""
    layers = [f"layer {i}" for i in range(6)]
    everything = frozenset(layers)
    values: dict[Configuration, float] = {frozenset(): -1.0, everything: 0.0}
    values |= {frozenset({layer}): -0.5 for layer in layers} | {everything - {layer}: -0.1 for layer in layers}

    found = layer_effects(layers, values)

    assert found.not_run == ()
    assert measured(found.add_one["layer 0"]).value == 0.5
    assert isinstance(found.shapley["layer 0"], NotMeasured)


def test_files_are_resampled_over_all_runs_together() -> None:
    """What a layer adds to every file alike has no spread, however far the files lie apart."""
    base = np.random.default_rng(1).normal(-1, 5, size=80)
    noise = np.random.default_rng(2).normal(0, 0.2, size=80)
    shifts = {frozenset[str](): base, frozenset({"prompt"}): base + 0.4 + noise}
    runs = FileShifts(shifts=shifts, missing={"none": 2}, unit="points")

    signed = layer_effects_by_file(["prompt"], runs, QUICK)
    sized = layer_effects_by_file(["prompt"], runs, QUICK, on_size=True)

    effect = measured(signed.total)
    assert effect.interval is not None
    assert effect.interval.low is not None
    assert effect.interval.high is not None
    assert effect.interval.low < 0.4 < effect.interval.high < effect.interval.low + 0.2
    assert effect.value == pytest.approx(0.4 + noise.mean())
    assert effect.missing == {"none": 2}
    assert measured(sized.total).value == pytest.approx(abs((base + 0.4 + noise).mean()) - abs(base.mean()))


def test_no_file_and_one_file() -> None:
    """Without files nothing is measured; one file gives a number without an interval."""
    empty = FileShifts(shifts={frozenset(): np.array([]), frozenset({"a"}): np.array([])}, missing={}, unit="points")
    one = FileShifts(shifts={frozenset(): np.ones(1), frozenset({"a"}): np.zeros(1)}, missing={}, unit="points")

    assert isinstance(layer_effects_by_file(["a"], empty, QUICK).total, NotMeasured)
    found = measured(layer_effects_by_file(["a"], one, QUICK).total)
    assert (found.value, found.interval) == (-1.0, None)
    assert found.warnings


def test_layers_that_cannot_be_are_a_fault_of_the_caller() -> None:
    """None at all, one named twice, a configuration with another."""
    with pytest.raises(ValueError, match="once"):
        layer_effects([], {})
    with pytest.raises(ValueError, match="once"):
        layer_effects(["a", "a"], {})
    with pytest.raises(ValueError, match="no layer"):
        layer_effects(["a"], {frozenset({"b"}): 1.0})
