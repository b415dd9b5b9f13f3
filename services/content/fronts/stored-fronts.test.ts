/** Fronts from a publication's folder, through the content service. */
import { hasRooms } from '@lokalteil/domain/rooms/rooms.testing'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { CONTENT, type Block } from '@lokalteil/contracts/content'
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import { Front } from '@lokalteil/contracts/publication/front'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase } from '../../platform/database/database.testing.ts'
import { createContentService, type ContentService } from '../app.ts'
import { article, EMBARGOED_ID, fillContent, hoursAgo, NOW, SEED, toFolder } from '../content.testing.ts'
import { up } from '../migrations/0007-format-lists.ts'
import type { ContentDb } from '../schema.ts'
import { idsOf } from './fronts.testing.ts'

describe.each(ENGINES)('fronts of a publication on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let service: ContentService
  let clock = NOW
  const errors: unknown[] = []

  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    service = await createContentService({
      database: opened.database,
      now: () => clock,
      checkAnswers: true,
      onError: (error) => errors.push(error),
    })
    await fillContent(service, {
      ...SEED,
      articles: [
        ...SEED.articles,
        article('141', 'Im Gespräch', { kind: 'interview' }),
        article('142', 'Eine Reportage', { kind: 'report' }),
        article('143', 'Eine lange Reportage', { kind: 'long-read', publishDate: hoursAgo(50) }),
        article('144', 'Die Ratssitzung', { kind: 'live', publications: ['fb'] }),
      ],
    })
  })
  beforeEach(() => {
    clock = NOW
  })
  afterAll(async () => {
    await service.close()
    await opened.drop()
    if (errors.length > 0) throw new AggregateError(errors, 'The service reported bugs')
  })

  const clientOf = (code: string) =>
    createTestClient(CONTENT, {
      base: `http://content.local/${code}`,
      fetch: (request: Request) => service.app.fetch(request),
    })
  const save = (front: unknown, code = 'ak') =>
    service.savePublication({ ...toFolder(SEED, code), front: Front.parse(front) })
  async function home(code = 'ak'): Promise<Block[]> {
    const answer = await clientOf(code).getHome({})
    if (!answer.ok) throw new Error(answer.problem.title)
    return answer.data.blocks
  }
  async function section(path: string, code = 'ak') {
    const answer = await clientOf(code).getChannel({ params: { path } })
    if (!answer.ok || answer.data.kind !== 'channel') throw new Error('no section')
    return answer.data
  }
  const articles = (source: object, more: object = {}) => ({
    block: 'articles',
    source,
    layout: 'list',
    count: 1,
    ...more,
  })

  it('makes a home page of the sections if the folder names none, and uses a named one at once', async () => {
    const usual = await home('ht')
    expect(usual[0]?.kind).toBe('lead')
    expect(usual.map((block) => ('target' in block ? block.target : ''))).toContain('/lokales')
    expect(await save({ home: [{ block: 'timeline', heading: 'Jetzt' }] }, 'ht')).toBe('saved')
    expect(await home('ht')).toMatchObject([{ kind: 'timeline', title: 'Jetzt' }])
    expect(await save({ home: [{ block: 'timeline', heading: 'Jetzt' }] }, 'ht')).toBe('unchanged')
    expect((await home('la')).length).toBeGreaterThan(1)
    await save({}, 'ht')
    expect(await home('ht')).toEqual(usual)
  })

  it('refuses an invalid front and keeps the stored one', async () => {
    await save({ home: [{ block: 'timeline' }] })
    const front = { ...Front.parse({}), home: [{ block: 'wetter' }] } as unknown as Front
    await expect(service.savePublication({ ...toFolder(SEED, 'ak'), front })).rejects.toThrow('must be a block')
    expect(await home()).toMatchObject([{ kind: 'timeline' }])
  })

  it('shows the usual front if a later version stored one that this version cannot read', async () => {
    await save({ home: [{ block: 'timeline' }] }, 'la')
    const db = opened.database.db as ContentDb
    await sql`update content.entries set data = '{"home":[{"block":"hologram"}]}' where kind = 'front' and key = 'la/front'`.execute(
      db,
    )
    clock = new Date(NOW.getTime() + 60_000)
    expect((await home('la'))[0]?.kind).toBe('lead')
  })

  it.each([
    ['a section', { section: 'politik' }, []],
    ['a section below', { section: 'sport/fussball' }, ['138']],
    ['a tag, and what is below it', { tag: 'radverkehr' }, ['138', '901', '902']],
    ['a topic of two tags', { topic: 'mobil' }, ['130', '138', '139', '901', '902']],
    ['opinions', { format: 'opinion' }, ['132', '133']],
    ['videos', { format: 'video' }, ['130', '134', '135']],
    ['test reports', { format: 'testReport' }, ['901', '902']],
    ['interviews', { format: 'interview' }, ['141']],
    ['reports', { format: 'report' }, ['142', '143']],
    ['galleries', { format: 'gallery' }, ['139']],
    ['live reports of another publication', { format: 'live' }, []],
    ['articles by hand', { articles: ['139', '101', '99999'] }, ['139', '101']],
    ['articles whose time has not come', { articles: [EMBARGOED_ID] }, []],
  ])('takes articles from %s', async (_what, source, ids) => {
    await save({ home: [articles(source, { count: Math.max(1, ids.length), heading: 'Gesucht' })] })
    const shown = (await home()).filter((block) => 'title' in block && block.title === 'Gesucht').flatMap(idsOf)
    expect('articles' in source ? shown : shown.toSorted()).toEqual(ids)
  })

  it('adds articles stored earlier to the lists of formats', async () => {
    const db = opened.database.db as ContentDb
    const list = async () =>
      (
        await sql`select list, shown, article_id, publications from content.lists where list like 'f:%' order by 1, 3`.execute(
          db,
        )
      ).rows
    const before = await list()
    expect(before).toHaveLength(5)
    await sql`delete from content.lists where list like 'f:%'`.execute(db)
    await up(opened.database.db)
    expect(await list()).toEqual(before)
  })

  it.runIf(hasRooms('quiz', 'sport'))(
    'puts blocks below articles of a tag or a section, those below it included; the first match counts',
    async () => {
      const blocksOf = async (id: string) => {
        clock = new Date(clock.getTime() + 60_000)
        const answer = await clientOf('ak').getArticle({ params: { id } })
        return answer.ok ? answer.data.blocks?.map(({ name, options }) => [name, options]) : null
      }
      const quiz = { section: 'sport', blocks: [{ block: 'quiz', count: 2 }] }
      const sport = { tag: 'radverkehr', blocks: [{ block: 'sport', competition: 'kreisliga' }] }
      await save({ articles: [sport, quiz] })
      expect(await blocksOf('138')).toEqual([['@sport', { competition: 'kreisliga', show: 'table', count: 6 }]])
      await save({ articles: [quiz, sport] })
      expect(await blocksOf('138')).toEqual([['@quiz', { count: 2 }]])
      expect(await blocksOf('101')).toBeUndefined()
    },
  )

  it('pins and excludes articles until the given end', async () => {
    const until = new Date(NOW.getTime() + 3_600_000).toISOString()
    const blocks = [{ block: 'lead' }, { block: 'articles', source: { by: 'weight' }, layout: 'threeUp' }]
    await save({ home: blocks })
    const before = await home()
    const lead = idsOf(before[0])[0]!
    await save({
      home: blocks,
      pinned: [
        { article: '139', place: 'lead', until },
        { article: '122', place: 'top', until },
      ],
      excluded: [{ article: lead, until }],
    })
    const pinned = await home()
    expect(idsOf(pinned[0])[0]).toBe('139')
    expect(idsOf(pinned[1])[0]).toBe('122')
    expect(pinned.flatMap(idsOf)).not.toContain(lead)
    clock = new Date(Date.parse(until) - 1000)
    expect(idsOf((await home())[0])[0]).toBe('139')
    expect(service.timed.isDue()).toBe(false)
    clock = new Date(Date.parse(until))
    expect(service.timed.isDue()).toBe(true)
    await service.timed.settle()
    const after = await home()
    expect(after.flatMap(idsOf)).toContain(lead)
    expect(idsOf(after[1])[0]).not.toBe('122')
  })

  it('gives a section its own front, else that of the nearest section above, else the usual one', async () => {
    await save({
      sections: {
        lokales: [{ block: 'lead' }, articles({ tag: 'verkehr' }, { heading: 'Verkehr' }), { block: 'newsletter' }],
        sport: [{ block: 'timeline', count: 1 }],
      },
    })
    const local = await section('lokales')
    expect(local.blocks.map(({ kind }) => kind)).toEqual(['lead', 'list', 'newsletter'])
    const shown = [...local.blocks.flatMap(idsOf), ...local.teasers.map(({ documentId }) => documentId)]
    expect(new Set(shown).size).toBe(shown.length)
    expect((await section('lokales/auenburg')).blocks[1]).toMatchObject({ kind: 'list', title: 'Verkehr' })
    const below = await section('sport/fussball')
    expect(below.blocks).toMatchObject([{ kind: 'timeline', teasers: [{ documentId: '138' }] }])
    expect(below.teasers).toEqual([])
    expect((await section('leben')).blocks).toEqual([])
    expect((await section('lokales', 'fb')).blocks.map(({ kind }) => kind)).toContain('threeUp')
    const second = await clientOf('ak').getChannel({ params: { path: 'lokales' }, query: { page: 2 } })
    expect(second).toMatchObject({ ok: true, data: { blocks: [] } })
  })

  it('an article excluded from the front of a section stays in its list', async () => {
    const until = new Date(NOW.getTime() + 3_600_000).toISOString()
    const lead = idsOf((await section('lokales', 'fb')).blocks[0])[0]!
    await save({ excluded: [{ article: lead, until }] }, 'fb')
    const page = await section('lokales', 'fb')
    expect(page.blocks.flatMap(idsOf)).not.toContain(lead)
    expect(page.teasers.map(({ documentId }) => documentId)).toContain(lead)
  })
})
