"""Options that say how an endpoint is reached, where several commands take the same."""

from __future__ import annotations

import argparse

from fairdesk.domain.audited_system import EndpointSettings


def add_endpoint_options(parser: argparse.ArgumentParser) -> None:
    """Add address, model, wire format, its options and the variable of the key; the key itself is never an option."""
    parser.add_argument("--base-url", required=True, metavar="URL", help="address of the endpoint, https://host/v1")
    parser.add_argument("--model", required=True, metavar="NAME", help="the model's name as the server knows it")
    parser.add_argument("--kind", default="openai_chat", metavar="FORMAT", help="wire format; openai_chat by default")
    parser.add_argument(
        "--option", type=_option, action="append", default=[], metavar="NAME=VALUE", help="option of the wire format"
    )
    parser.add_argument("--key-variable", default="", metavar="NAME", help="environment variable that holds the key")


def endpoint_of(arguments: argparse.Namespace, name: str) -> EndpointSettings:
    """The endpoint that the options describe, under a name."""
    return EndpointSettings(
        name=name,
        kind=arguments.kind,
        base_url=arguments.base_url.strip().rstrip("/"),
        model=arguments.model,
        key_variable=arguments.key_variable,
        options=dict(arguments.option),
    )


def _option(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign or not name:
        raise argparse.ArgumentTypeError("write it as NAME=VALUE")
    return name, value
