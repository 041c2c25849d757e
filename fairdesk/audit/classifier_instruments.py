"""The classifier that a plan names, opened for texts: on this computer, or behind an address."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from fairdesk.audit.classifier_choice import ENDPOINT, endpoint_at
from fairdesk.audit.endpoints import missing_key_words, target_and_limits
from fairdesk.audit.workspace import Workspace
from fairdesk.domain.classified import TextScore
from fairdesk.domain.classifiers import PlannedClassifier
from fairdesk.domain.errors import InputError
from fairdesk.extractors.classifiers import TextScorer, classifier
from fairdesk.extractors.classifiers.labels import score_of_labels

OFFLINE_AT_ONCE = 500
"""Answers of one entry of the chain; what is lost when a process is killed takes a second to be scored again."""

Scores = tuple[list[TextScore], str]
"""One per text in their order; and why no further text need be tried, or nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Instrument:
    """A classifier that is ready.

    Attributes:
        n_at_once: Texts that are scored and kept together.
        scores: Never raises for what a text or a server does.
    """

    n_at_once: int
    scores: Callable[[Sequence[str]], Scores]


@contextmanager
def opened_instrument(workspace: Workspace, planned: PlannedClassifier) -> Iterator[Instrument]:
    """The classifier of a plan for the time of the block.

    Raises:
        InputError: it is not installed, in another version, or unknown here; or its address cannot be used.
        EndpointError: the system's settings name a proxy that is not supported.
    """
    if planned.classifier_id == ENDPOINT:
        with _behind_address(workspace, planned) as instrument:
            yield instrument
        return
    offline = classifier(planned.classifier_id)
    if offline is None:
        raise InputError(f"This FairDesk has no classifier {planned.classifier_id}.", "Use the version that has it.")
    if (version := offline.version()) and version != planned.version:
        raise InputError(
            f"The plan names {planned.title} {planned.version}; installed is {version}.",
            f"Install {offline.package} {planned.version}, or plan anew: scores of two versions are not mixed.",
        )
    scorer = TextScorer(offline)
    yield Instrument(n_at_once=OFFLINE_AT_ONCE, scores=lambda texts: (scorer.scores(texts), ""))


@contextmanager
def _behind_address(workspace: Workspace, planned: PlannedClassifier) -> Iterator[Instrument]:
    from fairdesk.endpoints.classifier_client import TEXTS_AT_ONCE, ClassifierClient
    from fairdesk.endpoints.client import ClientLimits, EndpointTarget

    kept = endpoint_at(workspace, planned.address)
    target, limits, no_key = EndpointTarget(base_url=planned.address), ClientLimits(), ""
    if kept is not None:
        target, limits, _ = target_and_limits(workspace, kept, planned.address)
        no_key = missing_key_words(workspace, kept)
    client = ClassifierClient(target, limits)
    meanings = {one.label: one.word for one in planned.labels}
    with asyncio.Runner() as runner:
        try:

            def scores(texts: Sequence[str]) -> Scores:
                found: list[TextScore] = []
                for first in range(0, len(texts), TEXTS_AT_ONCE):
                    labelled = runner.run(client.labels(texts[first : first + TEXTS_AT_ONCE]))
                    found += [
                        TextScore(reason=one.reason)
                        if one.reason
                        else score_of_labels(planned.quantity, one.labels, meanings)
                        for one in labelled.texts
                    ]
                    failure = labelled.failure
                    if failure is not None and failure.stops_run:
                        found += [TextScore(reason=failure.message)] * (len(texts) - len(found))
                        return found, f"{no_key}{failure.message} {failure.advice}".strip()
                return found, ""

            yield Instrument(n_at_once=TEXTS_AT_ONCE, scores=scores)
        finally:
            runner.run(client.__aexit__(None, None, None))
