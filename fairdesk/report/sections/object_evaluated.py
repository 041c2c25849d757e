"""What exactly was evaluated: every configuration in full, with the strength of its identity."""

from __future__ import annotations

from fairdesk.domain.audited_system import AuditedSystem
from fairdesk.domain.object_words import decoding_words, difference_words, identity_words
from fairdesk.domain.plan import Plan
from fairdesk.domain.results import RunSummary
from fairdesk.report.blocks import Block, Facts, Heading, Notice, Paragraph, Verbatim
from fairdesk.report.evidence_file import configuration_id
from fairdesk.report.sections.section import Section, SectionInput, words_or


def _write(given: SectionInput) -> tuple[Block, ...]:
    report = given.report
    workflow = report.details.workflow
    blocks: list[Block] = [
        Heading(level=1, text="1 Object evaluated"),
        Paragraph(
            text="What is described here is a property of the configured application, not of the model alone. Each "
            "result names the configuration that it belongs to."
        ),
        Paragraph(
            text=f"Human workflow: {workflow}"
            if workflow
            else "Human workflow: not described. Tests stop at the model output."
        ),
    ]
    for system in report.plan.systems:
        runs = [run for run in report.analysis.runs if run.system == system.label]
        blocks += _system(system, runs)
    blocks += _differences(report.plan)
    return tuple(blocks)


def _system(system: AuditedSystem, runs: list[RunSummary]) -> list[Block]:
    decoding = system.decoding
    echoes = sorted({echo for run in runs for echo in run.model_echoes})
    rows = [
        ("Configuration", configuration_id(system)),
        ("Endpoint", f"{system.endpoint.name} ({system.endpoint.kind})"),
        ("Model asked for", words_or(system.endpoint.model, "chosen by the endpoint")),
        ("Model named in the answers", ", ".join(echoes) or "no answer named one"),
        ("Fingerprint returned", words_or(system.facts.fingerprint, "not available: none was returned")),
        ("Identity", identity_words(system)),
        (
            "Repeats itself",
            "by construction" if system.repeats_itself else "not by construction; see the noise floor",
        ),
        ("Decoding", decoding_words(decoding)),
        ("Answer length", f"at most {decoding.max_tokens} tokens in free text"),
        ("Layers switched on", ", ".join(layer.title for layer in system.layers) or "none"),
        ("Adaptation, retrieval, tools", "none known to FairDesk"),
    ]
    rows += [(f"Declared: {name}", value) for name, value in sorted(system.facts.facts.items())]
    blocks: list[Block] = [
        Heading(level=2, text=f"Configuration “{system.label}”: {system.title}"),
        Facts(rows=tuple(rows)),
        Verbatim(text=system.system_prompt, caption=f"System prompt of “{system.label}”, without layers"),
    ]
    blocks += [Verbatim(text=layer.text, caption=f"Layer “{layer.title}”, added to it") for layer in system.layers]
    if len(echoes) > 1:
        blocks.append(
            Notice(
                text="More than one model was named in the answers: the object changed during the test.", kind="warning"
            )
        )
    return blocks


def _differences(plan: Plan) -> list[Block]:
    if len(plan.systems) < 2:
        return []
    reference, *others = plan.systems
    lines = [difference_words(reference, other) for other in others]
    return [Heading(level=2, text="What differs between the configurations"), Paragraph(text="\n".join(lines))]


SECTION = Section(section_id="object", write=_write)
