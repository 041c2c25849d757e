"""Before and after mitigation, and what each layer adds (M36, M37)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from fairdesk.audit.calc.given import (
    Answer,
    Calculation,
    Given,
    by_name,
    flag,
    group,
    level_of,
    numbers,
    other_shape,
    real,
    resampling_of,
    table,
    unfit,
    words,
)
from fairdesk.audit.calc.outcomes import detail, explained, interval_of, p_of, value_of, why
from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.measures import categories, layer_effects
from fairdesk.measures import mitigation as measures
from fairdesk.measures.layer_effects import Configuration, FileShifts, LayerEffects, configuration_words
from fairdesk.measures.pairs import Pairs

ARMS = ("original_before", "counterfactual_before", "original_after", "counterfactual_after")
MOST_LAYERS = 12


def before_after(given: Given) -> Answer:
    """M36: the same files before and after, or files by category before and after."""
    if "rows" in given:
        return _rows(given)
    if "table" in given:
        return _table(given)
    raise other_shape("M36", '"order" and "rows", four values per file', '"table" of categories before by after')


def _rows(given: Given) -> Answer:
    arms, n_files = by_name(given, "rows", ARMS)
    before, after = (
        Pairs(base=arms[f"original_{when}"], variant=arms[f"counterfactual_{when}"]) for when in ("before", "after")
    )
    alpha = level_of(given, "alpha", 0.05)
    settings = measures.ComparisonSettings(unit="points", alpha=alpha, resampling=resampling_of(given))
    found = measures.before_after(before, after, {}, settings)
    measured = isinstance(found.change, Estimate)
    answer: Answer = {
        "n_files": n_files,
        "n_complete": int(before.base.size),
        "shift_before": value_of(found.shift_before),
        "shift_after": value_of(found.shift_after),
        "shift_after_p_t": detail(found.shift_after, "p_t"),
        "change": value_of(found.change),
        "change_se": detail(found.change, "se"),
        "change_ci95": interval_of(found.change),
        "change_p_t": detail(found.change, "p_t"),
        "change_p_signflip": p_of(found.test),
        "consistency_before": value_of(found.consistency_before),
        "consistency_after": value_of(found.consistency_after),
        "became_consistent": found.became_consistent if measured else None,
        "became_inconsistent": found.became_inconsistent if measured else None,
        "consistency_p_mcnemar": p_of(found.consistency_test),
        "level_original_before": found.level_before,
        "level_original_after": found.level_after,
        "status": found.status,
    }
    tests = {"change_p_signflip": found.test.reason, "consistency_p_mcnemar": found.consistency_test.reason}
    return explained(answer, {"": why(found.change), **tests})


def _table(given: Given) -> Answer:
    counts = table(given, "table")
    if counts.shape[0] != counts.shape[1]:
        raise unfit("table", given["table"], "as many rows as columns: categories before by the same after")
    answer: Answer = {}
    reasons: dict[str, str] = {}
    statistics = {
        "bowker": categories.bowker_statistic(counts),
        "stuart_maxwell": categories.stuart_maxwell_statistic(counts),
    }
    for name, found in statistics.items():
        keys = [f"{name}_{key}" for key in ("chi2", "df", "p")]
        if isinstance(found, str):
            answer |= dict.fromkeys(keys)
            reasons |= dict.fromkeys(keys, found)
        else:
            answer |= dict(zip(keys, (found.chi2, found.df, found.p_value), strict=True))
    return explained(answer, reasons)


def layers(given: Given) -> Answer:
    """M37: layer effects from one value per configuration, or from the differences of every file under each."""
    names = words(given, "layers")
    if not 1 <= len(set(names)) == len(names) <= MOST_LAYERS or any("+" in name or name == "none" for name in names):
        raise unfit("layers", names, f'1 to {MOST_LAYERS} different names, none of them "none" or with a "+"')
    if "value" in given:
        values = {key: real(value) for key, value in _configurations(given, "value", names).items()}
        known = {key: value for key, value in values.items() if value is not None}
        return _effects(names, layer_effects.layer_effects(names, known), by_file=False)
    if "differences" in given:
        return _by_file(given, names)
    raise other_shape("M37", '"layers" and "value" by configuration', '"layers" and "differences" by configuration')


def _configurations(given: Given, key: str, names: list[str]) -> dict[Configuration, Any]:
    found: dict[Configuration, Any] = {}
    for label, value in group(given, key).items():
        layers_on = frozenset() if label == "none" else frozenset(label.split("+"))
        if layers_on - set(names) or layers_on in found:
            raise unfit(key, label, 'configurations named "none" or by their layers joined with "+", each once')
        if key == "value" and value is not None and (isinstance(value, bool) or not isinstance(value, int | float)):
            raise unfit(f"{key}.{label}", value, "a number, or null where it was not measured")
        found[layers_on] = value
    return found


def _by_file(given: Given, names: list[str]) -> Answer:
    labels = {
        label: frozenset() if label == "none" else frozenset(label.split("+")) for label in group(given, "differences")
    }
    _configurations(given, "differences", names)
    columns = {key: numbers(group(given, "differences"), label) for label, key in labels.items()}
    if len({values.size for values in columns.values()}) > 1:
        raise unfit("differences", sorted(labels), "lists of one length, a file at the same place in each")
    complete = np.isfinite(np.column_stack(list(columns.values()))).all(axis=1) if columns else np.zeros(0, dtype=bool)
    missing = {configuration_words(names, key): int((~np.isfinite(one)).sum()) for key, one in columns.items()}
    shifts = {key: values[complete] for key, values in columns.items()}
    runs = FileShifts(shifts=shifts, missing=missing, unit="points")
    on_size = flag(given, "on_size", False)
    found = layer_effects.layer_effects_by_file(names, runs, resampling_of(given), on_size=on_size)
    counts = {"n_files": int(complete.size), "n_complete": int(complete.sum())}
    return counts | _effects(names, found, by_file=True)


def _effects(names: list[str], found: LayerEffects, *, by_file: bool) -> Answer:
    answer: Answer = {}
    reasons: dict[str, str] = {}
    groups: dict[str, Mapping[str, Estimate | NotMeasured]] = {
        "shapley": found.shapley,
        "add_one": found.add_one,
        "leave_one_out": found.leave_one_out,
    }
    for name, effects in groups.items():
        answer[name] = {layer: value_of(effect) for layer, effect in effects.items()}
        reasons |= {f"{name}.{layer}": why(effect) for layer, effect in effects.items()}
        if by_file:
            answer[f"{name}_ci95"] = {layer: interval_of(effect) for layer, effect in effects.items()}
            reasons |= {f"{name}_ci95.{layer}": why(effect) for layer, effect in effects.items()}
    answer["total"] = value_of(found.total)
    if by_file:
        answer["total_ci95"] = interval_of(found.total)
    answer["not_run"] = [configuration_words(names, one) for one in found.not_run]
    answer["sentence"] = layer_effects.layers_sentence(names, found)
    return explained(answer, {"": why(found.total), **reasons})


CALCULATIONS = (
    Calculation(method="M36", title="Before and after mitigation", answer=before_after),
    Calculation(method="M37", title="Effects of mitigation layers", answer=layers),
)
