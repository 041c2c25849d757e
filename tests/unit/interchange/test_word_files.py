"""Files of word lists, references and targets: what is read, and what is refused with its cause."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fairdesk.domain.errors import ImportProblem
from fairdesk.interchange.word_files import read_reference, read_word_lists, read_words

NAMES = ("female", "male")


def written(folder: Path, content: str) -> Path:
    file = folder / "words.json"
    file.write_text(content)
    return file


def test_lists_are_read_as_written(tmp_path: Path) -> None:
    """Names and words keep their order."""
    file = written(tmp_path, '{"female": ["she", "her"], "male": ["he"]}')

    assert read_word_lists(file, None) == {"female": ["she", "her"], "male": ["he"]}


def test_one_of_several_families_is_chosen(tmp_path: Path) -> None:
    """A file with several sets of lists needs a choice, and the other sets do not matter."""
    file = written(tmp_path, '{"gender": {"f": ["she"], "m": ["he"]}, "race": {"x": ["y"]}, "targets": ["nurse"]}')

    assert read_word_lists(file, "gender") == {"f": ["she"], "m": ["he"]}
    assert read_words(file, "targets") == ["nurse"]
    with pytest.raises(ImportProblem, match="several families") as problem:
        read_word_lists(file, None)
    assert "gender, race" in problem.value.advice


@pytest.mark.parametrize("content", ['["nurse", "chef"]', "nurse\n\n chef \n"])
def test_targets_are_a_list_or_lines(tmp_path: Path, content: str) -> None:
    """Both writings give the same words."""
    assert read_words(written(tmp_path, content), None) == ["nurse", "chef"]


def test_a_reference_comes_with_its_reason(tmp_path: Path) -> None:
    """Shares are ordered as the lists are."""
    file = written(tmp_path, '{"shares": {"male": 0.3, "female": 0.7}, "reason": "applicants of 2025"}')

    assert read_reference(file, NAMES) == ((0.7, 0.3), "applicants of 2025")
    assert read_reference(written(tmp_path, '{"male": 0.5, "female": 0.5}'), NAMES) == ((0.5, 0.5), "")


Read = Callable[[Path], Any]


@pytest.mark.parametrize(
    ("read", "content", "words"),
    [
        (lambda file: read_word_lists(file, None), "", "not valid JSON"),
        (lambda file: read_word_lists(file, None), "[]", "no JSON object"),
        (lambda file: read_word_lists(file, None), '{"a": ["x"]}', "holds 1 list"),
        (lambda file: read_word_lists(file, None), '{"a": ["x"], "b": "y"}', "'b' is no list"),
        (lambda file: read_word_lists(file, None), '{"a": ["x"], "a": ["y"]}', "'a' stands there twice"),
        (lambda file: read_word_lists(file, "c"), '{"a": {"x": ["y"]}}', "family 'c'"),
        (lambda file: read_reference(file, NAMES), '{"female": 1.0}', "names of the shares"),
        (lambda file: read_reference(file, NAMES), '{"female": 0.6, "male": 0.6}', "sum to 1.2"),
        (lambda file: read_reference(file, NAMES), '{"female": true, "male": 0}', "no number"),
        (lambda file: read_words(file, None), "  ", "no list of words"),
        (lambda file: read_words(file, None), "[1]", "no list of words"),
        (lambda file: read_words(file, None), '{"a": ["x"]}', "lists by name"),
    ],
)
def test_another_file_is_refused(tmp_path: Path, read: Read, content: str, words: str) -> None:
    """The problem names the file and the cause, and how to mend it."""
    with pytest.raises(ImportProblem, match=words) as problem:
        read(written(tmp_path, content))

    assert "words.json" in problem.value.message
    assert problem.value.advice
