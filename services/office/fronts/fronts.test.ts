import type { FrontEdit } from '@lokalteil/contracts/content'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase } from '../../platform/database/database.testing.ts'
import { get, openTestArticles, refusalOf, type PersonName } from '../articles/articles.testing.ts'
import { pin } from './fronts.testing.ts'

const HOUR = 3_600_000

describe.each(ENGINES)('fronts in the office on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let test: Awaited<ReturnType<typeof openTestArticles>>

  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    test = await openTestArticles(opened.database)
  })
  beforeEach(() => test.reset())
  afterEach(() => test.throwErrors())
  afterAll(() => opened.drop())

  const as = (person: PersonName) => test.as(person)
  const read = (path = '', person: PersonName = 'jonas') => get(as(person).getFront({ query: { path } }))
  const save = (was: FrontEdit[], edits: FrontEdit[], person: PersonName = 'jonas', path = '') =>
    get(as(person).saveFrontDraft({ body: { path, was, edits } }))
  const publish = (revision: number, person: PersonName = 'jonas', path = '') =>
    as(person).publishFront({ body: { path, revision } })
  const shown = (path = '') => test.content.fronts.read(path).edits

  it('a draft is seen by the office alone, until it is published', async () => {
    expect(await read()).toMatchObject({ revision: 0, draft: null, edits: [], published: { edits: [], by: null } })
    const draft = await save([], [pin('1')])
    expect(draft).toMatchObject({
      revision: 1,
      draft: { by: { id: 'jonas', name: 'Jonas Kern' }, changes: 1 },
      edits: [pin('1')],
      published: { edits: [] },
      states: [{ id: 'pin-1', state: 'counts', isShown: true }],
    })
    expect(shown()).toEqual([])
    expect(await get(publish(1, 'nele'))).toMatchObject({
      revision: 1,
      draft: null,
      edits: [pin('1')],
      published: { edits: [pin('1')], by: 'Nele Brandt' },
    })
    expect(shown()).toEqual([pin('1')])
    expect(await test.listEvents()).toEqual(['front', 'front'])
    expect(test.audit).toMatchObject([
      { act: 'saveFrontDraft', by: 'jonas', target: 'Startseite', before: { edits: [] }, after: { revision: 1 } },
      { act: 'publishFront', by: 'nele', before: { edits: [] }, after: { edits: [pin('1')], revision: 1 } },
    ])
  })

  it('names the articles of edits', async () => {
    const { id } = await get(as('jonas').createArticle({ body: { sectionPath: 'lokales' } }))
    expect((await save([], [pin(id)])).articles).toMatchObject([{ id, shown: 'never' }])
  })

  it('two saves from the same state are merged', async () => {
    const start = (await save([], [pin('1'), pin('2')])).edits
    await save(start, [...start, pin('3')], 'nele')
    const until = '2026-11-28T20:00:00Z'
    const merged = await save(start, [pin('1', { until }), pin('2')])
    expect(merged).toMatchObject({ revision: 3, edits: [pin('1', { until }), pin('2'), pin('3')] })
    // Sent again, because the answer was lost.
    expect((await save(start, [pin('1', { until }), pin('2')])).revision).toBe(3)
  })

  it('of two at once nothing is lost', async () => {
    await Promise.all(['1', '2', '3', '4'].map((article) => save([], [pin(article)])))
    expect((await read()).edits.map(({ id }) => id).toSorted()).toEqual(['pin-1', 'pin-2', 'pin-3', 'pin-4'])
  })

  it('a draft that another person changed meanwhile is neither published nor dropped', async () => {
    await save([], [pin('1')])
    await save([pin('1')], [pin('1'), pin('2')], 'nele')
    expect(await refusalOf(publish(1))).toBe('409 LATER_REVISION')
    expect(await refusalOf(as('jonas').dropFrontDraft({ body: { path: '', revision: 1 } }))).toBe('409 LATER_REVISION')
    expect(shown()).toEqual([])
    expect((await read()).edits).toHaveLength(2)
  })

  it('a dropped draft leaves the published edits, and its number is not used again', async () => {
    await save([], [pin('1')])
    await get(publish(1))
    await save([pin('1')], [])
    const dropped = await get(as('jonas').dropFrontDraft({ body: { path: '', revision: 2 } }))
    expect(dropped).toMatchObject({ revision: 2, draft: null, edits: [pin('1')] })
    expect(test.audit.at(-1)).toMatchObject({
      act: 'dropFrontDraft',
      before: { edits: [] },
      after: { edits: [pin('1')] },
    })
    expect((await save([pin('1')], [])).revision).toBe(3)
    expect(await refusalOf(publish(2))).toBe('409 LATER_REVISION')
  })

  it('a save equal to the published front drops the draft', async () => {
    await save([], [pin('1')])
    expect(await save([pin('1')], [])).toMatchObject({ revision: 2, draft: null })
    expect(await get(publish(2))).toMatchObject({ draft: null })
    expect(shown()).toEqual([])
  })

  it('an edit that has ended is in no draft and is not published', async () => {
    const until = new Date(test.office.now().getTime() + HOUR).toISOString()
    await save([], [pin('1', { until }), pin('2')])
    test.later(2 * HOUR)
    expect((await read()).edits).toEqual([pin('2')])
    await get(publish(1))
    expect(shown()).toEqual([pin('2')])
  })

  it('a front published by a process that died is published once, and its draft is gone', async () => {
    await save([], [pin('1')])
    test.content.silent.add('saveFrontEdits, late')
    expect(await refusalOf(publish(1))).toBe('503 UNAVAILABLE')
    test.content.silent.clear()
    expect(await read()).toMatchObject({ draft: null, edits: [pin('1')], published: { edits: [pin('1')] } })
    expect(await get(publish(1))).toMatchObject({ draft: null })
    expect(test.content.fronts.read('').revision).toBe(1)
    expect(await save([pin('1')], [pin('1'), pin('2')])).toMatchObject({ revision: 2, draft: { changes: 1 } })
  })

  it('without the content service a draft waits', async () => {
    await save([], [pin('1')])
    test.content.silent.add('saveFrontEdits')
    expect(await refusalOf(publish(1))).toBe('503 UNAVAILABLE')
    test.content.silent.clear()
    expect((await read()).draft).toMatchObject({ changes: 1 })
    await get(publish(1))
    expect(shown()).toEqual([pin('1')])
  })

  it('edits published meanwhile by another way stay beside the draft', async () => {
    await save([], [pin('1')])
    test.content.fronts.stored.set('', { revision: 5, edits: [pin('9')], by: 'x', at: null })
    expect(await read()).toMatchObject({ draft: { changes: 1 }, edits: [pin('1'), pin('9')] })
    await get(publish(1))
    expect(shown()).toEqual([pin('1'), pin('9')])
  })

  it('a section is of its editors, the home page of those of all sections', async () => {
    const paths = async (person: PersonName) => (await get(as(person).listFronts({}))).fronts.map(({ path }) => path)
    expect(await paths('nele')).toEqual(['', 'lokales', 'sport', 'sport/fussball'])
    expect(await paths('tim')).toEqual(['sport', 'sport/fussball'])
    expect((await save([], [pin('1')], 'tim', 'sport/fussball')).name).toBe('Fußball')
    for (const [person, path] of [
      ['tim', ''],
      ['tim', 'lokales'],
      ['mara', 'sport'],
      ['ute', 'sport'],
    ] as const) {
      const body = { path, revision: 0 }
      expect([
        person,
        path,
        await refusalOf(as(person).getFront({ query: { path } })),
        await refusalOf(as(person).saveFrontDraft({ body: { path, was: [], edits: [] } })),
        await refusalOf(as(person).publishFront({ body })),
        await refusalOf(as(person).dropFrontDraft({ body })),
      ]).toEqual([person, path, ...Array.from({ length: 4 }, () => '403 NOT_ALLOWED')])
    }
    expect(await refusalOf(as('nele').getFront({ query: { path: 'nirgends' } }))).toBe('404 NOT_FOUND')
  })

  it('lists fronts with their drafts, published edits and the next end', async () => {
    const [soon, late] = ['2026-11-28T12:00:00.000Z', '2026-11-29T12:00:00.000Z']
    await save([], [pin('1', { until: late }), pin('2', { until: soon }), pin('3')], 'jonas', 'sport')
    await get(publish(1, 'jonas', 'sport'))
    await save(shown('sport'), [], 'nele', 'sport')
    const { fronts } = await get(as('jonas').listFronts({}))
    expect(fronts.find(({ path }) => path === 'sport')).toMatchObject({
      edits: 3,
      nextEnd: soon,
      draft: { by: { name: 'Nele Brandt' }, changes: 3 },
    })
    expect(fronts[0]).toMatchObject({ path: '', edits: 0, nextEnd: null, draft: null })
  })
})
