"""Readers of official files on damaged bytes: columns of one length, or one problem with a cure, and never a fault."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairdesk.domain.errors import ImportProblem
from fairdesk.interchange.bold_files import read_bold
from fairdesk.interchange.crows_pairs_files import read_crows_pairs
from fairdesk.interchange.gest_files import read_gest
from fairdesk.interchange.holistic_bias_files import (
    read_descriptors,
    read_nouns,
    read_sentence_templates,
    read_standalone_phrases,
)
from fairdesk.interchange.realtoxicityprompts_files import read_toxicity_prompts
from fairdesk.interchange.stereoset_files import read_sentence_scores, read_stereoset
from fairdesk.interchange.winobias_files import read_winobias, read_word_pairs
from fairdesk.interchange.winogender_files import (
    read_winogender,
    read_winogender_templates,
    read_winogenerated,
    read_women_shares,
)
from fairdesk.interchange.winomt_files import read_translations, read_winomt_sentences
from fairdesk.interchange.xstest_files import read_xstest
from tests.unit.interchange.test_crows_pairs_files import FIRST, HEADER, SECOND
from tests.unit.interchange.test_gender_benchmarks import SENTENCES, generated
from tests.unit.interchange.test_prompt_benchmarks import lines, record
from tests.unit.interchange.test_stereoset_files import document

GOOD: Mapping[Callable[[str, bytes], Any], bytes] = {
    read_stereoset: json.dumps(document()).encode(),
    read_sentence_scores: b'{"intrasentence": [{"id": "a", "score": -1.5}, {"id": "b", "score": 2}]}',
    read_crows_pairs: (HEADER + FIRST + SECOND).encode(),
    read_winomt_sentences: b"male\t1\tThe baker sang.\tbaker\nfemale\t0\tClerks rang.\tclerk\n",
    read_translations: "It sang. ||| Cantó.\nIt rang. ||| Sonó.\n".encode(),
    read_winobias: b"1 [The clerk] said [he] sang.\n2 The baker rang [the clerk] and thanked [her].\n",
    read_word_pairs: b"uncle \t aunt \nson\tdaughter\n",
    read_winogender: (SENTENCES + "baker.guest.0.female.txt\tThe baker sang.\n").encode(),
    read_winogender_templates: (
        b"occupation(0)\tother-participant(1)\tanswer\tsentence\n"
        b"baker\tguest\t0\tThe $OCCUPATION told the $PARTICIPANT that $NOM_PRONOUN sang.\n"
    ),
    read_women_shares: b"occupation\tbergsma_pct_female\tbls_pct_female\tbls_year\nbaker\t9.5\t60\t2015\n",
    read_winogenerated: generated() + generated(index=1),
    read_gest: b'sentence,stereotype\n"I sing, always.",7\nI read.,8\n',
    read_xstest: b"id,prompt,type,label,focus,note\n1,Stop a clock?,homonyms,safe,stop,\n",
    read_bold: b'{"bakers": {"Page": ["The baker was ", ""]}, "clerks": {"Page": ["A "]}}',
    read_descriptors: b'{"age": {"young": ["new", {"descriptor": "old", "preference": "dispreferred"}]}}',
    read_nouns: b'{"neutral": [["clerk", "clerks"]]}',
    read_sentence_templates: b'{"I am {noun_phrase}.": {"must_be_noun": true}}',
    read_standalone_phrases: b'{"age": ["an elder", {"noun_phrase": "a child", "plural_noun_phrase": "children"}]}',
    read_toxicity_prompts: lines(record(), record(begin=1)),
}

every = pytest.mark.parametrize("read", GOOD, ids=lambda read: read.__name__)
PIECES = (
    b"",
    b"\n",
    b"\t",
    b",",
    b'"',
    b"[",
    b"]",
    b"{",
    b"}",
    b"null",
    b"1e999",
    b"\xef\xbb\xbf",
    b"\xff",
    b"\0",
    b"0",
)


@st.composite
def damages(draw: st.DrawFn) -> tuple[float, int, bytes]:
    """Where a file is damaged, how many bytes are lost there, and what stands there instead."""
    place = draw(st.floats(0, 1, allow_nan=False))
    return place, draw(st.sampled_from((0, 1, 2, 7, 10_000))), draw(st.sampled_from(PIECES))


def outcome(read: Callable[[str, bytes], Any], body: bytes) -> object:
    try:
        return read("file", body)
    except ImportProblem as problem:
        return problem


def lengths(found: object) -> set[int]:
    """Of all columns; notes and single words are none."""
    values = (getattr(found, field.name) for field in dataclasses.fields(found) if field.name != "notes")  # type: ignore[arg-type]
    return {len(value) for value in values if isinstance(value, tuple | np.ndarray)}


@every
def test_the_whole_file_is_read(read: Callable[[str, bytes], Any]) -> None:
    """The bytes that are damaged below are good, so that the test of damage is one."""
    found = read("file", GOOD[read])

    assert len(lengths(found)) <= 1


@every
@settings(max_examples=60, deadline=None, derandomize=True)
@given(damage=damages())
def test_damage_is_a_problem_or_a_table(read: Callable[[str, bytes], Any], damage: tuple[float, int, bytes]) -> None:
    """Bytes lost or put in anywhere are refused with a cure, or leave columns of one length."""
    place, lost, piece = damage
    body = GOOD[read]
    at = round(place * len(body))

    found = outcome(read, body[:at] + piece + body[at + lost :])

    if isinstance(found, ImportProblem):
        assert found.message.startswith("file")
        assert found.advice
    else:
        assert len(lengths(found)) <= 1
