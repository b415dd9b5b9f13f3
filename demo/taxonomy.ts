/**
 * The order of things in the demo: sections, tags (a tree), topics, regions and authors, shared by the four
 * publications in different mixes. Ids of tags are numbers as text because a tag subscription names them
 * (`PLUS-TAG-12`). Everything here is invented; no place or person exists.
 */
import type { DemoCode } from './codes.ts'

export type DemoSection = {
  path: string
  name: string
  /** Title for search engines; empty falls back to the name (R2.6-07). */
  seoTitle?: string
  description: string
  /** Publications that carry it; absent: all four. */
  publications?: readonly DemoCode[]
}

export const SECTIONS: readonly DemoSection[] = [
  {
    path: 'lokales',
    name: 'Lokales',
    seoTitle: 'Lokales: Nachrichten aus Auenburg, Hafenrode und dem Hügelland',
    description: 'Was vor der Haustür geschieht.',
  },
  {
    path: 'lokales/auenburg',
    name: 'Auenburg',
    seoTitle: 'Auenburg: Nachrichten aus der Stadt',
    description: 'Rathaus, Stadtteile, Leute: Auenburg von der Altstadt bis Nordend.',
  },
  {
    path: 'lokales/hafenrode',
    name: 'Hafenrode',
    description: 'Nachrichten aus der Hafenstadt an der Mündung der Aue.',
  },
  { path: 'lokales/tannau', name: 'Tannau', description: 'Aus der Kreisstadt und ihren Ortsteilen.' },
  {
    path: 'lokales/huegelland',
    name: 'Hügelland',
    description: 'Dörfer, Höfe und Gemeinderäte zwischen Birkfelde und Oberlinden.',
  },
  {
    path: 'lokales/untere-aue',
    name: 'Untere Aue',
    description: 'Der Landkreis am Unterlauf: Deiche, Marschen, Dörfer.',
  },
  { path: 'lokales/talheim', name: 'Talheim', description: 'Nachrichten aus Talheim und den Nachbarorten.' },
  {
    path: 'blaulicht',
    name: 'Blaulicht',
    seoTitle: 'Blaulicht: Polizei, Feuerwehr und Rettung in der Region',
    description: 'Einsätze, Unfälle, Gerichte.',
  },
  {
    path: 'hafen',
    name: 'Hafen',
    seoTitle: 'Hafen Hafenrode: Schiffe, Umschlag, Menschen',
    description: 'Umschlag, Fähren, Fischerei.',
    publications: ['fb', 'ak'],
  },
  {
    path: 'politik',
    name: 'Politik',
    description: 'Land, Bund und Welt, von hier aus gesehen.',
    publications: ['ak', 'fb', 'ht'],
  },
  {
    path: 'politik/land',
    name: 'Landespolitik',
    description: 'Aus Landtag und Ministerien.',
    publications: ['ak', 'fb', 'ht'],
  },
  {
    path: 'politik/deutschland',
    name: 'Deutschland',
    description: 'Bundespolitik und was sie für die Region bedeutet.',
    publications: ['ak', 'fb', 'ht'],
  },
  {
    path: 'politik/welt',
    name: 'Welt',
    description: 'Das Wichtigste aus dem Ausland.',
    publications: ['ak', 'fb', 'ht'],
  },
  {
    path: 'kommunalwahl-2027',
    name: 'Kommunalwahl 2027',
    seoTitle: 'Kommunalwahl 2027: Kandidaten, Themen, Ergebnisse',
    description: 'Alles zur Wahl der Räte, Bürgermeisterinnen und Bürgermeister.',
  },
  { path: 'wirtschaft', name: 'Wirtschaft', description: 'Betriebe, Handel, Arbeit.' },
  { path: 'wirtschaft/region', name: 'Regionale Wirtschaft', description: 'Unternehmen zwischen Hafen und Hügelland.' },
  { path: 'wirtschaft/verbraucher', name: 'Verbraucher', description: 'Was das Leben kostet und wie man spart.' },
  { path: 'sport', name: 'Sport', description: 'Vom Kreispokal bis zur Bundesliga.' },
  { path: 'sport/fussball', name: 'Fußball', description: 'Spiele, Tabellen, Trainerstühle.' },
  { path: 'sport/handball', name: 'Handball', description: 'Hallensport mit Harz und Herz.' },
  {
    path: 'sport/1.fc-talheim',
    name: '1. FC Talheim',
    seoTitle: '1. FC Talheim: News, Spiele, Transfers',
    description: 'Alles über den Regionalligisten.',
  },
  { path: 'sport/lokalsport', name: 'Lokalsport', description: 'Rudern, Radsport, Leichtathletik und alles andere.' },
  { path: 'kultur', name: 'Kultur', description: 'Bühne, Bücher, Bilder, Musik.' },
  { path: 'kultur/buehne', name: 'Bühne', description: 'Theater und Konzert.', publications: ['ak', 'fb', 'ht'] },
  { path: 'kultur/kino-und-serien', name: 'Kino und Serien', description: 'Was sich zu sehen lohnt.' },
  { path: 'kultur/buecher', name: 'Bücher', description: 'Gelesen und empfohlen.', publications: ['ak', 'ht'] },
  {
    path: 'wissen',
    name: 'Wissen',
    description: 'Forschung, Umwelt, Gesundheit, Technik.',
    publications: ['ak', 'fb', 'ht'],
  },
  { path: 'wissen/umwelt', name: 'Umwelt', description: 'Natur, Klima, Energie.', publications: ['ak', 'fb', 'ht'] },
  {
    path: 'wissen/gesundheit',
    name: 'Gesundheit',
    description: 'Medizin und Alltag.',
    publications: ['ak', 'fb', 'ht'],
  },
  { path: 'leben', name: 'Leben', description: 'Essen, Garten, Familie, Zuhause.' },
  { path: 'leben/essen', name: 'Essen und Trinken', description: 'Rezepte, Gasthäuser, Märkte.' },
  {
    path: 'leben/garten',
    name: 'Garten',
    description: 'Rat fürs Beet und den Balkon.',
    publications: ['ht', 'la', 'ak'],
  },
  { path: 'leben/familie', name: 'Familie', description: 'Großwerden, Pflege, Miteinander.' },
  {
    path: 'freizeit',
    name: 'Freizeit',
    seoTitle: 'Freizeit: Ausflüge und Termine in der Region',
    description: 'Ausflüge, Feste, Termine.',
  },
  { path: 'meinung', name: 'Meinung', description: 'Kommentare, Glossen, Leserbriefe.' },
  { path: 'panorama', name: 'Panorama', description: 'Menschen und Merkwürdigkeiten.' },
]

