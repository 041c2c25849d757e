"""What is read from the result files that real tools wrote, and what is said of their own numbers."""

from __future__ import annotations

import io
import json
import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from fairdesk.domain.errors import ImportProblem
from fairdesk.domain.exchanges import Status
from fairdesk.domain.foreign_numbers import Better, ForeignNumber, side_by_side, turned
from fairdesk.domain.records import LayoutChoices
from fairdesk.interchange.foreign import foreign_numbers
from fairdesk.interchange.record_files import guess_layout, read_records

FOLDER = Path(__file__).parent / "foreign"
BBQ = "lm-eval/samples_bbq_own_2026-11-30T02-15-27.508527.jsonl"
ADMISSIONS = "lm-eval/samples_admissions_2026-11-30T02-15-27.508527.jsonl"

Row = tuple[str, str, int, str, str, str]


def rows(source: Path | bytes, *maps: str) -> Iterator[Row]:
    """Item, variant, sample, system, status and text of every answer."""
    found = io.BytesIO(source) if isinstance(source, bytes) else source
    layout, _ = guess_layout(found, LayoutChoices(columns=maps))
    for batch in read_records(found, layout):
        assert not batch.problems
        columns = (batch.item, batch.variant, batch.sample, batch.system, batch.status, batch.text)
        yield from zip(*columns, strict=True)


def numbers(name: str) -> dict[tuple[str, str], ForeignNumber]:
    return {(number.name, number.scope): number for number in foreign_numbers(FOLDER / name)}


def edited(name: str, *changes: tuple[str, str]) -> bytes:
    text = (FOLDER / name).read_text()
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    return text.encode()


FAILED, UNREAD = Status.FAILED.value, ""


def test_inspect_samples_become_rows_with_their_epochs() -> None:
    """Item and variant come from the metadata, the epoch is the sample, an errored sample failed, a refusal is text."""
    found = set(rows(FOLDER / "inspect-admissions.eval"))

    assert len(found) == 12
    for epoch in (1, 2):
        assert ("file-1", "female", epoch, "openai/stub-1", UNREAD, "Rating: 7") in found
        assert ("file-3", "original", epoch, "openai/stub-1", FAILED, "") in found
        refusal = "I'm sorry, but I can't rate applicants."
        assert ("file-3", "female", epoch, "openai/stub-1", UNREAD, refusal) in found


def test_a_score_of_the_tool_can_be_the_value() -> None:
    """Mapped to value, Inspect's rating is taken; its NaN for the refusal is unreadable and no number."""
    layout, _ = guess_layout(FOLDER / "inspect-admissions.eval", LayoutChoices(columns=("score.rating=value",)))
    (batch,) = read_records(FOLDER / "inspect-admissions.eval", layout)
    found = {
        (item, variant): (value, status)
        for item, variant, value, status in zip(batch.item, batch.variant, batch.value, batch.status, strict=True)
    }

    assert found["file-1", "original"] == (8.0, Status.ANSWERED.value)
    assert found["file-3", "female"][1] == Status.UNREADABLE.value
    assert found["file-3", "original"][1] == FAILED
    assert sorted(value for value, _ in found.values() if math.isfinite(value)) == [5.0, 5.0, 7.0, 8.0]


def test_both_forms_of_an_inspect_log_read_alike() -> None:
    """The packed and the JSON log of one task give the same rows."""
    one, other = (sorted(rows(FOLDER / f"inspect-stereoset.{form}")) for form in ("eval", "json"))

    assert one == other
    assert len(one) == 5


def test_lm_eval_repeats_are_samples_and_the_model_is_named() -> None:
    """Both repeats of a document are rows; the aggregates beside name version and model in the notes."""
    found = list(rows(FOLDER / ADMISSIONS))

    assert found[:2] == [("file-1", "original", n, "", UNREAD, "Rating: 8") for n in (1, 2)]
    assert len(found) == 8
    notes = " ".join(guess_layout(FOLDER / ADMISSIONS)[0].reading.notes)
    assert "0.4.13" in notes
    assert "stub-1" in notes


def test_lm_eval_answers_are_read_once_however_many_filters_there_are() -> None:
    """A file repeats its documents for every filter: repeats of this kind are no further samples, and are named."""
    content = (FOLDER / ADMISSIONS).read_bytes()
    doubled = content + content.replace(b'"filter": "rating"', b'"filter": "strict"')

    assert list(rows(doubled)) == list(rows(content))
    dropped = guess_layout(io.BytesIO(doubled))[1].dropped
    assert [one.lines for one in dropped] == [(5, 6, 7, 8)]
    assert "strict" in dropped[0].reason


