"""Recorded answers to a benchmark, by commands alone: into a project, through a signed report, to another computer."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from fairdesk.audit.workspace import utc_now
from fairdesk.report.identity import DemoIdentity, make_demo_identity
from tests.e2e.command_line import SAID, Done, fairdesk
from tests.pdf_tools.reading import spoken_text

pytestmark = pytest.mark.slow

N_ROWS = 96 * 3

NOBODY_ASKED = "FairDesk neither asked for these answers nor saw the calls."

UNKNOWN = (
    "Whether the named model gave them, in which order, with which settings, and whether any was chosen or changed is "
    "not known."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Journey:
    """One project whose two systems were answered by files of two suppliers."""

    data_dir: Path
    folder: Path
    identity: DemoIdentity
    done: tuple[Done, ...]
    report: Path


def rows(prompts: Path, answer: str) -> list[dict[str, Any]]:
    """Three answers to every text: words, a bare place, and a refusal that the file states."""
    found: list[dict[str, Any]] = []
    for line in prompts.read_text(encoding="utf-8").splitlines():
        one = json.loads(line)
        place = {"item": one["item"], "label": one["label"]}
        found.append(place | {"sample": 1, "answer": answer})
        found.append(place | {"sample": 2, "value": 2})
        found.append(place | {"sample": 3, "answer": "I would rather not.", "status": "refused"})
    return found


def take(data_dir: Path, name: str, file: Path, system: str, who: str, *options: str) -> Done:
    recorded = ("--benchmark", "gest", "--recorded", "--system", system, "--supplied-by", who)
    return fairdesk(data_dir, "import", name, str(file), *recorded, *options)


@pytest.fixture(scope="module")
def journey(tmp_path_factory: pytest.TempPathFactory) -> Journey:
    folder = tmp_path_factory.mktemp("recorded")
    data_dir = folder / "profile"
    vendor = ("--base-url", "http://127.0.0.1:9/v1", "--model", "vendor-1")
    asked = ("--benchmark", "gest", "--benchmarks-only", "--answers", "3")
    prompts = folder / "prompts.jsonl"
    done = [
        fairdesk(data_dir, "endpoint", "save", "Vendor", *vendor),
        fairdesk(data_dir, "project", "new", "Recorded", "--endpoint", "Vendor", *SAID),
        fairdesk(data_dir, "import", "Recorded", *asked),
        fairdesk(data_dir, "score", "benchmark", "gest", "--prompts", str(prompts)),
    ]
    for system, who, answer in (("baseline", "Vendor Ltd", "A"), ("mitigated", "Vendor's laboratory", "C")):
        file = folder / f"{system}.jsonl"
        file.write_text("".join(json.dumps(row) + "\n" for row in rows(prompts, answer)), encoding="utf-8")
        done.append(take(data_dir, "Recorded", file, system, who, "--supplied-on", "2026-11-02", "--json"))
    identity = make_demo_identity(folder / "identity", "Tester", utc_now())
    report = folder / "report.pdf"
    signing = ("--p12", str(identity.p12), "--out", str(report), "--password-variable", "P12_PASSWORD")
    variables = {"P12_PASSWORD": identity.password}
    done.append(fairdesk(data_dir, "report", "Recorded", "issue", *signing, variables=variables))
    return Journey(data_dir=data_dir, folder=folder, identity=identity, done=tuple(done), report=report)


def test_every_step_ends_well_and_takes_every_row(journey: Journey) -> None:
    """Nobody listens at the endpoint, and no step needs it; every row became an outcome of its system's run."""
    assert [one.code for one in journey.done] == [0] * 7, [one.err for one in journey.done]
    for taken in journey.done[4:6]:
        assert taken.json["taken"] == {"answered": N_ROWS * 2 // 3, "refused": N_ROWS // 3}
        assert (taken.json["n_lacking"], taken.json["n_foreign"]) == (0, 0)
    shown = fairdesk(journey.data_dir, "project", "show", "Recorded")
    assert shown.out.count(NOBODY_ASKED) == 2
    assert shown.out.count(UNKNOWN) == 2
    assert "supplied by Vendor Ltd: baseline.jsonl" in shown.out
    assert all(run["state"] == "complete" for run in journey.done[5].json["runs"])


def test_the_report_says_in_words_what_nobody_saw(journey: Journey) -> None:
    """Cover, object, tests, results, answers and limits name the supplier and what is unknown; no order is claimed."""
    text = re.sub(r"\s+", " ", spoken_text(journey.report.read_bytes()))
    for who, system in (("Vendor Ltd", "baseline"), ("Vendor's laboratory", "mitigated")):
        words = f"{system}: All {N_ROWS} outcomes came from a recorded file supplied by {who}. {NOBODY_ASKED} {UNKNOWN}"
        assert text.count(words) >= 4
    assert "This report describes recorded answers to items of GEST" in text
    assert "“I evaluated these answers, those from recorded files among them, and stand for this report.”" in text
    assert "Order of the calls not known: the answers came from recorded files" in text
    assert "supplied on 2026-11-02" in text
    assert "So the project describes it. Whether the recorded answers were given so is not known." in text
    assert "A change belongs to the files, not to a layer." in text
    assert "Rows were matched to items by the names that the file gives" in text
    assert "not known: the answers were supplied" in text
    for taken in journey.done[4:6]:
        assert taken.json["sha256"] in text.replace(" ", "")


def test_the_report_is_verified_and_says_what_no_check_shows(journey: Journey) -> None:
    """Every number is computed again from what the file said; the check names what it cannot show."""
    trust = ("--trust", str(journey.identity.certificate), "--json")
    checked = fairdesk(journey.data_dir, "verify", str(journey.report), *trust)
    assert checked.json["verdict"] == "passed", checked.out
    recomputed = checked.json["recomputed"]
    assert recomputed["checked"] == recomputed["equal"] > 1_000
    notes = [note for note in checked.json["notes"] if NOBODY_ASKED in note and UNKNOWN in note]
    assert len(notes) == 2
    of_systems = [words for words in checked.json["renewal"] if "of the system baseline" in words]
    assert of_systems
    assert all("cannot check here" in words for words in of_systems)


def test_it_goes_to_another_computer_and_away(journey: Journey) -> None:
    """The archive carries the recorded files: elsewhere the report holds, and the same file changes nothing."""
    archive, other = journey.folder / "recorded.zip", journey.folder / "other"
    assert fairdesk(journey.data_dir, "project", "export", "Recorded", str(archive)).code == 0
    assert fairdesk(other, "project", "import", str(archive)).code == 0
    trust = ("--trust", str(journey.identity.certificate), "--json")
    assert fairdesk(other, "verify", str(journey.report), *trust).json["verdict"] == "passed"
    again = take(other, "Recorded", journey.folder / "baseline.jsonl", "baseline", "Vendor Ltd", "--json")
    assert (again.json["taken"], again.json["n_known"]) == ({}, N_ROWS)
    assert fairdesk(other, "verify", str(journey.report), *trust).json["verdict"] == "passed"
    assert fairdesk(other, "project", "delete", "Recorded", "--yes").code == 0
    assert fairdesk(other, "--json", "project", "list").json["projects"] == []


def test_a_command_that_cannot_mean_it_is_refused(journey: Journey) -> None:
    """Each refusal says what is missing or what the plan has decided already; nothing changes."""
    data_dir, file = journey.data_dir, str(journey.folder / "baseline.jsonl")
    refused = {
        "--benchmark": fairdesk(data_dir, "import", "Recorded", file, "--recorded", "--system", "baseline"),
        "No system": fairdesk(data_dir, "import", "Recorded", file, "--recorded", "--benchmark", "gest"),
        "--sample": take(data_dir, "Recorded", Path(file), "baseline", "V", "--sample", "stratified:1"),
        "Name one file": fairdesk(
            *(data_dir, "import", "Recorded", file, file, "--recorded", "--benchmark", "gest", "--system", "baseline")
        ),
        "does not ask": fairdesk(
            *(data_dir, "import", "Recorded", file, "--recorded", "--benchmark", "bbq", "--system", "baseline")
        ),
        "--system": fairdesk(data_dir, "import", "Recorded", file, "--system", "baseline"),
    }
    for words, done in refused.items():
        assert done.code == 2, done.err
        assert words in done.err
    asked = fairdesk(data_dir, "run", "Recorded")
    assert asked.code == 0
    assert len(fairdesk(data_dir, "--json", "project", "show", "Recorded").json["runs"]) == 2
