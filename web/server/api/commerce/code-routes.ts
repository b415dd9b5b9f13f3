/**
 * Codes, invitations and household seats on the publication's own origin (S2.3-03, S2.3-04, part D of the decisions). Only the
 * httpOnly access token says whose they are; the reader's own address and first name come from the account. Attempts with
 * codes have a rate limit by reader and by IP address. Links are answered as paths of this site.
 */
import { Hono } from 'hono'
import type { Client, Result } from '@lokalteil/contracts/kernel/client'
import type { Invitation } from '@lokalteil/contracts/commerce/codes'
import { CODES_ENDPOINTS } from '@lokalteil/contracts/portal'
import type { ACCOUNTS } from '@lokalteil/contracts/accounts'
import type { COMMERCE_INTERNAL } from '@lokalteil/contracts/commerce'
import { INVITATION_COOKIE, toInvitationToken, toInviterName } from '@lokalteil/domain/commerce/invitations'
import type { PublicationCode, Publication } from '@lokalteil/domain/publication/publications'
import type { AccountApi } from '../../../app/page/account-api.ts'
import type { Read } from '../../../app/page/content-api.ts'
import type { Log } from '../../http/log.ts'
import type { PortalEnv } from '../../http/portal-env.ts'
import { readPerson } from '../person.ts'
import {
  notLoggedIn,
  refusal,
  toRead,
  toReply,
  type RequestContext,
  type PortalApi,
  type Reply,
} from '../portal-api.ts'
import { requesterFor, serveRelays, SUB } from '../relay.ts'
import { readCookie } from '../../session/session-cookies.ts'
import type { ReaderSession } from '../../session/session.ts'

export type CodeRoutesOptions = {
  portalApi: PortalApi
  /** Null with a publisher's own provider: then the verified ID token names the reader. */
  accountsOf: ((publication: PublicationCode) => Client<typeof ACCOUNTS>) | null
  platformOf: (publication: PublicationCode) => Client<typeof COMMERCE_INTERNAL>
  /** Key of the hash under which IP addresses are counted. */
  secret: string
  log: Log
}

export function createCodeRoutes({ portalApi, accountsOf, platformOf, secret, log }: CodeRoutesOptions) {
  const app = new Hono<PortalEnv>()

  serveRelays({
    app,
    portalApi,
    endpoints: CODES_ENDPOINTS,
    clientOf: platformOf,
    supplies: { sub: SUB, requester: requesterFor(secret, 'code') },
  })
  portalApi.serve(
    app,
    CODES_ENDPOINTS.sendInvitations,
    { as: 'reader' },
    async ({ principal, body }): Promise<Reply<Invitation>> => {
      const person = await readPerson(principal, accountsOf)
      if (person.kind === 'refusal') return person
      const { email, isEmailVerified, firstName } = person.data
      // A confirmed address is needed, otherwise a stranger could send mails in another person's name.
      if (!isEmailVerified) return refusal(403, 'EMAIL_NOT_VERIFIED', 'The reader’s own address is not confirmed')
      return toReply(
        await platformOf(principal.publication).sendInvitations({
          params: { sub: principal.sub },
          body: { emails: body.emails, ownEmail: email, inviter: toInviterName(firstName) },
        }),
      )
    },
  )

  return {
    calls: app,

    /** Before an order: saves the inviter from the visit's cookie. An error here never stops the order. */
    async acceptInvitation(
      { publication, cookies }: Pick<RequestContext, 'publication' | 'cookies'>,
      ssoId: string,
    ): Promise<void> {
      const token = toInvitationToken(readCookie(cookies, INVITATION_COOKIE))
      if (token === null) return
      const accepted = await platformOf(publication).acceptInvitation({ params: { sub: ssoId }, body: { token } })
      if (!accepted.ok)
        log('warn', 'invitation-unanswered', {
          publication,
          status: accepted.status,
          code: accepted.problem.code,
        })
    },

    /** For rendering; an anonymous session gets 401. */
    readerOf(publication: Publication, session: ReaderSession): Pick<AccountApi, 'getInvitation' | 'getHousehold'> {
      const params = { sub: session.kind === 'reader' ? session.user.ssoId : '' }
      const read = async <T>(
        ask: (platform: Client<typeof COMMERCE_INTERNAL>) => Promise<Result<T>>,
      ): Promise<Read<T>> =>
        toRead(session.kind === 'reader' ? toReply(await ask(platformOf(publication.code))) : notLoggedIn())
      return {
        getInvitation: () => read((platform) => platform.getInvitation({ params })),
        getHousehold: () => read((platform) => platform.getHousehold({ params })),
      }
    },
  }
}
