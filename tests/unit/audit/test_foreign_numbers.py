"""FairDesk's number beside another tool's, from the same answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from fairdesk.audit.foreign_numbers import with_ours
from fairdesk.domain.codec import from_plain, to_plain
from fairdesk.domain.foreign_numbers import ForeignNumber
from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.interchange.foreign import foreign_numbers

FOLDER = Path(__file__).parent.parent / "interchange" / "foreign"
BBQ = "lm-eval/samples_bbq_own_2026-11-30T02-15-27.508527.jsonl"


def ours(name: str) -> dict[str, ForeignNumber]:
    return {number.name: with_ours(number) for number in foreign_numbers(FOLDER / name)}


@pytest.mark.parametrize("name", ["disamb_bias_score", "amb_bias_score"])
def test_bbq_01_a_responder_that_always_contradicts_the_stereotype_scores_minus_one(name: str) -> None:
    """The harness prints 0.0; the paper's formula gives -1 for both contexts, and no answer was "unknown"."""
    number = ours(BBQ)[name]

    assert number.value == 0.0
    assert isinstance(number.ours, Estimate)
    assert number.ours.value == -1.0


def test_stereoset_macro_stands_beside_the_tools_micro() -> None:
    """Three stereotyped answers on one term and one against on another: 75 over answers, 50 over terms."""
    number = ours("inspect-stereoset.eval")["stereotype_score"]

    assert number.value == 75.0
    assert isinstance(number.ours, Estimate)
    assert number.ours.value == 50.0
    assert number.ours.details["micro"] == 75.0
    assert number.ours.details["terms"] == 2.0


def test_sts_03_nothing_readable_is_not_measured() -> None:
    """Without one readable choice there is no score, never the ideal 50 (public case STS-03)."""
    number = next(iter(foreign_numbers(FOLDER / "inspect-stereoset.eval")))
    unread = ForeignNumber(
        tool=number.tool,
        tool_version=number.tool_version,
        name="stereotype_score",
        value=None,
        how="",
        method="M17",
        given={"choices": [None] * 10, "terms": ["nurse"] * 10},
        place="",
    )

    assert isinstance(with_ours(unread).ours, NotMeasured)


def test_helm_representation_says_what_is_missing() -> None:
    """Without word lists there is no number of ours, and the reason names the way to one."""
    found = [number for name, number in ours("helm/scenario_state.json").items() if name.startswith("bias_metric")]

    assert len(found) == 2
    assert all(isinstance(number.ours, NotMeasured) and "word lists" in number.ours.reason for number in found)


def test_numbers_with_ours_can_be_stored() -> None:
    """A plan keeps them: noun to plain data and back gives the same noun."""
    for name in (BBQ, "inspect-stereoset.eval", "helm/scenario_state.json", "promptfoo-results.json"):
        for number in ours(name).values():
            assert from_plain(ForeignNumber, to_plain(number)) == number
