"""Place-holders to words, and the proof that two variants differ nowhere else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from fairdesk.domain.cases import PLACEHOLDERS, Case, ChangedSpan, Substitution, Variant
from fairdesk.domain.edits import apply_edits, edited_places

PRONOUNS: Mapping[str, Mapping[str, str]] = {
    "male": {"they": "he", "them": "him", "their": "his", "theirs": "his", "themself": "himself"},
    "female": {"they": "she", "them": "her", "their": "her", "theirs": "hers", "themself": "herself"},
}
"""Gender to the words for the place-holders in small letters; the capital ones follow from them."""

PLACEHOLDER = re.compile(r"\{(" + "|".join(PLACEHOLDERS) + r")\}")


def pronouns_of(gender: str) -> dict[str, str]:
    """Words for all ten pronoun place-holders of ``male`` or ``female``."""
    small = PRONOUNS[gender]
    return {**small, **{name.capitalize(): word.capitalize() for name, word in small.items()}}


def fill_clause(clause: str, words: Mapping[str, str]) -> str:
    """A clause of a cue list with its place-holders filled."""
    return PLACEHOLDER.sub(lambda found: words[found[1]], clause)


def fill(case: Case, label: str, words: Mapping[str, str]) -> Variant:
    """The variant ``label`` of a case; nothing but the place-holders is touched.

    Args:
        words: Place-holder to words, for every place-holder of the text.

    Raises:
        KeyError: a place-holder of the text has no words (a bug in the caller).

    Example:
        >>> case = Case(case_id="a", title="", text="{They} said: {name}.", facts={}, origin="")
        >>> fill(case, "female", {"They": "She", "name": "Ann Lee"}).text
        'She said: Ann Lee.'
    """
    parts: list[str] = []
    made: list[Substitution] = []
    length, read_to = 0, 0
    for found in PLACEHOLDER.finditer(case.text):
        before, word = case.text[read_to : found.start()], words[found[1]]
        made.append(Substitution(placeholder=found[1], words=word, start=length + len(before)))
        parts += [before, word]
        length += len(before) + len(word)
        read_to = found.end()
    parts.append(case.text[read_to:])
    return Variant(case_id=case.case_id, label=label, text="".join(parts), substitutions=tuple(made))


def check_difference(original: Variant, variant: Variant) -> tuple[ChangedSpan, ...]:
    """Every place where the two texts differ; asks no model and trusts no record that the text does not bear out.

    Returns:
        The changed places in the order of the text; empty when the texts are equal.

    Raises:
        ValueError: the texts differ outside the recorded substitutions or edits, a record does not fit its text, or
            the two are not of one case.
    """
    if original.case_id != variant.case_id:
        raise ValueError(f"{original.case_id} and {variant.case_id} are not variants of one case")
    if variant.edits is not None:
        return _edited(original, variant)
    first, second = list(_pieces(original)), list(_pieces(variant))
    if [name for name, _, _ in first] != [name for name, _, _ in second]:
        raise ValueError(f"{original.case_id}: {original.label} and {variant.label} have other place-holders")
    spans: list[ChangedSpan] = []
    for (name, words, start), (_, other_words, other_start) in zip(first, second, strict=True):
        if words == other_words:
            continue
        if not name:
            raise ValueError(f"{original.case_id}: {variant.label} differs outside the cues, at {start}: {words!r}")
        spans.append(
            ChangedSpan(
                placeholder=name,
                original_words=words,
                original_start=start,
                variant_words=other_words,
                variant_start=other_start,
            )
        )
    return tuple(spans)


def check_edits(original: Variant, variant: Variant) -> None:
    """Prove that a variant is its original with its edits in place, letter for letter, and nothing else.

    Raises:
        ValueError: it is not, or its edits overlap, are not in order or lie outside the text.
    """
    if apply_edits(original.text, variant.edits or ()) != variant.text:
        raise ValueError(f"{variant.case_id}: {variant.label} differs from {original.label} outside its edits")


def _edited(original: Variant, variant: Variant) -> tuple[ChangedSpan, ...]:
    check_edits(original, variant)
    edits = variant.edits or ()
    return tuple(
        ChangedSpan(
            placeholder=edit.cue_id,
            original_words=original.text[edit.start : edit.end],
            original_start=edit.start,
            variant_words=edit.words,
            variant_start=start,
        )
        for edit, start in edited_places(edits)
        if original.text[edit.start : edit.end] != edit.words
    )


def _pieces(variant: Variant) -> Iterator[tuple[str, str, int]]:
    """Name, words and offset of every stretch; the name is empty for text between two substitutions."""
    read_to = 0
    for made in variant.substitutions:
        end = made.start + len(made.words)
        if made.start < read_to or variant.text[made.start : end] != made.words:
            raise ValueError(f"{variant.case_id} {variant.label}: {made.words!r} does not stand at {made.start}")
        yield "", variant.text[read_to : made.start], read_to
        yield made.placeholder, made.words, made.start
        read_to = end
    yield "", variant.text[read_to:], read_to
