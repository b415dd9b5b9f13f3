/**
 * The two ways of social sign-in (S5-05). Token-based: the provider's own script, loaded on request, passes a signed
 * credential to this page. Popup: a window opened inside the click, whose callback page on this origin reports the
 * result (T28). Without a client id or a credential the result is a failure; the server checks the rest.
 */
import { parseSocialMessage, type SocialMessage } from '../../browser/session/social-messages.ts'
import type { SignOnRefusal } from '../../messages/accounts/sign-on.ts'
import type { CallResult, SocialStart } from './sign-on-client.ts'

export type SocialSize = 'large' | 'medium' | 'small'

/** Pixels (specification 9). */
export const SOCIAL_HEIGHTS: Readonly<Record<SocialSize, number>> = { large: 40, medium: 32, small: 20 }

export type SocialOutcome =
  | Exclude<SocialMessage, { kind: 'failed' }>
  | { kind: 'refused'; reason: SignOnRefusal }
  /** The reader closed the window; nothing happened. */
  | { kind: 'closed' }
  | { kind: 'blocked' }

const FAILED: SocialOutcome = { kind: 'refused', reason: 'SOCIAL_LOGIN_FAILED' }

export type SocialResult = { kind: 'credential'; credential: string } | { kind: 'failed'; error: Error }

export function toSocialResult(clientId: string | null | undefined, credential: unknown): SocialResult {
  if (!clientId?.trim()) return { kind: 'failed', error: new Error('Social sign-in without a client id') }
  if (typeof credential !== 'string' || credential === '')
    return { kind: 'failed', error: new Error('Social sign-in without a credential') }
  return { kind: 'credential', credential }
}

/** The part of the provider's script that is used (`google.accounts.id`). */
export type TokenProvider = {
  initialize: (options: {
    client_id: string
    nonce: string
    ux_mode: 'popup'
    context: 'signin'
    auto_select: false
    callback: (answer: { credential?: unknown }) => void
  }) => void
  renderButton: (
    place: HTMLElement,
    options: {
      type: 'standard'
      theme: 'outline'
      text: 'signin_with'
      shape: 'rectangular'
      size: SocialSize
      width: number
      locale: 'de'
    },
  ) => void
}

export type TokenSignIn = {
  start: () => Promise<CallResult<SocialStart>>
  loadScript: (address: string) => Promise<TokenProvider | null>
  place: HTMLElement
  size: SocialSize
  width: number
  /** Called for each attempt at the provider's button. */
  onResult: (result: SocialResult) => void
}

/** Renders the provider's own button; resolves to whether it is there. */
export async function prepareTokenSignIn({
  start,
  loadScript,
  place,
  size,
  width,
  onResult,
}: TokenSignIn): Promise<CallResult<true>> {
  const started = await start()
  if (started.kind !== 'ok') return started
  const { clientId, nonce, script } = started.data
  const provider = clientId.trim() === '' || script === null ? null : await loadScript(script)
  if (provider === null) return { kind: 'refused', reason: 'SOCIAL_LOGIN_FAILED' }
  provider.initialize({
    client_id: clientId,
    nonce,
    ux_mode: 'popup',
    context: 'signin',
    auto_select: false,
    callback: ({ credential }) => onResult(toSocialResult(clientId, credential)),
  })
  provider.renderButton(place, {
    type: 'standard',
    theme: 'outline',
    text: 'signin_with',
    shape: 'rectangular',
    size,
    width,
    locale: 'de',
  })
  return { kind: 'ok', data: true }
}

const SCRIPT_MS = 15_000

/** Null: the script did not load, or is not the expected one. The next click tries again. */
export function loadTokenProvider(address: string): Promise<TokenProvider | null> {
  const read = () => (window as { google?: { accounts?: { id?: TokenProvider } } }).google?.accounts?.id ?? null
  if (read() !== null) return Promise.resolve(read())
  return new Promise((resolve) => {
    const script = document.createElement('script')
    const end = () => {
      clearTimeout(timer)
      if (read() === null) script.remove()
      resolve(read())
    }
    const timer = setTimeout(end, SCRIPT_MS)
    script.src = address
    script.referrerPolicy = 'strict-origin-when-cross-origin'
    script.addEventListener('load', end)
    script.addEventListener('error', end)
    document.head.append(script)
  })
}

export type Popup = { readonly closed: boolean; location: { href: string }; close: () => void }

export type PopupSignIn = {
  /** Must run inside the click, or the browser blocks it. */
  open: () => Popup | null
  start: () => Promise<CallResult<SocialStart>>
  listen: (listener: (event: Pick<MessageEvent, 'origin' | 'data' | 'source'>) => void) => () => void
  origin: string
  pollMs?: number
}

const POLL_MS = 300

export async function signInWithPopup({
  open,
  start,
  listen,
  origin,
  pollMs = POLL_MS,
}: PopupSignIn): Promise<SocialOutcome> {
  const popup = open()
  if (popup === null) return { kind: 'blocked' }
  let stop = () => {}
  let timer: ReturnType<typeof setInterval> | undefined
  const reported = new Promise<SocialOutcome>((resolve) => {
    stop = listen((event) => {
      const report = parseSocialMessage(event, { origin, popup })
      if (report !== null)
        resolve(report.kind === 'failed' ? { kind: 'refused', reason: toReason(report.code) } : report)
    })
    // A window closes itself right after its message, which may still be under way.
    let gone = 0
    timer = setInterval(() => {
      if (popup.closed && ++gone > 2) resolve({ kind: 'closed' })
    }, pollMs)
  })
  try {
    const started = await start()
    if (started.kind === 'ok' && started.data.clientId.trim() !== '' && isWebAddress(started.data.url)) {
      if (!popup.closed) popup.location.href = started.data.url
      return await reported
    }
    popup.close()
    return started.kind === 'refused' ? started : FAILED
  } finally {
    stop()
    clearInterval(timer)
  }
}

function isWebAddress(address: string | null): address is string {
  return address !== null && /^https?:\/\//i.test(address)
}

function toReason(code: string): SignOnRefusal {
  return code === 'EMAIL_NOT_VERIFIED' || code === 'TOO_MANY_ATTEMPTS' || code === 'ACCOUNT_BLOCKED'
    ? code
    : 'SOCIAL_LOGIN_FAILED'
}
