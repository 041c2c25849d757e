"""The object evaluated: a configured application, never a bare model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from fairdesk.domain.benchmarks import BenchmarkChoice
from fairdesk.domain.codec import ABSENT_BY_DEFAULT
from fairdesk.domain.design import Design
from fairdesk.domain.endpoint_terms import Budget
from fairdesk.domain.exchanges import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Decoding:
    """How the endpoint is asked to choose words. None means: not sent.

    Attributes:
        json_schema: Canonical JSON of a schema that answers must follow; empty for none.
        grammar: GBNF grammar that answers must follow; empty for none. Never together with ``json_schema``.
    """

    temperature: float | None = 0.0
    top_p: float | None = None
    max_tokens: int = 120
    seed: int | None = None
    stop: tuple[str, ...] = ()
    json_schema: str = field(default="", metadata=ABSENT_BY_DEFAULT)
    grammar: str = field(default="", metadata=ABSENT_BY_DEFAULT)


REHEARSAL_KINDS = ("rehearsal", "rehearsal_completions")
"""Kinds of the built-in endpoints that the rehearsal model answers at: as a chat, and as plain completions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndpointSettings:
    """Where and how a model is reached. ``key_name`` names a key; the key itself is never in a noun.

    Attributes:
        kind: A wire format's id (``openai_chat``, ...), or a built-in endpoint: ``embedded``, or one of
            ``REHEARSAL_KINDS``.
        base_url: For example ``https://host/v1``; empty for the built-in ones, which choose a loopback port.
        model: The model's name as the server knows it; for ``embedded`` empty or the path of a GGUF file.
        key_name: Name of the entry in the key store; empty when no key is needed.
        key_variable: Name of an environment variable that may hold the key instead; empty for none.
        options: Settings of a built-in endpoint, or of a wire format (``api_version`` of Azure); text to text.
    """

    name: str
    kind: str
    base_url: str = ""
    model: str
    key_name: str = ""
    key_variable: str = ""
    options: Mapping[str, str]

    @property
    def is_rehearsal(self) -> bool:
        """FairDesk's own rehearsal model answers here: never evidence."""
        return self.kind in REHEARSAL_KINDS


class AbilityState(Enum):
    """What a probe found of one ability."""

    YES = "yes"
    NO = "no"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ability:
    """One thing that an endpoint can or cannot do, as a probe saw it; what was not tried is absent.

    Attributes:
        name: ``log_probabilities``, ``continues_prefix``, ``seed``, ``stop``, ``json_schema``, ``grammar``,
            ``system_prompt``, ``temperature``, ``prompt_log_probabilities``, ``reasoning``.
        words: One plain sentence that says what was seen.
    """

    name: str
    state: AbilityState
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EndpointFacts:
    """What was learnt of an endpoint when it was started or probed; printed in the object's description.

    Attributes:
        model_echo: Model string that the server returned.
        fingerprint: System fingerprint that the server returned, or empty.
        facts: Engine, version, threads, slots, cache mode, quantisation, file hash, ...; text to text.
        is_rehearsal: True when the answers come from FairDesk's own rehearsal model: never evidence.
        repeats_identically: True when the endpoint is built to give one answer to one request.
        has_logprobs: Log-probabilities of the answer's tokens are returned.
        continues_prefix: An answer may be begun by a last message of the assistant.
    """

    model_echo: str
    fingerprint: str = ""
    facts: Mapping[str, str]
    is_rehearsal: bool = False
    repeats_identically: bool = False
    has_logprobs: bool = False
    continues_prefix: bool = False
    abilities: tuple[Ability, ...] = field(default=(), metadata=ABSENT_BY_DEFAULT)


@dataclass(frozen=True, slots=True, kw_only=True)
class LayerSetting:
    """One mitigation layer that is switched on, with what it adds (chapter: layered mitigation)."""

    layer_id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditedSystem:
    """One configuration of the application: what a result holds for, and nothing else.

    Attributes:
        label: ``baseline``, ``mitigated``, ...; unique in its plan.
        system_prompt: Without the layers; the layers' texts are added when a request is built.
        examples: Few-shot examples, user and assistant in turn; they stand between system prompt and case.
    """

    label: str
    title: str
    endpoint: EndpointSettings
    facts: EndpointFacts
    system_prompt: str
    decoding: Decoding
    layers: tuple[LayerSetting, ...] = ()
    examples: tuple[Message, ...] = field(default=(), metadata=ABSENT_BY_DEFAULT)

    @property
    def repeats_itself(self) -> bool:
        """Repeats agree by construction: one answer to one request, and greedy choice, so that no seed matters."""
        return self.facts.repeats_identically and self.decoding.temperature == 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectDetails:
    """What the auditor writes about an audit; editable until a report is issued.

    Attributes:
        object_name: Name of the configured application.
        object_purpose: What it is used for.
        auditor: Name of the person who works here; printed in the report.
        workflow: What people do with the output; empty means that the tests stop at the model output.
        systems: The configurations to compare; the first is the reference.
        case_folder: Folder of case files; empty for the shipped set.
        n_cases: How many files of the set are used, shortest first; 0 for all.
        primary_question: Question whose tests are confirmatory; the others are exploratory.
        n_samples: Calls per original, for the noise floor; 1 measures none.
        budget: What each run may spend.
        design: The auditor's own design of the test; None for the shipped admissions test.
        uses_imported_cases: The files are those that were imported into the store; ``case_folder`` is not read.
        benchmarks: Asked beside the files.
        without_files: Nothing but the benchmarks is asked.
    """

    client: str = ""
    purpose: str = ""
    object_name: str = ""
    object_purpose: str = ""
    auditor: str = ""
    auditor_role: str = ""
    workflow: str = ""
    systems: tuple[AuditedSystem, ...] = ()
    case_folder: str = ""
    n_cases: int = 0
    primary_question: str = "rating"
    n_samples: int = 2
    budget: Budget = field(default=Budget(), metadata=ABSENT_BY_DEFAULT)
    design: Design | None = field(default=None, metadata=ABSENT_BY_DEFAULT)
    uses_imported_cases: bool = field(default=False, metadata=ABSENT_BY_DEFAULT)
    benchmarks: tuple[BenchmarkChoice, ...] = field(default=(), metadata=ABSENT_BY_DEFAULT)
    without_files: bool = field(default=False, metadata=ABSENT_BY_DEFAULT)
