"""What local model servers say of themselves beside the answers: engine, version, digest of the weights, sizes.

Everything here is the server's own word and foreign text: cut, printable, and named as declared wherever it is shown.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from pathlib import PureWindowsPath
from typing import Any

from fairdesk.domain.canonical import sha256_hex
from fairdesk.domain.identity import SERVER_DIGEST
from fairdesk.endpoints.client import EndpointClient
from fairdesk.endpoints.reply_body import list_of, object_of, one_line

ASKED_KINDS = ("openai_chat", "openai_responses", "anthropic_messages", "ollama_chat", "completions")
"""Formats that local servers speak; the others are those of hosted services, which say nothing there."""

ADDRESSES = ("models", "/props", "/version", "/api/version", "/api/tags")
"""The list of models (all), llama.cpp, vLLM, and twice Ollama."""

LONGEST_FACT = 200
DIGEST = re.compile(r"(sha256:)?[0-9a-f]{64}")


async def server_facts(client: EndpointClient, kind: str, model: str) -> dict[str, str]:
    """Facts that the server offers of itself and of one model; empty when it offers none. Never raises.

    Args:
        kind: Of the endpoint.
        model: The model's name as the server knows it; empty for the only one.
    """
    if kind not in ASKED_KINDS:
        return {}
    models, props, version, ollama, tags = await asyncio.gather(*map(client.get_json, ADDRESSES))
    if _list(tags, "models"):
        return _printable(_of_ollama(model, tags, ollama))
    listed = _named(_list(models, "data"), model, "id")
    facts = _of_list(listed)
    if isinstance(props, Mapping) and ("build_info" in props or "model_path" in props):
        facts |= _of_llama_cpp(props)
    elif listed.get("owned_by") == "vllm" and isinstance(version, Mapping):
        facts["engine"] = f"vLLM {_text(version.get('version'))}".strip()
    return _printable(facts)


def _of_ollama(model: str, tags: Any, version: Any) -> dict[str, str]:
    """Ollama's list names a digest for every model; a name without a tag means the tag ``latest``."""
    found = _named(_list(tags, "models"), model if ":" in model else f"{model}:latest", "name")
    details = object_of(found.get("details"))
    digest = _text(found.get("digest")).lower()
    said = _text(object_of(version).get("version"))
    return {
        "engine": f"Ollama {said}".strip(),
        SERVER_DIGEST: digest if DIGEST.fullmatch(digest) else "",
        "quantisation": _text(details.get("quantization_level")),
        "parameters": _text(details.get("parameter_size")),
        "family": _text(details.get("family")),
        "weights_bytes": _text(found.get("size")),
    }


def _of_llama_cpp(props: Mapping[str, Any]) -> dict[str, str]:
    """A file's name and an engine's build; neither tells one file of weights from another of the same name."""
    template = props.get("chat_template")
    return {
        "engine": f"llama.cpp {_text(props.get('build_info'))}".strip(),
        "model_file": PureWindowsPath(_text(props.get("model_path"))).name,
        "slots": _text(props.get("total_slots")),
        "chat_template_digest": sha256_hex(template.encode("utf-8", "replace")) if isinstance(template, str) else "",
    }


def _of_list(listed: Mapping[str, Any]) -> dict[str, str]:
    meta = object_of(listed.get("meta"))
    return {
        "model_root": _text(listed.get("root")),
        "context_tokens": _text(listed.get("max_model_len") or meta.get("n_ctx_train")),
        "parameters": _text(meta.get("n_params")),
        "weights_bytes": _text(meta.get("size")),
        "vocabulary": _text(meta.get("n_vocab")),
    }


def _named(entries: list[Any], model: str, key: str) -> Mapping[str, Any]:
    """The entry of a model, or the only one there is; empty when it is not clear which."""
    objects = [entry for entry in entries if isinstance(entry, Mapping)]
    for entry in objects:
        if entry.get(key) == model:
            return entry
    return objects[0] if len(objects) == 1 and model in ("", ":latest") else {}


def _list(answer: Any, key: str) -> list[Any]:
    return list_of(object_of(answer).get(key))


def _text(value: object) -> str:
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else ""


def _printable(facts: Mapping[str, str]) -> dict[str, str]:
    """One line each, cut; what the server did not say is absent."""
    lines = {name: one_line(value)[:LONGEST_FACT] for name, value in facts.items()}
    return {name: line for name, line in lines.items() if line}