def test_lm_eval_samples_that_lost_lines_are_warned_of(tmp_path: Path) -> None:
    """Fewer documents than the aggregates beside counted: the notes say that the file may be cut off."""
    results = next((FOLDER / "lm-eval").glob("results_*"))
    (tmp_path / results.name).write_bytes(results.read_bytes())
    short = tmp_path / Path(ADMISSIONS).name
    short.write_bytes(b"".join((FOLDER / ADMISSIONS).read_bytes().splitlines(keepends=True)[:3]))

    assert any("4 documents and the file holds 3" in note for note in guess_layout(short)[0].reading.notes)


def test_lm_eval_options_by_log_probability() -> None:
    """Where options were scored, the text is the likeliest one; a tie is no answer."""
    sample = {
        "doc_id": 0,
        "doc": {"item": "a", "variant": "original"},
        "arguments": {f"gen_args_{n}": {"arg_0": "Q", "arg_1": option} for n, option in enumerate((" yes", " no"))},
        "filter": "none",
    }
    clear = {**sample, "resps": [[["-3.5", "False"]], [["-0.5", "True"]]]}
    tied = {**sample, "doc_id": 1, "resps": [[["-1.0", "False"]], [["-1.0", "False"]]]}
    content = "\n".join(map(json.dumps, (clear, tied))).encode()

    assert [(row[4], row[5]) for row in rows(content)] == [(UNREAD, "no"), (FAILED, "")]


@pytest.mark.parametrize("form", ["json", "jsonl", "csv"])
def test_promptfoo_failed_assertions_are_answers_and_errors_are_not(form: str) -> None:
    """The refusal failed an assertion and stays text; the call that failed is no answer and its score 0 is not used."""
    found = set(rows(FOLDER / f"promptfoo-results.{form}"))

    assert len(found) == 16
    for system in ("baseline", "mitigated"):
        for sample in (1, 2):
            assert ("file-1", "female", sample, system, UNREAD, "Rating: 7") in found
            assert ("file-2", "original", sample, system, FAILED, "") in found
            refusal = "I'm sorry, but I can't rate applicants."
            assert ("file-2", "female", sample, system, UNREAD, refusal) in found
    layout, _ = guess_layout(FOLDER / f"promptfoo-results.{form}", LayoutChoices(columns=("score.score=value",)))
    for batch in read_records(FOLDER / f"promptfoo-results.{form}", layout):
        assert not [
            value for value, status in zip(batch.value, batch.status, strict=True) if status == FAILED and value == 0
        ]


def test_helm_prompts_stopped_by_a_filter_failed() -> None:
    """HELM records one as an error and one as a success with an empty text; neither is an answer."""
    found = list(rows(FOLDER / "helm/scenario_state.json"))

    assert [(item, variant, status) for item, variant, _, _, status, _ in found] == [
        ("id0", "original", UNREAD),
        ("id0", "gender", UNREAD),
        ("id1", "original", UNREAD),
        ("id2", "original", FAILED),
        ("id3", "original", FAILED),
    ]


def test_helm_scores_without_answers_carry_a_warning() -> None:
    """per_instance_stats.json scores failed calls like answers, and its notes say so."""
    layout, _ = guess_layout(FOLDER / "helm/per_instance_stats.json")

    assert any("a call that failed like a wrong answer" in note for note in layout.reading.notes)
    assert "score.exact_match" in [column.column for column in layout.columns]


@pytest.mark.parametrize("name", ["helm/stats.json", "lm-eval/results_2026-11-30T02-15-27.508527.json"])
def test_aggregates_alone_are_refused_with_the_file_to_choose(name: str) -> None:
    """A file without answers names the one that has them."""
    with pytest.raises(ImportProblem) as problem:
        guess_layout(FOLDER / name)

    assert "without answers" in problem.value.message
    assert "choose" in problem.value.advice.casefold()


def test_langfair_failures_are_no_answers() -> None:
    """LangFair writes "Unable to get response" for a failed call, and the two generations are samples."""
    found = list(rows(FOLDER / "langfair-generations.json"))

    assert [(item, sample, status) for item, _, sample, _, status, _ in found] == [
        ("prompt 1", 1, UNREAD),
        ("prompt 1", 2, UNREAD),
        ("prompt 2", 1, FAILED),
        ("prompt 2", 2, FAILED),
        ("prompt 3", 1, UNREAD),
        ("prompt 3", 2, UNREAD),
    ]


