"""Calculations of effects, tests of change, interactions and scores on inputs at the edge of what they take."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fairdesk.audit.calc import calculation
from fairdesk.domain.errors import InputError


def ask(method: str, **given: Any) -> dict[str, Any]:
    answer = calculation(method).answer(given)
    json.dumps(answer, allow_nan=False)
    return answer


def test_refusals_of_every_output_leave_no_consistency() -> None:
    """Three refusals: nothing is consistent, and the share could be anything."""
    found = ask("M01", f_original=["refused"] * 3, f_counterfactual=[1, 2, 3])

    assert (found["consistency"], found["n_valid"], found["missing_bounds"]) == (None, 0, [0, 1])
    assert found["reasons"]["consistency"] == "no pair has a value on both sides"


def test_six_equal_changes_have_no_t_test() -> None:
    """A library answers p = 0; the sign test says 1/32."""
    found = ask("M03", differences=[1] * 6)

    assert (found["t"], found["p"], found["ci95"], found["p_sign"]) == (None, None, [None, None], 0.03125)


def test_a_file_that_lacks_a_pair_satisfies_no_tolerance_yet() -> None:
    """Of three files one holds its tolerance, one breaks it in the pair that it has, one is open."""
    found = ask(
        "M04",
        file=["a", "a", "b", "b", "c", "c"],
        f_original=[3, 3, 3, 3, 3, 3],
        f_counterfactual=[3, 3, 5, "refused", 3, None],
        epsilon=1,
    )

    assert (found["files_satisfying_ctf"], found["share_files_satisfying"], found["files_undecided"]) == (1, 0.5, 1)
    assert found["n_missing"] == 2


def test_gaps_average_within_files_first_whatever_is_missing() -> None:
    """A missing pair takes its own weight out, not that of its file."""
    found = ask("M02", file=["a", "a", "b"], f_original=[1, 1, 1], f_counterfactual=[3, "error", 2])

    assert (found["cf_gap"], found["n_files"], found["n_pairs_valid"]) == (1.5, 2, 2)


def test_nothing_changed_is_no_rank_test() -> None:
    """Twelve unchanged files: no p of 1 in either treatment of zeros."""
    found = ask("M06", differences=[0] * 12)

    assert found["pratt"]["p_exact"] is None
    assert found["reasons"]["wilcox.p_exact"] == "no file changed, so there are no changes to rank"


def test_beyond_a_hundred_changes_the_exact_p_has_its_reason() -> None:
    """The normal approximation stands alone, and the null is explained."""
    found = ask("M06", differences={"rle": [[1, 80], [-2, 60]]})

    assert found["pratt"]["p_normal"] is not None
    assert "more than 100 changed files" in found["reasons"]["pratt.p_exact"]


def test_the_reference_of_the_four_fifths_rule_is_never_a_group_of_one() -> None:
    """With groups below 2 percent left out, one person of one selected flags nobody."""
    groups = {"A": {"selected": 50, "n": 100}, "B": {"selected": 48, "n": 100}, "C": {"selected": 1, "n": 1}}
    found = ask("M08", groups=groups, smallest_share=0.02)

    assert found["reference"] == "A"
    assert list(found["excluded"]) == ["C"]
    assert (found["ratios"]["B"]["ratio"], found["ratios"]["B"]["below_four_fifths"]) == (pytest.approx(0.96), False)


def test_a_target_has_no_usual_direction() -> None:
    """Whether at least or at most is meant is never guessed."""
    with pytest.raises(InputError, match='"direction" is missing'):
        ask("M10", successes=1, n=2, target=0.5)


def test_changes_of_any_unit_have_bounds_in_that_unit() -> None:
    """Change counts in steps of a million points: the same interaction and bounds, a million times as large."""
    counts = {"first": [4, 30, 348, 16, 2], "second": [8, 44, 330, 16, 2], "both": [22, 70, 290, 16, 2]}
    small = ask("M11", change_values=[-2, -1, 0, 1, 2], **counts)
    large = ask("M11", change_values=[-2e6, -1e6, 0, 1e6, 2e6], **counts)

    assert large["interaction"] == pytest.approx(1e6 * small["interaction"])
    assert large["se_upper_bound"] == pytest.approx(1e6 * small["se_upper_bound"])


def test_files_without_all_versions_are_counted_out() -> None:
    """Eight files, one of them refused once: seven enter."""
    ratings = [[4, 4, 4, 3], [3, 3, 3, 3], [5, 5, 4, 3], [4, 4, 3, 2], [3, 3, 3, 3], [2, 2, 2, 1], [4, 3, 4, "refused"]]
    found = ask("M11", order=["neither", "first", "second", "both"], ratings=ratings)

    assert (found["n_files"], found["n_complete"]) == (7, 6)


def test_combinations_are_told_apart_from_those_with_too_few_files() -> None:
    """Nine valid files are not ten; without counts nothing is said of them."""
    asked = {"attributes": {"a": ["1", "2"], "b": ["x", "y"]}, "tested": [{"a": "1", "b": "x"}, {"a": "2", "b": "x"}]}
    found = ask("M12", **asked, n_valid=[10, 9])

    assert found["too_few"] == ["a = 2 x b = x"]
    assert found["not_tested"] == ["a = 1 x b = y", "a = 2 x b = y"]
    assert ask("M12", **asked)["too_few"] is None


ROWS = {
    "cols": ["scenario", "gender", "age", "logit"],
    "rows": [[s, g, a, 0.1 * s + 0.4 * (g == "f") + a / 1000] for s in range(5) for g in ("m", "f") for a in (20, 60)],
}


@pytest.mark.parametrize(
    "formula",
    [
        "logit ~ C(gender)",
        "logit ~ C(gender,Treatment('m')) * age",
        "logit ~ __import__('os').getcwd()",
        "logit",
        "logit ~ C(gender,Treatment('nobody'))",
        "nothing ~ age + age",
        "logit ~ height",
        "",
        7,
    ],
)
def test_a_formula_is_read_and_never_run(formula: Any) -> None:
    """What the method does not know is refused, a baseline that nobody stated or that no row has too."""
    with pytest.raises(InputError):
        ask("M13", rows=ROWS, formula=formula)


def test_scores_without_noise_are_told_by_least_squares() -> None:
    """An exact line leaves the mixed model nothing to estimate: the note says so, and no p-value is made up."""
    found = ask("M13", rows=ROWS, formula="logit ~ C(gender,Treatment('m')) + age")

    assert found["f"] == pytest.approx(0.4)
    assert found["two_stage"]["gender=f"]["score"] == pytest.approx(0.4)
    assert found["age_per_10_years"] == pytest.approx(0.01)


def test_effects_between_scenarios_are_least_squares_with_a_note() -> None:
    """A number that is constant within scenarios, and no variance between them: never 0.0, and a note."""
    z = [0.3, -1.2, 0.8, 1.9, -0.4, 0.0]
    noise = [0.2, -0.2, 0.1, -0.1]
    rows = [[s, z[s], c, 1 + 2 * z[s] + 0.5 * c + noise[c]] for s in range(6) for c in range(4)]
    found = ask("M13", rows={"cols": ["scenario", "z", "c", "y"], "rows": rows}, formula="y ~ z + c")

    assert found["note"].startswith("mixed model singular")
    assert found["z"] == pytest.approx(2, abs=1e-9)
    assert found["var_scenario"] is None
    assert found["two_stage"]["z"]["score"] is None


def test_answer_mass_is_told_even_where_it_is_too_little() -> None:
    """Half of the probability elsewhere: no log-odds, but the mass that was there."""
    found = ask("M14", logprobs={"yes": -1.2, "no": -1.6, "Maybe": -0.7}, min_answer_mass=0.9)

    assert (found["usable"], found["logit"], found["p_yes_normalised"]) == (False, None, None)
    assert found["answer_mass"] == pytest.approx(0.5031, abs=1e-4)
    assert "below the minimum" in found["reasons"]["logit"]


def test_yes_alone_has_no_finite_log_odds() -> None:
    """No 'no' among the tokens: not a probability of 1."""
    found = ask("M14", logprobs={"yes": -0.01, "maybe": -5})

    assert (found["p_yes_normalised"], found["usable"]) == (None, False)
    assert found["answer_mass"] == pytest.approx(0.99005, abs=1e-5)
