/** Quizzes in a whole portal: ingest, forms without scripts, answers that are never stored. */
import { SEED } from '@lokalteil/services/content/content.testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestPortal, type TestPortal } from '@lokalteil/web/server/portal.testing'

const KEY = 'k'.repeat(40)
let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal({ seed: SEED, env: { INGEST_KEY: KEY, PUBLICATIONS_SERVICE_KEY: KEY } })
})
afterAll(() => portal.close())

const QUIZ = {
  format: 'quiz@1',
  id: 'region',
  title: 'Wie gut kennen Sie die Region?',
  teaser: 'Zwei Fragen',
  published: '2026-01-01T08:00:00+01:00',
  updated: '2026-01-01T08:00:00+01:00',
  questions: [
    {
      text: 'Welcher Fluss fließt durch Steinbrück?',
      answers: [{ text: 'Die Aue' }, { text: 'Die Werla', right: true }],
      explanation: '<p>Sie entspringt im <b>Hügelland</b>.</p>',
    },
    { text: 'Wo steht der Leuchtturm?', answers: [{ text: 'In Hafenrode', right: true }, { text: 'In Tannau' }] },
  ],
}

async function send(document: object, query = 'publication=ak') {
  const answer = await portal.get(`/api/ingest/documents?${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(document),
  })
  return { status: answer.status, body: (await answer.json()) as { results?: object[]; title?: string } }
}
const textOf = (html: string) =>
  (/<main[^]*<\/main>/.exec(html)?.[0] ?? '')
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/[\s\u00a0]+/g, ' ')

describe('R1-75 a quiz', () => {
  it('is added through the ingest endpoint, once', async () => {
    expect((await send(QUIZ)).body.results).toMatchObject([
      { sourceId: 'quiz:region', outcome: 'created', id: 'wie-gut-kennen-sie-die-region' },
    ])
    expect((await send(QUIZ)).body.results).toMatchObject([{ outcome: 'unchanged' }])
    const wrong = await send({ ...QUIZ, questions: [{ text: 'Was?', answers: [{ text: 'a' }, { text: 'b' }] }] })
    expect([wrong.status, wrong.body.title]).toEqual([
      422,
      expect.stringContaining('questions.0.answers must have exactly one answer'),
    ])
  })

  it('stands in the list, and its page is a form', async () => {
    expect(textOf(await portal.html('/quiz'))).toContain('Wie gut kennen Sie die Region? Zwei Fragen 2 Fragen')
    const page = await portal.get('/quiz/wie-gut-kennen-sie-die-region')
    const html = await page.text()
    expect(page.headers.get('cache-control')).toContain('s-maxage')
    expect(html).toMatch(/<form [^>]*action="\/quiz\/wie-gut-kennen-sie-die-region" method="get"/)
    expect(html.match(/type="radio"/g)).toHaveLength(4)
    type QuizNode = { '@type': string; hasPart?: { acceptedAnswer: object; suggestedAnswer: object[] }[] }
    const quiz = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)]
      .map((match) => JSON.parse(match[1]!) as QuizNode)
      .find((node) => node['@type'] === 'Quiz')
    expect(quiz?.hasPart).toMatchObject([
      {
        '@type': 'Question',
        acceptedAnswer: { text: 'Die Werla', position: 1 },
        suggestedAnswer: [{ text: 'Die Aue' }],
      },
      { acceptedAnswer: { text: 'In Hafenrode' } },
    ])
    expect(await (await portal.get('/sitemaps/pages.xml')).text()).toContain(
      '/quiz/wie-gut-kennen-sie-die-region</loc>',
    )
  })

  it.each([
    ['f1=1&f2=0', ['2 von 2 richtig', 'Richtig ist: Die Werla', 'Sie entspringt im Hügelland .']],
    ['f1=0', ['0 von 2 richtig', 'Ihre Antwort: Die Aue', 'nicht beantwortet']],
    ['f1=9&f2=%3Cscript%3E', ['0 von 2 richtig']],
  ])('%s works without scripts; the answer is private and not indexed', async (query, texts) => {
    const answer = await portal.get(`/quiz/wie-gut-kennen-sie-die-region?${query}`)
    const html = await answer.text()
    for (const text of texts) expect(textOf(html)).toContain(text)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(html).toContain('content="noindex')
    expect(portal.logged().join('')).not.toContain(query)
  })

  it.each([
    ['/quiz/gibt-es-nicht', 404],
    ['/quiz/2', 404],
    ['/quiz/Gross', 404],
    ['/quiz/a/b', 404],
    ['/api/quizzes?page=2', 404],
    ['/api/quizzes/gibt-es-nicht', 404],
    ['/api/quizzes/2', 400],
    ['/api/quizzes', 200],
    ['/api/quizzes/wie-gut-kennen-sie-die-region', 200],
  ])('%s answers %d', async (path, status) => expect((await portal.get(path)).status).toBe(status))

  it('exists only in the publications it was sent to', async () => {
    expect((await portal.get('/quiz/wie-gut-kennen-sie-die-region', { publication: 'fb' })).status).toBe(404)
    await send({ ...QUIZ, id: 'both' }, 'publication=ak,fb')
    expect((await portal.get('/quiz/wie-gut-kennen-sie-die-region', { publication: 'fb' })).status).toBe(200)
    expect((await portal.get('/quiz/wie-gut-kennen-sie-die-region-2')).status).toBe(200)
  })

  it('is a block of home without a script of its own', async () => {
    const address = '/__services/publications/publications/ak'
    const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
    const { folder } = (await (await portal.get(address, { headers })).json()) as { folder: object }
    const home = [{ block: 'lead' }, { block: 'quiz', heading: 'Quiz der Woche' }]
    const body = JSON.stringify({ folder: { ...folder, front: { home } }, prefer: 'folder' })
    const answer = await portal.get(address, { method: 'PUT', headers, body })
    expect([answer.status, answer.ok ? '' : await answer.text()]).toEqual([200, ''])
    const look = async () => {
      portal.clock.now = new Date(portal.clock.now.getTime() + 200_000)
      return portal.html('/')
    }
    await expect.poll(look, { timeout: 10_000 }).toContain('data-extension="@quiz"')
    const html = await portal.html('/')
    expect(html).toMatch(/data-extension="@quiz"[^]*Quiz der Woche[^]*Wie gut kennen Sie die Region\?/)
    expect(html).not.toMatch(/<link[^>]*modulepreload[^>]*QuizBlock/)
  })

  it('answers 410 and leaves the list at once when it is withdrawn', async () => {
    const gone = { format: 'quiz@1', id: 'region', status: 'canceled', updated: '2026-01-02T08:00:00+01:00' }
    expect((await send(gone)).body.results).toMatchObject([{ outcome: 'removed' }])
    expect((await portal.get('/quiz/wie-gut-kennen-sie-die-region')).status).toBe(410)
    expect(await portal.html('/quiz')).not.toContain('"/quiz/wie-gut-kennen-sie-die-region"')
  })
})
