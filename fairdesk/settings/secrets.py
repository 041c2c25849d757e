"""Keys of endpoints: kept by the system's key store or for this session only, never in a file of FairDesk."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NoReturn

from fairdesk.domain.errors import InputError, SecretError
from fairdesk.settings.system_keys import KeyStoreSilent, SystemKeys

UNLOCK_SECONDS = 20.0
"""How long one call waits, for example while somebody unlocks the key store."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SecretsStatus:
    """Where keys are kept now: ``kind`` is ``system`` or ``session``, ``words`` one plain sentence for the screen."""

    kind: str
    words: str


class Secrets:
    """The keys of one session. Every method may wait for the key store: never call one on the window's thread.

    Args:
        session: Keys that a parent process handed over (see ``dump_session``).
        timeout_seconds: How long one call to the key store may take.
    """

    def __init__(self, session: Mapping[str, str] | None = None, timeout_seconds: float = UNLOCK_SECONDS) -> None:
        self._session = dict(session or {})
        self._system = SystemKeys(timeout_seconds)

    def __repr__(self) -> str:
        return f"<Secrets, {len(self._session)} for this session>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("keys are handed to another process by dump_session only")

    def status(self) -> SecretsStatus:
        """Which store is in use, in words."""
        try:
            name = self._system.backend_name()
        except Exception as error:
            return _session_only(_reason(error))
        if name is None:
            return _session_only("this computer has no key store that FairDesk can use")
        return SecretsStatus(kind="system", words=f"Keys are kept in the system's key store ({name}).")

    def get(self, name: str, variable: str = "") -> str | None:
        """The key under a name: of this session, else of the system's key store, else of an environment variable.

        Args:
            name: Name of the key; empty names none.
            variable: Environment variable that the endpoint names; empty for none.

        Returns:
            The key, or None when there is none. A key store that refuses counts as having none; ``status`` and
            ``set`` say why.
        """
        if name in self._session:
            return self._session[name]
        found: str | None = None
        if name:
            try:
                found = self._system.get(name)
            except Exception:
                found = None  # locked, dismissed, silent: the variable may still have it
        if not found and variable:
            found = os.environ.get(variable, "").strip()
        return found or None

    def set(self, name: str, value: str, remember: bool) -> SecretsStatus:
        """Take a key over.

        Args:
            name: Name of the key.
            value: The key; blanks around it are dropped.
            remember: Keep it in the system's key store; False keeps it for this session only.

        Returns:
            Where it is now. When the key store is absent or refuses, it is kept for this session and the words say so.

        Raises:
            InputError: the name or the key is empty.
        """
        value = value.strip()
        if not name or not value:
            raise InputError("There is no key to keep.", "Enter the key and the name of its entry.")
        status = SecretsStatus(kind="session", words="The key is kept in memory until FairDesk is closed.")
        if remember:
            try:
                kept = self._system.set(name, value)
                status = self.status() if kept else _session_only("this computer has no key store FairDesk can use")
            except Exception as error:
                kept, status = False, _session_only(_reason(error))
            if kept:
                self._session.pop(name, None)
                return status
        self._session[name] = value
        return status

    def forget(self, name: str) -> None:
        """Remove a key from this session and from the system's key store; absent is no error.

        Raises:
            SecretError: the key store did not answer or refused, so the key may still be there.
        """
        self._session.pop(name, None)
        try:
            self._system.delete(name)
        except Exception as error:
            raise SecretError(
                f"The key {name!r} may still be in the system's key store: {_reason(error)}.",
                "Unlock the key store and try again, or remove the entry FairDesk there.",
            ) from error

    def dump_session(self) -> dict[str, str]:
        """The keys that live in this session only, for a child process; hand them over its standard input."""
        return dict(self._session)


def _session_only(reason: str) -> SecretsStatus:
    return SecretsStatus(
        kind="session",
        words=f"Keys are kept in memory until FairDesk is closed, because {reason}.",
    )


def _reason(error: Exception) -> str:
    if isinstance(error, KeyStoreSilent):
        return "the system's key store does not answer (it may be waiting to be unlocked)"
    # Only the kind of failure: a backend's message might repeat what it was given.
    return f"the system's key store refused ({type(error).__name__})"
