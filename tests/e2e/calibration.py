"""Runs of the rehearsal model for many seeds: over HTTP, or in this process with all of a real run but the HTTP.

One plan serves all seeds of a kind: another seed of the model gives other noise, never another bias.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace

from fairdesk.audit.analyse import analyse_runs
from fairdesk.audit.plan import fix_plan, load_plan, load_variants
from fairdesk.audit.plan_families import families
from fairdesk.audit.projects import create_project, starting_details, two_systems
from fairdesk.audit.run import run_project
from fairdesk.audit.run_items import build_request, planned_items, variant_texts
from fairdesk.audit.run_status import current_runs
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.audited_system import AuditedSystem, EndpointSettings
from fairdesk.domain.canonical import canonical_bytes, sha256_hex
from fairdesk.domain.codec import to_plain
from fairdesk.domain.exchanges import Exchange, ModelReply, status_of
from fairdesk.domain.plan import Plan
from fairdesk.domain.results import Analysis
from fairdesk.endpoints.formats.openai_chat import WIRE_FORMAT
from fairdesk.endpoints.lexicon import Lexicon, read_lexicon
from fairdesk.endpoints.rehearsal_model import RehearsalModel, expected_rating, settings_from_options
from fairdesk.extractors import extractor
from fairdesk.settings.paths import resources_dir
from fairdesk.store.entries import NewEntry

QUESTION = "rating"
N_FILES = 24
N_RESAMPLES = 499
"""Of the bootstrap of the gap, which nothing here looks at."""

BIAS = {"effect.female": "-0.4", "effect.international": "-0.6", "effect.female+international": "-0.4"}
NO_BIAS = {"effect.female": "0"}
"""One effect must be named, or the model plants its own."""

NO_GAPS = {"refusal_rate": "0", "nonsense_rate": "0", "noise_sd": "0.7"}
"""With missing answers a mean over complete files has another target than the mean over all files: none here."""

LEXICON: Lexicon = read_lexicon(resources_dir())


@dataclass(frozen=True, slots=True)
class Fixed:
    """A project whose plan asks for the rating alone."""

    spec: WorkspaceSpec
    project: str
    plan_sha256: str
    options: Mapping[str, str]


def fix(spec: WorkspaceSpec, options: Mapping[str, str]) -> Fixed:
    """Make a project and fix its plan, then fix the same plan with one question."""
    endpoint = EndpointSettings(name="Rehearsal", kind="rehearsal", model="fairdesk-rehearsal", options=dict(options))
    said = {"auditor": "A. Tester", "client": "University of Example", "purpose": "Calibration."}
    details = replace(starting_details(), systems=two_systems(endpoint), n_cases=N_FILES, **said)
    name = f"Calibration {sha256_hex(canonical_bytes(dict(options)))}"
    project = create_project(spec, name, details).project_id
    whole = fix_plan(spec, project)
    with Workspace(spec) as workspace:
        plan = load_plan(workspace, whole)
        questions = tuple(question for question in plan.questions if question.question_id == QUESTION)
        plan = replace(
            plan,
            questions=questions,
            families=families(plan.systems, questions, plan.variants, QUESTION),
            n_resamples=N_RESAMPLES,
        )
        sha256 = workspace.store.documents.put("plan", canonical_bytes(to_plain(plan)))
        body = canonical_bytes({"plan_sha256": sha256, "at": plan.created_at, "by": ""})
        workspace.store.ledger.append(f"project:{project}", [NewEntry(kind="plan_fixed", body=body)])
    return Fixed(spec, project, sha256, dict(options))


def over_http(fixed: Fixed) -> Analysis:
    """A real run: model server, HTTP, engine, store, analysis."""
    run_project(fixed.spec, fixed.project, lambda progress: None)
    with Workspace(fixed.spec) as workspace:
        runs = current_runs(workspace, fixed.project, fixed.plan_sha256)
        return analyse_runs(workspace, fixed.plan_sha256, {run.run_id: "" for run in runs})


class InProcess:
    """Runs of one plan without HTTP; request, wire format, ledger, extractors and analysis are those of a real run."""

    def __init__(self, fixed: Fixed) -> None:
        self._fixed = fixed
        self._workspace = Workspace(fixed.spec)
        self.plan = load_plan(self._workspace, fixed.plan_sha256)
        self._texts = variant_texts(load_variants(self._workspace, self.plan))

    def close(self) -> None:
        self._workspace.close()

    def run(self, seed: int) -> Analysis:
        """Both systems asked of the model with this seed, then analysed."""
        return analyse_runs(self._workspace, self._fixed.plan_sha256, self.ask(seed))

    def ask(self, seed: int) -> dict[str, str]:
        """Both systems asked of the model with this seed: run ids to the empty head, which means everything."""
        model = RehearsalModel(settings_from_options({**self._fixed.options, "seed": str(seed)}), LEXICON)
        return {self._ask(model, system, seed): "" for system in self.plan.systems}

    def _ask(self, model: RehearsalModel, system: AuditedSystem, seed: int) -> str:
        run_id = f"{system.label}-{seed}"
        started = {"run_id": run_id, "system": system.label, "is_rehearsal": True, "at": "2026-11-29T12:00:00Z"}
        entries = [NewEntry(kind="run_started", body=canonical_bytes(started))]
        questions = {question.question_id: question for question in self.plan.questions}
        for key in planned_items(self.plan):
            question = questions[key.question]
            request = build_request(system, question, self._texts[key.case_id, key.variant], key.sample)
            body = WIRE_FORMAT.build(request, {})
            answered = json.dumps(model.answer(body)).encode()
            reply = WIRE_FORMAT.parse(200, "application/json", answered)
            assert isinstance(reply, ModelReply)
            exchange = Exchange(
                key=key,
                request_sha256=sha256_hex(canonical_bytes(body)),
                outcome=reply,
                sent_at="2026-11-29T12:00:00Z",
                elapsed_ms=1,
            )
            status = status_of(extractor(question.extractor).read(reply, question.scale, question.minimum_mass))
            entries.append(
                NewEntry(
                    kind="exchange",
                    body=canonical_bytes(to_plain(exchange)),
                    case_id=key.case_id,
                    variant=key.variant,
                    question=key.question,
                    sample=key.sample,
                    status=status.value,
                )
            )
        self._workspace.store.ledger.append(f"run:{run_id}", entries)
        return run_id

    def expected(self, system: AuditedSystem) -> dict[str, float]:
        """The truth: variant to the exact mean over the files of the rating after rounding and clipping."""
        return expected_ratings(self.plan, system, self._texts, self._fixed.options)


def expected_ratings(
    plan: Plan, system: AuditedSystem, texts: Mapping[tuple[str, str], str], options: Mapping[str, str]
) -> dict[str, float]:
    """Variant to the model's exact expected rating, averaged over the plan's files."""
    settings = settings_from_options(options)
    means = {}
    for kind in plan.variants:
        found = []
        for case in plan.cases:
            request = build_request(system, plan.questions[0], texts[case.case_id, kind.label], 1)
            words = {message.role: message.content for message in request.messages}
            found.append(expected_rating(words["user"], words["system"], LEXICON, settings))
        means[kind.label] = sum(found) / len(found)
    return means
