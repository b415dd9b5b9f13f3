/**
 * Serving an endpoint of a contract over HTTP, shared by services (`serve.ts`) and the portal's own API
 * (`web/server/api/portal-api.ts`): paths, and errors as `application/problem+json`.
 */
import type { Problem } from '@lokalteil/contracts/kernel/problem'

/** `{name}` and `{name+}` as Hono writes them. */
export function toHonoPath(path: string): string {
  return path.replace(/\{(\w+)\+\}/g, ':$1{.+}').replace(/\{(\w+)\}/g, ':$1')
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
