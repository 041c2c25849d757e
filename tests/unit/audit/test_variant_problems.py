"""Why a cue changes nothing is said as it is: its words are not there, or they are there and were left."""

from __future__ import annotations

from pathlib import Path

from fairdesk.audit.variants import build_variants
from tests.unit.audit.designed_project import designed_project, names_cue, small_design, words

TEXTS = ("Peter Berg wrote to us, and Peter is good.", "Karl wrote to us.")


def problems(tmp_path: Path, *cues: tuple[str, str]) -> str:
    """What is said of a design with these cues of names: id and words of the first level; the other level is apart."""
    made = tuple(
        names_cue(
            cue_id=name,
            title=name.title(),
            place_holder="",
            lists=(words("male", (word,)), words("female", (f"{word}a",))),
        )
        for name, word in cues
    )
    spec, project = designed_project(tmp_path, small_design(cues=made), TEXTS)
    return " ".join(build_variants(spec, project).problems)


def test_words_that_two_cues_claim_are_not_said_to_be_absent(tmp_path: Path) -> None:
    """The whole name stands in a file; another cue claims a part of it, so both are left, and that is said."""
    said = problems(tmp_path, ("whole", "Peter Berg"), ("given", "Peter"), ("absent", "Zeno"))
    assert "The cue Whole changes nothing: 1 place with its words was left for a person" in said
    assert "The cue Absent occurs in no file: none of its words stands in a file." in said
    assert "The cue Given" not in said


def test_names_that_fill_a_place_holder_are_missed_with_it(tmp_path: Path) -> None:
    """They are found in the text, too, so neither the place-holder nor a name of the lists stands in a file."""
    cue = names_cue(place_holder="given")
    spec, project = designed_project(tmp_path, small_design(cues=(cue,)), ["Zeno wrote to us.", "Karl wrote to us."])
    said = " ".join(build_variants(spec, project).problems)
    assert "occurs in no file: neither the place-holder {given} nor one of its words stands in a file." in said
