"""Decisions and pooled variants in a file of records (fairdesk score counterfactual)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fairdesk.audit.score.counterfactual import CounterfactualOptions, score_counterfactual
from fairdesk.cli.commands import build_parser, run_command_line
from fairdesk.domain.records import LayoutChoices

Rows = Sequence[tuple[object, ...]]


def write(folder: Path, labels: Sequence[str], rows: Rows) -> Path:
    """One line per file and variant; an empty value is an answer that could not be read."""
    lines = [
        f"{item},{label},{value}\n" for item, row in enumerate(rows) for label, value in zip(labels, row, strict=True)
    ]
    file = folder / "records.csv"
    file.write_text("item,variant,value\n" + "".join(lines), encoding="utf-8")
    return file


def scored(folder: Path, labels: Sequence[str], rows: Rows, scale: tuple[float, ...] = ()) -> dict[str, Any]:
    options = CounterfactualOptions(choices=LayoutChoices(scale=scale))
    return score_counterfactual(write(folder, labels, rows), options)


def decided(folder: Path, counts: tuple[int, int, int, int], scale: tuple[float, ...] = ()) -> dict[str, Any]:
    """Decisions of one variant: so many files with yes and yes, yes and no, no and yes, no and no."""
    rows = [row for row, n in zip(((1, 1), (1, 0), (0, 1), (0, 0)), counts, strict=True) for _ in range(n)]
    (variant,) = scored(folder, ("base", "female"), rows, scale)["variants"]
    return dict(variant["decisions"])


def told(folder: Path, file: Path, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    arguments = ["--data-dir", str(folder / "profile"), "score", "counterfactual", str(file), *words]
    assert run_command_line(build_parser().parse_args(arguments)) in (0, 1)
    return capsys.readouterr().out


def test_decisions_are_those_that_the_formulas_give(tmp_path: Path) -> None:
    """100 files, 12 yes to no and 4 no to yes: McNemar, Bonett-Price and the paired ratio, recomputed by hand."""
    found = decided(tmp_path, (40, 12, 4, 44))

    assert (found["yes_to_no"], found["no_to_yes"], found["pairs"]) == (12, 4, 100)
    tail = sum(math.comb(16, k) for k in range(5)) / 2**16
    assert found["p_exact"] == pytest.approx(2 * tail)
    assert found["p_exact_adjusted"] == pytest.approx(2 * tail)
    assert found["p_mid"] == pytest.approx(2 * tail - math.comb(16, 4) / 2**16)
    assert (found["rate_original"], found["rate_variant"]) == (0.52, 0.44)

    more, fewer = (4 + 1) / 102, (12 + 1) / 102
    half = 1.959964 * math.sqrt((more + fewer - (more - fewer) ** 2) / 102)
    difference = found["estimates"]["rate_difference"]
    assert difference["value"] == -0.08
    assert (difference["ci_low"], difference["ci_high"]) == pytest.approx(
        (more - fewer - half, more - fewer + half), abs=1e-6
    )

    wide = 1.959964 * math.sqrt(16 / (52 * 44))
    ratio = found["estimates"]["ratio"]
    assert ratio["value"] == pytest.approx(44 / 52)
    assert (ratio["ci_low"], ratio["ci_high"]) == pytest.approx((44 / 52 * math.exp(-wide), 44 / 52 * math.exp(wide)))
    assert (found["below_four_fifths"], found["compatible_with_no_difference"]) == (False, False)
    assert found["reasons"] == {}
    assert "screening convention from US employment law" in found["sentences"][1]


def test_decisions_in_words_are_those_in_numbers(tmp_path: Path) -> None:
    """Yes and no as texts give what 1 and 0 give; a word that is neither is no pair."""
    numbers = decided(tmp_path, (6, 5, 1, 8), scale=(0, 1))
    words = [("Yes", "yes")] * 6 + [("yes", "No.")] * 5 + [("no", "yes")] + [("no", "no")] * 8 + [("no", "perhaps")]
    choices = LayoutChoices(scale=(0, 1), extractor="decision/1")
    file = write(tmp_path, ("base", "female"), words)
    (variant,) = score_counterfactual(file, CounterfactualOptions(choices=choices))["variants"]

    assert variant["decisions"] == numbers
    assert variant["unreadable"] == 1


def test_a_ratio_of_exactly_four_fifths_is_not_below(tmp_path: Path) -> None:
    """The flag is decided on whole numbers: 40 of 50 is not below 0.8, 39 of 50 is."""
    assert decided(tmp_path, (40, 10, 0, 50))["below_four_fifths"] is False
    assert decided(tmp_path, (39, 11, 0, 50))["below_four_fifths"] is True


def test_the_adjusted_p_is_that_of_the_family(tmp_path: Path) -> None:
    """Two variants are one family: Holm doubles the smaller p-value, in the sign test and in McNemar's alike."""
    rows = [(1, 0, 1)] * 10 + [(1, 1, 0)] * 3 + [(0, 0, 0)] * 20
    female, black = scored(tmp_path, ("base", "female", "black"), rows)["variants"]

    assert female["decisions"]["p_exact"] == pytest.approx(2 / 2**10)
    assert female["decisions"]["p_exact_adjusted"] == pytest.approx(4 / 2**10)
    assert female["decisions"]["test"]["family_size"] == 2
    for one in (female, black):
        found = one["decisions"]
        assert (found["p_exact"], found["p_exact_adjusted"]) == (one["sign_p"], one["sign_p_adjusted"])


