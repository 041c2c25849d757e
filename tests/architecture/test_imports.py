"""Who may import whom: the contracts of pyproject.toml, run and checked for gaps."""

from __future__ import annotations

import subprocess
import sys
import tomllib

import pytest

from tests.architecture.tree import PACKAGE, ROOT

CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
FOR_LIBRARIES = [
    contract
    for contract in CONTRACTS
    if contract["type"] == "forbidden" and not contract["forbidden_modules"][0].startswith("fairdesk.")
]


def test_every_import_contract_holds() -> None:
    """Imports point down, and each third-party library is imported in its one home only."""
    program = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    answer = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)

    assert answer.returncode == 0, answer.stdout + answer.stderr


@pytest.mark.parametrize("contract", FOR_LIBRARIES, ids=lambda contract: contract["name"])
def test_a_library_has_exactly_one_home(contract: dict[str, list[str]]) -> None:
    """A contract about a library names every package but one: a new folder cannot be forgotten."""
    packages = {f"fairdesk.{path.parent.name}" for path in PACKAGE.glob("*/__init__.py")}

    assert len(packages - set(contract["source_modules"])) == 1
    assert set(contract["source_modules"]) <= packages
