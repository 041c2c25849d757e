"""How surely a configured model can be told apart from a changed one, and on what evidence (report-contents.md S3)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from enum import Enum

from fairdesk.domain.audited_system import AuditedSystem, EndpointFacts

OWN_DIGEST = "model_sha256"
"""Fact: SHA-256 that FairDesk itself took of the file of weights."""

SERVER_DIGEST = "weights_digest"
"""Fact: digest of the weights as the server states it; FairDesk has not seen the file."""

WITHOUT_NOTICE = "The supplier can change this model without notice."

SHORT_DATE = re.compile(r"(?<![0-9.])(\d\d)(\d\d)$")
LONG_DATE = re.compile(r"(?<!\d)(20\d\d)(-?)(\d\d)\2(\d\d)(?!\d)")
NO_SHORT_DATE = "1024"
"""A size of something in more names than the 24th of October."""

SAME_FOR_EVERY_MODEL = re.compile(r"fp_ollama|b\d+-\w+|v?\d+(\.\d+)+")
"""Fingerprints that name the engine alone: Ollama's constant, llama.cpp's build, a bare version number."""


class IdentityStrength(Enum):
    """The three words of report-contents.md S3."""

    STRONG = "strong"
    MEDIUM = "medium"
    WEAK = "weak"


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """How surely the object is identified.

    Attributes:
        evidence: What the strength rests on, without a full stop.
        warning: A sentence that must be printed beside it; empty for none.
    """

    strength: IdentityStrength
    evidence: str
    warning: str = ""

    @property
    def words(self) -> str:
        """Strength, evidence and warning, as screen and report print them."""
        return f"{self.strength.value}: {self.evidence}{f'. {self.warning}' if self.warning else ''}"


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class ProviderEcho:
    """One pair of model string and fingerprint that answers of a run came with.

    Attributes:
        model: Empty where the answers named no model.
        fingerprint: Empty where there was none.
        count: Answers that came with exactly this pair.
    """

    run_id: str
    system: str
    model: str
    fingerprint: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptedChange:
    """A change of the model during a run that a person accepted, with their reason; it stands in the run's chain.

    Attributes:
        words: What was there before and what answers now.
    """

    run_id: str
    system: str
    at: str
    by: str
    reason: str
    words: str


def is_dated(name: str) -> bool:
    """Whether a model's name holds a date, as names of fixed snapshots do.

    Example:
        >>> is_dated("gpt-4o-2024-08-06"), is_dated("claude-sonnet-4-20250514"), is_dated("gpt-4-0613")
        (True, True, True)
        >>> is_dated("gpt-4o"), is_dated("embed-1024"), is_dated("model-20259999")
        (False, False, False)
    """
    for found in LONG_DATE.finditer(name):
        if _is_day(int(found[1]), int(found[3]), int(found[4])):
            return True
    short = SHORT_DATE.search(name)
    if short is None or short[0] == NO_SHORT_DATE:
        return False
    first, second = int(short[1]), int(short[2])
    is_month_of_year = 23 <= first <= 40 and 1 <= second <= 12
    return is_month_of_year or _is_day(2024, first, second)


def names_the_model(fingerprint: str) -> bool:
    """Whether a fingerprint can tell one model from another; some servers send one that names the engine alone.

    Example:
        >>> names_the_model("fp_44709d6fcb"), names_the_model("fp_ollama"), names_the_model("b6100-6c019cb0")
        (True, False, False)
    """
    return bool(fingerprint) and SAME_FOR_EVERY_MODEL.fullmatch(fingerprint) is None


def has_changed(echoes: Iterable[ProviderEcho]) -> bool:
    """Whether more than one model string, or more than one fingerprint, came back in one run.

    An answer that names nothing is no other model: providers leave the fingerprint out now and then.
    """
    named: dict[str, set[tuple[str, str]]] = {}
    for echo in echoes:
        seen = named.setdefault(echo.run_id, set())
        seen |= {(kind, name) for kind, name in (("m", echo.model), ("f", echo.fingerprint)) if name}
    return any(len({name for kind, name in seen if kind == which}) > 1 for seen in named.values() for which in "mf")


def identity_of(system: AuditedSystem, echoes: Iterable[ProviderEcho] = ()) -> Identity:
    """Strength and evidence for one configuration whose answers FairDesk asked for.

    Args:
        echoes: What came back with the answers of the system's run, where there is one.
    """
    facts = system.facts
    if has_changed(echo for echo in echoes if echo.system == system.label):
        return _weak("more than one model string or fingerprint came back during the test")
    if digest := facts.facts.get(OWN_DIGEST, "") or _other_digest(facts):
        return _strong(f"the file of weights was hashed before it was used (SHA-256 {digest})")
    if digest := facts.facts.get(SERVER_DIGEST, ""):
        return _strong(f"the server states the digest of its weights ({digest}); FairDesk did not see the file itself")
    if facts.is_rehearsal:
        return _strong("built into this version of FairDesk, with every planted number declared")
    return _by_name(system.endpoint.model, facts)


def _by_name(asked: str, facts: EndpointFacts) -> Identity:
    echo = facts.model_echo
    if is_dated(echo):
        if asked in ("", echo):
            return _medium(f"the answers name the dated snapshot {echo}")
        return _medium(
            f"asked for as {asked}, the answers name the dated snapshot {echo}; another snapshot would be named in them"
        )
    if names_the_model(facts.fingerprint):
        return _medium(
            f"the answers come with the fingerprint {facts.fingerprint}; another one would show that something changed"
        )
    if is_dated(asked):
        said = f"name {echo}" if echo else "name no model"
        return _weak(f"{asked} is the name of a dated snapshot, but the answers {said}")
    told = f"; the fingerprint {facts.fingerprint} names the server's engine alone" if facts.fingerprint else ""
    return _weak(f"known by name only{told}")


def _other_digest(facts: EndpointFacts) -> str:
    """A hash of the weights under another name than today's, as endpoints of earlier versions declared it."""
    names = (name for name in facts.facts if "sha256" in name.lower() or "sha-256" in name.lower())
    return next((facts.facts[name] for name in names), "")


def _is_day(year: int, month: int, day: int) -> bool:
    try:
        date(year, month, day)
    except ValueError:
        return False
    return True


def _strong(evidence: str) -> Identity:
    return Identity(strength=IdentityStrength.STRONG, evidence=evidence)


def _medium(evidence: str) -> Identity:
    return Identity(strength=IdentityStrength.MEDIUM, evidence=evidence)


def _weak(evidence: str) -> Identity:
    return Identity(strength=IdentityStrength.WEAK, evidence=evidence, warning=WITHOUT_NOTICE)
