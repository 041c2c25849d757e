"""Where cues stand in free text, language by language: pure functions from a text to its places.

May import ``domain`` only. To add a language: write ``foo.py`` with a ``RULES`` and name it in ``LANGUAGES``;
``tests/contract/test_languages.py`` tries it. What a language's rules cannot do safely they leave and list.
"""

from __future__ import annotations

from fairdesk.evaluations.swaps import english, french, german, spanish
from fairdesk.evaluations.swaps.language import LanguageRules

LANGUAGES: tuple[LanguageRules, ...] = (english.RULES, german.RULES, french.RULES, spanish.RULES)


def rules_of(language: str) -> LanguageRules | None:
    """The rules of a language by its two letters, for example ``en``; None where there are none."""
    return next((one for one in LANGUAGES if one.language == language.split("-", maxsplit=1)[0].lower()), None)
