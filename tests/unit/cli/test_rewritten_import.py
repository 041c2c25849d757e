"""fairdesk import --rewritten: texts that somebody rewrote reach the design, from a command line alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fairdesk.audit.projects import create_project, show_project
from fairdesk.audit.variants import build_variants, variants_of_case
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.cli.commands import build_parser, run_command_line
from fairdesk.domain.design import Cue, CueKind
from tests.unit.audit.designed_project import designed_project, names_cue, small_design, some_texts

DIALECT = Cue(cue_id="dialect", attribute_id="origin", kind=CueKind.REWRITTEN, title="Dialect", language="en")


@pytest.fixture
def project(tmp_path: Path) -> tuple[WorkspaceSpec, str]:
    """A project with two files and a cue of rewritten texts."""
    return designed_project(tmp_path, small_design(cues=(names_cue(), DIALECT)), some_texts(2))


def imported(
    project: tuple[WorkspaceSpec, str], capsys: pytest.CaptureFixture[str], *words: str
) -> tuple[int, dict[str, Any]]:
    spec, name = project
    arguments = ["--data-dir", str(spec.data_dir), "--json", "import", name, *words]
    code = run_command_line(build_parser().parse_args(arguments))
    return code, json.loads(capsys.readouterr().out)


def test_texts_become_the_variants_of_their_cue(
    project: tuple[WorkspaceSpec, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The design names the texts that were taken, and the variant of a file is the text that somebody wrote."""
    file = tmp_path / "dialect.csv"
    file.write_text("case_id,level,text\nt-00000,abroad,He be late\nx,abroad,No\n", encoding="utf-8")
    code, said = imported(project, capsys, str(file), "--rewritten", "dialect")
    assert (code, said["texts"], len(said["problems"])) == (0, 1, 2)
    spec, name = project
    design = show_project(spec, name).details.design
    assert design is not None
    assert [cue.texts_sha256 for cue in design.cues] == ["", said["sha256"]]
    build_variants(spec, name)
    compared = variants_of_case(spec, name, "t-00000").compared
    assert [one.variant.text for one in compared if one.variant.label == "abroad"] == ["He be late"]


@pytest.mark.parametrize(
    ("words", "cause"),
    [
        (("--rewritten", "names"), "no cue names of rewritten texts"),
        (("--rewritten", "dialect", "--cases"), "one file"),
        (("other.csv", "--rewritten", "dialect"), "one file"),
    ],
)
def test_what_belongs_to_no_cue_changes_nothing(
    project: tuple[WorkspaceSpec, str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
    cause: str,
) -> None:
    """Another kind of cue, more files and cases beside it are refused; the design stays as it was."""
    file = tmp_path / "dialect.csv"
    file.write_text("case_id,level,text\nt-00000,abroad,He be late\n", encoding="utf-8")
    before = show_project(*project).details
    code, said = imported(project, capsys, str(file), *words)
    assert code == 2
    assert cause in json.dumps(said)
    assert show_project(*project).details == before


def test_a_project_without_a_design_has_no_such_cue(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The shipped test takes no rewritten texts, and says where a design begins."""
    spec = WorkspaceSpec(data_dir=tmp_path / "profile")
    create_project(spec, "Plain")
    file = tmp_path / "dialect.csv"
    file.write_text("case_id,level,text\nt,abroad,x\n", encoding="utf-8")
    code, said = imported((spec, "Plain"), capsys, str(file), "--rewritten", "dialect")
    assert code == 2
    assert "Begin a design" in json.dumps(said)
    assert show_project(spec, "Plain").details.design is None
