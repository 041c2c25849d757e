"""The variants of a project's design: built once, listed in windows, reviewed, and said what is wrong with them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairdesk.audit.projects import delete_project
from fairdesk.audit.review_states import State
from fairdesk.audit.rewritten import take_rewritten, with_texts
from fairdesk.audit.variant_parts import decode_part, encode_case, encode_part
from fairdesk.audit.variant_review import (
    Decision,
    edits_by_hand,
    record_many,
    record_review,
    review_view,
    sample_to_review,
)
from fairdesk.audit.variants import (
    VariantsWanted,
    build_variants,
    built_variants,
    left_count,
    left_lines,
    variant_count,
    variant_lines,
    variants_of_case,
)
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.cases import Variant
from fairdesk.domain.design import Cue, CueKind, Design
from fairdesk.domain.edits import apply_edits
from fairdesk.domain.errors import ImportProblem, InputError, PlanError
from fairdesk.evaluations.swaps.rewriting import edits_between
from tests.unit.audit.designed_project import designed_project, names_cue, school_cue, small_design, some_texts

TEXTS = [
    *some_texts(3),
    "{name} stayed at home. {grade} was good.",
    "The sky is grey.",
    "Anna-Lena saw {name} at {school}.",
]


def change_design(spec: WorkspaceSpec, project: str, design: Design) -> None:
    """Save another design, as the window does."""
    with Workspace(spec) as workspace:
        record = workspace.store.projects.get(project)
        workspace.store.projects.save(record.project_id, replace(record.details, design=design))


@pytest.fixture
def made(tmp_path: Path) -> tuple[WorkspaceSpec, str]:
    """Six files; their variants are built."""
    spec, project = designed_project(tmp_path, small_design(), TEXTS)
    build_variants(spec, project)
    return spec, project


def test_what_was_built_is_counted_and_what_is_wrong_is_said(made: tuple[WorkspaceSpec, str]) -> None:
    """Files, variants, places left alone, files without any cue, and a sentence for each thing to mend."""
    spec, project = made
    built = built_variants(spec, project)
    assert built is not None
    # Four files with all five variants, one without a school, one with nothing.
    assert (built.n_cases, built.n_variants, built.n_unaware) == (6, 4 * 5 + 2, 1)
    assert built.cue_counts == {"names": 5, "schools": 4}
    said = " ".join(built.problems)
    assert "The place-holder {grade} has no value; it stands in 1 file" in said
    assert "female+abroad: no place for one of its cues, and not tested there: 2 files of 6" in said
    assert "Nothing that stands for a group: 1 file of 6" in said


def test_building_again_is_at_once_and_another_design_is_built_anew(made: tuple[WorkspaceSpec, str]) -> None:
    """What was built is taken as it is while design and files stay; targets and questions do not count."""
    spec, project = made
    told: list[str] = []
    assert build_variants(spec, project, told.append).seconds == built_variants(spec, project).seconds  # type: ignore[union-attr]
    assert told == []
    change_design(spec, project, small_design(targets=(), alpha=0.01))
    assert built_variants(spec, project) is not None
    change_design(spec, project, small_design(seed=1))
    assert built_variants(spec, project) is None
    assert variant_count(spec, project) == 0
    assert variant_lines(spec, project, 0, 9) == ()
    build_variants(spec, project, told.append)
    assert told


def test_the_list_is_read_in_windows(made: tuple[WorkspaceSpec, str]) -> None:
    """Windows put together are the whole list; filters narrow it; a line says what changed."""
    spec, project = made
    whole = variant_lines(spec, project, 0, 100)
    assert len(whole) == variant_count(spec, project) == 22
    assert [line for first in range(0, 22, 5) for line in variant_lines(spec, project, first, 5)] == list(whole)
    assert len({line.row for line in whole}) == 22
    line = whole[0]
    assert (line.case_id, line.label, line.role, line.state) == ("t-00000", "female", "cue", "not reviewed")
    assert line.n_places == 3
    assert line.changed_words.count("→") == 3
    assert variant_count(spec, project, VariantsWanted(label="abroad")) == 4
    assert variant_count(spec, project, VariantsWanted(cue_id="schools")) == 20
    left = variant_lines(spec, project, 0, 99, VariantsWanted(only_left=True))
    assert {one.case_id for one in left} == {"t-00003"}
    assert variant_count(spec, project, VariantsWanted(only_sample=True)) == 4
    assert sum(one.is_sampled for one in whole) == 4
    with pytest.raises(InputError, match="no variant"):
        variant_count(spec, project, VariantsWanted(label="unknown"))


def test_what_was_left_alone_is_listed_with_the_text_around_it(made: tuple[WorkspaceSpec, str]) -> None:
    """A place-holder without a value and a doubtful name stand in the list, in the order of the files."""
    spec, project = made
    lines = left_lines(spec, project, 0, 99)
    assert [line.left.words for line in lines] == ["{grade}"]
    assert left_count(spec, project) == 1
    assert "{grade} was good" in lines[0].around
    assert left_lines(spec, project, 1, 5) == ()


def test_one_file_is_shown_with_every_variant_and_why_others_are_missing(made: tuple[WorkspaceSpec, str]) -> None:
    """Original first, changed places from the edits, what was left, what is missing and why."""
    spec, project = made
    shown = variants_of_case(spec, project, "t-00003")
    assert [one.variant.label for one in shown.compared] == ["original", "female", "placebo-gender"]
    assert shown.text == TEXTS[3]
    (change,) = shown.compared[1].changes
    text = shown.compared[1].variant.text
    assert text[change.variant_start :].startswith(change.variant_words)
    assert set(shown.missing) == {"abroad", "female+abroad", "placebo-origin"}
    assert [one.words for one in shown.left] == ["{grade}"]
    assert variants_of_case(spec, project, "t-00004").is_unaware
    with pytest.raises(InputError, match="no file"):
        variants_of_case(spec, project, "t-99999")


def test_a_cue_that_occurs_in_no_file_is_said(tmp_path: Path) -> None:
    """Its name, why, and what to do."""
    elsewhere = names_cue(cue_id="german", title="Deutsche Namen", language="de", place_holder="")
    design = small_design(cues=(names_cue(), school_cue(place_holder="college"), elsewhere))
    spec, project = designed_project(tmp_path, design, some_texts(2))
    said = " ".join(build_variants(spec, project).problems)
    assert "The cue Schools occurs in no file: no file holds the place-holder {college}" in said
    assert "The cue Deutsche Namen occurs in no file: no file is known to be written in its language (de)" in said
    assert "abroad: no file differs from its original" in said


def test_identical_files_are_files_of_their_own(tmp_path: Path) -> None:
    """Two files with the same text are drawn apart, and nothing is lost."""
    spec, project = designed_project(tmp_path, small_design(), ["{name} at {school}."] * 3)
    assert build_variants(spec, project).n_variants == 15


def test_decisions_are_recorded_counted_and_shown(made: tuple[WorkspaceSpec, str]) -> None:
    """Accept, edit and reject; the rate of the sample has a Wilson interval and its n."""
    spec, project = made
    assert "not measured" in review_view(spec, project).words
    sample = sample_to_review(spec, project)
    assert len(sample) == len(set(sample)) == 4
    assert sample == sample_to_review(spec, project)
    for key, words in zip(sample[:2], ("Of 1 variant that was looked at", "Of 2 variants that were"), strict=True):
        record_review(spec, project, key, Decision(verdict="accepted", reviewer="A"))
        assert words in review_view(spec, project).words
    record_review(spec, project, sample[2], Decision(verdict="edited", new_text="By hand.", reviewer="B"))
    record_review(spec, project, sample[3], Decision(verdict="rejected", reviewer="B", reason="Odd."))
    view = review_view(spec, project)
    assert (view.n_reviewed, view.acceptance) == (4, 0.5)
    assert view.low == pytest.approx(0.15003898915214955)
    assert view.high == pytest.approx(0.8499610108478505)
    assert "Of 4 variants that were looked at, of a random sample of 4, 2 were accepted" in view.words
    summary = view.summary
    assert (summary.n_accepted, summary.n_edited, summary.n_rejected, summary.reviewers) == (2, 1, 1, ("A", "B"))
    shown = variants_of_case(spec, project, sample[2][0])
    assert next(one for one in shown.compared if one.variant.label == sample[2][1]).variant.text == "By hand."
    assert shown.states[sample[2][1]] == "edited"
    assert variant_count(spec, project, VariantsWanted(state="rejected")) == 1
    assert variant_count(spec, project, VariantsWanted(state="not reviewed")) == 18
    record_review(spec, project, sample[3], Decision(verdict="not reviewed"))
    assert variant_count(spec, project, VariantsWanted(state="rejected")) == 0


def test_many_are_accepted_at_once(made: tuple[WorkspaceSpec, str]) -> None:
    """What does not exist is not counted; many cannot be edited with one text."""
    spec, project = made
    keys = [(line.case_id, line.label) for line in variant_lines(spec, project, 0, 99)]
    assert record_many(spec, project, [*keys, ("t-00004", "female")], Decision(verdict="accepted")) == 22
    assert review_view(spec, project).acceptance == 1.0
    with pytest.raises(InputError, match="not edited"):
        record_many(spec, project, keys, Decision(verdict="edited", new_text="x"))


def test_a_decision_is_outdated_when_the_proposal_changes_and_holds_again_when_it_comes_back(
    made: tuple[WorkspaceSpec, str],
) -> None:
    """Nothing is lost: another seed makes another proposal, and the old one is still decided about."""
    spec, project = made
    key = ("t-00000", "female")
    record_review(spec, project, key, Decision(verdict="rejected", reviewer="B"))
    change_design(spec, project, small_design(seed=4))
    build_variants(spec, project)
    assert variants_of_case(spec, project, key[0]).states["female"] == State.OUTDATED.value
    assert review_view(spec, project).summary.n_rejected_in_all == 0
    assert variant_count(spec, project, VariantsWanted(state="outdated")) == 1
    change_design(spec, project, small_design())
    build_variants(spec, project)
    assert variants_of_case(spec, project, key[0]).states["female"] == State.REJECTED.value


def test_whose_decisions_do_not_count_any_more_is_no_reviewer(made: tuple[WorkspaceSpec, str]) -> None:
    """A person is named for proposals as they are now, not for those that were changed since."""
    spec, project = made
    record_review(spec, project, ("t-00000", "female"), Decision(verdict="accepted", reviewer="Earlier"))
    change_design(spec, project, small_design(seed=4))
    build_variants(spec, project)
    assert review_view(spec, project).summary.reviewers == ()
    record_review(spec, project, ("t-00001", "female"), Decision(verdict="accepted", reviewer="Now"))
    assert review_view(spec, project).summary.reviewers == ("Now",)


@pytest.mark.parametrize("text", [None, "  ", "\ud800"])
def test_an_edit_without_a_usable_text_is_refused(made: tuple[WorkspaceSpec, str], text: str | None) -> None:
    """An empty text, half a character, or the original itself is no variant."""
    spec, project = made
    with pytest.raises(InputError):
        record_review(spec, project, ("t-00000", "female"), Decision(verdict="edited", new_text=text))
    original = variants_of_case(spec, project, "t-00000").compared[0].variant.text
    with pytest.raises(InputError, match="is the original"):
        record_review(spec, project, ("t-00000", "female"), Decision(verdict="edited", new_text=original))
    with pytest.raises(InputError, match="no variant original"):
        record_review(spec, project, ("t-00000", "original"), Decision(verdict="rejected"))


def test_a_damaged_file_of_built_variants_is_built_again(made: tuple[WorkspaceSpec, str]) -> None:
    """The file beside the store is derived: damaged or deleted, nothing is lost; with its project it goes."""
    spec, project = made
    (path,) = spec.data_dir.glob("variants-*.sqlite")
    path.write_bytes(b"no database")
    assert built_variants(spec, project) is None
    assert build_variants(spec, project).n_variants == 22
    delete_project(spec, project)
    assert not list(spec.data_dir.glob("variants-*"))


def test_without_a_design_nothing_is_built(tmp_path: Path) -> None:
    """A project of the shipped test has no variants of its own."""
    spec, project = designed_project(tmp_path, small_design(), some_texts(1))
    with Workspace(spec) as workspace:
        record = workspace.store.projects.get(project)
        workspace.store.projects.save(record.project_id, replace(record.details, design=None))
    assert built_variants(spec, project) is None
    with pytest.raises(PlanError, match="no design"):
        build_variants(spec, project)


DIALECT = Cue(cue_id="dialect", attribute_id="origin", kind=CueKind.REWRITTEN, title="Dialect", language="en")


def test_rewritten_texts_come_from_a_file_and_all_must_be_reviewed(tmp_path: Path) -> None:
    """A text that is missing is said; every variant of a rewritten text waits for a person."""
    design = small_design(cues=(names_cue(), DIALECT))
    spec, project = designed_project(tmp_path, design, some_texts(3))
    file = tmp_path / "dialect.csv"
    file.write_text(
        'case_id,level,text\nt-00000,abroad,"{name}, he be late."\nt-00001,abroad,He be late\nx,abroad,No\n'
    )
    taken = take_rewritten(spec, project, design, "dialect", file)
    assert taken.n_texts == 2
    assert taken.problems == (
        "No text of the level abroad, and not tested there: 1 file of 3.",
        "Texts of files that are not in the project were left out: 1 file.",
    )
    change_design(spec, project, with_texts(design, "dialect", taken.sha256))
    built = build_variants(spec, project)
    assert any("abroad: no rewritten text, and not tested there: 1 file of 3" in words for words in built.problems)
    assert variants_of_case(spec, project, "t-00002").missing["abroad"].startswith("There is no rewritten text")
    left = review_view(spec, project).n_rewritten_left
    # The crossed variant of the second file holds no name, so it would not differ in gender.
    assert left == 3
    record_review(spec, project, ("t-00000", "abroad"), Decision(verdict="accepted"))
    assert review_view(spec, project).n_rewritten_left == left - 1


@pytest.mark.parametrize(
    ("name", "body", "words"),
    [
        ("a.csv", "id,text\n1,x\n", "no column case_id and no column level"),
        ("a.csv", "case_id;level;text\nt-00000;abroad;\n", "line 2: it has no case id"),
        ("a.csv", "case_id,level,text\nt,a,x\nt,a,y\n", "line 3: the file t has a text"),
        ("a.jsonl", '{"case_id": "t", "level": 1, "text": "x"}', "line 1: it lacks one of"),
        ("a.jsonl", "{", "line 1: it is no JSON"),
        ("a.jsonl", "", "holds no text"),
        ("a.jsonl", json.dumps({"case_id": "t", "level": "abroad", "text": "x"}), "belongs to a file"),
    ],
)
def test_a_file_of_rewritten_texts_that_cannot_be_taken_is_named(
    tmp_path: Path, name: str, body: str, words: str
) -> None:
    """File, line and cause are said, and nothing is taken."""
    design = small_design(cues=(names_cue(), DIALECT))
    spec, project = designed_project(tmp_path, design, some_texts(1))
    file = tmp_path / name
    file.write_text(body, encoding="utf-8")
    with pytest.raises(ImportProblem, match=words):
        take_rewritten(spec, project, design, "dialect", file)


PIECES = ("He", " ", "\n", "met", "Anna", ",", "e\u0301", "\u0301", "\u200f", "نص", "的", "😀", "\r\n", "x")
by_pieces = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)


@given(by_pieces, by_pieces, by_pieces)
@settings(max_examples=150, derandomize=True, deadline=None)
def test_any_text_of_a_person_is_kept_letter_for_letter(first: str, proposed: str, by_hand: str) -> None:
    """Inserted, deleted and changed stretches, at the ends too, give the person's text back from what is stored."""
    original = Variant(case_id="c", label="original", text=first, substitutions=(), edits=())
    proposal = replace(original, label="female", text=proposed, edits=edits_between(first, proposed, "names"))
    edits = edits_by_hand(original, proposal, by_hand)
    assert apply_edits(first, edits) == by_hand
    (stored,) = decode_part(encode_part([encode_case([original, replace(proposal, text=by_hand, edits=edits)])]))
    assert stored.variant("female").text == by_hand
    assert stored.original.text == first
