"""Small classes of English words that tell what stands in front of them: a noun's own ``her``, or an object.

Written for FairDesk; they are no dictionary. A word that stands in none of them is taken for a noun or an adjective
only where nothing else could follow, and the pronoun is left for a person everywhere else.
"""

from __future__ import annotations

from fairdesk.evaluations.swaps.tokens import word_set

_ARTICLES_AND_PRONOUNS = """
    a an the this these those i you he she it we they me him us them my your our their its her his mine yours
    ours theirs myself yourself himself herself itself ourselves themselves someone somebody anyone anybody
    everyone everybody something anything everything nothing nobody whatever whoever any some no none another
    each both either neither enough such
"""
_PREPOSITIONS = """
    to in at on for with from by of about into as after before until till during through within without among
    amongst between against toward towards upon onto behind beside besides despite via per than like unlike
    since except along across beneath beyond concerning regarding throughout amid alongside inside up down out
    off away aboard around round over versus near
"""
_JOINING = """
    and or but nor because when whenever while whilst if unless although though whereas so that which who whom
    whose where wherever whether how why what lest albeit yet
"""
_AUXILIARIES = """
    is are was were am be been isn aren wasn weren has had have hasn hadn haven does did doesn didn don do would
    could should must shall may cannot couldn wouldn shouldn ought
"""
_PURE_ADVERBS = """
    again too also instead together apart aside yesterday today tomorrow tonight here there alone twice please
    anyway however therefore thus indeed perhaps maybe elsewhere everywhere somewhere forever regardless
    afterwards afterward beforehand ago whatsoever anymore
    altogether accordingly thereafter anywhere
"""

CLOSED = word_set(_ARTICLES_AND_PRONOUNS + _PREPOSITIONS + _JOINING + _AUXILIARIES + _PURE_ADVERBS)
"""No noun's phrase goes on with one of these behind ``her`` or ``his``: what stands there stands alone."""

LOOK_FURTHER = word_set("""
    online offline nearby overnight upstairs downstairs indoors outdoors
    always never ever often now then still already very quite rather almost not even just usually sometimes
    later earlier best worst better more most less least first last next early late daily weekly monthly yearly
    fast hard long high low well far further straight wide abroad overseas all every half much once only outside
    soon many few several other equally
""")
"""Adverbs that may also begin a noun's phrase, or the other way round: the word behind them decides."""

COUNTS = word_set("one two three four five six seven eight nine ten eleven twelve twenty thirty hundred dozen")
TIMES = word_set("""
    year years month months week weeks day days hour hours minute minutes semester semesters term terms time
    summer winter spring autumn morning evening monday tuesday wednesday thursday friday saturday sunday
""")
LY_NO_ADVERB = word_set("""
    family early daily weekly monthly yearly only friendly lovely elderly lonely likely unlikely lively costly
    orderly scholarly fatherly motherly brotherly sisterly womanly manly assembly reply supply ally anomaly
    italy july emily kelly monopoly butterfly bully belly jelly homily melancholy fly worldly saintly kindly
    timely heavenly leisurely
""")
"""End in -ly and are nouns or adjectives."""

FINITE = word_set("""
    said says say told tells tell knew knows know thinks think believes believe agrees agree became becomes
    become took takes went goes go came comes come gave gives saw sees spoke speaks wrote writes began begins
    kept keeps brought brings taught teaches found finds got gets made makes felt feels seemed seems seem
    appeared appears remained wanted wants want asked asks admired admires admire noticed notices
    realised realized happened happens included includes include showed meant means inspired
    inspires inspire impressed impresses impress led convinced convinces allowed allows enabled enables won wins
    lost loses suggested suggests confirmed confirms described describes reported explained explains encouraged
    encourages offered moved helped thought
""")
"""Forms of verbs that say what somebody does; some are nouns or participles too and are looked at more closely."""
ALSO_NOUN_OR_PARTICIPLE = word_set("""
    finds wants takes gets
    thought found taught means felt led lost inspired reported described noticed impressed convinced suggested
    confirmed included explained encouraged offered asked wanted wins moved helped admired realised
    realized allowed enabled made written kept showed appeared remained say
""")

