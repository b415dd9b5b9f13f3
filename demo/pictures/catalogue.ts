/**
 * The named pictures of the demo publications. Articles refer to a picture by its key and to nothing else:
 * how it comes about (drawn scene, photograph) stays here. A key never changes its meaning; drawn scenes are
 * rendered on demand from motif, mood and the key as seed, so the same key is the same picture everywhere.
 */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import type { Mood } from './light.ts'
import { PHOTOS } from './photos.ts'
import { portraitDescriptions, renderPortrait } from './portraits.ts'
import { renderScene } from './scenes.ts'
import type { Motif } from './scenes.ts'

export type PictureSource = { kind: 'scene'; motif: Motif; mood: Mood; seed: string } | { kind: 'photo'; file: string }

export type Picture = {
  key: string
  source: PictureSource
  altText: string
  width: number
  height: number
  credit: string
}

export type RenderedPicture = { data: Buffer; width: number; height: number }

const SCENE_CREDIT = 'Illustration: Lokalteil'

type SceneRow = readonly [key: string, motif: Motif, mood: Mood, altText: string]

const SCENES: readonly SceneRow[] = [
  // Auenburg: town and town hall
  [
    'altstadt-auenburg-morgen',
    'old-town',
    'dawn',
    'Die Dächer der Auenburger Altstadt im ersten Morgenlicht, dahinter die Doppeltürme von St. Marien',
  ],
  [
    'altstadt-auenburg-tag',
    'old-town',
    'day',
    'Blick über die Altstadt von Auenburg mit Giebelhäusern und den zwei Kirchtürmen',
  ],
  [
    'altstadt-auenburg-abend',
    'old-town',
    'dusk',
    'Abendstimmung über der Auenburger Altstadt, in vielen Fenstern brennt Licht',
  ],
  ['altstadt-auenburg-nacht', 'old-town', 'night', 'Die Altstadt von Auenburg bei Nacht mit erleuchteten Fenstern'],
  ['altstadt-auenburg-winter', 'old-town', 'winter', 'Verschneite Dächer in der Auenburger Altstadt'],
  ['altstadt-auenburg-regen', 'old-town', 'rain', 'Regen über den Giebeln der Auenburger Altstadt'],
  [
    'rathaus-auenburg-tag',
    'town-hall',
    'day',
    'Das Auenburger Rathaus mit seinem Laubengang und dem Uhrturm bei Tageslicht',
  ],
  ['rathaus-auenburg-abend', 'town-hall', 'dusk', 'Das Auenburger Rathaus am Abend, im Laubengang leuchten die Lampen'],
  ['rathaus-auenburg-nacht', 'town-hall', 'night', 'Das beleuchtete Rathaus von Auenburg in der Nacht'],
  ['rathaus-auenburg-winter', 'town-hall', 'winter', 'Das Auenburger Rathaus mit Schnee auf dem Dach'],
  ['rathaus-auenburg-november', 'town-hall', 'overcast', 'Das Rathaus von Auenburg unter grauem Novemberhimmel'],
  ['st-marien-morgen', 'church', 'dawn', 'Die Kirche St. Marien mit ihren zwei Türmen vor hellem Morgenhimmel'],
  ['st-marien-abend', 'church', 'dusk', 'St. Marien in Auenburg im Abendlicht, die Fenster sind erleuchtet'],
  ['st-marien-winter', 'church', 'winter', 'Die Doppeltürme von St. Marien im Schnee'],
  ['st-marien-herbst', 'church', 'autumn', 'St. Marien zwischen herbstlich gefärbten Bäumen'],
  [
    'marktplatz-auenburg-tag',
    'market-square',
    'day',
    'Wochenmarkt mit gestreiften Ständen auf dem Auenburger Marktplatz',
  ],
  [
    'marktplatz-auenburg-morgen',
    'market-square',
    'dawn',
    'Marktstände mit Obst und Gemüse am frühen Morgen auf dem Auenburger Marktplatz',
  ],
  [
    'marktplatz-auenburg-november',
    'market-square',
    'overcast',
    'Marktstände auf dem Auenburger Marktplatz an einem trüben Novembertag',
  ],
  ['strassenbahn-auenburg-tag', 'tram', 'day', 'Eine Straßenbahn fährt durch die Auenburger Innenstadt'],
  ['strassenbahn-auenburg-abend', 'tram', 'dusk', 'Straßenbahn mit erleuchteten Fenstern in der Abenddämmerung'],
  ['strassenbahn-auenburg-regen', 'tram', 'rain', 'Straßenbahn im Regen, die Lichter spiegeln sich auf dem Pflaster'],
  ['strassenbahn-auenburg-nacht', 'tram', 'night', 'Eine beleuchtete Straßenbahn in der nächtlichen Innenstadt'],
  ['bahnhof-auenburg-tag', 'train-station', 'day', 'Der Auenburger Hauptbahnhof mit Uhr über dem Eingang'],
  ['bahnhof-auenburg-nacht', 'train-station', 'night', 'Der Bahnhof von Auenburg bei Nacht, die Halle ist erleuchtet'],
  ['bahnhof-auenburg-winter', 'train-station', 'winter', 'Der Bahnhof von Auenburg im Schnee'],
  ['universitaet-auenburg', 'university-library', 'day', 'Die Universitätsbibliothek Auenburg mit großer Glasfassade'],
  ['universitaet-auenburg-abend', 'university-library', 'dusk', 'Die erleuchtete Universitätsbibliothek am Abend'],
  ['einkaufsstrasse-auenburg', 'shop-street', 'day', 'Einkaufsstraße mit Markisen und Schaufenstern in Auenburg'],
  [
    'einkaufsstrasse-auenburg-advent',
    'shop-street',
    'night',
    'Einkaufsstraße am Abend mit erleuchteten Schaufenstern und Lichterketten',
  ],
  ['einkaufsstrasse-auenburg-regen', 'shop-street', 'rain', 'Leere Einkaufsstraße im Novemberregen'],
  ['wohnblocks-auenburg-nord', 'housing-blocks', 'day', 'Mehrstöckige Wohnhäuser mit Balkonen im Auenburger Norden'],
  [
    'wohnblocks-auenburg-nord-abend',
    'housing-blocks',
    'dusk',
    'Wohnblocks am Abend, hinter vielen Fenstern brennt Licht',
  ],
  ['neubau-wohnungen-auenburg', 'construction-site', 'day', 'Rohbau eines Wohnhauses mit Kran und Gerüst'],
  ['baustelle-kran-abend', 'construction-site', 'dusk', 'Baukran über einem Rohbau im Abendlicht'],
  ['buerohaus-auenburg', 'office-tower', 'day', 'Der Himmel spiegelt sich in der Glasfassade eines Bürohochhauses'],
  ['buerohaus-auenburg-abend', 'office-tower', 'dusk', 'Bürohochhaus in der Dämmerung mit erleuchteten Etagen'],
  ['stadtbuecherei-auenburg', 'library', 'day', 'Bücherregale und Lesetisch in der Stadtbücherei'],

  // Aue: river and bridges
  ['aue-morgen', 'river', 'dawn', 'Die Aue windet sich im Morgendunst durch die Wiesen'],
  ['aue-sommer', 'river', 'day', 'Die Aue fließt zwischen grünen Ufern'],
  ['aue-herbst', 'river', 'autumn', 'Herbstbäume am Ufer der Aue'],
  ['aue-nebel', 'river', 'fog', 'Nebel über der Aue'],
  ['aue-winter', 'river', 'winter', 'Die Aue zwischen verschneiten Ufern'],
  ['auebruecke-tag', 'bridge', 'day', 'Die steinerne Auebrücke mit ihren Bögen'],
  ['auebruecke-abend', 'bridge', 'dusk', 'Die alte Auebrücke im Abendlicht, ihre Bögen spiegeln sich im Fluss'],
  ['auebruecke-nacht', 'bridge', 'night', 'Laternen auf der Auebrücke bei Nacht'],
  ['auebruecke-nebel', 'bridge', 'fog', 'Die Auebrücke verschwindet im Nebel'],
  ['hochwasser-aue', 'river-flood', 'rain', 'Hochwasser der Aue: Bäume, Zäune und ein Verkehrsschild stehen im Wasser'],
  ['hochwasser-aue-tag', 'river-flood', 'overcast', 'Überflutete Wiesen an der Aue unter grauem Himmel'],
  ['hochwasser-aue-abend', 'river-flood', 'dusk', 'Überschwemmtes Ufer der Aue im letzten Licht'],

  // Hafenrode
  ['hafen-hafenrode-tag', 'harbour-cranes', 'day', 'Containerkräne am Kai von Hafenrode'],
  ['hafen-hafenrode-abend', 'harbour-cranes', 'dusk', 'Hafenkräne als Silhouetten vor dem Abendhimmel über Hafenrode'],
  ['hafen-hafenrode-nacht', 'harbour-cranes', 'night', 'Beleuchtete Kräne im nächtlichen Hafen von Hafenrode'],
  ['hafen-hafenrode-nebel', 'harbour-cranes', 'fog', 'Kräne im Hafen von Hafenrode bei dichtem Nebel'],
  ['hafen-hafenrode-morgen', 'harbour-cranes', 'dawn', 'Der Hafen von Hafenrode im Morgenrot'],
  ['containerschiff-tag', 'container-ship', 'day', 'Ein beladenes Containerschiff läuft in die Auemündung ein'],
  ['containerschiff-abend', 'container-ship', 'dusk', 'Containerschiff im Abendlicht vor der Küste'],
  ['containerschiff-regen', 'container-ship', 'rain', 'Containerschiff bei Regen und rauem Wasser'],
  ['faehre-hafenrode-tag', 'ferry', 'day', 'Die weiße Fähre von Hafenrode unterwegs auf dem Fluss'],
  ['faehre-hafenrode-abend', 'ferry', 'dusk', 'Die Fähre kehrt am Abend mit erleuchteten Fenstern zurück'],
  ['faehre-hafenrode-nebel', 'ferry', 'fog', 'Die Fähre von Hafenrode im Nebel'],
  ['leuchtturm-tag', 'lighthouse', 'day', 'Der rot-weiße Leuchtturm an der Auemündung'],
  ['leuchtturm-nacht', 'lighthouse', 'night', 'Der Leuchtturm von Hafenrode wirft seinen Lichtstrahl in die Nacht'],
  ['leuchtturm-sturm', 'lighthouse', 'rain', 'Der Leuchtturm von Hafenrode bei Sturm und Regen'],
  ['fischerboote-morgen', 'fishing-boats', 'dawn', 'Fischerboote liegen im Morgenlicht an der Pier von Hafenrode'],
  ['fischerboote-tag', 'fishing-boats', 'day', 'Bunte Fischerboote im Hafen'],
  ['fischerboote-winter', 'fishing-boats', 'winter', 'Fischerboote mit Schnee auf den Decks'],
  ['strand-hafenrode', 'beach-lake', 'day', 'Sandstrand mit Strandkörben an der Auemündung'],
  ['strand-hafenrode-abend', 'beach-lake', 'dusk', 'Leerer Strand mit Strandkörben in der Abendsonne'],

  // Hügelland, Tannau, villages
  ['huegelland-morgen', 'hills', 'dawn', 'Nebel liegt in den Tälern des Hügellands'],
  ['huegelland-sommer', 'hills', 'day', 'Sanfte Hügel mit Feldern und Hecken'],
  ['huegelland-herbst', 'hills', 'autumn', 'Das Hügelland in Herbstfarben'],
  ['huegelland-winter', 'hills', 'winter', 'Verschneite Hügel unter blassem Himmel'],
  ['tannau-tag', 'village', 'day', 'Blick auf Tannau mit Kirchturm zwischen den Hügeln'],
  ['tannau-abend', 'village', 'dusk', 'Tannau am Abend, in den Häusern brennt Licht'],
  ['tannau-winter', 'village', 'winter', 'Tannau unter einer Schneedecke'],
  ['dorf-huegelland-herbst', 'village', 'autumn', 'Ein Dorf im Hügelland zwischen herbstlichen Bäumen'],
  ['dorf-huegelland-nebel', 'village', 'fog', 'Kirchturm und Dächer eines Dorfes ragen aus dem Nebel'],
  ['fachwerk-tannau-tag', 'half-timbered-street', 'day', 'Fachwerkhäuser in einer Gasse von Tannau'],
  ['fachwerk-tannau-abend', 'half-timbered-street', 'dusk', 'Fachwerkgasse in Tannau am Abend, Laternen leuchten'],
  ['fachwerk-tannau-winter', 'half-timbered-street', 'winter', 'Verschneite Fachwerkgasse in Tannau'],
  ['weinberg-sommer', 'vineyard', 'day', 'Rebzeilen ziehen sich über einen Hang'],
  ['weinberg-herbst', 'vineyard', 'autumn', 'Goldgelbe Rebzeilen im Herbst'],
  ['weinberg-winter', 'vineyard', 'winter', 'Rebzeilen im Schnee'],
  ['obstwiese-fruehling', 'orchard', 'dawn', 'Apfelbäume auf einer Streuobstwiese im Morgenlicht'],
  ['obstwiese-herbst', 'orchard', 'autumn', 'Streuobstwiese mit roten Äpfeln'],
  ['wald-nebel', 'forest', 'fog', 'Fichten im Nebel'],
  ['wald-winter', 'forest', 'winter', 'Verschneiter Nadelwald'],
  ['wald-tag', 'forest', 'day', 'Dichter Wald mit hohen Nadelbäumen'],
  ['waldweg-herbst', 'forest-path', 'autumn', 'Ein Weg führt durch herbstlichen Laubwald'],
  ['waldweg-sommer', 'forest-path', 'day', 'Ein sonniger Weg durch grünen Laubwald'],
  ['waldweg-nebel', 'forest-path', 'fog', 'Ein Waldweg verliert sich im Nebel'],
  ['tannsee-morgen', 'lake', 'dawn', 'Der Tannsee liegt spiegelglatt im Morgenlicht'],
  ['tannsee-sommer', 'lake', 'day', 'Steg am Tannsee vor bewaldeten Hügeln'],
  ['tannsee-winter', 'lake', 'winter', 'Ein Boot am Steg des winterlichen Tannsees'],
  ['tannsee-herbst', 'lake', 'autumn', 'Herbstwald spiegelt sich im Tannsee'],
  ['windpark-tag', 'wind-farm', 'day', 'Windräder auf einem Höhenzug im Hügelland'],
  ['windpark-abend', 'wind-farm', 'dusk', 'Windräder vor glühendem Abendhimmel'],
  ['windpark-nebel', 'wind-farm', 'fog', 'Windräder ragen aus dem Nebel'],
  ['solarpark-tag', 'solar-field', 'day', 'Reihen von Solarmodulen auf einer Wiese'],
  ['solarpark-morgen', 'solar-field', 'dawn', 'Solarmodule spiegeln den Morgenhimmel'],
  ['feld-sommer', 'farm-field', 'day', 'Goldenes Getreidefeld mit Hof im Hintergrund'],
  ['feld-november', 'farm-field', 'overcast', 'Gepflügter Acker unter grauem Himmel'],
  ['traktor-feld', 'tractor', 'day', 'Ein Traktor zieht einen Pflug über den Acker'],
  ['traktor-demo-abend', 'tractor', 'dusk', 'Traktor mit eingeschaltetem Licht in der Dämmerung'],
  ['kuehe-weide', 'cows', 'day', 'Schwarzbunte Kühe auf der Weide'],
  ['kuehe-weide-nebel', 'cows', 'fog', 'Kühe auf einer Weide im Morgennebel'],
  ['schafe-deich', 'sheep', 'day', 'Schafe grasen auf dem Deich'],
  ['schafe-herbst', 'sheep', 'autumn', 'Eine Schafherde auf einer Herbstwiese'],
  ['hofladen-huegelland', 'farm-field', 'autumn', 'Bauernhof mit Scheune hinter abgeernteten Feldern'],

  // Blaulicht
  ['feuerwehr-einsatz-nacht', 'fire-engine', 'night', 'Feuerwehrauto mit Blaulicht bei einem nächtlichen Einsatz'],
  ['feuerwehr-einsatz-tag', 'fire-engine', 'day', 'Ein Löschfahrzeug der Feuerwehr steht vor Häusern'],
  [
    'feuerwehr-einsatz-regen',
    'fire-engine',
    'rain',
    'Feuerwehrauto im Regen, das Blaulicht spiegelt sich auf der Straße',
  ],
  ['polizei-einsatz-nacht', 'police-car', 'night', 'Streifenwagen der Polizei mit Blaulicht bei Nacht'],
  ['polizei-einsatz-tag', 'police-car', 'overcast', 'Ein Streifenwagen der Polizei am Straßenrand'],
  ['polizei-einsatz-regen', 'police-car', 'rain', 'Streifenwagen auf regennasser Straße'],
  ['rettungswagen-tag', 'ambulance', 'day', 'Rettungswagen auf einer Landstraße'],
  ['rettungswagen-nacht', 'ambulance', 'night', 'Rettungswagen mit Blaulicht in der Nacht'],

  // Politik, Justiz, Gesundheit, Bildung
  ['ratssaal-auenburg', 'council-chamber', 'day', 'Der Sitzungssaal des Stadtrats mit leeren Stuhlreihen im Halbrund'],
  ['ratssaal-auenburg-abend', 'council-chamber', 'night', 'Der Ratssaal am Abend im Licht der Deckenlampen'],
  ['wahlurne', 'ballot-box', 'day', 'Ein Stimmzettel steckt im Schlitz einer Wahlurne'],
  ['gericht-auenburg', 'courthouse', 'day', 'Das Landgericht Auenburg mit Säulenportal'],
  ['gericht-auenburg-november', 'courthouse', 'overcast', 'Das Säulenportal des Landgerichts unter grauem Himmel'],
  ['justitia-waage', 'court-scales', 'dusk', 'Eine Waage und Gesetzbücher auf einem Richtertisch'],
  ['klinikum-auenburg', 'hospital', 'day', 'Das Klinikum Auenburg mit Hubschrauberlandeplatz'],
  ['klinikum-auenburg-nacht', 'hospital', 'night', 'Das Klinikum bei Nacht, viele Fenster sind hell'],
  ['schule-tannau', 'school', 'day', 'Ein Schulgebäude aus Backstein mit Pausenhof'],
  ['schule-winter', 'school', 'winter', 'Schulgebäude mit verschneitem Pausenhof'],
  ['kita-bunt', 'kindergarten', 'day', 'Kindertagesstätte mit bunten Fenstern und Garten'],
  ['kita-herbst', 'kindergarten', 'autumn', 'Kindertagesstätte zwischen Herbstbäumen'],
  ['spielplatz-park', 'playground', 'day', 'Spielplatz mit Rutsche und Schaukel'],
  ['spielplatz-november', 'playground', 'overcast', 'Leerer Spielplatz an einem grauen Tag'],

  // Wirtschaft
  ['fabrik-hafenrode', 'factory', 'day', 'Werkhallen mit Sheddach und Schornsteinen'],
  ['fabrik-abend', 'factory', 'dusk', 'Fabrik mit rauchenden Schornsteinen im Abendrot'],
  ['werkstatt', 'workshop', 'day', 'Werkbank mit Werkzeugen an der Wand'],
  ['labor', 'laboratory', 'day', 'Glaskolben und ein Mikroskop auf einem Labortisch'],
  ['brauerei', 'brewery', 'day', 'Kupferne Sudkessel in einer Brauerei'],
  ['baeckerei', 'bakery', 'dawn', 'Brote und Brötchen in der Auslage einer Bäckerei'],
  ['restaurant-tisch', 'restaurant-table', 'dusk', 'Gedeckter Tisch mit Weinglas und Kerze'],
  ['cafe-tasse', 'coffee', 'day', 'Eine Tasse Kaffee mit Milchschaum auf einem Holztisch'],
  ['geld-muenzen', 'euro-coins', 'day', 'Gestapelte Münzen auf einem Tisch'],
  ['geld-haushalt', 'euro-coins', 'dusk', 'Münzstapel verschiedener Höhe im warmen Licht'],
  ['druckerei-zeitung', 'newspaper-press', 'night', 'Papierbahnen laufen durch eine Zeitungsdruckmaschine'],

  // Sport
  ['stadion-auenburg-tag', 'stadium', 'day', 'Das Auestadion mit Flutlichtmasten'],
  ['stadion-auenburg-flutlicht', 'stadium', 'night', 'Das Auestadion unter Flutlicht'],
  ['fussballplatz-herbst', 'football-pitch', 'autumn', 'Fußballplatz mit Tor vor herbstlichen Bäumen'],
  ['fussballplatz-abend', 'football-pitch', 'dusk', 'Ein Ball liegt vor dem Tor im Abendlicht'],
  ['fussballplatz-regen', 'football-pitch', 'rain', 'Aufgeweichter Fußballplatz im Regen'],
  ['fussballplatz-tag', 'football-pitch', 'day', 'Fußballplatz mit frisch gezogenen Linien'],
  ['handballhalle', 'handball-hall', 'day', 'Handballfeld in einer Sporthalle mit Tribüne'],
  ['handballhalle-abend', 'handball-hall', 'night', 'Handballhalle am Abend mit Tor, Wurfkreis und Tribüne'],
  ['turnhalle', 'gym', 'day', 'Turnhalle mit Sprossenwand und Kasten'],
  ['schwimmbad', 'swimming-pool', 'day', 'Schwimmbecken mit Bahnen und Startblöcken'],
  ['radrennen', 'cycling-race', 'day', 'Radrennfahrer als Silhouetten auf einer Landstraße'],
  ['radrennen-abend', 'cycling-race', 'dusk', 'Radfahrer im Gegenlicht der Abendsonne'],
  ['laufbahn', 'running-track', 'day', 'Rote Laufbahn mit weißen Linien'],
  ['rudern-morgen', 'rowing', 'dawn', 'Ein Ruderboot mit vier Ruderern auf der Aue im Morgenlicht'],
  ['rudern-tag', 'rowing', 'day', 'Ruderachter auf dem Fluss'],

  // Kultur
  ['theater-buehne', 'theatre', 'night', 'Roter Vorhang und ein einzelner Stuhl auf der Bühne des Stadttheaters'],
  [
    'konzert-buehne',
    'concert-stage',
    'night',
    'Konzertbühne mit farbigen Scheinwerfern, davor das Publikum als Silhouette',
  ],
  ['kino-saal', 'cinema', 'night', 'Helle Leinwand in einem dunklen Kinosaal mit roten Sitzen'],
  ['museum-auenburg', 'museum', 'day', 'Das Museum Auenburg mit Säulen und Freitreppe'],
  ['museum-auenburg-abend', 'museum', 'dusk', 'Das Museum am Abend, die Fassade ist angestrahlt'],
  ['galerie-raum', 'gallery-room', 'day', 'Gemälde an der weißen Wand einer Galerie'],
  ['podcast-mikrofon', 'microphone', 'night', 'Ein Studiomikrofon vor dunklem Hintergrund'],
  ['podcast-auengespraech', 'microphone', 'day', 'Mikrofon auf einem Tisch vor grünem Hintergrund'],
  ['podcast-hafenlicht', 'lighthouse', 'dusk', 'Der Leuchtturm von Hafenrode im letzten Abendlicht'],
  ['radio-geraet', 'radio', 'day', 'Ein Radio mit Holzgehäuse'],

  // Advent and winter
  [
    'weihnachtsmarkt-auenburg',
    'christmas-market',
    'night',
    'Weihnachtsmarkt mit beleuchteten Buden und großem Christbaum',
  ],
  [
    'weihnachtsmarkt-auenburg-daemmerung',
    'christmas-market',
    'dusk',
    'Buden und Lichterketten auf dem Weihnachtsmarkt in der Dämmerung',
  ],
  ['weihnachtsmarkt-tannau-schnee', 'christmas-market', 'winter', 'Verschneiter Weihnachtsmarkt in Tannau'],
  ['volksfest-riesenrad', 'fairground', 'dusk', 'Riesenrad und Karussell auf dem Volksfest'],
  ['volksfest-nacht', 'fairground', 'night', 'Ein beleuchtetes Riesenrad bei Nacht'],
  ['feuerwerk-aue', 'fireworks', 'night', 'Feuerwerk über dem Fluss'],
  ['schneestrasse', 'snow-street', 'winter', 'Verschneite Straße mit parkenden Autos'],
  ['schneestrasse-nacht', 'snow-street', 'night', 'Schneebedeckte Straße im Licht der Laternen'],

  // Wetter
  ['gewitterwolken', 'storm-clouds', 'rain', 'Dunkle Gewitterwolken über flachem Land'],
  ['sturm-abend', 'storm-clouds', 'dusk', 'Sturmwolken ziehen am Abend auf'],

  // Verkehr
  ['strassenbau', 'road-construction', 'day', 'Baustelle mit Bagger, Absperrungen und Warnbaken'],
  ['strassenbau-nacht', 'road-construction', 'night', 'Nächtliche Straßenbaustelle mit Warnleuchten'],
  ['bus-haltestelle', 'bus', 'day', 'Ein Linienbus an der Haltestelle'],
  ['bus-regen', 'bus', 'rain', 'Linienbus im Regen'],
  ['bus-land-abend', 'bus', 'dusk', 'Linienbus mit eingeschaltetem Licht am Abend'],
  ['regionalzug', 'regional-train', 'day', 'Ein Regionalzug fährt durch die Hügel'],
  ['regionalzug-herbst', 'regional-train', 'autumn', 'Regionalzug zwischen herbstlichen Bäumen'],
  ['regionalzug-winter', 'regional-train', 'winter', 'Regionalzug in verschneiter Landschaft'],
  ['ladestation', 'charging-station', 'day', 'Ein Elektroauto lädt an einer Ladesäule'],
  ['ladestation-abend', 'charging-station', 'dusk', 'Ladesäule mit leuchtender Anzeige am Abend'],
  ['radweg', 'bike-lane', 'day', 'Roter Radweg mit Fahrradsymbol neben der Straße'],
  ['radweg-herbst', 'bike-lane', 'autumn', 'Radweg mit Laub unter Alleebäumen'],
  ['parkplatz', 'parking', 'day', 'Autos auf einem Parkplatz in der Innenstadt'],
  ['parkplatz-regen', 'parking', 'rain', 'Volle Parkplätze im Regen'],

  // Leben, Freizeit, Natur
  ['kleingarten', 'allotment-garden', 'day', 'Kleingarten mit Laube und Gemüsebeeten'],
  ['kleingarten-herbst', 'allotment-garden', 'autumn', 'Kleingarten im Herbst'],
  ['hund-wiese', 'dog', 'day', 'Ein brauner Hund sitzt auf einer Wiese'],
  ['hund-herbst', 'dog', 'autumn', 'Ein Hund sitzt im Herbstlaub'],
  ['igel-laub', 'hedgehog', 'autumn', 'Ein Igel im Herbstlaub'],
  ['storch-nest', 'stork', 'day', 'Ein Storch steht auf seinem Nest'],
  ['storch-morgen', 'stork', 'dawn', 'Storch auf dem Nest vor Morgenhimmel'],
  ['bienenwiese', 'bee-meadow', 'day', 'Blühwiese mit Bienenkästen'],
  ['baum-pflanzen', 'tree-planting', 'autumn', 'Ein frisch gepflanzter junger Baum mit Stützpfählen und Spaten'],
  ['schach', 'chessboard', 'day', 'Schachfiguren auf einem Brett'],
  ['kreuzwort', 'crossword', 'day', 'Ein Kreuzworträtsel mit Bleistift'],

  // Test reports
  ['test-kaffeemaschine', 'coffee-machine', 'day', 'Eine Siebträgermaschine mit Tassen vor hellem Hintergrund'],
  ['test-kaffeevollautomat', 'coffee-machine', 'dusk', 'Kaffeemaschine in warmem Licht'],
  ['test-e-bike', 'e-bike', 'day', 'Ein E-Bike vor hellem Hintergrund'],
  ['test-saugroboter', 'vacuum-robot', 'day', 'Ein runder Saugroboter auf hellem Boden'],
  ['test-kopfhoerer', 'headphones', 'day', 'Kopfhörer mit Bügel vor farbigem Hintergrund'],
  ['test-laptop', 'laptop', 'day', 'Ein aufgeklappter Laptop'],
  ['test-smartphone', 'smartphone', 'day', 'Zwei Smartphones, Vorder- und Rückseite'],
  ['test-winterreifen', 'winter-tyres', 'winter', 'Gestapelte Winterreifen'],
  ['test-waschmaschine', 'washing-machine', 'day', 'Eine weiße Waschmaschine mit Bullauge'],
  ['test-toaster', 'toaster', 'day', 'Ein Toaster mit zwei Scheiben Brot'],
]

