"""JSON objects whose keys are told apart: JSON leaves open which of two equal ones counts, so neither is taken."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

from fairdesk.domain.errors import ImportProblem


class KeyTwiceError(ValueError):
    """The key that stands twice, cut short."""


def distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object of these pairs; what a JSON decoder takes as ``object_pairs_hook``.

    Raises:
        KeyTwiceError: a key stands twice.

    Example:
        >>> distinct([("a", 1), ("b", 2)])
        {'a': 1, 'b': 2}
    """
    found = dict(pairs)
    if len(found) < len(pairs):
        raise KeyTwiceError(Counter(key for key, _ in pairs).most_common(1)[0][0][:200])
    return found


def json_of_text(path: Path, source: str) -> Any:
    """The value that a file holds as a whole.

    Raises:
        ImportProblem: it is no JSON, or a name stands twice in one object; names file and place.
    """
    try:
        return json.loads(source, object_pairs_hook=distinct)
    except KeyTwiceError as error:
        raise ImportProblem(
            f"{path}: the name {str(error)!r} stands there twice.", "Keep one of them; the other would be lost."
        ) from error
    except (ValueError, RecursionError) as error:
        where = f", line {error.lineno}, character {error.colno}" if isinstance(error, json.JSONDecodeError) else ""
        raise ImportProblem(
            f"{path}{where}: the file is not valid JSON.", "Mend the line, or the one above."
        ) from error
