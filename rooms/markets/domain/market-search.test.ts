import { describe, expect, it } from 'vitest'
import { boxAround, distanceBetween, isWithin } from './geo.ts'
import { parseMarketSearch, toKeptSearch, toMarketQuery } from './market-search.ts'
import { describeSearch, formatPay } from './market-words.ts'
import { toNeutralTitle } from './markets.ts'

const parse = (kind: 'home' | 'job', query: string) => parseMarketSearch(kind, new URLSearchParams(query))

describe('the search in an address', () => {
  it.each([
    ['home', 'angebot=mieten&q=&preis-bis=&ort=', 'angebot=mieten'],
    ['home', 'merkmal=garten&merkmal=balkon&merkmal=pool', 'merkmal=balkon&merkmal=garten'],
    ['home', 'preis-bis=1.250&preis-ab=800', 'preis-ab=800&preis-bis=1250'],
    ['home', 'preis-ab=900&preis-bis=500', 'preis-ab=500&preis-bis=900'],
    ['home', 'preis-bis=-5&zimmer=1e9&flaeche=0', ''],
    ['home', 'zimmer=2,5', 'zimmer=2.5'],
    ['home', 'umkreis=20&sortierung=neu', ''],
    ['home', 'ort=tannau&umkreis=7', 'ort=tannau'],
    ['home', 'ort=tannau&umkreis=50&sortierung=naehe', 'ort=tannau&umkreis=50&sortierung=naehe'],
    ['home', 'sortierung=naehe', ''],
    ['home', 'ort=../etc&q=%00a%0Ab', 'q=a+b'],
    ['home', 'feld=it&vertrag=minijob', ''],
    ['job', 'feld=it&angebot=mieten', 'feld=it'],
    ['job', 'arbeitgeber=Stadt+Auenburg&arbeitgeber=stadt-auenburg', 'arbeitgeber=stadt-auenburg'],
    ['job', 'utm_source=x&zeit=teilzeit&zeit=vollzeit', 'zeit=vollzeit&zeit=teilzeit'],
  ] as const)('R1-80 R1-81 %s %s is %s, and stays so', (kind, given, written) => {
    const query = toMarketQuery(kind, new URLSearchParams(given))
    expect(query).toBe(written)
    expect(toMarketQuery(kind, new URLSearchParams(query))).toBe(query)
  })

  it('is bounded', () => {
    const long = new URLSearchParams({ q: 'x'.repeat(5000) })
    for (let index = 0; index < 500; index++) long.append('arbeitgeber', `haus ${index}`)
    expect(toMarketQuery('job', long).length).toBeLessThan(500)
  })

  it('is stored without its order, and described in words', () => {
    const search = parse('home', 'angebot=mieten&art=wohnung&zimmer=3&preis-bis=900&ort=tannau&sortierung=preis')
    expect(toKeptSearch(search)).toBe('ort=tannau&angebot=mieten&art=wohnung&preis-bis=900&zimmer=3')
    expect(describeSearch(search, 'Tannau')).toBe(
      'Wohnung, mieten, ab 3\u00a0Zimmer, bis 900\u00a0€ in Tannau und 20\u00a0km Umkreis',
    )
    expect(describeSearch(parse('job', ''), '')).toBe('Alle Stellen')
  })
})

it.each([
  ['Pflegefachkraft', 'Pflegefachkraft (m/w/d)'],
  ['Koch (m/w/d)', 'Koch (m/w/d)'],
  ['Koch (d/m/w)', 'Koch (d/m/w)'],
  ['Koch:in', 'Koch:in'],
  ['Erzieher/-in', 'Erzieher/-in'],
  ...[
    'Koch:Köchin',
    'Pflegefachkraft (gn)',
    'Bäcker (w/m/x)',
    'Erzieher (m, w, d)',
    'Fachkraft [all genders]',
    'Kaufmann / Kauffrau',
    'Kraftfahrer - m/w/d',
    'Ärztin oder Arzt',
    'Reinigungskraft m/w',
    'Zimmermann/-frau (Vollzeit)',
    'Angestellte/r im Büro',
  ].map((title): [string, string] => [title, title]),
  ['Leitung in Berlin', 'Leitung in Berlin (m/w/d)'],
  ['Verkauf und Termin', 'Verkauf und Termin (m/w/d)'],
  ['Bürokauffrau', 'Bürokauffrau (m/w/d)'],
] as [string, string][])('R1-81 the title "%s" is made gender-neutral as "%s"', (given, shown) =>
  expect(toNeutralTitle(given)).toBe(shown),
)

it.each([
  [{ fromCents: 345_000, toCents: 410_000, per: 'monat', note: 'TVöD' }, '3.450–4.100\u00a0€ im Monat, TVöD'],
  [{ fromCents: 1550, toCents: null, per: 'stunde', note: '' }, 'ab 15,50\u00a0€ in der Stunde'],
  [{ fromCents: null, toCents: 5_000_000, per: 'jahr', note: '' }, 'bis 50.000\u00a0€ im Jahr'],
  [{ fromCents: 120_000, toCents: 120_000, per: 'monat', note: '' }, '1.200\u00a0€ im Monat'],
  [{ fromCents: null, toCents: null, per: 'monat', note: '' }, ''],
] as const)('R1-81 pay %j is "%s"', (pay, text) => expect(formatPay(pay)).toBe(text))

describe('distances', () => {
  const auenburg = { latitude: 51.34, longitude: 11.42 }
  it.each([
    [{ latitude: 51.34, longitude: 11.42 }, 0],
    [{ latitude: 51.52, longitude: 11.28 }, 22.2],
    [{ latitude: 51.12, longitude: 11.18 }, 29.6],
  ])('to %j it is %d km', (point, km) => expect(distanceBetween(auenburg, point)).toBeCloseTo(km, 0))

  it('the box contains every point that is near enough', () => {
    for (let angle = 0; angle < 360; angle += 5) {
      const [up, aside] = [Math.sin(angle), Math.cos(angle)].map((part) => part! * 0.3)
      const point = { latitude: auenburg.latitude + up!, longitude: auenburg.longitude + aside! * 1.6 }
      const km = distanceBetween(auenburg, point)
      expect(isWithin(boxAround(auenburg, km), point)).toBe(true)
    }
  })
})
