"""Prompts that are asked again and again to notice a silent change of the model, and what their comparison says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from fairdesk.domain.exchanges import TokenChance


class CanaryKind(Enum):
    """What of an answer is compared: its first rating, its first yes or no, or all of it."""

    RATING = "rating"
    YES_NO = "yes_no"
    TEXT = "text"


@dataclass(frozen=True, slots=True, kw_only=True)
class CanaryPrompt:
    """One prompt; ``text`` stands where a case stands in a run, ``instruction`` where the question does."""

    prompt_id: str
    language: str
    kind: CanaryKind
    text: str
    instruction: str
    max_tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CanaryAnswer:
    """What came back to one prompt once.

    Attributes:
        text_sha256: Of the answer's text in UTF-8.
        compared: What of the answer is compared; two answers agree when these are equal.
        first_tokens: Alternatives for the first token; empty where none are offered.
    """

    prompt_id: str
    sample: int
    text_sha256: str
    compared: str
    first_tokens: tuple[TokenChance, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CanaryRun:
    """One time all prompts were asked of one system.

    Attributes:
        configuration_sha256: Of everything that is sent besides the prompts, and to whom.
        prompts_sha256: Of the file of prompts.
        answers: Those that came; failed calls are only counted.
        repeats_itself: One request has one answer by construction.
        head: Last link of the canary's chain after this run.
    """

    canary_run: str
    system: str
    at: str
    configuration_sha256: str
    prompts_sha256: str
    n_repeats: int
    n_prompts: int
    answers: tuple[CanaryAnswer, ...]
    failures: Mapping[str, int]
    model_echoes: tuple[str, ...]
    repeats_itself: bool = False
    head: str = ""


class CanaryResult(Enum):
    """The values of report-contents.md S19; ``cannot_check`` is never counted as ``holds``."""

    HOLDS = "holds"
    MET = "met"
    CANNOT_CHECK = "cannot_check"


@dataclass(frozen=True, slots=True, kw_only=True)
class CanaryComparison:
    """What two canary runs of one system say together.

    Attributes:
        word: ``observed`` (nothing to compare with yet), ``consistent with no change``, ``changed``, ``cannot tell``.
        words: How that was found, a sentence each.
        n_prompts: Prompts with enough answers in both runs.
        agreement_within: Share of pairs of answers of one run that agree; None where there are none.
        agreement_between: Share of pairs across the two runs that agree.
        p_answers: Exact permutation p-value of the answers; None where it was not computed.
        p_first_tokens: The same of the log-probabilities of first tokens; None where they are not offered.
        changed_prompts: Prompts whose answers agree within each run and never between them.
    """

    system: str
    reference_run: str
    later_run: str
    result: CanaryResult
    word: str
    words: tuple[str, ...]
    n_prompts: int = 0
    agreement_within: float | None = None
    agreement_between: float | None = None
    p_answers: float | None = None
    p_first_tokens: float | None = None
    changed_prompts: tuple[str, ...] = ()
