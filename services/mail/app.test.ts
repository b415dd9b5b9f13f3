import { createTestDatabase } from '@lokalteil/tools/postgres'
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import { MAILBOX, type MailMessageInput } from '@lokalteil/contracts/mail'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { openDatabase } from '../platform/database.ts'
import { createDataDirectory, ENGINES, openTestDatabase } from '../platform/database/database.testing.ts'
import { openMailServer, type Received } from './mail-server.testing.ts'
import { YEAR } from './order.testing.ts'
import { createMailService, type MailService, type MailServiceOptions } from './app.ts'
import { PLAIN_LOOK, WORDMARK_ID } from './mail-page.ts'
import { renderMail } from './templates.ts'

const ORIGINS = {
  ak: 'https://www.auenkurier.example',
  fb: 'https://fb.example',
  ht: 'https://ht.example',
  la: 'https://la.example',
}
const START = new Date('2026-11-21T12:00:00Z')
const KEY = 'key-of-the-bounce-door'
const confirm = (address = 'eva@example.org', name = 'Eva Süß'): MailMessageInput => ({
  template: 'confirm-email',
  mandator: 'ak',
  to: { address, name },
  data: { path: '/bestaetigen/abc-DEF_1', validHours: 24 },
})

describe.each(ENGINES)('the mail service on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let smtp: Awaited<ReturnType<typeof openMailServer>>
  let clock = START
  const services: MailService[] = []
  const open = async (options: Partial<MailServiceOptions> = {}) => {
    const service = await createMailService({
      database: opened.database,
      originOf: (code) => ORIGINS[code as keyof typeof ORIGINS],
      smtpUrl: smtp.url,
      isDemo: false,
      now: () => clock,
      ...options,
    })
    services.push(service)
    return service
  }
  const later = (milliseconds: number) => (clock = new Date(clock.getTime() + milliseconds))

  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
  })
  beforeEach(async () => {
    clock = START
    smtp = await openMailServer()
  })
  afterEach(async () => {
    for (const service of services.splice(0)) await service.close()
    await smtp.close()
    await sql`delete from mail.outbox`.execute(opened.database.db)
    await sql`delete from mail.mailbox`.execute(opened.database.db)
  })
  afterAll(() => opened.drop())

  it('sends German HTML and text over SMTP, with links of the configured origin', async () => {
    const service = await open()
    await service.queue(confirm())
    expect(await service.deliverDue()).toBe(1)
    const [{ mail, recipients, sender }] = smtp.received as [Received]
    expect(recipients).toEqual(['eva@example.org'])
    expect(sender).toBe('portal@auenkurier.example')
    expect(mail.subject).toBe('Bitte bestätigen Sie Ihre E-Mail-Adresse')
    expect(mail.from).toMatchObject({ name: 'Auenkurier', address: 'portal@auenkurier.example' })
    expect(mail.to).toMatchObject([{ name: 'Eva Süß', address: 'eva@example.org' }])
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain('https://www.auenkurier.example/bestaetigen/abc-DEF_1')
      expect(part).toContain('24 Stunden')
      expect(part).toContain('Eva Süß')
    }
    expect(mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
    expect(mail.headers.some(({ key }) => key === 'list-unsubscribe')).toBe(false)
  })

  it('embeds the wordmark, with the name as text alternative', async () => {
    const bytes = new Uint8Array([0x89, 0x50, 0x4e, 0x47])
    const service = await open({ lookOf: async () => ({ ...PLAIN_LOOK, wordmark: { bytes, width: 180, height: 38 } }) })
    await service.queue(confirm())
    await service.deliverDue()
    const [{ mail }] = smtp.received as [Received]
    expect(mail.attachments).toMatchObject([
      { mimeType: 'image/png', disposition: 'inline', related: true, contentId: `<${WORDMARK_ID}>` },
    ])
    expect(mail.html).toContain(`<img src="cid:${WORDMARK_ID}" width="180" height="38" alt="Auenkurier"`)
    expect(mail.html!.match(/<img/g)).toHaveLength(1)
    // The demo's mailbox shows no attachments.
    const demo = await open({
      smtpUrl: null,
      isDemo: true,
      lookOf: async () => ({ ...PLAIN_LOOK, wordmark: { bytes, width: 180, height: 38 } }),
    })
    await demo.queue(confirm())
    await demo.deliverDue()
    const [{ mail: shown }] = (
      await sql<{ mail: { html: string } }>`select mail from mail.mailbox`.execute(opened.database.db)
    ).rows as [{ mail: { html: string } }]
    expect(shown.html).toContain('src="https://www.auenkurier.example/assets/brand/ak/mail.png"')
  })

  it('shows a mail without sending it', async () => {
    const bytes = new Uint8Array([0x89, 0x50, 0x4e, 0x47])
    const service = await open({ lookOf: async () => ({ ...PLAIN_LOOK, wordmark: { bytes, width: 180, height: 38 } }) })
    const { subject, html, text } = await service.render(confirm())
    expect(subject).toBe('Bitte bestätigen Sie Ihre E-Mail-Adresse')
    expect(html).toContain('src="https://www.auenkurier.example/assets/brand/ak/mail.png"')
    expect(text).toContain('24 Stunden')
    expect(await service.countByStatus()).toEqual({})
  })

  it('counts the mails of a batch that wait and those that were given up', async () => {
    const service = await open()
    for (const address of ['eva@example.org', 'weg@example.org'])
      await service.queue(confirm(address), undefined, 'issue-1')
    await service.queue(confirm('ida@example.org'), undefined, 'issue-2')
    await service.queue(confirm('tom@example.org'))
    expect(await service.countBatch('issue-1')).toEqual({ waiting: 2, failed: 0 })
    await sql`update mail.outbox set status = 'dead' where batch = 'issue-1'`.execute(opened.database.db)
    await service.deliverDue()
    expect(await service.countBatch('issue-1')).toEqual({ waiting: 0, failed: 2 })
    expect(await service.countBatch('issue-2')).toEqual({ waiting: 0, failed: 0 })
  })

  it('adds the two headers of a one-click unsubscription', async () => {
    const service = await open()
    await service.queue({ ...confirm(), unsubscribePath: '/newsletters/abmelden?token=a1' })
    await service.deliverDue()
    const headers = Object.fromEntries(smtp.received[0]!.mail.headers.map(({ key, value }) => [key, value]))
    expect(headers['list-unsubscribe']).toBe('<https://www.auenkurier.example/newsletters/abmelden?token=a1>')
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  })

  it.each<[string, MailMessageInput]>([
    ['a line break in the address', confirm('eva@example.org\r\nBcc: x@example.org')],
    ['a second address', confirm('eva@example.org,x@example.org')],
    ['a line break in the name', confirm('eva@example.org', 'Eva\r\nBcc: x@example.org')],
    ['another origin as path', { ...confirm(), data: { path: '//evil.example/', validHours: 24 } } as MailMessageInput],
    [
      'an address as path',
      { ...confirm(), data: { path: 'https://evil.example/', validHours: 24 } } as MailMessageInput,
    ],
    ['a line break in the unsubscribe path', { ...confirm(), unsubscribePath: '/x\r\nBcc: y@example.org' }],
    ['an unknown publication', { ...confirm(), mandator: 'xx' as never }],
  ])('refuses %s', async (_name, message) => {
    const service = await open()
    await expect(service.queue(message)).rejects.toThrow(/invalid|custom|no publication/i)
    expect(await service.countByStatus()).toEqual({})
  })

  it('a name cannot break out of its header or into the markup', async () => {
    const service = await open()
    await service.queue(confirm('eva@example.org', '"Eva" <x@evil.example>, <b>fett</b>'))
    await service.deliverDue()
    const [{ mail, recipients }] = smtp.received as [Received]
    expect(recipients).toEqual(['eva@example.org'])
    expect(mail.to).toHaveLength(1)
    expect(mail.to![0]!.address).toBe('eva@example.org')
    expect(mail.html).not.toContain('<b>')
    expect(mail.headers.some(({ key }) => key === 'bcc')).toBe(false)
  })

  it.each([
    [
      'condolence-removed',
      {
        name: 'Karl Auenwald',
        kind: 'condolence',
        text: 'Er war\nein …',
        wasShown: true,
        ground: 'Beleidigung',
        facts: 'Der Eintrag beschimpft.',
      },
      ['Der Eintrag beschimpft.', 'Antwort auf diese E-Mail', 'Beleidigung', 'Karl Auenwald'],
    ],
    [
      'condolence-report',
      { receipt: 'K-17', name: 'Karl Auenwald', path: '/trauer', ground: 'Beleidigung', outcome: null },
      ['K-17', 'Beleidigung'],
    ],
    [
      'condolence-report',
      { receipt: 'K-18', name: 'Karl Auenwald', path: '/trauer', ground: 'Beleidigung', outcome: 'removed' },
      ['K-18'],
    ],
  ])('a queued message of an older version, %s, is sent with the current words', async (template, data, words) => {
    const service = await open()
    await service.queue(confirm('alt@example.org'))
    const message = { template, mandator: 'ak', to: { address: 'alt@example.org', name: '' }, data }
    await sql`update mail.outbox set template = ${template}, message = ${JSON.stringify(message)}::jsonb`.execute(
      opened.database.db,
    )
    expect(await service.deliverDue()).toBe(1)
    const { mail } = smtp.received.at(-1)!
    for (const word of words) expect(`${mail.subject} ${mail.text}`).toContain(word)
  })

  it('waits longer after each failure and gives up after eight', async () => {
    const dead: string[] = []
    const service = await open({ onDead: ({ error }) => dead.push(error) })
    smtp.refuse(() => ({ code: 451, text: 'try later' }))
    await service.queue(confirm())
    const waits: number[] = []
    for (let attempt = 1; attempt < 8; attempt++) {
      expect(await service.deliverDue()).toBe(0)
      const before = clock
      while (
        (
          await sql<{ n: number }>`select count(*)::int as n from mail.outbox where due_at > ${clock}`.execute(
            opened.database.db,
          )
        ).rows[0]!.n === 1
      )
        later(30_000)
      waits.push((clock.getTime() - before.getTime()) / 1000)
    }
    expect(waits).toEqual([30, 120, 480, 1920, 7680, 21_600, 21_600])
    expect(await service.countByStatus()).toEqual({ queued: 1 })
    await service.deliverDue()
    expect(await service.countByStatus()).toEqual({ dead: 1 })
    expect(dead).toEqual(['EENVELOPE 451'])
  })

  it('gives up at once when the address does not exist, and sends the others', async () => {
    const service = await open()
    smtp.refuse((recipient) => (recipient.startsWith('nobody') ? { code: 550, text: 'no such user' } : null))
    await service.queue(confirm('nobody@example.org'))
    await service.queue(confirm('somebody@example.org'))
    expect(await service.deliverDue()).toBe(1)
    expect(await service.countByStatus()).toEqual({ dead: 1, sent: 1 })
  })

  it.each([
    [550, 'no such user', true],
    [550, '5.1.1 no such user', true],
    [551, 'user has moved', true],
    [553, '5.1.3 bad address', true],
    [550, '5.2.1 mailbox disabled', true],
    [550, '5.7.1 blocked, see our policy', false],
    [552, '5.2.2 mailbox full', false],
    [554, 'looks like spam', false],
    [451, 'try again', false],
  ])('remembers an address that is refused for good: %i %s', async (code, text, isRemembered) => {
    const service = await open()
    smtp.refuse(() => ({ code, text }))
    await service.queue(confirm('nobody@example.org'))
    await service.deliverDue()
    const { refusals } = service
    const listed = () => refusals.listRefused(['NoBody@example.org', 'eva@example.org'])
    expect(await listed()).toEqual(new Set(isRemembered ? ['NoBody@example.org'] : []))
    // A server that accepts a mail again knows the address.
    smtp.refuse(() => null)
    await service.queue(confirm('nobody@example.org'))
    await service.deliverDue()
    expect(await listed()).toEqual(new Set())
    await sql`delete from mail.refusals`.execute(opened.database.db)
  })

  it('accepts bounces from callers with the key, and stores no address', async () => {
    const service = await open({ serviceKey: KEY })
    const call = (path: string, body: object, key = KEY) =>
      service.bounces.fetch(
        new Request(`http://bounces.local${path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      )
    const addresses = ['weg@example.org']
    expect((await call('/addresses', { addresses }, 'another key')).status).toBe(401)
    expect((await call('/addresses', { addresses: ['keine'] })).status).toBe(400)
    expect((await call('/addresses', { addresses, reason: '5.1.1' })).status).toBe(204)
    const ask = async () => (await call('/addresses/refused', { addresses: [...addresses, 'eva@example.org'] })).json()
    expect(await ask()).toEqual({ refused: addresses })
    // The relay accepts every mail, so a sent mail proves nothing about this address.
    await service.queue(confirm('weg@example.org'))
    await service.deliverDue()
    expect(await ask()).toEqual({ refused: addresses })
    const { rows } = await sql<{ text: string }>`select r::text as text from mail.refusals r`.execute(
      opened.database.db,
    )
    expect(rows[0]!.text).not.toContain('weg@')
    expect((await call('/addresses/forget', { addresses })).status).toBe(204)
    expect(await ask()).toEqual({ refused: [] })
    await service.refusals.note(addresses, 'bounce', '')
    await service.removeOf('ak', 'Weg@example.org')
    expect(await ask()).toEqual({ refused: [] })
  })

  it('stores nothing of a mail that was sent or given up', async () => {
    const service = await open()
    smtp.refuse((recipient) => (recipient.startsWith('nobody') ? { code: 550, text: 'no such user' } : null))
    await service.queue(confirm('nobody@example.org'))
    await service.queue(confirm())
    await service.deliverDue()
    const { rows } = await sql<{ text: string }>`select o::text as text from mail.outbox o`.execute(opened.database.db)
    expect(rows).toHaveLength(2)
    for (const { text } of rows) expect(text).not.toMatch(/abc-DEF_1|Süß/)
  })

  it('sends each mail once, however many processes work on the outbox', async () => {
    const workers = await Promise.all([open(), open(), open()])
    for (let index = 0; index < 30; index++) await workers[0].queue(confirm(`leser-${index}@example.org`))
    const sent = await Promise.all(workers.map((worker) => worker.deliverDue()))
    expect(sent.reduce((total, count) => total + count)).toBe(30)
    expect(new Set(smtp.received.flatMap(({ recipients }) => recipients)).size).toBe(30)
    expect(smtp.received).toHaveLength(30)
  })

  it('continues after the lease of a process that died while sending', async () => {
    const service = await open()
    await service.queue(confirm())
    await sql`update mail.outbox set lease = 'dead-process', leased_until = ${new Date(clock.getTime() + 120_000)}, attempts = 1`.execute(
      opened.database.db,
    )
    expect(await service.deliverDue()).toBe(0)
    later(120_000)
    expect(await service.deliverDue()).toBe(1)
    expect(smtp.received).toHaveLength(1)
  })

  it('exists if and only if its transaction was committed', async () => {
    const service = await open()
    await opened.database.db.transaction().execute((trx) => service.queue(confirm('kept@example.org'), trx))
    await expect(
      opened.database.db.transaction().execute(async (trx) => {
        await service.queue(confirm('gone@example.org'), trx)
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    await service.deliverDue()
    expect(smtp.received.map(({ recipients }) => recipients[0])).toEqual(['kept@example.org'])
  })

  it('runs by itself once started', async () => {
    const service = await open({ now: () => new Date() })
    service.start()
    await service.queue(confirm())
    await expect.poll(() => smtp.received.length, { timeout: 5000 }).toBe(1)
  })

  it('waits while there is no server, and has no mailbox outside the demo', async () => {
    const service = await open({ smtpUrl: null })
    await service.queue(confirm())
    expect(await service.deliverDue()).toBe(0)
    expect(await service.countByStatus()).toEqual({ queued: 1 })
    expect(service.app).toBeNull()
  })

  it('keeps the demo’s mails in a mailbox page', async () => {
    const service = await open({ smtpUrl: null, isDemo: true })
    await service.queue(confirm('Eva@example.org', '<script>alert(1)</script>'))
    await service.queue(confirm('ida@example.org'))
    expect(await service.deliverDue()).toBe(2)
    expect(smtp.received).toEqual([])
    const client = createTestClient(MAILBOX, {
      fetch: (request) => service.app!.fetch(request),
      base: 'http://mail.local',
    })
    const found = await client.listMails({ query: { to: 'eva@EXAMPLE.org' } })
    if (!found.ok) throw new Error(found.problem.title)
    expect(found.data.map(({ to }) => to)).toEqual(['Eva@example.org'])
    const get = async (path: string) => (await service.app!.fetch(new Request(`http://mail.local${path}`))).text()
    expect(await get('/')).toContain('Bitte bestätigen Sie Ihre E-Mail-Adresse')
    const shown = await get(`/${found.data[0]!.id}`)
    expect(shown).toContain('https://www.auenkurier.example/bestaetigen/abc-DEF_1')
    const html = await service.app!.fetch(new Request(`http://mail.local/${found.data[0]!.id}/html`))
    expect(html.headers.get('content-security-policy')).toContain("default-src 'none'")
    for (const text of [shown, await html.text(), await get('/?to=%22%3E%3Cscript%3Ealert(1)')])
      expect(text).not.toContain('<script')
    expect((await service.app!.fetch(new Request('http://mail.local/nothing'))).status).toBe(404)
  })

  it('delivers messages of an older build with fewer fields', async () => {
    const service = await open({ smtpUrl: null, isDemo: true })
    await service.queue({
      template: 'order-confirmed',
      mandator: 'ak',
      to: { address: 'eva@example.org' },
      data: ORDER,
    })
    await sql`update mail.outbox set message = message #- '{data,trial}' #- '{data,earliestEnd}'`.execute(
      opened.database.db,
    )
    expect(await service.deliverDue()).toBe(1)
  })

  it('deletes the data of a recipient', async () => {
    const service = await open({ smtpUrl: null, isDemo: true })
    await service.queue(confirm())
    await service.deliverDue()
    expect(await service.listOf('ak', 'EVA@example.org')).toMatchObject([{ template: 'confirm-email', status: 'sent' }])
    await service.removeOf('ak', 'EVA@example.org')
    expect(await service.listOf('ak', 'eva@example.org')).toEqual([])
    const { rows } = await sql<{
      text: string
    }>`select m::text as text from mail.mailbox m union all select o::text from mail.outbox o`.execute(
      opened.database.db,
    )
    expect(rows).toEqual([])
  })
})

