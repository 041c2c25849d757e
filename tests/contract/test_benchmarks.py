"""What every benchmark owes: a card, a source of items, forms that can be read, scores that never make up a number."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fairdesk.audit.benchmark_sources import SOURCES
from fairdesk.domain.benchmarks import BenchmarkItem
from fairdesk.domain.classifiers import QUANTITY_SCALES
from fairdesk.domain.exchanges import Status
from fairdesk.domain.measure_names import MEASURE_NAMES
from fairdesk.domain.results import Estimate
from fairdesk.evaluations.benchmarks import BENCHMARKS
from fairdesk.evaluations.benchmarks.bbq_items import OPEN_LABEL
from fairdesk.evaluations.benchmarks.benchmark import AskingForm, Benchmark, orders, places_of
from fairdesk.evaluations.benchmarks.bold import make_item as make_beginning
from fairdesk.evaluations.benchmarks.crows_pairs import make_item as make_pair
from fairdesk.evaluations.benchmarks.discrim_scores import make_item as make_decision
from fairdesk.evaluations.benchmarks.gest import make_item as make_saying
from fairdesk.evaluations.benchmarks.hiring_items import make_item as make_candidates
from fairdesk.evaluations.benchmarks.holistic_bias import make_item as make_described
from fairdesk.evaluations.benchmarks.realtoxicityprompts import make_item as make_web_text
from fairdesk.evaluations.benchmarks.representation import make_item as make_open_prompt
from fairdesk.evaluations.benchmarks.representation_scores import facts_of
from fairdesk.evaluations.benchmarks.stereoset import make_item as make_cluster
from fairdesk.evaluations.benchmarks.versions import version_of
from fairdesk.evaluations.benchmarks.winobias import make_item as make_sentences
from fairdesk.evaluations.benchmarks.winogender import make_item as make_set
from fairdesk.evaluations.benchmarks.xstest import make_item as make_prompt
from fairdesk.extractors import extractor
from tests.contract.test_evaluations import FORBIDDEN
from tests.unit.evaluations.benchmarks.answered import RESAMPLING, answers, bbq_items

every = pytest.mark.parametrize("benchmark", BENCHMARKS, ids=lambda one: one.benchmark_id)

ITEMS: dict[str, list[BenchmarkItem]] = {
    **{name: bbq_items() for name in ("bbq", "kobbq", "gg_bbq", "esbbq", "cabbq")},
    "crows_pairs": [make_pair(str(n), (f"Old {n}.", f"Young {n}."), "age", "stereo") for n in range(8)],
    "stereoset": [
        make_cluster(str(n), ("race", f"term {n % 3}"), f"Context {n}.", ("one", "two", "three")) for n in range(9)
    ],
    "winobias": [
        make_sentences(
            str(n), ("type 1", str(n // 2)), {"pro": (f"He {n}.", "He"), "anti": (f"She {n}.", "She")}, ("a", "b"), 0
        )
        for n in range(8)
    ],
    "winogender": [
        make_set(
            str(n),
            (f"occupation {n // 2}", "guest"),
            {"female": (f"She {n}.", "She"), "male": (f"He {n}.", "He"), "neutral": (f"They {n}.", "They")},
            is_participant=n % 2 == 1,
            in_work=10.0 * n,
        )
        for n in range(12)
    ],
    "gest": [make_saying(str(n), f"I was {n}.", 1 + n // 4, str(n), is_about_women=True) for n in range(8)],
    "discrim_eval": [
        make_decision(str(question), f"Question {question}?", (age, gender, race))
        for question in range(6)
        for age in (30.0, 60.0)
        for gender, race in (("male", "white"), ("female", "white"), ("male", "Black"))
    ],
    "hiring_rank_audit": [
        make_candidates(
            ("clerk", ""), (n, n), [(group, f"{group[:3]} {n}", f"Text {n}.") for group in ("a_x", "a_y", "b_x", "b_y")]
        )
        for n in range(8)
    ],
    "representation": [make_open_prompt(str(n), f"Write {n}.", "work") for n in range(8)],
    "xstest": [make_prompt(str(n), f"Prompt {n}?", "homonyms", is_harmful=n % 2 == 1) for n in range(8)],
    "bold": [make_beginning(f"g/{n}", f"Beginning {n} ", ("g", "ab"[n % 2], "page"), f"g/{n}") for n in range(8)],
    "realtoxicityprompts": [
        make_web_text(str(n), f"Web text {n}", 0.2 + 0.5 * (n % 2), is_challenging=n < 4) for n in range(8)
    ],
    "holistic_bias": [make_described(f"age/{n}", f"I'm {n}.", "ab"[n % 2], f"word {n // 2}") for n in range(8)],
}
"""Some items of every benchmark, made by its own function."""

FACTS = {
    "representation": facts_of({"gender": {"female": ["she"], "male": ["he", "man"]}}, {"targets": ["kind"]}, {}),
}
"""What is the same for all items of a benchmark."""


def shown(benchmark: Benchmark, form: AskingForm) -> list[BenchmarkItem]:
    """The items as a form shows them."""
    items = ITEMS[benchmark.benchmark_id]
    return items if form.shown is None else [form.shown(item) for item in items]


FORMS = [(benchmark, form) for benchmark in BENCHMARKS for form in benchmark.forms]

every_form = pytest.mark.parametrize(("benchmark", "form"), FORMS, ids=lambda one: getattr(one, "form_id", ""))

of_choices = pytest.mark.parametrize(
    ("benchmark", "form"),
    [one for one in FORMS if shown(*one)[0].options and OPEN_LABEL not in shown(*one)[0].texts],
    ids=lambda one: getattr(one, "form_id", ""),
)

OF_ITEMS_ALONE = ("gold_s_dis",)
"""Numbers that no answer enters."""

MEASURE_REFUSALS = ("xstest",)
"""Benchmarks that count refusals, so that a refusal is no missing answer there."""


def test_ids_are_unique_and_every_benchmark_has_a_source() -> None:
    """Two benchmarks never share an id, and the items of each are read from somewhere."""
    ids = [one.benchmark_id for one in BENCHMARKS]
    assert len(ids) == len(set(ids))
    assert sorted(ids) == sorted(source.benchmark_id for source in SOURCES)
    assert sorted(ids) == sorted(ITEMS)


@every
def test_it_says_what_it_is_and_what_it_cannot_show(benchmark: Benchmark) -> None:
    """Its card has construct, limits, published criticism, licence, source and a word on contamination."""
    card = benchmark.card
    words = (card.title, card.version, card.construct, card.contamination, card.licence, card.source)
    assert all(words)
    assert card.limits
    assert card.criticism
    assert all(sentence.endswith(".") for sentence in (card.construct, *card.limits, *card.criticism))
    printed = " ".join((*words, *card.limits, *card.criticism)).lower()
    assert [word for word in FORBIDDEN if word in printed] == []


@every
def test_its_forms_can_be_asked_and_read(benchmark: Benchmark) -> None:
    """Every form has a question of its own whose extractor exists, and says what it is not comparable with."""
    questions = [form.question.question_id for form in benchmark.forms]
    assert len(questions) == len(set(questions))
    for form in benchmark.forms:
        assert form.question.question_id.startswith(benchmark.benchmark_id)
        assert extractor(form.question.extractor)
        assert form.note.endswith(".")
        assert set(form.quantities) <= set(QUANTITY_SCALES)


@of_choices
def test_every_option_stands_in_every_place(benchmark: Benchmark, form: AskingForm) -> None:
    """Each version of an item shows all options, in each order once, and names the file's order in its label."""
    item = shown(benchmark, form)[0]
    for version in dict.fromkeys(map(version_of, item.texts)):
        labels = tuple(label for label in item.texts if version_of(label) == version)
        plain = item.options[labels[0]]
        assert tuple(label.removeprefix(version).strip() for label in labels) == orders(len(plain))
        for label in labels:
            assert item.options[label] == tuple(plain[place] for place in places_of(label))
            assert all(option in item.texts[label] for option in plain)
        for place in range(len(plain)):
            assert {item.options[label][place] for label in labels} == set(plain)


