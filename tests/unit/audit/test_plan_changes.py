"""What is said to have changed since a plan was fixed, and that one window notices another's save."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from fairdesk.audit.endpoints import change_endpoint, list_endpoints, rehearsal_options
from fairdesk.audit.plan import fix_plan
from fairdesk.audit.projects import create_project, save_details, show_project, with_facts
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.audited_system import AuditedSystem, EndpointFacts, EndpointSettings, ProjectDetails
from fairdesk.domain.errors import ChangedElsewhere, InputError

OFFICE = EndpointSettings(name="Office", kind="openai_chat", base_url="http://127.0.0.1:9/v1", model="m", options={})


@pytest.fixture
def spec(data_dir: Path) -> WorkspaceSpec:
    return WorkspaceSpec(data_dir=data_dir)


@pytest.fixture
def fixed(spec: WorkspaceSpec) -> str:
    """A project of two files whose plan is fixed."""
    project_id = create_project(spec, "P").project_id
    save_details(spec, project_id, replace(show_project(spec, project_id).details, n_cases=2))
    fix_plan(spec, project_id)
    return project_id


def changes_after(spec: WorkspaceSpec, project: str, **values: object) -> tuple[str, ...]:
    details = replace(show_project(spec, project).details, **values)  # type: ignore[arg-type]
    return save_details(spec, project, details).plan_changes


def with_second(details: ProjectDetails, **values: object) -> tuple[AuditedSystem, ...]:
    first, second = details.systems
    return first, replace(second, **values)  # type: ignore[arg-type]


def test_nothing_changed_says_nothing(spec: WorkspaceSpec, fixed: str) -> None:
    """Straight after fixing, and for words that no plan holds, there is nothing to say."""
    assert show_project(spec, fixed).plan_changes == ()
    assert changes_after(spec, fixed, client="Somebody else", workflow="described") == ()


def test_each_changed_setting_is_named(spec: WorkspaceSpec, fixed: str) -> None:
    """Prompt, decoding, layer, endpoint, number of files, repeats and primary question: a sentence each."""
    details = show_project(spec, fixed).details
    decoding = replace(details.systems[1].decoding, temperature=0.1)
    for values, words in (
        (
            {"systems": with_second(details, system_prompt="x")},
            "“mitigated”: the plan was fixed for another system prompt",
        ),
        ({"systems": with_second(details, decoding=decoding)}, "now it is temperature 0.1"),
        ({"systems": with_second(details, layers=())}, "the plan was fixed for Fairness directive"),
        ({"systems": with_second(details, endpoint=OFFICE)}, "now it is Office"),
        ({"systems": details.systems[:1]}, "fixed with a system “mitigated”"),
        ({"n_cases": 3}, "fixed for 2 case files, now 3 are used"),
        ({"n_samples": 5}, "fixed for 2 answers per original, now 5"),
        ({"primary_question": "rating_digit"}, "another primary question"),
    ):
        changes = changes_after(spec, fixed, **{"systems": details.systems, "n_cases": 2, "n_samples": 2, **values})
        assert any(words in sentence for sentence in changes), (words, changes)
        assert (
            changes_after(spec, fixed, systems=details.systems, n_cases=2, n_samples=2, primary_question="rating") == ()
        )


def test_a_folder_that_is_gone_is_a_change_not_a_failure(spec: WorkspaceSpec, fixed: str, tmp_path: Path) -> None:
    """The project can still be opened."""
    changes = changes_after(spec, fixed, case_folder=str(tmp_path / "absent"))
    assert changes == ("The case files of the plan cannot be read where they were.",)
    assert show_project(spec, fixed).plan_changes == changes


def test_a_later_save_of_what_was_seen_earlier_is_refused(spec: WorkspaceSpec) -> None:
    """The second writer is told; the first one's words stay; without a revision the last one wins as before."""
    project = create_project(spec, "P").project_id
    seen = show_project(spec, project)
    first = save_details(spec, project, replace(seen.details, client="first"), seen.revision)
    with pytest.raises(ChangedElsewhere):
        save_details(spec, project, replace(seen.details, client="second"), seen.revision)
    assert show_project(spec, project).details.client == "first"
    save_details(spec, project, replace(seen.details, client="third"), first.revision)
    assert show_project(spec, project).details.client == "third"


def test_facts_go_only_to_systems_with_the_same_settings(spec: WorkspaceSpec) -> None:
    """What was learnt of one endpoint is never noted for another of the same name."""
    details = show_project(spec, create_project(spec, "P").project_id).details
    facts = EndpointFacts(model_echo="m", facts={})
    learnt = with_facts(replace(details, systems=with_second(details, endpoint=OFFICE)), OFFICE, facts)
    assert [system.facts == facts for system in learnt.systems] == [False, True]
    assert with_facts(learnt, replace(OFFICE, model="other"), EndpointFacts(model_echo="x", facts={})) == learnt


def test_renaming_an_endpoint_leaves_one_and_never_overwrites(spec: WorkspaceSpec) -> None:
    """The old name goes; a taken name, also a built-in one, is refused and changes nothing."""
    change_endpoint(spec, "", OFFICE)
    change_endpoint(spec, "Office", replace(OFFICE, name="Bureau"))
    names = [endpoint.name for endpoint in list_endpoints(spec)]
    assert names[3:] == ["Bureau"]
    for taken in names[:3]:
        with pytest.raises(InputError):
            change_endpoint(spec, "Bureau", replace(OFFICE, name=taken))
    with pytest.raises(InputError):
        change_endpoint(spec, "Bureau", replace(OFFICE, name="  "))
    assert [endpoint.name for endpoint in list_endpoints(spec)] == names


def test_built_in_settings_are_kept_in_their_place(spec: WorkspaceSpec) -> None:
    """A built-in endpoint with other options stays among the first and is listed once."""
    embedded, rehearsal, *others = list_endpoints(spec)
    change_endpoint(spec, rehearsal.name, replace(rehearsal, options={"noise_sd": "0"}))
    again = list_endpoints(spec)
    assert again == (embedded, replace(rehearsal, options={"noise_sd": "0"}), *others)


def test_rehearsal_options_show_what_is_planted() -> None:
    """As soon as one effect is named, the others are zero; an option out of range is refused."""
    values = {option.name: option.value for option in rehearsal_options({"effect.female": "-0.5", "seed": "7"})}
    assert values["effect.female"] == "-0.5"
    assert float(values["effect.international"]) == 0
    assert values["seed"] == "7"
    with pytest.raises(InputError):
        rehearsal_options({"refusal_rate": "2"})
