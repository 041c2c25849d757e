"""Planning: power, sample sizes, and what looking early costs (M34, M35)."""

from __future__ import annotations

import math

from fairdesk.audit.calc.given import (
    Answer,
    Calculation,
    Given,
    count,
    level_of,
    need,
    number,
    other_shape,
    share,
    unfit,
)
from fairdesk.audit.calc.outcomes import explained, p_of
from fairdesk.measures import looks, power

LEAST_ALPHA = 1e-12

TOO_MANY = f"no number of up to {power.MOST_FILES:,} is enough"


def planning(given: Given) -> Answer:
    """M34: power or sample size, by what is planned."""
    for keys, answer in _SHAPES:
        if all(key in given for key in keys):
            return answer(given)
    raise other_shape("M34", *(" and ".join(f'"{key}"' for key in keys) for keys, _ in _SHAPES))


def _levels(given: Given, alpha_key: str = "alpha") -> tuple[float, float]:
    alpha = level_of(given, alpha_key, 0.05)
    if alpha < LEAST_ALPHA:
        raise unfit(alpha_key, given[alpha_key], f"a level of at least {LEAST_ALPHA:g}; nobody plans for less")
    return level_of(given, "power", 0.8), alpha


def _clusters(given: Given) -> Answer:
    size, icc, n = number(given, "cluster_size"), number(given, "icc"), count(given, "n")
    if size < 1 or size > power.MOST_FILES:
        raise unfit("cluster_size", given["cluster_size"], f"a number of cases from 1 to {power.MOST_FILES:,}")
    if not -1 <= icc <= 1:
        raise unfit("icc", given["icc"], "a correlation from -1 to 1")
    effect = power.design_effect(size, icc)
    if effect <= 0:
        raise unfit("icc", given["icc"], "a correlation that clusters of this size can have")
    return {"design_effect": effect, "n_clustered": math.ceil(n * effect - 1e-9)}


def _sign_power(given: Given) -> Answer:
    n = count(given, "n")
    alpha = level_of(given, "alpha", 0.05)
    found = power.sign_test_power(n, share(given, "discordance"), share(given, "direction"), alpha)
    return {"power": found}


def _sign_size(given: Given) -> Answer:
    wanted, alpha = _levels(given)
    found = power.sign_test_sample_size(share(given, "discordance"), share(given, "direction"), wanted, alpha)
    answer: Answer = {
        "n_first_reaching": found.n_first_reaching if found else None,
        "n_stays_above": found.n_stays_above if found else None,
    }
    return explained(answer, TOO_MANY)


def _share_size(given: Given) -> Answer:
    true, target = share(given, "true"), share(given, "target")
    if not 0 < target < 1:
        raise unfit("target", given["target"], "a share strictly between 0 and 1")
    question = given.get("question", "violation" if true < target else "target")
    if question not in ("target", "violation") or (question == "violation") != (true < target):
        belongs = '"violation" with a true share below the target, else "target"'
        raise unfit("question", question, belongs)
    wanted, alpha = _levels(given, "alpha_one_sided")
    found = power.consistency_sample_size(true, target, wanted, alpha)
    key = "at_most_successes_at_that_n" if question == "violation" else "successes_needed_at_that_n"
    answer: Answer = {
        "n_first_reaching": found.n_first_reaching if found else None,
        "n_stays_above": found.n_stays_above if found else None,
        key: found.critical_count if found else None,
    }
    return explained(answer, TOO_MANY)


def _two_rates(given: Given) -> Answer:
    wanted, alpha = _levels(given)
    found = power.two_rates_sample_size(share(given, "p1"), share(given, "p2"), wanted, alpha)
    answer: Answer = {"n_per_group": None if found is None else math.ceil(found - 1e-9), "n_exact": found}
    return explained(answer, "the two rates are equal: no number of cases shows a difference")


def _bias_score(given: Given) -> Answer:
    score, accuracy = number(given, "score"), share(given, "accuracy")
    if not -1 <= score <= 1:
        raise unfit("score", given["score"], "a bias score from -1 to 1")
    found = power.bias_score_sample_size(score, *_levels(given))
    needed = found.n_stays_above if found else None
    items = None if needed is None or accuracy == 1 else math.ceil(needed / (1 - accuracy) - 1e-9)
    answer: Answer = {"non_unknown_needed": needed, "ambiguous_items_needed": items}
    all_unknown = "with an accuracy of 1 every answer is unknown, and none enters the score"
    return explained(answer, {"": TOO_MANY, "ambiguous_items_needed": TOO_MANY if needed is None else all_unknown})


def _no_failure(given: Given) -> Answer:
    found = power.files_without_failure(share(given, "rate"), level_of(given, "alpha", 0.05))
    return explained({"n": found}, "a rate of 0 or 1 cannot be bounded by attempts without a failure")


_SHAPES = (
    (("n", "cluster_size", "icc"), _clusters),
    (("n", "discordance", "direction"), _sign_power),
    (("discordance", "direction"), _sign_size),
    (("true", "target"), _share_size),
    (("p1", "p2"), _two_rates),
    (("score", "accuracy"), _bias_score),
    (("rate",), _no_failure),
)
"""Keys that a question is told by, and what answers it; the first that fits."""


def looking_early(given: Given) -> Answer:
    """M35: overall level of several looks, or the test that allows any number of them."""
    if "looks" in given:
        n_looks = count(given, "looks")
        if not 1 <= n_looks <= looks.MOST_LOOKS:
            raise unfit("looks", n_looks, f"1 to {looks.MOST_LOOKS:,} looks")
        return {"overall_type1": looks.overall_type1(n_looks, level_of(given, "nominal", 0.05))}
    if "sequence" in given:
        sequence = need(given, "sequence")
        if not isinstance(sequence, str) or set(sequence) - set("du"):
            raise unfit("sequence", sequence, 'a text of "d" (down) and "u" (up), one per change in order of arrival')
        found = looks.anytime_sign_test([letter == "d" for letter in sequence])
        answer: Answer = {
            "n_changes": found.n_changes,
            "e_value": found.e_value,
            "max_e_value": found.max_e_value,
            "anytime_p": p_of(found.test),
        }
        return explained(answer, found.test.reason)
    raise other_shape("M35", '"looks" and "nominal"', '"sequence" of changes')


CALCULATIONS = (
    Calculation(method="M34", title="Power and sample size", answer=planning),
    Calculation(method="M35", title="Looking early", answer=looking_early),
)
