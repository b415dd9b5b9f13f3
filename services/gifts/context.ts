/** The dependencies that the functions of the link tokens share. */
import type { LINK_TOKENS } from '@lokalteil/contracts/gifts'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { Call } from '../platform/serve.ts'
import type { LinkKey } from './link-keys.ts'
import type { GiftsDb } from './schema.ts'

export type GiftsContext = {
  db: GiftsDb
  /** The first key signs, all keys verify. */
  keys: readonly [LinkKey, ...LinkKey[]]
  now: () => Date
}

export type GiftsCall<Name extends keyof typeof LINK_TOKENS> = Call<(typeof LINK_TOKENS)[Name], Mandator>
