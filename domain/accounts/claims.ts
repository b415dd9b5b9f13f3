/**
 * Claims of other identity providers (OpenID Connect Core 5.1), mapped to the form of our own. Providers differ in
 * where they send claims (ID token or userinfo endpoint) and where roles stand: a claim of their own, nested, or
 * nowhere. Only claims that this product knows are taken over, in a size that fits a cookie.
 */
import { parseRoles, parseTagRole } from '../access/roles.ts'

export type Claims = Readonly<Record<string, unknown>>

/** The claims kept beside an ID token that does not contain them. */
export type ReaderClaims = {
  sub: string
  salutation: string
  firstName: string
  lastName: string
  email: string
  emailVerified: boolean | null
  subscriptionRoles: readonly string[]
}

const KNOWN_ROLES: ReadonlySet<string> = new Set(['PLUS_USER', 'PUR_USER', 'EPAPER_USER', 'WALLET_USER'])
const LONGEST = { name: 100, email: 254 } as const
const MOST_ROLES = 60

/** `rolesClaim`: the name of a claim, or a dotted path to it. A claim with exactly that name wins over the path. */
export function toReaderClaims(
  claims: Claims & { sub: string },
  rolesClaim: string,
  ownRoles: readonly string[] = [],
): ReaderClaims {
  const roles = [...new Set([...parseRoles(readClaim(claims, rolesClaim)), ...ownRoles])]
  return {
    sub: claims.sub,
    salutation: readText(claims.salutation, LONGEST.name),
    ...toNames(claims),
    email: readText(claims.email, LONGEST.email),
    emailVerified: toVerified(claims),
    subscriptionRoles: roles
      .filter((role) => KNOWN_ROLES.has(role) || parseTagRole(role) !== null)
      .toSorted((a, b) => Number(KNOWN_ROLES.has(b)) - Number(KNOWN_ROLES.has(a)))
      .slice(0, MOST_ROLES),
  }
}

/** First and last name. If a provider sends only one full name, its last word is the last name. */
export function toNames(claims: Claims): { firstName: string; lastName: string } {
  const firstName = readName(claims, 'firstName', 'given_name')
  const lastName = readName(claims, 'lastName', 'family_name')
  if (firstName !== '' || lastName !== '') return { firstName, lastName }
  const whole = readText(claims.name, LONGEST.name)
  if (whole !== '') {
    const at = whole.lastIndexOf(' ')
    return at === -1
      ? { firstName: whole, lastName: '' }
      : { firstName: whole.slice(0, at).trim(), lastName: whole.slice(at + 1) }
  }
  const chosen = readText(claims.preferred_username, LONGEST.name)
  // A mail address is not used as a name.
  return { firstName: chosen.includes('@') ? '' : chosen, lastName: '' }
}

/** Null: no claim says so. */
export function toVerified(claims: Claims): boolean | null {
  const verified = claims.emailVerified ?? claims.email_verified
  return verified === undefined || verified === null ? null : verified === true || verified === 'true'
}

/** Whether the ID token alone says who the reader is and which roles they have. */
export function isToldByToken(claims: Claims, rolesClaim: string): boolean {
  const { firstName, lastName } = toNames(claims)
  return (
    readText(claims.email, LONGEST.email) !== '' &&
    firstName + lastName !== '' &&
    readClaim(claims, rolesClaim) !== undefined
  )
}

/** `name`: of a claim, or a dotted path to it. A claim with exactly that name wins over the path. */
export function readClaim(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  let value: unknown = claims
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as Record<string, unknown>)[part]
  }
  return value
}

function readName(claims: Claims, ...names: string[]): string {
  return names.map((name) => readText(claims[name], LONGEST.name)).find((text) => text !== '') ?? ''
}

function readText(value: unknown, longest: number): string {
  return typeof value === 'string' ? value.trim().slice(0, longest) : ''
}
