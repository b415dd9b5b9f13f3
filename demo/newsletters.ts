/** The newsletters of the demo. The sample of each shows the newest articles of its sections. */
import type { DemoCode } from './codes.ts'

export type DemoNewsletter = {
  slug: string
  title: string
  description: string
  rhythm: string
  sender: string
  /** Key in `pictures/catalogue.ts`. */
  picture: string
  publications: readonly DemoCode[]
  /** Paths of `SECTIONS`; empty: all. */
  sampleSections: readonly string[]
}

export const NEWSLETTERS: readonly DemoNewsletter[] = [
  {
    slug: 'das-wichtigste-am-morgen',
    title: 'Das Wichtigste am Morgen',
    description:
      'Was heute in der Region zählt, in fünf Minuten gelesen: die Nachrichten der Nacht, ein Termin, den Sie nicht verpassen sollten, das Wetter zwischen Hügelland und Hafen und ein Satz, der hängen bleibt. Geschrieben von den Redaktionsleitern im Wechsel.',
    rhythm: 'werktags um 6 Uhr',
    sender: 'Lena Vogt und Kollegen',
    picture: 'cafe-tasse',
    publications: ['ak', 'fb', 'ht', 'la'],
    sampleSections: [],
  },
  {
    slug: 'hafenpost',
    title: 'Hafenpost',
    description:
      'Welche Schiffe kommen, was an den Kais verladen wird und worüber auf der Mole gestritten wird. Henrik Petersen schreibt jeden Dienstag aus Hafenrode, mit Liegeplan, einem Foto der Woche und einer Geschichte, für die im Blatt kein Platz war.',
    rhythm: 'dienstags um 16 Uhr',
    sender: 'Henrik Petersen',
    picture: 'hafen-hafenrode-abend',
    publications: ['fb', 'ak'],
    sampleSections: ['hafen', 'lokales/hafenrode', 'lokales/untere-aue'],
  },
  {
    slug: 'huegelland-brief',
    title: 'Hügelland-Brief',
    description:
      'Anja Weidlich fährt für Sie über die Dörfer: Gemeinderäte, Höfe, Vereine, Menschen. Einmal in der Woche das, was zwischen Birkfelde und Oberlinden geschieht und anderswo niemandem auffällt.',
    rhythm: 'donnerstags um 17 Uhr',
    sender: 'Anja Weidlich',
    picture: 'huegelland-morgen',
    publications: ['ht', 'la'],
    sampleSections: ['lokales/huegelland', 'lokales/tannau', 'lokales/talheim'],
  },
  {
    slug: 'anpfiff',
    title: 'Anpfiff',
    description:
      'Der Sportbrief vor dem Wochenende: Aufstellungen, Ausfälle, Tabellenrechnerei. Mit dem 1. FC Talheim, der HSG Hafenrode und allem, was auf Plätzen, Bahnen und Booten der Region passiert. Montags kommt die kurze Nachlese hinterher.',
    rhythm: 'freitags um 12 Uhr und montags um 7 Uhr',
    sender: 'Paul Oster',
    picture: 'fussballplatz-abend',
    publications: ['ak', 'fb', 'ht', 'la'],
    sampleSections: ['sport'],
  },
  {
    slug: 'zeit-fuers-wochenende',
    title: 'Zeit fürs Wochenende',
    description:
      'Drei Ausflüge, zwei Termine, ein Rezept. Ines Cordes sammelt die ganze Woche und sortiert streng aus, damit Sie am Samstag nicht lange suchen. In der Adventszeit mit den Öffnungszeiten aller Märkte.',
    rhythm: 'freitags um 15 Uhr',
    sender: 'Ines Cordes',
    picture: 'tannsee-morgen',
    publications: ['ak', 'ht', 'la'],
    sampleSections: ['freizeit', 'leben', 'kultur'],
  },
]