it('keeps its outbox over a restart', async () => {
  const { dataDir, remove } = await createDataDirectory()
  const smtp = await openMailServer()
  const first = await openDatabase({ dataDir })
  const before = await createMailService({
    database: first,
    originOf: (code) => ORIGINS[code as keyof typeof ORIGINS],
    smtpUrl: 'smtp://127.0.0.1:9',
    isDemo: false,
    now: () => START,
  })
  await before.queue(confirm())
  expect(await before.deliverDue()).toBe(0)
  await before.close()
  await first.close()

  const second = await openDatabase({ dataDir })
  const after = await createMailService({
    database: second,
    originOf: (code) => ORIGINS[code as keyof typeof ORIGINS],
    smtpUrl: smtp.url,
    isDemo: false,
    now: () => new Date(START.getTime() + 60_000),
  })
  expect(await after.deliverDue()).toBe(1)
  expect(smtp.received[0]!.recipients).toEqual(['eva@example.org'])
  await after.close()
  await second.close()
  await smtp.close()
  remove()
})

const ORDER = { ...YEAR, placedAt: START.toISOString() }

describe('the templates', () => {
  it('every picture of an issue has a size, alternative text and a credit; the text version has none', () => {
    const issue = messages.find(({ template }) => template === 'newsletter-issue')!
    const { html, text } = renderMail(issue, 'https://site.example')
    expect([...html.matchAll(/width="(\d+)" height="(\d+)" alt="([^"]*)"/g)].map(([, ...found]) => found)).toEqual([
      ['544', '306', 'Der „Kran“ am Kai'],
      ['120', '90', ''],
    ])
    expect(html).toContain('Foto: A. Kaya')
    expect(html).toContain('Foto: dpa')
    expect(text).not.toContain('_ipx')
  })

  it('an issue has its preheader hidden, its introduction before the articles, and headings between them', () => {
    const issue = messages.find(({ template }) => template === 'newsletter-issue')!
    const { subject, html, text } = renderMail(issue, 'https://site.example')
    expect(subject).toMatch(/^Hafenpost: Der Kran dreht sich wieder/)
    expect(html).toMatch(/<body[^>]*><div style="display:none[^"]*">Was die Nacht brachte/)
    expect(html).toMatch(/Nach zwölf Wochen.*<h2 [^>]*>Aus dem Hafen<\/h2>.*Nebel/s)
    expect(text).toMatch(/Guten Morgen\.\n\nEs war still\.\n\nKai 4: .*— Aus dem Hafen —\nNebel/s)
    expect(text).not.toContain('Was die Nacht brachte')
    const data = { ...issue.data, subject: 'Sturm', introduction: ['Es war <b>still</b>.'], isTest: true }
    const own = renderMail({ ...issue, data } as typeof issue, 'https://site.example')
    expect(own.subject).toBe('Test: Sturm')
    expect(own.html).toContain('Es war &#60;b&#62;still&#60;/b&#62;.')
  })

  it('a mail has colours for dark mode, and declares it', () => {
    const { html } = renderMail(messages[0]!, 'https://site.example', {
      ...PLAIN_LOOK,
      colours: { ...PLAIN_LOOK.colours, paper: { light: '#fffffe', dark: '#20201f' } },
      head: { ground: '#0a0b0c', letters: '#0a0b0d' },
    })
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    expect(html).toMatch(/style="[^"]*background:#fffffe/)
    expect(html).toMatch(/@media \(prefers-color-scheme:dark\)\{[^<]*\.m-paper\{background:#20201f!important/)
    // Every coloured element has a dark colour, except the ground of the wordmark.
    const coloured = [...html.matchAll(/<[a-z0-9]+ [^>]*style="[^"]*(?:color|background):#[^>]*>/g)].map(([tag]) => tag)
    expect(coloured.length).toBeGreaterThan(5)
    for (const tag of coloured.filter((one) => !/#0a0b0[cd]/.test(one))) expect(tag).toContain('class="m-')
  })

  const to = { address: 'eva@example.org', name: 'Eva' }
  const messages: Parameters<typeof renderMail>[0][] = [
    { template: 'confirm-email', mandator: 'ak', to, data: { path: '/p/1', validHours: 24 } },
    { template: 'reset-password', mandator: 'fb', to, data: { path: '/p/1', validMinutes: 60 } },
    { template: 'already-registered', mandator: 'ht', to, data: { loginPath: '/p/1', resetPath: '/p/2' } },
    { template: 'password-changed', mandator: 'la', to, data: { at: START.toISOString(), resetPath: '/p/1' } },
    { template: 'email-verified', mandator: 'ak', to, data: { loginPath: '/p/1' } },
    { template: 'link-account', mandator: 'ak', to, data: { path: '/p/1', provider: 'google', validMinutes: 60 } },
    { template: 'erasure-scheduled', mandator: 'ak', to, data: { at: START.toISOString(), undoPath: '/p/1' } },
    {
      template: 'account-erased',
      mandator: 'ak',
      to: { ...to, name: '' },
      data: { at: START.toISOString(), kept: ['Rechnungen bis 2036'] },
    },
    {
      template: 'newsletter-confirm',
      mandator: 'ak',
      to,
      data: { path: '/p/1', newsletters: ['Hafenpost', 'Anpfiff'], validDays: 7 },
    },
    {
      template: 'newsletter-issue',
      mandator: 'ak',
      to,
      data: {
        newsletter: 'Hafenpost',
        sender: 'Henrik Petersen',
        at: START.toISOString(),
        subject: '',
        preheader: 'Was die Nacht brachte',
        introduction: ['Guten Morgen.', 'Es war still.'],
        articles: [
          {
            prefix: 'Kai 4',
            title:
              'Der Kran dreht sich wieder und die Möwen staunen über den neuen Anstrich am alten Kai von Hafenrode',
            text: 'Nach zwölf Wochen.',
            path: '/p/1',
            isPaid: true,
            heading: '',
            picture: {
              path: '/_ipx/w_1024,h_576,f_jpeg,q_70/demo/kran.jpg',
              alt: 'Der „Kran“ am Kai',
              credit: 'A. Kaya',
            },
          },
          {
            prefix: '',
            title: 'Nebel',
            text: '',
            path: '/p/2',
            isPaid: false,
            heading: 'Aus dem Hafen',
            picture: { path: '/_ipx/w_240,h_180,f_jpeg,q_70/demo/nebel.jpg', alt: '', credit: 'dpa' },
          },
          { prefix: '', title: 'Ohne Bild', text: '', path: '/p/2', isPaid: false, heading: '', picture: null },
        ],
        unsubscribePath: '/p/3',
        managePath: '/p/4',
        isTest: false,
      },
    },
    { template: 'invitation', mandator: 'ak', to, data: { path: '/p/1', inviter: 'Eva' } },
    { template: 'order-confirmed', mandator: 'ak', to, data: ORDER },
    {
      template: 'order-confirmed',
      mandator: 'ak',
      to,
      data: {
        ...ORDER,
        product: 'Coins 10',
        isCoins: true,
        period: { from: '2026-11-21', to: null },
        next: null,
        regular: null,
        renewal: 'none',
        termMonths: null,
        noticeMonths: null,
        hasConsentedToLapse: true,
        payment: { kind: 'card', label: 'Karte', mandateReference: null },
      },
    },
    {
      template: 'order-refused',
      mandator: 'ak',
      to,
      data: { number: 'A-2026-AAAA-BBBB', product: 'Plus Jahr', reason: 'ALREADY_SUBSCRIBED' },
    },
    { template: 'order-failed', mandator: 'ak', to, data: { number: 'A-2026-AAAA-BBBB', product: 'Plus Jahr' } },
    {
      template: 'purchase-confirmed',
      mandator: 'ak',
      to,
      data: {
        number: 'A-2026-AAAA-BBBB',
        placedAt: '2026-11-21T12:00:00.000Z',
        customerNumber: '100200300',
        lines: [
          { title: 'Tasse', detail: 'blau', quantity: 2, grossCents: 2980, on: null, right: 'FROM_ARRIVAL' },
          { title: 'Lesung', detail: '', quantity: 1, grossCents: 1500, on: '2026-12-24', right: 'DATED' },
        ],
        delivery: { title: 'Versand als Paket', cents: 490 },
        dueCents: 4970,
        rates: [
          { vatPercent: 7, vatCents: 98 },
          { vatPercent: 19, vatCents: 554 },
        ],
        note: '',
        payment: { kind: 'card', label: 'Testkarte •••• 0012', mandateReference: null },
        address: ['Eva Sommer', 'Am Fluss 3', '00412 Auenburg'],
        recipient: [],
        returnPath: '/shop',
      },
    },
    ...(['failed', 'unpaid', 'refunded', 'debit-announced'] as const).map((kind): Parameters<typeof renderMail>[0] => ({
      template: 'purchase-notice',
      mandator: 'ak',
      to,
      data: {
        kind,
        number: 'A-2026-AAAA-BBBB',
        about: 'Shop: 3 Artikel',
        cents: 4970,
        on: kind === 'debit-announced' ? '2026-12-24' : null,
        account: null,
        reference: null,
        creditorId: null,
        path: '/p/1',
      },
    })),
    {
      template: 'shop-papers',
      mandator: 'ak',
      to,
      data: { number: 'A-2026-AAAA-BBBB', items: ['1 × Lesung'], path: '/p/1' },
    },
    {
      template: 'shop-sent',
      mandator: 'ak',
      to,
      data: {
        number: 'A-2026-AAAA-BBBB',
        items: ['2 × Tasse'],
        isPickup: false,
        way: 'Versand als Paket',
        parcelUrl: null,
      },
    },
    { template: 'guest-account', mandator: 'ak', to, data: { path: '/p/1', validDays: 7 } },
    {
      template: 'subscriber-invited',
      mandator: 'ak',
      to,
      data: {
        path: '/p/1',
        validDays: 30,
        products: [
          { name: 'Plus Monat', from: null },
          { name: 'E-Paper', from: '2027-01-01' },
        ],
        readerService: { phone: '030 23125-412', hours: 'Mo–Fr 8–16 Uhr', email: 'abo@auenkurier.example' },
      },
    },
    {
      template: 'cancellation-received',
      mandator: 'fb',
      to,
      data: {
        number: 'K-2026-AAAA-BBBB',
        receivedAt: START.toISOString(),
        declaration: {
          name: 'Eva',
          email: 'eva@example.org',
          contract: '4711',
          kind: 'extraordinary',
          reason: 'Umzug',
          endDate: null,
        },
      },
    },
    {
      template: 'withdrawal-received',
      mandator: 'ht',
      to,
      data: {
        number: 'W-2026-AAAA-BBBB',
        receivedAt: START.toISOString(),
        declaration: { name: 'Eva', email: 'eva@example.org', contract: '4711' },
      },
    },
  ]
  it.each(messages.map((message) => [message.template, message] as const))(
    '%s has the same content as HTML and as text',
    (_template, message) => {
      const { subject, html, text } = renderMail(message, 'https://site.example')
      expect(subject.length).toBeLessThan(message.template === 'newsletter-issue' ? 130 : 90)
      const links = (part: string) => [...new Set(part.match(/https:\/\/site\.example\/p\/\d/g) ?? [])].toSorted()
      expect(links(html)).toEqual(links(text))
      expect(links(text).length).toBe(
        [
          'account-erased',
          'cancellation-received',
          'withdrawal-received',
          'order-confirmed',
          'order-refused',
          'order-failed',
          'purchase-confirmed',
          'shop-sent',
        ].includes(message.template)
          ? 0
          : message.template === 'already-registered'
            ? 2
            : message.template === 'newsletter-issue'
              ? 4
              : 1,
      )
      // Only our own addresses, and nothing that loads by itself.
      expect(
        (html + text).match(/https?:\/\/[^/"'\s<]+/g)?.filter((origin) => origin !== 'https://site.example'),
      ).toEqual([])
      expect(html).not.toMatch(/<script|<link|url\(/)
      for (const [image] of html.matchAll(/<img[^>]*>/g))
        expect(image).toMatch(/ src="https:\/\/site\.example\/_ipx\/[^"]+" width="\d+" height="\d+" alt="[^"]*"/)
      expect(text).not.toMatch(/<[a-z]|&#|undefined/)
      const squash = (part: string) => part.replace(/[\s:]+/g, ' ')
      const plain = squash(html.replace(/<title>.*<\/title>/, '').replace(/<[^>]+>/g, ' '))
      for (const line of text.split('\n').filter((one) => /^[A-ZÄÖÜ]/.test(one) && !one.endsWith(':')))
        expect(plain).toContain(squash(line.split(' · ')[0]!))
    },
  )
})
