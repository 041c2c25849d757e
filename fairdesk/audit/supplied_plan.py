"""A plan made from records by fixed rules: what was varied, what was recorded, which tests belong together.

Everything here depends on the records and on what the user said of them, never on a result: the rules look at labels,
attributes and the kind of numbers, and at no difference between variants.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from fairdesk.audit.evaluation_choice import SEED
from fairdesk.audit.plan_families import ALPHA, families, planned_measures, starting_target
from fairdesk.audit.record_table import RecordTable
from fairdesk.domain.audited_system import AuditedSystem
from fairdesk.domain.canonical import sha256_hex
from fairdesk.domain.cases import VariantKind, VariantRole, single_cues
from fairdesk.domain.errors import ImportProblem
from fairdesk.domain.plan import NotTested, Plan, SuppliedRecords
from fairdesk.domain.questions import QuantityKind, Question
from fairdesk.domain.records import ColumnUse, RecordLayout, SuppliedFile
from fairdesk.domain.supplied_words import supplied_system

KNOWN_REFERENCES = ("original", "orig", "base", "baseline", "reference", "ref", "unmarked")
"""Labels that name the variant with which all others are compared, when the user named none."""

WIDEST_DISCRETE = 100
"""Whole numbers that span more steps than this are treated as a continuous quantity."""

MANY_ITEMS = 20_000
"""From here on fewer resamples are drawn: the interval of so many files changes in no printed digit."""

FEWER_RESAMPLES = 2_000

TOLERANCE_SHARE = 0.05

TOLERANCE_REASON = (
    "A twentieth of the scale is a starting value of FairDesk that no published study validates; the auditor has not "
    "given a reason of their own yet."
)

STOPPING_RULE = "not known: the answers were there before the plan was made"

ROLE_WORDS = {VariantRole.CONTROL: ("control", "kontrolle"), VariantRole.PLACEBO: ("placebo",)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Supply:
    """What belongs to the records besides their rows.

    Attributes:
        manifest_sha256: Empty where nothing is stored (a file that is scored without a project).
        n_left_out: Rows that could not be placed.
        readings: How the bytes of each file became cells, a sentence each (``reading_words``).
    """

    project: str
    created_at: str
    supplied_by: str
    manifest_sha256: str
    files: tuple[SuppliedFile, ...]
    n_left_out: int
    readings: tuple[str, ...] = ()


def plan_label(text: str) -> str:
    """A label as plans, result ids and families can carry it: without the signs that part them.

    Example:
        >>> plan_label("openai/gpt-x"), plan_label("a->b")
        ('openai_gpt-x', 'a_b')
    """
    return re.sub(r"/|->|[\x00-\x1f\x7f]", "_", text.strip())


def system_label(name: str) -> str:
    """Label of a system of the records; rows that name none are of one called ``supplied``.

    Example:
        >>> system_label(""), system_label("a/b")
        ('supplied', 'a_b')
    """
    return plan_label(name) or "supplied"


def reference_of(table: RecordTable, layout: RecordLayout) -> str:
    """Label of the variant that all others are compared with.

    Raises:
        ImportProblem: no variant has the given label, or none was given and no label is a known one.
    """
    labels = [str(label) for label in table.rows["variant"].cat.categories]
    known = ", ".join(repr(label) for label in labels[:8])
    if layout.reference:
        if layout.reference in labels:
            return layout.reference
        raise ImportProblem(f"No row has the variant {layout.reference!r}.", f"The records have: {known}.")
    found = [label for label in labels if label.strip().casefold() in KNOWN_REFERENCES]
    if len(found) == 1:
        return found[0]
    raise ImportProblem(
        f"Which variant is the original is not known; the records have: {known}.",
        "Say it: --reference LABEL.",
    )


def variant_levels(table: RecordTable, layout: RecordLayout) -> dict[str, Mapping[str, str]]:
    """Mapped attributes that tell variants apart: attribute to variant to level; empty when labels must serve."""
    mapped = {column.name or column.column for column in layout.having(ColumnUse.ATTRIBUTE)}
    labels = [str(label) for label in table.rows["variant"].cat.categories]
    return {
        name: of
        for name, of in table.levels.items()
        if name in mapped and len({of.get(label, "") for label in labels}) > 1
    }


def variant_kinds(
    table: RecordTable, reference: str, levels: Mapping[str, Mapping[str, str]]
) -> tuple[VariantKind, ...]:
    """The variants of the records, the reference first, the others in the order of first appearance.

    Args:
        levels: Of ``variant_levels``; where it is empty, the parts of labels joined by "+" are the attributes.
    """
    labels = [str(label) for label in table.rows["variant"].cat.categories]
    others = [label for label in labels if label != reference]
    kinds = [_kind(label, _attributes(label, reference, levels)) for label in others]
    original = VariantKind(
        label=plan_label(reference),
        role=VariantRole.ORIGINAL,
        attributes={},
        description=f"The records' variant “{reference}”, with which all others are compared.",
    )
    kinds = [original, *kinds]
    _refuse_equal_labels("variants", [reference, *others])
    return tuple(kinds)


def _attributes(label: str, reference: str, levels: Mapping[str, Mapping[str, str]]) -> Mapping[str, str]:
    if levels:
        of = {name: (found.get(label, ""), found.get(reference, "")) for name, found in levels.items()}
        return {name: own for name, (own, base) in of.items() if own and own != base}
    return {part.strip(): part.strip() for part in label.split("+") if part.strip()}


def _kind(label: str, attributes: Mapping[str, str]) -> VariantKind:
    role = VariantRole.INTERSECTION if len(attributes) > 1 else VariantRole.CUE
    for candidate, words in ROLE_WORDS.items():
        if any(re.fullmatch(rf"{word}s?([ _-].*)?", label.strip(), re.IGNORECASE) for word in words):
            role = candidate
    if not attributes:
        role = VariantRole.PLACEBO if role is VariantRole.PLACEBO else VariantRole.CONTROL
    if role in (VariantRole.CONTROL, VariantRole.PLACEBO):
        differs = "recorded as a swap that changes no attribute"
        attributes = {}
    else:
        differs = ", ".join(name if name == level else f"{name}: {level}" for name, level in attributes.items())
    what = f" ({differs})" if differs else ""
    return VariantKind(
        label=plan_label(label),
        role=role,
        attributes=attributes,
        description=f"The records' variant “{label}”{what}; which words differ from the original is not known.",
    )


def plan_attributes(
    kinds: Sequence[VariantKind], levels: Mapping[str, Mapping[str, str]], reference: str
) -> dict[str, tuple[str, ...]]:
    """Every attribute with its levels, that of the reference first."""
    found: dict[str, dict[str, None]] = {}
    for kind in kinds:
        for name, level in kind.attributes.items():
            base = levels.get(name, {}).get(reference, "") or f"as in {reference}"
            found.setdefault(name, {base: None})[level] = None
    return {name: tuple(of) for name, of in found.items()}


def question_of(table: RecordTable, layout: RecordLayout) -> Question:
    """The one quantity that was recorded: discrete where all numbers are whole and few, else continuous."""
    columns = layout.having(ColumnUse.VALUE) or layout.having(ColumnUse.TEXT)
    heading = columns[0].column if columns else "value"
    slug = re.sub(r"[^a-z0-9]+", "_", heading.casefold()).strip("_")[:40] or "value"
    values = table.rows["value"].dropna().to_numpy(dtype=np.float64)
    scale = tuple(float(end) for end in layout.scale)
    # As Python's numbers: the distance of two huge ones is infinite there, without a word of numpy.
    ends = scale or ((float(values.min()), float(values.max())) if values.size else (0.0, 0.0))
    span = max(ends) - min(ends)
    is_discrete = bool((values == np.round(values)).all()) and span <= WIDEST_DISCRETE
    tolerance = TOLERANCE_SHARE * span if scale and not is_discrete else None
    return Question(
        question_id=slug,
        title=f"{heading}, as recorded",
        prompt="",
        extractor=layout.extractor,
        kind=QuantityKind.DISCRETE if is_discrete else QuantityKind.CONTINUOUS,
        scale=scale,
        unit="points",
        max_tokens=0,
        tolerance=tolerance,
        tolerance_reason="" if tolerance is None else TOLERANCE_REASON,
    )


def _refuse_equal_labels(what: str, names: Sequence[str], label_of: Callable[[str], str] = plan_label) -> None:
    """Two names that become one label would be one variant or system; both are named, and why."""
    first: dict[str, str] = {}
    for name in names:
        other = first.setdefault(label_of(name), name)
        if other != name:
            raise ImportProblem(
                f"The {what} {other!r} and {name!r} would both be called {label_of(name)!r}: labels cannot carry the "
                "signs /, -> or controls, and a system without a name is called 'supplied'.",
                "Rename one of them in the file.",
            )


def systems_of(table: RecordTable, supplied_by: str) -> tuple[AuditedSystem, ...]:
    """One system per name in the records, in the order of first appearance; one without a name is called so."""
    names = [str(name) for name in table.rows["system"].cat.categories]
    _refuse_equal_labels("systems", names, system_label)
    return tuple(supplied_system(system_label(name), name or "System of the records", supplied_by) for name in names)


def make_plan(table: RecordTable, layout: RecordLayout, supply: Supply) -> Plan:
    """The plan that the records amount to.

    Raises:
        ImportProblem: the original is not known, or there is nothing to compare it with.
    """
    reference = reference_of(table, layout)
    levels = variant_levels(table, layout)
    kinds = variant_kinds(table, reference, levels)
    if len(kinds) < 2:
        raise ImportProblem(
            f"All rows are of one variant, “{reference}”: there is nothing to compare.",
            "Choose the column that names the variant, or the columns that hold the variants' values.",
        )
    question = question_of(table, layout)
    systems = systems_of(table, supply.supplied_by)
    repeated = table.rows.loc[table.rows["sample"] > 1, "variant"]
    labels = {plan_label(str(label)) for label in pd.unique(repeated)}
    n_items = len(table.rows["item"].cat.categories)
    return Plan(
        project=supply.project,
        title="Counterfactual records, supplied",
        created_at=supply.created_at,
        systems=systems,
        cases=(),
        n_duplicate_cases=0,
        variants=kinds,
        variants_sha256="",
        measures=planned_measures(kinds),
        cues=(),
        questions=(question,),
        repeated=tuple(kind.label for kind in kinds if kind.label in labels),
        n_samples=int(table.rows["sample"].max()),
        families=families(systems, (question,), kinds, question.question_id),
        targets=(starting_target((question,)),) if question.kind is QuantityKind.DISCRETE else (),
        attributes=plan_attributes(kinds, levels, reference),
        not_tested=_not_tested(kinds),
        alpha=ALPHA,
        order_seed=SEED,
        resampling_seed=SEED,
        n_resamples=FEWER_RESAMPLES if n_items > MANY_ITEMS else 9_999,
        stopping_rule=STOPPING_RULE,
        supplied=_supplied(table, supply, n_items, (*_notes(table, kinds, question, bool(levels)), *supply.readings)),
    )


def _supplied(table: RecordTable, supply: Supply, n_items: int, notes: tuple[str, ...]) -> SuppliedRecords:
    names = sorted(str(item) for item in table.rows["item"].cat.categories)
    return SuppliedRecords(
        manifest_sha256=supply.manifest_sha256,
        files=supply.files,
        supplied_by=supply.supplied_by,
        n_items=n_items,
        items_sha256=sha256_hex("\n".join(names).encode("utf-8", "surrogatepass")),
        n_rows=table.n_rows,
        n_left_out=supply.n_left_out,
        n_duplicates=table.n_duplicates,
        n_conflicting=table.n_conflicting,
        notes=notes,
    )


def _notes(table: RecordTable, kinds: Sequence[VariantKind], question: Question, by_columns: bool) -> tuple[str, ...]:
    notes = [
        "Attributes of the variants come from columns of the records."
        if by_columns
        else "Attributes of the variants come from the variants' labels."
    ]
    if table.item_attributes:
        notes.append(f"These columns describe files and not variants: {', '.join(table.item_attributes)}.")
    if not table.rows["value"].notna().any():
        notes.append("No value could be read.")
    elif question.kind is QuantityKind.DISCRETE:
        notes.append("All values that were read are whole, so the quantity is treated as discrete.")
    if not question.scale:
        notes.append("No scale was declared: nothing is said of files at its ends.")
    if uneven := _n_uneven(table):
        notes.append(
            f"Fewer answers than elsewhere were supplied for {uneven} of the repeated files and variants: the first "
            "that is there stands in the comparisons, whatever its number in the records."
        )
    lonely = [k.label for k in kinds if k.role is VariantRole.INTERSECTION and not single_cues(kinds, k)]
    if lonely:
        notes.append(f"No interaction is identified for {', '.join(lonely)}: a variant with one cue alone is missing.")
    return tuple(notes)


def _n_uneven(table: RecordTable) -> int:
    """Files of a variant and system that have fewer answers than others of the same variant and system."""
    sizes = table.rows.groupby(["system", "variant", "sample"], observed=True).size()
    arms = sizes.groupby(level=["system", "variant"], observed=True)
    # Samples are numbered from 1 without gaps, so as many have a last one as have all.
    return int((arms.first() - arms.last()).sum())


def _not_tested(kinds: Sequence[VariantKind]) -> tuple[NotTested, ...]:
    """Pairs of levels that the records hold singly and not together; what they do not vary at all has no number."""
    singles = {part for kind in kinds for part in kind.attributes.items()}
    possible = {frozenset((one, other)) for one in singles for other in singles if one[0] < other[0]}
    done = {frozenset(kind.attributes.items()) for kind in kinds}
    n_absent = len(possible - done)
    if not n_absent:
        return ()
    return (
        NotTested(
            scope="pairs of attributes that the records vary singly",
            count=n_absent,
            stakes=0,
            stakes_reason="",
            prior="not searched",
            reason_code="not_in_records",
            reason_text="The supplied records hold no variant with both.",
        ),
    )
