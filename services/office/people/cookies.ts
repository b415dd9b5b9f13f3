/**
 * The cookies of the office: the session, devices of earlier sign-ins, an attempt to sign in at the provider, and access to the
 * page of a preview link.
 */
import type { PeopleTools, Visit } from './people-context.ts'

/** `provider`: of a session that the provider opened, so that a role which it takes away ends here within a day. */
export const SESSION_HOURS = { idle: 12, most: 7 * 24, provider: 12 } as const
export const ATTEMPT_MINUTES = 10
const TOKEN = /^[\w-]{43}$/
const KINDS = {
  session: { name: 'office', prefix: '__Host-', seconds: SESSION_HOURS.most * 3600, value: TOKEN },
  device: { name: 'office-device', prefix: '__Host-', seconds: 400 * 86_400, value: TOKEN },
  attempt: { name: 'office-attempt', prefix: '__Host-', seconds: ATTEMPT_MINUTES * 60, value: /^[\w-]{43,3000}$/ },
  // Of one link, for the path of its page.
  preview: { name: 'office-preview', prefix: '__Secure-', seconds: 3600, value: TOKEN },
} as const

type Kind = keyof typeof KINDS
type Place = { origin: string; isInsecureDevelopment: boolean }

export function writeCookie(
  { isInsecureDevelopment }: Pick<PeopleTools, 'isInsecureDevelopment'>,
  { origin }: Pick<Visit, 'origin'>,
  kind: Kind,
  /** '' removes it. */
  token: string,
  path = '/',
): readonly [string, string] {
  const place = { origin, isInsecureDevelopment }
  const parts = [
    `${toName(kind, place)}=${token}`,
    `Path=${path}`,
    `Max-Age=${token === '' ? 0 : KINDS[kind].seconds}`,
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
    if (KINDS[kind].value.test(value)) return value
  }
  return null
}

/** The prefixes need Secure; without it the name has none. */
function toName(kind: Kind, place: Place): string {
  return `${isPlain(place) ? '' : KINDS[kind].prefix}${KINDS[kind].name}`
}

function isPlain({ origin, isInsecureDevelopment }: Place): boolean {
  return isInsecureDevelopment && /^http:\/\/(?:[a-z0-9-]+\.)?localhost(?::\d+)?$/.test(origin)
}
