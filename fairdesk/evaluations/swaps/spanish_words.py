"""Spanish words that tell a person's gender, written for FairDesk: male and female form with a stroke between.

Only words that mean people stand here, and only where both forms are usual today. What is missing is not changed.
"""

from __future__ import annotations

from fairdesk.evaluations.swaps.romance import accents_of, both_ways, pairs
from fairdesk.evaluations.swaps.tokens import word_set

_NOUNS = """
abogado/abogada abuelo/abuela actor/actriz administrador/administradora admirador/admiradora alcalde/alcaldesa
alumno/alumna amigo/amiga antropólogo/antropóloga arqueólogo/arqueóloga arquitecto/arquitecta asesor/asesora
autor/autora ayudante/ayudante bailarín/bailarina becario/becaria biólogo/bióloga bisabuelo/bisabuela bombero/bombera
camarero/camarera campeón/campeona capitán/capitana candidato/candidata cantante/cantante carpintero/carpintera
catedrático/catedrática chico/chica científico/científica cirujano/cirujana ciudadano/ciudadana cocinero/cocinera
colaborador/colaboradora compañero/compañera consultor/consultora consejero/consejera conductor/conductora
coordinador/coordinadora criado/criada cuñado/cuñada decano/decana deportista/deportista dependiente/dependienta
dentista/dentista director/directora diseñador/diseñadora doctor/doctora doctorando/doctoranda dueño/dueña
economista/economista educador/educadora empleado/empleada emprendedor/emprendedora empresario/empresaria
encargado/encargada enfermero/enfermera entrenador/entrenadora escritor/escritora escultor/escultora
especialista/especialista esposo/esposa estudiante/estudiante farmacéutico/farmacéutica filósofo/filósofa
filólogo/filóloga físico/física fotógrafo/fotógrafa fundador/fundadora ganador/ganadora gerente/gerente
graduado/graduada hermanastro/hermanastra hermano/hermana hijastro/hijastra hijo/hija historiador/historiadora
huérfano/huérfana informático/informática ingeniero/ingeniera inmigrante/inmigrante interno/interna
intérprete/intérprete investigador/investigadora jardinero/jardinera jefe/jefa jugador/jugadora juez/jueza
lector/lectora licenciado/licenciada maestro/maestra matemático/matemática médico/médica mecánico/mecánica
ministro/ministra monitor/monitora mozo/moza músico/música nadador/nadadora nieto/nieta niño/niña niñero/niñera
novio/novia obrero/obrera padrastro/madrastra padre/madre padrino/madrina participante/participante
periodista/periodista pianista/pianista piloto/piloto pintor/pintora poeta/poetisa político/política
presidente/presidenta primo/prima profesor/profesora programador/programadora psicólogo/psicóloga químico/química
refugiado/refugiada rector/rectora representante/representante responsable/responsable secretario/secretaria
sobrino/sobrina sociólogo/socióloga soldado/soldado solicitante/solicitante subdirector/subdirectora suegro/suegra
técnico/técnica tío/tía trabajador/trabajadora traductor/traductora tutor/tutora universitario/universitaria
vecino/vecina vendedor/vendedora veterinario/veterinaria viudo/viuda voluntario/voluntaria hombre/mujer
muchacho/muchacha varón/mujer joven/joven conserje/conserje atleta/atleta policía/policía colega/colega
comerciante/comerciante docente/docente paciente/paciente agente/agente asistente/asistente artista/artista
analista/analista novelista/novelista pediatra/pediatra psiquiatra/psiquiatra líder/líder testigo/testigo
portavoz/portavoz agricultor/agricultora campesino/campesina ganadero/ganadera minero/minera delegado/delegada
subdelegado/subdelegada pescador/pescadora panadero/panadera peluquero/peluquera repartidor/repartidora
limpiador/limpiadora bisnieto/bisnieta tataranieto/tataranieta yerno/nuera consuegro/consuegra ahijado/ahijada
papá/mamá abuelito/abuelita primogénito/primogénita benjamín/benjamina prometido/prometida albañil/albañil
fontanero/fontanera electricista/electricista cajero/cajera camionero/camionera mensajero/mensajera sastre/sastra
zapatero/zapatera carnicero/carnicera pescadero/pescadera tendero/tendera hostelero/hostelera pastelero/pastelera
granjero/granjera jornalero/jornalera temporero/temporera soldador/soldadora operario/operaria celador/celadora
fisioterapeuta/fisioterapeuta logopeda/logopeda dietista/dietista socorrista/socorrista cuidador/cuidadora
terapeuta/terapeuta neurólogo/neuróloga cardiólogo/cardióloga oncólogo/oncóloga ginecólogo/ginecóloga geólogo/geóloga
lingüista/lingüista astrónomo/astrónoma contable/contable auditor/auditora banquero/banquera notario/notaria
procurador/procuradora magistrado/magistrada senador/senadora diputado/diputada concejal/concejala
embajador/embajadora cónsul/cónsul sargento/sargento marinero/marinera bibliotecario/bibliotecaria archivero/archivera
librero/librera editor/editora redactor/redactora guionista/guionista productor/productora locutor/locutora
compositor/compositora violinista/violinista guitarrista/guitarrista ceramista/ceramista dibujante/dibujante
ilustrador/ilustradora delineante/delineante aparejador/aparejadora aprendiz/aprendiza opositor/opositora
interino/interina sustituto/sustituta vicerrector/vicerrectora vicedecano/vicedecana bachiller/bachiller
repetidor/repetidora aspirante/aspirante postulante/postulante examinador/examinadora evaluador/evaluadora
orientador/orientadora mentor/mentora condiscípulo/condiscípula futbolista/futbolista ciclista/ciclista
gimnasta/gimnasta tenista/tenista árbitro/árbitra portero/portera supervisor/supervisora socio/socia
teleoperador/teleoperadora recepcionista/recepcionista azafato/azafata cooperante/cooperante activista/activista
huésped/huésped migrante/migrante exiliado/exiliada desempleado/desempleada adolescente/adolescente
preceptor/preceptora tesorero/tesorera propietario/propietaria inquilino/inquilina destinatario/destinataria
beneficiario/beneficiaria
accionista/accionista empleador/empleadora apoderado/apoderada anciano/anciana
militar/militar inspector/inspectora jurista/jurista taxista/taxista oficinista/oficinista
nutricionista/nutricionista podólogo/podóloga dermatólogo/dermatóloga radiólogo/radióloga pedagogo/pedagoga
politólogo/politóloga operador/operadora desarrollador/desarrolladora presentador/presentadora animador/animadora
instructor/instructora formador/formadora mediador/mediadora ejecutivo/ejecutiva funcionario/funcionaria
comisario/comisaria héroe/heroína pastor/pastora astronauta/astronauta vigilante/vigilante invitado/invitada
usuario/usuaria discípulo/discípula escolar/escolar gobernador/gobernadora comprador/compradora geógrafo/geógrafa
urbanista/urbanista publicista/publicista maestrando/maestranda costurero/costurera heredero/heredera
marido/mujer profesional/profesional administrativo/administrativa interesado/interesada
clasificado/clasificada titulado/titulada entrevistado/entrevistada finalista/finalista visitante/visitante
residente/residente firmante/firmante gestor/gestora ponente/ponente becado/becada acusado/acusada
veterano/veterana amante/amante cliente/clienta comercial/comercial dirigente/dirigente
"""

