"""In what two plans differ is said in words, for the second person, the window and the report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from fairdesk.audit.plan_sentences import plan_differences, plan_sentences
from fairdesk.domain.benchmarks import (
    FULL_SAMPLE,
    BenchmarkCard,
    BenchmarkChoice,
    BenchmarkFile,
    PlannedBenchmark,
    Sampling,
    SamplingKind,
)
from fairdesk.domain.design import CellChoice, CueDecision, CueVerdict, Design, Margin, View
from fairdesk.domain.plan import Family, FamilyKind
from fairdesk.evaluations.admissions import QUESTIONS
from tests.unit.audit.designs import complete_design, cue
from tests.unit.audit.small_plan import small_plan

DESIGN = complete_design()
MARGIN = DESIGN.margins[0]
OPEN = CueDecision(verdict=CueVerdict.DISPUTED, reason="Some hold that it matters.")


def differences(now: Design) -> tuple[str, ...]:
    """Of two plans that differ in their design alone."""
    plan = small_plan(3)
    return plan_differences(replace(plan, design=DESIGN), replace(plan, design=now))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (
            {"margins": (replace(MARGIN, points=0.1),)},
            ("The design has other margins: rating, points 0.2 before, 0.1 now.",),
        ),
        (
            {"margins": (MARGIN, Margin(question_id="open", points=1.0, reason="Nobody sees it."))},
            ("The design has other margins: open was added.",),
        ),
        ({"margins": ()}, ("The design has other margins: rating is gone.",)),
        ({"alpha": 0.1}, ("The design has another level of the tests: 0.05 before, 0.1 now.",)),
        ({"placebos": False}, ("The design has another choice of placebo swaps: yes before, no now.",)),
        (
            {"assumptions": replace(DESIGN.assumptions, power=0.9)},
            ("The design has other assumptions for sample sizes: power 0.8 before, 0.9 now.",),
        ),
        (
            {"choices": (*DESIGN.choices[:-1], replace(DESIGN.choices[-1], is_tested=False, stakes=2))},
            (
                "The design has other decisions about the grid: gender: * x origin: * x age: *, tested yes before, no "
                "now; stakes 0 before, 2 now.",
            ),
        ),
        ({"attributes": DESIGN.attributes[::-1]}, ("The design has other attributes or levels.",)),
        (
            {"cues": (replace(DESIGN.cues[0], decision=OPEN), *DESIGN.cues[1:])},
            (
                "The design has other cues: gender, decision, verdict not_a_legitimate_factor before, disputed now; "
                "decision, reason It says nothing of merit. before, Some hold that it matters. now; decision, decided "
                "by Board before, nothing now; decision, decided on 2026-11-01 before, nothing now.",
            ),
        ),
        ({"cues": (cue("gender", 7), *DESIGN.cues[1:])}, ("The design has other cues: gender, other lists.",)),
        (
            {"position": replace(DESIGN.position, view=View.ADVERSE_ONLY, listed_groups="women")},
            (
                "The design has another normative position: view symmetric before, adverse_only now; listed groups "
                "nothing before, women now.",
            ),
        ),
    ],
)
def test_a_changed_design_is_told_in_words(changes: Mapping[str, object], words: tuple[str, ...]) -> None:
    """Each part by what it is called, with what it was and what it is; no path into a file stands there."""
    assert differences(replace(DESIGN, **changes)) == words  # type: ignore[arg-type]  # of the types of the fields


def test_many_differences_are_counted() -> None:
    """A dozen are named, the rest is a number; an equal design differs in nothing."""
    many = tuple(CellChoice(levels={"gender": f"g{number}"}, is_tested=True) for number in range(20))
    found = differences(replace(DESIGN, choices=(*DESIGN.choices, *many)))
    assert (len(found), found[-1]) == (13, "Design: 8 more differences.")
    assert differences(complete_design()) == ()


def test_tests_that_became_exploratory_are_not_called_taken_out() -> None:
    """After a deviation the same tests stand in an exploratory family; one that is in none was taken out."""
    members = ("a/rating/female/direction", "a/rating/both/direction", "a/rating/old/direction")
    before = replace(small_plan(3), families=(family(FamilyKind.CONFIRMATORY, members),))
    now = replace(before, families=(family(FamilyKind.EXPLORATORY, members[:2]),))
    assert plan_differences(before, now) == ("Confirmatory tests: 2 exploratory now, 1 taken out.",)
    assert plan_differences(now, before) == ("Confirmatory tests: 3 added.",)
    assert "No conclusion rests on a test: every test is exploratory." in plan_sentences(now)


def test_benchmarks_are_fixed_and_told_apart() -> None:
    """Who confirms a plan reads which benchmarks it asks; one that came, went or is drawn otherwise is told."""
    one = planned(("b:1", "b:2"), Sampling(kind=SamplingKind.STRATIFIED, n=2, seed=1))
    plan = replace(small_plan(3), benchmarks=(one,))
    assert any("Benchmark B: 2 items of 1 file" in words for words in plan_sentences(plan))
    assert plan_differences(small_plan(3), plan) == ("Benchmark added: b.",)
    assert plan_differences(plan, small_plan(3)) == ("Benchmark gone: b.",)
    (words,) = plan_differences(plan, replace(plan, benchmarks=(planned(("b:1", "b:3"), FULL_SAMPLE),)))
    assert words.startswith("Benchmark b: 1 items added, 1 taken out; sampling, kind stratified before, full now;")


def test_a_plan_of_benchmarks_alone_says_nothing_of_files() -> None:
    """No empty list of variants and questions stands where no file is asked about."""
    said = plan_sentences(replace(small_plan(3), cases=(), variants=(), questions=(), benchmarks=(planned(("b:1",)),)))
    assert not [
        words for words in said if words.startswith(("Files", "Variants", "Questions", "Not tested", "No target"))
    ]


def planned(cases: tuple[str, ...], sampling: Sampling = FULL_SAMPLE) -> PlannedBenchmark:
    """A benchmark in a plan."""
    file = BenchmarkFile(name="f", sha256="0" * 64, version="", n_rows=3)
    card = BenchmarkCard(
        title="B", version="1", construct="", limits=(), criticism=(), contamination="", licence="", source=""
    )
    return PlannedBenchmark(
        choice=BenchmarkChoice(benchmark_id="b", files=(file,), form="letter", sampling=sampling),
        card=card,
        question=QUESTIONS[0],
        labels=("1-2", "2-1"),
        cases=cases,
        items_sha256="",
        left_out={},
        categories=("x",),
    )


def family(kind: FamilyKind, members: tuple[str, ...]) -> Family:
    """A family of tests."""
    return Family(family_id=f"a/{kind.value}", kind=kind, members=members)
