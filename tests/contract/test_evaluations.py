"""What every evaluation owes: source, licence, limits, deterministic variants that its questions can be asked of."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from fairdesk.audit.intersections import not_tested_blocks
from fairdesk.domain.cases import VariantRole
from fairdesk.domain.codec import from_plain, to_plain
from fairdesk.domain.design import Attribute, CellChoice
from fairdesk.domain.plan import NotTested
from fairdesk.domain.questions import QuantityKind, Question
from fairdesk.evaluations.admissions import admissions_evaluation
from fairdesk.evaluations.counterfactual import designed_evaluation
from fairdesk.evaluations.evaluation import Evaluation
from fairdesk.evaluations.substitution import check_difference
from fairdesk.interchange.case_files import read_case_folder, read_cues
from tests.unit.audit.designed_project import GENDER, ORIGIN, small_design

RESOURCES = Path(__file__).parents[2] / "resources" / "admissions"

REASON_CODES = {
    "no_access", "no_licence", "too_few_cases", "low_priority_by_rule", "legal_bar", "no_cue_list",
    "language_not_covered", "out_of_scope_by_client", "time_or_cost", "technical_failure", "not_my_role",
}  # fmt: skip

FORBIDDEN = ("unbiased", "debiased", "bias-free", "certified", "compliant", " safe", "fair ")

DISABILITY = Attribute(attribute_id="disability", title="Disability", levels=("not named", "named"))

UNTESTED = tuple(
    CellChoice(
        levels=dict.fromkeys((*with_it, "disability"), "*"),
        is_tested=False,
        stakes=5,
        stakes_reason="Access to studies, and a duty to make adjustments.",
        prior="none found",
        reason_code="no_cue_list",
        reason_text="No list of cues that says nothing of academic work.",
        decided_by="A. Tester",
        decided_on="2026-11-30",
    )
    for with_it in ((), ("gender",), ("origin",), ("gender", "origin"))
)

DESIGN = replace(small_design(), attributes=(GENDER, ORIGIN, DISABILITY), choices=(*small_design().choices, *UNTESTED))

EVALUATIONS = (
    admissions_evaluation(read_cues(RESOURCES / "cues.toml"), 3),
    designed_evaluation(DESIGN, not_tested_blocks(DESIGN)),
)
"""Every way in which ``audit/evaluation_choice.py`` makes one."""

every = pytest.mark.parametrize("evaluation", EVALUATIONS, ids=lambda one: one.evaluation_id)


def test_ids_are_unique() -> None:
    """Two evaluations never share an id."""
    ids = [one.evaluation_id for one in EVALUATIONS]
    assert len(ids) == len(set(ids))


@every
def test_it_says_what_it_is_and_what_it_cannot_show(evaluation: Evaluation) -> None:
    """Its card in the report has title, version, construct, source, licence and at least one limit, in plain words."""
    card = (evaluation.title, evaluation.version, evaluation.construct, evaluation.source, evaluation.licence)
    assert all(card)
    assert evaluation.limits
    assert all(limit.endswith(".") for limit in evaluation.limits)
    printed = " ".join((*card, *evaluation.limits, *(kind.description for kind in evaluation.variants))).lower()
    assert [words for words in FORBIDDEN if words in printed] == []


@every
def test_its_variants_are_declared_and_deterministic(evaluation: Evaluation) -> None:
    """The first variant is the original; cues name attributes; making them twice gives the same bytes."""
    first, *others = evaluation.variants
    assert first.role is VariantRole.ORIGINAL
    assert first.attributes == {}
    for kind in others:
        marks = {VariantRole.CUE: 1, VariantRole.INTERSECTION: 2}.get(kind.role, 0)
        assert len(kind.attributes) == marks
        assert all(level in evaluation.attributes[attribute] for attribute, level in kind.attributes.items())
    for case in read_case_folder(RESOURCES / "cases"):
        made = evaluation.make_variants(case)
        assert [one.label for one in made.variants] == [kind.label for kind in evaluation.variants]
        assert made == evaluation.make_variants(case)
        assert len({one.text for one in made.variants}) == len(made.variants)
        for one in made.variants[1:]:
            assert check_difference(made.variants[0], one)


@every
def test_it_says_what_it_leaves_out(evaluation: Evaluation) -> None:
    """The list of what is not tested is never empty, and each entry has a count, stakes and a known reason."""
    assert evaluation.not_tested
    for block in evaluation.not_tested:
        assert block.count > 0
        assert 1 <= block.stakes <= 5
        assert block.stakes_reason
        assert block.prior
        assert block.reason_code in REASON_CODES
        assert len(block.reason_text) >= 20
        assert from_plain(NotTested, to_plain(block)) == block
    scopes = [block.scope for block in evaluation.not_tested]
    assert len(scopes) == len(set(scopes))


@every
def test_its_questions_are_whole(evaluation: Evaluation) -> None:
    """Ids are unique; extractors carry a version; continuous quantities carry a tolerance, discrete ones none."""
    ids = [question.question_id for question in evaluation.questions]
    assert len(ids) == len(set(ids)) > 0
    for question in evaluation.questions:
        assert question.extractor.rpartition("/")[2].isdigit()
        assert (question.tolerance is not None) == (question.kind is QuantityKind.CONTINUOUS)
        assert bool(question.tolerance_reason) == (question.kind is QuantityKind.CONTINUOUS)
        assert question.prompt
        assert question.title
        assert from_plain(Question, to_plain(question)) == question


@every
def test_its_cue_notes_are_whole(evaluation: Evaluation) -> None:
    """Each cue list reaches the report with provenance and what else it signals."""
    notes = evaluation.cues
    cued = {name for kind in evaluation.variants for name in kind.attributes}
    assert {note.attribute for note in notes} >= cued
    assert all(note.words and note.provenance.endswith(".") and note.also_signals.endswith(".") for note in notes)
