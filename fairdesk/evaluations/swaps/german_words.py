"""German word lists, written for FairDesk: nouns for persons, and what tells persons from things.

Small lists for the rules of ``german``; a noun that is missing here is no place, and an auditor adds it as a pair.
"""

from __future__ import annotations


def listed(words: str) -> frozenset[str]:
    """The words of a text as a set."""
    return frozenset(words.split())


ER_NOUNS = """
Abbrecher Abgänger Absender Absteiger Abwehrspieler Afrikaner Ägypter Akademiker Albaner Algerier Allrounder Amerikaner
Anfänger Angler Anhänger Anpacker Ansprechpartner Antragsteller Apotheker Araber Arbeiter Arbeitgeber Arbeitnehmer
Argentinier Asthmatiker Äthiopier Aufsteiger Auftraggeber Ausbilder Außenseiter Ausländer Aussiedler Aussteller
Austräger Australier Auswanderer Autofahrer Bäcker Baggerführer Bastler Bayer Bearbeiter Befürworter Begleiter
Beisitzer Belgier Berater Bergsteiger Besitzer Bestatter Besucher Betreiber Betreuer Betriebswirtschaftler Bewerber
Bewohner Bewunderer Bezieher Bibliotheksmitarbeiter Bildhauer Bildner Biochemiker Bläser Blogger Boxer
Brasilianer Bratscher Brauer Brückenbauer Buchbinder Buchhalter Buchhändler Bürger Bürgermeister Büroleiter Chemiker
Controller Dachdecker Denker Designer Diabetiker Dichter Diener Dolmetscher Drechsler Dreher Drucker Ehrenamtler
Einreicher Einsteiger Einwanderer Einwohner Einzelgänger Elektriker Elektroniker Empfänger Engländer Entdecker
Entscheider Entwickler Epileptiker Erbauer Erfinder Ermittler Ersthelfer Erwerber Erzieher Estrichleger Europäer
Fachplaner Fahrer Fechter Feinmechaniker Fensterputzer Filmemacher Finanzplaner Fischer Fleischer Flieger Fliesenleger
Förderer Forscher Förster Fräser Friedensstifter Frühaufsteher Führer Fußballer Gärtner Gastgeber Gebäudereiniger Gegner
Geiger Geisteswissenschaftler Gerüstbauer Geschäftsführer Gesellschafter Gestalter Gewerkschafter Gewinner Gießer Gipser
Gitarrenspieler Glaser Grafiker Grenzgänger Grübler Gründer Gruppenführer Gutachter Handballer Händler Handwerker
Hausmeister Hauswirtschafter Heimbewohner Helfer Herausgeber Historiker Hochschullehrer Holländer Hüter Imker Inder
Indonesier Influencer Informatiker Ingenieurwissenschaftler Inhaber Iraker Iraner Isländer Italiener Jäger Japaner
Jugendbetreuer Kämpfer Kanadier Kanzler Kassierer Kegler Kellner Kenianer Kenner Kläger Klavierspieler Klempner
Kletterer Klimaforscher Kölner Kolumbianer Komiker Konditormeister Könner Koreaner Kranführer Kreisläufer Kritiker
Kümmerer Kunsthistoriker Künstler Kürschner Lackierer Lagerarbeiter Landessieger Landschaftsgärtner Landwirtschaftler
Langläufer Langschläfer Langstreckenläufer Läufer Lebensretter Legastheniker Lehrer Leiter Leser Linkshänder Litauer
Literaturwissenschaftler Logistiker Lokführer Luxemburger Macher Maler Manager Marathonläufer Marokkaner Maschinenbauer
Maschinenführer Mathematiker Maurer Mechaniker Mechatroniker Mediziner Meister Melker Metzger Mexikaner Mieter Minister
Mitarbeiter Mitbewerber Mitbewohner Mitschüler Mitspieler Mitstreiter Mittelfeldspieler Museumsführer Museumswärter
Musiker Muttersprachler Nachbarschaftshelfer Nachfolger Nachrücker Naturwissenschaftler Netzwerker Niederländer
Nigerianer Norweger Nutzer Optiker Österreicher Pakistaner Partner Pendler Peruaner Pfadfinder Pfarrer Pflasterer
Pfleger Physiker Politiker Politikwissenschaftler Polsterer Prediger Preisträger Priester Programmierer Prüfer
Querdenker Quereinsteiger Radfahrer Rechtshänder Rechtswissenschaftler Redner Reiter Rentner Reporter Retter
Rettungsschwimmer Rettungstaucher Richter Ringer Rohrleger Rückkehrer Ruderer Ruheständler Sachbearbeiter Sammler Sänger
Sanitäter Schauspieler Schiedsrichter Schlagzeuger Schlichter Schlosser Schneider Schornsteinfeger Schreiber Schreiner
Schriftsteller Schuhmacher Schüler Schulleiter Schweißer Schweizer Schwimmer Segler Selbstversorger Sieger Skiläufer
Sozialarbeiter Spanier Spätaussiedler Spätstarter Spieler Sportler Sporttaucher Sprecher Staatsbürger Statistiker
Steuerberater Stifter Stotterer Streber Stürmer Syrer Tänzer Täter Tatortreiniger Taucher Techniker Teilnehmer Texter
Tierpfleger Tischler Töpfer Träger Trainer Trommler Trompeter Tüftler Tunesier Turner Überflieger Übersetzer Uhrmacher
Ukrainer Umweltschützer Unternehmer Unterstützer Urheber Veganer Vegetarier Venezolaner Veranstalter Verbesserer
Verfasser Verkäufer Verlierer Vermesser Vermieter Vermittler Verteidiger Vertreter Verwalter Verwaltungswissenschaftler
Volkswirtschaftler Vordenker Vorgänger Vorleser Vorreiter Wähler Wanderer Wärter Wegbegleiter Wegbereiter
Weltenbummler Weltmeister Winzer Wissenschaftler Wohltäter Zahntechniker Zauberer Zeichner Zerspaner Zimmerer Zuarbeiter
Züchter Zugführer Zuhörer Zuschauer Zuwanderer Zweifler
"""
"""Like Lehrer, des Lehrers, die Lehrer, den Lehrern; feminine by -in."""

