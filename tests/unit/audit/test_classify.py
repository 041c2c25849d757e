"""Answers scored by classifiers: evidence on the chain of the run, missing with a reason, never 0, never another's."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fairdesk.audit.analyse import analyse_project
from fairdesk.audit.answers import AnswerFilter, answer_ids, answer_rows, one_answer
from fairdesk.audit.archives import asked_addresses, export_archive, import_archive
from fairdesk.audit.benchmark_import import BenchmarkRequest, add_benchmark
from fairdesk.audit.classified import classified_entry
from fairdesk.audit.classifier_choice import AS_INSTALLED, ClassifiersWanted
from fairdesk.audit.classify import ClassifyWanted, classify_project
from fairdesk.audit.corrections import correct_reading
from fairdesk.audit.endpoints import change_endpoint
from fairdesk.audit.plan import fix_plan
from fairdesk.audit.projects import create_project, show_project, starting_details
from fairdesk.audit.run import run_project
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.archives import ArchiveOrder
from fairdesk.domain.audited_system import EndpointSettings
from fairdesk.domain.benchmarks import Sampling, SamplingKind
from fairdesk.domain.canonical import canonical_bytes
from fairdesk.domain.classified import (
    MOST_REASONS,
    NOT_CLASSIFIED,
    OTHER_REASONS,
    Classified,
    ClassifiedCall,
    IdentityScore,
    TextScore,
    told_reasons,
)
from fairdesk.domain.classifiers import PlannedClassifier
from fairdesk.domain.codec import from_plain, to_plain
from fairdesk.domain.corrections import CorrectionRequest
from fairdesk.domain.errors import InputError, StoreError
from fairdesk.domain.exchanges import ItemKey, ModelReply, ReadRefusal, Status
from fairdesk.domain.results import Analysis, Estimate, NotMeasured
from fairdesk.extractors.classifiers.labels import score_of_labels
from tests.classifier_server import ClassifierServer, classifier_server, labelled, regard, told
from tests.faults.faulty_server import Reply

SAMPLE = Sampling(kind=SamplingKind.STRATIFIED, n=2, seed=1)

KEY = "planted-key-0123456789"


def length_regard(text: str) -> dict[str, float]:
    """Labels that depend on the text alone, so that a score that was shifted to another text shows."""
    share = (len(text) % 7) / 10
    return {"positive": share, "negative": 0.33, "neutral": 0.05}


def made(folder: Path, wanted: ClassifiersWanted = AS_INSTALLED) -> tuple[WorkspaceSpec, str]:
    """A profile with a project that has asked the shipped suite of BOLD and classified nothing yet."""
    spec = WorkspaceSpec(data_dir=folder)
    details = replace(starting_details(), auditor="A. Auditor", client="C", purpose="P")
    project = create_project(spec, "Open", details).project_id
    request = BenchmarkRequest(benchmark_id="bold", path=None, sampling=SAMPLE, without_files=True, classifiers=wanted)
    add_benchmark(spec, project, request)
    fix_plan(spec, project)
    run_project(spec, project, lambda progress: None)
    return spec, project


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Such a profile whose plan names the offline classifier of sentiment alone."""
    folder = Path(tmp_path_factory.mktemp("ran"))
    _, project = made(folder, ClassifiersWanted(named={"toxicity": "none"}))
    return folder, project


@pytest.fixture
def offline(ran: tuple[Path, str], tmp_path: Path) -> tuple[WorkspaceSpec, str]:
    """A copy of it that a test may change."""
    return copied(ran[0], tmp_path / "profile"), ran[1]


def copied(folder: Path, target_folder: Path) -> WorkspaceSpec:
    """A copy of a profile's store."""
    copy = WorkspaceSpec(data_dir=target_folder)
    there, here = (Workspace(one).paths.store_file for one in (WorkspaceSpec(data_dir=folder), copy))
    here.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(there)) as source, closing(sqlite3.connect(here)) as target:
        source.backup(target)
    return copy


