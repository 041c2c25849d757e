"""Plain completions, and the log-probabilities of a prompt."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fairdesk.endpoints.formats import wire_format
from fairdesk.endpoints.wire_format import CannotBeSentError, request_bytes
from tests.unit.endpoints.formats.asking import BEGUN, SYSTEM, USER, built, failure, question, reply
from tests.unit.endpoints.formats.recorded import COMPLETIONS

KIND = "completions"

ECHOED: dict[str, Any] = {
    "text": "The sky is blue. Yes",
    "logprobs": {
        "text_offset": [0, 3, 7, 10, 15, 16],
        "token_logprobs": [None, -5.5, -0.75, -1.25, -0.5, -2.0],
        "tokens": ["The", " sky", " is", " blue", ".", " Yes"],
        "top_logprobs": [
            None,
            {" sky": -5.5},
            {" is": -0.75},
            {" blue": -1.25},
            {".": -0.5},
            {" It": -1.0, " Yes": -2.0},
        ],
    },
    "finish_reason": "length",
}
USAGE = {"prompt_tokens": 5, "completion_tokens": 1, "total_tokens": 6}
PROMPT_LOGPROBS = [
    None,
    {"13180": {"logprob": -5.5, "rank": 31, "decoded_token": " sky"}},
    {"374": {"logprob": -0.75, "rank": 1, "decoded_token": " is"}},
]


def answer(choice: dict[str, Any], usage: dict[str, Any] | None = None) -> dict[str, Any]:
    return {**COMPLETIONS, "choices": [choice], "usage": USAGE if usage is None else usage}


def test_request_in_full() -> None:
    """Messages become one text, a begun answer its end, and a number asks for log-probabilities."""
    request = question(SYSTEM, USER, BEGUN, seed=7, stop=("\n",), top_logprobs=5, grammar='root ::= "1"')
    assert built(KIND, request) == {
        "model": "m",
        "prompt": "Be brief.\n\nRate it from 1 to 5.\n\nMy rating is ",
        "max_tokens": 16,
        "temperature": 0.0,
        "seed": 7,
        "stop": ["\n"],
        "logprobs": 5,
        "grammar": 'root ::= "1"',
    }


def test_a_schema_has_two_names() -> None:
    """OpenAI's shape, or the bare schema under the name that llama.cpp obeys."""
    request = question(json_schema='{"type": "object"}')
    assert built(KIND, request)["response_format"]["json_schema"]["schema"] == {"type": "object"}
    assert built(KIND, request, {"schema_name": "json_schema"})["json_schema"] == {"type": "object"}


def test_two_ways_to_ask_for_the_prompts_chances() -> None:
    """By echo, or by the name that vLLM has for it; several messages have no one prompt to score."""
    request = question(scores_prompt=True)
    assert {name: built(KIND, request)[name] for name in ("echo", "logprobs")} == {"echo": True, "logprobs": 1}
    asked = built(KIND, request, {"prompt_scores": "prompt_logprobs"})
    assert asked["prompt_logprobs"] == 0
    assert "echo" not in asked
    with pytest.raises(CannotBeSentError, match="single message"):
        request_bytes(wire_format(KIND), question(SYSTEM, USER, scores_prompt=True), {})
    with pytest.raises(CannotBeSentError, match="prompt_scores"):
        built(KIND, request, {"prompt_scores": "yes"})


def test_an_echoed_prompt_is_told_from_the_answer() -> None:
    """The prompt's tokens but the first have their chances, and the answer holds nothing of the prompt."""
    found = reply(KIND, answer(ECHOED))
    assert [(chance.token, chance.logprob) for chance in found.prompt_chances] == [
        (" sky", -5.5),
        (" is", -0.75),
        (" blue", -1.25),
        (".", -0.5),
    ]
    assert found.text == " Yes"
    assert [(chance.token, chance.logprob) for chance in found.first_tokens] == [(" It", -1.0), (" Yes", -2.0)]


