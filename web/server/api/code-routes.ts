/**
 * Codes, invitations and household seats on the publication's own origin (S2.3-03, S2.3-04, part D of the decisions). Whose
 * they are follows from the httpOnly access token alone; the address that is not to be invited, and the first name a mail
 * says, are the account's. Who tries codes is counted by reader and by network. Links are answered as paths of this site.
 */
import { createHmac } from 'node:crypto'
import { Hono } from 'hono'
import type { Client, Result } from '@lokalteil/contracts/kernel/client'
import type { Household, Invitation } from '@lokalteil/contracts/codes'
import { PORTAL } from '@lokalteil/contracts/portal'
import type { SSO } from '@lokalteil/contracts/sso'
import type { SUBSCRIPTION_INTERNAL } from '@lokalteil/contracts/subscription'
import { INVITATION_COOKIE, toInvitationToken, toInviterName } from '@lokalteil/domain/commerce/invitations'
import type { Mandator, Publication } from '@lokalteil/domain/publication/publications'
import type { AccountApi } from '../../app/page/account-api.ts'
import type { Read } from '../../app/page/content-api.ts'
import { toNetwork } from '../http/client-address.ts'
import type { Log } from '../http/log.ts'
import type { PortalEnv } from '../http/portal-env.ts'
import {
  refusal,
  reply,
  toRefusal,
  unavailable,
  type RequestContext,
  type PortalApi,
  type Reply,
} from './portal-api.ts'
import { readCookie } from '../session/session-cookies.ts'
import type { ReaderSession, Sessions } from '../session/session.ts'

export type CodeCallsOptions = {
  portalApi: PortalApi
  sessions: Pick<Sessions, 'authorise' | 'read'>
  /** Null with a publisher's own provider: then the verified ID token says who it is. */
  ssoOf: ((mandator: Mandator) => Client<typeof SSO>) | null
  platformOf: (mandator: Mandator) => Client<typeof SUBSCRIPTION_INTERNAL>
  /** Makes addresses unreadable before they are counted. */
  secret: string
  log: Log
}

type Principal = { mandator: Mandator; ssoId: string; accessToken: string; cookies: string | undefined }
type Person = { email: string; isEmailVerified: boolean; firstName: string }

export type CodeCalls = ReturnType<typeof createCodeRoutes>

