"""How many answers of a run still have no score, read off its chain for a person who may want to do something."""

from __future__ import annotations

import json

from fairdesk.audit.classified import ClassifiedScores
from fairdesk.audit.workspace import Workspace
from fairdesk.domain.codec import from_plain
from fairdesk.domain.exchanges import Status
from fairdesk.domain.plan import Plan


def unscored_words(workspace: Workspace, run_id: str) -> tuple[str, ...]:
    """A sentence for every classifier that has not scored all answers; nothing for a plan without classifiers."""
    from fairdesk.store.entries import CLASSIFIED, ItemSearch

    ledger, chain = workspace.store.ledger, f"run:{run_id}"
    begun = next(ledger.entries(chain, kind="run_started"), None)
    if begun is None:
        return ()
    # Every look at a project asks this of all its runs, and most plans are large and name no classifier.
    body = workspace.store.documents.get(str(json.loads(begun.body)["plan_sha256"]))
    if b'"classifiers"' not in body:
        return ()
    plan = from_plain(Plan, json.loads(body))
    wanted = [(one, classifier) for one in plan.benchmarks for classifier in one.choice.classifiers]
    scores = ClassifiedScores(plan.benchmarks)
    for entry in ledger.entries(chain, kind=CLASSIFIED):
        scores.take(entry)
    found = []
    for one, classifier in wanted:
        question = one.question.question_id
        n_answered = len(ledger.find_items(chain, ItemSearch(status=Status.ANSWERED.value, question=question)))
        quantity = classifier.quantity
        n_missing = n_answered - scores.n_scored(question, quantity)
        if n_missing > 0:
            found.append(
                f"{one.card.title}: {n_missing:,} of {n_answered:,} answers have no score of {quantity} yet; "
                "they get one at the end of the run, or by: fairdesk classify PROJECT."
            )
    return tuple(found)
