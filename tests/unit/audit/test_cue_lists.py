"""Cues to begin a design with, and everything that can be wrong with the lists of one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from fairdesk.audit.cue_lists import check_lists, cue_languages, shipped_cues, starting_design
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.codec import from_plain, to_plain
from fairdesk.domain.design import Cue, CueKind, Design, WordList

SPEC = WorkspaceSpec(data_dir=Path("unused"))
ENGLISH = starting_design(SPEC, "en")
SAID = {"provenance": "A list of our own.", "also_signals": "Age."}


def with_cue(cue_id: str, **values: object) -> Design:
    """The English design with one cue changed."""
    cues = tuple(replace(cue, **values) if cue.cue_id == cue_id else cue for cue in ENGLISH.cues)  # type: ignore[arg-type]
    return replace(ENGLISH, cues=cues)


def names(*lists: tuple[str, tuple[str, ...]]) -> tuple[WordList, ...]:
    return tuple(WordList(level=level, words=words, **SAID) for level, words in lists)


def sentences(design: Design, *, blocking: bool = True) -> str:
    return "\n".join(one.sentence for one in check_lists(design) if one.is_blocking is blocking)


@pytest.mark.parametrize("language", ["de", "en", "es", "fr"])
def test_shipped_cues_have_nothing_wrong_with_them(language: str) -> None:
    """All cues of a language together, also those that a new design has not, stand up to the check."""
    attributes, cues = shipped_cues(SPEC, language)
    design = replace(starting_design(SPEC, language), attributes=attributes, cues=cues)
    assert check_lists(design) == ()
    assert len({cue.cue_id for cue in cues}) == len(cues) == 8


def test_every_language_with_cues_begins_a_design() -> None:
    """A new design crosses gender and origin, names the grounds that it does not test and survives the store."""
    assert cue_languages(SPEC) == ("de", "en", "es", "fr")
    for language in cue_languages(SPEC):
        design = starting_design(SPEC, language)
        assert from_plain(Design, to_plain(design)) == design
        assert [dict(choice.levels) for choice in design.choices] == [
            {"gender": "female"}, {"origin": "international"}, {"gender": "female", "origin": "international"},
        ]  # fmt: skip
        with_cues = {cue.attribute_id for cue in design.cues}
        assert {one.attribute_id for one in design.attributes} - with_cues >= {"age", "disability", "religion"}


def test_a_language_without_cues_begins_with_grounds_alone() -> None:
    """Where FairDesk ships nothing it offers nothing, and says so by an empty list."""
    design = starting_design(SPEC, "sw")
    assert design.cues == ()
    assert design.choices == ()


def test_a_name_list_with_one_name_is_refused() -> None:
    """One name per group tests that name (methods.md D3)."""
    design = with_cue("given-names", lists=names(("male", ("Oliver", "Thomas")), ("female", ("Emily",))))
    assert "“female” has one word only" in sentences(design)
    assert "“male” has 2 words" in sentences(design, blocking=False)


def test_a_name_that_is_an_ordinary_word_is_refused() -> None:
    """Public case CF-11: a list with Do, You, Six and Go would change words that are no names."""
    words = ("Do", "You", "Six", "Go", "Emily", "Hannah")
    design = with_cue("given-names", lists=names(("male", ("Oliver", "Thomas", "Daniel")), ("female", words)))
    found = [one for one in check_lists(design) if "ordinary words" in one.sentence]
    assert [one.words for one in found] == [("Do", "You", "Six", "Go")]
    assert found[0].is_blocking


def test_a_word_of_two_levels_is_refused() -> None:
    """A word that stands for both levels is the same in original and variant, and would count as consistent."""
    design = with_cue(
        "surnames", lists=names(("domestic", ("Kershaw", "Danby")), ("international", ("danby ", "Haddad")))
    )
    assert "“danby ” stands for “domestic” and for “international”" in sentences(design)


def test_two_levels_with_one_name_are_refused() -> None:
    """Levels are told apart by their names, small and capital letters aside."""
    gender, *others = ENGLISH.attributes
    design = replace(ENGLISH, attributes=(replace(gender, levels=("female", "Female")), *others))
    assert "Two of its levels have the same name" in sentences(design)


def test_counterparts_need_lists_of_one_length() -> None:
    """Entry n of one list stands for entry n of the others, so none may be missing."""
    _attributes, cues = shipped_cues(SPEC, "en")
    terms = next(cue for cue in cues if cue.kind is CueKind.TERMS)
    first, second = terms.lists
    short = replace(terms, lists=(first, replace(second, words=second.words[:-1])))
    assert "different lengths" in sentences(replace(ENGLISH, cues=(*ENGLISH.cues, short)))


@pytest.mark.parametrize(
    ("cue_id", "values", "words"),
    [
        ("surnames", {"place_holder": "Family Name"}, "no name for a place-holder"),
        ("surnames", {"place_holder": "name"}, "fills {name} too"),
        ("surnames", {"attribute_id": "nobody"}, "not in the design"),
        ("surnames", {"lists": ()}, "There is no word for “domestic”"),
        ("surnames", {"lists": names(("north", ("Danby", "Colwell")))}, "“north” is no level"),
        ("surnames", {"lists": names(("domestic", ("Dan\nby", "Colwell")))}, "line breaks"),
        ("surnames", {"lists": names(("domestic", ("Danby", "danby")))}, "stand there twice"),
        ("gendered-words", {"fixed_words": ("chairman",)}, "is no pair"),
        ("gendered-words", {"attribute_id": "origin"}, "“male” and “female” only"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_cue_is_said_with_its_cure(cue_id: str, values: dict[str, object], words: str) -> None:
    """Every fault of a cue blocks the lock and names what to do."""
    assert words in sentences(with_cue(cue_id, **values))


def test_a_list_needs_its_provenance_and_its_other_meanings() -> None:
    """A list of unknown origin cannot be printed as evidence of anything."""
    bare = tuple(WordList(level=one.level, words=one.words) for one in ENGLISH.cues[1].lists)
    said = sentences(with_cue("given-names", lists=bare, signals_also=""))
    assert "where the words for “male” come from" in said
    assert "what else the words for “female” signal" in said


def test_a_cue_for_another_language_is_said() -> None:
    """A German cue in an English design changes nothing in English files: no fault, but to be known."""
    assert "files in 'de'" in sentences(with_cue("surnames", language="de"), blocking=False)


def test_two_cues_with_one_id_are_refused() -> None:
    """Evidence names cues by their ids."""
    twin: Cue = ENGLISH.cues[0]
    assert "the same id" in sentences(replace(ENGLISH, cues=(*ENGLISH.cues, twin)))
