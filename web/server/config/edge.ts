/** A shared cache in front of the portal (docs/operations.md#a-cache-in-front). */
import { z } from 'zod'
import type { EnvironmentReader } from './environment.ts'
import { httpAddress, listByCommas, serviceKey } from './values.ts'

const purgeAddress = httpAddress.refine(
  (value) => new URL(value).username === '' && new URL(value).password === '',
  'must be an address without name and password; the credential is EDGE_PURGE_TOKEN',
)

const VARIABLES = {
  /** The cache in front, which sends the class of each visitor; it decides the form of purges. */
  EDGE: z.enum(['varnish', 'nginx', 'http']).optional(),
  /** Where it takes purges, with commas if there are several; without one it keeps pages for a second. */
  EDGE_PURGE_URL: listByCommas.pipe(z.array(purgeAddress).max(50)).default([]),
  /** Sent with each purge as bearer. */
  EDGE_PURGE_TOKEN: serviceKey
    .max(500)
    .regex(/^[\x21-\x7e]+$/, 'must consist of printable ASCII characters')
    .optional(),
}

export type Edge = {
  kind: 'varnish' | 'nginx' | 'http'
  /** Empty: it cannot be purged. */
  purgeUrls: readonly string[]
  purgeToken: string
}

/** Null: nothing stands in front, or nothing that knows classes. */
export type EdgeConfig = { edge: Edge | null }

export function readEdge(environment: EnvironmentReader): EdgeConfig {
  const { EDGE: kind, EDGE_PURGE_URL: purgeUrls, EDGE_PURGE_TOKEN: purgeToken } = environment.parse(VARIABLES)
  if (purgeUrls.length > 0 && kind === undefined)
    environment.refuse('EDGE: is needed with EDGE_PURGE_URL, to know how it is told')
  if (purgeUrls.length > 0 && purgeToken === undefined)
    environment.refuse('EDGE_PURGE_TOKEN: is needed with EDGE_PURGE_URL, or anybody could empty the cache')
  return { edge: kind === undefined ? null : { kind, purgeUrls, purgeToken: purgeToken ?? '' } }
}
