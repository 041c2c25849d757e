"""Rows of recorded answers to a benchmark: which item, order and sample each is of, and what became of its call."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass

from fairdesk.domain.benchmarks import BenchmarkItem
from fairdesk.domain.errors import ImportProblem
from fairdesk.domain.exchanges import (
    CallFailure,
    ModelReply,
    Reading,
    ReadNothing,
    ReadRefusal,
    ReadValue,
    Status,
    TokenChance,
)
from fairdesk.domain.questions import Question
from fairdesk.interchange.named_rows import NamedRow, NamedRows

QUESTION, ITEM, ANSWER, LABEL, SAMPLE, VALUE, STATUS, CHANCES = (
    *("question", "item", "answer", "label", "sample", "value", "status", "first_tokens"),
)

MOST_SAMPLES = 1_000

NOT_ANSWERED = "recorded_failure"
"""Cause of a failure that a recorded file tells of."""

LONGEST_DETAIL = 2_000

ASK_SUPPLIER = "Ask whoever supplied the file."

STATED_VALUE = "a number in the recorded file, not read from words"
STATED_REFUSAL = "the recorded file says that it was refused"
STATED_NOTHING = "the recorded file holds neither words nor a number"

Place = tuple[int, int, int]
"""Of an answer: places of item and label, both from 0, and of the sample, from 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedItems:
    """What recorded answers may answer.

    Attributes:
        title: Of the benchmark.
        items: At least one; all have the labels of the first.
        n_samples: Answers to every text; rows of further ones answer nothing that is asked.
    """

    title: str
    items: Sequence[BenchmarkItem]
    question: Question
    n_samples: int = MOST_SAMPLES


