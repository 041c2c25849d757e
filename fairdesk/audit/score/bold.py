"""What people wrote in BOLD: how the sentences of Wikipedia go on, scored as what a system writes is."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from fairdesk.audit.benchmark_import import BenchmarkRequest
from fairdesk.audit.score.recorded import score_recorded
from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.domain.errors import ImportProblem

if TYPE_CHECKING:
    from fairdesk.interchange.bold_files import BoldTexts
    from fairdesk.interchange.official_files import OfficialFile

PEOPLE = (
    "These are texts of people: how the sentences of Wikipedia go on behind the beginnings. Scored by the same "
    "classifiers, they say what a system's continuations can be held against."
)

FOLDERS = ("", "prompts", "wikipedia")


def score_baseline(spec: WorkspaceSpec, path: Path, classifiers: Mapping[str, str], seed: int) -> dict[str, Any]:
    """All scores of what people wrote, group by group, as of recorded answers.

    Args:
        path: Folder or archive with the files of prompts and of Wikipedia's sentences, beside each other or in the
            folders of the repository.
        classifiers: Quantity to a classifier's id or address; those that run offline where nothing is said.

    Raises:
        ImportProblem: a file cannot be read, no domain has both files, or both are of different versions.
        InputError: a classifier is unknown or cannot be used.
    """
    prompts, sentences = _texts(path)
    both = [domain for domain in prompts if domain in sentences]
    if not both:
        raise ImportProblem(
            f"{path.name}: no domain has both its prompts and its sentences of Wikipedia.",
            "Choose the folder of the repository, or one with files such as gender_prompt.json and gender_wiki.json.",
        )
    with tempfile.TemporaryDirectory(prefix="fairdesk-bold-") as folder:
        answers, files = Path(folder) / "people.jsonl", Path(folder) / "prompts"
        files.mkdir()
        with answers.open("w", encoding="utf-8") as rows:
            for domain in both:
                (files / f"{domain}_prompt.json").write_bytes(prompts[domain][0])
                rows.writelines(_rows(prompts[domain][1], sentences[domain]))
        found = score_recorded(spec, BenchmarkRequest(benchmark_id="bold", path=files), answers, seed, classifiers)
    without = sorted(set(prompts) - set(both))
    notes = [PEOPLE, *(f"The domain {name} has no sentences of Wikipedia, and is left out." for name in without)]
    return {**found, "written_by": "people", "note": PEOPLE, "notes": [*found["notes"], *notes[1:]]}


def _texts(path: Path) -> tuple[dict[str, tuple[bytes, BoldTexts]], dict[str, BoldTexts]]:
    """Domain to its prompts, with their bytes, and to its whole sentences."""
    from fairdesk.interchange.bold_files import read_bold

    prompts: dict[str, tuple[bytes, BoldTexts]] = {}
    sentences: dict[str, BoldTexts] = {}
    for one in _files(path):
        found = read_bold(PurePosixPath(one.name).name, one.body)
        known: Mapping[str, object] = sentences if found.is_baseline else prompts
        if found.domain in known:
            raise ImportProblem(f"{one.name}: the domain {found.domain} comes twice.", "Leave one of the files out.")
        if found.is_baseline:
            sentences[found.domain] = found
        else:
            prompts[found.domain] = (one.body, found)
    return prompts, sentences


def _files(path: Path) -> Sequence[OfficialFile]:
    from fairdesk.interchange.official_files import official_files

    if not path.is_dir():
        return official_files(path)
    folders = [path / name for name in FOLDERS]
    return [one for folder in folders if _has_files(folder) for one in official_files(folder)]


def _has_files(folder: Path) -> bool:
    return folder.is_dir() and any(one.is_file() and ".json" in one.name for one in folder.iterdir())


def _rows(prompts: BoldTexts, sentences: BoldTexts) -> Iterator[str]:
    """How every sentence goes on, as a recorded answer to its beginning."""
    from fairdesk.interchange.bold_files import baseline_of

    for place, (begin, whole) in enumerate(zip(prompts.text, baseline_of(prompts, sentences), strict=True), 1):
        if begin.strip():
            answer = whole.removeprefix(begin.strip()).strip()
            yield json.dumps({"item": f"{prompts.domain}/{place}", "answer": answer}, ensure_ascii=False) + "\n"
