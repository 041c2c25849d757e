"""What every test of the window gets: a context on an empty profile, and Qt's warnings as failures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication

from fairdesk.audit.preferences import Theme
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.gui.application import make_application
from fairdesk.gui.collecting import Collecting
from fairdesk.gui.main_window import MainWindow
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.pages import PAGES
from fairdesk.gui.palettes import Appearance
from fairdesk.gui.remembered import Remembered
from fairdesk.gui.tasks import Tasks
from tests.gui.driving import ACCEPTED_QT_WARNINGS, PATIENCE_MS
from tests.gui.warm_workers import _warm_workers

__all__ = ["_warm_workers"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A warning of Qt is a failure; the accepted ones are listed with their reasons in ``driving``."""
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here):
            item.add_marker(pytest.mark.qt_log_level_fail("WARNING"))
            item.add_marker(pytest.mark.qt_log_ignore(*ACCEPTED_QT_WARNINGS))


@pytest.fixture(scope="session")
def qapp() -> QApplication:
    """The application as the window makes it, with numbers and dates that do not depend on the tester's locale."""
    QLocale.setDefault(QLocale.c())
    # Tests outside this folder borrow the fixture; there is one application in a process.
    existing = QApplication.instance()
    return existing if isinstance(existing, QApplication) else make_application(["fairdesk"])


@pytest.fixture(autouse=True)
def _collecting(qapp: QApplication) -> Iterator[None]:
    """As in the program: no thread of a test's server or run finds widgets in circles and destroys them."""
    collecting = Collecting(qapp)
    collecting.begin()
    yield
    collecting.end()
    collecting.deleteLater()


@pytest.fixture
def spec(data_dir: Path) -> WorkspaceSpec:
    return WorkspaceSpec(data_dir=data_dir)


@pytest.fixture
def appearance(qapp: QApplication) -> Iterator[Appearance]:
    """Colours and text size of the one application; the next test finds them as at the start."""
    appearance = Appearance(qapp)
    yield appearance
    appearance.apply(Theme.SYSTEM, 1.0)
    appearance.deleteLater()


@pytest.fixture
def context(spec: WorkspaceSpec, appearance: Appearance) -> Iterator[PageContext]:
    """What pages are given, with real workers behind it."""
    remembered = Remembered(spec)
    appearance.apply(remembered.theme, remembered.text_scale)
    context = PageContext(spec, remembered, appearance)
    yield context
    context.shut_down()


@pytest.fixture
def tasks(qapp: QApplication) -> Iterator[Tasks]:
    tasks = Tasks()
    yield tasks
    tasks.shut_down()


@pytest.fixture
def window(qtbot, qapp: QApplication, context: PageContext) -> Iterator[MainWindow]:
    """The whole window, shown, with whatever the first page reads already there."""
    window = MainWindow(context, PAGES)
    # qtbot would close it through closeEvent at the end, which asks questions; the fixture ends it itself.
    with qtbot.waitSignal(window.first_painted, timeout=PATIENCE_MS):
        window.show()
    # The first page asks for its list when the window stands.
    qapp.processEvents()
    qtbot.waitUntil(lambda: not context.tasks.is_busy(), timeout=PATIENCE_MS)
    yield window
    context.unsaved.clear()
    window.hide()
    window.deleteLater()
