"""Collections: every prompt is asked once, nothing is taken from another collection, and the file says what came."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fairdesk.audit.collect import Collected, CollectionWanted, Parameters, collect
from fairdesk.audit.projects import list_projects, show_project
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.audited_system import EndpointSettings
from fairdesk.domain.errors import ImportProblem, InputError, StoreBusy
from fairdesk.domain.progress import RunProgress
from tests.faults.faulty_server import FaultyServer, Reply, failed, faulty_server, said


def echoes(_number: int, body: dict[str, Any]) -> Reply:
    """Answers with the model's name, the system prompt and the question."""
    system = "".join(message["content"] for message in body["messages"] if message["role"] == "system")
    return said(f"{body['model']}|{system}|{body['messages'][-1]['content']}")


@pytest.fixture
def spec(data_dir: Path) -> WorkspaceSpec:
    return WorkspaceSpec(data_dir=data_dir)


@pytest.fixture
def server() -> Iterator[FaultyServer]:
    with faulty_server(echoes) as served:
        yield served


def silent(_progress: RunProgress) -> None:
    """Nobody looks at the progress here."""


def prompts(tmp_path: Path, texts: dict[str, str], name: str = "mine.jsonl") -> Path:
    path = tmp_path / name
    path.write_text("".join(json.dumps({"id": key, "prompt": text}) + "\n" for key, text in texts.items()), "utf-8")
    return path


def wanted(server: FaultyServer, path: Path, **parts: Any) -> CollectionWanted:
    """One model at the server; the answers go beside the prompts."""
    model = parts.pop("model", "model-a")
    endpoint = EndpointSettings(name="collect", kind="openai_chat", base_url=server.base_url, model=model, options={})
    return CollectionWanted(prompts=path, endpoint=endpoint, **{"out": path.with_suffix(".out"), **parts})


def run(spec: WorkspaceSpec, what: CollectionWanted) -> tuple[Collected, list[dict[str, Any]]]:
    found = collect(spec, what, silent)
    assert what.out is not None
    return found, [json.loads(line) for line in what.out.read_text("utf-8").splitlines()]


def texts_of(lines: list[dict[str, Any]]) -> list[str]:
    return [line["text"] for line in lines]


def test_every_prompt_is_asked_and_written_in_its_order(
    spec: WorkspaceSpec, server: FaultyServer, tmp_path: Path
) -> None:
    """The file of answers has a line per prompt and sample, in the order of the prompts, whatever came first."""
    path = prompts(tmp_path, {f"p{number}": f"Question {number}" for number in range(20)})
    found, lines = run(spec, wanted(server, path, n_samples=2))
    assert found.counts == {"answered": 40, "refused": 0, "unreadable": 0, "failed": 0, "not_attempted": 0}
    assert [(line["id"], line["sample"]) for line in lines] == [(f"p{n}", s) for n in range(20) for s in (1, 2)]
    assert texts_of(lines) == [f"model-a||Question {number}" for number in range(20) for _ in (1, 2)]
    assert {line["status"] for line in lines} == {"answered"}
    assert {line["model"] for line in lines} == {"faulty-1"}
    with Workspace(spec) as workspace:
        assert workspace.store.ledger.check(f"run:{found.collection_id}").ok


def test_a_project_names_what_was_collected_in_it(spec: WorkspaceSpec, server: FaultyServer, tmp_path: Path) -> None:
    """Whoever opens the project sees each collection with its file, its model and how its prompts ended."""
    found, _ = run(spec, wanted(server, prompts(tmp_path, {"a": "1", "b": "2"})))
    (words,) = show_project(spec, found.project).collections
    assert all(part in words for part in (found.collection_id, "model-a", ".jsonl", "2 answered"))
    assert "failed" not in words


