"""What an exception of the transport means: one failure for each way in which a call can get lost."""

from __future__ import annotations

from dataclasses import dataclass, replace

import aiohttp

from fairdesk.domain.exchanges import CallFailure
from fairdesk.endpoints import failures


@dataclass(frozen=True, slots=True, kw_only=True)
class LostCall:
    """A call that brought no answer.

    Attributes:
        is_worth_another: Sending it again is harmless, and may help.
    """

    failure: CallFailure
    is_worth_another: bool


def lost_call(error: Exception, host: str, connect_seconds: float, silence_seconds: float) -> LostCall:
    """Tell apart what the transport sorts under one name.

    Args:
        error: Raised by the transport; its cause, where it is one of aiohttp or the system, tells more.
        host: With its port, for the words.
        connect_seconds: The time limit until a connection stands.
        silence_seconds: The time limit between two pieces of an answer.
    """
    cause = error.__cause__ if isinstance(error.__cause__, (aiohttp.ClientError, OSError)) else error
    network_advice = "Check the address and the network."
    match cause:
        case aiohttp.ClientConnectorCertificateError() | aiohttp.ClientConnectorSSLError():
            reason = f"The certificate of {host} was not accepted."
            advice = "Check the address; the file of a certificate authority of your own is named at the endpoint."
            return LostCall(failure=failures.unreachable(reason, advice), is_worth_another=False)
        case aiohttp.ClientHttpProxyError(status=status):
            failure = failures.failure_of_status(status, "said by the proxy")
            return LostCall(failure=failure, is_worth_another=False)
        case aiohttp.ClientProxyConnectionError():
            failure = failures.unreachable("The proxy could not be reached.", "Check the system's proxy settings.")
        case aiohttp.ClientConnectorDNSError():
            failure = failures.unreachable(f"The name of {host} was not found.", network_advice)
        case aiohttp.SocketTimeoutError():
            failure = failures.timed_out(silence_seconds, "Nothing came from the server")
            return LostCall(failure=failure, is_worth_another=False)
        case aiohttp.ConnectionTimeoutError():
            reason = f"No connection to {host} came about within {connect_seconds:g} seconds."
            failure = failures.unreachable(reason, network_advice)
        case aiohttp.ClientConnectorError() | ConnectionRefusedError():
            failure = failures.unreachable(f"No server answers at {host}.", "Check the address; start the server.")
        case aiohttp.ServerDisconnectedError() | aiohttp.ClientPayloadError() | aiohttp.ClientOSError() | OSError():
            failure = failures.cut_off(type(cause).__name__)
        case _:
            # Its text may quote what was sent or received; the name of its kind is enough.
            failure = failures.not_understood(0, "The answer is not proper HTTP.", type(cause).__name__)
            return LostCall(failure=replace(failure, http_status=None), is_worth_another=False)
    return LostCall(failure=failure, is_worth_another=True)


def too_long_a_wait(failure: CallFailure, wait: float, limit: float) -> CallFailure:
    """The last failure, with the wait that nobody was ready for; the provider's words stay."""
    message = (
        f"{failure.message} The next try would have been in {wait:,.0f} seconds; at most {limit:g} are waited in all."
    )
    return replace(failure, message=message)


def out_of_patience(failure: CallFailure, wait: float, longest: float) -> CallFailure:
    """The last failure of an endpoint that nobody waits for any longer; the provider's words stay."""
    message = f"{failure.message} Without an answer at most {_time_words(longest)} are waited"
    if wait >= 1:
        message += f"; the next try would have been in {_time_words(wait)}"
    return replace(failure, message=f"{message}.")


def _time_words(seconds: float) -> str:
    """Seconds, minutes or hours, whichever is short.

    Example:
        >>> [_time_words(seconds) for seconds in (60, 400, 604800)]
        ['60 seconds', '7 minutes', '168 hours']
    """
    if seconds < 120:
        return f"{seconds:.0f} seconds"
    if seconds < 7200:
        return f"{seconds / 60:.0f} minutes"
    return f"{seconds / 3600:,.0f} hours"
