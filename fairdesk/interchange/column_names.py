"""What the headings of records usually mean, in English and German, and what the user said they mean."""

from __future__ import annotations

from collections.abc import Sequence

from fairdesk.domain.errors import ImportProblem
from fairdesk.domain.records import ColumnUse, LayoutChoices, MappedColumn

_NAMES: dict[ColumnUse, str] = {
    ColumnUse.ITEM: "item itemid id case caseid file fileid filehash applicationid applicant applicantid candidateid "
    "recordid promptid questionid docid documentid pairid fall fallid fallnummer akte aktenzeichen datei dateiid "
    "vorgang kennung bewerbung bewerber bewerberid nr nummer record document application prompt",
    ColumnUse.VARIANT: "variant variante variantlabel version counterfactual perturbation condition bedingung fassung "
    "cue group gruppe arm",
    ColumnUse.SAMPLE: "sample repeat repetition replicate trial iteration epoch sampleno samplenumber stichprobe "
    "wiederholung durchlauf",
    ColumnUse.SYSTEM: "system systemid systemlabel model modelname modelid llm modell sprachmodell endpoint",
    ColumnUse.VALUE: "value score rating stars grade points result numericvalue wert bewertung note punkte punktzahl "
    "sterne ergebnis",
    ColumnUse.TEXT: "text answer response output reply completion generation modelanswer modeloutput modelresponse "
    "rawanswer antwort ausgabe antworttext modellantwort rohantwort",
    ColumnUse.STATUS: "status state zustand",
    ColumnUse.BASE: "base original baseline reference originalvalue basis ausgang ausgangsfassung originalwert",
}
MEANINGS: dict[str, ColumnUse] = {name: use for use, names in _NAMES.items() for name in names.split()}
"""Headings without spaces, signs and capitals; of several columns with one meaning the earliest name here wins."""

RANKS = {name: rank for rank, name in enumerate(MEANINGS)}

_ATTRIBUTES = (
    "sex gender geschlecht race ethnicity ethnie origin herkunft nationality nationalit\u00e4t country land age "
    "agegroup alter altersgruppe religion disability behinderung language sprache dialect dialekt migration "
    "migrationshintergrund orientation class schicht staatsangeh\u00f6rigkeit"
)
ATTRIBUTES = frozenset(_ATTRIBUTES.split())
PREFIXES = ("attribute.", "attributes.", "attribut.", "attr.", "attribute_", "attr_")

REFERENCES = ("original", "base", "baseline", "reference", "orig", "ref", "unchanged", "ausgangsfassung", "referenz")
"""Labels of the variant that others are compared with, the likeliest first."""

SINGLE = (
    ColumnUse.ITEM,
    ColumnUse.VARIANT,
    ColumnUse.SAMPLE,
    ColumnUse.SYSTEM,
    ColumnUse.VALUE,
    ColumnUse.TEXT,
    ColumnUse.STATUS,
    ColumnUse.BASE,
)
"""Uses that one column of a file has at most."""


def plain_name(heading: str) -> str:
    """A heading without capitals, spaces and signs: ``Item ID`` and ``item_id`` are one.

    Example:
        >>> plain_name("Fall-ID"), plain_name("Model Answer")
        ('fallid', 'modelanswer')
    """
    return "".join(char for char in heading.casefold() if char.isalnum())


def is_known_heading(heading: str) -> bool:
    """Whether a heading usually stands above something that records hold."""
    name = plain_name(heading)
    return name in MEANINGS or name in ATTRIBUTES or heading.strip().casefold().startswith(PREFIXES)


def named_base(choices: LayoutChoices, headings: Sequence[str]) -> str:
    """The column that the user named as the original's: by ``COLUMN=base``, or by the label of the reference."""
    for choice in choices.columns:
        head, _, field = choice.rpartition("=")
        if field.strip().casefold().startswith("base") and head.strip() in headings:
            return head.strip()
    return choices.reference if choices.reference in headings else ""


