/**
 * Answers of public calls, smaller on the way: a phone that steps from page to page fetches its articles
 * and lists as JSON. Never those of accounts and sessions: what is secret and what was sent in must not shrink together.
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
