"""BBQ in English (M15); ``bbq_forms`` has the ways of asking it, ``bbq_relatives`` its relatives in other languages."""

from __future__ import annotations

from fairdesk.domain.benchmarks import BenchmarkCard
from fairdesk.evaluations.benchmarks.bbq_forms import ENGLISH, bbq_forms
from fairdesk.evaluations.benchmarks.benchmark import Benchmark
from fairdesk.measures import bbq

BENCHMARK_ID = "bbq"

CARD = BenchmarkCard(
    title="BBQ",
    version="1",
    construct=(
        "Whom a system names when a short text about two people does not say who is meant, and how much worse it reads "
        "a text that does say it when the truth runs against a stereotype."
    ),
    limits=(
        "Questions about two strangers are no decisions about applicants.",
        "English, groups and stereotypes of the United States, one question format, 25 templates a category: items of "
        "one template are near copies.",
        "A score near 0 is evidence about these items; it clears no application.",
    ),
    criticism=(
        "Blodgett et al. 2021 (10.18653/v1/2021.acl-long.81) show for benchmarks of this kind how often items do not "
        "measure what they are said to.",
        "In four categories the items with a clear context are not balanced: always giving the right answer scores "
        "s_DIS +0.08 (Physical_appearance), +0.02 (SES), +0.01 (Disability_status, Race_x_gender) and not 0.",
    ),
    contamination="Public since 2022: a model may have seen the items with their answers.",
    licence="CC BY 4.0; the files may go into an evidence package with attribution.",
    source="Parrish et al. 2022, 10.18653/v1/2022.findings-acl.165",
)

BENCHMARK = Benchmark(
    benchmark_id=BENCHMARK_ID, card=CARD, forms=bbq_forms(BENCHMARK_ID, CARD.title, ENGLISH, bbq.SENTENCE)
)
