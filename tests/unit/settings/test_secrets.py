"""Keys are kept by the system's key store or in memory, never in a file, and nobody waits forever."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends import fail, null
from keyring.errors import InitError

from fairdesk.domain.audited_system import EndpointSettings
from fairdesk.domain.errors import InputError, SecretError
from fairdesk.settings.paths import Paths
from fairdesk.settings.preferences import Preferences, save_preferences
from fairdesk.settings.secrets import Secrets
from fairdesk.store.store import Store
from tests.conftest import requires_program

KEY = "sk-planted-7f3a9c-never-on-disk"


class MemoryStore(KeyringBackend):
    """The system's key store, played in memory; ``wait`` plays a prompt that nobody answers."""

    priority = 1  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}
        self.go_on = threading.Event()
        self.go_on.set()
        self.failure: Exception | None = None

    def _answer(self) -> None:
        self.go_on.wait(30)
        if self.failure is not None:
            raise self.failure

    def get_password(self, service: str, username: str) -> str | None:
        self._answer()
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self._answer()
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        self._answer()
        del self.kept[service, username]


@pytest.fixture(autouse=True)
def _the_testers_own_key_store_stays_away() -> Iterator[None]:
    before = keyring.get_keyring()
    keyring.set_keyring(fail.Keyring())
    yield
    keyring.set_keyring(before)


@pytest.fixture
def system() -> Iterator[MemoryStore]:
    store = MemoryStore()
    keyring.set_keyring(store)
    yield store
    store.go_on.set()


def test_a_remembered_key_is_in_the_system_store(system: MemoryStore) -> None:
    """It is found again by a later session, is not handed to child processes, and is forgotten everywhere."""
    secrets = Secrets()
    assert secrets.set("office", f"  {KEY}\n", remember=True).kind == "system"

    assert system.kept == {("FairDesk", "office"): KEY}
    assert secrets.dump_session() == {}
    assert Secrets().get("office") == KEY
    secrets.forget("office")
    secrets.forget("office")
    assert system.kept == {}
    assert secrets.get("office") is None


def test_a_key_of_this_session_stays_in_memory(system: MemoryStore) -> None:
    """It comes before a remembered one, reaches a child process by dump_session, and the words say so."""
    system.kept["FairDesk", "office"] = "old"
    secrets = Secrets()
    status = secrets.set("office", KEY, remember=False)

    assert (status.kind, "memory" in status.words) == ("session", True)
    assert secrets.get("office") == KEY
    assert system.kept["FairDesk", "office"] == "old"
    assert Secrets(secrets.dump_session()).get("office") == KEY
    assert Secrets().get("office") == "old"


def test_remembering_replaces_the_key_of_the_session(system: MemoryStore) -> None:
    """The key that was remembered last is the one that is used."""
    secrets = Secrets()
    secrets.set("office", "first", remember=False)
    secrets.set("office", KEY, remember=True)
    assert secrets.get("office") == KEY
    assert secrets.dump_session() == {}


