"""The licences of everything that is installed with FairDesk, read from the installed packages themselves."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import Distribution, distribution

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.architecture.tree import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
DECLARED = [*PROJECT["dependencies"], *EXTRAS["embedded"], *EXTRAS["toxicity"]]

# Licences under which FairDesk may be passed on together with a package. LGPL and MPL bind the package, not FairDesk.
ACCEPTED = re.compile(
    r"\b(MIT|MIT-0|MIT-CMU|BSD|[023]-?BSD|0BSD|Apache|PSF|Python Software Foundation|ISC|Zlib|CC0|Unlicense|HPND|LGPL|"
    r"Lesser General Public|MPL|Mozilla Public)\b",
    re.IGNORECASE,
)
# Packages whose metadata carry the text of a licence or nothing: read by a person, in the installed files.
REVIEWED = {
    "httpx-aiohttp": "BSD-3-Clause (the metadata hold the text of the licence)",
}


def requirements_of(distribution_: Distribution, extra: str) -> list[Requirement]:
    """What a package asks for on this system, by itself or for one of its extras."""
    declared = map(Requirement, distribution_.requires or [])
    return [one for one in declared if one.marker is None or one.marker.evaluate({"extra": extra})]


def installed_closure() -> dict[str, Distribution]:
    """Every package that the declared dependencies bring, by name."""
    found: dict[tuple[str, str], Distribution] = {}
    waiting = [Requirement(text) for text in DECLARED]
    while waiting:
        wanted = waiting.pop()
        for extra in ("", *sorted(wanted.extras)):
            key = (canonicalize_name(wanted.name), extra)
            if key not in found:
                found[key] = distribution(wanted.name)
                waiting += requirements_of(found[key], extra)
    return {name: package for (name, _), package in found.items()}


CLOSURE = installed_closure()


def stated_licence(package: Distribution) -> str:
    """The licence as the package states it: expression, else short field, else classifiers."""
    expression, field = ((package.metadata.get_all(key) or [""])[0] for key in ("License-Expression", "License"))
    classifiers = [line for line in package.metadata.get_all("Classifier") or [] if line.startswith("License")]
    short_field = field if "\n" not in field and len(field) < 100 else ""
    return expression or short_field or " OR ".join(classifiers)


def alternatives(licence: str) -> list[str]:
    """The licences among which the receiver may choose."""
    return [one.strip(" ()") for one in re.split(r"\bOR\b", licence, flags=re.IGNORECASE)]


def acceptable(licence: str) -> bool:
    """Whether one of the alternatives names an accepted licence and no stronger copyleft beside it."""
    return any(
        ACCEPTED.search(one) and not re.search(r"(?<!L)(?<!Lesser )\bA?GPL|(?<!Lesser )General Public", one)
        for one in alternatives(licence)
    )


@pytest.mark.parametrize("name", sorted(CLOSURE))
def test_a_dependency_may_be_passed_on_with_fairdesk(name: str) -> None:
    """Every installed dependency offers a permissive, MPL or LGPL licence."""
    licence = REVIEWED.get(name) or stated_licence(CLOSURE[name])

    assert acceptable(licence), f"{name}: {licence or 'states no licence; read it and add it to REVIEWED'}"


@pytest.mark.parametrize(
    ("licence", "expected"),
    [
        ("LGPL-3.0-only OR GPL-2.0-only OR GPL-3.0-only", True),
        ("License :: OSI Approved :: GNU Lesser General Public License v3 (LGPLv3)", True),
        ("Apache-2.0 AND MIT", True),
        ("GPL-3.0-or-later", False),
        ("AGPL-3.0-only", False),
        ("MIT AND GPL-2.0-only", False),
        ("License :: OSI Approved :: GNU General Public License v3 (GPLv3)", False),
        ("", False),
    ],
)
def test_the_licence_check_tells_them_apart(licence: str, expected: bool) -> None:
    """The check accepts LGPL, refuses GPL and AGPL alone, and refuses silence."""
    assert acceptable(licence) is expected


def test_no_review_is_left_over() -> None:
    """A package stands on the reviewed list only while it is used."""
    assert set(REVIEWED) <= set(CLOSURE)


def test_every_direct_dependency_is_in_the_notices() -> None:
    """THIRD_PARTY_NOTICES.md names what FairDesk and its tests ask for."""
    notices = (ROOT / "THIRD_PARTY_NOTICES.md").read_text(encoding="utf-8").lower()
    names = [Requirement(text).name.lower() for text in [*DECLARED, *PROJECT["optional-dependencies"]["test"]]]

    assert [name for name in names if not re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", notices)] == []
