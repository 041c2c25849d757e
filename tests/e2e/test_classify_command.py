"""Classifiers by command: chosen at the import, at work after a run and batch files, killed and taken up again."""

from __future__ import annotations

import json
import re
import signal
import sqlite3
import time
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import pypdf
import pytest

from fairdesk.audit.issue import IssueRequest, issue_report
from fairdesk.audit.projects import rehearsal_endpoint
from fairdesk.audit.verify import verify_report
from fairdesk.audit.workspace import Workspace, WorkspaceSpec, utc_now
from fairdesk.domain.errors import ExitCode
from fairdesk.domain.reports import CheckVerdict
from fairdesk.endpoints.serving import start_endpoint
from fairdesk.report.identity import make_demo_identity
from fairdesk.settings.paths import resources_dir
from tests.classifier_server import classifier_server, labelled, regard
from tests.e2e.command_line import SAID, Done, fairdesk, finish, start
from tests.e2e.test_batch_journey import run_batches

BOLD = ("--benchmark", "bold", "--benchmarks-only", "--sample", "stratified:2", "--json")


def imported(folder: Path, *options: str) -> Done:
    """A project that asks some items of the shipped suite of BOLD."""
    if not (folder / "fairdesk.sqlite").exists():
        fairdesk(folder, "project", "new", "Open", *SAID)
    return fairdesk(folder, "import", "Open", *BOLD, *options)


def scored(folder: Path) -> Counter[tuple[str, str, str, int, str]]:
    """Run, case, variant, sample and quantity to how many scores there are of it in the chains."""
    found: Counter[tuple[str, str, str, int, str]] = Counter()
    with Workspace(WorkspaceSpec(data_dir=folder)) as workspace:
        for chain in workspace.store.ledger.chains():
            for entry in workspace.store.ledger.entries(chain, kind="classified"):
                body: dict[str, Any] = json.loads(entry.body)
                for call in body["calls"]:
                    if call["score"]["value"] is not None:
                        key = (chain, call["case_id"], call["variant"], call["sample"])
                        found[(*key, body["classifier"]["quantity"])] += 1
            assert workspace.store.ledger.check(chain).ok
    return found


@pytest.mark.slow
def test_classifiers_are_chosen_and_asked_about_their_errors(tmp_path: Path) -> None:
    """Installed ones are taken unless another is named; what has none is told; error rates are asked for, and kept."""
    first = imported(tmp_path).json
    plain = fairdesk(tmp_path, "import", "Open", *BOLD[:-1])
    said = imported(
        tmp_path,
        *("--classifier", "toxicity=none", "--classifier", "regard=http://127.0.0.1:9/classify"),
        *("--classifier-version", "regard=v2", "--classifier-label", "regard:LABEL_0=negative"),
        *("--classifier-errors", "sentiment=7 of 100 in each group", "--classifier-errors", "by hand: 3 of 50"),
    ).json

    wrong = imported(tmp_path, "--classifier", "sentiment=oracle")
    assert wrong.code == ExitCode.WRONG_USE
    assert "There is no classifier 'oracle' of sentiment" in wrong.json["error"]["message"]
    assert {one["quantity"]: one["classifier_id"] for one in first["classifiers"]} == {
        "toxicity": "profanity_check",
        "sentiment": "vader",
    }
    assert any("Regard is not measured: no classifier of it runs offline" in note for note in first["notes"])
    assert "Error rates of VADER (compound score) per group: not measured." in plain.out
    by_quantity = {one["quantity"]: one for one in said["classifiers"]}
    assert by_quantity["sentiment"]["error_rates"] == "7 of 100 in each group"
    assert by_quantity["regard"]["error_rates"] == "by hand: 3 of 50"
    assert by_quantity["regard"]["version"] == "v2"
    assert by_quantity["regard"]["labels"] == [{"label": "LABEL_0", "word": "negative"}]
    assert any("Toxicity is not measured: it was chosen so." in note for note in said["notes"])


@pytest.mark.slow
def test_a_kill_between_two_groups_loses_no_score_and_doubles_none(tmp_path: Path) -> None:
    """Scoring that was killed goes on where it stopped: every answer has one score of every quantity in the end."""
    with classifier_server(labelled(regard)) as server:
        imported(tmp_path, "--answers", "4", "--classifier", f"regard={server.url}")
        quick = server.answer

        def slow(texts: list[str]) -> Any:
            time.sleep(0.4)
            return quick(texts)

        server.answer = slow
        running = start(tmp_path, "run", "Open")
        until = time.monotonic() + 120
        while len(server.asked) < 4 and time.monotonic() < until:
            time.sleep(0.05)
        running.send_signal(signal.SIGKILL)
        finish(running)
        before = scored(tmp_path)
        server.answer = quick
        later = fairdesk(tmp_path, "run", "Open", "--json")
    after = scored(tmp_path)

    assert len(server.asked) > 4
    assert 0 < len(before) < len(after)
    assert set(after.values()) == {1}
    rows = later.json["classified"]
    assert {one["quantity"] for one in rows} == {"toxicity", "sentiment", "regard"}
    assert all(one["n_scored"] == one["n_answered"] and not one["stopped"] for one in rows)
    assert sum(one["n_scored"] for one in rows) == len(after)


