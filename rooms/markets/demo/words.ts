/** Text building blocks of the demo's listings, combined by `listings`. */
import type { HomeFeature, HomeType, JobContract, JobField, JobHours, Remote } from '../domain/markets.ts'

export type HomeModel = {
  type: HomeType
  rooms: readonly [from: number, to: number] | null
  area: readonly [from: number, to: number]
  plot: readonly [from: number, to: number] | null
  titles: readonly string[]
  features: readonly HomeFeature[]
  sentences: readonly string[]
}

export const HOMES: readonly HomeModel[] = [
  {
    type: 'wohnung',
    rooms: [2, 4],
    area: [48, 96],
    plot: null,
    titles: [
      '{rooms}-Zimmer-Wohnung mit Balkon zum Hof',
      'Helle {rooms}-Zimmer-Wohnung im {floor}',
      'Altbau mit hohen Decken, {rooms} Zimmer',
      'Frisch gestrichene {rooms}-Zimmer-Wohnung',
      '{rooms} Zimmer, Dielen und ein Südbalkon',
      'Ruhige {rooms}-Zimmer-Wohnung nahe der Haltestelle',
    ],
    features: ['balkon', 'kueche', 'keller', 'aufzug', 'haustiere', 'barrierefrei'],
    sentences: [
      'Die Wohnung liegt zum Hof und ist auch im Sommer kühl.',
      'In allen Zimmern liegen Dielen, Küche und Bad sind gefliest.',
      'Das Bad hat ein Fenster und eine Wanne.',
      'Ein Platz für zwei Fahrräder im Keller gehört dazu.',
      'Bis zur nächsten Haltestelle sind es drei Minuten zu Fuß.',
      'Die Hausgemeinschaft ist gemischt, im Hof wird im Sommer gegrillt.',
      'Die Fenster wurden vor vier Jahren erneuert.',
      'Einkauf, Apotheke und Kita liegen um die Ecke.',
    ],
  },
  {
    type: 'haus',
    rooms: [4, 7],
    area: [105, 190],
    plot: [320, 980],
    titles: [
      'Einfamilienhaus mit Obstgarten',
      'Doppelhaushälfte für die Familie, {rooms} Zimmer',
      'Reihenhaus mit Garten und Werkstatt',
      'Haus mit Einliegerwohnung und Kamin',
      'Saniertes Fachwerkhaus mit Hof',
    ],
    features: ['garten', 'stellplatz', 'keller', 'kamin', 'gaeste-wc', 'kueche'],
    sentences: [
      'Der Garten ist eingewachsen, zwei Apfelbäume tragen zuverlässig.',
      'Im Erdgeschoss gehen Küche, Essplatz und Wohnzimmer ineinander über.',
      'Das Dach wurde 2019 neu gedeckt und gedämmt.',
      'Unter dem Dach ist Platz für ein Arbeitszimmer.',
      'Die Straße ist eine Sackgasse, Kinder spielen hier draußen.',
      'Die Werkstatt hat Licht, Wasser und Starkstrom.',
      'Bis zur Grundschule führt ein Fußweg ohne Straße.',
    ],
  },
  {
    type: 'zimmer',
    rooms: [1, 1],
    area: [14, 24],
    plot: null,
    titles: ['Zimmer in einer Vierer-WG', 'Möbliertes Zimmer für ein Semester', 'WG-Zimmer mit Blick ins Grüne'],
    features: ['moebliert', 'kueche', 'balkon'],
    sentences: [
      'Wir sind drei, kochen gern zusammen und lassen uns auch in Ruhe.',
      'Die Küche hat einen Balkon, auf dem vier Leute frühstücken können.',
      'Internet und Strom sind in der Miete enthalten.',
      'Die Waschmaschine steht im Bad, der Trockenraum ist im Keller.',
    ],
  },
  {
    type: 'grundstueck',
    rooms: null,
    area: [0, 0],
    plot: [480, 1250],
    titles: [
      'Baugrundstück am Ortsrand',
      'Erschlossener Bauplatz, nach Süden offen',
      'Grundstück mit altem Baumbestand',
    ],
    features: [],
    sentences: [
      'Wasser, Strom und Glasfaser liegen an der Grundstücksgrenze.',
      'Der Bebauungsplan lässt zwei Geschosse und ein geneigtes Dach zu.',
      'Das Gelände fällt leicht nach Süden ab.',
      'Eine Bauverpflichtung besteht nicht.',
    ],
  },
  {
    type: 'stellplatz',
    rooms: null,
    area: [12, 16],
    plot: null,
    titles: ['Stellplatz in der Tiefgarage', 'Garage mit Strom und Licht'],
    features: [],
    sentences: ['Die Zufahrt ist breit genug für einen Kombi.', 'Eine Steckdose für das Laden ist vorbereitet.'],
  },
  {
    type: 'gewerbe',
    rooms: [2, 5],
    area: [60, 210],
    plot: null,
    titles: ['Ladenlokal mit großem Schaufenster', 'Büro mit {rooms} Räumen', 'Praxisräume im Erdgeschoss'],
    features: ['barrierefrei', 'stellplatz', 'kueche'],
    sentences: [
      'Die Räume sind stufenlos zu erreichen.',
      'Zwei Stellplätze vor dem Haus gehören dazu.',
      'Die Beleuchtung wurde auf LED umgestellt.',
      'Der Vormieter war ein Buchladen; die Regale können bleiben.',
    ],
  },
]