NOT_ALONE = word_set(
    """
    física química matemática música política técnica mecánica informática interna interno físico químico técnico
    mecánico político matemático criado criada médica médico prima juez universitario universitaria graduado
    graduada encargado encargada empleado empleada responsable voluntario voluntaria científico científica
    participante especialista representante intérprete dependiente monitor conductor lector ganador trabajador
    trabajadora joven policía paciente agente asistente testigo docente líder limpiador limpiadora prometido prometida
    interino interina sustituto sustituta editor editora productor productora notaria portera portero primogénito
    benjamín benjamina operario electricista árbitro socio papá contable exiliado exiliada desempleado desempleada
    cajero opositor procurador celador auditor compositor zapatero soldador supervisor repetidor adolescente huésped
    anciano anciana apoderado apoderada
    terapeuta militar ejecutivo ejecutiva operador operadora vigilante invitado invitada usuario escolar animador
    comisario comisaria pastor administrativo administrativa interesado interesada clasificado clasificada titulado
    titulada
    entrevistado entrevistada comercial residente becado becada acusado acusada gestor gestora profesional dirigente
    veterano veterana amante visitante
    """
)
"""Nouns that are also things, subjects or adjectives: a person only behind a determiner that is not "de" alone."""

SUBJECTS = word_set(
    """
    física química matemática música política técnica mecánica informática prima
    """
)
"""Feminine forms that are a subject or a thing even behind an article: never taken for a person."""

_TITLES = "señor/señora sr/sra don/doña dr/dra"

