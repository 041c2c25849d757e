"""The calls of a plan: which there are, in which order, and what is sent for each."""

from __future__ import annotations

from collections.abc import Mapping

from fairdesk.domain.audited_system import AuditedSystem
from fairdesk.domain.canonical import sha256_hex
from fairdesk.domain.cases import Variant
from fairdesk.domain.exchanges import ItemKey, ModelRequest
from fairdesk.domain.plan import Plan, Question
from fairdesk.layers.requests import build_messages


def planned_items(plan: Plan) -> tuple[ItemKey, ...]:
    """Every call of one system, in the seeded random order in which it is asked.

    Files and variants are shuffled, so that a drift of the endpoint does not look like an effect of a cue; the order is
    the same for every system (methods.md D7). The questions about one text stay together: a server that keeps what it
    has read reads the text once.
    """
    texts = [
        (case.case_id, kind.label, sample)
        for case in plan.cases
        for kind in plan.variants
        for sample in range(1, (plan.n_samples if kind.label in plan.repeated else 1) + 1)
    ]
    return tuple(
        ItemKey(case_id=case_id, variant=variant, question=question.question_id, sample=sample)
        for case_id, variant, sample in sorted(texts, key=lambda text: _rank(plan.order_seed, text))
        for question in plan.questions
    )


def _rank(seed: int, text: tuple[str, str, int]) -> str:
    return sha256_hex(f"{seed}|{'|'.join(map(str, text))}".encode())


def variant_texts(variants: tuple[Variant, ...]) -> Mapping[tuple[str, str], str]:
    """Case id and variant label to the text that is sent."""
    return {(variant.case_id, variant.label): variant.text for variant in variants}


def build_request(system: AuditedSystem, question: Question, text: str, sample: int) -> ModelRequest:
    """The request for one item: system prompt with its layers, the case text with the question, the begun answer.

    Repeats differ in nothing but the seed, which counts up from the system's seed where it has one.
    """
    messages = build_messages(system.system_prompt, system.layers, text, question)
    decoding = system.decoding
    return ModelRequest(
        messages=messages,
        model=system.endpoint.model,
        temperature=decoding.temperature,
        top_p=decoding.top_p,
        max_tokens=question.max_tokens,
        seed=None if decoding.seed is None else decoding.seed + sample - 1,
        stop=decoding.stop,
        top_logprobs=question.top_logprobs,
    )
