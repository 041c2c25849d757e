"""What the rehearsal model is asked, and the wordings and token probabilities of its answers."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from fairdesk.domain.errors import InputError
from fairdesk.endpoints.rehearsal_options import options_listed, options_shown

RATING_WORDS = re.compile(r"\b(rate|rating|score|out of (5|five)|1 to 5)\b", re.IGNORECASE)
RATING_WORDS_ELSEWHERE = {
    "de": re.compile(r"\b(bewert|beurteil)\w*", re.IGNORECASE),
    "es": re.compile(r"\bvalora\w*", re.IGNORECASE),
    "fr": re.compile(r"(?<!\w)évalu\w*", re.IGNORECASE),
}
"""Looked for where no English word asks for a rating, so that questions in English mean what they always meant."""
YES_NO_WORDS = re.compile(r"\byes\b.{0,12}\bno\b", re.IGNORECASE | re.DOTALL)
ADMISSION_WORDS = re.compile(r"\b(admit|admitted|recommend|accept|accepted|offer)\b", re.IGNORECASE)
QUESTION_LENGTH = 600
"""The question is the last paragraph behind the file; only so many characters from its end are read."""

MOST_TOP_LOGPROBS = 20
DEFAULT_MAX_TOKENS = 120
NUMBER_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

# All as short as 16 words, so that a small max_tokens does not cut the rating off.
ANSWERS = (
    "{rating}/5",
    "Rating: {rating}",
    "{rating} out of 5. The file is clear about the academic work.",
    "I would give this applicant a {rating}.",
    "**{rating}/5**: the record speaks for itself.",
    "Rating: {rating}/5. The reference carries weight, the statement less so.",
    "My rating for this file is {rating}, on the evidence given.",
    '{{"rating": {rating}, "reason": "academic record"}}',
    '```json\n{{"rating": {rating}}}\n```',
)
ANSWERS_ELSEWHERE = {
    "de": ("Bewertung: {rating}. Die Unterlagen sprechen für sich.", "Bewertung: {rating}", "{rating} von 5"),
    "es": ("Valoración: {rating}. El expediente habla por sí mismo.", "Valoración: {rating}", "{rating} de 5"),
    "fr": ("Évaluation : {rating}. Le dossier parle de lui-même.", "Évaluation : {rating}", "{rating} sur 5"),
}
REFUSALS = (
    "I'm sorry, but I can't rate individual applicants.",
    "I cannot assess a person on the basis of this file.",
    "I'm not able to make admissions decisions about people.",
)
NONSENSE = (
    "The file has several pages, and the weather was fine.",
    "Applicants write statements; teachers write letters.",
    "Well, it depends on what the committee is looking for.",
)
GREETING = "Hello. This is the rehearsal model of FairDesk: its answers are planted, never evidence."

OPTION_ANSWERS = ("{letter}", "{letter}) {words}", "Answer: {letter}", "The answer is {letter}.", "{words}")

IN_WORDS = ("{words}", "{words}.", "*{words}*")

OPEN_ANSWERS = (
    "There are two ways to do it, and the first one is the simpler.",
    "In short: begin early, and ask somebody who has done it before.",
    "It depends on the place; most people begin with a list.",
)
OPEN_REFUSALS = (
    "I'm sorry, but I can't help with that.",
    "I cannot assist with this request.",
    "I won't answer that.",
)

NO_ANSWER_MASS = 0.05
"""What is left for the asked-for words when the model refuses or talks nonsense."""


ENGLISH = "en"


class QuestionKind(Enum):
    """The forms of question that the rehearsal model tells apart."""

    RATING = "rating in free text"
    DIGIT = "rating as the first token"
    YES_NO = "yes or no as the first token"
    OPTION = "letter of an option"
    WORDS = "an option in words"
    OPEN = "an open prompt of a suite"
    OTHER = "anything else"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A request as the rehearsal model understands it.

    Attributes:
        top_logprobs: None means that none were asked for.
        language: Of the question, two letters; English where no word tells another.
    """

    kind: QuestionKind
    system_prompt: str
    user_text: str
    prefix: str
    max_tokens: int
    top_logprobs: int | None
    language: str = ENGLISH
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """What chance and the planted numbers decided; ``outcome`` is answer, refusal or nonsense, ``chance`` 0 to 1.

    Attributes:
        option: Place of the option that is chosen, from 0; 0 where none is shown.
        letters: Probability of the letter of every option, where probabilities are asked for.
        said: Answer to an open prompt whose answers classifiers score; empty for any other question.
    """

    outcome: str
    rating: int
    rating_probabilities: tuple[float, ...]
    digit_mass: float
    yes_log_odds: float
    answer_mass: float
    chance: float
    option: int = 0
    letters: tuple[float, ...] = ()
    said: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """A token of the answer with the tokens that could have stood there and their probabilities."""

    text: str
    chances: Mapping[str, float]


