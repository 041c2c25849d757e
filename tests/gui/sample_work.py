"""Work for the worker process in tests; a module of its own, because the worker imports it and knows no Qt."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from fairdesk.domain.errors import StoreBusy


def add(first: int, second: int) -> int:
    return first + second


def process_number() -> int:
    return os.getpid()


def count_to(last: int, report: Callable[[int], None]) -> int:
    """Reports every number as fast as it can."""
    for number in range(last):
        report(number)
    return last


def count_until_told(marker: Path, report: Callable[[int], None]) -> NoReturn:
    """Works for ever; leaves a mark when it was stopped in order."""
    number = 0
    try:
        while True:
            number += 1
            report(number)
            time.sleep(0.01)
    finally:
        marker.write_text("put down in order")


def never_look_up(report: Callable[[int], None]) -> None:
    """Reports once and then no more, as a long computation would."""
    report(1)
    time.sleep(600)


def fail_for_the_user() -> NoReturn:
    raise StoreBusy("Another process works on this run.", "Wait until it has ended.")


def fail_by_mistake(secret: str) -> NoReturn:
    raise KeyError(secret)


def give_what_cannot_travel() -> Any:
    return lambda: None


def crash() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def imported_modules() -> list[str]:
    import sys

    return sorted(sys.modules)
