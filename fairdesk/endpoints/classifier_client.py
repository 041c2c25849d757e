"""Asks a classifier endpoint about texts: ``POST {"inputs": [...]}``; whatever goes wrong is a reason per text."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from types import TracebackType
from urllib.parse import urlsplit

import httpx

from fairdesk.domain.exchanges import CallFailure
from fairdesk.endpoints import failures
from fairdesk.endpoints.classifier_answers import Labelled, question_body, read_answer
from fairdesk.endpoints.client import LOST, RETRIED_STATUS, ClientLimits, EndpointTarget
from fairdesk.endpoints.connections import checked_address, transport_to
from fairdesk.endpoints.hidden_key import KeyHider, checked_key
from fairdesk.endpoints.lost_calls import lost_call
from fairdesk.endpoints.waiting import own_wait, server_hints, utc_now

TEXTS_AT_ONCE = 32

MOST_ATTEMPTS = 3

ALONE_AFTER = ("bad_request", "not_understood", "too_large", "server_error")
"""Failures that one text of several may have caused; each is then asked about alone, to lose no other."""

GIVEN_UP_AFTER = 3
"""Texts that fail alone in a row; then it is not the texts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledTexts:
    """What became of some texts.

    Attributes:
        texts: One per text, in their order.
        failure: Of the last call that failed; None where none did. Where it stops everything, further texts would fail
            the same way.
    """

    texts: tuple[Labelled, ...]
    failure: CallFailure | None = None


class ClassifierClient:
    """Asks one classifier endpoint. Use as an asynchronous context manager; one call at a time.

    Args:
        target: Address, key and trust; the texts are sent to the address itself. The key goes into the header
            ``Authorization`` and nowhere else.

    Raises:
        InputError: the address, the key or the certificate file cannot be used.
        EndpointError: the system's settings name a proxy that is not supported.
    """

    def __init__(self, target: EndpointTarget, limits: ClientLimits | None = None) -> None:
        self._limits = limits or ClientLimits()
        self._base = checked_address(target.base_url)
        key = checked_key(target.key)
        self._hide = KeyHider.of(key)
        headers = {
            "user-agent": "FairDesk",
            "accept": "application/json",
            "accept-encoding": "identity",
            "content-type": "application/json",
        }
        if key:
            headers["authorization"] = f"Bearer {key}"
        self._headers = httpx.Headers(headers)
        times = httpx.Timeout(self._limits.silence_seconds, connect=self._limits.connect_seconds, pool=None)
        self._extensions = {"timeout": times.as_dict()}
        self._transport = transport_to(self._base, target.ca_file)

    def __repr__(self) -> str:
        return f"ClassifierClient({self._base!r})"

    async def __aenter__(self) -> ClassifierClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._transport.aclose()

    async def labels(self, texts: Sequence[str]) -> LabelledTexts:
        """The labels of some texts, or why a text has none. A failure of a few of them is not one of the others."""
        found = await self._of_all(texts)
        if not isinstance(found, CallFailure):
            return LabelledTexts(texts=tuple(found))
        if len(texts) == 1 or found.stops_run or found.cause not in ALONE_AFTER:
            return LabelledTexts(texts=(_lost(found),) * len(texts), failure=found)
        done: list[Labelled] = []
        n_failed, last = 0, None
        for text in texts:
            if n_failed < GIVEN_UP_AFTER:
                one = await self._of_all((text,))
                n_failed, last = (n_failed + 1, one) if isinstance(one, CallFailure) else (0, last)
                done.append(_lost(one) if isinstance(one, CallFailure) else one[0])
            else:
                done.append(done[-1])
        return LabelledTexts(texts=tuple(done), failure=last)

    async def _of_all(self, texts: Sequence[str]) -> list[Labelled] | CallFailure:
        """Asks about them together, again where that is harmless."""
        waited = 0.0
        for n_attempts in range(1, MOST_ATTEMPTS + 1):
            found, retry_after_s = await self._attempt(texts)
            if not isinstance(found, CallFailure) or retry_after_s is None or n_attempts == MOST_ATTEMPTS:
                break
            wait = retry_after_s or own_wait(n_attempts, self._limits.first_wait_seconds)
            if waited + wait > self._limits.wait_seconds:
                break
            waited += wait
            await asyncio.sleep(wait)
        return found

    async def _attempt(self, texts: Sequence[str]) -> tuple[list[Labelled] | CallFailure, float | None]:
        """What one sending brought; and where another is harmless, the seconds that the server asked to wait, or 0."""
        limits = self._limits
        request = httpx.Request(
            "POST", self._base, headers=self._headers, content=question_body(texts), extensions=self._extensions
        )
        try:
            async with asyncio.timeout(limits.whole_seconds):
                response = await self._transport.handle_async_request(request)
                try:
                    received = await self._read(response)
                finally:
                    await response.aclose()
        except TimeoutError:
            return failures.timed_out(limits.whole_seconds, "The classifier's answer was not complete"), None
        except LOST as error:
            lost = lost_call(error, urlsplit(self._base).netloc, limits.connect_seconds, limits.silence_seconds)
            return lost.failure, 0.0 if lost.is_worth_another else None
        status = response.status_code
        if received is None:
            return failures.too_large(status, limits.max_body_bytes), None
        content_type = response.headers.get("content-type", "")
        found = read_answer(status, content_type, self._hide.in_bytes(received), len(texts))
        is_worth_another = isinstance(found, CallFailure) and not found.stops_run and status in RETRIED_STATUS
        hints = server_hints(response.headers.raw, utc_now())
        return found, (hints.retry_after_s or 0.0) if is_worth_another else None

    async def _read(self, response: httpx.Response) -> bytes | None:
        received = bytearray()
        async for piece in response.aiter_bytes():
            received += piece
            if len(received) > self._limits.max_body_bytes:
                return None
        return bytes(received)


def _lost(failure: CallFailure) -> Labelled:
    """No labels, with the cause in words; a server's own words are not evidence of anything and may be long."""
    return Labelled(reason=failure.message)
