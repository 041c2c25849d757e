"""The failures of a call, in plain words: one function for each way in which a server can disappoint."""

from __future__ import annotations

from fairdesk.domain.exchanges import CallFailure
from fairdesk.endpoints.wire_format import CannotBeSentError

LONGEST_DETAIL = 2000
SPENT_CODES = ("insufficient_quota", "billing_hard_limit_reached", "credit_balance_too_low")
"""Codes of a 400 or 429 that no waiting mends."""

KEY_CODES = ("API_KEY_INVALID", "invalid_api_key")
"""Codes of a 400 that mean the key and not the question."""

STATUS_OF_CODE = {"server_error": "500", "rate_limit_exceeded": "429"}
"""Codes of errors inside an answer of status 200 that say what another status would."""


def failure_of_status(status: int, detail: str, code: str = "") -> CallFailure:
    """The failure that an HTTP status outside 200 to 299 stands for.

    Args:
        status: HTTP status.
        detail: The provider's own words.
        code: The provider's code for the error, where it gave one.
    """
    cause, message, advice, stops_run = _meaning(status, code)
    return CallFailure(
        cause=cause,
        message=message,
        advice=advice,
        http_status=status,
        detail=detail[:LONGEST_DETAIL],
        stops_run=stops_run,
    )


def _meaning(status: int, code: str) -> tuple[str, str, str, bool]:
    if status in (401, 403, 407) or (status == 400 and code in KEY_CODES):
        whose = "proxy" if status == 407 else "server"
        return "refused_key", f"The {whose} refused the key (status {status}).", "Check the key and its rights.", True
    if status in (404, 405, 410):
        message = f"The server knows no such address or model (status {status})."
        return "bad_request", message, "Check the address (it often ends in /v1) and the model's name.", True
    if status == 402 or (status in (400, 429) and code in SPENT_CODES):
        message = f"The account's credit is used up (status {status})."
        return "throttled", message, "Add credit at the provider, then resume the run.", True
    if 300 <= status < 400:
        message = f"The server sent the call on to another address (status {status}); FairDesk does not follow."
        return "bad_request", message, "Enter the final address of the endpoint.", True
    if status == 429:
        message = "The server asked to slow down (status 429)."
        return "throttled", message, "Lower the number of calls in flight, or try later.", False
    if status == 408:
        return "timed_out", "The server gave up waiting (status 408).", "Try again later.", False
    if status >= 500:
        message = f"The server failed (status {status})."
        return "server_error", message, "Try again later; if it lasts, ask the provider.", False
    message = f"The server did not accept the request (status {status})."
    return "bad_request", message, "Read the provider's own words; often the text is too long for the model.", False


def provider_failure(status: int, detail: str, code: str = "") -> CallFailure:
    """An error object inside an answer whose status said that all was well; its code may be or stand for a status."""
    code = STATUS_OF_CODE.get(code, code)
    if code.isascii() and code.isdigit() and 400 <= int(code[:4]) < 600:
        inner = failure_of_status(int(code), detail, code)
        message = f"{inner.message} It came inside an answer of status {status}."
        return CallFailure(
            cause=inner.cause,
            message=message,
            advice=inner.advice,
            http_status=status,
            detail=inner.detail,
            stops_run=inner.stops_run,
        )
    return not_understood(status, "The server answered with an error object.", detail)


def not_json(status: int, content_type: str, start: str) -> CallFailure:
    """The body is no JSON: a web page, an event stream, nothing at all, or garbage."""
    shown = start.lstrip().lower()
    if not shown:
        message = "The server answered with nothing at all."
    elif "html" in content_type.lower() or shown.startswith(("<!doctype", "<html")):
        message = "The server answered with a web page instead of JSON."
    elif "event-stream" in content_type.lower() or shown.startswith("data:"):
        message = "The server answered with a stream of events, which was not asked for."
    else:
        message = "The server's answer is not JSON."
    return CallFailure(
        cause="not_json",
        message=message,
        advice="Check the address: it must be the one of the interface (often ending in /v1), not of a web site.",
        http_status=status,
        detail=start[:LONGEST_DETAIL],
    )


def truncated(status: int, start: str) -> CallFailure:
    """JSON that ends in the middle, although the connection ended in order."""
    return CallFailure(
        cause="cut_off",
        message="The server's answer breaks off in the middle.",
        advice="Try again; if it lasts, a proxy on the way may limit the size.",
        http_status=status,
        detail=start[:LONGEST_DETAIL],
    )


def not_understood(status: int, message: str, detail: str) -> CallFailure:
    """JSON, but not an answer of this wire format."""
    return CallFailure(
        cause="not_understood",
        message=message,
        advice="Check the address and the kind of the endpoint: it speaks another format, or another version of it.",
        http_status=status,
        detail=detail[:LONGEST_DETAIL],
    )


def unreachable(reason: str, advice: str) -> CallFailure:
    """No connection came about. Every further call would fail the same way, so a run stops and can be resumed."""
    return CallFailure(cause="unreachable", message=reason, advice=advice, stops_run=True)


def cut_off(reason: str) -> CallFailure:
    """The connection ended before the answer was complete."""
    return CallFailure(
        cause="cut_off",
        message=f"The connection was cut before the answer was complete ({reason}).",
        advice="Try again; if it lasts, look at the network or ask the provider.",
    )


def timed_out(seconds: float, what: str) -> CallFailure:
    """Nothing came in time. It is not asked again by itself: the server may still be at work on it."""
    return CallFailure(
        cause="timed_out",
        message=f"{what} within {seconds:g} seconds.",
        advice="Raise the time limit, or ask for shorter answers.",
    )


def too_large(status: int, n_bytes: int) -> CallFailure:
    """The answer is larger than any answer to a question can be; it was not read further."""
    return CallFailure(
        cause="too_large",
        message=f"The answer is larger than {n_bytes / 1_000_000:g} MB and was not read.",
        advice="Check that the address is the one of a chat endpoint.",
        http_status=status,
    )


def unsendable(error: ValueError) -> CallFailure:
    """The question could not be put into a body, so nothing was sent.

    Args:
        error: What ``wire_format.request_bytes`` raised. A CannotBeSentError is the fault of the settings and stops the
            run, since every further call would fail alike; any other is the fault of the question's text.
    """
    is_for_all = isinstance(error, CannotBeSentError)
    advice = "Look for damaged characters in the file's text."
    if is_for_all:
        advice = "Change the endpoint's options or the settings of the answer, or choose another endpoint."
    return CallFailure(
        cause="bad_request", message=f"The question cannot be sent: {error}.", advice=advice, stops_run=is_for_all
    )
