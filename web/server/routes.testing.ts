/** All addresses of a composed portal that are neither pages nor files, as requests. */
import type { TestPortal } from './portal.testing.ts'

export type Asked = { method: string; path: string }

/** `method` is `GET` or a method with a body; an address that accepts any method is listed once with each. */
export async function listAddresses(portal: TestPortal): Promise<Asked[]> {
  const found = [
    ...portal.runtime.routes,
    ...(await listDocumentedRoutes(portal)),
    ...(await listSignOnRoutes(portal)),
  ].flatMap(({ method, path }) =>
    method === 'ALL' ? ['GET', 'POST', 'PUT'].map((one) => ({ method: one, path })) : [{ method, path }],
  )
  const byName = new Map(found.map(({ method, path }) => [`${method} ${fill(path)}`, { method, path: fill(path) }]))
  return [...byName.values()].toSorted((a, b) => a.path.localeCompare(b.path))
}

/** Base paths of the services' OpenAPI documents. */
const BASES: Readonly<Record<string, string>> = {
  content: '/__services/content/{publication}',
  consent: '/__services/consent/{publication}',
  gifts: '/__services/gifts/{publication}',
  newsletter: '/__services/newsletter/{publication}',
  paywall: '/__services/paywall/{publication}',
  plenigo: '/__services/plenigo/{publication}',
  portal: '',
  user: '/__services/user/mandators/{publication}/users/{user}',
  auth: '/__services/auth/{publication}/api',
}

/** Routes from the services' OpenAPI documents, because some routers cannot be listed from outside. */
async function listDocumentedRoutes(portal: TestPortal): Promise<Asked[]> {
  const lists = await Promise.all(
    Object.entries(BASES).map(async ([name, base]) => {
      const answer = await portal.get(`/__services/${name}/openapi.json`)
      const { paths } = (await answer.json()) as { paths: Record<string, Record<string, unknown>> }
      return Object.entries(paths).flatMap(([path, operations]) =>
        Object.keys(operations).map((method) => ({
          method: method.toUpperCase(),
          path: (base + path).replace(/\{(\w+)\}/g, ':$1'),
        })),
      )
    }),
  )
  return lists.flat()
}

/** Addresses of the embedded provider's discovery document, and its sign-on page. */
async function listSignOnRoutes(portal: TestPortal): Promise<Asked[]> {
  const base = '/__services/sso/ak'
  const discovery = await portal.get(`${base}/.well-known/openid-configuration`)
  if (discovery.status !== 200) return []
  const paths = Object.entries((await discovery.json()) as Record<string, unknown>).flatMap(([name, value]) =>
    /_(?:endpoint|uri)$/.test(name) && typeof value === 'string' ? [new URL(value).pathname] : [],
  )
  return [...paths, `${base}/interaction/none`].map((path) => ({ method: 'ALL', path }))
}

const VALUES: Readonly<Partial<Record<string, string>>> = {
  publication: 'ak',
  provider: 'stripe',
  version: 'v5',
  format: 'pdf',
  number: 'AK-2026-000001',
}

/** Fills in parameters with plausible values. */
function fill(path: string): string {
  const values = /\/(?:connect|social)\//.test(path) ? { ...VALUES, provider: 'google' } : VALUES
  return path
    .replace(/:(\w+)(?:\{(?:\{[\d,]+\}|[^{}])*\})?\??/g, (_all, name: string) => values[name] ?? '1')
    .replace(/\/originals\/\*$/, `/originals/import/ab/ab${'0'.repeat(62)}.jpg`)
    .replace(/\*$/, 'v5/unknown')
}
