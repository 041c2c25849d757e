"""Batches: what a run would send goes out, answers to it and to nothing else come in, and everything is said."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fairdesk.audit.batch_export import ExportWanted, batch_limits, export_batch
from fairdesk.audit.batch_import import FileImport, import_batch
from fairdesk.audit.frame import read_run
from fairdesk.audit.plan import load_plan
from fairdesk.audit.projects import create_project, save_details, show_project, starting_details, with_endpoint
from fairdesk.audit.run_items import PlanItems
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.audited_system import EndpointSettings
from fairdesk.domain.errors import EndpointError, InputError, PlanError, StoreBusy
from fairdesk.domain.exchanges import Status
from fairdesk.domain.progress import RunState
from fairdesk.endpoints.formats import WIRE_FORMATS
from fairdesk.interchange.batch_files import custom_id
from tests.faults.run_driving import CALLS_PER_FILE, write_cases

N_FILES = 3
N_CALLS = N_FILES * CALLS_PER_FILE
KEY = "sk-planted-key-that-must-not-travel"

Line = dict[str, Any]
OFFLINE = ExportWanted(is_offline=True)


def endpoint(**parts: Any) -> EndpointSettings:
    """An endpoint that nothing answers at: port 9 of this computer."""
    settings = {"name": "Cluster", "kind": "openai_chat", "base_url": "http://127.0.0.1:9/v1", "model": "big-1"}
    return EndpointSettings(**{**settings, "options": {}, **parts})


@pytest.fixture
def spec(data_dir: Path) -> WorkspaceSpec:
    return WorkspaceSpec(data_dir=data_dir, session_keys={"cluster": KEY})


@pytest.fixture
def project(spec: WorkspaceSpec, tmp_path: Path) -> str:
    details = with_endpoint(starting_details(), endpoint(key_name="cluster"))
    folder = str(write_cases(tmp_path / "cases", N_FILES))
    said = {"auditor": "A", "client": "University", "purpose": "A trial."}
    return create_project(spec, "Batch", replace(details, case_folder=folder, **said)).project_id


def requests_in(folder: Path) -> list[Line]:
    return [
        json.loads(line) for path in sorted(folder.glob("*.jsonl")) for line in path.read_text("utf-8").splitlines()
    ]


def answered(request: Line, text: str = "I give a rating of 4.", model: str = "big-1") -> Line:
    """A result line as vLLM writes it."""
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
    body = {"id": "c", "object": "chat.completion", "model": model, "choices": [choice]}
    response = {"status_code": 200, "request_id": "vllm-batch-1", "body": body}
    return {"id": "vllm-1", "custom_id": request["custom_id"], "response": response, "error": None}


def failed(request: Line, status: int = 400) -> Line:
    """A failed line whose error field is null."""
    response = {"status_code": status, "request_id": "r", "body": {"error": {"message": "context too long"}}}
    return {"id": "b", "custom_id": request["custom_id"], "response": response, "error": None}


def write(path: Path, lines: Iterable[Line | str]) -> Path:
    path.write_text("".join((one if isinstance(one, str) else json.dumps(one)) + "\n" for one in lines), "utf-8")
    return path


def exported(spec: WorkspaceSpec, project: str, folder: Path) -> list[Line]:
    export_batch(spec, project, folder, OFFLINE)
    return requests_in(folder)


def take(spec: WorkspaceSpec, project: str, path: Path) -> FileImport:
    (found,) = import_batch(spec, project, [path])
    return found


def table(spec: WorkspaceSpec, project: str) -> dict[str, list[tuple[Any, ...]]]:
    """Of every system the rows that results are computed from."""
    with Workspace(spec) as workspace:
        return {
            run.system: list(
                read_run(workspace, run.run_id, load_plan(workspace, run.plan_sha256))
                .rows[["case_id", "variant", "question", "sample", "status", "reason"]]
                .itertuples(index=False, name=None)
            )
            for run in show_project(spec, project).runs
        }


def test_an_export_holds_what_a_run_would_send(spec: WorkspaceSpec, project: str, tmp_path: Path) -> None:
    """Every call of both systems stands in the files once, under a name that carries run, number and hash."""
    manifest = export_batch(spec, project, tmp_path / "out", OFFLINE)
    requests = requests_in(tmp_path / "out")
    assert len(requests) == 2 * N_CALLS
    assert len({request["custom_id"] for request in requests}) == 2 * N_CALLS
    assert {(request["method"], request["url"]) for request in requests} == {("POST", "/v1/chat/completions")}
    assert {request["body"]["model"] for request in requests} == {"big-1"}
    assert [run.n_requests for run in manifest.runs] == [N_CALLS, N_CALLS]
    for request in requests:
        body = json.dumps(request["body"], sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()
        assert request["custom_id"].endswith(hashlib.sha256(body).hexdigest()[:16])


def test_the_manifest_names_every_file_with_its_hash_and_no_key(
    spec: WorkspaceSpec, project: str, tmp_path: Path
) -> None:
    """Whoever carries the files can check them; neither key nor address travels with them."""
    limits = batch_limits(10, 190_000_000)
    folder = tmp_path / "out"
    export_batch(spec, project, folder, ExportWanted(is_offline=True, limits=limits))
    manifest = json.loads((folder / "manifest.json").read_bytes())
    files = [file for run in manifest["runs"] for file in run["files"]]
    assert [file["n_requests"] for file in files] == [10, 10, 1, 10, 10, 1]
    for file in files:
        content = (folder / file["name"]).read_bytes()
        assert (file["sha256"], file["n_bytes"]) == (hashlib.sha256(content).hexdigest(), len(content))
    assert manifest["plan_sha256"] == show_project(spec, project).plan_sha256
    assert manifest["fairdesk_version"]
    assert {(run["model"], run["kind"]) for run in manifest["runs"]} == {("big-1", "openai_chat")}
    for path in folder.iterdir():
        assert KEY.encode() not in path.read_bytes()
        assert b"127.0.0.1" not in path.read_bytes()


def test_an_export_begins_the_run_and_stands_in_its_chain(spec: WorkspaceSpec, project: str, tmp_path: Path) -> None:
    """The run is there before its answers are, and its chain says what left the house, and when."""
    export_batch(spec, project, tmp_path / "out", OFFLINE)
    runs = show_project(spec, project).runs
    assert [run.system for run in runs] == ["baseline", "mitigated"]
    with Workspace(spec) as workspace:
        for run in runs:
            kinds = [entry.kind for entry in workspace.store.ledger.entries(f"run:{run.run_id}")]
            assert kinds == ["run_started", "batch_exported"]
            assert workspace.store.ledger.check(f"run:{run.run_id}").ok


@pytest.mark.slow
def test_a_plan_without_an_answering_endpoint_needs_a_word(spec: WorkspaceSpec, project: str, tmp_path: Path) -> None:
    """Without --offline an endpoint that does not answer stops the export before anything is fixed or written."""
    with pytest.raises(EndpointError):
        export_batch(spec, project, tmp_path / "out", ExportWanted())
    assert not (tmp_path / "out").exists()
    assert not show_project(spec, project).plan_sha256


def test_nothing_is_overwritten(spec: WorkspaceSpec, project: str, tmp_path: Path) -> None:
    """A folder with an export, or a file in its place, is refused."""
    exported(spec, project, tmp_path / "out")
    before = {path: path.read_bytes() for path in (tmp_path / "out").iterdir()}
    with pytest.raises(InputError, match="batch export already"):
        export_batch(spec, project, tmp_path / "out", OFFLINE)
    assert {path: path.read_bytes() for path in (tmp_path / "out").iterdir()} == before
    with pytest.raises(InputError, match="not a folder"):
        export_batch(spec, project, next(iter(before)), OFFLINE)


def test_an_export_that_fails_half_way_leaves_no_files(spec: WorkspaceSpec, project: str, tmp_path: Path) -> None:
    """Where the second system cannot be written the first one's files go too, and the same folder serves again."""
    export_batch(spec, project, tmp_path / "short", replace(OFFLINE, systems=("baseline",)))
    (path,) = (tmp_path / "short").glob("*.jsonl")
    longest = max(map(len, path.read_bytes().splitlines(keepends=True)))
    folder = tmp_path / "out"
    with pytest.raises(InputError, match="One request alone"):
        export_batch(spec, project, folder, replace(OFFLINE, limits=batch_limits(1000, longest)))
    assert list(folder.iterdir()) == []
    assert len(exported(spec, project, folder)) == 2 * N_CALLS


