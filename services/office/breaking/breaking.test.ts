import type { PushOrder, PushOrders } from '@lokalteil/contracts/office'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase } from '../../platform/database/database.testing.ts'
import { get, openTestArticles, refusalOf, type PersonName } from '../articles/articles.testing.ts'
import { toTestDraft } from '../articles/records.testing.ts'

const HOUR = 3_600_000
const FLOOD = '501'
const GAME = '502'
const BREAKING = { kind: 'breaking' as const, ref: '' }

/** Takes orders as the room does; `isDown`: does not answer. */
function createPushDouble() {
  const orders: PushOrder[] = []
  const keys = new Map<string, string>()
  const state = { isDown: false, isWaiting: false }
  const ok = <T>(data: T) => ({ ok: true as const, data, headers: new Headers() })
  const refuse = (status: number, code: string) => ({
    ok: false as const,
    status,
    problem: { status, code, title: code },
    headers: null,
  })
  const pushes: PushOrders = {
    countAudience: async () => ok({ now: 3, later: 1, heard: 0 }),
    holdPush: async ({ body: { key, by, target, title, body, path } }) => {
      const known = orders.find(({ id }) => id === keys.get(key))
      if (known !== undefined) return ok({ order: known, outcome: 'known' as const })
      if (state.isWaiting) return refuse(409, 'WAITS')
      const order: PushOrder = {
        id: `push-${orders.length + 1}`,
        target: { kind: target.kind, ref: target.ref ?? '' },
        label: '',
        title,
        body,
        path,
        by,
        at: '2026-11-28T10:00:00.000Z',
        state: 'held',
        leftMs: 60_000,
        expected: 4,
        sent: 0,
        waiting: 0,
        failed: 0,
      }
      orders.unshift(order)
      keys.set(key, order.id)
      return ok({ order, outcome: 'created' as const })
    },
    stopPush: async ({ params: { id } }) => {
      const order = orders.find((one) => one.id === id)
      if (order === undefined) return refuse(404, 'UNKNOWN')
      if (order.state === 'planned') return refuse(409, 'TOO_LATE')
      order.state = 'stopped'
      return ok(order)
    },
    listPushes: async () => (state.isDown ? refuse(0, 'UNREACHABLE') : ok({ orders })),
  }
  return { pushes, orders, state }
}

