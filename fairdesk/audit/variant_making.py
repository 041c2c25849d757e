"""One part of the variants after the other: made, checked, counted and written, wherever a process does it."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass

from fairdesk.audit.variant_parts import TextSize, encode_case, encode_part
from fairdesk.audit.variant_problems import BuildCounts
from fairdesk.domain.canonical import canonical_bytes
from fairdesk.domain.cases import Case
from fairdesk.domain.codec import to_plain
from fairdesk.domain.design import Design
from fairdesk.evaluations.counterfactual import Texts, VariantMaker, language_of
from fairdesk.evaluations.evaluation import MadeVariants
from fairdesk.evaluations.substitution import check_edits


@dataclass(frozen=True, slots=True, kw_only=True)
class MadePart:
    """The files of one part with their variants, checked and written.

    Attributes:
        first: Id of the first file.
        body: As a plan stores the variants.
        left: What was left alone, as canonical JSON.
        counts: Of these files, as if there were no others before them.
    """

    first: str
    body: bytes
    left: bytes
    counts: BuildCounts


class PartMaker:
    """Makes parts by one design; equal files give equal bytes, whatever was made before and in whichever process."""

    def __init__(self, design: Design, texts: Texts) -> None:
        """Takes a design with the texts of its REWRITTEN cues.

        Raises:
            PlanError: the design has more combinations than can be built.
        """
        self._maker = VariantMaker(design, texts)
        self.design, self.texts = design, texts
        self.labels = [one.kind.label for one in self._maker.kinds]
        self.roles = [one.kind.role.value for one in self._maker.kinds]
        self.bits = {cue.cue_id: 1 << place for place, cue in enumerate(design.cues)}
        self._places = {label: place for place, label in enumerate(self.labels)}

    def part(self, cases: Sequence[Case]) -> MadePart:
        """The part of some files, of which there is at least one.

        Raises:
            ValueError: a variant is not its original with its edits in place (a fault of ours).
        """
        counts = BuildCounts(sizes={label: TextSize() for label in self.labels})
        bodies, left = [], []
        for case in cases:
            # Written at once: to keep the texts of a hundred files in sixteen variants takes longer than to make them.
            made = self._one(case, counts)
            bodies.append(encode_case(made.variants))
            left.append(
                {
                    "is_unaware": made.is_unaware,
                    "left": [to_plain(item) for item in made.left],
                    "missing": {label: reason.value for label, reason in made.missing.items()},
                    "text": case.text,
                }
            )
        return MadePart(first=cases[0].case_id, body=encode_part(bodies), left=canonical_bytes(left), counts=counts)

    def _one(self, case: Case, counts: BuildCounts) -> MadeVariants:
        made = self._maker.make(case)
        original, *others = made.variants
        first = len(counts.n_left) * len(self.labels)
        counts.sizes[original.label].add(original.text)
        for variant in others:
            check_edits(original, variant)
            counts.sizes[variant.label].add(variant.text)
            counts.rows.append(first + self._places[variant.label])
        for label, reason in made.missing.items():
            counts.omitted.setdefault((label, reason.value), array("q")).append(len(counts.n_left))
        counts.n_left.append(len(made.left))
        counts.left_before.append(counts.left_before[-1] + len(made.left))
        counts.cue_masks.append(sum(self.bits[cue_id] for cue_id in made.cue_ids if cue_id in self.bits))
        counts.n_unaware += made.is_unaware
        counts.languages[language_of(case, self.design)[:2].lower()] += 1
        for one in made.left:
            counts.left_counts[one.cue_id, one.reason.value] += 1
            if one.reason.value in ("no value", "language not covered"):
                counts.left_words[one.reason.value, one.cue_id, one.words] += 1
        return made