def test_without_a_yes_of_the_original_there_is_no_ratio(tmp_path: Path) -> None:
    """A reference rate of 0 leaves ratio and flags null with the reason; difference and test remain."""
    found = decided(tmp_path, (0, 0, 6, 14))

    assert (found["ratio"], found["below_four_fifths"], found["compatible_with_no_difference"]) == (None, None, None)
    assert "no original has a yes" in found["estimates"]["ratio"]["reason"]
    assert "no original has a yes" in found["reasons"]["below_four_fifths"]
    assert found["rate_difference"] == 0.3
    assert found["p_exact"] == pytest.approx(2 / 2**6)


def test_where_nobody_changed_nothing_is_tested(tmp_path: Path) -> None:
    """No p of 1 and no interval without width stand for decisions that never changed."""
    found = decided(tmp_path, (8, 0, 0, 12))

    assert (found["p_exact"], found["p_exact_adjusted"], found["p_mid"]) == (None, None, None)
    assert {"p_exact", "p_exact_adjusted", "p_mid", "compatible_with_no_difference"} == set(found["reasons"])
    assert all(found["reasons"].values())
    assert found["ratio"] == 1.0
    assert found["estimates"]["ratio"]["ci_low"] is None
    assert found["estimates"]["ratio"]["warnings"]


def test_a_declared_scale_makes_decisions_of_one_answer(tmp_path: Path) -> None:
    """Nobody was admitted: all values are 0, and only the declared scale says that they are decisions."""
    found = decided(tmp_path, (0, 0, 0, 9), scale=(0, 1))

    assert (found["rate_original"], found["rate_variant"], found["ratio"]) == (0.0, 0.0, None)
    assert found["estimates"]["ratio"]["reason"] == "no file has a yes"


@pytest.mark.parametrize(
    ("rows", "scale"),
    [
        pytest.param([(0, 0)] * 9, (), id="one value, no scale"),
        pytest.param([(1, 0), (0, 1)], (0, 10), id="0 and 1 of a wider scale"),
        pytest.param([(1, 2), (2, 1)], (), id="two other values"),
        pytest.param([(0, 1), (2, 1)], (), id="three values"),
        pytest.param([(0, 0.5), (1, 0.5)], (0, 1), id="shares between 0 and 1"),
    ],
)
def test_what_is_no_decision_is_not_called_one(tmp_path: Path, rows: Rows, scale: tuple[float, ...]) -> None:
    """Ratings, shares and single values get no decisions, for no rate of yes exists."""
    (variant,) = scored(tmp_path, ("base", "female"), rows, scale)["variants"]
    assert "decisions" not in variant


def test_a_variant_without_a_pair_has_reasons_for_everything(tmp_path: Path) -> None:
    """Every number of decisions that nobody compared is null, and each says why."""
    rows = [(1, 1, ""), (0, 1, ""), (1, 0, "")]
    _, black = scored(tmp_path, ("base", "female", "black"), rows)["variants"]
    found = black["decisions"]

    plain = [key for key in found["estimates"] if found[key] is None]
    assert plain == ["rate_original", "rate_variant", "rate_difference", "ratio"]
    assert all("no file has" in found["estimates"][key]["reason"] for key in plain)
    assert len(found["reasons"]) == 5
    assert all("no file has" in reason for reason in found["reasons"].values())


