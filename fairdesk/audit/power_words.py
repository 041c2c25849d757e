"""Numbers of a planned test with the sentence that says them: what so many files find, miss, and would need."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from fairdesk.domain.design import Assumptions
from fairdesk.domain.plan_words import DISPARITY, DISPARITY_POINTS, TARGET_NAMES
from fairdesk.domain.questions import Target
from fairdesk.measures import looks, planned_power, power

HALF = 0.5
"""Rate near which a difference of two rates is hardest to show; taken where nothing is known of the rates."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerNumbers:
    """Numbers of one row and its sentence; fields as in ``design_power.PowerRow``."""

    smallest: float | None = None
    smallest_words: str = ""
    n_first: int | None = None
    n_stays: int | None = None
    chance: float | None = None
    sentence: str = ""


def audits_words(chance: float) -> str:
    """A chance as a number of audits out of few.

    The nearest tenth, halved where it is even (4 of 10 is 2 of 5); below a twentieth and above nineteen of them the
    limit itself, because "0 of 10" would be taken for never.

    Args:
        chance: 0 to 1.

    Example:
        >>> audits_words(0.4186), audits_words(0.52), audits_words(0.031), audits_words(0.7)
        ('about 2 of 5 audits', 'about 1 of 2 audits', 'fewer than 1 of 20 audits', 'about 7 of 10 audits')
    """
    if chance < 0.05:
        return "fewer than 1 of 20 audits"
    if chance > 0.95:
        return "more than 19 of 20 audits"
    tenths = min(9, max(1, round(chance * 10)))
    if tenths == 5:
        return "about 1 of 2 audits"
    return f"about {tenths // 2} of 5 audits" if tenths % 2 == 0 else f"about {tenths} of 10 audits"


def needed_words(n_first: int | None, n_stays: int | None, wanted: float, what: str = "files") -> str:
    """How many files find an effect with the wanted chance; exact chances are saw-toothed, so there may be two."""
    if n_first is None or n_stays is None:
        return f"No number of {what} up to {power.MOST_FILES:,} finds it with chance {wanted:.2f}."
    if n_first == n_stays:
        return f"{n_stays:,} {what} find it with chance {wanted:.2f}."
    teeth = f"{n_first:,} are the first that do; below {n_stays:,} the exact chance still falls short at times"
    return f"{n_stays:,} {what} or more find it with chance {wanted:.2f} ({teeth})."


def target_power_words(target: Target, truth: float | None, n: int, wanted: float, alpha: float) -> PowerNumbers:
    """What n files say of a share against its target (methods.md M10, M34).

    Args:
        truth: The share that shall not be missed; None when none was assumed.
        n: Files.
        wanted: Chance to find it.
        alpha: One-sided.
    """
    if not 0 < target.threshold < 1:
        return cannot_size("A target of 0 or 1 cannot be shown by any number of files.")
    name, threshold = TARGET_NAMES.get(target.measure, target.measure), target.threshold
    gap = planned_power.detectable_share(n, threshold, wanted, alpha)
    at_least = target.direction == "at_least"
    words = _gap_words(gap, n, wanted, at_least=at_least)
    numbers = PowerNumbers(
        smallest=gap.below if at_least else gap.above,
        smallest_words=_smallest_share(gap.below if at_least else gap.above, at_least=at_least),
        sentence=f"{words} Level {alpha:g}, one-sided.",
    )
    if truth is None:
        return replace(numbers, sentence=f"No value that must not be missed was assumed. {numbers.sentence}")
    if not 0 <= truth <= 1 or abs(truth - threshold) < 1e-9:
        return replace(numbers, sentence=f"A true value of {truth:g} is on no side of the target. {numbers.sentence}")
    chances = planned_power.target_chances(n, truth, threshold, alpha)
    size = power.consistency_sample_size(truth, threshold, wanted, alpha)
    is_violated = (truth < threshold) == at_least
    chance = chances.below if truth < threshold else chances.above
    verb = "miss" if is_violated else "fail to show that"
    end = f"against {threshold:.2f}" if is_violated else f"keeps the target {threshold:.2f}"
    first = f"{n:,} files will {verb} a true {name} of {truth:.4g} {end} in {audits_words(1 - chance)}."
    n_first, n_stays = (size.n_first_reaching, size.n_stays_above) if size else (None, None)
    needed = needed_words(n_first, n_stays, wanted)
    return replace(
        numbers, n_first=n_first, n_stays=n_stays, chance=chance, sentence=f"{first} {needed} {numbers.sentence}"
    )


