import { createTestDatabase } from '@lokalteil/tools/postgres'
import type { Client } from '@lokalteil/contracts/kernel/client'
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import { MailMessage, type MailMessageInput } from '@lokalteil/contracts/mail'
import { OBITUARIES, OBITUARIES_INTERNAL, type IncomingObituary, type ObituaryDraft } from '../contract/obituaries.ts'
import { SELLER } from '@lokalteil/contracts/commerce/sellers'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase } from '@lokalteil/services/platform/database/database.testing'
import { runInTwoProcesses } from '@lokalteil/services/platform/two-processes.testing'
import { listOtherSpellings, withTouchedSignature } from '@lokalteil/services/platform/signed-text.testing'
import { createObituariesService, type ObituariesService } from './app.ts'

const KEY = 'a-key-for-tests'
const SCRIPT = '<script>alert(1)</script>'
const EMPTY = { quote: '', intro: '', text: '', mourners: '', ceremony: '', remark: '' }
const TABLES = [
  'persons',
  'notices',
  'entries',
  'reports',
  'requests',
  'reminders',
  'drafts',
  'purchases',
  'pictures',
  'counters',
]

const notice = (id: string, more: Partial<IncomingObituary> = {}): IncomingObituary => ({
  id,
  updated: '2026-11-20T05:00:00.000Z',
  status: 'usable',
  kind: 'death',
  published: '2026-11-20T05:00:00.000Z',
  until: null,
  personKey: null,
  person: { name: 'Jürgen Groß', birthName: '', born: '1941-03-12', died: '2026-11-16', place: 'Auenburg' },
  isBookClosed: false,
  picture: null,
  set: { layout: 'classic', symbol: 'cross', ...EMPTY },
  ...more,
})
const person = (name: string, more: Partial<IncomingObituary['person']> = {}) => ({
  ...notice('x').person,
  name,
  ...more,
})
const draft: ObituaryDraft = {
  kind: 'death',
  person: { name: 'Lotte Klein', birthName: '', born: '1950-01-01', died: '2026-11-19', place: 'Tannau' },
  set: { layout: 'scenic', symbol: 'sea', ...EMPTY, intro: 'Wir nehmen Abschied von' },
  size: 'klein',
  days: 90,
  isBookClosed: true,
}
const PRICES = {
  sizes: [{ id: 'klein', name: 'Klein', cents: 4900, letters: 200 }],
  extra: { letters: 50, cents: 500 },
  sceneCents: 1500,
  durations: [{ days: 90, cents: 0 }],
}
const REQUESTER = 'r'.repeat(32)
const REPORT = {
  report: {
    ground: 'insult' as const,
    explanation: 'Das stimmt nicht.',
    name: 'Otto Ohr',
    email: 'otto@example.com',
    isGoodFaith: true as const,
  },
  requester: REQUESTER,
}

