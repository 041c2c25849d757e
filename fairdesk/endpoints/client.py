"""The one HTTP client: asks a model server and turns whatever happens into a value. Only home of httpx.

httpx is mounted over aiohttp's connections: its own pool is quadratic in the calls in flight.
"""

from __future__ import annotations

import asyncio
import base64
import functools
import ssl
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from http.cookiejar import CookieJar, DefaultCookiePolicy
from types import TracebackType
from urllib.parse import unquote, urlsplit

import aiohttp
import httpx
from httpx_aiohttp import AiohttpTransport

from fairdesk.domain.addresses import ADDRESS_ADVICE, address_problem
from fairdesk.domain.canonical import canonical_bytes
from fairdesk.domain.errors import InputError
from fairdesk.domain.exchanges import CallFailure, ModelReply, ModelRequest
from fairdesk.endpoints import failures
from fairdesk.endpoints.formats.openai_chat import WIRE_FORMAT
from fairdesk.endpoints.proxies import proxy_for
from fairdesk.endpoints.waiting import asked_wait, own_wait

RETRIED_STATUS = (429, 500, 502, 503, 504)
HIDDEN_KEY = "[key]"
SHORTEST_SECRET = 8
"""Shorter keys are the dummies that local servers want; hiding them would change ordinary words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientLimits:
    """How patient the client is, and how much it takes in.

    Attributes:
        connect_seconds: Until a connection stands.
        silence_seconds: Until the first byte of an answer, and between two pieces of it.
        whole_seconds: From sending to the last byte of one attempt.
        max_body_bytes: Larger answers are not read.
        n_attempts: How often one question is sent at most.
        wait_seconds: All waiting between the attempts of one question together.
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
class Answered:
    """What became of one question.

    Attributes:
        elapsed_ms: From the first sending to the outcome, waits included.
        n_attempts: How often it was sent; 0 when it could not be put into a body.
        request_body: The very bytes that were sent; canonical JSON, without the key.
    """

    outcome: ModelReply | CallFailure
    elapsed_ms: int
    n_attempts: int
    request_body: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class _Attempt:
    outcome: ModelReply | CallFailure
    is_worth_another: bool
    asked_wait: float | None = None


def ignore_wait(seconds: float, reason: str) -> None:
    """Takes note of no wait."""


@functools.cache
def shared_tls() -> ssl.SSLContext:
    """One TLS context for the process; making one takes 21 ms, sharing it nothing."""
    return httpx.create_ssl_context()


