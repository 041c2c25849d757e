"""A counterfactual test of one's own: variants of any text from the cues of a design (methods.md D1, D3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from fairdesk.domain.case_rows import NOT_TOLD
from fairdesk.domain.cases import Case, CueNote, Variant, VariantKind
from fairdesk.domain.design import Cue, CueKind, Design
from fairdesk.domain.edits import Left, LeftReason, Place
from fairdesk.domain.plan import NotTested
from fairdesk.evaluations.designed_kinds import DesignedKind, designed_kinds, tested_attributes
from fairdesk.evaluations.evaluation import Evaluation, MadeVariants, Missing
from fairdesk.evaluations.swaps import rules_of
from fairdesk.evaluations.swaps.drawing import Draws, draw_words, words_of_file
from fairdesk.evaluations.swaps.found import left_at
from fairdesk.evaluations.swaps.place_holders import PRONOUN_LANGUAGE, PRONOUNS, fillers, gender_cue
from fairdesk.evaluations.swaps.rendering import Rendered, Renderer, Scheme
from fairdesk.evaluations.swaps.rewriting import edits_between
from fairdesk.evaluations.swaps.scanning import cues_of_language, scan_case

Texts = Mapping[str, Mapping[str, Mapping[str, str]]]
"""Cue id of a REWRITTEN cue, to case id, to level, to the text that somebody else wrote."""


def variant_kinds(design: Design) -> tuple[VariantKind, ...]:
    """The variants that a design asks for, the original first.

    Raises:
        PlanError: the design has more combinations than can be built.
    """
    return tuple(one.kind for one in designed_kinds(design))


class VariantMaker:
    """Makes the variants of files by one design; what all files share is prepared once."""

    def __init__(self, design: Design, texts: Texts | None = None) -> None:
        """Takes a design.

        Args:
            texts: Of its REWRITTEN cues.

        Raises:
            PlanError: the design has more combinations than can be built.
        """
        self.design = design
        self.kinds = designed_kinds(design)
        self._texts: Texts = texts or {}
        self._levels = {one.attribute_id: one.levels for one in design.attributes}
        self._scheme = Scheme(cues={cue.cue_id: cue for cue in design.cues}, reference=self.kinds[0].levels)
        self._rewritten: dict[str, list[Cue]] = {}
        for cue in design.cues:
            if cue.kind is CueKind.REWRITTEN:
                self._rewritten.setdefault(cue.attribute_id, []).append(cue)
        self._scanned = [cue for cue in design.cues if cue.kind is not CueKind.REWRITTEN]

    def make(self, case: Case) -> MadeVariants:
        """Every variant of one file, and what was left alone.

        Equal input gives equal output, whatever other files there are. A variant that would not differ from the
        original in each of its attributes is not made: an unchanged text would count as consistent.
        """
        work = _OneText(self, case, case.text)
        original = work.base.original(self.kinds[0].levels)
        first = self.kinds[0].kind.label
        variants = [Variant(case_id=case.case_id, label=first, text=original.text, substitutions=(), edits=())]
        missing: dict[str, Missing] = {}
        others: dict[str, _OneText | None] = {}
        for kind in self.kinds[1:]:
            rendered = self._render(case, kind, (work, original), others)
            label = kind.kind.label
            if isinstance(rendered, Missing):
                missing[label] = rendered
            elif not kind.changes <= rendered.changed or not rendered.edits:
                missing[label] = Missing.NO_DIFFERENCE
            else:
                variants.append(
                    Variant(
                        case_id=case.case_id, label=label, text=rendered.text, substitutions=(), edits=rendered.edits
                    )
                )
        left = (*work.left, *self._without_text(case))
        found = frozenset(place.cue_id for place in work.base.places)
        rewritten = {
            cue.cue_id
            for cues in self._rewritten.values()
            for cue in cues
            if self._texts.get(cue.cue_id, {}).get(case.case_id)
        }
        return MadeVariants(
            variants=tuple(variants),
            left=left,
            missing=missing,
            cue_ids=found | rewritten,
            is_unaware=not found and not rewritten and not any(one.cue_id for one in left),
        )

    def _render(
        self, case: Case, kind: DesignedKind, of: tuple[_OneText, Rendered], others: dict[str, _OneText | None]
    ) -> Rendered | Missing:
        work, original = of
        if kind.redrawn:
            return work.base.compared(work.redrawn(kind.redrawn), kind.levels, kind.redrawn)
        for attribute, levels in self._levels.items():
            if attribute in kind.changes and attribute in self._rewritten and kind.levels[attribute] in levels:
                return self._render_rewritten(case, kind, attribute, (original, others))
        return work.base.variant(kind.levels)

    def _rewritten_text(self, case: Case, attribute: str, level: str) -> tuple[Cue, str]:
        """The text of a file that somebody wrote for a level, empty for none, and the cue that it belongs or is due to.

        An attribute may have such a cue for every language.
        """
        cues = self._rewritten[attribute]
        for cue in cues:
            if text := self._texts.get(cue.cue_id, {}).get(case.case_id, {}).get(level, ""):
                return cue, text
        return next(iter(cues_of_language(language_of(case, self.design), cues)), cues[0]), ""

    def _render_rewritten(
        self, case: Case, kind: DesignedKind, attribute: str, of: tuple[Rendered, dict[str, _OneText | None]]
    ) -> Rendered | Missing:
        """A text that somebody else wrote, with the other cues at the levels of the variant."""
        original, others = of
        level = kind.levels[attribute]
        cue, text = self._rewritten_text(case, attribute, level)
        key = f"{cue.cue_id}\n{level}"
        if key not in others:
            others[key] = _OneText(self, case, text) if text else None
        work = others[key]
        if work is None:
            return Missing.NO_TEXT
        words = work.base.words(kind.levels)
        text = work.base.text_of(words)
        edits = edits_between(original.text, text, cue.cue_id)
        reference = self._scheme.reference
        others_of = kind.changes - {attribute}
        changed = {name for name in others_of if work.base.words({**kind.levels, name: reference[name]}) != words}
        return Rendered(text=text, edits=edits, changed=frozenset(changed | {attribute}))

    def _without_text(self, case: Case) -> Iterator[Left]:
        for attribute in self._rewritten:
            for level in self._levels.get(attribute, ())[1:]:
                cue, text = self._rewritten_text(case, attribute, level)
                if not text:
                    advice = (
                        f"There is no rewritten text of this file for the level {level}: import it, or this level is "
                        "not tested for the file."
                    )
                    yield left_at(case.text, (0, 0), cue.cue_id, LeftReason.NO_VALUE, advice)


def language_of(case: Case, design: Design) -> str:
    """The language in which a file is read: its own, or the design's where its own was not told."""
    return design.language if case.language in ("", NOT_TOLD) else case.language