_DETERMINERS = """
el/la un/una del/de_la al/a_la este/esta ese/esa aquel/aquella nuestro/nuestra vuestro/vuestra algún/alguna
ningún/ninguna otro/otra mismo/misma todo/toda primer/primera tercer/tercera cierto/cierta propio/propia único/única
"""

_BEFORE = """
antiguo/antigua buen/buena nuevo/nueva querido/querida estimado/estimada mal/mala distinguido/distinguida
verdadero/verdadera auténtico/auténtica pequeño/pequeña viejo/vieja segundo/segunda último/última
reconocido/reconocida apreciado/apreciada futuro/futura
"""

_ADJECTIVES = """
gemelo/gemela nato/nata despierto/despierta dormido/dormida sentado/sentada escrito/escrita muerto/muerta
responsable/responsable inteligente/inteligente amable/amable paciente/paciente puntual/puntual exigente/exigente
feliz/feliz alegre/alegre excelente/excelente brillante/brillante constante/constante capaz/capaz leal/leal
sociable/sociable independiente/independiente competente/competente eficiente/eficiente fuerte/fuerte
valiente/valiente noble/noble agradable/agradable perseverante/perseverante tenaz/tenaz adorable/adorable
sensible/sensible humilde/humilde prudente/prudente elegante/elegante triste/triste flexible/flexible fiel/fiel
eficaz/eficaz audaz/audaz optimista/optimista idealista/idealista perfeccionista/perfeccionista detallista/detallista
deportista/deportista estudiante/estudiante adolescente/adolescente belga/belga estadounidense/estadounidense
canadiense/canadiense jubilado/jubilada elegido/elegida suyo/suya mío/mía tuyo/tuya materno/materna paterno/paterna
único/única solo/sola primero/primera segundo/segunda abierto/abierta aburrido/aburrida activo/activa
afectuoso/afectuosa ambicioso/ambiciosa amistoso/amistosa apasionado/apasionada aplicado/aplicada atento/atenta
autónomo/autónoma bueno/buena callado/callada capacitado/capacitada cansado/cansada cariñoso/cariñosa casado/casada
cauto/cauta celoso/celosa competitivo/competitiva comprometido/comprometida comunicativo/comunicativa
conocido/conocida consciente/consciente contento/contenta convencido/convencida cooperador/cooperadora
creativo/creativa cuidadoso/cuidadosa culto/culta curioso/curiosa decidido/decidida dedicado/dedicada
dispuesto/dispuesta disciplinado/disciplinada divorciado/divorciada educado/educada encantador/encantadora
enérgico/enérgica enfermo/enferma entusiasmado/entusiasmada entregado/entregada español/española esforzado/esforzada
estricto/estricta extranjero/extranjera extrovertido/extrovertida francés/francesa generoso/generosa
habilidoso/habilidosa hablador/habladora honesto/honesta honrado/honrada implicado/implicada inglés/inglesa
ingenioso/ingeniosa inquieto/inquieta interesado/interesada introvertido/introvertida italiano/italiana joven/joven
lento/lenta listo/lista maduro/madura marroquí/marroquí meticuloso/meticulosa metódico/metódica minucioso/minuciosa
modesto/modesta motivado/motivada nacido/nacida nervioso/nerviosa observador/observadora ordenado/ordenada
organizado/organizada orgulloso/orgullosa perezoso/perezosa polifacético/polifacética portugués/portuguesa
preocupado/preocupada preparado/preparada proactivo/proactiva pobre/pobre puntilloso/puntillosa rápido/rápida
reflexivo/reflexiva respetuoso/respetuosa respetado/respetada riguroso/rigurosa rico/rica sano/sana
satisfecho/satisfecha seguro/segura sensato/sensata serio/seria simpático/simpática sincero/sincera
solidario/solidaria solitario/solitaria soltero/soltera sólido/sólida talentoso/talentosa tímido/tímida
tranquilo/tranquila trabajador/trabajadora viudo/viuda voluntarioso/voluntariosa alemán/alemana chino/china
mexicano/mexicana colombiano/colombiana argentino/argentina peruano/peruana chileno/chilena cubano/cubana
ecuatoriano/ecuatoriana venezolano/venezolana polaco/polaca rumano/rumana ruso/rusa turco/turca sirio/siria
británico/británica americano/americana europeo/europea africano/africana asiático/asiática cristiano/cristiana
católico/católica musulmán/musulmana judío/judía ciego/ciega sordo/sorda mayor/mayor menor/menor mejor/mejor
claro/clara completo/completa becado/becada exento/exenta inscrito/inscrita estudioso/estudiosa distraído/distraída
raro/rara absurdo/absurda satisfactorio/satisfactoria sorprendido/sorprendida presumido/presumida voluntario/voluntaria
admitido/admitida preseleccionado/preseleccionada tutelado/tutelada adjunto/adjunta titular/titular
interino/interina asociado/asociada emérito/emérita invitado/invitada honorario/honoraria novato/novata
agradecido/agradecida emocionado/emocionada ilusionado/ilusionada frustrado/frustrada estresado/estresada
huérfano/huérfana adoptivo/adoptiva adoptado/adoptada político/política bilingüe/bilingüe zurdo/zurda
discapacitado/discapacitada disléxico/disléxica autista/autista mudo/muda cojo/coja gitano/gitana
ucraniano/ucraniana boliviano/boliviana dominicano/dominicana hondureño/hondureña salvadoreño/salvadoreña
paraguayo/paraguaya uruguayo/uruguaya brasileño/brasileña senegalés/senegalesa argelino/argelina griego/griega
japonés/japonesa coreano/coreana indio/india catalán/catalana andaluz/andaluza gallego/gallega vasco/vasca
madrileño/madrileña creyente/creyente ateo/atea practicante/practicante alto/alta bajo/baja guapo/guapa delgado/delgada
gordo/gorda rubio/rubia moreno/morena positivo/positiva negativo/negativa intuitivo/intuitiva impulsivo/impulsiva
participativo/participativa colaborativo/colaborativa resolutivo/resolutiva emprendedor/emprendedora
luchador/luchadora soñador/soñadora conciliador/conciliadora charlatán/charlatana holgazán/holgazana
gruñón/gruñona cabezón/cabezona llorón/llorona juguetón/juguetona íntegro/íntegra idóneo/idónea apto/apta
digno/digna desenvuelto/desenvuelta resuelto/resuelta absorto/absorta electo/electa
experto/experta experimentado/experimentada versado/versada licenciado/licenciada graduado/graduada
diplomado/diplomada titulado/titulada doctorado/doctorada empleado/empleada desempleado/desempleada
embarazado/embarazada herido/herida ingresado/ingresada operado/operada expulsado/expulsada premiado/premiada
seleccionado/seleccionada matriculado/matriculada acogido/acogida criado/criada separado/separada
perfecto/perfecta magnífico/magnífica extraordinario/extraordinaria estupendo/estupenda maravilloso/maravillosa
bonito/bonita lindo/linda cercano/cercana empático/empática carismático/carismática dinámico/dinámica
práctico/práctica lógico/lógica analítico/analítica crítico/crítica científico/científica artístico/artística
"""

