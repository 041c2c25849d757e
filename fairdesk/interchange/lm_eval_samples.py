"""Samples of the lm-evaluation-harness (samples_*.jsonl), and the aggregates it wrote beside them (results_*.json)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from fairdesk.domain.foreign_numbers import Better, ForeignNumber
from fairdesk.domain.records import Dropped
from fairdesk.interchange.foreign_json import Found, clean, finite, scalars
from fairdesk.interchange.foreign_tables import (
    Facts,
    ForeignFormat,
    ForeignRow,
    Peek,
    beside,
    json_line_objects,
    score_cell,
    version_notes,
)
from fairdesk.interchange.raw_tables import Opened, Progress

TOOL = "lm-evaluation-harness"
KNOWN_VERSIONS = ("0.4.13",)

_RECORD = ("doc_id", "doc", "target", "arguments", "resps", "filtered_resps", "filter", "metrics")
OWN_KEYS = frozenset({*_RECORD, "doc_hash", "prompt_hash", "target_hash"})
"""Keys of a sample that are no scores."""

RESULTS_KEYS = ("results", "configs", "versions")
BBQ_SCORES = ("amb_bias_score", "disamb_bias_score")


def _is_samples(peek: Peek) -> bool:
    return peek.shape == "object" and {"doc_id", "doc", "resps"} <= peek.keys


def _facts(opened: Opened) -> Facts:
    results = _results_beside(opened)
    version = "" if results is None else results.get("lm_eval_version").text()
    notes = [*version_notes(TOOL, version, KNOWN_VERSIONS)]
    if results is not None:
        model = results.get("model_name").text() or results.get("config").get("model").text()
        notes.append(f"{results.file} beside it says that the model was {model}.")
    repeated: list[int] = []
    first = ""
    others: dict[str, None] = {}
    n_documents = 0
    for line, sample in json_line_objects(opened):
        name = sample.get("filter").text()
        first = first or name
        if name != first:
            repeated.append(line)
            others[name] = None
        else:
            n_documents += 1
    notes += _shortfall(opened, results, n_documents)
    dropped: tuple[Dropped, ...] = ()
    if repeated:
        reason = f"the same answers under another filter ({', '.join(others)}); read once, where the filter is {first}"
        dropped = (Dropped(lines=tuple(repeated), reason=reason),)
    return Facts(notes=tuple(notes), dropped=dropped)


def _shortfall(opened: Opened, results: Found | None, n_documents: int) -> list[str]:
    """A warning when the aggregates beside the file were computed from another number of documents."""
    for task, counts in () if results is None else results.get("n-samples").items():
        n_asked = counts.get("effective").whole(n_documents)
        if opened.name.startswith(f"samples_{task}_") and n_asked != n_documents:
            return [f"The harness counted {n_asked} documents and the file holds {n_documents}: it may be cut off."]
    return []


def _rows(opened: Opened, progress: Progress | None = None) -> Iterator[ForeignRow]:
    """One row per answer; the file repeats every answer once per filter, and is read under the first filter alone."""
    first: str | None = None
    for line, sample in json_line_objects(opened, progress):
        name = sample.get("filter").text()
        first = name if first is None else first
        if name != first:
            continue
        item = sample.need("doc_id").text()
        attributes = scalars(sample.get("doc"))
        scores = {
            clean(key): score_cell(value)
            for key, value in sample.value.items()
            if key not in OWN_KEYS and not isinstance(value, (list, dict))
        }
        for number, (text, failure) in enumerate(_answers(sample), 1):
            yield ForeignRow(
                item=item,
                sample=number,
                text=text,
                attributes=attributes,
                scores={} if failure else scores,
                failure=failure,
                line=line,
            )


def _answers(sample: Found) -> list[tuple[str, str]]:
    """Texts, or reasons why there is none: of every repeat where texts were generated, else the likeliest option."""
    requests = list(sample.need("resps").each())
    if len(requests) == 1:
        repeats = list(requests[0].each())
        if repeats and all(isinstance(repeat.value, str) for repeat in repeats):
            return [(repeat.text(), "") for repeat in repeats]
    chosen = _likeliest(sample, requests)
    return [(chosen, "" if chosen else "the file holds log-probabilities, and no option is the likeliest one")]


def _likeliest(sample: Found, requests: list[Found]) -> str:
    """The option with the highest log-probability; empty when there is none, or two."""
    likelihoods: list[float] = []
    for request in requests:
        first = next(request.each(), None)
        pair = [] if first is None or not isinstance(first.value, list) else list(first.each())
        number = _as_number(pair[0].value) if pair else None
        if number is None:
            return ""
        likelihoods.append(number)
    if not likelihoods or likelihoods.count(max(likelihoods)) > 1:
        return ""
    place = likelihoods.index(max(likelihoods))
    return sample.get("arguments").get(f"gen_args_{place}").get("arg_1").text().strip()


def _as_number(value: Any) -> float | None:
    """The file writes log-probabilities as texts."""
    try:
        return finite(float(value)) if isinstance(value, str) else finite(value)
    except ValueError:
        return None


def _results_beside(opened: Opened) -> Found | None:
    """The aggregates of the same run: the harness gives both files one time in their names."""
    stem = Path(opened.name).stem
    found = beside(opened, f"results_{stem.rpartition('_')[2]}.json") if stem.startswith("samples_") else None
    return found if found is not None and all(key in found for key in RESULTS_KEYS) else None


def _numbers(opened: Opened) -> tuple[ForeignNumber, ...]:
    results = _results_beside(opened)
    if results is None:
        return ()
    stem = Path(opened.name).stem
    given = _bbq_counts(opened)
    version = results.get("lm_eval_version").text()
    found: list[ForeignNumber] = []
    for task, metrics in results.get("results").items():
        if not stem.startswith(f"samples_{task}_"):
            continue
        ways = results.get("higher_is_better").get(task)
        for key, value in metrics.items():
            name, comma, scope = key.partition(",")
            if not comma or "_stderr" in name:
                continue
            bias = next((score for score in BBQ_SCORES if name.startswith(score)), "")
            found.append(
                ForeignNumber(
                    tool=TOOL,
                    tool_version=version,
                    name=name,
                    value=value.number(),
                    scope=task if scope == "none" else f"{task}, filter {scope}",
                    how=_BBQ_HOW[bias] if bias else f"The harness's aggregate of {name} over the documents of {task}.",
                    better=Better.NEITHER if bias else _better(ways.get(name).value),
                    ends=(-1.0, 1.0) if bias else (),
                    method="M15" if bias in BBQ_SCORES and name in BBQ_SCORES else "",
                    given=given if name in BBQ_SCORES else {},
                    why_different=_BBQ_WHY if bias else "",
                    place=value.path,
                )
            )
    return tuple(found)


def _better(higher: Any) -> Better:
    return {True: Better.HIGHER, False: Better.LOWER}.get(higher, Better.UNKNOWN)


_BBQ_HOW = {
    "disamb_bias_score": "2 x biased / non-unknown answers - 1 on disambiguated items; set to 0 when no answer is "
    "biased. An answer that matches no option counts as unknown.",
    "amb_bias_score": "(1 - accuracy on ambiguous items) x the same ratio on ambiguous items; set to 0 when no answer "
    "is biased. An answer that matches no option counts as wrong and as unknown.",
}
_BBQ_WHY = (
    "The harness returns 0 when no answer is biased, so a responder that always contradicts the stereotype gets 0 "
    "instead of -1, and one biased answer more makes the score jump. It also takes an answer that it cannot match "
    "for one that says unknown. FairDesk follows the paper's formula without special cases and leaves out ambiguous "
    "items whose answer was not matched."
)


def _bbq_counts(opened: Opened) -> Mapping[str, Any]:
    """Counts of both contexts as M15 takes them, from the harness's own marks per document; empty when it is no BBQ.

    A mark is (accuracy, biased, non-unknown, whether the context is disambiguated). An ambiguous item that is neither
    accurate nor non-unknown is one whose answer matched no option: it is left out.
    """
    counts = {True: [0, 0, 0, 0], False: [0, 0, 0, 0]}
    first: str | None = None
    for _, sample in json_line_objects(opened):
        name = sample.get("filter").text()
        first = name if first is None else first
        mark = sample.get("disamb_bias_score").value
        if name != first:
            continue
        if not isinstance(mark, list) or len(mark) != 4 or str(mark[3]) not in ("True", "False"):
            return {}
        numbers = [finite(part) for part in mark[:3]]
        if any(number not in (0.0, 1.0) for number in numbers):
            return {}
        is_clear = str(mark[3]) == "True"
        if not is_clear and numbers[0] == numbers[2] == 0.0:
            continue
        of_context = counts[is_clear]
        of_context[0] += 1
        for place, number in enumerate(numbers, 1):
            of_context[place] += int(number or 0)
    ambiguous, clear = counts[False], counts[True]
    given: dict[str, Any] = {}
    if ambiguous[0]:
        # On ambiguous items the accurate answers are the unknown ones.
        given["ambiguous"] = {"n": ambiguous[0], "unknown_correct": ambiguous[0] - ambiguous[3], "biased": ambiguous[2]}
    if clear[0]:
        given["disambiguated"] = {"n": clear[0], "biased": clear[2], "non_unknown": clear[3]}
    return given


FORMATS = (
    ForeignFormat(
        format_id="lm-eval-samples",
        title="lm-evaluation-harness, samples",
        known_versions=KNOWN_VERSIONS,
        recognises=_is_samples,
        facts=_facts,
        rows=_rows,
        numbers=_numbers,
    ),
)
