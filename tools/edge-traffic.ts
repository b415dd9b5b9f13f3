/**
 * Readers of a paper behind a shared cache, for tests and benchmarks: each with cookies of analytics, an answer to the question of
 * consent, a browser of its own; some are signed in, some come by a link of an advertisement. The same seed gives the same requests.
 */
import { Agent, request } from 'node:http'

export type Visitor = {
  cookies: string
  userAgent: string
  isSignedIn: boolean
}

type Headers = Readonly<Record<string, string | undefined>>

export type TrafficAnswer = { headers: Headers; visitor: Visitor; path: string }

type Traffic = {
  port: number
  host: string
  count: number
  /** The most read first. */
  paths: readonly string[]
  visitors: readonly Visitor[]
  /** The fault of an answer of status 200; null: none. */
  check: (answer: TrafficAnswer) => string | null
  seed?: number
}

type TrafficResult = {
  /** Requests of readers who are not signed in, and how many of them the cache answered. */
  shared: number
  hits: number
  /** Of all requests, those of signed-in readers included. */
  hitRate: number
  wrong: string[]
  /** How many answers had another status than 200, by status and path, as `503 /sport`. */
  failed: Record<string, number>
  seconds: number
}

const CONNECTIONS = 24
/** One of so many requests has a parameter of an advertisement. */
const ADVERTISED = 8

const DESKS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{v}.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{v}.0.0.0 Safari/537.36 Edg/{v}.0.0.0',
  'Mozilla/5.0 (X11; Linux x86_64; rv:{v}.0) Gecko/20100101 Firefox/{v}.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.{v} Safari/605.1.15',
  'Mozilla/5.0 (iPad; CPU OS 18_{v} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
]
const PHONES = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_{v} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.{v} Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/{v}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{v}.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; Android 14; SM-S9{v}B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36',
]
const VENDORS = ['analytics', 'youtube', 'vimeo', 'kdm', 'pushNotifications', 'socialPosting', 'partner']

/** `signedIn`: cookie headers of sessions, which about three of a hundred visitors have. */
export function makeVisitors(count: number, signedIn: readonly string[], seed = 7): Visitor[] {
  const chance = createChance(seed)
  return Array.from({ length: count }, () => {
    const isSignedIn = signedIn.length > 0 && chance(100) < 3
    const agents = chance(100) < 65 ? PHONES : DESKS
    const cookies = [
      ...(chance(100) < 80
        ? [`_ga=GA1.1.${chance(1e9)}.${chance(1e9)}`, `_pk_id.7.1fff=${chance(1e9).toString(16)}`]
        : []),
      ...(chance(100) < 30 ? [`fontSize=${chance(4)}`, 'locale=de'] : []),
      ...toConsent(chance),
      ...(chance(100) < 55 ? [`recent_visits=${1 + chance(60)}`] : []),
      ...(chance(100) < 40 ? [`cache_key=r:|c:${chance(2)}|p:${chance(2)}`, `anon_cookie=${chance(1e9)}`] : []),
      ...(isSignedIn ? [signedIn[chance(signedIn.length)]!] : []),
    ]
    return {
      cookies: cookies.join('; '),
      userAgent: agents[chance(agents.length)]!.replaceAll('{v}', String(100 + chance(45))),
      isSignedIn,
    }
  })
}

/** No answer yet, a refusal, or consent to some vendors, as our pages write it. */
function toConsent(chance: (sides: number) => number): string[] {
  const answer = chance(100)
  if (answer < 20) return []
  const hasConsent = answer < 70
  const vendors = VENDORS.map((vendor) => `%22${vendor}%22:${hasConsent && chance(4) > 0}`)
  return [`consents=[4%2C${hasConsent}%2C${hasConsent && chance(2) > 0}%2C{${vendors.join('%2C')}}]`]
}

export async function sendTraffic({
  port,
  host,
  count,
  paths,
  visitors,
  check,
  seed = 11,
}: Traffic): Promise<TrafficResult> {
  const chance = createChance(seed)
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const result: TrafficResult = { shared: 0, hits: 0, hitRate: 0, wrong: [], failed: {}, seconds: 0 }
  let hits = 0
  let sent = 0
  async function read(): Promise<void> {
    while (sent < count) {
      sent++
      // Half of all requests go to the first eighth of the pages.
      const place = Math.floor((chance(1e6) / 1e6) ** 3 * paths.length)
      const path = paths[place]!
      const visitor = visitors[chance(visitors.length)]!
      const advertised = chance(ADVERTISED) === 0 ? `?utm_source=x${chance(1e6)}&fbclid=${chance(1e9)}` : ''
      const answer = await ask(agent, port, host, path + advertised, visitor)
      const isHit = answer.headers['x-edge'] === 'HIT'
      if (isHit) hits++
      if (!visitor.isSignedIn) {
        result.shared++
        if (isHit) result.hits++
      }
      if (answer.status !== 200) {
        const name = `${answer.status} ${path}`
        result.failed[name] = (result.failed[name] ?? 0) + 1
        continue
      }
      const fault = check({ ...answer, visitor, path })
      if (fault !== null && result.wrong.length < 20) result.wrong.push(`${path} ${fault}`)
    }
  }
  const started = performance.now()
  try {
    await Promise.all(Array.from({ length: CONNECTIONS }, read))
  } finally {
    agent.destroy()
  }
  return { ...result, hitRate: hits / count, seconds: (performance.now() - started) / 1000 }
}

function ask(
  agent: Agent,
  port: number,
  host: string,
  path: string,
  { cookies, userAgent }: Visitor,
): Promise<{ status: number; headers: Headers }> {
  return new Promise((resolve, reject) => {
    const headers = {
      host,
      'user-agent': userAgent,
      'accept-encoding': 'gzip, deflate, br',
      ...(cookies === '' ? {} : { cookie: cookies }),
    }
    const call = request({ host: '127.0.0.1', port, path, headers, agent }, (response) => {
      response.resume()
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: toHeaders(response.headers) }))
      response.on('error', reject)
    })
    call.on('error', reject)
    call.end()
  })
}

function toHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Headers {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value?.toString()]))
}

/** Whole numbers from 0 below `sides`, the same for the same seed. */
function createChance(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (state * 48_271) % 2_147_483_647
    return state % sides
  }
}