def test_pooled_numbers_are_those_that_the_formulas_give(tmp_path: Path) -> None:
    """Three files, one of them with one variant only: shares of pairs, the gap as a mean over files."""
    rows = [(3, 3, 1), (4, 4, 4), (2, 5, "")]
    answer = scored(tmp_path, ("base", "female", "black"), rows)
    (pool,) = answer["pooled"]

    assert pool["variants"] == ["female", "black"]
    assert (pool["files"], pool["files_planned"], pool["pairs"], pool["pairs_planned"]) == (3, 3, 5, 6)
    assert (pool["down"], pool["same"], pool["up"]) == (1, 3, 1)
    assert pool["consistency"] == pytest.approx(3 / 5)
    assert pool["cf_gap"] == pytest.approx((1 + 0 + 3) / 3)
    assert pool["mean_shift"] == pytest.approx((-2 + 3) / 5)
    assert all(one["n"] == 3 for one in pool["estimates"].values())
    assert all("by file" in one["ci_method"] for one in pool["estimates"].values())


def test_pooled_intervals_are_not_narrower_for_copies(tmp_path: Path) -> None:
    """Three variants that always answer alike say no more than one: the pooled interval is that of one variant."""
    generator = np.random.default_rng(5)
    pairs = [(3, 3 + int(generator.integers(-1, 2))) for _ in range(40)]
    answer = scored(tmp_path, ("base", "a", "b", "c"), [(one, other, other, other) for one, other in pairs])
    (pool,) = answer["pooled"]

    gap, alone = pool["estimates"]["cf_gap"], answer["variants"][0]["estimates"]["cf_gap"]
    assert gap["value"] == pytest.approx(alone["value"])
    assert (gap["ci_low"], gap["ci_high"]) == pytest.approx((alone["ci_low"], alone["ci_high"]), abs=0.03)


def test_only_variants_with_a_cue_are_pooled(tmp_path: Path) -> None:
    """A control carries no cue; with one variant besides it there is nothing to pool, so nothing claims to be."""
    rows = [(3, 3, 2), (4, 3, 4), (2, 2, 2)]
    assert "pooled" not in scored(tmp_path, ("base", "female", "control"), rows)
    assert "pooled" not in scored(tmp_path, ("base", "female"), [row[:2] for row in rows])
    assert scored(tmp_path, ("base", "female", "black", "control"), [(*row, 1) for row in rows])["pooled"][0][
        "variants"
    ] == ["female", "black"]


def test_a_pooled_continuous_quantity_has_no_consistency(tmp_path: Path) -> None:
    """Two probabilities are practically never equal: null with the reason, gap and shift remain."""
    rows = [(0.2, 0.3, 0.25), (0.4, 0.1, 0.45), (0.6, 0.7, 0.35)]
    (pool,) = scored(tmp_path, ("base", "female", "black"), rows)["pooled"]

    assert pool["consistency"] is None
    assert "continuous" in pool["estimates"]["consistency"]["reason"]
    assert pool["cf_gap"] == pytest.approx((0.075 + 0.175 + 0.175) / 3)


def test_pooled_without_a_pair_or_with_one_file(tmp_path: Path) -> None:
    """No pair gives null with the reason; one file gives values without an interval, and says why."""
    empty = scored(tmp_path, ("base", "female", "black"), [(3, "", ""), (2, "", "")])["pooled"][0]
    assert (empty["consistency"], empty["cf_gap"], empty["mean_shift"], empty["files"]) == (None, None, None, 0)
    assert all(one["reason"] for one in empty["estimates"].values())

    single = scored(tmp_path, ("base", "female", "black"), [(3, 2, 3)])["pooled"][0]
    assert single["consistency"] == 0.5
    assert all(one["ci_low"] is None and one["warnings"] for one in single["estimates"].values())


def test_the_printed_text_holds_both(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Who reads no JSON sees changes, rates, the screen's sentence and over which variants numbers are pooled."""
    rows = [(1, 0, 1)] * 10 + [(1, 1, 1)] * 10 + [(0, 0, 0)] * 20
    text = told(tmp_path, write(tmp_path, ("base", "female", "black"), rows), capsys)

    assert "yes to no" in text
    assert "female: Ratio below 0.8: yes" in text
    assert "compatible with no difference: no." in text
    assert "Pooled over female, black: 80 of 80 pairs, of 40 of 40 files; consistency 0.875" in text
    assert "black: the ratio's formula gives no interval" in text

    text = told(tmp_path, write(tmp_path, ("base", "female"), [(3, 4), (2, 2)]), capsys)
    assert "Pooled" not in text
    assert "yes to no" not in text
