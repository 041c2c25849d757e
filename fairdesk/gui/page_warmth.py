"""Loads what pages are made of while the window stands idle, so that the first look at a page waits for no import.

An import in a second thread holds the window up for a few milliseconds at a time; in the window's own thread the same
modules hold it up for half a second and more.
"""

from __future__ import annotations

import importlib
import threading
from collections.abc import Sequence
from contextlib import suppress

WARMED = (
    "fairdesk.gui.pages.object_page",
    "fairdesk.gui.pages.cases_page",
    "fairdesk.gui.widgets.imported_cases",
    "fairdesk.audit.case_library",
    "fairdesk.audit.cases",
    "fairdesk.gui.pages.cues_page",
    "fairdesk.gui.widgets.attributes_form",
    "fairdesk.audit.cue_lists",
    "fairdesk.audit.variants",
    "fairdesk.gui.pages.tests_page",
    "fairdesk.audit.benchmark_choice",
    "fairdesk.gui.pages.plan_page",
    "fairdesk.audit.plan_numbers",
    "fairdesk.audit.plan_offers",
    "fairdesk.audit.plan_check",
    "fairdesk.audit.locking",
    "fairdesk.audit.estimate",
    "fairdesk.gui.widgets.cues_panel",
    "fairdesk.gui.widgets.variants_panel",
    "fairdesk.gui.widgets.left_panel",
    "fairdesk.gui.widgets.position_form",
    "fairdesk.gui.pages.run_page",
    "fairdesk.audit.gathering",
    "fairdesk.gui.pages.results_page",
    "fairdesk.gui.pages.compare_page",
    "fairdesk.gui.pages.report_page",
    "fairdesk.audit.register",
    "fairdesk.audit.report_gate",
)
"""In the order in which an auditor comes by. What is missing here is loaded when it is needed."""

PAUSE_S = 0.005
"""Between two modules the window's own thread goes first."""


class PageWarmth:
    """One thread that imports modules and ends; ``stop`` lets the program end before it is through."""

    def __init__(self, modules: Sequence[str] = WARMED) -> None:
        self._modules = tuple(modules)
        self._is_stopped = threading.Event()
        self._thread = threading.Thread(target=self._load, name="page warmth")

    def start(self) -> None:
        """Begin; called once."""
        self._thread.start()

    def stop(self) -> None:
        """Load no further module, and wait until the one at hand is through: Python ends no earlier anyway."""
        self._is_stopped.set()
        if self._thread.ident is not None:
            self._thread.join()

    def is_done(self) -> bool:
        """Whether everything is loaded, or was stopped."""
        return self._thread.ident is not None and not self._thread.is_alive()

    def _load(self) -> None:
        for name in self._modules:
            if self._is_stopped.wait(PAUSE_S):
                return
            # A module that cannot be loaded says so to whoever needs it, in the window.
            with suppress(Exception):
                importlib.import_module(name)
