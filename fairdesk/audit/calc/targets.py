"""A share against a declared target (M10)."""

from __future__ import annotations

from fairdesk.audit.calc.given import Answer, Calculation, Given, choice, count, need, part_of, share
from fairdesk.audit.calc.outcomes import ends, explained
from fairdesk.domain.results import Verdict
from fairdesk.measures import intervals
from fairdesk.measures.targets import share_target

WORDS = {
    Verdict.TARGET_MET: "met",
    Verdict.TARGET_NOT_MET: "missed",
    Verdict.INCONCLUSIVE: "inconclusive",
    Verdict.NOT_COMPUTABLE: "not computable",
}


def target(given: Given) -> Answer:
    """M10: met or missed only when the one-sided bound lies beyond the target."""
    n = count(given, "n")
    k = part_of(given, "successes", n, "n")
    need(given, "direction")
    found = share_target(k, n, share(given, "target"), choice(given, "direction", "at_least", "at_most"))
    answer: Answer = {
        "rate": found.rate,
        "wilson95": ends(intervals.wilson(k, n)),
        "clopper_pearson95": ends(intervals.clopper_pearson(k, n)),
        "lower_one_sided95": found.lower,
        "upper_one_sided95": found.upper,
        "verdict": WORDS[found.verdict],
        "decided_by": found.decided_by,
        "smallest_n": found.smallest_n,
    }
    return explained(answer, {"": "nothing was observed", "smallest_n": "no number of files could show this target"})


CALCULATIONS = (Calculation(method="M10", title="Share against a target", answer=target),)
