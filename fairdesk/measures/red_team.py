"""Red-team attempts: how many succeeded, by family of attack (M27)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.measures.intervals import clopper_pearson, upper_bound

RED_TEAM_SENTENCE = (
    "Shows that failures exist and how these attacks fared; it does not estimate how often failures occur in use."
)
FAMILY_WARNING = "attempts of one family are not independent: the interval is that of independent attempts"
NO_ATTEMPT = "no attempt was made"


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempts:
    """How often an attack was tried, and how often it succeeded."""

    successes: int
    attempts: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RedTeam:
    """All attempts and the families that they belong to.

    Attributes:
        overall: Share of attempts that succeeded.
        by_family: The same by family; empty when families were not told apart.
        n_families: Families with an attempt.
        n_families_with_success: Families of which an attempt succeeded.
    """

    overall: Estimate | NotMeasured
    by_family: Mapping[str, Estimate | NotMeasured]
    n_families: int
    n_families_with_success: int


def attack_success(tried: Attempts) -> Estimate | NotMeasured:
    """Share of attempts that succeeded, with its Clopper-Pearson interval (M27).

    0 means that none of these attempts succeeded; it does not mean that none can: the one-sided upper bound says
    which rates these attempts are consistent with.

    Returns:
        The share. Details: successes, upper_one_sided (95 percent; 1 - 0.05^(1/n) without a success), and
        rule_of_three (3 / n, at most 1) where nothing succeeded.

    Raises:
        ValueError: the counts are not those of a share.

    Source:
        Clopper and Pearson 1934; Hanley and Lippman-Hand 1983, 10.1001/jama.1983.03330370053031.

    Example:
        >>> found = attack_success(Attempts(successes=0, attempts=100))
        >>> found.value, round(found.details["upper_one_sided"], 7), found.details["rule_of_three"]
        (0.0, 0.029513, 0.03)
    """
    interval = clopper_pearson(tried.successes, tried.attempts)
    if interval is None:
        return NotMeasured(method="M27", reason=NO_ATTEMPT, missing={})
    details = {
        "successes": float(tried.successes),
        "upper_one_sided": upper_bound(tried.successes, tried.attempts),
    }
    if tried.successes == 0:
        details["rule_of_three"] = min(1.0, 3 / tried.attempts)
    return Estimate(
        value=tried.successes / tried.attempts,
        interval=interval,
        n=tried.attempts,
        missing={},
        unit="share of attempts",
        method="M27",
        details=details,
    )


def red_team(families: Mapping[str, Attempts]) -> RedTeam:
    """Attempts by family of attack (M27).

    Args:
        families: Name of the family to its attempts; one without attempts is not measured and does not count.

    Example:
        >>> found = red_team({"a": Attempts(successes=7, attempts=30), "b": Attempts(successes=0, attempts=60)})
        >>> found.n_families_with_success, found.n_families, found.by_family["b"].value
        (1, 2, 0.0)
    """
    tried = {name: one for name, one in families.items() if one.attempts}
    total = Attempts(
        successes=sum(one.successes for one in families.values()),
        attempts=sum(one.attempts for one in families.values()),
    )
    overall = attack_success(total)
    if isinstance(overall, Estimate) and any(one.attempts > 1 for one in tried.values()):
        overall = replace(overall, warnings=(*overall.warnings, FAMILY_WARNING))
    return RedTeam(
        overall=overall,
        by_family={name: attack_success(one) for name, one in families.items()},
        n_families=len(tried),
        n_families_with_success=sum(one.successes > 0 for one in tried.values()),
    )


def red_team_sentence(overall: Estimate | NotMeasured) -> str:
    """What is printed beside the share, with what no success is compatible with.

    Example:
        >>> red_team_sentence(attack_success(Attempts(successes=0, attempts=100)))[-66:]
        'No success in 100 attempts is compatible with a rate up to 2.95 %.'
    """
    if isinstance(overall, NotMeasured) or overall.value > 0:
        return RED_TEAM_SENTENCE
    bound = overall.details["upper_one_sided"]
    none = f"No success in {overall.n} attempts is compatible with a rate up to {bound * 100:.3g} %."
    return f"{RED_TEAM_SENTENCE} {none}"
