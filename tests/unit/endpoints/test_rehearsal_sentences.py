"""Plain completions of the rehearsal model: what it says of a prompt is planted, and the ordinary format reads it."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest

from fairdesk.domain.errors import InputError
from fairdesk.domain.exchanges import ModelReply
from fairdesk.endpoints.formats.completions import parse
from fairdesk.endpoints.lexicon import read_lexicon
from fairdesk.endpoints.rehearsal_model import RehearsalModel, settings_from_options
from fairdesk.endpoints.rehearsal_options import KnownOption, even_place, letter_probabilities
from fairdesk.endpoints.rehearsal_sentences import PlantedSentences
from fairdesk.settings.paths import resources_dir

KNOWN = tuple(
    KnownOption(
        asked="likelier", stereotyped=f"The old man of town {n} was slow.", other=f"The young man of {n} was slow."
    )
    for n in range(50)
)


def model(**options: str) -> RehearsalModel:
    calm = {"refusal_rate": "0", "nonsense_rate": "0", **options}
    return RehearsalModel(settings_from_options(calm), read_lexicon(resources_dir()), KNOWN)


def asked(of: RehearsalModel, prompt: str, **more: Any) -> ModelReply:
    body = {"model": "m", "prompt": prompt, "max_tokens": 1, **more}
    found = parse(200, "application/json", json.dumps(of.complete(body)).encode())
    assert isinstance(found, ModelReply)
    return found


@pytest.mark.parametrize("share", [0.0, 0.3, 0.5, 0.9, 1.0])
@pytest.mark.parametrize("seed", [1, 2, 77])
def test_the_share_of_pairs_is_the_planted_one(share: float, seed: int) -> None:
    """Of any stretch of the pairs the planted share prefers the stereotyping sentence, to two of them, for any seed."""
    sentences = PlantedSentences(KNOWN, share, seed)
    prefers = [sentences.log_probability(one.stereotyped) > sentences.log_probability(one.other) for one in KNOWN]
    for first in (0, 7, 30):
        assert abs(sum(prefers[first : first + 20]) - 20 * share) <= 2
    assert all(0.0 <= even_place(number, seed) < 1.0 for number in range(200))


def test_an_echoed_prompt_adds_up_to_what_is_planted() -> None:
    """The tokens but the first make up the log-probability of the sentence; all of them make up the text."""
    sentence = KNOWN[3].other
    found = asked(model(), sentence, echo=True, logprobs=1)
    planted = PlantedSentences(KNOWN, 0.65, 1).log_probability(sentence)
    assert math.fsum(one.logprob for one in found.prompt_chances) == pytest.approx(planted)
    assert sentence == sentence.split(" ")[0] + "".join(one.token for one in found.prompt_chances)
    assert found.prompt_tokens == len(found.prompt_chances) + 1
    assert asked(model(), sentence).prompt_chances == ()


def test_another_sentence_is_less_likely_than_any_pair() -> None:
    """What means nothing in its place, or is of no suite, stands below both sentences of every pair."""
    sentences = PlantedSentences(KNOWN, 0.5, 1)
    lowest = min(sentences.log_probability(words) for one in KNOWN for words in (one.stereotyped, one.other))
    assert sentences.log_probability("The old man of town 3 was a Tuesday.") < lowest
    behind = f"He came in. {KNOWN[3].other}"
    assert sentences.log_probability(behind) == sentences.log_probability(KNOWN[3].other)


def test_an_ordinary_question_is_answered_as_in_a_chat() -> None:
    """A completion of a question with lettered options chooses one, and its letters have their chances."""
    prompt = "Who was late? likelier\n\nA) x\nB) y\n\nAnswer with the letter of one option only: A or B."
    found = asked(model(), prompt, logprobs=5)
    assert found.text in ("A", "B", "The")
    assert {one.token for one in found.first_tokens} == {"A", "B", "The"}
    assert math.fsum(math.exp(one.logprob) for one in found.first_tokens) == pytest.approx(1.0)


def test_the_first_letter_draws_and_the_mean_over_orders_does_not() -> None:
    """A is the likeliest letter in every order, while the preferred option is likelier than the other over both."""
    one = KNOWN[0]
    means = {one.stereotyped: 0.0, one.other: 0.0}
    for shown in ((one.stereotyped, one.other), (one.other, one.stereotyped)):
        chances = letter_probabilities("likelier", shown, KNOWN, (1.0, 0.0), 1)
        assert chances[0] > chances[1]
        assert sum(chances) == pytest.approx(1.0)
        for words, chance in zip(shown, chances, strict=True):
            means[words] += chance / 2
    assert means[one.stereotyped] > 0.5 > means[one.other]


@pytest.mark.parametrize(
    "odd", [{"prompt": ""}, {"prompt": 3}, {"logprobs": 21}, {"logprobs": True}, {"max_tokens": 0}]
)
def test_what_is_no_request_is_refused(odd: dict[str, Any]) -> None:
    """A prompt that is no text and numbers out of range are told, not guessed."""
    with pytest.raises(InputError):
        model().complete({"model": "m", "prompt": "The sky.", "max_tokens": 1, **odd})
