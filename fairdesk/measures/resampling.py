"""Seeds and sizes of everything that draws at random."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

TOO_MANY_TO_RESAMPLE = 20_000
"""Beyond this many different values a limit takes the place of draws, and the method's name says so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resampling:
    """How to draw. Equal settings and equal values give equal results.

    Attributes:
        seed: From the run's record; 0 or more.
        n_resamples: Bootstrap samples (B6).
        n_flips: Random sign flips and label exchanges, where not all can be counted (B8, M38).
    """

    seed: int
    n_resamples: int = 9_999
    n_flips: int = 99_999

    def generator(self, stream: int = 0) -> np.random.Generator:
        """A fresh generator; every computation starts its own, so their order does not matter.

        Args:
            stream: Another number draws otherwise, so that two groups of one comparison are not drawn alike.
        """
        return np.random.default_rng([self.seed, stream] if stream else self.seed)
