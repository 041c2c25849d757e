"""The one HTTP client: asks a model server and turns whatever happens into a value. Only home of httpx.

httpx's transport over aiohttp's connections is used without httpx's client: that client's pool is quadratic in the
calls in flight, and what it does for every call beside it (cookies, redirects, merging) is unwanted here.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from types import TracebackType
from typing import Any, cast
from urllib.parse import urlsplit

import aiohttp
import httpx

from fairdesk.domain.exchanges import CallFailure, ModelReply, ModelRequest
from fairdesk.endpoints import failures
from fairdesk.endpoints.connections import checked_address, transport_to
from fairdesk.endpoints.formats import wire_format
from fairdesk.endpoints.hidden_key import KeyHider, checked_key
from fairdesk.endpoints.lost_calls import lost_call, too_long_a_wait
from fairdesk.endpoints.waiting import NO_HINTS, ServerHints, own_wait, server_hints, utc_now
from fairdesk.endpoints.wire_format import request_bytes, sha256_of_body

RETRIED_STATUS = frozenset((429, 500, 502, 503, 504, 520, 521, 522, 523, 529))
"""Sending again is harmless after these; 520 to 523 are a content network's words for a server that is away."""

RETRIED_CAUSES = ("throttled", "cut_off")

LOST = (httpx.HTTPError, httpx.InvalidURL, aiohttp.ClientError, OSError, ValueError)
"""What the transport raises when a call gets lost."""

SLEPT_SECONDS = 30.0
"""A time limit that is noticed so much late, by the clock on the wall, passed while the computer slept."""

