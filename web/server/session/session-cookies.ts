/**
 * The cookies of a reader's session (specification 9; S9-03 to S9-06, S9-18): names, flags, lifetimes, domain. Tokens
 * that authorise are httpOnly; those readable by scripts (ID token, content/auth bearer) authorise no write. The domain
 * is never a public suffix, and never one that two publications of this process share, so that a login stays within its
 * publication. Cookies with a domain can be set by sibling hosts too (cookie tossing): the tokens count only beside
 * `__Host-FA_SESSION`, which only this host can set and which names their session.
 */
import { listPublicationCodes, oncePerState, type PublicationCode } from '@lokalteil/domain/publication/publications'
import { isIP } from 'node:net'

export type CookieOptions = {
  /** Canonical origin of each publication. */
  originOf: (publication: PublicationCode) => string
  /** Hosts whose cookies get no domain. */
  previewHosts: readonly string[]
  bearer: string
  /** Readers sign on at a publisher's own provider. */
  isForeign?: boolean
  /** Without Secure on this machine, for browsers that require https even there. */
  isInsecureDevelopment: boolean
}

/** The tokens of a login or renewal, stored in the browser. */
export type CookieTokens = {
  idToken: string
  accessToken: string
  refreshToken: string | null
  refreshTokenId: string | null
  /** Claims from outside of the ID token; null: none. Absent: our own tokens contain everything. */
  claims?: string | null
}

export type SessionCookies = ReturnType<typeof createSessionCookies>

/** Seconds; a token without a lifetime of its own is stored for 30 days. */
const COOKIE_SECONDS = 30 * 86_400
const SOCIAL_SECONDS = 600
const DEVICE_SECONDS = 400 * 86_400
const SILENT_SECONDS = 60

const HOST_PREFIX = '__Host-'
/** Names the session to which the tokens belong. */
export const SESSION_COOKIE = 'FA_SESSION'
const DEVICE_COOKIE = 'FA_DEVICE'
export const RETURN_COOKIE = 'FA_RAL'
/** Claims of a publisher's own provider outside of the ID token (`claims-cookie.ts`). */
export const CLAIMS_COOKIE = 'FA_CLAIMS'
/** The provider was asked silently a moment ago. */
export const SILENT_COOKIE = 'FA_SILENT'
/** After logout the publisher's provider must ask for the password again. */
export const RELOGIN_COOKIE = 'FA_RELOGIN'

/** Public suffixes with two segments, under which names are sold. */
const TWO_PART_SUFFIXES: ReadonlySet<string> = new Set(
  'co.at or.at gv.at ac.at co.uk org.uk gov.uk ac.uk me.uk ltd.uk plc.uk com.de co.de com.au net.au org.au co.nz com.br com.tr com.pl co.jp co.kr co.za com.mx com.ar com.cn co.in co.il com.ua com.ru com.gr com.cy com.pt com.es co.hu co.it eu.com de.com uk.com us.com gb.net github.io gitlab.io pages.dev workers.dev netlify.app vercel.app web.app firebaseapp.com herokuapp.com azurewebsites.net cloudfront.net onrender.com fly.dev ngrok.app ngrok.io trycloudflare.com'.split(
    ' ',
  ),
)

type Flags = { isHttpOnly: boolean; sameSite: 'Lax' | 'None'; hasDomain: boolean; seconds: number; path?: string }

const TOKEN: Flags = { isHttpOnly: true, sameSite: 'Lax', hasDomain: true, seconds: COOKIE_SECONDS }
const READABLE: Flags = { ...TOKEN, isHttpOnly: false }
const TOKEN_FLAGS = {
  FA_ACCESS_TOKEN: TOKEN,
  FA_REFRESH_TOKEN: TOKEN,
  FA_REFRESH_TOKEN_ID: { ...TOKEN, sameSite: 'None' },
  FA_ID_TOKEN: READABLE,
  idToken: READABLE,
} as const satisfies Record<string, Flags>
/** No domain: the browser writes this cookie itself (4.1), and two of the same name would hide each other. */
const BEARER: Flags = { ...READABLE, hasDomain: false }
const OWN: Flags = { ...TOKEN, hasDomain: false }

/** `.musterbote.de` for `www.musterbote.de`; null if a cookie stays with its host (S9-05). */
export function toCookieDomain(host: string, previewHosts: readonly string[] = []): string | null {
  const name = host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
  if (isThisHost(name) || isIP(name.replace(/^\[|\]$/g, '')) !== 0) return null
  if (previewHosts.some((preview) => name === preview || name.endsWith(`.${preview}`))) return null
  const segments = name.split('.')
  const domain = segments.slice(-2).join('.')
  return segments.length < 2 || segments.includes('') || TWO_PART_SUFFIXES.has(domain) ? null : `.${domain}`
}

/** Cookies of a name that are read: several come from hosts beside this one, or from other paths. */
const MOST_OF_A_NAME = 4

/** The first cookie of the name; null if there is none or it cannot be one of our values. */
export function readCookie(header: string | undefined, name: string): string | null {
  return readCookies(header, name, 1)[0] ?? null
}

export function readCookies(header: string | undefined, name: string, most = MOST_OF_A_NAME): string[] {
  const values: string[] = []
  if (header === undefined) return values
  for (let from = header.indexOf(`${name}=`); from !== -1; from = header.indexOf(`${name}=`, from + 1)) {
    if (from !== 0 && header[from - 1] !== ' ' && header[from - 1] !== ';') continue
    const end = header.indexOf(';', from)
    const value = header.slice(from + name.length + 1, end === -1 ? undefined : end).trim()
    if (value !== '' && values.push(value) === most) break
  }
  return values
}

