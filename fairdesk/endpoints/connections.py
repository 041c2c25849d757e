"""Connections: with the proxy and the trust that are set, on which an answer is that to the question just sent."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

import aiohttp
import httpx
from httpx_aiohttp import AiohttpTransport

from fairdesk.domain.addresses import ADDRESS_ADVICE, address_problem
from fairdesk.domain.errors import InputError
from fairdesk.endpoints.proxies import proxy_for
from fairdesk.endpoints.tls import tls_context

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


def transport_to(base_url: str, ca_file: str) -> AiohttpTransport:
    """Connections without a ceiling (the caller decides how many calls are in flight) and without cookies.

    A cookie would make the answer to one question depend on another.

    Args:
        ca_file: A PEM file with the certificates to trust; empty for the system's.

    Raises:
        InputError: the certificate file cannot be used.
        EndpointError: the system's settings name a proxy that is not supported.
    """
    trust = tls_context(ca_file)
    proxy = proxy_for(base_url)

    def session() -> aiohttp.ClientSession:
        connector = CleanConnector(ssl=trust, limit=0)
        return aiohttp.ClientSession(connector=connector, cookie_jar=aiohttp.DummyCookieJar())

    return AiohttpTransport(verify=trust, proxy=_with_credentials(proxy) if proxy else None, client=session)


def _with_credentials(proxy: str) -> httpx.Proxy:
    """The proxy with its user name and password moved into a header; what aiohttp did with them is deprecated."""
    parts = urlsplit(proxy)
    user_info, _, place = parts.netloc.rpartition("@")
    headers = {}
    if user_info:
        headers["authorization"] = "Basic " + base64.b64encode(unquote(user_info).encode()).decode()
    # aiohttp sends this header to the proxy alone, under the name that is meant for proxies.
    return httpx.Proxy(f"{parts.scheme}://{place}", headers=headers)


def checked_address(base_url: str) -> str:
    """An address without blanks around it and without slashes behind it.

    Raises:
        InputError: it is none.
    """
    problem = address_problem(base_url)
    if problem:
        raise InputError(problem, ADDRESS_ADVICE)
    return base_url.strip().rstrip("/")
