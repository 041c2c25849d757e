"""Which classifiers score the answers of a benchmark: what the form wants, what is named, what is installed here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from fairdesk.audit.workspace import Workspace
from fairdesk.domain.addresses import ADDRESS_ADVICE, address_problem
from fairdesk.domain.classifiers import QUANTITY_SCALES, LabelMeaning, PlannedClassifier
from fairdesk.domain.errors import InputError

if TYPE_CHECKING:
    from fairdesk.domain.audited_system import EndpointSettings
    from fairdesk.extractors.classifiers import Classifier

ENDPOINT = "endpoint"
"""Id of every classifier behind an address."""

NONE = "none"
"""Said in the place of a classifier: the quantity is not measured."""

NOT_TOLD = "not told"
"""Version of a classifier endpoint whose owner does not say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassifiersWanted:
    """What a person says about classifiers.

    Attributes:
        named: Quantity to the id of an offline classifier, the address of an endpoint, the name of one that is kept,
            or ``none``; for quantities that are absent the offline one is taken, where there is one.
        versions: Quantity to the version of the endpoint, as its owner calls it.
        labels: Quantity to labels of the endpoint, each with the word that it stands for.
        error_rates: Quantity to the classifier's own errors by group, in words; under the empty name for all.
    """

    named: Mapping[str, str] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    error_rates: Mapping[str, str] = field(default_factory=dict)


AS_INSTALLED = ClassifiersWanted()
"""Nothing is said: of every quantity the offline classifier, where it is installed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassifiersChosen:
    """The classifiers of a choice, and of quantities without one why there is none, a sentence each."""

    classifiers: tuple[PlannedClassifier, ...]
    notes: tuple[str, ...]


def chosen_classifiers(
    workspace: Workspace, quantities: Sequence[str], wanted: ClassifiersWanted = AS_INSTALLED
) -> ClassifiersChosen:
    """The classifier of every quantity that a form wants.

    Raises:
        InputError: a quantity is not one that the form scores, a classifier is unknown, not installed or of another
            quantity, an address is none, or something is said about a quantity that no endpoint scores.
    """
    _check(quantities, wanted)
    found: list[PlannedClassifier] = []
    notes: list[str] = []
    for quantity in quantities:
        one = _one(workspace, quantity, wanted)
        if isinstance(one, str):
            notes.append(one)
            continue
        rates = wanted.error_rates.get(quantity, wanted.error_rates.get("", "")).strip()
        found.append(replace(one, error_rates=rates))
    return ClassifiersChosen(classifiers=tuple(found), notes=tuple(notes))


def _check(quantities: Sequence[str], wanted: ClassifiersWanted) -> None:
    said = {*wanted.named, *wanted.versions, *wanted.labels, *wanted.error_rates} - {""}
    for name in sorted(said - set(quantities)):
        known = f"It scores: {', '.join(quantities)}." if quantities else "Its answers are not scored by classifiers."
        word = "is not scored of these answers" if name in QUANTITY_SCALES else "is no quantity that classifiers score"
        raise InputError(f"{name!r} {word}.", known)
    for name in sorted({*wanted.versions, *wanted.labels}):
        if _is_offline(wanted.named.get(name, "")):
            raise InputError(
                f"A version or labels are given for {name}, which no classifier endpoint scores.",
                f"Name one: --classifier {name}=ADDRESS.",
            )


def _is_offline(named: str) -> bool:
    from fairdesk.extractors.classifiers import classifier

    return named in ("", NONE) or classifier(named) is not None


def _one(workspace: Workspace, quantity: str, wanted: ClassifiersWanted) -> PlannedClassifier | str:
    """The classifier of a quantity, or why there is none."""
    from fairdesk.extractors.classifiers import CLASSIFIERS, classifier

    named = wanted.named.get(quantity, "").strip()
    if named == NONE:
        return f"{quantity.capitalize()} is not measured: it was chosen so."
    if not named:
        offline = next((one for one in CLASSIFIERS if one.quantity == quantity), None)
        if offline is None:
            return (
                f"{quantity.capitalize()} is not measured: no classifier of it runs offline. A classifier endpoint can "
                f"be named: --classifier {quantity}=ADDRESS."
            )
        if absence := offline.absence():
            return f"{quantity.capitalize()} is not measured: {absence}."
        return planned_offline(offline)
    offline = classifier(named)
    if offline is None:
        return _endpoint(workspace, quantity, named, wanted)
    if offline.quantity != quantity:
        raise InputError(f"{named} scores {offline.quantity}, not {quantity}.", f"Name a classifier of {quantity}.")
    if absence := offline.absence():
        raise InputError(f"{offline.title} cannot be used: {absence}.", "Install it, or name another classifier.")
    return planned_offline(offline)


def planned_offline(offline: Classifier) -> PlannedClassifier:
    """How a plan names a classifier that runs on this computer."""
    return PlannedClassifier(
        quantity=offline.quantity,
        classifier_id=offline.classifier_id,
        title=offline.title,
        version=offline.version(),
        licence=offline.licence,
        limits=offline.limits,
    )


def _endpoint(workspace: Workspace, quantity: str, named: str, wanted: ClassifiersWanted) -> PlannedClassifier:
    kept = next((one for one in workspace.store.endpoints.all() if one.name == named and one.base_url), None)
    address = (kept.base_url if kept else named).strip().rstrip("/")
    if kept is None and "://" not in named:
        from fairdesk.extractors.classifiers import CLASSIFIERS

        ids = ", ".join(one.classifier_id for one in CLASSIFIERS if one.quantity == quantity)
        raise InputError(
            f"There is no classifier {named!r} of {quantity}.",
            f"Name {ids + ', ' if ids else ''}the address of a classifier endpoint, an endpoint that is kept, or none.",
        )
    if problem := address_problem(address):
        raise InputError(problem, ADDRESS_ADVICE)
    return PlannedClassifier(
        quantity=quantity,
        classifier_id=ENDPOINT,
        title=(kept.model if kept and kept.model else urlsplit(address).hostname) or named,
        version=wanted.versions.get(quantity, "").strip() or NOT_TOLD,
        address=address,
        labels=_checked_labels(quantity, wanted.labels.get(quantity, {})),
    )


def _checked_labels(quantity: str, labels: Mapping[str, str]) -> tuple[LabelMeaning, ...]:
    from fairdesk.extractors.classifiers.labels import MEANINGS

    for label, word in labels.items():
        if word not in MEANINGS[quantity]:
            raise InputError(
                f"{label} cannot stand for {word!r} of {quantity}.", f"Say one of: {', '.join(MEANINGS[quantity])}."
            )
    return tuple(LabelMeaning(label=label, word=word) for label, word in sorted(labels.items()))


def endpoint_at(workspace: Workspace, address: str) -> EndpointSettings | None:
    """The kept endpoint with this address, whose key and terms hold for a classifier there; None where none is kept."""
    kept = workspace.store.endpoints.all()
    return next((one for one in kept if one.base_url.strip().rstrip("/") == address), None)


def error_rate_words(classifiers: Sequence[PlannedClassifier]) -> Iterator[str]:
    """Of every classifier what is known of its own errors by group; the question is asked where nothing is."""
    for one in classifiers:
        if one.error_rates:
            yield f"Error rates of {one.title} per group: {one.error_rates}"
        else:
            yield (
                f"Error rates of {one.title} per group: not measured. Where they are known for these groups, say them "
                f'with --classifier-errors "{one.quantity}=...": the report prints them beside every number.'
            )
