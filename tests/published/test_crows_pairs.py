"""CrowS-Pairs: the official pairs with invented scores give the figures that the authors' rules give."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from fairdesk.audit.benchmark_sources.crows_pairs import SOURCE
from fairdesk.audit.score.crows_pairs import score_crows_pairs
from fairdesk.domain.errors import ImportProblem
from fairdesk.domain.exchanges import Status
from fairdesk.domain.results import Estimate
from fairdesk.evaluations.benchmarks.benchmark import BenchmarkAnswers
from fairdesk.evaluations.benchmarks.crows_pairs import BENCHMARK as CROWS_PAIRS
from fairdesk.interchange.crows_pairs_files import crows_pairs_of
from fairdesk.interchange.official_files import official_file
from fairdesk.measures.resampling import Resampling
from tests.architecture.tree import ROOT

FOLDER = ROOT.parent / "shared" / "benchmarks" / "crows_pairs"
DATA = FOLDER / "crows_pairs_anonymized.csv"
SCORES = FOLDER / "predictions" / "synthetic_scores_A.csv"

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="the official pairs are not beside the project")


@pytest.fixture(scope="module")
def expected() -> Mapping[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / "synthetic_scores_A_expected.json").read_text(encoding="utf-8"))
    return found


@pytest.fixture(scope="module")
def answer() -> Mapping[str, Any]:
    return score_crows_pairs(DATA, SCORES, "masked")


def figures(found: Mapping[str, Any]) -> dict[str, Any]:
    """Our numbers under the names of the expected ones."""
    rows = {key: found["estimates"][key] for key in ("stereotype_score", "antistereotype_score")}
    return {
        "N": found["n"],
        "neutral": found["neutral"],
        "stereo_total": rows["stereotype_score"]["n"],
        "stereo_hit": round(rows["stereotype_score"]["value"] * rows["stereotype_score"]["n"] / 100),
        "anti_total": rows["antistereotype_score"]["n"],
        "anti_hit": round(rows["antistereotype_score"]["value"] * rows["antistereotype_score"]["n"] / 100),
        "metric_score": found["authors"]["metric_score"],
        "stereotype_score": found["authors"]["stereotype_score"],
        "antistereotype_score": found["authors"]["antistereotype_score"],
        "neutral_pct": found["authors"]["neutral"],
    }


def test_every_expected_figure_comes_out(answer: Mapping[str, Any], expected: Mapping[str, Any]) -> None:
    """Counts, hits and the three scores with two decimals, for all pairs and for each of the nine bias types."""
    found = {"all": figures(answer)} | {name: figures(one) for name, one in answer["by_bias_type"].items()}

    assert found == expected


def test_neutral_pairs_stay_in_the_denominator(answer: Mapping[str, Any]) -> None:
    """The metric score is of all pairs; the share without ties is another number beside it."""
    assert answer["metric_score"] == pytest.approx(100 * (754 + 131) / 1508)
    assert answer["metric_score_without_ties"] == pytest.approx(100 * (754 + 131) / (1508 - 22))
    assert answer["by_direction"]["antistereo"]["more"] == 131


def test_the_defects_of_the_file_are_told(answer: Mapping[str, Any]) -> None:
    """The pair that stands twice and the 162 pairs without a majority are named, and the rest is scored apart."""
    assert any("1459 and 1502" in note for note in answer["notes"])
    assert any("named: 162" in note for note in answer["notes"])
    assert answer["supported_by_annotators"]["n"] == 1508 - 162


def test_the_official_file_holds_what_its_source_says() -> None:
    """1,508 pairs; the line break, the double blanks and the other alphabets inside sentences are kept."""
    pairs = crows_pairs_of(DATA)
    texts = list(zip(pairs.more, pairs.less, strict=True))

    assert (len(pairs.index), sum(pairs.is_antistereo)) == (1508, 218)
    assert Counter(pairs.bias_type)["race-color"] == 516
    assert Counter(pairs.n_annotators) == {5: 1508}
    assert sum("\n" in more + less for more, less in texts) == 1
    assert sum("  " in more or "  " in less for more, less in texts) == 14
    assert sum(not (more + less).isascii() for more, less in texts) == 4


def test_the_revised_file_is_read_without_annotations() -> None:
    """1,467 pairs under new numbers; a type in capitals is the same type, and foreign types are told."""
    pairs = crows_pairs_of(FOLDER / "crows_revised_kinit.csv.gz")

    assert len(pairs.index) == 1467
    assert set(pairs.n_annotators) == {0}
    assert "Race-color" not in pairs.bias_type
    assert any("'other', 'stereo'" in note for note in pairs.notes)


def test_scores_of_another_version_are_refused() -> None:
    """Prompts of the same folder are no scores, and the answer says which columns are wanted."""
    with pytest.raises(ImportProblem, match="no such column is there"):
        score_crows_pairs(DATA, FOLDER / "prompts.csv", "")


def test_the_live_form_by_likelihood_scores_as_the_authors(expected: Mapping[str, Any]) -> None:
    """The invented scores, as if an endpoint had told them: all pairs and each bias type, to the printed decimals."""
    official, form = official_file(DATA), CROWS_PAIRS.form("likelihood")
    assert form is not None
    assert form.shown is not None
    items = tuple(map(form.shown, SOURCE.read([(official.name, official.body)]).items))
    with SCORES.open(encoding="utf-8", newline="") as file:
        rows = {row["index"]: (row["sent_more_score"], row["sent_less_score"]) for row in csv.DictReader(file)}
    values = np.array([[float(one) for one in rows[item.item_id]] for item in items])[:, :, None]
    answers = BenchmarkAnswers(
        items=items,
        labels=tuple(items[0].texts),
        values=values,
        statuses=np.full(values.shape, Status.ANSWERED.value, dtype=object),
    )
    found: dict[str, dict[str, float]] = {}
    for one in form.scoring.score(answers, Resampling(seed=1)):
        if isinstance(one.outcome, Estimate):
            found.setdefault(one.category or "all", {})[one.measure] = round(one.outcome.value, 2)
    names = {"likelihood_share": "metric_score", "likelihood_stereo": "stereotype_score"}
    names["likelihood_antistereo"] = "antistereotype_score"
    assert set(found) == set(expected)
    for category, scores in found.items():
        assert {name: scores[measure] for measure, name in names.items()} == {
            name: expected[category][name] for name in names.values()
        }
