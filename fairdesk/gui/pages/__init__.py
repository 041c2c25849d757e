"""The pages of the window, in the order of the list at its side; the first one is shown at the first start.

A page is a widget that shows what ``audit`` functions return and asks ``context.tasks`` to call them; it can be
described in one sentence. To add one, write ``foo_page.py`` with the widget, and here a function that makes it and an
entry in the tuple. A page's module is loaded when the page is first shown: the window is painted before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QT_TRANSLATE_NOOP

from fairdesk.gui.page_context import Page, PageContext
from fairdesk.gui.pages import states

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


def _projects(context: PageContext) -> QWidget:
    from fairdesk.gui.pages.projects_page import ProjectsPage

    return ProjectsPage(context)


def _verify(context: PageContext) -> QWidget:
    from fairdesk.gui.pages.verify_page import VerifyPage

    return VerifyPage(context)


def _object(context: PageContext) -> QWidget:
    from fairdesk.gui.pages.object_page import ObjectPage

    return ObjectPage(context)


def _endpoints(context: PageContext) -> QWidget:
    from fairdesk.gui.pages.endpoints_page import EndpointsPage

    return EndpointsPage(context)


def _cases(context: PageContext) -> QWidget:
    from fairdesk.gui.pages.cases_page import CasesPage

    return CasesPage(context)


def _plan(context: PageContext) -> QWidget:
    from fairdesk.gui.pages.plan_page import PlanPage

    return PlanPage(context)


def _cues(context: PageContext) -> QWidget:
    from fairdesk.gui.pages.cues_page import CuesPage

    return CuesPage(context)


def _tests(context: PageContext) -> QWidget:
    from fairdesk.gui.pages.tests_page import TestsPage

    return TestsPage(context)


def _run(context: PageContext) -> QWidget:
    from fairdesk.gui.pages.run_page import RunPage

    return RunPage(context)


def _results(context: PageContext) -> QWidget:
    from fairdesk.gui.pages.results_page import ResultsPage

    return ResultsPage(context)


def _compare(context: PageContext) -> QWidget:
    from fairdesk.gui.pages.compare_page import ComparePage

    return ComparePage(context)


def _report(context: PageContext) -> QWidget:
    from fairdesk.gui.pages.report_page import ReportPage

    return ReportPage(context)


def _settings(context: PageContext) -> QWidget:
    from fairdesk.gui.pages.settings_page import SettingsPage

    return SettingsPage(context)


PAGES: tuple[Page, ...] = (
    Page(
        page_id="projects",
        group=str(QT_TRANSLATE_NOOP("PageGroup", "Home")),
        title=str(QT_TRANSLATE_NOOP("Page", "Projects")),
        help=str(
            QT_TRANSLATE_NOOP(
                "PageHelp",
                "Each project is one audit. Choose one and press Open, or make a new one. Deleting makes a copy of "
                "the whole store first and says where it is.",
            )
        ),
        make=_projects,
        needs_project=False,
    ),
    Page(
        page_id="verify",
        group=str(QT_TRANSLATE_NOOP("PageGroup", "Home")),
        title=str(QT_TRANSLATE_NOOP("Page", "Verify")),
        help=str(
            QT_TRANSLATE_NOOP(
                "PageHelp",
                "Choose a report, or drop it here, and perhaps the certificate that you trust. The result is passed, "
                "failed or indeterminate. Passed means that everything could be checked and nothing was found; "
                "indeterminate means that something could not be checked here, and the page says what and why.",
            )
        ),
        make=_verify,
        needs_project=False,
    ),
    Page(
        page_id="object",
        group=str(QT_TRANSLATE_NOOP("PageGroup", "Prepare")),
        title=str(QT_TRANSLATE_NOOP("Page", "Object")),
        help=str(
            QT_TRANSLATE_NOOP(
                "PageHelp",
                "Describe the application as it is configured: who asks for the audit, what the application is used "
                "for, the endpoint, the system prompt, the decoding, and the layer that the second system adds. A "
                "comparison tells most when the systems differ in exactly one part; the page says in which they do.",
            )
        ),
        make=_object,
        state=states.object_state,
    ),
    Page(
        page_id="endpoints",
        group=str(QT_TRANSLATE_NOOP("PageGroup", "Prepare")),
        title=str(QT_TRANSLATE_NOOP("Page", "Endpoints")),
        help=str(
            QT_TRANSLATE_NOOP(
                "PageHelp",
                "An endpoint is where a model is reached. Add one with its address and model, keep its key, and press "
                "Test connection: three tiny questions without any case are sent, and the page says what came back. "
                "Projects choose their endpoint on the page Object and keep a copy of its settings.",
            )
        ),
        make=_endpoints,
        needs_project=False,
    ),
    Page(
        page_id="cases",
        group=str(QT_TRANSLATE_NOOP("PageGroup", "Design")),
        title=str(QT_TRANSLATE_NOOP("Page", "Cases")),
        help=str(
            QT_TRANSLATE_NOOP(
                "PageHelp",
                "The files on which the application is tested: the shipped ones, those of a folder, or your own. "
                "Import files with the button, or drop them here: texts, tables, DOCX, PDF with a text layer. Before "
                "anything is stored you see what is in them, choose what is replaced, and what cannot be taken is "
                "named with file, line and cure. In the list files are left out with a reason, many at once, and "
                "hints of personal data are replaced by place-holders; earlier texts are kept. Filters only look.",
            )
        ),
        make=_cases,
        state=states.cases_state,
    ),
    Page(
        page_id="cues",
        group=str(QT_TRANSLATE_NOOP("PageGroup", "Design")),
        title=str(QT_TRANSLATE_NOOP("Page", "Cues")),
        help=str(
            QT_TRANSLATE_NOOP(
                "PageHelp",
                "What is changed in each file. Attributes have levels, the reference first; cues say how a level shows "
                "in a text: names, pronouns, terms, place-holders. Every cue needs a decision whether it may matter. "
                "Build the variants, then review them in the list: A accepts, E edits, R rejects, U takes a decision "
                "back, Down and Up go on and back. Ctrl+Enter keeps an edit, Esc gives it up. What rules could have "
                "botched is left alone and listed under “Left for a person”.",
            )
        ),
        make=_cues,
        state=states.cues_state,
    ),
    Page(
        page_id="tests",
        group=str(QT_TRANSLATE_NOOP("PageGroup", "Design")),
        title=str(QT_TRANSLATE_NOOP("Page", "Tests")),
        help=str(
            QT_TRANSLATE_NOOP(
                "PageHelp",
                "Benchmarks that are asked beside the files, or instead of them. Choose one, read its card, and choose "
                "its official file or folder, or drop it here; FairDesk's own suite shows how everything works. Then "
                "choose categories, a sample and how often each item is asked: the page says what that comes to. A "
                "damaged file, or one of another benchmark, is named with its place, and nothing of it is taken.",
            )
        ),
        make=_tests,
        state=states.tests_state,
    ),
    Page(
        page_id="plan",
        group=str(QT_TRANSLATE_NOOP("PageGroup", "Design")),
        title=str(QT_TRANSLATE_NOOP("Page", "Plan")),
        help=str(
            QT_TRANSLATE_NOOP(
                "PageHelp",
                "What decides, fixed before the first answer: questions, the grid of combinations, targets with your "
                "reasons, rules, and what the planned files can find out. Numbers follow as you type. In the grid the "
                "arrow keys move, Shift extends, Space chooses one more, Ctrl+A takes all, Return goes to the form, T "
                "shows the table. The part Lock lists what is missing; a locked plan is changed by a deviation with a "
                "reason only.",
            )
        ),
        make=_plan,
        state=states.plan_state,
    ),
    Page(
        page_id="run",
        group=str(QT_TRANSLATE_NOOP("PageGroup", "Gather")),
        title=str(QT_TRANSLATE_NOOP("Page", "Run")),
        help=str(
            QT_TRANSLATE_NOOP(
                "PageHelp",
                "Fixes the plan, asks every question of every file, and shows answers and failures as they come. A "
                "run may be stopped at any time: what arrived is kept, and Resume asks only what is missing. It is a "
                "process of its own, so it may go on when this window closes. Measures are shown when it is over.",
            )
        ),
        make=_run,
        state=states.run_state,
    ),
    Page(
        page_id="results",
        group=str(QT_TRANSLATE_NOOP("PageGroup", "Judge")),
        title=str(QT_TRANSLATE_NOOP("Page", "Results")),
        help=str(
            QT_TRANSLATE_NOOP(
                "PageHelp",
                "One row per measure and variant, computed from the answers on disk when all runs have ended. Choose "
                "a row to read everything about it: what the number means, its test and family, its warnings, which "
                "files are in and out. A click on an underlined number, or Enter, opens its evidence: how it came, the "
                "rows behind it, the raw answers, and what else rests on them; a reading can be corrected there, with "
                "a reason. The choices above the table only look; they change no result. Ctrl+C copies the chosen rows "
                "with headings, the filter and full precision; Export writes them as CSV, XLSX or JSON. While a run "
                "goes on, no estimate is shown.",
            )
        ),
        make=_results,
        state=states.results_state,
    ),
    Page(
        page_id="compare",
        group=str(QT_TRANSLATE_NOOP("PageGroup", "Judge")),
        title=str(QT_TRANSLATE_NOOP("Page", "Compare")),
        help=str(
            QT_TRANSLATE_NOOP(
                "PageHelp",
                "One row per variant: its shift under the first and the second system on the same files, the change "
                "with its interval and test, and what the change is called. A shift that changes its side is an "
                "overshoot, which is a finding. Read the mean of the originals beside it: a gap can shrink because "
                "everybody is rated lower.",
            )
        ),
        make=_compare,
        state=states.results_state,
    ),
    Page(
        page_id="report",
        group=str(QT_TRANSLATE_NOOP("PageGroup", "Issue")),
        title=str(QT_TRANSLATE_NOOP("Page", "Report")),
        help=str(
            QT_TRANSLATE_NOOP(
                "PageHelp",
                "Says what is still missing, shows the pages as they would be printed, and signs the report with a "
                "PKCS#12 file. The password is never kept. Before signing you see who signs; Cancel leaves nothing "
                "behind. Afterwards the report is checked at once, and it stays in the project byte for byte.",
            )
        ),
        make=_report,
        state=states.report_state,
    ),
    Page(
        page_id="settings",
        group=str(QT_TRANSLATE_NOOP("PageGroup", "Always")),
        title=str(QT_TRANSLATE_NOOP("Page", "Settings")),
        help=str(
            QT_TRANSLATE_NOOP(
                "PageHelp",
                "Colours and text size of the window, the folder in which everything is kept, and whether this "
                "computer has a key store. Keys are never written into a file of FairDesk.",
            )
        ),
        make=_settings,
        needs_project=False,
    ),
)
