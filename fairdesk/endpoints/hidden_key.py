"""The key of an endpoint: what can be one, and how it is kept out of whatever comes back."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from fairdesk.domain.errors import InputError
from fairdesk.domain.exchanges import CallFailure, ModelReply, TokenChance

HIDDEN_KEY = "[key]"

SHORTEST_SECRET = 8
"""Shorter keys are the dummies that local servers want; hiding them would change ordinary words."""


def checked_key(key: str | None) -> str:
    """The key without blanks around it; empty for none.

    Raises:
        InputError: it holds a character that would break the header; the message does not repeat it.
    """
    text = (key or "").strip()
    if not text.isascii() or not text.isprintable() or " " in text:
        raise InputError("The key holds a character that no key can hold.", "Copy the key again, without line ends.")
    return text


@dataclass(frozen=True, slots=True)
class KeyHider:
    """Takes one key out of bytes, texts and outcomes: some servers repeat it in their errors.

    Attributes:
        secret: The key; empty, or too short to be a secret, hides nothing.
    """

    secret: str = field(repr=False)

    @classmethod
    def of(cls, key: str) -> KeyHider:
        """For a checked key."""
        return cls(key if len(key) >= SHORTEST_SECRET else "")

    def in_bytes(self, received: bytes) -> bytes:
        """A body as received, before anything of it is read or cut."""
        return received.replace(self.secret.encode(), HIDDEN_KEY.encode()) if self.secret else received

    def in_text(self, text: str) -> str:
        """A text of any origin."""
        return text.replace(self.secret, HIDDEN_KEY) if self.secret else text

    def in_plain(self, value: Any) -> Any:
        """Plain JSON data, names and values."""
        if isinstance(value, str):
            return self.in_text(value)
        if isinstance(value, list):
            return [self.in_plain(item) for item in value]
        if isinstance(value, dict):
            return {self.in_text(name): self.in_plain(item) for name, item in value.items()}
        return value

    def in_outcome(self, outcome: ModelReply | CallFailure) -> ModelReply | CallFailure:
        """An outcome after parsing: however the key was escaped in the body, it is plain now."""
        if not self.secret:
            return outcome
        if isinstance(outcome, CallFailure):
            if self.secret not in outcome.detail and self.secret not in outcome.message:
                return outcome
            return replace(outcome, detail=self.in_text(outcome.detail), message=self.in_text(outcome.message))
        chances = (*outcome.first_tokens, *outcome.prompt_chances)
        texts = (outcome.text, outcome.reasoning, outcome.finish_reason, outcome.model_echo, outcome.fingerprint)
        if not any(self.secret in text for text in texts) and not any(self.secret in each.token for each in chances):
            return outcome
        return replace(
            outcome,
            text=self.in_text(outcome.text),
            reasoning=self.in_text(outcome.reasoning),
            finish_reason=self.in_text(outcome.finish_reason),
            model_echo=self.in_text(outcome.model_echo),
            fingerprint=self.in_text(outcome.fingerprint),
            first_tokens=self._in_chances(outcome.first_tokens),
            prompt_chances=self._in_chances(outcome.prompt_chances),
        )

    def _in_chances(self, chances: tuple[TokenChance, ...]) -> tuple[TokenChance, ...]:
        return tuple(replace(chance, token=self.in_text(chance.token)) for chance in chances)
