"""Addresses of endpoints: what can be used as one, judged without asking anybody."""

from __future__ import annotations

from urllib.parse import urlsplit

ADDRESS_ADVICE = "Enter it as https://host/v1, without a user name, a question mark or a hash sign."


def address_problem(base_url: str) -> str:
    """Why a text cannot be the address of an endpoint, in one sentence; empty when it can.

    The sentence never repeats the address: what stands there may be a secret.

    Example:
        >>> address_problem("https://host.example/v1")
        ''
        >>> address_problem("host.example")
        "The endpoint's address is not a web address."
    """
    try:
        parts = urlsplit(base_url.strip())
        is_usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_usable = False
    if not is_usable:
        return "The endpoint's address is not a web address."
    if "@" in parts.netloc or parts.query or parts.fragment:
        return "The endpoint's address holds more than a host and a path."
    return ""
