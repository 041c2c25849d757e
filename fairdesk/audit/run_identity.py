"""Whether the answers of a run still come from the model that was asked first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from fairdesk.domain.audited_system import EndpointFacts
from fairdesk.domain.exchanges import ModelReply

SHOWN = 200
"""Characters of a name in words; what a server sends has no end."""


class IdentityWatch:
    """Compares the model's name and fingerprint of every answer with those that this run knows.

    Known are those of the plan's facts (the first ones that answers of the run tell, where the facts are silent) and
    those that a person accepted. Several are known at once: some providers answer from several machines in turn. An
    answer that tells nothing is no sign of a change.

    Args:
        facts: What was learnt of the endpoint when the plan was fixed.
        first_answers: Answers of the run that are on disk, the first first.
        accepted: Bodies of the run's ``identity_accepted`` entries.
        changed: Bodies of the run's ``identity_changed`` entries: changes that stopped it.

    Attributes:
        unsettled: Answers of the run came from these and nobody has accepted that; nothing may be asked before.
    """

    def __init__(
        self,
        facts: EndpointFacts,
        first_answers: Iterable[ModelReply] = (),
        accepted: Iterable[Mapping[str, Any]] = (),
        changed: Iterable[Mapping[str, Any]] = (),
    ) -> None:
        self._models = {facts.model_echo} - {""}
        self._fingerprints = {facts.fingerprint} - {""}
        for reply in first_answers:
            if self._models and self._fingerprints:
                break
            self._learn(reply)
        for body in accepted:
            self._models |= {str(body.get("model", ""))} - {""}
            self._fingerprints |= {str(body.get("fingerprint", ""))} - {""}
        replies = [ModelReply(text="", model_echo=body["model"], fingerprint=body["fingerprint"]) for body in changed]
        self.unsettled = [reply for reply in replies if self._is_other(reply)]

    def has_changed(self, reply: ModelReply) -> bool:
        """Whether an answer names another model or fingerprint than the known ones; the first told are learnt."""
        is_other = self._is_other(reply)
        if not is_other:
            self._learn(reply)
        return is_other

    def refuse(self, reply: ModelReply, at: str) -> dict[str, str] | None:
        """Keep a change that stops the run unsettled.

        Returns:
            The body of the chain's entry ``identity_changed``; None where this change was noted before.
        """
        names = reply.model_echo, reply.fingerprint
        if names in [(other.model_echo, other.fingerprint) for other in self.unsettled]:
            return None
        self.unsettled.append(reply)
        return {"at": at, "old": self._known_words(), "model": names[0], "fingerprint": names[1]}

    def accept(self, reply: ModelReply, reason: str, by: str, at: str) -> dict[str, str]:
        """Know the answer's model from now on.

        Returns:
            The body of the chain's entry ``identity_accepted``.
        """
        body = {
            "reason": reason,
            "by": by,
            "at": at,
            "old": self._known_words(),
            "new": identity_words(reply.model_echo, reply.fingerprint),
            "model": reply.model_echo,
            "fingerprint": reply.fingerprint,
        }
        self._models |= {reply.model_echo} - {""}
        self._fingerprints |= {reply.fingerprint} - {""}
        return body

    def stop_words(self, reply: ModelReply) -> str:
        """What changed, and what can be done about it."""
        return (
            f"The model changed: answers came from {self._known_words()}, now one came from "
            f"{identity_words(reply.model_echo, reply.fingerprint)}. Nothing more was asked. Go on with a reason "
            "(--accept-change REASON), which the report prints as a deviation from the plan, or fix a new plan for the "
            "model as it is now."
        )

    def _is_other(self, reply: ModelReply) -> bool:
        model, fingerprint = reply.model_echo, reply.fingerprint
        is_other = bool(model and self._models) and model not in self._models
        return is_other or (bool(fingerprint and self._fingerprints) and fingerprint not in self._fingerprints)

    def _learn(self, reply: ModelReply) -> None:
        if not self._models and reply.model_echo:
            self._models = {reply.model_echo}
        if not self._fingerprints and reply.fingerprint:
            self._fingerprints = {reply.fingerprint}

    def _known_words(self) -> str:
        return identity_words(" or ".join(sorted(self._models)), " or ".join(sorted(self._fingerprints)))


def identity_words(model: str, fingerprint: str) -> str:
    """A model as answers name it."""
    name = f"“{model[:SHOWN]}”" if model else "a model without a name"
    return f"{name} (fingerprint {fingerprint[:SHOWN]})" if fingerprint else name
