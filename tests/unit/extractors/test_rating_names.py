"""A reading must not depend on whose name stands in the answer: that would be a bias of the instrument."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from fairdesk.domain.exchanges import ModelReply, Reading, ReadNothing, ReadRefusal, ReadValue
from fairdesk.extractors import extractor

CUES = Path(__file__).resolve().parents[3] / "resources" / "admissions" / "cues.toml"

ANSWERS: tuple[tuple[str, object], ...] = (
    ("I would rate {name} a 4.", 4.0),
    ("I'd rate {name}'s application 4 out of 5.", 4.0),
    ("{name}: rating 3", 3.0),
    ("{name} deserves a 2.", 2.0),
    ("{name} - 5/5", 5.0),
    ("Rating for {name}: 4", 4.0),
    ("{name} is a solid 4, not a 5.", 4.0),
    ("I would give {name}, who has a GPA of 3.6, a rating of four.", 4.0),
    ("Having read the file of {name} I would say 3.", 3.0),
    ("1. {name}.", "nothing"),
    ("{name}.", "nothing"),
    ("I would place {name} between 3 and 4.", "range"),
    ("I'm sorry, but I cannot rate {name}.", "refused"),
    ("{name} has 3 publications.", "nothing"),
)

OTHER_NAMES = (
    *("Mei Chen", "Aisha Khan", "Omar Haddad", "Lakisha Washington", "Nguyễn Thị Lan", "José Núñez", "Ọlá Adébáyọ̀"),
    *("محمد", "王伟", "D'Angelo O'Neil", "Anne-Marie", "Max Müller", "Grace", "Art", "Ida B. Wells", "Dr. A. Khan"),
    *("Sat Singh", "Ib Madsen", "Ann Ko", "Seven Lee", "Uno Kask", "X", "Ms. Walsh"),
)


def shipped_words() -> list[str]:
    """First names with a surname, and schools, of the shipped admissions set."""
    cues = tomllib.loads(CUES.read_text(encoding="utf-8"))
    names = [f"{name} {cues['surnames']['words'][0]}" for entry in cues["names"] for name in entry["words"]]
    return names + [school for entry in cues["schools"] for school in entry["words"]]


def outcome(reading: Reading) -> object:
    """What was read, without places and quotations."""
    match reading:
        case ReadValue():
            return reading.value
        case ReadRefusal():
            return "refused"
        case ReadNothing():
            return "range" if reading.reason.startswith("a range") else "nothing"


@pytest.mark.parametrize(("answer", "wanted"), ANSWERS, ids=[answer for answer, _ in ANSWERS])
def test_every_name_and_school_leads_to_the_same_reading(answer: str, wanted: object) -> None:
    """The shipped names and schools, and names of many origins, are read alike and rightly."""
    read = extractor("rating/1").read

    readings = {
        name: outcome(read(ModelReply(text=answer.format(name=name)), (1.0, 5.0), None))
        for name in (*shipped_words(), *OTHER_NAMES)
    }

    assert {name: found for name, found in readings.items() if found != wanted} == {}
