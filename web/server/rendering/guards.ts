/**
 * The guards of a route on the first load (specification 2.2, decisions S2.2-01 to S2.2-05, S2.2-08): run in the order
 * of ROUTE_META before the page is loaded or rendered. Only a reader who passes all of them gets a guarded page. If a
 * guard's service is down, account pages stay closed: for an external platform its error page is shown, and for our own
 * services (the database, single sign-on) the page is an outage. The browser uses the same rules on client-side
 * navigation.
 */
import { LOGIN_START } from '@lokalteil/contracts/portal'
import type { AccountTab } from '@lokalteil/domain/commerce/subscriptions'
import { toHashOfDialogFlow } from '@lokalteil/domain/routing/hash-dialogs'
import { publicPath } from '@lokalteil/domain/routing/paths'
import type { Publication } from '@lokalteil/domain/publication/publications'
import { decideRegistrationGuard } from '@lokalteil/domain/accounts/registration-guard'
import { ROUTE_META, buildPath, type Guard, type Route, type RouteName } from '@lokalteil/domain/routing/routes'
import type { GuardPageName } from '../../app/guard-pages.ts'
import type { ReaderSession } from '../session/session.ts'

export type Reader = Extract<ReaderSession, { kind: 'reader' }>

export type GuardOptions = {
  /** The reader's customer at the subscription platform; null: none. May throw if unavailable. */
  getCustomer: (publication: Publication, reader: Reader) => Promise<object | null>
  /** Tabs the reader may open. May throw if unavailable. */
  listTabs: (publication: Publication, reader: Reader) => Promise<readonly AccountTab[]>
  /** Consents still to be answered; null: unknown. */
  listMissingFields: (publication: Publication, reader: Reader) => Promise<readonly string[] | null>
  /** Null: unknown. */
  getPasswordCode: (publication: Publication, code: string) => Promise<'valid' | 'invalid' | 'expired' | null>
  /** Whether the subscription platform is embedded; then its failure is one of our database. */
  isPlatformEmbedded: boolean
  onError: (error: unknown) => void
}

export type GuardRequest = {
  publication: Publication
  /** Path of the matched route, without language prefix. */
  path: string
  query: URLSearchParams
  /** `Sec-Fetch-Dest`; null if the browser does not send it. */
  destination: string | null
  isNativeApp: boolean
  session: ReaderSession
}

export type GuardAnswer =
  | { kind: 'pass' }
  /** `returnPath`: the page to return to after the login. */
  | { kind: 'redirect'; to: string; returnPath: string | null }
  | { kind: 'page'; page: GuardPageName; returnPath: string | null }
  /** The reader's rights are unknown at the moment; try again later. */
  | { kind: 'unavailable' }

export type Guards = ReturnType<typeof createGuards>

const PASS: GuardAnswer = { kind: 'pass' }
const NO_SESSION = '/error/no-subscription-session'
const UNAVAILABLE: GuardAnswer = { kind: 'unavailable' }

const TABS: Readonly<Partial<Record<RouteName, AccountTab>>> = {
  '__mein-portal-auth-account': 'account',
  '__mein-portal-auth-account-abo': 'abo',
  '__mein-portal-auth-account-coins': 'coins',
  '__mein-portal-auth-account-plus-verification': 'plus-verification',
}

/** The answer of each guard; `pass` continues with the next one. */
const ASK: Record<Guard, (options: GuardOptions, route: Route, request: GuardRequest) => Promise<GuardAnswer>> = {
  auth: async (_options, _route, request) => askLogin(request),
  async 'subscription-session'(options, _route, { publication, session }) {
    if (session.kind !== 'reader') return redirect(NO_SESSION)
    const customer = await ofPlatform(options, options.getCustomer(publication, session))
    if (customer === 'silent') return toSilentPlatform(options)
    return customer === null ? redirect(NO_SESSION) : PASS
  },
  async 'account-tabs'(options, route, { publication, session }) {
    const tab = TABS[route.name]
    if (tab === undefined || tab === 'account') return PASS
    const tabs = session.kind === 'reader' ? await ofPlatform(options, options.listTabs(publication, session)) : []
    if (tabs === 'silent') return toSilentPlatform(options)
    return tabs.includes(tab) ? PASS : redirect('/account')
  },
  async 'verify-iframe'(_options, route, { destination, query }) {
    const hash = toHashOfDialogFlow(route.name)
    if (destination !== 'document' || hash === null) return PASS
    return redirect(`/${query.size === 0 ? '' : `?${query}`}${hash}`)
  },
  async 'verify-registration'(options, route, { publication, session }) {
    if (session.kind !== 'reader') return toRegistrationAnswer(route, { kind: 'anonymous' })
    const missingFields = await orNull(options, options.listMissingFields(publication, session))
    // Unknown: the form opens, and its own calls report the failure.
    return missingFields === null ? PASS : toRegistrationAnswer(route, { kind: 'reader', missingFields })
  },
  async 'open-change-password'(options, route, { publication }) {
    if (route.name !== 'change-password') return PASS
    const { code } = route
    const state = code.length > 200 ? 'invalid' : await orNull(options, options.getPasswordCode(publication, code))
    if (state === null) return UNAVAILABLE
    if (state === 'valid') return { kind: 'page', page: 'change-password', returnPath: null }
    return redirect(state === 'expired' ? '/error/expired-code' : '/error/invalid-code')
  },
}

export function createGuards(options: GuardOptions) {
  return async function decide(route: Route, request: GuardRequest): Promise<GuardAnswer> {
    for (const guard of ROUTE_META[route.name].guards) {
      const answer = await ASK[guard](options, route, request)
      if (answer.kind !== 'pass') return answer
    }
    return PASS
  }
}

function askLogin({ path, query, isNativeApp, session }: GuardRequest): GuardAnswer {
  if (session.kind === 'reader') return PASS
  if (session.kind === 'unknown') return UNAVAILABLE
  const returnPath = publicPath(path, query)
  // The provider may still have a session, so it is asked silently before the login form is shown.
  if (session.kind === 'lapsed') return redirect(`${LOGIN_START}?prompt=none&return=${encodeURIComponent(returnPath)}`)
  return isNativeApp ? { kind: 'page', page: 'native-login', returnPath } : redirect('/#login', returnPath)
}

function toSilentPlatform({ isPlatformEmbedded }: GuardOptions): GuardAnswer {
  return isPlatformEmbedded ? UNAVAILABLE : redirect(NO_SESSION)
}

function ofPlatform<T>({ onError }: GuardOptions, answer: Promise<T>): Promise<T | 'silent'> {
  return answer.catch((error) => {
    onError(error)
    return 'silent'
  })
}

function orNull<T>({ onError }: GuardOptions, answer: Promise<T | null>): Promise<T | null> {
  return answer.catch((error) => {
    onError(error)
    return null
  })
}

function toRegistrationAnswer(route: Route, state: Parameters<typeof decideRegistrationGuard>[1]): GuardAnswer {
  const answer = decideRegistrationGuard(route.name, state)
  if (answer.kind === 'redirect') return redirect(buildPath({ name: answer.to }))
  return answer.kind === 'close' ? { kind: 'page', page: 'close-dialog', returnPath: null } : PASS
}

function redirect(to: string, returnPath: string | null = null): GuardAnswer {
  return { kind: 'redirect', to, returnPath }
}