WEAK_NOUNS = """
Abiturient Absolvent Agent Agronom Aktivist Anglist Architekt Artist Aspirant Assistent Astronom Athlet Autodidakt
Automobilist Bassist Bürokrat Cellist Chorist Debütant Demokrat Demonstrant Dezernent Diplomat Dirigent Disponent
Dissident Doktorand Dozent Elev Emigrant Ergotherapeut Florist Flötist Fotograf Gastronom Germanist Gitarrist Gymnasiast
Habilitand Humanist Idealist Immigrant Informant Intendant Interessent Internist Journalist Jurist Kandidat Klient
Kollegiat Kommandant Komponist Konfirmand Konkurrent Konsument Korrespondent Kosmopolit Laborant Linguist Mandant
Migrant Ministrant Musikant Ökonom Optimist Organist Passant Patient Pazifist Philosoph Physiotherapeut Pianist Pilot
Poet Polizist Praktikant Präsident Proband Produzent Prokurist Promovend Psychotherapeut Publizist Realist Referent
Rezensent Rezeptionist Romanist Soldat Solist Spezialist Steinmetz Stipendiat Student Telefonist Therapeut Tourist
Violinist
"""
"""Like Student, des Studenten, die Studenten; feminine by -in."""

WEAK_E_NOUNS = """
Afghane Anthropologe Archäologe Biologe Bote Brite Bulgare Chilene Chinese Däne Ethnologe Experte Finne Gefährte
Genosse Geologe Grieche Gynäkologe Hirte Ire Kardiologe Kollege Kommilitone Kriminologe Kroate Kunde
Logopäde Lotse Meteorologe Neurologe Ökologe Pädagoge Philologe Pole Politologe Portugiese Psychologe Radiologe
Rumäne Russe Sachse Schotte Schwabe Schwede Serbe Slowake Slowene Soziologe Stratege Theologe Tscheche Türke Urologe
Vietnamese Zeuge
"""
"""Like Kollege, des Kollegen, die Kollegen; feminine by -in in place of -e."""

EUR_NOUNS = """
Amateur Archivar Barbier Bibliothekar Chauffeur Dekan Diakon Friseur Funktionär Goldschmied Ingenieur Installateur
Jubilar Juwelier Kapitän Kommandeur Kommissar König Konstrukteur Kontrolleur Kurier Masseur Missionar Notar Offizier
Pionier Redakteur Regisseur Schmied Sekretär Spion Veterinär Vikar Volontär
"""
"""Like Ingenieur, des Ingenieurs, die Ingenieure; feminine by -in."""

