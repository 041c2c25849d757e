"""From a table of calls to what each variant shows."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.measures.duplicates import Record
from fairdesk.measures.record_summary import TableSettings, summarise_records
from fairdesk.measures.resampling import Resampling

SETTINGS = TableSettings(reference="orig", scale=(1, 5), unit="points", resampling=Resampling(seed=1, n_resamples=99))

outputs = st.one_of(st.integers(0, 7).map(float), st.sampled_from(["refused", math.nan, math.inf]))
tables = st.lists(
    st.builds(
        Record,
        file_hash=st.sampled_from("abc"),
        variant=st.sampled_from(["orig", "fem", "intl"]),
        sample=st.integers(1, 3),
        output=outputs,
    ),
    max_size=30,
)


@given(tables)
def test_nothing_is_filled_in_for_what_has_no_value(records: list[Record]) -> None:
    """A variant has numbers exactly when some file has a valid value in both arms."""
    found = summarise_records(records, SETTINGS)

    kept = [records[position] for position in found.duplicates.kept]
    valid = {
        (record.variant, record.file_hash)
        for record in kept
        if not isinstance(record.output, str) and 1 <= record.output <= 5
    }
    assert set(found.variants) == {record.variant for record in records} - {"orig"}
    for label, summary in found.variants.items():
        both = sum((label, file) in valid and ("orig", file) in valid for file in "abc")
        assert summary.valid_files == both
        outcomes = (summary.shift, summary.cross_agreement, summary.gap_of_means, summary.single_run_gap)
        assert all(isinstance(outcome, Estimate if both else NotMeasured) for outcome in outcomes)
        assert both or summary.sign_test.p_value is None
    assert found.n_invalid <= len(kept)


def test_the_mean_of_valid_samples_is_the_value_of_a_file() -> None:
    """A refused and an out-of-scale sample leave the other; a repeated call is dropped, and the conflict counted."""
    records = [
        Record(file_hash="a", variant="orig", sample=1, output=4.0),
        Record(file_hash="a", variant="orig", sample=2, output="refused"),
        Record(file_hash="a", variant="fem", sample=1, output=2.0),
        Record(file_hash="a", variant="fem", sample=2, output=3.0),
        Record(file_hash="a", variant="fem", sample=2, output=5.0),
        Record(file_hash="a", variant="fem", sample=3, output=9.0),
    ]

    found = summarise_records(records, SETTINGS)
    shift = found.variants["fem"].shift

    assert isinstance(shift, Estimate)
    assert shift.value == pytest.approx(-1.5)
    assert (found.n_invalid, found.duplicates.n_dropped, found.duplicates.n_conflicting) == (2, 1, 1)


def test_without_an_original_nothing_is_measured() -> None:
    """The reason is given, and the missing originals are counted."""
    found = summarise_records([Record(file_hash="a", variant="fem", sample=1, output=2.0)], SETTINGS)

    shift = found.variants["fem"].shift
    assert isinstance(shift, NotMeasured)
    assert shift.missing == {"orig": 1, "fem": 0, "files": 1}
    assert isinstance(found.within_prompt, NotMeasured)
