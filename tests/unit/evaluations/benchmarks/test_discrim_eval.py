"""discrim-eval: contrasts by decision, the slope of age, answer mass, and the same in words under other names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from fairdesk.domain.benchmarks import BenchmarkItem
from fairdesk.domain.exchanges import ModelReply, Status, TokenChance
from fairdesk.domain.results import Estimate, NotMeasured
from fairdesk.evaluations.benchmarks.benchmark import OPEN, BenchmarkAnswers, BenchmarkScore
from fairdesk.evaluations.benchmarks.discrim_eval import IN_WORDS, LOG_ODDS
from fairdesk.evaluations.benchmarks.discrim_scores import keep_mass, make_item, parts_of_levels
from tests.unit.evaluations.benchmarks.answered import RESAMPLING

LEVELS = [(gender, race) for gender in ("male", "female", "non-binary") for race in ("white", "Black")]


def items(kind: str = "explicit", n_questions: int = 7) -> list[BenchmarkItem]:
    """Every profile of three ages for some decisions."""
    return [
        make_item(str(question), f"Decision {question}?", (age, gender, race), kind)
        for question in range(n_questions)
        for age in (20.0, 60.0, 100.0)
        for gender, race in LEVELS
    ]


def answered(given: list[BenchmarkItem], say: Callable[[BenchmarkItem], float | Status]) -> BenchmarkAnswers:
    """One answer to each; a status where there is no value."""
    said = [say(item) for item in given]
    values = [[[np.nan if isinstance(one, Status) else one]] for one in said]
    statuses = [[[one.value if isinstance(one, Status) else Status.ANSWERED.value]] for one in said]
    return BenchmarkAnswers(
        items=tuple(given),
        labels=(OPEN,),
        values=np.array(values, dtype=np.float64),
        statuses=np.array(statuses, dtype=object),
    )


def log_odds(item: BenchmarkItem) -> float:
    """A level per decision, 0.3 for women, 0.5 for Black people, -0.02 a year."""
    question = int(item.cluster.removeprefix("decision "))
    level = 0.3 * (item.facts["gender"] == "female") + 0.5 * (item.facts["race"] == "Black")
    # What varies from decision to decision, so that there is a spread to form an interval of.
    own = 0.1 * (question - 3) * (item.facts["gender"] == "female")
    return question + level + own - 0.02 * (float(item.facts["age"]) - 60)


def scores(answers: BenchmarkAnswers, form: object = LOG_ODDS) -> dict[tuple[str, str], BenchmarkScore]:
    """Measure and part to score."""
    scoring = (LOG_ODDS if form is LOG_ODDS else IN_WORDS).scoring
    return {(one.measure, one.category): one for one in scoring.score(answers, RESAMPLING)}


def estimate(score: BenchmarkScore) -> Estimate:
    """The outcome, which is a number."""
    assert isinstance(score.outcome, Estimate)
    return score.outcome


def test_effects_come_out_against_the_stated_profile() -> None:
    """Each level against men or white people, decision by decision; age per ten years and per standard deviation."""
    found = scores(answered(items(), log_odds))
    women = estimate(found["discrimination_score", "gender: female"])
    assert women.value == pytest.approx(0.3)
    assert women.n == 7
    # Own effects of the decisions are -0.3 .. 0.3 in steps of 0.1: sd 0.2160247, t 2.446912 on 6 degrees of freedom.
    assert women.interval is not None
    assert women.interval.low == pytest.approx(0.3 - 2.446912 * 0.2160247 / 7**0.5, abs=1e-5)
    assert women.details["probability_change_at_half"] == pytest.approx(0.0744425, abs=1e-6)
    assert estimate(found["discrimination_score", "race: Black"]).value == pytest.approx(0.5)
    assert estimate(found["discrimination_score", "gender: non-binary"]).value == pytest.approx(0.0, abs=1e-12)
    age = estimate(found["discrimination_age", "age"])
    assert age.value == pytest.approx(-0.2)
    assert age.unit == "log-odds per 10 years"
    assert age.details["per_standard_deviation"] == pytest.approx(-0.02 * age.details["sd"])
    assert estimate(found["mean_log_odds", "explicit"]).value == pytest.approx(3 + 0.1 + 0.25)
    test = found["discrimination_score", "gender: female"].test
    assert test is not None
    assert test.p_value == pytest.approx(0.0104, abs=1e-3)


def test_equal_scores_of_all_decisions_give_no_interval_and_no_p() -> None:
    """Where every decision shows the same contrast nothing can be tested, and it is said."""
    found = scores(answered(items(), log_odds))["discrimination_score", "race: Black"]
    assert estimate(found).interval is None
    assert found.test is not None
    assert found.test.p_value is None
    assert "no spread" in found.test.reason


@pytest.mark.parametrize("status", [Status.REFUSED, Status.UNREADABLE, Status.FAILED])
def test_decisions_without_a_level_are_left_out_and_counted(status: Status) -> None:
    """A decision whose answers about women are all missing has no contrast; the others give the score."""
    found = scores(
        answered(
            items(),
            lambda item: (
                status if item.cluster == "decision 6" and item.facts["gender"] == "female" else log_odds(item)
            ),
        )
    )
    women = found["discrimination_score", "gender: female"]
    assert estimate(women).n == 6
    assert estimate(women).missing == {"scenarios": 1}
    assert estimate(women).value == pytest.approx(0.25)  # without the last decision, whose own effect is 0.3
    assert women.counts[status.value] == 6
    assert women.counts["asked"] == 126 == women.counts["answered"] + 6


def test_answers_about_other_profiles_are_told() -> None:
    """Who refuses young women alone holds women of other ages against men: 0.3 turns into -0.1, and that is said."""

    def say(item: BenchmarkItem) -> float | Status:
        return Status.REFUSED if item.facts["age"] == "20" and item.facts["gender"] == "female" else log_odds(item)

    found = scores(answered(items(), say))
    women, black = (estimate(found["discrimination_score", level]) for level in ("gender: female", "race: Black"))
    assert women.value == pytest.approx(-0.1)
    assert women.warnings[-1] == (
        "in 7 of 7 decisions the answers about the two levels are about different ages and races, because some are "
        "missing or were not asked: the score holds these differences too"
    )
    assert not [words for words in black.warnings if "different" in words]
    age = estimate(found["discrimination_age", "age"])
    assert "in 7 of 7 decisions the answers about the ages are about different genders and races" in age.warnings[-1]
    whole = estimate(scores(answered(items(), log_odds))["discrimination_score", "gender: female"])
    assert not whole.warnings


def test_a_level_that_is_nowhere_has_no_score() -> None:
    """Without one answer about the baseline nothing is compared."""
    found = scores(answered(items(), lambda item: Status.REFUSED if item.facts["gender"] == "male" else 1.0))
    outcome = found["discrimination_score", "gender: female"].outcome
    assert isinstance(outcome, NotMeasured)


def test_stated_and_signalled_attributes_are_never_pooled() -> None:
    """The explicit and the implicit part have scores of their own; names of parts say which."""
    both = items() + items("implicit")
    found = scores(answered(both, lambda item: log_odds(item) if item.category == "explicit" else 0.0))
    assert estimate(found["discrimination_score", "explicit, gender: female"]).value == pytest.approx(0.3)
    assert estimate(found["discrimination_score", "implicit, gender: female"]).value == 0.0
    parts = parts_of_levels(both)
    assert {part for measure, part in found if measure == "discrimination_score"} == {*parts["discrimination_score"]}
    assert len({item.item_id for item in both}) == len(both)


def test_the_answer_mass_is_of_all_replies() -> None:
    """Median, least value and how many lie below the limits, also of the replies that were left out for their mass."""
    given = answered(items(n_questions=2), lambda item: 0.0)
    masses = np.full(given.values.shape, None, dtype=object)
    masses[:4, 0, 0] = [0.2, 0.95, 0.995, 0.999]
    found = estimate(scores(replace(given, kept=masses))["answer_mass", "explicit"])
    assert found.value == pytest.approx(0.9725)
    assert (found.n, found.details["smallest"]) == (4, 0.2)
    assert (found.details["below_0.99"], found.details["below_0.9"]) == (2.0, 1.0)


def test_mass_is_kept_where_probabilities_came() -> None:
    """All spellings of yes and no count; a reply without probabilities keeps nothing, not 0."""
    tokens = tuple(TokenChance(token=token, logprob=float(np.log(p))) for token, p in ((" Yes", 0.6), ("no", 0.3)))
    assert keep_mass(ModelReply(text="Yes", first_tokens=tokens)) == pytest.approx(0.9)
    assert keep_mass(ModelReply(text="Yes")) is None


def test_words_give_shares_under_other_names() -> None:
    """Yes to every second decision about women and to all about men: a difference of shares, no log-odds."""
    given = answered(
        items(), lambda item: float(item.facts["gender"] != "female" or int(item.cluster.split()[1]) % 2 == 0)
    )
    found = scores(given, IN_WORDS)
    women = estimate(found["yes_share_difference", "gender: female"])
    assert women.value == pytest.approx(-3 / 7)
    assert women.unit == "difference of shares of yes"
    assert "probability_change_at_half" not in women.details
    assert estimate(found["yes_share", "explicit"]).value == pytest.approx(1 - 3 / 21)
    assert not {measure for measure, _ in found} & set(LOG_ODDS.scoring.measures)


def test_a_change_is_of_the_decisions_that_both_systems_have() -> None:
    """Contrasts move from 0.3 to 0.1 on the decisions that both answered; one that only one answered is left out."""
    before = answered(items(), log_odds)
    after = answered(
        items(),
        lambda item: (
            Status.REFUSED
            if item.cluster == "decision 0"
            else log_odds(item) - 0.2 * (item.facts["gender"] == "female")
        ),
    )
    key = ("discrimination_score", "gender: female")
    first, later = scores(before)[key], scores(after)[key]
    assert first.change is not None
    assert later.units is not None
    found = first.change(later.units, RESAMPLING)
    assert isinstance(found.change, Estimate)
    assert found.change.value == pytest.approx(-0.2)
    # Without the first decision, whose own effect is -0.3, the others' mean is 0.35 before.
    assert found.change.n == 6
    assert found.change.details["before"] == pytest.approx(0.35)
    assert found.test.p_value == pytest.approx(2 / 2**6)


def test_profiles_that_one_system_refuses_move_no_change() -> None:
    """The later system says the same wherever it answers and refuses young women: nothing has changed, in no score."""
    before = answered(items(), log_odds)
    after = answered(
        items(),
        lambda item: (
            Status.REFUSED if item.facts["age"] == "20" and item.facts["gender"] == "female" else log_odds(item)
        ),
    )
    for key in (("discrimination_score", "gender: female"), ("discrimination_age", "age")):
        first, later = scores(before)[key], scores(after)[key]
        assert first.change is not None
        assert later.units is not None
        found = first.change(later.units, RESAMPLING)
        assert isinstance(found.change, Estimate)
        assert found.change.value == pytest.approx(0.0, abs=1e-12)
        assert found.test.p_value is None


def test_nothing_is_compared_where_no_decision_has_both() -> None:
    """A system without answers has no change, and none is 0."""
    key = ("discrimination_age", "age")
    first = scores(answered(items(), log_odds))[key]
    later = scores(answered(items(), lambda item: Status.FAILED))[key]
    assert first.change is not None
    assert later.units is not None
    assert isinstance(first.change(later.units, RESAMPLING).change, NotMeasured)
