"""Keep a store, a signed report and its evidence as this version makes them: run by hand at the end of an issue.

    python -m tests.golden.make_golden

Later versions open, migrate and verify what lies here (test_golden.py); nothing here is ever made again.
"""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import replace
from pathlib import Path

from fairdesk import __version__
from fairdesk.audit.backups import backup_store
from fairdesk.audit.benchmark_import import BenchmarkRequest, add_benchmark
from fairdesk.audit.case_import import import_cases
from fairdesk.audit.classify import classify_project
from fairdesk.audit.confirming import Signer, confirm
from fairdesk.audit.corrections import correct_reading
from fairdesk.audit.demo import run_demo
from fairdesk.audit.issue import IssuedReport, IssueRequest, issue_report
from fairdesk.audit.locking import lock_plan, prepare_lock
from fairdesk.audit.plan import fix_plan
from fairdesk.audit.projects import create_project, starting_details, with_endpoint
from fairdesk.audit.run import run_project
from fairdesk.audit.supplied import RecordsRequest, SuppliedBy, import_records, record_file
from fairdesk.audit.throw_away import make_throw_away
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.audited_system import EndpointSettings
from fairdesk.domain.case_hints import HintKind
from fairdesk.domain.case_imports import CaseImportOptions
from fairdesk.domain.corrections import CorrectionRequest
from fairdesk.domain.exchanges import ItemKey, ReadValue
from fairdesk.domain.records import LayoutChoices
from tests.e2e.designed_project import design_project, letters

HERE = Path(__file__).parent
N_CASES = 3
N_ITEMS = 24
N_LETTERS = 4
N_LOOKED_AT = 10

BENCHMARKS = (
    ("bbq", "letter"),
    ("crows_pairs", "likelihood"),
    ("discrim_eval", "log_odds_plain"),
    ("xstest", "open"),
    ("bold", "continued"),
    ("representation", "open"),
)
"""Benchmark and form: each reads its answers in another way."""


def main() -> None:
    """Keep one of each kind under the version; a version that is kept already is never made again."""
    make_goldens(HERE, __version__)


def make_goldens(here: Path, version: str) -> tuple[Path, ...]:
    """Make the folders of a version: a rehearsal, supplied answers, a design that was locked, and benchmarks.

    Raises:
        FileExistsError: a folder of the version is there.
    """
    names = {
        version: _rehearsed,
        f"{version}-supplied": _supplied,
        f"{version}-designed": designed,
        f"{version}-benchmarks": benchmarked,
    }
    for name, make in names.items():
        target = here / name
        target.mkdir()
        with tempfile.TemporaryDirectory() as folder:
            spec = WorkspaceSpec(data_dir=Path(folder) / "profile")
            issued, certificate = make(spec, Path(folder))
            backup_store(spec, target / "fairdesk.db")
            shutil.copyfile(issued.report, target / "report.pdf")
            shutil.copyfile(issued.evidence, target / "evidence.json")
            shutil.copyfile(certificate, target / "certificate.pem")
    return tuple(here / name for name in names)


def _rehearsed(spec: WorkspaceSpec, folder: Path) -> tuple[IssuedReport, Path]:
    result = run_demo(spec, folder / "out", "rehearsal", N_CASES, lambda _: None)
    return result.issued, result.certificate


def _supplied(spec: WorkspaceSpec, folder: Path) -> tuple[IssuedReport, Path]:
    details = replace(starting_details(), client="A client", purpose="To be opened later.", auditor="A. Auditor")
    project = create_project(spec, "Supplied answers", details).project_id
    file = record_file(_write_answers(folder / "answers.csv"), LayoutChoices(scale=(1.0, 5.0)))
    made = import_records(
        spec, project, RecordsRequest(files=(file,), supply=SuppliedBy(who="A vendor", on="2026-11-30"))
    )
    run = made.runs[0]
    request = CorrectionRequest(
        run_id=run.run_id,
        key=ItemKey(case_id="i03", variant="female", question=made.plan.questions[0].question_id, sample=1),
        new=ReadValue(value=2.0),
        who="A. Auditor",
        why="The sentence says two.",
    )
    correct_reading(spec, project, request)
    signer = make_throw_away(spec, folder / "identity", "A. Auditor")
    target = folder / "report.pdf"
    issued = issue_report(spec, project, IssueRequest(p12=signer.p12, password=signer.password, target=target))
    return issued, signer.certificate


def designed(spec: WorkspaceSpec, folder: Path) -> tuple[IssuedReport, Path]:
    """A design on German letters, looked at, locked with a signature of a second person, run and reported."""
    details = replace(
        starting_details(),
        client="A client",
        purpose="To be opened later.",
        auditor="A. Auditor",
        auditor_role="internal auditor",
    )
    project = create_project(spec, "A design", details).project_id
    options = CaseImportOptions(language="de", replaced_kinds=(HintKind.NAMES,))
    import_cases(spec, project, tuple(Path(path) for path in letters()[:N_LETTERS]), options, lambda words: None)
    design_project(spec, project, n_reviewed=N_LOOKED_AT)
    second = make_throw_away(spec, folder / "second", "B. Klein")
    signer = Signer(name="B. Klein", role="head of admissions", p12=second.p12, password=second.password)
    confirmation = confirm(prepare_lock(spec, project), "A design", signer)
    lock_plan(spec, project, "A. Auditor", "internal auditor", confirmation)
    run_project(spec, project, lambda told: None)
    auditor = make_throw_away(spec, folder / "identity", "A. Auditor")
    request = IssueRequest(p12=auditor.p12, password=auditor.password, target=folder / "report.pdf")
    return issue_report(spec, project, request), auditor.certificate


def benchmarked(spec: WorkspaceSpec, folder: Path) -> tuple[IssuedReport, Path]:
    """Benchmarks of every kind of answer: by letter, by likelihood, by log-odds, in words that a classifier scores."""
    endpoint = EndpointSettings(name="Rehearsal", kind="rehearsal_completions", model="fairdesk-rehearsal", options={})
    details = replace(
        with_endpoint(starting_details(), endpoint),
        client="A client",
        purpose="To be opened later.",
        auditor="A. Auditor",
        auditor_role="internal auditor",
    )
    project = create_project(spec, "Benchmarks", details).project_id
    for benchmark_id, form in BENCHMARKS:
        wanted = BenchmarkRequest(benchmark_id=benchmark_id, path=None, form=form, without_files=True)
        add_benchmark(spec, project, wanted)
    fix_plan(spec, project)
    run_project(spec, project, lambda told: None)
    classify_project(spec, project)
    auditor = make_throw_away(spec, folder / "identity", "A. Auditor")
    request = IssueRequest(p12=auditor.p12, password=auditor.password, target=folder / "report.pdf")
    return issue_report(spec, project, request), auditor.certificate


def _write_answers(path: Path) -> Path:
    """Two systems, four variants, one repeat of each original, a refusal and an empty cell."""
    lines = ["item;variant;sample;system;value"]
    for system, drop in (("before", 1), ("after", 0)):
        for item in range(N_ITEMS):
            base = 3 + item % 3
            for variant, change in (
                ("original", 0),
                ("female", 0),
                ("international", item % 2),
                ("female+international", 1),
            ):
                value = "refused" if (item, variant) == (7, "female") else str(base - drop * change)
                lines.append(
                    f"i{item:02d};{variant};1;{system};{'' if (item, variant) == (9, 'international') else value}"
                )
            lines.append(f"i{item:02d};original;2;{system};{base - (item == 5)}")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


if __name__ == "__main__":
    main()
