"""The generateContent format of Google Gemini. The path names the model.

It has no grammar, and whether an answer that is begun is continued is promised nowhere, so none is begun. Source of the
shapes: Google's API reference, generateContent.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any
from urllib.parse import quote

from fairdesk.domain.exchanges import CallFailure, ModelReply, ModelRequest, TokenChance
from fairdesk.endpoints.failures import not_understood
from fairdesk.endpoints.reply_body import (
    blocked,
    chance,
    count_of,
    likeliest_first,
    list_of,
    object_of,
    read_body,
    storable,
    sum_of_counts,
    text_of,
)
from fairdesk.endpoints.request_body import conversation, schema_of, system_text, without_none
from fairdesk.endpoints.wire_format import WireFormat

ROLES = MappingProxyType({"assistant": "model"})
FINISH_REASONS = MappingProxyType({"STOP": "stop", "MAX_TOKENS": "length"})
BLOCK_REASONS = re.compile("SAFETY|RECITATION|LANGUAGE|BLOCKLIST|PROHIBITED_CONTENT|SPII|MODEL_ARMOR")


def build(request: ModelRequest, options: Mapping[str, str]) -> dict[str, Any]:
    """The body to send, as plain JSON data; the model's name is not in it.

    Args:
        request: What is asked.
        options: Not used.

    Raises:
        CannotBeSentError: the schema is none.
    """
    settings = {
        "maxOutputTokens": request.max_tokens,
        **without_none(
            {
                "temperature": request.temperature,
                "topP": request.top_p,
                "seed": request.seed,
                "stopSequences": list(request.stop),
            }
        ),
    }
    if request.top_logprobs:
        settings |= {"responseLogprobs": True, "logprobs": request.top_logprobs}
    if request.json_schema:
        settings |= {"responseMimeType": "application/json", "responseJsonSchema": schema_of(request)}
    contents = [
        {"role": ROLES.get(message.role, message.role), "parts": [{"text": message.content}]}
        for message in conversation(request)
    ]
    body: dict[str, Any] = {"contents": contents, "generationConfig": settings}
    system = system_text(request)
    if system:
        body["systemInstruction"] = {"parts": [{"text": system}]}
    return body


def parse(status: int, content_type: str, body: bytes) -> ModelReply | CallFailure:
    """What the server answered; every odd body is a value, nothing is raised."""
    return read_body(status, content_type, body, _read)


def _read(status: int, data: Mapping[str, Any], start: str) -> ModelReply | CallFailure:
    candidates = list_of(data.get("candidates"))
    why_blocked = text_of(object_of(data.get("promptFeedback")).get("blockReason"))
    if not candidates and not why_blocked:
        return not_understood(status, "The answer holds no candidates.", start)
    candidate = object_of(candidates[0]) if candidates else {}
    parts = [object_of(part) for part in list_of(object_of(candidate.get("content")).get("parts"))]
    reason = text_of(candidate.get("finishReason"))
    if not parts and not reason and not why_blocked:
        return not_understood(status, "The first candidate holds no content.", start)
    if not any("text" in part for part in parts) and any("functionCall" in part for part in parts):
        return not_understood(status, "The model answered with a tool call instead of a text.", start)
    usage = object_of(data.get("usageMetadata"))
    return ModelReply(
        text=storable("".join(text_of(part.get("text")) for part in parts if part.get("thought") is not True)),
        reasoning=storable("".join(text_of(part.get("text")) for part in parts if part.get("thought") is True)),
        finish_reason=_finish_reason(reason, "" if candidates else why_blocked),
        model_echo=storable(text_of(data.get("modelVersion"))),
        first_tokens=_first_tokens(object_of(candidate.get("logprobsResult"))),
        prompt_tokens=sum_of_counts(usage.get("promptTokenCount"), usage.get("toolUsePromptTokenCount")),
        answer_tokens=_answer_tokens(usage),
    )


def _finish_reason(reason: str, why_blocked: str) -> str:
    if why_blocked:
        return blocked(f"prompt, {why_blocked}")
    if BLOCK_REASONS.fullmatch(reason):
        return blocked(reason)
    return FINISH_REASONS.get(reason, storable(reason))


def _answer_tokens(usage: Mapping[str, Any]) -> int | None:
    """What is paid as output: answer and thoughts; thoughts alone where they took all that was allowed."""
    answer, thoughts = usage.get("candidatesTokenCount"), usage.get("thoughtsTokenCount")
    return count_of(thoughts) if answer is None else sum_of_counts(answer, thoughts)


def _first_tokens(result: Mapping[str, Any]) -> tuple[TokenChance, ...]:
    alternatives = list_of(result.get("topCandidates"))[:1]
    chosen = list_of(result.get("chosenCandidates"))[:1]
    listed = list_of(object_of(alternatives[0]).get("candidates")) if alternatives else []
    for entries in (listed, chosen):
        found = likeliest_first(
            chance(entry.get("token"), entry.get("logProbability")) for entry in map(object_of, entries)
        )
        if found:
            return found
    return ()


def _path(model: str, options: Mapping[str, str]) -> str:
    # Tuned models are named with their collection.
    place = model if model.startswith(("models/", "tunedModels/")) else f"models/{model}"
    return f"{quote(place)}:generateContent"


WIRE_FORMAT = WireFormat(
    format_id="google_gemini",
    title="Google Gemini",
    path=_path,
    build=build,
    parse=parse,
    expresses=frozenset({"log_probabilities", "seed", "stop", "json_schema", "system_prompt", "reasoning"}),
    auth_header="x-goog-api-key",
    auth_prefix="",
    address_hint="https://generativelanguage.googleapis.com/v1beta",
    only_path_names_model=True,
)
