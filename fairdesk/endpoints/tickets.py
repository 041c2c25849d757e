"""The order in which calls wait for their turn."""

from __future__ import annotations

import asyncio
from bisect import bisect_left, insort
from dataclasses import dataclass

from fairdesk.endpoints.minute_window import Taken


@dataclass(slots=True, eq=False)
class Ticket:
    """One question's place in the order, and what is known of its last sending.

    Attributes:
        number: Smaller ones go first, also when they are sent again.
        n_tokens: Tokens that are set aside for it.
        n_failures: How often the endpoint failed it.
        sent_at: Loop time of the last sending.
        n_answered: Answers of the endpoint to any question until it was sent first, or failed last.
        tokens: What was taken out of the limit for it.
        is_probe: It tries whether a failing endpoint is back.
        turn: Set while it waits.
    """

    number: int
    n_tokens: float = 0.0
    n_failures: int = 0
    sent_at: float = 0.0
    n_answered: int = 0
    tokens: Taken | None = None
    is_probe: bool = False
    turn: asyncio.Future[None] | None = None


class TicketQueue:
    """Waiting tickets, first come first served; one that is put back takes its old place."""

    def __init__(self) -> None:
        self._waiting: list[Ticket] = []
        self._last_number = 0

    def __len__(self) -> int:
        return len(self._waiting)

    def next_number(self) -> int:
        """The number for a new ticket."""
        self._last_number += 1
        return self._last_number

    def put(self, ticket: Ticket, loop: asyncio.AbstractEventLoop) -> asyncio.Future[None]:
        """Wait in line; the future is set when it is the ticket's turn."""
        ticket.turn = loop.create_future()
        insort(self._waiting, ticket, key=_number)
        return ticket.turn

    def first(self, *, spares_failed: bool) -> Ticket:
        """Whose turn is next. There must be one.

        Args:
            spares_failed: Prefer those that failed less often, so that one question that the server cannot bear does
                not keep all others from showing that it is there.
        """
        if spares_failed:
            return min(self._waiting, key=lambda ticket: (ticket.n_failures, ticket.number))
        return self._waiting[0]

    def call(self, ticket: Ticket) -> bool:
        """It is this ticket's turn; False when it was cancelled meanwhile and is only taken out of the line."""
        turn = ticket.turn
        self.drop(ticket)
        if turn is None or turn.done():
            return False
        turn.set_result(None)
        return True

    def drop(self, ticket: Ticket) -> None:
        """Take a ticket out of the line, wherever it stands, if it does."""
        if ticket.turn is not None:
            ticket.turn = None
            del self._waiting[bisect_left(self._waiting, ticket.number, key=_number)]


def _number(ticket: Ticket) -> int:
    return ticket.number
