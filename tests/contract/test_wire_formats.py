"""What every wire format keeps."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.domain.canonical import canonical_bytes
from fairdesk.domain.codec import to_plain
from fairdesk.domain.exchanges import CallFailure, Message, ModelReply, ModelRequest
from fairdesk.endpoints.formats import WIRE_FORMATS
from fairdesk.endpoints.lexicon import Lexicon
from fairdesk.endpoints.rehearsal_model import RehearsalModel, settings_from_options
from fairdesk.endpoints.wire_format import WireFormat

every_format = pytest.mark.parametrize("wire_format", WIRE_FORMATS, ids=lambda wire_format: wire_format.format_id)
EMPTY = Lexicon(strengths={}, female_names=(), overseas_schools=(), non_native=())


def request(prefix: str = "") -> ModelRequest:
    messages = (Message(role="system", content="Be brief."), Message(role="user", content="Give a rating from 1 to 5."))
    begun = (Message(role="assistant", content=prefix),) if prefix else ()
    return ModelRequest(
        messages=messages + begun, model="m", temperature=0.0, max_tokens=16, seed=3, top_logprobs=20 if prefix else 0
    )


def test_names_are_unique() -> None:
    """A format's name leads to one format."""
    assert len({wire_format.format_id for wire_format in WIRE_FORMATS}) == len(WIRE_FORMATS)


@every_format
@pytest.mark.parametrize("prefix", ["", "My rating is "])
def test_what_is_built_is_answered_and_read(wire_format: WireFormat, prefix: str) -> None:
    """A built body is plain JSON, the rehearsal model answers it, and the answer is read back."""
    body = wire_format.build(request(prefix), {})
    assert json.loads(canonical_bytes(body)) == body
    answer = RehearsalModel(settings_from_options({"refusal_rate": "0", "nonsense_rate": "0"}), EMPTY).answer(body)
    found = wire_format.parse(200, "application/json", json.dumps(answer).encode())
    assert isinstance(found, ModelReply)
    assert found.text == answer["choices"][0]["message"]["content"]
    assert bool(found.first_tokens) == bool(prefix)


@every_format
def test_no_place_for_a_key(wire_format: WireFormat) -> None:
    """Nothing in a body names an authorisation: the key travels in a header that no format sees."""
    text = canonical_bytes(wire_format.build(request(), {})).decode().lower()
    assert not any(word in text for word in ("authorization", "api_key", "api-key", "bearer"))


@every_format
@pytest.mark.parametrize("status", [400, 401, 404, 429, 500, 503])
def test_error_bodies_are_failures(wire_format: WireFormat, status: int) -> None:
    """An error status is never read as an answer, even when the body looks like one."""
    body = b'{"error": {"message": "no"}, "choices": [{"message": {"content": "4"}}]}'
    found = wire_format.parse(status, "application/json", body)
    assert isinstance(found, CallFailure)
    assert (found.http_status, found.detail) == (status, "no")


@every_format
@given(status=st.integers(100, 599), content_type=st.text(max_size=10), body=st.binary(max_size=100))
def test_parse_never_raises(wire_format: WireFormat, status: int, content_type: str, body: bytes) -> None:
    """Any bytes under any status end in a value that the store can keep."""
    canonical_bytes(to_plain(wire_format.parse(status, content_type, body)))
