/**
 * R1-53 R1-17 R6-08 S1-08: the e-paper through a whole portal. An issue is delivered, drawn and read. A crawl by every
 * kind of reader without the right to open it gets no page, picture or text of it; a reader who bought it gets only
 * that one.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { IssueArticleView, IssueSearchView, IssuesView, IssueView } from '../contract/calls.ts'
import { toDemoEmail } from '@lokalteil/services/accounts/demo-accounts'
import { SEED } from '@lokalteil/services/content/content.testing'
import { toPaper } from '@lokalteil/services/platform/paper.testing'
import { openTestPortal, type TestPortal } from '@lokalteil/web/server/portal.testing'
import { outcomeOf, TestReader } from '@lokalteil/web/server/reader.testing'

const KEY = 'a-key-for-deliveries-of-issues'
/** Occurs only in full texts, after the teaser. */
const SECRET = 'Quittenhonigkuchen'
const NEWEST = '/epaper/haupt/2026-11-21'
const OTHER = '/epaper/haupt/2026-11-20'

let portal: TestPortal
const readers = new Map<string, TestReader>()
const as = (name: string) => readers.get(name)!

const toPdf = (day: string) =>
  toPaper(
    [1, 2, 3].map((page) => ({
      title: `Brücke ${page} bleibt gesperrt, ${day}`,
      text: `Der Stadtrat hat am Abend über die Brücke ${page} beraten. Die Sanierung beginnt im Frühjahr. ${'Die Anwohner fordern eine Umleitung durch das Tal. '.repeat(14)}${SECRET} gab es für alle, die blieben. ${'Weiter geht es im Dezember mit dem nächsten Abschnitt. '.repeat(8)}`,
    })),
  )

async function deliver(day: string, publication = 'ak'): Promise<void> {
  const base = `http://127.0.0.1:${portal.port}/__services/epaper/${publication}/internal/issues/haupt/${day}`
  const headers = { authorization: `Bearer ${KEY}` }
  const given = await fetch(base, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/pdf' },
    body: new Uint8Array(await toPdf(day)),
  })
  if (given.status !== 202) throw new Error(`The delivery was answered with ${given.status} ${await given.text()}`)
  await vi.waitUntil(
    async () => {
      const state = (await (await fetch(`${base}/state`, { headers })).json()) as {
        standing: object | null
        delivery: { state: string; reason: string }
      }
      if (state.delivery.state === 'failed') throw new Error(state.delivery.reason)
      return state.standing !== null
    },
    { timeout: 90_000, interval: 200 },
  )
}

beforeAll(async () => {
  portal = await openTestPortal({ seed: SEED, env: { DEMO: '1', EPAPER_SERVICE_KEY: KEY } })
  for (const day of ['2026-11-20', '2026-11-21']) await deliver(day)
  await deliver('2026-11-21', 'fb')
  for (const name of ['epaper', 'free', 'plus', 'pur', 'tagsub', 'wallet', 'plus-wallet']) {
    const reader = new TestReader(portal)
    if ((await reader.login(toDemoEmail(name))).status !== 200) throw new Error(`${name} cannot log in`)
    readers.set(name, reader)
  }
  readers.set('anon', new TestReader(portal))
  const elsewhere = new TestReader(portal, 'fb')
  await elsewhere.login(toDemoEmail('epaper'))
  readers.set('epaper of another publication', elsewhere)
})
afterAll(() => portal.close())

const toApi = (path: string) => path.replace('/epaper/', '/api/epaper/issues/')
const read = async (reader: TestReader, path = NEWEST) => (await (await reader.ask(toApi(path))).json()) as IssueView
const listFiles = ({ reading }: IssueView): string[] =>
  reading === null
    ? []
    : [reading.pdf, ...reading.pages.flatMap(({ images }) => Object.values(images).map(({ src }) => src))]