def _two_levels(text: str, place: Place, own: str) -> Left:
    advice = (
        f"Words of two levels stand in this file, here the first of {place.own}. It was read as {own}, and "
        "variants exchange the two: look at it, and write place-holders where it is about the person of the file."
    )
    return left_at(text, (place.start, place.end), place.cue_id, LeftReason.OTHER_PERSON, advice)


class _OneText:
    """The places of one text, with the words of every draw that is needed."""

    def __init__(self, maker: VariantMaker, case: Case, text: str) -> None:
        self._maker, self._case, self._text = maker, case, text
        self._language = language_of(case, maker.design)
        self._found = scan_case(text, self._language, maker._scanned, maker._levels)
        self._rules = rules_of(self._language)
        self._others: dict[frozenset[str], Renderer] = {}
        self.left = self._found.left
        self.base = self._renderer(frozenset())
        left = (*self.left, *(_two_levels(text, place, own) for place, own in self.base.minorities()))
        self.left = tuple(sorted(left, key=lambda one: (one.start, one.end, one.cue_id)))

    def redrawn(self, attributes: frozenset[str]) -> Renderer:
        """The same with other words of the lists of some attributes."""
        if attributes not in self._others:
            self._others[attributes] = self._renderer(attributes)
        return self._others[attributes]

    def _renderer(self, others: frozenset[str]) -> Renderer:
        maker = self._maker
        draws = Draws(seed=maker.design.seed, case_id=self._case.case_id, others=others)
        places, left = draw_words(self._text, self._found, maker._scheme, draws)
        if not others:
            self.left += left
        if self._rules is not None:
            places = self._rules.agreeing(self._text, places)
        has_clause = any("{" in words for place in places for words in place.words.values())
        return Renderer(self._text, places, maker._scheme, self._values(draws) if has_clause else {})

    def _values(self, draws: Draws) -> dict[str, tuple[str, Mapping[str, str]]]:
        """What place-holders inside clauses are filled with."""
        cues = cues_of_language(self._language, self._maker._scanned)
        found: dict[str, tuple[str, Mapping[str, str]]] = {}
        gender = gender_cue(cues, self._maker._levels)
        if gender is not None and gender.language[:2] == PRONOUN_LANGUAGE:
            for name in PRONOUNS["male"]:
                found[name] = (gender.attribute_id, {level: words[name] for level, words in PRONOUNS.items()})
        for name, cue in fillers(cues).items():
            words = words_of_file(cue, draws)
            if not any("{" in word for word in words.values()):
                found[name] = (cue.attribute_id, words)
        return found


