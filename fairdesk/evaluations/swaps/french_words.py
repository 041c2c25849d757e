"""French words that tell a person's gender, written for FairDesk: male and female form with a stroke between.

Only words that mean people stand here, with the feminine forms that are usual in France today. What is missing is not
changed.
"""

from __future__ import annotations

from fairdesk.evaluations.swaps.romance import accents_of, both_ways, pairs
from fairdesk.evaluations.swaps.tokens import word_set

_NOUNS = """
mineur/mineuse étudiant/étudiante élève/élève lycéen/lycéenne collégien/collégienne candidat/candidate
professeur/professeure enseignant/enseignante directeur/directrice proviseur/proviseure principal/principale ami/amie
copain/copine camarade/camarade collègue/collègue voisin/voisine père/mère fils/fille frère/sœur oncle/tante
neveu/nièce cousin/cousine grand-père/grand-mère mari/femme époux/épouse fiancé/fiancée beau-père/belle-mère
garçon/fille homme/femme monsieur/dame parrain/marraine jumeau/jumelle orphelin/orpheline veuf/veuve enfant/enfant
adolescent/adolescente ingénieur/ingénieure avocat/avocate médecin/médecin infirmier/infirmière
chirurgien/chirurgienne pharmacien/pharmacienne dentiste/dentiste vétérinaire/vétérinaire psychologue/psychologue
sociologue/sociologue biologiste/biologiste chimiste/chimiste physicien/physicienne mathématicien/mathématicienne
historien/historienne philosophe/philosophe géographe/géographe économiste/économiste juriste/juriste
informaticien/informaticienne programmeur/programmeuse développeur/développeuse chercheur/chercheuse
doctorant/doctorante stagiaire/stagiaire apprenti/apprentie boursier/boursière lauréat/lauréate diplômé/diplômée
bachelier/bachelière licencié/licenciée auteur/autrice écrivain/écrivaine acteur/actrice comédien/comédienne
chanteur/chanteuse danseur/danseuse musicien/musicienne pianiste/pianiste violoniste/violoniste peintre/peintre
sculpteur/sculptrice photographe/photographe journaliste/journaliste traducteur/traductrice interprète/interprète
rédacteur/rédactrice lecteur/lectrice éducateur/éducatrice animateur/animatrice moniteur/monitrice
entraîneur/entraîneuse joueur/joueuse nageur/nageuse coureur/coureuse sportif/sportive champion/championne
vainqueur/vainqueure capitaine/capitaine coordinateur/coordinatrice responsable/responsable président/présidente
vice-président/vice-présidente secrétaire/secrétaire trésorier/trésorière délégué/déléguée représentant/représentante
conseiller/conseillère tuteur/tutrice mentor/mentore maître/maîtresse instituteur/institutrice
bibliothécaire/bibliothécaire vendeur/vendeuse serveur/serveuse cuisinier/cuisinière boulanger/boulangère
boucher/bouchère coiffeur/coiffeuse caissier/caissière employé/employée ouvrier/ouvrière agriculteur/agricultrice
fermier/fermière jardinier/jardinière menuisier/menuisière électricien/électricienne mécanicien/mécanicienne
plombier/plombière maçon/maçonne pompier/pompière policier/policière gendarme/gendarme soldat/soldate facteur/factrice
chauffeur/chauffeuse pilote/pilote architecte/architecte urbaniste/urbaniste décorateur/décoratrice styliste/styliste
graphiste/graphiste entrepreneur/entrepreneuse gérant/gérante patron/patronne chef/cheffe fondateur/fondatrice
créateur/créatrice consultant/consultante comptable/comptable banquier/banquière assureur/assureuse juge/juge
notaire/notaire greffier/greffière maire/maire ministre/ministre député/députée sénateur/sénatrice
ambassadeur/ambassadrice roi/reine prince/princesse héros/héroïne bénévole/bénévole volontaire/volontaire
réfugié/réfugiée immigré/immigrée migrant/migrante citoyen/citoyenne habitant/habitante étranger/étrangère
gagnant/gagnante participant/participante coéquipier/coéquipière partenaire/partenaire concurrent/concurrente
spécialiste/spécialiste expert/experte assistant/assistante surveillant/surveillante encadrant/encadrante
recruteur/recruteuse examinateur/examinatrice correcteur/correctrice inspecteur/inspectrice recteur/rectrice
doyen/doyenne gardien/gardienne concierge/concierge patient/patiente docteur/docteure benjamin/benjamine papa/maman
papi/mamie compagnon/compagne conjoint/conjointe concubin/concubine filleul/filleule pupille/pupille ancêtre/ancêtre
aïeul/aïeule aide-soignant/aide-soignante ambulancier/ambulancière brancardier/brancardière puériculteur/puéricultrice
orthophoniste/orthophoniste kinésithérapeute/kinésithérapeute diététicien/diététicienne opticien/opticienne
technicien/technicienne laborantin/laborantine agent/agente hôte/hôtesse réceptionniste/réceptionniste
standardiste/standardiste téléconseiller/téléconseillère livreur/livreuse manutentionnaire/manutentionnaire
magasinier/magasinière préparateur/préparatrice commerçant/commerçante épicier/épicière fleuriste/fleuriste
pâtissier/pâtissière restaurateur/restauratrice éleveur/éleveuse viticulteur/viticultrice pêcheur/pêcheuse
couturier/couturière soudeur/soudeuse charpentier/charpentière carreleur/carreleuse cheminot/cheminote
conducteur/conductrice officier/officière sergent/sergente lieutenant/lieutenante colonel/colonelle adjudant/adjudante
procureur/procureure magistrat/magistrate huissier/huissière éditeur/éditrice libraire/libraire romancier/romancière
poète/poétesse compositeur/compositrice réalisateur/réalisatrice producteur/productrice présentateur/présentatrice
chargé/chargée intervenant/intervenante formateur/formatrice vacataire/vacataire contractuel/contractuelle
remplaçant/remplaçante salarié/salariée intérimaire/intérimaire dirigeant/dirigeante associé/associée
négociateur/négociatrice acheteur/acheteuse analyste/analyste statisticien/statisticienne géologue/géologue
botaniste/botaniste archéologue/archéologue anthropologue/anthropologue linguiste/linguiste politologue/politologue
angliciste/angliciste germaniste/germaniste hispaniste/hispaniste redoublant/redoublante condisciple/condisciple
postulant/postulante impétrant/impétrante thésard/thésarde alternant/alternante footballeur/footballeuse
basketteur/basketteuse handballeur/handballeuse judoka/judoka cycliste/cycliste gymnaste/gymnaste cavalier/cavalière
gestionnaire/gestionnaire titulaire/titulaire signataire/signataire destinataire/destinataire
bénéficiaire/bénéficiaire locataire/locataire propriétaire/propriétaire fonctionnaire/fonctionnaire
commissaire/commissaire mandataire/mandataire adhérent/adhérente attaché/attachée auditeur/auditrice
militaire/militaire diplomate/diplomate artiste/artiste athlète/athlète interne/interne généraliste/généraliste
pédiatre/pédiatre psychiatre/psychiatre cardiologue/cardiologue neurologue/neurologue radiologue/radiologue
gynécologue/gynécologue dermatologue/dermatologue ergothérapeute/ergothérapeute archiviste/archiviste
documentaliste/documentaliste disciple/disciple administrateur/administratrice médiateur/médiatrice
opérateur/opératrice instructeur/instructrice collaborateur/collaboratrice contrôleur/contrôleuse
organisateur/organisatrice orateur/oratrice dessinateur/dessinatrice illustrateur/illustratrice
conservateur/conservatrice ressortissant/ressortissante résident/résidente invité/invitée client/cliente
héritier/héritière écolier/écolière adjoint/adjointe correspondant/correspondante
intéressé/intéressée soussigné/soussignée escrimeur/escrimeuse soignant/soignante arbitre/arbitre scout/scoute
secouriste/secouriste
militant/militante
"""

