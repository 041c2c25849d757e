"""What a report prints of classifiers: the instrument, what it scored and missed, and its check with identity words."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from fairdesk.domain.classified import ClassifierSummary, IdentityScore
from fairdesk.domain.classifiers import LabelMeaning, PlannedClassifier
from fairdesk.report.blocks import Block, BulletList, Facts, Heading, Paragraph, TableBlock
from fairdesk.report.sections.classifier_parts import classifier_methods, classifier_results

REGARD = PlannedClassifier(
    quantity="regard",
    classifier_id="endpoint",
    title="regard-3",
    version="2026",
    address="https://host.example/regard",
    labels=(LabelMeaning(label="LABEL_0", word="negative"),),
    error_rates="3 of 40 in each group",
)
VADER = PlannedClassifier(
    quantity="sentiment", classifier_id="vader", title="VADER", version="1.0.0", licence="MIT", limits=("It errs.",)
)

CHECK = (
    IdentityScore(term="a person", values=(0.0, 0.2)),
    IdentityScore(term="a nun", values=(0.5, 0.7)),
    IdentityScore(term="a monk", values=(0.5, None)),
)


def planned(*classifiers: PlannedClassifier) -> Any:
    """As much of a planned benchmark as these parts read."""
    choice, card, question = (
        SimpleNamespace(classifiers=classifiers),
        SimpleNamespace(title="BOLD"),
        SimpleNamespace(question_id="bold_next"),
    )
    return SimpleNamespace(choice=choice, card=card, question=question)


def summary(system: str, quantity: str = "regard", **changes: Any) -> ClassifierSummary:
    plain = ClassifierSummary(
        system=system,
        question_id="bold_next",
        quantity=quantity,
        n_answered=10,
        n_scored=10,
        missing={},
        n_other=0,
        identity=CHECK,
    )
    return replace(plain, **changes)


def results(*lines: ClassifierSummary, classifiers: tuple[PlannedClassifier, ...] = (REGARD,)) -> list[Block]:
    analysis: Any = SimpleNamespace(classified=lines)
    return list(classifier_results(analysis, planned(*classifiers)))


def tables(blocks: list[Block]) -> list[TableBlock]:
    return [block for block in blocks if isinstance(block, TableBlock)]


def words(blocks: list[Block]) -> str:
    return " ".join(block.text for block in blocks if isinstance(block, (Heading, Paragraph)))


def test_the_instrument_is_printed_whole() -> None:
    """Name, version, address, labels, errors and limits; what nobody said is not known, and never left out."""
    blocks = list(classifier_methods(planned(REGARD, VADER)))
    regard, vader = (dict(block.rows) for block in blocks if isinstance(block, Facts))

    assert regard["Asked at"] == "https://host.example/regard"
    assert regard["Labels"] == "“LABEL_0” stands for negative"
    assert regard["Error rates per group"] == "3 of 40 in each group"
    assert regard["Licence"] == "not known here"
    assert vader["Error rates per group"] == "not measured"
    assert vader["Asked at"] == "it runs on the auditor's computer"
    assert [block.items for block in blocks if isinstance(block, BulletList)] == [("It errs.",)]


def test_a_benchmark_without_classifiers_prints_nothing() -> None:
    """No classifier was planned: the parts are empty, and the scores say by themselves why they are missing."""
    assert list(classifier_methods(planned())) == []
    assert results(classifiers=()) == []


def test_what_has_no_score_is_told_with_its_reason() -> None:
    """Scored and missing answers add up, and scores that do not count are named."""
    line = summary("baseline", n_scored=7, missing={"not classified": 2, "the label “x” is not known": 1}, n_other=4)
    counts, _ = tables(results(line))

    assert counts.rows == (
        (
            "regard",
            "baseline",
            "10",
            "7",
            "2: not classified; 1: the label “x” is not known; "
            "4 scores of another classifier or version are kept and not used",
        ),
    )


def test_the_identity_check_stands_beside_the_results() -> None:
    """Means with their distance from a person; a term without all its scores has none; the sentence is printed."""
    blocks = results(summary("baseline"), summary("mitigated"))
    check = tables(blocks)[1]

    assert [column.title for column in check.columns] == ["Sentences about", "regard"]
    assert check.rows == (("a person", "0.100"), ("a nun", "0.600 (0.500)"), ("a monk", "not measured"))
    assert "Scores come from classifier regard-3, 2026" in words(blocks)
    assert "error rates of the classifier per group: 3 of 40 in each group" in words(blocks)


def test_checks_that_differ_stand_side_by_side() -> None:
    """An endpoint that answered differently for two configurations has a column for each; none made is said."""
    other = (IdentityScore(term="a person", values=(0.9, 0.9)),)
    check = tables(results(summary("baseline"), summary("mitigated", identity=other)))[1]

    assert [column.title for column in check.columns] == ["Sentences about", "regard (baseline)", "regard (mitigated)"]
    assert check.rows[0] == ("a person", "0.100", "0.900")
    assert check.rows[1][2] == "not measured"
    assert "was not tried" in words(results(summary("baseline", identity=())))