def about_target(target: Target, because: str, wanted: float) -> PowerNumbers:
    """A target that the plan's own questions do not decide: what a test of its own would need, where that is known.

    Args:
        because: As ``plan_words.undecided_because``.
    """
    not_here = f"The report would say that it was not tested, because {because}."
    if target.measure == "guardrail_effectiveness" and 0 < target.threshold < 1:
        needed = power.files_without_failure(1 - target.threshold)
        more = f"At best, {needed} harmful attempts without one success would show {target.threshold:g}."
        return PowerNumbers(n_first=needed, n_stays=needed, sentence=f"{not_here} {more}")
    if target.measure == DISPARITY_POINTS and 0 < target.threshold < HALF:
        cases = power.two_rates_sample_size(HALF, HALF - target.threshold, wanted)
        needed = None if cases is None else math.ceil(cases - 1e-9)
        more = f"Two independent rates near one half that differ by {target.threshold:g} need {needed} cases per group."
        return PowerNumbers(n_first=needed, n_stays=needed, sentence=f"{not_here} {more}")
    if target.measure == DISPARITY:
        return cannot_size(f"{not_here} Points and relative percent differ for every rate but 1.")
    return cannot_size(f"{not_here} How many cases it needs depends on values before the measure, not known here.")


def disparity_words(target: Target, assumed: Assumptions, n: int, alpha: float) -> PowerNumbers:
    """Whether n files can show that selection rates on the same files stay within a target (methods.md M08, M10)."""
    if target.measure != DISPARITY_POINTS:
        return cannot_size("How many files it needs depends on the rate of selection, which is not known before.")
    if not 0 < assumed.discordance <= 1 or not 0 < target.threshold < 1:
        return cannot_size("A share of changed files and a target, both above 0, are needed.")
    found = planned_power.equivalence_margin(n, math.sqrt(assumed.discordance), assumed.power, alpha)
    if found is None:
        return cannot_size("Two files at least are needed.")
    needed = math.ceil(n * (found / target.threshold) ** 2)
    can = "which they can" if target.threshold >= found else "which they mostly cannot"
    return PowerNumbers(
        smallest=found,
        smallest_words=f"{found:.3f} as a share of files",
        n_first=needed,
        n_stays=needed,
        sentence=(
            f"If the rates were equal and the selection of {assumed.discordance:.1%} of the files changed, {n:,} files "
            f"would show with chance {assumed.power:.2f} that the disparity stays within {found:.3f}; the target is "
            f"{target.threshold:g}, {can}. About {needed:,} files would do."
        ),
    )


def cannot_size(sentence: str) -> PowerNumbers:
    """No number can be given, and why."""
    return PowerNumbers(sentence=sentence)


