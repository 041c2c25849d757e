"""What is sent for a sentence that is scored: the sentence, and nothing of the application."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fairdesk.audit.plan_abilities import benchmark_obstacle, same_numbers_words
from fairdesk.audit.run_items import build_request
from fairdesk.domain.abilities import needs_of_question
from fairdesk.domain.audited_system import AuditedSystem, Decoding, EndpointFacts, EndpointSettings
from fairdesk.domain.benchmarks import BenchmarkChoice
from fairdesk.domain.exchanges import Message
from fairdesk.endpoints.formats import wire_format
from fairdesk.endpoints.wire_format import needed_abilities, request_sha256
from fairdesk.evaluations.benchmarks.likelihood import likelihood_question
from fairdesk.layers.fairness_directive import LAYER

QUESTION = likelihood_question("crows_pairs", "How likely")
PLAIN = AuditedSystem(
    label="baseline",
    title="Baseline",
    endpoint=EndpointSettings(name="Base", kind="completions", base_url="http://127.0.0.1:9/v1", model="b", options={}),
    facts=EndpointFacts(model_echo="b", facts={}),
    system_prompt="",
    decoding=Decoding(),
)
DRESSED = replace(
    PLAIN,
    label="mitigated",
    system_prompt="You are an assistant.",
    layers=(LAYER.setting(),),
    examples=(Message(role="user", content="A file."), Message(role="assistant", content="3")),
    decoding=Decoding(temperature=0.9, top_p=0.5, seed=4, stop=("\n",), json_schema="{}"),
)


def test_the_sentence_is_sent_alone_whatever_the_system() -> None:
    """Two systems that differ in prompt, layers, examples and decoding send the same bytes."""
    requests = [build_request(system, QUESTION, "The sky is blue.", 1) for system in (PLAIN, DRESSED)]
    assert requests[0] == requests[1]
    (request, _) = requests
    assert request.messages == (Message(role="user", content="The sky is blue."),)
    assert needed_abilities(request) == {"prompt_log_probabilities"}
    wire = wire_format("completions")
    assert len({request_sha256(wire, one, {}) for one in requests}) == 1


def test_a_temperature_that_is_not_sent_stays_so() -> None:
    """A model that rejects a temperature is sent none here either."""
    silent = replace(PLAIN, decoding=Decoding(temperature=None))
    assert build_request(silent, QUESTION, "x", 1).temperature is None


def test_the_question_needs_an_endpoint_that_scores_prompts() -> None:
    """Which is checked before anything is asked."""
    assert needs_of_question(QUESTION) == ("prompt_log_probabilities",)


def test_systems_of_one_model_cannot_differ() -> None:
    """Said of every group of systems at one endpoint; not of systems at different ones, nor of questions in words."""
    other = replace(PLAIN, label="other", endpoint=replace(PLAIN.endpoint, model="c"))
    third = replace(PLAIN, label="third")
    assert same_numbers_words(QUESTION, (PLAIN, other)) == ()
    (words,) = same_numbers_words(QUESTION, (PLAIN, other, DRESSED, third))
    assert words.startswith("baseline, mitigated and third ask the same model")
    assert same_numbers_words(replace(QUESTION, scores_prompt=False), (PLAIN, DRESSED)) == ()


CHAT = replace(
    PLAIN,
    endpoint=replace(PLAIN.endpoint, kind="openai_chat"),
    facts=EndpointFacts(model_echo="b", facts={}, has_logprobs=True, continues_prefix=True),
)


@pytest.mark.parametrize(
    ("form", "system", "words", "instead"),
    [
        ("letter_chances", CHAT, "", ""),
        ("letter_chances_begun", CHAT, "", ""),
        (
            "letter_chances",
            replace(CHAT, facts=replace(CHAT.facts, has_logprobs=False)),
            "log-probabilities of the answer's words",
            "take its form letter",
        ),
        (
            "letter_chances_begun",
            replace(CHAT, facts=replace(CHAT.facts, continues_prefix=False)),
            "an answer that was begun",
            "Choose an endpoint that can, or take its form letter,",
        ),
        (
            "letter_chances",
            replace(CHAT, decoding=Decoding(json_schema="{}")),
            "are held to a form",
            "Empty the schema and the grammar, or take its form letter",
        ),
    ],
)
def test_letters_are_asked_where_their_probabilities_can_be_read(
    form: str, system: AuditedSystem, words: str, instead: str
) -> None:
    """Without log-probabilities, or a begun answer, the form is refused and what is possible is named, not taken."""
    choice = BenchmarkChoice(benchmark_id="bbq", files=(), form=form)
    obstacle, advice = benchmark_obstacle(choice, (CHAT, system))
    assert bool(obstacle) == bool(words)
    assert words in obstacle
    assert instead in advice
