/**
 * The cost of a verified token: a cached page for a logged-in reader, against the same page for an anonymous one, in
 * turns. Counts the processor time of the whole server process.
 */
import { DEMO_PASSWORD, toDemoEmail } from '@lokalteil/services/accounts/demo-accounts'
import { median, toLimited, toShort, type Report } from './figures.ts'
import { readCpu, withPortal } from './processes.ts'
import { sendRequests } from './requests.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS || 31)
const REQUESTS = 2_000
const WARMING = 10_000
const TARGET_MS = 0.15
const PATH = '/'
/** Cookies of a returning reader. */
const USUAL = `recent_visits=12; consents=${encodeURIComponent(JSON.stringify([4, true, true, { analytics: true }]))}; anon_cookie=48213377210045128877; cache_key=r:|c:1|p:1; locale=de`

export async function measureVerifiedPage(report: Report): Promise<void> {
  await withPortal({}, async ({ port, pid }) => {
    const readers = {
      'a reader without a role': `${USUAL}; ${await logIn(port, 'free')}`,
      'a subscriber': `${USUAL}; ${await logIn(port, 'plus')}`,
    }
    const run = async (cookie: string, count: number) => {
      let strange = ''
      const before = readCpu(pid)
      await sendRequests(port, count, () => PATH, undefined, cookie)
      const spent = (readCpu(pid) - before) / count
      await sendRequests(
        port,
        1,
        () => PATH,
        ({ headers }) => (strange = headers['x-cache'] === 'HIT' ? '' : JSON.stringify(headers)),
        cookie,
      )
      if (strange !== '') throw new Error(`${PATH} did not come from the cache: ${strange}`)
      return spent
    }
    for (const cookie of [USUAL, ...Object.values(readers)]) await run(cookie, WARMING)
    const rounds: Record<string, number>[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const spent: Record<string, number> = { anonymous: await run(USUAL, REQUESTS) }
      for (const [name, cookie] of Object.entries(readers)) spent[name] = await run(cookie, REQUESTS)
      rounds.push(spent)
    }
    const anonymous = median(rounds.map((spent) => spent.anonymous!))
    for (const name of Object.keys(readers)) {
      const more = median(rounds.map((spent) => spent[name]! - spent.anonymous!))
      report(
        toLimited(
          'verified page',
          `${name}: CPU more than anonymous`,
          Math.max(0, more),
          TARGET_MS,
          'ms',
          `the same page from the store for an anonymous reader: ${toShort(anonymous)} ms`,
        ),
      )
    }
  })
}

async function logIn(port: number, name: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/mein/oauth2/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: toDemoEmail(name), password: DEMO_PASSWORD }),
  })
  if (!response.ok) throw new Error(`${name} could not log in: ${response.status} ${await response.text()}`)
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0]!)
    .join('; ')
}
