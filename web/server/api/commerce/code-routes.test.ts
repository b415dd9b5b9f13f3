/** Codes, invitations and seats over HTTP: permissions, effects, pages (2.3, part D). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SEED } from '@lokalteil/services/content/content.testing'
import { toDemoEmail, toDemoSub } from '@lokalteil/services/accounts/demo-accounts'
import { TEST_IBANS } from '@lokalteil/services/commerce/payments/payment-providers'
import { seedCodes } from '@lokalteil/demo/seed/reader-codes'
import { openTestPortal, type TestPortal } from '../../portal.testing.ts'
import { outcomeOf, TestReader } from '../../reader.testing.ts'

let portal: TestPortal
const readers = new Map<string, TestReader>()
const as = (name: string) => readers.get(name)!

beforeAll(async () => {
  portal = await openTestPortal({ seed: SEED, env: { DEMO: '1', TRUST_PROXY: '127.0.0.1' } })
  await seedCodes(portal.runtime.commerce!)
  for (const name of ['free', 'plus', 'wallet', 'pur', 'epaper']) readers.set(name, await login(name))
}, 240_000)
afterAll(() => portal.close())

async function login(name: string, publication: 'ak' | 'fb' = 'ak'): Promise<TestReader> {
  const reader = new TestReader(portal, publication)
  const { status } = await reader.login(toDemoEmail(name))
  if (status !== 200) throw new Error(`${name} cannot log in: ${status}`)
  return reader
}
async function json<T = Record<string, unknown>>(answer: Response | Promise<Response>): Promise<T> {
  return (await (await answer).json()) as T
}
const rolesOf = (reader: TestReader) => reader.claims().subscriptionRoles ?? reader.claims().roles
const refresh = (reader: TestReader) => reader.ask('/api/validate?forceRefresh=true')
type Mail = { to: string; subject: string; text: string; template: string }
const mailsTo = async (address: string) =>
  (await json<Mail[]>(portal.get('/__services/mail/mails.json?limit=200'))).filter(({ to }) => to === address)

describe('codes, invitations and seats', () => {
  const CALLS: [method: 'GET' | 'POST', path: string, body?: object][] = [
    ['POST', '/api/mein/codes', { code: 'DEMO-PLUS-2026' }],
    ['GET', '/api/mein/invitation'],
    ['POST', '/api/mein/invitation/mails', { emails: ['max@example.org'] }],
    ['GET', '/api/mein/household'],
    ['POST', '/api/mein/household/seats', { subscriptionId: 'x', label: 'x' }],
    ['POST', '/api/mein/household/seats/x/end'],
    ['POST', '/api/mein/household/accept', { token: 'x' }],
    ['POST', '/api/mein/household/leave'],
  ]

  it.each(CALLS)('D need a session: %s %s', async (method, path, body) => {
    const onlyId = new TestReader(portal)
    onlyId.cookies.set('FA_ID_TOKEN', as('free').cookies.get('FA_ID_TOKEN')!)
    const elsewhere = new TestReader(portal, 'fb')
    for (const [name, value] of as('free').cookies) elsewhere.cookies.set(name, value)
    for (const who of [new TestReader(portal), onlyId, elsewhere])
      expect(await outcomeOf(method === 'GET' ? who.ask(path) : who.post(path, body))).toBe('401 NOT_LOGGED_IN')
  })

  it.each(CALLS.filter(([method]) => method === 'POST'))(
    'S7.5-01 refuse other sites: %s %s',
    async (_method, path, body) => {
      const asks: Record<string, string>[] = [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]
      for (const headers of asks) expect(await outcomeOf(as('free').post(path, body, headers))).toBe('403 FORBIDDEN')
    },
  )

  it('R2.3-03 R2.3-04 R6-23 S2.3-07 have pages that need a login and are not stored', async () => {
    for (const [path, word] of [
      ['/order/code', 'Einlösen'],
      ['/order/invite', 'Link kopieren'],
    ] as const) {
      const anonymous = await portal.get(path)
      expect([anonymous.status, anonymous.headers.get('location')]).toEqual([302, '/#login'])
      const page = await as('free').ask(path)
      expect([page.status, page.headers.get('cache-control'), (await page.text()).includes(word)]).toEqual([
        200,
        'private, no-store',
        true,
      ])
    }
  })

  it('R1-33 R2.3-01 S2.3-01 are linked from the overview, beside the offers', async () => {
    const html = await portal.html('/order')
    const tiles = [...html.matchAll(/<h2[^>]*><a href="(\/order\/[a-z]+)">([^<]+)<\/a>/g)].map(([, path, text]) => [
      path,
      text,
    ])
    expect(tiles).toEqual([
      ['/order/abo', 'Abo bestellen'],
      ['/order/code', 'Code einlösen'],
      ['/order/invite', 'Freunde einladen'],
    ])
    expect(/<h1[^>]*>([^<]*)/.exec(html)?.[1]).toBe('Bestellen')
    for (const [path] of tiles) expect((await as('free').ask(path!)).status).toBe(200)
  })
})

describe('a code', () => {
  it('R2.3-03 S2.3-03 gives a role with the next tokens, once', async () => {
    const reader = as('free')
    expect(rolesOf(reader)).toEqual([])
    expect(await json(reader.post('/api/mein/codes', { code: 'demo-plus-2026' }))).toEqual({
      kind: 'access',
      productName: 'Plus Monat',
      startsOn: '2026-11-21',
      endsOn: '2027-02-20',
    })
    await refresh(reader)
    expect(rolesOf(reader)).toEqual(['PLUS_USER'])
    const account = await json<{ subscriptions: object[] }>(reader.ask('/api/mein/account/subscriptions'))
    expect(account.subscriptions).toMatchObject([
      { name: 'Plus Monat', state: 'active', priceCents: 0, nextCharge: null, endsOn: '2027-02-20' },
    ])
    expect(await (await reader.ask('/account/abo')).text()).toContain('kostenlos')
    expect(await outcomeOf(reader.post('/api/mein/codes', { code: 'DEMO-PLUS-2026' }))).toBe('422 INVALID_CODE')
  })

  it('S2.3-03 D can be tried five times in a quarter of an hour from one IP address, by all readers together', async () => {
    const guesser = await login('pur')
    const answers = []
    for (let attempt = 0; attempt < 5; attempt++)
      answers.push(await outcomeOf(guesser.post('/api/mein/codes', { code: `AAAA-BBB${attempt}` })))
    expect([new Set(answers), await outcomeOf(guesser.post('/api/mein/codes', { code: 'DEMO-COIN-2026' }))]).toEqual([
      new Set(['422 INVALID_CODE']),
      '429 TOO_MANY_ATTEMPTS',
    ])
    // The same reader from another address, and another reader from the same address.
    expect(await outcomeOf(as('pur').post('/api/mein/codes', { code: 'DEMO-COIN-2026' }))).toBe('429 TOO_MANY_ATTEMPTS')
    expect(portal.logged().join('\n')).not.toContain('DEMO-COIN')
  })

  it('S2.3-03 brings coins, and stays unused if the reader has the offer already', async () => {
    expect(await json(as('wallet').post('/api/mein/codes', { code: 'DEMO-COIN-2026' }))).toEqual({
      kind: 'coins',
      count: 5,
    })
    const { customer } = await json<{ customer: { customerId: string } }>(as('wallet').ask('/api/plenigo/session'))
    expect(await json(as('wallet').ask(`/api/plenigo/wallet/${customer.customerId}`))).toMatchObject({
      availableCreditCount: 15,
    })
    expect(await outcomeOf(as('plus').post('/api/mein/codes', { code: 'DEMO-PLUS-2026' }))).toBe('409 HAS_IT')
    expect(await json(as('plus').post('/api/mein/codes', { code: 'DEMO-BONS-2026' }))).toEqual({
      kind: 'voucher',
      voucher: { kind: 'percent', value: 20, periods: 3 },
    })
  })
})

describe('an invitation', () => {
  it('R2.3-04 S2.3-04 has a link on the page, and mails with a fixed text', async () => {
    const reader = as('plus')
    const { path } = await json<{ path: string }>(reader.ask('/api/mein/invitation'))
    expect(await (await reader.ask('/order/invite')).text()).toContain(`value="http://localhost:3000${path}"`)
    expect((await portal.get(path)).status).toBe(200)
    expect(
      await json(reader.post('/api/mein/invitation/mails', { emails: ['max@example.org', 'mia@example.org'] })),
    ).toEqual({ path, mailsLeft: 3, rewarded: 0 })
    await expect.poll(async () => (await mailsTo('max@example.org')).length, { timeout: 8000 }).toBe(1)
    const [mail] = await mailsTo('max@example.org')
    expect([mail!.subject, mail!.template, mail!.text.includes(path)]).toEqual([
      'Eine Einladung: Auenkurier',
      'invitation',
      true,
    ])
  })

  it('S2.3-04 brings one coin with the first order of a reader who came by the link', async () => {
    const [inviter, friend] = [as('pur'), as('free')]
    const { path } = await json<{ path: string }>(inviter.ask('/api/mein/invitation'))
    friend.cookies.set('invitation', path.split('=')[1]!)
    const order = {
      offerId: 'coins-5',
      confirmedCents: 395,
      buyer: {
        salutation: 'Frau',
        firstName: 'Frida',
        lastName: 'Feld',
        company: '',
        vatId: '',
        street: 'Am Fluss 3',
        postcode: '00412',
        city: 'Auenburg',
        country: 'DE',
      },
      payment: { kind: 'sepa', iban: TEST_IBANS.paid, holder: 'Frida Feld', mandate: true },
      consents: { terms: true, withdrawalLapses: true },
    }
    for (const idempotencyKey of ['order-0000-0000-0001', 'order-0000-0000-0001', 'order-0000-0000-0002'])
      expect(await json(friend.post('/api/order', { ...order, idempotencyKey }))).toMatchObject({ state: 'completed' })
    expect(await json(inviter.ask('/api/mein/invitation'))).toMatchObject({ rewarded: 1 })
    const { customer } = await json<{ customer: { customerId: string } }>(inviter.ask('/api/plenigo/session'))
    expect(await json(inviter.ask(`/api/plenigo/wallet/${customer.customerId}`))).toMatchObject({
      availableCreditCount: 1,
    })
    friend.cookies.delete('invitation')
  })

  it('S2.3-04 D refuses header injection, the own address, and more than five addresses at once', async () => {
    const reader = as('wallet')
    for (const emails of [
      ['max@example.org\r\nBcc: all@example.org'],
      [toDemoEmail('wallet')],
      [toDemoEmail('wallet').toUpperCase()],
      ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}@example.org`),
      [],
    ]) {
      expect(await outcomeOf(reader.post('/api/mein/invitation/mails', { emails }))).toBe('422 INVALID_FIELDS')
    }
    expect(
      await outcomeOf(reader.post('/api/mein/invitation/mails', { emails: ['max@example.org'], text: 'Kaufen Sie!' })),
    ).toBe('200')
    expect((await mailsTo('max@example.org')).every(({ text }) => !text.includes('Kaufen Sie'))).toBe(true)
  })

  it('S2.3-04 answers the same for known and unknown addresses', async () => {
    const answers = []
    for (const [name, address] of [
      ['epaper', toDemoEmail('pur')],
      ['pur', 'nobody@example.org'],
    ] as const) {
      answers.push({ ...(await json(as(name).post('/api/mein/invitation/mails', { emails: [address] }))), path: '' })
    }
    for (const answer of answers) expect({ ...answer, rewarded: 0 }).toEqual({ path: '', mailsLeft: 4, rewarded: 0 })
  })
})

describe('a household', () => {
  it('shares the owner’s access with the member until the seat ends', async () => {
    const [owner, member] = [as('plus'), as('wallet')]
    const subscriptionId = (
      await json<{ owned: { subscriptionId: string; seatCount: number }[] }>(owner.ask('/api/mein/household'))
    ).owned[0]!
    expect(subscriptionId).toMatchObject({ seatCount: 3, seats: [] })
    const { path, seatId } = await json<{ path: string; seatId: string }>(
      owner.post('/api/mein/household/seats', { subscriptionId: subscriptionId.subscriptionId, label: 'Oma Inge' }),
    )
    const opened = await member.ask(path)
    expect([opened.status, opened.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect((await json<{ member: unknown }>(member.ask('/api/mein/household'))).member).toBeNull()
    const token = path.split('=')[1]!
    expect(await json(member.post('/api/mein/household/accept', { token }))).toEqual({ productName: 'Plus Monat' })
    await refresh(member)
    expect(rolesOf(member)).toEqual(['PLUS_USER', 'WALLET_USER'])
    const shown = await (await owner.ask('/order/haushalt')).text()
    expect([
      shown.includes('Oma Inge'),
      shown.includes(toDemoEmail('wallet')),
      shown.includes(toDemoSub('ak', 'wallet')),
    ]).toEqual([true, false, false])
    expect(await outcomeOf(as('epaper').post(`/api/mein/household/seats/${seatId}/end`))).toBe('404 NOT_FOUND')
    expect(await outcomeOf(owner.post(`/api/mein/household/seats/${seatId}/end`))).toBe('204')
    await refresh(member)
    expect(rolesOf(member)).toEqual(['WALLET_USER'])
  })

  it('asks for a login when its link is opened without one, and shows nothing', async () => {
    const page = await portal.get('/order/haushalt?platz=AAAAAAAAAAAAAAAAAAAAAAAA')
    const html = await page.text()
    expect([
      page.status,
      page.headers.get('cache-control'),
      html.includes('Bitte melden Sie sich an'),
      html.includes('noindex'),
    ]).toEqual([200, 'private, no-store', true, true])
  })
})
