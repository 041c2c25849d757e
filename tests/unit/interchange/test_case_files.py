"""Case files and cue lists: good ones read, broken ones named with their place."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.domain.errors import ImportProblem
from fairdesk.interchange.case_files import read_case_folder, read_cues

CASE = """title = "A file"
subject = "botany"
level = "bachelor"
country = "Ireland"
strength = "weak"
language = "en"
origin = "written for this test"
text = '''
First line.
{name} of {school}. {profile}. {They} waits.
'''
"""

NOTES = 'provenance = "p"\nalso_signals = "a"\n'

CUES = """[surnames]
words = ["Danby"]
provenance = "chosen"
also_signals = "descent"
"""
for level in ("male", "female"):
    CUES += f'[[names]]\nlevel = "{level}"\nwords = ["{level} name"]\n{NOTES}'
CUES += f'[[schools]]\nlevel = "domestic"\ncountry = "Ireland"\nwords = ["A", "B"]\n{NOTES}'
CUES += f'[[schools]]\nlevel = "overseas"\nwords = ["C"]\n{NOTES}'
for level in ("native", "native_control", "non_native"):
    CUES += f'[[profiles]]\nlevel = "{level}"\nwords = ["{{They}} is {level}"]\n{NOTES}'


def problem_of(tmp_path: Path, content: str | bytes, name: str = "adm-1.toml") -> ImportProblem:
    data = content.encode() if isinstance(content, str) else content
    (tmp_path / name).write_bytes(data)
    with pytest.raises(ImportProblem) as caught:
        read_case_folder(tmp_path)
    assert name in caught.value.message
    assert caught.value.advice
    return caught.value


def cue_problem_of(tmp_path: Path, content: str) -> ImportProblem:
    file = tmp_path / "cues.toml"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(ImportProblem) as caught:
        read_cues(file)
    assert "cues.toml" in caught.value.message
    assert caught.value.advice
    return caught.value


def test_a_folder_reads_sorted_and_whole(tmp_path: Path) -> None:
    """Every field arrives, the id is the file's name, other files are left alone, and order is by id."""
    (tmp_path / "b.toml").write_text(CASE, encoding="utf-8")
    (tmp_path / "a.TOML").write_text(CASE, encoding="utf-8")
    (tmp_path / "notes.md").write_text("not a case", encoding="utf-8")
    first, second = read_case_folder(tmp_path)
    assert (first.case_id, second.case_id) == ("a", "b")
    assert first.title == "A file"
    assert first.text == "First line.\n{name} of {school}. {profile}. {They} waits."
    assert first.facts == {"subject": "botany", "level": "bachelor", "country": "Ireland", "strength": "weak"}
    assert (first.language, first.origin) == ("en", "written for this test")


def test_line_ends_and_byte_order_mark_do_not_change_a_case(tmp_path: Path) -> None:
    """A file saved by another editor is the same case, so that its hash is the same."""
    (tmp_path / "a.toml").write_bytes(CASE.encode())
    plain = read_case_folder(tmp_path)
    (tmp_path / "a.toml").write_bytes(b"\xef\xbb\xbf" + CASE.replace("\n", "\r\n").encode())
    assert read_case_folder(tmp_path) == plain


def test_an_unknown_placeholder_is_named_with_its_line(tmp_path: Path) -> None:
    """A place-holder that nothing fills is found before any text is sent, with its line and the known ones."""
    problem = problem_of(tmp_path, CASE.replace("{They}", "{nickname}"))
    assert "line 10" in problem.message
    assert "{nickname}" in problem.message
    assert "{surname}" in problem.advice


@pytest.mark.parametrize("wrong", ["{ name}", "{NAME}", "{}", "{{name}}", "{name", "name}"])
def test_misspelt_placeholders_and_lone_braces_are_refused(tmp_path: Path, wrong: str) -> None:
    """A brace is never sent to a model as it stands."""
    assert "line 10" in problem_of(tmp_path, CASE.replace("{They}", wrong)).message


@pytest.mark.parametrize("name", ["name", "school", "profile"])
def test_a_case_without_a_cue_is_refused(tmp_path: Path, name: str) -> None:
    """A case that misses a cue would give equal texts, and equal texts would count as consistent."""
    assert f"{{{name}}}" in problem_of(tmp_path, CASE.replace(f"{{{name}}}", "X")).message


@pytest.mark.parametrize("field", ["title", "subject", "level", "country", "strength", "language", "origin", "text"])
def test_a_missing_field_is_named(tmp_path: Path, field: str) -> None:
    """Each field is needed; the message names the one that is missing."""
    content = CASE.replace(f"{field} = ", f"x_{field} = ", 1).replace(f"x_{field} =", "#")
    content = CASE.split("text =", maxsplit=1)[0] if field == "text" else content
    problem = problem_of(tmp_path, content)
    assert f"{field!r} is missing" in problem.message


def test_a_misspelt_field_is_named_with_its_line(tmp_path: Path) -> None:
    """A field that is not known is not dropped silently."""
    assert "line 2: the field 'subjekt' is unknown" in problem_of(tmp_path, CASE.replace("subject", "subjekt")).message


@pytest.mark.parametrize("value", ["7", '""', '"  "', "[]"])
def test_a_field_that_is_no_text_is_refused(tmp_path: Path, value: str) -> None:
    """A number or an empty text in place of a text is refused with its line."""
    assert "line 2" in problem_of(tmp_path, CASE.replace('"botany"', value)).message


