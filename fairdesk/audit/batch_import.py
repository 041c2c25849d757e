"""Results of batch files into the runs that they answer; answers to other requests are refused, line by line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from fairdesk.audit.batch_lines import Batch, BatchRun, Known, Taken
from fairdesk.audit.file_parts import BATCH_RESULT, file_parts, hash_file, store_parts
from fairdesk.audit.holding import LongHold, holding
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.batch_words import batch_source
from fairdesk.domain.canonical import canonical_bytes
from fairdesk.domain.codec import to_plain
from fairdesk.domain.errors import ImportProblem
from fairdesk.domain.exchanges import Status
from fairdesk.domain.progress import RunState, TellStep
from fairdesk.interchange.batch_files import LineProblem, ResultLine, read_results

GROUP = 1_000
"""Answers that are written in one transaction."""

MOST_LISTED = 100
"""Problems of a file that are listed one by one; all are counted."""


@dataclass(slots=True, kw_only=True)
class FileImport:
    """What became of one file; counted while it is read.

    Attributes:
        refused: Why nothing of it was taken; empty when something was.
        advice: What to do then.
        n_lines: Lines that are not empty.
        taken: Status word to outcomes that entered a chain.
        n_known: Lines of calls that have an answer with the same words already, or failed in the same file.
        known_lines: The first of these, by their numbers.
        n_conflicting: Lines of calls that have an answer with other words; the first answer stays.
        n_foreign: Lines that answer requests of other runs, or other requests.
        n_damaged: Lines that cannot be read.
        problems: The first of all these but the known ones, with line, cause and cure.
        models: Model string to answers that name it; of very many, the first.
        notes: What should be known although nothing is wrong, a sentence each.
    """

    file: str
    sha256: str = ""
    n_bytes: int = 0
    refused: str = ""
    advice: str = ""
    n_lines: int = 0
    taken: Counter[str] = field(default_factory=Counter)
    n_known: int = 0
    known_lines: list[int] = field(default_factory=list)
    n_conflicting: int = 0
    n_foreign: int = 0
    n_damaged: int = 0
    problems: list[LineProblem] = field(default_factory=list)
    models: Counter[str] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)

    @property
    def n_taken(self) -> int:
        """Outcomes that entered a chain."""
        return sum(self.taken.values())

    @property
    def n_problems(self) -> int:
        """Lines that are listed, or would be if there were room."""
        return self.n_conflicting + self.n_foreign + self.n_damaged

    def note_problem(self, problem: LineProblem) -> None:
        """Keep a problem if there is room; the caller counts it."""
        if len(self.problems) < MOST_LISTED:
            self.problems.append(problem)


def import_batch(
    spec: WorkspaceSpec, project: str, files: Sequence[Path], tell: TellStep = lambda words: None
) -> tuple[FileImport, ...]:
    """Take every answer of result files that answers an unanswered call of the project's runs.

    A file that holds none of the project's lines is refused and leaves nothing in the store; what is damaged or foreign
    in another one is listed, and its good lines are taken. Importing a file again changes nothing.

    Raises:
        InputError: there is no such project.
        StoreBusy: another process works on the project or one of its runs.
    """
    with Workspace(spec) as workspace:
        record = workspace.store.projects.get(project)
        with holding(workspace, f"project:{record.project_id}"):
            done = []
            for path in files:
                tell(f"Reading {path.name}")
                try:
                    done.append(_import_file(workspace, record.project_id, path, tell))
                except ImportProblem as problem:
                    done.append(FileImport(file=path.name, refused=problem.message, advice=problem.advice))
            return tuple(done)


def _import_file(workspace: Workspace, project_id: str, path: Path, tell: TellStep) -> FileImport:
    sha256, n_bytes = hash_file(path)
    name = path.name.encode("utf-8", "replace").decode()
    found = FileImport(file=name, sha256=sha256, n_bytes=n_bytes)
    with ExitStack() as held:
        batch = Batch(workspace, project_id, batch_source(name, sha256), held)
        _check_something_is_ours(batch, path, found)
        tell(f"Keeping {path.name} byte for byte")
        hold = LongHold(workspace)
        names = (f"project:{project_id}", *(f"run:{run_id}" for run_id in batch.runs))
        parts = store_parts(workspace, BATCH_RESULT, path, sha256, lambda _: hold.keep(names))
        group: list[Taken] = []
        chunks = (workspace.store.documents.get(part) for part in parts)
        for line in read_results(chunks, path.name):
            found.n_lines += 1
            if (taken := _take(batch, line, found)) is not None:
                group.append(taken)
            if len(group) >= GROUP:
                _write(workspace, batch, group)
                tell(f"{path.name}: {found.n_lines} lines read, {found.n_taken} outcomes taken")
            if found.n_lines % GROUP == 0:
                hold.keep((f"project:{project_id}", *(f"run:{run_id}" for run_id in batch.runs)))
        _write(workspace, batch, group)
        _note_models(batch, found)
        for run in batch.runs.values():
            _end(workspace, run, found, parts)
    return found


def _check_something_is_ours(batch: Batch, path: Path, found: FileImport) -> None:
    """Read up to the first line that answers a request of the project.

    Raises:
        ImportProblem: there is none; the first reason is named.
    """
    first: LineProblem | None = None
    n_lines = 0
    for line in read_results(file_parts(path), path.name):
        n_lines += 1
        problem = batch.call_of(line) if isinstance(line, ResultLine) else line
        if not isinstance(problem, LineProblem):
            return
        first = first or problem
    if first is None:
        raise ImportProblem(f"{found.file} holds no line.", "Give the result file of the batch.")
    lines = "Its only line does not answer" if n_lines == 1 else f"None of its {n_lines} lines answers"
    raise ImportProblem(
        f"{found.file}, line {first.line}: {first.cause}. {lines} a request of this project, so nothing was imported.",
        first.cure,
    )


def _take(batch: Batch, line: ResultLine | LineProblem, found: FileImport) -> Taken | None:
    """The outcome of a line, if it is to be written; everything else is counted and listed."""
    if isinstance(line, LineProblem):
        found.n_damaged += 1
        found.note_problem(line)
        return None
    call = batch.call_of(line)
    if isinstance(call, LineProblem):
        found.n_foreign += 1
        found.note_problem(call)
        return None
    outcome = batch.take(line, call)
    if isinstance(outcome, Known):
        if outcome.conflict is None:
            found.n_known += 1
            if len(found.known_lines) < MOST_LISTED:
                found.known_lines.append(line.line)
        else:
            found.n_conflicting += 1
            found.note_problem(outcome.conflict)
        return None
    found.taken[outcome.entry.status] += 1
    if outcome.model and (outcome.model in found.models or len(found.models) < MOST_LISTED):
        found.models[outcome.model] += 1
    return outcome


def _write(workspace: Workspace, batch: Batch, group: list[Taken]) -> None:
    """Write a group, all of it or none."""
    by_run: dict[str, list[Taken]] = {}
    for one in group:
        by_run.setdefault(one.run_id, []).append(one)
    with workspace.store.all_or_none():
        for run_id, members in by_run.items():
            workspace.store.ledger.append(f"run:{run_id}", [one.entry for one in members])
    batch.written()
    group.clear()


def _note_models(batch: Batch, found: FileImport) -> None:
    planned = {run.asked.system.facts.model_echo for run in batch.runs.values() if run.taken} - {""}
    others = sorted(set(found.models) - planned)
    if planned and others:
        found.notes.append(
            f"Answers name the model {', '.join(others)}; the plan was fixed for {', '.join(sorted(planned))}. "
            "Whether that is the same object is not known here."
        )
    elif len(found.models) > 1:
        found.notes.append(f"The answers name {len(found.models)} models: {', '.join(sorted(found.models))}.")
    elif not planned:
        # A plan that was fixed without asking knows the name in the requests alone.
        asked = {run.asked.system.endpoint.model for run in batch.runs.values() if run.taken}
        if set(found.models) - asked:
            found.notes.append(
                f"Answers name the model {', '.join(found.models)}; the requests asked for {', '.join(sorted(asked))}. "
                "Whether that is the same object is not known here."
            )


def _end(workspace: Workspace, run: BatchRun, found: FileImport, parts: tuple[str, ...]) -> None:
    """Write into the run's chain what was imported, and how the run stands after it."""
    from fairdesk.store.entries import NewEntry

    taken = run.taken
    n_left, n_failed = run.standing()
    at = workspace.now_text()
    body = {
        "file_name": found.file,
        "sha256": found.sha256,
        "n_bytes": found.n_bytes,
        "parts": list(parts),
        "taken": {status.value: taken[status.value] for status in Status if taken[status.value]},
        "n_lines": found.n_lines,
        "n_known": found.n_known,
        "n_conflicting": found.n_conflicting,
        "n_foreign": found.n_foreign,
        "n_damaged": found.n_damaged,
        "models": dict(found.models),
        "problems": [to_plain(problem) for problem in found.problems],
        "at": at,
    }
    state = RunState.STOPPED if n_left else RunState.COMPLETE_WITH_GAPS if n_failed else RunState.COMPLETE
    words = f"{n_left} calls have no answer from a batch file yet." if n_left else ""
    ended = {"state": state.value, "words": words, "cause": "", "at": at}
    entries = [NewEntry(kind="batch_imported", body=canonical_bytes(body))]
    if taken:
        entries.append(NewEntry(kind="run_finished", body=canonical_bytes(ended)))
    workspace.store.ledger.append(f"run:{run.run_id}", entries)
