/** The basis of every part of a portal: configuration, clock, log, kept keys, connections to external services. */
import type { Passwords } from '@lokalteil/services/accounts/passwords/passwords'
import type { readFolder } from '@lokalteil/services/publications/folder/read-folder'
import type { Config } from '../config/config.ts'
import type { BuiltFiles } from '../http/built-files.ts'
import type { Log } from '../http/log.ts'
import type { OfficeFiles } from '../office/office-shell.ts'
import type { LiveLooks } from '../rendering/looks.ts'
import type { Renderer } from '../rendering/renderer.ts'
import { createAdvertising, type Advertising } from '../rendering/advertising.ts'
import { createRoomSettings, type RoomSettings } from '../rendering/rooms/room-settings.ts'
import type { DemoRadio } from '../live/demo-radio.ts'
import type { ApplyFolder } from '../setup/setup.ts'
import type { Watch } from '../watch/watch.ts'
import { openDemoRadio } from './demo.ts'
import { openKeptKeys, type KeptKeys } from './kept-keys.ts'
import { createUpstreams, type Upstreams } from './services/upstreams.ts'

export type CompositionOptions = {
  config: Config
  renderer: Renderer
  /** Shared with the renderer; filled with the looks in force. */
  looks: LiveLooks
  /** Absent: no build (development, tests of single pages). */
  built?: BuiltFiles
  /** Of the office in development; absent: those of the build. */
  officeFiles?: OfficeFiles
  root: string
  log: Log
  now?: () => Date
  /**
   * Folders of the demo: its publications, used unless PUBLICATIONS_DIR is set, and their pictures. Absent: only the
   * publications of the database.
   */
  demo?: { publications: string; pictures: string }
  /** Default: `readFolder` of the publications. Tests that open many portals pass a memoised one. */
  readFolder?: typeof readFolder
  /** Password hashing; default: argon2id at full cost. */
  passwords?: Passwords
  /** The file of a picture shipped with the demo; null: not one of them. */
  findShippedPicture?: (path: string) => string | null
  /**
   * Runs the setup if there is no publication; resolves once one is applied. Absent: the start fails without a
   * publication.
   */
  setUp?: (apply: ApplyFolder) => Promise<void>
}

export type PortalContext = Omit<CompositionOptions, 'now'> & {
  now: () => Date
  /** The same clock in milliseconds. */
  time: () => number
  keys: KeptKeys
  /** Key of agencies that push. */
  ingestKey: string
  /** Encrypts session data; also signs gift tokens and institutions' cookies. */
  accountsSecret: string
  upstreams: Upstreams
  /** Null: no figures, traces and access log are configured. */
  watch: Watch | null
  /** Filled with the settings in force. */
  rooms: RoomSettings
  /** Filled with the advertising in force. */
  advertising: Advertising
  /** Null: no demo. */
  demoRadio: DemoRadio | null
}

export function openContext(options: CompositionOptions, watch: Watch | null): PortalContext {
  const { config, log } = options
  const now = options.now ?? (() => new Date())
  const keys = openKeptKeys(config.dataDir)
  return {
    ...options,
    now,
    time: () => now().getTime(),
    keys,
    ingestKey: config.ingestKey ?? keys.read('ingest'),
    accountsSecret: config.accountsSecret ?? keys.read('sso'),
    upstreams: createUpstreams({ maxBytes: config.upstreamMaxBytes, watch, log }),
    watch,
    rooms: createRoomSettings(),
    advertising: createAdvertising(now),
    demoRadio: config.isDemo ? openDemoRadio() : null,
  }
}
