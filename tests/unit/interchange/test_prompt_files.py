"""Files of prompts: every good form is read, every bad line is refused with its place before anything is asked."""

from __future__ import annotations

import hashlib
import json
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.domain.errors import ImportProblem
from fairdesk.domain.exchanges import Message
from fairdesk.interchange.prompt_files import LONGEST_LINE, PromptFile


def write(tmp_path: Path, *lines: str | bytes) -> Path:
    path = tmp_path / "prompts.jsonl"
    path.write_bytes(b"\n".join(line.encode() if isinstance(line, str) else line for line in lines))
    return path


def test_both_forms_are_read(tmp_path: Path) -> None:
    """A prompt is one message of the user; messages keep their roles; a number is an id as its digits."""
    chat = {"id": 7, "messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "日本?"}]}
    path = write(tmp_path, b'\xef\xbb\xbf{"id": "a", "prompt": "2+2?"}\r', "", json.dumps(chat), "  ")
    with PromptFile(path) as prompts:
        assert dict(prompts.ids) == {"a": 0, "7": 1}
        assert prompts.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
        assert prompts.messages(0) == (Message(role="user", content="2+2?"),)
        assert prompts.messages(1)[0] == Message(role="system", content="Be brief.")
        assert prompts.messages(1)[1].content == "日本?"


@pytest.mark.parametrize(
    ("line", "cause"),
    [
        ("{", "not valid JSON"),
        ("[]", "not a JSON object"),
        (b"\xff", "not UTF-8"),
        ('{"prompt": "a"}', "no id"),
        ('{"id": " ", "prompt": "a"}', "no id"),
        ('{"id": true, "prompt": "a"}', "no id"),
        ('{"id": "b", "prompt": "a", "messages": []}', "both prompt and messages"),
        ('{"id": "b", "text": "a"}', "neither prompt nor messages"),
        ('{"id": "b", "prompt": 3}', "not a text"),
        ('{"id": "b", "prompt": "\\n"}', "is empty"),
        ('{"id": "b", "prompt": "\\ud83d"}', "half a character"),
        ('{"id": "\\ud83d", "prompt": "a"}', "half a character"),
        ('{"id": "b", "messages": []}', "not a list with at least one"),
        ('{"id": "b", "messages": ["x"]}', "message 1 is not an object"),
        ('{"id": "b", "messages": [{"role": "tool", "content": "x"}]}', "has no role of"),
        ('{"id": "b", "messages": [{"role": "user", "content": null}]}', "message 1 is not a text"),
        ('{"id": "b", "id": "c", "prompt": "a"}', "stands twice"),
        ('{"id": "first", "prompt": "a"}', "stands in line 1 already"),
        (json.dumps({"id": "x" * 201, "prompt": "a"}), "longer than 200"),
    ],
)
def test_a_bad_line_refuses_the_file_with_its_place(tmp_path: Path, line: str | bytes, cause: str) -> None:
    """File, line, cause and cure are named, and how many lines are bad."""
    path = write(tmp_path, '{"id": "first", "prompt": "a"}', "", line, "{")
    with pytest.raises(ImportProblem) as caught:
        PromptFile(path)
    assert caught.value.message.startswith("prompts.jsonl, line 3: ")
    assert cause in caught.value.message
    assert "2 lines have problems. Nothing was asked." in caught.value.message
    assert caught.value.advice


def test_absent_empty_and_endless_files_are_refused(tmp_path: Path) -> None:
    """Nothing to read, nothing in it and a line without an end are each said in words."""
    with pytest.raises(ImportProblem, match="cannot be read"):
        PromptFile(tmp_path / "absent.jsonl")
    with pytest.raises(ImportProblem, match="cannot be read"):
        PromptFile(tmp_path)
    with pytest.raises(ImportProblem, match="holds no prompt"):
        PromptFile(write(tmp_path, "", " "))
    with pytest.raises(ImportProblem, match="line 1: it is longer than"):
        PromptFile(write(tmp_path, b"x" * (LONGEST_LINE + 2)))


def test_a_file_that_changes_while_it_is_asked_is_noticed(tmp_path: Path) -> None:
    """Another text in the place of a prompt is never sent under the old hash."""
    path = write(tmp_path, '{"id": "a", "prompt": "one"}', '{"id": "b", "prompt": "two"}')
    with PromptFile(path) as prompts:
        path.write_bytes(path.read_bytes().replace(b"two", b"six"))
        assert prompts.messages(0)[0].content == "one"
        with pytest.raises(ImportProblem, match="was changed"):
            prompts.messages(1)


@given(
    st.lists(st.text(min_size=1, max_size=30).filter(lambda text: text.strip() and "\ud800" not in text), min_size=1)
)
def test_any_text_comes_back_as_it_was_written(tmp_path_factory: pytest.TempPathFactory, texts: list[str]) -> None:
    """Whatever letters, line breaks and separators a prompt holds, it is asked as it stands."""
    path = tmp_path_factory.mktemp("p") / "p.jsonl"
    lines = [json.dumps({"id": str(place), "prompt": text}) for place, text in enumerate(texts)]
    path.write_text("\n".join(lines), "utf-8")
    with PromptFile(path) as prompts:
        assert [prompts.messages(place)[0].content for place in range(len(prompts))] == texts


@pytest.mark.slow
def test_a_large_file_keeps_no_texts_in_memory(tmp_path: Path) -> None:
    """60 MB of prompts are surveyed within 15 MB: 20,000 ids, places and checks, and no text."""
    path = tmp_path / "p.jsonl"
    with path.open("w") as file:
        for number in range(20_000):
            file.write(json.dumps({"id": f"prompt-{number}", "prompt": "x" * 3_000}) + "\n")
    tracemalloc.start()
    with PromptFile(path) as prompts:
        assert len(prompts) == 20_000
        assert len(prompts.messages(19_999)[0].content) == 3_000
        peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 15 * 2**20
