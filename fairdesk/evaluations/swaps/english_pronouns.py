"""Whether ``his`` and ``her`` stand before a noun or alone, told from the words around them.

"Her essay" is "his essay", "I met her" is "I met him"; "his car" is "her car", "the car is his" is "the car is hers".
No grammar is parsed: small classes of words (english_classes.py) say what can follow. Verbs that let anything follow
("gave her ...", "found her ...") make the rules unsure unless the words behind leave only one reading.
"""

from __future__ import annotations

from enum import Enum

from fairdesk.evaluations.swaps import english_classes as known
from fairdesk.evaluations.swaps.english_context import QUOTES, Around, Gap, Unit, around, gap_kind
from fairdesk.evaluations.swaps.tokens import Capitals, Words, capitals_at


class Stands(Enum):
    """What the rules say of one ``his`` or ``her``."""

    BEFORE_NOUN = "before a noun"
    ALONE = "alone"
    UNSURE = "unsure"


_STOPS = (Gap.END, Gap.COMMA, Gap.DASH, Gap.SLASH)
_BEFORE_ALONE = known.COPULAS | {"of", "than", "as", "to", "with", "like"}
_GIVING_OR_FINDING = known.GIVING | known.FINDING
_TWO_OBJECTS = _GIVING_OR_FINDING | known.CALLING
_SPECIAL = _TWO_OBJECTS | known.LETTING | known.CATCHING
_MONEY_VERBS = known.GIVING | known.WISHING
_FIRM = known.CLOSED | known.COPULAS | known.DOING
_VERBS_ONLY = known.BARE_VERBS - known.NOUN_OR_ADJECTIVE_TOO
_NOT_NOUNS = known.FINITE - known.ALSO_NOUN_OR_PARTICIPLE


def her_stands(words: Words, i: int) -> Stands:
    """Whether this ``her`` is ``his`` (before a noun) or ``him`` (alone)."""
    kind = gap_kind(words, i)
    if kind in _STOPS:
        return Stands.ALONE
    near = around(words, i)
    if kind is Gap.BLANK:
        return _her_before(words, near)
    is_closed_next = near.after_stop in known.CLOSED
    if kind is Gap.CLOSES:
        return Stands.UNSURE if _is_quoted(words, i) else Stands.ALONE
    is_phrase = near.is_first or (kind is Gap.QUOTE and near.before in {"for", "in", "of", "from", "during", "by"})
    if is_phrase and kind in {Gap.QUOTE, Gap.OPENS} and not is_closed_next:
        return Stands.BEFORE_NOUN
    if kind is Gap.MONEY:
        return Stands.ALONE if near.before in _MONEY_VERBS else Stands.BEFORE_NOUN
    if kind is Gap.DOTS:
        return Stands.ALONE if words.form(i + 1)[0].isupper() else Stands.UNSURE
    return Stands.ALONE if is_closed_next and kind in {Gap.OPENS, Gap.QUOTE, Gap.OTHER} else Stands.UNSURE


def his_stands(words: Words, i: int) -> Stands:
    """Whether this ``his`` is ``her`` (before a noun) or ``hers`` (alone)."""
    kind = gap_kind(words, i)
    if kind is Gap.END:
        return Stands.ALONE
    near = around(words, i)
    may_stand_alone = near.before in _BEFORE_ALONE
    if kind is Gap.BLANK:
        return _his_before(words, near, may_stand_alone=may_stand_alone)
    if kind in _STOPS:
        return Stands.ALONE if may_stand_alone else Stands.UNSURE
    if kind is Gap.CLOSES:
        return Stands.UNSURE if _is_quoted(words, i) else Stands.ALONE
    if kind is Gap.MONEY or (kind is Gap.QUOTE and not may_stand_alone):
        return Stands.BEFORE_NOUN
    if kind is Gap.DOTS:
        return Stands.ALONE if words.form(i + 1)[0].isupper() else Stands.UNSURE
    return Stands.UNSURE


