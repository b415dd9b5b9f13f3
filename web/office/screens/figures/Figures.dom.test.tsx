// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AdDimension, AdRow, FigureRow, Summary } from '@lokalteil/contracts/figures'
import { click, leaveScreens, renderScreen, type, until } from '../../kit/office.testing.tsx'
import { FIGURES } from '../../messages/figures.ts'
import Figures from './Figures.tsx'

const SUMMARY: Summary = {
  from: '2026-11-24',
  to: '2026-11-30',
  views: 1200,
  visitors: 400,
  seconds: 60_000,
  quarters: [900, 600, 300, 150],
  steps: {
    'paywall-seen': 90,
    'offer-clicked': 12,
    'checkout-begun': 8,
    bought: 3,
    'sign-up-begun': 5,
    'sign-up-done': 4,
  },
  consent: { given: 300, refused: 100, unasked: 800 },
  searches: { found: 40, empty: 7 },
  vitals: {
    lcp: { measured: 500, p75: 1850, good: 0.91 },
    cls: { measured: 500, p75: 48, good: 1 },
    inp: { measured: 0, p75: null, good: null },
  },
  dropped: 0,
}
const ROWS: FigureRow[] = [
  { value: '4711', views: 1000, visitors: 390, seconds: 50_000, quarters: [800, 500, 300, 150] },
  { value: '*', views: 200, visitors: 60, seconds: 10_000, quarters: [100, 100, 0, 0] },
]

const ADS: AdRow[] = [
  { value: 'rad', seen: 1200, clicked: 9 },
  { value: 'kanzlei', seen: 0, clicked: 1 },
]

let asked: string[]
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-30T12:00:00Z') })
  asked = []
})
afterEach(async () => {
  vi.useRealTimers()
  await leaveScreens()
})

async function open(rows: FigureRow[], { summary = SUMMARY, ads = ADS } = {}): Promise<HTMLElement> {
  const place = await renderScreen(<Figures code="ak" />, (call, query) => {
    asked.push(`${call} ${String(query)}`)
    if (call === 'GET /ak/figures/summary') return summary
    if (call === 'GET /ak/figures/ads') return { by: query.get('by'), rows: ads }
    return {
      by: query.get('by'),
      rows,
      headlines: query.get('by') === 'article' ? { 4711: 'Der Hafen; und mehr' } : {},
    }
  })
  await until(() => expect(place.querySelector('[role="status"]:not(:empty)')).toBeNull())
  return place
}

const tableOf = (place: HTMLElement) =>
  [...place.querySelectorAll('tr')].map((row) => [...row.children].map((cell) => cell.textContent))
const fieldOf = <Kind extends HTMLElement>(place: HTMLElement, label: string) =>
  document.getElementById(
    [...place.querySelectorAll('label')].find((one) => one.textContent === label)!.htmlFor,
  ) as Kind
async function choose(place: HTMLElement, label: string, value: string): Promise<void> {
  const select = fieldOf<HTMLSelectElement>(place, label)
  await act(async () => {
    select.value = value
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })
}

it('shows the sums and a row for each article by its headline, which leads to it', async () => {
  const place = await open(ROWS)
  expect(tableOf(place).slice(1)).toEqual([
    ['Der Hafen; und mehr', '1.000', '390', '0:50', '50\u00a0%', '15\u00a0%'],
    [FIGURES.others, '200', '60', '0:50', '50\u00a0%', '0\u00a0%'],
  ])
  expect([...place.querySelectorAll('tbody a')].map((link) => link.getAttribute('href'))).toEqual([
    '/redaktion/ak/artikel/4711',
  ])
  const facts = Object.fromEntries(
    [...place.querySelectorAll('dt')].map((name) => [name.textContent, name.nextElementSibling?.textContent]),
  )
  expect(facts).toMatchObject({
    [FIGURES.columns.views]: '1.200',
    [FIGURES.columns.time]: '0:50',
    [FIGURES.emptySearches]: '7',
    [FIGURES.steps.bought]: '3',
    [FIGURES.answers.given]: '25\u00a0%',
    [FIGURES.vitals.lcp]: '1.850 ms (91\u00a0% gut)',
    [FIGURES.vitals.cls]: '0,048 (100\u00a0% gut)',
    [FIGURES.vitals.inp]: '–',
  })
  expect(place.querySelector('[data-look="warn"]')).toBeNull()
})