NOT_ALONE = word_set(
    """
    soignant soignante principal principale physique patient patiente concurrent concurrente sportif sportive
    volontaire bénévole
    responsable étranger étrangère secrétaire facteur moniteur serveur lecteur pilote expert experte médecin
    capitaine diplômé diplômée employé employée licencié licenciée délégué déléguée policier policière ouvrier
    ouvrière fille femme homme garçon enfant maître maîtresse chef juge partenaire participant participante dame
    monsieur cuisinière reine interprète spécialiste comptable gagnant gagnante surveillant représentant
    représentante benjamin benjamine agent agente chargé chargée éditeur compositeur conducteur préparateur
    présentateur salarié salariée associé associée dirigeant dirigeante contractuel contractuelle remplaçant
    remplaçante major militant militante intervenant hôte pêcheur marin cavalier cavalière couturière routière
    tailleur producteur technicien livreur docteur militaire interne généraliste conservateur contrôleur résident
    invité invitée adjoint adjointe opérateur correspondant correspondante intéressé intéressée attaché attachée
    titulaire gestionnaire soussigné soussignée redoublant redoublante postulant arbitre auxiliaire
    """
)
"""Also things or adjectives, or of any gender: a person only behind a determiner, a possessive or a copula."""

SUBJECTS = word_set(
    """
    serveur moniteur facteur lecteur cuisinière physique
    """
)
"""Things more often than people: left alone whatever stands before them."""

