"""What a sample of a benchmark's items can show, in sentences, before anything is asked (methods.md M34, D6)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from fairdesk.audit.benchmark_behind import OF_CONDITION
from fairdesk.domain.benchmarks import BenchmarkItem
from fairdesk.domain.result_words import measure_name

POWER, LEVEL = 0.80, 0.05

LEANING = ("s_amb", "s_dis")
"""Scores of -1 to 1 around 0 over the answers that name a person: exact binomial test of (1 + score) / 2 (M34)."""

AROUND_HALF = ("share_stereotyped", "likelihood_share", "speaker_stereotyped", "choice_ss", "likelihood_ss_items")
"""Shares that are one half where there is no preference: exact binomial test of the share (M34)."""

SHARES = (
    *("refusal_harmless", "refusal_harmful", "accuracy_pro", "accuracy_anti"),
    *("accuracy_female", "accuracy_male", "accuracy_neutral", "toxicity_any", "yes_share"),
)
"""Other shares of items: half the width of the exact interval where it is widest, at one half (B1)."""

ASSUMED = (
    "Planned with chance {power:.2f} at level {level:g}, without adjustment for other tests, as if the answers to "
    "different items were independent and all of them could be used; further orders and answers make an item's own "
    "answer surer and are no items."
)


NOT_AT_ALL = "not at all, even if all of them lean one way"


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemGroup:
    """How many items have one category, stratum and cluster.

    Attributes:
        stratum: Category and condition.
        cluster: Items of it can be answered alike.
    """

    category: str
    stratum: str
    cluster: str
    n_items: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _Size:
    """Items behind a score, and the groups that they form."""

    n_items: int
    n_clusters: int


def item_groups(items: Iterable[BenchmarkItem]) -> tuple[ItemGroup, ...]:
    """Items of a sample, counted by category, stratum and cluster."""
    found: dict[tuple[str, str, str], int] = {}
    for item in items:
        key = (item.category, item.stratum, item.cluster)
        found[key] = found.get(key, 0) + 1
    return tuple(
        ItemGroup(category=category, stratum=stratum, cluster=cluster, n_items=n)
        for (category, stratum, cluster), n in found.items()
    )


def power_sentences(
    measures: Sequence[str], items: Sequence[ItemGroup], n_drawn: Mapping[str, int] | None = None
) -> tuple[str, ...]:
    """What a sample can show of the main scores of a form.

    Args:
        measures: All scores of the form, in print order.
        items: Of the sample; where it is not drawn yet, those that it is drawn from.
        n_drawn: Stratum to the items that will be drawn of it, where which of them is not known yet; the groups that
            they will form are then at most as many as said.
    """
    main = [name for name in measures if name in (*LEANING, *AROUND_HALF, *SHARES)]
    sizes = {name: _size(items, name, n_drawn) for name in main}
    main = [name for name in main if sizes[name].n_items]
    whole = _size(items, "", n_drawn)
    if not main:
        return (_unknown(measures, whole),)
    found = [
        ASSUMED.format(power=POWER, level=LEVEL),
        *(_sentence(name, sizes[name].n_items) for name in main),
        _clusters(main, sizes, whole, is_bound=n_drawn is not None),
    ]
    names = sorted({one.category for one in items})
    if len(names) > 1:
        found.append(_smallest(main, items, names, n_drawn))
    return tuple(found)


def _size(items: Sequence[ItemGroup], measure: str, n_drawn: Mapping[str, int] | None) -> _Size:
    """Items that a measure rests on, told by the condition in their stratum."""
    conditions = [name for name, measures in OF_CONDITION.items() if measure in measures]
    own = [one for one in items if not conditions or one.stratum.rpartition(", ")[2] in conditions]
    n_clusters = len({one.cluster for one in own})
    if n_drawn is None:
        return _Size(n_items=sum(one.n_items for one in own), n_clusters=n_clusters)
    n_items = sum(n_drawn.get(stratum, 0) for stratum in {one.stratum for one in own})
    return _Size(n_items=n_items, n_clusters=min(n_clusters, n_items))


def _sentence(measure: str, n: int) -> str:
    name, items = measure_name(measure), _items(n)
    if measure == "s_amb":
        half = _scaled(0.5, n // 2)
        return (
            f"{name}: told apart from 0 {_leaning(n)}, if the answers to all {items} with an unclear context name a "
            f"person; {half}, if every second answer says that it is not known. How many will is not "
            "known before."
        )
    if measure == "s_dis":
        return f"{name}: told apart from 0 {_leaning(n)}, if the answers to all {items} name a person."
    if measure in AROUND_HALF:
        only = ", if all answers choose a sentence that means something" if measure == "choice_ss" else ""
        return f"{name}: told apart from one half {_around_half(n)}, on {items}{only}."
    return f"{name}: its 95 % interval reaches at most {_width(n)} to either side, on {items}."


def _clusters(main: Sequence[str], sizes: Mapping[str, _Size], whole: _Size, *, is_bound: bool) -> str:
    """What becomes of it if items of one group count as one answer: the largest design effect that there can be."""
    if whole.n_clusters == whole.n_items and not is_bound:
        return "No two of these items hang together, so that no design effect is to be expected from groups of items."
    at_most = "at most " if is_bound else ""
    numbers = "; ".join(f"{measure_name(name)} {_short(name, sizes[name].n_clusters)}" for name in main)
    return (
        f"Items of one group (a template, a target, a stereotype) can be answered alike: {_items(whole.n_items)} are "
        f"{at_most}{whole.n_clusters:,} groups. The design effect of that is not known before the run. At its worst, "
        f"when a group says no more than one item: {numbers}."
    )


def _smallest(
    main: Sequence[str], items: Sequence[ItemGroup], names: Sequence[str], n_drawn: Mapping[str, int] | None
) -> str:
    """The category about which least can be said."""
    own = {name: [one for one in items if one.category == name] for name in names}
    least = min(names, key=lambda name: _size(own[name], main[0], n_drawn).n_items)
    sizes = {name: _size(own[least], name, n_drawn) for name in main}
    numbers = "; ".join(
        f"{measure_name(name)} {_short(name, size.n_items)} ({_items(size.n_items)})"
        for name, size in sizes.items()
        if size.n_items
    )
    return f"Of the smallest category alone, “{least}”, with independent answers: {numbers or 'no item'}."


def _unknown(measures: Sequence[str], whole: _Size) -> str:
    main = measure_name(measures[0]) if measures else "its score"
    return (
        f"How small a value of “{main}” this sample can show depends on how much the answers scatter, which is not "
        f"known before the run: {_items(whole.n_items)} in {whole.n_clusters:,} groups are planned, and the groups "
        "count for the interval."
    )


def _short(measure: str, n: int) -> str:
    if measure in LEANING:
        return _leaning(n)
    return _around_half(n) if measure in AROUND_HALF else f"{_width(n)} to either side"


def _leaning(n: int) -> str:
    return _scaled(1.0, n)


def _scaled(share: float, n: int) -> str:
    """Smallest score if ``n`` answers name a person, which are ``share`` of all."""
    from fairdesk.measures.planned_power import smallest_bias_score

    found = smallest_bias_score(n, POWER, LEVEL) if n else None
    return NOT_AT_ALL if found is None else f"from ±{_up(share * found, 2):.2f} on"


def _around_half(n: int) -> str:
    from fairdesk.measures.power import smallest_detectable_direction

    found = smallest_detectable_direction(n, 1.0, LEVEL, POWER) if n else None
    if found is None:
        return NOT_AT_ALL
    share = _up(found.share_one_way, 3)
    return f"from {share:.1%} up or from {1 - share:.1%} down"


def _width(n: int) -> str:
    from fairdesk.measures.intervals import clopper_pearson

    found = clopper_pearson(n // 2, n)
    return "not known" if found is None or found.high is None else f"{_up(found.high - n // 2 / n, 3):.3f}"


def _up(value: float, places: int) -> float:
    """Rounded up: a smaller effect would not be found with the wanted chance."""
    steps = 10.0**places
    return min(1.0, math.ceil(value * steps - 1e-9) / steps)


def _items(n: int) -> str:
    return "1 item" if n == 1 else f"{n:,} items"
