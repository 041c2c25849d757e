"""Files of a HELM run folder: scenario_state.json (answers) and per_instance_stats.json (scores)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from fairdesk.domain.foreign_numbers import Better, ForeignNumber
from fairdesk.interchange.foreign_json import Found, scalars
from fairdesk.interchange.foreign_tables import Facts, ForeignFormat, ForeignRow, Peek, beside, document, score_cell
from fairdesk.interchange.helm_word_lists import WORD_LISTS
from fairdesk.interchange.raw_tables import Opened, Progress

TOOL = "HELM"
KNOWN_VERSIONS = ("0.5.16",)
STATS = "stats.json"
ORIGINAL = "original"
"""Label of answers to the unchanged text, where the run also asked perturbed ones."""

BOOKKEEPING = ("num_", "max_", "min_", "finish_reason", "inference_", "training_", "batch_size", "logprob", "prompt_")
"""Beginnings of names in stats.json that measure the run, not the answers."""

Described = tuple[str, tuple[tuple[str, str], ...]]
"""What tells one perturbation from another."""


def _is_state(peek: Peek) -> bool:
    return peek.shape == "object" and {"adapter_spec", "request_states"} <= peek.keys


def _is_instances(peek: Peek) -> bool:
    return peek.shape == "list" and {"instance_id", "stats"} <= peek.keys


def _facts(_opened: Opened) -> Facts:
    return Facts(
        notes=(
            f"Written by HELM; its files do not state its version. They are read as HELM {KNOWN_VERSIONS[-1]} writes "
            "them.",
        )
    )


def _instance_facts(opened: Opened) -> Facts:
    return Facts(
        notes=(
            *_facts(opened).notes,
            "It holds scores without answers, and HELM scores a call that failed like a wrong answer; "
            "scenario_state.json of the same run holds the answers and says which calls failed.",
        )
    )


def _state_rows(opened: Opened, progress: Progress | None = None) -> Iterator[ForeignRow]:
    state = document(opened)
    adapter = state.need("adapter_spec")
    n_outputs = max(adapter.get("num_outputs").whole(1), 1)
    requests = list(state.need("request_states").each())
    labels = _labels([request.get("instance").get("perturbation") for request in requests])
    for line, request in enumerate(requests, 1):
        instance = request.need("instance")
        item = instance.need("id").text()
        if "reference_index" in request:
            item = f"{item}, option {request.get('reference_index').text()}"
        for number, (text, failure) in enumerate(_answers(request)):
            yield ForeignRow(
                item=item,
                variant=labels[_described(instance.get("perturbation"))],
                sample=1 + request.get("train_trial_index").whole(0) * n_outputs + number,
                system=adapter.get("model_deployment").text() or adapter.get("model").text(),
                text="" if failure else text,
                asked=instance.get("input").get("text").text(),
                attributes=scalars(instance.get("extra_data")),
                failure=failure,
                line=line,
            )
    if progress is not None:
        progress(opened.n_bytes, opened.n_bytes)


def _answers(request: Found) -> list[tuple[str, str]]:
    """Text, or why there is none, of every completion."""
    result = request.get("result")
    completions = list(result.get("completions").each())
    if result.get("success").value is not True:
        failure = result.get("error").text() or "the file holds no result"
        return [("", failure)] * max(len(completions), 1)
    found = []
    for completion in completions:
        text, reason = completion.get("text").text(), completion.get("finish_reason").get("reason").text()
        # HELM records a prompt that the provider's filter stopped as a success with an empty completion.
        found.append((text, "" if text or "policy" not in reason else reason))
    return found or [("", "the file holds no completion")]


def _instance_rows(opened: Opened, progress: Progress | None = None) -> Iterator[ForeignRow]:
    instances = list(document(opened).each())
    labels = _labels([instance.get("perturbation") for instance in instances])
    for line, instance in enumerate(instances, 1):
        scores = {
            stat.need("name").need("name").text(): score_cell(stat.get("mean").value)
            for stat in instance.need("stats").each()
            if stat.get("count").whole(0) and not stat.need("name").get("name").text().startswith(BOOKKEEPING)
        }
        yield ForeignRow(
            item=instance.need("instance_id").text(),
            variant=labels[_described(instance.get("perturbation"))],
            sample=1 + instance.get("train_trial_index").whole(0),
            scores=scores,
            line=line,
        )
    if progress is not None:
        progress(opened.n_bytes, opened.n_bytes)


def _described(perturbation: Found) -> Described:
    """A perturbation's name and all its settings; empty for the unchanged text."""
    if perturbation.value is None:
        return "", ()
    return perturbation.need("name").text(), tuple(sorted(scalars(perturbation).items()))


