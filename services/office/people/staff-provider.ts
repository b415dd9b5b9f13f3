/**
 * The house's own provider of sign-ins (OpenID Connect), as the office sees it. The portal speaks the protocol: discovery, PKCE,
 * state, nonce, signature, issuer, audience and times are checked there.
 */
import type { Grant } from '@lokalteil/domain/office/acts'

/** Secrets of an attempt, kept until the browser is back. */
export type ProviderSecrets = { state: string; nonce: string; verifier: string }

export type ProviderPerson = {
  issuer: string
  subject: string
  email: string
  isEmailVerified: boolean
  /** '' if the provider sends no name. */
  name: string
  /** Seconds since 1970 of the person's last authentication; null: unknown. */
  authTime: number | null
  /** Grants that follow from the roles of the claim. */
  grants: readonly Grant[]
}

export type StaffProvider = {
  /** Passwords and passkeys of the office are closed. */
  isOnlyWay: boolean
  /**
   * `isProof`: the person has to authenticate again, and the answer has the time. `asksAgain`: the provider asks for the
   * account even if it knows the browser. Null: it does not answer.
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