OR_NOUNS = """
Administrator Autor Direktor Doktor Illustrator Initiator Inspektor Investor Juror Kantor Kommentator Konrektor
Koordinator Kurator Lektor Mentor Moderator Organisator Pastor Professor Prorektor Rektor Restaurator Senator Tutor
"""
"""Like Professor, des Professors, die Professoren; feminine by -in."""

OTHER_NOUNS = """
Freund Freundes,Freunds Freunde Freundin Freundinnen
Arzt Arztes,Arzts Ärzte Ärztin Ärztinnen
Anwalt Anwalts,Anwaltes Anwälte Anwältin Anwältinnen
Muslim Muslims Muslime Muslimin Musliminnen
Küchenchef Küchenchefs Küchenchefs Küchenchefin Küchenchefinnen
Chefkoch Chefkochs,Chefkoches Chefköche Chefköchin Chefköchinnen
Jungkoch Jungkochs,Jungkoches Jungköche Jungköchin Jungköchinnen
Beikoch Beikochs,Beikoches Beiköche Beiköchin Beiköchinnen
Koch Kochs,Koches Köche Köchin Köchinnen
Chef Chefs Chefs Chefin Chefinnen
Wirt Wirts,Wirtes Wirte Wirtin Wirtinnen
Gastwirt Gastwirts,Gastwirtes Gastwirte Gastwirtin Gastwirtinnen
Betriebswirt Betriebswirts,Betriebswirtes Betriebswirte Betriebswirtin Betriebswirtinnen
Landwirt Landwirts,Landwirtes Landwirte Landwirtin Landwirtinnen
Volkswirt Volkswirts,Volkswirtes Volkswirte Volkswirtin Volkswirtinnen
Nachbar Nachbarn,Nachbars Nachbarn Nachbarin Nachbarinnen
Bauer Bauern Bauern Bäuerin Bäuerinnen
Franzose Franzosen Franzosen Französin Französinnen
Jude Juden Juden Jüdin Jüdinnen
Ungar Ungarn Ungarn Ungarin Ungarinnen
Studienrat Studienrats,Studienrates Studienräte Studienrätin Studienrätinnen
Ministerialrat Ministerialrats,Ministerialrates Ministerialräte Ministerialrätin Ministerialrätinnen
Regierungsrat Regierungsrats,Regierungsrates Regierungsräte Regierungsrätin Regierungsrätinnen
Kassenwart Kassenwarts,Kassenwartes Kassenwarte Kassenwartin Kassenwartinnen
Torwart Torwarts,Torwartes Torwarte Torwartin Torwartinnen
Held Helden Helden Heldin Heldinnen
Kaufmann Kaufmanns,Kaufmannes - Kauffrau -
Bankkaufmann Bankkaufmanns,Bankkaufmannes - Bankkauffrau -
Industriekaufmann Industriekaufmanns,Industriekaufmannes - Industriekauffrau -
Bürokaufmann Bürokaufmanns,Bürokaufmannes - Bürokauffrau -
Hotelkaufmann Hotelkaufmanns,Hotelkaufmannes - Hotelkauffrau -
Einzelhandelskaufmann Einzelhandelskaufmanns,Einzelhandelskaufmannes - Einzelhandelskauffrau -
Speditionskaufmann Speditionskaufmanns,Speditionskaufmannes - Speditionskauffrau -
Fachmann Fachmanns,Fachmannes - Fachfrau -
Hotelfachmann Hotelfachmanns,Hotelfachmannes - Hotelfachfrau -
Geschäftsmann Geschäftsmanns,Geschäftsmannes - Geschäftsfrau -
Feuerwehrmann Feuerwehrmanns,Feuerwehrmannes - Feuerwehrfrau -
Kameramann Kameramanns,Kameramannes - Kamerafrau -
Obmann Obmanns,Obmannes - Obfrau -
Hausmann Hausmanns,Hausmannes Hausmänner Hausfrau Hausfrauen
Krankenpfleger Krankenpflegers Krankenpfleger Krankenschwester Krankenschwestern
Steward Stewards Stewards Stewardess Stewardessen
"""
"""Masculine nominative, genitives, plural (- where both sexes share one), feminine nominative and plural."""

