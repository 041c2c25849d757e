"""A second person who sits elsewhere: a small request file goes out, a return file comes in (desktop.md).

Both are JSON that says what it is, so that somebody without FairDesk can read what is asked of them. A return file is
material from outside: everything in it is checked before it counts.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fairdesk.audit.confirming import Signer, confirm, confirmation_problem
from fairdesk.audit.plan import current_plan_sha256, load_plan
from fairdesk.audit.plan_sentences import plan_sentences
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.canonical import canonical_bytes
from fairdesk.domain.codec import from_plain, to_plain
from fairdesk.domain.errors import InputError, PlanError
from fairdesk.domain.lock_words import statement_to_sign
from fairdesk.domain.locks import Confirmation, ConfirmedBy

REQUEST = "fairdesk plan request"
RETURN = "fairdesk plan return"
VERSION = 1

TITLES = {REQUEST: "request to confirm a plan", RETURN: "answer to a request to confirm a plan"}

CHECK = "content_sha256"

LARGEST_BYTES = 1_000_000
"""A return file with a signature and its certificates has some kilobytes."""

ASKED = (
    "Please read the plan of this audit: its sentences stand below; ask for the whole plan where they are too few. If "
    "you agree that it is locked as it is, drop this file on the page Verify of FairDesk (or type fairdesk plan FILE "
    "confirm), sign or type the sentence, and send back the file that it writes."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanRequest:
    """What is asked of the second person."""

    plan_sha256: str
    title: str
    project: str
    asked_by: str
    asked_at: str
    asked: str
    sentence: str
    plan: tuple[str, ...]


def plan_request(spec: WorkspaceSpec, project: str, target: Path) -> PlanRequest:
    """Write the request for the plan that is fixed now.

    Raises:
        PlanError: no plan is fixed.
        InputError: the file is there already or cannot be written.
    """
    with Workspace(spec) as workspace:
        record = workspace.store.projects.get(project)
        plan_sha256 = current_plan_sha256(workspace, record.project_id)
        if not plan_sha256:
            raise PlanError("No plan is fixed yet.", "Fix the plan first; its hash is what is confirmed.")
        plan = load_plan(workspace, plan_sha256)
        request = PlanRequest(
            plan_sha256=plan_sha256,
            title=plan.title,
            project=record.name,
            asked_by=record.details.auditor,
            asked_at=workspace.now_text(),
            asked=ASKED,
            sentence=statement_to_sign(plan_sha256, plan.title),
            plan=plan_sentences(plan),
        )
    plain = to_plain(request)
    _write(target, {"kind": REQUEST, "version": VERSION, **plain, CHECK: content_sha256(plain)})
    return request


def read_request(request_file: Path) -> PlanRequest:
    """What a request file asks.

    Raises:
        InputError: it cannot be read, or is another file.
    """
    plain = _read(request_file, REQUEST)
    kept = plain.pop(CHECK, "")
    try:
        request = from_plain(PlanRequest, plain)
    except (ValueError, TypeError) as error:
        raise InputError(f"{request_file} is no complete request of a plan: {error}.", "Ask for it again.") from error
    if not _is_hash(request.plan_sha256):
        raise InputError(f"{request_file} names no plan.", "Ask for it again.")
    is_whole = kept == content_sha256(plain)
    if not is_whole or request.sentence != statement_to_sign(request.plan_sha256, request.title):
        raise InputError(
            f"{request_file} was changed after FairDesk wrote it, so it may not say what would be locked.",
            "Confirm nothing with it. Ask for the request again, and for the file itself, not a copy of its text.",
        )
    return request


def content_sha256(plain: dict[str, Any]) -> str:
    """Finds a request that was changed on its way by accident; whoever means to change it can write this anew."""
    return hashlib.sha256(canonical_bytes(plain)).hexdigest()


def answer_request(spec: WorkspaceSpec, request_file: Path, return_file: Path, signer: Signer) -> Confirmation:
    """Confirm a request here and write the file that goes back.

    Raises:
        InputError: the request cannot be read, the return file is there already, or a name or statement is missing.
        SigningError: the key file does not open, or its certificate must not be used.
    """
    return answer_shown(spec, read_request(request_file), return_file, signer)


def answer_shown(spec: WorkspaceSpec, request: PlanRequest, return_file: Path, signer: Signer) -> Confirmation:
    """Confirm the request that somebody looked at, whatever its file holds by now.

    Raises:
        InputError, SigningError: as in ``answer_request``.
    """
    if return_file.exists():
        # Said before anybody's key is opened.
        raise InputError(f"{return_file} is there already.", "Choose another name.")
    given = confirm(request.plan_sha256, request.title, signer, Workspace(spec).clock)
    answer = {"kind": RETURN, "version": VERSION, "plan_sha256": request.plan_sha256, "confirmation": to_plain(given)}
    _write(return_file, answer)
    return given


def read_return(spec: WorkspaceSpec, project: str, return_file: Path) -> Confirmation:
    """The confirmation in a return file, for the plan that is fixed now.

    Raises:
        PlanError: no plan is fixed.
        InputError: the file cannot be read, is another file, answers for another plan, or its signature does not hold.
    """
    with Workspace(spec) as workspace:
        record = workspace.store.projects.get(project)
        plan_sha256 = current_plan_sha256(workspace, record.project_id)
    if not plan_sha256:
        raise PlanError("No plan is fixed yet.", "Fix the plan first; its hash is what is confirmed.")
    plain = _read(return_file, RETURN)
    if plain.get("plan_sha256") != plan_sha256:
        raise InputError(
            f"{return_file} answers for another plan than the one that is fixed now ({plan_sha256[:12]}…).",
            "The plan was changed after the request went out, or the file is of another project. Send a new request.",
        )
    try:
        given = from_plain(Confirmation, plain.get("confirmation"))
    except (ValueError, TypeError) as error:
        raise InputError(
            f"{return_file} holds no confirmation that can be read: {error}.", "Ask for it again."
        ) from error
    if given.kind is ConfirmedBy.NOBODY:
        raise InputError(f"{return_file} confirms nothing.", "Ask the second person to sign or to type the sentence.")
    problem = confirmation_problem(given, plan_sha256)
    if problem:
        raise InputError(f"{return_file} does not confirm the plan. {problem}", "Ask for it again.")
    return given


def _read(path: Path, kind: str) -> dict[str, Any]:
    try:
        with path.open("rb") as stream:
            data = stream.read(LARGEST_BYTES + 1)
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}.", "Choose the file that was sent.") from error
    try:
        plain = json.loads(data) if len(data) <= LARGEST_BYTES else None
    except (ValueError, RecursionError):
        plain = None
    found = plain.get("kind") if isinstance(plain, dict) else None
    if not isinstance(plain, dict) or found != kind:
        raise InputError(f"{path} is no {TITLES[kind]}.", _advice(kind, found))
    version = plain.get("version")
    if version != VERSION:
        is_newer = isinstance(version, int) and version > VERSION
        raise InputError(
            f"{path} was written by a newer FairDesk: it has version {version}, and this one reads {VERSION}."
            if is_newer and len(str(version)) <= 20
            else f"{path} has version {str(version)[:20]}; this FairDesk reads {VERSION}.",
            "Update FairDesk." if is_newer else "Ask for it again.",
        )
    return {name: value for name, value in plain.items() if name not in ("kind", "version")}


def _advice(wanted: str, found: object) -> str:
    if found == RETURN:
        return "It is the answer to a request: whoever locks the plan reads it on the page Plan."
    if found == REQUEST:
        return (
            "It is the request that goes out. The second person opens it on the page Verify; their answer comes back."
        )
    return f"Choose the file that FairDesk wrote as {TITLES[wanted]}."


def _write(target: Path, plain: dict[str, Any]) -> None:
    """Write a file that appears whole or not at all and never replaces another."""
    text = json.dumps(plain, ensure_ascii=False, indent=2) + "\n"
    part = target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")
    try:
        part.write_text(text, encoding="utf-8")
        try:
            os.link(part, target)
        except FileExistsError:
            raise InputError(f"{target} is there already.", "Choose another name.") from None
        except OSError:
            # A file system without links: the name was free a moment ago.
            if target.exists():
                raise InputError(f"{target} is there already.", "Choose another name.") from None
            part.replace(target)
    except OSError as error:
        raise InputError(
            f"{target} cannot be written: {error.strerror}.", "Choose a folder you may write to."
        ) from error
    finally:
        part.unlink(missing_ok=True)


def _is_hash(text: str) -> bool:
    return len(text) == 64 and set(text) <= set("0123456789abcdef")
