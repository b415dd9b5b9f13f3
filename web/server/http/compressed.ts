/**
 * Compression for public calls: on client-side navigation a phone fetches articles and lists as JSON. Never for
 * accounts and sessions: compressing a secret together with input of an attacker reveals it (BREACH).
 */
import { compress } from 'hono/compress'
import type { Hono } from 'hono'
import type { PortalEnv } from './portal-env.ts'

const PUBLIC = [
  '/__proxy_content_api/*',
  '/api/articles/*',
  '/api/community/articles/*',
  '/api/markets/*',
  '/api/sport/*',
]

export function serveCompressed(app: Hono<PortalEnv>): void {
  const smaller = compress({ encoding: 'gzip', contentTypeFilter: /^application\/(?:problem\+)?json\b/ })
  for (const path of PUBLIC) app.use(path, smaller)
}
