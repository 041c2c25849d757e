"""Files of a ranking audit: jobs with texts of candidates without names, and names by group.

The layout is that of the published audit: ``{job: {"resumes": [text with {name}], "jd": text}}``, and names as
``{group: [name, ...]}``; a group that is made of two attributes joins them by ``_``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from fairdesk.interchange.foreign_json import Found
from fairdesk.interchange.official_files import LONGEST_TEXT, json_of, refuse_file

NAME = "{name}"
LONGEST_NAME = 80
MOST_GROUPS = 26
"""Candidates are shown with a letter each."""

_BY_GENDER = (("womens", "_W"), ("mens", "_M"))
"""Published lists of names tell the gender by the name of the file alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HiringJob:
    """One job: what it is, and texts of candidates that are equally qualified; ``{name}`` stands for the name."""

    job: str
    description: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HiringFiles:
    """All jobs and names of some files.

    Attributes:
        names: Group to its names, in the order of the groups' labels; as many groups as candidates are shown.
        rows: File to the jobs or groups that stand in it.
        notes: What was taken for granted, a sentence each.
    """

    jobs: tuple[HiringJob, ...]
    names: Mapping[str, tuple[str, ...]]
    rows: Mapping[str, int]
    notes: tuple[str, ...] = ()


def holds_jobs(name: str, body: bytes) -> bool:
    """Whether a file holds jobs, and not names.

    Raises:
        ImportProblem: it is no JSON object.
    """
    return any(isinstance(value.value, dict) for _, value in json_of(name, body).items())


def read_hiring_files(files: Sequence[tuple[str, bytes]]) -> HiringFiles:
    """Jobs and names.

    Raises:
        ImportProblem: no JSON, another layout, a job or a name twice, a group without names; names file and place.

    Source:
        BloombergGraphics/2024-openai-gpt-hiring-racial-discrimination, data/input and data/intermediary.
    """
    jobs: dict[str, HiringJob] = {}
    names: dict[str, tuple[str, ...]] = {}
    rows: dict[str, int] = {}
    notes: list[str] = []
    for name, body in files:
        root = json_of(name, body)
        if holds_jobs(name, body):
            found = [_job(key, value) for key, value in root.items()]
            for job in found:
                if jobs.setdefault(job.job, job) is not job:
                    root.refuse(f"the job {job.job!r} stands in two files", "Keep one of them.")
            rows[name] = len(found)
        else:
            groups, note = _names(name, root)
            if twice := sorted(groups.keys() & names.keys()):
                root.refuse(f"the group {twice[0]!r} stands in two files", "Keep one of them.")
            names |= groups
            notes += [note] if note else []
            rows[name] = len(groups)
    _check(files[0][0] if files else "", jobs, names)
    return HiringFiles(
        jobs=tuple(jobs.values()), names={group: names[group] for group in sorted(names)}, rows=rows, notes=tuple(notes)
    )


def _job(job: str, entry: Found) -> HiringJob:
    cards = []
    for card in entry.need("resumes").each():
        if not isinstance(card.value, str) or not card.value.strip():
            card.refuse("the text of a candidate was expected")
        if len(card.value) > LONGEST_TEXT:
            card.refuse(f"the text is longer than {LONGEST_TEXT:,} characters")
        cards.append(card.value.strip())
    if not cards:
        entry.refuse("no candidate has a text", "Write at least one text under resumes.")
    return HiringJob(job=job.strip(), description=entry.get("jd").text().strip(), cards=tuple(cards))


def _names(name: str, root: Found) -> tuple[dict[str, tuple[str, ...]], str]:
    last = PurePosixPath(name).name.casefold()
    behind = next((end for word, end in _BY_GENDER if word in last), "")
    found: dict[str, tuple[str, ...]] = {}
    in_capitals = False
    for group, listed in root.items():
        words = []
        for one in listed.each():
            word = one.value.strip() if isinstance(one.value, str) else ""
            if not word or len(word) > LONGEST_NAME or "\n" in word:
                one.refuse("a name was expected")
            in_capitals = in_capitals or word.isupper()
            words.append(word.title() if word.isupper() else word)
        if not words:
            listed.refuse("the group has no name", "Give it names, or leave it out.")
        label = f"{group.strip()}{behind}" if "_" not in group else group.strip()
        found[label] = tuple(dict.fromkeys(words))
    note = f"The names of {PurePosixPath(name).name} are written in capitals; they are shown as Jane Doe."
    return found, note if in_capitals else ""


def _check(file: str, jobs: Mapping[str, HiringJob], names: Mapping[str, Sequence[str]]) -> None:
    if not jobs:
        refuse_file(file, None, "no job stands in these files", "Add the file with the jobs and the candidates' texts.")
    if not 2 <= len(names) <= MOST_GROUPS:
        cure = f"Give names of 2 to {MOST_GROUPS} groups."
        refuse_file(file, None, f"these files hold names of {len(names)} groups", cure)
    place: dict[str, str] = {}
    for group, listed in names.items():
        for word in listed:
            other = place.setdefault(word.casefold(), group)
            if other != group:
                cause = f"the name {word!r} stands in the groups {other!r} and {group!r}"
                refuse_file(file, None, cause, "Keep it in one of them, or in none.")
