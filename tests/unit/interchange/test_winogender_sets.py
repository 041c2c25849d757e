"""Winogender's files as sets of one sentence with three pronouns, and what keeps a set or all files out."""

from __future__ import annotations

from pathlib import Path

import pytest

from fairdesk.domain.errors import ImportProblem
from fairdesk.interchange.winogender_sets import NO_PRONOUN, NOT_ALL, winogender_official_files, winogender_sets
from tests.architecture.tree import ROOT

OFFICIAL = ROOT.parent / "shared" / "benchmarks" / "winogender"

HEAD = "sentid\tsentence\n"
SHARES = b"occupation\tbergsma_pct_female\tbls_pct_female\tbls_year\nporter\t5\t12.5\t2015\n"


def sentences(**pronouns: str) -> bytes:
    """One template with the pronouns named."""
    rows = (f"porter.guest.0.{gender}.txt\tThe porter saw that {word} left.\n" for gender, word in pronouns.items())
    return (HEAD + "".join(rows)).encode()


ALL = sentences(male="he", female="she", neutral="they")


def test_a_set_has_three_pronouns_and_the_share_of_women() -> None:
    """The pronoun of each gender is found in its sentence, and the labour statistics by the occupation."""
    found = winogender_sets([("all_sentences.tsv", ALL), ("occupations-stats.tsv", SHARES)])
    (one,) = found.sets
    assert one.pronouns == {"male": "he", "female": "she", "neutral": "they"}
    assert (one.occupation, one.participant, one.is_participant, one.in_work) == ("porter", "guest", False, 12.5)
    assert not found.notes
    assert dict(found.rows) == {"all_sentences.tsv": 3, "occupations-stats.tsv": 1}


def test_missing_statistics_are_said_and_not_made_up() -> None:
    """Without the second file no occupation has a share, and the note counts them."""
    found = winogender_sets([("all_sentences.tsv", ALL)])
    assert found.sets[0].in_work is None
    assert found.notes == ("Occupations without a share of women in these files: 1.",)


def test_incomplete_sets_are_left_out_and_counted() -> None:
    """A sentence without all pronouns, or with an unclear one, is counted by its reason."""
    more = "nurse.guest.0.male.txt\tThe nurse saw that he left.\n" + "".join(
        f"cook.guest.0.{gender}.txt\tThe cook saw that {word} left.\n"
        for gender, word in (("male", "he and his dog"), ("female", "she"), ("neutral", "they"))
    )
    found = winogender_sets([("all_sentences.tsv", ALL + more.encode())])
    assert [one.occupation for one in found.sets] == ["porter"]
    assert found.left_out == {NOT_ALL: 1, NO_PRONOUN: 3}


@pytest.mark.parametrize("files", [[("a.tsv", sentences(male="he"))], [("b.tsv", SHARES)]])
def test_files_without_a_set_are_refused(files: list[tuple[str, bytes]]) -> None:
    """Where nothing can be asked the import says so and names the cure."""
    with pytest.raises(ImportProblem, match="sentence") as caught:
        winogender_sets(files)
    assert "all_sentences.tsv" in caught.value.advice


def test_files_are_told_by_their_heading(tmp_path: Path) -> None:
    """Of a folder the sentences and statistics are taken; beside a single file the statistics are sought."""
    (tmp_path / "all_sentences.tsv").write_bytes(ALL)
    (tmp_path / "occupations-stats.tsv").write_bytes(SHARES)
    (tmp_path / "templates.tsv").write_bytes(b"occupation(0)\tother-participant(1)\tanswer\tsentence\n")
    for path in (tmp_path, tmp_path / "all_sentences.tsv"):
        names = [one.name for one in winogender_official_files(path)]
        assert sorted(names) == ["all_sentences.tsv", "occupations-stats.tsv"]
    with pytest.raises(ImportProblem, match="no sentences of Winogender"):
        winogender_official_files(tmp_path / "templates.tsv")


@pytest.mark.skipif(not OFFICIAL.is_dir(), reason="the official files are not beside the project")
def test_the_official_files_make_240_sets() -> None:
    """720 sentences are 240 sets; every occupation has its share of women."""
    found = winogender_sets([(one.name, one.body) for one in winogender_official_files(OFFICIAL)])
    assert len(found.sets) == 240
    assert not found.left_out
    assert not found.notes
    assert len({one.occupation for one in found.sets if one.in_work is not None}) == 60
