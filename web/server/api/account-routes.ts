/**
 * The same-origin calls of a session (contract `PORTAL`, specification 7.5): login, registration, renewal, logout,
 * passwords, confirmation, and the links of mails. Cookies are set here and nowhere else; one login brings both sessions
 * (S4.1-01). The embedded service decides; with a publisher's own provider the forms are off and login and registration
 * are journeys to it and back to the same page. A renewal that came too late (newer cookies are out) is no failure.
 */
import { Hono } from 'hono'
import { SIGN_ON_CLIENT, type SignOnClient } from '@lokalteil/contracts/sign-on-client'
import {
  LOGIN_CALLBACK,
  LOGIN_START,
  PORTAL,
  SIGNUP_START,
  type LoginAnswer,
  type UserState,
} from '@lokalteil/contracts/portal'
import type { SsoLogin } from '@lokalteil/contracts/accounts'
import { toSafePath } from '@lokalteil/domain/routing/redirect-paths'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { accountMailPageTexts } from '../../app/messages/accounts/account-mail-pages.ts'
import type { Config } from '../config/config.ts'
import type { ForeignSignOn } from '../session/foreign-sign-on.ts'
import { isCrossSite } from '../http/origin.ts'
import type { RenderPlainPage } from '../http/plain-page.ts'
import type { PortalEnv } from '../http/portal-env.ts'
import {
  NO_STORE,
  notLoggedIn,
  refusal,
  reply,
  sentByAnotherSite,
  toRefusal,
  toResponse,
  unavailable,
  type PortalApi,
  type RequestContext,
  type Reply,
} from './portal-api.ts'
import {
  readCookie,
  RELOGIN_COOKIE,
  RETURN_COOKIE,
  toSignOnName,
  type SessionCookies,
} from '../session/session-cookies.ts'
import type { Sessions } from '../session/session.ts'
import type { SsoClient } from '../session/own-sign-on.ts'

export type AccountRoutesOptions = {
  renderPlainPage: RenderPlainPage
  portalApi: PortalApi
  config: Pick<Config, 'origins'>
  sessions: Sessions
  cookies: SessionCookies
  /** Null with a publisher's own provider. */
  ssoOf: ((mandator: Mandator) => SsoClient) | null
  foreign: ForeignSignOn | null
  clientOf: (mandator: Mandator) => Omit<SignOnClient, 'bearerCookie'>
}

const elsewhere = (): Reply<never> =>
  refusal(404, 'ACCOUNTS_ELSEWHERE', 'Accounts are kept by the publisher’s own provider')

