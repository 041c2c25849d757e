"""The canary's prompts: read from the shipped file, put into the system's own messages, and their answers read."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

from fairdesk.domain.audited_system import AuditedSystem
from fairdesk.domain.canary import CanaryKind, CanaryPrompt
from fairdesk.domain.canonical import sha256_hex
from fairdesk.domain.codec import to_plain
from fairdesk.domain.exchanges import ModelRequest
from fairdesk.domain.questions import QuantityKind, Question
from fairdesk.layers.requests import build_messages

PROMPTS_FILE = ("canary", "prompts.toml")

N_TOP_LOGPROBS = 20

RATING = re.compile(r"(?<!\d)[1-5](?!\d)")
YES_NO = re.compile(r"\b(yes|no|oui|non|ja|nein)\b")


def read_prompts(resources: Path) -> tuple[tuple[CanaryPrompt, ...], str]:
    """The shipped prompts and the SHA-256 of their file."""
    data = resources.joinpath(*PROMPTS_FILE).read_bytes()
    # Line ends may differ between systems; the words may not.
    text = data.decode("utf-8").replace("\r\n", "\n")
    prompts = tuple(
        CanaryPrompt(
            prompt_id=entry["id"],
            language=entry["language"],
            kind=CanaryKind(entry["kind"]),
            text=entry["text"],
            instruction=entry["instruction"],
            max_tokens=entry["max_tokens"],
        )
        for entry in tomllib.loads(text)["prompts"]
    )
    return prompts, sha256_hex(text.encode())


def canary_request(system: AuditedSystem, prompt: CanaryPrompt, sample: int) -> ModelRequest:
    """One prompt at the system's own settings, as a case of a run would be asked; repeats count the seed up.

    Log-probabilities of the first token are asked for where the endpoint offers them and the answers are free.
    """
    decoding = system.decoding
    is_held = bool(decoding.json_schema or decoding.grammar)
    question = _question(prompt)
    return ModelRequest(
        messages=build_messages(system.system_prompt, system.layers, prompt.text, question, system.examples),
        model=system.endpoint.model,
        temperature=decoding.temperature,
        top_p=decoding.top_p,
        # A model that thinks first needs its room; the prompts ask for few words.
        max_tokens=decoding.max_tokens if _thinks(system) else min(prompt.max_tokens, decoding.max_tokens),
        seed=None if decoding.seed is None else decoding.seed + sample - 1,
        stop=decoding.stop,
        top_logprobs=N_TOP_LOGPROBS if system.facts.has_logprobs and not is_held else 0,
        json_schema=decoding.json_schema,
        grammar=decoding.grammar,
    )


def compared_part(kind: CanaryKind, text: str) -> str:
    """What of an answer is compared: small changes of wording are no other rating.

    Example:
        >>> compared_part(CanaryKind.RATING, "I would say 4."), compared_part(CanaryKind.YES_NO, "Ja, sicher.")
        ('4', 'ja')
        >>> compared_part(CanaryKind.TEXT, "  Dark  Blue."), compared_part(CanaryKind.RATING, "None of them")
        ('dark blue', 'none of them')
    """
    words = " ".join("".join(sign if sign.isalnum() else " " for sign in text.casefold()).split())
    pattern = {CanaryKind.RATING: RATING, CanaryKind.YES_NO: YES_NO}.get(kind)
    found = pattern.search(words) if pattern is not None else None
    return found[0] if found else words


def sent_settings(system: AuditedSystem) -> Mapping[str, object]:
    """Everything that is sent besides the prompts, and to whom; names of keys and of the endpoint are no part of it."""
    endpoint = system.endpoint
    return {
        "kind": endpoint.kind,
        "base_url": endpoint.base_url,
        "model": endpoint.model,
        "options": dict(endpoint.options),
        "system_prompt": system.system_prompt,
        "decoding": to_plain(system.decoding),
        "layers": [to_plain(layer) for layer in system.layers],
        "examples": [to_plain(message) for message in system.examples],
    }


def _thinks(system: AuditedSystem) -> bool:
    return any(ability.name == "reasoning" for ability in system.facts.abilities)


def _question(prompt: CanaryPrompt) -> Question:
    return Question(
        question_id=prompt.prompt_id,
        title=prompt.prompt_id,
        prompt=prompt.instruction,
        extractor="none",
        kind=QuantityKind.DISCRETE,
        scale=(),
        unit="",
        max_tokens=prompt.max_tokens,
    )
