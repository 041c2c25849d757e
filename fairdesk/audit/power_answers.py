"""Answers of ``fairdesk power``: the chance to find an effect, the smallest one found, or the number of files needed.

What is left out is what is asked for: with an effect and files the chance, with files alone the smallest effect, with
an effect alone the files.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from fairdesk.audit.power_words import audits_words, needed_words
from fairdesk.domain.errors import InputError
from fairdesk.domain.plan_words import LEAST_ALPHA, LEAST_POWER, MOST_ALPHA, MOST_POWER
from fairdesk.measures import planned_power, power

MOST = power.MOST_FILES

CHANCE, SMALLEST, NEEDED = "chance to find it", "smallest found", "number needed"


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerAnswer:
    """One answer.

    Attributes:
        asked: What ``value`` is: one of the three words above, or ``rate excluded``, ``design effect``.
        value: The answer; None when no number answers, and ``sentence`` says why.
        n: Files, cases, answers or attempts: given, or needed from where on the wanted chance stays; None likewise.
        further: Other numbers by name.
    """

    asked: str
    value: float | None
    n: int | None
    method: str
    sentence: str
    further: Mapping[str, float | int | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What holds for every question: files (None: asked for), chance and level."""

    n: int | None = None
    power: float = 0.8
    alpha: float = 0.05

    def __post_init__(self) -> None:
        """Refuse what nobody plans for: there the numbers mean nothing.

        Raises:
            InputError: the level or the chance lies outside the range.
        """
        for name, value, least, most in (
            ("level", self.alpha, LEAST_ALPHA, MOST_ALPHA),
            ("wanted chance", self.power, LEAST_POWER, MOST_POWER),
        ):
            if not least <= value <= most:
                raise InputError(f"The {name} is {value:g}.", f"Give one from {least:g} to {most:g}.")


def consistency(target: float, true: float | None, wanted: Wanted) -> PowerAnswer:
    """A share against a target, one-sided exact (methods.md M10, M34).

    Raises:
        InputError: a share lies outside 0 to 1, the target on an end, or neither a true share nor files are given.
    """
    _between("target", target, ends=False)
    if true is not None:
        _between("true share", true)
        if abs(true - target) < 1e-9:
            raise InputError("The true share is the target itself.", "Give one that lies above or below it.")
    if wanted.n is None:
        if true is None:
            raise _nothing_given("--true", "--files")
        size = power.consistency_sample_size(true, target, wanted.power, wanted.alpha)
        return _needed(size, wanted, "files", "M34")
    gap = planned_power.detectable_share(_files(wanted.n), target, wanted.power, wanted.alpha)
    further = {"smallest_below": gap.below, "smallest_above": gap.above}
    if true is None:
        sides = [
            f"{share:.4f} or {side} is shown to lie {where} it"
            for share, side, where in ((gap.below, "less", "below"), (gap.above, "more", "above"))
            if share is not None
        ]
        words = " and ".join(sides) or "no share is shown to lie on either side of it"
        sentence = f"With {wanted.n:,} files, target {target:g} and chance {wanted.power:.2f}: {words}."
        value = gap.below if gap.below is not None else gap.above
        return PowerAnswer(asked=SMALLEST, value=value, n=wanted.n, method="M34", sentence=sentence, further=further)
    chances = planned_power.target_chances(wanted.n, true, target, wanted.alpha)
    chance = chances.below if true < target else chances.above
    verb = "miss" if true < target else "fail to show"
    sentence = (
        f"{wanted.n:,} files will {verb} a true consistency of {true:g} against {target:.2f} in "
        f"{audits_words(1 - chance)}."
    )
    further |= {"above": chances.above, "below": chances.below, "inconclusive": chances.undecided}
    return PowerAnswer(asked=CHANCE, value=chance, n=wanted.n, method="M34", sentence=sentence, further=further)


def direction(discordance: float, one_way: float | None, wanted: Wanted) -> PowerAnswer:
    """A sign test with discordance, unconditional exact (methods.md M05, M34).

    Raises:
        InputError: a share lies outside 0 to 1, or neither a share on one side nor files are given.
    """
    _between("discordance", discordance)
    if one_way is not None:
        _between("share on one side", one_way)
        if abs(one_way - 0.5) < 1e-9:
            raise InputError("Half of the changed files on either side is no direction.", "Give a share above a half.")
    if wanted.n is None:
        if one_way is None:
            raise _nothing_given("--one-way", "--files")
        return _needed(power.sign_test_sample_size(discordance, one_way, wanted.power, wanted.alpha), wanted, "files")
    if one_way is not None:
        chance = power.sign_test_power(_files(wanted.n), discordance, one_way, wanted.alpha)
        many = f"{wanted.n:,} files, {discordance:.1%} of them changed"
        sentence = f"{many}, will miss {one_way:.1%} on one side in {audits_words(1 - chance)}."
        return PowerAnswer(asked=CHANCE, value=chance, n=wanted.n, method="M34", sentence=sentence)
    found = power.smallest_detectable_direction(_files(wanted.n), discordance, wanted.alpha, wanted.power)
    if found is None:
        sentence = f"{wanted.n:,} files, {discordance:.1%} of them changed, cannot show any direction that often."
        return PowerAnswer(asked=SMALLEST, value=None, n=wanted.n, method="M34", sentence=sentence)
    return PowerAnswer(
        asked=SMALLEST,
        value=found.share_one_way,
        n=wanted.n,
        method="M34",
        sentence=f"A direction is found with chance {wanted.power:.2f} from {found.share_one_way:.1%} of the changed "
        f"files on one side, {found.net_direction:.1%} of all files net.",
        further={"net_direction": found.net_direction},
    )