def test_a_label_that_the_plan_does_not_have_is_refused(spec: WorkspaceSpec, project: str, tmp_path: Path) -> None:
    """Only the named system is exported, and an unknown one is no empty export."""
    manifest = export_batch(spec, project, tmp_path / "one", replace(OFFLINE, systems=("mitigated",)))
    assert [run.system for run in manifest.runs] == ["mitigated"]
    with pytest.raises(PlanError, match="no system nobody"):
        export_batch(spec, project, tmp_path / "out", replace(OFFLINE, systems=("nobody",)))


def test_a_format_without_batch_files_is_refused(spec: WorkspaceSpec, tmp_path: Path) -> None:
    """An endpoint whose format no batch service takes is refused in words, with the alternative."""
    kind = next((wire.format_id for wire in WIRE_FORMATS if not wire.batch_url), "")
    if not kind:
        pytest.skip("every wire format has batch files")
    details = with_endpoint(starting_details(), endpoint(kind=kind))
    name = create_project(spec, "B", replace(details, case_folder=str(write_cases(tmp_path / "cases", 1)))).project_id
    with pytest.raises(InputError, match="no batch files for"):
        export_batch(spec, name, tmp_path / "out", OFFLINE)


def test_answers_in_another_order_give_the_same_numbers(spec: WorkspaceSpec, project: str, tmp_path: Path) -> None:
    """RUN-09: reversed and shuffled result files are joined by name; every call gets its own answer."""
    requests = exported(spec, project, tmp_path / "out")
    lines = [answered(request, f"I give a rating of {1 + place % 5}.") for place, request in enumerate(requests)]
    expected = {line["custom_id"]: line["response"]["body"]["choices"][0]["message"]["content"] for line in lines}
    random.Random(3).shuffle(lines)
    found = take(spec, project, write(tmp_path / "result.jsonl", reversed(lines)))
    assert (found.n_lines, found.n_taken, found.n_problems, found.n_known) == (2 * N_CALLS, 2 * N_CALLS, 0, 0)
    runs = show_project(spec, project).runs
    assert {run.state for run in runs} == {RunState.COMPLETE}
    n_answers = 0
    with Workspace(spec) as workspace:
        for run in runs:
            assert workspace.store.ledger.check(f"run:{run.run_id}").ok
            items = PlanItems(load_plan(workspace, run.plan_sha256))
            for entry in workspace.store.ledger.entries(f"run:{run.run_id}", kind="exchange"):
                body = json.loads(entry.body)
                number = items.number(entry.key)
                assert number is not None
                assert expected[custom_id(run.run_id, number + 1, body["request_sha256"])] == body["outcome"]["text"]
                assert body["source"] == f"batch result.jsonl {found.sha256}"
                n_answers += 1
    assert n_answers == 2 * N_CALLS


