"""Chat completions at Azure OpenAI: another address, another header, and filters that may stop a prompt.

The model's name is the name of the deployment. A prompt that Azure's filter stops (status 400, code
``content_filter``) is an answer of the configured application, with an empty text. Source of the shapes: Microsoft's
reference of the data plane, version 1, and its pages on content filtering and batch deployments.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from urllib.parse import quote

from fairdesk.endpoints.formats.openai_chat import OPTION_HINTS, build, parse
from fairdesk.endpoints.wire_format import WireFormat


def _path(model: str, options: Mapping[str, str]) -> str:
    version = options.get("api_version", "")
    if not version:
        return "openai/v1/chat/completions"
    return f"openai/deployments/{quote(model, safe='')}/chat/completions?api-version={quote(version, safe='')}"


WIRE_FORMAT = WireFormat(
    format_id="azure_openai",
    title="Azure OpenAI",
    path=_path,
    build=build,
    parse=parse,
    expresses=frozenset(
        {"log_probabilities", "continues_prefix", "seed", "stop", "json_schema", "system_prompt", "reasoning"}
    ),
    auth_header="api-key",
    auth_prefix="",
    batch_url="/chat/completions",
    address_hint="https://name.openai.azure.com",
    option_hints=MappingProxyType(
        {
            "api_version": "for example 2024-10-21, for an address with the deployment in it; empty for version 1.",
            "max_tokens_name": OPTION_HINTS["max_tokens_name"],
        }
    ),
)
