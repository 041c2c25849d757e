"""Variants by a design of one's own: which there are, what stands in them, and what is left or missing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fairdesk.domain.cases import VariantRole
from fairdesk.domain.design import Attribute, Cue, CueKind, Design
from fairdesk.domain.edits import LeftReason
from fairdesk.evaluations.counterfactual import VariantMaker, variant_kinds
from fairdesk.evaluations.designed_kinds import stimuli_sentences
from fairdesk.evaluations.evaluation import MadeVariants, Missing
from tests.unit.evaluations.designs import GENDER, ORIGIN, case_of, choice, design_of, filler, gendered, lists, names

FIVE = ("Tom", "Peter", "Paul", "Simon", "Henry")
OTHER_FIVE = ("Anna", "Mary", "Laura", "Jane", "Clara")
NAMES = names(FIVE, OTHER_FIVE, place_holder="name")


def texts(made: MadeVariants) -> dict[str, str]:
    """Label to text."""
    return {variant.label: variant.text for variant in made.variants}


def make(design: Design, text: str, **rewritten: str) -> MadeVariants:
    """The variants of one file; ``rewritten`` are level and text of the cue ``dialect``."""
    return VariantMaker(design, {"dialect": {"c-1": rewritten}}).make(case_of(text))


def test_kinds_have_short_unique_labels_roles_and_descriptions() -> None:
    """One cue per single cell, one intersection per crossed one, a placebo swap per attribute whose words are drawn."""
    kinds = variant_kinds(design_of(NAMES, filler()))
    assert [(kind.label, kind.role.value) for kind in kinds] == [
        ("original", "original"),
        ("female", "cue"),
        ("abroad", "cue"),
        ("female+abroad", "intersection"),
        ("placebo-gender", "placebo"),
        ("placebo-origin", "placebo"),
    ]
    assert all(kind.description.endswith(".") for kind in kinds)
    assert kinds[3].attributes == {"gender": "female", "origin": "abroad"}


def test_levels_that_two_attributes_share_are_named_with_their_attribute() -> None:
    """Two attributes with the levels yes and no have labels that tell them apart."""
    attributes = (
        Attribute(attribute_id="a", title="A", levels=("no", "yes")),
        Attribute(attribute_id="b", title="B", levels=("no", "yes")),
    )
    cues = (filler("one", "a", no=("x",), yes=("y",)), filler("two", "b", no=("v",), yes=("w",)))
    kinds = variant_kinds(design_of(*cues, attributes=attributes, choices=(choice(a="yes"), choice(b="yes"))))
    assert [kind.label for kind in kinds] == ["original", "a=yes", "b=yes"]


def test_a_control_list_makes_a_matched_control() -> None:
    """Words of the level ``control`` stand in a variant of their own; its group is the reference's."""
    cue = filler(home=("Elm", "Fir"), abroad=("Uno", "Dos"), control=("Ash",))
    design = design_of(cue)
    (kind,) = [kind for kind in variant_kinds(design) if kind.role is VariantRole.CONTROL]
    assert (kind.label, dict(kind.attributes)) == ("control-origin", {})
    assert texts(make(design, "At {school}."))["control-origin"] == "At Ash."
    assert not [k for k in variant_kinds(replace(design, controls=False)) if k.role is VariantRole.CONTROL]


def test_place_holders_take_the_words_of_their_level_and_the_same_ones_in_every_variant() -> None:
    """A file has one male and one female name; the school is the same unless the variant is about it."""
    found = texts(make(design_of(NAMES, filler()), "{name} of {school}. {They} and {name}."))
    him, home = found["original"].split(" of ")[0], found["original"].split(" of ")[1].split(".")[0]
    her = found["female"].split(" of ")[0]
    assert him in FIVE
    assert her in OTHER_FIVE
    assert found["female"] == f"{her} of {home}. She and {her}."
    assert found["abroad"].startswith(f"{him} of Liceo")
    assert found["female+abroad"] == found["abroad"].replace(him, her).replace("He", "She")
    assert found["placebo-gender"].split(" of ")[0] in set(FIVE) - {him}


def test_clauses_may_hold_place_holders_of_other_cues() -> None:
    """A clause about the school says he or she, and the name, as the variant does."""
    cue = filler(home=("Elm, where {they} led {name}'s club",), abroad=("Uno, where {they} led {name}'s club",))
    found = texts(make(design_of(NAMES, cue, placebos=False), "At {school}."))
    assert "where he led" in found["original"]
    assert "where she led" in found["female"]
    assert found["female+abroad"].startswith("At Uno, where she led ")
    assert "{" not in "".join(found.values())


