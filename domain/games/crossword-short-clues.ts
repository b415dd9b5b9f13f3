/**
 * Short answers, two to four letters: what holds a dense grid together. Written as the others are: a line is the answer, a
 * space, the clue.
 */
export const SHORT_LINES = `
AB Nicht mehr dran
AC Kfz-Zeichen von Aachen
AG Aktiengesellschaft, kurz
AI Dreizehiges Faultier
AL Zeichen für Aluminium
AM Kurz für „an dem“
AN Gegenteil von aus
AR Hundert Quadratmeter
AT Österreich im Internet
AU Zeichen für Gold
BA Zeichen für Barium
BE Zeichen für Beryllium
BG Bulgarien im Internet
BI Zeichen für Bismut
BR Sender in München, kurz
CA Zeichen für Kalzium
CD Silberne Scheibe mit Musik
CE Zeichen der EU auf Geräten
CH Schweiz im Internet
CL Zeichen für Chlor
CO Zeichen für Kobalt
CR Zeichen für Chrom
CU Zeichen für Kupfer
DA An dieser Stelle
DB Sie fährt ICE, kurz
DD Kfz-Zeichen von Dresden
DE Deutschland im Internet
DJ Er legt in der Disko auf
DK Dänemark im Internet
DM Geld vor dem Euro, kurz
DO Erster gesungener Ton
DR Titel vor dem Namen, kurz
DU Anrede unter Freunden
EE Estland im Internet
EF Kfz-Zeichen von Erfurt
EG Unterstes Stockwerk, kurz
EH Sowieso, in Wien
EI Es wird zu Ostern versteckt
EL Spanischer Artikel
EM Turnier der Europäer, kurz
ER Männliches Fürwort
ES Sächliches Fürwort
ET Und, auf Französisch
EU Staatenbund mit Sitz in Brüssel
EV Zusatz eines Vereins, kurz
FA Vierter gesungener Ton
FC Fußballclub, kurz
FE Zeichen für Eisen
FI Finnland im Internet
FR Frankreich im Internet
GA Zeichen für Gallium
GE Zeichen für Germanium
GO Brettspiel mit schwarzen und weißen Steinen
GR Griechenland im Internet
HA Ausruf des Triumphs
HB Kfz-Zeichen von Bremen
HE Zeichen für Helium
HG Zeichen für Quecksilber
HH Kfz-Zeichen von Hamburg
HI Lockerer Gruß
HL Kfz-Zeichen von Lübeck
HO Ruf des Weihnachtsmanns
HR Kroatien im Internet
HU Ungarn im Internet
IC Fernzug, kurz
ID Nummer einer Person, kurz
IE Irland im Internet
IL Italienischer Artikel
IM Kurz für „in dem“
IN Gegenteil von out
IQ Maß der Klugheit, kurz
IR Zeichen für Iridium
IS Island im Internet
IT Alles mit Computern, kurz
JA Wort am Traualtar
KG Gewicht auf der Waage, kurz
KI Maschine, die lernt, kurz
KM Tausend Meter, kurz
KO Ende eines Boxkampfs, kurz
KR Zeichen für Krypton
LA Sechster gesungener Ton
LE Französischer Artikel
LI Zeichen für Lithium
LP Große schwarze Scheibe, kurz
LT Litauen im Internet
LU Luxemburg im Internet
LV Lettland im Internet
MA Zeit der Ritter, kurz
MD Kfz-Zeichen von Magdeburg
MG Zeichen für Magnesium
MI Dritter gesungener Ton
MM Ein Zehntel Zentimeter, kurz
MN Zeichen für Mangan
MO Erster Wochentag, kurz
MT Malta im Internet
NA Wort vor „und?“
NE Zeichen für Neon
NI Zeichen für Nickel
NL Niederlande im Internet
NO Nein, auf Englisch
NR Nummer, kurz
NU Im … ist es geschafft
OB Sie oder er leitet eine Stadt, kurz
OH Ausruf der Überraschung
OK Einverstanden, kurz
OP Raum des Chirurgen, kurz
OS Zeichen für Osmium
PB Zeichen für Blei
PC Rechner auf dem Schreibtisch, kurz
PD Zeichen für Palladium
PH Maß für Säure
PI Kreiszahl
PL Polen im Internet
PO Längster Fluss Italiens
PR Öffentlichkeitsarbeit, kurz
PS Nachsatz im Brief
PT Zeichen für Platin
RA Ägyptischer Sonnengott
RB Zeichen für Rubidium
RE Zweiter gesungener Ton
RN Zeichen für Radon
RO Rumänien im Internet
RS Serbien im Internet
RU Zeichen für Ruthenium
SA Tag vor dem Sonntag, kurz
SC Sportclub, kurz
SE Zeichen für Selen
SI Siebter gesungener Ton
SK Slowakei im Internet
SN Zeichen für Zinn
SO Auf diese Weise
SR Zeichen für Strontium
SV Sportverein, kurz
TA Zeichen für Tantal
TE Zeichen für Tellur
TH Zeichen für Thorium
TI Zeichen für Titan
TR Türkei im Internet
TU Technische Hochschule, heute, kurz
TV Fernsehen, kurz
UA Und anderes, kurz
UM Rings herum
UN Völkerbund von heute, kurz
UR Vorsilbe vor Oma und Zeit
US Amerikanisch, kurz
UV Strahlen, die bräunen, kurz
VW Autobauer aus Wolfsburg, kurz
WC Stilles Örtchen, kurz
WM Turnier um den Weltpokal, kurz
WO Frage nach dem Ort
XE Zeichen für Xenon
XL Große Kleidergröße
ZN Zeichen für Zink
ZR Zeichen für Zirkonium
ZU Nicht offen
AAS Kadaver
ABO Zeitung auf Dauer, kurz
ACH Ausruf des Bedauerns
AGA Titel im Osmanischen Reich
AHA Ausruf des Begreifens
AIR Besondere Ausstrahlung
ALE Englisches Bier
ALL Weltraum
ALS Damals, …
AMI Einer aus Texas, salopp
ANS Kurz für „an das“
APO Bewegung von 1968, kurz
ARD Sie sendet die Tagesschau
ARG Schlimm
ASE Germanischer Gott
ATE Griechische Göttin der Verblendung
AUA Schmerzenslaut
AUF Oben, nicht unter
AUS Ende eines Spiels
AVE Lateinischer Gruß
BEI In der Nähe von
BIS Zeitliche Grenze
BIT Kleinste Einheit der Daten
BOA Würgeschlange
BOB Schlitten im Eiskanal
BON Zettel von der Kasse
BOX Lautsprecher
BUG Vorderteil eines Schiffs
CIA Geheimdienst der USA
CUP Pokal, auf Englisch
DAN Meistergrad im Judo
DAS Sächlicher Artikel
DEM Artikel im dritten Fall
DEN Artikel im vierten Fall
DEO Mittel gegen Schweißgeruch
DER Männlicher Artikel
DES Artikel im zweiten Fall
DIA Gerahmtes Foto zum Vorführen
DIE Weiblicher Artikel
DIR Dritter Fall von du
DUO Zwei, die zusammen spielen
DUR Tongeschlecht
EGO Das Ich
EID Schwur
EIN Unbestimmter Artikel
ESS Buchstabe nach dem R, gesprochen
ETA Griechischer Buchstabe
FAD Ohne Geschmack
FAN Begeisterte Anhängerin
FAX Kopie über die Telefonleitung
FEZ Kegel als Kopfbedeckung
FIT Gut in Form
FOX Fuchs, auf Englisch
FUG Mit … und Recht
GAG Witziger Einfall
GAR Fertig gekocht
GEL Festiger fürs Haar
GEN Träger einer Erbanlage
GIN Schnaps mit Wacholder
GNU Afrikanische Antilope
HAG Hecke
HEL Herrin der germanischen Unterwelt
HER Komm …!
HIN … und zurück
HIT Erfolgreicher Schlager
HUB Weg des Kolbens
HUI Außen …, innen pfui
ICH Erste Person
IHM Dritter Fall von er
IHN Vierter Fall von er
IHR Mehrzahl von du
INS Kurz für „in das“
IRE Mann von der Grünen Insel
ISS Raumstation, kurz
IST Er …, sie …, es …
JET Düsenflugzeug
JOB Arbeit, salopp
JOD Es desinfiziert Wunden
JUX Alberner Spaß
KAP Felsige Spitze einer Küste
KAR Mulde im Hochgebirge
KID Kind, auf Englisch
KOI Japanischer Zierkarpfen
LAB Es lässt Milch gerinnen
LAU Weder warm noch kalt
LAX Nicht streng
LEE Seite im Windschatten
LEI Blumenkranz auf Hawaii
LEU Währung in Rumänien
LID Deckel des Auges
LOG Es misst die Fahrt eines Schiffs
LOK Sie zieht Waggons
LUV Seite, von der der Wind kommt
LUX Einheit der Helligkeit
MAL Zeichen zwischen Faktoren
MAN Unbestimmtes Fürwort
MET Wein aus Honig
MIR Dritter Fall von ich
MIT In Begleitung von
MOA Ausgestorbener Laufvogel
MOB Aufgebrachte Menge
MOL Einheit der Stoffmenge
MUS Brei aus Obst
NIX Männlicher Wassergeist
NUN Jetzt
NUR Lediglich
OBI Gürtel zum Kimono
OKA Nebenfluss der Wolga
OLM Blinder Lurch in Höhlen
OMI Kosename der Großmutter
OPI Kosename des Großvaters
PAN Griechischer Hirtengott
PER Mittels
PIK Farbe im Kartenspiel
POP Musik der Hitparaden
PRO Dafür
PUB Kneipe in London
PUR Unverdünnt
RAN An die Arbeit: Nun aber …!
RAP Sprechgesang
RAR Selten
RAU Nicht glatt
REN Hirsch des hohen Nordens
RIO Stadt am Zuckerhut
ROH Ungekocht
RUM Schnaps aus Zuckerrohr
RUN Ansturm
SAU Mutter der Ferkel
SEI … so gut!
SET Zusammengehörige Dinge
SIE Höfliche Anrede
SIR Anrede in England
SOG Kraft, die hineinzieht
SOS Notruf auf See
SPA Bad zum Entspannen
SUD Flüssigkeit vom Kochen
TAO Weg, in einer Lehre aus China
TAT Was jemand begangen hat
TIC Nervöses Zucken
TUN Machen
UFO Fliegende Untertasse
ULK Scherz
UND Bindewort
UNI Hochschule, kurz
UNO Sie tagt in New York
UNS Dritter Fall von wir
URI Kanton am Vierwaldstättersee
USA Land der fünfzig Staaten
VIA Über, auf Fahrplänen
VIP Wichtiger Gast, kurz
VOM Kurz für „von dem“
VON Herkunft, auch im Namen des Adels
VOR Nicht hinter
WAR Es … einmal
WAS Frage nach einer Sache
WEB Internet, kurz
WEH Schmerz
WEM Frage nach dem dritten Fall
WEN Frage nach dem vierten Fall
WER Frage nach einer Person
WIE Frage nach der Art
WIR Mehrzahl von ich
WOK Pfanne aus China
YAK Zotteliges Rind im Himalaja
YEN Geld in Japan
ZAR Herrscher im alten Russland
ZEN Buddhismus in Japan
ZUM Kurz für „zu dem“
ZUR Kurz für „zu der“
ABER Wort der Einschränkung
ADEL Stand der Grafen und Fürsten
AIDA Oper von Verdi
AKNE Pickel in der Jugend
ALSO Folglich
AMME Sie stillt ein fremdes Kind
AMOR Gott mit Pfeil und Bogen
ANNA Frauenname von vorn wie von hinten
AREA Fläche, auf Englisch
ARIE Gesang in der Oper
AULA Festsaal der Schule
BAKE Zeichen für Schiffe
BASE Cousine
BORD An … gehen
DEMO Marsch mit Plakaten, kurz
DEIN Nicht mein
DIVA Launischer Star
DOCK Dort liegt ein Schiff trocken
DOGE Oberhaupt des alten Venedig
EDDA Sammlung nordischer Sagen
EGGE Sie krümelt den Acker
EIER Zehn sind in der Schachtel
EINE Weibliche Form von ein
ELAN Schwung
EMIR Arabischer Fürst
ERST Nicht vorher
ETAT Haushalt des Staates
ETWA Ungefähr
EXIL Zuflucht in der Fremde
FADE Langweilig im Geschmack
FAUN Römischer Waldgeist
FETE Feier, salopp
FIRN Alter Schnee im Gebirge
GALA Glanzvolle Feier
GARN Faden zum Nähen
GERA Thüringer Stadt an der Weißen Elster
GNOM Zwerg
GOTT Er wird im Gebet angerufen
GRAT Kamm eines Bergs
HAIN Kleiner Wald
HEER Truppe an Land
HIEB Schlag mit dem Säbel
HIRN Denkorgan
IBIS Vogel mit gebogenem Schnabel
IDOL Verehrtes Vorbild
IGLU Haus aus Schnee
INFO Auskunft, kurz
INKA Volk in den Anden
IRAK Land an Euphrat und Tigris
IRAN Land mit der Hauptstadt Teheran
IRIN Frau aus Dublin
JUTE Faser für Säcke
KANT Philosoph aus Königsberg
KEIN Nicht ein
KOMA Tiefe Bewusstlosigkeit
KUBA Insel der Zigarren
KULI Er schreibt mit Mine, kurz
LAIB Ein ganzes Brot
LAIE Nicht vom Fach
LEIB Körper
LEID Es ist groß bei großer Trauer
LIRA Geld in der Türkei
LOGE Abteil im Theater
LORE Wagen auf Schienen im Bergwerk
LUKE Öffnung im Deck
MAMA Kosewort für die Mutter
MATT Ende beim Schach
MEIN Es gehört mir
MINE Sie steckt im Kugelschreiber
MULI Maultier
NABE Mitte eines Rades
NEON Gas in Leuchtröhren
NERO Kaiser im brennenden Rom
NERZ Marder mit wertvollem Pelz
NOVA Stern, der plötzlich aufleuchtet
OBOE Sie gibt dem Orchester den Ton
ODEM Atem, dichterisch
ODIN Germanischer Göttervater
OHNE Nicht mit
OMAN Sultanat am Indischen Ozean
OMEN Vorzeichen
OPAL Schillernder Schmuckstein
OPUS Werk eines Komponisten
ORAL Durch den Mund
OTTO Vorname von vorn wie von hinten
PAPA Kosewort für den Vater
PIER Anlegestelle
POLO Ballspiel zu Pferde
PORE Öffnung der Haut
RAPS Er blüht gelb auf dem Feld
RATE Teil eines Kaufpreises
REAL Wirklich
REIZ Anziehungskraft
RIFF Korallenbank
ROBE Kleid der Richterin
RUTE Sie biegt sich beim Angeln
SAGA Isländische Erzählung
SARI Gewand in Indien
SEIN … oder Nichtsein
SENN Hirt auf der Alm
SIAM Früherer Name Thailands
SILO Speicher für Getreide
SKAT Kartenspiel für drei
SOJA Bohne für Tofu
STAU Stillstand auf der Autobahn
STIL Art zu schreiben
SUHL Stadt im Thüringer Wald
TALG Festes Fett vom Rind
TARA Gewicht der Verpackung
TEER Schwarze Masse im Straßenbau
TORA Die fünf Bücher Mose
TRAN Öl vom Wal
TUTU Röckchen im Ballett
URAN Es spaltet sich im Reaktor
UTAH Staat der Mormonen
VENE Sie führt zum Herzen
VETO Ich verbiete, lateinisch
VOLT Einheit der Spannung
WADE Muskel am Unterschenkel
WANN Frage nach der Zeit
WELS Größter Fisch in der Donau
WERT Was etwas kostet
ZEUS Höchster Gott der Griechen
ZOFE Dienerin der Gräfin
ZONE Abgegrenztes Gebiet
`