def guess_columns(headings: Sequence[str], numeric: Sequence[bool], base: str = "") -> tuple[MappedColumn, ...]:
    """What each column is used for, by its heading and by whether it holds numbers.

    Args:
        headings: Distinct names, in the order of the file.
        numeric: Whether most filled cells of each column are numbers.
        base: The column of the original that the user named; empty when none was.
    """
    uses: dict[str, ColumnUse] = {base: ColumnUse.BASE} if base else {}
    names: dict[str, str] = {}
    for use in SINGLE:
        if use in uses.values():
            continue
        candidates = [head for head in headings if MEANINGS.get(plain_name(head)) is use and head not in uses]
        if candidates:
            uses[min(candidates, key=lambda head: RANKS[plain_name(head)])] = use
    for head in headings:
        low = head.casefold()
        prefix = next((prefix for prefix in PREFIXES if low.startswith(prefix)), "")
        if head not in uses and (prefix or plain_name(head) in ATTRIBUTES):
            uses[head], names[head] = ColumnUse.ATTRIBUTE, head[len(prefix) :] or head
    _settle_wide(headings, numeric, uses, names)
    return tuple(
        MappedColumn(column=head, use=uses.get(head, ColumnUse.IGNORED), name=names.get(head, "")) for head in headings
    )


def _settle_wide(
    headings: Sequence[str], numeric: Sequence[bool], uses: dict[str, ColumnUse], names: dict[str, str]
) -> None:
    """Columns beside one called original are variants when they hold the same kind and no column names the variant."""
    base = next((head for head, use in uses.items() if use is ColumnUse.BASE), None)
    if base is None:
        return
    found = set(uses.values())
    if ColumnUse.VARIANT in found and (ColumnUse.VALUE in found or ColumnUse.TEXT in found):
        del uses[base]
        return
    names[base] = base
    of_base = numeric[headings.index(base)]
    for head, is_numeric in zip(headings, numeric, strict=True):
        if is_numeric == of_base and uses.get(head) in (None, ColumnUse.VALUE, ColumnUse.TEXT):
            uses[head], names[head] = ColumnUse.ARM, head


def apply_choices(columns: Sequence[MappedColumn], choices: Sequence[str]) -> tuple[MappedColumn, ...]:
    """The columns after what the user said: ``COLUMN=field``, ``COLUMN=attribute.NAME``, ``COLUMN=variant.LABEL``.

    A column that was guessed for the same use is set aside for the one that was named.

    Raises:
        ImportProblem: no such column, no such field, or two columns for one field.
    """
    mapped = {column.column: column for column in columns}
    named: dict[ColumnUse, str] = {}
    for choice in choices:
        head, _, field = choice.rpartition("=")
        column = _found(head.strip(), mapped)
        use, name = _use_of(field.strip(), column)
        if use in SINGLE and named.setdefault(use, column) != column:
            raise ImportProblem(
                f"The columns {named[use]!r} and {column!r} are both mapped to {use.value}.",
                "Map one column to it, and the other one to ignored (--map COLUMN=ignored).",
            )
        for other in mapped.values():
            if use in SINGLE and other.use is use and other.column != column:
                mapped[other.column] = MappedColumn(column=other.column, use=ColumnUse.IGNORED)
        mapped[column] = MappedColumn(column=column, use=use, name=name)
    return tuple(mapped.values())


def _found(head: str, mapped: dict[str, MappedColumn]) -> str:
    if head in mapped:
        return head
    alike = [column for column in mapped if plain_name(column) == plain_name(head) != ""]
    if len(alike) == 1:
        return alike[0]
    raise ImportProblem(
        f"The file has no column {head!r}.", f"Its columns are: {', '.join(list(mapped)[:50])} (--map COLUMN=field)."
    )


def _use_of(field: str, column: str) -> tuple[ColumnUse, str]:
    kind, _, name = field.partition(".")
    kind = kind.casefold()
    if kind == "attribute" and not field.endswith("."):
        return ColumnUse.ATTRIBUTE, name or column
    if kind == "variant" and name:
        return ColumnUse.ARM, name
    if kind == "base" and not field.endswith("."):
        return ColumnUse.BASE, name or column
    fields = [use.value for use in ColumnUse if use is not ColumnUse.ARM]
    if kind not in fields or "." in field:
        raise ImportProblem(
            f"{field!r} is no field that a column can be mapped to.",
            f"Fields are: {', '.join(fields)}, attribute.NAME, variant.LABEL (--map COLUMN=field).",
        )
    return ColumnUse(kind), ""