def test_the_same_again_asks_nothing(spec: WorkspaceSpec, server: FaultyServer, tmp_path: Path) -> None:
    """A finished collection is not asked again; its file is written again from the store."""
    what = wanted(server, prompts(tmp_path, {"a": "1", "b": "2"}))
    first, lines = run(spec, what)
    assert what.out is not None
    what.out.unlink()
    again, same = run(spec, what)
    assert (server.n_asked, again.counts, same) == (2, first.counts, lines)
    assert again.collection_id == first.collection_id


def test_another_model_is_really_asked(spec: WorkspaceSpec, server: FaultyServer, tmp_path: Path) -> None:
    """RUN-01: the same prompts asked of model A, then of B: B is called, and B's answers are B's."""
    path = prompts(tmp_path, {"a": "1", "b": "2"})
    _, of_a = run(spec, wanted(server, path))
    _, of_b = run(spec, wanted(server, path, model="model-b"))
    assert texts_of(of_a) == ["model-a||1", "model-a||2"]
    assert texts_of(of_b) == ["model-b||1", "model-b||2"]
    assert server.n_asked == 4


def test_a_template_that_is_filled_twice_is_asked_twice(
    spec: WorkspaceSpec, server: FaultyServer, tmp_path: Path
) -> None:
    """RUN-03: one template with two names is two questions, in one file and in two files of one name."""
    _, lines = run(spec, wanted(server, prompts(tmp_path, {"a": "Rate Emma.", "b": "Rate Omar."})))
    assert texts_of(lines) == ["model-a||Rate Emma.", "model-a||Rate Omar."]
    _, lines = run(spec, wanted(server, prompts(tmp_path, {"a": "Rate Omar.", "b": "Rate Emma."})))
    assert texts_of(lines) == ["model-a||Rate Omar.", "model-a||Rate Emma."]
    assert server.n_asked == 4


def test_another_system_prompt_is_really_sent(spec: WorkspaceSpec, server: FaultyServer, tmp_path: Path) -> None:
    """RUN-05: the same question under another system prompt is another question."""
    path = tmp_path / "chat.jsonl"
    answers = []
    for system in ("Be brief.", "Be fair."):
        chat = [{"role": "system", "content": system}, {"role": "user", "content": "Rate."}]
        path.write_text(json.dumps({"id": "a", "messages": chat}), "utf-8")
        answers += texts_of(run(spec, wanted(server, path))[1])
    assert answers == ["model-a|Be brief.|Rate.", "model-a|Be fair.|Rate."]
    assert server.n_asked == 2


@pytest.mark.parametrize(
    "change",
    [
        {"parameters": Parameters(temperature=0.5)},
        {"parameters": Parameters(max_tokens=7)},
        {"parameters": Parameters(seed=3)},
        {"n_samples": 2},
        {"project": "Elsewhere"},
    ],
)
def test_other_parameters_are_another_collection(
    spec: WorkspaceSpec, server: FaultyServer, tmp_path: Path, change: dict[str, Any]
) -> None:
    """Nothing is taken from a collection with other parameters, another number of samples or another project."""
    path = prompts(tmp_path, {"a": "1"})
    first, _ = run(spec, wanted(server, path))
    other, lines = run(spec, wanted(server, path, **change))
    assert first.collection_id != other.collection_id
    assert server.n_asked == 1 + len(lines)


def test_repeats_are_asked_each_with_its_own_seed(spec: WorkspaceSpec, server: FaultyServer, tmp_path: Path) -> None:
    """Samples are never copies of each other: each is a call, and the seed counts up."""
    seeds: list[int] = []

    def notes(_number: int, body: dict[str, Any]) -> Reply:
        seeds.append(body["seed"])
        return said(str(body["seed"]))

    server.answer = notes
    path = prompts(tmp_path, {"a": "1", "b": "2"})
    _, lines = run(spec, wanted(server, path, n_samples=3, parameters=Parameters(seed=10)))
    assert texts_of(lines) == ["10", "11", "12"] * 2
    assert sorted(seeds) == [10, 10, 11, 11, 12, 12]


