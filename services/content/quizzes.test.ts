import { createTestDatabase } from '@lokalteil/tools/postgres'
import type { Client } from '@lokalteil/contracts/kernel/client'
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import { CONTENT, CONTENT_INTERNAL, QUIZZES, type IncomingQuiz } from '@lokalteil/contracts/content'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase } from '../platform/database/database.testing.ts'
import { createContentService, type Change, type ContentService } from './app.ts'
import { fillContent, NOW, SEED } from './content.testing.ts'

const KEY = 'a-key-for-tests'
const at = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000).toISOString()

describe.each(ENGINES)('R1-75 quizzes on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let service: ContentService
  let internal: Client<typeof CONTENT_INTERNAL>
  let ofFb: Client<typeof CONTENT_INTERNAL>
  let ak: Client<typeof QUIZZES>
  let fb: Client<typeof QUIZZES>
  const changes: Change[] = []
  let clock = NOW

  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    service = await createContentService({
      database: opened.database,
      serviceKey: KEY,
      now: () => clock,
      checkAnswers: true,
    })
    const open = (code: string, headers: Record<string, string> = {}) => ({
      base: `http://content.local/${code}`,
      headers,
      timeout: 20_000,
      fetch: (request: Request) => service.app.fetch(request),
    })
    const key = { authorization: `Bearer ${KEY}` }
    internal = createTestClient(CONTENT_INTERNAL, open('ak', key))
    ofFb = createTestClient(CONTENT_INTERNAL, open('fb', key))
    ak = createTestClient(QUIZZES, open('ak'))
    fb = createTestClient(QUIZZES, open('fb'))
    await fillContent(service, SEED)
    service.onChange((change) => changes.push(change))
  })
  afterAll(async () => {
    await service.close()
    await opened.drop()
  })

  const question = { text: 'Was?', picture: null, answers: ['Dies', 'Das'], right: 1, explanation: 'Darum.' }
  const quiz = (sourceId: string, more: Partial<IncomingQuiz> = {}): IncomingQuiz => ({
    sourceId,
    version: 1,
    digest: 'a',
    status: 'usable',
    slug: null,
    title: `Das Quiz ${sourceId}`,
    teaser: '',
    picture: null,
    published: at(-1),
    updated: null,
    sectionPath: '',
    source: '',
    questions: [question],
    ...more,
  })
  async function send(given: IncomingQuiz, to = internal) {
    const answer = await to.ingestQuizzes({ body: { quizzes: [given] } })
    if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
    return answer.data.results[0]!
  }
  const statusOf = async (slug: string, of = ak) => {
    const found = await of.getQuiz({ params: { slug } })
    return found.ok ? 200 : found.status
  }

  it('arrive once, are corrected by newer versions, and keep their address', async () => {
    expect(await send(quiz('one'))).toMatchObject({ outcome: 'created', id: 'das-quiz-one' })
    expect(await send(quiz('one'))).toMatchObject({ outcome: 'unchanged' })
    expect(await send(quiz('one', { digest: 'b', title: 'Anders' }))).toMatchObject({
      outcome: 'updated',
      id: 'das-quiz-one',
    })
    expect(await send(quiz('one', { version: 0, digest: 'c', title: 'Älter' }))).toMatchObject({ outcome: 'unchanged' })
    const found = await ak.getQuiz({ params: { slug: 'das-quiz-one' } })
    expect(found.ok && found.data).toMatchObject({ title: 'Anders', questions: [question], section: null })
  })

  it('get a number if another has the same title', async () => {
    expect(await send(quiz('first', { title: 'Wie gut?' }))).toMatchObject({ id: 'wie-gut' })
    expect(await send(quiz('second', { title: 'Wie gut?' }))).toMatchObject({ id: 'wie-gut-2' })
    expect(await send(quiz('third', { slug: 'wie-gut' }))).toMatchObject({ id: 'wie-gut-3' })
    expect(await send(quiz('digits', { title: '2026' }))).toMatchObject({ id: 'quiz-2026' })
  })

  it('disappear at once when withdrawn, and older deliveries do not bring them back', async () => {
    await send(quiz('withdrawn', { version: 5 }))
    expect(await statusOf('das-quiz-withdrawn')).toBe(200)
    changes.length = 0
    expect(await send(quiz('withdrawn', { version: 6, status: 'canceled', questions: [] }))).toMatchObject({
      outcome: 'removed',
    })
    // On PostgreSQL a look at the log may tell of earlier changes besides.
    expect(changes).toContainEqual({ ids: [], kind: 'all' })
    expect(await statusOf('das-quiz-withdrawn')).toBe(410)
    expect(await send(quiz('withdrawn', { version: 5 }))).toMatchObject({ outcome: 'unchanged' })
    expect(await statusOf('das-quiz-withdrawn')).toBe(410)
    expect(await send(quiz('withdrawn', { version: 7, digest: 'z' }))).toMatchObject({ outcome: 'updated' })
    expect(await statusOf('das-quiz-withdrawn')).toBe(200)
  })

  it('appear at their time, in the publications they were sent to', async () => {
    await send(quiz('later', { published: at(1) }))
    expect([await statusOf('das-quiz-later'), await statusOf('das-quiz-one', fb)]).toEqual([404, 404])
    clock = new Date(NOW.getTime() + 2 * 3_600_000)
    expect(await statusOf('das-quiz-later')).toBe(200)
    clock = NOW
    await send(quiz('one'), ofFb)
    expect(await statusOf('das-quiz-one', fb)).toBe(200)
  })

  it('are listed newest first, twenty a page, and stand in the sitemap', async () => {
    for (let hour = 0; hour < 21; hour += 1) await send(quiz(`list-${hour}`, { published: at(-100 - hour) }))
    const first = await ak.listQuizzes({})
    const second = await ak.listQuizzes({ query: { page: 2 } })
    if (!first.ok || !second.ok) throw new Error('no list')
    const all = [...first.data.quizzes, ...second.data.quizzes]
    expect(first.data.quizzes).toHaveLength(20)
    expect(first.data).toMatchObject({ page: 1, pages: 2, total: all.length })
    expect(all.map(({ published }) => published)).toEqual(
      all
        .map(({ published }) => published)
        .toSorted()
        .toReversed(),
    )
    expect((await ak.listQuizzes({ query: { page: 3 } })).ok).toBe(false)
    const sitemap = await createTestClient(CONTENT, {
      base: 'http://content.local/ak',
      fetch: (request) => service.app.fetch(request),
    }).listSitemapEntries({ params: {}, query: { kind: 'all', page: 1 } })
    const paths = sitemap.ok ? sitemap.data.entries.map(({ path }) => path) : []
    expect(paths).toContain('/quiz/das-quiz-one')
    expect(paths).not.toContain('/quiz/das-quiz-later')
  })

  it('are sanitised, and refused if the solution is not one of the answers', async () => {
    const explanation = 'So <b>ist</b> es<script>alert(1)</script> <img src=x onerror=alert(1)>'
    await send(quiz('html', { questions: [{ ...question, explanation }] }))
    const found = await ak.getQuiz({ params: { slug: 'das-quiz-html' } })
    expect(found.ok && found.data.questions[0]!.explanation.trim()).toBe('So <b>ist</b> es')
    const refused = await internal.ingestQuizzes({
      body: { quizzes: [quiz('bad', { questions: [{ ...question, right: 2 }] })] },
    })
    expect(refused.ok ? '' : [refused.status, Object.keys(refused.problem.fields ?? {})]).toEqual([
      400,
      ['body.quizzes.0.questions.0.right'],
    ])
  })
})