def designed_evaluation(design: Design, not_tested: tuple[NotTested, ...], texts: Texts | None = None) -> Evaluation:
    """A design as an evaluation, with its own card in the report.

    Args:
        not_tested: What of the possible grid is left out, and why.
        texts: Of REWRITTEN cues.

    Raises:
        PlanError: the design has more combinations than can be built.
    """
    maker = VariantMaker(design, texts)
    names = " and ".join(f"“{one.title or one.attribute_id}”" for one in tested_attributes(design)) or "nothing yet"
    return Evaluation(
        evaluation_id="designed_counterfactual",
        version="1",
        title=design.title or "Counterfactual test of one's own",
        construct=f"How far the output for a file responds when only words that stand for {names} are replaced.",
        limits=_limits(design),
        licence="Files, lists and questions belong to whoever supplied them; ask them before you pass them on.",
        source="Designed by the auditor; the cue lists name the origin of their words.",
        variants=tuple(one.kind for one in maker.kinds),
        questions=design.questions,
        attributes={one.attribute_id: one.levels for one in design.attributes if len(one.levels) > 1},
        not_tested=not_tested,
        cues=cue_notes(design),
        make_variants=maker.make,
    )


def cue_notes(design: Design) -> tuple[CueNote, ...]:
    """The cue lists as the report prints them; a cue without lists is named with what it changes."""
    notes = []
    for cue in design.cues:
        for one in cue.lists:
            notes.append(
                CueNote(
                    attribute=cue.attribute_id or "none",
                    level=f"{one.level or 'every level'} ({cue.title or cue.cue_id})",
                    words=one.words,
                    provenance=one.provenance,
                    also_signals=one.also_signals or cue.signals_also,
                )
            )
        if not cue.lists:
            notes.append(_note_of_rules(cue))
    return tuple(notes)


def _note_of_rules(cue: Cue) -> CueNote:
    by_rule = cue.kind is CueKind.GENDERED_WORDS
    provenance = "FairDesk's rules for this language" if by_rule else "texts that somebody else wrote"
    return CueNote(
        attribute=cue.attribute_id,
        level=cue.title or cue.cue_id,
        words=cue.fixed_words,
        provenance=f"{provenance} ({cue.language}).",
        also_signals=cue.signals_also,
    )


def _limits(design: Design) -> tuple[str, ...]:
    found = [
        "It shows the response to words in texts, not outcomes for people.",
        "A cue signals more than the attribute it stands for; the cue lists name what else.",
        "Words that the rules could not change without a doubt were left as they are and counted.",
        "What people do with the output afterwards is outside the test.",
    ]
    if any(cue.kind is CueKind.REWRITTEN for cue in design.cues):
        found.insert(
            2, "Rewritten texts differ in more than single words; whether they say the same was judged by people."
        )
    if any(cue.kind is CueKind.GENDERED_WORDS for cue in design.cues):
        found.insert(2, "Gender is tested as female-coded against male-coded words; no other gender is.")
    return tuple(found)
