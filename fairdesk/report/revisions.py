"""What a PDF held at one revision, and what differs between two: the part of checking that reads the document itself.

A revision is read by opening the file's beginning up to the end of a signed part: those bytes are a whole PDF of their
own, so nothing appended later can reach into them.
"""

from __future__ import annotations

import hashlib
import io
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any
from xml.etree import ElementTree

from pyhanko.pdf_utils import generic
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.fields import enumerate_sig_fields

REWRITTEN_BY_SIGNERS = frozenset({"ModDate", "ModifyDate", "MetadataDate", "Producer"})
"""Entries that other signing programs replace by their own name and clock; they state nothing about the report."""

RDF_CONTAINERS = frozenset({"RDF", "Description", "Alt", "Bag", "Seq", "li"})


def open_revision(data: bytes, end: int | None = None) -> PdfFileReader:
    """Reader of the first ``end`` bytes (all when None). Raises whatever pyHanko raises on a damaged file."""
    return PdfFileReader(io.BytesIO(data if end is None else data[:end]), strict=True)


def attachments_of(reader: PdfFileReader) -> dict[str, bytes]:
    """Attached files by name, decoded, in the order of the document's name tree."""
    found = {}
    for specification in _leaves(_value(_value(reader.root, "/Names"), "/EmbeddedFiles"), set()):
        name = _value(specification, "/UF") or _value(specification, "/F")
        streams = specification["/EF"]
        stream = _value(streams, "/UF") or streams["/F"]
        found[str(name)] = bytes(stream.data)
    return found


def metadata_of(reader: PdfFileReader) -> dict[str, str]:
    """Every statement of Info and XMP as place -> value, without what signing programs rewrite."""
    found = {}
    information = _value(reader.trailer_view, "/Info")
    for key in information or ():
        if key.removeprefix("/") not in REWRITTEN_BY_SIGNERS:
            found[f"Info {key.removeprefix('/')}"] = str(information[key])
    stream = _value(reader.root, "/Metadata")
    if stream is not None:
        found |= _xmp_statements(bytes(stream.data))
    return found


def changed_keys(before: Mapping[str, object], after: Mapping[str, object]) -> tuple[str, ...]:
    """Keys that were added, removed or have another value, sorted."""
    return tuple(sorted(key for key in before.keys() | after.keys() if before.get(key) != after.get(key)))


def place_in_words(key: str) -> str:
    """A place of ``metadata_of`` without the containers of RDF, like "XMP creator"."""
    steps = [step for step in key.split("/") if step.partition("#")[0] not in RDF_CONTAINERS]
    return " ".join(steps)


def changes_between(before: PdfFileReader, after: PdfFileReader) -> tuple[str, ...]:
    """Sentences that name what differs between two revisions of one document; empty when nothing was recognised.

    A signature that was added is no difference: its field, and its picture, were empty before.
    """
    found = []
    old_pages, new_pages = _pages(before), _pages(after)
    pages = [number for number, (old, new) in enumerate(zip(old_pages, new_pages, strict=False), 1) if old != new]
    if len(old_pages) != len(new_pages):
        found.append(f"pages were added or removed after signing ({len(old_pages)} before, {len(new_pages)} now)")
    if pages:
        found.append(f"text or pages were changed after signing (page {', '.join(map(str, pages))})")
    if _annotations(before) != _annotations(after):
        found.append("annotations were added, removed or changed after signing")
    files = changed_keys(attachments_of(before), attachments_of(after))
    found += [f"the attachment {name} was added, removed or changed after signing" for name in files]
    old_pictures, new_pictures = _signature_pictures(before), _signature_pictures(after)
    if any(new_pictures.get(name) != picture for name, picture in old_pictures.items()):
        found.append("the appearance of a signature was changed after signing")
    if _actions(before) != _actions(after):
        found.append("an action that runs when the file is opened was added or changed after signing")
    return tuple(found)


def bytes_after_end_mark(data: bytes) -> int:
    """Number of bytes behind the last end mark (``%%EOF`` and one line end); the whole length without a mark."""
    mark = data.rfind(b"%%EOF")
    if mark < 0:
        return len(data)
    rest = data[mark + 5 :]
    for line_end in (b"\r\n", b"\n", b"\r"):
        if rest.startswith(line_end):
            return len(rest) - len(line_end)
    return len(rest)


def _leaves(node: Any, seen: set[int]) -> Iterator[Any]:
    """Values of a name tree. A hostile tree may contain itself, many times over: each node is visited once."""
    if node is None or id(node) in seen:
        return
    seen.add(id(node))
    for place, item in enumerate(_items(_value(node, "/Names"))):
        if place % 2:
            yield item
    for child in _items(_value(node, "/Kids")):
        yield from _leaves(child, seen)


