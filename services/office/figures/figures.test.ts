import { createTestDatabase } from '@lokalteil/tools/postgres'
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import { OFFICE_FIGURES } from '@lokalteil/contracts/office'
import { setPublications } from '@lokalteil/domain/publication/publications'
import { TEST_PUBLICATIONS } from '@lokalteil/domain/publication/publications.testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openEmptyDatabase } from '../../platform/database/database.testing.ts'
import type { Database } from '../../platform/database.ts'
import { get, openTestOffice, outcome, type TestOffice } from '../office.testing.ts'

const DAYS = { from: '2026-11-01', to: '2026-11-30' }
const ROW = { value: '130', views: 3, visitors: 2, seconds: 40, quarters: [3, 2, 1, 0] }

let database: Database
let office: TestOffice
let isOut = false
const asked: unknown[] = []

beforeAll(async () => {
  setPublications(TEST_PUBLICATIONS)
  database = await openEmptyDatabase(createTestDatabase)
  const answer = async (publication: string, call: { query: object }) => {
    asked.push([publication, call.query])
    return isOut
      ? { ok: false, status: 0, problem: { status: 0, code: 'UNREACHABLE', title: '' }, headers: null }
      : { ok: true, data: { by: 'article', rows: [ROW] } }
  }
  office = await openTestOffice(database, {
    isDemo: true,
    figuresOf: (publication) =>
      ({
        listFigures: (call: never) => answer(publication, call),
        getSummary: (call: never) => answer(publication, call),
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

it('a publisher sees the figures of the publication, an editor does not', async () => {
  const figures = await enter('publisher')
  const call = { query: { ...DAYS, by: 'article' as const } }
  expect(await get(figures.listFigures(call))).toEqual({ by: 'article', rows: [ROW] })
  expect(asked).toEqual([['fb', { ...DAYS, by: 'article', limit: 100 }]])
  expect(await outcome((await enter('editor')).listFigures(call))).toBe('403 NOT_ALLOWED')
  expect(asked).toHaveLength(1)
})

it('says that the figures do not answer', async () => {
  isOut = true
  expect(await outcome((await enter('publisher')).getFigures({ query: DAYS }))).toBe('502 NO_FIGURES')
})