_BEFORE = """
bon/bonne mauvais/mauvaise petit/petite grand/grande gros/grosse nouveau/nouvelle ancien/ancienne vieux/vieille
beau/belle cher/chère meilleur/meilleure premier/première deuxième/deuxième second/seconde dernier/dernière seul/seule
certain/certaine futur/future vrai/vraie véritable/véritable excellent/excellente brillant/brillante
talentueux/talentueuse jeune/jeune même/même autre/autre simple/simple remarquable/remarquable tel/telle quel/quelle
propre/propre éminent/éminente respecté/respectée
"""

_ADJECTIVES = """
principal/principale étranger/étrangère idéal/idéale exceptionnel/exceptionnelle génial/géniale parfait/parfaite
formidable/formidable prometteur/prometteuse combatif/combative ukrainien/ukrainienne loyal/loyale absent/absente
actif/active adroit/adroite agréable/agréable aimable/aimable ambitieux/ambitieuse américain/américaine
allemand/allemande anglais/anglaise anxieux/anxieuse appliqué/appliquée assidu/assidue attentif/attentive
attentionné/attentionnée autonome/autonome bavard/bavarde bienveillant/bienveillante bon/bonne brillant/brillante
calme/calme capable/capable célibataire/célibataire chaleureux/chaleureuse chargé/chargée chinois/chinoise
compétent/compétente compétitif/compétitive concentré/concentrée confiant/confiante conscient/consciente
consciencieux/consciencieuse constant/constante content/contente convaincu/convaincue courageux/courageuse
créatif/créative créateur/créatrice cultivé/cultivée curieux/curieuse débrouillard/débrouillarde décidé/décidée
délicat/délicate déterminé/déterminée dévoué/dévouée différent/différente digne/digne diligent/diligente
direct/directe discret/discrète disponible/disponible distrait/distraite divorcé/divorcée doué/douée doux/douce
drôle/drôle dynamique/dynamique efficace/efficace élégant/élégante émotif/émotive endurant/endurante
énergique/énergique engagé/engagée enthousiaste/enthousiaste espagnol/espagnole exemplaire/exemplaire
exigeant/exigeante fatigué/fatiguée fidèle/fidèle fier/fière fiable/fiable fort/forte français/française franc/franche
généreux/généreuse gentil/gentille grave/grave gourmand/gourmande handicapé/handicapée heureux/heureuse
honnête/honnête humble/humble impliqué/impliquée impatient/impatiente impressionnant/impressionnante
impulsif/impulsive indépendant/indépendante inquiet/inquiète inscrit/inscrite inspiré/inspirée
intelligent/intelligente intéressé/intéressée intuitif/intuitive inventif/inventive investi/investie italien/italienne
jaloux/jalouse jeune/jeune joyeux/joyeuse juste/juste libre/libre logique/logique malade/malade
malheureux/malheureuse marié/mariée marocain/marocaine mature/mature méticuleux/méticuleuse méthodique/méthodique
minutieux/minutieuse modeste/modeste motivé/motivée né/née nerveux/nerveuse observateur/observatrice
optimiste/optimiste ordonné/ordonnée organisé/organisée original/originale ouvert/ouverte paresseux/paresseuse
passionné/passionnée patient/patiente perfectionniste/perfectionniste persévérant/persévérante persuadé/persuadée
pessimiste/pessimiste poli/polie polyvalent/polyvalente ponctuel/ponctuelle portugais/portugaise positif/positive
préoccupé/préoccupée préparé/préparée présent/présente prêt/prête prudent/prudente rapide/rapide ravi/ravie
réactif/réactive réfléchi/réfléchie reconnaissant/reconnaissante réservé/réservée respectueux/respectueuse
responsable/responsable retraité/retraitée rêveur/rêveuse riche/riche rigoureux/rigoureuse sage/sage
satisfait/satisfaite scolarisé/scolarisée sensible/sensible sérieux/sérieuse serviable/serviable seul/seule
sincère/sincère sociable/sociable soigneux/soigneuse solidaire/solidaire soucieux/soucieuse souriant/souriante
spontané/spontanée sportif/sportive stressé/stressée studieux/studieuse sûr/sûre surpris/surprise
sympathique/sympathique tenace/tenace timide/timide têtu/têtue tranquille/tranquille travailleur/travailleuse
triste/triste turc/turque tunisien/tunisienne algérien/algérienne sénégalais/sénégalaise syrien/syrienne
polonais/polonaise russe/russe utile/utile vif/vive volontaire/volontaire aîné/aînée cadet/cadette aveugle/aveugle
sourd/sourde majeur/majeure mineur/mineure bilingue/bilingue titulaire/titulaire venu/venue devenu/devenue
parti/partie allé/allée arrivé/arrivée resté/restée entré/entrée sorti/sortie mort/morte reçu/reçue élu/élue
admis/admise promu/promue assis/assise connu/connue vu/vue tombé/tombée monté/montée descendu/descendue
retourné/retournée revenu/revenue instruit/instruite soumis/soumise compris/comprise choisi/choisie nommé/nommée
accueilli/accueillie issu/issue épanoui/épanouie apprécié/appréciée respecté/respectée formé/formée âgé/âgée
installé/installée soutenu/soutenue entouré/entourée élevé/élevée adjoint/adjointe remplaçant/remplaçante
suppléant/suppléante agréé/agréée certifié/certifiée associé/associée général/générale régional/régionale
national/nationale départemental/départementale municipal/municipale mondial/mondiale social/sociale
médical/médicale professionnel/professionnelle contractuel/contractuelle référent/référente salarié/salariée
commercial/commerciale administratif/administrative adoptif/adoptive maternel/maternelle paternel/paternelle
hospitalier/hospitalière boursier/boursière traitant/traitante gérant/gérante agricole/agricole senti/sentie
intégré/intégrée inspirant/inspirante rassuré/rassurée épuisé/épuisée blessé/blessée guéri/guérie
converti/convertie reconverti/reconvertie attiré/attirée exonéré/exonérée convié/conviée convoqué/convoquée
disposé/disposée tenu/tenue prévenu/prévenue exclu/exclue licencié/licenciée diplômé/diplômée bénévole/bénévole
orphelin/orpheline veuf/veuve enceinte/enceinte belge/belge suisse/suisse canadien/canadienne
camerounais/camerounaise ivoirien/ivoirienne malien/malienne congolais/congolaise haïtien/haïtienne
vietnamien/vietnamienne indien/indienne brésilien/brésilienne roumain/roumaine grec/grecque japonais/japonaise
coréen/coréenne européen/européenne africain/africaine musulman/musulmane chrétien/chrétienne juif/juive
catholique/catholique athée/athée croyant/croyante pratiquant/pratiquante étonnant/étonnante
attachant/attachante charismatique/charismatique pertinent/pertinente lucide/lucide mûr/mûre
combattant/combattante compréhensif/compréhensive communicatif/communicative convaincant/convaincante
excellent/excellente insistant/insistante performant/performante percutant/percutante épaulé/épaulée
aimant/aimante accompli/accomplie abattu/abattue déçu/déçue ému/émue perdu/perdue résolu/résolue
convenu/convenue détenu/détenue bienvenu/bienvenue reconnu/reconnue muni/munie abonné/abonnée
franco-algérien/franco-algérienne
souffrant/souffrante amoureux/amoureuse absorbé/absorbée gratuit/gratuite satisfaisant/satisfaisante
commun/commune retenu/retenue suivi/suivie pressenti/pressentie inconnu/inconnue attendu/attendue entendu/entendue
défendu/défendue pourvu/pourvue requis/requise désireux/désireuse dépourvu/dépourvue réputé/réputée vaillant/vaillante
naturel/naturelle intellectuel/intellectuelle indulgent/indulgente influent/influente éloquent/éloquente
puissant/puissante suffisant/suffisante pédagogue/pédagogue obéissant/obéissante négligent/négligente
hyperactif/hyperactive dyslexique/dyslexique autiste/autiste muet/muette complet/complète
distant/distante lent/lente bruyant/bruyante arrogant/arrogante prétentieux/prétentieuse fragile/fragile
isolé/isolée malentendant/malentendante malvoyant/malvoyante pareil/pareille
"""

