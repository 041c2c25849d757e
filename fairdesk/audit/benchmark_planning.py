"""From a chosen benchmark to what a plan says of it: items read from the stored files, drawn, kept with their texts."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from fairdesk.audit.benchmark_items import store_items
from fairdesk.audit.benchmark_power import item_groups, power_sentences
from fairdesk.audit.benchmark_recognition import defects_as_sentences, notes_on_unknown
from fairdesk.audit.benchmark_sources import ItemsRead, benchmark_of, form_of, source_of
from fairdesk.audit.variant_parts import TextSize
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.audited_system import AuditedSystem
from fairdesk.domain.benchmarks import (
    BenchmarkChoice,
    BenchmarkItem,
    OrderSize,
    PlannedBenchmark,
    Sampling,
    SamplingKind,
    case_of_item,
)
from fairdesk.domain.canonical import sha256_hex
from fairdesk.domain.errors import InputError
from fairdesk.domain.plan import Family, FamilyKind
from fairdesk.domain.questions import Question
from fairdesk.domain.result_words import CHANGE, change_of
from fairdesk.domain.results import result_id

if TYPE_CHECKING:
    from fairdesk.evaluations.benchmarks.benchmark import AskingForm, Benchmark

NOT_DRAWN = "not in the sample"
OTHER_CATEGORY = "of a category that is not asked"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenItems:
    """What a choice comes to.

    Attributes:
        items: That are asked, in the order of their ids; at least one.
        left_out: Why others of the files are not, to their number.
        facts, parts: Of the planned benchmark; see there.
    """

    benchmark: Benchmark
    form: AskingForm
    items: tuple[BenchmarkItem, ...]
    left_out: Mapping[str, int]
    notes: tuple[str, ...]
    facts: Mapping[str, str]
    parts: Mapping[str, tuple[str, ...]]


def chosen_items(choice: BenchmarkChoice, read: ItemsRead) -> ChosenItems:
    """The items that a choice asks, of those that its files hold.

    Raises:
        InputError: the form or a category is unknown, two items have one id, none is left, or sentences are to be
            scored several times.
    """
    benchmark, form = benchmark_of(choice.benchmark_id), form_of(choice)
    title = benchmark.card.title
    if form.question.scores_prompt and choice.n_samples > 1:
        words = f"Sentences of {title} are scored and not answered: to ask {choice.n_samples} times tells nothing more."
        raise InputError(words, "Ask once.")
    categories = sorted({item.category for item in read.items})
    if unknown := [name for name in choice.categories if name not in categories]:
        raise InputError(f"These files have no category {', '.join(unknown)}.", f"They have: {', '.join(categories)}.")
    asked = [item for item in read.items if not choice.categories or item.category in choice.categories]
    drawn = sorted(drawn_items(asked, choice.sampling), key=lambda item: item.item_id)
    if not drawn:
        raise InputError(f"No item of {title} is left to be asked.", "Choose other files or a larger sample.")
    for first, second in itertools.pairwise(drawn):
        if first.item_id == second.item_id:
            raise InputError(f"Two items of {title} are called {first.item_id!r}.", "Import one version of it only.")
    left_out = {
        **read.left_out,
        OTHER_CATEGORY: len(read.items) - len(asked),
        NOT_DRAWN: len(asked) - len(drawn),
    }
    return ChosenItems(
        benchmark=benchmark,
        form=form,
        items=tuple(drawn if form.shown is None else map(form.shown, drawn)),
        left_out={reason: number for reason, number in left_out.items() if number},
        notes=(form.note, *read.notes, *notes_on_unknown(choice.files)),
        facts=read.facts,
        parts={measure: names for measure, names in read.parts.items() if measure in form.scoring.measures},
    )


def stored_items(workspace: Workspace, choice: BenchmarkChoice) -> ChosenItems:
    """The items that a project's choice asks, read from the stored files.

    Raises:
        ImportProblem: a stored file cannot be read any more.
        InputError: see ``chosen_items``.
    """
    files = [(file.name, workspace.store.documents.get(file.sha256)) for file in choice.files]
    return chosen_items(choice, source_of(choice.benchmark_id).read(files))


def planned_benchmark(workspace: Workspace, choice: BenchmarkChoice) -> PlannedBenchmark:
    """What a plan says of a benchmark; its items are stored.

    Raises:
        ImportProblem: a stored file cannot be read any more.
        InputError: see ``chosen_items``.
    """
    chosen = stored_items(workspace, choice)
    return PlannedBenchmark(
        choice=choice,
        card=chosen.benchmark.card,
        question=chosen.form.question,
        labels=tuple(chosen.items[0].texts),
        cases=tuple(case_of_item(choice.benchmark_id, item.item_id) for item in chosen.items),
        items_sha256=store_items(workspace.store.documents, chosen.items),
        left_out=chosen.left_out,
        categories=tuple(sorted({item.category for item in chosen.items})),
        notes=chosen.notes,
        defects=defects_as_sentences(workspace.resources, choice.files),
        power=power_sentences(chosen.form.scoring.measures, item_groups(chosen.items)),
        facts=chosen.facts,
        parts=chosen.parts,
    )


def question_of(choice: BenchmarkChoice) -> Question | None:
    """What is asked of every item of a choice; None for a form that the benchmark has not."""
    form = benchmark_of(choice.benchmark_id).form(choice.form)
    return None if form is None else form.question


@lru_cache(maxsize=8)
def _sizes(data_dir: Path, choice: BenchmarkChoice) -> tuple[OrderSize, ...]:
    with Workspace(WorkspaceSpec(data_dir=data_dir)) as workspace:
        return order_sizes(stored_items(workspace, choice).items)


def order_sizes(items: Sequence[BenchmarkItem]) -> tuple[OrderSize, ...]:
    """The size of all texts of each order, in the order of the labels.

    Args:
        items: At least one.
    """
    sizes = {label: TextSize() for label in items[0].texts}
    for item in items:
        for label, text in item.texts.items():
            sizes[label].add(text)
    return tuple(
        OrderSize(n_texts=one.n_texts, n_characters=one.n_characters, n_ascii=one.n_ascii, n_bytes=one.n_bytes)
        for one in sizes.values()
    )


def choice_sizes(workspace: Workspace, choice: BenchmarkChoice) -> list[tuple[TextSize, int]]:
    """The size of all texts of each form that a choice will ask, with how often each text is asked about.

    Counted when the choice was made; a choice without the counts is counted once, for its files never change.

    Raises:
        ImportProblem: a stored file cannot be read any more.
        InputError: see ``chosen_items``.
    """
    sizes = choice.sizes or _sizes(workspace.spec.data_dir, choice)
    return [
        (
            TextSize(n_texts=one.n_texts, n_characters=one.n_characters, n_ascii=one.n_ascii, n_bytes=one.n_bytes),
            choice.n_samples,
        )
        for one in sizes
    ]


def drawn_items(items: Sequence[BenchmarkItem], sampling: Sampling) -> list[BenchmarkItem]:
    """The items of a sample; the same for the same seed, whatever the order of the items.

    Args:
        sampling: Of every stratum, or of every category's clusters, ``n`` are drawn; fewer where there are fewer.
    """
    if sampling.kind is SamplingKind.FULL:
        return list(items)
    of_clusters = sampling.kind is SamplingKind.TEMPLATES
    groups: dict[str, dict[str, list[BenchmarkItem]]] = defaultdict(lambda: defaultdict(list))
    for item in items:
        if of_clusters:
            groups[item.category][item.cluster].append(item)
        else:
            groups[item.stratum][item.item_id].append(item)
    found: list[BenchmarkItem] = []
    for name in sorted(groups):
        for unit in ranked(groups[name], name, sampling.seed)[: sampling.n]:
            found += groups[name][unit]
    return found


def ranked(units: Iterable[str], group: str, seed: int) -> list[str]:
    """Units of a group in the order in which they are drawn.

    By hashes, so that a group keeps its sample whatever else is asked and whatever draws numbers.
    """
    ranks = {unit: sha256_hex(f"{seed}|{group}|{unit}".encode()) for unit in units}
    return sorted(ranks, key=ranks.__getitem__)


def benchmark_families(systems: Iterable[AuditedSystem], planned: Sequence[PlannedBenchmark]) -> tuple[Family, ...]:
    """Exploratory families of every system: its tests of a benchmark, and those of its change from the first system.

    Each system is adjusted by itself, as in the test of files.
    """
    labels = [system.label for system in systems]
    found = []
    for one in planned:
        categories = one.categories if len(one.categories) == 1 else (*one.categories, "")
        scoring, question_id = form_of(one.choice).scoring, one.question.question_id
        of_changes = tuple(map(change_of, scoring.compared))
        wanted = [(label, f"{label}/{one.benchmark_id}", scoring.tested) for label in labels]
        wanted += [(label, f"{label}/changes of {one.benchmark_id}", of_changes) for label in labels[1:]]
        for label, family_id, measures in wanted:
            members = tuple(
                result_id(label, question_id, category, measure)
                for category, measure in _tests(one, categories, measures)
                if category or measure not in scoring.of_categories
            )
            if members:
                found.append(Family(family_id=family_id, kind=FamilyKind.EXPLORATORY, members=members))
    return tuple(found)


def _tests(one: PlannedBenchmark, categories: Sequence[str], measures: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Category, or what stands in its place, and measure of every test."""
    parts = {measure: one.parts.get(measure.removeprefix(CHANGE)) for measure in measures}
    yield from itertools.product(categories, (measure for measure in measures if parts[measure] is None))
    yield from ((name, measure) for measure, names in parts.items() for name in names or ())
