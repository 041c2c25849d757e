"""How numbers are printed on screen and paper: one rule for each kind, so that a number looks the same everywhere."""

from __future__ import annotations

from fairdesk.domain.results import Estimate, Interval, NotMeasured, SignificanceTest

MINUS = "\N{MINUS SIGN}"
SMALLEST_WRITTEN_OUT = 1e-6
SMALLEST_TOLD_APART = 1e-300
"""Below this a p-value is too near to 0 for the machine to hold its digits; no p-value is 0."""


def print_number(value: float, decimals: int = 3) -> str:
    """Fixed decimals with a true minus sign; a rounded zero has no sign.

    Example:
        >>> print_number(-0.0451), print_number(-0.0001), print_number(0.87)
        ('−0.045', '0.000', '0.870')
    """
    text = f"{abs(value):.{decimals}f}"
    return f"{MINUS}{text}" if value < 0 and float(text) != 0 else text


def print_p(p_value: float) -> str:
    """Three digits that count, written out down to a millionth; smaller ones with their power of ten; never 0.

    Example:
        >>> print_p(0.03648), print_p(5.85e-05), print_p(3.8e-13), print_p(1.0)
        ('0.0365', '0.0000585', '3.8e-13', '1.000')
        >>> print_p(0.0)
        '< 1e-300'
    """
    if p_value >= 0.1:
        return f"{p_value:.3f}"
    if p_value >= SMALLEST_WRITTEN_OUT:
        decimals = 2
        while round(p_value, decimals) < 10 ** -(decimals - 2) and decimals < 12:
            decimals += 1
        return f"{p_value:.{decimals}f}"
    if p_value < SMALLEST_TOLD_APART:
        return f"< {SMALLEST_TOLD_APART:.0e}"
    return f"{p_value:.1e}"


def print_interval(interval: Interval | None) -> str:
    """Both ends, or in words that there are none.

    Example:
        >>> print_interval(Interval(low=-0.086, high=-0.004, level=0.95, method="t"))
        '−0.086 to −0.004'
    """
    if interval is None:
        return "no interval"
    if interval.low is None and interval.high is None:
        return "no interval"
    if interval.low is None:
        return f"up to {print_number(interval.high or 0.0)}"
    if interval.high is None:
        return f"from {print_number(interval.low)}"
    return f"{print_number(interval.low)} to {print_number(interval.high)}"


def print_outcome(outcome: Estimate | NotMeasured) -> str:
    """The value with its interval, or "not measured" with the reason; never a dash and never a zero.

    Example:
        >>> print_outcome(NotMeasured(method="M01", reason="no valid pair", missing={}))
        'not measured: no valid pair'
    """
    if isinstance(outcome, NotMeasured):
        return f"not measured: {outcome.reason}"
    return f"{print_number(outcome.value)} ({print_interval(outcome.interval)})"


def print_test(test: SignificanceTest | None) -> str:
    """Raw and adjusted p-value, or why there is none.

    Example:
        >>> print_test(SignificanceTest(name="sign test", method="M05", p_value=0.0365, p_adjusted=0.0365))
        '0.0365, adjusted 0.0365'
    """
    if test is None:
        return "no test declared"
    if test.p_value is None:
        return f"no test: {test.reason}"
    if test.p_adjusted is None:
        return f"{print_p(test.p_value)}, not adjusted"
    return f"{print_p(test.p_value)}, adjusted {print_p(test.p_adjusted)}"
