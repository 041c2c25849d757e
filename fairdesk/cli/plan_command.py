"""fairdesk plan: what a project's plan lacks, and how it is locked with a second person."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.cli.output import Output
from fairdesk.cli.passwords import key_file_password
from fairdesk.domain.codec import to_plain
from fairdesk.domain.errors import ExitCode, InputError

if TYPE_CHECKING:
    from fairdesk.audit.confirming import Signer
    from fairdesk.domain.locks import Confirmation


def add_parsers(commands: Any, shared: argparse.ArgumentParser) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser("plan", help="show, check, build and lock a project's plan; note deviations")
    parser.add_argument("project", metavar="PROJECT", help="the project; for confirm the request file")
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    _add(actions, shared, "show", "what the plan fixes, how it was locked, what deviates", _show)
    _add(actions, shared, "check", "what is missing before a lock; exit code 1 when something blocks it", _check)
    _add(actions, shared, "build", "make and check the variants of the design for all files", _build)
    lock = _add(actions, shared, "lock", "lock the plan with a second person, or alone", _lock)
    lock.add_argument("--by", required=True, metavar="NAME", help="who locks it")
    lock.add_argument("--role", required=True, metavar="ROLE", help="their role, as printed")
    _second(lock, "--second", "--second-role")
    lock.add_argument("--return", dest="return_file", type=Path, metavar="FILE", help="answer to a request")
    lock.add_argument("--alone", action="store_true", help="no second person; printed as such")
    request = _add(actions, shared, "request", "write the file that asks a second person elsewhere", _request)
    request.add_argument("--out", type=Path, required=True, metavar="FILE")
    confirm = _add(actions, shared, "confirm", "answer a request file: fairdesk plan REQUEST.json confirm", _confirm)
    confirm.add_argument("--out", type=Path, required=True, metavar="FILE", help="the file that goes back")
    _second(confirm, "--name", "--role")
    deviate = _add(actions, shared, "deviate", "fix the changed plan of a project that is locked", _deviate)
    deviate.add_argument("--reason", required=True, metavar="WORDS", help="why; the report prints it")
    deviate.add_argument("--by", default="", metavar="NAME", help="who decided it; the auditor unless told otherwise")


Run = Callable[[WorkspaceSpec, argparse.Namespace, Output], ExitCode]


def _add(actions: Any, shared: argparse.ArgumentParser, name: str, words: str, run: Run) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = actions.add_parser(name, parents=[shared], help=words, description=words)
    parser.set_defaults(run=run)
    return parser


def _second(parser: argparse.ArgumentParser, name: str, role: str) -> None:
    parser.add_argument(name, dest="second", default="", metavar="NAME", help="the second person")
    parser.add_argument(role, dest="second_role", default="", metavar="ROLE", help="their role, as printed")
    parser.add_argument(
        "--statement", default="", metavar="TEXT", help="what they say, in their own words; declared, not authenticated"
    )
    parser.add_argument("--p12", type=Path, metavar="FILE", help="PKCS#12 file with their key: signed instead")
    parser.add_argument(
        "--password-variable", metavar="NAME", help="environment variable that holds the file's password"
    )


def _show(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
    from fairdesk.audit.locking import lock_view
    from fairdesk.domain.lock_words import deviation_words, lock_words

    view = lock_view(spec, arguments.project)
    output.json(to_plain(view))
    if not view.fixed_at:
        output.say("No plan is fixed yet. See what is missing: fairdesk plan PROJECT check")
        return ExitCode.DONE
    output.say(lock_words(view.lock, view.fixed_at))
    if view.plan_sha256:
        output.say(f"Plan, SHA-256: {view.plan_sha256}")
    for words in view.fixes:
        output.say(words)
    for words in view.changes:
        output.say(f"Changed since: {words}")
    for deviation in view.deviations:
        output.say(f"Deviation: {deviation_words(deviation)}")
    return ExitCode.DONE


def _build(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
    from fairdesk.audit.variants import build_variants

    built = build_variants(spec, arguments.project, output.step)
    output.json(to_plain(built))
    output.say(f"Files: {built.n_cases:,}. Variants: {built.n_variants:,}. Places left for a person: {built.n_left:,}.")
    for words in built.problems:
        output.say(f"To know: {words}")
    return ExitCode.DONE


def _check(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
    from fairdesk.audit.plan_check import plan_gate

    found = plan_gate(spec, arguments.project)
    missing = [sentence.words for sentence in found if sentence.is_blocking]
    known = [sentence.words for sentence in found if not sentence.is_blocking]
    output.json(
        {
            "may_lock": not missing,
            "missing": missing,
            "warnings": known,
            "sentences": [
                {"words": one.words, "page": one.page_id, "field": one.field, "blocks": one.is_blocking}
                for one in found
            ],
        }
    )
    for words in missing:
        output.say(f"Missing: {words}")
    for words in known:
        output.say(f"To know: {words}")
    output.say("The plan cannot be locked yet." if missing else "Nothing is missing: the plan can be locked.")
    return ExitCode.NEGATIVE if missing else ExitCode.DONE


def _lock(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
    from fairdesk.audit.locking import lock_plan, prepare_lock
    from fairdesk.domain.lock_words import lock_words

    _refuse_mixture(arguments)
    output.progress("Fixing the plan")
    plan_sha256 = prepare_lock(spec, arguments.project)
    confirmation = _confirmation(spec, arguments, plan_sha256)
    lock = lock_plan(spec, arguments.project, arguments.by, arguments.role, confirmation)
    output.json({"lock": to_plain(lock), "words": lock_words(lock)})
    output.say(f"Locked the plan {lock.plan_sha256}")
    output.say(lock_words(lock))
    return ExitCode.DONE


def _refuse_mixture(arguments: argparse.Namespace) -> None:
    given = [bool(arguments.second), arguments.return_file is not None, arguments.alone]
    if sum(given) != 1:
        raise InputError(
            "Say once who confirms the plan.",
            "Give --second NAME with --second-role, or --return FILE, or --alone; exactly one of them.",
        )


def _confirmation(spec: WorkspaceSpec, arguments: argparse.Namespace, plan_sha256: str) -> Confirmation:
    from fairdesk.audit.confirming import alone, confirm
    from fairdesk.audit.plan_requests import read_return

    if arguments.alone:
        return alone()
    if arguments.return_file is not None:
        return read_return(spec, arguments.project, arguments.return_file)
    return confirm(plan_sha256, "", _signer(arguments))


def _signer(arguments: argparse.Namespace) -> Signer:
    from fairdesk.audit.confirming import Signer

    password = "" if arguments.p12 is None else key_file_password(arguments.password_variable)
    return Signer(
        name=arguments.second,
        role=arguments.second_role,
        statement=arguments.statement,
        p12=arguments.p12,
        password=password,
    )


def _request(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
    from fairdesk.audit.locking import prepare_lock
    from fairdesk.audit.plan_requests import plan_request

    prepare_lock(spec, arguments.project)
    request = plan_request(spec, arguments.project, arguments.out)
    output.json({"request": str(arguments.out), "plan_sha256": request.plan_sha256, "sentence": request.sentence})
    output.say(f"Wrote {arguments.out}. Send it to the second person; their answer is taken by lock --return FILE.")
    return ExitCode.DONE


def _confirm(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
    from fairdesk.audit.plan_requests import answer_request, read_request
    from fairdesk.domain.lock_words import confirmation_words

    request_file = Path(arguments.project)
    for words in read_request(request_file).plan:
        output.say(words)
    given = answer_request(spec, request_file, arguments.out, _signer(arguments))
    output.json({"return": str(arguments.out), "confirmation": to_plain(given)})
    output.say(f"{confirmation_words(given)[:1].upper()}{confirmation_words(given)[1:]}.")
    output.say(f"Wrote {arguments.out}. Send it back.")
    return ExitCode.DONE


def _deviate(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
    from fairdesk.audit.locking import deviate
    from fairdesk.domain.lock_words import deviation_words

    deviation = deviate(spec, arguments.project, arguments.reason, arguments.by)
    output.json({"deviation": to_plain(deviation)})
    output.say(f"Deviation: {deviation_words(deviation)}")
    return ExitCode.DONE