def _labels(perturbations: list[Found]) -> Mapping[Described, str]:
    """Labels of variants: the perturbation's name, with those settings by which two of one name differ."""
    kinds = list(dict.fromkeys(map(_described, perturbations)))
    if not any(name for name, _ in kinds):
        return dict.fromkeys(kinds, "")
    labels: dict[Described, str] = {}
    for name, settings in kinds:
        alike = [set(others) for other, others in kinds if other == name]
        differing = [f"{key} {cell}" for key, cell in settings if any((key, cell) not in others for others in alike)]
        labels[name, settings] = f"{name} ({', '.join(differing)})" if differing else name or ORIGINAL
    return labels


def _numbers(opened: Opened) -> tuple[ForeignNumber, ...]:
    stats = beside(opened, STATS)
    if stats is None or not isinstance(stats.value, list):
        return ()
    texts = _texts(opened)
    found: list[ForeignNumber] = []
    shown = [stat for stat in stats.each() if _is_of_answers(stat)]
    labels = _labels([stat.get("name").get("perturbation") for stat in shown])
    for stat in shown:
        name = stat.get("name")
        metric, kind = name.get("name").text(), _described(name.get("perturbation"))
        representation, bbq = metric.startswith("bias_metric:mode=representation"), metric.startswith("bbq_")
        association = metric.startswith("bias_metric:mode=associations")
        found.append(
            ForeignNumber(
                tool=TOOL,
                tool_version="",
                name=metric,
                value=stat.get("mean").number() if stat.get("count").whole(0) else None,
                scope=", ".join(filter(None, (name.get("split").text(), labels[kind]))),
                how=_how(representation, association, bbq),
                better=Better.NEITHER if representation or association or bbq else Better.UNKNOWN,
                ends=(0.0, 1.0) if representation or association else (),
                method="M18" if representation else "M19" if association else "M15" if bbq else "",
                given=_given(metric, texts[kind]) if kind in texts and representation else {},
                why_different=_why(representation, association, bbq),
                place=stat.path,
            )
        )
    return tuple(found)


def _given(metric: str, texts: list[Any]) -> Mapping[str, Any]:
    """Texts and HELM's lists of the metric's demographic category, as M18 takes them."""
    category = metric.rpartition("demographic_category=")[2].partition(",")[0]
    lists = WORD_LISTS.get(category)
    return {} if lists is None else {"texts": texts, "word_lists": {name: list(words) for name, words in lists.items()}}


def _is_of_answers(stat: Found) -> bool:
    """Whether a statistic is of the answers as they are: no bookkeeping, nothing over several perturbations."""
    name = stat.need("name")
    computed_on = name.get("perturbation").get("computed_on").text()
    return not name.need("name").text().startswith(BOOKKEEPING) and computed_on not in ("worst", ORIGINAL)


def _how(representation: bool, association: bool, bbq: bool) -> str:
    if representation:
        return (
            "Total variation distance from equal shares of the groups' word counts, each count divided by the number "
            "of words in the group's list, over all completions that are not empty."
        )
    if association:
        return (
            "Mean over target words of the same distance, each text weighted by (count of the target word) x (count "
            "of group words)."
        )
    return (
        "BBQ's scores with one accuracy over both contexts; 0 where nothing can be divided."
        if bbq
        else ("HELM's mean over instances.")
    )


def _why(representation: bool, association: bool, bbq: bool) -> str:
    if representation or association:
        said = (
            "HELM divides every group's count by the length of its word list (female and male 20 words each; Asian 20, "
            "Hispanic 16, white 20) and splits words so that his/her and father-in-law stay whole; FairDesk counts "
            "the same listed words without that division and splits at every sign that is no letter."
        )
        if association:
            said += " HELM weights texts by the product of both counts; FairDesk looks at the texts that hold the term."
        return said
    if bbq:
        return (
            "HELM multiplies the ambiguous score by the error rate over both contexts instead of that on ambiguous "
            "items, counts answers that cannot be read as naming somebody, and writes 0 for 0/0. FairDesk follows the "
            "paper, counts unreadable answers apart, and says that there is no score."
        )
    return "FairDesk reads the recorded answers again; those that failed are counted as failed."


def _texts(opened: Opened) -> Mapping[Described, list[Any]]:
    """Answers by perturbation; none when the file holds scores alone."""
    state = document(opened)
    texts: dict[Described, list[Any]] = {}
    if not isinstance(state.value, dict):
        return texts
    for request in state.get("request_states").each():
        kind = _described(request.get("instance").get("perturbation"))
        texts.setdefault(kind, []).extend(text for text, failure in _answers(request) if text and not failure)
    return texts


FORMATS = (
    ForeignFormat(
        format_id="helm-scenario-state",
        title="HELM, scenario state",
        known_versions=KNOWN_VERSIONS,
        recognises=_is_state,
        facts=_facts,
        rows=_state_rows,
        numbers=_numbers,
    ),
    ForeignFormat(
        format_id="helm-instance-stats",
        title="HELM, statistics per instance",
        known_versions=KNOWN_VERSIONS,
        recognises=_is_instances,
        facts=_instance_facts,
        rows=_instance_rows,
        numbers=_numbers,
    ),
)
