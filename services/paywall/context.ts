/** What the functions of the paywall service share. What is held in memory may be lost at any time. */
import { createHash } from 'node:crypto'
import type { PAYWALL, PAYWALL_INTERNAL } from '@lokalteil/contracts/paywall'
import type { ReaderFlags } from '@lokalteil/domain/access/roles'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { Limiter } from '../platform/limits/limiter.ts'
import type { Call } from '../platform/serve.ts'
import type { PaywallDb } from './schema.ts'
import type { RulesRow } from './store/rules.ts'

/** Who an ID token belongs to. */
type TokenReader = { sub: string; flags: ReaderFlags }

export type PaywallContext = {
  db: PaywallDb
  /** Hides the codes of institutions; the same on every process. */
  secret: string
  /** Null for everything but a good token of this publication; then the reader counts as anonymous. */
  readerOf: (mandator: Mandator, jwt: string) => Promise<TokenReader | null>
  /** The section an article stands in, since its address does not say so; null when nobody knows. */
  sectionOf: (mandator: Mandator, articleId: string) => Promise<string | null>
  /** Shared with the search provider; the first signs nothing here, all verify. None: no assertion is good. */
  extendedAccessKeys: readonly string[]
  /** Anonymous reads kept of one day; more are not counted and get nothing free. */
  mostAnonymousReads: number
  /** Milliseconds until changed rules are looked for. */
  rulesMs: number
  limiter: Limiter
  now: () => Date
  memory: {
    rules: Map<Mandator, { row: RulesRow; until: number }>
    sections: Map<string, { section: string | null; until: number }>
    anonymousReads: { day: string; count: number; until: number }
  }
}

export type PaywallCall<Name extends keyof typeof PAYWALL> = Call<(typeof PAYWALL)[Name], Mandator>
export type InternalCall<Name extends keyof typeof PAYWALL_INTERNAL> = Call<(typeof PAYWALL_INTERNAL)[Name], Mandator>

export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/** As whom somebody's reads are kept; null for somebody who cannot be recognised. */
export function toReaderKey(mandator: Mandator, sub: string | null, anonId: string | null): string | null {
  if (sub !== null) return digestOf(`sub ${mandator} ${sub}`)
  return anonId === null ? null : digestOf(`anon ${mandator} ${anonId}`)
}