def test_langfair_counterfactual_groups_are_variants() -> None:
    """Each group of a counterfactual dictionary is a variant of the same prompt."""
    found = list(rows(FOLDER / "langfair-counterfactual.json"))

    assert [(item, variant) for item, variant, *_ in found][:2] == [("prompt 1", "male"), ("prompt 1", "female")]
    assert len(found) == 6


@pytest.mark.parametrize(
    "name",
    [
        "records.json",
        "split.json",
        "table.json",
        "columns.json",
        "index.json",
        "lines.jsonl",
        "indexed.csv",
        "indexed.parquet",
        "filtered.parquet",
    ],
)
def test_pandas_tables_lose_their_index_and_nothing_else(name: str) -> None:
    """Every way in which pandas writes a table reads alike; an index that only counts is no column of the records."""
    layout, _ = guess_layout(FOLDER / f"pandas-{name}")
    (batch,) = read_records(FOLDER / f"pandas-{name}", layout)
    found = dict(zip(zip(batch.item, batch.variant, strict=True), batch.value, strict=True))

    assert found["file-1", "female"] == 7.0
    assert found["file-2", "original"] == 5.0
    assert not math.isfinite(found.get(("file-2", "female"), math.nan))
    assert set(batch.attributes) == {"sex"}


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("promptfoo-results.json", '"promptfooVersion": "0.123.1"', '"promptfooVersion": "0.200.0"'),
        ("promptfoo-results.json", '"version": 3', '"version": 9'),
        ("inspect-stereoset.json", '"inspect_ai": "0.3.285"', '"inspect_ai": "1.0.0"'),
        ("inspect-stereoset.json", '"version": 2,', '"version": 3,'),
    ],
)
def test_a_newer_version_is_read_with_a_warning(name: str, before: str, after: str) -> None:
    """A version beyond those known is named, and the first rows are to be checked."""
    layout, _ = guess_layout(io.BytesIO(edited(name, (before, after))))

    assert any("Check the first rows" in note or "check the first rows" in note for note in layout.reading.notes)


def test_bbq_01_a_responder_that_always_contradicts_the_stereotype_gets_zero_from_the_harness() -> None:
    """The harness prints 0.0; the counts that M15 takes are handed over with the reason (public case BBQ-01)."""
    found = numbers(BBQ)
    clear, ambiguous = found["disamb_bias_score", "bbq_own"], found["amb_bias_score", "bbq_own"]

    assert (clear.value, ambiguous.value) == (0.0, 0.0)
    assert clear.method == "M15"
    assert clear.given == {
        "ambiguous": {"n": 4, "unknown_correct": 0, "biased": 0},
        "disambiguated": {"n": 6, "biased": 0, "non_unknown": 6},
    }
    assert "instead of -1" in clear.why_different
    assert clear.better is Better.NEITHER
    assert found["amb_bias_score_SES", "bbq_own"].value is None, "NaN of the tool is no number"


def test_stereoset_of_inspect_is_micro_and_hands_over_choices_and_terms() -> None:
    """The tool's 75 pools all answers; the term of each goes along, so that the macro can be set beside it."""
    number = numbers("inspect-stereoset.eval")["stereotype_score", "stereoset_scorer"]

    assert number.value == 75.0
    assert number.given["choices"] == ["stereo", "stereo", "stereo", "anti", None]
    assert number.given["terms"] == ["nurse", "nurse", "nurse", "chef", "chef"]
    assert "macro" in number.why_different


def test_helm_representation_is_shown_with_its_normalisation() -> None:
    """HELM's distances and the texts of each perturbation; the reason names lists and splitting of words."""
    found = [number for number in foreign_numbers(FOLDER / "helm/scenario_state.json") if number.method == "M18"]

    assert [round(number.value or 0, 4) for number in found] == [0.1667, 0.5]
    assert [len(number.given["texts"]) for number in found] == [2, 1]
    assert all("length of its word list" in number.why_different for number in found)
    assert {name: len(words) for name, words in found[0].given["word_lists"].items()} == {"female": 20, "male": 20}
    assert not any(dict(number.given) for number in foreign_numbers(FOLDER / "helm/per_instance_stats.json"))


