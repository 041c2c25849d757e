"""What every wire format keeps."""

from __future__ import annotations

import copy
import json
import math
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.domain.abilities import ABILITY_WORDS
from fairdesk.domain.canonical import canonical_bytes
from fairdesk.domain.codec import to_plain
from fairdesk.domain.errors import InputError
from fairdesk.domain.exchanges import CallFailure, Message, ModelReply, ModelRequest
from fairdesk.endpoints.formats import BUILT_IN_KINDS, WIRE_FORMATS, wire_format
from fairdesk.endpoints.lexicon import Lexicon
from fairdesk.endpoints.rehearsal_model import RehearsalModel, settings_from_options
from fairdesk.endpoints.wire_format import CannotBeSentError, WireFormat, request_bytes, request_sha256
from tests.unit.endpoints.formats.recorded import ANSWERS

every_format = pytest.mark.parametrize("wire", WIRE_FORMATS, ids=lambda wire: wire.format_id)
EMPTY = Lexicon(strengths={}, female_names=(), overseas_schools=(), non_native=())
USER = Message(role="user", content="Give a rating from 1 to 5.")
PLAIN = ModelRequest(messages=(USER,), model="m", temperature=0.0, max_tokens=16)
SCHEMA = '{"properties":{"rating":{"type":"integer"}},"required":["rating"],"type":"object"}'

DEMANDS: dict[str, ModelRequest] = {
    "log_probabilities": replace(PLAIN, top_logprobs=5),
    "continues_prefix": replace(PLAIN, messages=(USER, Message(role="assistant", content="My rating is"))),
    "seed": replace(PLAIN, seed=7),
    "stop": replace(PLAIN, stop=("\n",)),
    "json_schema": replace(PLAIN, json_schema=SCHEMA),
    "grammar": replace(PLAIN, grammar='root ::= "yes" | "no"'),
    "system_prompt": replace(PLAIN, messages=(Message(role="system", content="Be brief."), USER)),
    "prompt_log_probabilities": replace(PLAIN, scores_prompt=True),
}
"""For each ability a request that needs it and nothing else."""

near_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(), max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every container in an answer with each of its keys."""
    keys: list[Any] = []
    if isinstance(value, dict):
        keys = list(value)
    elif isinstance(value, list):
        keys = list(range(len(value)))
    found = [(value, key) for key in keys]
    return found + [place for key in keys for place in places(value[key])]


@st.composite
def near_answers(draw: st.DrawFn, format_id: str) -> bytes:
    """A recorded answer in which up to three parts are something else or gone."""
    answer = copy.deepcopy(ANSWERS[format_id])
    for _ in range(draw(st.integers(1, 3))):
        found = places(answer)
        if not found:
            break
        holder, key = draw(st.sampled_from(found))
        if draw(st.booleans()):
            holder[key] = draw(near_values)
        else:
            del holder[key]
    return json.dumps(answer).encode()


def check_storable(found: ModelReply | CallFailure) -> None:
    canonical_bytes(to_plain(found))
    if isinstance(found, CallFailure):
        assert found.message
        assert len(found.detail) <= 2000
    else:
        chances = (*found.first_tokens, *found.prompt_chances)
        assert all(chance.logprob <= 0 and math.isfinite(chance.logprob) for chance in chances)


def test_names_are_unique_and_every_format_is_recorded() -> None:
    """A format's name leads to one format, and each has an answer to be tried with."""
    assert len({wire.format_id for wire in WIRE_FORMATS}) == len(WIRE_FORMATS)
    assert {wire.format_id for wire in WIRE_FORMATS} == set(ANSWERS)


def test_kinds_lead_to_formats() -> None:
    """A kind is a format's id or a built-in endpoint; another one is refused with the ones that exist."""
    assert [wire_format(wire.format_id) for wire in WIRE_FORMATS] == list(WIRE_FORMATS)
    formats = {kind: wire_format(kind).format_id for kind in BUILT_IN_KINDS}
    assert formats.pop("rehearsal_completions") == "completions"
    assert set(formats.values()) == {"openai_chat"}
    with pytest.raises(InputError, match="anthropic_messages"):
        wire_format("telex")