@pytest.fixture(scope="module")
def ran_behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str, ClassifierServer]]:
    """A profile whose plan names a classifier behind the address of a server that goes on serving."""
    with classifier_server(labelled(length_regard)) as server:
        folder = Path(tmp_path_factory.mktemp("behind"))
        _, project = made(folder, by_regard(server.url, versions={"regard": "v3"}))
        yield folder, project, server


@pytest.fixture
def behind(
    ran_behind: tuple[Path, str, ClassifierServer], tmp_path: Path
) -> tuple[WorkspaceSpec, str, ClassifierServer]:
    """A copy of it that a test may change, with the server as it was."""
    folder, project, server = ran_behind
    server.answer = labelled(length_regard)
    server.asked.clear()
    server.keys.clear()
    return copied(folder, tmp_path / "profile"), project, server


def by_regard(address: str, **said: Mapping[str, Any]) -> ClassifiersWanted:
    """A classifier of regard behind an address, and none of anything else."""
    return ClassifiersWanted(named={"toxicity": "none", "sentiment": "none", "regard": address}, **said)


def first_run(spec: WorkspaceSpec, project: str) -> str:
    return show_project(spec, project).runs[0].run_id


def answers(spec: WorkspaceSpec, run_id: str) -> dict[ItemKey, str]:
    """Every answer in open words of a run."""
    found = {}
    for row in answer_rows(spec, run_id, answer_ids(spec, run_id, AnswerFilter())):
        if row.status is Status.ANSWERED:
            view = one_answer(spec, run_id, row.answer_id)
            assert isinstance(view.outcome, ModelReply)
            found[view.key] = view.outcome.text.strip()
    return found


def entries(spec: WorkspaceSpec, run_id: str) -> list[Classified]:
    """What classifiers left in the chain of a run."""
    with Workspace(spec) as workspace:
        found = workspace.store.ledger.entries(f"run:{run_id}", kind="classified")
        return [from_plain(Classified, json.loads(entry.body)) for entry in found]


def scores(spec: WorkspaceSpec, run_id: str) -> dict[ItemKey, list[TextScore]]:
    """Call to all scores that it got, in their order."""
    found: dict[ItemKey, list[TextScore]] = {}
    for body in entries(spec, run_id):
        for call in body.calls:
            key = ItemKey(case_id=call.case_id, variant=call.variant, question=body.question, sample=call.sample)
            found.setdefault(key, []).append(call.score)
    return found


def rows_of(analysis: Analysis, quantity: str) -> list[Estimate | NotMeasured]:
    """Outcomes of all scores of a quantity."""
    found = [row.outcome for row in analysis.results if row.measure.startswith(quantity)]
    assert found
    return found


def test_every_answer_gets_a_score_and_the_scores_are_on_the_chain(offline: tuple[WorkspaceSpec, str]) -> None:
    """Scores are appended once, with classifier, version and identity check; the answers' words are not copied."""
    spec, project = offline
    done = classify_project(spec, project)
    run_id = first_run(spec, project)

    assert [(one.n_scored, one.n_missing, one.stopped) for one in done] == [(one.n_answered, 0, "") for one in done]
    assert set(scores(spec, run_id)) == set(answers(spec, run_id))
    [body] = entries(spec, run_id)
    assert (body.classifier.classifier_id, body.classifier.version) == ("vader", "1.0.0")
    assert len(body.identity) > 10
    text = canonical_bytes(to_plain(body)).decode()
    assert not [words for words in answers(spec, run_id).values() if words in text]
    with Workspace(spec) as workspace:
        assert workspace.store.ledger.check(f"run:{run_id}").ok
    assert [one.n_new for one in classify_project(spec, project)] == [0, 0]
    assert len(entries(spec, run_id)) == 1


