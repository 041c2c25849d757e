"""Words of the auditor's own that a disputed or undecided cue does not allow (report-contents.md S5)."""

from __future__ import annotations

from collections.abc import Iterator

from fairdesk.audit.report_gate import GateSentence
from fairdesk.domain.cue_decisions import blocked_words, open_cues
from fairdesk.domain.design import Design


def judging_sentences(design: Design) -> Iterator[GateSentence]:
    """A sentence for every text about results that judges them while the legitimacy of a cue is open.

    Titles, targets, margins and the reasons of open decisions stand beside results in the report. The position and
    its legal basis do not: there the word names what is looked for.
    """
    for where, text, page_id, field in _texts(design):
        found = blocked_words(design, [text])
        if found:
            names = " and ".join(f"“{(cue.title or cue.cue_id)[:60]}”" for cue in open_cues(design))
            yield GateSentence(
                words=f"{where} says “{found[0]}”, and whether {names} may matter is not settled: results are a "
                "response to the cue. Write it in other words, or decide on the cue first.",
                page_id=page_id,
                field=field,
            )


def _texts(design: Design) -> Iterator[tuple[str, str, str, str]]:
    yield "The title of the test", design.title, "cues", ""
    for cue in open_cues(design):
        yield f"The reason for the decision on “{(cue.title or cue.cue_id)[:60]}”", cue.decision.reason, "cues", ""
    for question in design.questions:
        yield f"The title of the question “{question.question_id[:60]}”", question.title, "plan", "questions"
    for planned in design.targets:
        if planned.is_adopted:
            where = f"The reason for the target “{planned.target.target_id[:60]}”"
            yield where, planned.target.justification, "plan", "targets"
    for margin in design.margins:
        yield f"The reason for the margin of “{margin.question_id[:60]}”", margin.reason, "plan", "rules"
    words = design.assumptions.smallest_effect_reason
    yield "The reason for the smallest effect that matters", words, "plan", "rules"