_PERSON_ONLY = """
adroit ambitieux appliqué assidu attentif attentionné bavard bienveillant chaleureux concentré consciencieux convaincu
courageux cultivé curieux débrouillard déterminé dévoué diligent discret distrait divorcé doué émotif enthousiaste
exigeant fatigué fier gentil généreux heureux impliqué impatient impulsif inquiet intelligent intéressé intuitif
inventif jaloux joyeux marié méticuleux minutieux motivé né nerveux observateur paresseux passionné patient
persévérant persuadé poli polyvalent ponctuel préoccupé ravi réfléchi reconnaissant respectueux retraité rêveur
scolarisé soigneux soucieux souriant stressé studieux timide têtu travailleur aîné cadet aveugle sourd sûr content
investi rassuré épuisé blessé guéri reconverti attiré convoqué convié malentendant malvoyant ému déçu orphelin veuf
élu promu muni seul sérieux rigoureux engagé organisé exemplaire diplômé salarié arrogant prétentieux compréhensif
compétent boursier
"""

COPULAS = word_set(
    """
    semblé paru est était sera serait fut été soit suis étais serai serais fus étant être semble semblait paraît
    paraissait es seras sente soit fusse sentit devint resta reste restait restera devient devenait deviendra
    deviendrait montre montrait sent sentait sens sentais demeure êtes serez étiez seriez soyez demeurait restée resté
    semblerait sentira
    """
)
"""Forms of être and of verbs like it."""

