"""StereoSet's rules: which sentences are compared with which, and which clusters are pooled into which number (M17).

One set of rules for recorded scores and for answers of a live system. What the authors' program does beyond M17: a
tie of stereotype and anti-stereotype counts as anti; a tie with the unrelated sentence is not won; the scores of a
group are means over its target terms; the overall scores pool the clusters of both tasks by term, so that a term of
both tasks counts once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from fairdesk.measures.resampling import Resampling
from fairdesk.measures.stereoset import StereoSet, stereoset

OVERALL = "overall"

Floats = npt.NDArray[np.float64]
Places = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ClusterScores:
    """Scores of the three sentences of every cluster.

    Attributes:
        scores: Stereotype, anti-stereotype, unrelated. Shape (n, 3); NaN where there is no number.
        is_absent: Clusters of which a sentence has no score at all, as opposed to one that is no number. Shape (n,).
    """

    scores: Floats
    is_absent: npt.NDArray[np.bool_]


def cluster_scores(sentence_ids: Sequence[tuple[str, str, str]], score_of: Mapping[str, float]) -> ClusterScores:
    """Scores joined to clusters by the ids of sentences; the order of the scores says nothing.

    Example:
        >>> cluster_scores([("a", "b", "c")], {"c": 1.0, "a": 3.0, "b": 2.0}).scores.tolist()
        [[3.0, 2.0, 1.0]]
    """
    nothing = float("nan")
    values = [score_of.get(sentence_id, nothing) for cluster in sentence_ids for sentence_id in cluster]
    absent = [any(sentence_id not in score_of for sentence_id in cluster) for cluster in sentence_ids]
    return ClusterScores(
        scores=np.array(values, dtype=np.float64).reshape(-1, 3), is_absent=np.array(absent, dtype=np.bool_)
    )


def groups(tasks: Sequence[str], bias_types: Sequence[str]) -> Mapping[tuple[str, str], Places]:
    """Which clusters enter which number: every type of every task, every task as a whole, and both tasks together.

    Returns:
        Task and type to places of clusters, in the order of first occurrence; the type of a whole task is ``overall``,
        and both tasks together are ``("overall", "")``.

    Source:
        github.com/moinnadeem/StereoSet, code/evaluation.py.

    Example:
        >>> {key: places.tolist() for key, places in groups(["inter", "intra"], ["race", "race"]).items()}
        {('inter', 'race'): [0], ('inter', 'overall'): [0], ('intra', 'race'): [1], ('intra', 'overall'): [1], \
('overall', ''): [0, 1]}
    """
    found: dict[tuple[str, str], list[int]] = {}
    for task in dict.fromkeys(tasks):
        for name in (*dict.fromkeys(kind for one, kind in zip(tasks, bias_types, strict=True) if one == task), OVERALL):
            found[task, name] = []
    for place, (task, bias_type) in enumerate(zip(tasks, bias_types, strict=True)):
        found[task, bias_type].append(place)
        found[task, OVERALL].append(place)
    found[OVERALL, ""] = list(range(len(tasks)))
    return {key: np.array(places, dtype=np.int64) for key, places in found.items()}


def group_scores(terms: Sequence[str], scores: ClusterScores, places: Places, resampling: Resampling) -> StereoSet:
    """The scores of some clusters.

    Args:
        terms: Target term of every cluster of the file.
        places: The clusters that enter.
    """
    some = scores.scores[places]
    return stereoset([terms[place] for place in places], some[:, 0], some[:, 1], some[:, 2], resampling)
