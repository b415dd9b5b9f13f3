import type { PortalFailure } from './portal-client.ts'

/** The reason that most forms show for a failure without a code of its own. */
export function toReason(failure: PortalFailure): 'OFFLINE' | 'NOT_LOGGED_IN' | 'TOO_MANY_ATTEMPTS' | 'UNAVAILABLE' {
  if (failure.kind === 'offline') return 'OFFLINE'
  if (failure.kind !== 'refused') return 'UNAVAILABLE'
  return failure.status === 401 ? 'NOT_LOGGED_IN' : failure.status === 429 ? 'TOO_MANY_ATTEMPTS' : 'UNAVAILABLE'
}
