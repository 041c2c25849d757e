"""All cues of a design in one text, put together so that no two of them ever change the same words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from fairdesk.domain.design import Cue, CueKind
from fairdesk.domain.edits import Left, LeftReason, Place
from fairdesk.evaluations.swaps import rules_of
from fairdesk.evaluations.swaps.found import DrawnPlace, Scanned, left_at
from fairdesk.evaluations.swaps.language import LanguageRules
from fairdesk.evaluations.swaps.names import scan_names
from fairdesk.evaluations.swaps.place_holders import scan_place_holders
from fairdesk.evaluations.swaps.terms import scan_terms

AnyPlace = Place | DrawnPlace


def scan_case(text: str, language: str, cues: Sequence[Cue], levels: Mapping[str, tuple[str, ...]]) -> Scanned:
    """Every place of a text and what was left alone, for all cues of the text's language.

    Places of two cues that overlap are both left and listed. Articles that agree with a place are added when words
    are drawn (``rendering.drawn``), because they depend on the drawn word.

    Args:
        language: Of the text; cues of another language are left out.
        levels: Attribute to its levels.

    Example:
        >>> cue = Cue(cue_id="n", attribute_id="g", kind=CueKind.PLACE_HOLDER, title="", language="en",
        ...           place_holder="name")
        >>> [place.slot for place in scan_case("Dear {name}!", "en", (cue,), {"g": ("a", "b")}).places]
        ['{name}']
    """
    own = cues_of_language(language, cues)
    rules = rules_of(language)
    found = [scan_place_holders(text, own, levels), *(_scan(text, cue, rules) for cue in own)]
    left = [one for scanned in found for one in scanned.left]
    places, overlapping = _apart(text, (place for scanned in found for place in scanned.places))
    return Scanned(
        places=places, left=tuple(sorted((*left, *overlapping), key=lambda one: (one.start, one.end, one.cue_id)))
    )


def cues_of_language(language: str, cues: Iterable[Cue]) -> tuple[Cue, ...]:
    """The cues that work in texts of a language."""
    return tuple(cue for cue in cues if cue.language[:2].lower() == language[:2].lower())


def _scan(text: str, cue: Cue, rules: LanguageRules | None) -> Scanned:
    match cue.kind:
        case CueKind.GENDERED_WORDS if rules is not None:
            scan = rules.scan_gender(text, cue.fixed_words)
            return Scanned(
                places=tuple(_of_cue(place, cue.cue_id) for place in scan.places),
                left=tuple(replace(one, cue_id=cue.cue_id) for one in scan.left),
            )
        case CueKind.GENDERED_WORDS:
            return Scanned(left=(_not_covered(text, cue),))
        case CueKind.TERMS:
            scan = scan_terms(text, cue, rules)
            return Scanned(places=scan.places, left=scan.left)
        case CueKind.NAMES if f"{{{cue.place_holder}}}" not in text:
            # A file that says with a place-holder where its person stands may name others besides.
            return scan_names(text, cue)
    return Scanned()


def _of_cue(place: Place, cue_id: str) -> Place:
    """The place with its cue; written out, because ``replace`` takes three times as long, for every gendered word."""
    return Place(start=place.start, end=place.end, cue_id=cue_id, slot=place.slot, words=place.words, own=place.own)


def _not_covered(text: str, cue: Cue) -> Left:
    advice = f"FairDesk has no rules for gendered words of the language {cue.language}: use place-holders."
    return left_at(text, (0, 0), cue.cue_id, LeftReason.LANGUAGE, advice)


def _apart(text: str, places: Iterable[AnyPlace]) -> tuple[tuple[AnyPlace, ...], list[Left]]:
    """The places that share no character with another one, and the others as left."""
    ordered = sorted(places, key=lambda place: (place.start, place.end, place.cue_id))
    overlapping: set[int] = set()
    widest = 0
    for i in range(1, len(ordered)):
        if ordered[i].start < ordered[widest].end:
            overlapping |= {i, widest}
        if ordered[i].end > ordered[widest].end:
            widest = i
    left = [_overlap(text, ordered[i]) for i in sorted(overlapping)]
    return tuple(place for i, place in enumerate(ordered) if i not in overlapping), left


def _overlap(text: str, place: AnyPlace) -> Left:
    advice = "Another cue changes the same words: take them out of one of the lists, or use place-holders."
    return left_at(text, (place.start, place.end), place.cue_id, LeftReason.OVERLAP, advice)