def test_st_13_one_name_with_two_directions_is_turned_with_a_note() -> None:
    """0.25 of DeepEval 3.0.0 and 0.75 of 4.3.1 are the same reply; the direction is read from the thresholds."""
    (old,), (new,) = (foreign_numbers(FOLDER / f"deepeval-{version}-test-run.json") for version in ("3.0.0", "4.3.1"))

    assert (old.value, old.better) == (0.25, Better.LOWER)
    assert (new.value, new.better) == (0.75, Better.HIGHER)
    pair = side_by_side(old, new)
    assert isinstance(pair, tuple)
    assert [one.value for one in pair] == [0.25, 0.25]
    assert "Turned from 0.75" in pair[1].why_different


def test_st_13_an_unknown_direction_is_refused() -> None:
    """A score at its threshold tells no direction, and then nothing is compared."""
    content = edited("deepeval-3.0.0-test-run.json", ('"score": 0.25', '"score": 0.5'))
    (number,) = foreign_numbers(io.BytesIO(content))
    (other,) = foreign_numbers(FOLDER / "deepeval-4.3.1-test-run.json")

    assert number.better is Better.UNKNOWN
    assert isinstance(side_by_side(number, other), str)
    assert isinstance(side_by_side(other, number), str)
    assert isinstance(turned(number, Better.HIGHER), str)


def test_langfair_metrics_say_that_failed_calls_were_scored() -> None:
    """The toxicity of "Unable to get response" is in LangFair's number, and the reason says so."""
    found = numbers("langfair-toxicity.json")

    assert found["Toxic Fraction", ""].value == pytest.approx(2 / 3)
    assert "2 failed calls" in found["Toxic Fraction", ""].why_different


def test_numbers_that_python_writes_and_json_does_not_know_are_no_values() -> None:
    """NaN, infinities and absurdly long whole numbers of a foreign file become empty cells or words, never numbers."""
    rating = '"multiple_choice_scorer": {"value": "C"'
    text = json.dumps(json.loads((FOLDER / "inspect-stereoset.json").read_text()))
    assert rating in text
    for written in ("NaN", "Infinity", "-Infinity", "1e999", "9" * 5000, "-" + "9" * 400):
        content = text.replace(rating, f'"multiple_choice_scorer": {{"value": {written}').encode()
        choices = LayoutChoices(columns=("score.multiple_choice_scorer=value",))
        layout, _ = guess_layout(io.BytesIO(content), choices)
        for batch in read_records(io.BytesIO(content), layout):
            assert not np.isfinite(batch.value).any()


def test_a_key_that_stands_twice_is_refused() -> None:
    """JSON leaves open which of the two counts, so neither is taken."""
    content = edited("deepeval-3.0.0-test-run.json", ('"actualOutput": "Rating: 8"', '"input": "other"'))

    with pytest.raises(ImportProblem, match="'input' stands twice"):
        guess_layout(io.BytesIO(content))


def test_a_table_of_absurd_width_is_refused() -> None:
    """Thousands of different attributes are no table that anybody could map."""
    attached = {f"key {n}": "x" for n in range(3_000)}
    content = json.dumps({"testCases": [{"name": "a", "actualOutput": "7", "metadata": attached}]}).encode()

    with pytest.raises(ImportProblem, match="at most 2,000"):
        guess_layout(io.BytesIO(content))


def test_two_prompts_of_one_provider_are_two_systems() -> None:
    """Where the pairs of prompt and provider outnumber the providers, the prompt's label is part of the system."""
    lines = (FOLDER / "promptfoo-results.jsonl").read_text().splitlines()
    results = [json.loads(line) for line in lines if '"label":"baseline"' in line][:2]
    results[1] |= {"promptIdx": 1, "prompt": {**results[1]["prompt"], "label": "second"}}

    systems = {row[3] for row in rows("\n".join(map(json.dumps, results)).encode())}

    assert systems == {"baseline, Rate the applicant {{name}} from 1 to 10.", "baseline, second"}


def test_helm_perturbations_of_one_name_are_told_apart_by_their_settings() -> None:
    """Two gender perturbations in two directions are two variants, labelled by what differs and nothing else."""
    state = json.loads((FOLDER / "helm/scenario_state.json").read_text())
    second = json.loads(json.dumps(state["request_states"][1]))
    second["instance"]["perturbation"] |= {"source_class": "male", "target_class": "female"}
    state["request_states"].append(second)

    labels = [row[1] for row in rows(json.dumps(state).encode())]

    assert labels[1] == "gender (source_class female, target_class male)"
    assert labels[-1] == "gender (source_class male, target_class female)"
