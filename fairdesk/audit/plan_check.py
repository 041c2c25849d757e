"""Everything that is missing before a plan can be locked, a sentence each, with the place that mends it.

What blocks is what report-contents.md marks B in sections S3, S5, S6 and S8; the rest is said and printed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fairdesk.audit.benchmark_sources import form_of
from fairdesk.audit.case_choice import read_cases
from fairdesk.audit.design_check import design_sentences
from fairdesk.audit.plan_abilities import benchmark_obstacle, expressed_by
from fairdesk.audit.plan_families import primary_of
from fairdesk.audit.report_gate import GateSentence
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.abilities import needs_of_question
from fairdesk.domain.audited_system import REHEARSAL_KINDS, AuditedSystem, ProjectDetails
from fairdesk.domain.benchmarks import BenchmarkChoice
from fairdesk.domain.case_rows import NOT_TOLD
from fairdesk.domain.design import Design
from fairdesk.domain.endpoint_terms import Budget
from fairdesk.domain.errors import FairDeskError
from fairdesk.domain.object_words import has_learnt_facts
from fairdesk.domain.plan_words import ANYTIME
from fairdesk.domain.questions import QuantityKind
from fairdesk.domain.supplied_words import is_supplied

LEAST_SAMPLES = 2
"""Answers to one prompt that a noise floor needs (methods.md D2)."""

SHIPPED_LANGUAGES = ("en", NOT_TOLD)
"""Languages of files, as two letters, that the shipped test is made for; one that is not told may be among them."""

BUILT_IN = ("embedded", *REHEARSAL_KINDS)
"""Endpoints that cost nothing and send nothing."""


def plan_gate(spec: WorkspaceSpec, project: str) -> tuple[GateSentence, ...]:
    """What is missing before the plan of a project can be locked, blocking sentences first.

    Raises:
        InputError: there is no such project.
    """
    with Workspace(spec) as workspace:
        record = workspace.store.projects.get(project)
        found = [*_object(record.details), *_systems(record.details), *_forms(record.details)]
        if record.details.without_files:
            found += _benchmarks_alone(record.details)
            return _blocking_first([*found, *_budget(record.details)])
        n_files, sentences = _cases(workspace, record.details, record.project_id)
        found += sentences
    design = record.details.design
    if design is not None:
        found += design_sentences(design, n_files)
        found += _anytime(design, record.details)
        found += _review(spec, project)
    elif not _are_supplied(record.details):
        words = "The shipped test has a target whose reason is the text that it came with; no study validates it."
        found.append(GateSentence(words=words, page_id="plan", is_blocking=False, field="targets"))
    found += [*_repeats(record.details), *_budget(record.details)]
    return _blocking_first(found)


def _blocking_first(found: list[GateSentence]) -> tuple[GateSentence, ...]:
    return tuple(sorted(found, key=lambda sentence: not sentence.is_blocking))


def _benchmarks_alone(details: ProjectDetails) -> Iterator[GateSentence]:
    """Nothing of files, variants, targets or repeats is said where none is asked."""
    if not details.benchmarks:
        words = "The project asks neither files nor a benchmark: import files or a benchmark."
        yield GateSentence(words=words, page_id="tests")


def _forms(details: ProjectDetails) -> Iterator[GateSentence]:
    """Benchmarks that cannot be asked in their form; an endpoint that was not tested yet is asked when a plan is fixed.

    What its format has no words for needs no test.
    """
    if _are_supplied(details):
        return
    for choice in details.benchmarks:
        try:
            obstacle = _form_obstacle(choice, details.systems)
        except FairDeskError as error:
            obstacle = f"{error.message} {error.advice}"
        if obstacle:
            yield GateSentence(words=obstacle, page_id="tests")


def _form_obstacle(choice: BenchmarkChoice, systems: Sequence[AuditedSystem]) -> str:
    needs = needs_of_question(form_of(choice).question)
    known = [
        system
        for system in systems
        if has_learnt_facts(system) or not expressed_by(system.endpoint.kind).issuperset(needs)
    ]
    return " ".join(benchmark_obstacle(choice, known)).strip()


def _anytime(design: Design, details: ProjectDetails) -> Iterator[GateSentence]:
    if design.stopping_rule != ANYTIME or not design.questions:
        return
    primary = primary_of(design.questions, details)
    if any(one.question_id == primary and one.kind is not QuantityKind.DISCRETE for one in design.questions):
        words = (
            f"The test that may be read at any time is a sign test of ratings, and “{primary}” gives none: choose "
            "another primary question, or a fixed number of files."
        )
        yield GateSentence(words=words, page_id="plan", field="rules")


def _object(details: ProjectDetails) -> Iterator[GateSentence]:
    for text, words in (
        (details.auditor, "It is not said who audits."),
        (details.object_name, "The object has no name."),
        (details.object_purpose, "It is not described what the object is used for."),
    ):
        if not text.strip():
            yield GateSentence(words=words, page_id="object")
    for text, words in (
        (details.client, "It is not said who asked for the audit; no report can be issued without it."),
        (details.purpose, "The purpose of the audit is not described; no report can be issued without it."),
        (details.workflow, "What people do with the output is not described; the report says so."),
    ):
        if not text.strip():
            yield GateSentence(words=words, page_id="object", is_blocking=False)


def _are_supplied(details: ProjectDetails) -> bool:
    return any(is_supplied(system) for system in details.systems)


def _systems(details: ProjectDetails) -> Iterator[GateSentence]:
    if not details.systems:
        yield GateSentence(words="No system is described.", page_id="object")
    if _are_supplied(details):
        words = "The answers of this project were supplied: nothing is asked any more, so no plan can be locked before."
        yield GateSentence(words=words, page_id="run")
    labels = [system.label for system in details.systems]
    for label in sorted({label for label in labels if labels.count(label) > 1}):
        yield GateSentence(words=f"Two systems are called “{label}”.", page_id="object")
    if any(system.endpoint.is_rehearsal for system in details.systems):
        words = "A system is asked of the rehearsal model: what it answers is no evidence of anything."
        yield GateSentence(words=words, page_id="endpoints", is_blocking=False)


def _cases(workspace: Workspace, details: ProjectDetails, project_id: str) -> tuple[int, list[GateSentence]]:
    """How many files are used, and what is said of them."""
    if not details.uses_imported_cases:
        try:
            n_files = len(read_cases(workspace.spec, details))
        except FairDeskError as error:
            return 0, [GateSentence(words=f"The files cannot be read: {error.message}", page_id="cases")]
        missing = [] if n_files else [GateSentence(words="There are no files.", page_id="cases")]
        return n_files, missing
    n_files = workspace.store.case_files.n_used(project_id)
    if not n_files:
        return 0, [GateSentence(words="There are no files.", page_id="cases")]
    n_files = min(n_files, details.n_cases) if details.n_cases else n_files
    counts = workspace.store.case_files.counts(project_id)
    found = []
    others = [f"{language} {number:,}" for language, number in counts.languages if language not in SHIPPED_LANGUAGES]
    if others and details.design is None:
        words = f"The shipped test reads and changes English only, and files are in others: {', '.join(others)}."
        found.append(GateSentence(words=f"{words} Begin a design of your own.", page_id="cues"))
    if counts.n_with_hints:
        files = "1 file holds" if counts.n_with_hints == 1 else f"{counts.n_with_hints:,} files hold"
        words = f"{files} words that look like personal data and were neither replaced nor left out."
        found.append(GateSentence(words=words, page_id="cases", is_blocking=False))
    return n_files, found


def _repeats(details: ProjectDetails) -> Iterator[GateSentence]:
    if details.n_samples < LEAST_SAMPLES:
        words = "No prompt is asked twice: the report says “noise floor not measured” beside every consistency."
        yield GateSentence(words=words, page_id="plan", is_blocking=False, field="questions")


def _budget(details: ProjectDetails) -> Iterator[GateSentence]:
    costs = [system for system in details.systems if system.endpoint.kind not in BUILT_IN and not is_supplied(system)]
    if costs and details.budget == Budget():
        words = "No budget limits what a run may spend at an endpoint."
        yield GateSentence(words=words, page_id="run", is_blocking=False)


def _review(spec: WorkspaceSpec, project: str) -> Iterator[GateSentence]:
    """What a person still has to look at among the variants, and what building them found."""
    from fairdesk.audit.variant_review import review_view
    from fairdesk.audit.variants import built_variants

    try:
        built = built_variants(spec, project)
    except FairDeskError as error:
        yield GateSentence(words=f"The variants cannot be built: {error.message}", page_id="cues")
        return
    if built is None:
        words = (
            "The variants were not built for the design and the files as they are now: build them on the page Cues, or "
            "with fairdesk plan PROJECT build."
        )
        yield GateSentence(words=words, page_id="cues")
        return
    for words in built.problems:
        yield GateSentence(words=words, page_id="cues", is_blocking=False)
    view = review_view(spec, project)
    n_open = view.summary.n_sampled - view.n_reviewed
    if n_open:
        verb = "was" if n_open == 1 else "were"
        words = f"Of the random sample of {view.summary.n_sampled:,} variants {n_open:,} {verb} not looked at yet."
        yield GateSentence(words=words, page_id="cues")
    if view.n_rewritten_left:
        left = (
            "1 rewritten text was" if view.n_rewritten_left == 1 else f"{view.n_rewritten_left:,} rewritten texts were"
        )
        words = f"{left} not looked at; every one has to be."
        yield GateSentence(words=words, page_id="cues")
    if view.n_reviewed > view.summary.n_accepted:
        yield GateSentence(words=view.words, page_id="cues", is_blocking=False)
