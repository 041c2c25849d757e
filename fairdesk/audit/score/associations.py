"""Which concepts go with which identity in generated stories: one row per concept, adjusted over all examined (M42)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fairdesk.audit.score.estimates import numbers, significance
from fairdesk.interchange.named_rows import NamedRows, read_named_rows

COUNT_COLUMNS = ("with_concept", "stories")


def score_associations(path: Path, extracted_by: str, alpha: float, seed: int) -> dict[str, Any]:
    """Frequencies, tests and adjusted p-values of every concept in a file.

    Args:
        path: A table (text or workbook). One row per ``story``, ``identity`` and ``concept``; a story without any
            concept is one row with an empty concept, so that it counts. Or one row per ``identity`` and ``concept``
            with the counts ``with_concept`` and ``stories``.
        extracted_by: Who or what found the concepts in the stories, for the sentence beside the result.
        alpha: Expected share of chance finds among those kept.
        seed: For tables that are too many to be counted.

    Raises:
        ImportProblem: the file has another layout, or a count is none.
    """
    from fairdesk.measures.concepts import Occurrences, screen_concepts, screening_sentence
    from fairdesk.measures.resampling import Resampling

    table = read_named_rows(path, ("identity", "concept"))
    counts = _counted(table) if set(COUNT_COLUMNS) <= set(table.columns) else _listed(table)
    occurrences = {
        concept: {
            name: Occurrences(with_concept=held, stories=stories) for name, (held, stories) in by_identity.items()
        }
        for concept, by_identity in counts.items()
    }
    screening = screen_concepts(occurrences, Resampling(seed=seed), alpha)
    concepts = [
        {
            "concept": concept,
            "kept": concept in screening.kept,
            "test": significance(found.test),
            "chi2": found.chi2,
            "df": found.df,
            "min_expected": found.min_expected,
            "stories": {name: stories for name, (_, stories) in counts[concept].items()},
            "frequency": numbers(found.frequency),
        }
        for concept, found in screening.associations.items()
    ]
    return {
        "n_examined": screening.n_examined,
        "n_tested": screening.n_tested,
        "kept": list(screening.kept),
        "kept_by_raw_p": screening.kept_raw,
        "alpha": alpha,
        "seed": seed,
        "concepts": concepts,
        "notes": list(table.notes),
        "sentence": screening_sentence(screening, extracted_by),
    }


Counts = Mapping[str, Mapping[str, tuple[int, int]]]


def _listed(table: NamedRows) -> Counts:
    """From one row per story and concept; naming a concept twice in one story counts once."""
    if "story" not in table.columns:
        cure = "Add a column 'story' with an id per story, or the columns 'with_concept' and 'stories' with counts."
        table.fail(None, "story", "the column is missing", cure)
    stories: dict[str, set[str]] = {}
    holders: dict[str, dict[str, set[str]]] = {}
    for row in table.rows:
        identity, story = table.word(row, "identity"), table.word(row, "story")
        stories.setdefault(identity, set()).add(story)
        if concept := table.text(row, "concept").strip():
            holders.setdefault(concept, {}).setdefault(identity, set()).add(story)
    if not holders:
        table.fail(None, "concept", "no row names a concept", "Fill in the concept that was found in each story.")
    return {
        concept: {name: (len(by_identity.get(name, ())), len(told)) for name, told in stories.items()}
        for concept, by_identity in holders.items()
    }


def _counted(table: NamedRows) -> Counts:
    """From one row per identity and concept with counts."""
    found: dict[str, dict[str, tuple[int, int]]] = {}
    for row in table.rows:
        identity, concept = table.word(row, "identity"), table.word(row, "concept")
        held, stories = (table.number(row, column) for column in COUNT_COLUMNS)
        if held is None or stories is None or held % 1 or stories % 1 or not 0 <= held <= stories <= 1e9:
            cause = "with_concept and stories are no two counts of which the first is part of the second"
            table.fail(row, "with_concept", cause, "Write whole numbers of stories.")
        of_concept = found.setdefault(concept, {})
        if identity in of_concept:
            cure = "Keep one row per concept and identity."
            table.fail(row, "identity", f"{identity!r} has two rows for the concept {concept!r}", cure)
        of_concept[identity] = (int(held), int(stories))
    return found