def test_words_that_no_group_is_told_by_are_the_same_in_every_variant() -> None:
    """A cue without an attribute fills a place-holder alike everywhere."""
    surname = Cue(
        cue_id="s", attribute_id="", kind=CueKind.PLACE_HOLDER, title="Surnames", language="en",
        place_holder="surname", lists=lists(**{"": ("Danby", "Moss")}),
    )  # fmt: skip
    found = texts(make(design_of(NAMES, surname), "{name} {surname}"))
    assert len({text.split()[1] for text in found.values()}) == 1


def test_a_place_holder_without_a_value_stays_and_is_listed() -> None:
    """Nothing is lost: the text is as it was, and the list says what to do."""
    made = make(design_of(NAMES), "{name} has {grade}.")
    assert all("{grade}" in text for text in texts(made).values())
    (left,) = made.left
    assert (left.words, left.reason) == ("{grade}", LeftReason.NO_VALUE)
    assert "give a cue this place-holder" in left.advice


def test_places_of_two_cues_that_overlap_are_both_left_and_listed() -> None:
    """Two cues that change the same words change none of them."""
    origin = names(("Peter",), ("Ali",))
    origin = replace(origin, cue_id="origins", attribute_id="origin", lists=lists(home=("Peter",), abroad=("Ali",)))
    made = make(design_of(names(("Peter", "Tom"), ("Anna", "Mary")), origin), "Peter came.")
    assert texts(made) == {"original": "Peter came."}
    assert [(one.words, one.reason, one.cue_id) for one in made.left] == [
        ("Peter", LeftReason.OVERLAP, "names"),
        ("Peter", LeftReason.OVERLAP, "origins"),
    ]


def test_a_variant_that_would_not_differ_is_not_made() -> None:
    """An unchanged text would count as consistent, and an intersection without one of its cues is another variant."""
    made = make(design_of(NAMES, filler()), "{name} stayed at home.")
    assert set(texts(made)) == {"original", "female", "placebo-gender"}
    assert made.missing == {
        "abroad": Missing.NO_DIFFERENCE,
        "female+abroad": Missing.NO_DIFFERENCE,
        "placebo-origin": Missing.NO_DIFFERENCE,
    }


def test_a_file_without_any_word_for_a_group_is_unaware() -> None:
    """CF-13: nothing in the file tells the group: True; one gendered word: False; a doubtful one: False too."""
    maker = VariantMaker(design_of(gendered(), names(FIVE, OTHER_FIVE)))
    assert maker.make(case_of("The sky is grey.")).is_unaware
    assert not maker.make(case_of("He looked at the sky.")).is_unaware
    assert not maker.make(case_of("Anna-Lena looked at the sky.")).is_unaware


def test_the_original_carries_the_reference_level_whatever_the_file_says() -> None:
    """A file about a woman has a male original: the variant is then the text as it was written."""
    found = texts(make(design_of(gendered()), "She lost her bag."))
    assert found == {"original": "He lost his bag.", "female": "She lost her bag."}


def test_articles_agree_with_words_that_are_put_in() -> None:
    """CF-05: an article in front of a place-holder follows the first letter of the word."""
    cue = filler("kind", home=("urban",), abroad=("European",))
    cue = replace(cue, lists=lists(home=("old",), abroad=("new",)))
    found = texts(make(design_of(cue), "An {kind} man applied; a {kind} rule."))
    assert found == {"original": "An old man applied; an old rule.", "abroad": "A new man applied; a new rule."}


DIALECT = Cue(cue_id="dialect", attribute_id="origin", kind=CueKind.REWRITTEN, title="Dialect", language="en")


def test_a_rewritten_text_stands_in_its_variant_with_the_other_cues_in_it() -> None:
    """The words that differ are marked, and a crossed variant swaps gender in the rewritten text."""
    made = make(design_of(gendered(), DIALECT), "He is late again.", abroad="He be late again.")
    found = texts(made)
    assert found["abroad"] == "He be late again."
    assert found["female+abroad"] == "She be late again."
    (edit,) = next(one for one in made.variants if one.label == "abroad").edits or ()
    assert (edit.words, edit.cue_id) == ("be", "dialect")


def test_a_rewritten_text_that_is_missing_is_listed_and_not_tested() -> None:
    """A file without a rewritten text keeps its other variants."""
    made = make(design_of(gendered(), DIALECT), "He is late again.")
    assert set(texts(made)) == {"original", "female"}
    assert made.missing["abroad"] is Missing.NO_TEXT
    assert [one.reason for one in made.left] == [LeftReason.NO_VALUE]
    assert "import it" in made.left[0].advice