ADVERBS = word_set(
    """
    beaucoup hier aujourd maintenant très toujours également aussi bien plutôt assez trop plus moins
    particulièrement vraiment extrêmement pas jamais déjà encore souvent parfois si tellement fort tout toutefois
    peu donc ainsi cependant enfin même constamment parfaitement profondément sincèrement tres hui
    actuellement désormais naturellement suffisamment entièrement totalement pleinement rarement absolument
    particulierement immédiatement rapidement finalement récemment progressivement tant davantage guère point vite
    """
)

LINKS = word_set(
    """
    doit peut pourra devra devrait va pourrait ayant avoir avais ne n se s me m ai a ont avait aurait ait aie eût pas y
    toujours déjà aussi également lui nous vous leur en depuis longtemps désormais souvent peut-être ensuite
    """
)
"""May stand between a subject and its verb."""

FIRST_PERSON = word_set(
    """
    je j
    """
)

ELLIPTIC = word_set(
    """
    et mais ou car donc puis d de pour sans à afin
    """
)

PERSON_OBJECT_VERBS = word_set(
    """
    recommande recommandons félicite félicitons remercie remercions invite encourage soutiens soutenons
    recommanderais engage accueille accueillons accueillerai admettre recommander féliciter soutenir rencontrer
    encourager accueillir recruter embaucher inscrire interroger salue félicitais remerciais rencontrerons rencontrerai
    recevrons recevrai convoquer inviter remercier
    """
)
"""Their object is a person: je le recommande."""