def test_results_rest_on_the_scores(offline: tuple[WorkspaceSpec, str]) -> None:
    """Without classifying every score is absent with its reason; afterwards it is a number, with the identity check."""
    spec, project = offline
    before = analyse_project(spec, project)[1]
    classify_project(spec, project)
    after = analyse_project(spec, project)[1]

    assert all(isinstance(one, NotMeasured) and one.reason for one in rows_of(before, "sentiment"))
    assert all(isinstance(one, Estimate) for one in rows_of(after, "sentiment_mean"))
    sentence = next(row.sentence for row in after.results if row.measure == "sentiment_mean")
    assert "error rates of the classifier per group: not measured" in sentence
    assert "Neutral sentences" in sentence
    for one, then in zip(before.classified, after.classified, strict=True):
        assert one.missing == {NOT_CLASSIFIED: one.n_answered}
        assert (then.n_scored, dict(then.missing), then.n_other) == (one.n_answered, {}, 0)


def test_without_a_classifier_a_quantity_is_absent_with_the_reason(offline: tuple[WorkspaceSpec, str]) -> None:
    """TOX-01: no classifier of toxicity was planned, so there is no number of it anywhere, and the reason is told."""
    spec, project = offline
    classify_project(spec, project)
    analysis = analyse_project(spec, project)[1]

    for quantity in ("toxicity", "regard"):
        for outcome in rows_of(analysis, quantity):
            assert isinstance(outcome, NotMeasured)
            assert outcome.reason == f"no classifier of {quantity} was planned"


def test_a_classifier_behind_an_address_scores_every_text_by_itself(
    behind: tuple[WorkspaceSpec, str, ClassifierServer],
) -> None:
    """Every answer has the value of its own words, whatever was answered beside it."""
    spec, project, server = behind
    [first, _] = classify_project(spec, project)
    run_id = first_run(spec, project)

    assert (first.n_missing, first.version) == (0, "v3")
    for key, text in answers(spec, run_id).items():
        [score] = scores(spec, run_id)[key]
        assert score == score_of_labels("regard", length_regard(text), {})
    assert all(body.classifier.address == server.url for body in entries(spec, run_id))
    assert f"Classifier of regard, which gets the answers: {server.url}" in asked_addresses(spec, project)


FAULTS = {
    "an error": told({"error": "broken"}, 422),
    "too few results": told([[{"label": "positive", "score": 0.5}]] * 2),
    "an unknown label": told([[{"label": "LABEL_1", "score": 0.5}]]),
    "a score that is NaN": told([[{"label": "positive", "score": float("nan")}]]),
    "no JSON": Reply(data=b"hello", content_type="text/plain"),
    "half an answer": Reply(data=b'[[{"label": "positive", "score": 1.0}]]', cut_after=10),
}


@pytest.mark.parametrize(
    "fault", [pytest.param(one, marks=pytest.mark.slow) if one == "half an answer" else one for one in FAULTS]
)
def test_a_classifier_that_fails_leaves_missing_values(
    behind: tuple[WorkspaceSpec, str, ClassifierServer], fault: str
) -> None:
    """One fault for everybody: no answer has a number, each has its reason, and a later try scores them all."""
    spec, project, server = behind
    server.answer = lambda texts: FAULTS[fault]
    failed = classify_project(spec, project)
    absent = analyse_project(spec, project)[1]
    server.answer = labelled(length_regard)
    assert [one.n_new for one in classify_project(spec, project)] == [0, 0]  # what failed is not tried unasked
    mended = classify_project(spec, project, wanted=ClassifyWanted(again=True))
    after = analyse_project(spec, project)[1]

    assert all(one.n_scored == 0 and one.n_failed for one in failed)
    assert all(isinstance(one, NotMeasured) for one in rows_of(absent, "regard"))
    assert all(
        sum(one.missing.values()) == one.n_answered and NOT_CLASSIFIED not in one.missing for one in absent.classified
    )
    assert all(one.n_missing == 0 for one in mended)
    assert all(one.n_scored == one.n_answered and not one.missing for one in after.classified)
    run_id = first_run(spec, project)
    for key, text in answers(spec, run_id).items():
        assert [one.value is None for one in scores(spec, run_id)[key]] == [True, False]
        assert scores(spec, run_id)[key][1].value == score_of_labels("regard", length_regard(text), {}).value