def shift(sd: float, effect: float | None, n_cues: int, wanted: Wanted) -> PowerAnswer:
    """A mean shift (one cue), or the contrast of two or three cues, by a paired t test (methods.md M03, M11, M12, M34).

    Args:
        sd: Standard deviation of the change of a file for a single cue.
        n_cues: 1 to 3.

    Raises:
        InputError: a number is not above 0, or neither an effect nor files are given.
    """
    for name, value in (("standard deviation", sd), ("effect", effect)):
        if value is not None and not (value > 0 and math.isfinite(value)):
            raise InputError(f"The {name} is {value:g}.", "Give a number above 0.")
    spread = sd * planned_power.CONTRAST_FACTOR[n_cues]
    method = {1: "M34", 2: "M34, M11", 3: "M34, M12"}[n_cues]
    assumed = f" {planned_power.CONTRAST_ASSUMPTION}" if n_cues > 1 else ""
    further = {"sd_of_contrast": spread}
    if wanted.n is None:
        if effect is None:
            raise _nothing_given("--effect", "--files")
        needed = planned_power.shift_sample_size(effect, spread, wanted.power, wanted.alpha)
        sentence = needed_words(needed, needed, wanted.power) + assumed
        return PowerAnswer(asked=NEEDED, value=needed, n=needed, method=method, sentence=sentence, further=further)
    if effect is None:
        found = power.smallest_detectable_shift(_files(wanted.n), spread, wanted.alpha, wanted.power)
        words = f"{wanted.n:,} files are too few to find any mean." if found is None else ""
        sentence = words or f"{wanted.n:,} files find an effect of {found:.4g} with chance {wanted.power:.2f}.{assumed}"
        return PowerAnswer(asked=SMALLEST, value=found, n=wanted.n, method=method, sentence=sentence, further=further)
    chance = planned_power.shift_power(_files(wanted.n), effect, spread, wanted.alpha)
    if chance is None:
        sentence = "A mean needs two files at least."
    else:
        sentence = f"{wanted.n:,} files will miss an effect of {effect:g} in {audits_words(1 - chance)}.{assumed}"
    return PowerAnswer(asked=CHANCE, value=chance, n=wanted.n, method=method, sentence=sentence, further=further)


def proportions(p1: float, p2: float, wanted: Wanted) -> PowerAnswer:
    """Two independent rates, by the pooled normal formula (methods.md M34).

    Raises:
        InputError: a rate lies outside 0 to 1, or both are equal.
    """
    _between("first rate", p1)
    _between("second rate", p2)
    if abs(p1 - p2) < 1e-9:
        raise InputError("The two rates are equal.", "No number of cases shows a difference then.")
    if wanted.n is not None:
        chance = planned_power.two_rates_power(_files(wanted.n), p1, p2, wanted.alpha)
        sentence = f"{wanted.n:,} cases per group will miss {p1:g} against {p2:g} in {audits_words(1 - chance)}."
        return PowerAnswer(asked=CHANCE, value=chance, n=wanted.n, method="M34", sentence=sentence)
    exact = power.two_rates_sample_size(p1, p2, wanted.power, wanted.alpha)
    needed = None if exact is None else math.ceil(exact - 1e-9)
    sentence = needed_words(needed, needed, wanted.power, "cases per group")
    return PowerAnswer(
        asked=NEEDED, value=needed, n=needed, method="M34", sentence=sentence, further={"n_exact": exact}
    )


