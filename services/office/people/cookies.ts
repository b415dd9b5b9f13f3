/** The two cookies of the office: the session, and the devices somebody signed in with before. */
import type { PeopleTools, Visit } from './people-context.ts'

export const SESSION_HOURS = { idle: 12, most: 7 * 24 } as const
const DEVICE_SECONDS = 400 * 86_400

type Kind = 'session' | 'device'
type Place = { origin: string; isInsecureDevelopment: boolean }

export function writeCookie(
  { isInsecureDevelopment }: Pick<PeopleTools, 'isInsecureDevelopment'>,
  { origin }: Pick<Visit, 'origin'>,
  kind: Kind,
  /** '' removes it. */
  token: string,
): readonly [string, string] {
  const place = { origin, isInsecureDevelopment }
  const seconds = kind === 'session' ? SESSION_HOURS.most * 3600 : DEVICE_SECONDS
  const parts = [
    `${toName(kind, place)}=${token}`,
    'Path=/',
    `Max-Age=${token === '' ? 0 : seconds}`,
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
    if (/^[\w-]{43}$/.test(value)) return value
  }
  return null
}

/** `__Host-` needs Secure; without Secure the name has no prefix. */
function toName(kind: Kind, place: Place): string {
  return `${isPlain(place) ? '' : '__Host-'}office${kind === 'device' ? '-device' : ''}`
}

function isPlain({ origin, isInsecureDevelopment }: Place): boolean {
  return isInsecureDevelopment && /^http:\/\/(?:[a-z0-9-]+\.)?localhost(?::\d+)?$/.test(origin)
}