def test_a_file_keeps_its_words_whatever_the_others_are() -> None:
    """Draws depend on seed and file alone."""
    design = design_of(NAMES, filler())
    one = VariantMaker(design)
    one.make(case_of("{name} {school}", case_id="before"))
    assert one.make(case_of("{name} {school}")) == VariantMaker(design).make(case_of("{name} {school}"))
    other = [VariantMaker(replace(design, seed=seed)).make(case_of("{name} {school}")) for seed in range(9)]
    assert len({made.variants[0].text for made in other}) > 1


def test_short_lists_and_missing_placebos_are_said() -> None:
    """D3: fewer than five words a level; D1: no placebo swap of gendered words alone."""
    said = stimuli_sentences(design_of(gendered(), filler()))
    assert any("no placebo swap is possible" in words and words.startswith("Gender") for words in said)
    assert sum("fewer than 5" in words for words in said) == 2
    assert stimuli_sentences(design_of(NAMES, choices=(choice(gender="*"),))) == ()


def test_a_list_with_one_name_has_no_placebo_and_is_said_to_be_too_short() -> None:
    """A name list with one name makes variants, no placebo swap, and sentences for both."""
    design = design_of(names(("Tom",), ("Anna",), place_holder="name"))
    assert [kind.label for kind in variant_kinds(design)] == ["original", "female"]
    assert len(stimuli_sentences(design)) == 3


@pytest.mark.parametrize("language", ["und", ""])
def test_a_file_of_unknown_language_is_read_in_the_language_of_the_design(language: str) -> None:
    """A short text whose language nobody can tell is not left out for it."""
    made = VariantMaker(design_of(NAMES)).make(case_of("{name}", language=language))
    assert len(made.variants) == 3


def test_a_control_list_of_one_cue_leaves_the_other_cues_of_its_attribute_at_the_reference() -> None:
    """A place-holder without a word for a level is never sent as it is: it has the word of the reference."""
    town = filler("town", home=("Ely",), abroad=("Ulm",))
    made = texts(make(design_of(filler(home=("Elm",), abroad=("Uno",), control=("Ash",)), town), "{school} in {town}"))
    assert made == {"original": "Elm in Ely", "abroad": "Uno in Ulm", "control-origin": "Ash in Ely"}


def test_a_place_holder_whose_cue_has_no_word_for_the_reference_is_left() -> None:
    """Words of the other level alone say nothing about a difference."""
    town = filler("town", home=("Ely",), abroad=("Ulm",))
    made = make(design_of(filler(home=(), abroad=("Uno",)), town), "{school} in {town}")
    assert texts(made) == {"original": "{school} in Ely", "abroad": "{school} in Ulm"}
    assert [(one.words, one.reason) for one in made.left] == [("{school}", LeftReason.NO_VALUE)]


def test_an_attribute_that_a_rewritten_text_does_not_show_makes_no_crossed_variant() -> None:
    """A rewritten text without a gendered word is not female."""
    made = make(design_of(gendered(), DIALECT), "He is late again.", abroad="Late again.")
    assert made.missing == {"female+abroad": Missing.NO_DIFFERENCE}


def test_a_placebo_swap_is_made_wherever_another_name_is_left() -> None:
    """The other name is never by chance the one that the original has."""
    maker = VariantMaker(design_of(names(("Tom", "Max", "Jim"), ("Anna", "Eve", "Ida"))))
    for number in range(40):
        found = texts(maker.make(case_of("Anna came.", f"c-{number}")))
        assert found["placebo-gender"].split()[0] in {"Tom", "Max", "Jim"} - {found["original"].split()[0]}


def test_a_placebo_swap_moves_nobody_to_another_level() -> None:
    """Where no other name is left for a person, they keep theirs, and the others are still swapped."""
    male, female = ("Tom", "Max"), ("Anna", "Eve", "Ida", "Eva")
    maker = VariantMaker(design_of(names(male, female)))
    for number in range(20):
        made = maker.make(case_of("Anna met Tom. Anna left.", f"c-{number}"))
        found = texts(made)
        assert found["female"] == "Anna met Tom. Anna left."
        first, _, second, _, _ = found["original"].replace(".", "").split()
        assert (first in male, second in female) == (True, True)
        other, _, other_second, _, _ = found["placebo-gender"].replace(".", "").split()
        assert (other, other_second in female) == (first, True)
        assert other_second != second


def test_an_attribute_with_rewritten_texts_and_names_has_its_placebo_swap_and_control() -> None:
    """Both are made of the file itself: nobody has to write a text for them."""
    cue = filler(home=("Elm", "Fir"), abroad=("Uno", "Dos"), control=("Ash",))
    made = make(design_of(gendered(), cue, DIALECT), "He is at {school}.", abroad="He be at {school}.")
    found = texts(made)
    assert made.missing == {}
    assert found["control-origin"] == "He is at Ash."
    assert {found["original"], found["placebo-origin"]} == {"He is at Elm.", "He is at Fir."}