export type DemoTag = {
  id: string
  slug: string
  name: string
  parent?: string
  kind?: 'topic' | 'place' | 'club' | 'person'
}

export const TAGS: readonly DemoTag[] = [
  { id: '100', slug: 'kommunalpolitik', name: 'Kommunalpolitik' },
  { id: '101', slug: 'stadtrat-auenburg', name: 'Stadtrat Auenburg', parent: '100' },
  { id: '102', slug: 'kreistag-huegelland', name: 'Kreistag Hügelland', parent: '100' },
  { id: '103', slug: 'haushalt', name: 'Haushalt', parent: '100' },
  { id: '104', slug: 'buergerentscheid', name: 'Bürgerentscheid', parent: '100' },
  { id: '110', slug: 'verkehr', name: 'Verkehr' },
  { id: '111', slug: 'strassenbahn', name: 'Straßenbahn', parent: '110' },
  { id: '112', slug: 'radverkehr', name: 'Radverkehr', parent: '110' },
  { id: '113', slug: 'auetalbahn', name: 'Auetalbahn', parent: '110' },
  { id: '114', slug: 'baustellen', name: 'Baustellen', parent: '110' },
  { id: '120', slug: 'hafenrode-hafen', name: 'Hafen Hafenrode' },
  { id: '121', slug: 'faehre', name: 'Fähre', parent: '120' },
  { id: '122', slug: 'fischerei', name: 'Fischerei', parent: '120' },
  { id: '123', slug: 'containerumschlag', name: 'Containerumschlag', parent: '120' },
  { id: '130', slug: 'umwelt-und-klima', name: 'Umwelt und Klima' },
  { id: '131', slug: 'hochwasser', name: 'Hochwasser', parent: '130' },
  { id: '132', slug: 'windkraft', name: 'Windkraft', parent: '130' },
  { id: '133', slug: 'wald', name: 'Wald', parent: '130' },
  { id: '134', slug: 'naturschutz', name: 'Naturschutz', parent: '130' },
  { id: '135', slug: 'waermewende', name: 'Wärmewende', parent: '130' },
  { id: '140', slug: 'bildung', name: 'Bildung' },
  { id: '141', slug: 'schulen', name: 'Schulen', parent: '140' },
  { id: '142', slug: 'kitas', name: 'Kitas', parent: '140' },
  { id: '143', slug: 'universitaet-auenburg', name: 'Universität Auenburg', parent: '140' },
  { id: '150', slug: 'gesundheit-und-pflege', name: 'Gesundheit und Pflege' },
  { id: '151', slug: 'klinikum-auenburg', name: 'Klinikum Auenburg', parent: '150' },
  { id: '152', slug: 'hausaerzte', name: 'Hausärzte', parent: '150' },
  { id: '153', slug: 'pflege', name: 'Pflege', parent: '150' },
  { id: '160', slug: 'fussball', name: 'Fußball' },
  { id: '161', slug: 'regionalliga', name: 'Regionalliga', parent: '160' },
  { id: '162', slug: 'fc-talheim', name: '1. FC Talheim', parent: '161', kind: 'club' },
  { id: '163', slug: 'kreisliga', name: 'Kreisliga', parent: '160' },
  { id: '164', slug: 'handball', name: 'Handball' },
  { id: '165', slug: 'hsg-hafenrode', name: 'HSG Hafenrode', parent: '164', kind: 'club' },
  { id: '166', slug: 'rudern', name: 'Rudern' },
  { id: '170', slug: 'polizei', name: 'Polizei' },
  { id: '171', slug: 'feuerwehr', name: 'Feuerwehr' },
  { id: '172', slug: 'landgericht-auenburg', name: 'Landgericht Auenburg' },
  { id: '180', slug: 'wohnen', name: 'Wohnen' },
  { id: '181', slug: 'mieten', name: 'Mieten', parent: '180' },
  { id: '182', slug: 'einzelhandel', name: 'Einzelhandel' },
  { id: '183', slug: 'handwerk', name: 'Handwerk' },
  { id: '184', slug: 'landwirtschaft', name: 'Landwirtschaft' },
  { id: '185', slug: 'energiepreise', name: 'Energiepreise' },
  { id: '190', slug: 'theater-auenburg', name: 'Theater Auenburg' },
  { id: '191', slug: 'musik', name: 'Musik' },
  { id: '192', slug: 'weihnachtsmarkt', name: 'Weihnachtsmarkt' },
  { id: '193', slug: 'ausflugstipps', name: 'Ausflugstipps' },
  { id: '194', slug: 'rezepte', name: 'Rezepte' },
  { id: '195', slug: 'ehrenamt', name: 'Ehrenamt' },
  { id: '196', slug: 'geschichte', name: 'Regionalgeschichte' },
  { id: '197', slug: 'wetter-in-der-region', name: 'Wetter' },
  { id: '198', slug: 'digitales', name: 'Digitales' },
  { id: '199', slug: 'tiere', name: 'Tiere' },
]