def test_the_named_variable_comes_last(system: MemoryStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """An environment variable is used when no key is kept, and only the one that the endpoint names."""
    monkeypatch.setenv("OFFICE_KEY", f" {KEY} ")
    monkeypatch.setenv("EMPTY_KEY", " ")
    secrets = Secrets()
    assert secrets.get("office", "OFFICE_KEY") == KEY
    assert secrets.get("", "OFFICE_KEY") == KEY
    assert secrets.get("office") is None
    assert secrets.get("office", "EMPTY_KEY") is None
    assert secrets.get("office", "NO_SUCH_VARIABLE") is None
    system.kept["FairDesk", "office"] = "kept"
    assert secrets.get("office", "OFFICE_KEY") == "kept"


def readable_store(module: str) -> KeyringBackend:
    """A backend whose class comes from the named module."""
    return type("PlaintextKeyring", (MemoryStore,), {"__module__": module})()


@pytest.mark.parametrize(
    "backend",
    [fail.Keyring(), null.Keyring(), readable_store("keyrings.alt.file"), readable_store("keyrings.alt")],
    ids=["fail", "null", "keyrings.alt.file", "keyrings.alt"],
)
def test_a_store_that_keeps_nothing_or_keeps_it_readable_is_refused(backend: KeyringBackend) -> None:
    """Keys then stay in memory, and the words say so; the refused store gets nothing."""
    keyring.set_keyring(backend)
    secrets = Secrets()
    assert secrets.status().kind == "session"
    status = secrets.set("office", KEY, remember=True)

    assert status.kind == "session"
    assert "memory until FairDesk is closed" in status.words
    assert secrets.get("office") == KEY
    assert getattr(backend, "kept", {}) == {}
    secrets.forget("office")


def test_a_chain_of_stores_is_used_without_its_readable_member(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of several chained stores the first acceptable one is used alone; of none, memory."""
    from keyring.backends import chainer

    readable, good = readable_store("keyrings.alt.file"), MemoryStore()
    monkeypatch.setattr(chainer.ChainerBackend, "backends", [readable, good])
    keyring.set_keyring(chainer.ChainerBackend())
    assert Secrets().set("office", KEY, remember=True).kind == "system"
    assert (good.kept, readable.kept) == ({("FairDesk", "office"): KEY}, {})  # type: ignore[attr-defined]

    monkeypatch.setattr(chainer.ChainerBackend, "backends", [readable])
    assert Secrets().status().kind == "session"
    monkeypatch.setattr(chainer.ChainerBackend, "backends", [])
    assert Secrets().status().kind == "session"


def test_a_store_that_does_not_answer_holds_up_nobody(system: MemoryStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """A blocked call is given up after its time, later calls at once; when it answers again it is used again."""
    monkeypatch.setenv("OFFICE_KEY", "from the variable")
    system.go_on.clear()
    secrets = Secrets(timeout_seconds=0.3)
    began = time.monotonic()
    status = secrets.set("office", KEY, remember=True)
    first = time.monotonic() - began
    assert secrets.status().kind == "session"
    assert secrets.get("other", "OFFICE_KEY") == "from the variable"
    with pytest.raises(SecretError, match="does not answer"):
        secrets.forget("other")

    assert 0.3 <= first < 20
    assert time.monotonic() - began < 20
    assert (status.kind, "does not answer" in status.words) == ("session", True)
    assert secrets.get("office") == KEY
    system.go_on.set()
    deadline = time.monotonic() + 60
    while secrets.status().kind == "session" and time.monotonic() < deadline:
        time.sleep(0.01)
    assert secrets.status().kind == "system"


def test_a_store_that_refuses_is_said_to(system: MemoryStore) -> None:
    """A dismissed prompt leaves the key in memory and says so; forgetting says that the key may still be there."""
    system.failure = InitError(f"Prompt dismissed {KEY}")
    secrets = Secrets()
    status = secrets.set("office", KEY, remember=True)
    assert (status.kind, "refused" in status.words) == ("session", True)
    assert KEY not in status.words
    with pytest.raises(SecretError) as failure:
        secrets.forget("office")
    assert KEY not in str(failure.value)
    assert secrets.get("office") is None


@pytest.mark.parametrize(("name", "value"), [("", KEY), ("office", ""), ("office", " \n")])
def test_nothing_is_no_key(name: str, value: str) -> None:
    """An empty key or a key without a name is refused."""
    with pytest.raises(InputError):
        Secrets().set(name, value, remember=False)


def test_a_key_does_not_leak_by_printing_or_pickling() -> None:
    """What a log line or a traceback shows of the object holds no key, and it cannot be pickled."""
    secrets = Secrets({"office": KEY})
    assert KEY not in repr(secrets)
    assert KEY not in f"{secrets!s} {vars(secrets)['_system']!r}"
    with pytest.raises(TypeError):
        pickle.dumps(secrets)


def test_a_planted_key_is_in_no_file(system: MemoryStore, data_dir: Path) -> None:
    """After setting keys both ways and saving what is saved, no file below the data folder holds the key."""
    paths = Paths(data_dir=data_dir)
    paths.make()
    secrets = Secrets()
    secrets.set("office", KEY, remember=True)
    secrets.set("session", KEY, remember=False)
    save_preferences(paths.preferences_file, Preferences(last_page="endpoints"))
    endpoint = EndpointSettings(name="office", kind="openai_chat", model="m", key_name="office", options={})
    with Store.open(paths.store_file, lambda: datetime.now(UTC)) as store:
        store.endpoints.save(endpoint)
        assert_in_no_file(data_dir)
    assert_in_no_file(data_dir)


def assert_in_no_file(folder: Path) -> None:
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert files
    assert [path for path in files if KEY.encode() in path.read_bytes()] == []


REAL = """
import sys
from fairdesk.settings.secrets import Secrets
key, secrets = sys.stdin.read(), Secrets()
status = secrets.status()
print(status.kind, status.words)
print(secrets.set("office", key, remember=True).kind, secrets.dump_session())
print(Secrets().get("office") == key)
secrets.forget("office")
print(Secrets().get("office"))
secrets.set("office", key, remember=True)
"""


@pytest.mark.slow
def test_the_systems_own_key_store(tmp_path: Path) -> None:
    """With a real, unlocked Secret Service a key is kept, found, forgotten, and is readable in no file at all."""
    if not sys.platform.startswith("linux"):
        pytest.skip("the Secret Service is what Linux has")
    requires_program("gnome-keyring-daemon", "gnome-keyring")
    dbus = requires_program("dbus-run-session", "dbus")
    home = tmp_path / "home"
    (home / "run").mkdir(parents=True, mode=0o700)
    unlock = 'printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1; exec "$@"'
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "DBUS_", "DISPLAY"))},
        "HOME": str(home),
        "XDG_RUNTIME_DIR": str(home / "run"),
    }
    answer = subprocess.run(
        [dbus, "--", "sh", "-c", unlock, "sh", sys.executable, "-c", REAL],
        input=KEY, env=environment, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip

    assert answer.returncode == 0, answer.stderr
    first, *rest = answer.stdout.splitlines()
    assert first == "system Keys are kept in the system's key store (SecretService)."
    assert rest == ["system {}", "True", "None"]
    assert_in_no_file(home)
