"""What every test gets: no screen, no private folders, the same random choices in CI, and programs found or named."""

from __future__ import annotations

import gc
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Before anything imports Qt: tests run where there is no screen.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

IN_CI = os.environ.get("CI", "").lower() in {"1", "true", "yes"}

# No deadline: the machine is shared. In CI the examples are the same every time, elsewhere new ones are searched.
settings.register_profile(
    "fairdesk",
    deadline=None,
    derandomize=IN_CI,
    max_examples=60,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("fairdesk")


def requires_program(name: str, package: str) -> str:
    """Path of a program that a test drives.

    Call it inside a test or fixture. With CI=true a missing program fails the test, elsewhere it skips it and
    names the Debian package; `packaging/bootstrap.py test` installs them all.

    Args:
        name: Program as typed, for example "pdfsig".
        package: Debian package that brings it, for example "poppler-utils".
    """
    path = shutil.which(name)
    if path is None:
        missing_in_this_place(f"the program {name} is missing; Debian: apt-get install {package}")
    return str(path)


def missing_in_this_place(what: str) -> None:
    """Fail in CI, skip elsewhere, because something that a test needs is not there."""
    if IN_CI:
        pytest.fail(what, pytrace=False)
    pytest.skip(what)


@pytest.fixture
def data_dir(tmp_path: Path) -> Path:
    """An empty profile folder of the test's own, as `--data-dir` takes it."""
    path = tmp_path / "profile"
    path.mkdir(mode=0o700)
    return path


@pytest.fixture(scope="session", autouse=True)
def _no_private_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Whoever forgets `data_dir` writes into a temporary folder; the tester's own profile and keys stay untouched."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("DATA", "CONFIG", "STATE", "CACHE"):
            folder = home / name.lower()
            folder.mkdir()
            patch.setenv(f"XDG_{name}_HOME", str(folder))
        # Without the session bus the tester's own key store is out of reach; a test that needs one starts its own bus.
        patch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
        yield


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """Look for no garbage while tests are only being gathered, and never again in what stays to the end.

    Thousands of tests and all libraries live as long as the session: walking them over and over took a third of the
    gathering, and a full collection during a test would walk them too.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """In CI a run in which every test was skipped is not a success."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if not IN_CI or reporter is None or session.config.option.collectonly:
        return
    if exitstatus == pytest.ExitCode.OK and not reporter.stats.get("passed"):
        session.exitstatus = pytest.ExitCode.NO_TESTS_COLLECTED
