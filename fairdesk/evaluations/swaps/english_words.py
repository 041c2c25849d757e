"""English words that name a gender, their counterparts, and those whose counterpart nobody can be sure of.

Written for FairDesk. A word is listed where a reader of today takes its counterpart for the same thing said of the
other gender; ``actor`` and ``actress`` are, ``governor`` and ``governess`` are not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fairdesk.domain.edits import LeftReason
from fairdesk.evaluations.swaps.language import FEMALE, MALE


@dataclass(frozen=True, slots=True, kw_only=True)
class Gendered:
    """One form of a word that names a gender.

    Attributes:
        own: The gender that it names.
        other: The form for the other gender, in small letters.
        slot: What it is, for a reader.
        group: The same for forms that stand opposite each other in "he or she", "ladies and gentlemen".
        is_plural: Ends in a plural s, or is a plural: decides what its possessive looks like.
    """

    own: str
    other: str
    slot: str
    group: str
    is_plural: bool = False


_BOTH_WAYS = {
    "family word": """
        father|mother dad|mum daddy|mummy papa|mama grandfather|grandmother grandpa|grandma son|daughter
        brother|sister husband|wife uncle|aunt nephew|niece stepfather|stepmother stepdad|stepmum stepson|stepdaughter
        stepbrother|stepsister godfather|godmother godson|goddaughter godbrother|godsister grandson|granddaughter
        grandnephew|grandniece boyfriend|girlfriend fiancé|fiancée fiance|fiancee groom|bride widower|widow
        househusband|housewife granduncle|grandaunt bro|sis forefather|foremother
    """,
    "person": """
        man|woman boy|girl gentleman|lady male|female lad|lass schoolboy|schoolgirl choirboy|choirgirl cowboy|cowgirl
        ballboy|ballgirl paperboy|papergirl nobleman|noblewoman countryman|countrywoman kinsman|kinswoman
        englishman|englishwoman frenchman|frenchwoman irishman|irishwoman welshman|welshwoman scotsman|scotswoman
        dutchman|dutchwoman norseman|norsewoman caveman|cavewoman madman|madwoman everyman|everywoman
        alumnus|alumna patriarch|matriarch
    """,
    "role": """
        actor|actress waiter|waitress heir|heiress hero|heroine prince|princess king|queen duke|duchess baron|baroness
        emperor|empress monk|nun abbot|abbess landlord|landlady masseur|masseuse headmaster|headmistress
        schoolmaster|schoolmistress postmaster|postmistress sorcerer|sorceress enchanter|enchantress
        chairman|chairwoman spokesman|spokeswoman salesman|saleswoman businessman|businesswoman policeman|policewoman
        fireman|firewoman postman|postwoman mailman|mailwoman congressman|congresswoman councilman|councilwoman
        alderman|alderwoman assemblyman|assemblywoman craftsman|craftswoman sportsman|sportswoman
        cameraman|camerawoman anchorman|anchorwoman weatherman|weatherwoman doorman|doorwoman barman|barmaid
        workman|workwoman foreman|forewoman horseman|horsewoman swordsman|swordswoman marksman|markswoman
        oarsman|oarswoman statesman|stateswoman tradesman|tradeswoman clergyman|clergywoman layman|laywoman
        serviceman|servicewoman airman|airwoman fisherman|fisherwoman handyman|handywoman repairman|repairwoman
        stuntman|stuntwoman frontman|frontwoman strongman|strongwoman conman|conwoman gunman|gunwoman
        washerman|washerwoman committeeman|committeewoman newsman|newswoman frontiersman|frontierswoman
        outdoorsman|outdoorswoman herdsman|herdswoman infantryman|infantrywoman rifleman|riflewoman boatman|boatwoman
        ferryman|ferrywoman linesman|lineswoman lineman|linewoman groundsman|groundswoman bandsman|bandswoman
        draughtsman|draughtswoman draftsman|draftswoman helmsman|helmswoman warehouseman|warehousewoman
        ombudsman|ombudswoman journeyman|journeywoman churchman|churchwoman clansman|clanswoman stableboy|stablegirl
        farmboy|farmgirl batboy|batgirl newsboy|newsgirl busboy|busgirl freedman|freedwoman
        woodsman|woodswoman groomsman|bridesmaid manservant|maidservant
        fraternity|sorority protégé|protégée protege|protegee confidant|confidante crewman|crewwoman
        tribesman|tribeswoman yachtsman|yachtswoman guardsman|guardswoman bondsman|bondswoman merman|mermaid
        showman|showwoman selectman|selectwoman juryman|jurywoman cattleman|cattlewoman huntsman|huntswoman
        deliveryman|deliverywoman
    """,
}
"""Male form, female form, in the singular; plurals follow the spelling."""

_PLURALS = {
    "hero": "heroes",
    "wife": "wives",
    "housewife": "housewives",
    "lass": "lasses",
    "alumnus": "",
    "alumna": "",
    "bro": "",
    "sis": "",
}
"""Plurals that do not follow the spelling; empty for one that is not taken, since ``alumni`` is said of everybody."""

_WITHOUT_PLURAL = {
    "quality": """
        fatherhood|motherhood fatherly|motherly fatherless|motherless brotherly|sisterly brotherhood|sisterhood
        paternal|maternal manhood|womanhood boyhood|girlhood boyish|girlish manly|womanly masculine|feminine
        masculinity|femininity emeritus|emerita maleness|femaleness boyishly|girlishly
    """,
}

_ONE_WAY_TO_MALE = {
    "family word": """
        mom|dad moms|dads mommy|daddy mommies|daddies mam|dad momma|papa gran|grandad grans|grandads granny|grandad
        grannies|grandads auntie|uncle aunties|uncles aunty|uncle stepmom|stepdad stepmoms|stepdads
    """,
    "person": """
        alumnae|alumni gentlewoman|gentleman gentlewomen|gentlemen lassie|lad lassies|lads latina|latino latinas|latinos
        chicana|chicano chicanas|chicanos filipina|filipino filipinas|filipinos
    """,
    "role": """
        hostess|host hostesses|hosts authoress|author authoresses|authors poetess|poet poetesses|poets
        manageress|manager manageresses|managers sculptress|sculptor sculptresses|sculptors countess|count
        countesses|counts priestess|priest priestesses|priests stewardess|steward stewardesses|stewards
        usherette|usher usherettes|ushers proprietress|proprietor proprietresses|proprietors
        benefactress|benefactor benefactresses|benefactors patroness|patron patronesses|patrons
        comedienne|comedian comediennes|comedians goddess|god goddesses|gods murderess|murderer
        murderesses|murderers instructress|instructor instructresses|instructors huntress|hunter huntresses|hunters
        tigress|tiger lioness|lion barwoman|barman barwomen|barmen seductress|seducer villainess|villain
    """,
}
"""Female form, male form: the male one is said of everybody and is no cue by itself."""

_ONE_WAY_TO_FEMALE = {
    "family word": """
        grandad|grandma grandads|grandmas granddad|grandma granddads|grandmas bridegroom|bride bridegrooms|brides
    """,
}
"""Male form, female form that already has another counterpart."""

TITLES = {
    "mr": Gendered(own=MALE, other="ms", slot="title", group="mr"),
    "mrs": Gendered(own=FEMALE, other="mr", slot="title", group="mr"),
    "ms": Gendered(own=FEMALE, other="mr", slot="title", group="mr"),
    "miss": Gendered(own=FEMALE, other="mr", slot="title", group="mr"),
    "sir": Gendered(own=MALE, other="madam", slot="title", group="sir"),
    "madam": Gendered(own=FEMALE, other="sir", slot="title", group="sir"),
    "ma'am": Gendered(own=FEMALE, other="sir", slot="title", group="sir"),
}

PRONOUNS = {
    "he": Gendered(own=MALE, other="she", slot="subject pronoun", group="he"),
    "she": Gendered(own=FEMALE, other="he", slot="subject pronoun", group="he"),
    # The apostrophe forgotten: neither is another word.
    "hes": Gendered(own=MALE, other="shes", slot="subject pronoun", group="he"),
    "shes": Gendered(own=FEMALE, other="hes", slot="subject pronoun", group="he"),
    "him": Gendered(own=MALE, other="her", slot="object pronoun", group="him"),
    "himself": Gendered(own=MALE, other="herself", slot="reflexive pronoun", group="himself"),
    "herself": Gendered(own=FEMALE, other="himself", slot="reflexive pronoun", group="himself"),
    "hers": Gendered(own=FEMALE, other="his", slot="possessive pronoun", group="his"),
}
"""Those with one counterpart; ``his`` and ``her`` have two and are decided by what stands around them."""

HIS_BEFORE_NOUN = Gendered(own=MALE, other="her", slot="possessive determiner", group="his")
HIS_ALONE = Gendered(own=MALE, other="hers", slot="possessive pronoun", group="his")
HER_BEFORE_NOUN = Gendered(own=FEMALE, other="his", slot="possessive determiner", group="his")
HER_OBJECT = Gendered(own=FEMALE, other="him", slot="object pronoun", group="him")

OFFICES = frozenset(
    {"president", "chair", "chairman", "chairwoman", "chairperson", "speaker", "secretary", "ambassador", "chancellor"}
    | {"justice", "mayor", "minister", "vice", "principal", "dean", "rector", "moderator", "prime"}
)
"""Behind these a man is addressed as Mr and a woman as Madam."""

AMERICAN = frozenset(
    {"mom", "moms", "mommy", "stepmom", "color", "favorite", "honor", "center", "gpa", "sophomore", "freshman", "labor"}
    | {"behavior", "neighbor", "neighborhood", "valedictorian"}
)
"""Where a text holds one of these, a dad's counterpart is a mom, elsewhere a mum."""
AMERICAN_FORMS = {"mum": "mom", "mums": "moms", "mummy": "mommy", "mummies": "mommies", "stepmum": "stepmom"} | {
    "stepmums": "stepmoms"
}

