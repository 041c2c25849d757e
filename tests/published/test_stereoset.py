"""StereoSet: the published scores of six models on the three bias types whose clusters are beside the project."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fairdesk.audit.benchmark_sources.stereoset import SOURCE
from fairdesk.audit.score.stereoset import score_stereoset
from fairdesk.domain.errors import ImportProblem
from fairdesk.domain.exchanges import Status
from fairdesk.domain.results import Estimate
from fairdesk.evaluations.benchmarks.benchmark import BenchmarkAnswers
from fairdesk.evaluations.benchmarks.stereoset import BENCHMARK as STEREOSET
from fairdesk.interchange.official_files import official_file
from fairdesk.interchange.stereoset_files import sentence_scores_of, stereoset_of
from fairdesk.measures.resampling import Resampling
from tests.architecture.tree import ROOT

FOLDER = ROOT.parent / "shared" / "benchmarks" / "stereoset"
GOLD = FOLDER / "dev_intrasentence_gender_race_religion.json.gz"
MODELS = (
    "SentimentModel",
    "bert-base-cased_BertNextSentence_BertLM",
    "gpt2-medium_ModelNSP_GPT2LM",
    "gpt2_ModelNSP_GPT2LM",
    "roberta-base_ModelNSP_RoBERTaLM",
    "xlnet-base-cased_ModelNSP_XLNetLM",
)
NAMES = {"lms": "LM Score", "ss": "SS Score", "icat": "ICAT Score"}
SENTENCES_PER_CLUSTER = 3

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="the published predictions are not beside the project")


def predictions(model: str) -> Path:
    return FOLDER / "predictions" / f"predictions_{model}.json.gz"


@pytest.fixture(scope="module")
def published() -> Mapping[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / "published_values.json").read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("model", MODELS)
def test_the_published_scores_are_reproduced(model: str, published: Mapping[str, Any]) -> None:
    """Language score, stereotype score and icat of gender, race and religion are the authors' to 1e-9."""
    wanted = published[f"predictions_{model}.json"]["intrasentence"]

    answer = score_stereoset(GOLD, predictions(model), seed=1)

    for bias_type in ("gender", "race", "religion"):
        found = answer["intrasentence"][bias_type]
        for key, name in NAMES.items():
            assert found[key] == pytest.approx(wanted[bias_type][name], rel=0, abs=1e-9), (bias_type, key)
        # The program of the authors counts every cluster once per sentence in these lines.
        assert found["n"] * SENTENCES_PER_CLUSTER == wanted[bias_type]["Count"]
    assert answer["counts"]["answered"] == answer["counts"]["planned"] == 1296
    assert answer["intersentence"] == {}


def test_items_and_terms_give_different_numbers() -> None:
    """The share of all items is another number than the mean over terms, by more than rounding, and is named so."""
    answer = score_stereoset(GOLD, predictions("SentimentModel"), seed=1)

    race = answer["intrasentence"]["race"]
    assert abs(race["ss"] - race["micro_over_items"]["ss"]) > 0.1
    assert race["n_terms"] == 36


def test_the_files_hold_what_their_source_says() -> None:
    """1,296 clusters of three types with distinct ids, and 6,318 + 6,369 scores of each model."""
    clusters = stereoset_of(GOLD)

    assert {kind: clusters.bias_type.count(kind) for kind in set(clusters.bias_type)} == {
        "gender": 255,
        "race": 962,
        "religion": 79,
    }
    assert len(set(clusters.cluster_id)) == 1296
    for model in MODELS:
        assert len(sentence_scores_of(predictions(model)).score_of) == 6318 + 6369


def test_a_file_that_was_cut_off_is_refused(tmp_path: Path) -> None:
    """Half of the official bytes import nothing and say where they end."""
    body = official_file(GOLD).body
    path = tmp_path / "dev.json"
    path.write_bytes(body[: len(body) // 2])

    with pytest.raises(ImportProblem, match=r"dev\.json, line 1: this is not valid JSON"):
        stereoset_of(path)


@pytest.mark.parametrize("model", ["gpt2_ModelNSP_GPT2LM", "bert-base-cased_BertNextSentence_BertLM"])
def test_the_live_form_by_likelihood_scores_as_the_authors(model: str, published: Mapping[str, Any]) -> None:
    """The scores of a model's sentences, as if an endpoint had told them, come to the published values."""
    gold, clusters = official_file(GOLD), stereoset_of(GOLD)
    form = STEREOSET.form("likelihood")
    assert form is not None
    assert form.shown is not None
    items = tuple(map(form.shown, SOURCE.read([(gold.name, gold.body)]).items))
    score_of = sentence_scores_of(predictions(model)).score_of
    ids = dict(zip(clusters.cluster_id, clusters.sentence_ids, strict=True))
    values = np.array([[score_of[one] for one in ids[item.item_id]] for item in items])[:, :, None]
    answers = BenchmarkAnswers(
        items=items,
        labels=tuple(items[0].texts),
        values=values,
        statuses=np.full(values.shape, Status.ANSWERED.value, dtype=object),
    )
    wanted = published[f"predictions_{model}.json"]["intrasentence"]
    measures = {"likelihood_lms": "LM Score", "likelihood_ss": "SS Score", "likelihood_icat": "ICAT Score"}
    found = {(one.category, one.measure): one.outcome for one in form.scoring.score(answers, Resampling(seed=1))}
    for bias_type in ("gender", "race", "religion"):
        for measure, column in measures.items():
            outcome = found[f"{bias_type} (intrasentence)", measure]
            assert isinstance(outcome, Estimate)
            assert outcome.value == pytest.approx(wanted[bias_type][column], rel=0, abs=1e-9)
