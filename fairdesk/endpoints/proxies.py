"""Which proxy stands between this machine and an endpoint: none for loopback, else the system's."""

from __future__ import annotations

import ipaddress
import urllib.request
from urllib.parse import urlsplit

from fairdesk.domain.errors import EndpointError


def is_loopback(host: str) -> bool:
    """True for 127.0.0.0/8, ::1 and localhost: such a call must never leave the machine.

    Example:
        >>> [is_loopback(host) for host in ("127.8.9.1", "::1", "LocalHost", "10.0.0.1", "127.example.org")]
        [True, True, True, False, False]
    """
    name = host.strip("[]").rstrip(".").lower()
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return address.is_loopback or (mapped is not None and mapped.is_loopback)


def proxy_for(url: str) -> str | None:
    """The proxy for an address by the system's settings or the usual environment variables; None means direct.

    Read by the standard library on every system. Its rules for exceptions are kept and gaps closed: loopback is
    always direct (a list that names ``localhost`` does not cover 127.0.0.1); networks like 10.0.0.0/8 and stars count.

    Raises:
        EndpointError: the proxy is of a kind that is not supported (SOCKS).
    """
    parts = urlsplit(url)
    host = parts.hostname or ""
    if is_loopback(host):
        return None
    settings = urllib.request.getproxies()
    proxy = settings.get(parts.scheme) or settings.get("all")
    if not proxy or urllib.request.proxy_bypass(parts.netloc.rpartition("@")[2]):
        return None
    if _is_excepted(host, settings.get("no", "")):
        return None
    address = proxy if "://" in proxy else f"http://{proxy}"
    kind = address.partition("://")[0].lower()
    if kind not in ("http", "https"):
        raise EndpointError(
            f"The system's settings name a proxy of the kind {kind}, which FairDesk does not support.",
            "Set HTTPS_PROXY to an http:// proxy, or name the endpoint's host in NO_PROXY to reach it directly.",
        )
    return address


def _is_excepted(host: str, exceptions: str) -> bool:
    """Whether a list of exceptions names the host as an address, a network, with brackets, or by a star."""
    entries = [entry.strip().lower() for entry in exceptions.split(",")]
    if "*" in entries or any(entry.startswith("*.") and host.endswith(entry[1:]) for entry in entries):
        return True
    try:
        address = ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return False
    for entry in entries:
        try:
            network = ipaddress.ip_network(entry.strip("[]"), strict=False)
        except ValueError:
            continue
        if address.version == network.version and address in network:
            return True
    return False