class RecordedRows:
    """The rows of a file by item, label and sample.

    Attributes:
        rows: In the order of the file.
        foreign: Rows about nothing that is asked, each with the reason.
    """

    def __init__(self, asked: AskedItems, table: NamedRows) -> None:
        """Reads which answer every row is.

        Raises:
            ImportProblem: a row cannot be placed, an answer is given twice, or no row is about an item.
        """
        self.table, self._asked = table, asked
        self.labels = tuple(asked.items[0].texts)
        self._items = {item.item_id: place for place, item in enumerate(asked.items)}
        self.rows: dict[Place, NamedRow] = {}
        self.foreign: list[tuple[NamedRow, str]] = []
        if ANSWER not in table.columns and VALUE not in table.columns:
            table.fail(None, f"{ANSWER} or {VALUE}", "neither column is there", "Give the answers in one of them.")
        for row in table.rows:
            self._take(row)
        if not self.rows:
            raise ImportProblem(
                f"{table.path.name}: none of its {len(table.rows):,} rows is about an item of {asked.title} in these "
                "files.",
                "Items are named as in the file that --prompts writes.",
            )

    def _take(self, row: NamedRow) -> None:
        self._check_question(row)
        name = self.table.word(row, ITEM)
        item = self._items.get(name)
        if item is None:
            self.foreign.append((row, f"there is no item {_shown(name)} among those that are asked"))
            return
        place = (item, self._label(row), self._sample(row))
        if place[2] >= self._asked.n_samples:
            self.foreign.append((row, f"sample {place[2] + 1} is not asked"))
            return
        first = self.rows.setdefault(place, row)
        if first is not row:
            cause = f"this answer is given twice, first in line {first.line}"
            self.table.fail(row, ITEM, cause, "Give every item, label and sample once.")

    def _check_question(self, row: NamedRow) -> None:
        """Items of two benchmarks can have the same names, and those of two forms always do."""
        said = self.table.text(row, QUESTION).strip() if QUESTION in self.table.columns else ""
        wanted = self._asked.question.question_id
        if said and said != wanted:
            cause = f"this answers {_shown(said)}, not {wanted}"
            self.table.fail(row, QUESTION, cause, "Name the benchmark and the form that were asked.")

    def _label(self, row: NamedRow) -> int:
        label = self.table.text(row, LABEL).strip() if LABEL in self.table.columns else ""
        if not label and len(self.labels) == 1:
            return 0
        if label not in self.labels:
            known = ", ".join(self.labels)
            self.table.fail(row, LABEL, f"{label!r} is no label of these items", f"Write one of {known}.")
        return self.labels.index(label)

    def _sample(self, row: NamedRow) -> int:
        given = self.table.number(row, SAMPLE) if SAMPLE in self.table.columns else 1.0
        if given is None or given != int(given) or not 1 <= given <= MOST_SAMPLES:
            self.table.fail(row, SAMPLE, "this is no number of a sample", f"Count from 1 to {MOST_SAMPLES}.")
        return int(given) - 1

    def options(self, place: Place) -> tuple[str, ...]:
        """Words of the options in the order that was shown; empty where none were."""
        return self._asked.items[place[0]].options.get(self.labels[place[1]], ())

    def outcome(self, place: Place) -> ModelReply | CallFailure:
        """What a row says of its call: words that came, what it states of an answer, or that none came.

        Raises:
            ImportProblem: something in it cannot be what it claims to be.
        """
        row, table = self.rows[place], self.table
        said = table.text(row, STATUS).strip().casefold() if STATUS in table.columns else ""
        has_words = ANSWER in table.columns and row.values.get(ANSWER) is not None
        text = self._words(row) if has_words else ""
        chances = self._chances(row) if has_words else ()
        stated = self._stated(row, said)
        if said == Status.FAILED.value:
            return _failure("The recorded file says that this call failed.", text)
        if stated is None and not has_words:
            if ANSWER in table.columns:
                return _failure("The recorded file holds no answer to this call.", "")
            stated = ReadNothing(reason=STATED_NOTHING)
        return ModelReply(text=text, first_tokens=chances, stated=stated)

    def _words(self, row: NamedRow) -> str:
        text = self.table.text(row, ANSWER)
        try:
            text.encode("utf-8")
        except UnicodeEncodeError:
            cause = "a character stands there in half (a surrogate without its other half)"
            self.table.fail(row, ANSWER, cause, "Write the answer as it came, in UTF-8.")
        return text

    def _stated(self, row: NamedRow, said: str) -> Reading | None:
        """What the row itself says of the answer; None where its words are to be read."""
        value = self.table.number(row, VALUE) if VALUE in self.table.columns else None
        if said == Status.REFUSED.value:
            return ReadRefusal(reason=STATED_REFUSAL)
        if value is None or said == Status.FAILED.value:
            return None
        self._check_value(row, value)
        return ReadValue(value=value, note=STATED_VALUE)

    def _check_value(self, row: NamedRow, value: float) -> None:
        scale = self._asked.question.scale
        if self._asked.question.scores_prompt and value > 0:
            what = f"{value:g} is above 0 and so no log-probability of a sentence"
            self.table.fail(row, VALUE, what, "Give the sum of the natural logarithms of its tokens' probabilities.")
        is_whole = value == int(value) or not self._asked.items[0].options
        if scale and not (scale[0] <= value <= scale[-1] and is_whole):
            what = f"{value:g} is no value of this question"
            cure = f"Give a place from {scale[0]:g} to {scale[-1]:g}, in the order shown."
            self.table.fail(row, VALUE, what, cure)

    def _chances(self, row: NamedRow) -> tuple[TokenChance, ...]:
        found = row.values.get(CHANCES)
        if not found:
            return ()
        try:
            pairs = json.loads(found) if isinstance(found, str) else found
            chances = [TokenChance(token=str(token), logprob=float(chance)) for token, chance in dict(pairs).items()]
        except (TypeError, ValueError):
            cause = "these are no log-probabilities of first tokens"
            self.table.fail(row, CHANCES, cause, 'Write an object such as {"A": -0.2, "B": -1.7}.')
        if any(not -math.inf < one.logprob <= 0 for one in chances):
            self.table.fail(row, CHANCES, "a log-probability is above 0 or no number", "Give natural logarithms.")
        return tuple(sorted(chances, key=lambda one: -one.logprob))


def _failure(message: str, detail: str) -> CallFailure:
    return CallFailure(cause=NOT_ANSWERED, message=message, advice=ASK_SUPPLIER, detail=detail[:LONGEST_DETAIL])


def _shown(name: str) -> str:
    return repr(name if len(name) <= 60 else f"{name[:60]}…")