@every_form
def test_options_are_shown_in_every_text_or_in_none(benchmark: Benchmark, form: AskingForm) -> None:
    """Items show options in all of their texts or in none; a share of first places belongs to options alone."""
    items = shown(benchmark, form)
    is_open = all(not item.options for item in items)
    assert is_open or all(item.options.keys() == item.texts.keys() for item in items)
    assert len({tuple(item.texts) for item in items}) == 1
    assert not (is_open and "first_place" in form.scoring.measures)


@every_form
@pytest.mark.parametrize("status", [Status.NOT_ATTEMPTED, Status.FAILED, Status.REFUSED, Status.UNREADABLE])
def test_what_was_not_answered_is_not_measured(benchmark: Benchmark, form: AskingForm, status: Status) -> None:
    """Without one usable answer no score is a number, whatever the reason; a refusal is one where it is asked for."""
    given = answers(shown(benchmark, form), lambda item, label: status, form)
    found = form.scoring.score(replace(given, facts=FACTS.get(benchmark.benchmark_id, {})), RESAMPLING)
    measured = [one.measure for one in found if isinstance(one.outcome, Estimate)]
    counts_refusals = status is Status.REFUSED and benchmark.benchmark_id in MEASURE_REFUSALS
    assert set(measured) <= set(form.scoring.measures if counts_refusals else OF_ITEMS_ALONE)


@every_form
def test_its_scores_are_declared_named_and_repeatable(benchmark: Benchmark, form: AskingForm) -> None:
    """Measures and tests are those that it declares, each has a name, and equal answers give equal scores."""
    given, scoring = answers(shown(benchmark, form), lambda item, label: 0, form), form.scoring
    of = replace(given, facts=FACTS.get(benchmark.benchmark_id, {}))
    found = list(scoring.score(of, RESAMPLING))
    assert list(dict.fromkeys(one.measure for one in found)) == list(scoring.measures)
    assert {one.measure for one in found if one.test is not None} == set(scoring.tested)
    assert set(scoring.compared) == {one.measure for one in found if one.parts is not None} & set(scoring.compared)
    assert set(scoring.measures) <= set(MEASURE_NAMES)
    assert found == list(scoring.score(of, RESAMPLING))
    assert all(one.sentence for one in found)


def test_two_forms_of_a_benchmark_share_no_measure_that_means_another_thing() -> None:
    """What a choice scores and what a likelihood scores have different names, so that no table mixes them up."""
    for benchmark in BENCHMARKS:
        for form in benchmark.forms:
            if form.question.scores_prompt:
                others = [other for other in benchmark.forms if other is not form]
                assert not any(set(form.scoring.measures) & set(other.scoring.measures) for other in others)


@every_form
def test_measures_of_categories_alone_have_no_whole(benchmark: Benchmark, form: AskingForm) -> None:
    """What holds a category against the others is no score of all items, and no test of it is planned there."""
    given = answers(shown(benchmark, form), lambda item, label: 0, form)
    of = replace(given, facts=FACTS.get(benchmark.benchmark_id, {}))
    wholes = {one.measure for one in form.scoring.score(of, RESAMPLING) if not one.category}
    assert not wholes & set(form.scoring.of_categories)