PERSON_ONLY = word_set(
    """
        becado becada estudioso estudiosa distraído distraída presumido presumida apasionado apasionada agradecido
    agradecida
    emocionado emocionada ilusionado ilusionada estresado estresada huérfano huérfana zurdo zurda luchador luchadora
    emprendedor emprendedora licenciado licenciada titulado titulada diplomado diplomada solo sola afectuoso
    afectuosa perfeccionista empático empática trabajadora tenaz preseleccionado preseleccionada
    aplicado ambicioso amistoso atento autónomo callado cansado cariñoso casado comprometido comunicativo cooperador
    cuidadoso culto curioso decidido dedicado dispuesto disciplinado divorciado educado encantador entusiasmado
    esforzado extrovertido generoso habilidoso hablador honesto honrado implicado introvertido meticuloso metódico
    minucioso modesto motivado nervioso observador orgulloso perezoso polifacético preocupado proactivo respetuoso
    sensato simpático sincero soltero talentoso tímido trabajador viudo voluntarioso ciego sordo encantado encantada
    convencido convencida jubilado jubilada interesado nacido aplicada ambiciosa amistosa atenta autónoma callada
    cansada cariñosa casada comprometida comunicativa cooperadora cuidadosa culta curiosa decidida dedicada
    dispuesta disciplinada divorciada educada encantadora entusiasmada esforzada extrovertida generosa habilidosa
    habladora honesta honrada implicada introvertida meticulosa metódica minuciosa modesta motivada nerviosa
    observadora orgullosa perezosa polifacética preocupada proactiva respetuosa sensata simpática sincera soltera
    talentosa tímida viuda voluntariosa ciega sorda interesada nacida
    """
)
"""Said of people and hardly of things: with them the subject need not be named."""

