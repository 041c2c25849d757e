"""The language of a text, guessed offline from its beginning by a model that py3langid carries. Its only home."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from fairdesk.domain.case_rows import NOT_TOLD

FIRST_LOOK = 160
SECOND_LOOK = 1_500
"""Characters at the beginning that are looked at; more only where the first ones leave a doubt: it takes time."""

SURE = 0.9

LEAST_CONFIDENCE = 0.5
"""Share of its belief that the model must give to one language; below it nothing is told."""

_LETTERS = re.compile(r"(?:[^\W\d_][\W\d_]*){3}")
"""Fewer letters are no text."""


def guess_language(text: str) -> str:
    """Two letters (ISO 639-1), or ``und`` where the text is too short or too mixed for the model to tell.

    Example:
        >>> guess_language("Die Bewerberin hat gute Noten in Mathematik."), guess_language("Hi")
        ('de', 'und')
    """
    if _LETTERS.search(text, 0, FIRST_LOOK) is None:
        return NOT_TOLD
    language, confidence = _identifier().classify(text[:FIRST_LOOK])
    if confidence < SURE and len(text) > FIRST_LOOK:
        language, confidence = _identifier().classify(text[:SECOND_LOOK])
    return str(language) if confidence >= LEAST_CONFIDENCE else NOT_TOLD


@cache
def _identifier() -> Any:
    """The model, read once (a second of work, 80 MB); only its languages with a code of two letters."""
    import numpy as np
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages([label for label in identifier.labels if len(label) == 2])
    # Chosen columns lie the other way round in memory, and halves become singles whenever they are added up; each text
    # would pay for both.
    identifier.nb_ptc = np.ascontiguousarray(identifier.nb_ptc, dtype=np.float32)
    return identifier
