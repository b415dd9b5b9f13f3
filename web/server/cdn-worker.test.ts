/** `deploy/cdn-worker.js` with the cases of all edges, and with an imitation of the Cache API. */
import { fileURLToPath, pathToFileURL } from 'node:url'
import { CONSENT, DESK, EDGE_CASES, PHONE } from '@lokalteil/domain/rendering/edge-class.testing'
import { toEdgeClass } from '@lokalteil/domain/rendering/edge-class'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

type Worker = {
  toClass: (cookies: string, userAgent: string) => string
  default: {
    fetch: (
      request: Request,
      environment: object,
      context: { waitUntil: (work: Promise<unknown>) => void },
    ) => Promise<Response>
  }
}

const NAME = 'cdn-worker.js'
const path = fileURLToPath(new URL(`../../deploy/${NAME}`, import.meta.url))
const worker = (await import(/* @vite-ignore */ pathToFileURL(path).href)) as Worker

describe('the class', () => {
  it.each(EDGE_CASES)('of $what is $expected', ({ cookies = '', userAgent = '', expected }) => {
    expect(worker.toClass(cookies, userAgent)).toBe(expected)
  })
})

/** A cache by address, which ignores headers of the request. */
const kept = new Map<string, { status: number; headers: [string, string][]; body: string }>()
/** Requests that the portal got. */
let asked: Request[]
/** Headers of the portal's next answers; `own`: the class that it finds. */
let answer: (own: string) => Record<string, string>

const OPEN = {
  'cache-control': 'max-age=0, s-maxage=120, stale-while-revalidate=86400',
  vary: 'Accept-Encoding, Lokalteil-Class',
}

beforeEach(() => {
  kept.clear()
  asked = []
  answer = (own) => ({ ...OPEN, 'lokalteil-class': own, 'surrogate-key': 'all a/1', 'cache-tag': 'all,a/1' })
  vi.stubGlobal('caches', {
    default: {
      async match({ url }: Request) {
        const found = kept.get(url)
        return found === undefined ? undefined : new Response(found.body, found)
      },
      async put({ url }: Request, response: Response) {
        kept.set(url, { status: response.status, headers: [...response.headers], body: await response.text() })
      },
    },
  })
  vi.stubGlobal('fetch', async (request: Request) => {
    asked.push(request)
    const own = toEdgeClass(request.headers.get('cookie') ?? undefined, request.headers.get('user-agent') ?? '')
    return new Response(`for ${own}`, { headers: answer(own) })
  })
})
afterEach(() => vi.unstubAllGlobals())

async function get(address: string, headers: Record<string, string> = {}, method = 'GET') {
  const work: Promise<unknown>[] = []
  const request = new Request(`https://www.auenkurier.example${address}`, { headers, method })
  const response = await worker.default.fetch(request, {}, { waitUntil: (promise) => void work.push(promise) })
  await Promise.all(work)
  return { state: response.headers.get('x-edge'), text: await response.text(), headers: response.headers }
}

describe('a page', () => {
  it('is kept once for all visitors of a class, and never shown to another', async () => {
    const desk = { 'user-agent': DESK, cookie: '_ga=1' }
    const phone = { 'user-agent': PHONE, cookie: CONSENT }
    const states: unknown[] = []
    for (const headers of [desk, phone, { ...desk, cookie: '_ga=2' }, { ...phone, cookie: `_ga=3; ${CONSENT}` }]) {
      const { state, text } = await get('/sport', headers)
      states.push([state, text])
    }
    expect(states).toEqual([
      ['MISS', 'for desktop-web'],
      ['MISS', 'for mobile-web-consent'],
      ['HIT', 'for desktop-web'],
      ['HIT', 'for mobile-web-consent'],
    ])
  })

  it('is asked for with the class of the worker, whatever the client calls itself', async () => {
    await get('/sport', { 'lokalteil-class': 'mobile-web', 'user-agent': DESK })
    expect(asked[0]!.headers.get('lokalteil-class')).toBe('desktop-web')
  })

  it('of somebody signed in always comes from the portal', async () => {
    await get('/sport', { 'user-agent': DESK })
    for (let i = 0; i < 2; i++)
      expect((await get('/sport', { 'user-agent': DESK, cookie: 'FA_ID_TOKEN=x' })).text).toBe('for signed-in')
    expect([asked.length, kept.size]).toEqual([3, 1])
  })

  it.each([
    ['is private', { 'cache-control': 'private, no-store' }],
    ['sets a cookie', { ...OPEN, 'set-cookie': 'locale=de' }],
  ])('that %s is not kept', async (_what, headers) => {
    answer = () => headers
    await get('/sport')
    await get('/sport')
    expect([asked.length, kept.size]).toEqual([2, 0])
  })

  it('is one page with parameters of advertising, and another with those that it reads', async () => {
    await get('/suche?q=Rathaus&utm_source=x')
    expect((await get('/suche?fbclid=1&q=Rathaus')).state).toBe('HIT')
    expect((await get('/suche?q=Schule')).state).toBe('MISS')
  })

  it('tells caches behind this one to keep nothing, and keeps its keys to itself', async () => {
    await get('/sport')
    const { headers } = await get('/sport')
    expect(['cache-control', 'vary', 'surrogate-key', 'cache-tag'].map((name) => headers.get(name))).toEqual([
      'private, no-cache, s-maxage=120, stale-while-revalidate=86400',
      'Accept-Encoding',
      null,
      null,
    ])
    const [{ headers: stored } = { headers: [] }] = kept.values()
    expect(stored).toContainEqual(['cache-tag', 'all,a/1'])
  })

  it.each(['/api/mein/account', '/redaktion', '/__services/health', '/sw.js', '/_media/x.mp4'])(
    '%s is not kept',
    async (address) => {
      await get(address)
      expect([kept.size, asked.length]).toEqual([0, 1])
    },
  )
})
