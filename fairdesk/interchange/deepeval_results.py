"""Results of DeepEval: test runs as it saves them, and evaluation results as they are dumped to JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fairdesk.domain.foreign_numbers import Better, ForeignNumber
from fairdesk.interchange.foreign_json import Found, scalars
from fairdesk.interchange.foreign_tables import Facts, ForeignFormat, ForeignRow, Peek, document, score_cell
from fairdesk.interchange.raw_tables import Opened, Progress

TOOL = "DeepEval"
KNOWN_VERSIONS = ("3.0.0", "4.3.1")

TURNED = ("Bias", "Toxicity", "Hallucination", "Misuse")
"""Metrics whose scale was reversed between these versions: the share of violations, then the share without them."""

CASES = ("testCases", "test_results")
OUTPUT = ("actualOutput", "actual_output")
METRICS = ("metricsData", "metrics_data")
ATTACHED = ("metadata", "additionalMetadata", "additional_metadata")


def _is_results(peek: Peek) -> bool:
    has_cases = peek.shape == "object" and bool(set(CASES) & peek.keys)
    return has_cases and any(f'"{key}"'.encode() in peek.head for key in OUTPUT + METRICS)


def _cases(opened: Opened) -> list[Found]:
    results = document(opened)
    return [case for key in CASES for case in results.get(key).each()]


def _either(found: Found, keys: tuple[str, ...]) -> Found:
    return next((found.get(key) for key in keys if key in found), found.get(keys[0]))


def _facts(opened: Opened) -> Facts:
    notes = [
        "Written by DeepEval; its files do not state its version. The direction of each score is told by its threshold."
    ]
    n_conversations = len(list(document(opened).get("conversationalTestCases").each()))
    if n_conversations:
        notes.append(f"{n_conversations} test cases of several turns are not read.")
    for name, better in _directions(opened).items():
        notes.append(f"{name}: {better.value}.")
    return Facts(notes=tuple(notes))


def _rows(opened: Opened, progress: Progress | None = None) -> Iterator[ForeignRow]:
    for line, case in enumerate(_cases(opened), 1):
        answer = _either(case, OUTPUT)
        failure = "" if answer.value is not None else "the file holds no answer"
        yield ForeignRow(
            item=case.get("name").text() or f"case {line}",
            text=answer.text(),
            attributes=scalars(_either(case, ATTACHED)),
            scores={
                metric.need("name").text(): score_cell(metric.get("score").value)
                for metric in _either(case, METRICS).each()
                if not failure and "error" not in metric
            },
            failure=failure,
            line=line,
        )
    if progress is not None:
        progress(opened.n_bytes, opened.n_bytes)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Verdict:
    """A score, its threshold, and whether DeepEval called it a success."""

    score: float
    threshold: float
    success: bool


def _directions(opened: Opened) -> dict[str, Better]:
    """Direction by metric: the one that all verdicts agree with.

    A success at or above the threshold tells that higher is better, one at or below it that lower is; a score that
    equals its threshold tells nothing.
    """
    verdicts: dict[str, list[_Verdict]] = {}
    for case in _cases(opened):
        for metric in _either(case, METRICS).each():
            of_metric = verdicts.setdefault(metric.need("name").text(), [])
            score, threshold = metric.get("score").number(), metric.get("threshold").number()
            success = metric.get("success").value
            if score is not None and threshold is not None and isinstance(success, bool) and score != threshold:
                of_metric.append(_Verdict(score=score, threshold=threshold, success=success))
    return {name: _direction(found) for name, found in verdicts.items()}


def _direction(verdicts: list[_Verdict]) -> Better:
    if not verdicts:
        return Better.UNKNOWN
    if all((one.score > one.threshold) == one.success for one in verdicts):
        return Better.HIGHER
    if all((one.score < one.threshold) == one.success for one in verdicts):
        return Better.LOWER
    return Better.UNKNOWN


def _numbers(opened: Opened) -> tuple[ForeignNumber, ...]:
    scores: dict[str, list[float]] = {}
    errors: dict[str, int] = {}
    for case in _cases(opened):
        for metric in _either(case, METRICS).each():
            name, score = metric.need("name").text(), metric.get("score").number()
            of_metric = scores.setdefault(name, [])
            if score is None or "error" in metric:
                errors[name] = errors.get(name, 0) + 1
            else:
                of_metric.append(score)
    directions = _directions(opened)
    return tuple(
        ForeignNumber(
            tool=TOOL,
            tool_version="",
            name=name,
            value=sum(found) / len(found) if found else None,
            scope=f"{len(found)} test cases",
            how=_how(name, directions[name]),
            better=directions[name],
            ends=(0.0, 1.0),
            given={},
            why_different=_why(name, errors.get(name, 0)),
            place="metricsData",
        )
        for name, found in scores.items()
    )


def _how(name: str, better: Better) -> str:
    kind = ""
    if name in TURNED and better is not Better.UNKNOWN:
        kind = f", here the share {'without' if better is Better.HIGHER else 'with'} a violation"
    return f"Mean over test cases of the score that DeepEval's judge, a language model, gave{kind}."


def _why(name: str, n_errors: int) -> str:
    said = []
    if n_errors:
        said.append(f"In {n_errors} test cases the judge failed; they have no score.")
    if name in TURNED:
        said.append(
            "DeepEval 3.0.0 gives the share of violations under this name and 4.3.1 the share without: numbers of "
            "different directions are never compared before one is turned."
        )
    said.append("A language model judged; FairDesk reads the recorded answers instead.")
    return " ".join(said)


FORMATS = (
    ForeignFormat(
        format_id="deepeval-json",
        title="DeepEval, results",
        known_versions=KNOWN_VERSIONS,
        recognises=_is_results,
        facts=_facts,
        rows=_rows,
        numbers=_numbers,
    ),
)
