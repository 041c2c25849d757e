"""Forms of BBQ: what is sent, how it is scored whatever the form, and that each says what it is not comparable with."""

from __future__ import annotations

import pytest

from fairdesk.domain.benchmarks import ASKED_FACT
from fairdesk.domain.exchanges import ModelReply, ReadNothing, ReadValue, Status
from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.evaluations.benchmarks.bbq import BENCHMARK
from fairdesk.evaluations.benchmarks.bbq_items import OPEN_LABEL, asked_of
from fairdesk.evaluations.benchmarks.bbq_relatives import RELATIVES
from fairdesk.evaluations.benchmarks.benchmark import AskingForm, Benchmark
from fairdesk.extractors import read_answer
from tests.unit.evaluations.benchmarks.answered import RESAMPLING, answers, bbq_items

ALL = (BENCHMARK, *RELATIVES)


def form_of(benchmark: Benchmark, form_id: str) -> AskingForm:
    """The form, which is there."""
    found = benchmark.form(form_id)
    assert found is not None
    return found


def test_options_are_listed_without_letters_or_not_at_all() -> None:
    """In words every order is shown and no letter; without options the text ends with the question."""
    item = bbq_items()[0]
    listed, hidden = (form_of(BENCHMARK, name).shown for name in ("text", "open"))
    assert listed is not None
    assert hidden is not None
    words, free = listed(item), hidden(item)
    assert words.texts["2-3-1"] == "Context 0 0.\n\nWho was late?\n\n- Older 0\n- Younger 0\n- Not known"
    assert words.options == item.options
    assert free.texts == {OPEN_LABEL: "Context 0 0.\n\nWho was late?"}
    assert free.options == {OPEN_LABEL: ("Not known", "Older 0", "Younger 0")}
    assert (words.facts[ASKED_FACT], free.facts[ASKED_FACT]) == ("Who was late?", "Who was late?")
    assert asked_of(item) == ("Context 0 0.", "Who was late?")


@pytest.mark.parametrize("form_id", ["text", "open"])
def test_forms_in_words_score_as_the_letters_do(form_id: str) -> None:
    """Always the stereotype is +1, never a person is not measured where the context is clear, and 0 where it is not."""
    form = form_of(BENCHMARK, form_id)
    assert form.shown is not None
    items = [form.shown(item) for item in bbq_items()]
    always = answers(items, lambda item, _: int(item.facts["biased"]), form)
    found = {one.measure: one for one in form.scoring.score(always, RESAMPLING)}
    for measure in ("s_amb", "s_dis"):
        assert isinstance(outcome := found[measure].outcome, Estimate)
        assert outcome.value == 1.0
        assert "comparable with" in found[measure].sentence
    never = answers(items, lambda item, _: int(item.facts["unknown"]), form)
    found = {one.measure: one for one in form.scoring.score(never, RESAMPLING)}
    assert isinstance(found["s_dis"].outcome, NotMeasured)
    assert found["s_amb"].counts["unknown"] == found["s_amb"].counts["answered"]
    lost = answers(items, lambda item, _: Status.UNREADABLE, form)
    counts = next(iter(form.scoring.score(lost, RESAMPLING))).counts
    assert counts["unreadable"] == counts["asked"] == counts["items"] * len(items[0].texts)


def test_the_answers_in_words_are_read_with_the_question() -> None:
    """The question's own "not" rules nobody out; letters are no answer to options without letters."""
    question = form_of(BENCHMARK, "open").question
    people = ("The grandfather", "The grandson", "Not known")
    said = ModelReply(text="The grandson was not at ease.")
    assert isinstance(read_answer(question, said, people, "Who was not at ease?"), ReadValue)
    assert isinstance(read_answer(question, said, people), ReadNothing)
    assert isinstance(read_answer(question, ModelReply(text="B"), people), ReadNothing)


@pytest.mark.parametrize("benchmark", ALL, ids=lambda one: one.benchmark_id)
def test_every_benchmark_asks_in_its_language(benchmark: Benchmark) -> None:
    """All have the same forms, each with words of its own; no form is taken for another by its title."""
    assert [form.form_id for form in benchmark.forms][:3] == ["letter", "text", "open"]
    titles = [form.question.title for form in benchmark.forms]
    assert len(titles) == len(set(titles))
    prompts = {form.form_id: {one.form(form.form_id).question.prompt for one in ALL} for form in benchmark.forms}  # type: ignore[union-attr]  # all have it
    assert all(len(words) == len(ALL) for words in prompts.values())
    assert {form.form_id: form.scoring.measures for form in benchmark.forms} == {
        form.form_id: form.scoring.measures for form in BENCHMARK.forms
    }
