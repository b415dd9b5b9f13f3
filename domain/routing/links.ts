/**
 * The action of a click on a link (specification 2.9, decisions S2.9-01 to S2.9-06); the first match wins. Pure: the
 * caller reads anchor and event and performs the action. 'browser' means: keep the browser's default; every other
 * action means: prevent it.
 */
import { publicPath } from './paths.ts'
import { isFilePath, isLegalRoute, matchRoute } from './routes.ts'

export const CONSENT_RESET_PATH = '/datenschutz/consent-reset'

export type LinkClick = {
  /** The `href` attribute or the resolved address. */
  href: string
  /** `target="_blank"` or the name of another window. */
  isNewTab: boolean
  /** An earlier handler prevented the default. */
  isHandled: boolean
  /** Primary button without ctrl, meta, shift or alt. */
  isPlain: boolean
  isDownload: boolean
  /** Carries `data-consent-reset`. */
  isConsentReset: boolean
}

export type LinkContext = {
  /** Address of the page that contains the link. */
  currentUrl: string
  /** The publication's public site; may equal the own origin. */
  canonicalOrigin: string
  isNativeApp: boolean
  legalSiteIds?: readonly string[]
}

export type LinkAction =
  | { kind: 'browser' }
  | { kind: 'cancel' }
  | { kind: 'reset-consent' }
  /** A full document load. */
  | { kind: 'load'; url: string }
  | { kind: 'navigate'; path: string }
  /** With `noopener` (S2.9-05). */
  | { kind: 'new-window'; url: string }
  | { kind: 'system-browser'; url: string }

const BROWSER: LinkAction = { kind: 'browser' }
const CANCEL: LinkAction = { kind: 'cancel' }
const SCRIPT_PROTOCOLS: ReadonlySet<string> = new Set(['javascript:', 'data:', 'vbscript:'])

export function decideLinkClick(click: LinkClick, context: LinkContext): LinkAction {
  if (click.isHandled || !URL.canParse(click.href, context.currentUrl)) return BROWSER
  const url = new URL(click.href, context.currentUrl)
  if (SCRIPT_PROTOCOLS.has(url.protocol)) return CANCEL
  if (!click.isPlain || click.isDownload) return BROWSER
  if (url.protocol === 'mailto:' || url.protocol === 'tel:') return inSystem(url, context, BROWSER)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return BROWSER
  const isOwn = url.origin === new URL(context.currentUrl).origin || isSameSite(url, context.canonicalOrigin)
  if (click.isConsentReset || (isOwn && url.pathname === CONSENT_RESET_PATH)) return { kind: 'reset-consent' }
  if (isOwn) return decideOwnLink(url, click, context)
  return inSystem(url, context, click.isNewTab ? { kind: 'new-window', url: url.href } : BROWSER)
}

function decideOwnLink(url: URL, click: LinkClick, context: LinkContext): LinkAction {
  const match = matchRoute(url.pathname)
  if (match.kind === 'route' && isLegalRoute(match.route, context.legalSiteIds)) return { kind: 'load', url: url.href }
  // Tested on the text: the parsed address drops a bare '#' or '?', which the browser treats as a jump or a reload.
  if (/[?#]/.test(click.href) || isFilePath(url.pathname)) return BROWSER
  if (match.kind === 'unmatched' || match.kind === 'invalid') return inSystem(url, context, CANCEL)
  if (click.isNewTab && !context.isNativeApp) return { kind: 'new-window', url: url.href }
  return { kind: 'navigate', path: match.kind === 'redirect' ? match.to : url.pathname }
}

/** Links that the native app shell opens in the system's browser. */
function inSystem(url: URL, { isNativeApp }: LinkContext, otherwise: LinkAction): LinkAction {
  return isNativeApp ? { kind: 'system-browser', url: url.href } : otherwise
}

/** The `linkTarget` of a tracked click, without any token. */
export function toLinkTarget(url: string): string {
  if (!URL.canParse(url)) return publicPath(...splitQuery(url))
  const { origin, protocol, pathname, search } = new URL(url)
  return protocol === 'https:' || protocol === 'http:' ? origin + publicPath(pathname, search) : protocol
}

function splitQuery(path: string): [string, string] {
  const [plain = '', query = ''] = (path.split('#', 1)[0] ?? '').split('?', 2)
  return [plain, query]
}

/** Compares hosts without `www.`; http and https are equal (S2.9-03). */
function isSameSite(url: URL, origin: string): boolean {
  return URL.canParse(origin) && toSite(url) === toSite(new URL(origin))
}

function toSite(url: URL): string {
  return url.host.replace(/^www\./, '')
}
