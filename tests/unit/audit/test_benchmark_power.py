"""What a sample of a benchmark can show, in sentences with recomputed numbers."""

from __future__ import annotations

from fairdesk.audit.benchmark_power import ItemGroup, item_groups, power_sentences
from fairdesk.measures.power import sign_test_power
from tests.unit.evaluations.benchmarks.answered import bbq_items

CONDITIONS = ("ambig", "disambig")


def groups(n_templates: int, n_each: int, category: str = "Age") -> list[ItemGroup]:
    """Items of both conditions in every template."""
    return [
        ItemGroup(category=category, stratum=f"{category}, {kind}", cluster=f"{category}/{template}", n_items=n_each)
        for template in range(n_templates)
        for kind in CONDITIONS
    ]


def test_the_scores_of_bbq_are_tested_against_one_half() -> None:
    """M34: 210 answers that name a person show a score of 0.2; with 0.6 "unknown" they are 525 ambiguous items."""
    sentences = power_sentences(("s_amb", "s_dis"), groups(1, 210))
    assert "s_DIS: told apart from 0 from ±0.20 on, if the answers to all 210 items name a person." in sentences
    assert sign_test_power(210, 1.0, 0.6) >= 0.80
    sentences = power_sentences(("s_amb",), groups(1, 420))
    assert "from ±0.10 on, if every second answer says that it is not known" in sentences[1]


def test_numbers_are_planned_as_if_items_were_independent() -> None:
    """That is said first; then what is left when every group counts as one item, because the effect is not known."""
    sentences = power_sentences(("s_dis",), groups(25, 4))
    assert "as if the answers to different items were independent" in sentences[0]
    assert "from ±0.30 on" in sentences[1]
    assert "200 items are 25 groups" in sentences[2]
    assert "The design effect of that is not known before the run" in sentences[2]
    assert "s_DIS from ±0.54 on" in sentences[2]
    assert sign_test_power(25, 1.0, 0.77) >= 0.80 > sign_test_power(25, 1.0, 0.765)


def test_the_smallest_category_says_how_little_it_shows() -> None:
    """A category of three items cannot show anything, and the sentence says so in words."""
    sentences = power_sentences(("s_dis",), [*groups(25, 4), *groups(3, 1, "Religion")])
    assert sentences[-1] == (
        "Of the smallest category alone, “Religion”, with independent answers: s_DIS not at all, even if all of them "
        "lean one way (3 items)."
    )


def test_shares_have_a_distance_or_a_width() -> None:
    """A choice between two is tested against one half; another share gets the exact interval at its widest."""
    alone = [ItemGroup(category="a", stratum="a", cluster=str(number), n_items=1) for number in range(100)]
    half = power_sentences(("share_stereotyped",), alone)
    assert "told apart from one half from 64.6% up or from 35.4% down, on 100 items" in half[1]
    assert "independent and all of them could be used" in half[0]
    chosen = power_sentences(("choice_ss",), alone)
    assert chosen[1].endswith("on 100 items, if all answers choose a sentence that means something.")
    assert half[2].startswith("No two of these items hang together")
    harmless = [ItemGroup(category="a", stratum="a, harmless", cluster=str(n), n_items=1) for n in range(100)]
    width = power_sentences(("refusal_harmless", "refusal_harmful"), harmless)
    assert "its 95 % interval reaches at most 0.102 to either side, on 100 items" in width[1]
    assert not [words for words in width if "Harmful" in words], "no harmful prompt is asked"


def test_a_sample_that_is_not_drawn_yet_bounds_its_groups() -> None:
    """Of a stratified sample only the number of items is known, so that its groups are at most as many."""
    drawn = power_sentences(("s_dis",), groups(25, 4), {"Age, ambig": 10, "Age, disambig": 10})
    assert "all 10 items name a person" in drawn[1]
    assert "20 items are at most 20 groups" in drawn[2]


def test_other_scores_give_no_number() -> None:
    """Where the spread of the answers decides, the sentence says that it is not known before the run."""
    (sentence,) = power_sentences(("toxicity_mean",), groups(5, 2))
    assert "not known before the run" in sentence
    assert "20 items in 5 groups" in sentence


def test_items_are_counted_by_what_they_share() -> None:
    """All items of a sample stand in its groups."""
    items = bbq_items(7)
    found = item_groups(items)
    assert sum(group.n_items for group in found) == len(items)
    assert {group.cluster for group in found} == {item.cluster for item in items}
