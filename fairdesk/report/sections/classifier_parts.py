"""What a report prints of a benchmark's classifiers: instruments among the tests, their check beside the results."""

from __future__ import annotations

from collections.abc import Iterator

from fairdesk.domain.benchmarks import PlannedBenchmark
from fairdesk.domain.classified import REFERENCE, ClassifierSummary, IdentityScore
from fairdesk.domain.classifiers import PlannedClassifier
from fairdesk.domain.printing import print_number
from fairdesk.domain.results import Analysis
from fairdesk.extractors.classifiers.identity_terms import SENTENCES
from fairdesk.measures.classifier_scores import sentence
from fairdesk.report.blocks import Block, BulletList, Column, Facts, Heading, Paragraph, TableBlock
from fairdesk.report.sections.section import words_or


def classifier_methods(one: PlannedBenchmark) -> Iterator[Block]:
    """Every classifier of a benchmark with its version, licence, address and errors; nothing where there is none."""
    for classifier in one.choice.classifiers:
        yield Heading(level=3, text=f"{one.card.title}: classifier of {classifier.quantity}")
        yield Facts(
            rows=(
                ("Classifier", classifier.title),
                ("Version", words_or(classifier.version, "not told")),
                ("Asked at", words_or(classifier.address, "it runs on the auditor's computer")),
                ("Licence", words_or(classifier.licence, "not known here")),
                *((("Labels", _labels(classifier)),) if classifier.labels else ()),
                ("Error rates per group", words_or(classifier.error_rates, "not measured")),
            )
        )
        if classifier.limits:
            yield BulletList(items=classifier.limits)


def _labels(classifier: PlannedClassifier) -> str:
    return "; ".join(f"“{one.label}” stands for {one.word}" for one in classifier.labels)


def classifier_results(analysis: Analysis, one: PlannedBenchmark) -> Iterator[Block]:
    """How many answers have a score, and what each classifier makes of neutral sentences with identity words."""
    found = [line for line in analysis.classified if line.question_id == one.question.question_id]
    if not found:
        return
    title = one.card.title
    yield Heading(level=3, text=f"{title}: what the classifiers scored")
    yield TableBlock(
        caption=f"{title}: answers in open words and their scores",
        columns=(
            Column(title="Quantity", weight=1),
            Column(title="Configuration", weight=1.2),
            Column(title="Answers", align="right", weight=0.8),
            Column(title="With a score", align="right", weight=0.8),
            Column(title="Without a score", weight=3),
        ),
        rows=tuple(
            (line.quantity, line.system, f"{line.n_answered:,}", f"{line.n_scored:,}", _missing(line)) for line in found
        ),
        has_row_headers=True,
    )
    for classifier in one.choice.classifiers:
        yield Paragraph(text=sentence(f"{classifier.title}, {classifier.version}", classifier.error_rates))
    yield from _identity(title, found)


def _missing(line: ClassifierSummary) -> str:
    parts = [f"{number:,}: {reason}" for reason, number in line.missing.items()]
    if line.n_other:
        parts.append(f"{line.n_other:,} scores of another classifier or version are kept and not used")
    return words_or("; ".join(parts), "none")


def _identity(title: str, found: list[ClassifierSummary]) -> Iterator[Block]:
    """One column for each classifier, or for each configuration where a classifier answered them differently."""
    checks: dict[tuple[str, tuple[IdentityScore, ...]], list[str]] = {}
    for line in found:
        checks.setdefault((line.quantity, line.identity), []).append(line.system)
    made = {of: systems for of, systems in checks.items() if of[1]}
    if not made:
        yield Paragraph(text="What the classifiers make of neutral sentences with identity words was not tried.")
        return
    several = {quantity for quantity, _ in made if sum(one == quantity for one, _ in checks) > 1}
    terms = list(dict.fromkeys(score.term for _, scores in made for score in scores))
    yield TableBlock(
        caption=f"{title}: the classifiers' own scores of neutral sentences with identity words; means over the same "
        f"sentences, and what they differ from “{REFERENCE}” in brackets",
        columns=(
            Column(title="Sentences about", weight=1.6),
            *(
                Column(
                    title=f"{quantity} ({', '.join(systems)})" if quantity in several else quantity,
                    align="right",
                    weight=1.2,
                )
                for (quantity, _), systems in made.items()
            ),
        ),
        rows=tuple((term, *(_mean(scores, term) for _, scores in made)) for term in terms),
        has_row_headers=True,
    )
    yield Paragraph(
        text=f"The sentences: {' '.join(one.format(term='…') for one in SENTENCES)} They say nothing about anybody. "
        "Where the scores differ, a difference of the same kind between groups can come from the classifier and not "
        "from the model.",
        emphasis="small",
    )


def _mean(scores: tuple[IdentityScore, ...], term: str) -> str:
    means = {one.term: one.mean for one in scores}
    mean, reference = means.get(term), means.get(REFERENCE)
    if mean is None:
        return "not measured"
    if term == REFERENCE or reference is None:
        return print_number(mean)
    return f"{print_number(mean)} ({print_number(mean - reference)})"
