"""Writes variants of a few files as JSON to the standard output: run in processes with other settings."""

from __future__ import annotations

import json
import sys

from fairdesk.domain.codec import to_plain
from fairdesk.evaluations.counterfactual import VariantMaker
from tests.unit.evaluations.designs import SCRIPTS, case_of, design_of, filler, gendered, names

TEXTS = (
    "{name} of {school}. {They} told his mother that an hour is enough.",
    "Tom met Anna; İstanbul, ISTANBUL, straße. She gave him her book, and Tom's is lost.",
    "The report of {school}\r\n\tis \u200fsplit\u200e over lines.",
)


def variants() -> list[object]:
    """Every variant of every text, and of a text in each script."""
    maker = VariantMaker(design_of(names(("Tom", "Max"), ("Anna", "Eve"), "name"), gendered(), filler()))
    made = [maker.make(case_of(text, f"c-{number}")) for number, text in enumerate(TEXTS)]
    for script, (male, female, _) in SCRIPTS.items():
        text = f"{male[0]} – {female[1]} – {male[2]}"
        made.append(VariantMaker(design_of(names(male, female))).make(case_of(text, script)))
    return [to_plain(one.variants) for one in made]


if __name__ == "__main__":
    sys.stdout.buffer.write(json.dumps(variants(), ensure_ascii=False, indent=1, sort_keys=True).encode() + b"\n")
