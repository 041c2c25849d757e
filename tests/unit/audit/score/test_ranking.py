"""Rankings read from a file (fairdesk score ranking)."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from fairdesk.audit.score.ranking import RankingOptions, score_ranking
from fairdesk.domain.errors import FairDeskError, ImportProblem

NAMES, GROUPS = ["Ann Lee", "Bo Kim"], ["F", "M"]


def line(content: Any, **more: Any) -> dict[str, Any]:
    return {"content": content, "shown": NAMES, "groups": GROUPS} | more


def write(folder: Path, rows: list[dict[str, Any]]) -> Path:
    path = folder / "answers.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_the_first_name_in_the_answer_is_ranked_first(tmp_path: Path) -> None:
    """Whatever its case; a name that is missing comes last and is counted; an answer without names ranks nobody."""
    rows = [line("1. BO KIM\n2. Ann Lee"), line("Only bo kim."), line("I cannot rank people."), line("")]

    (table,) = score_ranking(write(tmp_path, rows), RankingOptions())["tables"]

    assert (table["n_runs"], table["naming_nobody"], table["omitting_names"]) == (2, 2, 3)
    groups = {group["group"]: group for group in table["groups"]}
    assert (groups["M"]["top"], groups["F"]["top"], groups["F"]["shown_first"]) == (2, 0, 2)
    assert (groups["F"]["not_named"], groups["M"]["not_named"]) == (3, 2)
    assert table["interactions_reason"]


def test_nothing_ranked_is_not_measured(tmp_path: Path) -> None:
    """No rate of 0 and no p-value of 1 where nobody was ranked."""
    (table,) = score_ranking(write(tmp_path, [line("No.")]), RankingOptions())["tables"]

    assert table["n_runs"] == 0
    for group in table["groups"]:
        assert group["selection_rate"] is group["impact_ratio"] is group["below_four_fifths"] is None
        assert group["estimates"]["selection_rate"]["reason"]
    assert table["equal_top_rates"]["p"] is table["equal_places"]["p"] is None


def test_a_table_and_a_packed_file_give_the_same(tmp_path: Path) -> None:
    """JSON lines, the same packed, and CSV with lists in either notation."""
    rows = [line("Bo Kim, Ann Lee", model="m"), line("Ann Lee", model="m")]
    plain = write(tmp_path, rows)
    packed = tmp_path / "answers.jsonl.gz"
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    table = tmp_path / "answers.csv"
    table.write_text(
        'content,shown,groups,model\n"Bo Kim, Ann Lee",Ann Lee|Bo Kim,F|M,m\n'
        'Ann Lee,"[""Ann Lee"", ""Bo Kim""]",F|M,m\n',
        encoding="utf-8",
    )

    found = [score_ranking(path, RankingOptions()) for path in (plain, packed, table)]

    assert found[0] == found[1] == found[2]
    assert found[0]["tables"][0]["model"] == "m"


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ({"content": "x", "shown": NAMES}, "groups"),
        ({"content": "x", "shown": NAMES, "groups": ["F"]}, "1 groups stand beside 2 names"),
        ({"content": "x", "shown": ["Ann Lee", "ann lee"], "groups": GROUPS}, "stands twice"),
        ({"content": "x", "shown": [], "groups": []}, "no list of names"),
        ({"content": "x", "shown": "[broken", "groups": GROUPS}, "not valid JSON"),
        ({"shown": NAMES, "groups": GROUPS}, "the answers"),
    ],
)
def test_a_file_of_another_layout_is_refused_with_the_cure(tmp_path: Path, row: dict[str, Any], words: str) -> None:
    """The message names the column, and the advice what belongs there."""
    with pytest.raises(ImportProblem, match=words) as caught:
        score_ranking(write(tmp_path, [row]), RankingOptions())
    assert caught.value.advice


def test_a_damaged_packed_file_and_an_unknown_group_are_refused(tmp_path: Path) -> None:
    """In words, not with a traceback."""
    broken = tmp_path / "answers.jsonl.gz"
    broken.write_bytes(gzip.compress(b"{}" * 100)[:30])
    with pytest.raises(ImportProblem, match="damaged"):
        score_ranking(broken, RankingOptions())
    with pytest.raises(FairDeskError, match="none of the groups"):
        score_ranking(write(tmp_path, [line("Ann Lee")]), RankingOptions(reference="X"))
