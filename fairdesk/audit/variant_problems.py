"""What is wrong with the cues of a design in the files that it is about, in sentences that say what to do."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from fairdesk.audit.variant_parts import TextSize
from fairdesk.domain.design import CueKind, Design
from fairdesk.domain.edits import LeftReason

MOST_NAMED = 10
"""Place-holders without a value that are named one by one."""


@dataclass(slots=True)
class BuildCounts:
    """What is counted while variants are built: of one part, or of all parts that were added up.

    Attributes:
        rows: Ids of the variants that exist.
        sizes: Label to the size of all texts of the variant; every label of the design is named.
        n_left: Per file, places that were left alone; ``left_before`` those of all files before it, and of all.
        cue_masks: Per file, a bit per cue with a place in it.
        firsts: Id of the first file of every part.
        omitted: Label and reason to the places of the files that have no such variant.
        left_words: Reason, cue id and words to files, for reasons that hold for whole files.
        languages: Two letters to files.
        left_counts: Cue id and reason to places that were left alone, over all files.
    """

    rows: array[int] = field(default_factory=lambda: array("q"))
    n_left: array[int] = field(default_factory=lambda: array("I"))
    left_before: array[int] = field(default_factory=lambda: array("Q", [0]))
    cue_masks: array[int] = field(default_factory=lambda: array("Q"))
    firsts: list[str] = field(default_factory=list)
    omitted: dict[tuple[str, str], array[int]] = field(default_factory=dict)
    left_words: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    languages: Counter[str] = field(default_factory=Counter)
    left_counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    n_unaware: int = 0
    sizes: dict[str, TextSize] = field(default_factory=dict)

    def add(self, first: str, part: BuildCounts) -> None:
        """Count the files of one more part behind those that were counted.

        Args:
            first: Id of the first file of the part.
            part: Of these files alone.
        """
        n_before, n_left_before = len(self.n_left), self.left_before[-1]
        row_before = n_before * len(part.sizes)
        self.firsts.append(first)
        self.rows.extend(row_before + row for row in part.rows)
        self.n_left.extend(part.n_left)
        self.left_before.extend(n_left_before + number for number in part.left_before[1:])
        self.cue_masks.extend(part.cue_masks)
        for key, positions in part.omitted.items():
            self.omitted.setdefault(key, array("q")).extend(n_before + position for position in positions)
        self.left_words.update(part.left_words)
        self.languages.update(part.languages)
        self.left_counts.update(part.left_counts)
        self.n_unaware += part.n_unaware
        for label, size in part.sizes.items():
            self.sizes.setdefault(label, TextSize()).merge(size)


def problems_of(design: Design, cue_counts: Mapping[str, int], counts: BuildCounts) -> tuple[str, ...]:
    """Every problem, the gravest first.

    Args:
        cue_counts: Cue id to the number of files in which it has a place.
    """
    from fairdesk.evaluations.designed_kinds import stimuli_sentences

    return (
        *_cues(design, cue_counts, counts),
        *_place_holders(counts),
        *_files(counts),
        *stimuli_sentences(design),
    )


def _cues(design: Design, cue_counts: Mapping[str, int], counts: BuildCounts) -> Iterator[str]:
    claimed: dict[str, str] = {}
    for cue in design.cues:
        name = cue.title or cue.cue_id
        if cue.place_holder and cue.kind in (CueKind.NAMES, CueKind.PLACE_HOLDER):
            first = claimed.setdefault(cue.place_holder + cue.language, name)
            if first != name:
                yield (
                    f"Two cues fill the place-holder {{{cue.place_holder}}}: {first} does, {name} does not. "
                    "Give one of them another place-holder."
                )
        if not cue_counts.get(cue.cue_id):
            if n_left := sum(n for (cue_id, _), n in counts.left_counts.items() if cue_id == cue.cue_id):
                places = "1 place with its words was" if n_left == 1 else f"{n_left:,} places with its words were"
                yield f"The cue {name} changes nothing: {places} left for a person; the list of them says why."
                continue
            n_files = counts.languages[cue.language[:2].lower()]
            if not n_files:
                why = f"no file is known to be written in its language ({cue.language})"
            elif cue.kind is CueKind.PLACE_HOLDER:
                why = f"no file holds the place-holder {{{cue.place_holder}}}"
            elif cue.kind is CueKind.REWRITTEN:
                why = "no rewritten text belongs to a file"
            elif cue.kind is CueKind.NAMES and cue.place_holder:
                why = f"neither the place-holder {{{cue.place_holder}}} nor one of its words stands in a file"
            else:
                why = "none of its words stands in a file"
            yield f"The cue {name} occurs in no file: {why}. Correct the cue or the files, or take the cue away."


def _place_holders(counts: BuildCounts) -> Iterator[str]:
    found = Counter({words: n for (reason, cue_id, words), n in counts.left_words.items() if not cue_id and words})
    for words, n_files in found.most_common(MOST_NAMED):
        yield (
            f"The place-holder {words} has no value; it stands in {files_words(n_files)} and would be sent as it is. "
            "Give a cue this place-holder, or write words in its place."
        )
    if len(found) > MOST_NAMED:
        yield f"{len(found) - MOST_NAMED} more place-holders have no value; the list of what was left alone names them."
    for (reason, cue_id, _), n_files in sorted(counts.left_words.items()):
        if reason == LeftReason.LANGUAGE.value:
            yield (
                f"The cue {cue_id} has no rules for the language of {files_words(n_files)}: there it changes nothing. "
                "Use place-holders, or leave these files out."
            )


def _files(counts: BuildCounts) -> Iterator[str]:
    n_files = len(counts.n_left)
    for (label, reason), positions in sorted(counts.omitted.items()):
        if reason == "no text":
            yield (
                f"{label}: no rewritten text, and not tested there: {files_words(len(positions))} of {n_files}. Import "
                "the texts, or leave these files out."
            )
        elif len(positions) == n_files:
            yield f"{label}: no file differs from its original, so the variant cannot be tested. Correct its cues."
        else:
            yield (
                f"{label}: no place for one of its cues, and not tested there: {files_words(len(positions))} of "
                f"{n_files}. An unchanged text would count as consistent."
            )
    if counts.n_unaware:
        yield (
            f"Nothing that stands for a group: {files_words(counts.n_unaware)} of {n_files}. Whoever reads them cannot "
            "tell it from the text, and no variant is made of them."
        )


def files_words(number: int) -> str:
    """How many files, in words.

    Example:
        >>> files_words(1), files_words(2_000)
        ('1 file', '2,000 files')
    """
    return f"{number:,} {'file' if number == 1 else 'files'}"
