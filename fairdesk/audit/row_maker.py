"""What every row of one system, question and variant has in common: its pair, its counts, what its n could show."""

from __future__ import annotations

import math
from dataclasses import replace

from fairdesk.audit.sentences import SENTENCES
from fairdesk.audit.system_table import SystemTable
from fairdesk.domain.cases import VariantKind
from fairdesk.domain.questions import QuantityKind, Question
from fairdesk.domain.results import Estimate, NotMeasured, ResultRow, SignificanceTest, Verdict, result_id
from fairdesk.measures import counterfactual, power
from fairdesk.measures.resampling import Resampling

POWER = 0.80
"""Power at which the smallest detectable effect is printed (methods.md D6)."""


class RowMaker:
    """Makes rows of one variant.

    Attributes:
        table: The evidence of the system.
        pair: Values of the files that have both sides of the question.
    """

    def __init__(self, table: SystemTable, question: Question, kind: VariantKind) -> None:
        self.table = table
        self.question = question
        self.kind = kind
        self.pair = table.pair(question.question_id, kind.label)
        self.resampling = Resampling(seed=table.plan.resampling_seed, n_resamples=table.plan.n_resamples)

    @property
    def is_discrete(self) -> bool:
        """Discrete quantities have consistency and a sign test."""
        return self.question.kind is QuantityKind.DISCRETE

    def row(
        self,
        measure: str,
        outcome: Estimate | NotMeasured,
        test: SignificanceTest | None = None,
        verdict: Verdict = Verdict.DESCRIPTIVE,
        *,
        note: str = "",
    ) -> ResultRow:
        """A row; what could not be measured is not computable, whatever verdict was meant for it."""
        if isinstance(outcome, NotMeasured):
            verdict = Verdict.NOT_COMPUTABLE
            # A test of nothing gives "no file changed" as its reason, which nobody has seen.
            test = None if test is None else replace(test, reason=outcome.reason)
        question_id = self.question.question_id
        return ResultRow(
            result_id=result_id(self.table.system.label, question_id, self.kind.label, measure),
            system=self.table.system.label,
            question_id=question_id,
            variant=self.kind.label,
            role=self.kind.role.value,
            measure=measure,
            outcome=outcome,
            test=test,
            verdict=verdict,
            counts=self._counts(measure, outcome.n),
            sentence=SENTENCES[measure],
            note=note,
            detectable=self._detectable(outcome),
        )

    def _counts(self, measure: str, n: int) -> dict[str, int]:
        """Files in and out; which moved where only beside measures of the pair itself."""
        n_corrected = self._n_corrected(measure)
        corrected = {"corrected": n_corrected} if n_corrected else {}
        if measure in ("interaction", "three_way", "noise_floor", "noise_gap", "names"):
            return {"pairs": self.pair.counts["pairs"], "valid": n, **corrected}
        return {**self.pair.counts, **self.moves(), **corrected}

    def _n_corrected(self, measure: str) -> int:
        """Readings changed by hand among those that a measure rests on; repeats of the original give the noise."""
        original, variant = self.table.original, self.kind.label
        first: tuple[str, ...] = (original, variant)
        repeated: tuple[str, ...] = ()
        match measure:
            case "interaction" | "three_way":
                first = (original, *self.table.between(self.kind), variant)
            case "noise_floor" | "noise_gap":
                first, repeated = (), (variant,)
            case "mean_shift":
                repeated = (original,)
            case "excess_gap":
                repeated = (original, variant)
        return self.table.n_corrected(self.question.question_id, first, repeated)

    def _detectable(self, outcome: Estimate | NotMeasured) -> str:
        """What this n can show, in words; empty for measures that test nothing."""
        if isinstance(outcome, NotMeasured):
            return ""
        if "smallest_share_one_way" in outcome.details:
            share = outcome.details["smallest_share_one_way"]
            return f"A direction is found with power {POWER:.2f} from {share:.0%} of the changed files on one side."
        if "smallest_shift" in outcome.details:
            shift = outcome.details["smallest_shift"]
            name = "interaction" if outcome.method in ("M11", "M12") else "shift"
            return f"Smallest {name} found with power {POWER:.2f}: {shift:.3f} {self.question.unit}."
        return ""

    def moves(self) -> dict[str, int]:
        """Files that fell, rose and stayed, and how many originals stand at an end of the scale."""
        changes = self.pair.differences
        moves = {
            "down": int((changes < 0).sum()),
            "up": int((changes > 0).sum()),
            "unchanged": int((changes == 0).sum()),
        }
        if len(self.question.scale) == 2:
            low, high = self.question.scale
            moves["originals_at_floor"] = int((self.pair.base <= low).sum())
            moves["originals_at_ceiling"] = int((self.pair.base >= high).sum())
        if self.is_discrete:
            for step, count in sorted(counterfactual.change_counts(self.pair.base, self.pair.variant).items()):
                moves[f"change{step:+d}" if step else "change0"] = count
        return moves

    def smallest_shift(self, outcome: Estimate | NotMeasured) -> float | None:
        """The smallest mean that a t test on these files finds; None where its spread is not known."""
        if isinstance(outcome, NotMeasured) or "se" not in outcome.details:
            return None
        spread = outcome.details["se"] * math.sqrt(outcome.n)
        return power.smallest_detectable_shift(outcome.n, spread, self.table.plan.alpha, POWER)


def with_power(outcome: Estimate | NotMeasured, name: str, smallest: float | None) -> Estimate | NotMeasured:
    """The estimate with the smallest effect that this n could show among its details (methods.md D6, M34)."""
    if isinstance(outcome, NotMeasured) or smallest is None:
        return outcome
    return replace(outcome, details={**outcome.details, name: smallest})
