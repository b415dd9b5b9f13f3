/**
 * Answers and clues of the crosswords, written for them. An answer has two to twelve letters, umlauts spelt out as German
 * crosswords do; a line is the answer, a space, the clue. Only the server has the list; a page is given the words it shows.
 */
import { SHORT_LINES } from './crossword-short-clues.ts'

const LINES = `
AAL Schlangenförmiger Speisefisch
ABC Die ersten drei Buchstaben
ABEND Ende des Tages
ABT Vorsteher eines Klosters
ACHSE Sie verbindet zwei Räder
ACHT Zahl der Beine einer Spinne
ACKER Feld des Bauern
ADE Auf Wiedersehen, in Schwaben
ADER Sie führt Blut
ADLER Greifvogel im Bundeswappen
ADRESSE Sie steht auf dem Brief
ADVENT Zeit der vier Kerzen
AEPFEL Früchte für Most
AERMEL Man krempelt ihn hoch
AFFE Schimpanse oder Gorilla
AFFODILL Lilienähnliche Pflanze des Mittelmeers
AFRIKA Erdteil der Löwen und Giraffen
AGENT Geheimer Mitarbeiter
AHN Vorfahr
AHORN Baum auf der Flagge Kanadas
AKKORDEON Instrument mit Balg
AKROBAT Künstler unter der Zirkuskuppel
AKT Abschnitt eines Dramas
AKTE Sammlung von Schriftstücken
AKTIE Anteil an einem Unternehmen
ALARM Warnsignal
ALB Schwäbisches Gebirge
ALBUM Buch für Fotos
ALGE Pflanze im Wasser
ALLEE Straße mit Bäumen zu beiden Seiten
ALLER Nebenfluss der Weser
ALM Bergweide
ALPEN Höchstes Gebirge Europas
ALT Nicht neu
ALTAR Tisch in der Kirche
ALTSTADT Historischer Teil einer Stadt
AMBOSS Er steht in der Schmiede
AMEISE Fleißiges Insekt mit Staat
AMERIKA Kolumbus kam 1492 dorthin
AMPEL Rot, Gelb, Grün an der Kreuzung
AMSEL Schwarzdrossel
AMT Behörde
ANANAS Tropische Frucht mit Blätterschopf
ANDEN Gebirge Südamerikas
ANEMONE Buschwindröschen
ANFANG Beginn
ANGEL Gerät des Fischers
ANGST Furcht
ANIS Gewürz im Weihnachtsgebäck
ANKER Er hält das Schiff fest
ANKUNFT Gegenteil der Abfahrt
ANTENNE Sie empfängt Signale
ANTILOPE Schnelles Tier der Savanne
ANTWORT Sie folgt auf die Frage
ANZUG Jacke und Hose zusammen
APFEL Frucht im Strudel
APOTHEKE Dort löst man Rezepte ein
APPETIT Lust auf Essen
APRIKOSE Orangefarbenes Steinobst
APRIL Monat der Scherze
AQUARIUM Becken für Fische
ARA Großer bunter Papagei
ARABIEN Halbinsel der Wüsten
ARCHE Schiff des Noah
ARENA Kampfplatz im alten Rom
ARGENTINIEN Land des Tangos
ARM Körperteil zwischen Schulter und Hand
ARMUT Gegenteil von Reichtum
ARNIKA Gelbe Heilpflanze der Berge
ART Sie steht bei der Weise
ARTIKEL Beitrag in der Zeitung
ARZT Mediziner
ASCHE Rest im Kamin
ASIEN Größter Erdteil
ASS Höchste Spielkarte
AST Er wächst am Baum
ASTER Blume des Herbstes
ATEM Luft aus der Lunge
ATHEN Stadt mit Akropolis
ATLAS Buch mit Landkarten
ATOM Kleiner Baustein der Materie
AUE Flussniederung
AUGE Sehorgan
AUGSBURG Stadt der Fugger
AUGUST Achter Monat
AUKTION Versteigerung
AURIKEL Primel der Alpen
AUSTER Muschel für Feinschmecker
AUSTRALIEN Erdteil der Kängurus
AUTO Fahrzeug mit vier Rädern
AUTOR Er schreibt Bücher
AVOCADO Grüne Frucht mit großem Kern
AXT Werkzeug des Holzfällers
BAD Raum mit Wanne
BADEN Landschaft am Oberrhein
BAECKER Er steht früh auf und backt
BAER Er hält Winterschlaf
BAHN Sie fährt auf Schienen
BAHNHOF Dort halten die Züge
BALKEN Träger aus Holz
BALKON Sitzplatz vor der Wohnung
BALL Rundes Spielgerät
BALLON Er steigt mit heißer Luft
BALZ Werben der Vögel
BAMBERG Stadt mit Dom und Rauchbier
BAMBUS Speise des Pandas
BANANE Krumme gelbe Frucht
BAND Musikgruppe
BANDIT Räuber
BANK Sitzgelegenheit im Park
BAR Theke für Getränke
BARKE Kleines Boot ohne Mast
BAROCK Stil nach der Renaissance
BARSCH Unfreundlich oder ein Fisch
BART Haare am Kinn
BASALT Dunkles Vulkangestein
BASEL Schweizer Stadt am Rhein
BASILIKUM Kraut zu Tomaten
BASS Tiefe Männerstimme
BASTEI Berühmter Fels in der Sächsischen Schweiz
BAU Höhle des Fuchses
BAUCH Körpermitte
BAUER Er bestellt das Feld
BAUM Gewächs mit Stamm und Krone
BAYERN Freistaat mit Hauptstadt München
BEAMTER Er arbeitet für den Staat
BECHER Trinkgefäß ohne Henkel
BEERE Frucht am Strauch
BEET Gepflegtes Stück im Garten
BEFEHL Anweisung beim Militär
BEIGE Sandfarben
BEIL Kleine Axt
BEIN Gliedmaße zum Gehen
BELEG Quittung
BELGIEN Land mit Hauptstadt Brüssel
BERG Hohe Erhebung
BERLIN Hauptstadt Deutschlands
BERN Bundesstadt der Schweiz
BERUF Erlernte Tätigkeit
BESEN Er kehrt gut, wenn er neu ist
BESTECK Messer, Gabel, Löffel
BESUCH Gäste im Haus
BETON Baustoff aus Zement
BETT Möbel zum Schlafen
BEUTE Das Erjagte
BIBEL Heilige Schrift der Christen
BIBER Nager, der Dämme baut
BIENE Honigsammlerin
BIER Getränk aus Hopfen und Malz
BIKINI Badekleidung aus zwei Teilen
BILD Gemälde
BINSE Gras am Ufer, Teil einer Weisheit
BIOLOGIE Lehre vom Leben
BIRKE Baum mit weißer Rinde
BIRNE Kernobst oder Leuchtmittel
BISCHOF Er trägt eine Mitra
BISON Wildrind der Prärie
BLASE Luft in Seifenschaum
BLATT Es fällt im Herbst vom Baum
BLAU Farbe des Himmels
BLECH Dünn gewalztes Metall
BLEI Schweres, weiches Metall
BLICK Kurzes Schauen
BLITZ Er geht dem Donner voraus
BLUETE Sie lockt die Bienen
BLUME Sie blüht im Garten
BLUSE Oberteil für Damen
BLUT Roter Lebenssaft
BODEN Er liegt unter unseren Füßen
BODENSEE Größter See Deutschlands
BOGEN Waffe für Pfeile
BOHNE Hülsenfrucht
BOJE Schwimmendes Seezeichen
BONN Stadt am Rhein, früher Regierungssitz
BOOT Kleines Wasserfahrzeug
BORKUM Ostfriesische Insel
BOTE Überbringer
BOXER Sportler im Ring
BOXKAMPF Er wird im Ring ausgetragen
BRAND Feuersbrunst
BRASILIEN Größtes Land Südamerikas
BRATEN Fleisch aus dem Ofen
BRAUNSCHWEIG Stadt Heinrichs des Löwen
BRAUT Frau am Tag der Hochzeit
BREI Kost für Säuglinge
BREISACH Stadt am Oberrhein in Baden
BREIT Nicht schmal
BREMEN Heimat der Stadtmusikanten
BREMSE Sie hält das Fahrrad an
BRETT Gesägtes Stück Holz
BRIEF Er steckt im Umschlag
BRIEFMARKE Sie klebt auf dem Umschlag
BRILLE Sehhilfe mit Bügeln
BRISE Leichter Wind
BROKKOLI Grüner Verwandter des Blumenkohls
BROMBEERE Schwarze Waldfrucht
BRONZE Metall für den dritten Platz
BROT Es wird aus Mehl gebacken
BRUDER Männliches Geschwister
BRUECKE Sie führt über den Fluss
BRUNNEN Wasserstelle auf dem Marktplatz
BUCH Es hat Seiten und einen Einband
BUCHE Laubbaum mit glatter Rinde
BUCHSTABE Eines von sechsundzwanzig Zeichen
BUCHT Einschnitt der Küste
BUDAPEST Hauptstadt von Ungarn
BUEGEL Daran hängt das Hemd
BUEHNE Bretter, die die Welt bedeuten
BUERO Arbeitsraum mit Schreibtisch
BUND Zusammenschluss
BUNT Vielfarbig
BURG Festung der Ritter
BURGUND Französische Weinlandschaft
BUS Öffentliches Verkehrsmittel
BUSCH Strauch
BUSSARD Häufiger Greifvogel
BUTTER Aufstrich aus Rahm
CAFE Lokal mit Kuchen
CELLE Fachwerkstadt an der Aller
CELLO Streichinstrument zwischen den Knien
CHEF Vorgesetzter
CHEMIE Lehre von den Stoffen
CHEMNITZ Stadt in Sachsen mit Karl-Marx-Kopf
CHILE Schmales Land in Südamerika
CHINA Land der Großen Mauer
CHOR Gemeinschaft von Singenden
CLOWN Spaßmacher im Zirkus
COBURG Stadt mit Veste in Oberfranken
COMIC Geschichte in Bildern
COTTBUS Stadt in der Lausitz
COUSIN Sohn der Tante
DACH Es schließt das Haus nach oben ab
DACHS Er heißt in der Fabel Grimbart
DACKEL Hund mit kurzen Beinen
DAENEMARK Land mit Hauptstadt Kopenhagen
DAME Brettspiel oder Spielkarte
DAMM Wall gegen Wasser
DAMPF Er entweicht dem Wasserkessel
DANK Ausdruck der Anerkennung
DARM Langes Organ der Verdauung
DATTEL Frucht einer Palme
DATUM Angabe des Tages
DAUMEN Kräftigster Finger
DECKE Sie wärmt im Bett
DEGEN Fechtwaffe
DEICH Schutzwall an der Küste
DELFIN Kluges Meerestier
DEMUT Gegenteil von Hochmut
DIAMANT Härtester Edelstein
DIEB Er nimmt, was ihm nicht gehört
DIENSTAG Tag nach Montag
DIESEL Kraftstoff für Motoren
DING Gegenstand
DIPLOM Urkunde einer Hochschule
DIRIGENT Er leitet das Orchester
DISTEL Stachelige Pflanze
DOCHT Er brennt in der Kerze
DOHLE Kleiner Rabenvogel
DOM Große Bischofskirche
DONAU Fluss durch Wien und Budapest
DONNER Er folgt auf den Blitz
DORF Kleine Ortschaft
DORSCH Junger Kabeljau
DOSE Blechbehälter
DOTTER Gelbes vom Ei
DRACHE Fabeltier, das Feuer speit
DRAHT Dünner Metallfaden
DRAMA Bühnenstück
DREI Anzahl der Musketiere im Titel
DRESDEN Stadt mit Frauenkirche und Zwinger
DROSSEL Sie singt und zerschlägt Schneckenhäuser
DRUCK Kraft je Fläche
DUELL Zweikampf
DUENE Sandhügel am Meer
DUESE Öffnung, durch die es sprüht
DUFT Angenehmer Geruch
DUISBURG Stadt mit großem Binnenhafen
DURST Verlangen nach Wasser
EBBE Fallendes Wasser im Gezeitenwechsel
EBENE Flaches Land
EBER Männliches Schwein
ECHO Widerhall
ECHT Nicht gefälscht
ECKE Stelle, wo zwei Kanten sich treffen
EDEL Vornehm
EFEU Immergrüne Kletterpflanze
EGAL Gleichgültig
EGEL Wurm im Wasser, der Blut saugt
EHE Bund fürs Leben
EHRE Ansehen
EICHE Ihre Blätter zierten den Pfennig
EIDE Feierliche Schwüre
EIDOTTER Gelb umgeben von Weiß
EIFEL Mittelgebirge mit Maaren
EIFER Fleißiges Streben
EIGELB Dotter
EILE Hast
EIMER Gefäß mit Henkel
EINHORN Fabeltier mit einem Horn
EINIG Gleicher Meinung
EINKAUF Gang zum Laden
EINS Sie steht vor der Zwei
EINTOPF Gericht aus einem Topf
EIS Gefrorenes Wasser
EISBAER Weißer Jäger der Arktis
EISEN Metall, das rostet
EISVOGEL Blau schillernder Fischer am Bach
EITEL In sich selbst verliebt
ELBE Fluss durch Dresden und Hamburg
ELCH Großer Hirsch des Nordens
ELEFANT Größtes Landtier
ELEND Große Not
ELF Zahl der Spieler einer Fußballmannschaft
ELFE Märchenwesen mit Flügeln
ELLE Altes Längenmaß
ELSTER Vogel, dem man Diebstahl nachsagt
ELTERN Mutter und Vater
EMS Fluss zur Nordsee durch Ostfriesland
EMU Australischer Laufvogel
ENDE Schluss
ENG Nicht weit
ENGEL Himmlisches Wesen mit Flügeln
ENGLAND Land mit Hauptstadt London
ENGLISCH Sprache Shakespeares
ENKEL Kind des Kindes
ENTE Wasservogel
ENZIAN Blaue Blume der Alpen
ERBE Nachlass
ERBSE Sie störte die Prinzessin im Bett
ERDBEERE Rote Frucht im Juni
ERDE Dritter Planet von der Sonne
ERFOLG Gutes Gelingen
ERFURT Hauptstadt von Thüringen
ERIKA Heidekraut
ERKER Vorbau an der Fassade
ERLE Baum am Bach
ERNST Gegenteil von Spaß
ERNTE Sie folgt auf Saat und Reife
ERSTE Siegerin im Rennen
ERZ Metallhaltiges Gestein
ESCHE Laubbaum mit gefiederten Blättern
ESEL Grautier
ESPE Zitterpappel
ESSEN Stadt im Ruhrgebiet
ESSIG Saures zum Salat
ESTLAND Land mit Hauptstadt Tallinn
ETAGE Stockwerk
ETUI Behälter für die Brille
EUER Besitzanzeigendes Fürwort
EULE Nachtvogel
EURO Gemeinsame Währung
EUROPA Erdteil
EUTER Milchdrüse der Kuh
EVA Erste Frau in der Bibel
EWIG Ohne Ende
FABEL Erzählung mit sprechenden Tieren
FACH Abteil im Schrank
FACHWERK Bauweise mit Balken und Lehm
FADEN Er gehört zur Nadel
FAEHRE Sie setzt über den Fluss
FAHNE Flagge
FAHRRAD Drahtesel
FAHRT Reise
FALKE Greifvogel
FALLE Mäusefänger
FALSCH Nicht richtig
FALTER Schmetterling
FAMILIE Eltern und Kinder
FARBE Rot, Grün oder Blau
FARN Pflanze ohne Blüten
FASAN Hühnervogel mit langem Schwanz
FASCHING Karneval in Bayern
FASS Gefäß für Wein
FAUL Träge
FAUST Tragödie von Goethe
FEDER Leichtes vom Vogel
FEE Sie erfüllt im Märchen drei Wünsche
FEIER Fest
FEIGE Südliche Frucht
FEILE Werkzeug zum Glätten
FEIND Gegner
FELD Acker
FELGE Teil des Rades
FELL Haarkleid der Tiere
FELS Großer Stein
FENCHEL Tee gegen Bauchweh
FENSTER Öffnung mit Glas
FERIEN Zeit ohne Schule
FERKEL Junges Schwein
FERN Weit weg
FERNSEHER Gerät im Wohnzimmer
FERSE Hinterer Teil des Fußes
FEST Feierliche Veranstaltung
FETT Butter oder Schmalz
FEUER Brennende Flammen
FIBEL Erstes Lesebuch
FICHTE Häufiger Nadelbaum
FIEBER Erhöhte Temperatur des Körpers
FILM Er läuft im Kino
FINGER Zehn hat der Mensch davon
FINK Kleiner Vogel mit kräftigem Schnabel
FINNLAND Land der tausend Seen
FIRMA Unternehmen
FISCH Tier mit Flossen und Kiemen
FJORD Meeresarm in Norwegen
FLACH Eben
FLAGGE Sie weht am Mast
FLAMINGO Rosa Vogel auf einem Bein
FLASCHE Gefäß mit engem Hals
FLECK Schmutzige Stelle
FLEDERMAUS Nachtflieger mit Echolot
FLEISS Ohne ihn kein Preis
FLIEDER Strauch mit duftenden Dolden
FLIEGE Lästiges Insekt
FLINK Schnell und gewandt
FLOETE Blasinstrument
FLOH Springendes Insekt
FLOSS Wasserfahrzeug aus Baumstämmen
FLOSSE Schwimmhilfe des Fisches
FLUCHT Davonlaufen
FLUEGEL Großes Klavier
FLUG Reise durch die Luft
FLUGHAFEN Dort starten Maschinen
FLUGZEUG Jumbo oder Airbus
FLUR Hausgang
FLUSS Rhein oder Elbe
FLUT Steigendes Wasser
FOEHN Warmer Fallwind der Alpen
FORELLE Speisefisch aus dem Bach
FORM Gestalt
FORST Bewirtschafteter Wald
FOTO Lichtbild
FRACK Festlicher Herrenanzug
FRAGE Sie verlangt eine Antwort
FRANKFURT Stadt am Main mit Hochhäusern
FRANKREICH Land mit Hauptstadt Paris
FRAU Erwachsenes weibliches Wesen
FREIBURG Stadt am Rande des Schwarzwalds
FREIHEIT Gegenteil von Gefangenschaft
FREITAG Tag vor dem Wochenende
FREMD Unbekannt
FREUDE Schillers schöner Götterfunken
FREUND Vertrauter Gefährte
FRIEDE Gegenteil von Krieg
FRISCH Gerade erst geerntet
FRISEUR Er schneidet Haare
FROH Heiter
FROSCH Quakendes Tier
FROST Kälte unter null Grad
FRUCHT Apfel oder Birne
FRUEH Am Morgen
FRUEHLING Jahreszeit der Krokusse
FUCHS Reineke in der Fabel
FUENF Anzahl der Finger an einer Hand
FULDA Quellfluss der Weser
FUNKE Er springt vom Feuer
FURCHE Spur des Pfluges
FUSS Er steckt im Schuh
FUSSBALL Sport mit elf Spielern je Mannschaft
GABE Geschenk
GABEL Besteck mit Zinken
GALLE Bittere Flüssigkeit der Leber
GANG Flur
GANS Braten zu Sankt Martin
GARAGE Haus fürs Auto
GARDINE Stoff am Fenster
GARTEN Dort wachsen Blumen und Gemüse
GAS Weder fest noch flüssig
GASSE Enge Straße
GAST Er wird bewirtet
GAUL Altes Pferd
GEBET Es endet mit Amen
GEBIRGE Alpen oder Harz
GEBURTSTAG Tag mit Kuchen und Kerzen
GEDICHT Text in Versen
GEDULD Fähigkeit zu warten
GEFAHR Drohendes Unheil
GEHEIM Nicht öffentlich
GEHEN Sich zu Fuß bewegen
GEHIRN Organ zum Denken
GEHOER Sinn der Ohren
GEIER Vogel, der Aas frisst
GEIGE Streichinstrument
GEIST Gespenst
GEIZ Übertriebene Sparsamkeit
GELB Farbe der Zitrone
GELD Münzen und Scheine
GELENK Knie oder Ellenbogen
GEMUESE Kohl und Möhren
GENF Schweizer Stadt mit Sitz der UNO
GENUG Ausreichend
GERADE Ohne Krümmung
GERICHT Speise oder Ort des Urteils
GERSTE Getreide für Bier
GESANG Lied der Vögel
GESCHENK Es liegt unter dem Christbaum
GESETZ Vom Parlament beschlossen
GESICHT Vorderseite des Kopfes
GESTERN Tag vor heute
GESUND Nicht krank
GEWICHT Es wird in Kilogramm gemessen
GEWINN Er lockt im Lotto
GEWITTER Blitz und Donner
GEWUERZ Pfeffer oder Zimt
GEYSIR Heiße Springquelle
GIEBEL Dreieck unter dem Dach
GIFT Schädlicher Stoff
GIPFEL Höchster Punkt des Berges
GIRAFFE Tier mit dem längsten Hals
GITARRE Zupfinstrument mit sechs Saiten
GLANZ Schimmer
GLAS Durchsichtiger Stoff
GLATT Ohne Unebenheit
GLEIS Schienenstrang
GLETSCHER Strom aus Eis
GLOBUS Kugel mit allen Ländern
GLOCKE Sie läutet im Turm
GLUECK Vierblättriger Klee soll es bringen
GLUT Sie bleibt vom Feuer
GOLD Edelmetall der Sieger
GOLF Sport mit Loch und Schläger
GONDEL Boot in Venedig
GORILLA Größter Menschenaffe
GRAB Letzte Ruhestätte
GRAD Einheit der Temperatur
GRAF Adelstitel
GRANIT Feldspat, Quarz und Glimmer
GRAS Es wächst auf der Wiese
GRAU Farbe zwischen Schwarz und Weiß
GRAZ Hauptstadt der Steiermark
GRENZE Linie zwischen zwei Staaten
GRIECHENLAND Land mit Hauptstadt Athen
GRIESS Daraus wird Brei gekocht
GRILL Rost für Würstchen
GRILLE Zirpendes Insekt
GRIPPE Krankheit mit Fieber
GROSS Nicht klein
GRUBE Vertiefung im Boden
GRUEN Farbe der Wiese
GRUND Ursache
GRUNDSTEIN Er wird am Beginn eines Baus gelegt
GRUPPE Mehrere zusammen
GRUSS Guten Tag zum Beispiel
GUERTEL Er hält die Hose
GUETE Milde
GUMMI Dehnbarer Stoff
GURKE Gemüse für saures Eingelegtes
GURT Sicherheit im Auto
GUT Besser als befriedigend
HAAR Es wächst auf dem Kopf
HABICHT Greifvogel des Waldes
HAENSEL Bruder von Gretel
HAFEN Liegeplatz der Schiffe
HAFENSTADT Hamburg oder Bremerhaven
HAFER Getreide für Flocken
HAGEBUTTE Frucht der Rose
HAGEL Niederschlag aus Eiskörnern
HAHN Er kräht am Morgen
HAI Raubfisch mit scharfen Zähnen
HAKEN Daran hängt der Mantel
HALB Fünfzig Prozent
HALLE Stadt an der Saale
HALLIG Kleine Marschinsel ohne Deich
HALM Stängel des Getreides
HALS Verbindung von Kopf und Rumpf
HALT Stopp
HAMBURG Hansestadt mit Michel
HAMMER Werkzeug für Nägel
HAMSTER Nager mit Vorrat in den Backen
HAND Sie hat fünf Finger
HANDEL Kauf und Verkauf
HANDY Telefon für unterwegs
HANF Pflanze für Seile
HANNOVER Hauptstadt von Niedersachsen
HARFE Großes Zupfinstrument
HARKE Gerät für Laub
HART Nicht weich
HARZ Gebirge mit dem Brocken
HASE Langohr auf dem Feld
HASELNUSS Sie steckt in Nougatcreme
HASS Gegenteil von Liebe
HAUBE Motorabdeckung
HAUPTSTADT Berlin ist eine
HAUS Gebäude zum Wohnen
HAUT Größtes Organ des Menschen
HEBAMME Helferin bei der Geburt
HEBEL Einfaches Kraftgerät
HECHT Räuberischer Süßwasserfisch
HECKE Zaun aus Sträuchern
HEFE Sie lässt den Teig gehen
HEFT Es gehört in den Schulranzen
HEIDE Landschaft um Lüneburg
HEIDELBEERE Blaue Waldfrucht
HEIM Zuhause
HEIMAT Ort, an dem man zu Hause ist
HEIRAT Gang zum Standesamt
HEISS Sehr warm
HEIZUNG Sie wärmt das Zimmer
HELD Hauptfigur der Sage
HELL Voll Licht
HELM Kopfschutz beim Radfahren
HELSINKI Hauptstadt von Finnland
HEMD Kleidungsstück mit Kragen
HENNE Sie legt Eier
HERBST Jahreszeit der bunten Blätter
HERD Küchengerät
HERDE Viele Schafe zusammen
HERING Fisch der Nordsee
HERMELIN Wiesel im Winterkleid
HERR Anrede für einen Mann
HERZ Es schlägt in der Brust
HESSEN Land mit Hauptstadt Wiesbaden
HEU Getrocknetes Gras
HEUTE An diesem Tag
HEXE Sie reitet auf dem Besen
HILFE Beistand
HIMBEERE Rote Frucht mit Stacheln am Strauch
HIMMEL Über uns, mal blau, mal grau
HINDERNIS Hürde
HIRSCH Wild mit Geweih
HIRSE Getreide mit kleinen Körnern
HIRTE Er hütet die Schafe
HITZE Große Wärme
HOBBY Beschäftigung in der Freizeit
HOBEL Werkzeug für Holz
HOCH Gegenteil von tief
HOCHZEIT Fest von Braut und Bräutigam
HOEHLE Hohlraum im Fels
HOF Platz hinter dem Haus
HOLUNDER Strauch mit schwarzen Beeren
HOLZ Stoff des Tischlers
HONIG Süßes von den Bienen
HOPFEN Zutat des Bieres
HORIZONT Linie zwischen Himmel und Erde
HORN Die Jäger blasen es
HORNISSE Größte Wespe Europas
HOSE Beinkleid
HOTEL Haus für Reisende
HUBSCHRAUBER Er startet senkrecht
HUEGEL Kleiner Berg
HUETTE Einfaches Haus in den Bergen
HUF Fuß des Pferdes
HUHN Eierlegendes Haustier
HUMMEL Pelzige Verwandte der Biene
HUMMER Edles Krebstier
HUMOR Wenn man trotzdem lacht
HUND Bester Freund des Menschen
HUNGER Er ist der beste Koch
HUPE Signal am Auto
HUSTEN Er quält bei Erkältung
HUT Kopfbedeckung mit Krempe
IDEAL Vollkommen
IDEE Einfall
IGEL Stacheltier
ILTIS Kleines Raubtier
IMKER Er hält Bienen
IMMER Zu jeder Zeit
INDIEN Land mit dem Taj Mahal
INGWER Scharfe Knolle
INN Fluss durch Passau und Rosenheim
INSEKT Tier mit sechs Beinen
INSEL Rügen oder Sylt
INSTRUMENT Geige oder Flöte
INTERNET Weltweites Netz
IRIS Schwertlilie
IRLAND Die Grüne Insel
IRRTUM Falsche Annahme
ISAR Fluss durch München
ISLAND Insel der Geysire
ISTANBUL Stadt am Bosporus
ITALIEN Land in Stiefelform
JACKE Kleidung für draußen
JAEGER Waidmann
JAGD Halali der Waidmänner
JAGUAR Große Katze Südamerikas
JAHR Zwölf Monate
JANUAR Erster Monat
JAPAN Land der aufgehenden Sonne
JASMIN Duftender Strauch
JENA Thüringer Stadt an der Saale
JOGHURT Milchprodukt im Becher
JONGLEUR Er wirft im Zirkus Bälle
JUBEL Laute Freude
JUDO Kampfsport aus Japan
JUGEND Zeit vor dem Erwachsensein
JULI Siebter Monat
JUNG Von geringem Alter
JUNI Sechster Monat
JUPITER Größter Planet
JURA Studium der Rechte
JUWEL Edelstein
KABEL Elektrische Leitung
KABINE Raum auf dem Schiff
KADER Aufgebot einer Mannschaft
KAEFER Krabbeltier mit Flügeldecken
KAEFIG Behausung für Wellensittiche
KAENGURU Tier mit Beutel
KAESE Gouda oder Emmentaler
KAFFEE Getränk am Morgen
KAHN Flaches Boot
KAI Befestigtes Ufer im Hafen
KAISER Höchster weltlicher Herrscher
KAJAK Boot der Inuit
KAKAO Heiße Schokolade
KAKTUS Stachelpflanze der Wüste
KALB Junges Rind
KALENDER Er zählt die Tage des Jahres
KALK Weißes Gestein
KALT Von niedriger Temperatur
KAMEL Wüstenschiff
KAMERA Gerät zum Filmen
KAMILLE Heilpflanze für Tee
KAMIN Offene Feuerstelle
KAMM Gerät für die Haare
KANADA Land mit Ahornblatt in der Flagge
KANAL Künstliche Wasserstraße
KANINCHEN Es wohnt im Bau und mag Möhren
KANNE Gefäß für Tee
KANTE Rand
KANU Boot mit Paddel
KAPITAEN Er steht auf der Brücke
KAPITEL Abschnitt im Buch
KARNEVAL Fünfte Jahreszeit am Rhein
KAROTTE Möhre
KARTE Plan einer Gegend
KARTOFFEL Erdapfel
KARUSSELL Es dreht sich auf der Kirmes
KASSE Dort zahlt man im Laden
KASTANIE Braune Frucht für Bastler
KATER Männliche Katze
KATZE Sie jagt Mäuse
KAVIAR Eier des Störs
KEGEL Neun stehen auf der Bahn
KEHLE Vorderer Teil des Halses
KEKS Trockenes Gebäck
KELLER Unterstes Stockwerk
KERN Er steckt im Obst
KERZE Lichtquelle aus Wachs
KESSEL Großer Topf
KETTE Schmuck für den Hals
KIEBITZ Vogel oder Zuschauer beim Skat
KIEFER Nadelbaum oder Knochen des Gesichts
KIEL Hauptstadt von Schleswig-Holstein
KIES Kleine Steine
KILO Tausend Gramm, kurz
KIND Sohn oder Tochter
KINN Unterster Teil des Gesichts
KINO Lichtspielhaus
KIOSK Kleiner Laden für Zeitungen
KIRCHE Gotteshaus
KIRMES Volksfest
KIRSCHE Steinobst
KISSEN Es liegt unter dem Kopf
KISTE Behälter aus Brettern
KLANG Ton
KLAR Durchsichtig
KLARINETTE Holzblasinstrument
KLASSE Gruppe in der Schule
KLAVIER Instrument mit schwarzen und weißen Tasten
KLEE Pflanze mit meist drei Blättern
KLEID Die Braut trägt es in Weiß
KLEIN Nicht groß
KLIMA Wetter über lange Zeit
KLINGE Schneide des Messers
KLIPPE Felsen an der Küste
KLUB Verein
KLUG Gescheit
KNIE Gelenk des Beins
KNOBLAUCH Mittel gegen Vampire
KNOCHEN Teil des Skeletts
KNOPF Er schließt das Hemd
KNOTEN Verschlingung im Seil
KOALA Beuteltier im Eukalyptus
KOBLENZ Stadt am Deutschen Eck
KOCH Er arbeitet in der Küche
KOELN Stadt mit berühmtem Dom
KOENIG Er trägt eine Krone
KOERPER Leib
KOFFER Gepäckstück
KOHL Gemüse, rot oder weiß
KOHLE Schwarzer Brennstoff
KOMET Himmelskörper mit Schweif
KOMMA Satzzeichen
KOMPASS Seine Nadel zeigt nach Norden
KOMPOTT Gekochtes Obst
KONSTANZ Stadt am Bodensee
KONTO Es wird bei der Bank geführt
KONZERT Veranstaltung mit Musik
KOPF Oberster Teil des Körpers
KORALLE Baustein eines Riffs
KORB Geflochtener Behälter
KORK Verschluss der Weinflasche
KORN Frucht des Getreides
KRAEHE Schwarzer Vogel auf dem Feld
KRAFT Stärke
KRAFTWERK Dort entsteht Strom
KRAGEN Teil des Hemdes
KRAN Hebegerät auf der Baustelle
KRANICH Zugvogel, Glückssymbol in Japan
KRANK Nicht gesund
KRANKENHAUS Klinik
KRANZ Im Advent mit vier Kerzen
KRAWATTE Langer Schlips
KREBS Tier mit Scheren
KREIDE Damit schreibt man an die Tafel
KREIS Runde Figur
KREISEL Rundes Spielzeug oder Verkehr ohne Ampel
KREUZ Spielkartenfarbe
KRIMI Geschichte mit Kommissar
KRIPPE Weihnachtliche Darstellung
KROATIEN Land an der Adria
KROETE Warziger Lurch
KROKODIL Gepanzertes Tier im Nil
KROKUS Blume des Vorfrühlings
KRONE Kopfschmuck der Königin
KRUG Gefäß für Bier
KUCHEN Gebäck zum Nachmittagskaffee
KUCKUCK Er legt Eier in fremde Nester
KUECHE Raum zum Kochen
KUEHL Mäßig kalt
KUERBIS Gemüse zu Halloween
KUESTE Wo Land und Meer sich treffen
KUGEL Runder Körper
KUH Sie gibt Milch
KUNDE Er kauft ein
KUNST Malerei oder Bildhauerei
KUNSTWERK Gemälde oder Skulptur
KUPFER Rötliches Metall
KUR Aufenthalt zur Erholung
KURS Lehrgang
KURVE Biegung der Straße
KURZ Nicht lang
KUSS Berührung mit den Lippen
KUTSCHE Wagen mit Pferden
LABOR Dort wird geforscht
LABYRINTH Irrgarten
LACHS Fisch mit rosa Fleisch
LACK Glänzender Anstrich
LADEN Geschäft
LAGER Ort für Vorräte
LAMA Tragtier der Anden
LAMM Junges Schaf
LAMPE Sie spendet Licht
LAND Stadt, Fluss und was noch?
LANG Nicht kurz
LAOS Staat in Südostasien
LATERNE Sie leuchtet an Sankt Martin
LAUB Blätter des Baumes
LAUBE Häuschen im Schrebergarten
LAUF Sport auf der Aschenbahn
LAUNE Stimmung
LAUT Nicht leise
LAUTE Altes Zupfinstrument
LAVA Glühendes aus dem Vulkan
LAVENDEL Duftende lila Pflanze der Provence
LAWINE Schneemassen, die zu Tal stürzen
LEBEN Dasein
LEBER Organ, das entgiftet
LEDER Gegerbte Tierhaut
LEER Ohne Inhalt
LEGENDE Erzählung von einem Heiligen
LEHM Erde für Ziegel
LEHRE Ausbildung im Betrieb
LEHRER Er unterrichtet
LEIM Klebstoff für Holz
LEINE Daran geht der Hund
LEINEN Stoff aus Flachs
LEIPZIG Stadt der Thomaner
LEISE Kaum zu hören
LEITER Damit steigt man hinauf
LEOPARD Gefleckte Großkatze
LERCHE Vogel, der im Flug singt
LESEN Was man mit der Zeitung tut
LETTLAND Land mit Hauptstadt Riga
LEUCHTTURM Er weist Schiffen den Weg
LEUTE Menschen
LIBELLE Schillerndes Insekt am Teich
LICHT Gegenteil von Dunkelheit
LIEBE Starke Zuneigung
LIED Gesungenes
LIFT Aufzug
LILA Farbe des Flieders
LILIE Blume und Wappenzeichen
LIMO Kurz für ein süßes Sprudelgetränk
LINDE Baum mit herzförmigen Blättern
LINEAL Hilfe für gerade Striche
LINIE Strich
LINKS Gegenteil von rechts
LINSE Optisches Glas oder Hülsenfrucht
LINZ Hauptstadt von Oberösterreich
LIPPE Sie umrandet den Mund
LISSABON Hauptstadt von Portugal
LISTE Aufzählung
LITAUEN Land mit Hauptstadt Vilnius
LITER Maß für Milch
LOB Anerkennung
LOCH Öffnung
LOCKE Gekräuseltes Haar
LOEFFEL Besteck für Suppe
LOEWE König der Tiere
LOGIK Folgerichtiges Denken
LOHN Bezahlung für Arbeit
LOKOMOTIVE Sie zieht den Zug
LONDON Hauptstadt an der Themse
LORBEER Blatt für die Suppe und Kranz der Sieger
LOS Es gewinnt oder ist eine Niete
LOTSE Er führt Schiffe in den Hafen
LOTTO Spiel mit sechs Richtigen
LUCHS Wildkatze mit Pinselohren
LUEBECK Stadt von Marzipan und Holstentor
LUFT Wir atmen sie
LUNGE Organ zum Atmen
LUPE Vergrößerungsglas
LUST Freude an einer Sache
LUXEMBURG Großherzogtum in Europa
LYRIK Dichtung in Versen
MAAS Fluss durch Lüttich
MACHT Gewalt über andere
MADE Wurm im Speck
MADRID Hauptstadt von Spanien
MAERCHEN Es war einmal …
MAERZ Monat des Frühlingsanfangs
MAGDEBURG Stadt an der Elbe mit Dom
MAGEN Er knurrt bei Hunger und verdaut
MAGNET Er zieht Eisen an
MAGNOLIE Baum mit großen Blüten im Frühling
MAI Der Wonnemonat
MAIKAEFER Krabbler in Max und Moritz
MAIN Fluss durch Frankfurt
MAINZ Hauptstadt von Rheinland-Pfalz
MAIS Getreide für Popcorn
MAJORAN Gewürz für Wurst
MALER Künstler mit Pinsel
MALTA Inselstaat im Mittelmeer
MANDARINE Kleine Verwandte der Orange
MANDEL Zutat für Marzipan
MANDOLINE Kleines Zupfinstrument
MANGEL Fehlen von etwas
MANN Erwachsener männlichen Geschlechts
MANNHEIM Stadt der Quadrate
MANTEL Winterkleidung
MAPPE Behälter für Papiere
MARATHON Lauf über zweiundvierzig Kilometer
MARDER Er beißt Kabel im Auto an
MARILLE Aprikose in Österreich
MARKT Dort gibt es frisches Gemüse
MARMELADE Süßer Aufstrich
MARMOR Stein der Bildhauer
MARS Der rote Planet
MASKE Sie verdeckt das Gesicht
MASS Messgröße
MAST Er trägt das Segel
MATROSE Seemann
MATTE Unterlage beim Turnen
MAUER Sie trennte einst Berlin
MAULWURF Er gräbt Gänge im Garten
MAUS Beute der Katze
MECKERN Was die Ziege tut
MEDAILLE Gold, Silber oder Bronze
MEER Große Wassermasse
MEHL Zutat zum Backen
MEILE Englisches Wegmaß
MEISE Singvogel am Futterhaus
MEISSEN Stadt des Porzellans
MEISTER Er hat ausgelernt und bildet aus
MELONE Frucht oder steifer Hut
MENGE Anzahl
MENSCH Homo sapiens
MENUE Speisenfolge
MERKUR Sonnennächster Planet
MESSE Große Ausstellung
MESSER Schneidwerkzeug
METALL Eisen oder Kupfer
METER Ihn misst der Zollstock, nicht in Zoll
METZGER Er verkauft Wurst
MIETE Zahlung für die Wohnung
MIKROSKOP Es macht Kleines sichtbar
MILCH Weißes Getränk von der Kuh
MILD Sanft
MINISTER Mitglied der Regierung
MINUTE Sechzig Sekunden
MINZE Kraut für Tee
MISPEL Apfelähnliches Wildobst
MISTEL Schmarotzerpflanze auf Bäumen
MITTE Zentrum
MITTWOCH Dritter Tag der Woche
MODE Was man gerade trägt
MOEHRE Lieblingsgemüse des Hasen
MOEWE Vogel an der Küste
MOHN Rote Blume am Feldrand
MOLDAU Fluss durch Prag
MOLE Damm am Hafen
MONACO Fürstentum am Mittelmeer
MONAT Zwölfter Teil des Jahres
MOND Er umkreist die Erde
MONTAG Erster Tag der Woche
MOOR Feuchtes Land mit Torf
MOOS Weiches Polster im Wald
MORGEN Tagesbeginn
MOSAIK Bild aus kleinen Steinen
MOSEL Fluss zum Deutschen Eck
MOSKAU Stadt mit Kreml
MOST Saft vom Obst
MOTOR Antrieb des Autos
MOTORRAD Fahrzeug mit zwei Rädern
MOTTE Sie frisst Löcher in Wolle
MUEDE Reif fürs Bett
MUEHLE Dort wird Korn gemahlen
MUEHLSTEIN Er zermahlt das Korn
MUENCHEN Hauptstadt von Bayern
MUENZE Geldstück
MUETZE Sie wärmt den Kopf
MUND Er isst und spricht
MUSCHEL Sie birgt manchmal eine Perle
MUSEUM Dort stehen alte Schätze
MUSIK Kunst der Töne
MUSKAT Nuss für Kartoffelbrei
MUSKEL Bizeps zum Beispiel
MUT Tapferkeit
MUTTER Gegenstück der Schraube
NABEL Mitte des Bauches
NACHBAR Er wohnt nebenan
NACHRICHT Neue Meldung
NACHT Zeit zwischen Abend und Morgen
NACHTIGALL Sie singt auch nachts
NADEL Sie gehört zum Faden
NAGEL Er wird eingeschlagen
NAH Nicht fern
NAHT Genähte Stelle
NAME Vor- und Zu-
NARR Spaßmacher am Hof
NARZISSE Osterglocke
NASE Organ zum Riechen
NASHORN Dickhäuter mit Horn
NASS Nicht trocken
NATUR Wald und Wiese
NEBEL Wolke am Boden
NECKAR Fluss durch Heidelberg und Stuttgart
NEFFE Sohn der Schwester
NEID Missgunst
NEIN Das Gegenteil von Ja
NEISSE Grenzfluss durch Görlitz
NELKE Blume oder Gewürz
NEPTUN Römischer Gott des Meeres
NERV Er leitet Reize
NEST Dort brüten Vögel
NETT Freundlich
NETZ Werkzeug des Fischers
NEU Noch nicht gebraucht
NEUGIER Wissensdurst
NEUN Anzahl der Kegel
NICHTE Tochter des Bruders
NIE Zu keiner Zeit
NIEDERLANDE Land der Deiche und Tulpen
NIERE Paariges Organ
NIKOLAUS Er füllt die Stiefel
NIL Fluss durch Ägypten
NIXE Sie hat einen Fischschwanz
NORDEN Himmelsrichtung
NORDSEE Meer mit Wattenküste
NORMAL Üblich
NORWEGEN Land der Fjorde
NOT Elend
NOTE Zeichen für einen Ton
NOTIZ Kurze Aufzeichnung
NOVEMBER Elfter Monat
NUDEL Spaghetti oder Spätzle
NUERNBERG Stadt der Lebkuchen
NULL Zahl vor der Eins
NUSS Sie wird geknackt
OASE Wasserstelle der Wüste
OBEN Nicht unten
OBER Kellner
OBST Äpfel und Birnen
OCHSE Rind vor dem Karren
ODE Feierliches Gedicht
ODER Grenzfluss zu Polen
ODYSSEUS König von Ithaka
OEL Flüssiges Fett
OESE Gegenstück zum Haken
OESTERREICH Land mit Hauptstadt Wien
OFEN Er heizt die Stube
OFFEN Nicht zu
OHR Organ zum Hören
OKTAVE Acht Töne
OKTOBER Zehnter Monat
OLDENBURG Stadt in Niedersachsen an der Hunte
OLIVE Frucht für Öl
OLYMP Berg der griechischen Götter
OMA Großmutter
OMELETT Speise aus Eiern
ONKEL Bruder des Vaters
OPA Großvater
OPER Gesungenes Bühnenwerk
OPTIKER Er verkauft Brillen
ORANGE Apfelsine
ORCHESTER Es spielt die Symphonie
ORCHIDEE Edle Blume am Fensterbrett
ORDEN Auszeichnung an der Brust
OREGANO Gewürz der Pizza
ORGEL Instrument mit Pfeifen
ORKAN Sehr starker Sturm
ORT Platz
OSLO Hauptstadt von Norwegen
OST Richtung des Sonnenaufgangs, kurz
OSTEN Dort geht die Sonne auf
OSTEREI Bunt versteckt im Garten
OSTERN Fest mit bunten Eiern
OSTSEE Meer vor Rügen
OTTER Fischfressender Marder
OVAL Eiförmig
OZEAN Weltmeer
PAAR Zwei, die zusammengehören
PADDEL Ruder für das Kanu
PAKET Postsendung
PALAST Schloss
PALME Baum der Südsee
PANDA Bambusbär
PAPAGEI Er spricht nach
PAPIER Stoff der Zeitung
PAPPEL Hoher schlanker Baum
PAPRIKA Rot, gelb oder grün im Salat
PAPST Oberhaupt der Katholiken
PARADIES Garten Eden
PARFUEM Duft im Fläschchen
PARIS Stadt mit Eiffelturm
PARK Grünanlage
PARTEI Politische Vereinigung
PASS Ausweis für Reisen
PASSAU Dreiflüssestadt
PAUKE Schlaginstrument
PAUSE Unterbrechung
PECH Gegenteil von Glück
PEDAL Tritt am Fahrrad
PEGEL Wasserstand
PELIKAN Vogel mit Kehlsack
PELZ Warmes Fell
PERLE Schatz in der Auster
PERSON Mensch
PERU Land der Inkas
PETERSILIE Kraut auf Kartoffeln
PFAD Schmaler Weg
PFAND Man bekommt es für Flaschen zurück
PFANNE Gefäß zum Braten
PFARRER Geistlicher
PFAU Vogel, der ein Rad schlägt
PFEFFER Scharfes Gewürz
PFEFFERMINZE Kraut für Tee mit kühlem Geschmack
PFEIFE Rauchgerät oder Trillerding
PFEIL Geschoss des Bogens
PFERD Reittier
PFINGSTEN Fest fünfzig Tage nach Ostern
PFIRSICH Obst mit Samthaut
PFLANZE Lebewesen mit Wurzeln
PFLAUME Blaues Steinobst
PFLUG Gerät des Bauern
PFORTE Eingang
PFOTE Fuß des Hundes
PFUND Fünfhundert Gramm
PHYSIK Lehre von Kraft und Bewegung
PIANO Leise, in der Musik
PICKNICK Mahlzeit im Grünen
PILOT Er steuert das Flugzeug
PILZ Er wächst im Wald und hat einen Hut
PINGUIN Vogel im Frack
PINSEL Werkzeug des Malers
PINZETTE Sie greift Splitter
PIRAT Seeräuber
PIROL Gelber Singvogel
PISTE Abfahrt der Skifahrer
PIZZA Italienisches aus dem Steinofen
PLAKAT Großer Aushang
PLAN Entwurf
PLANET Himmelskörper wie die Erde
PLATTE Schallträger aus Vinyl
PLATZ Freie Fläche in der Stadt
POKAL Preis für den Sieger
POL Nördlichster Punkt der Erde
POLEN Land mit Hauptstadt Warschau
POLIZEI Freund und Helfer
PORTUGAL Westlichstes Land des europäischen Festlands
PORZELLAN Weißes Gold aus Meißen
POSAUNE Blechblasinstrument mit Zug
POST Sie bringt Briefe
POTSDAM Stadt mit Schloss Sanssouci
PRAG Goldene Stadt an der Moldau
PRALINE Süßigkeit aus der Schachtel
PREIS Was die Ware kostet
PRINZ Sohn des Königs
PRINZESSIN Sie schlief auf einer Erbse schlecht
PROBE Übung vor der Aufführung
PROFESSOR Lehrer an der Universität
PROSA Dichtung ohne Reim
PUDDING Süße Nachspeise
PUDEL Kern der Sache bei Faust
PULS Schlag der Adern
PULT Tisch des Lehrers
PULVER Feiner Staub
PUMA Berglöwe Amerikas
PUNKT Zeichen am Ende des Satzes
PUPPE Spielzeug mit Kleidern
PUTE Truthenne
PYRAMIDE Grab der Pharaonen
QUADRAT Viereck mit gleichen Seiten
QUAL Pein
QUALLE Glibberiges Meerestier
QUARK Weißer Frischkäse
QUARTETT Vier Musiker
QUELLE Ursprung des Flusses
QUER Nicht längs
QUITTE Gelbe Frucht für Gelee
RABE Schwarzer Vogel
RAD Es dreht sich um die Achse
RADIESCHEN Kleine rote scharfe Knolle
RADIO Gerät zum Hören
RAETSEL Sie lösen gerade eines
RAHM Sahne
RAHMEN Einfassung des Bildes
RAKETE Fahrzeug ins Weltall
RAND Äußerste Kante
RASEN Gepflegtes Grün
RAST Pause beim Wandern
RAT Empfehlung
RATHAUS Sitz des Bürgermeisters
RATTE Nagetier
RAUB Diebstahl mit Gewalt
RAUCH Er steigt aus dem Schornstein
RAUM Zimmer
RAUPE Sie wird ein Schmetterling
RAVENSBURG Stadt der Spiele in Oberschwaben
REBE Pflanze des Winzers
RECHEN Gerät für das Laub
RECHNUNG Sie verlangt Geld
RECHT Gesetz und Ordnung
REDE Ansprache
REGAL Möbel für Bücher
REGEL Vorschrift
REGEN Wasser von oben
REGENBOGEN Bunte Erscheinung am Himmel
REGENSBURG Stadt mit Steinerner Brücke
REGISSEUR Er dreht den Film
REH Scheues Waldtier
REICH Wohlhabend
REIF Gefrorener Tau
REIFEN Gummi am Rad
REIHE Nebeneinander Stehende
REIHER Langbeiniger Fischfänger
REIM Gleichklang im Gedicht
REIN Sauber
REIS Getreide Asiens
REISE Fahrt in die Ferne
REITER Er sitzt hoch zu Ross
REKTOR Leiter einer Schule
RENNEN Wettlauf
RENTE Einkommen im Alter
RENTIER Es zieht den Schlitten
REPTIL Eidechse oder Schlange
REST Was übrig bleibt
RETTER Er hilft aus der Not
RETTICH Scharfe Wurzel zur Brotzeit
RHABARBER Saure Stangen für Kuchen
RHEIN Fluss mit Loreley
RICHTER Er spricht Recht
RIESE Sehr großes Märchenwesen
RIGA Hauptstadt von Lettland
RIND Kuh oder Ochse
RINDE Haut des Baumes
RING Schmuck am Finger
RIPPE Knochen des Brustkorbs
RISS Spalt
RITTER Er trug Rüstung
RITTERBURG Festung auf dem Felsen
ROBBE Tier der Sandbank
ROBOTER Maschine mit Armen
ROCK Er reicht von der Hüfte bis zum Knie
ROGGEN Getreide für dunkles Brot
ROHR Leitung für Wasser
ROLLE Part des Schauspielers
ROM Die Ewige Stadt
ROMAN Umfangreiches Erzählwerk
ROSA Farbe des Flamingos
ROSE Königin der Blumen
ROSENKOHL Kleine grüne Köpfchen
ROSINE Getrocknete Traube
ROSMARIN Gewürz zum Lammbraten
ROSS Edles Pferd
ROST Er zerfrisst Eisen
ROSTOCK Hansestadt an der Warnow
ROT Farbe des Blutes
ROTKEHLCHEN Singvogel mit roter Brust
ROUTE Reiseweg
RUDER Damit bewegt man das Boot
RUEBE Wurzelgemüse
RUECKEN Er trägt den Rucksack
RUEGEN Größte deutsche Insel
RUESSEL Nase des Elefanten
RUF Ansehen oder lautes Wort
RUHE Stille
RUHM Großes Ansehen
RUINE Verfallenes Bauwerk
RUMAENIEN Land mit Hauptstadt Bukarest
RUND Wie ein Ball
SAAL Großer Raum für Feste
SAALE Fluss durch Jena und Halle
SAARBRUECKEN Hauptstadt des Saarlands
SAAT Sie geht im Frühling auf
SACHE Ding
SACHSEN Land mit Hauptstadt Dresden
SACK Großer Beutel
SAEGE Werkzeug mit Zähnen
SAEULE Runder Pfeiler
SAFT Flüssiges aus Obst
SAGE Überlieferte Geschichte
SAHNE Sie krönt den Kuchen
SALAMANDER Schwarzgelber Lurch
SALAMI Luftgetrocknete Wurst
SALAT Grünes mit Essig und Öl
SALBE Creme aus der Apotheke
SALZ Weißes Gewürz
SALZBURG Geburtsstadt Mozarts
SAMEN Daraus wächst eine Pflanze
SAMSTAG Sonnabend
SAND Material der Burg am Strand
SANDALE Luftiger Schuh
SANFT Mild und zart
SARDINE Fisch in der Dose
SARG Totenschrein
SATT Nicht mehr hungrig
SATTEL Sitz des Reiters
SATURN Planet mit Ringen
SATZ Er endet mit einem Punkt
SAUBER Frei von Schmutz
SAUER Wie eine Zitrone
SAUM Umgenähter Rand
SAXOFON Blasinstrument des Jazz
SCHACH Königliches Spiel
SCHAF Es liefert Wolle
SCHAL Er wärmt den Hals
SCHALE Haut der Banane
SCHATTEN Kühler Platz im Sommer
SCHATZ Vergrabenes Gold
SCHAUM Er krönt das Bier
SCHERE Damit schneidet man Papier
SCHIFF Großes Wasserfahrzeug
SCHILD Schutz des Ritters
SCHINKEN Räucherware aus dem Schwarzwald
SCHLAF Nachtruhe
SCHLANGE Kriechtier ohne Beine
SCHLITTEN Er gleitet über Schnee
SCHLOSS Wohnsitz des Königs
SCHLUESSEL Er öffnet die Tür
SCHMIED Er arbeitet am Amboss
SCHMUCK Ring und Kette
SCHNABEL Mund des Vogels
SCHNECKE Sie trägt ihr Haus herum
SCHNEE Weiße Pracht im Winter
SCHNELL Mit hohem Tempo
SCHNITZEL Wiener Spezialität
SCHOEN Angenehm anzusehen
SCHOKOLADE Süßes in Tafeln
SCHRANK Möbel für Kleider
SCHRAUBE Sie wird gedreht, nicht geschlagen
SCHRIFT Geschriebenes
SCHRITT Bewegung beim Gehen
SCHUH Bekleidung des Fußes
SCHULE Dort lernen Kinder
SCHULTER Sie trägt die Tasche
SCHWALBE Eine allein macht noch keinen Sommer
SCHWAMM Er wischt die Tafel
SCHWAN Weißer Wasservogel
SCHWARZ Dunkelste Farbe
SCHWARZWALD Heimat der Kuckucksuhr
SCHWEDEN Land mit Hauptstadt Stockholm
SCHWEIN Glücksbringer mit Ringelschwanz
SCHWEIZ Land der Eidgenossen
SCHWER Von großem Gewicht
SCHWERIN Stadt mit Schloss im See
SCHWESTER Weibliches Geschwister
SECHS Höchste Zahl des Würfels
SEE Stehendes Gewässer
SEEHUND Tier der Nordsee
SEELE Unsterblicher Teil des Menschen
SEERAEUBER Störtebeker war einer
SEESTERN Tier mit fünf Armen
SEGEL Tuch am Mast
SEHNE Sie verbindet Muskel und Knochen
SEIDE Feiner Stoff von Raupen
SEIFE Damit wäscht man die Hände
SEIL Dickes Tau
SEINE Fluss durch Paris
SEITE Blatt im Buch hat zwei davon
SEKUNDE Sechzigster Teil einer Minute
SELLERIE Knolle für die Suppe
SELTEN Nicht häufig
SENF Scharfes zur Wurst
SEPTEMBER Neunter Monat
SERIE Folge
SERVIETTE Tuch am Tisch
SESSEL Bequemes Sitzmöbel
SIEB Küchengerät mit Löchern
SIEBEN Zahl der Zwerge im Märchen
SIEG Gegenteil von Niederlage
SIEGEL Abdruck in Wachs
SILBE Teil eines Wortes
SILBER Edelmetall für Platz zwei
SINGVOGEL Amsel oder Meise
SINN Bedeutung
SIRENE Sie heult bei Alarm
SIRUP Zähflüssiger süßer Saft
SITTE Brauch
SITZ Platz im Kino
SKI Brett für den Schnee
SKORPION Tier mit Giftstachel
SOFA Couch
SOHLE Untere Seite des Schuhs
SOHN Männlicher Nachkomme
SOLE Salzhaltiges Wasser
SOLO Allein vorgetragen
SOMMER Wärmste Jahreszeit
SOMMERZEIT Sie beginnt im März
SONNE Stern, um den wir kreisen
SONNENBLUME Sie dreht sich zum Licht
SONNENUHR Sie zeigt nur heitere Stunden
SONNTAG Tag zum Ausruhen
SORGE Kummer
SORTE Boskop ist eine beim Apfel
SPAGHETTI Lange Nudeln
SPANIEN Land der Toreros
SPARGEL Weißes Frühlingsgemüse
SPASS Vergnügen
SPATEN Gerät zum Umgraben
SPATZ Sperling
SPECHT Er hämmert am Baum
SPECK Damit fängt man Mäuse
SPEER Gerät der Werfer
SPEISE Essen
SPIEGEL Man sieht sich darin
SPIEL Schach oder Halma
SPINAT Grünes Gemüse mit Ei
SPINNE Sie webt ein Netz
SPION Geheimer Kundschafter
SPITZ Nicht stumpf
SPORT Turnen und Schwimmen
SPORTLER Er trainiert
SPRACHE Deutsch oder Dänisch
SPREE Fluss durch Berlin
SPRUNG Satz in die Luft
SPUR Abdruck im Schnee
STAAT Land mit eigener Regierung
STAB Gerät des Zauberers
STACHEL Waffe der Biene
STADION Ort für Fußballspiele
STADT Großer Ort
STAHL Gehärtetes Eisen
STALL Haus der Kühe
STAMM Unterer Teil des Baumes
STANGE Langer Stab
STAR Singvogel, der nachahmt
STARK Kräftig
START Beginn des Rennens
STATUE Standbild
STAUB Er liegt auf dem Schrank
STEG Schmale Brücke
STEIN Fels im Kleinen
STERN Er funkelt nachts
STEUER Abgabe an den Staat
STIEFEL Hoher Schuh
STIEL Griff des Besens
STIER Männliches Rind
STIFT Werkzeug zum Schreiben
STILL Ohne Laut
STIMME Abgegeben bei der Wahl
STIRN Sie liegt über den Augen
STOCK Hilfe beim Gehen
STOFF Material für Kleider
STOLZ Selbstbewusst
STORCH Er soll die Kinder bringen
STORM Dichter des Schimmelreiters
STRAND Sandiges Ufer
STRASSE Weg für Autos
STRAUCH Busch
STRAUSS Größter Vogel oder Bund Blumen
STREIT Zank
STROH Trockene Halme
STROM Er kommt aus der Steckdose
STRUMPF Wärmendes am Bein
STUBE Gute Kammer der Großeltern
STUFE Teil der Treppe
STUHL Sitzmöbel mit Lehne
STUNDE Sechzig Minuten
STURM Heftiger Wind
STUTTGART Hauptstadt von Baden-Württemberg
SUEDEN Gegenüber von Norden
SUESS Wie Honig
SUMME Ergebnis des Zusammenzählens
SUMPF Feuchtes Gelände
SUPPE Man löffelt sie
SYLT Nordfriesische Insel
SYMPHONIE Beethoven schrieb neun davon
TABLETTE Medizin
TADEL Gegenteil von Lob
TAFEL Sie hängt im Klassenzimmer
TAG Vierundzwanzig Stunden
TAGEBUCH Darin steht Geheimes
TAKT Rhythmus
TAL Zwischen zwei Bergen
TALER Alte Münze
TANGO Tanz aus Argentinien
TANNE Baum zu Weihnachten
TANTE Schwester der Mutter
TANZ Walzer oder Polka
TAPETE Sie klebt an der Wand
TASCHE Behälter zum Umhängen
TASSE Trinkgefäß mit Henkel
TATZE Pfote des Bären
TAU Nasses am Morgen auf der Wiese
TAUBE Vogel des Friedens
TAUSEND Zahl mit drei Nullen
TAXI Auto mit Chauffeur für jeden
TEDDY Bär im Kinderbett
TEE Getränk der Ostfriesen
TEICH Kleiner See
TEIG Daraus wird Brot
TEIL Stück vom Ganzen
TELEFON Es klingelt
TELLER Geschirr
TEMPEL Heiligtum der Griechen
TEMPO Geschwindigkeit
TENNE Dreschplatz
TENNIS Sport mit Aufschlag
TENOR Hohe Männerstimme
TEPPICH Er liegt auf dem Boden
TERMIN Verabredeter Zeitpunkt
TEST Prüfung
TEUER Von hohem Preis
TEXT Geschriebene Worte
THEATER Dort wird gespielt
THEMA Gegenstand des Gesprächs
THEMSE Fluss durch London
THERMOMETER Es zeigt die Temperatur
THRON Sitz des Königs
THUERINGEN Land der Klöße und Würste
TIEF Weit hinunter
TIER Hund oder Katze
TIGER Gestreifte Großkatze
TINTE Sie ist im Füller
TINTENFISCH Meerestier mit Fangarmen
TIROL Land um Innsbruck
TISCH Möbel zum Essen
TITEL Überschrift
TOCHTER Weiblicher Nachkomme
TOD Ende des Lebens
TOKIO Hauptstadt von Japan
TOLL Großartig
TOMATE Rotes Gemüse
TON Material des Töpfers
TONNE Tausend Kilogramm
TOPF Gefäß zum Kochen
TOR Ziel des Stürmers
TORF Brennstoff aus dem Moor
TORTE Festliches Gebäck
TRAKTOR Fahrzeug des Bauern
TRAUBE Frucht für Wein
TRAUM Erlebnis im Schlaf
TREPPE Sie hat Stufen
TREU Wie ein Hund
TRIER Stadt der Porta Nigra
TRIO Drei Musiker
TROMMEL Der Tambour schlägt sie
TROMPETE Louis Armstrong spielte sie
TROPFEN Steter höhlt den Stein
TROST Er hilft bei Kummer
TROTZ Störrisches Verhalten
TRUHE Kasten für Wäsche
TUBE Sie enthält Zahnpasta
TUCH Stück Stoff
TUEBINGEN Universitätsstadt am Neckar
TUER Eingang zum Zimmer
TUERKEI Land mit Hauptstadt Ankara
TULPE Blume aus Holland
TUNNEL Weg durch den Berg
TURM Hohes schmales Bauwerk
TYP Schlag von Mensch
UEBUNG Sie macht den Meister
UFER Rand des Flusses
UHR Sie zeigt die Zeit
UHU Große Eule
ULM Stadt an der Donau mit berühmtem Münster
ULME Laubbaum
UMWEG Nicht die kürzeste Strecke
UMZUG Wechsel der Wohnung
UNGARN Land mit Hauptstadt Budapest
UNIFORM Kleidung des Polizisten
UNIVERSITAET Dort studiert man
UNKE Lurch mit traurigem Ruf
UNRUHE Teil der Uhr
UNSINN Dummes Zeug
UNTEN Nicht oben
UNTERRICHT Schule am Vormittag
URAL Gebirge zwischen Europa und Asien
URANUS Planet hinter dem Saturn
URLAUB Freie Zeit für Reisen
URNE Dort wirft man den Stimmzettel ein
URTEIL Spruch des Richters
URWALD Dschungel
USEDOM Insel in der Ostsee
VAMPIR Dracula war einer
VANILLE Aroma der Schote
VASE Gefäß für Blumen
VATER Papa
VEILCHEN Blaue Blume, die im Verborgenen blüht
VENEDIG Stadt der Gondeln
VENUS Römische Göttin der Liebe
VEREIN Er hat Mitglieder
VERKEHR Autos auf der Straße
VERS Zeile im Gedicht
VETTER Cousin
VIEH Tiere des Bauern
VIEL Nicht wenig
VIER Zahl der Jahreszeiten
VIOLINE Geige
VITAMIN Es steckt im Obst
VOGEL Tier mit Federn
VOLK Bevölkerung
VOLL Nicht leer
VORHANG Er öffnet sich im Theater
VORNAME Anna oder Paul
VULKAN Feuerspeiender Berg
WAAGE Sie zeigt das Gewicht
WABE Zelle im Bienenstock
WACH Nicht schlafend
WACHS Material der Kerze
WACHTEL Kleiner Hühnervogel
WAGEN Fahrzeug
WAHL Entscheidung an der Urne
WAHR Nicht gelogen
WAL Größtes Tier der Meere
WALD Viele Bäume
WALL Aufgeschütteter Schutz
WALNUSS Sie gleicht einem kleinen Gehirn
WALZER Tanz im Dreivierteltakt
WAND Seite eines Zimmers
WANGE Backe
WANNE Dort badet man
WAPPEN Zeichen einer Stadt
WARE Sie wird verkauft
WARM Angenehm temperiert
WARSCHAU Hauptstadt von Polen
WASSER Es fließt aus dem Hahn
WASSERFALL Der Rhein hat einen bei Schaffhausen
WATT Boden der Nordsee bei Ebbe
WATTE Weiches für Wunden
WECKER Er klingelt am Morgen
WEG Pfad
WEHR Stauanlage im Fluss
WEIDE Wiese für Kühe
WEIHNACHTEN Fest mit Tannenbaum
WEIMAR Stadt von Goethe und Schiller
WEIN Vergorener Traubensaft
WEISS Farbe des Schnees
WEIT Entfernt
WEIZEN Getreide für helles Mehl
WELLE Sie bricht am Strand
WELT Die Erde mit allem darauf
WENIG Nicht viel
WERFT Dort werden Schiffe gebaut
WERK Schöpfung eines Künstlers
WERKZEUG Hammer und Zange
WESER Fluss durch Bremen
WESPE Stechendes Insekt
WESTEN Dort geht die Sonne unter
WETTE Man gewinnt oder verliert sie
WETTER Sonne oder Regen
WETTLAUF Hase und Igel traten dazu an
WIEN Hauptstadt von Österreich
WIESBADEN Hauptstadt von Hessen
WIESE Grünfläche mit Blumen
WIESEL Flinkes Raubtier
WILD Hirsche und Rehe
WIND Bewegte Luft
WINDMUEHLE Don Quijote kämpfte gegen sie
WINKEL Er misst neunzig Grad, wenn er recht ist
WINTER Kälteste Jahreszeit
WINZER Er baut Wein an
WIRT Er steht hinter der Theke
WISENT Europäisches Wildrind
WISMAR Hansestadt an der Ostsee
WITZ Scherz mit Pointe
WOCHE Sieben Tage
WOHNUNG Küche, Bad und Zimmer
WOLF Stammvater des Hundes
WOLFSBURG Stadt der Autos in Niedersachsen
WOLKE Sie bringt Regen
WOLLE Haar des Schafes
WORMS Stadt der Nibelungen am Rhein
WORT Es besteht aus Buchstaben
WUCHS Gestalt der Pflanze
WUERFEL Er hat sechs Seiten
WUERZBURG Stadt am Main mit Residenz
WUESTE Die Sahara ist eine
WUNDE Verletzung
WUNDER Unerklärliches Ereignis
WUNSCH Die Fee erfüllt ihn
WURM Leibspeise der Amsel
WURST Fleischware im Darm
WURZEL Sie hält den Baum
WUT Großer Zorn
XANTEN Römerstadt am Niederrhein
XYLOFON Instrument mit klingenden Stäben
YACHT Elegantes Segelschiff
YETI Sagenhafter Schneemensch
YOGA Übungen aus Indien
ZAHL Eins oder zwei
ZAHN Beißer
ZAHNARZT Er bohrt
ZANGE Werkzeug zum Greifen
ZART Sanft und weich
ZAUBER Magie
ZAUN Grenze des Gartens
ZEBRA Gestreiftes Pferd
ZEH Einer von fünf am Fuß
ZEHN Zahl der Finger
ZEICHEN Signal
ZEILE Reihe von Wörtern
ZEISIG Kleiner grüngelber Fink
ZEIT Sie vergeht
ZEITUNG Sie bringt Nachrichten
ZELT Unterkunft der Camper
ZENTRUM Mitte
ZEPPELIN Luftschiff vom Bodensee
ZEUGE Er sagt vor Gericht aus
ZIEGE Sie meckert
ZIEGEL Stein des Daches
ZIEL Ende des Rennens
ZIFFER Zeichen für eine Zahl
ZIGARRE Rauchware aus Havanna
ZIMMER Raum
ZIMT Gewürz für Milchreis
ZINK Metall mit dem Zeichen Zn
ZINN Metall der Soldaten im Spielzeugkasten
ZINS Ertrag des Sparers
ZIRKUS Manege und Clowns
ZITRONE Saure gelbe Frucht
ZOLL Abgabe an der Grenze
ZOO Park mit Tieren
ZOPF Geflochtenes Haar
ZORN Heftiger Ärger
ZUCKER Süßes für den Kaffee
ZUEGEL Sie lenken das Pferd
ZUERICH Größte Stadt der Schweiz
ZUFALL Nicht Geplantes
ZUG Er fährt auf Schienen
ZUGSPITZE Höchster Berg Deutschlands
ZUKUNFT Was noch kommt
ZUNGE Organ zum Schmecken
ZWEI Zahl der Augen
ZWEIG Kleiner Ast
ZWERG Schneewittchen traf sieben davon
ZWIEBACK Zweimal gebackenes Brot
ZWIEBEL Sie treibt Tränen in die Augen
ZWILLING Einer von zweien gleichen Geburtstags
ZWOELF Zahl der Monate
ZYPERN Insel im östlichen Mittelmeer
`

export type Clue = { answer: string; clue: string }

function readLines(lines: string): Clue[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const end = line.indexOf(' ')
      return { answer: line.slice(0, end), clue: line.slice(end + 1) }
    })
}

/** Of which loose grids were made. */
export const LONG_CLUES: readonly Clue[] = readLines(LINES)
export const CLUES: readonly Clue[] = [...LONG_CLUES, ...readLines(SHORT_LINES)]
