"""How a second person confirms a plan: by a typed statement, by a signature, or not at all because one works alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from fairdesk.audit.workspace import utc_now, utc_text
from fairdesk.domain.errors import InputError
from fairdesk.domain.lock_words import names_plan, statement_to_sign
from fairdesk.domain.locks import Confirmation, ConfirmedBy

LONGEST_NAME = 200
LONGEST_STATEMENT = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Signer:
    """Who confirms and with what.

    Attributes:
        statement: As typed; empty for the sentence that is offered. The plan's hash is added where it is not named.
        p12: File with key and certificate; None when the statement is only declared.
    """

    name: str
    role: str
    statement: str = ""
    p12: Path | None = None
    password: str = field(default="", repr=False)


def alone() -> Confirmation:
    """No second person: printed as such."""
    return Confirmation(kind=ConfirmedBy.NOBODY)


def confirm(plan_sha256: str, title: str, signer: Signer, clock: Callable[[], datetime] = utc_now) -> Confirmation:
    """What a second person gives: a declared statement, or a signature of it that was checked at once.

    Raises:
        InputError: no name, no role, no words of their own where nothing is signed, or a text that is too long.
        SigningError: the file does not open, or its certificate must not be used.
    """
    name, role = _line(signer.name, "name"), _line(signer.role, "role")
    statement = _statement(plan_sha256, title, signer)
    moment = clock()
    if signer.p12 is None:
        return Confirmation(kind=ConfirmedBy.DECLARED, name=name, role=role, statement=statement, at=utc_text(moment))
    from fairdesk.report.statement_signing import sign_statement

    signed = sign_statement(statement, signer.p12, signer.password, moment)
    return Confirmation(
        kind=ConfirmedBy.SIGNATURE,
        name=name,
        role=role,
        statement=statement,
        signature=signed.signature,
        certificate=signed.certificate,
        at=utc_text(moment),
    )


def confirmation_problem(confirmation: Confirmation, plan_sha256: str) -> str:
    """Why a confirmation does not confirm a plan, a sentence; empty when it does. Signatures are checked."""
    if confirmation.kind is ConfirmedBy.NOBODY:
        given = (confirmation.name, confirmation.statement, confirmation.signature, confirmation.certificate)
        return "A lock without a second person names one." if any(given) else ""
    if not confirmation.name.strip() or not confirmation.role.strip():
        return "The second person has no name or no role."
    if max(len(confirmation.name), len(confirmation.role)) > LONGEST_NAME:
        return "The name or the role of the second person is far too long."
    if len(confirmation.statement) > LONGEST_STATEMENT + LONGEST_NAME:
        return "The statement of the second person is far too long."
    if _moment(confirmation.at) is None:
        return "The confirmation does not say when it was given."
    if not names_plan(confirmation.statement, plan_sha256):
        return "The statement of the second person names another plan, or none."
    if confirmation.kind is ConfirmedBy.DECLARED:
        return "" if not confirmation.signature else "A declared confirmation holds a signature."
    from fairdesk.report.statement_signing import check_statement

    found = check_statement(confirmation.statement, confirmation.signature, _moment(confirmation.at))
    if found.problem:
        return found.problem
    if found.certificate != confirmation.certificate:
        return "The signature was made with another certificate than the confirmation names."
    return ""


def _moment(text: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _line(text: str, what: str) -> str:
    line = " ".join(text.split())
    if not line:
        raise InputError(f"The second person has no {what}.", f"Type the {what} as it shall be printed.")
    if len(line) > LONGEST_NAME:
        raise InputError(f"The {what} has {len(line)} characters.", f"Shorten it to {LONGEST_NAME}.")
    return line


def _statement(plan_sha256: str, title: str, signer: Signer) -> str:
    typed = signer.statement.strip()
    if len(typed) > LONGEST_STATEMENT:
        raise InputError(f"The statement has {len(typed)} characters.", f"Shorten it to {LONGEST_STATEMENT}.")
    if not typed and signer.p12 is None:
        raise InputError(
            "The second person did not type a statement.",
            "Where nothing is signed, the statement is all there is: type it in words of your own, or sign it.",
        )
    if not typed:
        return statement_to_sign(plan_sha256, title)
    return typed if names_plan(typed, plan_sha256) else f"{typed}\nPlan, SHA-256: {plan_sha256}"