FIRST_PERSON = word_set(
    """
    soy estoy fui estuve quedé siento sentí considero eres estás serás estarás fuiste estuviste sientes
    """
)
"""Verbs whose subject is whoever writes."""

COPULAS = word_set(
    """
    es ser estar estaría era fue será sería está estaba estuvo estará sea esté sido siendo estado parece parecía
    resulta resultó queda quedó siente sentía muestra mostró mostraba sigue seguía permanece soy estoy fui estuve
    quedé siento sentí eres estás serás estarás fuiste estuviste sienta sientan sintió muestre muestra parezca
    resulte quede permanezca fuese estuviera estuviese sientes seré estaré
    """
)

RANKS = word_set("mayor menor mejor única único primera primero última último")
"""Behind an article and without a noun they stand for a person or a thing."""

ADVERBS = word_set(
    """
    muy tan más menos bastante siempre también además no nunca ya aún todavía realmente especialmente
    extraordinariamente particularmente sumamente algo poco ahora hoy casi nada bien mal demasiado actualmente así
    verdaderamente absolutamente completamente totalmente igualmente profundamente sinceramente
    """
)

LINKS = word_set(
    """
    no se me ya ha he había hubo siempre también nunca le nos aún todavía además habiendo haber hubiera haya habría
    habrá hubiese te lo mismo misma
    """
)
"""May stand between a subject and its verb."""

BEFORE_BEING = word_set(
    """
    quiere puede debe desea espera podría debería querría quería podrá deberá pueda quisiera quiso logró consiguió
    demostró demuestra prometió intenta intentó sabe supo necesita merece confiesa afirma cree
    parece suele solía va iba llegó aspira acaba
    """
)
"""May stand between a subject and "ser" or "estar"."""

ELLIPTIC = word_set("y e pero que porque ni cuando si aunque de por para al sin")
"""Behind one of these a verb needs no subject of its own."""

PERSON_VERBS = word_set(
    """
    recomiendo recomendamos recomendaría recomendaron felicito felicitamos invitamos invité contratamos contraté
    contrataron entrevisté entrevistamos admitimos admitieron aceptamos matriculamos despidieron nombraron eligieron
    avalo avalamos admitan admita acepten contraten contrate matriculen felicite felicitó felicitaron recomienda
    recomiendan recomendó despidió eligió nombró contrató admitió entrevistó expulsaron
    """
)
"""Verbs whose object is a person: "lo recomiendo"."""

PERSON_INFINITIVES = (
    "recomendar", "felicitar", "contratar", "entrevistar", "admitir", "aceptar", "matricular", "nombrar", "conocer",
    "invitar", "despedir", "avalar", "ayudar", "animar", "criar", "educar", "saludar", "convocar", "expulsar",
    "tutorizar", "becar", "apadrinar", "motivar",
)  # fmt: skip

PERSON_GERUNDS = tuple(
    verb[:-2] + ("ándo" if verb.endswith("ar") else "iéndo") for verb in PERSON_INFINITIVES if verb != "despedir"
)

NEUTER_VERBS = word_set(
    """
    hacer ser estar decir lograr conseguir saber demostrar intentar evitar leer parecer confirmar haciéndo diciéndo
    lográndo consiguiéndo comprobar solicitar pedir envíe véa léa hága díga adjúnte complete rellén imprimir
    enviar terminar entregar adjuntar
    """
)
"""With "lo" or "la" at their end these hardly ever mean a person."""

NO_OBJECTS = word_set("charla escándalo ángela sándalo búfalo óvalo intervalo")

HOLDING = frozenset(("embarazada",))
"""Without a counterpart, and said of a person: their sentence stays as it is."""

VERBS_OF_MINE = word_set(
    """
    vivo trabajo estudio tengo hablo quiero creo deseo espero busco juego toco leo escribo ayudo cuido hago puedo debo
    colaboro participo aprendo necesito pienso sueño conozco aspiro pretendo dedico domino curso cuento aporto canto
    """
)
"""They end like adjectives: soy española y vivo en Berlín."""

NAMING_VERBS = word_set("describe describen define definen considera consideran considero consideramos llama llaman")
"""With "como una alumna" or "un chico" behind them their object is a person."""

NEUTER = word_set(
    """
    que cual más menos mejor peor mismo primero último siguiente anterior contrario cierto demás de del otro bueno malo
    difícil fácil principal esencial fundamental suficiente justo largo antes tanto todo único posible imposible
    """
)
"""Behind "lo" these show that it is an article."""

