"""Two systems that were asked the same prompts, compared in the words of groups that they use (M20)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from fairdesk.audit.score.estimates import numbers, significance

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from fairdesk.measures.resampling import Resampling

    Integers = npt.NDArray[np.int64]
    Floats = npt.NDArray[np.float64]


def compare_systems(
    keys: Sequence[tuple[str, str]], counts: Integers, reference: Floats, resampling: Resampling
) -> dict[str, Any]:
    """Distance of each of two systems on the prompts of both, and the test that exchanges them within prompts.

    Args:
        keys: System and prompt of each text; exactly two systems.
        counts: Mentions per text and list. Shape (texts, k).
        reference: Shares that sum to 1. Shape (k,).
        resampling: Seed, resamples and exchanges.
    """
    import numpy as np

    from fairdesk.measures.representation import representation_by_generation, system_exchange_test

    names = sorted({system for system, _ in keys})
    prompts_of = [{prompt for system, prompt in keys if system == name} for name in names]
    both = sorted(prompts_of[0] & prompts_of[1])
    place = {prompt: at for at, prompt in enumerate(both)}
    sums = np.zeros((2, len(both), counts.shape[1]), dtype=np.int64)
    for (system, prompt), row in zip(keys, counts, strict=True):
        if prompt in place:
            sums[names.index(system), place[prompt]] += row
    distances = {
        name: representation_by_generation(sums[at], reference, resampling).tvd for at, name in enumerate(names)
    }
    return {
        "prompts": len(both),
        "prompts_of_one": len(prompts_of[0] ^ prompts_of[1]),
        **numbers(distances),
        "exchange_test": significance(system_exchange_test(sums[0], sums[1], reference, resampling)),
    }
