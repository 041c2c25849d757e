"""A reading corrected by hand: kept with name, time and reason, used by every number, printed, tampering named."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pypdf
import pytest

from fairdesk.audit.analyse import analyse_project
from fairdesk.audit.answers import AnswerFilter, answer_ids, answer_rows, one_answer
from fairdesk.audit.corrections import correct_reading, corrections_of, reading_standing
from fairdesk.audit.issue import IssueRequest, issue_report
from fairdesk.audit.plan import fix_plan
from fairdesk.audit.projects import create_project, show_project, starting_details
from fairdesk.audit.results_view import results_standing, what_changed
from fairdesk.audit.run import run_project
from fairdesk.audit.verify import verify_report
from fairdesk.audit.workspace import Workspace, WorkspaceSpec, utc_now
from fairdesk.domain.canonical import canonical_bytes
from fairdesk.domain.codec import to_plain
from fairdesk.domain.corrections import Correction, CorrectionRequest
from fairdesk.domain.errors import FairDeskError, InputError, StoreBusy
from fairdesk.domain.exchanges import ItemKey, ReadNothing, ReadRefusal, ReadValue, Status
from fairdesk.domain.reports import CheckVerdict
from fairdesk.domain.results import Analysis, Estimate
from fairdesk.report.evidence_file import measured
from fairdesk.report.identity import make_demo_identity


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The profile of a small rehearsal and its project."""
    folder = Path(tmp_path_factory.mktemp("ran"))
    spec = WorkspaceSpec(data_dir=folder)
    details = replace(starting_details(), n_cases=3, auditor="A. Auditor", client="C", purpose="P", n_samples=1)
    project = create_project(spec, "Small", details)
    fix_plan(spec, project.project_id)
    run_project(spec, project.project_id, lambda progress: None)
    return folder, project.project_id


@pytest.fixture
def spec(ran: tuple[Path, str], tmp_path: Path) -> WorkspaceSpec:
    """A copy of that profile that a test may change."""
    copy = WorkspaceSpec(data_dir=tmp_path / "profile")
    there, here = (Workspace(one).paths.store_file for one in (WorkspaceSpec(data_dir=ran[0]), copy))
    here.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(there)) as source, closing(sqlite3.connect(here)) as target:
        source.backup(target)
    return copy


@pytest.fixture
def project(ran: tuple[Path, str]) -> str:
    return ran[1]


def run_of(spec: WorkspaceSpec, project: str, system: str = "baseline") -> str:
    return next(run.run_id for run in show_project(spec, project).runs if run.system == system)


def a_key(spec: WorkspaceSpec, run_id: str, variant: str = "female") -> ItemKey:
    """An answer of the variant to the question of the rating."""
    rows = answer_rows(spec, run_id, answer_ids(spec, run_id, AnswerFilter(question="rating")))
    row = next(row for row in rows if row.variant == variant and row.status is not Status.FAILED)
    return ItemKey(case_id=row.case_id, variant=row.variant, question=row.question, sample=row.sample)


def request(spec: WorkspaceSpec, project: str, **changes: object) -> CorrectionRequest:
    """A request that corrects an answer to another value than it has."""
    run_id = run_of(spec, project)
    key = a_key(spec, run_id)
    read = reading_standing(spec, run_id, key).current
    other = 1.0 if read != ReadValue(value=1.0) and getattr(read, "value", 0) != 1.0 else 5.0
    plain = CorrectionRequest(run_id=run_id, key=key, new=ReadValue(value=other), who="B. Reader", why="Misread digit")
    return replace(plain, **changes)  # type: ignore[arg-type]  # fields of the request, given by name


def rows_of(analysis: Analysis, corrected: bool) -> set[tuple[str, str, str]]:
    """System, variant and measure of the rating's rows that are marked, or are not."""
    return {
        (row.system, row.variant, row.measure)
        for row in analysis.results
        if row.question_id == "rating" and ("corrected" in row.counts) is corrected
    }


def test_a_correction_is_kept_with_everything_that_belongs_to_it(spec: WorkspaceSpec, project: str) -> None:
    """Old and new reading, name, time and reason stand on the run's chain, and the answer is still the stored one."""
    asked = request(spec, project)
    before = reading_standing(spec, asked.run_id, asked.key)
    made = correct_reading(spec, project, asked)

    assert corrections_of(spec, asked.run_id) == (made,)
    assert (made.old, made.new, made.who, made.why) == (before.read, asked.new, "B. Reader", "Misread digit")
    after = reading_standing(spec, asked.run_id, asked.key)
    assert (after.read, after.current, after.corrections) == (before.read, asked.new, (made,))


def test_every_affected_number_is_marked_and_no_other(spec: WorkspaceSpec, project: str) -> None:
    """Rows of the variant and of its intersection carry the count; other variants and systems do not."""
    _, before = analyse_project(spec, project)
    correct_reading(spec, project, request(spec, project))
    _, after = analyse_project(spec, project)

    assert rows_of(before, corrected=True) == set()
    marked = rows_of(after, corrected=True)
    assert {(system, variant) for system, variant, _ in marked} == {
        ("baseline", "female"),
        ("baseline", "female+international"),
    }
    assert ("baseline", "female+international", "interaction") in marked
    assert ("baseline", "female", "mean_shift") in marked
    assert {row.variant for row in after.comparisons if row.n_corrected} == {"female"}
    assert {name for name, _, _ in rows_of(after, corrected=False)} == {"baseline", "mitigated"}


