/** What every part of one portal stands on: configuration, clock, log, kept keys, the ways to services elsewhere. */
import { MANDATORS, type Mandator } from '@lokalteil/domain/publication/publications'
import type { Config } from '../config/config.ts'
import type { BuiltFiles } from '../http/built-files.ts'
import type { Log } from '../http/log.ts'
import type { Renderer } from '../rendering/renderer.ts'
import { openKeptKeys, type KeptKeys } from './kept-keys.ts'
import { createUpstreams, type Upstreams } from './services/upstreams.ts'

export type CompositionOptions = {
  config: Config
  renderer: Renderer
  /** Absent: nothing is built (development, tests of single pages). */
  built?: BuiltFiles
  root: string
  log: Log
  now?: () => Date
  /** The file of a picture that is shipped with the demo; null: it is none. */
  findShippedPicture?: (path: string) => string | null
  /** A file of a publication's brand, by its code and name; null: there is none. */
  brandFile?: (code: string, name: string) => Promise<{ bytes: Uint8Array; type: string } | null>
}

export type PortalContext = Omit<CompositionOptions, 'now'> & {
  now: () => Date
  /** The same clock in milliseconds. */
  time: () => number
  publications: readonly Mandator[]
  keys: KeptKeys
  /** Of agencies that push. */
  ingestKey: string
  /** Seals what belongs to sessions; link tokens and institutions' cookies hang on it, too. */
  ssoSecret: string
  upstreams: Upstreams
}

export function openContext(options: CompositionOptions): PortalContext {
  const { config, log } = options
  const now = options.now ?? (() => new Date())
  const keys = openKeptKeys(config.dataDir)
  return {
    ...options,
    now,
    time: () => now().getTime(),
    publications: MANDATORS,
    keys,
    ingestKey: config.ingestKey ?? keys.read('ingest'),
    ssoSecret: config.ssoSecret ?? keys.read('sso'),
    upstreams: createUpstreams({ maxBytes: config.upstreamMaxBytes, log }),
  }
}
