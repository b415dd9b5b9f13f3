/** Towns of the demo's homes and jobs: an invented region with unassigned postal codes. */
import type { DemoCode } from '@lokalteil/demo/codes'

export type Town = {
  name: string
  postalCode: string
  latitude: number
  longitude: number
  districts: readonly string[]
  /** Monthly rent of a square metre in cents; the purchase price is 280 times as much. */
  rent: number
  /** Pictures used for homes there. */
  pictures: readonly string[]
}

const AUENBURG: Town = {
  name: 'Auenburg',
  postalCode: '06990',
  latitude: 51.34,
  longitude: 11.42,
  districts: ['Altstadt', 'Südvorstadt', 'Nordend', 'Rosenthal'],
  rent: 1080,
  pictures: ['wohnblocks-auenburg-nord', 'altstadt-auenburg-tag', 'wohnblocks-auenburg-nord-abend'],
}
const HAFENRODE: Town = {
  name: 'Hafenrode',
  postalCode: '06984',
  latitude: 51.52,
  longitude: 11.28,
  districts: ['Hafenviertel', 'Deichstadt', 'Leuchtturmsiedlung'],
  rent: 960,
  pictures: ['wohnblocks-auenburg-nord', 'leuchtturm-tag', 'neubau-wohnungen-auenburg'],
}
const TANNAU: Town = {
  name: 'Tannau',
  postalCode: '06972',
  latitude: 51.12,
  longitude: 11.18,
  districts: ['Oberstadt', 'Mühlental'],
  rent: 780,
  pictures: ['fachwerk-tannau-tag', 'tannau-tag', 'fachwerk-tannau-abend'],
}
const TALHEIM: Town = {
  name: 'Talheim',
  postalCode: '06974',
  latitude: 51.18,
  longitude: 11.3,
  districts: ['Ortsmitte', 'Am Werlaufer'],
  rent: 760,
  pictures: ['dorf-huegelland-herbst', 'tannau-abend'],
}
const MOORBECK: Town = {
  name: 'Moorbeck',
  postalCode: '06986',
  latitude: 51.58,
  longitude: 11.22,
  districts: [],
  rent: 700,
  pictures: ['hofladen-huegelland'],
}
const LUEDERN: Town = {
  name: 'Klein Lüdern',
  postalCode: '06987',
  latitude: 51.56,
  longitude: 11.35,
  districts: [],
  rent: 690,
  pictures: [],
}
const BIRKFELDE: Town = {
  name: 'Birkfelde',
  postalCode: '06976',
  latitude: 51.08,
  longitude: 11.25,
  districts: [],
  rent: 680,
  pictures: ['dorf-huegelland-herbst'],
}
const HOHENBUCHE: Town = {
  name: 'Hohenbuche',
  postalCode: '06978',
  latitude: 51.02,
  longitude: 11.1,
  districts: [],
  rent: 640,
  pictures: ['huegelland-sommer'],
}
const OBERLINDEN: Town = {
  name: 'Oberlinden',
  postalCode: '06975',
  latitude: 51.06,
  longitude: 11.32,
  districts: [],
  rent: 670,
  pictures: ['dorf-huegelland-nebel'],
}

/** Towns named more often have more listings. */
export const TOWNS: Readonly<Record<DemoCode, readonly Town[]>> = {
  ak: [AUENBURG, AUENBURG, AUENBURG, HAFENRODE, TANNAU, TALHEIM],
  fb: [HAFENRODE, HAFENRODE, HAFENRODE, MOORBECK, LUEDERN, AUENBURG],
  ht: [TANNAU, TANNAU, TALHEIM, BIRKFELDE, HOHENBUCHE, AUENBURG],
  la: [TALHEIM, TALHEIM, TANNAU, OBERLINDEN, TALHEIM, OBERLINDEN],
}
