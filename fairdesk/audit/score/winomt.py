"""WinoMT's scores of recorded genders: accuracy, F1, Delta G and Delta S, the authors' figures beside ours."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fairdesk.audit.score.estimates import numbers
from fairdesk.domain.errors import ImportProblem, InputError
from fairdesk.domain.results import Outcome
from fairdesk.interchange.winomt_files import (
    FAILED,
    GENDERS,
    IGNORED,
    NOT_CODED,
    REFUSED,
    UNKNOWN,
    UNREADABLE,
    GenderRecords,
    WinoMtSentences,
    gender_records_of,
    winomt_sentences_of,
)

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from fairdesk.measures.gender_translation import GenderTranslation, RightOf

    Counts = npt.NDArray[np.int64]

AUTHORS = (
    "percent with one decimal, as the authors' program prints them: F1 from precision and recall that are rounded "
    "first, and Delta G from these F1"
)
NOT_CODED_SENTENCE = (
    "Not measured: no gender of a translated person was found or coded. Finding it needs a word aligner and the "
    "grammar of the target language; run the authors' program, or code by hand in a column predicted."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class WinoMtOptions:
    """What records cannot say of themselves.

    Attributes:
        gold: Sentences with their gender (en.txt), joined by index from 0; None where the records hold the gender.
        pro: Sentences that fit the stereotype (en_pro.txt); ``anti`` those against it. None where records say it.
        found_by: What found the gender in the translations, in words.
    """

    gold: Path | None = None
    pro: Path | None = None
    anti: Path | None = None
    found_by: str = "whoever made the file"
    seed: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class _Joined:
    gold: tuple[str, ...]
    stereotype: tuple[str, ...]
    notes: tuple[str, ...]


def score_winomt(path: Path, options: WinoMtOptions) -> dict[str, Any]:
    """Scores of a file of records.

    Args:
        path: Records with the gender of the translated person, or translations, of which nothing can be measured.
        options: Further files and the seed.

    Raises:
        ImportProblem: a file cannot be read, or an index is that of no sentence.
    """
    from fairdesk.evaluations.winomt import ANTI, PRO, confusion
    from fairdesk.measures.gender_translation import GENDER_SENTENCE, accuracy_of, delta_s, gender_translation
    from fairdesk.measures.resampling import Resampling

    records = gender_records_of(path)
    joined = _joined(path, records, options)
    counts = _counts(records)
    missing = {kind: counts[kind] for kind in (REFUSED, UNREADABLE, FAILED, NOT_CODED) if counts[kind]}
    table = confusion(joined.gold, records.predicted) if any(joined.gold) else confusion((), ())
    sets = {name: _right(records, joined, name) for name in (PRO, ANTI)}
    found = gender_translation(table, missing, Resampling(seed=options.seed))
    notes = [*records.notes, *joined.notes]
    if counts[IGNORED]:
        notes.append(f"{counts[IGNORED]} records are marked as ignored; they enter no number, as with the authors.")
    if not table.sum():
        notes.append(NOT_CODED_SENTENCE)
    return _whole(table, found, delta_s(sets[PRO], sets[ANTI])) | {
        "by_stereotype": {
            name: {"n": right.n} | numbers({"accuracy": accuracy_of(right, missing)}) for name, right in sets.items()
        },
        "counts": counts,
        "authors_figures": AUTHORS,
        "seed": options.seed,
        "notes": notes,
        "sentence": GENDER_SENTENCE.format(found_by=options.found_by),
    }


def _whole(table: Counts, found: GenderTranslation, between_sets: Outcome) -> dict[str, Any]:
    from fairdesk.evaluations.winomt import printed
    from fairdesk.measures.gender_translation import GOLD, PREDICTED

    outcomes = {"accuracy": found.accuracy, "unknown_share": found.unknown}
    for name, scores in found.by_gender.items():
        outcomes |= {f"precision_{name}": scores.precision, f"recall_{name}": scores.recall, f"f1_{name}": scores.f1}
    cells = {
        gold: {name: int(table[row, column]) for column, name in enumerate(PREDICTED)} for row, gold in enumerate(GOLD)
    }
    return {
        "n": int(table.sum()),
        "confusion": cells,
        **numbers(outcomes | {"delta_g": found.delta_g, "delta_s": between_sets}),
        "authors": asdict(printed(table)),
    }


def _right(records: GenderRecords, joined: _Joined, name: str) -> RightOf:
    from fairdesk.evaluations.winomt import confusion, right_of

    rows = zip(joined.gold, records.predicted, joined.stereotype, strict=True)
    some = [(gold, predicted) for gold, predicted, stereotype in rows if stereotype == name and gold]
    return right_of(confusion([gold for gold, _ in some], [predicted for _, predicted in some]))


def _counts(records: GenderRecords) -> dict[str, int]:
    times = Counter(records.predicted)
    answered = sum(times[gender] for gender in (*GENDERS, UNKNOWN))
    asked = answered + times[REFUSED] + times[UNREADABLE] + times[FAILED]
    return {
        "planned": asked + times[NOT_CODED],
        "asked": asked,
        "answered": answered,
        "unknown": times[UNKNOWN],
        REFUSED: times[REFUSED],
        UNREADABLE: times[UNREADABLE],
        FAILED: times[FAILED],
        NOT_CODED: times[NOT_CODED],
        IGNORED: times[IGNORED],
    }


def _joined(path: Path, records: GenderRecords, options: WinoMtOptions) -> _Joined:
    from fairdesk.evaluations.winomt import fits_stereotype

    if (options.pro is None) != (options.anti is None) or (options.pro is not None and options.gold is None):
        cure = "Give --gold, --pro and --anti, or a column stereotype with pro and anti in it."
        raise InputError("The sets of sentences are found by their text: all three files are needed.", cure)
    notes: tuple[str, ...] = ()
    gold, stereotype = records.gold, records.stereotype
    if options.gold is not None:
        sentences = winomt_sentences_of(options.gold)
        places = [_place(path, records, at, sentences) for at in range(len(records.index))]
        gold = tuple(sentences.gold[place] for place in places)
        _check_gold(path, records, gold)
        notes += sentences.notes
        if options.pro is not None and options.anti is not None:
            stereotype = _sets(sentences, places, options.pro, options.anti)
    elif not any(gold) and any(one != NOT_CODED for one in records.predicted):
        raise ImportProblem(
            f"{path.name}: no column has the gender of the source.",
            "Add a column gold, or give the sentences with their gender (en.txt) by --gold; they are joined by index.",
        )
    if not any(stereotype):
        pairs = zip(gold, records.profession_stereotype, strict=True)
        stereotype = tuple(fits_stereotype(one, of_profession) for one, of_profession in pairs)
    return _Joined(gold=gold, stereotype=stereotype, notes=notes)


def _place(path: Path, records: GenderRecords, at: int, sentences: WinoMtSentences) -> int:
    written, where = records.index[at], f"{path.name}, line {records.line[at]}"
    if not written.isascii() or not written.isdigit() or len(written) > 9 or int(written) >= len(sentences.gold):
        raise ImportProblem(
            f"{where}: {written[:40]!r} is the index of no sentence.",
            f"Indices count the lines of the sentences from 0 to {len(sentences.gold) - 1}.",
        )
    place, entity = int(written), records.entity[at].casefold()
    if entity and sentences.entity[place].casefold() not in entity:
        raise ImportProblem(
            f"{where}: sentence {place} is about {sentences.entity[place][:40]!r}, the record about {entity[:40]!r}.",
            "Indices count from 0 in the file of all sentences (en.txt); give the file that was coded.",
        )
    return place


def _check_gold(path: Path, records: GenderRecords, gold: tuple[str, ...]) -> None:
    for line, own, found in zip(records.line, records.gold, gold, strict=True):
        if own and own != found:
            raise ImportProblem(
                f"{path.name}, line {line}: the record says {own} and the sentence with its index {found}.",
                "Indices count from 0; give the sentences that were translated.",
            )


def _sets(sentences: WinoMtSentences, places: list[int], pro: Path, anti: Path) -> tuple[str, ...]:
    from fairdesk.evaluations.winomt import ANTI, PRO

    of_key = dict.fromkeys(winomt_sentences_of(anti).keys, ANTI) | dict.fromkeys(winomt_sentences_of(pro).keys, PRO)
    keys = sentences.keys
    return tuple(of_key.get(keys[place], "") for place in places)
