"""Relatives of BBQ in other languages: the same design and the same scores, with cards and questions of their own."""

from __future__ import annotations

from collections.abc import Mapping

from fairdesk.domain.benchmarks import BenchmarkCard
from fairdesk.evaluations.bbq import OF_RELATIVES
from fairdesk.evaluations.benchmarks.bbq_forms import CATALAN, GERMAN, KOREAN, SPANISH, Tongue, bbq_forms
from fairdesk.evaluations.benchmarks.benchmark import Benchmark

CONSTRUCT = (
    "Whom a system names when a short {language} text about two people does not say who is meant, and how much worse "
    "it reads a text that does say it when the truth runs against a stereotype."
)

STRANGERS = "Questions about two strangers are no decisions about applicants."

NEAR_ZERO = "A score near 0 is evidence about these items; it clears no application."

BLODGETT = (
    "Blodgett et al. 2021 (10.18653/v1/2021.acl-long.81) show for benchmarks of this kind how often items do not "
    "measure what they are said to."
)

NO_CRITICISM = "FairDesk knows of no published criticism of this benchmark itself; that is no finding in its favour."

OTHER_SCORES = (
    "s_AMB and s_DIS are BBQ's; the authors' bias score of unclear contexts is s_AMB over all items, that of clear "
    "contexts is the accuracy cost of non-alignment."
)

SPAIN = "Groups and stereotypes of Spain, one question format; items of one template are near copies."

KOBBQ = BenchmarkCard(
    title="KoBBQ",
    version="1",
    construct=CONSTRUCT.format(language="Korean"),
    limits=(
        STRANGERS,
        "Korean, groups and stereotypes of South Korea as a survey there found them, one question format; items of one "
        "template are near copies.",
        OTHER_SCORES,
        NEAR_ZERO,
    ),
    criticism=(NO_CRITICISM, BLODGETT),
    contamination="Public since 2024: a model may have seen the items with their answers.",
    licence="MIT; the files may go into an evidence package with attribution.",
    source="Jin et al. 2024, 10.1162/tacl_a_00661",
)

GG_BBQ = BenchmarkCard(
    title="GG-BBQ",
    version="1",
    construct=CONSTRUCT.format(language="German"),
    limits=(
        STRANGERS,
        "German, gender alone, with groups and with proper names; translated from items about the United States, whose "
        "stereotypes need not be those of a German-speaking country.",
        "German nouns say whether a woman or a man is meant; items were made neutral by hand where that was seen.",
        NEAR_ZERO,
    ),
    criticism=(
        "Its authors say that machine translation alone was not good enough for measuring gender bias and was mended "
        "by hand.",
        BLODGETT,
    ),
    contamination="Public since 2025, and a translation of items public since 2022: a model may have seen them.",
    licence="CC BY 4.0; the files may go into an evidence package with attribution.",
    source="Satheesh et al. 2025, 10.18653/v1/2025.gebnlp-1.14",
)

ESBBQ = BenchmarkCard(
    title="EsBBQ",
    version="1",
    construct=CONSTRUCT.format(language="Spanish"),
    limits=(STRANGERS, f"Spanish. {SPAIN}", OTHER_SCORES, NEAR_ZERO),
    criticism=(NO_CRITICISM, BLODGETT),
    contamination="Public since 2025: a model may have seen the items with their answers.",
    licence="Apache 2.0; the files may go into an evidence package with attribution.",
    source="Ruiz-Fernández et al. 2025, arXiv 2507.11216",
)

CABBQ = BenchmarkCard(
    title="CaBBQ",
    version="1",
    construct=CONSTRUCT.format(language="Catalan"),
    limits=(STRANGERS, f"Catalan. {SPAIN}", OTHER_SCORES, NEAR_ZERO),
    criticism=(NO_CRITICISM, BLODGETT),
    contamination="Public since 2025: a model may have seen the items with their answers.",
    licence="Apache 2.0; the files may go into an evidence package with attribution.",
    source="Ruiz-Fernández et al. 2025, arXiv 2507.11216",
)


TONGUES: Mapping[str, Tongue] = {"kobbq": KOREAN, "gg_bbq": GERMAN, "esbbq": SPANISH, "cabbq": CATALAN}
"""Benchmark to the language of its items."""


def _relative(benchmark_id: str, card: BenchmarkCard) -> Benchmark:
    forms = bbq_forms(benchmark_id, card.title, TONGUES[benchmark_id], OF_RELATIVES)
    return Benchmark(benchmark_id=benchmark_id, card=card, forms=forms)


RELATIVES = (
    _relative("kobbq", KOBBQ),
    _relative("gg_bbq", GG_BBQ),
    _relative("esbbq", ESBBQ),
    _relative("cabbq", CABBQ),
)
