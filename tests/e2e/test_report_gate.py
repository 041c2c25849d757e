"""The report of a rehearsal, before and after it is signed, judged by other people's tools."""

from __future__ import annotations

import os
import pickle
import re
import subprocess
import sys
import unicodedata
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from fairdesk.audit import issue
from fairdesk.audit.plan import fix_plan
from fairdesk.audit.projects import create_project, starting_details
from fairdesk.audit.run import run_project
from fairdesk.audit.workspace import Workspace, WorkspaceSpec, utc_now
from fairdesk.domain.reports import ReportInput
from fairdesk.report.identity import make_demo_identity
from tests.conftest import requires_program
from tests.pdf_tools import pdffonts, pdftotext, qpdf_check, verapdf
from tests.pdf_tools.reading import elements

pytestmark = pytest.mark.slow

NAMES = {
    "Polish": "Grzegorz Brzęczyszczykiewicz-Żółć",
    "Vietnamese": "Nguyễn Thị Hằng",
    "Arabic": "محمد الخطيب",
    "Hindi": "प्रिया शर्मा",
    "Chinese": "王小明",
    "Yoruba": "Adébáyọ̀ Ògúnṣọlá",
}

RENDERS = """
import pickle, sys
from pathlib import Path
from fairdesk.audit.issue import _render
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
given = pickle.loads(Path(sys.argv[1]).read_bytes())
with Workspace(WorkspaceSpec(data_dir=Path(sys.argv[2]))) as workspace:
    Path(sys.argv[3]).write_bytes(_render(workspace, given, draft=False).data)
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """The same input laid out twice by two processes, and the report as it was issued."""

    given: ReportInput
    unsigned: Path
    again: Path
    signed: Path


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    folder = tmp_path_factory.mktemp("gate")
    spec = WorkspaceSpec(data_dir=folder / "profile")
    details = replace(
        starting_details(),
        client=f"{NAMES['Arabic']}\n{NAMES['Polish']}",
        purpose="Purpose of the audit & <b>no mark-up</b>",
        auditor=f"{NAMES['Vietnamese']}, {NAMES['Yoruba']}",
        auditor_role="internal audit",
        object_name=f"{NAMES['Chinese']} {NAMES['Hindi']}",
        n_cases=3,
    )
    project = create_project(spec, "Gate", details).project_id
    fix_plan(spec, project)
    run_project(spec, project, lambda progress: None)
    identity = make_demo_identity(folder / "identity", "A. Signer", utc_now())
    signer = issue.signer_summary(spec, identity.p12, identity.password)
    with Workspace(spec) as workspace:
        given = issue._report_input(workspace, project, signer)
    (folder / "input").write_bytes(pickle.dumps(given))
    laid_out = [folder / "unsigned.pdf", folder / "again.pdf"]
    for seed, path in enumerate(laid_out):
        command = [sys.executable, "-c", RENDERS, str(folder / "input"), str(folder / "profile"), str(path)]
        subprocess.run(command, check=True, timeout=120, env={**os.environ, "PYTHONHASHSEED": str(seed)})
    signed = folder / "report.pdf"
    issue.issue_report(spec, project, issue.IssueRequest(p12=identity.p12, password=identity.password, target=signed))
    return Made(given=given, unsigned=laid_out[0], again=laid_out[1], signed=signed)


def squeezed(text: str) -> str:
    """The letters alone: composed, without white space and marks of direction."""
    return re.sub(r"[\s\u200b-\u200f\u202a-\u202e\u2066-\u2069]", "", unicodedata.normalize("NFC", text))


def test_equal_input_gives_equal_bytes_in_two_processes(made: Made) -> None:
    """Two processes with different hash seeds lay out the same input to the same bytes."""
    assert made.unsigned.read_bytes() == made.again.read_bytes()


def test_the_report_is_archivable_and_accessible_before_and_after_signing(made: Made) -> None:
    """VeraPDF finds PDF/A-3a and PDF/UA-1 kept, and the signature breaks neither."""
    verdicts = verapdf(made.unsigned, made.signed)

    for path in (made.unsigned, made.signed):
        assert [(one.flavour, one.broken_rules, one.is_compliant) for one in verdicts[path]] == [
            ("3a", (), True),
            ("ua1", (), True),
        ]


def test_fonts_are_embedded_and_the_file_is_whole(made: Made) -> None:
    """Every font is embedded as a subset with its map to Unicode; qpdf finds nothing wrong."""
    for path in (made.unsigned, made.signed):
        fonts = pdffonts(path)
        assert len(fonts) >= 5
        assert {(font["emb"], font["sub"], font["uni"]) for font in fonts} == {("yes", "yes", "yes")}
        assert "No syntax or stream encoding errors" in qpdf_check(path)


def test_another_reader_finds_the_signature_valid(made: Made) -> None:
    """Poppler's pdfsig says that the signature is valid and that it signs the whole document."""
    command = [requires_program("pdfsig", "poppler-utils"), "-nocert", str(made.signed)]
    said = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False).stdout

    assert "Signature is Valid." in said
    assert "Total document signed" in said
    assert said.count("Signature #") == 1


def test_every_page_says_that_it_is_a_rehearsal(made: Made) -> None:
    """The stamp stands on all pages of the issued report; the cover says it once more as text."""
    pages = pdftotext(made.signed).split("\f")[:-1]

    assert len(pages) > 10
    assert all("rehearsal, not evidence" in page for page in pages)
    assert "Rehearsal, not evidence: all answers come from" in " ".join(pages[0].split())


@pytest.mark.parametrize("language", NAMES)
def test_names_of_people_print_and_extract(made: Made, language: str) -> None:
    """A name in any of these scripts comes out of the report letter by letter, and none was missing in the fonts."""
    assert squeezed(NAMES[language]) in squeezed(pdftotext(made.signed))
    assert "printed by their code" not in pdftotext(made.signed)


def test_every_figure_has_words_and_every_table_has_heads(made: Made) -> None:
    """Who listens to the report gets each chart as text, and no table without header cells."""
    data = made.signed.read_bytes()

    figures, tables = elements(data, "Figure"), elements(data, "Table")
    assert len(figures) >= 5
    assert all(len(str(figure["alt"])) > 20 for figure in figures)
    assert len(tables) > 20
    assert elements(data, "TH")
