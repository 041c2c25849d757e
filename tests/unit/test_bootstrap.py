"""The set-up script against systems on which something is missing; programs are stood in for by small scripts."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "packaging" / "bootstrap.py"


@pytest.fixture(scope="module")
def bootstrap() -> ModuleType:
    """The script as a module."""
    spec = importlib.util.spec_from_file_location("bootstrap", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class System:
    """A folder of stand-in programs that is all there is on the PATH."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._folder = folder
        monkeypatch.setenv("PATH", str(folder))

    def has(self, program: str, says: str = "", exit_code: int = 0) -> None:
        """Put a program there that prints something and ends."""
        path = self._folder / program
        path.write_text(f"#!/bin/sh\necho '{says}'\nexit {exit_code}\n", encoding="utf-8")
        path.chmod(0o755)


@pytest.fixture
def system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> System:
    """A Debian on which only Qt's libraries are installed, under their newer names, and apt-get does not work."""
    if sys.platform != "linux":
        pytest.skip("stand-in programs are shell scripts")
    system = System(tmp_path, monkeypatch)
    names = ["libgomp1", "libegl1", "libgl1", "libglib2.0-0t64", "libdbus-1-3", "libfontconfig1", "libxkbcommon0"]
    system.has("dpkg-query", "\n".join([*(f"installed {name}" for name in names), "config-files qpdf"]), 1)
    system.has("apt-get", "E: Unable to fetch", 100)
    return system


def test_another_name_of_a_library_will_do(bootstrap: ModuleType, system: System) -> None:
    """Debian 13 renamed glib's package: having either is enough."""
    assert bootstrap.missing_packages(bootstrap.NEEDS_OF_FAIRDESK) == []


def test_a_removed_package_counts_as_missing(bootstrap: ModuleType, system: System) -> None:
    """A package whose settings alone are left is missing; a program on the PATH will do instead of its package."""
    needs = (bootstrap.Need(("qpdf",), None), bootstrap.Need(("poppler-utils",), "pdfsig"))
    assert bootstrap.missing_packages(needs) == ["qpdf", "poppler-utils"]

    system.has("pdfsig")
    assert bootstrap.missing_packages(needs) == ["qpdf"]


@pytest.mark.parametrize(("says", "enough"), [("javac 17.0.15", True), ("javac 11.0.2", False), ("javac 1.8.0", False)])
def test_an_old_java_compiler_is_not_enough(bootstrap: ModuleType, system: System, says: str, enough: bool) -> None:
    """The PDF checks need Java 17."""
    system.has("javac", says)

    assert bootstrap.has_program("javac") is enough


@pytest.mark.parametrize("root", [True, False])
def test_a_missing_window_library_stops_only_the_window(
    bootstrap: ModuleType, system: System, monkeypatch: pytest.MonkeyPatch, root: bool
) -> None:
    """Without the libraries of a visible window the demo goes on; the window stops and names the line that mends it."""
    monkeypatch.setattr(bootstrap, "on_debian", lambda: True)
    monkeypatch.setattr(bootstrap, "is_root", lambda: root)

    bootstrap.provide_system_packages("demo")
    with pytest.raises(bootstrap.Problem, match="apt-get install -y --no-install-recommends libxcb-cursor0"):
        bootstrap.provide_system_packages("window")


def test_a_broken_note_means_set_up_again(bootstrap: ModuleType, tmp_path: Path) -> None:
    """An environment whose note is cut off or absent is brought up to date, not trusted."""
    assert bootstrap.read_stamp(tmp_path) == {}
    (tmp_path / "fairdesk-setup.json").write_text('{"key": "12', encoding="utf-8")
    assert bootstrap.read_stamp(tmp_path) == {}


def test_an_environment_that_does_not_run_has_no_version(bootstrap: ModuleType, tmp_path: Path) -> None:
    """A folder without a working interpreter, for example one copied from another machine, is made anew."""
    assert bootstrap.version_of(tmp_path) == ""


def test_an_unknown_word_prints_the_usage(bootstrap: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    """A wrong command or option ends with 2 before anything is installed, and leaves standard output alone."""
    for words in ([], ["instal"], ["setup", "--fresh"], ["test", "-k", "x"]):
        assert bootstrap.main(words) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert "bootstrap.py setup" in err
