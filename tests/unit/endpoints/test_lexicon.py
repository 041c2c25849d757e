"""What the rehearsal model finds in a text."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from fairdesk.domain.errors import InputError
from fairdesk.endpoints.lexicon import (
    FEMALE,
    INTERNATIONAL,
    QUESTION_LANGUAGES,
    fixed_words,
    holds_directive,
    look,
    read_lexicon,
)
from tests.unit.endpoints.small_lexicon import write_lexicon

RESOURCES = Path(__file__).parents[3] / "resources"


@pytest.mark.parametrize(
    ("text", "cues", "points"),
    [
        ("Daniel, Hillside School. He grew up speaking English.", set(), 0.0),
        ("Emily, Hillside School.", {FEMALE}, 0.0),
        ("EMILY; emily; Emilys; Emily-Jane", {FEMALE}, 0.0),
        ("emily and Emilys", set(), 0.0),
        ("Daniel, Bergen School (Norway).", {INTERNATIONAL}, 0.0),
        ("Daniel. He learned\n English as a second  language.", {INTERNATIONAL}, 0.0),
        ("Emily, Bergen School (Norway).", {FEMALE, INTERNATIONAL}, 0.0),
        ("Top of the\ncohort, top of the cohort; untopped of the cohorts", set(), 0.7),
        ("top of the cohort, but late with work", set(), 0.4),
        ("stop of the cohort", set(), 0.0),
        ("", set(), 0.0),
    ],
)
def test_what_is_found(tmp_path: Path, text: str, cues: set[str], points: float) -> None:
    """Names as written, phrases in any capitals and line breaks, whole words only, each once."""
    found = look(text, read_lexicon(write_lexicon(tmp_path)))
    assert found.cues == cues
    assert found.points == pytest.approx(points)


def test_longest_run_of_fixed_words() -> None:
    """Place-holders split a phrase; what is looked for is the longest rest."""
    assert fixed_words("English is not {their} mother tongue, as {they} says") == "english is not"
    assert fixed_words("{Their} first language is not English") == "first language is not english"


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        ("You rate applicants.", False),
        ("", False),
        ("Rate them REGARDLESS\nof gender.", True),
        ("Do not let the name change your rating.", True),
        ("Do not lethargically rate.", True),
    ],
)
def test_directive_is_recognised_by_its_markers(prompt: str, expected: bool) -> None:
    """The markers are plain phrases, without any understanding: that is what a calibration standard needs."""
    assert holds_directive(prompt) is expected


@pytest.mark.parametrize("damage", ["absent", "no toml", "no phrase", "text for points"])
def test_broken_word_lists_are_said_to_be_so(tmp_path: Path, damage: str) -> None:
    """A damaged installation gives a sentence with advice, not a traceback."""
    resources = write_lexicon(tmp_path)
    lexicon = resources / "rehearsal" / "lexicon.toml"
    if damage == "absent":
        lexicon.unlink()
    else:
        texts = {
            "no toml": "[[",
            "no phrase": "[[strength]]\npoints = 1",
            "text for points": '[[strength]]\nphrase = "a"\npoints = "b"',
        }
        lexicon.write_text(texts[damage], encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_lexicon(resources)
    assert caught.value.advice


def test_words_that_cannot_tell_the_groups_apart_are_refused(tmp_path: Path) -> None:
    """A native phrase that holds a non-native one would plant the bias in the control group."""
    resources = write_lexicon(tmp_path, native="{They} says: {they} learned English as a second language")
    with pytest.raises(InputError, match="cannot tell"):
        read_lexicon(resources)


def test_shipped_lists_tell_every_word_apart() -> None:
    """Every shipped cued word is found, no other is, and no shipped case holds a cue by itself."""
    lexicon = read_lexicon(RESOURCES)
    lists = tomllib.loads((RESOURCES / "admissions" / "cues.toml").read_text(encoding="utf-8"))
    cued = {"female": FEMALE, "overseas": INTERNATIONAL, "non_native": INTERNATIONAL}
    for entry in [*lists["names"], *lists["schools"], *lists["profiles"]]:
        for words in entry["words"]:
            text = words.replace("{They}", "She").replace("{Their}", "Her").replace("{their}", "her")
            expected = {cued[entry["level"]]} if entry["level"] in cued else set()
            assert look(f"Note. {text}.", lexicon).cues == expected, words
    for path in sorted((RESOURCES / "admissions" / "cases").glob("*.toml")):
        assert not look(tomllib.loads(path.read_text(encoding="utf-8"))["text"], lexicon).cues, path.name


@pytest.mark.parametrize("language", QUESTION_LANGUAGES)
def test_shipped_lists_of_other_languages_tell_every_word_apart(language: str) -> None:
    """A cued word is found where its language is asked in; a school that bears a listed name would be taken for her."""
    lexicon = read_lexicon(RESOURCES).asked_in(language)
    cues = tomllib.loads((RESOURCES / "cues" / f"{language}.toml").read_text(encoding="utf-8"))["cues"]
    cued = {("given-names", "female"): FEMALE, ("surnames", "international"): INTERNATIONAL}
    cued |= {("schools", "international"): INTERNATIONAL}
    for cue in cues:
        for entry in cue.get("lists", ()):
            expected = {cued[key]} if (key := (cue["cue_id"], entry["level"])) in cued else set()
            for words in entry["words"]:
                assert look(f"Note. {words}.", lexicon).cues == expected, words


def test_a_broken_list_of_another_language_is_said_with_its_folder(tmp_path: Path) -> None:
    """The advice names every folder in which lists lie."""
    resources = write_lexicon(tmp_path)
    (resources / "cues").mkdir()
    (resources / "cues" / "de.toml").write_text("[[", encoding="utf-8")
    with pytest.raises(InputError, match=r"de\.toml") as caught:
        read_lexicon(resources)
    assert "resources/cues" in caught.value.advice


def test_shipped_directive_is_recognised_and_the_shipped_prompt_is_not() -> None:
    """The mitigated system differs from the baseline for the rehearsal model."""
    from fairdesk.evaluations.admissions import SYSTEM_PROMPT
    from fairdesk.layers.fairness_directive import TEXT

    assert holds_directive(f"{SYSTEM_PROMPT}\n\n{TEXT}")
    assert not holds_directive(SYSTEM_PROMPT)
