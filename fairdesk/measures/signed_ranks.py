"""Size and direction of changes by their ranks (method M06), and the one-sided sign test (M05)."""

from __future__ import annotations

import math
from typing import Literal

import numpy as np
from scipy import stats

from fairdesk.domain.results import Estimate, NotMeasured, SignificanceTest
from fairdesk.measures.counterfactual import direction_words
from fairdesk.measures.pairs import EQUAL_WITHIN, Floats, Integers, checked

Zeros = Literal["pratt", "wilcox"]

EXACT_UP_TO = 50
"""Changed files up to which the test itself is exact; beyond it the normal approximation decides."""

COUNTED_UP_TO = 100
"""Changed files up to which the exact p-value stands among the details."""

DECIMALS = 9
"""Sizes are rounded before they are ranked: 0.1 + 0.2 and 0.3 are a tie."""

RANKS_SENTENCE = (
    "Assumes changes are symmetric around their centre if no effect exists; weighs larger changes more. "
    "Unchanged files: {zeros}."
)
ZEROS_WORDS = {
    "pratt": "ranked along, then left out (Pratt)",
    "wilcox": "left out before ranking (Wilcoxon)",
}


def signed_rank(differences: Floats, zeros: Zeros = "pratt") -> tuple[Estimate | NotMeasured, SignificanceTest]:
    """Wilcoxon signed-rank test of differences against symmetry around 0, with the rank-biserial effect (M06).

    W+ and W- are the sums of the ranks of |d| over files that rose and fell; ties share their mean rank. The exact
    p-value counts all signs of these ranks by dynamic programming, so ties and zeros do not harm it (the library's
    ``exact`` is wrong then); the approximation has variance sum(r^2)/4 and no continuity correction.

    Args:
        differences: Variant minus base, one per file. Shape (n,), finite.
        zeros: ``pratt`` ranks unchanged files along and drops them then; ``wilcox`` drops them first.

    Returns:
        Rank-biserial (W+ - W-)/(W+ + W-) from -1 (every changed file fell) to 1; 0 when the ranks balance. It has no
        interval of its own: read those of the shift and the net direction. Details: n_nonzero, n_zero, w_plus,
        w_minus, z, p_normal, and p_exact up to 100 changed files. The test is the exact one up to 50 changed files,
        the normal one beyond. NotMeasured and no p-value when no file changed (a library answers p = 1).

    Source:
        Wilcoxon 1945, 10.2307/3001968; Pratt 1959, 10.1080/01621459.1959.10501526.

    Example:
        >>> effect, test = signed_rank(np.array([-2.0, -1.0, 0.0, 0.0, 1.0, -1.0, -1.0, 0.0, -2.0, 1.0]))
        >>> round(effect.value, 7), test.p_value
        (-0.5102041, 0.28125)
    """
    (values,) = checked(differences)
    changed = values[np.abs(values) > EQUAL_WITHIN]
    n_zero = int(values.size - changed.size)
    if changed.size == 0:
        reason = "no file changed, so there are no changes to rank" if values.size else "no file has a difference"
        nothing = SignificanceTest(name="Wilcoxon signed-rank test", method="M06", p_value=None, reason=reason)
        return NotMeasured(method="M06", reason=reason, n=n_zero, missing={}), nothing
    ranks = _doubled_ranks(np.abs(changed))
    # Every zero that was ranked stands below all changed files, so it moves their ranks by one each.
    shift = 2 * n_zero if zeros == "pratt" else 0
    plus = int((ranks[changed > 0] + shift).sum())
    total = int((ranks + shift).sum())
    z = (plus - total / 2) / math.sqrt(float(((ranks + shift).astype(np.float64) ** 2).sum()) / 4)
    p_normal = min(1.0, 2 * float(stats.norm.sf(abs(z))))
    details = {"n_nonzero": float(changed.size), "n_zero": float(n_zero)}
    details |= {"w_plus": plus / 2, "w_minus": (total - plus) / 2, "z": z, "p_normal": p_normal}
    name, p_value = "Wilcoxon signed-rank test, normal approximation", p_normal
    if changed.size <= COUNTED_UP_TO:
        details["p_exact"] = _exact_p(ranks, shift, plus)
    if changed.size <= EXACT_UP_TO:
        name, p_value = "exact Wilcoxon signed-rank test", details["p_exact"]
    effect = Estimate(
        value=(2 * plus - total) / total,
        interval=None,
        n=int(values.size),
        missing={},
        unit="rank-biserial correlation",
        direction=direction_words((2 * plus - total) / total),
        method="M06",
        assumptions=("changes are symmetric around their centre if no effect exists",),
        warnings=("no interval belongs to this effect size: read those of the shift and of the net direction",),
        details=details,
    )
    return effect, SignificanceTest(name=f"{name} ({zeros} zeros)", method="M06", p_value=p_value)


def _doubled_ranks(sizes: Floats) -> Integers:
    """Twice the mean ranks, which are whole numbers. Shape (m,)."""
    rounded = sizes.copy()
    small = rounded < 1e6  # beyond it the ninth decimal is lost in the number anyway
    rounded[small] = np.round(rounded[small], DECIMALS)
    doubled: Integers = np.rint(2 * stats.rankdata(rounded)).astype(np.int64)
    return doubled


def _exact_p(ranks: Integers, shift: int, plus: int) -> float:
    """P(|W+ - its mean| >= observed) over all signs.

    A state is how many files rose and the sum of their unshifted ranks: its size does not depend on how many
    unchanged files were ranked below them.
    """
    m, longest = ranks.size, int(ranks.sum())
    chances = np.zeros((m + 1, longest + 1))
    chances[0, 0] = 1.0
    reached = 0
    for position, rank in enumerate(np.sort(ranks).tolist()):
        rose = chances[: position + 1, : reached + 1] / 2
        chances[: position + 1, : reached + 1] = rose
        chances[1 : position + 2, rank : reached + rank + 1] += rose
        reached += rank
    sums = np.arange(m + 1)[:, None] * shift + np.arange(longest + 1)[None, :]
    total = longest + m * shift
    beyond = np.abs(2 * sums - total) >= abs(2 * plus - total)
    return min(1.0, float(chances[beyond].sum()))


def ranks_sentence(zeros: Zeros) -> str:
    """What must be printed beside the test, with the treatment of unchanged files.

    Example:
        >>> ranks_sentence("pratt")[-53:]
        'Unchanged files: ranked along, then left out (Pratt).'
    """
    return RANKS_SENTENCE.format(zeros=ZEROS_WORDS[zeros])


def one_sided_sign_p(leading: int, other: int) -> float | None:
    """P(Bin(m, 1/2) >= leading) among the m = leading + other changed files (M05); None when none changed.

    For a direction that was declared before the data were seen; the two-sided test is the usual one.

    Example:
        >>> round(one_sided_sign_p(34, 18), 7)
        0.0182417
    """
    m = leading + other
    return None if m == 0 else min(1.0, float(stats.binom.sf(leading - 1, m, 0.5)))