def test_the_numbers_change_as_if_the_answer_had_been_read_so(spec: WorkspaceSpec, project: str) -> None:
    """The mean shift moves by the change of the value divided by the number of files."""
    asked = request(spec, project)
    old = reading_standing(spec, asked.run_id, asked.key).read
    assert isinstance(old, ReadValue)
    assert isinstance(asked.new, ReadValue)

    def shift() -> Estimate:
        rows = analyse_project(spec, project)[1].results
        name = "baseline/rating/female/mean_shift"
        outcome = next(row.outcome for row in rows if row.result_id == name)
        assert isinstance(outcome, Estimate)
        return outcome

    before = shift()
    correct_reading(spec, project, asked)
    assert shift().value - before.value == pytest.approx((asked.new.value - old.value) / before.n)


def test_the_last_correction_counts_and_going_back_is_one(spec: WorkspaceSpec, project: str) -> None:
    """Three corrections are kept; after the way back the numbers are the old ones and the rows stay marked."""
    _, before = analyse_project(spec, project)
    asked = request(spec, project)
    read = reading_standing(spec, asked.run_id, asked.key).read
    correct_reading(spec, project, asked)
    correct_reading(spec, project, replace(asked, new=ReadRefusal(reason="declines"), why="It declines"))
    correct_reading(spec, project, replace(asked, new=read, why="The first reading was right"))
    _, after = analyse_project(spec, project)

    assert [one.correction.why for one in after.corrections] == [
        "Misread digit",
        "It declines",
        "The first reading was right",
    ]
    assert [row.outcome for row in after.results] == [row.outcome for row in before.results]
    assert rows_of(after, corrected=True)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"why": "  "}, "reason"),
        ({"who": ""}, "name"),
        ({"new": ReadValue(value=6.0)}, "scale"),
        ({"new": ReadValue(value=float("nan"))}, "not a number"),
        ({"run_id": "r-elsewhere"}, "no run"),
        ({"key": ItemKey(case_id="no-file", variant="female", question="rating", sample=1)}, "no answer"),
    ],
)
def test_what_is_no_correction_is_refused(
    spec: WorkspaceSpec, project: str, changes: dict[str, object], words: str
) -> None:
    """Without reason, name, a value on the scale, a run or an answer nothing is written, and a sentence says why."""
    asked = request(spec, project, **changes)
    with pytest.raises(InputError, match=words):
        correct_reading(spec, project, asked)
    assert corrections_of(spec, run_of(spec, project)) == ()


def test_what_changes_nothing_is_refused(spec: WorkspaceSpec, project: str) -> None:
    """A correction to the reading that counts already would be noise in the chain."""
    asked = request(spec, project)
    correct_reading(spec, project, asked)
    with pytest.raises(InputError, match="counts already"):
        correct_reading(spec, project, asked)


@pytest.mark.parametrize("name", ["run", "project"])
def test_while_a_run_goes_on_nothing_is_corrected(spec: WorkspaceSpec, project: str, name: str) -> None:
    """Whoever holds the run is named; nothing is written."""
    asked = request(spec, project)
    with Workspace(spec) as workspace:
        workspace.store.leases.acquire(f"{name}:{asked.run_id if name == 'run' else project}", "somebody", 60)
        with pytest.raises(StoreBusy, match="somebody is working"):
            correct_reading(spec, project, asked)
    assert corrections_of(spec, asked.run_id) == ()


def test_the_window_sees_the_correction(spec: WorkspaceSpec, project: str) -> None:
    """The table and the view show what counts with who and why, the filter follows, and the counts of the run too."""
    asked = request(spec, project, new=ReadNothing(reason="no number in it"))
    before = next(run for run in show_project(spec, project).runs if run.run_id == asked.run_id)
    correct_reading(spec, project, asked)

    ids = answer_ids(spec, asked.run_id, AnswerFilter(status="unreadable", question="rating"))
    row = next(row for row in answer_rows(spec, asked.run_id, ids) if row.is_corrected)
    assert (row.case_id, row.variant, row.value, row.status) == (
        asked.key.case_id,
        asked.key.variant,
        None,
        Status.UNREADABLE,
    )
    view = one_answer(spec, asked.run_id, row.answer_id)
    assert isinstance(view.reading, ReadNothing)
    assert "corrected by hand by B. Reader: Misread digit" in view.reading.reason
    assert len(view.corrections) == 1
    after = next(run for run in show_project(spec, project).runs if run.run_id == asked.run_id)
    assert after.counts["unreadable"] == before.counts["unreadable"] + 1
    assert after.counts["answered"] == before.counts["answered"] - 1
    assert after.state is before.state


