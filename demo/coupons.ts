/** Coupons of invented partners. Codes are shown to readers who may see them, never in a public answer. */
import type { DemoCode } from './codes.ts'

export type DemoCoupon = {
  id: string
  partner: string
  title: string
  description: string
  discount: string
  code: string
  /** Days from the first start; negative: already over. */
  validDays: number
  target: string
  publications: readonly DemoCode[]
}

const ALL: readonly DemoCode[] = ['ak', 'fb', 'ht', 'la']

export const COUPONS: readonly DemoCoupon[] = [
  {
    id: '901',
    partner: 'Buchhandlung Wendelin',
    title: '5 Euro auf Ihren Bucheinkauf',
    description:
      'Gilt ab einem Einkauf von 30 Euro für Kalender, Hörbücher und alles, was nicht der Buchpreisbindung unterliegt. In der Altstadt und im Netz, je Person einmal.',
    discount: '5 Euro',
    code: 'WENDELIN-AUE-5',
    validDays: 39,
    target: 'https://www.buchhandlung-wendelin.example/gutschein',
    publications: ALL,
  },
  {
    id: '902',
    partner: 'Therme Rosenthal',
    title: 'Zwei Stunden baden, drei bleiben',
    description:
      'Verlängert die Zweistundenkarte montags bis donnerstags um eine Stunde. Sauna ausgenommen. An der Kasse vorzeigen genügt.',
    discount: '1 Stunde gratis',
    code: 'THERME-PLUS-1',
    validDays: 68,
    target: 'https://www.therme-rosenthal.example/angebote',
    publications: ['ak', 'ht', 'la'],
  },
  {
    id: '903',
    partner: 'Theater Auenburg',
    title: '20 Prozent auf die Adventsvorstellungen',
    description:
      'Für alle Vorstellungen im Großen Haus vom ersten Advent bis zum 22. Dezember, in den Preisgruppen 2 bis 4. Nicht mit anderen Ermäßigungen zu verbinden.',
    discount: '20 %',
    code: 'ADVENT-BUEHNE',
    validDays: 31,
    target: 'https://www.theater-auenburg.example/karten',
    publications: ['ak', 'fb', 'ht'],
  },
  {
    id: '904',
    partner: 'Fährgesellschaft Untere Aue',
    title: 'Fahrräder setzen kostenlos über',
    description:
      'Auf der Linie Hafenrode–Grünau fährt Ihr Rad bis zum Frühjahr umsonst mit, wenn Sie eine Einzelfahrt lösen. Höchstens vier Räder je Gutschein.',
    discount: '2,40 Euro je Rad',
    code: 'RAD-AN-BORD',
    validDays: 120,
    target: 'https://www.faehre-untere-aue.example',
    publications: ['fb', 'ak'],
  },
  {
    id: '905',
    partner: 'Hofladen Oberlinden',
    title: 'Zehn Eier zum Einkauf dazu',
    description:
      'Ab 25 Euro gibt es einen Zehnerkarton aus dem Mobilstall. Freitags und samstags, solange die Hühner mitmachen.',
    discount: '10 Eier',
    code: 'OBERLINDEN-EI',
    validDays: 45,
    target: 'https://www.hofladen-oberlinden.example',
    publications: ['ht', 'la', 'ak'],
  },
  {
    id: '906',
    partner: 'Radwerk Südvorstadt',
    title: 'Wintercheck für 39 statt 54 Euro',
    description:
      'Bremsen, Licht, Kette, Luftdruck: die kleine Durchsicht für jedes Rad. E-Bikes einschließlich Auslesen des Motors. Termin nach Anruf.',
    discount: '15 Euro',
    code: 'WINTERCHECK-26',
    validDays: 60,
    target: 'https://www.radwerk-suedvorstadt.example/winter',
    publications: ['ak', 'la'],
  },
  {
    id: '907',
    partner: 'Lichtspiele am Markt',
    title: 'Zwei Karten, einmal zahlen',
    description:
      'Montags und dienstags für jeden Film, der länger als zwei Wochen läuft. Zuschläge für Überlänge und dritte Dimension bleiben.',
    discount: '2 für 1',
    code: 'MONTAGSKINO',
    validDays: 90,
    target: 'https://www.lichtspiele-am-markt.example/programm',
    publications: ALL,
  },
  {
    id: '908',
    partner: 'Kaffeerösterei Deichstraße',
    title: '250 Gramm Hafenmischung geschenkt',
    description:
      'Beim Kauf von einem Kilogramm Bohnen nach Wahl legt die Rösterei ein Päckchen dazu. Im Laden und bei Bestellung im Netz, Versandkosten nicht eingeschlossen.',
    discount: '250 g Kaffee',
    code: 'HAFENMISCHUNG',
    validDays: 24,
    target: 'https://www.roesterei-deichstrasse.example',
    publications: ['fb', 'ak', 'la'],
  },
  {
    id: '909',
    partner: 'Freibad am Tannsee',
    title: 'Saisonkarte im Vorverkauf',
    description:
      'Wer die Karte für den nächsten Sommer schon im Herbst kaufte, zahlte den Preis des Vorjahres. Für Erwachsene und Familien.',
    discount: '12 Euro',
    code: 'SOMMER-27',
    validDays: -3,
    target: 'https://www.freibad-tannsee.example',
    publications: ['ht', 'la'],
  },
]
