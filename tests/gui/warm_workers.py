"""The window's worker processes, started from a process that has loaded already what they will load.

A worker is made by nearly every test of the window, and takes a second of computing to load what it works with. Here
it is forked from a process that loaded that once. It is as much a process of its own as otherwise, behind the same
pipe; only its environment is that of the first test. ``test_tasks``, ``test_run_process``, ``test_startup`` and
``test_journey`` keep workers that are started as the product starts them, and so does a test that changes its
environment.
"""

from __future__ import annotations

import multiprocessing
import pkgutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import pytest

import fairdesk.audit

COLD = ("test_tasks", "test_run_process", "test_startup", "test_journey")
"""Test files whose workers start as the product starts them."""

is_possible = "forkserver" in multiprocessing.get_all_start_methods()


def loaded_before() -> list[str]:
    """What auditors' steps are made of, and the libraries that they load when they are first used."""
    steps = [f"fairdesk.audit.{one.name}" for one in pkgutil.iter_modules(fairdesk.audit.__path__)]
    # pytest: where it is the main program, a started process loads it again.
    return ["pytest", "fairdesk.gui.task_worker", "fairdesk.store.store", *steps]


@cache
def warmed_up() -> None:
    """Start the process that everything is forked from, and wait until it has loaded all."""
    multiprocessing.set_forkserver_preload(loaded_before())
    first = multiprocessing.get_context("forkserver").Process(target=loaded_before)
    first.start()
    first.join()


@contextmanager
def warm_workers() -> Iterator[None]:
    """Processes that ask to be started anew are forked from the one that has everything loaded."""
    warmed_up()
    made_by = multiprocessing.get_context

    def get_context(method: str | None = None) -> Any:
        return made_by("forkserver" if method == "spawn" else method)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(multiprocessing, "get_context", get_context)
        yield


@pytest.fixture(autouse=True)
def _warm_workers(request: pytest.FixtureRequest) -> Iterator[None]:
    name = request.module.__name__.rpartition(".")[2]
    if not is_possible or name in COLD or "monkeypatch" in request.fixturenames:
        yield
        return
    with warm_workers():
        yield