def test_failed_lines_are_failures_and_never_answers(spec: WorkspaceSpec, project: str, tmp_path: Path) -> None:
    """RUN-11: a status of 400 beside error = null, an error object, and an error inside status 200 are failed items."""
    requests = exported(spec, project, tmp_path / "out")[:5]
    inside = answered(requests[2])
    inside["response"]["body"] = {"error": {"message": "overloaded", "code": 503}}
    expired = {
        "custom_id": requests[3]["custom_id"],
        "response": None,
        "error": {"code": "batch_expired", "message": "x"},
    }
    vllm = {"custom_id": requests[1]["custom_id"], "response": {"status_code": 400, "body": None}}
    vllm["error"] = {"error": {"message": "context too long", "type": "BadRequestError", "code": 400}}
    lines = [failed(requests[0]), vllm, inside, expired, answered(requests[4])]
    found = take(spec, project, write(tmp_path / "r.jsonl", lines))
    assert dict(found.taken) == {"failed": 4, "answered": 1}
    run = show_project(spec, project).runs[0]
    assert (run.counts["failed"], run.counts["answered"]) == (4, 1)
    assert run.state is RunState.STOPPED
    with Workspace(spec) as workspace:
        entries = list(workspace.store.ledger.entries(f"run:{run.run_id}", kind="failure"))
    outcomes = [json.loads(entry.body)["outcome"] for entry in entries]
    assert [outcome["detail"] for outcome in outcomes] == ["context too long", "context too long", "overloaded", "x"]
    assert [outcome["http_status"] for outcome in outcomes[:2]] == [400, 400]


