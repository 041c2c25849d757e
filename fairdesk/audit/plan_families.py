"""Which tests a plan declares together, by which question it is judged, and the target that it begins with."""

from __future__ import annotations

from fairdesk.audit.sentences import ON_DEMAND, SENTENCES
from fairdesk.domain.audited_system import AuditedSystem, ProjectDetails
from fairdesk.domain.cases import TESTED_ROLES, VariantKind, VariantRole, interactions
from fairdesk.domain.design import Cue, CueKind, Design
from fairdesk.domain.plan import Family, FamilyKind
from fairdesk.domain.plan_words import ANYTIME
from fairdesk.domain.questions import QuantityKind, Question, Target
from fairdesk.domain.results import result_id

ALPHA = 0.05


def planned_measures(variants: tuple[VariantKind, ...], design: Design | None = None) -> tuple[str, ...]:
    """Names of what is computed for a plan with these variants and this design."""
    wanted = set()
    between = interactions(variants)
    if any(kind.label in between for kind in variants if len(kind.attributes) == 3):
        wanted.add("three_way")
    if design is not None:
        wanted |= {one.target.measure for one in design.targets if one.is_adopted}
        wanted |= {"names" for kind in variants if drawn_cues(design, kind)}
    return tuple(name for name in SENTENCES if name not in ON_DEMAND or name in wanted)


def drawn_cues(design: Design, kind: VariantKind) -> tuple[tuple[Cue, str], ...]:
    """The cues that draw the words which stand for the groups of a variant, each with its level (methods.md M40).

    Given names come before other drawn words of the same variant: a file has one word by which it is counted.
    """
    if kind.role not in TESTED_ROLES:
        return ()
    found = [
        (cue, kind.attributes[cue.attribute_id])
        for cue in design.cues
        if cue.attribute_id in kind.attributes
        and cue.kind in (CueKind.NAMES, CueKind.PLACE_HOLDER)
        and len(set(cue.words(kind.attributes[cue.attribute_id]))) > 1
    ]
    names = [one for one in found if one[0].kind is CueKind.NAMES]
    first = next(iter(names or found), None)
    # A cue of the same attribute in another language draws for files of that language.
    return tuple(one for one in names or found if first and one[0].attribute_id == first[0].attribute_id)


def primary_of(questions: tuple[Question, ...], details: ProjectDetails) -> str:
    """Id of the question whose tests are confirmatory; the first one where the project names none of them."""
    chosen = details.primary_question
    return chosen if chosen in {question.question_id for question in questions} else questions[0].question_id


def families(
    systems: tuple[AuditedSystem, ...],
    questions: tuple[Question, ...],
    variants: tuple[VariantKind, ...],
    primary: str,
    design: Design | None = None,
) -> tuple[Family, ...]:
    """Declare which p-values are adjusted together (methods.md M32).

    Per system: the primary question's test of every cue is confirmatory, its interaction stands in the family of
    intersections, everything else is exploratory. The changes between systems are families of their own.
    Where the run may be stopped at any reading, the sign tests alone are confirmatory: they alone allow it (M35).
    """
    reads_once = design is None or design.stopping_rule != ANYTIME
    found: list[Family] = []
    cues = [kind for kind in variants if kind.role in TESTED_ROLES]
    between = interactions(variants)
    crossed, triples = ([k for k in variants if k.label in between and len(k.attributes) == n] for n in (2, 3))
    compared = [kind for kind in variants if kind.role is not VariantRole.ORIGINAL]
    for system in systems:
        confirmatory: list[str] = []
        intersections: list[str] = []
        exploratory: list[str] = []
        for question in questions:
            measure = "direction" if question.kind is QuantityKind.DISCRETE else "mean_shift"
            for kind in compared:
                member = result_id(system.label, question.question_id, kind.label, measure)
                is_judged = question.question_id == primary and kind.role in TESTED_ROLES
                first = is_judged and (reads_once or measure == "direction")
                (confirmatory if first else exploratory).append(member)
                if design is not None and drawn_cues(design, kind):
                    exploratory.append(result_id(system.label, question.question_id, kind.label, "names"))
            for kind, measure in (*((one, "interaction") for one in crossed), *((one, "three_way") for one in triples)):
                member = result_id(system.label, question.question_id, kind.label, measure)
                (intersections if question.question_id == primary and reads_once else exploratory).append(member)
        label = system.label
        found.append(_family(f"{label}/confirmatory", FamilyKind.CONFIRMATORY, confirmatory))
        found.append(_family(f"{label}/intersections", FamilyKind.INTERSECTIONS, intersections))
        found.append(_family(f"{label}/exploratory", FamilyKind.EXPLORATORY, exploratory))
    reference = systems[0].label
    for system in systems[1:]:
        pair = f"{reference}->{system.label}"
        members = {
            q.question_id: [result_id(pair, q.question_id, k.label, "change") for k in compared] for q in questions
        }
        judged = [result_id(pair, primary, kind.label, "change") for kind in cues if reads_once]
        apart = set(judged)
        rest = [member for group in members.values() for member in group if member not in apart]
        found.append(_family(f"{pair}/confirmatory", FamilyKind.CONFIRMATORY, judged))
        found.append(_family(f"{pair}/exploratory", FamilyKind.EXPLORATORY, rest))
    return tuple(family for family in found if family.members)


def _family(family_id: str, kind: FamilyKind, members: list[str]) -> Family:
    return Family(family_id=family_id, kind=kind, members=tuple(members))


def starting_target(questions: tuple[Question, ...]) -> Target:
    """The target that a plan begins with, for its first discrete question; the auditor can change it."""
    question = next(q for q in questions if q.kind is QuantityKind.DISCRETE)
    return Target(
        target_id="t-consistency",
        measure="consistency",
        question_id=question.question_id,
        threshold=0.90,
        direction="at_least",
        justification=(
            "Starting value for an internal target; no published study validates it. "
            "The auditor has not given a reason of their own yet."
        ),
    )
