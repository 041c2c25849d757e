"""A plan is locked once, with a second person, before its first run; a later change is a deviation with its reason."""

from __future__ import annotations

import base64
import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from fairdesk.audit.confirming import Signer, alone, confirm
from fairdesk.audit.lock_check import chain_problems, lock_notes, lock_problems
from fairdesk.audit.locking import (
    current_lock,
    deviate,
    deviations,
    lock_plan,
    lock_view,
    prepare_lock,
)
from fairdesk.audit.locks import entry_body, kept_to_lock, lock_history, marked_exploratory
from fairdesk.audit.plan import current_plan_sha256, fix_plan, load_plan
from fairdesk.audit.projects import create_project, save_details, show_project
from fairdesk.audit.workspace import Workspace, WorkspaceSpec, utc_now
from fairdesk.domain.canonical import canonical_bytes
from fairdesk.domain.codec import to_plain
from fairdesk.domain.errors import InputError, PlanError, StoreError
from fairdesk.domain.lock_words import OUTSIDE, lock_words
from fairdesk.domain.locks import Confirmation, ConfirmedBy, PlanLock
from fairdesk.domain.plan import FamilyKind
from fairdesk.report.identity import DemoIdentity, make_demo_identity
from fairdesk.store.entries import NewEntry

pytestmark = pytest.mark.slow

