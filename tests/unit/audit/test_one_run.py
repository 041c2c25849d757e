"""One run is no before and after, whatever its scores do on the way."""

from __future__ import annotations

from pathlib import Path

from fairdesk.audit.analyse import analyse_project
from fairdesk.audit.projects import create_project
from fairdesk.audit.supplied import RecordFile, RecordsRequest, SuppliedBy, import_records
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.results import Analysis
from fairdesk.interchange.record_files import guess_layout


def analysed(folder: Path, scores: list[int]) -> Analysis:
    """A project of one supplied run whose variants have these scores, in this order."""
    folder.mkdir()
    file = folder / "records.csv"
    rows = [f"f{at},{variant},{value}\n" for at, score in enumerate(scores) for variant, value in pair(score)]
    file.write_text("item,variant,value\n" + "".join(rows), encoding="utf-8")
    spec = WorkspaceSpec(data_dir=folder / "profile")
    project = create_project(spec, "One run").project_id
    layout, _ = guess_layout(file)
    request = RecordsRequest(files=(RecordFile(path=file, layout=layout),), supply=SuppliedBy(who="A vendor"))
    import_records(spec, project, request)
    return analyse_project(spec, project)[1]


def pair(score: int) -> tuple[tuple[str, int], tuple[str, int]]:
    return ("orig", 4), ("female", score)


def test_one_run_shows_no_trend(tmp_path: Path) -> None:
    """ST-15: ten scores that fall on the way are one run: no change is shown, and their order changes no result."""
    falling = analysed(tmp_path / "falling", [5, 5, 5, 4, 4, 4, 3, 3, 2, 2])
    rising = analysed(tmp_path / "rising", [2, 2, 3, 3, 4, 4, 4, 5, 5, 5])

    assert falling.comparisons == rising.comparisons == ()
    assert [row.outcome for row in falling.results] == [row.outcome for row in rising.results]
    assert [row.test for row in falling.results] == [row.test for row in rising.results]
