"""Circles of objects are cleared away in the window's own thread."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject

from fairdesk.gui.collecting import Collecting
from tests.gui.driving import PATIENCE_MS


class Circle(QObject):
    """Refers to itself, so that only the search for circles finds it."""

    def __init__(self) -> None:
        super().__init__()
        self.itself = self


@pytest.fixture
def collecting(qapp) -> Iterator[Collecting]:
    collecting = Collecting(qapp)
    yield collecting
    collecting.end()
    collecting.deleteLater()


def make_many() -> None:
    """More objects than Python makes before it looks for circles, several times over."""
    kept = [[number] for number in range(20 * gc.get_threshold()[0])]
    del kept


def test_what_another_thread_makes_destroys_nothing_of_the_window(qtbot, collecting: Collecting) -> None:
    """A circle with a Qt object outlives a busy thread, and goes in the thread of the event loop soon after."""
    gc.collect()
    collecting.begin()
    gone_in: list[int] = []
    weakref.finalize(Circle(), lambda: gone_in.append(threading.get_ident()))
    thread = threading.Thread(target=make_many)
    thread.start()
    thread.join()
    assert gone_in == []

    make_many()
    kept = [[number] for number in range(2 * gc.get_threshold()[0])]
    qtbot.waitUntil(lambda: bool(gone_in), timeout=PATIENCE_MS)
    assert gone_in == [threading.get_ident()]
    assert len(kept) > gc.get_threshold()[0]


def test_at_the_end_python_looks_for_circles_itself_again(qtbot, collecting: Collecting) -> None:
    """Whoever ends it finds Python as it was."""
    collecting.begin()
    assert not gc.isenabled()
    collecting.end()

    assert gc.isenabled()
