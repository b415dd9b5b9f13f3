/**
 * The house's own provider of sign-ins (OpenID Connect), as the office sees it. The portal speaks the protocol: discovery, PKCE,
 * state, nonce, signature, issuer, audience and times are checked there.
 */
import type { Grant } from '@lokalteil/domain/office/acts'

/** What an attempt keeps until the browser is back. */
export type ProviderSecrets = { state: string; nonce: string; verifier: string }

export type ProviderPerson = {
  issuer: string
  subject: string
  email: string
  isEmailVerified: boolean
  /** '' if the provider names nobody. */
  name: string
  /** Seconds since 1970 when the person proved who they are; null: not told. */
  authTime: number | null
  /** What the roles of the claim allow. */
  grants: readonly Grant[]
}

export type StaffProvider = {
  /** Passwords and passkeys of the office are closed. */
  isOnlyWay: boolean
  /**
   * `isProof`: the person has to prove anew who they are, and when they did is told. `asksAgain`: the provider asks for the account
   * even if it knows the browser. Null: it does not answer.
   */
  begin: (asked: {
    redirectUri: string
    isProof: boolean
    asksAgain: boolean
  }) => Promise<{ url: string; secrets: ProviderSecrets } | null>
  finish: (asked: {
    redirectUri: string
    secrets: ProviderSecrets
    answer: URLSearchParams
  }) => Promise<{ kind: 'person'; person: ProviderPerson } | { kind: 'refused' } | { kind: 'unavailable' }>
}