def bias_score(score: float | None, accuracy: float, wanted: Wanted) -> PowerAnswer:
    """A BBQ bias score, by the exact binomial test of (1 + score) / 2 (methods.md M34).

    Args:
        accuracy: Share of ambiguous items that are answered "unknown" and do not enter the score.

    Raises:
        InputError: a number lies outside its range, or neither a score nor answers are given.
    """
    _between("accuracy", accuracy)
    if accuracy >= 1:
        raise InputError("With an accuracy of 1 every answer is unknown.", "None enters the score; give less than 1.")
    if score is not None and not (-1 <= score <= 1 and score != 0):
        raise InputError(f"The score is {score:g}.", "Give one from -1 to 1 that is not 0.")
    if wanted.n is None:
        if score is None:
            raise _nothing_given("--score", "--answers")
        found = power.bias_score_sample_size(score, wanted.power, wanted.alpha)
        answer = _needed(found, wanted, "answers other than unknown")
        items = None if answer.n is None else math.ceil(answer.n / (1 - accuracy) - 1e-9)
        many = "" if items is None else f" With an accuracy of {accuracy:g} that takes {items:,} ambiguous items."
        return PowerAnswer(
            asked=NEEDED,
            value=answer.value,
            n=answer.n,
            method="M34",
            sentence=answer.sentence + many,
            further={**answer.further, "ambiguous_items_needed": items},
        )
    if score is None:
        smallest = planned_power.smallest_bias_score(_files(wanted.n), wanted.power, wanted.alpha)
        words = "no score" if smallest is None else f"a score of {smallest:.3f} or more, either way,"
        sentence = f"{wanted.n:,} answers other than unknown show {words} with chance {wanted.power:.2f}."
        return PowerAnswer(asked=SMALLEST, value=smallest, n=wanted.n, method="M34", sentence=sentence)
    chance = planned_power.bias_score_power(_files(wanted.n), score, wanted.alpha)
    sentence = f"{wanted.n:,} answers other than unknown will miss a score of {score:g} in {audits_words(1 - chance)}."
    return PowerAnswer(asked=CHANCE, value=chance, n=wanted.n, method="M34", sentence=sentence)


def no_failures(rate: float | None, wanted: Wanted) -> PowerAnswer:
    """Attempts without any failure (methods.md M27, M34).

    Raises:
        InputError: the rate lies on an end, or neither a rate nor attempts are given.
    """
    if rate is not None:
        _between("rate", rate, ends=False)
        needed = power.files_without_failure(rate, wanted.alpha)
        sentence = f"{needed:,} attempts without any failure show a rate below {rate:g} (level {wanted.alpha:g})."
        return PowerAnswer(asked=NEEDED, value=needed, n=needed, method="M34", sentence=sentence)
    if wanted.n is None:
        raise _nothing_given("--rate", "--attempts")
    excluded = planned_power.rate_excluded(_files(wanted.n), wanted.alpha)
    if excluded is None:
        return PowerAnswer(
            asked="rate excluded", value=None, n=0, method="M34", sentence="No attempt excludes nothing."
        )
    sentence = f"No failure in {wanted.n:,} attempts is compatible with a rate up to {excluded:.4g}."
    return PowerAnswer(asked="rate excluded", value=excluded, n=wanted.n, method="M34", sentence=sentence)


def stimuli(n_files: int, n_words: int, icc: float) -> PowerAnswer:
    """What drawing one of few words for every file costs: the design effect (methods.md M34, M40).

    Raises:
        InputError: no file, no word, or a correlation outside 0 to 1.
    """
    _between("intraclass correlation", icc)
    if n_words < 1 or _files(n_files) < 1:
        raise InputError("There is no word or no file.", "Give at least one of each.")
    effect = planned_power.stimuli_effect(n_files, n_words, icc)
    counts, needed = math.floor(n_files / effect + 1e-9), math.ceil(n_files * effect - 1e-9)
    return PowerAnswer(
        asked="design effect",
        value=effect,
        n=needed,
        method="M34, M40",
        sentence=f"{n_files:,} files with {n_words:,} words drawn for them count like {counts:,}; {needed:,} such ones "
        f"would count like {n_files:,}.",
        further={"n_effective": counts},
    )


def _needed(size: power.SampleSize | None, wanted: Wanted, what: str, method: str = "M34") -> PowerAnswer:
    if size is None:
        sentence = f"No number of {what} up to {MOST:,} finds it with chance {wanted.power:.2f}."
        further = {"n_first_reaching": None, "n_stays_above": None}
        return PowerAnswer(asked=NEEDED, value=None, n=None, method=method, sentence=sentence, further=further)
    return PowerAnswer(
        asked=NEEDED,
        value=size.n_stays_above,
        n=size.n_stays_above,
        method=method,
        sentence=needed_words(size.n_first_reaching, size.n_stays_above, wanted.power, what),
        further={
            "n_first_reaching": size.n_first_reaching,
            "n_stays_above": size.n_stays_above,
            "critical_count": size.critical_count,
        },
    )


def _between(name: str, value: float, *, ends: bool = True) -> None:
    inside = 0 <= value <= 1 if ends else 0 < value < 1
    if not inside:
        raise InputError(
            f"The {name} is {value:g}.", "Give a number from 0 to 1." if ends else "Give a number between 0 and 1."
        )


def _files(n: int) -> int:
    if n > MOST:
        raise InputError(f"{n:,} is more than FairDesk computes.", f"Give up to {MOST:,}.")
    return n


def _nothing_given(one: str, other: str) -> InputError:
    return InputError(
        f"Neither {one} nor {other} is given.", "Give one of them, or both; what is left out is computed."
    )
