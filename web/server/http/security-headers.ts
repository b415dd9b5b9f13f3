/**
 * Headers every answer carries. The Content-Security-Policy names the one inline script by its hash, so a stored page
 * and its policy stay true to each other. Of other hosts it allows exactly those that may load once there is consent:
 * what was configured. Whether it loads is not the policy's to say, because a stored page is the same for all readers.
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
  /** Address of a content API the browser asks by itself. */
  contentApi?: string | null
  /** Address of a picture service (S7.7-03). */
  imageCdn?: string | null
  /** Origins of scripts that load after consent, and of what these load (S7.7-04). */
  thirdParties?: readonly string[]
  /** Origins of frames that load after consent: embeds and the shop's widget (S1-11, S3.13-03). */
  frameOrigins?: readonly string[]
  /** Address of a live programme elsewhere, which plays after consent: it alone, without its query. */
  stream?: string | null
  /** Address of a sign-in provider's script: it may run, and what it brings comes from its origin. */
  providerScript?: string | null
}

export function toContentSecurityPolicy(options: PolicyOptions): string {
  const provider = options.providerScript ? new URL(options.providerScript) : null
  const origin = provider === null ? '' : ` ${provider.origin}`
  // The two letters would end the directive.
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

/** The address without what policies do not know; the two letters would end the directive. */
function toSource(address: string): string {
  const { origin, pathname } = new URL(address)
  return origin + pathname.replace(/[;,]/g, encodeURIComponent)
}

/** Below these lies what programs ask for; pages that live there name a policy of their own. */
const DISCOVERY_PATH = /^\/(?:api|__[^/?]*)(?:[/?]|$)/
/** The provider of single sign-on adds the hash of its one script to `script-src`, and a sandbox would stop its forms. */
const SIGN_ON_PATH = /^\/__services\/sso\//
const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"
const NOTHING_BUT_FORMS = "default-src 'none'; script-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/** What an answer carries unless it names another policy; null: it is a page's or a file's own affair. */
export function toDefaultPolicy(path: string): string | null {
  if (!DISCOVERY_PATH.test(path)) return null
  return SIGN_ON_PATH.test(path) ? NOTHING_BUT_FORMS : NOTHING
}

/** For the small pages of the guards: their one script and nothing else. */
export function toGuardPagePolicy(script: string): string {
  return `default-src 'none'; script-src ${toScriptHash(script)}; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`
}

/** How long a browser keeps to https: two years. */
const TWO_YEARS = 'max-age=63072000'

/**
 * `host`: the host of the answer alone. `subdomains`: all hosts below it, too, which no visitor's browser forgets for two
 * years. `preload`: the same, for the lists that browsers bring. `off`: takes back what was said before.
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