it('shows an article without a headline by its number', async () => {
  const place = await open([{ ...ROWS[0]!, value: '4712' }])
  expect(place.querySelector('tbody a')?.textContent).toBe('4712')
})

it('says that nothing was counted, and that something was dropped', async () => {
  const place = await open([], { summary: { ...SUMMARY, views: 0, dropped: 1234 } })
  expect(place.textContent).toContain(FIGURES.none)
  expect(place.querySelector('[data-look="warn"]')?.textContent).toBe(FIGURES.dropped('1.234'))
  expect([place.querySelectorAll('dt').length, place.querySelectorAll('button').length]).toEqual([0, 0])
})

it.each<[string, AdDimension]>([
  ['ad', 'ad'],
  ['place', 'place'],
  ['adDay', 'day'],
])('shows how the own advertisements do, by %s', async (choice, by) => {
  const place = await open(ROWS)
  await choose(place, FIGURES.by, choice)
  await until(() => expect(tableOf(place)[0]).toContain(FIGURES.adColumns.rate))
  expect(asked.at(-1)).toBe(`GET /ak/figures/ads from=2026-11-24&to=2026-11-30&by=${by}`)
  expect(tableOf(place)).toEqual([
    [FIGURES.ads[choice as 'ad'], ...Object.values(FIGURES.adColumns)],
    ['rad', '1.200', '9', '0,8\u00a0%'],
    ['kanzlei', '0', '1', '–'],
  ])
})

it('asks for the days that a person names, once they are a span', async () => {
  const place = await open(ROWS)
  await choose(place, FIGURES.days, 'own')
  await type(fieldOf<HTMLInputElement>(place, FIGURES.from), '2026-11-02')
  await type(fieldOf<HTMLInputElement>(place, FIGURES.to), '2026-11-15')
  await until(() => expect(asked.some((call) => call.endsWith('summary from=2026-11-02&to=2026-11-15'))).toBe(true))
  const before = asked.length
  await type(fieldOf<HTMLInputElement>(place, FIGURES.to), '2026-11-01')
  await until(() => expect(place.querySelector('[role="alert"]')?.textContent).toBe(FIGURES.notASpan))
  await type(fieldOf<HTMLInputElement>(place, FIGURES.to), '')
  expect(place.querySelector('[role="alert"]')?.textContent).toBe(FIGURES.notASpan)
  expect(asked).toHaveLength(before)
})

describe('a table as a file', () => {
  let files: Blob[]
  let names: string[]
  beforeEach(() => {
    files = []
    names = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob)}`)
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download)
    })
  })
  afterEach(() => vi.restoreAllMocks())

  it.each([
    [
      'article',
      'Nummer;Artikeln;Aufrufe;Besuche;Sekunden;ein Viertel;zur Hälfte;drei Viertel;bis zum Ende\r\n' +
        '4711;"Der Hafen; und mehr";1000;390;50000;800;500;300;150\r\n*;Alle übrigen;200;60;10000;100;100;0;0\r\n',
    ],
    [
      'section',
      'Ressorts;Aufrufe;Besuche;Sekunden;ein Viertel;zur Hälfte;drei Viertel;bis zum Ende\r\n' +
        '4711;1000;390;50000;800;500;300;150\r\nAlle übrigen;200;60;10000;100;100;0;0\r\n',
    ],
    ['ad', 'Anzeigen;gesehen;angeklickt\r\nrad;1200;9\r\nkanzlei;0;1\r\n'],
  ])('by %s has all rows', async (by, text) => {
    const place = await open(ROWS)
    await choose(place, FIGURES.by, by)
    await until(() => expect(tableOf(place)[0]![0]).toBe({ ...FIGURES.dimensions, ...FIGURES.ads }[by as 'ad']))
    await click([...place.querySelectorAll('button')].find((button) => button.textContent === FIGURES.csv))
    await until(() => expect(names).toEqual([`zahlen-ak-${by}-2026-11-24-2026-11-30.csv`]))
    const bytes = Buffer.from(await files[0]!.arrayBuffer())
    expect(bytes.toString()).toBe(`\uFEFF${text}`)
    expect(asked.at(-1)).toMatch(by === 'ad' ? /by=ad$/ : /limit=5000$/)
  })
})