def test_what_changed_says_that_readings_were_corrected(spec: WorkspaceSpec, project: str) -> None:
    """An analysis from before knows that one reading was corrected since; a new one knows of no change."""
    _, before = analyse_project(spec, project)
    correct_reading(spec, project, request(spec, project))
    words = what_changed(before, results_standing(spec, project))

    assert words == ("baseline: 1 reading was corrected by hand since these results were computed.",)
    assert what_changed(analyse_project(spec, project)[1], results_standing(spec, project)) == ()


def test_without_a_correction_the_evidence_knows_nothing_of_corrections(spec: WorkspaceSpec, project: str) -> None:
    """Old evidence files stay equal leaf by leaf: no key of corrections is in one that has none."""
    plain = json.dumps(measured(analyse_project(spec, project)[1]))
    assert "correct" not in plain


def issued(spec: WorkspaceSpec, project: str, folder: Path) -> tuple[Path, Path]:
    """The signed report and the certificate that it was signed with."""
    identity = make_demo_identity(folder / "id", "Tester", utc_now())
    target = folder / "report.pdf"
    issue_report(spec, project, IssueRequest(p12=identity.p12, password=identity.password, target=target))
    return target, identity.certificate


def text_of(report: Path) -> str:
    return re.sub(r"\s+", " ", " ".join(page.extract_text() for page in pypdf.PdfReader(report).pages))


def by_force(spec: WorkspaceSpec, *statements: tuple[str, tuple[object, ...]]) -> None:
    """Change the store as somebody with a database tool would."""
    with closing(sqlite3.connect(Workspace(spec).paths.store_file, isolation_level=None)) as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        for statement, values in statements:
            assert connection.execute(statement, values).rowcount > 0


@pytest.mark.slow
def test_the_report_prints_corrections_and_the_check_uses_them(
    spec: WorkspaceSpec, project: str, tmp_path: Path
) -> None:
    """Who, why, old and new are printed, marked rows say so, and the check computes with the correction."""
    asked = request(spec, project)
    plain, _ = issued(spec, project, tmp_path / "before")
    correct_reading(spec, project, asked)
    report, certificate = issued(spec, project, tmp_path / "after")

    assert "corrected by hand" not in text_of(plain)
    text = text_of(report)
    for words in ("Readings corrected by hand", "B. Reader", "Misread digit", "1 corrected by hand"):
        assert words in text
    found = verify_report(spec, report, certificate)
    assert found.verdict is CheckVerdict.PASSED, found.problems
    # The report from before stands on the head from before.
    assert verify_report(spec, plain, certificate).recomputed is not None
    correct_reading(spec, project, replace(asked, new=ReadValue(value=3.0), why="Once more"))
    later = verify_report(spec, report, certificate)
    assert later.verdict is CheckVerdict.PASSED, later.problems


@pytest.mark.slow
@pytest.mark.parametrize("what", ["body", "filed elsewhere", "removed", "why with a new hash"])
def test_a_tampered_correction_is_named(spec: WorkspaceSpec, project: str, tmp_path: Path, what: str) -> None:
    """Whatever is done to a correction in the store, the check of the report fails and says where."""
    asked = request(spec, project)
    made = correct_reading(spec, project, asked)
    report, certificate = issued(spec, project, tmp_path)
    chain = f"run:{asked.run_id}"
    forged = canonical_bytes(to_plain(replace(made, why="Nothing to see")))
    statements = {
        "body": ("UPDATE ledger SET body = ? WHERE chain = ? AND kind = 'correction'", (forged, chain)),
        "filed elsewhere": (
            "UPDATE ledger SET variant = ? WHERE chain = ? AND kind = 'correction'",
            ("international", chain),
        ),
        "removed": ("DELETE FROM ledger WHERE chain = ? AND kind = 'correction'", (chain,)),
        "why with a new hash": (
            "UPDATE ledger SET body = ?, body_sha256 = ? WHERE chain = ? AND kind = 'correction'",
            (forged, "0" * 64, chain),
        ),
    }
    by_force(spec, statements[what])

    found = verify_report(spec, report, certificate)
    assert found.verdict is CheckVerdict.FAILED
    assert any("entry" in problem or "Entry" in problem or "head" in problem for problem in found.problems)


def test_a_correction_of_nothing_is_an_evidence_fault(spec: WorkspaceSpec, project: str) -> None:
    """A chain that corrects a call without an answer was made from outside; no number is computed from it."""
    from fairdesk.store.entries import CORRECTION, NewEntry

    run_id = run_of(spec, project)
    key = ItemKey(case_id="no-file", variant="female", question="rating", sample=1)
    forged = Correction(
        key=key, old=ReadNothing(reason=""), new=ReadValue(value=1.0), who="x", at="2026-01-01T00:00:00Z", why="x"
    )
    entry = NewEntry(
        kind=CORRECTION,
        body=canonical_bytes(to_plain(forged)),
        case_id=key.case_id,
        variant=key.variant,
        question=key.question,
        sample=1,
    )
    with Workspace(spec) as workspace:
        workspace.store.ledger.append(f"run:{run_id}", [entry])
    with pytest.raises(FairDeskError, match="no answer"):
        analyse_project(spec, project)
