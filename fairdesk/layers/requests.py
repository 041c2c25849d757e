"""System prompt, layers, case and question -> the messages of one request."""

from __future__ import annotations

from fairdesk.domain.audited_system import LayerSetting
from fairdesk.domain.errors import PlanError
from fairdesk.domain.exchanges import Message
from fairdesk.domain.questions import Question
from fairdesk.layers import LAYERS


def build_messages(
    system_prompt: str,
    layers: tuple[LayerSetting, ...],
    case_text: str,
    question: Question,
    examples: tuple[Message, ...] = (),
) -> tuple[Message, ...]:
    """The messages of one request: system prompt, examples, case with question, and the answer's prefix, as there are.

    The case stands before the question, so that a server which keeps what it has read keeps the case. Layers are
    applied in their order; without layers the messages hold the given texts and nothing else.

    Args:
        system_prompt: Empty for none; then no system message is sent unless a layer adds one.
        examples: Few-shot examples, user and assistant in turn, which the model reads before the case.

    Raises:
        PlanError: a layer is not known to this version of FairDesk.
    """
    # An open prompt of a benchmark is sent as it is: nothing is asked below it.
    asked = f"{case_text}\n\n{question.prompt}" if question.prompt else case_text
    messages = (*examples, Message(role="user", content=asked))
    if system_prompt:
        messages = (Message(role="system", content=system_prompt), *messages)
    if question.answer_prefix:
        messages = (*messages, Message(role="assistant", content=question.answer_prefix))
    known = {layer.layer_id: layer for layer in LAYERS}
    for setting in layers:
        if setting.layer_id not in known:
            raise PlanError(
                f"The layer {setting.layer_id!r} is not known to this version of FairDesk.",
                "Open the project with the version that wrote it, or describe the system without this layer.",
            )
        messages = known[setting.layer_id].apply(messages, setting.text)
    return messages
