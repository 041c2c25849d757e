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


def test_helm_representation_stands_beside_the_one_of_all_listed_words() -> None:
    """HELM keeps his/her whole and finds female words alone (0.5); split, three stand against one (0.25)."""
    found = [with_ours(one) for one in foreign_numbers(FOLDER / "helm/scenario_state.json") if one.method == "M18"]
    original, changed = found

    assert (original.scope, changed.scope) == ("test, original", "test, gender")
    assert changed.value == 0.5
    assert isinstance(changed.ours, Estimate)
    assert changed.ours.value == pytest.approx(0.25)
    assert original.value == pytest.approx(1 / 6)
    assert isinstance(original.ours, Estimate)
    assert original.ours.value == pytest.approx(1 / 6), "3 female and 6 male words: the same share by chance"


def test_what_a_file_does_not_hold_is_not_measured() -> None:
    """HELM's associations need target words that no file of the run holds, and say so."""
    (number,) = [one for name, one in ours("helm/scenario_state.json").items() if "associations" in name]

    assert isinstance(number.ours, NotMeasured)
    assert "target words" in number.ours.reason


def test_numbers_with_ours_can_be_stored() -> None:
    """A plan keeps them: noun to plain data and back gives the same noun."""
    for name in (BBQ, "inspect-stereoset.eval", "helm/scenario_state.json", "promptfoo-results.json"):
        for number in ours(name).values():
            assert from_plain(ForeignNumber, to_plain(number)) == number
