"""Recorded answers in columns: duplicates, samples, absent rows and attributes, whatever batches they come in."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.audit.frame import first_samples, repeated_values
from fairdesk.audit.record_table import MOST_VARIANTS, RecordTable, prepared, read_table
from fairdesk.audit.supplied_plan import Supply, make_plan, plan_label
from fairdesk.audit.supplied_rows import NOT_IN_RECORDS, system_rows
from fairdesk.domain.cases import VariantRole
from fairdesk.domain.codec import from_plain, to_plain
from fairdesk.domain.errors import ImportProblem
from fairdesk.domain.plan import Plan
from fairdesk.domain.questions import QuantityKind
from fairdesk.domain.records import ColumnUse, FileReading, MappedColumn, RecordLayout
from fairdesk.interchange.record_batches import RecordBatch, words_of

Row = tuple[str, str, int, float]
LAYOUT = RecordLayout(
    reading=FileReading(format="csv"),
    columns=(MappedColumn(column="Rating (1-5)", use=ColumnUse.VALUE),),
    reference="original",
    scale=(1.0, 5.0),
)
SUPPLY = Supply(project="P", created_at="", supplied_by="V", manifest_sha256="", files=(), n_left_out=0)


def batch(rows: Sequence[Row], system: str = "") -> RecordBatch:
    """Item, variant, sample and value per row; NaN is a refusal."""
    values = np.array([row[3] for row in rows], dtype=np.float64)
    gone = np.isnan(values)
    return RecordBatch(
        item=words_of(*(row[0] for row in rows)),
        variant=words_of(*(row[1] for row in rows)),
        sample=np.array([row[2] for row in rows], dtype=np.int64),
        system=words_of(system, times=len(rows)),
        value=values,
        status=np.where(gone, "refused", "answered").astype(object),
        reason=np.where(gone, "no", "").astype(object),
        text=words_of("", times=len(rows)),
        attributes={},
        line=np.arange(2, len(rows) + 2),
    )


def plan_of(table: RecordTable, layout: RecordLayout = LAYOUT) -> Plan:
    return make_plan(table, layout, SUPPLY)


NAN = float("nan")


@pytest.mark.parametrize(
    ("rows", "n_conflicting"),
    [
        ([("a", "original", 1, 3.0), ("a", "original", 1, 3.0)], 0),
        ([("a", "original", 1, 3.0), ("a", "original", 1, 4.0)], 1),
        ([("a", "original", 1, NAN), ("a", "original", 1, 4.0)], 1),
        ([("a", "original", 1, 4.0), ("a", "original", 1, NAN)], 1),
        ([("a", "original", 1, NAN), ("a", "original", 1, NAN)], 0),
        ([("a", "original", 1, 3.0), ("a", "original", 1, 4.0), ("a", "original", 1, 3.0)], 1),
    ],
)
def test_the_first_row_of_a_sample_counts(rows: list[Row], n_conflicting: int) -> None:
    """Later rows are counted; they conflict where value or status differ from the first, a missing one included."""
    table = read_table([[batch(rows)]])
    assert (table.n_rows, table.n_duplicates, table.n_conflicting) == (1, len(rows) - 1, n_conflicting)
    assert table.rows["value"].tolist() == pytest.approx([rows[0][3]], nan_ok=True)


def test_samples_count_from_one_in_their_own_order() -> None:
    """Numbers 0, 7 and 3 become 1, 3 and 2; each item and variant counts for itself."""
    rows = [("a", "original", 0, 1.0), ("a", "original", 7, 2.0), ("b", "original", 5, 3.0), ("a", "original", 3, 4.0)]
    table = read_table([[batch(rows)]])
    assert table.rows["sample"].tolist() == [1, 3, 1, 2]


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["a", "b", "c", "d"]),
            st.sampled_from(["original", "female", "older"]),
            st.integers(0, 3),
            st.sampled_from([1.0, 2.0, 5.0, NAN]),
        ),
        min_size=1,
        max_size=40,
    ),
    st.integers(1, 7),
)
def test_batches_change_nothing_and_every_planned_answer_has_a_row(rows: list[Row], size: int) -> None:
    """However a file is cut into batches the table is the same; the grid of files and variants is complete."""
    whole = read_table([[batch(rows)]])
    parts = read_table([[batch(rows[start : start + size]) for start in range(0, len(rows), size)]])
    # Every batch of this test counts its lines anew.
    tables = [table.rows.drop(columns="line").astype(object) for table in (whole, parts)]
    assert tables[0].equals(tables[1])
    assert (whole.n_duplicates, whole.n_conflicting) == (parts.n_duplicates, parts.n_conflicting)

    labels = set(whole.rows["variant"])
    if "original" not in labels or len(labels) < 2:
        with pytest.raises(ImportProblem):
            plan_of(whole)
        return
    plan = plan_of(whole)
    found = system_rows(whole, plan, "supplied")
    assert len(found[found["sample"] == 1]) == plan.n_cases * len(plan.variants)
    assert (found["status"] == "not_attempted").sum() == (found["reason"] == NOT_IN_RECORDS).sum()
    values = first_samples(found, plan.questions[0].question_id)
    firsts = {}
    for item, variant, sample, value in rows:
        key = (item, variant)
        if key not in firsts or sample < firsts[key][0]:
            firsts[key] = (sample, value)
    for (item, variant), (_, value) in firsts.items():
        assert values.loc[item, variant] == pytest.approx(value, nan_ok=True)
    lists = repeated_values(found, plan.questions[0].question_id, "original")
    assert len(lists) == plan.n_cases
    n_valid = int(((found["variant"] == "original") & found["value"].notna()).sum())
    assert sum(map(len, lists)) == n_valid


def test_a_column_that_is_no_column_of_variants_is_refused() -> None:
    """A text of its own in every row is no label."""
    rows = [("a", f"text {number}", 1, 3.0) for number in range(MOST_VARIANTS + 1)]
    with pytest.raises(ImportProblem, match="different variants"):
        read_table([[batch(rows)]])


def test_nothing_usable_is_refused() -> None:
    """A file without a row that can be placed makes no plan."""
    with pytest.raises(ImportProblem, match="No row"):
        read_table([[batch([])]])


def test_the_plan_is_a_plan_like_any_other() -> None:
    """It survives being written and read, its quantity has a plain name, and control and placebo signal nothing."""
    labels = ("original", "female", "older", "female+older", "Control", "placebo-2")
    rows = [(f"f{n}", label, 1, float(n % 5 + 1)) for n in range(20) for label in labels]
    plan = plan_of(read_table([[batch(rows)]]))

    assert from_plain(Plan, to_plain(plan)) == plan
    assert plan.questions[0].question_id == "rating_1_5"
    roles = {kind.label: kind.role for kind in plan.variants}
    assert roles["female+older"] is VariantRole.INTERSECTION
    assert (roles["Control"], roles["placebo-2"]) == (VariantRole.CONTROL, VariantRole.PLACEBO)
    kinds = {family.family_id: len(family.members) for family in plan.families}
    assert kinds == {"supplied/confirmatory": 3, "supplied/intersections": 1, "supplied/exploratory": 2}


@pytest.mark.parametrize(
    ("values", "scale", "kind", "tolerance"),
    [
        ((1.0, 2.0, 5.0), (1.0, 5.0), QuantityKind.DISCRETE, None),
        ((1.0, 2.5, 5.0), (1.0, 5.0), QuantityKind.CONTINUOUS, 0.2),
        ((-0.3, 2.5, 0.0), (), QuantityKind.CONTINUOUS, None),
        ((3.0, 7.0, 4.0), (), QuantityKind.DISCRETE, None),
        ((1.0, 70_000.0, 3.0), (), QuantityKind.CONTINUOUS, None),
    ],
)
def test_the_kind_of_the_quantity_follows_the_numbers(
    values: tuple[float, ...], scale: tuple[float, ...], kind: QuantityKind, tolerance: float | None
) -> None:
    """Whole numbers that span few steps are discrete; a tolerance is declared only where a scale gives it a size."""
    rows = [(f"f{n}", label, 1, value) for n, value in enumerate(values) for label in ("original", "female")]
    layout = RecordLayout(reading=LAYOUT.reading, columns=LAYOUT.columns, reference="original", scale=scale)
    question = plan_of(read_table([[batch(rows)]]), layout).questions[0]
    assert (question.kind, question.tolerance) == (kind, pytest.approx(tolerance))


def test_numbers_too_large_to_compute_with_are_unreadable() -> None:
    """The square of such a number is infinite; it is named in the reason and never part of a measure."""
    found = prepared(batch([("a", "original", 1, 1e308), ("b", "original", 1, 3.0)]), "")
    assert found.status.tolist() == ["unreadable", "answered"]
    assert np.isnan(found.value[0])
    assert "1e+308" in found.reason[0]


def test_a_system_is_named_only_where_the_row_names_none() -> None:
    """The file's name stands in for a system; a name in the row stays."""
    rows = [("a", "original", 1, 3.0)]
    assert prepared(batch(rows), "before").system.tolist() == ["before"]
    assert prepared(batch(rows, system="x"), "before").system.tolist() == ["x"]


def test_labels_carry_no_sign_that_parts_ids() -> None:
    """Slashes and arrows would cut result ids apart; two labels that differ in them alone are refused."""
    assert plan_label("he/she -> they") == "he_she _ they"
    rows = [("a", label, 1, 3.0) for label in ("original", "he/she", "he_she")]
    with pytest.raises(ImportProblem, match="signs"):
        plan_of(read_table([[batch(rows)]]))
