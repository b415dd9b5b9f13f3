/**
 * How a route is laid out, read from its name: what the first view of every page asks, and the whole table of routes
 * (`route-table`, which a test holds this against) would be two kilobytes in its way.
 */
import type { Layout, RouteName } from './route-table.ts'

export function layoutOf(name: RouteName): Layout {
  if (name.startsWith('__mein-portal/dialog-flow/')) return 'mein-dialog-flow'
  if (name.startsWith('__mein-portal') || name === 'bookmarks' || name === 'read-articles') return 'mein-portal'
  return name === 'sport-widget' ? 'bare' : 'default'
}

export function isLegalName(name: RouteName): boolean {
  return name.endsWith('-document')
}