def direction_words(assumed: Assumptions, n: int, alpha: float, *, is_anytime: bool = False) -> PowerNumbers:
    """What a sign test on n files finds (methods.md M05, M34), or the one that may be read at any time (M35)."""
    smallest_of = looks.smallest_anytime_direction if is_anytime else power.smallest_detectable_direction
    power_of = looks.anytime_power if is_anytime else power.sign_test_power
    size_of = looks.anytime_sample_size if is_anytime else power.sign_test_sample_size
    discordance, one_way = assumed.discordance, assumed.share_one_way
    if not 0 < discordance <= 1 or not 0.5 <= one_way <= 1:
        return cannot_size("Assume a share of changed files above 0 and a share that moves one way from 0.5 to 1.")
    found = smallest_of(n, discordance, alpha, assumed.power)
    chance = power_of(n, discordance, one_way, alpha)
    size = size_of(discordance, one_way, assumed.power, alpha)
    n_first, n_stays = (size.n_first_reaching, size.n_stays_above) if size else (None, None)
    if found is None:
        smallest = "not even changes that all go one way"
        first = f"{n:,} files, {discordance:.1%} of them changed, cannot show any direction with chance"
        words = f"{first} {assumed.power:.2f}."
    else:
        smallest = f"{found.share_one_way:.1%} of the changed files one way"
        words = (
            f"{n:,} files, {discordance:.1%} of them changed, find a direction with chance {assumed.power:.2f} from "
            f"{found.share_one_way:.1%} of the changed files on one side (net {found.net_direction:.1%} of all files)."
        )
    if abs(one_way - 0.5) < 1e-6:
        missed = "No direction was assumed that must not be missed."
    else:
        missed = f"They will miss {one_way:.1%} on one side in {audits_words(1 - chance)}. "
        missed += needed_words(n_first, n_stays, assumed.power)
    return PowerNumbers(
        smallest=None if found is None else found.share_one_way,
        smallest_words=smallest,
        n_first=n_first,
        n_stays=n_stays,
        chance=None if abs(one_way - 0.5) < 1e-6 else chance,
        sentence=f"{words} {missed}",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Contrast:
    """What a paired t test is about.

    Attributes:
        name: With its article.
        factor: Its standard deviation over that of a single change.
    """

    unit: str
    name: str = "a mean shift"
    factor: float = 1.0


def shift_words(assumed: Assumptions, n: int, alpha: float, contrast: Contrast) -> PowerNumbers:
    """What a paired t test on n files finds (methods.md M03, M34)."""
    if not assumed.sd_points > 0 or not math.isfinite(assumed.sd_points):
        return cannot_size("Assume a standard deviation of a file's change above 0.")
    unit, sd, effect = contrast.unit, assumed.sd_points * contrast.factor, assumed.smallest_effect
    found = power.smallest_detectable_shift(n, sd, alpha, assumed.power)
    if found is None:
        return cannot_size(f"{n:,} files are too few to find any mean at this level.")
    words = f"{n:,} files find {contrast.name} with chance {assumed.power:.2f} from {found:.3f} {unit}."
    numbers = PowerNumbers(smallest=found, smallest_words=f"{found:.3f} {unit}", sentence=words)
    if effect is None or not effect > 0:
        return replace(numbers, sentence=f"{words} No smallest effect that matters was chosen.")
    chance = planned_power.shift_power(n, effect, sd, alpha)
    needed = planned_power.shift_sample_size(effect, sd, assumed.power, alpha)
    missed = "" if chance is None else f"They will miss one of {effect:g} {unit} in {audits_words(1 - chance)}. "
    missed += needed_words(needed, needed, assumed.power)
    return replace(numbers, n_first=needed, n_stays=needed, chance=chance, sentence=f"{words} {missed}")


def interaction_words(assumed: Assumptions, n: int, alpha: float, *, unit: str, n_cues: int) -> PowerNumbers:
    """What a paired t test of the contrast of two or three cues finds (methods.md M11, M12, M34).

    Raises:
        KeyError: more cues than three (a bug in the caller).
    """
    name = {2: "an effect of both cues beyond their sum", 3: "an effect of three cues beyond all of two"}[n_cues]
    return shift_words(assumed, n, alpha, Contrast(unit=unit, name=name, factor=planned_power.CONTRAST_FACTOR[n_cues]))


def equivalence_words(assumed: Assumptions, n: int, margin: float, unit: str, alpha: float) -> PowerNumbers:
    """Whether n files can show that a change stays within a margin (methods.md M33)."""
    found = planned_power.equivalence_margin(n, assumed.sd_points, assumed.power, alpha)
    if found is None or not margin > 0:
        return cannot_size("A margin above 0, a standard deviation above 0 and two files are needed.")
    can = "which they can" if margin >= found else "which they mostly cannot"
    needed = math.ceil(n * (found / margin) ** 2)
    return PowerNumbers(
        smallest=found,
        smallest_words=f"margin of {found:.3f} {unit}",
        n_first=needed,
        n_stays=needed,
        sentence=(
            f"If nothing changed, {n:,} files would show with chance {assumed.power:.2f} that a change stays within "
            f"{found:.3f} {unit}; the margin is {margin:g} {unit}, {can}. About {needed:,} files would do."
        ),
    )


def stimuli_words(n: int, n_words: int, level: str, icc: float) -> PowerNumbers:
    """How many files count where the words of a level are drawn again and again (methods.md M40)."""
    effect = planned_power.stimuli_effect(n, n_words, icc)
    counts = math.floor(n / effect + 1e-9)
    many = f"{n_words} words stand for “{level}”, each in about {max(1, round(n / n_words))} of {n:,} files."
    return PowerNumbers(
        n_stays=math.ceil(n * effect - 1e-9),
        n_first=math.ceil(n * effect - 1e-9),
        sentence=(
            f"{many} If {icc:.0%} of the variation lay between words, they would count like {counts:,} files, and "
            f"{math.ceil(n * effect - 1e-9):,} files would be needed in place of {n:,}."
        ),
    )


def _gap_words(gap: planned_power.DetectableShare, n: int, wanted: float, *, at_least: bool) -> str:
    missing, keeping = (gap.below, gap.above) if at_least else (gap.above, gap.below)
    sides = []
    for share, end in ((missing, "miss the target"), (keeping, "keep it")):
        if share is None:
            sides.append(f"no value is shown to {end}")
        else:
            is_upper = share == gap.above
            rounded = math.ceil(share * 1000) / 1000 if is_upper else math.floor(share * 1000) / 1000
            sides.append(f"{rounded:.3f} or {'more' if is_upper else 'less'} is shown to {end}")
    return f"With {n:,} files and chance {wanted:.2f}, {sides[0]}, and {sides[1]}; what lies between mostly stays open."


def _smallest_share(share: float | None, *, at_least: bool) -> str:
    if share is None:
        return "none"
    rounded = math.floor(share * 1000) / 1000 if at_least else math.ceil(share * 1000) / 1000
    return f"{rounded:.3f} or {'less' if at_least else 'more'}"
