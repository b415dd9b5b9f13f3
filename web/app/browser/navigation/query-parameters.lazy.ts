/**
 * Carries out the requests of `logout`, `state` and `userState` in the address (specification 2.8, decisions S2.8-01 to -03,
 * -08).
 */
import { decideStoredPath, toStateCookieName } from '@lokalteil/domain/routing/redirect-paths'
import type { UserState } from '@lokalteil/contracts/portal'

export type QueryRequest =
  | { kind: 'nothing' }
  /** Ends the session, then replaces the address by `to`: the same path without any query. */
  | { kind: 'logout'; to: string }
  /** `clear`: a cookie to delete. */
  | { kind: 'redirect'; to: string; clear: string }
  /** Nothing to follow: only removes the parameter. */
  | { kind: 'drop-state'; to: string; clear: string | null }
  /** `userState` is null for an unknown value, which only forces a refresh. */
  | { kind: 'user-state'; to: string; userState: UserState | null }

const USER_STATES: ReadonlySet<string> = new Set<UserState>(['login', 'registration', 'registration_verified'])

/** Of several values the first counts. A logout wins over the other parameters. */
export function decideQuery(
  place: { path: string; search: string; hash: string; origin: string },
  readCookie: (name: string) => string | null,
): QueryRequest {
  const { path, hash } = place
  const query = new URLSearchParams(place.search)
  if (query.has('logout')) return { kind: 'logout', to: path }
  const without = (name: string) => {
    const rest = place.search
      .slice(1)
      .split('&')
      .filter((pair) => pair !== '' && toName(pair) !== name)
      .join('&')
    return path + (rest === '' ? '' : `?${rest}`) + hash
  }
  if (query.has('state')) {
    const cookie = toStateCookieName(query.get('state'))
    const stored = cookie === null ? null : readCookie(cookie)
    const to = without('state')
    if (cookie === null || stored === null) return { kind: 'drop-state', to, clear: null }
    const decision = decideStoredPath(stored, path + place.search, place.origin)
    return decision.kind === 'redirect'
      ? { kind: 'redirect', to: decision.to, clear: cookie }
      : { kind: 'drop-state', to, clear: cookie }
  }
  const userState = query.get('userState')
  if (userState === null) return { kind: 'nothing' }
  return {
    kind: 'user-state',
    to: without('userState'),
    userState: USER_STATES.has(userState) ? (userState as UserState) : null,
  }
}

function toName(pair: string): string {
  return new URLSearchParams(pair).keys().next().value ?? ''
}