export function createAccountRoutes(options: AccountRoutesOptions): Hono<PortalEnv> {
  const { portalApi, config, sessions, cookies, ssoOf, foreign, renderPlainPage } = options
  const app = new Hono<PortalEnv>()

  const clientOf = (context: RequestContext): SsoClient | null => ssoOf?.(context.mandator) ?? null
  const toAccessToken = (context: RequestContext) => readCookie(context.cookies, 'FA_ACCESS_TOKEN')

  function toLoginReply(login: SsoLogin, context: RequestContext): Reply<LoginAnswer> {
    return reply(toLoginAnswer(login), toLoginCookies(login, context))
  }

  function toLoginCookies(login: SsoLogin, context: RequestContext): string[] {
    const returnCookie =
      readCookie(context.cookies, RETURN_COOKIE) === null ? [] : [cookies.toReturnCookie('', context.host)]
    return [...sessions.toCookies(login, context.host), ...returnCookie]
  }

  /** Calls that need the reader: the access token decides, renewed first where it has ended and can be. */
  async function withAccess<T>(
    context: RequestContext,
    ask: (client: SsoClient, accessToken: string) => Promise<Reply<T>>,
  ): Promise<Reply<T>> {
    const client = clientOf(context)
    if (client === null) return elsewhere()
    const accessToken = toAccessToken(context)
    const first = accessToken === null ? notLoggedIn() : await ask(client, accessToken)
    const isRefused = first.kind === 'refusal' && first.status === 401 && first.code === 'NOT_LOGGED_IN'
    if (!isRefused || readCookie(context.cookies, 'FA_REFRESH_TOKEN') === null) return first
    const renewal = await sessions.renew(context.mandator, context.cookies, context.host)
    if (renewal.outcome === 'unavailable') return unavailable()
    if (renewal.outcome !== 'renewed' || renewal.session.kind !== 'reader' || renewal.session.accessToken === null)
      return { ...first, setCookies: renewal.setCookies }
    const second = await ask(client, renewal.session.accessToken)
    // A login's own cookies are newer than the renewal's.
    return { ...second, setCookies: [...renewal.setCookies, ...(second.setCookies ?? [])] }
  }

  // --- Login and registration

  portalApi.serve(app, PORTAL.login, { as: 'anyone' }, async ({ body, context }) => {
    const client = clientOf(context)
    if (client === null) return elsewhere()
    const login = await client.login({ body: { ...context.origin, ...body } })
    return login.ok ? toLoginReply(login.data, context) : toRefusal(login)
  })

  portalApi.serve(app, PORTAL.register, { as: 'anyone' }, async ({ body, context }) => {
    const client = clientOf(context)
    if (client === null) return elsewhere()
    const { terms, advertising, ...fields } = body
    const login = await client.register({ body: { ...context.origin, ...fields, consents: { terms, advertising } } })
    return login.ok ? toLoginReply(login.data, context) : toRefusal(login)
  })

  portalApi.serve(app, PORTAL.listMissingFields, { as: 'anyone' }, ({ context }) => {
    // A foreign provider asks for consents itself.
    if (ssoOf === null)
      return sessions
        .read(context.mandator, context.cookies)
        .then((session) => (session.kind === 'reader' ? reply([]) : notLoggedIn()))
    return withAccess(context, async (client, accessToken) => {
      const found = await client.listMissingFields({ body: { accessToken } })
      return found.ok ? reply(found.data) : toRefusal(found)
    })
  })

  portalApi.serve(app, PORTAL.saveMissingFields, { as: 'anyone' }, ({ body, context }) =>
    withAccess(context, async (client, accessToken) => {
      const left = await client.saveMissingFields({
        body: { accessToken, fields: body.fields, address: context.origin.address },
      })
      return left.ok ? reply(left.data) : toRefusal(left)
    }),
  )

  // --- The life of a session

  async function renew(context: RequestContext): Promise<Reply<{ valid: true }>> {
    const renewal = await sessions.renew(context.mandator, context.cookies, context.host)
    switch (renewal.outcome) {
      case 'renewed':
      case 'superseded':
        return reply({ valid: true }, renewal.setCookies)
      case 'ended':
        return sessionEnded(renewal.setCookies)
      case 'sign-on-again':
        return refusal(401, 'SIGN_ON_AGAIN', 'Only the provider can say who this is', { extra: { valid: false } })
      case 'unavailable':
        return unavailable()
    }
  }

  const sessionEnded = (setCookies: readonly string[]): Reply<never> =>
    refusal(401, 'SESSION_ENDED', 'The session has ended', { setCookies, extra: { valid: false } })

  portalApi.serve(app, PORTAL.refresh, { as: 'anyone' }, ({ context }) => renew(context))

  portalApi.serve(
    app,
    PORTAL.validate,
    { as: 'anyone' },
    async ({ query, context }): Promise<Reply<{ valid: true }>> => {
      const session = await sessions.read(context.mandator, context.cookies)
      const idToken = readCookie(context.cookies, 'FA_ID_TOKEN')
      if (query?.forceRefresh === 'true' || session.kind !== 'reader' || idToken === null) return renew(context)
      switch (await sessions.isAlive(context.mandator, idToken)) {
        case 'alive':
          return reply({ valid: true })
        case 'ended':
          // Good by its signature a moment ago: it ended just now, or its session did.
          return renew(context)
        case 'unavailable':
          return unavailable()
      }
    },
  )

  portalApi.serve(app, PORTAL.logoutEverywhere, { as: 'anyone' }, async ({ context }) => {
    const done = await withAccess(context, async (client, accessToken) => {
      const ended = await client.logoutEverywhere({ body: { accessToken } })
      return ended.ok ? reply(undefined) : toRefusal(ended)
    })
    return done.kind === 'data' ? reply(undefined, sessions.toClearedCookies(context.host)) : done
  })

  /** Foreign pages may link here or embed it; they log nobody out (S7.5-08). */
  app.get(PORTAL.logout.path, async (c) => {
    if (isCrossSite(c.req.raw.headers)) return toResponse(sentByAnotherSite())
    const context = portalApi.toRequestContext(c)
    const refreshToken = readCookie(context.cookies, 'FA_REFRESH_TOKEN')
    const client = clientOf(context)
    if (client !== null) {
      const contentJwt = readCookie(context.cookies, cookies.bearerCookie)
      const done = await client.logout({ body: { refreshToken, contentJwt: contentJwt === '' ? null : contentJwt } })
      // The cookies stay for the second try (S4.2-10): without them nobody could end the session any more.
      if (!done.ok && done.status !== 400) return toResponse(unavailable())
    } else if (foreign !== null) {
      const accessToken = toAccessToken(context)
      if (refreshToken !== null) await foreign.revoke(context.mandator, refreshToken, 'refresh_token')
      else if (accessToken !== null) await foreign.revoke(context.mandator, accessToken, 'access_token')
    }
    return toResponse(
      reply(undefined, [
        ...sessions.toClearedCookies(context.host),
        ...(foreign === null ? [] : [cookies.toReloginCookie(true, context.host)]),
      ]),
    )
  })

  // --- Passwords and the address

  portalApi.serve(app, PORTAL.getPasswordCode, { as: 'anyone' }, async ({ params, context }) => {
    const client = clientOf(context)
    if (client === null) return elsewhere()
    const found = await client.getPasswordCode({ params })
    return found.ok ? reply(found.data) : toRefusal(found)
  })

  portalApi.serve(app, PORTAL.forgotPassword, { as: 'anyone' }, async ({ body, context }) => {
    const client = clientOf(context)
    if (client === null) return elsewhere()
    const sent = await client.forgotPassword({ body: { email: body.email, address: context.origin.address } })
    return sent.ok ? reply(sent.data) : toRefusal(sent)
  })

  portalApi.serve(app, PORTAL.resetPassword, { as: 'anyone' }, async ({ body, context }) => {
    const client = clientOf(context)
    if (client === null) return elsewhere()
    const login = await client.resetPassword({ body: { ...context.origin, ...body } })
    return login.ok ? toLoginReply(login.data, context) : toRefusal(login)
  })

  portalApi.serve(app, PORTAL.changePassword, { as: 'anyone' }, ({ body, context }) =>
    withAccess(context, async (client, accessToken) => {
      const login = await client.changePassword({ body: { ...context.origin, ...body, accessToken } })
      return login.ok ? toLoginReply(login.data, context) : toRefusal(login)
    }),
  )

  portalApi.serve(app, PORTAL.sendEmailConfirmation, { as: 'anyone' }, ({ context }) =>
    withAccess(context, async (client, accessToken) => {
      const sent = await client.sendEmailConfirmation({ body: { accessToken } })
      return sent.ok ? reply({ ...sent.data, sent: true as const }) : toRefusal(sent)
    }),
  )

  // --- What pages must know to check a token themselves

  app.get(SIGN_ON_CLIENT.getClient.path, (c) => {
    const { mandator } = portalApi.toRequestContext(c)
    return c.json({ ...options.clientOf(mandator), bearerCookie: cookies.bearerCookie } satisfies SignOnClient, 200, {
      'cache-control': 'public, max-age=600',
    })
  })

  app.get('/api/fa-public-key', async (c) => {
    const { mandator } = portalApi.toRequestContext(c)
    const found = ssoOf === null ? null : await ssoOf(mandator).getPublicKey({})
    const pem = found?.ok === true ? found.data.pem : ((await foreign?.getPem(mandator)) ?? null)
    if (pem === null) return toResponse(unavailable())
    return c.text(pem, 200, { 'cache-control': 'public, max-age=600' })
  })

  // --- Login and registration as a journey (S7.5-05)

  for (const [path, isRegistration] of [
    [LOGIN_START, false],
    [SIGNUP_START, true],
  ] as const) {
    app.get(path, async (c) => {
      const context = portalApi.toRequestContext(c)
      const target = toSafePath(c.req.query('return') ?? '/', config.origins[context.mandator]) ?? '/'
      const returnCookie = cookies.toReturnCookie(target, context.host)
      if (foreign === null)
        return go(`${target.split('#', 1)[0]}#${isRegistration ? 'register' : 'login'}`, [returnCookie])
      const mustAskAgain = readCookie(context.cookies, RELOGIN_COOKIE) !== null
      const isSilent = c.req.query('prompt') === 'none'
      // Who logged out wants to be asked.
      if (isSilent && mustAskAgain) return go(target, [])
      const begun = await foreign.begin(context.mandator, { isRegistration, mustAskAgain, isSilent })
      const marks = isSilent ? [cookies.toSilentCookie(true, context.host)] : []
      if (begun === null)
        return isSilent
          ? go(target, marks)
          : go(toErrorPath(isRegistration ? 'registration-failed' : 'login-failed'), [])
      const attempt = cookies.toSignOnCookie(begun.state, begun.sealed, context.host)
      return go(begun.url, [returnCookie, attempt, ...marks], 302)
    })
  }

  app.get(LOGIN_CALLBACK, async (c) => {
    if (foreign === null) return toResponse(elsewhere())
    const context = portalApi.toRequestContext(c)
    const answer = new URL(c.req.url).searchParams
    const state = answer.get('state') ?? ''
    const cleared = [cookies.toSignOnCookie(state, '', context.host), cookies.toReturnCookie('', context.host)]
    const target = readReturnPath(context, config.origins[context.mandator])
    const finished = await foreign.finish(context.mandator, readCookie(context.cookies, toSignOnName(state)), answer)
    if (finished.isSilent && finished.kind !== 'tokens') {
      // Not known there any more: the session is over. Nobody asked for anything, so nobody is told of a failure.
      const isOver =
        finished.kind === 'refused' && (await sessions.read(context.mandator, context.cookies)).kind !== 'reader'
      return go(target, [...cleared, ...(isOver ? sessions.toClearedCookies(context.host) : [])])
    }
    // A reader who turned back at the provider is where the journey began.
    if (finished.kind === 'refused' && finished.reason === 'access_denied') return go(target, cleared)
    if (finished.kind !== 'tokens') return go(toErrorPath('login-failed'), cleared)
    const { tokens, isRegistration, isSilent } = finished
    const setCookies = [
      ...sessions.toCookies({ tokens, contentJwt: null, deviceToken: null }, context.host),
      ...cleared,
      cookies.toReloginCookie(false, context.host),
    ]
    // The same session goes on: nothing of a login follows.
    return isSilent
      ? go(target, [...setCookies, cookies.toSilentCookie(false, context.host)])
      : go(withUserState(target, isRegistration ? 'registration' : 'login'), setCookies)
  })

  // --- The links of mails: a page with a button, because programs open links too

  const links = {
    'email-confirmation': {
      purpose: 'confirm',
      act: (client: SsoClient, code: string) => client.confirmEmail({ body: { code } }),
    },
    'link-confirmation': {
      purpose: 'link',
      act: (client: SsoClient, code: string) => client.confirmLink({ body: { code } }),
    },
    'erasure-undo': {
      purpose: 'undo-erasure',
      act: (client: SsoClient, code: string) => client.undoErasure({ body: { code } }),
    },
    'email-change': {
      purpose: 'change-email',
      act: (client: SsoClient, code: string) => client.confirmEmailChange({ body: { code } }),
    },
    'email-change-undo': {
      purpose: 'undo-email',
      act: (client: SsoClient, code: string) => client.undoEmailChange({ body: { code } }),
    },
  } as const

  for (const [name, { purpose, act }] of Object.entries(links)) {
    const texts = accountMailPageTexts[purpose]
    const path = `/api/mein/oauth2/${name}/:code`
    app.get(path, async (c) => {
      const context = portalApi.toRequestContext(c)
      const found = await clientOf(context)?.getMailCode({
        params: { purpose, code: (c.req.param('code') ?? '').slice(0, 200) },
      })
      if (found?.ok !== true)
        return renderPlainPage(
          { mandator: context.mandator, title: texts.title, text: accountMailPageTexts.unavailable },
          503,
          { ...NO_STORE, 'retry-after': '30' },
        )
      if (found.data.state !== 'valid')
        return go(toErrorPath(found.data.state === 'expired' ? 'expired-code' : 'invalid-code'), [])
      return renderPlainPage({ mandator: context.mandator, ...texts }, 200, NO_STORE)
    })
    app.post(path, async (c) => {
      const context = portalApi.toRequestContext(c)
      if (portalApi.isCrossOrigin(c))
        return renderPlainPage(
          { mandator: context.mandator, title: texts.title, text: accountMailPageTexts.foreign },
          403,
          NO_STORE,
        )
      const client = clientOf(context)
      const done = client === null ? null : await act(client, (c.req.param('code') ?? '').slice(0, 200))
      if (done?.ok === false && done.problem.code === 'ADDRESS_TAKEN')
        return renderPlainPage(
          { mandator: context.mandator, title: texts.title, text: accountMailPageTexts.taken },
          409,
          NO_STORE,
        )
      if (done === null || (!done.ok && done.status !== 410 && done.status !== 422))
        return renderPlainPage(
          { mandator: context.mandator, title: texts.title, text: accountMailPageTexts.unavailable },
          503,
          { ...NO_STORE, 'retry-after': '30' },
        )
      if (!done.ok) return go(toErrorPath(done.problem.code === 'EXPIRED_CODE' ? 'expired-code' : 'invalid-code'), [])
      // Every session has ended, this browser's as well; the next thing is a new password.
      const { passwordCode } = (done.data ?? {}) as { passwordCode?: string }
      if (passwordCode !== undefined)
        return go(`/change-password/${passwordCode}`, sessions.toClearedCookies(context.host))
      // The token of this browser still says what was true before.
      const renewal =
        readCookie(context.cookies, 'FA_REFRESH_TOKEN') === null
          ? null
          : await sessions.renew(context.mandator, context.cookies, context.host)
      const isLoggedIn = renewal?.outcome === 'renewed' || renewal?.outcome === 'superseded'
      if (purpose === 'change-email') {
        const { title, text, toAccount, toLogin } = accountMailPageTexts.emailChanged
        const link = isLoggedIn ? { href: '/account', label: toAccount } : { href: '/#login', label: toLogin }
        const answer = renderPlainPage({ mandator: context.mandator, title, text, link }, 200, NO_STORE)
        for (const cookie of renewal?.setCookies ?? []) answer.headers.append('set-cookie', cookie)
        return answer
      }
      const target = purpose === 'confirm' ? withUserState('/', 'registration_verified') : isLoggedIn ? '/account' : '/'
      return go(isLoggedIn ? target : `${target}#login`, renewal?.setCookies ?? [])
    })
  }

  return app
}

