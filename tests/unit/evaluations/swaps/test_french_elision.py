"""In front of a drawn name "de" and "que" are elided as the name asks for."""

from __future__ import annotations

import pytest

from fairdesk.evaluations.counterfactual import VariantMaker
from fairdesk.evaluations.swaps.french_elision import is_elided_before
from tests.unit.evaluations.designs import case_of, design_of, gendered, names


def variants(text: str, place_holder: str = "") -> list[str]:
    """A text at both levels, by names and gendered words together."""
    cues = names(("Paul",), ("Alice",), place_holder, language="fr"), gendered("fr")
    made = VariantMaker(design_of(*cues, placebos=False)).make(case_of(text, language="fr"))
    return [one.text for one in made.variants]


@pytest.mark.parametrize(
    ("male", "female"),
    [
        ("Le parcours de Paul est remarquable.", "Le parcours d'Alice est remarquable."),
        ("DOSSIER DE PAUL", "DOSSIER D'ALICE"),
        ("Que Paul réussisse me réjouit.", "Qu'Alice réussisse me réjouit."),
        ("Je crois que Paul, lorsque Paul écrit, lit.", "Je crois qu'Alice, lorsqu'Alice écrit, lit."),
        ("Le père d’un ami de Paul écrit.", "La mère d’une amie d’Alice écrit."),
        ("Le travail de Paul est rigoureux.", "Le travail d'Alice est rigoureux."),
        ("Paul, qui est né à Dakar, parle wolof.", "Alice, qui est née à Dakar, parle wolof."),
        ("Orphelin de père, Paul est motivé.", "Orpheline de père, Alice est motivée."),
    ],
)
def test_the_word_in_front_of_a_name_agrees_with_it(male: str, female: str) -> None:
    """Both ways, with the capitals and the apostrophe of the text."""
    assert set(variants(male)) == {male, female}
    assert set(variants(female)) == {male, female}


def test_a_place_holder_is_elided_too() -> None:
    """Whatever stands in the file, each level has what its name asks for."""
    text = "Le dossier de {name} est complet."
    assert variants(text, "name") == ["Le dossier de Paul est complet.", "Le dossier d'Alice est complet."]


@pytest.mark.parametrize("text", ["Paul vend du pain.", "{de Paul}", "Un aide-Paul", "Il voit Paul."])
def test_nothing_else_in_front_of_a_name_changes(text: str) -> None:
    """Other words, place-holders and compounds keep what stands before the name."""
    for one in variants(text):
        assert "d'" not in one


@pytest.mark.parametrize(
    ("word", "wanted"),
    [("Yves", True), ("Yasmine", False), ("Hélène", True), ("Hassan", False), ("Élodie", True), ("homme", True),
     ("héros", False), ("Œdipe", True), ("Łukasz", False)],
)  # fmt: skip
def test_elision_is_told_by_the_first_letters(word: str, wanted: bool) -> None:
    """A mute h and a vowel ask for it, a y before a vowel and the h of most borrowed names do not."""
    assert is_elided_before(word) is wanted
