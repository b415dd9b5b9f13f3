/**
 * What is to be guessed: words of five letters, chosen by hand, that everybody knows. Nouns in the first place, few plurals,
 * no names, nothing that hurts. Only the server has the list; a reader's page is given the word of its day.
 */
const WORDS = `
abend abtei acker adler affen akten allee alpen amsel anbau angel angst anker anruf apfel april arena armut asche atlas atmen augen
autor backe baden bahre basar basis bauch bauer beere beine beruf besen beton beule biber biene biest birke birne blase blatt blech
blick blitz block blume bluse blüte boden bogen bohne bombe boote borke brand braut brief brise brust brühe buche bucht busch bäche
bäder bälle bände bänke bären bäume böden bögen bügel bühne chaos chips couch dachs dampf datum dauer daune decke degen deich delle
diele docht dolch dosen draht drama drang dreck druck duell durst dübel düfte dünen ebene eiche eifer eimer eisen eisig elche elend
engel enkel erbse ernst ernte esche essen essig etage ethik eulen extra fabel faden fahne falke falle falte farbe farne fasan faser
faust feder fehde feier feile feind felge ferse feuer fibel figur filme fisch fjord flach flair flaum fleck fleiß flink flora fluch
fluss flöhe flöte flöße fokus folge forst fotos frage frist frost frühe fuchs fugen funke fäden fänge färse fülle füßen gabel galle
gasse gebet geige geist gerät geste gicht glanz glatt gleis glück gnade gosse griff grill grube gruft grund größe grüße gurke gurte
gänse gäste güter hacke hafen hafer hagel haken halle halme hanse harfe harke hasen haube haupt hecke hefte heide henne herde hilfe
hirse hirte hitze hobby hobel honig horde hotel humor hunde häfen hänge härte häute höhle hügel hülle hülse hüter hütte ideal iltis
imker insel jacke jahre jubel junge juwel jäger jäten kabel kader kajak kakao kamel kamin kampf kanal kanne kante karre karte kasse
katze kehle keile kelch kerze kette keule kieme kiosk kiste klage klang klaue kleid klein klima knabe knall knick knopf kobra kohle
komet komma konto kopie kraft kranz kreis krone krume kräne kröte kugel kunde kunst kurve käfer käfig kälte kämme köche könig körbe
küche kühle küken küsse küste lager lampe lanze larve laser laube lauch laune leben leder lehre leine leise lesen licht liebe linde
linie linse liste lobby locke logik loipe lotse lotto luchs lunge lupen länge löhne löwen lücke lüfte magen mager magie maler mappe
marke markt maske masse mauer meile meise menge meter miene milbe milch mitte model molke monat moose moped moral motor motte musik
mutig mäuse möbel möhre möwen mühen mühle münze mütze nabel nacht nadel nagel namen narbe nasen natur nebel neffe netze niere nixen
nudel nägel nähte nässe nüsse obhut ohren olive onkel opern optik orden orgel orkan osten otter ozean palme panda panne papst pasta
pause pedal pegel perle pfade pfahl pfand pfeil pferd pflug pfote piano pille pilot pilze pinne pirat pizza plage platz pläne pokal
polen poren preis prise probe prosa pudel puder pumpe punkt puppe qualm quark quarz quell quirl quote raben radar radio rampe ranke
rasen ratte rauch raupe raute reben regal regel regen reich reihe reise rente reste riese rinde ringe rippe robbe rolle roman rosen
route rubin rudel ruder ruhig ruine rumpf runde räder räume röcke röhre rösti rüben sache sahne salat salbe salon salto salze samen
sanft schaf schal schau schoß schuh sechs segel sehne seide seife seite sekte senke serie serum sicht siege silbe sinne sirup sitte
skala sohle sonde sonne sorge sorte spatz speck speer spiel spieß sport spule späne stadt stahl stall stamm staub steak stein stern
stich stiel stift stirn stock stoff stolz strom stube stufe stuhl sturm stute stäbe stöße stück suche summe sumpf suppe szene säfte
sägen säule söhne süden tadel tafel takte tanne tante tapir tasse taube teich teile tempo tenne tenor theke thron tiefe tiere tiger
tinte tisch titel tonne torte traum treue trick tritt trost truhe träne trübe tulpe turbo typen täler tänze töpfe tücke türen türme
ufern uhren ulmen umweg unart unfug union unmut urahn vasen vater venen verse video villa viola virus visum vogel volle väter vögel
waage waben wache wachs wagen walze wange wanne wanze warte watte weide weile weise weite welle welpe wende werft weste wette wicke
wiege wiese wille winde witwe witze woche wogen wolke wolle wonne worte wunde wurst wände wärme wölfe würde würfe würze wüste zange
zebra zeche zeder zehen zeile zelle zelte ziege ziele zinne zitat zobel zucht zunge zwang zweck zweig zwerg zwölf zähne zäune zöpfe
zügel übung
`

export const ANSWERS: readonly string[] = WORDS.trim().split(/\s+/)
