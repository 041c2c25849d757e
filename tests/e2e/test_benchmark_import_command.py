"""Official files on the command line: told by their bytes, named, refused, printed."""

from __future__ import annotations

import shutil
from pathlib import Path

from fairdesk.settings.paths import resources_dir
from tests.e2e.command_line import fairdesk

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

    said = fairdesk(data_dir, "import", "Files", str(PAIRS)).out
    assert "Recognised: CrowS-Pairs' pairs.csv" in said
    assert "it may go into an evidence package" in said

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
