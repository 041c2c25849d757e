"""Every page of the window: opens in every look without a word of Qt, is named for assistive technology, is not cut."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget

from fairdesk.audit.preferences import Theme
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.gui.main_window import MainWindow
from fairdesk.gui.page_context import Page, PageContext
from fairdesk.gui.pages import PAGES
from tests.gui.acting import wait_until_idle
from tests.gui.conftest import appearance, context, qapp, window
from tests.gui.driving import ACCEPTED_QT_WARNINGS, PATIENCE_MS, nameless_controls
from tests.gui.sample_results import rehearse
from tests.gui.warm_workers import _warm_workers

__all__ = ["_warm_workers", "appearance", "context", "qapp", "window"]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.qt_log_level_fail("WARNING"),
    pytest.mark.qt_log_ignore(*ACCEPTED_QT_WARNINGS),
]

SMALL_SCREEN = QSize(1366, 768)
LOOKS = tuple((theme, scale) for theme in (Theme.LIGHT, Theme.DARK, Theme.HIGH_CONTRAST) for scale in (1.0, 2.0))
USUAL = "Rehearsed"


@pytest.fixture(scope="module")
def usual_spec(tmp_path_factory: pytest.TempPathFactory) -> WorkspaceSpec:
    """A profile with one project that was planned and run."""
    spec = WorkspaceSpec(data_dir=tmp_path_factory.mktemp("usual"))
    rehearse(spec, USUAL, n_cases=2)
    return spec


@pytest.fixture(params=["empty", "usual"])
def spec(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> WorkspaceSpec:
    """An empty workspace, and one with a usual project."""
    if request.param == "usual":
        usual: WorkspaceSpec = request.getfixturevalue("usual_spec")
        return usual
    return WorkspaceSpec(data_dir=tmp_path_factory.mktemp("empty"))


@pytest.fixture
def opened(qtbot, window: MainWindow, context: PageContext) -> MainWindow:
    """The window on a small screen; where there is a project, it is open."""
    from fairdesk.audit.projects import list_projects

    window.resize(SMALL_SCREEN)
    for project in list_projects(context.spec):
        context.open_project(project.project_id)
        qtbot.waitUntil(lambda: context.project is not None, timeout=PATIENCE_MS)
    return window


@pytest.fixture
def right_to_left(qapp: QApplication) -> Iterator[None]:
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    yield
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def shown(qtbot, window: MainWindow, context: PageContext, page: Page) -> QWidget:
    window.show_page(page.page_id)
    wait_until_idle(qtbot, context)
    assert not window.message_bar.isVisible(), window.message_bar.message_label.text()
    area = window.stack.currentWidget()
    assert isinstance(area, QScrollArea)
    return area.widget()


def cut_parts(window: MainWindow) -> list[str]:
    """What the window needs more room for than it has; a page scrolls downwards, never sideways."""
    found = []
    if window.minimumSizeHint().width() > window.width() or window.minimumSizeHint().height() > window.height():
        found.append(f"the window needs {window.minimumSizeHint().toTuple()}")
    area = window.stack.currentWidget()
    if area.widget().minimumSizeHint().width() > area.viewport().width():
        found.append(f"the page needs {area.widget().minimumSizeHint().width()} of {area.viewport().width()}")
    for widget in area.widget().findChildren(QWidget):
        if not widget.isVisible() or widget.window() is not window:
            continue
        needed, given = widget.minimumSizeHint(), widget.size()
        if needed.width() > given.width() + 1 and widget.maximumWidth() > given.width():
            found.append(
                f"{type(widget).__name__} {widget.accessibleName()!r}: {given.width()} of {needed.width()} wide"
            )
    return found


def assert_nothing_is_cut(qtbot, window: MainWindow) -> None:
    """Layouts settle in some turns of the event loop."""
    with suppress(qtbot.TimeoutError):
        qtbot.waitUntil(lambda: not cut_parts(window), timeout=2_000)
    assert cut_parts(window) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.page_id)
def test_it_opens_in_every_look(qtbot, opened, context, page: Page) -> None:
    """Light, dark and high contrast at 100 % and 200 % text: painted, and every control has a name."""
    for theme, scale in LOOKS:
        context.appearance.apply(theme, scale)
        widget = shown(qtbot, opened, context, page)

        assert not opened.grab().isNull()
        assert nameless_controls(widget) == [], (theme, scale)
    assert nameless_controls(opened) == []


@pytest.mark.usefixtures("right_to_left")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.page_id)
def test_it_opens_from_right_to_left(qtbot, opened, context, page: Page) -> None:
    """The mirrored page is painted, named and not cut."""
    widget = shown(qtbot, opened, context, page)

    assert not opened.grab().isNull()
    assert nameless_controls(widget) == []
    assert_nothing_is_cut(qtbot, opened)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.page_id)
def test_nothing_is_cut_on_a_small_screen_with_large_text(qtbot, opened, context, page: Page) -> None:
    """1366 x 768 at 150 %: what does not fit scrolls, and never sideways."""
    context.appearance.apply(Theme.LIGHT, 1.5)
    shown(qtbot, opened, context, page)
    opened.resize(SMALL_SCREEN)

    assert opened.size() == SMALL_SCREEN
    assert_nothing_is_cut(qtbot, opened)