def _is_quoted(words: Words, i: int) -> bool:
    return words.gap_before(i)[-1:] in tuple(QUOTES)


def _is_title_word(words: Words, unit: Unit) -> bool:
    """A closed word in capitals is an acronym or the name of something: her US visa, her A grades, her IT skills."""
    form = words.form(unit.index)
    return form != "I" and form[0].isupper() and capitals_at(words, unit.index - 1) is not Capitals.ALL_CAPS


def _ends(near: Around, k: int) -> bool:
    """Whether no noun can be waiting at place ``k``: the phrase stops there, or a closed word stands there."""
    return k >= len(near.ahead) or (near.ahead[k].is_closed and near.ahead[k].small not in {"and", "or", "but"})


def _joined(near: Around, k: int) -> bool:
    return (k < len(near.ahead) and near.ahead[k].small in {"and", "or", "but"}) or (
        k >= len(near.ahead) and near.stop is Gap.COMMA and near.after_stop not in known.CLOSED
    )


def _is_adverbial(unit: Unit) -> bool:
    return (
        not unit.is_compound and not unit.is_owner and (unit.small in known.LOOK_FURTHER or known.is_adverb(unit.small))
    )


def _is_number(unit: Unit) -> bool:
    return unit.small[0].isdigit() or unit.small in known.COUNTS


def _her_before(words: Words, near: Around) -> Stands:
    first = near.ahead[0]
    if first.small == "own" or near.before == "during":
        return Stands.BEFORE_NOUN
    if near.before in known.WISHING:
        return Stands.ALONE
    if first.small in known.CLOSED and not first.is_compound:
        return _her_before_closed(words, near)
    if first.is_compound:
        return _her_before_compound(near)
    if first.is_owner:
        return Stands.BEFORE_NOUN
    if _is_number(first):
        return _her_before_number(near)
    if _is_adverbial(first):
        return _her_before_adverb(near)
    return _her_before_open(words, near)


def _her_before_closed(words: Words, near: Around) -> Stands:
    first = near.ahead[0]
    second = near.ahead[1] if len(near.ahead) > 1 else None
    if _is_title_word(words, first):
        return Stands.UNSURE if near.before in _TWO_OBJECTS else Stands.BEFORE_NOUN
    if first.small == "so" and second and second.small == "called":
        return Stands.BEFORE_NOUN
    if first.small in {"over", "about", "around", "under", "near"} and second and _is_number(second):
        return Stands.BEFORE_NOUN if near.is_first else Stands.UNSURE
    if first.small in {"and", "or", "but"} and second and (second.small in known.POSSESSIVES or second.is_owner):
        return Stands.UNSURE
    if near.is_first and first.small not in {"and", "or", "too", "not", "i"}:
        return Stands.UNSURE
    if first.small in {"near", "inside"} and not (second is None or second.is_closed):
        return Stands.UNSURE
    return Stands.ALONE


def _her_before_compound(near: Around) -> Stands:
    first = near.ahead[0]
    if first.small[0].isdigit() and first.last[0].isdigit():
        return Stands.UNSURE
    if not _ends(near, 1) and not _joined(near, 1):
        return Stands.UNSURE if near.before in known.GIVING else Stands.BEFORE_NOUN
    if first.last in {"time", "hand", "face", "site", "one", "line", "person", "rate"}:
        return Stands.UNSURE
    if near.before in _TWO_OBJECTS or near.before in known.LETTING:
        return Stands.BEFORE_NOUN if first.last in known.NOUNS_OF_ONE or first.last == "law" else Stands.UNSURE
    return Stands.BEFORE_NOUN


def _her_before_number(near: Around) -> Stands:
    second = near.ahead[1].small if len(near.ahead) > 1 else ""
    after_preposition = near.before in known.CLOSED
    if any(unit.small == "ago" for unit in near.ahead) or (near.before in known.TAKING and second in known.TIMES):
        return Stands.ALONE
    if near.before in _GIVING_OR_FINDING and _is_bare_number(near, second):
        return Stands.ALONE
    if near.before in _GIVING_OR_FINDING or near.before in known.TAKING:
        return Stands.UNSURE
    if near.ahead[0].small == "one" and second in known.TIMES and not after_preposition:
        return Stands.UNSURE
    if _ends(near, 1) and not after_preposition:
        return Stands.UNSURE
    return Stands.BEFORE_NOUN


