/**
 * The effect of attacks on the login: a flood of wrong passwords beside readers of public pages, many parallel
 * refreshes with one token, and forged tokens. Latencies are wall-clock times with the client on the same machine, so a
 * busy machine lengthens them.
 */
import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEMO_PASSWORD, toDemoEmail } from '@lokalteil/services/accounts/demo-accounts'
import { median, quantile, toLimited, toShort, type Report } from './figures.ts'
import { startPortal, type ServerProcess } from './processes.ts'
import { closeConnections, readSteadily, send, sendSteadily, type Sent } from './steady-readers.ts'

const SECONDS = Number(process.env.BENCH_SECONDS || 15)
const LOGINS_PER_SECOND = 100
const PAGES_PER_SECOND = 50
const LIMIT_MS = 150
const TABS = 20
/** The search queries the database each time; the other pages are cached. */
const SEARCH = '/suche?q=Hafen'
const PAGES = ['/', '/lokales', '/sport', '/schlagzeilen', '/autoren', '/themen', SEARCH]

export async function measureSignOn(report: Report): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lokalteil-bench-'))
  let portal: ServerProcess | null = null
  try {
    // Every attacker has its own address, so that no rate limit by address protects the password hashing.
    portal = await startPortal(folder, { TRUST_PROXY: '127.0.0.1' })
    const { port } = portal
    await measureForgedTokens(port, report)
    await measureStorm(port, report)
    await measureFlood(port, report)
  } finally {
    await portal?.stop()
    closeConnections()
    rmSync(folder, { recursive: true, force: true })
  }
}

// A flood of wrong passwords

async function measureFlood(port: number, report: Report): Promise<void> {
  for (const path of PAGES) for (let round = 0; round < 20; round++) await send(port, path)
  const quiet = await readPages(port, Math.min(SECONDS, 8))
  const started = performance.now()
  const flood = sendSteadily(LOGINS_PER_SECOND, (serial) => {
    const email = serial % 10 === 0 ? toDemoEmail('free') : `niemand-${serial}@example.org`
    return send(port, '/api/mein/oauth2/login', {
      body: { email, password: `falsch ${serial}` },
      address: `198.18.${Math.floor(serial / 250)}.${serial % 250}`,
    })
  })
  const busy = await readPages(port, SECONDS)
  const seconds = (performance.now() - started) / 1000
  const logins = await flood.stop()
  const rate = logins.length / seconds
  const statuses = Map.groupBy(logins, ({ status }) => status)
  const answered = [...statuses]
    .toSorted(([a], [b]) => a - b)
    .map(([status, all]) => `${all.length} × ${status} in ${toShort(median(all.map(({ ms }) => ms)))} ms`)
  report(
    toLimited(
      'sign-on',
      `p99 of public pages while ${toShort(Math.round(rate))} wrong logins a second come in`,
      quantile(busy, 0.99),
      LIMIT_MS,
      'ms',
      `median ${toShort(median(busy))} ms; the search alone ${toShort(quantile(searches(busy), 0.99))} ms; without them p99 ${toShort(quantile(quiet, 0.99))} ms, median ${toShort(median(quiet))} ms; the logins: ${answered.join(', ')}`,
    ),
  )
}

async function readPages(port: number, seconds: number): Promise<number[]> {
  const answers = await readSteadily(port, PAGES, PAGES_PER_SECOND, seconds)
  const wrong = answers.find(({ status }) => status !== 200)
  if (wrong !== undefined) throw new Error(`A public page answered ${wrong.status}`)
  return answers.map(({ ms }) => ms)
}

const searches = (times: readonly number[]) => times.filter((_, index) => PAGES[index % PAGES.length] === SEARCH)

// Many tabs, one refresh token

type Jar = Map<string, string>

function keep(jar: Jar, lines: readonly string[]): void {
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (value === '') jar.delete(name)
    else jar.set(name, value)
  }
}

const toHeader = (jar: Jar) => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

async function logIn(port: number, persona: string, host?: string): Promise<Jar> {
  const jar: Jar = new Map()
  const answer = await send(port, '/api/mein/oauth2/login', {
    body: { email: toDemoEmail(persona), password: DEMO_PASSWORD },
    address: '198.51.100.1',
    ...(host === undefined ? {} : { host }),
  })
  if (answer.status !== 200) throw new Error(`${persona} could not log in: ${answer.status} ${answer.body}`)
  keep(jar, answer.setCookies)
  return jar
}

async function measureStorm(port: number, report: Report): Promise<void> {
  const jar = await logIn(port, 'free')
  const before = toHeader(jar)
  const answers = await Promise.all(
    Array.from({ length: TABS }, () =>
      send(port, '/api/mein/oauth2/refresh', { method: 'POST', body: {}, cookie: before }),
    ),
  )
  const refused = answers.filter(({ status }) => status !== 200).length
  // Like a browser: the last answer wins. Then every tab requests once more, one after the other.
  for (const { setCookies } of answers) keep(jar, setCookies)
  let loggedOut = 0
  for (let tab = 0; tab < TABS; tab++) {
    const account = await send(port, '/api/mein/account', { cookie: toHeader(jar) })
    const renewed = await send(port, '/api/mein/oauth2/refresh', { method: 'POST', body: {}, cookie: toHeader(jar) })
    keep(jar, renewed.setCookies)
    if (account.status !== 200 || renewed.status !== 200) loggedOut++
  }
  report(
    toLimited(
      'sign-on',
      `tabs logged out by ${TABS} parallel refreshes with one token`,
      loggedOut + refused,
      0,
      'tabs',
      `refreshes: median ${toShort(median(answers.map(({ ms }) => ms)))} ms, longest ${toShort(Math.max(...answers.map(({ ms }) => ms)))} ms`,
    ),
  )
}

