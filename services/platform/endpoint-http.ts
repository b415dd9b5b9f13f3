/**
 * What every server of a contract's endpoint does the same way, whether behind a service's address (`serve.ts`) or on a
 * publication's own origin (`web/server/api/portal-api.ts`): the path, the check of what comes in, the way to say no.
 */
import type { Endpoint, ParsedOf } from '@lokalteil/contracts/kernel/endpoint'
import type { Problem } from '@lokalteil/contracts/kernel/problem'

/** `{name}` and `{name+}` as Hono writes them. */
export function toHonoPath(path: string): string {
  return path.replace(/\{(\w+)\+\}/g, ':$1{.+}').replace(/\{(\w+)\}/g, ':$1')
}

const MOST_ISSUES = 20

/** Takes the parts of a request as they come in; what does not fit the endpoint's schemas stands in `fields`, path → why. */
export function createInputCheck<E extends Endpoint>(endpoint: E) {
  const input: Record<string, unknown> = {}
  const fields: Record<string, string> = {}
  return {
    fields,
    take(part: 'params' | 'query' | 'body', value: unknown): void {
      const result = endpoint[part]?.safeParse(value)
      if (result === undefined) return
      if (result.success) input[part] = result.data
      else
        for (const issue of result.error.issues.slice(0, MOST_ISSUES))
          fields[[part, ...issue.path].join('.')] = issue.message
    },
    /** Null: something does not fit. */
    finish: (): ParsedOf<E> | null => (Object.keys(fields).length === 0 ? (input as ParsedOf<E>) : null),
  }
}

/** The one shape of a no (RFC 9457). */
export function toProblemResponse(
  problem: Problem & Readonly<Record<string, unknown>>,
  headers: ConstructorParameters<typeof Headers>[0],
): Response {
  const all = new Headers(headers)
  all.set('content-type', 'application/problem+json')
  return new Response(JSON.stringify(problem), { status: problem.status, headers: all })
}
