"""Connections on which an answer can only be that to the question which was just sent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import aiohttp

if TYPE_CHECKING:
    from aiohttp.client_reqrep import ClientRequest

MOST_DROPPED = 1000
"""Used connections that are given up in a row; far more than are ever kept."""


class CleanConnector(aiohttp.TCPConnector):
    """Never sends a question on a connection on which something already lies that nobody asked for.

    A server, or a proxy before it, that sends more than it announced leaves the rest on the connection; aiohttp gives
    the connection back to its pool at the end of the first answer, before it sees the rest, and would hand the rest
    out as the answer to the next question.
    """

    async def connect(
        self, req: ClientRequest, traces: list[Any], timeout: aiohttp.ClientTimeout
    ) -> aiohttp.connector.Connection:
        """A connection, from the pool or new, on which nothing has arrived."""
        for _ in range(MOST_DROPPED):
            connection = await super().connect(req, traces, timeout)
            protocol = connection.protocol
            if protocol is None or not protocol.should_close:
                return connection
            connection.close()
        raise aiohttp.ServerDisconnectedError("The server talks before it is asked.")
