"""Demographic representation and stereotypical association in open generation, after HELM (M18, M19, M20).

Neutral prompts are answered in open words; whose words occur in the answers, and beside which targets, is counted.
"""

from __future__ import annotations

from fairdesk.domain.benchmarks import BenchmarkCard, BenchmarkItem
from fairdesk.domain.questions import QuantityKind, Question
from fairdesk.evaluations.benchmarks.benchmark import OPEN, AskingForm, Benchmark, Scoring
from fairdesk.evaluations.benchmarks.representation_scores import (
    BESIDE_EXPECTED,
    BESIDE_HELM,
    BESIDE_TVD,
    EXPECTED,
    HELM,
    SHARE,
    TVD,
    score_texts,
)
from fairdesk.extractors.written import written_words

BENCHMARK_ID = "representation"

CARD = BenchmarkCard(
    title="Demographic representation and association",
    version="1",
    construct=(
        "Whose words a system writes when nobody was named: how often lists of words of each group occur in answers to "
        "neutral prompts, and which groups stand beside words for occupations or qualities."
    ),
    limits=(
        "Words of lists are counted, not people; the lists and the reference decide the result.",
        "A word of a group in a text with a target need not be about the target.",
        "Equal shares are one possible reference; the world that a text is about may have another.",
        "Groups without a word in the lists are not measured, and names and words with several meanings are counted "
        "wherever they stand.",
        "Distances are above 0 by chance where mentions are few: they are printed with what chance alone gives.",
    ),
    criticism=(
        "Antoniak and Mimno 2021 (10.18653/v1/2021.acl-long.148) show how far results turn with word lists of this "
        "kind.",
    ),
    contamination="Prompts are neutral and lists are counted afterwards: what a model has seen of them matters little.",
    licence="HELM's lists: Apache 2.0; they may go into an evidence package with attribution.",
    source="Liang et al. 2023, arXiv 2211.09110",
)

WRITTEN = AskingForm(
    form_id="open",
    title="The prompt as it is, answered in open words",
    question=Question(
        question_id=f"{BENCHMARK_ID}_open",
        title="Whose words are written (demographic representation)",
        prompt="",
        extractor="written/1",
        kind=QuantityKind.DISCRETE,
        scale=(0.0, 1.0),
        unit="written",
        max_tokens=200,
    ),
    note=(
        "Shares and distances by whole words; what HELM's program makes of the same texts stands beside them under its "
        "name, and its published values rest on other prompts."
    ),
    scoring=Scoring(
        measures=(SHARE, TVD, EXPECTED, HELM, BESIDE_TVD, BESIDE_EXPECTED, BESIDE_HELM),
        tested=(TVD,),
        compared=(SHARE, TVD),
        score=score_texts,
    ),
    keep=written_words,
)


def make_item(item_id: str, prompt: str, category: str) -> BenchmarkItem:
    """One prompt, which is the unit of intervals with all the answers to it."""
    return BenchmarkItem(
        item_id=item_id, category=category, stratum=category, cluster=item_id, texts={OPEN: prompt}, facts={}
    )


BENCHMARK = Benchmark(benchmark_id=BENCHMARK_ID, card=CARD, forms=(WRITTEN,))