def test_each_answer_ends_in_one_status(spec: WorkspaceSpec, server: FaultyServer, tmp_path: Path) -> None:
    """Answered, refused, unreadable (empty) and failed are told apart; the same command asks again what failed."""
    replies = {"1": "42", "2": "I'm sorry, but I cannot help with that.", "3": " \n", "5": "<think>hm"}

    def answers(_number: int, body: dict[str, Any]) -> Reply:
        question = body["messages"][-1]["content"]
        return said(replies[question]) if question in replies else failed(400, "too long for me")

    server.answer = answers
    path = prompts(tmp_path, {name: name for name in "12345"})
    found, lines = run(spec, wanted(server, path))
    assert found.counts == {"answered": 1, "refused": 1, "unreadable": 2, "failed": 1, "not_attempted": 0}
    assert found.n_asked == 5
    statuses = [line["status"] for line in lines]
    assert statuses == ["answered", "refused", "unreadable", "failed", "unreadable"]
    assert (lines[3]["text"], lines[3]["http_status"], lines[3]["detail"]) == (None, 400, "too long for me")
    assert all(line["reason"] for line in lines[1:])
    replies["4"] = "mended"
    n_before = server.n_asked
    found, lines = run(spec, wanted(server, path))
    assert (server.n_asked - n_before, lines[3]["text"], lines[3]["status"]) == (1, "mended", "answered")
    assert found.counts["failed"] == 0


def test_a_stop_keeps_what_came_and_says_what_is_missing(
    spec: WorkspaceSpec, server: FaultyServer, tmp_path: Path
) -> None:
    """After a stop the file holds every prompt; those without an answer are named as not attempted."""
    server.answer = lambda _number, body: replace(said(body["messages"][-1]["content"]), wait_s=0.02)
    path = prompts(tmp_path, {str(number): str(number) for number in range(60)})
    what = wanted(server, path, concurrency=2)
    found = collect(spec, what, silent, lambda: server.n_asked >= 10)
    assert found.stop_cause == "user"
    assert what.out is not None
    lines = [json.loads(line) for line in what.out.read_text("utf-8").splitlines()]
    n_answered = sum(line["status"] == "answered" for line in lines)
    assert len(lines) == 60
    assert 0 < n_answered == found.counts["answered"] < 60
    assert {line["text"] for line in lines if line["status"] == "not_attempted"} == {None}
    found, lines = run(spec, what)
    assert (found.counts["answered"], server.n_asked) == (60, 60)


def test_prompts_that_change_while_they_are_asked_stop_it(
    spec: WorkspaceSpec, server: FaultyServer, tmp_path: Path
) -> None:
    """A changed line is not asked under the old hash: it stops in words, and what came before is kept and written."""
    path = prompts(tmp_path, {str(number): f"Text {number}" + " word" * 2_000 for number in range(40)})

    def spoils(number: int, body: dict[str, Any]) -> Reply:
        if number == 10:
            path.write_bytes(path.read_bytes().replace(b"Text 39", b"Text 93"))
        return echoes(number, body)

    server.answer = spoils
    what = wanted(server, path, concurrency=1)
    with pytest.raises(ImportProblem, match="was changed while it was asked"):
        collect(spec, what, silent)
    assert what.out is not None
    lines = [json.loads(line) for line in what.out.read_text("utf-8").splitlines()]
    assert [line["text"].split(" word")[0] for line in lines[:39]] == [f"model-a||Text {n}" for n in range(39)]
    assert lines[39]["status"] == "not_attempted"


def test_the_chain_begins_with_what_is_asked(spec: WorkspaceSpec, server: FaultyServer, tmp_path: Path) -> None:
    """The hash of the prompts, the endpoint and the parameters stand in the chain before the first answer."""
    path = prompts(tmp_path, {"a": "1"})
    found, _ = run(spec, wanted(server, path))
    (project,) = list_projects(spec)
    assert project.name == "mine"
    with Workspace(spec) as workspace:
        entries = list(workspace.store.ledger.entries(f"run:{found.collection_id}"))
        linked = list(workspace.store.ledger.entries(f"project:{project.project_id}"))
    assert [entry.kind for entry in entries] == ["collection_started", "exchange", "run_finished"]
    body = json.loads(entries[0].body)
    assert (body["model"], body["base_url"], body["n_samples"]) == ("model-a", server.base_url, 1)
    assert body["parameters"]["max_tokens"] == 1024
    assert len(body["prompts_sha256"]) == 64
    assert [entry.body for entry in linked] == [entries[0].body]


