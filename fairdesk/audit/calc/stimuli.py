"""Names as stimuli (M40)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from fairdesk.audit.calc.given import Answer, Calculation, Given, Integers, floats, records, unfit
from fairdesk.audit.calc.outcomes import NO_INTERVAL, detail, explained, interval_of, p_of, value_of, why
from fairdesk.measures.stimuli import NamedDifferences, names_effect

ONE_OF_THEM = "there are fewer than two files or names with a value, or they do not differ"


def names(given: Given) -> Answer:
    """M40: differences of files that carry names; null differences are missing."""
    rows = records(given, "rows")
    difference = floats([row.get("difference") for row in rows], "rows.difference")
    valid = np.isfinite(difference)
    file, name = _codes(rows, "file"), _codes(rows, "name")
    found = names_effect(
        NamedDifferences(file=file[valid], name=name[valid], difference=difference[valid]), {}, "points"
    )
    keys = {"mean_by_name_analysis": "mean_by_name"}
    keys |= {key: key for key in ("se_file", "se_name", "se_two_way", "se_by_name", "p_file", "p_two_way", "p_by_name")}
    answer: Answer = {
        "n": int(valid.sum()),
        "n_missing": int((~valid).sum()),
        "n_files": found.n_files,
        "n_names": found.n_names,
        "names_are_fixed": found.names_are_fixed,
        "mean": value_of(found.effect),
        "ci95": interval_of(found.effect),
        **{key: detail(found.effect, of) for key, of in keys.items()},
        "p_reported": p_of(found.test),
        "test": found.test.name,
    }
    nothing = why(found.effect, "")
    reasons = {"": nothing or ONE_OF_THEM, "ci95": nothing or NO_INTERVAL, "p_reported": found.test.reason}
    return explained(answer, reasons)


def _codes(rows: Sequence[Given], key: str) -> Integers:
    labels = [row.get(key) for row in rows]
    for label in labels:
        if isinstance(label, bool) or not isinstance(label, str | int):
            raise unfit(f"rows.{key}", label, "a name or a whole number")
    numbers = {label: index for index, label in enumerate(dict.fromkeys(labels))}
    return np.array([numbers[label] for label in labels], dtype=np.int64)


CALCULATIONS = (Calculation(method="M40", title="Names as stimuli", answer=names),)
