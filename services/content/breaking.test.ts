import { CONTENT, CONTENT_INTERNAL, RECORDS, type ArticleDraft } from '@lokalteil/contracts/content'
import { createDraft } from '@lokalteil/contracts/content/records'
import type { Client, Result } from '@lokalteil/contracts/kernel/client'
import { createTestClient, get } from '@lokalteil/contracts/kernel/client.testing'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../platform/database.ts'
import { ENGINES, openTestDatabase } from '../platform/database/database.testing.ts'
import { createContentService, type ContentService } from './app.ts'
import { fillContent, incoming, NOW, SEED } from './content.testing.ts'

const KEY = 'a-key-for-tests'
const HOUR = 3_600_000
/** An ordinary article of the seed. */
const CALM = '101'
const OTHER = '102'

describe.each(ENGINES)('the bar of breaking news on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let service: ContentService
  let clock = NOW
  let content: Client<typeof CONTENT>
  let other: Client<typeof CONTENT>
  let internal: Client<typeof CONTENT_INTERNAL>
  let records: Client<typeof RECORDS>
  const heard: string[] = []

  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    service = await createContentService({
      database: opened.database,
      serviceKey: KEY,
      now: () => clock,
      checkAnswers: true,
    })
    await fillContent(service, SEED)
    service.onChange(({ kind, ids }) => void heard.push(`${kind} ${ids.join()}`.trim()))
    const to = (code: string) => ({
      base: `http://content.local/${code}`,
      headers: { authorization: `Bearer ${KEY}` },
      timeout: 20_000,
      fetch: (request: Request) => service.app.fetch(request),
    })
    content = createTestClient(CONTENT, to('ak'))
    other = createTestClient(CONTENT, to('fb'))
    internal = createTestClient(CONTENT_INTERNAL, to('ak'))
    records = createTestClient(RECORDS, to('ak'))
  })
  afterAll(async () => {
    await service.close()
    await opened.drop()
  })
  beforeEach(() => {
    // A day for each test, so that urgent articles of earlier tests are over.
    clock = new Date(clock.getTime() + 24 * HOUR)
  })
  afterEach(async () => {
    const { bar } = await get(records.getBreaking({}))
    if (bar !== null) await get(end(bar.articleId))
    heard.length = 0
  })

  const codeOf = async (asked: Promise<Result<unknown>>) => {
    const answer = await asked
    return answer.ok ? 'ok' : answer.problem.code
  }
  const inHours = (hours: number) => new Date(clock.getTime() + hours * HOUR).toISOString()
  const set = (articleId: string, change: { line?: string; until?: string; seen?: string | null } = {}) =>
    records.setBreaking({ body: { articleId, line: '', until: inHours(3), seen: null, by: 'Jonas Kern', ...change } })
  const end = (seen: string | null) => records.endBreaking({ body: { seen, by: 'Nele Brandt' } })
  const shown = async () => (await get(content.getBreakingNews({}))).item
  let deliveries = 0
  async function flash(title: string): Promise<string> {
    const document = incoming(`urn:bar:${++deliveries}`, { title, urgency: 1, publishDate: clock.toISOString() })
    return (await get(internal.ingest({ body: { documents: [document] } }))).results[0]!.id!
  }
  const later = (hours: number) => (clock = new Date(clock.getTime() + hours * HOUR))

  it('the desk opens it with an article of any urgency and its own line, in its publication alone', async () => {
    heard.length = 0
    const answer = await get(set(CALM, { line: 'Deich bei Tannau hält 3 Meter' }))
    expect(answer).toMatchObject({
      before: null,
      bar: { articleId: CALM, line: 'Deich bei Tannau hält 3 Meter', by: 'Jonas Kern', until: inHours(3) },
    })
    expect(await shown()).toMatchObject({ title: 'Deich bei Tannau hält 3\u00a0Meter', isPushed: false })
    expect((await get(other.getBreakingNews({}))).item).toBeNull()
    expect(heard).toContain('breaking ak')
    const changed = await get(set(CALM, { seen: CALM, until: inHours(5) }))
    expect(changed.bar).toMatchObject({ line: '', since: answer.bar!.since, until: inHours(5) })
    expect((await shown())?.title).toContain(changed.bar!.title.slice(0, 7))
    await get(end(CALM))
    expect(await shown()).toBeNull()
  })

  it('is on another process within a second, and its end too', async () => {
    if (opened.url === null) return
    const database = await openDatabase({ url: opened.url })
    const second = await createContentService({ database, serviceKey: KEY, now: () => clock })
    try {
      const client = createTestClient(CONTENT, {
        base: 'http://content.local/ak',
        timeout: 20_000,
        fetch: (request) => second.app.fetch(request),
      })
      const seen: string[] = []
      second.onChange(({ kind, ids }) => void seen.push(`${kind} ${ids.join()}`))
      const look = async () => (await get(client.getBreakingNews({}))).item?.title ?? null
      /** A second later of both clocks: however busy the machine is, no later look at the change log happens. */
      const lookLater = async () => {
        later(1 / 3600)
        // Reads the log, unless the process does so by itself at this moment.
        await get(client.listNewestArticles({}))
        await expect.poll(() => seen, { timeout: 20_000 }).toContain('breaking ak')
        seen.length = 0
        return look()
      }
      await get(client.listNewestArticles({}))
      expect(await look()).toBeNull()
      seen.length = 0
      await get(set(CALM, { line: 'Deich hält' }))
      expect(await lookLater()).toBe('Deich hält')
      await get(end(CALM))
      expect(await lookLater()).toBeNull()
    } finally {
      await second.close()
      await database.close()
    }
  })

  it('ends by time without a write, and tells the listeners', async () => {
    await service.timed.settle()
    await get(set(CALM, { until: inHours(1) }))
    heard.length = 0
    later(1)
    expect([service.timed.isDue(), await shown()]).toEqual([true, null])
    await service.timed.settle()
    expect(heard).toContain('article')
    expect(service.timed.isDue()).toBe(false)
  })

  it('the desk’s choice stays over urgent articles; one that arrived meanwhile follows its end by time', async () => {
    await get(set(CALM, { until: inHours(2) }))
    later(1)
    const id = await flash('Beben in der Aue')
    expect(await get(records.getBreaking({}))).toMatchObject({
      bar: { articleId: CALM },
      behind: { articleId: id, by: null },
    })
    expect((await shown())?.isPushed).toBe(false)
    later(1)
    const item = await shown()
    expect([item?.title, item?.isPushed]).toEqual(['Beben in der Aue', undefined])
  })

  it('after an end by hand only an article that appears later opens it', async () => {
    const first = await flash('Erste Meldung')
    expect((await shown())?.title).toBe('Erste Meldung')
    await get(end(first))
    expect(await shown()).toBeNull()
    later(1)
    await flash('Zweite Meldung')
    expect((await shown())?.title).toBe('Zweite Meldung')
  })

  it('an urgent article is not there again when the desk ends it before its six hours are over', async () => {
    const id = await flash('Kurz wichtig')
    later(1)
    await get(set(id, { line: 'Nur eine Stunde', until: inHours(1) }))
    later(1)
    expect(await shown()).toBeNull()
  })

  it('refuses an article that readers do not have, and a person who saw another bar', async () => {
    expect(await codeOf(set('999999'))).toBe('NOT_SHOWN')
    await get(set(CALM))
    expect(await codeOf(set(OTHER))).toBe('OTHER_BAR')
    expect(await codeOf(end(null))).toBe('OTHER_BAR')
    // The same call once more is no conflict.
    expect(await codeOf(set(CALM))).toBe('ok')
    expect((await get(set(OTHER, { seen: CALM }))).before?.articleId).toBe(CALM)
    await get(internal.withdrawArticle({ params: { id: OTHER }, body: {} }))
    expect(await shown()).toBeNull()
    await get(internal.restoreArticle({ params: { id: OTHER } }))
    expect((await shown())?.target).toMatch(/102$/)
  })

  it('an urgent article that the office published sends no message by itself', async () => {
    const { id } = await get(records.takeArticleId({}))
    const draft: ArticleDraft = {
      ...createDraft('news', 'lokales/auenburg'),
      title: 'Von der Redaktion',
      body: [{ type: 'paragraph', html: 'Text.' }],
      urgency: 1,
    }
    await get(records.saveRecord({ params: { id }, body: { revision: 1, draft, updated: null } }))
    expect(await shown()).toMatchObject({ title: 'Von der Redaktion', isPushed: false })
  })
})