def test_a_bad_file_asks_nothing_and_leaves_nothing(spec: WorkspaceSpec, server: FaultyServer, tmp_path: Path) -> None:
    """A duplicate id stops everything before the first call; no project is made for it."""
    path = tmp_path / "bad.jsonl"
    path.write_text('{"id": "a", "prompt": "1"}\n{"id": "a", "prompt": "2"}\n')
    with pytest.raises(ImportProblem, match="line 2"):
        collect(spec, wanted(server, path), silent)
    assert server.n_asked == 0
    assert list_projects(spec) == ()


def test_wrong_use_is_told_before_the_first_call(spec: WorkspaceSpec, server: FaultyServer, tmp_path: Path) -> None:
    """Another process, an address that is none, a missing key and prompts as the target are refused in words."""
    path = prompts(tmp_path, {"a": "1"})
    what = wanted(server, path)
    with pytest.raises(InputError, match="would overwrite the prompts"):
        collect(spec, replace(what, out=path), silent)
    with pytest.raises(InputError, match="not a web address"):
        collect(spec, replace(what, endpoint=replace(what.endpoint, base_url="nowhere")), silent)
    with pytest.raises(InputError, match="no kind of endpoint"):
        collect(spec, replace(what, endpoint=replace(what.endpoint, kind="telepathy")), silent)
    with pytest.raises(InputError, match="NO_SUCH_VARIABLE holds no key"):
        collect(spec, replace(what, endpoint=replace(what.endpoint, key_variable="NO_SUCH_VARIABLE")), silent)
    found, _ = run(spec, what)
    with Workspace(spec) as workspace:
        workspace.store.leases.acquire(f"run:{found.collection_id}", "somebody else", 60)
        with pytest.raises(StoreBusy):
            collect(spec, what, silent)
    assert server.n_asked == 1


def test_an_unwritable_file_loses_no_answer(spec: WorkspaceSpec, server: FaultyServer, tmp_path: Path) -> None:
    """The answers are in the store before their file is written; nothing is asked again for it."""
    path = prompts(tmp_path, {"a": "1"})
    with pytest.raises(InputError, match="All of them are in the store"):
        collect(spec, wanted(server, path, out=tmp_path / "absent" / "out.jsonl"), silent)
    _, lines = run(spec, wanted(server, path))
    assert texts_of(lines) == ["model-a||1"]
    assert server.n_asked == 1
    assert not list(tmp_path.glob(".*.part"))


def test_a_file_that_holds_no_answers_is_never_replaced(
    spec: WorkspaceSpec, server: FaultyServer, tmp_path: Path
) -> None:
    """What somebody else wrote is kept and told before the first call; earlier answers are replaced."""
    path = prompts(tmp_path, {"a": "1"})
    notes = tmp_path / "notes.txt"
    for written in ("Do not lose me.", '{"id": "a", "prompt": "1"}\n', '[{"id": "a"}]', "\ufeff\n"):
        notes.write_text(written, "utf-8")
        with pytest.raises(InputError, match="holds something else than answers"):
            collect(spec, wanted(server, path, out=notes), silent)
        assert notes.read_text("utf-8") == written
    notes.write_bytes(b"\xff\xfe\x00" * 2)
    with pytest.raises(InputError, match="holds something else than answers"):
        collect(spec, wanted(server, path, out=notes), silent)
    assert server.n_asked == 0
    notes.write_text("", "utf-8")
    assert [texts_of(run(spec, wanted(server, path, out=notes, n_samples=n))[1]) for n in (1, 2)] == [
        ["model-a||1"],
        ["model-a||1"] * 2,
    ]
