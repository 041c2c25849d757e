"""What the numbers rest on, by hash, and how anyone can check it."""

from __future__ import annotations

from fairdesk.domain.reports import ReportInput
from fairdesk.report.blocks import Block, BulletList, Column, Facts, Heading, Paragraph, TableBlock
from fairdesk.report.evidence_file import FILE_NAME, SCHEMA_ID, SCHEMA_VERSION
from fairdesk.report.sections.corrections import corrections_part
from fairdesk.report.sections.numbers import EVIDENCE
from fairdesk.report.sections.section import Section, SectionInput

CHECKS = (
    "The signature covers the whole file, and nothing was added after it.",
    "The hash of the attached evidence file is the one printed here and on the cover.",
    "Every chain of the store leads to the head printed here; later entries are allowed and counted.",
    "Every number of the evidence file is computed again from the stored answers and compared.",
)


def _write(given: SectionInput) -> tuple[Block, ...]:
    report = given.report
    environment = report.environment.items()
    blocks: list[Block] = [
        Heading(level=1, text=f"{EVIDENCE} Evidence"),
        Paragraph(
            text=f"The file {FILE_NAME} is attached to this report ({SCHEMA_ID}, version {SCHEMA_VERSION}). It holds "
            "every number and the whole plan. The answers themselves stay in the store, "
            + ("byte for byte as they were supplied." if report.plan.supplied else "in append-only chains.")
        ),
        Facts(
            rows=(
                ("SHA-256 of the evidence file", given.evidence_sha256),
                ("SHA-256 of the plan", report.plan_sha256),
                ("SHA-256 of the analysis", report.analysis_sha256),
                ("Nonce", report.nonce),
                ("Computed with", ", ".join(f"{name} {version}" for name, version in sorted(environment))),
            )
        ),
        TableBlock(
            caption="Chains and their heads at issue",
            columns=(Column(title="Chain", weight=1), Column(title="Head, SHA-256", weight=3)),
            rows=tuple((_chain_words(report, chain), head) for chain, head in sorted(report.heads.items())),
            has_row_headers=True,
        ),
        *corrections_part(report.analysis),
        Heading(level=2, text="How to check this report"),
        Paragraph(
            text="With FairDesk, offline: the Verify page, or the command “fairdesk verify REPORT.pdf --trust "
            "CERTIFICATE”. It checks that:"
        ),
        BulletList(items=CHECKS),
        Paragraph(
            text="Without the store, signature and hashes can be checked and the result is “indeterminate”. A signer "
            "whose certificate is not trusted gives “intact, signer not trusted”."
        ),
    ]
    if given.missing_characters:
        codes = ", ".join(f"U+{ord(character):04X}" for character in given.missing_characters)
        blocks.append(Paragraph(text=f"Characters printed by their code, because no shipped font shows them: {codes}."))
    return tuple(blocks)


def _chain_words(report: ReportInput, chain: str) -> str:
    """What a chain holds, above its name without the kind."""
    systems = {f"run:{run.run_id}": run.system for run in report.analysis.runs}
    kind, _, name = chain.partition(":")
    return f"run of {systems[chain]}\n{name}" if chain in systems else f"{kind}\n{name}"


SECTION = Section(section_id="evidence", write=_write)