export function toLoginAnswer(login: SsoLogin): LoginAnswer {
  return {
    userState: login.isNewRegistration ? 'registration' : 'login',
    jwt: login.contentJwt,
    missingFields: login.missingFields,
  }
}

/** A redirect of this site after something was done; the path has been checked. */
export function go(location: string, setCookies: readonly string[], status: 302 | 303 = 303): Response {
  const headers = new Headers({ ...NO_STORE, location })
  for (const cookie of setCookies) headers.append('set-cookie', cookie)
  return new Response(null, { status, headers })
}

/** What FA_RAL holds, checked again: nothing a browser sends is believed. */
export function readReturnPath(context: RequestContext, origin: string): string {
  const stored = readCookie(context.cookies, RETURN_COOKIE)
  if (stored === null) return '/'
  try {
    return toSafePath(decodeURIComponent(stored), origin) ?? '/'
  } catch {
    return '/'
  }
}

export function withUserState(path: string, userState: UserState): string {
  const url = new URL(path, 'http://site.internal')
  url.searchParams.set('userState', userState)
  return url.pathname + url.search + url.hash
}

export function toErrorPath(
  key:
    | 'login-failed'
    | 'registration-failed'
    | 'invalid-code'
    | 'expired-code'
    | 'social-login-failed'
    | 'email-not-verified',
): string {
  return `/error/${key}`
}
