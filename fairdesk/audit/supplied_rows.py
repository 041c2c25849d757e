"""From recorded answers to the table that every analysis reads: a row per planned answer of one system."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from fairdesk.audit.record_table import STATUSES, RecordTable
from fairdesk.audit.supplied_plan import plan_label, system_label
from fairdesk.domain.exchanges import Status
from fairdesk.domain.plan import Plan

NOT_IN_RECORDS = "no row in the supplied records"
"""Reason of a file and variant that the records lack: nobody knows whether it was asked."""


def system_rows(table: RecordTable, plan: Plan, system: str) -> pd.DataFrame:
    """The rows of one system in the documented columns of ``audit.frame``, with one for every absent answer.

    Files, variants and question are categories: files sorted by name, variants in the plan's order.
    """
    names = [system_label(str(name)) for name in table.rows["system"].cat.categories]
    own = table.rows[table.rows["system"].cat.codes.to_numpy() == names.index(system)]
    items, labels = table.rows["item"].cat.categories, [kind.label for kind in plan.variants]
    order = np.argsort(items.to_numpy(dtype=object), kind="stable")
    place_of_item = np.empty(len(items), dtype=np.int64)
    place_of_item[order] = np.arange(len(items))
    variants = [plan_label(str(name)) for name in table.rows["variant"].cat.categories]
    place_of_variant = np.array([labels.index(label) for label in variants])
    item = place_of_item[own["item"].cat.codes.to_numpy()]
    variant = place_of_variant[own["variant"].cat.codes.to_numpy()]
    first = own["sample"].to_numpy() == 1
    present = np.zeros((len(items), len(labels)), dtype=bool)
    present[item[first], variant[first]] = True
    absent = np.argwhere(~present)
    n_absent = len(absent)

    def column(found: Any, filler: Any) -> Any:
        return np.concatenate([found, np.full(n_absent, filler, dtype=found.dtype)]) if n_absent else found

    not_attempted = STATUSES.index(Status.NOT_ATTEMPTED.value)
    n_rows = len(own) + n_absent
    question = plan.questions[0].question_id
    return pd.DataFrame(
        {
            "case_id": _categorical(np.concatenate([item, absent[:, 0]]), items.to_numpy(dtype=object)[order]),
            "variant": _categorical(np.concatenate([variant, absent[:, 1]]), labels),
            "question": _categorical(np.zeros(n_rows, dtype=np.int64), [question]),
            "sample": column(own["sample"].to_numpy(), 1),
            "status": _categorical(column(own["status"].cat.codes.to_numpy(), not_attempted), list(STATUSES)),
            "value": column(own["value"].to_numpy(dtype=np.float64), np.nan),
            "mass": np.full(n_rows, np.nan),
            "reason": column(own["reason"].to_numpy(dtype=object), NOT_IN_RECORDS),
            "corrected": np.zeros(n_rows, dtype=bool),
        }
    )


def _categorical(codes: Any, categories: Any) -> pd.Categorical:
    return pd.Categorical.from_codes(codes, categories=pd.Index(categories, dtype=object))
