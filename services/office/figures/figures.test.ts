import { createTestDatabase } from '@lokalteil/tools/postgres'
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import { OFFICE_FIGURES } from '@lokalteil/contracts/office'
import { setPublications } from '@lokalteil/domain/publication/publications'
import { TEST_PUBLICATIONS } from '@lokalteil/domain/publication/publications.testing'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openEmptyDatabase } from '../../platform/database/database.testing.ts'
import type { Database } from '../../platform/database.ts'
import { get, openTestOffice, outcome, type TestOffice } from '../office.testing.ts'

const DAYS = { from: '2026-11-01', to: '2026-11-30' }
const ROW = { value: '130', views: 3, visitors: 2, seconds: 40, quarters: [3, 2, 1, 0] }
const OTHER_ROWS = [
  { ...ROW, value: '131' },
  { ...ROW, value: '*' },
]
const ADS = [{ value: 'rad', seen: 9, clicked: 1 }]

let database: Database
let office: TestOffice
let isOut = false
let hasContent = true
const asked: unknown[] = []

beforeAll(async () => {
  setPublications(TEST_PUBLICATIONS)
  database = await openEmptyDatabase(createTestDatabase)
  const out = { ok: false, status: 0, problem: { status: 0, code: 'UNREACHABLE', title: '' }, headers: null }
  const answer = async (publication: string, { query }: { query: { by?: string } }, rows: object[]) => {
    asked.push([publication, query])
    return isOut ? out : { ok: true, data: { by: query.by, rows } }
  }
  office = await openTestOffice(database, {
    isDemo: true,
    figuresOf: (publication) =>
      ({
        listFigures: (call: never) => answer(publication, call, [ROW, ...OTHER_ROWS]),
        listAds: (call: never) => answer(publication, call, ADS),
        getSummary: (call: never) => answer(publication, call, []),
      }) as never,
    recordsOf: (publication) =>
      ({
        async listRecords({ query: { ids } }: { query: { ids: string } }) {
          asked.push([publication, ids])
          return hasContent ? { ok: true, data: { records: [{ id: '130', title: 'Der Hafen' }], isLast: true } } : out
        },
      }) as never,
  })
})
afterAll(async () => {
  office.throwErrors()
  await office.service.close()
  await database.close()
})

async function enter(role: 'publisher' | 'editor') {
  const { email } = await office.add([role], { isDemo: true })
  const browser = office.browse()
  await browser.signIn(email)
  return createTestClient(OFFICE_FIGURES, { fetch: browser.fetch, base: 'http://office.local/fb' })
}

beforeEach(() => void asked.splice(0))

it('a publisher sees the figures of the publication with the headlines of articles, an editor does not', async () => {
  const figures = await enter('publisher')
  const call = { query: { ...DAYS, by: 'article' as const } }
  const rows = [ROW, ...OTHER_ROWS]
  expect(await get(figures.listFigures(call))).toEqual({ by: 'article', rows, headlines: { 130: 'Der Hafen' } })
  expect(asked).toEqual([
    ['fb', { ...DAYS, by: 'article', limit: 100 }],
    ['fb', '130,131'],
  ])
  expect(await outcome((await enter('editor')).listFigures(call))).toBe('403 NOT_ALLOWED')
  expect(asked).toHaveLength(2)
})

it('other rows have no headlines, and figures do not wait for a content service that is silent', async () => {
  const figures = await enter('publisher')
  expect((await get(figures.listFigures({ query: { ...DAYS, by: 'section' } }))).headlines).toEqual({})
  expect(asked).toHaveLength(1)
  hasContent = false
  expect(await get(figures.listFigures({ query: { ...DAYS, by: 'article' } }))).toMatchObject({ headlines: {} })
  hasContent = true
})

it('a publisher sees how the own advertisements do, an editor does not', async () => {
  const figures = await enter('publisher')
  expect(await get(figures.listAds({ query: { ...DAYS, by: 'place' } }))).toEqual({ by: 'place', rows: ADS })
  expect(asked).toEqual([['fb', { ...DAYS, by: 'place' }]])
  expect(await outcome((await enter('editor')).listAds({ query: DAYS }))).toBe('403 NOT_ALLOWED')
})

it('says that the figures do not answer', async () => {
  isOut = true
  const figures = await enter('publisher')
  const by = 'article' as const
  expect([
    await outcome(figures.getFigures({ query: DAYS })),
    await outcome(figures.listFigures({ query: { ...DAYS, by } })),
    await outcome(figures.listAds({ query: DAYS })),
  ]).toEqual(Array.from({ length: 3 }, () => '502 NO_FIGURES'))
})
