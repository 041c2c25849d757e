"""Files from a second person are material from outside: each wrong one is named, none is half taken."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairdesk.audit.confirming import LONGEST_STATEMENT, Signer, confirm, confirmation_problem
from fairdesk.audit.plan_requests import CHECK, REQUEST, RETURN, answer_request, content_sha256, read_request
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.errors import InputError
from fairdesk.domain.lock_words import statement_to_sign

HASH = "0123456789abcdef" * 4
SECOND = Signer(name="Bea Klein", role="head", statement="I have read it.")


def request_file(folder: Path, **values: object) -> Path:
    plain = {
        "plan_sha256": HASH,
        "title": "T",
        "project": "P",
        "asked_by": "A. Weiss",
        "asked_at": "2026-11-30T10:00:00Z",
        "asked": "Please read.",
        "sentence": statement_to_sign(HASH, "T"),
        "plan": ["Files: 2."],
        **values,
    }
    path = folder / "request.json"
    whole = {"kind": REQUEST, "version": 1, **plain, CHECK: content_sha256(plain)}
    path.write_text(json.dumps(whole), encoding="utf-8")
    return path


def test_a_declared_answer_is_written_once(data_dir: Path, tmp_path: Path) -> None:
    """Name, role and words are in the file, the plan's hash in the words; a file that is there is not replaced."""
    request, answer = request_file(tmp_path), tmp_path / "answer.json"
    given_ = answer_request(WorkspaceSpec(data_dir=data_dir), request, answer, SECOND)
    plain = json.loads(answer.read_text(encoding="utf-8"))
    assert (plain["kind"], plain["plan_sha256"]) == (RETURN, HASH)
    assert plain["confirmation"]["statement"] == f"I have read it.\nPlan, SHA-256: {HASH}"
    assert confirmation_problem(given_, HASH) == ""
    before = answer.read_bytes()
    with pytest.raises(InputError, match="there already"):
        answer_request(WorkspaceSpec(data_dir=data_dir), request, answer, SECOND)
    assert answer.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir() if path.suffix == ".part") == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no JSON",
        "[]",
        "null",
        '{"kind": "something else"}',
        json.dumps({"kind": REQUEST, "version": 2}),
        json.dumps({"kind": REQUEST, "version": 1}),
        json.dumps({"kind": REQUEST, "version": 1, "plan_sha256": 3}),
        "[" * 100_000,
        '{"kind": "' + "x" * 2_000_000 + '"}',
    ],
)
def test_what_is_no_request_is_named(tmp_path: Path, text: str) -> None:
    """Empty, another kind, a later version, half of it, far too deep, far too long: the file is named each time."""
    path = tmp_path / "r.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"r\.json"):
        read_request(path)


def test_a_request_must_name_a_plan(tmp_path: Path) -> None:
    """A hash of another length or with other letters is none."""
    for sha256 in ("", "f" * 63, "G" * 64):
        with pytest.raises(InputError, match="names no plan"):
            read_request(request_file(tmp_path, plan_sha256=sha256))


def test_bytes_that_are_no_text_are_named(tmp_path: Path) -> None:
    """A picture that was chosen by mistake."""
    path = tmp_path / "r.json"
    path.write_bytes(b"\xff\xd8\xff\xe0" * 50)
    with pytest.raises(InputError, match="no request"):
        read_request(path)


@pytest.mark.parametrize(
    ("signer", "words"),
    [
        (replace(SECOND, name=" \n "), "no name"),
        (replace(SECOND, role=""), "no role"),
        (replace(SECOND, name="x" * 300), "Shorten"),
        (replace(SECOND, statement=""), "did not type"),
        (replace(SECOND, statement="y" * (LONGEST_STATEMENT + 1)), "Shorten"),
    ],
)
def test_a_confirmation_needs_a_name_a_role_and_words(signer: Signer, words: str) -> None:
    """Each missing or endless part is refused before anything is written."""
    with pytest.raises(InputError, match=words):
        confirm(HASH, "T", signer)


@settings(max_examples=30)
@given(st.text(min_size=1, max_size=80).filter(lambda text: text.strip()))
def test_any_words_confirm_the_plan_that_is_named(statement: str) -> None:
    """Whatever was typed, in any script: it holds for this plan and for no other."""
    given_ = confirm(HASH, "T", replace(SECOND, statement=statement))
    assert confirmation_problem(given_, HASH) == ""
    assert confirmation_problem(given_, HASH[::-1])


@pytest.mark.parametrize(
    ("name", "value"), [("plan", ["Files: 3."]), ("title", "U"), ("project", "Q"), ("content_sha256", "")]
)
def test_a_request_that_was_changed_is_not_answered(tmp_path: Path, name: str, value: object) -> None:
    """Whatever part is another one than FairDesk wrote, nobody confirms a plan with it."""
    path = request_file(tmp_path)
    plain = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**plain, name: value}), encoding="utf-8")
    with pytest.raises(InputError, match="was changed"):
        read_request(path)


def test_a_sentence_about_another_plan_is_not_offered_for_a_signature(tmp_path: Path) -> None:
    """The sentence must be the one of the plan that the request names, also where somebody wrote the check anew."""
    with pytest.raises(InputError, match="was changed"):
        read_request(request_file(tmp_path, sentence=statement_to_sign("f" * 64, "T")))


def test_request_and_answer_are_not_taken_for_each_other(data_dir: Path, tmp_path: Path) -> None:
    """The advice says which of both it is and where it belongs."""
    answer = tmp_path / "answer.json"
    answer_request(WorkspaceSpec(data_dir=data_dir), request_file(tmp_path), answer, SECOND)
    with pytest.raises(InputError, match="no request to confirm") as refused:
        read_request(answer)
    assert "page Plan" in refused.value.advice


def test_a_request_of_a_newer_version_says_so(tmp_path: Path) -> None:
    """Update, not ask again: the file is right."""
    path = request_file(tmp_path)
    plain = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**plain, "version": 2}), encoding="utf-8")
    with pytest.raises(InputError, match="newer FairDesk") as refused:
        read_request(path)
    assert refused.value.advice == "Update FairDesk."