function toPicture([key, motif, mood, altText]: SceneRow): Picture {
  return {
    key,
    source: { kind: 'scene', motif, mood, seed: key },
    altText,
    width: 1600,
    height: 1000,
    credit: SCENE_CREDIT,
  }
}

export const PICTURES: readonly Picture[] = [
  ...SCENES.map(toPicture),
  ...PHOTOS.map((photo) => ({
    key: photo.key,
    source: { kind: 'photo' as const, file: photo.file },
    altText: photo.altText,
    width: photo.width,
    height: photo.height,
    credit: `Foto: ${photo.author} / ${photo.licence}`,
  })),
]

const BY_KEY: ReadonlyMap<string, Picture> = new Map(PICTURES.map((picture) => [picture.key, picture]))

export function getPicture(key: string): Picture | null {
  return BY_KEY.get(key) ?? null
}

/** JPEG bytes of a catalogue entry. Throws on a key the catalogue does not know. */
export async function renderPicture(key: string): Promise<RenderedPicture> {
  const picture = getPicture(key)
  if (!picture) throw new Error(`The demo has no picture "${key}"`)
  const { source, width, height } = picture
  const data =
    source.kind === 'scene'
      ? await renderScene(source.motif, source.mood, source.seed)
      : await readFile(fileURLToPath(new URL(`photos/${source.file}`, import.meta.url)))
  return { data, width, height }
}

/** The average colour of a picture as `#rrggbb`, for the box shown before it has loaded. */
export async function averageColour(image: Buffer): Promise<string> {
  const pixel = await sharp(image).resize(1, 1, { fit: 'fill' }).removeAlpha().toColourspace('srgb').raw().toBuffer()
  return `#${[...pixel.subarray(0, 3)].map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

export type AuthorPortrait = { key: string; altText: string; width: number; height: number; credit: string }

/** One drawn portrait per author key; render it with `renderPortraitOf`. */
export const PORTRAITS: readonly AuthorPortrait[] = portraitDescriptions().map(({ key, altText }) => ({
  key,
  altText,
  width: 600,
  height: 600,
  credit: SCENE_CREDIT,
}))

export async function renderPortraitOf(key: string): Promise<RenderedPicture> {
  return { data: await renderPortrait(key), width: 600, height: 600 }
}
