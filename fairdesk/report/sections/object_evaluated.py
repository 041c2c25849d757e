"""What exactly was evaluated: what the configurations share, and each in what it has of its own."""

from __future__ import annotations

from collections.abc import Sequence

from fairdesk.domain.audited_system import AuditedSystem
from fairdesk.domain.object_words import decoding_words, difference_words, identity_words
from fairdesk.domain.plan import Plan
from fairdesk.domain.recorded_words import run_recorded_words
from fairdesk.domain.reports import ReportInput
from fairdesk.domain.results import Analysis
from fairdesk.domain.supplied_words import (
    file_words,
    is_supplied,
    plan_supplier_words,
    row_words,
    supplier_words,
)
from fairdesk.report.blocks import Block, Facts, Heading, Notice, Paragraph, Verbatim
from fairdesk.report.evidence_file import configuration_id
from fairdesk.report.sections.cells import enumerated
from fairdesk.report.sections.identity import (
    changed_object,
    context_texts,
    echo_rows,
    echoes_of,
    example_rows,
)
from fairdesk.report.sections.numbers import OBJECT
from fairdesk.report.sections.section import Section, SectionInput, words_or

SHORT = 40
"""Declared facts whose name and value have no more characters than this stand in one row together."""


def _write(given: SectionInput) -> tuple[Block, ...]:
    report = given.report
    systems = report.plan.systems
    workflow = report.details.workflow.strip()
    blocks: list[Block] = [
        Heading(level=1, text=f"{OBJECT} Object evaluated"),
        Paragraph(
            text="What is described here is a property of the configured application, not of the model alone. Each "
            "result names the configuration that it belongs to."
        ),
        Paragraph(
            text=f"Human workflow: {workflow} It was not part of the test, which stops at the model output."
            if workflow
            else "Human workflow: not described. Tests stop at the model output."
        ),
        *_supply(report.plan),
        Paragraph(
            text="Differences between these configurations and the application in use: not recorded. Adaptation, "
            f"retrieval and tools behind the {_behind(report)}."
        ),
    ]
    described = [_facts(system, report.analysis) for system in systems]
    shared = _shared(described)
    if len(systems) > 1:
        blocks.append(Heading(level=2, text=f"What {enumerated([_name(system) for system in systems])} share"))
        blocks.append(Facts(rows=shared))
        blocks += [] if report.plan.supplied else _shared_prompt(systems)
    for system, facts in zip(systems, described, strict=True):
        blocks.append(Heading(level=2, text=f"Configuration {_name(system)}: {system.title}"))
        blocks.append(Facts(rows=tuple(row for row in facts if len(systems) == 1 or row not in shared)))
        blocks += _recorded(system, report.analysis)
        blocks += [] if is_supplied(system) else _texts(system, systems)
        blocks += changed_object(system, report.analysis)
    blocks += _differences(report)
    return tuple(blocks)


def _behind(report: ReportInput) -> str:
    """What is known of the parts that no answer shows; of supplied answers nothing is, so none is called absent."""
    if report.plan.supplied is not None:
        return "supplied answers: not known"
    return "recorded answers: not known" if report.analysis.is_recorded else "endpoint: none known to FairDesk"


def _supply(plan: Plan) -> list[Block]:
    """Who supplied the answers, in which files, and what became of their rows."""
    if plan.supplied is None:
        return []
    supplied = plan.supplied
    return [
        Notice(text=plan_supplier_words(plan), kind="warning"),
        Facts(
            rows=(
                ("Supplied by", supplied.supplied_by),
                *((f"File {number}", file_words(file)) for number, file in enumerate(supplied.files, 1)),
                ("Rows", row_words(supplied)),
                ("Manifest, SHA-256", supplied.manifest_sha256),
                ("Names of the files, SHA-256", supplied.items_sha256),
            )
        ),
    ]


def _recorded(system: AuditedSystem, analysis: Analysis) -> list[Block]:
    """That nobody saw this configuration give the answers that are said to be its own."""
    found = [(run, run_recorded_words(run)) for run in analysis.runs if run.system == system.label and run.recorded]
    blocks: list[Block] = []
    for run, words in found:
        text = f"{words} What stands here of endpoint, model and settings is the project's description."
        blocks.append(Notice(text=text, kind="warning"))
        files = [
            (f"Recorded file {number}", f"{file_words(one.file)}; supplied by {one.file.supplied_by}")
            for number, one in enumerate(run.recorded, 1)
        ]
        blocks.append(Facts(rows=tuple(files)))
    return blocks


def _name(system: AuditedSystem) -> str:
    return f"“{system.label}”"


def _facts(system: AuditedSystem, analysis: Analysis) -> tuple[tuple[str, str], ...]:
    decoding = system.decoding
    if is_supplied(system):
        return (
            ("Configuration", configuration_id(system)),
            ("Model, prompt, settings and layers", system.endpoint.model),
            ("Answers", supplier_words(system.endpoint.options["supplied_by"])),
        )
    rows = [
        ("Configuration", configuration_id(system)),
        ("Endpoint", f"{system.endpoint.name} ({system.endpoint.kind})"),
        ("Model asked for", words_or(system.endpoint.model, "chosen by the endpoint")),
        *echo_rows(system, analysis),
        ("Fingerprint before the test", words_or(system.facts.fingerprint, "not available: none was returned")),
        ("Identity", identity_words(system, echoes_of(system, analysis))),
        ("Repeats itself", "by construction" if system.repeats_itself else "not by construction; see the noise floor"),
        ("Decoding", decoding_words(decoding)),
        ("Answer length", f"at most {decoding.max_tokens} tokens in free text"),
        *example_rows(system),
        ("Layers switched on", ", ".join(layer.title for layer in system.layers) or "none"),
    ]
    declared = sorted(system.facts.facts.items())
    short = [f"{name} {value}" for name, value in declared if len(name) + len(value) <= SHORT]
    rows += [(f"Declared: {name}", value) for name, value in declared if len(name) + len(value) > SHORT]
    if short:
        rows.append(("Declared by the endpoint", "; ".join(short)))
    return tuple(rows)


def _shared(described: Sequence[tuple[tuple[str, str], ...]]) -> tuple[tuple[str, str], ...]:
    first, *others = described
    return tuple(row for row in first if all(row in rows for rows in others))


def _shared_prompt(systems: Sequence[AuditedSystem]) -> list[Block]:
    if len({system.system_prompt for system in systems}) > 1:
        return []
    caption = f"System prompt of {enumerated([_name(system) for system in systems])}, without layers"
    return [Verbatim(text=systems[0].system_prompt, caption=caption)]


def _texts(system: AuditedSystem, systems: Sequence[AuditedSystem]) -> list[Block]:
    blocks: list[Block] = []
    if len(systems) == 1 or not _shared_prompt(systems):
        blocks.append(Verbatim(text=system.system_prompt, caption=f"System prompt of {_name(system)}, without layers"))
    blocks += context_texts(system)
    return blocks + [Verbatim(text=one.text, caption=f"Layer “{one.title}”, added to it") for one in system.layers]


def _differences(report: ReportInput) -> list[Block]:
    if len(report.plan.systems) < 2:
        return []
    reference, *others = report.plan.systems
    lines = [difference_words(reference, other) for other in others]
    if report.analysis.n_recorded:
        lines.append("So the project describes it. Whether the recorded answers were given so is not known.")
    return [Heading(level=2, text="What differs between the configurations"), Paragraph(text="\n".join(lines))]


SECTION = Section(section_id="object", write=_write)
