"""What is said of a plan in the window, on the command line and in the report: reasons, rules, targets on offer."""

from __future__ import annotations

from collections.abc import Iterable

from fairdesk.domain.design import Design, PlannedTarget, View
from fairdesk.domain.questions import QuantityKind, Question, Target

REASON_CODES = {
    "no_access": "no access",
    "no_licence": "no licence",
    "too_few_cases": "too few cases",
    "low_priority_by_rule": "low priority by the agreed rule",
    "legal_bar": "a legal bar",
    "no_cue_list": "no cue list",
    "language_not_covered": "language not covered",
    "out_of_scope_by_client": "out of scope, decided by the client",
    "time_or_cost": "time or cost",
    "technical_failure": "technical failure",
    "not_my_role": "not the role of who audits",
}
"""Why something was not done or not tested, in words (report-contents.md section 2)."""

SHORTEST_REASON = 20
"""Characters that a reason in words has at least (report-contents.md section 2)."""

LEAST_ALPHA, MOST_ALPHA = 0.0001, 0.3
LEAST_POWER, MOST_POWER = 0.5, 0.999
"""Levels and chances that somebody plans for; outside them there are no numbers."""

FIXED_N = "fixed"
ANYTIME = "anytime"

STOPPING_RULES = {
    FIXED_N: "Fixed number of files; read once, after the last answer.",
    ANYTIME: (
        "Anytime-valid sign test, files in the random order that was fixed in advance: the run may be read after every "
        "file and stopped at any reading. Everything else that is decided needs all files."
    ),
}
"""What a stopping rule means (methods.md M35)."""

VIEWS = {
    View.SYMMETRIC: "symmetric: a shift in any direction counts",
    View.ADVERSE_ONLY: "adverse only: shifts against the listed groups count, others are printed",
    View.POSITIVE_ACTION: "positive action: shifts in favour of the listed groups have a legal basis",
}
"""Which differences count, in words (report-contents.md S5)."""

NOT_VALIDATED = "No published study validates this value."
"""Stands beside every target on offer."""

DEFAULT_JUSTIFICATIONS = (
    "",
    NOT_VALIDATED,
    "Starting value for an internal target; no published study validates it. "
    "The auditor has not given a reason of their own yet.",
)
"""Texts that FairDesk wrote itself: none of them is a justification."""

DISPARITY = "disparity"
DISPARITY_POINTS = "disparity_points"
DISPARITY_RELATIVE = "disparity_relative"
"""A disparity below 10 percent says nothing until somebody chose points or relative percent (methods.md M10)."""

TARGET_NAMES = {
    "consistency": "consistency",
    "stereotype_reduction": "stereotype reduction",
    "guardrail_effectiveness": "guardrail effectiveness",
    "capability_kept": "capability kept",
    DISPARITY: "disparity",
    DISPARITY_POINTS: "disparity in percentage points",
    DISPARITY_RELATIVE: "disparity in relative percent",
}
"""What the measures of targets are called."""

DISPARITIES = (DISPARITY_POINTS, DISPARITY_RELATIVE)
"""Disparities of selection rates whose unit somebody chose."""

ANSWERED_ELSEWHERE = {
    "stereotype_reduction": "it compares scores of a benchmark of stereotypes before and after a change",
    "guardrail_effectiveness": "it counts harmful requests that are stopped",
    "capability_kept": "it compares scores of a capability benchmark before and after a change",
}
"""What targets are about that no question about a case file measures; ``fairdesk score`` computes them."""

_OFFERED = (
    ("t-consistency", "consistency", 0.90, "at_least"),
    ("t-stereotype", "stereotype_reduction", 0.80, "at_least"),
    ("t-guardrail", "guardrail_effectiveness", 0.95, "at_least"),
    ("t-capability", "capability_kept", 0.90, "at_least"),
    ("t-disparity", DISPARITY, 0.10, "at_most"),
)


def starting_targets(questions: tuple[Question, ...]) -> tuple[PlannedTarget, ...]:
    """The targets that a design is offered, none of them adopted and none validated by a study (report-contents.md S6).

    Consistency is offered for every discrete question, the others once, for no question.
    """
    found = []
    for target_id, measure, threshold, direction in _OFFERED:
        own = [one.question_id for one in questions if one.kind is QuantityKind.DISCRETE]
        for question_id in own if measure == "consistency" else [""]:
            name = f"{target_id}-{question_id}" if question_id and len(own) > 1 else target_id
            target = Target(
                target_id=name,
                measure=measure,
                question_id=question_id,
                threshold=threshold,
                direction=direction,
                justification="",
            )
            found.append(PlannedTarget(target=target))
    return tuple(found)


def is_justified(justification: str) -> bool:
    """Whether a target has a reason of somebody's own: not the text that it came with, and some words long."""
    words = " ".join(justification.split())
    return len(words) >= SHORTEST_REASON and words not in DEFAULT_JUSTIFICATIONS


def undecided_because(target: Target, questions: Iterable[Question]) -> str:
    """Why the answers to a plan's own questions cannot decide a target; empty where they can.

    Args:
        questions: Those that the plan asks.
    """
    if target.measure in ANSWERED_ELSEWHERE:
        return f"{ANSWERED_ELSEWHERE[target.measure]}, which the questions of this plan do not"
    if target.measure == DISPARITY:
        return "nobody chose whether points or relative percent are meant"
    if target.measure not in ("consistency", *DISPARITIES):
        return "no test of this plan measures it"
    asked = next((one for one in questions if one.question_id == target.question_id), None)
    if asked is None:
        return "it is about no question that is asked"
    if target.measure == "consistency":
        return "" if asked.kind is QuantityKind.DISCRETE else "its question has no consistency: two values hardly agree"
    if target.direction != "at_most":
        return "a disparity can be held to an “at most” only"
    return "" if target.selected_from is not None else "nobody said from which value a file counts as selected"


def target_words(target: Target) -> str:
    """A target in one line.

    Example:
        >>> target_words(Target(target_id="t", measure="consistency", question_id="rating", threshold=0.9,
        ...     direction="at_least", justification=""))
        'consistency of rating at least 0.9'
    """
    name = TARGET_NAMES.get(target.measure, target.measure.replace("_", " "))
    about = f" of {target.question_id}" if target.question_id else ""
    cell = f" for {', '.join(target.cell)}" if target.cell else ""
    if target.selected_from is not None and target.measure in DISPARITIES:
        about += f" (selected from {target.selected_from:g})"
    return f"{name}{about}{cell} {target.direction.replace('_', ' ')} {target.threshold:g}"


def stopping_words(design: Design) -> str:
    """The stopping rule of a design, with its reason."""
    words = STOPPING_RULES.get(design.stopping_rule, f"Unknown rule {design.stopping_rule[:40]!r}.")
    return f"{words} {design.stopping_reason}".strip()
