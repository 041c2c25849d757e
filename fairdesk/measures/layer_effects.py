"""What each mitigation layer contributes, alone and among the others (M37)."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from fairdesk.domain.results import Estimate, Interval, NotMeasured
from fairdesk.measures.cluster_bootstrap import ALL_ALIKE_WARNING, ONE_FILE_WARNING
from fairdesk.measures.intervals import percentile_bootstrap
from fairdesk.measures.pairs import Floats, checked
from fairdesk.measures.resampled_sums import resampled_sums
from fairdesk.measures.resampling import Resampling

MOST_LAYERS = 5
"""With more layers 2^L configurations are not run; only those of single effects are asked for."""

Configuration = frozenset[str]
"""The layers that were switched on."""

NO_INTERVAL_WARNING = "from one value per configuration no interval can be formed; give the values of each file"
ORDER = "an effect depends on which other layers are on: single effects do not add up"


@dataclass(frozen=True, slots=True, kw_only=True)
class LayerEffects:
    """Effects of layers on one measure, in its unit (M37).

    Attributes:
        add_one: Layer to v(layer alone) - v(none).
        leave_one_out: Layer to v(all) - v(all without it).
        shapley: Layer to its average contribution over all orders of switching on; they sum to ``total``.
            Not measured with more than five layers or when a configuration was not run.
        total: v(all) - v(none).
        not_run: Configurations that an effect above needs and that were not run.
    """

    add_one: Mapping[str, Estimate | NotMeasured]
    leave_one_out: Mapping[str, Estimate | NotMeasured]
    shapley: Mapping[str, Estimate | NotMeasured]
    total: Estimate | NotMeasured
    not_run: tuple[Configuration, ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FileShifts:
    """The signed difference of every file under every configuration that was run, same files in the same order.

    Attributes:
        shifts: Configuration to variant minus original. Shapes (n,), finite.
        missing: Configuration in words to number of files without a valid value there; a file needs all.
        unit: Unit of the quantity.
    """

    shifts: Mapping[Configuration, Floats]
    missing: Mapping[str, int]
    unit: str


def layer_effects(layers: Sequence[str], values: Mapping[Configuration, float], unit: str = "points") -> LayerEffects:
    """Layer effects from one value per configuration; without intervals, which need the values of each file (M37).

    Args:
        layers: Names of the layers, each once.
        values: Configuration to the measure with exactly these layers on; the empty one for none.
        unit: Unit of the measure.

    Raises:
        ValueError: a layer is named twice or a configuration has an unknown layer.

    Source:
        Shapley 1953, 10.1515/9781400881970-018.

    Example:
        >>> none, a, b, both = frozenset(), frozenset("a"), frozenset("b"), frozenset("ab")
        >>> found = layer_effects(["a", "b"], {none: 0.0, a: 1.0, b: 2.0, both: 4.0})
        >>> found.shapley["a"].value, found.add_one["a"].value, found.leave_one_out["a"].value
        (1.5, 1.0, 2.0)
    """
    _check_layers(layers, values)
    order = list(values)
    at = {configuration: index for index, configuration in enumerate(order)}
    plain = np.array([values[configuration] for configuration in order], dtype=np.float64)

    def estimate(weights: Floats) -> Estimate:
        about = _About(n=0, unit=unit, missing={})
        return _estimate(float(weights @ plain), None, about, NO_INTERVAL_WARNING)

    return _effects(layers, at, estimate, {})


def layer_effects_by_file(
    layers: Sequence[str], runs: FileShifts, resampling: Resampling, *, on_size: bool = False
) -> LayerEffects:
    """Layer effects on the mean shift, or on its size, with files resampled over all runs together (M37).

    Args:
        layers: Names of the layers, each once.
        runs: Every configuration that was run.
        resampling: Seed and number of resamples; one draw of files serves all configurations.
        on_size: Measure |mean shift| instead of the mean shift: a negative effect then means a smaller gap.

    Returns:
        Percentile intervals; none for fewer than two files or where no resample differs. Not measured without files.
    """
    _check_layers(layers, runs.shifts)
    order = list(runs.shifts)
    at = {configuration: index for index, configuration in enumerate(order)}
    arrays = checked(*runs.shifts.values()) if order else ()
    n = int(arrays[0].size) if arrays else 0
    if n == 0:
        return _effects(layers, {}, None, runs.missing)
    means = np.array([values.mean() for values in arrays])
    replicates = resampled_sums(np.column_stack(arrays), resampling) / n
    if on_size:
        means, replicates = np.abs(means), np.abs(replicates)

    def estimate(weights: Floats) -> Estimate:
        interval = percentile_bootstrap(replicates @ weights, "by file")
        about = _About(n=n, unit=runs.unit, missing=runs.missing)
        return _estimate(float(weights @ means), interval, about, ONE_FILE_WARNING if n < 2 else ALL_ALIKE_WARNING)

    return _effects(layers, at, estimate, runs.missing)


def configuration_words(layers: Sequence[str], configuration: Configuration) -> str:
    """A configuration as it is printed: its layers in their order.

    Example:
        >>> configuration_words(["prompt", "guardrail"], frozenset({"guardrail", "prompt"}))
        'prompt+guardrail'
        >>> configuration_words(["prompt"], frozenset())
        'none'
    """
    return "+".join(layer for layer in layers if layer in configuration) or "none"


def layers_sentence(layers: Sequence[str], found: LayerEffects) -> str:
    """What must stand beside layer effects (M37)."""
    not_run = ", ".join(configuration_words(layers, configuration) for configuration in found.not_run) or "none"
    return f"Layers overlap: single effects do not add up. Configurations not run: {not_run}."


@dataclass(frozen=True, slots=True, kw_only=True)
class _About:
    n: int
    unit: str
    missing: Mapping[str, int]


def _estimate(value: float, interval: Interval | None, about: _About, warning: str) -> Estimate:
    return Estimate(
        value=value,
        interval=interval,
        n=about.n,
        missing=dict(about.missing),
        unit=about.unit,
        method="M37",
        assumptions=(ORDER,),
        warnings=() if interval else (warning,),
        details={},
    )


def _effects(
    layers: Sequence[str],
    at: Mapping[Configuration, int],
    estimate: Callable[[Floats], Estimate] | None,
    missing: Mapping[str, int],
) -> LayerEffects:
    """Every effect as weights of the configurations; ``estimate`` turns weights into a number, None without files."""

    def effect(weights: Mapping[Configuration, float]) -> Estimate | NotMeasured:
        absent = [configuration_words(layers, one) for one in weights if one not in at]
        if estimate is None or absent:
            reason = f"not run: {', '.join(absent)}" if estimate else "no file has a valid value in all configurations"
            return NotMeasured(method="M37", reason=reason, missing=dict(missing))
        vector = np.zeros(len(at))
        for configuration, weight in weights.items():
            vector[at[configuration]] += weight
        return estimate(vector)

    everything, nothing = frozenset(layers), Configuration()
    wanted = (
        {nothing, everything} | {frozenset({layer}) for layer in layers} | {everything - {layer} for layer in layers}
    )
    if len(layers) <= MOST_LAYERS:
        wanted |= {frozenset(some) for k in range(len(layers)) for some in itertools.combinations(layers, k)}
        shapley = {layer: effect(_shapley_weights(layers, layer)) for layer in layers}
    else:
        reason = f"{len(layers)} layers have {2 ** len(layers):,} configurations; Shapley values are for up to five"
        shapley = dict.fromkeys(layers, NotMeasured(method="M37", reason=reason, missing=dict(missing)))
    return LayerEffects(
        add_one={layer: effect({frozenset({layer}): 1.0, nothing: -1.0}) for layer in layers},
        leave_one_out={layer: effect({everything: 1.0, everything - {layer}: -1.0}) for layer in layers},
        shapley=shapley,
        total=effect({everything: 1.0, nothing: -1.0}),
        not_run=tuple(sorted(wanted - set(at), key=lambda one: _place(layers, one))),
    )


def _shapley_weights(layers: Sequence[str], layer: str) -> dict[Configuration, float]:
    """Weights |S|! (L - |S| - 1)! / L! of v(S with the layer) - v(S), over all S without it."""
    others = [other for other in layers if other != layer]
    weights: dict[Configuration, float] = {}
    for size in range(len(layers)):
        weight = math.factorial(size) * math.factorial(len(layers) - size - 1) / math.factorial(len(layers))
        for some in map(frozenset, itertools.combinations(others, size)):
            weights[some] = -weight
            weights[some | {layer}] = weight
    return weights


def _place(layers: Sequence[str], configuration: Configuration) -> tuple[int, list[int]]:
    return len(configuration), [index for index, layer in enumerate(layers) if layer in configuration]


def _check_layers(layers: Sequence[str], configurations: Iterable[Configuration]) -> None:
    if not layers or len(set(layers)) < len(layers):
        raise ValueError("every layer is named once, and there is at least one")
    unknown = sorted({layer for configuration in configurations for layer in configuration} - set(layers))
    if unknown:
        raise ValueError(f"a configuration names {unknown[0]!r}, which is no layer")