describe('R1-17 R6-08 a reader of the e-paper', () => {
  it('opens an issue: pages, zones, texts, pictures and the PDF, none of it in a shared cache', async () => {
    const view = await read(as('epaper'))
    expect([view.right, view.reading?.pages.length]).toEqual([{ kind: 'open', reason: 'epaper' }, 3])
    const files = listFiles(view)
    expect(files).toHaveLength(13)
    for (const path of files) {
      const answer = await as('epaper').ask(path)
      const { headers } = answer
      expect([path, answer.status, headers.get('cache-control'), headers.get('vary')]).toEqual([
        path,
        200,
        'private, no-cache',
        'Cookie',
      ])
      expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(500)
      const again = await as('epaper').ask(path, { headers: { 'if-none-match': headers.get('etag')! } })
      expect(again.status).toBe(304)
    }
    const page = await as('epaper').ask(NEWEST)
    const html = await page.text()
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    // Without scripts: the first page as a picture with its articles as links.
    expect(html).toMatch(/<img[^>]+src="\/api\/epaper\/issues\/haupt\/2026-11-21\/images\/[0-9a-f]{16}\/1\/page\?e=/)
    expect(html).toMatch(/<a href="\/epaper\/haupt\/2026-11-21\/artikel\/[^"]+"[^>]*style="left:/)
    const second = await (await as('epaper').ask(`${NEWEST}/2`)).text()
    expect(second).toMatch(/data-current="" [^>]*data-page-number="2"/)
    const { key } = view.articles[0]!
    const text = await (await as('epaper').ask(`${NEWEST}/artikel/${key}`)).text()
    expect(text).toContain(SECRET)
  })

  it('gets parts of the PDF by range, and an error for an invalid range', async () => {
    const { reading } = await read(as('epaper'))
    const whole = Buffer.from(await (await as('epaper').ask(reading!.pdf)).arrayBuffer())
    expect(whole.subarray(0, 5).toString()).toBe('%PDF-')
    for (const [range, first, last] of [
      ['bytes=0-99', 0, 99],
      ['bytes=100-', 100, whole.length - 1],
      ['bytes=-50', whole.length - 50, whole.length - 1],
      [`bytes=10-${whole.length + 900}`, 10, whole.length - 1],
    ] as const) {
      const answer = await as('epaper').ask(reading!.pdf, { headers: { range } })
      expect([range, answer.status, answer.headers.get('content-range')]).toEqual([
        range,
        206,
        `bytes ${first}-${last}/${whole.length}`,
      ])
      expect(Buffer.from(await answer.arrayBuffer()).equals(whole.subarray(first, last + 1))).toBe(true)
    }
    const beyond = await as('epaper').ask(reading!.pdf, { headers: { range: `bytes=${whole.length}-` } })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${whole.length}`])
    const several = await as('epaper').ask(reading!.pdf, { headers: { range: 'bytes=0-1,4-5' } })
    expect([several.status, (await several.arrayBuffer()).byteLength]).toEqual([200, whole.length])
    const name = (await as('epaper').ask(reading!.pdf)).headers.get('content-disposition')
    expect(name).toBe('attachment; filename="Auenkurier-haupt-2026-11-21.pdf"')
  })

  it('searches full texts; for other readers hits are counted without their text', async () => {
    const search = async (name: string) =>
      (await (await as(name).ask(`/api/epaper/search?q=${SECRET}`)).json()) as IssueSearchView
    const [whole, locked] = [await search('epaper'), await search('plus')]
    expect([whole.isWhole, locked.isWhole]).toEqual([true, false])
    expect(JSON.stringify(whole.found!.hits[0]!.snippet)).toContain(SECRET)
    expect(JSON.stringify(locked.found)).not.toContain(SECRET)
  })
})

/** Every kind of reader without access; they use the addresses of a subscriber. */
const LOCKED_OUT = [
  'anon',
  'free',
  'plus',
  'pur',
  'tagsub',
  'wallet',
  'plus-wallet',
  'epaper of another publication',
] as const

describe.each(LOCKED_OUT)('R1-53 S1-08 a crawl by %s', (name) => {
  it('finds the offer, and no page, picture, zone, text or PDF', async () => {
    const given = await read(as('epaper'))
    const { key } = given.articles[0]!
    const reader = as(name)
    const ask = (path: string) =>
      // The subscriber of another publication calls this one with all their cookies.
      reader.publication === 'ak'
        ? reader.ask(path)
        : portal.get(path, {
            headers: { cookie: [...reader.cookies].map(([cookie, value]) => `${cookie}=${value}`).join('; ') },
          })
    for (const path of listFiles(given)) {
      const unsigned = path.split('?', 1)[0]!
      for (const [way, answer] of [
        ['signed', await ask(path)],
        ['unsigned', await ask(unsigned)],
        ['forged', await ask(`${unsigned}?e=9999999999&s=${'a'.repeat(43)}`)],
      ] as const)
        expect([way, path, answer.status, answer.headers.get('cache-control')]).toEqual([
          way,
          path,
          403,
          'private, no-store',
        ])
    }
    const range = await portal.get(given.reading!.pdf, { headers: { range: 'bytes=0-9' } })
    expect(range.status).toBe(403)
    for (const path of [
      NEWEST,
      `${NEWEST}/2`,
      `${NEWEST}/artikel/${key}`,
      '/epaper',
      `/epaper/suche?q=${SECRET}`,
      toApi(NEWEST),
      `${toApi(NEWEST)}/articles/${key}`,
      `/api/epaper/search?q=${SECRET}`,
    ]) {
      const answer = await ask(path)
      const text = await answer.text()
      expect([path, answer.status]).toEqual([path, 200])
      expect([
        path,
        text.replaceAll(`q=${SECRET}`, '').match(/\/images\/[0-9a-f]{16}|\/pdf\/[0-9a-f]{16}|"zones":\[\{/g),
      ]).toEqual([path, null])
      if (!path.includes('q=')) expect([path, text.includes(SECRET)]).toEqual([path, false])
    }
    const view = (await (await ask(toApi(NEWEST))).json()) as IssueView
    expect([view.right.kind, view.reading, view.articles.length > 0]).toEqual(['locked', null, true])
    const article = (await (await ask(`${toApi(NEWEST)}/articles/${key}`)).json()) as IssueArticleView
    expect([article.article, article.teaser.title]).toEqual([null, expect.stringContaining('gesperrt')])
    // The cover is public.
    const cover = await ask(`${toApi(NEWEST)}/cover/${view.issue.version}`)
    expect([cover.status, cover.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
  })
})

it('an address works only for its reader, for this file and for two hours', async () => {
  const second = new TestReader(portal)
  await second.login(toDemoEmail('wallet'))
  const { reading } = await read(as('epaper'))
  const { page, zoom } = reading!.pages[0]!.images
  const signature = page.src.split('?')[1]!
  const moved = `${zoom.src.split('?', 1)[0]}?${signature}`
  expect((await as('epaper').ask(moved)).status).toBe(403)
  const { now } = portal.clock
  portal.clock.now = new Date(now.getTime() + 125 * 60_000)
  const late = new TestReader(portal)
  await late.login(toDemoEmail('epaper'))
  const [old, fresh] = [await late.ask(page.src), await late.ask((await read(late)).reading!.pages[0]!.images.page.src)]
  portal.clock.now = now
  expect([old.status, fresh.status]).toEqual([403, 200])
})

it('R1-17 an ended subscription opens nothing, not even at old addresses', async () => {
  const reader = new TestReader(portal)
  await reader.login(toDemoEmail('epaper'))
  const files = listFiles(await read(reader))
  expect((await reader.ask(files[0]!)).status).toBe(200)
  const { context } = portal.runtime.commerce!
  const platform = portal.runtime.commerce!
  const found = await context.db
    .updateTable('subscription.subscriptions')
    .set({ ends_on: '2026-11-20', state: 'cancelled' })
    .where('mandator', '=', 'ak')
    .where('product_name', '=', 'E-Paper Bestandsabo')
    .executeTakeFirst()
  expect([platform !== null, Number(found.numUpdatedRows)]).toEqual([true, 1])
  const { now } = portal.clock
  // The cached yes of half a minute has expired.
  portal.clock.now = new Date(now.getTime() + 31_000)
  const statuses = await Promise.all(files.map(async (path) => (await reader.ask(path)).status))
  const view = await read(reader)
  portal.clock.now = now
  await context.db
    .updateTable('subscription.subscriptions')
    .set({ ends_on: null, state: 'active' })
    .where('mandator', '=', 'ak')
    .where('product_name', '=', 'E-Paper Bestandsabo')
    .execute()
  expect([new Set(statuses), view.right.kind, view.reading]).toEqual([new Set([403]), 'locked', null])
})

describe('R1-53 one issue for coins', () => {
  const buy = (reader: TestReader, coins: number, key = 'k'.repeat(20), path = NEWEST) =>
    reader.post(`${toApi(path)}/purchase`, { coins, idempotencyKey: key })

  it('is sold only at the publication’s price, to readers with coins', async () => {
    expect(await outcomeOf(buy(as('anon'), 2))).toBe('401 NOT_LOGGED_IN')
    expect(await outcomeOf(buy(as('free'), 2))).toBe('402 NO_CREDITS')
    expect(await outcomeOf(buy(as('epaper'), 2))).toBe('409 ALREADY_READABLE')
    expect(await outcomeOf(buy(as('wallet'), 1))).toBe('400 WRONG_AMOUNT')
    expect(await outcomeOf(buy(as('wallet'), 2, 'x'.repeat(20), '/epaper/haupt/2026-11-19'))).toBe('404 NO_ISSUE')
    const foreign = await as('wallet').post(
      `${toApi(NEWEST)}/purchase`,
      { coins: 2, idempotencyKey: 'y'.repeat(20) },
      { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' },
    )
    expect(foreign.status).toBe(403)
    expect((await read(as('wallet'))).right).toMatchObject({ kind: 'locked', availableCreditCount: 10 })
  })

  it('opens only this issue, is paid once, and is listed in the account', async () => {
    const reader = as('wallet')
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_unused, index) => buy(reader, 2, `press-${index}-0123456789`)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(11)
    const view = await read(reader)
    expect([view.right, view.reading?.pages.length]).toEqual([{ kind: 'open', reason: 'bought' }, 3])
    for (const path of listFiles(view)) expect([path, (await reader.ask(path)).status]).toEqual([path, 200])
    // Another issue, and the same one for another reader, stay closed.
    const other = await read(as('epaper'), OTHER)
    for (const path of listFiles(other)) expect([path, (await reader.ask(path)).status]).toEqual([path, 403])
    expect((await read(reader, OTHER)).reading).toBeNull()
    for (const path of listFiles(view)) expect([path, (await as('plus').ask(path)).status]).toEqual([path, 403])
    const found = (await (await reader.ask(`/api/epaper/search?q=${SECRET}`)).json()) as IssueSearchView
    expect([found.isWhole, JSON.stringify(found.found).includes(SECRET)]).toEqual([false, false])

    const account = (await (await reader.ask('/account/coins')).text()).replaceAll('<!-- -->', '')
    expect(account).toMatch(/>8<\/span> Coins verfügbar/)
    expect(account).toContain('Gekaufte E-Paper-Ausgaben')
    expect(account).toContain(`<a href="${NEWEST}">E-Paper „`)
    expect(account).toContain('E-Paper-Ausgabe gekauft')
    const receiptPath = /\/api\/mein\/account\/coins\/receipts\/B-[\w-]+/.exec(account)![0]
    const receipt = await (await reader.ask(receiptPath)).text()
    for (const part of ['E-Paper-Ausgabe gekauft am', 'Ausgabe: E-Paper „', '−2 Coins', '§ 356 Abs. 5 BGB'])
      expect(receipt).toContain(part)
  })
})

it('S1-08 lists issues for everybody, by month and edition, with structured data', async () => {
  const list = (await (await portal.get('/api/epaper/issues')).json()) as IssuesView
  expect(list.issues.map(({ day }) => day)).toEqual(['2026-11-21', '2026-11-20'])
  expect(list.months).toEqual([{ month: '2026-11', issues: 2 }])
  const page = await portal.get('/epaper')
  expect(page.headers.get('cache-control')).toMatch(/^private, no-cache, s-maxage=/)
  const html = await page.text()
  for (const part of ['"@type":"PublicationIssue"', '"isAccessibleForFree":false', 'Samstag, 21. November 2026'])
    expect(html).toContain(part)
  expect(await portal.html('/epaper?monat=2026-10')).toContain('Hier ist noch keine Ausgabe erschienen')
  expect((await portal.get('/epaper?monat=2026-10')).headers.get('cache-control')).toBe('private, no-store')
  const sitemaps = await portal.html('/sitemaps/pages.xml').catch(() => '')
  expect(sitemaps.includes('/artikel/')).toBe(false)
  for (const path of [
    '/epaper/nord',
    '/epaper/haupt/2026-11-19',
    `${NEWEST}/9`,
    `${NEWEST}/03`,
    `${NEWEST}/artikel/x-9`,
  ])
    expect([path, (await portal.get(path)).status]).toEqual([path, 404])
})
