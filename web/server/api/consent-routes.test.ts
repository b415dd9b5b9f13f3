/** Receipts for consent on the publication's own origin: for readers with and without an account. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MOST_PARTNERS } from '@lokalteil/contracts/consent'
import { SEED } from '@lokalteil/services/content/content.testing'
import { toDemoEmail } from '@lokalteil/services/accounts/demo-accounts'
import { CONSENT_TEXTS } from '../../app/messages/consent/versions.ts'
import { openTestPortal, type TestPortal } from '../portal.testing.ts'
import { TestReader } from '../reader.testing.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal({ seed: SEED, env: { DEMO: '1', TRUST_PROXY: '127.0.0.1' } })
})
afterAll(() => portal.close())

const ANSWER = { text: '2026-11-30', asked: ['analytics', 'youtube'], granted: ['youtube'] }
const pathOf = (id: string) => `/api/consent/receipts/${id}`
type Receipt = { id: string; answers: { granted: string[] }[] }
const listOf = async (reader: TestReader) =>
  ((await (await reader.ask('/api/mein/consent-receipts')).json()) as { receipts: Receipt[] }).receipts

describe('a receipt', () => {
  it('is kept for a reader without an account, who reads it by its id', async () => {
    const guest = new TestReader(portal)
    const id = randomUUID()
    expect((await guest.post(pathOf(id), ANSWER)).status).toBe(200)
    expect((await guest.post(pathOf(id), { ...ANSWER, granted: [] })).status).toBe(200)
    const response = await guest.ask(pathOf(id))
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    const { answers } = (await response.json()) as Receipt
    expect(answers).toEqual([
      { at: expect.any(String), ...ANSWER, partners: {} },
      { at: expect.any(String), ...ANSWER, granted: [], partners: {} },
    ])
    expect((await guest.ask(pathOf(randomUUID()))).status).toBe(404)
    expect((await guest.ask('/api/mein/consent-receipts')).status).toBe(401)
  })

  it('has the recipients and the registered vendors that the layer showed, as many as may be asked about', async () => {
    const guest = new TestReader(portal)
    const id = randomUUID()
    const ids = Array.from({ length: MOST_PARTNERS }, (_unused, index) => [
      1001 + index,
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    ])
    const answer = {
      ...ANSWER,
      recipients: '2026-11-01',
      partners: { audienceMeasurement: Object.fromEntries(ids) as object },
    }
    expect((await guest.post(pathOf(id), answer)).status).toBe(200)
    expect(((await (await guest.ask(pathOf(id))).json()) as Receipt).answers).toEqual([
      { at: expect.any(String), ...answer },
    ])
  })

  it('is listed in the account of the reader who was signed in, and in no other', async () => {
    const reader = new TestReader(portal)
    const other = new TestReader(portal)
    await reader.login(toDemoEmail('plus'))
    await other.login(toDemoEmail('free'))
    const id = randomUUID()
    // A reader named by the page is dropped.
    expect((await reader.post(pathOf(id), { ...ANSWER, viewer: 'someone-else' })).status).toBe(200)
    expect((await listOf(reader)).map((receipt) => receipt.id)).toEqual([id])
    expect(await listOf(other)).toEqual([])
  })

  it.each([
    ['another site', 403, ANSWER, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['a page that sends an unknown vendor', 400, { ...ANSWER, granted: ['evil'] }, {}],
    ['a page that sends no choice', 400, { text: 'a' }, {}],
  ])('is not changed by %s: %i', async (_who, status, body, headers) => {
    const id = randomUUID()
    const guest = new TestReader(portal)
    expect((await guest.post(pathOf(id), body, headers)).status).toBe(status)
    expect((await guest.ask(pathOf(id))).status).toBe(404)
  })
})

it('no registered vendor is named while the manager has no id', async () => {
  expect(await (await new TestReader(portal).ask('/api/consent/framework')).json()).toEqual({
    cmpId: 0,
    listVersion: 0,
    listDate: null,
    purposes: {},
    vendors: [],
  })
})

it('readers are told who gets their data, the publication’s own answer', async () => {
  const recipientsOf = async (publication: string) => {
    const response = await portal.get('/api/consent/recipients', { publication })
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    return ((await response.json()) as { recipients: Record<string, { company: string }> }).recipients
  }
  expect((await recipientsOf('ak')).kdm).toEqual({
    company: expect.stringContaining('GmbH'),
    policy: expect.stringMatching(/^https:/),
    retention: expect.any(String),
    since: expect.stringMatching(/^2026-/),
  })
  expect((await recipientsOf('fb')).kdm?.company).not.toBe((await recipientsOf('ak')).kdm?.company)
  expect(await recipientsOf('la')).toEqual({})
})

it.each(['2026-11-30', CONSENT_TEXTS.version])(
  'the texts of version %s are there for receipts that name it',
  async (version) => {
    const response = await portal.get(`/api/consent/texts/${version}`)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(await response.text()).toMatch(new RegExp(`^Fassung ${version}\n[^]*Alle ablehnen[^]*YouTube: `))
    expect((await portal.get('/api/consent/texts/2020-01-01')).status).toBe(404)
    expect((await portal.get('/api/consent/texts/..%2fversions')).status).toBe(404)
  },
)
