/** The sign-on calls of this page, with its client and its bearer cookie. */
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

/** The cookie's name is configurable; without an answer the server sets the cookie itself anyway. */
async function openToken() {
  const client = await getSignOnClient().catch(() => null)
  return createContentToken(client?.bearerCookie)
}
