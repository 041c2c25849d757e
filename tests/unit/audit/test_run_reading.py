"""How answers are counted while a run goes on: as they are read in the end, whatever was kept of earlier ones."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

import pytest

from fairdesk.audit.benchmark_import import BenchmarkRequest, add_benchmark
from fairdesk.audit.benchmark_items import PlanBenchmarks
from fairdesk.audit.plan import fix_plan, load_plan
from fairdesk.audit.plan_texts import AnswerReader
from fairdesk.audit.projects import create_project, starting_details
from fairdesk.audit.run_items import PlanItems
from fairdesk.audit.run_reading import StatusReader
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.exchanges import ModelReply, ReadRefusal, Status, status_of


@pytest.mark.parametrize("form", ["letter", "text", "open"])
def test_items_with_the_same_options_are_read_by_what_each_asks(tmp_path: Path, form: str) -> None:
    """BBQ asks the same options of opposite questions: a kept status of one is never taken for the other."""
    spec = WorkspaceSpec(data_dir=tmp_path / "profile")
    details = starting_details()
    project = create_project(spec, "Read", replace(details, systems=details.systems[:1])).project_id
    add_benchmark(spec, project, BenchmarkRequest(benchmark_id="bbq", path=None, form=form, without_files=True))
    sha256 = fix_plan(spec, project)
    with Workspace(spec) as workspace:
        plan = load_plan(workspace, sha256)
        reader = AnswerReader(plan, PlanBenchmarks(workspace, plan, whole=True))
        counted, items = StatusReader(reader), PlanItems(plan)
        keys = [items.key(number) for number in range(len(items))]
        texts = {
            f"{option} {reader.asked(key).partition(' ')[2].rstrip('?')}."
            for key in keys
            for option in reader.options(key)
        }
        for text, key in itertools.product(sorted(text for text in texts if " not " in text)[:20], keys):
            reply = ModelReply(text=text)
            assert counted.status(key, reply) is status_of(reader.read(key, reply)), (text, key)
        stated = ModelReply(text="A", stated=ReadRefusal(reason="as the file says"))
        assert counted.status(keys[0], ModelReply(text="A")) is not Status.REFUSED
        assert counted.status(keys[0], stated) is Status.REFUSED
