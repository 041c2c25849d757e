"""Folders: known in one place, closed to others."""

from __future__ import annotations

from pathlib import Path

import pytest

from fairdesk.domain.errors import InputError
from fairdesk.settings.paths import Paths, default_data_dir, resources_dir


def test_everything_is_below_the_data_folder(tmp_path: Path) -> None:
    """A throw-away profile holds every file that FairDesk writes by itself, and its folders have mode 700."""
    paths = Paths(data_dir=tmp_path / "new" / "profile ä")
    paths.make()

    files = (paths.store_file, paths.backups_dir, paths.logs_dir, paths.preferences_file)
    assert {path.parent for path in files} == {paths.data_dir}
    for folder in (paths.data_dir, paths.backups_dir, paths.logs_dir):
        assert folder.stat().st_mode & 0o777 == 0o700


def test_a_folder_that_is_open_is_closed(tmp_path: Path) -> None:
    """A data folder that others could enter is closed when it is used again."""
    tmp_path.chmod(0o755)
    Paths(data_dir=tmp_path).make()
    assert tmp_path.stat().st_mode & 0o777 == 0o700


def test_a_file_in_the_way_is_named(tmp_path: Path) -> None:
    """A data folder that cannot be made gives a clear text."""
    (tmp_path / "file").write_text("x")
    with pytest.raises(InputError, match="file"):
        Paths(data_dir=tmp_path / "file").make()


def test_the_default_folder_is_the_platforms(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It bears the name FairDesk, lies where the platform says, and is not made by asking for it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_data_dir().name == "FairDesk"
    assert not default_data_dir().exists()


def test_resources_are_found() -> None:
    """The shipped files are found in a clone as in an installed package."""
    assert resources_dir().is_dir()
    assert resources_dir().name == "resources"
