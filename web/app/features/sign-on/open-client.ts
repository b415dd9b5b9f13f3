/** The calls of this page, with its own connection and cookie. */
import { createContentToken } from '../../browser/session/content-token.ts'
import { getSignOnClient } from '../../browser/session/sign-on-client.ts'
import { portalClient } from '../../page/portal-client.ts'
import { createSignOnClient, type SignOnClient } from './sign-on-client.ts'

let calls: SignOnClient | undefined

export function openCalls(): SignOnClient {
  calls ??= createSignOnClient({
    client: portalClient,
    contentToken: {
      clear: async () => (await openToken()).clear(),
      keep: async (jwt) => (await openToken()).keep(jwt),
    },
  })
  return calls
}

/** Its name is configured; a server that does not tell sets the cookie itself all the same. */
async function openToken() {
  const client = await getSignOnClient().catch(() => null)
  return createContentToken(client?.bearerCookie)
}
