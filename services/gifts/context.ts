/** The dependencies that the functions of the gifts share. */
import type { GIFTS } from '@lokalteil/contracts/gifts'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Call } from '../platform/serve.ts'
import type { LinkKey } from './gift-keys.ts'
import type { GiftsDb } from './schema.ts'

export type GiftsContext = {
  db: GiftsDb
  /** The first key signs, all keys verify. */
  keys: readonly [LinkKey, ...LinkKey[]]
  now: () => Date
}

export type GiftsCall<Name extends keyof typeof GIFTS> = Call<(typeof GIFTS)[Name], PublicationCode>
