/** Public settings that a page needs to check a token itself. */
import type { Hono } from 'hono'
import { SIGN_ON_CLIENT, type SignOnClient } from '@lokalteil/contracts/accounts/sign-on-client'
import type { PortalEnv } from '../../http/portal-env.ts'
import { toResponse, unavailable } from '../portal-api.ts'
import type { AccountContext } from './account-context.ts'

const PUBLIC = { 'cache-control': 'public, max-age=600' }

export function serveSignOnClient(app: Hono<PortalEnv>, account: AccountContext): void {
  const { portalApi, cookies, accountsOf, foreign } = account
  app.get(SIGN_ON_CLIENT.getClient.path, (c) => {
    const { publication } = portalApi.toRequestContext(c)
    const client: SignOnClient = { ...account.clientOf(publication), bearerCookie: cookies.bearerCookie }
    return c.json(client, 200, PUBLIC)
  })
  app.get('/api/fa-public-key', async (c) => {
    const { publication } = portalApi.toRequestContext(c)
    const found = accountsOf === null ? null : await accountsOf(publication).getPublicKey({})
    const pem = found?.ok === true ? found.data.pem : ((await foreign?.getPem(publication)) ?? null)
    return pem === null ? toResponse(unavailable()) : c.text(pem, 200, PUBLIC)
  })
}
