import { createTestClient, get } from '@lokalteil/contracts/kernel/client.testing'
import type { MailboxEntry } from '@lokalteil/contracts/mail'
import { OFFICE_NEWSLETTERS } from '@lokalteil/contracts/office'
import { NEWSLETTER_CONSENT } from '@lokalteil/domain/reading/newsletters'
import { DEMO_PASSWORD } from '@lokalteil/services/accounts/demo-accounts'
import { hoursAgo, NOW, SEED } from '@lokalteil/services/content/content.testing'
import { toStaffEmail } from '@lokalteil/services/office/people/demo-staff'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestPortal, type TestPortal } from '../portal.testing.ts'

const MINUTE = 60_000

describe('newsletters of the office through the whole portal', () => {
  let portal: TestPortal
  let cookie = ''
  beforeAll(async () => {
    portal = await openTestPortal({
      seed: {
        ...SEED,
        articles: SEED.articles.map((article) => ({ ...article, publishDate: hoursAgo(2) })),
        newsletters: [{ ...SEED.newsletters[0]!, rhythm: 'werktags um 6 Uhr' }],
      },
      now: NOW,
      env: { DEMO: '1' },
    })
    const response = await portal.get('/redaktion/api/session', {
      method: 'POST',
      headers: { origin: origin(), 'content-type': 'application/json' },
      body: JSON.stringify({ email: toStaffEmail('chief'), password: DEMO_PASSWORD }),
    })
    const [line = ''] = response.headers.getSetCookie()
    cookie = line.slice(0, line.indexOf(';'))
  }, 240_000)
  afterAll(() => portal.close())

  const origin = () => `http://ak.localhost:${portal.port}`
  const chief = createTestClient(OFFICE_NEWSLETTERS, {
    base: 'http://office.local/ak',
    fetch: async (request) =>
      portal.get(`/redaktion/api${new URL(request.url).pathname}`, {
        method: request.method,
        headers: { origin: origin(), cookie, 'content-type': 'application/json' },
        ...(request.body === null ? {} : { body: await request.text() }),
      }),
  })
  const listMails = async (address: string) =>
    (await (await portal.get(`/__services/mail/mails.json?to=${encodeURIComponent(address)}`)).json()) as MailboxEntry[]

  it('an issue is composed, shown, tested, released, and sent to confirmed readers with that content', async () => {
    await portal.get('/api/newsletter/order', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: origin() },
      body: JSON.stringify({
        email: 'eva@example.org',
        slugs: ['morgen'],
        consent: true,
        textVersion: NEWSLETTER_CONSENT.version,
      }),
    })
    await expect.poll(async () => (await listMails('eva@example.org')).length, { timeout: 10_000 }).toBe(1)
    const token = /bestaetigen=([\w.-]+)/.exec((await listMails('eva@example.org'))[0]!.text)![1]!
    await portal.get('/newsletter-anmeldung', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: origin() },
      body: new URLSearchParams({ aktion: 'bestaetigen', token }).toString(),
    })

    const [newsletter] = (await get(chief.listNewsletters({}))).newsletters
    expect(newsletter).toMatchObject({ slug: 'morgen', recipients: 1 })
    const begun = await get(chief.createIssue({ params: { slug: 'morgen' }, body: { from: null } }))
    const params = { slug: 'morgen', issue: begun.issue.id }
    const [first = '', second = ''] = begun.proposal
    const draft = {
      subject: 'Sonderblatt zur Wahl',
      preheader: 'Alle Ergebnisse',
      introduction: 'Guten Abend.',
      items: [
        { type: 'article' as const, id: second },
        { type: 'article' as const, id: first },
      ],
    }
    const saved = await get(chief.saveIssue({ params, body: { base: begun.issue.revision, draft } }))
    expect((await get(chief.previewIssue({ params }))).subject).toBe('Sonderblatt zur Wahl')
    const shown = await portal.get(`/redaktion/vorschau/newsletter/ak/morgen/${params.issue}`, { headers: { cookie } })
    expect([shown.status, shown.headers.get('x-frame-options')]).toEqual([200, 'SAMEORIGIN'])
    expect(await shown.text()).toContain('Guten Abend.')
    expect((await portal.get(`/redaktion/vorschau/newsletter/ak/morgen/${params.issue}`)).status).toBe(404)

    const own = toStaffEmail('chief')
    expect(await get(chief.testIssue({ params }))).toEqual({ email: own })
    await expect
      .poll(async () => (await listMails(own)).map(({ subject }) => subject), { timeout: 10_000 })
      .toEqual(['Test: Sonderblatt zur Wahl'])
    expect(await listMails('eva@example.org')).toHaveLength(1)

    const released = await get(chief.releaseIssue({ params, body: { revision: saved.revision, at: null } }))
    expect(released).toMatchObject({ recipients: 1, issue: { state: 'released' } })
    portal.clock.now = new Date(portal.clock.now.getTime() + 2 * MINUTE)
    await portal.runtime.newsletter!.runDue()
    await portal.runtime.newsletter!.runDue()
    await expect.poll(async () => (await listMails('eva@example.org')).length, { timeout: 10_000 }).toBe(2)
    const mail = (await listMails('eva@example.org')).find(({ template }) => template === 'newsletter-issue')!
    expect(mail.subject).toBe('Sonderblatt zur Wahl')
    expect(mail.text).toContain('Guten Abend.')
    const titleOf = (id: string) => begun.articles.find((article) => article.id === id)!.title
    expect(mail.text.indexOf(titleOf(second))).toBeLessThan(mail.text.indexOf(titleOf(first)))
    await portal.runtime.newsletter!.runDue()
    expect((await get(chief.getIssue({ params }))).passed).toMatchObject({
      state: 'sent',
      recipients: 1,
      waiting: 0,
      failed: 0,
    })
  })
})
