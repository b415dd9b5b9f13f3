/** The dependencies that the functions of the consent service share. */
import type { CONSENT } from '@lokalteil/contracts/consent'
import type { Vendor } from '@lokalteil/domain/consent/consent'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Limiter } from '../platform/limits/limiter.ts'
import type { Call } from '../platform/serve.ts'
import type { ConsentDb } from './schema.ts'

/** The portal's id as a consent manager of the framework, and our vendor for each registered one. */
export type Registration = { cmpId: number; vendors: Readonly<Record<string, Vendor>> }

export type ConsentContext = {
  db: ConsentDb
  limiter: Limiter
  /** Null: the portal's manager is not registered. */
  registration: Registration | null
  now: () => Date
}

export type ConsentCall<Name extends keyof typeof CONSENT> = Call<(typeof CONSENT)[Name], PublicationCode>