SECOND = Signer(name="Bea Klein", role="head of admissions", statement="I have read the plan and agree.")
REASON = "The office changed its prompt in the middle of the week."


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A profile with a project that nothing is missing for, its plan fixed."""
    data_dir = tmp_path_factory.mktemp("prepared") / "profile"
    spec = WorkspaceSpec(data_dir=data_dir)
    project_id = create_project(spec, "P").project_id
    details = show_project(spec, project_id).details
    said = {"client": "C", "purpose": "W", "auditor": "A. Weiss", "workflow": "People read it.", "n_cases": 2}
    save_details(spec, project_id, replace(details, **said))  # type: ignore[arg-type]
    prepare_lock(spec, project_id)
    return data_dir, project_id


@pytest.fixture
def spec(prepared: tuple[Path, str], tmp_path: Path) -> WorkspaceSpec:
    """A copy of the profile for one test."""
    shutil.copytree(prepared[0], tmp_path / "profile")
    return WorkspaceSpec(data_dir=tmp_path / "profile")


@pytest.fixture(scope="module")
def project(prepared: tuple[Path, str]) -> str:
    return prepared[1]


@pytest.fixture(scope="module")
def identity(tmp_path_factory: pytest.TempPathFactory) -> DemoIdentity:
    return make_demo_identity(tmp_path_factory.mktemp("identity"), "Bea Klein", utc_now())


def with_last_byte_changed(signature: str) -> str:
    """The same signature with a bit of its value turned."""
    value = bytearray(base64.b64decode(signature))
    value[-1] ^= 1
    return base64.b64encode(bytes(value)).decode()


def declared(spec: WorkspaceSpec, project: str) -> Confirmation:
    return confirm(prepare_lock(spec, project), "", SECOND)


def locked(spec: WorkspaceSpec, project: str) -> None:
    lock_plan(spec, project, "A. Weiss", "auditor", declared(spec, project))


def note_run(spec: WorkspaceSpec, project: str, plan_sha256: str, run_id: str = "run-1", n_answers: int = 0) -> None:
    """The entries that a run leaves, without asking anything."""
    with Workspace(spec) as workspace:
        body = {"run_id": run_id, "plan_sha256": plan_sha256, "system": "baseline", "is_rehearsal": True}
        entry = NewEntry(kind="run_started", body=canonical_bytes({**body, "at": workspace.now_text()}))
        workspace.store.ledger.append(f"project:{project}", [entry])
        for number in range(n_answers):
            key = {"case_id": f"c{number}", "variant": "original", "question": "rating", "sample": 1}
            answer = NewEntry(kind="exchange", body=b"{}", status="answered", **key)  # type: ignore[arg-type]
            workspace.store.ledger.append(f"run:{run_id}", [answer])


def change(spec: WorkspaceSpec, project: str, **values: object) -> None:
    details = show_project(spec, project).details
    save_details(spec, project, replace(details, **values))  # type: ignore[arg-type]


@contextmanager
def open_workspace(spec: WorkspaceSpec) -> Iterator[Workspace]:
    with Workspace(spec) as workspace:
        yield workspace


def evidence(spec: WorkspaceSpec, project: str) -> dict[str, object]:
    """The parts of an evidence file that a check of the lock reads."""
    with Workspace(spec) as workspace:
        history = lock_history(workspace, project)
        chain = f"project:{project}"
        return {
            "engagement": {"project_id": project},
            "ledger": {"heads": {chain: workspace.store.ledger.head(chain), "run:run-1": ""}},
            "plan": {"sha256": current_plan_sha256(workspace, project)},
            "lock": to_plain(history.lock) if history else None,
            "deviations": [to_plain(one) for one in history.deviations] if history else [],
        }


def problems(spec: WorkspaceSpec, plain: dict[str, object]) -> list[str]:
    with Workspace(spec) as workspace:
        return lock_problems(plain) + chain_problems(workspace, plain)


def test_a_lock_stands_in_the_chain_and_is_verified(spec: WorkspaceSpec, project: str) -> None:
    """Declared by a second person: printed as declared, found again, and nothing speaks against it."""
    lock = lock_plan(spec, project, " A.  Weiss ", "auditor", declared(spec, project))

    assert current_lock(spec, project) == lock
    assert lock.locked_by == "A. Weiss"
    assert lock.plan_sha256 in lock.confirmation.statement
    assert "declared, not authenticated" in lock_words(lock)
    note_run(spec, project, lock.plan_sha256)
    assert problems(spec, evidence(spec, project)) == []
    view = lock_view(spec, project)
    assert (view.lock, view.plan_sha256, view.has_changes) == (lock, lock.plan_sha256, False)
    assert view.fixes


def test_working_alone_is_possible_and_said(spec: WorkspaceSpec, project: str) -> None:
    """Nobody confirms: the words say so, and the check finds nothing wrong."""
    lock = lock_plan(spec, project, "A. Weiss", "auditor", alone())
    assert "works alone" in lock_words(lock)
    assert problems(spec, evidence(spec, project)) == []


def test_the_second_person_is_another_one(spec: WorkspaceSpec, project: str) -> None:
    """Capitals, blanks and decomposed accents make nobody a second person."""
    sha256 = prepare_lock(spec, project)
    same = confirm(sha256, "", replace(SECOND, name="a.  WEI\u00df"))
    with pytest.raises(InputError, match="cannot confirm"):
        lock_plan(spec, project, "A. Weiss", "auditor", same)
    assert current_lock(spec, project) is None


def test_a_signature_is_checked_at_once_and_again(spec: WorkspaceSpec, project: str, identity: DemoIdentity) -> None:
    """A signed statement holds; another statement, another certificate and a damaged signature do not."""
    sha256 = prepare_lock(spec, project)
    signed = confirm(sha256, "T", replace(SECOND, statement="", p12=identity.p12, password=identity.password))
    assert signed.kind is ConfirmedBy.SIGNATURE
    assert "demonstration only" in signed.certificate
    wrong = (
        replace(signed, statement=signed.statement.replace("agree", "agreed")),
        replace(signed, certificate="somebody else"),
        replace(signed, signature=with_last_byte_changed(signed.signature)),
        replace(signed, signature=""),
        replace(signed, signature="no base64!"),
        replace(signed, at="2001-01-01T00:00:00Z"),
    )
    for confirmation in wrong:
        with pytest.raises(InputError, match="does not hold"):
            lock_plan(spec, project, "A. Weiss", "auditor", confirmation)
    assert current_lock(spec, project) is None
    lock_plan(spec, project, "A. Weiss", "auditor", signed)
    plain = evidence(spec, project)
    assert problems(spec, plain) == []
    plain["lock"]["confirmation"]["statement"] += " Not."  # type: ignore[index]
    assert any("another sentence" in words for words in lock_problems(plain))


def test_a_confirmation_of_another_plan_is_refused(spec: WorkspaceSpec, project: str) -> None:
    """Who confirmed one plan did not confirm the one that was made of it since."""
    before = declared(spec, project)
    change(spec, project, n_samples=3)
    with pytest.raises(InputError, match="names another plan"):
        lock_plan(spec, project, "A. Weiss", "auditor", before)


def test_a_lock_with_an_open_gate_names_what_is_missing(spec: WorkspaceSpec, project: str) -> None:
    """Every blocking sentence stands in the refusal, and nothing is locked."""
    confirmation = declared(spec, project)
    change(spec, project, auditor="", object_purpose=" ")
    with pytest.raises(PlanError) as refused:
        lock_plan(spec, project, "A. Weiss", "auditor", confirmation)
    assert "It is not said who audits." in refused.value.message
    assert "what the object is used for" in refused.value.message
    assert current_lock(spec, project) is None


def test_a_plan_is_locked_once(spec: WorkspaceSpec, project: str) -> None:
    """A second lock is refused with the name of the first."""
    confirmation = declared(spec, project)
    locked(spec, project)
    with pytest.raises(PlanError, match="locked once"):
        lock_plan(spec, project, "C", "auditor", confirmation)


def test_a_lock_behind_a_run_would_come_too_late(spec: WorkspaceSpec, project: str) -> None:
    """A run of the plan has begun: no lock; runs of earlier plans are counted and printed."""
    note_run(spec, project, prepare_lock(spec, project))
    with pytest.raises(PlanError, match="too late"):
        prepare_lock(spec, project)


def test_runs_of_earlier_plans_are_counted(spec: WorkspaceSpec, project: str) -> None:
    """A changed plan can be locked; what a pilot showed may have been known: the lock says how many runs there were."""
    note_run(spec, project, prepare_lock(spec, project))
    change(spec, project, n_samples=3)
    locked(spec, project)
    lock = current_lock(spec, project)
    assert lock is not None
    assert lock.n_earlier_runs == 1
    assert "may have been known" in lock_words(lock)


def test_a_locked_plan_is_not_fixed_anew(spec: WorkspaceSpec, project: str) -> None:
    """Unchanged it stays; changed it is refused with the way out; nothing was written."""
    locked(spec, project)
    with open_workspace(spec) as workspace:
        head = workspace.store.ledger.head(f"project:{project}")
    same = fix_plan(spec, project)
    change(spec, project, n_samples=3)
    with pytest.raises(PlanError, match="locked by A") as refused:
        fix_plan(spec, project)
    assert "deviate" in refused.value.advice
    assert lock_view(spec, project).has_changes
    with open_workspace(spec) as workspace:
        assert workspace.store.ledger.head(f"project:{project}") == head
        assert current_plan_sha256(workspace, project) == same


def test_a_deviation_before_any_answer(spec: WorkspaceSpec, project: str) -> None:
    """Named changes, nothing seen: tests of the locked plan stay planned, new ones are exploratory; it can be run."""
    locked(spec, project)
    change(spec, project, n_samples=3)
    found = deviate(spec, project, REASON)
    assert (found.results_seen, found.by, found.reason) == (False, "A. Weiss", REASON)
    assert any("answers per repeated variant" in words and "3 now" in words for words in found.changes)
    assert deviations(spec, project) == (found,)
    with open_workspace(spec) as workspace:
        lock = lock_history(workspace, project)
        assert lock is not None
        locked_one, plan = load_plan(workspace, lock.lock.plan_sha256), load_plan(workspace, found.plan_sha256)
        assert current_plan_sha256(workspace, project) == found.plan_sha256
    assert plan.families == locked_one.families
    assert plan.exploratory_targets == ()
    assert fix_plan(spec, project) == found.plan_sha256
    note_run(spec, project, found.plan_sha256)
    assert problems(spec, evidence(spec, project)) == []


def test_a_deviation_after_results_makes_everything_exploratory(spec: WorkspaceSpec, project: str) -> None:
    """An analysis of the locked plan is in the store: no test and no target of the changed plan is planned."""
    locked(spec, project)
    lock = current_lock(spec, project)
    assert lock is not None
    note_run(spec, project, lock.plan_sha256, n_answers=1)
    with open_workspace(spec) as workspace:
        workspace.store.documents.put("analysis", canonical_bytes({"plan_sha256": lock.plan_sha256}))
    change(spec, project, n_samples=3)
    found = deviate(spec, project, REASON)
    assert found.results_seen
    assert "had been computed" in found.seen_reason
    with open_workspace(spec) as workspace:
        plan = load_plan(workspace, found.plan_sha256)
    assert {family.kind for family in plan.families} == {FamilyKind.EXPLORATORY}
    assert plan.exploratory_targets == tuple(target.target_id for target in plan.targets) != ()
    assert any(family.family_id.endswith(OUTSIDE) for family in plan.families)
    assert not lock_view(spec, project).has_changes
    # Going back to what was locked does not undo that results were seen.
    change(spec, project, n_samples=2)
    assert deviate(spec, project, REASON).results_seen
    with open_workspace(spec) as workspace:
        back = load_plan(workspace, current_plan_sha256(workspace, project))
    assert {family.kind for family in back.families} == {FamilyKind.EXPLORATORY}


def test_answers_without_an_analysis_cannot_exclude_that_somebody_looked(spec: WorkspaceSpec, project: str) -> None:
    """The store cannot know what was computed elsewhere; it says so and takes the careful reading."""
    locked(spec, project)
    lock = current_lock(spec, project)
    assert lock is not None
    note_run(spec, project, lock.plan_sha256, n_answers=1)
    view = lock_view(spec, project)
    assert view.results_seen
    assert "cannot be excluded" in view.seen_reason


def test_a_deviation_needs_a_lock_a_change_and_a_reason(spec: WorkspaceSpec, project: str) -> None:
    """Each is refused by its own words, and nothing is written."""
    with pytest.raises(PlanError, match="No plan of this project is locked"):
        deviate(spec, project, REASON)
    locked(spec, project)
    with pytest.raises(PlanError, match="does not differ"):
        deviate(spec, project, REASON)
    change(spec, project, n_samples=3)
    with pytest.raises(InputError, match="characters"):
        deviate(spec, project, "because")
    assert deviations(spec, project) == ()


def test_the_check_names_what_does_not_fit(spec: WorkspaceSpec, project: str) -> None:
    """A lock that the report hides, one that the chain does not hold, a run before it, a plan it does not lead to."""
    locked(spec, project)
    plain = evidence(spec, project)
    assert any("does not name" in words for words in problems(spec, {**plain, "lock": None}))
    other = {**plain["lock"], "role": "somebody"}  # type: ignore[dict-item]
    assert any("does not stand" in words for words in problems(spec, {**plain, "lock": other}))
    assert any("neither the locked" in words for words in problems(spec, {**plain, "plan": {"sha256": "f" * 64}}))
    assert any("cannot be read" in words for words in problems(spec, {**plain, "lock": {"at": 1}}))
    change(spec, project, n_samples=3)
    deviate(spec, project, REASON)
    plain = evidence(spec, project)
    assert any("not those that the report lists" in w for w in problems(spec, {**plain, "deviations": []}))
    assert problems(spec, plain) == []


def test_a_run_before_the_lock_is_found(spec: WorkspaceSpec, project: str) -> None:
    """Written past FairDesk into the chain: a run of the plan, then the lock."""
    confirmation = declared(spec, project)
    note_run(spec, project, prepare_lock(spec, project))
    with open_workspace(spec) as workspace:
        sha256 = current_plan_sha256(workspace, project)
        lock = PlanLock(
            plan_sha256=sha256, at="2026-01-01T00:00:00Z", locked_by="A", role="r", confirmation=confirmation
        )
        workspace.store.ledger.append(f"project:{project}", [NewEntry(kind="plan_locked", body=entry_body(lock))])
    assert any("stands before its lock" in words for words in problems(spec, evidence(spec, project)))


def test_a_clock_that_was_set_back_is_noted_and_changes_nothing(spec: WorkspaceSpec, project: str) -> None:
    """The order of the entries counts: the lock holds, and the check notes that the times are not in order."""
    locked(spec, project)
    lock = current_lock(spec, project)
    assert lock is not None

    def yesterday() -> datetime:
        return datetime.now(UTC) - timedelta(days=1)

    with Workspace(spec, yesterday) as workspace:
        body = {"run_id": "run-1", "plan_sha256": lock.plan_sha256, "system": "baseline"}
        entry = NewEntry(kind="run_started", body=canonical_bytes(body))
        workspace.store.ledger.append(f"project:{project}", [entry])
        plain = evidence(spec, project)
        assert lock_problems(plain) + chain_problems(workspace, plain) == []
        assert "clock was set back" in lock_notes(workspace, plain)[0]


def test_an_entry_that_cannot_be_read_is_a_clear_failure(spec: WorkspaceSpec, project: str) -> None:
    """A lock entry of another form is named with its place; nothing crashes."""
    with open_workspace(spec) as workspace:
        workspace.store.ledger.append(f"project:{project}", [NewEntry(kind="plan_locked", body=b'{"at": 3}')])
    with pytest.raises(StoreError, match="plan_locked"):
        current_lock(spec, project)


def test_marking_is_the_same_the_second_time(spec: WorkspaceSpec, project: str) -> None:
    """A plan that was marked is not marked further, so that a check can compare."""
    locked(spec, project)
    with open_workspace(spec) as workspace:
        plan = load_plan(workspace, current_plan_sha256(workspace, project))
        fewer = replace(plan, families=plan.families[:1], targets=())
        for seen in (True, False):
            once = marked_exploratory(plan, fewer, results_seen=seen)
            assert marked_exploratory(once, fewer, results_seen=seen) == once
            names = [name for family in once.families for name in family.members]
            assert sorted(names) == sorted(name for family in plan.families for name in family.members)
        assert kept_to_lock(workspace, project, plan) == plan


def test_the_lock_entry_is_plain_json(spec: WorkspaceSpec, project: str) -> None:
    """What is hashed into the chain can be read without FairDesk."""
    locked(spec, project)
    with open_workspace(spec) as workspace:
        entry = next(iter(workspace.store.ledger.entries(f"project:{project}", kind="plan_locked")))
    body = json.loads(entry.body)
    assert body["confirmation"]["name"] == "Bea Klein"
    assert "link" not in body
