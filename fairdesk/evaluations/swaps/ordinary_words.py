"""Names that are ordinary words of a language too: in a text nobody can tell by rule which of the two stands there.

Written for FairDesk from what the words mean; not complete. A name of this list is taken into no text by rule, and a
name list that holds one is told so.
"""

from __future__ import annotations

from collections.abc import Mapping

_ENGLISH = """
a about after all also am an and any are as at back be because been before being best better both but by call came can
case come could day did do does done down each even every far few first five for four from gave get give go goes going
good got great had has have he her here him his how if in into is it its just keep know last least left less like
little long look made make many may me might mine more most much must my need never new next nine no none not now of
off often old on once one only open or other our out over own part place put read real right said same say see seven
shall she should show side since six so some still such take ten than that the their them then there these they thing
think this those three through time to too took two under until up upon us use very want was way we well were what
when where which while who why will with work would year yes yet you young your

abbey alba amber angel april arch arden art ash ashes aster august autumn avery bailey banks basil baker barker bay
bean beau beck bell berry bill birch bird bishop blaze bliss blossom blue booker boone bow brandy brook brooks buck
bud bush butler cain candy carol cash castle cat chance chase cherry chip christian church clay cliff clover coal cole
colt constant cook coral cotton crew cross crystal curt daisy dale dash dawn dean dee desire destiny dick dolly
drake drew duke dusty earl earnest eden elder ember ever fable faith fallow fawn faye fern field finch fisher flora
ford forest fox frank free frost gale gene genesis ginger glen gold golden grace grant gray green grey guy hale hall
happy harbour harmony harper hart haven hawk hazel heath heather heaven hill holly honey hope hunter iris iron ivory
ivy jade jasmine jay jet jewel journey joy jubilee june justice kay king kit knight lake lance lane lark laurel lee
legend lily link lo lord lotus love loyal lucky lux lyric mark marsh max maverick meadow melody mercy merit merry
mike miles mill miller misty moon moss myrtle nick noble north oak ocean olive opal page park parker pat patience
peace pearl penny pepper peg phoenix piper pop poppy porter precious prince princess prudence queen rain raven ray red
reed reef rich river rob robin rock roman rose rowan royal ruby rusty sage sailor sandy sawyer scout serene serenity
shade sharp shepherd skip sky smith snow sonny spring star sterling stone storm sue summer sun sunny tanner taylor
teal temperance thorn tiger timber tony trace trinity trip true ty unity van venus victor victory viola violet wade
walker ward warren water wells wheeler willow win winter wolf wood woods wren zen
"""

_GERMAN = """
ab alle als am an auch auf aus bei bin bis da dann das dem den der des die doch du ein er es für gut hat ich ihr im in
ist ja kann mit nach nein nicht noch nun nur ob oder sie sind so um und uns von vor war was wer wie wir zu zum zwei
drei sechs april bach bauer baum becker berg blank braun ernst falk fink fischer frank frei friede froh fuchs gross
groß hase heide heiter herbst herz hirsch hoffnung kaiser kirsche klar klein koch kraft krause kurz lang lerche
licht linde lustig mai mark maurer meister mild müller neu perle richter ritter rose sander schäfer schmidt schneider
schulz schwarz sommer stark stein stern stolz tanne till tag traut treu viola vogel wagner weber weiß wild winter wolf
wolke zimmermann
"""

_FRENCH = """
a au aux avec ce dans de des du elle en est et il ils je la le les leur lui ma mais me mon ne nos nous on ou où par
pas pour que qui sa se si son sur ta te tu un une va vous y aimé ange avril bâle belle berger blanc blanche bois bon
bonté boulanger brune camille cerise céleste charme clair clément cloche colombe constant constance courage curé
désiré dieu espérance fleur fleury fort franc france garance gentil grâce grand honneur jasmin joie joly juin juste
lange laurier leblanc loup luce lune maire marguerite mer mercier merle mine moulin noël olive orange parfait petit
pierre prudence prune reine renard rené riche roi romain rose rouge rousseau roux sage serein sourire soleil souris
victoire violette
"""

_SPANISH = """
a al con de del el ella en es la las le lo los mi no nos o para por que se si sin su te tu un una y ya yo abril alba
alegría alma amada amor ángel ángeles aurora azucena bella blanca blanco bravo caballero campos castillo cielo clara
claro clemente concepción consuelo constancia cortés cruz cuesta delgado dolores encarnación esperanza estrella feliz
flor flores fuentes gallo gloria gracia guerra guerrero hermosa hierro iglesias inocencio jazmín justo lago león
libertad linda lobo luna luz mar marina mayo mercedes milagros montaña moreno nieves olivo paloma paz perla piedad
piedra pilar prado prudencia ramos reina remedios reyes río rojo rosa rubio salvador sanción santos serrano sierra sol
soledad torres valle vega victoria virtud violeta zapatero
"""

_WORDS: Mapping[str, frozenset[str]] = {
    language: frozenset(words.split())
    for language, words in (("en", _ENGLISH), ("de", _GERMAN), ("fr", _FRENCH), ("es", _SPANISH))
}


def is_ordinary(word: str, language: str) -> bool:
    """Whether a name is also an ordinary word of a language; False for languages without a list.

    A name of several words is none: nobody writes it by chance.

    Example:
        >>> is_ordinary("Grace", "en"), is_ordinary("Hannah", "en"), is_ordinary("Six", "en-GB")
        (True, False, True)
    """
    return word.strip().casefold() in _WORDS.get(language[:2].lower(), frozenset())
