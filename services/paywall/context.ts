/** The shared state of the paywall service's functions. Everything in memory may be lost at any time. */
import { createHash } from 'node:crypto'
import type { PAYWALL, PAYWALL_INTERNAL } from '@lokalteil/contracts/paywall'
import type { ReaderFlags } from '@lokalteil/domain/access/roles'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Limiter } from '../platform/limits/limiter.ts'
import type { BoundHandlers, Call } from '../platform/serve.ts'
import type { PaywallDb } from './schema.ts'
import type { RulesRow } from './store/rules.ts'

/** The owner of an ID token. */
type TokenReader = { sub: string; flags: ReaderFlags }

export type PaywallContext = {
  db: PaywallDb
  /** Keys the digests of institutions' codes; the same in every process. */
  secret: string
  /** Null for everything but a valid token of this publication; the reader then counts as anonymous. */
  readerOf: (publication: PublicationCode, jwt: string) => Promise<TokenReader | null>
  /** The section of an article, which its address does not contain; null: unknown. */
  sectionOf: (publication: PublicationCode, articleId: string) => Promise<string | null>
  /** Keys shared with the search provider; all of them verify. Empty: no assertion is valid. */
  extendedAccessKeys: readonly string[]
  /** Anonymous reads stored per day; further ones are not counted and get no free article. */
  mostAnonymousReads: number
  /** Milliseconds between looks for changed rules. */
  rulesMs: number
  limiter: Limiter
  now: () => Date
  memory: {
    rules: Map<PublicationCode, { row: RulesRow; until: number }>
    sections: Map<string, { section: string | null; until: number }>
    anonymousReads: { day: string; count: number; until: number }
  }
}

export type PaywallCall<Name extends keyof typeof PAYWALL> = Call<(typeof PAYWALL)[Name], PublicationCode>
export type InternalCall<Name extends keyof typeof PAYWALL_INTERNAL> = Call<
  (typeof PAYWALL_INTERNAL)[Name],
  PublicationCode
>
export type InternalHandlers = BoundHandlers<PaywallContext, typeof PAYWALL_INTERNAL, PublicationCode>

export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/** The key of a reader's reads; null for a reader who cannot be recognised. */
export function toReaderKey(publication: PublicationCode, sub: string | null, anonId: string | null): string | null {
  if (sub !== null) return digestOf(`sub ${publication} ${sub}`)
  return anonId === null ? null : digestOf(`anon ${publication} ${anonId}`)
}
