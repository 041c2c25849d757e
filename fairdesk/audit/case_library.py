"""The imported cases of a project: listed, looked at, used or left out, changed; no earlier text is ever lost."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import replace

from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.domain.audited_system import ProjectDetails
from fairdesk.domain.canonical import canonical_bytes, sha256_hex
from fairdesk.domain.case_hints import HintKind, replace_kinds
from fairdesk.domain.case_imports import CASE, CASE_SOURCE, CaseSource, CaseView
from fairdesk.domain.case_rows import CaseCounts, CaseLine, CasesWanted
from fairdesk.domain.cases import Case
from fairdesk.domain.codec import from_plain, to_plain
from fairdesk.domain.errors import InputError, StoreError
from fairdesk.domain.progress import TellStep

EARLIER = "earlier"
"""Fact of a changed case: the key of the document that holds it as it was before."""

CHANGE = "change"
"""Fact of a changed case: why its text was changed."""

CHUNK = 1_000
"""Cases that are changed in one transaction when all of them are gone through."""

LONGEST = 5_000_000
"""Characters of the longest text of a case; none of that size can be sent to a model."""


def case_ids(spec: WorkspaceSpec, project: str, wanted: CasesWanted) -> array[int]:
    """The row ids of the wanted cases in the wanted order.

    Raises:
        InputError: no such project.
    """
    with Workspace(spec) as workspace:
        return workspace.store.case_files.ids(_project_id(workspace, project), wanted)


def case_rows(spec: WorkspaceSpec, project: str, ids: Sequence[int]) -> tuple[CaseLine, ...]:
    """The lines with these row ids, in this order; those that are gone are left out."""
    with Workspace(spec) as workspace:
        return workspace.store.case_files.rows(_project_id(workspace, project), ids)


def case_counts(spec: WorkspaceSpec, project: str) -> CaseCounts:
    """The numbers above the list."""
    with Workspace(spec) as workspace:
        return workspace.store.case_files.counts(_project_id(workspace, project))


def read_case(spec: WorkspaceSpec, project: str, row_id: int) -> CaseView:
    """One case with its text and what rules found in it.

    Raises:
        InputError: it is not there any more.
        StoreError: its document is absent or was changed.
    """
    from fairdesk.interchange.personal_data import find_hints
    from fairdesk.interchange.text_facts import place_holders_of

    with Workspace(spec) as workspace:
        line = _line(workspace, _project_id(workspace, project), row_id)
        case = _case(workspace.store.documents.get(line.document_sha256))
        return CaseView(
            line=line,
            case=case,
            hints=find_hints(case.text, case.language),
            source=_source(workspace, line.source_sha256),
            n_earlier=sum(1 for _ in _earlier(workspace, case)),
            change=case.facts.get(CHANGE, ""),
            place_holders=place_holders_of(case.text),
        )


def earlier_texts(spec: WorkspaceSpec, project: str, row_id: int) -> tuple[str, ...]:
    """The texts that stood in a case before, the latest first."""
    with Workspace(spec) as workspace:
        line = _line(workspace, _project_id(workspace, project), row_id)
        case = _case(workspace.store.documents.get(line.document_sha256))
        return tuple(earlier.text for earlier in _earlier(workspace, case))


def set_used(spec: WorkspaceSpec, project: str, row_ids: Sequence[int], is_used: bool, reason: str = "") -> int:
    """Use cases or leave them out; answers with how many they were.

    Raises:
        InputError: cases are left out without a reason.
    """
    if not is_used and not reason.strip():
        raise InputError("A case is left out for a reason.", "Write the reason; it is printed with the number.")
    with Workspace(spec) as workspace:
        project_id = _project_id(workspace, project)
        return workspace.store.case_files.set_state(project_id, row_ids, is_used, reason.strip())


def remove_cases(spec: WorkspaceSpec, project: str, row_ids: Sequence[int]) -> int:
    """Take cases off the list, for example those of a wrong file; a fixed plan keeps its own."""
    with Workspace(spec) as workspace, workspace.store.all_or_none():
        project_id = _project_id(workspace, project)
        n_removed = workspace.store.case_files.remove(project_id, row_ids)
        workspace.store.case_files.mark_duplicates(project_id)
        return n_removed


def change_text(spec: WorkspaceSpec, project: str, row_id: int, new_text: str, reason: str) -> CaseLine:
    """Give a case another text; the one before is kept.

    Raises:
        InputError: the text is empty or holds what cannot be stored, or the case is not there any more.
    """
    with Workspace(spec) as workspace:
        project_id = _project_id(workspace, project)
        line = _line(workspace, project_id, row_id)
        _change(workspace, project_id, [(line, new_text)], reason.strip() or "changed by hand")
        return _line(workspace, project_id, row_id)


def change_language(spec: WorkspaceSpec, project: str, row_ids: Sequence[int], language: str) -> int:
    """Say of which language cases are, where the guess told nothing or is wrong; answers with how many were changed.

    Raises:
        InputError: the language is not two letters.
    """
    if not (len(language) == 2 and language.isascii() and language.islower()):
        raise InputError(f"{language[:20]!r} is no language.", "Write two letters, for example en, de, fr or es.")
    n_changed = 0
    with Workspace(spec) as workspace:
        project_id = _project_id(workspace, project)
        documents, files = workspace.store.documents, workspace.store.case_files
        for start in range(0, len(row_ids), CHUNK):
            bodies, lines = [], []
            for line in files.rows(project_id, row_ids[start : start + CHUNK]):
                before = _case(documents.get(line.document_sha256))
                body = canonical_bytes(to_plain(replace(before, language=language)))
                bodies.append(body)
                changed = replace(line, language=language, document_sha256=sha256_hex(body))
                lines.append(replace(changed, n_hints=_n_hints(before.text, language)))
            with workspace.store.all_or_none():
                documents.put_many(CASE, bodies)
                n_changed += files.replace_many(project_id, lines)
    return n_changed


def mark_place_holder(spec: WorkspaceSpec, project: str, row_id: int, span: tuple[int, int], name: str) -> CaseLine:
    """Put a place-holder in place of ``text[start:end]``; the text before is kept.

    Args:
        span: Start and end, in characters.
        name: Without braces.

    Raises:
        InputError: nothing stands there, or the name is no name of a place-holder.
    """
    from fairdesk.interchange.text_facts import PLACE_HOLDER

    if not PLACE_HOLDER.fullmatch("{" + name + "}"):
        raise InputError(
            f"{name[:60]!r} is no name of a place-holder.", "Use letters, digits, _ and -, beginning with a letter."
        )
    with Workspace(spec) as workspace:
        project_id = _project_id(workspace, project)
        line = _line(workspace, project_id, row_id)
        text = _case(workspace.store.documents.get(line.document_sha256)).text
        start, end = span
        if not 0 <= start < end <= len(text):
            raise InputError("Nothing is marked in the text.", "Mark the words that the place-holder shall stand for.")
        _change(workspace, project_id, [(line, text[:start] + "{" + name + "}" + text[end:])], f"{{{name}}} marked")
        return _line(workspace, project_id, row_id)


def replace_hints(
    spec: WorkspaceSpec,
    project: str,
    row_ids: Sequence[int] | None,
    kinds: Sequence[HintKind],
    tell: TellStep = lambda _: None,
) -> int:
    """Replace the hints of some kinds by their place-holders; answers with how many places were replaced.

    Args:
        row_ids: None: all cases with hints. A thousand at a time are on disk, so that a cancelled call can be repeated.
    """
    from fairdesk.interchange.personal_data import find_hints

    words = f"replaced: {', '.join(kind.value for kind in kinds)}"
    n_places = n_done = 0
    with Workspace(spec) as workspace:
        project_id = _project_id(workspace, project)
        files, documents = workspace.store.case_files, workspace.store.documents
        ids = files.ids(project_id, CasesWanted(only_hints=True)) if row_ids is None else row_ids
        for start in range(0, len(ids), CHUNK):
            changes = []
            for line in files.rows(project_id, ids[start : start + CHUNK]):
                case = _case(documents.get(line.document_sha256))
                hints = [hint for hint in find_hints(case.text, case.language) if hint.kind in kinds]
                n_places += len(hints)
                if hints:
                    changes.append((line, replace_kinds(case.text, hints, kinds)))
            _change(workspace, project_id, changes, words)
            n_done += len(ids[start : start + CHUNK])
            tell(f"Replacing personal data: {n_done} of {len(ids)} cases")
    return n_places


def project_cases(workspace: Workspace, details: ProjectDetails, project_id: str) -> Iterator[Case]:
    """The imported cases that a project uses, in the order of their ids.

    Where the project uses only so many (``details.n_cases``), these are the shortest.

    Raises:
        StoreError: a document is absent or was changed.
    """
    files = workspace.store.case_files
    chosen: set[int] | None = None
    if details.n_cases:
        wanted = CasesWanted(only_used=True, order="n_characters", limit=details.n_cases)
        chosen = set(files.ids(project_id, wanted))
    for line, body in files.used(project_id):
        if chosen is None or line.row_id in chosen:
            yield _case(body)


def stored_cases(workspace: Workspace, project_id: str) -> Iterator[tuple[CaseLine, Case]]:
    """Every imported case of a project with its line, used or not, in the order of arrival; read in pieces."""
    files, documents = workspace.store.case_files, workspace.store.documents
    ids = files.ids(project_id, CasesWanted())
    for start in range(0, len(ids), CHUNK):
        for line in files.rows(project_id, ids[start : start + CHUNK]):
            yield line, _case(documents.get(line.document_sha256))


def _change(workspace: Workspace, project_id: str, changes: Sequence[tuple[CaseLine, str]], reason: str) -> None:
    """Store new texts as documents that name the ones before, and write their lines anew, all or none."""
    from fairdesk.interchange.text_facts import title_of

    if not changes:
        return
    documents, files = workspace.store.documents, workspace.store.case_files
    with workspace.store.all_or_none():
        bodies, lines = [], []
        for line, text in changes:
            _refuse_unusable(text)
            before = _case(documents.get(line.document_sha256))
            facts = {**before.facts, EARLIER: line.document_sha256, CHANGE: reason}
            body = canonical_bytes(to_plain(replace(before, text=text, title=title_of(text), facts=facts)))
            bodies.append(body)
            lines.append(_measured(line, text, before.language, sha256_hex(body)))
        documents.put_many(CASE, bodies)
        files.replace_many(project_id, lines)
        files.mark_duplicates(project_id)


def _measured(line: CaseLine, text: str, language: str, document_sha256: str) -> CaseLine:
    from fairdesk.interchange.text_facts import count_words, title_of

    return replace(
        line,
        title=title_of(text),
        document_sha256=document_sha256,
        text_sha256=sha256_hex(text.encode()),
        n_characters=len(text),
        n_words=count_words(text),
        n_hints=_n_hints(text, language),
    )


def _n_hints(text: str, language: str) -> int:
    from fairdesk.interchange.personal_data import find_hints

    return len(find_hints(text, language))


def _refuse_unusable(text: str) -> None:
    if not text.strip():
        raise InputError("The text is empty.", "Leave the case out instead, with a reason.")
    if "\x00" in text or len(text.encode(errors="ignore").decode()) != len(text) or len(text) > LONGEST:
        raise InputError(
            f"The text holds a zero character or half of a character, or is longer than {LONGEST:,} characters.",
            "Remove what is no text.",
        )


def _project_id(workspace: Workspace, project: str) -> str:
    return workspace.store.projects.get(project).project_id


def _line(workspace: Workspace, project_id: str, row_id: int) -> CaseLine:
    found = workspace.store.case_files.rows(project_id, [row_id])
    if not found:
        raise InputError("This case is not there any more.", "Show the list again.")
    return found[0]


def _case(body: bytes) -> Case:
    try:
        return from_plain(Case, json.loads(body))
    except ValueError as error:
        raise StoreError(f"A stored case cannot be read ({error}).", "Restore the latest backup.") from error


def _source(workspace: Workspace, sha256: str) -> CaseSource | None:
    documents = workspace.store.documents
    if not documents.has(sha256) or documents.kind(sha256) != CASE_SOURCE:
        return None
    return from_plain(CaseSource, json.loads(documents.get(sha256)))


def _earlier(workspace: Workspace, case: Case) -> Iterator[Case]:
    """The case as it was before, and before that; the chain cannot close, because a key is a hash."""
    documents = workspace.store.documents
    while (key := case.facts.get(EARLIER, "")) and documents.has(key):
        case = _case(documents.get(key))
        yield case