def _value(dictionary: Any, key: str) -> Any:
    """The object behind a key, or None; ``get`` of pyHanko's dictionaries would give the reference instead."""
    return dictionary[key] if dictionary is not None and key in dictionary else None


def _items(array: Any) -> Iterator[Any]:
    """The objects of an array, none for None; plain iteration would give references."""
    return (array[place] for place in range(len(array))) if array is not None else iter(())


def _xmp_statements(packet: bytes) -> dict[str, str]:
    """Text and attributes of every element by its path; a packet that is no plain XML counts as one statement."""
    whole = {"XMP": hashlib.sha256(packet).hexdigest()}
    if b"<!DOCTYPE" in packet or b"<!ENTITY" in packet:
        return whole
    try:
        root = ElementTree.fromstring(packet[packet.index(b"<x:xmpmeta") : packet.rindex(b"<?xpacket")])
    except (ValueError, ElementTree.ParseError):
        return whole
    found: dict[str, str] = {}
    n_same: Counter[str] = Counter()

    def note(place: str, value: str) -> None:
        found[f"{place}#{n_same[place]}" if n_same[place] else place] = value
        n_same[place] += 1

    def walk(element: ElementTree.Element, place: str) -> None:
        for key, value in sorted(element.attrib.items()):
            if _local(key) not in REWRITTEN_BY_SIGNERS | {"xmptk"}:
                note(f"{place}/{_local(key)}", value)
        if element.text and element.text.strip():
            note(place, element.text.strip())
        for child in element:
            if _local(child.tag) not in REWRITTEN_BY_SIGNERS:
                walk(child, f"{place}/{_local(child.tag)}")

    walk(root, "XMP")
    return found


def _local(tag: str) -> str:
    return tag.rpartition("}")[2]


def _pages(reader: PdfFileReader) -> list[str]:
    return [_digest(page, {"/Annots"}) for page in _page_objects(reader)]


def _page_objects(reader: PdfFileReader) -> list[generic.DictionaryObject]:
    count = int(reader.root["/Pages"]["/Count"])
    # pyHanko declares no types for this and for some other calls.
    references = [reader.find_page_for_modification(number)[0] for number in range(count)]  # type: ignore[no-untyped-call]
    return [reference.get_object() for reference in references]


def _page_annotations(reader: PdfFileReader) -> Iterator[generic.DictionaryObject]:
    for page in _page_objects(reader):
        yield from _items(_value(page, "/Annots"))


def _annotations(reader: PdfFileReader) -> list[str]:
    return [_digest(item, {"/V"}) for item in _page_annotations(reader) if _value(item, "/FT") != "/Sig"]


def _signature_pictures(reader: PdfFileReader) -> dict[str, str]:
    filled = enumerate_sig_fields(reader, filled_status=True)
    return {str(name): _digest(_value(reference.get_object(), "/AP"), set()) for name, _, reference in filled}


def _actions(reader: PdfFileReader) -> str:
    root = reader.root
    parts = (_value(root, "/OpenAction"), _value(root, "/AA"), _value(_value(root, "/Names"), "/JavaScript"))
    return "".join(_digest(part, set()) for part in parts)


def _digest(thing: object, without: set[str]) -> str:
    """SHA-256 over an object and everything it refers to, except its parents and the keys in ``without``."""
    hasher = hashlib.sha256()
    seen: dict[tuple[int, int], int] = {}

    def walk(item: object, skipped: set[str]) -> None:
        if isinstance(item, generic.IndirectObject):
            place = (item.idnum, item.generation)
            if place in seen:
                hasher.update(b"again %d;" % seen[place])
                return
            seen[place] = len(seen)
            item = item.get_object()  # type: ignore[no-untyped-call]  # as above
            if isinstance(item, generic.DictionaryObject) and _value(item, "/Type") == "/Page":
                hasher.update(b"page %d;" % place[0])  # a link's aim; what stands on that page is no part of the link
                return
        if isinstance(item, generic.DictionaryObject):
            if isinstance(item, generic.StreamObject):
                hasher.update(b"stream %d:" % len(item.encoded_data) + item.encoded_data)
            for key in sorted(item):
                if key not in {"/Parent", "/P"} | skipped:
                    hasher.update(f"{key}=".encode())
                    walk(item.raw_get(key), set())
        elif isinstance(item, generic.ArrayObject):
            hasher.update(b"array %d:" % len(item))
            for place_in_array in range(len(item)):
                walk(item.raw_get(place_in_array), set())
        else:
            hasher.update(f"{type(item).__name__} {item!r};".encode())

    walk(thing, without)
    return hasher.hexdigest()
