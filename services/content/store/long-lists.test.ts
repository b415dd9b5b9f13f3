/** Pages far back and searches with very many hits are read in another way, and answer the same. */
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { listPublicationCodes } from '@lokalteil/domain/publication/publications'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase } from '../../platform/database/database.testing.ts'
import { createContentService, type ContentService } from '../app.ts'
import { EMBARGOED_ID, fillContent, NOW, SEED } from '../content.testing.ts'
import { toCarriers, type ContentDb } from '../schema.ts'
import { toSearchQuery } from '../search-text.ts'
import { countList, listTeasers } from './lists.ts'
import { search, type Wanted } from './search.ts'
import type { View } from './view.ts'

const COPIES = 9
const MANY = 1_000_000
const toView = (code: string, now = NOW): View => ({ carrier: toCarriers([code]), now })

describe.each(ENGINES)('long lists on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let service: ContentService
  let db: ContentDb
  let lists: string[]

  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    db = opened.database.db as ContentDb
    service = await createContentService({ database: opened.database, serviceKey: 'a-key-for-tests', now: () => NOW })
    await fillContent(service, SEED)
    await copyArticles(db)
    const { rows } = await sql<{ list: string }>`select distinct list from content.lists order by list`.execute(db)
    lists = rows.map(({ list }) => list)
  })
  afterAll(async () => {
    await service.close()
    await opened.drop()
  })

  async function countRows(list: string, { carrier, now }: View): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from content.lists
      where list = ${list} and shown <= ${now} and publications & ${carrier.publications} <> 0`.execute(db)
    return rows[0]!.count
  }

  /** How long the lists are, as counted by months. */
  async function expectCounted(): Promise<number[]> {
    const counts: number[] = []
    for (const code of listPublicationCodes().slice(0, 4))
      for (const list of lists) {
        const counted = await countList(db, list, toView(code))
        expect([code, list, counted]).toEqual([code, list, await countRows(list, toView(code))])
        counts.push(counted)
      }
    return counts
  }

  it('are counted exactly, without articles under embargo', async () => {
    const counts = await expectCounted()
    expect(Math.max(...counts)).toBeGreaterThan(100)
    const later = new Date(NOW.getTime() + 365 * 86_400_000)
    expect(await countList(db, 'all', toView('ak', later))).toBeGreaterThan(await countList(db, 'all', toView('ak')))
  })

  /** Compares pages of all lists; the number of articles on them. */
  async function expectSamePages(): Promise<number> {
    let articles = 0
    for (const view of [toView('ak'), toView('la'), toView('ak', new Date(NOW.getTime() - 40 * 86_400_000))])
      for (const list of lists) {
        const total = await countList(db, list, view)
        for (const offset of [1, 7, Math.floor(total / 2), total - 1, total, total + 30]) {
          if (offset < 1) continue
          const far = await listTeasers(db, list, view, 5, offset, 0)
          expect([list, offset, far]).toEqual([list, offset, await listTeasers(db, list, view, 5, offset, MANY)])
          articles += far.length
        }
      }
    return articles
  }

  it('have the same pages far back as by a walk from the newest', async () => {
    expect(await expectSamePages()).toBeGreaterThan(200)
  })

  it.each([
    [
      'withdrawn',
      sql`delete from content.lists where article_id in (select id from content.articles where id like '1%5')`,
    ],
    ['moved by hand', sql`update content.lists set shown = shown + interval '80 days' where article_id like '1%3'`],
    ['given to another publication', sql`update content.lists set publications = 2 where article_id like '1%7'`],
    [
      'added',
      sql`insert into content.lists select 's:neu', shown, article_id, publications, later from content.lists where list = 'all'`,
    ],
  ])('are counted after articles were %s', async (_what, change) => {
    const before = await expectCounted()
    await change.execute(db)
    lists = [...new Set([...lists, 's:neu'])]
    expect(await expectCounted()).not.toEqual(before)
    expect(await expectSamePages()).toBeGreaterThan(200)
  })

  it('are counted with what a transaction wrote, and without what it took back', async () => {
    const before = await countList(db, 'all', toView('ak'))
    await expect(
      db.transaction().execute(async (trx) => {
        await sql`delete from content.lists`.execute(trx)
        expect(await countList(trx, 'all', toView('ak'))).toBe(0)
        throw new Error('Back')
      }),
    ).rejects.toThrow('Back')
    expect(await countList(db, 'all', toView('ak'))).toBe(before)
  })

  it.each(['Absatz', 'Anriss', 'Bürgermeister', 'Absatz Anriss', 'Abs'])(
    'a search for %s with more hits than are counted has the same pages',
    async (typed) => {
      const view = toView('ak')
      const query = toSearchQuery(typed)
      const filters: Partial<Wanted>[] = [
        {},
        { isByDate: true },
        { since: new Date(NOW.getTime() - 60 * 86_400_000) },
        { before: new Date(NOW.getTime() - 30 * 86_400_000) },
        { list: 's:lokales' },
      ]
      for (const filter of filters)
        for (const offset of [0, 4, 11, 40]) {
          const wanted = { limit: 4, offset, isByDate: false, since: null, before: null, list: null, ...filter }
          const all = await search(db, query, view, wanted, { ranked: 6, most: MANY })
          const most = Math.max(0, all.total - 1)
          const some = await search(db, query, view, wanted, { ranked: 6, most })
          expect(some).toEqual({ teasers: all.teasers, total: most, isMore: all.total > 0 })
          expect(all.isMore).toBe(false)
        }
    },
  )

  it('a search that finds nothing in the view has no more hits', async () => {
    const wanted = { limit: 4, offset: 0, isByDate: false, since: null, before: null, list: 's:gibt-es-nicht' }
    const found = await search(db, toSearchQuery('Absatz'), toView('ak'), wanted)
    expect(found).toEqual({ teasers: [], total: 0, isMore: false })
  })
})

/** Copies each article, seventeen days older each time. */
async function copyArticles(db: ContentDb): Promise<void> {
  const copied = sql`a.id || '-' || n as id, a.shown - n * interval '17 days' as shown`
  const from = sql`content.articles a, generate_series(1, ${COPIES}::int) n where not a.removed and a.id <> ${EMBARGOED_ID}`
  await sql`create temporary table copies as select ${copied}, a.id as original from ${from}`.execute(db)
  await sql`
    insert into content.articles (id, owner, publications, source_version, removed, is_test_report, kind, section_path, shown, changed,
      urgency, is_own, path, title, keywords, teaser, teaser_seal, article, article_seal, full_article_seal)
    select c.id, owner, publications, 1, false, is_test_report, kind, section_path, c.shown, c.shown, urgency, is_own, path, title,
      keywords, replace(teaser, '"documentId":"' || a.id || '"', '"documentId":"' || c.id || '"'), '', '{}', '', ''
    from copies c join content.articles a on a.id = c.original`.execute(db)
  await sql`
    insert into content.lists (list, shown, article_id, publications)
    select list, c.shown, c.id, publications from copies c join content.lists l on l.article_id = c.original`.execute(
    db,
  )
  await sql`
    insert into content.search (article_id, shown, publications, head, words)
    select c.id, c.shown, publications, head, words from copies c join content.search s on s.article_id = c.original`.execute(
    db,
  )
}
