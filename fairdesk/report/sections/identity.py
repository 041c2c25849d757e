"""Which names the answers of a run came with, and whether the object changed; a part of the section on the object."""

from __future__ import annotations

from collections.abc import Sequence

from fairdesk.domain.audited_system import AuditedSystem
from fairdesk.domain.canonical import canonical_bytes, sha256_hex
from fairdesk.domain.codec import to_plain
from fairdesk.domain.identity import AcceptedChange, ProviderEcho, has_changed
from fairdesk.domain.results import Analysis
from fairdesk.report.blocks import Block, Notice, Verbatim
from fairdesk.report.sections.cells import moment

LISTED = 12
"""Names that are printed one by one; the evidence file holds all of them."""

LONGEST_NAME = 120

LONGEST_CHANGE = 900
"""Two names with their fingerprints, as a run's chain holds them, are shorter."""

OBJECT_CHANGED = "Object changed during the test"


def echoes_of(system: AuditedSystem, analysis: Analysis) -> tuple[ProviderEcho, ...]:
    """The names that one system's answers came with."""
    return tuple(echo for echo in analysis.echoes if echo.system == system.label)


def echo_rows(system: AuditedSystem, analysis: Analysis) -> tuple[tuple[str, str], ...]:
    """Each distinct model string with its fingerprint, and how many answers came with it."""
    echoes = echoes_of(system, analysis)
    if not echoes:
        return (("Model named in the answers", "no answer named one"),)
    lines = [_echo_words(echo) for echo in sorted(echoes, key=lambda echo: -echo.count)[:LISTED]]
    if len(echoes) > LISTED:
        lines.append(f"{len(echoes) - LISTED} more, listed in the evidence file")
    return (("Model and fingerprint named in the answers", "; ".join(lines)),)


def changed_object(system: AuditedSystem, analysis: Analysis) -> list[Block]:
    """The line that nobody may overlook where more than one model or fingerprint answered, with who accepted it."""
    accepted = [change for change in analysis.accepted_changes if change.system == system.label]
    if not has_changed(echoes_of(system, analysis)):
        return [Notice(text=f"{OBJECT_CHANGED}. {_accepted_words(accepted)}", kind="warning")] if accepted else []
    words = (
        f"{OBJECT_CHANGED}: more than one model string or fingerprint came back in one run of “{system.label}”. "
        f"Its numbers are of more than one object. {_accepted_words(accepted)}"
    )
    return [Notice(text=words, kind="warning")]


def example_rows(system: AuditedSystem) -> tuple[tuple[str, str], ...]:
    """How many few-shot examples the model read before each case, with their digest."""
    if not system.examples:
        return (("Few-shot examples", "none"),)
    digest = sha256_hex(canonical_bytes([to_plain(message) for message in system.examples]))
    return (("Few-shot examples", f"{len(system.examples) // 2}, SHA-256 {digest}"),)


def context_texts(system: AuditedSystem) -> list[Block]:
    """The examples, the schema and the grammar as they were sent; nothing where there is none."""
    name = f"“{system.label}”"
    blocks: list[Block] = []
    if system.examples:
        text = "\n\n".join(f"{message.role}: {message.content}" for message in system.examples)
        blocks.append(Verbatim(text=text, caption=f"Few-shot examples of {name}, between system prompt and case"))
    if system.decoding.json_schema:
        blocks.append(Verbatim(text=system.decoding.json_schema, caption=f"JSON schema of the answers of {name}"))
    if system.decoding.grammar:
        blocks.append(Verbatim(text=system.decoding.grammar, caption=f"Grammar of the answers of {name}"))
    return blocks


def _echo_words(echo: ProviderEcho) -> str:
    model = _cut(echo.model) or "no model"
    mark = f", fingerprint {_cut(echo.fingerprint)}" if echo.fingerprint else ", no fingerprint"
    return f"{model}{mark}: {echo.count} {'answer' if echo.count == 1 else 'answers'}"


def _accepted_words(accepted: Sequence[AcceptedChange]) -> str:
    if not accepted:
        return "No reason for going on was recorded."
    return " ".join(
        f"Accepted on {moment(change.at) if change.at else 'a day that was not recorded'} by "
        f"{_cut(change.by) or 'a person who was not named'} ({_cut(change.words, LONGEST_CHANGE)}), "
        f"reason: {change.reason}"
        for change in accepted
    )


def _cut(text: str, longest: int = LONGEST_NAME) -> str:
    return f"{text[:longest]}…" if len(text) > longest else text
