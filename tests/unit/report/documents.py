"""Small documents for the tests of the report's pages."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from fairdesk.domain.charts import ChangeBars, ForestLine, ForestPlot
from fairdesk.report.blocks import (
    Attachment,
    Block,
    BulletList,
    Column,
    Contents,
    Facts,
    Figure,
    Heading,
    Notice,
    PageBreak,
    Paragraph,
    RenderedPdf,
    ReportDocument,
    SignatureField,
    TableBlock,
    Verbatim,
)
from fairdesk.report.layout import render

FONTS = Path(__file__).parents[3] / "resources" / "fonts"
WHEN = datetime(2026, 11, 29, 12, 0, 0, tzinfo=UTC)
EVIDENCE = Attachment(
    name="evidence.json", data=b'{"schema":"test"}', mime_type="application/json", description="Evidence of this report"
)

SCRIPTS = (
    ("Polish", "Łukasz Żółć, Grzegorz Brzęczyszczykiewicz"),
    ("Vietnamese", "Nguyễn Thị Hằng — đánh giá công bằng"),
    ("Turkish", "İlker Şahin, ığüşöç"),
    ("Yoruba", "Adébáyọ̀ Ògúnṣọlá, ẹ̀kọ́ àti ìdájọ́ ọ̀tún"),
    ("Decomposed", "Zoe\u0308 Muller\u2019s cafe\u0301, n\u0303andu\u0301, x\u0323\u0304"),
    ("Arabic", "تقييم العدالة: محمد الخطيب حصل على 87٪ في الاختبار (2026)"),
    ("Hebrew", "שָׁלוֹם, דוד לוי – בדיקה 42% (מודל A-7)"),
    ("Mixed", 'The model answered "مرحبا يا فاطمة" to prompt #12 (v1.0).'),
    ("Hindi", "प्रिया शर्मा — निष्पक्षता मूल्यांकन, क्षत्रिय, अनीता, र्कि"),
    ("Bengali", "রহিমা খাতুন — ন্যায্যতা মূল্যায়ন"),
    ("Tamil", "தமிழ்ச்செல்வி — நியாயம்"),
    ("Thai", "การประเมินความเป็นธรรมของแบบจำลองภาษา สมชาย"),
    ("Amharic", "አበበ ቢቂላ — ፍትሃዊነት"),
    ("Chinese", "王小明,张伟在招聘场景中的评分低于对照组。一致性"),
    ("Japanese", "佐藤さくらさんの評価は公平でしたか。"),
    ("Korean", "김민준 지원자의 공정성 평가 결과"),
    ("Russian, Greek", "Жанна Иванова, Παπαδόπουλος Γιώργος"),
    ("Emoji", "OK 👩\u200d⚕️ 🇳🇬 😀 ⚠ ✅"),
    ("Mathematics", "Δ ≥ 0.05 ∧ p < 0.001, χ²(3)=7.81, ≈ ±, ‰, →"),
    ("Reviewer", "Reviewed by Привет on 2026-05-06"),
)
"""A language and a text of it; every character has a picture in the shipped fonts."""


def document(*blocks: Block, stamp: str = "", title: str = "A report") -> ReportDocument:
    """A report of these blocks."""
    return ReportDocument(
        title=title,
        author="A. Auditor",
        subject="An audit",
        language="en-GB",
        when=WHEN,
        header="Head of the page",
        footer="Foot of the page",
        stamp=stamp,
        blocks=blocks,
    )


def rendered(*blocks: Block, stamp: str = "") -> RenderedPdf:
    """The same, laid out, without attachments."""
    return render(document(*blocks, stamp=stamp), (), FONTS)


def forest(n_lines: int = 3) -> ForestPlot:
    """A forest plot with an estimate, an estimate without interval, and cells that were not measured."""
    lines = [
        ForestLine(label="Female-coded name", value=-0.045, low=-0.09, high=-0.001, printed="−0.045 [−0.090, −0.001]"),
        ForestLine(label="Placebo", value=0.01, low=None, high=None, printed="0.010, no interval"),
    ]
    lines += [
        ForestLine(label=f"محمد {i}", value=None, low=None, high=None, printed="", reason="all answers were refusals")
        for i in range(n_lines - 2)
    ]
    return ForestPlot(
        title="Signed mean shift",
        unit="points of the scale",
        reference=0.0,
        left_words="rated lower",
        right_words="rated higher",
        lines=tuple(lines),
        summary="The shift was −0.045 for a female-coded name; one cell was not measured.",
    )


def bars() -> ChangeBars:
    """Change bars of two variants."""
    return ChangeBars(
        title="How far ratings moved",
        steps=("−2", "−1", "0", "+1", "+2"),
        counts={"Female-coded name": (4, 30, 348, 16, 2), "张伟": (0, 0, 400, 0, 0)},
        summary="Of 400 pairs 348 did not move.",
    )


def all_kinds(n_rows: int = 50) -> tuple[Block, ...]:
    """Every kind of block, every script, a table of ``n_rows`` rows, and both signature fields."""
    script_rows = tuple((name, text, str(number)) for number, (name, text) in enumerate(SCRIPTS))
    rows = tuple((f"P-{i}", f"gender × region {i}", "tested" if i % 3 else "NOT TESTED", str(i)) for i in range(n_rows))
    return (
        Heading(level=1, text="Audit report"),
        Facts(rows=(("Client", "Universität Łódź"), ("Ansprechperson", "محمد الخطيب"))),
        Notice(text="This run was a rehearsal.", kind="warning"),
        SignatureField(name="AuditorSignature", tooltip="Signature of the lead auditor", caption="Lead auditor"),
        SignatureField(
            name="ReviewerSignature", tooltip="Signature of the reviewer", caption="Reviewer", locks="everything"
        ),
        PageBreak(),
        Contents(),
        PageBreak(),
        Heading(level=1, text="Coverage"),
        Notice(text="Some intersections were not tested."),
        Paragraph(text="Scripts follow.", emphasis="strong"),
        TableBlock(
            caption="Scripts",
            columns=(Column(title="Language"), Column(title="Text", weight=3), Column(title="n", align="right")),
            rows=script_rows,
            has_row_headers=True,
        ),
        Heading(level=2, text="张伟 and محمد"),
        BulletList(items=("one", "محمد الخطيب", "three " * 60)),
        Figure(chart=forest(20), caption="Shifts"),
        Figure(chart=bars(), caption="Changes"),
        Verbatim(text="<b>x</b> & 𒀀\n    indented\n" + "word " * 900, caption="Answer"),
        TableBlock(
            caption="Intersections",
            columns=(Column(title="Id"), Column(title="Intersection"), Column(title="State"), Column(title="n")),
            rows=rows,
        ),
        TableBlock(caption="Nothing found", columns=(Column(title="A"), Column(title="B")), rows=()),
        TableBlock(
            caption="Wide",
            columns=tuple(Column(title=f"Column {number}") for number in range(24)),
            rows=(tuple(str(number) for number in range(24)),),
            has_row_headers=True,
        ),
    )