@every_format
def test_a_recorded_answer_is_read(wire: WireFormat) -> None:
    """Text, thoughts, model and counts of a whole answer go to their own fields, in every format."""
    found = wire.parse(200, "application/json", json.dumps(ANSWERS[wire.format_id]).encode())
    assert isinstance(found, ModelReply)
    assert found.text == "4"
    assert found.model_echo
    assert found.prompt_tokens == 31
    assert found.answer_tokens == (65 if found.reasoning else 1)
    assert found.reasoning in ("", "The marks are good.")
    assert found.finish_reason in ("stop", "length")
    if "log_probabilities" in wire.expresses:
        assert [(chance.token, chance.logprob) for chance in found.first_tokens] == [("4", -0.25), ("5", -1.5)]
    else:
        assert found.first_tokens == ()


@every_format
@pytest.mark.parametrize("ability", DEMANDS)
def test_what_a_format_cannot_say_is_refused_and_the_rest_is_said(wire: WireFormat, ability: str) -> None:
    """No part of a request is dropped in silence: either it changes the body, or nothing is sent."""
    plain = request_bytes(wire, PLAIN, {})
    if ability in wire.expresses:
        assert request_bytes(wire, DEMANDS[ability], {}) != plain
    else:
        with pytest.raises(CannotBeSentError, match=ABILITY_WORDS[ability].title):
            request_bytes(wire, DEMANDS[ability], {})


@every_format
def test_abilities_are_those_that_are_probed(wire: WireFormat) -> None:
    """Every name in ``expresses`` is the name of an ability."""
    assert wire.expresses <= {*DEMANDS, "reasoning"}
    assert set(ABILITY_WORDS) == {*DEMANDS, "temperature", "reasoning"}


@every_format
def test_temperature_none_is_not_sent(wire: WireFormat) -> None:
    """Models that refuse a temperature can be asked without one; 0 is sent."""
    assert b'"temperature":0.0' in request_bytes(wire, PLAIN, {})
    assert b"temperature" not in request_bytes(wire, replace(PLAIN, temperature=None), {})


@every_format
def test_every_difference_of_a_request_is_in_its_hash(wire: WireFormat) -> None:
    """RUN-01, RUN-03, RUN-05: another model, system prompt, text, or setting is another request."""
    others = [
        PLAIN,
        replace(PLAIN, model="n"),
        replace(PLAIN, messages=(Message(role="user", content="Give a rating from 1 to 7."),)),
        replace(PLAIN, messages=(USER, Message(role="assistant", content="4"), USER)),
        replace(PLAIN, temperature=0.5),
        replace(PLAIN, temperature=None),
        replace(PLAIN, top_p=0.9),
        replace(PLAIN, max_tokens=17),
        *[DEMANDS[ability] for ability in wire.expresses & set(DEMANDS)],
    ]
    hashes = {request_sha256(wire, request, {}) for request in others}
    assert len(hashes) == len(others)
    assert request_sha256(wire, PLAIN, {"body_fields": '{"top_k": 1}'}) not in hashes


@every_format
@pytest.mark.parametrize("ability", DEMANDS)
def test_bodies_are_canonical(wire: WireFormat, ability: str) -> None:
    """One request has one body: the canonical bytes of what it says, however it was put together."""
    if ability in wire.expresses:
        body = request_bytes(wire, DEMANDS[ability], {"body_fields": '{"z": 1, "a": {"y": 2, "b": "\u00e4"}}'})
        assert body == canonical_bytes(json.loads(body))
        assert b'"a":{"b":' in body


@every_format
def test_texts_arrive_whole(wire: WireFormat) -> None:
    """What people wrote stands in the body letter for letter, in any script; half a character is refused."""
    text = 'Zeugnis: "gut"\n\t評価 \U0001f393 \u0627\u0644'
    body = json.loads(request_bytes(wire, replace(PLAIN, messages=(Message(role="user", content=text),)), {}))
    assert text in [holder[key] for holder, key in places(body)]
    with pytest.raises(ValueError, match="surrogates"):
        request_bytes(wire, replace(PLAIN, messages=(Message(role="user", content="a\ud800"),)), {})


@every_format
def test_address_is_a_path_with_a_name_and_no_key(wire: WireFormat) -> None:
    """What is put behind the base address needs no cleaning, whatever the model is called."""
    path = wire.path("a b/c?d#e", {})
    assert not path.startswith("/")
    assert not set(path) & set(" #")
    assert path.count("?") <= 1
    assert not wire.batch_url or wire.batch_url.startswith("/")
    assert wire.title
    assert wire.address_hint.startswith("http")


