"""Is this computer fit: every check in plain words, with the cure beside it."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum

from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.errors import EndpointError, FairDeskError

LEAST_FREE_BYTES = 2_000_000_000
OLDEST_SQLITE = (3, 34, 0)
"""The store needs upserts (3.24) and the JSON functions; versions before this one were never tried."""

BUILT = datetime(2026, 11, 29, tzinfo=UTC)
"""A clock before this day is wrong: this version did not exist."""


class FindingState(Enum):
    """``missing`` is a part that FairDesk works without; ``broken`` one that it needs."""

    FIT = "fit"
    MISSING = "missing"
    BROKEN = "broken"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One check; ``cure`` is empty when nothing has to be mended."""

    name: str
    state: FindingState
    words: str
    cure: str = ""


def check_computer(spec: WorkspaceSpec) -> tuple[Finding, ...]:
    """Run every check; a check that fails in an unforeseen way is reported as broken, not raised."""
    workspace = Workspace(spec)
    checks: tuple[tuple[str, Callable[[Workspace], Finding]], ...] = (
        ("Fonts", _fonts),
        ("Key store", _key_store),
        ("SQLite", _sqlite),
        ("Store", _store),
        ("Window system", _qt),
        ("Disk", _disk),
        ("Embedded model", _embedded),
        ("Classifiers", _classifiers),
        ("Clock", _clock),
    )
    found = []
    for name, check in checks:
        try:
            found.append(check(workspace))
        except FairDeskError as error:
            found.append(Finding(name=name, state=FindingState.BROKEN, words=error.message, cure=error.advice))
        except Exception as error:
            found.append(Finding(name=name, state=FindingState.BROKEN, words=f"The check failed: {error}"))
    workspace.close()
    return tuple(found)


def _fonts(workspace: Workspace) -> Finding:
    from fairdesk.report.fonts import check_fonts, load_fonts

    folder = workspace.resources / "fonts"
    problems = check_fonts(folder)
    if problems:
        cure = "Install FairDesk again: its fonts lie in resources/fonts."
        return Finding(name="Fonts", state=FindingState.BROKEN, words=" ".join(problems), cure=cure)
    count = len(load_fonts(folder).regular)
    return Finding(name="Fonts", state=FindingState.FIT, words=f"{count} font families for reports can be used.")


def _key_store(workspace: Workspace) -> Finding:
    status = workspace.secrets.status()
    if status.kind == "system":
        return Finding(name="Key store", state=FindingState.FIT, words=status.words)
    cure = "Install or unlock the system's key store; until then keys are asked for in each session."
    return Finding(name="Key store", state=FindingState.MISSING, words=status.words, cure=cure)


def _sqlite(workspace: Workspace) -> Finding:
    version = sqlite3.sqlite_version
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        cure = "Use a Python that was built with a newer SQLite."
        return Finding(name="SQLite", state=FindingState.BROKEN, words=f"SQLite {version} is too old.", cure=cure)
    return Finding(name="SQLite", state=FindingState.FIT, words=f"SQLite {version}.")


def _store(workspace: Workspace) -> Finding:
    folder = workspace.paths.data_dir
    if folder.exists() and not folder.is_dir():
        cure = "Choose a folder with --data-dir."
        return Finding(name="Store", state=FindingState.BROKEN, words=f"{folder} is a file, not a folder.", cure=cure)
    if not workspace.paths.store_file.exists():
        words = f"No store yet; it will be made at {workspace.paths.store_file}."
        return Finding(name="Store", state=FindingState.FIT, words=words)
    broken = [chain for chain in workspace.store.ledger.chains() if not workspace.store.ledger.check(chain).ok]
    if broken:
        words = f"These chains do not fit together: {', '.join(broken)}."
        cure = "Keep the file as it is, and restore a backup to work on."
        return Finding(name="Store", state=FindingState.BROKEN, words=words, cure=cure)
    count = len(workspace.store.ledger.chains())
    return Finding(name="Store", state=FindingState.FIT, words=f"{count} chains of evidence fit together.")


def _qt(workspace: Workspace) -> Finding:
    words = (
        "import os; os.environ.setdefault('QT_QPA_PLATFORM', 'offscreen'); from PySide6.QtWidgets import QApplication"
    )
    tried = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, timeout=60, check=False)
    if tried.returncode == 0:
        return Finding(name="Window system", state=FindingState.FIT, words="The window's libraries can be loaded.")
    last = (tried.stderr.strip().splitlines() or ["no message"])[-1]
    cure = "On Debian: apt-get install libegl1 libgl1 libglib2.0-0 libdbus-1-3 libfontconfig1 libxkbcommon0"
    return Finding(name="Window system", state=FindingState.BROKEN, words=last, cure=cure)


def _disk(workspace: Workspace) -> Finding:
    folder = workspace.paths.data_dir
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    words = f"{free / 1e9:.1f} GB are free where the store lies."
    if free < LEAST_FREE_BYTES:
        return Finding(name="Disk", state=FindingState.BROKEN, words=words, cure="Free some space before a run.")
    return Finding(name="Disk", state=FindingState.FIT, words=words)


def _embedded(workspace: Workspace) -> Finding:
    from fairdesk.endpoints.embedded import find_weights

    try:
        weights = find_weights("")
    except EndpointError as error:
        return Finding(name="Embedded model", state=FindingState.MISSING, words=error.message, cure=error.advice)
    return Finding(name="Embedded model", state=FindingState.FIT, words=f"Weights: {weights.path.name}.")


def _classifiers(workspace: Workspace) -> Finding:
    from fairdesk.extractors.classifiers import CLASSIFIERS

    found = [f"{one.quantity} by {one.title} {one.version()}" for one in CLASSIFIERS if one.version()]
    absent = [f"{one.title}: {one.absence()}" for one in CLASSIFIERS if not one.version()]
    words = f"Answers in open words can be scored here: {'; '.join(found) or 'none'}."
    if absent:
        cure = "Install the package; until then that quantity is not measured, unless a classifier endpoint is named."
        words = f"{words} Not here: {'; '.join(absent)}."
        return Finding(name="Classifiers", state=FindingState.MISSING, words=words, cure=cure)
    return Finding(name="Classifiers", state=FindingState.FIT, words=words)


def _clock(workspace: Workspace) -> Finding:
    now = workspace.clock()
    if now < BUILT:
        cure = "Set the system's date and time; signatures and chains carry them."
        return Finding(name="Clock", state=FindingState.BROKEN, words=f"The clock says {now:%Y-%m-%d}.", cure=cure)
    return Finding(name="Clock", state=FindingState.FIT, words=f"{workspace.now_text()}.")
