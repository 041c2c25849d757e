"""Words behind or before which personal data stands, in English, German, French and Spanish; written for FairDesk."""

from __future__ import annotations

UPPER = "".join(
    chr(code)
    for block in (range(0x41, 0x250), range(0x370, 0x530), range(0x1E00, 0x1F00))
    for code in block
    if chr(code).isupper()
)
"""Capital letters of the Latin, Greek and Cyrillic scripts, for a class in a regular expression."""

WORD = rf"(?:[{UPPER}](?:[^\W\d_]|['’-](?=[^\W\d_])){{1,30}}|[{UPPER}]\.)"
"""A capitalised word, or an initial."""

PARTICLES = (
    *(
        "von",
        "van",
        "vom",
        "zu",
        "zur",
        "der",
        "den",
        "de",
        "del",
        "della",
        "di",
        "da",
        "dos",
        "das",
        "do",
        "du",
        "des",
    ),
    *(
        "la",
        "las",
        "los",
        "le",
        "les",
        "el",
        "al",
        "bin",
        "bint",
        "ibn",
        "ben",
        "ter",
        "ten",
        "te",
        "y",
        "e",
        "af",
        "av",
    ),
)

NAME_RUN = rf"{WORD}(?:[ \u00a0](?:(?:{'|'.join(PARTICLES)})[ \u00a0]){{0,3}}{WORD}){{0,3}}"
"""One to four capitalised words with the small words that stand between parts of a name."""

GIVEN_FIELDS = (
    *("first name", "given name", "given names", "middle name", "preferred name", "vorname", "vornamen", "rufname"),
    *("prénom", "prénoms", "nombre", "nombres"),
)
SURNAME_FIELDS = (
    *("surname", "last name", "family name", "nachname", "familienname", "nom de famille", "apellido", "apellidos"),
    *("primer apellido", "segundo apellido", "birth name", "geburtsname", "maiden name"),
)
NAME_FIELDS = (
    *("name", "full name", "first name", "given name", "given names", "middle name", "preferred name", "legal name"),
    *("applicant", "applicant name", "name of applicant", "applicant's name", "candidate", "candidate name"),
    *("name of candidate", "student", "student name", "name of student", "patient", "customer", "client", "author"),
    *("referee", "reference", "contact person", "signed", "signature", "mother", "father", "parent", "guardian"),
    *("vorname", "vornamen", "rufname", "name, vorname", "vor- und nachname", "vorname und name", "bewerber"),
    *("bewerberin", "name der bewerberin", "name des bewerbers", "kandidat", "kandidatin", "ansprechpartner"),
    *("antragsteller", "antragstellerin", "unterschrift", "verfasser", "verfasserin", "kunde", "kundin"),
    *("nom", "prénom", "prénoms", "nom et prénom", "nom, prénom", "nom complet", "candidat", "candidate", "étudiant"),
    *("étudiante", "demandeur", "signataire", "nombre", "nombres", "nombre y apellidos", "nombre completo"),
    *("candidato", "candidata", "solicitante", "estudiante", "alumno", "alumna", "firma", "firmado"),
)
"""Labels that stand before a colon, in small letters."""

SIGNED_FIELDS = (
    *("author", "signed", "signature", "unterschrift", "verfasser", "verfasserin", "signataire", "firma", "firmado"),
)
OTHER_FIELDS = ("referee", "reference", "contact person", "mother", "father", "parent", "guardian", "ansprechpartner")
"""Of them those of whoever signs, and of people beside the one whom a form is about."""

INTRODUCTIONS = (
    *("my name is", "my full name is", "my names are", "i am called", "the applicant's name is", "his name is"),
    *("her name is", "their name is", "name's", "mein name ist", "ich heiße", "ich heisse", "sie heißt", "er heißt"),
    *("je m'appelle", "je m’appelle", "mon nom est", "je me nomme", "il s'appelle", "elle s'appelle", "me llamo"),
    *("mi nombre es", "se llama", "su nombre es"),
)
"""Stand before a name of one word or more."""

WEAK_INTRODUCTIONS = ("i am", "i'm", "i’m", "this is", "ich bin", "hier ist", "je suis", "yo soy", "soy")
"""Stand before many other words, too: only two capitalised words behind them are taken for a name."""

