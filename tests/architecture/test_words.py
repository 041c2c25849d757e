"""No word on screen, in a report or in a terminal claims more than was shown."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from tests.architecture.tree import place, python_files

CLAIMS = re.compile(
    r"\b(fair(ly|er|ness)?|unfair|(un|de)-?bias(ed)?|bias-free|free (of|from) bias|safe(ly|ty)?|"
    r"certif(y|ies|ied)|complian(t|ce)|compl(y|ies) with|guarantee[sd]?|proven?)\b",
    re.IGNORECASE,
)
# Wordings that hold one of the words and claim nothing, with the reason. Take one out when it is used no more.
ALLOWED = {
    "safety|recitation": "a provider's own word for why its filter stopped an answer",
    "fairness directive": "name of a mitigation layer: what a system was told, not what it became",
}


def literals(tree: ast.Module) -> Iterator[ast.Constant]:
    """Every text of a module that may be shown: all strings but docstrings and texts that stand alone as comments."""
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone:
            yield node


def without_allowed(text: str) -> str:
    """The text with the allowed wordings and the product's own name taken out."""
    for wording in ("FairDesk", *ALLOWED):
        text = re.sub(re.escape(wording), "", text, flags=re.IGNORECASE)
    return text


def test_no_text_claims_more_than_was_shown() -> None:
    """No string of the product says fair, unbiased, safe, certified, compliant, proven or guaranteed."""
    found = [
        f"{place(path)}:{node.lineno}: {match.group()!r} in {node.value!r:.80}"
        for path in python_files("fairdesk")
        for node in literals(ast.parse(path.read_text(encoding="utf-8")))
        if (match := CLAIMS.search(without_allowed(str(node.value))))
    ]

    assert found == []


@pytest.mark.parametrize("wording", ALLOWED)
def test_no_exception_is_left_over(wording: str) -> None:
    """An allowed wording is on the list only while some text uses it."""
    texts = (
        str(node.value)
        for path in python_files("fairdesk")
        for node in literals(ast.parse(path.read_text(encoding="utf-8")))
    )

    assert any(wording in text.lower() for text in texts)


def test_the_check_sees_a_claim_inside_a_composed_text() -> None:
    """A claim in an f-string is found; a docstring and the product's name are not taken for one."""
    module = ast.parse('"""A fair text."""\nFairDesk = f"{name} of FairDesk is safe"\n')

    claims = [CLAIMS.search(without_allowed(str(node.value))) for node in literals(module)]
    assert [claim.group() for claim in claims if claim] == ["safe"]
