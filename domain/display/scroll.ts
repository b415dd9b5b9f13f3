/**
 * The scroll position after a navigation (specification 2.5, decisions S2.5-01 and -02). Back and forward restore the
 * position at which the page was left.
 */
import { toHashDialog } from '../routing/dialog-names.ts'

export type ScrollPlace = { path: string; search: string; hash: string }

export type ScrollDecision =
  | { kind: 'keep' }
  /** Scroll to the top after the page transition. */
  | { kind: 'top' }
  /** Restore the position at which the page was left, once the page is drawn. */
  | { kind: 'restore' }
  | { kind: 'anchor'; id: string; behavior: 'smooth' | 'instant' }

export function decideScroll(
  from: ScrollPlace,
  to: ScrollPlace,
  page: {
    /** Whether the new page has an element with this id. */
    hasAnchor: (id: string) => boolean
    prefersReducedMotion: boolean
  },
  isTraversal = false,
): ScrollDecision {
  const isNewPath = from.path !== to.path
  if (isNewPath && isTraversal) return { kind: 'restore' }
  const id = toAnchorId(to.hash)
  const otherwise: ScrollDecision = isNewPath ? { kind: 'top' } : { kind: 'keep' }
  if (id === '' || toHashDialog(to.hash) !== null) return otherwise
  // The hash is unchanged; a filter or page number changed.
  if (!isNewPath && from.search !== to.search && from.hash === to.hash) return otherwise
  if (page.hasAnchor(id)) return { kind: 'anchor', id, behavior: page.prefersReducedMotion ? 'instant' : 'smooth' }
  return id === 'top' ? { kind: 'top' } : otherwise
}

function toAnchorId(hash: string): string {
  const raw = hash.startsWith('#') ? hash.slice(1) : hash
  try {
    return decodeURIComponent(raw)
  } catch {
    return raw
  }
}
