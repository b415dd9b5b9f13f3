/** Newsletters on a publication's own origin: orders, links of mails, one-click unsubscription, own subscriptions (S2.1-13). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MailboxEntry } from '@lokalteil/contracts/mail'
import { NEWSLETTER_CONSENT } from '@lokalteil/domain/reading/newsletters'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { SEED } from '@lokalteil/services/content/content.testing'
import { toDemoEmail } from '@lokalteil/services/accounts/demo-accounts'
import { openTestPortal, type TestPortal } from '../portal.testing.ts'
import { outcomeOf, TestReader } from '../reader.testing.ts'

const TEXT = 'Bitte bestätigen Sie Ihre Anmeldung über den Link in der E-Mail.'
const DAILY = { ...SEED.newsletters[0]!, rhythm: 'werktags um 6 Uhr' }
const SECOND = { ...DAILY, slug: 'abend', title: 'Der Abend', rhythm: 'täglich um 17 Uhr' }
const VERSION = NEWSLETTER_CONSENT.version

let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal({
    seed: { ...SEED, newsletters: [DAILY, SECOND] },
    env: { DEMO: '1', TRUST_PROXY: '127.0.0.1' },
  })
}, 240_000)
afterAll(() => portal.close())

let senders = 0
const from = () => `203.0.113.${++senders % 250}`

async function mailsTo(address: string, least = 1): Promise<MailboxEntry[]> {
  let found: MailboxEntry[] = []
  for (let wait = 0; wait < 200 && found.length < least; wait++) {
    found = (await (
      await portal.get(`/__services/mail/mails.json?to=${encodeURIComponent(address)}`)
    ).json()) as MailboxEntry[]
    if (found.length < least) await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return found
}

const linkOf = (mail: MailboxEntry | undefined, name: 'bestaetigen' | 'abmelden') =>
  new RegExp(`/newsletter-anmeldung\\?${name}=([\\w.-]+)`).exec(mail?.text ?? '')?.[1] ?? ''

const order = (body: object, headers: Record<string, string> = {}) =>
  portal.get('/api/newsletter/order', {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from(), ...headers },
  })

const form = (
  fields: Record<string, string | string[]>,
  { publication = 'ak', headers = {} }: { publication?: PublicationCode; headers?: Record<string, string> } = {},
) =>
  portal.get('/newsletter-anmeldung', {
    method: 'POST',
    publication,
    body: new URLSearchParams(
      Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, one])),
    ).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': from(),
      ...headers,
    },
  })

async function subscribe(email: string): Promise<string> {
  await form({ aktion: 'anmelden', newsletter: ['morgen'], email, einwilligung: 'on', version: VERSION })
  return linkOf((await mailsTo(email))[0], 'bestaetigen')
}

describe('the public page', () => {
  it('R2.1-18 S2.1-13 lists every newsletter with its description and a form of address, choice and consent', async () => {
    const response = await portal.get('/newsletter-anmeldung')
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(/<form(?=[^>]* method="post")(?=[^>]* action="\/newsletter-anmeldung")/.test(html)).toBe(true)
    for (const [slug, title] of [
      ['morgen', 'Der Morgen'],
      ['abend', 'Der Abend'],
    ]) {
      expect([
        slug,
        new RegExp(
          `<input(?=[^>]* type="checkbox")(?=[^>]* name="newsletter")(?=[^>]* value="${slug}")(?=[^>]* aria-label="${title} auswählen")`,
        ).test(html),
      ]).toEqual([slug, true])
    }
    expect(
      ['Früh informiert', ' name="email"', 'Ich bin einverstanden'].filter((part) => !html.includes(part)),
    ).toEqual([])
    expect(/<input(?=[^>]* type="checkbox")(?=[^>]* name="einwilligung")/.test(html)).toBe(true)
  })

  it('R2.1-19 shows one newsletter with its form; an unknown one is 404', async () => {
    const html = await portal.html('/newsletter-anmeldung/abend')
    expect(html).toContain('Der Abend')
    expect(html).toMatch(/type="hidden" name="newsletter" value="abend"/)
    expect((await portal.get('/newsletter-anmeldung/nirgends')).status).toBe(404)
  })
})

describe('an order', () => {
  it('S2.1-13 works without JavaScript by double opt-in: the page answers, and a button from the mail confirms', async () => {
    const email = 'ohne-script@example.org'
    const ordered = await form({
      aktion: 'anmelden',
      newsletter: ['morgen', 'abend'],
      email,
      einwilligung: 'on',
      version: VERSION,
    })
    expect([ordered.status, ordered.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect(await ordered.text()).toContain(TEXT)
    const [mail] = await mailsTo(email)
    const token = linkOf(mail, 'bestaetigen')

    // Mail scanners open links: opening it twice confirms nothing.
    for (let look = 0; look < 2; look++) {
      const page = await portal.get(`/newsletter-anmeldung?bestaetigen=${token}`)
      const html = await page.text()
      expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
      expect(html).toContain('„Der Morgen“ und „Der Abend“')
      expect(html).toMatch(/<button[^>]*>Anmeldung bestätigen/)
      expect(html).toContain('content="noindex')
    }
    const confirmed = await form({ aktion: 'bestaetigen', token })
    expect([confirmed.status, (await confirmed.text()).includes('Ab der nächsten Ausgabe')]).toEqual([200, true])
    expect(await portal.html(`/newsletter-anmeldung?bestaetigen=${token}`)).toContain('Ab der nächsten Ausgabe')
  })

  it('S2.1-13 answers the same for every address, and refuses incomplete forms', async () => {
    const email = 'bekannt@example.org'
    const token = await subscribe(email)
    await form({ aktion: 'bestaetigen', token })
    const answers = await Promise.all(
      [email, 'unbekannt@example.org'].map(async (address) => {
        const answer = await order({ email: address, slugs: ['morgen'], consent: true, textVersion: VERSION })
        return [answer.status, await answer.text()]
      }),
    )
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]![0]).toBe(200)

    const refused = await order({ email: 'keine-adresse', slugs: [], consent: false, textVersion: VERSION })
    expect([refused.status, ((await refused.json()) as { fields: unknown }).fields]).toEqual([
      422,
      { slugs: 'missing', email: 'invalid', consent: 'missing' },
    ])
    expect(await outcomeOf(order({ email, slugs: ['gibt-es-nicht'], consent: true, textVersion: VERSION }))).toBe(
      '404 UNKNOWN_NEWSLETTER',
    )
    expect(await outcomeOf(order({ email, slugs: ['morgen'], consent: true, textVersion: 'gestern' }))).toBe(
      '409 OTHER_TEXT',
    )
    expect(
      await outcomeOf(
        order(
          { email, slugs: ['morgen'], consent: true, textVersion: VERSION },
          { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
        ),
      ),
    ).toBe('403 FORBIDDEN')

    const page = await form({ aktion: 'anmelden', email: '"><script>', version: VERSION })
    const html = await page.text()
    expect(page.status).toBe(422)
    expect(html).toContain('value="&quot;&gt;&lt;script&gt;"')
    expect(html).toContain('Bitte wählen Sie mindestens einen Newsletter aus.')
  })

  it('S2.1-13 has a limit of twenty orders an hour for a network, and refuses forms of other sites', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.7' }
    const statuses: number[] = []
    for (let count = 0; count < 21; count++)
      statuses.push(
        (
          await order(
            { email: `viele-${count}@example.org`, slugs: ['morgen'], consent: true, textVersion: VERSION },
            headers,
          )
        ).status,
      )
    expect(statuses).toEqual([...Array<number>(20).fill(200), 429])
    const foreign = await form(
      { aktion: 'anmelden', newsletter: ['morgen'], email: 'fremd@example.org', einwilligung: 'on', version: VERSION },
      { headers: { 'sec-fetch-site': 'cross-site' } },
    )
    expect([foreign.status, (await foreign.text()).includes('kam nicht von dieser Website')]).toEqual([403, true])
  })

  it.each(['bestaetigen', 'abmelden'])('S2.1-13 an unknown link of %s is answered as invalid', async (name) => {
    for (const token of ['falsch', '%3Cscript%3E', '']) {
      const page = await portal.get(`/newsletter-anmeldung?${name}=${token}`)
      expect([page.status, (await page.text()).includes('gehört zu keiner Bestellung')]).toEqual([200, true])
    }
    expect((await form({ aktion: name, token: 'falsch' })).status).toBe(410)
  })

  it('S2.1-13 a link works only in its own publication', async () => {
    const token = await subscribe('nur-ak@example.org')
    expect((await form({ aktion: 'bestaetigen', token }, { publication: 'ht' })).status).toBe(410)
    expect((await form({ aktion: 'bestaetigen', token })).status).toBe(200)
  })
})

describe('an issue', () => {
  it('S2.1-13 is sent at its time; a button or one click unsubscribes, opening the link does not', async () => {
    const email = 'leserin@example.org'
    await form({ aktion: 'bestaetigen', token: await subscribe(email) })
    await portal.runtime.newsletter!.runDue()
    portal.clock.now = new Date('2026-11-23T05:00:30Z')
    await portal.runtime.newsletter!.runDue()
    const issue = (await mailsTo(email, 2)).find(({ template }) => template === 'newsletter-issue')
    portal.clock.now = new Date('2026-11-21T12:00:00Z')
    if (issue === undefined) throw new Error('No issue was sent')
    expect(issue.text).toContain('Der Morgen')
    const token = linkOf(issue, 'abmelden')

    expect(await portal.html(`/newsletter-anmeldung?abmelden=${token}`)).toMatch(/<button[^>]*>Abbestellen/)
    const look = await portal.get(`/api/newsletter/unsubscribe?token=${token}`)
    expect([look.status, look.headers.get('location')]).toEqual([303, `/newsletter-anmeldung?abmelden=${token}`])
    expect(await portal.html(`/newsletter-anmeldung?abmelden=${token}`)).toContain('nicht mehr bekommen?')

    // A mail program has no session and no origin.
    const click = () =>
      portal.get(`/api/newsletter/unsubscribe?token=${token}`, {
        method: 'POST',
        body: 'List-Unsubscribe=One-Click',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          origin: 'https://mail.example',
          'sec-fetch-site': 'cross-site',
        },
      })
    expect([(await click()).status, (await click()).status]).toEqual([200, 200])
    expect(await portal.html(`/newsletter-anmeldung?abmelden=${token}`)).toContain('nicht mehr.')
    expect(await outcomeOf(portal.get('/api/newsletter/unsubscribe?token=falsch', { method: 'POST' }))).toBe(
      '404 INVALID_LINK',
    )
  })
})

describe('a reader’s own newsletters', () => {
  it('R2.2-15 R1-29 R6-22 need a login, and show the address of the account', async () => {
    const anonymous = await portal.get('/newsletters', { headers: { 'sec-fetch-dest': 'document' } })
    expect([anonymous.status, anonymous.headers.get('location')]).toEqual([302, '/#login'])
    const reader = new TestReader(portal)
    await reader.login(toDemoEmail('free'))
    const page = await reader.ask('/newsletters')
    const html = await page.text()
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect(html).toContain(`Wir schreiben an ${toDemoEmail('free')}`)
    expect(html.match(/role="switch" aria-checked="false"/g)).toHaveLength(2)
  })

  it('S2.1-13 start and end at once, for this reader and this publication only', async () => {
    const [reader, other] = [new TestReader(portal), new TestReader(portal)]
    await reader.login(toDemoEmail('plus'))
    await other.login(toDemoEmail('pur'))
    const statesOf = async (whom: TestReader) =>
      (
        (await (await whom.ask('/api/mein/newsletters')).json()) as { subscriptions: { slug: string; state: string }[] }
      ).subscriptions.map(({ slug, state }) => `${slug} ${state}`)
    expect(
      ((await (await reader.post('/api/mein/newsletters/abend', { textVersion: VERSION })).json()) as { state: string })
        .state,
    ).toBe('active')
    expect([await statesOf(reader), await statesOf(other)]).toEqual([['abend active'], []])
    expect(await (await reader.ask('/newsletters')).text()).toMatch(/aria-checked="true" aria-label="Der Abend"/)
    expect((await reader.post('/api/mein/newsletters/abend/end', {})).status).toBe(204)
    expect(await statesOf(reader)).toEqual([])
  })

  it('S7.5-01 S2.1-13 ignore an address in the request, and refuse writes without a session or of another site', async () => {
    const reader = new TestReader(portal)
    await reader.login(toDemoEmail('wallet'))
    await reader.post('/api/mein/newsletters/abend', {
      textVersion: VERSION,
      email: 'opfer@example.org',
      reader: { sub: 'x', email: 'opfer@example.org', isEmailVerified: true },
    })
    expect(((await (await reader.ask('/api/mein/newsletters')).json()) as { email: string }).email).toBe(
      toDemoEmail('wallet'),
    )
    expect(
      await outcomeOf(
        reader.post(
          '/api/mein/newsletters/abend/end',
          {},
          { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
        ),
      ),
    ).toBe('403 FORBIDDEN')
    const idOnly = { cookie: `FA_ID_TOKEN=${reader.cookies.get('FA_ID_TOKEN')}`, 'content-type': 'application/json' }
    expect(
      await outcomeOf(portal.get('/api/mein/newsletters/abend/end', { method: 'POST', body: '{}', headers: idOnly })),
    ).toBe('401 NOT_LOGGED_IN')
    expect(await outcomeOf(portal.get('/api/mein/newsletters'))).toBe('401 NOT_LOGGED_IN')
  })
})
