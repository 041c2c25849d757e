"""A design in words: kinds of cues, decisions, views, states of a review, kinds of personal data."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QLocale

from fairdesk.domain.design import Cue, CueKind, CueVerdict, Direction, View

CONTEXT = "DesignWords"

LANGUAGES: dict[str, str] = {
    "en": str(QT_TRANSLATE_NOOP(CONTEXT, "English")),
    "de": str(QT_TRANSLATE_NOOP(CONTEXT, "German")),
    "fr": str(QT_TRANSLATE_NOOP(CONTEXT, "French")),
    "es": str(QT_TRANSLATE_NOOP(CONTEXT, "Spanish")),
}
"""Languages with rules and lists of FairDesk; others can be typed."""

KINDS: dict[CueKind, tuple[str, str]] = {
    CueKind.NAMES: (
        str(QT_TRANSLATE_NOOP(CONTEXT, "names")),
        str(
            QT_TRANSLATE_NOOP(
                CONTEXT, "Drawn for each file from the list of the level, the same one for the same seed."
            )
        ),
    ),
    CueKind.GENDERED_WORDS: (
        str(QT_TRANSLATE_NOOP(CONTEXT, "pronouns and gendered nouns")),
        str(
            QT_TRANSLATE_NOOP(
                CONTEXT,
                "By the rules of the language; the levels are male and female. Needs no lists, only extra pairs.",
            )
        ),
    ),
    CueKind.TERMS: (
        str(QT_TRANSLATE_NOOP(CONTEXT, "terms")),
        str(
            QT_TRANSLATE_NOOP(
                CONTEXT,
                "Entry 1 of one level is the counterpart of entry 1 of every other: nationality, religion, age.",
            )
        ),
    ),
    CueKind.PLACE_HOLDER: (
        str(QT_TRANSLATE_NOOP(CONTEXT, "place-holder")),
        str(QT_TRANSLATE_NOOP(CONTEXT, "A name in braces in the files is filled with words of the level's list.")),
    ),
    CueKind.REWRITTEN: (
        str(QT_TRANSLATE_NOOP(CONTEXT, "rewritten text")),
        str(
            QT_TRANSLATE_NOOP(
                CONTEXT, "Whole texts that somebody else wrote, for example in a dialect; every one has to be reviewed."
            )
        ),
    ),
}
"""Name of the kind, and what it does in a sentence."""

DIRECTIONS: dict[Direction, str] = {
    Direction.SWAP: str(QT_TRANSLATE_NOOP(CONTEXT, "both ways at once: he becomes she and she becomes he")),
    Direction.TOWARDS: str(QT_TRANSLATE_NOOP(CONTEXT, "towards the level: every place takes its words")),
}

VERDICTS: dict[CueVerdict, str] = {
    CueVerdict.UNDECIDED: str(QT_TRANSLATE_NOOP(CONTEXT, "undecided")),
    CueVerdict.NOT_LEGITIMATE: str(QT_TRANSLATE_NOOP(CONTEXT, "not a legitimate factor")),
    CueVerdict.LEGITIMATE: str(QT_TRANSLATE_NOOP(CONTEXT, "legitimate for a stated purpose")),
    CueVerdict.DISPUTED: str(QT_TRANSLATE_NOOP(CONTEXT, "disputed")),
}

VIEWS: dict[View, str] = {
    View.NOT_CHOSEN: str(QT_TRANSLATE_NOOP(CONTEXT, "not chosen yet")),
    View.SYMMETRIC: str(QT_TRANSLATE_NOOP(CONTEXT, "any direction counts")),
    View.ADVERSE_ONLY: str(
        QT_TRANSLATE_NOOP(CONTEXT, "only shifts against listed groups count; others are still printed")
    ),
    View.POSITIVE_ACTION: str(QT_TRANSLATE_NOOP(CONTEXT, "positive action with a legal basis")),
}

REVIEWS: dict[str, str] = {
    "not reviewed": str(QT_TRANSLATE_NOOP(CONTEXT, "not reviewed")),
    "accepted": str(QT_TRANSLATE_NOOP(CONTEXT, "accepted")),
    "edited": str(QT_TRANSLATE_NOOP(CONTEXT, "edited")),
    "rejected": str(QT_TRANSLATE_NOOP(CONTEXT, "rejected")),
    "outdated": str(QT_TRANSLATE_NOOP(CONTEXT, "outdated: the proposal changed since")),
}


def said(words: str) -> str:
    """One of the words above in the language of the window."""
    return QCoreApplication.translate(CONTEXT, words)


def language_words(language: str) -> str:
    """A language by its name where it is known, else by its letters; ``not known`` for none.

    Example:
        >>> language_words("de")
        'German'
    """
    if not language:
        return said(UNKNOWN_LANGUAGE)
    if language in LANGUAGES:
        return said(LANGUAGES[language])
    found = QLocale.codeToLanguage(language.split("-", maxsplit=1)[0])
    return language if found == QLocale.Language.AnyLanguage else QLocale.languageToString(found)


UNKNOWN_LANGUAGE = str(QT_TRANSLATE_NOOP(CONTEXT, "not known"))


def cue_words(cue: Cue) -> str:
    """A cue in one line.

    Example:
        >>> cue_words(Cue(cue_id="n", attribute_id="gender", kind=CueKind.NAMES, title="Given names", language="de"))
        'Given names (names, German)'
    """
    return f"{cue.title or cue.cue_id} ({said(KINDS[cue.kind][0])}, {language_words(cue.language)})"
