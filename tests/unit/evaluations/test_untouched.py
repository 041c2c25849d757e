"""Outside the places of its cues no variant differs from its original, in any script; swaps can be taken back."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairdesk.domain.cases import Variant
from fairdesk.domain.edits import LeftReason, apply_edits
from fairdesk.evaluations.counterfactual import VariantMaker
from fairdesk.evaluations.substitution import check_difference
from tests.unit.evaluations.designs import SCRIPTS, case_of, design_of, filler, gendered, names

few = settings(max_examples=60, derandomize=True, deadline=None)


OTHERS = ("{school}", "{They}", "{unknown}", "he", "Her", "an", "’s", "{name")


def texts_in(script: str, others: tuple[str, ...] = OTHERS) -> st.SearchStrategy[str]:
    """Names of both lists, letters of the script and other words in any order, with blanks between them or none."""
    male, female, letters = SCRIPTS[script]
    stretches = st.text(alphabet=letters, max_size=12)
    words = st.sampled_from([*male, *female, *others])
    return st.lists(st.one_of(stretches, words), max_size=25).flatmap(
        lambda parts: st.sampled_from(["", " ", "  "]).map(lambda gap: gap.join(parts))
    )


def outside(variant: Variant, original: str) -> None:
    """Every character outside the edits stands in both texts, in order, and nothing else is between them."""
    assert variant.edits is not None
    at_original = at_variant = 0
    for edit in variant.edits:
        kept = original[at_original : edit.start]
        assert variant.text[at_variant : at_variant + len(kept)] == kept
        at_variant += len(kept)
        assert variant.text[at_variant : at_variant + len(edit.words)] == edit.words
        at_variant += len(edit.words)
        at_original = edit.end
    assert variant.text[at_variant:] == original[at_original:]


@pytest.mark.parametrize("script", SCRIPTS)
def test_outside_its_edits_every_variant_is_its_original(script: str) -> None:
    """Every variant, placebo swaps included, is its original byte by byte but for its marked spans."""
    male, female, _ = SCRIPTS[script]
    maker = VariantMaker(design_of(names(male, female), gendered(), filler()))

    @few
    @given(texts_in(script))
    def holds(text: str) -> None:
        made = maker.make(case_of(text))
        original, *others = made.variants
        for variant in others:
            outside(variant, original.text)
            assert apply_edits(original.text, variant.edits or ()) == variant.text
            assert variant.text != original.text
            changes = check_difference(original, variant)
            assert all(
                variant.text[one.variant_start : one.variant_start + len(one.variant_words)] == one.variant_words
                for one in changes
            )
        assert {variant.label for variant in others} | set(made.missing) == {k.kind.label for k in maker.kinds[1:]}

    holds()


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_swap_that_is_one_to_one_is_taken_back_by_the_next(script: str) -> None:
    """With one name on each list, the variant of the variant is the text that stood there first."""
    male, female, _ = SCRIPTS[script]
    maker = VariantMaker(design_of(names(male[:1], female[:1]), placebos=False))

    @few
    @given(texts_in(script, others=("and", "met")))
    def holds(text: str) -> None:
        made = maker.make(case_of(text))
        # A name that was left, as a family name is, keeps the other level from being drawn: no one-to-one any more.
        if len(made.variants) < 2 or made.left:
            return
        # The level that the text is at is one of the two; the other one is swapped back into it.
        stood = {variant.text for variant in made.variants}
        assert text in stood
        (swapped,) = stood - {text}
        assert {variant.text for variant in maker.make(case_of(swapped)).variants} == stood

    holds()


def test_both_sides_of_a_swap_change_at_once() -> None:
    """He becomes she and she becomes he, in one and the same variant."""
    maker = VariantMaker(design_of(gendered()))
    made = maker.make(case_of("He met her brother. She thanked him."))
    texts = {variant.label: variant.text for variant in made.variants}
    assert texts["original"] == "He met her brother. She thanked him."
    assert texts["female"] == "She met his sister. He thanked her."
    assert [(one.words, one.reason) for one in made.left] == [("her", LeftReason.OTHER_PERSON)]


@given(st.text(max_size=300))
@few
def test_any_text_at_all_can_be_scanned(text: str) -> None:
    """No text, however odd, stops the making of variants, and its original keeps every character outside places."""
    maker = VariantMaker(design_of(names(("Tom", "Max"), ("Ann", "Eve")), gendered(), filler()))
    original, *others = maker.make(case_of(text)).variants
    for variant in others:
        outside(variant, original.text)