describe.each(ENGINES)('breaking news of the office on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let test: Awaited<ReturnType<typeof openTestArticles>>

  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    test = await openTestArticles(opened.database)
  })
  beforeEach(async () => {
    await test.reset()
    test.content.importArticle(FLOOD, toTestDraft({ teaserTextHtml: 'Das Wasser <b>sinkt</b>.', tagIds: ['deich'] }))
    test.content.importArticle(GAME, toTestDraft({ title: 'Sieg', sectionPath: 'sport' }))
  })
  afterEach(() => test.throwErrors())
  afterAll(() => opened.drop())

  const as = (person: PersonName) => test.as(person)
  const open = (person: PersonName, articleId: string, change: { line?: string; until?: string; seen?: string } = {}) =>
    as(person).setBreaking({ body: { articleId, line: '', until: null, seen: null, ...change } })
  const order = (person: PersonName, key = 'one-order', articleId = FLOOD) =>
    as(person).orderPush({ body: { key, articleId, target: BREAKING, title: 'Deich hält', body: '' } })

  it('opens the bar with a line and an end, changes it and closes it, each in audit and stream', async () => {
    const until = '2026-11-28T12:00:00.000Z'
    const first = await get(open('jonas', FLOOD, { line: 'Deich hält', until }))
    expect(first).toMatchObject({
      bar: { articleId: FLOOD, line: 'Deich hält', until, by: 'Jonas Kern' },
      push: 'off',
      orders: [],
    })
    const second = await get(open('nele', FLOOD, { seen: FLOOD }))
    expect(second.bar).toMatchObject({ line: '', until: '2026-11-28T16:00:00.000Z', by: 'Nele Brandt' })
    expect((await get(as('nele').endBreaking({ body: { seen: FLOOD } }))).bar).toBeNull()
    expect(test.audit.map(({ act, by, target, before, after }) => [act, by, target, before, after])).toMatchObject([
      ['setBreaking', 'jonas', `Artikel ${FLOOD}`, null, { line: 'Deich hält' }],
      ['setBreaking', 'nele', `Artikel ${FLOOD}`, { line: 'Deich hält' }, { line: '' }],
      ['endBreaking', 'nele', `Artikel ${FLOOD}`, { article: FLOOD }, null],
    ])
    expect(await test.listEvents()).toEqual(['breaking', 'breaking', 'breaking'])
  })

  it('tells the second of two people that another article is in the bar by now', async () => {
    await get(open('jonas', FLOOD))
    expect(await refusalOf(open('nele', GAME))).toBe('409 OTHER_BAR')
    expect(await refusalOf(as('nele').endBreaking({ body: { seen: GAME } }))).toBe('409 OTHER_BAR')
    expect((await get(open('nele', GAME, { seen: FLOOD }))).bar?.articleId).toBe(GAME)
  })

  it.each<[string, string]>([
    ['in the past', '2026-11-28T09:59:00.000Z'],
    ['in more than a week', '2026-12-05T10:00:01.000Z'],
  ])('refuses an end %s', async (_when, until) => {
    expect(await refusalOf(open('jonas', FLOOD, { until }))).toBe('422 BAD_END')
  })

  it('takes articles that readers have, of the sections of the person', async () => {
    expect(await refusalOf(open('jonas', '999'))).toBe('404 NOT_FOUND')
    expect(await refusalOf(open('tim', FLOOD))).toBe('403 NOT_ALLOWED')
    expect(await refusalOf(open('tim', GAME))).toBe('ok')
    test.content.importArticle('503', toTestDraft(), new Date(Date.parse('2026-11-28T10:00:00Z') + HOUR).toISOString())
    expect(await refusalOf(open('jonas', '503'))).toBe('409 NOT_NOW')
    await get(open('jonas', FLOOD, { seen: GAME }))
    expect(await refusalOf(as('tim').endBreaking({ body: { seen: FLOOD } }))).toBe('403 NOT_ALLOWED')
  })

  it('offers an article with the texts and followers of its published state', async () => {
    const given = await get(as('jonas').getBreakingArticle({ params: { id: FLOOD } }))
    expect(given).toMatchObject({
      title: 'Deich bei Tannau hält',
      teaserText: 'Das Wasser sinkt.',
      isShown: true,
      targets: [{ target: { kind: 'topic', ref: 'deich' }, name: 'Deich' }],
    })
  })

  it('shows the bar alone where the publication has no push, and says when the push service is silent', async () => {
    expect(await refusalOf(order('jonas'))).toBe('409 NO_PUSH')
    const { pushes, state } = createPushDouble()
    test.usePushes(pushes)
    expect((await get(as('jonas').getBreaking({}))).push).toBe('on')
    state.isDown = true
    expect(await get(as('jonas').getBreaking({}))).toMatchObject({ push: 'silent', orders: [] })
    test.content.silent.add('getBreaking')
    expect(await refusalOf(as('jonas').getBreaking({}))).toBe('503 UNAVAILABLE')
  })

  it('orders a push once for a key, and everybody who may push stops it', async () => {
    const { pushes, orders, state } = createPushDouble()
    test.usePushes(pushes)
    expect(await get(as('jonas').countAudience({ query: { article: FLOOD, kind: 'breaking' } }))).toEqual({
      now: 3,
      later: 1,
      heard: 0,
    })
    const answers = await Promise.all([get(order('jonas')), get(order('jonas'))])
    expect(answers.map((answer) => answer.orders.length)).toEqual([1, 1])
    expect(orders).toMatchObject([{ by: 'Jonas Kern', path: `/artikel-${FLOOD}`, title: 'Deich hält' }])
    state.isWaiting = true
    expect(await refusalOf(order('nele', 'another-one'))).toBe('409 PUSH_WAITS')
    expect(await refusalOf(order('tim', 'a-third-one'))).toBe('403 NOT_ALLOWED')
    // The section is no matter: a minute is short.
    const stopped = await get(as('tim').stopPush({ params: { id: 'push-1' } }))
    expect(stopped.orders[0]).toMatchObject({ state: 'stopped' })
    orders[0]!.state = 'planned'
    expect(await refusalOf(as('nele').stopPush({ params: { id: 'push-1' } }))).toBe('409 PUSH_GONE')
    expect(await refusalOf(as('nele').stopPush({ params: { id: 'push-9' } }))).toBe('404 NOT_FOUND')
    expect(test.audit.map(({ act, by, target, after }) => [act, by, target, after])).toMatchObject([
      ['orderPush', 'jonas', `Artikel ${FLOOD}`, { push: 'push-1', kind: 'breaking', expected: 4 }],
      ['stopPush', 'tim', `Artikel ${FLOOD}`, { push: 'push-1' }],
    ])
  })
})
