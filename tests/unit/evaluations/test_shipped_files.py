"""All shipped admissions files, read as a picky reader would."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from fairdesk.domain.cases import PRONOUN_PLACEHOLDERS, Case, CueSet, Variant
from fairdesk.evaluations.admissions import variants_of
from fairdesk.evaluations.substitution import check_difference, fill, fill_clause, pronouns_of
from fairdesk.interchange.case_files import read_case_folder, read_cues

RESOURCES = Path(__file__).parents[3] / "resources"
RUN_WORDS = 12
SEEDS = (1, 20261129)

GENDER_WORDS = """
he she him her his hers himself herself man men woman women boy boys girl girls mr mrs ms sir madam lady ladies
gentleman gentlemen male female father mother son daughter brother sister husband wife uncle aunt nephew niece
chairman spokesman foreman tomboy maternity paternity pregnant king queen
"""

ORIGIN_WORDS = """
abroad overseas foreign foreigner international immigrant migrant refugee visa passport nationality citizen homeland
british english irish canadian australian american european african asian native accent
"""

OTHER_MEANINGS = """
april may june august grace faith hope rose lily daisy ruby mark jack will harry bill rob chase charlotte victoria
florence chelsea georgia paris austin jordan dallas lincoln
"""

word = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


@pytest.fixture(scope="module")
def cases() -> tuple[Case, ...]:
    return read_case_folder(RESOURCES / "admissions" / "cases")


@pytest.fixture(scope="module")
def cues() -> CueSet:
    return read_cues(RESOURCES / "admissions" / "cues.toml")


@pytest.fixture(scope="module")
def lexicon() -> dict[str, float]:
    table = tomllib.loads((RESOURCES / "rehearsal" / "lexicon.toml").read_text(encoding="utf-8"))
    phrases = [entry["phrase"] for entry in table["strength"]]
    assert len(phrases) == len(set(phrases))
    return {entry["phrase"]: entry["points"] for entry in table["strength"]}


def outside_placeholders(case: Case) -> list[str]:
    return word.findall(re.sub(r"\{\w+\}", " ", case.text).lower())


def has_phrase(text: str, phrase: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(phrase)}(?!\w)", text, re.IGNORECASE) is not None


def shared_runs(texts: dict[str, str]) -> list[tuple[str, str, str]]:
    seen: dict[tuple[str, ...], str] = {}
    shared = []
    for case_id, text in texts.items():
        words = word.findall(text.lower())
        for start in range(len(words) - RUN_WORDS + 1):
            run = tuple(words[start : start + RUN_WORDS])
            if seen.setdefault(run, case_id) != case_id:
                shared.append((seen[run], case_id, " ".join(run)))
    return shared


def test_the_set_is_as_varied_as_its_note_says(cases: tuple[Case, ...], cues: CueSet) -> None:
    """At least 44 files, 14 of them short enough for a small model, over subjects, levels, strengths, countries."""
    lengths = [len(variants_of(case, cues, 1)[0].text.split()) for case in cases]
    assert len(cases) >= 44
    assert sum(70 <= length <= 100 for length in lengths) >= 14
    assert all(70 <= length <= 100 or 110 <= length <= 330 for length in lengths)
    assert max(lengths) > 280
    assert len({case.facts["subject"] for case in cases}) >= 40
    assert len({case.facts["level"] for case in cases}) >= 4
    assert len({case.title for case in cases}) == len(cases)
    for fact in ("strength", "country"):
        assert min(Counter(case.facts[fact] for case in cases).values()) >= 10


def test_the_short_files_are_as_varied_as_the_rest(cases: tuple[Case, ...]) -> None:
    """A demonstration takes the shortest twelve: all strengths and countries are among them."""
    shortest = sorted(cases, key=lambda case: (len(case.text), case.case_id))[:12]
    assert len({case.facts["strength"] for case in shortest}) == 3
    assert len({case.facts["country"] for case in shortest}) == 4


def test_no_two_files_share_a_run_of_twelve_words(cases: tuple[Case, ...], cues: CueSet) -> None:
    """Not as templates, and not when every file got the same name, school and profile, the longest there are."""
    assert shared_runs({case.case_id: case.text for case in cases}) == []
    words = pronouns_of("female")
    schools = [school for one in cues.lists if one.kind == "schools" for school in one.words]
    profiles = [clause for one in cues.lists if one.kind == "profiles" for clause in one.words]
    words["profile"] = fill_clause(max(profiles, key=lambda clause: len(clause.split())), words)
    words |= {"name": "Emma Danby", "surname": "Danby", "school": max(schools, key=lambda name: len(name.split()))}
    assert shared_runs({case.case_id: fill(case, "same words", words).text for case in cases}) == []


def test_no_gender_or_origin_stands_outside_the_cues(cases: tuple[Case, ...]) -> None:
    """What a variant does not change says nothing of gender, nationality or first language."""
    banned = {*GENDER_WORDS.split(), *ORIGIN_WORDS.split()}
    assert [(case.case_id, one) for case in cases for one in outside_placeholders(case) if one in banned] == []


def test_no_name_or_country_of_the_lists_stands_in_a_text(cases: tuple[Case, ...], cues: CueSet) -> None:
    """A cue comes into a text by its place-holder alone."""
    words = {
        name.lower() for one in (*cues.lists, cues.surnames) if one.kind in ("names", "surnames") for name in one.words
    }
    towns = {
        part.lower() for one in cues.lists if one.kind == "schools" for name in one.words for part in word.findall(name)
    }
    banned = words | (towns - {"secondary", "school", "united"})
    assert [(case.case_id, one) for case in cases for one in outside_placeholders(case) if one in banned] == []


def test_no_article_stands_before_a_cue(cases: tuple[Case, ...]) -> None:
    """'A' or 'an' before a place-holder would fit only some of the words."""
    assert [case.case_id for case in cases if re.search(r"\ban? \{", case.text, re.IGNORECASE)] == []


def test_sentences_begin_with_capitals_and_pronouns_fit_their_place(cases: tuple[Case, ...]) -> None:
    """Capital place-holders stand where a sentence begins, small ones never do; profiles stand as sentences."""
    for case in cases:
        for found in re.finditer(r"\{(\w+)\}", case.text):
            before = case.text[: found.start()].rstrip(' "')
            begins = not before or before.endswith((".", "?", "!", "\n"))
            if found[1] in PRONOUN_PLACEHOLDERS:
                assert begins == found[1][0].isupper(), (case.case_id, found[1], before[-30:])
            if found[1] == "profile":
                assert begins, (case.case_id, before[-30:])
                assert case.text[found.end()] == ".", case.case_id


def test_verbs_after_pronouns_are_singular(cases: tuple[Case, ...], cues: CueSet) -> None:
    """'He have' and 'she were' are nowhere, in texts or profiles."""
    texts = [one.text for case in cases for one in variants_of(case, cues, 1)]
    wrong = re.compile(
        r"\b(s?he) (are|have|were|do|go|like|want|write|speak|ask|prefer|hope|come|listen|repair)\b", re.I
    )
    assert [found[0] for text in texts for found in wrong.finditer(text)] == []


def test_every_file_has_something_that_a_gender_changes(cases: tuple[Case, ...]) -> None:
    """Each file has a pronoun beside the name."""
    for case in cases:
        assert any("{" + name + "}" in case.text for name in PRONOUN_PLACEHOLDERS), case.case_id


@pytest.mark.parametrize("seed", SEEDS)
def test_variants_differ_only_where_a_cue_stands(cases: tuple[Case, ...], cues: CueSet, seed: int) -> None:
    """Checked without a model: each variant differs from its original in its own place-holders, in all of them."""
    pronouns = set(PRONOUN_PLACEHOLDERS)
    may_change = {
        "female": {"name", "profile"} | pronouns,
        "international": {"school", "profile"},
        "female+international": {"name", "school", "profile"} | pronouns,
        "control": {"school", "profile"},
        "placebo": {"name"},
    }
    must_change = {
        "female": {"name"},
        "international": {"school", "profile"},
        "female+international": {"name", "school", "profile"},
        "control": {"school", "profile"},
        "placebo": {"name"},
    }
    for case in cases:
        original, *others = variants_of(case, cues, seed)
        assert "{" not in original.text
        for variant in others:
            changed = {span.placeholder for span in check_difference(original, variant)}
            assert must_change[variant.label] <= changed <= may_change[variant.label], (case.case_id, variant.label)


def test_pronouns_of_a_variant_agree(cases: tuple[Case, ...], cues: CueSet) -> None:
    """No text holds pronouns of both genders."""

    def holds(variant: Variant, words: str) -> bool:
        return bool(set(word.findall(variant.text.lower())) & set(words.split()))

    for case in cases:
        for variant in variants_of(case, cues, 20261129):
            male, female = "he him his himself", "she her hers herself"
            right, wrong = (female, male) if variant.label.startswith("female") else (male, female)
            assert holds(variant, right), (case.case_id, variant.label)
            assert not holds(variant, wrong), (case.case_id, variant.label)


@pytest.mark.parametrize("seed", SEEDS)
def test_many_names_and_schools_are_used(cases: tuple[Case, ...], cues: CueSet, seed: int) -> None:
    """At least 5 names per group stand over the set (methods.md D3), and as many schools overseas."""
    used: dict[str, set[str]] = {}
    for case in cases:
        for variant in variants_of(case, cues, seed):
            for one in variant.substitutions:
                if one.placeholder in ("name", "school"):
                    used.setdefault(f"{variant.label} {one.placeholder}", set()).add(one.words.split()[0])
    assert len(used["original name"]) >= 5
    assert len(used["female name"]) >= 5
    assert len(used["placebo name"]) >= 5
    assert len(used["international school"]) >= 5
    assert len(used["original school"]) >= 10


def test_name_lists_hold_no_word_and_no_month(cues: CueSet) -> None:
    """Names are single words that mean nothing else; groups have equal numbers and do not overlap."""
    male, female = cues.words("names", "male"), cues.words("names", "female")
    assert len(male) == len(female) >= 8
    assert not set(male) & set(female)
    assert len(cues.surnames.words) >= 20
    for name in (*male, *female):
        assert re.fullmatch(r"[A-Z][a-z]+", name)
        assert name.lower() not in OTHER_MEANINGS.split()


def test_schools_have_one_form_and_profiles_are_short(cues: CueSet) -> None:
    """Name, town and country stand in one form everywhere, so that form is not a cue; profiles have 7 words at most."""
    for one in cues.lists:
        if one.kind == "schools":
            assert len(one.words) >= (10 if one.level == "overseas" else 4)
            for name in one.words:
                assert re.fullmatch(r"\w+ Secondary School \(\w+, [A-Z][\w ]+\)", name), name
                if one.country:
                    assert name.endswith(f", {one.country})")
        if one.kind == "profiles":
            assert all(len(clause.split()) <= 7 and not clause.endswith(".") for clause in one.words)
    at_home = {one.country for one in cues.lists if one.country}
    abroad = {name.rsplit(", ", 1)[1].rstrip(")") for name in cues.words("schools", "overseas")}
    assert not at_home & abroad
    assert len(abroad) == len(cues.words("schools", "overseas"))


def test_phrases_of_the_lexicon_do_not_overlap(lexicon: dict[str, float]) -> None:
    """No phrase is part of another, so that none is counted twice; points stay within their range and are never 0."""
    assert len(lexicon) >= 25
    for phrase, points in lexicon.items():
        assert phrase == phrase.lower()
        assert 0.05 <= abs(points) <= 0.8
        assert [other for other in lexicon if other != phrase and has_phrase(other, phrase)] == []


def test_the_lexicon_covers_the_files(cases: tuple[Case, ...], lexicon: dict[str, float], cues: CueSet) -> None:
    """Each file holds two phrases or more, each phrase stands somewhere, and no cue word is a phrase."""
    used: Counter[str] = Counter()
    for case in cases:
        held = [phrase for phrase in lexicon if has_phrase(case.text, phrase)]
        assert len(held) >= 2, case.case_id
        used.update(held)
    assert set(used) == set(lexicon)
    cue_words = " ".join(text for one in cues.lists for text in one.words)
    assert [phrase for phrase in lexicon if has_phrase(cue_words, phrase)] == []


def test_files_spread_over_the_scale(cases: tuple[Case, ...], lexicon: dict[str, float]) -> None:
    """Points go from about 1.5 to 4.7, rise with the writer's strength, and leave many files room to move both ways."""
    base = {
        case.case_id: 3 + sum(p for phrase, p in lexicon.items() if has_phrase(case.text, phrase)) for case in cases
    }
    assert 1.3 <= min(base.values()) <= 1.7
    assert 4.5 <= max(base.values()) <= 4.8
    assert sum(2 <= value <= 4 for value in base.values()) >= len(cases) / 2
    of = {
        strength: [base[case.case_id] for case in cases if case.facts["strength"] == strength]
        for strength in ("weak", "middling", "strong")
    }
    assert max(of["weak"]) < min(of["middling"]) <= max(of["middling"]) < min(of["strong"])