def what_is_asked(body: Mapping[str, Any]) -> Asked:
    """Reads a chat completion body.

    Raises:
        InputError: it has no usable messages or limits.
    """
    listed = body.get("messages")
    if not isinstance(listed, list) or not listed:
        raise InputError("The request has no messages.")
    messages = [_message(entry) for entry in listed]
    prefix = messages[-1][1] if messages[-1][0] == "assistant" else ""
    user_text = "\n".join(text for role, text in messages if role == "user")
    top = body.get("top_logprobs", 0) if body.get("logprobs") else None
    max_tokens = body.get("max_tokens", body.get("max_completion_tokens", DEFAULT_MAX_TOKENS))
    if type(max_tokens) is not int or max_tokens < 1:
        raise InputError("max_tokens must be a whole number from 1.")
    if top is not None and (type(top) is not int or not 0 <= top <= MOST_TOP_LOGPROBS):
        raise InputError(f"top_logprobs must be a whole number from 0 to {MOST_TOP_LOGPROBS}.")
    question = user_text.rpartition("\n\n")[2][-QUESTION_LENGTH:]
    # A begun answer that waits for a letter in brackets asks for it as much as none does.
    options = () if prefix and not prefix.endswith("(") else options_shown(user_text)
    kind, language = QuestionKind.OPTION if options else _kind(question, prefix), ENGLISH
    if not options and not prefix and (options := options_listed(user_text)):
        kind = QuestionKind.WORDS
    if kind is QuestionKind.OTHER and (language := _rating_language(prefix or question)) != ENGLISH:
        kind = QuestionKind.DIGIT if prefix else QuestionKind.RATING
    return Asked(
        kind=kind,
        system_prompt="\n".join(text for role, text in messages if role == "system"),
        user_text=user_text,
        prefix=prefix,
        max_tokens=max_tokens,
        top_logprobs=top,
        language=language,
        options=options,
    )


def _rating_language(words: str) -> str:
    """The language in which a rating is asked for; English where no other language's words are found."""
    return next((language for language, found in RATING_WORDS_ELSEWHERE.items() if found.search(words)), ENGLISH)


def _message(entry: object) -> tuple[str, str]:
    if isinstance(entry, Mapping):
        role, content = entry.get("role"), entry.get("content")
        if isinstance(content, list):
            content = "".join(part["text"] for part in content if isinstance(part, Mapping) and "text" in part)
        if role in ("system", "developer", "user", "assistant") and isinstance(content, str):
            return ("system" if role == "developer" else role), content
    raise InputError("A message needs a role (system, user, assistant) and a text as content.")


def _kind(question: str, prefix: str) -> QuestionKind:
    if prefix:
        if RATING_WORDS.search(prefix):
            return QuestionKind.DIGIT
        if YES_NO_WORDS.search(question + prefix) or ADMISSION_WORDS.search(prefix):
            return QuestionKind.YES_NO
        return QuestionKind.OTHER
    if YES_NO_WORDS.search(question):
        return QuestionKind.YES_NO
    return QuestionKind.RATING if RATING_WORDS.search(question) else QuestionKind.OTHER


def answer_tokens(asked: Asked, drawn: Drawn) -> tuple[Token, ...]:
    """All tokens of the answer; the caller cuts them at max_tokens."""
    if asked.kind is QuestionKind.OTHER:
        first, *rest = _plain_tokens(_small_talk(asked.prefix))
        return (Token(text=first.text, chances={first.text: 0.9, "Well": 0.1}), *rest)
    if asked.kind is QuestionKind.OPEN:
        if drawn.said and drawn.outcome != "refusal":
            return _plain_tokens(drawn.said)
        said = OPEN_REFUSALS if drawn.outcome == "refusal" else OPEN_ANSWERS
        return _plain_tokens(said[int(drawn.chance * len(said))])
    answers = ANSWERS_ELSEWHERE.get(asked.language, ANSWERS)
    wordings = {"answer": answers, "refusal": REFUSALS, "nonsense": NONSENSE}[drawn.outcome]
    words = wordings[int(drawn.chance * len(wordings))]
    if asked.kind is QuestionKind.OPTION and drawn.letters:
        return _letter_answer(drawn, words)
    if asked.kind is QuestionKind.OPTION:
        letter = chr(ord("A") + drawn.option)
        wording = OPTION_ANSWERS[int(drawn.chance * len(OPTION_ANSWERS))]
        chosen = wording.format(letter=letter, words=asked.options[drawn.option])
        return _plain_tokens(chosen if drawn.outcome == "answer" else words)
    if asked.kind is QuestionKind.WORDS:
        chosen = IN_WORDS[int(drawn.chance * len(IN_WORDS))].format(words=asked.options[drawn.option])
        return _plain_tokens(chosen if drawn.outcome == "answer" else words)
    if asked.kind is QuestionKind.RATING:
        return _plain_tokens(words.format(rating=drawn.rating))
    is_digit = asked.kind is QuestionKind.DIGIT
    wanted = _digit_chances(drawn) if is_digit else _yes_no_chances(drawn)
    if drawn.outcome != "answer":
        return _no_answer(words, wanted)
    return _digit_answer(drawn, wanted) if is_digit else _yes_no_answer(drawn, wanted)


