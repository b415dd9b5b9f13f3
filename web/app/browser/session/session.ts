/**
 * The reader's session for pages: a store and the verbs, small, because every first view loads it.
 * `session-machine.lazy.ts`, loaded by the first verb (`session-start.ts`), verifies, refreshes and ends a session.
 * Nothing here is a proof: the server decides what may be read or written.
 */
import { useSyncExternalStore, type ComponentType } from 'react'
import type { AuthUser } from '@lokalteil/contracts/accounts/auth'
import type { Article, Teaser } from '@lokalteil/contracts/content'
import type { SessionView } from '@lokalteil/domain/accounts/login'
import type { WalletState } from '@lokalteil/domain/commerce/coins'
import { createListeners } from '../../page/listeners.ts'
import type { Chrome } from '../../page/page.ts'
import type { SharedUserState } from './user-state.ts'

/** Tags as teasers and articles carry them. */
export type ArticleTags = Pick<Teaser, 'tagIds' | 'tagAncestorIds'> | Pick<Article, 'tags' | 'tagAncestorIds'>

export type SessionState = SharedUserState & {
  /** `unknown` until the ID token was verified: no dialog is decided before (S2.4-05). */
  status: 'unknown' | 'anonymous' | 'reader'
  view: SessionView
  /** The user of the content/auth session (4.1): a separate service, without roles. */
  user: AuthUser | null
  isLoginProgress: boolean
  /**
   * The reader's marks on content of this page: by article id, or `f:` and the id of a region or tag. Null: unknown.
   */
  marks: ReadonlyMap<string, Mark> | null
  /** Whether the reader may read a paid article; null: none, or unknown. Only affects the mark on it. */
  isReadable: ((session: SessionState, article: { id: string; tags: ArticleTags }) => boolean) | null
  /** The wallet of a reader who pays per article; null: other readers, or unknown. */
  wallet: ReaderWallet | null
}

/**
 * With the dialog that sells an article, provided by the feature; `isSold`: whether it is shown in place of the text.
 */
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

/** `tip`: the message about the last change, at the button `by`. */
export type Mark = { isSet: boolean; tip?: string; by?: string }

/**
 * Overlays of the page, hash dialogs among them, once needed. Features register them, because the browser layer has no
 * components.
 */
export type Overlays = { showToast: (text: string) => void }

/** Further data of a reader (bookmarks, wallet): loaded in parallel, reset when the login ends. */
export type ReaderPart = {
  load: (reader: {
    view: SessionView
    isNewLogin: boolean
    showToast: (text: string) => Promise<void>
  }) => Promise<void>
  /** Called after a forced refresh, because the reader's rights may have changed. */
  renew?: ReaderPart['load']
  reset?: () => void
}

export type SessionHost = {
  chrome: () => Chrome
  overlays: () => Promise<Overlays>
  readerParts?: () => Promise<readonly ReaderPart[]>
  /** Loads the parts for every visitor, once the page is loaded. */
  visitorParts?: () => Promise<{ startVisitorParts: (chrome: () => Chrome) => Promise<void> }>
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

/**
 * Anonymous on the server and during hydration. With a selector, a component re-renders only when the selected value
 * changes.
 */
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
  /** In the native app its own login page. The path is the target of the login. */
  openLogin: (returnPath?: string) => Promise<void>
  openSignup: (returnPath?: string) => Promise<void>
  logout: () => Promise<void>
  /** A form reports a login; the cookies are read, because the message proves nothing. */
  loginSucceeded: (userState: string) => Promise<void>
  /** False if no reader is logged in (any more). `isForced`: also while the token is valid. */
  refresh: (isForced: boolean) => Promise<boolean>
  /** Reads the cookie again: another tab or a closed frame may have changed it. */
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
