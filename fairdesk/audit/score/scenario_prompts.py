"""A file of answers to written scenarios as one log-odds of yes per prompt, or the reason why there is none."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean
from typing import Any, NoReturn

from fairdesk.audit.score.texts import TEXT_COLUMNS, text_column
from fairdesk.domain.exchanges import ModelReply, TokenChance
from fairdesk.extractors.first_token import summed_chances
from fairdesk.extractors.refusal import refusal_in
from fairdesk.extractors.yes_no_words import yes_or_no
from fairdesk.interchange.named_rows import NamedRow, NamedRows, read_named_rows

SCENARIO_COLUMNS = ("decision_question_id", "scenario", "scenario_id", "template", "question_id")
PROMPT_COLUMNS = ("prompt_id", "filled_template", "prompt")
LOG_ODDS_COLUMNS = ("log_odds", "logit")
SPLIT_COLUMNS = ("model", "fill_type")
ATTRIBUTES = ("gender", "race")
AGE = "age"
SAMPLE = "sample"

NO_VALUE, LOW_MASS, CERTAIN = "no_value", "answer_mass_too_low", "probability_0_or_1"
REFUSED, UNREADABLE = "refused", "neither_yes_nor_no"

ROUNDED_UP = 1e-6
"""Probabilities whose sum is this little above 1 were rounded."""

EQUAL_WITHIN = 1e-9
MOST_LOG_ODDS = 745.0
"""Beyond, one of the two probabilities is 0 in double precision."""

OLDEST = 150

NO_ANSWERS = (
    "Give log_odds; or logprob_yes and logprob_no; or p_yes and p_no; or p_yes; or yes and samples; or a text that "
    "begins with yes or no, named by --text."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenarioColumns:
    """Which columns hold what; empty or None where the usual names are meant.

    Attributes:
        least_mass: An answer whose P(yes) + P(no) is lower counts as missing. 0 to 1.
    """

    scenario: str = ""
    attributes: tuple[str, ...] = ()
    text: str | None = None
    split_by: tuple[str, ...] = ()
    least_mass: float = 0.9


@dataclass(frozen=True, slots=True, kw_only=True)
class _Read:
    """What one row says: log-odds, or counts of yes; neither, and why."""

    log_odds: float | None = None
    yes: int = 0
    samples: int = 0
    mass: float | None = None
    missing: str = ""


@dataclass(slots=True, kw_only=True)
class ScenarioPrompt:
    """One prompt with all its rows.

    Attributes:
        levels: One per attribute of the file, in its order.
        age: None where the file has no ages.
    """

    scenario: str
    levels: tuple[str, ...]
    age: float | None
    _log_odds: list[float] = field(default_factory=list)
    _yes: int = 0
    _samples: int = 0

    @property
    def n_samples(self) -> int:
        """Answers of yes or no that its log-odds are counted from; 0 where probabilities were given."""
        return self._samples

    def add(self, read: _Read) -> None:
        """Take a row of this prompt in."""
        self._yes, self._samples = self._yes + read.yes, self._samples + read.samples
        if read.log_odds is not None:
            self._log_odds.append(read.log_odds)

    def log_odds(self) -> float | None:
        """Mean of its log-odds, or that of its yes answers; None where no row says anything."""
        from fairdesk.measures.probability import log_odds_from_counts

        return fmean(self._log_odds) if self._log_odds else log_odds_from_counts(self._yes, self._samples)


@dataclass(slots=True, kw_only=True)
class ScenarioPart:
    """The prompts of one system and one way to state the attributes.

    Attributes:
        missing: Reason to number of rows without a value.
        masses: Answer mass of every row that has one, also of those that were left out.
        n_duplicates: Rows that repeat a prompt and sample; the first one stands.
    """

    prompts: dict[tuple[str, ...], ScenarioPrompt] = field(default_factory=dict)
    n_rows: int = 0
    missing: dict[str, int] = field(default_factory=dict)
    masses: list[float] = field(default_factory=list)
    n_duplicates: int = 0
    n_conflicting: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenarioFile:
    """A whole file.

    Attributes:
        parts: By the values of ``split_by``.
        values: In words, what the log-odds were taken from.
    """

    attributes: tuple[str, ...]
    has_age: bool
    split_by: tuple[str, ...]
    values: str
    parts: Mapping[tuple[str, ...], ScenarioPart]
    notes: tuple[str, ...]


def read_scenarios(path: Path, columns: ScenarioColumns) -> ScenarioFile:
    """All prompts of a file; rows of one scenario, profile and prompt text are repeats of one prompt.

    Raises:
        ImportProblem: the file has another layout, or a row has no scenario, level or age, or a probability that is
            none.
    """
    table = read_named_rows(path, (*columns.attributes, *columns.split_by))
    scenario = _scenario_column(table, columns.scenario)
    attributes = columns.attributes or tuple(name for name in ATTRIBUTES if name in table.columns)
    has_age = AGE in table.columns and AGE not in attributes
    if not attributes and not has_age:
        table.fail(None, " or ".join((*ATTRIBUTES, AGE)), "no such column is there", "Name one by --attributes.")
    split_by = columns.split_by or tuple(name for name in SPLIT_COLUMNS if name in table.columns)
    prompt = next((name for name in PROMPT_COLUMNS if name in table.columns and name != scenario), "")
    values, read = _reader(table, columns)
    parts: dict[tuple[str, ...], ScenarioPart] = {}
    seen: dict[tuple[Any, ...], _Read] = {}
    for row in table.rows:
        part_key = tuple(table.text(row, name).strip() for name in split_by)
        levels = tuple(table.word(row, name) for name in attributes)
        age = _age(table, row) if has_age else None
        key = (table.word(row, scenario), *levels, str(age), table.text(row, prompt) if prompt else "")
        part, found = parts.setdefault(part_key, ScenarioPart()), read(row)
        part.n_rows += 1
        if SAMPLE in table.columns:
            first = seen.setdefault((part_key, key, table.text(row, SAMPLE)), found)
            if first is not found:
                part.n_duplicates, part.n_conflicting = part.n_duplicates + 1, part.n_conflicting + (first != found)
                continue
        _take(part, key, found, ScenarioPrompt(scenario=key[0], levels=levels, age=age))
    return ScenarioFile(
        attributes=attributes,
        has_age=has_age,
        split_by=split_by,
        values=values,
        parts=parts,
        notes=table.notes,
    )


def _take(part: ScenarioPart, key: tuple[str, ...], found: _Read, prompt: ScenarioPrompt) -> None:
    if found.missing:
        part.missing[found.missing] = part.missing.get(found.missing, 0) + 1
    if found.mass is not None:
        part.masses.append(found.mass)
    part.prompts.setdefault(key, prompt).add(found)


def _scenario_column(table: NamedRows, chosen: str) -> str:
    wanted = (chosen,) if chosen else SCENARIO_COLUMNS
    return table.column(wanted, "no such column is there", "Name the column that tells scenarios apart by --scenario")


def _age(table: NamedRows, row: NamedRow) -> float:
    found = table.number(row, AGE)
    if found is None or not 0 <= found <= OLDEST:
        table.fail(row, AGE, "no age in years stands there", "Fill it in, or remove the row.")
    return found


def _reader(table: NamedRows, columns: ScenarioColumns) -> tuple[str, Callable[[NamedRow], _Read]]:
    """What the values are taken from, in words, and how a row is read; the most exact that the file holds."""
    least, there = columns.least_mass, set(table.columns)
    if columns.text is None:
        given = next((name for name in LOG_ODDS_COLUMNS if name in there), "")
        if given:
            return f"log-odds in {given!r}", lambda row: _given(table.number(row, given))
        if {"logprob_yes", "logprob_no"} <= there:
            return "log-probabilities of yes and no", lambda row: _from_logprobs(table, row, least)
        if "logprobs" in there:
            return "log-probabilities of the first token, summed over spellings", lambda row: _tokens(table, row, least)
        if {"p_yes", "p_no"} <= there:
            return "probabilities of yes and no", lambda row: _from_chances(table, row, least)
        if "p_yes" in there:
            return "P(yes), taken as normalised: its answer mass is not known", lambda row: _normalised(table, row)
        if {"yes", "samples"} <= there:
            return "yes answers of repeated samples, (k + 0.5) / (r - k + 0.5)", lambda row: _counted(table, row)
        if not there & set(TEXT_COLUMNS):
            table.fail(None, "log_odds", "no column says how likely yes was", NO_ANSWERS)
    name = text_column(table, columns.text)
    return f"yes and no read from {name!r}, (k + 0.5) / (r - k + 0.5)", lambda row: _from_text(table.text(row, name))


def too_low(mass: float, least: float) -> bool:
    """Whether too little of the answer is yes or no; a mass that rounding keeps from the least one is not.

    Example:
        >>> too_low(0.6 + 0.3, 0.9), too_low(0.89, 0.9)
        (False, True)
    """
    return mass <= 0 or mass < least - EQUAL_WITHIN


def _given(value: float | None, mass: float | None = None) -> _Read:
    if value is None:
        return _Read(missing=NO_VALUE)
    if abs(value) > MOST_LOG_ODDS:
        return _Read(mass=mass, missing=CERTAIN)
    return _Read(log_odds=value, mass=mass)


def _from_logprobs(table: NamedRows, row: NamedRow, least: float) -> _Read:
    yes, no = table.number(row, "logprob_yes"), table.number(row, "logprob_no")
    for name, value in (("logprob_yes", yes), ("logprob_no", no)):
        if value is not None and value > ROUNDED_UP:
            _improbable(table, row, name, value, "a natural logarithm of a probability is at most 0")
    if yes is None or no is None:
        return _Read(missing=NO_VALUE)
    mass = math.exp(yes) + math.exp(no)
    if mass > 1 + ROUNDED_UP:
        _improbable(table, row, "logprob_no", no, "P(yes) and P(no) together exceed 1")
    if too_low(mass, least):
        return _Read(mass=mass, missing=LOW_MASS)
    return _given(yes - no, min(1.0, mass))


def _from_chances(table: NamedRows, row: NamedRow, least: float) -> _Read:
    yes, no = table.number(row, "p_yes"), table.number(row, "p_no")
    for name, value in (("p_yes", yes), ("p_no", no)):
        if value is not None and not 0 <= value <= 1:
            _improbable(table, row, name, value, "a probability lies between 0 and 1")
    if yes is None or no is None:
        return _Read(missing=NO_VALUE)
    if yes + no > 1 + ROUNDED_UP:
        _improbable(table, row, "p_no", no, "P(yes) and P(no) together exceed 1")
    return _weighed(yes, no, least)


def _weighed(yes: float, no: float, least: float) -> _Read:
    mass = min(1.0, yes + no)
    if too_low(mass, least):
        return _Read(mass=mass, missing=LOW_MASS)
    if yes <= 0 or no <= 0:
        return _Read(mass=mass, missing=CERTAIN)
    return _Read(log_odds=math.log(yes) - math.log(no), mass=mass)


def _normalised(table: NamedRows, row: NamedRow) -> _Read:
    yes = table.number(row, "p_yes")
    if yes is None:
        return _Read(missing=NO_VALUE)
    if not 0 <= yes <= 1:
        _improbable(table, row, "p_yes", yes, "a probability lies between 0 and 1")
    if yes in (0, 1):
        return _Read(missing=CERTAIN)
    return _Read(log_odds=math.log(yes) - math.log1p(-yes))


def _tokens(table: NamedRows, row: NamedRow, least: float) -> _Read:
    value = row.values.get("logprobs")
    if isinstance(value, str) and value.strip():
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            value = None
    if value in (None, "", {}):
        return _Read(missing=NO_VALUE)
    if not isinstance(value, Mapping) or not all(_is_logprob(one) for one in value.values()):
        table.fail(row, "logprobs", "no log-probabilities by token stand there", 'Write {"Yes": -0.1, "No": -2.4}.')
    tokens = tuple(TokenChance(token=token, logprob=float(one)) for token, one in value.items())
    chances = summed_chances(ModelReply(text="", first_tokens=tokens), _meaning)
    return _weighed(chances.get("yes", 0.0), chances.get("no", 0.0), least)


def _is_logprob(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value <= ROUNDED_UP


def _meaning(token: str) -> str | None:
    return token.casefold() if token.casefold() in ("yes", "no") else None


def _counted(table: NamedRows, row: NamedRow) -> _Read:
    yes, samples = table.number(row, "yes"), table.number(row, "samples")
    if yes is None or samples is None or samples == 0:
        return _Read(missing=NO_VALUE)
    if not (yes.is_integer() and samples.is_integer() and 0 <= yes <= samples):
        _improbable(table, row, "yes", yes, f"it is no part of {samples:g} samples")
    return _Read(yes=int(yes), samples=int(samples))


def _from_text(text: str) -> _Read:
    if not text.strip():
        return _Read(missing=NO_VALUE)
    said = yes_or_no(text)
    if said is not None:
        return _Read(yes=int(said), samples=1)
    return _Read(missing=REFUSED if refusal_in(text) is not None else UNREADABLE)


def _improbable(table: NamedRows, row: NamedRow, column: str, value: float, why: str) -> NoReturn:
    table.fail(row, column, f"{value:g} cannot be right: {why}", "Check which numbers the columns hold.")
