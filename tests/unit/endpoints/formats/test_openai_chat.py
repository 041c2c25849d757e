"""Reading answers: every odd body ends in a value with plain words."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.domain.canonical import canonical_bytes
from fairdesk.domain.codec import to_plain
from fairdesk.domain.exchanges import CallFailure, Message, ModelReply
from fairdesk.endpoints.formats.openai_chat import build, parse
from fairdesk.endpoints.wire_format import CannotBeSentError
from tests.unit.endpoints.odd_server import question


def body_of(message: object, **more: Any) -> bytes:
    return json.dumps({"model": "m-1", "choices": [{"message": message, **more}]}).encode()


def read(body: bytes, status: int = 200, content_type: str = "application/json") -> ModelReply | CallFailure:
    return parse(status, content_type, body)


def reply(body: bytes) -> ModelReply:
    found = read(body)
    assert isinstance(found, ModelReply), found
    return found


def failure(body: bytes, status: int = 200, content_type: str = "application/json") -> CallFailure:
    found = read(body, status, content_type)
    assert isinstance(found, CallFailure), found
    assert found.message
    assert found.advice
    return found


def test_build_sends_what_is_set_and_nothing_else() -> None:
    """None and empty fields are left out; a begun answer is the last message."""
    begun = question(
        messages=(Message(role="user", content="Hi"), Message(role="assistant", content="My rating is ")),
        temperature=None,
        seed=7,
        stop=("\n",),
        top_logprobs=5,
    )
    assert build(begun, {}) == {
        "model": "m",
        "messages": [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "My rating is "}],
        "max_tokens": 5,
        "seed": 7,
        "stop": ["\n"],
        "logprobs": True,
        "top_logprobs": 5,
    }


def test_a_schema_is_strict_and_a_grammar_has_the_servers_name_for_it() -> None:
    """OpenAI's word for a schema is understood by all; a grammar is one word here and another there."""
    schema = build(question(json_schema='{"type": "object"}'), {})["response_format"]
    assert schema == {
        "type": "json_schema",
        "json_schema": {"name": "answer", "strict": True, "schema": {"type": "object"}},
    }
    bound = question(grammar='root ::= "1"')
    assert build(bound, {})["grammar"] == 'root ::= "1"'
    assert build(bound, {"grammar_name": "guided_grammar"})["guided_grammar"] == 'root ::= "1"'
    assert build(bound, {"grammar_name": "structured_outputs"})["structured_outputs"] == {"grammar": 'root ::= "1"'}


def test_reasoning_models_have_another_name_for_the_limit() -> None:
    """One of two names is sent, never both; another name is refused."""
    body = build(question(), {"max_tokens_name": "max_completion_tokens"})
    assert body["max_completion_tokens"] == 5
    assert "max_tokens" not in body
    with pytest.raises(CannotBeSentError, match="max_tokens_name"):
        build(question(), {"max_tokens_name": "limit"})


@pytest.mark.parametrize(
    ("option", "extra", "mark"),
    [
        ("as_sent", {}, {}),
        ("vllm", {"continue_final_message": True, "add_generation_prompt": False}, {}),
        ("prefix", {}, {"prefix": True}),
    ],
)
def test_a_begun_answer_is_announced_where_the_server_wants_it(
    option: str, extra: dict[str, Any], mark: dict[str, Any]
) -> None:
    """The words that announce it are sent with a begun answer and with no other request."""
    begun = Message(role="assistant", content="My rating is")
    plain = build(question(), {"begun_answer": option})
    assert plain == build(question(), {})
    messages = (*question().messages, begun)
    body = build(question(messages=messages), {"begun_answer": option})
    sent = {"role": "assistant", "content": "My rating is", **mark}
    assert body == {**plain, **extra, "messages": [*plain["messages"], sent]}


def test_thoughts_in_parts_of_parts() -> None:
    """Mistral writes a thought as a list of texts."""
    thought = {"type": "thinking", "thinking": [{"type": "text", "text": "2 or 4?"}]}
    found = reply(body_of({"content": [thought, {"type": "text", "text": "4"}]}))
    assert (found.text, found.reasoning) == ("4", "2 or 4?")


