"""Filling place-holders, and the proof that nothing else changed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.domain.cases import PRONOUN_PLACEHOLDERS, Case, Variant
from fairdesk.domain.edits import Edit
from fairdesk.evaluations.substitution import check_difference, check_edits, fill, pronouns_of


def case_of(text: str) -> Case:
    return Case(case_id="c-1", title="", text=text, facts={}, origin="")


MALE = {**pronouns_of("male"), "name": "Tom Danby", "surname": "Danby"}
FEMALE = {**pronouns_of("female"), "name": "Ann Danby", "surname": "Danby"}


def test_every_pronoun_has_a_form_for_both_genders() -> None:
    """The ten place-holders of the nouns are the ten that are filled, in small and capital letters."""
    for gender in ("male", "female"):
        assert set(pronouns_of(gender)) == set(PRONOUN_PLACEHOLDERS)


def test_possessives_before_a_noun_and_alone_keep_their_grammar() -> None:
    """CF-01: 'His desk is his' becomes 'Her desk is hers', never 'hers desk'."""
    case = case_of("{Their} desk is {theirs}; ask {them}, {they} sees to it {themself}.")
    assert fill(case, "m", MALE).text == "His desk is his; ask him, he sees to it himself."
    assert fill(case, "f", FEMALE).text == "Her desk is hers; ask her, she sees to it herself."


def test_all_else_stays_byte_identical() -> None:
    """CF-03: capitals, blank lines, double blanks and odd letters around a place-holder are left as they are."""
    text = "{They} asked NASA about\n\n  Plan B (v2).\tÅ\u00a0{surname}{surname}, the theory of theirs"
    filled = fill(case_of(text), "f", FEMALE).text
    assert filled == "She asked NASA about\n\n  Plan B (v2).\tÅ\u00a0DanbyDanby, the theory of theirs"


def test_places_with_one_character_or_none_between_are_all_filled() -> None:
    """CF-07: no place-holder is skipped because the one before it ends where it begins."""
    assert fill(case_of("{they} {they}{them} {Their}"), "f", FEMALE).text == "she sheher Her"


def test_every_place_is_recorded_in_order() -> None:
    """Each substitution stands where its record says, the same place-holder twice included."""
    filled = fill(case_of("{name}, {they}; {name}"), "m", MALE)
    assert [(one.placeholder, one.start) for one in filled.substitutions] == [("name", 0), ("they", 11), ("name", 15)]
    for one in filled.substitutions:
        assert filled.text[one.start :].startswith(one.words)


def test_the_changed_places_are_found() -> None:
    """Words that are the same in both variants are not called changed; offsets are given for both texts."""
    case = case_of("I met {name}. {surname} said {they} knew.")
    spans = check_difference(fill(case, "m", MALE), fill(case, "f", {**FEMALE, "name": "Annabel Danby"}))
    assert [(one.original_words, one.variant_words) for one in spans] == [("Tom Danby", "Annabel Danby"), ("he", "she")]
    assert [(one.original_start, one.variant_start) for one in spans] == [(6, 6), (28, 32)]


def test_equal_variants_have_no_changed_place() -> None:
    """A text is not different from itself."""
    filled = fill(case_of("{name}"), "m", MALE)
    assert check_difference(filled, filled) == ()


@pytest.mark.parametrize(
    "tampered",
    [
        "I saw Ann Danby. She left.",
        "I met Ann Danby. She left!",
        "I met Ann Danby. He left.",
        "I met  Ann Danby. She left.",
    ],
)
def test_a_change_outside_the_cues_is_found(tampered: str) -> None:
    """One altered letter, stop or blank outside the recorded places ends the proof."""
    case = case_of("I met {name}. {They} left.")
    variant = replace(fill(case, "f", FEMALE), text=tampered)
    with pytest.raises(ValueError, match="c-1"):
        check_difference(fill(case, "m", MALE), variant)


def test_variants_of_two_cases_and_forged_records_are_refused() -> None:
    """Records are believed only as far as the text bears them out."""
    case = case_of("I met {name}. {They} left.")
    original, variant = fill(case, "m", MALE), fill(case, "f", FEMALE)
    with pytest.raises(ValueError, match="not variants of one case"):
        check_difference(original, replace(variant, case_id="c-2"))
    with pytest.raises(ValueError, match="other place-holders"):
        check_difference(original, replace(variant, substitutions=variant.substitutions[:1]))
    with pytest.raises(ValueError, match="does not stand"):
        check_difference(original, replace(variant, substitutions=variant.substitutions[::-1]))


pieces = st.lists(
    st.one_of(
        st.sampled_from(["{name}", "{they}", "{Their}", "{surname}"]), st.text(alphabet="a .\nhisé{}", max_size=5)
    ),
    max_size=12,
)


@given(pieces=pieces, words=st.text(max_size=6))
def test_any_template_passes_and_any_insertion_fails(pieces: list[str], words: str) -> None:
    """Whatever is filled in, the proof holds; one letter more at the end, and it does not."""
    case = case_of("".join(pieces))
    original = fill(case, "m", MALE)
    variant = fill(case, "f", {**FEMALE, "name": words})
    spans = check_difference(original, variant)
    assert all(one.original_words != one.variant_words for one in spans)
    longer = Variant(case_id="c-1", label="f", text=variant.text + "x", substitutions=variant.substitutions)
    with pytest.raises(ValueError, match="outside the cues"):
        check_difference(original, longer)


SHE = Edit(start=0, end=2, words="She", cue_id="gender")


@pytest.mark.parametrize(
    ("text", "edits"),
    [
        ("She came late.", (SHE,)),
        ("She came.", ()),
        ("She came.", (Edit(start=0, end=2, words="He", cue_id="gender"),)),
        ("She came.", (Edit(start=0, end=20, words="She came.", cue_id="gender"),)),
    ],
)
def test_a_variant_that_is_not_its_edits_is_refused(text: str, edits: tuple[Edit, ...]) -> None:
    """What stands outside the marked places, is marked nowhere, or is marked as something else is never built."""
    original = Variant(case_id="c-1", label="original", text="He came.", substitutions=(), edits=())
    variant = replace(original, label="female", text="She came.", edits=(SHE,))
    check_edits(original, variant)
    with pytest.raises(ValueError, match="outside"):
        check_edits(original, replace(variant, text=text, edits=edits))
