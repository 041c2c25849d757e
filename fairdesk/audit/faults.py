"""Where our own faults are written down, and what of them: kinds and places, never values.

The message of an unexpected exception may quote a case, an answer or a key, so neither the log nor the text that
can be copied holds it: only the kind of each exception in the chain and the places in the code.
"""

from __future__ import annotations

from pathlib import Path

from fairdesk.audit.workspace import Workspace, WorkspaceSpec


def keep_fault(spec: WorkspaceSpec, details: str) -> Path:
    """Append what ``fault_details`` says, with its time; answers with the log's path.

    Raises:
        OSError: the log cannot be written.
    """
    workspace = Workspace(spec)
    folder = workspace.paths.logs_dir
    folder.mkdir(parents=True, exist_ok=True)
    log = folder / "faults.log"
    log.touch(mode=0o600)
    with log.open("a", encoding="utf-8", errors="backslashreplace") as file:
        file.write(f"{workspace.now_text()}\n{details}\n")
    return log


def fault_details(error: BaseException) -> str:
    """Kinds of the exceptions of a chain and the places they passed, oldest first; no values and no messages."""
    import traceback

    chain: list[BaseException] = []
    current: BaseException | None = error
    while current is not None and current not in chain:
        chain.append(current)
        current = current.__cause__ or (None if current.__suppress_context__ else current.__context__)
    parts = []
    for member in reversed(chain):
        kind = type(member)
        places = "".join(traceback.format_tb(member.__traceback__))
        parts.append(f"{kind.__module__}.{kind.__qualname__}\n{places}".rstrip())
    return "\nthen\n".join(parts)
