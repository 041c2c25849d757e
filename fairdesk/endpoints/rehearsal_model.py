"""The rehearsal model: a planted, declared bias, so that the instrument can be checked against a known truth.

It sees nothing but the request. In the user's text it finds cues and strengths, in the system prompt the directive:

    latent = base + points of the strengths + directive factor * (effects of the cues + effects of their combinations)
    rating = floor(latent + noise + 1/2), held within 1 to 5;   noise normal with mean 0

Asked for the letter of an option it chooses with planted shares (``rehearsal_options``). Of the open prompts of a
shipped suite it refuses the harmless ones with ``refusal_rate``, and answers the harmful ones with the same rate.

All chance is drawn from SHA-256 over the server's seed and the whole request: one request, one answer. Nothing that
it says is evidence about any model.
"""

from __future__ import annotations

import hashlib
import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import Any

from fairdesk.domain.audited_system import Ability, AbilityState, EndpointFacts
from fairdesk.domain.canonical import canonical_bytes
from fairdesk.domain.codec import to_plain
from fairdesk.domain.errors import InputError
from fairdesk.endpoints.lexicon import CUES, DIRECTIVE_MARKERS, Lexicon, holds_directive, look
from fairdesk.endpoints.rehearsal_answers import Asked, Drawn, QuestionKind, Token, answer_tokens, what_is_asked
from fairdesk.endpoints.rehearsal_options import (
    KnownOption,
    decision_log_odds,
    letter_probabilities,
    option_chances,
    options_meant,
)
from fairdesk.endpoints.rehearsal_sentences import PlantedSentences, completion
from fairdesk.endpoints.rehearsal_texts import NO_WORDS, KnownText, text_asked

MODEL_NAME = "fairdesk-rehearsal"
VERSION = "2"
"""Raised when the same settings give other answers."""

TELLS_PROMPTS = Ability(
    name="prompt_log_probabilities",
    state=AbilityState.YES,
    words="Log-probabilities of the prompt's words are returned.",
)

STANDARD_NORMAL = NormalDist()
RATINGS = (1, 2, 3, 4, 5)
DEFAULT_EFFECTS = {"female": -0.15, "international": -0.3, "female+international": -0.15}


@dataclass(frozen=True, slots=True, kw_only=True)
class RehearsalSettings:
    """Every planted number. Options are named as the fields; ``effect.CUES`` and ``refusal_extra.CUE`` for mappings.

    Attributes:
        seed: Of the server; another seed gives other noise, refusals and wordings, never another bias.
        base: Latent rating of a text without any strength, in points.
        effects: Cues joined by ``+`` to points; the effect of a combination comes on top of those of its parts.
        directive_factor: Multiplies all effects when the directive is in the system prompt; 1 changes nothing.
        noise_sd: Standard deviation of the noise, in points; 0 for none.
        refusal_rate: Probability of a refusal, 0 to 1.
        refusal_extra: Cue to what it adds to that probability.
        nonsense_rate: Probability of prose that holds no answer, among what is not refused.
        digit_mass: Probability of the five digits together, where an answer begins with one.
        answer_mass: Probability of "yes" and "no" together.
        yes_slope: Log-odds of "yes" per point of the latent rating above 3.
        yes_offset: Log-odds of "yes" at a latent rating of 3.
        option_stereotyped: Among answers that choose one of two people or sentences of a shipped suite, the share that
            choose as the stereotype has it, and among pairs of sentences of one the share whose stereotyping sentence
            is likelier, and of prompts about a disfavoured group the share that are answered unfavourably, 0 to 1; in a
            chat with the directive in the system prompt its distance from one half is multiplied by
            ``directive_factor``.
        option_unknown: Share of the option for "not known", where it is shown, 0 to 1.
    """

    seed: int = 1
    base: float = 3.0
    effects: Mapping[str, float]
    directive_factor: float = 0.4
    noise_sd: float = 0.4
    refusal_rate: float = 0.01
    refusal_extra: Mapping[str, float]
    nonsense_rate: float = 0.01
    digit_mass: float = 0.97
    answer_mass: float = 0.98
    yes_slope: float = 1.5
    yes_offset: float = 0.0
    option_stereotyped: float = 0.65
    option_unknown: float = 0.4


RATES = (
    *("directive_factor", "refusal_rate", "nonsense_rate", "digit_mass", "answer_mass"),
    *("option_stereotyped", "option_unknown"),
)
NUMBERS = ("base", "noise_sd", "yes_slope", "yes_offset", *RATES)


