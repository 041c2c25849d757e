"""Options that say which classifiers score the answers of a benchmark, and what is known of their errors."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from fairdesk.cli.output import Output
from fairdesk.domain.classifiers import QUANTITY_SCALES, PlannedClassifier
from fairdesk.domain.errors import InputError

if TYPE_CHECKING:
    from fairdesk.audit.classifier_choice import ClassifiersWanted


def add_classifier_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of classifiers."""
    group = parser.add_argument_group(
        "classifiers",
        "Answers in open words are scored by classifiers after the run. Without these options the offline one of "
        "every quantity is taken, where it is installed; a quantity without one is not measured. A key for an "
        "endpoint is that of the kept endpoint (fairdesk endpoint save) with the same address.",
    )
    group.add_argument(
        "--classifier",
        action="append",
        default=[],
        metavar="QUANTITY=WHICH",
        help="of toxicity, sentiment or regard: vader, profanity_check, an address, the name of a kept endpoint, none",
    )
    group.add_argument(
        "--classifier-version",
        action="append",
        default=[],
        metavar="QUANTITY=WORDS",
        help="of a classifier endpoint, as its owner calls it; scores of another version do not count",
    )
    group.add_argument(
        "--classifier-label",
        action="append",
        default=[],
        metavar="QUANTITY:LABEL=WORD",
        help="what a label of a classifier endpoint stands for, for example regard:LABEL_0=negative",
    )
    group.add_argument(
        "--classifier-errors",
        action="append",
        default=[],
        metavar="[QUANTITY=]WORDS",
        help="the classifier's own error rates by group, printed beside every number; else “not measured”",
    )


def classifiers_wanted(arguments: argparse.Namespace) -> ClassifiersWanted:
    """What was said about classifiers.

    Raises:
        InputError: something has another shape, or is said twice.
    """
    from fairdesk.audit.classifier_choice import ClassifiersWanted

    labels: dict[str, dict[str, str]] = {}
    for text in arguments.classifier_label:
        quantity, colon, rest = text.partition(":")
        label, sign, word = rest.rpartition("=")
        if not (colon and sign and label and word) or label in labels.get(quantity, {}):
            raise InputError(
                f"{text!r} does not say once what a label stands for.",
                "Write --classifier-label QUANTITY:LABEL=WORD, for example regard:LABEL_0=negative.",
            )
        labels.setdefault(quantity, {})[label] = word.strip().lower()
    return ClassifiersWanted(
        named=_by_quantity(arguments.classifier, "--classifier"),
        versions=_by_quantity(arguments.classifier_version, "--classifier-version"),
        labels=labels,
        error_rates=_error_rates(arguments.classifier_errors),
    )


def say_classifiers(classifiers: Sequence[PlannedClassifier], output: Output) -> None:
    """Say which classifiers there are, what they get wrong, and ask for their error rates where nobody said them."""
    from fairdesk.audit.classifier_choice import error_rate_words

    for one in classifiers:
        where = f" at {one.address}" if one.address else ""
        output.say(f"{one.quantity.capitalize()} by {one.title}, version {one.version}{where}.")
        for limit in one.limits:
            output.say(f"  {limit}")
    for words in error_rate_words(classifiers):
        output.say(words)


def _by_quantity(texts: Sequence[str], option: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for text in texts:
        quantity, sign, words = text.partition("=")
        if not sign or not quantity or not words.strip() or quantity in found:
            raise InputError(
                f"{option} {text!r} does not name a quantity once.", f"Write {option} QUANTITY=..., once for each."
            )
        found[quantity] = words.strip()
    return found


def _error_rates(texts: Sequence[str]) -> dict[str, str]:
    """Under the quantity that stands in front, or under the empty name for all."""
    found: dict[str, str] = {}
    for text in texts:
        quantity, sign, words = text.partition("=")
        name, rates = (quantity, words) if sign and quantity in QUANTITY_SCALES else ("", text)
        if name in found or not rates.strip():
            raise InputError("--classifier-errors is said twice or without words.", "Say it once for each quantity.")
        found[name] = rates.strip()
    return found
