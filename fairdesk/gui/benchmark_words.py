"""What a project asks of a benchmark, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QCoreApplication, QLocale

from fairdesk.audit.benchmark_choice import BenchmarkLook, OfferedBenchmark
from fairdesk.domain.benchmark_files import PACKAGING_WORDS
from fairdesk.domain.benchmarks import BenchmarkChoice, BenchmarkFile, Sampling, SamplingKind
from fairdesk.domain.classifiers import PlannedClassifier
from fairdesk.gui.counted import counted

CONTEXT = "BenchmarkWords"

SHOWN_FILES = 14


def said(source: str) -> str:
    """A text of this context in the language of the window."""
    return QCoreApplication.translate(CONTEXT, source)


def sampling_words(sampling: Sampling) -> str:
    """Which items are asked."""
    number, seed = QLocale().toString(sampling.n), str(sampling.seed)
    if sampling.kind is SamplingKind.FULL:
        return said("all items")
    if sampling.kind is SamplingKind.STRATIFIED:
        return said("{n} of every category and condition, seed {seed}").format(n=number, seed=seed)
    return said("all items of {n} templates of every category, seed {seed}").format(n=number, seed=seed)


def form_words(offered: OfferedBenchmark, choice: BenchmarkChoice) -> str:
    """The way of asking; its id where it is not known any more."""
    return next((one.title for one in offered.forms if one.form_id == choice.form), choice.form)


def items_words(choice: BenchmarkChoice) -> str:
    """How many items are asked; not counted in choices of earlier versions."""
    return QLocale().toString(choice.n_items) if choice.n_items else said("not counted")


def categories_words(choice: BenchmarkChoice) -> str:
    """Which categories are asked."""
    return ", ".join(choice.categories) or said("all categories")


def choice_words(offered: OfferedBenchmark, choice: BenchmarkChoice) -> str:
    """Everything that a project asks of a benchmark, in one sentence."""
    items = counted(choice.n_items, said("1 item"), said("{n} items")) if choice.n_items else said("Items not counted")
    answers = counted(choice.n_samples, said("1 answer each"), said("{n} answers each"))
    parts = [items, categories_words(choice), sampling_words(choice.sampling), form_words(offered, choice), answers]
    parts += [classifier_words(one) for one in choice.classifiers]
    return said("The project asks it: {what}.").format(what="; ".join(parts))


def classifier_words(classifier: PlannedClassifier) -> str:
    """Which classifier scores a quantity of the answers."""
    words = said("{quantity} scored by {title}, version {version}").format(
        quantity=classifier.quantity, title=classifier.title, version=classifier.version
    )
    return (
        said("{words}, at {address}").format(words=words, address=classifier.address) if classifier.address else words
    )


def calls_words(n_items: int, orders: tuple[int, int], n_systems: int) -> str:
    """What a sample costs.

    Args:
        orders: Texts per item, and answers to each.
    """
    (n_orders, n_samples), locale = orders, QLocale()
    n_calls = n_items * n_orders * n_samples
    words = said("{items} items in {orders} orders of their options, {answers} each: {calls} calls per system").format(
        items=locale.toString(n_items),
        orders=locale.toString(n_orders),
        answers=counted(n_samples, said("1 answer"), said("{n} answers")),
        calls=locale.toString(n_calls),
    )
    if n_systems > 1:
        more = said("{calls} for {n} systems").format(
            calls=locale.toString(n_calls * n_systems), n=locale.toString(n_systems)
        )
        words = f"{words}, {more}"
    return f"{words}."


def file_words(file: BenchmarkFile) -> str:
    """A file with its rows and the beginning of its hash."""
    rows = counted(file.n_rows, said("1 row"), said("{n} rows")) if file.n_rows else ""
    return ", ".join(filter(None, (file.name, rows, f"SHA-256 {file.sha256[:16]}…")))


def file_parts(offered: OfferedBenchmark, files: Sequence[BenchmarkFile]) -> Iterator[tuple[str, str]]:
    """Files by their version: licence, whether they may be handed on, names, and what is known to be wrong in them."""
    locale = QLocale()
    for version in dict.fromkeys(file.version for file in files):
        own = [file for file in files if file.version == version]
        lines = [licence_words(own[0]), *(file_words(file) for file in own[:SHOWN_FILES])]
        if len(own) > SHOWN_FILES:
            lines.append(said("and {n} more").format(n=locale.toString(len(own) - SHOWN_FILES)))
        title = said("Files: {version}").format(version=version or said("no version that FairDesk knows"))
        yield title, "\n".join(lines)
        if defects := offered.defects.get(version, ()):
            yield said("Known defects: {version}").format(version=version), "\n".join(defects)


def licence_words(file: BenchmarkFile) -> str:
    """The licence of a file and whether it may go into an evidence package."""
    if file.packaging is None:
        return said("Licence not known; whether it may go into an evidence package is not known either.")
    words = said(PACKAGING_WORDS[file.packaging])
    return said("Licence: {licence}; it {may}.").format(licence=file.licence, may=words)


def look_parts(offered: OfferedBenchmark, look: BenchmarkLook) -> tuple[tuple[str, str], ...]:
    """What stands in files that were looked at, as headings with words; what there is nothing of has no heading."""
    locale = QLocale()
    left_out = [f"{locale.toString(number)}: {reason}." for reason, number in look.left_out.items()]
    parts = (
        (
            said("Items"),
            said("{items} in {categories}").format(
                items=counted(look.n_items, said("1 item"), said("{n} items")),
                categories=counted(len(look.categories), said("1 category"), said("{n} categories")),
            ),
        ),
        *file_parts(offered, look.files),
        (said("Rows that are no items"), "\n".join(left_out)),
        (said("To know about these files"), "\n".join(look.notes)),
    )
    return tuple((heading, words) for heading, words in parts if words)


def card_parts(offered: OfferedBenchmark) -> tuple[tuple[str, str], ...]:
    """The card of a benchmark, as headings with words."""
    card = offered.card
    return (
        (said("What a result measures"), card.construct),
        (said("What it cannot show"), "\n".join(card.limits)),
        (said("Published criticism"), "\n".join(card.criticism)),
        (said("Contamination"), card.contamination),
        (said("Licence"), card.licence),
        (said("Source"), card.source),
        (said("Ways of asking"), "\n".join(f"{one.title}. {one.note}" for one in offered.forms)),
    )
