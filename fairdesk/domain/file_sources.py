"""How ``Exchange.source`` names the file that an outcome came from: the kind of file, its name, its SHA-256."""

from __future__ import annotations


def file_source(kind: str, file_name: str, sha256: str) -> str:
    """The words of a source.

    Example:
        >>> file_source("batch", "my out.jsonl", "0f")
        'batch my out.jsonl 0f'
    """
    return f"{kind} {file_name} {sha256}"


def is_from_file(kind: str, source: str) -> bool:
    """Whether an outcome came from a file of this kind.

    Example:
        >>> is_from_file("batch", "batch out.jsonl 0f"), is_from_file("batch", "reused r-1 7")
        (True, False)
    """
    return source.startswith(f"{kind} ")


def file_words(kind: str, source: str) -> str:
    """A file's name and hash, for lists; empty for a source of another kind.

    Example:
        >>> file_words("batch", "batch my out.jsonl 0f")
        'my out.jsonl, SHA-256 0f'
    """
    if not is_from_file(kind, source):
        return ""
    name, _, sha256 = source.removeprefix(f"{kind} ").rpartition(" ")
    return f"{name}, SHA-256 {sha256}"
