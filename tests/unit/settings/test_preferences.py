"""Preferences survive a restart, and a broken file harms nothing."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.domain.errors import InputError
from fairdesk.settings.preferences import Preferences, Theme, load_preferences, save_preferences


def test_preferences_come_back(tmp_path: Path) -> None:
    """What was saved is loaded without a word, from a file closed to others with nothing beside it."""
    path = tmp_path / "new" / "preferences.json"
    wanted = Preferences(theme=Theme.HIGH_CONTRAST, text_scale=1.5, last_page="run", window_geometry="AdnQ/ü==")
    save_preferences(path, Preferences())
    save_preferences(path, wanted)

    assert load_preferences(path) == (wanted, "")
    assert [file.name for file in path.parent.iterdir()] == ["preferences.json"]
    assert path.stat().st_mode & 0o777 == 0o600


def test_no_file_yet_means_defaults(tmp_path: Path) -> None:
    """The first start has nothing to complain about."""
    assert load_preferences(tmp_path / "preferences.json") == (Preferences(), "")


def test_missing_and_unknown_entries_are_tolerated(tmp_path: Path) -> None:
    """A file of an earlier or later version keeps what is known."""
    path = tmp_path / "preferences.json"
    path.write_text(json.dumps({"theme": "dark", "invented_later": 1}))
    assert load_preferences(path) == (Preferences(theme=Theme.DARK), "")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b'{"theme": "pink"}',
        b'{"text_scale": "big"}',
        b'{"text_scale": NaN}',
        b'{"text_scale": 1e9}',
        b'{"text_scale": true}',
        b'{"last_project": 3}',
        b"[" * 200_000,
    ],
)
def test_a_broken_file_is_put_aside(tmp_path: Path, content: bytes) -> None:
    """The defaults are used, the sentence names the copy, and the copy has the old bytes; twice makes two copies."""
    path = tmp_path / "preferences.json"
    for n in (1, 2):
        path.write_bytes(content)
        preferences, notice = load_preferences(path)
        aside = tmp_path / f"preferences.broken-{n}.json"
        assert preferences == Preferences()
        assert str(aside) in notice
        assert aside.read_bytes() == content
        assert not path.exists()


def test_preferences_that_cannot_be_read_or_written(tmp_path: Path) -> None:
    """A folder in the place of the file: defaults and a sentence when loading, a clear failure when saving."""
    path = tmp_path / "preferences.json"
    path.mkdir()
    preferences, notice = load_preferences(path)
    assert preferences == Preferences()
    assert "defaults" in notice
    with pytest.raises(InputError, match="preferences"):
        save_preferences(path, Preferences())
    assert os.listdir(tmp_path) == ["preferences.json"]


texts = st.text(st.characters(exclude_categories=["Cs"]))


@given(
    preferences=st.builds(
        Preferences,
        theme=st.sampled_from(Theme),
        text_scale=st.floats(0.5, 4),
        last_project=texts,
        last_page=texts,
        window_geometry=texts,
    )
)
def test_any_preferences_come_back(preferences: Preferences, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Whatever the window remembers is remembered exactly."""
    path = tmp_path_factory.mktemp("any") / "preferences.json"
    save_preferences(path, preferences)
    assert load_preferences(path) == (preferences, "")
