"""Files into imported cases: looked at first, then taken in one transaction, all or none.

Nothing of a file but what its cases become is stored: not its bytes unless that is asked for, and not the words that
were replaced.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, TYPE_CHECKING

from fairdesk.audit.case_reading import CaseReader, FoundCase, PlaceHolders, text_hash
from fairdesk.audit.file_parts import CASE_ORIGINAL, file_parts, hash_file, store_parts
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.audited_system import ProjectDetails
from fairdesk.domain.canonical import canonical_bytes, sha256_hex
from fairdesk.domain.case_imports import (
    CASE,
    CASE_SOURCE,
    PREVIEWED,
    SHOWN,
    CaseImportOptions,
    CasePreview,
    CasesImported,
    CaseSource,
    PreviewedCase,
)
from fairdesk.domain.case_rows import NOT_TOLD, CaseLine
from fairdesk.domain.cases import Case
from fairdesk.domain.codec import to_plain
from fairdesk.domain.errors import ImportProblem, InputError
from fairdesk.domain.progress import TellStep

if TYPE_CHECKING:
    from fairdesk.interchange.near_duplicates import Signature

CHUNK = 1_000
PROBLEMS_NAMED = 5


def preview_case_files(
    spec: WorkspaceSpec, files: Sequence[Path], options: CaseImportOptions, tell: TellStep
) -> CasePreview:
    """What an import would do; all files are read, the first cases are looked at closely, nothing is stored.

    Raises:
        InputError: no file was named.
    """
    from fairdesk.interchange.near_duplicates import Signatures
    from fairdesk.interchange.text_facts import count_words, title_of

    _ = spec  # a preview asks no store; the argument is there so that every piece of work is started in one way
    _demand_files(files)
    shown: list[PreviewedCase] = []
    signatures: list[Signature] = []
    makes = Signatures()
    first: dict[str, str] = {}
    n_cases = n_duplicates = 0
    holders = PlaceHolders(options.place_holders)
    # What is replaced is shown as hints, so that a person sees what would go.
    reader = CaseReader(files, options, {}, tell, replaces=False)
    for found in reader.cases(lambda: len(shown) < PREVIEWED):
        n_cases += 1
        holders.count(found.text)
        same = first.setdefault(text_hash(found.text), found.case_id)
        n_duplicates += same != found.case_id
        if len(shown) < PREVIEWED:
            n_words = count_words(found.text)
            signatures.append(makes.of(found.text, n_words is not None))
            shown.append(
                PreviewedCase(
                    case_id=found.case_id,
                    title=title_of(found.text),
                    text=found.text[:SHOWN],
                    is_cut=len(found.text) > SHOWN,
                    language=found.language or NOT_TOLD,
                    n_characters=len(found.text),
                    n_words=n_words,
                    hints=tuple(hint for hint in found.hints if hint.end <= SHOWN),
                    source_name=reader.source_name(found.file_place),
                    duplicate_of=same if same != found.case_id else "",
                )
            )
    return CasePreview(
        files=tuple(reader.previews),
        cases=_with_near(shown, signatures),
        n_cases=n_cases,
        n_duplicates=n_duplicates,
        n_problems=reader.problems.n_all,
        problems=reader.problems.all(),
        place_holders=holders.found(),
    )


def import_cases(
    spec: WorkspaceSpec, project: str, files: Sequence[Path], options: CaseImportOptions, tell: TellStep
) -> CasesImported:
    """Read files and keep their cases in a project, which uses imported cases from then on; all or none.

    What is read goes to a nameless file beside the store, so that memory does not grow with the texts and the store
    is held for its writing alone.

    Raises:
        InputError: no such project, or no file was named.
        ImportProblem: something cannot be taken and the good rows alone are not wanted; nothing was stored.
        Cancelled: nothing was stored.
        StoreError: the store or the disk refused; nothing was stored.
    """
    from fairdesk.store.explaining import explained

    _demand_files(files)
    with Workspace(spec) as workspace:
        record = workspace.store.projects.get(project)
        taken = workspace.store.case_files.text_hashes(record.project_id)
        reader = CaseReader(files, options, taken, tell)
        known = (*options.place_holders, *_cue_holders(record.details))
        with _spool(workspace.store.path.parent) as spool:
            sources = [_hashed(path, options) for path in files if path.is_file()]
            gathered = _gather(reader, (spool, workspace.store.path.parent), PlaceHolders(known), taken)
            _refuse_problems(reader, gathered, options)
            with explained(workspace.store.path.parent):
                spool.seek(0)
            tell("Looking for near-duplicates")
            near = _near(workspace, record.project_id, gathered, bool(taken))
            chosen = _described(workspace, reader, sources, options)
            lines = _lines(gathered, near, chosen, taken)
            tell(f"Storing {len(lines)} cases")
            with workspace.store.all_or_none():
                if options.keeps_originals:
                    taken_from = {files[place] for place in chosen}
                    _store_originals(workspace, [one for one in sources if one.path in taken_from], tell)
                documents = workspace.store.documents
                documents.put_many(CASE_SOURCE, [source.body for source in chosen.values()])
                documents.put_many(CASE, _spooled(spool, len(lines), tell))
                workspace.store.case_files.add_many(record.project_id, lines)
                workspace.store.case_files.mark_duplicates(record.project_id)
                _use_imported(workspace, record.project_id)
    return CasesImported(
        n_imported=len(lines),
        n_duplicates=gathered.n_duplicates,
        n_near=sum(bool(line.near_duplicate_of) for line in lines),
        n_hints=sum(line.n_hints for line in lines),
        n_replaced=gathered.n_replaced,
        n_rejected=reader.problems.n_rejected,
        languages=tuple(Counter(line.language for line in lines).most_common()),
        problems=reader.problems.all(),
        place_holders=gathered.holders.found(),
        sources=tuple((source.name, source.sha256) for source in chosen.values()),
    )


@dataclass(slots=True)
class _Gathered:
    """What was read, without the texts: those lie in the spool, in the order of ``lines``."""

    lines: list[tuple[int, CaseLine]]
    signatures: list[Signature]
    holders: PlaceHolders
    n_duplicates: int = 0
    n_replaced: int = 0


@dataclass(frozen=True, slots=True)
class _File:
    """A file as it was when its import began."""

    path: Path
    sha256: str
    n_bytes: int
    parts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Described:
    """The document that describes a file."""

    name: str
    sha256: str
    body: bytes


@contextmanager
def _spool(folder: Path) -> Iterator[IO[bytes]]:
    """A nameless file that is gone when it is closed, or when the process ends.

    Raises:
        StoreError: the disk is full; what is still to be written fails once more when the file is closed.
    """
    from fairdesk.store.explaining import explained

    with explained(folder):
        file = tempfile.TemporaryFile(dir=folder, prefix=".cases-")  # noqa: SIM115 - closed below, explained
    try:
        yield file
    finally:
        with explained(folder):
            file.close()


def _demand_files(files: Sequence[Path]) -> None:
    if not files:
        raise InputError("No file was named.", "Choose at least one file.")


def _cue_holders(details: ProjectDetails) -> tuple[str, ...]:
    cues = details.design.cues if details.design is not None else ()
    return tuple(cue.place_holder for cue in cues if cue.place_holder)


def _gather(
    reader: CaseReader, spool: tuple[IO[bytes], Path], holders: PlaceHolders, taken: dict[str, str]
) -> _Gathered:
    from fairdesk.interchange.near_duplicates import Signatures
    from fairdesk.store.explaining import explained

    file, folder = spool
    makes = Signatures()
    gathered = _Gathered(lines=[], signatures=[], holders=holders)
    seen = set(taken.values())
    for found in reader.cases():
        holders.count(found.text)
        body, line = _case_of(found, reader.source_name(found.file_place))
        with explained(folder):  # a full disk
            file.write(body + b"\n")
        is_duplicate = line.text_sha256 in seen
        seen.add(line.text_sha256)
        gathered.n_duplicates += is_duplicate
        gathered.n_replaced += found.n_replaced
        gathered.lines.append((found.file_place, line))
        gathered.signatures.append(makes.of(found.text, line.n_words is not None))
    return gathered


def _case_of(found: FoundCase, source_name: str) -> tuple[bytes, CaseLine]:
    """The document of a case and its line, which lacks what is known only when all are read."""
    from fairdesk.interchange.text_facts import count_words, title_of

    facts = {"source": source_name, **({"place": found.place} if found.place else {})}
    case = Case(
        case_id=found.case_id,
        title=title_of(found.text) or found.case_id,
        text=found.text,
        language=found.language,
        facts=facts,
        origin=", ".join(part for part in (source_name, found.place) if part),
    )
    body = canonical_bytes(to_plain(case))
    line = CaseLine(
        case_id=found.case_id,
        title=case.title,
        document_sha256=sha256_hex(body),
        text_sha256=text_hash(found.text),
        source_sha256="",
        source_name=source_name,
        language=found.language,
        n_characters=len(found.text),
        n_words=count_words(found.text),
        n_hints=len(found.hints) - found.n_replaced,
    )
    return body, line


def _refuse_problems(reader: CaseReader, gathered: _Gathered, options: CaseImportOptions) -> None:
    problems = reader.problems
    is_empty = not gathered.lines and problems.n_blocking
    if not problems.n_blocking or (options.takes_good_rows and not is_empty):
        return
    first, *others = (problem for problem in problems.all() if problem.is_blocking)
    n = problems.n_blocking
    named = [f"{one.where}: {one.cause}" for one in others[:PROBLEMS_NAMED]]
    more = f"; and {n - 1 - len(named):,} more" if n > 1 + len(named) else ""
    rest = f" {n:,} rows or files cannot be taken; the others: {'; '.join(named)}{more}." if named else ""
    cure = "" if is_empty else " Or take what can be taken and leave these out (--take-good-rows)."
    raise ImportProblem(f"{first.where}: {first.cause}.{rest} Nothing was imported.", f"{first.cure}{cure}".strip())


def _near(workspace: Workspace, project_id: str, gathered: _Gathered, has_earlier: bool) -> list[str]:
    """For every new case the id of an earlier one whose text is almost the same, or empty."""
    import numpy as np

    from fairdesk.audit.case_library import stored_cases
    from fairdesk.interchange.near_duplicates import N_HASHES, Signatures, near_duplicates

    names: list[str] = []
    known: list[Signature] = []
    if has_earlier:
        makes = Signatures()
        for line, case in stored_cases(workspace, project_id):
            names.append(line.case_id)
            known.append(makes.of(case.text, line.n_words is not None))
    n_known = len(names)
    names += [line.case_id for _, line in gathered.lines]
    together = [*known, *gathered.signatures]
    if not together:
        return []
    places = near_duplicates(np.array(together, dtype=np.uint32).reshape(len(together), N_HASHES))
    return [names[place] if place >= 0 else "" for place in places[n_known:].tolist()]


def _with_near(shown: list[PreviewedCase], signatures: list[Signature]) -> tuple[PreviewedCase, ...]:
    import numpy as np

    from fairdesk.interchange.near_duplicates import near_duplicates

    if not shown:
        return ()
    places = near_duplicates(np.array(signatures, dtype=np.uint32)).tolist()
    return tuple(
        replace(case, near_duplicate_of=shown[place].case_id) if place >= 0 and not case.duplicate_of else case
        for case, place in zip(shown, places, strict=True)
    )


def _hashed(path: Path, options: CaseImportOptions) -> _File:
    """Hash a file before it is read; with the hashes of its parts where they are kept."""
    digest, n_bytes, parts = hashlib.sha256(), 0, []
    for part in file_parts(path):
        digest.update(part)
        n_bytes += len(part)
        if options.keeps_originals:
            parts.append(sha256_hex(part))
    return _File(path, digest.hexdigest(), n_bytes, tuple(parts))


def _described(
    workspace: Workspace, reader: CaseReader, files: list[_File], options: CaseImportOptions
) -> dict[int, _Described]:
    """The describing document of every file that gave a case, by the place of the file.

    Raises:
        ImportProblem: a file was changed while it was read.
    """
    by_path = {file.path: file for file in files}
    now = workspace.now_text()
    found: dict[int, _Described] = {}
    for place, path in enumerate(reader.files):
        preview = reader.previews[place]
        if not preview.n_cases:
            continue
        file = by_path[path]
        if hash_file(path)[0] != file.sha256:
            raise ImportProblem(
                f"{preview.name} was changed while it was read.", "Import it again; nothing was stored."
            )
        source = CaseSource(
            name=reader.source_name(place),
            kind=preview.kind,
            n_bytes=file.n_bytes,
            file_sha256=file.sha256,
            imported_at=now,
            keeps_bytes=options.keeps_originals,
            parts=file.parts,
            encoding=preview.encoding,
            replaced=tuple(kind.value for kind in options.replaced_kinds),
        )
        body = canonical_bytes(to_plain(source))
        found[place] = _Described(source.name, sha256_hex(body), body)
    return found


def _lines(
    gathered: _Gathered, near: list[str], sources: dict[int, _Described], taken: dict[str, str]
) -> list[CaseLine]:
    """The whole lines; a near-duplicate whose text is the very same is named as a duplicate only."""
    by_id = {**taken, **{line.case_id: line.text_sha256 for _, line in gathered.lines}}
    return [
        replace(
            line,
            source_sha256=sources[place].sha256,
            near_duplicate_of="" if by_id.get(alike) == line.text_sha256 else alike,
        )
        for (place, line), alike in zip(gathered.lines, near, strict=True)
    ]


def _store_originals(workspace: Workspace, files: list[_File], tell: TellStep) -> None:
    for file in files:
        tell("Keeping the bytes of the files")
        store_parts(workspace, CASE_ORIGINAL, file.path, file.sha256, lambda _: None)


def _spooled(spool: IO[bytes], n_all: int, tell: TellStep) -> Iterator[bytes]:
    """The documents of the cases from where the file stands; canonical JSON has no line breaks."""
    for n_done, line in enumerate(spool):
        if n_done % CHUNK == 0:
            tell(f"Storing: {n_done} of {n_all} cases")
        yield line.removesuffix(b"\n")


def _use_imported(workspace: Workspace, project_id: str) -> None:
    details = workspace.store.projects.get(project_id).details
    if not details.uses_imported_cases:
        workspace.store.projects.save(project_id, replace(details, uses_imported_cases=True))
