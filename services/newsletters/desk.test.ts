import { createTestDatabase } from '@lokalteil/tools/postgres'
import { createTestClient, get, outcomeOf as outcome } from '@lokalteil/contracts/kernel/client.testing'
import { MailMessage, type MailMessageInput } from '@lokalteil/contracts/mail'
import { NEWSLETTER_DESK, type IssueDraft } from '@lokalteil/contracts/newsletter-issues'
import { setPublications, type PublicationCode } from '@lokalteil/domain/publication/publications'
import { TEST_PUBLICATIONS } from '@lokalteil/domain/publication/publications.testing'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase } from '../platform/database/database.testing.ts'
import { createNewsletterService, type NewsletterService } from './app.ts'
import { createContent, newsletter, showMail, TABLES, teaser } from './newsletters.testing.ts'
import type { NewsletterDb } from './schema.ts'

const KEY = 'a-service-key-for-tests'
/** A Tuesday; the harbour's newsletter is sent at 16:00 in Berlin. */
const NOW = new Date('2026-11-24T12:00:00Z')
const TUESDAY_16 = new Date('2026-11-24T15:00:00Z')
const NEXT_TUESDAY = new Date('2026-12-01T15:00:00Z')
const REGULAR = { slug: 'hafenpost', issue: '20261124-1500' }
const MINUTE = 60_000
const by = 'Helene Brandt'

const draftOf = (ids: readonly string[], change: Partial<IssueDraft> = {}): IssueDraft => ({
  subject: 'Sturm über der Mole',
  preheader: 'Was die Nacht brachte',
  introduction: 'Guten Abend,\n\nes war eine lange Nacht.',
  items: ids.map((id) => ({ type: 'article', id })),
  ...change,
})

