import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { MailboxEntry } from '@lokalteil/contracts/mail'
import { NEWSLETTER_CONSENT } from '@lokalteil/domain/reading/newsletters'
import { SEED } from '@lokalteil/services/content/content.testing'
import { openTestPortal, type TestPortal } from './portal.testing.ts'
import { outcomeOf, TestReader } from './reader.testing.ts'

let portal: TestPortal
let reader: TestReader
let serial = 0
const START = new Date('2026-11-21T12:00:00Z')
const PASSWORD = 'Lokalteil-Demo-1'
const NEW_PASSWORD = 'Ein-langer-Satz-7'
const EMAIL = '/api/mein/account/email'

beforeAll(async () => {
  portal = await openTestPortal({ seed: SEED, now: START, env: { DEMO: '1', TRUST_PROXY: '127.0.0.1' } })
})
afterAll(() => portal.close())
beforeEach(() => {
  portal.clock.now = new Date(START.getTime() + ++serial * 3_600_000)
  reader = new TestReader(portal)
})

const newEmail = () => `neu-${serial}-${Math.random().toString(36).slice(2, 8)}@example.org`
const mailsTo = async (address: string) =>
  (await (await portal.get(`/__services/mail/mails.json?to=${encodeURIComponent(address)}`)).json()) as MailboxEntry[]
