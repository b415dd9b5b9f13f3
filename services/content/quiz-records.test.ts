import { createTestDatabase } from '@lokalteil/tools/postgres'
import type { Client } from '@lokalteil/contracts/kernel/client'
import { createTestClient, get, outcomeOf } from '@lokalteil/contracts/kernel/client.testing'
import {
  CONTENT_INTERNAL,
  QUIZZES,
  RECORDS,
  type IncomingQuiz,
  type QuizDraft,
  type QuizRecord,
} from '@lokalteil/contracts/content'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase } from '../platform/database/database.testing.ts'
import { createContentService, type Change, type ContentService } from './app.ts'
import { fillContent, NOW, SEED } from './content.testing.ts'

const KEY = 'a-key-for-tests'
const HOUR = 3_600_000
const at = (hours: number) => new Date(NOW.getTime() + hours * HOUR).toISOString()
const QUESTION = { text: 'Welcher Fluss?', picture: null, answers: ['Die Aue', 'Die Werla'], right: 1, explanation: '' }
const by = 'Mara Voss'

describe.each(ENGINES)('R1-75 quizzes of the office on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let service: ContentService
  let office: Client<typeof RECORDS>
  let door: Client<typeof CONTENT_INTERNAL>
  let readers: Client<typeof QUIZZES>
  const changes: Change[] = []
  let clock = NOW
  let count = 0

  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    service = await createContentService({
      database: opened.database,
      serviceKey: KEY,
      now: () => clock,
      checkAnswers: true,
    })
    const to = (headers: Record<string, string> = {}) => ({
      base: 'http://content.local/ak',
      headers,
      fetch: (request: Request) => service.app.fetch(request),
    })
    const key = { authorization: `Bearer ${KEY}` }
    office = createTestClient(RECORDS, to(key))
    door = createTestClient(CONTENT_INTERNAL, to(key))
    readers = createTestClient(QUIZZES, to())
    await fillContent(service, SEED)
    service.onChange((change) => changes.push(change))
  })
  beforeEach(() => {
    clock = NOW
    changes.length = 0
  })
  afterAll(async () => {
    await service.close()
    await opened.drop()
  })

  const begin = (title = `Quiz ${++count}`, slug: string | null = null) =>
    get(office.createQuizRecord({ body: { title, slug, by } }))
  const save = (record: QuizRecord, change: Partial<QuizDraft>, base = record.revision) =>
    office.saveQuizRecord({
      params: { slug: record.slug },
      body: { base, draft: { ...record.draft, ...change }, by },
    })
  const publish = ({ slug, revision }: QuizRecord) =>
    office.publishQuizRecord({ params: { slug }, body: { revision, by } })
  const withdraw = ({ slug }: QuizRecord) => office.withdrawQuizRecord({ params: { slug }, body: { by } })
  const read = ({ slug }: QuizRecord) => get(office.getQuizRecord({ params: { slug } }))
  /** A new quiz that readers have. */
  const show = async (change: Partial<QuizDraft> = {}) =>
    get(publish(await get(save(await begin(), { questions: [QUESTION], ...change }))))
  const statusOf = async ({ slug }: Pick<QuizRecord, 'slug'>) => {
    const found = await readers.getQuiz({ params: { slug } })
    return found.ok ? 200 : found.status
  }
  const titleOf = async ({ slug }: QuizRecord) => (await get(readers.getQuiz({ params: { slug } }))).title
  /** A delivery of the agency. */
  const deliver = async (sourceId: string, version: number, change: Partial<IncomingQuiz> = {}) => {
    const quiz: IncomingQuiz = {
      sourceId,
      version,
      digest: `d${version}`,
      status: 'usable',
      slug: null,
      title: `Agentur ${sourceId}`,
      teaser: '',
      picture: null,
      published: at(-1),
      updated: null,
      sectionPath: '',
      source: 'dpa',
      questions: [QUESTION],
      ...change,
    }
    return (await get(door.ingestQuizzes({ body: { quizzes: [quiz] } }))).results[0]!
  }

  it('readers have a quiz from its publication on, and a later draft only when it is published too', async () => {
    const begun = await begin('Wie gut kennen Sie die Region?')
    expect(begun).toMatchObject({ slug: 'wie-gut-kennen-sie-die-region', state: 'never', revision: 1, changedBy: by })
    const saved = await get(save(begun, { questions: [QUESTION], teaser: 'Zwei Fragen.' }))
    expect([await statusOf(begun), changes]).toEqual([404, []])
    const online = await get(publish(saved))
    expect(online).toMatchObject({ state: 'shown', published: NOW.toISOString(), isChanged: false })
    expect(changes).toContainEqual({ ids: [], kind: 'taxonomy' })
    expect(await get(readers.getQuiz({ params: begun }))).toMatchObject({
      title: 'Wie gut kennen Sie die Region?',
      teaser: 'Zwei Fragen.',
      updated: null,
      questions: [QUESTION],
    })
    const edited = await get(save(online, { title: 'Anders' }))
    expect([edited.isChanged, await titleOf(edited)]).toEqual([true, 'Wie gut kennen Sie die Region?'])
    clock = new Date(NOW.getTime() + HOUR)
    await get(publish(edited))
    expect(await get(readers.getQuiz({ params: begun }))).toMatchObject({
      title: 'Anders',
      published: NOW.toISOString(),
      updated: at(1),
    })
  })

  it('an address that another quiz has gets a number, and none is taken twice by drafts', async () => {
    const slugs = [await begin('Zweimal'), await begin('Zweimal'), await begin('Anderes', 'zweimal')]
    expect(slugs.map(({ slug }) => slug)).toEqual(['zweimal', 'zweimal-2', 'zweimal-3'])
  })

  it('of two saves from one revision the second is refused, and a repeated one changes nothing', async () => {
    const begun = await begin()
    const first = await get(save(begun, { title: 'Die eine' }))
    expect(await outcomeOf(save(begun, { title: 'Die andere' }))).toBe('409 LATER_REVISION')
    expect((await get(save(begun, { title: 'Die eine' }))).revision).toBe(first.revision)
    expect(await outcomeOf(publish(begun))).toBe('409 LATER_REVISION')
  })

  it.each<[string, Partial<QuizDraft>]>([
    ['no title', { title: '  ' }],
    ['no question', { questions: [] }],
    ['no right answer', { questions: [{ ...QUESTION, right: null }] }],
    ['one answer twice', { questions: [{ ...QUESTION, answers: ['Aue', 'Aue'] }] }],
    ['a time that is none', { published: 'bald' }],
  ])('a draft with %s is saved, but not published', async (_what, change) => {
    const saved = await get(save(await begin(), { questions: [QUESTION], ...change }))
    expect(await outcomeOf(publish(saved))).toBe('422 NOT_COMPLETE')
    expect(await statusOf(saved)).toBe(404)
  })

  it.each<[string, object]>([
    ['a title of 201 characters', { title: 'x'.repeat(201) }],
    ['seven answers', { questions: [{ ...QUESTION, answers: Array.from({ length: 7 }, String) }] }],
    ['51 questions', { questions: Array.from({ length: 51 }, () => QUESTION) }],
  ])('%s are refused', async (_what, change) => {
    expect(await outcomeOf(save(await begin(), change))).toBe('400 BAD_REQUEST')
  })

  it('is cleaned as a delivery is', async () => {
    const explanation = 'So <b>ist</b> es<script>alert(1)</script>'
    const picture = { baseUrl: 'javascript:alert(1)', cropVal: '16:9', altText: '', width: 0, height: 0 }
    const online = await show({
      teaser: 'Ein <i>Spiel</i>\u0000',
      picture: { ...picture, credit: 'Foto: Voss', caption: '', colour: null },
      questions: [{ ...QUESTION, text: ' Welcher Fluss? ', explanation }],
    })
    expect(await get(readers.getQuiz({ params: online }))).toMatchObject({
      teaser: 'Ein Spiel',
      picture: null,
      questions: [{ text: 'Welcher Fluss?', explanation: 'So <b>ist</b> es' }],
    })
  })

  it('appears at its time, which listeners hear of without a write', async () => {
    const planned = await show({ published: at(2) })
    expect([planned.state, await statusOf(planned)]).toEqual(['waiting', 404])
    changes.length = 0
    clock = new Date(NOW.getTime() + 2 * HOUR)
    expect(service.timed.isDue()).toBe(true)
    await service.timed.settle()
    expect(changes).not.toEqual([])
    expect([(await read(planned)).state, await statusOf(planned)]).toEqual(['shown', 200])
  })

  it('a planned one without a time appears at once, and a later time takes a shown one away again', async () => {
    const planned = await show({ published: at(2) })
    const now = await get(publish(await get(save(planned, { published: null }))))
    expect([now.state, now.published]).toEqual(['shown', NOW.toISOString()])
    changes.length = 0
    const later = await get(publish(await get(save(now, { published: at(3) }))))
    expect([later.state, await statusOf(later)]).toEqual(['waiting', 404])
    expect(changes).toContainEqual({ ids: [], kind: 'all' })
  })

  it('a withdrawn one answers 410 at once, keeps its draft, and can be published again', async () => {
    const online = await show()
    const gone = await get(withdraw(online))
    expect([gone.state, gone.draft.questions, await statusOf(gone)]).toEqual(['withdrawn', [QUESTION], 410])
    expect(changes).toContainEqual({ ids: [], kind: 'all' })
    expect((await get(withdraw(gone))).revision).toBe(gone.revision)
    const back = await get(publish(gone))
    expect([back.state, back.published, await statusOf(back)]).toEqual(['shown', online.published, 200])
  })

  it('a dropped draft is gone: the published state is edited again, and a never published quiz is deleted', async () => {
    const online = await show({ title: 'Online' })
    const edited = await get(save(online, { title: 'Verworfen' }))
    const drop = (record: QuizRecord) =>
      office.dropQuizRecord({ params: { slug: record.slug }, body: { revision: record.revision, by } })
    expect(await outcomeOf(drop(online))).toBe('409 LATER_REVISION')
    expect(await get(drop(edited))).toMatchObject({ isChanged: false, draft: { title: 'Online' } })
    const begun = await begin()
    expect(await get(drop(begun))).toMatchObject({ state: 'never' })
    expect(await outcomeOf(office.getQuizRecord({ params: { slug: begun.slug } }))).toBe('404 NOT_FOUND')
    const withdrawn = await get(withdraw(online))
    expect(await get(drop(withdrawn))).toMatchObject({ state: 'withdrawn', draft: { title: 'Online' } })
  })

  it('the list has all states, those changed last first, and those of this publication alone', async () => {
    clock = new Date(NOW.getTime() + 10 * HOUR)
    await show({ title: 'Vorher' })
    clock = new Date(NOW.getTime() + 11 * HOUR)
    const waiting = await show({ title: 'Später', published: at(20) })
    const gone = await get(withdraw(await show({ title: 'Weg' })))
    const begun = await begin('Neu')
    const { quizzes, total, pages } = await get(office.listQuizRecords({}))
    expect(Object.fromEntries(quizzes.map(({ slug, state }) => [slug, state]))).toMatchObject({
      [waiting.slug]: 'waiting',
      [gone.slug]: 'withdrawn',
      [begun.slug]: 'never',
    })
    expect(quizzes.findIndex(({ title }) => title === 'Vorher')).toBe(3)
    expect(pages).toBe(Math.ceil(total / 20))
    expect(await outcomeOf(office.listQuizRecords({ query: { page: 0 } }))).toBe('404 NOT_FOUND')
    const shown = (await get(readers.listQuizzes({}))).quizzes.map(({ slug }) => slug)
    for (const { slug } of [waiting, gone, begun]) expect(shown).not.toContain(slug)
  })

  describe('from an agency', () => {
    const open = async (sourceId: string) => read({ slug: (await deliver(sourceId, 1)).id! } as QuizRecord)

    it('is edited from the published state, and an untouched one is renewed by its source', async () => {
      const given = await open('untouched')
      expect(given).toMatchObject({ state: 'shown', source: 'dpa', changedAt: null, draft: { questions: [QUESTION] } })
      expect(await deliver('untouched', 2, { title: 'Neuer' })).toMatchObject({ outcome: 'updated' })
      expect(await titleOf(given)).toBe('Neuer')
      // The form was opened before: its save must not undo the agency's correction.
      expect(await outcomeOf(save(given, { teaser: 'Von uns' }))).toBe('409 LATER_REVISION')
    })

    it('a published edit stays: a later version waits, and is taken or dropped', async () => {
      const online = await get(publish(await get(save(await open('edited'), { title: 'Von uns' }))))
      const waits = { outcome: 'unchanged', reason: 'it waits for the office' }
      expect(await deliver('edited', 2, { title: 'Von der Agentur' })).toMatchObject(waits)
      expect(await titleOf(online)).toBe('Von uns')
      const told = await read(online)
      expect([told.update, told.draft.title]).toEqual([{ version: 2, kind: 'update' }, 'Von uns'])
      const settle = (version: number, isTaken: boolean) =>
        get(office.settleQuizUpdate({ params: { slug: online.slug }, body: { version, isTaken, by } }))
      // Decided on an older one: nothing happens.
      expect((await settle(1, true)).update).not.toBeNull()
      expect(await settle(2, true)).toMatchObject({
        update: null,
        isChanged: true,
        draft: { title: 'Von der Agentur' },
      })
      expect(await titleOf(online)).toBe('Von uns')
      expect(await deliver('edited', 2, { title: 'Von der Agentur' })).toMatchObject({ reason: 'version 2 is stored' })
      await deliver('edited', 3, { title: 'Noch neuer' })
      expect(await settle(3, false)).toMatchObject({ update: null, draft: { title: 'Von der Agentur' } })
    })

    it('a withdrawal by the source of a quiz that the office published waits, and takes nothing away', async () => {
      const online = await get(publish(await get(save(await open('recalled'), { title: 'Von uns' }))))
      expect(await deliver('recalled', 2, { status: 'canceled', questions: [] })).toMatchObject({
        outcome: 'unchanged',
      })
      expect([(await read(online)).update, await statusOf(online)]).toEqual([{ version: 2, kind: 'withdrawal' }, 200])
    })

    it('no delivery brings back a quiz that the office withdrew', async () => {
      const gone = await get(withdraw(await open('withdrawn')))
      expect(await deliver('withdrawn', 2)).toMatchObject({ outcome: 'unchanged' })
      expect([await statusOf(gone), (await read(gone)).update?.kind]).toEqual([410, 'update'])
    })

    it('an unpublished draft does not stop deliveries, and shows that one came', async () => {
      const edited = await get(save(await open('draft'), { title: 'Im Entwurf' }))
      await deliver('draft', 2, { title: 'Berichtigt' })
      const told = await read(edited)
      expect([await titleOf(edited), told.draft.title, told.update?.version]).toEqual(['Berichtigt', 'Im Entwurf', 2])
      await deliver('draft', 3, { status: 'canceled', questions: [] })
      expect([await statusOf(edited), (await read(edited)).draft.title]).toEqual([410, 'Im Entwurf'])
    })
  })
})