_NO_COUNTERPART = """
    guy guys gal gals chap chaps bloke blokes dude dudes fella fellas maiden maidens bachelorette bachelorettes
    spinster spinsters tomboy tomboys playboy playboys ballerina ballerinas seamstress seamstresses governess
    governesses mistress mistresses dame dames debutante debutantes diva divas lord lords witch witches matron
    matrons showgirl showgirls starlet starlets seaman seamen batsman batsmen henchman henchmen hangman maid
    maids handmaid handmaiden nan nana milkmaid charwoman née dowager tomboyish effeminate girly macho ladylike
    gentlemanly unladylike patriarchy matriarchy patriarchal matriarchal maternity paternity squaw messrs
    mesdames sirs madams mister missus monsieur madame mademoiselle señor señora señorita herr frau mlle mme
    suffragette suffragettes pageboy pageboys middleman middlemen toyboy toyboys bogeyman wifes bellboy bellboys
    homeboy homeboys
"""
_SAID_OF_ALL = "latino latinos chicano chicanos filipino filipinos"
_FACTS_OF_ONE_SEX = """
    pregnant pregnancy pregnancies breastfeeding breastfed miscarriage miscarriages menopause menopausal beard bearded
    moustache mustache birth
"""
GIVING_BIRTH = frozenset({"give", "gives", "gave", "given", "giving"})
"""In front of them birth is a fact of one sex; elsewhere it is everybody's."""