FAMILY_NOUNS = """
Vater Vaters Väter Mutter Mütter
Sohn Sohnes,Sohns Söhne Tochter Töchter
Bruder Bruders Brüder Schwester Schwestern
Mann Mannes,Manns Männer Frau Frauen
Ehemann Ehemannes,Ehemanns Ehemänner Ehefrau Ehefrauen
Onkel Onkels Onkel Tante Tanten
Patenonkel Patenonkels Patenonkel Patentante Patentanten
Neffe Neffen Neffen Nichte Nichten
Cousin Cousins Cousins Cousine Cousinen
Opa Opas Opas Oma Omas
Papa Papas Papas Mama Mamas
Enkel Enkels Enkel Enkelin Enkelinnen
Schwager Schwagers Schwäger Schwägerin Schwägerinnen
Witwer Witwers Witwer Witwe Witwen
Bräutigam Bräutigams Bräutigame Braut Bräute
Herr Herrn Herren Dame Damen
Prinz Prinzen Prinzen Prinzessin Prinzessinnen
"""
"""The same columns; their plurals name one sex and are changed both ways."""

ENGLISH_HEADS = listed(
    "service services center centre union office council life lounge exchange ambassador ambassadors affairs support "
    "club team desk housing network academy award awards challenge program programme board community success"
)
"""Behind a noun these make the name of a body or a post of it: Student Service Center."""

ONE_WAY = {"krankenpflegerin": "Krankenpfleger", "friseuse": "Friseur", "masseuse": "Masseur", "muslima": "Muslim"}
"""Feminine form in small letters to the masculine one that has another counterpart."""

NO_COMPOUNDS = listed(
    "mann frau herr dame pole ire finne oma opa papa mama prinz bauer kunde zeuge jude held braut führer bayer "
    "inder träger russe brite onkel serbe däne agent enkel geber mediziner reiter ringer täter flieger drucker "
    "anhänger empfänger absender schreiber stifter nutzer werker schotte türke neffe könig elev diakon poet witwe "
    "spion kölner"
)
"""Heads that are not looked for at the end of longer words: Urkunde, Werkzeug(e), Empire, Halbleiter."""

NO_PERSONS = listed(
    "halbleiter tonleiter blitzableiter schraubenmutter gebärmutter perlmutter plattenspieler lautsprecher "
    "wellenbrecher doktorvater doktormutter kirchenvater beichtvater stadtväter filmspieler musikspieler "
    "wasserfahrer schwarzfahrer sprachführer supermann hotelführer gasmann bildberater mutterschwester betschwester "
    "ordensschwester weltverbesserer ausläufer vorläufer"
)
"""Words that end in a listed noun and are things, or whose counterpart is not the one of their last part."""

SURNAMES = listed(
    "richter koch bäcker schneider fischer förster jäger kaufmann schreiner maler sänger könig prinz bauer bayer "
    "pfarrer kellner gärtner metzger maurer zimmermann schlosser drucker reiter schäfer schweizer engländer schwarz "
    "hausmann vetter vogt wirt krieger kramer ritter sommer tischler turner führer pastor kantor kaiser priester "
    "händler schmied böhm unger jude polizist held dichter freund braut herr mann engel schulmeister"
)
"""Nouns of the lists, and others, that are common family names."""

NOMINALISED = listed(
    "studierend auszubildend vorsitzend angestellt verwandt bekannt jugendlich erwachsen vorgesetzt verlobt abgeordnet "
    "beschäftigt lehrend promovierend selbständig selbstständig freiwillig lernend dozierend reisend überlebend "
    "alleinerziehend gesandt verheiratet hinterblieben arbeitslos teilnehmend "
    "klassenbest jahrgangsbest kursbest obdachlos heranwachsend minderjährig volljährig sachverständig schwerbehindert "
    "gehörlos zivildienstleistend wehrdienstleistend fachangestellt steuerfachangestellt rechtsanwaltsfachangestellt "
    "verwaltungsfachangestellt sorgeberechtigt asylsuchend "
    "deutsch geflüchtet angehörig behindert blind krank schutzbefohlen"
)
"""Adjectives and participles that become nouns for persons: the same word for both sexes, told apart by endings."""

NAMED_STEMS = ("auszubildend", "angestellt", "studierend", "abgeordnet", "beschäftigt", "promovierend")
"""Those of them that stand in front of names."""

NEUTRAL_FORMS = listed("mädchen fräulein junge jungen jungs bub buben bursche burschen kerl knabe knaben")
"""Words for one sex without a counterpart of the same kind of grammar; left and listed."""

