"""Items of HolisticBias: every descriptor in every sentence, with one noun each in turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from fairdesk.audit.benchmark_sources.source import BenchmarkSource, Files, ItemsRead, official
from fairdesk.domain.benchmarks import BenchmarkItem
from fairdesk.domain.errors import ImportProblem

if TYPE_CHECKING:
    from fairdesk.evaluations.benchmarks.holistic_bias import Described
    from fairdesk.interchange.holistic_bias_files import Nouns, SentenceTemplates
    from fairdesk.interchange.official_files import OfficialFile

DESCRIPTORS, NOUNS, SENTENCES, PHRASES = "descriptors", "nouns", "sentence_templates", "standalone_noun_phrases"
NEEDED = (DESCRIPTORS, NOUNS, SENTENCES)

TWICE = "a descriptor that stands in its axis before"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Described:
    """One descriptor or phrase of an axis; ``mark`` is the preference that the file names."""

    axis: str
    name: str
    mark: str
    how: Described


def _read(files: Files) -> ItemsRead:
    from fairdesk.evaluations.benchmarks.holistic_bias import LEFT_OUT_MARKS
    from fairdesk.interchange.holistic_bias_files import read_nouns, read_sentence_templates

    bodies = _by_kind(files)
    nouns, sentences = read_nouns(*bodies[NOUNS]), read_sentence_templates(*bodies[SENTENCES])
    every = [*_descriptors(*bodies[DESCRIPTORS]), *(_phrases(*bodies[PHRASES]) if PHRASES in bodies else ())]
    left_out: Counter[str] = Counter()
    known: set[tuple[str, str]] = set()
    items: list[BenchmarkItem] = []
    n_possible = 0
    for place, one in enumerate(every):
        if one.mark in LEFT_OUT_MARKS:
            left_out[f"a descriptor marked as {one.mark}"] += 1
        elif (one.axis, one.name) in known:
            left_out[TWICE] += 1
        else:
            known.add((one.axis, one.name))
            fitting = _fitting(nouns, one.how)
            n_possible += len(fitting) * len(sentences.sentence)
            items += _items(one, place, fitting, sentences)
    return ItemsRead(
        items=tuple(items),
        left_out=left_out,
        notes=_notes(len(items), n_possible),
        rows=_rows(bodies, every, len(nouns.singular), len(sentences.sentence)),
    )


def _by_kind(files: Files) -> dict[str, tuple[str, bytes]]:
    """What a file holds, by its name, to its name and bytes."""
    found: dict[str, tuple[str, bytes]] = {}
    for name, body in files:
        stem = PurePosixPath(name).name.removesuffix(".json")
        kind = next((one for one in (PHRASES, *NEEDED) if stem.startswith(one)), None)
        if kind is None:
            cure = f"Choose the folder with {', '.join(f'{one}.json' for one in (*NEEDED, PHRASES))}."
            raise ImportProblem(f"{name}: its name does not say what it holds.", cure)
        if kind in found:
            raise ImportProblem(f"{found[kind][0]} and {name} hold the same kind of list.", "Leave one of them out.")
        found[kind] = (name, body)
    if missing := [f"{one}.json" for one in NEEDED if one not in found]:
        raise ImportProblem(
            f"{' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing: sentences are made from lists.",
            "Choose the folder with all lists of one version.",
        )
    return found


def _descriptors(name: str, body: bytes) -> Iterator[_Described]:
    from fairdesk.evaluations.benchmarks.holistic_bias import Described
    from fairdesk.interchange.holistic_bias_files import read_descriptors

    found = read_descriptors(name, body)
    for at, words in enumerate(found.descriptor):
        how = Described(words=words, article=found.article[at], gender=found.gender[at])
        yield _Described(axis=found.axis[at], name=words, mark=found.preference[at], how=how)


def _phrases(name: str, body: bytes) -> Iterator[_Described]:
    from fairdesk.evaluations.benchmarks.holistic_bias import Described
    from fairdesk.interchange.holistic_bias_files import read_standalone_phrases

    found = read_standalone_phrases(name, body)
    for at, words in enumerate(found.phrase):
        how = Described(words=words, plural=found.plural[at], is_phrase=True)
        plain = words.replace("{article} {noun} ", "")
        yield _Described(axis=found.axis[at], name=plain, mark=found.preference[at], how=how)


def _fitting(nouns: Nouns, how: Described) -> list[tuple[str, str]]:
    """Singular and plural of the nouns that a descriptor goes with; two empty words where it takes none."""
    if not how.takes_noun:
        return [("", "")]
    every = zip(nouns.gender, nouns.singular, nouns.plural, strict=True)
    found = [(one, many) for gender, one, many in every if how.gender in ("", gender)]
    if not found:
        raise ImportProblem(
            f"{how.words!r} goes with {how.gender} nouns, and the list of nouns has none.",
            "Choose the list of nouns of the same version.",
        )
    return found


def _items(
    one: _Described, place: int, nouns: Sequence[tuple[str, str]], sentences: SentenceTemplates
) -> Iterator[BenchmarkItem]:
    """A sentence of every template; nouns take turns, so that each stands equally often in an axis."""
    from fairdesk.evaluations.benchmarks.holistic_bias import make_item, phrase
    from fairdesk.interchange.holistic_bias_files import NOUN_PHRASE, PLURAL

    for number, (template, is_plural) in enumerate(zip(sentences.sentence, sentences.is_plural, strict=True)):
        words = phrase(one.how, nouns[(place + number) % len(nouns)], is_plural=is_plural)
        sentence = template.replace(PLURAL if is_plural else NOUN_PHRASE, words)
        yield make_item(f"{one.axis}/{place + 1}/{number + 1}", _begun(sentence), one.axis, one.name)


def _begun(sentence: str) -> str:
    """With a capital in front, whatever word the template put there."""
    return sentence[:1].upper() + sentence[1:]


def _notes(n_built: int, n_possible: int) -> tuple[str, ...]:
    if n_built == n_possible:
        return ()
    return (
        f"The lists make {n_possible:,} sentences with every fitting noun; {n_built:,} are built, one of every "
        "descriptor and template, with the nouns in turn.",
    )


def _rows(
    bodies: Mapping[str, tuple[str, bytes]], every: Sequence[_Described], n_nouns: int, n_sentences: int
) -> dict[str, int]:
    n_phrases = sum(one.how.is_phrase for one in every)
    numbers = {NOUNS: n_nouns, SENTENCES: n_sentences, PHRASES: n_phrases, DESCRIPTORS: len(every) - n_phrases}
    return {name: numbers[kind] for kind, (name, _) in bodies.items()}


def _files(path: Path) -> Sequence[OfficialFile]:
    """Of a folder, the lists, also those of the one folder of a version below."""
    below = sorted(path.glob("*/descriptors.json*")) if path.is_dir() else []
    found = official(below[-1].parent if len(below) == 1 else path)
    return [one for one in found if PurePosixPath(one.name).name.startswith((*NEEDED, PHRASES))] or found


SOURCE = BenchmarkSource(benchmark_id="holistic_bias", files=_files, read=_read, suite="holistic_bias")
