"""Words of plans and locks: offers are no decisions, default texts are no reasons, declared is said to be declared."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from fairdesk.domain.design import Design, View
from fairdesk.domain.lock_words import (
    confirmation_words,
    deviation_words,
    exploratory_words,
    lock_words,
    names_plan,
    same_person,
    statement_to_sign,
)
from fairdesk.domain.locks import Confirmation, ConfirmedBy, Deviation, PlanLock
from fairdesk.domain.plan_words import (
    DEFAULT_JUSTIFICATIONS,
    REASON_CODES,
    STOPPING_RULES,
    VIEWS,
    is_justified,
    starting_targets,
    stopping_words,
    target_words,
)
from tests.unit.audit.designs import RATING

HASH = "0123456789abcdef" * 4
CONFIRMED = Confirmation(kind=ConfirmedBy.DECLARED, name="B. Klein", role="head")
LOCK = PlanLock(
    plan_sha256=HASH, at="2026-11-30T10:00:00Z", locked_by="A. Weiss", role="auditor", confirmation=CONFIRMED
)
DEVIATION = Deviation(
    at="2026-12-01T10:00:00Z",
    by="A. Weiss",
    reason="A new prompt.",
    changes=("System x: another system prompt.",),
    results_seen=False,
    locked_sha256=HASH,
    plan_sha256=HASH[::-1],
)


def test_the_targets_on_offer_are_those_of_the_chapter_and_nobodys_decision() -> None:
    """Five values, unticked, without a justification; disparity asks for points or relative percent."""
    found = starting_targets((RATING, replace(RATING, question_id="second")))
    values = {(one.target.measure, one.target.threshold) for one in found}
    assert values == {
        ("consistency", 0.90),
        ("stereotype_reduction", 0.80),
        ("guardrail_effectiveness", 0.95),
        ("capability_kept", 0.90),
        ("disparity", 0.10),
    }
    assert not any(one.is_adopted or is_justified(one.target.justification) for one in found)
    assert len({one.target.target_id for one in found}) == len(found) == 6


def test_a_reason_is_somebodys_own() -> None:
    """Texts that FairDesk wrote, blanks and a word are none; a sentence is one."""
    for text in (*DEFAULT_JUSTIFICATIONS, "  ", "because", DEFAULT_JUSTIFICATIONS[-1].replace(" ", "\n")):
        assert not is_justified(text)
    assert is_justified("Agreed with the works council.")


def test_every_code_rule_and_view_has_words() -> None:
    """The reason codes are those of report-contents.md; every view that can be chosen is explained."""
    assert len(REASON_CODES) == 11
    assert all(words for words in (*REASON_CODES.values(), *STOPPING_RULES.values(), *VIEWS.values()))
    assert set(VIEWS) == set(View) - {View.NOT_CHOSEN}
    assert stopping_words(Design(stopping_reason="Cheap.")).endswith("Cheap.")
    assert "Unknown rule" in stopping_words(Design(stopping_rule="x" * 100))
    assert target_words(replace(starting_targets((RATING,))[0].target, cell=("gender=female",))).endswith(
        "at least 0.9"
    )


def test_a_lock_is_printed_as_what_it_is() -> None:
    """Declared, signed, alone, not at all: four sentences, none of which claims more."""
    assert lock_words(LOCK).endswith("confirmed by B. Klein (head): declared, not authenticated.")
    signed = replace(CONFIRMED, kind=ConfirmedBy.SIGNATURE, certificate="B. Klein, self-issued")
    assert "signed with the certificate of B. Klein, self-issued" in confirmation_words(signed)
    alone = replace(LOCK, confirmation=Confirmation(kind=ConfirmedBy.NOBODY))
    assert "works alone" in lock_words(alone)
    assert lock_words(None, "2026-11-30") == "Not locked with a second person. Fixed at 2026-11-30."
    assert "3 runs under earlier plans" in lock_words(replace(LOCK, n_earlier_runs=3))
    assert "1 run under an earlier plan of this project" in lock_words(replace(LOCK, n_earlier_runs=1))


def test_a_deviation_says_whether_results_were_seen() -> None:
    """Before and after are told apart, and what follows for the results."""
    assert "before any result existed" in deviation_words(DEVIATION)
    seen = replace(DEVIATION, results_seen=True, seen_reason="that cannot be excluded")
    assert "after results may have been seen (that cannot be excluded)" in deviation_words(seen)
    assert exploratory_words(()) == ""
    assert "did not name" in exploratory_words((DEVIATION,))
    assert "every result under it" in exploratory_words((DEVIATION, seen))


@given(st.text(max_size=40))
def test_a_statement_names_its_plan_whatever_the_title(title: str) -> None:
    """The sentence that is offered names the hash, and no other one."""
    sentence = statement_to_sign(HASH, title)
    assert names_plan(sentence, HASH)
    assert not names_plan(sentence, HASH[::-1])


def test_one_person_under_two_spellings() -> None:
    """Capitals, blanks, composed and decomposed accents; other names are other people."""
    assert same_person("Zoë  Weiß", "ZOE\u0308 WEISS")
    assert not same_person("A. Weiss", "B. Weiss")