/** Curated dossiers under `/themen/{id}`; the id may be a number (`/themen/7`, S2.1-09). */
export type DemoTopic = { id: string; title: string; description: string; tags: readonly string[]; picture: string }

export const TOPICS: readonly DemoTopic[] = [
  {
    id: 'hochwasserschutz',
    title: 'Hochwasserschutz an der Aue',
    description: 'Deiche, Polder, Pegel: Wie sich die Region gegen die nächste Flut wappnet.',
    tags: ['131'],
    picture: 'hochwasser-aue-tag',
  },
  {
    id: '7',
    title: 'Linie 7',
    description: 'Die neue Straßenbahn in den Auenburger Norden: Pläne, Kosten, Streit.',
    tags: ['111'],
    picture: 'strassenbahn-auenburg-abend',
  },
  {
    id: 'klinikum',
    title: 'Die Zukunft des Klinikums',
    description: 'Neubau, Defizit, Pflegekräfte: Was aus dem Klinikum Auenburg wird.',
    tags: ['151', '150'],
    picture: 'klinikum-auenburg',
  },
  {
    id: 'fc-talheim',
    title: '1. FC Talheim',
    description: 'Der Regionalligist vom Dorf: Spiele, Menschen, Träume.',
    tags: ['162'],
    picture: 'fussballplatz-abend',
  },
  {
    id: 'hafenausbau',
    title: 'Hafenausbau in Hafenrode',
    description: 'Der dritte Liegeplatz, die Fahrrinne und die Folgen.',
    tags: ['120', '123'],
    picture: 'hafen-hafenrode-morgen',
  },
  {
    id: 'kommunalwahl',
    title: 'Kommunalwahl 2027',
    description: 'Wer antritt, worum es geht, wie gewählt wird.',
    tags: ['100', '104'],
    picture: 'wahlurne',
  },
  {
    id: 'wohnen',
    title: 'Wohnen in der Region',
    description: 'Mieten, Bauland, Leerstand.',
    tags: ['180', '181'],
    picture: 'wohnblocks-auenburg-nord-abend',
  },
  {
    id: 'energiewende',
    title: 'Energiewende vor Ort',
    description: 'Windräder, Wärmepumpen, Nahwärme.',
    tags: ['132', '135', '185'],
    picture: 'windpark-abend',
  },
  {
    id: 'wald',
    title: 'Der Wald im Wandel',
    description: 'Was Trockenheit und Borkenkäfer mit dem Tannauer Forst machen.',
    tags: ['133'],
    picture: 'foto-bergwald-herbst',
  },
  {
    id: 'schule',
    title: 'Schule und Kita',
    description: 'Lehrermangel, Neubauten, Betreuungszeiten.',
    tags: ['140', '141', '142'],
    picture: 'schule-tannau',
  },
  {
    id: 'advent',
    title: 'Advent in der Region',
    description: 'Märkte, Konzerte, Rezepte.',
    tags: ['192'],
    picture: 'weihnachtsmarkt-auenburg',
  },
  {
    id: 'auetalbahn',
    title: 'Auetalbahn',
    description: 'Kommt der Halbstundentakt?',
    tags: ['113'],
    picture: 'regionalzug-herbst',
  },
]

