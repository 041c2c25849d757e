"""Overfull pictures of four pages for people to look at: ``python -m tests.gui.pictures_prepare FOLDER``. Not a test.

Long names, Arabic and Chinese texts, many endpoints, a real report that passes, one that fails, and one without trust.
"""

from __future__ import annotations

import os
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from fairdesk.audit.demo import run_demo
from fairdesk.audit.endpoints import change_endpoint
from fairdesk.audit.projects import save_details, show_project
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.audited_system import EndpointFacts, EndpointSettings
from fairdesk.gui.application import make_application, make_window
from fairdesk.gui.main_window import MainWindow
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.project_work import make_project
from fairdesk.gui.shipped_fonts import add_shipped_fonts
from tests.gui.pictures import LOOKS, USUAL, draw, wait_until_idle
from tests.gui.test_cases_page import ARABIC, CHINESE, write_case

ARABIC_PROMPT = "أنت تساعد مكتب القبول في الجامعة. اقرأ ملف المتقدم ثم اقترح تقديراً من 1 إلى 5.\nRead it in full."
CHINESE_PROMPT = "招生办公室的助理。请阅读申请材料，并给出1到5的评分。" * 8
LONG_ENDPOINT = EndpointSettings(
    name="نموذج المكتب 办公室模型 " + "with a very long name " * 5,
    kind="openai_chat",
    base_url="https://very-long-host.example.org/" + "path/" * 20 + "v1",
    model="模型" * 30,
    key_name="مفتاح",
    options={},
)
FACTS = EndpointFacts(model_echo="模型" * 40, facts={f"fact {n}": "قيمة <b>x</b> " * 12 for n in range(8)})
TALLEST = 3_000


def make_overfull(spec: WorkspaceSpec, folder: Path) -> str:
    """A project in which everything is long; answers with its id."""
    folder.mkdir()
    write_case(folder, "ar-1", language="ar", text=ARABIC * 6, title="ملف " * 20)
    write_case(folder, "zh-1", language="zh", text=CHINESE * 10, title="档案" * 60)
    change_endpoint(spec, "", LONG_ENDPOINT)
    for number in range(9):
        change_endpoint(spec, "", replace(LONG_ENDPOINT, name=f"Endpoint {number}"))
    project = make_project(spec, USUAL[2]).project_id
    details = show_project(spec, project).details
    first, second = (replace(system, endpoint=LONG_ENDPOINT, facts=FACTS) for system in details.systems)
    systems = (replace(first, system_prompt=ARABIC_PROMPT), replace(second, system_prompt=CHINESE_PROMPT))
    words = {"workflow": CHINESE_PROMPT, "purpose": ARABIC_PROMPT, "case_folder": str(folder)}
    save_details(spec, project, replace(details, systems=systems, **words))
    return project


def draw_whole(context: PageContext, window: MainWindow, target: Path) -> None:
    """The page at the size of a small screen, and once more as high as it is."""
    window.resize(1366, 768)
    wait_until_idle(context)
    draw(window, target.with_name(f"{target.name}-top.png"))
    page = window.stack.currentWidget().widget()
    window.resize(1366, max(768, min(page.sizeHint().height() + 250, TALLEST)))
    wait_until_idle(context)
    draw(window, target.with_name(f"{target.name}.png"))


def draw_reports(context: PageContext, window: MainWindow, out: Path, target: Path) -> None:
    """Passed, failed (one byte changed), and indeterminate (nobody trusted)."""
    report, certificate = out / "report.pdf", out / "throw-away-certificate.pem"
    changed = out / "changed.pdf"
    data = bytearray(report.read_bytes())
    data[len(data) // 2] ^= 1
    changed.write_bytes(data)
    window.show_page("verify")
    page = window.stack.currentWidget().widget()
    for name, files in {"passed": [report, certificate], "failed": [changed, certificate], "nobody": [report]}.items():
        page.trust_edit.clear()
        page.take_files([str(path) for path in files])
        draw_whole(context, window, target.with_name(f"{target.name}-{name}"))


def main() -> None:
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    application = make_application(["fairdesk"])
    with tempfile.TemporaryDirectory() as scratch:
        spec = WorkspaceSpec(data_dir=Path(scratch) / "profile")
        run_demo(spec, Path(scratch) / "out", "rehearsal", 2, lambda words: None)
        project = make_overfull(spec, Path(scratch) / "案例文件夹 ملفات")
        context, window = make_window(spec, application)
        add_shipped_fonts(spec)
        window.show()
        context.open_project(project)
        wait_until_idle(context)
        for look, (theme, scale, direction) in LOOKS.items():
            QApplication.setLayoutDirection(direction)
            context.appearance.apply(theme, scale)
            for page_id in ("object", "endpoints", "cases"):
                window.show_page(page_id)
                wait_until_idle(context)
                if page_id == "endpoints":
                    window.stack.currentWidget().widget().table.view.selectRow(11)
                draw_whole(context, window, target / f"overfull-{page_id}-{look}")
            draw_reports(context, window, Path(scratch) / "out", target / f"verify-{look}")
        context.shut_down()


if __name__ == "__main__":
    main()