def settings_from_options(options: Mapping[str, str]) -> RehearsalSettings:
    """Settings from the endpoint's options, text to text; what is not named keeps its default.

    As soon as one effect is named, only the named ones are planted.

    Raises:
        InputError: an option is unknown, no number, or out of range.

    Example:
        >>> settings_from_options({"effect.female": "-0.1", "noise_sd": "0"}).effects
        {'female': -0.1}
    """
    values: dict[str, Any] = {}
    effects: dict[str, float] = {}
    refusal_extra: dict[str, float] = {}
    for name, text in options.items():
        kind, _, cues = name.partition(".")
        if name == "seed":
            values["seed"] = _whole(name, text)
        elif name in NUMBERS:
            lowest, highest = (0.0, 1.0) if name in RATES else (0.0, 10.0) if name == "noise_sd" else (-100.0, 100.0)
            values[name] = _number(name, text, lowest, highest)
        elif kind == "effect" and cues:
            effects[_cue_key(name, cues)] = _number(name, text, -10.0, 10.0)
        elif kind == "refusal_extra" and cues in CUES:
            refusal_extra[cues] = _number(name, text, -1.0, 1.0)
        else:
            raise InputError(f"The rehearsal model has no option {name!r}.", f"There are: seed, {', '.join(NUMBERS)}.")
    return RehearsalSettings(effects=effects or DEFAULT_EFFECTS, refusal_extra=refusal_extra, **values)


def _number(name: str, text: str, lowest: float, highest: float) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not lowest <= value <= highest:
        raise InputError(f"The option {name!r} is {text!r}.", f"Give a number from {lowest:g} to {highest:g}.")
    return value


def _whole(name: str, text: str) -> int:
    value = _number(name, text, -(2**53), 2**53)
    if value != int(value):
        raise InputError(f"The option {name!r} is {text!r}.", "Give a whole number.")
    return int(value)


def _cue_key(name: str, cues: str) -> str:
    parts = sorted(cues.split("+"))
    if len(set(parts)) != len(parts) or not set(parts) <= set(CUES):
        raise InputError(f"The option {name!r} names an unknown cue.", f"The cues are {' and '.join(CUES)}.")
    return "+".join(parts)


def planted_effect(cues: frozenset[str], settings: RehearsalSettings, has_directive: bool) -> float:
    """Points that the cues add to the latent rating: every effect whose cues are all present."""
    total = sum(points for key, points in settings.effects.items() if cues.issuperset(key.split("+")))
    return total * (settings.directive_factor if has_directive else 1.0)


def option_share(settings: RehearsalSettings, has_directive: bool) -> float:
    """The share of the stereotyped option among the two that are known, 0 to 1."""
    factor = settings.directive_factor if has_directive else 1.0
    return 0.5 + factor * (settings.option_stereotyped - 0.5)


def latent(text: str, system_prompt: str, lexicon: Lexicon, settings: RehearsalSettings) -> float:
    """The rating before noise, rounding and clipping; in points, without ends."""
    found = look(text, lexicon)
    return settings.base + found.points + planted_effect(found.cues, settings, holds_directive(system_prompt))


def rating_probabilities(latent_rating: float, settings: RehearsalSettings) -> tuple[float, ...]:
    """Exact probabilities of the ratings 1 to 5; they add up to 1.

    P(r) is the normal probability of r - 1/2 <= latent + noise < r + 1/2, with open ends at 1 and 5.
    """
    cuts = [_below(edge - latent_rating, settings.noise_sd) for edge in (1.5, 2.5, 3.5, 4.5)]
    edges = (0.0, *cuts, 1.0)
    return tuple(high - low for low, high in itertools.pairwise(edges))


def _below(distance: float, noise_sd: float) -> float:
    """P(noise < distance)."""
    if noise_sd == 0.0:
        return 1.0 if distance > 0.0 else 0.0
    return STANDARD_NORMAL.cdf(distance / noise_sd)


def expected_rating(text: str, system_prompt: str, lexicon: Lexicon, settings: RehearsalSettings) -> float:
    """Exact mean of the rating after rounding and clipping, 1 to 5; the truth that a measured mean must cover.

    Refusals and nonsense are drawn apart from the noise, so it is also the mean among readable answers. It is what
    the expected rating from the digit probabilities gives, too, up to the tokens that are cut from the list.
    """
    probabilities = rating_probabilities(latent(text, system_prompt, lexicon, settings), settings)
    return sum(rating * chance for rating, chance in zip(RATINGS, probabilities, strict=True))