export const PROVIDERS = [
  'Wohnungsgenossenschaft Aue eG',
  'Immobilienbüro Aukamp',
  'Hausverwaltung Tannhof',
  'Sparbank Aue, Immobilien',
  'von privat',
] as const

export const CARRIERS = ['Fernwärme', 'Erdgas', 'Wärmepumpe', 'Holzpellets', 'Erdgas mit Solarthermie'] as const

export type JobModel = {
  title: string
  field: JobField
  contract: JobContract
  hours: readonly JobHours[]
  remote: Remote
  /** Euros a month; null: not stated. */
  pay: readonly [from: number, to: number] | null
  note: string
  employers: readonly string[]
  tasks: readonly string[]
  needs: readonly string[]
}

const COMMON = { contract: 'unbefristet', hours: ['vollzeit'], remote: 'vor-ort', note: '' } as const

export const JOBS: readonly JobModel[] = [
  {
    ...COMMON,
    title: 'Pflegefachkraft',
    field: 'pflege-gesundheit',
    hours: ['vollzeit', 'teilzeit', 'schicht'],
    pay: [3450, 4100],
    note: 'TVöD-P, P 7/P 8',
    employers: ['Klinikum Auenburg', 'Pflegedienst Lindenhof', 'Seniorenhaus am Deich'],
    tasks: ['Sie begleiten und pflegen im festen Team.', 'Sie planen die Pflege und führen die Dokumentation.'],
    needs: ['Ausbildung in der Pflege', 'Bereitschaft zu Früh- und Spätdienst'],
  },
  {
    ...COMMON,
    title: 'Elektroniker/-in für Energie- und Gebäudetechnik',
    field: 'handwerk',
    pay: [2900, 3600],
    employers: ['Elektro Niehoff', 'Stadtwerke Auenburg', 'Gebäudetechnik Immbeck GmbH'],
    tasks: ['Sie bauen und warten Anlagen in Wohnhäusern und Schulen.', 'Sie schließen Wärmepumpen und Ladepunkte an.'],
    needs: ['abgeschlossene Ausbildung', 'Führerschein der Klasse B'],
  },
  {
    ...COMMON,
    title: 'Erzieher/-in',
    field: 'bildung-soziales',
    hours: ['vollzeit', 'teilzeit'],
    pay: [3100, 3900],
    note: 'TVöD SuE, S 8a',
    employers: ['Stadt Auenburg', 'Kita Bunte Fenster', 'Gemeinde Talheim'],
    tasks: ['Sie leiten eine Gruppe von achtzehn Kindern zu zweit.', 'Sie gestalten Ausflüge in Wald und Museum.'],
    needs: ['staatliche Anerkennung', 'Freude an Musik oder Handwerk'],
  },
  {
    ...COMMON,
    title: 'Softwareentwicklung für Leitstellen',
    field: 'it',
    remote: 'teilweise',
    pay: [4300, 5600],
    employers: ['Auetec Systeme GmbH', 'Hafenlogistik Hafenrode AG'],
    tasks: ['Sie bauen Anwendungen, mit denen Leitstellen arbeiten.', 'Sie betreuen, was Sie gebaut haben.'],
    needs: ['Erfahrung mit TypeScript oder Java', 'Sorgfalt beim Testen'],
  },
  {
    ...COMMON,
    title: 'Berufskraftfahrer/-in Nahverkehr',
    field: 'lager-verkehr',
    hours: ['vollzeit', 'schicht'],
    pay: [2850, 3300],
    employers: ['Spedition Stoffregg', 'Auenburger Verkehrsbetriebe', 'Hafenlogistik Hafenrode AG'],
    tasks: ['Sie fahren feste Touren in der Region.', 'Abends sind Sie zu Hause.'],
    needs: ['Führerschein CE oder D', 'Fahrerkarte'],
  },
  {
    ...COMMON,
    title: 'Köchin oder Koch',
    field: 'gastronomie',
    hours: ['vollzeit', 'teilzeit'],
    pay: null,
    employers: ['Gasthaus Zur Aue', 'Hotel Leuchtturm', 'Brauhaus Tannau'],
    tasks: [
      'Sie kochen eine kleine Karte mit Zutaten der Region.',
      'Sie bestellen selbst und schreiben die Wochenkarte mit.',
    ],
    needs: ['Ausbildung oder Erfahrung am Herd', 'zwei freie Tage am Stück sind bei uns die Regel'],
  },
  {
    ...COMMON,
    title: 'Sachbearbeitung Bauamt',
    field: 'oeffentlicher-dienst',
    contract: 'befristet',
    hours: ['vollzeit', 'teilzeit'],
    remote: 'teilweise',
    pay: [3050, 3750],
    note: 'TVöD, E 9a',
    employers: ['Stadt Auenburg', 'Landkreis Hügelland', 'Stadt Hafenrode'],
    tasks: ['Sie prüfen Anträge und beraten Bauherrinnen und Bauherren.', 'Sie führen die digitale Akte ein.'],
    needs: ['Verwaltungsausbildung oder Vergleichbares', 'verständliche Briefe'],
  },
  {
    ...COMMON,
    title: 'Verkäufer/-in Bäckerei',
    field: 'verkauf',
    hours: ['teilzeit'],
    pay: [1450, 1700],
    employers: ['Bäckerei Krumbach', 'Hofladen Oberlinden'],
    tasks: ['Sie verkaufen und backen auf.', 'Der Laden schließt um 13 Uhr.'],
    needs: ['Freude an Menschen', 'früh aufstehen können'],
  },
  {
    ...COMMON,
    title: 'Ausbildung: Industriemechaniker/-in',
    field: 'produktion',
    contract: 'ausbildung',
    pay: [1100, 1250],
    employers: ['Werft Hafenrode', 'Maschinenbau Vosskuhl'],
    tasks: ['Sie lernen drehen, fräsen und montieren.', 'Im dritten Jahr arbeiten Sie an eigenen Aufträgen.'],
    needs: ['Schulabschluss', 'technisches Interesse; ein Praktikum vorab ist möglich'],
  },
  {
    ...COMMON,
    title: 'Bauleitung Tiefbau',
    field: 'technik',
    pay: [4600, 5800],
    employers: ['Tiefbau Aukamp', 'Stadtwerke Auenburg'],
    tasks: ['Sie führen zwei bis drei Baustellen in der Region.', 'Sie stimmen Termine mit Behörden und Anliegern ab.'],
    needs: ['Studium oder Techniker', 'Erfahrung auf Baustellen'],
  },
  {
    ...COMMON,
    title: 'Buchhaltung',
    field: 'buero',
    hours: ['teilzeit'],
    remote: 'teilweise',
    pay: [1900, 2400],
    employers: ['Steuerbüro Rosenthal', 'Wohnungsgenossenschaft Aue eG'],
    tasks: ['Sie buchen laufende Konten und bereiten Abschlüsse vor.', 'Sie teilen Ihre zwanzig Stunden frei ein.'],
    needs: ['kaufmännische Ausbildung', 'Erfahrung mit einem Buchungsprogramm'],
  },
  {
    ...COMMON,
    title: 'Aushilfe im Kino',
    field: 'sonstiges',
    contract: 'minijob',
    hours: ['teilzeit'],
    pay: null,
    note: '14,50 € in der Stunde',
    employers: ['Lichtspiele Auenburg', 'Kino am Deich Hafenrode'],
    tasks: ['Sie stehen an Kasse und Einlass, zwei Abende in der Woche.'],
    needs: ['volljährig', 'gern am Abend unterwegs'],
  },
  {
    ...COMMON,
    title: 'Redaktionspraktikum',
    field: 'sonstiges',
    contract: 'praktikum',
    pay: [1200, 1200],
    employers: ['Verlag am Markt', 'Hügelland Radio Tannau'],
    tasks: ['Sie recherchieren, schreiben und lernen ein Lokalressort kennen.'],
    needs: ['Neugier', 'zwei Texte als Probe'],
  },
  {
    ...COMMON,
    title: 'Kundenberatung aus dem Homeoffice',
    field: 'verkauf',
    hours: ['vollzeit', 'teilzeit'],
    remote: 'ganz',
    pay: [2500, 2900],
    employers: ['Auestrom Vertrieb', 'Verlag am Markt'],
    tasks: ['Sie beraten am Telefon und per Chat, ohne Verkaufsdruck.', 'Technik stellen wir.'],
    needs: ['ruhiger Arbeitsplatz zu Hause', 'gutes Deutsch in Wort und Schrift'],
  },
]
