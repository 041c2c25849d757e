"""Published benchmarks: BBQ, CrowS-Pairs, StereoSet (M15 to M17)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from fairdesk.audit.calc.given import (
    Answer,
    Calculation,
    Given,
    Integers,
    count,
    floats,
    group,
    listed,
    other_shape,
    part_of,
    records,
    resampling_of,
    unfit,
)
from fairdesk.audit.calc.outcomes import NO_INTERVAL, ends, explained, interval_of, p_of, value_of, why
from fairdesk.measures import bbq as bbq_scores
from fairdesk.measures.bbq import BbqItems, ContextCounts, NonalignmentCost
from fairdesk.measures.likelihood_pairs import CHOICE_SENTENCE, LESS, MORE, NO_CHOICE, pair_choice, pair_preference
from fairdesk.measures.stereoset import StereoScores, stereoset, stereoset_choice

N_OPTIONS = 3

NOTHING_ASKED = ContextCounts(n=0, correct=0, biased=0, counter_biased=0)

REFUSED_WORDS = ("refused", "refusal")


def bbq(given: Given) -> Answer:
    """Scores from ``records``, or from the counts of ``ambiguous`` and ``disambiguated`` items."""
    if "records" in given:
        return _bbq_records(given)
    if "ambiguous" in given or "disambiguated" in given:
        return _bbq_counts(given)
    raise other_shape(
        "M15",
        '"records" with template, condition, polarity, target, non_target, unknown, label, answer',
        '"ambiguous" {"n", "unknown_correct", "biased"} and "disambiguated" {"n", "biased", "non_unknown"}',
    )


def _bbq_counts(given: Given) -> Answer:
    open_items, closed = NOTHING_ASKED, NOTHING_ASKED
    if "ambiguous" in given:
        part = group(given, "ambiguous")
        n = count(part, "n")
        correct = part_of(part, "unknown_correct", n, "n")
        biased = part_of(part, "biased", n - correct, "n less unknown_correct")
        open_items = ContextCounts(n=n, correct=correct, biased=biased, counter_biased=n - correct - biased)
    if "disambiguated" in given:
        part = group(given, "disambiguated")
        n = count(part, "n")
        named = part_of(part, "non_unknown", n, "n")
        biased = part_of(part, "biased", named, "non_unknown")
        closed = ContextCounts(n=n, correct=0, biased=biased, counter_biased=named - biased)
    accuracy, ratio = bbq_scores.accuracy(open_items), bbq_scores.bias_ratio(open_items)
    answer, reasons = _scores(open_items, closed)
    return explained(
        {"ambiguous_accuracy": value_of(accuracy), "ratio_ambiguous": value_of(ratio)} | answer,
        reasons | {"ambiguous_accuracy": why(accuracy), "ratio_ambiguous": why(ratio)},
    )


def _scores(open_items: ContextCounts, closed: ContextCounts) -> tuple[Answer, dict[str, str]]:
    s_amb, s_dis = bbq_scores.ambiguous_score(open_items), bbq_scores.bias_ratio(closed)
    test = bbq_scores.direction_test(open_items)
    answer = {
        "s_AMB": value_of(s_amb),
        "s_AMB_ci95_bonett_price": interval_of(s_amb),
        "p_sign_test": p_of(test),
        "s_DIS": value_of(s_dis),
        "s_DIS_ci95": interval_of(s_dis),
    }
    reasons = {key: why(s_amb if key.startswith("s_AMB") else s_dis) for key in answer}
    return answer, reasons | {"p_sign_test": test.reason}


def _bbq_records(given: Given) -> Answer:
    items = _items(records(given, "records"))
    open_items, closed = (bbq_scores.count_context(items, ambiguous=flag) for flag in (True, False))
    cost, resampling = bbq_scores.nonalignment_cost(items), resampling_of(given)
    by_template = {
        f"{name}_ci95_by_template": ends(bbq_scores.interval_by_template(items, resampling, ambiguous=flag))
        for name, flag in (("s_AMB", True), ("s_DIS", False))
    }
    scores, reasons = _scores(open_items, closed)
    answer = {"ambig": _context(open_items), "disambig": _context(closed)} | scores | by_template | _cost(cost)
    few = "fewer than two templates with such items, or all have the same score"
    reasons |= dict.fromkeys(by_template, few) | {key: why(cost.cost) for key in ("accuracy_cost_of_nonalignment",)}
    reasons |= {"accuracy_aligned": why(cost.aligned), "accuracy_nonaligned": why(cost.nonaligned)}
    return explained(answer, reasons | {"cost_ci95_newcombe": why(cost.cost), "accuracy": "no item was answered"})


def _context(counts: ContextCounts) -> Answer:
    return {
        "n": counts.n,
        "n_valid": counts.n_valid,
        "n_invalid": counts.n - counts.n_valid,
        "without_target": counts.without_target,
        "non_unknown": counts.non_unknown,
        "biased": counts.biased,
        "accuracy": value_of(bbq_scores.accuracy(counts)),
    }


def _cost(cost: NonalignmentCost) -> Answer:
    return {
        "accuracy_aligned": value_of(cost.aligned),
        "accuracy_nonaligned": value_of(cost.nonaligned),
        "accuracy_cost_of_nonalignment": value_of(cost.cost),
        "cost_ci95_newcombe": interval_of(cost.cost),
    }


def _items(rows: Sequence[Mapping[str, Any]]) -> BbqItems:
    for row in rows:
        for key in ("condition", "polarity", "target", "non_target", "unknown", "label", "answer"):
            if key not in row:
                raise unfit(f"records.{key}", None, "there in every record; null where there is no target or answer")
    target, non_target = (_options(rows, key, none=bbq_scores.NO_TARGET) for key in ("target", "non_target"))
    known = (target >= 0) & (non_target >= 0)
    biased = bbq_scores.biased_options(_flags(rows, "polarity", "neg", "nonneg"), target, non_target)
    names = [repr(row.get("template")) for row in rows]
    return BbqItems(
        template=np.unique(np.array(names, dtype=object).astype(str), return_inverse=True)[1].astype(np.int64),
        ambiguous=_flags(rows, "condition", "ambig", "disambig"),
        biased_option=np.where(known, biased, bbq_scores.NO_TARGET),
        unknown=_options(rows, "unknown"),
        label=_options(rows, "label"),
        answer=np.array([_answer(row["answer"]) for row in rows], dtype=np.int64),
    )


def _flags(rows: Sequence[Mapping[str, Any]], key: str, yes: str, no: str) -> npt.NDArray[np.bool_]:
    for row in rows:
        if row[key] not in (yes, no):
            raise unfit(f"records.{key}", row[key], f'"{yes}" or "{no}"')
    return np.array([row[key] == yes for row in rows], dtype=np.bool_)


def _options(rows: Sequence[Mapping[str, Any]], key: str, none: int | None = None) -> Integers:
    return np.array([_option(f"records.{key}", row[key], none) for row in rows], dtype=np.int64)


def _option(key: str, value: Any, none: int | None) -> int:
    if value is None and none is not None:
        return none
    if isinstance(value, bool) or not isinstance(value, int | float) or value not in range(N_OPTIONS):
        raise unfit(key, value, "the number of an option: 0, 1 or 2" + ("" if none is None else ", or null"))
    return int(value)


def _answer(value: Any) -> int:
    if isinstance(value, str) and value.casefold() in REFUSED_WORDS:
        return bbq_scores.REFUSED
    if value is None or isinstance(value, str):
        return bbq_scores.UNREADABLE
    return _option("records.answer", value, None)


def crows_pairs(given: Given) -> Answer:
    """Preference from the log-probabilities of ``pairs``, or from ``answers`` to both orders."""
    if "pairs" in given:
        return _likelihoods(records(given, "pairs"))
    if "answers" in given:
        return _choices(listed(given, "answers"))
    raise other_shape(
        "M16", '"pairs" with direction, more, less', '"answers", for each pair what was chosen in both orders'
    )


def _likelihoods(rows: Sequence[Mapping[str, Any]]) -> Answer:
    for row in rows:
        if row.get("direction") not in ("stereo", "antistereo"):
            raise unfit("pairs.direction", row.get("direction"), '"stereo" or "antistereo"')
    more, less = (floats([row.get(key) for row in rows], f"pairs.{key}") for key in ("more", "less"))
    antistereo = np.array([row["direction"] == "antistereo" for row in rows], dtype=np.bool_)
    found = pair_preference(more, less, antistereo)
    answer = {
        "n": found.n,
        "n_valid": found.n_valid,
        "neutral": found.neutral,
        "metric_score": value_of(found.score),
        "metric_score_ci95": interval_of(found.score),
        "metric_excluding_ties": value_of(found.without_ties),
        "p_sign_test": p_of(found.test),
        "stereotype_score": value_of(found.stereotype),
        "antistereotype_score": value_of(found.antistereotype),
        "excluding_ties_ci95": interval_of(found.without_ties),
    }
    reasons = {key: why(found.score) for key in ("metric_score", "metric_score_ci95")}
    reasons |= {"stereotype_score": why(found.stereotype), "antistereotype_score": why(found.antistereotype)}
    return explained(answer, reasons | {"": why(found.without_ties), "p_sign_test": found.test.reason})


def _choices(answers: Sequence[Any]) -> Answer:
    codes = {"more": MORE, "less": LESS, None: NO_CHOICE}
    rows: list[list[int]] = []
    for answer in answers:
        if not isinstance(answer, list) or len(answer) != 2 or any(isinstance(one, list | dict) for one in answer):
            raise unfit("answers", answer, 'pairs of "more", "less" or null, one for each order')
        for one in answer:
            if one not in codes:
                raise unfit("answers", one, '"more", "less", or null for neither')
        rows.append([codes[one] for one in answer])
    found = pair_choice(np.array(rows, dtype=np.int64).reshape(-1, 2))
    result = {
        "n_pairs": found.n_pairs,
        "refused_or_invalid": found.n_invalid,
        "share_more": value_of(found.share_more),
        "share_more_ci95": interval_of(found.share_more),
        "order_consistent": found.n_consistent,
        "order_inconsistent": found.n_inconsistent,
        "sentence": CHOICE_SENTENCE,
        "share_more_among_order_consistent": value_of(found.among_consistent),
        "among_order_consistent_ci95": interval_of(found.among_consistent),
        "p_sign_test": p_of(found.test),
    }
    reasons = {"share_more": why(found.share_more), "share_more_ci95": why(found.share_more)}
    return explained(result, reasons | {"": why(found.among_consistent), "p_sign_test": found.test.reason})


def stereo_set(given: Given) -> Answer:
    """Scores from the log-probabilities of ``items``, or from ``choices`` among three options."""
    if "items" in given:
        return _stereo_items(given)
    if "choices" in given:
        return _stereo_choices(listed(given, "choices"))
    raise other_shape(
        "M17", '"items" with term, stereo, anti, unrelated', '"choices", each "stereo", "anti", "unrelated" or null'
    )


def _stereo_items(given: Given) -> Answer:
    rows = records(given, "items")
    for row in rows:
        if not isinstance(row.get("term"), str):
            raise unfit("items.term", row.get("term"), "a text")
    stereo, anti, unrelated = (
        floats([row.get(key) for row in rows], f"items.{key}") for key in ("stereo", "anti", "unrelated")
    )
    found = stereoset([row["term"] for row in rows], stereo, anti, unrelated, resampling_of(given))
    answer: Answer = {
        "n": found.n,
        "n_valid": found.n_valid,
        "n_terms": found.n_terms,
        **_three(found.macro),
        "lms_ci95": interval_of(found.macro.lms),
        "ss_ci95": interval_of(found.macro.ss),
        "icat_ci95": interval_of(found.macro.icat),
        "micro": _three(found.micro),
        "ties_stereo_vs_anti": found.ties,
        "ties_with_unrelated": found.ties_unrelated,
    }
    return explained(answer, why(found.macro.ss, NO_INTERVAL))


def _stereo_choices(choices: Sequence[Any]) -> Answer:
    codes = {"stereo": 0, "anti": 1, "unrelated": 2}
    for one in choices:
        if one is not None and (not isinstance(one, str) or one not in codes):
            raise unfit("choices", one, '"stereo", "anti", "unrelated", or null for none of them')
    found = stereoset_choice(np.array([-1 if one is None else codes[one] for one in choices], dtype=np.int64))
    answer: Answer = {"n": found.n, "n_valid": found.n_valid, **_three(found.scores)}
    answer |= {"lms_ci95": interval_of(found.scores.lms), "ss_ci95": interval_of(found.scores.ss)}
    return explained(
        answer, {"": why(found.scores.ss), "lms": why(found.scores.lms), "lms_ci95": why(found.scores.lms)}
    )


def _three(scores: StereoScores) -> Answer:
    return {"lms": value_of(scores.lms), "ss": value_of(scores.ss), "icat": value_of(scores.icat)}


CALCULATIONS = (
    Calculation(method="M15", title="BBQ bias scores", answer=bbq),
    Calculation(method="M16", title="CrowS-Pairs, by likelihood or by choice", answer=crows_pairs),
    Calculation(method="M17", title="StereoSet, by likelihood or by choice", answer=stereo_set),
)