NO_MEN = tuple(
    listed(
        "fehler filter körper hunger kummer ärger zauber eifer wasser feuer fenster muster alter wetter messer "
        "theater orchester kloster zimmer lager opfer wunder abenteuer ufer futter leder silber fieber feder mauer "
        "dauer trauer steuer nummer oper kammer leber schulter ader feier butter kinder bücher länder mutter "
        "schwester tochter semester sommer winter monster master computer ordner rechner stecker schalter motor "
        "faktor sensor reaktor sektor vektor rotor labor chor ohr humor talent moment element dokument argument "
        "zement patent event prozent agent komponent kontrast ballast palast last gast quast phantast variant "
        "garant elefant diamant konstant restaurant brillant vorbilder bilder häuser wörter dämmer flur kultur "
        "natur struktur"
    )
)
"""Ends of words that look like nouns for men and are none, or are said of both sexes (Gast)."""

NO_WOMEN = listed(
    "medizin termin berlin disziplin kamin ruin urin vitamin benzin magazin delfin pinguin insulin robin harlekin "
    "rechtsmedizin humanmedizin zahnmedizin tiermedizin sportmedizin cousin stettin konstantin doktrin martin "
    "valentin"
)
"""Words in -in that name no woman."""

PERSON_GROUPS = listed(
    "eltern leute kinder geschwister menschen personen großeltern familien mitglieder studierenden auszubildenden "
    "lehrkräfte fachkräfte jugendlichen erwachsenen anderen beiden teams paare gruppen klassen schulen angehörigen "
    "kleinen großen flüchtlinge lehrlinge zwillinge teenager fans gäste neulinge behörden firmen"
)
"""Nouns in the plural that "sie" and "ihr" can mean."""

THINGS_MASCULINE = listed(
    "kurs abschluss studiengang vertrag verein aufsatz bericht text lebenslauf brief beruf job weg ort platz plan "
    "vortrag test unterricht eindruck wunsch ehrgeiz fleiß einsatz wille erfolg grund teil tag monat sommer winter "
    "aufenthalt austausch dienst betrieb konzern staat ausschuss fachbereich lehrstuhl chor klub club verband "
    "beitrag antrag artikel roman film punkt wert stil charakter humor umgang werdegang nachweis wettbewerb preis "
    "sport bereich laden haushalt garten hund hof raum kindergarten hort bachelor master durchschnitt "
    "notendurchschnitt schnitt zug bus schritt anfang schwerpunkt umzug unfall krieg krebs tod glaube rat vorschlag "
    "versuch erwerb kontakt hintergrund traum stolz fußball handball sachunterricht"
)
THINGS_NEUTER = listed(
    "studium zeugnis abitur praktikum projekt institut gymnasium seminar team haus buch fach jahr semester leben "
    "land kind thema ziel unternehmen interesse engagement verhalten wissen können talent potenzial potential "
    "gutachten programm stipendium problem zimmer kapitel modul labor wochenende ehrenamt alter heim büro amt lob "
    "auslandssemester examen schreiben arbeitszeugnis geld komitee gremium krankenhaus dorf museum paar jura "
    "klavier tennis deutsch englisch französisch spanisch schach referat experiment ergebnis werk instrument "
    "orchester zuhause gespräch schuljahr mitglied"
)
THINGS_FEMININE = listed(
    "schule arbeit prüfung klasse firma note stelle zeit woche masterarbeit bachelorarbeit doktorarbeit stunde "
    "aufgabe hilfe reise sprache frage idee familie gruppe art weise lehre rolle stadt uni hochschule liebe freude "
    "geduld mühe kunst kraft hand person fachkraft lehrkraft lage reihe sache thesis these studie karriere methode "
    "analyse theorie praxis anlage jugend kindheit seite probe feier messe behörde bank gemeinde gesellschaft ehe "
    "pflege treue nähe disziplin musik bühne band heimat medizin geige kunstgeschichte betriebswirtschaft pädagogik"
)
"""Frequent nouns of letters and references with their gender; others are told by their endings."""

