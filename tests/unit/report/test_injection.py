"""PDF-03: text of a model is printed as written; it starts nothing, opens nothing, hides nothing."""

from __future__ import annotations

import io
import json
import subprocess
import sys

import pikepdf
import pytest

from fairdesk.domain.charts import ChangeBars
from fairdesk.report.blocks import (
    Attachment,
    BulletList,
    Column,
    Contents,
    Facts,
    Figure,
    Heading,
    Notice,
    Paragraph,
    RenderedPdf,
    ReportDocument,
    SignatureField,
    TableBlock,
    Verbatim,
)
from fairdesk.report.layout import render
from tests.pdf_tools.reading import spoken_text
from tests.unit.report.documents import FONTS, WHEN

HOSTILE = {
    "bold": "<b>bold</b>",
    "ampersand": "R&D & b",
    "less than": "p < 0.05 and 0.1 <A <0.9",
    "unclosed": "<b>unclosed",
    "closes the paragraph": "x </para> y",
    "closes nothing": "</b>",
    "script": "answer: <script>alert(1)</script>",
    "local image": '<img src="secret.png" width="10" height="10"/>',
    "remote image": '<img src="http://127.0.0.1:9/leak.png"/>',
    "data image": '<img src="data:image/png;base64,iVBORw0KGgo="/>',
    "missing image": '<img src="/nope.png"/>',
    "script link": '<a href="javascript:alert(1)">x</a>',
    "file link": '<a href="file:///etc/passwd">x</a>',
    "white text": '<font color="white">hidden</font>',
    "tiny text": '<font size="0.1">tiny</font>',
    "evaluated colour": "<font color=\"[[[getattr(pow,'__globals__')]]]\">x</font>",
    "drawing hook": '<onDraw name="os" label="x"/>',
    "entities": "&nbsp;&#0;&bogus;",
    "external entity": '<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><para>&e;</para>',
    "deep": "<b>" * 40 + "x",
    "nul": "a\x00b",
    "surrogate": "a\ud800b",
    "escapes": "\\( \\) (( %s {0} \\x3c",
    "superscript": "<super>x</super>",
    "bullet": "<bullet>9</bullet>z",
    "sequence": '<seq id="a"/>',
    "image without source": '<img src="" />',
    "empty": "",
    "greek": "<greek>a</greek>",
    "operators": "ET Q BT /F1 90 Tf (x) Tj EMC endstream endobj",
    "override": "\u202eevil\u202c",
}
"""Inputs that other report writers crashed on, fetched, hid or dropped."""


def everywhere(text: str) -> RenderedPdf:
    """A report with the text in every place that holds text."""
    document = ReportDocument(
        title=text or "-",
        author=text,
        subject=text,
        language="en-GB",
        when=WHEN,
        header=text,
        footer=text,
        stamp=text,
        blocks=(
            Heading(level=1, text=text),
            Contents(),
            Paragraph(text=text),
            Notice(text=text),
            BulletList(items=(text,)),
            Facts(rows=((text, text),)),
            TableBlock(caption=text, columns=(Column(title=text),), rows=((text,),)),
            Verbatim(text=text, caption=text),
            Figure(chart=ChangeBars(title=text, steps=(text,), counts={text: (1,)}, summary=text), caption=text),
            SignatureField(name="Auditor", tooltip=text, caption=text),
        ),
    )
    attachment = Attachment(name="evidence.json", data=b"{}", mime_type="application/json", description=text)
    return render(document, (attachment,), FONTS)


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_text_is_printed_as_written(kind: str) -> None:
    """The build succeeds, the literal text is on the page, and no action, image or script is in the file."""
    text = HOSTILE[kind]

    data = everywhere(text).data

    shown = text.replace("\x00", "\ufffd").replace("\ud800", "\ufffd")
    shown = shown.replace("\u202e", "⟦U+202E⟧").replace("\u202c", "⟦U+202C⟧")
    assert spoken_text(data).replace("\n", "").replace(" ", "").count(shown.replace(" ", "")) >= 10
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert not pdf.Root.keys() & {"/OpenAction", "/AA"}
        assert "/JavaScript" not in pdf.Root.Names
        for item in pdf.objects:
            if isinstance(item, pikepdf.Dictionary | pikepdf.Stream):
                assert not {"/A", "/AA", "/URI", "/JS"} & set(item.keys()) - ({"/A"} if "/S" in item else set())
                assert item.get("/Subtype") != "/Image"


def test_names_and_counts_of_fields_cannot_be_forged() -> None:
    """Whatever the text says, there is one signature field and one page tree of as many pages as reported."""
    made = everywhere("<</T (x) /FT /Sig>> /Count 99")

    with pikepdf.open(io.BytesIO(made.data)) as pdf:
        assert len(pdf.pages) == made.n_pages
        assert len(pdf.Root.AcroForm.Fields) == 1


WATCHED = """
import json, sys
from tests.unit.report.test_injection import HOSTILE, everywhere
everywhere("warm up: fonts and code are read from disk")
seen = []
def watch(event, arguments):
    if event.startswith(("socket.", "urllib.", "http.", "ftplib.", "subprocess.", "os.system", "os.exec", "exec")):
        seen.append([event, repr(arguments)[:200]])
    elif event == "open":
        seen.append([event, str(arguments[0])])
sys.addaudithook(watch)
for text in HOSTILE.values():
    everywhere(text)
print(json.dumps(seen))
"""


def test_hostile_text_opens_no_file_and_no_connection() -> None:
    """While such reports are built the interpreter itself sees no socket, no program started and no file opened."""
    done = subprocess.run([sys.executable, "-c", WATCHED], capture_output=True, text=True, check=True, timeout=120)

    seen = [(event, what) for event, what in json.loads(done.stdout) if not what.endswith("sRGB.icc")]
    assert seen == []