DOUBTFUL: dict[str, tuple[LeftReason, str]] = (
    dict.fromkeys(
        _NO_COUNTERPART.split(),
        (LeftReason.NO_COUNTERPART, "It has no counterpart that says the same of the other gender: reword it by hand."),
    )
    | dict.fromkeys(
        _SAID_OF_ALL.split(),
        (LeftReason.AMBIGUOUS, "It is said of a man and of everybody: change it by hand if a man is meant."),
    )
    | dict.fromkeys(
        _FACTS_OF_ONE_SEX.split(),
        (
            LeftReason.NO_COUNTERPART,
            "It is true of one sex nearly always: reword it by hand where the person has become the other one.",
        ),
    )
)
"""Left as they are and listed."""


def _plural(word: str) -> str:
    if word in _PLURALS:
        return _PLURALS[word]
    if word.endswith("man"):
        return word[:-3] + "men"
    if word.endswith("y") and word[-2] not in "aeiou":
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("s", "ch", "sh", "x")) else "s")


def _pairs(lists: dict[str, str]) -> Iterator[tuple[str, str, str]]:
    for slot, lines in lists.items():
        for pair in lines.split():
            first, second = pair.split("|")
            if first != second:
                yield slot, first, second


def _nouns() -> dict[str, Gendered]:
    """Every listed form with its counterpart; the first entry of a form wins."""
    found: dict[str, Gendered] = {}

    def add(slot: str, pair: tuple[str, str], own: str, *, is_plural: bool) -> None:
        form, other = pair
        group = form if own == MALE else other
        entry = Gendered(own=own, other=other, slot=slot, group=group, is_plural=is_plural)
        if form and other:
            found.setdefault(form, entry)

    for slot, male, female in _pairs(_BOTH_WAYS):
        add(slot, (male, female), MALE, is_plural=False)
        add(slot, (female, male), FEMALE, is_plural=False)
        add(slot, (_plural(male), _plural(female)), MALE, is_plural=True)
        add(slot, (_plural(female), _plural(male)), FEMALE, is_plural=True)
    for slot, male, female in _pairs(_WITHOUT_PLURAL):
        add(slot, (male, female), MALE, is_plural=False)
        add(slot, (female, male), FEMALE, is_plural=False)
    for slot, female, male in _pairs(_ONE_WAY_TO_MALE):
        add(slot, (female, male), FEMALE, is_plural=male.endswith("s") or female.endswith("men"))
    for slot, male, female in _pairs(_ONE_WAY_TO_FEMALE):
        add(slot, (male, female), MALE, is_plural=male.endswith("s"))
    return found


NOUNS: dict[str, Gendered] = _nouns()
"""Nouns and adjectives, singular and plural, in small letters."""
