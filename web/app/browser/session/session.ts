/**
 * The reader's session as pages see it: a store and the verbs, small, because every first view loads it. What verifies,
 * refreshes and ends a session is `session-machine.lazy.ts`, loaded by the first verb (`session-start.ts`). Nothing here
 * is proof of anything: what may be seen or written is the server's decision.
 */
import { useSyncExternalStore, type ComponentType } from 'react'
import type { AuthUser } from '@lokalteil/contracts/accounts/auth'
import type { Article, Teaser } from '@lokalteil/contracts/content'
import type { SessionView } from '@lokalteil/domain/accounts/login'
import type { WalletState } from '@lokalteil/domain/commerce/wallet'
import { createListeners } from '../../page/listeners.ts'
import type { Chrome } from '../../page/page.ts'
import type { SharedUserState } from './user-state.ts'

/** As teasers and articles tell them. */
export type ArticleTags = Pick<Teaser, 'tagIds' | 'tagAncestorIds'> | Pick<Article, 'tags' | 'tagAncestorIds'>

export type SessionState = SharedUserState & {
  /** `unknown` until the ID token was verified: no dialog is decided before (S2.4-05). */
  status: 'unknown' | 'anonymous' | 'reader'
  view: SessionView
  /** The reader of the content/auth session (4.1): another service, no roles. */
  user: AuthUser | null
  isLoginProgress: boolean
  /** What the reader keeps of what this page shows: by article id, or `f:` and the id of a region or tag. Null: not known. */
  marks: ReadonlyMap<string, Mark> | null
  /** Which paid articles are the reader's own to read; null: none, or not known. Only the mark on them depends on it. */
  isReadable: ((session: SessionState, article: { id: string; tags: ArticleTags }) => boolean) | null
  /** Of a reader who pays by the article; null: anybody else, or not known. */
  wallet: ReaderWallet | null
}

/** With what sells an article, handed in by the feature; `isSold`: whether it stands where the text would go on. */
export type ReaderWallet = WalletState & {
  price: number
  isSold: (articleId: string, template: string | null) => boolean
  BuyLayer: ComponentType<{ articleId: string }>
  buy: (
    articleId: string,
  ) => Promise<
    | { kind: 'bought' }
    | { kind: 'failed'; error: 'no-credits' | 'price-changed' | 'logged-out' | 'refused' | 'unreachable' }
  >
}

/** `tip`: what just happened to it, at the button `by`. */
export type Mark = { isSet: boolean; tip?: string; by?: string }

/**
 * What is drawn over a page, hash dialogs among it, once it was asked for. Features hand it in, because the browser layer
 * knows no components.
 */
export type Overlays = { showToast: (text: string) => void }

/** What else happens when a reader is there (bookmarks, wallet): asked with all others at once, told when the login ends. */
export type ReaderPart = {
  load: (reader: {
    view: SessionView
    isNewLogin: boolean
    showToast: (text: string) => Promise<void>
  }) => Promise<void>
  /** After a refresh by force: what the reader has may be more or less than before. */
  renew?: ReaderPart['load']
  reset?: () => void
}

export type SessionHost = {
  chrome: () => Chrome
  overlays: () => Promise<Overlays>
  readerParts?: () => Promise<readonly ReaderPart[]>
  /** What every visitor gets beside the session, once the page is loaded. */
  visitorParts?: () => Promise<void>
}

let state: SessionState = {
  status: 'unknown',
  view: {
    roles: [],
    isLoggedIn: false,
    isPlusUser: false,
    isPurUser: false,
    isEpaperUser: false,
    anonId: null,
    idToken: null,
    userData: null,
    hasVerifiedEmail: false,
    mayPersonalise: false,
  },
  user: null,
  isLoginProgress: false,
  isNewVerifiedRegistration: false,
  missedConsentFormFields: [],
  onboardingCompleted: null,
  gdprConsent: null,
  stateKey: null,
  bookmarkCount: null,
  hasBookmarks: null,
  hasTagBookmarks: null,
  marks: null,
  isReadable: null,
  wallet: null,
}
const initial = state
const { subscribe, notify } = createListeners()

export const getSession = (): SessionState => state

export const subscribeSession = subscribe

export function setSession(change: Partial<SessionState>): void {
  state = { ...state, ...change }
  notify()
}

/** On the server and while hydrating nobody is known. With a choice, only what was chosen draws again when it changes. */
export function useSession(): SessionState
export function useSession<T>(choose: (session: SessionState) => T): T
export function useSession(choose: (session: SessionState) => unknown = whole): unknown {
  return useSyncExternalStore(
    subscribeSession,
    () => choose(state),
    () => choose(initial),
  )
}

const whole = (session: SessionState) => session

export type SessionVerbs = {
  /** In the native app its own login page. The path is where the login leads to. */
  openLogin: (returnPath?: string) => Promise<void>
  openSignup: (returnPath?: string) => Promise<void>
  logout: () => Promise<void>
  /** A form has logged in; the cookies are looked at, the word of whoever says so proves nothing. */
  loginSucceeded: (userState: string) => Promise<void>
  /** False when nobody is logged in (any more). `isForced`: also when the token still lives. */
  refresh: (isForced: boolean) => Promise<boolean>
  /** Looks at the cookie again: another tab or a closed frame may have changed it. */
  recheck: () => Promise<boolean>
}

let load: () => Promise<SessionVerbs> = () => Promise.reject(new Error('No session yet'))

export function provideSession(loader: () => Promise<SessionVerbs>): void {
  load = loader
}

export const session: SessionVerbs = {
  openLogin: async (returnPath) => (await load()).openLogin(returnPath),
  openSignup: async (returnPath) => (await load()).openSignup(returnPath),
  logout: async () => (await load()).logout(),
  loginSucceeded: async (userState) => (await load()).loginSucceeded(userState),
  refresh: async (isForced) => (await load()).refresh(isForced),
  recheck: async () => (await load()).recheck(),
}
