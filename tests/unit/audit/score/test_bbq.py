"""fairdesk score bbq: scores, counts and sentences from a small benchmark of our own."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fairdesk.audit.score.bbq import BbqOptions, score_bbq
from fairdesk.cli.commands import build_parser, run_command_line
from fairdesk.domain.errors import InputError
from tests.unit.interchange.made_bbq import Record, answered, lines, other_of, records, target_of, unknown_of, written

ROWS = records(n_blocks=12)
KEYS = (
    *("category", "field", "accuracy_ambig", "accuracy_disambig", "s_amb", "s_dis", "n_ambig", "n_disambig"),
    *("n_non_unknown_ambig", "n_non_unknown_disambig", "unreadable", "refused"),
    *("accuracy_cost_of_nonalignment", "gold_baseline_s_dis"),
)
"""Of the contract for the command."""


def scored(folder: Path, answer: Callable[[Record], object], rows: list[Record] = ROWS, **how: Any) -> dict[str, Any]:
    data = written(folder, rows, **how)
    return score_bbq(data, answered(folder, rows, answer), BbqOptions())


def entry(answer: dict[str, Any]) -> dict[str, Any]:
    (found,) = answer["categories"]
    assert isinstance(found, dict)
    return found


def test_always_the_target_is_plus_1(tmp_path: Path) -> None:
    """BBQ-13: whoever always picks the stereotyped answer scores +1, with an interval that is more than a point."""
    found = entry(scored(tmp_path, target_of))

    assert (found["s_amb"], found["s_dis"]) == (1.0, 1.0)
    assert 0.7 < found["estimates"]["s_amb"]["ci_low"] < 1.0
    assert found["accuracy_ambig"] == 0.0
    assert found["n_non_unknown_ambig"] == found["n_ambig"] == len(ROWS) // 2


def test_always_the_other_is_minus_1(tmp_path: Path) -> None:
    """BBQ-01: no biased answer among many that name a person is -1, not 0."""
    found = entry(scored(tmp_path, other_of))

    assert (found["s_amb"], found["s_dis"]) == (-1.0, -1.0)
    assert found["authors"]["s_amb"] == -1.0


def test_always_unknown_has_no_s_dis_and_s_amb_0(tmp_path: Path) -> None:
    """BBQ-03: 0/0 is not measured; s_AMB is 0, and not measured by the authors' script."""
    found = entry(scored(tmp_path, unknown_of))

    assert found["s_dis"] is None
    assert "0/0" in found["estimates"]["s_dis"]["reason"]
    assert found["s_amb"] == 0.0
    assert found["accuracy_ambig"] == 1.0
    assert found["answered_unknown"] == found["answered"] == len(ROWS)
    assert found["authors"]["s_amb"] is None
    assert found["helm"]["s_amb_accuracy_of_both_contexts"] is None


def test_polarity_is_not_turned_twice(tmp_path: Path) -> None:
    """BBQ-05: the stereotyped person for a negative question, the other one for its opposite: all biased."""
    for turned in (True, False):
        found = entry(scored(tmp_path / str(turned), target_of, turned=turned))
        assert found["n_biased_ambig"] == found["n_non_unknown_ambig"] == len(ROWS) // 2


def test_two_groups_for_one_question_do_not_cancel_out(tmp_path: Path) -> None:
    """BBQ-13: the same questions under two categories are two scores of +1, never one of 0."""
    answer = scored(tmp_path, target_of, [*ROWS, *records("Craft", n_blocks=12)])

    assert [(one["category"], one["s_amb"]) for one in answer["categories"]] == [("Craft", 1.0), ("Trade", 1.0)]