THING_ENDINGS: tuple[tuple[str, str], ...] = (
    ("ungen", "p"), ("heiten", "p"), ("keiten", "p"), ("schaften", "p"), ("ionen", "p"), ("täten", "p"),
    ("ung", "f"), ("heit", "f"), ("keit", "f"), ("schaft", "f"), ("ion", "f"), ("tät", "f"), ("ik", "f"),
    ("enz", "f"), ("anz", "f"), ("ie", "f"), ("ur", "f"), ("erei", "f"), ("chen", "n"), ("lein", "n"), ("ment", "n"),
    ("tum", "n"), ("ium", "n"), ("nis", "n"), ("ismus", "m"), ("ling", "m"), ("gang", "m"), ("schluss", "m"),
)  # fmt: skip
"""Ending of a noun to its gender (f, n, m) or number (p)."""

TIMES = listed(
    "jahre jahren monate monaten wochen tage tagen stunden prozent semester semestern punkte punkten euro minuten "
    "mal jahr monat woche tag stunde sommer winter frühling herbst frühjahr montag dienstag mittwoch donnerstag "
    "freitag samstag sonntag januar februar märz april juni juli august september oktober november dezember"
)
"""Nouns that count and that no pronoun means."""

NO_ADJECTIVES = listed(
    "habe werde kenne würde möchte hätte wäre wurde hatte sollte konnte musste wollte durfte heute gerne ohne eine "
    "deren dessen über unter immer aber oder hinter außer wieder später früher eher gegen neben zwischen wegen "
    "werden worden haben waren bitte sie wir unser euer jeder mehrere danke gegenüber her bisher weiter leider"
)
"""Words that end like an adjective in front of a noun and are none."""

PERSON_VERBS = """
meint gemeint nennt nannte riet bezeichnet arbeit studier bewirb bewarb bewerb beworb lern lehr lieb leit sag erklär
glaub hoff woll will möcht lies las gelesen schreib schrieb geschrieb sprech sprach spricht gesproch versteh verstand
verstanden kenn kannt wiss weiß wusst denk dacht lach leb wohn engagier helf hilft half geholf beherrsch bemüh
interessier motivier bestand bestanden besuch erwarb erworb erlern jobb zog gezogen nahm teilgenommen teilnahm
teilnimmt kümmer freu freut sucht absolvier promovier habilitier unterricht betreu übernahm übernommen übernimmt
übernehm entschied entschieden entschloss entschlossen beschloss spiel sang singt tanz reis bat bitte frag antwort
fand findet gefunden mag mochte träum wünsch versuch plant schaffte geschafft gewann gewonnen verlor verloren verdien
kündig heirat geheiratet aufgewachsen geboren wuchs verließ verlassen zeigte bewies bewiesen erhielt erhalten bekam
bekomm schloss abschließ abgeschlossen abschloss forsch publizier veröffentlich organisier lös beobacht wechselte
gewechselt zweifel erinner beschäftig beteilig trainier verbracht verbrachte strebt bereit diskutier reagier
argumentier versäum vergaß vergess verpass zitier verfass präsentier erziel erreich pfleg vertiefte eignete angeeignet
"""
"""Beginnings of forms of verbs whose subject is a person in nearly every text."""

VERBS_OF_THINGS = listed(
    "lehr weiß sprech sprach spricht besuch bestand bestanden übernahm übernommen übernimmt übernehm fand "
    "findet gefunden gewann gewonnen verlor verloren verdien kündig zeigte bewies bewiesen erhielt erhalten bekam "
    "bekomm schloss abschließ abgeschlossen veröffentlich organisier lös wechselte gewechselt beschäftig strebt erziel "
    "erreich vertiefte entschied entschieden sucht sag mein gemeint plant versuch zog gezogen verließ verlassen "
    "interessier motivier antwort reagier zitier freu spiel"
)
"""Those of the beginnings above whose subject may well be a thing that was just named."""

PERSON_ADJECTIVES = listed("""
pünktlich fleißig krank freundlich zuverlässig höflich hilfsbereit ehrgeizig motiviert engagiert begabt talentiert
intelligent klug neugierig gewissenhaft teamfähig kollegial beliebt verheiratet ledig schwanger geschieden blind taub
jahre selbstbewusst schüchtern belastbar ehrlich geduldig glücklich traurig stolz müde fähig bereit imstande willens
überzeugt begeistert enttäuscht zufrieden gestorben verstorben sportlich musikalisch arbeitslos berufstätig
sympathisch wissbegierig lernwillig kreativ selbstständig selbständig geeignet tätig
""")
"""Words of a predicate that nearly always speak of a person."""