def test_plain_answer_is_read_with_all_that_stands_beside_it() -> None:
    """Text, reasoning, finish, echo, fingerprint and counts each go to their own field."""
    body = json.dumps(
        {
            "model": "m-2026",
            "system_fingerprint": "fp",
            "choices": [{"message": {"content": "4", "reasoning_content": "hm"}, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": 12, "completion_tokens": 1},
        }
    ).encode()
    assert reply(body) == ModelReply(
        text="4",
        reasoning="hm",
        finish_reason="stop",
        model_echo="m-2026",
        fingerprint="fp",
        prompt_tokens=12,
        answer_tokens=1,
    )


def test_first_tokens_are_sorted_and_nonsense_among_them_is_dropped() -> None:
    """Only finite log-probabilities up to 0 count, most likely first; rounding above 0 becomes 0."""
    top = [("5", -2.0), ("4", -0.2), ("x", 3.0), ("y", "no"), ("z", True), ("w", 1e-6), (7, -1.0), ("v", -1e999)]
    content = [{"token": "4", "logprob": -0.2, "top_logprobs": [{"token": t, "logprob": p} for t, p in top]}]
    found = reply(body_of({"content": "4"}, logprobs={"content": content})).first_tokens
    assert [(chance.token, chance.logprob) for chance in found] == [("w", 0.0), ("4", -0.2), ("5", -2.0)]


def test_chosen_token_alone_is_kept_when_no_alternatives_came() -> None:
    """A server that ignores top_logprobs still tells one log-probability."""
    content = [{"token": "4", "logprob": -0.5, "top_logprobs": []}]
    assert [c.token for c in reply(body_of({"content": "4"}, logprobs={"content": content})).first_tokens] == ["4"]


@pytest.mark.parametrize("logprobs", [None, [], {}, {"content": None}, {"content": [None]}, {"content": [{}]}, "x"])
def test_odd_logprobs_are_none(logprobs: object) -> None:
    """Whatever else stands there, an answer without usable log-probabilities has an empty tuple."""
    assert reply(body_of({"content": "4"}, logprobs=logprobs)).first_tokens == ()


def test_content_as_parts_is_joined_and_thoughts_are_kept_apart() -> None:
    """Text parts make the text, thinking parts the reasoning."""
    parts = [
        {"type": "thinking", "thinking": "let me see"},
        {"type": "text", "text": "4"},
        "/5",
        {"type": "image"},
        None,
    ]
    found = reply(body_of({"content": parts}))
    assert (found.text, found.reasoning) == ("4/5", "let me see")


def test_content_null_is_an_empty_text_and_a_refusal_field_is_the_text() -> None:
    """A model that said nothing said nothing; one that refused in the field of its own is quoted."""
    assert reply(body_of({"content": None}, finish_reason="length")).text == ""
    assert reply(body_of({"content": None, "refusal": "I can't."})).text == "I can't."
    assert reply(body_of({"content": "", "refusal": "I can't."})).text == "I can't."
    assert reply(body_of({"content": "4", "refusal": "no"})).text == "4"
    assert reply(body_of({"content": ""})).text == ""


def test_lone_surrogates_are_replaced_so_that_the_answer_can_be_stored() -> None:
    """JSON can hold half a character, UTF-8 cannot; pairs are joined."""
    found = reply(rb'{"choices":[{"message":{"content":"a\ud800b \ud83d\ude00"}}]}')
    assert found.text == "a\ufffdb \U0001f600"
    canonical_bytes(to_plain(found))


@pytest.mark.parametrize(
    ("body", "content_type", "cause", "word"),
    [
        (b"<!DOCTYPE html><html><body>Login</body></html>", "text/html; charset=utf-8", "not_json", "web page"),
        (b"  <html>", "application/json", "not_json", "web page"),
        (b"", "application/json", "not_json", "nothing"),
        (b"   \n", "", "not_json", "nothing"),
        (b'data: {"choices": []}\n\n', "text/event-stream", "not_json", "stream"),
        (b"upstream said no", "text/plain", "not_json", "not JSON"),
        (b"\xff\xfe\x00garbage", "application/json", "not_json", "not JSON"),
        (b'{"choices": [{"message": {"content": "4', "application/json", "cut_off", "breaks off"),
        (b'{"choices": [{"message": {"content": "4"}}', "application/json", "cut_off", "breaks off"),
        (b'{"choices": [1,', "application/json", "cut_off", "breaks off"),
        (b"[]", "application/json", "not_understood", "not an object"),
        (b"null", "application/json", "not_understood", "not an object"),
        (b"{}", "application/json", "not_understood", "no choices"),
        (b'{"choices": []}', "application/json", "not_understood", "no choices"),
        (b'{"choices": {}}', "application/json", "not_understood", "no choices"),
        (b'{"choices": [null]}', "application/json", "not_understood", "no message"),
        (b'{"choices": [{"text": "4"}]}', "application/json", "not_understood", "no message"),
        (b'{"choices": [{"message": {"content": null, "tool_calls": [1]}}]}', "", "not_understood", "tool call"),
        (b'{"error": "model is loading"}', "application/json", "not_understood", "error object"),
        (b'{"error": {"message": "slow down", "code": 429}}', "application/json", "throttled", "slow down"),
        (b'{"choices": [{"error": {"code": 502, "message": "no"}, "message": {}}]}', "", "server_error", "502"),
        (b"[" * 100_000, "application/json", "not_json", "not JSON"),
        (b'{"a": ' + b"9" * 5000 + b"}", "application/json", "not_json", "not JSON"),
    ],
)
def test_odd_bodies_under_status_200(body: bytes, content_type: str, cause: str, word: str) -> None:
    """Each way to disappoint has its cause and says so in words."""
    found = failure(body, 200, content_type)
    assert (found.cause, found.http_status) == (cause, 200)
    assert word in found.message


@pytest.mark.parametrize(
    ("status", "cause", "stops_run"),
    [
        (301, "bad_request", True),
        (400, "bad_request", False),
        (401, "refused_key", True),
        (402, "throttled", True),
        (403, "refused_key", True),
        (404, "bad_request", True),
        (405, "bad_request", True),
        (408, "timed_out", False),
        (413, "bad_request", False),
        (422, "bad_request", False),
        (429, "throttled", False),
        (500, "server_error", False),
        (503, "server_error", False),
        (529, "server_error", False),
    ],
)
def test_status_decides_the_cause(status: int, cause: str, stops_run: bool) -> None:
    """A wrong key, address or model stops the run; the rest is one call's own trouble."""
    found = failure(b'{"error": {"message": "the words of the provider"}}', status)
    assert (found.cause, found.stops_run, found.http_status) == (cause, stops_run, status)
    assert found.detail == "the words of the provider"


@pytest.mark.parametrize(
    "body",
    [
        b'{"error": {"message": "no such model", "type": "x", "code": null}}',
        b'{"error": "no such model"}',
        b'{"message": "no such model"}',
        b'{"detail": "no such model"}',
        b'[{"error": {"message": "no such model"}}]',
        b"no such model",
    ],
)
def test_providers_words_are_found_in_every_shape(body: bytes) -> None:
    """The detail is the provider's own text, whatever it was wrapped in."""
    assert failure(body, 400).detail == "no such model"


def test_detail_is_cut_and_a_list_of_problems_is_kept_as_json() -> None:
    """Long texts are cut to 2,000 characters; an unknown shape is quoted rather than lost."""
    assert len(failure(json.dumps({"error": "x" * 5000}).encode(), 400).detail) == 2000
    assert "field required" in failure(b'{"detail": [{"msg": "field required", "loc": ["messages"]}]}', 422).detail


def test_spent_credit_is_not_a_matter_of_waiting() -> None:
    """A 429 that means "no credit" stops the run instead of being asked again."""
    body = b'{"error": {"message": "You exceeded your current quota", "code": "insufficient_quota"}}'
    assert failure(body, 429).stops_run


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(), max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=12,
)
near_messages = st.dictionaries(
    st.sampled_from(["content", "refusal", "reasoning", "reasoning_content", "tool_calls"]), json_values, max_size=4
)
near_choices = st.fixed_dictionaries(
    {},
    optional={
        "message": near_messages | json_values,
        "logprobs": json_values,
        "finish_reason": json_values,
        "error": json_values,
    },
)
near_answers = st.fixed_dictionaries(
    {},
    optional={
        "choices": st.lists(near_choices | json_values, max_size=2) | json_values,
        "error": json_values,
        "model": json_values,
        "usage": json_values | st.dictionaries(st.sampled_from(["prompt_tokens", "completion_tokens"]), json_values),
        "system_fingerprint": json_values,
    },
)


@given(
    st.integers(100, 599),
    st.text(max_size=20),
    st.binary(max_size=200) | near_answers.map(lambda d: json.dumps(d).encode()),
)
def test_nothing_that_is_received_raises(status: int, content_type: str, body: bytes) -> None:
    """Any bytes end in a reply or a failure that the store can keep."""
    found = parse(status, content_type, body)
    canonical_bytes(to_plain(found))
    if isinstance(found, ModelReply):
        assert 200 <= status < 300
        assert all(chance.logprob <= 0 and math.isfinite(chance.logprob) for chance in found.first_tokens)
    else:
        assert found.message
        assert len(found.detail) <= 2000


@given(near_answers, st.data())
def test_cut_answers_are_never_read_as_whole_ones(answer: dict[str, Any], data: st.DataObject) -> None:
    """No true prefix of an answer's JSON is a reply: a cut connection cannot look like an answer."""
    body = json.dumps(answer).encode()
    cut = data.draw(st.integers(0, len(body) - 1))
    assert isinstance(parse(200, "application/json", body[:cut]), CallFailure)