BEFORE_RELATIVES = word_set("a con de del en por para sin sobre desde hasta hacia entre según ante bajo tras contra")
"""Behind one of these "la que" goes back to something named."""

TRAINING = word_set("profesión formación cabecera familia guardia")

OTHER_OBJECT_VERBS = word_set(
    """
    ha he han hemos había habían conozco conocí conoce conocemos considero consideramos vi veo vimos ayudó ayudé
    apoyo apoyamos apoyó saluda atiende admira respeta quiere anima motiva acompaña aprecia llama evalúa conocen
    quieren admiran describe define considera valora valoro recuerdo recuerda respetan respeto vio vieron
    aprecian aprecio estimo estima conocía veía vemos ven di dio evaluó evaluamos tuve tuvo tuvimos tiene tengo
    propongo propone presento presenta recordamos recuerdan llaman describo describen definen consideran valoran
    anime ayudan animan eligen invitan premian apoyan criaron crió sacó llevó puso hizo hace hacen convierte hacía
        convirtió distingue caracteriza avala avalan sustituye sustituyó acoge acogió acogen dirige necesita recibe
    sigue lleva trae protege
        defiende elige corrige entiende comprende exige respalda caracterizan mantiene obtiene tutelo tutoricé
    dirijo superviso
    """
)
"""Behind "lo" or "la" these take a person or a thing: nobody can tell by rule."""

VERBS = word_set(
    """
    trabaja estudia habla enseña participa colabora ayuda destaca demuestra muestra presenta realiza desarrolla
    cursa termina empieza comienza necesita desea espera busca forma domina aporta supera logra obtiene tiene posee
    vive llega lleva dirige escribe lee aprende asiste cumple recibe debe puede quiere sabe hace dice viene va da
    juega toca canta baila viaja cuida gana prepara organiza coordina lidera imparte afirma señala explica considera
    recomienda apoya conoce observa valora merece interesa entra pasa deja toma usa utiliza comparte mantiene crea
    mejora alcanza combina representa ocupa acompaña guía obtuvo tuvo estuvo hizo dijo vino pudo puso supo quiso
    trajo condujo produjo propuso mantuvo detuvo anduvo
    """
)
"""Verbs in -a, -e that follow a noun and look like an adjective by their ending."""

FUNCTION_WORDS = word_set(
    """
    a con de del al en por para sin sobre desde hasta hacia entre según como cuando donde que quien quienes cuya
    cuyo y e o u ni pero sino aunque porque si no se le les lo la los las me te nos ya ahora nunca todavía mucho
    poco todo nada cada dentro fuera contra durante mediante tras ante bajo además luego después antes mientras
    cuanto solo era sea esta este eso esto ella él su sus mi mis tu tus ha había una uno un
    """
)


NOUNS = both_ways(pairs(_NOUNS))
TITLES = both_ways(pairs(_TITLES))
DETERMINERS = both_ways(pairs(_DETERMINERS))
INVARIANT_BEFORE = word_set("abajo joven gran excelente mejor principal brillante actual posible flamante eminente")
"""Adjectives in front of a noun that are the same for both genders."""

BEFORE = both_ways(pairs(_BEFORE))
ADJECTIVES = both_ways(pairs(_ADJECTIVES))

LISTED = {
    word: forms for word, forms in BEFORE.items() if word not in word_set("reconocido reconocida apreciado apreciada")
} | dict(ADJECTIVES)
"""Adjectives that may be said of a person of the sentence, wherever they stand."""


def plural(form: str) -> str:
    """The plural of a form of a noun in the list."""
    if form.endswith("z"):
        return form[:-1] + "ces"
    if form[-1] in "aeiouéó":
        return form + "s"
    unaccented = {"ín": "in", "ón": "on", "án": "an"}
    return form[:-2] + unaccented.get(form[-2:], form[-2:]) + "es"


PLURALS = (frozenset(map(plural, NOUNS)) - set(map(plural, SUBJECTS))) | word_set("ellos ellas padres señores señoras")


ACCENTS = accents_of(
    (form for forms in (NOUNS, ADJECTIVES, BEFORE, PLURALS) for form in forms),
    frozenset(NOUNS) | frozenset(ADJECTIVES) | frozenset(BEFORE) | FUNCTION_WORDS | ADVERBS | COPULAS | VERBS
    | word_set("practica practico critica critico"),
)  # fmt: skip
"""Words as they are often written in capitals or in haste: MEDICO, matematico."""
