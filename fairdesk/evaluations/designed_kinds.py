"""Which variants a design asks for: its tested cells, and the controls and placebo swaps that belong to them (D1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from fairdesk.domain.cases import VariantKind, VariantRole
from fairdesk.domain.design import Attribute, Cue, CueKind, Design
from fairdesk.evaluations.swaps.drawing import CONTROL_LEVEL, n_usable
from fairdesk.measures.grid import tested_cells

ENOUGH_STIMULI = 5
"""Words per level below which one tests the words rather than the group (methods.md D3)."""

DRAWN_KINDS = (CueKind.NAMES, CueKind.PLACE_HOLDER)


@dataclass(frozen=True, slots=True, kw_only=True)
class DesignedKind:
    """A variant of a design and how it is made.

    Attributes:
        levels: Every attribute's level in it.
        changes: Attributes that must show in its text, or it is not made.
        redrawn: Attributes whose words are other ones of the same lists.
    """

    kind: VariantKind
    levels: Mapping[str, str]
    changes: frozenset[str] = frozenset()
    redrawn: frozenset[str] = frozenset()


def designed_kinds(design: Design) -> tuple[DesignedKind, ...]:
    """The original, one variant per tested cell, controls, placebo swaps; labels are unique.

    Raises:
        PlanError: the design has more combinations than can be built.
    """
    reference = {one.attribute_id: one.levels[0] for one in design.attributes if one.levels}
    titles = {one.attribute_id: one.title or one.attribute_id for one in design.attributes}
    cells = tested_cells(design)
    labels = _Labels(design)
    found = [DesignedKind(kind=_original(design, reference), levels=reference)]
    for cell in cells:
        role = VariantRole.CUE if len(cell) == 1 else VariantRole.INTERSECTION
        what = " and ".join(f"{titles[name]}: {level}" for name, level in cell.items())
        rest = "all else as in the original" if len(cell) < len(reference) else "the rest of the text is the same"
        kind = VariantKind(label=labels.of_cell(cell), role=role, attributes=dict(cell), description=f"{what}; {rest}.")
        found.append(DesignedKind(kind=kind, levels={**reference, **cell}, changes=frozenset(cell)))
    tested = {name for cell in cells for name in cell}
    for attribute in design.attributes:
        if attribute.attribute_id in tested:
            found += _controls(design, attribute, reference, labels)
    return tuple(found)


def _original(design: Design, reference: Mapping[str, str]) -> VariantKind:
    named = [f"{one.title or one.attribute_id}: {one.levels[0]}" for one in tested_attributes(design)]
    words = ", ".join(named) or "nothing is tested yet"
    return VariantKind(
        label="original",
        role=VariantRole.ORIGINAL,
        attributes={},
        description=f"The reference, marked like every variant ({words}).",
    )


def _controls(
    design: Design, attribute: Attribute, reference: Mapping[str, str], labels: _Labels
) -> Iterator[DesignedKind]:
    name, title = attribute.attribute_id, attribute.title or attribute.attribute_id
    if design.controls and any(cue.words(CONTROL_LEVEL) for cue in cues_of(design, name)):
        kind = VariantKind(
            label=labels.unique(f"control-{name}"),
            role=VariantRole.CONTROL,
            attributes={},
            description=f"Matched control of {title}: words of the control list; the group stays {reference[name]}.",
        )
        yield DesignedKind(kind=kind, levels={**reference, name: CONTROL_LEVEL}, changes=frozenset({name}))
    if design.placebos and can_be_redrawn(design, attribute):
        kind = VariantKind(
            label=labels.unique(f"placebo-{name}"),
            role=VariantRole.PLACEBO,
            attributes={},
            description=f"Placebo swap of {title}: other words of the same lists; the group stays {reference[name]}.",
        )
        yield DesignedKind(kind=kind, levels=dict(reference), changes=frozenset({name}), redrawn=frozenset({name}))


def cues_of(design: Design, attribute_id: str) -> tuple[Cue, ...]:
    """The cues of an attribute."""
    return tuple(cue for cue in design.cues if cue.attribute_id == attribute_id)


def can_be_redrawn(design: Design, attribute: Attribute) -> bool:
    """Whether a placebo swap is possible: some cue draws its words, and its reference list has two or more."""
    return any(
        cue.kind in DRAWN_KINDS and n_usable(cue, attribute.levels[0]) > 1
        for cue in cues_of(design, attribute.attribute_id)
        if attribute.levels
    )


def tested_attributes(design: Design) -> tuple[Attribute, ...]:
    """The attributes that some variant changes, in the order of the design."""
    tested = {name for cell in tested_cells(design) for name in cell}
    return tuple(one for one in design.attributes if one.attribute_id in tested)


def stimuli_sentences(design: Design) -> tuple[str, ...]:
    """What the plan check says of placebo swaps that are not possible and of lists that are too short (D1, D3)."""
    found: list[str] = []
    for attribute in tested_attributes(design):
        title = attribute.title or attribute.attribute_id
        if design.placebos and not can_be_redrawn(design, attribute):
            found.append(
                f"{title}: no placebo swap is possible, because no cue draws its words from a list with two or more "
                f"words of the level {attribute.levels[0]}. How much the output moves when words change but no group "
                "does is not measured for it. Add a name list or a place-holder with words of each level."
            )
        for cue in cues_of(design, attribute.attribute_id):
            if cue.kind not in DRAWN_KINDS:
                continue
            for level in attribute.levels:
                number = n_usable(cue, level)
                if number < ENOUGH_STIMULI:
                    found.append(
                        f"{title}: {level} has {number} {'word' if number == 1 else 'words'} in the cue "
                        f"{cue.title or cue.cue_id}; fewer than {ENOUGH_STIMULI} test the words rather than the group. "
                        "Add words that stand on no other level's list."
                    )
    return tuple(found)


class _Labels:
    """Short labels of variants: the levels alone where they tell the attribute, else with it; never one twice."""

    def __init__(self, design: Design) -> None:
        levels = [level for one in design.attributes for level in one.levels]
        self._shared = {level for level in levels if levels.count(level) > 1}
        self._taken = {"original"}

    def of_cell(self, cell: Mapping[str, str]) -> str:
        parts = (f"{name}={level}" if level in self._shared else level for name, level in cell.items())
        return self.unique("+".join(part.replace("+", " ") for part in parts))

    def unique(self, label: str) -> str:
        """The label, with a number behind it where it is taken."""
        found, number = label, 2
        while found in self._taken:
            found, number = f"{label} {number}", number + 1
        self._taken.add(found)
        return found
