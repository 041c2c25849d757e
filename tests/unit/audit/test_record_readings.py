"""Readings of supplied records: text through its extractor, numbers against the scale, duplicates counted."""

from __future__ import annotations

import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.audit.record_readings import check, read
from fairdesk.domain.errors import InputError
from fairdesk.domain.records import LayoutChoices, RecordLayout
from fairdesk.interchange.record_files import guess_layout
from fairdesk.measures.duplicates import Record, drop_duplicates
from tests.unit.interchange import awkward_files as files


def layout_of(content: bytes, **choices: object) -> RecordLayout:
    return guess_layout(io.BytesIO(content), LayoutChoices(**choices))[0]  # type: ignore[arg-type]


def test_stars_are_read_as_ratings() -> None:
    """'4 stars', '****' and drawn stars are the same rating through rating/1."""
    layout = layout_of(files.STARS, scale=(1.0, 5.0))

    (batch,) = read(io.BytesIO(files.STARS), layout)

    assert layout.extractor == "rating/1"
    assert batch.value.tolist() == [4, 4, 4, 2]
    assert batch.status.tolist() == ["answered"] * 4


def test_letters_are_read_as_choices() -> None:
    """The extractor that the user named reads the text column."""
    content = (
        b'item,variant,answer\na,original,Answer: C\na,female,"I considered (A), but it is incorrect. Answer: D."\n'
    )
    layout = layout_of(content, scale=(1.0, 4.0), extractor="choice/1")

    (batch,) = read(io.BytesIO(content), layout)

    assert batch.value.tolist() == [3, 4]


def test_refusals_and_unreadable_texts_keep_their_reasons() -> None:
    """A text that declines is refused, an empty one is unreadable; neither has a number."""
    content = b"item,variant,answer\na,original,I cannot rate applicants.\na,female,\nb,original,4\n"
    (batch,) = read(io.BytesIO(content), layout_of(content, scale=(1.0, 5.0)))

    assert batch.status.tolist() == ["refused", "unreadable", "answered"]
    assert np.isnan(batch.value).tolist() == [True, True, False]
    assert batch.reason[1] == "the answer is empty"


def test_numbers_outside_the_scale_are_unreadable() -> None:
    """A 7 on a scale from 1 to 5 is no rating; without a scale it is a number."""
    content = b"item,variant,value\na,original,7\na,female,5\nb,original,0.5\n"
    found = check(io.BytesIO(content), layout_of(content, scale=(1.0, 5.0)))
    without = check(io.BytesIO(content), layout_of(content))

    assert found.by_reason == {"outside the scale": 2}
    assert found.by_status["unreadable"] == 2
    assert (found.least, found.greatest) == (5, 5)
    assert (without.least, without.greatest) == (0.5, 7)


def test_a_check_counts_what_an_import_would_take() -> None:
    """Rows, items, variants, statuses and bad rows are counted; the first bad row is named by its line."""
    found = check(io.BytesIO(files.RAGGED), layout_of(files.RAGGED))

    assert (found.n_rows, found.n_items, found.variants) == (2, 2, ("original", "female"))
    assert found.n_problems == len(found.problems) == 3
    first = found.problems[0]
    assert (first.line, first.value, first.cause) == (3, "a | female", "2 cells where the headings have 3")


def test_duplicates_are_counted_and_conflicts_named() -> None:
    """M41: the first of two equal calls counts; one with another value is a conflict at its line."""
    found = check(io.BytesIO(files.DUPLICATED), layout_of(files.DUPLICATED))

    assert (found.n_rows, found.n_duplicates, found.n_conflicting) == (6, 2, 1)
    assert found.conflicting_lines == (7,)


rows = st.lists(
    st.tuples(st.sampled_from("ab"), st.sampled_from(["original", "x"]), st.integers(1, 2), st.integers(0, 2)),
    min_size=1,
    max_size=20,
)


@given(records=rows)
def test_duplicates_are_those_of_the_method(records: list[tuple[str, str, int, int]]) -> None:
    """The count over hashes equals M41 over the records themselves."""
    lines = ["item,variant,sample,value", *(",".join(map(str, record)) for record in records)]
    content = "\n".join(lines).encode()
    expected = drop_duplicates(
        [
            Record(file_hash=item, variant=variant, sample=sample, output=float(value))
            for item, variant, sample, value in records
        ]
    )

    found = check(io.BytesIO(content), layout_of(content, reference=records[0][1]))

    assert found.n_duplicates == expected.n_dropped
    assert found.n_conflicting == expected.n_conflicting
    assert found.n_items == expected.n_files


def test_an_extractor_that_reads_no_text_is_refused() -> None:
    """Extractors of probabilities have nothing to read in a table; an unknown one names those that there are."""
    layout = layout_of(files.STARS, scale=(1.0, 5.0), extractor="rating_expected/1")

    with pytest.raises(InputError, match="reads no text"):
        list(read(io.BytesIO(files.STARS), layout))
