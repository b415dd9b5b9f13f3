/**
 * The class of a visitor: one word by which a shared cache in front (an edge) keeps copies of a page apart. It is the part of the
 * page cache key (S9-02) that does not come from the address, as fine as the key itself. The configurations in `deploy/` compute
 * the same word for every request; `edge-class.testing.ts` has the cases that all of them are tested with.
 */
import { toAppClass, toAppFlags, toDevice } from '../display/device.ts'
import { toPersonalisation } from './page-cache.ts'

/** The header of a request, set by the edge, and of the answer, as the portal found it. */
export const EDGE_CLASS_HEADER = 'lokalteil-class'

/** Anybody with a session cookie. Never answered from a shared cache. */
export const SIGNED_IN = 'signed-in'
/** A cookie that counts has a form that patterns cannot read for certain. Not answered from a shared cache either. */
export const UNCLEAR = 'unclear'

/** The rest of a user agent is not read. */
export const READ_USER_AGENT = 500

/** Seconds for which an edge that cannot be purged may keep a page. */
const UNPURGED_SECONDS = 1

/** `named`: how often the server finds the cookie. `plain`: it is there in the form that our pages write. */
type Form = { named: RegExp; plain: RegExp }

const FLAG = '(?:true|false)'
const COMMA = '(?:,|%2C)'
const VENDOR = `(?:"|%22)[A-Za-z]+(?:"|%22)(?::|%3A)${FLAG}`
const CONSENTS = `(?:\\[|%5B)4${COMMA}${FLAG}${COMMA}${FLAG}${COMMA}(?:\\{|%7B)(?:${VENDOR}(?:${COMMA}${VENDOR})*)?(?:\\}|%7D)(?:\\]|%5D)`
const FORMS = { consents: toForm('consents', CONSENTS), recentVisits: toForm('recent_visits', '\\d{1,15}') }

function toForm(name: string, value: string): Form {
  return { named: new RegExp(`(?:^|[ ;])${name}=`), plain: new RegExp(`(?:^|[ ;])${name}=(${value})(?:;|$)`) }
}

/** A possible reader; the token decides. */
export function hasSessionCookie(cookies: string): boolean {
  return cookies.includes('FA_ID_TOKEN') || cookies.includes('FA_ACCESS_TOKEN')
}

/** `cookies`: the header as it came. Of `userAgent` the first `READ_USER_AGENT` characters count. */
export function toEdgeClass(cookies: string | undefined, userAgent: string): string {
  const header = cookies ?? ''
  if (hasSessionCookie(header)) return SIGNED_IN
  const consents = readPlain(header, FORMS.consents)
  const recentVisits = readPlain(header, FORMS.recentVisits)
  if (consents === undefined || recentVisits === undefined) return UNCLEAR
  const { hasConsent, isPersonalised } = toPersonalisation({ consents, recentVisits })
  const agent = userAgent.slice(0, READ_USER_AGENT)
  const words = [toDevice(agent), toAppClass(toAppFlags(agent)), hasConsent && 'consent', isPersonalised && 'returning']
  return words.filter((word) => word !== false).join('-')
}

/** Null: there is no such cookie. Undefined: unclear. */
function readPlain(cookies: string, { named, plain }: Form): string | null | undefined {
  const count = cookies.split(named).length - 1
  if (count === 0) return null
  return count === 1 ? plain.exec(cookies)?.[1] : undefined
}

/**
 * The `Cache-Control` of a page for an edge that sent the class `given`, while the portal computed `own`. A copy under a wrong
 * class must not exist, so a page of another class is private. `isPurged`: the edge receives purges of changes.
 */
export function toEdgeControl(cacheControl: string, given: string, own: string, isPurged: boolean): string {
  if (!cacheControl.includes('s-maxage')) return cacheControl
  if (given !== own) return 'private, no-store'
  if (own === SIGNED_IN || own === UNCLEAR) return toBrowserControl(cacheControl)
  return isPurged ? cacheControl : `max-age=0, s-maxage=${UNPURGED_SECONDS}`
}

/**
 * The `Cache-Control` of a page that differs by class, for a request that names no class. No shared cache may keep it (`private`), and a
 * browser asks before each use (`no-cache`). The seconds are those of the page cache of the portal (S2.1-17); they also tell the service
 * worker that the page is the same for its whole class.
 */
export function toBrowserControl(cacheControl: string): string {
  return cacheControl.replace(/^max-age=0(?=, s-maxage=)/, 'private, no-cache')
}
