"""fairdesk power: what a number of files can find, or how many it takes, without a project."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.cli.option_types import alpha, count, finite, positive
from fairdesk.cli.output import Output
from fairdesk.domain.errors import ExitCode

if TYPE_CHECKING:
    from fairdesk.audit.power_answers import PowerAnswer, Wanted

EXPLAINED = (
    "What is left out is what is asked for: with an effect and a number the chance to find it, with a number alone the "
    "smallest effect that is found, with an effect alone the number needed. Exact chances are saw-toothed, so two "
    "numbers are given: the first that reaches the wanted chance, and the one from which on it stays above."
)


def add_parsers(commands: Any, shared: argparse.ArgumentParser) -> None:
    """Add the command with one subcommand per planned test."""
    parser = commands.add_parser(
        "power", help="sample size and smallest detectable effect for a planned test", description=EXPLAINED
    )
    tests = parser.add_subparsers(dest="test", metavar="TEST", required=True)
    test = _add(tests, shared, "consistency", "a share against its target, one-sided exact", _consistency)
    test.add_argument("--target", type=finite, required=True, metavar="SHARE", help="the target, between 0 and 1")
    test.add_argument("--true", type=finite, metavar="SHARE", help="the share that must not be missed")
    _number(test, "--files")
    test = _add(tests, shared, "direction", "a sign test of changed files", _direction)
    test.add_argument("--discordance", type=finite, required=True, metavar="SHARE", help="share of files that change")
    test.add_argument("--one-way", type=finite, metavar="SHARE", help="share of the changed files on one side")
    _number(test, "--files")
    test = _add(tests, shared, "shift", "a mean shift, paired t test", _shift)
    _effect(test, "standard deviation of the change of a file")
    test = _add(tests, shared, "interaction", "what two or three cues do beyond their sum, paired t test", _interaction)
    _effect(test, "standard deviation of the change of a file for a single cue")
    test.add_argument("--cues", type=int, choices=(2, 3), default=2, help="2 unless told otherwise")
    test = _add(tests, shared, "proportions", "two independent rates, normal formula", _proportions)
    test.add_argument("--p1", type=finite, required=True, metavar="RATE", help="rate of the first group")
    test.add_argument("--p2", type=finite, required=True, metavar="RATE", help="rate of the second group")
    _number(test, "--cases", "cases per group")
    test = _add(tests, shared, "bbq", "a bias score on ambiguous items, exact binomial test", _bbq)
    test.add_argument("--score", type=finite, metavar="SCORE", help="the score that must not be missed, -1 to 1")
    test.add_argument(
        "--accuracy", type=finite, default=0.0, metavar="SHARE", help="share of items answered unknown; 0 without it"
    )
    _number(test, "--answers", "answers other than unknown")
    test = _add(tests, shared, "no-failures", "attempts of which none fails", _no_failures)
    test.add_argument("--rate", type=finite, metavar="RATE", help="the rate to be excluded")
    _number(test, "--attempts", "attempts")
    test = _add(tests, shared, "stimuli", "the cost of drawing few words for many files", _stimuli)
    test.add_argument("--files", type=positive, required=True, metavar="N", help="number of files")
    test.add_argument("--words", type=positive, required=True, metavar="N", help="different words of a level")
    test.add_argument(
        "--icc", type=finite, required=True, metavar="SHARE", help="share of the variation that lies between words"
    )


Run = Callable[[argparse.Namespace], "PowerAnswer"]


def _add(tests: Any, shared: argparse.ArgumentParser, name: str, words: str, run: Run) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = tests.add_parser(name, parents=[shared], help=words, description=EXPLAINED)
    if name != "stimuli":
        parser.add_argument("--alpha", type=alpha, default=0.05, metavar="A", help="level; 0.05 unless told otherwise")
    if name not in ("stimuli", "no-failures"):
        parser.add_argument("--power", type=alpha, default=0.8, metavar="P", help="wanted chance; 0.8 without it")

    def answer(_spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
        return _say(run(arguments), output)

    parser.set_defaults(run=answer)
    return parser


def _number(test: argparse.ArgumentParser, option: str, words: str = "number of files") -> None:
    test.add_argument(option, dest="n", type=count, metavar="N", help=words)


def _effect(test: argparse.ArgumentParser, words: str) -> None:
    test.add_argument("--sd", type=finite, required=True, metavar="SD", help=words)
    test.add_argument("--effect", type=finite, metavar="X", help="the effect that must not be missed, same unit")
    _number(test, "--files")


def _wanted(arguments: argparse.Namespace) -> Wanted:
    from fairdesk.audit.power_answers import Wanted

    return Wanted(n=arguments.n, power=getattr(arguments, "power", 0.8), alpha=arguments.alpha)


def _consistency(arguments: argparse.Namespace) -> PowerAnswer:
    from fairdesk.audit.power_answers import consistency

    return consistency(arguments.target, arguments.true, _wanted(arguments))


def _direction(arguments: argparse.Namespace) -> PowerAnswer:
    from fairdesk.audit.power_answers import direction

    return direction(arguments.discordance, arguments.one_way, _wanted(arguments))


def _shift(arguments: argparse.Namespace) -> PowerAnswer:
    from fairdesk.audit.power_answers import shift

    return shift(arguments.sd, arguments.effect, 1, _wanted(arguments))


def _interaction(arguments: argparse.Namespace) -> PowerAnswer:
    from fairdesk.audit.power_answers import shift

    return shift(arguments.sd, arguments.effect, arguments.cues, _wanted(arguments))


def _proportions(arguments: argparse.Namespace) -> PowerAnswer:
    from fairdesk.audit.power_answers import proportions

    return proportions(arguments.p1, arguments.p2, _wanted(arguments))


def _bbq(arguments: argparse.Namespace) -> PowerAnswer:
    from fairdesk.audit.power_answers import bias_score

    return bias_score(arguments.score, arguments.accuracy, _wanted(arguments))


def _no_failures(arguments: argparse.Namespace) -> PowerAnswer:
    from fairdesk.audit.power_answers import no_failures

    return no_failures(arguments.rate, _wanted(arguments))


def _stimuli(arguments: argparse.Namespace) -> PowerAnswer:
    from fairdesk.audit.power_answers import stimuli

    return stimuli(arguments.files, arguments.words, arguments.icc)


def _say(answer: PowerAnswer, output: Output) -> ExitCode:
    """One answer; where no number answers, it cannot be decided."""
    output.json(
        {
            "asked": answer.asked,
            "value": answer.value,
            "n": answer.n,
            "method": answer.method,
            "sentence": answer.sentence,
            **answer.further,
        }
    )
    output.say(answer.sentence)
    return ExitCode.DONE if answer.value is not None else ExitCode.UNDECIDED
