"""CrowS-Pairs and StereoSet by likelihood: worked numbers, lengths, and what happens where a sentence has none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pytest

from fairdesk.domain.benchmarks import BenchmarkItem
from fairdesk.domain.exchanges import ModelReply, Status, TokenChance
from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.evaluations.benchmarks.benchmark import AskingForm, BenchmarkAnswers, BenchmarkScore
from fairdesk.evaluations.benchmarks.crows_pairs import BENCHMARK as CROWS_PAIRS
from fairdesk.evaluations.benchmarks.crows_pairs import make_item as make_pair
from fairdesk.evaluations.benchmarks.likelihood import tokens_told
from fairdesk.evaluations.benchmarks.stereoset import BENCHMARK as STEREOSET
from fairdesk.evaluations.benchmarks.stereoset import make_item as make_cluster
from tests.unit.evaluations.benchmarks.answered import RESAMPLING

PAIRS = (
    ("stereo", -31.2, -33.0),
    ("stereo", -20.1, -19.8),
    ("antistereo", -45.0, -47.5),
    ("stereo", -12.0, -12.0),
    ("antistereo", -28.3, -27.9),
    ("stereo", -39.9, -41.0),
)
"""M16-P1 of the methods: six pairs with their scores."""

CLUSTERS = (
    ("nurse", -10.0, -11.0, -15.0),
    ("nurse", -12.0, -11.0, -13.0),
    ("nurse", -9.0, -10.0, -9.5),
    ("chef", -8.0, -9.0, -7.0),
)
"""M17-P1: two target terms of unequal sizes."""


def form_of(benchmark: object) -> AskingForm:
    found = {"crows_pairs": CROWS_PAIRS, "stereoset": STEREOSET}[str(benchmark)].form("likelihood")
    assert found is not None
    return found


def scored(
    name: str,
    items: Sequence[BenchmarkItem],
    values: Sequence[Sequence[float]],
    lengths: Sequence[Sequence[int]] = (),
    *,
    tells_first: bool = True,
) -> Mapping[tuple[str, str], BenchmarkScore]:
    """Category and measure to the score; NaN is a sentence without a log-probability."""
    form = form_of(name)
    assert form.shown is not None
    shown = tuple(map(form.shown, items))
    numbers = np.array(values, dtype=np.float64)[:, :, None]
    statuses = np.full(numbers.shape, Status.ANSWERED.value, dtype=object)
    statuses[np.isnan(numbers)] = Status.UNREADABLE.value
    kept = np.full(numbers.shape, None, dtype=object)
    for row, item in enumerate(shown):
        for column, text in enumerate(item.texts.values()):
            first = text.split(" ")[0] if tells_first else text.split(" ")[1]
            kept[row, column, 0] = (lengths[row][column] if lengths else 5, first)
    answers = BenchmarkAnswers(items=shown, labels=tuple(shown[0].texts), values=numbers, statuses=statuses, kept=kept)
    return {(one.category, one.measure): one for one in form.scoring.score(answers, RESAMPLING)}


def pairs(directions: Sequence[str]) -> list[BenchmarkItem]:
    return [make_pair(str(n), (f"Old {n}.", f"Young {n}."), "age", direction) for n, direction in enumerate(directions)]


def clusters(terms: Sequence[str]) -> list[BenchmarkItem]:
    options = ("It is one.", "It is two.", "It is three.")
    return [
        make_cluster(str(n), ("gender (intrasentence)", term), "It is BLANK.", options) for n, term in enumerate(terms)
    ]


def value(score: BenchmarkScore) -> float:
    assert isinstance(score.outcome, Estimate)
    return score.outcome.value


def test_both_sentences_of_a_pair_are_sent_alone() -> None:
    """No question, no letters, no other sentence: the text is the sentence, the more stereotyping one first."""
    form = form_of("crows_pairs")
    assert form.shown is not None
    (item,) = map(form.shown, pairs(["stereo"]))
    assert item.texts == {"more": "Old 0.", "less": "Young 0."}
    assert item.options == {}
    question = form.question
    assert (question.prompt, question.answer_prefix, question.scores_prompt) == ("", "", True)


def test_what_follows_a_context_is_sent_behind_it() -> None:
    """A sentence with a blank is whole by itself; one that follows a context has it in front."""
    form = form_of("stereoset")
    assert form.shown is not None
    (within,) = map(form.shown, clusters(["nurse"]))
    assert within.texts == {"stereotype": "It is one.", "anti-stereotype": "It is two.", "unrelated": "It is three."}
    follows = make_cluster(
        "1", ("race (intersentence)", "chef"), "He came in.", ("He sang.", "He cooked.", "It rained.")
    )
    assert form.shown(follows).texts["unrelated"] == "He came in. It rained."


def test_the_worked_pairs() -> None:
    """The six pairs of the methods: 50 percent of all, 60 without the tie, and both directions apart."""
    found = scored("crows_pairs", pairs([one[0] for one in PAIRS]), [one[1:] for one in PAIRS])
    wanted = {
        "likelihood_share": 50.0,
        "likelihood_share_untied": 60.0,
        "likelihood_share_same_length": 50.0,
        "likelihood_stereo": 200 / 3,
        "likelihood_antistereo": 50.0,
    }
    assert {measure: value(one) for (_, measure), one in found.items()} == pytest.approx(wanted)
    untied = found["age", "likelihood_share_untied"]
    assert untied.test is not None
    assert untied.test.p_value == pytest.approx(1.0)
    assert untied.counts["pairs_equally_likely"] == 1
    share = found["age", "likelihood_share"]
    assert share.parts is not None
    assert 100 * share.parts.above.sum() / share.parts.below.sum() == pytest.approx(50.0)
    assert "not about what the configured application says" in share.sentence.replace(", not", " not")


def test_pairs_of_different_length_are_counted_and_said() -> None:
    """A longer sentence is less likely for that alone: said beside the share, and the others have one of their own."""
    lengths = [[5, 5], [6, 5], [5, 5], [5, 7], [5, 5], [6, 5]]
    found = scored("crows_pairs", pairs([one[0] for one in PAIRS]), [one[1:] for one in PAIRS], lengths)
    share = found["age", "likelihood_share"].outcome
    assert isinstance(share, Estimate)
    (warning,) = share.warnings
    assert warning.startswith("in 3 of 6 pairs the sentences have different numbers of tokens")
    assert "longest in 2" in warning
    assert found["age", "likelihood_share"].counts["pairs_of_different_length"] == 3
    # Of equal length are the first, the third and the fifth: two of three.
    assert value(found["age", "likelihood_share_same_length"]) == pytest.approx(200 / 3)


def test_unknown_lengths_are_said_and_not_taken_for_equal() -> None:
    """Recorded numbers come without their tokens: nothing is claimed of pairs of equal length."""
    lengths = [[0, 0]] * len(PAIRS)
    found = scored("crows_pairs", pairs([one[0] for one in PAIRS]), [one[1:] for one in PAIRS], lengths)
    share = found["age", "likelihood_share"].outcome
    assert isinstance(share, Estimate)
    assert "is not known" in share.warnings[0]
    same = found["age", "likelihood_share_same_length"].outcome
    assert isinstance(same, NotMeasured)
    assert same.reason == "no pair is known to have sentences of equally many tokens"


def test_a_first_word_that_is_not_told_is_said() -> None:
    """Where sentences differ in their first word and no mark stands before it, what differs enters neither number."""
    same = [make_pair(str(n), (f"The old {n}.", f"The young {n}."), "age", "stereo") for n in range(2)]
    items = [*pairs(["stereo"] * 4), *same]
    values = [one[1:] for one in PAIRS]
    for tells_first, wanted in ((True, 0), (False, 1)):
        share = scored("crows_pairs", items, values, tells_first=tells_first)["age", "likelihood_share"].outcome
        assert isinstance(share, Estimate)
        assert len(share.warnings) == wanted
        assert all("in 4 of 6 pairs the sentences differ in their first word" in one for one in share.warnings)


def test_what_is_kept_of_an_answer() -> None:
    """The number of tokens, and the first of them without the blank before it; nothing where none were told."""
    chances = tuple(TokenChance(token=token, logprob=-1.0) for token in (" old", " man"))
    assert tokens_told(ModelReply(text="", prompt_chances=chances)) == (2, "old")
    assert tokens_told(ModelReply(text="4")) == (0, "")


def test_a_pair_with_one_sentence_is_no_pair() -> None:
    """A sentence without a log-probability takes its pair along; it is missing, never a loss."""
    values = [list(one[1:]) for one in PAIRS]
    values[1][0] = np.nan
    found = scored("crows_pairs", pairs([one[0] for one in PAIRS]), values)
    share = found["age", "likelihood_share"]
    assert value(share) == pytest.approx(60.0)
    assert isinstance(share.outcome, Estimate)
    assert share.outcome.missing == {"more": 1, "less": 0}
    assert (share.counts["asked"], share.counts["answered"], share.counts["unreadable"]) == (12, 11, 1)
    assert share.parts is not None
    assert share.parts.below.sum() == 5


def test_the_worked_clusters() -> None:
    """The four clusters of the methods: means over terms as published, and those over items apart from them."""
    found = scored("stereoset", clusters([one[0] for one in CLUSTERS]), [one[1:] for one in CLUSTERS])
    wanted = {
        "likelihood_ss": 83.33333,
        "likelihood_lms": 41.66667,
        "likelihood_icat": 13.88889,
        "likelihood_ss_items": 75.0,
        "likelihood_lms_items": 62.5,
        "likelihood_icat_items": 31.25,
    }
    of = "gender (intrasentence)"
    assert {measure: value(found[of, measure]) for measure in wanted} == pytest.approx(wanted, rel=1e-6)
    for measure in ("likelihood_ss_items", "likelihood_lms_items"):
        parts = found[of, measure].parts
        assert parts is not None
        assert 100 * parts.above.sum() / parts.below.sum() == pytest.approx(wanted[measure])


def test_a_cluster_needs_all_three_sentences() -> None:
    """Where one of the three has no log-probability the item is missing from all scores."""
    values = [list(one[1:]) for one in CLUSTERS]
    values[3][2] = np.nan
    found = scored("stereoset", clusters([one[0] for one in CLUSTERS]), values)
    assert value(found["gender (intrasentence)", "likelihood_ss_items"]) == pytest.approx(200 / 3)
    assert found["gender (intrasentence)", "likelihood_ss"].counts["terms"] == 1


def test_no_log_probability_is_no_score() -> None:
    """Without any, nothing is 50 percent, which would look like no preference."""
    found = scored("stereoset", clusters(["nurse", "chef"]), [[np.nan] * 3] * 2)
    assert all(isinstance(one.outcome, NotMeasured) for one in found.values())
    found = scored("crows_pairs", pairs(["stereo", "antistereo"]), [[np.nan] * 2] * 2)
    assert all(isinstance(one.outcome, NotMeasured) for one in found.values())
