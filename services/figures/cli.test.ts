import { createTestDatabase } from '@lokalteil/tools/postgres'
import { FIGURES } from '@lokalteil/contracts/figures'
import { createTestClient, get } from '@lokalteil/contracts/kernel/client.testing'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { Database } from '../platform/database.ts'
import { openEmptyDatabase } from '../platform/database/database.testing.ts'
import { createFiguresService } from './app.ts'
import { runFigures } from './cli.ts'
import { seenOf } from './figures.testing.ts'

const KEY = 'a-service-key-for-tests'
const NOW = new Date('2026-11-30T11:00:00Z')
let database: Database
let answer: (request: Request) => Promise<Response>

beforeAll(async () => {
  database = await openEmptyDatabase(createTestDatabase)
  const { app } = await createFiguresService({ database, serviceKey: KEY, months: 2, now: () => NOW })
  // As the portal mounts it.
  answer = async (request) => {
    const { pathname, search } = new URL(request.url)
    return app.fetch(
      new Request(`http://figures.local${pathname.replace('/__services/figures', '')}${search}`, request),
    )
  }
  const figures = createTestClient(FIGURES, {
    fetch: async (request) => app.fetch(request),
    base: 'http://figures.local/ak',
    headers: { authorization: `Bearer ${KEY}` },
  })
  const seen = [
    seenOf(NOW, {
      seconds: 90,
      quarters: [4, 0],
      steps: ['paywall-seen'],
      consent: 'given',
      vitals: { lcp: 1250, cls: 40 },
    }),
    seenOf(NOW, {
      seconds: 30,
      quarters: [1, 0],
      article: '7',
      visitor: 'another',
      source: 'search:google',
      consent: 'refused',
    }),
    seenOf(NOW, {
      article: '7',
      page: 'search',
      search: 'empty',
      consent: 'refused',
      ads: { seen: ['baeckerei@home-1', 'rad@home-1', 'rad@article-1'], clicked: ['rad@article-1'] },
    }),
  ]
  await get(figures.addSeen({ body: { seen, dropped: 2 } }))
})
// Files of services share a process.
afterEach(() => vi.unstubAllGlobals())
afterAll(() => database.close())

async function run(...args: string[]) {
  vi.stubGlobal('fetch', answer)
  const said = { out: '', err: '' }
  const code = await runFigures(
    [...args, '--publication', 'ak', '--key', KEY],
    {},
    { out: (text) => void (said.out += text), err: (text) => void (said.err += text), isInteractive: false },
    () => NOW,
  )
  return { code, ...said }
}

it('prints the sums of the last seven days', async () => {
  const { code, out } = await run('show')
  expect(code).toBe(0)
  expect(out.split('\n').map((line) => line.replace(/ {2,}/, ': '))).toEqual([
    'ak, 2026-11-24 to 2026-11-30',
    'views: 3',
    'visitors: 2',
    'time of a view: 0:40',
    'depth: 1/4 67 %, 2/4 33 %, 3/4 33 %, 4/4 33 %',
    'paywall-seen: 1',
    'offer-clicked: 0',
    'checkout-begun: 0',
    'bought: 0',
    'sign-up-begun: 0',
    'sign-up-done: 0',
    'consent given: 1 (33 %)',
    'consent refused: 2 (67 %)',
    'consent unasked: 0 (0 %)',
    'searches: 1, without hits 1',
    'lcp: 1275 ms for three of four, good 100 % of 1',
    'cls: 0.05 for three of four, good 100 % of 1',
    'inp: –',
    'dropped: 2',
    '',
  ])
})

it('prints a table, the largest first', async () => {
  const { out } = await run('show', '--by', 'article', '--top', '1')
  expect(out.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['article', 'views', 'visitors', 'time', '1/4', '2/4', '3/4', '4/4'],
    ['7', '2', '2', '0:15', '50 %', '0 %', '0 %', '0 %'],
    [''],
  ])
})

it('prints CSV for a spreadsheet', async () => {
  const { out } = await run('show', '--by', 'source', '--csv')
  expect(out).toBe(
    'source;views;visitors;seconds;quarter 1;quarter 2;quarter 3;quarter 4\ndirect;2;1;90;1;1;1;1\nsearch:google;1;1;30;1;0;0;0\n',
  )
})

it('prints how often advertisements were seen and clicked', async () => {
  expect((await run('ads', '--csv')).out).toBe('advertisement;seen;clicked\nrad;2;1\nbaeckerei;1;0\n')
  expect((await run('ads')).out.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['advertisement', 'seen', 'clicked'],
    ['rad', '2', '1'],
    ['baeckerei', '1', '0'],
    [''],
  ])
  expect((await run('ads', '--by', 'place', '--csv')).out).toBe('place;seen;clicked\nhome-1;2;0\narticle-1;1;1\n')
  expect((await run('ads', '--by', 'day', '--csv')).out).toMatch(/^day;seen;clicked\n20\d\d-\d\d-\d\d;3;1\n$/)
  expect((await run('ads', '--to', '2026-01-01')).out).toBe('Nothing was counted.\n')
})

it.each([
  [['show', '--by', 'reader'], 'is no WHAT'],
  [['ads', '--by', 'reader'], 'is no ROWS'],
  [['show', '--from', '2026-12-01'], 'is after --to'],
  [['show', '--from', 'gestern'], 'is no DAY'],
])('refuses %j', async (args, why) => {
  const { code, err } = await run(...args)
  expect(code).toBe(2)
  expect(err).toContain(why)
})

it('says that there is nothing', async () => {
  expect(await run('show', '--by', 'article', '--from', '2026-01-01', '--to', '2026-01-02')).toMatchObject({
    code: 0,
    out: 'Nothing was counted.\n',
  })
})
