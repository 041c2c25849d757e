"""The rows of one system and one question: every variant against the original, interaction, noise floor."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from fairdesk.audit.name_rows import name_rows
from fairdesk.audit.one_sided import answer_details, answers_of
from fairdesk.audit.row_maker import POWER, RowMaker, with_power
from fairdesk.audit.system_table import SystemTable
from fairdesk.audit.target_rows import disparity_rows, target_of, with_target
from fairdesk.domain.cases import VariantRole
from fairdesk.domain.lock_words import MARGIN_OUTSIDE
from fairdesk.domain.questions import Question, Target
from fairdesk.domain.results import Estimate, NotMeasured, ResultRow, Verdict
from fairdesk.measures import counterfactual, equivalence, intersections, looks, missing, repeats, targets
from fairdesk.measures.intervals import sign_flip_test
from fairdesk.measures.pairs import Floats, FourRatings
from fairdesk.measures.power import smallest_detectable_direction as smallest_direction

CONTINUOUS_REASON = "continuous quantity: two values are practically never equal; read shift, gap and tolerance"
"""Why a continuous quantity has no consistency."""


STOPPED_WORDS = (
    "Not decided: the run ended before its last file under a rule that allows it, and this decision holds only for a "
    "number of files that was fixed before."
)

EQUIVALENCE_VERDICTS = {
    equivalence.EquivalenceVerdict.DIFFERENCE: Verdict.DIFFERENCE_DETECTED,
    equivalence.EquivalenceVerdict.SMALL_DIFFERENCE: Verdict.SMALL_DIFFERENCE,
    equivalence.EquivalenceVerdict.EQUIVALENT: Verdict.EQUIVALENT,
    equivalence.EquivalenceVerdict.INCONCLUSIVE: Verdict.NO_DIFFERENCE_SHOWN,
    equivalence.EquivalenceVerdict.NOT_COMPUTABLE: Verdict.NOT_COMPUTABLE,
}
"""The words of methods.md section 5 for a difference against a margin."""

UNDECIDED = (Verdict.DESCRIPTIVE, Verdict.NOT_COMPUTABLE)
"""Verdicts that judge nothing, or are given by a test later."""


def question_rows(table: SystemTable, question: Question) -> list[ResultRow]:
    """All results of one question of one system, in print order."""
    rows: list[ResultRow] = []
    for kind in table.plan.variants:
        if kind.role is VariantRole.ORIGINAL:
            continue
        rows += _Maker(table, question, kind).variant_rows()
        if table.between(kind) and len(kind.attributes) == 2:
            rows.append(_Maker(table, question, kind).interaction())
        # Plans of earlier versions did not name it among their tests, and are computed as they were.
        if "three_way" in table.plan.measures and table.between(kind) and len(kind.attributes) == 3:
            rows.append(_Maker(table, question, kind).three_way())
    for label in table.plan.repeated:
        kind = next(kind for kind in table.plan.variants if kind.label == label)
        rows += _Maker(table, question, kind).noise_floor()
    return rows


class _Maker(RowMaker):
    """The rows of the plan's own measures."""

    def variant_rows(self) -> list[ResultRow]:
        rows = [self._consistency(), self._direction()] if self.is_discrete else [self._no_consistency()]
        rows += [self._mean_shift(), *self._equivalence()]
        pair, unit = self.pair, self.question.unit
        gap = counterfactual.cf_gap(pair.base, pair.variant, pair.missing, unit, self.resampling)
        rows += [self.row("cf_gap", gap), self.row("excess_gap", self._excess())]
        if self.question.tolerance is not None:
            outside = counterfactual.tolerance_violations(
                pair.base, pair.variant, self.question.tolerance, pair.missing, unit
            )
            rows.append(self.row("tolerance", outside, note=self._tolerance_words(outside)))
        rows += [self._missing(), *disparity_rows(self), *name_rows(self)]
        return [self._unless_stopped(row) for row in rows]

    def _unless_stopped(self, row: ResultRow) -> ResultRow:
        """Nothing but the anytime-valid test decides in a run that was stopped at a reading (methods.md M35)."""
        counts = self.pair.counts
        n_open = counts["original_not_attempted"] + counts["variant_not_attempted"]
        if not self.table.plan.may_stop_early or not n_open or row.verdict in UNDECIDED:
            return row
        return replace(row, verdict=Verdict.NOT_TESTED, note=f"{STOPPED_WORDS} {row.note}".strip())

    def _consistency(self) -> ResultRow:
        outcome = counterfactual.consistency(self.pair.base, self.pair.variant, self.pair.missing)
        plan = self.table.plan
        target = target_of(plan, "consistency", self.question, self.kind)
        if target is None or isinstance(outcome, NotMeasured):
            return self.row("consistency", outcome)
        successes = round(outcome.details["n_consistent"])
        decision = targets.share_target(successes, outcome.n, target.threshold, target.direction)
        note = _decision_words(decision, target)
        return with_target(plan, self.row("consistency", outcome, verdict=decision.verdict, note=note), target)

    def _no_consistency(self) -> ResultRow:
        reason = NotMeasured(
            method="M01",
            reason=CONTINUOUS_REASON,
            n=len(self.pair.base),
            missing=self.pair.missing,
        )
        return self.row("consistency", reason)

    def _direction(self) -> ResultRow:
        outcome = counterfactual.direction(self.pair.base, self.pair.variant, self.pair.missing)
        moves = self.moves()
        outcome = with_power(outcome, "smallest_share_one_way", self._smallest_direction(len(self.pair.base)))
        outcome = _with_share_down(outcome, counterfactual.share_down(moves["down"], moves["up"]))
        if self.table.plan.may_stop_early:
            return self._direction_so_far(outcome)
        return self.row("direction", outcome, counterfactual.sign_test(moves["down"], moves["up"]))

    def _direction_so_far(self, outcome: Estimate | NotMeasured) -> ResultRow:
        """The direction with the test that may be read at any time (methods.md M35)."""
        changes = dict(zip(self.pair.cases, self.pair.differences, strict=True))
        asked = self.table.asked_in_order(self.question.question_id, self.kind.label)
        found = looks.anytime_sign_test([changes[case] < 0 for case in asked if changes.get(case)])
        if isinstance(outcome, Estimate) and found.max_e_value is not None:
            outcome = replace(outcome, details={**outcome.details, "largest_e_value": found.max_e_value})
        alpha = self.table.plan.alpha
        note = (
            "Anytime-valid sign test, which may be read after every file: it read the first "
            f"{len(asked)} files in the random order that was fixed before, {found.n_changes} of them changed. Up to "
            f"{looks.too_few_changes(alpha)} changes cannot reach {alpha:g}, whichever way they go."
        )
        return self.row("direction", outcome, found.test, note=note)

    def _mean_shift(self) -> ResultRow:
        pair = self.pair
        outcome = counterfactual.mean_shift(
            pair.base, pair.variant, pair.missing, self.question.unit, noise_se=self._noise_se()
        )
        outcome = with_power(outcome, "smallest_shift", self.smallest_shift(outcome))
        test = None if self.is_discrete else sign_flip_test(pair.differences, self.resampling)
        return self.row("mean_shift", outcome, test, note=self._mass_words())

    def _equivalence(self) -> list[ResultRow]:
        """The mean change against the margin that the design declared for the question; nothing without one (M33)."""
        design, question = self.table.plan.design, self.question
        declared = [] if design is None else [one for one in design.margins if one.question_id == question.question_id]
        if not declared or not declared[-1].points > 0:
            return []
        margin, pair, alpha = declared[-1], self.pair, self.table.plan.alpha
        found = equivalence.equivalent_means(pair.differences, margin.points, pair.missing, question.unit, alpha)
        note = (
            f"{equivalence.equivalence_sentence(found)} Two one-sided t tests at {alpha:g} each, without adjustment; "
            f"the interval of {1 - 2 * alpha:.0%} decides. Why this margin: "
            f"{margin.reason.strip() or 'no reason was given.'}"
        )
        if question.question_id in self.table.plan.exploratory_margins:
            note = f"{MARGIN_OUTSIDE} {note}"
        outcome = found.difference
        if isinstance(outcome, Estimate):
            details = {"margin": margin.points, **_known("p_equivalence", found.p_equivalence)}
            if found.interval is not None:
                details |= _known("equivalence_low", found.interval.low)
                details |= _known("equivalence_high", found.interval.high)
            outcome = replace(outcome, details={**outcome.details, **details})
            outcome = with_power(outcome, "smallest_shift", self.smallest_shift(outcome))
        return [self.row("equivalence", outcome, verdict=EQUIVALENCE_VERDICTS[found.verdict], note=note)]

    def _mass_words(self) -> str:
        """The answer mass behind the values of both sides (methods.md M14)."""
        rows = self.table.rows
        sides = rows["variant"].isin([self.table.original, self.kind.label]) & (rows["sample"] == 1)
        masses = rows.loc[sides & (rows["question"] == self.question.question_id), "mass"].dropna()
        if masses.empty:
            return ""
        return f"Answer mass: least {masses.min():.3f}, median {masses.median():.3f}."

    def _noise_se(self) -> float | None:
        return noise_se(self.table, self.question.question_id, len(self.pair.base))

    def _excess(self) -> Estimate | NotMeasured:
        """What of the gap is left beyond the gap between repeated answers to one prompt (M38)."""
        originals, variants = self._samples(self.table.original), self._samples(self.kind.label)
        return repeats.excess(originals, variants, self.pair.missing, self.question.unit, self.resampling).gap

    def _samples(self, variant: str) -> list[Floats]:
        return self.table.samples(self.question.question_id, variant)

    def _missing(self) -> ResultRow:
        """Who answered on one side only; the bounds say what the missing values could do to the shift."""
        question = self.question.question_id
        values, statuses = self.table.values(question), self.table.statuses(question)
        original, variant = self.table.original, self.kind.label
        is_planned = self.table.planned(question, [original, variant])
        values, statuses = values[is_planned], statuses[is_planned]
        found = missing.answer_table(
            answers_of(values[original], statuses[original]),
            answers_of(values[variant], statuses[variant]),
            self.question.scale,
        )
        answered = values[[original, variant]].notna().to_numpy(dtype=np.float64)
        outcome = counterfactual.direction(answered[:, 0], answered[:, 1], {})
        if isinstance(outcome, Estimate):
            words = {"lower": "fewer answers for the variant", "higher": "more answers for the variant"}
            direction = words.get(outcome.direction.split()[0], "as many answers on both sides")
            bounds = dict(zip(("shift_low", "shift_high"), found.shift_bounds or (), strict=False))
            details = {**outcome.details, **bounds, **answer_details(found)}
            outcome = replace(outcome, method="M39", direction=direction, details=details)
        return self.row("missing", outcome, found.missingness_test)

    def _tolerance_words(self, outside: Estimate | NotMeasured) -> str:
        """The tolerance with its reason, and the largest change with its file (methods.md M04)."""
        unit = self.question.unit
        words = f"The tolerance is {self.question.tolerance} {unit}: {self.question.tolerance_reason}"
        if isinstance(outside, NotMeasured):
            return words
        case = self.pair.cases[round(outside.details["largest_position"])]
        return f"{words} Largest change: {outside.details['largest_change']:+.3f} {unit}, in the file {case}."

    def interaction(self) -> ResultRow:
        first, second = self.table.between(self.kind)
        values = self.table.values(self.question.question_id)
        columns = [self.table.original, first, second, self.kind.label]
        values = values[self.table.planned(self.question.question_id, columns)]
        complete = values[columns].dropna()
        lost = {"files without all four answers": len(values) - len(complete)}
        four = FourRatings(
            neither=complete[columns[0]].to_numpy(dtype=float),
            first=complete[columns[1]].to_numpy(dtype=float),
            second=complete[columns[2]].to_numpy(dtype=float),
            both=complete[columns[3]].to_numpy(dtype=float),
        )
        outcome, test = intersections.interaction(four, lost, self.question.unit, self.resampling)
        outcome = with_power(outcome, "smallest_shift", self.smallest_shift(outcome))
        return self.row("interaction", outcome, test)

    def three_way(self) -> ResultRow:
        """Three cues beyond their pairs, on the files that have a value in all eight versions (methods.md M12)."""
        labels = (
            self.table.original,
            *self.table.between(self.kind),
            self.kind.label,
        )
        values = self.table.values(self.question.question_id)
        values = values[self.table.planned(self.question.question_id, labels)][list(labels)]
        complete = values.dropna()
        lost = {"files without all eight answers": len(values) - len(complete)}
        versions = {
            name: complete[label].to_numpy(dtype=float)
            for name, label in zip(intersections.VERSIONS, labels, strict=True)
        }
        outcome, test = intersections.three_way(versions, lost, self.question.unit, self.resampling)
        outcome = with_power(outcome, "smallest_shift", self.smallest_shift(outcome))
        return self.row("three_way", outcome, test)

    def noise_floor(self) -> list[ResultRow]:
        """Agreement and gap between repeated answers to one prompt; not measured where nothing was repeated."""
        samples = self._samples(self.kind.label)
        lost = {"files without two answers": self.table.plan.n_cases - sum(len(values) > 1 for values in samples)}
        found = repeats.noise_floor(samples, lost, self.question.unit, self.resampling)
        note = ""
        if self.table.system.repeats_itself:
            note = (
                "This object gives one answer to one request by construction, so its noise floor says nothing of how "
                "it responds to a change without meaning: read the placebo swap beside it."
            )
        rows = [self.row("noise_gap", found.gap, note=note)]
        if self.is_discrete:
            rows.insert(0, self.row("noise_floor", found.agreement, note=note))
        return rows

    def _smallest_direction(self, n: int) -> float | None:
        moves = self.moves()
        changed = moves["down"] + moves["up"]
        if not n:
            return None
        smallest = looks.smallest_anytime_direction if self.table.plan.may_stop_early else smallest_direction
        found = smallest(n, changed / n, self.table.plan.alpha, POWER)
        return found.share_one_way if found else None


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