def _is_bare_number(near: Around, second: str) -> bool:
    """Gave her one; consider her one of the best; asked her three questions."""
    is_one = near.ahead[0].small == "one" and (second == "of" or (not second and near.stop is Gap.END))
    return is_one or (near.before in {"ask", "asks", "asked", "asking"} and second == "questions")


_LIKE_NOUNS = frozenset(
    {"first", "last", "best", "worst", "other", "few", "low", "high", "next", "most", "least", "early", "late"}
)
_AMOUNTS = frozenset({"more", "most", "many", "few", "several", "much", "less", "all", "every", "half", "least"})


def _her_before_adverb(near: Around) -> Stands:
    first = near.ahead[0].small
    k = 1
    while k < len(near.ahead) and _is_adverbial(near.ahead[k]):
        k += 1
    before_is_firm = near.before in _FIRM
    if _joined(near, k):
        return _her_before_joined_adverbs(near, k)
    if _ends(near, k):
        if first in _LIKE_NOUNS and near.before not in {"helped", "helps", "help"}:
            return Stands.BEFORE_NOUN if before_is_firm else Stands.UNSURE
        return Stands.UNSURE if first in {"all", "half"} and k >= len(near.ahead) else Stands.ALONE
    last = near.ahead[k]
    if last.small in _NOT_NOUNS or (
        last.small.endswith("ed") and last.small not in known.NO_PARTICIPLE and _ends(near, k + 1)
    ):
        return Stands.ALONE if near.before not in known.GIVING else Stands.UNSURE
    if last.small in known.TIMES and not near.is_first:
        return Stands.BEFORE_NOUN if near.before in known.CLOSED else Stands.UNSURE
    if near.before in known.TAKING and any(unit.small in known.TIMES for unit in near.ahead):
        return Stands.ALONE
    if near.before in _SPECIAL:
        is_adjective = known.looks_like_adjective(last.small) and first not in _AMOUNTS
        if near.before in known.FINDING and is_adjective and _ends(near, k + 1):
            return Stands.ALONE
        return Stands.UNSURE
    if near.is_first or near.before in known.CLOSED or not known.is_adverb(first):
        return Stands.BEFORE_NOUN
    # "praised her highly original work" and "met her recently released friend" read alike: only an adjective tells.
    is_adjective = known.looks_like_adjective(last.small) or last.small in known.PARTICIPLES or last.is_compound
    return Stands.BEFORE_NOUN if is_adjective else Stands.UNSURE


def _her_before_joined_adverbs(near: Around, k: int) -> Stands:
    behind = near.ahead[k + 1] if k + 1 < len(near.ahead) else None
    if near.is_first and not (behind is not None and behind.is_closed):
        return Stands.BEFORE_NOUN
    if k >= len(near.ahead) or behind is None:
        return Stands.UNSURE
    has_noun = k + 2 < len(near.ahead) and not near.ahead[k + 2].is_closed
    if has_noun and (near.before in known.CLOSED or known.looks_like_adjective(behind.small)):
        return Stands.UNSURE if near.before in _SPECIAL else Stands.BEFORE_NOUN
    if behind.is_closed and (near.ahead[0].small not in _LIKE_NOUNS or known.is_adverb(near.ahead[k - 1].small)):
        return Stands.ALONE
    if known.is_adverb(behind.small) and known.is_adverb(near.ahead[0].small) and _ends(near, k + 2):
        return Stands.ALONE
    return Stands.UNSURE


