"""What an endpoint may be able to do, what it means for the tests when it cannot, and what can be done instead."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from fairdesk.domain.audited_system import Ability, AbilityState, AuditedSystem, EndpointFacts
from fairdesk.domain.questions import Question


@dataclass(frozen=True, slots=True, kw_only=True)
class AbilityWords:
    """One ability in words.

    Attributes:
        title: What it is, as the subject of a sentence in the middle of it.
        without: What cannot be done without it, a sentence part.
        instead: What can be done instead, a sentence.
    """

    title: str
    without: str
    instead: str


ABILITY_WORDS: Mapping[str, AbilityWords] = {
    "log_probabilities": AbilityWords(
        title="log-probabilities of the answer's words",
        without="expected ratings and log-odds cannot be read here",
        instead="The rating as text can be read.",
    ),
    "continues_prefix": AbilityWords(
        title="an answer that was begun and is continued",
        without="questions whose answer is begun by FairDesk cannot be asked here",
        instead="The rating as text can be read.",
    ),
    "seed": AbilityWords(
        title="a seed",
        without="the drawing of words cannot be fixed",
        instead="Empty the seed: repeats then show how much the answers vary by themselves.",
    ),
    "stop": AbilityWords(
        title="stop words",
        without="an answer ends where the model or the limit of its length ends it",
        instead="Empty the stop words.",
    ),
    "json_schema": AbilityWords(
        title="a JSON schema of the answers",
        without="answers cannot be held to a schema",
        instead="Empty the schema and ask for the form in the system prompt; the rating as text can be read.",
    ),
    "grammar": AbilityWords(
        title="a grammar of the answers",
        without="answers cannot be held to a grammar",
        instead="Empty the grammar; a JSON schema may be accepted, and the rating as text can be read.",
    ),
    "system_prompt": AbilityWords(
        title="a system prompt",
        without="neither a system prompt nor a layer in it can be tested here",
        instead="Empty the system prompt and switch off layers that add to it, or choose another endpoint.",
    ),
    "temperature": AbilityWords(
        title="a temperature",
        without="how freely words are drawn is decided by the endpoint",
        instead="Empty the temperature: the endpoint's own setting is then used and printed as such.",
    ),
    "prompt_log_probabilities": AbilityWords(
        title="log-probabilities of the prompt's words",
        without="sentences cannot be compared by their likelihood here",
        instead="Questions that are answered in words can be asked.",
    ),
    "reasoning": AbilityWords(
        title="reasoning kept apart from the answer",
        without="thoughts would stand in the answer itself",
        instead="FairDesk looks for the marks of thoughts in the text.",
    ),
}


def ability_state(facts: EndpointFacts, name: str) -> AbilityState | None:
    """What a probe found of one ability; None when it was not tried."""
    for ability in facts.abilities:
        if ability.name == name:
            return ability.state
    # Facts of built-in endpoints, and those of earlier versions, know these two alone.
    known = {"log_probabilities": facts.has_logprobs, "continues_prefix": facts.continues_prefix}
    return None if name not in known else AbilityState.YES if known[name] else AbilityState.NO


def ability_words(ability: Ability, said: str = "") -> str:
    """What was seen of an ability, and where it lacks what that means for the tests and what can be done instead.

    Args:
        said: The provider's words, which stand behind what was seen.
    """
    words = f"{ability.words} {said}".strip()
    meant = ABILITY_WORDS.get(ability.name)
    if ability.state is AbilityState.YES or ability.name == "reasoning" or meant is None:
        return words
    if ability.state is AbilityState.UNCLEAR:
        return f"{words} If it cannot, {meant.without}."
    return f"{words} {meant.without[0].upper()}{meant.without[1:]}. {meant.instead}"


def lacking(system: AuditedSystem, name: str, expresses: Collection[str]) -> str:
    """Why an ability is not to be had, as a sentence; empty when nothing speaks against it.

    Args:
        expresses: Names of the abilities that the endpoint's wire format has words for.
    """
    title, where = ABILITY_WORDS[name].title, system.endpoint.name
    # Every format has a word for a temperature; some models reject it.
    if name not in expresses and name != "temperature":
        return f"The format of the endpoint {where} ({system.endpoint.kind}) has no word for {title}."
    state = ability_state(system.facts, name)
    needs_a_yes = name in ("log_probabilities", "continues_prefix", "prompt_log_probabilities")
    if state is AbilityState.NO or (needs_a_yes and state is not AbilityState.YES):
        seen = next((ability.words for ability in system.facts.abilities if ability.name == name), "")
        return f"The endpoint {where} was not seen to accept or return {title}.{f' Seen: {seen}' if seen else ''}"
    return ""


def needs_of_question(question: Question) -> tuple[str, ...]:
    """Names of the abilities without which a question cannot be asked."""
    needs = (
        ("log_probabilities", question.top_logprobs),
        ("continues_prefix", question.answer_prefix),
        ("prompt_log_probabilities", question.scores_prompt),
    )
    return tuple(name for name, is_needed in needs if is_needed)


def needs_of_system(system: AuditedSystem) -> tuple[str, ...]:
    """Names of the abilities without which a system cannot be asked as it is described."""
    decoding = system.decoding
    needs = (
        # A format without roles cannot tell an example from the case.
        ("system_prompt", system.system_prompt or system.layers or system.examples),
        ("temperature", decoding.temperature is not None),
        ("seed", decoding.seed is not None),
        ("stop", decoding.stop),
        ("json_schema", decoding.json_schema),
        ("grammar", decoding.grammar),
    )
    return tuple(name for name, is_needed in needs if is_needed)


def question_obstacle(question: Question, system: AuditedSystem, expresses: Collection[str]) -> tuple[str, str]:
    """Why a question cannot be asked of a system, and what can be done instead; two empty texts when it can."""
    for name in needs_of_question(question):
        if reason := lacking(system, name, expresses):
            return reason, ABILITY_WORDS[name].instead
    decoding = system.decoding
    if question.top_logprobs and (decoding.json_schema or decoding.grammar):
        return (
            f"The answers of “{system.label}” are held to a form, so that the probabilities of their first word are "
            "not those of the model's own choice.",
            "Empty the schema and the grammar, or read the rating as text.",
        )
    return "", ""


def malformed_parts(system: AuditedSystem) -> Iterator[tuple[str, str]]:
    """What in the description of a system no endpoint could take, with the mend for each."""
    roles = [message.role for message in system.examples]
    if roles != ["user", "assistant"] * (len(roles) // 2) or len(roles) % 2:
        yield (
            "The few-shot examples are not pairs of a question and its answer.",
            "Give a message of the user and then the assistant's answer, as often as there are examples.",
        )
    if any(not message.content.strip() for message in system.examples):
        yield "A few-shot example is empty.", "Write it, or take the pair out."
    if system.decoding.json_schema and system.decoding.grammar:
        yield "Answers cannot follow a JSON schema and a grammar at once.", "Empty one of the two."
    if system.decoding.json_schema and not _is_object(system.decoding.json_schema):
        yield "The JSON schema of the answers is not a JSON object.", "Write it as {...}."


def _is_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False