export function createCodeRoutes({ portalApi, sessions, ssoOf, platformOf, secret, log }: CodeCallsOptions) {
  const app = new Hono<PortalEnv>()

  async function asOwner<T>(
    { mandator, cookies }: RequestContext,
    work: (owner: Principal) => Promise<Reply<T>>,
  ): Promise<Reply<T>> {
    const found = await sessions.authorise(mandator, cookies)
    if (found.kind === 'unavailable') return unavailable()
    if (found.kind === 'anonymous') return notLoggedIn()
    return work({ mandator, ssoId: found.ssoId, accessToken: found.accessToken, cookies })
  }

  /** What only the platform is needed for. */
  async function atPlatform<T>(
    context: RequestContext,
    ask: (platform: Client<typeof SUBSCRIPTION_INTERNAL>, params: { sub: string }) => Promise<Result<T>>,
  ): Promise<Reply<T>> {
    return asOwner(context, async ({ mandator, ssoId }) => toReply(await ask(platformOf(mandator), { sub: ssoId })))
  }

  async function getPerson({ mandator, ssoId, accessToken, cookies }: Principal): Promise<Reply<Person>> {
    if (ssoOf === null) {
      const session = await sessions.read(mandator, cookies)
      if (session.kind !== 'reader' || session.user.ssoId !== ssoId) return notLoggedIn()
      return reply({
        email: session.user.email,
        isEmailVerified: session.user.emailVerified,
        firstName: session.user.firstName,
      })
    }
    const account = await ssoOf(mandator).getAccount({ body: { accessToken } })
    if (!account.ok) return toRefusal(account)
    const { email, emailVerified, firstName } = account.data.user
    return reply({ email, isEmailVerified: emailVerified, firstName })
  }

  const requesterOf = ({ origin }: RequestContext) =>
    createHmac('sha256', secret)
      .update(`code ${toNetwork(origin.address)}`)
      .digest('base64url')
      .slice(0, 32)

  portalApi.serve(app, PORTAL.redeemCode, ({ context, body }) =>
    atPlatform(context, (platform, params) =>
      platform.redeemCode({ params, body: { ...body, requester: requesterOf(context) } }),
    ),
  )

  portalApi.serve(app, PORTAL.getInvitation, ({ context }) =>
    atPlatform(context, (platform, params) => platform.getInvitation({ params })),
  )
  portalApi.serve(app, PORTAL.sendInvitations, ({ context, body }) =>
    asOwner(context, async (owner): Promise<Reply<Invitation>> => {
      const person = await getPerson(owner)
      if (person.kind === 'refusal') return person
      const { email, isEmailVerified, firstName } = person.data
      // Whoever could write in the name of an address that may not be his could send mails nobody asked for.
      if (!isEmailVerified) return refusal(403, 'EMAIL_NOT_VERIFIED', 'The reader’s own address is not confirmed')
      return toReply(
        await platformOf(owner.mandator).sendInvitations({
          params: { sub: owner.ssoId },
          body: { emails: body.emails, ownEmail: email, inviter: toInviterName(firstName) },
        }),
      )
    }),
  )

  portalApi.serve(app, PORTAL.getHousehold, ({ context }) =>
    atPlatform(context, (platform, params) => platform.getHousehold({ params })),
  )
  portalApi.serve(app, PORTAL.offerSeat, ({ context, body }) =>
    atPlatform(context, (platform, params) => platform.offerSeat({ params, body })),
  )
  portalApi.serve(app, PORTAL.endSeat, ({ context, params: { seatId } }) =>
    atPlatform(context, (platform, params) => platform.endSeat({ params: { ...params, seatId } })),
  )
  portalApi.serve(app, PORTAL.acceptSeat, ({ context, body }) =>
    atPlatform(context, (platform, params) => platform.acceptSeat({ params, body })),
  )
  portalApi.serve(app, PORTAL.leaveSeat, ({ context }) =>
    atPlatform(context, (platform, params) => platform.leaveSeat({ params })),
  )

  return {
    calls: app,

    /** Before an order is placed: who brought this reader, as the visit remembers. An order never fails for it. */
    async acceptInvitation(
      { mandator, cookies }: Pick<RequestContext, 'mandator' | 'cookies'>,
      ssoId: string,
    ): Promise<void> {
      const token = toInvitationToken(readCookie(cookies, INVITATION_COOKIE))
      if (token === null) return
      const accepted = await platformOf(mandator).acceptInvitation({ params: { sub: ssoId }, body: { token } })
      if (!accepted.ok)
        log('warn', 'invitation-unanswered', { mandator, status: accepted.status, code: accepted.problem.code })
    },

    /** For rendering; an anonymous session gets 401. */
    readerOf(publication: Publication, session: ReaderSession): Pick<AccountApi, 'getInvitation' | 'getHousehold'> {
      const read = async <T>(
        ask: (platform: Client<typeof SUBSCRIPTION_INTERNAL>, params: { sub: string }) => Promise<Result<T>>,
      ): Promise<Read<T>> => {
        if (session.kind !== 'reader') return { ok: false, status: 401 }
        const found = toReply(await ask(platformOf(publication.code), { sub: session.user.ssoId }))
        return found.kind === 'data' ? { ok: true, data: found.data } : { ok: false, status: found.status }
      }
      return {
        getInvitation: () => read<Invitation>((platform, params) => platform.getInvitation({ params })),
        getHousehold: () => read<Household>((platform, params) => platform.getHousehold({ params })),
      }
    },
  }
}

function toReply<T>(result: Result<T>): Reply<T> {
  return result.ok ? reply(result.data) : toRefusal(result)
}

function notLoggedIn(): Reply<never> {
  return refusal(401, 'NOT_LOGGED_IN', 'There is no living session behind the cookies')
}