def _her_before_open(words: Words, near: Around) -> Stands:
    word = near.ahead[0].small
    if word in _NOT_NOUNS:
        return Stands.ALONE
    if word == "will" and near.is_first and len(near.ahead) > 1 and near.ahead[1].small == "to":
        return Stands.BEFORE_NOUN
    if word in {"will", "might", "can"} or word in known.GREETINGS or (word in known.NOUN_FORMS and _ends(near, 1)):
        return Stands.UNSURE
    if word in known.FINITE and _ends(near, 1):
        return Stands.ALONE
    if word in {"being", "having"}:
        return Stands.UNSURE if near.before in _SPECIAL else Stands.BEFORE_NOUN
    if word.endswith("day") and word in known.TIMES:
        firm = near.before in known.CLOSED or not _ends(near, 1)
        return Stands.BEFORE_NOUN if firm and near.before not in _SPECIAL else Stands.UNSURE
    is_participle = word.endswith("ed") and word not in known.NO_PARTICIPLE
    if is_participle and (_ends(near, 1) or _joined(near, 1)):
        return Stands.UNSURE if _joined(near, 1) else Stands.ALONE
    if near.before in known.DOING and word in known.DONE_TO:
        return Stands.ALONE
    if near.before in known.READING and word in known.READ_ALOUD:
        return Stands.UNSURE
    if near.before in _SPECIAL:
        return _her_behind_verb(words, near, word)
    if known.looks_like_adjective(word) and _ends(near, 1):
        return Stands.UNSURE
    if word in _VERBS_ONLY and not near.is_first:
        return Stands.UNSURE
    is_subject_next = len(near.ahead) > 1 and near.ahead[1].small in _BEGIN_OBJECTS
    if is_subject_next and not near.is_first and near.before not in known.COPULAS and not known.looks_like_noun(word):
        return Stands.UNSURE
    if word in {"back", "home"} and _ends(near, 1) and near.before and near.before not in known.CLOSED:
        return Stands.UNSURE
    is_gerund = word.endswith("ing") and word not in known.GERUND_NOUNS
    if is_gerund and near.before in {"of", "with", "without", "like"} and (_ends(near, 1) or _joined(near, 1)):
        return Stands.UNSURE
    return Stands.BEFORE_NOUN


_BEGIN_OBJECTS = frozenset({"a", "an", "the", "me", "him", "them", "us", "it", "that"}) | known.POSSESSIVES
"""A noun is followed by none of these at once; a verb is: "people around her notice her calm"."""


def _her_behind_verb(words: Words, near: Around, word: str) -> Stands:
    """Behind a verb that may have a second object, an adjective, an infinitive or a form in -ing behind ``her``."""
    verb, stops = near.before, _ends(near, 1)
    behind = near.ahead[1].small if len(near.ahead) > 1 else ""
    is_name = words.form(near.ahead[0].index)[0].isupper()
    if verb in known.CALLING and word in known.OFFICE_NOUNS:
        return Stands.ALONE if stops else Stands.UNSURE
    if is_name and word not in known.GIFTS:
        return Stands.ALONE if verb in known.NAMING else Stands.UNSURE
    if verb in known.LETTING and word in known.BARE_VERBS:
        return Stands.UNSURE if word in known.AMBIGUOUS_BARE else Stands.ALONE
    if verb in known.LETTING and word in known.NOUN_OR_VERB:
        return Stands.UNSURE
    if verb in {"let", "lets", "letting"} and word not in known.NOUNS_OF_ONE:
        return Stands.UNSURE
    if word.endswith("ing") and verb in known.CATCHING:
        return Stands.ALONE if stops and word not in known.GERUND_NOUNS else Stands.UNSURE
    if word in {"back", "home"} and stops:
        return Stands.UNSURE
    if word.endswith("er") and behind == "than":
        return Stands.ALONE
    if word in known.GIFTS and verb in known.GIVING_GIFTS and stops and behind not in {"a", "an"}:
        return Stands.ALONE
    if verb in known.CALLING and not stops and verb not in {"make", "makes", "made", "making"}:
        return Stands.UNSURE
    if word in known.NOUNS_OF_ONE:
        may_be_given = verb in known.GIVING and word in known.NOUNS_OF_GIVING
        if verb in {"find", "finds", "found", "finding"} and behind in known.CLOSED:
            return Stands.BEFORE_NOUN
        has_receiver = behind in {"a", "an", "the"} or behind in known.POSSESSIVES
        return Stands.UNSURE if may_be_given and not has_receiver else Stands.BEFORE_NOUN
    if verb in known.FINDING and known.looks_like_adjective(word):
        is_complement = stops or (_joined(near, 1) and near.stop is not Gap.COMMA)
        return Stands.ALONE if is_complement and not _joined(near, 1) else Stands.UNSURE
    if verb in known.GIVING or verb in known.CALLING:
        return Stands.UNSURE
    is_plural = word.endswith("s") and not word.endswith(("ss", "ous"))
    return Stands.BEFORE_NOUN if known.looks_like_noun(word) or is_plural else Stands.UNSURE