def _no_answer(words: str, wanted: Mapping[str, float]) -> tuple[Token, ...]:
    """A refusal, or nonsense: hardly anything is left for the words that were asked for."""
    first, *rest = _plain_tokens(words)
    chances = {first.text: 1.0 - NO_ANSWER_MASS} | {key: NO_ANSWER_MASS * chance for key, chance in wanted.items()}
    return (Token(text=first.text, chances=chances), *rest)


def _letter_answer(drawn: Drawn, words: str) -> tuple[Token, ...]:
    """The letter of an option with the chances of all; without an answer, the words that are none."""
    letters = {chr(ord("A") + place): chance for place, chance in enumerate(drawn.letters)}
    if drawn.outcome != "answer":
        return _no_answer(words, letters)
    mass = drawn.digit_mass
    chances = {letter: mass * chance for letter, chance in letters.items()} | {"The": 1 - mass}
    letter = chr(ord("A") + drawn.option)
    if drawn.chance < mass:
        return (Token(text=letter, chances=chances), Token(text=".", chances={".": 1.0}))
    return (Token(text="The", chances=chances), *_plain_tokens(f" answer is {letter}."))


def _digit_chances(drawn: Drawn) -> dict[str, float]:
    return {str(number): chance for number, chance in enumerate(drawn.rating_probabilities, start=1)}


def _digit_answer(drawn: Drawn, wanted: Mapping[str, float]) -> tuple[Token, ...]:
    mass = drawn.digit_mass
    chances = {digit: mass * chance for digit, chance in wanted.items()} | {
        "about": 0.6 * (1 - mass),
        "a": 0.4 * (1 - mass),
    }
    # The rating was drawn with these very probabilities, so only "digit or not" is left to draw.
    if drawn.chance < mass:
        return (Token(text=str(drawn.rating), chances=chances), Token(text=".", chances={".": 1.0}))
    first = "about" if drawn.chance < mass + 0.6 * (1 - mass) else "a"
    return (Token(text=first, chances=chances), *_plain_tokens(f" {drawn.rating}."))


def _yes_no_chances(drawn: Drawn) -> dict[str, float]:
    yes = 1.0 / (1.0 + math.exp(-min(max(drawn.yes_log_odds, -700.0), 700.0)))
    # Spread over spellings, as real models do: all of them together are the answer.
    return {"Yes": 0.85 * yes, "yes": 0.15 * yes, "No": 0.85 * (1 - yes), "no": 0.15 * (1 - yes)}


def _yes_no_answer(drawn: Drawn, wanted: Mapping[str, float]) -> tuple[Token, ...]:
    mass = drawn.answer_mass
    chances = {word: mass * chance for word, chance in wanted.items()} | {"Perhaps": 1 - mass}
    total, first = 0.0, "Perhaps"
    for word, chance in chances.items():
        total += chance
        if drawn.chance < total:
            first = word
            break
    return (Token(text=first, chances=chances), Token(text=".", chances={".": 1.0}))


def _small_talk(prefix: str) -> str:
    """Goes on counting where the prefix counts in words, else greets."""
    words = re.findall(r"[a-z]+", prefix.lower())
    if words and words[-1] in NUMBER_WORDS[:-1]:
        return " " + ", ".join(NUMBER_WORDS[NUMBER_WORDS.index(words[-1]) + 1 :]) + "."
    return GREETING


def _plain_tokens(text: str) -> tuple[Token, ...]:
    return tuple(Token(text=piece, chances={piece: 1.0}) for piece in re.findall(r"\s*\S+", text))
