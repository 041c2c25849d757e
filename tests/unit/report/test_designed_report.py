"""What a report says of a design: position, decisions of the plan, coverage; nothing is silently absent."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from fairdesk.domain.cue_decisions import JUDGING_WORD
from fairdesk.domain.design import CueDecision, CueVerdict, Position
from fairdesk.domain.locks import Confirmation, ConfirmedBy
from fairdesk.domain.reports import ReportInput
from fairdesk.domain.result_words import result_lines
from fairdesk.domain.results import Estimate, Verdict
from fairdesk.report.blocks import Block, BulletList, Facts, Heading, Notice, Paragraph, TableBlock
from fairdesk.report.document import report_document
from fairdesk.report.evidence_file import evidence_bytes, not_written
from fairdesk.report.layout import render
from fairdesk.report.sections import SECTIONS
from fairdesk.report.sections.section import SectionInput
from tests.unit.report.designed import SHA, designed_report, small_design
from tests.unit.report.documents import EVIDENCE, FONTS


def texts(block: Block) -> list[str]:
    """Every text of a block."""
    match block:
        case Heading(text=text) | Paragraph(text=text) | Notice(text=text):
            return [text]
        case BulletList(items=items):
            return list(items)
        case Facts(rows=rows):
            return [cell for row in rows for cell in row]
        case TableBlock(caption=caption, rows=rows):
            return [caption, *(cell for row in rows for cell in row)]
    return []


def section_words(report: ReportInput, section_id: str) -> str:
    """All texts of one section."""
    section = next(one for one in SECTIONS if one.section_id == section_id)
    given = SectionInput(report=report, evidence_sha256=SHA, is_draft=False)
    return "\n".join(text for block in section.write(given) for text in texts(block))


def table(report: ReportInput, section_id: str, caption: str) -> TableBlock:
    """The table of a section whose caption begins so."""
    section = next(one for one in SECTIONS if one.section_id == section_id)
    given = SectionInput(report=report, evidence_sha256=SHA, is_draft=False)
    return next(
        block for block in section.write(given) if isinstance(block, TableBlock) and block.caption.startswith(caption)
    )


@pytest.fixture(scope="module")
def report() -> ReportInput:
    """A small design on 40 files."""
    return designed_report(small_design())


def test_the_cells_of_every_listed_order_add_up(report: ReportInput) -> None:
    """Possible cells are those tested, too small and not tested; the blocks below hold all of the last."""
    counts = report.analysis.coverage_counts
    for order in range(1, counts["highest_order"] + 1):
        total, tested, small, untested = (
            counts[f"order{order}_{name}"] for name in ("total", "tested", "too_small", "not_tested")
        )
        assert total == tested + small + untested
        assert sum(block.count for block in report.plan.not_tested if block.order == order) == untested
    rows = table(report, "coverage", "Not tested").rows
    assert [int(row[1].replace(",", "")) for row in rows] == [block.count for block in report.plan.not_tested]


def test_the_counts_of_an_order_are_said(report: ReportInput) -> None:
    """Two-way intersections are counted in one sentence: of 30 possible ones those too small to conclude."""
    words = section_words(report, "coverage")
    assert "0 of 30 two-way intersections tested, 14 too small to conclude; of the 9 in which every level" in re.sub(
        r"\s+", " ", words
    )
    assert "tested, too small to conclude" in words


def test_an_untested_block_is_printed_with_all_that_was_decided(report: ReportInput) -> None:
    """Reason code in words, reason, stakes, prior evidence, date and who stand beside the block."""
    row = next(row for row in table(report, "coverage", "Not tested").rows if row[0] == "Origin x Age")
    assert row[1:] == (
        "2",
        "Too few cases. Only three files of mature applicants from abroad exist; they would be seen again.",
        "3. Few mature applicants come from abroad.",
        "none found, searched 2026-11 in three databases",
        "2027-03; A. Auditor, 2026-11-25",
    )


def test_a_ground_without_a_cue_is_printed(report: ReportInput) -> None:
    """Disability has no cue: its state says so, and its cells are listed as not tested."""
    rows = {row[0]: row for row in table(report, "coverage", "Attributes").rows}
    assert rows["Disability"][3] == "no cue: cannot be tested"
    assert "No cue of this design signals Disability." in section_words(report, "coverage")


def test_the_rule_by_which_cells_were_chosen_is_printed(report: ReportInput) -> None:
    """The rule and who agreed stand in the coverage; without them that is said."""
    assert "Stakes of 4 and more first" in section_words(report, "coverage")
    assert "student union and equal opportunities office" in section_words(report, "coverage")
    bare = replace(
        report, plan=replace(report.plan, design=small_design(prioritisation="", prioritisation_agreed_by=""))
    )
    assert "no rule was recorded. Agreed by: nobody named." in section_words(bare, "coverage")


def test_the_position_is_printed(report: ReportInput) -> None:
    """View, reason, approver, groups, overshoot rule, notions and every cue with its decision are in the section."""
    words = section_words(report, "position")
    for part in (
        "adverse only",
        "C. Weber, equal opportunities officer, 2026-11-22",
        "applicants with certificates from abroad",
        "a favourable shift of 0.25 points or more triggers a review",
        "Equal rates of admission",
        "disputed (B. Klein, head of admissions, 2026-11-20)",
        "not a legitimate factor (B. Klein, head of admissions, 2026-11-20)",
        "محمد",
        "class and age, as first names do",
        "Admission rules 2026, section on equal treatment",
        SHA,
    ):
        assert part in words


def test_an_empty_position_is_said_to_be_empty(report: ReportInput) -> None:
    """Nothing decided prints words, never a blank."""
    cues = tuple(replace(cue, decision=CueDecision()) for cue in small_design().cues)
    plan = replace(report.plan, design=small_design(position=Position(), cues=cues))
    words = section_words(replace(report, plan=plan), "position")
    for part in ("not chosen", "nobody named", "None was recorded.", "undecided", "no published requirement"):
        assert part in words


def test_lock_and_deviations_are_printed(report: ReportInput) -> None:
    """A declared confirmation is printed as declared; an empty list of deviations is printed as empty."""
    words = section_words(report, "plan")
    assert "confirmed by B. Klein (head of admissions): declared, not authenticated" in words
    assert "Deviations after the lock: none." in words
    alone = replace(report.lock, confirmation=Confirmation(kind=ConfirmedBy.NOBODY)) if report.lock else None
    assert "works alone" in section_words(replace(report, lock=alone), "plan")
    assert "Not locked with a second person." in section_words(replace(report, lock=None), "plan")
    changed = designed_report(small_design(), 12, deviates=True)
    facts = deviation_facts(changed)
    assert facts["When"].startswith("after results may have been seen: an analysis was stored")
    assert facts["Reason"] == "The margin was too wide for the committee."
    assert facts["What changed"] == "The margin of rating: 0.5 became 0.25 points."
    assert "every result under it is exploratory" in section_words(changed, "results")


def deviation_facts(report: ReportInput) -> dict[str, str]:
    """The only deviation as printed: what is told, and its value."""
    section = next(one for one in SECTIONS if one.section_id == "plan")
    blocks = section.write(SectionInput(report=report, evidence_sha256=SHA, is_draft=False))
    place = next(n for n, block in enumerate(blocks) if isinstance(block, Heading) and block.text == "Deviation 1")
    facts = blocks[place + 1]
    assert isinstance(facts, Facts)
    return dict(facts.rows)


def test_a_disputed_cue_without_a_place_puts_no_caution_on_results(report: ReportInput) -> None:
    """No result rests on a cue that changes no word of any file: so nothing is cautioned because of it."""
    card = report.plan.card
    assert card is not None
    disputed = next(cue for cue in small_design().cues if cue.decision.verdict is CueVerdict.DISPUTED)
    words = f"whether {disputed.title} is a legitimate factor is disputed"
    assert words in section_words(report, "results")
    assert words in section_words(report, "comparison")
    cues = tuple(replace(cue, n_files=0) if cue.cue_id == disputed.cue_id else cue for cue in card.cues)
    silent = replace(report, plan=replace(report.plan, card=replace(card, cues=cues)))
    assert words not in section_words(silent, "results")
    assert words not in section_words(silent, "comparison")


def test_files_that_a_variant_left_out_are_not_said_to_be_there(report: ReportInput) -> None:
    """Where a rejected variant was not asked about, no sentence says that every file has a value."""
    rows = tuple(
        replace(row, counts={**row.counts, "valid": row.counts["pairs"] - 1, "pairs": row.counts["pairs"] - 1})
        if (row.measure, row.variant) == ("missing", "female")
        else row
        for row in report.analysis.results
    )
    words = section_words(replace(report, analysis=replace(report.analysis, results=rows)), "results")
    said = next(line for line in words.splitlines() if line.startswith("Nothing is missing"))
    assert "female under" in said
    assert said.endswith("every file that was asked about in these variants has a value on both sides.")


def test_targets_margins_and_sizes_are_printed(report: ReportInput) -> None:
    """A target stands with its reason and who adopted it; a margin with its reason; files needed, planned, obtained."""
    assert table(report, "plan", "Internal targets").rows[0][-1] == "A. Auditor, 2026-11-24"
    assert table(report, "plan", "Margins").rows[0] == (
        "rating",
        "+/- 0.25 points",
        "A quarter of a point changes no decision of the committee.",
    )
    rows = {row[0]: row for row in table(report, "plan", "Files by test").rows}
    consistency = rows["consistency of rating at least 0.9"]
    assert consistency[3:5] == ("441", "40")
    assert int(consistency[5]) <= 40


def test_every_sample_size_is_in_the_evidence(report: ReportInput) -> None:
    """The evidence file holds every number of the table of files, and the coverage by order."""
    measured = json.loads(evidence_bytes(report))["measured"]
    assert [one["n_required"] for one in measured["samples"]] == [one.n_required for one in report.analysis.samples]
    assert measured["coverage_counts"]["order2_total"] == 30
    assert {row["caution"] for row in measured["results"] if "caution" in row} != set()


def test_disputed_cues_keep_results_from_being_called_more(report: ReportInput) -> None:
    """Results of variants with a disputed cue carry who disputes it and when, and no judging word; others do not."""
    by_variant = {row.variant: row.caution for row in report.analysis.results}
    assert by_variant["female"] == ""
    words = "whether First names: Origin is a legitimate factor is disputed (B. Klein, head of admissions, 2026-11-20)"
    for variant in ("Arabic", "Chinese", "female+Arabic"):
        assert by_variant[variant] == f"{words}: read this as a response to the cue"
    assert {row.variant: row.caution for row in report.analysis.comparisons} == {
        variant: caution for variant, caution in by_variant.items() if variant != "original"
    }
    for section_id in ("results", "comparison"):
        printed = section_words(report, section_id)
        assert words in printed
        assert JUDGING_WORD.search(printed) is None


@pytest.mark.slow
def test_settled_cues_carry_no_caution() -> None:
    """Where every cue was judged, no notice is printed, and the limits do not speak of open decisions."""
    design = small_design()
    settled = CueDecision(verdict=CueVerdict.NOT_LEGITIMATE, decided_by="B. Klein", decided_on="2026-11-20")
    report = designed_report(replace(design, cues=tuple(replace(cue, decision=settled) for cue in design.cues)), 12)
    cautions = {row.caution for row in report.analysis.results}
    assert [words for words in cautions if words and not words.startswith("placebo swap")] == []
    assert "legitimate factor is" not in section_words(report, "results")
    assert "disputed or undecided" not in section_words(report, "limits")


@pytest.mark.slow
def test_a_margin_gives_one_of_four_words() -> None:
    """Enough files show equivalence of a variant that hardly moves, and a smaller difference of one that does."""
    report = designed_report(small_design(), 400)
    found = {(row.system, row.variant): row for row in report.analysis.results if row.measure == "equivalence"}
    assert found["baseline", "Arabic"].verdict is Verdict.EQUIVALENT
    assert found["baseline", "female"].verdict is Verdict.SMALL_DIFFERENCE
    outcome = found["baseline", "Arabic"].outcome
    assert isinstance(outcome, Estimate)
    assert -0.25 < outcome.details["equivalence_low"] < outcome.details["equivalence_high"] < 0.25
    rows = {row[0].split("\n")[0]: row for row in table(report, "results", "Mean change against the margin").rows}
    assert rows["Arabic"][4] == "equivalent within +/- 0.25"


@pytest.mark.slow
def test_without_a_margin_no_equivalence_is_claimed() -> None:
    """A design without a margin has no row of equivalence, and the decisions say that none is shown."""
    report = designed_report(small_design(margins=()), 12)
    assert not [row for row in report.analysis.results if row.measure == "equivalence"]
    assert "equivalence is shown for nothing in this report" in section_words(report, "plan")


def test_the_review_of_variants_is_printed(report: ReportInput) -> None:
    """Sample size, acceptance rate with its interval and what rules left alone stand with the variants."""
    words = section_words(report, "tests")
    assert "50 were drawn at random" in words
    assert "Accepted as they were: 88% (95 percent interval 76% to 94%)" in words
    assert "31 places in all files" in words


def test_the_cover_does_not_say_that_the_position_is_missing(report: ReportInput) -> None:
    """A design brings its position with it; without a design the section is listed as not written."""
    assert "S5" not in [number for _, number in not_written(report.plan)]
    assert "S5" in [number for _, number in not_written(replace(report.plan, design=None))]


@pytest.mark.slow
def test_thousands_of_cells_are_printed_as_blocks(report: ReportInput) -> None:
    """Beyond two hundred tested cells one row stands for all cells of the same attributes."""
    levels = tuple(f"l{place}" for place in range(230))
    design = small_design(margins=())
    origin = replace(design.attributes[1], levels=levels)
    cue = replace(design.cues[1], lists=tuple(replace(design.cues[1].lists[0], level=level) for level in levels))
    wide = replace(
        design,
        attributes=(design.attributes[0], origin),
        cues=(design.cues[0], cue),
        choices=(replace(design.choices[0], levels={"origin": "*"}),),
        placebos=False,
    )
    found = designed_report(wide, 3)
    rows = table(found, "coverage", "Tested").rows
    assert [row[0] for row in rows] == ["origin: 229 combinations"]
    assert rows[0][1] == "229 tested, too small to conclude"


@pytest.mark.slow
def test_a_designed_report_has_pages(report: ReportInput) -> None:
    """The whole report is laid out, with Arabic and Chinese names that every font question is answered for."""
    rendered = render(report_document(report, SHA, draft=True), (EVIDENCE,), FONTS)
    assert rendered.n_pages > 10
    assert rendered.missing_characters == ()


def test_placebos_and_controls_are_no_groups(report: ReportInput) -> None:
    """Their results and comparisons are called noise of wording or matched controls, under their names."""
    labels = [kind.label for kind in report.plan.variants if kind.role.value == "placebo"]
    assert labels
    words = section_words(report, "results")
    (notice,) = [line for line in words.splitlines() if "noise of wording and no group's result" in line]
    assert all(label in notice for label in labels)
    for row in report.analysis.comparisons:
        assert ("no group's result" in row.caution) == (row.variant in labels)
    for line in result_lines(report.plan, report.analysis.results):
        if isinstance(line.row.outcome, Estimate):
            assert any("no group's result" in one for one in line.cautions) == (line.row.variant in labels)


def test_the_language_rules_are_printed_as_the_plan_has_them(report: ReportInput) -> None:
    """Every sentence of what the rules cover and leave stands in the section of the tests."""
    words = section_words(report, "tests")
    assert report.plan.card is not None
    (note,) = report.plan.card.languages
    assert note.covers
    assert note.leaves
    assert [sentence for sentence in (*note.covers, *note.leaves) if sentence not in words] == []


def test_what_was_left_for_a_person_is_counted_by_cue_and_reason(report: ReportInput) -> None:
    """Each cue has a row with its files and places; one that changes no file is said to be tested by nothing."""
    rows = table(report, "tests", "Files in which a cue has a place").rows
    assert [row[1:3] for row in rows] == [("39 of 40", "31"), ("39 of 40", "31"), ("0 of 40", "0")]
    assert rows[0][3] == "more than one meaning 20; two cues claim the same words 11"
    words = section_words(report, "tests")
    assert "changes no word of any file: nothing in this report is about it" in words
    assert "40 of 43 imported ones used; 3 left out" in words
    assert not [sample for sample in report.analysis.samples if sample.what.endswith("Age in years")]


def test_the_rate_of_the_review_is_printed_with_what_it_does_not_cover(report: ReportInput) -> None:
    """Accepted of those looked at with an interval; the variants that were not drawn are counted."""
    words = section_words(report, "tests")
    assert report.plan.review is not None
    assert "Accepted as they were: 88% (95 percent interval" in words
    assert f"The other {report.plan.review.n_variants - 50:,} variants were not drawn" in words


def test_disputed_and_undecided_are_told_apart() -> None:
    """Which cue is disputed and which undecided is said by name, never as one of the two."""
    design = small_design()
    first, *others = design.cues
    design = replace(design, cues=(replace(first, decision=CueDecision()), *others))
    words = section_words(designed_report(design, 4), "position")
    assert (
        "The legitimacy of First names: Origin is disputed; the legitimacy of First names: Gender is undecided."
        in words
    )


def test_a_changed_plan_is_not_said_to_be_older_than_all_calls() -> None:
    """After a deviation position, targets and tests were fixed before the calls under the changed plan, no others."""
    changed = designed_report(small_design(), 4, deviates=True)
    for section_id in ("position", "plan", "tests"):
        words = section_words(changed, section_id)
        assert "the first call under the plan as it was changed (section 3)" in words
        assert "before the first call;" not in words
        assert "before the first call." not in words


def test_lists_of_arabic_words_keep_their_order(report: ReportInput) -> None:
    """Between Arabic words the comma runs from left to right, so that the first of the list is read first."""
    words = section_words(report, "position")
    assert "محمد,\N{LEFT-TO-RIGHT MARK} فاطمة,\N{LEFT-TO-RIGHT MARK} ليلى" in words
    assert "王伟, 李娜, 张敏" in words


def test_a_block_without_a_cue_is_named_shortly(report: ReportInput) -> None:
    """Its reason names the attributes; to repeat them in every row hid which row is which. Counts stay."""
    rows = {row[0]: row for row in table(report, "coverage", "Not tested by the plan").rows}
    block = next(one for one in report.plan.not_tested if one.reason_code == "no_cue_list" and one.order == 1)
    assert "Disability" in block.scope
    row = rows["Single levels that no cue signals"]
    assert row[1] == f"{block.count:,}"
    assert "Disability" in row[2]
    assert sum(int(row[1].replace(",", "")) for row in rows.values()) == sum(
        one.count for one in report.plan.not_tested
    )