def test_the_last_failure_of_a_call_counts(spec: WorkspaceSpec, project: str, tmp_path: Path) -> None:
    """Two batches failed differently: the call has the words of the second, and a later answer has neither."""
    request = exported(spec, project, tmp_path / "out")[0]

    def reason(name: str, line: Line) -> str:
        take(spec, project, write(tmp_path / name, [line]))
        (found,) = {row[5] for row in table(spec, project)["baseline"] if row[4] != "not_attempted"}
        return str(found)

    assert "status 400" in reason("1.jsonl", failed(request, 400))
    assert "status 500" in reason("2.jsonl", failed(request, 500))
    assert reason("3.jsonl", answered(request)) == ""
    assert reason("4.jsonl", failed(request, 429)) == ""


def test_what_failed_is_exported_again_and_what_was_answered_is_not(
    spec: WorkspaceSpec, project: str, tmp_path: Path
) -> None:
    """A second export holds the unanswered calls alone, under the same names; their answers mend the failures."""
    requests = exported(spec, project, tmp_path / "out")
    lines = [failed(one) if place % 4 == 0 else answered(one) for place, one in enumerate(requests)]
    take(spec, project, write(tmp_path / "r.jsonl", lines))
    left = exported(spec, project, tmp_path / "again")
    assert left == [one for place, one in enumerate(requests) if place % 4 == 0]
    found = take(spec, project, write(tmp_path / "r2.jsonl", [answered(one) for one in left]))
    assert dict(found.taken) == {"answered": len(left)}
    assert {run.state for run in show_project(spec, project).runs} == {RunState.COMPLETE}
    assert exported(spec, project, tmp_path / "empty") == []


def test_the_first_answer_wins_and_others_are_listed(spec: WorkspaceSpec, project: str, tmp_path: Path) -> None:
    """A repeated line counts once; a second answer with other words is listed with its line and changes nothing."""
    one, two = exported(spec, project, tmp_path / "out")[:2]
    lines = [answered(one), answered(one), answered(one, "I give a rating of 1."), failed(one), answered(two)]
    found = take(spec, project, write(tmp_path / "r.jsonl", lines))
    assert (found.n_taken, found.n_known, found.n_conflicting) == (2, 2, 1)
    assert found.known_lines == [2, 4]
    assert found.problems[0].line == 3
    assert "another answer already" in found.problems[0].cause
    later = take(spec, project, write(tmp_path / "r2.jsonl", [answered(one, "I give a rating of 2.")]))
    assert (later.n_taken, later.n_conflicting) == (0, 1)
    assert sum(row[4] == "answered" for row in table(spec, project)["baseline"]) == 2


