"""What the words around a number say about it: the rating, part of one, or something else.

Every look goes to a window of bounded length, so that the whole grows with the length of the text and no faster.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum

from fairdesk.extractors.numerals import Numeral

BEFORE, AFTER = 120, 60
"""Characters looked at on either side of a number."""


class Strength(IntEnum):
    """How plainly a number is given as the rating."""

    NONE = 0
    LIKELY = 1
    PLAIN = 2
    FINAL = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """A number's neighbourhood.

    Attributes:
        before: Up to 120 characters before it.
        clause: The end of ``before`` since the last sentence or line break.
        after: Up to 60 characters after it.
        at_start: Nothing but marks, an article or list numbers stand before it in the whole text.
        at_end: Nothing but marks stand after it in the whole text.
    """

    before: str
    clause: str
    after: str
    at_start: bool
    at_end: bool


_KEY = (
    r"(?:ratings?|scores?|answer|verdict|evaluation|assessment|bewertung|punktzahl|antwort|gesamtnote|évaluation|réponse|"
    r"calificación|puntuación|valoración|respuesta)"
)
# Upper case or lower case only: "Sat" and "Ib" are names.
_EXAM = (
    r"(?-i:C?GPA|c?gpa|SAT|ACT|GRE|gre|GMAT|gmat|IELTS|ielts|TOEFL|toefl|PTE|AP|IB|DET)|duolingo|grade[ -]point average"
)
_CRITERION = (
    r"(?:academics?|essays?|writing|written|tests?|exams?|extracurriculars?|leadership|research|interviews?|language|"
    r"english|communication|experience|recommendations?|references?|"
    r"transcripts?|grades?|motivation|statement|skills?|confidence|verbal|quantitative|math|credit|risk|fit|potential|"
    r"character|service|volunteer(?:ing)?|originality|publication|credential|qualifications?|average|"
    rf"{_EXAM})"
)
_FILLER = (
    r"(?:an?|the|only|just|about|around|roughly|approximately|probably|likely|is|be|as|at|solid|strong|clear|firm|high|"
    r"low|weak|good|modest|overall|full|perfect|rating|score|number|value|of)"
)

KEYED_COLON = re.compile(
    rf"{_KEY}\W{{0,4}}(?:\([^()]{{0,40}}\)|(?:out|of|on|a|the|scale|from|to|between|and|for|this|applicant|candidate|"
    r"is|my|would|be|number|value|[\d\s/-]|-point){0,12})\W{0,3}"
    r"[:=][\s\"'\[({]*(?:value\W{0,5}|i'?d say |a )?$",
    re.IGNORECASE,
)
KEYED_FOR = re.compile(rf"\b{_KEY} (?:for|of) (?P<whom>[^:\n\d]{{1,80}})[:=]\s*$", re.IGNORECASE)
KEYED_OF = re.compile(
    rf"\b{_KEY}\s+(?:for (?:the|this|him|her|them)(?: \w{{1,14}}){{0,2}} )?"
    r"(?:of|is|was|would be|should be|will be|equals|at|as|to be|"
    r"that i (?:would )?(?:give|assign)(?: \w{1,14}){0,3} is)\s+"
    rf"(?:{_FILLER}\s+){{0,3}}\"?$",
    re.IGNORECASE,
)
KEYED_BARE = re.compile(r"\b(?:rating|score)[\s\"']*(?:-\s+)?$", re.IGNORECASE)
TOTAL_COLON = re.compile(
    r"\b(?:overall|final|total|conclusion|result|in total)\W{0,4}[:=]\W{0,4}(?:a )?$|\boverall,? (?:an? )?$",
    re.IGNORECASE,
)
SCALE_COLON = re.compile(
    r"(?:\bscale(?: of| from)?|\bfrom)\s\d{1,3}\s?(?:to|-)\s?\d{1,3}\W{0,2}[:=]\s*$|\bscale\W{0,2}[:=]\s*$",
    re.IGNORECASE,
)
MARKED = re.compile(r"\bboxed\s?\{\s?$|<(?:answer|rating|score)>\s?$", re.IGNORECASE)
GRADE_COLON = re.compile(r"\b(?:grade|mark|note|rate|points|stars)\W{0,3}[:=]\W{0,4}$", re.IGNORECASE)
VERB = re.compile(
    r"\b(?:giv(?:e|es|en|ing)|gave|assign(?:s|ed)?|award(?:s|ed)?|rat(?:e|es|ed|ing)|score|grade|place|deserves?|earns?|"
    r"merits?|warrants?|receives?|gets?|put)\b"
    r"(?P<middle> [^!?\n;\d]{0,90}?)?[:,]?\s*\"?$",
    re.IGNORECASE,
)
SAY = re.compile(
    rf"\b(?:say|choose|select|pick|go with|settle on|think|believe|guess|estimate|be|so|therefore|thus|hence)\b,?\s*"
    rf"(?:(?:it|that|this|he|she|they)(?:'s| is| are| deserves?) )?(?:{_FILLER}\s+){{0,3}}\"?$",
    re.IGNORECASE,
)
COPULA = re.compile(
    r"(?:\b(?:is|was|are|as)|'s)\s+(?:an?|about an?|at best an?)\s+"
    r"(?:(?:solid|strong|clear|firm|high|low|weak|good|very|definite)\s+){0,2}$"
    r"|\b(?:but (?:rather |instead )?(?:an? )?|no, an? )$|\b(?:it|this|that)(?:'s| is| would be) $",
    re.IGNORECASE,
)
GERMAN_FRENCH_SPANISH = re.compile(
    r"\b(?:würde|gebe|vergebe|bewerte|donne|donnerais|attribue|doy|daría|asigno)\b(?: [^\W\d_]{1,20}){0,6} $",
    re.IGNORECASE,
)

FOLLOWS = re.compile(
    r"\s*(?:$|[.,;:!?)\]}\"'|(-]|\n|(?:because|as|since|for|and|but|overall|given|due|based|stars?|points?|with|or|"
    r"rating|geben|considering|however|although|though|while|when|to)\b|"
    r"on (?:a|the|this)\b[^.!?\n]{0,20}\bscale\b|(?-i:[A-Z]))",
    re.IGNORECASE,
)
NAME_AFTER = re.compile(r" [A-Z]")
OF_AFTER = re.compile(r"\s*(?:of|the)\b", re.IGNORECASE)
ENDS_HERE = re.compile(r"[\s\"']*(?:$|[.,;:!?)\]}\n-])")
ARTICLE = re.compile(r"\b(?:an?|of|as)\s+$", re.IGNORECASE)
KEYED_AFTER = re.compile(rf"\s+(?:is|would be)\s+(?:my|the)\s+(?:\w{{1,12}}\s+)?{_KEY}\b", re.IGNORECASE)
RATING_AFTER = re.compile(
    r"[\s-]{0,2}(?:stars?|rating|on (?:a|the|this) (?:\d+|five|ten)?[\s-]?(?:point )?scale)\b", re.IGNORECASE
)

TOTAL_WORDS = re.compile(
    r"\b(?:overall|final(?:ly)?|total|in conclusion|in summary|conclude|on balance|revised|therefore|thus|ultimately|"
    r"insgesamt|gesamt\w{0,10})\b",
    re.IGNORECASE,
)
CRITERION_BEFORE = re.compile(
    rf"\b{_CRITERION}(?:'s)?[\s_\"'-]{{1,3}}(?:\w{{1,14}} )?{_KEY}\b\s?(?:\([^()]{{0,20}}\))?[^,;\d]*$", re.IGNORECASE
)
CRITERION_INSIDE = re.compile(rf"\b{_CRITERION}\b", re.IGNORECASE)
CRITERION_AFTER = re.compile(rf"\s*(?:for|in|on)\s+(?:\w{{1,12}}\s+){{0,3}}{_CRITERION}\b", re.IGNORECASE)
CREDENTIAL_BEFORE = re.compile(
    rf"\b(?:{_EXAM}|percentile|class rank)\b\W{{0,3}}(?:(?!rat|give|giving|assign)\w{{1,12}}\W{{1,3}}){{0,4}}$"
    r"|\b(?:ranked|top|band|level|page|year|grade|age|aged|section|chapter|step|question|file|case|no\.|option)"
    r"\s+(?:no\.? ?)?$",
    re.IGNORECASE,
)
CREDENTIAL_AFTER = re.compile(
    r"\s{0,2}(?:(?:/|out of)\s{0,2}\d+(?:\.\d+)?)?\s{0,2}"
    r"(?:(?:cumulative|unweighted|weighted|high[ -]school|undergraduate|overall)\s)?"
    rf"(?:{_EXAM}|grade[ -]point|years?|months?|semesters?|publications?|letters?|courses?|credits?|"
    r"languages?|projects?|papers?|internships?|awards?)\b",
    re.IGNORECASE,
)
NEGATED = re.compile(r"\b(?:not|never|cannot|rather than|instead of|nor|neither|without)\b|n't\b", re.IGNORECASE)
COMPARED = re.compile(
    r"\b(?:less|more|higher|lower|better|worse|greater|fewer) than (?:an? )?$"
    r"|\b(?:below|under|above|at least|at most|up to|over|exceeding|beyond) (?:an? )?$|[<>≤≥]\s?$",
    re.IGNORECASE,
)
HYPOTHETICAL_BEFORE = re.compile(
    r"\b(?:(?:could|would|might|should) have (?:been|given|rated)|considered|would need|for example|e\.g\.?|such as|"
    r"to (?:get|reach|earn|receive|deserve)|example|instance)\b",
    re.IGNORECASE,
)
EXAMPLE_BEFORE = re.compile(r"\b(?:for example|for instance|e\.g\.|such as)[^.!?\n\d]{0,30}$", re.IGNORECASE)
HYPOTHETICAL_AFTER = re.compile(
    r"[^.!?\n,]{0,30}\b(?:if|unless|would (?:be|require|mean|indicate)|is reserved|reserved for)\b", re.IGNORECASE
)
SCALE_BEFORE = re.compile(
    r"(?:\bout of|\bmax(?:imum)?(?: \w{1,12})? (?:of|is)|\bscale (?:of|from|is|with)|\bup to|\bvon|\bsur)"
    r"\s*(?:a )?\(?$|/\s*$",
    re.IGNORECASE,
)
SCALE_AFTER = re.compile(
    r"\s*(?:being|means|meaning|represents|indicates|stands for|denotes|signifies|"
    r"is (?:the )?(?:highest|lowest|best|worst|poor|excellent|very|strong|weak|outstanding|maximum|minimum))\b",
    re.IGNORECASE,
)
PERCENT = re.compile(r"\s?(?:%|percent|per cent)", re.IGNORECASE)


SENTENCE_END = re.compile(r"(?<!\b[A-Z])(?<!\bDr)(?<!\bMr)(?<!\bMs)(?<!\bMrs)(?<!\bSt)(?<!\bProf)[.!?] |[\n;]")
"""The full stop of an initial or a title ends no sentence."""


def surroundings(text: str, number: Numeral, first_start: int, last_end: int) -> Surroundings:
    """The neighbourhood of a number.

    Args:
        text: Levelled text.
        number: The number.
        first_start: Where the first number of the text begins that could be the answer.
        last_end: Where the text ends but for marks.
    """
    before = text[max(0, number.start - BEFORE) : number.start]
    ends = [match.end() for match in SENTENCE_END.finditer(before)]
    return Surroundings(
        before=before,
        clause=before[ends[-1] if ends else 0 :],
        after=text[number.end : number.end + AFTER],
        at_start=number.start == first_start,
        at_end=number.end >= last_end,
    )


def strength_of(number: Numeral, around: Surroundings) -> Strength:
    """How plainly the words around a number give it as the rating; NONE when they do not."""
    # "one of the best", "Seven Lee": a number word that is an ordinary word or a name
    if _means_something_else(around) or (
        number.is_word and (OF_AFTER.match(around.after) or NAME_AFTER.match(around.after))
    ):
        return Strength.NONE
    is_final = bool(TOTAL_WORDS.search(around.clause))
    if KEYED_COLON.search(around.before) or GRADE_COLON.search(around.before):
        return Strength.FINAL if is_final or re.search(r"\banswer\b", around.before, re.IGNORECASE) else Strength.PLAIN
    if MARKED.search(around.before):
        return Strength.FINAL
    keyed_for = KEYED_FOR.search(around.before)
    if keyed_for and not CRITERION_INSIDE.search(keyed_for["whom"]):
        return Strength.PLAIN
    if TOTAL_COLON.search(around.before) and FOLLOWS.match(around.after):
        return Strength.FINAL
    if _is_denied(around):
        return Strength.NONE
    if _is_told(number, around):
        return Strength.FINAL if is_final else Strength.PLAIN
    if _stands_alone(number, around):
        return Strength.PLAIN
    if number.is_stars or RATING_AFTER.match(around.after):
        return Strength.LIKELY
    return Strength.NONE


def _means_something_else(around: Surroundings) -> bool:
    if CRITERION_BEFORE.search(around.clause) or CREDENTIAL_AFTER.match(around.after):
        return True
    return bool(CREDENTIAL_BEFORE.search(around.clause) or EXAMPLE_BEFORE.search(around.before))


def is_overall_fraction(around: Surroundings) -> bool:
    """A fraction of the whole scale that nothing ties to one criterion or denies: "admit (5/5)"."""
    if _means_something_else(around) or _is_denied(around) or CRITERION_INSIDE.search(around.clause):
        return False
    return not OF_AFTER.match(around.after) and not CRITERION_AFTER.match(around.after)


def _is_denied(around: Surroundings) -> bool:
    """The words deny the number, compare with it or only suppose it: "not a 5", "more than 3", "a 5 if ..."."""
    if COMPARED.search(around.clause) or around.after.startswith("+"):
        return True
    if HYPOTHETICAL_AFTER.match(around.after) and not KEYED_AFTER.match(around.after):
        return True
    clause = around.clause
    part = max((clause.rfind(mark) + len(mark) for mark in (",", ":", " but ", " so ") if mark in clause), default=0)
    return bool(NEGATED.search(clause[part:]) or HYPOTHETICAL_BEFORE.search(clause[part:]))


def _is_told(number: Numeral, around: Surroundings) -> bool:
    """A sentence says that this number is the rating."""
    if KEYED_OF.search(around.clause) or KEYED_AFTER.match(around.after):
        return True
    if not FOLLOWS.match(around.after) or CRITERION_AFTER.match(around.after):
        return False
    verb = VERB.search(around.clause)
    # "one" is also a pronoun: "give this one ...", "I think one of them ..."
    is_pronoun = number.is_word and number.value == 1
    is_article_missing = is_pronoun and not ARTICLE.search(around.clause)
    if verb and not CRITERION_INSIDE.search(verb["middle"] or "") and not is_article_missing:
        return True
    if is_pronoun and not ENDS_HERE.match(around.after):
        return False
    told = (KEYED_BARE, SCALE_COLON, SAY, COPULA, GERMAN_FRENCH_SPANISH)
    return any(pattern.search(around.clause) for pattern in told)


def _stands_alone(number: Numeral, around: Surroundings) -> bool:
    """The number is the whole answer, begins it, or has a line or the last sentence to itself."""
    line_before = around.before.rpartition("\n")[2]
    line_after = around.after.partition("\n")[0]
    if not re.search(r"[\w]", line_before) and not re.search(r"[\w]", line_after):
        return True
    if around.at_start:
        return bool((ENDS_HERE if number.is_word else FOLLOWS).match(around.after))
    return around.at_end and not re.search(r"\w", around.clause)
