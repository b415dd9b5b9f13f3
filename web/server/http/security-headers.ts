/**
 * Headers of every answer. The Content-Security-Policy names the one inline script by its hash, so that a cached page
 * and its policy match. Hosts of others are allowed where readers of the page's class may load them
 * (`listPolicyOrigins`). Whether they load is not decided by the policy, because a cached page is the same for its class.
 */
import { createHash } from 'node:crypto'

type FramePolicy = 'self' | 'anyone'

export function toScriptHash(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}

export type PolicyOptions = {
  scriptHashes: readonly string[]
  frames: FramePolicy
  isSecure: boolean
  development: boolean
  /** Address of a content API that the browser calls directly. */
  contentApi?: string | null
  /** Address of a picture service (S7.7-03). */
  imageCdn?: string | null
  /** Origins of scripts that load after consent, and of what these load (S7.7-04). */
  thirdParties?: readonly string[]
  /** Origins of frames that load after consent: embeds and the shop's widget (S1-11, S3.13-03). */
  frameOrigins?: readonly string[]
  /** Address of an external live stream, which plays after consent; only this address, without its query. */
  stream?: string | null
  /** Address of a sign-in provider's script: it may run, and load from its origin. */
  providerScript?: string | null
}

export function toContentSecurityPolicy(options: PolicyOptions): string {
  const provider = options.providerScript ? new URL(options.providerScript) : null
  const origin = provider === null ? '' : ` ${provider.origin}`
  // A comma or semicolon would end the directive.
  const script = provider === null ? '' : origin + provider.pathname.replace(/[;,]/g, encodeURIComponent)
  const others = (origins: readonly string[] = []) => [...new Set(origins)].map((one) => ` ${one}`).join('')
  const parties = others(options.thirdParties)
  const scripts =
    (options.development ? `'self' 'unsafe-inline' 'unsafe-eval'` : ["'self'", ...options.scriptHashes].join(' ')) +
    script
  const directives = [
    `default-src 'self'`,
    `script-src ${scripts}${parties}`,
    // Style attributes carry the colour and the ratio of pictures.
    `style-src 'self' 'unsafe-inline'${origin}`,
    `img-src 'self' data:${options.imageCdn ? ` ${new URL(options.imageCdn).origin}` : ''}${parties}`,
    `font-src 'self'`,
    `connect-src 'self'${options.development ? ' ws:' : ''}${origin}${options.contentApi ? ` ${new URL(options.contentApi).origin}` : ''}${parties}`,
    `media-src 'self'${options.stream ? ` ${toSource(options.stream)}` : ''}`,
    `frame-src 'self'${origin}${others([...(options.thirdParties ?? []), ...(options.frameOrigins ?? [])])}`,
    `manifest-src 'self'`,
    `worker-src 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors ${options.frames === 'anyone' ? '*' : "'self'"}`,
    `report-uri /api/csp-report`,
  ]
  if (options.isSecure) directives.push('upgrade-insecure-requests')
  return directives.join('; ')
}

/** The address without query, which policies do not match; a comma or semicolon would end the directive. */
function toSource(address: string): string {
  const { origin, pathname } = new URL(address)
  return origin + pathname.replace(/[;,]/g, encodeURIComponent)
}

/** Paths of API calls. Pages below them set a policy of their own. */
const DISCOVERY_PATH = /^\/(?:api|__[^/?]*)(?:[/?]|$)/
/** Single sign-on adds the hash of its one script to `script-src`; a sandbox would block its forms. */
const SIGN_ON_PATH = /^\/__services\/sso\//
const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"
const NOTHING_BUT_FORMS = "default-src 'none'; script-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/** The default policy of an answer; null: pages and files set their own. */
export function toDefaultPolicy(path: string): string | null {
  if (!DISCOVERY_PATH.test(path)) return null
  return SIGN_ON_PATH.test(path) ? NOTHING_BUT_FORMS : NOTHING
}

/** For the small pages of the guards: only their one script. */
export function toGuardPagePolicy(script: string): string {
  return `default-src 'none'; script-src ${toScriptHash(script)}; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`
}

/** Time for which a browser keeps to https: two years. */
const TWO_YEARS = 'max-age=63072000'

/**
 * `host`: only this host. `subdomains`: all hosts below it, too; browsers remember it for two years. `preload`: the
 * same, for the preload lists of browsers. `off`: revokes an earlier setting.
 */
export const HSTS = {
  host: TWO_YEARS,
  subdomains: `${TWO_YEARS}; includeSubDomains`,
  preload: `${TWO_YEARS}; includeSubDomains; preload`,
  off: 'max-age=0',
} as const
export type Hsts = keyof typeof HSTS

export function baseHeaders(isSecure: boolean, hsts: Hsts = 'host'): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'tdm-reservation': '1',
    ...(isSecure ? { 'strict-transport-security': HSTS[hsts] } : {}),
  }
}
