"""WinoBias' files as pairs: both sentences, both people, and what keeps a pair or all files out."""

from __future__ import annotations

from pathlib import Path

import pytest

from fairdesk.domain.errors import ImportProblem
from fairdesk.interchange.winobias_pairs import NOT_TWO, winobias_official_files, winobias_pairs
from tests.architecture.tree import ROOT

OFFICIAL = ROOT.parent / "shared" / "benchmarks" / "winobias"

PRO = b"1 [The plumber] thanked the CEO because [he] was late.\n2 The plumber thanked [the CEO] because [she] knew.\n"
ANTI = b"1 [The plumber] thanked the CEO because [she] was late.\n2 The plumber thanked [the CEO] because [he] knew.\n"
PRO_NAME, ANTI_NAME = "pro_stereotyped_type1.txt.dev", "anti_stereotyped_type1.txt.dev"


def test_both_people_are_found() -> None:
    """The person who is not marked is known from the lines where that person is; the pronoun means the first."""
    found = winobias_pairs([(ANTI_NAME, ANTI), (PRO_NAME, PRO)])
    first, second = found.pairs
    assert (first.people, second.people) == (("plumber", "CEO"), ("CEO", "plumber"))
    assert first.sentences["anti"] == "The plumber thanked the CEO because she was late."
    assert (first.pronouns, first.meant) == ({"pro": "he", "anti": "she"}, {"pro": 0, "anti": 0})
    assert (first.kind, first.split, second.number) == (1, "dev", 2)
    assert dict(found.rows) == {ANTI_NAME: 2, PRO_NAME: 2}
    assert not found.left_out


def test_a_pair_that_differs_in_the_person_says_so() -> None:
    """Two official lines move the brackets and keep the pronoun: each sentence keeps its own right answer."""
    moved = (
        b"1 The plumber thanked [the CEO] because [he] was late.\n2 The plumber thanked [the CEO] because [he] knew.\n"
    )
    found = winobias_pairs([(ANTI_NAME, moved), (PRO_NAME, PRO)])
    assert found.pairs[0].meant == {"pro": 0, "anti": 1}
    assert found.notes == ("Pairs whose two sentences differ in the person and not in the pronoun: 1.",)


def test_a_third_person_leaves_the_pair_out() -> None:
    """Where three known people stand in a sentence nobody can say which two are the options; it is counted."""
    three = PRO.replace(b"was late", b"met the judge")
    judged = [(ANTI_NAME, ANTI.replace(b"was late", b"met the judge")), (PRO_NAME, three)]
    found = winobias_pairs([*judged, ("male_occupations.txt", b"judge\n")])
    assert [pair.number for pair in found.pairs] == [2]
    assert found.left_out == {NOT_TWO: 1}


@pytest.mark.parametrize("files", [[(PRO_NAME, PRO)], [(ANTI_NAME, ANTI)]])
def test_one_side_alone_is_refused(files: list[tuple[str, bytes]]) -> None:
    """Without its counterpart a file compares nothing; the message says which one is missing and what to choose."""
    with pytest.raises(ImportProblem, match="are missing") as caught:
        winobias_pairs(files)
    assert "folder" in caught.value.advice


def test_files_of_other_length_are_refused() -> None:
    """Files that were cut off differently are not matched line by line."""
    with pytest.raises(ImportProblem, match="2 sentences and its counterpart 1"):
        winobias_pairs([(ANTI_NAME, ANTI.splitlines(keepends=True)[0]), (PRO_NAME, PRO)])


def test_a_single_file_finds_its_counterpart(tmp_path: Path) -> None:
    """Whoever chooses one file gets the other of the same type and part, and the lists, that stand beside it."""
    for name, body in ((PRO_NAME, PRO), (ANTI_NAME, ANTI), ("male_occupations.txt", b"plumber\n"), ("x.txt", b"1")):
        (tmp_path / name).write_bytes(body)
    wanted = {PRO_NAME, ANTI_NAME, "male_occupations.txt"}
    assert {one.name for one in winobias_official_files(tmp_path / ANTI_NAME)} == wanted
    assert {one.name for one in winobias_official_files(tmp_path)} == wanted
    with pytest.raises(ImportProblem, match="no sentences of WinoBias"):
        winobias_official_files(tmp_path / "x.txt")


@pytest.mark.skipif(not OFFICIAL.is_dir(), reason="the official files are not beside the project")
def test_the_official_files_make_1583_pairs() -> None:
    """Of 1,584 official pairs one names a third person; two differ in the person (lines 382 and 384 of type 2)."""
    found = winobias_pairs([(one.name, one.body) for one in winobias_official_files(OFFICIAL)])
    assert len(found.pairs) == 1583
    assert found.left_out == {NOT_TWO: 1}
    moved = [(pair.kind, pair.split, pair.number) for pair in found.pairs if pair.meant["anti"]]
    assert moved == [(2, "test", 382), (2, "test", 384)]
    assert len({name for pair in found.pairs for name in pair.people}) == 40
