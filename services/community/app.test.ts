import { createTestDatabase } from '@lokalteil/tools/postgres'
import type { Client } from '@lokalteil/contracts/kernel/client'
import { createTestClient, outcomeOf as refusal } from '@lokalteil/contracts/kernel/client.testing'
import { COMMUNITY, COMMUNITY_MODERATION, type ArticleFacts, type Reader } from '@lokalteil/contracts/community'
import type { MailMessageInput } from '@lokalteil/contracts/mail'
import { Community } from '@lokalteil/contracts/publication/community'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase, type Database } from '../platform/database.ts'
import { ENGINES, openTestDatabase } from '../platform/database/database.testing.ts'
import { runInTwoProcesses } from '../platform/two-processes.testing.ts'
import { createCommunityService, type CommunityService } from './app.ts'

const KEY = 'a-key-for-tests'
const START = Date.parse('2026-11-24T12:00:00Z')
const MINUTE = 60_000
type Api = Client<typeof COMMUNITY>
type Office = Client<typeof COMMUNITY_MODERATION>

describe.each(ENGINES)('community on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let other: Database | null = null
  let service: CommunityService
  let ak: Api
  /** A second process on the same database. */
  let twin: Api
  let office: Office
  let time = START
  let rules = Community.parse({})
  let mails: MailMessageInput[] = []
  let changed: string[] = []

  /** '' with the embedded engine, which allows only one process. */
  let url = ''

  beforeAll(async () => {
    opened = await openTestDatabase(engine, async () => {
      const created = await createTestDatabase()
      url = created.url
      return created
    })
    const open = (database: Database) =>
      createCommunityService({
        database,
        serviceKey: KEY,
        secret: 'a-secret-of-at-least-32-characters',
        rulesOf: (code) => (code === 'ak' ? rules : null),
        queueMail: async (message) => void mails.push(message),
        now: () => new Date(time),
        checkAnswers: true,
      })
    const clientOf = <C extends typeof COMMUNITY | typeof COMMUNITY_MODERATION>(
      contract: C,
      from: CommunityService,
      code = 'ak',
    ) =>
      createTestClient(contract, {
        base: `http://community.local/${code}`,
        headers: { authorization: `Bearer ${KEY}` },
        fetch: (request: Request) => from.app.fetch(request),
      })
    service = await open(opened.database)
    service.onChange((_, article) => void changed.push(article))
    ak = clientOf(COMMUNITY, service)
    office = clientOf(COMMUNITY_MODERATION, service)
    if (url !== '') other = await openDatabase({ url })
    twin = clientOf(COMMUNITY, other === null ? service : await open(other))
  })
  afterAll(async () => {
    await other?.close()
    await opened.drop()
  })

  let articles = 0
  let article: ArticleFacts
  beforeEach(() => {
    articles += 1
    time += 3_600_000
    mails = []
    changed = []
    rules = Community.parse({
      comments: {},
      reviews: {},
      slowSeconds: 0,
      holdAfterReports: 2,
      words: { hold: ['heikel'] },
    })
    article = {
      id: String(1000 + articles),
      path: `/ein-artikel-${1000 + articles}`,
      title: 'Ein Artikel',
      section: 'lokales',
      publishDate: '2026-11-24T08:00:00.000Z',
      isTestReport: true,
      authors: [{ path: '/autor/anna-muster-1', name: 'Anna Muster' }],
    }
  })

  const readers = new Map<string, Reader>()
  async function reader(name: string): Promise<Reader> {
    const known = readers.get(name)
    if (known !== undefined) return known
    const made = {
      sub: `sub-${name.replace(/\W/g, '')}`,
      email: `${name.toLowerCase().replace(/\W/g, '')}@example.org`,
      isEmailVerified: true,
    }
    readers.set(name, made)
    const saved = await ak.saveMember({ body: { reader: made, name, reserved: ['Anna Muster'] } })
    expect(saved).toMatchObject({ ok: true, data: { name } })
    return made
  }
  let sentences = 0
  async function write(by: string, more: { text?: string; replyTo?: string; api?: Api } = {}) {
    const { text = `Eine Meinung, Nummer ${(sentences += 1)}.`, replyTo = null, api = ak } = more
    return api.addComment({ body: { article, reader: await reader(by), text, replyTo, requester: `net-${by}` } })
  }
  async function comment(by: string, more: { text?: string; replyTo?: string } = {}) {
    const written = await write(by, more)
    if (!written.ok) throw new Error(`${written.status} ${written.problem.code}`)
    return written.data.comment
  }
  async function list(
    more: { viewer?: string | null; sort?: 'newest' | 'helpful' | 'picks'; page?: number; focus?: string } = {},
  ) {
    const found = await ak.listComments({ body: { article, viewer: null, ...more } })
    if (!found.ok) throw new Error(found.problem.code)
    return found.data
  }
  const ids = ({ threads }: { threads: { id: string }[] }) => threads.map(({ id }) => id)
  it('needs the key, and knows only publications that have it switched on', async () => {
    const bare = await service.app.fetch(new Request('http://community.local/ak/comments/list', { method: 'POST' }))
    expect(bare.status).toBe(401)
    rules = Community.parse({})
    expect(await refusal(ak.listComments({ body: { article, viewer: null } }))).toBe('404 NOT_FOUND')
    expect(await refusal(write('Elbkind'))).toBe('404 NOT_FOUND')
  })

  it('shows a comment and a reply under it, two deep, with their names, and counts them (R1-61)', async () => {
    const first = await comment('Elbkind', { text: 'Gut <b>so</b>.' })
    const reply = await comment('Uferlos', { replyTo: first.id })
    const third = await comment('Elbkind', { replyTo: reply.id, text: '@Uferlos stimmt, @Niemand auch' })
    expect(first.parent).toBeNull()
    expect(third).toMatchObject({
      parent: first.id,
      replyTo: { id: reply.id, name: 'Uferlos' },
      mentions: ['@Uferlos'],
    })
    const page = await list()
    expect(page.discussion.comments).toEqual({ mode: 'open', count: 3 })
    expect(page.threads).toHaveLength(1)
    expect(page.threads[0]).toMatchObject({ name: 'Elbkind', replyCount: 2, text: 'Gut <b>so</b>.' })
    expect(page.threads[0]!.replies.map(({ id }) => id)).toEqual([reply.id, third.id])
    expect(changed).toEqual([article.id, article.id, article.id])
  })

  it('refuses comments of readers without a confirmed address and a name (R1-61)', async () => {
    const nameless = { sub: 'nameless', email: 'n@example.org', isEmailVerified: true }
    const body = { article, text: 'Hallo zusammen', replyTo: null, requester: 'x' }
    expect(await refusal(ak.addComment({ body: { ...body, reader: nameless } }))).toBe('403 NO_DISPLAY_NAME')
    const unconfirmed = { ...(await reader('Elbkind')), isEmailVerified: false }
    expect(await refusal(ak.addComment({ body: { ...body, reader: unconfirmed } }))).toBe('403 ADDRESS_NOT_CONFIRMED')
  })

  it.each([
    ['Anna Muster', '422 TEXT_RESERVED'],
    ['ANNA-MUSTER', '422 TEXT_RESERVED'],
    ['Redaktion Elbe', '422 TEXT_RESERVED'],
    ['E1bkind', '409 NAME_TAKEN'],
    ['<script>', '422 TEXT_CHARACTERS'],
    ['Muster Anna', '422 TEXT_RESERVED'],
    ['Auenkurier Team', '422 TEXT_RESERVED'],
    ['Ann\u0251 Muster', '422 TEXT_CHARACTERS'],
  ])('refuses the name %s, which would impersonate somebody', async (name, answer) => {
    await reader('Elbkind')
    const forger = { sub: 'forger', email: 'f@example.org', isEmailVerified: true }
    expect(await refusal(ak.saveMember({ body: { reader: forger, name, reserved: ['Anna Muster'] } }))).toBe(answer)
  })

  it('marks the article’s author only by the account that the publication linked', async () => {
    await office.linkAuthor({ body: { sub: 'sub-anna', authorPath: '/autor/anna-muster-1', name: 'Anna Muster' } })
    const anna = { sub: 'sub-anna', email: 'anna@example.org', isEmailVerified: true }
    const question = await comment('Elbkind', { text: 'Warum so, @Anna Muster?' })
    // No mail was sent: her address is unknown until she visits the site.
    const answer = await ak.addComment({
      body: { article, reader: anna, text: 'Weil der Rat es so beschloss.', replyTo: question.id, requester: 'x' },
    })
    expect(answer).toMatchObject({ ok: true, data: { comment: { voice: 'author', name: 'Anna Muster' } } })
    const elsewhere = { ...article, authors: [] }
    const seen = await ak.listComments({ body: { article: elsewhere, viewer: null } })
    expect(seen.ok && seen.data.threads[0]!.replies[0]!.voice).toBe('editorial')
    expect(seen.ok && seen.data.threads[0]!.voice).toBeNull()
    await comment('Uferlos', { text: '@Anna Muster, und wer zahlt?' })
    expect(mails.map(({ to, template }) => [to.address, template])).toEqual([
      ['elbkind@example.org', 'comment-reply'],
      ['anna@example.org', 'comment-reply'],
    ])
  })

  it('counts one vote per reader, over two processes at once (R1-62)', async () => {
    const { id } = await comment('Elbkind')
    const voter = await reader('Uferlos')
    const vote = (api: Api, value: -1 | 0 | 1, who = voter) =>
      api.vote({ params: { comment: id }, body: { reader: who, value, requester: 'x' } })
    await Promise.all(Array.from({ length: 20 }, (_, index) => vote(index % 2 ? ak : twin, 1)))
    expect((await list({ viewer: voter.sub })).threads[0]).toMatchObject({ up: 1, down: 0, ownVote: 1 })
    await Promise.all([...Array(10)].map((_, index) => vote(index % 2 ? ak : twin, index % 3 === 0 ? 1 : -1)))
    const { up, down } = (await list()).threads[0]!
    expect(up + down).toBe(1)
    // A vote shows no name, so it needs none.
    const nameless = { sub: 'voter-without-name', email: 'ohne@example.org', isEmailVerified: true }
    expect(await refusal(vote(ak, 1, nameless))).toBe('ok')
    await vote(twin, 0, nameless)
    await vote(twin, 0)
    expect((await list({ viewer: voter.sub })).threads[0]).toMatchObject({ up: 0, down: 0, ownVote: 0 })
    expect(await refusal(vote(ak, 1, await reader('Elbkind')))).toBe('409 OWN_TEXT')
    expect(
      await refusal(ak.vote({ params: { comment: '999999' }, body: { reader: voter, value: 1, requester: 'x' } })),
    ).toBe('404 NOT_FOUND')
  })

  it.runIf(engine === 'postgres')(
    'counts one vote and one review per reader, over two operating-system processes (R1-62, R1-63)',
    { meta: { skipReason: 'the embedded engine has one process' }, timeout: 120_000 },
    async () => {
      const { id } = await comment('Elbkind')
      const voter = await reader('Uferlos')
      const outcomes = await runInTwoProcesses(new URL('./vote-many.testing.ts', import.meta.url), url, [
        new Date(time).toISOString(),
        id,
        JSON.stringify(article),
        JSON.stringify(voter),
        '40',
      ])
      expect(outcomes).toHaveLength(160)
      expect(outcomes).toContain('ok')
      expect((await list({ viewer: voter.sub })).threads[0]).toMatchObject({ up: 1, down: 0, ownVote: 1 })
      const found = await ak.listReviews({ body: { article, viewer: null } })
      expect(found).toMatchObject({
        ok: true,
        data: { discussion: { reviews: { rating: { count: 1, average: 4 } } }, reviews: [{ stars: 4 }] },
      })
    },
  )

  it('sorts by time, by helpfulness, and shows the editors’ picks (R1-62)', async () => {
    const made: string[] = []
    for (const by of ['Elbkind', 'Uferlos', 'Deichgraf']) {
      time += MINUTE
      made.push((await comment(by)).id)
    }
    await ak.vote({
      params: { comment: made[1]! },
      body: { reader: await reader('Elbkind'), value: 1, requester: 'x' },
    })
    await ak.vote({
      params: { comment: made[2]! },
      body: { reader: await reader('Elbkind'), value: -1, requester: 'x' },
    })
    await office.pick({ body: { comment: made[0]!, isPicked: true } })
    expect(ids(await list())).toEqual([made[2], made[1], made[0]])
    expect(ids(await list({ sort: 'helpful' }))).toEqual([made[1], made[0], made[2]])
    const picks = await list({ sort: 'picks' })
    expect(ids(picks)).toEqual([made[0]])
    expect(picks.threads[0]!.isPicked).toBe(true)
  })

  it('a comment can be changed for five minutes, by its author only (R1-61)', async () => {
    const written = await comment('Elbkind')
    const edit = async (by: string, text: string) =>
      refusal(
        ak.editComment({
          params: { comment: written.id },
          body: { article, reader: await reader(by), text, requester: 'x' },
        }),
      )
    expect(await edit('Uferlos', 'Von wem anders')).toBe('404 NOT_FOUND')
    time += 4 * MINUTE
    expect(await edit('Elbkind', 'Mit 0341 1234567')).toBe('422 TEXT_CONTACT')
    expect(await edit('Elbkind', 'Besser gesagt.')).toBe('ok')
    expect((await list()).threads[0]).toMatchObject({ text: 'Besser gesagt.', editedAt: new Date(time).toISOString() })
    expect(await edit('Elbkind', 'Nun ist es heikel.')).toBe('ok')
    expect((await list()).threads).toEqual([])
    time += 2 * MINUTE
    expect(await edit('Elbkind', 'Zu spät.')).toBe('409 TOO_LATE')
  })

  it('a withdrawn comment loses its words and name; its place stays if it was answered', async () => {
    const lonely = await comment('Elbkind')
    const answered = await comment('Elbkind')
    await comment('Uferlos', { replyTo: answered.id })
    const body = { reader: await reader('Elbkind') }
    for (const { id } of [lonely, answered])
      expect(await refusal(ak.withdrawComment({ params: { comment: id }, body }))).toBe('ok')
    const page = await list()
    expect(page.threads).toMatchObject([{ id: answered.id, state: 'withdrawn', name: '', text: '' }])
    expect(page.discussion.comments?.count).toBe(1)
    expect(
      await refusal(
        ak.withdrawComment({ params: { comment: answered.id }, body: { reader: await reader('Uferlos') } }),
      ),
    ).toBe('404 NOT_FOUND')
  })

  it('shows a pending comment to its author only, and notifies of a reply once it is visible (R1-61)', async () => {
    const first = await comment('Uferlos')
    rules = { ...rules, comments: { mode: 'moderated', sections: {}, closeAfterDays: 0 } }
    const draft = await comment('Elbkind', { replyTo: first.id, text: 'Noch nicht zu sehen.' })
    expect(draft.state).toBe('pending')
    expect((await list({ viewer: 'sub-Elbkind' })).threads[0]!.replies).toHaveLength(1)
    for (const viewer of [null, 'sub-Uferlos']) expect((await list({ viewer })).threads[0]!.replies).toEqual([])
    expect((await list({ focus: draft.id })).threads[0]!.replies).toEqual([])
    expect(mails).toEqual([])
    expect(
      await refusal(
        ak.vote({ params: { comment: draft.id }, body: { reader: await reader('Uferlos'), value: 1, requester: 'x' } }),
      ),
    ).toBe('404 NOT_FOUND')
    expect(await refusal(ak.getReported({ body: { target: { kind: 'comment', id: draft.id } } }))).toBe('404 NOT_FOUND')
    const target = { kind: 'comment', id: draft.id } as const
    await office.decide({ body: { target, decision: { action: 'approve', ground: null, facts: '', by: 'M' } } })
    expect((await list()).threads[0]!.replies).toMatchObject([{ text: 'Noch nicht zu sehen.' }])
    expect(mails).toMatchObject([{ template: 'comment-reply', to: { address: 'uferlos@example.org' } }])
  })

  it('holds a plot number, which may be a telephone number, for a moderator, and refuses a number that is one', async () => {
    const held = await comment('Elbkind', { text: 'Es geht um Flurstück 0123/45-67 am Deich.' })
    expect(held.state).toBe('pending')
    expect((await list()).threads).toEqual([])
    const queue = await office.listTexts({ body: { article: article.id } })
    expect(queue.ok && queue.data.texts).toMatchObject([{ heldFor: 'word: 0123/45-67', by: { name: 'Elbkind' } }])
    expect(await refusal(write('Elbkind', { text: 'Ruf an: 0341 123456' }))).toBe('422 TEXT_CONTACT')
  })

  it('holds texts with listed words and of newcomers; closes by section, article and age', async () => {
    expect((await comment('Elbkind', { text: 'Das ist heikel.' })).state).toBe('pending')
    rules = { ...rules, newcomers: 1 }
    expect((await comment('Neuling')).state).toBe('pending')
    article = { ...article, comments: 'closed' }
    expect(await refusal(write('Elbkind'))).toBe('409 CLOSED')
    expect((await list()).discussion.comments?.mode).toBe('closed')
    article = { ...article, comments: undefined, section: 'polizei/unfall' }
    rules = { ...rules, comments: { mode: 'open', sections: { polizei: 'closed' }, closeAfterDays: 0 } }
    expect(await refusal(write('Elbkind'))).toBe('409 CLOSED')
  })

  it('limits the comments of one reader, of one network, and repeated words over two processes', async () => {
    const same = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        refusal(write('Elbkind', { text: 'Immer dasselbe.', api: index % 2 ? ak : twin })),
      ),
    )
    expect(same.toSorted()).toEqual([...Array(5).fill('409 DUPLICATE'), 'ok'])
    rules = { ...rules, slowSeconds: 30 }
    expect([await refusal(write('Uferlos')), await refusal(write('Uferlos'))]).toEqual(['ok', '429 TOO_MANY_ATTEMPTS'])
    time += 31_000
    expect(await refusal(write('Uferlos'))).toBe('ok')
    rules = { ...rules, slowSeconds: 0 }
    const many: string[] = []
    for (let index = 0; index < 35; index += 1) many.push(await refusal(write('Vielschreiber')))
    expect(many.filter((answer) => answer === 'ok')).toHaveLength(30)
  })

  it('sends three receipts a day to an unconfirmed address, and accepts all the reports', async () => {
    for (let index = 0; index < 5; index += 1) {
      const { id } = await comment(index % 2 ? 'Elbkind' : 'Uferlos', { text: `Ein Kommentar, der ${index}.` })
      const report = {
        ground: 'insult' as const,
        explanation: 'Persönlicher Angriff.',
        name: '',
        email: 'Opfer@example.org',
        isGoodFaith: true as const,
      }
      const sent = await ak.report({ body: { target: { kind: 'comment', id }, report, requester: `r${index}` } })
      expect(sent).toMatchObject({ ok: true, data: { number: expect.stringMatching(/^M-/) } })
    }
    expect(mails.filter(({ template }) => template === 'report-received')).toHaveLength(3)
  })

  it('accepts reports by any reader, hides after a number of them, and gives reasons and a way to complain', async () => {
    const bad = await comment('Elbkind', { text: 'Das ist gemein.' })
    const target = { kind: 'comment', id: bad.id } as const
    const report = (email: string) =>
      ak.report({
        body: {
          target,
          requester: `net-${email}`,
          report: { ground: 'insult', explanation: 'Persönlicher Angriff.', name: '', email, isGoodFaith: true },
        },
      })
    const first = await report('melder@example.org')
    expect(first).toMatchObject({ ok: true, data: { number: expect.stringMatching(/^M-[0-9A-F]{12}$/) } })
    await report('melder@example.org')
    expect((await list()).threads).toHaveLength(1)
    await report('zweite@example.org')
    expect((await list()).threads).toEqual([])
    const queue = await office.listTexts({ body: { list: 'reported', article: article.id } })
    expect(queue.ok && queue.data.texts[0]).toMatchObject({ target, heldFor: 'reports', by: { name: 'Elbkind' } })
    const decide = (ground: 'insult' | null, facts: string) =>
      office.decide({ body: { target, decision: { action: 'remove', ground, facts, by: 'M. Moderat' } } })
    expect(await refusal(decide(null, ''))).toBe('422 REASONS_MISSING')
    expect(await refusal(decide('insult', 'Greift eine Person an, nicht ihr Argument.'))).toBe('ok')
    expect((await list()).threads).toMatchObject([{ state: 'removed', ground: 'insult', text: '' }])
    expect(mails.map(({ template, to }) => `${template} ${to.address}`)).toEqual([
      'report-received melder@example.org',
      'report-received melder@example.org',
      'report-received zweite@example.org',
      'text-decided elbkind@example.org',
      'report-decided melder@example.org',
      'report-decided melder@example.org',
      'report-decided zweite@example.org',
    ])

    const own = await ak.listOwn({ body: { reader: await reader('Elbkind') } })
    const statement = own.ok ? own.data.texts.find((text) => text.target.id === bad.id)!.statements[0]! : null
    expect(statement).toMatchObject({ action: 'remove', ground: 'insult', source: 'report', isAutomated: false })
    const complain = (who: Reader) =>
      refusal(
        ak.complain({ body: { reader: who, statement: statement!.id, text: 'Das war ein Zitat aus dem Artikel.' } }),
      )
    expect(await complain(await reader('Uferlos'))).toBe('404 NOT_FOUND')
    expect(await complain(await reader('Elbkind'))).toBe('ok')
    expect(await complain(await reader('Elbkind'))).toBe('409 NOT_OPEN')
    await office.answerComplaint({
      body: { statement: statement!.id, outcome: 'reversed', answer: 'Sie haben recht.', by: 'C' },
    })
    expect((await list()).threads).toMatchObject([{ state: 'visible', text: 'Das ist gemein.' }])
    const from = new Date(time - MINUTE).toISOString()
    const figures = await office.getTransparency({ body: { from, to: new Date(time + MINUTE).toISOString() } })
    expect(figures.ok && figures.data).toMatchObject({
      reports: { total: 3, byGround: { insult: 3 }, medianHours: 0 },
      decisions: { total: 2, byAction: { remove: 1, restore: 1 }, bySource: { report: 1, complaint: 1 } },
      complaints: { total: 1, reversed: 1, open: 0 },
    })
  })

  it('a banned reader cannot write or vote until the ban ends', async () => {
    const troll = await reader('Trollo')
    const { id } = await comment('Elbkind')
    await office.ban({
      body: { sub: troll.sub, until: new Date(time + MINUTE).toISOString(), reason: 'Wiederholte Beleidigungen' },
    })
    expect(mails).toMatchObject([{ template: 'member-banned', to: { address: troll.email } }])
    expect(await refusal(write('Trollo'))).toBe('403 BANNED')
    expect(
      await refusal(ak.vote({ params: { comment: id }, body: { reader: troll, value: -1, requester: 'x' } })),
    ).toBe('403 BANNED')
    expect(await ak.getMember({ body: { reader: troll } })).toMatchObject({
      data: { banned: { reason: 'Wiederholte Beleidigungen' } },
    })
    time += 2 * MINUTE
    expect(await refusal(write('Trollo'))).toBe('ok')
  })

  it('mails about replies until their link ends them, without a login; a foreign link has no effect', async () => {
    const mine = await comment('Elbkind')
    await comment('Uferlos', { replyTo: mine.id, text: 'Schreib mir: u {at} b . de oder 0341-123456' }).catch(() => {})
    await comment('Uferlos', { replyTo: mine.id })
    const mail = mails.at(-1)!
    expect(mail).toMatchObject({
      template: 'comment-reply',
      data: { path: `${article.path}#kommentar-${Number(mine.id) + 1}` },
    })
    const token = /token=(.+)$/.exec(mail.unsubscribePath!)![1]!
    expect(await ak.getReplyMails({ body: { token } })).toMatchObject({ data: { state: 'on' } })
    expect(await ak.endReplyMails({ body: { token: `${token}x` } })).toMatchObject({ data: { state: 'invalid' } })
    expect(await ak.endReplyMails({ body: { token } })).toMatchObject({ data: { state: 'off' } })
    const count = mails.length
    await comment('Uferlos', { replyTo: mine.id })
    expect(mails).toHaveLength(count)
    await ak.saveMember({ body: { reader: await reader('Elbkind'), hasReplyMails: true } })
  })

  it('marks texts newer than the last visit', async () => {
    const elbkind = await reader('Elbkind')
    await comment('Uferlos')
    expect((await list({ viewer: elbkind.sub })).newCount).toBe(0)
    await ak.markSeen({ body: { article: article.id, reader: elbkind } })
    time += MINUTE
    await comment('Elbkind')
    const fresh = await comment('Uferlos')
    const page = await list({ viewer: elbkind.sub })
    expect(page.newCount).toBe(1)
    expect(page.threads.filter(({ isNew }) => isNew).map(({ id }) => id)).toEqual([fresh.id])
  })

  it('a link leads to its comment at any depth', async () => {
    const old = await comment('Elbkind')
    for (let index = 0; index < 6; index += 1) await comment('Uferlos', { replyTo: old.id })
    const deep = await comment('Deichgraf', { replyTo: old.id })
    for (let index = 0; index < 21; index += 1) {
      time += 1000
      await comment(['Uferlos', 'Deichgraf', 'Elbkind'][index % 3]!)
    }
    expect(ids(await list())).not.toContain(old.id)
    const focused = await list({ focus: deep.id })
    expect(focused.threads[0]).toMatchObject({ id: old.id, replyCount: 7 })
    expect(focused.threads[0]!.replies.at(-1)!.id).toBe(deep.id)
    expect(focused.pages).toBe(2)
    const more = await ak.listReplies({
      params: { comment: old.id },
      body: { article, viewer: null, after: focused.threads[0]!.replies[2]!.id },
    })
    expect(more.ok && more.data.replies).toHaveLength(4)
    const elsewhere = { ...article, id: '1' }
    const foreign = await ak.listComments({ body: { article: elsewhere, viewer: null, focus: deep.id } })
    expect(foreign.ok && foreign.data.threads).toEqual([])
  })

  it('allows one review per reader, averages, and counts only visible ones (R1-63)', async () => {
    const review = async (by: string, stars: number, text = '', api = ak) =>
      refusal(api.saveReview({ body: { article, reader: await reader(by), stars, text, requester: 'x' } }))
    await Promise.all([5, 4, 3, 2].map((stars, index) => review('Elbkind', stars, '', index % 2 ? ak : twin)))
    await review('Elbkind', 5, 'Läuft bei mir seit Jahren.')
    await review('Uferlos', 2)
    expect(await review('Deichgraf', 1, 'Ein heikel schlechtes Gerät.')).toBe('ok')
    const page = await ak.listReviews({ body: { article, viewer: 'sub-Deichgraf' } })
    expect(page.ok && page.data).toMatchObject({
      discussion: { reviews: { rating: { count: 2, average: 3.5 } } },
      distribution: [0, 1, 0, 0, 1],
      own: { stars: 1, state: 'pending' },
    })
    expect(page.ok && page.data.reviews.map(({ name }) => name).toSorted()).toEqual(['Elbkind', 'Uferlos'])
    await ak.withdrawReview({ body: { article: article.id, reader: await reader('Uferlos') } })
    const after = await ak.getDiscussion({ body: { article } })
    expect(after).toMatchObject({ data: { reviews: { rating: { count: 1, average: 5 } } } })
    expect(await ak.getDiscussion({ body: { article: { ...article, isTestReport: false } } })).toMatchObject({
      data: { reviews: null },
    })
  })

  it('a thousand comments are read page by page, in both orders', async () => {
    await sql`insert into community.comments (publication, article, sub, text, state, at, parent, up, score, replies)
      select 'ak', ${article.id}, 'sub-Elbkind', 'Eine Meinung, die etwas länger ist, Nummer ' || n, 'visible',
        ${new Date(time)}::timestamptz + n * interval '1 second', null, n % 7, (n % 7) / 10.0, 0
      from generate_series(1, 1000) n`.execute(opened.database.db)
    for (const sort of ['newest', 'helpful'] as const) {
      const pages = await Promise.all(
        Array.from({ length: 50 }, (_, index) => list({ sort, page: index + 1, viewer: 'sub-Uferlos' })),
      )
      expect(pages.map((page) => [page.pages, page.threads.length])).toEqual(pages.map(() => [50, 20]))
      expect(new Set(pages.flatMap(ids)).size).toBe(1000)
    }
  })

  it('moderators search words and names', async () => {
    await comment('Elbkind', { text: 'Die Brücken über den Fluss verfallen.' })
    const find = async (search: string) => {
      const found = await office.listTexts({ body: { list: 'all', search, article: article.id } })
      return found.ok ? found.data.total : -1
    }
    expect([await find('Brücke'), await find('elbki'), await find('%'), await find("'; drop table")]).toEqual([
      1, 1, 0, 0,
    ])
  })

  it('exports and erases everything of a reader (R1-61)', async () => {
    const gone = await reader('Vergissmich')
    const answered = await comment('Vergissmich', { text: 'Bleibt nicht.' })
    await comment('Elbkind', { replyTo: answered.id })
    await comment('Vergissmich', { text: 'Auch nicht.' })
    const liked = await comment('Elbkind')
    await ak.vote({ params: { comment: liked.id }, body: { reader: gone, value: 1, requester: 'x' } })
    await ak.saveReview({ body: { article, reader: gone, stars: 1, text: 'Weg damit.', requester: 'x' } })
    const kept = await ak.readReader({ body: { sub: gone.sub } })
    expect(kept.ok && kept.data).toMatchObject({
      displayName: 'Vergissmich',
      email: gone.email,
      comments: [{ text: 'Bleibt nicht.' }, { text: 'Auch nicht.' }],
      reviews: [{ text: 'Weg damit.', stars: 1 }],
      votes: [{ comment: liked.id, vote: 1 }],
    })
    for (let time_ = 0; time_ < 2; time_ += 1) await ak.eraseReader({ body: { sub: gone.sub } })
    const page = await list()
    expect(JSON.stringify(page)).not.toMatch(/Bleibt nicht|Auch nicht|Vergissmich/)
    expect(page.threads.find(({ id }) => id === liked.id)).toMatchObject({ up: 0 })
    expect(page.discussion).toMatchObject({ comments: { count: 2 }, reviews: { rating: { count: 0 } } })
    const { db } = opened.database
    const rows = await Promise.all(
      ['members', 'comments', 'reviews', 'votes', 'seen', 'reports'].map((table) =>
        db.selectFrom(`community.${table}`).selectAll().execute(),
      ),
    )
    expect(JSON.stringify(rows)).not.toMatch(/Vergissmich|vergissmich/i)
    readers.delete('Vergissmich')
  })
})
