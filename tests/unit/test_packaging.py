"""What is handed on: the exact versions, the wheel and the source archive."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path, PurePosixPath

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
CONSTRAINTS = {
    canonicalize_name(one.name): one
    for line in (ROOT / "packaging" / "constraints.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
    for one in [Requirement(line)]
}


def resources() -> set[PurePosixPath]:
    """Every shipped resource, relative to resources/."""
    return {
        PurePosixPath(path.relative_to(ROOT / "resources").as_posix())
        for path in (ROOT / "resources").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


@pytest.mark.parametrize("text", [*PROJECT["dependencies"], *EXTRAS["embedded"], *EXTRAS["toxicity"], *EXTRAS["test"]])
def test_every_dependency_is_held_to_one_version(text: str) -> None:
    """constraints.txt names one exact version of each direct dependency, and pyproject.toml allows it."""
    wanted = Requirement(text)
    held = CONSTRAINTS[canonicalize_name(wanted.name)]
    [specifier] = held.specifier

    assert specifier.operator == "=="
    assert wanted.specifier.contains(specifier.version)


def test_the_weights_are_never_a_declared_dependency() -> None:
    """Whoever installs FairDesk does not compile a second engine: the weights' package is asked for nowhere."""
    declared = [*PROJECT["dependencies"], *(text for extra in EXTRAS.values() for text in extra), *CONSTRAINTS]

    assert [text for text in declared if "smollm" in text.lower() or "llama-cpp" in text.lower()] == []


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder with a wheel and a source archive, built as a release is."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stdout + answer.stderr
    return folder


def wheel_in(folder: Path) -> Path:
    """The one wheel of a folder."""
    [wheel] = folder.glob("*.whl")
    return wheel


@pytest.mark.slow
def test_the_wheel_carries_the_resources_inside_the_package(built: Path) -> None:
    """Every resource is in the wheel under fairdesk/resources, and there is no other top-level package."""
    with zipfile.ZipFile(wheel_in(built)) as archive:
        names = {PurePosixPath(name) for name in archive.namelist()}
    tops = {name.parts[0] for name in names}

    assert {top for top in tops if not top.endswith(".dist-info")} == {"fairdesk"}
    assert {PurePosixPath("fairdesk/resources") / name for name in resources()} <= names
    assert any(name.match("fairdesk/resources/fonts/*.ttf") for name in names)
    assert not any("__pycache__" in name.parts or "tests" in name.parts for name in names)


@pytest.mark.slow
def test_the_wheel_carries_every_module_and_both_licences(built: Path) -> None:
    """No module of the package is left out, and the licence and the notices travel with it."""
    modules = {PurePosixPath(path.relative_to(ROOT).as_posix()) for path in (ROOT / "fairdesk").rglob("*.py")}
    with zipfile.ZipFile(wheel_in(built)) as archive:
        names = {PurePosixPath(name) for name in archive.namelist()}

    assert modules <= names
    assert {"LICENSE", "THIRD_PARTY_NOTICES.md"} <= {name.name for name in names}


@pytest.mark.slow
def test_the_source_archive_can_be_worked_with(built: Path) -> None:
    """The source archive holds code, resources, tests and set-up script, and nothing that was generated."""
    [archive_path] = built.glob("*.tar.gz")
    with tarfile.open(archive_path) as archive:
        names = {PurePosixPath(*PurePosixPath(name).parts[1:]) for name in archive.getnames()}

    assert {PurePosixPath("resources") / name for name in resources()} <= names
    for name in ("README.md", "pyproject.toml", "LICENSE", "packaging/bootstrap.py", "packaging/constraints.txt"):
        assert PurePosixPath(name) in names
    for name in ("tests/conftest.py", ".ci/run", "fairdesk/__init__.py"):
        assert PurePosixPath(name) in names
    assert not any({".venv", "__pycache__", ".git"} & set(name.parts) for name in names)


@pytest.mark.slow
def test_an_installed_wheel_finds_its_resources(built: Path, tmp_path: Path) -> None:
    """Installed elsewhere, FairDesk runs from the wheel alone and finds the fonts and the admissions files."""
    target = tmp_path / "site"
    command = [sys.executable, "-m", "pip", "install", "--no-deps", "--no-index", "--target", str(target)]
    subprocess.run([*command, str(wheel_in(built))], capture_output=True, check=True)
    # In front of the path, so that the installed copy is found before the tree that the tests run from.
    program = (
        f"import sys; sys.path.insert(0, {str(target)!r})\n"
        "import fairdesk\n"
        "print(fairdesk.__file__)\n"
        "from fairdesk.settings.paths import resources_dir\n"
        "print(resources_dir())\n"
        "print(*(path.relative_to(resources_dir()).as_posix() for path in resources_dir().rglob('*.*')), sep='\\n')\n"
    )
    answer = subprocess.run(
        [sys.executable, "-P", "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False
    )

    assert answer.returncode == 0, answer.stderr
    package, folder, *found = answer.stdout.splitlines()
    assert Path(package).is_relative_to(target)
    assert Path(folder).is_relative_to(target)
    assert {str(name) for name in resources() if name.suffix} <= set(found)