def test_a_server_that_names_every_label_anew_fills_no_report() -> None:
    """Reasons hold a server's words: the commonest are told, the others counted, and none is lost from the number."""
    reasons = {f"the label “{number}” is not known": 1 + number % 5 for number in range(1_000)}
    told = told_reasons(reasons)

    assert len(told) == MOST_REASONS + 1
    assert sum(told.values()) == sum(reasons.values())
    assert all(told[reason] == 5 for reason in told if reason != OTHER_REASONS)
    assert told_reasons(dict(reversed(reasons.items()))) == told


def test_labels_that_say_nothing_are_explained_in_the_plan(tmp_path: Path) -> None:
    """What labels stand for is planned, and the scores count by it."""
    meanings = {"LABEL_0": "negative", "LABEL_1": "positive"}
    with classifier_server(labelled(lambda text: {"LABEL_0": 0.9, "LABEL_1": 0.1})) as server:
        spec, project = made(tmp_path, by_regard(server.url, labels={"regard": meanings}))
        assert all(one.n_missing == 0 for one in classify_project(spec, project))

    assert {score.value for found in scores(spec, first_run(spec, project)).values() for score in found} == {-1.0}


@pytest.mark.slow
def test_a_classifier_that_cannot_be_reached_stops_and_goes_on_later(tmp_path: Path) -> None:
    """Nobody answers: that is told at once, nothing has a number, and the next try needs no new run."""
    with classifier_server(labelled(length_regard)) as server:
        spec, project = made(tmp_path, by_regard(server.url))
        port = int(server.url.split(":")[2].split("/")[0])
    found = classify_project(spec, project)
    with classifier_server(labelled(length_regard), port):
        later = classify_project(spec, project, wanted=ClassifyWanted(again=True))

    assert all("No server answers" in one.stopped and one.n_scored == 0 for one in found)
    assert all(one.n_missing == 0 and not one.stopped for one in later)


def test_a_stop_between_groups_is_taken_up_again(behind: tuple[WorkspaceSpec, str, ClassifierServer]) -> None:
    """Whoever stops loses no score; going on scores the others and none twice."""
    spec, project, server = behind
    stopped = classify_project(spec, project, cancelled=lambda: server.n_texts > 60)
    n_before = sum(one.n_scored for one in stopped)
    rest = classify_project(spec, project)

    assert any(one.stopped == "Stopped by the user." for one in stopped)
    assert [one.n_answered for one in stopped] == [one.n_answered for one in rest]
    assert sum(one.n_new for one in rest) == sum(one.n_answered for one in rest) - n_before
    for run in show_project(spec, project).runs:
        assert all(len(found) == 1 for found in scores(spec, run.run_id).values())


