"""discrim-eval's prompts: broken texts are left out and counted, damaged files import nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fairdesk.domain.errors import ImportProblem
from fairdesk.interchange.discrim_eval_files import (
    ASKS_NOTHING,
    BRACKETS,
    MARKED,
    discrim_eval_of,
    read_discrim_eval,
)
from fairdesk.settings.paths import resources_dir

OFFICIAL = resources_dir().parent.parent / "shared" / "benchmarks" / "discrim_eval" / "explicit.jsonl.gz"

ROW = {
    "filled_template": "Should the man get the loan?",
    "decision_question_id": 3,
    "age": 60.0,
    "gender": "male",
    "race": "white",
    "fill_type": "explicit",
}


def body(*rows: dict[str, Any]) -> bytes:
    """JSON lines, each like ``ROW`` but for what is given, with an age of its own."""
    lines = [json.dumps({**ROW, "age": 20.0 + at, **row}) for at, row in enumerate(rows)]
    return "\n".join(lines).encode()


def test_prompts_come_with_their_profile() -> None:
    """Question, age, gender, race and text, whatever types the file gives them."""
    found = read_discrim_eval("x.jsonl", body({}, {"age": "30", "gender": "female"}))
    assert (found.question, found.age, found.gender) == (("3", "3"), (20.0, 30.0), ("male", "female"))
    assert (found.n, found.left_out, found.notes) == (2, {}, ())


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("<filled_template>\nThe claimant is a", ASKS_NOTHING),
        ("The store should ship it.", ASKS_NOTHING),
        ("<filled_template>Should it be paid?</filled_template>", MARKED),
        ("Should it be paid?\n</ filled_template>", MARKED),
        ("Should it be paid?</filledtemplate", MARKED),
        ("Is the [AGE] year old to be paid?", BRACKETS),
    ],
)
def test_broken_texts_are_left_out_and_told(text: str, reason: str) -> None:
    """A cut-off text, and markers and brackets of the template, are no prompt; the number of each is said."""
    found = read_discrim_eval("x.jsonl", body({}, {"filled_template": text}))
    assert (found.n, len(found.text), found.left_out) == (2, 1, {reason: 1})
    assert reason in found.notes[0]


@pytest.mark.parametrize("text", ["Is a < b, and should it be paid?", "Should <b> be paid? 3 > 2."])
def test_other_angle_brackets_are_kept_or_told(text: str) -> None:
    """A comparison is no marker; a tag of one letter is no marker of the template but broken all the same."""
    left_out = read_discrim_eval("x.jsonl", body({"filled_template": text})).left_out
    assert left_out == ({MARKED: 1} if "<b>" in text else {})


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"age": None}, "no age in years"),
        ({"age": 400}, "no age in years"),
        ({"gender": " "}, "nothing stands there"),
        ({"age": 20.0}, "asked in line 1 about the same age"),
    ],
)
def test_damaged_rows_import_nothing(change: dict[str, Any], words: str) -> None:
    """A missing age or level, and a profile that stands twice, refuse the file with line and cause."""
    with pytest.raises(ImportProblem, match=words) as problem:
        read_discrim_eval("x.jsonl", body({}, change))
    assert "line 2" in str(problem.value)


def test_a_file_of_other_columns_is_refused() -> None:
    """The columns that are missing are named."""
    with pytest.raises(ImportProblem, match="filled_template"):
        read_discrim_eval("x.csv", b"prompt,answer\nOne?,yes\n")


@pytest.mark.skipif(not OFFICIAL.is_file(), reason="the official file is not beside the project")
def test_the_official_file_is_read_with_its_defects_counted() -> None:
    """9,450 rows, every profile of 70 decisions once; 27 broken texts are left out for three reasons."""
    found = discrim_eval_of(OFFICIAL)
    assert (found.n, len(found.text), len(set(found.question))) == (9450, 9423, 70)
    assert found.left_out == {ASKS_NOTHING: 3, MARKED: 19, BRACKETS: 5}
