"""How an answer is counted while a run goes on; what counts in the end is read anew from the stored answer."""

from __future__ import annotations

from collections.abc import Hashable

from fairdesk.audit.plan_texts import AnswerReader
from fairdesk.domain.exchanges import ItemKey, ModelReply, Status, status_of

LONGEST_KEPT, MOST_KEPT = 400, 2_000
"""Characters of a text, and texts, whose status is kept: short answers repeat, and reading one costs as much as storing
it."""


class StatusReader:
    """Reads answers to the questions of a plan."""

    def __init__(self, reader: AnswerReader) -> None:
        self._reader = reader
        self._known: dict[Hashable, Status] = {}

    def status(self, key: ItemKey, reply: ModelReply) -> Status:
        """How an answer is counted."""
        if reply.stated is not None or len(reply.text) + len(reply.reasoning) > LONGEST_KEPT:
            return self._read(key, reply)
        # Whatever an extractor may look at; how many tokens were counted, and by whom, is no part of what was said.
        said = (
            key.question,
            reply.text,
            reply.reasoning,
            reply.finish_reason,
            reply.first_tokens,
            reply.prompt_chances,
            self._reader.options(key),
            self._reader.asked(key),
        )
        status = self._known.get(said)
        if status is None:
            if len(self._known) >= MOST_KEPT:
                self._known.clear()
            status = self._known[said] = self._read(key, reply)
        return status

    def _read(self, key: ItemKey, reply: ModelReply) -> Status:
        return status_of(self._reader.read(key, reply))