@pytest.mark.slow
def test_the_report_prints_the_classifiers_and_is_checked_with_their_scores(tmp_path: Path) -> None:
    """Version, errors and identity check stand in the signed report; its numbers come out of the scores again."""
    with classifier_server(labelled(regard)) as server:
        options = ("--classifier", "toxicity=none", "--classifier", f"regard={server.url}")
        imported(tmp_path, *options, "--classifier-errors", "regard=4 of 40 per group")
        fairdesk(tmp_path, "run", "Open")
    spec = WorkspaceSpec(data_dir=tmp_path)
    identity = make_demo_identity(tmp_path / "id", "Tester", utc_now())
    target = tmp_path / "report.pdf"
    issue_report(spec, "Open", IssueRequest(p12=identity.p12, password=identity.password, target=target))
    text = re.sub(r"\s+", " ", " ".join(page.extract_text() for page in pypdf.PdfReader(target).pages))
    found = verify_report(spec, target, identity.certificate)

    for words in (
        "BOLD: classifier of sentiment",
        "BOLD: classifier of regard",
        "1.0.0",
        "4 of 40 per group",
        "Sap 2019",
        "the classifiers’ own scores" if "the classifiers’ own scores" in text else "the classifiers' own scores",
        "a gay man",
        "no classifier of toxicity was planned",
    ):
        assert words in text, words
    assert found.verdict is CheckVerdict.PASSED, found.problems
    assert found.recomputed is not None
    assert found.recomputed.different == ()
    with closing(sqlite3.connect(Workspace(spec).paths.store_file)) as store, store:
        for (trigger,) in store.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            store.execute(f'DROP TRIGGER "{trigger}"')
        changed = "replace(CAST(body AS TEXT), '\"value\":1.0', '\"value\":-1.0')"
        changed = f"replace({changed}, '\"value\":0.0', '\"value\":1.0')"
        store.execute(f"UPDATE ledger SET body = CAST({changed} AS BLOB) WHERE kind = 'classified'")
    assert verify_report(spec, target, identity.certificate).verdict is CheckVerdict.FAILED


@pytest.mark.slow
def test_answers_of_batch_files_are_classified_by_command(tmp_path: Path) -> None:
    """Batch files bring answers without scores; the command scores them, and a second time there is nothing left."""
    imported(tmp_path, "--classifier", "toxicity=none")
    out = tmp_path / "questions"
    fairdesk(tmp_path, "batch", "export", "Open", "--out", str(out))
    server = start_endpoint(rehearsal_endpoint(), resources_dir())
    try:
        results = run_batches(server.base_url, out)
    finally:
        server.stop()
    fairdesk(tmp_path, "batch", "import", "Open", *map(str, results))
    assert not scored(tmp_path)
    first = fairdesk(tmp_path, "classify", "Open", "--json").json["classified"]
    again = fairdesk(tmp_path, "classify", "Open", "--json").json["classified"]

    assert all(one["n_new"] == one["n_answered"] > 0 for one in first)
    assert all(one["n_new"] == 0 and one["n_scored"] == one["n_answered"] for one in again)


@pytest.mark.slow
def test_a_run_whose_classifier_is_away_says_so_and_is_kept(tmp_path: Path) -> None:
    """Nobody answers at the address: the run is whole, and its exit code and words say that something is left."""
    imported(tmp_path, "--classifier", "regard=http://127.0.0.1:9/classify")
    found = fairdesk(tmp_path, "run", "Open", "--json")

    assert found.code == ExitCode.ENDPOINT
    assert all(run["state"] == "complete" for run in found.json["runs"])
    away = [one for one in found.json["classified"] if one["quantity"] == "regard"]
    assert all(one["n_scored"] == 0 and "No server answers at 127.0.0.1:9" in one["stopped"] for one in away)
    assert "fairdesk classify PROJECT" in found.err


def test_without_classifiers_there_is_nothing_to_score(tmp_path: Path) -> None:
    """A plan without classifiers, or a project without a run, says so and is no failure."""
    imported(tmp_path)
    found = fairdesk(tmp_path, "classify", "Open")

    assert found.code == ExitCode.DONE
    assert "nothing to score" in found.out
