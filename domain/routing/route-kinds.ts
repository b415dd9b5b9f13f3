/** How pages are shown, guarded and stored; the rows of the table of routes begin with one of these. */
export type Layout = 'default' | 'mein-portal' | 'mein-dialog-flow' | 'bare'
export type Guard =
  | 'auth'
  | 'subscription-session'
  | 'account-tabs'
  | 'verify-iframe'
  | 'verify-registration'
  | 'open-change-password'

export type RouteMeta = {
  layout: Layout
  /** In the order they are asked (S2.2-04). */
  guards: readonly Guard[]
  isLegal: boolean
  isPrefetched: boolean
  /** Seconds a stored page counts as fresh; null: never stored, `private, no-store`. */
  freshSeconds: number | null
  /** Shows a reader's own things. */
  isPersonal: boolean
  /** False: robots noindex, unless the page itself knows better. */
  isIndexable: boolean
  /** A place for advertising stands at its end. Pages with lists and texts have theirs in these. */
  endsWithAd?: true
}

export const PUBLIC_PAGE: RouteMeta = {
  layout: 'default',
  guards: [],
  isLegal: false,
  isPrefetched: false,
  freshSeconds: 300,
  isPersonal: false,
  isIndexable: true,
}
export const FAST_PAGE: RouteMeta = { ...PUBLIC_PAGE, freshSeconds: 60 }
export const LEGAL_PAGE: RouteMeta = { ...PUBLIC_PAGE, isLegal: true }
/** Public to open, but never stored: forms, orders, one reader's lists. */
export const UNSTORED_PAGE: RouteMeta = { ...PUBLIC_PAGE, freshSeconds: null }
export const PERSONAL_PAGE: RouteMeta = { ...UNSTORED_PAGE, isPersonal: true, isIndexable: false }
export const PORTAL_PAGE: RouteMeta = { ...PERSONAL_PAGE, layout: 'mein-portal' }
export const AUTH_PAGE: RouteMeta = { ...PORTAL_PAGE, guards: ['auth'] }
export const ACCOUNT_PAGE: RouteMeta = { ...PORTAL_PAGE, guards: ['auth', 'subscription-session', 'account-tabs'] }
export const DIALOG_PAGE: RouteMeta = {
  ...PERSONAL_PAGE,
  layout: 'mein-dialog-flow',
  guards: ['verify-iframe'],
}
export const REGISTRATION_PAGE: RouteMeta = { ...DIALOG_PAGE, guards: ['verify-iframe', 'verify-registration'] }
export const ORDER_PAGE: RouteMeta = { ...UNSTORED_PAGE, isIndexable: false }
