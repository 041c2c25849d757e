"""Keep a store, a signed report and its evidence as this version makes them: run by hand at the end of an issue.

    python -m tests.golden.make_golden

Later versions open, migrate and verify what lies here (test_golden.py); nothing here is ever made again.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from fairdesk import __version__
from fairdesk.audit.backups import backup_store
from fairdesk.audit.demo import run_demo
from fairdesk.audit.workspace import WorkspaceSpec

HERE = Path(__file__).parent
N_CASES = 3


def main() -> None:
    """Run a small rehearsal and keep what it leaves, under the version's number."""
    target = HERE / __version__
    target.mkdir()
    with tempfile.TemporaryDirectory() as folder:
        spec = WorkspaceSpec(data_dir=Path(folder) / "profile")
        result = run_demo(spec, Path(folder) / "out", "rehearsal", N_CASES, lambda _: None)
        backup_store(spec, target / "fairdesk.db")
        shutil.copyfile(result.issued.report, target / "report.pdf")
        shutil.copyfile(result.issued.evidence, target / "evidence.json")
        shutil.copyfile(result.certificate, target / "certificate.pem")


if __name__ == "__main__":
    main()
