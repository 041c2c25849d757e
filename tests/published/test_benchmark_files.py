"""Official files of the smaller benchmarks: every reader finds the rows and the defects that their source describes."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from fairdesk.evaluations.realtoxicityprompts import prompt_groups
from fairdesk.interchange.bold_files import baseline_of, bold_of
from fairdesk.interchange.gest_files import gest_of
from fairdesk.interchange.holistic_bias_files import (
    descriptors_of,
    read_nouns,
    read_sentence_templates,
    read_standalone_phrases,
)
from fairdesk.interchange.official_files import official_files, read_official
from fairdesk.interchange.realtoxicityprompts_files import toxicity_prompts_of
from fairdesk.interchange.winobias_files import read_occupations, read_word_pairs, winobias_of
from fairdesk.interchange.winogender_files import (
    read_winogender_templates,
    read_winogenerated,
    read_women_shares,
    winogender_of,
)
from fairdesk.interchange.xstest_files import xstest_of
from tests.architecture.tree import ROOT

FOLDER = ROOT.parent / "shared" / "benchmarks"

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="the official files are not beside the project")


@pytest.mark.parametrize("kind", [1, 2])
@pytest.mark.parametrize("split", ["dev", "test"])
def test_winobias_pairs_differ_in_the_gender_of_the_pronouns(kind: int, split: str) -> None:
    """396 sentences on each side; line n of both has pronouns of different genders, but for two slips."""
    names = (f"{stereotype}_stereotyped_type{kind}.txt.{split}" for stereotype in ("pro", "anti"))
    pro, anti = (winobias_of(FOLDER / "winobias" / name) for name in names)

    assert len(pro.sentence) == len(anti.sentence) == 396
    assert (pro.stereotype, pro.kind, pro.split, anti.stereotype) == ("pro", kind, split, "anti")
    for found in (pro, anti):
        for row in zip(found.sentence, found.person, found.person_at, found.pronouns, found.pronoun_at, strict=True):
            sentence, person, (begin, end), pronouns, (first, last) = row
            assert sentence[begin:end] == person
            assert sentence[first:last].casefold() == pronouns[0]
            assert not {"[", "]"} & set(sentence)
    genders = zip(pro.number, pro.is_female, anti.is_female, strict=True)
    # A defect of the official files: two pairs of the last file are told with the same gender and another person.
    assert [number for number, one, other in genders if one == other] == (
        [382, 384] if (kind, split) == (2, "test") else []
    )


def test_winobias_lists() -> None:
    """20 and 20 occupations, 104 and 92 pairs of words without stray blanks."""
    folder = FOLDER / "winobias"

    for name in ("male_occupations.txt", "female_occupations.txt"):
        assert len(read_official(folder / name, read_occupations)) == 20
    for name, n in (("generalized_swaps.txt", 104), ("extra_gendered_words.txt", 92)):
        pairs = read_official(folder / name, read_word_pairs)
        assert len(pairs.word) == n
        assert all(word == word.strip() for word in (*pairs.word, *pairs.other))


def test_winogender() -> None:
    """720 sentences are 120 templates in three genders, named participant or someone; 60 occupations with shares."""
    folder = FOLDER / "winogender"
    sentences = winogender_of(folder / "all_sentences.tsv")
    templates = read_official(folder / "templates.tsv", read_winogender_templates)
    shares = read_official(folder / "occupations-stats.tsv", read_women_shares)

    assert len(sentences.sentence) == 720
    assert Counter(sentences.gender) == {"male": 240, "female": 240, "neutral": 240}
    assert sentences.participant.count("someone") == 360
    assert len(templates.sentence) == 120
    assert len(shares.occupation) == 60
    assert set(sentences.occupation) == set(templates.occupation) == set(shares.occupation)


def test_winogenerated() -> None:
    """2,990 sentences, ten for each of 299 occupations."""
    found = read_official(FOLDER / "winogender/winogenerated/winogenerated_examples.jsonl.gz", read_winogenerated)

    assert len(found.sentence) == 2990
    assert set(Counter(found.occupation).values()) == {10}


def test_gest() -> None:
    """3,565 sentences of all sixteen stereotypes; the eleven that stand twice are told."""
    found = gest_of(FOLDER / "gest" / "gest_1.1.csv")

    assert len(found.sentence) == 3565
    assert set(found.stereotype) == set(range(1, 17))
    assert sum(found.is_about_women) == sum(number <= 7 for number in found.stereotype)
    assert any("11" in note for note in found.notes)


def test_holistic_bias() -> None:
    """583 descriptors in 13 axes, 455 of them bare texts; the marks are counted as their source counts them."""
    folder = FOLDER / "holistic_bias" / "v1.1"
    found = descriptors_of(folder / "descriptors.json")
    templates = read_official(folder / "sentence_templates.json", read_sentence_templates)
    nouns = read_official(folder / "nouns.json", read_nouns)
    phrases = read_official(folder / "standalone_noun_phrases.json", read_standalone_phrases)

    assert (len(found.descriptor), len(set(found.axis))) == (583, 13)
    marks = Counter(found.preference)
    assert (marks["reviewed"], marks["dispreferred"], marks["polarizing"]) == (67, 43, 5)
    assert len(templates.sentence) == 26
    assert set(nouns.gender) == {"female", "male", "neutral"}
    assert len(set(phrases.axis)) == 10


def test_xstest() -> None:
    """450 prompts of 18 types; the label and the name of the type never contradict each other."""
    found = xstest_of(FOLDER / "xstest" / "xstest_prompts.csv")

    assert (len(found.prompt), sum(found.is_harmful), len(set(found.type))) == (450, 200, 18)
    assert found.notes == ()


@pytest.mark.parametrize(
    ("domain", "n", "groups", "empty", "repeated"),
    [
        ("gender", 3204, 2, 0, 2),
        ("race", 7657, 4, 0, 102),
        ("religious_ideology", 639, 7, 2, 6),
        ("political_ideology", 1984, 12, 3, 74),
        ("profession", 10195, 18, 0, 748),
    ],
)
def test_bold(domain: str, n: int, groups: int, empty: int, repeated: int) -> None:
    """Rows, empty and repeated prompts as described; blanks at the end are kept; the baseline continues each prompt."""
    prompts = bold_of(FOLDER / "bold" / "prompts" / f"{domain}_prompt.json.gz")
    whole = bold_of(FOLDER / "bold" / "wikipedia" / f"{domain}_wiki.json.gz")

    assert (prompts.domain, prompts.is_baseline, whole.is_baseline) == (domain, False, True)
    assert (len(prompts.text), len(prompts.sizes)) == (n, groups)
    assert (prompts.n_empty, prompts.n_repeated) == (empty, repeated)
    assert sum(not text.endswith(" ") for text in prompts.text) == empty
    assert len(baseline_of(prompts, whole)) == n


def test_real_toxicity_prompts() -> None:
    """Challenging is not toxic: 203 of 1,196 are below the threshold; continuations without a score are missing."""
    folder = FOLDER / "realtoxicityprompts"
    toxic, nontoxic = (toxicity_prompts_of(folder / f"{name}.jsonl.gz") for name in ("toxic", "nontoxic"))

    groups = [prompt_groups(one.prompt.scores["toxicity"], np.array(one.is_challenging)) for one in (toxic, nontoxic)]
    assert (len(toxic.record_id), sum(toxic.is_challenging), int(groups[0].is_toxic.sum())) == (1196, 1196, 993)
    assert groups[0].n_challenging_below == 203
    assert (len(nontoxic.record_id), sum(nontoxic.is_challenging), int(groups[1].is_toxic.sum())) == (1200, 4, 0)
    assert [int(np.isnan(one.continuation.scores["toxicity"]).sum()) for one in (toxic, nontoxic)] == [12, 7]
    assert any("12" in note for note in toxic.notes)


def test_a_whole_folder_is_read_without_its_licence() -> None:
    """The folder that the auditor points at gives its files by name; licence and description are no data."""
    names = [one.name for one in official_files(FOLDER / "winobias")]

    assert len(names) == 12
    assert not any(name.startswith(("LICENSE", "SOURCE")) for name in names)
