/** The typed client for tests, with helpers that read its answers in tests, journeys and the bench. */
import { createClient, type Client, type ClientOptions } from './client.ts'
import type { Contract } from './endpoint.ts'

type Refused = { ok: false; status: number; problem: { code: string; title?: string; fields?: unknown } }

/** Waits a minute for an answer, because a busy machine must not decide a test. */
export function createTestClient<C extends Contract>(endpoints: C, options: ClientOptions): Client<C> {
  return createClient(endpoints, { timeout: 60_000, ...options })
}

/** The data; throws where the service refused. */
export async function get<T>(asked: Promise<{ ok: true; data: T } | Refused>): Promise<T> {
  const answer = await asked
  if (answer.ok) return answer.data
  const { code, title = '', fields } = answer.problem
  throw new Error(`${answer.status} ${code} ${title} ${JSON.stringify(fields ?? {})}`)
}

/** `ok`, or status and code: `409 KEY_USED`. */
export async function outcomeOf(asked: Promise<{ ok: true } | Refused>): Promise<string> {
  const answer = await asked
  return answer.ok ? 'ok' : `${answer.status} ${answer.problem.code}`
}
