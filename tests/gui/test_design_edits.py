"""Steps of a design leave nothing that points to nothing, and marks of an edited text tell all that differs."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from fairdesk.domain.design import (
    Attribute,
    CellChoice,
    Cue,
    CueKind,
    Design,
    PlannedTarget,
    WordList,
)
from fairdesk.domain.questions import Target
from fairdesk.gui.design_edits import (
    CONTROL,
    attribute_of,
    cue_of,
    free_name,
    moved_attribute,
    moved_level,
    short_name,
    with_control_list,
    with_cue,
    with_new_attribute,
    with_new_cue,
    with_new_level,
    with_read_list,
    with_renamed_level,
    without_attribute,
    without_level,
    words_of,
)
from fairdesk.gui.text_changes import changed_stretches, condensed

TARGET = Target(
    target_id="t",
    measure="consistency",
    question_id="q",
    threshold=0.9,
    direction="at_least",
    justification="",
    cell=("origin=abroad",),
)
DESIGN = Design(
    attributes=(
        Attribute(attribute_id="gender", title="Gender", levels=("male", "female")),
        Attribute(attribute_id="origin", title="Origin", levels=("home", "abroad", "far")),
    ),
    cues=(
        Cue(cue_id="pronouns", attribute_id="gender", kind=CueKind.GENDERED_WORDS, title="", language="en"),
        Cue(
            cue_id="schools",
            attribute_id="origin",
            kind=CueKind.PLACE_HOLDER,
            title="Schools",
            language="en",
            lists=tuple(WordList(level=level, words=(f"{level} school",)) for level in ("home", "abroad", "far")),
        ),
    ),
    choices=(
        CellChoice(levels={"origin": "abroad"}, is_tested=True),
        CellChoice(levels={"gender": "female", "origin": "*"}, is_tested=False),
    ),
    targets=(PlannedTarget(target=TARGET),),
)
WORDS = st.lists(st.sampled_from(["he", "came", "home", ",", " ", "سلام", "王", "𠮷", "\n", "."]), max_size=30).map(
    "".join
)


def names_in(design: Design) -> set[str]:
    """Every level that anything of the design names."""
    named = {level for choice in design.choices for level in choice.levels.values()}
    named |= {one.level for cue in design.cues for one in cue.lists}
    return named | {part.partition("=")[2] for one in design.targets for part in one.target.cell}


def test_a_renamed_level_is_renamed_in_lists_choices_and_targets() -> None:
    """Nothing names the old level any more, and its words are kept."""
    design = with_renamed_level(DESIGN, "origin", "abroad", "other land")
    assert "abroad" not in names_in(design)
    assert design.targets[0].target.cell == ("origin=other-land",)
    assert cue_of(design, "schools").words("other-land") == ("abroad school",)
    assert with_renamed_level(DESIGN, "origin", "abroad", "home") == DESIGN
    assert with_renamed_level(DESIGN, "origin", "abroad", "  ") == DESIGN


def test_a_removed_level_takes_its_list_choices_and_targets() -> None:
    """Two levels are the fewest: of a pair none can be removed."""
    design = without_level(DESIGN, "origin", "abroad")
    assert "abroad" not in names_in(design)
    assert [one.level for one in cue_of(design, "schools").lists] == ["home", "far"]
    assert without_level(design, "origin", "far") == design


def test_a_removed_attribute_takes_everything_about_it() -> None:
    """Cues, choices and targets of the attribute go, those of the others stay."""
    design = without_attribute(DESIGN, "origin")
    assert [one.attribute_id for one in design.attributes] == ["gender"]
    assert [cue.cue_id for cue in design.cues] == ["pronouns"]
    assert design.choices == ()
    assert design.targets == ()


def test_lists_follow_the_levels_of_their_attribute() -> None:
    """A new level has an empty list, another order orders the lists, and a list of the control stays last."""
    design = with_control_list(DESIGN, "schools", True)
    design = with_new_level(design, "origin", "near")
    design = moved_level(design, "origin", "near", -1)
    design = with_cue(design, "schools", title="School")
    assert [one.level for one in cue_of(design, "schools").lists] == ["home", "abroad", "near", "far", CONTROL]
    assert with_control_list(design, "schools", False).cues[1].lists[-1].level == "far"
    assert moved_attribute(design, "gender", -1) == design
    assert moved_attribute(design, "gender", 1).attributes[1].attribute_id == "gender"


def test_new_names_are_short_and_free() -> None:
    """An id that is taken gets a number; signs with a meaning elsewhere become hyphens."""
    first, first_id = with_new_attribute(DESIGN, "Gender")
    second, second_id = with_new_attribute(first, "Gender")
    assert (first_id, second_id) == ("gender-2", "gender-3")
    assert short_name(" a+b=c {d} ") == "a-b-c-d"
    assert free_name("x", ["x", "x-2"]) == "x-3"
    third, cue_id = with_new_cue(second, "origin", CueKind.TERMS)
    assert [one.level for one in cue_of(third, cue_id).lists] == list(attribute_of(third, "origin").levels)


def test_a_read_list_replaces_or_is_added_once() -> None:
    """Each word once, and both sources are named where words were added."""
    read = WordList(level="home", words=("b", "home school"), provenance="file x")
    replaced = with_read_list(DESIGN, "schools", "home", read, adds=False)
    assert cue_of(replaced, "schools").words("home") == ("b", "home school")
    before = with_read_list(DESIGN, "schools", "home", replace(read, words=("c",), provenance="own"), adds=False)
    added = cue_of(with_read_list(before, "schools", "home", read, adds=True), "schools").lists[0]
    assert added.words == ("c", "b", "home school")
    assert added.provenance == "own; file x"
    assert words_of(" a \n\nb\u00a0c\n") == ("a", "b\u00a0c")


@given(original=WORDS, edited=WORDS)
@settings(deadline=None, derandomize=True, max_examples=300)
def test_what_is_not_marked_stands_in_the_original(original: str, edited: str) -> None:
    """Marks are in order and inside the text; without them only words of the original are left, in its order."""
    marks = changed_stretches(original, edited)
    read_to = 0
    kept = ""
    for start, end in marks:
        assert read_to <= start < end <= len(edited)
        kept += edited[read_to:start]
        read_to = end
    kept += edited[read_to:]
    rest = iter(original)
    assert all(character in rest for character in kept)
    assert bool(marks) == (original != edited) or not edited


@given(text=WORDS.map(lambda words: words * 4), places=st.lists(st.integers(0, 200), max_size=6))
@settings(deadline=None, derandomize=True, max_examples=200)
def test_a_shortened_text_keeps_what_it_shows(text: str, places: list[int]) -> None:
    """Every stretch stands in the short text as in the long one, except for line ends, which would part it."""
    bounds = sorted({min(place, len(text)) for place in places})
    stretches = list(zip(bounds[::2], bounds[1::2], strict=False))
    short, found = condensed(text, stretches)
    assert len(found) == len(stretches)
    for (start, end), (short_start, short_end) in zip(stretches, found, strict=True):
        assert short[short_start:short_end] == text[start:end].replace("\n", " ")
