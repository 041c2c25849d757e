"""Supplied records from the outside: score a file, import it, issue its report and check it, as a stranger does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fairdesk.audit.workspace import utc_now
from fairdesk.report.identity import make_demo_identity
from tests.e2e.chapter_run import EXPECTED, INTERACTION
from tests.e2e.command_line import SAID, fairdesk
from tests.e2e.supplied_files import attribute_file, long_file, two_systems_file, wide_file, write_csv

pytestmark = pytest.mark.slow


def assert_chapter(answer: dict[str, Any], names: dict[str, str]) -> None:
    """The answer has every value of the chapter's table 9 under the given labels."""
    rows = {row["variant"]: row for row in answer["variants"]}
    for variant, expected in EXPECTED.items():
        row = rows[names.get(variant, variant)]
        assert row["pairs"] == 400
        assert (row["unreadable"], row["refused"]) == (0, 0)
        assert row["consistency"] == pytest.approx(expected["consistency"])
        assert row["mean_shift"] == pytest.approx(expected["shift"])
        assert row["cf_gap"] == pytest.approx(expected["gap"])
        assert row["sign_p"] == pytest.approx(expected["p"], rel=1e-3)
        assert row["sign_p_adjusted"] >= row["sign_p"]
        assert row["estimates"]["consistency"]["ci_method"] == "Wilson"
    (interaction,) = answer["interactions"]
    assert interaction["interaction"] == pytest.approx(INTERACTION)
    assert interaction["observed"] == pytest.approx(-0.235)
    assert interaction["additive"] == pytest.approx(-0.145)
    assert interaction["estimates"]["interaction"]["ci_low"] < INTERACTION


@pytest.mark.parametrize("write", [long_file, wide_file])
def test_a_file_is_scored_without_a_project(data_dir: Path, tmp_path: Path, write: Any) -> None:
    """Both forms of the 400 files give the chapter's table, and no profile is made."""
    done = fairdesk(data_dir / "none", "score", "counterfactual", str(write(tmp_path / "r.csv")), "--json")
    assert done.code == 0
    assert_chapter(done.json, {})
    assert not (data_dir / "none").exists()


def test_attributes_may_come_from_columns(data_dir: Path, tmp_path: Path) -> None:
    """--map names the attributes, --reference the original, and the interaction is found by attributes."""
    path = attribute_file(tmp_path / "r.csv")
    done = fairdesk(
        data_dir,
        *("score", "counterfactual", str(path), "--json", "--reference", "v0", "--scale", "1", "5"),
        *("--map", "gender=attribute.sex", "--map", "origin=attribute.origin"),
    )
    names = {"female": "v1", "international": "v2", "female+international": "v3"}
    assert_chapter(done.json, names)
    assert done.json["interactions"][0]["attributes"] == {"sex": "female", "origin": "international"}


def test_an_interaction_that_is_not_identified_stands_under_coverage(data_dir: Path, tmp_path: Path) -> None:
    """Without the single variant of one cue nothing is computed for the pair, and the gap is named."""
    rows = [(f"f{n}", label, n % 5 + 1) for n in range(9) for label in ("original", "female", "female+older")]
    path = write_csv(tmp_path / "r.csv", ("item", "variant", "value"), rows)
    answer = fairdesk(data_dir, "score", "counterfactual", str(path), "--json").json

    assert answer["interactions"] == []
    (lacking,) = answer["coverage"]["without_interaction"]
    assert (lacking["variant"], lacking["missing"]) == ("female+older", [{"older": "older"}])
    assert answer["variants"][0]["sign_p"] is None
    assert answer["variants"][0]["test"]["reason"]


