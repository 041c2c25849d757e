"""Projects that ask benchmarks, carried through everything that a project can be put through."""

from __future__ import annotations

from pathlib import Path

import pytest

from fairdesk.audit.analyse import analyse_project
from fairdesk.audit.workspace import WorkspaceSpec
from tests.e2e.command_line import SAID, fairdesk

RECORDS = "item,variant,value\n1,original,3\n1,female,2\n2,original,4\n2,female,4\n"


def test_supplied_answers_and_a_benchmark_do_not_meet(data_dir: Path, tmp_path: Path) -> None:
    """Whichever comes second is refused with cause and cure: nobody can be asked beside answers that were supplied."""
    records = tmp_path / "records.csv"
    records.write_text(RECORDS, encoding="utf-8")
    scale = ("--scale", "1", "5", "--supplied-by", "somebody")
    fairdesk(data_dir, "project", "new", "Records", *SAID)
    assert fairdesk(data_dir, "import", "Records", str(records), *scale).code == 0
    later = fairdesk(data_dir, "import", "Records", "--benchmark", "bbq")
    assert later.code == 2
    assert "were supplied" in later.err
    assert "another project" in later.err

    fairdesk(data_dir, "project", "new", "Asked", *SAID)
    assert fairdesk(data_dir, "import", "Asked", "--benchmark", "bbq", "--sample", "stratified:1").code == 0
    later = fairdesk(data_dir, "import", "Asked", str(records), *scale)
    assert later.code == 2
    assert "asks benchmarks" in later.err
    assert "another project" in later.err
    assert fairdesk(data_dir, "--json", "project", "show", "Asked").json["runs"] == []


@pytest.mark.slow
def test_a_larger_sample_is_a_new_plan_that_reuses_what_was_answered(data_dir: Path) -> None:
    """A run of the plan as it was says what changed since; under the new plan known answers are taken over."""
    fairdesk(data_dir, "project", "new", "Grown", *SAID)
    pairs = ("import", "Grown", "--benchmark", "crows_pairs", "--benchmarks-only", "--sample")
    assert fairdesk(data_dir, *pairs, "stratified:1").code == 0
    first = fairdesk(data_dir, "--json", "run", "Grown").json["runs"]
    assert "since its plan was fixed" not in fairdesk(data_dir, "run", "Grown").err
    assert fairdesk(data_dir, *pairs, "stratified:2").code == 0
    same = fairdesk(data_dir, "run", "Grown")
    assert "since its plan was fixed" in same.err
    assert "other files, items or answers of CrowS-Pairs" in same.err
    assert fairdesk(data_dir, "plan", "Grown", "lock", "--alone", "--by", "A. Auditor", "--role", "auditor").code == 0
    assert fairdesk(data_dir, "run", "Grown", "--reuse").code == 0
    _, analysis = analyse_project(WorkspaceSpec(data_dir=data_dir), "Grown")
    for before, after in zip(first, analysis.runs, strict=True):
        assert after.n_reused == before["n_planned"] < after.n_planned
