"""Recorded answers to BBQ: every layout, and every way in which rows and items do not belong together."""

from __future__ import annotations

import csv
import gzip
import io
import json
from pathlib import Path
from typing import Any

import pytest

from fairdesk.domain.bbq_columns import BbqColumns
from fairdesk.domain.errors import ImportProblem, InputError
from fairdesk.interchange.bbq_files import bbq_of_files
from fairdesk.interchange.bbq_predictions import answers_to, fields_to_score, predictions_of, read_predictions
from tests.unit.interchange.made_bbq import Record, lines, metadata, records

ROWS = records()
BOTH = ROWS + records("Craft")


@pytest.fixture(scope="module")
def items() -> BbqColumns:
    return bbq_of_files([("Trade.jsonl", lines(ROWS)), ("additional_metadata.csv", metadata(ROWS))])


@pytest.fixture(scope="module")
def two_categories() -> BbqColumns:
    files = [("Trade.jsonl", lines(ROWS)), ("Craft.jsonl", lines(records("Craft")))]
    return bbq_of_files([*files, ("additional_metadata.csv", metadata(BOTH))])


def rows_with(rows: list[Record], **more: Any) -> list[Record]:
    return [row | {key: value(row) for key, value in more.items()} for row in rows]


def test_the_authors_layout_gives_its_three_columns(items: BbqColumns) -> None:
    """Records with three added texts: those are the columns, and nothing of the record is taken for an answer."""
    names = [f"unifiedqa-t5-11b_pred_{name}" for name in ("race", "arc", "qonly")]
    body = lines([row | {name: row["ans0"].lower() for name in names} for row in ROWS])

    file = predictions_of("preds_Trade.jsonl", body)

    assert fields_to_score([file], None) == tuple(names)
    assert set(file.fields) == set(names)
    assert answers_to(items, [file], names, "").fields[names[2]] == [row["ans0"].lower() for row in ROWS]


def test_groups_of_predictions_are_not_taken(items: BbqColumns) -> None:
    """The authors' predictions carry groups that were corrected later: those of the data count."""
    wrong = json.loads(json.dumps(ROWS).replace('"second"', '"first"'))
    file = predictions_of("preds_Trade.jsonl", lines(rows_with(wrong, pred=lambda row: row["ans0"])))

    assert all(answers_to(items, [file], ["pred"], "").has_row)


@pytest.mark.parametrize("layout", ["three columns", "list"])
def test_layouts_without_category_take_it_from_the_name(two_categories: BbqColumns, layout: str) -> None:
    """Options, label, the model's words and ``predicted_index``: joined by id and the category in the file's name."""
    rows = []
    for row in ROWS:
        found: Record = {"example_id": row["example_id"], "context": row["context"], "label": row["label"]}
        texts = [row[f"ans{place}"] for place in range(3)]
        found |= {"answers": texts} if layout == "list" else {f"ans{place}": texts[place] for place in range(3)}
        rows.append(found | {"model_output": "Label: 1 \nExplanation: ...", "predicted_index": 1, "correct": False})
    file = predictions_of("Trade_model_results.jsonl", lines(rows))

    assert fields_to_score([file], None) == ("predicted_index",)
    assert fields_to_score([file], "model_output") == ("model_output",)
    given = answers_to(two_categories, [file], ["predicted_index"], "")
    assert given.has_row == [category == "Trade" for category in two_categories.category]
    assert file.options is not None


@pytest.mark.parametrize("layout", ["csv", "json", "jsonl.gz", "tsv"])
def test_any_table_with_an_id_and_a_column_of_answers(tmp_path: Path, items: BbqColumns, layout: str) -> None:
    """Texts, letters or places in any table; ids as numbers or texts."""
    rows = [{"category": "Trade", "example_id": row["example_id"], "reply": "B"} for row in ROWS]
    path = tmp_path / f"answers.{layout}"
    if layout in ("csv", "tsv"):
        text = io.StringIO()
        table = csv.DictWriter(text, list(rows[0]), delimiter="," if layout == "csv" else "\t")
        table.writeheader()
        table.writerows(rows)
        path.write_text(text.getvalue())
    else:
        path.write_bytes(gzip.compress(lines(rows)) if layout.endswith("gz") else json.dumps(rows).encode())

    files = read_predictions(path)

    assert fields_to_score(files, None) == ("reply",)
    assert answers_to(items, files, ["reply"], "").fields["reply"] == ["B"] * len(ROWS)


def test_no_answer_stays_none_and_no_row_is_told_from_it(items: BbqColumns) -> None:
    """A recorded nothing is a failure; an item without a row was not asked."""
    file = predictions_of("a.jsonl", lines(rows_with(ROWS[:3], pred=lambda row: None if row["example_id"] else 1)))

    found = answers_to(items, [file], ["pred"], "")

    assert found.fields["pred"][:3] == [1, None, None]
    assert found.has_row == [True] * 3 + [False] * (len(ROWS) - 3)


def refusal(items: BbqColumns, rows: list[Record], name: str = "answers.jsonl", category: str = "") -> str:
    with pytest.raises(ImportProblem) as caught:
        answers_to(items, [predictions_of(name, lines(rows))], ["pred"], category)
    assert caught.value.advice
    return caught.value.message


def test_rows_of_other_items_are_kept_out(items: BbqColumns) -> None:
    """An id that the data do not hold, or a category: the line and the item are named."""
    rows = [{"category": "Trade", "example_id": 7, "pred": 1}, {"category": "Trade", "example_id": 99, "pred": 1}]
    assert "answers.jsonl, line 2: the data hold no item 99 of 'Trade'" in refusal(items, rows)
    rows[1] = {"category": "Trades", "example_id": 7, "pred": 1}
    assert "line 2: the data hold no category 'Trades'" in refusal(items, rows)


