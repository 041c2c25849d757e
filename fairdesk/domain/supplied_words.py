"""What is said wherever numbers come from answers that FairDesk did not ask for: who supplied them, what is unknown."""

from __future__ import annotations

from fairdesk.domain.audited_system import AuditedSystem, Decoding, EndpointFacts, EndpointSettings
from fairdesk.domain.plan import Plan, SuppliedRecords
from fairdesk.domain.records import FileReading, SuppliedFile

LINES_NAMED = 10
"""Lines of a file that are named one by one where they hold no record."""

SUPPLIED = "supplied"
"""Kind of the endpoint of a system whose answers were not asked for by FairDesk."""

NOT_OBSERVED = "run not observed by FairDesk"


def supplier_words(supplied_by: str) -> str:
    """The sentence part that stands beside every number from supplied answers.

    Example:
        >>> supplier_words("Vendor Ltd")
        'answers supplied by Vendor Ltd, run not observed by FairDesk'
    """
    return f"answers supplied by {supplied_by}, {NOT_OBSERVED}"


def supplier_sentence(supplied_by: str) -> str:
    """``supplier_words`` as a sentence of its own."""
    words = supplier_words(supplied_by)
    return f"{words[:1].upper()}{words[1:]}."


def unknown_words(supplied_by: str) -> str:
    """What stands where a part of the object would be named.

    Example:
        >>> unknown_words("Vendor Ltd")
        'not known: answers supplied by Vendor Ltd'
    """
    return f"not known: answers supplied by {supplied_by}"


def plan_supplier_words(plan: Plan) -> str:
    """``supplier_words`` of a plan as a sentence; empty for a plan whose answers FairDesk asked for."""
    return "" if plan.supplied is None else supplier_sentence(plan.supplied.supplied_by)


def signing_reason(plan: Plan, n_from_batch: int = 0, n_recorded: int = 0) -> str:
    """What an auditor signs for; nobody signs for a run that they did not make.

    Args:
        n_from_batch: Calls whose outcome came from batch files.
        n_recorded: Calls whose outcome came from recorded files.
    """
    if plan.supplied is not None:
        return "I evaluated the supplied records and stand for this report."
    if n_recorded:
        return "I evaluated these answers, those from recorded files among them, and stand for this report."
    if n_from_batch:
        return "I evaluated these answers, those from batch files among them, and stand for this report."
    return "I ran these tests and stand for this report."


def supplied_system(label: str, title: str, supplied_by: str) -> AuditedSystem:
    """A system of which nothing is known but its answers."""
    unknown = unknown_words(supplied_by)
    return AuditedSystem(
        label=label,
        title=title,
        endpoint=EndpointSettings(
            name=f"Answers supplied by {supplied_by}",
            kind=SUPPLIED,
            model=unknown,
            options={"supplied_by": supplied_by},
        ),
        facts=EndpointFacts(model_echo="", facts={"answers": supplier_words(supplied_by)}),
        system_prompt=unknown,
        # Nothing was sent by FairDesk; no number stands here that could be taken for a setting of the run.
        decoding=Decoding(temperature=None, max_tokens=0),
    )


def is_supplied(system: AuditedSystem) -> bool:
    """Whether a system's answers were supplied and not asked for."""
    return system.endpoint.kind == SUPPLIED


def file_words(file: SuppliedFile) -> str:
    """One supplied file: name, size, hash, date.

    Example:
        >>> file_words(SuppliedFile(file_name="a.csv", sha256="0f", n_bytes=12, supplied_by="V", supplied_on="",
        ...     received_at="2026-11-30T12:00:00Z"))
        'a.csv, 12 bytes, SHA-256 0f, date of supply not stated, received 2026-11-30T12:00:00Z'
    """
    on = f"supplied on {file.supplied_on}" if file.supplied_on else "date of supply not stated"
    note = f"; {file.note}" if file.note else ""
    return f"{file.file_name}, {file.n_bytes} bytes, SHA-256 {file.sha256}, {on}, received {file.received_at}{note}"


def reading_words(file_name: str, reading: FileReading) -> tuple[str, ...]:
    """How a file was read where it could have been read otherwise, and which of its lines are no records.

    Example:
        >>> reading_words("a.csv", FileReading(format="csv", decimal=",", dropped_lines=(1, 9)))
        ('a.csv: numbers have a decimal comma.', 'a.csv: left out as titles or notes that hold no record: line 1, 9.')
    """
    parts = [f"{file_name}: {note}" for note in reading.notes]
    if reading.decimal == ",":
        parts.append(f"{file_name}: numbers have a decimal comma.")
    if reading.percent:
        parts.append(f"{file_name}: 80 % was read as {'80' if reading.percent == 'number' else '0.8'}.")
    if lines := reading.dropped_lines:
        named = ", ".join(str(line) for line in lines[:LINES_NAMED])
        more = f" and {len(lines) - LINES_NAMED} more" if len(lines) > LINES_NAMED else ""
        parts.append(f"{file_name}: left out as titles or notes that hold no record: line {named}{more}.")
    return tuple(parts)


def row_words(supplied: SuppliedRecords) -> str:
    """What became of the rows, in one sentence each."""
    parts = [f"{supplied.n_rows} rows about {supplied.n_items} files entered."]
    if supplied.n_left_out:
        parts.append(f"{supplied.n_left_out} rows that could not be placed were left out on request.")
    if supplied.n_duplicates:
        parts.append(
            f"{supplied.n_duplicates} rows repeat a file, variant and sample that an earlier row has; the first "
            f"counts. {supplied.n_conflicting} of them say something else than the first."
        )
    else:
        parts.append("No file, variant and sample stands in two rows.")
    return " ".join(parts)
