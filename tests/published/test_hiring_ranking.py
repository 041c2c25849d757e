"""Hiring rankings: the published answers of two models for two jobs give every published row."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from typing import Any

import pytest

from fairdesk.audit.score.ranking import RankingOptions, score_ranking
from tests.architecture.tree import ROOT

FOLDER = ROOT.parent / "shared" / "benchmarks" / "hiring_rank_audit"

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="the published answers are not beside the project")


@pytest.fixture(scope="module")
def answer() -> dict[str, Any]:
    """The score of all 4,000 answers, read as they were published, packed."""
    return score_ranking(FOLDER / "runs_HR_retail.jsonl.gz", RankingOptions(attributes=("race", "gender")))


def rows(answer: Mapping[str, Any]) -> dict[tuple[str, str, str], Mapping[str, Any]]:
    """Groups by model, job and label."""
    return {(one["model"], one["job"], group["group"]): group for one in answer["tables"] for group in one["groups"]}


def test_every_published_row_comes_out_exactly(answer: dict[str, Any]) -> None:
    """Top count, shown-first count, selection rate and impact ratio of all 32 rows."""
    own = rows(answer)
    with (FOLDER / "published_performance_ranking_HR_retail.csv").open(encoding="utf-8", newline="") as file:
        published = list(csv.DictReader(file))

    assert len(published) == len(own) == 32
    for row in published:
        found = own[row["model"], row["job"], row["demo"]]
        assert (found["top"], found["shown_first"]) == (int(row["top"]), int(row["top_og"]))
        assert found["selection_rate"] == float(row["selection_rate"])
        assert found["impact_ratio"] == pytest.approx(float(row["disparate_impact_ratio"]), rel=1e-15)
        assert found["below_four_fifths"] is (float(row["disparate_impact_ratio"]) < 0.8)


def test_answers_that_omit_names_are_counted(answer: dict[str, Any]) -> None:
    """227 answers of one model and 38 of the other, none of which names nobody."""
    omitting = {(one["model"], one["job"]): one["omitting_names"] for one in answer["tables"]}

    assert omitting["gpt-3.5-turbo", "HR specialist"] + omitting["gpt-3.5-turbo", "retail"] == 227
    assert omitting["gpt-4", "HR specialist"] + omitting["gpt-4", "retail"] == 38
    assert [one["naming_nobody"] for one in answer["tables"]] == [0, 0, 0, 0]


def test_the_place_effect_is_shown(answer: dict[str, Any]) -> None:
    """The candidate shown first stays first in 45, 55, 17 and 14 percent of the answers, expected 12.5."""
    stays = {(one["model"], one["job"]): one["estimates"]["shown_first_stays_first"] for one in answer["tables"]}

    assert {key: round(found["value"], 2) for key, found in stays.items()} == {
        ("gpt-3.5-turbo", "HR specialist"): 0.45,
        ("gpt-3.5-turbo", "retail"): 0.55,
        ("gpt-4", "HR specialist"): 0.17,
        ("gpt-4", "retail"): 0.14,
    }
    assert all(found["ci_low"] < found["value"] < found["ci_high"] for found in stays.values())


def test_what_the_publication_lacks(answer: dict[str, Any]) -> None:
    """Only one of the four tables shows unequal groups; most ratios below 0.8 are compatible with no difference."""
    p_values = [one["equal_top_rates"]["p"] for one in answer["tables"]]
    assert sorted(p < 0.05 for p in p_values) == [False, False, False, True]

    flagged = [group for group in rows(answer).values() if group["below_four_fifths"]]
    assert len(flagged) == 9
    assert sum(group["compatible_with_no_difference"] for group in flagged) == 5
    for one in answer["tables"]:
        assert len(one["interactions"]) == 6
        for found in one["interactions"]:
            assert set(found["attributes"]) == {"race", "gender"}
            assert found["interaction"] == pytest.approx(found["observed"] - found["additive"])
            assert found["estimates"]["interaction"]["ci_low"] < found["interaction"]
        adjusted = [group["selection_rate_adjusted_for_place"] for group in one["groups"]]
        assert sum(adjusted) == pytest.approx(1, abs=0.02)
