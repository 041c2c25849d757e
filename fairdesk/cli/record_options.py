"""Options that say how a file of records is laid out; every command that reads records takes the same."""

from __future__ import annotations

import argparse

from fairdesk.cli.option_types import finite, line_number, separator
from fairdesk.domain.errors import InputError
from fairdesk.domain.records import LayoutChoices

RECORDS_LAYOUT = (
    "Long form: one row per answer, with the columns item (the file or case that was asked about), variant (one label "
    "is the original, the others are compared with it) and value (a number) or text (an answer that --extractor "
    "reads). Optional: sample (1, 2, ... where one prompt was asked repeatedly), system (where several were asked, as "
    "before and after), status (answered, refused, unreadable, failed or not attempted) and attributes. Wide form: one "
    "row per item, with the columns item and base and one column per variant. Labels joined with + "
    "(female+international) are combined attributes. Headings are guessed by name, in English and German; --map "
    "corrects the guess. An empty cell is an unreadable answer, never 0."
)


def add_record_options(parser: argparse.ArgumentParser) -> None:
    """Add the options; each is guessed where it is absent, and asked for where a guess would have two readings."""
    parser.add_argument(
        "--map",
        action="append",
        default=[],
        metavar="COLUMN=FIELD",
        help="what a column holds: item, variant, sample, system, value, text, status, attribute.NAME, "
        "variant.LABEL, base or ignored",
    )
    parser.add_argument(
        "--reference", default="", metavar="LABEL", help="the variant that all others are compared with"
    )
    parser.add_argument(
        "--scale", nargs=2, type=finite, default=(), metavar=("LO", "HI"), help="lowest and highest value"
    )
    parser.add_argument(
        "--extractor", default="", metavar="NAME", help="what reads answer texts: rating/1, choice/1, decision/1"
    )
    parser.add_argument(
        "--decimal", default="", choices=("", ".", ","), metavar="SIGN", help="the decimal sign: . or ,"
    )
    parser.add_argument(
        "--percent",
        default="",
        choices=("", "number", "share"),
        metavar="HOW",
        help="80 %% is 80 (number) or 0.8 (share)",
    )
    parser.add_argument(
        "--dates",
        default="",
        choices=("", "day first", "month first"),
        metavar="HOW",
        help="what 03/04/2026 is: 'day first' or 'month first'",
    )
    parser.add_argument("--sheet", default="", metavar="NAME", help="the sheet of a workbook")
    parser.add_argument(
        "--header-line", default=0, type=line_number, metavar="N", help="the line in which the headings begin"
    )
    parser.add_argument("--encoding", default="", metavar="NAME", help="of a text file")
    parser.add_argument(
        "--separator", default="", type=separator, metavar="SIGN", help="between the columns of a text file"
    )
    parser.add_argument(
        "--take-good-rows", action="store_true", help="leave out rows that cannot be taken, and say how many"
    )


def layout_choices(arguments: argparse.Namespace) -> LayoutChoices:
    """What the options say.

    Raises:
        InputError: the scale has no lowest and highest value.
    """
    if arguments.scale and not arguments.scale[0] < arguments.scale[1]:
        low, high = arguments.scale
        raise InputError(
            f"The scale from {low:g} to {high:g} has no values.", "Name the lower one first: --scale LO HI."
        )
    return LayoutChoices(
        columns=tuple(arguments.map),
        encoding=arguments.encoding,
        separator=arguments.separator,
        decimal=arguments.decimal,
        percent=arguments.percent,
        dates=arguments.dates,
        sheet=arguments.sheet,
        reference=arguments.reference,
        scale=tuple(arguments.scale),
        extractor=arguments.extractor,
        header_line=arguments.header_line,
    )