_GIVING = """
    give gives gave given giving offer offers offered offering teach teaches taught teaching tell tells told
    telling ask asks asked asking show shows showed shown showing send sends sent sending pay pays paid paying
    grant grants granted granting award awards awarded awarding earn earns earned earning buy buys bought buying
    bring brings brought bringing lend lends lent lending owe owes owed promise promises promised deny denies
    denied denying allow allows allowed allowing hand hands handed win wins won winning save saves saved saving
    charge charges charged get gets got getting find finds found finding cause caused causes causing afford
    affords afforded assign assigned set sets setting make makes made making leave leaves
    left leaving serve served throw threw bear bore hold holds held fetch refuse refused spare spared envy
    forgive forgave feed fed
"""
_CALLING = """
    call calls called calling name names named naming elect elects elected electing appoint appoints appointed
    crown crowned vote voted nominate nominated designate designated dub dubbed label labels labelled labeled
    style styled make makes made making title titled nickname nicknamed
"""
_FINDING = """
    deeming thinking believing rendering proving judging ranking rating turning wanting preferring seeing feeling
    having sending calling labelling pronouncing
    find finds found finding make makes made making consider considers considered considering keep keeps kept
    keeping leave leaves left leaving deem deems deemed think thinks thought believe believes believed
    render rendered drive drives drove driven driving judge judges judged rate rates
    rated rank ranks ranked declare declared hold holds held holding get gets got getting turn
    turned set sets setting want wants wanted like likes liked prefer prefers preferred
    see sees saw seen feel felt have has had
    send sent
    diagnose diagnosed pronounce pronounced
"""
_LETTING = """
    let lets letting make makes made making help helps helped helping have has had having see sees saw seen
    seeing hear hears heard hearing watch watches watched watching feel feels felt feeling notice notices
    noticed noticing observe observes observed observing bid bade
"""
_CATCHING = """
    see sees saw seen seeing hear hears heard hearing watch watches watched watching find finds found finding
    keep keeps kept keeping leave leaves left leaving have has had having catch catches caught catching notice
    notices noticed noticing observe observes observed observing feel felt imagine imagined imagines imagining
    remember remembers remembered remembering recall recalls recalled recalling stop stops stopped stopping
    prevent prevents prevented preventing get gets got getting set sets start started send sent spot spotted
    picture pictured mind witness witnessed like want wanted
"""
GIVING = word_set(_GIVING)
"""Verbs that may have two objects: gave her books."""
CALLING = word_set(_CALLING)
"""Verbs with a name or an office behind the object: elected her captain."""
FINDING = word_set(_FINDING)
"""Verbs with an adjective behind the object: found her helpful."""
LETTING = word_set(_LETTING)
"""Verbs with an infinitive behind the object: let her speak."""
CATCHING = word_set(_CATCHING)
"""Verbs with a form in -ing behind the object: saw her smiling."""
READING = word_set("""
    read reads write writes wrote written writing reading sing sang play played cook cooked tell telling
""")
"""Verbs that go with a story or letters as a second object."""
READ_ALOUD = word_set("stories letters books poems poetry songs verses notes")
TAKING = word_set("take takes took taken taking")
DOING = word_set("do does did doing done try tries tried trying")
DONE_TO = word_set("good justice credit harm wrong proud")
"""Did her good."""
NAMING = word_set("call calls called calling name names named naming dub dubbed nickname nicknamed")
OFFICE_NOUNS = word_set("""
    captain president head leader chair treasurer secretary director prefect editor manager chief vice-captain
""")
NO_PARTICIPLE = word_set("need seed speed breed deed feed bed shed med creed greed weed hundred beloved")
"""End in -ed and are none."""
NOUN_OR_VERB = word_set("""
    work study name head coach answer question test design present project score rank train practise practice
    plan dream love hope play dance research progress change review report face hand voice mind approach balance
    experience view desk home room style command grasp sense
""")
"""Behind "saw her" these may be either."""
GERUND_NOUNS = word_set("""
    teaching training writing reading understanding learning upbringing meaning thinking painting drawing
    building hearing reasoning setting calling funding coding programming engineering nursing feeling finding
    standing grounding schooling being offering coursework paintings drawings wedding clothing morning evening
    something spelling planning
""")
POSSESSIVES = word_set("his her their my your our its")
WISHING = word_set("wish wishes wished wishing cost costs costing congratulate bet")
"""Verbs behind which ``her`` is always the object: wished her success."""