// Forged tokens

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

async function measureForgedTokens(port: number, report: Report): Promise<void> {
  const own = await logIn(port, 'free')
  const elsewhere = await logIn(port, 'plus', `fb.localhost:${port}`)
  const { body: pem } = await send(port, '/api/fa-public-key')
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'mine', use: 'sig', alg: 'RS256' }
  const now = Math.floor(Date.now() / 1000)

  const rs256 = (text: string) => sign('sha256', Buffer.from(text), privateKey).toString('base64url')
  const hmac = (hash: string) => (text: string) => createHmac(hash, pem).update(text).digest('base64url')
  const signers: readonly [header: object, signature: (text: string) => string][] = [
    [{ alg: 'none' }, () => ''],
    [{ alg: 'NoNe' }, () => 'AAAA'],
    [{ alg: 'HS256' }, hmac('sha256')],
    [{ alg: 'HS512' }, hmac('sha512')],
    [{ alg: 'RS256' }, rs256],
    [{ alg: 'RS512' }, (text) => sign('sha512', Buffer.from(text), privateKey).toString('base64url')],
    [{ alg: 'RS256', jwk }, rs256],
    [{ alg: 'RS256', jku: 'http://127.0.0.1:9/jwks', x5u: 'http://127.0.0.1:9/x' }, rs256],
    [{ alg: 'RS256', kid: '../../../../dev/null' }, rs256],
    [{ alg: 'RS256', crit: ['exp'], b64: false }, rs256],
  ]
  const changes: readonly object[] = [
    {},
    { subscriptionRoles: ['PLUS_USER', 'EPAPER_USER'] },
    { sub: '00000000-0000-4000-8000-000000000000' },
    { iss: 'https://evil.example' },
    { aud: 'somebody-else' },
    { aud: [] },
    { exp: now - 3600 },
    { exp: undefined },
    { iat: now + 86_400, nbf: now + 86_400, exp: now + 90_000 },
    { exp: '9999999999', sub: { $ne: null } },
  ]
  const forge = (cookie: string): string[] => {
    const [head, claims] = own
      .get(cookie)!
      .split('.')
      .slice(0, 2)
      .map((text) => JSON.parse(Buffer.from(text, 'base64url').toString()) as object)
    return signers.flatMap(([header, signature]) =>
      changes.map((change) => {
        const text = `${part({ ...head, ...header })}.${part({ ...claims, ...change })}`
        return `${text}.${signature(text)}`
      }),
    )
  }

  const readPayload = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sid?: string }
  const results: { accepted: boolean; status: number }[] = []
  const tryIt = async (cookie: string, path: string, isRefused: (answer: Sent) => boolean) => {
    // As in the browser whose session the token claims.
    const { sid } = readPayload(cookie.slice(cookie.indexOf('=') + 1))
    const answer = await send(port, path, { cookie: `${cookie}; __Host-FA_SESSION=${sid}` })
    results.push({ accepted: !isRefused(answer), status: answer.status })
  }
  const isSentAway = ({ status, location }: Sent) => status === 302 && location === '/#login'
  const isUnknown = ({ status }: Sent) => status === 401
  for (const token of [...forge('FA_ACCESS_TOKEN'), elsewhere.get('FA_ACCESS_TOKEN')!, own.get('FA_ID_TOKEN')!])
    await tryIt(`FA_ACCESS_TOKEN=${token}`, '/api/mein/account', isUnknown)
  for (const token of [...forge('FA_ID_TOKEN'), elsewhere.get('FA_ID_TOKEN')!, own.get('FA_ACCESS_TOKEN')!]) {
    await tryIt(`FA_ID_TOKEN=${token}`, '/account', isSentAway)
    await tryIt(`FA_ID_TOKEN=${token}`, '/api/validate?forceRefresh=false', isUnknown)
  }
  // Control: the real token must be accepted, so that refusals are caused by the forgery.
  const real = await send(port, '/account', { cookie: toHeader(own) })
  if (real.status !== 200) throw new Error(`The true tokens were refused too: ${real.status}`)
  const accepted = results.filter((result) => result.accepted).length
  const errors = results.filter(({ status }) => status >= 500).length
  report(
    toLimited(
      'sign-on',
      `forged tokens accepted or answered by a 5xx, of ${results.length} tries`,
      accepted + errors,
      0,
      'tries',
      `${signers.length * changes.length} forgeries each of ID and access token, and tokens of another publication or kind`,
    ),
  )
}
