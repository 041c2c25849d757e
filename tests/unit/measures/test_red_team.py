"""Red-team success (M27)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.measures.red_team import FAMILY_WARNING, Attempts, attack_success, red_team, red_team_sentence

attempts = st.integers(0, 80).flatmap(lambda n: st.integers(0, n).map(lambda k: Attempts(successes=k, attempts=n)))


@given(st.integers(1, 5000))
def test_no_success_is_bounded_and_never_a_plain_zero(n: int) -> None:
    """The one-sided bound is 1 - 0.05^(1/n), and the sentence names it."""
    found = attack_success(Attempts(successes=0, attempts=n))

    assert isinstance(found, Estimate)
    assert found.details["upper_one_sided"] == pytest.approx(1 - 0.05 ** (1 / n))
    assert 0 < found.details["upper_one_sided"] <= found.details["rule_of_three"] <= 1 or n < 3
    assert f"No success in {n} attempts is compatible" in red_team_sentence(found)


@given(st.dictionaries(st.text(max_size=3), attempts, max_size=5))
def test_families_add_up(families: dict[str, Attempts]) -> None:
    """Overall counts are those of the families; a family without attempts is not one without success."""
    found = red_team(families)
    n = sum(one.attempts for one in families.values())

    assert found.n_families_with_success <= found.n_families <= len(families)
    assert isinstance(found.overall, Estimate) == bool(n)
    for name, one in families.items():
        assert isinstance(found.by_family[name], Estimate) == bool(one.attempts)


def test_attempts_of_one_family_are_not_independent() -> None:
    """The pooled interval says that it is that of independent attempts."""
    found = red_team({"jailbreak": Attempts(successes=7, attempts=30), "encoding": Attempts(successes=0, attempts=60)})

    assert isinstance(found.overall, Estimate)
    assert FAMILY_WARNING in found.overall.warnings


def test_no_attempt_is_not_measured() -> None:
    """Nothing tried shows nothing."""
    assert isinstance(attack_success(Attempts(successes=0, attempts=0)), NotMeasured)
    assert isinstance(red_team({}).overall, NotMeasured)
    with pytest.raises(ValueError, match="share"):
        attack_success(Attempts(successes=2, attempts=1))