describe.each(ENGINES)('notices on %s (R1-79)', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  /** '' with the embedded engine, which allows only one process. */
  let url = ''
  let service: ObituariesService
  let other: ObituariesService
  let open: Client<typeof OBITUARIES>
  let internal: Client<typeof OBITUARIES_INTERNAL>
  let seller: Client<typeof SELLER>
  let now = new Date('2026-11-21T12:00:00Z')
  let mails: MailMessage[] = []
  let givenUp: string[] = []
  let changes = 0
  let removals = 0
  /** Pictures of readers in the public store. */
  let shown = new Map<string, string>()

  const start = () =>
    createObituariesService({
      database: opened.database,
      serviceKey: KEY,
      secret: 'a-secret-of-at-least-32-characters',
      queueMail: async (message: MailMessageInput) => void mails.push(MailMessage.parse(message)),
      pricesOf: () => PRICES,
      giveUp: async (_publication, number) => {
        givenUp.push(number)
        return true
      },
      pictures: {
        toPath: (id) => `readers/${id}.jpg`,
        put: async (path, bytes) => void shown.set(path, Buffer.from(bytes).toString('base64')),
        remove: async (path) => void shown.delete(path),
      },
      now: () => now,
      checkAnswers: true,
      onError: (error) => {
        throw error
      },
    })
  const through = (of: ObituariesService, headers: Record<string, string> = {}) => ({
    base: 'http://notices.local/ak',
    headers,
    timeout: 20_000,
    fetch: (request: Request) => of.app.fetch(request),
  })
  const withKey = { authorization: `Bearer ${KEY}` }

  beforeAll(async () => {
    opened = await openTestDatabase(engine, async () => {
      const created = await createTestDatabase()
      url = created.url
      return created
    })
    service = await start()
    other = await start()
    open = createTestClient(OBITUARIES, through(service))
    internal = createTestClient(OBITUARIES_INTERNAL, through(service, withKey))
    seller = createTestClient(SELLER, through(service, withKey))
    service.onChange((isRemoved) => {
      changes += 1
      if (isRemoved) removals += 1
    })
  })
  beforeEach(async () => {
    for (const table of TABLES) await sql`delete from ${sql.table(`notices.${table}`)}`.execute(opened.database.db)
    now = new Date('2026-11-21T12:00:00Z')
    mails = []
    givenUp = []
    changes = 0
    removals = 0
    shown = new Map()
  })
  afterAll(async () => {
    await Promise.all([service.close(), other.close()])
    await opened.drop()
  })

  const take = async (one: IncomingObituary) => {
    const answer = await internal.ingest({ body: { notice: one } })
    return answer.ok ? answer.data.outcome : answer.problem
  }
  const list = async (query: Parameters<typeof open.listNotices>[0]['query'] = {}) => {
    const found = await open.listNotices({ query })
    return found.ok ? found.data.notices.map(({ id }) => id) : found.problem
  }
  const personOf = async (id: string) => {
    const found = await open.getNotice({ params: { notice: id } })
    if (!found.ok) throw new Error(found.problem.code)
    return found.data.person.id
  }
  const write = (who: string, reader: string, text: string, more: object = {}, by = internal) =>
    by.addEntry({
      params: { reader, person: who },
      body: { kind: 'condolence', name: 'Familie Brandt', text, address: `${reader}@example.com`, ...more },
    })
  const decide = (entry: string, action: 'approve' | 'remove') =>
    internal.decideEntry({
      params: { entry },
      body: {
        action,
        ground: action === 'remove' ? 'insult' : null,
        facts: action === 'remove' ? 'Beleidigt.' : '',
        by: 'T',
      },
    })
  const bookOf = async (who: string) => {
    const found = await open.getBook({ params: { person: who }, query: {} })
    if (!found.ok) throw new Error(found.problem.code)
    return found.data
  }
  const codeOf = (answer: { ok: true } | { ok: false; status: number; problem: { code: string } }) =>
    answer.ok ? 'ok' : `${answer.status} ${answer.problem.code}`

  describe('deliveries', () => {
    it('end in the same state in any order, once', async () => {
      const newer = notice('a', { updated: '2026-11-20T06:00:00.000Z', kind: 'obituary' })
      expect([await take(newer), await take(notice('a')), await take(newer)]).toEqual([
        'created',
        'unchanged',
        'unchanged',
      ])
      expect(changes).toBe(1)
      const gone = notice('a', { updated: '2026-11-20T07:00:00.000Z', status: 'canceled' })
      expect([await take(gone), await take(newer)]).toEqual(['removed', 'unchanged'])
      expect(codeOf(await open.getNotice({ params: { notice: 'a' } }))).toBe('410 GONE')
    })

    it('about one person are grouped, in any spelling of the name; a corrected name takes the book along', async () => {
      await take(notice('a'))
      await take(notice('b', { kind: 'thanks', person: person('Juergen Gross', { born: null, place: '' }) }))
      await take(notice('c', { person: person('Jürgen Groß', { died: '2026-11-15' }) }))
      const who = await personOf('a')
      expect(await personOf('b')).toBe(who)
      expect(await personOf('c')).not.toBe(who)
      const page = await open.getPerson({ params: { person: who } })
      expect(page).toMatchObject({ data: { person: { born: '1941-03-12', place: 'Auenburg' }, notices: [{}, {}] } })

      const lone = await personOf('c')
      const entry = await write(lone, 'r1', 'Wir vermissen ihn sehr.')
      if (entry.ok) await decide(entry.data.id, 'approve')
      await take(notice('c', { updated: '2026-11-20T08:00:00.000Z', person: person('Jürgen Groß') }))
      expect(await personOf('c')).toBe(who)
      expect((await bookOf(who)).entries).toMatchObject([{ text: 'Wir vermissen ihn sehr.' }])
    })

    it('are visible from their hour to their end', async () => {
      await take(notice('early', { published: '2026-11-21T12:00:01.000Z' }))
      await take(notice('over', { until: '2026-11-21T12:00:00.000Z', person: person('Ada Over') }))
      await take(notice('now', { person: person('Nele Now') }))
      expect(await list()).toEqual(['now'])
      expect(codeOf(await open.getNotice({ params: { notice: 'early' } }))).toBe('404 NOT_FOUND')
      expect(codeOf(await open.getNotice({ params: { notice: 'over' } }))).toBe('410 GONE')
      now = new Date('2026-11-21T12:00:02Z')
      expect(await list()).toEqual(['early', 'now'])
    })
  })

  it('are found by name, place and time', async () => {
    await take(notice('gross'))
    await take(
      notice('klein', {
        published: '2025-06-01T05:00:00.000Z',
        person: person('Lotte Klein', { birthName: 'Müller-Straß', died: '2025-05-20', place: 'Tannau' }),
      }),
    )
    await take(
      notice('nacht', { published: '2025-12-31T23:30:00.000Z', person: person('Max Nacht', { died: '2025-12-20' }) }),
    )
    expect(await list({ name: 'groß jürgen' })).toEqual(['gross'])
    expect(await list({ name: 'MUELLER strass' })).toEqual(['klein'])
    expect(await list({ name: '%' })).toEqual(['gross', 'nacht', 'klein'])
    expect(await list({ name: 'niemand' })).toEqual([])
    expect(await list({ place: 'tannau' })).toEqual(['klein'])
    // In Berlin it is already the new year.
    expect(await list({ from: '2026-01-01', until: '2026-12-31' })).toEqual(['gross', 'nacht'])
    expect(await list({ from: '2025-01-01', until: '2025-12-31' })).toEqual(['klein'])
    expect(await open.getFacets({})).toMatchObject({ data: { places: ['Auenburg', 'Tannau'], years: [2026, 2025] } })
  })

  describe('a book of condolence', () => {
    let who = ''
    beforeEach(async () => {
      await take(notice('a'))
      who = await personOf('a')
      changes = 0
    })

    it('shows nothing before it was approved, and nothing once it was removed', async () => {
      const entry = await write(who, 'r1', `Danke für alles. ${SCRIPT}`)
      if (!entry.ok) throw new Error(entry.problem.code)
      const { id } = entry.data
      expect([await bookOf(who), changes]).toMatchObject([{ entries: [], total: 0, person: { condolences: 0 } }, 0])
      expect(await internal.getOwnState({ params: { reader: 'r1', person: who } })).toMatchObject({
        data: { entries: [{ state: 'pending' }] },
      })
      expect(await internal.getOwnState({ params: { reader: 'r2', person: who } })).toMatchObject({
        data: { entries: [] },
      })
      await decide(id, 'approve')
      // Text is not sanitised here; the page escapes it.
      expect(await bookOf(who)).toMatchObject({
        entries: [{ name: 'Familie Brandt', text: `Danke für alles. ${SCRIPT}` }],
      })
      expect(JSON.stringify(await bookOf(who))).not.toMatch(/r1|example\.com/)
      expect(codeOf(await decide(id, 'approve'))).toBe('409 NOT_POSSIBLE')
      expect(codeOf(await decide(id, 'remove'))).toBe('ok')
      expect([await bookOf(who), changes, removals]).toMatchObject([{ entries: [] }, 2, 1])
      expect(mails).toMatchObject([
        {
          template: 'text-decided',
          to: { address: 'r1@example.com' },
          data: { wasShown: true, facts: 'Beleidigt.' },
        },
      ])
    })

    it.each<[string, string, object, string]>([
      ['a telephone number', 'Ruft an: 0151 2345 6789', {}, 'contact'],
      ['a link', 'Mehr auf www.boese.example', {}, 'too_many_links'],
      ['a home', 'Besucht uns: Lindenstraße 4', {}, 'address'],
      ['nothing', ' \u200b ', {}, 'empty'],
      ['too much', 'x'.repeat(1501), {}, 'too_long'],
    ])('refuses %s', async (_what, text, more, code) => {
      const answer = await write(who, 'r1', text, more)
      expect(answer).toMatchObject({ ok: false, status: 422, problem: { fields: { text: code } } })
    })

    it('allows one candle and three condolences per reader, over two processes at once', async () => {
      const elsewhere = createTestClient(OBITUARIES_INTERNAL, through(other, withKey))
      const candle = { kind: 'candle', text: '' }
      await Promise.all(
        [1, 2, 3, 4].map((index) => write(who, 'r1', '', candle, index % 2 === 0 ? internal : elsewhere)),
      )
      const texts = await Promise.all(
        [1, 2, 3, 4, 5].map((index) =>
          write(who, 'r1', `Gedanke Nummer ${index}`, {}, index % 2 === 0 ? internal : elsewhere),
        ),
      )
      expect(texts.filter(({ ok }) => ok)).toHaveLength(3)
      const own = await internal.getOwnState({ params: { reader: 'r1', person: who } })
      expect(own.ok && own.data.entries.map(({ kind }) => kind).toSorted()).toEqual([
        'candle',
        'condolence',
        'condolence',
        'condolence',
      ])
      const again = await write(who, 'r1', 'Gedanke Nummer 1')
      expect(again.ok || again.status === 429).toBe(true)
    })

    it.runIf(engine === 'postgres')(
      'allows one candle per reader, over two operating-system processes',
      { meta: { skipReason: 'the embedded engine has one process' }, timeout: 120_000 },
      async () => {
        const outcomes = await runInTwoProcesses(new URL('./light-many.testing.ts', import.meta.url), url, [
          now.toISOString(),
          who,
          'r1',
          '20',
        ])
        expect(outcomes).toHaveLength(40)
        expect(outcomes).toContain('ok')
        const own = await internal.getOwnState({ params: { reader: 'r1', person: who } })
        expect(own.ok && own.data.entries.map(({ kind }) => kind)).toEqual(['candle'])
      },
    )

    it('ends a flood with 429', async () => {
      for (let index = 0; index < 10; index += 1) {
        await take(notice(`n${index}`, { person: person(`Name ${String.fromCharCode(65 + index)}`) }))
        expect(codeOf(await write(await personOf(`n${index}`), 'flood', 'Mein Beileid.'))).toBe('ok')
      }
      expect(codeOf(await write(who, 'flood', 'Mein Beileid.'))).toBe('429 TOO_MANY_ENTRIES')
      expect(codeOf(await write(who, 'somebody', 'Mein Beileid.'))).toBe('ok')
    })

    it('is protected: others cannot withdraw, read or report foreign or hidden entries', async () => {
      const entry = await write(who, 'r1', 'Mein Beileid.')
      if (!entry.ok) throw new Error(entry.problem.code)
      const params = { entry: entry.data.id }
      expect(codeOf(await internal.report({ body: { ...REPORT, target: { kind: 'entry', id: entry.data.id } } }))).toBe(
        '404 NOT_FOUND',
      )
      await internal.removeOwnEntry({ params: { reader: 'r2', ...params } })
      await decide(entry.data.id, 'approve')
      expect((await bookOf(who)).total).toBe(1)
      await internal.removeOwnEntry({ params: { reader: 'r1', ...params } })
      expect((await bookOf(who)).total).toBe(0)
      const keyless = createTestClient(OBITUARIES_INTERNAL, through(service))
      expect(codeOf(await keyless.listEntries({ query: {} }))).toBe('401 UNAUTHORISED')
    })

    it('is reported by any reader with a receipt, decided with reasons, and its writer complains by the link', async () => {
      const entry = await write(who, 'r1', 'Etwas Böses.')
      if (!entry.ok) throw new Error(entry.problem.code)
      await decide(entry.data.id, 'approve')
      const target = { kind: 'entry', id: entry.data.id }
      expect(await internal.getReported({ body: { target } })).toMatchObject({
        data: { what: 'condolence', name: 'Familie Brandt', text: 'Etwas Böses.' },
      })
      expect(await internal.report({ body: { ...REPORT, target } })).toMatchObject({
        data: { number: expect.stringMatching(/^M-[0-9A-F]{12}$/) },
      })
      expect(await internal.listEntries({ query: { state: 'visible', term: 'boeses gross' } })).toMatchObject({
        data: { total: 1, entries: [{ openReports: 1, reader: 'r1' }] },
      })
      expect(await internal.listCases({ body: {} })).toMatchObject({
        data: { total: 1, cases: [{ target, reports: [{ isOpen: true }] }] },
      })
      const remove = (ground: 'insult' | null) =>
        internal.decideCase({
          body: { target, decision: { action: 'remove', ground, facts: 'Es beleidigt den Toten.', by: 'M' } },
        })
      expect(codeOf(await remove(null))).toBe('422 REASONS_MISSING')
      expect(codeOf(await remove('insult'))).toBe('ok')
      expect((await bookOf(who)).total).toBe(0)
      expect(mails.map(({ template, to }) => [template, to.address])).toEqual([
        ['report-received', 'otto@example.com'],
        ['text-decided', 'r1@example.com'],
        ['report-decided', 'otto@example.com'],
      ])
      const token = /^\/widerspruch\/entry\/(.+)$/.exec((mails[1]!.data as { path: string }).path)![1]!
      for (const [name, touched] of [['touched', withTouchedSignature(token)] as const, ...listOtherSpellings(token)])
        expect([name, codeOf(await internal.getStatement({ body: { token: touched } }))]).toEqual([
          name,
          // The endpoint refuses a malformed token earlier.
          expect.stringMatching(/^(?:404 NOT_FOUND|400 BAD_REQUEST)$/),
        ])
      expect(await internal.getStatement({ body: { token } })).toMatchObject({
        data: { what: 'condolence', text: 'Etwas Böses.', isOver: false, statement: { ground: 'insult' } },
      })
      const complain = () =>
        internal.complainByLink({ body: { token, text: 'Das war ein Gedicht von ihm.', requester: REQUESTER } })
      expect([codeOf(await complain()), codeOf(await complain())]).toEqual(['ok', '409 NOT_OPEN'])
      const waiting = await internal.listCases({ body: { list: 'complaints' } })
      const statement = waiting.ok
        ? waiting.data.cases[0]!.statements.find(({ action }) => action === 'remove')!.id
        : ''
      const answer = { statement, outcome: 'reversed', answer: 'Sie haben recht.', by: 'C' } as const
      expect(codeOf(await internal.answerComplaint({ body: answer }))).toBe('ok')
      expect((await bookOf(who)).total).toBe(1)
      const [from, to] = ['2020-01-01T00:00:00Z', '2040-01-01T00:00:00Z']
      expect(await internal.getTransparency({ body: { from, to } })).toMatchObject({
        data: { reports: { total: 1 }, decisions: { byAction: { restore: 1 } }, complaints: { reversed: 1 } },
      })
    })

    it('is closed when the family asks and the publisher agrees', async () => {
      const asked = await internal.addClosingRequest({
        params: { person: who },
        body: {
          wish: 'close',
          name: 'Karin Groß',
          contact: '0151 2345 6789',
          relation: 'Tochter',
          requester: REQUESTER,
        },
      })
      if (!asked.ok) throw new Error(asked.problem.code)
      expect((await bookOf(who)).person.isBookOpen).toBe(true)
      await internal.decideRequest({ params: { request: asked.data.receipt }, body: { outcome: 'done' } })
      expect((await bookOf(who)).person.isBookOpen).toBe(false)
      expect(codeOf(await write(who, 'r1', 'Mein Beileid.'))).toBe('409 BOOK_CLOSED')
      await internal.setBook({ params: { person: who }, body: { isOpen: true } })
      expect(codeOf(await write(who, 'r1', 'Mein Beileid.'))).toBe('ok')
    })

    it('exports the data of a reader, and deletes it with the account', async () => {
      const entry = await write(who, 'r1', 'Mein Beileid.')
      if (entry.ok) await decide(entry.data.id, 'approve')
      await write(who, 'r2', 'Auch meins.')
      const wanted = { isWanted: true, address: 'r1@example.com' } as const
      await internal.setReminder({ params: { reader: 'r1', person: who }, body: wanted })
      const subject = {
        publication: 'ak' as const,
        sub: 'r1',
        email: 'r1@example.com',
        isShadow: false,
        isEmailVerified: true,
      }
      expect(await service.personalData.read(subject)).toMatchObject({
        entries: [{ text: 'Mein Beileid.', state: 'visible' }],
        reminders: [{ person: who }],
      })
      await service.personalData.erase(subject)
      expect(await service.personalData.read(subject)).toEqual({
        entries: [],
        reminders: [],
        orders: [],
        portraits: [],
        reports: [],
      })
      expect((await bookOf(who)).total).toBe(0)
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from notices.entries`.execute(
        opened.database.db,
      )
      expect(rows[0]!.count).toBe(1)
    })
  })

  it('reminds of the anniversary once a year, at the current address, until the link of the mail ends it', async () => {
    await take(notice('a'))
    const who = await personOf('a')
    const params = { reader: 'r1', person: who }
    const wanted = { isWanted: true, address: 'old@example.com' } as const
    expect(await internal.setReminder({ params, body: wanted })).toMatchObject({ data: { hasReminder: true } })
    await internal.setReminder({ params, body: wanted })
    await internal.changeAddress({ params: { reader: 'r1' }, body: { to: 'new@example.com' } })
    await Promise.all([service.runDue(), other.runDue()])
    expect(mails).toEqual([])
    now = new Date('2027-11-16T07:00:00Z')
    await Promise.all([service.runDue(), other.runDue(), service.runDue()])
    expect(mails).toMatchObject([
      { template: 'anniversary', to: { address: 'new@example.com' }, data: { name: 'Jürgen Groß', years: 1 } },
    ])
    // A reminder that is two days late is skipped; the one of the next year comes.
    now = new Date('2028-11-18T07:00:00Z')
    await service.runDue()
    expect(mails).toHaveLength(1)
    now = new Date('2029-11-16T07:00:00Z')
    await service.runDue()
    expect(mails).toHaveLength(2)
    const token = mails[0]!.unsubscribePath!.split('=')[1]!
    expect(await internal.getReminder({ params: { token } })).toMatchObject({
      data: { person: { name: 'Jürgen Groß' } },
    })
    await internal.endReminder({ params: { token } })
    expect(codeOf(await internal.getReminder({ params: { token } }))).toBe('404 NOT_FOUND')
    now = new Date('2030-11-16T07:00:00Z')
    await service.runDue()
    expect(mails).toHaveLength(2)
    await take(notice('b', { person: person('Ohne Tag', { died: '2026' }) }))
    const dayless = { reader: 'r1', person: await personOf('b') }
    expect(codeOf(await internal.setReminder({ params: dayless, body: wanted }))).toBe('409 NO_DAY')
  })

  describe('a notice that is ordered', () => {
    const NUMBER = 'A-2026-ABCD-EFGH'
    const params = { number: NUMBER }
    const PAID = { payment: 'paid', sub: 'r1', email: 'r1@example.com', recipient: null } as const
    const save = async (more: Partial<ObituaryDraft> = {}) => {
      const saved = await internal.saveDraft({
        body: { draft: { ...draft, ...more }, reader: 'r1', requester: REQUESTER, reference: null },
      })
      if (!saved.ok) throw new Error(JSON.stringify(saved.problem))
      return saved.data.reference
    }
    const buy = async (reference: string) => {
      await seller.reserveBasket({ params, body: { reference, sub: 'r1' } })
      await seller.settlePurchase({ params, body: PAID })
    }

    it('has the price of the table, for everybody, and is visible to its buyer only', async () => {
      const reference = await save()
      const basket = await seller.getBasket({ params: { reference }, query: { sub: 'r1' } })
      expect(basket.ok && basket.data.lines.map(({ key, unitCents }) => [key, unitCents])).toEqual([
        ['size', 4900],
        ['scene', 1500],
      ])
      expect(codeOf(await seller.getBasket({ params: { reference }, query: { sub: 'r2' } }))).toBe('404 UNKNOWN_BASKET')
      expect(codeOf(await internal.getDraft({ params: { reference }, query: {} }))).toBe('404 NOT_FOUND')
    })

    it.each<[string, Partial<ObituaryDraft>, object]>([
      ['a number of mourners', { set: { ...draft.set, mourners: 'Karin, 0151 2345 6789' } }, { mourners: 'contact' }],
      ['a home', { set: { ...draft.set, mourners: 'Lindenstraße 4, 04109 Auenburg' } }, { mourners: 'address' }],
      ['a death to come', { person: { ...draft.person, died: '2026-11-22' } }, { died: 'date' }],
      ['no name', { person: { ...draft.person, name: ' ' } }, { name: 'empty' }],
    ])('is refused without %s', async (_what, more, fields) => {
      const answer = await internal.saveDraft({
        body: { draft: { ...draft, ...more }, reader: null, requester: REQUESTER, reference: null },
      })
      expect(answer).toMatchObject({ ok: false, status: 422, problem: { fields } })
    })

    it('is published after payment and approval', async () => {
      const reference = await save({ set: { ...draft.set, ceremony: '14 Uhr, Kapelle, Bergstraße 3' } })
      await seller.reserveBasket({ params, body: { reference, sub: 'r1' } })
      expect(codeOf(await internal.decideOrder({ params, body: { outcome: 'published' } }))).toBe('409 NO_SUCH_STEP')
      await Promise.all([1, 2].map(() => seller.settlePurchase({ params, body: PAID })))
      expect(await list()).toEqual([])
      expect(codeOf(await seller.getBasket({ params: { reference }, query: { sub: 'r1' } }))).toBe('409 NOT_AVAILABLE')
      const again = { number: 'A-2026-ABCD-2222' }
      expect(codeOf(await seller.reserveBasket({ params: again, body: { reference, sub: 'r1' } }))).toBe(
        '409 NOT_AVAILABLE',
      )
      expect(await internal.listOrders({ query: {} })).toMatchObject({
        data: { orders: [{ number: NUMBER, state: 'paid' }] },
      })
      expect(codeOf(await internal.decideOrder({ params, body: { outcome: 'published' } }))).toBe('ok')
      expect(await list()).toEqual(['a-2026-abcd-efgh'])
      expect(mails).toMatchObject([{ template: 'notice-order', data: { outcome: 'published' } }])
      const found = await open.getNotice({ params: { notice: 'a-2026-abcd-efgh' } })
      expect(found).toMatchObject({ data: { set: { ceremony: '14 Uhr, Kapelle, Bergstraße 3' } } })
      expect((await bookOf(await personOf('a-2026-abcd-efgh'))).person.isBookOpen).toBe(false)
      expect(await seller.holdPurchase({ params, body: { lines: ['size'] } })).toMatchObject({
        data: { spent: ['size'] },
      })
      now = new Date('2027-03-01T12:00:00Z')
      expect(await list()).toEqual([])
    })

    it('is refunded when it is declined, and can be bought again after a correction', async () => {
      const reference = await save()
      await buy(reference)
      const body = { outcome: 'declined', facts: 'Die Person lebt.' } as const
      expect(codeOf(await internal.decideOrder({ params, body }))).toBe('ok')
      await seller.releasePurchase({ params, body: { reason: 'refunded', lines: null } })
      expect([givenUp, mails.map(({ template }) => template)]).toEqual([[NUMBER], ['notice-order']])
      expect(codeOf(await seller.settlePurchase({ params, body: PAID }))).toBe('409 NOT_POSSIBLE')
      expect(await list()).toEqual([])
      const again = { number: 'A-2026-ABCD-2222' }
      expect(codeOf(await seller.reserveBasket({ params: again, body: { reference, sub: 'r1' } }))).toBe('ok')
    })

    it('is removed when the purchase is cancelled, and stays released whatever comes later', async () => {
      await buy(await save())
      await internal.decideOrder({ params, body: { outcome: 'published' } })
      await seller.releasePurchase({ params, body: { reason: 'withdrawn', lines: null } })
      await seller.releasePurchase({ params, body: { reason: 'withdrawn', lines: null } })
      expect(await list()).toEqual([])
      const early = { number: 'A-2026-ABCD-3333' }
      await seller.releasePurchase({ params: early, body: { reason: 'failed', lines: null } })
      const reference = await save()
      expect(codeOf(await seller.reserveBasket({ params: early, body: { reference, sub: 'r1' } }))).toBe(
        '409 NOT_AVAILABLE',
      )
      expect(codeOf(await seller.settlePurchase({ params: early, body: PAID }))).toBe('409 NOT_POSSIBLE')
    })

    describe('with a portrait', () => {
      const DATA = Buffer.from([0xff, 0xd8, 0xff, ...new Uint8Array(40)]).toString('base64')
      const FACTS = { width: 480, height: 640, colour: '#a0b0c0' }
      const send = async (reader: string | null, data = DATA, requester = REQUESTER) => {
        const sent = await internal.addPortrait({ body: { data, ...FACTS, reader, requester } })
        return sent.ok ? sent.data.id : codeOf(sent)
      }
      const saveWith = (portrait: string | null, reference: string | null = null, reader: string | null = 'r1') =>
        internal.saveDraft({ body: { draft, reader, requester: REQUESTER, reference, portrait } })
      const order = async (portrait: string, reader: string | null = 'r1') => {
        const saved = await saveWith(portrait, null, reader)
        if (!saved.ok) throw new Error(JSON.stringify(saved.problem))
        await buy(saved.data.reference)
        return saved.data.reference
      }
      const seenBy = async (id: string, reader?: string) =>
        codeOf(await internal.getOwnPortrait({ params: { id }, query: reader === undefined ? {} : { reader } }))
      const decideIt = (body: { outcome: 'published' } | { outcome: 'declined'; facts: string }) =>
        internal.decideOrder({ params, body })
      const SUBJECT = {
        publication: 'ak' as const,
        sub: 'r1',
        email: 'r1@example.com',
        isShadow: false,
        isEmailVerified: true,
      }

      it('R1-79 is visible to the reader and the office only until it is published, and gone after its last day', async () => {
        const id = await send('r1')
        const office = () => internal.getPortraitToDecide({ params: { id } })
        expect([await seenBy(id, 'r1'), await seenBy(id, 'r2'), await seenBy(id), codeOf(await office())]).toEqual([
          'ok',
          '404 NOT_FOUND',
          '404 NOT_FOUND',
          '404 NOT_FOUND',
        ])
        const reference = await order(id)
        expect(await internal.getDraft({ params: { reference }, query: { reader: 'r1' } })).toMatchObject({
          data: { portrait: { id, ...FACTS } },
        })
        expect([await office(), shown.size]).toMatchObject([{ data: { data: DATA } }, 0])
        expect(await internal.listOrders({ query: {} })).toMatchObject({ data: { orders: [{ portrait: { id } }] } })
        await decideIt({ outcome: 'published' })
        expect([...shown]).toEqual([[`readers/${id}.jpg`, DATA]])
        expect(await open.listNotices({ query: {} })).toMatchObject({
          data: { notices: [{ picture: null, portrait: { baseUrl: `/readers/${id}.jpg`, ...FACTS } }] },
        })
        expect(await service.personalData.read(SUBJECT)).toMatchObject({
          portraits: [{ order: NUMBER, width: 480, height: 640 }],
        })
        now = new Date('2027-03-01T12:00:00Z')
        await service.sweep()
        expect([shown.size, await seenBy(id, 'r1')]).toEqual([0, '404 NOT_FOUND'])
      })

      it.each<[string, () => Promise<unknown>]>([
        ['when the order is declined', () => decideIt({ outcome: 'declined', facts: 'Die Person lebt.' })],
        [
          'when it is withdrawn before anybody looked',
          () => seller.holdPurchase({ params, body: { lines: ['size'] } }),
        ],
        [
          'when the notice is given back',
          async () => {
            await decideIt({ outcome: 'published' })
            expect(shown.size).toBe(1)
            await seller.releasePurchase({ params, body: { reason: 'withdrawn', lines: null } })
            await expect.poll(() => shown.size).toBe(0)
          },
        ],
        ['with the account', () => service.personalData.erase(SUBJECT)],
      ])('is erased %s', async (_when, end) => {
        // The draft of a guest belongs to its buyer.
        const id = await send(null)
        await order(id, null)
        expect([await seenBy(id, 'r1'), await seenBy(id)]).toEqual(['ok', '404 NOT_FOUND'])
        await end()
        await service.sweep()
        expect([shown.size, await seenBy(id, 'r1')]).toEqual([0, '404 NOT_FOUND'])
      })

      it('a published notice stays, without the account of its buyer', async () => {
        await order(await send('r1'))
        await decideIt({ outcome: 'published' })
        await service.personalData.erase(SUBJECT)
        expect([shown.size, await open.listNotices({ query: {} })]).toMatchObject([
          0,
          { data: { notices: [{ person: { name: 'Lotte Klein' }, portrait: null }] } },
        ])
      })

      it('stays with the draft when a payment fails, and as a copy when a bought draft is edited', async () => {
        const id = await send('r1')
        const saved = await saveWith(id)
        const reference = saved.ok ? saved.data.reference : ''
        await seller.reserveBasket({ params, body: { reference, sub: 'r1' } })
        const anew = await saveWith(id, reference)
        expect(anew).toMatchObject({ data: { reference: expect.not.stringMatching(reference), portrait: FACTS } })
        expect(anew.ok && anew.data.portrait?.id).not.toBe(id)
        await seller.releasePurchase({ params, body: { reason: 'failed', lines: null } })
        await service.sweep()
        expect(await seenBy(id, 'r1')).toBe('ok')
        expect(await saveWith(null, reference)).toMatchObject({ data: { reference, portrait: null } })
        expect(await seenBy(id, 'r1')).toBe('404 NOT_FOUND')
        expect(await saveWith(id, reference)).toMatchObject({ status: 422, problem: { fields: { portrait: 'gone' } } })
      })

      it('cannot be used by other readers or notices, cannot be a script or a flood, and is deleted after a day without a saved draft', async () => {
        const foreign = await send('r2')
        const used = await send('r1')
        await saveWith(used)
        expect([
          codeOf(await saveWith(foreign)),
          codeOf(await saveWith(used)),
          await send('r1', Buffer.from('<svg onload=alert(1)></svg>').toString('base64')),
        ]).toEqual(['422 INVALID_FIELDS', '422 INVALID_FIELDS', '422 NO_PICTURE'])
        const answers = []
        for (let index = 0; index < 41; index++) answers.push(await send(null, DATA, 'f'.repeat(32)))
        expect([answers[39], answers[40]]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), '429 TOO_MANY_PICTURES'])
        now = new Date('2026-11-22T12:00:01Z')
        await service.sweep()
        expect([await seenBy(foreign, 'r2'), await seenBy(used, 'r1')]).toEqual(['404 NOT_FOUND', 'ok'])
      })
    })
  })
})