def yes_log_odds(latent_rating: float, settings: RehearsalSettings) -> float:
    """Exact log-odds of "yes"."""
    return settings.yes_slope * (latent_rating - 3.0) + settings.yes_offset


class RehearsalModel:
    """Answers chat completion bodies; the same body always in the same way. The server is a thin shell over it."""

    def __init__(
        self,
        settings: RehearsalSettings,
        lexicon: Lexicon,
        options: Sequence[KnownOption] = (),
        prompts: Mapping[str, bool] | None = None,
        texts: Sequence[KnownText] = (),
    ) -> None:
        self._settings = settings
        self._lexicon = lexicon
        self._options = options
        self._prompts = prompts or {}
        self._texts = texts
        self._mark = fingerprint(settings)

    def answer(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """A chat completion, as plain JSON data.

        Raises:
            InputError: the body is no chat completion request.
        """
        asked = what_is_asked(body)
        is_harmful = self._is_harmful(asked)
        is_plain = asked.kind is QuestionKind.OTHER and not asked.prefix
        text = text_asked(self._texts, asked.user_text) if is_plain else None
        if is_harmful is not None or text is not None:
            asked = replace(asked, kind=QuestionKind.OPEN)
        elif is_plain and (meant := options_meant(asked.user_text, self._options)):
            asked = replace(asked, kind=QuestionKind.WORDS, options=meant)
        drawn = self._draw(asked, body, text, is_harmful=bool(is_harmful))
        tokens = answer_tokens(asked, drawn)
        return _completion(body, asked, tokens, self._mark)

    def _is_harmful(self, asked: Asked) -> bool | None:
        """Whether an open prompt of a suite is harmful; None for anything else."""
        if asked.kind is not QuestionKind.OTHER or asked.prefix:
            return None
        return next((harmful for prompt, harmful in self._prompts.items() if prompt in asked.user_text), None)

    def _draw(
        self, asked: Asked, body: Mapping[str, Any], text: KnownText | None, *, is_harmful: bool = False
    ) -> Drawn:
        settings = self._settings
        digest = hashlib.sha256(str(settings.seed).encode() + b"\n" + canonical_bytes(body)).digest()
        chances = [(int.from_bytes(digest[at : at + 8], "big") + 0.5) / 2**64 for at in (0, 8, 16, 24)]
        lexicon = self._lexicon.asked_in(asked.language)
        rating_latent = latent(asked.user_text, asked.system_prompt, lexicon, settings)
        cues = look(asked.user_text, lexicon).cues
        refusal_rate = settings.refusal_rate + sum(settings.refusal_extra.get(cue, 0.0) for cue in cues)
        if is_harmful:
            refusal_rate = 1.0 - refusal_rate
        outcome = "answer"
        if chances[0] < refusal_rate:
            outcome = "refusal"
        elif chances[1] < settings.nonsense_rate:
            outcome = "nonsense"
        # The rating itself, drawn by inverting the same probabilities that the digit tokens carry.
        probabilities = rating_probabilities(rating_latent, settings)
        option, letters, said = 0, self._letters(asked), ""
        if text is not None:
            share = option_share(settings, holds_directive(asked.system_prompt))
            said = NO_WORDS if outcome == "nonsense" else text.answer(share, chances[2], chances[3])
        if asked.options:
            option = pick(letters or option_chances(*self._shown(asked)), chances[2])
        return Drawn(
            outcome=outcome,
            rating=RATINGS[pick(probabilities, chances[2])],
            rating_probabilities=probabilities,
            digit_mass=settings.digit_mass,
            yes_log_odds=self._yes(asked, rating_latent),
            answer_mass=settings.answer_mass,
            chance=chances[3],
            option=option,
            letters=letters,
            said=said,
        )

    def _yes(self, asked: Asked, rating_latent: float) -> float:
        """Log-odds of yes: to a decision of a suite as planted there, else by the latent rating."""
        share = option_share(self._settings, holds_directive(asked.system_prompt))
        planted = decision_log_odds(asked.user_text, self._options, share)
        return yes_log_odds(rating_latent, self._settings) if planted is None else planted

    def _shown(self, asked: Asked) -> tuple[str, tuple[str, ...], Sequence[KnownOption], tuple[float, float]]:
        """Text, options, what is known of them, and the planted shares."""
        share = option_share(self._settings, holds_directive(asked.system_prompt))
        return asked.user_text, asked.options, self._options, (share, self._settings.option_unknown)

    def _letters(self, asked: Asked) -> tuple[float, ...]:
        """Probabilities of the letters, where they are asked for; else empty."""
        if not asked.options or not asked.top_logprobs:
            return ()
        return letter_probabilities(*self._shown(asked), self._settings.seed)

    def complete(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """A plain completion, with the log-probabilities of the prompt where they are asked for.

        Raises:
            InputError: the body is no request for a completion.
        """
        settings = self._settings
        sentences = PlantedSentences(self._options, settings.option_stereotyped, settings.seed)
        return completion(body, self.answer, sentences)

    def facts(self, *, completes: bool = False) -> EndpointFacts:
        """Every planted number, declared.

        Args:
            completes: It is asked for plain completions: these tell how likely a prompt is, and go on with no answer.
        """
        facts = declared(self._settings)
        return replace(facts, continues_prefix=False, abilities=(TELLS_PROMPTS,)) if completes else facts


def pick(probabilities: Sequence[float], chance: float) -> int:
    """Index of the first class whose cumulated probability exceeds ``chance``; never one of probability 0."""
    total = 0.0
    for index, probability in enumerate(probabilities):
        total += probability
        if chance < total and probability > 0.0:
            return index
    return max(index for index, probability in enumerate(probabilities) if probability > 0.0)


def declared(settings: RehearsalSettings) -> EndpointFacts:
    """The facts of an endpoint with these settings."""
    facts = {"engine": f"{MODEL_NAME} {VERSION}", "label": "rehearsal, not evidence", "seed": str(settings.seed)}
    facts |= {name: f"{getattr(settings, name):g}" for name in NUMBERS}
    facts |= {f"effect.{key}": f"{points:g}" for key, points in settings.effects.items()}
    facts |= {f"refusal_extra.{cue}": f"{rate:g}" for cue, rate in settings.refusal_extra.items()}
    facts["directive_markers"] = "; ".join(DIRECTIVE_MARKERS)
    return EndpointFacts(
        model_echo=MODEL_NAME,
        fingerprint=fingerprint(settings),
        facts=facts,
        is_rehearsal=True,
        repeats_identically=True,
        has_logprobs=True,
        continues_prefix=True,
    )


def fingerprint(settings: RehearsalSettings) -> str:
    """Names the settings in every answer, so that a changed bias shows in the evidence."""
    return "rehearsal-" + hashlib.sha256(canonical_bytes(to_plain(settings))).hexdigest()[:16]


def _completion(body: Mapping[str, Any], asked: Asked, tokens: Sequence[Token], mark: str) -> dict[str, Any]:
    kept = tokens[: asked.max_tokens]
    choice: dict[str, Any] = {
        "index": 0,
        "message": {"role": "assistant", "content": "".join(token.text for token in kept)},
        "finish_reason": "length" if len(kept) < len(tokens) else "stop",
        "logprobs": None,
    }
    if asked.top_logprobs is not None:
        choice["logprobs"] = {"content": [_logprobs(token, asked.top_logprobs) for token in kept]}
    n_prompt = sum(len(text.split()) for text in (asked.system_prompt, asked.user_text, asked.prefix))
    return {
        "id": f"rehearsal-{hashlib.sha256(canonical_bytes(body)).hexdigest()[:24]}",
        "object": "chat.completion",
        "created": 0,
        "model": MODEL_NAME,
        "system_fingerprint": mark,
        "choices": [choice],
        "usage": {"prompt_tokens": n_prompt, "completion_tokens": len(kept), "total_tokens": n_prompt + len(kept)},
    }


def _logprobs(token: Token, n_listed: int) -> dict[str, Any]:
    possible = sorted(
        ((word, chance) for word, chance in token.chances.items() if chance > 0.0), key=lambda pair: -pair[1]
    )
    return {
        **_logprob(token.text, token.chances[token.text]),
        "top_logprobs": [_logprob(word, chance) for word, chance in possible[:n_listed]],
    }


def _logprob(word: str, chance: float) -> dict[str, Any]:
    return {"token": word, "logprob": math.log(chance), "bytes": list(word.encode())}
