"""The system's key store, asked so that nobody waits for it forever. Only this module imports keyring."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import keyring
from keyring.backend import KeyringBackend
from keyring.backends import chainer, fail, null

SERVICE = "FairDesk"
"""The name under which the system's key store lists our entries."""

T = TypeVar("T")


class KeyStoreSilent(Exception):
    """The key store did not answer in time; most often it waits for somebody to unlock it."""


@dataclass(slots=True)
class _Call:
    """One call to the key store and what came of it."""

    thread: threading.Thread | None = None
    value: object = None
    error: BaseException | None = None


class SystemKeys:
    """Calls to the key store, each in a thread of its own with a time limit.

    A call that is still unanswered stays behind (it cannot be stopped) and no further call is made until it ends.

    Args:
        timeout_seconds: How long to wait for one answer; long enough for somebody to unlock the store.
    """

    def __init__(self, timeout_seconds: float) -> None:
        self._timeout_seconds = timeout_seconds
        self._pending: threading.Thread | None = None
        self._lock = threading.Lock()

    def backend_name(self) -> str | None:
        """Name of the key store in use, or None when there is none that keeps keys encrypted."""
        backend = self._ask(_choose)
        return None if backend is None else _name(backend)

    def get(self, name: str) -> str | None:
        """The key under a name, or None when there is none or no key store."""
        return self._ask(lambda: None if (backend := _choose()) is None else backend.get_password(SERVICE, name))

    def set(self, name: str, value: str) -> bool:
        """Keep a key; False when there is no key store."""

        def work() -> bool:
            backend = _choose()
            if backend is not None:
                backend.set_password(SERVICE, name, value)
            return backend is not None

        return self._ask(work)

    def delete(self, name: str) -> None:
        """Remove a key; absent is no error."""

        def work() -> None:
            backend = _choose()
            if backend is not None and backend.get_password(SERVICE, name) is not None:
                backend.delete_password(SERVICE, name)

        self._ask(work)

    def _ask(self, work: Callable[[], T]) -> T:
        with self._lock:
            if self._pending is not None and self._pending.is_alive():
                raise KeyStoreSilent
            call = _Call()

            def run() -> None:
                try:
                    call.value = work()
                except BaseException as error:  # carried to the caller's thread
                    call.error = error

            # A daemon thread: a prompt that nobody answers must not keep FairDesk from ending.
            thread = threading.Thread(target=run, name="key store", daemon=True)
            self._pending = thread
            thread.start()
            thread.join(self._timeout_seconds)
            if thread.is_alive():
                raise KeyStoreSilent
        if call.error is not None:
            raise call.error
        return call.value  # type: ignore[return-value]  # of work, which went well


def _choose() -> KeyringBackend | None:
    """The key store that keyring would use, unless it keeps nothing or keeps keys readable.

    When several are there keyring chains them; the first acceptable one is then used by itself, so that no key can
    fall through to a plain text file.
    """
    chosen = keyring.get_keyring()
    candidates = chosen.backends if isinstance(chosen, chainer.ChainerBackend) else [chosen]
    return next((candidate for candidate in candidates if _is_acceptable(candidate)), None)


def _is_acceptable(backend: KeyringBackend) -> bool:
    if isinstance(backend, (fail.Keyring, null.Keyring, chainer.ChainerBackend)):
        return False
    return not any(kind.__module__.split(".")[:2] == ["keyrings", "alt"] for kind in type(backend).__mro__)


def _name(backend: KeyringBackend) -> str:
    return type(backend).__module__.rsplit(".", 1)[-1]
