import { createTestDatabase } from '@lokalteil/tools/postgres'
import { setPublications } from '@lokalteil/domain/publication/publications'
import { TEST_PUBLICATIONS } from '@lokalteil/domain/publication/publications.testing'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openEmptyDatabase } from '../platform/database/database.testing.ts'
import type { Database } from '../platform/database.ts'
import { isRefusal } from '../platform/serve.ts'
import { openTestOffice, type TestOffice } from './office.testing.ts'
import { sweepPreviews } from './previews.ts'

let database: Database
let office: TestOffice
let own: string
let other: string

beforeAll(async () => {
  setPublications(TEST_PUBLICATIONS)
  database = await openEmptyDatabase(createTestDatabase)
  office = await openTestOffice(database, { isDemo: true })
  ;[own, other] = [await openSession(), await openSession()]
})
beforeEach(async () => void (await office.db.deleteFrom('office.previews').execute()))
afterAll(async () => {
  office.throwErrors()
  await office.service.close()
  await database.close()
})

async function openSession(): Promise<string> {
  const { id, email } = await office.add(['editor'], { isDemo: true })
  await office.browse().signIn(email)
  const row = await office.db.selectFrom('office.sessions').select('id').where('staff', '=', id).executeTakeFirst()
  return row!.id
}

async function keep(html = '<p>', session = own): Promise<string> {
  const token = await office.service.keepPreview(session, html)
  if (isRefusal(token)) throw new Error('refused')
  return token
}
const find = (token: string, session = own) => office.service.findPreview(session, token)
async function count(): Promise<number> {
  return (await office.db.selectFrom('office.previews').select('digest').execute()).length
}

it('a page is kept for a minute, for the session that made it', async () => {
  const token = await keep('<h1>De\u0000ich</h1>')
  expect(await find(token)).toBe('<h1>Deich</h1>')
  expect(await find(token, other)).toBeNull()
  expect(await find('x'.repeat(43))).toBeNull()
  office.later(1)
  expect(await find(token)).toBeNull()
  await sweepPreviews(office.db, office.clock.now)
  expect(await count()).toBe(0)
})

it('the token is stored as a digest', async () => {
  const token = await keep()
  const rows = await office.db.selectFrom('office.previews').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(token)
})

it('of one session the newest four pages are kept, of all sixty', async () => {
  const foreign = await keep('<p>', other)
  const tokens: string[] = []
  for (let index = 0; index < 6; index++) {
    office.later(1 / 600)
    tokens.push(await keep())
  }
  expect(await Promise.all(tokens.map(async (token) => (await find(token)) !== null))).toEqual([
    false,
    false,
    true,
    true,
    true,
    true,
  ])
  expect(await find(foreign, other)).toBe('<p>')

  const ends_at = new Date(office.clock.now.getTime() + 60_000)
  for (let index = 0; index < 70; index++)
    await office.db
      .insertInto('office.previews')
      .values({ digest: `${index}`, session: other, html: '', ends_at })
      .execute()
  office.later(1 / 600)
  const last = await keep()
  expect([await count(), await find(last)]).toEqual([60, '<p>'])
})

it('a page of more than eight megabytes is refused', async () => {
  expect(await office.service.keepPreview(own, 'ö'.repeat(4_000_001))).toMatchObject({ status: 413 })
})

it('a page goes with its session', async () => {
  const session = await openSession()
  const token = await keep('<p>', session)
  await office.db.deleteFrom('office.sessions').where('id', '=', session).execute()
  expect(await find(token, session)).toBeNull()
  expect(await count()).toBe(0)
})