CLITIC_VERBS = word_set(
    """
    décrit considère connaît trouve juge voit soutient encourage apprécie estime respecte félicite remercie invite
    admire accompagne appelle salue reçoit pousse recommande décrivent considèrent soutiennent
    """
)
"""Behind "le" and "la" these show that the word is a pronoun."""

WEATHER = word_set("froid chaud beau nuit jour mauvais bon doux frais sombre")
"""Behind "il fait": nobody is meant."""

PERSON_VERBS = word_set(
    """
        souhaite souhaiterait aime aimerait étudie étudiait écrit écrivait lit lisait pense pensait veut voudrait sait
    savait
    connaît connaissait apprend apprenait chante habite espère désire croit écoute enseigne étudiera fréquente
    comprend rêve nage danse dort mange voulait croyait espérait rêvait souhaitait habitait enseignait aimait
    """
)
"""What only people do: with them il and elle are people."""

LIVELY_VERBS = word_set(
    """
        travaille travaillait parle parlait participe participait aide aidait joue jouait vit répond respecte maîtrise
    possède
    pose cherche dirige encadre excelle réussit progresse raconte explique prépare propose suit suivait veille aidera
    pratique court
    """
)
"""What people do, and things too: a letter speaks, a mark progresses."""

PARTICIPLES_OF_PEOPLE = word_set(
    """
    travaillé étudié participé appris obtenu su voulu écrit lu réussi suivi aidé joué choisi fait passé grandi vécu
    montré présenté organisé dirigé progressé parlé répondu posé compris rédigé soutenu intégré validé commencé
    terminé redoublé décidé rejoint fondé créé préparé mené effectué assisté remporté gagné encadré donné partagé
    """
)
"""Behind a or avait."""

DONE_BY_PEOPLE = word_set("travaillé étudié appris voulu su écrit lu vécu grandi redoublé rédigé décidé")
"""Behind a or avait: hardly ever of a thing."""

IMPERSONAL = word_set(
    """
    faut faudrait fallait faudra faille pleut pleuvait pleuvra neige neigeait importe importait
    """
)
"""With these nobody is ever meant."""

SOMETIMES_IMPERSONAL = {
    "convient": ("de", "d", "que", "qu"), "convenait": ("de", "d", "que", "qu"), "suffit": ("de", "d", "que", "qu"),
    "suffisait": ("de", "d", "que", "qu"), "agit": ("de", "d", "du", "là"), "agissait": ("de", "d", "du", "là"),
    "agira": ("de", "d", "du", "là"), "existe": ("un", "une", "des", "de", "d", "plusieurs"), "vaut": ("mieux",),
    "vaudrait": ("mieux",), "paraît": ("que", "qu"), "semble": ("que", "qu"), "semblait": ("que", "qu"),
    "arrive": ("que", "qu"), "ressort": ("de", "du", "que", "qu"), "apparaît": ("que", "qu"), "va": ("de",),
    "reste": ("à", "que", "qu", "des", "un", "une"), "se": ("peut", "pourrait"),
    "manque": ("un", "une", "des", "le", "la", "les", "deux", "trois"),
}  # fmt: skip
"""Behind "il" nobody is meant where one of these words follows."""