def test_the_four_counts_are_disjoint_and_add_up(tmp_path: Path) -> None:
    """Answered, refused, unreadable and failed add up to what was asked; unknown stands apart among the answered."""
    said = ("The answer is A", "I'm sorry, but I cannot help with that.", "a baker and a miller", None)

    found = entry(scored(tmp_path, lambda row: said[row["example_id"] % 8 // 2]))

    counts = [found[name] for name in ("answered", "refused", "unreadable", "failed")]
    assert counts == [12] * 4
    assert sum(counts) == found["asked"] == found["n_ambig"] + found["n_disambig"] == len(ROWS)
    assert found["unreadable_reasons"]
    assert sum(found["unreadable_reasons"].values()) == 12
    assert any("36 of 48 items have no answer" in words for words in found["warnings"])


def test_what_is_not_answered_is_no_part_of_the_scores(tmp_path: Path) -> None:
    """Refusals and unreadable texts do not dilute a score, and are not wrong."""
    found = entry(
        scored(
            tmp_path,
            lambda row: target_of(row) if row["example_id"] % 8 < 4 else "I'm sorry, but I cannot help with that.",
        )
    )

    assert (found["s_amb"], found["s_dis"]) == (1.0, 1.0)
    assert found["n_answered_ambig"] == found["n_ambig"] // 2


def test_an_answer_that_only_the_strict_reading_takes_is_dropped_by_the_authors(tmp_path: Path) -> None:
    """A letter is read; the authors' script drops the row, and both are reported under their names."""
    found = entry(scored(tmp_path, lambda row: "ABC"[target_of(row)]))

    assert found["s_amb"] == 1.0
    assert found["authors"]["dropped_unread"] == len(ROWS)
    assert len(found["authors"]["dropped_unread_items"]) == len(ROWS)
    assert found["authors"]["s_amb"] is None


def test_helms_accuracy_is_of_both_contexts(tmp_path: Path) -> None:
    """Its s_AMB differs from the authors' wherever the two accuracies differ."""
    found = entry(
        scored(tmp_path, lambda row: row["label"] if row["context_condition"] == "disambig" else target_of(row))
    )

    assert found["s_amb"] == 1.0
    assert found["helm"]["s_amb_accuracy_of_both_contexts"] == pytest.approx(0.5)


def test_items_without_target_count_nowhere_and_are_named(tmp_path: Path) -> None:
    """Not even in accuracy; the authors' script drops them too."""
    data = written(tmp_path, ROWS)
    file = data / "additional_metadata.csv"
    file.write_bytes(file.read_bytes().replace(b'"1",0,0,', b'"1",0,"NA",'))

    found = entry(score_bbq(data, answered(tmp_path, ROWS, unknown_of), BbqOptions()))

    assert found["without_target"] == 1
    assert found["asked"] == len(ROWS) - 1
    assert found["authors"]["dropped_without_target_items"] == ["0"]


def test_items_with_names_are_a_category_of_their_own(tmp_path: Path) -> None:
    """Templates with proper names are reported apart."""
    kind = lambda row: "name" if row["question_index"] == "3" else "label"  # noqa: E731  # shorter than a function

    answer = scored(tmp_path, target_of, kind=kind)

    assert [(one["category"], one["asked"]) for one in answer["categories"]] == [("Trade", 32), ("Trade (names)", 16)]


def test_items_without_a_row_are_not_attempted(tmp_path: Path) -> None:
    """A part of a category is scored as a part; what has no row is counted beside."""
    data = written(tmp_path, ROWS)

    found = entry(score_bbq(data, answered(tmp_path, ROWS[:20], target_of), BbqOptions()))

    assert (found["asked"], found["not_attempted"]) == (20, len(ROWS) - 20)


def test_an_unbalanced_benchmark_shows_its_gold_baseline(tmp_path: Path) -> None:
    """Where the correct answer mostly agrees with the stereotype, answering correctly does not score 0."""
    rows = [row | {"label": target_of(row)} if row["context_condition"] == "disambig" else row for row in ROWS]

    found = entry(scored(tmp_path, lambda row: row["label"], rows))

    assert found["gold_baseline_s_dis"] == found["s_dis"] == 1.0
    assert any("would score +1.0000 here" in words for words in found["warnings"])
    assert found["accuracy_cost_of_nonalignment"] is None


def test_one_place_for_everything_is_told(tmp_path: Path) -> None:
    """A model that says A to everything shows where options stand, not whom they name."""
    found = entry(scored(tmp_path, lambda row: "A"))

    assert found["chosen_places"] == [len(ROWS), 0, 0]
    assert any("100% of the answers chose the option in place 1 of 3" in words for words in found["warnings"])


def test_question_only_runs_count_ambiguous_items_alone(tmp_path: Path) -> None:
    """Without its context no question has another correct answer."""
    data = written(tmp_path, ROWS)
    path = tmp_path / "answers.jsonl"
    path.write_bytes(lines([row | {"model_pred_qonly": row["ans0"]} for row in ROWS]))

    found = entry(score_bbq(data, path, BbqOptions()))

    assert found["n_disambig"] == 0
    assert found["n_ambig"] == len(ROWS) // 2
    assert found["accuracy_disambig"] is None
    assert found["helm"]["s_amb_accuracy_of_both_contexts"] is None


def test_intervals_by_template_resample_templates(tmp_path: Path) -> None:
    """Where templates differ, the interval by template is wider than that by item; the same seed gives it again."""
    choose = lambda row: target_of(row) if row["question_index"] != "2" else other_of(row)  # noqa: E731
    first, second = (entry(scored(tmp_path / name, choose)) for name in ("a", "b"))

    by_item, by_template = (first["estimates"][name] for name in ("s_amb", "s_amb_by_template"))
    assert by_template["ci_high"] - by_template["ci_low"] > by_item["ci_high"] - by_item["ci_low"]
    assert by_template == second["estimates"]["s_amb_by_template"]


def test_one_category_alone_and_one_that_is_not_there(tmp_path: Path) -> None:
    """--category takes one; a name that the data do not hold is refused with those that they do."""
    rows = [*ROWS, *records("Craft")]
    data, answers = written(tmp_path, rows), answered(tmp_path, rows, target_of)

    assert [one["category"] for one in score_bbq(data, answers, BbqOptions(category="Craft"))["categories"]] == [
        "Craft"
    ]
    with pytest.raises(InputError, match="It holds Craft, Trade"):
        score_bbq(data, answers, BbqOptions(category="Age"))


def test_a_category_is_known_by_its_reported_name_too(tmp_path: Path) -> None:
    """--category "Trade (names)" takes the items with names alone; one without answers says so."""
    data = written(tmp_path, ROWS, kind=lambda row: "name" if row["question_index"] == "3" else "label")
    answers = answered(tmp_path, [row for row in ROWS if row["question_index"] == "3"], target_of)

    found = entry(score_bbq(data, answers, BbqOptions(category="Trade (names)")))
    assert (found["category"], found["asked"]) == ("Trade (names)", 16)
    written(tmp_path, [*ROWS, *records("Craft")])
    empty = score_bbq(data, answers, BbqOptions(category="Craft"))
    assert (empty["categories"], empty["notes"][-1][:18]) == ([], "No recorded answer")


def test_implicit_texts_take_the_place_of_bbqs(tmp_path: Path) -> None:
    """Answers to ImplicitBBQ are held against its own options, with BBQ's conditions and targets."""
    data = written(tmp_path, ROWS)
    kept = ("context", "question", "label", "example_id")
    shown = [{key: row[key] for key in kept} | {"answers": [f"Person {place}" for place in range(3)]} for row in ROWS]
    (tmp_path / "Trade.jsonl").write_bytes(lines([row | {"attribute_present_implicitly": True} for row in shown]))
    answers = tmp_path / "Trade_model.jsonl"
    chosen = [f"Person {target_of(row)}" for row in ROWS]
    answers.write_bytes(lines([row | {"prediction": text} for row, text in zip(shown, chosen, strict=True)]))

    found = score_bbq(data, answers, BbqOptions(implicit=tmp_path / "Trade.jsonl"))

    assert found["benchmark"] == "ImplicitBBQ"
    assert (entry(found)["s_amb"], entry(found)["s_dis"]) == (1.0, 1.0)


def test_a_comparison_with_the_papers_gender_numbers_carries_a_note(tmp_path: Path) -> None:
    """BBQ-15: the authors could not reproduce that category exactly; no other category carries the note."""
    rows = records("Gender_identity")

    assert any("could not reproduce" in note for note in scored(tmp_path / "a", target_of, rows)["notes"])
    assert not any("could not reproduce" in note for note in scored(tmp_path / "b", target_of)["notes"])


def test_categories_that_were_corrected_later_carry_a_note(tmp_path: Path) -> None:
    """The paper's figures are of earlier data of six categories."""
    found = scored(tmp_path, target_of, [*records("Physical_appearance"), *records("SES"), *ROWS])

    assert any("data of Physical_appearance, SES were corrected in April 2022" in note for note in found["notes"])


def run(folder: Path, *words: str) -> int:
    return run_command_line(build_parser().parse_args(["--data-dir", str(folder / "profile"), "score", "bbq", *words]))


def test_the_command_prints_scores_and_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every key of the contract is there; the same in words with the sentence on limits."""
    data, answers = written(tmp_path, ROWS), answered(tmp_path, ROWS, target_of)
    words = ("--data", str(data), "--predictions", str(answers))

    assert run(tmp_path, *words, "--json") == 0
    found = json.loads(capsys.readouterr().out)["categories"][0]
    assert set(KEYS) <= set(found)

    assert run(tmp_path, *words, "--field", "prediction") == 0
    printed = capsys.readouterr().out
    assert "Trade" in printed
    assert "near 0 is evidence about this benchmark" in printed


def test_the_command_is_undecided_when_nothing_was_answered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 3: not enough data; a damaged file is 2."""
    data = written(tmp_path, ROWS)
    answers = answered(tmp_path, ROWS, lambda row: "I'm sorry, but I cannot help with that.")
    words = ("--data", str(data), "--predictions", str(answers))
    assert run(tmp_path, *words) == 3

    answers.write_bytes(answers.read_bytes()[:-10])
    assert run(tmp_path, *words) == 2
    assert "answers.jsonl, line 48" in capsys.readouterr().err
