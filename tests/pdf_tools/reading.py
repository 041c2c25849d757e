"""What a PDF says to a reader who follows its page streams and its structure tree, read with pikepdf alone."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pikepdf
from pikepdf import Array, Dictionary, Name, Object


def spoken_text(data: bytes, *, with_actual_text: bool = True) -> str:
    """All text of all pages in stream order, one line per text object.

    Without ``with_actual_text`` only the fonts' ToUnicode maps are read, as simple extractors do.
    """
    lines = []
    with pikepdf.open(io.BytesIO(data)) as pdf:
        maps: dict[tuple[int, int], dict[int, str]] = {}
        for page in pdf.pages:
            lines += _page_lines(page, maps, with_actual_text)
    return "\n".join(lines)


def _page_lines(page: pikepdf.Page, maps: dict[tuple[int, int], dict[int, str]], with_actual_text: bool) -> list[str]:
    lines, line, codes = [], "", {}
    spans: list[str | None] = []
    for instruction in pikepdf.parse_content_stream(page):
        operator, operands = str(instruction.operator), list(instruction.operands)
        if operator == "BT":
            line = ""
        elif operator == "ET":
            lines.append(line)
        elif operator == "BDC":
            actual = operands[1].get("/ActualText") if isinstance(operands[1], Dictionary) else None
            spans.append(str(actual) if actual is not None and with_actual_text else None)
            line += spans[-1] or ""
        elif operator == "BMC":
            spans.append(None)
        elif operator == "EMC":
            spans.pop()
        elif operator == "Tf":
            font = page.obj.Resources.Font[str(operands[0])]
            if font.objgen not in maps:
                maps[font.objgen] = _to_unicode(font.ToUnicode.read_bytes().decode("ascii"))
            codes = maps[font.objgen]
        elif operator == "TJ" and not any(spans):
            for shown in operands[0]:
                if isinstance(shown, pikepdf.String):
                    raw = bytes(shown)
                    line += "".join(codes[raw[i] * 256 + raw[i + 1]] for i in range(0, len(raw), 2))
    return lines


def _to_unicode(source: str) -> dict[int, str]:
    pairs = [line.split() for line in source.splitlines() if line.startswith("<") and line.count("<") == 2]
    return {
        int(code.strip("<>"), 16): bytes.fromhex(text.strip("<>")).decode("utf-16-be")
        for code, text in pairs
        if code != "<0000>"
    }


def elements(data: bytes, tag: str) -> list[dict[str, object]]:
    """Every structure element with this tag, in reading order: alt text, and the tags of its children."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        found = [element for element in _walk(pdf.Root.StructTreeRoot.K) if str(element.S) == f"/{tag}"]
        return [
            {"alt": str(element.get("/Alt", "")), "kids": [str(kid.S)[1:] for kid in _children(element)]}
            for element in found
        ]


def _walk(kids: Object) -> Iterator[Object]:
    for kid in kids if isinstance(kids, Array) else [kids]:
        if isinstance(kid, Dictionary) and kid.get("/Type") == Name.StructElem:
            yield kid
            yield from _walk(kid.K)


def _children(element: Object) -> list[Object]:
    kids = element.K if isinstance(element.K, Array) else [element.K]
    return [kid for kid in kids if isinstance(kid, Dictionary) and kid.get("/Type") == Name.StructElem]
