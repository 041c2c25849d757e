"""The language of a text, and texts that are almost the same."""

from __future__ import annotations

import random
import subprocess
import sys

import numpy as np
import pytest

from fairdesk.interchange.languages import guess_language
from fairdesk.interchange.near_duplicates import N_HASHES, Signatures, near_duplicates
from fairdesk.interchange.text_facts import TITLE_LENGTH, count_words, place_holders_of, title_of

MAKES = Signatures()


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The applicant has shown consistent effort across mathematics and physics.", "en"),
        ("Die Bewerberin hat in allen Fächern sehr gute Noten und viel Freude am Lernen.", "de"),
        ("La candidate a de très bonnes notes et aime beaucoup les sciences.", "fr"),
        ("La candidata tiene muy buenas notas y le gustan mucho las ciencias.", "es"),
        ("Кандидат показал отличные результаты по математике и физике.", "ru"),
        ("申请人在数学和物理方面成绩优异。", "zh"),
        ("המועמדת קיבלה ציונים טובים מאוד בכל המקצועות.", "he"),
        ("Hi", "und"),
        ("Anna Schmidt", "und"),
        ("12345 / 678", "und"),
        ("", "und"),
    ],
)
def test_the_language_is_told_or_not(text: str, language: str) -> None:
    """A sentence is enough; a name, a number or a word is not, and then nothing is claimed."""
    assert guess_language(text) == language


def test_a_language_is_found_behind_a_doubtful_beginning() -> None:
    """A heading of numbers and names does not hide the language of what follows."""
    text = "A-12 / 34 \u2013 56\n" * 20 + "Die Bewerberin hat in allen Fächern sehr gute Noten. " * 20
    assert guess_language(text) == "de"


def words(n: int, seed: int) -> list[str]:
    """Random words."""
    draw = random.Random(seed)
    return ["".join(draw.choices("abcdefghijklmnop", k=6)) for _ in range(n)]


def places(texts: list[str]) -> list[int]:
    """For each text the place of an earlier one that is almost the same, or -1."""
    return [int(place) for place in near_duplicates(np.array([MAKES.of(text) for text in texts]))]


def test_texts_with_a_few_other_words_are_near_duplicates() -> None:
    """Another name, capitals and punctuation leave a text near; half of its words, or another text, do not."""
    text = words(160, 1)
    renamed = ["Anna" if place in (3, 80) else word for place, word in enumerate(text)]
    half = [word if place % 2 else "other" for place, word in enumerate(text)]
    plain = " ".join(text)
    assert places([plain, " ".join(renamed), plain.upper() + "!", " ".join(half), " ".join(words(160, 2))]) == [
        -1,
        0,
        0,
        -1,
        -1,
    ]


def test_many_copies_name_one_first() -> None:
    """Of a thousand copies each names the first, and texts without any word are near to nothing."""
    assert places([" ".join(words(50, 3))] * 1_000) == [-1] + [0] * 999
    assert places(["", "...", "!"]) == [-1, -1, -1]


def test_texts_without_spaces_are_compared_by_characters() -> None:
    """A Chinese text with one other character is near."""
    text = "申请人在数学和物理方面成绩优异并且热爱学习积极参加各种活动表现突出得到老师们的一致好评"
    signatures = [MAKES.of(one, has_words=False) for one in (text, text.replace("老", "导"))]
    assert near_duplicates(np.array(signatures)).tolist() == [-1, 0]


def test_signatures_do_not_depend_on_the_process() -> None:
    """Another hash seed gives the same signature: which cases are near duplicates can be repeated."""
    program = (
        "from fairdesk.interchange.near_duplicates import Signatures; print(Signatures().of('one two three').tolist())"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", program], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert said == {f"{MAKES.of('one two three').tolist()}\n"}
    assert MAKES.of("one two three").shape == (N_HASHES,)


def test_facts_of_a_text() -> None:
    """Words are counted where blanks part them; a title is the first line that says something, and not too long."""
    assert count_words("two words") == 2
    assert count_words("ไทย") is None
    assert count_words("mostly English 我") == 3
    assert len(title_of("x" * 500)) == TITLE_LENGTH
    assert title_of("***\n") == ""
    assert place_holders_of("{a} {a-b} { c } {1} {{d}} {" + "e" * 60 + "}") == ("a", "a-b", "d")
