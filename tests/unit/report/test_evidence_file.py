"""evidence.json: canonical bytes, every number in it, equal input gives equal bytes."""

from __future__ import annotations

import json
import math
import pickle
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.domain.canonical import canonical_bytes, sha256_hex
from fairdesk.domain.codec import from_plain
from fairdesk.domain.plan import Plan
from fairdesk.domain.reports import ReportInput
from fairdesk.report.evidence_file import (
    NOT_WRITTEN,
    SCHEMA_ID,
    SCHEMA_VERSION,
    configuration_id,
    evidence_bytes,
    leaves,
    measured,
)
from fairdesk.report.renewal import renewal_conditions
from tests.e2e.report_input import rates_by_length, report_input

plain_data = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(alphabet="abcdef", min_size=1, max_size=4), inner, max_size=4)
    ),
    max_leaves=20,
)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> ReportInput:
    return report_input(tmp_path_factory.mktemp("evidence"), rates_by_length, n_cases=2)


@pytest.fixture
def plain(report: ReportInput) -> dict[str, Any]:
    found = json.loads(evidence_bytes(report))
    assert isinstance(found, dict)
    return found


def test_the_bytes_are_canonical(report: ReportInput, plain: dict[str, Any]) -> None:
    """UTF-8, sorted keys, no white space between, no NaN: reading and writing again gives the same bytes."""
    data = evidence_bytes(report)

    assert canonical_bytes(plain) == data
    assert b"NaN" not in data
    assert b"Infinity" not in data
    assert b"\r" not in data
    assert all(math.isfinite(value) for _, value in leaves(plain) if isinstance(value, float))


def test_it_says_what_it_is(plain: dict[str, Any]) -> None:
    """Schema and version stand in it, and every section that was not written with its state."""
    assert plain["schema"] == {"id": SCHEMA_ID, "version": SCHEMA_VERSION}
    assert plain["report"]["kind"] == "limited report"
    assert [(one["section"], one["of_full_report"]) for one in plain["report"]["not_written"]] == list(NOT_WRITTEN)
    assert {one["state"] for one in plain["report"]["not_written"]} == {"not_done"}
    assert plain["report"]["is_rehearsal"] is False


def test_equal_input_gives_equal_bytes_and_any_change_others(report: ReportInput) -> None:
    """A copy that shares no object has the same bytes; another nonce, time or purpose has not."""
    copy = pickle.loads(pickle.dumps(report))

    assert evidence_bytes(copy) == evidence_bytes(report)
    for changed in (
        replace(report, nonce="0" * 32),
        replace(report, issued_at="2026-11-30T00:00:00Z"),
        replace(report, details=replace(report.details, purpose="Another purpose")),
    ):
        assert evidence_bytes(changed) != evidence_bytes(report)


def test_all_results_are_in_it(report: ReportInput, plain: dict[str, Any]) -> None:
    """Each result, comparison and cell of the coverage is there by its id, with the numbers unrounded."""
    results = {one["result_id"]: one for one in plain["measured"]["results"]}

    assert plain["measured"] == measured(report.analysis)
    assert set(results) == {row.result_id for row in report.analysis.results}
    assert len(plain["measured"]["comparisons"]) == len(report.analysis.comparisons) > 0
    assert len(plain["measured"]["coverage"]) == len(report.analysis.coverage) > 0
    assert len(plain["renewal"]) == len(renewal_conditions(report))
    assert plain["ledger"]["heads"] == dict(report.heads)


def test_the_plan_comes_out_as_it_went_in(report: ReportInput, plain: dict[str, Any]) -> None:
    """What was fixed before the first call can be read back and has the printed hash."""
    planned = {name: value for name, value in plain["plan"].items() if name != "sha256"}

    assert from_plain(Plan, planned) == report.plan
    assert sha256_hex(canonical_bytes(planned)) == plain["plan"]["sha256"] == report.plan_sha256


def test_configurations_have_names_of_their_own(report: ReportInput, plain: dict[str, Any]) -> None:
    """Two systems that differ in a layer alone have different names, and names follow from the contents."""
    baseline, mitigated = report.plan.systems

    assert [one["id"] for one in plain["object"]["configurations"]] == [
        configuration_id(baseline),
        configuration_id(mitigated),
    ]
    assert configuration_id(replace(mitigated, label="baseline")) != configuration_id(baseline)
    assert configuration_id(replace(baseline)) == configuration_id(baseline)


def at(value: Any, path: str) -> Any:
    for name in path.split("/") if path else []:
        value = value[int(name)] if isinstance(value, list) else value[name]
    return value


@given(plain_data)
def test_leaves_are_all_values_with_their_paths(value: Any) -> None:
    """No path comes twice, each leads to its value, and no list or mapping is a leaf."""
    found = list(leaves(value))

    assert len({path for path, _ in found}) == len(found)
    for path, leaf in found:
        assert at(value, path) is leaf
        assert not isinstance(leaf, list | dict)
