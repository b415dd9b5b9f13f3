/** What every part of one portal stands on: configuration, clock, log, kept keys, the ways to services elsewhere. */
import type { Passwords } from '@lokalteil/services/accounts/passwords/passwords'
import type { readFolder } from '@lokalteil/services/publications/folder/read-folder'
import type { Config } from '../config/config.ts'
import type { BuiltFiles } from '../http/built-files.ts'
import type { Log } from '../http/log.ts'
import type { LiveLooks } from '../rendering/looks.ts'
import type { Renderer } from '../rendering/renderer.ts'
import { createGameSource, type GameSource } from '../rendering/rooms/game-source.ts'
import { createRoomSettings, type RoomSettings } from '../rendering/rooms/room-settings.ts'
import type { DemoRadio } from '../live/demo-radio.ts'
import type { ApplyFolder } from '../setup/setup.ts'
import { openDemoRadio } from './demo.ts'
import { openKeptKeys, type KeptKeys } from './kept-keys.ts'
import { createUpstreams, type Upstreams } from './services/upstreams.ts'

export type CompositionOptions = {
  config: Config
  renderer: Renderer
  /** The renderer's own; filled with what is in force. */
  looks: LiveLooks
  /** Absent: nothing is built (development, tests of single pages). */
  built?: BuiltFiles
  root: string
  log: Log
  now?: () => Date
  /**
   * Folders of the demo: its publications, where PUBLICATIONS_DIR names none, and pictures of theirs. Absent: there are the
   * publications of the database alone.
   */
  demo?: { publications: string; pictures: string }
  /** Absent: `readFolder` of the publications. Whoever opens many portals need not read the same folder for each. */
  readFolder?: typeof readFolder
  /** Hashes of readers' passwords; absent: argon2id at its full cost. */
  passwords?: Passwords
  /** The file of a picture that is shipped with the demo; null: it is none. */
  findShippedPicture?: (path: string) => string | null
  /** Asked when there is no publication yet; done when one is applied. Absent: then nothing starts. */
  setUp?: (apply: ApplyFolder) => Promise<void>
}

export type PortalContext = Omit<CompositionOptions, 'now'> & {
  now: () => Date
  /** The same clock in milliseconds. */
  time: () => number
  keys: KeptKeys
  /** Of agencies that push. */
  ingestKey: string
  /** Seals what belongs to sessions; link tokens and institutions' cookies hang on it, too. */
  ssoSecret: string
  upstreams: Upstreams
  /** Filled with what is in force. */
  rooms: RoomSettings
  games: GameSource
  /** Null without the demo. */
  demoRadio: DemoRadio | null
}

export function openContext(options: CompositionOptions): PortalContext {
  const { config, log } = options
  const now = options.now ?? (() => new Date())
  const keys = openKeptKeys(config.dataDir)
  return {
    ...options,
    now,
    time: () => now().getTime(),
    keys,
    ingestKey: config.ingestKey ?? keys.read('ingest'),
    ssoSecret: config.ssoSecret ?? keys.read('sso'),
    upstreams: createUpstreams({ maxBytes: config.upstreamMaxBytes, log }),
    rooms: createRoomSettings(),
    games: createGameSource(),
    demoRadio: config.isDemo ? openDemoRadio() : null,
  }
}
