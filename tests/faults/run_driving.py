"""Projects against a faulty server, and what a run left in the store."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

from fairdesk.audit.projects import create_project, starting_details, with_endpoint
from fairdesk.audit.run_status import run_statuses
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.audited_system import EndpointSettings
from fairdesk.domain.codec import from_plain
from fairdesk.domain.endpoint_terms import EndpointTerms
from fairdesk.domain.exchanges import Exchange
from fairdesk.domain.progress import RunStatus

CALLS_PER_FILE = 7
"""Of one system: the original twice, five variants once, one question (the server gives no log-probabilities)."""

IN_FLIGHT = 8
"""Calls at once at most of a project that is made here."""

CASE = '''title = "File {number}"
subject = "history"
level = "bachelor"
country = "United Kingdom"
strength = "middling"
language = "en"
origin = "Written by a test."
text = """
File {number}. The applicant, [name], comes from [school]. [profile]. [They] would like to study history.
"""
'''


def write_cases(folder: Path, n_files: int) -> Path:
    """Short case files."""
    folder.mkdir(parents=True)
    for number in range(n_files):
        text = CASE.format(number=f"{number:04d}").replace("[", "{").replace("]", "}")
        (folder / f"t-{number:04d}.toml").write_text(text, encoding="utf-8")
    return folder


def make_project(
    spec: WorkspaceSpec,
    cases: Path,
    base_url: str,
    *,
    variable: str = "",
    key_name: str = "",
    max_in_flight: int = IN_FLIGHT,
) -> str:
    """A project with both systems at one endpoint, its plan not fixed yet."""
    with Workspace(spec) as workspace:
        workspace.store.endpoints.save_terms("Test server", EndpointTerms(max_in_flight=max_in_flight))
    endpoint = EndpointSettings(
        name="Test server",
        kind="openai_chat",
        base_url=base_url,
        model="faulty-1",
        key_name=key_name,
        key_variable=variable,
        options={},
    )
    said = {"auditor": "A. Tester", "client": "University of Example", "purpose": "Trying what can go wrong."}
    details = replace(with_endpoint(starting_details(), endpoint), case_folder=str(cases), **said)
    return create_project(spec, "Faults", details).project_id


@dataclass(frozen=True, slots=True, kw_only=True)
class OnDisk:
    """What the store holds of a project's runs.

    Attributes:
        bodies: SHA-256 of a request's body to the answers on disk for it.
        broken: Chains that do not fit together.
    """

    runs: tuple[RunStatus, ...]
    bodies: Counter[str]
    n_answers: int
    n_failures: int
    broken: tuple[str, ...]


def on_disk(spec: WorkspaceSpec, project: str) -> OnDisk:
    """Read everything and walk every chain."""
    import json

    with Workspace(spec) as workspace:
        ledger = workspace.store.ledger
        chains = [chain for chain in ledger.chains() if chain.startswith("run:")]
        answers = [
            from_plain(Exchange, json.loads(entry.body))
            for chain in chains
            for entry in ledger.entries(chain, kind="exchange")
        ]
        keys = Counter(
            (chain, e.case_id, e.variant, e.question, e.sample)
            for chain in chains
            for e in ledger.entries(chain, kind="exchange")
        )
        assert set(keys.values()) <= {1}, "an answer is there twice"
        return OnDisk(
            runs=run_statuses(workspace, project),
            bodies=Counter(answer.request_sha256 for answer in answers),
            n_answers=len(answers),
            n_failures=sum(ledger.count(chain, "failure") for chain in chains),
            broken=tuple(chain for chain in ledger.chains() if not ledger.check(chain).ok),
        )
