"""Writes variants of a few files as JSON to the standard output: run in processes with other settings."""

from __future__ import annotations

import itertools
import json
import sys

from fairdesk.domain.codec import to_plain
from fairdesk.domain.design import Attribute, Cue, CueKind
from fairdesk.evaluations.counterfactual import VariantMaker
from fairdesk.evaluations.evaluation import MadeVariants
from tests.unit.evaluations.designs import GENDER, SCRIPTS, case_of, choice, design_of, filler, gendered, names

TEXTS = (
    "{name} of {school}. {They} told his mother that an hour is enough.",
    "Tom met Anna; İstanbul, ISTANBUL, straße. She gave him her book, and Tom's is lost.",
    "The report of {school}\r\n\tis \u200fsplit\u200e over lines.",
)

WRITTEN = ("dialect", "simple", "formal", "absent")
IDS = ("gender", *WRITTEN)


def variants() -> list[object]:
    """Every variant of every text, and of a text in each script."""
    maker = VariantMaker(design_of(names(("Tom", "Max"), ("Anna", "Eve"), "name"), gendered(), filler()))
    made = [maker.make(case_of(text, f"c-{number}")) for number, text in enumerate(TEXTS)]
    for script, (male, female, _) in SCRIPTS.items():
        text = f"{male[0]} – {female[1]} – {male[2]}"
        made.append(VariantMaker(design_of(names(male, female))).make(case_of(text, script)))
    made.append(
        VariantMaker(design_of(names(("Tom", "Max"), ("Anna", "Eve"), language="de"), gendered("de"))).make(
            case_of("Herr Weber sagte seiner Schwester, dass Toms Brief an Anna fehlt.", "c-de", "de")
        )
    )
    made.append(rewritten())
    return [
        {"missing": {label: why.value for label, why in one.missing.items()}, "variants": to_plain(one.variants)}
        for one in made
    ]


def rewritten() -> MadeVariants:
    """Two attributes whose texts others wrote, alone and together, and names beside them."""
    attributes = (GENDER, *(Attribute(attribute_id=name, title=name, levels=("plain", name)) for name in WRITTEN))
    cues = (Cue(cue_id=name, attribute_id=name, kind=CueKind.REWRITTEN, title=name, language="en") for name in WRITTEN)
    cells = tuple(
        choice(**dict.fromkeys(some, "*")) for size in (1, 2, 3) for some in itertools.combinations(IDS, size)
    )
    design = design_of(names(("Tom", "Max"), ("Anna", "Eve")), *cues, attributes=attributes, choices=cells)
    texts = {name: {"c-r": {name: f"Tom be {name}."}} for name in WRITTEN[:3]}
    return VariantMaker(design, texts).make(case_of("Tom is plain.", "c-r"))


if __name__ == "__main__":
    sys.stdout.buffer.write(json.dumps(variants(), ensure_ascii=False, indent=1, sort_keys=True).encode() + b"\n")
