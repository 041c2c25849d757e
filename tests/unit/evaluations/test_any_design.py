"""Whatever the design and the text: nothing outside the places of its cues differs, and every variant shows its levels.

The texts are made of stretches between marks that no cue touches, so that what must stand is known without asking the
code that is tried.
"""

from __future__ import annotations

import unicodedata
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from fairdesk.domain.cases import Variant
from fairdesk.domain.design import Attribute, Cue, CueKind, Design, Direction, WordList
from fairdesk.evaluations.counterfactual import VariantMaker
from fairdesk.evaluations.evaluation import MadeVariants
from fairdesk.evaluations.substitution import check_difference
from fairdesk.evaluations.swaps.scanning import scan_case
from tests.unit.evaluations.designs import case_of, choice

many = settings(max_examples=80, derandomize=True, deadline=None)

MARK = "§"

INERT = (
    "", "qx", "ξηλ", "ⰰⰱ", "e\u0301", "\u0301", "\u200f\u200e", "בגד", "ثبت", "कि", "😀👩\u200d🎓", "\ufeff", "\r\n",
    "\t \t", "\u2028", "42 %", "}", "{", "{}", "q\u00adx", "’", "--",
)  # fmt: skip
"""Stretches without a word of any cue, with what is easily lost on the way: marks, joiners, directions, line ends."""

CUES_IN_TEXT = (
    "he", "She", "HIS", "hers", "Mr Smith", "a man", "An actress", "king", "mother's", "his/her", "'he'", "he\u200bd",
    "{they}", "{Their}", "{name}", "{school}", "{x}", "{name}{school}", "a {x}", "An {x} man", "{{name}}", "{name}'s",
    "Tom", "Tom's", "Tom\u0301", "\u0301Tom", "ANNA", "James'", "Mary Ann", "Tom-Lee", "Zoé", "Zoe\u0301", "أحمد ليلى",
    "\u200fأحمد\u200f", "王伟来了", "Muslim", "muslims", "an engineer", "engineers-to-be",
)  # fmt: skip

WORDS = (
    "Tom", "Anna", "James", "Mary Ann", "Zoé", "Zoe\u0301", "أحمد", "ليلى", "王伟", "urban", "hour", "European", "old",
    "{they} led", "{name} of {school}", "an {x} man", "Muslim", "Christian", "engineer", "a", "E", "", "  x ",
)  # fmt: skip

LEVELS = (("male", "female"), ("home", "abroad"), ("a", "b", "c"), ("male", "female", "x"), ("no", "yes"))

PLACE_HOLDERS = st.sampled_from(("", "name", "school", "x", "they"))


@st.composite
def cues(draw: Any, attribute: Attribute, number: int) -> Cue:
    """A cue of any kind, with lists of any lengths, aligned or not, with doubles or empty."""
    kind = draw(st.sampled_from([one for one in CueKind if one is not CueKind.REWRITTEN]))
    fills = kind in (CueKind.NAMES, CueKind.PLACE_HOLDER)
    length = st.just(draw(st.integers(0, 4))) if draw(st.booleans()) else st.integers(0, 3)
    levels = (*attribute.levels, *draw(st.sampled_from(((), (), ("control",)))))
    words = {level: tuple(draw(st.sampled_from(WORDS)) for _ in range(draw(length))) for level in levels}
    return Cue(
        cue_id=f"c{number}",
        attribute_id=draw(st.sampled_from((attribute.attribute_id,) * 5 + ("",))),
        kind=kind,
        title="",
        language=draw(st.sampled_from(("en", "en", "en", "de", "fr"))),
        place_holder=draw(PLACE_HOLDERS) if fills else "",
        lists=()
        if kind is CueKind.GENDERED_WORDS
        else tuple(WordList(level=level, words=of) for level, of in words.items()),
        direction=draw(st.sampled_from(Direction)),
        fixed_words=draw(st.sampled_from(((), ("king|queen",)))) if kind is CueKind.GENDERED_WORDS else (),
    )


