"""The six variants of an admissions file."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.domain.cases import Case, CueSet, Variant
from fairdesk.domain.errors import InputError
from fairdesk.evaluations.admissions import QUESTIONS, VARIANTS, cue_notes, variants_of
from fairdesk.evaluations.admissions_coverage import (
    ATTRIBUTES,
    GROUNDS,
    NOT_TESTED,
    UNTESTED_GROUNDS,
    covered_cells,
    order_of,
    possible_cells,
)
from fairdesk.interchange.case_files import read_cues

RESOURCES = Path(__file__).parents[3] / "resources" / "admissions"

TEXT = "A file. {name} came from {school}. {profile}. {They} likes {their} work, says {surname}."


@pytest.fixture(scope="module")
def cues() -> CueSet:
    return read_cues(RESOURCES / "cues.toml")


def case_of(case_id: str = "c-1", country: str = "Ireland") -> Case:
    return Case(case_id=case_id, title="", text=TEXT, facts={"country": country}, origin="")


def words_of(variant: Variant) -> dict[str, str]:
    return {one.placeholder: one.words for one in variant.substitutions}


@given(seed=st.integers(), case_id=st.text(min_size=1, max_size=10))
def test_each_variant_changes_what_its_name_says_and_nothing_else(cues: CueSet, seed: int, case_id: str) -> None:
    """For any seed and file: one name for both female variants, another school of one pool, another male name."""
    made = {one.label: words_of(one) for one in variants_of(case_of(case_id), cues, seed)}
    assert tuple(made) == tuple(kind.label for kind in VARIANTS)
    original, female, foreign = made["original"], made["female"], made["international"]
    both, control, placebo = made["female+international"], made["control"], made["placebo"]
    first = {label: words["name"].split()[0] for label, words in made.items()}

    assert first["original"] in cues.words("names", "male")
    assert first["female"] in cues.words("names", "female")
    assert first["placebo"] in cues.words("names", "male")
    assert first["placebo"] != first["original"] == first["international"] == first["control"]
    assert female["name"] == both["name"]
    assert {words["surname"] for words in made.values()} == {original["surname"]}
    assert {words["name"].split()[1] for words in made.values()} == {original["surname"]}

    pool = cues.words("schools", "domestic", "Ireland")
    assert original["school"] == female["school"] == placebo["school"] != control["school"]
    assert {original["school"], control["school"]} <= set(pool)
    assert foreign["school"] == both["school"] in cues.words("schools", "overseas")

    assert (original["They"], female["They"], both["their"], placebo["their"]) == ("He", "She", "her", "his")
    assert len({original["profile"], control["profile"], foreign["profile"]}) == 3
    assert placebo["profile"] == original["profile"]


def test_equal_input_gives_equal_variants_whatever_else_happens(cues: CueSet) -> None:
    """Drawing depends on seed and id alone: not on order, other cases or the state of a random module."""
    first = variants_of(case_of("c-7"), cues, 5)
    random.seed(99)
    variants_of(case_of("c-8"), cues, 5)
    assert variants_of(case_of("c-7"), cues, 5) == first
    assert variants_of(case_of("c-7"), cues, 6) != first


def test_profiles_of_one_number_belong_together(cues: CueSet) -> None:
    """The non-native sentence is the counterpart of the native one: each pair shares its first words."""
    native, foreign = cues.words("profiles", "native"), cues.words("profiles", "non_native")
    control = cues.words("profiles", "native_control")
    assert len(native) == len(foreign) == len(control)
    for one, other in zip(native, foreign, strict=True):
        assert one.split()[:2] == other.split()[:2]


def test_a_country_without_schools_is_named(cues: CueSet) -> None:
    """A file from a country without a school list ends in a sentence that names file and country."""
    with pytest.raises(InputError, match=r"c-1 needs 2 or more domestic schools of the country 'Atlantis'"):
        variants_of(case_of(country="Atlantis"), cues, 1)


def test_a_single_school_cannot_be_its_own_control(cues: CueSet) -> None:
    """A pool of one school gives no matched control, and this is said, not passed over."""
    short = tuple(replace(one, words=one.words[:1]) if one.level == "domestic" else one for one in cues.lists)
    with pytest.raises(InputError, match="hold 1"):
        variants_of(case_of(), replace(cues, lists=short), 1)


def test_notes_carry_every_list(cues: CueSet) -> None:
    """The report gets all words, where they come from and what else they signal."""
    notes = cue_notes(cues)
    assert len(notes) == len(cues.lists) + 1
    assert {note.attribute for note in notes} == {"gender", "origin", "none"}
    assert len({(note.attribute, note.level) for note in notes}) == len(notes)
    assert all(note.words and note.provenance and note.also_signals for note in notes)


def test_coverage_adds_up(cues: CueSet) -> None:
    """Tested and untested cells together are all possible ones, for one, two and three grounds at a time."""
    assert [possible_cells(order) for order in (1, 2, 3)] == [22, 220, 1320]
    assert [covered_cells(order) for order in (1, 2, 3)] == [4, 4, 0]
    for order in (1, 2, 3):
        untested = sum(block.count for block in NOT_TESTED if order_of(block) == order)
        assert covered_cells(order) + untested == possible_cells(order)
    assert {order_of(block) for block in NOT_TESTED} == {1, 2, 3}


def test_what_the_variants_cross_is_what_coverage_calls_tested() -> None:
    """All four combinations of the two attributes are among the variants; levels carry their declared names."""
    marked = {frozenset(kind.attributes.items()) for kind in VARIANTS}
    assert marked == {
        frozenset(),
        frozenset({("gender", "female")}),
        frozenset({("origin", "international")}),
        frozenset({("gender", "female"), ("origin", "international")}),
    }
    for kind in VARIANTS:
        for attribute, level in kind.attributes.items():
            assert level in ATTRIBUTES[attribute][1:]


def test_every_ground_outside_the_test_is_named() -> None:
    """Each untested ground has a block of its own, with stakes and a reason that can be read."""
    assert tuple(block.scope for block in GROUNDS) == UNTESTED_GROUNDS


def test_questions_have_what_their_kind_needs() -> None:
    """A continuous question states a tolerance with its reason and a minimum mass; the free one leaves room to talk."""
    rating, digit, admit = QUESTIONS
    assert (rating.extractor, rating.answer_prefix, rating.top_logprobs) == ("rating/1", "", 0)
    assert digit.scale == rating.scale == (1.0, 5.0)
    assert admit.scale == ()
    for question in (digit, admit):
        assert question.tolerance is not None
        assert len(question.tolerance_reason) > 20
        assert (question.minimum_mass, question.max_tokens, question.top_logprobs) == (0.90, 1, 20)
        assert question.answer_prefix
