"""Small designs whose words are in five scripts, for tests of what variants leave untouched."""

from __future__ import annotations

from dataclasses import replace

from fairdesk.domain.cases import Case
from fairdesk.domain.design import Attribute, CellChoice, Cue, CueKind, Design, WordList

SCRIPTS = {
    "Latin": (("Tomás", "Łukasz", "Jürgen"), ("Zoë", "Siân", "Ana"), "aé ßŁø.,'’-\n"),
    "Cyrillic": (("Иван", "Пётр", "Олег"), ("Анна", "Ольга", "Нина"), "абв Яё.,-\n"),
    "Arabic": (("أحمد", "يوسف", "خالد"), ("ليلى", "مريم", "سارة"), "ابت ثج،؟.\u200f\n"),
    "Devanagari": (("राहुल", "अमित", "विजय"), ("प्रिया", "सीता", "नेहा"), "कखग मि।.\u200d\n"),
    "Chinese": (("王伟", "李强", "张勇"), ("王芳", "李娜", "张敏"), "的一是 不。，\n"),
}
"""Script to names of two levels and to letters that texts are made of besides."""

GENDER = Attribute(attribute_id="gender", title="Gender", levels=("male", "female"))
ORIGIN = Attribute(attribute_id="origin", title="Origin", levels=("home", "abroad"))


def lists(**levels: tuple[str, ...]) -> tuple[WordList, ...]:
    """One list per level."""
    return tuple(
        WordList(level=level, words=words, provenance="Written by a test.", also_signals="Nothing known.")
        for level, words in levels.items()
    )


def names(male: tuple[str, ...], female: tuple[str, ...], place_holder: str = "", language: str = "en") -> Cue:
    """A cue of names for two genders."""
    return Cue(
        cue_id="names",
        attribute_id="gender",
        kind=CueKind.NAMES,
        title="Names",
        language=language,
        place_holder=place_holder,
        lists=lists(male=male, female=female),
    )


def filler(name: str = "school", attribute: str = "origin", **levels: tuple[str, ...]) -> Cue:
    """A cue that fills a place-holder."""
    return Cue(
        cue_id=f"{name}s",
        attribute_id=attribute,
        kind=CueKind.PLACE_HOLDER,
        title=name.title(),
        language="en",
        place_holder=name,
        lists=lists(**(levels or {"home": ("Elm School", "Fir School"), "abroad": ("Liceo Uno", "Liceo Dos")})),
    )


def gendered(language: str = "en") -> Cue:
    """Gendered words by the rules of a language."""
    return Cue(
        cue_id="gendered", attribute_id="gender", kind=CueKind.GENDERED_WORDS, title="Gendered words", language=language
    )


def choice(**levels: str) -> CellChoice:
    """A choice to test a cell, or with ``*`` a block."""
    return CellChoice(levels=levels, is_tested=True)


def design_of(*cues: Cue, **changes: object) -> Design:
    """Gender and origin, alone and crossed."""
    design = Design(
        attributes=(GENDER, ORIGIN),
        cues=cues,
        choices=(choice(gender="*"), choice(origin="*"), choice(gender="*", origin="*")),
        seed=7,
    )
    return replace(design, **changes)  # type: ignore[arg-type]  # whatever a test changes


def case_of(text: str, case_id: str = "c-1", language: str = "en") -> Case:
    """A file with a text."""
    return Case(case_id=case_id, title="", text=text, language=language, facts={}, origin="")