class EndpointClient:
    """Asks one endpoint. Use as an asynchronous context manager; calls may run side by side.

    Args:
        base_url: For example ``https://host/v1``.
        key: Sent as a bearer token and kept nowhere else; None sends none.
        limits: See ClientLimits.
        on_wait: Called with seconds and reason before each wait, for the progress display.

    Raises:
        InputError: the address or the key cannot be used.
        EndpointError: the system's settings name a proxy that is not supported.
    """

    def __init__(
        self,
        base_url: str,
        key: str | None,
        limits: ClientLimits,
        on_wait: Callable[[float, str], None] = ignore_wait,
    ) -> None:
        self._url = f"{_checked_address(base_url)}/{WIRE_FORMAT.path}"
        self._key = _checked_key(key)
        self._secret = self._key if len(self._key) >= SHORTEST_SECRET else ""
        self._limits = limits
        self._on_wait = on_wait
        proxy = proxy_for(self._url)
        headers = {"user-agent": "FairDesk", "accept": "application/json", "accept-encoding": "identity"}
        self._http = httpx.AsyncClient(
            transport=AiohttpTransport(
                verify=shared_tls(), proxy=_with_credentials(proxy) if proxy else None, client=_new_session
            ),
            headers=headers | {"content-type": "application/json"},
            timeout=httpx.Timeout(limits.silence_seconds, connect=limits.connect_seconds, pool=None),
            trust_env=False,
            # A cookie would make the answer to one question depend on another.
            cookies=CookieJar(policy=DefaultCookiePolicy(allowed_domains=[])),
        )

    def __repr__(self) -> str:
        return f"EndpointClient({self._url!r})"

    async def __aenter__(self) -> EndpointClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._http.aclose()

    async def ask(self, request: ModelRequest) -> Answered:
        """Sends one question, again where that is harmless, and returns what became of it.

        Sent again are: no connection, a cut connection, and status 429, 500, 502, 503, 504. Not a time-out, since the
        server may still be at work. The last status and the provider's words stay in the failure.
        """
        started = time.monotonic()
        try:
            body = canonical_bytes(WIRE_FORMAT.build(request))
        except ValueError as error:
            return Answered(outcome=_unsendable(error), elapsed_ms=0, n_attempts=0, request_body=b"")
        n_attempts, waited = 0, 0.0
        while True:
            n_attempts += 1
            attempt = await self._attempt(body)
            outcome = attempt.outcome
            if isinstance(outcome, ModelReply) or not attempt.is_worth_another:
                break
            if n_attempts >= self._limits.n_attempts:
                break
            wait = attempt.asked_wait
            if wait is None:
                wait = own_wait(n_attempts, self._limits.first_wait_seconds)
            if waited + wait > self._limits.wait_seconds:
                outcome = _too_long_a_wait(outcome, wait, self._limits.wait_seconds)
                break
            waited += wait
            self._on_wait(wait, outcome.message)
            await asyncio.sleep(wait)
        elapsed_ms = round((time.monotonic() - started) * 1000)
        return Answered(outcome=outcome, elapsed_ms=elapsed_ms, n_attempts=n_attempts, request_body=body)

    async def _attempt(self, body: bytes) -> _Attempt:
        try:
            async with asyncio.timeout(self._limits.whole_seconds):
                return await self._send(body)
        except TimeoutError:
            failure = failures.timed_out(self._limits.whole_seconds, "The answer was not complete")
            return _Attempt(outcome=failure, is_worth_another=False)
        except (httpx.HTTPError, httpx.InvalidURL, aiohttp.ClientError, OSError, ValueError) as error:
            return self._without_answer(error)

    async def _send(self, body: bytes) -> _Attempt:
        headers = {"authorization": f"Bearer {self._key}"} if self._key else {}
        async with self._http.stream("POST", self._url, content=body, headers=headers) as response:
            received = await self._read(response)
            if received is None:
                failure = failures.too_large(response.status_code, self._limits.max_body_bytes)
                return _Attempt(outcome=failure, is_worth_another=False)
        received = received.replace(self._secret.encode(), HIDDEN_KEY.encode()) if self._secret else received
        status = response.status_code
        outcome = self._without_key(WIRE_FORMAT.parse(status, response.headers.get("content-type", ""), received))
        if isinstance(outcome, ModelReply):
            return _Attempt(outcome=outcome, is_worth_another=False)
        is_worth_another = not outcome.stops_run and (
            status in RETRIED_STATUS or outcome.cause in ("throttled", "cut_off")
        )
        wait = asked_wait(response.headers, datetime.now(UTC))
        return _Attempt(outcome=outcome, is_worth_another=is_worth_another, asked_wait=wait)

    async def _read(self, response: httpx.Response) -> bytes | None:
        """The body, or None when it is larger than allowed; never holds much more than that."""
        stated = response.headers.get("content-length", "")
        if stated.isascii() and stated.isdigit() and int(stated[:20]) > self._limits.max_body_bytes:
            return None
        received = bytearray()
        async for piece in response.aiter_bytes():
            received += piece
            if len(received) > self._limits.max_body_bytes:
                return None
        return bytes(received)

    def _without_key(self, outcome: ModelReply | CallFailure) -> ModelReply | CallFailure:
        """Some servers repeat the key in their errors; it must not reach the store, however it was escaped."""
        if not self._secret:
            return outcome

        def hidden(text: str) -> str:
            return text.replace(self._secret, HIDDEN_KEY)

        if isinstance(outcome, CallFailure):
            return replace(outcome, detail=hidden(outcome.detail), message=hidden(outcome.message))
        return replace(
            outcome,
            text=hidden(outcome.text),
            reasoning=hidden(outcome.reasoning),
            finish_reason=hidden(outcome.finish_reason),
            model_echo=hidden(outcome.model_echo),
            fingerprint=hidden(outcome.fingerprint),
        )

    def _without_answer(self, error: Exception) -> _Attempt:
        # The transport sorts several unlike failures under one name; what aiohttp raised tells them apart.
        cause = error.__cause__ if isinstance(error.__cause__, (aiohttp.ClientError, OSError)) else error
        limits = self._limits
        host = urlsplit(self._url).netloc
        match cause:
            case aiohttp.ClientConnectorCertificateError() | aiohttp.ClientConnectorSSLError():
                advice = "Check the address; a certificate authority of your own goes into SSL_CERT_FILE."
                failure = failures.unreachable(f"The certificate of {host} was not accepted.", advice)
                return _Attempt(outcome=failure, is_worth_another=False)
            case aiohttp.ClientHttpProxyError(status=status):
                return _Attempt(outcome=failures.failure_of_status(status, "said by the proxy"), is_worth_another=False)
            case aiohttp.ClientProxyConnectionError():
                failure = failures.unreachable("The proxy could not be reached.", "Check the system's proxy settings.")
            case aiohttp.ClientConnectorDNSError():
                failure = failures.unreachable(
                    f"The name of {host} was not found.", "Check the address and the network."
                )
            case aiohttp.SocketTimeoutError():
                failure = failures.timed_out(limits.silence_seconds, "Nothing came from the server")
                return _Attempt(outcome=failure, is_worth_another=False)
            case aiohttp.ConnectionTimeoutError():
                reason = f"No connection to {host} came about within {limits.connect_seconds:g} seconds."
                failure = failures.unreachable(reason, "Check the address and the network.")
            case aiohttp.ClientConnectorError():
                failure = failures.unreachable(f"No server answers at {host}.", "Check the address; start the server.")
            case aiohttp.ServerDisconnectedError() | aiohttp.ClientPayloadError() | aiohttp.ClientOSError() | OSError():
                failure = failures.cut_off(type(cause).__name__)
            case _:
                # Its text may quote what was sent or received; the name of its kind is enough.
                failure = failures.not_understood(0, "The answer is not proper HTTP.", type(cause).__name__)
                return _Attempt(outcome=replace(failure, http_status=None), is_worth_another=False)
        return _Attempt(outcome=failure, is_worth_another=True)


