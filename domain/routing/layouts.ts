/**
 * The layout of a route, derived from its name. The first view of every page needs it, and loading the route table for
 * it would cost two kilobytes. A test compares both (`route-table`).
 */
import type { Layout } from './route-kinds.ts'
import type { RouteName } from './route-table.ts'

export function layoutOf(name: RouteName): Layout {
  if (name.startsWith('__mein-portal/dialog-flow/')) return 'mein-dialog-flow'
  if (name.startsWith('__mein-portal') || name === 'bookmarks' || name === 'read-articles') return 'mein-portal'
  return isWidgetName(name) ? 'bare' : 'default'
}

/** Other sites embed these pages in frames: light, and without header and footer (S2.1-14, S4.12-01). */
export function isWidgetName(name: RouteName): boolean {
  return name.endsWith('-widget')
}

/** Pages in the frame of another page, which has the session, the consent and the counting. */
export function isFramed(layout: Layout): boolean {
  return layout === 'bare' || layout === 'mein-dialog-flow'
}

export function isLegalName(name: RouteName): boolean {
  return name.endsWith('-document')
}