describe.each(ENGINES)('the desk of newsletters on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let service: NewsletterService
  let clock = NOW
  let breakAfter = Number.POSITIVE_INFINITY
  let counts = { waiting: 0, failed: 0 }
  const errors: unknown[] = []
  const { state, contentOf } = createContent()

  const queueMail = async (message: MailMessageInput, within: NewsletterDb) => {
    if (breakAfter-- <= 0) throw new Error('killed')
    await sql`insert into newsletter_mails (message) values (${JSON.stringify(MailMessage.parse(message))})`.execute(
      within,
    )
  }
  /** A process on the same database. */
  const open = () =>
    createNewsletterService({
      database: opened.database,
      serviceKey: KEY,
      secret: 'a secret of more than thirty-two characters',
      contentOf,
      queueMail,
      renderMail: showMail,
      countMails: async () => counts,
      refusals: { listRefused: async () => new Set(), forget: async () => {} },
      now: () => clock,
      checkAnswers: true,
      onError: (error) => errors.push(error),
    })
  const clientOf = (publication: PublicationCode, key = KEY) =>
    createTestClient(NEWSLETTER_DESK, {
      fetch: (request) => service.app.fetch(request),
      base: `http://newsletter.local/${publication}`,
      headers: { authorization: `Bearer ${key}` },
    })
  const ak = clientOf('ak')

  const later = (milliseconds: number) => (clock = new Date(clock.getTime() + milliseconds))
  const openIssue = (params = REGULAR) => get(ak.openIssue({ params }))
  const save = (base: number, draft: IssueDraft, params = REGULAR) =>
    ak.saveIssue({ params, body: { base, draft, by } })
  const release = (revision: number, params = REGULAR, at: string | null = null) =>
    ak.releaseIssue({ params, body: { revision, at, by } })
  const stop = (params = REGULAR) => ak.stopIssue({ params, body: { by } })
  const newSpecial = async () => {
    const { issue } = await get(ak.createIssue({ params: { slug: 'hafenpost' }, body: { from: null, by } }))
    return { slug: 'hafenpost', issue: issue.id }
  }
  const subscribe = async (...addresses: string[]) => {
    for (const address of addresses)
      await sql`insert into newsletter.subscriptions (id, mandator, slug, address_key, address, reader, state, since, ended_at)
        values (${address}, 'ak', 'hafenpost', ${address}, ${address}, null, 'active', ${NOW}, null)`.execute(
        opened.database.db,
      )
  }
  const readIssues = async () => {
    const { rows } = await sql<{ message: MailMessage }>`select message from newsletter_mails order by id`.execute(
      opened.database.db,
    )
    return rows.map(({ message }) => {
      if (message.template !== 'newsletter-issue') throw new Error('No issue')
      const { subject, preheader, introduction, articles, isTest } = message.data
      const ids = articles.map(({ path, heading }) => `${heading === '' ? '' : `${heading}: `}${path.slice(9)}`)
      return { to: message.to.address, subject, preheader, introduction, ids, articles, isTest }
    })
  }
  const passed = async () => (await get(ak.listDesk({}))).newsletters[0]!.passed

  beforeAll(async () => {
    setPublications(TEST_PUBLICATIONS)
    opened = await openTestDatabase(engine, createTestDatabase)
    await sql`create table newsletter_mails (id bigint generated always as identity, message jsonb not null)`.execute(
      opened.database.db,
    )
    service = await open()
  })
  beforeEach(async () => {
    clock = NOW
    breakAfter = Number.POSITIVE_INFINITY
    counts = { waiting: 0, failed: 0 }
    state.isDown = false
    state.onRequest = async () => {}
    state.hidden.clear()
    state.newsletters = [newsletter('hafenpost', 'dienstags um 16 Uhr', ['hafen'])]
    state.sections = new Map([['hafen', [teaser('1', '2026-11-24T08:00:00Z'), teaser('2', '2026-11-23T08:00:00Z')]]])
    state.newest = [
      teaser('7', '2026-10-01T08:00:00Z'),
      teaser('8', '2026-11-24T09:00:00Z', { contentRestriction: 'paid', teaserTextHtml: 'Der <b>Vorspann</b>.' }),
      teaser('9', '2026-11-24T09:00:00Z', { isSoldContent: true }),
    ]
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

  it('shows the next issues of each newsletter, and how many confirmed readers it has', async () => {
    await subscribe('eva@example.org', 'ida@example.org')
    const { newsletters } = await get(ak.listDesk({}))
    expect(newsletters).toMatchObject([
      {
        slug: 'hafenpost',
        rhythm: 'dienstags um 16 Uhr',
        recipients: 2,
        passed: [],
        prepared: [
          { id: '20261124-1500', state: 'automatic', dueAt: TUESDAY_16.toISOString(), revision: 0 },
          { id: '20261201-1500', state: 'automatic' },
          { id: '20261208-1500', state: 'automatic' },
        ],
      },
    ])
    const opening = await openIssue()
    expect(opening).toMatchObject({ recipients: 2, released: null, proposal: ['1', '2'], passed: null })
    expect(opening.draft.items).toEqual([
      { type: 'article', id: '1' },
      { type: 'article', id: '2' },
    ])
    expect(opening.articles).toMatchObject([
      { id: '1', title: 'Titel 1', state: 'ready' },
      { id: '2', title: 'Titel 2' },
    ])
    const elsewhere = { slug: 'hafenpost', issue: '20261125-1500' }
    expect(await outcome(ak.openIssue({ params: elsewhere }))).toBe('404 NOT_FOUND')
    expect(await outcome(ak.openIssue({ params: { ...REGULAR, slug: 'none' } }))).toBe('404 NOT_FOUND')
    expect(await outcome(clientOf('ak', 'wrong').listDesk({}))).toBe('401 UNAUTHORISED')
  })

  describe('a draft', () => {
    it('is kept by revision: an older one is refused and changes nothing, the same one twice is taken', async () => {
      expect(await get(save(0, draftOf(['2'])))).toMatchObject({ revision: 1, articles: [{ id: '2' }] })
      expect(await get(save(0, draftOf(['2'])))).toMatchObject({ revision: 1 })
      expect(await outcome(save(0, draftOf(['1'])))).toBe('409 LATER_REVISION')
      expect(await get(save(1, draftOf(['1', '8'])))).toMatchObject({ revision: 2 })
      const { issue, draft } = await openIssue()
      expect(issue).toMatchObject({ state: 'begun', revision: 2, changedBy: by, subject: 'Sturm über der Mole' })
      expect(draft).toEqual(draftOf(['1', '8']))
    })

    it('is saved even if the content service is away', async () => {
      await get(save(0, draftOf(['2'])))
      state.isDown = true
      expect(await get(save(1, draftOf(['1'])))).toMatchObject({ revision: 2, articles: [] })
      expect(await outcome(ak.openIssue({ params: REGULAR }))).toBe('502 NO_CONTENT')
    })

    it.each<[string, Partial<IssueDraft>]>([
      ['a line break in the subject', { subject: 'Sturm\r\nBcc: x@example.org' }],
      ['half a character', { introduction: 'a\ud800b' }],
      ['a zero', { introduction: 'a\u0000b' }],
      ['more than twenty articles', draftOf(Array.from({ length: 21 }, (_, index) => String(index + 1)))],
    ])('is refused with %s', async (_what, change) => {
      expect(await outcome(save(0, draftOf(['1'], change)))).toBe('400 BAD_REQUEST')
    })

    it('that was begun but not released stays: the issue composes itself', async () => {
      await subscribe('eva@example.org')
      await get(save(0, draftOf(['8'])))
      await service.runDue()
      clock = TUESDAY_16
      await service.runDue()
      expect(await readIssues()).toMatchObject([{ subject: '', introduction: [], ids: ['1', '2'] }])
      expect(await outcome(save(1, draftOf(['8'])))).toBe('409 NOT_NOW')
      const special = await get(ak.createIssue({ params: { slug: 'hafenpost' }, body: { from: REGULAR.issue, by } }))
      expect(special.draft).toEqual(draftOf(['8']))
    })

    it('is deleted, and the issue composes itself again', async () => {
      await get(save(0, draftOf(['8'])))
      await get(ak.dropIssue({ params: REGULAR }))
      expect((await openIssue()).issue).toMatchObject({ state: 'automatic', revision: 0 })
      expect(await outcome(save(1, draftOf(['8'])))).toBe('409 LATER_REVISION')
      await get(save(0, draftOf(['8'])))
      await get(release(1))
      expect(await outcome(ak.dropIssue({ params: REGULAR }))).toBe('409 NOT_NOW')
    })

    it('whose time the rhythm has no more is shown as missed, and may become an extra issue', async () => {
      await subscribe('eva@example.org')
      await service.runDue()
      await get(save(0, draftOf(['8'])))
      await get(release(1))
      state.newsletters = [newsletter('hafenpost', 'dienstags um 18 Uhr', ['hafen'])]
      await service.runDue()
      const { prepared } = (await get(ak.listDesk({}))).newsletters[0]!
      expect(prepared.map(({ id, state: of }) => [id, of])).toEqual([
        ['20261124-1700', 'automatic'],
        ['20261201-1700', 'automatic'],
        ['20261208-1700', 'automatic'],
        [REGULAR.issue, 'missed'],
      ])
      clock = TUESDAY_16
      await service.runDue()
      expect(await readIssues()).toEqual([])
      const special = await get(ak.createIssue({ params: { slug: 'hafenpost' }, body: { from: REGULAR.issue, by } }))
      expect(special).toMatchObject({ issue: { isSpecial: true, state: 'begun' }, draft: draftOf(['8']) })
      await get(ak.dropIssue({ params: REGULAR }))
      expect((await get(ak.listDesk({}))).newsletters[0]!.prepared.some(({ state: of }) => of === 'missed')).toBe(false)
    })
  })

  describe('a released draft', () => {
    it('is sent at its time with exactly that content, once to each', async () => {
      await subscribe('eva@example.org', 'ida@example.org')
      const items: IssueDraft['items'] = [
        { type: 'article', id: '7' },
        { type: 'heading', text: 'Aus dem Hafen' },
        { type: 'article', id: '2' },
        { type: 'article', id: '8' },
      ]
      await get(save(0, draftOf([], { items })))
      expect(await get(release(1))).toMatchObject({ issue: { state: 'released' }, released: { revision: 1, by } })
      // Changed afterwards, and not released again.
      await get(save(1, draftOf(['1'], { subject: 'Anders' })))
      expect(await openIssue()).toMatchObject({ issue: { state: 'released', revision: 2 }, released: { revision: 1 } })
      await service.runDue()
      expect(await readIssues()).toEqual([])
      clock = TUESDAY_16
      const other = await open()
      await Promise.all([service.runDue(), other.runDue()])
      await service.runDue()
      await other.close()
      const issues = await readIssues()
      expect(issues.map(({ to }) => to).toSorted()).toEqual(['eva@example.org', 'ida@example.org'])
      for (const issue of issues)
        expect(issue).toMatchObject({
          subject: 'Sturm über der Mole',
          preheader: 'Was die Nacht brachte',
          introduction: ['Guten Abend,', 'es war eine lange Nacht.'],
          ids: ['7', 'Aus dem Hafen: 2', '8'],
          isTest: false,
        })
      // Of a paid article the teaser alone, marked as such.
      expect(issues[0]!.articles[2]).toMatchObject({ text: 'Der Vorspann.', isPaid: true })
      expect(await passed()).toMatchObject([
        {
          id: REGULAR.issue,
          state: 'sent',
          isComposed: true,
          subject: 'Sturm über der Mole',
          recipients: 2,
          articles: 3,
        },
      ])
      expect(await openIssue()).toMatchObject({
        passed: { recipients: 2 },
        draft: { subject: 'Sturm über der Mole', items },
      })
      expect(await outcome(release(2))).toBe('409 NOT_NOW')
    })

    it('leaves out withdrawn articles, advertisements and embargoed articles when it is sent', async () => {
      await subscribe('eva@example.org')
      await get(save(0, draftOf(['1', '9', '8', '2', '404'])))
      await get(release(1))
      state.hidden.add('1').add('8')
      expect((await openIssue()).articles.map(({ id, state: of }) => [id, of])).toEqual([
        ['1', 'missing'],
        ['9', 'advertisement'],
        ['8', 'missing'],
        ['2', 'ready'],
        ['404', 'missing'],
      ])
      await service.runDue()
      clock = TUESDAY_16
      await service.runDue()
      expect(await readIssues()).toMatchObject([{ ids: ['2'] }])
    })

    it('without any article that readers can see is not sent', async () => {
      await subscribe('eva@example.org')
      expect(await outcome(release(1))).toBe('409 LATER_REVISION')
      await get(save(0, draftOf([])))
      expect(await outcome(release(1))).toBe('422 NOT_READY')
      await get(save(1, draftOf(['1'])))
      await get(release(2))
      state.hidden.add('1')
      await service.runDue()
      clock = TUESDAY_16
      await service.runDue()
      expect(await readIssues()).toEqual([])
      expect(await passed()).toMatchObject([{ state: 'empty', recipients: 0 }])
    })

    it('leaves articles after the release to the next issue, and repeats none', async () => {
      await subscribe('eva@example.org')
      await get(save(0, draftOf(['2', '5'])))
      await get(release(1))
      await service.runDue()
      state.sections.set('hafen', [
        teaser('5', '2026-11-24T14:00:00Z'),
        teaser('6', '2026-11-24T14:30:00Z'),
        teaser('1', '2026-11-24T08:00:00Z'),
        teaser('2', '2026-11-23T08:00:00Z'),
      ])
      clock = TUESDAY_16
      await service.runDue()
      clock = NEXT_TUESDAY
      await service.runDue()
      expect((await readIssues()).map(({ ids }) => ids)).toEqual([['2', '5'], ['6']])
    })

    it('after an outage of hours is not sent', async () => {
      await subscribe('eva@example.org')
      await get(save(0, draftOf(['1'])))
      await get(release(1))
      await service.runDue()
      clock = TUESDAY_16
      later(4 * 60 * MINUTE)
      await service.runDue()
      expect(await readIssues()).toEqual([])
      expect(await passed()).toMatchObject([{ state: 'late' }])
    })

    it.each<[string, () => Promise<unknown>, object[]]>([
      ['stopped', () => get(stop()), []],
      ['released anew', async () => get(release((await get(save(1, draftOf(['2'])))).revision)), [{ ids: ['2'] }]],
    ])('that is %s while a process composes it: the last decision counts', async (_how, decide, expected) => {
      await subscribe('eva@example.org')
      await get(save(0, draftOf(['1'])))
      await get(release(1))
      await service.runDue()
      clock = TUESDAY_16
      let isDecided = false
      state.onRequest = async (url) => {
        if (isDecided || !/\/ak\/.*\/teasers\?/.test(url)) return
        isDecided = true
        await decide()
      }
      await service.runDue()
      expect(isDecided).toBe(true)
      later(MINUTE)
      await service.runDue()
      expect(await readIssues()).toMatchObject(expected)
    })
  })

  describe('a stopped issue', () => {
    it('is not sent, with a draft or without, and the next one is', async () => {
      await subscribe('eva@example.org')
      expect((await get(stop())).issue).toMatchObject({ state: 'stopped', revision: 0 })
      await get(save(0, draftOf(['1'])))
      expect((await openIssue()).issue).toMatchObject({ state: 'stopped', revision: 1 })
      await service.runDue()
      clock = TUESDAY_16
      await service.runDue()
      expect(await readIssues()).toEqual([])
      expect(await passed()).toMatchObject([{ state: 'stopped', isComposed: false }])
      expect(await outcome(stop())).toBe('409 NOT_NOW')
      clock = NEXT_TUESDAY
      state.sections.set('hafen', [teaser('3', '2026-12-01T08:00:00Z')])
      await service.runDue()
      expect(await readIssues()).toMatchObject([{ ids: ['3'] }])
    })

    it('composes itself again when it is resumed', async () => {
      await subscribe('eva@example.org')
      await get(stop())
      expect(await get(ak.resumeIssue({ params: REGULAR, body: { by } }))).toMatchObject({
        issue: { state: 'automatic' },
      })
      expect(await outcome(ak.resumeIssue({ params: REGULAR, body: { by } }))).toBe('409 NOT_NOW')
      await service.runDue()
      clock = TUESDAY_16
      await service.runDue()
      expect(await readIssues()).toMatchObject([{ ids: ['1', '2'] }])
    })
  })

  describe('an extra issue', () => {
    it('is sent at the chosen time, a minute from now at the earliest, and can be stopped before', async () => {
      await subscribe('eva@example.org')
      await service.runDue()
      const special = await newSpecial()
      expect(await openIssue(special)).toMatchObject({ issue: { state: 'begun', dueAt: null }, draft: { items: [] } })
      await get(save(1, draftOf(['8']), special))
      expect((await get(release(2, special))).issue).toMatchObject({
        state: 'released',
        dueAt: new Date(NOW.getTime() + MINUTE).toISOString(),
      })
      expect((await get(stop(special))).issue.state).toBe('begun')
      expect(await outcome(stop(special))).toBe('409 NOT_NOW')
      later(2 * MINUTE)
      await service.runDue()
      expect(await readIssues()).toEqual([])
      const at = new Date(clock.getTime() + 30 * MINUTE)
      await get(release(2, special, at.toISOString()))
      later(29 * MINUTE)
      await service.runDue()
      expect(await readIssues()).toEqual([])
      later(MINUTE)
      await service.runDue()
      expect(await readIssues()).toMatchObject([{ subject: 'Sturm über der Mole', ids: ['8'] }])
      expect(await passed()).toMatchObject([{ id: special.issue, isSpecial: true, state: 'sent', recipients: 1 }])
      expect(await outcome(release(2, special))).toBe('409 NOT_NOW')
      expect(await outcome(stop(special))).toBe('409 NOT_NOW')
    })

    it('and a regular one of the same time are both sent', async () => {
      await subscribe('eva@example.org')
      await service.runDue()
      const special = await newSpecial()
      await get(save(1, draftOf(['8']), special))
      await get(release(2, special, TUESDAY_16.toISOString()))
      clock = TUESDAY_16
      await service.runDue()
      expect((await readIssues()).map(({ ids }) => ids.join()).toSorted()).toEqual(['1,2', '8'])
    })

    it('reaches everybody once when a process dies in the middle and several go on', async () => {
      await subscribe(...Array.from({ length: 120 }, (_, index) => `r${String(index).padStart(3, '0')}@example.org`))
      const special = await newSpecial()
      await get(save(1, draftOf(['8']), special))
      await get(release(2, special))
      later(MINUTE)
      breakAfter = 70
      await expect(service.runDue()).rejects.toThrow('killed')
      breakAfter = Number.POSITIVE_INFINITY
      later(6 * MINUTE)
      const others = await Promise.all([open(), open()])
      await Promise.all([service.runDue(), ...others.map((other) => other.runDue())])
      for (const other of others) await other.close()
      const sent = await readIssues()
      expect([sent.length, new Set(sent.map(({ to }) => to)).size]).toEqual([120, 120])
    })

    it('can be planned for the next weeks, and twenty at once', async () => {
      const special = await newSpecial()
      await get(save(1, draftOf(['8']), special))
      expect(await outcome(release(2, special, '2027-11-24T12:00:00Z'))).toBe('422 NOT_READY')
      for (let more = 1; more < 20; more++) await newSpecial()
      expect(await outcome(ak.createIssue({ params: { slug: 'hafenpost' }, body: { from: null, by } }))).toBe(
        '409 NOT_NOW',
      )
    })
  })

  it('a test goes to one address, with the draft as it is, and is counted by the hour', async () => {
    await subscribe('eva@example.org')
    await get(save(0, draftOf(['2', '1'])))
    await get(ak.testIssue({ params: REGULAR, body: { email: 'helene@example.org' } }))
    expect(await readIssues()).toMatchObject([
      { to: 'helene@example.org', isTest: true, subject: 'Sturm über der Mole', ids: ['2', '1'] },
    ])
    expect(await passed()).toEqual([])
    const { rows } = await sql<{ bucket: string }>`select bucket from newsletter.counters`.execute(opened.database.db)
    expect(rows.map(({ bucket }) => bucket).join()).not.toContain('helene')
    const more: string[] = []
    for (let time = 1; time < 21; time++)
      more.push(await outcome(ak.testIssue({ params: REGULAR, body: { email: 'Helene@example.org' } })))
    expect([more.indexOf('429 TOO_MANY_TESTS'), (await readIssues()).length]).toEqual([19, 20])
  })

  it('a preview is the mail as it would be sent, and sends nothing', async () => {
    await get(save(0, draftOf(['8', '1'], { introduction: 'Über <b>Nacht</b>.' })))
    const { subject, html, text } = await get(ak.previewIssue({ params: REGULAR }))
    expect(subject).toBe('Sturm über der Mole')
    for (const part of [html, text]) {
      expect(part).toContain('Titel 8')
      expect(part).toContain('Diesen Newsletter abbestellen')
    }
    expect(html).toContain('Über &#60;b&#62;Nacht')
    expect(html).toContain('Was die Nacht brachte')
    expect(text).toContain('Titel 8 · Plus')
    expect(await readIssues()).toEqual([])
    state.hidden.add('8').add('1')
    expect(await outcome(ak.previewIssue({ params: REGULAR }))).toBe('409 NOTHING_TO_TELL')
  })

  it('counts failed mails, and keeps the count when none waits', async () => {
    await subscribe('eva@example.org')
    await service.runDue()
    clock = TUESDAY_16
    counts = { waiting: 1, failed: 0 }
    await service.runDue()
    expect(await passed()).toMatchObject([{ state: 'sent', recipients: 1, waiting: 1, failed: 0 }])
    counts = { waiting: 0, failed: 1 }
    await service.runDue()
    counts = { waiting: 0, failed: 0 }
    expect(await passed()).toMatchObject([{ waiting: 0, failed: 1 }])
  })
})
