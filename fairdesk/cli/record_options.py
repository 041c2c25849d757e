"""Options that say how a file of records is laid out; every command that reads records takes the same."""

from __future__ import annotations

import argparse

from fairdesk.domain.records import LayoutChoices


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
        "--scale", nargs=2, type=float, default=(), metavar=("LO", "HI"), help="lowest and highest value"
    )
    parser.add_argument("--extractor", default="", metavar="NAME", help="what reads answer texts, for example rating/1")
    parser.add_argument("--decimal", default="", choices=("", ".", ","), help="the decimal sign")
    parser.add_argument("--percent", default="", choices=("", "number", "share"), help="whether 80 %% is 80 or 0.8")
    parser.add_argument("--dates", default="", choices=("", "day first", "month first"), help="what 03/04/2026 is")
    parser.add_argument("--sheet", default="", metavar="NAME", help="the sheet of a workbook")
    parser.add_argument("--header-line", default=0, type=int, metavar="N", help="the line in which the headings begin")
    parser.add_argument("--encoding", default="", metavar="NAME", help="of a text file")
    parser.add_argument("--separator", default="", metavar="SIGN", help="between the columns of a text file")
    parser.add_argument(
        "--take-good-rows", action="store_true", help="leave out rows that cannot be taken, and say how many"
    )


def layout_choices(arguments: argparse.Namespace) -> LayoutChoices:
    """What the options say."""
    return LayoutChoices(
        columns=tuple(arguments.map),
        encoding=arguments.encoding,
        separator={"\\t": "\t", "tab": "\t"}.get(arguments.separator, arguments.separator),
        decimal=arguments.decimal,
        percent=arguments.percent,
        dates=arguments.dates,
        sheet=arguments.sheet,
        reference=arguments.reference,
        scale=tuple(arguments.scale),
        extractor=arguments.extractor,
        header_line=arguments.header_line,
    )
