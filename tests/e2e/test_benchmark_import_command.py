"""Official files on the command line: told by their bytes, named, refused, printed."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pypdf
import pytest

from fairdesk.audit.workspace import utc_now
from fairdesk.report.identity import make_demo_identity
from fairdesk.settings.paths import resources_dir
from tests.e2e.command_line import SAID, fairdesk

PAIRS = resources_dir() / "benchmarks" / "crows_pairs" / "pairs.csv"


def test_an_official_file_needs_no_name(data_dir: Path, tmp_path: Path) -> None:
    """A known file is taken for what it is; an edited copy has to be named, is taken with a warning, or is refused."""
    fairdesk(data_dir, "project", "new", "Files")
    found = fairdesk(data_dir, "import", "Files", str(PAIRS), "--json").json
    assert (found["benchmark"], found["items"]) == ("crows_pairs", 20)
    (file,) = found["files"]
    assert (file["version"], file["n_rows"], file["licence"]) == ("FairDesk's own suite", 20, "Apache 2.0")
    assert file["may_be_packaged"] == "yes"
    assert file["defects"][0].startswith("Written for FairDesk")
    assert found["power"][0].startswith("Planned with chance 0.80")
    assert "on 20 items" in found["power"][1]

    said = fairdesk(data_dir, "import", "Files", str(PAIRS)).out
    assert "Recognised: CrowS-Pairs' pairs.csv" in said
    assert "it may go into an evidence package" in said
    assert "What this sample can show:\n  Planned with chance 0.80" in said

    wrong = fairdesk(data_dir, "import", "Files", str(PAIRS), "--benchmark", "stereoset")
    assert wrong.code == 2
    assert "this is CrowS-Pairs' pairs.csv" in wrong.err

    edited = tmp_path / "mine.csv"
    shutil.copy(PAIRS, edited)
    edited.write_text(edited.read_text(encoding="utf-8").replace("quiet", "silent"), encoding="utf-8")
    unnamed = fairdesk(data_dir, "import", "Files", str(edited))
    assert unnamed.code == 2
    named = fairdesk(data_dir, "import", "Files", str(edited), "--benchmark", "crows_pairs", "--json").json
    (file,) = named["files"]
    assert (file["version"], file["may_be_packaged"], file["defects"], file["n_rows"]) == ("", None, [], 20)
    assert [note for note in named["notes"] if note.startswith("mine.csv is not a file that FairDesk knows")]


@pytest.mark.slow
def test_an_archive_carries_the_files_and_what_is_known_of_them(data_dir: Path, tmp_path: Path) -> None:
    """A project with a known and an unknown file is asked elsewhere from its archive, with the same plan and words."""
    edited = tmp_path / "mine.csv"
    edited.write_text(PAIRS.read_text(encoding="utf-8").replace("quiet", "silent"), encoding="utf-8")
    fairdesk(data_dir, "project", "new", "Files", *SAID)
    fairdesk(data_dir, "import", "Files", str(edited), "--benchmark", "crows_pairs", "--benchmarks-only")
    assert fairdesk(data_dir, "import", "Files", "--benchmark", "stereoset", "--benchmarks-only").code == 0
    archive, there = tmp_path / "files.fairdesk", tmp_path / "there"
    assert fairdesk(data_dir, "project", "export", "Files", str(archive)).code == 0
    assert fairdesk(there, "project", "import", str(archive)).code == 0
    assert fairdesk(there, "run", "Files").code == 0
    assert fairdesk(there, "project", "export", "Files", str(archive), "--replace").code == 0
    assert fairdesk(data_dir, "project", "import", str(archive)).code == 0
    identity = make_demo_identity(tmp_path / "identity", "Tester", utc_now())
    report = tmp_path / "report.pdf"
    issued = fairdesk(
        data_dir,
        *("report", "Files", "issue", "--p12", str(identity.p12), "--out", str(report)),
        *("--password-variable", "P12_PASSWORD"),
        variables={"P12_PASSWORD": identity.password},
    )
    assert issued.code == 0, issued
    verified = fairdesk(data_dir, "--json", "verify", str(report), "--trust", str(identity.certificate))
    assert (verified.code, verified.json["verdict"], verified.json["problems"]) == (0, "passed", []), verified
    text = re.sub(r"\s+", " ", " ".join(page.extract_text() for page in pypdf.PdfReader(report).pages))
    for words in (
        "mine.csv is not a file that FairDesk knows",
        "FairDesk's own suite",
        "Written for FairDesk to try",
        "what this sample can",
    ):
        assert words in text


def test_a_relative_of_bbq_needs_no_name(data_dir: Path, tmp_path: Path) -> None:
    """A known file is recognised; a damaged one says where, and leaves a project that asks nothing."""
    suite = resources_dir() / "benchmarks" / "kobbq"
    fairdesk(data_dir, "project", "new", "Files")
    damaged = tmp_path / "KoBBQ_suite.tsv"
    damaged.write_bytes((suite / damaged.name).read_bytes()[:3000])
    refused = fairdesk(data_dir, "import", "Files", str(damaged))
    assert refused.code == 2
    assert re.search(r"KoBBQ_suite\.tsv, line \d+", refused.err), refused.err
    assert fairdesk(data_dir, "--json", "project", "show", "Files").json.get("benchmarks", []) == []
    found = fairdesk(data_dir, "import", "Files", str(suite), "--form", "open", "--json").json
    assert (found["benchmark"], found["form"], found["items"]) == ("kobbq", "open", 24)