def test_nothing_usable_is_undecided_and_a_bad_row_is_wrong_input(data_dir: Path, tmp_path: Path) -> None:
    """Refusals on one side are exit 3 with null numbers; a row without its item is exit 2 and named."""
    rows = [(f"f{n}", "original", 3, "") for n in range(3)] + [(f"f{n}", "female", "", "refused") for n in range(3)]
    path = write_csv(tmp_path / "r.csv", ("item", "variant", "value", "status"), rows)
    done = fairdesk(data_dir, "score", "counterfactual", str(path), "--json")
    assert done.code == 3
    (row,) = done.json["variants"]
    assert (row["pairs"], row["refused"], row["consistency"], row["sign_p"]) == (0, 3, None, None)
    assert row["estimates"]["consistency"]["reason"]

    bad = write_csv(tmp_path / "bad.csv", ("item", "variant", "value"), [("", "original", 3), ("a", "female", 3)])
    done = fairdesk(data_dir, "score", "counterfactual", str(bad))
    assert (done.code, done.out) == (2, "")
    assert "bad.csv, line 2" in done.err
    assert "--take-good-rows" in done.err


def test_the_whole_way_from_file_to_verified_report(data_dir: Path, tmp_path: Path) -> None:
    """Import, report and check are three commands; the check passes with the signer's certificate."""
    path = two_systems_file(tmp_path / "r.csv")
    assert fairdesk(data_dir, "project", "new", "P", *SAID).code == 0
    done = fairdesk(
        data_dir,
        *("import", "P", str(path), "--supplied-by", "Vendor Ltd", "--supplied-on", "2026-11-01"),
        *("--scale", "1", "5", "--json"),
    )
    assert done.code == 0
    assert [run["system"] for run in done.json["runs"]] == ["old_model", "new model"]
    assert done.json["records"]["n_items"] == 400
    identity = make_demo_identity(tmp_path / "id", "Tester", utc_now())
    report = tmp_path / "report.pdf"
    done = fairdesk(
        data_dir,
        *("report", "P", "issue", "--p12", str(identity.p12), "--out", str(report)),
        *("--password-variable", "P12_PASSWORD", "--json"),
        variables={"P12_PASSWORD": identity.password},
    )
    assert done.code == 0, done.err
    done = fairdesk(data_dir, "verify", str(report), "--trust", str(identity.certificate), "--json")
    assert (done.code, done.json["verdict"]) == (0, "passed")
    assert done.json["recomputed"]["different"] == []


def test_a_password_comes_by_a_pipe_or_nobody_typed_it(data_dir: Path, tmp_path: Path) -> None:
    """Without a terminal the password is a line of input; with no input the command says how else to give it."""
    assert fairdesk(data_dir, "project", "new", "P", *SAID).code == 0
    assert fairdesk(data_dir, "import", "P", str(long_file(tmp_path / "r.csv")), "--scale", "1", "5").code == 0
    identity = make_demo_identity(tmp_path / "id", "Tester", utc_now())
    words = ("report", "P", "issue", "--p12", str(identity.p12), "--out", str(tmp_path / "report.pdf"))

    done = fairdesk(data_dir, *words)
    assert (done.code, done.out) == (2, "")
    assert "--password-variable" in done.err
    done = fairdesk(data_dir, *words, said=f"{identity.password}\n")
    assert done.code == 0, done.err
    assert "Warning" not in done.err


def test_a_file_that_cannot_be_imported_leaves_the_project_alone(data_dir: Path, tmp_path: Path) -> None:
    """Without a known original the command says what to add, and the project has no plan."""
    rows = [(f"f{n}", label, 3) for n in range(3) for label in ("a", "b")]
    path = write_csv(tmp_path / "r.csv", ("item", "variant", "value"), rows)
    assert fairdesk(data_dir, "project", "new", "P", *SAID).code == 0
    done = fairdesk(data_dir, "import", "P", str(path), "--supplied-by", "V", "--json")
    assert done.code == 2
    assert "--reference" in done.json["error"]["advice"]
    assert fairdesk(data_dir, "project", "show", "P", "--json").json["plan_sha256"] == ""


def test_an_unnamed_supplier_is_said_to_be_unnamed(data_dir: Path, tmp_path: Path) -> None:
    """Without --supplied-by the import goes on, and what stands beside the numbers is that nobody was named."""
    assert fairdesk(data_dir, "project", "new", "P", *SAID).code == 0
    done = fairdesk(data_dir, "import", "P", str(long_file(tmp_path / "r.csv")), "--scale", "1", "5", "--json")
    assert done.code == 0
    assert done.json["records"]["supplied_by"] == "somebody who was not named"
