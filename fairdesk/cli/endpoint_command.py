"""fairdesk endpoint save|list|test|delete: the endpoints of a profile, on a computer without a screen too."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.cli.endpoint_options import add_endpoint_options, endpoint_of
from fairdesk.cli.option_types import count, price
from fairdesk.cli.output import Output
from fairdesk.domain.addresses import ADDRESS_ADVICE, address_problem
from fairdesk.domain.audited_system import EndpointSettings
from fairdesk.domain.codec import to_plain
from fairdesk.domain.errors import ExitCode, InputError

TERMS = {
    "max_in_flight": (count, "N", "calls under way at once at most; 0 lets FairDesk find out"),
    "requests_per_minute": (count, "N", "the account's limit; 0 when it is not known"),
    "tokens_per_minute": (count, "N", "the account's limit, prompts and answers; 0 when it is not known"),
    "price_prompt": (price, "X", "price of a million prompt tokens"),
    "price_answer": (price, "X", "price of a million answer tokens"),
    "price_call": (price, "X", "price of a call whatever its length"),
    "currency": (str, "WORD", "of the prices, for example EUR"),
    "prices_as_of": (str, "WORDS", "where and when the prices were read"),
}
"""Terms that can be set here, with how they are read; what is not said stays as it is kept."""


def add_parsers(commands: Any, shared: argparse.ArgumentParser) -> None:
    """Add the commands to the parser."""
    parser = commands.add_parser("endpoint", parents=[shared], help="keep, list, test and forget endpoints")
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    save = actions.add_parser("save", parents=[shared], help="keep an endpoint, or change one of the same name")
    save.add_argument("name", metavar="NAME")
    add_endpoint_options(save)
    save.add_argument("--ca-file", type=Path, metavar="FILE", help="certificates to trust instead of the system's")
    for name, (read, metavar, words) in TERMS.items():
        save.add_argument(f"--{name.replace('_', '-')}", type=read, metavar=metavar, help=words)
    save.set_defaults(run=_save)
    listing = actions.add_parser("list", parents=[shared], help="all endpoints, those that come with FairDesk first")
    listing.set_defaults(run=_list)
    for action, words, run in (
        ("test", "ask an endpoint some tiny questions and say what it can do", _test),
        ("delete", "forget an endpoint; projects keep their own copy of its settings", _delete),
    ):
        one = actions.add_parser(action, parents=[shared], help=words)
        one.add_argument("name", metavar="NAME")
        one.set_defaults(run=run)


def _save(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
    from fairdesk.audit.endpoint_terms import format_choices, keep_terms, read_terms
    from fairdesk.audit.endpoints import change_endpoint, list_endpoints

    _refuse_built_in(arguments.name)
    if problem := address_problem(arguments.base_url):
        raise InputError(problem, ADDRESS_ADVICE)
    kinds = [choice.format_id for choice in format_choices()]
    if arguments.kind not in kinds:
        raise InputError(f"There is no wire format {arguments.kind!r}.", f"There are: {', '.join(kinds)}.")
    former = next((known for known in list_endpoints(spec) if known.name == arguments.name), None)
    # The name of a key in the key store is given in the window, where the key is; it is not lost here.
    endpoint = replace(endpoint_of(arguments, arguments.name), key_name=former.key_name if former else "")
    change_endpoint(spec, former.name if former else "", endpoint)
    said = {name: value for name in TERMS if (value := getattr(arguments, name)) is not None}
    if arguments.ca_file is not None:
        said["ca_file"] = str(arguments.ca_file.absolute())
    terms = replace(read_terms(spec, endpoint.name), **said)
    keep_terms(spec, endpoint.name, terms)
    output.json({"endpoint": to_plain(endpoint), "terms": to_plain(terms)})
    output.say(f"Kept: {_words(endpoint)}")
    return ExitCode.DONE


def _list(spec: WorkspaceSpec, _arguments: argparse.Namespace, output: Output) -> ExitCode:
    from fairdesk.audit.endpoints import list_endpoints

    endpoints = list_endpoints(spec)
    output.json({"endpoints": [to_plain(endpoint) for endpoint in endpoints]})
    for endpoint in endpoints:
        output.say(_words(endpoint))
    return ExitCode.DONE


def _test(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
    from fairdesk.audit.endpoints import test_connection

    found = test_connection(spec, _named(spec, arguments.name))
    output.json({"ok": found.ok, "words": list(found.words), "facts": to_plain(found.facts)})
    for sentence in found.words:
        output.say(sentence)
    return ExitCode.DONE if found.ok else ExitCode.ENDPOINT


def _delete(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
    from fairdesk.audit.endpoints import delete_endpoint

    _refuse_built_in(arguments.name)
    endpoint = _named(spec, arguments.name)
    delete_endpoint(spec, endpoint.name)
    output.json({"deleted": endpoint.name})
    output.say(f"Forgotten: {endpoint.name}")
    return ExitCode.DONE


def _refuse_built_in(name: str) -> None:
    from fairdesk.audit.endpoints import built_in_endpoints

    if name in {endpoint.name for endpoint in built_in_endpoints()}:
        raise InputError(f"{name!r} comes with FairDesk.", "Choose another name.")


def _named(spec: WorkspaceSpec, name: str) -> EndpointSettings:
    from fairdesk.audit.endpoints import list_endpoints

    known = {endpoint.name: endpoint for endpoint in list_endpoints(spec)}
    if name not in known:
        raise InputError(f"There is no endpoint {name!r}.", f"There are: {', '.join(known)}.")
    return known[name]


def _words(endpoint: EndpointSettings) -> str:
    where = f"{endpoint.base_url}, model {endpoint.model}" if endpoint.base_url else "on this computer"
    return f"{endpoint.name}: {endpoint.kind}, {where}"
