/** Links of mails. Opening one shows a page with a button, because mail scanners open links, too; only the button acts. */
import type { Context, Hono } from 'hono'
import { accountMailPageTexts } from '../../../app/messages/accounts/account-mail-pages.ts'
import type { PortalEnv } from '../../http/portal-env.ts'
import type { AccountsClient } from '../../session/own-sign-on.ts'
import { readCookie } from '../../session/session-cookies.ts'
import type { Renewal } from '../../session/session.ts'
import { NO_STORE, type RequestContext } from '../portal-api.ts'
import { findAccounts, type AccountContext } from './account-context.ts'
import { go, toErrorPath, withUserState } from './redirects.ts'

const act = {
  confirm: (accounts: AccountsClient, code: string) => accounts.confirmEmail({ body: { code } }),
  link: (accounts: AccountsClient, code: string) => accounts.confirmLink({ body: { code } }),
  'undo-erasure': (accounts: AccountsClient, code: string) => accounts.undoErasure({ body: { code } }),
  'change-email': (accounts: AccountsClient, code: string) => accounts.confirmEmailChange({ body: { code } }),
  'undo-email': (accounts: AccountsClient, code: string) => accounts.undoEmailChange({ body: { code } }),
} as const

type Purpose = keyof typeof act

/** Path of the link and its purpose. */
const LINKS: readonly (readonly [name: string, purpose: Purpose])[] = [
  ['email-confirmation', 'confirm'],
  ['link-confirmation', 'link'],
  ['erasure-undo', 'undo-erasure'],
  ['email-change', 'change-email'],
  ['email-change-undo', 'undo-email'],
]

export function serveMailLinks(app: Hono<PortalEnv>, account: AccountContext): void {
  for (const [name, purpose] of LINKS) {
    const path = `/api/mein/oauth2/${name}/:code`
    app.get(path, (c) => showButton(account, purpose, c))
    app.post(path, (c) => pressButton(account, purpose, c))
  }
}

const readCode = (c: Context<PortalEnv>) => (c.req.param('code') ?? '').slice(0, 200)

async function showButton(account: AccountContext, purpose: Purpose, c: Context<PortalEnv>): Promise<Response> {
  const context = account.portalApi.toRequestContext(c)
  const found = await findAccounts(account, context)?.getMailCode({ params: { purpose, code: readCode(c) } })
  if (found?.ok !== true) return toUnavailablePage(account, purpose, context)
  if (found.data.state !== 'valid')
    return go(toErrorPath(found.data.state === 'expired' ? 'expired-code' : 'invalid-code'), [])
  return account.renderPlainPage({ publication: context.publication, ...accountMailPageTexts[purpose] }, 200, NO_STORE)
}

async function pressButton(account: AccountContext, purpose: Purpose, c: Context<PortalEnv>): Promise<Response> {
  const { portalApi, sessions, renderPlainPage } = account
  const context = portalApi.toRequestContext(c)
  const { title } = accountMailPageTexts[purpose]
  const toPage = (text: string, status: number) =>
    renderPlainPage({ publication: context.publication, title, text }, status, NO_STORE)
  if (portalApi.isCrossOrigin(c)) return toPage(accountMailPageTexts.foreign, 403)
  const accounts = findAccounts(account, context)
  const done = accounts === null ? null : await act[purpose](accounts, readCode(c))
  if (done?.ok === false && done.problem.code === 'ADDRESS_TAKEN') return toPage(accountMailPageTexts.taken, 409)
  if (done === null || (!done.ok && done.status !== 410 && done.status !== 422))
    return toUnavailablePage(account, purpose, context)
  if (!done.ok) return go(toErrorPath(done.problem.code === 'EXPIRED_CODE' ? 'expired-code' : 'invalid-code'), [])
  // All sessions have ended, this one as well: go on to set a new password.
  const passwordCode = readPasswordCode(done.data)
  if (passwordCode !== undefined) return go(`/change-password/${passwordCode}`, sessions.toClearedCookies(context.host))
  return toDonePage(account, purpose, context)
}

function readPasswordCode(data: object | undefined): string | undefined {
  return data !== undefined && 'passwordCode' in data && typeof data.passwordCode === 'string'
    ? data.passwordCode
    : undefined
}

/** Renews the session of this browser, whose token still has the old data. */
async function renewSession({ sessions }: AccountContext, context: RequestContext): Promise<Renewal | null> {
  if (readCookie(context.cookies, 'FA_REFRESH_TOKEN') === null) return null
  return sessions.renew(context.publication, context.cookies, context.host)
}

async function toDonePage(account: AccountContext, purpose: Purpose, context: RequestContext): Promise<Response> {
  const renewal = await renewSession(account, context)
  const isLoggedIn = renewal?.outcome === 'renewed' || renewal?.outcome === 'superseded'
  const setCookies = renewal?.setCookies ?? []
  if (purpose === 'change-email') {
    const { title, text, toAccount, toLogin } = accountMailPageTexts.emailChanged
    const link = isLoggedIn ? { href: '/account', label: toAccount } : { href: '/#login', label: toLogin }
    const answer = account.renderPlainPage({ publication: context.publication, title, text, link }, 200, NO_STORE)
    for (const cookie of setCookies) answer.headers.append('set-cookie', cookie)
    return answer
  }
  const target = purpose === 'confirm' ? withUserState('/', 'registration_verified') : isLoggedIn ? '/account' : '/'
  return go(isLoggedIn ? target : `${target}#login`, setCookies)
}

function toUnavailablePage(
  { renderPlainPage }: AccountContext,
  purpose: Purpose,
  { publication }: RequestContext,
): Response {
  const { title } = accountMailPageTexts[purpose]
  return renderPlainPage({ publication, title, text: accountMailPageTexts.unavailable }, 503, {
    ...NO_STORE,
    'retry-after': '30',
  })
}
