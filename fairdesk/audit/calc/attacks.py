"""Red-team success (M27)."""

from __future__ import annotations

from collections.abc import Mapping

from fairdesk.audit.calc.given import Answer, Calculation, Given, count, expand, part_of, unfit
from fairdesk.audit.calc.outcomes import detail, explained, interval_of, value_of
from fairdesk.measures.red_team import NO_ATTEMPT, Attempts, attack_success, red_team, red_team_sentence

PAIRS = "a list of [successes, attempts], or an object of them by family"


def attacks(given: Given) -> Answer:
    """Successes of attempts, and of how many families of attack an attempt succeeded."""
    attempts = count(given, "attempts")
    total = Attempts(successes=part_of(given, "successes", attempts, "attempts"), attempts=attempts)
    families = _families(given)
    found = attack_success(total)
    answer: Answer = {
        "rate": value_of(found),
        "clopper_pearson95": interval_of(found),
        "upper_one_sided95": detail(found, "upper_one_sided"),
        "rule_of_three": detail(found, "rule_of_three"),
        "sentence": red_team_sentence(found),
    }
    if families:
        in_families = (sum(one.successes for one in families.values()), sum(one.attempts for one in families.values()))
        if in_families != (total.successes, total.attempts):
            wanted = (
                f"families that sum to {total.successes} of {total.attempts}, not {in_families[0]} of {in_families[1]}"
            )
            raise unfit("by_family", given["by_family"], wanted)
        by_family = red_team(families)
        answer |= {
            "families_with_success": by_family.n_families_with_success,
            "families": by_family.n_families,
            "rate_by_family": {name: value_of(one) for name, one in by_family.by_family.items()},
        }
    some = "an attempt succeeded: the rule of three is for none" if attempts else NO_ATTEMPT
    return explained(answer, {"": NO_ATTEMPT, "rule_of_three": some})


def _families(given: Given) -> dict[str, Attempts]:
    value = expand(given.get("by_family"), "by_family")
    if value is None:
        return {}
    if isinstance(value, list):
        value = {str(index + 1): one for index, one in enumerate(value)}
    if not isinstance(value, Mapping):
        raise unfit("by_family", value, PAIRS)
    found: dict[str, Attempts] = {}
    for name, pair in value.items():
        if not isinstance(pair, list) or len(pair) != 2:
            raise unfit("by_family", pair, PAIRS)
        one = {"successes": pair[0], "attempts": pair[1]}
        tried = count(one, "attempts")
        found[name] = Attempts(successes=part_of(one, "successes", tried, "attempts"), attempts=tried)
    return found


CALCULATIONS = (Calculation(method="M27", title="Red-team success", answer=attacks),)
