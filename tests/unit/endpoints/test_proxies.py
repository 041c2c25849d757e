"""Loopback never meets a proxy; other hosts meet the system's."""

from __future__ import annotations

import pytest

from fairdesk.domain.errors import EndpointError
from fairdesk.endpoints.proxies import is_loopback, proxy_for

PROXY = "http://proxy.example:3128"


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


@pytest.mark.parametrize("variable", ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "all_proxy"])
@pytest.mark.parametrize("exceptions", ["", "localhost", "example.org", "*.local", "127.0.0.2"])
@pytest.mark.parametrize(
    "host", ["127.0.0.1:8000", "127.9.9.9", "localhost:1", "[::1]:8000", "LOCALHOST", "[::ffff:127.0.0.1]"]
)
def test_loopback_is_direct_whatever_the_environment_says(
    monkeypatch: pytest.MonkeyPatch, variable: str, exceptions: str, host: str
) -> None:
    """NO_PROXY=localhost does not cover 127.0.0.1 elsewhere; here every loopback name is direct."""
    monkeypatch.setenv(variable, PROXY)
    monkeypatch.setenv("NO_PROXY", exceptions)
    assert proxy_for(f"http://{host}/v1") is None
    assert proxy_for(f"https://{host}/v1") is None


def test_other_hosts_use_the_proxy_of_their_scheme(monkeypatch: pytest.MonkeyPatch) -> None:
    """HTTPS_PROXY serves https, HTTP_PROXY http, ALL_PROXY the rest; a bare host name means http."""
    monkeypatch.setenv("HTTPS_PROXY", "proxy.example:3128")
    monkeypatch.setenv("ALL_PROXY", "http://other.example:1")
    assert proxy_for("https://api.example/v1") == PROXY
    assert proxy_for("http://api.example/v1") == "http://other.example:1"
    assert proxy_for("http://127.0.0.1.example/v1") == "http://other.example:1"


@pytest.mark.parametrize(
    ("exceptions", "url"),
    [
        ("*.example", "https://api.example/v1"),
        ("*", "https://api.example/v1"),
        ("api.example", "https://api.example/v1"),
        (" .example ", "https://api.example/v1"),
        ("example", "https://api.example/v1"),
        ("api.example:8443", "https://api.example:8443/v1"),
        ("10.0.0.0/8", "https://10.1.2.3/v1"),
        ("fd00::/8", "https://[fd00::1]/v1"),
        ("[fd00::1]", "https://[fd00::1]/v1"),
    ],
)
def test_exceptions_are_honoured(monkeypatch: pytest.MonkeyPatch, exceptions: str, url: str) -> None:
    """Stars, suffixes, ports, networks and bracketed addresses in NO_PROXY all mean direct."""
    monkeypatch.setenv("HTTPS_PROXY", PROXY)
    monkeypatch.setenv("NO_PROXY", f"nothing.invalid,{exceptions}")
    assert proxy_for(url) is None


def test_exception_for_one_host_is_none_for_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name in NO_PROXY covers itself and what is below it, not what merely ends alike."""
    monkeypatch.setenv("HTTPS_PROXY", PROXY)
    monkeypatch.setenv("NO_PROXY", "example.org,10.0.0.0/8")
    assert proxy_for("https://notexample.org/v1") == PROXY
    assert proxy_for("https://11.0.0.1/v1") == PROXY


@pytest.mark.parametrize("kind", ["socks5", "socks5h", "socks4"])
def test_socks_is_refused_in_plain_words(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    """An unsupported proxy is named by its kind, never by its address, which may hold a password."""
    monkeypatch.setenv("ALL_PROXY", f"{kind}://user:secret@127.0.0.1:9")
    with pytest.raises(EndpointError, match=kind) as caught:
        proxy_for("https://api.example/v1")
    assert "secret" not in str(caught.value)
    assert caught.value.advice


def test_lookalikes_are_not_loopback() -> None:
    """A name that begins like a loopback address is not one."""
    assert not any(is_loopback(host) for host in ("127.0.0.1.example", "localhost.example", "128.0.0.1", "", "::2"))
