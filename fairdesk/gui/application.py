"""Starts the window and catches what nobody expected."""

from __future__ import annotations

import sys
import threading
from types import TracebackType

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication

from fairdesk import __version__
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.errors import FairDeskError
from fairdesk.gui.collecting import Collecting
from fairdesk.gui.main_window import MainWindow
from fairdesk.gui.page_context import PageContext, log_fault
from fairdesk.gui.page_warmth import PageWarmth
from fairdesk.gui.pages import PAGES
from fairdesk.gui.palettes import Appearance
from fairdesk.gui.remembered import Remembered

WARMTH_DELAY_MS = 500
"""The first page and the open project come first."""


class FaultCatcher(QObject):
    """The last net: failures that nobody caught are logged (unless they are the user's to mend) and shown."""

    caught = Signal(object)

    def __init__(self, spec: WorkspaceSpec) -> None:
        super().__init__()
        self._spec = spec
        self._earlier = sys.excepthook

    def install(self) -> None:
        """Become the hook of the window's thread and of every other thread."""
        sys.excepthook = self.catch
        threading.excepthook = lambda args: self.catch(args.exc_type, args.exc_value, args.exc_traceback)

    def uninstall(self) -> None:
        """Give the hooks back."""
        sys.excepthook = self._earlier
        threading.excepthook = threading.__excepthook__

    def catch(self, kind: type[BaseException], error: BaseException | None, trace: TracebackType | None) -> None:
        """Take one exception."""
        if error is None or issubclass(kind, KeyboardInterrupt):
            QApplication.quit()
        elif isinstance(error, FairDeskError):
            self.caught.emit(error)
        else:
            from fairdesk.gui.faults import mistake

            fault = mistake(error.with_traceback(trace))
            log_fault(self._spec, fault)
            self.caught.emit(fault)


def make_application(arguments: list[str]) -> QApplication:
    """The application object with its names."""
    # The palettes are made for this style. QApplication.setStyle would answer with it and so load a large class.
    application = QApplication([*arguments, "-style", "Fusion"])
    application.setApplicationName("FairDesk")
    application.setApplicationDisplayName("FairDesk")
    application.setApplicationVersion(__version__)
    application.setOrganizationName("FairDesk")
    return application


def make_window(spec: WorkspaceSpec, application: QApplication) -> tuple[PageContext, MainWindow]:
    """The window with its pages, looking as the user chose; nothing is read from the store yet."""
    remembered = Remembered(spec)
    appearance = Appearance(application)
    appearance.begin(remembered.theme, remembered.text_scale)
    context = PageContext(spec, remembered, appearance)
    window = MainWindow(context, PAGES)
    window.first_painted.connect(lambda: appearance.apply(remembered.theme, remembered.text_scale))
    return context, window


def run_window(spec: WorkspaceSpec) -> int:
    """Show the window until it is closed.

    Args:
        spec: The workspace; its folder is made when it is missing.

    Returns:
        The exit code for the shell.
    """
    application = make_application(sys.argv[:1])
    catcher = FaultCatcher(spec)
    catcher.install()
    warmth = PageWarmth()
    try:
        context, window = make_window(spec, application)
        catcher.caught.connect(context.failed)
        window.first_painted.connect(Collecting(window).begin)
        window.first_painted.connect(lambda: _add_fonts(spec))
        window.first_painted.connect(context.open_last_project)
        window.first_painted.connect(lambda: QTimer.singleShot(WARMTH_DELAY_MS, warmth.start))
        window.show()
        return application.exec()
    finally:
        # While the application still stands: what is being loaded may make types of Qt.
        warmth.stop()
        catcher.uninstall()


def _add_fonts(spec: WorkspaceSpec) -> None:
    from fairdesk.gui.shipped_fonts import add_shipped_fonts

    add_shipped_fonts(spec)
