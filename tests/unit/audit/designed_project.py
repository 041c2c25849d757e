"""A small project with a design of its own, over case files with place-holders and free text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from fairdesk.audit.projects import create_project, starting_details
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.canonical import canonical_bytes, sha256_hex
from fairdesk.domain.case_rows import CaseLine
from fairdesk.domain.cases import Case
from fairdesk.domain.codec import to_plain
from fairdesk.domain.design import Attribute, CellChoice, Cue, CueKind, Design, PlannedTarget, WordList
from fairdesk.domain.questions import Target
from fairdesk.evaluations.admissions import QUESTIONS

MALE = ("Tom", "Peter", "James", "Paul", "Simon", "Henry")
FEMALE = ("Anna", "Mary", "Laura", "Jane", "Clara", "Ellen")
HOME = ("Alder School", "Birch School", "Cedar School", "Elm School", "Fir School")
ABROAD = ("Lycée Ampère", "Liceo Galilei", "Kantonsschule Chur", "Gymnasium Bonn", "Instituto Goya")


def words(level: str, of: tuple[str, ...]) -> WordList:
    """A list with where it comes from."""
    return WordList(level=level, words=of, provenance="Written by a test.", also_signals="Nothing known.")


def names_cue(**changes: object) -> Cue:
    """Given names for two genders; they fill {name} or are found in the text."""
    cue = Cue(
        cue_id="names",
        attribute_id="gender",
        kind=CueKind.NAMES,
        title="Given names",
        language="en",
        place_holder="name",
        lists=(words("male", MALE), words("female", FEMALE)),
    )
    return replace(cue, **changes)  # type: ignore[arg-type]  # whatever a test changes


def school_cue(**changes: object) -> Cue:
    """Schools at home and abroad; they fill {school}."""
    cue = Cue(
        cue_id="schools",
        attribute_id="origin",
        kind=CueKind.PLACE_HOLDER,
        title="Schools",
        language="en",
        place_holder="school",
        lists=(words("home", HOME), words("abroad", ABROAD)),
    )
    return replace(cue, **changes)  # type: ignore[arg-type]  # whatever a test changes


GENDER = Attribute(attribute_id="gender", title="Gender", levels=("male", "female"))
ORIGIN = Attribute(attribute_id="origin", title="Origin", levels=("home", "abroad"))


def choice(**levels: str) -> CellChoice:
    """A choice to test a cell, or with ``*`` a block."""
    return CellChoice(levels=levels, is_tested=True, stakes=4, stakes_reason="Access.", prior="none found")


def small_design(**changes: object) -> Design:
    """Two attributes, both alone and together; one question and one adopted target."""
    target = Target(
        target_id="t",
        measure="consistency",
        question_id="rating",
        threshold=0.9,
        direction="at_least",
        justification="Agreed with the client before anything was measured.",
    )
    design = Design(
        title="A test of one's own",
        attributes=(GENDER, ORIGIN),
        cues=(names_cue(), school_cue()),
        choices=(choice(gender="*"), choice(origin="*"), choice(gender="*", origin="*")),
        questions=QUESTIONS[:1],
        targets=(
            PlannedTarget(target=target, is_adopted=True, adopted_by="A. Tester", adopted_on="2026-11-30"),
            PlannedTarget(target=replace(target, target_id="offered", threshold=0.5)),
        ),
        n_reviewed=4,
    )
    return replace(design, **changes)  # type: ignore[arg-type]  # whatever a test changes


def store_texts(spec: WorkspaceSpec, project: str, texts: Iterable[str], language: str = "en") -> None:
    """Imported cases with these texts, by number."""
    with Workspace(spec) as workspace:
        project_id = workspace.store.projects.get(project).project_id
        cases = [
            Case(
                case_id=f"t-{number:05d}", title="", text=text, language=language, facts={}, origin="Written by a test."
            )
            for number, text in enumerate(texts)
        ]
        hashes = workspace.store.documents.put_many("case", (canonical_bytes(to_plain(case)) for case in cases))
        workspace.store.case_files.add_many(
            project_id,
            (
                CaseLine(
                    case_id=case.case_id,
                    title=case.title,
                    document_sha256=sha256,
                    text_sha256=sha256_hex(case.text.encode("utf-8", "surrogatepass")),
                    source_sha256="",
                    source_name="texts",
                    language=case.language,
                    n_characters=len(case.text),
                    n_words=len(case.text.split()),
                )
                for case, sha256 in zip(cases, hashes, strict=True)
            ),
        )


def some_texts(n_files: int) -> list[str]:
    """Short files; all hold {name} and {school}, and each says something else."""
    return [
        f"File {number}. {{name}} went to {{school}}. {{They}} asked NASA of Plan B (v{number}). Read {{their}} essay."
        for number in range(n_files)
    ]


def designed_project(
    folder: Path, design: Design, texts: Iterable[str], language: str = "en"
) -> tuple[WorkspaceSpec, str]:
    """A project with this design over these files, asked of the rehearsal endpoint."""
    spec = WorkspaceSpec(data_dir=folder / "profile")
    details = replace(
        starting_details(),
        uses_imported_cases=True,
        design=design,
        auditor="A. Tester",
        client="University of Example",
        purpose="Trying a design.",
    )
    project = create_project(spec, "Designed", details).project_id
    store_texts(spec, project, texts, language)
    return spec, project