def test_rewritten_texts_in_two_languages_are_two_cues_of_one_attribute() -> None:
    """Each file takes the text of the cue that has one for it; a missing one is asked of the cue of its language."""
    german = replace(DIALECT, cue_id="mundart", language="de")
    maker = VariantMaker(
        design_of(DIALECT, german),
        {"dialect": {"c-1": {"abroad": "He be late."}}, "mundart": {"c-2": {"abroad": "Er kimmt spat."}}},
    )
    assert texts(maker.make(case_of("He is late.")))["abroad"] == "He be late."
    second = maker.make(case_of("Er kommt spät.", "c-2", "de"))
    assert texts(second)["abroad"] == "Er kimmt spat."
    assert (second.cue_ids, second.left) == (frozenset({"mundart"}), ())
    third = maker.make(case_of("Er kommt spät.", "c-3", "de"))
    assert [one.cue_id for one in third.left] == ["mundart"]


def test_a_level_more_changes_no_variant_of_the_others() -> None:
    """Words of the old levels stay, however long the list of the new one is; only variants of the new level come."""
    more = replace(ORIGIN, levels=("home", "abroad", "far"))
    for far in ((), ("Ulan Bator",), ("Aa", "Bb", "Cc")):
        before = design_of(NAMES, filler())
        longer = filler(home=("Elm School", "Fir School"), abroad=("Liceo Uno", "Liceo Dos"), far=far)
        after = replace(before, attributes=(GENDER, more), cues=(NAMES, longer))
        for number in range(9):
            case = case_of("{name} of {school}, and Tom.", f"c-{number}")
            was, now = texts(VariantMaker(before).make(case)), texts(VariantMaker(after).make(case))
            assert {label: now[label] for label in was} == was
            assert (set(now) - set(was) == {"far", "female+far"}) == bool(far)


def test_the_order_of_names_and_of_cues_changes_no_variant() -> None:
    """Lists of names are sets; entries of other lists stand for each other, and their order is kept."""
    design = design_of(NAMES, filler())
    turned = replace(
        NAMES, lists=tuple(replace(one, words=tuple(reversed(one.words))) for one in reversed(NAMES.lists))
    )
    for number in range(9):
        case = case_of("{name} of {school}. Anna met Tom and Paul.", f"c-{number}")
        free = replace(case, text="Anna met Tom and Paul. {They} left {school}.")
        for one in (case, free):
            expected = texts(VariantMaker(design).make(one))
            assert texts(VariantMaker(replace(design, cues=(filler(), turned))).make(one)) == expected


def test_files_more_or_fewer_change_no_variant_of_the_others() -> None:
    """A maker that made other files before answers like a fresh one, in any order."""
    design = design_of(NAMES, filler(), gendered())
    cases = [case_of("{name} of {school}. Anna met Tom; he left.", f"c-{number}") for number in range(12)]
    one = VariantMaker(design)
    expected = {case.case_id: one.make(case) for case in cases}
    other = VariantMaker(design)
    assert {case.case_id: other.make(case) for case in reversed(cases[::2])} == {
        case.case_id: expected[case.case_id] for case in cases[::2]
    }


def test_a_clause_with_a_place_holder_of_its_own_attribute_keeps_the_order_of_the_text() -> None:
    """Edits of clauses and of other places are in order, whatever they depend on."""
    club = filler("club", "gender", male=("where {they} rowed",), female=("where {they} sang",))
    made = make(design_of(NAMES, club), "{name}, {club}, and {name}.")
    female = next(one for one in made.variants if one.label == "female")
    starts = [edit.start for edit in female.edits or ()]
    assert len(starts) == 3
    assert starts == sorted(starts)
    assert ", where she sang, and" in female.text


def test_an_intersection_is_not_made_of_a_clause_that_shows_one_of_its_attributes_alone() -> None:
    """A level without words takes the clause of the reference: he or she in it says nothing of the origin."""
    origin = replace(ORIGIN, levels=("home", "abroad", "far"))
    school = filler(home=("Elm, where {they} sang",), abroad=("Uno, where {they} sang",))
    design = replace(design_of(gendered(), school), attributes=(GENDER, origin))
    made = VariantMaker(design).make(case_of("He was at {school}."))
    found = texts(made)
    assert found["female+abroad"] == "She was at Uno, where she sang."
    assert "female+far" not in found


def test_a_placebo_swap_may_show_in_the_clause_of_another_cue_alone() -> None:
    """The name stands in what fills another place-holder only: it is another one in the placebo swap all the same."""
    school = filler(home=("Elm with {name}",), abroad=("Uno with {name}",))
    found = texts(make(design_of(NAMES, school), "At {school}."))
    assert found["placebo-gender"].startswith("At Elm with ")
    assert found["placebo-gender"] != found["original"]