FACT_SECONDS = 10.0
"""Whole time of one look at what a server says of itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndpointTarget:
    """Where an endpoint is and how it is spoken with.

    Attributes:
        base_url: For example ``https://host/v1``.
        key: Sent in the header that the format names and kept nowhere else; None sends none.
        kind: The id of a wire format, or of a built-in endpoint.
        options: The endpoint's options, for formats that need some in the path.
        ca_file: A PEM file with the certificates to trust; empty for the system's.
    """

    base_url: str
    key: str | None = field(default=None, repr=False)
    kind: str = "openai_chat"
    options: Mapping[str, str] = field(default_factory=dict)
    ca_file: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientLimits:
    """How patient the client is, and how much it takes in.

    Attributes:
        connect_seconds: Until a connection stands.
        silence_seconds: Until the first byte of an answer, and between two pieces of it.
        whole_seconds: From sending to the last byte of one attempt.
        max_body_bytes: Larger answers are not read.
        n_attempts: How often ``ask`` sends one question at most.
        wait_seconds: All waiting of ``ask`` between the attempts of one question together.
        first_wait_seconds: The first wait, where the server does not say how long; it doubles each time.
    """

    connect_seconds: float = 10.0
    silence_seconds: float = 180.0
    whole_seconds: float = 300.0
    max_body_bytes: int = 8_000_000
    n_attempts: int = 5
    wait_seconds: float = 120.0
    first_wait_seconds: float = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """What became of one sending.

    Attributes:
        elapsed_ms: From the sending to the outcome.
        request_sha256: As ``Exchange.request_sha256``; empty when the question could not be put into a body.
        request_body: The very bytes that were sent; canonical JSON, without the key.
        is_worth_another: Sending it again is harmless, and may help.
        hints: What the server said about the next call.
    """

    outcome: ModelReply | CallFailure
    elapsed_ms: int
    request_sha256: str
    request_body: bytes
    is_worth_another: bool = False
    hints: ServerHints = NO_HINTS


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """What became of one question.

    Attributes:
        elapsed_ms: From the first sending to the outcome, waits included; 0 when it was never sent.
        n_attempts: How often it was sent; 0 when it could not be put into a body, or patience ended before.
        request_sha256: As ``Exchange.request_sha256``; empty when it was never sent.
        request_body: The very bytes that were sent; canonical JSON, without the key.
    """

    outcome: ModelReply | CallFailure
    elapsed_ms: int
    n_attempts: int
    request_sha256: str
    request_body: bytes


class EndpointClient:
    """Asks one endpoint. Use as an asynchronous context manager; calls may run side by side.

    Args:
        target: See EndpointTarget.
        limits: See ClientLimits.
        transport: Of a simulated provider; None for the network.
        clock: The time on the wall.

    Raises:
        InputError: the address, the key, the kind or the certificate file cannot be used.
        EndpointError: the system's settings name a proxy that is not supported.
    """

    def __init__(
        self,
        target: EndpointTarget,
        limits: ClientLimits | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
        clock: Callable[[], datetime] = utc_now,
    ) -> None:
        self._wire = wire_format(target.kind)
        self._base = checked_address(target.base_url)
        self._options = target.options
        self._limits = limits or ClientLimits()
        self._clock = clock
        key = checked_key(target.key)
        self._hide = KeyHider.of(key)
        headers = {"user-agent": "FairDesk", "accept": "application/json", "accept-encoding": "identity"}
        if key:
            headers[self._wire.auth_header.lower()] = f"{self._wire.auth_prefix}{key}"
        headers |= {name.lower(): value for name, value in self._wire.headers.items()}
        self._get_headers = httpx.Headers(headers)
        self._headers = httpx.Headers(headers | {"content-type": "application/json"})
        self._addresses: dict[str, httpx.URL] = {}
        times = httpx.Timeout(self._limits.silence_seconds, connect=self._limits.connect_seconds, pool=None)
        self._extensions = {"timeout": times.as_dict()}
        self._transport = transport or transport_to(self._base, target.ca_file)

    def __repr__(self) -> str:
        return f"EndpointClient({self._base!r}, {self._wire.format_id!r})"

    async def __aenter__(self) -> EndpointClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._transport.aclose()

    @property
    def host(self) -> str:
        """Host and port, for words."""
        return urlsplit(self._base).netloc

    async def ask(self, request: ModelRequest) -> Answered:
        """Sends one question, again where that is harmless, and returns what became of it.

        For the few questions of a connection test; a run asks through ``Asker``. Sent again are: no connection, a cut
        connection, and the statuses of RETRIED_STATUS. Not a time-out, since the server may still be at work. The last
        status and the provider's words stay in the failure.
        """
        loop = asyncio.get_running_loop()
        started, n_attempts, waited = loop.time(), 0, 0.0
        while True:
            attempt = await self.attempt(request)
            n_attempts += 1 if attempt.request_body else 0
            outcome = attempt.outcome
            if isinstance(outcome, ModelReply) or not attempt.is_worth_another:
                break
            if n_attempts >= self._limits.n_attempts:
                break
            wait = attempt.hints.retry_after_s
            if wait is None:
                wait = own_wait(n_attempts, self._limits.first_wait_seconds)
            if waited + wait > self._limits.wait_seconds:
                outcome = too_long_a_wait(outcome, wait, self._limits.wait_seconds)
                break
            waited += wait
            await asyncio.sleep(wait)
        return Answered(
            outcome=outcome,
            elapsed_ms=round((loop.time() - started) * 1000) if n_attempts else 0,
            n_attempts=n_attempts,
            request_sha256=attempt.request_sha256,
            request_body=attempt.request_body,
        )

    async def attempt(self, request: ModelRequest) -> Attempt:
        """Sends one question once; whatever happens is a value."""
        try:
            url = self._address(request.model)
            body = request_bytes(self._wire, request, self._options)
        except ValueError as error:
            return Attempt(outcome=failures.unsendable(error), elapsed_ms=0, request_sha256="", request_body=b"")
        loop, limits = asyncio.get_running_loop(), self._limits
        started, hints, is_worth_another = loop.time(), NO_HINTS, False
        began = self._clock()
        outcome: ModelReply | CallFailure
        try:
            async with asyncio.timeout(limits.whole_seconds):
                outcome, hints, is_worth_another = await self._send(url, body)
        except TimeoutError:
            outcome = self._unless_slept(began, failures.timed_out(limits.whole_seconds, "The answer was not complete"))
            is_worth_another = outcome.cause == "cut_off"
        except LOST as error:
            lost = lost_call(error, self.host, limits.connect_seconds, limits.silence_seconds)
            outcome = self._unless_slept(began, lost.failure)
            is_worth_another = lost.is_worth_another or outcome.cause == "cut_off"
        return Attempt(
            outcome=outcome,
            elapsed_ms=round((loop.time() - started) * 1000),
            request_sha256=sha256_of_body(self._wire, request.model, self._options, body),
            request_body=body,
            is_worth_another=is_worth_another,
            hints=hints,
        )

    def _unless_slept(self, began: datetime, failure: CallFailure) -> CallFailure:
        """A time-out, unless its time passed while the computer slept."""
        seconds = (self._clock() - began).total_seconds()
        if failure.cause == "timed_out" and seconds > self._limits.whole_seconds + SLEPT_SECONDS:
            return failures.cut_off("the computer slept meanwhile")
        return failure

    async def get_json(self, path: str) -> Any | None:
        """What a server says of itself at an address beside the one for questions; None for whatever goes wrong.

        Args:
            path: With a leading ``/`` from the host's root, else behind the base address.
        """
        root = "{0.scheme}://{0.netloc}".format(urlsplit(self._base)) if path.startswith("/") else f"{self._base}/"
        try:
            request = httpx.Request("GET", root + path, headers=self._get_headers, extensions=self._extensions)
            async with asyncio.timeout(FACT_SECONDS), self._answer_to(request) as response:
                received = await self._read(response, _head(response))
            if received is None or response.status_code != 200:
                return None
            return self._hide.in_plain(json.loads(received.decode("utf-8-sig")))
        except (*LOST, RecursionError):
            return None

    def _address(self, model: str) -> httpx.URL:
        """Where a question to a model goes; the same object every time, since making one is slow.

        Raises:
            ValueError: the model's name, or an option, makes an address that is none.
        """
        known = self._addresses.get(model)
        if known is None:
            path = self._wire.path(model, self._options)
            try:
                base, known = httpx.URL(f"{self._base}/"), httpx.URL(f"{self._base}/{path}")
            except httpx.InvalidURL as error:
                raise ValueError("the model's name makes no address") from error
            if not known.raw_path.startswith(base.raw_path):
                raise ValueError("the model's name leads away from the endpoint's address")
            self._addresses[model] = known
        return known

    async def _send(self, url: httpx.URL, body: bytes) -> tuple[ModelReply | CallFailure, ServerHints, bool]:
        request = httpx.Request("POST", url, headers=self._headers, content=body, extensions=self._extensions)
        request.headers.encoding = "ascii"  # else it is found out anew for every call
        async with self._answer_to(request) as response:
            head = _head(response)
            received = await self._read(response, head)
        status = response.status_code
        if received is None:
            return failures.too_large(status, self._limits.max_body_bytes), NO_HINTS, False
        content_type = head.get(b"content-type", b"").decode("latin-1")
        outcome = self._hide.in_outcome(self._wire.parse(status, content_type, self._hide.in_bytes(received)))
        is_worth_another = (
            isinstance(outcome, CallFailure)
            and not outcome.stops_run
            and (status in RETRIED_STATUS or outcome.cause in RETRIED_CAUSES or _is_hidden_failure(status, outcome))
        )
        return outcome, server_hints(head.items(), self._clock()), is_worth_another

    @asynccontextmanager
    async def _answer_to(self, request: httpx.Request) -> AsyncIterator[httpx.Response]:
        response = await self._transport.handle_async_request(request)
        try:
            yield response
        finally:
            await response.aclose()

    async def _read(self, response: httpx.Response, head: Mapping[bytes, bytes]) -> bytes | None:
        """The body, or None when it is larger than allowed; never holds much more than that."""
        stated = head.get(b"content-length", b"")
        if stated.isdigit() and int(stated[:20]) > self._limits.max_body_bytes:
            return None
        is_packed = b"content-encoding" in head
        pieces = response.aiter_bytes() if is_packed else cast(httpx.AsyncByteStream, response.stream)
        received = bytearray()
        async for piece in pieces:
            received += piece
            if len(received) > self._limits.max_body_bytes:
                return None
        return bytes(received)


def _is_hidden_failure(status: int, failure: CallFailure) -> bool:
    """A provider's failure inside an answer whose status says that all was well."""
    return 200 <= status < 300 and failure.cause == "server_error"


def _head(response: httpx.Response) -> dict[bytes, bytes]:
    """The headers by their names in lower case; of several with one name the last."""
    return {name.lower(): value for name, value in response.headers.raw}
