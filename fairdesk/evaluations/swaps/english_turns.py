"""English turns of speech and compounds with a gendered word that say nobody's gender, or say it otherwise."""

from __future__ import annotations

from fairdesk.evaluations.swaps.tokens import word_set

Turns = dict[str, tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]]
"""By the gendered word: the words before it and the words behind it."""


def _fixed(lines: str) -> Turns:
    found: dict[str, list[tuple[tuple[str, ...], tuple[str, ...]]]] = {}
    for line in lines.strip().splitlines():
        before, _star, rest = line.partition("*")
        word, *after = rest.split()
        found.setdefault(word, []).append((tuple(before.split()), tuple(after)))
    return {word: tuple(places) for word, places in found.items()}


FIXED = _fixed(
    """
    *man hour
    *man hours
    *man power
    no *man s land
    isle of *man
    oh *man
    oh *boy
    ladies *man
    *ladies man
    man s best *friend
    *mother tongue
    *mother tongues
    *mother nature
    *mother earth
    *mother country
    *mother ship
    *mother of pearl
    *mother board
    *mother lode
    *mother cell
    *mother cells
    *daughter cell
    *daughter cells
    *daughter nucleus
    *daughter nuclei
    *daughter company
    *daughter companies
    *sister company
    *sister companies
    *sister school
    *sister schools
    *sister institution
    *sister institutions
    *sister university
    *sister universities
    *sister city
    *sister cities
    *sister ship
    *sister paper
    *sister papers
    *sister project
    *sister projects
    *sister site
    *sister organisation
    *sister organization
    *sister chromatid
    *sister chromatids
    *sister college
    *sister colleges
    *sister campus
    *sister club
    *sister church
    *sister hospital
    *sister firm
    *sister team
    *sister journal
    *sister magazine
    *sister publication
    *sister station
    *sister programme
    *sister program
    *sister department
    *sister charity
    *sister organisations
    *sister organizations
    *sister society
    *sister chapter
    *sister town
    *sister towns
    *sister brand
    *brother company
    *brother school
    *mother church
    *mother house
    *mother plant
    *mother plants
    *mother sauce
    old *wives tale
    old *wives tales
    old *wife s tale
    founding *fathers
    city *fathers
    *father christmas
    *father time
    *uncle sam
    *uncle tom s
    *queen bee
    *queen bees
    *king size
    *king sized
    *queen size
    *queen sized
    *king penguin
    *king prawn
    *king prawns
    *king crab
    beauty *queen
    drama *queen
    *actor network
    *actor critic
    *male connector
    *male connectors
    *female connector
    *female connectors
    *male plug
    *female plug
    *female socket
    *male adapter
    *female adapter
    *male thread
    *female thread
    *ms word
    *ms excel
    *ms office
    *ms powerpoint
    *ms access
    *ms teams
    *ms outlook
    *ms windows
    *ms project
    *ms paint
    *ms sql
    *ms dos
    *ms visio
    *mr imaging
    *mr image
    *mr images
    *mr scan
    *mr scans
    *mr scanner
    *mr spectroscopy
    *mr angiography
    *mr pac
    *lady bird
    *lady bug
    *lady day
    old *boy network
    old *boys network
    old *boys club
    *layman s terms
    *layman s term
    """
)
"""Turns of speech in which the word after the star names nobody's gender; nothing is changed and nothing listed."""

SILENT_COMPOUNDS = {
    "man": word_set("made hour hours month months year years day days power of eating eater at machine"),
    "mother": word_set("tongue ship board land"),
    "king": word_set("size sized pin"),
    "queen": word_set("size sized"),
    "lady": word_set("bird bug"),
    "lord": frozenset({"lieutenant"}),
    "boy": word_set("ish"),
}
"""Behind a hyphen these make a compound that is said of nobody's gender: nothing is changed and nothing listed."""
PREFIXES = word_set("""
    ex great step half god grand co all non mid pre post semi single foster twin mixed majority mainly then now
    old young former one two three four five six seven eight nine ten to of and or in the anti pro cis trans turned
""")
"""In front of a hyphen these leave the word behind it what it is: ex-husband, all-male."""
SUFFIXES = word_set("""
    in to of owned led only dominated run friendly heavy centred centered identifying presenting born headed
    specific coded figure like and or turned
""")
"""Behind a hyphen these leave the word before it what it is: mother-in-law, women-only."""

LISTED_TURNS: Turns = _fixed(
    """
    first *lady
    first *ladies
    our *lady
    leading *lady
    leading *man
    cleaning *lady
    dinner *lady
    dinner *ladies
    lunch *lady
    tea *lady
    bag *lady
    lollipop *lady
    lollipop *man
    best *man
    cover *girl
    call *girl
    bell *boy
    rag and bone *man
    ward *sister
    air *hostess
    air *hostesses
    *girl guide
    *girl guides
    *girl scout
    *girl scouts
    *boy scout
    *boy scouts
    *lady in waiting
    *gentleman s agreement
    *gentlemen s agreement
    *mama s boy
    mama s *boy
    *mamas boy
    *mummy s boy
    mummy s *boy
    *mommy s boy
    mommy s *boy
    *daddy s girl
    daddy s *girl
    *daddy s little girl
    daddy s little *girl
    *father figure
    *father figures
    *mother figure
    *boy band
    *boy bands
    *girl band
    *girl group
    *girl groups
    *girl power
    """
)
"""Turns of speech that do say a gender but whose counterpart is another turn, or none: left and listed."""
