"""Duplicate records (methods.md M41)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from fairdesk.measures.duplicates import Record, drop_duplicates

records = st.lists(
    st.builds(
        Record,
        file_hash=st.sampled_from("abc"),
        variant=st.sampled_from(["original", "female"]),
        sample=st.integers(1, 2),
        output=st.sampled_from([1.0, 2.0, "refused"]),
    ),
    max_size=25,
)


@given(records)
def test_the_first_of_every_call_is_kept_and_every_record_is_counted(drawn: list[Record]) -> None:
    """Kept and dropped add up, kept calls are unique and come first, conflicts are among the dropped."""
    found = drop_duplicates(drawn)

    calls = [(record.file_hash, record.variant, record.sample) for record in drawn]
    assert len(found.kept) + found.n_dropped == found.n_records == len(drawn)
    assert [calls.index(calls[position]) for position in found.kept] == list(found.kept)
    assert len({calls[position] for position in found.kept}) == len(found.kept) == len(set(calls))
    assert 0 <= found.n_conflicting <= found.n_dropped


@given(records)
def test_dropping_twice_drops_nothing_more(drawn: list[Record]) -> None:
    """What is left holds no duplicates."""
    kept = [drawn[position] for position in drop_duplicates(drawn).kept]

    assert drop_duplicates(kept).n_dropped == 0