@st.composite
def designs(draw: Any) -> Design:
    """Up to three attributes and five cues; all single cells and some crossed ones are tested."""
    levels = draw(st.lists(st.sampled_from(LEVELS), min_size=1, max_size=3))
    attributes = [Attribute(attribute_id=f"at{i}", title="", levels=of) for i, of in enumerate(levels)]
    of_cues = draw(st.lists(st.sampled_from(attributes), min_size=1, max_size=5))
    names = [one.attribute_id for one in attributes]
    crossed = draw(st.lists(st.sets(st.sampled_from(names), min_size=1), max_size=3))
    return Design(
        attributes=tuple(attributes),
        cues=tuple(draw(cues(attribute, number)) for number, attribute in enumerate(of_cues)),
        choices=(*(choice(**{one: "*"}) for one in names), *(choice(**dict.fromkeys(some, "*")) for some in crossed)),
        seed=draw(st.integers(0, 9)),
    )


STRETCHES = st.lists(st.sampled_from((*INERT, *CUES_IN_TEXT)), max_size=14)

LANGUAGES = st.sampled_from(("en", "en", "und", "de", "", "en-GB", "fr", "xx"))


@many
@given(designs(), STRETCHES, LANGUAGES)
def test_stretches_without_a_cue_stand_byte_by_byte_in_every_variant(
    design: Design, stretches: list[str], language: str
) -> None:
    """From the imported file to its original, every variant, control and placebo swap: what is between stays."""
    made = VariantMaker(design).make(case_of(MARK.join(stretches), language=language))
    for variant in made.variants:
        found = variant.text.split(MARK)
        assert len(found) == max(1, len(stretches))
        for was, now in zip(stretches, found, strict=False):
            if was in INERT:
                assert now.encode("utf-8", "surrogatepass") == was.encode("utf-8", "surrogatepass")


@many
@given(designs(), STRETCHES, st.sampled_from(("", " ", MARK)), LANGUAGES)
def test_every_variant_is_its_original_with_its_edits_and_shows_each_of_its_levels(
    design: Design, stretches: list[str], gap: str, language: str
) -> None:
    """Edits are in order and prove the text; a variant is none where one of its attributes shows nowhere."""
    maker = VariantMaker(design)
    case = case_of(gap.join(stretches), language=language)
    made = maker.make(case)
    original, *others = made.variants
    kinds = {one.kind.label: one for one in maker.kinds}
    texts = {frozenset(kinds[one.label].kind.attributes.items()): one.text for one in others if _is_cell(kinds, one)}
    texts[frozenset()] = original.text
    for variant in others:
        changes = check_difference(original, variant)
        assert len(changes) == len(variant.edits or ())
        assert variant.text != original.text
    for cell, text in texts.items():
        for smaller, other in texts.items():
            assert not smaller < cell or other != text
    assert {one.label for one in others} | set(made.missing) == {one.kind.label for one in maker.kinds[1:]}
    assert VariantMaker(design).make(case) == made
    _left_as_it_stands(made, case.text)


def _is_cell(kinds: Any, variant: Variant) -> bool:
    return bool(kinds[variant.label].kind.attributes)


def _left_as_it_stands(made: MadeVariants, text: str) -> None:
    """What is listed as left alone stands in the file where the list says."""
    assert all(text[one.start : one.end] == one.words for one in made.left)


@many
@given(designs(), STRETCHES, st.sampled_from(("", " ", MARK)))
def test_no_place_begins_or_ends_within_a_letter(design: Design, stretches: list[str], gap: str) -> None:
    """A letter with its combining marks is in a place or outside it, never torn."""
    text = gap.join(stretches)
    levels = {one.attribute_id: one.levels for one in design.attributes}
    for place in scan_case(text, "en", design.cues, levels).places:
        assert place.start < place.end
        if place.slot.startswith("{") or "place-holder" in place.slot:
            assert (text[place.start], text[place.end - 1]) == ("{", "}")
        else:
            assert not unicodedata.combining(text[place.start])
            assert place.end == len(text) or not unicodedata.combining(text[place.end])
