/** Sessions for tests: nobody is logged in. */
import type { PortalSessions } from '../api/portal-api.ts'

export const NO_SESSIONS: PortalSessions = {
  authorise: async () => ({ kind: 'anonymous' }),
  authoriseToken: async () => ({ kind: 'anonymous' }),
  accessTokenOf: () => null,
  read: async () => ({ kind: 'anonymous' }),
}
