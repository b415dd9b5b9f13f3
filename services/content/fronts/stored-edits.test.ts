/** Edits of fronts by the office, through the content service. */
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { CONTENT, RECORDS, type FrontEdit, type FrontSlot } from '@lokalteil/contracts/content'
import { createTestClient, get } from '@lokalteil/contracts/kernel/client.testing'
import { Front } from '@lokalteil/contracts/publication/front'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../platform/database.ts'
import { ENGINES, openTestDatabase } from '../../platform/database/database.testing.ts'
import { createContentService, type Change, type ContentService } from '../app.ts'
import { EMBARGOED_ID, fillContent, NOW, SEED, toFolder } from '../content.testing.ts'
import type { ContentDb } from '../schema.ts'
import { idsOf } from './fronts.testing.ts'

const KEY = 'a-service-key-for-tests'
const HOUR = 3_600_000
const SPORT = { block: 'articles', source: { section: 'lokales' }, layout: 'threeUp' }

describe.each(ENGINES)('edits of fronts on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let service: ContentService
  let clock = NOW
  const errors: unknown[] = []
  const changes: Change[] = []

  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    service = await createContentService({
      database: opened.database,
      serviceKey: KEY,
      now: () => clock,
      checkAnswers: true,
      onError: (error) => errors.push(error),
    })
    await fillContent(service, SEED)
    // On PostgreSQL a look at the log tells of earlier changes as well.
    service.onChange((change) => change.kind === 'front' && changes.push(change))
  })
  beforeEach(async () => {
    clock = NOW
    await sql`delete from content.front_edits`.execute(opened.database.db)
    await save({ home: [{ block: 'lead' }, SPORT] })
    await service.announceAll()
    // On PostgreSQL a look at the log tells of one's own changes again.
    await view()
    changes.length = 0
  })
  afterAll(async () => {
    await service.close()
    await opened.drop()
    if (errors.length > 0) throw new AggregateError(errors, 'The service reported bugs')
  })

  const optionsOf = (code: string, headers: Record<string, string> = {}) => ({
    base: `http://content.local/${code}`,
    timeout: 20_000,
    headers,
    fetch: (request: Request) => service.app.fetch(request),
  })
  const records = createTestClient(RECORDS, optionsOf('ak', { authorization: `Bearer ${KEY}` }))
  const readers = createTestClient(CONTENT, optionsOf('ak'))
  const save = (front: unknown) => service.savePublication({ ...toFolder(SEED, 'ak'), front: Front.parse(front) })

  const view = async (edits: FrontEdit[] = [], path = '') =>
    (await get(records.previewFront({ body: { path, edits } }))).view
  const put = (edits: FrontEdit[], revision = 0, path = '') =>
    records.saveFrontEdits({ body: { path, revision, edits, by: 'Mara Voss' } })
  const home = async () => (await get(readers.getHome({}))).blocks.map(idsOf)
  const slotOf = async (at: number): Promise<FrontSlot> => (await view()).slots[at]!
  async function pin(article: string, at = 0, more: Partial<FrontEdit> = {}): Promise<FrontEdit> {
    return {
      kind: 'pin',
      id: `pin-${article}`,
      until: null,
      article,
      block: (await slotOf(at)).name,
      ...more,
    } as FrontEdit
  }

  it('a saved pin is on the front at once, and a preview stores nothing', async () => {
    const edits = [await pin('139')]
    const before = await home()
    expect((await view(edits)).slots[0]!.articles[0]!.id).toBe('139')
    expect(await home()).toEqual(before)
    expect(await get(put(edits))).toEqual({ revision: 1, edits, by: 'Mara Voss', at: NOW.toISOString() })
    expect((await home())[0]![0]).toBe('139')
    expect(changes).toEqual([{ ids: ['ak/'], kind: 'front' }])
    expect(await get(records.getFrontEdits({ query: { path: '' } }))).toMatchObject({ revision: 1, edits })
  })

  it('an older revision is refused, unless it says the same', async () => {
    const edits = [await pin('139')]
    await get(put(edits))
    expect(await put([], 0)).toMatchObject({ ok: false, status: 409, problem: { code: 'LATER_REVISION' } })
    expect(await get(put(edits, 0))).toMatchObject({ revision: 1 })
    expect(await get(put([], 1))).toMatchObject({ revision: 2, edits: [] })
    expect(changes).toHaveLength(2)
  })

  it('of two saves at once one is stored', async () => {
    const both = await Promise.all([put([await pin('139')]), put([await pin('122')])])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  })

  it('its end removes it at its moment, from that front alone', async () => {
    const until = new Date(NOW.getTime() + 1_800_000).toISOString()
    const before = await home()
    await get(put([await pin('139', 0, { until }), await pin('122', 1)]))
    clock = new Date(Date.parse(until) - 1)
    expect((await home())[0]![0]).toBe('139')
    changes.length = 0
    expect(service.timed.isDue()).toBe(false)
    clock = new Date(Date.parse(until))
    expect(service.timed.isDue()).toBe(true)
    await service.timed.settle()
    expect(changes).toEqual([{ ids: ['ak/'], kind: 'front' }])
    expect((await home())[0]).toEqual(before[0])
    expect((await home())[1]![0]).toBe('122')
    expect(await get(records.getFrontEdits({ query: { path: '' } }))).toMatchObject({ edits: [{ id: 'pin-122' }] })
    expect(service.timed.isDue()).toBe(false)
  })

  it('a pinned article under embargo or withdrawn is not shown, and is as soon as readers may see it', async () => {
    const edits = [await pin(EMBARGOED_ID), await pin('139')]
    await get(put(edits))
    expect((await home())[0]![0]).toBe('139')
    expect((await view(edits)).states).toMatchObject([{ isShown: false }, { isShown: true }])
  })

  it('a folder applied meanwhile keeps its own and the edit', async () => {
    const edits = [await pin('139', 1)]
    await get(put(edits))
    await save({ home: [{ block: 'timeline' }, { block: 'lead' }, { ...SPORT, heading: 'Von hier' }] })
    const blocks = await get(readers.getHome({}))
    expect(blocks.blocks[2]).toMatchObject({ title: 'Von hier', teasers: [{ documentId: '139' }, {}, {}] })
    expect((await view(edits)).states).toMatchObject([
      { state: 'changed', now: { heading: 'Von hier' }, isShown: true },
    ])
    await save({ home: [{ block: 'lead' }] })
    expect((await view(edits)).states).toMatchObject([{ state: 'noPlace', now: null, isShown: false }])
    expect(await get(records.getFrontEdits({ query: { path: '' } }))).toMatchObject({ edits })
    await save({ home: [{ block: 'lead' }, SPORT] })
    expect((await view(edits)).states).toMatchObject([{ state: 'counts' }])
  })

  it('pins of the folder stay in force beside edits, and are in the answer', async () => {
    const until = new Date(NOW.getTime() + HOUR).toISOString()
    await save({
      home: [{ block: 'lead' }, SPORT, { block: 'articles', source: { by: 'weight' }, layout: 'fourUp' }],
      pinned: [
        { article: '122', place: 'top', until },
        { article: '101', place: 'top', until: NOW.toISOString() },
      ],
      excluded: [{ article: '102', until }],
    })
    await get(put([await pin('139')]))
    const blocks = await home()
    expect(blocks[0]![0]).toBe('139')
    expect(blocks.at(-1)![0]).toBe('122')
    expect((await view()).folder).toEqual({
      pinned: [{ article: '122', place: 'top', until }],
      excluded: [{ article: '102', until }],
    })
  })

  it('a section has edits of its own, on a front of the folder and on a usual one', async () => {
    const section = async (path: string) => {
      const page = await get(readers.getChannel({ params: { path } }))
      return page.kind === 'channel' ? page : null
    }
    const usual = await view([], 'lokales')
    expect(usual).toMatchObject({ name: 'Lokales', isListed: false })
    const edit: FrontEdit = { kind: 'pin', id: 'p', until: null, article: '139', block: usual.slots[0]!.name }
    await get(put([edit], 0, 'lokales'))
    expect(changes).toEqual([{ ids: ['ak/lokales'], kind: 'front' }])
    expect(idsOf((await section('lokales'))!.blocks[0])[0]).toBe('139')
    await save({ home: [{ block: 'lead' }], sections: { lokales: [{ block: 'lead' }, SPORT] } })
    expect(await view([edit], 'lokales')).toMatchObject({ isListed: true, states: [{ state: 'counts' }] })
    expect(idsOf((await section('lokales'))!.blocks[0])[0]).toBe('139')
    // The section below has the list of blocks of the one above, not its edits.
    expect(idsOf((await section('lokales/auenburg'))!.blocks[0])[0]).not.toBe('139')
    expect((await view([], 'lokales/auenburg')).isListed).toBe(true)
    const { fronts } = await get(records.listFronts({}))
    expect(fronts.find(({ path }) => path === 'lokales')).toMatchObject({ name: 'Lokales', revision: 1, edits: [edit] })
    expect(fronts[0]).toMatchObject({ path: '', isListed: true, revision: 0, edits: [] })
  })

  it('lists the articles and the name of each block', async () => {
    const { slots } = await view([{ kind: 'hide', id: 'h', until: null, block: (await slotOf(0)).name }])
    expect(slots).toMatchObject([
      { name: { block: 'lead' }, isHidden: true, articles: [], place: null, canPin: true },
      { name: { block: 'articles', source: 'section:lokales' }, heading: 'Lokales', isHidden: false, place: 0 },
    ])
    expect(slots[1]!.articles).toHaveLength(3)
  })

  it('answers 404 for an unknown section, and needs the key', async () => {
    for (const call of [
      records.getFrontEdits({ query: { path: 'nirgends' } }),
      put([], 0, 'nirgends'),
      records.previewFront({ body: { path: 'nirgends', edits: [] } }),
    ])
      expect(await call).toMatchObject({ ok: false, status: 404 })
    expect(await createTestClient(RECORDS, optionsOf('ak')).listFronts({})).toMatchObject({ ok: false, status: 401 })
  })

  it('an edit of a later version that this one cannot read counts as none', async () => {
    await get(put([await pin('139')]))
    const db = opened.database.db as ContentDb
    await sql`update content.front_edits set edits = edits || '[{"kind":"hologram","id":"x"}]'`.execute(db)
    await service.announceAll()
    expect((await home())[0]![0]).toBe('139')
  })

  it('another process sees an edit within a second', async () => {
    if (opened.url === null) return
    const database = await openDatabase({ url: opened.url })
    const other = await createContentService({ database, now: () => clock, onError: () => {} })
    const client = createTestClient(CONTENT, {
      base: 'http://content.local/ak',
      timeout: 20_000,
      fetch: (request) => other.app.fetch(request),
    })
    try {
      const seen: Change[] = []
      other.onChange((change) => seen.push(change))
      const look = () => get(client.listNewestArticles({}))
      await look()
      await get(put([await pin('139')]))
      // Of the clock of both: however busy the machine is, no later look happens.
      clock = new Date(clock.getTime() + 1000)
      await look()
      await expect
        .poll(() => seen.filter(({ kind }) => kind === 'front'), { timeout: 20_000 })
        .toEqual([{ ids: ['ak/'], kind: 'front' }])
    } finally {
      await other.close()
      await database.close()
    }
  })
})