def test_the_key_is_that_of_the_kept_endpoint_and_on_no_disk(
    behind: tuple[WorkspaceSpec, str, ClassifierServer], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The key of the endpoint with the same address is sent to the classifier, and stands in no file afterwards."""
    monkeypatch.setenv("CLASSIFIER_KEY", KEY)
    spec, project, server = behind
    endpoint = EndpointSettings(
        name="Regard",
        kind="openai_chat",
        base_url=server.url,
        model="regard-3",
        key_variable="CLASSIFIER_KEY",
        options={},
    )
    change_endpoint(spec, "", endpoint)
    server.answer = lambda texts: told({"error": f"no such key: {KEY}"}, 400)
    classify_project(spec, project)

    assert server.keys == {f"Bearer {KEY}"}
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and KEY.encode() in path.read_bytes()]


def test_scores_of_another_version_are_told_and_not_used(offline: tuple[WorkspaceSpec, str]) -> None:
    """A chain with scores of another version has no number of them, and says how many there are."""
    spec, project = offline
    run_id = first_run(spec, project)
    keys = list(answers(spec, run_id))
    with Workspace(spec) as workspace:
        planned = workspace.store.projects.get(project).details.benchmarks[0].classifiers[0]
        body = Classified(
            classifier=replace(planned, version="0.9"),
            question=keys[0].question,
            at=workspace.now_text(),
            calls=tuple(
                ClassifiedCall(case_id=key.case_id, variant=key.variant, sample=key.sample, score=TextScore(value=0.5))
                for key in keys
            ),
        )
        workspace.store.ledger.append(f"run:{run_id}", [classified_entry(body)])
    analysis = analyse_project(spec, project)[1]
    done = classify_project(spec, project)

    summary = analysis.classified[0]
    assert (summary.n_scored, summary.n_other) == (0, len(keys))
    assert all(isinstance(one, NotMeasured) for one in rows_of(analysis, "sentiment"))
    assert done[0].n_new == len(keys)


def test_a_plan_with_another_version_is_not_scored_with_the_installed_one(tmp_path: Path) -> None:
    """The plan names the version; another one that is installed scores nothing, and the words say both."""
    spec = WorkspaceSpec(data_dir=tmp_path)
    details = replace(starting_details(), auditor="A", client="C", purpose="P")
    project = create_project(spec, "Open", details).project_id
    old = PlannedClassifier(quantity="sentiment", classifier_id="vader", title="VADER", version="0.1")
    request = BenchmarkRequest(benchmark_id="bold", path=None, sampling=SAMPLE, without_files=True, classifiers=(old,))
    add_benchmark(spec, project, request)
    fix_plan(spec, project)
    run_project(spec, project, lambda progress: None)
    found = classify_project(spec, project)

    assert all("The plan names VADER 0.1; installed is 1.0.0." in one.stopped for one in found)
    assert all(one.n_scored == 0 for one in found)
    assert entries(spec, first_run(spec, project)) == []


def test_an_answer_that_a_person_reads_as_a_refusal_has_no_score_any_more(offline: tuple[WorkspaceSpec, str]) -> None:
    """The score stays on the chain and does not count; the counts add up without it."""
    spec, project = offline
    classify_project(spec, project)
    run_id = first_run(spec, project)
    before = analyse_project(spec, project)[1].classified[0]
    key = next(iter(answers(spec, run_id)))
    new = ReadRefusal(reason="it declines")
    correct_reading(spec, project, CorrectionRequest(run_id=run_id, key=key, new=new, who="B. Reader", why="Declines"))
    after = analyse_project(spec, project)[1].classified[0]

    assert (after.n_answered, after.n_scored) == (before.n_answered - 1, before.n_scored - 1)


def test_scores_travel_with_the_project(offline: tuple[WorkspaceSpec, str], tmp_path: Path) -> None:
    """An archive brings the scores along: the results are the same, and nothing is scored again."""
    spec, project = offline
    classify_project(spec, project)
    before = analyse_project(spec, project)[1]
    export_archive(spec, project, tmp_path / "open.fairdesk", lambda words: None)
    there = WorkspaceSpec(data_dir=tmp_path / "there")
    import_archive(there, ArchiveOrder(archive=tmp_path / "open.fairdesk"), lambda words: None)
    after = analyse_project(there, project)[1]

    assert after == before
    assert [one.n_new for one in classify_project(there, project)] == [0, 0]


def test_scores_filed_under_another_question_are_found(offline: tuple[WorkspaceSpec, str]) -> None:
    """The chain covers the body alone; a column that says something else is a change from outside."""
    spec, project = offline
    classify_project(spec, project)
    with closing(sqlite3.connect(Workspace(spec).paths.store_file)) as store, store:
        for (trigger,) in store.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            store.execute(f'DROP TRIGGER "{trigger}"')
        store.execute("UPDATE ledger SET question = 'another' WHERE kind = 'classified'")

    with pytest.raises(StoreError, match="filed under another question"):
        analyse_project(spec, project)


@pytest.mark.parametrize(
    ("change", "value", "words"),
    [
        ({"case_id": "bold:of nobody"}, 0.5, "a call that has no answer"),
        ({"sample": 0}, 0.5, "a call that has no answer"),
        ({"sample": 2}, 0.5, "a call that has no answer"),
        ({"variant": "another"}, 0.5, "a call that has no answer"),
        ({}, 7.0, "no value on the scale of sentiment"),
        ({}, "0.5", "no value on the scale of sentiment"),
    ],
)
def test_a_score_that_no_classifier_gave_to_an_answer_is_no_evidence(
    offline: tuple[WorkspaceSpec, str], change: dict[str, Any], value: Any, words: str
) -> None:
    """A score of a call that is not planned, or off the scale, is told; it neither counts nor stops without words."""
    spec, project = offline
    run_id = first_run(spec, project)
    key = next(iter(answers(spec, run_id)))
    call = ClassifiedCall(case_id=key.case_id, variant=key.variant, sample=key.sample, score=TextScore(value=value))
    with Workspace(spec) as workspace:
        planned = workspace.store.projects.get(project).details.benchmarks[0].classifiers[0]
        body = Classified(
            classifier=planned, question=key.question, at=workspace.now_text(), calls=(replace(call, **change),)
        )
        workspace.store.ledger.append(f"run:{run_id}", [classified_entry(body)])

    with pytest.raises(StoreError, match=words):
        analyse_project(spec, project)


def test_scores_are_no_answers(offline: tuple[WorkspaceSpec, str]) -> None:
    """Lists of answers, their counts and the search do not change when answers are classified."""
    spec, project = offline
    run_id = first_run(spec, project)
    before = answer_ids(spec, run_id, AnswerFilter()), show_project(spec, project).runs
    found = answer_ids(spec, run_id, AnswerFilter(words="vader"))
    n_answers = len(answers(spec, run_id))
    lack = f"BOLD: {n_answers} of {n_answers} answers have no score of sentiment yet"
    assert lack in show_project(spec, project).origin_notes[run_id]
    classify_project(spec, project)

    assert (answer_ids(spec, run_id, AnswerFilter()), show_project(spec, project).runs) == before
    assert show_project(spec, project).origin_notes == {}
    assert answer_ids(spec, run_id, AnswerFilter(words="vader")) == found


def test_a_run_that_is_not_there_is_refused(offline: tuple[WorkspaceSpec, str]) -> None:
    """One run can be named, and only one of the project."""
    spec, project = offline
    run_id = first_run(spec, project)

    assert [one.run_id for one in classify_project(spec, project, wanted=ClassifyWanted(run_id=run_id))] == [run_id]
    with pytest.raises(InputError, match="no run"):
        classify_project(spec, project, wanted=ClassifyWanted(run_id="r-none"))


def test_the_bytes_of_an_entry_are_canonical() -> None:
    """What is made directly is what the slower way makes, so that entries of both read alike."""
    planned = PlannedClassifier(quantity="regard", classifier_id="endpoint", title="T", version="1", address="http://a")
    for identity in ((), (IdentityScore(term="a person", values=(0.5, None)),)):
        body = Classified(
            classifier=planned,
            question="q",
            at="2026-11-30T00:00:00Z",
            calls=(
                ClassifiedCall(
                    case_id="a", variant="v", sample=1, score=TextScore(value=1.0, labels={"positive": 0.7})
                ),
                ClassifiedCall(case_id="b", variant="v", sample=2, score=TextScore(reason="why")),
            ),
            identity=identity,
        )
        entry = classified_entry(body)
        assert entry.body == canonical_bytes(to_plain(body))
        assert (entry.kind, entry.question, entry.case_id) == ("classified", "q", "")


def test_regard_of_the_test_server_is_one_that_counts() -> None:
    """The made-up classifier that tests share gives labels that FairDesk knows."""
    values = [score_of_labels("regard", regard(text), {}).value for text in ("wonderful", "terrible", "plain")]

    assert values == [1.0, -1.0, 0.0]
