import { createTestDatabase } from '@lokalteil/tools/postgres'
import { createTestClient, get } from '@lokalteil/contracts/kernel/client.testing'
import { MailMessage, type MailMessageInput } from '@lokalteil/contracts/mail'
import { NEWSLETTER, type NewsletterApi } from '@lokalteil/contracts/newsletters'
import { NEWSLETTER_CONSENT } from '@lokalteil/domain/reading/newsletters'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase } from '../platform/database/database.testing.ts'
import { createNewsletterService, type NewsletterService, type NewsletterServiceOptions } from './app.ts'
import { createContent, newsletter, showMail, TABLES, teaser } from './newsletters.testing.ts'
import type { NewsletterDb } from './schema.ts'

const KEY = 'a-service-key-for-tests'
const SECRET = 'a secret of more than thirty-two characters'
/** A Tuesday; the harbour's newsletter is sent at 16:00 in Berlin. */
const NOW = new Date('2026-11-24T12:00:00Z')
const TUESDAY_16 = new Date('2026-11-24T15:00:00Z')
const { version: textVersion } = NEWSLETTER_CONSENT

describe.each(ENGINES)('newsletters on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let service: NewsletterService
  let clock = NOW
  let mails: MailMessage[] = []
  let breakAfter = Number.POSITIVE_INFINITY
  const unreachable = new Set<string>()
  const errors: unknown[] = []
  const { state, contentOf } = createContent()

  /** Like the outbox: a mail exists if and only if its transaction was committed. */
  const queueMail = async (message: MailMessageInput, within: NewsletterDb) => {
    if (breakAfter-- <= 0) throw new Error('killed')
    await sql`insert into newsletter_mails (message) values (${JSON.stringify(MailMessage.parse(message))})`.execute(
      within,
    )
  }
  const open = (change: Partial<NewsletterServiceOptions> = {}) =>
    createNewsletterService({
      database: opened.database,
      serviceKey: KEY,
      secret: SECRET,
      contentOf,
      queueMail,
      renderMail: showMail,
      countMails: async () => ({ waiting: 0, failed: 0 }),
      refusals: {
        listRefused: async (addresses) => new Set(addresses.filter((address) => unreachable.has(address))),
        forget: async (addresses) => addresses.forEach((address) => unreachable.delete(address)),
      },
      now: () => clock,
      checkAnswers: true,
      onError: (error) => errors.push(error),
      ...change,
    })
  const clientOf = (publication: PublicationCode, key = KEY) =>
    createTestClient(NEWSLETTER, {
      fetch: (request) => service.app.fetch(request),
      base: `http://newsletter.local/${publication}`,
      headers: { authorization: `Bearer ${key}` },
    })
  const ak = clientOf('ak')
  const later = (milliseconds: number) => (clock = new Date(clock.getTime() + milliseconds))
  const readMails = async () => {
    const { rows } = await sql<{ message: MailMessage }>`select message from newsletter_mails order by id`.execute(
      opened.database.db,
    )
    mails = rows.map(({ message }) => message)
    return mails
  }
  const order = (email: string, change: { slugs?: string[]; requester?: string; textVersion?: string } = {}) =>
    ak.order({ body: { email, slugs: ['hafenpost'], textVersion, requester: 'somebody', ...change } })
  const tokenOf = (mail: MailMessage | undefined) =>
    mail?.template === 'newsletter-confirm' ? new URLSearchParams(mail.data.path.split('?')[1]).get('bestaetigen')! : ''
  const subscribeByMail = async (email: string, slugs = ['hafenpost']) => {
    await get(order(email, { slugs, requester: email }))
    await get(ak.confirm({ body: { token: tokenOf((await readMails()).at(-1)) } }))
  }
  const count = async (table: string) =>
    (
      await sql<{ n: number }>`select count(*)::int as n from ${sql.raw(`newsletter.${table}`)}`.execute(
        opened.database.db,
      )
    ).rows[0]!.n
  const dump = async () => {
    const texts = await Promise.all(
      TABLES.map((table) =>
        sql<{ text: string }>`select t::text as text from ${sql.raw(`newsletter.${table}`)} t`.execute(
          opened.database.db,
        ),
      ),
    )
    return texts.flatMap(({ rows }) => rows.map(({ text }) => text)).join('\n')
  }

  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    await sql`create table newsletter_mails (id bigint generated always as identity, message jsonb not null)`.execute(
      opened.database.db,
    )
    service = await open()
  })
  beforeEach(async () => {
    clock = NOW
    breakAfter = Number.POSITIVE_INFINITY
    state.isDown = false
    state.newsletters = [
      newsletter('hafenpost', 'dienstags um 16 Uhr', ['hafen', 'gone']),
      newsletter('anpfiff', 'freitags um 12 Uhr und montags um 7 Uhr'),
    ]
    state.sections = new Map([
      [
        'hafen',
        [teaser('1', '2026-11-24T08:00:00Z'), teaser('2', '2026-11-23T08:00:00Z', { contentRestriction: 'paid' })],
      ],
    ])
    state.newest = [teaser('1', '2026-11-24T08:00:00Z'), teaser('9', '2026-11-24T09:00:00Z')]
    for (const table of TABLES) await sql.raw(`delete from newsletter.${table}`).execute(opened.database.db)
    await sql`delete from newsletter_mails`.execute(opened.database.db)
  })
  afterEach(() => {
    if (errors.length > 0) throw new AggregateError(errors.splice(0), 'The service reported bugs')
  })
  afterAll(async () => {
    await service.close()
    await opened.drop()
  })

  describe('double opt-in', () => {
    it('starts nothing before the link in the mail was used, and stores a proof', async () => {
      await get(order(' Eva@Example.org ', { slugs: ['hafenpost', 'anpfiff'] }))
      const [mail] = await readMails()
      expect(mail).toMatchObject({
        template: 'newsletter-confirm',
        mandator: 'ak',
        to: { address: 'Eva@Example.org' },
        data: { newsletters: ['Hafenpost', 'Anpfiff'], validDays: 7 },
      })
      expect(mail!.unsubscribePath).toBeUndefined()
      expect(await count('subscriptions')).toBe(0)
      const token = tokenOf(mail)
      expect(await dump()).not.toContain(token)
      expect(await get(ak.getConfirmation({ params: { token } }))).toEqual({
        state: 'open',
        newsletters: [
          { slug: 'hafenpost', title: 'Hafenpost' },
          { slug: 'anpfiff', title: 'Anpfiff' },
        ],
      })
      // Opening it, as mail scanners do, confirms nothing.
      expect(await count('subscriptions')).toBe(0)
      later(60_000)
      for (let time = 0; time < 2; time++)
        expect((await get(ak.confirm({ body: { token } }))).newsletters).toHaveLength(2)
      expect(await count('subscriptions')).toBe(2)
      expect((await get(ak.getConfirmation({ params: { token } }))).state).toBe('confirmed')
      const { rows } =
        await sql`select slug, event, method, text_version, at, until from newsletter.proofs where slug = 'hafenpost' order by sequence`.execute(
          opened.database.db,
        )
      expect(rows).toEqual([
        { slug: 'hafenpost', event: 'ordered', method: 'mail', text_version: textVersion, at: NOW, until: null },
        {
          slug: 'hafenpost',
          event: 'confirmed',
          method: 'mail',
          text_version: textVersion,
          at: new Date(NOW.getTime() + 60_000),
          until: null,
        },
      ])
      const { rows: proofs } = await sql<{ text: string }>`select p::text as text from newsletter.proofs p`.execute(
        opened.database.db,
      )
      for (const { text } of proofs) expect(text.toLowerCase()).not.toContain('eva')
    })

    it.each<[string, () => Promise<{ ok: boolean; status?: number; problem?: { code: string } }>, string]>([
      ['an address that is none', () => order('eva@', {}), '400 BAD_REQUEST'],
      ['two addresses', () => order('eva@example.org,x@example.org', {}), '400 BAD_REQUEST'],
      ['a line break', () => order('eva@example.org\r\nBcc: x@example.org', {}), '400 BAD_REQUEST'],
      [
        'a newsletter nobody knows',
        () => order('eva@example.org', { slugs: ['hafenpost', 'other'] }),
        '404 UNKNOWN_NEWSLETTER',
      ],
      ['a text that is not today’s', () => order('eva@example.org', { textVersion: '2019' }), '409 OTHER_TEXT'],
      ['a link nobody made', () => ak.confirm({ body: { token: 'x'.repeat(32) } }), '422 INVALID_LINK'],
      [
        'a wrong key',
        () =>
          clientOf('ak', 'wrong').order({
            body: { email: 'eva@example.org', slugs: ['hafenpost'], textVersion, requester: 'x' },
          }),
        '401 UNAUTHORISED',
      ],
    ])('refuses %s', async (_name, call, expected) => {
      const result = await call()
      expect(result.ok ? 'ok' : `${result.status} ${result.problem!.code}`).toBe(expected)
      expect(await readMails()).toEqual([])
    })

    it('accepts no link after a week, and none in another publication', async () => {
      await get(order('eva@example.org'))
      const token = tokenOf((await readMails())[0])
      const elsewhere = await clientOf('fb').confirm({ body: { token } })
      expect(elsewhere.ok ? 'ok' : elsewhere.problem.code).toBe('INVALID_LINK')
      later(7 * 86_400_000)
      expect((await get(ak.getConfirmation({ params: { token } }))).state).toBe('expired')
      const late = await ak.confirm({ body: { token } })
      expect(late.ok ? 'ok' : late.problem.code).toBe('EXPIRED_LINK')
      await service.runDue()
      expect(await dump()).not.toContain('eva@example.org')
      expect(await count('subscriptions')).toBe(0)
    })

    it('answers a known, an unknown and a flooded address alike, and limits a requester', async () => {
      await subscribeByMail('known@example.org')
      const before = (await readMails()).length
      const answers = [await get(order('known@example.org')), await get(order('unknown@example.org'))]
      for (let time = 0; time < 8; time++)
        answers.push(await get(order('victim@example.org', { requester: `requester ${time}` })))
      expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set(['{"ok":true}']))
      expect((await readMails()).slice(before).filter(({ to }) => to.address === 'victim@example.org')).toHaveLength(5)
      const many: string[] = []
      for (let time = 0; time < 21; time++)
        many.push(
          await order(`reader-${time}@example.org`, { requester: 'one' }).then((result) =>
            result.ok ? 'ok' : result.problem.code,
          ),
        )
      expect(many.indexOf('TOO_MANY_ORDERS')).toBe(20)
    })
  })

  describe('a reader with an account', () => {
    const eva: NewsletterApi = { sub: 'eva-1', email: 'eva@example.org', isEmailVerified: true }
    const subscribe = (reader: NewsletterApi, slug = 'hafenpost') =>
      get(ak.subscribe({ params: { slug }, body: { reader, textVersion, requester: reader.sub } }))
    const list = async (reader: NewsletterApi) =>
      (await get(ak.listSubscriptions({ body: { reader } }))).map(({ slug, state: of }) => `${slug} ${of}`).sort()

    it('R1-29 subscribes at once, once, and sees it', async () => {
      expect(await subscribe(eva)).toEqual({ slug: 'hafenpost', state: 'active', since: NOW.toISOString() })
      later(1000)
      expect((await subscribe({ ...eva, email: 'EVA@example.org' })).since).toBe(NOW.toISOString())
      expect([await list(eva), await readMails(), await count('subscriptions')]).toEqual([['hafenpost active'], [], 1])
      const { rows } = await sql`select event, method from newsletter.proofs`.execute(opened.database.db)
      expect(rows).toEqual([{ event: 'confirmed', method: 'account' }])
    })

    it('needs the mail while the address is not confirmed', async () => {
      const ida: NewsletterApi = { sub: 'ida-2', email: 'ida@example.org', isEmailVerified: false }
      expect((await subscribe(ida)).state).toBe('pending')
      expect((await subscribe(ida)).state).toBe('pending')
      expect([await list(ida), (await readMails()).length]).toEqual([['hafenpost pending'], 1])
      await get(ak.confirm({ body: { token: tokenOf(mails[0]) } }))
      expect(await list(ida)).toEqual(['hafenpost active'])
      await get(ak.endSubscription({ params: { slug: 'hafenpost' }, body: { reader: ida } }))
      await get(ak.endSubscription({ params: { slug: 'hafenpost' }, body: { reader: ida } }))
      expect(await list(ida)).toEqual([])
    })

    it('cancels an unconfirmed order', async () => {
      const ida: NewsletterApi = { sub: 'ida-2', email: 'ida@example.org', isEmailVerified: false }
      await subscribe(ida)
      await get(ak.endSubscription({ params: { slug: 'hafenpost' }, body: { reader: ida } }))
      expect(await list(ida)).toEqual([])
      const confirmed = await ak.confirm({ body: { token: tokenOf((await readMails())[0]) } })
      expect(confirmed.ok ? 'ok' : confirmed.problem.code).toBe('INVALID_LINK')
    })

    it('neither sees nor ends subscriptions of an address that the account has not confirmed', async () => {
      await subscribeByMail('eva@example.org')
      const claimed = { sub: 'mallory', email: 'eva@example.org', isEmailVerified: false }
      expect(await list(claimed)).toEqual([])
      await get(ak.endSubscription({ params: { slug: 'hafenpost' }, body: { reader: claimed } }))
      expect(await list(eva)).toEqual(['hafenpost active'])
      expect(await get(clientOf('fb').listSubscriptions({ body: { reader: eva } }))).toEqual([])
    })

    describe('whose address changes', () => {
      const NEW = 'eva-neu@example.org'
      const change = (
        id: string,
        from: string,
        to: string,
        more: { undoes?: string[]; isFromVerified?: boolean } = {},
      ) => get(ak.changeAddress({ body: { id, sub: 'eva-1', from, to, isFromVerified: true, undoes: [], ...more } }))
      const addresses = async () =>
        (
          await sql<{ text: string }>`select slug || ' ' || address as text from newsletter.subscriptions
            where state = 'active' order by 1`.execute(opened.database.db)
        ).rows
          .map(({ text }) => text)
          .toSorted()
      const proofs = async (email: string) => {
        const read = (await service.personalData.read({
          publication: 'ak',
          sub: 'nobody',
          email,
          isShadow: false,
        })) as {
          proofs: { newsletter: string; event: string; method: string; until: Date | null }[]
        }
        return read.proofs.map(({ newsletter: slug, event, method, until }) => [slug, event, method, until !== null])
      }

      it('keeps all subscriptions at the new one, those ordered by mail as well; old unsubscribe links work', async () => {
        await service.runDue()
        await subscribe(eva)
        await subscribeByMail('Eva@example.org', ['anpfiff'])
        await subscribeByMail('ida@example.org')
        await change('c-1', 'eva@example.org', NEW)
        await change('c-1', 'eva@example.org', NEW)
        expect(await addresses()).toEqual([`anpfiff ${NEW}`, `hafenpost ${NEW}`, 'hafenpost ida@example.org'])
        expect(await list({ ...eva, email: NEW })).toEqual(['anpfiff active', 'hafenpost active'])
        expect(await proofs('eva@example.org')).toContainEqual(['hafenpost', 'ended', 'account', true])
        expect((await proofs(NEW)).toSorted(([a], [b]) => String(a).localeCompare(String(b)))).toEqual([
          ['anpfiff', 'confirmed', 'account', false],
          ['hafenpost', 'confirmed', 'account', false],
        ])
        clock = TUESDAY_16
        await service.runDue()
        const issue = (await readMails()).find(({ to }) => to.address === NEW)!
        const token = new URLSearchParams(issue.unsubscribePath!.split('?')[1]).get('token')!
        await change('c-2', NEW, 'eva@example.org', { undoes: ['c-1'] })
        await get(ak.unsubscribe({ body: { token } }))
        expect(await addresses()).toEqual(['anpfiff eva@example.org', 'hafenpost ida@example.org'])
      })

      it('gets nothing twice if the new one had it, and all back when the change is undone', async () => {
        await subscribe(eva)
        await subscribe(eva, 'anpfiff')
        await subscribeByMail(NEW)
        later(1000)
        await change('c-1', 'eva@example.org', NEW)
        expect(await addresses()).toEqual([`anpfiff ${NEW}`, `hafenpost ${NEW}`])
        later(1000)
        await change('c-2', NEW, 'eva@example.org', { undoes: ['c-1'] })
        await change('c-2', NEW, 'eva@example.org', { undoes: ['c-1'] })
        // A subscription that the newer address ordered itself stays there.
        expect(await addresses()).toEqual(['anpfiff eva@example.org', `hafenpost ${NEW}`, 'hafenpost eva@example.org'])
        expect((await get(ak.listSubscriptions({ body: { reader: eva } }))).map(({ since }) => since)).toEqual([
          NOW.toISOString(),
          NOW.toISOString(),
        ])
      })

      it('confirms orders that waited for the old address’s mail, and leaves a stranger’s subscriptions alone', async () => {
        const typo: NewsletterApi = { sub: 'eva-1', email: 'vertippt@example.org', isEmailVerified: false }
        await subscribeByMail('vertippt@example.org', ['anpfiff'])
        await subscribe(typo)
        const token = tokenOf((await readMails()).at(-1))
        await change('c-1', 'vertippt@example.org', NEW, { isFromVerified: false })
        expect(await addresses()).toEqual(['anpfiff vertippt@example.org', `hafenpost ${NEW}`])
        const late = await ak.confirm({ body: { token } })
        expect(late.ok ? 'ok' : late.problem.code).toBe('INVALID_LINK')
      })
    })

    it('exports and erases everything; the proof stays without a name', async () => {
      await subscribeByMail('eva@example.org', ['hafenpost', 'anpfiff'])
      await get(order('eva@example.org'))
      const subject = { publication: 'ak', sub: 'eva-1', email: 'eva@example.org', isShadow: false } as const
      expect(await service.personalData.read(subject)).toMatchObject({
        subscriptions: [{}, {}],
        unconfirmed: [{ newsletters: ['hafenpost'] }],
        proofs: [{}, {}, {}, {}, {}],
      })
      expect(await service.personalData.read({ ...subject, sub: 'shadow', isShadow: true })).toEqual({
        subscriptions: [],
        unconfirmed: [],
        proofs: [],
      })
      expect(await service.personalData.listKept(subject)).toMatchObject([{ until: 'Ende 2029' }])
      await service.personalData.erase({ ...subject, sub: 'shadow', isShadow: true })
      expect(await list(eva)).toHaveLength(2)
      await service.personalData.erase(subject)
      await service.personalData.erase(subject)
      expect([await list(eva), (await dump()).includes('eva')]).toEqual([[], false])
      expect(await count('proofs')).toBeGreaterThan(0)
      clock = new Date('2030-01-02T00:00:00Z')
      await service.runDue()
      expect(await count('proofs')).toBe(0)
    })
  })

  describe('an issue', () => {
    it('is sent at its time, once to each, with its own unsubscribe links', async () => {
      await subscribeByMail('eva@example.org')
      await subscribeByMail('ida@example.org')
      await subscribeByMail('sport@example.org', ['anpfiff'])
      await subscribeByMail('weg@example.org')
      // The mail server has reported since that the address does not exist.
      unreachable.add('weg@example.org')
      await sql`delete from newsletter_mails`.execute(opened.database.db)
      await service.runDue()
      expect(await readMails()).toEqual([])
      expect(await get(ak.listIssues({ params: { slug: 'hafenpost' } }))).toEqual({
        nextAt: TUESDAY_16.toISOString(),
        issues: [],
      })
      clock = TUESDAY_16
      await service.runDue()
      await service.runDue()
      expect((await readMails()).map(({ to }) => to.address).sort()).toEqual(['eva@example.org', 'ida@example.org'])
      const [mail] = mails
      if (mail?.template !== 'newsletter-issue') throw new Error('No issue')
      expect(mail.data).toMatchObject({
        newsletter: 'Hafenpost',
        sender: 'Henrik Petersen',
        isTest: false,
        articles: [
          { title: 'Titel 1', text: 'Ein Satz & noch einer.', path: '/artikel-1', isPaid: false },
          { title: 'Titel 2', path: '/artikel-2', isPaid: true },
        ],
      })
      expect(mail.unsubscribePath).toMatch(/^\/api\/newsletter\/unsubscribe\?token=[\w.-]{60,}$/)
      expect(new Set(mails.map(({ unsubscribePath }) => unsubscribePath)).size).toBe(2)
      const { nextAt, issues } = await get(ak.listIssues({ params: { slug: 'hafenpost' } }))
      expect([nextAt, issues]).toMatchObject([
        '2026-12-01T15:00:00.000Z',
        [{ dueAt: TUESDAY_16.toISOString(), state: 'sent', recipients: 2, articleIds: ['1', '2'] }],
      ])
    })

    it('is sent again to an address whose owner has used the link of a mail', async () => {
      unreachable.add('weg@example.org')
      await subscribeByMail('weg@example.org')
      expect(unreachable.has('weg@example.org')).toBe(false)
    })

    it('a subscription ends with one call, without a login; a second call does no harm', async () => {
      await subscribeByMail('eva@example.org', ['hafenpost', 'anpfiff'])
      await service.runDue()
      clock = TUESDAY_16
      await service.runDue()
      const token = new URLSearchParams((await readMails()).at(-1)!.unsubscribePath!.split('?')[1]).get('token')!
      expect(await get(ak.getUnsubscription({ params: { token } }))).toEqual({
        state: 'active',
        newsletter: { slug: 'hafenpost', title: 'Hafenpost' },
      })
      for (const forged of [
        `${token.split('.')[0]}.${'A'.repeat(43)}`,
        'nothing',
        `${crypto.randomUUID()}.${token.split('.')[1]}`,
      ]) {
        const refused = await ak.unsubscribe({ body: { token: forged } })
        expect(refused.ok ? 'ok' : refused.problem.code).toBe('INVALID_LINK')
      }
      const elsewhere = await clientOf('fb').unsubscribe({ body: { token } })
      expect(elsewhere.ok ? 'ok' : elsewhere.problem.code).toBe('INVALID_LINK')
      // Even if the catalogue cannot be read.
      state.isDown = true
      for (let time = 0; time < 2; time++)
        expect((await get(ak.unsubscribe({ body: { token } }))).newsletter.slug).toBe('hafenpost')
      state.isDown = false
      expect((await get(ak.getUnsubscription({ params: { token } }))).state).toBe('ended')
      const { rows } =
        await sql`select slug, state, address is null as anonymous from newsletter.subscriptions order by slug`.execute(
          opened.database.db,
        )
      expect(rows).toEqual([
        { slug: 'anpfiff', state: 'active', anonymous: false },
        { slug: 'hafenpost', state: 'ended', anonymous: true },
      ])
      const { rows: proofs } = await sql<{
        event: string
        until: Date
      }>`select event, until from newsletter.proofs where slug = 'hafenpost' order by sequence`.execute(
        opened.database.db,
      )
      expect(proofs.map(({ event, until }) => [event, until.toISOString()])).toEqual(
        ['ordered', 'confirmed', 'ended'].map((event) => [event, '2030-01-01T00:00:00.000Z']),
      )
      await sql`delete from newsletter_mails`.execute(opened.database.db)
      clock = new Date('2026-12-01T15:00:00Z')
      state.sections.set('hafen', [teaser('3', '2026-12-01T08:00:00Z')])
      await service.runDue()
      expect(await readMails()).toEqual([])
    })

    it('reaches everybody once when a process dies in the middle and several go on', async () => {
      const rows = Array.from(
        { length: 120 },
        (_unused, index) =>
          `('sub-${String(index).padStart(3, '0')}', 'ak', 'hafenpost', 'key-${index}', 'reader-${index}@example.org', null, 'active', now(), null)`,
      )
      await sql
        .raw(
          `insert into newsletter.subscriptions (id, mandator, slug, address_key, address, reader, state, since, ended_at) values ${rows.join(',')}`,
        )
        .execute(opened.database.db)
      await service.runDue()
      clock = TUESDAY_16
      breakAfter = 70
      await expect(service.runDue()).rejects.toThrow('killed')
      breakAfter = Number.POSITIVE_INFINITY
      expect((await readMails()).length).toBe(50)
      // No other process continues before the end of the lease.
      await service.runDue()
      expect((await readMails()).length).toBe(50)
      later(6 * 60_000)
      const others = await Promise.all([open(), open()])
      await Promise.all([service.runDue(), ...others.map((other) => other.runDue())])
      expect(new Set((await readMails()).map(({ to }) => to.address)).size).toBe(120)
      expect(mails).toHaveLength(120)
      expect((await get(ak.listIssues({ params: { slug: 'hafenpost' } }))).issues).toMatchObject([
        { state: 'sent', recipients: 120 },
      ])
    })

    it.each<[string, () => void, string]>([
      [
        'with nothing new',
        () =>
          (state.sections = new Map([
            [
              'hafen',
              [
                teaser('1', '2026-11-01T08:00:00Z'),
                teaser('2', '2026-11-24T08:00:00Z', { isSoldContent: true }),
                teaser('3', '2026-11-24T08:00:00Z', { targetPathOrUrl: 'https://elsewhere.example/' }),
              ],
            ],
          ])),
        'empty',
      ],
      ['after an outage', () => later(4 * 3_600_000), 'late'],
      [
        'that was given up',
        () =>
          (state.newsletters = state.newsletters.map((one) => ({
            ...one,
            slug: one.slug === 'hafenpost' ? 'other' : one.slug,
          }))),
        '',
      ],
    ])('%s is not sent', async (_name, prepare, expected) => {
      await subscribeByMail('eva@example.org')
      await service.runDue()
      await sql`delete from newsletter_mails`.execute(opened.database.db)
      clock = TUESDAY_16
      prepare()
      await service.runDue()
      expect(await readMails()).toEqual([])
      expect((await get(ak.listIssues({ params: { slug: 'hafenpost' } }))).issues.map(({ state: of }) => of)).toEqual(
        expected === '' ? [] : [expected],
      )
    })

    it('waits for the content service, and reports it', async () => {
      await subscribeByMail('eva@example.org')
      await service.runDue()
      await sql`delete from newsletter_mails`.execute(opened.database.db)
      clock = TUESDAY_16
      state.isDown = true
      await service.runDue()
      expect(errors.splice(0).length).toBeGreaterThan(0)
      state.isDown = false
      later(61_000)
      await service.runDue()
      expect((await readMails()).map(({ to }) => to.address)).toEqual(['eva@example.org'])
    })

    it('contains only articles since the last one', async () => {
      await subscribeByMail('eva@example.org')
      await service.runDue()
      clock = TUESDAY_16
      await service.runDue()
      clock = new Date('2026-12-01T15:00:00Z')
      state.sections.set('hafen', [teaser('3', '2026-12-01T08:00:00Z'), teaser('1', '2026-11-24T08:00:00Z')])
      await service.runDue()
      expect(
        (await get(ak.listIssues({ params: { slug: 'hafenpost' } }))).issues.map(({ articleIds }) => articleIds),
      ).toEqual([['3'], ['1', '2']])
    })

    it('can be sent to one address as a test, without counting as sent', async () => {
      await subscribeByMail('eva@example.org', ['anpfiff'])
      await sql`delete from newsletter_mails`.execute(opened.database.db)
      expect(await get(ak.sendTest({ params: { slug: 'anpfiff' }, body: { email: 'redaktion@example.org' } }))).toEqual(
        { articleIds: ['9', '1'] },
      )
      expect(await readMails()).toMatchObject([
        { template: 'newsletter-issue', to: { address: 'redaktion@example.org' }, data: { isTest: true } },
      ])
      expect((await get(ak.listIssues({ params: { slug: 'anpfiff' } }))).issues).toEqual([])
      state.newest = []
      const nothing = await ak.sendTest({ params: { slug: 'anpfiff' }, body: { email: 'redaktion@example.org' } })
      expect(nothing.ok ? 'ok' : nothing.problem.code).toBe('NOTHING_TO_TELL')
    })

    it('follows a schedule that the office changes', async () => {
      await service.runDue()
      state.newsletters = [
        newsletter('hafenpost', 'täglich um 18 Uhr', ['hafen']),
        newsletter('anpfiff', 'wenn es etwas gibt'),
      ]
      await service.runDue()
      expect((await get(ak.listIssues({ params: { slug: 'hafenpost' } }))).nextAt).toBe('2026-11-24T17:00:00.000Z')
      expect((await get(ak.listIssues({ params: { slug: 'anpfiff' } }))).nextAt).toBeNull()
    })
  })
})