BARE_VERBS = word_set("""
    revise provide supply maintain consider discuss improve acknowledge reveal respond operate perceive describe express
    repeat retake redo travel apply reconsider rethink reflect sign attend enrol enroll graduate return wait try
    live fail juggle swim paint compete win hire quit reject accept admit arrive join help feel hear open close
    show develop become understand achieve learn grow realise realize see gain think find know go
    get come take make do succeed overcome decide choose build solve speak sing perform explain teach write read
    lose keep give adapt adjust prepare navigate pursue complete settle create discover focus communicate
    manage grasp appreciate thrive shine excel leave stay sit stand run walk talk tell ask say cry laugh
    smile fall rise continue start begin finish bring carry sleep eat drive deliver collaborate interact connect
    organise organize master reach obtain secure acquire earn pass fulfil fulfill cope deal recover relax
    participate engage move meet pay identify recognise recognize articulate believe remember forget
    suffer struggle wonder follow lead
""")
AMBIGUOUS_BARE = word_set("walk talk start pass run stand fall rise master focus smile laugh cry struggle wonder")
"""Bare verbs that are as often nouns."""

COPULAS = word_set("""
    is was are were be been being am become becomes became remain remains remained isn wasn s seems seem
""")

NOUNS_OF_ONE = word_set("""
    mother father mum mom dad parents parent brother sister brothers sisters son daughter sons daughters husband
    wife grandmother grandfather grandparents uncle aunt cousin cousins child children baby family friend
    friends boyfriend girlfriend fiancé fiancée partner teacher teachers tutor tutors professor professors
    supervisor supervisors mentor mentors coach adviser advisor colleague colleagues classmate classmates peers
    manager landlord landlady doctor lawyer neighbour neighbor editor agent trainer therapist principal captain niece
    nephew peer student students pupil pupils patients patient clients client boss employer team class classes school
    university college course job career name surname age voice story passion essay essays application portfolio
    thesis dissertation statement letter project projects degree house home room desk car country village town
    city parents' life body face hair hands hand eyes heart mind head dream dreams goal goals future past
    background upbringing childhood potential ability abilities talent talents skills skill strengths weaknesses
    performance progress attitude personality character behaviour behavior commitment dedication determination
    enthusiasm curiosity intellect maturity work studies research education experiences achievements
    accomplishments grades marks results record reputation role position office department community neighbours
    neighbors neighbourhood neighborhood identity heritage culture language accent faith religion health illness
    disability diagnosis scholarship visa passport birthday wedding garden dog cat phone laptop book books
    notebook presentation presentations speech answers answer question opinion opinions view views ideas idea
    approach method methods findings analysis argument arguments conclusion understanding knowledge command
    grasp mastery interest interests motivation ambition ambitions aspirations reasons reason choice choices
    decision decisions contribution contributions involvement participation leadership colleagues' resilience
    perseverance integrity honesty kindness generosity empathy compassion sense manner style group company
    business firm shop farm church mosque temple club band orchestra choir violin piano instrument paintings
    painting drawing drawings writing reading training teaching learning coursework homework assignment
    assignments examination examinations exam exams test tests score scores master's bachelor's doctorate phd
    internship placement apprenticeship employment responsibilities responsibility duties tasks task time case
    debut way mission routine schedule deadline money advice
""")
"""Nouns that stand behind a possessive far more often than bare behind an object."""
NOUNS_OF_GIVING = word_set("""
    time books questions answers skills ideas leadership knowledge responsibility responsibilities tasks
    homework work training marks grades results scores tests exams reading writing teaching experiences
    employment interest understanding commitment choices resilience age studies education language empathy
    compassion kindness command duties integrity hand dreams letters analysis learning
    honesty generosity research maturity perseverance
""")
"""Of those, the ones that may also be given, taught or offered: taught her skills."""