TITLES = (
    *("Mr", "Mrs", "Ms", "Miss", "Mx", "Dr", "Prof", "Professor", "Sir", "Madam", "Lady", "Lord", "Rev", "Reverend"),
    *("Herr", "Herrn", "Frau", "Fräulein", "Doktor", "Monsieur", "Madame", "Mademoiselle", "Mme", "Mlle", "Maître"),
    *(
        "Professorin",
        "Doktorin",
        "Professeure",
        "Professeur",
        "Docteur",
        "Señor",
        "Señora",
        "Señorita",
        "Sr",
        "Sra",
        "Srta",
        "Don",
        "Doña",
        "Profesor",
    ),
    *("Profesora", "Doctor", "Doctora", "Coach", "Headteacher", "Dipl.-Ing", "PD"),
)
"""Stand before a surname or a whole name, with or without a full stop, and may stand one behind another."""

SALUTATIONS = (
    *("Dear", "Hello", "Hi", "Hey", "Liebe", "Lieber", "Hallo", "Guten Tag", "Sehr geehrte", "Sehr geehrter"),
    *("Cher", "Chère", "Bonjour", "Salut", "Estimado", "Estimada", "Querido", "Querida", "Hola", "Apreciado"),
    *("Apreciada", "Distinguido", "Distinguida"),
)

CLOSINGS = (
    *("yours sincerely", "yours faithfully", "yours truly", "sincerely", "sincerely yours", "kind regards"),
    *("best regards", "warm regards", "with kind regards", "regards", "best wishes", "many thanks", "thank you"),
    *("respectfully", "respectfully yours", "best", "cheers", "mit freundlichen grüßen", "mit freundlichem gruß"),
    *("mit freundlichen grüssen", "freundliche grüße", "viele grüße", "beste grüße", "mit besten grüßen", "herzliche"),
    *("herzliche grüße", "hochachtungsvoll", "mit vorzüglicher hochachtung", "gezeichnet", "gez.", "cordialement"),
    *("bien cordialement", "bien à vous", "salutations distinguées", "sincères salutations", "respectueusement"),
    *("meilleures salutations", "atentamente", "cordialmente", "saludos", "saludos cordiales", "un saludo"),
    *("un cordial saludo", "le saluda atentamente", "muy atentamente"),
)
"""Stand alone on a line above a signature, in small letters, with or without a comma."""

_NO_NAMES = """
    I A An The This That These Those My Your His Her Our Their It We You They He She And Or But If In On At To From For
    With By As Of All Both Any Some No Not Yes Since When While After Before Also However Because Although Dear Hello
    Sir Madam Madame Monsieur Mesdames Messieurs Ladies Gentlemen Everyone Everybody Colleagues Colleague Team Hiring
    Manager Admissions Admission Committee Board Panel Office Officer Tutor Tutors Department Faculty School College
    University Universität Université Universidad Professor Professors Prof Dr Mr Mrs Ms Miss Mx Applicant Candidate
    Student Students Reader Readers Selection Recruitment Recruiter Members Member Chair Dean Director Human Resources
    Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August
    September October November December Personal Statement Curriculum Vitae Resume Cover Letter Application Motivation
    British Indian American Irish Scottish Welsh Italian Chinese Japanese Korean Turkish Polish African Asian European
    Physics Chemistry Biology Mathematics History Medicine Law Engineering English German French Spanish Phone Email
    Ich Du Er Sie Es Wir Ihr Mein Meine Dein Sein Ihre Ihren Ihrem Der Die Das Den Dem Des Ein Eine Einen Einem Und Oder
    Aber Wenn Weil Da Als Im Am An Auf Aus Bei Mit Nach Seit Von Vor Zu Zum Zur Für Über Unter Herr Herrn Frau Damen
    Herren Zulassungskommission Auswahlkommission Kommission Bewerbung Lebenslauf Motivationsschreiben Abitur Studium
    Hochschule Schule Gymnasium Fakultät Dekanat Studentin Schüler Schülerin Bewerber Bewerberin Kollegen Kolleginnen
    Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag Januar Februar März Mai Juni Juli Oktober Dezember
    Je Tu Il Elle Nous Vous Ils Elles Mon Ma Mes Ton Ta Son Sa Ses Notre Votre Leur Le La Les Un Une Du De Des Ce Cette
    Ces Et Ou Mais Si Quand Comme Pour Par Avec Sans Dans Sur Candidature Lettre Candidat Étudiant Étudiante Commission
    Lycée Licence Lundi Mardi Mercredi Jeudi Vendredi Samedi Dimanche Yo Tú Él Ella Nosotros Ustedes Mi Mis Su Sus El
    Los Las Una Este Esta Estos Estas Y O Pero Cuando Como Para Por Con Sin En Sobre Señor Señora Señores Señoras
    Carta Solicitud Candidato Candidata Estudiante Comité Comisión Facultad Escuela Instituto Lunes Martes Miércoles
    Jueves Viernes Sábado Domingo Name Address Telephone Tel Fax Anschrift Telefon Adresse Dirección Teléfono Nombre
"""
NO_NAMES = frozenset(_NO_NAMES.split())
"""Capitalised words that begin no name: a stretch of them behind a cue is cut there."""