@every_format
def test_no_place_for_a_key(wire: WireFormat) -> None:
    """Nothing in a body names an authorisation: the key travels in a header that no format sees."""
    text = request_bytes(wire, PLAIN, {}).decode().lower()
    assert not any(word in text for word in ("authorization", "api_key", "api-key", "bearer"))
    assert wire.auth_header not in wire.headers


@every_format
@pytest.mark.parametrize("status", [400, 401, 404, 429, 500, 503])
def test_error_bodies_are_failures(wire: WireFormat, status: int) -> None:
    """An error status is never read as an answer, even when the body looks like one."""
    body = json.dumps({**ANSWERS[wire.format_id], "error": {"message": "no"}}).encode()
    found = wire.parse(status, "application/json", body)
    assert isinstance(found, CallFailure)
    assert (found.http_status, found.detail) == (status, "no")


@every_format
def test_an_error_inside_an_answer_is_a_failure(wire: WireFormat) -> None:
    """A provider's error under status 200 is never read as an answer."""
    body = json.dumps({**ANSWERS[wire.format_id], "error": {"message": "overloaded", "code": 503}}).encode()
    found = wire.parse(200, "application/json", body)
    assert isinstance(found, CallFailure)
    assert (found.cause, found.detail) == ("server_error", "overloaded")


@every_format
@pytest.mark.parametrize("body", [b"{}", b"[]", b"null", b"4", b'"4"', b"", b"<html></html>", b'{"text": "4"}'])
def test_anything_else_is_a_failure(wire: WireFormat, body: bytes) -> None:
    """JSON of no known shape, or none, is never an empty answer."""
    assert isinstance(wire.parse(200, "application/json", body), CallFailure)


@every_format
@given(status=st.integers(100, 599), content_type=st.text(max_size=10), body=st.binary(max_size=100))
def test_parse_never_raises(wire: WireFormat, status: int, content_type: str, body: bytes) -> None:
    """Any bytes under any status end in a value that the store can keep."""
    check_storable(wire.parse(status, content_type, body))


@every_format
@pytest.mark.parametrize("status", [200, 400])
def test_deep_nesting_never_raises(wire: WireFormat, status: int) -> None:
    """Nesting near the interpreter's limit, as error or alone, ends in a failure."""
    for depth in range(800, 1000, 5):
        for start, end in (("[", "]"), ('{"error":', "}"), ('{"error":[', "]}"), ('{"code":', "}"), ('{"x":', "}")):
            body = (start * depth + "1" + end * depth).encode()
            assert isinstance(wire.parse(status, "application/json", body), CallFailure)


@every_format
@given(data=st.data())
def test_nearly_right_answers_never_raise(wire: WireFormat, data: st.DataObject) -> None:
    """An answer with any part replaced or missing ends in a value that the store can keep."""
    check_storable(wire.parse(200, "application/json", data.draw(near_answers(wire.format_id))))


@every_format
@given(data=st.data())
def test_cut_answers_are_never_read_as_whole_ones(wire: WireFormat, data: st.DataObject) -> None:
    """No true prefix of an answer is a reply: a cut connection cannot look like an answer."""
    body = json.dumps(ANSWERS[wire.format_id]).encode()
    found = wire.parse(200, "application/json", body[: data.draw(st.integers(0, len(body) - 1))])
    assert isinstance(found, CallFailure)


@pytest.mark.parametrize("prefix", ["", "My rating is "])
def test_the_rehearsal_model_speaks_its_format(prefix: str) -> None:
    """What is built for the rehearsal endpoint is answered by its model, and the answer is read back."""
    wire = wire_format("rehearsal")
    begun = (USER, Message(role="assistant", content=prefix)) if prefix else (USER,)
    request = replace(PLAIN, messages=begun, seed=3, top_logprobs=20 if prefix else 0)
    model = RehearsalModel(settings_from_options({"refusal_rate": "0", "nonsense_rate": "0"}), EMPTY)
    answer = model.answer(json.loads(request_bytes(wire, request, {})))
    found = wire.parse(200, "application/json", json.dumps(answer).encode())
    assert isinstance(found, ModelReply)
    assert found.text == answer["choices"][0]["message"]["content"]
    assert bool(found.first_tokens) == bool(prefix)