_NOUN_ENDINGS = ("tion", "sion", "ment", "ness", "ity", "ship", "ance", "ence", "ism", "logy", "hood", "graphy", "dom")
_ADJECTIVE_ENDINGS = ("ful", "less", "ous", "able", "ible", "ical", "ed")
ADJECTIVES = word_set("""
    competent confident diligent intelligent impatient reluctant hesitant arrogant tolerant ignorant creative attentive
    supportive receptive sensitive aggressive attractive active passive positive negative decisive persuasive impressive
    energetic enthusiastic sympathetic charismatic optimistic realistic exceptional loyal vital essential eligible
    mistaken broken shaken forgotten speechless homeless fearless inadequate adequate fortunate passionate considerate
    accurate wrong right late

    unfit happy sad busy free alive awake ill sick well able unable capable calm strong weak mature honest
    polite keen eager ready bright clever smart brilliant excellent good bad great kind warm quiet
    shy rude open responsible aware fit alone aside upset proud afraid guilty innocent worthy unworthy
    perfect wonderful pleasant easy difficult hard sincere humble modest articulate punctual deaf blind
    dead pregnant poor rich famous young old tall short top best mad crazy angry anxious nervous lacking
    outstanding interesting mean stubborn superb gifted
""")


PARTICIPLES = word_set("""
    held known written made built spoken taught sought chosen given told won bought drawn grown worn understood
    thought felt born read run paid sung shown seen done
""")
"""Behind an adverb these are as good as an adjective: her deeply held views."""
GIFTS = word_set("""
    admission access entry permission asylum membership citizenship confidence courage hope strength insight
    freedom patience resilience discipline humility empathy perseverance independence responsibility respect
    english french german spanish latin arabic chinese greek italian russian mathematics maths chemistry physics
""")
"""Without an article behind these verbs they are what somebody is given or taught: offered her admission."""
GIVING_GIFTS = word_set("""
    give gives gave given giving offer offers offered offering grant grants granted granting deny denies denied
    denying refuse refused allow allowed teach teaches taught teaching promised
""")
NOUN_OR_ADJECTIVE_TOO = word_set("""
    show try stay talk read win pay move return travel sleep drive express help find run walk gain feel look supply hire
    wait fall rise start finish reach deal leave follow lead complete secure open close live repeat master focus pass
    smile laugh cry struggle wonder stand
""")
"""Of the bare verbs those that may stand behind a possessive: her stay, her complete works."""
GREETINGS = word_set("goodbye goodnight farewell hello")
NOUN_FORMS = word_set("thought means wins say finds wants takes gets")
"""Finite forms that are nouns as often."""


def is_adverb(word: str) -> bool:
    """Whether a word ends like an adverb and is none of the nouns and adjectives that do."""
    return len(word) > 4 and word.endswith("ly") and word not in LY_NO_ADVERB


def looks_like_noun(word: str) -> bool:
    """Whether a word is a listed noun or ends like an abstract one."""
    return word in NOUNS_OF_ONE or word.endswith(_NOUN_ENDINGS)


def looks_like_adjective(word: str) -> bool:
    """Whether a word is a listed adjective or ends like one or like a participle."""
    return word in ADJECTIVES or (word not in NOUNS_OF_ONE and word.endswith(_ADJECTIVE_ENDINGS))