def test_a_file_that_is_imported_twice_changes_nothing(spec: WorkspaceSpec, project: str, tmp_path: Path) -> None:
    """The second import of the same bytes takes nothing, failures included, and is no error."""
    requests = exported(spec, project, tmp_path / "out")[:4]
    path = write(tmp_path / "r.jsonl", [failed(requests[0]), *map(answered, requests[1:])])
    take(spec, project, path)
    before = table(spec, project)
    again = take(spec, project, path)
    assert (again.n_taken, again.n_known, again.refused) == (0, 4, "")
    assert table(spec, project) == before


def test_a_file_of_others_is_refused_and_leaves_nothing(spec: WorkspaceSpec, project: str, tmp_path: Path) -> None:
    """Lines of another tool, another run and another request import nothing, with line, cause and cure."""
    first = exported(spec, project, tmp_path / "out")[0]
    name = first["custom_id"]
    changed = name[:-1] + ("0" if name[-1] != "0" else "1")
    far = name.split("-")
    far[2] = "999999"
    others = {
        "task-1": "not written by FairDesk",
        "r-ffffffffffff-1-0123456789abcdef": "not one of this project",
        changed: "another request",
        "-".join(far): "has no call 999999",
    }
    with Workspace(spec) as workspace:
        before = workspace.store.documents.hashes()
    for other, words in others.items():
        found = take(spec, project, write(tmp_path / "f.jsonl", [answered({"custom_id": other})]))
        assert "line 1" in found.refused
        assert words in found.refused
        assert found.advice
        assert found.n_taken == 0
    for run in show_project(spec, project).runs:
        assert run.counts["answered"] == 0
    with Workspace(spec) as workspace:
        assert workspace.store.documents.hashes() == before


def test_answers_to_a_plan_that_was_changed_are_not_taken_for_the_new_one(
    spec: WorkspaceSpec, project: str, tmp_path: Path
) -> None:
    """After another system prompt another run is asked; old answers still belong to the old run alone."""
    old = exported(spec, project, tmp_path / "out")
    details = show_project(spec, project).details
    systems = tuple(replace(system, system_prompt="Another prompt.") for system in details.systems)
    save_details(spec, project, replace(details, systems=systems))
    from fairdesk.audit.plan import fix_plan

    fix_plan(spec, project)
    new = exported(spec, project, tmp_path / "new")
    assert not {one["custom_id"] for one in old} & {one["custom_id"] for one in new}
    take(spec, project, write(tmp_path / "r.jsonl", [answered(one) for one in old]))
    counts = {run.run_id: run.counts["answered"] for run in show_project(spec, project).runs}
    assert sorted(counts.values()) == [0, 0, N_CALLS, N_CALLS]
    assert all(counts[run] == N_CALLS for run in {one["custom_id"].rsplit("-", 2)[0] for one in old})


def test_damaged_and_foreign_lines_cost_no_good_one(spec: WorkspaceSpec, project: str, tmp_path: Path) -> None:
    """Good lines of a partial, cut-off and mixed file are taken; each other one is named with its line."""
    requests = exported(spec, project, tmp_path / "out")
    cut = json.dumps(answered(requests[3]))[:-20]
    mixed = ["{", *map(answered, requests[:3]), answered({"custom_id": "x"}), "[]", cut]
    found = take(spec, project, write(tmp_path / "r.jsonl", mixed))
    assert (found.n_taken, found.n_damaged, found.n_foreign, found.n_lines) == (3, 3, 1, 7)
    assert [problem.line for problem in found.problems] == [1, 5, 6, 7]
    assert all(problem.cause and problem.cure for problem in found.problems)


