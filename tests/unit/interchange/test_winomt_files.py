"""WinoMT's files: sentences, translations and records, and what is refused with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from fairdesk.domain.errors import ImportProblem
from fairdesk.interchange.winomt_files import gender_records_of, read_translations, read_winomt_sentences

GOOD = b"male\t1\tThe baker sang because he was glad.\tbaker\n"


def put(folder: Path, text: str) -> Path:
    file = folder / "records.csv"
    file.write_text(text, encoding="utf-8")
    return file


def test_a_sentence_is_a_row() -> None:
    """Gender, place of the word, sentence and person; a sentence that stands twice is told."""
    found = read_winomt_sentences("en.txt", GOOD + GOOD.replace(b"male", b"neutral"))

    assert (found.gold, found.word_index, found.entity) == (("male", "neutral"), (1, 1), ("baker", "baker"))
    assert "1" in found.notes[0]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"male\t1\tThe baker sang", "line 2: the line has 3 fields"),
        (b"man\t1\tThe baker sang.\tbaker", "line 2: 'man' is no gender"),
        (b"male\t3\tThe baker sang.\tbaker", "line 2: '3' is no place of a word"),
        (b"male\t-1\tThe baker sang.\tbaker", "line 2: '-1' is no place of a word"),
        (b"male\t1\tThe baker sang.\t ", "line 2: no person is named"),
        (b"male\t1\tThe b\xe9ker sang.\tbaker", "line 2"),
    ],
)
def test_a_damaged_sentence_is_refused_with_its_line(line: bytes, words: str) -> None:
    """A line that was cut off, another gender or a word outside its sentence keeps the file out."""
    with pytest.raises(ImportProblem) as raised:
        read_winomt_sentences("en.txt", GOOD + line)

    assert words in raised.value.message
    assert raised.value.advice


def test_translations_are_two_sides() -> None:
    """Blanks around the sides are none of theirs; a line with one side, or three, is refused."""
    found = read_translations("es.txt", "It sang. ||| Cantó.\n".encode())

    assert (found.source, found.target) == (("It sang.",), ("Cantó.",))
    for line in (b"It sang. |||", b"It sang.", b"a ||| b ||| c"):
        with pytest.raises(ImportProblem, match="line 2: source and translation"):
            read_translations("es.txt", b"It sang. ||| Canto.\n" + line)


def test_a_letter_of_two_bytes_at_the_edge_of_the_first_look_is_no_damage(tmp_path: Path) -> None:
    """What a file holds is told by its beginning, which may end inside a letter."""
    for shift in range(2):
        rows = f"{'x' * shift}gold,predicted,note\nmale,male,{'é' * 3_000}\n"
        text = rows if shift == 0 else rows.replace("xgold", "gold ")
        assert gender_records_of(put(tmp_path, text)).predicted == ("male",)


def test_words_of_coders_and_programs_are_read(tmp_path: Path) -> None:
    """Letters and words mean the same; nothing is not coded, and a person who was not found is unknown."""
    text = (
        "Index,gold,Find entity? [Y/N],Gender? [M/F/N],stereotype,profession_stereotype\n"
        "0,male,Y,M,pro,male\n1,F,Y,feminine,anti,\n2,neutral,N,M,,F\n3,male,Y,,,\n4,male,Y,refused,,\n5,male,Y,ignore,,\n"
    )

    found = gender_records_of(put(tmp_path, text))

    assert found.predicted == ("male", "female", "unknown", "not_attempted", "refused", "ignore")
    assert found.gold[:3] == ("male", "female", "neutral")
    assert found.stereotype[:3] == ("pro", "anti", "")
    assert found.profession_stereotype[:3] == ("male", "", "female")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("gold,answer\nmale,male\n", "no column has the gender of the translated person"),
        ("predicted,other\nmale,1\n", "neither is there, so that no gender can be compared"),
        ("gold,predicted\nmale,man\n", "line 2, column 'predicted': 'man' is no gender"),
        ("gold,predicted\nunknown,male\n", "line 2, column 'gold': 'unknown' is no gender"),
        ("gold,predicted\n,male\n", "line 2, column 'gold': nothing stands there"),
        ("gold,predicted,stereotype\nmale,male,both\n", "'both' is neither pro nor anti"),
        ("gold,predicted,profession_stereotype\nmale,male,refused\n", "'refused' is no gender"),
        (
            "index,gold,predicted\n4,male,male\n4,male,female\n",
            "line 3, column 'index': the sentence '4' stands in line 2",
        ),
    ],
)
def test_a_record_that_cannot_be_read_is_refused(tmp_path: Path, text: str, words: str) -> None:
    """Words that are no gender, and two records of one sentence, are named with their place."""
    with pytest.raises(ImportProblem) as raised:
        gender_records_of(put(tmp_path, text))

    assert words in raised.value.message
    assert "records.csv" in raised.value.message
