"""The rows of one system and one question: every variant against the original, interaction, noise floor."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from fairdesk.audit.one_sided import answer_details, answers_of
from fairdesk.audit.sentences import SENTENCES
from fairdesk.audit.system_table import SystemTable
from fairdesk.domain.cases import VariantKind, VariantRole, single_cues, three_cue_versions
from fairdesk.domain.lock_words import TARGET_OUTSIDE
from fairdesk.domain.questions import QuantityKind, Question, Target
from fairdesk.domain.results import Estimate, NotMeasured, ResultRow, SignificanceTest, Verdict, result_id
from fairdesk.measures import counterfactual, equivalence, intersections, missing, power, repeats, targets
from fairdesk.measures.intervals import sign_flip_test
from fairdesk.measures.pairs import Floats, FourRatings
from fairdesk.measures.resampling import Resampling

POWER = 0.80
"""Power at which the smallest detectable effect is printed (methods.md D6)."""

CONTINUOUS_REASON = "continuous quantity: two values are practically never equal; read shift, gap and tolerance"
"""Why a continuous quantity has no consistency."""


EQUIVALENCE_VERDICTS = {
    equivalence.EquivalenceVerdict.DIFFERENCE: Verdict.DIFFERENCE_DETECTED,
    equivalence.EquivalenceVerdict.SMALL_DIFFERENCE: Verdict.SMALL_DIFFERENCE,
    equivalence.EquivalenceVerdict.EQUIVALENT: Verdict.EQUIVALENT,
    equivalence.EquivalenceVerdict.INCONCLUSIVE: Verdict.NO_DIFFERENCE_SHOWN,
    equivalence.EquivalenceVerdict.NOT_COMPUTABLE: Verdict.NOT_COMPUTABLE,
}
"""The words of methods.md section 5 for a difference against a margin."""


def question_rows(table: SystemTable, question: Question) -> list[ResultRow]:
    """All results of one question of one system, in print order."""
    rows: list[ResultRow] = []
    for kind in table.plan.variants:
        if kind.role is VariantRole.ORIGINAL:
            continue
        rows += _Maker(table, question, kind).variant_rows()
        if single_cues(table.plan.variants, kind):
            rows.append(_Maker(table, question, kind).interaction())
        # Plans of earlier versions did not name it among their tests, and are computed as they were.
        if "three_way" in table.plan.measures and three_cue_versions(table.plan.variants, kind):
            rows.append(_Maker(table, question, kind).three_way())
    for label in table.plan.repeated:
        kind = next(kind for kind in table.plan.variants if kind.label == label)
        rows += _Maker(table, question, kind).noise_floor()
    return rows


class _Maker:
    """Makes the rows of one variant; holds what they have in common."""

    def __init__(self, table: SystemTable, question: Question, kind: VariantKind) -> None:
        self._table = table
        self._question = question
        self._kind = kind
        self._pair = table.pair(question.question_id, kind.label)
        self._resampling = Resampling(seed=table.plan.resampling_seed, n_resamples=table.plan.n_resamples)

    def variant_rows(self) -> list[ResultRow]:
        rows = [self._consistency(), self._direction()] if self._is_discrete else [self._no_consistency()]
        rows += [self._mean_shift(), *self._equivalence()]
        pair, unit = self._pair, self._question.unit
        gap = counterfactual.cf_gap(pair.base, pair.variant, pair.missing, unit, self._resampling)
        rows += [self._row("cf_gap", gap), self._row("excess_gap", self._excess())]
        if self._question.tolerance is not None:
            outside = counterfactual.tolerance_violations(
                pair.base, pair.variant, self._question.tolerance, pair.missing, unit
            )
            rows.append(self._row("tolerance", outside, note=self._tolerance_words(outside)))
        rows.append(self._missing())
        return rows

    @property
    def _is_discrete(self) -> bool:
        return self._question.kind is QuantityKind.DISCRETE

    def _row(
        self,
        measure: str,
        outcome: Estimate | NotMeasured,
        test: SignificanceTest | None = None,
        verdict: Verdict = Verdict.DESCRIPTIVE,
        *,
        note: str = "",
    ) -> ResultRow:
        if isinstance(outcome, NotMeasured):
            verdict = Verdict.NOT_COMPUTABLE
            # A test of nothing gives "no file changed" as its reason, which nobody has seen.
            test = None if test is None else replace(test, reason=outcome.reason)
        question_id = self._question.question_id
        return ResultRow(
            result_id=result_id(self._table.system.label, question_id, self._kind.label, measure),
            system=self._table.system.label,
            question_id=question_id,
            variant=self._kind.label,
            role=self._kind.role.value,
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
        if measure in ("interaction", "three_way", "noise_floor", "noise_gap"):
            return {"pairs": self._pair.counts["pairs"], "valid": n, **corrected}
        return {**self._pair.counts, **self._moves(), **corrected}

    def _n_corrected(self, measure: str) -> int:
        """Readings changed by hand among those that a measure rests on; repeats of the original give the noise."""
        original, variant = self._table.original, self._kind.label
        first: tuple[str, ...] = (original, variant)
        repeated: tuple[str, ...] = ()
        match measure:
            case "interaction":
                first = (original, *single_cues(self._table.plan.variants, self._kind), variant)
            case "three_way":
                first = (original, *three_cue_versions(self._table.plan.variants, self._kind), variant)
            case "noise_floor" | "noise_gap":
                first, repeated = (), (variant,)
            case "mean_shift":
                repeated = (original,)
            case "excess_gap":
                repeated = (original, variant)
        return self._table.n_corrected(self._question.question_id, first, repeated)

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
            return f"Smallest {name} found with power {POWER:.2f}: {shift:.3f} {self._question.unit}."
        return ""

    def _moves(self) -> dict[str, int]:
        changes = self._pair.differences
        moves = {
            "down": int((changes < 0).sum()),
            "up": int((changes > 0).sum()),
            "unchanged": int((changes == 0).sum()),
        }
        if len(self._question.scale) == 2:
            low, high = self._question.scale
            moves["originals_at_floor"] = int((self._pair.base <= low).sum())
            moves["originals_at_ceiling"] = int((self._pair.base >= high).sum())
        if self._is_discrete:
            for step, count in sorted(counterfactual.change_counts(self._pair.base, self._pair.variant).items()):
                moves[f"change{step:+d}" if step else "change0"] = count
        return moves

    def _consistency(self) -> ResultRow:
        outcome = counterfactual.consistency(self._pair.base, self._pair.variant, self._pair.missing)
        target = self._target()
        if target is None or isinstance(outcome, NotMeasured):
            return self._row("consistency", outcome)
        successes = round(outcome.details["n_consistent"])
        decision = targets.share_target(successes, outcome.n, target.threshold, target.direction)
        note = _decision_words(decision, target)
        if target.target_id in self._table.plan.exploratory_targets:
            note = f"{TARGET_OUTSIDE} {note}"
        row = self._row("consistency", outcome, verdict=decision.verdict, note=note)
        return replace(row, target_id=target.target_id)

    def _target(self) -> Target | None:
        if self._kind.role not in (VariantRole.CUE, VariantRole.INTERSECTION):
            return None
        asked = [
            target
            for target in self._table.plan.targets
            if target.measure == "consistency" and target.question_id == self._question.question_id
        ]
        own = [target for target in asked if target.is_about(self._kind.attributes)]
        return next(iter(own or [target for target in asked if not target.cell]), None)

    def _no_consistency(self) -> ResultRow:
        reason = NotMeasured(
            method="M01",
            reason=CONTINUOUS_REASON,
            n=len(self._pair.base),
            missing=self._pair.missing,
        )
        return self._row("consistency", reason)

    def _direction(self) -> ResultRow:
        outcome = counterfactual.direction(self._pair.base, self._pair.variant, self._pair.missing)
        moves = self._moves()
        outcome = self._with_power(outcome, "smallest_share_one_way", self._smallest_direction(len(self._pair.base)))
        outcome = _with_share_down(outcome, counterfactual.share_down(moves["down"], moves["up"]))
        return self._row("direction", outcome, counterfactual.sign_test(moves["down"], moves["up"]))

    def _mean_shift(self) -> ResultRow:
        pair = self._pair
        outcome = counterfactual.mean_shift(
            pair.base, pair.variant, pair.missing, self._question.unit, noise_se=self._noise_se()
        )
        outcome = self._with_power(outcome, "smallest_shift", self._smallest_shift(outcome))
        test = None if self._is_discrete else sign_flip_test(pair.differences, self._resampling)
        return self._row("mean_shift", outcome, test, note=self._mass_words())

    def _equivalence(self) -> list[ResultRow]:
        """The mean change against the margin that the design declared for the question; nothing without one (M33)."""
        design, question = self._table.plan.design, self._question
        declared = [] if design is None else [one for one in design.margins if one.question_id == question.question_id]
        if not declared or not declared[-1].points > 0:
            return []
        margin, pair, alpha = declared[-1], self._pair, self._table.plan.alpha
        found = equivalence.equivalent_means(pair.differences, margin.points, pair.missing, question.unit, alpha)
        note = (
            f"{equivalence.equivalence_sentence(found)} Two one-sided t tests at {alpha:g} each, without adjustment; "
            f"the interval of {1 - 2 * alpha:.0%} decides. Why this margin: "
            f"{margin.reason.strip() or 'no reason was given.'}"
        )
        outcome = found.difference
        if isinstance(outcome, Estimate):
            details = {"margin": margin.points, **_known("p_equivalence", found.p_equivalence)}
            if found.interval is not None:
                details |= _known("equivalence_low", found.interval.low)
                details |= _known("equivalence_high", found.interval.high)
            outcome = replace(outcome, details={**outcome.details, **details})
            outcome = self._with_power(outcome, "smallest_shift", self._smallest_shift(outcome))
        return [self._row("equivalence", outcome, verdict=EQUIVALENCE_VERDICTS[found.verdict], note=note)]

    def _mass_words(self) -> str:
        """The answer mass behind the values of both sides (methods.md M14)."""
        rows = self._table.rows
        sides = rows["variant"].isin([self._table.original, self._kind.label]) & (rows["sample"] == 1)
        masses = rows.loc[sides & (rows["question"] == self._question.question_id), "mass"].dropna()
        if masses.empty:
            return ""
        return f"Answer mass: least {masses.min():.3f}, median {masses.median():.3f}."

    def _noise_se(self) -> float | None:
        return noise_se(self._table, self._question.question_id, len(self._pair.base))

    def _excess(self) -> Estimate | NotMeasured:
        """What of the gap is left beyond the gap between repeated answers to one prompt (M38)."""
        originals, variants = self._samples(self._table.original), self._samples(self._kind.label)
        return repeats.excess(originals, variants, self._pair.missing, self._question.unit, self._resampling).gap

    def _samples(self, variant: str) -> list[Floats]:
        return self._table.samples(self._question.question_id, variant)

    def _missing(self) -> ResultRow:
        """Who answered on one side only; the bounds say what the missing values could do to the shift."""
        question = self._question.question_id
        values, statuses = self._table.values(question), self._table.statuses(question)
        original, variant = self._table.original, self._kind.label
        is_planned = self._table.planned(question, [original, variant])
        values, statuses = values[is_planned], statuses[is_planned]
        found = missing.answer_table(
            answers_of(values[original], statuses[original]),
            answers_of(values[variant], statuses[variant]),
            self._question.scale,
        )
        answered = values[[original, variant]].notna().to_numpy(dtype=np.float64)
        outcome = counterfactual.direction(answered[:, 0], answered[:, 1], {})
        if isinstance(outcome, Estimate):
            words = {"lower": "fewer answers for the variant", "higher": "more answers for the variant"}
            direction = words.get(outcome.direction.split()[0], "as many answers on both sides")
            bounds = dict(zip(("shift_low", "shift_high"), found.shift_bounds or (), strict=False))
            details = {**outcome.details, **bounds, **answer_details(found)}
            outcome = replace(outcome, method="M39", direction=direction, details=details)
        return self._row("missing", outcome, found.missingness_test)

    def _tolerance_words(self, outside: Estimate | NotMeasured) -> str:
        """The tolerance with its reason, and the largest change with its file (methods.md M04)."""
        unit = self._question.unit
        words = f"The tolerance is {self._question.tolerance} {unit}: {self._question.tolerance_reason}"
        if isinstance(outside, NotMeasured):
            return words
        case = self._pair.cases[round(outside.details["largest_position"])]
        return f"{words} Largest change: {outside.details['largest_change']:+.3f} {unit}, in the file {case}."

    def interaction(self) -> ResultRow:
        first, second = single_cues(self._table.plan.variants, self._kind)
        values = self._table.values(self._question.question_id)
        columns = [self._table.original, first, second, self._kind.label]
        values = values[self._table.planned(self._question.question_id, columns)]
        complete = values[columns].dropna()
        lost = {"files without all four answers": len(values) - len(complete)}
        four = FourRatings(
            neither=complete[columns[0]].to_numpy(dtype=float),
            first=complete[columns[1]].to_numpy(dtype=float),
            second=complete[columns[2]].to_numpy(dtype=float),
            both=complete[columns[3]].to_numpy(dtype=float),
        )
        outcome, test = intersections.interaction(four, lost, self._question.unit, self._resampling)
        outcome = self._with_power(outcome, "smallest_shift", self._smallest_shift(outcome))
        return self._row("interaction", outcome, test)

    def three_way(self) -> ResultRow:
        """Three cues beyond their pairs, on the files that have a value in all eight versions (methods.md M12)."""
        labels = (
            self._table.original,
            *three_cue_versions(self._table.plan.variants, self._kind),
            self._kind.label,
        )
        values = self._table.values(self._question.question_id)
        values = values[self._table.planned(self._question.question_id, labels)][list(labels)]
        complete = values.dropna()
        lost = {"files without all eight answers": len(values) - len(complete)}
        versions = {
            name: complete[label].to_numpy(dtype=float)
            for name, label in zip(intersections.VERSIONS, labels, strict=True)
        }
        outcome, test = intersections.three_way(versions, lost, self._question.unit, self._resampling)
        outcome = self._with_power(outcome, "smallest_shift", self._smallest_shift(outcome))
        return self._row("three_way", outcome, test)

    def noise_floor(self) -> list[ResultRow]:
        """Agreement and gap between repeated answers to one prompt; not measured where nothing was repeated."""
        samples = self._samples(self._kind.label)
        lost = {"files without two answers": self._table.plan.n_cases - sum(len(values) > 1 for values in samples)}
        found = repeats.noise_floor(samples, lost, self._question.unit, self._resampling)
        note = ""
        if self._table.system.repeats_itself:
            note = (
                "This object gives one answer to one request by construction, so its noise floor says nothing of how "
                "it responds to a change without meaning: read the placebo swap beside it."
            )
        rows = [self._row("noise_gap", found.gap, note=note)]
        if self._is_discrete:
            rows.insert(0, self._row("noise_floor", found.agreement, note=note))
        return rows

    def _with_power(self, outcome: Estimate | NotMeasured, name: str, smallest: float | None) -> Estimate | NotMeasured:
        """The estimate with the smallest effect that this n could show among its details (methods.md D6, M34)."""
        if isinstance(outcome, NotMeasured) or smallest is None:
            return outcome
        return replace(outcome, details={**outcome.details, name: smallest})

    def _smallest_direction(self, n: int) -> float | None:
        moves = self._moves()
        changed = moves["down"] + moves["up"]
        if not n:
            return None
        found = power.smallest_detectable_direction(n, changed / n, self._table.plan.alpha, POWER)
        return found.share_one_way if found else None

    def _smallest_shift(self, outcome: Estimate | NotMeasured) -> float | None:
        if isinstance(outcome, NotMeasured) or "se" not in outcome.details:
            return None
        spread = outcome.details["se"] * math.sqrt(outcome.n)
        return power.smallest_detectable_shift(outcome.n, spread, self._table.plan.alpha, POWER)


def noise_se(table: SystemTable, question: str, n: int) -> float | None:
    """Standard error that run-to-run noise alone gives a mean shift of n files; None where nothing was repeated."""
    originals = table.samples(question, table.original)
    if not originals:
        return None
    found = repeats.components(originals, originals)
    return None if found is None or not n else math.sqrt(2 * found.within_prompt / n)


def _known(name: str, value: float | None) -> dict[str, float]:
    return {} if value is None else {name: value}


def _with_share_down(outcome: Estimate | NotMeasured, share: Estimate | NotMeasured) -> Estimate | NotMeasured:
    """The net direction with the share of the changed files that went down among its details (M05)."""
    if isinstance(outcome, NotMeasured) or isinstance(share, NotMeasured) or share.interval is None:
        return outcome
    ends = {"share_down_low": share.interval.low or 0.0, "share_down_high": share.interval.high or 0.0}
    return replace(outcome, details={**outcome.details, "share_down": share.value, **ends})


def _decision_words(decision: targets.TargetDecision, target: Target) -> str:
    smallest = f" No fewer than {decision.smallest_n} files could show it." if decision.smallest_n else ""
    return (
        f"The target {target.direction.replace('_', ' ')} {target.threshold:.2f} is an internal choice; no "
        f"published study validates it. Decided by {decision.decided_by}.{smallest}"
    )
