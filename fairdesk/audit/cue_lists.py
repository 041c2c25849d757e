"""Cues to begin a design with, lists that an auditor brings, and what is wrong with the lists of a design."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.design import Attribute, CellChoice, Cue, CueKind, Design, WordList
from fairdesk.domain.word_lists import FoundLists, ListProblem

FEW_STIMULI = 5
"""Fewer words per level test these words and not the group (methods.md D3)."""

STARTING_CUES = ("gendered-words", "given-names", "surnames", "schools")
"""Ids of the shipped cues that a new design has; the others can be added."""

UNTESTED_GROUNDS = (
    ("sexual-orientation", "Sexual orientation", "sexual orientation"),
    ("gender-identity", "Gender identity beyond two genders", "gender identity"),
    ("care", "Pregnancy and care of children", "pregnancy and parenthood"),
    ("social-origin", "Social origin", "social origin"),
)
"""Grounds for which FairDesk ships no cue; a new design names them, so that none is silently absent."""

GENDERS = ("male", "female")

place_holder = re.compile(r"[a-z][a-z_]{0,30}")


def cue_languages(spec: WorkspaceSpec) -> tuple[str, ...]:
    """Languages, two letters each, for which FairDesk ships cues."""
    return tuple(sorted(file.stem for file in (Workspace(spec).resources / "cues").glob("*.toml")))


def shipped_cues(spec: WorkspaceSpec, language: str) -> tuple[tuple[Attribute, ...], tuple[Cue, ...]]:
    """The shipped attributes and cues of a language; both empty where FairDesk ships none.

    Raises:
        ImportProblem: the shipped file was damaged.
    """
    from fairdesk.interchange.cue_files import read_cue_file

    file = Workspace(spec).resources / "cues" / f"{language}.toml"
    if language not in cue_languages(spec):
        return (), ()
    found = read_cue_file(file)
    return found.attributes, found.cues


def starting_design(spec: WorkspaceSpec, language: str) -> Design:
    """A design to begin with: two attributes with their cues and their crossing, every other ground untested.

    Decisions, position, targets and the reasons for what is not tested are the auditor's and stay open.
    """
    from fairdesk.evaluations.question_sets import questions_in

    attributes, cues = shipped_cues(spec, language)
    used = tuple(cue for cue in cues if cue.cue_id in STARTING_CUES)
    crossed = tuple(one for one in attributes if any(cue.attribute_id == one.attribute_id for cue in used))
    others = tuple(one for one in attributes if one not in crossed)
    grounds = tuple(
        Attribute(attribute_id=short, title=title, levels=("not mentioned", "mentioned"), ground=ground)
        for short, title, ground in UNTESTED_GROUNDS
    )
    singles = tuple(CellChoice(levels={one.attribute_id: one.levels[1]}, is_tested=True) for one in crossed)
    pair = {one.attribute_id: one.levels[1] for one in crossed}
    both = (CellChoice(levels=pair, is_tested=True),) if len(crossed) > 1 else ()
    return Design(
        title="Counterfactual test of files",
        language=language,
        attributes=(*crossed, *others, *grounds),
        cues=used,
        choices=(*singles, *both),
        questions=questions_in(language),
    )


def read_word_lists(path: Path) -> FoundLists:
    """The lists of a file of names or words, whatever layout they are in.

    Raises:
        ImportProblem: the file holds no list of words; names file, place, cause and cure.
    """
    from fairdesk.interchange.word_list_files import read_word_list_file

    return read_word_list_file(path)


def check_lists(design: Design) -> tuple[ListProblem, ...]:
    """What is wrong with attributes, cues and lists of a design, blocking problems first; no file is looked at."""
    found = [*_attributes(design)]
    seen: set[str] = set()
    for cue in design.cues:
        if cue.cue_id in seen:
            found.append(_problem(cue, "", "Another cue has the same id: rename one of the two."))
        seen.add(cue.cue_id)
        found += _cue(design, cue)
    return tuple(sorted(found, key=lambda problem: not problem.is_blocking))


def _attributes(design: Design) -> Iterator[ListProblem]:
    ids = [one.attribute_id for one in design.attributes]
    for attribute in design.attributes:
        sentences = []
        levels = [_key(level) for level in attribute.levels]
        if len(attribute.levels) < 2:
            sentences.append("It has fewer than two levels: nothing can be compared.")
        if len(set(levels)) < len(levels):
            sentences.append("Two of its levels have the same name: rename one of the two.")
        if not all(levels):
            sentences.append("A level has no name: name it, or remove it.")
        if ids.count(attribute.attribute_id) > 1:
            sentences.append("Another attribute has the same id: rename one of the two.")
        for sentence in sentences:
            yield ListProblem(
                cue_id="",
                attribute_id=attribute.attribute_id,
                level="",
                words=(),
                sentence=f"{attribute.title or attribute.attribute_id}: {sentence}",
                is_blocking=True,
            )


def _cue(design: Design, cue: Cue) -> Iterator[ListProblem]:
    attribute = next((one for one in design.attributes if one.attribute_id == cue.attribute_id), None)
    if attribute is None:
        yield _problem(cue, "", "Its attribute is not in the design: choose another, or remove the cue.")
        return
    if cue.language != design.language:
        sentence = f"It is for files in {cue.language!r}, and the design is for {design.language!r}."
        yield _problem(cue, "", f"{sentence} In files of another language it changes nothing.", is_blocking=False)
    if cue.kind is CueKind.GENDERED_WORDS:
        yield from _gendered(cue, attribute)
        return
    if cue.kind is CueKind.REWRITTEN:
        return
    if cue.kind is CueKind.PLACE_HOLDER or cue.place_holder:
        yield from _place_holder(design, cue)
    for level in attribute.levels:
        one = next((found for found in cue.lists if found.level == level), None)
        if one is None or not one.words:
            yield _problem(cue, level, f"There is no word for “{level}”: add some, or import a list.")
        else:
            yield from _list(cue, one)
    for one in cue.lists:
        if one.level not in attribute.levels:
            yield _problem(cue, one.level, f"“{one.level}” is no level of {attribute.title}: remove the list.")
    yield from _between(cue)


def _gendered(cue: Cue, attribute: Attribute) -> Iterator[ListProblem]:
    if set(attribute.levels) != set(GENDERS):
        sentence = "Gendered words are known for the two levels “male” and “female” only: name the levels so."
        yield _problem(cue, "", sentence)
    for pair in cue.fixed_words:
        first, bar, second = pair.partition("|")
        if not bar or not first.strip() or not second.strip() or first.strip() == second.strip():
            yield _problem(cue, "", f"“{pair}” is no pair: write the male form, a bar, the female form.", words=(pair,))


def _place_holder(design: Design, cue: Cue) -> Iterator[ListProblem]:
    if not place_holder.fullmatch(cue.place_holder):
        sentence = f"“{cue.place_holder}” is no name for a place-holder: use small letters a to z and low lines."
        yield _problem(cue, "", sentence)
    elif any(other.place_holder == cue.place_holder and other.cue_id != cue.cue_id for other in design.cues):
        yield _problem(cue, "", f"Another cue fills {{{cue.place_holder}}} too: rename one of the two place-holders.")


def _list(cue: Cue, one: WordList) -> Iterator[ListProblem]:
    keys = [_key(word) for word in one.words]
    counts = Counter(keys)
    twice = tuple(dict.fromkeys(word for word, key in zip(one.words, keys, strict=True) if counts[key] > 1))
    if not all(keys):
        yield _problem(cue, one.level, f"A word for “{one.level}” is empty: remove the line.")
    if twice and cue.kind is not CueKind.TERMS:
        yield _problem(cue, one.level, f"Words for “{one.level}” stand there twice: {_some(twice)}.", words=twice)
    broken = tuple(word for word in one.words if any(unicodedata.category(letter) == "Cc" for letter in word))
    if broken:
        yield _problem(cue, one.level, f"Words for “{one.level}” hold line breaks or control characters.", words=broken)
    if cue.kind is CueKind.NAMES:
        yield from _names(cue, one)
    if cue.kind is not CueKind.TERMS and len(set(keys)) == 1:
        yield _problem(
            cue,
            one.level,
            f"“{one.level}” has one word only: a result would be about this word and not about the group, and no "
            f"placebo swap is possible. Use {FEW_STIMULI} or more.",
        )
    elif cue.kind is not CueKind.TERMS and len(set(keys)) < FEW_STIMULI:
        sentence = (
            f"“{one.level}” has {len(set(keys))} words: with fewer than {FEW_STIMULI} a result is about the words."
        )
        yield _problem(cue, one.level, sentence, is_blocking=False)
    if not one.provenance.strip():
        yield _problem(cue, one.level, f"Nobody said where the words for “{one.level}” come from.")
    if not one.also_signals.strip() and not cue.signals_also.strip():
        yield _problem(cue, one.level, f"Nobody said what else the words for “{one.level}” signal.")


def _names(cue: Cue, one: WordList) -> Iterator[ListProblem]:
    from fairdesk.evaluations.swaps.ordinary_words import is_ordinary

    ordinary = tuple(word for word in one.words if is_ordinary(word, cue.language))
    if ordinary:
        sentence = f"Names for “{one.level}” are ordinary words too: {_some(ordinary)}. Take them out of the list"
        only = (
            "; a text may use them as words." if not cue.place_holder else ", or a reader may not take them for names."
        )
        yield _problem(cue, one.level, sentence + only, words=ordinary)


def _between(cue: Cue) -> Iterator[ListProblem]:
    """What is wrong between the lists of the levels."""
    if cue.kind is CueKind.TERMS and len({len(one.words) for one in cue.lists}) > 1:
        lengths = ", ".join(f"{one.level} {len(one.words)}" for one in cue.lists)
        yield _problem(
            cue, "", f"The lists have different lengths ({lengths}): entry n stands for entry n of the others."
        )
    first: dict[str, str] = {}
    shared: dict[str, tuple[str, str, str]] = {}
    for one in cue.lists:
        for word in one.words:
            other = first.setdefault(_key(word), one.level)
            if other != one.level:
                shared.setdefault(_key(word), (word, other, one.level))
    for word, one_level, other_level in shared.values():
        sentence = f"“{word}” stands for “{one_level}” and for “{other_level}”: take it out of one of the lists."
        yield _problem(cue, other_level, sentence, words=(word,))


def _key(word: str) -> str:
    return " ".join(unicodedata.normalize("NFC", word).casefold().split())


def _some(words: tuple[str, ...]) -> str:
    shown = ", ".join(word[:40] for word in words[:5])
    return f"{shown} and {len(words) - 5} more" if len(words) > 5 else shown


def _problem(
    cue: Cue, level: str, sentence: str, words: tuple[str, ...] = (), *, is_blocking: bool = True
) -> ListProblem:
    return ListProblem(
        cue_id=cue.cue_id,
        attribute_id=cue.attribute_id,
        level=level,
        words=words,
        sentence=f"{cue.title or cue.cue_id}: {sentence}",
        is_blocking=is_blocking,
    )