export type DemoRegion = { id: string; label: string; section: string; children?: readonly DemoRegion[] }

export const REGIONS: readonly DemoRegion[] = [
  {
    id: 'auenburg',
    label: 'Auenburg',
    section: 'lokales/auenburg',
    children: [
      { id: 'auenburg-altstadt', label: 'Altstadt', section: 'lokales/auenburg' },
      { id: 'auenburg-suedvorstadt', label: 'Südvorstadt', section: 'lokales/auenburg' },
      { id: 'auenburg-nordend', label: 'Nordend', section: 'lokales/auenburg' },
      { id: 'auenburg-rosenthal', label: 'Rosenthal', section: 'lokales/auenburg' },
    ],
  },
  {
    id: 'untere-aue',
    label: 'Untere Aue',
    section: 'lokales/untere-aue',
    children: [
      { id: 'hafenrode', label: 'Hafenrode', section: 'lokales/hafenrode' },
      { id: 'moorbeck', label: 'Moorbeck', section: 'lokales/untere-aue' },
      { id: 'klein-luedern', label: 'Klein Lüdern', section: 'lokales/untere-aue' },
      { id: 'gruenau', label: 'Grünau', section: 'lokales/untere-aue' },
    ],
  },
  {
    id: 'huegelland',
    label: 'Hügelland',
    section: 'lokales/huegelland',
    children: [
      { id: 'tannau', label: 'Tannau', section: 'lokales/tannau' },
      { id: 'talheim', label: 'Talheim', section: 'lokales/talheim' },
      { id: 'birkfelde', label: 'Birkfelde', section: 'lokales/huegelland' },
      { id: 'oberlinden', label: 'Oberlinden', section: 'lokales/huegelland' },
      { id: 'steinbrueck', label: 'Steinbrück', section: 'lokales/huegelland' },
      { id: 'hohenbuche', label: 'Hohenbuche', section: 'lokales/huegelland' },
    ],
  },
]

