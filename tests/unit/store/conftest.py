"""A store in a temporary folder, and a clock that tests move by hand."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from fairdesk.store.store import Store


class HandClock:
    """Stands still until it is moved."""

    def __init__(self) -> None:
        self.present = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.present

    def advance(self, seconds: float) -> None:
        """Let some seconds pass."""
        self.present += timedelta(seconds=seconds)


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def store(data_dir: Path, clock: HandClock) -> Iterator[Store]:
    with Store.open(data_dir / "fairdesk.db", clock, busy_seconds=5) as store:
        yield store
