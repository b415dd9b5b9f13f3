import { ROOM_QUERIES } from '@lokalteil/rooms/rows'
import { describe, expect, it } from 'vitest'
import { ROUTES } from '../routing/route-table.ts'
import { freshSecondsOf, type Route, type RouteName } from '../routing/routes.ts'
import { ANONYMOUS_CLASS, decideCacheUse, toPageCacheKey, type PageVariant } from './page-cache.ts'
import { toKnownQuery } from './page-queries.ts'

const VARIANT: PageVariant = {
  publication: 'ak',
  reader: ANONYMOUS_CLASS,
  hasConsent: false,
  isPersonalised: false,
  device: 'desktop',
  app: 'web',
}
const NAMES = Object.keys(ROUTES) as RouteName[]
/** Sample values: every known parameter accepts at least one of them. */
const VALUES = ['x', '2', '70001', 'naehe', 'mieten', 'wohnung', 'pflege-gesundheit', 'vollzeit']

/** A page of the route, without optional fields. */
function toRoute(name: RouteName): Route {
  const fields = ROUTES[name].path.split('/').flatMap((segment): [string, unknown][] => {
    if (segment === '*') return [['path', 'x']]
    const field = segment.replace(/\W/g, '')
    if (!segment.startsWith(':')) return []
    if (field === 'reference')
      return [
        ['slug', 'x'],
        ['id', '12'],
      ]
    return [[field, segment.endsWith('?') ? null : field === 'page' ? 2 : 'x']]
  })
  return { name, ...Object.fromEntries(fields) } as Route
}

/** A query that answers every parameter and records which ones were read. */
class AskedQuery extends URLSearchParams {
  readonly asked = new Set<string>()
  override has(name: string): boolean {
    this.asked.add(name)
    return true
  }
  override get(name: string): string {
    this.asked.add(name)
    return 'x'
  }
  override getAll(name: string): string[] {
    this.asked.add(name)
    return ['x']
  }
}

function listKnownNames(name: RouteName): string[] {
  const query = new AskedQuery()
  toKnownQuery(name, query)
  return [...query.asked]
}

describe('the query of a page', () => {
  it.each(NAMES)('S9-02 parameters that reach the load of %s are in its key, or the page is not stored', (name) => {
    const route = toRoute(name)
    const use = (query: URLSearchParams) => decideCacheUse('GET', route, query, freshSecondsOf(name))
    // Two queries with the same key must load the same page.
    const knownByKey = new Map([[toPageCacheKey(VARIANT, route, new URLSearchParams()), '']])
    for (const parameter of listKnownNames(name))
      for (const value of VALUES) {
        const query = new URLSearchParams({ [parameter]: value })
        const found = use(query)
        if (found.kind === 'private' && !found.mayReadStore) continue
        const known = String(toKnownQuery(name, query))
        const key = toPageCacheKey(VARIANT, route, query)
        expect(known, `?${parameter}=${value} has the key ${key}`).toBe(knownByKey.get(key) ?? known)
        knownByKey.set(key, known)
      }
  })

  it('S9-02 these pages load by their query', () => {
    const known = NAMES.filter((name) =>
      listKnownNames(name).some((parameter) =>
        VALUES.some((value) => toKnownQuery(name, new URLSearchParams({ [parameter]: value })).size > 0),
      ),
    )
    expect(new Set(known)).toEqual(
      new Set([
        'search',
        'newsletter-registration',
        'order/abo',
        'order/checkout',
        'order/kauf',
        ...Object.keys(ROOM_QUERIES),
        'kommentare/abmelden',
      ]),
    )
  })
})