def test_a_category_that_nothing_names_is_asked_for(two_categories: BbqColumns) -> None:
    """With two categories an id alone names no item; stated, it does."""
    rows: list[Record] = [{"example_id": 7, "pred": 1}]
    assert "which category item 7 is of is not said" in refusal(two_categories, rows)

    stated = answers_to(two_categories, [predictions_of("a.jsonl", lines(rows))], ["pred"], "Craft")
    assert [at for at, has in enumerate(stated.has_row) if has] == [len(ROWS) + 7]


def test_the_longest_category_in_a_name_counts() -> None:
    """Files of an intersection hold the name of a single category as well."""
    rows = records("Race") + records("Race_x_gender")
    files = [(f"{name}.jsonl", lines(records(name))) for name in ("Race", "Race_x_gender")]
    both = bbq_of_files([*files, ("additional_metadata.csv", metadata(rows))])
    file = predictions_of("preds-race_x_GENDER.jsonl", lines([{"example_id": 0, "pred": 1}]))

    assert answers_to(both, [file], ["pred"], "").has_row.index(True) == len(ROWS)


def test_options_in_another_order_are_kept_out(items: BbqColumns) -> None:
    """A place means another option there; scored silently it would turn the answer round."""
    row = ROWS[0] | {"ans0": ROWS[0]["ans1"], "ans1": ROWS[0]["ans0"], "pred": 1}

    message = refusal(items, [row])

    assert (
        "answers.jsonl, line 1: item 0 of 'Trade' has the option 'The miller' here and 'The baker' in the data"
        in message
    )


def test_an_item_that_is_answered_twice(items: BbqColumns) -> None:
    """The same answer twice counts once and is told; two different ones keep the file out."""
    rows: list[Record] = [{"example_id": 7, "pred": "A"}, {"example_id": 7, "pred": "A"}]
    found = answers_to(items, [predictions_of("a.jsonl", lines(rows))], ["pred"], "")
    assert found.has_row.count(True) == 1
    assert "1 rows answer an item once more" in found.notes[0]

    rows[1]["pred"] = "B"
    assert "line 2: item 7 is answered here and, otherwise, in line 1" in refusal(items, rows)


def test_places_in_a_csv_file_are_places(items: BbqColumns) -> None:
    """Not texts, so that the authors' rules take them too; an empty cell is no answer."""
    file = predictions_of("a.csv", b"example_id,pred\n0,1\n1,\n2,0\n")

    assert answers_to(items, [file], ["pred"], "").fields["pred"][:3] == [1, None, 0]


def test_places_that_count_from_1_are_kept_out(items: BbqColumns) -> None:
    """Read as places from 0, they would shift every answer by one option."""
    rows: list[Record] = [{"example_id": at, "pred": at % 3 + 1} for at in range(6)]

    assert "column 'pred' holds places from 1 to 3" in refusal(items, rows)
    with pytest.raises(ImportProblem, match="places from 1 to 3"):
        answers_to(items, [predictions_of("a.csv", b"example_id,pred\n0,1\n1,3\n")], ["pred"], "")


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (lines([{"example_id": 1, "pred": "a"}])[:-6], "line 1: the line is not valid JSON"),
        (lines([{"id": 1, "pred": "a"}]), "the column 'example_id' is missing; the file holds"),
        (lines([{"example_id": 1, "pred": "a"}, {"pred": "a"}]), "line 2: 'example_id' is missing or no id"),
        (b"example_id,pred\n1\n", "line 2: the row has 1 cells and the header 2"),
        (b"", "the file holds no row"),
    ],
)
def test_damaged_predictions_name_the_line(body: bytes, says: str) -> None:
    """A truncated row, a missing column and a missing id: nothing is read in part."""
    with pytest.raises(ImportProblem) as caught:
        predictions_of("answers", body)

    assert says in caught.value.message


def test_a_column_that_cannot_be_told_is_asked_for() -> None:
    """Two columns without a usual name: the message lists them; a name that is not there as well."""
    file = predictions_of("a.jsonl", lines([{"example_id": 1, "first_try": "a", "second_try": "b"}]))

    for chosen in (None, "third_try"):
        with pytest.raises(InputError) as caught:
            fields_to_score([file], chosen)
        assert "first_try, second_try" in caught.value.advice


def test_lists_are_no_answers_wherever_they_stand() -> None:
    """A column with a list in a late row is none of answers, and no fault of ours."""
    rows: list[Record] = [{"example_id": at, "pred": "A", "other": "x" if at < 150 else ["x"]} for at in range(160)]

    assert set(predictions_of("a.jsonl", lines(rows)).fields) == {"pred"}


def test_texts_that_look_like_dates_stay_texts() -> None:
    """The fast reader would make points in time of them."""
    body = lines([{"example_id": place, "pred": f"2020-01-0{place}"} for place in (1, 2)])

    assert predictions_of("a.jsonl", body).fields["pred"] == ("2020-01-01", "2020-01-02")


def test_both_readers_give_the_same_values() -> None:
    """What the fast reader does not take is read line by line: the same columns come out."""
    rows = rows_with(ROWS, pred=lambda row: row["ans0"], score=lambda row: row["example_id"] / 4, none=lambda row: None)
    fast = predictions_of("a.jsonl", lines(rows))
    slow = predictions_of("a.jsonl", b"\n" + lines(rows))

    assert (slow.fields, slow.item_id, slow.category, slow.options) == (
        fast.fields,
        fast.item_id,
        fast.category,
        fast.options,
    )
    assert slow.lines == tuple(line + 1 for line in fast.lines)