PERSON_OBJECTS = """
fragt gefragt bitte bat ermutig ermunter lobt gelobt loben motivier einlad eingeladen eingestellt einstell bewunder
präg beeindruck faszinier überzeug beeinflusst bereicher veränder weiterbringt weitergebracht tröst begrüß heirat
überrasch enttäusch begeister freut kennengelernt kennenlern wählt gewählt empfehl empfiehl empfohlen schätz geschätzt
vermiss unterricht beglückwünsch eingearbeitet einarbeit unterstütz betreu begleit
"""
"""Beginnings of forms of verbs whose object is a person in nearly every text."""

PERSON_OBJECTS_ONLY = """
fragt gefragt bitte bat ermutig ermunter motivier einlad eingeladen beeindruck faszinier überzeug weiterbringt
weitergebracht tröst heirat enttäusch begeister freut unterricht beglückwünsch eingearbeitet einarbeit
"""
"""Those whose object is never a thing."""

FINITE_SINGULAR = listed(
    "ist war hat hatte wird wurde kann konnte muss musste will wollte soll sollte darf durfte mag mochte möchte "
    "weiß wusste ging kam las schrieb sprach half gab nahm fand hielt ließ stand saß lag trug fuhr lief blieb hieß "
    "zog rief traf verlor gewann begann bewarb starb schlug fiel bot bat verstand bestand erhielt bekam entschied "
    "schien verließ verbrachte brachte dachte kannte nannte tat sei wäre hätte würde könnte müsste dürfte bewies "
    "erwarb schloss abschloss übernahm sang trat betrat vertrat sah aß trank schlief warf empfahl teilnahm erschien "
    "überzeugte möge könne müsse solle wolle dürfe wisse gehe komme lasse gebe nehme sehe werde bleibe stehe heiße "
    "lebe beschloss entschloss aufwuchs kennt tut betreibt rät lädt hält gilt tritt liest sieht spricht hilft gibt "
    "nimmt trifft wirbt bewirbt bittet findet arbeitet bereitet leitet absolvierte habe ergriff griff unterschrieb "
    "stieg ritt litt stritt schnitt lud wuchs sank stieß riet geriet überwand gelang genoss verzieh lieh wies "
    "beschrieb bezog galt"
)
FINITE_PLURAL = listed(
    "sind waren haben hatten werden wurden können konnten müssen mussten wollen wollten sollen sollten dürfen "
    "durften mögen möchten wissen wussten seien wären hätten würden könnten müssten tun taten"
)
FINITE = FINITE_SINGULAR | FINITE_PLURAL
NO_VERBS = listed(
    "gut nicht oft selbst jetzt erst fast mit dort seit leicht echt damit somit überhaupt sofort recht meist "
    "zuletzt zumeist äußerst höchst bestimmt bekannt gesamt gemeint spät früht direkt perfekt exakt gern heute "
    "bitte beste erste letzte weite vorerst längst jüngst mindestens stet dicht laut statt anstatt samt nebst not "
    "rat schlecht kompetent interessant relevant brillant exzellent intelligent kongruent stringent konsequent "
    "eloquent elegant vehement permanent souverän insgesamt unbekannt zuerst derart berühmt wert alt kalt hart zart "
    "fest leute seite fort acht hinsicht sonst selbstbewusst bewusst unbewusst geehrt begabt engagiert motiviert "
    "talentiert bereit weit breit zweit dritt"
)
"""Words with the ending of a verb that are none."""

GIFTS = listed(
    "mut spaß freude angst sorgen hoffnung lust geld zeit hilfe unterricht nachhilfe trost halt kraft vertrauen "
    "recht leid probleme platz raum auskunft glauben gehör respekt glück erfolg dank rat sicherheit kummer"
)
"""What a dative often gets: "machte ihr Mut"."""

GIVING_VERBS = (
    "geb gab gib helf half hilf dank schenk zeig erlaub empfehl empfahl empfiehl schick bescheinig gewähr erteil bot "
    "biet gehör folg gefall gefiel fehl vertrau gratulier begegn glaub antwort widm verlieh verleih überreich erklär "
    "zutrau mach brach bring erzähl erteilt geholf angebot gegeb geschenkt ermöglich versprech versprach sag wünsch "
    "widersprech widersprach zuhör zugehört nacheifer ähnel beisteh "
    "riet rate rät schrieb schreib attestier bestätig sprach ausstell ausgestellt erläuter schuld verdank nütz"
)
"""Beginnings of forms of verbs that take a dative."""
