"""The items of a plan's benchmarks as they are stored: texts, options and facts, part by part."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import lru_cache

from fairdesk.audit.variant_parts import TextSize
from fairdesk.audit.workspace import Workspace
from fairdesk.domain.benchmarks import BenchmarkItem, case_of_item
from fairdesk.domain.canonical import canonical_bytes
from fairdesk.domain.codec import from_plain, to_plain
from fairdesk.domain.errors import NotCarried
from fairdesk.domain.plan import Plan
from fairdesk.store.documents import Documents

MANIFEST = "benchmark_items"
"""Kind of the document that names the parts; its hash is the planned benchmark's ``items_sha256``."""

PART = "benchmark_part"
"""Kind of a part: its texts are foreign, so that nothing in it names another document."""

PART_ITEMS, KEPT_PARTS = 200, 8
"""Items of a part, and parts that are kept where single items are asked for."""

FORMAT = 1


def store_items(documents: Documents, items: Sequence[BenchmarkItem]) -> str:
    """Keep items in parts; answers with the hash of the manifest.

    Args:
        items: In the order of their ids.
    """
    chunks = [items[first : first + PART_ITEMS] for first in range(0, len(items), PART_ITEMS)]
    bodies = [canonical_bytes({"format": FORMAT, "items": [to_plain(item) for item in chunk]}) for chunk in chunks]
    hashes = documents.put_many(PART, bodies)
    parts = [{"first": chunk[0].item_id, "sha256": sha256} for chunk, sha256 in zip(chunks, hashes, strict=True)]
    return documents.put(MANIFEST, canonical_bytes({"format": FORMAT, "parts": parts}))


class PlanBenchmarks:
    """The items of all benchmarks of a plan by the names of their calls."""

    def __init__(self, workspace: Workspace, plan: Plan, *, whole: bool = False) -> None:
        """Reads nothing yet.

        Args:
            whole: All items of a benchmark will be asked for in any order, so they are kept; else a few parts are.
        """
        self._documents, self._whole = workspace.store.documents, whole
        self._planned = {one.benchmark_id: one for one in plan.benchmarks}
        self._parts_of = lru_cache(maxsize=None)(self._read_parts)
        self._part = lru_cache(maxsize=KEPT_PARTS)(self._read_part)
        self._all = lru_cache(maxsize=None)(self._read_all)

    def items(self, benchmark_id: str) -> Mapping[str, BenchmarkItem]:
        """Name of its calls to every item, in the order of the items' ids.

        Raises:
            KeyError: the plan has no such benchmark.
        """
        return self._all(benchmark_id)

    def item(self, case_id: str) -> BenchmarkItem | None:
        """The item that calls name so; None for a file of the counterfactual test.

        Raises:
            NotCarried: the items were left out of the archive that the project came in.
        """
        benchmark_id, _, item_id = case_id.partition(":")
        if benchmark_id not in self._planned:
            return None
        if self._whole:
            return self._all(benchmark_id).get(case_id)
        firsts, hashes = self._parts_of(benchmark_id)
        number = bisect_right(firsts, item_id) - 1
        return None if number < 0 else self._part(benchmark_id, hashes[number]).get(case_id)

    def sizes(self, benchmark_id: str) -> dict[str, TextSize]:
        """Label of a form to the size of all its texts."""
        planned = self._planned[benchmark_id]
        if len(planned.choice.sizes) == len(planned.labels):
            # Counted when the benchmark was taken: a plan of it has the same texts.
            return {
                label: TextSize(
                    n_texts=one.n_texts, n_characters=one.n_characters, n_ascii=one.n_ascii, n_bytes=one.n_bytes
                )
                for label, one in zip(planned.labels, planned.choice.sizes, strict=True)
            }
        sizes: dict[str, TextSize] = {label: TextSize() for label in planned.labels}
        for sha256 in self._parts_of(benchmark_id)[1]:
            for item in self._read_part(benchmark_id, sha256).values():
                for label, text in item.texts.items():
                    sizes[label].add(text)
        return sizes

    def _read_parts(self, benchmark_id: str) -> tuple[list[str], list[str]]:
        planned = self._planned[benchmark_id]
        if not self._documents.has(planned.items_sha256):
            raise NotCarried(
                f"The items of {planned.card.title} are not in this store: an archive came without its files.",
                f"Take the same files into the project again: fairdesk import PROJECT FILE --benchmark {benchmark_id}.",
            )
        parts = json.loads(self._documents.get(planned.items_sha256))["parts"]
        return [str(part["first"]) for part in parts], [str(part["sha256"]) for part in parts]

    def _read_part(self, benchmark_id: str, sha256: str) -> dict[str, BenchmarkItem]:
        items = (from_plain(BenchmarkItem, plain) for plain in json.loads(self._documents.get(sha256))["items"])
        return {case_of_item(benchmark_id, item.item_id): item for item in items}

    def _read_all(self, benchmark_id: str) -> dict[str, BenchmarkItem]:
        parts = self._parts_of(benchmark_id)[1]
        return {case: item for sha256 in parts for case, item in self._read_part(benchmark_id, sha256).items()}