def test_an_echoed_prompt_without_an_answer() -> None:
    """Where no token was asked for, the answer is empty and the prompt is scored."""
    logprobs = {name: entries[:5] for name, entries in ECHOED["logprobs"].items()}
    found = reply(KIND, answer({**ECHOED, "text": "The sky is blue.", "logprobs": logprobs}))
    assert (found.text, len(found.prompt_chances), found.first_tokens) == ("", 4, ())


def test_an_echo_without_places_is_split_by_its_tokens() -> None:
    """Servers that give no places in the text give tokens that make it up."""
    logprobs = {**ECHOED["logprobs"], "text_offset": []}
    assert reply(KIND, answer({**ECHOED, "logprobs": logprobs})).text == " Yes"


@pytest.mark.parametrize("usage", [{}, {"prompt_tokens": 0}, {"prompt_tokens": 7}, {"prompt_tokens": None}])
def test_an_echo_that_does_not_say_where_it_ends_is_a_failure(usage: dict[str, Any]) -> None:
    """Otherwise the question itself would be read as the answer."""
    assert "where it ends" in failure(KIND, answer(ECHOED, usage)).message


@pytest.mark.parametrize("odd", [None, "x", float("inf"), float("-inf"), 3.0])
def test_a_missing_chance_takes_all_along(odd: object) -> None:
    """A sum without one of the tokens would look like a likelier text."""
    listed = [None, -5.5, odd, -1.25, -0.5, -2.0]
    choice = {**ECHOED, "logprobs": {**ECHOED["logprobs"], "token_logprobs": listed}}
    found = reply(KIND, answer(choice))
    assert (found.prompt_chances, found.text) == ((), " Yes")


def test_prompt_logprobs_of_vllm() -> None:
    """The chances stand beside the answer, keyed by the token's number; more than one at a place is not guessed."""
    found = reply(KIND, answer({"text": " Yes", "prompt_logprobs": PROMPT_LOGPROBS, "finish_reason": "stop"}))
    assert [(chance.token, chance.logprob) for chance in found.prompt_chances] == [(" sky", -5.5), (" is", -0.75)]
    assert found.text == " Yes"
    two = [
        *PROMPT_LOGPROBS,
        {"1": {"logprob": -1.0, "decoded_token": "a"}, "2": {"logprob": -2.0, "decoded_token": "b"}},
    ]
    assert reply(KIND, answer({"text": " Yes", "prompt_logprobs": two})).prompt_chances == ()


def test_tokens_in_the_manner_of_a_chat() -> None:
    """llama.cpp lists the tokens of a completion as those of a chat."""
    content = [{"token": "-", "logprob": -0.05, "top_logprobs": [{"token": "-", "logprob": -0.05}]}]
    found = reply(KIND, answer({"text": "-", "logprobs": {"content": content}}))
    assert [(chance.token, chance.logprob) for chance in found.first_tokens] == [("-", -0.05)]
    assert found.prompt_chances == ()


def test_an_answer_of_which_no_chance_is_told_is_whole() -> None:
    """As many tokens as were answered are no repeated prompt, though none of them has a log-probability."""
    logprobs = {"tokens": ["Yes", ",", " I", " do"], "token_logprobs": [None] * 4}
    usage = {"prompt_tokens": 3, "completion_tokens": 4}
    found = reply(KIND, answer({"text": "Yes, I do", "logprobs": logprobs}, usage))
    assert (found.text, found.first_tokens, found.prompt_chances) == ("Yes, I do", (), ())


def test_a_chat_answer_is_no_completion() -> None:
    """A choice without a text is of another format."""
    assert "no text" in failure(KIND, answer({"message": {"content": "4"}})).message


def test_the_recorded_answer_is_not_taken_for_an_echo() -> None:
    """An answer whose first token has a chance is all answer."""
    assert reply(KIND, json.loads(json.dumps(COMPLETIONS))).prompt_chances == ()
