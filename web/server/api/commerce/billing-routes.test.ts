/** A reader's contracts and documents over HTTP: ownership, changes, refusal of other sites (S2.2-10, S7.5-01). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ContractsView, SubscriptionsView } from '@lokalteil/contracts/portal'
import { SEED } from '@lokalteil/services/content/content.testing'
import { toDemoEmail } from '@lokalteil/services/accounts/demo-accounts'
import { TEST_CARDS } from '@lokalteil/services/commerce/payments/payment-providers'
import { openTestPortal, type TestPortal } from '../../portal.testing.ts'
import { outcomeOf, TestReader } from '../../reader.testing.ts'

let portal: TestPortal
let owner: TestReader
let other: TestReader
let id = ''

beforeAll(async () => {
  portal = await openTestPortal({ seed: SEED, env: { DEMO: '1' } })
  ;[owner, other] = [await login('free'), await login('plus')]
  const placed = await owner.post('/api/order', {
    offerId: 'plus-pur',
    confirmedCents: 1290,
    idempotencyKey: 'order-for-billing-calls',
    buyer: {
      salutation: '',
      firstName: 'Eva',
      lastName: 'Sommer',
      street: 'Am Fluss 3',
      postcode: '00412',
      city: 'Auenburg',
    },
    payment: { kind: 'card', number: TEST_CARDS.paid },
    consents: { terms: true },
  })
  if (placed.status !== 200) throw new Error(`Nothing was ordered: ${placed.status} ${await placed.text()}`)
  await owner.ask('/api/validate?forceRefresh=true')
  id = (await view()).billing!.contracts[0]!.id
}, 240_000)
afterAll(() => portal.close())

async function login(name: string): Promise<TestReader> {
  const reader = new TestReader(portal)
  const { status } = await reader.login(toDemoEmail(name))
  if (status !== 200) throw new Error(`${name} cannot log in: ${status}`)
  return reader
}
async function view(): Promise<SubscriptionsView> {
  return (await (await owner.ask('/api/mein/account/subscriptions')).json()) as SubscriptionsView
}
const path = (action: string, of = id) => `/api/mein/account/contracts/${of}/${action}`
const changed = async (action: string, body: object = {}) => {
  const answer = await owner.post(path(action), body)
  expect(answer.status).toBe(200)
  return (await answer.json()) as ContractsView & { outcome?: string }
}

describe('a reader’s contract', () => {
  it('S2.2-10 shows its possible changes and documents on the page', async () => {
    const answer = await owner.ask('/account/abo')
    const html = await answer.text()
    expect(answer.headers.get('cache-control')).toContain('no-store')
    for (const text of [
      'Plus + Pur',
      'Karte, Testkarte •••• 0012',
      'Abo wechseln',
      'Zahlungsart ändern',
      'Pausieren',
      'Kündigen',
      'Rechnungen und Unterlagen',
    ])
      expect(html).toContain(text)
    expect(html).toMatch(/href="\/api\/mein\/account\/documents\/AK-\d{4}-\d{6}\/pdf"/)
  })

  it('is cancelled on the day that the page showed, and runs on when the reader takes it back', async () => {
    const [contract] = (await view()).billing!.contracts
    const confirmedEnd = contract!.earliestEnd!
    expect(await outcomeOf(owner.post(path('cancel'), { confirmedEnd: '2020-01-01' }))).toBe('409 END_CHANGED')
    expect((await changed('cancel', { confirmedEnd })).contracts[0]).toMatchObject({
      state: 'cancelled',
      endsOn: confirmedEnd,
      isCancellationUndoable: true,
      plans: [],
    })
    // A repeated request changes nothing.
    expect((await changed('cancel', { confirmedEnd })).contracts[0]).toMatchObject({ state: 'cancelled' })
    expect((await changed('cancel/undo')).contracts[0]).toMatchObject({ state: 'active', endsOn: null })
  })

  it('can be paused, changed and paid with another method', async () => {
    const { pauseFrom } = (await view()).billing!.contracts[0]!
    expect((await changed('pause', { months: 2 })).contracts[0]!.pause).toMatchObject({ from: pauseFrom })
    expect(await outcomeOf(owner.post(path('pause'), { months: 4 }))).toBe('400 BAD_REQUEST')
    expect((await changed('resume')).contracts[0]!.pause).toBeNull()
    expect((await changed('plan', { offerId: 'pur', confirmedCents: 0 })).contracts[0]!.change).toMatchObject({
      name: 'Pur',
    })
    expect((await changed('plan/undo')).contracts[0]!.change).toBeNull()
    expect(
      await outcomeOf(
        owner.post(path('payment'), {
          payment: { kind: 'sepa', iban: 'DE00 1234', holder: 'Eva Sommer', mandate: true },
        }),
      ),
    ).toBe('422 INVALID_FIELDS')
    const saved = await changed('payment', {
      payment: { kind: 'sepa', iban: 'DE93 9999 9999 0000 0000 01', holder: 'Eva Sommer', mandate: true },
    })
    expect(saved).toMatchObject({ outcome: 'saved', contracts: [{ payment: { kind: 'sepa', label: 'DE •••• 0001' } }] })
    expect(JSON.stringify(saved)).not.toContain('99999999')
  })

  it('S7.5-01 is closed to other readers and other sites', async () => {
    for (const action of ['cancel/undo', 'resume', 'plan/undo', 'pay'])
      expect(await outcomeOf(other.post(path(action), {}))).toBe('404 NOT_FOUND')
    expect(await outcomeOf(other.post(path('payment'), { payment: { kind: 'card', number: TEST_CARDS.paid } }))).toBe(
      '404 NOT_FOUND',
    )
    expect(await outcomeOf(new TestReader(portal).post(path('pay'), {}))).toBe('401 NOT_LOGGED_IN')
    expect(await outcomeOf(owner.post(path('cancel/undo'), {}, { origin: 'https://evil.example' }))).toBe(
      '403 FORBIDDEN',
    )
  })
})

describe('a reader’s documents', () => {
  it('can be downloaded by their owner only', async () => {
    const { documents } = (await view()).billing!
    const invoice = documents.find(({ kind }) => kind === 'invoice')!
    const paper = `/api/mein/account/documents/${invoice.number}/pdf`
    const answer = await owner.ask(paper)
    expect([
      answer.status,
      answer.headers.get('content-type'),
      answer.headers.get('cache-control'),
      answer.headers.get('content-disposition'),
    ]).toEqual([200, 'application/pdf', 'private, no-store', `attachment; filename="${invoice.number}.pdf"`])
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    expect((await other.ask(paper)).status).toBe(404)
    expect((await new TestReader(portal).ask(paper)).status).toBe(401)
    expect((await owner.ask(paper, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403)
    // Private readers get no e-invoice, and a malformed number is 404.
    expect((await owner.ask(`/api/mein/account/documents/${invoice.number}/xrechnung`)).status).toBe(404)
    expect((await owner.ask('/api/mein/account/documents/..%2f..%2fetc/pdf')).status).toBe(404)
  })
})
