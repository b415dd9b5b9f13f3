/**
 * The same-origin calls of a session (contract `PORTAL`, specification 7.5): login, registration, renewal, logout, passwords,
 * confirmation, and the links of mails. Only these routes set session cookies; one login starts both sessions (S4.1-01). The
 * embedded service decides. With a publisher's own provider the forms are off, and login and registration redirect to it and
 * back to the same page.
 */
import { Hono } from 'hono'
import type { PortalEnv } from '../../http/portal-env.ts'
import type { AccountContext } from './account-context.ts'
import { serveLogin, servePasswords } from './login-routes.ts'
import { serveMailLinks } from './mail-links.ts'
import { serveSessions } from './session-routes.ts'
import { serveSignOnClient } from './sign-on-client-routes.ts'
import { serveJourneys } from './sign-on-journey.ts'

export function createAccountRoutes(account: AccountContext): Hono<PortalEnv> {
  const app = new Hono<PortalEnv>()
  serveLogin(app, account)
  serveSessions(app, account)
  servePasswords(app, account)
  serveSignOnClient(app, account)
  serveJourneys(app, account)
  serveMailLinks(app, account)
  return app
}