def _new_session() -> aiohttp.ClientSession:
    """Connections without a ceiling (the caller decides how many calls are in flight) and without cookies."""
    connector = aiohttp.TCPConnector(ssl=shared_tls(), limit=0)
    return aiohttp.ClientSession(connector=connector, cookie_jar=aiohttp.DummyCookieJar())


def _with_credentials(proxy: str) -> httpx.Proxy:
    """The proxy with its user name and password moved into a header; what aiohttp did with them is deprecated."""
    parts = urlsplit(proxy)
    user_info, _, place = parts.netloc.rpartition("@")
    headers = {}
    if user_info:
        headers["authorization"] = "Basic " + base64.b64encode(unquote(user_info).encode()).decode()
    # aiohttp sends this header to the proxy alone, under the name that is meant for proxies.
    return httpx.Proxy(f"{parts.scheme}://{place}", headers=headers)


def _checked_address(base_url: str) -> str:
    problem = address_problem(base_url)
    if problem:
        raise InputError(problem, ADDRESS_ADVICE)
    return base_url.strip().rstrip("/")


def _checked_key(key: str | None) -> str:
    text = (key or "").strip()
    if not text.isascii() or not text.isprintable() or " " in text:
        raise InputError("The key holds a character that no key can hold.", "Copy the key again, without line ends.")
    return text


def _unsendable(error: ValueError) -> CallFailure:
    return CallFailure(
        cause="bad_request",
        message=f"The question cannot be sent: {error}.",
        advice="Look for damaged characters in the file's text.",
    )


def _too_long_a_wait(failure: CallFailure, wait: float, limit: float) -> CallFailure:
    message = (
        f"{failure.message} The next try would have been in {wait:,.0f} seconds; at most {limit:g} are waited in all."
    )
    return replace(failure, message=message)