IMPERSONAL_ADJECTIVES = word_set(
    """
    important nécessaire vrai possible impossible clair évident certain utile difficile facile rare essentiel temps
    normal dommage regrettable prévu rappelé probable indispensable préférable inutile courant fréquent permis
    interdit question
    """
)

PREPOSITIONS = word_set(
    """
    avec pour chez sans de à par contre sur devant derrière entre selon envers parmi comme que vers d qu après avant
    malgré dès en
    """
)

SUBJECTS_BEFORE_CLITIC = word_set(
    """
    je nous tu vous on il elle qui ne lui me te n j pour de à sans
    """
)

SUBJECTS_OF_A = word_set("il elle on qui y n l m t s lui")
"""Behind these an A in capitals is "a", the verb; else it may be "à"."""

ASPIRED = word_set(
    """
    héros handballeur handballeuse hockeyeur hockeyeuse hongrois hongroise haut haute handicapé handicapée
    """
)
"""Words with an h that takes no elision."""

FUNCTION_WORDS = word_set(
    """
    a à au aux avec car ce ces cet cette chez comme contre d dans de des dont du elle elles en entre est et eux il
    ils je l la le les leur leurs lui ma mais me même mes moi mon n ne nos notre nous on ou où par pas plus pour qu
    quand que qui s sa sans se ses si son sous sur ta te tes toi ton tu un une vers vos votre vous y puis afin lundi
    mardi mercredi jeudi vendredi samedi depuis pendant lors jusqu très ai as ont avait était
    """
)


NO_PARTICIPLES = word_set(
    """
    malgré côté santé qualité université société café marché degré congé lycée musée année journée idée soirée armée
    matinée volonté capacité activité autorité durée liberté
    """
)
"""They end like participles and are none."""

NOUNS = both_ways(pairs(_NOUNS))
BEFORE = both_ways(pairs(_BEFORE))
ADJECTIVES = both_ways(pairs(_ADJECTIVES))

LISTED = {
    word: forms
    for word, forms in BEFORE.items()
    if word not in word_set("certain certaine tel telle quel quelle cher chère")
} | dict(ADJECTIVES)
"""Adjectives that may be said of a person of the sentence, wherever they stand."""

PERSON_ONLY = frozenset(
    form for word in _PERSON_ONLY.split() for form in (ADJECTIVES.get(word) or (word, word, ""))[:2]
)
"""Said of people and hardly of things."""


def plural(form: str) -> str:
    """The plural of a form of a noun in the list."""
    if form.endswith(("s", "x", "z")):
        return form
    return form + ("x" if form.endswith(("eau", "eu")) else "s")


PLURALS = frozenset(plural(form) for form in NOUNS if plural(form) != form) - NOT_ALONE | word_set(
    "ils elles eux messieurs mesdames"
)

NO_ADJECTIVES = FUNCTION_WORDS | NO_PARTICIPLES | PERSON_VERBS | LIVELY_VERBS | COPULAS

MET = both_ways(
    pairs(
        """
        rencontré/rencontrée félicité/félicitée recruté/recrutée embauché/embauchée interrogé/interrogée
        encouragé/encouragée encadré/encadrée convoqué/convoquée côtoyé/côtoyée tutoré/tutorée
        """
    )
)
"""Participles whose object is a person: je l'ai rencontrée."""

ACCENTS = accents_of(
    (form for forms in (NOUNS, ADJECTIVES, BEFORE, PLURALS) for form in forms if not form.endswith(("é", "és"))),
    frozenset(NOUNS) | frozenset(ADJECTIVES) | frozenset(BEFORE) | FUNCTION_WORDS | ADVERBS | COPULAS,
)
"""Words as they are often written in capitals or in haste: etudiante, ELEVE."""