def _his_before(words: Words, near: Around, *, may_stand_alone: bool) -> Stands:
    first = near.ahead[0]
    second = near.ahead[1] if len(near.ahead) > 1 else None
    if first.is_compound or first.small == "own" or _is_number(first):
        return Stands.BEFORE_NOUN
    if first.small in known.CLOSED:
        return _his_before_closed(words, near, may_stand_alone=may_stand_alone)
    if first.is_owner:
        return Stands.BEFORE_NOUN
    if _is_adverbial(first):
        return _his_before_adverb(near, may_stand_alone=may_stand_alone)
    if first.small in _NOT_NOUNS:
        return Stands.ALONE if near.before in {"of", ""} else Stands.UNSURE
    if first.small in {"will", "might"} and second and second.small in {"be", "have", "not"}:
        return Stands.UNSURE
    is_verbal = first.small in known.FINITE or (first.small.endswith("ed") and first.small not in known.NO_PARTICIPLE)
    stops = _ends(near, 1)
    if is_verbal and stops and (near.before == "of" or first.small.endswith("ed")):
        return Stands.UNSURE
    if is_verbal and near.before == "of" and second and words.form(second.index)[0].isupper():
        return Stands.UNSURE  # a friend of his called Sam
    return Stands.BEFORE_NOUN


def _his_before_closed(words: Words, near: Around, *, may_stand_alone: bool) -> Stands:
    first = near.ahead[0]
    second = near.ahead[1] if len(near.ahead) > 1 else None
    if _is_title_word(words, first) or (first.small == "so" and second and second.small == "called"):
        return Stands.BEFORE_NOUN
    if first.small in {"over", "about", "around", "under", "near"} and second and _is_number(second):
        return Stands.UNSURE if may_stand_alone else Stands.BEFORE_NOUN
    if first.small in {"and", "or", "but"}:
        is_shared = second is not None and (second.small in known.POSSESSIVES or second.is_owner)
        return Stands.ALONE if may_stand_alone and not is_shared else Stands.UNSURE
    if first.small in {"no", "any", "some", "enough", "such", "another", "near", "inside", "like", "too"}:
        is_sure = may_stand_alone and (second is None or second.is_closed)
        return Stands.ALONE if is_sure else Stands.UNSURE
    return Stands.ALONE


def _his_before_adverb(near: Around, *, may_stand_alone: bool) -> Stands:
    first = near.ahead[0].small
    k = 1
    while k < len(near.ahead) and _is_adverbial(near.ahead[k]):
        k += 1
    if not _ends(near, k):
        is_verb = not _joined(near, k) and near.ahead[k].small in _NOT_NOUNS
        return Stands.ALONE if is_verb else Stands.BEFORE_NOUN
    if first in _LIKE_NOUNS or first in {"all", "only", "every", "half"}:
        return Stands.BEFORE_NOUN
    if k >= len(near.ahead) and near.stop is Gap.COMMA:
        return Stands.UNSURE
    return Stands.ALONE if may_stand_alone else Stands.UNSURE