TELEPHONE_CUES = (
    *("tel", "telephone", "phone", "mobile", "cell", "cellphone", "fax", "call", "whatsapp", "telefon", "handy"),
    *("mobil", "mobilnummer", "telefonnummer", "rufnummer", "tél", "téléphone", "portable", "mobile", "teléfono"),
    *("telefono", "móvil", "movil", "celular"),
)

ID_CUES = (
    *("passport", "identity card", "id card", "id number", "id no", "student number", "student id", "matriculation"),
    *("matriculation number", "application number", "applicant number", "applicant id", "registration number"),
    *("ucas id", "ucas number", "candidate number", "social security", "social security number", "ssn", "nhs number"),
    *("national insurance", "driving licence", "driver's license", "tax number", "tax id", "customer number"),
    *("case number", "matrikelnummer", "matrikel-nr", "matr.-nr", "matrikel", "personalausweis"),
    *("personalausweisnummer", "ausweisnummer", "ausweis", "reisepass", "reisepassnummer", "passnummer", "steuer-id"),
    *(
        "steuernummer",
        "sozialversicherungsnummer",
        "versichertennummer",
        "krankenversicherungsnummer",
        "bewerbernummer",
    ),
    *("bewerbungsnummer", "kundennummer", "aktenzeichen", "passeport", "carte d'identité", "numéro d'étudiant"),
    *("numéro étudiant", "numéro ine", "ine", "numéro de sécurité sociale", "sécurité sociale", "numéro de dossier"),
    *("numéro de candidat", "parcoursup", "pasaporte", "dni", "nie", "nif", "número de matrícula"),
    *("número de expediente", "expediente", "número de estudiante", "seguridad social", "número de solicitud"),
)

BIRTH_CUES = (
    *("born on", "born", "date of birth", "birth date", "birthdate", "birthday", "d.o.b.", "dob", "geboren am"),
    *("geboren", "geb.", "geb. am", "geburtsdatum", "geburtstag", "né le", "née le", "né(e) le", "date de naissance"),
    *("nacido el", "nacida el", "nacido", "nacida", "nací el", "fecha de nacimiento", "f. de nacimiento"),
)

MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november"),
    *("december", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "januar"),
    *("jänner", "februar", "märz", "mai", "juni", "juli", "oktober", "dezember", "okt", "dez", "janvier", "février"),
    *("mars", "avril", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre", "enero", "febrero"),
    *("marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "setiembre", "octubre", "noviembre"),
    "diciembre",
)

PROFILE_HOSTS = (
    *("linkedin.com", "xing.com", "facebook.com", "fb.com", "instagram.com", "twitter.com", "x.com", "github.com"),
    *("gitlab.com", "tiktok.com", "youtube.com", "t.me", "threads.net", "bsky.app", "vk.com", "weibo.com", "orcid.org"),
    *("researchgate.net", "academia.edu", "medium.com", "behance.net", "soundcloud.com", "linktr.ee", "about.me"),
)

REGIONS = {
    "de": ("DE", "AT", "CH"),
    "fr": ("FR", "BE", "CH"),
    "es": ("ES", "MX", "AR"),
    "en": ("GB", "US", "IE"),
}
"""Where a telephone number without a country code may belong, by the language of the text."""