export type DemoAuthor = {
  id: string
  key: string
  prename: string
  surname: string
  shortname?: string
  role: string
  bio: string
}

export const AUTHORS: readonly DemoAuthor[] = [
  {
    id: '11',
    key: 'lena-vogt',
    prename: 'Lena',
    surname: 'Vogt',
    shortname: 'lv',
    role: 'Redaktionsleiterin Auenburg',
    bio: 'Lena Vogt ist in der Südvorstadt aufgewachsen und berichtet seit fünfzehn Jahren aus dem Rathaus.',
  },
  {
    id: '12',
    key: 'jonas-brandt',
    prename: 'Jonas',
    surname: 'Brandt',
    shortname: 'jb',
    role: 'Reporter Blaulicht und Justiz',
    bio: 'Jonas Brandt sitzt im Landgericht in der zweiten Reihe und hört den Polizeifunk der Nachricht, nicht der Aufregung wegen.',
  },
  {
    id: '13',
    key: 'marie-kessler',
    prename: 'Marie',
    surname: 'Keßler',
    shortname: 'mk',
    role: 'Reporterin Umwelt und Wissen',
    bio: 'Marie Keßler hat Geografie studiert und läuft Deiche lieber ab, als über sie zu lesen.',
  },
  {
    id: '14',
    key: 'tarek-aydin',
    prename: 'Tarek',
    surname: 'Aydın',
    shortname: 'ta',
    role: 'Wirtschaftsredakteur',
    bio: 'Tarek Aydın schreibt über Betriebe, Löhne und Preise und rechnet gern nach.',
  },
  {
    id: '15',
    key: 'susanne-hollerbach',
    prename: 'Susanne',
    surname: 'Hollerbach-Wernicke',
    role: 'Kulturredakteurin',
    bio: 'Susanne Hollerbach-Wernicke hat mehr Premieren gesehen als das Stammpublikum des Theaters Auenburg.',
  },
  {
    id: '16',
    key: 'henrik-petersen',
    prename: 'Henrik',
    surname: 'Petersen',
    shortname: 'hp',
    role: 'Hafenreporter',
    bio: 'Henrik Petersen fuhr zwei Jahre zur See, bevor er Reporter wurde.',
  },
  {
    id: '17',
    key: 'anja-weidlich',
    prename: 'Anja',
    surname: 'Weidlich',
    shortname: 'aw',
    role: 'Reporterin Hügelland',
    bio: 'Anja Weidlich kennt jeden Gemeinderat im Hügelland und fast jeden Hofhund.',
  },
  {
    id: '18',
    key: 'paul-oster',
    prename: 'Paul',
    surname: 'Oster',
    shortname: 'po',
    role: 'Sportredakteur',
    bio: 'Paul Oster begleitet den 1. FC Talheim seit der Bezirksliga.',
  },
  {
    id: '19',
    key: 'ines-cordes',
    prename: 'Ines',
    surname: 'Cordes',
    role: 'Redakteurin Leben und Verbraucher',
    bio: 'Ines Cordes testet, kocht und fragt nach, bis die Rechnung stimmt.',
  },
  {
    id: '20',
    key: 'dieter-maurer',
    prename: 'Dieter',
    surname: 'Maurer',
    shortname: 'dm',
    role: 'Chefreporter',
    bio: 'Dieter Maurer ist seit 1989 dabei und hat zu vielem eine Meinung, zu manchem zwei.',
  },
  {
    id: '21',
    key: 'freya-lindqvist',
    prename: 'Freya',
    surname: 'Lindqvist',
    shortname: 'fl',
    role: 'Datenjournalistin',
    bio: 'Freya Lindqvist findet in Tabellen Geschichten und in Geschichten Zahlenfehler.',
  },
  {
    id: '22',
    key: 'emre-sahin',
    prename: 'Emre',
    surname: 'Şahin',
    shortname: 'es',
    role: 'Landeskorrespondent',
    bio: 'Emre Şahin berichtet aus dem Landtag und übersetzt Beamtendeutsch.',
  },
]