def test_an_unknown_strength_is_refused(tmp_path: Path) -> None:
    """Strength is one of three words."""
    assert "line 5" in problem_of(tmp_path, CASE.replace('"weak"', '"feeble"')).message


def test_ids_that_differ_in_capitals_only_are_refused(tmp_path: Path) -> None:
    """Two files that some systems would take for one are two cases nowhere."""
    (tmp_path / "ADM-1.toml").write_text(CASE, encoding="utf-8")
    if len(list(tmp_path.iterdir())) == 1:
        (tmp_path / "adm-1.TOML").write_text(CASE, encoding="utf-8")
    if len(list(tmp_path.iterdir())) == 1:
        pytest.skip("this file system keeps no two names that differ in capitals only")
    with pytest.raises(ImportProblem, match="is taken by"):
        read_case_folder(tmp_path)


def test_broken_toml_is_named_with_its_line(tmp_path: Path) -> None:
    """A quotation mark left out is found where it is."""
    assert "line 2: the file is not valid TOML" in problem_of(tmp_path, CASE.replace('"botany"', '"botany')).message


def test_a_text_without_its_end_is_named(tmp_path: Path) -> None:
    """The end of the file is a place too."""
    assert "not valid TOML" in problem_of(tmp_path, CASE.rstrip().removesuffix("'''")).message


@pytest.mark.parametrize("data", [CASE.encode("utf-16"), CASE.replace("botany", "ökonomie").encode("latin-1")])
def test_other_encodings_are_refused(tmp_path: Path, data: bytes) -> None:
    """UTF-16 and Latin-1 are named as such a problem, never read as other letters."""
    assert "UTF-8" in problem_of(tmp_path, data).message


@pytest.mark.parametrize("hostile", ["x = " + "[" * 5000, "x = " + "9" * 5000, "a = 2026-13-45", "\x00"])
def test_absurd_files_are_problems_not_crashes(tmp_path: Path, hostile: str) -> None:
    """Deep nesting, endless numbers, impossible dates and zero bytes end in a sentence."""
    problem_of(tmp_path, hostile)


def test_an_empty_folder_and_an_absent_one_are_named(tmp_path: Path) -> None:
    """No cases is not zero cases tested: it is a problem with advice."""
    with pytest.raises(ImportProblem, match="holds no case file"):
        read_case_folder(tmp_path)
    with pytest.raises(ImportProblem, match="cannot be read"):
        read_case_folder(tmp_path / "absent")


def test_a_folder_named_like_a_case_is_named(tmp_path: Path) -> None:
    """What is no file is a problem, not a traceback."""
    (tmp_path / "a.toml").mkdir()
    with pytest.raises(ImportProblem, match="cannot be read"):
        read_case_folder(tmp_path)


@given(data=st.binary(max_size=200))
def test_any_bytes_end_in_cases_or_a_problem(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    """Whatever stands in a file, the reader answers or explains."""
    folder = tmp_path_factory.mktemp("any")
    (folder / "a.toml").write_bytes(data)
    with pytest.raises(ImportProblem):
        read_case_folder(folder)


def test_cue_lists_read(tmp_path: Path) -> None:
    """Every list keeps kind, level, country, words and notes."""
    (tmp_path / "cues.toml").write_text(CUES, encoding="utf-8")
    cues = read_cues(tmp_path / "cues.toml")
    assert cues.surnames.words == ("Danby",)
    assert cues.words("schools", "domestic", "Ireland") == ("A", "B")
    assert cues.words("schools", "domestic", "Atlantis") == ()
    assert cues.words("profiles", "non_native") == ("{They} is non_native",)
    assert [one.kind for one in cues.lists] == ["names"] * 2 + ["schools"] * 2 + ["profiles"] * 3


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [
        ('level = "female"', 'level = "male"', 'has the level "female"'),
        ('level = "overseas"', 'level = "abroad"', 'the level "abroad" of [[schools]] is unknown'),
        ('words = ["C"]', 'words = ["A"]', "'A' stands there twice"),
        ('words = ["A", "B"]', 'words = ["A", "A"]', "'A' stands there twice"),
        ('words = ["C"]', "words = []", "the words of schools overseas are missing"),
        ('words = ["C"]', "words = [3]", "the words of schools overseas are missing"),
        ('words = ["C"]', 'words = ["{They} C"]', "place-holder {They} is unknown"),
        ("{They} is native_control", "{name} is native", "place-holder {name} is unknown"),
        ('country = "Ireland"\n', "", "'country' is missing"),
        ('also_signals = "descent"\n', "", "'also_signals' is missing"),
        ("[surnames]", "[surname]", "'surname' is unknown"),
        ("[[names]]", "[[nicknames]]", "'nicknames' is unknown"),
        ('provenance = "chosen"', 'provenance = ""', "'provenance' is empty"),
    ],
)
def test_broken_cue_lists_are_named(tmp_path: Path, old: str, new: str, part: str) -> None:
    """Each fault of a cue list is told in words that name the list or the word."""
    assert old in CUES
    assert part in cue_problem_of(tmp_path, CUES.replace(old, new)).message


def test_cue_lists_that_are_no_tables_are_named(tmp_path: Path) -> None:
    """A single value where lists belong is a problem with advice."""
    assert "names is not" in cue_problem_of(tmp_path, "names = 3\n" + CUES.split("[[names]]")[0]).message
    assert "[surnames] is missing" in cue_problem_of(tmp_path, CUES[CUES.index("[[names]]") :]).message
    assert (
        "schools is not a table" in cue_problem_of(tmp_path, "schools = [3]\n" + CUES.split("[[schools]]")[0]).message
    )
