import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { createEpaperFiles, EPAPER, EPAPER_INTERNAL, IssueState } from '../contract/epaper.ts'
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase, type TestDatabase } from '@lokalteil/services/platform/database/database.testing'
import { createEpaperService, type EpaperService } from './app.ts'
import { toPaper } from '@lokalteil/services/platform/paper.testing'

const KEY = 'the key of the e-paper in this test'
const NOW = new Date('2026-11-23T08:00:00Z')
const DAY = '2026-11-23'
const ISSUE = { edition: 'stadt', day: DAY }
const EDITIONS = [
  { id: 'stadt', name: 'Stadtausgabe' },
  { id: 'land', name: 'Landausgabe' },
]

const TITLE = 'Der Rat stimmt für die neue Brücke am Hafen'
const SECRET = 'Sandsteinquader'
const TEXT =
  'Nach langer Debatte hat der Rat am Abend entschieden: Die Brücke wird gebaut, und zwar schon im Frühjahr. ' +
  'Die Stadt zahlt davon ein Drittel, den Rest geben Land und Bund. Der Bürgermeister sprach von einem guten Tag. ' +
  `Verwendet werden alte ${SECRET} aus dem Steinbruch hinter dem Hügel, die seit Jahren auf dem Bauhof liegen. ` +
  'Im Sommer soll der Verkehr darüber rollen, für Fahrräder gibt es auf beiden Seiten einen eigenen Weg. '

const ONLINE = {
  id: '4711',
  title: 'Rat stimmt für Brücke am Hafen',
  path: '/bruecke-am-hafen-4711',
  teaser: 'Die Brücke kommt im Frühjahr.',
}

const contents = {
  public: () => ({
    listNewestArticles: () =>
      Promise.resolve({
        ok: true as const,
        headers: new Headers(),
        data: {
          teasers: [
            {
              documentId: '1',
              targetPathOrUrl: '/anderes-1',
              title: 'Etwas ganz anderes',
              teaserTextHtml: 'Nichts davon.',
              publishDate: NOW.toISOString(),
            },
            {
              documentId: ONLINE.id,
              targetPathOrUrl: ONLINE.path,
              title: ONLINE.title,
              teaserTextHtml: ONLINE.teaser,
              publishDate: NOW.toISOString(),
            },
          ],
          page: 1,
          pages: 1,
          total: 2,
        },
      }),
  }),
  internal: () => ({
    getFullArticle: ({ params }: { params: { id: string } }) =>
      Promise.resolve({
        ok: true as const,
        headers: new Headers(),
        data: {
          contentItems: [
            { type: 'paragraph', html: params.id === ONLINE.id ? TEXT : 'Von etwas anderem ist hier die Rede.' },
          ],
        },
      }),
  }),
} as unknown as Parameters<typeof createEpaperService>[0]['contents']

