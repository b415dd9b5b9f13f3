/** The cookies of the office: the session, devices somebody signed in with before, an attempt to sign in at the provider. */
import type { PeopleTools, Visit } from './people-context.ts'

/** `provider`: of a session that the provider opened, so that a role which it takes away ends here within a day. */
export const SESSION_HOURS = { idle: 12, most: 7 * 24, provider: 12 } as const
export const ATTEMPT_MINUTES = 10
const SECONDS = { session: SESSION_HOURS.most * 3600, device: 400 * 86_400, attempt: ATTEMPT_MINUTES * 60 } as const
const NAMES = { session: 'office', device: 'office-device', attempt: 'office-attempt' } as const
const VALUES = { session: /^[\w-]{43}$/, device: /^[\w-]{43}$/, attempt: /^[\w-]{43,3000}$/ } as const

type Kind = keyof typeof SECONDS
type Place = { origin: string; isInsecureDevelopment: boolean }

export function writeCookie(
  { isInsecureDevelopment }: Pick<PeopleTools, 'isInsecureDevelopment'>,
  { origin }: Pick<Visit, 'origin'>,
  kind: Kind,
  /** '' removes it. */
  token: string,
): readonly [string, string] {
  const place = { origin, isInsecureDevelopment }
  const parts = [
    `${toName(kind, place)}=${token}`,
    'Path=/',
    `Max-Age=${token === '' ? 0 : SECONDS[kind]}`,
    'HttpOnly',
    ...(isPlain(place) ? [] : ['Secure']),
    'SameSite=Strict',
  ]
  return ['set-cookie', parts.join('; ')]
}

export function readCookie(header: string | null, kind: Kind, place: Place): string | null {
  const name = toName(kind, place)
  for (const pair of (header ?? '').split(';')) {
    const cut = pair.indexOf('=')
    if (cut === -1 || pair.slice(0, cut).trim() !== name) continue
    const value = pair.slice(cut + 1).trim()
    if (VALUES[kind].test(value)) return value
  }
  return null
}

/** `__Host-` needs Secure; without Secure the name has no prefix. */
function toName(kind: Kind, place: Place): string {
  return `${isPlain(place) ? '' : '__Host-'}${NAMES[kind]}`
}

function isPlain({ origin, isInsecureDevelopment }: Place): boolean {
  return isInsecureDevelopment && /^http:\/\/(?:[a-z0-9-]+\.)?localhost(?::\d+)?$/.test(origin)
}
