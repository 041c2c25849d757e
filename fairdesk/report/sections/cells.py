"""What stands in the cells of the result tables: numbers above their intervals, p-values, words, names and moments."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from fairdesk.domain.printing import print_interval, print_number, print_p
from fairdesk.domain.results import Estimate, NotMeasured, SignificanceTest

LEFT_TO_RIGHT_MARK = "\N{LEFT-TO-RIGHT MARK}"

NO_BREAK = "\N{NO-BREAK SPACE}"

SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z])")


def value_cell(outcome: Estimate | NotMeasured) -> str:
    """The value with its interval on the next line, or "not measured"; the reason is said once below the table.

    Example:
        >>> value_cell(NotMeasured(method="M01", reason="no valid pair", missing={}))
        'not measured'
    """
    if isinstance(outcome, NotMeasured):
        return "not measured"
    return f"{print_number(outcome.value)}\n({unbroken(print_interval(outcome.interval))})"


def value_line(outcome: Estimate | NotMeasured) -> str:
    """The same on one line where the column is wide enough.

    Example:
        >>> value_line(NotMeasured(method="M01", reason="no valid pair", missing={}))
        'not measured'
    """
    return value_cell(outcome).replace("\n", " ")


def unbroken(text: str) -> str:
    """The text with spaces at which no line ends.

    Example:
        >>> unbroken("0.1 to 0.2") == "0.1\N{NO-BREAK SPACE}to\N{NO-BREAK SPACE}0.2"
        True
    """
    return text.replace(" ", NO_BREAK)


def p_cell(test: SignificanceTest | None) -> str:
    """The p-value with its adjusted value in brackets on the next line; "no test" where there is none.

    Example:
        >>> p_cell(SignificanceTest(name="sign test", method="M05", p_value=0.0365, p_adjusted=0.073)).split()
        ['0.0365', '(0.0730)']
    """
    if test is None or test.p_value is None:
        return "no test"
    return print_p(test.p_value) + (f"\n({print_p(test.p_adjusted)})" if test.p_adjusted is not None else "")


def p_line(test: SignificanceTest | None) -> str:
    """The same on one line where the column is wide enough.

    Example:
        >>> p_line(None)
        'no test'
    """
    return p_cell(test).replace("\n", " ")


def between(low: float, high: float) -> str:
    """Two ends without a value between them.

    Example:
        >>> between(-0.5, 0.25).split()
        ['−0.500', 'to', '0.250']
    """
    return unbroken(f"{print_number(low)} to {print_number(high)}")


def moment(text: str) -> str:
    """A stored time as people read it.

    Example:
        >>> moment("2026-11-29T23:25:57Z")
        '2026-11-29 23:25:57 UTC'
    """
    return re.sub(r"^(\d{4}-\d\d-\d\d)T([\d:.]+)Z$", r"\1 \2 UTC", text)


def enumerated(names: Sequence[str]) -> str:
    """Names in a row.

    Example:
        >>> enumerated(["a", "b", "c"]), enumerated(["a"])
        ('a, b and c', 'a')
    """
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)


def listed(words: Sequence[str]) -> str:
    """Words of any script with commas between them, in the order of the list as an English reader reads it.

    Between two words that run from right to left a comma would run with them, and their order would turn round: a
    left-to-right mark, which has no width, keeps it.

    Example:
        >>> listed(["Traoré", "Yılmaz"])
        'Traoré, Yılmaz'
    """
    runs_left = any(unicodedata.bidirectional(letter) in ("R", "AL") for word in words for letter in word)
    return f",{LEFT_TO_RIGHT_MARK} ".join(words) if runs_left else ", ".join(words)


def under(variant: str, system: str) -> str:
    """A variant under a configuration, in a sentence.

    Example:
        >>> under("female", "baseline")
        'female under baseline'
    """
    return f"{variant} under {system}"


def said_once(notes: Iterable[tuple[str, str]]) -> list[str]:
    """Every sentence once, with the places that it belongs to; a sentence that holds for all places names none.

    Args:
        notes: Place and text.

    Example:
        >>> said_once([("a", "A choice. Met by a."), ("b", "A choice. Met by b.")])
        ['A choice.', 'a: Met by a.', 'b: Met by b.']
    """
    where: dict[str, list[str]] = {}
    everywhere: dict[str, None] = {}
    for place, text in notes:
        everywhere[place] = None
        for sentence in SENTENCE_END.split(text.strip()):
            where.setdefault(sentence, []).append(place)
    return [
        sentence if len(set(places)) == len(everywhere) else f"{enumerated(list(dict.fromkeys(places)))}: {sentence}"
        for sentence, places in sorted(where.items(), key=lambda item: len(set(item[1])) < len(everywhere))
    ]


def grouped_places(places: Iterable[tuple[str, str, str]], every: Mapping[str, Sequence[str]]) -> str:
    """Where something holds, without naming every cell.

    Args:
        places: System, variant and measure in words.
        every: System to all its variants; all of them together are called so.

    Example:
        >>> grouped_places([("old", "x", "gap"), ("old", "y", "gap"), ("new", "x", "gap")], {"old": "xy", "new": "xy"})
        'gap: old, all variants; new, x'
    """
    found: dict[str, dict[str, list[str]]] = {}
    for system, variant, measure in places:
        found.setdefault(measure, {}).setdefault(system, []).append(variant)
    by_place: dict[str, list[str]] = {}
    for measure, systems in found.items():
        words = "; ".join(
            f"{system}, {'all variants' if set(every[system]) <= set(names) else enumerated(names)}"
            for system, names in systems.items()
        )
        by_place.setdefault(words, []).append(measure)
    return "; ".join(f"{enumerated(measures)}: {words}" for words, measures in by_place.items())


def grouped_reasons(reasons: Iterable[tuple[str, str]]) -> list[str]:
    """Every reason once, with the places that it holds for.

    Example:
        >>> grouped_reasons([("a", "no file changed"), ("b", "no file changed")])
        ['a and b: no file changed']
    """
    where: dict[str, list[str]] = {}
    for place, reason in reasons:
        where.setdefault(reason, []).append(place)
    return [f"{enumerated(list(dict.fromkeys(places)))}: {reason}" for reason, places in where.items()]
