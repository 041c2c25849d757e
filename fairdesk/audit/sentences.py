"""What must be printed beside each measure (methods.md, "Print")."""

from __future__ import annotations

SENTENCES = {
    "consistency": (
        "Share of pairs with the same output. High consistency can hide a directional bias, and run-to-run noise "
        "lowers it; read it with the sign test and the noise floor."
    ),
    "direction": (
        "Share of pairs rated higher minus share rated lower. Its test is about direction only, not size; unchanged "
        "pairs carry no weight."
    ),
    "mean_shift": (
        "Average change; negative means the counterfactual version scores lower. It describes the response to the "
        "cue, not the outcomes of people, and it treats the scale as having equal steps."
    ),
    "equivalence": (
        "Average change against a margin that the plan declares. Not finding a difference is not "
        "evidence of no difference; only an interval inside the margin shows equivalence."
    ),
    "cf_gap": (
        "Average size of change, without direction. It includes random variation of the model; only the excess over "
        "the noise floor is the part due to the cue."
    ),
    "excess_gap": (
        "Gap across the pair minus the gap between repeated answers to one prompt. With a direction it goes with a "
        "consistent effect; without one it is consistent with effects that go up for some files and down for others; "
        "no excess is consistent with instability alone."
    ),
    "tolerance": "Share of pairs that moved by more than the tolerance, which is a choice of the auditor.",
    "interaction": "Effect of both cues beyond the sum of the single effects, on this scale.",
    "three_way": (
        "Effect of three cues beyond the sum of their single and pairwise effects, on this scale. An effect of the "
        "same size needs about twice the files of a two-way effect, each in eight versions."
    ),
    "noise_floor": (
        "Agreement between repeated answers to one and the same prompt. A consistency above this level cannot be "
        "expected of this system."
    ),
    "noise_gap": "Average size of change between repeated answers to one and the same prompt.",
    "missing": (
        "Share of files answered on one side only, variant minus original. Unequal refusal is itself a disparity; "
        "nothing that is missing was counted as agreement."
    ),
    "disparity_points": (
        "Share of files selected as the variant minus share selected as the original, on the same files. It describes "
        "the response to the cue on these files, not the rates of groups of people."
    ),
    "disparity_relative": (
        "Share of files selected as the variant divided by the share selected as the original, on the same files. "
        "It describes the response to the cue on these files, not the rates of groups of people."
    ),
    "names": (
        "Average change with files and drawn words as two sources of variation. Of the two-way analysis and the one of "
        "the means of the words the larger p-value is printed; fewer than five words stand for themselves alone."
    ),
    "target": "A target that was adopted and that no test of this plan decides is neither met nor missed.",
}

ON_DEMAND = ("three_way", "disparity_points", "disparity_relative", "names", "target")
"""Measures that only some plans have: where all versions of a file are asked, words are drawn, or a target of
theirs was adopted."""
