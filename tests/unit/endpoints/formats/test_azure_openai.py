"""Chat completions at Azure OpenAI."""

from __future__ import annotations

from fairdesk.domain.exchanges import ModelReply
from fairdesk.endpoints.formats import wire_format
from tests.unit.endpoints.formats.asking import SYSTEM, USER, built, failure, question, read, reply
from tests.unit.endpoints.formats.recorded import AZURE_OPENAI

KIND = "azure_openai"
FILTERED = {
    "error": {
        "message": "The response was filtered due to the prompt triggering the content management policy.",
        "type": None,
        "param": "prompt",
        "code": "content_filter",
        "status": 400,
        "innererror": {
            "code": "ResponsibleAIPolicyViolation",
            "content_filter_result": {"violence": {"filtered": True, "severity": "medium"}},
        },
    }
}


def test_the_address_names_deployment_and_version() -> None:
    """With a version the deployment stands in the path; without one the newer address has neither."""
    wire = wire_format(KIND)
    assert wire.path("my gpt", {"api_version": "2024-10-21"}) == (
        "openai/deployments/my%20gpt/chat/completions?api-version=2024-10-21"
    )
    assert wire.path("my gpt", {}) == "openai/v1/chat/completions"
    assert (wire.auth_header, wire.auth_prefix, wire.batch_url) == ("api-key", "", "/chat/completions")


def test_the_body_is_the_one_of_openai() -> None:
    """A batch line and a call need the deployment in the body, and reasoning models their own name of the limit."""
    request = question(SYSTEM, USER, temperature=None)
    options = {"max_tokens_name": "max_completion_tokens"}
    assert built(KIND, request, options) == built("openai_chat", request, options)
    assert built(KIND, request, options)["max_completion_tokens"] == 16


def test_a_filtered_prompt_is_an_empty_answer() -> None:
    """The filter belongs to the application, so what it stops is a refusal and no failed call; only that code is."""
    found = read(KIND, FILTERED, 400)
    assert found == ModelReply(text="", finish_reason="content_filter: prompt")
    other = {"error": {**FILTERED["error"], "code": "BadRequest"}}
    assert failure(KIND, other, 400).cause == "bad_request"
    assert failure(KIND, FILTERED, 403).cause == "refused_key"


def test_a_filtered_answer_says_so() -> None:
    """An answer that the filter cut has no content and the finish of all formats."""
    choice = {**AZURE_OPENAI["choices"][0], "finish_reason": "content_filter", "message": {"role": "assistant"}}
    found = reply(KIND, {**AZURE_OPENAI, "choices": [choice]})
    assert (found.text, found.was_blocked, found.prompt_tokens) == ("", True, 31)


def test_an_unknown_deployment_stops_the_run() -> None:
    """Azure's words for a wrong deployment come with status 404."""
    body = {"error": {"code": "DeploymentNotFound", "message": "The API deployment does not exist."}}
    found = failure(KIND, body, 404)
    assert (found.cause, found.stops_run, found.detail) == ("bad_request", True, "The API deployment does not exist.")
