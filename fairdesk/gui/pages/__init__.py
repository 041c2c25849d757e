"""The pages of the window, in the order of the list at its side; the first one is shown at the first start.

A page is a widget that shows what ``audit`` functions return and asks ``context.tasks`` to call them; it can be
described in one sentence. To add one, write ``foo_page.py`` with ``PAGE`` and put it into this tuple. Import heavy
things inside methods: every page module is loaded before the window is painted.
"""

from fairdesk.gui.page_context import Page
from fairdesk.gui.pages import (
    cases_page,
    compare_page,
    endpoints_page,
    object_page,
    projects_page,
    results_page,
    settings_page,
    verify_page,
)

PAGES: tuple[Page, ...] = (
    projects_page.PAGE,
    verify_page.PAGE,
    object_page.PAGE,
    endpoints_page.PAGE,
    cases_page.PAGE,
    results_page.PAGE,
    compare_page.PAGE,
    settings_page.PAGE,
)
