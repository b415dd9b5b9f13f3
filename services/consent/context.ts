/** The dependencies that the functions of the consent service share. */
import type { Vendor } from '@lokalteil/domain/consent/consent'
import type { Limiter } from '../platform/limits/limiter.ts'
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