def test_hostile_answers_are_kept_as_they_are(spec: WorkspaceSpec, project: str, tmp_path: Path) -> None:
    """Half a character, control characters and an absurd error code enter no chain in a broken form."""
    requests = exported(spec, project, tmp_path / "out")[:3]
    odd = {"custom_id": requests[2]["custom_id"], "response": None, "error": {"code": "\ud83d", "message": ["\udc00"]}}
    lines = [answered(requests[0], "\ud83d rating: 3 \x1b[31m"), answered(requests[1], model="m\ud83d"), odd]
    found = take(spec, project, write(tmp_path / "r.jsonl", lines))
    assert found.n_taken == 3
    assert found.n_problems == 0


def test_another_model_in_the_file_is_said(spec: WorkspaceSpec, project: str, tmp_path: Path) -> None:
    """Two model strings in one file are named; which object answered is for the auditor to judge."""
    requests = exported(spec, project, tmp_path / "out")[:2]
    lines = [answered(requests[0], model="big-1"), answered(requests[1], model="small-1")]
    found = take(spec, project, write(tmp_path / "r.jsonl", lines))
    assert "big-1, small-1" in found.notes[0]


def test_a_model_that_was_not_asked_for_is_said(spec: WorkspaceSpec, project: str, tmp_path: Path) -> None:
    """Also where the plan was fixed without asking anything: one file that names another model all through is told."""
    requests = exported(spec, project, tmp_path / "out")[:3]
    other = write(tmp_path / "other.jsonl", [answered(request, model="big-7") for request in requests[:2]])
    assert "big-7; the requests asked for big-1" in take(spec, project, other).notes[0]
    assert not take(spec, project, write(tmp_path / "same.jsonl", [answered(requests[2])])).notes


def test_the_file_is_kept_byte_for_byte_and_named_in_the_chain(
    spec: WorkspaceSpec, project: str, tmp_path: Path
) -> None:
    """What a result line holds beyond its answer is not lost: the chain names the documents with the file's bytes."""
    requests = exported(spec, project, tmp_path / "out")
    path = write(tmp_path / "r.jsonl", map(answered, requests))
    found = take(spec, project, path)
    run = show_project(spec, project).runs[0]
    with Workspace(spec) as workspace:
        (entry,) = workspace.store.ledger.entries(f"run:{run.run_id}", kind="batch_imported")
        body = json.loads(entry.body)
        content = b"".join(workspace.store.documents.get(part) for part in body["parts"])
    assert content == path.read_bytes()
    assert (body["sha256"], body["taken"]) == (found.sha256, {"answered": N_CALLS})


def test_a_project_that_is_worked_on_is_left_alone(spec: WorkspaceSpec, project: str, tmp_path: Path) -> None:
    """While another process holds a run nothing is imported into it."""
    requests = exported(spec, project, tmp_path / "out")
    path = write(tmp_path / "r.jsonl", map(answered, requests))
    run = show_project(spec, project).runs[0]
    with Workspace(spec) as workspace:
        workspace.store.leases.acquire(f"run:{run.run_id}", "somebody else", 60)
        with pytest.raises(StoreBusy):
            import_batch(spec, project, [path])


def test_counts_balance_for_any_mixture(spec: WorkspaceSpec, project: str, tmp_path: Path) -> None:
    """Planned = asked + not attempted, and asked = answered + refused + unreadable + failed, after a wild file."""
    requests = exported(spec, project, tmp_path / "out")
    choose = random.Random(11)
    texts = ["I give a rating of 4.", "I cannot help with that.", "", "no number here"]
    lines = [
        failed(request, choose.choice([400, 429, 500]))
        if choose.random() < 0.3
        else answered(request, choose.choice(texts))
        for request in choose.choices(requests, k=60)
    ]
    found = take(spec, project, write(tmp_path / "r.jsonl", lines))
    assert found.n_lines == found.n_taken + found.n_known + found.n_problems
    for run in show_project(spec, project).runs:
        assert sum(run.counts.values()) == run.n_planned == N_CALLS
        rows = [row[4] for row in table(spec, project)[run.system]]
        assert {status.value: rows.count(status.value) for status in Status} == dict(run.counts)