describe.each(ENGINES)('the e-paper on %s', (engine) => {
  let test: TestDatabase
  let service: EpaperService
  const folder = mkdtempSync(join(tmpdir(), 'epaper-'))
  const errors: unknown[] = []
  const openService = () =>
    createEpaperService({
      database: test.database,
      folder,
      serviceKey: KEY,
      settingsOf: (code) => (code === 'ak' ? { editions: EDITIONS, coins: 2 } : null),
      contents,
      now: () => NOW,
      onError: (error) => errors.push(error),
    })
  const fetch = (request: Request) => service.app.fetch(request)
  const options = { fetch, base: 'http://epaper.test/ak', timeout: 0 }
  const withKey = { ...options, headers: { authorization: `Bearer ${KEY}` } }
  const anyone = createTestClient(EPAPER, options)
  const internal = createTestClient(EPAPER_INTERNAL, withKey)
  const files = createEpaperFiles(withKey)

  const put = async (body: Buffer | FormData, { day = DAY, query = '', type = 'application/pdf', key = KEY } = {}) =>
    service.app.fetch(
      new Request(`http://epaper.test/ak/internal/issues/stadt/${day}${query}`, {
        method: 'PUT',
        body: body as BodyInit,
        headers: { authorization: `Bearer ${key}`, ...(body instanceof FormData ? {} : { 'content-type': type }) },
      }),
    )
  const stateOf = async (day = DAY) => {
    const state = await internal.getState({ params: { edition: 'stadt', day } })
    return state.ok ? state.data : null
  }
  const cardOf = async () => {
    const found = await anyone.getIssue({ params: ISSUE })
    if (!found.ok) throw new Error(found.problem.code)
    return found.data.issue
  }

  beforeAll(async () => {
    test = await openTestDatabase(engine, createTestDatabase)
    service = await openService()
  }, 240_000)
  afterAll(async () => {
    await service.close()
    await test.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('R1-53 an issue is delivered, drawn and readable: pages, zones, texts, links to the portal’s articles', async () => {
    const pdf = await toPaper([
      { title: TITLE, text: TEXT.repeat(2) },
      { title: 'Zweite Seite mit einem Bericht', text: 'Etwas anderes am 11. Mai um 11.11 Uhr. '.repeat(30) },
    ])
    const answer = await put(pdf)
    expect(answer.status).toBe(202)
    expect(IssueState.parse(await answer.json()).delivery?.state).toBe('waiting')
    expect((await anyone.getIssue({ params: ISSUE })).ok).toBe(false)

    expect(await service.deliveries.runDue()).toBe(1)
    const state = await stateOf()
    expect(state?.delivery).toMatchObject({
      state: 'done',
      pageCount: 2,
      pagesDrawn: 2,
      articles: 2,
      matched: 1,
      reason: '',
    })

    const issue = await anyone.getIssue({ params: ISSUE })
    if (!issue.ok) throw new Error(issue.problem.title)
    expect(issue.data.issue).toMatchObject({
      editionName: 'Stadtausgabe',
      pageCount: 2,
      coins: 2,
      cover: { width: 400 },
    })
    expect(issue.data.articles[0]).toMatchObject({
      title: TITLE,
      teaser: ONLINE.teaser,
      contentId: ONLINE.id,
      pages: [1],
    })
    expect(JSON.stringify(issue.data)).not.toContain(SECRET)
    // Narrow letters such as "1" keep their place, and a time such as "11.11 Uhr" does not end a sentence.
    expect(issue.data.articles[1]!.teaser).toMatch(/^(?:Etwas anderes am 11\. Mai um 11\.11 Uhr\. ?)+$/)

    const pages = await internal.listPages({ params: ISSUE })
    if (!pages.ok) throw new Error(pages.problem.title)
    expect(
      pages.data.pages.map(({ images }) => [
        images.thumb.width,
        images.small.width,
        images.page.width,
        images.zoom.width,
      ]),
    ).toEqual([
      [200, 640, 1080, 2000],
      [200, 640, 1080, 2000],
    ])
    expect(pages.data.pages[0]!.zones.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['headline', 'text']))
    const key = issue.data.articles[0]!.key
    const article = await internal.getArticle({ params: { ...ISSUE, key } })
    if (!article.ok) throw new Error(article.problem.title)
    expect(article.data.article.html).toContain(SECRET)
    expect(article.data.article).toMatchObject({ contentPath: ONLINE.path, previous: null, next: '2-1' })
    expect(errors).toEqual([])
  }, 240_000)

  it('R1-53 the same delivery sent again changes nothing', async () => {
    const pdf = await toPaper([{ title: 'Was zweimal kommt, steht einmal da', text: TEXT }])
    expect((await put(pdf, { day: '2026-11-19' })).status).toBe(202)
    await service.deliveries.runDue()
    const before = await stateOf('2026-11-19')
    expect((await put(pdf, { day: '2026-11-19' })).status).toBe(200)
    expect(await service.deliveries.runDue()).toBe(0)
    expect(await stateOf('2026-11-19')).toEqual(before)
  }, 240_000)

  it('S1-08 pages, texts, zones and the PDF need the key; the cover does not', async () => {
    const { version } = await cardOf()
    const base = 'http://epaper.test/ak'
    const paid = [
      `/internal/issues/stadt/${DAY}/images/${version}/1/thumb`,
      `/internal/issues/stadt/${DAY}/images/${version}/1/zoom`,
      `/internal/issues/stadt/${DAY}/pdf/${version}`,
      `/internal/issues/stadt/${DAY}/pages`,
      `/internal/issues/stadt/${DAY}/articles`,
      '/internal/search?q=Sandsteinquader',
      '/internal/states',
    ]
    for (const path of paid) {
      expect((await fetch(new Request(base + path))).status, path).toBe(401)
      const wrong = new Request(base + path, { headers: { authorization: 'Bearer something else' } })
      expect((await fetch(wrong)).status, path).toBe(401)
    }
    const cover = await fetch(new Request(`${base}/issues/stadt/${DAY}/cover/${version}`))
    expect([cover.status, cover.headers.get('content-type')]).toEqual([200, 'image/webp'])
    const image = await files.getPageImage({ ...ISSUE, version }, 2, 'page')
    if (!image.ok) throw new Error(image.problem.code)
    const bytes = new Uint8Array(await image.response.arrayBuffer())
    expect(Buffer.from(bytes.subarray(8, 12)).toString()).toBe('WEBP')
    expect(bytes.length).toBe(Number(image.response.headers.get('content-length')))
    expect(image.response.headers.get('cache-control')).toMatch(/^private/)
    const pdf = await files.getPdf({ ...ISSUE, version })
    expect(pdf.ok && (await pdf.response.text()).startsWith('%PDF-')).toBe(true)
    for (const [number, from] of [
      [3, version],
      [1, '0000000000000000'],
    ] as const)
      expect(await files.getPageImage({ ...ISSUE, version: from }, number, 'page')).toMatchObject({
        ok: false,
        status: 404,
      })
  }, 240_000)

  it('S1-08 the public search finds paid articles but shows no paid text', async () => {
    const open = await anyone.searchIssues({ query: { q: SECRET } })
    const whole = await internal.searchTexts({ query: { q: SECRET } })
    if (!open.ok || !whole.ok) throw new Error('no answer')
    expect(open.data.hits[0]?.article.title).toBe(TITLE)
    expect(JSON.stringify(open.data)).not.toContain(SECRET)
    expect(whole.data.hits[0]?.snippet.filter(({ isHit }) => isHit).map(({ text }) => text)).toContain(SECRET)
    const other = await anyone.searchIssues({ query: { q: SECRET, edition: 'land' } })
    expect(other.ok && other.data.total).toBe(0)
  })

  it('lists issues, months and editions, and finds the issues before and after a day', async () => {
    const [months, list, editions, issue] = await Promise.all([
      anyone.listMonths({}),
      anyone.listIssues({ query: { month: '2026-11' } }),
      anyone.listEditions({}),
      anyone.getIssue({ params: ISSUE }),
    ])
    expect(months.ok && months.data.months).toEqual([{ month: '2026-11', issues: 2 }])
    expect(list.ok && list.data.issues.map(({ day }) => day)).toEqual([DAY, '2026-11-19'])
    expect(editions.ok && editions.data.editions.map(({ newest }) => newest?.day ?? null)).toEqual([DAY, null])
    expect(issue.ok && [issue.data.previousDay, issue.data.nextDay]).toEqual(['2026-11-19', null])
    const none = await createTestClient(EPAPER, { ...options, base: 'http://epaper.test/fb' }).listIssues({})
    expect(none.ok).toBe(false)
  })

  it.each<[string, () => Promise<Response>, number, string]>([
    ['without a key', () => put(Buffer.from('%PDF-1.7'), { key: 'no' }), 401, 'UNAUTHORISED'],
    ['that is no PDF', () => put(Buffer.from('<html>')), 422, 'NO_PDF'],
    ['of another kind', () => put(Buffer.from('%PDF-1.7'), { type: 'text/plain' }), 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['of no day', () => put(Buffer.from('%PDF-1.7'), { day: '2026-02-30' }), 400, 'BAD_REQUEST'],
    ['with coins that are none', () => put(Buffer.from('%PDF-1.7'), { query: '?coins=-3' }), 400, 'BAD_REQUEST'],
    ['with zones that are none', () => put(toForm(Buffer.from('%PDF-1.7'), '{"format":"x"}')), 422, 'WRONG_ZONES'],
    ['with other parts', () => put(toOther()), 400, 'BAD_REQUEST'],
  ])('a delivery %s is refused', async (_what, send, status, code) => {
    const answer = await send()
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([status, code])
  })

  it('a broken delivery is given up with a reason, and the earlier issue stays in force', async () => {
    const before = await cardOf()
    expect((await put(Buffer.from('%PDF-1.7\nnothing that follows'))).status).toBe(202)
    expect(await service.deliveries.runDue()).toBe(0)
    expect((await stateOf())?.delivery).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('damaged') as string,
    })
    expect(await cardOf()).toEqual(before)
    const image = await files.getPageImage({ ...ISSUE, version: before.version }, 1, 'thumb')
    expect(image.ok).toBe(true)
  }, 240_000)

  it('pages that another process has already drawn are not drawn again', async () => {
    const day = '2026-11-18'
    const pdf = await toPaper(
      [1, 2, 3].map((number) => ({ title: `Bericht Nummer ${number} aus der Stadt`, text: TEXT })),
    )
    expect((await put(pdf, { day })).status).toBe(202)
    // The state that a process killed after the second page leaves behind.
    const state = await stateOf(day)
    expect(state?.delivery?.pagesDrawn).toBe(0)
    const db = test.database.db
    const { drawing } = (await db
      .selectFrom('epaper.deliveries')
      .select('drawing')
      .where('state', '=', 'waiting')
      .executeTakeFirstOrThrow()) as { drawing: string }
    const kept = JSON.stringify({ runs: [], pictures: [], cover: { width: 400, height: 600 } })
    const images = JSON.stringify(
      Object.fromEntries(
        ['thumb', 'small', 'page', 'zoom'].map((name) => [
          name,
          { width: 1, height: 1, bytes: 1, mediaType: 'image/webp' },
        ]),
      ),
    )
    for (const number of [1, 2])
      await db
        .insertInto('epaper.pages')
        .values({
          drawing,
          number,
          label: `K${number}`,
          section: '',
          width: 100,
          height: 150,
          images,
          zones: '[]',
          content: kept,
        })
        .execute()
    expect(await service.deliveries.runDue()).toBe(1)
    const pages = await internal.listPages({ params: { edition: 'stadt', day } })
    expect(pages.ok && pages.data.pages.map(({ label }) => label)).toEqual(['K1', 'K2', '3'])
  }, 240_000)

  it('a withdrawn issue is gone, with all its files', async () => {
    const { version } = await cardOf()
    expect(await internal.withdrawIssue({ params: ISSUE })).toMatchObject({ ok: true, data: { isWithdrawn: true } })
    expect(await internal.withdrawIssue({ params: ISSUE })).toMatchObject({ ok: true, data: { isWithdrawn: false } })
    expect(await files.getPageImage({ ...ISSUE, version }, 1, 'thumb')).toMatchObject({ ok: false, status: 404 })
    const search = await internal.searchTexts({ query: { q: SECRET, edition: 'stadt', day: DAY } })
    expect(search.ok && search.data.total).toBe(0)
  })
})

function toForm(pdf: Buffer, zones: string): FormData {
  const form = new FormData()
  form.set('pdf', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'issue.pdf')
  form.set('zones', new Blob([zones], { type: 'application/json' }), 'zones.json')
  return form
}

function toOther(): FormData {
  const form = new FormData()
  form.set('picture', new Blob(['x']), 'x.jpg')
  return form
}