async function mailTo(address: string, template: string, where = (_mail: MailboxEntry) => true): Promise<MailboxEntry> {
  let found: MailboxEntry | undefined
  await expect
    .poll(async () => (found = (await mailsTo(address)).find((mail) => mail.template === template && where(mail))), {
      timeout: 8000,
      interval: 100,
    })
    .toBeDefined()
  return found!
}
const pathIn = (mail: MailboxEntry) =>
  /https?:\/\/[^/\s]+(\/(?:api\/mein\/oauth2|change-password)\/[^\s"<]+)/.exec(mail.text)![1]!
/** Clicks the button of the page behind a mail's link. */
const press = (one: TestReader, path: string) =>
  one.ask(path, {
    method: 'POST',
    headers: { origin: one.origin, 'content-type': 'application/x-www-form-urlencoded', 'content-length': '0' },
  })
const account = async (one: TestReader) =>
  (await (await one.ask('/api/mein/account')).json()) as {
    user: { email: string; emailVerified: boolean }
    pendingEmail: { email: string } | null
  }
/** The newsletters in the account, once that service knows the new address. */
async function newsletters(one: TestReader) {
  let view = { email: '', isEmailVerified: false, subscriptions: [] as unknown[] }
  await expect
    .poll(async () => {
      view = (await (await one.ask('/api/mein/newsletters')).json()) as typeof view
      return view.subscriptions.length
    })
    .toBe(1)
  return { email: view.email, subscriptions: view.subscriptions }
}
const MORGEN = { slug: 'morgen', state: 'active' }

describe('changing the mail address, through the whole portal', () => {
  it('the new address confirms, the old one is notified, everything follows, and it can be undone', async () => {
    const [from, to] = ['plus@demo.example', newEmail()]
    await reader.login(from)
    const elsewhere = new TestReader(portal)
    await elsewhere.login(from)
    const subscribed = await reader.post('/api/mein/newsletters/morgen', { textVersion: NEWSLETTER_CONSENT.version })
    expect(await outcomeOf(subscribed)).toBe('200')

    expect(await outcomeOf(reader.post(EMAIL, { email: to }))).toBe('403 WRONG_PASSWORD')
    const asked = await reader.post(EMAIL, { email: to, password: PASSWORD })
    expect(await asked.json()).toMatchObject({ email: to })
    expect(await account(reader)).toMatchObject({ user: { email: from }, pendingEmail: { email: to } })

    // On a phone without a login.
    const phone = new TestReader(portal)
    const confirmation = await mailTo(to, 'change-email')
    expect(confirmation.subject).toBe('Bitte bestätigen Sie Ihre neue E-Mail-Adresse')
    expect(confirmation.html).toContain('Neue Adresse bestätigen')
    const page = await phone.ask(pathIn(confirmation))
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<button>Neue Adresse bestätigen</button>')
    expect(await account(reader)).toMatchObject({ user: { email: from } })
    const done = await press(phone, pathIn(confirmation))
    expect(done.status).toBe(200)
    expect(await done.text()).toContain('Ihre neue E-Mail-Adresse gilt')
    expect((await press(phone, pathIn(confirmation))).headers.get('location')).toBe('/error/invalid-code')

    // This session continues, the other one has ended; new tokens contain the new address.
    expect(await account(reader)).toMatchObject({ user: { email: to, emailVerified: true }, pendingEmail: null })
    await reader.ask('/api/validate?forceRefresh=true')
    expect(reader.claims()).toMatchObject({ email: to, emailVerified: true })
    expect(await outcomeOf(elsewhere.ask('/api/validate?forceRefresh=true'))).toBe('401 SESSION_ENDED')
    expect(await outcomeOf(new TestReader(portal).login(from))).toBe('401 WRONG_CREDENTIALS')

    expect(await newsletters(reader)).toEqual({ email: to, subscriptions: [expect.objectContaining(MORGEN)] })

    // A letter about the contract goes to the new address.
    type Contracts = { billing: { contracts: { id: string }[] } }
    const subscriptions = (await (await reader.ask('/api/mein/account/subscriptions')).json()) as Contracts
    const contract = subscriptions.billing.contracts[0]!
    const paused = await reader.post(`/api/mein/account/contracts/${contract.id}/pause`, { months: 1 })
    expect(await outcomeOf(paused)).toBe('200')
    expect((await mailTo(to, 'contract-notice')).to).toBe(to)
    expect((await mailsTo(from)).map(({ template }) => template)).not.toContain('contract-notice')

    // Undone from the old mailbox, even after a change of the password.
    const changedPassword = await reader.post('/api/auth/change-password', {
      currentPassword: PASSWORD,
      password: NEW_PASSWORD,
      passwordConfirmation: NEW_PASSWORD,
    })
    expect(await outcomeOf(changedPassword)).toBe('200')
    const warning = await mailTo(from, 'email-changed')
    expect(warning.text).toContain('Änderung rückgängig machen')
    expect(warning.text).not.toContain(to)
    const owner = new TestReader(portal)
    expect(await (await owner.ask(pathIn(warning))).text()).toContain('Änderung zurücknehmen')
    const undone = await press(owner, pathIn(warning))
    expect(undone.status).toBe(303)
    const code = /^\/change-password\/([\w-]{43})$/.exec(undone.headers.get('location')!)![1]!
    expect(await outcomeOf(reader.ask('/api/validate?forceRefresh=true'))).toBe('401 SESSION_ENDED')
    expect(await outcomeOf(new TestReader(portal).login(to, NEW_PASSWORD))).toBe('401 WRONG_CREDENTIALS')
    expect((await owner.ask(`/change-password/${code}`)).status).toBeLessThan(400)
    const reset = await owner.post('/api/auth/reset-password', {
      code,
      password: PASSWORD,
      passwordConfirmation: PASSWORD,
    })
    expect(await outcomeOf(reset)).toBe('200')
    expect(await account(owner)).toMatchObject({ user: { email: from, emailVerified: true } })
    expect(await newsletters(owner)).toEqual({ email: from, subscriptions: [expect.objectContaining(MORGEN)] })
    const resumed = await owner.post(`/api/mein/account/contracts/${contract.id}/resume`)
    expect(await outcomeOf(resumed)).toBe('200')
    const again = await owner.post(`/api/mein/account/contracts/${contract.id}/pause`, { months: 2 })
    expect(await outcomeOf(again)).toBe('200')
    expect((await mailTo(from, 'contract-notice')).to).toBe(from)
  })

  it('can be cancelled in the account', async () => {
    const to = newEmail()
    await reader.login('free@demo.example')
    await reader.post(EMAIL, { email: to, password: PASSWORD })
    const path = pathIn(await mailTo(to, 'change-email'))
    expect((await reader.post(`${EMAIL}/cancel`)).status).toBe(204)
    expect(await account(reader)).toMatchObject({ pendingEmail: null })
    expect((await reader.ask(path)).headers.get('location')).toBe('/error/invalid-code')
  })

  it.each([
    ['without a login', async () => new TestReader(portal), {}, '401 NOT_LOGGED_IN'],
    [
      'of another site',
      async () => {
        const one = new TestReader(portal)
        await one.login('free@demo.example')
        return one
      },
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      '403 FORBIDDEN',
    ],
    [
      'with the ID token alone',
      async () => {
        const one = new TestReader(portal)
        await one.login('free@demo.example')
        for (const name of one.cookies.keys()) if (!/idToken|FA_ID_TOKEN/.test(name)) one.cookies.delete(name)
        return one
      },
      {},
      '401 NOT_LOGGED_IN',
    ],
  ])('refuses a request %s', async (_who, open, headers, expected) => {
    const one = await open()
    expect(await outcomeOf(one.post(EMAIL, { email: newEmail(), password: PASSWORD }, headers))).toBe(expected)
  })

  it('refuses a confirmation sent from another site', async () => {
    const to = newEmail()
    await reader.login('free@demo.example')
    await reader.post(EMAIL, { email: to, password: PASSWORD })
    const answer = await reader.ask(pathIn(await mailTo(to, 'change-email')), {
      method: 'POST',
      headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', 'content-length': '0' },
    })
    expect(answer.status).toBe(403)
    expect(await account(reader)).toMatchObject({ user: { email: 'free@demo.example' } })
  })

  it('reports when the address got an account in between, and changes nothing', async () => {
    const to = newEmail()
    await reader.login('free@demo.example')
    await reader.post(EMAIL, { email: to, password: PASSWORD })
    const path = pathIn(await mailTo(to, 'change-email'))
    const registered = await new TestReader(portal).post('/api/mein/oauth2/registration', {
      firstName: 'Ida',
      lastName: 'Ost',
      email: to,
      password: NEW_PASSWORD,
      terms: true,
    })
    expect(registered.status).toBe(200)
    const answer = await press(reader, path)
    expect(answer.status).toBe(409)
    expect(await answer.text()).toContain('gehört inzwischen zu einem anderen Konto')
    expect(await account(reader)).toMatchObject({ user: { email: 'free@demo.example' } })
  })

  it('writes no address and no code into the log', async () => {
    const lines = portal.logged().join('\n')
    expect(lines).not.toMatch(/@example\.org|email-change(?:-undo)?\/[\w-]{10}/)
  })
})
