"""What a plan fixes, and in what two plans differ, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from fairdesk.audit.design_changes import PARTS as DESIGN_PARTS
from fairdesk.domain.benchmarks import PlannedBenchmark
from fairdesk.domain.canonical import sha256_hex
from fairdesk.domain.cases import VariantRole
from fairdesk.domain.codec import to_plain
from fairdesk.domain.coverage_words import cell_words
from fairdesk.domain.plan import FamilyKind, Plan
from fairdesk.domain.plan_words import target_words

NAMED_APART = 12
"""Differences of the design that are named one by one; the rest is counted."""

SHOWN = 80

PARTS = {
    "title": "title",
    "measures": "measures",
    "repeated": "repeated variants",
    "n_samples": "answers per repeated variant",
    "alpha": "level of the families",
    "order_seed": "seed of the order of asking",
    "resampling_seed": "seed of resampling",
    "n_resamples": "number of resamples",
    "stopping_rule": "stopping rule",
}
"""Parts of a plan that are one value, and what they are called."""

JUDGED = {FamilyKind.CONFIRMATORY: "Confirmatory tests", FamilyKind.INTERSECTIONS: "Tests of intersections"}
"""Families that conclusions rest on."""

NAMED_BY = ("cue_id", "attribute_id", "target_id", "question_id")
"""What tells one cue, attribute, target, margin or question of a design from another."""


def plan_sentences(plan: Plan) -> tuple[str, ...]:
    """What a plan fixes: for the second person who is asked to agree, and above the button that locks it."""
    return tuple(_sentences(plan))


def _sentences(plan: Plan) -> Iterator[str]:
    systems = ", ".join(system.title or system.label for system in plan.systems)
    yield f"Systems: {systems}."
    yield from map(_benchmark, plan.benchmarks)
    if plan.asks_files:
        yield from _about_files(plan)
    judged = [family for family in plan.families if family.kind is not FamilyKind.EXPLORATORY]
    n_tests = sum(len(family.members) for family in judged)
    if judged:
        yield f"Conclusions rest on {n_tests} tests in {len(judged)} families, level {plan.alpha:g} in each (Holm)."
    else:
        yield "No conclusion rests on a test: every test is exploratory."
    yield f"Stopping rule: {plan.stopping_rule}"
    if plan.asks_files:
        not_tested = sum(block.count for block in plan.not_tested)
        yield f"Not tested, each with a reason: {not_tested:,} combinations in {len(plan.not_tested)} blocks."
    if plan.review is not None:
        looked = plan.review.n_accepted + plan.review.n_edited + plan.review.n_rejected
        yield (
            f"Of {plan.review.n_variants:,} variants a random sample of {plan.review.n_sampled} was drawn; a person "
            f"looked at {looked} and accepted {plan.review.n_accepted} as they were."
        )


def _benchmark(one: PlannedBenchmark) -> str:
    n, choice = len(one.cases), one.choice
    items = "1 item" if n == 1 else f"{n:,} items"
    files = "1 file" if len(choice.files) == 1 else f"{len(choice.files):,} files"
    hashes = sha256_hex("".join(sorted(file.sha256 for file in choice.files)).encode())[:12]
    answers = "one answer" if choice.n_samples == 1 else f"{choice.n_samples} answers"
    forms = "1 form" if len(one.labels) == 1 else f"{len(one.labels)} forms"
    return f"Benchmark {one.card.title}: {items} of {files} ({hashes}), {forms} of each and {answers} to each form."


def _about_files(plan: Plan) -> Iterator[str]:
    yield f"Files: {plan.n_cases:,}."
    compared = [kind.label for kind in plan.variants if kind.role is not VariantRole.ORIGINAL]
    more = f" and {len(compared) - NAMED_APART} more" if len(compared) > NAMED_APART else ""
    yield f"Variants: {', '.join(compared[:NAMED_APART])}{more}."
    yield f"Questions: {', '.join(question.title for question in plan.questions)}."
    for target in plan.targets:
        yield f"Target: {target_words(target)}. {target.justification}"
    if not plan.targets:
        yield "No target was adopted."


def plan_differences(before: Plan, now: Plan) -> tuple[str, ...]:
    """In what a plan differs from another, a sentence each; empty when only the time differs."""
    return tuple(_differences(before, now))


def _differences(before: Plan, now: Plan) -> Iterator[str]:
    yield from _systems(before, now)
    if before.cases != now.cases:
        old, new = ({ref.case_id: ref.document_sha256 for ref in plan.cases} for plan in (before, now))
        gone, come = len(old.keys() - new.keys()), len(new.keys() - old.keys())
        changed = sum(new[name] != old[name] for name in old.keys() & new.keys())
        yield f"Files: {come:,} added, {gone:,} taken out, {changed:,} with another text."
    yield from _named("variant", [k.label for k in before.variants], [k.label for k in now.variants])
    if before.variants_sha256 != now.variants_sha256 and before.cases == now.cases:
        yield "Texts of variants are others."
    yield from _nouns("question", before.questions, now.questions, "question_id")
    yield from _nouns("target", before.targets, now.targets, "target_id")
    for name, words in PARTS.items():
        old_value, new_value = getattr(before, name), getattr(now, name)
        if old_value != new_value:
            yield f"The {words}: {_short(old_value)} before, {_short(new_value)} now."
    for kind, name in JUDGED.items():
        kept, left = _members(before, kind), _members(now, kind)
        exploratory = kept & _members(now, FamilyKind.EXPLORATORY)
        counts = {"added": left - kept, "exploratory now": exploratory, "taken out": kept - left - exploratory}
        if said := ", ".join(f"{len(tests):,} {words}" for words, tests in counts.items() if tests):
            yield f"{name}: {said}."
    yield from _benchmarks(before, now)
    if before.not_tested != now.not_tested:
        yield "What is not tested, or the reasons for it."
    yield from _design(before, now)


def _benchmarks(before: Plan, now: Plan) -> Iterator[str]:
    old, new = ({one.benchmark_id: one for one in plan.benchmarks} for plan in (before, now))
    yield from _named("benchmark", list(old), list(new))
    for name in (name for name in old if name in new and old[name] != new[name]):
        was, becomes = to_plain(old[name].choice), to_plain(new[name].choice)
        come, gone = len({*new[name].cases} - {*old[name].cases}), len({*old[name].cases} - {*new[name].cases})
        items = [f"{come:,} items added, {gone:,} taken out"] if come or gone else []
        yield f"Benchmark {name}: {'; '.join([*items, *_values(was, becomes)]) or 'other texts or words'}."


def _systems(before: Plan, now: Plan) -> Iterator[str]:
    old, new = ({system.label: system for system in plan.systems} for plan in (before, now))
    yield from _named("system", list(old), list(new))
    for label in old.keys() & new.keys():
        parts = [
            name.replace("_", " ")
            for name, value in to_plain(new[label]).items()
            if value != to_plain(old[label]).get(name) and name != "facts"
        ]
        if parts:
            yield f"System {label}: another {', '.join(parts)}."


def _named(what: str, before: Sequence[str], now: Sequence[str]) -> Iterator[str]:
    for words, names in (("added", [n for n in now if n not in before]), ("gone", [n for n in before if n not in now])):
        if names:
            more = f" and {len(names) - NAMED_APART} more" if len(names) > NAMED_APART else ""
            yield f"{what.capitalize()} {words}: {', '.join(names[:NAMED_APART])}{more}."


def _nouns(what: str, before: Sequence[Any], now: Sequence[Any], key: str) -> Iterator[str]:
    old, new = ({getattr(one, key): one for one in group} for group in (before, now))
    yield from _named(what, list(old), list(new))
    for name in (name for name in old if name in new and old[name] != new[name]):
        yield f"{what.capitalize()} {name}: {'; '.join(_values(to_plain(old[name]), to_plain(new[name])))}."


def _values(was: Mapping[str, Any], becomes: Mapping[str, Any], of: str = "") -> Iterator[str]:
    """The parts of a noun that are others, each with what it was and what it is; long ones by their name."""
    for part in {**was, **becomes}:
        old, new = was.get(part), becomes.get(part)
        if old == new:
            continue
        name = f"{of}{part.removeprefix('is_').replace('_', ' ')}"
        if isinstance(old, Mapping) and isinstance(new, Mapping):
            yield from _values(old, new, f"{name}, ")
        elif any(isinstance(item, Mapping) for value in (old, new) if isinstance(value, list) for item in value):
            yield f"other {name}"
        else:
            yield f"{name} {_short(old)} before, {_short(new)} now"


def _members(plan: Plan, kind: FamilyKind) -> set[str]:
    return {member for family in plan.families if family.kind is kind for member in family.members}


def _design(before: Plan, now: Plan) -> Iterator[str]:
    """Differences of the design that the other parts of the plan do not show."""
    if before.design == now.design:
        return
    if before.design is None or now.design is None:
        yield "A design of one's own in place of the shipped test, or the other way round."
        return
    old, new = to_plain(before.design), to_plain(now.design)
    found = [words for part in {**old, **new} if old.get(part) != new.get(part) for words in _part(part, old, new)]
    yield from found[:NAMED_APART]
    if len(found) > NAMED_APART:
        yield f"Design: {len(found) - NAMED_APART} more differences."


def _part(part: str, before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    """What is other in one part of a design, which is a value, a noun, or a list of nouns."""
    said, old, new = f"The design has {DESIGN_PARTS[part]}", before.get(part), now.get(part)
    if isinstance(old, list) and isinstance(new, list):
        was, becomes = ({_name_of(one): one for one in group} for group in (old, new))
        details = [f"{name} was added" for name in becomes if name not in was]
        details += [f"{name} is gone" for name in was if name not in becomes]
        for name in (name for name in was if name in becomes and was[name] != becomes[name]):
            details.append(f"{name}, {'; '.join(_values(was[name], becomes[name]))}")
        # Nouns that only stand in another order have no details.
        yield from (f"{said}: {words}." for words in details) if details else (f"{said}.",)
    elif isinstance(old, Mapping) and isinstance(new, Mapping):
        yield f"{said}: {'; '.join(_values(old, new))}."
    else:
        yield f"{said}: {_short(old)} before, {_short(new)} now."


def _name_of(plain: Mapping[str, Any]) -> str:
    """What one of several nouns of a design is told by: its id, the question that it is about, or its cell."""
    if "levels" in plain and isinstance(plain["levels"], Mapping):
        return cell_words(plain["levels"])
    named = {**plain, **plain.get("target", {})}
    return str(next((named[key] for key in NAMED_BY if named.get(key)), ""))


def _short(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        value = ", ".join(map(str, value))
    text = "nothing" if value in (None, "", ()) else " ".join(str(value).split())
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
