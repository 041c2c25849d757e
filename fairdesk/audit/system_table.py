"""The evidence of one system, pivoted: values and statuses of every question, and what belongs to two variants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import pandas as pd

from fairdesk.audit.classified import ClassifiedScores
from fairdesk.audit.drawn_words import DrawnWords
from fairdesk.audit.frame import first_samples, repeated_values
from fairdesk.audit.run_items import files_in_order
from fairdesk.domain.audited_system import AuditedSystem
from fairdesk.domain.cases import VariantKind, VariantRole, interactions
from fairdesk.domain.exchanges import ItemKey, Status
from fairdesk.domain.plan import Plan
from fairdesk.measures.pairs import LOST_FILES, Floats, differences


@dataclass(slots=True, kw_only=True)
class SystemTable:
    """The evidence of one system, pivoted once per question.

    Attributes:
        words: That were drawn for the files of variants.
        kept: What the scoring of benchmarks has to know of answers beside their values.
        classified: What classifiers made of them.
    """

    system: AuditedSystem
    plan: Plan
    rows: pd.DataFrame
    model_echoes: tuple[str, ...] = ()
    words: DrawnWords = field(default_factory=dict)
    kept: Mapping[ItemKey, object] = field(default_factory=dict)
    classified: ClassifiedScores = field(default_factory=ClassifiedScores)
    _values: dict[str, pd.DataFrame] = field(default_factory=dict)
    _statuses: dict[str, pd.DataFrame] = field(default_factory=dict)
    _samples: dict[tuple[str, str], list[Floats]] = field(default_factory=dict)
    _corrected: pd.DataFrame | None = None
    _n_valid: dict[str, int] = field(default_factory=dict)
    _known: dict[str, dict[str, npt.NDArray[np.bool_]]] = field(default_factory=dict)
    _order: tuple[str, ...] = ()
    _between: dict[str, tuple[str, ...]] | None = None

    @property
    def original(self) -> str:
        """Label of the variant that all others are compared with."""
        return next(kind.label for kind in self.plan.variants if kind.role is VariantRole.ORIGINAL)

    def between(self, kind: VariantKind) -> tuple[str, ...]:
        """Labels of the variants between the original and an intersection, smaller ones first.

        Empty where its interaction is not identified, and for other variants.
        """
        if self._between is None:
            self._between = interactions(self.plan.variants)
        return self._between.get(kind.label, ())

    def values(self, question: str) -> pd.DataFrame:
        """Cases x variants: value of the first sample, NaN where there is none."""
        if question not in self._values:
            self._values[question] = self._with_all(first_samples(self.rows, question))
        return self._values[question]

    def statuses(self, question: str) -> pd.DataFrame:
        """Cases x variants: status word of the first sample."""
        if question not in self._statuses:
            self._statuses[question] = self._with_all(first_samples(self.rows, question, "status"))
        return self._statuses[question]

    def _with_all(self, table: pd.DataFrame) -> pd.DataFrame:
        """With a column of nothing for every variant that no file has."""
        lacking = [kind.label for kind in self.plan.variants if kind.label not in table.columns]
        return table.reindex(columns=[*table.columns, *lacking]) if lacking else table

    def samples(self, question: str, variant: str) -> list[Floats]:
        """Valid values of all samples of a variant, one array per case in their order.

        Empty where the plan repeats nothing: then no measure of repeats has anything to rest on.
        """
        if self.plan.n_samples < 2:
            return []
        key = (question, variant)
        if key not in self._samples:
            lists = repeated_values(self.rows, question, variant)
            self._samples[key] = [np.array(values, dtype=np.float64) for values in lists]
        return self._samples[key]

    def planned(self, question: str, variants: Sequence[str]) -> pd.Series[bool]:
        """Per case whether the plan asks about it in all of these variants; some files lack single variants."""
        if not self.plan.omitted:
            return pd.Series(True, index=self.statuses(question).index)
        return self.statuses(question)[list(variants)].notna().all(axis=1)

    def n_valid_pairs(self, variant: str) -> int:
        """Files with a value on both sides, of the question that has the most."""
        if not self._n_valid:
            counts: dict[str, int] = {}
            for question in self.plan.questions:
                known = self.values(question.question_id).notna()
                both = known.loc[known[self.original]].sum()
                for label, count in both.items():
                    counts[str(label)] = max(int(count), counts.get(str(label), 0))
            self._n_valid = counts
        return self._n_valid.get(variant, 0)

    def n_complete(self, question: str, variants: Sequence[str]) -> int:
        """Files that have a value of the original and of every one of these variants, in one question."""
        if question not in self._known:
            values = self.values(question)
            self._known[question] = {str(label): values[label].notna().to_numpy() for label in values.columns}
        known = self._known[question]
        return int(np.logical_and.reduce([known[label] for label in (self.original, *variants)]).sum())

    def pair(self, question: str, variant: str) -> PairedValues:
        """Values of the files that have both, and what is missing on each side.

        Files that have no such variant are no pairs, and nothing is missing of them.
        """
        values = self.values(question)
        values = values[self.planned(question, [self.original, variant])]
        base, other = values[self.original], values[variant]
        both = base.notna() & other.notna()
        return PairedValues(
            cases=tuple(values.index[both]),
            base=base[both].to_numpy(dtype=float),
            variant=other[both].to_numpy(dtype=float),
            missing={
                self.original: int(base.isna().sum()),
                variant: int(other.isna().sum()),
                LOST_FILES: int((~both).sum()),
            },
            counts=self._pair_counts(question, variant, int(both.sum())),
        )

    def asked_in_order(self, question: str, variant: str) -> tuple[str, ...]:
        """Files that the plan asks about on both sides, as they were asked, up to the first that was not asked yet.

        What is read later continues it, so that a test of its changes may be read at any time (methods.md M35).
        """
        if not self._order:
            self._order = files_in_order(self.plan)
        sides = [self.original, variant]
        open_files = (self.statuses(question)[sides] == Status.NOT_ATTEMPTED.value).any(axis=1)
        is_planned = self.planned(question, sides)
        found = []
        for case in self._order:
            if is_planned[case]:
                if open_files[case]:
                    break
                found.append(case)
        return tuple(found)

    def n_corrected(self, question: str, variants: Sequence[str], repeated: Sequence[str] = ()) -> int:
        """Readings changed by hand among the first samples of some variants and all samples of others."""
        if self._corrected is None:
            # Looked for once: a table of hundreds of variants asks for every one of its numbers.
            self._corrected = self.rows[self.rows["corrected"]]
        if self._corrected.empty:
            return 0
        rows = self._corrected[self._corrected["question"] == question]
        first = rows["variant"].isin(list(variants)) & (rows["sample"] == 1)
        return int((first | rows["variant"].isin(list(repeated))).sum())

    def _pair_counts(self, question: str, variant: str, n_valid: int) -> dict[str, int]:
        statuses = self.statuses(question)
        statuses = statuses[self.planned(question, [self.original, variant])]
        counts = {"pairs": len(statuses), "valid": n_valid}
        for arm, label in (("original", self.original), ("variant", variant)):
            for status in (Status.REFUSED, Status.UNREADABLE, Status.FAILED, Status.NOT_ATTEMPTED):
                counts[f"{arm}_{status.value}"] = int((statuses[label] == status.value).sum())
        return counts


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedValues:
    """Values of one question on both sides of the same files; equal shapes (n,), finite."""

    cases: tuple[str, ...]
    base: Floats
    variant: Floats
    missing: Mapping[str, int]
    counts: Mapping[str, int]

    @property
    def differences(self) -> Floats:
        """Variant minus original; equal values differ by exactly 0."""
        return differences(self.base, self.variant)
