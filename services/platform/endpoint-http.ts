/**
 * Serving an endpoint of a contract over HTTP, shared by services (`serve.ts`) and the portal's own API
 * (`web/server/api/portal-api.ts`): paths, the check of input, and errors as `application/problem+json`.
 */
import type { Endpoint, ParsedOf } from '@lokalteil/contracts/kernel/endpoint'
import type { Problem } from '@lokalteil/contracts/kernel/problem'

/** `{name}` and `{name+}` as Hono writes them. */
export function toHonoPath(path: string): string {
  return path.replace(/\{(\w+)\+\}/g, ':$1{.+}').replace(/\{(\w+)\}/g, ':$1')
}

const MOST_ISSUES = 20

/**
 * Takes the parts of a request one by one. `fields` has path → reason for each that does not fit the endpoint's
 * schemas.
 */
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
    /** Null: at least one part does not fit. */
    finish: (): ParsedOf<E> | null => (Object.keys(fields).length === 0 ? (input as ParsedOf<E>) : null),
  }
}

/** An error answer as RFC 9457 describes it. */
export function toProblemResponse(
  problem: Problem & Readonly<Record<string, unknown>>,
  headers: ConstructorParameters<typeof Headers>[0],
): Response {
  const all = new Headers(headers)
  all.set('content-type', 'application/problem+json')
  return new Response(JSON.stringify(problem), { status: problem.status, headers: all })
}
