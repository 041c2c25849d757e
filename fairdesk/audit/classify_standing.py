"""How many answers of a run still have no score, read off its chain for a person who may want to do something."""

from __future__ import annotations

from fairdesk.audit.answers import plan_of_run
from fairdesk.audit.classified import ClassifiedScores
from fairdesk.audit.workspace import Workspace
from fairdesk.domain.exchanges import Status


def unscored_words(workspace: Workspace, run_id: str) -> tuple[str, ...]:
    """A sentence for every classifier that has not scored all answers; nothing for a plan without classifiers."""
    from fairdesk.store.entries import CLASSIFIED, ItemSearch

    plan, _ = plan_of_run(workspace, run_id)
    wanted = [(one, classifier) for one in plan.benchmarks for classifier in one.choice.classifiers]
    if not wanted:
        return ()
    ledger, chain = workspace.store.ledger, f"run:{run_id}"
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
