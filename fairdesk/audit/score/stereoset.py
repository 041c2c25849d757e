"""StereoSet's scores of recorded likelihoods: the authors' means over target terms, and shares of all items (M17)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fairdesk.audit.score.estimates import numbers
from fairdesk.domain.errors import ImportProblem
from fairdesk.interchange.stereoset_files import (
    TASKS,
    SentenceScores,
    StereoSetClusters,
    sentence_scores_of,
    stereoset_of,
)

if TYPE_CHECKING:
    from fairdesk.evaluations.stereoset import ClusterScores
    from fairdesk.measures.stereoset import StereoScores, StereoSet

MACRO = "mean over target terms, as the authors publish it"
MICRO = "share of all items; another number where terms have unequally many items"
FORM = (
    "Scores are likelihoods of whole options, compared within an item; answers to a question with three options are "
    "another measurement and must not be set beside these."
)


def score_stereoset(gold: Path, predictions: Path, seed: int) -> dict[str, Any]:
    """Scores per task and bias type, per task, and over both tasks.

    Args:
        gold: Clusters in the official layout.
        predictions: Scores by the ids of sentences.
        seed: For the intervals of icat, from resampled terms.

    Raises:
        ImportProblem: a file cannot be read, or no score belongs to a sentence of the clusters.
    """
    from fairdesk.evaluations.stereoset import OVERALL, cluster_scores, group_scores, groups
    from fairdesk.measures.likelihood_pairs import SENTENCE
    from fairdesk.measures.resampling import Resampling

    clusters, scores = stereoset_of(gold), sentence_scores_of(predictions)
    known = {sentence for ids in clusters.sentence_ids for sentence in ids}
    n_foreign = sum(sentence not in known for sentence in scores.score_of)
    if n_foreign == len(scores.score_of):
        raise ImportProblem(
            f"{predictions.name}: none of its {n_foreign} ids is the id of a sentence in {gold.name}.",
            "Scores are joined by the ids of sentences, not of clusters; give scores of this version of the file.",
        )
    joined, resampling = cluster_scores(clusters.sentence_ids, scores.score_of), Resampling(seed=seed)
    answer: dict[str, Any] = {task: {} for task in TASKS}
    for (task, name), places in groups(clusters.task, clusters.bias_type).items():
        group = _group(group_scores(clusters.target, joined, places, resampling))
        if task == OVERALL:
            answer[OVERALL] = group
        else:
            answer[task][name] = group
    return answer | {
        "macro": MACRO,
        "micro": MICRO,
        "counts": _counts(joined),
        "coverage": _coverage(clusters, n_foreign),
        "seed": seed,
        "notes": _notes(clusters, scores, joined, n_foreign),
        "sentence": f"{FORM} {SENTENCE}",
    }


def _group(found: StereoSet) -> dict[str, Any]:
    return {
        "n": found.n,
        "n_valid": found.n_valid,
        "n_terms": found.n_terms,
        "ties": found.ties,
        "ties_unrelated": found.ties_unrelated,
        **_scores(found.macro),
        "micro_over_items": _scores(found.micro),
    }


def _scores(scores: StereoScores) -> dict[str, Any]:
    return numbers({"lms": scores.lms, "ss": scores.ss, "icat": scores.icat})


def _counts(joined: ClusterScores) -> dict[str, int]:
    import numpy as np

    n = len(joined.is_absent)
    absent = int(joined.is_absent.sum())
    answered = int(np.isfinite(joined.scores).all(axis=1).sum())
    return {
        "planned": n,
        "asked": n - absent,
        "answered": answered,
        "refused": 0,
        "unreadable": n - absent - answered,
        "failed": 0,
        "not_attempted": absent,
    }


def _coverage(clusters: StereoSetClusters, n_foreign: int) -> dict[str, Any]:
    times: dict[str, dict[str, int]] = {task: {} for task in TASKS}
    for task, bias_type in zip(clusters.task, clusters.bias_type, strict=True):
        times[task][bias_type] = times[task].get(bias_type, 0) + 1
    return {"version": clusters.version, "clusters": times, "scores_of_other_sentences": n_foreign}


def _notes(clusters: StereoSetClusters, scores: SentenceScores, joined: ClusterScores, n_foreign: int) -> list[str]:
    """What a reader of the numbers has to know of the files, in words."""
    counts: Mapping[str, int] = _counts(joined)
    notes = list(scores.notes)
    notes += [f"No {task} items stand in the file: not measured." for task in TASKS if task not in clusters.task]
    if n_foreign:
        notes.append(f"{n_foreign} scores are of sentences that the file does not hold; they are left out.")
    if counts["not_attempted"]:
        notes.append(f"{counts['not_attempted']} items have a sentence without a score; they enter no number.")
    if counts["unreadable"]:
        notes.append(f"{counts['unreadable']} items have a score that is no number; they enter no number.")
    notes.append("The overall scores pool the tasks and types that the file holds, by target term.")
    return notes
