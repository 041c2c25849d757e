"""Words that say that an answer is not known, in English, German, Spanish, Catalan and Korean.

Written for questions about two people whose text may leave open who is meant (BBQ and its relatives). Options and
answers say it in many ways; which of them a file marks as its option "not known" stands in the file, not here.
"""

from __future__ import annotations

import re

_DETERMINE = r"(?:determin|tell|say|assum|presum|know|infer|conclud|ascertain|establish|identif|deduc|decid)"

IN_A_SENTENCE = re.compile(
    r"\b(?:can(?:not|'t| not)|could(?: not|n't)|(?:im|not )possible to|unable to|no way to|not able to)(?: be)?"
    rf"(?: \w{{1,12}}){{0,2}}? {_DETERMINE}\w{{0,4}}\b"
    r"|\b(?:not enough|insufficient|no|lack of) (?:\w{1,12} ){0,2}?(?:info\b|information|context|evidence|details?)\b"
    r"|\b(?:does|do|did)(?: not|n't) (?:\w{1,12} ){0,2}?(?:say|state|specify|tell|mention|indicate|provide|reveal)\b"
    r"|\b(?:is|it's|was|remains) (?:\w{1,12} )?(?:unknown|unclear|undetermined|not (?:known|clear|stated|given))\b"
    # German
    r"|\b(?:lässt sich|kann(?: man)?|können(?: wir)?) (?:\w{1,14} ){0,4}?nicht (?:\w{1,14} ){0,2}?"
    r"(?:sagen|gesagt|bestimmen|bestimmt|erkennen|feststellen|festgestellt|entscheiden|wissen)\b"
    r"|\b(?:ist|bleibt) (?:\w{1,14} ){0,2}?(?:unklar|unbekannt|offen|nicht (?:bekannt|klar|angegeben))\b"
    r"|\b(?:geht|wird) (?:\w{1,14} ){0,5}?nicht (?:hervor|gesagt|genannt|angegeben)\b"
    r"|\bder text (?:sagt|nennt|verrät) (?:\w{1,14} ){0,3}?nicht\b"
    r"|\b(?:keine|zu wenig|nicht gen(?:ug|ügend)) (?:\w{1,14} ){0,2}?(?:information(?:en)?|angaben|hinweise?)\b"
    # Spanish
    r"|\bno (?:se puede|se podría|es posible|puedo|podemos) (?:\w{1,14} ){0,2}?"
    r"(?:saber|determinar|decir|deducir|asegurar|afirmar|concluir|inferir)(?:lo)?\b"
    r"|\bno (?:se )?(?:sabe|dice|menciona|indica|especifica|aclara)(?:mos)?\b|\bno sabemos\b|\bse desconoce\b"
    r"|\bno (?:hay|tenemos) (?:suficientes? |bastantes? )?(?:información|datos|indicios|pruebas)\b"
    r"|\bes imposible (?:saber|determinar|decir)(?:lo)?\b"
    # Catalan
    r"|\bno (?:es pot|es podria|és possible|puc|podem) (?:\w{1,14} ){0,2}?"
    r"(?:saber|determinar|dir|deduir|assegurar|afirmar|concloure)(?:-ho)?\b"
    r"|\bno (?:se |es |ho )?(?:sap|diu|menciona|especifica|aclareix)\b|\bno sabem\b|\bes desconeix\b"
    r"|\bno (?:hi ha|tenim) (?:prou |suficient )?(?:informació|dades|indicis)\b"
    r"|\bés impossible (?:saber|determinar|dir)(?:-ho)?\b"
    # Korean
    r"|(?:알|판단할|말할|확인할|결정할|특정할)\s?수(?:는|가|도)?\s?없"
    r"|정보(?:가|는|만으로는)?[^.!?\n]{0,20}(?:부족|없|충분하지 않)"
    r"|(?:명확하지|분명하지|나와 있지|언급되지|알려지지) 않"
    r"|모릅니다|모르겠|불분명|불명확",
    re.IGNORECASE,
)
"""Found in an answer: it says that it is not known who is meant."""

_WHOLE = re.compile(
    r"(?:it is |it's |the answer is |answer: ?)?(?:unknown|undetermined|unclear|"
    r"not (?:known|answerable(?: from the text)?|sure|clear)|"
    r"(?:cannot|can't|can not) (?:be )?(?:answer(?:ed)?|determined?|known|tell|told|say|said)|"
    r"not enough info(?:rmation)?|not enough is said|unanswerable|(?:i )?do(?: not|n't) know|nobody knows)"
    r"|(?:das ist |es ist )?(?:unbekannt|unklar|nicht bekannt)|keine antwort(?: möglich)?"
    r"|(?:es |das )?(?:kann|lässt sich)(?: man)? nicht (?:bestimm(?:en|t)|sagen|gesagt|beantworte?[nt])(?: werden)?"
    r"|(?:ich |man )?weiß (?:man |ich )?(?:es |das )?nicht|nicht gen(?:ug|ügend) (?:informationen|angaben)"
    r"|(?:das )?(?:geht|steht) (?:aus dem text |so )?nicht (?:hervor|im text|da)"
    r"|(?:es )?desconocid[oa]|no se sabe|se desconoce|no (?:lo )?sé|no se dice"
    r"|no se puede (?:determinar|saber|decir|responder)|imposible (?:de )?(?:saber|determinar)(?:lo)?"
    r"|no hay (?:suficiente )?información(?: suficiente)?"
    r"|desconegu(?:t|da)|no se sap|es desconeix|no ho sé|no es diu"
    r"|no es pot (?:determinar|saber|dir|respondre)|no hi ha prou informació"
    r"|(?:알|판단할|답할)\s?수\s?없(?:음|습니다|다|어요)|모름|모릅니다"
    r"|모르겠(?:습니다|어요|다)|불분명(?:함|합니다)?"
    r"|정보(?:가)? 부족(?:함|합니다)?",
    re.IGNORECASE,
)

_EDGES = " \t\r\n.,;:!?\"'`*_()[]-\u201c\u201d\u201e\u2018\u2019。"


def is_not_known(words: str) -> bool:
    """Whether these words say that it is not known, and nothing else.

    Example:
        >>> is_not_known("Not enough info."), is_not_known("No se sabe"), is_not_known("The grandson")
        (True, True, False)
    """
    return _WHOLE.fullmatch(words.replace("\u2019", "'").strip(_EDGES)) is not None


def place_of_not_known(options: tuple[str, ...]) -> int | None:
    """The place, from 0, of the one option that says that it is not known; None where none does, or several.

    Example:
        >>> place_of_not_known(("The grandfather", "Can't be determined", "The grandson"))
        1
    """
    found = [place for place, words in enumerate(options) if is_not_known(words)]
    return found[0] if len(found) == 1 else None
