/**
 * A reader's claims as other providers tell them (OpenID Connect Core 5.1), in the form that ours have. Providers differ in
 * where they tell them (ID token or userinfo endpoint) and in where roles stand: as a claim of their own, nested, or
 * nowhere. Only what this product knows is taken over, in a size that a cookie holds.
 */
import { parseRoles, parseTagRole } from '../access/roles.ts'

export type Claims = Readonly<Record<string, unknown>>

/** What of a reader's claims is kept beside an ID token that does not hold them. */
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

/** `rolesClaim`: the name of a claim, or a path to it with dots; a claim of exactly that name goes before the path. */
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

/** First and last name; where a provider has only one for both, its last word is the last name. */
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
  // An address is no name.
  return { firstName: chosen.includes('@') ? '' : chosen, lastName: '' }
}

/** Null: nobody says. */
export function toVerified(claims: Claims): boolean | null {
  const verified = claims.emailVerified ?? claims.email_verified
  return verified === undefined || verified === null ? null : verified === true || verified === 'true'
}

/** Whether an ID token tells by itself who its reader is and what they may. */
export function isToldByToken(claims: Claims, rolesClaim: string): boolean {
  const { firstName, lastName } = toNames(claims)
  return (
    readText(claims.email, LONGEST.email) !== '' &&
    firstName + lastName !== '' &&
    readClaim(claims, rolesClaim) !== undefined
  )
}

function readClaim(claims: Claims, name: string): unknown {
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
