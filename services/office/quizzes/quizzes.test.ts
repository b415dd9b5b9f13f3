import { createTestDatabase } from '@lokalteil/tools/postgres'
import type { QuizDraft, QuizRecord } from '@lokalteil/contracts/content'
import { setPublications } from '@lokalteil/domain/publication/publications'
import { TEST_PUBLICATIONS } from '@lokalteil/domain/publication/publications.testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openEmptyDatabase } from '../../platform/database/database.testing.ts'
import type { Database } from '../../platform/database.ts'
import { get, openTestArticles, refusalOf, type PersonName } from '../articles/articles.testing.ts'
import { QUESTION } from './quizzes.testing.ts'

describe('quizzes in the office', () => {
  let database: Database
  let test: Awaited<ReturnType<typeof openTestArticles>>

  const switchRoom = (isOn: boolean) =>
    setPublications(
      TEST_PUBLICATIONS.map((one) => (isOn && one.code === 'ak' ? { ...one, rooms: ['quiz'] as never } : one)),
    )
  beforeAll(async () => {
    database = await openEmptyDatabase(createTestDatabase)
    test = await openTestArticles(database)
  })
  beforeEach(async () => {
    switchRoom(true)
    await test.reset()
  })
  afterEach(() => test.throwErrors())
  afterAll(async () => {
    setPublications(TEST_PUBLICATIONS)
    await database.close()
  })

  const as = (person: PersonName) => test.as(person)
  const begin = (person: PersonName) =>
    get(as(person).createQuiz({ body: { title: 'Die Region', slug: 'die-region' } }))
  const save = (person: PersonName, { slug, revision, draft }: QuizRecord, change: Partial<QuizDraft> = {}) =>
    as(person).saveQuiz({
      params: { slug },
      body: { base: revision, draft: { ...draft, questions: [QUESTION], ...change } },
    })
  const publish = (person: PersonName, { slug, revision }: QuizRecord) =>
    as(person).publishQuiz({ params: { slug }, body: { revision } })
  const withdraw = (person: PersonName) => as(person).withdrawQuiz({ params: { slug: 'die-region' } })

  it('is written by an editor, and published and withdrawn by those who may publish', async () => {
    const begun = await begin('mara')
    const saved = await get(save('mara', begun))
    expect(await refusalOf(publish('ute', saved))).toBe('403 NOT_ALLOWED')
    expect(await refusalOf(publish('mara', saved))).toBe('403 NOT_ALLOWED')
    expect(await get(publish('jonas', saved))).toMatchObject({ state: 'shown', changedBy: 'Jonas Kern' })
    expect(await refusalOf(withdraw('mara'))).toBe('403 NOT_ALLOWED')
    expect((await get(withdraw('nele'))).state).toBe('withdrawn')
  })

  it('in a section is for those who have it, without a section for all', async () => {
    const begun = await begin('mara')
    const ofAll = await get(save('tim', begun))
    const local = await get(save('mara', ofAll, { sectionPath: 'lokales' }))
    expect(await refusalOf(save('tim', local, { title: 'Anders' }))).toBe('403 NOT_ALLOWED')
    expect(await refusalOf(publish('tim', local))).toBe('403 NOT_ALLOWED')
    const sport = await get(save('mara', local, { sectionPath: 'sport/fussball' }))
    expect(await refusalOf(publish('tim', sport))).toBe('ok')
  })

  it('leaves an entry in the audit for each act, and for saves the first of a person in five minutes', async () => {
    const begun = await begin('mara')
    const first = await get(save('mara', begun))
    const second = await get(save('jonas', first, { title: 'Anders' }))
    const third = await get(save('jonas', second, { title: 'Noch anders' }))
    test.later(6 * 60_000)
    await get(publish('jonas', await get(save('jonas', third, { title: 'Später' }))))
    await get(withdraw('jonas'))
    expect(test.audit.map(({ act, by, target }) => [act, by, target])).toEqual([
      ['createQuiz', 'mara', 'Quiz die-region'],
      ['saveQuiz', 'jonas', 'Quiz die-region'],
      ['saveQuiz', 'jonas', 'Quiz die-region'],
      ['publishQuiz', 'jonas', 'Quiz die-region'],
      ['withdrawQuiz', 'jonas', 'Quiz die-region'],
    ])
    expect(test.audit.at(-1)).toMatchObject({ before: { state: 'shown' }, after: { state: 'withdrawn' } })
    expect(await test.listEvents()).toEqual(Array.from({ length: 7 }, () => 'quiz die-region'))
  })

  it('of two saves and of a late publication the later one is refused, without an event', async () => {
    const begun = await begin('mara')
    await get(save('mara', begun))
    test.audit.length = 0
    expect(await refusalOf(save('jonas', begun, { title: 'Anders' }))).toBe('409 LATER_REVISION')
    expect(await refusalOf(publish('jonas', begun))).toBe('409 LATER_REVISION')
    expect(test.audit).toEqual([])
  })

  it('is not published while something is missing', async () => {
    const begun = await get(save('mara', await begin('mara'), { questions: [{ ...QUESTION, right: null }] }))
    expect(await refusalOf(publish('jonas', begun))).toBe('422 NOT_COMPLETE')
  })

  it('a draft that readers never had is deleted by an editor', async () => {
    const { slug, revision } = await begin('mara')
    await get(as('mara').dropQuiz({ params: { slug }, body: { revision } }))
    expect(await refusalOf(as('mara').getQuiz({ params: { slug } }))).toBe('404 NOT_FOUND')
    expect(test.audit.at(-1)).toMatchObject({ act: 'dropQuiz', before: { state: 'never' } })
  })

  it.each<[string, object]>([
    ['a title that is too long', { title: 'x'.repeat(201) }],
    ['an answer that is too long', { questions: [{ ...QUESTION, answers: ['x'.repeat(301)] }] }],
    ['an address that is none', { slug: 'Die Region' }],
  ])('%s answers 400', async (_what, change) => {
    const begun = await begin('mara')
    const isAddress = 'slug' in change
    const call = isAddress
      ? as('mara').createQuiz({ body: { title: 'Neu', ...(change as { slug: string }) } })
      : save('mara', begun, change)
    expect(await refusalOf(call as Promise<never>)).toBe('400 BAD_REQUEST')
  })

  it('a megabyte answers 413', async () => {
    const { slug, draft } = await begin('mara')
    const teaser = 'x'.repeat(1_000_000)
    const call = as('mara').saveQuiz({ params: { slug }, body: { base: 1, draft: { ...draft, teaser } } })
    expect(await refusalOf(call)).toBe('413 TOO_LARGE')
  })

  it('is empty where the room is off, and while the content service is away', async () => {
    const begun = await begin('mara')
    test.content.silent.add('listQuizRecords')
    expect(await refusalOf(as('mara').listQuizzes({}))).toBe('503 UNAVAILABLE')
    switchRoom(false)
    expect(await refusalOf(as('mara').listQuizzes({}))).toBe('404 NOT_FOUND')
    expect(await refusalOf(save('mara', begun))).toBe('404 NOT_FOUND')
  })
})