/** A device that logged in before; of the version before, without the prefix. */
export function readDeviceToken(header: string | undefined): string | null {
  return readCookie(header, HOST_PREFIX + DEVICE_COOKIE) ?? readCookie(header, DEVICE_COOKIE)
}

export function createSessionCookies(options: CookieOptions) {
  const { previewHosts, bearer: bearerCookie, isInsecureDevelopment } = options
  const domains = oncePerState(() =>
    listPublicationCodes().map((publication) =>
      toCookieDomain(new URL(options.originOf(publication)).hostname, previewHosts),
    ),
  )

  /** Only the publication's own host or a sibling gets the domain, because browsers refuse others. */
  function toDomain(host: string): string | null {
    const domain = toCookieDomain(host, previewHosts)
    return domain !== null && domains().filter((one) => one === domain).length === 1 ? domain : null
  }

  const isPlainAt = (host: string) => isInsecureDevelopment && isThisHost(host.replace(/:\d+$/, ''))

  /** A cookie of this host alone. The prefix needs Secure. */
  function writeOwn(name: string, value: string, flags: Flags, host: string): string {
    return write(isPlainAt(host) ? name : HOST_PREFIX + name, value, flags, host)
  }

  function write(name: string, value: string, flags: Flags, host: string): string {
    const isPlain = isPlainAt(host)
    const domain = flags.hasDomain ? toDomain(host) : null
    return [
      `${name}=${value}`,
      `Path=${flags.path ?? '/'}`,
      `Max-Age=${value === '' ? 0 : flags.seconds}`,
      ...(domain === null ? [] : [`Domain=${domain}`]),
      ...(flags.isHttpOnly ? ['HttpOnly'] : []),
      ...(isPlain ? [] : ['Secure']),
      // Browsers drop None without Secure.
      `SameSite=${isPlain ? 'Lax' : flags.sameSite}`,
    ].join('; ')
  }

  return {
    bearerCookie,

    /** A cookie that `writeOwn` wrote. */
    readOwn(header: string | undefined, name: string): string | null {
      return readCookie(header, HOST_PREFIX + name) ?? (isInsecureDevelopment ? readCookie(header, name) : null)
    },

    /** `session`: what `__Host-FA_SESSION` has to say beside these tokens. */
    toTokenCookies(tokens: CookieTokens, session: string, host: string): string[] {
      const { idToken, accessToken, refreshToken, refreshTokenId, claims } = tokens
      const values = {
        FA_ACCESS_TOKEN: accessToken,
        FA_REFRESH_TOKEN: refreshToken ?? '',
        FA_REFRESH_TOKEN_ID: refreshTokenId ?? '',
        FA_ID_TOKEN: idToken,
        idToken,
      }
      return [
        ...(Object.keys(TOKEN_FLAGS) as (keyof typeof TOKEN_FLAGS)[]).map((name) =>
          write(name, values[name], TOKEN_FLAGS[name], host),
        ),
        writeOwn(SESSION_COOKIE, session, OWN, host),
        ...(claims === undefined ? [] : [write(CLAIMS_COOKIE, claims ?? '', READABLE, host)]),
      ]
    },

    toBearerCookie: (jwt: string, host: string): string => write(bearerCookie, jwt, BEARER, host),
    toDeviceCookies: (token: string, host: string): string[] => [
      writeOwn(DEVICE_COOKIE, token, { ...OWN, seconds: DEVICE_SECONDS }, host),
      // Of the version before.
      ...(isPlainAt(host) ? [] : [write(DEVICE_COOKIE, '', OWN, host)]),
    ],
    toReturnCookie: (path: string, host: string): string => write(RETURN_COOKIE, encodeURIComponent(path), TOKEN, host),
    toReloginCookie: (isSet: boolean, host: string): string => writeOwn(RELOGIN_COOKIE, isSet ? '1' : '', OWN, host),
    toSilentCookie: (isSet: boolean, host: string): string =>
      writeOwn(SILENT_COOKIE, isSet ? '1' : '', { ...OWN, seconds: SILENT_SECONDS }, host),
    /** `None`: a popup provider answers with a form from its own site. */
    toSocialCookie: (provider: string, value: string, host: string): string =>
      writeOwn(toSocialName(provider), value, { ...OWN, sameSite: 'None', seconds: SOCIAL_SECONDS }, host),
    toSignOnCookie: (state: string, value: string, host: string): string =>
      writeOwn(toSignOnName(state), value, { ...OWN, seconds: SOCIAL_SECONDS }, host),

    /** Clears the single sign-on session. */
    toClearedTokens: (host: string): string[] => [
      ...Object.entries(TOKEN_FLAGS).map(([name, flags]) => write(name, '', flags, host)),
      writeOwn(SESSION_COOKIE, '', OWN, host),
      ...(options.isForeign === true ? [write(CLAIMS_COOKIE, '', READABLE, host)] : []),
    ],
    /** Clears both sessions; the device cookie stays. */
    toCleared(host: string): string[] {
      return [
        ...this.toClearedTokens(host),
        write(bearerCookie, '', BEARER, host),
        write(RETURN_COOKIE, '', TOKEN, host),
      ]
    },
  }
}

export function toSocialName(provider: string): string {
  return `FA_SOCIAL_${provider.toUpperCase()}`
}

/** One cookie for each attempt, so that two tabs can log in at once. */
export function toSignOnName(state: string): string {
  return `FA_SIGN_ON_${state.replace(/[^A-Za-z0-9]/g, '').slice(0, 8)}`
}

function isThisHost(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost')
}
